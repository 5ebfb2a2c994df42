#include "codegen/lower/explain.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "dae/printer.h"
#include "expr/expr_table.h"
#include "expr/rewrite.h"

namespace formola::lowered {

namespace {

// More variables than this make no message clearer.
constexpr size_t kMostVariables = 6;
constexpr size_t kLongestEquation = 160;

std::string numberText(double x) {
  return x < 0 ? fmt::format("({:g})", x) : fmt::format("{:g}", x);
}

// The operation with its operands; "" for those that only pass a value on.
std::string operationText(const Code& code, const Instruction& i, const double* r) {
  auto binary = [&](const char* sign) {
    if (!std::isfinite(r[i.a]) || !std::isfinite(r[i.b])) return std::string();
    return numberText(r[i.a]) + sign + numberText(r[i.b]);
  };
  auto unary = [&](const char* name) {
    return std::isfinite(r[i.a]) ? fmt::format("{}({:g})", name, r[i.a]) : std::string();
  };
  switch (i.op) {
    case Op::Add:
      return binary(" + ");
    case Op::Sub:
      return binary(" - ");
    case Op::Mul:
      return binary("*");
    case Op::MulAdd:
    case Op::MulSub:
    case Op::SubMul: {
      const std::string product = binary("*");
      if (product.empty() || !std::isfinite(r[i.c])) return {};
      if (i.op == Op::SubMul) return numberText(r[i.c]) + " - " + product;
      return product + (i.op == Op::MulAdd ? " + " : " - ") + numberText(r[i.c]);
    }
    case Op::Div:
      return binary("/");
    case Op::Pow:
      return binary("^");
    case Op::Sqrt:
      return unary("sqrt");
    case Op::Sin:
      return unary("sin");
    case Op::Cos:
      return unary("cos");
    case Op::Exp:
      return unary("exp");
    case Op::Log:
      return unary("log");
    case Op::Builtin: {
      std::string text(name(static_cast<Builtin>(i.c)));
      for (uint32_t k = 0; k < i.b; ++k) {
        const double x = r[code.lists[i.a + k]];
        if (!std::isfinite(x)) return {};
        text += fmt::format("{}{:g}", k == 0 ? "(" : ", ", x);
      }
      return text + ")";
    }
    case Op::Extract:
      return "the result of a function";
    default:
      return {};
  }
}

}  // namespace

std::string valuesText(std::span<const ExprId> expressions, const double* v,
                       const Schedule& schedule) {
  const ExprPool& pool = schedule.model.pool();
  std::vector<VariableId> variables;
  ExprSet seen;
  forEachNode(pool, expressions, seen, [&](ExprId node) {
    if (pool.kind(node) == ExprKind::Variable) variables.push_back(pool.variableOf(node));
  });
  std::string text;
  size_t count = 0;
  for (VariableId id : variables) {
    const Slot slot = schedule.slots[id];
    if (!schedule.isNumber(id)) continue;
    if (++count > kMostVariables) return text + ", ...";
    text += fmt::format("{}{} = {:g}", text.empty() ? "" : ", ", schedule.model.name(id),
                        (slot.negated ? -1 : 1) * v[slot.index]);
  }
  return text;
}

std::string placeText(const Provenance& origin, const ExplainContext& context) {
  std::string text;
  if (origin.range.valid() && context.sources != nullptr) {
    const LineColumn place = context.sources->lineColumn(origin.range.file, origin.range.begin);
    text =
        fmt::format("{}:{}:{}", context.sources->name(origin.range.file), place.line, place.column);
  }
  if (origin.instance.valid()) {
    const std::string_view instance = context.schedule.model.pool().names.text(origin.instance);
    if (!instance.empty())
      text += fmt::format("{}in component {}", text.empty() ? "" : ", ", instance);
  }
  return text;
}

std::string explainOperation(const Code& code, uint32_t at, const double* r, const double* v,
                             const ExplainContext& context) {
  const Instruction& i = code.instructions[at];
  if (!hasResult(i.op) || std::isfinite(r[i.dst])) return {};
  std::string text = operationText(code, i, r);
  if (text.empty()) return {};
  text += std::isnan(r[i.dst]) ? " is not defined" : " is too large a number";
  if (i.op == Op::Div && r[i.b] == 0) text = numberText(r[i.a]) + "/0: division by zero";
  auto origin = std::upper_bound(code.origins.begin(), code.origins.end(), at,
                                 [](uint32_t k, const Origin& o) { return k < o.first; });
  if (origin == code.origins.begin()) return text;
  --origin;
  const Schedule& schedule = context.schedule;
  const PrintContext print{schedule.model.pool(), &schedule.model.dae, nullptr};
  std::string equation = formola::print(origin->value, print);
  if (origin->variable.valid())
    equation = std::string(schedule.model.name(origin->variable)) + " = " + equation;
  if (equation.size() > kLongestEquation) {
    equation.resize(kLongestEquation);
    equation += "...";
  }
  text += " in " + equation;
  if (origin->equation >= 0) {
    const StructuredEquation& source =
        schedule.model.equations[static_cast<size_t>(origin->equation)];
    const std::string place = placeText(source.origin, context);
    if (!place.empty()) text += " (" + place + ")";
  }
  const std::string values = valuesText(std::span<const ExprId>(&origin->value, 1), v, schedule);
  if (!values.empty()) text += ", where " + values;
  return text;
}

}  // namespace formola::lowered
