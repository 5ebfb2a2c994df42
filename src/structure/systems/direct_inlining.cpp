#include "structure/systems/direct_inlining.h"

#include <fmt/format.h>

#include "structure/solve/relax_blocks.h"
#include "structure/solve/tear_blocks.h"
#include "structure/systems/sort_equations.h"

namespace formola {

namespace {

VariableId addHeld(StructuredDae& model, VariableId id) {
  Variable held;
  held.name = model.pool().names.intern(fmt::format("$last({})", std::string(model.name(id))));
  held.type = model.dae.variables[id].type;
  held.start = model.dae.variables[id].start;
  held.hideResult = true;
  held.origin = model.dae.variables[id].origin;
  return model.add(std::move(held), {Role::Integrator, {}, {}});
}

}  // namespace

StructuredDae holdStepValues(StructuredDae model, InlinedSystem& system,
                             const StructureOptions& options, Diagnostics& diagnostics) {
  std::vector<VariableId> unknowns;
  for (uint32_t i = 0; i < model.dae.variables.size(); ++i)
    if (model.isUnknown(VariableId(i))) unknowns.push_back(VariableId(i));
  const graph::DulmageMendelsohn parts =
      determinedParts(buildGraph(EquationSystem(model, model.equations, unknowns)));
  std::vector<StructuredEquation> kept;
  for (size_t e = 0; e < model.equations.size(); ++e)
    if (parts.equations[e] == graph::Determined::Well) kept.push_back(model.equations[e]);
  for (size_t k = 0; k < unknowns.size(); ++k) {
    if (parts.variables[k] == graph::Determined::Well) continue;
    const VariableId last = addHeld(model, unknowns[k]);
    StructuredEquation equation;
    equation.left = model.ref(unknowns[k]);
    equation.right = model.ref(last);
    equation.origin = model.dae.variables[unknowns[k]].origin;
    kept.push_back(equation);
    system.held.push_back({last, unknowns[k]});
  }
  // The links between equations and their derivatives are those of the whole list.
  for (StructuredEquation& e : kept) e.derivative = e.derivativeOf = -1;
  model.equations = std::move(kept);
  model = sortEquations(std::move(model), options, diagnostics);
  model = tearBlocks(std::move(model), options, diagnostics);
  return relaxBlocks(std::move(model), options, diagnostics);
}

}  // namespace formola
