#include "results/compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <numeric>
#include <optional>
#include <span>
#include <tuple>
#include <unordered_map>

namespace formola::results {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct Curve {
  std::span<const double> time;
  std::span<const double> value;
  size_t size() const { return time.size(); }
};

// Last sample at or before a time, for times that never decrease; 0 before the first sample.
class Cursor {
 public:
  explicit Cursor(std::span<const double> time) : time_(time) {}
  size_t seek(double t) {
    while (at_ + 1 < time_.size() && time_[at_ + 1] <= t) ++at_;
    return at_;
  }

 private:
  std::span<const double> time_;
  size_t at_ = 0;
};

// Smallest and largest value of the samples in a window whose ends never decrease: the classical
// pair of monotone queues, amortised constant time per step. Values that are not finite are left
// out.
class WindowExtremes {
 public:
  explicit WindowExtremes(const Curve& curve) : curve_(curve) {}

  void move(double from, double to) {
    for (; next_ < curve_.size() && curve_.time[next_] <= to; ++next_) {
      const double value = curve_.value[next_];
      if (!std::isfinite(value)) continue;
      push(high_, [&](size_t other) { return curve_.value[other] <= value; });
      push(low_, [&](size_t other) { return curve_.value[other] >= value; });
    }
    drop(high_, from);
    drop(low_, from);
  }
  double low() const { return low_.empty() ? kInfinity : curve_.value[low_.items[low_.head]]; }
  double high() const { return high_.empty() ? -kInfinity : curve_.value[high_.items[high_.head]]; }

 private:
  struct Queue {
    std::vector<size_t> items;
    size_t head = 0;
    bool empty() const { return head == items.size(); }
  };

  template <typename Predicate>
  void push(Queue& queue, Predicate isDominated) {
    while (!queue.empty() && isDominated(queue.items.back())) queue.items.pop_back();
    queue.items.push_back(next_);
  }
  void drop(Queue& queue, double from) {
    while (!queue.empty() && curve_.time[queue.items[queue.head]] < from) ++queue.head;
  }

