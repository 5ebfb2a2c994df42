// Types in messages; array and record values with folding; conversions. Specification 6, 10.
#include "sema/array_values.h"

#include <algorithm>

#include "diag/codes/classes.h"
#include "diag/codes/types.h"
#include "sema/dims.h"

namespace formola {

// ---------------------------------------------------------------- types for messages

std::string ArrayValues::showType(TypeId id) const {
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

ExprId ArrayValues::castTo(ExprId expr, BaseType base) {
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

ExprId ArrayValues::makeArray(std::span<const ExprId> elements) {
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

ExprId ArrayValues::size(ExprId array, size_t dimension) {
  std::span<const Size> dims = pool_->types[pool_->type(array)].dims;
  if (dimension < dims.size() && dims[dimension] != kUnknownSize)
    return pool_->integer(dims[dimension]);
  ExprId arguments[2] = {array, pool_->integer(static_cast<int64_t>(dimension) + 1)};
  return pool_->builtin(Builtin::SizeOf, pool_->types.integer(), arguments);
}

ExprId ArrayValues::index(ExprId base, std::span<const ExprId> subscripts) {
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

ExprId ArrayValues::fieldNamed(ExprId base, Symbol name) {
  if (pool_->base(base) != BaseType::Record) return {};
  const auto& fields = pool_->types.recordOf(pool_->type(base)).fields;
  for (uint32_t i = 0; i < fields.size(); ++i)
    if (fields[i].name == name) return field(base, i);
  return {};
}

ExprId ArrayValues::field(ExprId base, uint32_t at) {
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

ExprId ArrayValues::promote(ExprId expr, size_t rank) {
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

ExprId ArrayValues::concatenate(size_t dimension, std::vector<ExprId> parts, SourceRange range,
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
      report(diag::ConcatenationMismatch, range, context, showType(pool_->type(parts[0])),
             showType(pool_->type(p)));
      return pool_->missing();
    }
    total = own[dimension] == kUnknownSize || total == kUnknownSize ? kUnknownSize
                                                                    : total + own[dimension];
    if (total > limits_.elements) {
      report(diag::TooLarge, range, context, "the number of elements of this array",
             limits_.elements, "check the sizes of its parts");
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

bool ArrayValues::unify(ExprId& a, ExprId& b, SourceRange range, Context& context,
                        std::string_view what) {
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
    report(diag::TypesDiffer, range, context, what, showType(pool_->type(a)),
           showType(pool_->type(b)));
  }
  return ok;
}

namespace {

// What to write instead of a value of the wrong type; "" where there is nothing to say.
std::string_view conversionHint(BaseType from, BaseType to) {
  auto isNumber = [](BaseType t) { return t == BaseType::Real || t == BaseType::Integer; };
  if (from == BaseType::Real && to == BaseType::Integer) {
    return "integer(x) rounds down to an Integer, div(a, b) divides Integers; or declare it as "
           "Real";
  }
  if (to == BaseType::String && from != BaseType::Record) return "String(x) gives a value as text";
  if (from == BaseType::String && isNumber(to)) return "a number is written without quotes";
  if (from == BaseType::Boolean && isNumber(to)) return "write 'if b then 1 else 0'";
  if (isNumber(from) && to == BaseType::Boolean)
    return "write true or false, or a comparison such as x > 0";
  return "";
}

}  // namespace

// A record that is no constructor, as a record with the fields `map` of it: itself if these are all
// of them in their order.
ExprId ArrayValues::withFieldsOf(ExprId expr, TypeId target, const std::vector<uint32_t>& map,
                                 SourceRange range, const Context& context, std::string_view what) {
  const std::vector<Size> dims = copyDims(pool_->types[pool_->type(expr)].dims);
  bool same = map.size() == pool_->types.recordOf(pool_->type(expr)).fields.size();
  for (size_t i = 0; i < map.size(); ++i) same = same && map[i] == i;
  if (same) return expr;
  std::vector<ExprId> parts;
  if (dims.empty()) {
    const std::vector<RecordField> wanted = pool_->types.recordOf(target).fields;
    for (size_t i = 0; i < map.size(); ++i)
      parts.push_back(convert(field(expr, map[i]), wanted[i].type, range, context, what));
    return pool_->make(ExprKind::Record, target, 0, parts);
  }
  if (dims[0] == kUnknownSize) {
    report(diag::TypeMismatch, range, context, what, showType(target), showType(pool_->type(expr)))
        .note("fields in another order are matched only where the size of the array is known");
    return pool_->missing();
  }
  for (Size i = 1; i <= dims[0]; ++i) {
    const ExprId at = pool_->integer(i);
    parts.push_back(
        convert(index(expr, {&at, 1}), pool_->types.element(target, 1), range, context, what));
    if (pool_->base(parts.back()) == BaseType::Error) return parts.back();
  }
  return parts.empty() ? expr : makeArray(parts);
}

ExprId ArrayValues::convert(ExprId expr, TypeId target, SourceRange range, const Context& context,
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
        if (sameFields) return withFieldsOf(expr, target, map, range, context, what);
      } else if (from.base == BaseType::Enumeration && from.which != to.which) {
        report(diag::TypeMismatch, range, context, what, showType(target), showType(own));
        return pool_->missing();
      } else {
        return expr;
      }
    } else if (from.base == BaseType::Integer && to.base == BaseType::Real) {
      return castTo(expr, BaseType::Real);
    }
  }
  if (from.base == to.base || (from.base == BaseType::Integer && to.base == BaseType::Real)) {
    if (!dimsFit && isEmpty(from.dims) && isEmpty(to.dims)) {
      report(diag::EmptyArraySizes, range, context, what, showType(target), showType(own));
      return pool_->make(ExprKind::Array, target, 0, std::span<const ExprId>());
    }
    if (!dimsFit) {
      Diagnostic& d =
          report(diag::DimensionMismatch, range, context, what, showType(target), showType(own));
      if (from.dims.size() == 2 && from.dims[0] == 1 && to.dims.size() == 1 &&
          from.dims[1] == to.dims[0]) {
        d.note("[...] makes a matrix, here with a single row; a vector is written {...}");
      }
      return pool_->missing();
    }
  }
  Diagnostic& d = report(diag::TypeMismatch, range, context, what, showType(target), showType(own));
  if (std::string_view hint = conversionHint(from.base, to.base); !hint.empty())
    d.note(std::string(hint));
  return pool_->missing();
}

// Elements in row-major order as nested arrays; there is at least one.
ExprId ArrayValues::arrayOfShape(std::vector<ExprId> level, std::span<const Size> dims) {
  for (size_t d = dims.size(); d-- > 0;) {
    std::vector<ExprId> next;
    size_t n = static_cast<size_t>(dims[d]);
    for (size_t g = 0; g < level.size(); g += n)
      next.push_back(makeArray(std::span<const ExprId>(level).subspan(g, n)));
    level = std::move(next);
  }
  return level[0];
}

// An operator on an array that is written out by its elements goes to each of them.
ExprId ArrayValues::forEachElement(ExprId e, const std::function<ExprId(ExprId)>& apply) {
  if (pool_->kind(e) != ExprKind::Array || pool_->children(e).empty()) return apply(e);
  std::vector<ExprId> elements(pool_->children(e).begin(), pool_->children(e).end());
  for (ExprId& element : elements) element = forEachElement(element, apply);
  return makeArray(elements);
}

ExprId ArrayValues::zeroOf(TypeId type) {
  const Type t = pool_->types[type];
  ExprId one;
  switch (t.base) {
    case BaseType::Real:
      one = pool_->real(0);
      break;
    case BaseType::Integer:
      one = pool_->integer(0);
      break;
    case BaseType::Boolean:
      one = pool_->boolean(false);
      break;
    case BaseType::String:
      one = pool_->string("");
      break;
    case BaseType::Enumeration:
      one = pool_->enumeration(pool_->types.scalarOf(type), 1);
      break;
    default:
      return {};
  }
  if (t.dims.empty()) return one;
  std::vector<ExprId> parts{one};
  for (Size d : copyDims(t.dims)) {
    if (d == kUnknownSize) return {};
    parts.push_back(pool_->integer(d));
  }
  return pool_->builtin(Builtin::Fill, type, parts);
}

VariableId ArrayValues::rootVariable(ExprId expr) const {
  while (pool_->kind(expr) == ExprKind::Index || pool_->kind(expr) == ExprKind::Field)
    expr = pool_->child(expr, 0);
  return pool_->kind(expr) == ExprKind::Variable ? pool_->variableOf(expr) : VariableId();
}

}  // namespace formola
