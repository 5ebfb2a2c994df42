#include "analysis/calibrate.h"

#include <fmt/format.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <limits>

#include "analysis/least_squares.h"
#include "analysis/sensitivities.h"
#include "analysis/statistics.h"
#include "results/memory_sink.h"

namespace formola::analysis {

namespace {

using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
constexpr double kInfinite = std::numeric_limits<double>::infinity();
constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

class Fit {
 public:
  Fit(TranslatedModel& model, const CalibrationRequest& request)
      : model_(model), request_(request), settings_(request.settings) {}
  Calibration run();

 private:
  struct Entry {
    size_t signal, time;
    double value;
  };
  std::string prepare();
  bool evaluate(const std::vector<double>& p, std::vector<double>& residuals,
                std::vector<double>* jacobian);
  bool simulate(const std::vector<double>& p, std::vector<double>& values);
  bool exactJacobian(const std::vector<double>& p, std::vector<double>& jacobian);
  bool differences(const std::vector<double>& p, std::vector<double>& jacobian);
  void weigh(std::vector<double>& residuals, std::vector<double>* jacobian) const;
  LeastSquaresSolution search(std::vector<double> start, int iterations);
  bool reweigh(const LeastSquaresSolution& found);
  std::vector<double> deviations(const std::vector<double>& residuals) const;
  std::vector<double> correlations(const std::vector<double>& residuals) const;
  void tell(const LeastSquaresSolution& found);
  void statistics(const LeastSquaresSolution& found);
  bool interrupted() const {
    return settings_.problem.interrupt != nullptr && *settings_.problem.interrupt;
  }

