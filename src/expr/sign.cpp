#include "expr/sign.h"

#include <algorithm>
#include <cmath>

#include "expr/rewrite.h"

namespace formola {

namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();

ValueRange add(const ValueRange& a, const ValueRange& b) {
  ValueRange r{a.low + b.low, a.high + b.high, false};
  if (std::isnan(r.low)) r.low = -kInf;
  if (std::isnan(r.high)) r.high = kInf;
  // a sum of terms of one sign vanishes only if all of them do
  bool sameSign = (a.low >= 0 && b.low >= 0) || (a.high <= 0 && b.high <= 0);
  r.nonZero = (sameSign && (a.nonZero || b.nonZero)) || r.low > 0 || r.high < 0;
  return r;
}

ValueRange negate(const ValueRange& a) {
  return {-a.high, -a.low, a.nonZero};
}

double product(double a, double b) {
  return a == 0 || b == 0 ? 0 : a * b;
}  // 0*inf bounds by 0

ValueRange multiply(const ValueRange& a, const ValueRange& b) {
  double p[4] = {product(a.low, b.low), product(a.low, b.high), product(a.high, b.low),
                 product(a.high, b.high)};
  auto [low, high] = std::minmax_element(p, p + 4);
  return {*low, *high, a.neverZero() && b.neverZero()};
}

ValueRange reciprocal(const ValueRange& a) {
  // 1/a is never zero; its bounds are known only where a doesn't change its sign
  if (a.low >= 0) return {a.high == kInf ? 0 : 1 / a.high, a.low == 0 ? kInf : 1 / a.low, true};
  if (a.high <= 0) return {a.high == 0 ? -kInf : 1 / a.high, a.low == -kInf ? 0 : 1 / a.low, true};
  return {-kInf, kInf, true};
}

ValueRange unite(const ValueRange& a, const ValueRange& b) {
  return {std::min(a.low, b.low), std::max(a.high, b.high), a.neverZero() && b.neverZero()};
}

ValueRange absolute(const ValueRange& a) {
  if (a.low >= 0) return a;
  if (a.high <= 0) return negate(a);
  return {0, std::max(-a.low, a.high), a.nonZero};
}

// Image under a monotonically growing function.
template <typename F>
ValueRange monotone(const ValueRange& a, F f, bool zeroOnlyAtZero) {
  ValueRange r{f(a.low), f(a.high), zeroOnlyAtZero && a.neverZero()};
  if (std::isnan(r.low)) r.low = -kInf;
  if (std::isnan(r.high)) r.high = kInf;
  return r;
}

ValueRange power(const ValueRange& base, const ValueRange& exponent) {
  if (exponent.isPoint()) {
    double e = exponent.low;
    if (e == 0) return ValueRange::point(1);
    bool integral = e == std::floor(e) && std::fabs(e) < 1e9;
    if (integral) {
      bool even = std::fmod(e, 2) == 0;
      ValueRange magnitude = even ? absolute(base) : base;
      double n = std::fabs(e);
      ValueRange r = monotone(magnitude, [n](double v) { return std::pow(v, n); }, true);
      return e > 0 ? r : reciprocal(r);
    }
    if (base.low >= 0 || !base.neverZero()) {
      // defined for base >= 0 only
      ValueRange r = {0, kInf, base.neverZero() || e < 0};
      if (e > 0 && base.low > 0) r.low = std::pow(base.low, e);
      if (e > 0 && base.high < kInf && base.high >= 0) r.high = std::pow(base.high, e);
      return r;
    }
    return {0, kInf, true};
  }
  if (base.positive()) return ValueRange::positiveReals();
  if (base.nonNegative()) return ValueRange::nonNegativeReals();
  return ValueRange::all();
}

constexpr double kHalfPi = 1.5707963267948968;  // rounded up

ValueRange rangeOfExp(const ValueRange& a) {
  ValueRange r = monotone(a, [](double v) { return std::exp(v); }, false);
  r.nonZero = true;
  return r;
}

// By the very function that gives the value: another way round it may differ in the last digit.
ValueRange rangeOfLog(ValueRange a, double (*log)(double)) {
  if (a.low <= 0) a.low = 0;
  ValueRange r = monotone(a, [log](double v) { return v <= 0 ? -kInf : log(v); }, false);
  if (a.high <= 0) r.high = kInf;
  return r;
}

ValueRange rangeOfCosh(const ValueRange& a) {
  ValueRange r = monotone(absolute(a), [](double v) { return std::cosh(v); }, false);
  r.low = std::max(r.low, 1.0);
  r.nonZero = true;
  return r;
}

}  // namespace

