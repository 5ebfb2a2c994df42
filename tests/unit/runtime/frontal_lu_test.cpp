// Factors by fronts: against the definition, against KLU, where the matrix is in odd units, nearly
// singular, or in blocks.
#include "runtime/frontal_lu.h"

#include <gtest/gtest.h>
#include <klu.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <set>
#include <vector>

#include "runtime/front_tree.h"
#include "runtime/sparse_lu.h"

namespace formola::runtime {
namespace {

struct Matrix {
  std::vector<std::map<int32_t, double>> columns;
  std::vector<int32_t> colStart, rows;
  std::vector<double> values;

  explicit Matrix(int32_t n) : columns(static_cast<size_t>(n)) {}
  int32_t size() const { return static_cast<int32_t>(columns.size()); }
  double& at(int32_t i, int32_t j) { return columns[static_cast<size_t>(j)][i]; }
  void finish() {
    colStart = {0};
    rows.clear();
    values.clear();
    for (const auto& column : columns) {
      for (const auto& [row, value] : column) {
        rows.push_back(row);
        values.push_back(value);
      }
      colStart.push_back(static_cast<int32_t>(rows.size()));
    }
  }
  // The largest residual of A x = b, relative to the terms of its row.
  double residual(const std::vector<double>& x, const std::vector<double>& b) const {
    std::vector<double> r(b), terms(b.size());
    for (size_t i = 0; i < b.size(); ++i) terms[i] = std::abs(b[i]);
    for (int32_t j = 0; j < size(); ++j)
      for (int32_t p = colStart[j]; p < colStart[j + 1]; ++p) {
        r[rows[p]] -= values[p] * x[j];
        terms[rows[p]] += std::abs(values[p] * x[j]);
      }
    double worst = 0;
    for (size_t i = 0; i < b.size(); ++i)
      worst = std::max(worst, std::isfinite(r[i]) ? std::abs(r[i]) / terms[i] : HUGE_VAL);
    return worst;
  }
};

std::vector<double> rightHandSide(int32_t n) {
  std::vector<double> b(static_cast<size_t>(n));
  for (int32_t i = 0; i < n; ++i) b[i] = std::sin(i + 1.0);
  return b;
}

// Neighbours in a box of width * height * depth cells exchange something; beside that each loses a
// share.
Matrix box(int32_t width, int32_t height, int32_t depth, double loss, unsigned seed) {
  Matrix m(width * height * depth);
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> flow(0.5, 2);
  auto exchange = [&](int32_t i, int32_t j) {
    const double there = flow(random), back = flow(random);
    m.at(i, j) = -there;
    m.at(j, j) += there;
    m.at(j, i) = -back;
    m.at(i, i) += back;
  };
  for (int32_t i = 0; i < m.size(); ++i) {
    m.at(i, i) += loss;
    if (i % width + 1 < width) exchange(i, i + 1);
    if (i / width % height + 1 < height) exchange(i, i + width);
    if (i + width * height < m.size()) exchange(i, i + width * height);
  }
  m.finish();
  return m;
}

PivotOrder diagonalOf(const Matrix& m) {
  PivotOrder order;
  order.n = m.size();
  for (int32_t k = 0; k < order.n; ++k) {
    order.rowOf.push_back(k);
    order.columnOf.push_back(k);
  }
  order.blocks = {0, order.n};
  order.rowScale.assign(static_cast<size_t>(order.n), 1.0);
  order.columnScale = order.rowScale;
  return order;
}

std::vector<double> solutionOfKlu(const Matrix& m, std::vector<double> b) {
  Matrix copy(m);
  klu_common common;
  klu_defaults(&common);
  klu_symbolic* symbolic = klu_analyze(m.size(), copy.colStart.data(), copy.rows.data(), &common);
  klu_numeric* numeric =
      klu_factor(copy.colStart.data(), copy.rows.data(), copy.values.data(), symbolic, &common);
  klu_solve(symbolic, numeric, m.size(), 1, b.data(), &common);
  klu_free_numeric(&numeric, &common);
  klu_free_symbolic(&symbolic, &common);
  return b;
}

TEST(FrontTree, ChildrenComeFirstAndLeaveWhatTheirParentTakes) {
  const Matrix m = box(13, 9, 2, 1, 1);
  const FrontTree tree =
      buildFrontTree(diagonalOf(m), m.colStart.data(), m.rows.data(), int64_t{1} << 40);
  int32_t pivots = 0;
  std::vector<int32_t> children(tree.fronts.size(), 0);
  for (size_t f = 0; f < tree.fronts.size(); ++f) {
    const Front& front = tree.fronts[f];
    EXPECT_EQ(front.first, pivots);
    EXPECT_EQ(front.children, children[f]);
    pivots += front.size;
    const auto begin = tree.others.begin() + front.others;
    EXPECT_TRUE(std::is_sorted(begin, begin + front.width));
    if (front.parent < 0) {
      EXPECT_EQ(front.width, 0);
      continue;
    }
    ASSERT_GT(front.parent, static_cast<int32_t>(f));
    ++children[front.parent];
    const Front& parent = tree.fronts[front.parent];
    std::set<int32_t> takes;
    for (int32_t k = 0; k < parent.size; ++k) takes.insert(parent.first + k);
    for (int32_t k = 0; k < parent.width; ++k) takes.insert(tree.others[parent.others + k]);
    for (auto other = begin; other != begin + front.width; ++other)
      EXPECT_TRUE(takes.contains(*other));
  }
  EXPECT_EQ(pivots, m.size());
  EXPECT_EQ(std::set<int32_t>(tree.pivotOf.begin(), tree.pivotOf.end()).size(),
            static_cast<size_t>(m.size()));
  EXPECT_TRUE(buildFrontTree(diagonalOf(m), m.colStart.data(), m.rows.data(), 10).fronts.empty());
}

TEST(FrontalLu, AnyOrderOfPivots) {
  for (const Matrix& m : {box(1, 1, 1, 2, 1), box(5, 1, 1, 1, 2), box(40, 1, 1, 1, 3),
                          box(7, 5, 1, 1, 4), box(30, 20, 1, 0.1, 5), box(6, 7, 5, 0.1, 6)}) {
    PivotOrder order = diagonalOf(m);
    for (unsigned seed = 0; seed < 3; ++seed) {
      if (seed > 0) {
        std::mt19937 random(seed);
        std::shuffle(order.rowOf.begin(), order.rowOf.end(), random);
        order.columnOf = order.rowOf;
      }
      FrontalLu lu;
      lu.setUp(order, buildFrontTree(order, m.colStart.data(), m.rows.data(), int64_t{1} << 40),
               m.colStart.data(), m.rows.data());
      for (int round = 0; round < 2; ++round) {
        const FrontalLu::Quality quality = lu.factor(m.values.data());
        EXPECT_GT(quality.pivots, 1e-3);
        EXPECT_LT(quality.multiplier, 10);
        const std::vector<double> b = rightHandSide(m.size());
        std::vector<double> x(b);
        lu.solve(x.data());
        EXPECT_LT(m.residual(x, b), 1e-13) << m.size() << " " << seed;
      }
    }
  }
}

TEST(FrontalLu, TellsBadPivots) {
  Matrix m = box(12, 12, 1, 0.5, 7);
  const PivotOrder order = diagonalOf(m);
  FrontalLu lu;
  lu.setUp(order, buildFrontTree(order, m.colStart.data(), m.rows.data(), int64_t{1} << 40),
           m.colStart.data(), m.rows.data());
  EXPECT_LT(lu.factor(m.values.data()).multiplier, 10);
  m.at(0, 0) = 1e-9;
  m.finish();
  EXPECT_GT(lu.factor(m.values.data()).multiplier, 1e6);
  m.at(0, 0) = 0;
  m.finish();
  EXPECT_EQ(lu.factor(m.values.data()).pivots, 0);
  m.at(0, 0) = std::nan("");
  m.finish();
  EXPECT_EQ(lu.factor(m.values.data()).pivots, 0);
  m.at(0, 0) = 5;
  m.finish();
  EXPECT_GT(lu.factor(m.values.data()).pivots, 1e-3);
}

TEST(SparseLu, AgreesWithKlu) {
  for (const Matrix& m :
       {box(40, 25, 1, 0.01, 1), box(9, 8, 7, 0.01, 2), box(200, 3, 1, 0.01, 3)}) {
    SparseLu lu;
    ASSERT_TRUE(lu.analyze(m.size(), m.colStart.data(), m.rows.data()));
    ASSERT_TRUE(lu.factor(m.values.data()));
    std::vector<double> x = rightHandSide(m.size());
    const std::vector<double> expected = solutionOfKlu(m, x);
    lu.solve(x.data());
    for (int32_t i = 0; i < m.size(); ++i) EXPECT_NEAR(x[i], expected[i], 1e-10);
  }
}

// Rows and columns in units many orders apart, rows in any order.
TEST(SparseLu, GridsInOddUnits) {
  const Matrix even = box(20, 30, 1, 0.01, 4);
  std::vector<int32_t> place(static_cast<size_t>(even.size()));
  for (int32_t i = 0; i < even.size(); ++i) place[i] = i;
  std::mt19937 random(8);
  std::shuffle(place.begin(), place.end(), random);
  Matrix m(even.size());
  for (int32_t j = 0; j < even.size(); ++j)
    for (const auto& [i, value] : even.columns[j])
      m.at(place[i], j) = value * std::pow(10.0, 7 * (i % 3 - 1) + 8 * (j % 2));
  m.finish();
  SparseLu lu;
  ASSERT_TRUE(lu.analyze(m.size(), m.colStart.data(), m.rows.data()));
  ASSERT_TRUE(lu.factor(m.values.data()));
  const std::vector<double> b = rightHandSide(m.size());
  std::vector<double> x(b);
  lu.solve(x.data());
  EXPECT_LT(m.residual(x, b), 1e-9);
}

// What is exchanged stays inside: without a loss the columns add up to zero.
TEST(SparseLu, NearlySingularGrids) {
  for (const double loss : {1e-6, 1e-9, 1e-12}) {
    Matrix m = box(25, 25, 1, loss, 9);
    SparseLu lu;
    ASSERT_TRUE(lu.analyze(m.size(), m.colStart.data(), m.rows.data()));
    ASSERT_TRUE(lu.factor(m.values.data())) << loss;
    const std::vector<double> b = rightHandSide(m.size());
    std::vector<double> x(b);
    lu.solve(x.data());
    EXPECT_LT(m.residual(x, b), 1e-13);
    m.at(1, 0) = m.at(0, 1) = m.at(0, 0) = 0;  // nothing from and to a corner,
    m.at(25, 0) = m.at(0, 25) = 0;
    m.finish();
    EXPECT_FALSE(lu.factor(m.values.data()));
    m.at(0, 0) = 1;  // and again, by itself
    m.finish();
    EXPECT_TRUE(lu.factor(m.values.data()));
  }
}

// A diagonal that does not serve for pivots, at first or later on.
TEST(SparseLu, GridsThatAskForPivots) {
  Matrix m = box(20, 20, 1, 0.5, 10);
  SparseLu lu;
  ASSERT_TRUE(lu.analyze(m.size(), m.colStart.data(), m.rows.data()));
  for (const double share : {1e-12, 1.0, 1e-12, 0.0, 1.0}) {
    Matrix changed(m);
    for (int32_t i = 0; i < m.size(); i += 3) changed.at(i, i) *= share;
    changed.finish();
    ASSERT_TRUE(lu.factor(changed.values.data())) << share;
    const std::vector<double> b = rightHandSide(m.size());
    std::vector<double> x(b);
    lu.solve(x.data());
    EXPECT_LT(changed.residual(x, b), 1e-11) << share;
  }
}

// Three grids, each of which needs the solution of the next.
TEST(SparseLu, GridsInBlocks) {
  const Matrix one = box(11, 13, 1, 0.1, 11);
  const int32_t n = one.size();
  Matrix m(3 * n);
  for (int32_t block = 0; block < 3; ++block)
    for (int32_t j = 0; j < n; ++j) {
      for (const auto& [i, value] : one.columns[j])
        m.at(block * n + i, block * n + j) = value * (block + 1);
      if (block > 0 && j % 4 == 0) m.at((block - 1) * n + (j * 7) % n, block * n + j) = 3;
      if (block == 2 && j % 9 == 0) m.at(j, block * n + j) = -1;
    }
  m.finish();
  SparseLu lu;
  ASSERT_TRUE(lu.analyze(m.size(), m.colStart.data(), m.rows.data()));
  for (const double factor : {1.0, 2.0}) {
    for (double& value : m.values) value *= factor;
    ASSERT_TRUE(lu.factor(m.values.data()));
    const std::vector<double> b = rightHandSide(m.size());
    std::vector<double> x(b);
    lu.solve(x.data());
    EXPECT_LT(m.residual(x, b), 1e-13);
  }
  PivotOrder order = diagonalOf(m);
  order.blocks = {0, n, 2 * n, 3 * n};
  FrontalLu fronts;
  fronts.setUp(order, buildFrontTree(order, m.colStart.data(), m.rows.data(), int64_t{1} << 40),
               m.colStart.data(), m.rows.data());
  EXPECT_GT(fronts.factor(m.values.data()).pivots, 1e-3);
  const std::vector<double> b = rightHandSide(m.size());
  std::vector<double> x(b);
  fronts.solve(x.data());
  EXPECT_LT(m.residual(x, b), 1e-13);
}

}  // namespace
}  // namespace formola::runtime
