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
constexpr double kOverflow = 1e50;   // far from what any quantity is
constexpr size_t kLongest = 64;      // unknowns that are moved one by one
constexpr double kStepSize = 1e-3;   // of an inlined formula, whatever its unit
constexpr double kCancelled = 0.02;  // of its terms: a sum that is smaller is so by chance

// Errors of what is iterated, relative: with a start value, and without.
constexpr double kNearStart = 0.1, kAnywhere = 1;
// How many times its slope says a function may change within the error.
constexpr double kMostBent = 1e5;

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
  const double start = startOf(unknown);
  const bool isGiven = std::isfinite(start) && start != 0;
  const double value = isGiven ? start : probeNumber(model_.ref(unknown));
  known_[unknown] = {value, 0.0, isGiven ? kNearStart : kAnywhere};
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
  double largest = kNone, error = kNone, first = 0;
  for (VariableId id : used) {
    Known& known = known_.at(id);
    largest = std::max(largest, known.growth);
    first = std::max(first, known.error);
    if (used.size() > kLongest) continue;
    const double before = known.value;
    known.value += known.error * before;
    const double change = std::abs(evaluate(a.value) - value) / known.error;
    known.value = before;
    if (change > 0) error = joined(error, known.growth + std::log(change));
  }
  const double usual = probeNumber(model_.ref(a.variable));
  double growth = used.empty() ? 0 : largest;
  if (std::isfinite(error) && std::isfinite(value)) {
    // Terms that cancel at this point alone say nothing.
    const double size = std::max(std::log(std::abs(value)), error - largest + std::log(kCancelled));
    growth = error - size;
  }
  known_[a.variable] = {std::isfinite(value) && value != 0 ? value : usual, growth, first};
  return growth;
}

bool ErrorGrowth::bends(VariableId unknown, std::span<const int> equations) {
  Known& known = known_.at(unknown);
  if (known.growth <= 0) return false;
  const double before = known.value, factor = std::exp(known.growth);
  const auto residual = [&](const StructuredEquation& equation, double error) {
    known.value = before * (1 + error);
    const double value = evaluate(equation.left) - numeric_(equation.right);
    known.value = before;
    return value;
  };
  return std::any_of(equations.begin(), equations.end(), [&](int e) {
    const StructuredEquation& equation = equations_[static_cast<size_t>(e)];
    const double here = residual(equation, 0);
    // Where a limiter is at its end the slope says nothing.
    const double straight =
        std::max(std::abs(residual(equation, known.error) - here) * factor, std::abs(here));
    if (!std::isfinite(straight)) return false;  // nothing is known
    for (const double error : {known.error * factor, -known.error * factor})
      if (const double change = std::abs(residual(equation, error) - here);
          std::isinf(change) || change > kMostBent * straight)
        return true;
    return false;
  });
}

double ErrorGrowth::take(const Block& part) {
  if (part.kind == BlockKind::Assign && part.inner.size() == 1) return assigned(part.inner[0]);
  double growth = kNone, first = 0;
  for (int e : part.equations) {
    const StructuredEquation& equation = equations_[static_cast<size_t>(e)];
    const ExprId roots[2] = {equation.left, equation.right};
    for (VariableId id : usedIn(roots)) {
      growth = std::max(growth, known_.at(id).growth);
      first = std::max(first, known_.at(id).error);
    }
  }
  if (growth == kNone) growth = 0;
  for (VariableId id : part.unknowns) known_[id] = {valueOf(model_.ref(id)), growth, first};
  return growth;
}

}  // namespace formola
