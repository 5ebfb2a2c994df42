// Inlined backinterpolation: an explicit Runge-Kutta method forward over the first half of a step,
// the same backward through time over the second half. Seen from the middle, the end of the step is
// where the backward method must have begun; its stages are solved together, as part of the model.
//
// The composition is symmetric: neither damps nor feeds what oscillates (F-stable), and its order
// is even, four with RK3 and with RK4. Its error is measured by Simpson's rule with der(x) at the
// beginning, the middle and the end, of the same order.
//
// Reference: Cellier and Kofman, Continuous System Simulation (2006), 3.5 and 8.10.
#include <fmt/format.h>

#include "solver/hermite.h"
#include "solver/inline_integrator.h"
#include "solver/integration_method.h"

namespace formola::solver {

namespace {

struct ExplicitTableau {
  std::vector<double> nodes, weights;
  std::vector<std::vector<double>> matrix;
};
ExplicitTableau rungeKutta3() {
  return {{0, 0.5, 1}, {1.0 / 6, 2.0 / 3, 1.0 / 6}, {{}, {0.5}, {-1, 2}}};
}
ExplicitTableau rungeKutta4() {
  return {{0, 0.5, 0.5, 1}, {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6}, {{}, {0.5}, {0, 0.5}, {0, 0, 1}}};
}

// The second half, backward from the end x: X_i = x - h sum_j a_ij der(X_j) at 1 - c_i, and
// x = old + h sum_j b_j der(X_j). The first stage of the explicit method, the end of the step,
// becomes the last one.
CoupledTableau reversed(const ExplicitTableau& forward) {
  const size_t n = forward.nodes.size();
  CoupledTableau backward;
  for (size_t i = n; i-- > 0;) {
    backward.nodes.push_back(1 - forward.nodes[i]);
    std::vector<double>& row = backward.matrix.emplace_back();
    for (size_t j = n; j-- > 0;)
      row.push_back(forward.weights[j] - (j < i ? forward.matrix[i][j] : 0));
  }
  return backward;
}

class InlineBackinterpolation : public InlineIntegrator {
 public:
  InlineBackinterpolation(const SimulationProblem& problem, Evaluator& evaluator,
                          ExplicitTableau forward)
      : InlineIntegrator(problem, evaluator),
        forward_(std::move(forward)),
        backward_(reversed(forward_)),
        history_(n_) {
    iterationError_ = kOneStageIterationError;
    const auto size = static_cast<size_t>(n_);
    for (Vector* v : {&middle_, &middleSlope_, &point_, &error_}) v->assign(size, 0.0);
    stages_.assign(forward_.nodes.size(), Vector(size, 0.0));
  }

 private:
  static constexpr int kOrder = 4;

  void begin() override {
    h_ = 0;
    history_.clear();
    history_.add(stepEnd_, x_, f_);
  }
  bool advance(double limit) override {
    return problem_.step > 0 ? fixed(limit) : controlled(limit);
  }
  void dense(double t, double* x) const override { history_.between(t, 3, x); }
  int order() const override { return kOrder; }
  const double* errors() const override { return problem_.step > 0 ? nullptr : error_.data(); }

  bool fixed(double limit);
  bool controlled(double limit);
  bool forward(double h);
  bool attempt(double h);
  double errorOf(double h);
  void finish(double end) {
    accept(end);
    history_.add(end, x_, f_);
  }

