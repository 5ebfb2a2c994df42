#include <algorithm>
#include <cmath>
#include <random>
#include <tuple>
#include <vector>

#include "runtime/block_matrix.h"
#include "runtime/colouring.h"
#include "runtime/dense_lu.h"
#include "runtime/sparse_lu.h"
#include "support/lanes.h"

namespace formola::runtime {
namespace {

std::vector<double> randomMatrix(int n, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> uniform(-1, 1);
  std::vector<double> a(static_cast<size_t>(n) * n);
  for (double& x : a) x = uniform(random);
  return a;
}

// Tridiagonal (1, -2.5 + 0.1 j, 1).
struct Tridiagonal {
  std::vector<int32_t> colStart{0}, rows;
  std::vector<double> values;
  explicit Tridiagonal(int n) {
    for (int j = 0; j < n; ++j) {
      for (int i = std::max(0, j - 1); i <= std::min(n - 1, j + 1); ++i) {
        rows.push_back(i);
        values.push_back(i == j ? -2.5 + 0.1 * j : 1.0);
      }
      colStart.push_back(static_cast<int32_t>(rows.size()));
    }
  }
  FmlPattern pattern() const { return {colStart.data(), rows.data(), nullptr, 0}; }
};

// b := A^-1 b with the factors at hand.
template <typename Factors>
void solveInPlace(Factors& factors, std::vector<double>& b) {
  std::vector<double> x(wholeLanes(b.size()));
  factors.solve(b.data(), x.data());
  std::copy_n(x.begin(), b.size(), b.begin());
}

TEST(DenseLu, SolvesRandomSystemsInAnyUnits) {
  for (int n : {1, 2, 3, 7, 9, 12, 13, 30}) {
    std::vector<double> a = randomMatrix(n, 7U + static_cast<unsigned>(n));
    for (int j = 0; j < n; ++j)  // rows and columns in units many orders apart
      for (int i = 0; i < n; ++i) a[j * n + i] *= std::pow(10.0, 8 * ((i % 3) - 1) + 9 * ((j % 2)));
    std::vector<double> x(n), b(n, 0.0);
    for (int j = 0; j < n; ++j) x[j] = (1.0 + j) / std::pow(10.0, 9 * (j % 2));
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i) b[i] += a[j * n + i] * x[j];
    DenseLu lu;
    lu.resize(n);
    ASSERT_TRUE(lu.factor(a.data())) << n;
    solveInPlace(lu, b);
    for (int j = 0; j < n; ++j) EXPECT_NEAR(b[j] / x[j], 1, 1e-9) << n << " " << j;
  }
}

TEST(DenseLu, ManySolutionsWithTheSameFactors) {
  for (int n : {1, 2, 3, 4, 5, 10, 19, 31, 32, 33}) {
    std::vector<double> a = randomMatrix(n, 3U + static_cast<unsigned>(n));
    for (int i = 0; i < n; ++i) a[i * n + i] += n;
    DenseLu lu;
    lu.resize(n);
    for (int round = 0; round < 2; ++round) {  // new factors after an inverse was made
      for (double& value : a) value *= 1.0 + round;
      ASSERT_TRUE(lu.factor(a.data()));
      for (int k = 0; k < 12; ++k) {
        std::vector<double> x(n), b(n, 0.0);
        for (int j = 0; j < n; ++j) x[j] = std::cos(j + k);
        for (int j = 0; j < n; ++j)
          for (int i = 0; i < n; ++i) b[i] += a[j * n + i] * x[j];
        solveInPlace(lu, b);
        for (int j = 0; j < n; ++j) EXPECT_NEAR(b[j], x[j], 1e-12) << n << " " << k;
      }
    }
  }
}

// A product with the inverse would leave residuals of the size of the condition.
TEST(DenseLu, ResidualsStaySmallWhereTheConditionIsBad) {
  const int n = 9;
  std::vector<double> hilbert(n * n);
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) hilbert[j * n + i] = 1.0 / (i + j + 1);
  DenseLu lu;
  lu.resize(n);
  ASSERT_TRUE(lu.factor(hilbert.data()));
  for (int k = 0; k < 12; ++k) {
    std::vector<double> b(n, 1.0);
    solveInPlace(lu, b);
    double largest = 0;
    for (double x : b) largest = std::max(largest, std::abs(x));
    for (int i = 0; i < n; ++i) {
      double residual = -1;
      for (int j = 0; j < n; ++j) residual += hilbert[j * n + i] * b[j];
      EXPECT_NEAR(residual, 0, 1e-14 * largest) << k;
    }
  }
}

