// fml_solve_linear: A u = b with factors kept as long as the matrix does not change.
#include <cstring>

#include "runtime/workspace.h"

namespace formola::runtime {

namespace {

void gather(const FmlData* d, const FmlLinearBlock& block, double* u) {
  for (int32_t i = 0; i < block.n; ++i) u[i] = d->v[block.unknowns[i]];
}

void scatter(FmlData* d, const FmlLinearBlock& block, const double* u, int32_t n) {
  double* v = d->v;
  const int32_t* unknowns = block.unknowns;
  for (int32_t i = 0; i < n; ++i) v[unknowns[i]] = u[i];
}

void scatter(FmlData* d, const FmlLinearBlock& block, const double* u) {
  scatter(d, block, u, block.n);
}

// r = A u - b at u = 0 gives -b, and each unit vector a column of A. Columns of one colour share an
// evaluation.
FmlStatus coefficientsFromResidual(FmlData* d, int32_t index, BlockMatrix& matrix, bool withMatrix,
                                   double* b) {
  const FmlLinearBlock& block = d->model->linearBlocks[index];
  const int32_t n = block.n;
  for (int32_t i = 0; i < n; ++i) d->v[block.unknowns[i]] = 0;
  if (const FmlStatus status = block.residual(d, index, b)) return status;
  if (withMatrix) {
    ScratchStack::Frame frame(ownShare(d).scratch);
    double* r = frame.take(static_cast<size_t>(n));
    const int32_t groups = matrix.hasPattern() ? matrix.pattern().nColours : n;
    for (int32_t c = 0; c < groups; ++c) {
      for (int32_t j = 0; j < n; ++j)
        d->v[block.unknowns[j]] = (matrix.hasPattern() ? matrix.pattern().colour[j] : j) == c;
      if (const FmlStatus status = block.residual(d, index, r)) return status;
      if (!matrix.hasPattern()) {
        for (int32_t i = 0; i < n; ++i)
          matrix.values()[static_cast<size_t>(c) * n + i] = r[i] - b[i];
        continue;
      }
      const FmlPattern& pattern = matrix.pattern();
      for (int32_t j = 0; j < n; ++j)
        if (pattern.colour[j] == c)
          for (int32_t p = pattern.colStart[j]; p < pattern.colStart[j + 1]; ++p)
            matrix.values()[p] = r[pattern.rows[p]] - b[pattern.rows[p]];
    }
  }
  for (int32_t i = 0; i < n; ++i) b[i] = -b[i];
  return FML_OK;
}

// A singular system that has solutions: take the one nearest to the present values. x holds them on
// entry.
bool solveNearest(const BlockMatrix& matrix, const double* b, double* x, int32_t& worstRow) {
  const int32_t n = matrix.size();
  std::vector<double> r(static_cast<size_t>(n)), correction(static_cast<size_t>(n));
  matrix.multiply(x, r.data());
  for (int32_t i = 0; i < n; ++i) r[i] = b[i] - r[i];
  if (!matrix.solveLeastNorm(r.data(), correction.data())) return false;
  for (int32_t i = 0; i < n; ++i) x[i] += correction[i];

  // Consistent when each row's residual is small against its terms.
  std::vector<double> size(static_cast<size_t>(n), 0.0);
  for (int32_t i = 0; i < n; ++i) size[i] = std::abs(b[i]);
  for (int32_t j = 0; j < n; ++j) {
    const bool sparse = matrix.hasPattern();
    const int32_t begin = sparse ? matrix.pattern().colStart[j] : 0;
    const int32_t end = sparse ? matrix.pattern().colStart[j + 1] : n;
    for (int32_t p = begin; p < end; ++p) {
      const int32_t row = sparse ? matrix.pattern().rows[p] : p;
      const double a =
          matrix.values()[sparse ? static_cast<size_t>(p) : static_cast<size_t>(j) * n + p];
      size[row] = std::max(size[row], std::abs(a) * std::max(std::abs(x[j]), 1.0));
    }
  }
  matrix.multiply(x, r.data());
  double worst = 1e-9;
  worstRow = -1;
  for (int32_t i = 0; i < n; ++i) {
    const double residual = std::abs(r[i] - b[i]);
    if (!(residual <= worst * size[i]) && residual > 0) {
      worst = size[i] > 0 ? residual / size[i] : residual;
      worstRow = i;
    }
  }
  return worstRow < 0;
}

FmlStatus fail(FmlData* d, int32_t index, FailureKind kind, int32_t worstRow) {
  Failure& failure = ownShare(d).failure;
  failure = {};
  failure.kind = kind;
  failure.entity = FML_LINEAR_BLOCK;
  failure.index = index;
  failure.time = d->time;
  failure.worstEquation = worstRow;
  if (kind == FailureKind::NotFinite) {
    std::string text = explainNotFinite(d, FML_LINEAR_BLOCK, index);
    ownShare(d).failure.text = std::move(text);
  }
  return FML_RETRY;
}

bool formulasHold(const double* values, int32_t n, int32_t nGuards) {
  for (int32_t i = n; i < n + nGuards; ++i)
    if (!(values[i] > 0)) return false;
  return allFinite(values, n);
}

FmlStatus solveByFormulas(FmlData* d, int32_t index, LinearWorkspace& work) {
  const FmlLinearBlock& block = d->model->linearBlocks[index];
  ScratchStack::Frame frame(ownShare(d).scratch);
  double* values = frame.take(static_cast<size_t>(block.nFormulas + block.nGuards));
  if (const FmlStatus status = block.formulas(d, index, values)) return status;
  work.byFormulas = formulasHold(values, block.nFormulas, block.nGuards);
  if (work.byFormulas)
    scatter(d, block, values, block.nFormulas);
  else
    ++d->statistics.formulaFallbacks;
  return FML_OK;
}

void factor(FmlData* d, LinearWorkspace& work) {
  BlockMatrix& matrix = work.matrix;
  ++d->statistics.factorizations;
  matrix.factor();
  std::copy(matrix.values().begin(), matrix.values().end(), work.factoredValues.begin());
}

// The factors of a singular matrix do not serve: x := the solution nearest to the present values.
FmlStatus solveSingular(FmlData* d, int32_t index, const double* b, double* x) {
  const FmlLinearBlock& block = d->model->linearBlocks[index];
  const BlockMatrix& matrix = d->workspace->linear[index].matrix;
  if (block.matrix != nullptr) gather(d, block, x);
  if (!allFinite(matrix.values().data(), matrix.values().size())) {
    scatter(d, block, x);
    return fail(d, index, FailureKind::NotFinite, -1);
  }
  int32_t worstRow = -1;
  if (!solveNearest(matrix, b, x, worstRow))
    return fail(d, index, FailureKind::SingularLinearSystem, worstRow);
  d->workspace->linear[index].underdetermined = true;
  d->workspace->linear[index].solvedAt = d->time;
  return FML_OK;
}

FmlStatus solveLinear(FmlData* d, int32_t index) {
  const FmlLinearBlock& block = d->model->linearBlocks[index];
  LinearWorkspace& work = d->workspace->linear[index];
  BlockMatrix& matrix = work.matrix;
  const int32_t n = block.n;
  ++d->statistics.blockSolves;

  work.underdetermined = false;
  work.byFormulas = false;
  if (block.formulas != nullptr) {
    const FmlStatus status = solveByFormulas(d, index, work);
    if (status != FML_OK || work.byFormulas) return status;
  }
  ScratchStack::Frame frame(ownShare(d).scratch);
  double* b = frame.take(static_cast<size_t>(n));
  double* x = frame.take(static_cast<size_t>(n));
  // During an event every pass may see other discrete values.
  const bool needMatrix = block.change == FML_MATRIX_VARIES || !work.current ||
                          (block.change == FML_MATRIX_AT_EVENT && d->live != 0);
  if (block.matrix != nullptr) {
    if (needMatrix)
      if (const FmlStatus status = block.matrix(d, index, matrix.values().data())) return status;
    if (const FmlStatus status = block.rhs(d, index, b)) return status;
  } else {
    gather(d, block, x);
    if (const FmlStatus status = coefficientsFromResidual(d, index, matrix, needMatrix, b)) {
      scatter(d, block, x);
      return status;
    }
  }
  work.current = true;
  if (!allFinite(b, n)) {
    if (block.matrix == nullptr) scatter(d, block, x);
    return fail(d, index, FailureKind::NotFinite, -1);
  }

  // One unknown needs no machinery.
  if (n == 1 && !matrix.values().empty() && matrix.values()[0] != 0 &&
      std::isfinite(matrix.values()[0])) {
    x[0] = b[0] / matrix.values()[0];
  } else {
    const bool same =
        matrix.factored() &&
        (!needMatrix || std::memcmp(matrix.values().data(), work.factoredValues.data(),
                                    matrix.values().size() * sizeof(double)) == 0);
    if (!same) factor(d, work);
    if (matrix.factored()) {
      if (matrix.isRelaxed() && block.matrix != nullptr) gather(d, block, x);
      matrix.solveFrom(b, x);
    }
    if (!matrix.factored())
      if (const FmlStatus status = solveSingular(d, index, b, x)) return status;
  }
  scatter(d, block, x);
  // The inner assignments of a torn block at the solution.
  if (block.matrix == nullptr) return block.residual(d, index, b);
  return FML_OK;
}

FmlStatus solveAgain(FmlData* d, int32_t index, double* b) {
  LinearWorkspace& work = d->workspace->linear[index];
  BlockMatrix& matrix = work.matrix;
  const int32_t n = matrix.size();
  if (work.byFormulas) {
    const FmlLinearBlock& block = d->model->linearBlocks[index];
    if (const FmlStatus status = block.matrix(d, index, matrix.values().data())) return status;
    factor(d, work);
    work.current = false;
    work.byFormulas = false;
  }
  if (n == 1 && !matrix.values().empty() && matrix.values()[0] != 0) {
    b[0] /= matrix.values()[0];
    return FML_OK;
  }
  ScratchStack::Frame frame(ownShare(d).scratch);
  double* x = frame.take(static_cast<size_t>(n));
  if (matrix.factored()) matrix.solve(b, x);
  if (!matrix.factored() && !matrix.solveLeastNorm(b, x))
    return fail(d, index, FailureKind::SingularLinearSystem, -1);
  std::copy(x, x + n, b);
  return FML_OK;
}

}  // namespace

}  // namespace formola::runtime

extern "C" FmlStatus fml_solve_linear_again(FmlData* d, int32_t block, double* b) {
  return formola::runtime::solveAgain(d, block, b);
}

extern "C" FmlStatus fml_solve_linear(FmlData* d, int32_t block) {
  return formola::runtime::solveLinear(d, block);
}
