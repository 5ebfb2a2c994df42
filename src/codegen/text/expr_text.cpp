#include "codegen/text/expr_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <unordered_set>

#include "codegen/lower/delays.h"
#include "dae/printer.h"
#include "expr/operands.h"
#include "expr/rewrite.h"

namespace formola::text {

namespace {

constexpr size_t kLongestText = 160;

}  // namespace

std::string realText(double value) {
  std::string text = fmt::format("{}", value);
  if (text.find_first_of(".en") == std::string::npos) text += ".0";
  return text;
}

std::string enclosed(const Text& text, Binding least) {
  return text.binding < least ? "(" + text.text + ")" : text.text;
}

Text Dialect::number(double value) const {
  return {realText(value), std::signbit(value) ? Binding::Sign : Binding::Primary};
}

Text Dialect::power(const Text& base, const Text& exponent) const {
  return {enclosed(base, Binding::Primary) + "**" + enclosed(exponent, Binding::Primary),
          Binding::Power};
}

std::string_view Dialect::relation(ExprKind kind) const {
  switch (kind) {
    case ExprKind::Less:
      return "<";
    case ExprKind::LessEqual:
      return "<=";
    case ExprKind::Greater:
      return ">";
    case ExprKind::GreaterEqual:
      return ">=";
    case ExprKind::Equal:
      return "==";
    default:
      return "!=";
  }
}

std::string_view Dialect::logical(ExprKind kind) const {
  return kind == ExprKind::And ? "&&" : kind == ExprKind::Or ? "||" : "!";
}

// Nodes whose value is that of one child; -1: it is none.
int ExprTexts::transparentChild(ExprId id) const {
  if (pool_.isBuiltin(id, Builtin::Homotopy)) return dialect_.homotopy({}, {}).empty() ? 0 : -1;
  return formola::transparentChild(pool_, id);
}

namespace {

bool isOperatorOfEvents(Builtin f) {
  return f == Builtin::Delay || f == Builtin::Transported || f == Builtin::Sample ||
         f == Builtin::ClockedSample || f == Builtin::Edge || f == Builtin::Change ||
         f == Builtin::Pre;
}

}  // namespace

Text ExprTexts::unsupported(std::string what, bool ofEvents) {
  if (std::none_of(unsupported_.begin(), unsupported_.end(),
                   [&](const Problem& p) { return p.what == what; }))
    unsupported_.push_back({std::move(what), range_, ofEvents});
  return {"0", Binding::Primary};
}

// Other than comparing them for equality, choosing one, and passing it on.
bool ExprTexts::isOperationOnTexts(ExprId id) const {
  switch (pool_.kind(id)) {
    case ExprKind::Add:
    case ExprKind::Less:
    case ExprKind::LessEqual:
    case ExprKind::Greater:
    case ExprKind::GreaterEqual:
      return pool_.base(pool_.child(id, 0)) == BaseType::String;
    default:
      return false;
  }
}

// a + b, or a comparison by order.
Text ExprTexts::operationOnTexts(ExprId id) const {
  const std::string operands[] = {at(pool_.child(id, 0)).text, at(pool_.child(id, 1)).text};
  if (pool_.kind(id) == ExprKind::Add) return {dialect_.textFunction("text_join", operands)};
  const std::string order = dialect_.textFunction("text_order", operands);
  if (order.empty()) return {""};
  return {fmt::format("{} {} 0", order, dialect_.relation(pool_.kind(id))), Binding::Relation};
}

// String(value, significantDigits, minimumLength, leftJustified, format), as
// Interpreter::toString does it.
Text ExprTexts::stringOf(ExprId id) {
  auto given = [&](size_t i) {
    return i < pool_.children(id).size() && pool_.kind(pool_.child(id, i)) != ExprKind::Missing;
  };
  auto argument = [&](size_t i, std::string_view otherwise) {
    return given(i) ? at(pool_.child(id, i)).text : std::string(otherwise);
  };
  const ExprId value = pool_.child(id, 0);
  const BaseType base = pool_.base(value);
  const std::string x = at(value).text;
  std::string result;
  if (base == BaseType::Boolean) {
    result =
        dialect_.conditional(x, dialect_.textLiteral("true"), dialect_.textLiteral("false")).text;
  } else if (base == BaseType::Enumeration) {
    std::vector<std::string> literals;
    for (Symbol literal : pool_.types.enumOf(pool_.type(value)).literals)
      literals.push_back(dialect_.textLiteral(pool_.names.text(literal)));
    result = dialect_.pick(literals, x);
  } else if (base == BaseType::String) {
    result = x;
  } else if (given(4)) {
    const std::string all[] = {x, base == BaseType::Integer ? "1" : "0", argument(4, "")};
    result = dialect_.textFunction("text_format", all);
  } else if (base == BaseType::Integer) {
    const std::string all[] = {x};
    result = dialect_.textFunction("text_integer", all);
  } else {
    const std::string all[] = {x, argument(1, "6")};
    result = dialect_.textFunction("text_real", all);
  }
  if (!given(2)) return {result};
  const std::string all[] = {result, argument(2, "0"), argument(3, "1")};
  return {dialect_.textFunction("text_pad", all)};
}

// An Integer that no user changes: sizes follow from it.
std::optional<int64_t> ExprTexts::fixedInteger(ExprId id) const {
  // A chain of parameters that are each other's values ends.
  for (size_t steps = 0; steps < 100; ++steps) {
    if (pool_.kind(id) == ExprKind::Integer) return pool_.integerValue(id);
    if (pool_.kind(id) != ExprKind::Variable || pool_.base(id) != BaseType::Integer)
      return std::nullopt;
    const VariableId variable = pool_.variableOf(id);
    if (variable.index() >= schedule_.model.dae.variables.size()) return std::nullopt;
    const Variable& v = schedule_.model.dae.variables[variable];
    if (!v.evaluate || !v.binding.valid()) return std::nullopt;
    id = v.binding;
  }
  return std::nullopt;
}

std::string ExprTexts::functionName(ExprId call) const {
  std::vector<CallArgument> arguments;
  for (ExprId argument : pool_.children(call)) {
    arguments.push_back({pool_.type(argument)});
    arguments.back().integer = fixedInteger(argument);
  }
  return dialect_.userFunction(pool_.functionOf(call), arguments);
}

bool ExprTexts::canCall(ExprId call) const {
  return call.valid() && pool_.functionOf(call).index() < schedule_.model.dae.functions.size() &&
         !functionName(call).empty();
}

namespace {

// The scalars that arguments are made of, and calls whose whole results are arguments.
void argumentParts(const ExprPool& pool, ExprId call, std::vector<ExprId>& parts) {
  std::vector<ExprId> open(pool.children(call).rbegin(), pool.children(call).rend());
  while (!open.empty()) {
    const ExprId id = open.back();
    open.pop_back();
    if (pool.kind(id) == ExprKind::Array || pool.kind(id) == ExprKind::Record) {
      open.insert(open.end(), pool.children(id).rbegin(), pool.children(id).rend());
    } else {
      parts.push_back(id);
    }
  }
}

}  // namespace

int64_t ExprTexts::width(TypeId type) {
  if (pool_.types[type].base != BaseType::Tuple) return leafCount_(type);
  int64_t sum = 0;
  for (const RecordField& field : pool_.types.recordOf(type).fields) {
    const int64_t part = leafCount_(field.type);
    if (part < 0) return -1;
    sum += part;
  }
  return sum;
}

// The variable with a text of its own that an array or a record is part of; invalid: there is none.
ExprId ExprTexts::wholeLeaf(ExprId id) const {
  while (dialect_.leaf(id).empty()) {
    if (pool_.kind(id) != ExprKind::Field && pool_.kind(id) != ExprKind::Index) return {};
    id = pool_.child(id, 0);
  }
  return id;
}

// Where the scalars of a part of `whole`, a call's result or a variable, begin; -1 if that is known
// at run time only.
int64_t ExprTexts::offsetIn(ExprId whole, ExprId id) {
  int64_t offset = 0;
  for (; id != whole; id = pool_.child(id, 0)) {
    const TypeId base = pool_.type(pool_.child(id, 0));
    if (pool_.kind(id) == ExprKind::Index) {
      int64_t place = 0;
      const std::span<const Size> dims = pool_.types[base].dims;
      for (size_t k = 1; k < pool_.children(id).size(); ++k) {
        const ExprId at = pool_.child(id, k);
        if (!pool_.isNumber(at) || k > dims.size()) return -1;
        place = place * dims[k - 1] + static_cast<int64_t>(pool_.realValue(at)) - 1;
      }
      offset += place * width(pool_.type(id));
    } else {
      const auto& fields = pool_.types.recordOf(base).fields;
      for (uint32_t k = 0; k < pool_.payload(id); ++k) offset += width(fields[k].type);
    }
  }
  return offset;
}

std::vector<std::string> ExprTexts::argumentTexts(ExprId call) const {
  std::vector<ExprId> parts;
  argumentParts(pool_, call, parts);
  std::vector<std::string> result;
  for (ExprId part : parts) {
    const Type& type = pool_.types[pool_.type(part)];
    if (type.dims.empty() && type.base != BaseType::Record) {
      result.push_back(at(part).text);
      continue;
    }
    auto* self = const_cast<ExprTexts*>(this);
    const ExprId called = calledBy(pool_, part);
    const ExprId whole = called.valid() ? called : wholeLeaf(part);
    const int64_t first = whole.valid() ? self->offsetIn(whole, part) : -1;
    const int64_t count = self->width(pool_.type(part));
    if (first < 0 || count < 0) return {""};
    const std::string text = called.valid() ? at(called).text : dialect_.leaf(whole);
    for (int64_t i = 0; i < count; ++i)
      result.push_back(dialect_.element(text, static_cast<size_t>(first + i)));
  }
  return result;
}

// A call, or a part of its result.
Text ExprTexts::callText(ExprId id, std::vector<Temporary>& before) {
  const ExprId call = calledBy(pool_, id);
  if (call != id) {
    const int64_t offset = offsetIn(call, id);
    if (offset < 0) return unsupported("a result of a function by a variable subscript");
    return {dialect_.element(at(call).text, static_cast<size_t>(offset))};
  }
  Temporary t;
  t.name = fmt::format("{}{}", prefix_, next_++);
  t.function = functionName(call);
  t.rhs = argumentTexts(call);
  const int64_t count = width(pool_.type(call));
  if (count < 0 || (t.rhs.size() == 1 && t.rhs[0].empty()))
    return unsupported(
        fmt::format("the function '{}' with arguments or results of unknown size",
                    pool_.names.text(schedule_.model.dae.functions[pool_.functionOf(call)].name)));
  t.width = static_cast<size_t>(std::max<int64_t>(1, count));  // one without results may fail
  before.push_back(t);
  const Type& type = pool_.types[pool_.type(call)];
  const bool scalar =
      type.dims.empty() && type.base != BaseType::Record && type.base != BaseType::Tuple;
  return {scalar ? dialect_.element(t.name, 0) : t.name};
}

void ExprTexts::operandsOf(ExprId id, std::vector<ExprId>& operands) const {
  operands.clear();
  if (!dialect_.leaf(id).empty()) return;
  if (const ExprId call = calledBy(pool_, id); canCall(call)) {
    if (call != id) {
      operands.push_back(call);
      return;
    }
    argumentParts(pool_, call, operands);
    auto isWhole = [&](ExprId part) {
      const Type& type = pool_.types[pool_.type(part)];
      return !type.dims.empty() || type.base == BaseType::Record;
    };
    for (ExprId& part : operands)
      if (isWhole(part))
        if (const ExprId other = calledBy(pool_, part); other.valid()) part = other;
    std::erase_if(operands, [&](ExprId part) {
      return isWhole(part) && !calledBy(pool_, part).valid() && wholeLeaf(part).valid();
    });
    return;
  }
  if (pool_.isBuiltin(id, Builtin::Relation)) {
    const RelationInfo& info =
        schedule_.model.relations[static_cast<size_t>(pool_.integerValue(pool_.child(id, 0)))];
    if (frozen_ && !dialect_.frozenRelation(0).empty()) return;
    operands.push_back(conditionOf(info));
    if (keepClose_ && info.kind != RelationKind::Time)
      for (ExprId side : pool_.children(info.relation)) operands.push_back(side);
    return;
  }
  if (pool_.isBuiltin(id, Builtin::Delay)) {
    const size_t k = delayOf(schedule_, id);
    if (k < schedule_.delays.size() && !dialect_.delayed(k, "", "").empty())
      operands = {schedule_.delays[k].value, pool_.child(id, 1)};
    return;
  }
  if (pool_.isBuiltin(id, Builtin::Transported)) {
    for (size_t i = kTransportIn0; i < kTransportPoints; ++i)
      operands.push_back(pool_.child(id, i));
    return;
  }
  if (int child = transparentChild(id); child >= 0) {
    operands.push_back(pool_.child(id, static_cast<size_t>(child)));
    return;
  }
  switch (pool_.kind(id)) {
    case ExprKind::Neg:
    case ExprKind::Not:
    case ExprKind::Add:
    case ExprKind::Sub:
    case ExprKind::Mul:
    case ExprKind::Div:
    case ExprKind::Pow:
    case ExprKind::And:
    case ExprKind::Or:
    case ExprKind::Less:
    case ExprKind::LessEqual:
    case ExprKind::Greater:
    case ExprKind::GreaterEqual:
    case ExprKind::Equal:
    case ExprKind::NotEqual:
    case ExprKind::If:
      for (ExprId child : pool_.children(id)) operands.push_back(child);
      return;
    case ExprKind::Index:
      if (isArrayAccess(pool_, id) && !dialect_.pick({}, "").empty())
        scalarOperands(pool_, id, operands);
      return;
    case ExprKind::Builtin:
      if (pool_.builtinOf(id) <= Builtin::MaxOf || pool_.builtinOf(id) == Builtin::SemiLinear ||
          pool_.builtinOf(id) == Builtin::Homotopy)
        for (ExprId child : pool_.children(id)) operands.push_back(child);
      if (pool_.builtinOf(id) == Builtin::StringOf && !dialect_.textLiteral("").empty())
        for (ExprId child : pool_.children(id))
          if (pool_.kind(child) != ExprKind::Missing) operands.push_back(child);
      if (dialect_.element("", 0).empty()) return;
      if (pool_.builtinOf(id) == Builtin::SolveLinear)
        for (ExprId child : pool_.children(id).subspan(1)) operands.push_back(child);
      if (pool_.builtinOf(id) == Builtin::ElementOfSolution) operands.push_back(pool_.child(id, 0));
      return;
    default:
      return;
  }
}

// The right operand is enclosed also where a + (b + c) is meant: rounding stays what it was.
Text ExprTexts::infix(ExprId id, std::string_view op, Binding binding) {
  const auto tighter = static_cast<Binding>(static_cast<int>(binding) + 1);
  return {enclosed(at(pool_.child(id, 0)), binding) + std::string(op) +
              enclosed(at(pool_.child(id, 1)), tighter),
          binding};
}

// What tells whether a relation holds. Languages without events know no other instant than time.
ExprId ExprTexts::conditionOf(const RelationInfo& info) const {
  const bool events = !dialect_.frozenRelation(0).empty();
  const bool byTime = info.kind == RelationKind::Time && (events || info.knownSlope);
  return byTime ? info.value : info.relation;
}

Text ExprTexts::relationText(ExprId id, std::vector<Temporary>& before) {
  const auto number = static_cast<uint32_t>(pool_.integerValue(pool_.child(id, 0)));
  const std::string kept = dialect_.frozenRelation(number);
  if (frozen_ && !kept.empty()) return {kept};
  const RelationInfo& info = schedule_.model.relations[number];
  Text condition;
  std::string a, b;
  condition = at(conditionOf(info));
  if (keepClose_ && info.kind != RelationKind::Time) {
    a = at(pool_.child(info.relation, 0)).text;
    b = at(pool_.child(info.relation, 1)).text;
  }
  const std::string live = dialect_.liveRelation(number, condition.text, a, b);
  if (live.empty()) return condition;
  // It is evaluated in any case, also where a logical operator or an `if` would not look at it.
  before.push_back({fmt::format("{}{}", prefix_, next_++), live, true, "", "", {}, 0, "", 0});
  before.back().relation = static_cast<int>(number);
  return {before.back().name};
}

// pre(), edge(), change(), sample(), initial(), terminal(); nothing if it is none of them.
Text ExprTexts::eventText(ExprId id) {
  const Builtin f = pool_.builtinOf(id);
  switch (f) {
    case Builtin::Initial:
      return {dialect_.initialEvent()};
    case Builtin::Terminal:
      return {dialect_.terminalEvent()};
    case Builtin::Reached:
      return {dialect_.reached()};
    case Builtin::Passed:
      return {dialect_.passed()};
    case Builtin::Sample:
      for (size_t k = 0; k < schedule_.samples.size(); ++k)
        if (schedule_.samples[k].expression == id) return {dialect_.sampled(k)};
      return {""};
    case Builtin::Pre:
    case Builtin::Edge:
    case Builtin::Change: {
      const ExprId argument = pool_.child(id, 0);
      if (pool_.kind(argument) != ExprKind::Variable) return {""};
      const Slot slot = schedule_.slots[pool_.variableOf(argument)];
      if (slot.index < 0) return {""};
      if (!schedule_.isNumber(pool_.variableOf(argument)) && dialect_.textLiteral("").empty())
        return {""};
      const VariableId owner = schedule_.owner[static_cast<size_t>(slot.index)];
      const std::string pre = dialect_.previous(owner), now = dialect_.variable(owner).text;
      if (pre.empty()) return {""};
      if (f == Builtin::Pre)
        return slot.negated ? Text{"-" + pre, Binding::Sign} : Text{pre, Binding::Primary};
      if (f == Builtin::Edge)
        return {fmt::format("({} {} {}{})", now, dialect_.logical(ExprKind::And),
                            dialect_.logical(ExprKind::Not), pre)};
      return {fmt::format("({} {} {})", now, dialect_.relation(ExprKind::NotEqual), pre)};
    }
    default:
      return {""};
  }
}

Text ExprTexts::builtinText(ExprId id, std::vector<Temporary>& before) {
  const Builtin f = pool_.builtinOf(id);
  if (f == Builtin::Relation) return relationText(id, before);
  if (f == Builtin::Homotopy)
    return {dialect_.homotopy(at(pool_.child(id, 0)), at(pool_.child(id, 1)))};
  if (f == Builtin::StringOf && !dialect_.textLiteral("").empty()) return stringOf(id);
  if (Text event = eventText(id); !event.text.empty()) return event;
  if (f == Builtin::Delay) {
    const size_t k = delayOf(schedule_, id);
    if (k < schedule_.delays.size() && !dialect_.delayed(k, "", "").empty())
      return {dialect_.delayed(k, at(schedule_.delays[k].value).text, at(pool_.child(id, 1)).text)};
  }
  if (f == Builtin::Transported) {
    std::vector<std::string> arguments;
    for (size_t i = kTransportIn0; i < kTransportPoints; ++i)
      arguments.push_back(at(pool_.child(id, i)).text);
    const size_t k = lineOf(schedule_, pool_.integerValue(pool_.child(id, kTransportProfile)));
    const bool atEnd = pool_.integerValue(pool_.child(id, kTransportEnd)) != 0;
    if (const std::string text = dialect_.transported(k, atEnd, arguments); !text.empty())
      return {text};
  }
  if (!dialect_.element("", 0).empty() && f == Builtin::SolveLinear) {
    Temporary t;
    t.name = fmt::format("{}{}", prefix_, next_++);
    for (ExprId child : pool_.children(id).subspan(1)) t.rhs.push_back(at(child).text);
    t.block = static_cast<size_t>(pool_.integerValue(pool_.child(id, 0)));
    before.push_back(t);
    return {t.name};
  }
  if (!dialect_.element("", 0).empty() && f == Builtin::ElementOfSolution)
    return {dialect_.element(at(pool_.child(id, 0)).text,
                             static_cast<size_t>(pool_.integerValue(pool_.child(id, 1)) - 1))};
  if (f == Builtin::SemiLinear) {
    // spec 3.7.4.5: if x >= 0 then slope1*x else slope2*x
    const std::string x = enclosed(at(pool_.child(id, 0)), Binding::Term);
    const Text slope =
        dialect_.conditional(fmt::format("{} {} 0", x, dialect_.relation(ExprKind::GreaterEqual)),
                             at(pool_.child(id, 1)).text, at(pool_.child(id, 2)).text);
    if (!slope.text.empty()) return {x + "*" + enclosed(slope, Binding::Sign), Binding::Term};
    return unsupported("semiLinear");
  }
  if (f <= Builtin::MaxOf) {
    std::vector<std::string> arguments;
    for (ExprId child : pool_.children(id)) arguments.push_back(at(child).text);
    Text text = dialect_.function(f, arguments);
    if (!text.text.empty()) return text;
  }
  return unsupported(fmt::format("the function '{}'", name(f)), isOperatorOfEvents(f));
}

Text ExprTexts::textOf(ExprId id, std::vector<Temporary>& before) {
  if (std::string leaf = dialect_.leaf(id); !leaf.empty()) return {leaf};
  if (canCall(calledBy(pool_, id))) return callText(id, before);
  if (int child = transparentChild(id); child >= 0)
    return at(pool_.child(id, static_cast<size_t>(child)));
  if (isOperationOnTexts(id)) {
    const Text text = operationOnTexts(id);
    return text.text.empty() ? unsupported("operations on strings") : text;
  }
  switch (pool_.kind(id)) {
    case ExprKind::Integer:
    case ExprKind::Real:
      return dialect_.number(pool_.realValue(id));
    case ExprKind::Boolean:
      return {dialect_.boolean(pool_.booleanValue(id))};
    case ExprKind::Enum:
      return dialect_.number(pool_.payload(id));
    case ExprKind::String:
      if (std::string number = dialect_.textLiteral(pool_.stringValue(id)); !number.empty())
        return {number};
      break;
    case ExprKind::Variable:
      if (std::string object = dialect_.object(pool_.variableOf(id)); !object.empty())
        return {object};
      if (!schedule_.isNumber(pool_.variableOf(id)))
        return unsupported(fmt::format("the variable '{}', which is no number",
                                       schedule_.model.name(pool_.variableOf(id))));
      return dialect_.variable(pool_.variableOf(id));
    case ExprKind::Time:
      return {dialect_.time()};
    case ExprKind::Neg:
      return {"-" + enclosed(at(pool_.child(id, 0)), Binding::Power), Binding::Sign};
    case ExprKind::Not:
      return {std::string(dialect_.logical(ExprKind::Not)) +
                  enclosed(at(pool_.child(id, 0)), Binding::Primary),
              Binding::Sign};
    case ExprKind::Add:
      return infix(id, " + ", Binding::Sum);
    case ExprKind::Sub:
      return infix(id, " - ", Binding::Sum);
    case ExprKind::Mul:
      return infix(id, "*", Binding::Term);
    case ExprKind::Div:
      return infix(id, "/", Binding::Term);
    case ExprKind::Pow:
      return dialect_.power(at(pool_.child(id, 0)), at(pool_.child(id, 1)));
    case ExprKind::And:
    case ExprKind::Or: {
      // Compilers like parentheses around a mixture of both.
      const Text a = at(pool_.child(id, 0)), b = at(pool_.child(id, 1));
      return {fmt::format("{} {} {}", enclosed(a, Binding::Relation),
                          dialect_.logical(pool_.kind(id)), enclosed(b, Binding::Relation)),
              pool_.kind(id) == ExprKind::And ? Binding::And : Binding::Or};
    }
    case ExprKind::Less:
    case ExprKind::LessEqual:
    case ExprKind::Greater:
    case ExprKind::GreaterEqual:
    case ExprKind::Equal:
    case ExprKind::NotEqual:
      return infix(id, fmt::format(" {} ", dialect_.relation(pool_.kind(id))), Binding::Relation);
    case ExprKind::If: {
      const std::string condition = at(pool_.child(id, 0)).text, a = at(pool_.child(id, 1)).text,
                        b = at(pool_.child(id, 2)).text;
      if (dialect_.hasConditional()) return dialect_.conditional(condition, a, b);
      before.push_back(
          {fmt::format("{}{}", prefix_, next_++), a, false, condition, b, {}, 0, "", 0});
      return {before.back().name};
    }
    case ExprKind::Builtin:
      return builtinText(id, before);
    case ExprKind::Index:
      if (isArrayAccess(pool_, id) && !dialect_.pick({}, "").empty()) {
        std::vector<ExprId> operands;
        scalarOperands(pool_, id, operands);
        std::vector<std::string> elements;
        for (size_t i = 0; i + 1 < operands.size(); ++i) elements.push_back(at(operands[i]).text);
        return {dialect_.pick(elements, at(operands.back()).text)};
      }
      break;
    case ExprKind::Call:
    case ExprKind::TupleElement:
    case ExprKind::Field:
      if (ExprId call = calledBy(pool_, id);
          call.valid() && pool_.functionOf(call).index() < schedule_.model.dae.functions.size())
        return unsupported(fmt::format(
            "the function '{}'",
            pool_.names.text(schedule_.model.dae.functions[pool_.functionOf(call)].name)));
      break;
    default:
      break;
  }
  return unsupported(
      fmt::format("'{}'", formola::print(id, {pool_, &schedule_.model.dae, nullptr})));
}

// The conditions under which parts of expressions are needed: chains of branches, and of a part
// that stands in several places what these have in common.
class ExprTexts::Guards {
 public:
  // `order`: operands before what is made of them.
  Guards(const ExprTexts& texts, std::span<const ExprId> roots, std::span<const ExprId> order)
      : texts_(texts) {
    chains_.push_back({0, ExprId(), false, 0});
    for (ExprId root : roots) of_[root.index()] = 0;
    std::vector<ExprId> operands;
    for (size_t i = order.size(); i-- > 0;) {
      const ExprId id = order[i];
      const uint32_t here = of_.at(id.index());
      texts.operandsOf(id, operands);
      for (size_t k = 0; k < operands.size(); ++k) need(operands[k], branch(id, operands, k, here));
    }
  }

