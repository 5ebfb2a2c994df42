#include "structure/explain_singular.h"

#include <fmt/format.h>

#include "dae/printer.h"

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
    const bool floating = tooMany && part.variables.empty() &&
                          std::any_of(part.equations.begin(), part.equations.end(), [&](int e) {
                            return equations[static_cast<size_t>(e)].fromConnect;
                          });
    if (floating)
      diagnostic.note(
          "the flows of a connection add up to zero already: is a ground, a fixed flange or "
          "another "
          "reference missing?",
          {});
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
