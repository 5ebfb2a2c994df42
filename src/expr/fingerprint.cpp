#include "expr/fingerprint.h"

#include <cmath>
#include <vector>

namespace formola {

namespace {

constexpr uint64_t kPrime = (uint64_t{1} << 61) - 1;
constexpr uint64_t kMostPower = 64;  // a larger exponent makes an atom

__extension__ using Wide = unsigned __int128;

uint64_t reduce(uint64_t x) {
  x = (x & kPrime) + (x >> 61);
  return x >= kPrime ? x - kPrime : x;
}
uint64_t add(uint64_t a, uint64_t b) {
  return reduce(a + b);
}
uint64_t negative(uint64_t a) {
  return a == 0 ? 0 : kPrime - a;
}
uint64_t multiply(uint64_t a, uint64_t b) {
  const Wide product = static_cast<Wide>(a) * b;
  return reduce((static_cast<uint64_t>(product) & kPrime) + static_cast<uint64_t>(product >> 61));
}
uint64_t power(uint64_t base, uint64_t exponent) {
  uint64_t result = 1;
  for (; exponent != 0; exponent >>= 1) {
    if ((exponent & 1) != 0) result = multiply(result, base);
    base = multiply(base, base);
  }
  return result;
}
// Fermat: a^(p - 2) = 1/a.
uint64_t inverse(uint64_t a) {
  return power(a, kPrime - 2);
}

// m * 2^e; 2^61 = 1 here.
uint64_t ofNumber(double x) {
  int exponent = 0;
  const double mantissa = std::frexp(std::abs(x), &exponent);
  const auto m = static_cast<uint64_t>(std::ldexp(mantissa, 53));
  const int shift = ((exponent - 53) % 61 + 61) % 61;
  const uint64_t value = multiply(reduce(m), uint64_t{1} << shift);
  return std::signbit(x) ? negative(value) : value;
}

// The finalizer of splitmix64.
uint64_t mix(uint64_t x) {
  x += 0x9e3779b97f4a7c15U;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
  return x ^ (x >> 31);
}

// The k-th of the independent numbers for an atom.
uint64_t randomNumber(uint64_t which, size_t k) {
  return mix(mix(which) + k) % kPrime;
}

}  // namespace

Fingerprints::Value Fingerprints::atom(ExprId id) const {
  return {{randomNumber(id.index(), 0), randomNumber(id.index(), 1)}};
}

Fingerprints::Value Fingerprints::negated(const Value& value) {
  return {{negative(value.at[0]), negative(value.at[1])}};
}

std::vector<ExprId> Fingerprints::operandsOf(ExprId id) const {
  const std::span<const ExprId> children = pool_.children(id);
  switch (pool_.kind(id)) {
    case ExprKind::Cast:
    case ExprKind::Neg:
    case ExprKind::Add:
    case ExprKind::Sub:
    case ExprKind::Mul:
    case ExprKind::Div:
    case ExprKind::Pow:
      return {children.begin(), children.end()};
    case ExprKind::Variable:
      if (const ExprId same = meaning_ ? meaning_(id) : ExprId(); same.valid()) return {same};
      return {};
    case ExprKind::Builtin:
      if (pool_.isBuiltin(id, Builtin::Sin) || pool_.isBuiltin(id, Builtin::Cos))
        return {children.begin(), children.end()};
      return {};
    default:
      return {};
  }
}

// Requires: the operands have theirs.
std::optional<Fingerprints::Value> Fingerprints::compute(ExprId id) {
  const std::vector<ExprId> children = operandsOf(id);
  Value result;
  auto each = [&](auto&& f) {
    for (size_t k = 0; k < result.at.size(); ++k) result.at[k] = f(k);
    return result;
  };
  if (pool_.isNumber(id)) {
    const double x = pool_.realValue(id);
    if (std::isfinite(x)) return each([&](size_t) { return ofNumber(x); });
  }
  for (ExprId child : children)
    if (!memo_.at(child)) return std::nullopt;
  if (children.empty()) return atom(id);
  auto operand = [&](size_t i, size_t k) { return memo_.at(children[i])->at[k]; };
  switch (pool_.kind(id)) {
    case ExprKind::Cast:
    case ExprKind::Variable:
      return *memo_.at(children[0]);
    case ExprKind::Neg:
      return each([&](size_t k) { return negative(operand(0, k)); });
    case ExprKind::Add:
      return each([&](size_t k) { return add(operand(0, k), operand(1, k)); });
    case ExprKind::Sub:
      return each([&](size_t k) { return add(operand(0, k), negative(operand(1, k))); });
    case ExprKind::Mul:
      return each([&](size_t k) { return multiply(operand(0, k), operand(1, k)); });
    case ExprKind::Div:
      if (operand(1, 0) == 0 || operand(1, 1) == 0) return std::nullopt;
      return each([&](size_t k) { return multiply(operand(0, k), inverse(operand(1, k))); });
    case ExprKind::Pow: {
      if (!pool_.isNumber(children[1])) break;
      const double exponent = pool_.realValue(children[1]);
      if (std::abs(exponent) > kMostPower || exponent != std::trunc(exponent)) break;
      const auto n = static_cast<uint64_t>(std::abs(exponent));
      if (exponent < 0 && (operand(0, 0) == 0 || operand(0, 1) == 0)) return std::nullopt;
      return each([&](size_t k) {
        const uint64_t value = power(operand(0, k), n);
        return exponent < 0 ? inverse(value) : value;
      });
    }
    case ExprKind::Builtin: {
      // A point of the unit circle from a number t = tan(angle/2), which the angle gives.
      const bool sine = pool_.builtinOf(id) == Builtin::Sin;
      return each([&](size_t k) {
        const uint64_t t = randomNumber(mix(operand(0, 0)) + operand(0, 1), k);
        const uint64_t square = multiply(t, t);
        const uint64_t scale = inverse(add(1, square));
        return multiply(sine ? add(t, t) : add(1, negative(square)), scale);
      });
    }
    default:
      break;
  }
  return atom(id);
}

std::optional<Fingerprints::Value> Fingerprints::operator()(ExprId root) {
  if (memo_.has(root)) return memo_.at(root);
  std::vector<std::pair<ExprId, bool>> stack{{root, false}};
  while (!stack.empty()) {
    auto [id, entered] = stack.back();
    if (memo_.has(id)) {
      stack.pop_back();
    } else if (entered) {
      stack.pop_back();
      memo_.set(id, compute(id));
    } else if (!entered_.insert(id)) {
      memo_.set(id, atom(id));  // a variable that is defined by itself
    } else {
      stack.back().second = true;
      for (ExprId child : operandsOf(id)) stack.emplace_back(child, false);
    }
  }
  return memo_.at(root);
}

ExprId EqualExpressions::operator()(ExprId id) {
  const std::optional<Fingerprints::Value> value = fingerprints_(id);
  if (!value) return id;
  if (value->isZero()) return build_.zero();
  const auto [same, added] = known_.emplace(*value, id);
  if (!added) return same->second;
  const auto opposite = known_.find(Fingerprints::negated(*value));
  if (opposite == known_.end()) return id;
  known_.erase(same);
  return build_.neg(opposite->second);
}

}  // namespace formola
