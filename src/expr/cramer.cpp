#include "expr/cramer.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace formola {

namespace {

constexpr size_t kMostTerms = 400;
constexpr int kDeepest = 60;

// Expressions that are multiplied, ascending; constants come first, as one writes them.
using Monomial = std::vector<uint64_t>;
using Polynomial = std::map<Monomial, double>;

void addTo(Polynomial& sum, const Polynomial& other, double factor) {
  for (const auto& [monomial, coefficient] : other) {
    auto [at, isNew] = sum.emplace(monomial, 0.0);
    at->second += factor * coefficient;
    if (at->second == 0) sum.erase(at);
  }
}

Polynomial product(const Polynomial& a, const Polynomial& b) {
  Polynomial result;
  for (const auto& [ma, ca] : a) {
    for (const auto& [mb, cb] : b) {
      Monomial m;
      std::merge(ma.begin(), ma.end(), mb.begin(), mb.end(), std::back_inserter(m));
      addTo(result, {{std::move(m), ca * cb}}, 1);
    }
  }
  return result;
}

class Expansion {
 public:
  Expansion(ExprPool& pool, const CramerOrder& isConstant)
      : build_(pool), pool_(pool), isConstant_(isConstant) {}

  // Depth is bounded: what is nested deeper counts as one factor.
  Polynomial of(ExprId id, int depth = 0) {
    if (depth < kDeepest) {
      switch (pool_.kind(id)) {
        case ExprKind::Integer:
        case ExprKind::Real: {
          const double value = pool_.realValue(id);
          return value == 0 ? Polynomial{} : Polynomial{{{}, value}};
        }
        case ExprKind::Neg: {
          Polynomial result;
          addTo(result, of(pool_.child(id, 0), depth + 1), -1);
          return result;
        }
        case ExprKind::Add:
        case ExprKind::Sub: {
          Polynomial result = of(pool_.child(id, 0), depth + 1);
          addTo(result, of(pool_.child(id, 1), depth + 1),
                pool_.kind(id) == ExprKind::Add ? 1 : -1);
          return result;
        }
        case ExprKind::Mul: {
          const Polynomial a = of(pool_.child(id, 0), depth + 1);
          const Polynomial b = of(pool_.child(id, 1), depth + 1);
          if (a.size() * b.size() <= kMostTerms) return product(a, b);
          break;
        }
        case ExprKind::Div: {
          // Signs and numbers in front, so that 1/k and (-1)/k cancel.
          const auto [number, numerator] = numberInFront(pool_.child(id, 0));
          if (number == 1) break;
          Polynomial result;
          addTo(result, of(build_.div(numerator, pool_.child(id, 1)), depth + 1), number);
          return result;
        }
        default:
          break;
      }
    }
    const bool constant = isConstant_ && isConstant_(id);
    return {{{id.index() + (constant ? 0 : uint64_t{1} << 32)}, 1.0}};
  }

  ExprId toExpr(const Polynomial& p) {
    ExprId sum;
    // positive terms first
    for (const bool positive : {true, false}) {
      for (const auto& [monomial, coefficient] : p) {
        if ((coefficient > 0) != positive) continue;
        ExprId term;
        if (std::abs(coefficient) != 1 || monomial.empty())
          term = build_.real(std::abs(coefficient));
        for (uint64_t factor : monomial) {
          const ExprId id(static_cast<uint32_t>(factor));
          term = term.valid() ? build_.mul(term, id) : id;
        }
        if (!sum.valid()) {
          sum = positive ? term : build_.neg(term);
        } else {
          sum = positive ? build_.add(sum, term) : build_.sub(sum, term);
        }
      }
    }
    return sum.valid() ? sum : build_.zero();
  }

 private:
  // id = number * rest
  std::pair<double, ExprId> numberInFront(ExprId id) {
    switch (pool_.kind(id)) {
      case ExprKind::Integer:
      case ExprKind::Real:
        return {pool_.realValue(id), build_.one()};
      case ExprKind::Neg: {
        const auto [number, rest] = numberInFront(pool_.child(id, 0));
        return {-number, rest};
      }
      case ExprKind::Mul:
        if (pool_.isNumber(pool_.child(id, 0)))
          return {pool_.realValue(pool_.child(id, 0)), pool_.child(id, 1)};
        break;
      default:
        break;
    }
    return {1.0, id};
  }

