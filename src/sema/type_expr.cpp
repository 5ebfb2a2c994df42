// Typing of expressions: operators, arrays, references. Specification chapters 3, 6 and 10.
#include <algorithm>
#include <cmath>

#include "sema/sema.h"

namespace formola {

namespace {

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

bool sameDims(std::span<const Size> a, std::span<const Size> b) {
  if (a.size() != b.size()) return false;
  for (size_t i = 0; i < a.size(); ++i) {
    if (a[i] != b[i] && a[i] != kUnknownSize && b[i] != kUnknownSize) return false;
  }
  return true;
}

std::vector<Size> copyDims(std::span<const Size> dims) {
  return {dims.begin(), dims.end()};
}

// Where one side's size is unknown the other's is taken.
std::vector<Size> joinDims(std::span<const Size> a, std::span<const Size> b) {
  std::vector<Size> dims = copyDims(a);
  for (size_t i = 0; i < dims.size() && i < b.size(); ++i) {
    if (dims[i] == kUnknownSize) dims[i] = b[i];
  }
  return dims;
}

}  // namespace

// ---------------------------------------------------------------- types for messages

std::string Sema::showType(TypeId id) const {
  const Type& t = pool_->types[id];
  std::string text;
  switch (t.base) {
    case BaseType::Error:
      text = "(erroneous)";
      break;
    case BaseType::Real:
      text = "Real";
      break;
    case BaseType::Integer:
      text = "Integer";
      break;
    case BaseType::Boolean:
      text = "Boolean";
      break;
    case BaseType::String:
      text = "String";
      break;
    case BaseType::Enumeration:
      text = "enumeration " + std::string(names_.text(pool_->types.enumOf(id).name));
      break;
    case BaseType::Record:
      text = "record " + std::string(names_.text(pool_->types.recordOf(id).name));
      break;
    case BaseType::ExternalObject:
      text = "external object";
      break;
    case BaseType::Clock:
      text = "Clock";
      break;
    case BaseType::Function:
      text = "function";
      break;
    case BaseType::Tuple:
      text = "several results";
      break;
    case BaseType::None:
      text = "no value";
      break;
  }
  if (!t.dims.empty()) {
    text += '[';
    for (size_t i = 0; i < t.dims.size(); ++i) {
      if (i) text += ',';
      text += t.dims[i] == kUnknownSize ? std::string(":") : std::to_string(t.dims[i]);
    }
    text += ']';
  }
  return text;
}

// ---------------------------------------------------------------- array and record building blocks

ExprId Sema::castTo(ExprId expr, BaseType base) {
  BaseType own = pool_->base(expr);
  if (own == base || base != BaseType::Real || own != BaseType::Integer) return expr;
  if (pool_->kind(expr) == ExprKind::Integer)
    return pool_->real(static_cast<double>(pool_->integerValue(expr)));
  if (pool_->kind(expr) == ExprKind::Neg &&
      pool_->kind(pool_->child(expr, 0)) == ExprKind::Integer) {
    return pool_->unary(ExprKind::Neg, pool_->types.real(), castTo(pool_->child(expr, 0), base));
  }
  TypeId type = pool_->types.get(BaseType::Real, 0, copyDims(pool_->types[pool_->type(expr)].dims));
  if (pool_->kind(expr) == ExprKind::Array) {
    std::vector<ExprId> elements(pool_->children(expr).begin(), pool_->children(expr).end());
    for (ExprId& e : elements) e = castTo(e, base);
    return pool_->make(ExprKind::Array, type, 0, elements);
  }
  return pool_->unary(ExprKind::Cast, type, expr);
}

ExprId Sema::makeArray(std::span<const ExprId> elements) {
  TypeId inner = elements.empty() ? pool_->types.real() : pool_->type(elements[0]);
  // the element type with the most known sizes
  for (ExprId e : elements) {
    if (pool_->types.count(inner) < 0 && pool_->types.count(pool_->type(e)) >= 0)
      inner = pool_->type(e);
  }
  Size n = static_cast<Size>(elements.size());
  TypeId type = pool_->types.prependDims(inner, {&n, 1});
  return pool_->make(ExprKind::Array, type, 0, elements);
}

ExprId Sema::size(ExprId array, size_t dimension) {
  std::span<const Size> dims = pool_->types[pool_->type(array)].dims;
  if (dimension < dims.size() && dims[dimension] != kUnknownSize)
    return pool_->integer(dims[dimension]);
  ExprId arguments[2] = {array, pool_->integer(static_cast<int64_t>(dimension) + 1)};
  return pool_->builtin(Builtin::SizeOf, pool_->types.integer(), arguments);
}

ExprId Sema::index(ExprId base, std::span<const ExprId> subscripts) {
  if (subscripts.empty()) return base;
  if (pool_->base(base) == BaseType::Error) return base;
  // fold into array constructors
  if (pool_->kind(base) == ExprKind::Array) {
    ExprId first = subscripts[0];
    std::span<const ExprId> rest = subscripts.subspan(1);
    std::vector<ExprId> restCopy(rest.begin(), rest.end());
    size_t n = pool_->children(base).size();
    if (pool_->kind(first) == ExprKind::Integer) {
      int64_t i = pool_->integerValue(first);
      if (i >= 1 && i <= static_cast<int64_t>(n)) {
        return index(pool_->child(base, static_cast<size_t>(i - 1)), restCopy);
      }
    } else if (pool_->kind(first) == ExprKind::Colon) {
      if (restCopy.empty()) return base;
      std::vector<ExprId> elements(pool_->children(base).begin(), pool_->children(base).end());
      for (ExprId& e : elements) e = index(e, restCopy);
      if (!elements.empty()) return makeArray(elements);
    } else if (pool_->kind(first) == ExprKind::Array) {
      std::vector<ExprId> picks(pool_->children(first).begin(), pool_->children(first).end());
      bool literal = !picks.empty();
      for (ExprId p : picks) {
        literal &= pool_->kind(p) == ExprKind::Integer && pool_->integerValue(p) >= 1 &&
                   pool_->integerValue(p) <= static_cast<int64_t>(n);
      }
      if (literal) {
        for (ExprId& p : picks)
          p = index(pool_->child(base, static_cast<size_t>(pool_->integerValue(p) - 1)), restCopy);
        return makeArray(picks);
      }
    }
  }
  std::vector<Size> dims;
  std::vector<Size> own = copyDims(pool_->types[pool_->type(base)].dims);
  size_t d = 0;
  bool allScalar = true;
  for (ExprId s : subscripts) {
    if (pool_->kind(s) == ExprKind::Colon) {
      dims.push_back(d < own.size() ? own[d] : kUnknownSize);
      allScalar = false;
    } else if (!pool_->types.isScalar(pool_->type(s))) {
      dims.push_back(pool_->types[pool_->type(s)].dims[0]);
      allScalar = false;
    }
    ++d;
  }
  for (; d < own.size(); ++d) dims.push_back(own[d]);
  TypeId type = pool_->types.withDims(pool_->type(base), dims);
  std::vector<ExprId> children{base};
  // x[i][j] is x[i, j]
  if (allScalar && pool_->kind(base) == ExprKind::Index) {
    bool outerScalar = true;
    std::span<const ExprId> inner = pool_->children(base);
    for (size_t i = 1; i < inner.size(); ++i) {
      outerScalar &=
          pool_->kind(inner[i]) != ExprKind::Colon && pool_->types.isScalar(pool_->type(inner[i]));
    }
    if (outerScalar) children.assign(inner.begin(), inner.end());
  }
  children.insert(children.end(), subscripts.begin(), subscripts.end());
  return pool_->make(ExprKind::Index, type, 0, children);
}

ExprId Sema::field(ExprId base, uint32_t at) {
  switch (pool_->kind(base)) {
    case ExprKind::Record:
      return pool_->child(base, at);
    case ExprKind::Array: {
      std::vector<ExprId> elements(pool_->children(base).begin(), pool_->children(base).end());
      if (elements.empty()) break;
      for (ExprId& e : elements) e = field(e, at);
      return makeArray(elements);
    }
    case ExprKind::If: {
      ExprId condition = pool_->child(base, 0);
      ExprId a = pool_->child(base, 1);
      ExprId b = pool_->child(base, 2);
      if (pool_->kind(a) == ExprKind::Record || pool_->kind(b) == ExprKind::Record) {
        a = field(a, at);
        b = field(b, at);
        return pool_->ifThenElse(pool_->type(a), condition, a, b);
      }
      break;
    }
    default:
      break;
  }
  const RecordInfo& info = pool_->types.recordOf(pool_->type(base));
  TypeId type = pool_->types.prependDims(info.fields[at].type,
                                         copyDims(pool_->types[pool_->type(base)].dims));
  return pool_->make(ExprKind::Field, type, at, {&base, 1});
}

ExprId Sema::promote(ExprId expr, size_t rank) {
  std::vector<Size> dims = copyDims(pool_->types[pool_->type(expr)].dims);
  if (dims.size() >= rank) return expr;
  if (dims.empty()) {
    ExprId e = expr;
    for (size_t i = 0; i < rank; ++i) e = makeArray({&e, 1});
    return e;
  }
  while (dims.size() < rank) dims.push_back(1);
  TypeId type = pool_->types.withDims(pool_->type(expr), dims);
  ExprId arguments[2] = {expr, pool_->integer(static_cast<int64_t>(rank))};
  return pool_->builtin(Builtin::Promote, type, arguments);
}

ExprId Sema::concatenate(size_t dimension, std::vector<ExprId> parts, SourceRange range,
                         Context& context) {
  if (parts.size() == 1) return parts[0];
  bool real = false;
  for (ExprId p : parts) {
    if (pool_->base(p) == BaseType::Error) return pool_->missing();
    real |= pool_->base(p) == BaseType::Real;
  }
  if (real) {
    for (ExprId& p : parts) p = castTo(p, BaseType::Real);
  }
  std::vector<Size> dims = copyDims(pool_->types[pool_->type(parts[0])].dims);
  Size total = 0;
  for (ExprId p : parts) {
    std::span<const Size> own = pool_->types[pool_->type(p)].dims;
    bool fits = own.size() == dims.size() && dimension < own.size() &&
                pool_->base(p) == pool_->base(parts[0]);
    for (size_t i = 0; fits && i < own.size(); ++i) {
      if (i != dimension && own[i] != dims[i] && own[i] != kUnknownSize && dims[i] != kUnknownSize)
        fits = false;
    }
    if (!fits) {
      report(DiagCode::ConcatenationMismatch, range, context, showType(pool_->type(parts[0])),
             showType(pool_->type(p)));
      return pool_->missing();
    }
    total = own[dimension] == kUnknownSize || total == kUnknownSize ? kUnknownSize
                                                                    : total + own[dimension];
    if (total > kMaxElements) {
      report(DiagCode::NotSupportedYet, range, context,
             fmt::format("arrays with more than {} elements", kMaxElements));
      return pool_->missing();
    }
  }
  dims[dimension] = total;
  TypeId type = pool_->types.withDims(pool_->type(parts[0]), dims);
  // along the first dimension the elements can be listed at once
  if (dimension == 0) {
    bool listed = true;
    for (ExprId p : parts) listed &= pool_->kind(p) == ExprKind::Array;
    if (listed) {
      std::vector<ExprId> all;
      for (ExprId p : parts)
        all.insert(all.end(), pool_->children(p).begin(), pool_->children(p).end());
      return pool_->make(ExprKind::Array, type, 0, all);
    }
  }
  if (dimension == 1 && dims.size() == 2) {
    bool listed = true;
    for (ExprId p : parts) {
      listed &= pool_->kind(p) == ExprKind::Array && !pool_->children(p).empty();
      if (!listed) break;
      for (ExprId row : pool_->children(p)) listed &= pool_->kind(row) == ExprKind::Array;
    }
    if (listed) {
      size_t rows = pool_->children(parts[0]).size();
      std::vector<ExprId> result;
      for (size_t r = 0; r < rows; ++r) {
        std::vector<ExprId> row;
        for (ExprId p : parts) {
          std::span<const ExprId> cells = pool_->children(pool_->child(p, r));
          row.insert(row.end(), cells.begin(), cells.end());
        }
        result.push_back(makeArray(row));
      }
      return pool_->make(ExprKind::Array, type, 0, result);
    }
  }
  parts.insert(parts.begin(), pool_->integer(static_cast<int64_t>(dimension) + 1));
  return pool_->builtin(Builtin::Cat, type, parts);
}

bool Sema::unify(ExprId& a, ExprId& b, SourceRange range, Context& context, std::string_view what) {
  BaseType ba = pool_->base(a);
  BaseType bb = pool_->base(b);
  if (ba == BaseType::Error || bb == BaseType::Error) return false;
  if (ba == BaseType::Real && bb == BaseType::Integer) b = castTo(b, BaseType::Real);
  if (bb == BaseType::Real && ba == BaseType::Integer) a = castTo(a, BaseType::Real);
  const Type ta = pool_->types[pool_->type(a)];
  const Type tb = pool_->types[pool_->type(b)];
  bool ok = ta.base == tb.base && sameDims(ta.dims, tb.dims);
  if (ok && ta.base == BaseType::Enumeration) ok = ta.which == tb.which;
  if (ok && ta.base == BaseType::Record && ta.which != tb.which) {
    b = convert(b, pool_->types.withDims(pool_->type(a), copyDims(tb.dims)), range, context, what);
    return pool_->base(b) != BaseType::Error;
  }
  if (!ok) {
    report(DiagCode::TypesDiffer, range, context, what, showType(pool_->type(a)),
           showType(pool_->type(b)));
  }
  return ok;
}

ExprId Sema::convert(ExprId expr, TypeId target, SourceRange range, const Context& context,
                     std::string_view what) {
  TypeId own = pool_->type(expr);
  if (own == target) return expr;
  const Type from = pool_->types[own];
  const Type to = pool_->types[target];
  if (from.base == BaseType::Error || to.base == BaseType::Error) return expr;
  bool dimsFit = sameDims(from.dims, to.dims);
  if (dimsFit) {
    if (from.base == to.base) {
      if (from.base == BaseType::Record && from.which != to.which) {
        const RecordInfo source = pool_->types.recordInfo(RecordId(from.which));
        const RecordInfo wanted = pool_->types.recordInfo(RecordId(to.which));
        bool sameFields = source.fields.size() >= wanted.fields.size();
        std::vector<uint32_t> map;
        for (const RecordField& f : wanted.fields) {
          bool found = false;
          for (uint32_t i = 0; i < source.fields.size(); ++i) {
            if (source.fields[i].name == f.name) {
              map.push_back(i);
              found = true;
              break;
            }
          }
          sameFields &= found;
        }
        if (sameFields && from.dims.empty() && pool_->kind(expr) == ExprKind::Record) {
          std::vector<ExprId> fields;
          for (size_t i = 0; i < wanted.fields.size(); ++i) {
            fields.push_back(
                convert(field(expr, map[i]), wanted.fields[i].type, range, context, what));
          }
          return pool_->make(ExprKind::Record, target, 0, fields);
        }
        if (sameFields && pool_->kind(expr) == ExprKind::Array) {
          std::vector<ExprId> elements(pool_->children(expr).begin(), pool_->children(expr).end());
          TypeId elementType = pool_->types.element(target, 1);
          for (ExprId& e : elements) e = convert(e, elementType, range, context, what);
          return elements.empty() ? expr : makeArray(elements);
        }
        if (sameFields) return expr;
      } else if (from.base == BaseType::Enumeration && from.which != to.which) {
        report(DiagCode::TypeMismatch, range, context, what, showType(target), showType(own));
        return pool_->missing();
      } else {
        return expr;
      }
    } else if (from.base == BaseType::Integer && to.base == BaseType::Real) {
      return castTo(expr, BaseType::Real);
    }
  }
  if (from.base == to.base || (from.base == BaseType::Integer && to.base == BaseType::Real)) {
    if (!dimsFit) {
      report(DiagCode::DimensionMismatch, range, context, what, showType(target), showType(own));
      return pool_->missing();
    }
  }
  report(DiagCode::TypeMismatch, range, context, what, showType(target), showType(own));
  return pool_->missing();
}

// ---------------------------------------------------------------- expressions

ExprId Sema::type(const ast::Expr* expr, Context& context) {
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
      return typeReference(expr->as<ast::ReferenceExpr>().name, context);
    case ast::ExprKind::Call:
      return typeCall(expr->as<ast::CallExpr>(), context);
    case ast::ExprKind::Unary:
      return typeUnary(expr->as<ast::UnaryExpr>(), context);
    case ast::ExprKind::Binary:
      return typeBinary(expr->as<ast::BinaryExpr>(), context);
    case ast::ExprKind::If:
      return typeIf(expr->as<ast::IfExpr>(), context);
    case ast::ExprKind::Array:
      return typeArray(expr->as<ast::ArrayExpr>(), context);
    case ast::ExprKind::Matrix:
      return typeMatrix(expr->as<ast::MatrixExpr>(), context);
    case ast::ExprKind::Range:
      return typeRange(expr->as<ast::RangeExpr>(), context);
    case ast::ExprKind::Comprehension:
      return typeComprehension(expr->as<ast::ComprehensionExpr>(), context, std::nullopt);
    case ast::ExprKind::Tuple: {
      const auto& tuple = expr->as<ast::TupleExpr>();
      if (tuple.elements.size() == 1) return type(tuple.elements[0], context);
      report(DiagCode::TupleNotAllowed, expr->range, context);
      return pool_->missing();
    }
    case ast::ExprKind::End: {
      if (!context.endArray) {
        report(DiagCode::EndOutsideSubscript, expr->range, context);
        return pool_->missing();
      }
      return size(context.endArray, context.endDimension);
    }
    case ast::ExprKind::Colon:
      return pool_->colon();
    case ast::ExprKind::PartialApplication: {
      const auto& partial = expr->as<ast::PartialApplicationExpr>();
      Instance* functionClass = lookupClass(partial.function, context.scope);
      if (!functionClass) return pool_->missing();
      FunctionId id = functionOf(functionClass, expr->range);
      if (!id) return pool_->missing();
      const Function& f = function(id);
      std::vector<ExprId> bound(f.inputCount, pool_->missing());
      for (const ast::NamedArgument& argument : partial.named) {
        bool known = false;
        for (uint32_t i = 0; i < f.inputCount; ++i) {
          if (f.locals[i].name != argument.name) continue;
          bound[i] = convert(type(argument.value, context), f.locals[i].type, argument.range,
                             context, names_.text(argument.name));
          known = true;
        }
        if (!known) {
          report(DiagCode::NoSuchArgument, argument.range, context, names_.text(f.name),
                 names_.text(argument.name));
        }
      }
      TypeId t = pool_->types.scalar(BaseType::Function);
      return pool_->make(ExprKind::FunctionRef, t, id.index(), bound);
    }
    case ast::ExprKind::Missing:
      return pool_->missing();
  }
  return pool_->missing();
}

