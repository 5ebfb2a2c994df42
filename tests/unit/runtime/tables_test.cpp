#include "runtime/tables.h"

#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace formola::runtime {
namespace {

constexpr Smoothness kSmooth[] = {
    Smoothness::ContinuousDerivative, Smoothness::MonotoneContinuousDerivative1,
    Smoothness::MonotoneContinuousDerivative2, Smoothness::ModifiedContinuousDerivative};

Curve curve(const std::vector<double>& table, Smoothness s, Extrapolation e, size_t columns = 2) {
  std::string error;
  std::optional<Curve> result = Curve::make(table, table.size() / columns, columns, s, e, error);
  EXPECT_TRUE(result) << error;
  return *result;
}

double valueOf(const Curve& c, double x, Side side = Side::Right, size_t column = 0) {
  CurveValue v;
  EXPECT_TRUE(c.evaluate(column, x, side, v));
  return v.value;
}

const std::vector<double> kTable = {0, 1, 1, 3, 2, 2, 4, 2, 5, 7};

TEST(Curve, LinearSegmentsAndExtrapolation) {
  const Curve c = curve(kTable, Smoothness::LinearSegments, Extrapolation::LastTwoPoints);
  EXPECT_DOUBLE_EQ(valueOf(c, 0.25), 1.5);
  EXPECT_DOUBLE_EQ(valueOf(c, 3), 2);
  EXPECT_DOUBLE_EQ(valueOf(c, 6), 12);
  EXPECT_DOUBLE_EQ(valueOf(c, -1), -1);
  const Curve hold = curve(kTable, Smoothness::LinearSegments, Extrapolation::HoldLastPoint);
  EXPECT_DOUBLE_EQ(valueOf(hold, 6), 7);
  EXPECT_DOUBLE_EQ(valueOf(hold, -1), 1);
  const Curve periodic = curve(kTable, Smoothness::LinearSegments, Extrapolation::Periodic);
  EXPECT_DOUBLE_EQ(valueOf(periodic, 5.25), 1.5);
  EXPECT_DOUBLE_EQ(valueOf(periodic, -1.5), 2);
  EXPECT_DOUBLE_EQ(valueOf(periodic, 5, Side::Left), 7);
  EXPECT_DOUBLE_EQ(valueOf(periodic, 5, Side::Right), 1);
  const Curve none = curve(kTable, Smoothness::LinearSegments, Extrapolation::NoExtrapolation);
  CurveValue v;
  EXPECT_FALSE(none.evaluate(0, 5.1, Side::Right, v));
  EXPECT_TRUE(none.evaluate(0, 5, Side::Right, v));
  EXPECT_DOUBLE_EQ(v.value, 7);
}

TEST(Curve, ConstantSegmentsSwitchAtTheRows) {
  const Curve c = curve(kTable, Smoothness::ConstantSegments, Extrapolation::HoldLastPoint);
  EXPECT_EQ(valueOf(c, 1, Side::Left), 1);
  EXPECT_EQ(valueOf(c, 1, Side::Right), 3);
  EXPECT_EQ(valueOf(c, 4.9), 2);
  EXPECT_EQ(valueOf(c, 5, Side::Right), 7);
  EXPECT_EQ(valueOf(c, 5, Side::Left), 2);
}

TEST(Curve, SmoothCurvesMeetTheirPoints) {
  for (Smoothness s : kSmooth)
    for (Extrapolation e : {Extrapolation::LastTwoPoints, Extrapolation::Periodic}) {
      const Curve c = curve(kTable, s, e);
      for (size_t i = 0; i + 2 < kTable.size(); i += 2)
        EXPECT_NEAR(valueOf(c, kTable[i]), kTable[i + 1], 1e-14);
      EXPECT_NEAR(valueOf(c, 5, Side::Left), 7, 1e-14);
    }
}

TEST(Curve, DerivativesMatchDifferences) {
  for (Smoothness s : kSmooth) {
    const Curve c = curve(kTable, s, Extrapolation::LastTwoPoints);
    for (double x : {-0.7, 0.3, 1.6, 3.1, 4.8, 5.9}) {
      const double h = 1e-4;
      CurveValue v;
      ASSERT_TRUE(c.evaluate(0, x, Side::Right, v));
      EXPECT_NEAR(v.slope, (valueOf(c, x + h) - valueOf(c, x - h)) / (2 * h), 1e-5);
      EXPECT_NEAR(v.curvature,
                  (valueOf(c, x + h) - 2 * valueOf(c, x) + valueOf(c, x - h)) / (h * h), 1e-5);
    }
    // The first derivative is continuous at the inner points and at the ends.
    for (double x : {0.0, 1.0, 2.0, 4.0, 5.0}) {
      CurveValue left, right;
      ASSERT_TRUE(c.evaluate(0, x, Side::Left, left));
      ASSERT_TRUE(c.evaluate(0, x, Side::Right, right));
      EXPECT_NEAR(left.slope, right.slope, 1e-12);
    }
  }
}

TEST(Curve, ReproducesStraightLinesAndAkimaReproducesParabolas) {
  const std::vector<double> line = {0, 1, 1, 3, 2.5, 6, 4, 9, 7, 15};
  for (Smoothness s : kSmooth) {
    const Curve c = curve(line, s, Extrapolation::LastTwoPoints);
    for (double x : {-2.0, 0.1, 1.7, 3.3, 9.0}) EXPECT_NEAR(valueOf(c, x), 1 + 2 * x, 1e-12);
  }
  // Equidistant points on a parabola: Akima's slopes are exact (Akima 1970, section 2).
  std::vector<double> parabola;
  for (int i = 0; i < 7; ++i) parabola.insert(parabola.end(), {1.0 * i, 1.0 * i * i});
  const Curve c = curve(parabola, Smoothness::ContinuousDerivative, Extrapolation::LastTwoPoints);
  for (double x : {0.5, 2.2, 3.9, 5.5}) EXPECT_NEAR(valueOf(c, x), x * x, 1e-12);
}

TEST(Curve, MonotoneDataGiveMonotoneCurves) {
  const std::vector<double> data = {0, 0, 1, 0.01, 2, 0.02, 3, 5, 4, 5.01, 5, 9};
  for (Smoothness s :
       {Smoothness::MonotoneContinuousDerivative1, Smoothness::MonotoneContinuousDerivative2}) {
    const Curve c = curve(data, s, Extrapolation::HoldLastPoint);
    double last = -1;
    for (int i = 0; i <= 500; ++i) {
      const double value = valueOf(c, 0.01 * i, Side::Left);
      EXPECT_GE(value, last - 1e-14);
      last = value;
    }
  }
}

TEST(Curve, JumpsHaveTwoSides) {
  const std::vector<double> data = {0, 0, 1, 1, 1, 5, 2, 6};
  for (Smoothness s : {Smoothness::LinearSegments, Smoothness::ContinuousDerivative}) {
    const Curve c = curve(data, s, Extrapolation::HoldLastPoint);
    EXPECT_NEAR(valueOf(c, 1, Side::Left), 1, 1e-14);
    EXPECT_NEAR(valueOf(c, 1, Side::Right), 5, 1e-14);
    EXPECT_NEAR(valueOf(c, 0.5), 0.5, 1e-14);
    EXPECT_NEAR(valueOf(c, 1.5), 5.5, 1e-14);
  }
}

TEST(Curve, BreaksForTimeEvents) {
  const std::vector<double> data = {0, 0, 1, 1, 1, 5, 2, 0};
  const Curve linear = curve(data, Smoothness::LinearSegments, Extrapolation::HoldLastPoint);
  EXPECT_EQ(linear.nextBreak(-1), 0);
  EXPECT_EQ(linear.nextBreak(0), 1);
  EXPECT_EQ(linear.nextBreak(1), 2);
  EXPECT_EQ(linear.nextBreak(2), std::numeric_limits<double>::infinity());
  EXPECT_EQ(linear.nextBreak(0, true), 1);
  EXPECT_EQ(linear.nextBreak(1, true), std::numeric_limits<double>::infinity());
  const Curve periodic = curve(data, Smoothness::LinearSegments, Extrapolation::Periodic);
  EXPECT_EQ(periodic.nextBreak(2, true), 3);
  EXPECT_EQ(periodic.nextBreak(3, true), 5);
  EXPECT_EQ(periodic.nextBreak(5), 6);
}

TEST(Curve, SeveralColumnsAndOneRow) {
  const Curve c =
      curve({0, 1, 10, 1, 2, 20}, Smoothness::LinearSegments, Extrapolation::HoldLastPoint, 3);
  EXPECT_EQ(c.columns(), 2U);
  EXPECT_DOUBLE_EQ(valueOf(c, 0.5, Side::Right, 1), 15);
  const Curve one = curve({3, 4}, Smoothness::LinearSegments, Extrapolation::LastTwoPoints);
  EXPECT_EQ(valueOf(one, 100), 4);
}

TEST(Curve, WrongTablesAreRefused) {
  std::string error;
  EXPECT_FALSE(Curve::make(std::vector<double>{1, 2, 0, 3}, 2, 2, Smoothness::LinearSegments,
                           Extrapolation::HoldLastPoint, error));
  EXPECT_NE(error.find("row 2"), std::string::npos);
  EXPECT_FALSE(
      Curve::make({}, 0, 2, Smoothness::LinearSegments, Extrapolation::HoldLastPoint, error));
  EXPECT_FALSE(Curve::make(std::vector<double>{1, std::nan("")}, 1, 2, Smoothness::LinearSegments,
                           Extrapolation::HoldLastPoint, error));
}

// z = (1 + 2 x)(3 - y) on a grid
std::vector<double> bilinearTable() {
  const std::vector<double> x = {0, 1, 2.5, 4}, y = {-1, 0, 2};
  std::vector<double> table = {0};
  table.insert(table.end(), y.begin(), y.end());
  for (double xi : x) {
    table.push_back(xi);
    for (double yj : y) table.push_back((1 + 2 * xi) * (3 - yj));
  }
  return table;
}

TEST(Surface, BilinearFunctionsAreExact) {
  std::string error;
  for (Smoothness s : {Smoothness::LinearSegments, Smoothness::ContinuousDerivative}) {
    const auto surface =
        Surface::make(bilinearTable(), 5, 4, s, Extrapolation::LastTwoPoints, error);
    ASSERT_TRUE(surface) << error;
    for (auto [x, y] : {std::pair{0.3, 0.7}, {2.0, -0.5}, {4.0, 2.0}, {5.0, 1.0}, {-1.0, 3.0}}) {
      SurfaceValue v;
      ASSERT_TRUE(surface->evaluate(x, y, v));
      EXPECT_NEAR(v.value, (1 + 2 * x) * (3 - y), 1e-12);
      EXPECT_NEAR(v.slope1, 2 * (3 - y), 1e-12);
      EXPECT_NEAR(v.slope2, -(1 + 2 * x), 1e-12);
      EXPECT_NEAR(v.curvature12, -2, 1e-12);
    }
  }
}

TEST(Surface, DerivativesMatchDifferences) {
  std::vector<double> table = {0, 0, 1, 2, 3};
  for (int i = 0; i < 5; ++i) {
    table.push_back(i);
    for (int j = 0; j < 4; ++j) table.push_back(std::sin(i) * std::cos(j));
  }
  std::string error;
  const auto surface = Surface::make(table, 6, 5, Smoothness::ContinuousDerivative,
                                     Extrapolation::LastTwoPoints, error);
  ASSERT_TRUE(surface) << error;
  const auto z = [&](double x, double y) {
    SurfaceValue v;
    EXPECT_TRUE(surface->evaluate(x, y, v));
    return v.value;
  };
  const double h = 1e-4;
  for (auto [x, y] : {std::pair{0.3, 0.7}, {2.4, 1.5}, {3.7, 2.9}}) {
    SurfaceValue v;
    ASSERT_TRUE(surface->evaluate(x, y, v));
    EXPECT_NEAR(v.slope1, (z(x + h, y) - z(x - h, y)) / (2 * h), 1e-6);
    EXPECT_NEAR(v.slope2, (z(x, y + h) - z(x, y - h)) / (2 * h), 1e-6);
    EXPECT_NEAR(v.curvature11, (z(x + h, y) - 2 * v.value + z(x - h, y)) / (h * h), 1e-5);
    EXPECT_NEAR(v.curvature22, (z(x, y + h) - 2 * v.value + z(x, y - h)) / (h * h), 1e-5);
    EXPECT_NEAR(
        v.curvature12,
        (z(x + h, y + h) - z(x + h, y - h) - z(x - h, y + h) + z(x - h, y - h)) / (4 * h * h),
        1e-5);
  }
}

TEST(Surface, HoldAndRefuse) {
  std::string error;
  const auto hold = Surface::make(bilinearTable(), 5, 4, Smoothness::LinearSegments,
                                  Extrapolation::HoldLastPoint, error);
  SurfaceValue v;
  ASSERT_TRUE(hold->evaluate(10, 0, v));
  EXPECT_NEAR(v.value, 27, 1e-12);
  EXPECT_EQ(v.slope1, 0);
  EXPECT_NEAR(v.slope2, -9, 1e-12);
  const auto none = Surface::make(bilinearTable(), 5, 4, Smoothness::LinearSegments,
                                  Extrapolation::NoExtrapolation, error);
  EXPECT_FALSE(none->evaluate(10, 0, v));
  EXPECT_FALSE(Surface::make(std::vector<double>{0, 2, 1, 1, 1, 1}, 2, 3,
                             Smoothness::LinearSegments, Extrapolation::HoldLastPoint, error));
}

// The polynomial of the piece that holds at x.
CurveValue byPieces(const Curve& c, const CurvePieces& p, double x, Side side, size_t column) {
  const double low = c.minimum(), high = c.maximum();
  if (c.extrapolation() == Extrapolation::Periodic && high > low &&
      (x < low || x > high || (side == Side::Right ? x == high : x == low))) {
    x -= std::floor((x - low) / (high - low)) * (high - low);
    if (side == Side::Left && x == low) x = high;
  }
  size_t k = 0;
  for (const double row : p.x) k += (side == Side::Right ? row <= x : row < x) ? 1 : 0;
  const size_t at = column * p.from.size() + k;
  const double u = x - p.from[k], a1 = p.a[1][at], a2 = p.a[2][at], a3 = p.a[3][at];
  return {p.a[0][at] + u * (a1 + u * (a2 + u * a3)), a1 + u * (2 * a2 + 3 * u * a3),
          2 * a2 + 6 * u * a3};
}

TEST(Curve, Pieces) {
  const std::vector<std::vector<double>> tables = {
      {0, 1, -1, 1, 2, 3, 1, 4, 0.5, 2.5, 5, 2, 4, -1, 1},  // a jump at 1
      {0, 1, 3, 2, 4, 0},
      {0.5, 2, 7},
      {0, 1, 2, 0, 2, 3, 1, 5, 1, 3, 0, 0, 3, 2, 1}};  // jumps at both ends
  for (const std::vector<double>& table : tables)
    for (int smoothness = 1; smoothness <= 6; ++smoothness)
      for (int extrapolation = 1; extrapolation <= 4; ++extrapolation) {
        const Curve c = curve(table, static_cast<Smoothness>(smoothness),
                              static_cast<Extrapolation>(extrapolation), 3);
        const CurvePieces pieces = c.pieces();
        for (int i = -40; i <= 80; ++i)
          for (const Side side : {Side::Left, Side::Right})
            for (const size_t column : {size_t{0}, size_t{1}}) {
              const double x = 0.125 * i;
              CurveValue v;
              if (!c.evaluate(column, x, side, v)) continue;
              const CurveValue w = byPieces(c, pieces, x, side, column);
              EXPECT_NEAR(v.value, w.value, 1e-13) << smoothness << extrapolation << " " << x;
              EXPECT_NEAR(v.slope, w.slope, 1e-13) << smoothness << extrapolation << " " << x;
              EXPECT_NEAR(v.curvature, w.curvature, 1e-12) << smoothness << extrapolation << x;
            }
        for (const bool jumpsOnly : {false, true}) {
          if (extrapolation == 3) continue;
          std::vector<double> found;
          for (double x = -1; (x = c.nextBreak(x, jumpsOnly)) < 1e300;) found.push_back(x);
          EXPECT_EQ(found, c.breaks(jumpsOnly));
        }
      }
}

}  // namespace
}  // namespace formola::runtime
