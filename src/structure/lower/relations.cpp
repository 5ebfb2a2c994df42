#include "structure/lower/relations.h"

#include <cmath>
#include <unordered_set>

#include "expr/build.h"
#include "expr/rewrite.h"
#include "structure/lower/time_relation.h"

namespace formola {

namespace {

constexpr double kEnlarged = 1e-8;  // what constants in relations are at least

class Numbering {
 public:
  explicit Numbering(StructuredDae& model) : model_(model), pool_(model.pool()), time_(model) {}

  void run();

 private:
  void collect(ExprId root);
  void classify(RelationInfo& info);
  void addTimeEvent(const TimeEvent& event);
  void addFloor(ExprId side);
  bool hidesRelations(ExprId id) const;
  ExprId rewrite(ExprId root);
  double smallBound(ExprId side) const;
  void enlarge(std::vector<ExprId>& sides) const;

  StructuredDae& model_;
  ExprPool& pool_;
  TimeRelations time_;
  ExprSet seen_;
  std::unordered_set<uint64_t> knownTimeEvents_;
  std::vector<RelationInfo> found_;
  ExprTable<uint32_t> number_;
  ExprTable<ExprId> memo_;
};

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
        if (!isInequality(pool_.kind(id)) || hidesRelations(id)) return;
        if (time_.varying(id) == Dependence::Constant) return;
        // Texts change at events only.
        if (pool_.base(pool_.child(id, 0)) == BaseType::String) return;
        RelationInfo info;
        info.relation = id;
        found_.push_back(info);
      });
}

void Numbering::addTimeEvent(const TimeEvent& event) {
  const uint64_t key = (static_cast<uint64_t>(event.instant.index()) << 32) | event.limit.index();
  if (knownTimeEvents_.insert(key).second) model_.timeEvents.push_back(event);
}

void Numbering::classify(RelationInfo& info) {
  info.kind = RelationKind::State;
  const std::optional<TimeRelation> found = time_(info.relation);
  if (!found) return;
  info.kind = RelationKind::Time;
  info.value = found->value;
  info.knownSlope = found->knownSlope;
  addTimeEvent(found->event);
}

// The events of a floor of time, which has an equation of its own: f = noEvent(floorOfTime(...)),
// where f may have become -y.
void Numbering::addFloor(ExprId side) {
  while (pool_.kind(side) == ExprKind::Neg || pool_.isBuiltin(side, Builtin::NoEvent))
    side = pool_.child(side, 0);
  if (!pool_.isBuiltin(side, Builtin::FloorOfTime)) return;
  std::vector<ExprId> operands(pool_.children(side).begin(), pool_.children(side).end());
  addTimeEvent(
      {pool_.builtin(Builtin::EndOfFloor, pool_.types.real(), operands), time_.limit(false)});
}

// The size of a constant or parameter that is small, but no guard against division by zero, such as
// the smallest numbers; else 0.
double Numbering::smallBound(ExprId side) const {
  constexpr double kSmallest = 1e-15;
  while (pool_.kind(side) == ExprKind::Neg) side = pool_.child(side, 0);
  if (pool_.kind(side) == ExprKind::Variable) {
    const Variable& v = model_.dae.variables[pool_.variableOf(side)];
    if (v.variability > Variability::Parameter || !v.binding.valid()) return 0;
    side = v.binding;
  }
  if (!pool_.isNumber(side)) return 0;
  const double size = std::abs(pool_.realValue(side));
  return size >= kSmallest && size < kEnlarged ? size : 0;
}

// Differences of 1e-14 count as rounding, whatever the sides are made of: x > 5e-15 would never be
// true, and x < 5e-13 too late. Who compares with such a number has signals of that size: both
// sides are multiplied by a power of two.
void Numbering::enlarge(std::vector<ExprId>& sides) const {
  double bound = 0;
  for (ExprId side : sides) bound = std::max(bound, smallBound(side));
  if (bound == 0) return;
  ExprBuilder build(pool_);
  const ExprId factor = pool_.real(std::exp2(std::round(std::log2(kEnlarged / bound))));
  for (ExprId& side : sides) side = build.mul(factor, side);
}

ExprId Numbering::rewrite(ExprId root) {
  if (!root.valid()) return root;
  return mapExpr(pool_, root, memo_, [&](ExprId id, std::span<const ExprId> children) -> ExprId {
    if (hidesRelations(id)) return id;
    if (number_.has(id)) {
      // Relations inside the operands are frozen too, so that the crossing function is continuous.
      std::vector<ExprId> operands(children.begin(), children.end());
      if (found_[number_.at(id)].kind == RelationKind::State) enlarge(operands);
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
    addFloor(e.left);
    addFloor(e.right);
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
