#include "expr/floor_of_time.h"

#include <cmath>
#include <limits>

namespace formola {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

class Count {
 public:
  Count(double slope, double offset, double reached, double passed)
      : slope_(slope), offset_(offset), limit_(slope > 0 ? reached : passed) {}

  // The largest k that has begun (rising) or has not ended (falling). The rounding of slope*time +
  // offset is less than a few units as long as numbers tell apart integers at all.
  double value() const {
    constexpr int kMost = 8;
    double k = std::floor(slope_ * limit_ + offset_);
    for (int i = 0; i < kMost && holds(k + 1); ++i) k += 1;
    for (int i = 0; i < kMost && !holds(k); ++i) k -= 1;
    return k;
  }
  double end() const {
    const double k = value();
    if (!std::isfinite(k)) return kInfinity;
    const double t = instant(slope_ > 0 ? k + 1 : k);
    // Instants that numbers cannot tell apart: as soon as possible.
    return t > limit_ ? t : std::nextafter(limit_, kInfinity);
  }

 private:
  double instant(double k) const { return (k - offset_) / slope_; }
  bool holds(double k) const { return (instant(k) <= limit_) == (slope_ > 0); }

  double slope_, offset_, limit_;
};

}  // namespace

double floorOfTime(double slope, double offset, double reached, double passed) {
  if (slope == 0) return std::floor(offset);
  return Count(slope, offset, reached, passed).value();
}

double endOfFloor(double slope, double offset, double reached, double passed) {
  return slope == 0 ? kInfinity : Count(slope, offset, reached, passed).end();
}

}  // namespace formola