  TranslatedModel& model_;
  const CalibrationRequest& request_;
  RunSettings settings_;
  Unknowns unknowns_;
  std::vector<double> times_;
  std::vector<Entry> entries_;
  std::vector<double> range_, deviation_;  // of each signal: of its values, what it counts by
  std::vector<size_t> counts_;
  Calibration result_;
};

// Which values are compared, and how large each signal is.
std::string Fit::prepare() {
  std::string problem = wrongMeasurements(model_, request_.measured);
  if (problem.empty()) unknowns_ = findUnknowns(model_, request_.over, request_.values, problem);
  if (!problem.empty()) return problem;
  const Measurements& measured = request_.measured;
  const double start = settings_.problem.startTime, stop = settings_.problem.stopTime;
  const size_t signals = measured.signals.size();
  counts_.assign(signals, 0);
  std::vector<double> low(signals, kInfinite), high(signals, -kInfinite);
  for (size_t i = 0; i < measured.times.size(); ++i) {
    if (measured.times[i] < start || measured.times[i] > stop) {
      ++result_.unusedTimes;
      continue;
    }
    for (size_t k = 0; k < signals; ++k) {
      const double value = measured.signals[k].values[i];
      if (!std::isfinite(value)) continue;
      entries_.push_back({k, times_.size(), value});
      ++counts_[k];
      low[k] = std::min(low[k], value);
      high[k] = std::max(high[k], value);
    }
    times_.push_back(measured.times[i]);
  }
  for (size_t k = 0; k < signals; ++k) {
    if (counts_[k] == 0)
      return fmt::format("{} was not measured between {:g} and {:g}", measured.signals[k].name,
                         start, stop);
    const double range = high[k] - low[k];
    range_.push_back(range > 0 ? range : high[k] != 0 ? std::abs(high[k]) : 1);
  }
  deviation_ = range_;
  if (entries_.size() < unknowns_.size())
    return fmt::format("{} measured values cannot determine {} parameters", entries_.size(),
                       unknowns_.size());
  settings_.stored.filter = "^$";  // rows are not kept
  return {};
}

// The values of the entries by one run. False: result_.message or what is fatal says why.
bool Fit::simulate(const std::vector<double>& p, std::vector<double>& values) {
  ++result_.runs;
  results::MemorySink ignored(2);
  const TranslatedModel::Started started =
      model_.start(unknowns_.valuesAt(request_.values, p), settings_, ignored);
  if (!started.run) {
    result_.problem = started.problem;
    result_.diagnostics = started.diagnostics;
    return false;
  }
  SteppedRun& run = *started.run;
  bool ok = started.ok;
  std::vector<Slot> slots;
  for (const MeasuredSignal& signal : request_.measured.signals) {
    slots.push_back(run.slot(signal.name));
    if (slots.back().index < 0) {
      result_.problem = fmt::format("the translated model does not keep {}", signal.name);
      return false;
    }
  }
  values.resize(entries_.size());
  size_t next = 0;
  for (size_t i = 0; ok && i < times_.size(); ++i) {
    const FmlData& data = run.stepper().data();
    if (times_[i] > data.time) ok = run.stepper().advanceTo(times_[i]);
    for (; ok && next < entries_.size() && entries_[next].time == i; ++next) {
      const Slot slot = slots[entries_[next].signal];
      values[next] = slot.negated ? 0.0 - data.v[slot.index] : data.v[slot.index];
      ok = std::isfinite(values[next]);
    }
  }
  if (ok) return true;
  const solver::SimulationReport& report = run.stepper().report();
  result_.message = fmt::format("the run fails at t = {:g}: {}", run.stepper().data().time,
                                report.message.empty() ? "it has ended" : report.message);
  return false;
}

bool Fit::exactJacobian(const std::vector<double>& p, std::vector<double>& jacobian) {
  ++result_.runs;
  results::MemorySink ignored(2);
  const SensitivityRun run = simulateWithSensitivities(
      model_, unknowns_.valuesAt(request_.values, p), settings_, unknowns_.names, ignored, &times_);
  if (interrupted()) return false;
  const Sensitivities& s = run.sensitivities;
  if (!run.problem.empty()) {
    result_.differences = run.problem;
    return false;
  }
  if (!run.code || s.rows != times_.size()) return false;
  std::vector<size_t> places;
  for (const MeasuredSignal& signal : request_.measured.signals) {
    const auto at = std::find(s.variables.begin(), s.variables.end(), signal.name);
    if (at == s.variables.end()) {
      result_.differences = fmt::format("{} is not differentiated", signal.name);
      return false;
    }
    places.push_back(static_cast<size_t>(at - s.variables.begin()));
  }
  const size_t n = unknowns_.size();
  jacobian.resize(entries_.size() * n);
  for (size_t e = 0; e < entries_.size(); ++e)
    for (size_t k = 0; k < n; ++k)
      jacobian[e * n + k] =
          s.values[(places[entries_[e].signal] * n + k) * s.rows + entries_[e].time];
  return std::all_of(jacobian.begin(), jacobian.end(), [](double v) { return std::isfinite(v); });
}

// Central, or to the inside at a bound; as far apart as errors of integration ask for.
bool Fit::differences(const std::vector<double>& p, std::vector<double>& jacobian) {
  const size_t n = unknowns_.size();
  const double part = std::cbrt(std::max(settings_.problem.tolerance, 1e-12));
  jacobian.resize(entries_.size() * n);
  for (size_t k = 0; k < n; ++k) {
    const double h = part * (p[k] != 0 ? std::abs(p[k]) : unknowns_.sizes[k]);
    std::vector<double> above = p, below = p, high, low;
    above[k] = std::min(p[k] + h, unknowns_.upper[k]);
    below[k] = std::max(p[k] - h, unknowns_.lower[k]);
    if (above[k] <= below[k] || !simulate(above, high) || !simulate(below, low)) return false;
    for (size_t e = 0; e < entries_.size(); ++e)
      jacobian[e * n + k] = (high[e] - low[e]) / (above[k] - below[k]);
  }
  return true;
}

void Fit::weigh(std::vector<double>& residuals, std::vector<double>* jacobian) const {
  const size_t n = unknowns_.size();
  for (size_t e = 0; e < entries_.size(); ++e) {
    const double by = deviation_[entries_[e].signal];
    residuals[e] /= by;
    if (jacobian != nullptr)
      for (size_t k = 0; k < n; ++k) (*jacobian)[e * n + k] /= by;
  }
}

bool Fit::evaluate(const std::vector<double>& p, std::vector<double>& residuals,
                   std::vector<double>* jacobian) {
  if (!simulate(p, residuals)) return false;
  double sum = 0;
  for (size_t e = 0; e < entries_.size(); ++e) {
    residuals[e] -= entries_[e].value;
    sum += std::pow(residuals[e] / range_[entries_[e].signal], 2);
  }
  if (request_.progress)
    request_.progress(result_.runs, std::sqrt(sum / static_cast<double>(entries_.size())));
  if (jacobian != nullptr) {
    bool there = result_.differences.empty() && exactJacobian(p, *jacobian);
    if (!there && !result_.differences.empty() && !interrupted()) there = differences(p, *jacobian);
    if (!there) return false;
  }
  weigh(residuals, jacobian);
  return true;
}

LeastSquaresSolution Fit::search(std::vector<double> start, int iterations) {
  LeastSquaresProblem problem;
  problem.unknowns = unknowns_.size();
  problem.start = std::move(start);
  problem.lower = unknowns_.lower;
  problem.upper = unknowns_.upper;
  problem.sizes = unknowns_.sizes;
  problem.iterations = iterations;
  problem.evaluate = [this](const auto& p, auto& r, auto* j) { return evaluate(p, r, j); };
  // A thousandth of a standard error is close enough.
  problem.exactness = 1e-4 / static_cast<double>(entries_.size());
  problem.goOn = [this] { return !interrupted() && result_.problem.empty(); };
  for (size_t k = 0; k < range_.size(); ++k)
    problem.negligible += static_cast<double>(counts_[k]) *
                          std::pow(settings_.problem.tolerance * range_[k] / deviation_[k], 2);
  return leastSquares(problem);
}

// Root mean squares of the residuals of each signal, in its own unit.
std::vector<double> Fit::deviations(const std::vector<double>& residuals) const {
  std::vector<double> sums(range_.size(), 0);
  for (size_t e = 0; e < entries_.size(); ++e)
    sums[entries_[e].signal] += residuals[e] * residuals[e];
  for (size_t k = 0; k < sums.size(); ++k)
    sums[k] = deviation_[k] * std::sqrt(sums[k] / static_cast<double>(counts_[k]));
  return sums;
}

// Of the residuals of each signal with the next ones, in the order of time: 0 for noise.
std::vector<double> Fit::correlations(const std::vector<double>& residuals) const {
  std::vector<double> squares(range_.size(), 0), products(range_.size(), 0), last(range_.size(), 0);
  for (size_t e = 0; e < entries_.size(); ++e) {
    const size_t k = entries_[e].signal;
    squares[k] += residuals[e] * residuals[e];
    products[k] += last[k] * residuals[e];
    last[k] = residuals[e];
  }
  for (size_t k = 0; k < products.size(); ++k) products[k] /= std::max(squares[k], 1e-300);
  return products;
}

// Signals count by what is left of them. False: that is as it was.
bool Fit::reweigh(const LeastSquaresSolution& found) {
  if (range_.size() == 1) return false;
  const std::vector<double> left = deviations(found.residuals);
  bool changed = false;
  std::vector<double> next(left.size());
  for (size_t k = 0; k < left.size(); ++k) {
    next[k] = std::max(left[k], 10 * settings_.problem.tolerance * range_[k]);
    // Only how they compare with each other matters.
    changed =
        changed || std::abs(std::log((next[k] / deviation_[k]) / (next[0] / deviation_[0]))) > 0.02;
  }
  deviation_ = next;
  return changed;
}

// Standard errors, confidence intervals, correlations, and what is not told apart.
void Fit::statistics(const LeastSquaresSolution& found) {
  const size_t n = unknowns_.size();
  result_.correlation.assign(n * n, kNone);
  std::vector<size_t> open;
  const Eigen::Map<const Rows> all(found.jacobian.data(),
                                   static_cast<Eigen::Index>(entries_.size()),
                                   static_cast<Eigen::Index>(n));
  // The largest change of a residual, in ranges, when a parameter changes by its size.
  const double nothing = result_.differences.empty() ? 1e-9 : 10 * settings_.problem.tolerance;
  for (size_t k = 0; k < n; ++k) {
    double influence = 0;
    for (size_t e = 0; e < entries_.size(); ++e) {
      const size_t s = entries_[e].signal;
      influence = std::max(
          influence, std::abs(all(static_cast<Eigen::Index>(e), static_cast<Eigen::Index>(k))) *
                         deviation_[s] / range_[s]);
    }
    const double size = found.p[k] != 0 ? std::abs(found.p[k]) : unknowns_.sizes[k];
    if (found.bound[k] != 0) continue;
    if (influence * size <= nothing) {
      result_.notTold.push_back({unknowns_.names[k]});
    } else {
      open.push_back(k);
    }
  }
  for (size_t k = 0; k < n; ++k)
    result_.parameters[k].standardError = found.bound[k] != 0 ? kNone : kInfinite;
  if (open.empty()) return;
  const auto free = static_cast<Eigen::Index>(open.size());
  Eigen::MatrixXd j(all.rows(), free);
  Eigen::VectorXd norm(free);
  for (Eigen::Index k = 0; k < free; ++k) {
    j.col(k) = all.col(static_cast<Eigen::Index>(open[static_cast<size_t>(k)]));
    norm[k] = j.col(k).norm();
    j.col(k) /= norm[k];
  }
  const Eigen::JacobiSVD<Eigen::MatrixXd> svd(j, Eigen::ComputeThinU | Eigen::ComputeThinV);
  const double threshold = (result_.differences.empty()
                                ? 1e-6
                                : std::pow(std::max(settings_.problem.tolerance, 1e-12), 2.0 / 3)) *
                           svd.singularValues()[0];
  Eigen::MatrixXd covariance = Eigen::MatrixXd::Zero(free, free);
  std::vector<char> lost(open.size(), 0);
  for (Eigen::Index i = 0; i < free; ++i) {
    const Eigen::VectorXd v = svd.matrixV().col(i);
    const double s = svd.singularValues()[i];
    if (s > threshold) {
      covariance += v * v.transpose() / (s * s);
      continue;
    }
    std::vector<std::string> group;
    for (Eigen::Index k = 0; k < free; ++k) {
      if (std::abs(v[k]) < 0.1) continue;
      lost[static_cast<size_t>(k)] = 1;
      group.push_back(unknowns_.names[open[static_cast<size_t>(k)]]);
    }
    result_.notTold.push_back(std::move(group));
  }
  const double degrees = static_cast<double>(entries_.size()) - static_cast<double>(free);
  double sum = 0;
  for (const double r : found.residuals) sum += r * r;
  const double variance = degrees > 0 ? sum / degrees : kInfinite;
  const double t = degrees > 0 ? studentQuantile((1 + request_.level) / 2, degrees) : kInfinite;
  for (Eigen::Index k = 0; k < free; ++k) {
    if (lost[static_cast<size_t>(k)] != 0) continue;
    const size_t at = open[static_cast<size_t>(k)];
    FittedParameter& parameter = result_.parameters[at];
    parameter.standardError = std::sqrt(variance * covariance(k, k)) / norm[k];
    parameter.confidenceLow = parameter.value - t * parameter.standardError;
    parameter.confidenceHigh = parameter.value + t * parameter.standardError;
    for (Eigen::Index i = 0; i < free; ++i)
      if (lost[static_cast<size_t>(i)] == 0)
        result_.correlation[at * n + open[static_cast<size_t>(i)]] =
            covariance(k, i) / std::sqrt(covariance(k, k) * covariance(i, i));
  }
}

void Fit::tell(const LeastSquaresSolution& found) {
  result_.ok = true;
  result_.level = request_.level;
  for (size_t k = 0; k < unknowns_.size(); ++k)
    result_.parameters.push_back({{unknowns_.names[k], unknowns_.start[k], found.p[k],
                                   unknowns_.lower[k], unknowns_.upper[k], found.bound[k] != 0},
                                  kInfinite,
                                  -kInfinite,
                                  kInfinite});
  const std::vector<double> left = deviations(found.residuals);
  const std::vector<double> follows = correlations(found.residuals);
  for (size_t k = 0; k < left.size(); ++k) {
    FittedSignal& signal = result_.signals[k];
    signal.deviation = left[k];
    // Of noise it is below 4/sqrt(count) but for 3 in 100000. What is this small may be of the
    // runs.
    const double least = std::max(0.3, 4 / std::sqrt(static_cast<double>(signal.count)));
    signal.unexplained = signal.count >= 10 && follows[k] > least &&
                         left[k] > std::max(1e-3, 100 * settings_.problem.tolerance) * range_[k];
  }
  statistics(found);
}

Calibration Fit::run() {
  result_.problem = prepare();
  if (!result_.problem.empty()) return result_;
  std::vector<double> residuals;
  if (!evaluate(unknowns_.start, residuals, nullptr)) {
    result_.cancelled = interrupted();
    return result_;
  }
  const std::vector<double> before = deviations(residuals);
  for (size_t k = 0; k < before.size(); ++k)
    result_.signals.push_back({request_.measured.signals[k].name, counts_[k], before[k], 0});
  constexpr int kRepetitions = 6;
  LeastSquaresSolution found;
  std::vector<double> p = unknowns_.start;
  for (int i = 0; i < kRepetitions; ++i) {
    found = search(p, request_.iterations - result_.iterations);
    result_.cancelled = interrupted();
    if (!found.evaluated || !result_.problem.empty()) return result_;
    result_.iterations += found.iterations;
    p = found.p;
    if (!found.converged || found.stopped || i + 1 == kRepetitions) break;
    const std::vector<double> old = deviation_;
    if (!reweigh(found)) {
      deviation_ = old;
      break;
    }
  }
  result_.converged = found.converged;
  tell(found);
  if (result_.converged) {
    result_.message.clear();
  } else if (found.stopped) {
    result_.message = "interrupted";
  } else if (result_.iterations >= request_.iterations) {
    result_.message = fmt::format("not at its end after {} iterations", result_.iterations);
  } else {
    result_.message = "no step leads further down, and it is no minimum that the runs could show" +
                      (result_.message.empty() ? "" : "; " + result_.message);
  }
  return result_;
}

}  // namespace

Calibration calibrate(TranslatedModel& model, const CalibrationRequest& request) {
  return Fit(model, request).run();
}

}  // namespace formola::analysis