// Rows that nearly repeat others make entries of the inverse as large as they are near. Factors are
// solved with by blocks then, which leaves no larger residuals than substitution does.
TEST(DenseLu, ResidualsStaySmallWhereTheInverseIsLarge) {
  for (int n : {5, 6, 9, 12, 13, 21, 30, 32}) {
    std::vector<double> a = randomMatrix(n, 11U + static_cast<unsigned>(n));
    for (int j = 0; j < n; ++j)
      for (int i = 1; i < n; i += 2) a[j * n + i] = a[j * n + i - 1] + 1e-6 * a[j * n + i];
    DenseLu lu;
    lu.resize(n);
    ASSERT_TRUE(lu.factor(a.data())) << n;
    for (int k = 0; k < 12; ++k) {  // the last ones by blocks
      std::vector<double> b(n);
      for (int i = 0; i < n; ++i) b[i] = std::cos(i + k);
      std::vector<double> x = b;
      solveInPlace(lu, x);
      for (int i = 0; i < n; ++i) {
        double residual = -b[i], size = 0;
        for (int j = 0; j < n; ++j) {
          residual += a[j * n + i] * x[j];
          size += std::abs(a[j * n + i] * x[j]);
        }
        EXPECT_NEAR(residual, 0, 1e-14 * size) << n << " " << k << " " << i;
      }
    }
  }
}

TEST(DenseLu, TellsSingularFromBadlyScaled) {
  DenseLu lu;
  lu.resize(2);
  const double tiny[] = {1e-200, 0, 0, 1e-150};
  EXPECT_TRUE(lu.factor(tiny));
  const double dependent[] = {1, 2, 1e8, 2e8};
  EXPECT_FALSE(lu.factor(dependent));
  const double notANumber[] = {1, 2, std::nan(""), 3};
  EXPECT_FALSE(lu.factor(notANumber));
}

TEST(DenseLu, OneUnknown) {
  DenseLu lu;
  lu.resize(1);
  for (const double a : {1e-200, -3.0, 1e200}) {
    ASSERT_TRUE(lu.factor(&a));
    const double b = 6 * a;
    double x[kLanes];
    lu.solve(&b, x);
    EXPECT_NEAR(x[0], 6, 1e-14);
  }
  for (const double a : {0.0, double(INFINITY), std::nan("")}) EXPECT_FALSE(lu.factor(&a)) << a;
}

// Pivots and scales of a matrix are tried on the next one, whether it resembles it or not.
TEST(DenseLu, OneMatrixAfterTheOther) {
  std::mt19937 random(11);
  std::uniform_real_distribution<double> uniform(-1, 1);
  for (int n = 2; n <= 14; ++n) {
    DenseLu lu;
    lu.resize(n);
    std::vector<double> a = randomMatrix(n, 17U + static_cast<unsigned>(n));
    for (int round = 0; round < 60; ++round) {
      if (round % 3 == 0)
        a = randomMatrix(n, random());
      else
        for (double& value : a) value *= 1 + 0.2 * uniform(random);
      std::vector<double> m = a;
      const double row = std::pow(10.0, round % 5 == 4 ? 6 : 0), column = round % 7 == 6 ? 1e-9 : 1;
      for (int j = 0; j < n; ++j)
        for (int i = 0; i < n; ++i) m[j * n + i] *= (i == 0 ? row : 1) * (j == n - 1 ? column : 1);
      std::vector<double> x(n), b(n, 0.0), size(n, 0.0);
      for (int j = 0; j < n; ++j) x[j] = std::cos(j + round) / (j == n - 1 ? column : 1);
      for (int j = 0; j < n; ++j)
        for (int i = 0; i < n; ++i) b[i] += m[j * n + i] * x[j];
      ASSERT_TRUE(lu.factor(m.data())) << n << " " << round;
      solveInPlace(lu, b);
      std::vector<double> residual(n, 0.0);
      for (int j = 0; j < n; ++j)
        for (int i = 0; i < n; ++i) {
          residual[i] += m[j * n + i] * (b[j] - x[j]);
          size[i] += std::abs(m[j * n + i] * b[j]);
        }
      for (int i = 0; i < n; ++i)
        EXPECT_LE(std::abs(residual[i]), 1e-11 * size[i]) << n << " " << round;
    }
  }
}

