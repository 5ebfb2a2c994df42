#include "analysis/delayed_tangents.h"

#include <algorithm>
#include <cmath>

namespace formola::analysis {

namespace {

// Instants as near as this are one.
double rounding(double t) {
  return 1e-12 * std::max(1.0, std::abs(t));
}

// The weights of the points in the value of the polynomial at a time, and in its slope there.
void weigh(const std::vector<DelayedTangents::Point>& piece, double time,
           std::vector<double>& values, std::vector<double>& slopes) {
  const size_t n = piece.size();
  values.assign(n, 1);
  slopes.assign(n, 0);
  for (size_t i = 0; i < n; ++i)
    for (size_t j = 0; j < n; ++j) {
      if (j == i) continue;
      const double width = piece[i].time - piece[j].time;
      slopes[i] = (slopes[i] * (time - piece[j].time) + values[i]) / width;
      values[i] *= (time - piece[j].time) / width;
    }
}

}  // namespace

void DelayedTangents::add(std::vector<Point> piece) {
  // Points at one time are one.
  std::vector<Point> different;
  for (Point& point : piece)
    if (different.empty() || point.time > different.back().time + rounding(point.time))
      different.push_back(std::move(point));
  pieces_.push_back(std::move(different));
}

void DelayedTangents::addBreak(double time, Eigen::RowVectorXd motion) {
  breaks_.push_back({time, std::move(motion)});
}

void DelayedTangents::cut(const Mark& to) {
  pieces_.resize(to.pieces);
  breaks_.resize(to.breaks);
}

Eigen::MatrixXd DelayedTangents::interpolate(const std::vector<Point>& piece, double time) {
  std::vector<double> values, slopes;
  weigh(piece, time, values, slopes);
  Eigen::MatrixXd result = values[0] * piece[0].changes;
  for (size_t i = 1; i < piece.size(); ++i) result += values[i] * piece[i].changes;
  return result;
}

DelayedValue DelayedTangents::at(Eigen::Index k, double t, bool fromRight) const {
  const double time = t - times_[k];
  const double key = fromRight ? time + rounding(t) : time - rounding(t);
  const std::vector<Point>& first = pieces_.front();
  if (key < first.front().time) return {first.front().values[k], 0, first.front().changes.row(k)};
  // The last piece that begins at or before the key.
  auto piece = std::upper_bound(
      pieces_.begin(), pieces_.end(), key,
      [](double value, const std::vector<Point>& each) { return value < each.front().time; });
  --piece;
  std::vector<double> values, slopes;
  weigh(*piece, time, values, slopes);
  DelayedValue result;
  result.change = Eigen::RowVectorXd::Zero(timeChanges_.cols());
  for (size_t i = 0; i < piece->size(); ++i) {
    result.value += values[i] * (*piece)[i].values[k];
    result.slope += slopes[i] * (*piece)[i].values[k];
    result.change += values[i] * (*piece)[i].changes.row(k);
  }
  return result;
}

Eigen::MatrixXd DelayedTangents::changesAt(double t, bool fromRight) const {
  Eigen::MatrixXd result(count(), timeChanges_.cols());
  for (Eigen::Index k = 0; k < count(); ++k) {
    const DelayedValue value = at(k, t, fromRight);
    result.row(k) = value.change - value.slope * timeChanges_.row(k);
  }
  return result;
}

double DelayedTangents::nextEcho(double t) const {
  double next = std::numeric_limits<double>::infinity();
  for (Eigen::Index k = 0; k < count(); ++k) {
    const auto each =
        std::upper_bound(breaks_.begin(), breaks_.end(), t - times_[k] + rounding(t),
                         [](double value, const Break& later) { return value < later.time; });
    if (each != breaks_.end()) next = std::min(next, each->time + times_[k]);
  }
  return next;
}

bool DelayedTangents::motionOfEcho(double t, Eigen::RowVectorXd& motion) const {
  constexpr double kSame = 1e-9;
  const double room = 100 * rounding(t);
  bool found = false;
  for (Eigen::Index k = 0; k < count(); ++k) {
    auto each =
        std::lower_bound(breaks_.begin(), breaks_.end(), t - times_[k] - room,
                         [](const Break& early, double value) { return early.time < value; });
    for (; each != breaks_.end() && each->time <= t - times_[k] + room; ++each) {
      // What comes out smoothly does nothing, whenever it comes out.
      const double echo = each->time + times_[k];
      const double before = at(k, echo, false).value, after = at(k, echo, true).value;
      if (std::abs(after - before) <= kSame * std::max(std::abs(before), std::abs(after))) continue;
      const Eigen::RowVectorXd moves = each->motion + timeChanges_.row(k);
      if (found && (moves - motion).norm() > 1e-6 * (moves.norm() + motion.norm())) return false;
      motion = moves;
      found = true;
    }
  }
  if (!found) motion.resize(0);
  return true;
}

void DelayedTangents::forget(double now) {
  const double oldest = now - 1.5 * times_.maxCoeff();
  size_t pieces = 0, breaks = 0;
  while (pieces + 1 < pieces_.size() && pieces_[pieces].back().time < oldest) ++pieces;
  while (breaks < breaks_.size() && breaks_[breaks].time < oldest) ++breaks;
  if (2 * pieces < pieces_.size()) return;
  pieces_.erase(pieces_.begin(), pieces_.begin() + static_cast<ptrdiff_t>(pieces));
  breaks_.erase(breaks_.begin(), breaks_.begin() + static_cast<ptrdiff_t>(breaks));
}

}  // namespace formola::analysis
