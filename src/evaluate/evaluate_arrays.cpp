// Array constructors, subscripts, products and the array functions of spec chapter 10.
#include <algorithm>
#include <cmath>
#include <limits>

#include "evaluate/interpreter.h"

namespace formola::interpreter {

namespace {

// More elements than anyone wants to write down at translation time; a size beyond it is taken for
// a mistake.
constexpr int64_t kMaxElements = int64_t{1} << 26;

bool isNumber(const Datum& d) {
  return d.base == BaseType::Real || d.base == BaseType::Integer;
}

}  // namespace

bool Interpreter::checkCount(std::span<const Size> dims) {
  int64_t n = 1;
  for (Size d : dims) {
    if (d < 0) return fail("an array has the negative size " + std::to_string(d));
    if (d == 0) return true;
    n *= d;
    if (n > kMaxElements) return fail("an array is too large to be evaluated");
  }
  return true;
}

bool Interpreter::checkCopies(const Datum& of, std::span<const Size> dims) {
  if (!checkCount(dims)) return false;
  if (of.base != BaseType::String || of.inCell()) return true;
  size_t copies = 1, longest = 0;
  for (Size d : dims) copies *= static_cast<size_t>(d);
  for (const std::string& text : of.box->strings) longest = std::max(longest, text.size());
  if (longest == 0 || copies <= static_cast<size_t>(kMaxElements) * sizeof(double) / longest)
    return true;
  return fail("an array of strings is too large to be evaluated");
}

bool Interpreter::sizeArgument(const Datum& datum, Size& out) {
  if (datum.base != BaseType::Integer || !datum.inCell()) {
    return fail("the size of an array is not an Integer");
  }
  if (datum.cell.integer < 0) {
    return fail("an array has the negative size " + std::to_string(datum.cell.integer));
  }
  if (datum.cell.integer > kMaxElements) return fail("an array is too large to be evaluated");
  out = static_cast<Size>(datum.cell.integer);
  return true;
}

bool Interpreter::arrayOf(ExprId expr, std::span<Datum> elements, Datum& out) {
  ArrayBuilder builder(types_);
  for (const Datum& element : elements) {
    if (element.omitted()) return fail("an expression with an error in it has no value");
    if (!builder.add(element)) return fail("the elements of an array differ in size or type");
  }
  Size lead[1] = {static_cast<Size>(elements.size())};
  out = builder.finish(lead, types_.element(pool_.type(expr), 1));
  data_.coerce(out, types_[pool_.type(expr)].base);
  return true;
}

// Spec 10.6.4: vector*vector is the scalar product; the last dimension of a meets the first of b.
bool Interpreter::matMul(const Datum& a, const Datum& b, Datum& out) {
  auto dimsA = data_.dims(a), dimsB = data_.dims(b);
  if (!isNumber(a) || !isNumber(b) || dimsA.empty() || dimsB.empty() || dimsA.size() > 2 ||
      dimsB.size() > 2 || dimsA.back() != dimsB.front()) {
    return fail("the product of " + data_.shapeText(a) + " and " + data_.shapeText(b) +
                " is not defined");
  }
  const size_t inner = static_cast<size_t>(dimsA.back());
  const size_t rows = dimsA.size() == 2 ? static_cast<size_t>(dimsA[0]) : 1;
  const size_t columns = dimsB.size() == 2 ? static_cast<size_t>(dimsB[1]) : 1;
  std::vector<Size> dims;
  if (dimsA.size() == 2) dims.push_back(dimsA[0]);
  if (dimsB.size() == 2) dims.push_back(dimsB[1]);
  if (!checkCount(dims)) return false;
  const bool real = a.base == BaseType::Real || b.base == BaseType::Real;
  BaseType base = real ? BaseType::Real : BaseType::Integer;
  out = data_.zero(types_.get(base, 0, dims));
  for (size_t i = 0; i < rows; ++i) {
    for (size_t j = 0; j < columns; ++j) {
      Cell sum;
      if (real) {
        sum.real = 0;
        for (size_t k = 0; k < inner; ++k) {
          sum.real += a.realAt(i * inner + k) * b.realAt(k * columns + j);
        }
      } else {
        sum.integer = 0;
        for (size_t k = 0; k < inner; ++k) {
          Cell product;
          Cell x = a.cellAt(i * inner + k), y = b.cellAt(k * columns + j);
          if (!binaryCell(ExprKind::Mul, base, x, y, product) ||
              !binaryCell(ExprKind::Add, base, sum, product, sum)) {
            return false;
          }
        }
      }
      if (dims.empty()) {
        out.cell = sum;
      } else if (real) {
        out.box->reals[i * columns + j] = sum.real;
      } else {
        out.box->integers[i * columns + j] = sum.integer;
      }
    }
  }
  return true;
}

// start : step : stop (spec 10.4.3).
bool Interpreter::range(std::span<Datum> arguments, Datum& out) {
  Datum start = arguments[0], step = arguments[1], stop = arguments[2];
  for (const Datum& d : {start, stop}) {
    if (!d.inCell() || !isCellBase(d.base)) return fail("the bounds of a range are not scalars");
  }
  if (!step.omitted() && (!step.inCell() || !isNumber(step))) {
    return fail("the step of a range is not a number");
  }
  const bool real = start.base == BaseType::Real || stop.base == BaseType::Real ||
                    (!step.omitted() && step.base == BaseType::Real);
  int64_t count = 0;
  if (real) {
    const double first = start.realAt(0), last = stop.realAt(0);
    const double by = step.omitted() ? 1.0 : step.realAt(0);
    if (by == 0) return fail("the step of a range is zero");
    // The number of steps is rounded down; a quotient that is an Integer but for rounding counts as
    // that Integer, so that 0:0.1:0.3 has four elements.
    const double steps = (last - first) / by;
    const double n =
        std::floor(steps + 4 * std::numeric_limits<double>::epsilon() * std::fabs(steps)) + 1;
    if (!(n <= static_cast<double>(kMaxElements)))
      return fail("a range is too long to be evaluated");
    count = n > 0 ? static_cast<int64_t>(n) : 0;
    Size dims[1] = {static_cast<Size>(count)};
    out = data_.zero(types_.get(BaseType::Real, 0, dims));
    for (int64_t i = 0; i < count; ++i) out.box->reals[i] = first + static_cast<double>(i) * by;
    return true;
  }
  const int64_t first = start.cell.integer, last = stop.cell.integer;
  const int64_t by = step.omitted() ? 1 : step.cell.integer;
  if (by == 0) return fail("the step of a range is zero");
  if (by > 0 ? last >= first : last <= first) {
    // exact also where the difference of the bounds needs all 64 bits
    uint64_t distance = by > 0 ? static_cast<uint64_t>(last) - static_cast<uint64_t>(first)
                               : static_cast<uint64_t>(first) - static_cast<uint64_t>(last);
    uint64_t width = by > 0 ? static_cast<uint64_t>(by) : -static_cast<uint64_t>(by);
    uint64_t n = distance / width;
    if (n >= static_cast<uint64_t>(kMaxElements))
      return fail("a range is too long to be evaluated");
    count = static_cast<int64_t>(n) + 1;
  }
  Size dims[1] = {static_cast<Size>(count)};
  const Type t = types_[start.type];
  out = data_.zero(types_.get(t.base, t.which, dims));
  for (int64_t i = 0; i < count; ++i) out.box->integers[i] = first + i * by;
  return true;
}

// ---- subscripts

// Booleans count from false = 1, enumerations by their literals (spec 10.5).
bool Interpreter::subscript(const Datum& datum, Size size, size_t dimension, Subscript& out) {
  if (datum.base == BaseType::None) {
    out.kind = Subscript::Kind::All;
    return true;
  }
  if (datum.base != BaseType::Integer && datum.base != BaseType::Boolean &&
      datum.base != BaseType::Enumeration) {
    return fail("a subscript is not an Integer");
  }
  const int64_t shift = datum.base == BaseType::Boolean ? 0 : 1;
  auto place = [&](int64_t value, size_t& at) {
    if (value < shift || value - shift >= size) {
      return fail("the subscript " + std::to_string(shift == 1 ? value : value + 1) +
                  " is out of bounds 1:" + std::to_string(size) + " in dimension " +
                  std::to_string(dimension + 1));
    }
    at = static_cast<size_t>(value - shift);
    return true;
  };
  if (datum.inCell()) {
    out.kind = Subscript::Kind::One;
    return place(datum.cell.integer, out.one);
  }
  if (data_.rank(datum) != 1) return fail("a subscript is neither a scalar nor a vector");
  out.kind = Subscript::Kind::Many;
  out.many.resize(datum.box->integers.size());
  for (size_t i = 0; i < out.many.size(); ++i) {
    if (!place(datum.box->integers[i], out.many[i])) return false;
  }
  return true;
}

void Interpreter::places(std::span<const Subscript> subscripts, std::span<const Size> dims,
                         std::vector<size_t>& flat, std::vector<Size>& selected) {
  flat.assign(1, 0);
  selected.clear();
  for (size_t d = 0; d < subscripts.size(); ++d) {
    const Subscript& s = subscripts[d];
    const size_t size = static_cast<size_t>(dims[d]);
    if (s.kind == Subscript::Kind::One) {
      for (size_t& p : flat) p = p * size + s.one;
      continue;
    }
    const bool all = s.kind == Subscript::Kind::All;
    const size_t n = all ? size : s.many.size();
    selected.push_back(static_cast<Size>(n));
    std::vector<size_t> next;
    next.reserve(flat.size() * n);
    for (size_t p : flat) {
      for (size_t i = 0; i < n; ++i) next.push_back(p * size + (all ? i : s.many[i]));
    }
    flat = std::move(next);
  }
}

bool Interpreter::index(const Datum& base, std::span<Datum> subscripts, Datum& out) {
  auto dims = data_.dims(base);
  if (subscripts.size() > dims.size()) {
    return fail(std::to_string(subscripts.size()) + " subscripts on " + data_.shapeText(base));
  }
  // the most frequent case by far: an element of a vector of numbers
  if (subscripts.size() == 1 && dims.size() == 1 && subscripts[0].inCell() &&
      isCellBase(base.base) && subscripts[0].base != BaseType::None) {
    Subscript s;
    if (!subscript(subscripts[0], dims[0], 0, s)) return false;
    out = data_.scalar(types_.scalarOf(base.type), base.cellAt(s.one));
    return true;
  }
  std::vector<Subscript> selection(subscripts.size());
  for (size_t d = 0; d < subscripts.size(); ++d) {
    if (!subscript(subscripts[d], dims[d], d, selection[d])) return false;
  }
  std::vector<Size> selected;
  for (size_t d = 0; d < selection.size(); ++d) {
    if (selection[d].kind == Subscript::Kind::One) continue;
    const bool all = selection[d].kind == Subscript::Kind::All;
    selected.push_back(all ? dims[d] : static_cast<Size>(selection[d].many.size()));
  }
  if (!checkCopies(base, selected)) return false;
  std::vector<size_t> flat;
  places(selection, dims, flat, selected);
  out = data_.gather(base, selection.size(), flat, selected);
  return true;
}

// ---- reductions

bool Interpreter::emptyReduction(Builtin function, TypeId type, Datum& out) {
  out = data_.zero(type);
  if (function == Builtin::Sum || data_.rank(out) > 0) return true;
  if (function == Builtin::Product) {
    if (out.base == BaseType::Real) {
      out.cell.real = 1;
    } else {
      out.cell.integer = 1;
    }
    return true;
  }
  // min of nothing is the greatest value of the type, max the least (spec 10.3.4)
  const bool greatest = function == Builtin::Min;
  switch (out.base) {
    case BaseType::Real: {
      constexpr double kLargest = std::numeric_limits<double>::max();
      out.cell.real = greatest ? kLargest : -kLargest;
      return true;
    }
    case BaseType::Integer: {
      constexpr int64_t kLargest = std::numeric_limits<int32_t>::max();
      out.cell.integer = greatest ? kLargest : -kLargest;
      return true;
    }
    case BaseType::Boolean:
      out.cell.integer = greatest;
      return true;
    case BaseType::Enumeration:
      out.cell.integer = greatest ? static_cast<int64_t>(types_.enumOf(type).literals.size()) : 1;
      return true;
    default:
      return fail("a reduction of nothing");
  }
}

bool Interpreter::reduce(Builtin function, const Datum& array, Datum& out) {
  const bool extremum = function == Builtin::Min || function == Builtin::Max;
  if (!(extremum ? isCellBase(array.base) : isNumber(array))) {
    return fail(std::string(name(function)) + " is not defined for " + data_.shapeText(array));
  }
  const size_t n = data_.count(array);
  TypeId scalar = types_.scalarOf(array.type);
  if (n == 0) return emptyReduction(function, scalar, out);
  Cell result = array.cellAt(0);
  for (size_t i = 1; i < n; ++i) {
    Cell next = array.cellAt(i);
    bool ok = true;
    if (extremum) {
      Builtin of = function == Builtin::Min ? Builtin::MinOf : Builtin::MaxOf;
      ok = elementary2(of, result, next, array.base, result);
    } else {
      ExprKind kind = function == Builtin::Sum ? ExprKind::Add : ExprKind::Mul;
      ok = binaryCell(kind, array.base, result, next, result);
    }
    if (!ok) return false;
  }
  out = data_.scalar(scalar, result);
  return true;
}

// ---- functions

// cat(k, ...): all sizes but the k-th agree (spec 10.4.2).
bool Interpreter::joined(size_t dimension, std::span<Datum> arrays, Datum& out) {
  if (arrays.empty()) return fail("cat without arrays");
  const size_t rank = data_.rank(arrays[0]);
  if (dimension >= rank) return fail("cat along a dimension that the arrays don't have");
  // Elements of all arrays one after the other in one vector, which is then put into order.
  std::vector<Size> dims(data_.dims(arrays[0]).begin(), data_.dims(arrays[0]).end());
  dims[dimension] = 0;
  ArrayBuilder all(types_);
  std::vector<size_t> offsets, lengths;
  size_t total = 0, outer = 1, inner = 1;
  for (size_t d = 0; d < dimension; ++d) outer *= static_cast<size_t>(dims[d]);
  for (size_t d = dimension + 1; d < rank; ++d) inner *= static_cast<size_t>(dims[d]);
  for (const Datum& array : arrays) {
    auto own = data_.dims(array);
    bool fits = own.size() == rank;
    for (size_t d = 0; fits && d < rank; ++d) fits = d == dimension || own[d] == dims[d];
    if (!fits) {
      return fail("cat of arrays that don't fit: " + data_.shapeText(arrays[0]) + " and " +
                  data_.shapeText(array));
    }
    offsets.push_back(total);
    lengths.push_back(static_cast<size_t>(own[dimension]) * inner);
    dims[dimension] += own[dimension];
    const size_t n = data_.count(array);
    total += n;
    for (size_t i = 0; i < n; ++i) {
      size_t place[1] = {i};
      if (!all.add(data_.gather(array, rank, place, {}))) return fail("cat of different types");
    }
  }
  std::vector<size_t> order;
  order.reserve(total);
  for (size_t o = 0; o < outer; ++o) {
    for (size_t a = 0; a < arrays.size(); ++a) {
      for (size_t i = 0; i < lengths[a]; ++i) order.push_back(offsets[a] + o * lengths[a] + i);
    }
  }
  Size flat[1] = {static_cast<Size>(total)};
  Datum joinedElements = all.finish(flat, types_.scalarOf(arrays[0].type));
  out = data_.gather(joinedElements, 1, order, dims);
  return true;
}

bool Interpreter::arrayFunction(ExprId expr, Builtin function, std::span<Datum> arguments,
                                Datum& out) {
  const BaseType resultBase = types_[pool_.type(expr)].base;
  auto sizes = [&](std::span<const Datum> from, std::vector<Size>& dims) {
    dims.resize(from.size());
    for (size_t i = 0; i < from.size(); ++i) {
      if (!sizeArgument(from[i], dims[i])) return false;
    }
    return checkCount(dims);
  };
  auto wrong = [&](const Datum& d) {
    return fail(std::string(name(function)) + " is not defined for " + data_.shapeText(d));
  };
  switch (function) {
    case Builtin::SizeOf: {
      // an omitted argument: its type says all (see enter)
      const ExprId array = pool_.child(expr, 0);
      auto dims =
          arguments[0].omitted() ? types_[pool_.type(array)].dims : data_.dims(arguments[0]);
      if (arguments.size() > 1) {
        if (arguments[1].base != BaseType::Integer || !arguments[1].inCell()) {
          return fail("the dimension in size is not an Integer");
        }
        int64_t d = arguments[1].cell.integer;
        if (d < 1 || d > static_cast<int64_t>(dims.size())) {
          return fail("size in dimension " + std::to_string(d) + " of an array with " +
                      std::to_string(dims.size()) + " dimensions");
        }
        out = data_.integer(dims[static_cast<size_t>(d - 1)]);
        return true;
      }
      Size lead[1] = {static_cast<Size>(dims.size())};
      out = data_.zero(types_.integer(), lead);
      for (size_t i = 0; i < dims.size(); ++i) out.box->integers[i] = dims[i];
      return true;
    }
    case Builtin::Ndims: {
      const ExprId array = pool_.child(expr, 0);
      out = data_.integer(static_cast<int64_t>(types_[pool_.type(array)].dims.size()));
      return true;
    }
    case Builtin::Scalar:
      if (data_.count(arguments[0]) != 1) return wrong(arguments[0]);
      out = data_.reshape(arguments[0], data_.rank(arguments[0]), {});
      return true;
    case Builtin::Vector: {
      auto dims = data_.dims(arguments[0]);
      size_t larger = 0;
      for (Size d : dims) larger += d != 1;
      if (larger > 1) return wrong(arguments[0]);
      Size length[1] = {static_cast<Size>(data_.count(arguments[0]))};
      out = data_.reshape(arguments[0], dims.size(), length);
      return true;
    }
    case Builtin::Matrix: {
      auto dims = data_.dims(arguments[0]);
      Size two[2] = {dims.empty() ? 1 : dims[0], dims.size() < 2 ? 1 : dims[1]};
      for (size_t d = 2; d < dims.size(); ++d) {
        if (dims[d] != 1) return wrong(arguments[0]);
      }
      out = data_.reshape(arguments[0], dims.size(), two);
      return true;
    }
    case Builtin::Promote: {
      auto own = data_.dims(arguments[0]);
      std::vector<Size> dims(own.begin(), own.end());
      Size rank = 0;
      if (arguments.size() < 2 || !sizeArgument(arguments[1], rank)) return wrong(arguments[0]);
      if (static_cast<size_t>(rank) < own.size() || rank > 64) return wrong(arguments[0]);
      dims.resize(static_cast<size_t>(rank), 1);
      out = data_.reshape(arguments[0], own.size(), dims);
      return true;
    }
    case Builtin::Identity: {
      Size n = 0;
      if (!sizeArgument(arguments[0], n)) return false;
      Size dims[2] = {n, n};
      if (!checkCount(dims)) return false;
      out = data_.zero(types_.get(BaseType::Integer, 0, dims));
      for (Size i = 0; i < n; ++i) out.box->integers[static_cast<size_t>(i) * n + i] = 1;
      break;
    }
    case Builtin::Diagonal: {
      if (!isNumber(arguments[0]) || data_.rank(arguments[0]) != 1) return wrong(arguments[0]);
      Size n = data_.dims(arguments[0])[0];
      Size dims[2] = {n, n};
      if (!checkCount(dims)) return false;
      out = data_.zero(types_.get(arguments[0].base, 0, dims));
      for (Size i = 0; i < n; ++i) {
        size_t place[1] = {static_cast<size_t>(i) * n + i};
        size_t from[1] = {static_cast<size_t>(i)};
        data_.scatter(out, 2, place, data_.gather(arguments[0], 1, from, {}));
      }
      break;
    }
    case Builtin::Zeros:
    case Builtin::Ones: {
      std::vector<Size> dims;
      if (!sizes(arguments, dims)) return false;
      out = data_.zero(types_.get(BaseType::Integer, 0, dims));
      if (function == Builtin::Ones && out.inCell()) {
        out.cell.integer = 1;
      } else if (function == Builtin::Ones) {
        out.box->integers.assign(out.box->integers.size(), 1);
      }
      break;
    }
    case Builtin::Fill: {
      std::vector<Size> dims;
      if (!sizes(arguments.subspan(1), dims)) return false;
      size_t n = 1;
      for (Size d : dims) n *= static_cast<size_t>(d);
      std::vector<Size> all = dims;
      for (Size d : data_.dims(arguments[0])) all.push_back(d);
      if (!checkCount(all) || !checkCopies(arguments[0], dims)) return false;
      std::vector<size_t> flat(n, 0);
      out = data_.gather(data_.reshape(arguments[0], 0, std::vector<Size>{1}), 1, flat, dims);
      return true;
    }
    case Builtin::Linspace: {
      Size n = 0;
      if (!sizeArgument(arguments[2], n)) return false;
      if (n < 2) return fail("linspace needs at least 2 points");
      if (!isNumber(arguments[0]) || !isNumber(arguments[1])) return wrong(arguments[0]);
      const double first = arguments[0].realAt(0), last = arguments[1].realAt(0);
      Size dims[1] = {n};
      out = data_.zero(types_.get(BaseType::Real, 0, dims));
      for (Size i = 0; i < n; ++i) out.box->reals[i] = first + (last - first) * i / (n - 1);
      return true;
    }
    case Builtin::Min:
    case Builtin::Max:
    case Builtin::Sum:
    case Builtin::Product:
      if (!reduce(function, arguments[0], out)) return false;
      break;
    case Builtin::OuterProduct: {
      if (data_.rank(arguments[0]) != 1 || data_.rank(arguments[1]) != 1)
        return wrong(arguments[0]);
      Size column[2] = {data_.dims(arguments[0])[0], 1};
      Size row[2] = {1, data_.dims(arguments[1])[0]};
      return matMul(data_.reshape(arguments[0], 1, column), data_.reshape(arguments[1], 1, row),
                    out);
    }
    case Builtin::Symmetric:
    case Builtin::Transpose: {
      auto dims = data_.dims(arguments[0]);
      if (dims.size() < 2) return wrong(arguments[0]);
      const bool symmetric = function == Builtin::Symmetric;
      if (symmetric && (dims.size() != 2 || dims[0] != dims[1])) return wrong(arguments[0]);
      const auto rows = static_cast<size_t>(dims[0]), columns = static_cast<size_t>(dims[1]);
      std::vector<size_t> flat;
      flat.reserve(rows * columns);
      // element (j, i) of the result
      for (size_t j = 0; j < columns; ++j) {
        for (size_t i = 0; i < rows; ++i) {
          // symmetric takes what is on and above the diagonal
          flat.push_back(symmetric ? std::min(i, j) * columns + std::max(i, j) : i * columns + j);
        }
      }
      Size swapped[2] = {dims[1], dims[0]};
      out = data_.gather(arguments[0], 2, flat, swapped);
      return true;
    }
    case Builtin::Cross:
    case Builtin::Skew: {
      const Datum& x = arguments[0];
      const Datum& y = function == Builtin::Cross ? arguments[1] : arguments[0];
      for (const Datum* d : {&x, &y}) {
        if (!isNumber(*d) || data_.rank(*d) != 1 || data_.count(*d) != 3) return wrong(*d);
      }
      const bool real = x.base == BaseType::Real || y.base == BaseType::Real;
      const BaseType base = real ? BaseType::Real : BaseType::Integer;
      if (real) {
        data_.coerce(arguments[0], base);
        if (function == Builtin::Cross) data_.coerce(arguments[1], base);
      }
      if (function == Builtin::Cross) {
        Size dims[1] = {3};
        out = data_.zero(types_.get(base, 0, dims));
        for (size_t i = 0; i < 3; ++i) {
          const size_t j = (i + 1) % 3, k = (i + 2) % 3;
          Cell left, right, difference;
          if (!binaryCell(ExprKind::Mul, base, x.cellAt(j), y.cellAt(k), left) ||
              !binaryCell(ExprKind::Mul, base, x.cellAt(k), y.cellAt(j), right) ||
              !binaryCell(ExprKind::Sub, base, left, right, difference)) {
            return false;
          }
          size_t place[1] = {i};
          data_.scatter(out, 1, place, data_.scalar(types_.scalarOf(out.type), difference));
        }
        break;
      }
      // skew(x) * y = cross(x, y)
      Size dims[2] = {3, 3};
      out = data_.zero(types_.get(base, 0, dims));
      for (size_t i = 0; i < 3; ++i) {
        const size_t j = (i + 1) % 3, k = (i + 2) % 3;
        Datum element = data_.scalar(types_.scalarOf(x.type), x.cellAt(i)), negative;
        if (!unary(ExprKind::Neg, element, negative)) return false;
        size_t above[1] = {j * 3 + k}, below[1] = {k * 3 + j};
        data_.scatter(out, 2, above, negative);
        data_.scatter(out, 2, below, element);
      }
      break;
    }
    case Builtin::Cat: {
      if (arguments[0].base != BaseType::Integer || !arguments[0].inCell() ||
          arguments[0].cell.integer < 1) {
        return fail("the dimension in cat is not a positive Integer");
      }
      if (!joined(static_cast<size_t>(arguments[0].cell.integer - 1), arguments.subspan(1), out)) {
        return false;
      }
      break;
    }
    default:
      return fail(std::string(name(function)) + " has no value at translation time");
  }
  data_.coerce(out, resultBase);
  return true;
}

bool Interpreter::builtin(ExprId expr, Builtin function, std::span<Datum> arguments, Datum& out) {
  // only String() and size() may have been given less than their text says
  for (const Datum& argument : arguments) {
    if (argument.omitted() && function != Builtin::StringOf && function != Builtin::SizeOf &&
        function != Builtin::Ndims) {
      return fail("an expression with an error in it has no value");
    }
  }
  const BaseType resultBase = types_[pool_.type(expr)].base;
  if (function <= Builtin::MaxOf) {
    if (!elementary(function, arguments, out)) return false;
    data_.coerce(out, resultBase);
    return true;
  }
  if (function <= Builtin::Promote) return arrayFunction(expr, function, arguments, out);
  switch (function) {
    case Builtin::StringOf:
      return toString(arguments, out);
    case Builtin::IntegerOfEnum:
      return cast(types_.integer(), std::move(arguments[0]), out);
    case Builtin::EnumOf: {
      const auto count = static_cast<int64_t>(types_.enumOf(pool_.type(expr)).literals.size());
      if (arguments[0].base != BaseType::Integer) return fail("an enumeration of no Integer");
      const size_t n = data_.count(arguments[0]);
      for (size_t i = 0; i < n; ++i) {
        int64_t literal = arguments[0].integerAt(i);
        if (literal < 1 || literal > count) {
          return fail("the enumeration has no literal number " + std::to_string(literal));
        }
      }
      out = std::move(arguments[0]);
      const Type t = types_[pool_.type(expr)];
      out.base = BaseType::Enumeration;
      out.type = types_.get(t.base, t.which, types_[out.type].dims);
      return true;
    }
    case Builtin::NoEvent:
    case Builtin::Smooth:
    case Builtin::Homotopy:
    case Builtin::Residue:
    case Builtin::Relax:
    case Builtin::Relation:
      out = std::move(arguments[0]);
      return true;
    case Builtin::SemiLinear: {
      // semiLinear(x, k+, k-): spec 3.7.4.5
      if (!isNumber(arguments[0]) || !arguments[0].inCell()) return fail("semiLinear of no number");
      const Datum& slope = arguments[arguments[0].realAt(0) >= 0 ? 1 : 2];
      return binary(ExprKind::Mul, arguments[0], slope, out);
    }
    case Builtin::Assert: {
      bool holds = false;
      if (!isTrue(arguments[0], holds)) return false;
      if (!holds) {
        const bool text = arguments.size() > 1 && arguments[1].base == BaseType::String;
        return fail(text ? arguments[1].box->strings[0] : "an assertion does not hold");
      }
      out = data_.none();
      return true;
    }
    default:
      return fail(std::string(name(function)) + "() has no value at translation time");
  }
}

}  // namespace formola::interpreter
