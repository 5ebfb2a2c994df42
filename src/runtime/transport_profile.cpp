#include "runtime/transport_profile.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "runtime/cubic.h"

namespace formola::runtime {

namespace {

// A jump that is nearer to the end than this has got there.
constexpr double kArrived = 1e-9;
// Of the largest value: smaller jumps are rounding errors of what is continuous at an event, whose
// arrivals would be events that make new ones.
constexpr double kVisible = 1e-6;

double rounding(double x) {
  return 16 * std::numeric_limits<double>::epsilon() * (1 + std::abs(x));
}

// The depth of the end where the medium enters; that of the other end is larger by the length 1.
double inletDepth(int side, double x) {
  return side > 0 ? -x : x - 1;
}

}  // namespace

void TransportProfile::begin(double x, std::span<const double> points,
                             std::span<const double> values) {
  nodes_.clear();
  jumps_.clear();
  side_ = 0;
  velocity_ = 0;
  largest_ = 0;
  x_ = x;
  time_ = -std::numeric_limits<double>::infinity();
  for (size_t i = 0; i < points.size(); ++i) {
    // Nobody knows when these entered: the label in place of the time makes z linear in it.
    const double label = points[i] - x;
    if (!nodes_.empty() && nodes_.back().label == label && nodes_.back().value != values[i])
      jumps_.push_back(label);
    nodes_.push_back({label, values[i], label, true});
    largest_ = std::max(largest_, std::abs(values[i]));
  }
}

// The last entry, seen from `side`, that is not deeper; the first one if all are.
size_t TransportProfile::lastNotBelow(int side, double at) const {
  size_t low = 0, high = nodes_.size();
  while (high - low > 1) {
    const size_t middle = (low + high) / 2;
    (depth(side, middle) <= at ? low : high) = middle;
  }
  return low;
}

// The particle at a depth between entries low and low + 1; with `present` counted as entry 0.
TransportProfile::Node TransportProfile::between(int side, size_t low, double at,
                                                 const Node* present) const {
  const size_t shift = present != nullptr ? 1 : 0, total = nodes_.size() + shift;
  const auto point = [&](size_t i) { return i < shift ? *present : entry(side, i - shift); };
  const auto deep = [&](size_t i) { return side * point(i).label; };
  const Node a = point(low), b = point(low + 1);
  const double wide = deep(low + 1) - deep(low), duration = b.time - a.time;
  const auto linear = [&](double part) {
    return Node{side * at, a.value + part * (b.value - a.value), a.time + part * duration, true};
  };
  if (!(wide > 0)) return linear(0);
  if (duration == 0 || !std::isfinite(duration)) return linear((at - deep(low)) / wide);
  // The nearest entry on either side of i that no jump, break or turn of the flow separates from
  // it; those much nearer than the two are to each other magnify errors and are taken only if
  // there are no others.
  const auto same = [&](size_t i) {  // i and i + 1 belong to one smooth piece
    return deep(i) < deep(i + 1) && (point(i + 1).time - point(i).time) * duration > 0;
  };
  const double distance = std::abs(duration) / 2;
  const auto away = [&](size_t i, size_t k) { return std::abs(point(i).time - point(k).time); };
  const auto before = [&](size_t i) {
    size_t k = i;
    while (k > 0 && away(i, k) < distance && !point(k).isBreak && same(k - 1)) --k;
    return away(i, k) >= distance / 50 ? k : i;
  };
  const auto behind = [&](size_t i) {
    size_t k = i;
    while (k + 1 < total && away(i, k) < distance && !point(k).isBreak && same(k)) ++k;
    return away(i, k) >= distance / 50 ? k : i;
  };
  size_t chosen[2] = {before(low), behind(low + 1)};
  // At an end of the smooth piece take the fourth point from the other side.
  if (chosen[0] == low) chosen[0] = behind(chosen[1]);
  if (chosen[1] == low + 1) chosen[1] = before(chosen[0]);
  double t[4], d[4], y[4];
  size_t n = 0;
  for (size_t i : {low, low + 1, chosen[0], chosen[1]}) {
    const Node p = point(i);
    if (std::find(t, t + n, p.time) != t + n) continue;
    t[n] = p.time;
    d[n] = side * p.label;
    y[n] = p.value;
    ++n;
  }
  // When did the particle enter? Regula falsi with the halving of Illinois: depth is monotonic.
  const SmallPolynomial depthAt(t, d, n), valueAt(t, y, n);
  double t0 = a.time, t1 = b.time, f0 = deep(low) - at, f1 = deep(low + 1) - at;
  double entered = f0 >= 0 ? t0 : t1;
  int last = 0;
  for (int k = 0; k < 100 && f0 < 0 && f1 > 0; ++k) {
    entered = t0 - f0 * (t1 - t0) / (f1 - f0);
    const double f = depthAt(entered) - at;
    if (std::abs(f) <= 1e-15 * (1 + std::abs(at)) || entered == t0 || entered == t1) break;
    if (f < 0) {
      t0 = entered;
      f0 = f;
      if (last < 0) f1 /= 2;
      last = -1;
    } else {
      t1 = entered;
      f1 = f;
      if (last > 0) f0 /= 2;
      last = 1;
    }
  }
  return {side * at, valueAt(entered), entered, true};
}

// From now on something enters here: what has left at this end before does not come back.
void TransportProfile::turn(int side) {
  const double edge = inletDepth(side, x_), small = rounding(x_);
  const auto drop = [&] { side > 0 ? nodes_.pop_front() : nodes_.pop_back(); };
  if (nodes_.size() > 1 && depth(side, 0) < edge - small) {
    const Node cut =
        between(side, std::min(lastNotBelow(side, edge), nodes_.size() - 2), edge, nullptr);
    while (!nodes_.empty() && depth(side, 0) < edge - small) drop();
    if (nodes_.empty() || depth(side, 0) > edge + small)
      side > 0 ? nodes_.push_front(cut) : nodes_.push_back(cut);
  }
  while (!jumps_.empty() && side * (side > 0 ? jumps_.front() : jumps_.back()) < edge - small)
    side > 0 ? jumps_.pop_front() : jumps_.pop_back();
  side_ = side;
}

void TransportProfile::push(int side, double value, double time, double x) {
  const double at = inletDepth(side, x), small = rounding(x);
  const auto isHere = [&](size_t i) { return std::abs(depth(side, i) - at) <= small; };
  const size_t n = nodes_.size();
  if (n > 1 && isHere(0) && isHere(1)) {
    // Only the limits from both sides matter.
    entry(side, 0).value = value;
    entry(side, 0).time = time;
  } else {
    if (n > 0 && isHere(0) && entry(side, 0).time == time && entry(side, 0).value == value) return;
    const Node node{side * at, value, time, false};
    side > 0 ? nodes_.push_front(node) : nodes_.push_back(node);
  }
  largest_ = std::max(largest_, std::abs(value));
  if (nodes_.size() < 2 || !isHere(1)) return;
  if (std::abs(entry(side, 1).value - value) <= kVisible * largest_) return;
  const double label = side * at;
  if (!jumps_.empty() && std::abs((side > 0 ? jumps_.front() : jumps_.back()) - label) <= small)
    return;
  side > 0 ? jumps_.push_front(label) : jumps_.push_back(label);
}

// What is deeper has left; some nodes more serve the interpolation at the end.
void TransportProfile::dropBeyond(int side, double end) {
  const auto drop = [&] { side > 0 ? nodes_.pop_back() : nodes_.pop_front(); };
  constexpr size_t kMore = 6;
  while (nodes_.size() > kMore && depth(side, nodes_.size() - kMore) >= end) drop();
  while (!jumps_.empty() && side * (side > 0 ? jumps_.back() : jumps_.front()) >= end - kArrived)
    side > 0 ? jumps_.pop_back() : jumps_.pop_front();
}

void TransportProfile::store(double time, const TransportInputs& in) {
  const double moved = in.x - x_;
  int side = in.positiveVelocity ? 1 : -1;
  if (std::abs(moved) > rounding(in.x)) side = moved > 0 ? 1 : -1;
  if (side != side_) turn(side);
  const double value = side > 0 ? in.in0 : in.in1;
  push(side, value, time, in.x);
  dropBeyond(side, inletDepth(side, in.x) + 1);
  if (time > time_) velocity_ = moved / (time - time_);
  x_ = in.x;
  time_ = time;
}

void TransportProfile::markBreak() {
  if (side_ == 0) return;
  entry(side_, 0).isBreak = true;
  // A jump that has got to the other end is over.
  const double end = inletDepth(side_, x_) + 1;
  for (size_t i = nodes_.size(); i-- > 1 && depth(side_, i - 1) >= end - kArrived;)
    if (depth(side_, i) - depth(side_, i - 1) <= rounding(x_))
      while (nodes_.size() > i) side_ > 0 ? nodes_.pop_back() : nodes_.pop_front();
}

double TransportProfile::at(int end, double time, const TransportInputs& in, bool afterJump) const {
  const int side = in.positiveVelocity ? 1 : -1;
  const double inlet = side > 0 ? in.in0 : in.in1;
  const bool enters = (side > 0) == (end == 0);
  if (enters || nodes_.empty()) return inlet;
  const size_t n = nodes_.size();
  const double edge = inletDepth(side, in.x), outlet = edge + 1;
  // What comes out later entered later and is less deep.
  const double search = afterJump ? outlet - kArrived : outlet + kArrived;
  if (search >= depth(side, n - 1)) return entry(side, n - 1).value;
  if (search < depth(side, 0)) {
    if (edge >= depth(side, 0) - rounding(in.x)) return entry(side, 0).value;
    const Node present{side * edge, inlet, time, false};
    return between(side, 0, outlet, &present).value;
  }
  return between(side, lastNotBelow(side, search), outlet, nullptr).value;
}

double TransportProfile::errorCoefficient() const {
  if (side_ == 0 || nodes_.size() < 5) return -1;
  double t[5], y[5], d[5];
  for (size_t k = 0; k < 5; ++k) {
    const Node& e = entry(side_, k);
    if (k > 0 && (e.isBreak || e.time >= t[k - 1])) return -1;
    t[k] = e.time;
    y[k] = e.value;
    d[k] = e.label;
  }
  const double ofValue = largest_ > 0 ? cubicErrorCoefficient(t, y) / largest_ : 0;
  return std::max(ofValue, cubicErrorCoefficient(t, d));
}

double TransportProfile::nextArrival() const {
  constexpr double kNever = std::numeric_limits<double>::infinity();
  if (jumps_.empty() || velocity_ == 0) return kNever;
  const int side = velocity_ > 0 ? 1 : -1;
  const double end = inletDepth(side, x_) + 1;
  const double distance = end - side * (side > 0 ? jumps_.back() : jumps_.front());
  return distance > kArrived ? time_ + distance / std::abs(velocity_) : kNever;
}

}  // namespace formola::runtime
