#include "analysis/steady_state.h"

#include <fmt/format.h>

#include <Eigen/Dense>
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

class SteadyFinder {
 public:
  explicit SteadyFinder(SteppedRun& run)
      : run_(run),
        point_(*run.code(), {}),
        n_(static_cast<size_t>(run.code()->schedule().nStates)),
        x_(n_),
        f_(n_) {
    const solver::SimulationProblem& problem = run.settings().problem;
    length_ = problem.stopTime > problem.startTime ? problem.stopTime - problem.startTime : 1;
  }

  SteadyState find();

 private:
  bool attempt();
  bool settleModes(bool drift);
  bool newton(bool drift);
  bool evaluate(bool withDerivatives);
  // What the states change by during the experiment, against their size where it began: what runs
  // away must not seem to slow down.
  double unrest(size_t i) const { return std::abs(f_[i]) * length_ / size_[i]; }
  void measure();
  double norm() const;
  std::vector<size_t> ignorable() const;
  Eigen::VectorXd direction() const;
  bool modesHold();
  std::string moving() const;

  SteppedRun& run_;
  TangentPoint point_;
  size_t n_;
  double length_ = 1;
  std::vector<double> x_, f_, size_;
  std::vector<size_t> active_;  // states whose derivatives must vanish
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

// The Newton step of the active states, the shortest of those that solve the equations best.
Eigen::VectorXd SteadyFinder::direction() const {
  const auto m = static_cast<Eigen::Index>(active_.size());
  const std::vector<double>& a = point_.derivatives();
  Eigen::MatrixXd matrix(m, m);
  Eigen::VectorXd right(m);
  for (Eigen::Index i = 0; i < m; ++i) {
    const size_t row = active_[static_cast<size_t>(i)];
    right[i] = -f_[row] / size_[row];
    for (Eigen::Index j = 0; j < m; ++j) {
      const size_t column = active_[static_cast<size_t>(j)];
      matrix(i, j) = a[row * n_ + column] * size_[column] / size_[row];
    }
  }
  Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> solver;
  solver.setThreshold(1e-12);
  solver.compute(matrix);
  Eigen::VectorXd step = solver.solve(right);
  for (Eigen::Index j = 0; j < m; ++j) step[j] *= size_[active_[static_cast<size_t>(j)]];
  return step;
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
    const Eigen::VectorXd step = direction();
    if (!step.allFinite()) return false;
    const std::vector<double> from = x_;
    double factor = 1;
    bool better = false;
    for (; factor >= kLeastFactor && !better; factor /= 2) {
      for (size_t i = 0; i < active_.size(); ++i)
        x_[active_[i]] = from[active_[i]] + factor * step[static_cast<Eigen::Index>(i)];
      better = evaluate(false) && norm() < before;
    }
    // At rest as far as numbers can tell: one more step does not get nearer.
    if (!better) {
      x_ = from;
      return evaluate(true) && before < kAtRest;
    }
    if (!evaluate(true)) return false;
    const double after = norm();
    polished = after < kAtRest * 1e-6;
    before = after;
  }
  return before < kAtRest;
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

bool SteadyFinder::settleModes(bool drift) {
  for (int k = 0; k < kModes; ++k) {
    const FmlData& data = run_.stepper().data();
    measure();
    if (!point_.adopt(data) || !newton(drift)) return false;
    if (modesHold()) return true;
    if (!run_.stepper().going()) return false;
  }
  return false;
}

bool SteadyFinder::attempt() {
  const solver::SimulationState start = run_.stepper().save();
  for (const bool drift : {false, true}) {
    if (settleModes(drift)) {
      for (size_t i = 0; i < n_; ++i)
        if (drift && unrest(i) > kAtRest)
          result_.drifting.emplace_back(
              run_.code()->schedule().model.name(run_.code()->schedule().owner[i]), f_[i]);
      return true;
    }
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
  for (double factor = 1; factor <= kLongest; factor *= 2) {
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
