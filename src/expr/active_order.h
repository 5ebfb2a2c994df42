// The subexpressions that contain unknowns, in the order in which they are computed.
#pragma once

#include <span>
#include <vector>

#include "expr/dependence.h"
#include "expr/expr_table.h"

namespace formola {

// Purpose:    the subexpressions of root that contain unknowns, operands before what uses them,
//             visited from right to left, so that the reverse order meets terms from left to right.
// Ensures:    the result stays valid until the next call.
// Complexity: linear in the active nodes and their operands; the object keeps its work arrays.
class ActiveOrder {
 public:
  std::span<const ExprId> operator()(const ExprPool& pool, ExprId root,
                                     DependenceAnalysis& dependence);

 private:
  struct Frame {
    ExprId id;
    bool leave;
  };
  ExprSet seen_;
  std::vector<ExprId> order_, operands_;
  std::vector<Frame> stack_;
};

}  // namespace formola
