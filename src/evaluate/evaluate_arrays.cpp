// Array constructors, subscripts, products and the array functions of spec chapter 10.
#include <algorithm>
#include <cmath>
#include <limits>

#include "evaluate/interpreter.h"
#include "expr/array_function.h"

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
  if (!isCellBase(out.base)) return fail("a reduction of nothing");
  const bool isEnum = out.base == BaseType::Enumeration;
  const double value =
      reductionOfNothing(function, out.base, isEnum ? types_.enumOf(type).literals.size() : 0);
  if (out.base == BaseType::Real) {
    out.cell.real = value;
  } else {
    out.cell.integer = static_cast<int64_t>(value);
  }
  return true;
}

bool Interpreter::reduce(Builtin function, const Datum& array, Datum& out) {
  const bool extremum = function == Builtin::Min || function == Builtin::Max;
  if (!(extremum ? isCellBase(array.base) : isNumber(array))) {
    return fail(std::string(name(function)) + " is not defined for " + data_.shapeText(array));
  }
  const size_t n = data_.count(array);
  TypeId scalar = types_.scalarOf(array.type);
  if (n == 0) return emptyReduction(function, scalar, out);
  const ReductionStep step = reductionStep(function);
  Cell result = array.cellAt(0);
  for (size_t i = 1; i < n; ++i) {
    const Cell next = array.cellAt(i);
    const bool ok = step.kind == ExprKind::Builtin
                        ? elementary2(step.function, result, next, array.base, result)
                        : binaryCell(step.kind, array.base, result, next, result);
    if (!ok) return false;
  }
  out = data_.scalar(scalar, result);
  return true;
}

// ---- functions