ExprId Sema::typeUnary(const ast::UnaryExpr& expr, Context& context) {
  ExprId a = type(expr.operand, context);
  BaseType base = pool_->base(a);
  if (base == BaseType::Error) return pool_->missing();
  if (expr.op == ast::UnaryOp::Not) {
    if (base != BaseType::Boolean) {
      if (base == BaseType::Record) return overloaded("'not'", {a}, expr.range, context);
      report(DiagCode::OperandType, expr.range, context, "not", "Boolean",
             showType(pool_->type(a)));
      return pool_->missing();
    }
    return pool_->unary(ExprKind::Not, pool_->type(a), a);
  }
  if (base == BaseType::Record && expr.op == ast::UnaryOp::Minus)
    return overloaded("'-'", {a}, expr.range, context);
  if (!pool_->types.isNumeric(pool_->type(a))) {
    report(DiagCode::OperandType, expr.range, context, expr.op == ast::UnaryOp::Plus ? "+" : "-",
           "numbers", showType(pool_->type(a)));
    return pool_->missing();
  }
  if (expr.op == ast::UnaryOp::Plus || expr.op == ast::UnaryOp::ElementwisePlus) return a;
  if (pool_->kind(a) == ExprKind::Integer) return pool_->integer(-pool_->integerValue(a));
  if (pool_->kind(a) == ExprKind::Real) return pool_->real(-pool_->realValue(a));
  return pool_->unary(ExprKind::Neg, pool_->type(a), a);
}

