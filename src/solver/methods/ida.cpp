// IDA: variable-order BDF for F(t, y, y') = 0, the successor of DASSL.
//
// With a model in explicit form y = x and F = x' - f(t, x), the iteration matrix is cj I - df/dx.
// With FmlDaeForm y also holds the algebraic unknowns of the model's blocks, and F and its matrix
// come from the model.
#include <ida/ida.h>

#include <limits>

#include "runtime/workspace.h"
#include "solver/corrector.h"
#include "solver/integration_method.h"
#include "solver/sundials_common.h"
#include "support/assert.h"

namespace formola::solver {

namespace {

class Ida : public Integrator {
 public:
  // byDifferences: of a dense Jacobian, instead of that of the model.
  Ida(const SimulationProblem& problem, Evaluator& evaluator, bool byDifferences)
      : evaluator_(evaluator),
        form_(problem.model->daeForm),
        nStates_(evaluator.nStates()),
        n_(nStates_ + (form_ != nullptr ? form_->nAlgebraic : 0)),
        byDifferences_(byDifferences),
        y_(makeVector(n_, context_)),
        yp_(makeVector(n_, context_)),
        dense_(makeVector(n_, context_)),
        weights_(makeVector(n_, context_)),
        pattern_(form_ != nullptr ? colouredPattern(form_->pattern) : evaluator.pattern()),
        matrix_(n_, byDifferences_ ? FmlPattern{} : pattern_, byDifferences_, y_.get(), context_),
        corrector_(makeCorrector(y_.get(), context_, ConvergenceTest::KeepsNothing)),
        tolerance_(problem.tolerance),
        maxStep_(largestStep(problem)) {
    for (auto* v : {&base_, &moved_, &movedDerivative_, &steps_})
      v->assign(static_cast<size_t>(n_), 0.0);
  }

  ~Ida() override { IDAFree(&memory_); }

  bool restart() override {
    FmlData* d = evaluator_.data();
    stepStart_ = stepEnd_ = d->time;
    std::copy(d->v, d->v + nStates_, values(y_));
    std::copy(d->v + nStates_, d->v + 2 * nStates_, values(yp_));
    for (int32_t i = nStates_; i < n_; ++i) {
      values(y_)[i] = d->v[form_->algebraic[i - nStates_]];
      values(yp_)[i] = 0;
    }
    if (memory_ == nullptr) return create();
    addCounts(past_);
    return IDAReInit(memory_, d->time, y_.get(), yp_.get()) == IDA_SUCCESS && setTolerances();
  }

  bool step(double limit) override {
    IDASetStopTime(memory_, limit);
    double reached = stepEnd_;
    const double start = stepEnd_;
    const int flag = IDASolve(memory_, limit, &reached, y_.get(), yp_.get(), IDA_ONE_STEP);
    if (flag < 0) {
      explain(flag, start);
      return false;
    }
    stepStart_ = start;
    stepEnd_ = flag == IDA_TSTOP_RETURN ? limit : reached;
    return true;
  }

  void interpolate(double t) override {
    const double* source = values(y_);
    if (t < stepEnd_ && IDAGetDky(memory_, t, 0, dense_.get()) == IDA_SUCCESS)
      source = values(dense_);
    write(t, source);
  }

  int order() const override {
    int order = 0;
    IDAGetLastOrder(memory_, &order);
    return order;
  }
  int32_t limitingState() override {
    if (!findErrors()) return -1;
    return largestError(values(dense_), values(weights_), nStates_);
  }

  void count(SimulationReport& report) const override {
    SundialsCounts all = past_;
    if (memory_ != nullptr) addCounts(all);
    all.report(report);
  }

 private:
  FmlPattern colouredPattern(const FmlPattern& pattern) {
    FmlPattern result = pattern;
    if (pattern.colStart != nullptr && pattern.colour == nullptr) {
      colouring_ = runtime::colourColumns(n_, n_, pattern.colStart, pattern.rows);
      result.colour = colouring_.colour.data();
      result.nColours = colouring_.count;
    }
    return result;
  }

