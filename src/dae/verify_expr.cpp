#include "dae/verify_expr.h"

#include <fmt/format.h>

#include "expr/operators.h"

namespace formola {

namespace {

bool dimsAgree(std::span<const Size> a, std::span<const Size> b) {
  if (a.size() != b.size()) return false;
  for (size_t i = 0; i < a.size(); ++i) {
    if (a[i] != b[i] && a[i] != kUnknownSize && b[i] != kUnknownSize) return false;
  }
  return true;
}

// Kinds that hold or pick parts of arrays and records: the scalar form keeps them around calls and
// subscripts.
bool mayBeArray(ExprKind kind) {
  switch (kind) {
    case ExprKind::Array:
    case ExprKind::Record:
    case ExprKind::Call:
    case ExprKind::TupleElement:
    case ExprKind::Field:
    case ExprKind::Index:
    case ExprKind::FunctionRef:
      return true;
    default:
      return false;
  }
}

}  // namespace

void ExprVerifier::enter(const Function* function, bool scalar) {
  function_ = function;
  scalar_ = scalar;
  ++scope_;
  bound_.clear();
  used_.clear();
}

void ExprVerifier::leave() {
  for (uint32_t iterator : used_) {
    if (!bound_.contains(iterator))
      problem(fmt::format("iterator {} is bound by nothing", iterator));
  }
}

bool ExprVerifier::check(ExprId root) {
  if (root.index() >= pool_.size()) {
    problem(fmt::format("expression {} is not in the pool", root.index()));
    return false;
  }
  std::vector<ExprId> stack{root};
  while (!stack.empty()) {
    ExprId e = stack.back();
    stack.pop_back();
    if (scopeOf_[e.index()] == scope_) continue;
    scopeOf_[e.index()] = scope_;
    bool sound = true;
    for (ExprId c : pool_.children(e)) {
      if (c.index() < pool_.size()) continue;
      problem(fmt::format("expression {} has a child that is not in the pool", e.index()));
      sound = false;
    }
    if (!sound) continue;
    checkNode(e);
    for (ExprId c : pool_.children(e)) stack.push_back(c);
  }
  return true;
}

bool ExprVerifier::arity(ExprId e, size_t n) {
  if (pool_.children(e).size() == n) return true;
  problem(fmt::format("expression {}: {} operands instead of {}", e.index(),
                      pool_.children(e).size(), n));
  return false;
}

void ExprVerifier::checkNode(ExprId e) {
  if (!pool_.type(e).valid()) return problem(fmt::format("expression {} has no type", e.index()));
  ExprKind kind = pool_.kind(e);
  if (scalar_) checkScalarForm(e);
  // omitted operands are known to functions of the language, references to functions, and ranges
  // without a step
  bool mayOmit =
      kind == ExprKind::Builtin || kind == ExprKind::FunctionRef || kind == ExprKind::Range;
  for (ExprId c : pool_.children(e)) {
    if (pool_.kind(c) == ExprKind::Missing && !mayOmit) {
      return problem(fmt::format("expression {} has an operand that is missing", e.index()));
    }
  }
  if (kind <= ExprKind::Missing && kind != ExprKind::FunctionRef) return checkLeaf(e);
  switch (kind) {
    case ExprKind::Call:
    case ExprKind::FunctionRef:
      return checkCall(e);
    case ExprKind::TupleElement:
    case ExprKind::Field:
    case ExprKind::Index:
      return checkPart(e);
    case ExprKind::Array:
    case ExprKind::Record:
    case ExprKind::Range:
    case ExprKind::Reduction:
    case ExprKind::Comprehension:
      return checkArray(e);
    case ExprKind::Builtin:
    case ExprKind::MatMul:
      return;
    default:
      return checkOperator(e);
  }
}

void ExprVerifier::checkLeaf(ExprId e) {
  uint32_t payload = pool_.payload(e);
  switch (pool_.kind(e)) {
    case ExprKind::Variable:
      if (payload >= dae_.variables.size()) {
        problem(fmt::format("variable {} does not exist", payload));
      } else if (dae_.variables[VariableId(payload)].type != pool_.type(e)) {
        problem(fmt::format("variable '{}' is used with another type than its own",
                            pool_.names.text(dae_.variables[VariableId(payload)].name)));
      }
      return;
    case ExprKind::Local:
      if (function_ == nullptr) {
        problem(fmt::format("local {} outside a function", payload));
      } else if (payload >= function_->locals.size()) {
        problem(fmt::format("local {} does not exist", payload));
      } else if (pool_.types[function_->locals[payload].type].base != pool_.base(e)) {
        problem(fmt::format("local {} is used with another type than its own", payload));
      }
      return;
    case ExprKind::Iterator:
      used_.push_back(payload);
      return;
    case ExprKind::Enum:
      if (pool_.base(e) != BaseType::Enumeration || payload < 1 ||
          payload > pool_.types.enumOf(pool_.type(e)).literals.size()) {
        problem(fmt::format("expression {} is no literal of its enumeration", e.index()));
      }
      return;
    default:
      return;
  }
}

void ExprVerifier::checkOperator(ExprId e) {
  ExprKind kind = pool_.kind(e);
  bool unary = kind == ExprKind::Neg || kind == ExprKind::Not || kind == ExprKind::Cast;
  if (!arity(e, unary ? 1 : kind == ExprKind::If ? 3 : 2)) return;
  std::span<const ExprId> c = pool_.children(e);
  BaseType base = pool_.base(e);
  bool right = true;
  switch (kind) {
    case ExprKind::Neg:
      right = pool_.types.isNumeric(pool_.type(e)) && pool_.base(c[0]) == base;
      break;
    case ExprKind::Add:
    case ExprKind::Sub:
    case ExprKind::Mul: {
      bool text = kind == ExprKind::Add && base == BaseType::String;
      right = (text || pool_.types.isNumeric(pool_.type(e))) && pool_.base(c[0]) == base &&
              pool_.base(c[1]) == base;
      break;
    }
    case ExprKind::Div:
    case ExprKind::Pow:
      right = base == BaseType::Real && pool_.types.isNumeric(pool_.type(c[0])) &&
              pool_.types.isNumeric(pool_.type(c[1]));
      break;
    case ExprKind::Not:
      right = base == BaseType::Boolean && pool_.base(c[0]) == base;
      break;
    case ExprKind::And:
    case ExprKind::Or:
      right = base == BaseType::Boolean && pool_.base(c[0]) == base && pool_.base(c[1]) == base;
      break;
    case ExprKind::If:
      right = pool_.type(c[0]) == pool_.types.boolean() && pool_.base(c[1]) == base &&
              pool_.base(c[2]) == base;
      break;
    case ExprKind::Cast: {
      BaseType from = pool_.base(c[0]);
      right = (base == BaseType::Real && (from == BaseType::Integer || from == BaseType::Real)) ||
              (base == BaseType::Integer && from == BaseType::Enumeration);
      break;
    }
    default:
      if (isRelation(kind))
        right = base == BaseType::Boolean && pool_.base(c[0]) == pool_.base(c[1]);
  }
  if (!right)
    return problem(fmt::format("expression {}: the types of its operands do not fit", e.index()));
  checkElementwise(e);
}

void ExprVerifier::checkElementwise(ExprId e) {
  std::span<const Size> dims = pool_.types[pool_.type(e)].dims;
  for (ExprId c : pool_.children(e)) {
    std::span<const Size> own = pool_.types[pool_.type(c)].dims;
    if (own.empty() || dimsAgree(own, dims)) continue;
    return problem(fmt::format("expression {}: the sizes of its operands do not fit", e.index()));
  }
}

void ExprVerifier::checkCall(ExprId e) {
  FunctionId id = pool_.functionOf(e);
  if (!id.valid()) return;  // a call of a function that is an argument
  if (id.index() >= dae_.functions.size())
    return problem(fmt::format("function {} does not exist", id.index()));
  if (pool_.kind(e) == ExprKind::FunctionRef) return;
  const Function& function = dae_.functions[id];
  if (!arity(e, function.inputCount)) return;
  if (function.isRecordConstructor) return;
  BaseType base = pool_.base(e);
  if (function.outputCount == 0 && base == BaseType::None) return;
  bool right = function.outputCount > 0 && function.inputCount < function.locals.size();
  if (right && base == BaseType::Tuple) {
    right = pool_.types.recordOf(pool_.type(e)).fields.size() <= function.outputCount;
  } else if (right) {
    right = pool_.types[function.locals[function.inputCount].type].base == base;
  }
  if (!right) {
    problem(fmt::format("expression {}: its type is not that of the result of '{}'", e.index(),
                        pool_.names.text(function.name)));
  }
}

// TupleElement, Field, Index
void ExprVerifier::checkPart(ExprId e) {
  ExprKind kind = pool_.kind(e);
  if (kind != ExprKind::Index && !arity(e, 1)) return;
  if (pool_.children(e).empty())
    return problem(fmt::format("expression {} has no operand", e.index()));
  ExprId base = pool_.child(e, 0);
  if (kind == ExprKind::Index) {
    std::span<const ExprId> subscripts = pool_.children(e).subspan(1);
    if (subscripts.size() > pool_.types[pool_.type(base)].dims.size()) {
      return problem(fmt::format("expression {} has more subscripts than dimensions", e.index()));
    }
    for (ExprId s : subscripts) {
      BaseType type = pool_.base(s);
      if (type == BaseType::Integer || type == BaseType::Boolean || type == BaseType::Enumeration)
        continue;
      return problem(fmt::format("expression {} has a subscript that is no Integer", e.index()));
    }
    if (pool_.base(e) != pool_.base(base)) {
      problem(fmt::format("expression {} has not the type of its elements", e.index()));
    }
    return;
  }
  BaseType wanted = kind == ExprKind::Field ? BaseType::Record : BaseType::Tuple;
  if (pool_.base(base) != wanted)
    return problem(fmt::format("expression {} picks from what has no parts", e.index()));
  const std::vector<RecordField>& fields = pool_.types.recordOf(pool_.type(base)).fields;
  if (pool_.payload(e) >= fields.size())
    return problem(fmt::format("expression {} picks no part", e.index()));
  if (pool_.types[fields[pool_.payload(e)].type].base != pool_.base(e)) {
    problem(fmt::format("expression {} has not the type of the part it picks", e.index()));
  }
}

void ExprVerifier::checkArray(ExprId e) {
  std::span<const ExprId> c = pool_.children(e);
  std::span<const Size> dims = pool_.types[pool_.type(e)].dims;
  switch (pool_.kind(e)) {
    case ExprKind::Array:
      if (dims.empty() || (dims[0] != kUnknownSize && static_cast<size_t>(dims[0]) != c.size())) {
        return problem(fmt::format("array {} has not the size of its type", e.index()));
      }
      for (ExprId element : c) {
        if (pool_.base(element) == pool_.base(e) &&
            dimsAgree(pool_.types[pool_.type(element)].dims, dims.subspan(1))) {
          continue;
        }
        return problem(fmt::format("array {} has an element of another type", e.index()));
      }
      return;
    case ExprKind::Record:
      if (pool_.base(e) != BaseType::Record ||
          pool_.types.recordOf(pool_.type(e)).fields.size() != c.size()) {
        problem(fmt::format("record {} has not the fields of its type", e.index()));
      }
      return;
    case ExprKind::Range:
      arity(e, 3);
      return;
    default:  // Reduction, Comprehension
      if (c.size() < 3 || c.size() % 2 == 0) {
        return problem(fmt::format("expression {} has iterators without ranges", e.index()));
      }
      for (size_t i = 1; i < c.size(); i += 2) {
        if (pool_.kind(c[i]) != ExprKind::Iterator) {
          return problem(fmt::format("expression {} has a range without iterator", e.index()));
        }
        bind(c[i]);
      }
  }
}

void ExprVerifier::checkScalarForm(ExprId e) {
  ExprKind kind = pool_.kind(e);
  switch (kind) {
    case ExprKind::Range:
    case ExprKind::Comprehension:
    case ExprKind::Reduction:
    case ExprKind::MatMul:
    case ExprKind::Iterator:
      return problem(fmt::format("expression {} should have been expanded", e.index()));
    default:
      break;
  }
  if (pool_.types.isScalar(pool_.type(e)) || mayBeArray(kind)) return;
  if (pool_.isBuiltin(e, Builtin::SizeOf)) return;  // of a value whose size is found at run time
  problem(fmt::format("expression {} should be scalar", e.index()));
}

}  // namespace formola
