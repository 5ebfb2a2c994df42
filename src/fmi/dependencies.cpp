#include "fmi/dependencies.h"

#include <array>
#include <bit>

#include "expr/expr_table.h"
#include "expr/rewrite.h"

namespace formola::fmi {

DependencySets::DependencySets(const Schedule& schedule, const std::vector<int32_t>& known)
    : schedule_(schedule),
      words_((known.size() + 63) / 64),
      sets_(static_cast<size_t>(schedule.nVariables)) {
  for (size_t i = 0; i < known.size(); ++i) {
    Set& set = sets_[static_cast<size_t>(known[i])];
    set.assign(words_, 0);
    set[i / 64] |= uint64_t{1} << (i % 64);
  }
}

void DependencySets::read(ExprId expression, Set& into) {
  const ExprPool& pool = schedule_.model.pool();
  ExprSet seen;
  const std::array<ExprId, 1> roots{expression};
  forEachNode(
      pool, roots, seen, [&](ExprId id) { return !pool.isBuiltin(id, Builtin::Pre); },
      [&](ExprId id) {
        if (pool.kind(id) != ExprKind::Variable) return;
        const int32_t slot = schedule_.slots[pool.variableOf(id)].index;
        if (slot < 0) return;
        const Set& set = sets_[static_cast<size_t>(slot)];
        for (size_t w = 0; w < set.size(); ++w) into[w] |= set[w];
      });
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
        read(s.value, into);
        assigned.push_back(s.variable);
        break;
      case StepKind::SetPre:
        break;
      case StepKind::Relations:
        for (uint32_t k : s.relations) read(schedule_.model.relations[k].relation, into);
        break;
      case StepKind::Linear: {
        const LinearBlock& block = schedule_.linearBlocks[s.block];
        for (const MatrixEntry& e : block.matrix) read(e.value, into);
        for (const auto* list : {&block.rhs, &block.formulas, &block.residuals})
          for (ExprId e : *list) read(e, into);
        readSteps(block.inner, into, assigned);
        assigned.insert(assigned.end(), block.unknowns.begin(), block.unknowns.end());
        break;
      }
      case StepKind::Nonlinear: {
        const NonlinearBlock& block = schedule_.nonlinearBlocks[s.block];
        readSteps(block.inner, into, assigned);
        for (ExprId e : block.residuals) read(e, into);
        assigned.insert(assigned.end(), block.unknowns.begin(), block.unknowns.end());
        break;
      }
      case StepKind::Mixed: {
        const MixedBlock& block = schedule_.mixedBlocks[s.block];
        for (uint32_t k : block.relations) read(schedule_.model.relations[k].relation, into);
        readSteps(block.continuous, into, assigned);
        readSteps(block.modes, into, assigned);
        break;
      }
    }
  }
}

void DependencySets::step(const Step& s) {
  Set set(words_, 0);
  if (s.kind == StepKind::Relations || s.kind == StepKind::SetPre) return;
  if (s.kind == StepKind::Assign) {
    read(s.value, set);
    assign(s.variable, set);
    return;
  }
  // The values of unknowns before do not matter.
  std::vector<VariableId> assigned;
  Set ignored(words_, 0);
  readSteps({s}, ignored, assigned);
  for (VariableId id : assigned)
    if (const int32_t slot = schedule_.slots[id].index; slot >= 0)
      sets_[static_cast<size_t>(slot)].clear();
  assigned.clear();
  readSteps({s}, set, assigned);
  for (VariableId id : assigned) assign(id, set);
}

void DependencySets::run(const std::vector<Step>& steps) {
  for (const Step& s : steps) step(s);
}

std::vector<size_t> DependencySets::of(int32_t slot) const {
  std::vector<size_t> result;
  const Set& set = sets_[static_cast<size_t>(slot)];
  for (size_t w = 0; w < set.size(); ++w)
    for (uint64_t rest = set[w]; rest != 0; rest &= rest - 1)
      result.push_back(w * 64 + static_cast<size_t>(std::countr_zero(rest)));
  return result;
}

}  // namespace formola::fmi
