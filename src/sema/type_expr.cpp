// Typing of operators, if-expressions, array constructors and ranges. Specification 3, 6, 10.
#include "sema/type_expr.h"

#include <algorithm>
#include <cmath>

#include "diag/codes/classes.h"
#include "diag/codes/functions.h"
#include "diag/codes/names.h"
#include "diag/codes/types.h"
#include "sema/array_values.h"
#include "sema/constants.h"
#include "sema/dims.h"
#include "sema/functions.h"
#include "sema/lookup.h"
#include "sema/overloaded_operators.h"
#include "sema/type_call.h"
#include "sema/type_loops.h"
#include "sema/type_reference.h"

namespace formola {

namespace {

// As arrays, and as records in each field. Recurses on records in records only.
bool haveSameSizes(const TypeTable& types, TypeId a, TypeId b) {
  if (!sameDims(types[a].dims, types[b].dims)) return false;
  if (types[a].base != BaseType::Record || types[b].base != BaseType::Record) return true;
  const auto &own = types.recordOf(a).fields, &other = types.recordOf(b).fields;
  for (size_t i = 0; i < own.size() && i < other.size(); ++i)
    if (!haveSameSizes(types, own[i].type, other[i].type)) return false;
  return true;
}

bool isRelation(ast::BinaryOp op) {
  return op >= ast::BinaryOp::Less;
}

std::string_view operatorText(ast::BinaryOp op) {
  switch (op) {
    case ast::BinaryOp::Add:
      return "+";
    case ast::BinaryOp::Sub:
      return "-";
    case ast::BinaryOp::Mul:
      return "*";
    case ast::BinaryOp::Div:
      return "/";
    case ast::BinaryOp::Pow:
      return "^";
    case ast::BinaryOp::ElementwiseAdd:
      return ".+";
    case ast::BinaryOp::ElementwiseSub:
      return ".-";
    case ast::BinaryOp::ElementwiseMul:
      return ".*";
    case ast::BinaryOp::ElementwiseDiv:
      return "./";
    case ast::BinaryOp::ElementwisePow:
      return ".^";
    case ast::BinaryOp::And:
      return "and";
    case ast::BinaryOp::Or:
      return "or";
    case ast::BinaryOp::Less:
      return "<";
    case ast::BinaryOp::LessEqual:
      return "<=";
    case ast::BinaryOp::Greater:
      return ">";
    case ast::BinaryOp::GreaterEqual:
      return ">=";
    case ast::BinaryOp::Equal:
      return "==";
    case ast::BinaryOp::NotEqual:
      return "<>";
  }
  return "?";
}

}  // namespace

// ---------------------------------------------------------------- expressions

// A value with more elements than anyone can mean is reported where it is written.
ExprId ExprTyper::bounded(ExprId value, SourceRange range, const Context& context) {
  int64_t total = 1;
  for (Size d : pool_->types[pool_->type(value)].dims)
    total = std::min<int64_t>(total * std::max<Size>(d, 0), limits_.elements + 1);
  if (total <= limits_.elements) return value;
  report(diag::TooLarge, range, context, "the number of elements of this array", limits_.elements,
         "check the numbers that its sizes are made from");
  return pool_->missing();
}

ExprId ExprTyper::type(const ast::Expr* expr, Context& context) {
  switch (expr->kind) {
    case ast::ExprKind::Integer:
      return pool_->integer(expr->as<ast::IntegerExpr>().value);
    case ast::ExprKind::Real:
      return pool_->real(expr->as<ast::RealExpr>().value);
    case ast::ExprKind::String:
      return pool_->string(expr->as<ast::StringExpr>().value);
    case ast::ExprKind::Boolean:
      return pool_->boolean(expr->as<ast::BooleanExpr>().value);
    case ast::ExprKind::Reference:
      return references_.typeReference(expr->as<ast::ReferenceExpr>().name, context);
    case ast::ExprKind::Call:
      return bounded(callTyper_.typeCall(expr->as<ast::CallExpr>(), context), expr->range, context);
    case ast::ExprKind::Unary:
      return typeUnary(expr->as<ast::UnaryExpr>(), context);
    case ast::ExprKind::Binary:
      return bounded(typeBinary(expr->as<ast::BinaryExpr>(), context), expr->range, context);
    case ast::ExprKind::If:
      return typeIf(expr->as<ast::IfExpr>(), context);
    case ast::ExprKind::Array:
      return bounded(typeArray(expr->as<ast::ArrayExpr>(), context), expr->range, context);
    case ast::ExprKind::Matrix:
      return typeMatrix(expr->as<ast::MatrixExpr>(), context);
    case ast::ExprKind::Range:
      return typeRange(expr->as<ast::RangeExpr>(), context);
    case ast::ExprKind::Comprehension:
      return bounded(
          loops_.typeComprehension(expr->as<ast::ComprehensionExpr>(), context, std::nullopt),
          expr->range, context);
    case ast::ExprKind::Selection:
      return typeSelection(expr->as<ast::SelectionExpr>(), context);
    case ast::ExprKind::Tuple: {
      const auto& tuple = expr->as<ast::TupleExpr>();
      if (tuple.elements.size() == 1) return type(tuple.elements[0], context);
      report(diag::TupleNotAllowed, expr->range, context).note("an array is written {a, b, c}");
      return pool_->missing();
    }
    case ast::ExprKind::End: {
      const Context::End& end = context.end;
      if (!end.array) {
        report(diag::EndOutsideSubscript, expr->range, context);
        return pool_->missing();
      }
      // the upper bound, as in 10.2 of the specification
      const Type& index = pool_->types[end.index];
      if (index.base == BaseType::Boolean) return pool_->boolean(true);
      if (index.base == BaseType::Enumeration) {
        const Size size = pool_->types[pool_->type(end.array)].dims[end.dimension];
        return pool_->enumeration(end.index, static_cast<uint32_t>(size));
      }
      return values_.size(end.array, end.dimension);
    }
    case ast::ExprKind::Colon:
      return pool_->colon();
    case ast::ExprKind::PartialApplication:
      return callTyper_.typePartialApplication(expr->as<ast::PartialApplicationExpr>(), context);
    case ast::ExprKind::Missing:
      return pool_->missing();
  }
  return pool_->missing();
}

ExprId ExprTyper::typeUnary(const ast::UnaryExpr& expr, Context& context) {
  ExprId a = type(expr.operand, context);
  BaseType base = pool_->base(a);
  if (base == BaseType::Error) return pool_->missing();
  if (expr.op == ast::UnaryOp::Not) {
    if (base != BaseType::Boolean) {
      if (base == BaseType::Record) return operators_.overloaded("'not'", {a}, expr.range, context);
      report(diag::OperandType, expr.range, context, "not", "Boolean",
             values_.showType(pool_->type(a)));
      return pool_->missing();
    }
    return pool_->unary(ExprKind::Not, pool_->type(a), a);
  }
  if (base == BaseType::Record && expr.op == ast::UnaryOp::Minus)
    return operators_.overloaded("'-'", {a}, expr.range, context);
  if (!pool_->types.isNumeric(pool_->type(a))) {
    report(diag::OperandType, expr.range, context, expr.op == ast::UnaryOp::Plus ? "+" : "-",
           "numbers", values_.showType(pool_->type(a)));
    return pool_->missing();
  }
  if (expr.op == ast::UnaryOp::Plus || expr.op == ast::UnaryOp::ElementwisePlus) return a;
  if (pool_->kind(a) == ExprKind::Integer) return pool_->integer(-pool_->integerValue(a));
  if (pool_->kind(a) == ExprKind::Real) return pool_->real(-pool_->realValue(a));
  return pool_->unary(ExprKind::Neg, pool_->type(a), a);
}

ExprId ExprTyper::typeBinary(const ast::BinaryExpr& expr, Context& context) {
  // Long sums and products are left-deep chains: go down iteratively.
  std::vector<const ast::BinaryExpr*> chain;
  const ast::Expr* at = &expr;
  while (at->kind == ast::ExprKind::Binary) {
    chain.push_back(&at->as<ast::BinaryExpr>());
    at = chain.back()->left;
  }
  ExprId left = type(at, context);
  for (size_t i = chain.size(); i-- > 0;) {
    ExprId right = type(chain[i]->right, context);
    if (chain[i]->op == ast::BinaryOp::Div && pool_->isNumber(right) &&
        pool_->realValue(right) == 0 &&
        (chain[i]->right->kind == ast::ExprKind::Integer ||
         chain[i]->right->kind == ast::ExprKind::Real)) {
      report(diag::DivisionByZero, chain[i]->range, context);
      right = pool_->missing();
    }
    left = binaryOp(chain[i]->op, left, right, chain[i]->range, context);
  }
  return left;
}

ExprId ExprTyper::wrongOperands(ast::BinaryOp op, ExprId a, ExprId b, std::string_view wanted,
                                SourceRange range, const Context& context) {
  Diagnostic& d = report(diag::OperandTypes, range, context, operatorText(op), wanted,
                         values_.showType(pool_->type(a)), values_.showType(pool_->type(b)));
  if ((pool_->base(a) == BaseType::String) != (pool_->base(b) == BaseType::String) &&
      op == ast::BinaryOp::Add)
    d.note("String(x) gives a value as text");
  return pool_->missing();
}

// A square matrix to an Integer power, by squaring: a^1000000000 needs some sixty products.
ExprId ExprTyper::matrixPower(ExprId a, int64_t n) {
  const std::vector<Size> dims = copyDims(pool_->types[pool_->type(a)].dims);
  ExprId sizeExpr = pool_->integer(dims[0]);
  ExprId power = pool_->builtin(Builtin::Identity, pool_->types.get(BaseType::Integer, 0, dims),
                                {&sizeExpr, 1});
  ExprId square = a;
  for (bool first = true; n > 0; n /= 2) {
    if (n % 2 == 1) {
      power = first ? square : pool_->binary(ExprKind::MatMul, pool_->type(a), power, square);
      first = false;
    }
    if (n > 1) square = pool_->binary(ExprKind::MatMul, pool_->type(a), square, square);
  }
  return power;
}

// Operators on numbers: which sizes fit, and what type comes out (spec 10.6).
ExprId ExprTyper::arithmetic(ast::BinaryOp op, ExprId a, ExprId b, SourceRange range,
                             Context& context) {
  const std::vector<Size> da = copyDims(pool_->types[pool_->type(a)].dims);
  const std::vector<Size> db = copyDims(pool_->types[pool_->type(b)].dims);
  auto wrong = [&](std::string_view wanted) {
    return wrongOperands(op, a, b, wanted, range, context);
  };
  bool division = op == ast::BinaryOp::Div || op == ast::BinaryOp::ElementwiseDiv ||
                  op == ast::BinaryOp::Pow || op == ast::BinaryOp::ElementwisePow;
  bool ofMatrix = op == ast::BinaryOp::Pow && !da.empty();
  if (!ofMatrix && (pool_->base(a) != pool_->base(b) || division)) {
    a = values_.castTo(a, BaseType::Real);
    // an integer exponent stays an integer: x^2 is exact
    if (!(op == ast::BinaryOp::Pow || op == ast::BinaryOp::ElementwisePow))
      b = values_.castTo(b, BaseType::Real);
  }
  BaseType result = pool_->base(a) == BaseType::Real || pool_->base(b) == BaseType::Real
                        ? BaseType::Real
                        : BaseType::Integer;
  auto elementwise = [&](ExprKind kind, const std::vector<Size>& dims) {
    return pool_->binary(kind, pool_->types.get(result, 0, dims), a, b);
  };
  auto broadcast = [&]() -> std::optional<std::vector<Size>> {
    if (da.empty()) return db;
    if (db.empty()) return da;
    if (!sameDims(da, db)) return std::nullopt;
    return joinDims(da, db);
  };
  switch (op) {
    case ast::BinaryOp::Add:
    case ast::BinaryOp::Sub: {
      if (!sameDims(da, db)) {
        if (da.empty() != db.empty())
          return wrong("operands of equal size (use '.+' or '.-' to add a scalar)");
        return wrong("operands of equal size");
      }
      return elementwise(op == ast::BinaryOp::Add ? ExprKind::Add : ExprKind::Sub,
                         joinDims(da, db));
    }
    case ast::BinaryOp::Mul: {
      if (da.empty() || db.empty()) return elementwise(ExprKind::Mul, da.empty() ? db : da);
      if (da.size() > 2 || db.size() > 2) return wrong("scalars, vectors or matrices");
      Size inner = da.back();
      if (inner != db.front() && inner != kUnknownSize && db.front() != kUnknownSize) {
        return wrong("matching inner sizes");
      }
      std::vector<Size> dims;
      if (da.size() == 2) dims.push_back(da[0]);
      if (db.size() == 2) dims.push_back(db[1]);
      return pool_->binary(ExprKind::MatMul, pool_->types.get(result, 0, dims), a, b);
    }
    case ast::BinaryOp::Div:
      if (!db.empty()) return wrong("a scalar divisor (use './' to divide elementwise)");
      return elementwise(ExprKind::Div, da);
    case ast::BinaryOp::Pow: {
      if (da.empty() && db.empty()) {
        result = BaseType::Real;
        return elementwise(ExprKind::Pow, {});
      }
      if (da.size() != 2 || da[0] != da[1] || !db.empty())
        return wrong("scalars, or a square matrix and an Integer");
      std::optional<int64_t> n = constants_.evaluateInteger(b, range, context);
      if (!n || *n < 0) return wrong("a non-negative Integer exponent");
      return matrixPower(a, *n);
    }
    case ast::BinaryOp::ElementwiseAdd:
    case ast::BinaryOp::ElementwiseSub:
    case ast::BinaryOp::ElementwiseMul:
    case ast::BinaryOp::ElementwiseDiv:
    case ast::BinaryOp::ElementwisePow: {
      auto dims = broadcast();
      if (!dims) return wrong("operands of equal size");
      static constexpr ExprKind kKinds[] = {ExprKind::Add, ExprKind::Sub, ExprKind::Mul,
                                            ExprKind::Div, ExprKind::Pow};
      return elementwise(
          kKinds[static_cast<size_t>(op) - static_cast<size_t>(ast::BinaryOp::ElementwiseAdd)],
          *dims);
    }
    default:
      return pool_->missing();
  }
}

ExprId ExprTyper::binaryOp(ast::BinaryOp op, ExprId a, ExprId b, SourceRange range,
                           Context& context) {
  BaseType ba = pool_->base(a);
  BaseType bb = pool_->base(b);
  if (ba == BaseType::Error || bb == BaseType::Error) return pool_->missing();
  if (ba == BaseType::Record || bb == BaseType::Record) {
    std::string name = "'" + std::string(operatorText(op)) + "'";
    return operators_.overloaded(name, {a, b}, range, context);
  }
  auto wrong = [&](std::string_view wanted) {
    return wrongOperands(op, a, b, wanted, range, context);
  };
  const std::vector<Size> da = copyDims(pool_->types[pool_->type(a)].dims);
  const std::vector<Size> db = copyDims(pool_->types[pool_->type(b)].dims);
  if (op == ast::BinaryOp::And || op == ast::BinaryOp::Or) {
    if (ba != BaseType::Boolean || bb != BaseType::Boolean) return wrong("Boolean operands");
    if (!sameDims(da, db)) return wrong("operands of equal size");
    return pool_->binary(op == ast::BinaryOp::And ? ExprKind::And : ExprKind::Or, pool_->type(a), a,
                         b);
  }
  if (isRelation(op)) {
    if (!da.empty() || !db.empty()) return wrong("scalar operands");
    bool numeric = pool_->types.isNumeric(pool_->type(a)) && pool_->types.isNumeric(pool_->type(b));
    if (numeric) {
      if (ba != bb) {
        a = values_.castTo(a, BaseType::Real);
        b = values_.castTo(b, BaseType::Real);
      }
    } else if (ba != bb || (ba == BaseType::Enumeration && pool_->type(a) != pool_->type(b))) {
      return wrong("operands of the same type");
    }
    static constexpr ExprKind kKinds[] = {ExprKind::Less,    ExprKind::LessEqual,
                                          ExprKind::Greater, ExprKind::GreaterEqual,
                                          ExprKind::Equal,   ExprKind::NotEqual};
    ExprKind kind = kKinds[static_cast<size_t>(op) - static_cast<size_t>(ast::BinaryOp::Less)];
    return pool_->binary(kind, pool_->types.boolean(), a, b);
  }
  if (ba == BaseType::String && bb == BaseType::String &&
      (op == ast::BinaryOp::Add || op == ast::BinaryOp::ElementwiseAdd)) {
    return pool_->binary(ExprKind::Add, pool_->type(da.empty() ? b : a), a, b);
  }
  if (!pool_->types.isNumeric(pool_->type(a)) || !pool_->types.isNumeric(pool_->type(b)))
    return wrong("numbers");
  return arithmetic(op, a, b, range, context);
}

ExprId ExprTyper::typeIf(const ast::IfExpr& expr, Context& context) {
  // A condition known at translation time that decides about sizes picks its branch.
  std::vector<std::pair<ExprId, ExprId>> branches;
  ExprId otherwise;
  bool decided = false;
  for (const ast::IfBranch& branch : expr.branches) {
    ExprId condition = type(branch.condition, context);
    if (!checkCondition(condition, branch.condition->range, context)) return pool_->missing();
    if (pool_->kind(condition) == ExprKind::Boolean && !context.function) {
      if (!pool_->booleanValue(condition)) continue;
      otherwise = type(branch.value, context);
      decided = true;
      break;
    }
    // Parameters: a branch that is not taken may be invalid (an index out of bounds, a removed
    // component).
    if (!context.function && constants_.variability(condition) <= Variability::Parameter) {
      ExprId value;
      {
        Diagnostics::Mute mute(diagnostics_);
        size_t before = diagnostics_.mutedErrors();
        value = type(branch.value, context);
        if (diagnostics_.mutedErrors() != before) value = pool_->missing();
      }
      if (pool_->base(value) != BaseType::Error) {
        branches.emplace_back(condition, value);
        continue;
      }
      auto known = constants_.evaluateBoolean(condition, branch.condition->range, context, false);
      if (known && !*known) continue;
    }
    branches.emplace_back(condition, type(branch.value, context));
  }
  if (!decided) {
    if (!branches.empty() && !context.function) {
      bool structural = true;
      for (auto& [c, v] : branches)
        structural &= constants_.variability(c) <= Variability::Parameter;
      if (structural) {
        {
          Diagnostics::Mute mute(diagnostics_);
          size_t before = diagnostics_.mutedErrors();
          otherwise = type(expr.otherwise, context);
          if (diagnostics_.mutedErrors() != before) otherwise = pool_->missing();
        }
        if (pool_->base(otherwise) == BaseType::Error) {
          for (auto& [c, v] : branches) {
            auto known = constants_.evaluateBoolean(c, expr.range, context, false);
            if (known && *known) return v;
          }
          otherwise = ExprId();
        }
      }
    }
    if (!otherwise.valid()) otherwise = type(expr.otherwise, context);
  }
  if (branches.empty()) return otherwise;
  // different sizes: the condition must be known now
  bool sameShape = true;
  for (auto& [c, v] : branches) {
    if (pool_->base(v) != BaseType::Error && pool_->base(otherwise) != BaseType::Error)
      sameShape &= haveSameSizes(pool_->types, pool_->type(v), pool_->type(otherwise));
  }
  if (!sameShape) {
    // in a function it may depend on inputs: then the types are said to differ
    bool known = true;
    for (auto& [c, v] : branches) {
      auto value = constants_.evaluateBoolean(c, expr.range, context, !context.function);
      known = value.has_value();
      if (!known && !context.function) return pool_->missing();
      if (!known) break;
      if (*value) return v;
    }
    if (known) return otherwise;
  }
  bool real = pool_->base(otherwise) == BaseType::Real;
  for (auto& [c, v] : branches) real |= pool_->base(v) == BaseType::Real;
  ExprId result = otherwise;
  if (real) result = values_.castTo(result, BaseType::Real);
  for (size_t i = branches.size(); i-- > 0;) {
    ExprId value = branches[i].second;
    if (!values_.unify(value, result, expr.range, context, "the branches of this if-expression"))
      return pool_->missing();
    result = pool_->ifThenElse(pool_->type(value), branches[i].first, value, result);
  }
  return result;
}

// (f(x))[2], (f(x)).field: Modelica 3.7, A.2.7
ExprId ExprTyper::typeSelection(const ast::SelectionExpr& expr, Context& context) {
  const ExprId from = type(expr.from, context);
  if (pool_->base(from) == BaseType::Error) return pool_->missing();
  if (!expr.field.valid())
    return references_.applySubscripts(from, expr.subscripts, context, expr.range);
  const bool isRecord = pool_->base(from) == BaseType::Record;
  if (const ExprId field = isRecord ? values_.fieldNamed(from, expr.field) : ExprId();
      field.valid())
    return field;
  report(diag::NoSuchMember, expr.range, context, names_.text(expr.field),
         values_.showType(pool_->type(from)));
  return pool_->missing();
}

ExprId ExprTyper::typeArray(const ast::ArrayExpr& expr, Context& context) {
  if (expr.elements.size() == 1 && expr.elements[0]->kind == ast::ExprKind::Comprehension) {
    return loops_.typeComprehension(expr.elements[0]->as<ast::ComprehensionExpr>(), context,
                                    std::nullopt);
  }
  std::vector<ExprId> elements;
  elements.reserve(expr.elements.size());
  bool real = false;
  for (const ast::Expr* e : expr.elements) {
    elements.push_back(type(e, context));
    if (pool_->base(elements.back()) == BaseType::Error) return pool_->missing();
    real |= pool_->base(elements.back()) == BaseType::Real;
  }
  if (elements.empty()) return pool_->missing();  // reported by the parser
  for (ExprId& e : elements) {
    if (real) e = values_.castTo(e, BaseType::Real);
  }
  for (size_t i = 1; i < elements.size(); ++i) {
    if (pool_->type(elements[i]) == pool_->type(elements[0])) continue;
    ExprId first = elements[0];
    if (!values_.unify(first, elements[i], expr.elements[i]->range, context,
                       "the elements of this array")) {
      return pool_->missing();
    }
  }
  return values_.makeArray(elements);
}

ExprId ExprTyper::typeMatrix(const ast::MatrixExpr& expr, Context& context) {
  // [a, b; c, d]: every entry is promoted to two dimensions, then joined by rows and columns
  // (spec 10.4.2.1).
  std::vector<std::vector<ExprId>> rows;
  size_t rank = 2;
  bool scalars = true;
  bool real = false;
  for (const auto& row : expr.rows) {
    rows.emplace_back();
    for (const ast::Expr* e : row) {
      ExprId typed = type(e, context);
      if (pool_->base(typed) == BaseType::Error) return pool_->missing();
      size_t own = pool_->types[pool_->type(typed)].dims.size();
      rank = std::max(rank, own);
      scalars &= own == 0;
      real |= pool_->base(typed) == BaseType::Real;
      rows.back().push_back(typed);
    }
  }
  std::vector<ExprId> joined;
  for (size_t r = 0; r < rows.size(); ++r) {
    for (ExprId& e : rows[r]) {
      if (real) e = values_.castTo(e, BaseType::Real);
      if (!scalars) e = values_.promote(e, rank);
    }
    if (scalars) {
      joined.push_back(values_.makeArray(rows[r]));
      if (r > 0 && pool_->type(joined[r]) != pool_->type(joined[0])) {
        report(diag::ConcatenationMismatch, expr.range, context,
               values_.showType(pool_->type(joined[0])), values_.showType(pool_->type(joined[r])));
        return pool_->missing();
      }
    } else {
      joined.push_back(values_.concatenate(1, rows[r], expr.range, context));
      if (pool_->base(joined.back()) == BaseType::Error) return pool_->missing();
    }
  }
  if (scalars) return values_.makeArray(joined);
  return values_.concatenate(0, joined, expr.range, context);
}

ExprId ExprTyper::typeRange(const ast::RangeExpr& expr, Context& context) {
  ExprId start = type(expr.start, context);
  ExprId step = expr.step ? type(expr.step, context) : ExprId();
  ExprId stop = type(expr.stop, context);
  if (pool_->base(start) == BaseType::Error || pool_->base(stop) == BaseType::Error ||
      (step && pool_->base(step) == BaseType::Error)) {
    return pool_->missing();
  }
  bool real = pool_->base(start) == BaseType::Real || pool_->base(stop) == BaseType::Real ||
              (step && pool_->base(step) == BaseType::Real);
  if (real) {
    start = values_.castTo(start, BaseType::Real);
    stop = values_.castTo(stop, BaseType::Real);
    if (step) step = values_.castTo(step, BaseType::Real);
  }
  if (pool_->base(start) != pool_->base(stop) || !pool_->types.isScalar(pool_->type(start)) ||
      !pool_->types.isScalar(pool_->type(stop))) {
    report(diag::TypesDiffer, expr.range, context, "the bounds of this range",
           values_.showType(pool_->type(start)), values_.showType(pool_->type(stop)));
    return pool_->missing();
  }
  if (!step) step = real ? pool_->real(1) : pool_->integer(1);
  TypeId scalar = pool_->type(start);
  ExprId children[3] = {start, step, stop};
  Size count = kUnknownSize;
  bool mayEvaluate = true;
  if (context.function) {
    for (ExprId c : children) mayEvaluate &= pool_->isLiteral(c);
  }
  if (mayEvaluate) {
    auto bound = [&](ExprId e) -> std::optional<double> {
      if (pool_->isNumber(e)) return pool_->realValue(e);
      if (constants_.variability(e) > Variability::Parameter) return std::nullopt;
      std::optional<Value> v = constants_.evaluateNow(e, expr.range, context, false);
      if (!v) return std::nullopt;
      if (!v->reals.empty()) return v->reals[0];
      if (!v->integers.empty()) return static_cast<double>(v->integers[0]);
      return std::nullopt;
    };
    auto a = bound(start), s = bound(step), b = bound(stop);
    if (a && s && b && *s != 0) {
      double n = std::floor((*b - *a) / *s + 1e-9) + 1;
      if (!(n <= static_cast<double>(limits_.elements))) {
        report(diag::TooLarge, expr.range, context, "the number of values of this range",
               limits_.elements, "check its bounds and its step");
        return pool_->missing();
      }
      count = n < 0 ? 0 : static_cast<Size>(n);
      if (!real && pool_->base(start) == BaseType::Integer) {
        // bounds become literals: the size of the range depends on them anyway
        ExprId literals[3] = {pool_->integer(static_cast<int64_t>(*a)),
                              pool_->integer(static_cast<int64_t>(*s)),
                              pool_->integer(static_cast<int64_t>(*b))};
        return pool_->make(ExprKind::Range, pool_->types.withDims(scalar, {&count, 1}), 0,
                           literals);
      }
    }
  }
  return pool_->make(ExprKind::Range, pool_->types.withDims(scalar, {&count, 1}), 0, children);
}

// A condition is a Boolean; that of a when-clause may be a vector of them.
bool ExprTyper::checkCondition(ExprId condition, SourceRange range, const Context& context,
                               bool vectorToo) {
  const BaseType base = pool_->base(condition);
  if (base == BaseType::Error) return false;
  const size_t rank = pool_->types[pool_->type(condition)].dims.size();
  if (base == BaseType::Boolean && rank <= (vectorToo ? 1u : 0u)) return true;
  report(diag::ConditionNotBoolean, range, context, values_.showType(pool_->type(condition)));
  return false;
}

}  // namespace formola
