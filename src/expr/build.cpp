#include "expr/build.h"

#include <algorithm>

#include "expr/fold.h"

namespace formola {

namespace {

// Rules are applied to what rules build; operands that were never simplified (-(-(-...x)) stored as
// given) could nest this as deep as the expression. Beyond the limit the form is kept, which is
// always right.
constexpr int kMaxNesting = 40;

}  // namespace

bool ExprBuilder::isSimpleScalar(TypeId type) const {
  const Type& t = pool_->types[type];
  return t.dims.empty() && (t.base == BaseType::Real || t.base == BaseType::Integer ||
                            t.base == BaseType::Boolean || t.base == BaseType::Enumeration);
}

ExprId ExprBuilder::toReal(ExprId a) {
  if (pool_->base(a) != BaseType::Integer || !pool_->types.isScalar(pool_->type(a))) return a;
  if (pool_->kind(a) == ExprKind::Integer) return real(pool_->realValue(a));
  return pool_->unary(ExprKind::Cast, pool_->types.real(), a);
}

ExprId ExprBuilder::neg(ExprId a) {
  return apply(ExprKind::Neg, Builtin::Abs, pool_->type(a), {&a, 1});
}

ExprId ExprBuilder::arithmetic(ExprKind kind, ExprId a, ExprId b) {
  TypeId type = pool_->types.integer();
  bool integers = pool_->base(a) == BaseType::Integer && pool_->base(b) == BaseType::Integer;
  // "/" and "^" have Real results (spec 3.6 §3.4)
  if (!integers || kind == ExprKind::Div || kind == ExprKind::Pow) {
    a = toReal(a);
    b = toReal(b);
    type = pool_->types.real();
  }
  ExprId both[2] = {a, b};
  return apply(kind, Builtin::Abs, type, both);
}

ExprId ExprBuilder::logicalNot(ExprId a) {
  return apply(ExprKind::Not, Builtin::Abs, pool_->types.boolean(), {&a, 1});
}

ExprId ExprBuilder::logicalAnd(ExprId a, ExprId b) {
  ExprId both[2] = {a, b};
  return apply(ExprKind::And, Builtin::Abs, pool_->types.boolean(), both);
}

ExprId ExprBuilder::logicalOr(ExprId a, ExprId b) {
  ExprId both[2] = {a, b};
  return apply(ExprKind::Or, Builtin::Abs, pool_->types.boolean(), both);
}

ExprId ExprBuilder::compare(ExprKind kind, ExprId a, ExprId b) {
  if (pool_->base(a) != pool_->base(b)) {
    a = toReal(a);
    b = toReal(b);
  }
  ExprId both[2] = {a, b};
  return apply(kind, Builtin::Abs, pool_->types.boolean(), both);
}

ExprId ExprBuilder::ifThenElse(ExprId condition, ExprId a, ExprId b) {
  if (pool_->base(a) != pool_->base(b)) {
    a = toReal(a);
    b = toReal(b);
  }
  ExprId all[3] = {condition, a, b};
  return apply(ExprKind::If, Builtin::Abs, pool_->type(a), all);
}

ExprId ExprBuilder::call(Builtin function, TypeId type, std::span<const ExprId> arguments) {
  return apply(ExprKind::Builtin, function, type, arguments);
}

ExprId ExprBuilder::apply(ExprKind kind, Builtin function, TypeId type,
                          std::span<const ExprId> operands) {
  auto payload = kind == ExprKind::Builtin ? static_cast<uint32_t>(function) : 0u;
  lastRule_ = nullptr;
  bool divisionByZero = kind == ExprKind::Div && isZero(operands[1]);
  if (isSimpleScalar(type) && operands.size() <= 3 && !operands.empty() && !divisionByZero) {
    if (ExprId folded = foldLiterals(*pool_, kind, function, type, operands)) return folded;
    if (depth_ < kMaxNesting) {
      LetterBindings bindings;
      const OperandKinds kinds = kindsOf(*pool_, operands);
      for (const RuleEntry& entry : rulesFor(kind, function)) {
        if (!entry.admits(kinds)) continue;
        const Rule* rule = entry.rule;
        if (!matchOperands(*pool_, *rule, operands, bindings)) continue;
        ++depth_;
        TypeId literalType =
            pool_->types[type].base == BaseType::Integer ? type : pool_->types.real();
        ExprId result =
            instantiate(rule->rightPattern, rule->rightPattern.root(), literalType, type, bindings);
        --depth_;
        lastRule_ = rule;
        return pool_->types[type].base == BaseType::Real ? toReal(result) : result;
      }
    }
  }
  return pool_->make(kind, type, payload, operands);
}

// Recursion over the pattern of a rule, a few nodes deep.
ExprId ExprBuilder::instantiate(const Pattern& pattern, const PatternNode& node, TypeId literalType,
                                TypeId resultType, const LetterBindings& bindings) {
  switch (node.what) {
    case PatternKind::Letter:
      return bindings[node.letter];
    case PatternKind::Truth:
      return pool_->boolean(node.number != 0);
    case PatternKind::Number:
      return literalType == pool_->types.integer()
                 ? pool_->integer(static_cast<int64_t>(node.number))
                 : real(node.number);
    case PatternKind::Operator:
      break;
  }
  ExprId operands[3];
  for (size_t i = 0; i < node.childCount; ++i) {
    operands[i] =
        instantiate(pattern, pattern.nodes[node.child[i]], literalType, resultType, bindings);
  }
  switch (node.kind) {
    case ExprKind::Neg:
      return neg(operands[0]);
    case ExprKind::Not:
      return logicalNot(operands[0]);
    case ExprKind::And:
      return logicalAnd(operands[0], operands[1]);
    case ExprKind::Or:
      return logicalOr(operands[0], operands[1]);
    case ExprKind::If:
      return ifThenElse(operands[0], operands[1], operands[2]);
    case ExprKind::Builtin:
      return call(node.builtin, resultType, std::span<const ExprId>(operands, node.childCount));
    case ExprKind::Add:
    case ExprKind::Sub:
    case ExprKind::Mul:
    case ExprKind::Div:
    case ExprKind::Pow:
      return arithmetic(node.kind, operands[0], operands[1]);
    default:
      return compare(node.kind, operands[0], operands[1]);
  }
}

ExprId ExprBuilder::rebuild(ExprId original, std::span<const ExprId> given) {
  ExprPool& pool = *pool_;
  const ExprNode node = pool[original];
  if (given.empty()) return original;
  bool scalar = isSimpleScalar(node.type) && given.size() <= 3;
  for (size_t i = 0; i < given.size() && scalar; ++i) {
    scalar = pool.types.isScalar(pool.type(given[i]));
  }
  if (!scalar) {
    lastRule_ = nullptr;
    return pool.make(node.kind, node.type, node.payload, given);
  }
  ExprId children[3];  // `given` may point into the pool
  std::copy(given.begin(), given.end(), children);
  ExprId result;
  switch (node.kind) {
    case ExprKind::Neg:
      result = neg(children[0]);
      break;
    case ExprKind::Not:
      result = logicalNot(children[0]);
      break;
    case ExprKind::And:
      result = logicalAnd(children[0], children[1]);
      break;
    case ExprKind::Or:
      result = logicalOr(children[0], children[1]);
      break;
    case ExprKind::Add:
    case ExprKind::Sub:
    case ExprKind::Mul:
    case ExprKind::Div:
    case ExprKind::Pow:
      result = arithmetic(node.kind, children[0], children[1]);
      break;
    case ExprKind::Less:
    case ExprKind::LessEqual:
    case ExprKind::Greater:
    case ExprKind::GreaterEqual:
    case ExprKind::Equal:
    case ExprKind::NotEqual:
      result = compare(node.kind, children[0], children[1]);
      break;
    case ExprKind::If:
      result = ifThenElse(children[0], children[1], children[2]);
      break;
    case ExprKind::Cast:
      result = pool.base(children[0]) == BaseType::Integer ? toReal(children[0])
               : pool.type(children[0]) == node.type
                   ? children[0]
                   : pool.make(node.kind, node.type, node.payload, {children[0]});
      break;
    case ExprKind::Builtin: {
      // an Integer put in the place of a Real argument
      for (size_t i = 0; i < given.size(); ++i) {
        if (pool.base(pool.child(original, i)) == BaseType::Real) children[i] = toReal(children[i]);
      }
      result = call(static_cast<Builtin>(node.payload), node.type,
                    std::span<const ExprId>(children, given.size()));
      break;
    }
    default:
      lastRule_ = nullptr;
      return pool.make(node.kind, node.type, node.payload,
                       std::span<const ExprId>(children, given.size()));
  }
  return pool.types[node.type].base == BaseType::Real ? toReal(result) : result;
}

}  // namespace formola
