#include "structure/systems/explain_singular.h"

#include <fmt/format.h>

#include <set>

#include "dae/printer.h"
#include "expr/rewrite.h"

namespace formola {

namespace {

constexpr size_t kShown = 12;

std::string listNames(const StructuredDae& model, std::span<const VariableId> unknowns,
                      const std::vector<int>& columns) {
  std::string text;
  for (size_t i = 0; i < columns.size() && i < kShown; ++i) {
    text += i > 0 ? ", " : "";
    text += model.name(unknowns[static_cast<size_t>(columns[i])]);
  }
  if (columns.size() > kShown) text += fmt::format(", and {} more", columns.size() - kShown);
  return text;
}

std::string count(size_t n, std::string_view word) {
  return fmt::format("{} {}{}", n, word, n == 1 ? "" : "s");
}

// The connector that a variable belongs to.
std::string_view connectorOf(std::string_view name) {
  const size_t dot = name.rfind('.');
  return dot == std::string_view::npos ? std::string_view() : name.substr(0, dot);
}

// Connectors whose flow was found to be zero and whose potential is still to be found: nothing is
// connected to them.
std::string loneConnectors(const StructuredDae& model, std::span<const VariableId> unknowns) {
  std::set<std::string_view> open;
  for (VariableId id : unknowns) open.insert(connectorOf(model.name(id)));
  for (const Alias& alias : model.aliases)
    if (model.isUnknown(alias.of)) open.insert(connectorOf(model.name(alias.variable)));
  std::string text;
  std::string_view last;
  size_t count = 0;
  for (uint32_t i = 0; i < model.dae.variables.size(); ++i) {
    const VariableId id(i);
    const Variable& v = model.dae.variables[id];
    const bool zero = v.isFlow && model.info[id].role == Role::Parameter && v.binding.valid() &&
                      model.pool().isNumber(v.binding) && model.pool().realValue(v.binding) == 0;
    const std::string_view connector = zero ? connectorOf(model.name(id)) : std::string_view();
    if (connector.empty() || connector == last || !open.contains(connector)) continue;
    last = connector;
    if (++count <= kShown) text += fmt::format("{}{}", count > 1 ? ", " : "", connector);
  }
  if (count > kShown) text += fmt::format(", and {} more", count - kShown);
  return text;
}

// Do the equation's sides contain anything but numbers: values that are given elsewhere?
bool containsVariables(const ExprPool& pool, const StructuredEquation& equation) {
  bool found = false;
  ExprSet seen;
  const ExprId roots[2] = {equation.left, equation.right};
  forEachNode(pool, roots, seen,
              [&](ExprId id) { found = found || pool.kind(id) == ExprKind::Variable; });
  return found;
}

}  // namespace

void explainSingular(const StructuredDae& model, std::span<const StructuredEquation> equations,
                     std::span<const VariableId> unknowns,
                     std::span<const graph::DulmageMendelsohn::Component> over,
                     std::span<const graph::DulmageMendelsohn::Component> under, DiagCode code,
                     Diagnostics& diagnostics) {
  PrintContext context{model.pool(), &model.dae, nullptr};
  auto explain = [&](const graph::DulmageMendelsohn::Component& part, bool tooMany) {
    std::string text;
    if (tooMany) {
      text = part.variables.empty()
                 ? fmt::format("{} without any unknown", count(part.equations.size(), "equation"))
                 : fmt::format("{} for only {} ({})", count(part.equations.size(), "equation"),
                               count(part.variables.size(), "unknown"),
                               listNames(model, unknowns, part.variables));
    } else {
      text =
          part.equations.empty()
              ? fmt::format("no equation determines {}", listNames(model, unknowns, part.variables))
              : fmt::format("only {} for {} ({})", count(part.equations.size(), "equation"),
                            count(part.variables.size(), "unknown"),
                            listNames(model, unknowns, part.variables));
    }
    SourceRange range;
    if (!part.equations.empty()) {
      int first = tooMany && !part.unmatched.empty() ? part.unmatched[0] : part.equations[0];
      range = equations[static_cast<size_t>(first)].origin.range;
    } else if (!part.variables.empty()) {
      range = model.dae.variables[unknowns[static_cast<size_t>(part.variables[0])]].origin.range;
    }
    Diagnostic& diagnostic = diagnostics.report(code, range, text);
    for (size_t i = 0; i < part.equations.size() && i < kShown; ++i) {
      const StructuredEquation& e = equations[static_cast<size_t>(part.equations[i])];
      std::string where;
      if (e.origin.instance.valid() && !model.pool().names.text(e.origin.instance).empty())
        where = fmt::format(" in {}", model.pool().names.text(e.origin.instance));
      diagnostic.note(fmt::format("equation{}: {} = {}", where, print(e.left, context),
                                  print(e.right, context)),
                      e.origin.range);
    }
    // A circuit that floats: its flows add up to zero in one node more than is needed, its
    // potentials are known only relative to each other.
    const bool known = tooMany && part.variables.empty();
    const bool given =
        known && std::any_of(part.equations.begin(), part.equations.end(), [&](int e) {
          return containsVariables(model.pool(), equations[static_cast<size_t>(e)]);
        });
    const bool floating =
        known && !given && std::any_of(part.equations.begin(), part.equations.end(), [&](int e) {
          return equations[static_cast<size_t>(e)].fromConnect;
        });
    if (given)
      diagnostic.note(
          "all in it is given already: two components prescribe the same variable, as ideal "
          "voltage "
          "sources in parallel, current sources in series or two prescribed motions of one flange; "
          "remove one of them or put a component between that gives way, as a resistor or a spring",
          {});
    if (floating) {
      diagnostic.note(
          "the flows of a connection add up to zero already: is a ground, a fixed flange or "
          "another "
          "reference missing?",
          {});
      if (const std::string names = loneConnectors(model, unknowns); !names.empty())
        diagnostic.note(
            fmt::format("nothing is connected to {}: connect it or remove its component", names),
            {});
    }
    if (!tooMany) {
      for (size_t i = 0; i < part.variables.size() && i < kShown; ++i) {
        VariableId id = unknowns[static_cast<size_t>(part.variables[i])];
        diagnostic.note(fmt::format("unknown: {}", model.name(id)),
                        model.dae.variables[id].origin.range);
      }
    }
  };
  for (const auto& part : over) explain(part, true);
  for (const auto& part : under) explain(part, false);
}

}  // namespace formola
