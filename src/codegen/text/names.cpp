#include "codegen/text/names.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "expr/rewrite.h"

namespace formola::text {

namespace {

bool isDerivative(std::string_view name) {
  return name.starts_with("der(") && name.ends_with(")");
}

// What stands inside of all der( ).
std::string_view inner(std::string_view name) {
  while (isDerivative(name)) name = name.substr(4, name.size() - 5);
  return name;
}

size_t lastDot(std::string_view name) {
  bool quoted = false;
  size_t at = std::string_view::npos;
  for (size_t i = 0; i < name.size(); ++i) {
    if (name[i] == '\'') quoted = !quoted;
    if (name[i] == '.' && !quoted) at = i;
  }
  return at;
}

std::string identifier(std::string_view name, char separator) {
  std::string text;
  for (char c : name) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (plain) {
      text += c;
    } else if (c != ']' && c != ')' && c != '\'' && c != ' ') {
      text += separator;  // '.', '_', '[', ','
    }
  }
  if (text.empty() || (text[0] >= '0' && text[0] <= '9')) text.insert(0, "x");
  return text;
}

std::string derivativePrefix(std::string_view name, char separator) {
  std::string prefix;
  while (isDerivative(name)) {
    prefix += separator == '_' ? "der_" : "der";
    name = name.substr(4, name.size() - 5);
  }
  return prefix;
}

}  // namespace

std::string componentOf(std::string_view name) {
  name = inner(name);
  const size_t dot = lastDot(name);
  return dot == std::string_view::npos ? std::string() : std::string(name.substr(0, dot));
}

std::string modelIdentifier(std::string_view model) {
  const size_t dot = lastDot(model);
  return identifier(dot == std::string_view::npos ? model : model.substr(dot + 1), '_');
}

IdVector<VariableId, std::string> makeNames(const Schedule& schedule, const NameRules& rules) {
  const StructuredDae& model = schedule.model;
  IdVector<VariableId, std::string> names;
  std::unordered_set<std::string> taken;
  auto key = [&](std::string text) {
    if (!rules.caseSensitive)
      for (char& c : text)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return text;
  };
  for (std::string_view word : rules.reserved) taken.insert(key(std::string(word)));
  std::unordered_map<std::string, int> shortCount;
  auto shortName = [&](std::string_view name) {
    const std::string_view base = inner(name);
    const size_t dot = lastDot(base);
    return derivativePrefix(name, rules.separator) +
           identifier(dot == std::string_view::npos ? base : base.substr(dot + 1), rules.separator);
  };
  auto longName = [&](std::string_view name) {
    return derivativePrefix(name, rules.separator) + identifier(inner(name), rules.separator);
  };
  const auto count = static_cast<uint32_t>(model.dae.variables.size());
  if (rules.shorten)
    for (uint32_t i = 0; i < count; ++i)
      if (schedule.slots[VariableId(i)].index >= 0)
        ++shortCount[key(shortName(model.name(VariableId(i))))];
  for (uint32_t i = 0; i < count; ++i) {
    const VariableId id(i);
    names.push_back("");
    if (schedule.slots[id].index < 0) continue;
    std::string text = longName(model.name(id));
    if (rules.shorten) {
      const std::string brief = shortName(model.name(id));
      if (shortCount[key(brief)] == 1 && !taken.contains(key(brief))) text = brief;
    }
    std::string unique = text;
    for (int k = 2; !taken.insert(key(unique)).second; ++k)
      unique = fmt::format("{}{}{}", text, rules.separator, k);
    names[id] = std::move(unique);
  }
  return names;
}

Problem dynamicStates(const Schedule& schedule) {
  const StructuredDae& model = schedule.model;
  if (model.stateSets.empty()) return {};
  std::string names;
  for (VariableId id : model.stateSets[0].candidates[0])
    names += (names.empty() ? "" : ", ") + std::string(model.name(id));
  return {fmt::format("its states are chosen while it runs, from {}; stateSelect = "
                      "StateSelect.always for the right number of variables fixes the choice",
                      names),
          model.dae.variables[model.stateSets[0].candidates[0][0]].origin.range};
}

namespace {

// Where an operator with a past is used in an equation.
Problem pastUsed(const StructuredDae& model, Builtin wanted, std::string_view what) {
  SourceRange range;
  ExprSet seen;
  for (const StructuredEquation& equation : model.equations) {
    const ExprId roots[2] = {equation.left, equation.right};
    bool found = false;
    forEachNode(model.pool(), roots, seen,
                [&](ExprId id) { found = found || model.pool().isBuiltin(id, wanted); });
    if (!found) continue;
    range = equation.origin.range;
    break;
  }
  return {std::string(what), range};
}

}  // namespace

Problem delayUsed(const Schedule& schedule) {
  if (schedule.delays.empty()) return {};
  return pastUsed(schedule.model, Builtin::Delay,
                  "it uses delay(), whose past only programs in C keep (--to c)");
}

Problem transportUsed(const Schedule& schedule) {
  if (schedule.transports.empty()) return {};
  return pastUsed(schedule.model, Builtin::Transported,
                  "it uses spatialDistribution(), whose past only programs in C keep (--to c)");
}

Problem untranslatable(const Schedule& schedule) {
  const StructuredDae& model = schedule.model;
  if (Problem p = dynamicStates(schedule); !p.what.empty()) return p;
  for (const Step& step : schedule.event) {
    if (!step.discrete || step.kind == StepKind::Relations) continue;
    const SourceRange range =
        step.equation >= 0      ? model.equations[static_cast<size_t>(step.equation)].origin.range
        : step.variable.valid() ? model.dae.variables[step.variable].origin.range
                                : SourceRange();
    const std::string_view name =
        step.variable.valid() ? model.name(step.variable) : std::string_view("a block");
    const std::string what = name.starts_with("$when")   ? "it has a when-clause"
                             : name.starts_with("$tick") ? "it has clocked equations"
                                                         : fmt::format("'{}' is discrete", name);
    return {what + ", and the language has no events (--to c, matlab or simulink have)", range};
  }
  for (const MixedBlock& block : schedule.mixedBlocks)
    if (!block.discrete.empty())
      return {fmt::format("'{}' is a discrete variable in an algebraic loop",
                          model.name(block.discrete[0])),
              model.dae.variables[block.discrete[0]].origin.range};
  if (!schedule.samples.empty())
    return {"it uses sample(), and the language has no events (--to c, matlab or simulink have)",
            {}};
  if (Problem p = delayUsed(schedule); !p.what.empty()) return p;
  if (Problem p = transportUsed(schedule); !p.what.empty()) return p;
  for (const Action& action : model.actions) {
    if (action.kind == ActionKind::Reinit)
      return {fmt::format("'{}' is set anew by reinit()", model.name(action.state)),
              action.origin.range};
    if (action.kind == ActionKind::Call)
      return {"it calls a function for its effects", action.origin.range};
  }
  return {};
}

}  // namespace formola::text