// Pivots in any order, with zeros above them.
TEST(DenseLu, PermutedTriangularMatrices) {
  std::mt19937 random(5);
  for (int n = 2; n <= 14; ++n)
    for (int round = 0; round < 20; ++round) {
      std::vector<int> order(n);
      for (int i = 0; i < n; ++i) order[i] = i;
      std::shuffle(order.begin(), order.end(), random);
      const std::vector<double> entries = randomMatrix(n, random());
      std::vector<double> a(entries.size(), 0.0), x(n), b(n, 0.0);
      for (int j = 0; j < n; ++j)
        for (int i = 0; i <= j; ++i)
          a[j * n + order[i]] = i == j ? 1 + std::abs(entries[j * n + i]) : entries[j * n + i] / 4;
      for (int j = 0; j < n; ++j) x[j] = std::sin(j + 1.0);
      for (int j = 0; j < n; ++j)
        for (int i = 0; i < n; ++i) b[i] += a[j * n + i] * x[j];
      DenseLu lu;
      lu.resize(n);
      ASSERT_TRUE(lu.factor(a.data()));
      solveInPlace(lu, b);
      for (int j = 0; j < n; ++j) EXPECT_NEAR(b[j], x[j], 1e-12) << n << " " << round;
    }
}

// Analyses, factors and finds the solution 1, 2, 3, ...
void expectSolution(SparseLu& lu, const std::vector<int32_t>& colStart,
                    const std::vector<int32_t>& rows, const std::vector<double>& values) {
  const auto n = static_cast<int>(colStart.size()) - 1;
  ASSERT_TRUE(lu.analyze(n, colStart.data(), rows.data()));
  ASSERT_TRUE(lu.factor(values.data()));
  std::vector<double> b(n, 0.0);
  for (int j = 0; j < n; ++j)
    for (int p = colStart[j]; p < colStart[j + 1]; ++p) b[rows[p]] += values[p] * (j + 1);
  lu.solve(b.data());
  for (int j = 0; j < n; ++j) EXPECT_NEAR(b[j], j + 1, 1e-9);
}

// The sign of the determinant by elimination with full rows, pivots wherever they are.
int signOf(std::vector<double> a, int n) {
  int sign = 1;
  for (int k = 0; k < n; ++k) {
    int p = k;
    for (int i = k + 1; i < n; ++i)
      if (std::abs(a[k * n + i]) > std::abs(a[k * n + p])) p = i;
    if (p != k) sign = -sign;
    for (int j = 0; j < n; ++j) std::swap(a[j * n + k], a[j * n + p]);
    if (a[k * n + k] < 0) sign = -sign;
    for (int i = k + 1; i < n; ++i) {
      const double factor = a[k * n + i] / a[k * n + k];
      for (int j = k; j < n; ++j) a[j * n + i] -= factor * a[j * n + k];
    }
  }
  return sign;
}

TEST(BlockMatrix, KnowsTheSignOfItsDeterminant) {
  for (int n : {1, 2, 3, 5, 8, 12, 13, 20, 33}) {
    BlockMatrix matrix;
    matrix.setUp(n, {});
    // Scales and pivots of the matrix before serve again in some.
    for (unsigned seed = 0; seed < 20; ++seed) {
      matrix.values() = randomMatrix(n, seed / 2 + 100U * static_cast<unsigned>(n));
      if (seed % 2 == 1)
        for (int j = 0; j < n; ++j) matrix.values()[j * n] *= -1.01;
      ASSERT_TRUE(matrix.factor());
      EXPECT_EQ(matrix.orientation(), signOf(matrix.values(), n)) << n << " " << seed;
    }
  }
  for (int n : {30, 60, 61}) {
    // A chain with its rows in another order and some pivots that turn negative.
    std::mt19937 random(static_cast<unsigned>(n));
    std::uniform_real_distribution<double> uniform(-1, 1);
    std::vector<int32_t> rowTo(n), colStart{0}, rows;
    for (int i = 0; i < n; ++i) rowTo[i] = i;
    std::shuffle(rowTo.begin(), rowTo.end(), random);
    for (int j = 0; j < n; ++j) {
      std::vector<int32_t> column;
      for (int i = std::max(0, j - 1); i <= std::min(n - 1, j + 1); ++i) column.push_back(rowTo[i]);
      std::sort(column.begin(), column.end());
      rows.insert(rows.end(), column.begin(), column.end());
      colStart.push_back(static_cast<int32_t>(rows.size()));
    }
    BlockMatrix matrix;
    matrix.setUp(n, {colStart.data(), rows.data(), nullptr, 0});
    for (int k = 0; k < 20; ++k) {
      for (double& value : matrix.values()) value = uniform(random);
      ASSERT_TRUE(matrix.factor());
      std::vector<double> full(static_cast<size_t>(n) * n);
      matrix.copyTo(full.data());
      EXPECT_EQ(matrix.orientation(), signOf(full, n)) << n << " " << k;
    }
  }
}

