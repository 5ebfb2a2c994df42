#include "evaluate/standard_lapack.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace formola::standard {

namespace {

// A view of a row-major matrix.
struct Matrix {
  std::vector<double> values;
  size_t rows, columns;
  double& operator()(size_t i, size_t j) { return values[i * columns + j]; }
  double operator()(size_t i, size_t j) const { return values[i * columns + j]; }
};

// Householder vectors (one in each entry, from row k on) of the steps made.
using Reflections = std::vector<std::vector<double>>;

// x := (I - 2 v v' / v'v) x from row k on, for column j.
void reflect(const std::vector<double>& v, size_t k, Matrix& x, size_t j) {
  double product = 0, square = 0;
  for (size_t i = 0; i < v.size(); ++i) {
    product += v[i] * x(k + i, j);
    square += v[i] * v[i];
  }
  if (square == 0) return;
  for (size_t i = 0; i < v.size(); ++i) x(k + i, j) -= 2 * product / square * v[i];
}

// The vector that makes column k of `a` vanish below row k.
std::vector<double> householder(const Matrix& a, size_t k) {
  std::vector<double> v;
  double square = 0;
  for (size_t i = k; i < a.rows; ++i) {
    v.push_back(a(i, k));
    square += a(i, k) * a(i, k);
  }
  v[0] += std::copysign(std::sqrt(square), v[0]);
  return v;
}

double columnNorm(const Matrix& a, size_t firstRow, size_t j) {
  double square = 0;
  for (size_t i = firstRow; i < a.rows; ++i) square += a(i, j) * a(i, j);
  return std::sqrt(square);
}

// A P = Q R with the largest remaining column first; stops at the numerical rank, which it returns.
// `a` becomes R, `b` becomes Q' b, `order` the columns of A in their new order.
size_t pivotedQr(Matrix& a, Matrix& b, double rcond, std::vector<size_t>& order) {
  const size_t steps = std::min(a.rows, a.columns);
  double first = 0;
  for (size_t k = 0; k < steps; ++k) {
    size_t best = k;
    double largest = -1;
    for (size_t j = k; j < a.columns; ++j) {
      const double norm = columnNorm(a, k, j);
      if (norm > largest) {
        largest = norm;
        best = j;
      }
    }
    if (k == 0) first = largest;
    if (!(largest > rcond * first)) return k;
    std::swap(order[k], order[best]);
    for (size_t i = 0; i < a.rows; ++i) std::swap(a(i, k), a(i, best));
    const std::vector<double> v = householder(a, k);
    for (size_t j = k; j < a.columns; ++j) reflect(v, k, a, j);
    for (size_t j = 0; j < b.columns; ++j) reflect(v, k, b, j);
  }
  return steps;
}

// Solves R x = c for the first `rank` unknowns of each column of b, in place.
void backSubstitute(const Matrix& r, size_t rank, Matrix& b) {
  for (size_t j = 0; j < b.columns; ++j) {
    for (size_t i = rank; i-- > 0;) {
      double sum = b(i, j);
      for (size_t k = i + 1; k < rank; ++k) sum -= r(i, k) * b(k, j);
      b(i, j) = sum / r(i, i);
    }
  }
}

// The solution of smallest norm of R x = c, where R has `rank` rows: with R' = Z T it is
// x = Z T'^-1 c.
void solveWideSystem(const Matrix& r, size_t rank, Matrix& b) {
  Matrix t{std::vector<double>(r.columns * rank), r.columns, rank};
  for (size_t i = 0; i < rank; ++i)
    for (size_t j = i; j < r.columns; ++j) t(j, i) = r(i, j);
  Reflections vectors;
  for (size_t k = 0; k < rank; ++k) {
    vectors.push_back(householder(t, k));
    for (size_t j = k; j < rank; ++j) reflect(vectors.back(), k, t, j);
  }
  for (size_t j = 0; j < b.columns; ++j) {
    for (size_t i = 0; i < rank; ++i) {
      double sum = b(i, j);
      for (size_t k = 0; k < i; ++k) sum -= t(k, i) * b(k, j);
      b(i, j) = sum / t(i, i);
    }
    for (size_t i = rank; i < r.columns; ++i) b(i, j) = 0;
    for (size_t k = rank; k-- > 0;) reflect(vectors[k], k, b, j);
  }
}

}  // namespace

bool dgesv(StandardCall& call) {
  const auto n = static_cast<size_t>(std::max<int64_t>(0, call.integer(0)));
  const auto count = static_cast<size_t>(std::max<int64_t>(0, call.integer(1)));
  Matrix a{call.arguments[2].reals, n, n}, b{call.arguments[5].reals, n, count};
  if (a.values.size() != n * n || b.values.size() != n * count)
    return call.fail("wrong sizes of a linear system");
  for (size_t k = 0; k < n; ++k) {
    size_t pivot = k;
    for (size_t i = k + 1; i < n; ++i)
      if (std::abs(a(i, k)) > std::abs(a(pivot, k))) pivot = i;
    if (a(pivot, k) == 0) {
      call.setInteger(7, static_cast<int64_t>(k) + 1);
      return true;
    }
    for (size_t j = 0; j < n; ++j) std::swap(a(k, j), a(pivot, j));
    for (size_t j = 0; j < count; ++j) std::swap(b(k, j), b(pivot, j));
    for (size_t i = k + 1; i < n; ++i) {
      const double factor = a(i, k) / a(k, k);
      if (factor == 0) continue;
      for (size_t j = k; j < n; ++j) a(i, j) -= factor * a(k, j);
      for (size_t j = 0; j < count; ++j) b(i, j) -= factor * b(k, j);
    }
  }
  backSubstitute(a, n, b);
  call.arguments[5].reals = std::move(b.values);
  call.setInteger(7, 0);
  return true;
}

bool dgelsy(StandardCall& call) {
  const auto m = static_cast<size_t>(std::max<int64_t>(0, call.integer(0)));
  const auto n = static_cast<size_t>(std::max<int64_t>(0, call.integer(1)));
  const auto count = static_cast<size_t>(std::max<int64_t>(0, call.integer(2)));
  const size_t height = std::max(m, n);
  Matrix a{call.arguments[3].reals, m, n}, x{call.arguments[5].reals, height, count};
  if (a.values.size() != m * n || x.values.size() != height * count)
    return call.fail("wrong sizes of a least squares problem");
  std::vector<size_t> order(n);
  std::iota(order.begin(), order.end(), size_t{0});
  // Only the first m rows of X are the right-hand side.
  const size_t rank = pivotedQr(a, x, call.arguments[8].reals[0], order);
  if (rank == n) {
    backSubstitute(a, n, x);
  } else {
    solveWideSystem(a, rank, x);
  }
  std::vector<double> permuted(n);
  for (size_t j = 0; j < count; ++j) {
    for (size_t i = 0; i < n; ++i) permuted[order[i]] = x(i, j);
    for (size_t i = 0; i < n; ++i) x(i, j) = permuted[i];
  }
  call.arguments[5].reals = std::move(x.values);
  call.setInteger(9, static_cast<int64_t>(rank));
  call.setInteger(12, 0);
  return true;
}

}  // namespace formola::standard
