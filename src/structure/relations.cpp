#include "structure/relations.h"

#include <unordered_set>

#include "expr/linear.h"
#include "expr/rewrite.h"
#include "expr/sign.h"

namespace formola {

namespace {

bool isRelation(ExprKind kind) {
  return kind == ExprKind::Less || kind == ExprKind::LessEqual || kind == ExprKind::Greater ||
         kind == ExprKind::GreaterEqual;
}

class Numbering {
 public:
  explicit Numbering(StructuredDae& model)
      : model_(model),
        pool_(model.pool()),
        build_(pool_),
        varying_(pool_, [this](ExprId leaf) { return dependence(leaf, false); }),
        time_(pool_, [this](ExprId leaf) { return dependence(leaf, true); }) {}

  void run();

 private:
  // Constant: parameters and discrete; Unknown: what is looked for.
  Dependence dependence(ExprId leaf, bool timeOnly) const;
  void collect(ExprId root);
  void classify(RelationInfo& info);
  ExprId limit(bool at) {
    return pool_.builtin(at ? Builtin::Reached : Builtin::Passed, pool_.types.real(), {});
  }
  void addTimeEvent(ExprId instant, ExprId limit);
  void collectFloors(ExprId root);
  bool hidesRelations(ExprId id) const;
  ExprId rewrite(ExprId root);

