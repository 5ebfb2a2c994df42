#include "codegen/llvm/jobs.h"

namespace formola::native {

using lowered::Code;
using lowered::Instruction;
using lowered::Op;
using lowered::Programs;

namespace {

template <typename F>
void** slotOf(F*& function) {
  return reinterpret_cast<void**>(&function);
}

// The blocks that a list of codes solves, with the blocks inside of those.
struct Reached {
  std::vector<uint8_t> linear, nonlinear, mixed;

  explicit Reached(const Programs& p)
      : linear(p.linear.size(), 0), nonlinear(p.nonlinear.size(), 0), mixed(p.mixed.size(), 0) {}

  void mark(const Programs& p, std::vector<const Code*> todo) {
    while (!todo.empty()) {
      const Code& code = *todo.back();
      todo.pop_back();
      for (const Instruction& i : code.instructions) {
        if (i.op == Op::SolveLinear && linear[i.a] == 0) {
          linear[i.a] = 1;
          todo.insert(todo.end(), {p.linear[i.a].residual, p.linear[i.a].matrix, p.linear[i.a].rhs,
                                   p.linear[i.a].formulas});
        } else if (i.op == Op::SolveNonlinear && nonlinear[i.a] == 0) {
          nonlinear[i.a] = 1;
          todo.insert(todo.end(), {p.nonlinear[i.a].residual, p.nonlinear[i.a].matrix});
        } else if (i.op == Op::SolveMixed && mixed[i.a] == 0) {
          mixed[i.a] = 1;
          todo.insert(todo.end(), {p.mixed[i.a].continuous, p.mixed[i.a].modes});
        }
      }
    }
  }
};

}  // namespace

std::vector<Job> jobsOf(const Programs& p, bool withCold) {
  std::vector<Job> jobs;
  auto add = [&](const Code* code, bool withOutput, bool cold, void** target) {
    if (*target != nullptr) jobs.push_back({code, withOutput, cold, target, -1, {}});
  };
  auto addBlock = [&](const Code* code, size_t block, BlockFunction function, bool cold,
                      void** target) {
    const bool withOutput = function < BlockFunction::Continuous;
    if (*target != nullptr)
      jobs.push_back({code, withOutput, cold, target, static_cast<int32_t>(block), function});
  };
  FmlModel& m = *p.model;
  add(p.derivatives, false, false, slotOf(m.evalDerivatives));
  add(p.outputs, false, false, slotOf(m.evalOutputs));
  add(p.event, false, false, slotOf(m.evalEvent));
  add(p.crossings, true, false, slotOf(m.evalZeroCrossings));
  if (p.inlineForm != nullptr) {
    add(p.inlineStep, false, false, slotOf(p.inlineForm->evalStep));
    add(p.implicitStep, false, false, slotOf(p.inlineForm->evalImplicitStep));
  }
  if (p.tangent != nullptr) add(p.partials, true, false, slotOf(p.tangent->partials));
  if (withCold) add(p.initial, false, true, slotOf(m.evalInitial));

  Reached hot(p);
  hot.mark(p, {p.derivatives, p.outputs, p.event, p.crossings, p.inlineStep, p.implicitStep});
  for (size_t k = 0; k < p.linear.size(); ++k) {
    const bool cold = hot.linear[k] == 0;
    if (cold && !withCold) continue;
    addBlock(p.linear[k].matrix, k, BlockFunction::LinearMatrix, cold,
             slotOf(p.linearBlocks[k].matrix));
    addBlock(p.linear[k].rhs, k, BlockFunction::LinearRhs, cold, slotOf(p.linearBlocks[k].rhs));
    addBlock(p.linear[k].formulas, k, BlockFunction::LinearFormulas, cold,
             slotOf(p.linearBlocks[k].formulas));
    addBlock(p.linear[k].residual, k, BlockFunction::LinearResidual, cold,
             slotOf(p.linearBlocks[k].residual));
  }
  for (size_t k = 0; k < p.nonlinear.size(); ++k) {
    const bool cold = hot.nonlinear[k] == 0;
    if (cold && !withCold) continue;
    addBlock(p.nonlinear[k].residual, k, BlockFunction::Residual, cold,
             slotOf(p.nonlinearBlocks[k].residual));
    addBlock(p.nonlinear[k].matrix, k, BlockFunction::Jacobian, cold,
             slotOf(p.nonlinearBlocks[k].jacobian));
  }
  for (size_t k = 0; k < p.mixed.size(); ++k) {
    const bool cold = hot.mixed[k] == 0;
    if (cold && !withCold) continue;
    addBlock(p.mixed[k].continuous, k, BlockFunction::Continuous, cold,
             slotOf(p.mixedBlocks[k].evalContinuous));
    addBlock(p.mixed[k].modes, k, BlockFunction::Modes, cold, slotOf(p.mixedBlocks[k].evalModes));
  }
  return jobs;
}

std::vector<uint8_t> writtenByBlocks(const Programs& p) {
  std::vector<uint8_t> written(static_cast<size_t>(p.model->nVariables), 0);
  auto stores = [&](const Code& code) {
    for (const Instruction& i : code.instructions)
      if (i.op == Op::Store) written[i.dst] = 1;
  };
  auto unknowns = [&](const int32_t* list, int32_t n) {
    for (int32_t i = 0; i < n; ++i) written[static_cast<size_t>(list[i])] = 1;
  };
  for (size_t k = 0; k < p.linear.size(); ++k) {
    unknowns(p.linearBlocks[k].unknowns, p.linearBlocks[k].n);
    stores(*p.linear[k].residual);
  }
  for (size_t k = 0; k < p.nonlinear.size(); ++k) {
    unknowns(p.nonlinearBlocks[k].unknowns, p.nonlinearBlocks[k].n);
    stores(*p.nonlinear[k].residual);
  }
  for (const Programs::Mixed& m : p.mixed) {
    stores(*m.continuous);
    stores(*m.modes);
  }
  return written;
}

}  // namespace formola::native