TEST(SparseLu, AgreesWithDenseAndRefactors) {
  const int n = 60;
  Tridiagonal t(n);
  SparseLu lu;
  ASSERT_TRUE(lu.analyze(n, t.colStart.data(), t.rows.data()));
  for (int round = 0; round < 3; ++round) {
    for (double& v : t.values) v *= 1.5;
    ASSERT_TRUE(lu.factor(t.values.data()));
    std::vector<double> b(n, 0.0);
    for (int j = 0; j < n; ++j)
      for (int p = t.colStart[j]; p < t.colStart[j + 1]; ++p) b[t.rows[p]] += t.values[p] * (j + 1);
    lu.solve(b.data());
    for (int j = 0; j < n; ++j) EXPECT_NEAR(b[j], j + 1, 1e-9);
  }
}

// Chains of any length, with and without a branch of one more unknown here and there.
TEST(SparseLu, ChainsAndTrees) {
  std::mt19937 random(4);
  std::uniform_real_distribution<double> number(-1, 1);
  for (int n = 1; n < 60; ++n)
    for (const int branches : {0, 1, 4}) {
      std::vector<std::vector<int32_t>> neighbours(static_cast<size_t>(n));
      for (int i = 1; i < n; ++i) {
        const bool branch = i > 12 && branches > 0 && i % (n / branches + 1) == 0;
        const int32_t parent = branch ? i - 12 : i - 1;
        neighbours[i].push_back(parent);
        neighbours[parent].push_back(i);
      }
      std::vector<int32_t> colStart = {0}, rows;
      std::vector<double> values;
      for (int j = 0; j < n; ++j) {
        neighbours[j].push_back(j);
        std::sort(neighbours[j].begin(), neighbours[j].end());
        for (int32_t i : neighbours[j]) {
          rows.push_back(i);
          values.push_back(i == j ? 3 + number(random) : number(random));
        }
        colStart.push_back(static_cast<int32_t>(rows.size()));
      }
      SparseLu lu;
      expectSolution(lu, colStart, rows, values);
    }
}

TEST(SparseLu, ReportsSingularAndRecovers) {
  const int32_t colStart[] = {0, 2, 4}, rows[] = {0, 1, 0, 1};
  SparseLu lu;
  ASSERT_TRUE(lu.analyze(2, colStart, rows));
  const double singular[] = {1, 2, 2, 4}, regular[] = {1, 2, 2, 5};
  EXPECT_FALSE(lu.factor(singular));
  ASSERT_TRUE(lu.factor(regular));
  double b[] = {5, 12};
  lu.solve(b);
  EXPECT_NEAR(b[0], 1, 1e-12);
  EXPECT_NEAR(b[1], 2, 1e-12);
}

// Small entries on the diagonal of lower triangles with a full last column. Pivots that are small
// against their columns, though not so small that they are refused, make entries grow from one to
// the next until the matrix seems singular.
TEST(SparseLu, SmallPivotsInAChainAreNotTaken) {
  const int size = 12, n = 5 * size;
  std::mt19937 random(1);
  std::uniform_real_distribution<double> number(0, 1);
  std::vector<int32_t> colStart = {0}, rows;
  std::vector<double> values;
  for (int j = 0; j < n; ++j) {
    const int first = j / size * size, last = first + size - 1;
    for (int i = j == last ? first : j; i <= last; ++i) {
      rows.push_back(i);
      values.push_back(i == j ? 0.01 : i > j ? number(random) : 1);
    }
    colStart.push_back(static_cast<int32_t>(rows.size()));
  }
  SparseLu lu;
  expectSolution(lu, colStart, rows, values);
}

