// The sparse elimination of C programs against dense decompositions.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <random>
#include <vector>

#include "codegen/text/row_merge_plan.h"

namespace formola::text {
namespace {

#include "runtime/kernels/row_merge.h"
// Need row_merge.h.
#include "runtime/kernels/row_merge_orientation.h"
#include "runtime/kernels/row_merge_transposed.h"

struct Matrix {
  int32_t n = 0;
  std::vector<int32_t> start{0}, of;
  std::vector<double> values;

  explicit Matrix(const Eigen::MatrixXd& a) : n(static_cast<int32_t>(a.rows())) {
    for (int32_t j = 0; j < n; ++j) {
      for (int32_t i = 0; i < n; ++i)
        if (a(i, j) != 0) {
          of.push_back(i);
          values.push_back(a(i, j));
        }
      start.push_back(static_cast<int32_t>(of.size()));
    }
  }
};

class Factors {
 public:
  explicit Factors(const RowMergePlan& plan) {
    for (const RowMergePlan::Front& f : plan.fronts)
      fronts_.push_back({f.rows, f.columns, f.pivots, f.own, f.children, f.column, f.row, f.value});
    table_ = {plan.n,
              plan.entries,
              static_cast<int>(fronts_.size()),
              plan.rows,
              static_cast<int>(plan.numbers),
              static_cast<int>(plan.stack),
              fronts_.data(),
              plan.column.data(),
              plan.row.data(),
              plan.entry.data(),
              plan.place.data(),
              plan.start.data(),
              plan.of.data()};
    numbers_.resize(static_cast<size_t>(plan.numbers));
    stack_.resize(static_cast<size_t>(plan.stack));
    rows_.resize(static_cast<size_t>(plan.rows));
    room_.resize(static_cast<size_t>(plan.n));
  }
  bool factor(const std::vector<double>& values) {
    std::copy(values.begin(), values.end(), numbers_.begin());
    return rowMergeFactor(&table_, numbers_.data(), rows_.data(), stack_.data()) == 0;
  }
  Eigen::VectorXd solve(Eigen::VectorXd b) {
    rowMergeSolve(&table_, numbers_.data(), rows_.data(), b.data(), room_.data());
    return b;
  }
  Eigen::VectorXd solveTransposed(Eigen::VectorXd b) {
    rowMergeSolveTransposed(&table_, numbers_.data(), rows_.data(), b.data(), room_.data());
    return b;
  }
  int orientation() {
    return rowMergeOrientation(&table_, numbers_.data(), rows_.data(), room_.data());
  }
  Eigen::MatrixXd columns() const {
    Eigen::MatrixXd a(table_.n, table_.n);
    rowMergeColumns(&table_, numbers_.data(), a.data());
    return a;
  }

