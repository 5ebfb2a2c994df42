#include "solver/coupled.h"

#include "runtime/vectors.h"
#include "runtime/workspace.h"
#include "solver/hermite.h"
#include "solver/inline_integrator.h"
#include "solver/kink_watch.h"
#include "solver/stage_history.h"

namespace formola::solver {

namespace {

class InlineCoupled : public InlineIntegrator {
 public:
  InlineCoupled(const SimulationProblem& problem, Evaluator& evaluator)
      : InlineIntegrator(problem, evaluator),
        tableau_(coupledTableau(problem.method)),
        embedding_(coupledMethod(problem.method)->embedding),
        stages_(form_.nStages),
        fixed_(problem.step),
        embedded_(problem.embeddedEstimate),
        history_(n_),
        others_(*problem.model, tableau_.nodes),
        kinks_(stages_ + 1),
        exponent_(embedded_ ? stages_ + 1 : embedding_.order + 1) {
    iterationError_ = embedded_ ? 0.05 : embeddingIterationError(embedding_);
    for (size_t i = 0; i < tableau_.nodes.size(); ++i) {
      double weight = 1;  // of the stage in the polynomial at the beginning of the step
      for (size_t j = 0; j < tableau_.nodes.size(); ++j)
        if (j != i) weight *= tableau_.nodes[j] / (tableau_.nodes[j] - tableau_.nodes[i]);
      atStart_.push_back(weight);
    }
    const auto size = static_cast<size_t>(n_);
    for (Vector* v : {&start_, &error_, &slope_}) v->assign(size, 0.0);
    for (int s = 0; s < stages_; ++s)
      for (auto* list : {&states_, &slopes_, &beforeX_, &beforeF_}) list->emplace_back(size, 0.0);
    inverse_ = inverseOf(tableau_.matrix);
    findPredicted();
  }

 private:
  void begin() override {
    h_ = before_ = 0;
    kinks_.begin();
    history_.clear();
    history_.add(stepEnd_, x_, f_);
    others_.begin(d_->v, stepEnd_);
    longPast_ = false;
  }
  void limitByDelays();
  bool advance(double limit) override;
  void dense(double t, double* x) const override {
    // The first half of a pair lies before the second newest point.
    const bool three = embedding_.order > 3 || t < history_.time(1);
    history_.between(t, three ? 3 : 2, x);
  }

  int order() const override { return embedding_.order; }
  const double* errors() const override { return fixed_ > 0 ? nullptr : error_.data(); }

  void findPredicted();
  void predictStages(double t, double h);
  void takeStages(double h);
  bool fixed(double limit);
  void predictNoChangeInStages();
  bool attempt(double t, double h);
  bool firstOfPair(double t, double h, double& kink);
  void undoFirstOfPair();
  void keepStages(double h);
  void judgePrediction(double end);
  void finish(double end, double h);
  double blendedError(double h);
  double stepFactor(double error) const;
  double embeddedError(double h);

