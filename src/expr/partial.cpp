#include "expr/partial.h"

#include <cmath>

namespace formola {

namespace {

// if c then w else 0 (or the other branch). A w that is zero on a branch of an outer condition
// keeps that condition outermost, so that the parts of if/elseif chains add up to one chain again.
// Recursion is limited, not by user data.
ExprId keepOnBranch(ExprBuilder& b, ExprId condition, ExprId w, bool then, int depth = 0) {
  ExprPool& pool = b.pool();
  if (depth < 16 && pool.kind(w) == ExprKind::If && pool.child(w, 0) != condition) {
    ExprId outer = pool.child(w, 0);
    ExprId u = pool.child(w, 1);
    ExprId v = pool.child(w, 2);
    if (b.isZero(v)) {
      return b.ifThenElse(outer, keepOnBranch(b, condition, u, then, depth + 1), b.zero());
    }
    if (b.isZero(u)) {
      return b.ifThenElse(outer, b.zero(), keepOnBranch(b, condition, v, then, depth + 1));
    }
  }
  return then ? b.ifThenElse(condition, w, b.zero()) : b.ifThenElse(condition, b.zero(), w);
}

ExprId scaleByFunctionPartial(ExprBuilder& b, ExprId node, size_t i, ExprId w) {
  ExprPool& pool = b.pool();
  auto arg = [&](size_t k) { return pool.child(node, k); };
  ExprId x = arg(0);
  const ExprId y = pool.children(node).size() > 1 ? arg(1) : ExprId();
  TypeId real = pool.types.real();
  switch (pool.builtinOf(node)) {
    case Builtin::Abs:
      return b.mul(b.call(Builtin::Sign, pool.types.integer(), {x}), w);
    case Builtin::Sqrt:
      return b.div(w, b.mul(b.real(2), node));
#define ELEMENTARY(enumerator, name, arguments, f, defined, domain, partial, ...) \
  case Builtin::enumerator:                                                       \
    return partial;
#include "expr/elementary.def"
#undef ELEMENTARY
    case Builtin::Sign:
    case Builtin::Floor:
    case Builtin::Ceil:
    case Builtin::IntegerOf:
    case Builtin::Div:
    case Builtin::FloorOfTime:
    case Builtin::EndOfFloor:
    case Builtin::Relation:
      return b.zero();
    // mod(x, y) = x - floor(x/y)*y and rem(x, y) = x - div(x, y)*y (spec 3.6 §3.7); the steps
    // are constant
    case Builtin::Mod:
      if (i == 0) return w;
      return b.neg(b.mul(b.call(Builtin::Floor, b.div(x, arg(1))), w));
    case Builtin::Rem:
      if (i == 0) return w;
      return b.neg(b.mul(b.call(Builtin::Div, real, {x, arg(1)}), w));
    case Builtin::MinOf:
    case Builtin::MaxOf: {
      // no events here: min and max don't generate any themselves
      bool isMin = pool.builtinOf(node) == Builtin::MinOf;
      ExprId first = b.compare(isMin ? ExprKind::LessEqual : ExprKind::GreaterEqual, x, arg(1));
      ExprId condition = b.call(Builtin::NoEvent, pool.types.boolean(), {first});
      return i == 0 ? b.ifThenElse(condition, w, b.zero()) : b.ifThenElse(condition, b.zero(), w);
    }
    case Builtin::SemiLinear: {
      // semiLinear(x, k, l) = if x >= 0 then k*x else l*x (spec 3.6 §3.7)
      ExprId k = arg(1);
      ExprId l = arg(2);
      ExprId positive = b.compare(ExprKind::GreaterEqual, x, b.zero());
      if (i == 0) return b.mul(b.ifThenElse(positive, k, l), w);
      ExprId scaled = b.mul(x, w);
      return i == 1 ? b.ifThenElse(positive, scaled, b.zero())
                    : b.ifThenElse(positive, b.zero(), scaled);
    }
    case Builtin::NoEvent:
    case Builtin::Residue:
    case Builtin::Relax:
      return w;
    case Builtin::Smooth:
      return i == 1 ? w : b.zero();
    case Builtin::Homotopy:
      return i == 0 ? b.call(Builtin::Homotopy, real, {w, b.zero()})
                    : b.call(Builtin::Homotopy, real, {b.zero(), w});
    default:
      return {};
  }
}

}  // namespace

ExprId scaleByPartial(ExprBuilder& b, ExprId node, size_t i, ExprId w) {
  ExprPool& pool = b.pool();
  if (pool.base(node) != BaseType::Real) return b.zero();
  auto arg = [&](size_t k) { return pool.child(node, k); };
  switch (pool.kind(node)) {
    case ExprKind::Neg:
      return b.neg(w);
    case ExprKind::Add:
      return w;
    case ExprKind::Sub:
      return i == 0 ? w : b.neg(w);
    case ExprKind::Mul:
      return i == 0 ? b.mul(w, arg(1)) : b.mul(arg(0), w);
    case ExprKind::Div:
      // d(a/c) = (da - (a/c)*dc)/c: the quotient is there already
      if (i == 0) return b.div(w, arg(1));
      return b.neg(b.div(b.mul(node, w), arg(1)));
    case ExprKind::Pow: {
      ExprId base = arg(0);
      ExprId exponent = arg(1);
      if (i == 0) {
        ExprId lower = b.pow(base, b.sub(exponent, b.one()));
        return b.mul(b.mul(exponent, lower), w);
      }
      return b.mul(b.mul(node, b.call(Builtin::Log, base)), w);
    }
    case ExprKind::If:
      if (i == 0) return b.zero();
      return keepOnBranch(b, arg(0), w, i == 1);
    case ExprKind::Cast:
      return w;
    case ExprKind::Builtin:
      return scaleByFunctionPartial(b, node, i, w);
    default:
      return {};
  }
}

}  // namespace formola
