#include "structure/index/expose_constraints.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <optional>
#include <unordered_map>

#include "diag/codes/structure.h"
#include "expr/build.h"
#include "expr/dependence.h"
#include "expr/eval_numeric.h"
#include "graph/hidden_rows.h"
#include "structure/simplify/parameter_values.h"
#include "structure/systems/incidence.h"

namespace formola {

namespace {

constexpr double kLargestCoefficient = 1000;
constexpr size_t kWorkWithParameters = 20;

class Exposer {
 public:
  Exposer(StructuredDae& model, std::vector<StructuredEquation>& equations,
          Diagnostics& diagnostics)
      : model_(model),
        equations_(equations),
        pool_(model.pool()),
        build_(pool_),
        dependence_(pool_, [this](ExprId leaf) { return dependenceOf(leaf); }),
        diagnostics_(diagnostics),
        collector_(pool_),
        column_(model.dae.variables.size(), -1),
        elsewhere_(model.dae.variables.size(), 0),
        fixedValue_(pool_, [this](ExprId leaf) {
          const bool fixed =
              pool_.kind(leaf) == ExprKind::Variable && fixed_[pool_.variableOf(leaf).index()] != 0;
          return fixed ? parameterValue(leaf) : std::nan("");
        }) {}
  void run();
  size_t runInitial(std::span<const Block> blocks, const std::function<bool(int)>& mayChange,
                    const std::function<bool(VariableId)>& isUnknown);

 private:
  using Factor = graph::Monomial;
  // sum of row + sum of remainder = 0, of equation number `equation`
  struct LinearEquation {
    int equation;
    graph::MonomialRow row;
    std::vector<std::pair<ExprId, Factor>> remainder;
    std::vector<ExprId> byValue;  // factors whose values stand in the row
  };

  std::optional<LinearEquation> linear(int equation);
  std::optional<Factor> times(const Factor& factor, ExprId id, int exponent);
  bool addTerms(ExprId root, double rootFactor);
  void findFixed();
  double fixedValue(ExprId id);
  double parameterValue(ExprId leaf) const {
    return pool_.kind(leaf) == ExprKind::Variable ? parameters_[pool_.variableOf(leaf).index()]
                                                  : std::nan("");
  }
  graph::Units::Powers commonDenominator(const graph::HiddenRow& hidden,
                                         const std::vector<LinearEquation>& equations);
  bool areNonzero(const graph::Units::Powers& symbols);
  ExprId term(double number, int unit, const graph::Units::Powers& denominator, ExprId id);
  void warnOfDifferences();
  Dependence dependenceOf(ExprId leaf) const;
  int columnOf(VariableId id);
  bool isZero(ExprId id) const { return pool_.isNumber(id) && pool_.realValue(id) == 0; }
  bool replace(const graph::HiddenRow& hidden, const std::vector<LinearEquation>& equations);