// Heat flow on a square of cells, with the rows in any order.
TEST(SparseLu, RowsInAnyOrderFillNoMore) {
  const int side = 30, n = side * side;
  int64_t entries[2] = {0, 0};
  for (int shuffled = 0; shuffled < 2; ++shuffled) {
    std::vector<int32_t> place(n);
    for (int i = 0; i < n; ++i) place[i] = i;
    std::mt19937 random(5);
    if (shuffled == 1) std::shuffle(place.begin(), place.end(), random);
    std::vector<int32_t> colStart = {0}, rows;
    std::vector<double> values;
    for (int j = 0; j < n; ++j) {
      std::vector<std::pair<int32_t, double>> column = {{place[j], 4.5}};
      if (j % side > 0) column.emplace_back(place[j - 1], -1);
      if (j % side < side - 1) column.emplace_back(place[j + 1], -1);
      if (j >= side) column.emplace_back(place[j - side], -1);
      if (j < n - side) column.emplace_back(place[j + side], -1);
      std::sort(column.begin(), column.end());
      for (const auto& [row, value] : column) {
        rows.push_back(row);
        values.push_back(value);
      }
      colStart.push_back(static_cast<int32_t>(rows.size()));
    }
    SparseLu lu;
    expectSolution(lu, colStart, rows, values);
    entries[shuffled] = lu.entries();
  }
  EXPECT_EQ(entries[0], entries[1]);
  EXPECT_LT(entries[1], 40 * n);
}

// The pivots of the first matrix serve for the others; rows of a grid share their fill.
TEST(SparseLu, KeepsPivotsForOtherValues) {
  const int side = 20, n = side * side;
  std::vector<int32_t> colStart = {0}, rows;
  for (int j = 0; j < n; ++j) {
    if (j >= side) rows.push_back(j - side);
    if (j % side > 0) rows.push_back(j - 1);
    rows.push_back(j);
    if (j % side < side - 1) rows.push_back(j + 1);
    if (j < n - side) rows.push_back(j + side);
    colStart.push_back(static_cast<int32_t>(rows.size()));
  }
  SparseLu lu;
  ASSERT_TRUE(lu.analyze(n, colStart.data(), rows.data()));
  std::mt19937 random(3);
  std::uniform_real_distribution<double> number(-1, 1);
  std::vector<double> values(rows.size());
  for (const double diagonal : {4.5, 30.0, 1e-5, 5.0}) {
    for (int j = 0; j < n; ++j)
      for (int p = colStart[j]; p < colStart[j + 1]; ++p)
        values[p] = (rows[p] == j ? diagonal : 0) + number(random);
    ASSERT_TRUE(lu.factor(values.data()));
    std::vector<double> b(n, 0.0);
    for (int j = 0; j < n; ++j)
      for (int p = colStart[j]; p < colStart[j + 1]; ++p) b[rows[p]] += values[p] * (j + 1);
    lu.solve(b.data());
    for (int j = 0; j < n; ++j) EXPECT_NEAR(b[j], j + 1, diagonal > 1 ? 1e-9 : 1e-4);
  }
  values[7] = std::nan("");
  EXPECT_FALSE(lu.factor(values.data()));
  values[7] = 0.5;
  EXPECT_TRUE(lu.factor(values.data()));
}

// Diagonal blocks with entries between them: four times three unknowns.
TEST(SparseLu, BlocksOfATriangularMatrix) {
  const int n = 12;
  std::vector<int32_t> colStart = {0}, rows;
  std::vector<double> values;
  for (int j = 0; j < n; ++j) {
    for (int i = 0; i < n; ++i) {
      const bool inBlock = i / 3 == j / 3, between = j / 3 == i / 3 + 1 && i % 3 == j % 3;
      if (!inBlock && !between && !(i == 0 && j == n - 1)) continue;
      rows.push_back((5 * i) % n);
      values.push_back(inBlock ? (i == j ? 7.0 : 1.0 + i - j) : 2.0);
    }
    colStart.push_back(static_cast<int32_t>(rows.size()));
    // Rows ascend in each column.
    const auto begin = static_cast<size_t>(colStart[static_cast<size_t>(j)]);
    std::vector<std::pair<int32_t, double>> column;
    for (size_t p = begin; p < rows.size(); ++p) column.emplace_back(rows[p], values[p]);
    std::sort(column.begin(), column.end());
    for (size_t p = begin; p < rows.size(); ++p) std::tie(rows[p], values[p]) = column[p - begin];
  }
  SparseLu lu;
  ASSERT_TRUE(lu.analyze(n, colStart.data(), rows.data()));
  for (const double factor : {1.0, 3.0}) {
    for (double& v : values) v *= factor;
    ASSERT_TRUE(lu.factor(values.data()));
    std::vector<double> b(n, 0.0);
    for (int j = 0; j < n; ++j)
      for (int p = colStart[j]; p < colStart[j + 1]; ++p) b[rows[p]] += values[p] * (j + 1);
    lu.solve(b.data());
    for (int j = 0; j < n; ++j) EXPECT_NEAR(b[j], j + 1, 1e-11);
  }
}