ExprId Sema::typeBinary(const ast::BinaryExpr& expr, Context& context) {
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
    left = binaryOp(chain[i]->op, left, right, chain[i]->range, context);
  }
  return left;
}

ExprId Sema::binaryOp(ast::BinaryOp op, ExprId a, ExprId b, SourceRange range, Context& context) {
  BaseType ba = pool_->base(a);
  BaseType bb = pool_->base(b);
  if (ba == BaseType::Error || bb == BaseType::Error) return pool_->missing();
  if (ba == BaseType::Record || bb == BaseType::Record) {
    std::string name = "'" + std::string(operatorText(op)) + "'";
    return overloaded(name, {a, b}, range, context);
  }
  auto wrong = [&](std::string_view wanted) {
    report(DiagCode::OperandTypes, range, context, operatorText(op), wanted,
           showType(pool_->type(a)), showType(pool_->type(b)));
    return pool_->missing();
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
        a = castTo(a, BaseType::Real);
        b = castTo(b, BaseType::Real);
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

  bool division = op == ast::BinaryOp::Div || op == ast::BinaryOp::ElementwiseDiv ||
                  op == ast::BinaryOp::Pow || op == ast::BinaryOp::ElementwisePow;
  bool matrixPower = op == ast::BinaryOp::Pow && !da.empty();
  if (!matrixPower && (ba != bb || division)) {
    a = castTo(a, BaseType::Real);
    // an integer exponent stays an integer: x^2 is exact
    if (!(op == ast::BinaryOp::Pow || op == ast::BinaryOp::ElementwisePow))
      b = castTo(b, BaseType::Real);
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
      std::optional<int64_t> n = evaluateInteger(b, range, context);
      if (!n || *n < 0) return wrong("a non-negative Integer exponent");
      ExprId sizeExpr = pool_->integer(da[0]);
      ExprId power = pool_->builtin(Builtin::Identity, pool_->types.get(BaseType::Integer, 0, da),
                                    {&sizeExpr, 1});
      if (*n > 0) power = a;
      for (int64_t i = 1; i < *n; ++i)
        power = pool_->binary(ExprKind::MatMul, pool_->type(a), power, a);
      return power;
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

ExprId Sema::typeIf(const ast::IfExpr& expr, Context& context) {
  // A condition known at translation time that decides about sizes picks its branch.
  std::vector<std::pair<ExprId, ExprId>> branches;
  ExprId otherwise;
  bool decided = false;
  for (const ast::IfBranch& branch : expr.branches) {
    ExprId condition = type(branch.condition, context);
    if (pool_->base(condition) == BaseType::Error) {
      return pool_->missing();
    }
    if (pool_->base(condition) != BaseType::Boolean ||
        !pool_->types.isScalar(pool_->type(condition))) {
      report(DiagCode::ConditionNotBoolean, branch.condition->range, context,
             showType(pool_->type(condition)));
      return pool_->missing();
    }
    if (pool_->kind(condition) == ExprKind::Boolean && !context.function) {
      if (!pool_->booleanValue(condition)) continue;
      otherwise = type(branch.value, context);
      decided = true;
      break;
    }
    // Parameters: a branch that is not taken may be invalid (an index out of bounds, a removed
    // component).
    if (!context.function && variability(condition) <= Variability::Parameter) {
      Diagnostics::Mute mute(diagnostics_);
      size_t before = diagnostics_.mutedErrors();
      ExprId value = type(branch.value, context);
      if (diagnostics_.mutedErrors() != before || pool_->base(value) == BaseType::Error) {
        auto known = evaluateBoolean(condition, branch.condition->range, context, false);
        if (known && !*known) continue;
      }
    }
    branches.emplace_back(condition, type(branch.value, context));
  }
  if (!decided) {
    if (!branches.empty() && !context.function) {
      bool structural = true;
      for (auto& [c, v] : branches) structural &= variability(c) <= Variability::Parameter;
      Diagnostics::Mute mute(diagnostics_);
      size_t before = diagnostics_.mutedErrors();
      if (structural) {
        ExprId value = type(expr.otherwise, context);
        if (diagnostics_.mutedErrors() != before || pool_->base(value) == BaseType::Error) {
          for (auto& [c, v] : branches) {
            auto known = evaluateBoolean(c, expr.range, context, false);
            if (known && *known) return v;
          }
        }
      }
    }
    otherwise = type(expr.otherwise, context);
  }
  if (branches.empty()) return otherwise;
  // different sizes: the condition must be known now
  bool sameShape = true;
  for (auto& [c, v] : branches) {
    const Type tv = pool_->types[pool_->type(v)];
    const Type to = pool_->types[pool_->type(otherwise)];
    if (tv.base != BaseType::Error && to.base != BaseType::Error)
      sameShape &= sameDims(tv.dims, to.dims);
  }
  if (!sameShape && !context.function) {
    for (auto& [c, v] : branches) {
      auto value = evaluateBoolean(c, expr.range, context);
      if (!value) return pool_->missing();
      if (*value) return v;
    }
    return otherwise;
  }
  bool real = pool_->base(otherwise) == BaseType::Real;
  for (auto& [c, v] : branches) real |= pool_->base(v) == BaseType::Real;
  ExprId result = otherwise;
  if (real) result = castTo(result, BaseType::Real);
  for (size_t i = branches.size(); i-- > 0;) {
    ExprId value = branches[i].second;
    if (!unify(value, result, expr.range, context, "the branches of this if-expression"))
      return pool_->missing();
    result = pool_->ifThenElse(pool_->type(value), branches[i].first, value, result);
  }
  return result;
}

ExprId Sema::typeArray(const ast::ArrayExpr& expr, Context& context) {
  if (expr.elements.size() == 1 && expr.elements[0]->kind == ast::ExprKind::Comprehension) {
    return typeComprehension(expr.elements[0]->as<ast::ComprehensionExpr>(), context, std::nullopt);
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
    if (real) e = castTo(e, BaseType::Real);
  }
  for (size_t i = 1; i < elements.size(); ++i) {
    if (pool_->type(elements[i]) == pool_->type(elements[0])) continue;
    ExprId first = elements[0];
    if (!unify(first, elements[i], expr.elements[i]->range, context,
               "the elements of this array")) {
      return pool_->missing();
    }
  }
  return makeArray(elements);
}

ExprId Sema::typeMatrix(const ast::MatrixExpr& expr, Context& context) {
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
      if (real) e = castTo(e, BaseType::Real);
      if (!scalars) e = promote(e, rank);
    }
    if (scalars) {
      joined.push_back(makeArray(rows[r]));
      if (r > 0 && pool_->type(joined[r]) != pool_->type(joined[0])) {
        report(DiagCode::ConcatenationMismatch, expr.range, context,
               showType(pool_->type(joined[0])), showType(pool_->type(joined[r])));
        return pool_->missing();
      }
    } else {
      joined.push_back(concatenate(1, rows[r], expr.range, context));
      if (pool_->base(joined.back()) == BaseType::Error) return pool_->missing();
    }
  }
  if (scalars) return makeArray(joined);
  return concatenate(0, joined, expr.range, context);
}

ExprId Sema::typeRange(const ast::RangeExpr& expr, Context& context) {
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
    start = castTo(start, BaseType::Real);
    stop = castTo(stop, BaseType::Real);
    if (step) step = castTo(step, BaseType::Real);
  }
  if (pool_->base(start) != pool_->base(stop) || !pool_->types.isScalar(pool_->type(start)) ||
      !pool_->types.isScalar(pool_->type(stop))) {
    report(DiagCode::TypesDiffer, expr.range, context, "the bounds of this range",
           showType(pool_->type(start)), showType(pool_->type(stop)));
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
      if (variability(e) > Variability::Parameter) return std::nullopt;
      std::optional<Value> v = evaluateNow(e, expr.range, context, false);
      if (!v) return std::nullopt;
      if (!v->reals.empty()) return v->reals[0];
      if (!v->integers.empty()) return static_cast<double>(v->integers[0]);
      return std::nullopt;
    };
    auto a = bound(start), s = bound(step), b = bound(stop);
    if (a && s && b && *s != 0) {
      double n = std::floor((*b - *a) / *s + 1e-9) + 1;
      if (!(n <= static_cast<double>(kMaxElements))) {
        report(DiagCode::NotSupportedYet, expr.range, context,
               fmt::format("ranges with more than {} elements", kMaxElements));
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

// ---------------------------------------------------------------- loops

namespace {

// The name parts that use an iterator as a subscript: x[..., i, ...].
struct IteratorUse {
  const ast::Name* name;
  size_t part;
  size_t dimension;
};

void findUse(const ast::Expr* expr, Symbol iterator, std::optional<IteratorUse>& use);

void findUseInName(const ast::Name& name, Symbol iterator, std::optional<IteratorUse>& use) {
  for (size_t p = 0; p < name.parts.size() && !use; ++p) {
    for (size_t d = 0; d < name.parts[p].subscripts.size() && !use; ++d) {
      const ast::Expr* s = name.parts[p].subscripts[d];
      const auto* ref = s->dynAs<ast::ReferenceExpr>();
      if (ref && ref->name.parts.size() == 1 && ref->name.parts[0].name == iterator &&
          ref->name.parts[0].subscripts.empty()) {
        use = IteratorUse{&name, p, d};
      } else {
        findUse(s, iterator, use);
      }
    }
  }
}

void findUse(const ast::Expr* expr, Symbol iterator, std::optional<IteratorUse>& use) {
  if (!expr || use) return;
  switch (expr->kind) {
    case ast::ExprKind::Reference:
      findUseInName(expr->as<ast::ReferenceExpr>().name, iterator, use);
      break;
    case ast::ExprKind::Call:
      for (const ast::Expr* a : expr->as<ast::CallExpr>().arguments) findUse(a, iterator, use);
      break;
    case ast::ExprKind::Unary:
      findUse(expr->as<ast::UnaryExpr>().operand, iterator, use);
      break;
    case ast::ExprKind::Binary:
      findUse(expr->as<ast::BinaryExpr>().left, iterator, use);
      findUse(expr->as<ast::BinaryExpr>().right, iterator, use);
      break;
    case ast::ExprKind::If:
      for (const auto& b : expr->as<ast::IfExpr>().branches) findUse(b.value, iterator, use);
      findUse(expr->as<ast::IfExpr>().otherwise, iterator, use);
      break;
    case ast::ExprKind::Array:
      for (const ast::Expr* e : expr->as<ast::ArrayExpr>().elements) findUse(e, iterator, use);
      break;
    case ast::ExprKind::Comprehension:
      findUse(expr->as<ast::ComprehensionExpr>().body, iterator, use);
      break;
    default:
      break;
  }
}

}  // namespace

// Counts iterations that are unrolled; past the limit nothing is unrolled any more.
bool Sema::tooManyIterations(int64_t more, SourceRange range, const Context& context) {
  if (iterations_ > kMaxIterations) return true;  // reported
  iterations_ += std::min(more, kMaxIterations + 1);
  if (iterations_ <= kMaxIterations) return false;
  report(DiagCode::NotSupportedYet, range, context,
         fmt::format("models with loops of more than {} iterations in all", kMaxIterations));
  return true;
}

std::optional<std::vector<ExprId>> Sema::iterationValues(
    const ast::ForIterator& iterator, Context& context,
    std::span<const ast::Equation* const> body) {
  std::vector<ExprId> values;
  if (!iterator.in) {
    // "for i loop": the size of an array dimension that i indexes (spec 11.2.2.1)
    std::optional<IteratorUse> use;
    for (const ast::Equation* equation : body) {
      if (equation->kind == ast::EquationKind::Equality) {
        findUse(equation->as<ast::EqualityEquation>().left, iterator.name, use);
        findUse(equation->as<ast::EqualityEquation>().right, iterator.name, use);
      } else if (equation->kind == ast::EquationKind::Connect) {
        findUseInName(equation->as<ast::ConnectEquation>().left, iterator.name, use);
        if (!use) findUseInName(equation->as<ast::ConnectEquation>().right, iterator.name, use);
      }
      if (use) break;
    }
    Size n = kUnknownSize;
    if (use) {
      Found found = lookupSimple(use->name->parts[0].name, context.scope);
      Instance* at = found.instance;
      for (size_t p = 1; at && p <= use->part; ++p) {
        at = target(at);
        if (at->isArray) at = at->dims.empty() || at->dims[0] == 0 ? nullptr : element(at, 0);
        if (at) at = member(at, use->name->parts[p].name);
      }
      if (at && at->isComponent()) {
        resolve(at);
        if (use->dimension < at->dims.size()) n = at->dims[use->dimension];
      }
    }
    if (n == kUnknownSize) {
      report(DiagCode::IteratorRangeUnknown, iterator.range, context, names_.text(iterator.name),
             names_.text(iterator.name));
      return std::nullopt;
    }
    if (tooManyIterations(n, iterator.range, context)) return std::nullopt;
    for (Size i = 1; i <= n; ++i) values.push_back(pool_->integer(i));
    return values;
  }
  // a type as a range: for e in E
  if (const auto* ref = iterator.in->dynAs<ast::ReferenceExpr>()) {
    Found first = lookupSimple(ref->name.parts[0].name, context.scope);
    if (first.instance && !first.instance->isComponent()) {
      Instance* found = lookupRest(first.instance, ref->name, 1, false);
      if (found && !found->isComponent()) {
        Layout* shape = layout(found);
        if (shape->builtin == BaseType::Boolean) {
          return std::vector<ExprId>{pool_->boolean(false), pool_->boolean(true)};
        }
        if (shape->builtin == BaseType::Enumeration) {
          size_t n = pool_->types.enumOf(shape->enumType).literals.size();
          for (size_t i = 1; i <= n; ++i)
            values.push_back(pool_->enumeration(shape->enumType, static_cast<uint32_t>(i)));
          return values;
        }
      }
    }
  }
  ExprId range = type(iterator.in, context);
  if (pool_->base(range) == BaseType::Error) return std::nullopt;
  if (pool_->types[pool_->type(range)].dims.size() != 1) {
    report(DiagCode::IteratorRangeNotVector, iterator.in->range, context,
           showType(pool_->type(range)));
    return std::nullopt;
  }
  if (pool_->kind(range) == ExprKind::Range &&
      pool_->kind(pool_->child(range, 0)) == ExprKind::Integer &&
      pool_->kind(pool_->child(range, 1)) == ExprKind::Integer &&
      pool_->kind(pool_->child(range, 2)) == ExprKind::Integer) {
    int64_t a = pool_->integerValue(pool_->child(range, 0));
    int64_t s = pool_->integerValue(pool_->child(range, 1));
    int64_t b = pool_->integerValue(pool_->child(range, 2));
    if (s != 0) {
      double length =
          std::floor((static_cast<double>(b) - static_cast<double>(a)) / static_cast<double>(s)) +
          1;
      int64_t n =
          static_cast<int64_t>(std::clamp(length, 0.0, static_cast<double>(kMaxIterations) + 1));
      if (tooManyIterations(n, iterator.in->range, context)) return std::nullopt;
      for (int64_t i = 0; i < n; ++i) values.push_back(pool_->integer(a + i * s));
      return values;
    }
  }
  // a vector that changes during the simulation: its elements, one by one
  if (Size n = pool_->types[pool_->type(range)].dims[0];
      n != kUnknownSize && variability(range) > Variability::Parameter) {
    if (tooManyIterations(n, iterator.in->range, context)) return std::nullopt;
    for (Size i = 1; i <= n; ++i) {
      ExprId subscript = pool_->integer(i);
      values.push_back(index(range, {&subscript, 1}));
    }
    return values;
  }
  std::optional<Value> value = evaluateNow(range, iterator.in->range, context);
  if (!value) return std::nullopt;
  int64_t count = pool_->types.count(value->type);
  if (tooManyIterations(count, iterator.in->range, context)) return std::nullopt;
  ExprId literal = toExpr(*value, *pool_);
  if (pool_->kind(literal) == ExprKind::Array) {
    values.assign(pool_->children(literal).begin(), pool_->children(literal).end());
  }
  return values;
}

ExprId Sema::typeComprehension(const ast::ComprehensionExpr& expr, Context& context,
                               std::optional<Builtin> reduction) {
  size_t depth = context.iterators.size();
  if (context.function) {
    // inside a function sizes may depend on the arguments: keep the loop
    std::vector<ExprId> pairs;
    std::vector<Size> dims;
    for (const ast::ForIterator& iterator : expr.iterators) {
      ExprId range;
      if (iterator.in) {
        range = type(iterator.in, context);
      } else {
        std::optional<IteratorUse> use;
        findUse(expr.body, iterator.name, use);
        if (use) {
          ast::Name prefix = *use->name;
          prefix.parts = prefix.parts.subspan(0, use->part + 1);
          std::vector<ast::NamePart> parts(prefix.parts.begin(), prefix.parts.end());
          parts.back().subscripts = {};
          prefix.parts = parts;
          ExprId array = typeReference(prefix, context);
          ExprId three[3] = {pool_->integer(1), pool_->integer(1), size(array, use->dimension)};
          Size n = pool_->kind(three[2]) == ExprKind::Integer
                       ? static_cast<Size>(pool_->integerValue(three[2]))
                       : kUnknownSize;
          range = pool_->make(ExprKind::Range, pool_->types.get(BaseType::Integer, 0, {&n, 1}), 0,
                              three);
        }
      }
      if (!range || pool_->base(range) == BaseType::Error ||
          pool_->types[pool_->type(range)].dims.size() != 1) {
        if (!range || pool_->base(range) != BaseType::Error) {
          report(DiagCode::IteratorRangeUnknown, iterator.range, context,
                 names_.text(iterator.name), names_.text(iterator.name));
        }
        context.iterators.resize(depth);
        return pool_->missing();
      }
      dims.insert(dims.begin(), pool_->types[pool_->type(range)].dims[0]);
      ExprId it =
          pool_->iterator(pool_->newIterator(), pool_->types.element(pool_->type(range), 1));
      pairs.push_back(it);
      pairs.push_back(range);
      context.iterators.emplace_back(iterator.name, it);
    }
    ExprId body = type(expr.body, context);
    context.iterators.resize(depth);
    if (pool_->base(body) == BaseType::Error) return pool_->missing();
    pairs.insert(pairs.begin(), body);
    if (reduction) {
      return pool_->make(ExprKind::Reduction, pool_->type(body), static_cast<uint32_t>(*reduction),
                         pairs);
    }
    TypeId type = pool_->types.prependDims(pool_->type(body), dims);
    return pool_->make(ExprKind::Comprehension, type, 0, pairs);
  }

  // elsewhere ranges are known: unroll
  std::vector<ExprId> flat;
  bool failed = false;
  // nested result: last iterator is the first dimension
  auto unroll = [&](auto&& self, size_t k) -> ExprId {
    // k counts from the last iterator (outermost dimension) to the first
    const ast::ForIterator& iterator = expr.iterators[k];
    std::optional<std::vector<ExprId>> values;
    if (!iterator.in) {
      std::optional<IteratorUse> use;
      findUse(expr.body, iterator.name, use);
      if (use) {
        ast::EqualityEquation equation{};
        equation.kind = ast::EquationKind::Equality;
        equation.left = equation.right = expr.body;
        const ast::Equation* one = &equation;
        values = iterationValues(iterator, context, {&one, 1});
      } else {
        report(DiagCode::IteratorRangeUnknown, iterator.range, context, names_.text(iterator.name),
               names_.text(iterator.name));
      }
    } else {
      values = iterationValues(iterator, context, {});
    }
    if (!values) {
      failed = true;
      return pool_->missing();
    }
    std::vector<ExprId> elements;
    for (ExprId value : *values) {
      context.iterators.emplace_back(iterator.name, value);
      ExprId element = k == 0 ? type(expr.body, context) : self(self, k - 1);
      context.iterators.pop_back();
      if (failed || pool_->base(element) == BaseType::Error) {
        failed = true;
        return pool_->missing();
      }
      elements.push_back(element);
    }
    bool real = false;
    for (ExprId e : elements) real |= pool_->base(e) == BaseType::Real;
    if (real) {
      for (ExprId& e : elements) e = castTo(e, BaseType::Real);
    }
    if (reduction && k == 0) flat.insert(flat.end(), elements.begin(), elements.end());
    if (elements.empty()) {
      // the type of the body is needed although it is never evaluated
      Diagnostics::Mute mute(diagnostics_);
      context.iterators.emplace_back(iterator.name, pool_->integer(1));
      ExprId probe = k == 0 ? type(expr.body, context) : self(self, k - 1);
      context.iterators.pop_back();
      failed = false;
      Size zero = 0;
      TypeId t = pool_->base(probe) == BaseType::Error ? pool_->types.real() : pool_->type(probe);
      return pool_->make(ExprKind::Array, pool_->types.prependDims(t, {&zero, 1}), 0,
                         std::span<const ExprId>());
    }
    return makeArray(elements);
  };
  if (reduction) {
    // every iterator contributes; collect the innermost values only
    flat.clear();
    ExprId all = unroll(unroll, expr.iterators.size() - 1);
    if (failed) return pool_->missing();
    TypeId scalar = pool_->types.element(pool_->type(all), expr.iterators.size());
    if (!pool_->types.isScalar(scalar)) {
      // the sum of arrays is taken element by element (spec 10.3.4.1); the other reductions need
      // scalars
      if (*reduction != Builtin::Sum || flat.empty()) {
        report(DiagCode::ArgumentType, expr.body->range, context, 1, formola::name(*reduction),
               "a scalar", showType(scalar));
        return pool_->missing();
      }
      ExprId total = flat[0];
      for (size_t i = 1; i < flat.size(); ++i)
        total = pool_->binary(ExprKind::Add, scalar, total, flat[i]);
      return total;
    }
    return pool_->builtin(*reduction, scalar, {&all, 1});
  }
  return unroll(unroll, expr.iterators.size() - 1);
}

// ---------------------------------------------------------------- references

ExprId Sema::typeReference(const ast::Name& name, Context& context) {
  const ast::NamePart& first = name.parts[0];
  if (!name.global) {
    for (size_t i = context.iterators.size(); i-- > 0;) {
      if (context.iterators[i].first != first.name) continue;
      ExprId value =
          applySubscripts(context.iterators[i].second, first.subscripts, context, name.range);
      for (size_t p = 1; p < name.parts.size(); ++p) {
        if (pool_->base(value) != BaseType::Record) {
          reportUndefined(name.parts[p].name, name.parts[p].range, context.scope, &context);
          return pool_->missing();
        }
        const auto& fields = pool_->types.recordOf(pool_->type(value)).fields;
        uint32_t at = 0;
        while (at < fields.size() && fields[at].name != name.parts[p].name) ++at;
        if (at == fields.size()) {
          reportUndefined(name.parts[p].name, name.parts[p].range, context.scope, &context);
          return pool_->missing();
        }
        value = applySubscripts(field(value, at), name.parts[p].subscripts, context, name.range);
      }
      return value;
    }
    if (name.parts.size() == 1 && names_.text(first.name) == "time") return pool_->time();
  }
  Instance* at = nullptr;
  bool fromEnclosing = false;
  if (name.global) {
    at = classMember(root_, first.name);
  } else {
    Found found = lookupSimple(first.name, context.scope);
    at = found.instance;
    fromEnclosing = found.fromEnclosing;
  }
  if (!at) {
    reportUndefined(first.name, first.range, context.scope, &context);
    return pool_->missing();
  }
  size_t p = 0;
  while (!at->isComponent()) {
    Layout* shape = layout(at);
    if (shape->builtin == BaseType::Enumeration && p + 2 == name.parts.size()) {
      const EnumInfo& info = pool_->types.enumOf(shape->enumType);
      for (uint32_t i = 0; i < info.literals.size(); ++i) {
        if (info.literals[i] == name.parts[p + 1].name)
          return pool_->enumeration(shape->enumType, i + 1);
      }
      std::vector<std::string_view> candidates;
      for (Symbol s : info.literals) candidates.push_back(names_.text(s));
      Diagnostic& d = report(DiagCode::NoSuchLiteral, name.parts[p + 1].range, context,
                             names_.text(name.parts[p + 1].name), names_.text(info.name));
      std::string hint = didYouMean(names_.text(name.parts[p + 1].name), candidates);
      if (!hint.empty()) d.note("did you mean '" + hint + "'?");
      return pool_->missing();
    }
    if (p + 1 == name.parts.size()) {
      // a function used as a value
      ast::ClassKind kind = shape->classKind;
      if (kind == ast::ClassKind::Function || kind == ast::ClassKind::OperatorFunction) {
        FunctionId id = functionOf(at, name.range);
        if (!id) return pool_->missing();
        std::vector<ExprId> bound(function(id).inputCount, pool_->missing());
        return pool_->make(ExprKind::FunctionRef, pool_->types.scalar(BaseType::Function),
                           id.index(), bound);
      }
      report(DiagCode::ClassUsedAsValue, name.range, context, className(at));
      return pool_->missing();
    }
    ++p;
    Instance* next = classMember(at, name.parts[p].name);
    if (!next) {
      Diagnostic& d = report(DiagCode::ClassNotFoundIn, name.parts[p].range, context,
                             names_.text(name.parts[p].name), className(at));
      std::vector<std::string_view> candidates;
      if (at->node) candidates = library_.nestedNames(*at->node);
      for (const LayoutElement& e : shape->elements) candidates.push_back(names_.text(e.name));
      std::string hint = didYouMean(names_.text(name.parts[p].name), candidates);
      if (!hint.empty()) d.note("did you mean '" + hint + "'?");
      return pool_->missing();
    }
    at = next;
    fromEnclosing = true;
  }
  resolve(at);
  // A component of an enclosing class is visible only if it is a constant (spec 5.3.1).
  if (fromEnclosing && !at->parent->isComponent() && at->local < 0 &&
      at->variability != Variability::Constant && at->layout->builtin != BaseType::None &&
      !at->broken) {
    report(DiagCode::NotConstantInPackage, name.range, context, names_.text(at->name),
           className(at->parent));
    return pool_->missing();
  }
  return componentExpr(at, name.parts.subspan(p + 1), name.parts[p].subscripts, context,
                       name.range);
}

ExprId Sema::componentExpr(Instance* component, std::span<const ast::NamePart> rest,
                           std::span<const ast::Expr* const> subscripts, Context& context,
                           SourceRange range) {
  component = target(component);
  if (context.substitutes) {
    auto given = context.substitutes->find(component);
    if (given != context.substitutes->end()) {
      ExprId value = applySubscripts(given->second, subscripts, context, range);
      for (const ast::NamePart& part : rest) {
        if (pool_->base(value) != BaseType::Record) return pool_->missing();
        const auto& fields = pool_->types.recordOf(pool_->type(value)).fields;
        uint32_t at = 0;
        while (at < fields.size() && fields[at].name != part.name) ++at;
        if (at == fields.size()) return pool_->missing();
        value = applySubscripts(field(value, at), part.subscripts, context, range);
      }
      return value;
    }
  }
  resolve(component);
  if (component->broken && component->layout == &emptyLayout_) return pool_->missing();
  if (component->removed) {
    report(DiagCode::RemovedComponent, range, context, path(component));
    return pool_->missing();
  }
  // locals of functions
  if (component->local >= 0) {
    ExprId value =
        pool_->local(static_cast<uint32_t>(component->local), typeOfComponent(component));
    value = applySubscripts(value, subscripts, context, range);
    for (const ast::NamePart& part : rest) {
      if (pool_->base(value) == BaseType::Error) return value;
      if (pool_->base(value) != BaseType::Record) {
        report(DiagCode::NoSuchMember, part.range, context, names_.text(part.name),
               names_.text(component->name));
        return pool_->missing();
      }
      const auto& info = pool_->types.recordOf(pool_->type(value));
      uint32_t at = 0;
      while (at < info.fields.size() && info.fields[at].name != part.name) ++at;
      if (at == info.fields.size()) {
        // constants of a record are no fields
        Instance* constant = member(component->type, part.name);
        if (constant && constant->isComponent())
          return componentExpr(constant, {}, part.subscripts, context, range);
        report(DiagCode::NoSuchMember, part.range, context, names_.text(part.name),
               names_.text(info.name));
        return pool_->missing();
      }
      value = applySubscripts(field(value, at), part.subscripts, context, range);
    }
    return value;
  }
  if (component->isArray) {
    size_t total = 1;
    for (Size d : component->dims) total *= static_cast<size_t>(d);
    // constant subscripts pick one element
    std::vector<ExprId> typed;
    bool constant = subscripts.size() == component->dims.size();
    if (!subscripts.empty()) {
      ExprId savedArray = context.endArray;
      size_t savedDimension = context.endDimension;
      size_t at = 0;
      for (size_t i = 0; i < subscripts.size(); ++i) {
        // `end` needs only the sizes: an array of that shape
        std::vector<Size> shape = component->dims;
        context.endArray =
            pool_->variable(VariableId(), pool_->types.get(BaseType::Integer, 0, shape));
        context.endDimension = i;
        ExprId s = type(subscripts[i], context);
        context.endArray = savedArray;
        context.endDimension = savedDimension;
        if (pool_->base(s) == BaseType::Error) return pool_->missing();
        if (pool_->kind(s) == ExprKind::Enum) s = pool_->integer(pool_->payload(s));
        if (pool_->kind(s) == ExprKind::Boolean) s = pool_->integer(pool_->booleanValue(s) ? 2 : 1);
        if (pool_->kind(s) != ExprKind::Integer && pool_->kind(s) != ExprKind::Colon &&
            !context.function && variability(s) <= Variability::Parameter) {
          if (auto value = evaluateNow(s, subscripts[i]->range, context, false))
            s = toExpr(*value, *pool_);
        }
        typed.push_back(s);
        if (pool_->kind(s) == ExprKind::Integer && i < component->dims.size()) {
          int64_t v = pool_->integerValue(s);
          if (v < 1 || v > component->dims[i]) {
            report(DiagCode::IndexOutOfBounds, subscripts[i]->range, context, v, i + 1,
                   component->dims[i], names_.text(component->name));
            return pool_->missing();
          }
          at = at * static_cast<size_t>(component->dims[i]) + static_cast<size_t>(v - 1);
        } else {
          constant = false;
        }
      }
      if (subscripts.size() > component->dims.size()) {
        report(DiagCode::TooManySubscripts, range, context, names_.text(component->name),
               component->dims.size());
        return pool_->missing();
      }
      if (constant) return componentExpr(element(component, at), rest, {}, context, range);
    }
    // the whole array (or a slice): nested arrays of the element expressions
    std::vector<ExprId> level;
    level.reserve(total);
    if (total == 0) {
      // an empty array still has a type: that of the class's member
      std::vector<Size> dims = component->dims;
      TypeId scalar = pool_->types.real();
      if (rest.empty()) {
        if (isRecord(component->type)) scalar = recordTypeOf(component->type);
      } else {
        Instance* at = component->type;
        for (const ast::NamePart& part : rest) {
          at = at ? member(at, part.name) : nullptr;
          if (at && at->isComponent()) resolve(at);
        }
        if (at && at->isComponent() && at->layout->builtin != BaseType::None) {
          scalar = pool_->types.scalarOf(typeOfComponent(at));
          for (Size d : at->dims) dims.push_back(d);
        }
      }
      ExprId empty = pool_->make(ExprKind::Array, pool_->types.withDims(scalar, dims), 0,
                                 std::span<const ExprId>());
      return index(empty, typed);
    }
    for (size_t i = 0; i < total; ++i) {
      ExprId e = componentExpr(element(component, i), rest, {}, context, range);
      if (pool_->base(e) == BaseType::Error) return e;
      level.push_back(e);
    }
    for (size_t d = component->dims.size(); d-- > 0;) {
      std::vector<ExprId> next;
      size_t n = static_cast<size_t>(component->dims[d]);
      for (size_t g = 0; g < level.size(); g += n)
        next.push_back(makeArray(std::span<const ExprId>(level).subspan(g, n)));
      level = std::move(next);
    }
    return index(level[0], typed);
  }
  if (!rest.empty()) {
    if (!subscripts.empty()) {
      report(DiagCode::TooManySubscripts, range, context, names_.text(component->name), 0);
      return pool_->missing();
    }
    Instance* next = member(component, rest[0].name);
    if (!next) {
      Diagnostic& d =
          report(DiagCode::NoSuchMember, rest[0].range, context, names_.text(rest[0].name),
                 component->type ? className(component->type) : path(component));
      std::vector<std::string_view> candidates;
      for (const LayoutElement& e : component->layout->elements)
        candidates.push_back(names_.text(e.name));
      std::string hint = didYouMean(names_.text(rest[0].name), candidates);
      if (!hint.empty()) d.note("did you mean '" + hint + "'?");
      return pool_->missing();
    }
    if (!next->isComponent()) {
      report(DiagCode::ClassUsedAsValue, rest[0].range, context, className(next));
      return pool_->missing();
    }
    if (const LayoutElement& e = component->layout->elements[next->elementIndex];
        e.isProtected && e.component && e.component->prefixes.isProtected &&
        component != context.scope.instance) {
      report(DiagCode::ProtectedAccess, rest[0].range, context, names_.text(rest[0].name),
             component->type ? className(component->type) : path(component))
          .note("it is declared protected here", next->decl->nameRange);
      return pool_->missing();
    }
    return componentExpr(next, rest.subspan(1), rest[0].subscripts, context, range);
  }
  ExprId value = reference(component, context, range);
  return applySubscripts(value, subscripts, context, range);
}

ExprId Sema::reference(Instance* component, const Context& context, SourceRange range) {
  component = target(component);
  resolve(component);
  if (component->removed) {
    report(DiagCode::RemovedComponent, range, context, path(component));
    return pool_->missing();
  }
  if (component->isArray) {
    size_t total = 1;
    for (Size d : component->dims) total *= static_cast<size_t>(d);
    if (total == 0) {
      return pool_->make(ExprKind::Array, typeOfComponent(component), 0, std::span<const ExprId>());
    }
    std::vector<ExprId> level;
    for (size_t i = 0; i < total; ++i) {
      ExprId e = reference(element(component, i), context, range);
      if (pool_->base(e) == BaseType::Error) return e;
      level.push_back(e);
    }
    for (size_t d = component->dims.size(); d-- > 0;) {
      std::vector<ExprId> next;
      size_t n = static_cast<size_t>(component->dims[d]);
      for (size_t g = 0; g < level.size(); g += n)
        next.push_back(makeArray(std::span<const ExprId>(level).subspan(g, n)));
      level = std::move(next);
    }
    return level[0];
  }
  const Layout& shape = *component->layout;
  if (shape.builtin != BaseType::None) {
    if (component->variability == Variability::Constant) {
      // constants are replaced by their values everywhere
      if (std::optional<Value> value = valueOf(component)) return toExpr(*value, *pool_);
      return pool_->missing();
    }
    return pool_->variable(variableOf(component), typeOfComponent(component));
  }
  if (!isRecord(component) && !isConnector(component)) {
    report(DiagCode::ComponentUsedAsValue, range, context, path(component),
           className(component->type));
    return pool_->missing();
  }
  std::vector<ExprId> fields;
  for (uint32_t i = 0; i < shape.elements.size(); ++i) {
    if (!shape.elements[i].component) continue;
    Instance* part = child(component, i);
    resolve(part);
    if (part->variability == Variability::Constant &&
        component->variability != Variability::Constant)
      continue;
    if (part->removed) continue;
    ExprId value = reference(part, context, range);
    if (pool_->base(value) == BaseType::Error) return value;
    fields.push_back(value);
  }
  return pool_->make(ExprKind::Record, typeOfComponent(component), 0, fields);
}

ExprId Sema::applySubscripts(ExprId base, std::span<const ast::Expr* const> subscripts,
                             Context& context, SourceRange range) {
  if (subscripts.empty() || pool_->base(base) == BaseType::Error) return base;
  const std::vector<Size> dims = copyDims(pool_->types[pool_->type(base)].dims);
  if (subscripts.size() > dims.size()) {
    report(DiagCode::TooManySubscripts, range, context, sources_.text(range), dims.size());
    return pool_->missing();
  }
  std::vector<ExprId> typed;
  ExprId savedArray = context.endArray;
  size_t savedDimension = context.endDimension;
  for (size_t i = 0; i < subscripts.size(); ++i) {
    context.endArray = base;
    context.endDimension = i;
    ExprId s = type(subscripts[i], context);
    context.endArray = savedArray;
    context.endDimension = savedDimension;
    BaseType b = pool_->base(s);
    if (b == BaseType::Error) return pool_->missing();
    if (pool_->kind(s) == ExprKind::Enum) {
      s = pool_->integer(pool_->payload(s));
    } else if (pool_->kind(s) == ExprKind::Boolean) {
      s = pool_->integer(pool_->booleanValue(s) ? 2 : 1);
    } else if (b == BaseType::Enumeration) {
      s = pool_->builtin(
          Builtin::IntegerOfEnum,
          pool_->types.get(BaseType::Integer, 0, copyDims(pool_->types[pool_->type(s)].dims)),
          {&s, 1});
    } else if (b == BaseType::Boolean) {
      s = pool_->ifThenElse(pool_->types.integer(), s, pool_->integer(2), pool_->integer(1));
    } else if (b != BaseType::Integer) {
      report(DiagCode::SubscriptNotInteger, subscripts[i]->range, context,
             showType(pool_->type(s)));
      return pool_->missing();
    }
    if (!context.function && pool_->kind(s) != ExprKind::Integer &&
        pool_->kind(s) != ExprKind::Colon && variability(s) <= Variability::Parameter) {
      if (auto value = evaluateNow(s, subscripts[i]->range, context, false))
        s = toExpr(*value, *pool_);
    }
    if (pool_->kind(s) == ExprKind::Integer && dims[i] != kUnknownSize) {
      int64_t v = pool_->integerValue(s);
      if (v < 1 || v > dims[i]) {
        report(DiagCode::IndexOutOfBounds, subscripts[i]->range, context, v, i + 1, dims[i],
               sources_.text(range));
        return pool_->missing();
      }
    }
    typed.push_back(s);
  }
  return index(base, typed);
}

// ---------------------------------------------------------------- variability

Variability Sema::variability(ExprId root) {
  // post-order with an explicit stack
  if (auto known = variabilityCache_.find(root); known != variabilityCache_.end())
    return known->second;
  std::vector<ExprId> stack{root};
  while (!stack.empty()) {
    ExprId e = stack.back();
    if (variabilityCache_.count(e)) {
      stack.pop_back();
      continue;
    }
    bool ready = true;
    Variability v = Variability::Constant;
    switch (pool_->kind(e)) {
      case ExprKind::Variable:
        v = pool_->variableOf(e).valid() ? instanceOf(pool_->variableOf(e))->variability
                                         : Variability::Constant;
        break;
      case ExprKind::Time:
        v = Variability::Continuous;
        break;
      case ExprKind::Local:
        v = Variability::Continuous;
        break;
      default: {
        for (ExprId c : pool_->children(e)) {
          auto known = variabilityCache_.find(c);
          if (known == variabilityCache_.end()) {
            stack.push_back(c);
            ready = false;
          } else {
            v = std::max(v, known->second);
          }
        }
        if (!ready) break;
        if (pool_->kind(e) == ExprKind::Builtin) {
          switch (pool_->builtinOf(e)) {
            case Builtin::SizeOf:
              v = Variability::Constant;
              break;
            case Builtin::Initial:
            case Builtin::Terminal:
            case Builtin::Sample:
            case Builtin::Pre:
            case Builtin::Edge:
            case Builtin::Change:
              v = Variability::Discrete;
              break;
            case Builtin::Floor:
            case Builtin::Ceil:
            case Builtin::IntegerOf:
            case Builtin::Div:
              v = std::min(v, Variability::Discrete);
              break;
            default:
              break;
          }
        } else if (pool_->kind(e) >= ExprKind::Less && pool_->kind(e) <= ExprKind::NotEqual) {
          v = std::min(v, Variability::Discrete);
        } else if (pool_->kind(e) == ExprKind::Call && v <= Variability::Parameter) {
          FunctionId f = pool_->functionOf(e);
          if (f.valid() && function(f).impure) v = Variability::Discrete;
        }
      }
    }
    if (!ready) continue;
    variabilityCache_[e] = v;
    stack.pop_back();
  }
  return variabilityCache_[root];
}

}  // namespace formola