  bool create() {
    FmlData* d = evaluator_.data();
    memory_ = IDACreate(context_);
    FORMOLA_ASSERT(memory_ != nullptr);
    VectorHandle isState = makeVector(n_, context_);
    for (int32_t i = 0; i < n_; ++i) values(isState)[i] = i < nStates_ ? 1 : 0;
    bool ok = IDASetErrHandlerFn(memory_, keepMessage, &detail_) == IDA_SUCCESS &&
              IDAInit(memory_, residual, d->time, y_.get(), yp_.get()) == IDA_SUCCESS &&
              IDASetUserData(memory_, this) == IDA_SUCCESS && setTolerances() &&
              IDASetLinearSolver(memory_, matrix_.solver(), matrix_.matrix()) == IDA_SUCCESS &&
              IDASetNonlinearSolver(memory_, corrector_.get()) == IDA_SUCCESS &&
              IDASetMaxStep(memory_, maxStep_) == IDA_SUCCESS &&
              IDASetMaxErrTestFails(memory_, 20) == IDA_SUCCESS &&
              IDASetMaxConvFails(memory_, 50) == IDA_SUCCESS;
    if (ok && !byDifferences_) ok = IDASetJacFn(memory_, jacobian) == IDA_SUCCESS;
    // Algebraic variables do not enter the error test (ALGORITHMS: error norm).
    if (ok && n_ > nStates_)
      ok = IDASetId(memory_, isState.get()) == IDA_SUCCESS &&
           IDASetSuppressAlg(memory_, SUNTRUE) == IDA_SUCCESS;
    if (!ok) message_ = "IDA could not be set up: " + detail_;
    return ok;
  }

  // Nominal values change where states are chosen anew.
  bool setTolerances() {
    VectorHandle absolute = makeVector(n_, context_);
    for (int32_t i = 0; i < n_; ++i) values(absolute)[i] = tolerance_ * nominal(i);
    return IDASVtolerances(memory_, tolerance_, absolute.get()) == IDA_SUCCESS;
  }

  int32_t variableOf(int32_t i) const { return i < nStates_ ? i : form_->algebraic[i - nStates_]; }
  double nominal(int32_t i) const { return evaluator_.data()->nominal[variableOf(i)]; }

  void write(double t, const double* y) {
    FmlData* d = evaluator_.data();
    d->time = t;
    std::copy(y, y + nStates_, d->v);
    for (int32_t i = nStates_; i < n_; ++i) d->v[form_->algebraic[i - nStates_]] = y[i];
  }

  FmlStatus evaluateResidual(double t, const double* y, const double* yp, double* r) {
    if (form_ == nullptr) {
      const FmlStatus status = evaluator_.derivatives(t, y, r);
      if (status == FML_OK)
        for (int32_t i = 0; i < n_; ++i) r[i] = yp[i] - r[i];
      return status;
    }
    FmlData* d = evaluator_.data();
    write(t, y);
    std::copy(yp, yp + nStates_, d->v + nStates_);
    ++d->statistics.functionEvaluations;
    if (const FmlStatus status = form_->residual(d, r)) return status;
    return runtime::allFinite(r, n_) ? FML_OK : FML_RETRY;
  }

  // dF/dy + cj dF/dy' of the implicit form by coloured differences in the direction (dy, cj dy).
  FmlStatus differenceJacobian(double t, double cj, const double* y, const double* yp) {
    if (const FmlStatus status = evaluateResidual(t, y, yp, base_.data())) return status;
    const double root = std::sqrt(std::numeric_limits<double>::epsilon());
    const bool sparse = pattern_.colStart != nullptr;
    const int32_t groups = sparse ? pattern_.nColours : n_;
    std::vector<double>& r = residualScratch_;
    r.resize(static_cast<size_t>(n_));
    for (int32_t j = 0; j < n_; ++j)
      steps_[j] = (y[j] + root * std::max(std::abs(y[j]), nominal(j))) - y[j];
    for (int32_t c = 0; c < groups; ++c) {
      for (int32_t j = 0; j < n_; ++j) {
        const bool inGroup = (sparse ? pattern_.colour[j] : j) == c;
        moved_[j] = y[j] + (inGroup ? steps_[j] : 0);
        movedDerivative_[j] = yp[j] + (inGroup ? cj * steps_[j] : 0);
      }
      if (const FmlStatus status =
              evaluateResidual(t, moved_.data(), movedDerivative_.data(), r.data()))
        return status;
      for (int32_t j = sparse ? 0 : c; j < (sparse ? n_ : c + 1); ++j) {
        if (sparse && pattern_.colour[j] != c) continue;
        const int32_t begin = sparse ? pattern_.colStart[j] : 0;
        const int32_t end = sparse ? pattern_.colStart[j + 1] : n_;
        for (int32_t p = begin; p < end; ++p) {
          const int32_t i = sparse ? pattern_.rows[p] : p;
          const size_t at = sparse ? static_cast<size_t>(p) : static_cast<size_t>(j) * n_ + p;
          matrix_.modelValues()[at] = (r[i] - base_[i]) / steps_[j];
        }
      }
    }
    return FML_OK;
  }

