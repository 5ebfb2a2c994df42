#include "runtime/tables.h"

#include <limits>

#include "support/assert.h"

namespace formola::runtime {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

bool isSmooth(Smoothness s) {
  return s != Smoothness::LinearSegments && s != Smoothness::ConstantSegments;
}

// x moved by whole periods into [low, high).
double wrap(double x, double low, double high) {
  const double period = high - low;
  if (!(period > 0)) return low;
  const double wrapped = x - std::floor((x - low) / period) * period;
  return wrapped >= high || wrapped < low ? low : wrapped;
}

struct Cubic {
  double value, slope, curvature;
};

// The cubic with values y0, y1 and slopes s0, s1 at the ends of an interval of width h, at u in it.
Cubic hermite(double y0, double y1, double s0, double s1, double h, double u) {
  const double secant = (y1 - y0) / h;
  const double c2 = (3 * secant - 2 * s0 - s1) / h;
  const double c3 = (s0 + s1 - 2 * secant) / (h * h);
  return {y0 + u * (s0 + u * (c2 + u * c3)), s0 + u * (2 * c2 + 3 * u * c3), 2 * c2 + 6 * u * c3};
}

double akimaSlope(double m1, double m2, double m3, double m4, bool modified) {
  double left = std::abs(m4 - m3), right = std::abs(m2 - m1);
  if (modified) {
    left += std::abs(m4 + m3) / 2;
    right += std::abs(m2 + m1) / 2;
  }
  // Akima 1970: where both weights vanish the mean is taken.
  return left + right > 0 ? (left * m2 + right * m3) / (left + right)
         : modified       ? 0
                          : (m2 + m3) / 2;
}

double monotoneSlope(double m0, double m1, double h0, double h1, Smoothness smoothness) {
  if (m0 * m1 <= 0) return 0;
  if (smoothness == Smoothness::MonotoneContinuousDerivative1)
    return 3 * (h0 + h1) / ((2 * h1 + h0) / m0 + (h1 + 2 * h0) / m1);
  const double p = (m0 * h1 + m1 * h0) / (h0 + h1);  // Steffen: slope of the parabola
  const double size = std::min({std::abs(m0), std::abs(m1), std::abs(p) / 2});
  return std::copysign(2 * size, m0);
}

}  // namespace

std::vector<double> curveSlopes(std::span<const double> x, std::span<const double> y,
                                Smoothness smoothness, bool periodic) {
  FORMOLA_ASSERT(x.size() >= 2 && isSmooth(smoothness));
  const size_t intervals = x.size() - 1;
  std::vector<double> result(x.size());
  // Secants with two more at each end: m[i + 2] belongs to interval i.
  std::vector<double> m(intervals + 4);
  for (size_t i = 0; i < intervals; ++i) m[i + 2] = (y[i + 1] - y[i]) / (x[i + 1] - x[i]);
  if (intervals == 1) {
    result.assign(2, m[2]);
    return result;
  }
  if (periodic) {
    m[1] = m[intervals + 1];
    m[0] = m[intervals];
    m[intervals + 2] = m[2];
    m[intervals + 3] = m[3];
  } else {
    m[1] = 2 * m[2] - m[3];
    m[0] = 2 * m[1] - m[2];
    m[intervals + 2] = 2 * m[intervals + 1] - m[intervals];
    m[intervals + 3] = 2 * m[intervals + 2] - m[intervals + 1];
  }
  const bool akima = smoothness == Smoothness::ContinuousDerivative ||
                     smoothness == Smoothness::ModifiedContinuousDerivative;
  const bool modified = smoothness == Smoothness::ModifiedContinuousDerivative;
  for (size_t i = 0; i < x.size(); ++i) {
    if (akima) {
      result[i] = akimaSlope(m[i], m[i + 1], m[i + 2], m[i + 3], modified);
    } else if (i > 0 && i < intervals) {
      result[i] = monotoneSlope(m[i + 1], m[i + 2], x[i] - x[i - 1], x[i + 1] - x[i], smoothness);
    } else if (periodic) {
      result[i] = monotoneSlope(m[intervals + 1], m[2], x[intervals] - x[intervals - 1],
                                x[1] - x[0], smoothness);
    } else {
      result[i] = i == 0 ? m[2] : m[intervals + 1];
    }
  }
  return result;
}

// ---- Curve