  CoupledTableau tableau_;
  const Embedding& embedding_;
  int32_t stages_;
  double fixed_;
  bool embedded_;
  Vector atStart_;
  double h_ = 0;
  double before_ = 0;  // size of the last step; 0: none since the restart
  HermiteHistory history_;
  StageHistory others_;
  // Three points predict better than two: known from the last step.
  bool longPast_ = false;
  KinkWatch kinks_;
  double exponent_;  // of h in the estimate of the error
  // What blocks solve for at the stages: all else follows from it.
  struct Predicted {
    int32_t place, stage, state;  // in v; of the state or its derivative
  };
  std::vector<Predicted> predictedX_, predictedF_;
  bool iteratesX_ = false;                 // on some of them
  std::vector<Vector> beforeX_, beforeF_;  // stages of the last step
  std::vector<Vector> states_;             // X of the stages just solved
  // der(X) of the stages just solved as the formula has them, A^-1 (X - x)/h. What the model
  // computes from X is the same but for rounding and iteration errors, which it multiplies by
  // lambda: for a stiff state h der(X) would be noise.
  std::vector<Vector> slopes_;
  std::vector<std::vector<double>> inverse_;
  Vector start_;  // x at the beginning of the last step
  Vector startSlope_, error_, slope_;
};

void InlineCoupled::predictNoChangeInStages() {
  for (int32_t s = 0; s < stages_; ++s)
    for (int32_t i = 0; i < n_; ++i) {
      stageState(s, i) = x_[i];
      stageDerivative(s, i) = 0;
    }
}

void InlineCoupled::findPredicted() {
  const FmlModel& model = *problem_.model;
  std::vector<char> solvedFor(static_cast<size_t>(model.nVariables), 0), iterated(solvedFor);
  for (int32_t b = 0; b < model.nLinearBlocks; ++b)
    for (int32_t i = 0; i < model.linearBlocks[b].n; ++i)
      solvedFor[model.linearBlocks[b].unknowns[i]] = 1;
  for (int32_t b = 0; b < model.nNonlinearBlocks; ++b)
    for (int32_t i = 0; i < model.nonlinearBlocks[b].n; ++i)
      solvedFor[model.nonlinearBlocks[b].unknowns[i]] =
          iterated[model.nonlinearBlocks[b].unknowns[i]] = 1;
  for (int32_t s = 0; s < stages_; ++s)
    for (int32_t i = 0; i < n_; ++i) {
      const int32_t x = form_.stageIndices[s * n_ + i], f = form_.derivativeIndices[s * n_ + i];
      if (solvedFor[x] != 0) predictedX_.push_back({x, s, i});
      if (solvedFor[f] != 0) predictedF_.push_back({f, s, i});
      iteratesX_ = iteratesX_ || iterated[x] != 0;
    }
}

void InlineCoupled::predictStages(double t, double h) {
  const bool past = fixed_ > 0 || history_.points() >= 2;
  const bool withX = !predictedX_.empty(), withF = !predictedF_.empty();
  for (int32_t s = 0; s < stages_ && past && (withX || withF); ++s) {
    const double at = t + tableau_.nodes[static_cast<size_t>(s)] * h;
    double* x = withX || fixed_ > 0 ? states_[s].data() : nullptr;
    double* f = withF || fixed_ > 0 ? slopes_[s].data() : nullptr;
    if (fixed_ > 0)
      history_.extrapolateSteady(at, d_->nominal, x, f);
    else
      history_.evaluate(at, longPast_ ? 3 : 2, x, f);
  }
  for (const Predicted& p : predictedX_) {
    const double way = tableau_.nodes[static_cast<size_t>(p.stage)] * h;
    d_->v[p.place] = past ? states_[p.stage][p.state] : x_[p.state] + way * f_[p.state];
  }
  for (const Predicted& p : predictedF_)
    d_->v[p.place] = past ? slopes_[p.stage][p.state] : f_[p.state];
}

// X and der(X) of the stages just solved.
void InlineCoupled::takeStages(double h) {
  const auto n = static_cast<size_t>(n_);
  for (int32_t s = 0; s < stages_; ++s) {
    double* x = states_[s].data();
    for (int32_t i = 0; i < n_; ++i) x[i] = stageState(s, i);
  }
  for (Vector& slope : slopes_) std::fill(slope.begin(), slope.end(), 0.0);
  for (size_t j = 0; j < slopes_.size(); ++j) {
    runtime::difference(slope_.data(), states_[j].data(), x_.data(), n);
    for (size_t s = 0; s < slopes_.size(); ++s)
      runtime::addScaled(slopes_[s].data(), inverse_[s][j] / h, slope_.data(), n);
  }
}

bool InlineCoupled::attempt(double t, double h) {
  if (before_ == 0) beginExtra();  // an attempt that failed may have led astray
  predictStages(t, h);
  if (fixed_ == 0) others_.predict(d_->v, t, h);
  keepUndetermined();
  if (!solve(t + h, h, x_.data())) {
    if (fixed_ == 0) return false;  // a shorter step will do
    beginExtra();
    predictNoChangeInStages();
    if (!solve(t + h, h, x_.data())) return false;
  }
  takeStages(h);
  return true;
}

// Which past would have predicted the end of the step better, whose values the data hold?
void InlineCoupled::judgePrediction(double end) {
  double distance[2] = {0, 0};
  if (!iteratesX_) return;
  for (int k = 0; k < 2 && history_.points() == 3; ++k) {
    history_.evaluate(end, k + 2, slope_.data(), nullptr);
    runtime::addScaled(slope_.data(), -1.0, d_->v, static_cast<size_t>(n_));
    distance[k] = norm(slope_.data());
  }
  longPast_ = distance[1] < distance[0];
}

// What the embedding needs of the step just solved, when the next one is judged.
void InlineCoupled::keepStages(double h) {
  start_ = x_;
  beforeX_.swap(states_);
  beforeF_.swap(slopes_);
  before_ = h;
}

double InlineCoupled::blendedError(double h) {
  const Embedding& e = embedding_;
  const auto n = static_cast<size_t>(n_);
  runtime::multiply(error_.data(), e.factor * e.start, start_.data(), n);
  runtime::addScaled(error_.data(), e.factor * e.middle, x_.data(), n);
  runtime::addScaled(error_.data(), -e.factor, d_->v, n);
  for (int32_t s = 0; s < stages_; ++s) {
    runtime::addScaled(error_.data(), e.factor * e.beforeX[s], beforeX_[s].data(), n);
    runtime::addScaled(error_.data(), e.factor * h * e.beforeF[s], beforeF_[s].data(), n);
    runtime::addScaled(error_.data(), e.factor * e.x[s], states_[s].data(), n);
    runtime::addScaled(error_.data(), e.factor * h * e.f[s], slopes_[s].data(), n);
  }
  return norm(error_.data());
}

double InlineCoupled::embeddedError(double h) {
  constexpr double kGamma = 0.2749;  // for Radau 5 the reciprocal of the real eigenvalue of A^-1
  const auto n = static_cast<size_t>(n_);
  runtime::multiply(error_.data(), kGamma * h, f_.data(), n);
  for (size_t s = 0; s < slopes_.size(); ++s)
    runtime::addScaled(error_.data(), -kGamma * h * atStart_[s], slopes_[s].data(), n);
  return norm(error_.data());
}

void InlineCoupled::finish(double end, double h) {
  if (fixed_ == 0) {
    judgePrediction(end);
    others_.add(d_->v, end - h, h);
  }
  keepStages(h);
  accept(end);
  f_ = beforeF_.back();
  history_.add(end, x_, f_);
}

bool InlineCoupled::fixed(double limit) {
  const double t = stepEnd_;
  const double end = fixedStepEnd(problem_, t, fixed_, limit);
  const double h = std::abs(end - t - fixed_) <= 1e-9 * fixed_ ? fixed_ : end - t;
  if (!attempt(t, h)) return failFixed(end);
  finish(end, h);
  return true;
}

// The first of two equal steps from t; the point between them becomes the present one.
bool InlineCoupled::firstOfPair(double t, double h, double& kink) {
  if (!attempt(t, h)) return false;
  kink = embeddedError(h);
  judgePrediction(t + h);
  others_.add(d_->v, t, h);
  keepStages(h);
  startSlope_ = f_;
  std::copy(d_->v, d_->v + n_, x_.begin());
  f_ = beforeF_.back();
  history_.add(t + h, x_, f_);
  return true;
}

void InlineCoupled::undoFirstOfPair() {
  x_ = start_;
  f_ = startSlope_;
  history_.undo();
  others_.undo();
}

// The stages look back as far as a delay from where they are: not into the step itself, nor into
// the first one of a pair, whose end is stored when the pair is accepted.
void InlineCoupled::limitByDelays() {
  constexpr double kShrinking = 0.8;  // a delay may get shorter during the step
  maxStep_ = largestStep(problem_);
  if (evaluator_.derivatives(stepEnd_, x_.data()) != FML_OK) return;
  const double steps = embedded_ ? 1 : 2;
  for (const double delay : d_->workspace->delayTimes)
    if (delay > 0) maxStep_ = std::min(maxStep_, kShrinking * delay / steps);
}

// The size of the step with an error a little below what is allowed, by that of a step with
// `error`.
double InlineCoupled::stepFactor(double error) const {
  return 0.9 * std::pow(std::max(error, 1e-12), -1.0 / exponent_);
}

// With a new step size two equal steps are one accepted step, since only the second one can be
// judged.
bool InlineCoupled::advance(double limit) {
  updateWeights(x_.data());
  if (fixed_ > 0) return fixed(limit);
  if (problem_.model->nDelays > 0) limitByDelays();
  const double t = stepEnd_;
  if (h_ == 0) h_ = firstStep(limit, 2, stages_ + 1);
  bool rejected = false;
  for (;;) {
    const double left = limit - t;
    h_ = std::min(h_, maxStep_);
    bool pair = !embedded_ && (before_ == 0 || h_ != before_ || left < h_ * (1 - 1e-10));
    double h = h_;
    if (embedded_ && h > left * (1 - 1e-10)) {
      h = left;
    } else if (embedded_ && 2 * h > left) {
      h = left / 2;
    }
    if (!embedded_ && !pair && left > h * (1 + 1e-10) && left < 3 * h && left != 2 * h) pair = true;
    if (pair && 2 * h > left * (1 - 1e-10)) h = left / 2;
    if (pair && left > 2 * h && left < 3 * h) h = left / 4;
    if (tooSmall(h) && h < left / 2) return fail(t, h);
    const bool last = (pair ? 2 : 1) * h >= left * (1 - 1e-10);
    bool undo = false;
    bool solved = true;
    double kink = 0, first = 0;
    if (pair) solved = undo = firstOfPair(t, h, first);
    solved = solved && attempt(pair ? t + h : t, h);
    double error = 1e9;
    if (solved) {
      updateWeights(d_->v);
      error = embeddedError(h);
      if (!embedded_) {
        kink = std::max(error, first);
        error = blendedError(h);
      }
    }
    double factor = solved && std::isfinite(error) ? stepFactor(error) : 0.25;
    if (error <= 1 && kink > kinks_.limit(h)) {
      error = kink;
      factor = 0.9 / std::sqrt(kink);
    }
    if (!(error <= 1)) {
      ++rejected_;
      rejected = true;
      if (undo) undoFirstOfPair();
      before_ = 0;  // another size from here on
      h_ = h * std::clamp(factor, 0.1, 0.9);
      if (tooSmall(h_)) return fail(t, h_);
      continue;
    }
    if (pair) ++steps_;
    kinks_.accept(kink, h);
    finish(last ? limit : t + (pair ? 2 : 1) * h, h);
    h_ = h;
    // A new step size costs factorisations: it must pay.
    if (factor < 1 || factor > 1.2) h_ = h * std::clamp(factor, 0.2, rejected ? 1.0 : 5.0);
    return true;
  }
}

}  // namespace

std::unique_ptr<Integrator> makeInlineCoupled(const SimulationProblem& problem,
                                              Evaluator& evaluator) {
  return std::make_unique<InlineCoupled>(problem, evaluator);
}

std::vector<MethodFormula> coupledFormulas(const IntegrationMethod& method) {
  const CoupledMethod& formula = *method.coupled;
  const CoupledTableau tableau = formula.tableau();
  const int stages = static_cast<int>(tableau.nodes.size());
  return {{formula.title, "Fully implicit Runge–Kutta", stages,
           rungeKutta(tableau.matrix, tableau.matrix.back())},
          {std::string(formula.title) + ": blended " + formula.equation, "Blended embeddings",
           stages, blended(tableau, formula.embedding), true}};
}

}  // namespace formola::solver
