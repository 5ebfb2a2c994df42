// CVODE: variable-order BDF for x' = f(t, x).
#include <cvode/cvode.h>
#include <fmt/format.h>

#include "runtime/workspace.h"
#include "solver/integrator.h"
#include "solver/sundials_common.h"
#include "support/assert.h"

namespace formola::solver {

namespace {

class Cvode : public Integrator {
 public:
  Cvode(const SimulationProblem& problem, Evaluator& evaluator)
      : evaluator_(evaluator),
        n_(evaluator.nStates()),
        x_(makeVector(n_, context_)),
        dense_(makeVector(n_, context_)),
        weights_(makeVector(n_, context_)),
        matrix_(n_, evaluator.pattern(), false, x_.get(), context_),
        tolerance_(problem.tolerance),
        maxStep_(largestStep(problem)) {}

  ~Cvode() override { CVodeFree(&memory_); }

  bool restart() override {
    FmlData* d = evaluator_.data();
    stepStart_ = stepEnd_ = d->time;
    std::copy(d->v, d->v + n_, values(x_));
    if (memory_ != nullptr) {
      addCounts(past_);
      return CVodeReInit(memory_, d->time, x_.get()) == CV_SUCCESS;
    }
    memory_ = CVodeCreate(CV_BDF, context_);
    FORMOLA_ASSERT(memory_ != nullptr);
    VectorHandle absolute = makeVector(n_, context_);
    for (int32_t i = 0; i < n_; ++i) values(absolute)[i] = tolerance_ * d->nominal[i];
    const bool ok =
        CVodeSetErrHandlerFn(memory_, keepMessage, &detail_) == CV_SUCCESS &&
        CVodeInit(memory_, rightHandSide, d->time, x_.get()) == CV_SUCCESS &&
        CVodeSetUserData(memory_, this) == CV_SUCCESS &&
        CVodeSVtolerances(memory_, tolerance_, absolute.get()) == CV_SUCCESS &&
        CVodeSetLinearSolver(memory_, matrix_.solver(), matrix_.matrix()) == CV_SUCCESS &&
        CVodeSetJacFn(memory_, jacobian) == CV_SUCCESS &&
        CVodeSetMaxStep(memory_, maxStep_) == CV_SUCCESS &&
        CVodeSetMaxErrTestFails(memory_, 20) == CV_SUCCESS &&
        CVodeSetMaxConvFails(memory_, 50) == CV_SUCCESS;
    if (!ok) message_ = "CVODE could not be set up: " + detail_;
    return ok;
  }

  bool step(double limit) override {
    CVodeSetStopTime(memory_, limit);
    double reached = stepEnd_;
    const double start = stepEnd_;
    const int flag = CVode(memory_, limit, x_.get(), &reached, CV_ONE_STEP);
    if (flag < 0) {
      explain(flag, start);
      return false;
    }
    stepStart_ = start;
    stepEnd_ = flag == CV_TSTOP_RETURN ? limit : reached;
    return true;
  }

  void interpolate(double t) override {
    FmlData* d = evaluator_.data();
    const double* source = values(x_);
    if (t < stepEnd_ && CVodeGetDky(memory_, t, 0, dense_.get()) == CV_SUCCESS)
      source = values(dense_);
    std::copy(source, source + n_, d->v);
    d->time = t;
  }

  void count(SimulationReport& report) const override {
    Counts all = past_;
    if (memory_ != nullptr) addCounts(all);
    report.stepsAccepted += all.steps;
    report.stepsRejected += all.rejected;
    report.newtonIterations += all.iterations;
    report.factorizations += all.factorizations;
  }

 private:
  struct Counts {
    uint64_t steps = 0, rejected = 0, iterations = 0, factorizations = 0;
  };

  void addCounts(Counts& counts) const {
    long steps = 0, errorFails = 0, convergenceFails = 0, iterations = 0, setups = 0;
    CVodeGetNumSteps(memory_, &steps);
    CVodeGetNumErrTestFails(memory_, &errorFails);
    CVodeGetNumNonlinSolvConvFails(memory_, &convergenceFails);
    CVodeGetNumNonlinSolvIters(memory_, &iterations);
    CVodeGetNumLinSolvSetups(memory_, &setups);
    counts.steps += static_cast<uint64_t>(steps);
    counts.rejected += static_cast<uint64_t>(errorFails + convergenceFails);
    counts.iterations += static_cast<uint64_t>(iterations);
    counts.factorizations += static_cast<uint64_t>(setups);
  }

  void explain(int flag, double t) {
    FmlData* d = evaluator_.data();
    const std::string reason = runtime::describeFailure(*d->model, d->workspace->failure);
    switch (flag) {
      case CV_ERR_FAILURE: {
        message_ = fmt::format("the error test failed again and again at time {}", t);
        if (CVodeGetEstLocalErrors(memory_, dense_.get()) == CV_SUCCESS &&
            CVodeGetErrWeights(memory_, weights_.get()) == CV_SUCCESS) {
          int32_t worst = 0;
          const auto size = [&](int32_t i) {
            return std::abs(values(dense_)[i] * values(weights_)[i]);
          };
          for (int32_t i = 1; i < n_; ++i)
            if (size(i) > size(worst)) worst = i;
          message_ += "; the state that limits the step is " +
                      runtime::describeEntity(*d->model, FML_VARIABLE, worst);
        }
        break;
      }
      case CV_CONV_FAILURE:
      case CV_LSETUP_FAIL:
        message_ = fmt::format("the corrector did not converge at time {}", t);
        break;
      default:
        message_ = fmt::format("the integration stopped at time {} ({})", t, detail_);
    }
    if (!reason.empty()) message_ += ": " + reason;
  }

  static int rightHandSide(double t, N_Vector x, N_Vector derivative, void* self) {
    return static_cast<Cvode*>(self)->evaluator_.derivatives(t, N_VGetArrayPointer(x),
                                                             N_VGetArrayPointer(derivative));
  }

  static int jacobian(double t, N_Vector x, N_Vector, SUNMatrix target, void* self, N_Vector,
                      N_Vector, N_Vector) {
    auto* me = static_cast<Cvode*>(self);
    const FmlStatus status =
        me->evaluator_.jacobian(t, N_VGetArrayPointer(x), me->matrix_.modelValues());
    if (status == FML_OK) me->matrix_.fill(target, 1, 0);
    return status;
  }

  Evaluator& evaluator_;
  int32_t n_;
  Context context_;
  VectorHandle x_, dense_, weights_;
  IterationMatrix matrix_;
  double tolerance_, maxStep_;
  void* memory_ = nullptr;
  std::string detail_;
  Counts past_;
};

}  // namespace

std::unique_ptr<Integrator> makeCvode(const SimulationProblem& problem, Evaluator& evaluator) {
  return std::make_unique<Cvode>(problem, evaluator);
}

}  // namespace formola::solver
