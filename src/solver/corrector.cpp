#include "solver/corrector.h"

#include <algorithm>
#include <cmath>

#include "support/assert.h"

namespace formola::solver {

namespace {

// As in IDA: a contraction slower than this is none, and the part of the tolerance below which a
// first correction needs no second one.
constexpr double kSlowestRate = 0.9;
constexpr double kNegligible = 1e-4;
// What is believed of the rate of an earlier step, and for how many: the step size may have changed
// a little, the slope a lot.
constexpr double kTrustedRate = 0.2;
constexpr int kTrustedSolves = 4;
constexpr int kDampedSteps = 60;
constexpr double kSmallestDamping = 1e-5;
// A damped iteration ends where its correction is this part of what SUNDIALS asks for: it converges
// quadratically there, and other unknowns may depend steeply on the states.
constexpr double kDampedTolerance = 1e-2;
constexpr double kNoise = 1e-6;  // a correction of this part of it need not shrink any more

class Corrector {
 public:
  Corrector(N_Vector like, SUNContext context, ConvergenceTest kind)
      : kind_(kind),
        delta_(makeVector(N_VGetLength(like), context)),
        start_(makeVector(N_VGetLength(like), context)),
        trial_(makeVector(N_VGetLength(like), context)),
        simplified_(makeVector(N_VGetLength(like), context)) {}

  // y: the correction of the predicted point, zero at first.
  int solve(SUNNonlinearSolver self, N_Vector y, N_Vector weights, double tolerance,
            booleantype callSetup, void* memory) {
    iterations = failures = 0;
    if (++solvesSinceRate_ > kTrustedSolves || rate_ > kTrustedRate) rate_ = 1;
    N_VScale(1.0, y, start_.get());
    int status = chord(self, y, weights, tolerance, callSetup, memory);
    if (status > 0) {
      N_VScale(1.0, start_.get(), y);
      status = damped(y, weights, kDampedTolerance * tolerance, memory);
      if (status == SUN_NLS_SUCCESS && kind_ == ConvergenceTest::KeepsTheSum)
        status = agree(self, y, weights, tolerance);
    }
    if (status != SUN_NLS_SUCCESS) ++failures;
    return status;
  }

  SUNNonlinSolSysFn system = nullptr;
  SUNNonlinSolLSetupFn setup = nullptr;
  SUNNonlinSolLSolveFn linearSolve = nullptr;
  SUNNonlinSolConvTestFn test = nullptr;
  void* testData = nullptr;
  int maxIterations = 3;
  int iteration = 0;                  // with the present matrix
  long iterations = 0, failures = 0;  // of the last solve

 private:
  // With the matrix at hand; a second time with a new one if the first was old.
  int chord(SUNNonlinearSolver self, N_Vector y, N_Vector weights, double tolerance,
            booleantype callSetup, void* memory) {
    booleantype bad = SUNFALSE;
    for (;;) {
      booleantype current = SUNFALSE;
      int status = system(y, delta_.get(), memory);
      if (status == 0 && callSetup) {
        status = setup(bad, &current, memory);
        rate_ = 1;
      }
      if (status != 0) return status;
      iteration = 0;
      while (status == 0) {
        ++iterations;
        N_VScale(-1.0, delta_.get(), delta_.get());
        if ((status = linearSolve(delta_.get(), memory)) != 0) break;
        N_VLinearSum(1.0, y, 1.0, delta_.get(), y);
        const double size = N_VWrmsNorm(delta_.get(), weights);
        if (iteration > 0) {
          solvesSinceRate_ = 0;
          rate_ = std::max(contraction(weights, tolerance), kTrustedRate);
        }
        N_VScale(1.0, delta_.get(), simplified_.get());
        status = test(self, y, delta_.get(), tolerance, weights, testData);
        if (status == SUN_NLS_SUCCESS && !settled(size, tolerance))
          status = iteration > 0 && rate_ > kSlowestRate ? SUN_NLS_CONV_RECVR : SUN_NLS_CONTINUE;
        if (status == SUN_NLS_SUCCESS) return status;
        if (status != SUN_NLS_CONTINUE) break;
        if (++iteration >= maxIterations) {
          status = SUN_NLS_CONV_RECVR;
          break;
        }
        status = system(y, delta_.get(), memory);
      }
      if (status < 0 || current) return status;
      callSetup = bad = SUNTRUE;
      N_VScale(1.0, start_.get(), y);
    }
  }

  // The slowest contraction of a component that matters, from the last two corrections. In the norm
  // of all, one that does not contract hides behind a larger one that does.
  double contraction(N_Vector weights, double tolerance) const {
    const double* now = values(delta_);
    const double* before = values(simplified_);
    const double* weight = N_VGetArrayPointer(weights);
    const double negligible = kNegligible * tolerance;
    double rate = 0;
    for (int64_t i = 0; i < N_VGetLength(weights); ++i)
      if (std::abs(now[i]) * weight[i] > negligible)
        rate = std::max(rate,
                        std::abs(now[i]) / std::max(std::abs(before[i]), negligible / weight[i]));
    return rate;
  }

  // CVODE takes any small correction for the last one. One that comes from a matrix much too steep
  // is small whatever the error: Brenan, Campbell, Petzold (1996), 5.2.2, ask for the contraction.
  bool settled(double size, double tolerance) const {
    return size <= kNegligible * tolerance ||
           (rate_ < kSlowestRate && rate_ * size <= (1 - rate_) * tolerance);
  }

