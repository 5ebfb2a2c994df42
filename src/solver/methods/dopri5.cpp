// Dormand–Prince 5(4): explicit Runge–Kutta with step control and dense output.
#include <fmt/format.h>

#include "runtime/dormand_prince.h"
#include "runtime/workspace.h"
#include "solver/integration_method.h"
#include "solver/stability_watch.h"

namespace formola::solver {

namespace {

using Vector = std::vector<double>;
using runtime::DormandPrince;

// Reference: Hairer, Nørsett, Wanner: Solving Ordinary Differential Equations I, 2nd ed., II.4
// (step control, first step), II.5 table 5.2 (the method), II.6 (dense output); volume II, IV.2 for
// the PI controller.
class Dopri5 : public Integrator {
 public:
  Dopri5(const SimulationProblem& problem, Evaluator& evaluator)
      : evaluator_(evaluator),
        n_(evaluator.nStates()),
        tolerance_(problem.tolerance),
        stopTime_(problem.stopTime),
        largest_(largestStep(problem)),
        maxStep_(largest_),
        watch_(problem.method) {
    for (Vector& k : k_) k.assign(static_cast<size_t>(n_), 0.0);
    for (Vector& c : dense_) c.assign(static_cast<size_t>(n_), 0.0);
    for (Vector* v : {&x_, &next_, &stage_}) v->assign(static_cast<size_t>(n_), 0.0);
  }

  bool restart() override {
    FmlData* d = evaluator_.data();
    stepStart_ = stepEnd_ = d->time;
    std::copy(d->v, d->v + n_, x_.begin());
    std::copy(d->v + n_, d->v + 2 * n_, k_[0].begin());
    h_ = 0;  // chosen in the first step, when the direction limit is known
    lastError_ = 1e-4;
    return true;
  }

  bool step(double limit) override {
    const double t = stepEnd_;
    // The stages look back as far as a delay from where they are: not into the step itself, unless
    // the delay is too short to be followed.
    maxStep_ = largest_;
    for (const double delay : evaluator_.data()->workspace->delayTimes)
      if (delay > kShortDelay * largest_) maxStep_ = std::min(maxStep_, delay);
    if (h_ == 0) h_ = firstStep(t, limit);
    bool rejected = false;
    for (;;) {
      const auto [h, last] = fitStep(std::min(h_, maxStep_), limit - t);
      if (!last && h < smallestStep(t)) {
        message_ = tooSmall(t, h);
        return false;
      }
      const FmlStatus status = trial(t, h);
      if (status < 0) {
        message_ = evaluationFailed(evaluator_.data(), t + h);
        return false;
      }
      if (status > 0) {  // out of the domain of the model: come nearer carefully
        ++rejected_;
        rejected = true;
        h_ = h / 4;
        if (h_ < smallestStep(t)) {
          message_ = evaluationFailed(evaluator_.data(), t + h);
          return false;
        }
        continue;
      }
      const double error = errorNorm(h);
      constexpr double kBeta = 0.04;
      const double factor = std::pow(std::max(error, 1e-16), 0.2 - 0.75 * kBeta);
      if (!(error <= 1)) {
        ++rejected_;
        rejected = true;
        h_ = std::isfinite(error) ? h * std::max(0.2, 0.9 / factor) : h / 10;
        if (h_ < smallestStep(t)) {
          message_ = tooSmall(t, h);
          return false;
        }
        continue;
      }
      double growth = 0.9 / factor * std::pow(lastError_, kBeta);
      growth = std::clamp(growth, 0.2, rejected ? 1.0 : 10.0);
      lastError_ = std::max(error, 1e-4);
      // A step cut short by the limit says little about the size of the next.
      h_ = h < std::min(h_, maxStep_) ? std::max(h_, h * growth) : h * growth;
      finish(h);
      stepStart_ = t;
      stepEnd_ = last ? limit : t + h;
      x_.swap(next_);
      k_[0].swap(k_[6]);
      ++steps_;
      watch_.add(stiff_, stepEnd_);
      message_ = watch_.hopeless(stepEnd_, stopTime_, h_);
      return message_.empty();
    }
  }

  void interpolate(double t) override {
    FmlData* d = evaluator_.data();
    d->time = t;
    if (t >= stepEnd_ || stepEnd_ == stepStart_) {
      std::copy(x_.begin(), x_.end(), d->v);
      return;
    }
    const double s = (t - stepStart_) / (stepEnd_ - stepStart_);
    const double s1 = 1 - s;
    for (int32_t i = 0; i < n_; ++i)
      d->v[i] = dense_[0][i] +
                s * (dense_[1][i] + s1 * (dense_[2][i] + s * (dense_[3][i] + s1 * dense_[4][i])));
  }

  int order() const override { return 5; }
  int32_t limitingState() override { return worst(); }

  void count(SimulationReport& report) const override {
    report.stepsAccepted += steps_;
    report.stepsRejected += rejected_;
    if (std::string text = watch_.note(); !text.empty()) report.warnings.push_back(std::move(text));
  }

 private:
  double weight(int32_t i, double a, double b) const {
    return tolerance_ * (evaluator_.data()->nominal[i] + std::max(std::abs(a), std::abs(b)));
  }

  // By the errors of the step just tried, while x_ or next_ is its beginning.
  int32_t worst() const {
    Vector weights(stage_.size());
    for (int32_t i = 0; i < n_; ++i) weights[i] = 1 / weight(i, x_[i], next_[i]);
    return largestError(stage_.data(), weights.data(), n_);
  }