  ExprBuilder build_;
  ExprPool& pool_;
  const CramerOrder& isConstant_;
};

// By rows, from the determinants of all sets of columns. Empty and !ok if it gets too long.
Polynomial determinant(const std::vector<std::vector<Polynomial>>& a, bool& ok) {
  const size_t n = a.size();
  std::vector<Polynomial> partial(size_t{1} << n);
  partial[0] = {{{}, 1.0}};
  for (size_t mask = 0; mask + 1 < partial.size(); ++mask) {
    if (partial[mask].empty()) continue;
    const auto row = static_cast<size_t>(__builtin_popcountll(mask));
    for (size_t column = 0; column < n; ++column) {
      if ((mask >> column & 1U) != 0 || a[row][column].empty()) continue;
      // the sign: how many chosen columns stand to the right of this one
      const bool odd = (__builtin_popcountll(mask >> column) & 1) != 0;
      Polynomial& to = partial[mask | size_t{1} << column];
      addTo(to, product(partial[mask], a[row][column]), odd ? -1 : 1);
      if (to.size() > kMostTerms) {
        ok = false;
        return {};
      }
    }
  }
  return partial.back();
}

// Factors that all terms of both have.
Monomial commonFactors(const Polynomial& a, const Polynomial& b) {
  std::optional<Monomial> common;
  for (const Polynomial* p : {&a, &b}) {
    for (const auto& [monomial, coefficient] : *p) {
      if (!common) {
        common = monomial;
        continue;
      }
      Monomial both;
      std::set_intersection(common->begin(), common->end(), monomial.begin(), monomial.end(),
                            std::back_inserter(both));
      common = std::move(both);
    }
  }
  return common.value_or(Monomial{});
}

void divide(Polynomial& p, const Monomial& factors, double number) {
  Polynomial result;
  for (const auto& [monomial, coefficient] : p) {
    Monomial rest;
    std::set_difference(monomial.begin(), monomial.end(), factors.begin(), factors.end(),
                        std::back_inserter(rest));
    result.emplace(std::move(rest), coefficient / number);
  }
  p = std::move(result);
}

// cos(a)^2 + sin(a)^2 = 1, term by term: this is what makes J + m*d*d of a pinned body.
void joinSquares(Polynomial& p, const ExprPool& pool) {
  auto squareOf = [&](const Monomial& m, Builtin f, ExprId& argument) -> std::ptrdiff_t {
    for (size_t i = 0; i + 1 < m.size(); ++i) {
      const ExprId id(static_cast<uint32_t>(m[i]));
      if (m[i] != m[i + 1] || !pool.isBuiltin(id, f)) continue;
      argument = pool.child(id, 0);
      return static_cast<std::ptrdiff_t>(i);
    }
    return -1;
  };
  bool again = true;
  while (again) {
    again = false;
    for (const auto& [monomial, coefficient] : p) {
      ExprId angle, other;
      const std::ptrdiff_t at = squareOf(monomial, Builtin::Cos, angle);
      if (at < 0) continue;
      Monomial rest = monomial;
      rest.erase(rest.begin() + at, rest.begin() + at + 2);
      for (const auto& [second, secondCoefficient] : p) {
        const std::ptrdiff_t sine = squareOf(second, Builtin::Sin, other);
        if (sine < 0 || other != angle || secondCoefficient != coefficient) continue;
        Monomial secondRest = second;
        secondRest.erase(secondRest.begin() + sine, secondRest.begin() + sine + 2);
        if (secondRest != rest) continue;
        const Monomial cosine = monomial, sineTerm = second;
        const double c = coefficient;
        p.erase(cosine);
        p.erase(sineTerm);
        addTo(p, {{rest, c}}, 1);
        again = true;
        break;
      }
      if (again) break;
    }
  }
}

}  // namespace

std::optional<std::vector<CramerQuotient>> solveByCramer(ExprPool& pool, int n,
                                                         const std::vector<CramerEntry>& matrix,
                                                         const std::vector<ExprId>& rhs,
                                                         const CramerOrder& isConstant) {
  FORMOLA_ASSERT(n <= kLargestCramer && rhs.size() == static_cast<size_t>(n));
  Expansion expansion(pool, isConstant);
  const auto size = static_cast<size_t>(n);
  std::vector<std::vector<Polynomial>> a(size, std::vector<Polynomial>(size));
  for (const CramerEntry& e : matrix)
    addTo(a[static_cast<size_t>(e.row)][static_cast<size_t>(e.column)], expansion.of(e.value), 1);
  bool ok = true;
  Polynomial whole = determinant(a, ok);
  joinSquares(whole, pool);
  if (!ok || whole.empty()) return std::nullopt;
  std::vector<CramerQuotient> result;
  for (size_t column = 0; column < size; ++column) {
    auto replaced = a;
    for (size_t row = 0; row < size; ++row) replaced[row][column] = expansion.of(rhs[row]);
    Polynomial numerator = determinant(replaced, ok);
    if (!ok) return std::nullopt;
    joinSquares(numerator, pool);
    Polynomial denominator = whole;
    double sign = denominator.begin()->second < 0 ? -1 : 1;
    // one term: its number goes to the numerator
    if (denominator.size() == 1) sign = denominator.begin()->second;
    const Monomial common = commonFactors(numerator, denominator);
    divide(numerator, common, sign);
    divide(denominator, common, sign);
    result.push_back({expansion.toExpr(numerator), expansion.toExpr(denominator)});
  }
  return result;
}

}  // namespace formola
