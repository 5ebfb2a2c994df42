#include "driver/shell_model.h"

#include <fmt/format.h>

#include <numeric>

#include "driver/shell_order.h"
#include "expr/rewrite.h"
#include "structure/index/derivatives.h"
#include "structure/index/reduce_index.h"
#include "structure/lower/integer_functions.h"
#include "structure/lower/lower_events.h"
#include "structure/lower/relations.h"
#include "structure/simplify/replace_variables.h"
#include "structure/solve/tear_blocks.h"

namespace formola {

namespace {

// a = b between variables: of the two names the papers keep the right one, unless the left one is
// an input or a state. Outputs of the model keep their equations.
class TrivialElimination {
 public:
  explicit TrivialElimination(StructuredDae& model)
      : model_(model), pool_(model.pool()), parent_(model.dae.variables.size()) {
    std::iota(parent_.begin(), parent_.end(), 0U);
  }

  void run() {
    findStates();
    std::vector<StructuredEquation> rest;
    std::vector<int> newIndex(model_.equations.size(), -1);
    for (size_t i = 0; i < model_.equations.size(); ++i) {
      if (absorb(model_.equations[i])) continue;
      newIndex[i] = static_cast<int>(rest.size());
      rest.push_back(model_.equations[i]);
    }
    for (StructuredEquation& e : rest) {
      if (e.derivative >= 0) e.derivative = newIndex[static_cast<size_t>(e.derivative)];
      if (e.derivativeOf >= 0) e.derivativeOf = newIndex[static_cast<size_t>(e.derivativeOf)];
    }
    model_.equations = std::move(rest);
    VariableReplacement replacement(pool_);
    for (uint32_t i = 0; i < parent_.size(); ++i) {
      const uint32_t root = find(i);
      if (root == i) continue;
      const VariableId id(i), of(root);
      // A chain of derivatives that goes on with another name.
      if (VariableId d = model_.info[id].derivative; d.valid()) {
        if (!model_.info[of].derivative.valid()) model_.info[of].derivative = d;
        model_.info[id].derivative = {};
        if (model_.info[d].integral == id) model_.info[d].integral = of;
      }
      if (VariableId x = model_.info[id].integral; x.valid()) {
        if (model_.info[x].derivative == id) model_.info[x].derivative = of;
        model_.info[id].integral = {};
      }
      model_.info[id].role = Role::Alias;
      model_.aliases.push_back({id, of, false});
      replacement.set(id, model_.ref(of));
    }
    replacement.applyTo(model_);
  }

 private:
  uint32_t find(uint32_t i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }

  void findStates() {
    state_.assign(parent_.size(), 0);
    ExprSet seen;
    for (const StructuredEquation& e : model_.equations) {
      ExprId roots[2] = {e.left, e.right};
      forEachNode(pool_, roots, seen, [&](ExprId id) {
        if (pool_.isBuiltin(id, Builtin::Der) &&
            pool_.kind(pool_.child(id, 0)) == ExprKind::Variable)
          state_[pool_.variableOf(pool_.child(id, 0)).index()] = 1;
      });
    }
    for (uint32_t i = 0; i < parent_.size(); ++i)
      if (model_.info[VariableId(i)].role == Role::State) state_[i] = 1;
  }

  // 0: any name; 1: a state or its derivative; 2: known from outside
  int strength(uint32_t i) const {
    const Role role = model_.info[VariableId(i)].role;
    if (role == Role::Parameter || role == Role::Input) return 2;
    return state_[i] != 0 || role == Role::Derivative ? 1 : 0;
  }

  bool absorb(const StructuredEquation& e) {
    if (e.target.valid() || pool_.base(e.left) != BaseType::Real) return false;
    if (pool_.kind(e.left) != ExprKind::Variable || pool_.kind(e.right) != ExprKind::Variable)
      return false;
    for (ExprId side : {e.left, e.right})
      if (model_.dae.variables[pool_.variableOf(side)].causality == Causality::Output) return false;
    const uint32_t left = find(pool_.variableOf(e.left).index());
    const uint32_t right = find(pool_.variableOf(e.right).index());
    if (left == right) return false;
    if (strength(left) > 0 && strength(right) > 0) return false;
    if (strength(left) > 0) {
      parent_[right] = left;
    } else {
      parent_[left] = right;
    }
    return true;
  }