  std::string tooSmall(double t, double h) const {
    std::string text = fmt::format("the step size became too small at time {} (h = {:.2g})", t, h);
    text += limitText(*evaluator_.data()->model, worst());
    return text;
  }

  static double smallestStep(double t) { return 10 * timeResolution(t); }

  double firstStep(double t, double limit) {
    double sizeX = 0, sizeF = 0;
    for (int32_t i = 0; i < n_; ++i) {
      const double w = weight(i, x_[i], x_[i]);
      sizeX += (x_[i] / w) * (x_[i] / w);
      sizeF += (k_[0][i] / w) * (k_[0][i] / w);
    }
    const double span = std::min(limit - t, maxStep_);
    double h = sizeX <= 1e-10 || sizeF <= 1e-10 ? 1e-6 * span : 0.01 * std::sqrt(sizeX / sizeF);
    h = std::min(std::max(h, smallestStep(t)), span);  // the span may be next to nothing
    for (int32_t i = 0; i < n_; ++i) stage_[i] = x_[i] + h * k_[0][i];
    if (evaluator_.derivatives(t + h, stage_.data(), k_[1].data()) != FML_OK) return h / 10;
    double second = 0;
    for (int32_t i = 0; i < n_; ++i) {
      const double e = (k_[1][i] - k_[0][i]) / weight(i, x_[i], x_[i]);
      second += e * e;
    }
    const double steepest = std::max(std::sqrt(second) / h, std::sqrt(sizeF)) / std::sqrt(n_);
    const double h1 =
        steepest <= 1e-15 ? std::max(1e-6 * span, h * 1e-3) : std::pow(0.01 / steepest, 0.2);
    return std::min(std::max(std::min(100 * h, h1), smallestStep(t)), span);
  }

  // Stages 2 to 7; next_ is the solution of order 5, k_[6] its derivative (first same as last).
  FmlStatus trial(double t, double h) {
    for (int s = 0; s < 6; ++s) {
      Vector& target = s == 5 ? next_ : stage_;
      for (int32_t i = 0; i < n_; ++i) {
        double sum = 0;
        for (int j = 0; j <= s; ++j) sum += DormandPrince::a[s][j] * k_[j][i];
        target[i] = x_[i] + h * sum;
      }
      if (const FmlStatus status =
              evaluator_.derivatives(t + DormandPrince::c[s] * h, target.data(), k_[s + 1].data()))
        return status;
    }
    // The last two stages lie at the same time: h lambda of what differs, at the edge of the
    // stability domain, 3.3, if that limits the step (Hairer and Wanner II, IV.2).
    double slopes = 0, values = 0;
    for (int32_t i = 0; i < n_; ++i) {
      slopes += (k_[6][i] - k_[5][i]) * (k_[6][i] - k_[5][i]);
      values += (next_[i] - stage_[i]) * (next_[i] - stage_[i]);
    }
    stiff_ = h * std::sqrt(slopes) > 3.25 * std::sqrt(values);
    return FML_OK;
  }

  double errorNorm(double h) {
    static constexpr double e[7] = {71.0 / 57600,      0,          -71.0 / 16695, 71.0 / 1920,
                                    -17253.0 / 339200, 22.0 / 525, -1.0 / 40};
    double sum = 0;
    for (int32_t i = 0; i < n_; ++i) {
      double error = 0;
      for (int j = 0; j < 7; ++j) error += e[j] * k_[j][i];
      stage_[i] = h * error;
      const double relative = stage_[i] / weight(i, x_[i], next_[i]);
      sum += relative * relative;
    }
    return std::sqrt(sum / n_);
  }

  // The coefficients of the interpolation polynomial, before x_ and k_[0] move on.
  void finish(double h) {
    static constexpr double d[7] = {-12715105075.0 / 11282082432,  0,
                                    87487479700.0 / 32700410799,   -10690763975.0 / 1880347072,
                                    701980252875.0 / 199316789632, -1453857185.0 / 822651844,
                                    69997945.0 / 29380423};
    for (int32_t i = 0; i < n_; ++i) {
      const double difference = next_[i] - x_[i];
      const double slope = h * k_[0][i] - difference;
      dense_[0][i] = x_[i];
      dense_[1][i] = difference;
      dense_[2][i] = slope;
      dense_[3][i] = difference - h * k_[6][i] - slope;
      double sum = 0;
      for (int j = 0; j < 7; ++j) sum += d[j] * k_[j][i];
      dense_[4][i] = h * sum;
    }
  }

  Evaluator& evaluator_;
  int32_t n_;
  static constexpr double kShortDelay = 1e-4;
  double tolerance_, stopTime_, largest_, maxStep_;
  double h_ = 0;
  double lastError_ = 1e-4;
  uint64_t steps_ = 0, rejected_ = 0;
  StabilityWatch watch_;
  bool stiff_ = false;  // what the step just tried looks like
  Vector k_[7], dense_[5];
  Vector x_, next_, stage_;
};

}  // namespace

constinit const IntegrationMethod kDopri5 = {
    .family = MethodFamily::Dopri5,
    .order = 5,
    .integrator = makeIntegratorOf<Dopri5>,
    .about = "Dormand-Prince 5(4), explicit, variable step"};

}  // namespace formola::solver
