// The structure of one stage, repeated for all stages that are solved together.
#pragma once

#include <functional>
#include <optional>

#include "structure/structured_dae.h"

namespace formola {

// Where the equations and unknowns of a system with one stage are in one with several.
struct StageMap {
  size_t stages = 1;
  std::function<int(int equation, size_t stage)> equation;
  std::function<VariableId(VariableId unknown, size_t stage)> unknown;
  // What an assignment of the one stage gives at a stage; invalid where it cannot be carried over.
  std::function<ExprId(const Assignment& assignment, size_t stage)> value;
  std::function<bool(int equation)> isFormula;  // x = h der(x) + old(x), of the one stage
};

// Purpose:    the form of a nonlinear block with several stages from that of the same block with
//             one stage. The stages have only the formulas in common, X_i = old(x) + h sum a_ij
//             der(X_j), and where the sequence of one stage computes x from der(x), der(X_j) of all
//             stages are known when each step of the sequence is done for all stages before the
//             next. So s stages are iterated at s times the unknowns that one stage is iterated at.
// Requires:   a nonlinear block after tearSystem.
// Ensures:    nothing where a step cannot be carried over. A linear part with a formula in it spans
//             all stages and is torn as with one stage; otherwise each stage has its own. Those
//             without torn variables are still to be torn.
// Complexity: linear in the size of the block times the stages.
// Reference:  docs/inline-integration.md, "Stages".
std::optional<Block> liftBlock(const Block& one, const StageMap& map);

}  // namespace formola