  ExplicitTableau forward_;
  CoupledTableau backward_;
  HermiteHistory history_;
  double h_ = 0;
  std::vector<Vector> stages_;  // der(x) of the stages of the first half
  Vector middle_, middleSlope_, point_, error_;
};

// To the middle of the step, and der(x) there.
bool InlineBackinterpolation::forward(double h) {
  const double half = h / 2;
  auto advanced = [&](const std::vector<double>& weights, Vector& to) {
    to = x_;
    for (size_t j = 0; j < weights.size(); ++j)
      for (int32_t i = 0; i < n_; ++i) to[i] += half * weights[j] * stages_[j][i];
  };
  stages_[0] = f_;
  for (size_t k = 1; k < stages_.size(); ++k) {
    advanced(forward_.matrix[k], point_);
    const double t = stepEnd_ + forward_.nodes[k] * half;
    if (evaluator_.derivatives(t, point_.data(), stages_[k].data()) != FML_OK) return false;
  }
  advanced(forward_.weights, middle_);
  return evaluator_.derivatives(stepEnd_ + half, middle_.data(), middleSlope_.data()) == FML_OK;
}

bool InlineBackinterpolation::attempt(double h) {
  if (!forward(h)) return false;
  for (size_t s = 0; s < stages_.size(); ++s)
    for (int32_t i = 0; i < n_; ++i) {
      const auto stage = static_cast<int32_t>(s);
      stageState(stage, i) = middle_[i] + backward_.nodes[s] * h / 2 * middleSlope_[i];
      stageDerivative(stage, i) = middleSlope_[i];
    }
  return solve(stepEnd_ + h, h / 2, middle_.data());
}

double InlineBackinterpolation::errorOf(double h) {
  for (int32_t i = 0; i < n_; ++i)
    error_[i] = d_->v[i] - x_[i] - h / 6 * (f_[i] + 4 * middleSlope_[i] + d_->v[n_ + i]);
  return norm(error_.data());
}

bool InlineBackinterpolation::fixed(double limit) {
  const double end = fixedStepEnd(problem_, stepEnd_, problem_.step, limit);
  updateWeights(x_.data());
  if (!attempt(end - stepEnd_)) return failFixed(end);
  finish(end);
  return true;
}

bool InlineBackinterpolation::controlled(double limit) {
  const double t = stepEnd_;
  if (h_ == 0) h_ = firstStep(limit, kOrder, kOrder + 1);
  for (bool rejected = false;; rejected = true) {
    if (rejected) beginExtra();
    const double wanted = std::min(h_, maxStep_);
    const auto [h, last] = fitStep(wanted, limit - t);
    if (tooSmall(h) && !last) return fail(t, h);
    updateWeights(x_.data());
    const bool solved = attempt(h);
    if (solved) updateWeights(d_->v);
    const double error = solved ? errorOf(h) : 1e6;
    const double factor =
        0.9 * std::pow(std::max(std::isfinite(error) ? error : 1e6, 1e-10), -1.0 / (kOrder + 1));
    if (error <= 1) {
      finish(last ? limit : t + h);
      const double next = h * std::clamp(factor, 0.2, rejected ? 1.0 : 4.0);
      h_ = h < wanted ? std::max(wanted, next) : next;
      return true;
    }
    ++rejected_;
    h_ = h * std::clamp(factor, 0.1, 0.9);
    if (tooSmall(h_)) return fail(t, h_);
  }
}

// R(z) = P(z/2) / P(-z/2), P the exponential series up to the order of the explicit method.
Amplification amplification(int order) {
  std::vector<double> forward, backward;
  double term = 1;
  for (int k = 0; k <= order; ++k) {
    forward.push_back(-term);
    backward.push_back(k % 2 == 0 ? term : -term);
    term *= 0.5 / (k + 1);
  }
  return {{forward, backward}};
}

template <ExplicitTableau (*kForward)()>
constexpr IntegrationMethod describe() {
  return {.family = MethodFamily::InlineBackinterpolation,
          .order = 4,
          .integrator = [](const SimulationProblem& problem,
                           Evaluator& evaluator) -> std::unique_ptr<Integrator> {
            return std::make_unique<InlineBackinterpolation>(problem, evaluator, kForward());
          },
          .stages = [] { return reversed(kForward()); },
          .formulas = [](const IntegrationMethod&) -> std::vector<MethodFormula> {
            const int stages = static_cast<int>(kForward().nodes.size());
            return {{"Backinterpolation with RK" + std::to_string(stages), "One-step and Adams",
                     stages, amplification(stages)}};
          }};
}

}  // namespace

constinit const IntegrationMethod kBackinterpolation3 = describe<rungeKutta3>();
constinit const IntegrationMethod kBackinterpolation4 = describe<rungeKutta4>();

}  // namespace formola::solver
