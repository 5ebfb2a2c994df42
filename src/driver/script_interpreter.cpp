#include "driver/script_interpreter.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "expr/fold.h"
#include "sema/builtin_table.h"

namespace formola::script {

namespace {

constexpr size_t kMostElements = 10'000'000;

// A function of numbers, as the language has it: Integers where that has them.
std::optional<Value> numericFunction(const std::string& name, const std::vector<double>& x,
                                     bool whole) {
  using Rule = BuiltinRule;
  const BuiltinEntry* entry = findBuiltin(name);
  if (entry == nullptr) return std::nullopt;
  Builtin function = entry->builtin;
  size_t arguments = 1;
  bool keepsIntegers = false;
  switch (entry->rule) {
    case Rule::Elementary:
    case Rule::Rounding:
      break;
    case Rule::SameNumber:
      keepsIntegers = true;
      break;
    case Rule::SignOf:
    case Rule::ToInteger:
      whole = keepsIntegers = true;
      break;
    case Rule::TwoReals:
      arguments = 2;
      break;
    case Rule::Division:
      arguments = 2;
      keepsIntegers = true;
      break;
    case Rule::MinMax:
      arguments = 2;
      keepsIntegers = true;
      function = function == Builtin::Min ? Builtin::MinOf : Builtin::MaxOf;
      break;
    default:
      return std::nullopt;
  }
  const std::optional<double> value =
      x.size() == arguments ? evaluateBuiltin(function, x) : std::nullopt;
  if (!value) return std::nullopt;
  return whole && keepsIntegers ? Value::integer(*value) : Value::real(*value);
}

std::string asText(const Value& value) {
  return value.isText() ? value.text : print(value);
}

Value filled(const Value& value, const std::vector<Value>& sizes, size_t from, int line) {
  if (from == sizes.size()) return value;
  const double count = sizes[from].number;
  if (!sizes[from].isNumber() || count < 0 || count > static_cast<double>(kMostElements))
    throw ScriptError(line, "a size is no count");
  const Value inner = filled(value, sizes, from + 1, line);
  return Value::array(std::vector<Value>(static_cast<size_t>(count), inner));
}

// Functions of arrays and texts that need nothing but their arguments.
std::optional<Value> plainFunction(const Call& call) {
  const std::vector<Value>& v = call.values;
  std::vector<double> numbers;
  for (const Value& each : v)
    if (each.isNumber()) numbers.push_back(each.number);
  if (numbers.size() == v.size())
    if (const std::optional<Value> found = numericFunction(
            call.name, numbers, std::all_of(v.begin(), v.end(), [](const Value& each) {
              return each.kind == Value::Kind::Integer;
            })))
      return found;
  if (call.name == "String" && !v.empty()) return Value::string(asText(v[0]));
  if (call.name == "fill" && v.size() >= 2)
    return filled(v[0], {v.begin() + 1, v.end()}, 0, call.line);
  if (call.name == "zeros" && !v.empty()) return filled(Value::real(0), v, 0, call.line);
  if (call.name == "ones" && !v.empty()) return filled(Value::real(1), v, 0, call.line);
  if (call.name == "linspace" && numbers.size() == 3 && numbers[2] >= 2 && numbers[2] < 1e6) {
    std::vector<Value> items;
    for (int i = 0; i < static_cast<int>(numbers[2]); ++i)
      items.push_back(Value::real(numbers[0] + i * (numbers[1] - numbers[0]) / (numbers[2] - 1)));
    return Value::array(std::move(items));
  }
  if (v.empty() || v[0].kind != Value::Kind::Array) return std::nullopt;
  const std::vector<Value>& items = v[0].items;
  if (call.name == "size") return Value::integer(static_cast<double>(items.size()));
  if (items.empty() ||
      !std::all_of(items.begin(), items.end(), [](const Value& each) { return each.isNumber(); }))
    return std::nullopt;
  auto less = [](const Value& a, const Value& b) { return a.number < b.number; };
  if (call.name == "max") return *std::max_element(items.begin(), items.end(), less);
  if (call.name == "min") return *std::min_element(items.begin(), items.end(), less);
  if (call.name != "sum") return std::nullopt;
  double sum = 0;
  for (const Value& each : items) sum += each.number;
  return items[0].kind == Value::Kind::Integer ? Value::integer(sum) : Value::real(sum);
}

}  // namespace

Arguments::Arguments(const Call& call, const std::vector<std::string>& parameters) : call_(call) {
  const bool open = !parameters.empty() && parameters.back() == "*";
  const size_t known = parameters.size() - (open ? 1 : 0);
  for (size_t i = 0; i < call.values.size(); ++i) {
    std::string name = call.names[i];
    if (name.empty() && i < known) name = parameters[i];
    if (name.empty())
      throw ScriptError(call.line, fmt::format("{} has at most {} arguments", call.name, known));
    if (!open && std::find(parameters.begin(), parameters.end(), name) == parameters.end())
      throw ScriptError(call.line, fmt::format("{} has no argument '{}'", call.name, name));
    values_[name] = &call.values[i];
  }
}

void Arguments::wrong(const std::string& name, const char* wanted, const Value& value) const {
  throw ScriptError(call_.line, fmt::format("{}: {} must be {}, not {}", call_.name, name, wanted,
                                            kindOf(value)));
}

const Value* Arguments::find(const std::string& name) const {
  const auto found = values_.find(name);
  return found == values_.end() ? nullptr : found->second;
}

std::string Arguments::text(const std::string& name, const std::string& otherwise) const {
  const Value* value = find(name);
  if (value == nullptr) return otherwise;
  if (!value->isText()) wrong(name, "a text or a name", *value);
  return value->text;
}

std::optional<double> Arguments::number(const std::string& name) const {
  const Value* value = find(name);
  if (value == nullptr) return std::nullopt;
  if (!value->isNumber()) wrong(name, "a number", *value);
  return value->number;
}

bool Arguments::flag(const std::string& name, bool otherwise) const {
  const Value* value = find(name);
  if (value == nullptr) return otherwise;
  if (value->kind != Value::Kind::Boolean) wrong(name, "true or false", *value);
  return value->number != 0;
}

std::vector<std::string> Arguments::texts(const std::string& name) const {
  const Value* value = find(name);
  if (value == nullptr) return {};
  if (value->isText()) return {value->text};
  if (value->kind != Value::Kind::Array) wrong(name, "texts", *value);
  std::vector<std::string> result;
  for (const Value& item : value->items) {
    if (!item.isText()) wrong(name, "texts", item);
    result.push_back(item.text);
  }
  return result;
}

void Interpreter::run(const std::vector<Statement>& statements) {
  for (const Statement& statement : statements) {
    if (ended_) return;
    run(statement);
  }
}

bool Interpreter::condition(const Expression& expression) {
  const Value value = evaluate(expression);
  if (value.kind != Value::Kind::Boolean)
    throw ScriptError(expression.line, "a condition must be true or false, not " + kindOf(value));
  return value.number != 0;
}

void Interpreter::run(const Statement& statement) {
  constexpr int kMostRounds = 1'000'000;
  switch (statement.kind) {
    case Statement::Kind::Assign:
      return assign(statement);
    case Statement::Kind::If:
      return run(condition(statement.expression) ? statement.body : statement.otherwise);
    case Statement::Kind::For: {
      const Value values = evaluate(statement.expression);
      if (values.kind != Value::Kind::Array)
        throw ScriptError(statement.line, "for needs an array, not " + kindOf(values));
      for (const Value& value : values.items) {
        variables_[statement.targets[0]] = value;
        run(statement.body);
      }
      return;
    }
    case Statement::Kind::While:
      for (int rounds = 0; !ended_ && condition(statement.expression); ++rounds) {
        if (rounds == kMostRounds) throw ScriptError(statement.line, "the loop does not end");
        run(statement.body);
      }
      return;
    case Statement::Kind::Evaluate:
      break;
  }
  const bool shown = echo_;
  const Value value = evaluate(statement.expression);
  if (shown && echo_ && value.kind != Value::Kind::None) print_(print(value) + "\n");
}

void Interpreter::assign(const Statement& statement) {
  const Value value = evaluate(statement.expression);
  const auto& targets = statement.targets;
  if (targets.size() == 1 && setting_(targets[0], statement.line)) return;
  if (targets.size() == 1) {
    variables_[targets[0]] = value;
  } else {
    if (value.kind != Value::Kind::Tuple || value.items.size() < targets.size())
      throw ScriptError(statement.line,
                        fmt::format("{} values are needed, not {}", targets.size(), kindOf(value)));
    for (size_t i = 0; i < targets.size(); ++i)
      if (!targets[i].empty()) variables_[targets[i]] = value.items[i];
  }
  if (echo_) print_(print(value) + "\n");
}

Value Interpreter::evaluate(const Expression& e) {
  switch (e.kind) {
    case Expression::Kind::Literal:
      return e.literal;
    case Expression::Kind::Name: {
      const auto found = variables_.find(e.name);
      return found == variables_.end() ? Value::name(e.name) : found->second;
    }
    case Expression::Kind::Array:
    case Expression::Kind::Tuple: {
      Value result;
      result.kind = e.kind == Expression::Kind::Array ? Value::Kind::Array : Value::Kind::Tuple;
      for (const Expression& operand : e.operands) result.items.push_back(evaluate(operand));
      return result;
    }
    case Expression::Kind::Range:
      return range(e);
    case Expression::Kind::Index:
      return index(e);
    case Expression::Kind::Call:
      return call(e);
    case Expression::Kind::Operation:
      break;
  }
  return operation(e);
}

Value Interpreter::range(const Expression& e) {
  std::vector<double> n;
  bool whole = true;
  for (const Expression& operand : e.operands) {
    const Value value = evaluate(operand);
    if (!value.isNumber()) throw ScriptError(e.line, "a range needs numbers, not " + kindOf(value));
    whole = whole && value.kind == Value::Kind::Integer;
    n.push_back(value.number);
  }
  const double step = n.size() == 3 ? n[1] : 1, last = n.back();
  const double count = step != 0 ? std::floor((last - n[0]) / step + 1e-9) + 1 : -1;
  if (n.size() > 3 || step == 0 || count > static_cast<double>(kMostElements))
    throw ScriptError(e.line, "this is no range: first:last, or first:step:last");
  std::vector<Value> items;
  for (double i = 0; i < count; ++i)
    items.push_back(whole ? Value::integer(n[0] + i * step) : Value::real(n[0] + i * step));
  return Value::array(std::move(items));
}

Value Interpreter::index(const Expression& e) {
  Value value = evaluate(e.operands[0]);
  // x[2] of a model, as plot and val have it.
  if (value.kind == Value::Kind::Name) {
    std::string text;
    for (size_t i = 1; i < e.operands.size(); ++i)
      text += (text.empty() ? "" : ",") + print(evaluate(e.operands[i]));
    return Value::name(value.text + "[" + text + "]");
  }
  for (size_t i = 1; i < e.operands.size(); ++i) {
    const Value at = evaluate(e.operands[i]);
    if (value.kind != Value::Kind::Array || at.kind != Value::Kind::Integer || at.number < 1 ||
        at.number > static_cast<double>(value.items.size()))
      throw ScriptError(e.line, fmt::format("there is no element [{}]", print(at)));
    Value element = value.items[static_cast<size_t>(at.number) - 1];
    value = std::move(element);
  }
  return value;
}

Value Interpreter::call(const Expression& e) {
  Call call{e.name, e.line, {}, e.argumentNames};
  for (const Expression& operand : e.operands) call.values.push_back(evaluate(operand));
  if (auto value = commands_(call)) return *value;
  if (auto value = plainFunction(call)) return *value;
  throw ScriptError(e.line, fmt::format("there is no command '{}'{}", e.name,
                                        e.operands.empty() ? "" : " for these arguments"));
}

Value Interpreter::operation(const Expression& e) {
  if (e.name == "and") return Value::boolean(condition(e.operands[0]) && condition(e.operands[1]));
  if (e.name == "or") return Value::boolean(condition(e.operands[0]) || condition(e.operands[1]));
  if (e.name == "not") return Value::boolean(!condition(e.operands[0]));
  const Value first = evaluate(e.operands[0]);
  if (e.name == "neg") {
    if (!first.isNumber()) throw ScriptError(e.line, "- needs a number, not " + kindOf(first));
    Value result = first;
    result.number = -first.number;
    return result;
  }
  return binary(e.line, e.name, first, evaluate(e.operands[1]));
}

Value Interpreter::binary(int line, const std::string& sign, const Value& a, const Value& b) const {
  if (sign == "==" || sign == "<>") {
    const bool same = a.isNumber() && b.isNumber() ? a.number == b.number : a == b;
    return Value::boolean(same == (sign == "=="));
  }
  if (sign == "+" && a.kind == Value::Kind::String && b.kind == Value::Kind::String)
    return Value::string(a.text + b.text);
  if (!a.isNumber() || !b.isNumber())
    throw ScriptError(line, fmt::format("'{}' does not fit {} and {}", sign, kindOf(a), kindOf(b)));
  const double x = a.number, y = b.number;
  if (sign == "<") return Value::boolean(x < y);
  if (sign == ">") return Value::boolean(x > y);
  if (sign == "<=") return Value::boolean(x <= y);
  if (sign == ">=") return Value::boolean(x >= y);
  if (sign == "/") return Value::real(x / y);
  if (sign == "^") return Value::real(std::pow(x, y));
  const double value = sign == "+" ? x + y : sign == "-" ? x - y : x * y;
  const bool whole = a.kind == Value::Kind::Integer && b.kind == Value::Kind::Integer;
  return whole ? Value::integer(value) : Value::real(value);
}

}  // namespace formola::script
