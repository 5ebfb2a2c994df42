// Linear systems and least squares by their LAPACK names.
#include "evaluate/standard_lapack.h"

#include <gtest/gtest.h>

#include <cmath>

namespace formola {
namespace {

class StandardLapackTest : public ::testing::Test {
 protected:
  TypeTable types;
  StandardCall call{&types, {}, {}, {}, {}};

  Value integer(int64_t x) { return {types.integer(), {}, {x}, {}, {}}; }
  Value integers(size_t n) {
    const Size dims[1] = {static_cast<Size>(n)};
    return {types.withDims(types.integer(), dims), {}, std::vector<int64_t>(n, 0), {}, {}};
  }
  Value matrix(std::vector<double> x, size_t columns) {
    const Size dims[2] = {static_cast<Size>(x.size() / columns), static_cast<Size>(columns)};
    return {types.withDims(types.real(), dims), std::move(x), {}, {}, {}};
  }
  bool run(const char* name) {
    const StandardExternal* external = findStandardExternal(name);
    return external != nullptr && callStandardExternal(*external, call);
  }
  bool solve(size_t n, std::vector<double> a, std::vector<double> b, size_t count) {
    const auto order = static_cast<int64_t>(n);
    call.arguments = {integer(order),
                      integer(static_cast<int64_t>(count)),
                      matrix(std::move(a), n),
                      integer(order),
                      integers(n),
                      matrix(std::move(b), count),
                      integer(order),
                      integer(-1)};
    return run("dgesv");
  }
  // One right-hand side.
  bool leastSquares(size_t m, size_t n, std::vector<double> a, std::vector<double> b) {
    b.resize(std::max(m, n));
    const auto rows = static_cast<int64_t>(m), height = static_cast<int64_t>(b.size());
    call.arguments = {integer(rows),
                      integer(static_cast<int64_t>(n)),
                      integer(1),
                      matrix(std::move(a), n),
                      integer(rows),
                      matrix(std::move(b), 1),
                      integer(height),
                      integers(n),
                      {types.real(), {1e-12}, {}, {}, {}},
                      integer(-1),
                      matrix({0}, 1),
                      integer(1),
                      integer(-1)};
    return run("dgelsy");
  }
  double x(size_t i) { return call.arguments[5].reals[i]; }
};

TEST_F(StandardLapackTest, linearSystemsNeedRowExchanges) {
  // x = {1, 2, 3}, y = {0, 1, 0}
  ASSERT_TRUE(solve(3, {0, 2, 1, 1, 0, 0, 3, 1, -1}, {7, 2, 1, 0, 2, 1}, 2)) << call.error;
  EXPECT_EQ(call.integer(7), 0);
  const double expected[6] = {1, 0, 2, 1, 3, 0};
  for (size_t i = 0; i < 6; ++i) EXPECT_NEAR(x(i), expected[i], 1e-14) << i;
}

TEST_F(StandardLapackTest, singularSystemsSaySo) {
  ASSERT_TRUE(solve(2, {1, 2, 2, 4}, {1, 1}, 1));
  EXPECT_EQ(call.integer(7), 2);
}

TEST_F(StandardLapackTest, fitOfALine) {
  // The line through (0, 1), (1, 2), (2, 4), (3, 5): 0.9 + 1.4 t by the normal equations.
  ASSERT_TRUE(leastSquares(4, 2, {1, 0, 1, 1, 1, 2, 1, 3}, {1, 2, 4, 5})) << call.error;
  EXPECT_EQ(call.integer(9), 2);
  EXPECT_NEAR(x(0), 0.9, 1e-14);
  EXPECT_NEAR(x(1), 1.4, 1e-14);
}

TEST_F(StandardLapackTest, smallestSolutionWhereThereAreMany) {
  // x + 2 y + 2 z = 9: the multiple of the normal vector.
  ASSERT_TRUE(leastSquares(1, 3, {1, 2, 2}, {9}));
  EXPECT_EQ(call.integer(9), 1);
  EXPECT_NEAR(x(0), 1, 1e-14);
  EXPECT_NEAR(x(1), 2, 1e-14);
  EXPECT_NEAR(x(2), 2, 1e-14);
  // Rank 2 of 3 columns: the third is the sum of the others, so x3 = (x1 + x2) at the smallest
  // norm; x1 + x3 = 3, x2 + x3 = 3.
  ASSERT_TRUE(leastSquares(3, 3, {1, 0, 1, 0, 1, 1, 0, 0, 0}, {3, 3, 0}));
  EXPECT_EQ(call.integer(9), 2);
  EXPECT_NEAR(x(0), 1, 1e-14);
  EXPECT_NEAR(x(1), 1, 1e-14);
  EXPECT_NEAR(x(2), 2, 1e-14);
}

}  // namespace
}  // namespace formola
