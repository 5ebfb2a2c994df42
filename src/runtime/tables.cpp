#include "runtime/tables.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "support/assert.h"

namespace formola::runtime {

namespace {

#include "runtime/kernels/table.h"

bool isSmooth(Smoothness s) {
  return tableIsSmooth(static_cast<int>(s)) != 0;
}

int number(size_t count) {
  return static_cast<int>(count);
}

}  // namespace

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
  curve.columns_ = columns - 1;
  curve.x_.resize(rows);
  curve.values_.resize(rows * (columns - 1));
  for (size_t i = 0; i < rows; ++i) {
    for (size_t j = 0; j < columns; ++j) {
      const double value = table[i * columns + j];
      if (!std::isfinite(value)) {
        error = "row " + std::to_string(i + 1) + " of the table holds a number that is not finite";
        return std::nullopt;
      }
      (j == 0 ? curve.x_[i] : curve.values_[(j - 1) * rows + i]) = value;
    }
    if (i > 0 && curve.x_[i] < curve.x_[i - 1]) {
      error = "the first column of the table decreases at row " + std::to_string(i + 1);
      return std::nullopt;
    }
  }
  if (!isSmooth(smoothness)) return curve;
  curve.slopes_.resize(curve.values_.size());
  std::vector<double> room(rows + 3);
  for (size_t j = 0; j + 1 < columns; ++j)
    tableCurveSlopes(number(rows), curve.x_.data(), curve.values_.data() + j * rows,
                     static_cast<int>(smoothness), static_cast<int>(extrapolation),
                     curve.slopes_.data() + j * rows, room.data());
  return curve;
}

bool Curve::evaluate(size_t column, double x, Side side, CurveValue& result) const {
  FORMOLA_ASSERT(column < columns_);
  const TableCurve view{static_cast<int>(smoothness_),
                        static_cast<int>(extrapolation_),
                        number(x_.size()),
                        x_.data(),
                        values_.data(),
                        slopes_.data()};
  TablePoint point = {0, 0, 0};
  const bool inside = tableCurveAt(&view, number(column), x, side == Side::Right, &point) != 0;
  result = {point.value, point.slope, point.bend};
  return inside;
}

double Curve::nextBreak(double x, bool jumpsOnly) const {
  const TableCurve view{static_cast<int>(smoothness_),
                        static_cast<int>(extrapolation_),
                        number(x_.size()),
                        x_.data(),
                        values_.data(),
                        slopes_.data()};
  return tableNextBreak(&view, number(columns_), x, jumpsOnly);
}

CurvePieces Curve::pieces() const {
  const TableCurve view{static_cast<int>(smoothness_),
                        static_cast<int>(extrapolation_),
                        number(x_.size()),
                        x_.data(),
                        values_.data(),
                        slopes_.data()};
  const size_t rows = x_.size();
  CurvePieces pieces{x_, std::vector<double>(rows + 1, x_.front()), {}};
  for (auto& each : pieces.a) each.assign(columns_ * (rows + 1), 0.0);
  for (size_t row = 1; row <= rows; ++row) pieces.from[row] = x_[row - 1];
  for (size_t j = 0; j < columns_; ++j) {
    const double* y = values_.data() + j * rows;
    const auto set = [&](size_t k, double value, double slope, double second, double third) {
      const size_t at = j * (rows + 1) + k;
      pieces.a[0][at] = value;
      pieces.a[1][at] = slope;
      pieces.a[2][at] = second;
      pieces.a[3][at] = third;
    };
    for (const size_t k : {size_t{0}, rows}) {
      const bool goesOn = extrapolation_ == Extrapolation::LastTwoPoints &&
                          smoothness_ != Smoothness::ConstantSegments;
      if (rows == 1 || (!goesOn && extrapolation_ != Extrapolation::NoExtrapolation)) {
        set(k, k == 0 ? y[0] : y[rows - 1], 0, 0, 0);
        continue;
      }
      const TablePoint end = tableInside(&view, number(j), pieces.from[k], k == 0 ? 1 : 0);
      set(k, end.value, end.slope, goesOn ? 0 : end.bend / 2, 0);
    }
    for (size_t k = 1; k < rows; ++k) {
      const double h = x_[k] - x_[k - 1], secant = (y[k] - y[k - 1]) / h;
      if (h == 0 || smoothness_ == Smoothness::ConstantSegments) {
        set(k, y[k - 1], 0, 0, 0);
      } else if (smoothness_ == Smoothness::LinearSegments) {
        set(k, y[k - 1], secant, 0, 0);
      } else {
        const double *s = slopes_.data() + j * rows, s0 = s[k - 1], s1 = s[k];
        set(k, y[k - 1], s0, (3 * secant - 2 * s0 - s1) / h, (s0 + s1 - 2 * secant) / (h * h));
      }
    }
  }
  return pieces;
}

std::vector<double> Curve::breaks(bool jumpsOnly) const {
  const TableCurve view{static_cast<int>(smoothness_),
                        static_cast<int>(extrapolation_),
                        number(x_.size()),
                        x_.data(),
                        values_.data(),
                        slopes_.data()};
  const bool periodic = extrapolation_ == Extrapolation::Periodic && x_.back() > x_.front();
  std::vector<double> result;
  for (int i = 0; i < number(x_.size()); ++i)
    if (tableIsBreak(&view, number(columns_), i, periodic, jumpsOnly) != 0 &&
        (result.empty() || result.back() < x_[static_cast<size_t>(i)]))
      result.push_back(x_[static_cast<size_t>(i)]);
  return result;
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
  for (std::vector<double>* field : {&s.zx_, &s.zy_, &s.zxy_}) field->resize(s.z_.size());
  std::vector<double> other(s.z_.size()), room(std::max(s.x_.size(), s.y_.size()) + 3);
  tableSurfaceSlopes(number(s.x_.size()), number(s.y_.size()), s.x_.data(), s.y_.data(),
                     s.z_.data(), static_cast<int>(smoothness), static_cast<int>(extrapolation),
                     s.zx_.data(), s.zy_.data(), s.zxy_.data(), other.data(), room.data());
  return s;
}

bool Surface::evaluate(double x, double y, SurfaceValue& result) const {
  const TableSurface view{static_cast<int>(smoothness_),
                          static_cast<int>(extrapolation_),
                          number(x_.size()),
                          number(y_.size()),
                          x_.data(),
                          y_.data(),
                          z_.data(),
                          zx_.data(),
                          zy_.data(),
                          zxy_.data()};
  TableSurfacePoint p;
  if (tableSurfaceAt(&view, x, y, &p) == 0) return false;
  result = {p.value, p.slope1, p.slope2, p.bend11, p.bend12, p.bend22};
  return true;
}

}  // namespace formola::runtime
