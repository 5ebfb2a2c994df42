#include "structure/solve/error_growth.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "expr/rewrite.h"
#include "structure/solve/probe_values.h"

namespace formola {

namespace {

constexpr double kNone = -std::numeric_limits<double>::infinity();
constexpr double kStep = 1e-6;       // of a difference quotient, relative
constexpr double kOverflow = 1e50;   // far from what any quantity is
constexpr size_t kLongest = 64;      // unknowns that are moved one by one
constexpr double kStepSize = 1e-3;   // of an inlined formula, whatever its unit
constexpr double kCancelled = 0.02;  // of its terms: a sum that is smaller is so by chance

// log(exp(a) + exp(b))
double joined(double a, double b) {
  const double larger = std::max(a, b);
  return larger == kNone ? kNone : larger + std::log1p(std::exp(std::min(a, b) - larger));
}

}  // namespace

ErrorGrowth::ErrorGrowth(const StructuredDae& model, std::span<const StructuredEquation> equations,
                         std::span<const double> parameters, ExprTable<double>& memo)
    : model_(model),
      equations_(equations),
      parameters_(parameters),
      numeric_(model.pool(), [this](ExprId leaf) { return valueOf(leaf); }, &memo) {}

double ErrorGrowth::startOf(VariableId id) const {
  if (id.index() >= model_.dae.variables.size()) return NAN;
  const ExprId start = model_.dae.variables[id].start;
  if (!start.valid() || !model_.pool().isNumber(start)) return NAN;
  return model_.pool().realValue(start);
}

double ErrorGrowth::valueOf(ExprId leaf) const {
  const ExprPool& pool = model_.pool();
  if (pool.base(leaf) != BaseType::Real) return probeDecision(pool.base(leaf), leaf, 0);
  if (pool.kind(leaf) != ExprKind::Variable) return probeNumber(leaf);
  const VariableId id = pool.variableOf(leaf);
  if (const auto found = known_.find(id); found != known_.end()) return found->second.value;
  if (id == model_.stepSize) return kStepSize;
  if (id.index() < parameters_.size() && std::isfinite(parameters_[id.index()]))
    return parameters_[id.index()];
  const double start = startOf(id);
  return std::isfinite(start) && start != 0 ? start : probeNumber(leaf);
}

void ErrorGrowth::iterate(VariableId unknown) {
  known_[unknown] = {valueOf(model_.ref(unknown)), 0.0};
}

// Of what is iterated, and of what follows from it.
std::vector<VariableId> ErrorGrowth::usedIn(std::span<const ExprId> roots) const {
  const ExprPool& pool = model_.pool();
  std::vector<VariableId> used;
  SmallExprSet seen;
  forEachNode(pool, roots, seen, [&](ExprId id) {
    if (pool.kind(id) == ExprKind::Variable && known_.contains(pool.variableOf(id)))
      used.push_back(pool.variableOf(id));
  });
  return used;
}

double ErrorGrowth::evaluate(ExprId value) {
  numeric_.reset();
  return numeric_(value);
}

double ErrorGrowth::assigned(const Assignment& a) {
  const ExprId roots[1] = {a.value};
  const std::vector<VariableId> used = usedIn(roots);
  const double value = evaluate(a.value);
  if (std::abs(value) > kOverflow) return std::numeric_limits<double>::infinity();
  double largest = 0, error = kNone;
  for (VariableId id : used) {
    Known& known = known_.at(id);
    largest = std::max(largest, known.growth);
    if (used.size() > kLongest) continue;
    const double before = known.value;
    known.value += kStep * before;
    const double change = std::abs(evaluate(a.value) - value) / kStep;
    known.value = before;
    if (change > 0) error = joined(error, known.growth + std::log(change));
  }
  const double usual = probeNumber(model_.ref(a.variable));
  double growth = largest;
  if (std::isfinite(error) && std::isfinite(value)) {
    // Terms that cancel at this point alone say nothing.
    const double size = std::max(std::log(std::abs(value)), error - largest + std::log(kCancelled));
    growth = std::max(error - size, 0.0);
  }
  known_[a.variable] = {std::isfinite(value) && value != 0 ? value : usual, growth};
  return growth;
}

double ErrorGrowth::take(const Block& part) {
  if (part.kind == BlockKind::Assign && part.inner.size() == 1) return assigned(part.inner[0]);
  double growth = 0;
  for (int e : part.equations) {
    const StructuredEquation& equation = equations_[static_cast<size_t>(e)];
    const ExprId roots[2] = {equation.left, equation.right};
    for (VariableId id : usedIn(roots)) growth = std::max(growth, known_.at(id).growth);
  }
  for (VariableId id : part.unknowns) known_[id] = {valueOf(model_.ref(id)), growth};
  return growth;
}

}  // namespace formola