bool Interpreter::sizeFunction(ExprId expr, std::span<Datum> arguments, Datum& out) {
  // an omitted argument: its type says all (see enter)
  const ExprId array = pool_.child(expr, 0);
  auto dims = arguments[0].omitted() ? types_[pool_.type(array)].dims : data_.dims(arguments[0]);
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

// Elements of any type, each taken from an argument.
bool Interpreter::copiedElements(const ArrayPlan& plan, std::span<Datum> arguments, Datum& out) {
  const size_t lead = plan.lead();
  if (!checkCopies(arguments[0], plan.dims())) return false;
  std::vector<size_t> places;
  places.reserve(plan.count());
  if (arguments.size() == 1) {
    const Size all[1] = {static_cast<Size>(leadCount(arguments[0], lead))};
    for (size_t k = 0; k < plan.count(); ++k) places.push_back(plan[k].at);
    out = data_.gather(data_.reshape(arguments[0], lead, all), 1, places, plan.dims());
    return true;
  }
  // Elements of all arguments one after the other in one vector, which is then put into order.
  ArrayBuilder all(types_);
  std::vector<size_t> offsets;
  for (const Datum& argument : arguments) {
    offsets.push_back(all.size());
    for (size_t i = 0; i < leadCount(argument, lead); ++i) {
      size_t place[1] = {i};
      if (!all.add(data_.gather(argument, lead, place, {}))) return fail("cat of different types");
    }
  }
  const size_t first = 1;  // the number of the dimension is no array
  for (size_t k = 0; k < plan.count(); ++k) {
    const ArrayElement element = plan[k];
    places.push_back(offsets[element.argument - first] + element.at);
  }
  const Size flat[1] = {static_cast<Size>(all.size())};
  const Datum joined = all.finish(flat, types_.scalarOf(arguments[0].type));
  out = data_.gather(joined, 1, places, plan.dims());
  return true;
}

size_t Interpreter::leadCount(const Datum& datum, size_t lead) const {
  size_t count = 1;
  for (const Size d : data_.dims(datum).first(lead)) count *= static_cast<size_t>(d);
  return count;
}

bool Interpreter::computedElement(const ArrayElement& element, BaseType base,
                                  std::span<const Datum> arguments, Cell& out) {
  using Kind = ArrayElement::Kind;
  const auto number = [&](int64_t value) {
    Cell cell;
    if (base == BaseType::Real) {
      cell.real = static_cast<double>(value);
    } else {
      cell.integer = value;
    }
    return cell;
  };
  const auto times = [&](size_t i, size_t j, Cell& product) {
    return binaryCell(ExprKind::Mul, base, arguments[0].cellAt(i), arguments[1].cellAt(j), product);
  };
  switch (element.kind) {
    case Kind::Zero:
      out = number(0);
      return true;
    case Kind::One:
      out = number(1);
      return true;
    case Kind::Copy:
      out = arguments[element.argument].cellAt(element.at);
      return true;
    case Kind::Negative:
      return binaryCell(ExprKind::Mul, base, number(-1), arguments[0].cellAt(element.at), out);
    case Kind::Product:
      return times(element.at, element.other, out);
    case Kind::CrossProduct: {
      Cell left, right;
      return times(element.at, element.other, left) && times(element.other, element.at, right) &&
             binaryCell(ExprKind::Sub, base, left, right, out);
    }
    case Kind::Between: {
      const double first = arguments[0].realAt(0), last = arguments[1].realAt(0);
      out.real = first + (last - first) * static_cast<double>(element.at) /
                             static_cast<double>(element.other);
      return true;
    }
  }
  return false;
}

// What expr/array_function.h describes.
bool Interpreter::plannedFunction(Builtin function, BaseType resultBase, std::span<Datum> arguments,
                                  Datum& out) {
  std::vector<ArrayArgument> known(arguments.size());
  for (size_t i = 0; i < arguments.size(); ++i) {
    Size size = 0;
    const bool isSize = isSizeArgument(function, i);
    if (isSize && !sizeArgument(arguments[i], size)) return false;
    known[i] = {data_.dims(arguments[i]), size};
  }
  const ArrayPlan plan(function, known);
  if (!plan.problem().empty()) return fail(plan.problem());
  if (!checkCount(plan.dims())) return false;
  if (plan.inPlace()) {
    out = data_.reshape(arguments[0], plan.lead(), plan.dims());
    return true;
  }
  if (plan.copies()) {
    const size_t first = function == Builtin::Cat ? 1 : 0;
    const size_t count = function == Builtin::Cat ? arguments.size() - 1 : 1;
    std::vector<Size> all = plan.dims();
    for (const Size d : data_.dims(arguments[first]).subspan(plan.lead())) all.push_back(d);
    return checkCount(all) && copiedElements(plan, arguments.subspan(first, count), out);
  }
  BaseType base = resultBase == BaseType::Real ? BaseType::Real : BaseType::Integer;
  for (size_t i = 0; i < arguments.size(); ++i) {
    if (isSizeArgument(function, i)) continue;
    if (!isNumber(arguments[i])) {
      return fail(std::string(name(function)) + " is not defined for " +
                  data_.shapeText(arguments[i]));
    }
    if (arguments[i].base == BaseType::Real) base = BaseType::Real;
  }
  for (size_t i = 0; i < arguments.size(); ++i)
    if (!isSizeArgument(function, i)) data_.coerce(arguments[i], base);
  out = data_.zero(types_.get(base, 0, plan.dims()));
  for (size_t k = 0; k < plan.count(); ++k) {
    Cell cell;
    if (!computedElement(plan[k], base, arguments, cell)) return false;
    if (out.inCell()) {
      out.cell = cell;
    } else if (base == BaseType::Real) {
      out.box->reals[k] = cell.real;
    } else {
      out.box->integers[k] = cell.integer;
    }
  }
  return true;
}

bool Interpreter::arrayFunction(ExprId expr, Builtin function, std::span<Datum> arguments,
                                Datum& out) {
  const BaseType resultBase = types_[pool_.type(expr)].base;
  if (function == Builtin::SizeOf) return sizeFunction(expr, arguments, out);
  if (function == Builtin::Ndims) {
    const ExprId array = pool_.child(expr, 0);
    out = data_.integer(static_cast<int64_t>(types_[pool_.type(array)].dims.size()));
    return true;
  }
  const bool done = isArrayFunction(function)
                        ? plannedFunction(function, resultBase, arguments, out)
                        : reduce(function, arguments[0], out);
  if (done) data_.coerce(out, resultBase);
  return done;
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
