// Locals, statements and the code itself; expressions are in compile_function_expr.cpp.
#include "codegen/lower/compile_function.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "codegen/lower/whole_power.h"
#include "expr/fold.h"
#include "support/assert.h"

namespace formola::lowered {

namespace {

// Iterations of a while-loop before it is taken for endless; the interpreter then says so.
constexpr double kMostIterations = 50e6;
// Iterations of a loop that is written out because sizes inside depend on the iteration.
constexpr size_t kMostUnrolled = 200;

}  // namespace

bool FunctionCompiler::fail(std::string reason) {
  if (reason_.empty()) reason_ = std::move(reason);
  return false;
}

// ---- code

uint32_t FunctionCompiler::constant(double value) {
  const auto [place, isNew] = constantAt_.emplace(std::bit_cast<uint64_t>(value), 0);
  if (isNew) {
    place->second = static_cast<uint32_t>(code_.constants.size()) | kConstantBit;
    code_.constants.push_back(value);
  }
  return place->second;
}

bool FunctionCompiler::constantInteger(const Operand& operand, int64_t& value) const {
  if (!operand.isScalar() || !isConstant(operand.ref())) return false;
  value = static_cast<int64_t>(constantValue(operand.ref()));
  return true;
}

uint32_t FunctionCompiler::emit(Op op, uint32_t a, uint32_t b, uint32_t c) {
  const uint32_t dst = newRegister();
  put({op, dst, a, b, c});
  return dst;
}

uint32_t FunctionCompiler::operate(ExprKind kind, uint32_t a, uint32_t b) {
  if (kind == ExprKind::Pow) return power(a, b);
  const bool one = kind == ExprKind::Neg || kind == ExprKind::Not;
  if (isConstant(a) && (one || isConstant(b))) {
    const double x[2] = {constantValue(a), one ? 0 : constantValue(b)};
    const std::optional<double> value = evaluateOperator(kind, x);
    if (value && std::isfinite(*value)) return constant(*value);
  }
  const int shift = static_cast<int>(Op::Neg) - static_cast<int>(ExprKind::Neg);
  return emit(static_cast<Op>(static_cast<int>(kind) + shift), a, b);
}

static_assert(static_cast<int>(ExprKind::NotEqual) - static_cast<int>(ExprKind::Neg) ==
                  static_cast<int>(Op::NotEqual) - static_cast<int>(Op::Neg),
              "operators stand in the order of expressions");

uint32_t FunctionCompiler::power(uint32_t base, uint32_t exponent) {
  if (!isConstant(exponent)) return emit(Op::Pow, base, exponent);
  const double n = constantValue(exponent);
  if (isConstant(base)) {
    const double value = std::pow(constantValue(base), n);
    if (std::isfinite(value)) return constant(value);
  }
  if (n == 0.5) return emitBuiltin(Builtin::Sqrt, {base});
  if (!isWrittenOut(n)) return emit(Op::Pow, base, exponent);
  const uint32_t result = wholePower(base, static_cast<unsigned>(std::abs(n)),
                                     [&](uint32_t x, uint32_t y) { return emit(Op::Mul, x, y); });
  return n < 0 ? emit(Op::Div, constant(1), result) : result;
}

void FunctionCompiler::failBeyondIntegers(uint32_t ref) {
  if (isConstant(ref) && std::abs(constantValue(ref)) <= kLargestInteger) return;
  const uint32_t size = emitBuiltin(Builtin::Abs, {ref});
  put({Op::FailUnless, 0, operate(ExprKind::LessEqual, size, constant(kLargestInteger))});
}

void FunctionCompiler::failAtZero(uint32_t ref) {
  if (isConstant(ref) && constantValue(ref) != 0) return;
  put({Op::FailUnless, 0, operate(ExprKind::NotEqual, ref, constant(0))});
}

// A counter needs longer than anybody waits to leave the range of Integers.
bool FunctionCompiler::isSmallStep(ExprKind kind, uint32_t a, uint32_t b) const {
  constexpr double kSmall = 1e6;
  if (kind != ExprKind::Add && kind != ExprKind::Sub) return false;
  return (isConstant(a) && std::abs(constantValue(a)) < kSmall) ||
         (isConstant(b) && std::abs(constantValue(b)) < kSmall);
}

uint32_t FunctionCompiler::emitBuiltin(Builtin function, std::initializer_list<uint32_t> operands) {
  std::vector<double> x;
  for (uint32_t ref : operands)
    if (isConstant(ref)) x.push_back(constantValue(ref));
  if (x.size() == operands.size()) {
    const std::optional<double> value = evaluateBuiltin(function, x);
    if (value && std::isfinite(*value)) return constant(*value);
  }
  const auto first = static_cast<uint32_t>(code_.lists.size());
  code_.lists.insert(code_.lists.end(), operands);
  return emit(Op::Builtin, first, static_cast<uint32_t>(operands.size()),
              static_cast<uint32_t>(function));
}

FunctionCompiler::Mark FunctionCompiler::mark() const {
  return {code_.instructions.size(), code_.calls.size(), code_.lists.size(), breaks_.size(),
          returns_.size(),           log_.size(),        shaped_.size()};
}

void FunctionCompiler::goBack(const Mark& mark) {
  code_.instructions.resize(mark.instructions);
  code_.calls.resize(mark.calls);
  code_.lists.resize(mark.lists);
  breaks_.resize(mark.breaks);
  returns_.resize(mark.returns);
  for (; shaped_.size() > mark.shaped; shaped_.pop_back()) locals_[shaped_.back()].known = false;
  forget(mark.log);
}

uint32_t FunctionCompiler::contiguous(const std::vector<uint32_t>& refs) {
  bool consecutive = true, constants = true;
  for (size_t k = 0; k < refs.size(); ++k) {
    consecutive = consecutive && refs[k] == refs[0] + k;
    constants = constants && isConstant(refs[k]);
  }
  uint32_t first = refs.empty() ? 0 : refs[0];
  if (!consecutive && constants) {
    first = static_cast<uint32_t>(code_.constants.size()) | kConstantBit;
    std::vector<double> values;
    for (uint32_t ref : refs) values.push_back(constantValue(ref));
    code_.constants.insert(code_.constants.end(), values.begin(), values.end());
  } else if (!consecutive) {
    first = code_.registers;
    code_.registers += static_cast<uint32_t>(refs.size());
    for (uint32_t k = 0; k < refs.size(); ++k) put({Op::Copy, first + k, refs[k]});
  }
  if (!isConstant(first)) {
    uint32_t& count = memory_[first];
    count = std::max(count, static_cast<uint32_t>(refs.size()));
  }
  return first;
}

// ---- values

FunctionCompiler::Operand FunctionCompiler::allocate(const Shape& shape) {
  Operand operand;
  operand.base = shape.base;
  operand.dims = shape.dims;
  operand.function = shape.function;
  for (const Shape& field : shape.fields) operand.fields.push_back(allocate(field));
  if (!shape.fields.empty()) return operand;
  const size_t n = shape.scalars();
  for (size_t k = 0; k < n; ++k) operand.refs.push_back(newRegister());
  return operand;
}

Shape FunctionCompiler::shapeOf(const Operand& operand) const {
  Shape shape;
  shape.base = operand.base;
  shape.dims = operand.dims;
  shape.function = operand.function;
  for (const Operand& field : operand.fields) shape.fields.push_back(shapeOf(field));
  return shape;
}

void FunctionCompiler::flatten(const Operand& operand, std::vector<uint32_t>& refs) {
  refs.insert(refs.end(), operand.refs.begin(), operand.refs.end());
  for (const Operand& field : operand.fields) flatten(field, refs);
}

bool FunctionCompiler::sameShape(const Operand& a, const Operand& b) {
  if (a.dims != b.dims || a.refs.size() != b.refs.size() || a.fields.size() != b.fields.size() ||
      a.function != b.function)
    return false;
  for (size_t k = 0; k < a.fields.size(); ++k)
    if (!sameShape(a.fields[k], b.fields[k])) return false;
  return true;
}

// Texts have dimensions but no numbers.
bool FunctionCompiler::isVector(const Operand& operand) {
  return operand.dims.size() == 1 && operand.fields.empty() && operand.base != BaseType::String;
}

// Requires: the same shape.
void FunctionCompiler::copy(const Operand& from, const Operand& to) {
  FORMOLA_ASSERT(from.refs.size() == to.refs.size() && from.fields.size() == to.fields.size());
  for (size_t k = 0; k < from.refs.size(); ++k)
    if (from.refs[k] != to.refs[k]) put({Op::Copy, to.refs[k], from.refs[k]});
  for (size_t k = 0; k < from.fields.size(); ++k) copy(from.fields[k], to.fields[k]);
}

// Enumerations begin with their first literal.
FunctionCompiler::Operand FunctionCompiler::zero(const Shape& shape) {
  Operand operand;
  operand.base = shape.base;
  operand.dims = shape.dims;
  for (const Shape& field : shape.fields) operand.fields.push_back(zero(field));
  if (shape.fields.empty())
    operand.refs.assign(shape.scalars(), constant(shape.base == BaseType::Enumeration ? 1 : 0));
  return operand;
}

FunctionCompiler::Operand FunctionCompiler::scalar(BaseType base, uint32_t ref) const {
  return array(base, {}, {ref});
}

FunctionCompiler::Operand FunctionCompiler::array(BaseType base, std::vector<Size> dims,
                                                  std::vector<uint32_t> refs) const {
  Operand operand;
  operand.base = base;
  operand.dims = std::move(dims);
  operand.refs = std::move(refs);
  size_t count = 1;
  for (Size d : operand.dims) count *= static_cast<size_t>(d);
  FORMOLA_ASSERT(operand.refs.size() == count);
  return operand;
}

FunctionCompiler::Operand FunctionCompiler::vector(BaseType base,
                                                   std::vector<uint32_t> refs) const {
  const auto size = static_cast<Size>(refs.size());
  return array(base, {size}, std::move(refs));
}

// ---- locals

bool FunctionCompiler::compile(const std::vector<Shape>& arguments) {
  if (function_.external || function_.impure || function_.isRecordConstructor)
    return fail("it is external, impure or a record constructor");
  if (arguments.size() != function_.inputCount) return fail("arguments are missing");
  code_.name = std::string(pool_.names.text(function_.name));
  if (!initializeLocals(arguments) || !statements(function_.body)) return false;
  for (uint32_t jump : returns_) code_.instructions[jump].b = here();
  code_.resultShape = {};  // what was declared; now what they have
  code_.resultShape.base = BaseType::Tuple;
  for (uint32_t k = 0; k < function_.outputCount; ++k) {
    const Local& local = locals_[function_.inputCount + k];
    if (!local.known) return fail("the size of a result is not known");
    flatten(local.operand, code_.results);
    code_.resultShape.fields.push_back(shapeOf(local.operand));
  }
  for (const auto& [first, count] : memory_) code_.memory.emplace_back(first, count);
  std::sort(code_.memory.begin(), code_.memory.end());
  std::vector<std::pair<uint32_t, uint32_t>> merged;
  for (const auto& [first, count] : code_.memory) {
    if (!merged.empty() && first < merged.back().first + merged.back().second) {
      auto& last = merged.back();
      last.second = std::max(last.second, first + count - last.first);
    } else if (count > 0) {
      merged.emplace_back(first, count);
    }
  }
  code_.memory = std::move(merged);
  return true;
}

void FunctionCompiler::findAssigned(const std::vector<Statement>& body) {
  std::vector<const std::vector<Statement>*> open{&body};
  std::vector<ExprId> targets;
  while (!open.empty()) {
    const std::vector<Statement>* list = open.back();
    open.pop_back();
    for (const Statement& s : *list) {
      if (s.kind == StatementKind::Assign) targets.push_back(s.target);
      targets.insert(targets.end(), s.targets.begin(), s.targets.end());
      for (const StatementBranch& branch : s.branches) open.push_back(&branch.body);
    }
  }
  while (!targets.empty()) {
    ExprId target = targets.back();
    targets.pop_back();
    while (pool_.kind(target) == ExprKind::Index || pool_.kind(target) == ExprKind::Field)
      target = pool_.child(target, 0);
    if (pool_.kind(target) == ExprKind::Local) locals_[pool_.payload(target)].assigned = true;
    if (pool_.kind(target) == ExprKind::Array || pool_.kind(target) == ExprKind::Record)
      for (ExprId child : pool_.children(target)) targets.push_back(child);
  }
}

bool FunctionCompiler::initializeLocals(const std::vector<Shape>& arguments) {
  locals_.resize(function_.locals.size());
  findAssigned(function_.body);
  std::vector<uint32_t> fixedAt(function_.inputCount, 0);  // registers of fixed arguments
  for (uint32_t i = 0; i < function_.inputCount; ++i) {
    locals_[i].operand = allocate(arguments[i]);
    locals_[i].known = true;
    if (locals_[i].assigned) return fail("an input is assigned");
    if (arguments[i].isFixed) {
      fixedAt[i] = locals_[i].operand.refs[0];
      locals_[i].operand.refs.assign(1, constant(static_cast<double>(arguments[i].value)));
    }
    const size_t rank = pool_.types[function_.locals[i].type].dims.size();
    if (arguments[i].dims.size() != rank && arguments[i].base != BaseType::Function)
      return fail("an argument has another number of dimensions");
  }
  code_.inputs = code_.registers;
  // With another value of a parameter the interpreter goes on.
  for (uint32_t i = 0; i < function_.inputCount; ++i)
    if (arguments[i].isFixed)
      put({Op::FailUnless, 0,
           operate(ExprKind::Equal, fixedAt[i],
                   constant(static_cast<double>(arguments[i].value)))});
  // Declared sizes of inputs must hold; a size that is an input of its own is known by it.
  for (uint32_t i = 0; i < function_.inputCount; ++i) {
    const LocalVariable& local = function_.locals[i];
    for (size_t d = 0; d < local.dimensions.size() && d < arguments[i].dims.size(); ++d) {
      if (!local.dimensions[d].valid()) continue;
      uint32_t size = 0;
      if (!scalarExpr(local.dimensions[d], size)) return false;
      const uint32_t given = constant(arguments[i].dims[d]);
      if (size == given) continue;
      put({Op::FailUnless, 0, operate(ExprKind::Equal, size, given)});
      if (pool_.kind(local.dimensions[d]) == ExprKind::Local) {
        Local& count = locals_[pool_.payload(local.dimensions[d])];
        count.operand.refs.assign(1, given);
      }
    }
  }
  // Bindings and sizes may use locals that are declared later (spec 12.4.4).
  std::vector<uint32_t> open;
  for (uint32_t i = function_.inputCount; i < locals_.size(); ++i) open.push_back(i);
  while (!open.empty()) {
    std::vector<uint32_t> later;
    for (uint32_t i : open) {
      const Mark before = mark();
      deferred_ = false;
      if (initializeLocal(i)) continue;
      if (!deferred_) return false;
      goBack(before);
      reason_.clear();
      later.push_back(i);
    }
    if (later.size() == open.size()) return fail("locals depend on each other");
    open = std::move(later);
  }
  deferred_ = false;
  return true;
}

bool FunctionCompiler::initializeLocal(uint32_t index) {
  const LocalVariable& local = function_.locals[index];
  Local& to = locals_[index];
  const Type& type = pool_.types[local.type];
  if (type.base == BaseType::String) {
    to.operand.base = type.base;
    to.known = true;
    return true;
  }
  if (type.base == BaseType::ExternalObject || type.base == BaseType::Function)
    return fail("a local that is an object or a function");
  // Sizes.
  std::vector<Size> dims(type.dims.begin(), type.dims.end());
  bool flexible = false;
  for (size_t d = 0; d < dims.size(); ++d) {
    if (d < local.dimensions.size() && local.dimensions[d].valid()) {
      Operand size;
      if (!expr(local.dimensions[d], size) || !sizeOf(size, dims[d])) return false;
    } else if (dims[d] == kUnknownSize) {
      flexible = true;
    }
  }
  Operand value;
  const bool bound = local.binding.valid();
  if (bound && !expr(local.binding, value)) return false;
  if (flexible && !bound) return true;  // its first assignment gives the size
  Shape shape;
  if (type.base == BaseType::Record) {
    // The sizes of fields must be known by the type, or by the value.
    if (bound) {
      shape = shapeOf(value);
    } else if (!formola::lowered::shapeOf(pool_.types, local.type, dims, shape)) {
      return type.dims.empty() ? true : fail("a record of unknown size");
    }
  } else {
    shape.base = type.base;
    shape.dims = bound ? value.dims : dims;
  }
  if (bound) {
    bool fits = shape.dims.size() == dims.size();
    for (size_t d = 0; fits && d < dims.size(); ++d)
      fits = dims[d] == kUnknownSize || dims[d] == shape.dims[d];
    if (!fits) return fail("an initial value of another size");
  } else {
    value = zero(shape);
  }
  value.base = type.base;
  std::vector<uint32_t> refs;
  flatten(value, refs);
  const bool settled = std::all_of(refs.begin(), refs.end(), [&](uint32_t ref) {
    return isConstant(ref) || ref < code_.inputs;
  });
  if (!to.assigned && settled) {
    // Never written again, nor is what it is bound to.
    to.operand = std::move(value);
  } else {
    to.operand = allocate(shape);
    copy(value, to.operand);
  }
  to.known = true;
  return true;
}

// ---- statements

bool FunctionCompiler::statements(const std::vector<Statement>& body) {
  // Recurses on the nesting of statements, which the parser bounds.
  for (const Statement& s : body) {
    forget(0);
    if (code_.instructions.size() > CompiledFunctions::kMostInstructions)
      return fail("the code is too long");
    if (!statement(s)) return false;
  }
  forget(0);
  return true;
}

bool FunctionCompiler::statement(const Statement& s) {
  switch (s.kind) {
    case StatementKind::Assign: {
      if (pool_.base(s.target) == BaseType::String) return true;  // texts are read nowhere
      Operand value;
      return expr(s.value, value) && assign(s.target, value);
    }
    case StatementKind::TupleAssign: {
      Operand value;
      if (!expr(s.value, value)) return false;
      if (value.base != BaseType::Tuple) {
        for (ExprId target : s.targets)
          if (pool_.kind(target) != ExprKind::Missing) return assign(target, value);
        return true;
      }
      if (s.targets.size() > value.fields.size()) return fail("too many targets");
      for (size_t k = 0; k < s.targets.size(); ++k) {
        const ExprId target = s.targets[k];
        if (pool_.kind(target) == ExprKind::Missing || pool_.base(target) == BaseType::String)
          continue;
        if (!assign(target, value.fields[k])) return false;
      }
      return true;
    }
    case StatementKind::Call:
    case StatementKind::Terminate:
      // Something that is done, not computed: the interpreter does it.
      put({Op::Fail});
      return true;
    case StatementKind::If:
      return ifStatement(s);
    case StatementKind::For:
      return forStatement(s);
    case StatementKind::While:
      return whileStatement(s);
    case StatementKind::Break:
      if (loopDepth_ == 0) return fail("break outside of a loop");
      breaks_.push_back(here());
      put({Op::Jump});
      return true;
    case StatementKind::Return:
      returns_.push_back(here());
      put({Op::Jump});
      return true;
    case StatementKind::Assert: {
      if (s.level == AssertLevel::Warning) return true;
      uint32_t condition = 0;
      if (!scalarExpr(s.value, condition)) return false;
      if (!isConstant(condition) || constantValue(condition) == 0)
        put({Op::FailUnless, 0, condition});
      return true;
    }
    case StatementKind::When:
    case StatementKind::Reinit:
      break;
  }
  return fail("a statement that functions can't have");
}

bool FunctionCompiler::ifStatement(const Statement& s) {
  std::vector<uint32_t> ends;
  for (const StatementBranch& branch : s.branches) {
    uint32_t skip = kConstantBit;
    if (branch.condition.valid()) {
      forget(0);
      uint32_t condition = 0;
      if (!scalarExpr(branch.condition, condition)) return false;
      if (isConstant(condition)) {
        if (constantValue(condition) == 0) continue;
      } else {
        skip = here();
        put({Op::JumpUnless, 0, condition});
      }
    }
    const Mark before = mark();
    const size_t depth = depth_;
    if (!statements(branch.body)) {
      // With nothing around it this is the function as a whole.
      if (skip == kConstantBit && ends.empty()) return false;
      depth_ = depth;
      goBack(before);
      reason_.clear();
      put({Op::Fail});
    }
    if (skip == kConstantBit) break;  // always taken
    ends.push_back(here());
    put({Op::Jump});
    code_.instructions[skip].b = here();
  }
  for (uint32_t jump : ends) code_.instructions[jump].b = here();
  return true;
}

bool FunctionCompiler::forStatement(const Statement& s) {
  if (s.branches.empty()) return true;
  const ExprId range = s.value;
  Operand values;
  const Mark before = mark();
  uint32_t first = 0, step = constant(1), last = 0;
  bool compiled = false;
  // Integers from first to last.
  if (pool_.kind(range) == ExprKind::Range && pool_.base(range) != BaseType::Real) {
    const auto bounds =
        std::vector<ExprId>(pool_.children(range).begin(), pool_.children(range).end());
    if (!scalarExpr(bounds[0], first) || !scalarExpr(bounds[2], last)) return false;
    if (pool_.kind(bounds[1]) != ExprKind::Missing && !scalarExpr(bounds[1], step)) return false;
    if (isConstant(step) && constantValue(step) != 0) {
      compiled = forBody(s, nullptr, first, step, last);
      const bool constants = isConstant(first) && isConstant(last);
      if (compiled && (!constants || !worthUnrolling(before.instructions, first, step, last)))
        return true;
      if (!constants) return false;
      goBack(before);
      reason_.clear();
    }
  }
  if (!expr(range, values) || !isVector(values))
    return fail("a loop over something that is no vector of numbers");
  if (!std::all_of(values.refs.begin(), values.refs.end(), isConstant)) {
    // The values at the beginning: the body may change what they are made from.
    const Operand now = std::move(values);
    values = allocate(shapeOf(now));
    copy(now, values);
  }
  const auto count = static_cast<double>(values.refs.size());
  const Mark again = mark();
  if (pool_.kind(range) != ExprKind::Range || pool_.base(range) == BaseType::Real) {
    if (values.refs.empty()) return true;
    if (forBody(s, &values, constant(1), constant(1), constant(count))) return true;
    goBack(again);
  }
  if (values.refs.size() > kMostUnrolled) return fail("a loop with sizes that change");
  reason_.clear();
  return unrolled(s, values);
}

// Powers with exponents from a table are multiplications where the exponents are known.
bool FunctionCompiler::worthUnrolling(size_t begin, uint32_t first, uint32_t step,
                                      uint32_t last) const {
  constexpr double kMostInstructions = 4000;
  const double count = (constantValue(last) - constantValue(first)) / constantValue(step) + 1;
  const auto length = static_cast<double>(code_.instructions.size() - begin);
  if (count > kMostUnrolled || count * length > kMostInstructions) return false;
  return std::any_of(code_.instructions.begin() + static_cast<std::ptrdiff_t>(begin),
                     code_.instructions.end(),
                     [](const Instruction& i) { return i.op == Op::Pow && !isConstant(i.b); });
}

// for i := first : step : last, or over the elements of a vector.
bool FunctionCompiler::forBody(const Statement& s, const Operand* values, uint32_t first,
                               uint32_t step, uint32_t last) {
  const uint32_t at = newRegister();
  // The bounds are those at the beginning.
  if (!isConstant(last)) {
    const uint32_t kept = newRegister();
    put({Op::Copy, kept, last});
    last = kept;
  }
  const uint32_t table = values != nullptr ? contiguous(values->refs) : 0;
  put({Op::Copy, at, first});
  const uint32_t top = here();
  const bool up = constantValue(step) > 0;
  const uint32_t more = emit(up ? Op::LessEqual : Op::GreaterEqual, at, last);
  const uint32_t exit = here();
  put({Op::JumpUnless, 0, more});
  uint32_t element = at;
  if (values != nullptr) {
    const auto count = static_cast<uint32_t>(values->refs.size());
    element = isConstant(table) ? emit(Op::LoadConstantAt, table & ~kConstantBit, at, count)
                                : emit(Op::LoadAt, table, at, count);
  }
  const uint32_t number = pool_.payload(s.target);
  iterators_[number] = element;
  const size_t outerBreaks = breaks_.size();
  ++loopDepth_;
  const bool ok = statements(s.branches[0].body);
  --loopDepth_;
  iterators_.erase(number);
  if (!ok) return false;
  put({Op::Add, at, at, step});
  put({Op::Jump, 0, 0, top});
  code_.instructions[exit].b = here();
  while (breaks_.size() > outerBreaks) {
    code_.instructions[breaks_.back()].b = here();
    breaks_.pop_back();
  }
  return true;
}

bool FunctionCompiler::unrolled(const Statement& s, const Operand& values) {
  const uint32_t number = pool_.payload(s.target);
  const size_t outerBreaks = breaks_.size();
  bool ok = true;
  ++loopDepth_;
  for (size_t k = 0; ok && k < values.refs.size(); ++k) {
    iterators_[number] = values.refs[k];
    ok = statements(s.branches[0].body);
  }
  --loopDepth_;
  iterators_.erase(number);
  if (!ok) return false;
  while (breaks_.size() > outerBreaks) {
    code_.instructions[breaks_.back()].b = here();
    breaks_.pop_back();
  }
  return true;
}

bool FunctionCompiler::whileStatement(const Statement& s) {
  const uint32_t count = newRegister();
  put({Op::Copy, count, constant(0)});
  const uint32_t top = here();
  put({Op::Add, count, count, constant(1)});
  put({Op::Bound, 0, count, 0, static_cast<uint32_t>(kMostIterations)});
  uint32_t condition = 0;
  if (!scalarExpr(s.value, condition)) return false;
  const uint32_t exit = here();
  put({Op::JumpUnless, 0, condition});
  const size_t outerBreaks = breaks_.size();
  ++loopDepth_;
  const bool ok = s.branches.empty() || statements(s.branches[0].body);
  --loopDepth_;
  if (!ok) return false;
  put({Op::Jump, 0, 0, top});
  code_.instructions[exit].b = here();
  while (breaks_.size() > outerBreaks) {
    code_.instructions[breaks_.back()].b = here();
    breaks_.pop_back();
  }
  return true;
}

// ---- assignment

bool FunctionCompiler::assign(ExprId target, const Operand& value) {
  switch (pool_.kind(target)) {
    case ExprKind::Local:
      return assignLocal(pool_.payload(target), value);
    case ExprKind::Missing:
      return true;
    case ExprKind::Index:
    case ExprKind::Field:
      return assignPart(target, value);
    default:
      return fail("an assignment to several variables at once");
  }
}

// A copy of `value` where it uses registers of `from`: those are about to change one by one.
FunctionCompiler::Operand FunctionCompiler::detached(const Operand& value, const Operand& from) {
  std::vector<uint32_t> own, used;
  flatten(from, own);
  flatten(value, used);
  std::sort(own.begin(), own.end());
  const bool shared = std::any_of(used.begin(), used.end(), [&](uint32_t ref) {
    return !isConstant(ref) && std::binary_search(own.begin(), own.end(), ref);
  });
  if (!shared || used.size() < 2) return value;
  Operand result = allocate(shapeOf(value));
  copy(value, result);
  return result;
}

bool FunctionCompiler::assignLocal(uint32_t index, const Operand& value) {
  Local& local = locals_[index];
  if (!local.known) {
    Shape shape = shapeOf(value);
    shape.base = pool_.types[function_.locals[index].type].base;
    local.operand = allocate(shape);
    local.known = true;
    shaped_.push_back(index);
  }
  if (!sameShape(local.operand, value)) return fail("an assignment of another size");
  copy(detached(value, local.operand), local.operand);
  return true;
}

// As Interpreter::assignPart: the selection is carried along from the variable outwards.
bool FunctionCompiler::assignPart(ExprId target, const Operand& value) {
  std::vector<ExprId> path;
  ExprId root = target;
  while (pool_.kind(root) == ExprKind::Index || pool_.kind(root) == ExprKind::Field) {
    path.push_back(root);
    root = pool_.child(root, 0);
  }
  if (pool_.kind(root) != ExprKind::Local) return fail("an assignment to no variable");
  Local& local = locals_[pool_.payload(root)];
  if (!local.known) return fail("an assignment to a part of something without size");
  Operand* at = &local.operand;
  std::vector<Selection> selection(at->dims.size());
  for (size_t p = path.size(); p-- > 0;) {
    const ExprId part = path[p];
    if (pool_.kind(part) == ExprKind::Field) {
      if (pool_.payload(part) >= at->fields.size()) return fail("a field of no record");
      at = &at->fields[pool_.payload(part)];
      selection.resize(at->dims.size());
      continue;
    }
    size_t dimension = 0;
    const size_t count = pool_[part].childCount - 1;
    for (size_t k = 0; k < count; ++k, ++dimension) {
      while (dimension < selection.size() && selection[dimension].one) ++dimension;
      if (dimension >= selection.size()) return fail("too many subscripts");
      if (pool_.kind(pool_.child(part, k + 1)) == ExprKind::Colon) continue;
      if (!selection[dimension].all) return fail("a subscript of a selection");
      if (!select(pool_.child(part, k + 1), at->dims[dimension], selection[dimension]))
        return false;
    }
  }
  return scatter(*at, selection, detached(value, local.operand));
}

bool FunctionCompiler::scatter(Operand& to, const std::vector<Selection>& selection,
                               const Operand& from) {
  if (to.fields.size() != from.fields.size()) return fail("an assignment of another type");
  for (size_t k = 0; k < to.fields.size(); ++k) {
    std::vector<Selection> inner = selection;
    inner.resize(to.fields[k].dims.size());
    if (!scatter(to.fields[k], inner, from.fields[k])) return false;
  }
  if (!to.fields.empty() || to.base == BaseType::String) return true;
  std::vector<Size> selected;
  for (size_t d = 0; d < to.dims.size(); ++d)
    if (!selection[d].one)
      selected.push_back(selection[d].all ? to.dims[d]
                                          : static_cast<Size>(selection[d].places.size()));
  if (selected != from.dims) return fail("an assignment to a part of another size");
  std::vector<Place> all;
  places(to.dims, selection, all);
  FORMOLA_ASSERT(all.size() == from.refs.size());
  for (size_t k = 0; k < all.size(); ++k) {
    if (all[k].isFixed) {
      put({Op::Copy, to.refs[all[k].fixed], from.refs[k]});
    } else {
      const uint32_t first = contiguous(to.refs);
      // The variable itself, no copy. Of an empty one each subscript is refused when it runs.
      FORMOLA_ASSERT(to.refs.empty() || first == to.refs[0]);
      put({Op::StoreAt, from.refs[k], first, all[k].moving, static_cast<uint32_t>(to.refs.size())});
    }
  }
  return true;
}

}  // namespace formola::lowered
