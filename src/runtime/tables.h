// Interpolation tables: curves over one abscissa (also over time) and surfaces over two.
//
// Options and their numbers are those of Modelica.Blocks.Types (Smoothness, Extrapolation), so that
// the blocks of the Modelica Standard Library can pass theirs on.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace formola::runtime {

enum class Smoothness : int32_t {
  LinearSegments = 1,
  ContinuousDerivative = 2,           // Akima 1970
  ConstantSegments = 3,               // value of the left end
  MonotoneContinuousDerivative1 = 4,  // Fritsch and Butland 1984
  MonotoneContinuousDerivative2 = 5,  // Steffen 1990
  ModifiedContinuousDerivative = 6,   // Akima with weights that do not vanish on flat pieces
};

enum class Extrapolation : int32_t {
  HoldLastPoint = 1,
  LastTwoPoints = 2,  // along the end's tangent
  Periodic = 3,
  NoExtrapolation = 4,
};

// At a jump: the value before or after it.
enum class Side : uint8_t { Left, Right };

struct CurveValue {
  double value = 0;
  double slope = 0;      // d value / d abscissa
  double curvature = 0;  // second derivative
};

// A curve as cubics, for code that has them as constants. Which one holds at x follows from the
// number of rows whose abscissa is not greater than x (Side::Right), or less (Side::Left); the
// first and the last one go on beyond the ends, but for a periodic curve, where x is moved by whole
// periods before. The value is a[0] + u (a[1] + u (a[2] + u a[3])), u = x - from.
struct CurvePieces {
  std::vector<double> x;                 // of the rows
  std::vector<double> from;              // by that number, from 0 to all
  std::array<std::vector<double>, 4> a;  // column by column, by that number
};

// Purpose: one or more columns over one abscissa; a C1 piecewise cubic for the smooth options.
// Two rows with the same abscissa are a jump; smooth options then apply between jumps.
// Complexity: O(rows) to make, O(log rows) to evaluate.
// Reference: Akima, JACM 17(4), 1970; Fritsch, Butland, SIAM J. Sci. Stat. Comput. 5(2), 1984
//   (weighted harmonic mean); Steffen, Astron. Astrophys. 239, 1990. The monotone ones take the
//   secant as slope at an end.
class Curve {
 public:
  // `table` is row-major, its first column the abscissa, which must not decrease; nothing and
  // `error` when it does, or when a number is not finite or there are no rows or columns.
  static std::optional<Curve> make(std::span<const double> table, size_t rows, size_t columns,
                                   Smoothness smoothness, Extrapolation extrapolation,
                                   std::string& error);

  size_t columns() const { return columns_; }  // without the abscissa
  double minimum() const { return x_.front(); }
  double maximum() const { return x_.back(); }

  // `column` counts from 0, without the abscissa. False: x is outside and must not be.
  bool evaluate(size_t column, double x, Side side, CurveValue& result) const;

  // The smallest abscissa > x at which a value may jump or have a kink: each row for constant and
  // linear segments, jumps and ends for the others; also through the periods. +infinity if none.
  // With `jumpsOnly` the kinks of linear segments and of smooth curves' ends do not count.
  double nextBreak(double x, bool jumpsOnly = false) const;

  // For code that does the same elsewhere.
  Extrapolation extrapolation() const { return extrapolation_; }
  CurvePieces pieces() const;
  // The abscissas of the rows that nextBreak() finds, each once.
  std::vector<double> breaks(bool jumpsOnly) const;

 private:
  Smoothness smoothness_ = Smoothness::LinearSegments;
  Extrapolation extrapolation_ = Extrapolation::LastTwoPoints;
  size_t columns_ = 0;
  std::vector<double> x_, values_, slopes_;  // column by column; slopes_ for smooth options only
};

struct SurfaceValue {
  double value = 0;
  double slope1 = 0, slope2 = 0;                             // partial derivatives
  double curvature11 = 0, curvature12 = 0, curvature22 = 0;  // second partial derivatives
};

// Purpose: one value over two abscissas: bilinear, constant, or bicubic with Akima slopes.
// Reference: Akima, Comm. ACM 17(1), 1974, for the bicubic; its mixed derivatives are the mean of
//   the univariate scheme applied in both orders.
class Surface {
 public:
  // `table` is row-major rows x columns: first column the first abscissa, first row the second one,
  // both strictly increasing; the corner is not used.
  static std::optional<Surface> make(std::span<const double> table, size_t rows, size_t columns,
                                     Smoothness smoothness, Extrapolation extrapolation,
                                     std::string& error);

  double minimum1() const { return x_.front(); }
  double maximum1() const { return x_.back(); }
  double minimum2() const { return y_.front(); }
  double maximum2() const { return y_.back(); }

  bool evaluate(double x, double y, SurfaceValue& result) const;

  // For code that does the same elsewhere: z and its derivatives row by row, these for smooth
  // options only (runtime/kernels/table.h).
  struct Parts {
    Smoothness smoothness;
    Extrapolation extrapolation;
    std::span<const double> x, y, z, zx, zy, zxy;
  };
  Parts parts() const { return {smoothness_, extrapolation_, x_, y_, z_, zx_, zy_, zxy_}; }

 private:
  Smoothness smoothness_ = Smoothness::LinearSegments;
  Extrapolation extrapolation_ = Extrapolation::LastTwoPoints;
  std::vector<double> x_, y_;
  std::vector<double> z_, zx_, zy_, zxy_;
};

}  // namespace formola::runtime