  // The conditions of a part, the outermost first, each with the value that it must have.
  std::vector<std::pair<ExprId, bool>> of(ExprId id) const {
    std::vector<std::pair<ExprId, bool>> result;
    for (uint32_t k = of_.at(id.index()); k != 0; k = chains_[k].outer)
      result.emplace_back(chains_[k].condition, chains_[k].value);
    std::reverse(result.begin(), result.end());
    return result;
  }

 private:
  struct Chain {
    uint32_t outer;  // 0: none
    ExprId condition;
    bool value;
    uint32_t depth;
  };

  // Where operand number k of `id` is needed, which is needed at `here`.
  uint32_t branch(ExprId id, std::span<const ExprId> operands, size_t k, uint32_t here) {
    const ExprKind kind = texts_.pool_.kind(id);
    const bool chooses = kind == ExprKind::If || kind == ExprKind::And || kind == ExprKind::Or;
    if (!chooses || k == 0) return here;
    const bool value = kind == ExprKind::If ? k == 1 : kind == ExprKind::And;
    const auto [found, fresh] = known_.try_emplace({here, operands[0].index(), value},
                                                   static_cast<uint32_t>(chains_.size()));
    if (fresh) chains_.push_back({here, operands[0], value, chains_[here].depth + 1});
    return found->second;
  }

