#include "structure/lower/time_relation.h"

namespace formola {

TimeRelations::TimeRelations(const StructuredDae& model)
    : model_(model),
      pool_(model.pool()),
      build_(pool_),
      varying_(pool_,
               [this](ExprId leaf) {
                 if (pool_.kind(leaf) == ExprKind::Time) return Dependence::Known;
                 if (pool_.isBuiltin(leaf, Builtin::Der)) return Dependence::Unknown;
                 if (pool_.kind(leaf) != ExprKind::Variable) return Dependence::Constant;
                 const Role role = model_.info[pool_.variableOf(leaf)].role;
                 return role == Role::Parameter || role == Role::Discrete ? Dependence::Constant
                                                                          : Dependence::Unknown;
               }),
      time_(pool_, [this](ExprId leaf) {
        return pool_.kind(leaf) == ExprKind::Time ? Dependence::Unknown : Dependence::Known;
      }) {}

ExprId TimeRelations::limit(bool at) const {
  return pool_.builtin(at ? Builtin::Reached : Builtin::Passed, pool_.types.real(), {});
}

// a op b with c*time + r = a - b: time op' -r/c. Where op holds at the instant as it does after it,
// it changes at the instant, else right after it.
std::optional<TimeRelation> TimeRelations::operator()(ExprId relation) {
  if (varying_(relation) != Dependence::Known) return {};
  const AffineForm form = time_.affineResidual(pool_.child(relation, 0), pool_.child(relation, 1));
  if (!form.affine || form.terms.size() != 1) return {};
  const ExprId c = form.terms[0].coefficient, zero = build_.zero();
  TimeRelation result;
  result.knownSlope = pool_.isNumber(c);
  if (result.knownSlope && pool_.realValue(c) == 0) return {};
  const ExprKind kind = pool_.kind(relation);
  const bool greater = kind == ExprKind::Greater || kind == ExprKind::GreaterEqual;
  const bool equal = kind == ExprKind::GreaterEqual || kind == ExprKind::LessEqual;
  const ExprId instant = build_.neg(build_.div(form.remainder, c));
  const TypeId boolean = pool_.types.boolean(), real = pool_.types.real();
  auto limitOf = [&](bool rising) { return limit((greater == rising) == equal); };
  auto valueOf = [&](bool rising) {
    return pool_.binary(greater == rising ? ExprKind::GreaterEqual : ExprKind::Less, boolean,
                        limitOf(rising), instant);
  };
  if (result.knownSlope) {
    const bool rising = pool_.realValue(c) > 0;
    result.value = valueOf(rising);
    result.event = {instant, limitOf(rising)};
    return result;
  }
  const ExprId rises = pool_.binary(ExprKind::Greater, boolean, c, zero);
  const ExprId falls = pool_.binary(ExprKind::Less, boolean, c, zero);
  const ExprId constant = pool_.binary(kind, boolean, form.remainder, zero);
  result.value = pool_.ifThenElse(boolean, rises, valueOf(true),
                                  pool_.ifThenElse(boolean, falls, valueOf(false), constant));
  result.event = {instant, pool_.ifThenElse(real, rises, limitOf(true), limitOf(false))};
  return result;
}

}  // namespace formola
