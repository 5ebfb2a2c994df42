// Built-in functions in functions -> register code.
#include <algorithm>

#include "codegen/lower/compile_function.h"

namespace formola::lowered {

namespace {

constexpr int64_t kMostElements = 20'000;

}  // namespace

bool FunctionCompiler::sizeOf(const Operand& operand, Size& size) {
  int64_t value = 0;
  if (!constantInteger(operand, value)) return fail("a size that is not known");
  if (value < 0 || value > kMostElements) return fail("a size that is too large");
  size = static_cast<Size>(value);
  return true;
}

bool FunctionCompiler::builtin(ExprId id, Operand& out) {
  const Builtin function = pool_.builtinOf(id);
  switch (function) {
    case Builtin::NoEvent:
    case Builtin::Residue:
    case Builtin::Relax:
    case Builtin::Homotopy:
    case Builtin::IntegerOfEnum:
      if (!expr(pool_.child(id, 0), out)) return false;
      out.base = pool_.base(id);
      return true;
    case Builtin::EnumOf: {
      if (!expr(pool_.child(id, 0), out)) return false;
      out.base = pool_.base(id);
      const auto count = static_cast<uint32_t>(pool_.types.enumOf(pool_.type(id)).literals.size());
      for (uint32_t ref : out.refs) {
        const bool known = isConstant(ref);
        if (known && !(constantValue(ref) >= 1 && constantValue(ref) <= count))
          return fail("an enumeration has no such literal");
        if (!known) put({FunctionOp::Bound, 0, ref, 0, count});
      }
      return true;
    }
    case Builtin::Smooth:
      return expr(pool_.child(id, 1), out);
    case Builtin::StringOf:
      out = {};
      out.base = BaseType::String;
      return true;
    default:
      break;
  }
  std::vector<Operand> arguments;
  if (!children(id, arguments)) return false;
  for (const Operand& argument : arguments)
    if (argument.base == BaseType::Error || argument.base == BaseType::String)
      return unsupported(id);
  if (function == Builtin::SemiLinear) {
    for (const Operand& argument : arguments)
      if (!argument.isScalar()) return unsupported(id);
    const uint32_t x = arguments[0].ref();
    const uint32_t positive = operate(ExprKind::GreaterEqual, x, constant(0));
    const uint32_t slope =
        emit(FunctionOp::Select, positive, arguments[1].ref(), arguments[2].ref());
    out = scalar(BaseType::Real, operate(ExprKind::Mul, x, slope));
    return true;
  }
  if (function > Builtin::MaxOf) return arrayBuiltin(id, function, arguments, out);
  // elementary functions, elementwise
  if (arguments.empty() || arguments.size() > 2) return unsupported(id);
  const Operand& a = arguments[0];
  const Operand& b = arguments.back();
  if (!a.fields.empty() || !b.fields.empty()) return unsupported(id);
  if (!a.dims.empty() && !b.dims.empty() && a.dims != b.dims) return fail("different sizes");
  const Operand& larger = a.dims.empty() ? b : a;
  std::vector<uint32_t> refs;
  const bool divides =
      function == Builtin::Div || function == Builtin::Mod || function == Builtin::Rem;
  for (size_t k = 0; k < larger.refs.size(); ++k) {
    const uint32_t right = b.refs[b.dims.empty() ? 0 : k];
    if (divides) failAtZero(right);
    refs.push_back(emitBuiltin(function, a.refs[a.dims.empty() ? 0 : k], right));
    if (function == Builtin::IntegerOf) failBeyondIntegers(refs.back());
  }
  out = array(pool_.base(id), larger.dims, std::move(refs));
  return true;
}

bool FunctionCompiler::reduce(Builtin function, const Operand& values, Operand& out) {
  if (!values.fields.empty() || values.base == BaseType::String) return fail("a reduction");
  if (values.refs.empty()) {
    if (function != Builtin::Sum && function != Builtin::Product)
      return fail("min or max of nothing");
    out = scalar(values.base, constant(function == Builtin::Sum ? 0 : 1));
    return true;
  }
  uint32_t result = values.refs[0];
  for (size_t k = 1; k < values.refs.size(); ++k) {
    const uint32_t next = values.refs[k];
    switch (function) {
      case Builtin::Sum:
        result = operate(ExprKind::Add, result, next);
        break;
      case Builtin::Product:
        result = operate(ExprKind::Mul, result, next);
        break;
      default:
        result =
            emitBuiltin(function == Builtin::Min ? Builtin::MinOf : Builtin::MaxOf, result, next);
    }
  }
  if (values.base == BaseType::Integer) failBeyondIntegers(result);
  out = scalar(values.base, result);
  return true;
}

// cat(k, ...): all sizes but the k-th agree (spec 10.4.2).
bool FunctionCompiler::cat(size_t dimension, const std::vector<Operand>& arrays, Operand& out) {
  if (arrays.empty()) return fail("cat of nothing");
  const size_t rank = arrays[0].dims.size();
  if (dimension >= rank) return fail("cat along a missing dimension");
  std::vector<Size> dims = arrays[0].dims;
  dims[dimension] = 0;
  size_t outer = 1, inner = 1;
  for (size_t d = 0; d < dimension; ++d) outer *= static_cast<size_t>(dims[d]);
  for (size_t d = dimension + 1; d < rank; ++d) inner *= static_cast<size_t>(dims[d]);
  BaseType base = arrays[0].base;
  for (const Operand& part : arrays) {
    bool fits = part.dims.size() == rank && part.fields.empty();
    for (size_t d = 0; fits && d < rank; ++d) fits = d == dimension || part.dims[d] == dims[d];
    if (!fits) return fail("cat of different sizes");
    dims[dimension] += part.dims[dimension];
    if (part.base == BaseType::Real) base = BaseType::Real;
  }
  std::vector<uint32_t> refs;
  for (size_t o = 0; o < outer; ++o) {
    for (const Operand& part : arrays) {
      const size_t length = static_cast<size_t>(part.dims[dimension]) * inner;
      for (size_t k = 0; k < length; ++k) refs.push_back(part.refs[o * length + k]);
    }
  }
  out = array(base, std::move(dims), std::move(refs));
  return true;
}

// Long, since it has one case for each function.
bool FunctionCompiler::arrayBuiltin(ExprId id, Builtin function, std::vector<Operand>& arguments,
                                    Operand& out) {
  const BaseType base = pool_.base(id);
  auto sizes = [&](size_t from, std::vector<Size>& dims) {
    int64_t total = 1;
    dims.resize(arguments.size() - from);
    for (size_t k = from; k < arguments.size(); ++k) {
      if (!sizeOf(arguments[k], dims[k - from])) return false;
      total *= dims[k - from];
      if (total > kMostElements) return fail("an array is too large");
    }
    return true;
  };
  auto filled = [&](size_t from, uint32_t value) {
    std::vector<Size> dims;
    if (!sizes(from, dims)) return false;
    size_t n = 1;
    for (Size d : dims) n *= static_cast<size_t>(d);
    out = array(base, std::move(dims), std::vector<uint32_t>(n, value));
    return true;
  };
  auto mul = [&](uint32_t a, uint32_t b) { return operate(ExprKind::Mul, a, b); };
  auto sub = [&](uint32_t a, uint32_t b) { return operate(ExprKind::Sub, a, b); };
  if (arguments.empty()) return unsupported(id);
  const Operand& a = arguments[0];
  if (function != Builtin::SizeOf && !a.fields.empty()) return unsupported(id);
  switch (function) {
    case Builtin::SizeOf: {
      if (arguments.size() == 1) {
        std::vector<uint32_t> refs;
        for (Size d : a.dims) refs.push_back(constant(d));
        out = vector(base, std::move(refs));
        return true;
      }
      int64_t d = 0;
      if (!constantInteger(arguments[1], d) || d < 1 || d > static_cast<int64_t>(a.dims.size()))
        return fail("size in an unknown dimension");
      out = scalar(base, constant(a.dims[static_cast<size_t>(d) - 1]));
      return true;
    }
    case Builtin::Ndims:
      out = scalar(base, constant(static_cast<double>(a.dims.size())));
      return true;
    case Builtin::Scalar:
      if (a.refs.size() != 1) return fail("scalar of several elements");
      out = scalar(a.base, a.ref());
      return true;
    case Builtin::Vector:
      out = vector(a.base, a.refs);
      return true;
    case Builtin::Matrix:
      for (size_t d = 2; d < a.dims.size(); ++d)
        if (a.dims[d] != 1) return unsupported(id);
      out = array(a.base, {a.dims.empty() ? 1 : a.dims[0], a.dims.size() < 2 ? 1 : a.dims[1]},
                  a.refs);
      return true;
    case Builtin::Promote: {
      Size rank = 0;
      if (arguments.size() < 2 || !sizeOf(arguments[1], rank)) return unsupported(id);
      std::vector<Size> dims = a.dims;
      if (static_cast<size_t>(rank) < dims.size() || rank > 64) return unsupported(id);
      dims.resize(static_cast<size_t>(rank), 1);
      out = array(a.base, std::move(dims), a.refs);
      return true;
    }
    case Builtin::Zeros:
      return filled(0, constant(0));
    case Builtin::Ones:
      return filled(0, constant(1));
    case Builtin::Fill:
      if (!a.isScalar()) return unsupported(id);
      return filled(1, a.ref());
    case Builtin::Identity:
    case Builtin::Diagonal: {
      const bool identity = function == Builtin::Identity;
      Size n = identity ? 0 : static_cast<Size>(a.refs.size());
      if (identity && !sizeOf(a, n)) return false;
      if (int64_t{n} * n > kMostElements) return fail("an array is too large");
      std::vector<uint32_t> refs;
      for (Size i = 0; i < n; ++i)
        for (Size j = 0; j < n; ++j)
          refs.push_back(i != j ? constant(0)
                                : (identity ? constant(1) : a.refs[static_cast<size_t>(i)]));
      out = array(base, {n, n}, std::move(refs));
      return true;
    }
    case Builtin::Linspace: {
      Size n = 0;
      if (arguments.size() != 3 || !sizeOf(arguments[2], n) || n < 2 || !a.isScalar() ||
          !arguments[1].isScalar())
        return unsupported(id);
      std::vector<uint32_t> refs;
      const uint32_t span = sub(arguments[1].ref(), a.ref());
      for (Size i = 0; i < n; ++i)
        refs.push_back(operate(ExprKind::Add, a.ref(),
                               operate(ExprKind::Div, mul(span, constant(i)), constant(n - 1))));
      out = array(BaseType::Real, {n}, std::move(refs));
      return true;
    }
    case Builtin::Min:
    case Builtin::Max:
    case Builtin::Sum:
    case Builtin::Product:
      return reduce(function, a, out);
    case Builtin::Transpose: {
      if (a.dims.size() != 2) return unsupported(id);
      const auto rows = static_cast<size_t>(a.dims[0]), columns = static_cast<size_t>(a.dims[1]);
      std::vector<uint32_t> refs;
      for (size_t j = 0; j < columns; ++j)
        for (size_t i = 0; i < rows; ++i) refs.push_back(a.refs[i * columns + j]);
      out = array(a.base, {a.dims[1], a.dims[0]}, std::move(refs));
      return true;
    }
    case Builtin::Symmetric: {
      if (a.dims.size() != 2 || a.dims[0] != a.dims[1]) return unsupported(id);
      const auto n = static_cast<size_t>(a.dims[0]);
      std::vector<uint32_t> refs;
      for (size_t i = 0; i < n; ++i)
        for (size_t j = 0; j < n; ++j) refs.push_back(a.refs[std::min(i, j) * n + std::max(i, j)]);
      out = array(a.base, a.dims, std::move(refs));
      return true;
    }
    case Builtin::OuterProduct: {
      const Operand& b = arguments.back();
      if (arguments.size() != 2 || a.dims.size() != 1 || b.dims.size() != 1) return unsupported(id);
      std::vector<uint32_t> refs;
      for (uint32_t x : a.refs)
        for (uint32_t y : b.refs) refs.push_back(mul(x, y));
      out = array(base, {a.dims[0], b.dims[0]}, std::move(refs));
      return true;
    }
    case Builtin::Cross: {
      const Operand& b = arguments.back();
      if (arguments.size() != 2 || a.refs.size() != 3 || b.refs.size() != 3) return unsupported(id);
      std::vector<uint32_t> refs;
      for (size_t k = 0; k < 3; ++k) {
        const size_t i = (k + 1) % 3, j = (k + 2) % 3;
        refs.push_back(sub(mul(a.refs[i], b.refs[j]), mul(a.refs[j], b.refs[i])));
      }
      out = array(base, {3}, std::move(refs));
      return true;
    }
    case Builtin::Skew: {
      if (a.refs.size() != 3) return unsupported(id);
      const uint32_t z = constant(0);
      auto neg = [&](uint32_t x) { return operate(ExprKind::Neg, x, x); };
      out = array(base, {3, 3},
                  {z, neg(a.refs[2]), a.refs[1], a.refs[2], z, neg(a.refs[0]), neg(a.refs[1]),
                   a.refs[0], z});
      return true;
    }
    case Builtin::Cat: {
      int64_t dimension = 0;
      if (!constantInteger(a, dimension) || dimension < 1) return unsupported(id);
      std::vector<Operand> arrays(arguments.begin() + 1, arguments.end());
      return cat(static_cast<size_t>(dimension) - 1, arrays, out);
    }
    default:
      return unsupported(id);
  }
}

}  // namespace formola::lowered
