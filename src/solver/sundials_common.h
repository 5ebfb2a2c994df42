// What the drivers of IDA and CVODE share: owned SUNDIALS objects and the iteration matrix.
#pragma once

#include <sundials/sundials_context.h>
#include <sundials/sundials_linearsolver.h>
#include <sundials/sundials_matrix.h>
#include <sundials/sundials_nvector.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "solver/evaluator.h"
#include "solver/problem.h"

namespace formola::solver {

struct SundialsDeleter {
  void operator()(N_Vector v) const;
  void operator()(SUNMatrix m) const;
  void operator()(SUNLinearSolver s) const;
};
using VectorHandle = std::unique_ptr<std::remove_pointer_t<N_Vector>, SundialsDeleter>;
using MatrixHandle = std::unique_ptr<std::remove_pointer_t<SUNMatrix>, SundialsDeleter>;
using LinearSolverHandle = std::unique_ptr<std::remove_pointer_t<SUNLinearSolver>, SundialsDeleter>;

class Context {
 public:
  Context();
  ~Context();
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;
  operator SUNContext() const { return context_; }  // NOLINT: stands for the handle

 private:
  SUNContext context_ = nullptr;
};

VectorHandle makeVector(int64_t n, SUNContext context);
double* values(const VectorHandle& v);

// Purpose: a SUNMatrix alpha J + beta I on the pattern of J and the diagonal, with the matching
// direct solver: KLU where J is sparse and large enough, dense LU otherwise. SUNDIALS forgets the
// pattern whenever it clears the matrix, so it is written anew with each fill.
class IterationMatrix {
 public:
  IterationMatrix(int64_t n, const FmlPattern& pattern, bool forceDense, N_Vector like,
                  SUNContext context);

  SUNMatrix matrix() const { return matrix_.get(); }
  SUNLinearSolver solver() const { return solver_.get(); }
  // Storage for the values of J on the model's pattern.
  double* modelValues() { return values_.data(); }
  void fill(SUNMatrix target, double alpha, double beta) const;

 private:
  int64_t n_;
  FmlPattern pattern_;
  bool sparse_ = false;
  std::vector<int64_t> colStart_, rows_;  // with the diagonal
  std::vector<int64_t> place_, diagonal_;
  std::vector<double> values_;
  MatrixHandle matrix_;
  LinearSolverHandle solver_;
};

// What IDA and CVODE count; the counts of earlier pieces are added up.
struct SundialsCounts {
  uint64_t steps = 0, rejected = 0, iterations = 0, factorizations = 0, jacobians = 0;

  void add(long accepted, long errorFails, long convergenceFails, long newton, long setups);
  void report(SimulationReport& report) const;
};

enum class StepFailure : uint8_t { ErrorTest, Convergence, Other };

// Why the step from t failed. With ErrorTest also the state that limits the step, by the estimated
// local errors times the weights; nullptr: not known. `detail` is the message of SUNDIALS.
std::string describeStepFailure(FmlData* d, StepFailure kind, double t, const double* errors,
                                const double* weights, const std::string& detail);

// Keeps the last message of SUNDIALS instead of letting it print.
void keepMessage(int code, const char* module, const char* function, char* message, void* text);

}  // namespace formola::solver
