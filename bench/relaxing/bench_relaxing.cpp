// Relaxing against sparse factors: one system of equations of a field, by its size.
//
// bench_relaxing [CELLS...]: fields of so many cells in two and in three directions, as an implicit
// step of a diffusion has them (1 + 2 d a on the diagonal, -a beside it), for steps a that are
// short and long. Prints a table in Markdown. Factors of a field of a million cells in three
// directions are left out: they would take tens of GB.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "runtime/block_matrix.h"

namespace {

using formola::runtime::BlockMatrix;

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// Cells in a line, rows of lines, layers of rows.
struct Field {
  Field(int dimensions, int side, double a) {
    const int depth = dimensions == 3 ? side : 1;
    n = side * side * depth;
    auto cell = [&](int i, int j, int k) { return (k * side + j) * side + i; };
    auto add = [&](int i, int j, int k, double value) {
      if (std::min({i, j, k}) < 0 || std::max(i, j) >= side || k >= depth) return;
      rows.push_back(cell(i, j, k));
      values.push_back(value);
    };
    for (int k = 0; k < depth; ++k)
      for (int j = 0; j < side; ++j)
        for (int i = 0; i < side; ++i) {
          add(i, j, k - 1, -a);
          add(i, j - 1, k, -a);
          add(i - 1, j, k, -a);
          add(i, j, k, 1 + 2 * dimensions * a);
          add(i + 1, j, k, -a);
          add(i, j + 1, k, -a);
          add(i, j, k + 1, -a);
          colStart.push_back(static_cast<int32_t>(rows.size()));
        }
    // The solution is known: smooth, with something in each cell.
    for (int c = 0; c < n; ++c) exact.push_back(1 + 0.5 * std::sin(0.37 * c) + 1e-6 * c);
    right.assign(static_cast<size_t>(n), 0.0);
    for (int c = 0; c < n; ++c)
      for (int32_t p = colStart[c]; p < colStart[c + 1]; ++p)
        right[rows[p]] += values[p] * exact[c];
  }
  FmlPattern pattern() const {
    FmlPattern p{};
    p.colStart = colStart.data();
    p.rows = rows.data();
    return p;
  }

  int n = 0;
  std::vector<int32_t> colStart{0}, rows;
  std::vector<double> values, exact, right;
};

struct Measured {
  double first = 0, next = 0, error = 0;  // with and without a new matrix
  uint64_t sweeps = 0;
  bool relaxed = false;
};

Measured measure(const Field& field, bool relaxing) {
  BlockMatrix matrix;
  matrix.setUp(field.n, field.pattern());
  if (relaxing) matrix.relax(1e-10);
  matrix.values() = field.values;
  std::vector<double> x(static_cast<size_t>(field.n) + 8, 0.0);
  Measured result;
  const double start = now();
  matrix.factor();
  matrix.solve(field.right.data(), x.data());
  result.first = now() - start;
  for (int c = 0; c < field.n; ++c)
    result.error = std::max(result.error, std::abs(x[c] - field.exact[c]));
  result.relaxed = matrix.isRelaxed();
  if (relaxing) result.sweeps = matrix.relaxing()->counts().sweeps;
  const double again = now();
  matrix.solve(field.right.data(), x.data());
  result.next = now() - again;
  return result;
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<double> sizes;
  for (int i = 1; i < argc; ++i) sizes.push_back(std::atof(argv[i]));
  if (sizes.empty()) sizes = {1e4, 1e5, 1e6};
  std::puts(
      "| field | unknowns | a | factors: first solution/s | next/s | relaxing: first/s | next/s | "
      "sweeps | error |");
  std::puts("|---|---|---|---|---|---|---|---|---|");
  for (int dimensions : {2, 3})
    for (double size : sizes) {
      // What factors of a field in three directions take grows with the power 4/3 of its size.
      const bool factors = dimensions == 2 || size < 2e5;
      const int side = static_cast<int>(std::lround(std::pow(size, 1.0 / dimensions)));
      Measured lu;
      for (double a : {1.0, 100.0}) {
        const Field field(dimensions, side, a);
        if (factors && a == 1) lu = measure(field, false);
        const Measured relaxed = measure(field, true);
        const std::string by =
            factors ? fmt::format("{:.3g} | {:.3g}", lu.first, lu.next) : "not tried | ";
        fmt::print("| {} directions | {} | {:g} | {} | {:.3g} | {:.3g} | {} | {:.0e}{} |\n",
                   dimensions == 2 ? "two" : "three", field.n, a, by, relaxed.first, relaxed.next,
                   relaxed.sweeps, relaxed.error, relaxed.relaxed ? "" : ", refused");
        std::fflush(stdout);
      }
    }
  return 0;
}
