#include "expr/analysis.h"

#include <algorithm>

#include "expr/rewrite.h"

namespace formola {

namespace {

// One bit per context: the kinds, and the derivative orders 1 to 8 (higher ones share the last
// bit).
uint32_t contextBit(OccurrenceKind kind, uint8_t order) {
  if (kind == OccurrenceKind::Derivative) return 1u << (8 + std::min<unsigned>(order, 8));
  return 1u << static_cast<unsigned>(kind);
}

}  // namespace

void OccurrenceCollector::collect(std::span<const ExprId> roots, std::vector<Occurrence>& result) {
  seen_.clear();
  stack_.clear();
  for (size_t i = roots.size(); i-- > 0;) stack_.push_back({roots[i], OccurrenceKind::Value, 0});
  while (!stack_.empty()) {
    Frame f = stack_.back();
    stack_.pop_back();
    uint32_t& seen = seen_.slot(f.id);
    uint32_t bit = contextBit(f.kind, f.order);
    if (seen & bit) continue;
    seen |= bit;
    if (pool_.kind(f.id) == ExprKind::Variable) {
      result.push_back({pool_.variableOf(f.id), f.kind, f.order});
      continue;
    }
    std::span<const ExprId> children = pool_.children(f.id);
    bool past = f.kind != OccurrenceKind::Value && f.kind != OccurrenceKind::Derivative;
    if (pool_.kind(f.id) == ExprKind::Builtin && !past) {
      switch (pool_.builtinOf(f.id)) {
        case Builtin::Der: {
          ExprId inner = children[0];
          auto order = static_cast<uint8_t>(f.order + 1);
          stack_.push_back({inner, OccurrenceKind::Derivative, order});
          bool plain =
              pool_.kind(inner) == ExprKind::Variable || pool_.isBuiltin(inner, Builtin::Der);
          if (!plain) stack_.push_back({inner, OccurrenceKind::Value, 0});
          continue;
        }
        case Builtin::Pre:
          stack_.push_back({children[0], OccurrenceKind::Previous, 0});
          continue;
        case Builtin::Old:
          stack_.push_back({children[0], OccurrenceKind::Old, 0});
          continue;
        case Builtin::Edge:
        case Builtin::Change:
          stack_.push_back({children[0], OccurrenceKind::Previous, 0});
          stack_.push_back({children[0], OccurrenceKind::Value, 0});
          continue;
        case Builtin::Delay:
          for (size_t i = children.size(); i-- > 1;)
            stack_.push_back({children[i], f.kind, f.order});
          stack_.push_back({children[0], OccurrenceKind::Delayed, 0});
          continue;
        case Builtin::Transported:
          for (size_t i = children.size(); i-- > 0;)
            stack_.push_back(isTransportInput(i) ? Frame{children[i], OccurrenceKind::Delayed, 0}
                                                 : Frame{children[i], f.kind, f.order});
          continue;
        default:
          break;
      }
    }
    for (size_t i = children.size(); i-- > 0;) stack_.push_back({children[i], f.kind, f.order});
  }
}

std::vector<Occurrence> OccurrenceCollector::operator()(ExprId root) {
  std::vector<Occurrence> result;
  collect({&root, 1}, result);
  return result;
}

OperationCount& OperationCount::operator+=(const OperationCount& o) {
  adds += o.adds;
  muls += o.muls;
  divs += o.divs;
  powers += o.powers;
  functions += o.functions;
  calls += o.calls;
  relations += o.relations;
  branches += o.branches;
  return *this;
}

namespace {

void countNode(const ExprPool& pool, ExprId id, OperationCount& count) {
  switch (pool.kind(id)) {
    case ExprKind::Neg:
    case ExprKind::Add:
    case ExprKind::Sub:
      ++count.adds;
      return;
    case ExprKind::Mul:
      ++count.muls;
      return;
    case ExprKind::Div:
      ++count.divs;
      return;
    case ExprKind::Pow: {
      ExprId exponent = pool.child(id, 1);
      bool square = pool.isNumber(exponent) && pool.realValue(exponent) == 2;
      ++(square ? count.muls : count.powers);
      return;
    }
    case ExprKind::Not:
    case ExprKind::And:
    case ExprKind::Or:
    case ExprKind::Less:
    case ExprKind::LessEqual:
    case ExprKind::Greater:
    case ExprKind::GreaterEqual:
    case ExprKind::Equal:
    case ExprKind::NotEqual:
      ++count.relations;
      return;
    case ExprKind::If:
      ++count.branches;
      return;
    case ExprKind::Call:
      ++count.calls;
      return;
    case ExprKind::Builtin:
      break;
    default:
      return;
  }
  switch (pool.builtinOf(id)) {
    case Builtin::Abs:
    case Builtin::Sign:
    case Builtin::MinOf:
    case Builtin::MaxOf:
      ++count.branches;
      return;
    case Builtin::SemiLinear:
      ++count.branches;
      ++count.muls;
      return;
    // these only name or pass on a value
    case Builtin::NoEvent:
    case Builtin::Smooth:
    case Builtin::Homotopy:
    case Builtin::Residue:
    case Builtin::Relax:
    case Builtin::Relation:
    case Builtin::Der:
    case Builtin::Pre:
    case Builtin::Old:
    case Builtin::Initial:
    case Builtin::Terminal:
    case Builtin::Reached:
    case Builtin::Passed:
      return;
    default:
      ++count.functions;
      return;
  }
}

template <typename Seen>
OperationCount countUnseen(const ExprPool& pool, std::span<const ExprId> roots, Seen& seen) {
  OperationCount count;
  forEachNode(
      pool, roots, seen, [&](ExprId id) { return !isLeafQuantity(pool, id); },
      [&](ExprId id) { countNode(pool, id, count); });
  return count;
}

}  // namespace

OperationCount countOperations(const ExprPool& pool, std::span<const ExprId> roots, ExprSet& seen) {
  return countUnseen(pool, roots, seen);
}

OperationCount countOperations(const ExprPool& pool, std::span<const ExprId> roots) {
  SmallExprSet seen;
  return countUnseen(pool, roots, seen);
}

double cost(const OperationCount& n, const CostModel& m) {
  auto times = [](uint64_t count, double each) { return static_cast<double>(count) * each; };
  return times(n.adds, m.add) + times(n.muls, m.mul) + times(n.divs, m.div) +
         times(n.powers, m.power) + times(n.functions, m.function) + times(n.calls, m.call) +
         times(n.relations, m.relation) + times(n.branches, m.branch);
}

}  // namespace formola