  StructuredDae& model_;
  ExprPool& pool_;
  ExprBuilder build_;
  DependenceAnalysis varying_;  // Unknown: depends on continuous variables; Known: on time
  LinearAnalysis time_;         // in the unknown time
  ExprSet seen_, seenFloors_;
  std::unordered_set<uint64_t> knownTimeEvents_;
  std::vector<RelationInfo> found_;
  ExprTable<uint32_t> number_;
  ExprTable<ExprId> memo_;
};

Dependence Numbering::dependence(ExprId leaf, bool timeOnly) const {
  if (pool_.kind(leaf) == ExprKind::Time) return timeOnly ? Dependence::Unknown : Dependence::Known;
  if (timeOnly) return Dependence::Known;
  if (pool_.kind(leaf) != ExprKind::Variable) return Dependence::Constant;
  switch (model_.info[pool_.variableOf(leaf)].role) {
    case Role::Parameter:
    case Role::Discrete:
      return Dependence::Constant;
    default:
      return Dependence::Unknown;
  }
}

bool Numbering::hidesRelations(ExprId id) const {
  if (pool_.isBuiltin(id, Builtin::NoEvent) || pool_.isBuiltin(id, Builtin::Relation)) return true;
  return pool_.isBuiltin(id, Builtin::Smooth) && pool_.isNumber(pool_.child(id, 0)) &&
         pool_.realValue(pool_.child(id, 0)) >= 1;
}

void Numbering::collect(ExprId root) {
  ExprId roots[1] = {root};
  forEachNode(
      pool_, roots, seen_, [&](ExprId id) { return !hidesRelations(id); },
      [&](ExprId id) {
        if (!isRelation(pool_.kind(id)) || hidesRelations(id)) return;
        if (varying_(id) == Dependence::Constant) return;
        // Texts change at events only.
        if (pool_.base(pool_.child(id, 0)) == BaseType::String) return;
        RelationInfo info;
        info.relation = id;
        found_.push_back(info);
      });
}

void Numbering::addTimeEvent(ExprId instant, ExprId limit) {
  const uint64_t key = (static_cast<uint64_t>(instant.index()) << 32) | limit.index();
  if (knownTimeEvents_.insert(key).second) model_.timeEvents.push_back({instant, limit});
}

// a op b with c*time + r = a - b: time op' -r/c. Where op holds at the instant as it does after it,
// it changes at the instant, else right after it.
void Numbering::classify(RelationInfo& info) {
  info.kind = RelationKind::State;
  if (varying_(info.relation) != Dependence::Known) return;
  ExprId a = pool_.child(info.relation, 0), b = pool_.child(info.relation, 1);
  AffineForm form = time_.affineResidual(a, b);
  if (!form.affine || form.terms.size() != 1) return;
  const ExprId c = form.terms[0].coefficient, zero = build_.zero();
  info.knownSlope = pool_.isNumber(c);
  if (info.knownSlope && pool_.realValue(c) == 0) return;
  const ExprKind kind = pool_.kind(info.relation);
  const bool greater = kind == ExprKind::Greater || kind == ExprKind::GreaterEqual;
  const bool equal = kind == ExprKind::GreaterEqual || kind == ExprKind::LessEqual;
  const ExprId instant = build_.neg(build_.div(form.remainder, c));
  const TypeId boolean = pool_.types.boolean(), real = pool_.types.real();
  auto limitOf = [&](bool rising) { return limit((greater == rising) == equal); };
  auto valueOf = [&](bool rising) {
    const bool after = greater == rising;
    return pool_.binary(after ? ExprKind::GreaterEqual : ExprKind::Less, boolean, limitOf(rising),
                        instant);
  };
  info.kind = RelationKind::Time;
  if (info.knownSlope) {
    const bool rising = pool_.realValue(c) > 0;
    info.value = valueOf(rising);
    addTimeEvent(instant, limitOf(rising));
    return;
  }
  const ExprId rising = pool_.binary(ExprKind::Greater, boolean, c, zero);
  const ExprId falling = pool_.binary(ExprKind::Less, boolean, c, zero);
  const ExprId constant = pool_.binary(kind, boolean, form.remainder, zero);
  info.value = pool_.ifThenElse(boolean, rising, valueOf(true),
                                pool_.ifThenElse(boolean, falling, valueOf(false), constant));
  addTimeEvent(instant, pool_.ifThenElse(real, rising, limitOf(true), limitOf(false)));
}

// Each floor of time changes at instants of its own.
void Numbering::collectFloors(ExprId root) {
  const ExprId roots[1] = {root};
  forEachNode(
      pool_, roots, seenFloors_, [](ExprId) { return true; },
      [&](ExprId id) {
        if (!pool_.isBuiltin(id, Builtin::FloorOfTime)) return;
        std::vector<ExprId> operands(pool_.children(id).begin(), pool_.children(id).end());
        addTimeEvent(pool_.builtin(Builtin::EndOfFloor, pool_.types.real(), operands),
                     limit(false));
      });
}

ExprId Numbering::rewrite(ExprId root) {
  if (!root.valid()) return root;
  return mapExpr(pool_, root, memo_, [&](ExprId id, std::span<const ExprId> children) -> ExprId {
    if (hidesRelations(id)) return id;
    if (number_.has(id)) {
      // Relations inside the operands are frozen too, so that the crossing function is continuous.
      std::vector<ExprId> operands(children.begin(), children.end());
      ExprId relation =
          pool_.make(pool_.kind(id), pool_.type(id), 0, std::span<const ExprId>(operands));
      found_[number_.at(id)].relation = relation;
      return pool_.builtin(Builtin::Relation, pool_.types.boolean(),
                           {pool_.integer(number_.at(id)), relation});
    }
    bool same = true;
    auto own = pool_.children(id);
    for (size_t i = 0; i < children.size() && same; ++i) same = own[i] == children[i];
    if (same) return id;
    std::vector<ExprId> copy(children.begin(), children.end());
    return pool_.make(pool_.kind(id), pool_.type(id), pool_.payload(id),
                      std::span<const ExprId>(copy));
  });
}

void Numbering::run() {
  for (auto* list : {&model_.equations, &model_.initialEquations}) {
    for (const StructuredEquation& e : *list) {
      collect(e.left);
      collect(e.right);
    }
  }
  for (const Action& a : model_.actions)
    if (a.guard.valid()) collect(a.guard);
  for (RelationInfo& info : found_) classify(info);
  for (const StructuredEquation& e : model_.equations) {
    collectFloors(e.left);
    collectFloors(e.right);
  }
  std::stable_sort(found_.begin(), found_.end(), [](const RelationInfo& a, const RelationInfo& b) {
    return (a.kind == RelationKind::State) > (b.kind == RelationKind::State);
  });
  for (size_t i = 0; i < found_.size(); ++i)
    number_.set(found_[i].relation, static_cast<uint32_t>(i));
  for (auto* list : {&model_.equations, &model_.initialEquations}) {
    for (StructuredEquation& e : *list) {
      e.left = rewrite(e.left);
      e.right = rewrite(e.right);
    }
  }
  for (Action& a : model_.actions) a.guard = rewrite(a.guard);
  model_.relations = std::move(found_);
}

}  // namespace

StructuredDae numberRelations(StructuredDae model, const StructureOptions&, Diagnostics&) {
  Numbering(model).run();
  return model;
}

}  // namespace formola