 private:
  std::vector<RowMergeFront> fronts_;
  RowMerge table_{};
  std::vector<double> numbers_, stack_, room_;
  std::vector<int> rows_;
};

// Entries of all sizes anywhere, and a permutation that keeps it from being structurally singular;
// pivots on its places may be tiny.
Eigen::MatrixXd randomMatrix(int n, double density, std::mt19937& random) {
  std::uniform_real_distribution<double> uniform(-1, 1);
  std::vector<int> to(static_cast<size_t>(n));
  for (int i = 0; i < n; ++i) to[static_cast<size_t>(i)] = i;
  std::shuffle(to.begin(), to.end(), random);
  Eigen::MatrixXd a = Eigen::MatrixXd::Zero(n, n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      if (uniform(random) < 2 * density - 1) a(i, j) = uniform(random);
  for (int i = 0; i < n; ++i) {
    double& entry = a(i, to[static_cast<size_t>(i)]);
    entry = uniform(random) * (i % 3 == 0 ? 1e-9 : 1);
  }
  return a;
}

TEST(RowMergeTest, SolvesRandomSystems) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> uniform(-1, 1);
  int solved = 0;
  for (int k = 0; k < 400; ++k) {
    const int n = 1 + k % 40;
    const Eigen::MatrixXd a = randomMatrix(n, 0.02 + 0.01 * (k % 13), random);
    const Matrix matrix(a);
    const auto plan = planRowMerge(n, matrix.start, matrix.of);
    ASSERT_TRUE(plan) << k;
    Factors factors(*plan);
    const Eigen::VectorXd sizes = Eigen::JacobiSVD<Eigen::MatrixXd>(a).singularValues();
    const double condition = sizes[0] / sizes[n - 1];
    if (!(condition < 1e11)) continue;
    ++solved;
    ASSERT_TRUE(factors.factor(matrix.values)) << k;
    EXPECT_EQ((factors.columns() - a).norm(), 0) << k;
    Eigen::VectorXd x(n);
    for (double& value : x) value = uniform(random);
    const double bound = 1e-14 * condition;
    EXPECT_LE((factors.solve(a * x) - x).norm(), bound * x.norm()) << k;
    EXPECT_LE((factors.solveTransposed(a.transpose() * x) - x).norm(), bound * x.norm()) << k;
    EXPECT_EQ(factors.orientation(), a.fullPivLu().determinant() < 0 ? -1 : 1) << k;
  }
  EXPECT_GT(solved, 150);
}

TEST(RowMergeTest, TakesWhatPivotsAreThere) {
  // Of the same pattern as the identity above it, with other pivots.
  Eigen::MatrixXd a = Eigen::MatrixXd::Zero(4, 4);
  a << 1e-20, 1, 0, 0, 1, 1e-20, 0, 1, 0, 0, 1e-20, 1, 0, 0, 1, 1;
  const Matrix matrix(a);
  const auto plan = planRowMerge(4, matrix.start, matrix.of);
  ASSERT_TRUE(plan);
  Factors factors(*plan);
  ASSERT_TRUE(factors.factor(matrix.values));
  const Eigen::Vector4d x(1, 2, 3, 4);
  EXPECT_LE((factors.solve(a * x) - x).norm(), 1e-14);
}

TEST(RowMergeTest, SingularMatrices) {
  Eigen::MatrixXd a = Eigen::MatrixXd::Identity(5, 5);
  a(0, 1) = a(1, 0) = 1;  // the first two rows are equal
  const Matrix matrix(a);
  const auto plan = planRowMerge(5, matrix.start, matrix.of);
  ASSERT_TRUE(plan);
  Factors factors(*plan);
  EXPECT_FALSE(factors.factor(matrix.values));
  std::vector<double> values = matrix.values;
  values[0] = std::nan("");
  EXPECT_FALSE(factors.factor(values));
  values[0] = 3;
  EXPECT_TRUE(factors.factor(values));
  // Two columns in one row, and three columns in two rows.
  EXPECT_FALSE(planRowMerge(2, {0, 1, 2}, {0, 0}));
  EXPECT_FALSE(planRowMerge(4, {0, 2, 4, 6, 10}, {0, 1, 0, 1, 0, 1, 0, 1, 2, 3}));
}

TEST(RowMergeTest, UnitsDoNotMatter) {
  Eigen::MatrixXd a(3, 3);
  a << 2, 1, 0, 1, 3, 1, 0, 1, 4;
  const Eigen::Vector3d rows(1e-3, 1, 1e4), columns(1e3, 1e-2, 1);
  const Eigen::MatrixXd scaled = rows.asDiagonal() * a * columns.asDiagonal();
  const Matrix matrix(scaled);
  const auto plan = planRowMerge(3, matrix.start, matrix.of);
  Factors factors(*plan);
  ASSERT_TRUE(factors.factor(matrix.values));
  const Eigen::Vector3d x = columns.cwiseInverse();
  EXPECT_LE((factors.solve(scaled * x).cwiseProduct(columns) - Eigen::Vector3d::Ones()).norm(),
            1e-14);
}

// A grid of m x m cells with its neighbours.
RowMergePlan gridPlan(int32_t m) {
  std::vector<int32_t> start{0}, of;
  for (int32_t j = 0; j < m; ++j)
    for (int32_t i = 0; i < m; ++i) {
      for (const auto& [a, b] : {std::pair(i, j - 1), {i - 1, j}, {i, j}, {i + 1, j}, {i, j + 1}})
        if (a >= 0 && a < m && b >= 0 && b < m) of.push_back(a + m * b);
      start.push_back(static_cast<int32_t>(of.size()));
    }
  return planRowMerge(m * m, start, of).value();
}

// What chains and grids cost grows as it should: n and about n^1.5, with a margin.
TEST(RowMergeTest, FillStaysSmall) {
  const auto chain = [](int32_t n) {
    std::vector<int32_t> start{0}, of;
    for (int32_t j = 0; j < n; ++j) {
      for (int32_t i = std::max(0, j - 1); i <= std::min(n - 1, j + 1); ++i) of.push_back(i);
      start.push_back(static_cast<int32_t>(of.size()));
    }
    return planRowMerge(n, start, of).value();
  };
  EXPECT_LE(chain(5000).multiplications, 5000 * 6);
  EXPECT_LE(chain(5000).numbers, 5000 * 12);
  EXPECT_LE(chain(5000).stack, 100);
  EXPECT_LE(gridPlan(40).multiplications, 5 * gridPlan(20).multiplications * 4);
  EXPECT_LE(gridPlan(40).numbers, 1600 * 200);
}

}  // namespace
}  // namespace formola::text
