#include "structure/expose_constraints.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "expr/build.h"
#include "expr/dependence.h"
#include "graph/hidden_rows.h"
#include "structure/incidence.h"

namespace formola {

namespace {

constexpr double kLargestCoefficient = 1000;

class Exposer {
 public:
  Exposer(StructuredDae& model, Diagnostics& diagnostics)
      : model_(model),
        pool_(model.pool()),
        build_(pool_),
        dependence_(pool_, [this](ExprId leaf) { return dependenceOf(leaf); }),
        diagnostics_(diagnostics),
        collector_(pool_),
        column_(model.dae.variables.size(), -1),
        elsewhere_(model.dae.variables.size(), 0) {}
  void run();

 private:
  // sum of row + remainder = 0, of equation number `equation`
  struct LinearEquation {
    int equation;
    graph::IntegerRow row;
    ExprId remainder;  // invalid: 0
  };

  std::optional<LinearEquation> linear(int equation);
  bool addTerms(ExprId root, double rootFactor);
  void warnOfDifferences();
  Dependence dependenceOf(ExprId leaf) const;
  int columnOf(VariableId id);
  bool isZero(ExprId id) const { return pool_.isNumber(id) && pool_.realValue(id) == 0; }
  void replace(const graph::HiddenRow& hidden, const std::vector<LinearEquation>& equations);

