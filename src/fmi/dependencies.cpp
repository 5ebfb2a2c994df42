#include "fmi/dependencies.h"

#include <algorithm>
#include <array>
#include <bit>

#include "expr/operators.h"
#include "expr/rewrite.h"

namespace formola::fmi {

DependencySets::DependencySets(const Schedule& schedule, const std::vector<KnownSlot>& known)
    : schedule_(schedule),
      words_((known.size() + 63) / 64),
      sets_(static_cast<size_t>(schedule.nVariables)) {
  for (size_t i = 0; i < known.size(); ++i) {
    const bool time = known[i].slot == KnownSlot::kTime;
    Set& set = time ? time_ : sets_[static_cast<size_t>(known[i].slot)];
    set.assign(kKinds * words_, 0);
    for (size_t k = 0; k <= static_cast<size_t>(known[i].kind); ++k)
      set[k * words_ + i / 64] |= uint64_t{1} << (i % 64);
  }
}

// With a factor of that kind.
void DependencySets::add(const Set& set, DependencyKind least, Set& into) const {
  if (set.empty()) return;
  for (size_t k = 0; k < kKinds; ++k) {
    const size_t from = k <= static_cast<size_t>(least) ? 0 : k * words_;
    for (size_t w = 0; w < words_; ++w) into[k * words_ + w] |= set[from + w];
  }
}

// Of what kind a factor with this value is.
DependencyKind DependencySets::variability(ExprId expression) {
  const ExprPool& pool = schedule_.model.pool();
  if (pool.isLiteral(expression)) return DependencyKind::Constant;
  DependencyKind kind = DependencyKind::Constant;
  ExprSet seen;
  const std::array<ExprId, 1> roots{expression};
  auto leaf = [&](ExprId id) {
    if (pool.kind(id) == ExprKind::Variable) {
      const int32_t slot = schedule_.slots[pool.variableOf(id)].index;
      if (slot < schedule_.discreteBegin) return DependencyKind::Dependent;
      if (slot < schedule_.parameterBegin) return DependencyKind::Discrete;
      const VariableId owner = schedule_.owner[static_cast<size_t>(slot)];
      return schedule_.model.info[owner].role == Role::Input ? DependencyKind::Dependent
                                                             : DependencyKind::Fixed;
    }
    if (pool.kind(id) == ExprKind::Builtin &&
        (pool.builtinOf(id) == Builtin::Pre || pool.builtinOf(id) == Builtin::Relation))
      return DependencyKind::Discrete;
    if (pool.kind(id) == ExprKind::Call) return DependencyKind::Dependent;  // it may be impure
    return isLeafQuantity(pool, id) || isFrozen(pool, id) ? DependencyKind::Dependent
                                                          : DependencyKind::Constant;
  };
  forEachNode(
      pool, roots, seen,
      [&](ExprId id) { return !isLeafQuantity(pool, id) && !isFrozen(pool, id); },
      [&](ExprId id) { kind = std::max(kind, leaf(id)); });
  return kind;
}

// What a node reads, or where it goes on.
void DependencySets::readNode(const Frame& frame, Set& into) {
  const ExprPool& pool = schedule_.model.pool();
  const auto [id, factor, chooses] = frame;
  const std::span<const ExprId> children = pool.children(id);
  auto below = [&, factor = factor, chooses = chooses](ExprId child, DependencyKind kind,
                                                       bool decides = false) {
    stack_.push_back({child, std::max(factor, kind), chooses || decides});
  };
  switch (pool.kind(id)) {
    case ExprKind::Variable:
      if (const int32_t slot = schedule_.slots[pool.variableOf(id)].index; slot >= 0)
        add(sets_[static_cast<size_t>(slot)], factor, into);
      return;
    case ExprKind::Time:
      if (!chooses) add(time_, factor, into);
      return;
    case ExprKind::Neg:
    case ExprKind::Add:
    case ExprKind::Sub:
    case ExprKind::Cast:
      for (ExprId child : children) below(child, DependencyKind::Constant);
      return;
    case ExprKind::Mul:
      below(children[0], variability(children[1]));
      below(children[1], variability(children[0]));
      return;
    case ExprKind::Div:
      below(children[0], variability(children[1]));
      below(children[1], DependencyKind::Dependent);
      return;
    case ExprKind::If: {
      const DependencyKind chosen = variability(children[0]);
      below(children[0], DependencyKind::Dependent, true);
      below(children[1], chosen);
      below(children[2], chosen);
      return;
    }
    default: {
      if (pool.isBuiltin(id, Builtin::Pre)) return;
      const bool decides = isRelation(pool.kind(id)) || pool.isBuiltin(id, Builtin::Relation) ||
                           pool.isBuiltin(id, Builtin::FloorOfTime);
      for (ExprId child : children) below(child, DependencyKind::Dependent, decides);
    }
  }
}

void DependencySets::read(ExprId expression, DependencyKind factor, Set& into) {
  constexpr unsigned kForItself = 8;
  seen_.clear();
  stack_.assign(1, {expression, factor});
  while (!stack_.empty()) {
    const Frame frame = stack_.back();
    stack_.pop_back();
    uint8_t& before = seen_.slot(frame.id);
    const unsigned kind = static_cast<unsigned>(frame.factor) + 1;
    const unsigned now = std::max(kind, before & (kForItself - 1)) | (before & kForItself) |
                         (frame.chooses ? 0 : kForItself);
    if (before == now) continue;
    before = static_cast<uint8_t>(now);
    readNode(frame, into);
  }
}

void DependencySets::assign(VariableId id, const Set& set) {
  const int32_t slot = schedule_.slots[id].index;
  if (slot >= 0) sets_[static_cast<size_t>(slot)] = set;
}

// All that a system reads, for which the variables that it computes count as known meanwhile.
void DependencySets::readSteps(const std::vector<Step>& steps, Set& into,
                               std::vector<VariableId>& assigned) {
  for (const Step& s : steps) {
    switch (s.kind) {
      case StepKind::Assign:
        read(s.value, DependencyKind::Dependent, into);
        assigned.push_back(s.variable);
        break;
      case StepKind::SetPre:
        break;
      case StepKind::Relations:
        for (uint32_t k : s.relations)
          read(schedule_.model.relations[k].relation, DependencyKind::Dependent, into);
        break;
      case StepKind::Linear: {
        const LinearBlock& block = schedule_.linearBlocks[s.block];
        for (const MatrixEntry& e : block.matrix) read(e.value, DependencyKind::Dependent, into);
        for (const auto* list : {&block.rhs, &block.formulas, &block.residuals})
          for (ExprId e : *list) read(e, DependencyKind::Dependent, into);
        readSteps(block.inner, into, assigned);
        assigned.insert(assigned.end(), block.unknowns.begin(), block.unknowns.end());
        break;
      }
      case StepKind::Nonlinear: {
        const NonlinearBlock& block = schedule_.nonlinearBlocks[s.block];
        readSteps(block.inner, into, assigned);
        for (ExprId e : block.residuals) read(e, DependencyKind::Dependent, into);
        assigned.insert(assigned.end(), block.unknowns.begin(), block.unknowns.end());
        break;
      }
      case StepKind::Mixed: {
        const MixedBlock& block = schedule_.mixedBlocks[s.block];
        for (uint32_t k : block.relations)
          read(schedule_.model.relations[k].relation, DependencyKind::Dependent, into);
        readSteps(block.continuous, into, assigned);
        readSteps(block.modes, into, assigned);
        break;
      }
    }
  }
}

// A system whose matrix is known is linear in what its right-hand side is linear in. False: other
// things are needed to compute it.
bool DependencySets::readLinear(const LinearBlock& block, Set& into) {
  if (!block.symbolic || !block.inner.empty()) return false;
  DependencyKind factor = DependencyKind::Constant;
  for (const MatrixEntry& e : block.matrix) factor = std::max(factor, variability(e.value));
  for (ExprId e : block.guards) factor = std::max(factor, variability(e));
  for (const MatrixEntry& e : block.matrix) read(e.value, DependencyKind::Dependent, into);
  for (ExprId e : block.rhs) read(e, factor, into);
  return true;
}

void DependencySets::step(const Step& s) {
  Set set(kKinds * words_, 0);
  if (s.kind == StepKind::Relations || s.kind == StepKind::SetPre) return;
  if (s.kind == StepKind::Assign) {
    read(s.value, DependencyKind::Constant, set);
    assign(s.variable, set);
    return;
  }
  // The values of unknowns before do not matter.
  std::vector<VariableId> assigned;
  Set ignored(kKinds * words_, 0);
  readSteps({s}, ignored, assigned);
  for (VariableId id : assigned)
    if (const int32_t slot = schedule_.slots[id].index; slot >= 0)
      sets_[static_cast<size_t>(slot)].clear();
  const bool linear =
      s.kind == StepKind::Linear && readLinear(schedule_.linearBlocks[s.block], set);
  if (!linear) {
    assigned.clear();
    readSteps({s}, set, assigned);
  }
  for (VariableId id : assigned) assign(id, set);
}

void DependencySets::run(const std::vector<Step>& steps) {
  for (const Step& s : steps) step(s);
}

std::vector<Dependency> DependencySets::of(int32_t slot) const {
  std::vector<Dependency> result;
  const Set& set = sets_[static_cast<size_t>(slot)];
  if (set.empty()) return result;
  for (size_t w = 0; w < words_; ++w)
    for (uint64_t rest = set[w]; rest != 0; rest &= rest - 1) {
      const auto bit = static_cast<size_t>(std::countr_zero(rest));
      size_t kind = 0;
      while (kind + 1 < kKinds && (set[(kind + 1) * words_ + w] >> bit & 1) != 0) ++kind;
      result.push_back({w * 64 + bit, static_cast<DependencyKind>(kind)});
    }
  return result;
}

}  // namespace formola::fmi
