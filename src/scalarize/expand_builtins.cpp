// Functions of the language on arrays (spec 10.3) and products of matrices (spec 10.6.5).
#include <fmt/format.h>

#include <algorithm>

#include "expr/array_function.h"
#include "scalarize/expand_array.h"
#include "scalarize/fold_literals.h"

namespace formola {

// ---- helpers

ExprId ArrayExpander::number(TypeId scalarType, int64_t value) {
  if (scalarType == pool_.types.real()) return pool_.real(static_cast<double>(value));
  return pool_.integer(value);
}

ExprId ArrayExpander::product(TypeId scalarType, ExprId a, ExprId b) {
  return emit(ExprKind::Mul, scalarType, a, b);
}

// The value of a reduction without elements.
ExprId ArrayExpander::neutral(Builtin function, TypeId scalarType) {
  const BaseType base = pool_.types[scalarType].base;
  const bool isEnum = base == BaseType::Enumeration;
  const double value = reductionOfNothing(
      function, base, isEnum ? pool_.types.enumOf(scalarType).literals.size() : 0);
  if (base == BaseType::Integer) return pool_.integer(static_cast<int64_t>(value));
  if (base == BaseType::Boolean) return pool_.boolean(value != 0);
  if (isEnum) return pool_.enumeration(scalarType, static_cast<uint32_t>(value));
  return pool_.real(value);
}

ExprId ArrayExpander::reduceLeaves(Builtin function, TypeId scalarType,
                                   std::span<const ExprId> items) {
  if (items.empty()) return neutral(function, scalarType);
  const ReductionStep step = reductionStep(function);
  const uint32_t payload =
      step.kind == ExprKind::Builtin ? static_cast<uint32_t>(step.function) : 0;
  ExprId result = items[0];
  for (ExprId item : items.subspan(1)) {
    ExprId both[2] = {result, item};
    result = emit(step.kind, scalarType, payload, both);
  }
  return result;
}

// ---- products

void ArrayExpander::computeMatMul(ExprId e) {
  ExprId left = pool_.child(e, 0), right = pool_.child(e, 1);
  TypeId leftType = typeOf(left), rightType = typeOf(right);
  if (pool_.types[leftType].base == BaseType::Error ||
      pool_.types[rightType].base == BaseType::Error) {
    return poison(e);
  }
  std::vector<Size> a = dimsOf(leftType), b = dimsOf(rightType);
  bool known = width(leftType) >= 0 && width(rightType) >= 0;
  if (!known || a.empty() || a.size() > 2 || b.empty() || b.size() > 2 || a.back() != b.front()) {
    return failed(e, "a product of arrays whose sizes do not fit");
  }
  // a vector on the left is a row, on the right a column
  auto rows = static_cast<size_t>(a.size() == 2 ? a[0] : 1);
  auto columns = static_cast<size_t>(b.size() == 2 ? b[1] : 1);
  auto inner = static_cast<size_t>(a.back());
  TypeId one = pool_.types.scalarOf(pool_.type(e));
  Leaves x = leaves(left), y = leaves(right);
  std::vector<ExprId> terms(inner);
  for (size_t i = 0; i < rows; ++i) {
    for (size_t j = 0; j < columns; ++j) {
      for (size_t k = 0; k < inner; ++k)
        terms[k] = product(one, x[i * inner + k], y[k * columns + j]);
      out_.push_back(reduceLeaves(Builtin::Sum, one, terms));
    }
  }
  std::vector<Size> dims;
  if (a.size() == 2) dims.push_back(a[0]);
  if (b.size() == 2) dims.push_back(b[1]);
  finish(e, pool_.types.withDims(one, dims));
}

// One result of spatialDistribution. Both results name the profile by their common call.
void ArrayExpander::computeTransported(ExprId e) {
  const ExprId call = wholeOfExpanded(pool_.child(e, 0));
  std::vector<ExprId> operands = {pool_.integer(call.index()), pool_.integer(pool_.payload(e))};
  for (size_t i = 0; i < pool_.children(call).size(); ++i) {
    const ExprId argument = pool_.child(call, i);
    if (i == 4) operands.push_back(pool_.time());
    if (i < 4) {
      operands.push_back(argument);
      continue;
    }
    if (pool_.kind(argument) != ExprKind::Array)
      return failed(e, "spatialDistribution with a profile whose size is not known");
    for (ExprId element : pool_.children(argument)) operands.push_back(element);
  }
  out_.push_back(pool_.builtin(Builtin::Transported, pool_.types.real(), operands));
  finish(e, pool_.types.real());
}

// ---- dispatch

// E(i): at run time element i of the literals, so that another number is an error.
void ArrayExpander::computeLiteral(ExprId e) {
  const ExprId number = pool_.child(e, 0);
  const TypeId one = pool_.type(e);
  if (!pool_.types.isScalar(one) || !pool_.types.isScalar(typeOf(number)) ||
      pool_.isLiteral(leaves(number)[0]))
    return computeElementwise(e);
  const auto count = static_cast<uint32_t>(pool_.types.enumOf(one).literals.size());
  std::vector<ExprId> literals;
  for (uint32_t i = 1; i <= count; ++i) literals.push_back(pool_.enumeration(one, i));
  const Size size[1] = {static_cast<Size>(count)};
  const ExprId all = pool_.make(ExprKind::Array, pool_.types.withDims(one, size), 0, literals);
  out_.push_back(pool_.make(ExprKind::Index, one, 0, {all, leaves(number)[0]}));
  finish(e, one);
}

void ArrayExpander::computeBuiltin(ExprId e) {
  Builtin function = pool_.builtinOf(e);
  switch (function) {
    case Builtin::SizeOf:
    case Builtin::Ndims:
      return computeSize(e);
    case Builtin::SpatialDistribution:
      return computeOpaque(e);
    case Builtin::EnumOf:
      return computeLiteral(e);
    default:
      break;
  }
  // array functions from here on need the sizes of their arguments
  if (function >= Builtin::Scalar && function <= Builtin::Promote) {
    for (ExprId c : pool_.children(e)) {
      if (pool_.types[typeOf(c)].base == BaseType::Error) return poison(e);
      if (width(typeOf(c)) < 0) {
        return failed(e, fmt::format("{} of a value whose size is not known", name(function)));
      }
    }
  }
  if (isArrayFunction(function)) return computePlanned(e, function);
  switch (function) {
    case Builtin::Min:
    case Builtin::Max:
    case Builtin::Sum:
    case Builtin::Product:
      return computeArrayReduction(e, function);
    default:
      return computeElementwise(e);
  }
}

// ---- sizes and shapes

void ArrayExpander::computeSize(ExprId e) {
  ExprId array = pool_.child(e, 0);
  TypeId integer = pool_.types.integer();
  std::vector<Size> dims = dimsOf(typeOf(array));
  if (pool_.builtinOf(e) == Builtin::Ndims) {
    out_.push_back(pool_.integer(static_cast<int64_t>(dims.size())));
    return finish(e, integer);
  }
  if (std::find(dims.begin(), dims.end(), kUnknownSize) != dims.end()) return computeOpaque(e);
  std::vector<ExprId> sizes;
  for (Size d : dims) sizes.push_back(pool_.integer(d));
  Size n[1] = {static_cast<Size>(dims.size())};
  TypeId vector = pool_.types.withDims(integer, n);
  if (pool_.children(e).size() == 1) {
    out_ = sizes;
    return finish(e, vector);
  }
  ExprId which = leaves(pool_.child(e, 1))[0];
  if (pool_.kind(which) != ExprKind::Integer) {
    ExprId all = pool_.make(ExprKind::Array, vector, 0, sizes);
    out_.push_back(pool_.make(ExprKind::Index, integer, 0, {all, which}));
    return finish(e, integer);
  }
  int64_t k = pool_.integerValue(which);
  if (k < 1 || k > static_cast<int64_t>(dims.size())) {
    return failed(
        e, fmt::format("size of dimension {} of an array with {} dimensions", k, dims.size()));
  }
  out_.push_back(sizes[static_cast<size_t>(k - 1)]);
  finish(e, integer);
}

// ---- what expr/array_function.h describes

// The number in an argument that decides sizes; where it is no literal the type of the result
// knows.
std::optional<int64_t> ArrayExpander::sizeArgument(ExprId e, Builtin function, size_t argument) {
  const ExprId number = leaves(pool_.child(e, argument))[0];
  if (pool_.kind(number) == ExprKind::Integer) {
    const int64_t value = pool_.integerValue(number);
    const bool isSize =
        function == Builtin::Fill || function == Builtin::Zeros || function == Builtin::Ones;
    return isSize ? std::max<int64_t>(value, 0) : value;
  }
  const std::span<const Size> declared = pool_.types[pool_.type(e)].dims;
  if (function == Builtin::Promote) return static_cast<int64_t>(declared.size());
  if (function == Builtin::Cat) return std::nullopt;
  const size_t dimension = function == Builtin::Fill       ? argument - 1
                           : function == Builtin::Linspace ? 0
                                                           : argument;
  if (dimension >= declared.size() || declared[dimension] < 0) return std::nullopt;
  return declared[dimension];
}

ExprId ArrayExpander::computedLeaf(ExprId e, const ArrayElement& element, TypeId one) {
  using Kind = ArrayElement::Kind;
  const auto of = [&](size_t argument, size_t at) {
    const ExprId leaf = leaves(pool_.child(e, argument))[at];
    const bool widens = one == pool_.types.real() && pool_.base(leaf) == BaseType::Integer;
    return widens ? makeFolded(pool_, ExprKind::Cast, one, {leaf}) : leaf;
  };
  switch (element.kind) {
    case Kind::Zero:
    case Kind::One:
      return number(one, element.kind == Kind::One ? 1 : 0);
    case Kind::Copy:
      return of(element.argument, element.at);
    case Kind::Negative:
      return makeFolded(pool_, ExprKind::Neg, one, {of(0, element.at)});
    case Kind::Product:
      return product(one, of(0, element.at), of(1, element.other));
    case Kind::CrossProduct:
      return emit(ExprKind::Sub, one, product(one, of(0, element.at), of(1, element.other)),
                  product(one, of(0, element.other), of(1, element.at)));
    case Kind::Between: {
      ExprId part = product(one, emit(ExprKind::Sub, one, of(1, 0), of(0, 0)),
                            number(one, static_cast<int64_t>(element.at)));
      part = emit(ExprKind::Div, one, part, number(one, static_cast<int64_t>(element.other)));
      return emit(ExprKind::Add, one, of(0, 0), part);
    }
  }
  return pool_.missing();
}

void ArrayExpander::computePlanned(ExprId e, Builtin function) {
  const size_t count = pool_.children(e).size();
  std::vector<std::vector<Size>> dims(count);
  std::vector<ArrayArgument> arguments(count);
  for (size_t i = 0; i < count; ++i) {
    dims[i] = dimsOf(typeOf(pool_.child(e, i)));
    arguments[i].dims = dims[i];
    if (!isSizeArgument(function, i)) continue;
    const std::optional<int64_t> size = sizeArgument(e, function, i);
    if (!size) return failed(e, fmt::format("{}() with a size that is not known", name(function)));
    arguments[i].value = *size;
  }
  const ArrayPlan plan(function, arguments);
  if (!plan.problem().empty()) return failed(e, plan.problem());

  const size_t first = function == Builtin::Cat ? 1 : 0;  // its first argument is a number
  const ExprId array = pool_.child(e, first);
  if (plan.inPlace()) {
    // row-major leaves do not move
    finishAs(e, array);
    memo_[e.index()].type = pool_.types.withDims(typeOf(array), plan.dims());
    if (e.index() < whole_.size()) whole_[e.index()] = ExprId();
    return;
  }
  const TypeId one = pool_.types.scalarOf(pool_.type(e));
  if (!plan.copies()) {
    for (size_t k = 0; k < plan.count(); ++k) out_.push_back(computedLeaf(e, plan[k], one));
    return finish(e, pool_.types.withDims(one, plan.dims()));
  }
  // What belongs to an element: the dimensions behind, and the fields of a record.
  std::vector<Size> all = plan.dims();
  for (size_t d = plan.lead(); d < dims[first].size(); ++d) all.push_back(dims[first][d]);
  const size_t own = leafCount(pool_.types.element(typeOf(array), plan.lead()));
  for (size_t k = 0; k < plan.count(); ++k) {
    const ArrayElement element = plan[k];
    const Leaves from = leaves(pool_.child(e, element.argument));
    for (size_t i = 0; i < own; ++i) out_.push_back(from[element.at * own + i]);
  }
  const bool isRecord = pool_.types[one].base == BaseType::Record;
  finish(e, pool_.types.withDims(isRecord ? typeOf(array) : one, all));
}

void ArrayExpander::computeArrayReduction(ExprId e, Builtin function) {
  TypeId one = pool_.types.scalarOf(pool_.type(e));
  Leaves all = leaves(pool_.child(e, 0));
  std::vector<ExprId> items;
  items.reserve(all.size());
  for (size_t i = 0; i < all.size(); ++i) items.push_back(all[i]);
  out_.push_back(reduceLeaves(function, one, items));
  finish(e, one);
}

}  // namespace formola
