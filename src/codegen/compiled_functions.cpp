#include "codegen/compiled_functions.h"

#include <cmath>

#include "codegen/compile_function.h"
#include "expr/fold.h"

namespace formola::interp {

size_t Shape::scalars() const {
  size_t n = 0;
  switch (base) {
    case BaseType::Record:
    case BaseType::Tuple:
    case BaseType::Function:
      for (const Shape& field : fields) n += field.scalars();
      return n;
    case BaseType::Real:
    case BaseType::Integer:
    case BaseType::Boolean:
    case BaseType::Enumeration:
      n = 1;
      for (Size d : dims) n *= static_cast<size_t>(d);
      return n;
    default:
      return 0;
  }
}

// Recurses on the nesting of records only.
void Shape::appendKey(std::string& key) const {
  key += static_cast<char>('A' + static_cast<int>(base));
  for (Size d : dims) key += std::to_string(d) + ',';
  if (function.valid()) key += 'f' + std::to_string(function.index());
  if (fields.empty()) return;
  key += '(';
  for (const Shape& field : fields) field.appendKey(key);
  key += ')';
}

bool shapeOf(const TypeTable& types, TypeId id, Shape& shape) {
  const Type& type = types[id];
  shape = {};
  shape.base = type.base;
  shape.dims.assign(type.dims.begin(), type.dims.end());
  for (Size d : shape.dims)
    if (d == kUnknownSize) return false;
  if (type.base != BaseType::Record && type.base != BaseType::Tuple) return true;
  for (const RecordField& field : types.recordOf(id).fields) {
    Shape part;
    if (!shapeOf(types, field.type, part)) return false;
    std::vector<Shape*> open{&part};
    while (!open.empty()) {
      Shape* one = open.back();
      open.pop_back();
      one->dims.insert(one->dims.begin(), shape.dims.begin(), shape.dims.end());
      for (Shape& inner : one->fields) open.push_back(&inner);
    }
    shape.fields.push_back(std::move(part));
  }
  return true;
}

std::string CompiledFunctions::print() const {
  std::string text;
  for (const auto& code : codes_)
    text += code->name + ": " + std::to_string(code->instructions.size()) + " instructions, " +
            std::to_string(code->inputs) + " numbers in, " + std::to_string(code->results.size()) +
            " out\n";
  for (const std::string& line : left_) text += line + '\n';
  return text;
}

int CompiledFunctions::find(FunctionId function, const std::vector<Shape>& arguments) {
  if (!function.valid() || function.index() >= dae_.functions.size()) return -1;
  std::string key = std::to_string(function.index());
  for (const Shape& shape : arguments) shape.appendKey(key);
  // While it is being compiled it can't be called: recursion remains with the interpreter.
  const auto [place, isNew] = known_.emplace(key, -1);
  if (!isNew) return place->second;
  auto code = std::make_unique<FunctionCode>();
  FunctionCompiler compiler(dae_, dae_.functions[function], *this, *code);
  if (!compiler.compile(arguments)) {
    left_.push_back(std::string(dae_.pool->names.text(dae_.functions[function].name)) +
                    ": interpreted, " + compiler.reason());
    return -1;
  }
  code->stack = code->registers;
  for (const FunctionCall& call : code->calls)
    code->stack = std::max(code->stack, code->registers + codes_[call.callee]->stack);
  codes_.push_back(std::move(code));
  const int number = static_cast<int>(codes_.size()) - 1;
  known_[key] = number;
  return number;
}

bool CompiledFunctions::run(size_t number, const double* arguments, double* results,
                            double* stack) const {
  if (!execute(number, arguments, results, stack)) return false;
  const size_t count = codes_[number]->results.size();
  return std::all_of(results, results + count, [](double x) { return std::isfinite(x); });
}

// Recurses on the nesting of functions, which is finite: they don't call themselves.
bool CompiledFunctions::execute(size_t number, const double* arguments, double* results,
                                double* stack) const {
  const FunctionCode& code = *codes_[number];
  double* const r = stack;
  const double* const constants = code.constants.data();
  std::copy(arguments, arguments + code.inputs, r);
  auto get = [&](uint32_t at) {
    return (at & kConstantBit) != 0 ? constants[at & ~kConstantBit] : r[at];
  };
  auto inside = [](double at, uint32_t count) { return at >= 1 && at <= count; };
  const FunctionInstruction* const first = code.instructions.data();
  const FunctionInstruction* const last = first + code.instructions.size();
  for (const FunctionInstruction* i = first; i < last; ++i) {
    switch (i->op) {
      case FunctionOp::Copy:
        r[i->dst] = get(i->a);
        break;
      case FunctionOp::Neg:
        r[i->dst] = -get(i->a);
        break;
      case FunctionOp::Not:
        r[i->dst] = get(i->a) == 0;
        break;
      case FunctionOp::Add:
        r[i->dst] = get(i->a) + get(i->b);
        break;
      case FunctionOp::Sub:
        r[i->dst] = get(i->a) - get(i->b);
        break;
      case FunctionOp::Mul:
        r[i->dst] = get(i->a) * get(i->b);
        break;
      case FunctionOp::Div:
        r[i->dst] = get(i->a) / get(i->b);
        break;
      case FunctionOp::Pow:
        r[i->dst] = std::pow(get(i->a), get(i->b));
        break;
      case FunctionOp::And:
        r[i->dst] = get(i->a) != 0 && get(i->b) != 0;
        break;
      case FunctionOp::Or:
        r[i->dst] = get(i->a) != 0 || get(i->b) != 0;
        break;
      case FunctionOp::Less:
        r[i->dst] = get(i->a) < get(i->b);
        break;
      case FunctionOp::LessEqual:
        r[i->dst] = get(i->a) <= get(i->b);
        break;
      case FunctionOp::Greater:
        r[i->dst] = get(i->a) > get(i->b);
        break;
      case FunctionOp::GreaterEqual:
        r[i->dst] = get(i->a) >= get(i->b);
        break;
      case FunctionOp::Equal:
        r[i->dst] = get(i->a) == get(i->b);
        break;
      case FunctionOp::NotEqual:
        r[i->dst] = get(i->a) != get(i->b);
        break;
      case FunctionOp::Select:
        r[i->dst] = get(i->a) != 0 ? get(i->b) : get(i->c);
        break;
      case FunctionOp::Builtin: {
        const double x[2] = {get(i->a), get(i->b)};
        r[i->dst] = evaluateBuiltin(static_cast<Builtin>(i->c), x).value_or(NAN);
        break;
      }
      case FunctionOp::Load: {
        const double at = get(i->b);
        if (!inside(at, i->c)) return false;
        r[i->dst] = r[i->a + static_cast<uint32_t>(at) - 1];
        break;
      }
      case FunctionOp::LoadConstant: {
        const double at = get(i->b);
        if (!inside(at, i->c)) return false;
        r[i->dst] = constants[i->a + static_cast<uint32_t>(at) - 1];
        break;
      }
      case FunctionOp::Store: {
        const double at = get(i->b);
        if (!inside(at, i->c)) return false;
        r[i->a + static_cast<uint32_t>(at) - 1] = get(i->dst);
        break;
      }
      case FunctionOp::Bound:
        if (!inside(get(i->a), i->c)) return false;
        break;
      case FunctionOp::JumpUnless:
        if (get(i->a) == 0) i = first + i->b - 1;
        break;
      case FunctionOp::Jump:
        i = first + i->b - 1;
        break;
      case FunctionOp::Call: {
        // Arguments go where the callee's frame begins: that is behind this one.
        const FunctionCall& call = code.calls[i->a];
        double* const next = r + code.registers;
        for (size_t k = 0; k < call.arguments.size(); ++k) next[k] = get(call.arguments[k]);
        if (!execute(call.callee, next, r + call.result, next)) return false;
        break;
      }
      case FunctionOp::FailUnless:
        if (get(i->a) == 0) return false;
        break;
      case FunctionOp::Fail:
        return false;
    }
  }
  for (size_t k = 0; k < code.results.size(); ++k) results[k] = get(code.results[k]);
  return true;
}

}  // namespace formola::interp
