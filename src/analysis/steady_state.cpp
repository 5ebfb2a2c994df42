#include "analysis/steady_state.h"

#include <fmt/format.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "analysis/tangent_point.h"

namespace formola::analysis {

namespace {

constexpr int kIterations = 60;
constexpr int kModes = 20;             // changes of relations
constexpr double kAtRest = 1e-9;       // change over the experiment, in units of the nominal values
constexpr double kLeastFactor = 1e-6;  // of a Newton step
constexpr double kRounding = 1e-9;     // a Newton step that moves the states less is rounding
constexpr int kPseudoSteps = 2000;
constexpr int kEulerIterations = 12;
constexpr double kEulerTolerance = 1e-4;  // a correction of the states
constexpr double kLeastRamp = 1e-4;

class SteadyFinder {
 public:
  explicit SteadyFinder(SteppedRun& run)
      : run_(run),
        point_(*run.code(), {}),
        n_(static_cast<size_t>(run.code()->schedule().nStates)),
        x_(n_),
        f_(n_),
        rowScale_(n_, 1.0),
        pace_(n_, 1.0) {
    const solver::SimulationProblem& problem = run.settings().problem;
    length_ = problem.stopTime > problem.startTime ? problem.stopTime - problem.startTime : 1;
  }

  SteadyState find();

 private:
  using Solve = bool (SteadyFinder::*)();
  bool attempt();
  bool settleModes(Solve solve);
  bool newton() { return newton(false); }
  bool newtonWithDrift() { return newton(true); }
  bool newton(bool drift);
  bool pseudoTransient() { return pseudoTransient(false); }
  bool localSteps() { return pseudoTransient(true); }
  bool pseudoTransient(bool local);
  void setPaces(bool local);
  int implicitEuler(double h);
  bool rampSources();
  bool evaluate(bool withDerivatives);
  // What the states change by during the experiment, against their size where it began: what runs
  // away must not seem to slow down.
  double unrest(size_t i) const { return std::abs(f_[i]) * length_ / size_[i]; }
  void measure();
  double norm() const;
  std::vector<size_t> ignorable() const;
  Eigen::VectorXd direction(double inverseStep, bool& regular);
  Eigen::VectorXd correction() const;
  double lengthOf(const Eigen::VectorXd& step) const;
  bool isRounding(const Eigen::VectorXd& step) const;
  bool modesHold();
  std::string moving() const;