  const Curve& curve_;
  Queue low_;
  Queue high_;
  size_t next_ = 0;
};

// Linear between samples, constant outside; NaN where a sample it needs is not finite.
double interpolate(const Curve& curve, size_t at, double t) {
  const double value = curve.value[at];
  if (at + 1 == curve.size() || t <= curve.time[at]) return value;
  const double h = curve.time[at + 1] - curve.time[at];
  const double fraction = (t - curve.time[at]) / h;
  return value + fraction * (curve.value[at + 1] - value);
}

// |y''| at a sample from its two neighbours, or nothing where one is missing, not finite, at the
// same time (a jump), or so close that its slope is noise.
std::optional<double> curvature(const Curve& curve, size_t at) {
  constexpr double kTooClose = 1e-3;
  if (at == 0 || at + 1 >= curve.size()) return std::nullopt;
  const double left = curve.time[at] - curve.time[at - 1];
  const double right = curve.time[at + 1] - curve.time[at];
  if (!(left > kTooClose * right && right > kTooClose * left)) return std::nullopt;
  const double slopeLeft = (curve.value[at] - curve.value[at - 1]) / left;
  const double slopeRight = (curve.value[at + 1] - curve.value[at]) / right;
  const double second = 2 * std::abs(slopeRight - slopeLeft) / (left + right);
  if (!std::isfinite(second)) return std::nullopt;
  return second;
}

// |y''| in the interval after sample `at`: the smaller of both ends, so that a jump or kink at one
// end does not widen the tube of the interval beside it.
double intervalCurvature(const Curve& curve, size_t at) {
  const std::optional<double> left = curvature(curve, at);
  const std::optional<double> right = curvature(curve, at + 1);
  if (left && right) return std::min(*left, *right);
  return left ? *left : right.value_or(0.0);
}

struct Worst {
  double maxDeviation = 0;
  double excess = -1;
  double time = 0;
  double sample = 0;  // value of the curve whose samples were checked
  double other = 0;   // value of the curve around which the tube is
};

// Checks the samples of `points` that lie in [from, to] against the tube around `curve`.
Worst checkSamples(const Curve& points, const Curve& curve, double from, double to,
                   double timeTolerance, double tube) {
  Worst worst;
  WindowExtremes extremes(curve);
  Cursor early(curve.time);
  Cursor here(curve.time);
  Cursor late(curve.time);
  for (size_t i = 0; i < points.size(); ++i) {
    const double t = points.time[i];
    if (t < from || t > to) continue;
    const double value = points.value[i];
    extremes.move(t - timeTolerance, t + timeTolerance);
    double low = extremes.low();
    double high = extremes.high();
    const auto include = [&](double other) {
      if (!std::isfinite(other)) return;
      low = std::min(low, other);
      high = std::max(high, other);
    };
    include(interpolate(curve, early.seek(t - timeTolerance), t - timeTolerance));
    include(interpolate(curve, late.seek(t + timeTolerance), t + timeTolerance));
    const size_t at = here.seek(t);
    const double other = interpolate(curve, at, t);
    include(other);

    double allowed = tube;
    if (at + 1 < curve.size() && t > curve.time[at]) {
      const double h = curve.time[at + 1] - curve.time[at];
      const double second = intervalCurvature(curve, at);
      allowed += (t - curve.time[at]) * (curve.time[at + 1] - t) / 2 * second;
      // A step between two samples of an even grid gives h²/8·|y''| = |Δ|/8, a sine |Δ|/16 at six
      // samples per period: from there on the samples do not resolve the curve.
      const double step = std::abs(curve.value[at + 1] - curve.value[at]);
      if (h * h / 8 * second >= step / 16) {
        include(curve.value[at]);
        include(curve.value[at + 1]);
      }
    }

    double deviation = 0;
    if (std::isfinite(value) && low <= high) {
      deviation = std::max({0.0, low - value, value - high});
    } else {
      // Not finite: fine only when the other curve is not finite in the same way at this place.
      const auto isSame = [&](double candidate) {
        return std::isnan(value) ? std::isnan(candidate) : candidate == value;
      };
      const bool matches =
          !std::isfinite(value) && (isSame(other) || isSame(curve.value[at]) ||
                                    (at + 1 < curve.size() && isSame(curve.value[at + 1])));
      if (!matches) deviation = kInfinity;
    }
    worst.maxDeviation = std::max(worst.maxDeviation, deviation);
    const double excess = deviation == 0 ? 0 : deviation / allowed;
    if (excess > worst.excess) {
      worst.excess = excess;
      worst.time = t;
      worst.sample = value;
      worst.other = other;
    }
  }
  return worst;
}

std::string normalName(std::string_view name) {
  std::string text;
  for (char c : name) {
    if (c != ' ') text += c;
  }
  // a.b.der(c) → der(a.b.c)
  const size_t der = text.find(".der(");
  if (der != std::string::npos && text.back() == ')' && !text.starts_with("der(")) {
    text = "der(" + text.substr(0, der + 1) + text.substr(der + 5);
  }
  return text;
}

std::string checkTime(const Trajectory& trajectory, const char* which) {
  if (trajectory.rows() == 0) return fmt::format("the {} has no rows", which);
  for (size_t i = 0; i < trajectory.rows(); ++i) {
    if (!std::isfinite(trajectory.time[i])) {
      return fmt::format("the time of the {} is not a number in row {}", which, i + 1);
    }
    if (i > 0 && trajectory.time[i] < trajectory.time[i - 1]) {
      return fmt::format("the time of the {} runs backwards after t = {}", which,
                         trajectory.time[i - 1]);
    }
  }
  return {};
}

// What is the same for all signals: the interval that both results cover, and how they fall short.
struct CommonTime {
  double from = 0;
  double to = 0;
  double tolerance = 0;
  std::string note;  // not empty when the result does not cover the reference
};

CommonTime commonTime(const Trajectory& reference, const Trajectory& result, double relative) {
  CommonTime common;
  const double span = reference.time.back() - reference.time.front();
  common.tolerance = relative * span;
  common.from = std::max(reference.time.front(), result.time.front());
  common.to = std::min(reference.time.back(), result.time.back());
  // Never less than rounding of the end points.
  const double slack =
      std::max(common.tolerance,
               1e-12 * std::max(std::abs(reference.time.front()), std::abs(reference.time.back())));
  if (result.time.front() > reference.time.front() + slack) {
    common.note = fmt::format("the result begins at t = {}, the reference at {}",
                              result.time.front(), reference.time.front());
  } else if (result.time.back() < reference.time.back() - slack) {
    common.note = fmt::format("the result ends at t = {}, the reference at {}", result.time.back(),
                              reference.time.back());
  }
  return common;
}

void compareSignal(const Curve& reference, const Curve& result, const CommonTime& common,
                   const CompareOptions& options, SignalComparison& signal) {
  double low = kInfinity;
  double high = -kInfinity;
  for (double value : reference.value) {
    if (!std::isfinite(value)) continue;
    low = std::min(low, value);
    high = std::max(high, value);
  }
  const double range = low <= high ? high - low : 0;
  const double magnitude = low <= high ? std::max(std::abs(low), std::abs(high)) : 0;
  signal.tube = options.relative * range + options.magnitude * magnitude + options.absolute;

  const Worst forward =
      checkSamples(result, reference, common.from, common.to, common.tolerance, signal.tube);
  const Worst backward =
      checkSamples(reference, result, common.from, common.to, common.tolerance, signal.tube);
  const bool isForward = forward.excess >= backward.excess;
  const Worst& worst = isForward ? forward : backward;
  signal.maxDeviation = std::max(forward.maxDeviation, backward.maxDeviation);
  signal.excess = std::max(worst.excess, 0.0);
  signal.time = worst.time;
  signal.result = isForward ? worst.sample : worst.other;
  signal.reference = isForward ? worst.other : worst.sample;
  if (!common.note.empty()) {
    signal.verdict = Verdict::Fail;
    signal.note = common.note;
  } else if (signal.excess > 1) {
    signal.verdict = Verdict::Fail;
    if (std::isinf(signal.maxDeviation)) signal.note = "only one of the two is a finite number";
  } else if (magnitude > 0 && magnitude <= options.absolute) {
    signal.note = "the whole signal is below the absolute tolerance";
  }
}

std::string number(double value) {
  return fmt::format("{:.6g}", value);
}

nlohmann::json jsonNumber(double value) {
  // JSON knows no infinity and no NaN.
  if (std::isfinite(value)) return value;
  return std::isnan(value) ? "nan" : value > 0 ? "inf" : "-inf";
}

const char* word(Verdict verdict) {
  switch (verdict) {
    case Verdict::Pass:
      return "pass";
    case Verdict::Fail:
      return "fail";
    case Verdict::Missing:
      return "missing";
  }
  return "";
}

}  // namespace