std::optional<Curve> Curve::make(std::span<const double> table, size_t rows, size_t columns,
                                 Smoothness smoothness, Extrapolation extrapolation,
                                 std::string& error) {
  if (rows == 0 || columns < 2 || table.size() < rows * columns) {
    error = "a table needs at least one row and two columns";
    return std::nullopt;
  }
  Curve curve;
  curve.smoothness_ = smoothness;
  curve.extrapolation_ = extrapolation;
  curve.values_.resize(columns - 1);
  for (size_t i = 0; i < rows; ++i) {
    for (size_t j = 0; j < columns; ++j) {
      const double value = table[i * columns + j];
      if (!std::isfinite(value)) {
        error = "row " + std::to_string(i + 1) + " of the table holds a number that is not finite";
        return std::nullopt;
      }
      (j == 0 ? curve.x_ : curve.values_[j - 1]).push_back(value);
    }
    if (i > 0 && curve.x_[i] < curve.x_[i - 1]) {
      error = "the first column of the table decreases at row " + std::to_string(i + 1);
      return std::nullopt;
    }
  }
  if (!isSmooth(smoothness)) return curve;

  size_t jumps = 0;
  for (size_t i = 0; i + 1 < rows; ++i) jumps += curve.isJump(i);
  const bool periodic = extrapolation == Extrapolation::Periodic && jumps == 0;
  for (const std::vector<double>& y : curve.values_) {
    std::vector<double>& slopes = curve.slopes_.emplace_back(rows, 0.0);
    for (size_t begin = 0; begin < rows;) {
      size_t end = begin + 1;
      while (end < rows && curve.x_[end] > curve.x_[end - 1]) ++end;
      if (end - begin > 1) {
        const std::vector<double> piece =
            curveSlopes(std::span(curve.x_).subspan(begin, end - begin),
                        std::span(y).subspan(begin, end - begin), smoothness, periodic);
        std::copy(piece.begin(), piece.end(), slopes.begin() + static_cast<long>(begin));
      }
      begin = end;
    }
  }
  return curve;
}

bool Curve::isJump(size_t row) const {
  return x_[row] == x_[row + 1];
}

// The row i with x_[i] <= x <= x_[i + 1] and x_[i] < x_[i + 1]; at a row, the interval on `side`.
size_t Curve::interval(double x, Side side) const {
  const auto place = side == Side::Right ? std::upper_bound(x_.begin(), x_.end(), x)
                                         : std::lower_bound(x_.begin(), x_.end(), x);
  size_t i = place == x_.begin() ? 0 : static_cast<size_t>(place - x_.begin()) - 1;
  i = std::min(i, x_.size() - 2);
  while (i > 0 && isJump(i)) --i;
  while (i + 2 < x_.size() && isJump(i)) ++i;
  return i;
}

bool Curve::inside(size_t column, double x, Side side, CurveValue& result) const {
  const std::vector<double>& y = values_[column];
  const size_t i = interval(x, side);
  const double h = x_[i + 1] - x_[i];
  if (smoothness_ == Smoothness::ConstantSegments || h == 0) {
    // Constant from each row to the next; at the last row its own value.
    const bool atEnd = x >= x_.back() && side == Side::Right;
    result = {atEnd ? y.back() : y[i], 0, 0};
  } else if (smoothness_ == Smoothness::LinearSegments) {
    const double slope = (y[i + 1] - y[i]) / h;
    result = {x == x_[i + 1] ? y[i + 1] : y[i] + slope * (x - x_[i]), slope, 0};
  } else {
    const std::vector<double>& s = slopes_[column];
    const Cubic cubic = hermite(y[i], y[i + 1], s[i], s[i + 1], h, x - x_[i]);
    result = {cubic.value, cubic.slope, cubic.curvature};
  }
  return true;
}

bool Curve::evaluate(size_t column, double x, Side side, CurveValue& result) const {
  FORMOLA_ASSERT(column < values_.size());
  if (x_.size() == 1) {
    result = {values_[column][0], 0, 0};
    return extrapolation_ != Extrapolation::NoExtrapolation || x == x_[0];
  }
  // An end seen from outside belongs to the continuation.
  const bool below = x < minimum() || (x == minimum() && side == Side::Left);
  const bool above = x > maximum() || (x == maximum() && side == Side::Right);
  if (!below && !above) return inside(column, x, side, result);
  switch (extrapolation_) {
    case Extrapolation::Periodic: {
      double wrapped = wrap(x, minimum(), maximum());
      if (side == Side::Left && wrapped == minimum()) wrapped = maximum();
      return inside(column, wrapped, side, result);
    }
    case Extrapolation::NoExtrapolation:
      if (x < minimum() || x > maximum()) return false;
      return inside(column, x, below ? Side::Right : Side::Left, result);
    case Extrapolation::HoldLastPoint:
      result = {below ? values_[column].front() : values_[column].back(), 0, 0};
      return true;
    case Extrapolation::LastTwoPoints: {
      const double end = below ? minimum() : maximum();
      if (smoothness_ == Smoothness::ConstantSegments) {
        result = {below ? values_[column].front() : values_[column].back(), 0, 0};
        return true;
      }
      inside(column, end, below ? Side::Right : Side::Left, result);
      result.value += result.slope * (x - end);
      result.curvature = 0;
      return true;
    }
  }
  return false;
}