  SteppedRun& run_;
  TangentPoint point_;
  size_t n_;
  double length_ = 1;
  std::vector<double> x_, f_, size_;
  std::vector<double> rowScale_;  // of the equations in factors_
  std::vector<double> pace_;      // steps of implicit Euler are h/pace; 1: of the time itself
  std::vector<double> offset_;    // what is still taken off the derivatives; empty: nothing
  std::vector<size_t> active_;    // states whose derivatives must vanish
  Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> factors_;  // of the last direction
  SteadyState result_;
};

void SteadyFinder::measure() {
  const FmlData& data = run_.stepper().data();
  std::copy_n(data.v, n_, x_.begin());
  size_.resize(n_);
  for (size_t i = 0; i < n_; ++i) size_[i] = std::max(std::abs(x_[i]), data.nominal[i]);
}

bool SteadyFinder::evaluate(bool withDerivatives) {
  point_.setStates(x_.data());
  if (!point_.evaluate(withDerivatives)) return false;
  std::copy_n(point_.data().v + n_, n_, f_.begin());
  for (size_t i = 0; i < offset_.size(); ++i) f_[i] -= offset_[i];
  for (const double rate : f_)
    if (!std::isfinite(rate)) return false;
  return true;
}

double SteadyFinder::norm() const {
  double largest = 0;
  for (const size_t i : active_) largest = std::max(largest, unrest(i));
  return largest;
}

// States on which no derivative depends.
std::vector<size_t> SteadyFinder::ignorable() const {
  std::vector<size_t> result;
  const std::vector<double>& a = point_.derivatives();
  for (size_t j = 0; j < n_; ++j) {
    bool any = false;
    for (size_t i = 0; i < n_ && !any; ++i) any = a[i * n_ + j] != 0;
    if (!any) result.push_back(j);
  }
  return result;
}

// The Newton step of the active states, the shortest of those that solve the equations best; with
// `inverseStep` 1/h that of implicit Euler. `regular`: there is only one.
Eigen::VectorXd SteadyFinder::direction(double inverseStep, bool& regular) {
  const auto m = static_cast<Eigen::Index>(active_.size());
  const std::vector<double>& a = point_.derivatives();
  Eigen::MatrixXd matrix(m, m);
  for (Eigen::Index i = 0; i < m; ++i) {
    const size_t row = active_[static_cast<size_t>(i)];
    for (Eigen::Index j = 0; j < m; ++j) {
      const size_t column = active_[static_cast<size_t>(j)];
      matrix(i, j) = a[row * n_ + column] * size_[column] / size_[row];
    }
    matrix(i, i) -= inverseStep * pace_[row];
    // Rates of junctions and of coupling capacitors differ by ten powers of ten: without a size of
    // its own for each row the slow ones would count as zero.
    const double largest = matrix.row(i).cwiseAbs().maxCoeff();
    rowScale_[row] = largest > 0 && std::isfinite(largest) ? 1 / largest : 1;
    matrix.row(i) *= rowScale_[row];
  }
  factors_.setThreshold(1e-12);
  factors_.compute(matrix);
  regular = factors_.rank() == m;
  return correction();
}

// The same for the present derivatives with the matrix of before.
Eigen::VectorXd SteadyFinder::correction() const {
  const auto m = static_cast<Eigen::Index>(active_.size());
  Eigen::VectorXd right(m);
  for (Eigen::Index i = 0; i < m; ++i) {
    const size_t row = active_[static_cast<size_t>(i)];
    right[i] = -f_[row] / size_[row] * rowScale_[row];
  }
  Eigen::VectorXd step = factors_.solve(right);
  for (Eigen::Index j = 0; j < m; ++j) step[j] *= size_[active_[static_cast<size_t>(j)]];
  return step;
}

// One more step would move no state by more than its last digits.
bool SteadyFinder::isRounding(const Eigen::VectorXd& step) const {
  for (size_t k = 0; k < active_.size(); ++k) {
    const size_t i = active_[k];
    const double size = std::max(std::abs(x_[i]), size_[i]);
    if (std::abs(step[static_cast<Eigen::Index>(k)]) > kRounding * size) return false;
  }
  return true;
}

bool SteadyFinder::newton(bool drift) {
  active_.resize(n_);
  std::iota(active_.begin(), active_.end(), size_t{0});
  if (!evaluate(true)) return false;
  if (drift) {
    const std::vector<size_t> free = ignorable();
    if (free.empty()) return false;
    for (size_t k = free.size(); k-- > 0;)
      active_.erase(active_.begin() + static_cast<std::ptrdiff_t>(free[k]));
  }
  double before = norm();
  bool polished = false;
  for (int k = 0; k < kIterations; ++k) {
    if (before == 0 || polished) return true;
    ++result_.iterations;
    bool regular = false;
    const Eigen::VectorXd step = direction(0, regular);
    if (!step.allFinite()) return false;
    const std::vector<double> from = x_;
    // Nearer is where the next correction, with this matrix, is shorter: derivatives of charges and
    // of coupling capacitors are of such different sizes that their largest says nothing (the
    // natural monotonicity test of Deuflhard: Newton Methods for Nonlinear Problems, 2004, 3.3).
    Eigen::VectorXd weight(step.size());
    for (Eigen::Index i = 0; i < step.size(); ++i) {
      const double x = from[active_[static_cast<size_t>(i)]];
      weight[i] = std::max({std::abs(x), std::abs(x + step[i]), 1e-300});
    }
    const double length = (step.cwiseAbs().array() / weight.array()).maxCoeff();
    double factor = 1;
    bool better = false;
    for (; factor >= kLeastFactor && !better; factor /= 2) {
      for (size_t i = 0; i < active_.size(); ++i)
        x_[active_[i]] = from[active_[i]] + factor * step[static_cast<Eigen::Index>(i)];
      better = evaluate(false);
      if (!better) continue;
      const double next = (correction().cwiseAbs().array() / weight.array()).maxCoeff();
      better = next < (1 - factor / 4) * length || norm() < before * (1 - factor / 2);
    }
    // At rest as far as numbers can tell: one more step does not get nearer.
    if (!better) {
      x_ = from;
      return evaluate(true) && (before < kAtRest || (regular && isRounding(step)));
    }
    if (!evaluate(true)) return false;
    const double after = norm();
    polished = after < kAtRest * 1e-6;
    before = after;
  }
  return before < kAtRest;
}

// The correction of a Newton iteration, in units of the states.
double SteadyFinder::lengthOf(const Eigen::VectorXd& step) const {
  double largest = 0;
  for (size_t k = 0; k < active_.size(); ++k) {
    const size_t i = active_[k];
    const double change = std::abs(step[static_cast<Eigen::Index>(k)]);
    if (!std::isfinite(change)) return change;
    largest = std::max(largest, change / std::max(std::abs(x_[i]), size_[i]));
  }
  return largest;
}

// A step of implicit Euler from x_, which is where it ends; the derivatives and their matrix are
// those of the end. The number of iterations, 0: it was not solved.
int SteadyFinder::implicitEuler(double h) {
  const std::vector<double> from = x_;
  double before = std::numeric_limits<double>::infinity();
  for (int k = 1; k <= kEulerIterations; ++k) {
    ++result_.iterations;
    // 0 = f(x) - pace (x - from)/h
    for (size_t i = 0; i < n_; ++i) f_[i] -= pace_[i] * (x_[i] - from[i]) / h;
    bool regular = false;
    const Eigen::VectorXd step = direction(1 / h, regular);
    const double length = lengthOf(step);
    if (!regular || !(length < before)) return 0;
    for (size_t i = 0; i < n_; ++i) x_[i] += step[static_cast<Eigen::Index>(i)];
    if (!evaluate(true)) return 0;
    if (length < kEulerTolerance) return k;
    before = length;
  }
  return 0;
}

// With local steps each state follows its derivative as fast as its own time constant lets it.
// Requires: derivatives at x_.
void SteadyFinder::setPaces(bool local) {
  std::fill(pace_.begin(), pace_.end(), 1.0);
  if (!local) return;
  constexpr double kIntegrator = 1e-3;  // a state that hardly acts on itself, of what acts on it
  const std::vector<double>& a = point_.derivatives();
  for (size_t i = 0; i < n_; ++i) {
    double largest = 0;
    for (size_t j = 0; j < n_; ++j)
      largest = std::max(largest, std::abs(a[i * n_ + j]) * size_[j] / size_[i]);
    pace_[i] = std::max({std::abs(a[i * n_ + i]), kIntegrator * largest, 1 / length_});
  }
}

// The states follow their derivatives in steps of implicit Euler, which grow as long as few
// iterations solve them: a way along which every equation holds, as of a circuit that is switched
// on while its sources stand still. The time stands still, too. With local steps coupling
// capacitors are as fast as junctions: a chain of stages, each of which magnifies what the slow
// capacitors before it still do, is settled at once.
bool SteadyFinder::pseudoTransient(bool local) {
  active_.resize(n_);
  std::iota(active_.begin(), active_.end(), size_t{0});
  setPaces(false);
  if (!evaluate(true)) return false;
  if (norm() == 0) return true;
  setPaces(local);
  const double span = local ? 1 : length_;
  double fastest = 0;
  for (size_t i = 0; i < n_; ++i)
    fastest = std::max(fastest, std::abs(f_[i]) * span / (pace_[i] * size_[i]));
  double h = 1e-2 * span / fastest;
  int careful = 0;  // steps that grow little, since a longer one was not solved
  for (int k = 0, grown = 0; k < kPseudoSteps; ++k) {
    const std::vector<double> from = x_;
    setPaces(local);
    const int iterations = implicitEuler(h);
    if (iterations == 0) {
      x_ = from;
      h /= 4;
      careful = 8;
      if (!evaluate(true) || h < 1e-18 * span) return false;
      continue;
    }
    const double fast = careful-- > 0 ? 1.2 : 4;
    h *= iterations <= 3 ? fast : iterations <= 6 ? std::sqrt(fast) : 1;
    if (h > 1e3 * span && ++grown % 8 == 0) {
      const std::vector<double> here = x_;
      if (newton(false)) return true;
      x_ = here;
      if (!evaluate(true)) return false;
    }
    h = std::min(h, 1e9 * span);
  }
  return newton(false);
}

// What drives the states at the start is switched on bit by bit; each solution is the guess of the
// next.
bool SteadyFinder::rampSources() {
  if (!evaluate(false)) return false;
  const std::vector<double> whole = f_;
  double reached = 0, step = 0.1;
  while (reached < 1 && step >= kLeastRamp) {
    const double next = std::min(reached + step, 1.0);
    offset_ = whole;
    for (double& each : offset_) each *= 1 - next;
    const std::vector<double> from = x_;
    if (newton(false)) {
      reached = next;
      step = std::min(2 * step, 0.5);
    } else {
      x_ = from;
      step /= 4;
    }
  }
  offset_.clear();
  return reached >= 1 && evaluate(true);
}

// The relations at the solution are those that it was computed with.
bool SteadyFinder::modesHold() {
  const FmlData& data = run_.stepper().data();
  const std::vector<uint8_t> before(data.relations, data.relations + data.model->nRelations);
  if (!run_.stepper().moveTo(x_.data())) return false;
  const std::vector<uint8_t> after(data.relations, data.relations + data.model->nRelations);
  for (size_t i = 0; i < n_; ++i)
    if (data.v[i] != x_[i]) return false;  // an event has given it another value
  return before == after;
}

bool SteadyFinder::settleModes(Solve solve) {
  for (int k = 0; k < kModes; ++k) {
    const FmlData& data = run_.stepper().data();
    measure();
    if (!point_.adopt(data) || !(this->*solve)()) return false;
    if (modesHold()) return true;
    if (!run_.stepper().going()) return false;
  }
  return false;
}

bool SteadyFinder::attempt() {
  struct Way {
    Solve solve;
    std::string_view how;
  };
  const Way ways[] = {{&SteadyFinder::newton, "Newton's method"},
                      {&SteadyFinder::newtonWithDrift, "Newton's method"},
                      {&SteadyFinder::localSteps, "pseudo-transient continuation"},
                      {&SteadyFinder::pseudoTransient, "pseudo-transient continuation"},
                      {&SteadyFinder::rampSources, "ramping of the sources"}};
  const solver::SimulationState start = run_.stepper().save();
  for (const Way& way : ways) {
    if (settleModes(way.solve)) {
      const bool drift = way.solve == &SteadyFinder::newtonWithDrift;
      for (size_t i = 0; i < n_; ++i)
        if (drift && unrest(i) > kAtRest)
          result_.drifting.emplace_back(
              run_.code()->schedule().model.name(run_.code()->schedule().owner[i]), f_[i]);
      result_.how = way.how;
      return true;
    }
    offset_.clear();
    if (!run_.stepper().restore(start)) return false;
  }
  return false;
}

std::string SteadyFinder::moving() const {
  std::vector<size_t> states(n_);
  std::iota(states.begin(), states.end(), size_t{0});
  std::sort(states.begin(), states.end(),
            [&](size_t a, size_t b) { return unrest(a) > unrest(b); });
  std::string text;
  constexpr size_t kMost = 5;
  for (size_t k = 0; k < std::min(n_, kMost); ++k) {
    if (!(unrest(states[k]) > kAtRest)) break;
    const Schedule& schedule = run_.code()->schedule();
    text += fmt::format("{}{} (by {:.4g} per second)", text.empty() ? "" : ", ",
                        schedule.model.name(schedule.owner[states[k]]), f_[states[k]]);
  }
  return text;
}

SteadyState SteadyFinder::find() {
  if (!point_.problem().empty()) {
    result_.message = point_.problem();
    return result_;
  }
  if (n_ == 0) {
    result_.ok = true;
    return result_;
  }
  if (attempt()) {
    result_.ok = true;
    return result_;
  }
  constexpr double kLongest = 1000;
  constexpr uint64_t kMostSteps = 20000;  // a source that swings never comes to rest
  for (double factor = 1; factor <= kLongest; factor *= 2) {
    if (run_.stepper().report().stepsAccepted > kMostSteps) break;
    if (!run_.stepper().going() ||
        !run_.stepper().advanceTo(run_.stepper().data().time + factor * length_)) {
      result_.message =
          "the integration towards a steady state failed: " + run_.stepper().report().message;
      return result_;
    }
    result_.integrated = true;
    if (attempt()) {
      result_.ok = true;
      return result_;
    }
  }
  const FmlData& data = run_.stepper().data();
  measure();
  std::copy_n(data.v + n_, n_, f_.begin());
  const std::string names = moving();
  result_.message = fmt::format("no steady state was found up to time {:.6g}; {}", data.time,
                                names.empty() ? "nothing moves, but the solution is not certain"
                                              : "these variables go on: " + names);
  return result_;
}

}  // namespace

SteadyState findSteadyState(SteppedRun& run) {
  return SteadyFinder(run).find();
}

}  // namespace formola::analysis