  StructuredDae& model_;
  std::vector<StructuredEquation>& equations_;
  ExprPool& pool_;
  ExprBuilder build_;
  // Of an initial system: what is computed there. There is none beside a set of parameters, so that
  // these count by their values.
  std::function<bool(VariableId)> isUnknown_;
  std::vector<ExprId> byValue_;
  DependenceAnalysis dependence_;
  Diagnostics& diagnostics_;
  IncidenceCollector collector_;
  std::vector<Incidence> found_;
  std::vector<int> column_;                      // by variable
  std::vector<char> elsewhere_;                  // by variable: not only as a term
  std::vector<VariableId> variables_;            // by column
  std::vector<graph::MonomialRow> occurrences_;  // by column: equations and factors
  graph::MonomialRow terms_;
  std::vector<std::pair<ExprId, Factor>> rest_;
  graph::Units units_;
  std::vector<ExprId> symbols_;  // of units_
  std::unordered_map<uint32_t, int> symbolOf_;
  // By variable, once they are asked for:
  std::vector<double> parameters_;
  std::vector<char> fixed_;
  NumericEvaluator fixedValue_;
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
  if (isUnknown_ && isUnknown_(pool_.variableOf(leaf))) return Dependence::Unknown;
  const Role role = model_.info[pool_.variableOf(leaf)].role;
  if (role == Role::Parameter) return Dependence::Constant;
  const bool known = role == Role::Input || role == Role::Discrete;
  return known ? Dependence::Known : Dependence::Unknown;
}

// Parameters whose values nobody can change after the translation.
void Exposer::findFixed() {
  parameters_ = parameterValues(model_);
  fixed_.assign(model_.dae.variables.size(), 0);
  auto decide = [&](VariableId id) {
    const Variable& v = model_.dae.variables[id];
    const ExprId value = parameterExpression(model_, id);
    if (v.evaluate || v.variability == Variability::Constant) return true;
    if ((!v.isFinal && !v.isProtected) || !value.valid()) return false;
    const ExprId roots[1] = {value};
    collector_.collect(roots, found_);
    return std::all_of(found_.begin(), found_.end(),
                       [&](const Incidence& in) { return fixed_[in.variable.index()] != 0; });
  };
  for (uint32_t i = 0; i < fixed_.size(); ++i) {
    const VariableId id(i);
    if (model_.info[id].role != Role::Parameter) continue;
    const ExprId value = parameterExpression(model_, id);
    if (value.valid() && pool_.isLiteral(value)) fixed_[i] = decide(id);
  }
  const ParameterOrder order = orderParameters(model_);
  for (size_t g = 0; g < order.groups.size(); ++g)
    for (int k : order.groups[g]) {
      const VariableId id = order.bound[static_cast<size_t>(k)];
      fixed_[id.index()] = !order.cyclic[g] && decide(id);
    }
}

// The value of what depends on fixed parameters alone, or NaN.
double Exposer::fixedValue(ExprId id) {
  if (pool_.isNumber(id)) return pool_.realValue(id);
  if (fixed_.empty()) findFixed();
  const double value = fixedValue_(id);
  if (!isUnknown_ || !std::isnan(value)) return value;
  NumericEvaluator present(pool_, [this](ExprId leaf) { return parameterValue(leaf); });
  byValue_.push_back(id);
  return present(id);
}

// A factor that depends on parameters alone: a number where nobody can change it, else a symbol.
std::optional<Exposer::Factor> Exposer::times(const Factor& factor, ExprId id, int exponent) {
  if (dependence_(id) != Dependence::Constant) return std::nullopt;
  if (const double value = fixedValue(id); !std::isnan(value)) {
    const double product = exponent == 1 ? factor.number * value : factor.number / value;
    const double size = std::abs(product);
    if (size > kLargestCoefficient || size < 1 / kLargestCoefficient) return std::nullopt;
    return Factor{product, factor.unit};
  }
  const auto [place, isNew] = symbolOf_.emplace(id.index(), static_cast<int>(symbols_.size()));
  if (isNew) symbols_.push_back(id);
  return Factor{factor.number, units_.product(factor.unit, units_.symbol(place->second), exponent)};
}

// Adds factor*id to the terms. False: a part of it isn't of the kind looked for; the variables in
// that part are marked as being elsewhere too.
bool Exposer::addTerms(ExprId root, double rootFactor) {
  bool linear = true;
  std::vector<std::pair<ExprId, Factor>> stack{{root, {rootFactor, 0}}};
  auto other = [&](ExprId id) {
    linear = false;
    const ExprId roots[1] = {id};
    collector_.collect(roots, found_);
    for (const Incidence& in : found_) elsewhere_[in.variable.index()] = 1;
  };
  while (!stack.empty()) {
    const auto [id, factor] = stack.back();
    stack.pop_back();
    if (!dependence_.isUnknown(id)) {
      if (!isZero(id)) rest_.emplace_back(id, factor);
      continue;
    }
    const Factor negative{-factor.number, factor.unit};
    switch (pool_.kind(id)) {
      case ExprKind::Neg:
        stack.emplace_back(pool_.child(id, 0), negative);
        break;
      case ExprKind::Add:
      case ExprKind::Sub:
        stack.emplace_back(pool_.child(id, 1), pool_.kind(id) == ExprKind::Add ? factor : negative);
        stack.emplace_back(pool_.child(id, 0), factor);
        break;
      case ExprKind::Mul: {
        const ExprId a = pool_.child(id, 0), b = pool_.child(id, 1);
        if (const auto product = times(factor, a, 1))
          stack.emplace_back(b, *product);
        else if (const auto swapped = times(factor, b, 1))
          stack.emplace_back(a, *swapped);
        else
          other(id);
        break;
      }
      case ExprKind::Div:
        if (const auto quotient = times(factor, pool_.child(id, 1), -1))
          stack.emplace_back(pool_.child(id, 0), *quotient);
        else
          other(id);
        break;
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
  const StructuredEquation& e = equations_[static_cast<size_t>(equation)];
  terms_.clear();
  rest_.clear();
  byValue_.clear();
  const bool real = pool_.base(e.left) == BaseType::Real;
  bool whole = addTerms(e.left, 1);
  whole = addTerms(e.right, -1) && whole && real && !e.target.valid();
  std::sort(terms_.begin(), terms_.end(), [](const auto& a, const auto& b) {
    return std::pair(a.first, a.second.unit) < std::pair(b.first, b.second.unit);
  });
  LinearEquation result{equation, {}, {}, byValue_};
  for (const auto& [column, value] : terms_) {
    if (result.row.empty() || result.row.back().first != column) {
      result.row.emplace_back(column, value);
    } else if (graph::Monomial& sum = result.row.back().second; sum.unit == value.unit) {
      sum.number += value.number;
    } else {  // such as x + t*x
      whole = false;
      elsewhere_[variables_[static_cast<size_t>(column)].index()] = 1;
    }
  }
  std::erase_if(result.row, [](const auto& entry) { return entry.second.number == 0; });
  occurrences_.resize(variables_.size());
  for (const auto& [column, value] : result.row)
    occurrences_[static_cast<size_t>(column)].emplace_back(equation, value);
  if (!whole) return std::nullopt;
  result.remainder = rest_;
  return result;
}

// Sums are multiplied by what stands in denominators, so that nothing is divided.
graph::Units::Powers Exposer::commonDenominator(const graph::HiddenRow& hidden,
                                                const std::vector<LinearEquation>& equations) {
  std::map<int, int> least;
  auto see = [&](int unit) {
    for (const auto& [symbol, exponent] : units_.powers(unit))
      least[symbol] = std::min(least[symbol], exponent);
  };
  for (const auto& [column, factor] : hidden.sum) see(factor.unit);
  for (const auto& [row, factor] : hidden.of) {
    see(factor.unit);
    for (const auto& [id, own] : equations[static_cast<size_t>(row)].remainder)
      see(units_.product(factor.unit, own.unit));
  }
  return {least.begin(), least.end()};
}

// Dividing by a symbol is allowed, and factors are different from zero.
bool Exposer::areNonzero(const graph::Units::Powers& symbols) {
  if (symbols.empty()) return true;
  NumericEvaluator value(pool_, [this](ExprId leaf) { return parameterValue(leaf); });
  return std::all_of(symbols.begin(), symbols.end(), [&](const auto& power) {
    const double v = value(symbols_[static_cast<size_t>(power.first)]);
    return std::isfinite(v) && v != 0;
  });
}

ExprId Exposer::term(double number, int unit, const graph::Units::Powers& denominator, ExprId id) {
  std::map<int, int> exponents;
  for (const auto& [symbol, exponent] : denominator) exponents[symbol] = -exponent;
  for (const auto& [symbol, exponent] : units_.powers(unit)) exponents[symbol] += exponent;
  ExprId result = number == 1 ? ExprId() : build_.real(number);
  auto multiply = [&](ExprId by) { result = result.valid() ? build_.mul(result, by) : by; };
  for (const auto& [symbol, exponent] : exponents)
    for (int k = 0; k < exponent; ++k) multiply(symbols_[static_cast<size_t>(symbol)]);
  multiply(id);
  return result;
}

bool Exposer::replace(const graph::HiddenRow& hidden,
                      const std::vector<LinearEquation>& equations) {
  const graph::Units::Powers denominator = commonDenominator(hidden, equations);
  if (!areNonzero(denominator)) return false;
  // Terms with positive factors on the left, the others on the right.
  ExprId sides[2];
  auto add = [&](double number, int unit, ExprId id) {
    ExprId& side = sides[number > 0 ? 0 : 1];
    const ExprId product = term(std::abs(number), unit, denominator, id);
    side = side.valid() ? build_.add(side, product) : product;
  };
  const double sign = hidden.sum.front().second.number > 0 ? 1 : -1;
  for (const auto& [column, factor] : hidden.sum)
    add(sign * factor.number, factor.unit, model_.ref(variables_[static_cast<size_t>(column)]));
  for (const auto& [row, factor] : hidden.of)
    for (const auto& [id, own] : equations[static_cast<size_t>(row)].remainder)
      add(sign * factor.number * own.number, units_.product(factor.unit, own.unit), id);
  StructuredEquation& e =
      equations_[static_cast<size_t>(equations[static_cast<size_t>(hidden.row)].equation)];
  for (const auto& [row, factor] : hidden.of)
    for (ExprId id : equations[static_cast<size_t>(row)].byValue) useValues(model_, id);
  e.left = sides[0].valid() ? sides[0] : build_.real(0);
  e.right = sides[1].valid() ? sides[1] : build_.real(0);
  e.fromConnect = false;
  return true;
}

// The same analysis of the columns: unknowns of which each equation has the same combination, as a
// circuit without ground has the differences of its potentials.
void Exposer::warnOfDifferences() {
  constexpr size_t kMostNames = 6;
  std::vector<VariableId> candidates;
  std::vector<graph::MonomialRow> rows;
  for (size_t c = 0; c < variables_.size(); ++c) {
    const VariableId id = variables_[c];
    if (elsewhere_[id.index()] || model_.info[id].role != Role::Algebraic || !model_.isReal(id))
      continue;
    candidates.push_back(id);
    rows.push_back(std::move(occurrences_[c]));
  }
  const std::vector<char> all(model_.equations.size(), 1);
  for (const graph::HiddenRow& open : graph::findHiddenRows(std::move(rows), all, units_)) {
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
    diagnostics_.report(diag::OnlyDifferences, model_.dae.variables[first].origin.range, names)
        .note(
            "give one of them a value: in a circuit by a ground, in a mechanism by something "
            "fixed");
  }
}

void Exposer::run() {
  std::vector<LinearEquation> equations;
  std::vector<graph::MonomialRow> rows;
  for (size_t i = 0; i < equations_.size(); ++i)
    if (auto found = linear(static_cast<int>(i))) {
      rows.push_back(found->row);
      equations.push_back(std::move(*found));
    }
  warnOfDifferences();
  std::vector<char> eliminated(variables_.size());
  for (size_t c = 0; c < variables_.size(); ++c)
    eliminated[c] = model_.info[variables_[c]].role == Role::State ? 0 : 1;
  // First among connections; then among all, with the sums in place of the rows they replace.
  std::vector<graph::MonomialRow> whole(rows.size());
  for (size_t r = 0; r < rows.size(); ++r)
    if (graph::isWhole(rows[r])) whole[r] = rows[r];
  bool found = false;
  for (const graph::HiddenRow& hidden : graph::findHiddenRows(std::move(whole), eliminated, units_))
    found = (!hidden.sum.empty() && replace(hidden, equations)) || found;
  if (std::all_of(rows.begin(), rows.end(), graph::isWhole)) return;
  if (found) {
    rows.clear();
    for (LinearEquation& e : equations) {
      if (auto again = linear(e.equation)) e = std::move(*again);
      rows.push_back(e.row);
    }
  }
  for (const graph::HiddenRow& hidden :
       graph::findHiddenRows(std::move(rows), eliminated, units_, kWorkWithParameters))
    if (!hidden.sum.empty()) replace(hidden, equations);
}

// Block by block: what its equations say together about unknowns of other blocks. An equation that
// is such a sum may stand in another block then.
size_t Exposer::runInitial(std::span<const Block> blocks, const std::function<bool(int)>& mayChange,
                           const std::function<bool(VariableId)>& isUnknown) {
  isUnknown_ = isUnknown;
  size_t replaced = 0;
  for (const Block& block : blocks) {
    if (block.equations.size() < 2) continue;
    for (VariableId id : variables_) column_[id.index()] = -1;
    variables_.clear();
    occurrences_.clear();
    for (VariableId id : block.unknowns) columnOf(id);
    std::vector<LinearEquation> equations;
    std::vector<graph::MonomialRow> rows;
    for (int e : block.equations) {
      if (!mayChange(e)) continue;
      auto found = linear(e);
      if (!found) continue;
      rows.push_back(found->row);
      equations.push_back(std::move(*found));
    }
    std::vector<char> eliminated(variables_.size(), 0);
    std::fill_n(eliminated.begin(), block.unknowns.size(), 1);
    for (const graph::HiddenRow& hidden :
         graph::findHiddenRows(std::move(rows), eliminated, units_, kWorkWithParameters))
      if (!hidden.sum.empty() && replace(hidden, equations)) ++replaced;
  }
  return replaced;
}

}  // namespace

size_t exposeInitialConstraints(StructuredDae& model, std::vector<StructuredEquation>& equations,
                                std::span<const Block> blocks,
                                const std::function<bool(int)>& mayChange,
                                const std::function<bool(VariableId)>& isUnknown,
                                Diagnostics& diagnostics) {
  return Exposer(model, equations, diagnostics).runInitial(blocks, mayChange, isUnknown);
}

StructuredDae exposeConstraints(StructuredDae model, const StructureOptions& options,
                                Diagnostics& diagnostics) {
  if (options.on(Pass::reduceIndex) && options.on(Pass::exposeConstraints))
    Exposer(model, model.equations, diagnostics).run();
  return model;
}

}  // namespace formola
