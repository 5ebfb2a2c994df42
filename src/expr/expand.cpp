#include "expr/expand.h"

#include <algorithm>
#include <map>

#include "expr/expr_table.h"
#include "expr/rewrite.h"

namespace formola {

namespace {

using Terms = std::vector<Monomial>;

// Equal products are collected; what cancels is dropped.
Terms collect(const Terms& terms) {
  std::map<std::vector<ExprId>, size_t> place;
  Terms result;
  for (const Monomial& term : terms) {
    auto [at, fresh] = place.emplace(term.factors, result.size());
    if (fresh)
      result.push_back(term);
    else
      result[at->second].coefficient += term.coefficient;
  }
  std::erase_if(result, [](const Monomial& term) { return term.coefficient == 0; });
  return result;
}

Terms product(const Terms& a, const Terms& b) {
  Terms result;
  for (const Monomial& x : a)
    for (const Monomial& y : b) {
      Monomial term{x.coefficient * y.coefficient, x.factors};
      term.factors.insert(term.factors.end(), y.factors.begin(), y.factors.end());
      std::sort(term.factors.begin(), term.factors.end());
      result.push_back(std::move(term));
    }
  return collect(result);
}

// The other function of the same angle; invalid if the factor is neither sine nor cosine.
ExprId partner(ExprPool& pool, ExprId factor) {
  const bool sine = pool.isBuiltin(factor, Builtin::Sin);
  if (!sine && !pool.isBuiltin(factor, Builtin::Cos)) return {};
  const ExprId angle[1] = {pool.child(factor, 0)};
  return pool.builtin(sine ? Builtin::Cos : Builtin::Sin, pool.type(factor), angle);
}

// A pair k*f*sin(a)^2 + k*f*cos(a)^2 of terms becomes k*f; false if there is none.
bool joinPair(ExprPool& pool, Terms& terms) {
  for (size_t i = 0; i < terms.size(); ++i)
    for (size_t k = 0; k + 1 < terms[i].factors.size(); ++k) {
      const ExprId factor = terms[i].factors[k];
      if (terms[i].factors[k + 1] != factor) continue;
      const ExprId other = partner(pool, factor);
      if (!other.valid()) continue;
      std::vector<ExprId> rest = terms[i].factors;
      const auto at = rest.begin() + static_cast<std::ptrdiff_t>(k);
      rest.erase(at, at + 2);
      std::vector<ExprId> wanted = rest;
      wanted.insert(wanted.end(), {other, other});
      std::sort(wanted.begin(), wanted.end());
      const auto match = std::find_if(terms.begin(), terms.end(), [&](const Monomial& term) {
        return term.coefficient == terms[i].coefficient && term.factors == wanted;
      });
      if (match == terms.end()) continue;
      terms[i].factors = std::move(rest);
      terms.erase(match);
      terms = collect(terms);
      return true;
    }
  return false;
}

// sin(a)^2 + cos(a)^2 = 1, times what both terms share.
Terms joinSquares(ExprPool& pool, Terms terms) {
  while (joinPair(pool, terms)) continue;  // one term less each time
  return terms;
}

bool isSplit(const ExprPool& pool, ExprId id) {
  if (pool.base(id) != BaseType::Real) return false;
  switch (pool.kind(id)) {
    case ExprKind::Neg:
    case ExprKind::Add:
    case ExprKind::Sub:
    case ExprKind::Mul:
      return true;
    case ExprKind::Div:
      if (pool.isNumber(pool.child(id, 1))) return pool.realValue(pool.child(id, 1)) != 0;
      return !pool.isNumber(pool.child(id, 0)) || pool.realValue(pool.child(id, 0)) != 1;
    case ExprKind::Pow:
      return pool.isNumber(pool.child(id, 1)) && pool.realValue(pool.child(id, 1)) == 2;
    default:
      return false;
  }
}

}  // namespace

std::optional<Terms> expand(ExprBuilder& build, ExprId root, size_t maxTerms) {
  const ExprPool& pool = build.pool();
  SmallExprSet seen;
  SmallExprTable<Terms> terms;
  const ExprId roots[1] = {root};
  bool tooLong = false;
  forEachNode(
      pool, roots, seen, [&](ExprId id) { return !tooLong && isSplit(pool, id); },
      [&](ExprId id) {
        if (tooLong) return;
        auto of = [&](size_t i) -> const Terms& { return terms.at(pool.child(id, i)); };
        Terms result;
        if (pool.isNumber(id)) {
          if (pool.realValue(id) != 0) result.push_back({pool.realValue(id), {}});
        } else if (!isSplit(pool, id)) {
          result.push_back({1, {id}});
        } else {
          switch (pool.kind(id)) {
            case ExprKind::Neg:
              result = of(0);
              for (Monomial& term : result) term.coefficient = -term.coefficient;
              break;
            case ExprKind::Div: {
              result = of(0);
              const ExprId divisor = pool.child(id, 1);
              if (pool.isNumber(divisor)) {
                for (Monomial& term : result) term.coefficient /= pool.realValue(divisor);
              } else {
                result = product(result, {{1, {build.div(build.one(), divisor)}}});
              }
              break;
            }
            case ExprKind::Add:
            case ExprKind::Sub: {
              result = of(0);
              for (Monomial term : of(1)) {
                if (pool.kind(id) == ExprKind::Sub) term.coefficient = -term.coefficient;
                result.push_back(std::move(term));
              }
              result = collect(result);
              break;
            }
            default: {
              const Terms& left = of(0);
              const Terms& right = of(pool.kind(id) == ExprKind::Pow ? 0 : 1);
              if (left.size() * right.size() > maxTerms)
                tooLong = true;
              else
                result = product(left, right);
            }
          }
        }
        tooLong = tooLong || result.size() > maxTerms;
        terms.set(id, std::move(result));
      });
  if (tooLong) return std::nullopt;
  return joinSquares(build.pool(), terms.at(root));
}

ExprId sumOf(ExprBuilder& build, const Terms& terms) {
  ExprId sum;
  for (const Monomial& term : terms) {
    ExprId value;
    for (ExprId factor : term.factors) value = value.valid() ? build.mul(value, factor) : factor;
    const double size = std::abs(term.coefficient);
    if (!value.valid())
      value = build.real(size);
    else if (size != 1)
      value = build.mul(build.real(size), value);
    if (!sum.valid())
      sum = term.coefficient < 0 ? build.neg(value) : value;
    else
      sum = term.coefficient < 0 ? build.sub(sum, value) : build.add(sum, value);
  }
  return sum.valid() ? sum : build.zero();
}

}  // namespace formola
