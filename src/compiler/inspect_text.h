// What `formola inspect` shows of a structured model.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "structure/structured_dae.h"
#include "structure/systems/summary.h"

namespace formola {

// left = right as people read it: der(x) and $old(x), which are variables of their own here, stand
// without the quotes that their names need in Modelica.
std::string equationText(const StructuredDae& model, const StructuredEquation& equation);
std::string expressionText(const StructuredDae& model, ExprId expr);

// The lines users know: "Sizes of linear systems of equations: {4, 2}" and so on.
std::string statisticsText(const StructureSummary& summary);

// The model with an integration formula inlined, as far as it is shown.
struct InspectedInlining {
  const std::vector<StructuredEquation>* equations = nullptr;
  const std::vector<Block>* blocks = nullptr;
  size_t stages = 1;
  bool stepInDenominator = false;
  std::vector<VariableId> explicitStates;  // x = old(x)
};

// What holds at the start.
struct InspectedInitial {
  const std::vector<StructuredEquation>* equations = nullptr;
  const std::vector<Block>* blocks = nullptr;
};

// Equations after alias elimination, the variable each is solved for in brackets, blocks, solved
// equations (seed 001, the commands of its interactive session).
std::string inspectText(const StructuredDae& model, const InspectedInlining* inlined = nullptr,
                        const InspectedInitial* initial = nullptr);

// Keys: model, equations, unknowns, aliases, states, state_sets [{states, orders, candidates}],
// differentiated_equations,
// blocks [{size, kind, torn, iteration_variables}], iteration_variables, largest_block; with an
// inlined system the same of it under `inline`, plus stages, step_in_denominator and
// explicit_states. A linear block with relax(x) has relaxing_iteration and gauss_seidel_iteration
// {iterated, sweeps}; one that is solved by sweeps has sweep {groups, largest}. `candidates` of a
// block are what heuristics of tearing would do: [{heuristic, any_equation, torn, growth, limit,
// kept, operations}]. `causalisation` is what the two rules of
// the structure digraph do: {assigned, open, steps [{rule, number, equation, variable}]}, the steps
// for at most 200 equations.
// The initial system is under `initial`: equations, blocks, iteration_variables, largest_block.
std::string inspectJson(const StructuredDae& model, const InspectedInlining* inlined = nullptr,
                        const InspectedInitial* initial = nullptr);

}  // namespace formola