ValueRange SignAnalysis::operator()(ExprId root) {
  if (memo_.has(root)) return memo_.at(root);
  struct Frame {
    ExprId id;
    bool leave;
  };
  std::vector<Frame> stack{{root, false}};
  while (!stack.empty()) {
    Frame frame = stack.back();
    stack.pop_back();
    if (memo_.has(frame.id)) continue;
    std::span<const ExprId> children = pool_.children(frame.id);
    if (isLeafQuantity(pool_, frame.id) || pool_.kind(frame.id) == ExprKind::Call) {
      memo_.set(frame.id, fact_(frame.id));
    } else if (!frame.leave && !children.empty()) {
      stack.push_back({frame.id, true});
      for (ExprId child : children) stack.push_back({child, false});
    } else {
      memo_.set(frame.id, rangeOf(frame.id));
    }
  }
  return memo_.at(root);
}

ValueRange SignAnalysis::rangeOf(ExprId id) const {
  std::span<const ExprId> children = pool_.children(id);
  auto range = [&](size_t i) { return memo_.at(children[i]); };
  switch (pool_.kind(id)) {
    case ExprKind::Integer:
    case ExprKind::Real:
      return ValueRange::point(pool_.realValue(id));
    case ExprKind::Cast:
      return range(0);
    case ExprKind::Neg:
      return negate(range(0));
    case ExprKind::Add:
      return add(range(0), range(1));
    case ExprKind::Sub:
      return add(range(0), negate(range(1)));
    case ExprKind::Mul:
      if (children[0] == children[1]) return power(range(0), ValueRange::point(2));
      return multiply(range(0), range(1));
    case ExprKind::Div:
      return multiply(range(0), reciprocal(range(1)));
    case ExprKind::Pow:
      return power(range(0), range(1));
    case ExprKind::If:
      return unite(range(1), range(2));
    case ExprKind::Builtin:
      return rangeOfBuiltin(id);
    default:
      return ValueRange::all();
  }
}

ValueRange SignAnalysis::rangeOfBuiltin(ExprId id) const {
  std::span<const ExprId> children = pool_.children(id);
  if (children.empty()) return ValueRange::all();
  ValueRange a = memo_.at(children[0]);
  switch (pool_.builtinOf(id)) {
    case Builtin::Abs:
      return absolute(a);
    case Builtin::Sign:
      return {a.low >= 0 ? (a.neverZero() ? 1.0 : 0.0) : -1.0,
              a.high <= 0 ? (a.neverZero() ? -1.0 : 0.0) : 1.0, a.neverZero()};
    case Builtin::Sqrt:
      return {a.low > 0 ? std::sqrt(a.low) : 0, a.high >= 0 ? std::sqrt(a.high) : kInf,
              a.neverZero()};
#define ELEMENTARY(enumerator, name, arguments, f, defined, domain, partial, range, ...) \
  case Builtin::enumerator:                                                              \
    return range;
#include "expr/elementary.def"
#undef ELEMENTARY
    case Builtin::Floor:
    case Builtin::IntegerOf:
      return monotone(a, [](double v) { return std::floor(v); }, false);
    case Builtin::Ceil:
      return monotone(a, [](double v) { return std::ceil(v); }, false);
    case Builtin::NoEvent:
    case Builtin::Residue:
    case Builtin::Relax:
      return a;
    default:
      break;
  }
  if (children.size() < 2) return ValueRange::all();
  ValueRange b = memo_.at(children[1]);
  switch (pool_.builtinOf(id)) {
    case Builtin::MinOf: {
      ValueRange r{std::min(a.low, b.low), std::min(a.high, b.high),
                   a.neverZero() && b.neverZero()};
      r.nonZero = r.nonZero || a.negative() || b.negative();
      return r;
    }
    case Builtin::MaxOf: {
      ValueRange r{std::max(a.low, b.low), std::max(a.high, b.high),
                   a.neverZero() && b.neverZero()};
      r.nonZero = r.nonZero || a.positive() || b.positive();
      return r;
    }
    case Builtin::Smooth:
      return b;
    case Builtin::Homotopy:
      return unite(a, b);
    case Builtin::SemiLinear:
      if (children.size() < 3) return ValueRange::all();
      return unite(multiply(a, b), multiply(a, memo_.at(children[2])));
    default:
      return ValueRange::all();
  }
}

}  // namespace formola
