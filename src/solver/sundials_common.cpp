#include "solver/sundials_common.h"

#include <fmt/format.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunlinsol/sunlinsol_klu.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunmatrix/sunmatrix_sparse.h>

#include <cmath>

#include "runtime/workspace.h"
#include "solver/integrator.h"
#include "support/assert.h"

// KLU is called with 64-bit indices by SUNLinSol_KLU exactly when SUNDIALS was built with them.
static_assert(sizeof(sunindextype) == sizeof(int64_t), "SUNDIALS with 64-bit indices is expected");

namespace formola::solver {

namespace {
constexpr int64_t kSparseFrom = 20;  // below, dense LU is faster than KLU
}

void SundialsDeleter::operator()(N_Vector v) const {
  N_VDestroy(v);
}
void SundialsDeleter::operator()(SUNMatrix m) const {
  SUNMatDestroy(m);
}
void SundialsDeleter::operator()(SUNLinearSolver s) const {
  SUNLinSolFree(s);
}

Context::Context() {
  SUNContext_Create(nullptr, &context_);
  FORMOLA_ASSERT(context_ != nullptr);
}
Context::~Context() {
  SUNContext_Free(&context_);
}

VectorHandle makeVector(int64_t n, SUNContext context) {
  VectorHandle v(N_VNew_Serial(n, context));
  FORMOLA_ASSERT(v != nullptr);
  N_VConst(0.0, v.get());
  return v;
}

double* values(const VectorHandle& v) {
  return N_VGetArrayPointer(v.get());
}

IterationMatrix::IterationMatrix(int64_t n, const FmlPattern& pattern, bool forceDense,
                                 N_Vector like, SUNContext context)
    : n_(n), pattern_(pattern) {
  const bool patterned = pattern.colStart != nullptr;
  values_.assign(static_cast<size_t>(patterned ? pattern.colStart[n] : n * n), 0.0);
  sparse_ =
      patterned && !forceDense && n >= kSparseFrom && 4 * int64_t{pattern.colStart[n]} <= n * n;
  if (!sparse_) {
    matrix_.reset(SUNDenseMatrix(n, n, context));
    solver_.reset(SUNLinSol_Dense(like, matrix_.get(), context));
    return;
  }
  colStart_.push_back(0);
  for (int64_t j = 0; j < n; ++j) {
    bool placed = false;
    for (int32_t p = pattern.colStart[j]; p <= pattern.colStart[j + 1]; ++p) {
      const bool end = p == pattern.colStart[j + 1];
      if (!placed && (end || pattern.rows[p] >= j)) {
        placed = true;
        diagonal_.push_back(static_cast<int64_t>(rows_.size()));
        if (end || pattern.rows[p] > j) rows_.push_back(j);
      }
      if (end) break;
      place_.push_back(static_cast<int64_t>(rows_.size()));
      rows_.push_back(pattern.rows[p]);
    }
    colStart_.push_back(static_cast<int64_t>(rows_.size()));
  }
  matrix_.reset(SUNSparseMatrix(n, n, static_cast<int64_t>(rows_.size()), CSC_MAT, context));
  solver_.reset(SUNLinSol_KLU(like, matrix_.get(), context));
  // Minimum degree of A + Aᵀ with the diagonal as it is, which the method makes large: patterns of
  // models are nearly symmetric. The order of AᵀA, or another diagonal, fills much more.
  constexpr int kAmd = 0;
  SUNLinSol_KLUSetOrdering(solver_.get(), kAmd);
  SUNLinSol_KLUGetCommon(solver_.get())->btf = 0;
}

void IterationMatrix::fill(SUNMatrix target, double alpha, double beta) const {
  if (!sparse_) {
    SUNMatZero(target);
    for (int64_t j = 0; j < n_; ++j) {
      double* column = SUNDenseMatrix_Column(target, j);
      if (pattern_.colStart != nullptr)
        for (int32_t p = pattern_.colStart[j]; p < pattern_.colStart[j + 1]; ++p)
          column[pattern_.rows[p]] = alpha * values_[static_cast<size_t>(p)];
      else
        for (int64_t i = 0; i < n_; ++i)
          column[i] = alpha * values_[static_cast<size_t>(j * n_ + i)];
      column[j] += beta;
    }
    return;
  }
  std::copy(colStart_.begin(), colStart_.end(), SUNSparseMatrix_IndexPointers(target));
  std::copy(rows_.begin(), rows_.end(), SUNSparseMatrix_IndexValues(target));
  double* data = SUNSparseMatrix_Data(target);
  std::fill(data, data + rows_.size(), 0.0);
  for (size_t p = 0; p < place_.size(); ++p) data[place_[p]] = alpha * values_[p];
  for (int64_t j = 0; j < n_; ++j) data[diagonal_[static_cast<size_t>(j)]] += beta;
}

void SundialsCounts::add(long accepted, long errorFails, long convergenceFails, long newton,
                         long setups) {
  steps += static_cast<uint64_t>(accepted);
  rejected += static_cast<uint64_t>(errorFails + convergenceFails);
  iterations += static_cast<uint64_t>(newton);
  factorizations += static_cast<uint64_t>(setups);
}

void SundialsCounts::report(SimulationReport& report) const {
  report.stepsAccepted += steps;
  report.stepsRejected += rejected;
  report.newtonIterations += iterations;
  report.factorizations += factorizations;
  report.jacobianEvaluations += jacobians;
}

std::string describeStepFailure(FmlData* d, StepFailure kind, double t, const double* errors,
                                const double* weights, const std::string& detail) {
  const std::string reason = runtime::describeFailure(*d->model, d->workspace->failure);
  std::string text;
  switch (kind) {
    case StepFailure::ErrorTest: {
      text = fmt::format("the error test failed again and again at time {}", t);
      if (errors == nullptr || weights == nullptr) break;
      text += limitText(*d->model, largestError(errors, weights, d->model->nStates));
      break;
    }
    case StepFailure::Convergence:
      text = fmt::format("the corrector did not converge at time {}", t);
      break;
    case StepFailure::Other:
      text = fmt::format("the integration stopped at time {} ({})", t, detail);
  }
  return reason.empty() ? text : text + ": " + reason;
}

void keepMessage(int code, const char*, const char*, char* message, void* text) {
  if (code < 0) *static_cast<std::string*>(text) = message;
}

}  // namespace formola::solver
