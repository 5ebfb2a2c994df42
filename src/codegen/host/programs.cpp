#include "codegen/host/programs.h"

namespace formola::lowered {

Programs programsOf(HostedModel& model) {
  HostedModel::Tables& t = model.tables();
  const LoweredProgram& m = *t.program;
  Programs p{};
  p.initial = &m.initial;
  p.derivatives = &m.derivatives;
  p.outputs = &m.outputs;
  p.event = &m.event;
  p.crossings = &m.crossings;
  p.inlineStep = &m.inlineStep;
  p.implicitStep = &m.implicitStep;
  p.inlineForm = t.abi.inlineForm != nullptr ? &t.inlineForm : nullptr;
  p.partials = &m.tangent.partials;
  p.tangent = t.abi.tangent != nullptr ? &t.tangent : nullptr;
  for (const BlockCode& b : m.linear)
    p.linear.push_back({&b.residual, &b.matrix, &b.rhs, &b.formulas});
  for (const BlockCode& b : m.nonlinear)
    p.nonlinear.push_back({&b.residual, &b.matrix, &b.rhs, &b.formulas});
  for (const MixedCode& b : m.mixed) p.mixed.push_back({&b.continuous, &b.modes});
  p.model = &t.abi;
  p.functions = m.functions.get();
  p.linearBlocks = t.linearBlocks.data();
  p.nonlinearBlocks = t.nonlinearBlocks.data();
  p.mixedBlocks = t.mixedBlocks.data();
  return p;
}

}  // namespace formola::lowered
