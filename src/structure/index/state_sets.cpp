#include "structure/index/state_sets.h"

#include <fmt/format.h>

#include "structure/index/function_rules.h"

namespace formola {

namespace {
constexpr size_t kMostEntries = 4000;  // of the selection: states times candidates
}

StateSetBuilder::StateSetBuilder(StructuredDae& model, std::span<const int> equations,
                                 std::span<const VariableId> variables)
    : model_(model),
      equations_(equations),
      variables_(variables),
      build_(model.pool()),
      functions_(model.dae),
      collector_(model.pool()),
      differentiate_(
          model.pool(),
          {[this](ExprId leaf) { return leaf == direction_ ? build_.one() : build_.zero(); },
           [this](ExprId call, std::span<const ExprId> derivatives) {
             return derivativeOfCall(build_, functions_, call, derivatives);
           }}) {}

// How often the equation was differentiated.
int StateSetBuilder::orderOf(int row) const {
  int order = 0;
  for (int e = equations_[static_cast<size_t>(row)];
       model_.equations[static_cast<size_t>(e)].derivativeOf >= 0; ++order)
    e = model_.equations[static_cast<size_t>(e)].derivativeOf;
  return order;
}

// The derivatives of the constraint as it was before any differentiation; for its derivatives they
// are the same by the highest derivatives.
bool StateSetBuilder::jacobianRow(int row, const Columns& columns, StateSet& result) {
  int e = equations_[static_cast<size_t>(row)];
  const int order = orderOf(row);
  for (int k = 0; k < order; ++k) e = model_.equations[static_cast<size_t>(e)].derivativeOf;
  const StructuredEquation& equation = model_.equations[static_cast<size_t>(e)];
  const int number = result.jacobian.empty() ? 0 : result.jacobian.back().row + 1;
  const ExprId roots[2] = {equation.left, equation.right};
  collector_.collect(roots, found_);
  for (const Incidence& in : found_) {
    VariableId highest = in.variable;
    for (int k = 0; k < order && highest.valid(); ++k) highest = model_.info[highest].derivative;
    const auto column = highest.valid() ? columns.find(highest.index()) : columns.end();
    if (column == columns.end()) continue;
    direction_ = model_.ref(in.variable);
    differentiate_.reset();
    const Derivative left = differentiate_(equation.left), right = differentiate_(equation.right);
    if (!left.ok() || !right.ok()) return false;
    const ExprId value = build_.sub(left.value, right.value);
    if (!build_.isZero(value)) result.jacobian.push_back({number, column->second, value});
  }
  return !result.jacobian.empty() && result.jacobian.back().row == number;
}

bool StateSetBuilder::describe(const graph::SelectionSet& set, std::vector<int> chosen,
                               StateSet& result) {
  if (set.candidates.size() * chosen.size() > kMostEntries) return false;
  int order = orderOf(set.constraints[0]);
  bool uniform = true;
  for (int e : set.constraints) uniform = uniform && orderOf(e) == order;
  for (auto [e, v] : set.inner) uniform = uniform && orderOf(e) == order;
  // Constraints of different orders (a hinge, and a wheel that does not slip sideways) leave each
  // order its own choice; those that go on below are looked at there.
  if (!uniform) order = 1;
  // u, der(u), ..., from the highest derivative downwards
  result.candidates.assign(static_cast<size_t>(order) + 1, {});
  for (int v : set.candidates) {
    VariableId at = variables_[static_cast<size_t>(v)];
    for (size_t k = result.candidates.size(); k-- > 0; at = model_.info[at].integral) {
      if (!at.valid()) return false;
      result.candidates[k].push_back(at);
    }
  }
  result.chosen = std::move(chosen);
  result.forced = set.forced.size();
  result.inner = set.inner.size();
  result.constraints = set.constraints.size();
  Columns columns;
  auto addColumn = [&](int v) {
    const auto next = static_cast<int>(columns.size());
    columns.emplace(variables_[static_cast<size_t>(v)].index(), next);
  };
  for (int v : set.candidates) addColumn(v);
  for (int v : set.forced) addColumn(v);
  for (auto [e, v] : set.inner) {
    addColumn(v);
    if (!jacobianRow(e, columns, result)) return false;
  }
  for (int e : set.constraints)
    if (!jacobianRow(e, columns, result)) return false;
  return true;
}

VariableId StateSetBuilder::addState(std::string name, VariableId like) {
  const Variable& base = model_.dae.variables[like];
  Variable v;
  v.name = model_.pool().names.intern(name);
  v.type = base.type;
  v.nominal = base.nominal;
  v.origin = base.origin;
  v.isProtected = v.hideResult = true;
  return model_.add(std::move(v), {Role::State, {}, {}});
}

// The sum of A[state, j] of[j].
ExprId StateSetBuilder::selected(const StateSet& set, size_t state,
                                 const std::vector<VariableId>& of) {
  ExprBuilder build(model_.pool());
  ExprId sum = build.zero();
  for (size_t j = 0; j < of.size(); ++j)
    sum = build.add(sum,
                    build.mul(model_.ref(set.selection[state * of.size() + j]), model_.ref(of[j])));
  return sum;
}

void StateSetBuilder::add(StateSet set, const Provenance& origin) {
  const size_t orders = set.candidates.size() - 1, n = set.candidates[0].size();
  const std::string name = fmt::format("$set{}", model_.stateSets.size() + 1);
  ExprBuilder build(model_.pool());
  for (size_t k = 0; k < set.chosen.size(); ++k)
    for (size_t j = 0; j < n; ++j) {
      Variable v;
      v.name = model_.pool().names.intern(fmt::format("{}.A[{},{}]", name, k + 1, j + 1));
      v.type = model_.pool().types.real();
      v.start = build.real(set.chosen[k] == static_cast<int>(j) ? 1 : 0);
      v.isProtected = v.hideResult = true;
      set.selection.push_back(model_.add(std::move(v), {Role::Integrator, {}, {}}));
    }
  auto equation = [&](ExprId left, ExprId right) {
    StructuredEquation e;
    e.left = left;
    e.right = right;
    e.origin = origin;
    model_.equations.push_back(std::move(e));
  };
  auto kind = [](size_t order) {
    return order == 0   ? std::string("state")
           : order == 1 ? std::string("rate")
                        : fmt::format("rate{}", order);
  };
  set.states.resize(orders);
  for (size_t o = 0; o < orders; ++o)
    for (size_t k = 0; k < set.chosen.size(); ++k) {
      const VariableId s = addState(fmt::format("{}.{}[{}]", name, kind(o), k + 1),
                                    set.candidates[o][static_cast<size_t>(set.chosen[k])]);
      set.states[o].push_back(s);
      equation(model_.ref(s), selected(set, k, set.candidates[o]));
    }
  for (size_t o = 0; o < orders; ++o)
    for (size_t k = 0; k < set.chosen.size(); ++k) {
      const VariableId s = set.states[o][k];
      Variable v = model_.dae.variables[s];
      v.name = model_.pool().names.intern(fmt::format("{}.der({}[{}])", name, kind(o), k + 1));
      v.nominal = {};
      const VariableId d = model_.add(std::move(v), {Role::Derivative, {}, s});
      model_.info[s].derivative = d;
      equation(model_.ref(d), o + 1 < orders ? model_.ref(set.states[o + 1][k])
                                             : selected(set, k, set.candidates[orders]));
    }
  set.candidates.pop_back();  // the highest derivatives are no candidates
  model_.stateSets.push_back(std::move(set));
}

}  // namespace formola
