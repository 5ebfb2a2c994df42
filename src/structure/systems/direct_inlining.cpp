#include "structure/systems/direct_inlining.h"

#include <fmt/format.h>

namespace formola {

namespace {

Block assignment(int equation, VariableId variable, ExprId value) {
  Block block;
  block.kind = BlockKind::Assign;
  block.equations = {equation};
  block.unknowns = {variable};
  block.inner = {{equation, variable, value}};
  return block;
}

}  // namespace

void holdStepValues(StructuredDae& model, InlinedSystem& system) {
  model.equations.clear();
  for (uint32_t i = 0, n = static_cast<uint32_t>(model.dae.variables.size()); i < n; ++i) {
    const VariableId id(i);
    const Role role = model.info[id].role;
    if (role != Role::Derivative && role != Role::Algebraic) continue;
    Variable held;
    held.name = model.pool().names.intern(fmt::format("$last({})", std::string(model.name(id))));
    held.type = model.dae.variables[id].type;
    held.start = model.dae.variables[id].start;
    held.hideResult = true;
    held.origin = model.dae.variables[id].origin;
    const VariableId last = model.add(std::move(held), {Role::Integrator, {}, {}});

    StructuredEquation ordinary;
    ordinary.left = model.ref(id);
    ordinary.right = model.ref(last);
    ordinary.origin = model.dae.variables[id].origin;
    model.blocks.push_back(
        assignment(static_cast<int>(model.equations.size()), id, ordinary.right));
    model.equations.push_back(ordinary);

    StructuredEquation kept = ordinary;
    std::swap(kept.left, kept.right);
    system.blocks.push_back(
        assignment(static_cast<int>(system.equations.size()), last, kept.right));
    system.equations.push_back(kept);
  }
}

}  // namespace formola
