#include "structure/solve/closed_form.h"

#include "expr/analysis.h"
#include "expr/expand.h"
#include "expr/rewrite.h"

namespace formola {

namespace {
constexpr size_t kMostTerms = 24;  // of an expanded pivot
constexpr int kMostDenominators = 4;
constexpr double kMostOperations = 2000;  // of the formulas; beyond it numbers are cheaper
}  // namespace

ClosedForm::ClosedForm(const StructuredDae& model, SignAnalysis::Fact facts,
                       SignAnalysis::Fact values)
    : model_(model),
      pool_(model.pool()),
      build_(pool_),
      signs_(pool_, std::move(facts)),
      bounds_(pool_, std::move(values)),
      differentiate_(pool_, DerivativeRules{[this](ExprId leaf) {
                                              if (leaf == direction_) return build_.one();
                                              return known_.has(leaf) ? known_.at(leaf)
                                                                      : build_.zero();
                                            },
                                            [](ExprId, std::span<const ExprId>) {
                                              return ExprId();  // linear: no function of unknowns
                                            }}) {}

// A u = b of the torn variables: columns by forward differentiation along the inner sequence, b by
// putting in zeros.
bool ClosedForm::coefficients(const Block& block, std::span<const StructuredEquation> equations) {
  n_ = block.torn.size();
  matrix_.assign(n_ * n_, build_.zero());
  right_.assign(n_, build_.zero());
  std::vector<ExprId> residuals;
  for (int e : block.residuals) {
    const StructuredEquation& equation = equations[static_cast<size_t>(e)];
    residuals.push_back(build_.sub(equation.left, equation.right));
  }
  for (size_t j = 0; j < n_; ++j) {
    known_.clear();
    differentiate_.reset();
    direction_ = model_.ref(block.torn[j]);
    for (const Assignment& inner : block.inner) {
      const Derivative d = differentiate_(inner.value);
      if (!d.ok()) return false;
      if (!build_.isZero(d.value)) known_.set(model_.ref(inner.variable), d.value);
    }
    for (size_t i = 0; i < n_; ++i) {
      const Derivative d = differentiate_(residuals[i]);
      if (!d.ok()) return false;
      a(i, j) = simplified(d.value);
    }
  }
  replaced_.clear();
  for (VariableId id : block.torn) replaced_.set(model_.ref(id), build_.zero());
  auto replace = [&](ExprId root) {
    return mapExpr(pool_, root, replaced_, [&](ExprId id, std::span<const ExprId> children) {
      return isFrozen(pool_, id) ? id : build_.withChildren(id, children);
    });
  };
  for (const Assignment& inner : block.inner)
    replaced_.set(model_.ref(inner.variable), replace(inner.value));
  for (size_t i = 0; i < n_; ++i) right_[i] = build_.neg(replace(residuals[i]));
  return true;
}

// Expanded where that is shorter or shows the sign: terms that cancel are gone.
ExprId ClosedForm::simplified(ExprId value) {
  auto terms = expand(build_, value, kMostTerms);
  if (!terms) return value;
  ExprId sum = sumOf(build_, *terms);
  // a + b - b*b/(b + c): over the common denominator what cancels is seen.
  ExprId denominator = build_.one();
  for (int round = 0; round < kMostDenominators && !signs_(sum).neverZero(); ++round) {
    ExprId inverse;
    for (const Monomial& term : *terms)
      for (ExprId factor : term.factors)
        if (!inverse.valid() && pool_.kind(factor) == ExprKind::Div &&
            signs_(pool_.child(factor, 1)).neverZero())
          inverse = factor;
    if (!inverse.valid()) break;
    const ExprId by = pool_.child(inverse, 1);
    std::vector<Monomial> without;
    for (const Monomial& term : *terms) {
      auto at = std::find(term.factors.begin(), term.factors.end(), inverse);
      without.push_back(term);
      if (at != term.factors.end())
        without.back().factors.erase(without.back().factors.begin() + (at - term.factors.begin()));
      else
        without.back().factors.push_back(by);
    }
    terms = expand(build_, sumOf(build_, without), kMostTerms);
    if (!terms) return value;
    denominator = build_.mul(denominator, by);
    sum = build_.div(sumOf(build_, *terms), denominator);
  }
  const ExprId before[1] = {value}, after[1] = {sum};
  const double gain = cost(countOperations(pool_, before)) - cost(countOperations(pool_, after));
  return gain > 0 || (!signs_(value).neverZero() && signs_(sum).neverZero()) ? sum : value;
}

bool ClosedForm::eliminate(std::vector<Assignment>& solution, const Block& block) {
  std::vector<char> rowDone(n_, 0), columnDone(n_, 0);
  std::vector<std::pair<size_t, size_t>> pivots;
  for (size_t step = 0; step < n_; ++step) {
    size_t row = n_, column = n_;
    double best = 0;
    for (size_t i = 0; i < n_; ++i)
      for (size_t j = 0; j < n_; ++j) {
        if (rowDone[i] || columnDone[j]) continue;
        const ExprId entry[1] = {a(i, j)};
        if (build_.isZero(a(i, j)) || !signs_(a(i, j)).neverZero()) continue;
        // exp(-x) may become small against the others; the last pivot has no others.
        if (step + 1 < n_ && !bounds_(a(i, j)).awayFromZero()) continue;
        const double price = cost(countOperations(pool_, entry));
        if (row < n_ && price >= best) continue;
        row = i;
        column = j;
        best = price;
      }
    if (row == n_) return false;
    rowDone[row] = columnDone[column] = 1;
    pivots.emplace_back(row, column);
    for (size_t i = 0; i < n_; ++i) {
      if (rowDone[i] || build_.isZero(a(i, column))) continue;
      for (size_t j = 0; j < n_; ++j)
        if (!columnDone[j])
          a(i, j) = simplified(
              build_.sub(build_.mul(a(row, column), a(i, j)), build_.mul(a(i, column), a(row, j))));
      right_[i] =
          build_.sub(build_.mul(a(row, column), right_[i]), build_.mul(a(i, column), right_[row]));
    }
  }
  for (size_t k = n_; k-- > 0;) {
    const auto [row, column] = pivots[k];
    ExprId value = right_[row];
    for (size_t later = k + 1; later < n_; ++later) {
      const size_t j = pivots[later].second;
      value = build_.sub(value, build_.mul(a(row, j), model_.ref(block.torn[j])));
    }
    solution.push_back(
        {block.residuals[row], block.torn[column], build_.div(value, a(row, column))});
  }
  return true;
}

bool ClosedForm::operator()(Block& block, std::span<const StructuredEquation> equations) {
  if (block.kind != BlockKind::Linear || block.torn.empty() || block.torn.size() > kMostTorn)
    return false;
  std::vector<Assignment> solution;
  if (!coefficients(block, equations) || !eliminate(solution, block)) return false;
  std::vector<ExprId> values;
  for (const Assignment& one : solution) values.push_back(one.value);
  if (cost(countOperations(pool_, values)) > kMostOperations) return false;
  solution.insert(solution.end(), block.inner.begin(), block.inner.end());
  block.inner = std::move(solution);
  block.torn.clear();
  block.residuals.clear();
  return true;
}

}  // namespace formola
