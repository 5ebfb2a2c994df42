// CVODE: variable-order BDF for x' = f(t, x).
#include <cvode/cvode.h>

#include "solver/corrector.h"
#include "solver/integration_method.h"
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
        corrector_(makeCorrector(x_.get(), context_, ConvergenceTest::KeepsTheSum)),
        tolerance_(problem.tolerance),
        maxStep_(largestStep(problem)),
        interval_(outputInterval(problem)) {}

  ~Cvode() override { CVodeFree(&memory_); }

  bool restart() override {
    FmlData* d = evaluator_.data();
    stepStart_ = stepEnd_ = d->time;
    first_ = true;
    std::copy(d->v, d->v + n_, values(x_));
    if (memory_ != nullptr) {
      addCounts(past_);
      return CVodeReInit(memory_, d->time, x_.get()) == CV_SUCCESS && setTolerances();
    }
    memory_ = CVodeCreate(CV_BDF, context_);
    FORMOLA_ASSERT(memory_ != nullptr);
    const bool ok =
        CVodeSetErrHandlerFn(memory_, keepMessage, &detail_) == CV_SUCCESS &&
        CVodeInit(memory_, rightHandSide, d->time, x_.get()) == CV_SUCCESS &&
        CVodeSetUserData(memory_, this) == CV_SUCCESS && setTolerances() &&
        CVodeSetLinearSolver(memory_, matrix_.solver(), matrix_.matrix()) == CV_SUCCESS &&
        CVodeSetJacFn(memory_, jacobian) == CV_SUCCESS &&
        CVodeSetNonlinearSolver(memory_, corrector_.get()) == CV_SUCCESS &&
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
    // The first step is at most a tenth of the way to the time asked for: where nothing happens at
    // the start, that of the limit could be many periods of a source, all zeros of it.
    const double asked = first_ ? std::min(limit, start + interval_) : limit;
    const int flag = CVode(memory_, asked, x_.get(), &reached, CV_ONE_STEP);
    first_ = false;
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

  int order() const override {
    int order = 0;
    CVodeGetLastOrder(memory_, &order);
    return order;
  }
  int32_t limitingState() override {
    if (!findErrors()) return -1;
    return largestError(values(dense_), values(weights_), n_);
  }

  void count(SimulationReport& report) const override {
    SundialsCounts all = past_;
    if (memory_ != nullptr) addCounts(all);
    all.report(report);
  }

 private:
  // Nominal values change where states are chosen anew.
  bool setTolerances() {
    VectorHandle absolute = makeVector(n_, context_);
    for (int32_t i = 0; i < n_; ++i)
      values(absolute)[i] = tolerance_ * evaluator_.data()->nominal[i];
    return CVodeSVtolerances(memory_, tolerance_, absolute.get()) == CV_SUCCESS;
  }

  void addCounts(SundialsCounts& counts) const {
    long steps = 0, errorFails = 0, convergenceFails = 0, iterations = 0, setups = 0;
    CVodeGetNumSteps(memory_, &steps);
    CVodeGetNumErrTestFails(memory_, &errorFails);
    CVodeGetNumNonlinSolvConvFails(memory_, &convergenceFails);
    CVodeGetNumNonlinSolvIters(memory_, &iterations);
    CVodeGetNumLinSolvSetups(memory_, &setups);
    counts.add(steps, errorFails, convergenceFails, iterations, setups);
  }

  // Of the last step: dense_ has the local errors, weights_ what they are multiplied by.
  bool findErrors() {
    return CVodeGetEstLocalErrors(memory_, dense_.get()) == CV_SUCCESS &&
           CVodeGetErrWeights(memory_, weights_.get()) == CV_SUCCESS;
  }

  void explain(int flag, double t) {
    const bool known = flag == CV_ERR_FAILURE && findErrors();
    const StepFailure kind = flag == CV_ERR_FAILURE ? StepFailure::ErrorTest
                             : flag == CV_CONV_FAILURE || flag == CV_LSETUP_FAIL
                                 ? StepFailure::Convergence
                                 : StepFailure::Other;
    message_ = describeStepFailure(evaluator_.data(), kind, t, known ? values(dense_) : nullptr,
                                   known ? values(weights_) : nullptr, detail_);
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
  NonlinearSolverHandle corrector_;
  double tolerance_, maxStep_, interval_;
  void* memory_ = nullptr;
  std::string detail_;
  SundialsCounts past_;
  bool first_ = true;  // step of a piece
};

}  // namespace

constinit const IntegrationMethod kCvode = {.family = MethodFamily::Cvode,
                                            .usesStateJacobian = true,
                                            .integrator = makeIntegratorOf<Cvode>,
                                            .about = "SUNDIALS CVODE: BDF of variable order 1-5"};

}  // namespace formola::solver
