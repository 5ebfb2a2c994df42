#include "dae/explain_part.h"

#include <fmt/format.h>

#include <algorithm>

#include "dae/printer.h"

namespace formola {

namespace {

constexpr size_t kShown = 12;
constexpr size_t kLongest = 120;  // characters of an equation

std::string_view nameOf(VariableId id, const Dae& dae) {
  return dae.pool->names.text(dae.variables[id].name);
}

std::string count(size_t n, std::string_view word) {
  return fmt::format("{} {}{}", n, word, n == 1 ? "" : "s");
}

std::string listNames(const std::vector<VariableId>& unknowns, const Dae& dae) {
  std::string text;
  for (size_t i = 0; i < unknowns.size() && i < kShown; ++i) {
    text += i > 0 ? ", " : "";
    text += nameOf(unknowns[i], dae);
  }
  if (unknowns.size() > kShown) text += fmt::format(", and {} more", unknowns.size() - kShown);
  return text;
}

std::string textOf(const UnmatchedPart::Row& row, const Dae& dae) {
  std::string where;
  if (row.instance.valid() && !dae.pool->names.text(row.instance).empty())
    where = fmt::format(" in {}", dae.pool->names.text(row.instance));
  if (!row.what.empty() || !row.left.valid())
    return fmt::format("this {}{}", row.what.empty() ? "equation" : row.what, where);
  PrintContext context{*dae.pool, &dae, nullptr};
  const std::string left = print(row.left, context), right = print(row.right, context);
  if (left.size() + right.size() > kLongest) return "this equation" + where;
  return fmt::format("equation{}: {} = {}", where, left, right);
}

}  // namespace

std::string countsOf(const UnmatchedPart& part, const Dae& dae) {
  const std::string equations = count(part.equations.size(), "equation");
  const std::string names = listNames(part.unknowns, dae);
  if (part.unknowns.empty()) return equations + " without any unknown";
  if (part.equations.empty()) return "no equation determines " + names;
  const std::string unknowns = count(part.unknowns.size(), "unknown");
  return part.tooMany ? fmt::format("{} for only {} ({})", equations, unknowns, names)
                      : fmt::format("only {} for {} ({})", equations, unknowns, names);
}

int noteEquations(const UnmatchedPart& part, const Dae& dae, Diagnostic& diagnostic) {
  const size_t shown = std::min(part.equations.size(), kShown);
  for (size_t i = 0; i < shown; ++i)
    diagnostic.note(textOf(part.equations[i], dae), part.equations[i].range);
  return static_cast<int>(shown);
}

int noteUnknowns(const UnmatchedPart& part, const Dae& dae, Diagnostic& diagnostic) {
  const size_t shown = std::min(part.unknowns.size(), kShown);
  for (size_t i = 0; i < shown; ++i)
    diagnostic.note(fmt::format("unknown: {}", nameOf(part.unknowns[i], dae)),
                    dae.variables[part.unknowns[i]].origin.range);
  return static_cast<int>(shown);
}

}  // namespace formola