  StructuredDae& model_;
  ExprPool& pool_;
  ExprBuilder build_;
  DependenceAnalysis dependence_;
  Diagnostics& diagnostics_;
  IncidenceCollector collector_;
  std::vector<Incidence> found_;
  std::vector<int> column_;                     // by variable
  std::vector<char> elsewhere_;                 // by variable: not only as a term
  std::vector<VariableId> variables_;           // by column
  std::vector<graph::IntegerRow> occurrences_;  // by column: equations and factors
  std::vector<std::pair<int, double>> terms_;
  std::vector<std::pair<ExprId, double>> rest_;
};

int Exposer::columnOf(VariableId id) {
  int& column = column_[id.index()];
  if (column < 0) {
    column = static_cast<int>(variables_.size());
    variables_.push_back(id);
  }
  return column;
}

Dependence Exposer::dependenceOf(ExprId leaf) const {
  if (pool_.kind(leaf) != ExprKind::Variable) return Dependence::Known;  // time, pre(x), ...
  const Role role = model_.info[pool_.variableOf(leaf)].role;
  const bool known = role == Role::Parameter || role == Role::Input || role == Role::Discrete;
  return known ? Dependence::Known : Dependence::Unknown;
}

// Adds factor*id to the terms. False: a part of it isn't of the kind looked for; the variables in
// that part are marked as being elsewhere too.
bool Exposer::addTerms(ExprId root, double rootFactor) {
  bool linear = true;
  std::vector<std::pair<ExprId, double>> stack{{root, rootFactor}};
  auto other = [&](ExprId id) {
    linear = false;
    const ExprId roots[1] = {id};
    collector_.collect(roots, found_);
    for (const Incidence& in : found_) elsewhere_[in.variable.index()] = 1;
  };
  while (!stack.empty()) {
    const auto [id, factor] = stack.back();
    stack.pop_back();
    if (std::abs(factor) > kLargestCoefficient || factor != std::floor(factor)) {
      other(id);
      continue;
    }
    if (!dependence_.isUnknown(id)) {
      if (!isZero(id)) rest_.emplace_back(id, factor);
      continue;
    }
    switch (pool_.kind(id)) {
      case ExprKind::Neg:
        stack.emplace_back(pool_.child(id, 0), -factor);
        break;
      case ExprKind::Add:
      case ExprKind::Sub:
        stack.emplace_back(pool_.child(id, 1), pool_.kind(id) == ExprKind::Add ? factor : -factor);
        stack.emplace_back(pool_.child(id, 0), factor);
        break;
      case ExprKind::Mul: {
        const ExprId a = pool_.child(id, 0), b = pool_.child(id, 1);
        if (pool_.isNumber(a))
          stack.emplace_back(b, factor * pool_.realValue(a));
        else if (pool_.isNumber(b))
          stack.emplace_back(a, factor * pool_.realValue(b));
        else
          other(id);
        break;
      }
      case ExprKind::Variable:
        terms_.emplace_back(columnOf(pool_.variableOf(id)), factor);
        break;
      default:
        other(id);
    }
  }
  return linear;
}

std::optional<Exposer::LinearEquation> Exposer::linear(int equation) {
  const StructuredEquation& e = model_.equations[static_cast<size_t>(equation)];
  terms_.clear();
  rest_.clear();
  const bool real = pool_.base(e.left) == BaseType::Real;
  bool whole = addTerms(e.left, 1);
  whole = addTerms(e.right, -1) && whole && real && !e.target.valid();
  std::sort(terms_.begin(), terms_.end());
  LinearEquation result{equation, {}, {}};
  for (const auto& [column, factor] : terms_) {
    const auto value = static_cast<int64_t>(factor);
    if (!result.row.empty() && result.row.back().first == column)
      result.row.back().second += value;
    else
      result.row.emplace_back(column, value);
  }
  std::erase_if(result.row, [](const auto& entry) { return entry.second == 0; });
  occurrences_.resize(variables_.size());
  for (const auto& [column, value] : result.row)
    occurrences_[static_cast<size_t>(column)].emplace_back(equation, value);
  if (!whole) return std::nullopt;
  for (const auto& [id, factor] : rest_) {
    const ExprId term = build_.mul(build_.real(factor), id);
    result.remainder = result.remainder.valid() ? build_.add(result.remainder, term) : term;
  }
  return result;
}

void Exposer::replace(const graph::HiddenRow& hidden,
                      const std::vector<LinearEquation>& equations) {
  // Terms with positive factors on the left, the others on the right.
  ExprId sides[2];
  auto add = [&](double factor, ExprId id) {
    ExprId& side = sides[factor > 0 ? 0 : 1];
    const ExprId term = std::abs(factor) == 1 ? id : build_.mul(build_.real(std::abs(factor)), id);
    side = side.valid() ? build_.add(side, term) : term;
  };
  const double sign = hidden.sum.front().second > 0 ? 1 : -1;
  for (const auto& [column, factor] : hidden.sum)
    add(sign * static_cast<double>(factor), model_.ref(variables_[static_cast<size_t>(column)]));
  for (const auto& [row, factor] : hidden.of)
    if (const ExprId rest = equations[static_cast<size_t>(row)].remainder; rest.valid())
      add(sign * static_cast<double>(factor), rest);
  StructuredEquation& e =
      model_.equations[static_cast<size_t>(equations[static_cast<size_t>(hidden.row)].equation)];
  e.left = sides[0].valid() ? sides[0] : build_.real(0);
  e.right = sides[1].valid() ? sides[1] : build_.real(0);
  e.fromConnect = false;
}

// The same analysis of the columns: unknowns of which each equation has the same combination, as a
// circuit without ground has the differences of its potentials.
void Exposer::warnOfDifferences() {
  constexpr size_t kMostNames = 6;
  std::vector<VariableId> candidates;
  std::vector<graph::IntegerRow> rows;
  for (size_t c = 0; c < variables_.size(); ++c) {
    const VariableId id = variables_[c];
    if (elsewhere_[id.index()] || model_.info[id].role != Role::Algebraic || !model_.isReal(id))
      continue;
    candidates.push_back(id);
    rows.push_back(std::move(occurrences_[c]));
  }
  const std::vector<char> all(model_.equations.size(), 1);
  for (const graph::HiddenRow& open : graph::findHiddenRows(std::move(rows), all)) {
    if (!open.sum.empty()) continue;
    const bool differences = std::all_of(open.of.begin(), open.of.end(), [&](const auto& entry) {
      return entry.second == open.of.front().second;
    });
    if (!differences) continue;
    std::string names;
    for (size_t k = 0; k < std::min(open.of.size(), kMostNames); ++k) {
      if (k > 0) names += ", ";
      names += model_.name(candidates[static_cast<size_t>(open.of[k].first)]);
    }
    if (open.of.size() > kMostNames)
      names += fmt::format(" and {} more", open.of.size() - kMostNames);
    const VariableId first = candidates[static_cast<size_t>(open.of.front().first)];
    diagnostics_.report(DiagCode::OnlyDifferences, model_.dae.variables[first].origin.range, names)
        .note(
            "give one of them a value: in a circuit by a ground, in a mechanism by something "
            "fixed");
  }
}

void Exposer::run() {
  std::vector<LinearEquation> equations;
  std::vector<graph::IntegerRow> rows;
  for (size_t i = 0; i < model_.equations.size(); ++i)
    if (auto found = linear(static_cast<int>(i))) {
      rows.push_back(found->row);
      equations.push_back(std::move(*found));
    }
  warnOfDifferences();
  std::vector<char> eliminated(variables_.size());
  for (size_t c = 0; c < variables_.size(); ++c)
    eliminated[c] = model_.info[variables_[c]].role == Role::State ? 0 : 1;
  for (const graph::HiddenRow& hidden : graph::findHiddenRows(std::move(rows), eliminated))
    if (!hidden.sum.empty()) replace(hidden, equations);
}

}  // namespace

StructuredDae exposeConstraints(StructuredDae model, const StructureOptions& options,
                                Diagnostics& diagnostics) {
  if (options.indexReduction && options.exposing) Exposer(model, diagnostics).run();
  return model;
}

}  // namespace formola
