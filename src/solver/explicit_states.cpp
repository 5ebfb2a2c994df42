#include "solver/explicit_states.h"

#include <algorithm>
#include <cmath>

#include "runtime/sparse_lu.h"

namespace formola::solver {

namespace {

constexpr int kIterations = 30, kRounds = 100;
// What belongs to the fastest mode: components this large, the largest being 1.
constexpr double kPart = 0.1;

// h S for one choice of the explicit states.
class Response {
 public:
  Response(const StateMatrix& jacobian, const std::vector<char>& isExplicit, double h)
      : jacobian_(jacobian), isExplicit_(isExplicit), h_(h) {
    const auto n = static_cast<size_t>(jacobian.n);
    place_.assign(n, -1);
    int32_t count = 0;
    for (size_t i = 0; i < n; ++i)
      if (!isExplicit[i]) place_[i] = count++;
    std::vector<int32_t> start{0}, rows;
    std::vector<double> values;
    for (size_t j = 0; j < n; ++j) {
      if (isExplicit[j]) continue;
      bool diagonal = false;
      auto put = [&](size_t i, double value) {
        rows.push_back(place_[i]);
        values.push_back(value);
      };
      for (int32_t p = jacobian.colStart[j]; p < jacobian.colStart[j + 1]; ++p) {
        const auto i = static_cast<size_t>(jacobian.rows[static_cast<size_t>(p)]);
        if (isExplicit[i]) continue;
        if (!diagonal && i > j) put(j, 1);
        diagonal |= i >= j;
        put(i, (i == j ? 1 : 0) - h * jacobian.values[static_cast<size_t>(p)]);
      }
      if (!diagonal) put(j, 1);
      start.push_back(static_cast<int32_t>(rows.size()));
    }
    work_.assign(static_cast<size_t>(count), 0.0);
    ok_ =
        count == 0 || (lu_.analyze(count, start.data(), rows.data()) && lu_.factor(values.data()));
  }

  bool ok() const { return ok_; }

  // y := h S x on the explicit states; other components of x are set to what they answer.
  void apply(std::vector<double>& x, std::vector<double>& y) {
    std::fill(work_.begin(), work_.end(), 0.0);
    forEachEntry([&](size_t i, size_t j, double a) {
      if (!isExplicit_[i] && isExplicit_[j]) work_[static_cast<size_t>(place_[i])] += h_ * a * x[j];
    });
    if (!work_.empty()) lu_.solve(work_.data());
    for (size_t i = 0; i < x.size(); ++i)
      if (!isExplicit_[i]) x[i] = work_[static_cast<size_t>(place_[i])];
    std::fill(y.begin(), y.end(), 0.0);
    forEachEntry([&](size_t i, size_t j, double a) {
      if (isExplicit_[i]) y[i] += h_ * a * x[j];
    });
  }

 private:
  template <typename Visit>
  void forEachEntry(Visit&& visit) const {
    for (size_t j = 0; j < place_.size(); ++j)
      for (int32_t p = jacobian_.colStart[j]; p < jacobian_.colStart[j + 1]; ++p)
        visit(static_cast<size_t>(jacobian_.rows[static_cast<size_t>(p)]), j,
              jacobian_.values[static_cast<size_t>(p)]);
  }

  const StateMatrix& jacobian_;
  const std::vector<char>& isExplicit_;
  double h_;
  bool ok_ = false;
  std::vector<int32_t> place_;  // among the implicit states
  runtime::SparseLu lu_;
  std::vector<double> work_;
};

}  // namespace

std::vector<char> keepStableExplicit(const StateMatrix& jacobian, std::vector<char> candidates,
                                     const std::vector<double>& scale, double h, double reach) {
  const auto n = static_cast<size_t>(jacobian.n);
  const std::vector<char> none(n, 0);
  for (const double a : jacobian.values)
    if (!std::isfinite(a)) return none;
  std::vector<double> x(n), y(n);
  for (int round = 0; round < kRounds; ++round) {
    if (std::find(candidates.begin(), candidates.end(), 1) == candidates.end()) return candidates;
    Response response(jacobian, candidates, h);
    if (!response.ok()) return none;
    // Any vector with parts in all directions will do.
    uint32_t random = 1;
    for (size_t i = 0; i < n; ++i) {
      random = random * 1664525U + 1013904223U;
      x[i] = candidates[i] ? scale[i] * (0.5 + 0.5 * (random >> 8) / 16777216.0) : 0;
      if (random >> 31) x[i] = -x[i];
    }
    // Growth over two iterations, since a pair of complex eigenvalues lets the vector turn.
    double growth = 1, last = 1;
    for (int k = 0; k < kIterations && growth > 0; ++k) {
      response.apply(x, y);
      double size = 0;
      for (size_t i = 0; i < n; ++i)
        if (candidates[i]) size = std::max(size, std::abs(y[i]) / scale[i]);
      growth = std::sqrt(size * last);
      last = size;
      for (size_t i = 0; i < n; ++i) x[i] = candidates[i] && size > 0 ? y[i] / size : 0;
    }
    if (!(growth > reach)) return candidates;
    for (size_t i = 0; i < n; ++i)
      if (candidates[i] && !(std::abs(x[i]) < kPart * scale[i])) candidates[i] = 0;
  }
  return none;
}

}  // namespace formola::solver