  static int residual(double t, N_Vector y, N_Vector yp, N_Vector r, void* self) {
    return static_cast<Ida*>(self)->evaluateResidual(t, N_VGetArrayPointer(y),
                                                     N_VGetArrayPointer(yp), N_VGetArrayPointer(r));
  }

  static int jacobian(double t, double cj, N_Vector y, N_Vector yp, N_Vector, SUNMatrix target,
                      void* self, N_Vector, N_Vector, N_Vector) {
    auto* me = static_cast<Ida*>(self);
    const double* point = N_VGetArrayPointer(y);
    const double* derivative = N_VGetArrayPointer(yp);
    if (me->form_ == nullptr) {
      const FmlStatus status = me->evaluator_.jacobian(t, point, me->matrix_.modelValues());
      if (status == FML_OK) me->matrix_.fill(target, -1, cj);
      return status;
    }
    FmlData* d = me->evaluator_.data();
    ++d->statistics.jacobianEvaluations;
    FmlStatus status;
    if (me->form_->jacobian != nullptr) {
      status = me->evaluateResidual(t, point, derivative, me->base_.data());
      if (status == FML_OK) status = me->form_->jacobian(d, cj, me->matrix_.modelValues());
    } else {
      status = me->differenceJacobian(t, cj, point, derivative);
    }
    if (status == FML_OK) me->matrix_.fill(target, 1, 0);
    return status;
  }

  void addCounts(SundialsCounts& counts) const {
    long steps = 0, errorFails = 0, convergenceFails = 0, iterations = 0, setups = 0, jacobians = 0;
    IDAGetNumSteps(memory_, &steps);
    IDAGetNumErrTestFails(memory_, &errorFails);
    IDAGetNumNonlinSolvConvFails(memory_, &convergenceFails);
    IDAGetNumNonlinSolvIters(memory_, &iterations);
    IDAGetNumLinSolvSetups(memory_, &setups);
    IDAGetNumJacEvals(memory_, &jacobians);
    counts.add(steps, errorFails, convergenceFails, iterations, setups);
    // Others are counted where they are made.
    if (byDifferences_) counts.jacobians += static_cast<uint64_t>(jacobians);
  }

  // Of the last step: dense_ has the local errors, weights_ what they are multiplied by.
  bool findErrors() {
    return IDAGetEstLocalErrors(memory_, dense_.get()) == IDA_SUCCESS &&
           IDAGetErrWeights(memory_, weights_.get()) == IDA_SUCCESS;
  }

  void explain(int flag, double t) {
    const bool known = flag == IDA_ERR_FAIL && findErrors();
    const StepFailure kind = flag == IDA_ERR_FAIL ? StepFailure::ErrorTest
                             : flag == IDA_CONV_FAIL || flag == IDA_LSETUP_FAIL
                                 ? StepFailure::Convergence
                                 : StepFailure::Other;
    message_ = describeStepFailure(evaluator_.data(), kind, t, known ? values(dense_) : nullptr,
                                   known ? values(weights_) : nullptr, detail_);
  }

  Evaluator& evaluator_;
  const FmlDaeForm* form_;
  int32_t nStates_, n_;
  bool byDifferences_;
  Context context_;
  VectorHandle y_, yp_, dense_, weights_;
  runtime::Colouring colouring_;
  FmlPattern pattern_;
  IterationMatrix matrix_;
  NonlinearSolverHandle corrector_;
  double tolerance_, maxStep_;
  std::vector<double> base_, moved_, movedDerivative_, steps_, residualScratch_;
  void* memory_ = nullptr;
  std::string detail_;
  SundialsCounts past_;
};

}  // namespace

constinit const IntegrationMethod kIda = {
    .family = MethodFamily::Ida,
    .usesStateJacobian = true,
    .integrator = [](const SimulationProblem& problem, Evaluator& evaluator)
        -> std::unique_ptr<Integrator> { return std::make_unique<Ida>(problem, evaluator, false); },
    .about = "SUNDIALS IDA: BDF of variable order 1-5 on the model, Jacobian from the model"};

constinit const IntegrationMethod kIdaDense = {
    .family = MethodFamily::Ida,
    .integrator = [](const SimulationProblem& problem, Evaluator& evaluator)
        -> std::unique_ptr<Integrator> { return std::make_unique<Ida>(problem, evaluator, true); },
    .about = "the same with a dense difference-quotient Jacobian, as DASSL"};

}  // namespace formola::solver
