// Built-in functions in functions -> register code.
#include <algorithm>

#include "codegen/lower/compile_function.h"
#include "expr/array_function.h"

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
        if (!known) put({Op::Bound, 0, ref, 0, count});
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
    const uint32_t slope = emit(Op::Select, positive, arguments[1].ref(), arguments[2].ref());
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
    const uint32_t left = a.refs[a.dims.empty() ? 0 : k];
    refs.push_back(arguments.size() == 1 ? emitBuiltin(function, {left})
                                         : emitBuiltin(function, {left, right}));
    if (function == Builtin::IntegerOf) failBeyondIntegers(refs.back());
  }
  out = array(pool_.base(id), larger.dims, std::move(refs));
  return true;
}

bool FunctionCompiler::reduce(Builtin function, const Operand& values, Operand& out) {
  if (!values.fields.empty() || values.base == BaseType::String) return fail("a reduction");
  if (values.refs.empty()) {
    if (values.base == BaseType::Enumeration) return fail("min or max of nothing");
    out = scalar(values.base, constant(reductionOfNothing(function, values.base, 0)));
    return true;
  }
  const ReductionStep step = reductionStep(function);
  uint32_t result = values.refs[0];
  for (size_t k = 1; k < values.refs.size(); ++k) {
    const uint32_t next = values.refs[k];
    result = step.kind == ExprKind::Builtin ? emitBuiltin(step.function, {result, next})
                                            : operate(step.kind, result, next);
  }
  if (values.base == BaseType::Integer) failBeyondIntegers(result);
  out = scalar(values.base, result);
  return true;
}

uint32_t FunctionCompiler::computedElement(const ArrayElement& element,
                                           const std::vector<Operand>& arguments) {
  using Kind = ArrayElement::Kind;
  const auto number = [&](size_t value) { return constant(static_cast<double>(value)); };
  const auto times = [&](size_t i, size_t j) {
    return operate(ExprKind::Mul, arguments[0].refs[i], arguments[1].refs[j]);
  };
  switch (element.kind) {
    case Kind::Zero:
    case Kind::One:
      return constant(element.kind == Kind::One ? 1 : 0);
    case Kind::Copy:
      return arguments[element.argument].refs[element.at];
    case Kind::Negative: {
      const uint32_t x = arguments[0].refs[element.at];
      return operate(ExprKind::Neg, x, x);
    }
    case Kind::Product:
      return times(element.at, element.other);
    case Kind::CrossProduct: {
      const uint32_t left = times(element.at, element.other);
      return operate(ExprKind::Sub, left, times(element.other, element.at));
    }
    case Kind::Between: {
      const uint32_t first = arguments[0].ref();
      const uint32_t span = operate(ExprKind::Sub, arguments[1].ref(), first);
      const uint32_t part = operate(ExprKind::Mul, span, number(element.at));
      return operate(ExprKind::Add, first, operate(ExprKind::Div, part, number(element.other)));
    }
  }
  return constant(0);
}

// What expr/array_function.h describes.
bool FunctionCompiler::planned(ExprId id, Builtin function, std::vector<Operand>& arguments,
                               Operand& out) {
  std::vector<ArrayArgument> known(arguments.size());
  for (size_t i = 0; i < arguments.size(); ++i) {
    if (!arguments[i].fields.empty()) return unsupported(id);
    Size size = 0;
    if (isSizeArgument(function, i) && !sizeOf(arguments[i], size)) return false;
    known[i] = {arguments[i].dims, size};
  }
  const ArrayPlan plan(function, known);
  if (!plan.problem().empty()) return fail(plan.problem());
  std::vector<Size> dims = plan.dims();
  size_t own = 1;  // numbers of one element that is copied
  if (plan.copies()) {
    const std::vector<Size>& from = arguments[function == Builtin::Cat ? 1 : 0].dims;
    for (size_t d = plan.lead(); d < from.size(); ++d) {
      dims.push_back(from[d]);
      own *= static_cast<size_t>(from[d]);
    }
  }
  if (plan.count() * own > static_cast<size_t>(kMostElements)) return fail("an array is too large");
  std::vector<uint32_t> refs;
  refs.reserve(plan.count() * own);
  for (size_t k = 0; k < plan.count(); ++k) {
    const ArrayElement element = plan[k];
    if (!plan.copies()) refs.push_back(computedElement(element, arguments));
    for (size_t i = 0; plan.copies() && i < own; ++i)
      refs.push_back(arguments[element.argument].refs[element.at * own + i]);
  }
  out = array(pool_.base(id), std::move(dims), std::move(refs));
  return true;
}

bool FunctionCompiler::sizes(ExprId id, const std::vector<Operand>& arguments, Operand& out) {
  const BaseType base = pool_.base(id);
  const std::vector<Size>& dims = arguments[0].dims;
  if (arguments.size() == 1) {
    std::vector<uint32_t> refs;
    for (Size d : dims) refs.push_back(constant(d));
    out = vector(base, std::move(refs));
    return true;
  }
  int64_t d = 0;
  if (!constantInteger(arguments[1], d) || d < 1 || d > static_cast<int64_t>(dims.size()))
    return fail("size in an unknown dimension");
  out = scalar(base, constant(dims[static_cast<size_t>(d) - 1]));
  return true;
}

bool FunctionCompiler::arrayBuiltin(ExprId id, Builtin function, std::vector<Operand>& arguments,
                                    Operand& out) {
  if (arguments.empty()) return unsupported(id);
  if (isArrayFunction(function)) return planned(id, function, arguments, out);
  switch (function) {
    case Builtin::SizeOf:
      return sizes(id, arguments, out);
    case Builtin::Ndims:
      out = scalar(pool_.base(id), constant(static_cast<double>(arguments[0].dims.size())));
      return true;
    case Builtin::Min:
    case Builtin::Max:
    case Builtin::Sum:
    case Builtin::Product:
      return reduce(function, arguments[0], out);
    default:
      return unsupported(id);
  }
}

}  // namespace formola::lowered
