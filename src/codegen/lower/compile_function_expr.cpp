// Expressions of functions -> register code.
#include <algorithm>
#include <cmath>
#include <limits>

#include "codegen/lower/compile_function.h"
#include "support/assert.h"

namespace formola::lowered {

namespace {

// Nested expressions beyond this are left to the interpreter, which needs no stack for them.
constexpr size_t kMostNesting = 800;
constexpr int64_t kMostElements = 20'000;

}  // namespace

bool FunctionCompiler::unsupported(ExprId id) {
  return fail("an expression of kind " + std::to_string(static_cast<int>(pool_.kind(id))) + "/" +
              std::to_string(pool_.payload(id)));
}

void FunctionCompiler::forget(size_t mark) {
  while (log_.size() > mark) {
    memo_.erase(log_.back());
    log_.pop_back();
  }
}

bool FunctionCompiler::expr(ExprId id, Operand& out) {
  if (auto found = constantMemo_.find(id.index()); found != constantMemo_.end()) {
    out = found->second;
    return true;
  }
  if (auto found = memo_.find(id.index()); found != memo_.end()) {
    out = found->second;
    return true;
  }
  if (depth_ >= kMostNesting || code_.instructions.size() > CompiledFunctions::kMostInstructions)
    return fail("an expression is too large");
  ++depth_;
  const bool ok = compute(id, out);
  --depth_;
  if (!ok) return false;
  const ExprKind kind = pool_.kind(id);
  if (kind == ExprKind::Local || kind == ExprKind::Iterator) return true;
  // An array of literals is the same in every statement and on every path.
  bool literal = kind == ExprKind::Array && out.fields.empty() && !out.refs.empty();
  for (size_t k = 0; literal && k < pool_[id].childCount; ++k) {
    const ExprId child = pool_.child(id, k);
    literal = (pool_.isLiteral(child) && pool_.kind(child) != ExprKind::String) ||
              constantMemo_.contains(child.index());
  }
  if (literal) {
    if (!out.refs.empty()) {
      const uint32_t first = contiguous(out.refs);
      for (uint32_t k = 0; k < out.refs.size(); ++k) out.refs[k] = first + k;
    }
    constantMemo_.emplace(id.index(), out);
    return true;
  }
  if (memo_.emplace(id.index(), out).second) log_.push_back(id.index());
  return true;
}

bool FunctionCompiler::scalarExpr(ExprId id, uint32_t& ref) {
  Operand value;
  if (!expr(id, value)) return false;
  if (!value.isScalar()) return fail("a scalar is expected");
  ref = value.ref();
  return true;
}

bool FunctionCompiler::children(ExprId id, std::vector<Operand>& out) {
  const size_t count = pool_[id].childCount;
  out.resize(count);
  for (size_t k = 0; k < count; ++k) {
    const ExprId child = pool_.child(id, k);
    if (pool_.kind(child) == ExprKind::Missing) continue;
    if (!expr(child, out[k])) return false;
  }
  return true;
}

// Long, since it has one case for each kind of expression.
bool FunctionCompiler::compute(ExprId id, Operand& out) {
  const ExprKind kind = pool_.kind(id);
  switch (kind) {
    case ExprKind::Integer:
    case ExprKind::Real:
      out = scalar(pool_.base(id), constant(pool_.realValue(id)));
      return true;
    case ExprKind::Boolean:
    case ExprKind::Enum:
      out = scalar(pool_.base(id), constant(pool_.payload(id)));
      return true;
    case ExprKind::String:
      out = {};
      out.base = BaseType::String;
      return true;
    case ExprKind::Local: {
      const Local& local = locals_[pool_.payload(id)];
      if (!local.known) {
        deferred_ = true;
        return fail("a local variable is used before it has a value");
      }
      out = local.operand;
      return true;
    }
    case ExprKind::Iterator: {
      const auto found = iterators_.find(pool_.payload(id));
      if (found == iterators_.end()) return fail("an iteration variable without value");
      out = scalar(pool_.base(id), found->second);
      return true;
    }
    case ExprKind::Neg:
    case ExprKind::Not: {
      Operand a;
      return expr(pool_.child(id, 0), a) && elementwise(id, a, a, out);
    }
    case ExprKind::And:
    case ExprKind::Or:
      return shortCircuit(id, out);
    case ExprKind::Add:
    case ExprKind::Sub:
    case ExprKind::Mul:
    case ExprKind::Div:
    case ExprKind::Pow:
    case ExprKind::Less:
    case ExprKind::LessEqual:
    case ExprKind::Greater:
    case ExprKind::GreaterEqual:
    case ExprKind::Equal:
    case ExprKind::NotEqual: {
      Operand a, b;
      return expr(pool_.child(id, 0), a) && expr(pool_.child(id, 1), b) &&
             elementwise(id, a, b, out);
    }
    case ExprKind::If:
      return ifExpr(id, out);
    case ExprKind::Cast:
      if (!expr(pool_.child(id, 0), out)) return false;
      out.base = pool_.base(id);
      return true;
    case ExprKind::MatMul: {
      Operand a, b;
      return expr(pool_.child(id, 0), a) && expr(pool_.child(id, 1), b) && matMul(a, b, out);
    }
    case ExprKind::Builtin:
      return builtin(id, out);
    case ExprKind::Call:
      return callExpr(id, out);
    case ExprKind::TupleElement: {
      Operand value;
      if (!expr(pool_.child(id, 0), value)) return false;
      if (value.base != BaseType::Tuple) {
        if (pool_.payload(id) != 0) return fail("a function has fewer results");
        out = std::move(value);
        return true;
      }
      if (pool_.payload(id) >= value.fields.size()) return fail("a function has fewer results");
      out = value.fields[pool_.payload(id)];
      return true;
    }
    case ExprKind::Array:
      return arrayOf(id, out);
    case ExprKind::Range: {
      std::vector<Operand> bounds;
      return children(id, bounds) && rangeOf(bounds, out);
    }
    case ExprKind::Index:
      return index(id, out);
    case ExprKind::Reduction:
    case ExprKind::Comprehension:
      return iterate(id, out);
    case ExprKind::Record: {
      out = {};
      out.base = BaseType::Record;
      return children(id, out.fields);
    }
    case ExprKind::Field: {
      Operand record;
      if (!expr(pool_.child(id, 0), record)) return false;
      if (pool_.payload(id) >= record.fields.size()) return fail("a field of no record");
      out = record.fields[pool_.payload(id)];
      return true;
    }
    case ExprKind::FunctionRef:
      out = {};
      out.base = BaseType::Function;
      out.function = pool_.functionOf(id);
      return children(id, out.fields) && (out.function.valid() || bindPlaces(out));
    default:
      return unsupported(id);
  }
}

// The first field is a function whose free places the others take: both become one.
bool FunctionCompiler::bindPlaces(Operand& function) {
  if (function.fields.empty() || function.fields[0].base != BaseType::Function)
    return fail("arguments for no function");
  const std::vector<Operand> bound(function.fields.begin() + 1, function.fields.end());
  Operand whole = std::move(function.fields[0]);
  size_t next = 0;
  for (Operand& place : whole.fields)
    if (place.base == BaseType::Error && next < bound.size()) place = bound[next++];
  function = std::move(whole);
  return true;
}

bool FunctionCompiler::elementwise(ExprId id, const Operand& a, const Operand& b, Operand& out) {
  if (!a.fields.empty() || !b.fields.empty() || a.base == BaseType::String ||
      b.base == BaseType::String)
    return fail("an operator on texts or records");
  const bool spreadA = a.dims.empty(), spreadB = b.dims.empty();
  if (!spreadA && !spreadB && a.dims != b.dims) return fail("operands of different sizes");
  const Operand& larger = spreadA ? b : a;
  std::vector<uint32_t> refs;
  const ExprKind kind = pool_.kind(id);
  const bool grows = pool_.base(id) == BaseType::Integer &&
                     (kind == ExprKind::Add || kind == ExprKind::Sub || kind == ExprKind::Mul);
  for (size_t k = 0; k < larger.refs.size(); ++k) {
    const uint32_t left = a.refs[spreadA ? 0 : k], right = b.refs[spreadB ? 0 : k];
    refs.push_back(operate(kind, left, right));
    if (grows && !isSmallStep(kind, left, right)) failBeyondIntegers(refs.back());
  }
  out = array(pool_.base(id), larger.dims, std::move(refs));
  return true;
}

// The second operand may only be meant where the first one doesn't decide (a subscript).
bool FunctionCompiler::shortCircuit(ExprId id, Operand& out) {
  const bool isAnd = pool_.kind(id) == ExprKind::And;
  Operand a, b;
  if (!expr(pool_.child(id, 0), a)) return false;
  if (!a.isScalar()) {
    return expr(pool_.child(id, 1), b) && elementwise(id, a, b, out);
  }
  if (isConstant(a.ref())) {
    const bool decided = (constantValue(a.ref()) != 0) != isAnd;
    if (!decided) return expr(pool_.child(id, 1), out);
    out = scalar(BaseType::Boolean, constant(isAnd ? 0 : 1));
    return true;
  }
  const uint32_t target = newRegister();
  put({Op::Copy, target, a.ref()});
  uint32_t tested = a.ref();
  if (!isAnd) tested = operate(ExprKind::Not, tested, tested);
  const uint32_t jump = here();
  put({Op::JumpUnless, 0, tested});
  const size_t mark = log_.size();
  if (!expr(pool_.child(id, 1), b) || !b.isScalar()) return fail("a Boolean is expected");
  put({Op::Copy, target, b.ref()});
  forget(mark);
  code_.instructions[jump].b = here();
  out = scalar(BaseType::Boolean, target);
  return true;
}

bool FunctionCompiler::ifExpr(ExprId id, Operand& out) {
  uint32_t condition = 0;
  if (!scalarExpr(pool_.child(id, 0), condition)) return false;
  if (isConstant(condition))
    return expr(pool_.child(id, constantValue(condition) != 0 ? 1 : 2), out);
  const uint32_t skip = here();
  put({Op::JumpUnless, 0, condition});
  const size_t mark = log_.size();
  Operand a, b;
  if (!expr(pool_.child(id, 1), a)) return false;
  out = allocate(shapeOf(a));
  out.base = pool_.base(id);
  copy(a, out);
  forget(mark);
  const uint32_t jump = here();
  put({Op::Jump});
  code_.instructions[skip].b = here();
  if (!expr(pool_.child(id, 2), b)) return false;
  if (!sameShape(a, b)) return fail("branches of different sizes");
  copy(b, out);
  forget(mark);
  code_.instructions[jump].b = here();
  return true;
}

bool FunctionCompiler::matMul(const Operand& a, const Operand& b, Operand& out) {
  if (a.dims.empty() || b.dims.empty() || a.dims.size() > 2 || b.dims.size() > 2 ||
      a.dims.back() != b.dims.front() || !a.fields.empty() || !b.fields.empty())
    return fail("a product of different sizes");
  const auto inner = static_cast<size_t>(a.dims.back());
  const size_t rows = a.dims.size() == 2 ? static_cast<size_t>(a.dims[0]) : 1;
  const size_t columns = b.dims.size() == 2 ? static_cast<size_t>(b.dims[1]) : 1;
  std::vector<Size> dims;
  if (a.dims.size() == 2) dims.push_back(a.dims[0]);
  if (b.dims.size() == 2) dims.push_back(b.dims[1]);
  if (rows * columns * inner > static_cast<size_t>(kMostElements))
    return fail("a product is too large");
  std::vector<uint32_t> refs;
  for (size_t i = 0; i < rows; ++i) {
    for (size_t j = 0; j < columns; ++j) {
      uint32_t sum = constant(0);
      for (size_t k = 0; k < inner; ++k) {
        const uint32_t product =
            operate(ExprKind::Mul, a.refs[i * inner + k], b.refs[k * columns + j]);
        sum = k == 0 ? product : operate(ExprKind::Add, sum, product);
      }
      refs.push_back(sum);
    }
  }
  const bool real = a.base == BaseType::Real || b.base == BaseType::Real;
  if (!real)
    for (uint32_t ref : refs) failBeyondIntegers(ref);
  out = array(real ? BaseType::Real : BaseType::Integer, std::move(dims), std::move(refs));
  return true;
}

bool FunctionCompiler::rangeOf(const std::vector<Operand>& bounds, Operand& out) {
  double values[3] = {0, 1, 0};
  bool real = false;
  for (size_t k = 0; k < 3; ++k) {
    if (k == 1 && bounds[1].base == BaseType::Error) continue;
    if (!bounds[k].isScalar() || !isConstant(bounds[k].ref()))
      return fail("a range whose length is not known");
    values[k] = constantValue(bounds[k].ref());
    real = real || bounds[k].base == BaseType::Real;
  }
  if (values[1] == 0) return fail("the step of a range is zero");
  // As Interpreter::range.
  const double steps = (values[2] - values[0]) / values[1];
  const double slack = real ? 4 * std::numeric_limits<double>::epsilon() * std::fabs(steps) : 0;
  const double n = std::floor(steps + slack) + 1;
  if (!(n <= static_cast<double>(kMostElements))) return fail("a range is too long");
  std::vector<uint32_t> refs;
  for (double i = 0; i < n; ++i) refs.push_back(constant(values[0] + i * values[1]));
  out = vector(real ? BaseType::Real : bounds[0].base, std::move(refs));
  return true;
}

// Puts equally shaped values one after the other.
bool FunctionCompiler::join(const std::vector<Operand>& elements, std::vector<Size> lead,
                            Operand& out) {
  out = {};
  if (elements.empty()) return fail("an array without elements");
  out.base = elements[0].base;
  for (const Operand& element : elements) {
    if (!sameShape(elements[0], element)) return fail("elements of different sizes");
    if (element.base == BaseType::Real) out.base = BaseType::Real;
    out.refs.insert(out.refs.end(), element.refs.begin(), element.refs.end());
  }
  out.dims = lead;
  out.dims.insert(out.dims.end(), elements[0].dims.begin(), elements[0].dims.end());
  for (size_t f = 0; f < elements[0].fields.size(); ++f) {
    std::vector<Operand> parts;
    for (const Operand& element : elements) parts.push_back(element.fields[f]);
    out.fields.emplace_back();
    if (!join(parts, lead, out.fields.back())) return false;
  }
  return true;
}

bool FunctionCompiler::arrayOf(ExprId id, Operand& out) {
  std::vector<Operand> elements;
  if (!children(id, elements)) return false;
  if (elements.empty()) {
    Shape shape;
    if (!formola::lowered::shapeOf(pool_.types, pool_.type(id), shape) || !shape.fields.empty())
      return fail("an array without elements");
    out = zero(shape);
    return true;
  }
  if (elements.size() * elements[0].refs.size() > static_cast<size_t>(kMostElements))
    return fail("an array is too large");
  return join(elements, {static_cast<Size>(elements.size())}, out);
}

// ---- subscripts

bool FunctionCompiler::select(ExprId subscript, Size size, Selection& selection) {
  if (pool_.kind(subscript) == ExprKind::Colon) return true;
  Operand value;
  if (!expr(subscript, value)) return false;
  if (!value.fields.empty() || value.dims.size() > 1 || value.base == BaseType::Real)
    return fail("a subscript of another type");
  selection.all = false;
  selection.one = value.dims.empty();
  for (uint32_t ref : value.refs) {
    // false is the first element
    if (value.base == BaseType::Boolean) ref = operate(ExprKind::Add, ref, constant(1));
    if (isConstant(ref) && !(constantValue(ref) >= 1 && constantValue(ref) <= size))
      return fail("a subscript out of bounds");
    selection.places.push_back(ref);
  }
  return true;
}

void FunctionCompiler::places(const std::vector<Size>& dims,
                              const std::vector<Selection>& selection, std::vector<Place>& out) {
  out.assign(1, {});
  for (size_t d = 0; d < dims.size(); ++d) {
    const bool all = d >= selection.size() || selection[d].all;
    const auto size = static_cast<uint32_t>(dims[d]);
    const size_t n = all ? size : selection[d].places.size();
    // With several dimensions, a place inside of the array may still be outside of its row.
    if (!all && dims.size() > 1)
      for (uint32_t ref : selection[d].places)
        if (!isConstant(ref)) put({Op::Bound, 0, ref, 0, size});
    std::vector<Place> next;
    next.reserve(out.size() * n);
    for (const Place& p : out) {
      for (size_t k = 0; k < n; ++k) {
        const uint32_t ref = all ? constant(static_cast<double>(k + 1)) : selection[d].places[k];
        Place place;
        place.isFixed = p.isFixed && isConstant(ref);
        if (place.isFixed) {
          place.fixed = p.fixed * size + static_cast<uint32_t>(constantValue(ref)) - 1;
        } else {
          // (before - 1) * size + ref, counted from 1
          const uint32_t before =
              p.isFixed ? constant(p.fixed * size)
                        : operate(ExprKind::Mul, operate(ExprKind::Sub, p.moving, constant(1)),
                                  constant(size));
          const bool none = isConstant(before) && constantValue(before) == 0;
          place.moving = none ? ref : operate(ExprKind::Add, before, ref);
        }
        next.push_back(place);
      }
    }
    out = std::move(next);
  }
}

void FunctionCompiler::gather(const Operand& from, const std::vector<Selection>& selection,
                              Operand& out) {
  out = {};
  out.base = from.base;
  for (size_t d = 0; d < from.dims.size(); ++d) {
    const bool all = d >= selection.size() || selection[d].all;
    if (all) out.dims.push_back(from.dims[d]);
    if (!all && !selection[d].one)
      out.dims.push_back(static_cast<Size>(selection[d].places.size()));
  }
  for (const Operand& field : from.fields) {
    out.fields.emplace_back();
    gather(field, selection, out.fields.back());
  }
  if (!from.fields.empty() || from.base == BaseType::String) return;
  std::vector<Place> all;
  places(from.dims, selection, all);
  const bool moves =
      std::any_of(all.begin(), all.end(), [](const Place& place) { return !place.isFixed; });
  const uint32_t table = moves ? contiguous(from.refs) : 0;
  const auto count = static_cast<uint32_t>(from.refs.size());
  for (const Place& place : all) {
    if (place.isFixed) {
      out.refs.push_back(from.refs[place.fixed]);
    } else if (isConstant(table)) {
      out.refs.push_back(emit(Op::LoadConstantAt, table & ~kConstantBit, place.moving, count));
    } else {
      out.refs.push_back(emit(Op::LoadAt, table, place.moving, count));
    }
  }
}

bool FunctionCompiler::index(ExprId id, Operand& out) {
  Operand base;
  if (!expr(pool_.child(id, 0), base)) return false;
  const size_t count = pool_[id].childCount - 1;
  if (count > base.dims.size()) return fail("too many subscripts");
  std::vector<Selection> selection(count);
  for (size_t d = 0; d < count; ++d)
    if (!select(pool_.child(id, d + 1), base.dims[d], selection[d])) return false;
  gather(base, selection, out);
  return true;
}

// Reductions and comprehensions over ranges of known length, written out.
bool FunctionCompiler::iterate(ExprId id, Operand& out) {
  const size_t iterators = (pool_[id].childCount - 1) / 2;
  std::vector<Operand> ranges(iterators);
  std::vector<uint32_t> numbers(iterators);
  size_t total = 1;
  for (size_t k = 0; k < iterators; ++k) {
    numbers[k] = pool_.payload(pool_.child(id, 1 + 2 * k));
    if (!expr(pool_.child(id, 2 + 2 * k), ranges[k])) return false;
    if (!isVector(ranges[k])) return fail("no vector of numbers");
    total *= ranges[k].refs.size();
  }
  if (total > static_cast<size_t>(kMostElements)) return fail("too many elements");
  const bool isArray = pool_.kind(id) == ExprKind::Comprehension;
  const Builtin function = isArray ? Builtin::Sum : pool_.builtinOf(id);
  std::vector<Operand> elements;
  std::vector<size_t> at(iterators, 0);
  for (size_t n = 0; n < total; ++n) {
    for (size_t k = 0; k < iterators; ++k) iterators_[numbers[k]] = ranges[k].refs[at[k]];
    // What depends on the iterators is another value each time.
    const size_t mark = log_.size();
    auto outer = std::move(memo_);
    memo_.clear();
    Operand element;
    const bool ok = expr(pool_.child(id, 0), element);
    log_.resize(mark);
    memo_ = std::move(outer);
    if (!ok) {
      for (uint32_t number : numbers) iterators_.erase(number);
      return false;
    }
    elements.push_back(std::move(element));
    for (size_t k = 0; k < iterators; ++k) {
      if (++at[k] < ranges[k].refs.size()) break;
      at[k] = 0;
    }
  }
  for (uint32_t number : numbers) iterators_.erase(number);
  if (isArray) {
    std::vector<Size> dims;
    for (size_t k = iterators; k-- > 0;) dims.push_back(static_cast<Size>(ranges[k].refs.size()));
    if (elements.empty()) {
      if (!pool_.types.isScalar(pool_.type(pool_.child(id, 0)))) return fail("an empty array");
      out = array(pool_.base(id), std::move(dims), {});
      return true;
    }
    return join(elements, std::move(dims), out);
  }
  std::vector<uint32_t> refs;
  for (const Operand& element : elements) {
    if (!element.isScalar()) return fail("a reduction of arrays");
    refs.push_back(element.ref());
  }
  const auto n = static_cast<Size>(refs.size());
  return reduce(function, array(pool_.base(id), {n}, std::move(refs)), out);
}

// ---- calls

bool FunctionCompiler::callExpr(ExprId id, Operand& out) {
  std::vector<Operand> arguments;
  if (!children(id, arguments)) return false;
  FunctionId function = pool_.functionOf(id);
  if (!function.valid()) {
    // a function as argument: the free inputs take the arguments in order
    if (arguments.empty() || arguments[0].base != BaseType::Function)
      return fail("a call of no function");
    function = arguments[0].function;
    std::vector<Operand> all;
    size_t next = 1;
    for (const Operand& bound : arguments[0].fields) {
      if (bound.base != BaseType::Error) {
        all.push_back(bound);
      } else if (next < arguments.size()) {
        all.push_back(arguments[next++]);
      } else {
        return fail("an argument is missing");
      }
    }
    while (next < arguments.size()) all.push_back(arguments[next++]);
    arguments = std::move(all);
  }
  if (!callOf(function, std::move(arguments), out)) return false;
  if (out.base == BaseType::Tuple && pool_.base(id) != BaseType::Tuple) {
    if (out.fields.empty()) return fail("a call without result");
    Operand first = std::move(out.fields[0]);
    out = std::move(first);
  }
  return true;
}

bool FunctionCompiler::callOf(FunctionId id, std::vector<Operand> arguments, Operand& out) {
  if (!id.valid() || id.index() >= dae_.functions.size()) return fail("an unknown function");
  const Function& function = dae_.functions[id];
  if (function.isRecordConstructor) {
    // As Interpreter::constructRecord, where all fields are inputs.
    if (function.outputCount != 1 || function.locals.size() != function.inputCount + 1u)
      return fail("a record constructor with more than inputs");
    const TypeId type = function.locals[function.inputCount].type;
    if (pool_.types[type].base != BaseType::Record) return fail("a constructor of no record");
    out = {};
    out.base = BaseType::Record;
    const auto& fields = pool_.types.recordOf(type).fields;
    for (size_t k = 0; k < fields.size(); ++k) {
      size_t from = k;
      for (size_t i = 0; i < function.inputCount; ++i)
        if (function.locals[i].name == fields[k].name) from = i;
      if (from >= arguments.size()) return fail("a record constructor does not set all fields");
      out.fields.push_back(arguments[from]);
    }
    return true;
  }
  std::vector<Shape> shapes;
  FunctionCall call;
  for (size_t i = 0; i < arguments.size(); ++i) {
    if (arguments[i].base == BaseType::Error) return fail("an argument is missing");
    shapes.push_back(shapeOf(arguments[i]));
    // Integers are accepted for Reals.
    if (i < function.inputCount && shapes.back().base == BaseType::Integer)
      shapes.back().base = pool_.types[function.locals[i].type].base;
    flatten(arguments[i], call.arguments);
  }
  std::vector<std::optional<int64_t>> values(arguments.size());
  for (size_t i = 0; i < arguments.size(); ++i)
    if (int64_t value = 0;
        arguments[i].base == BaseType::Integer && constantInteger(arguments[i], value))
      values[i] = value;
  const int number = library_.find(id, std::move(shapes), values);
  if (number < 0)
    return fail("the function " + std::string(pool_.names.text(function.name)) +
                " is not compiled");
  call.callee = static_cast<uint32_t>(number);
  FORMOLA_ASSERT(call.arguments.size() == library_[call.callee].inputs);
  const Shape& shape = library_[call.callee].resultShape;
  call.result = code_.registers;
  out = allocate(shape);
  put({Op::Call, call.result, static_cast<uint32_t>(code_.calls.size())});
  code_.calls.push_back(std::move(call));
  if (out.fields.size() == 1) {
    Operand only = std::move(out.fields[0]);
    out = std::move(only);
  }
  return true;
}

}  // namespace formola::lowered