// The large entries do not give every column a row of its own.
TEST(SparseLu, AugmentingPathsCompleteTheDiagonal) {
  // Columns 0 and 1 are largest in row 0, column 2 has row 1 only.
  const int32_t colStart[] = {0, 2, 4, 5}, rows[] = {0, 1, 0, 2, 1};
  const double values[] = {10, 1, 10, 1, 3};
  SparseLu lu;
  ASSERT_TRUE(lu.analyze(3, colStart, rows));
  ASSERT_TRUE(lu.factor(values));
  double b[] = {10 * 1 + 10 * 2, 1 * 1 + 3 * 3, 1 * 2};
  lu.solve(b);
  for (int j = 0; j < 3; ++j) EXPECT_NEAR(b[j], j + 1, 1e-12);
}

TEST(Colouring, TridiagonalNeedsThreeColours) {
  const int n = 1000;
  Tridiagonal t(n);
  const Colouring c = colourColumns(n, n, t.colStart.data(), t.rows.data());
  EXPECT_EQ(c.count, 3);
  std::vector<int> owner(n);
  for (int colour = 0; colour < c.count; ++colour) {
    std::fill(owner.begin(), owner.end(), -1);
    for (int j = 0; j < n; ++j)
      if (c.colour[j] == colour)
        for (int p = t.colStart[j]; p < t.colStart[j + 1]; ++p) {
          EXPECT_EQ(owner[t.rows[p]], -1);
          owner[t.rows[p]] = j;
        }
  }
}

TEST(BlockMatrix, PatternedSmallAndLargeGiveTheSame) {
  for (int n : {5, 10, 80}) {
    Tridiagonal t(n);
    BlockMatrix m;
    m.setUp(n, t.pattern());
    m.values() = t.values;
    ASSERT_TRUE(m.factor());
    std::vector<double> x(n), b(n);
    for (int i = 0; i < n; ++i) x[i] = std::sin(i + 1.0);
    m.multiply(x.data(), b.data());
    solveInPlace(m, b);
    for (int i = 0; i < n; ++i) EXPECT_NEAR(b[i], x[i], 1e-10);
  }
}

// Zeros on the diagonal ask for pivots, in dense and in sparse matrices.
TEST(BlockMatrix, TreesWithZerosOnTheDiagonal) {
  for (int n : {6, 7, 10, 16, 22}) {
    Tridiagonal t(n);
    BlockMatrix m;
    m.setUp(n, t.pattern());
    for (const double h : {1.0, 1e-3, 1e3}) {
      m.values() = t.values;
      for (int j = 0; j < n; ++j)
        for (int32_t p = t.colStart[j]; p < t.colStart[j + 1]; ++p)
          if (t.rows[p] == j)
            m.values()[p] = j % 3 == 0 ? 0 : h;
          else
            m.values()[p] *= 1 + 0.1 * j;
      ASSERT_TRUE(m.factor()) << n;
      std::vector<double> x(n), b(n);
      for (int i = 0; i < n; ++i) x[i] = std::sin(i + 1.0);
      m.multiply(x.data(), b.data());
      solveInPlace(m, b);
      for (int i = 0; i < n; ++i) EXPECT_NEAR(b[i], x[i], 1e-9) << n << " " << h;
    }
  }
}

TEST(BlockMatrix, LeastNormOfRankOne) {
  BlockMatrix m;
  m.setUp(2, {});
  m.values() = {1, 1, 1, 1};
  EXPECT_FALSE(m.factor());
  const double b[] = {2, 2};
  double x[2];
  ASSERT_TRUE(m.solveLeastNorm(b, x));
  EXPECT_NEAR(x[0], 1, 1e-12);
  EXPECT_NEAR(x[1], 1, 1e-12);
}

}  // namespace
}  // namespace formola::runtime
