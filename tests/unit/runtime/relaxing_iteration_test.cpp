// Relaxing as a solver: against dense factors, with groups and without, and where it must give up.
#include "runtime/relaxing_iteration.h"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <cmath>
#include <random>

#include "runtime/block_matrix.h"

namespace formola::runtime {
namespace {

// By compressed columns.
struct Sparse {
  explicit Sparse(const Eigen::MatrixXd& a) : n(static_cast<int32_t>(a.rows())) {
    for (int32_t j = 0; j < n; ++j) {
      for (int32_t i = 0; i < n; ++i) {
        if (a(i, j) == 0) continue;
        rows.push_back(i);
        values.push_back(a(i, j));
      }
      colStart.push_back(static_cast<int32_t>(rows.size()));
    }
  }
  FmlPattern pattern() const {
    FmlPattern p{};
    p.colStart = colStart.data();
    p.rows = rows.data();
    p.groups = groups.data();
    p.nGroups = static_cast<int32_t>(groups.size());
    return p;
  }

  int32_t n;
  std::vector<int32_t> colStart{0}, rows, groups;
  std::vector<double> values;
};

// Each row with `excess` more on its diagonal than the sum of the others; the signs are at random.
Eigen::MatrixXd dominant(int n, double excess, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> number(-1, 1);
  Eigen::MatrixXd a = Eigen::MatrixXd::Zero(n, n);
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < 4; ++k)
      a(i, static_cast<int>(random() % static_cast<unsigned>(n))) = number(random);
  for (int i = 0; i < n; ++i) {
    a(i, i) = 0;
    a(i, i) = (number(random) < 0 ? -1 : 1) * (a.row(i).cwiseAbs().sum() + excess);
  }
  return a;
}

Eigen::VectorXd numbers(int n) {
  Eigen::VectorXd b(n);
  for (int i = 0; i < n; ++i) b[i] = std::sin(1.3 * i + 1);
  return b;
}

// A field of m by m cells that leak a little.
Eigen::MatrixXd field(int m, double leak) {
  const int n = m * m;
  Eigen::MatrixXd a = Eigen::MatrixXd::Zero(n, n);
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < m; ++j) {
      a(i * m + j, i * m + j) = 4 + leak;
      if (i > 0) a(i * m + j, (i - 1) * m + j) = -1;
      if (j > 0) a(i * m + j, i * m + j - 1) = -1;
      if (i + 1 < m) a(i * m + j, (i + 1) * m + j) = -1;
      if (j + 1 < m) a(i * m + j, i * m + j + 1) = -1;
    }
  return a;
}

TEST(RelaxingIteration, SolvesDominantSystems) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    const Eigen::MatrixXd a = dominant(60, seed % 2 == 0 ? 1 : 0.01, seed);
    const Eigen::VectorXd b = numbers(60), exact = a.partialPivLu().solve(b);
    const Sparse sparse(a);
    RelaxingIteration relaxing(60, sparse.pattern(), 1e-11);
    ASSERT_TRUE(relaxing.load(sparse.values.data()));
    Eigen::VectorXd x = Eigen::VectorXd::Zero(60);
    ASSERT_TRUE(relaxing.solve(b.data(), x.data())) << seed;
    EXPECT_LT((x - exact).cwiseAbs().maxCoeff(), 1e-9 * exact.cwiseAbs().maxCoeff()) << seed;
    EXPECT_EQ(relaxing.orientation(), a.determinant() > 0 ? 1 : -1) << seed;
  }
}

// Rows in any order and of any unit: the largest entry of each is found, scales do not matter.
TEST(RelaxingIteration, OrderAndUnitsDoNotMatter) {
  const int n = 40;
  const Eigen::MatrixXd a = dominant(n, 0.5, 7);
  Eigen::MatrixXd mixed(n, n);
  for (int i = 0; i < n; ++i) mixed.row((i * 7 + 3) % n) = a.row(i) * std::pow(10, i % 9 - 4);
  for (int j = 0; j < n; ++j) mixed.col(j) *= std::pow(10, j % 5 - 2);
  const Eigen::VectorXd b = mixed * numbers(n);
  const Sparse sparse(mixed);
  RelaxingIteration relaxing(n, sparse.pattern(), 1e-11);
  ASSERT_TRUE(relaxing.load(sparse.values.data()));
  Eigen::VectorXd x = Eigen::VectorXd::Zero(n);
  ASSERT_TRUE(relaxing.solve(b.data(), x.data()));
  EXPECT_LT((x - numbers(n)).cwiseAbs().maxCoeff(), 1e-8);
  EXPECT_EQ(relaxing.orientation(), mixed.determinant() > 0 ? 1 : -1);
}