  // NLEQ-ERR: the factor of a step is reduced until the correction that the same matrix gives at
  // the new point is smaller than the step's own.
  int damped(N_Vector y, N_Vector weights, double tolerance, void* memory) {
    booleantype current = SUNFALSE;
    double factor = 1;
    int status = system(y, delta_.get(), memory);
    for (int k = 0; k < kDampedSteps; ++k) {
      // CVODE takes an older Jacobian once where the step size has changed.
      current = SUNFALSE;
      for (int n = 0; n < 2 && status == 0 && !current; ++n)
        status = setup(SUNTRUE, &current, memory);
      if (status == 0) status = correctionOf(delta_.get(), memory);
      if (status != 0) return status;
      const double size = N_VWrmsNorm(delta_.get(), weights);
      if (!std::isfinite(size)) return SUN_NLS_CONV_RECVR;
      factor = std::min(1.0, 4 * factor);
      double next = 0;
      for (;; factor = std::max(factor / 10, std::min(factor / 2, next))) {
        if (factor < kSmallestDamping) return SUN_NLS_CONV_RECVR;
        N_VLinearSum(1.0, y, factor, delta_.get(), trial_.get());
        next = 0;
        status = system(trial_.get(), simplified_.get(), memory);
        if (status == 0) status = correctionOf(simplified_.get(), memory);
        if (status < 0) return status;
        if (status > 0) continue;
        const double simplifiedSize = N_VWrmsNorm(simplified_.get(), weights);
        if (simplifiedSize < size || size <= kNoise * tolerance) {
          if (factor == 1 && simplifiedSize <= tolerance) {
            N_VLinearSum(1.0, trial_.get(), 1.0, simplified_.get(), y);
            return SUN_NLS_SUCCESS;
          }
          break;
        }
        // From the curvature seen along the step (Deuflhard, equation 3.48).
        N_VLinearSum(1.0, simplified_.get(), factor - 1, delta_.get(), simplified_.get());
        const double curvature = N_VWrmsNorm(simplified_.get(), weights);
        next = 0.5 * size * factor * factor / curvature;
      }
      N_VScale(1.0, trial_.get(), y);
      status = system(y, delta_.get(), memory);
    }
    return SUN_NLS_CONV_RECVR;
  }

  // The test is told of the solution: a second correction that is small.
  int agree(SUNNonlinearSolver self, N_Vector y, N_Vector weights, double tolerance) {
    iteration = 1;
    N_VConst(1.0, delta_.get());
    N_VScale(kDampedTolerance * tolerance / N_VWrmsNorm(delta_.get(), weights), delta_.get(),
             delta_.get());
    const int status = test(self, y, delta_.get(), tolerance, weights, testData);
    return status == SUN_NLS_CONTINUE ? SUN_NLS_CONV_RECVR : status;
  }

  // r := -J^-1 r
  int correctionOf(N_Vector r, void* memory) {
    ++iterations;
    N_VScale(-1.0, r, r);
    return linearSolve(r, memory);
  }

  const ConvergenceTest kind_;
  double rate_ = 1;  // of contraction with the present matrix; 1: not known
  int solvesSinceRate_ = 0;
  VectorHandle delta_, start_, trial_, simplified_;
};

Corrector& corrector(SUNNonlinearSolver s) {
  return *static_cast<Corrector*>(s->content);
}

// An operation that stores one value.
template <auto Member, class Value>
int store(SUNNonlinearSolver s, Value value) {
  corrector(s).*Member = value;
  return SUN_NLS_SUCCESS;
}

template <auto Member, class Value>
int load(SUNNonlinearSolver s, Value* value) {
  *value = corrector(s).*Member;
  return SUN_NLS_SUCCESS;
}

}  // namespace

void NonlinearSolverDeleter::operator()(SUNNonlinearSolver s) const {
  SUNNonlinSolFree(s);
}

NonlinearSolverHandle makeCorrector(N_Vector like, SUNContext context, ConvergenceTest kind) {
  NonlinearSolverHandle result(SUNNonlinSolNewEmpty(context));
  FORMOLA_ASSERT(result != nullptr);
  result->content = new Corrector(like, context, kind);
  auto& ops = *result->ops;
  ops.gettype = [](SUNNonlinearSolver) { return SUNNONLINEARSOLVER_ROOTFIND; };
  ops.solve = [](SUNNonlinearSolver s, N_Vector, N_Vector y, N_Vector weights, double tolerance,
                 booleantype callSetup, void* memory) {
    return corrector(s).solve(s, y, weights, tolerance, callSetup, memory);
  };
  ops.free = [](SUNNonlinearSolver s) {
    delete static_cast<Corrector*>(s->content);
    s->content = nullptr;
    SUNNonlinSolFreeEmpty(s);
    return SUN_NLS_SUCCESS;
  };
  ops.setsysfn = store<&Corrector::system, SUNNonlinSolSysFn>;
  ops.setlsetupfn = store<&Corrector::setup, SUNNonlinSolLSetupFn>;
  ops.setlsolvefn = store<&Corrector::linearSolve, SUNNonlinSolLSolveFn>;
  ops.setctestfn = [](SUNNonlinearSolver s, SUNNonlinSolConvTestFn test, void* data) {
    corrector(s).test = test;
    corrector(s).testData = data;
    return SUN_NLS_SUCCESS;
  };
  ops.setmaxiters = store<&Corrector::maxIterations, int>;
  ops.getnumiters = load<&Corrector::iterations, long>;
  ops.getcuriter = load<&Corrector::iteration, int>;
  ops.getnumconvfails = load<&Corrector::failures, long>;
  return result;
}

}  // namespace formola::solver
