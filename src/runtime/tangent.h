// The state Jacobian from the derivatives of a model's steps.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "runtime/block_matrix.h"
#include "runtime/model_abi.h"

namespace formola::runtime {

// Purpose:    runs FmlModel::tangent: d der(x)/dx, a few colours of columns at a time.
// Requires:   a model with `tangent`; parameters keep their values.
// Complexity: one evaluation of the partial derivatives and one factorisation of each block; for
//             each strip of kWidth colours one multiplication and addition a term and colour.
// Reference:  Griewank, Walther: Evaluating Derivatives (2008), ch. 3.1 and 8.1 (seed matrices from
//             a colouring).
class StateTangents {
 public:
  explicit StateTangents(const FmlModel& model);
  // Requires: evalDerivatives was just called at the point; `pattern` has a colouring or is dense.
  // Not FML_OK: some block has no regular Jacobian there, or a derivative is not finite.
  FmlStatus jacobian(FmlData* d, const FmlPattern& pattern, double* values);
  // All derivatives that the model has: rows der(x), then the outputs; columns the states, then the
  // seeds; row by row. Requires: evalDerivatives and evalOutputs were just called at the point.
  FmlStatus everything(FmlData* d, double* values);
  // Forward: `changes` of the same rows for `count` changes of what is given (states and seeds);
  // both by row, then by change. Requires: as everything.
  FmlStatus forward(FmlData* d, const double* given, int32_t count, double* changes);
  // Backward: given[j] := sum of weights[i] * d row i / d given j, whatever the number of what is
  // given at the cost of one forward change and one factorisation of each block. Requires: as
  // everything.
  // Reference: Griewank, Walther: Evaluating Derivatives (2008), ch. 3.2 (reverse mode) and 15.
  FmlStatus backward(FmlData* d, const double* weights, double* given);

 private:
  // The transposed matrix of a block, factored.
  struct Transposed {
    BlockMatrix matrix;
    std::vector<int32_t> colStart, rows;  // its pattern
    std::vector<int32_t> source;          // of its entries in the matrix itself
    std::vector<double> factored;         // the values that the factors belong to
  };
  Transposed& transposedOf(std::vector<std::unique_ptr<Transposed>>& all, int32_t block,
                           const BlockMatrix& matrix);
  FmlStatus solveTransposed(FmlData* d, const FmlTangentOperation& operation);

  FmlStatus partials(FmlData* d);
  template <int Width>
  FmlStatus strip(FmlData* d, bool first);
  template <int Width>
  FmlStatus solve(FmlData* d, const FmlTangentOperation& operation, bool first);
  template <int Width>
  FmlStatus allStrips(FmlData* d, const FmlPattern& pattern, double* values);

  const FmlTangent& tangent_;
  int32_t n_;
  int32_t given_;  // states and seeds
  bool hasConstants_ = false;
  std::vector<double> partials_, rows_, column_, solution_;
  std::vector<std::unique_ptr<Transposed>> linear_, nonlinear_;  // by block; null: not needed yet
};

}  // namespace formola::runtime
