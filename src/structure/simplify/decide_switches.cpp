#include "structure/simplify/decide_switches.h"

#include <algorithm>
#include <cmath>

#include "expr/eval_numeric.h"
#include "expr/rewrite.h"
#include "expr/simplify.h"
#include "expr/substitute.h"
#include "structure/simplify/parameter_values.h"

namespace formola {

namespace {

class SwitchDecider {
 public:
  explicit SwitchDecider(StructuredDae& model)
      : model_(model), pool_(model.pool()), values_(parameterValues(model)) {}

  // True: some were decided, inside of which there may be others.
  bool decideOnce();

 private:
  enum class Givers { Unknown, Switches, Kept };  // of the values in a condition

  Givers givers(ExprId condition) const;
  std::vector<uint32_t> quantities(ExprId root) const;
  bool decides(ExprId condition, bool value, std::span<const ExprId> branches) const;
  template <typename Visit>
  void forEachEquation(Visit visit) {
    for (auto* list : {&model_.equations, &model_.initialEquations})
      for (StructuredEquation& e : *list) visit(e);
  }

  StructuredDae& model_;
  ExprPool& pool_;
  const std::vector<double> values_;
};

SwitchDecider::Givers SwitchDecider::givers(ExprId condition) const {
  bool known = true, kept = true, switches = true;
  SmallExprSet seen;
  const ExprId roots[1] = {condition};
  forEachNode(pool_, roots, seen, [&](ExprId id) {
    const ExprKind kind = pool_.kind(id);
    if (kind == ExprKind::Variable) {
      const VariableId variable = pool_.variableOf(id);
      const Variable& v = model_.dae.variables[variable];
      known = known && !std::isnan(values_[variable.index()]);
      const bool follows = v.binding.valid() && !pool_.isLiteral(v.binding);
      kept = kept && (follows || v.isFinal || v.isProtected || v.evaluate);
      switches = switches && !model_.isReal(variable);
    } else if (kind == ExprKind::Time || kind == ExprKind::Call ||
               (kind == ExprKind::Builtin && isLeafQuantity(pool_, id))) {
      known = false;
    }
  });
  if (!known) return Givers::Unknown;
  return kept ? Givers::Kept : switches ? Givers::Switches : Givers::Unknown;
}

// Unknowns and derivatives in an expression as numbers of theirs, ascending.
std::vector<uint32_t> SwitchDecider::quantities(ExprId root) const {
  std::vector<uint32_t> found;
  SmallExprSet seen;
  const ExprId roots[1] = {root};
  forEachNode(pool_, roots, seen, [&](ExprId id) {
    const bool unknown = pool_.kind(id) == ExprKind::Variable &&
                         model_.info[pool_.variableOf(id)].role != Role::Parameter;
    if (unknown || pool_.isBuiltin(id, Builtin::Der)) found.push_back(id.index());
  });
  std::ranges::sort(found);
  return found;
}

bool SwitchDecider::decides(ExprId condition, bool value, std::span<const ExprId> branches) const {
  const Givers from = givers(condition);
  if (from == Givers::Unknown) return false;
  // A coefficient that is zero takes away what it multiplies.
  const auto isZero = [&](ExprId id) { return pool_.isNumber(id) && pool_.realValue(id) == 0; };
  if (from == Givers::Kept && (isZero(branches[0]) || isZero(branches[1]))) return true;
  const std::vector<uint32_t> here = quantities(branches[value ? 0 : 1]);
  for (uint32_t each : quantities(branches[value ? 1 : 0])) {
    if (std::ranges::binary_search(here, each)) continue;
    if (from == Givers::Kept || pool_.isBuiltin(ExprId(each), Builtin::Der)) return true;
  }
  return false;
}

bool SwitchDecider::decideOnce() {
  NumericEvaluator evaluate(pool_, [&](ExprId leaf) {
    return pool_.kind(leaf) == ExprKind::Variable ? values_[pool_.variableOf(leaf).index()] : NAN;
  });
  std::vector<ExprId> ifs;
  ExprSet seen;
  forEachEquation([&](const StructuredEquation& e) {
    const ExprId roots[2] = {e.left, e.right};
    forEachNode(pool_, roots, seen, [&](ExprId id) {
      if (pool_.kind(id) == ExprKind::If) ifs.push_back(id);
    });
  });
  Substitution substitute(pool_);
  bool any = false;
  for (ExprId id : ifs) {
    const ExprId condition = pool_.child(id, 0);
    const ExprId branches[2] = {pool_.child(id, 1), pool_.child(id, 2)};
    const double value = evaluate(condition);
    if (std::isnan(value) || !decides(condition, value != 0, branches)) continue;
    useValues(model_, condition);
    substitute.set(id, branches[value != 0 ? 0 : 1]);
    any = true;
  }
  if (!any) return false;
  Simplifier simplify(pool_);
  forEachEquation([&](StructuredEquation& e) {
    const ExprId left = substitute.apply(e.left), right = substitute.apply(e.right);
    if (left == e.left && right == e.right) return;
    e.left = simplify(left);
    e.right = simplify(right);
  });
  return true;
}

}  // namespace

StructuredDae decideSwitches(StructuredDae model, const StructureOptions&, Diagnostics&) {
  constexpr int kDepth = 8;  // of switches inside of each other; what is deeper stays
  SwitchDecider decider(model);
  for (int k = 0; k < kDepth && decider.decideOnce(); ++k) continue;
  return model;
}

}  // namespace formola
