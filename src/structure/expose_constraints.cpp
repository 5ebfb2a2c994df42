#include "structure/expose_constraints.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "expr/build.h"
#include "expr/dependence.h"
#include "graph/hidden_rows.h"

namespace formola {

namespace {

constexpr double kLargestCoefficient = 1000;

class Exposer {
 public:
  explicit Exposer(StructuredDae& model)
      : model_(model),
        pool_(model.pool()),
        build_(pool_),
        dependence_(pool_, [this](ExprId leaf) { return dependenceOf(leaf); }),
        column_(model.dae.variables.size(), -1) {}
  void run();

 private:
  // sum of row + remainder = 0, of equation number `equation`
  struct LinearEquation {
    int equation;
    graph::IntegerRow row;
    ExprId remainder;  // invalid: 0
  };

  std::optional<LinearEquation> linear(int equation);
  bool addTerm(ExprId id, double factor);
  Dependence dependenceOf(ExprId leaf) const;
  int columnOf(VariableId id);
  bool isZero(ExprId id) const { return pool_.isNumber(id) && pool_.realValue(id) == 0; }
  void replace(const graph::HiddenRow& hidden, const std::vector<LinearEquation>& equations);

  StructuredDae& model_;
  ExprPool& pool_;
  ExprBuilder build_;
  DependenceAnalysis dependence_;
  std::vector<int> column_;  // by variable
  std::vector<VariableId> variables_;
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

// Adds factor*id to the terms. False: it isn't of the kind looked for.
bool Exposer::addTerm(ExprId root, double rootFactor) {
  std::vector<std::pair<ExprId, double>> stack{{root, rootFactor}};
  while (!stack.empty()) {
    const auto [id, factor] = stack.back();
    stack.pop_back();
    if (std::abs(factor) > kLargestCoefficient || factor != std::floor(factor)) return false;
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
          return false;
        break;
      }
      case ExprKind::Variable:
        terms_.emplace_back(columnOf(pool_.variableOf(id)), factor);
        break;
      default:
        return false;
    }
  }
  return true;
}

std::optional<Exposer::LinearEquation> Exposer::linear(int equation) {
  const StructuredEquation& e = model_.equations[static_cast<size_t>(equation)];
  if (e.target.valid() || pool_.base(e.left) != BaseType::Real) return std::nullopt;
  terms_.clear();
  rest_.clear();
  if (!addTerm(e.left, 1) || !addTerm(e.right, -1)) return std::nullopt;
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

void Exposer::run() {
  std::vector<LinearEquation> equations;
  std::vector<graph::IntegerRow> rows;
  for (size_t i = 0; i < model_.equations.size(); ++i)
    if (auto found = linear(static_cast<int>(i))) {
      rows.push_back(found->row);
      equations.push_back(std::move(*found));
    }
  std::vector<char> eliminated(variables_.size());
  for (size_t c = 0; c < variables_.size(); ++c)
    eliminated[c] = model_.info[variables_[c]].role == Role::State ? 0 : 1;
  for (const graph::HiddenRow& hidden : graph::findHiddenRows(std::move(rows), eliminated))
    if (!hidden.sum.empty()) replace(hidden, equations);
}

}  // namespace

StructuredDae exposeConstraints(StructuredDae model, const StructureOptions& options,
                                Diagnostics&) {
  if (options.indexReduction && options.exposing) Exposer(model).run();
  return model;
}

}  // namespace formola
