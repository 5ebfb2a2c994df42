#include "expr/linear.h"

#include <algorithm>

#include "expr/operands.h"
#include "expr/partial.h"
#include "expr/rewrite.h"

namespace formola {

namespace {

UnknownClass classOf(Dependence coefficient) {
  switch (coefficient) {
    case Dependence::Constant:
      return UnknownClass::LinearConstant;
    case Dependence::Known:
      return UnknownClass::LinearKnown;
    default:
      return UnknownClass::LinearCoupled;
  }
}

}  // namespace

LinearAnalysis::LinearAnalysis(ExprPool& pool, DependenceAnalysis::Leaf leaf)
    : build_(pool), dependence_(pool, std::move(leaf)) {}

ExprId LinearAnalysis::residual(ExprId left, ExprId right) {
  ExprPool& pool = build_.pool();
  if (build_.isZero(right)) return left;
  return pool.binary(ExprKind::Sub, pool.types.real(), left, right);
}

AffineForm LinearAnalysis::affineResidual(ExprId left, ExprId right) {
  return affine(residual(left, right));
}

AffineForm LinearAnalysis::coefficientsOfResidual(ExprId left, ExprId right) {
  return coefficients(residual(left, right));
}

LinearStructure LinearAnalysis::structureOfResidual(ExprId left, ExprId right) {
  return structure(residual(left, right));
}

// ---- affine forms

bool LinearAnalysis::isLinearOperator(ExprId id) {
  const ExprPool& pool = build_.pool();
  if (pool.base(id) != BaseType::Real) return false;
  switch (pool.kind(id)) {
    case ExprKind::Neg:
    case ExprKind::Add:
    case ExprKind::Sub:
    case ExprKind::Cast:
      return true;
    case ExprKind::Mul:
      return !isUnknown(pool.child(id, 0)) || !isUnknown(pool.child(id, 1));
    case ExprKind::Div:
      return !isUnknown(pool.child(id, 1));
    case ExprKind::If:
      return !isUnknown(pool.child(id, 0));
    case ExprKind::Index:
      return isArrayAccess(pool, id) && !isUnknown(pool.child(id, 1));
    case ExprKind::Builtin:
      break;
    default:
      return false;
  }
  switch (pool.builtinOf(id)) {
    case Builtin::NoEvent:
    case Builtin::Residue:
    case Builtin::Relax:
    case Builtin::Homotopy:
      return true;
    case Builtin::Smooth:
    case Builtin::SemiLinear:
      return !isUnknown(pool.child(id, 0));
    default:
      return false;
  }
}

void LinearAnalysis::accumulate(ExprId id, ExprId amount) {
  ExprId sum = adjoint_.get(id);
  adjoint_.set(id, sum.valid() ? build_.add(sum, amount) : amount);
}

void LinearAnalysis::propagate(ExprId id, ExprId adjoint) {
  ExprPool& pool = build_.pool();
  if (isArrayAccess(pool, id)) {
    ExprId array = pool.child(id, 0);
    ExprId subscript = pool.child(id, 1);
    for (size_t i = 0; i < pool.children(array).size(); ++i) {
      ExprId element = pool.child(array, i);
      if (!isUnknown(element)) continue;
      ExprId chosen =
          build_.compare(ExprKind::Equal, subscript, pool.integer(static_cast<int64_t>(i + 1)));
      accumulate(element, build_.ifThenElse(chosen, adjoint, build_.zero()));
    }
    return;
  }
  size_t count = pool.children(id).size();
  for (size_t i = 0; i < count; ++i) {
    ExprId child = pool.child(id, i);
    if (isUnknown(child)) accumulate(child, scaleByPartial(build_, id, i, adjoint));
  }
}

AffineForm LinearAnalysis::affine(ExprId expression) {
  AffineForm form = coefficients(expression);
  if (form.affine) form.remainder = withoutUnknowns(expression);
  return form;
}

AffineForm LinearAnalysis::coefficients(ExprId expression) {
  AffineForm form;
  const ExprPool& pool = build_.pool();
  order_ = active_(pool, expression, dependence_);
  for (size_t i = order_.size(); i-- > 0;) {
    if (isLeafQuantity(pool, order_[i]) || isLinearOperator(order_[i])) continue;
    form.nonlinearAt = order_[i];
    return form;
  }
  form.affine = true;
  adjoint_.clear();
  if (!order_.empty()) adjoint_.set(expression, build_.one());
  for (size_t i = order_.size(); i-- > 0;) {
    ExprId id = order_[i];
    ExprId adjoint = adjoint_.get(id);
    if (!adjoint.valid() || build_.isZero(adjoint)) continue;
    if (isLeafQuantity(pool, id)) {
      form.terms.push_back({id, adjoint, dependence_(adjoint)});
    } else {
      propagate(id, adjoint);
    }
  }
  return form;
}

// Requires order_ to be the active order of root, of linear operators only.
ExprId LinearAnalysis::withoutUnknowns(ExprId root) {
  if (order_.empty()) return root;
  for (ExprId id : order_) {
    if (!zeroed_.has(id)) zeroed_.set(id, rebuildWithoutUnknowns(id));
  }
  return zeroed_.at(root);
}

ExprId LinearAnalysis::rebuildWithoutUnknowns(ExprId id) {
  ExprPool& pool = build_.pool();
  if (isLeafQuantity(pool, id)) return build_.zero();
  auto zeroed = [&](ExprId child) { return isUnknown(child) ? zeroed_.at(child) : child; };
  if (pool.isBuiltin(id, Builtin::Residue) || pool.isBuiltin(id, Builtin::Relax)) {
    return zeroed(pool.child(id, 0));
  }
  if (isArrayAccess(pool, id)) {
    ExprId array = pool.child(id, 0);
    std::vector<ExprId> elements(pool.children(array).begin(), pool.children(array).end());
    for (ExprId& element : elements) element = zeroed(element);
    bool same = std::ranges::all_of(elements, [&](ExprId e) { return e == elements[0]; });
    if (same) return elements[0];
    ExprId picked = pool.make(ExprKind::Array, pool.type(array), 0, elements);
    return pool.make(ExprKind::Index, pool.type(id), 0, {picked, pool.child(id, 1)});
  }
  operands_.clear();
  for (ExprId child : pool.children(id)) operands_.push_back(zeroed(child));
  return build_.rebuild(id, operands_);
}

// ---- classes and couplings

void LinearAnalysis::raise(ExprId id, UnknownClass kind) {
  UnknownClass& slot = context_.slot(id);
  slot = std::max(slot, kind);
}

// The unknowns below `root`, from left to right. False if the budget is spent.
bool LinearAnalysis::collectSupport(ExprId root, std::vector<ExprId>& support) {
  const ExprPool& pool = build_.pool();
  support.clear();
  supportSeen_.clear();
  stack_.assign(1, root);
  while (!stack_.empty()) {
    ExprId id = stack_.back();
    stack_.pop_back();
    if (!isUnknown(id) || !supportSeen_.insert(id)) continue;
    if (supportBudget_ == 0) return false;
    --supportBudget_;
    if (isLeafQuantity(pool, id)) {
      support.push_back(id);
      continue;
    }
    scalarOperands(pool, id, operands_);
    stack_.insert(stack_.end(), operands_.rbegin(), operands_.rend());
  }
  return true;
}

// Hands the class of what multiplies `id` on to its operands and notes the couplings that `id`
// makes. Below something nonlinear nothing more needs saying: all its unknowns must be known
// already.
bool LinearAnalysis::passContext(ExprId id, UnknownClass context, LinearStructure& result) {
  const ExprPool& pool = build_.pool();
  bool report = context < UnknownClass::Nonlinear;
  auto child = [&](size_t i) { return pool.child(id, i); };
  auto nonlinearIn = [&](ExprId part) {
    raise(part, UnknownClass::Nonlinear);
    if (!report) return true;
    Coupling coupling;
    if (!collectSupport(part, coupling.left)) return false;
    result.couplings.push_back(std::move(coupling));
    return true;
  };
  auto scaled = [&](ExprId part, ExprId by) {
    if (isUnknown(part)) raise(part, std::max(context, classOf(dependence_(by))));
  };
  bool real = pool.base(id) == BaseType::Real;
  switch (real ? pool.kind(id) : ExprKind::Missing) {
    case ExprKind::Neg:
    case ExprKind::Add:
    case ExprKind::Sub:
      for (ExprId operand : pool.children(id))
        if (isUnknown(operand)) raise(operand, context);
      return true;
    case ExprKind::Mul: {
      scaled(child(0), child(1));
      scaled(child(1), child(0));
      if (!isUnknown(child(0)) || !isUnknown(child(1)) || !report) return true;
      Coupling product;
      if (!collectSupport(child(0), product.left)) return false;
      if (!collectSupport(child(1), product.right)) return false;
      // supportSeen_ still holds what is below the second factor
      for (ExprId unknown : product.left) {
        if (supportSeen_.has(unknown)) raise(unknown, UnknownClass::Nonlinear);
      }
      result.couplings.push_back(std::move(product));
      return true;
    }
    case ExprKind::Div:
      scaled(child(0), child(1));
      return !isUnknown(child(1)) || nonlinearIn(child(1));
    case ExprKind::If:
      scaled(child(1), child(0));
      scaled(child(2), child(0));
      return !isUnknown(child(0)) || nonlinearIn(child(0));
    default:
      break;
  }
  scalarOperands(pool, id, operands_);
  if (isLinearOperator(id)) {
    auto own = context;
    if (isArrayAccess(pool, id)) own = std::max(own, classOf(dependence_(child(1))));
    if (pool.isBuiltin(id, Builtin::SemiLinear))
      own = std::max(own, classOf(dependence_(child(0))));
    for (ExprId operand : operands_) {
      if (isUnknown(operand)) raise(operand, own);
    }
    return true;
  }
  for (ExprId operand : operands_) {
    if (isUnknown(operand)) raise(operand, UnknownClass::Nonlinear);
  }
  return nonlinearIn(id);
}

LinearStructure LinearAnalysis::structure(ExprId expression) {
  const ExprPool& pool = build_.pool();
  LinearStructure result;
  order_ = active_(pool, expression, dependence_);
  // enough for nested products of any usual depth, yet linear for a product of a thousand factors
  supportBudget_ = 64 * order_.size() + 1024;
  context_.clear();
  result.unknowns.reserve(std::min<size_t>(order_.size(), 8));
  bool complete = true;
  for (size_t i = order_.size(); i-- > 0;) {
    ExprId id = order_[i];
    UnknownClass context = context_.get(id);
    if (isLeafQuantity(pool, id)) {
      result.unknowns.push_back({id, context});
    } else if (complete) {
      complete = passContext(id, context, result);
    }
  }
  if (!complete) {
    result.couplings.assign(1, Coupling());
    for (ClassifiedUnknown& unknown : result.unknowns) {
      unknown.kind = UnknownClass::Nonlinear;
      result.couplings[0].left.push_back(unknown.unknown);
    }
  }
  return result;
}

}  // namespace formola