Comparison compare(const Trajectory& reference, const Trajectory& result,
                   const CompareOptions& options) {
  Comparison comparison;
  comparison.error = checkTime(reference, "reference");
  if (comparison.error.empty()) comparison.error = checkTime(result, "result");
  if (!comparison.error.empty()) return comparison;

  std::unordered_map<std::string, const Signal*> byName;
  for (const Signal& signal : result.layout.signals) {
    byName.try_emplace(normalName(signal.name), &signal);
  }
  const CommonTime common = commonTime(reference, result, options.time);

  for (const Signal& wanted : reference.layout.signals) {
    if (wanted.kind == SignalKind::Parameter && !options.parameters) continue;
    if (options.select && !options.select(wanted.name)) continue;
    SignalComparison& signal = comparison.signals.emplace_back();
    signal.name = wanted.name;
    const auto found = byName.find(normalName(wanted.name));
    if (found == byName.end()) {
      signal.verdict = Verdict::Missing;
      ++comparison.missing;
      continue;
    }
    const std::vector<double> expected = reference.values(wanted);
    const std::vector<double> actual = result.values(*found->second);
    compareSignal({reference.time, expected}, {result.time, actual}, common, options, signal);
    ++(signal.verdict == Verdict::Pass ? comparison.passed : comparison.failed);
  }
  if (comparison.signals.empty()) comparison.error = "there is no signal to compare";
  return comparison;
}