// Of three unknowns each, strongly tied to each other: seed 003 (section 4, second remark).
TEST(RelaxingIteration, GroupsNeedFewerSweeps) {
  const int cells = 50, n = 3 * cells;
  Eigen::MatrixXd a = Eigen::MatrixXd::Zero(n, n);
  for (int k = 0; k < cells; ++k) {
    a.block(3 * k, 3 * k, 3, 3) << 4, 1, 1, 2, 5, -2, 1, -2, 4;
    if (k > 0) a(3 * k, 3 * k - 3) = -0.5;
    if (k + 1 < cells) a(3 * k, 3 * k + 3) = -0.5;
  }
  const Eigen::VectorXd b = numbers(n), exact = a.partialPivLu().solve(b);
  Sparse sparse(a);
  uint64_t sweeps[3] = {};
  for (int trial = 0; trial < 3; ++trial) {
    sparse.groups.clear();
    for (int k = 0; k < n && trial < 2; k += trial == 0 ? 3 : 1) sparse.groups.push_back(k);
    RelaxingIteration relaxing(n, sparse.pattern(), 1e-11);
    ASSERT_TRUE(relaxing.load(sparse.values.data()));
    Eigen::VectorXd x = Eigen::VectorXd::Zero(n);
    ASSERT_TRUE(relaxing.solve(b.data(), x.data()));
    EXPECT_LT((x - exact).cwiseAbs().maxCoeff(), 1e-9);
    sweeps[trial] = relaxing.counts().sweeps;
    // Of the numbers alone the strongest ties of each cell are found.
    if (trial == 2) {
      EXPECT_EQ(relaxing.groups(), 2 * cells);
    }
  }
  EXPECT_LT(sweeps[0], sweeps[1]);
}

TEST(RelaxingIteration, SlowContractionIsAccelerated) {
  const Eigen::MatrixXd a = field(20, 1e-4);
  const Eigen::VectorXd b = a * numbers(400);
  const Sparse sparse(a);
  RelaxingIteration relaxing(400, sparse.pattern(), 1e-10);
  ASSERT_TRUE(relaxing.load(sparse.values.data()));
  Eigen::VectorXd x = Eigen::VectorXd::Zero(400);
  ASSERT_TRUE(relaxing.solve(b.data(), x.data()));
  EXPECT_EQ(relaxing.counts().accelerated, 1u);
  EXPECT_LT((x - numbers(400)).cwiseAbs().maxCoeff(), 1e-9);
  // From there on little is left to do.
  const uint64_t before = relaxing.counts().sweeps;
  ASSERT_TRUE(relaxing.solve(b.data(), x.data()));
  EXPECT_LT(relaxing.counts().sweeps - before, before / 2);
}

TEST(RelaxingIteration, SingularGroupsAreRefused) {
  Eigen::MatrixXd a = field(4, 0.1);
  a.block(0, 0, 2, 2) << 1, 1, 1, 1;
  Sparse sparse(a);
  sparse.groups = {0, 2, 4, 6, 8, 10, 12, 14};
  RelaxingIteration relaxing(16, sparse.pattern(), 1e-10);
  EXPECT_FALSE(relaxing.load(sparse.values.data()));
}

// A matrix that sweeps cannot solve is factored, and after some of them it is no longer tried.
TEST(BlockMatrix, FactorsWhatRelaxingCannotSolve) {
  const int m = 40, n = m * m;
  Eigen::MatrixXd a = field(m, -3.3);  // waves: neither dominant nor definite
  const Eigen::VectorXd b = a * numbers(n);
  const Sparse sparse(a);
  BlockMatrix matrix;
  matrix.setUp(n, sparse.pattern());
  matrix.relax(1e-10);
  ASSERT_NE(matrix.relaxing(), nullptr);
  matrix.values() = sparse.values;
  for (int k = 0; k < 4; ++k) {
    ASSERT_TRUE(matrix.factor());
    std::vector<double> x(static_cast<size_t>(n) + 4, 0.0);
    matrix.solve(b.data(), x.data());
    EXPECT_FALSE(matrix.isRelaxed());
    double error = 0;
    for (int i = 0; i < n; ++i) error = std::max(error, std::abs(x[i] - numbers(n)[i]));
    EXPECT_LT(error, 1e-9);
  }
  EXPECT_EQ(matrix.relaxing()->counts().refused, 3u);
}

}  // namespace
}  // namespace formola::runtime