  void need(ExprId id, uint32_t where) {
    const auto [found, fresh] = of_.try_emplace(id.index(), where);
    uint32_t& known = found->second;
    while (known != where)
      if (chains_[known].depth >= chains_[where].depth)
        known = chains_[known].outer;
      else
        where = chains_[where].outer;
  }

  const ExprTexts& texts_;
  std::vector<Chain> chains_;
  std::map<std::tuple<uint32_t, uint32_t, bool>, uint32_t> known_;
  std::unordered_map<uint32_t, uint32_t> of_;
};

// Is this a call, and not only a part of its result?
bool ExprTexts::makesCall(ExprId id) const {
  return dialect_.leaf(id).empty() && calledBy(pool_, id) == id && canCall(id);
}

std::vector<std::string> ExprTexts::group(std::span<const ExprId> roots,
                                          std::vector<Temporary>& before) {
  texts_.clear();
  // Post-order with counts of uses.
  std::unordered_map<uint32_t, int> uses;
  std::unordered_set<uint32_t> rootSet;
  std::vector<ExprId> order, operands;
  struct Frame {
    ExprId id;
    bool entered;
  };
  std::vector<Frame> stack;
  for (ExprId root : roots) {
    ++uses[root.index()];
    rootSet.insert(root.index());
    stack.push_back({root, false});
    while (!stack.empty()) {
      const Frame frame = stack.back();
      stack.pop_back();
      if (frame.entered) {
        order.push_back(frame.id);
        continue;
      }
      if (!texts_.emplace(frame.id.index(), Text{}).second) continue;
      stack.push_back({frame.id, true});
      operandsOf(frame.id, operands);
      for (size_t i = operands.size(); i-- > 0;) {
        ++uses[operands[i].index()];
        stack.push_back({operands[i], false});
      }
    }
  }
  std::optional<Guards> guards;
  std::unordered_set<uint32_t> conditions;
  for (ExprId id : order) {
    if (!makesCall(id)) continue;
    if (!guards) guards.emplace(*this, roots, order);
    for (const auto& [condition, value] : guards->of(id)) conditions.insert(condition.index());
  }
  for (ExprId id : order) {
    const size_t calls = before.size();
    Text text = textOf(id, before);
    if (guards && before.size() > calls && makesCall(id))
      for (const auto& [condition, value] : guards->of(id)) {
        std::string& guard = before.back().guard;
        if (!guard.empty()) guard += fmt::format(" {} ", dialect_.logical(ExprKind::And));
        guard += value ? enclosed(at(condition), Binding::Relation)
                       : std::string(dialect_.logical(ExprKind::Not)) +
                             enclosed(at(condition), Binding::Primary);
      }
    operandsOf(id, operands);
    if (pool_.isBuiltin(id, Builtin::SolveLinear) || calledBy(pool_, id).valid()) {
      // the name of a list, or one of its elements
      texts_[id.index()] = std::move(text);
      continue;
    }
    const bool leaf =
        operands.empty() || transparentChild(id) >= 0 || text.binding == Binding::Primary;
    const bool shared = (uses[id.index()] > 1 || conditions.contains(id.index())) &&
                        (!leaf || text.text.size() > 24);
    if (share_ && (shared || (!operands.empty() && text.text.size() > kLongestText))) {
      if (shared || !rootSet.contains(id.index())) {
        before.push_back({fmt::format("{}{}", prefix_, next_++),
                          std::move(text.text),
                          pool_.base(id) == BaseType::Boolean,
                          "",
                          "",
                          {},
                          0});
        text = {before.back().name, Binding::Primary};
      }
    }
    texts_[id.index()] = std::move(text);
  }
  std::vector<std::string> result;
  for (ExprId root : roots) result.push_back(at(root).text);
  return result;
}

std::string ExprTexts::one(ExprId root, std::vector<Temporary>& before) {
  const ExprId roots[1] = {root};
  return group(roots, before)[0];
}

}  // namespace formola::text