std::string toText(const Comparison& comparison, bool all) {
  if (!comparison.error.empty()) return comparison.error + "\n";
  std::vector<size_t> order(comparison.signals.size());
  std::iota(order.begin(), order.end(), size_t{0});
  const auto rank = [&](size_t i) {
    const SignalComparison& signal = comparison.signals[i];
    const int group = signal.verdict == Verdict::Missing ? 0
                      : signal.verdict == Verdict::Fail  ? 1
                                                         : 2;
    return std::tuple(group, -signal.excess, i);
  };
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) { return rank(a) < rank(b); });

  std::vector<std::vector<std::string>> table{
      {"verdict", "signal", "max deviation", "tube", "at time", "reference", "result", "note"}};
  for (size_t i : order) {
    const SignalComparison& signal = comparison.signals[i];
    if (signal.verdict == Verdict::Pass && !all) continue;
    if (signal.verdict == Verdict::Missing) {
      table.push_back({word(signal.verdict), signal.name, "", "", "", "", "", signal.note});
      continue;
    }
    table.push_back({word(signal.verdict), signal.name, number(signal.maxDeviation),
                     number(signal.tube), number(signal.time), number(signal.reference),
                     number(signal.result), signal.note});
  }
  std::string text;
  if (table.size() > 1) {
    std::vector<size_t> width(table[0].size());
    for (const auto& row : table) {
      for (size_t k = 0; k < row.size(); ++k) width[k] = std::max(width[k], row[k].size());
    }
    for (const auto& row : table) {
      std::string line;
      for (size_t k = 0; k < row.size(); ++k) {
        const bool isText = k < 2 || k + 1 == row.size();
        line += isText ? fmt::format("{:<{}}  ", row[k], width[k])
                       : fmt::format("{:>{}}  ", row[k], width[k]);
      }
      line.erase(line.find_last_not_of(' ') + 1);
      text += line + '\n';
    }
  }
  text += fmt::format("{} of {} signals agree", comparison.passed, comparison.signals.size());
  if (comparison.failed > 0) text += fmt::format(", {} differ", comparison.failed);
  if (comparison.missing > 0) text += fmt::format(", {} are missing", comparison.missing);
  return text + '\n';
}

nlohmann::json toJson(const Comparison& comparison) {
  nlohmann::json signals = nlohmann::json::array();
  for (const SignalComparison& signal : comparison.signals) {
    nlohmann::json entry{{"name", signal.name}, {"verdict", word(signal.verdict)}};
    if (signal.verdict != Verdict::Missing) {
      entry["tube"] = jsonNumber(signal.tube);
      entry["max_deviation"] = jsonNumber(signal.maxDeviation);
      entry["excess"] = jsonNumber(signal.excess);
      entry["time"] = jsonNumber(signal.time);
      entry["reference"] = jsonNumber(signal.reference);
      entry["result"] = jsonNumber(signal.result);
    }
    if (!signal.note.empty()) entry["note"] = signal.note;
    signals.push_back(std::move(entry));
  }
  nlohmann::json json{{"ok", comparison.ok()},
                      {"passed", comparison.passed},
                      {"failed", comparison.failed},
                      {"missing", comparison.missing},
                      {"signals", std::move(signals)}};
  if (!comparison.error.empty()) json["error"] = comparison.error;
  return json;
}

}  // namespace formola::results
