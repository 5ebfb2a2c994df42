// Functions of the language on arrays (spec 10.3) and products of matrices (spec 10.6.5).
#include <fmt/format.h>

#include <limits>

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

// The value of a reduction without elements (spec 10.3.4).
ExprId ArrayExpander::neutral(Builtin function, TypeId scalarType) {
  if (function == Builtin::Sum) return number(scalarType, 0);
  if (function == Builtin::Product) return number(scalarType, 1);
  bool least = function == Builtin::Max;
  switch (pool_.types[scalarType].base) {
    case BaseType::Integer: {
      using Limits = std::numeric_limits<int32_t>;
      return pool_.integer(least ? Limits::min() : Limits::max());
    }
    case BaseType::Boolean:
      return pool_.boolean(!least);
    case BaseType::Enumeration: {
      auto last = static_cast<uint32_t>(pool_.types.enumOf(scalarType).literals.size());
      return pool_.enumeration(scalarType, least ? 1 : last);
    }
    default: {
      double most = std::numeric_limits<double>::max();
      return pool_.real(least ? -most : most);
    }
  }
}

ExprId ArrayExpander::reduceLeaves(Builtin function, TypeId scalarType,
                                   std::span<const ExprId> items) {
  if (items.empty()) return neutral(function, scalarType);
  ExprId result = items[0];
  for (ExprId item : items.subspan(1)) {
    ExprId both[2] = {result, item};
    switch (function) {
      case Builtin::Sum:
        result = emit(ExprKind::Add, scalarType, 0, both);
        break;
      case Builtin::Product:
        result = emit(ExprKind::Mul, scalarType, 0, both);
        break;
      default: {
        Builtin two = function == Builtin::Min ? Builtin::MinOf : Builtin::MaxOf;
        result = emit(ExprKind::Builtin, scalarType, static_cast<uint32_t>(two), both);
      }
    }
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
  switch (function) {
    case Builtin::Scalar:
    case Builtin::Vector:
    case Builtin::Matrix:
    case Builtin::Promote:
      return computeReshape(e, function);
    case Builtin::Zeros:
    case Builtin::Ones:
    case Builtin::Fill:
      return computeFilled(e, function);
    case Builtin::Linspace:
      return computeLinspace(e);
    case Builtin::Identity:
    case Builtin::Diagonal:
    case Builtin::OuterProduct:
    case Builtin::Symmetric:
    case Builtin::Cross:
    case Builtin::Skew:
    case Builtin::Transpose:
      return computeMatrixFunction(e, function);
    case Builtin::Cat:
      return computeCat(e);
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

void ArrayExpander::computeReshape(ExprId e, Builtin function) {
  ExprId array = pool_.child(e, 0);
  TypeId type = typeOf(array);
  std::vector<Size> dims = dimsOf(type);
  auto count = static_cast<Size>(pool_.types.count(type));
  std::vector<Size> to;
  switch (function) {
    case Builtin::Scalar:
      if (count != 1) return failed(e, "scalar() of an array that has not exactly one element");
      break;
    case Builtin::Vector:
      to = {count};
      break;
    case Builtin::Matrix:
      to = dims;
      to.resize(2, 1);
      if (!dims.empty() && to[0] * to[1] != count) {
        return failed(e, "matrix() of an array with more than two dimensions that are not 1");
      }
      break;
    default: {
      ExprId n = leaves(pool_.child(e, 1))[0];
      size_t wanted = pool_.kind(n) == ExprKind::Integer && pool_.integerValue(n) >= 0
                          ? static_cast<size_t>(pool_.integerValue(n))
                          : pool_.types[pool_.type(e)].dims.size();
      to = dims;
      to.resize(std::max(wanted, dims.size()), 1);
    }
  }
  // row-major leaves do not move
  finishAs(e, array);
  memo_[e.index()].type = pool_.types.withDims(type, to);
  if (e.index() < whole_.size()) whole_[e.index()] = ExprId();
}

void ArrayExpander::computeFilled(ExprId e, Builtin function) {
  TypeId one = pool_.types.scalarOf(pool_.type(e));
  size_t first = function == Builtin::Fill ? 1 : 0;
  std::span<const ExprId> children = pool_.children(e);
  std::span<const Size> declared = pool_.types[pool_.type(e)].dims;
  std::vector<Size> dims;
  int64_t total = 1;
  for (size_t i = first; i < children.size(); ++i) {
    ExprId n = leaves(children[i])[0];
    size_t d = i - first;
    int64_t size = d < declared.size() ? declared[d] : kUnknownSize;
    if (pool_.kind(n) == ExprKind::Integer) size = std::max<int64_t>(pool_.integerValue(n), 0);
    if (size < 0)
      return failed(e, fmt::format("{}() with a size that is not known", name(function)));
    total *= size;
    if (total > (1 << 30)) return failed(e, "an array with too many elements");
    dims.push_back(static_cast<Size>(size));
  }
  if (function != Builtin::Fill) {
    out_.assign(static_cast<size_t>(total), number(one, function == Builtin::Ones ? 1 : 0));
    return finish(e, pool_.types.withDims(one, dims));
  }
  ExprId value = pool_.child(e, 0);
  Leaves all = leaves(value);
  for (int64_t i = 0; i < total; ++i) {
    for (size_t k = 0; k < all.size(); ++k) out_.push_back(all[k]);
  }
  finish(e, pool_.types.prependDims(typeOf(value), dims));
}

// v[i] = x1 + (x2 - x1)*(i - 1)/(n - 1)
void ArrayExpander::computeLinspace(ExprId e) {
  TypeId real = pool_.types.real();
  ExprId from = leaves(pool_.child(e, 0))[0], to = leaves(pool_.child(e, 1))[0];
  ExprId size = leaves(pool_.child(e, 2))[0];
  int64_t count = width(pool_.type(e));
  if (pool_.kind(size) == ExprKind::Integer) count = pool_.integerValue(size);
  if (count < 2) return failed(e, "linspace() needs a known number of at least two points");
  if (pool_.base(from) == BaseType::Integer) from = makeFolded(pool_, ExprKind::Cast, real, {from});
  if (pool_.base(to) == BaseType::Integer) to = makeFolded(pool_, ExprKind::Cast, real, {to});
  ExprId span = emit(ExprKind::Sub, real, to, from);
  for (int64_t i = 0; i < count; ++i) {
    if (i == 0 || i == count - 1) {
      out_.push_back(i == 0 ? from : to);
      continue;
    }
    ExprId part = product(real, span, number(real, i));
    part = emit(ExprKind::Div, real, part, number(real, count - 1));
    out_.push_back(emit(ExprKind::Add, real, from, part));
  }
  Size n[1] = {static_cast<Size>(count)};
  finish(e, pool_.types.withDims(real, n));
}

// ---- matrices

void ArrayExpander::computeMatrixFunction(ExprId e, Builtin function) {
  TypeId one = pool_.types.scalarOf(pool_.type(e));
  ExprId first = pool_.child(e, 0);
  std::vector<Size> dims = dimsOf(typeOf(first));
  Leaves a = leaves(first);
  auto minus = [&](ExprId x) { return makeFolded(pool_, ExprKind::Neg, one, {x}); };
  switch (function) {
    case Builtin::Identity:
    case Builtin::Diagonal: {
      int64_t n = -1;
      if (function == Builtin::Diagonal) {
        n = static_cast<int64_t>(a.size());
      } else if (pool_.kind(a[0]) == ExprKind::Integer) {
        n = pool_.integerValue(a[0]);
      } else if (!pool_.types.isScalar(pool_.type(e))) {
        n = pool_.types[pool_.type(e)].dims[0];
      }
      if (n < 0 || n > 30000) return failed(e, "a matrix of unknown or enormous size");
      auto size = static_cast<size_t>(n);
      for (size_t i = 0; i < size * size; ++i) out_.push_back(number(one, 0));
      for (size_t i = 0; i < size; ++i) {
        out_[i * size + i] = function == Builtin::Identity ? number(one, 1) : a[i];
      }
      dims = {static_cast<Size>(n), static_cast<Size>(n)};
      break;
    }
    case Builtin::OuterProduct: {
      Leaves b = leaves(pool_.child(e, 1));
      for (size_t i = 0; i < a.size(); ++i) {
        for (size_t j = 0; j < b.size(); ++j) out_.push_back(product(one, a[i], b[j]));
      }
      dims = {static_cast<Size>(a.size()), static_cast<Size>(b.size())};
      break;
    }
    case Builtin::Symmetric: {
      if (dims.size() != 2 || dims[0] != dims[1])
        return failed(e, "symmetric() of no square matrix");
      auto n = static_cast<size_t>(dims[0]);
      for (size_t i = 0; i < n; ++i) {
        for (size_t j = 0; j < n; ++j) out_.push_back(a[std::min(i, j) * n + std::max(i, j)]);
      }
      break;
    }
    case Builtin::Cross: {
      Leaves b = leaves(pool_.child(e, 1));
      if (a.size() != 3 || b.size() != 3)
        return failed(e, "cross() of vectors that have not 3 elements");
      for (size_t i = 0; i < 3; ++i) {
        size_t j = (i + 1) % 3, k = (i + 2) % 3;
        out_.push_back(
            emit(ExprKind::Sub, one, product(one, a[j], b[k]), product(one, a[k], b[j])));
      }
      dims = {3};
      break;
    }
    case Builtin::Skew: {
      if (a.size() != 3) return failed(e, "skew() of a vector that has not 3 elements");
      ExprId zero = number(one, 0);
      out_ = {zero, minus(a[2]), a[1], a[2], zero, minus(a[0]), minus(a[1]), a[0], zero};
      dims = {3, 3};
      break;
    }
    default: {  // Transpose exchanges the first two dimensions
      if (dims.size() < 2)
        return failed(e, "transpose() of an array with less than two dimensions");
      auto rows = static_cast<size_t>(dims[0]), columns = static_cast<size_t>(dims[1]);
      size_t own = rows * columns == 0 ? 0 : a.size() / (rows * columns);
      for (size_t j = 0; j < columns; ++j) {
        for (size_t i = 0; i < rows; ++i) {
          for (size_t k = 0; k < own; ++k) out_.push_back(a[(i * columns + j) * own + k]);
        }
      }
      std::swap(dims[0], dims[1]);
    }
  }
  bool isRecord = pool_.types[one].base == BaseType::Record;
  finish(e, pool_.types.withDims(isRecord ? typeOf(first) : one, dims));
}

// cat(k, A, B, ...): joined along dimension k (spec 10.4.2).
void ArrayExpander::computeCat(ExprId e) {
  std::vector<ExprId> arrays(pool_.children(e).begin() + 1, pool_.children(e).end());
  ExprId which = leaves(pool_.child(e, 0))[0];
  if (pool_.kind(which) != ExprKind::Integer || arrays.empty()) {
    return failed(e, "cat() along a dimension that is not a literal");
  }
  std::vector<Size> dims = dimsOf(typeOf(arrays[0]));
  int64_t along = pool_.integerValue(which) - 1;
  if (along < 0 || along >= static_cast<int64_t>(dims.size())) {
    return failed(e, "cat() along a dimension that the arrays do not have");
  }
  auto k = static_cast<size_t>(along);
  Size joined = 0;
  for (ExprId array : arrays) {
    std::vector<Size> own = dimsOf(typeOf(array));
    bool fits = own.size() == dims.size();
    for (size_t d = 0; d < own.size() && fits; ++d) fits = d == k || own[d] == dims[d];
    if (!fits) return failed(e, "cat() of arrays whose other dimensions differ");
    joined += own[k];
  }
  size_t outer = 1;
  for (size_t d = 0; d < k; ++d) outer *= static_cast<size_t>(dims[d]);
  for (size_t o = 0; o < outer; ++o) {
    for (ExprId array : arrays) {
      Leaves all = leaves(array);
      size_t block = all.size() / outer;
      for (size_t i = 0; i < block; ++i) out_.push_back(all[o * block + i]);
    }
  }
  dims[k] = joined;
  TypeId base =
      pool_.types[pool_.type(e)].base == BaseType::Record ? typeOf(arrays[0]) : pool_.type(e);
  finish(e, pool_.types.withDims(base, dims));
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