double Curve::nextBreak(double x, bool jumpsOnly) const {
  const bool constant = smoothness_ == Smoothness::ConstantSegments;
  const bool periodic = extrapolation_ == Extrapolation::Periodic && maximum() > minimum();
  const auto isBreak = [&](size_t i) {
    if ((i > 0 && isJump(i - 1)) || (i + 1 < x_.size() && isJump(i)) || constant) return true;
    const bool end = i == 0 || i + 1 == x_.size();
    if (end && periodic) {
      for (const std::vector<double>& y : values_)
        if (y.front() != y.back()) return true;
    }
    return !jumpsOnly && (end || smoothness_ == Smoothness::LinearSegments);
  };
  const double period = maximum() - minimum();
  double shift = periodic ? std::floor((x - minimum()) / period) * period : 0;
  for (int round = 0; round < (periodic ? 3 : 1); ++round) {
    const auto place = std::upper_bound(x_.begin(), x_.end(), x - shift);
    for (size_t i = static_cast<size_t>(place - x_.begin()); i < x_.size(); ++i)
      if (isBreak(i) && x_[i] + shift > x) return x_[i] + shift;
    shift += period;
  }
  return kInfinity;
}

// ---- Surface

std::optional<Surface> Surface::make(std::span<const double> table, size_t rows, size_t columns,
                                     Smoothness smoothness, Extrapolation extrapolation,
                                     std::string& error) {
  if (rows < 2 || columns < 2 || table.size() < rows * columns) {
    error = "a table with two inputs needs at least two rows and two columns";
    return std::nullopt;
  }
  for (size_t k = 1; k < rows * columns; ++k)
    if (!std::isfinite(table[k])) {
      error = "row " + std::to_string(k / columns + 1) +
              " of the table holds a number that is not finite";
      return std::nullopt;
    }
  Surface s;
  s.smoothness_ = smoothness;
  s.extrapolation_ = extrapolation;
  for (size_t j = 1; j < columns; ++j) s.y_.push_back(table[j]);
  for (size_t i = 1; i < rows; ++i) {
    s.x_.push_back(table[i * columns]);
    for (size_t j = 1; j < columns; ++j) s.z_.push_back(table[i * columns + j]);
  }
  const auto increases = [](const std::vector<double>& v) {
    return std::adjacent_find(v.begin(), v.end(), std::greater_equal<>()) == v.end();
  };
  if (!increases(s.x_) || !increases(s.y_)) {
    error = "the abscissas of a table with two inputs must increase strictly";
    return std::nullopt;
  }
  if (!isSmooth(smoothness) || s.x_.size() < 2 || s.y_.size() < 2) {
    if (isSmooth(smoothness)) s.smoothness_ = Smoothness::LinearSegments;
    return s;
  }

  const size_t nx = s.x_.size(), ny = s.y_.size();
  const bool periodic = extrapolation == Extrapolation::Periodic;
  const auto alongFirst = [&](const std::vector<double>& field) {
    std::vector<double> result(field.size()), line(nx);
    for (size_t j = 0; j < ny; ++j) {
      for (size_t i = 0; i < nx; ++i) line[i] = field[i * ny + j];
      const std::vector<double> slopes = curveSlopes(s.x_, line, smoothness, periodic);
      for (size_t i = 0; i < nx; ++i) result[i * ny + j] = slopes[i];
    }
    return result;
  };
  const auto alongSecond = [&](const std::vector<double>& field) {
    std::vector<double> result;
    for (size_t i = 0; i < nx; ++i) {
      const std::vector<double> slopes =
          curveSlopes(s.y_, std::span(field).subspan(i * ny, ny), smoothness, periodic);
      result.insert(result.end(), slopes.begin(), slopes.end());
    }
    return result;
  };
  s.zx_ = alongFirst(s.z_);
  s.zy_ = alongSecond(s.z_);
  s.zxy_ = alongSecond(s.zx_);
  const std::vector<double> other = alongFirst(s.zy_);
  for (size_t k = 0; k < other.size(); ++k) s.zxy_[k] = (s.zxy_[k] + other[k]) / 2;
  return s;
}