  StructuredDae& model_;
  ExprPool& pool_;
  std::vector<uint32_t> parent_;
  std::vector<char> state_;
};

void overrideRoles(StructuredDae& model, const ShellSettings& settings, ShellView& view) {
  auto each = [&](const std::vector<std::string>& names, auto&& action) {
    for (const std::string& name : names) {
      const VariableId id = findVariable(model, name);
      if (id.valid()) {
        action(id);
      } else {
        view.problems.push_back(name);
      }
    }
  };
  each(settings.unknown, [&](VariableId id) {
    if (model.info[id].role == Role::State || model.info[id].role == Role::Input)
      model.info[id].role = Role::Algebraic;
  });
  each(settings.known, [&](VariableId id) { model.info[id].role = Role::Input; });
}

void assignCausality(ShellView& view) {
  StructuredDae& model = view.model;
  std::vector<VariableId> unknowns;
  for (uint32_t i = 0; i < model.dae.variables.size(); ++i)
    if (model.isUnknown(VariableId(i))) unknowns.push_back(VariableId(i));
  EquationSystem system(model, model.equations, unknowns);
  const SystemGraph g = buildGraph(system);
  view.partitioned = true;
  assignAsListed(system, g, view);
  if (!view.constraints.empty() || !view.unassigned.empty()) return;
  model.blocks = sortAsPrinted(system, view);
  tearSystem(system, model.blocks, {});
  view.sorted = true;
}

}  // namespace

VariableId findVariable(const StructuredDae& model, std::string_view name) {
  std::string derivative;
  const size_t dot = name.rfind('.');
  const size_t last = dot == std::string_view::npos ? 0 : dot + 1;
  if (name.substr(last).starts_with("der") && !name.starts_with("der("))
    derivative = fmt::format("der({}{})", name.substr(0, last), name.substr(last + 3));
  VariableId found;
  for (uint32_t i = 0; i < model.dae.variables.size(); ++i) {
    const std::string_view own = model.name(VariableId(i));
    if (own == name) return VariableId(i);
    if (!derivative.empty() && own == derivative) found = VariableId(i);
  }
  return found;
}

ShellView viewModel(const Dae& dae, const ShellSettings& settings, bool partition,
                    Diagnostics& diagnostics) {
  ShellView view;
  Dae copy = dae;
  for (const std::string& name : settings.states) {
    const Symbol symbol = copy.pool->names.find(name);
    bool found = false;
    for (Variable& v : copy.variables) {
      if (!symbol.valid() || v.name != symbol) continue;
      v.stateSelect = StateSelect::Always;
      found = true;
    }
    if (!found) view.problems.push_back(name);
  }
  StructuredDae model = lowerEvents(std::move(copy), diagnostics);
  // Where nothing is differentiated, mod() and the like stay as they are written.
  if (settings.differentiated) model = lowerIntegerFunctions(std::move(model), {}, diagnostics);
  const bool first = settings.eliminate && (!settings.differentiated || settings.eliminatedBefore);
  if (first) TrivialElimination(model).run();
  model = introduceDerivatives(std::move(model), {}, diagnostics);
  if (settings.differentiated) {
    StructureOptions options;
    options.dynamicStates = false;  // one choice, as one would write it down
    model = reduceIndex(std::move(model), options, diagnostics);
    if (settings.eliminate && !settings.eliminatedBefore) TrivialElimination(model).run();
  }
  overrideRoles(model, settings, view);
  if (partition) model = numberRelations(std::move(model), {}, diagnostics);
  view.model = std::move(model);
  if (partition && !diagnostics.hasErrors()) assignCausality(view);
  return view;
}

}  // namespace formola
