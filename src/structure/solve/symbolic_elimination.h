// Relaxing: Gaussian elimination of a linear block by formulas, in an order fixed at translation.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "expr/fingerprint.h"
#include "expr/linear.h"
#include "expr/sign.h"
#include "structure/solve/pivot_orders.h"
#include "structure/solve/probe_values.h"
#include "structure/structured_dae.h"

namespace formola {

// The solution of a linear block by formulas.
struct EliminatedBlock {
  std::vector<Assignment> solution;  // in order of evaluation; each uses those before it
  std::vector<ExprId> values;        // the same values as formulas of known quantities alone
  // Pivots that may vanish, or become small, as far as is known at translation: pivot^2 minus a
  // small part of the squares of its row and column. All must be positive where the formulas are
  // used.
  std::vector<ExprId> guards;
};

// Purpose:    eliminates the unknowns of a linear block one after the other; zeros stay zeros,
//             equal formulas are shared.
// Requires:   a block that is linear in its unknowns; `facts` as for SignAnalysis, `values` with
//             the values of parameters.
// Ensures:    automaticOrders: pivots (row, column of the block) as by pivotOrders; empty if not
//             all rows can be eliminated or it takes more than maxOperations. eliminate: false if a
//             pivot is literally zero. Values that are equal as functions are computed once
//             (expr/fingerprint.h), such as both halves of a symmetric matrix.
// Complexity: that of graph::eliminationOrder; proportional to the operations of the elimination.
// Reference:  Otter, Elmqvist, Cellier: "Relaxing", eq. 6 to 11 (there the order comes from marks
//             in the library, with blocks as in eq. 34 and 35).
class SymbolicElimination {
 public:
  using Pivots = PivotOrder;

  SymbolicElimination(const StructuredDae& model, SignAnalysis::Fact facts,
                      SignAnalysis::Fact values);
  SymbolicElimination(const SymbolicElimination&) = delete;
  SymbolicElimination& operator=(const SymbolicElimination&) = delete;

  // The coefficients of a block; what follows is about it. False: too many.
  // `probes` are those of the blocks before it.
  bool load(const Block& block, std::span<const StructuredEquation> equations, ProbeValues& probes);
  std::vector<Pivots> automaticOrders(long long maxOperations);
  // The same for some rows and columns among themselves, without regard to the tearing.
  Pivots automaticOrder(std::span<const int> rows, std::span<const int> columns,
                        long long maxOperations);
  // `first` in this order, then the other rows and columns as they are after that.
  Pivots automaticOrderAfter(const Pivots& first, long long maxOperations);
  // Whether the elimination in this order takes more multiplications and divisions than `most`;
  // zeros that only formulas show are not seen. Complexity: linear in `most`.
  bool takesMoreThan(const Pivots& pivots, long long most) const;
  bool eliminate(const Pivots& pivots, EliminatedBlock& result);
  // The residual of the solution relative to its terms at a point taken at random: large where
  // errors grow along the elimination. Switches are tried in several positions: one whose
  // resistance is 1e-5 in one and 1e5 in the other may make an order useless.
  double backwardError(const EliminatedBlock& result);
  // True if no coefficient depends on anything but parameters.
  bool constant() const { return constant_; }

 private:
  struct Entry {
    int column;
    ExprId value;
  };
  using Row = std::vector<Entry>;  // by column
  class Elimination;
  static const Entry* find(const Row& row, int column);
  PivotProblem problem(std::span<const int> rows, std::span<const int> columns);
  std::vector<int> tornRows();
  ExprId guard(ExprId pivot, std::vector<ExprId> others);

  const StructuredDae& model_;
  ExprPool& pool_;
  ExprBuilder build_;
  SignAnalysis signs_;
  SignAnalysis bounds_;  // with the values of parameters
  Fingerprints fingerprints_;
  std::vector<int> column_;  // of the unknowns of the block at hand
  LinearAnalysis linear_;
  const Block* block_ = nullptr;
  ProbeValues* probes_ = nullptr;
  std::vector<Row> rows_;
  std::vector<ExprId> right_;
  bool constant_ = false;
  ExprTable<double> testMemo_;  // of backwardError
};

}  // namespace formola
