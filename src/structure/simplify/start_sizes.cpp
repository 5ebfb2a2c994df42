#include "structure/simplify/start_sizes.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <unordered_map>
#include <vector>

#include "expr/eval_numeric.h"

namespace formola {

namespace {

constexpr double kSmall = 1e-3;
constexpr double kSmallest = 1e-14;  // less may be rounding, as sin(pi) is
constexpr int kDeepest = 20;         // chains of parameters
constexpr size_t kLargest = 50;      // nodes of an expression: tables are looked into nowhere

// Numbers, names of them, products and powers say how large something is; what is left of a sum or
// comes from a function may be small by chance, as the angle of one bus of a network.
bool keepsSizes(ExprKind kind) {
  switch (kind) {
    case ExprKind::Integer:
    case ExprKind::Real:
    case ExprKind::Variable:
    case ExprKind::Cast:
    case ExprKind::Neg:
    case ExprKind::Mul:
    case ExprKind::Div:
    case ExprKind::Pow:
      return true;
    default:
      return false;
  }
}

// What a start value is, where little such arithmetic leads from numbers to it; else NaN.
class StartValues {
 public:
  explicit StartValues(const StructuredDae& model)
      : model_(model), pool_(model.pool()), evaluate_(pool_, [this](ExprId leaf) {
          if (pool_.kind(leaf) != ExprKind::Variable) return double(NAN);
          const auto known = values_.find(pool_.variableOf(leaf).index());
          return known == values_.end() ? NAN : known->second;
        }) {}

  double operator()(ExprId id, int depth = 0) {
    if (pool_.isNumber(id)) return pool_.realValue(id);
    // Parameters first: the evaluator keeps what it has seen.
    std::vector<ExprId> nodes{id};
    for (size_t i = 0; i < nodes.size(); ++i) {
      for (ExprId child : pool_.children(nodes[i])) nodes.push_back(child);
      if (nodes.size() > kLargest || !keepsSizes(pool_.kind(nodes[i]))) return NAN;
      if (pool_.kind(nodes[i]) == ExprKind::Variable && !know(pool_.variableOf(nodes[i]), depth))
        return NAN;
    }
    return evaluate_(id);
  }

 private:
  bool know(VariableId id, int depth) {
    const Variable& v = model_.dae.variables[id];
    if (values_.contains(id.index())) return true;
    if (v.variability > Variability::Parameter || !v.binding.valid() || depth == kDeepest)
      return false;
    const double value = (*this)(v.binding, depth + 1);
    if (std::isnan(value)) return false;
    values_.emplace(id.index(), value);
    return true;
  }

  const StructuredDae& model_;
  const ExprPool& pool_;
  NumericEvaluator evaluate_;
  std::unordered_map<uint32_t, double> values_;
};

// The name without subscripts: what an array or an array of components is called.
std::string arrayOf(std::string_view name) {
  std::string result;
  int depth = 0;
  for (const char c : name) {
    if (c == '[') ++depth;
    if (depth == 0) result += c;
    if (c == ']') --depth;
  }
  return result;
}

}  // namespace

void takeSizesOfStarts(StructuredDae& model) {
  ExprPool& pool = model.pool();
  StartValues valueOf(model);
  struct Start {
    VariableId variable;
    double size;  // NaN: not known; 0 without a start value
  };
  std::vector<Start> starts;
  std::unordered_map<std::string, double> largest;  // of what has small start values
  for (uint32_t i = 0; i < model.dae.variables.size(); ++i) {
    const VariableId id(i);
    const Variable& v = model.dae.variables[id];
    if (!model.isUnknown(id) || !model.isReal(id) || v.nominal.valid()) continue;
    const double size = v.start.valid() ? std::abs(valueOf(v.start)) : 0;
    starts.push_back({id, size});
    if (size >= kSmallest && size < kSmall && v.startFromOutside())
      largest.emplace(arrayOf(model.name(id)), 0);
  }
  if (largest.empty()) return;
  std::vector<double*> groups;
  for (const Start& start : starts) {
    const auto group = largest.find(arrayOf(model.name(start.variable)));
    groups.push_back(group == largest.end() ? nullptr : &group->second);
    if (group != largest.end())
      group->second = std::isnan(start.size) ? HUGE_VAL : std::max(group->second, start.size);
  }
  for (size_t i = 0; i < starts.size(); ++i)
    if (groups[i] != nullptr && *groups[i] < kSmall)
      model.dae.variables[starts[i].variable].nominal = pool.real(*groups[i]);
}

}  // namespace formola
