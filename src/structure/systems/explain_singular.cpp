#include "structure/systems/explain_singular.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "dae/explain_part.h"
#include "expr/rewrite.h"

namespace formola {

namespace {

constexpr size_t kShown = 12;  // connectors

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

class SingularParts {
 public:
  SingularParts(const StructuredDae& model, std::span<const StructuredEquation> equations,
                std::span<const VariableId> unknowns, DiagCode code, Diagnostics& diagnostics)
      : model_(model),
        equations_(equations),
        unknowns_(unknowns),
        code_(code),
        diagnostics_(diagnostics) {}

  void explain(const graph::DulmageMendelsohn::Component& component, bool tooMany) {
    UnmatchedPart part;
    part.tooMany = tooMany;
    for (int e : component.equations) {
      const StructuredEquation& equation = at(e);
      part.equations.push_back(
          {equation.left, equation.right, {}, equation.origin.range, equation.origin.instance});
    }
    for (int v : component.variables) part.unknowns.push_back(unknowns_[static_cast<size_t>(v)]);
    Diagnostic& diagnostic =
        diagnostics_.report(code_, placeOf(component, tooMany), countsOf(part, model_.dae));
    noteEquations(part, model_.dae, diagnostic);
    if (tooMany && component.variables.empty()) noteKnown(component, diagnostic);
    if (!tooMany) noteUnknowns(part, model_.dae, diagnostic);
  }

 private:
  const StructuredEquation& at(int e) const { return equations_[static_cast<size_t>(e)]; }

  SourceRange placeOf(const graph::DulmageMendelsohn::Component& part, bool tooMany) const {
    if (!part.equations.empty())
      return at(tooMany && !part.unmatched.empty() ? part.unmatched[0] : part.equations[0])
          .origin.range;
    if (part.variables.empty()) return {};
    return model_.dae.variables[unknowns_[static_cast<size_t>(part.variables[0])]].origin.range;
  }

  // Equations without any unknown: components that prescribe the same, or a circuit that floats.
  void noteKnown(const graph::DulmageMendelsohn::Component& part, Diagnostic& diagnostic) const {
    const bool given = std::any_of(part.equations.begin(), part.equations.end(),
                                   [&](int e) { return containsVariables(model_.pool(), at(e)); });
    if (given) {
      diagnostic.note(
          "all in it is given already: two components prescribe the same variable, as ideal "
          "voltage "
          "sources in parallel, current sources in series or two prescribed motions of one flange; "
          "remove one of them or put a component between that gives way, as a resistor or a spring",
          {});
      return;
    }
    // Its flows add up to zero in one node more than is needed, its potentials are known only
    // relative to each other.
    const bool floating = std::any_of(part.equations.begin(), part.equations.end(),
                                      [&](int e) { return at(e).fromConnect; });
    if (!floating) return;
    diagnostic.note(
        "the flows of a connection add up to zero already: is a ground, a fixed flange or "
        "another "
        "reference missing?",
        {});
    if (const std::string names = loneConnectors(model_, unknowns_); !names.empty())
      diagnostic.note(
          fmt::format("nothing is connected to {}: connect it or remove its component", names), {});
  }

  const StructuredDae& model_;
  std::span<const StructuredEquation> equations_;
  std::span<const VariableId> unknowns_;
  DiagCode code_;
  Diagnostics& diagnostics_;
};

}  // namespace

void explainSingular(const StructuredDae& model, std::span<const StructuredEquation> equations,
                     std::span<const VariableId> unknowns,
                     std::span<const graph::DulmageMendelsohn::Component> over,
                     std::span<const graph::DulmageMendelsohn::Component> under, DiagCode code,
                     Diagnostics& diagnostics) {
  SingularParts parts(model, equations, unknowns, code, diagnostics);
  for (const auto& part : over) parts.explain(part, true);
  for (const auto& part : under) parts.explain(part, false);
}

}  // namespace formola