SurfaceValue Surface::inside(double x, double y) const {
  const auto find = [](const std::vector<double>& v, double at) {
    const auto place = std::upper_bound(v.begin(), v.end(), at);
    const size_t i = place == v.begin() ? 0 : static_cast<size_t>(place - v.begin()) - 1;
    return v.size() < 2 ? size_t{0} : std::min(i, v.size() - 2);
  };
  const size_t i = find(x_, x), j = find(y_, y);
  const size_t i1 = std::min(i + 1, x_.size() - 1), j1 = std::min(j + 1, y_.size() - 1);
  const double h = i1 > i ? x_[i1] - x_[i] : 1, k = j1 > j ? y_[j1] - y_[j] : 1;
  const double u = x - x_[i], w = y - y_[j];
  SurfaceValue result;
  if (smoothness_ == Smoothness::ConstantSegments) {
    result.value = at(z_, x >= x_[i1] ? i1 : i, y >= y_[j1] ? j1 : j);
  } else if (smoothness_ == Smoothness::LinearSegments) {
    const double a = at(z_, i, j), b = at(z_, i1, j), c = at(z_, i, j1), d = at(z_, i1, j1);
    const double twist = (a - b - c + d) / (h * k);
    result.slope1 = (b - a) / h + twist * w;
    result.slope2 = (c - a) / k + twist * u;
    result.curvature12 = twist;
    result.value = a + (b - a) / h * u + (c - a) / k * w + twist * u * w;
  } else {
    // Cubics along the first abscissa at both ends of the second give the data of a cubic along it.
    const Cubic z0 = hermite(at(z_, i, j), at(z_, i1, j), at(zx_, i, j), at(zx_, i1, j), h, u);
    const Cubic z1 = hermite(at(z_, i, j1), at(z_, i1, j1), at(zx_, i, j1), at(zx_, i1, j1), h, u);
    const Cubic s0 = hermite(at(zy_, i, j), at(zy_, i1, j), at(zxy_, i, j), at(zxy_, i1, j), h, u);
    const Cubic s1 =
        hermite(at(zy_, i, j1), at(zy_, i1, j1), at(zxy_, i, j1), at(zxy_, i1, j1), h, u);
    const Cubic value = hermite(z0.value, z1.value, s0.value, s1.value, k, w);
    const Cubic slope = hermite(z0.slope, z1.slope, s0.slope, s1.slope, k, w);
    const Cubic bend = hermite(z0.curvature, z1.curvature, s0.curvature, s1.curvature, k, w);
    result = {value.value, slope.value, value.slope, bend.value, slope.slope, value.curvature};
  }
  return result;
}

bool Surface::evaluate(double x, double y, SurfaceValue& result) const {
  const bool outside1 = x < minimum1() || x > maximum1();
  const bool outside2 = y < minimum2() || y > maximum2();
  if (!outside1 && !outside2) {
    result = inside(x, y);
    return true;
  }
  if (extrapolation_ == Extrapolation::NoExtrapolation) return false;
  if (extrapolation_ == Extrapolation::Periodic) {
    result = inside(outside1 ? wrap(x, minimum1(), maximum1()) : x,
                    outside2 ? wrap(y, minimum2(), maximum2()) : y);
    return true;
  }
  const double edge1 = std::clamp(x, minimum1(), maximum1());
  const double edge2 = std::clamp(y, minimum2(), maximum2());
  const double d1 = x - edge1, d2 = y - edge2;
  result = inside(edge1, edge2);
  const bool hold =
      extrapolation_ == Extrapolation::HoldLastPoint || smoothness_ == Smoothness::ConstantSegments;
  if (hold) {
    if (outside1) result.slope1 = result.curvature11 = result.curvature12 = 0;
    if (outside2) result.slope2 = result.curvature22 = result.curvature12 = 0;
    return true;
  }
  // Along the tangent at the edge, with the twist: z + zx dx + zy dy + zxy dx dy.
  const SurfaceValue edge = result;
  result.value += edge.slope1 * d1 + edge.slope2 * d2 + edge.curvature12 * d1 * d2;
  if (outside1) {
    result.slope2 += edge.curvature12 * d1;
    result.curvature11 = 0;
  }
  if (outside2) {
    result.slope1 += edge.curvature12 * d2;
    result.curvature22 = 0;
  }
  return true;
}

}  // namespace formola::runtime
