#include "compiler/inspect_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <nlohmann/json.hpp>

#include "compiler/incidence_view.h"
#include "dae/printer.h"
#include "expr/analysis.h"
#include "graph/causalize.h"
#include "structure/solve/fixed_point.h"
#include "structure/solve/relaxed_rows.h"

namespace formola {

namespace {

size_t tornSize(const Block& block) {
  size_t sum = block.torn.size();
  if (block.kind == BlockKind::Mixed)
    for (const Block& part : block.parts) sum += part.torn.size();
  return sum;
}

// Of the formulas that solve a block, common ones counted once.
uint64_t operations(const ExprPool& pool, const Block& block, ExprSet& seen) {
  std::vector<ExprId> values = block.formulas;
  values.insert(values.end(), block.guards.begin(), block.guards.end());
  for (const Assignment& a : block.afterFormulas()) values.push_back(a.value);
  for (const Block& part : block.parts)
    for (const Assignment& a : part.inner) values.push_back(a.value);
  seen.clear();
  const OperationCount count = countOperations(pool, values, seen);
  return count.adds + count.muls + count.divs + count.powers + count.functions + count.calls +
         count.relations + count.branches;
}

size_t largestGroup(const Block& block) {
  int32_t largest = 0;
  for (size_t g = 0; g < block.sweepGroups.size(); ++g) {
    const int32_t end = g + 1 < block.sweepGroups.size() ? block.sweepGroups[g + 1]
                                                         : static_cast<int32_t>(block.torn.size());
    largest = std::max(largest, end - block.sweepGroups[g]);
  }
  return static_cast<size_t>(largest);
}

bool isNonlinear(const Block& block) {
  return block.kind == BlockKind::Nonlinear;
}

}  // namespace

std::string expressionText(const StructuredDae& model, ExprId expr) {
  const std::string text = print(expr, PrintContext{model.pool(), &model.dae, nullptr});
  std::string out;
  for (size_t at = 0; at < text.size();) {
    const size_t end = text[at] == '\'' ? text.find('\'', at + 1) : std::string::npos;
    const bool isMade =
        end != std::string::npos && (text.compare(at + 1, 4, "der(") == 0 || text[at + 1] == '$');
    if (!isMade) {
      out += text[at++];
      continue;
    }
    out.append(text, at + 1, end - at - 1);
    at = end + 1;
  }
  return out;
}

std::string equationText(const StructuredDae& model, const StructuredEquation& equation) {
  return fmt::format("{} = {}", expressionText(model, equation.left),
                     expressionText(model, equation.right));
}

std::string statisticsText(const StructureSummary& summary) {
  return fmt::format(
      "Number of equations: {}\n"
      "Number of unknowns: {}\n"
      "Number of eliminated alias variables: {}\n"
      "Number of differentiated equations: {}\n"
      "Number of states: {}\n"
      "Sizes of linear systems of equations: {{{}}}\n"
      "Sizes after manipulation of the linear systems: {{{}}}\n"
      "Sizes of nonlinear systems of equations: {{{}}}\n"
      "Sizes after manipulation of the nonlinear systems: {{{}}}\n"
      "Number of mixed real/discrete systems of equations: {}\n",
      summary.equations, summary.unknowns, summary.aliases, summary.differentiatedEquations,
      summary.states.size(), fmt::join(summary.linearSizes, ", "),
      fmt::join(summary.linearTorn, ", "), fmt::join(summary.nonlinearSizes, ", "),
      fmt::join(summary.nonlinearTorn, ", "), summary.mixedBlocks);
}

namespace {

// Where growing errors forbid what the book would tear; of large systems all that can be had.
std::string candidatesText(const Block& block, const std::string& space) {
  constexpr size_t kLarge = 20;
  std::string out;
  for (const TearingCandidate& c : block.candidates) {
    const bool forbidden = c.kept > c.torn;
    if (!forbidden && block.unknowns.size() < kLarge) continue;
    out += space;
    if (c.heuristic == "whole") {
      out += fmt::format("  ({} unknowns as a sparse system: about {:.2g} operations)\n", c.torn,
                         c.work);
      continue;
    }
    out += fmt::format(
        "  (the {} heuristic tears {}{}", c.heuristic == "book" ? "book's" : c.heuristic, c.torn,
        c.anyEquation ? ", with states from any equation and formulas divided by the step size"
                      : "");
    if (forbidden)
      out += fmt::format(", but errors would grow {:.1g} times; at most {:.0e} times: {}", c.growth,
                         c.limit, c.kept);
    out += fmt::format("; about {:.2g} operations)\n", c.work);
  }
  return out;
}

// Sorted and solved equations of any sorted system.
std::string systemText(const StructuredDae& model, const std::vector<StructuredEquation>& equations,
                       const std::vector<Block>& blocks) {
  const PrintContext context{model.pool(), &model.dae, nullptr};
  auto name = [&](VariableId id) { return model.name(id); };
  std::string out = "\nSorted equations, [solved variable]:\n";
  size_t number = 0;
  for (const Block& block : blocks) {
    if (block.equations.size() > 1 || block.kind != BlockKind::Assign)
      out += fmt::format("  -- {} block {} of {}\n", blockKindName(block.kind), ++number,
                         block.equations.size());
    for (size_t i = 0; i < block.equations.size(); ++i) {
      const StructuredEquation& e = equations[static_cast<size_t>(block.equations[i])];
      out += fmt::format("  [{}]  {} = {}{}\n", name(block.unknowns[i]), print(e.left, context),
                         print(e.right, context), e.derivativeOf >= 0 ? "  (differentiated)" : "");
    }
    if (block.equations.size() > 1) out += "  --\n";
  }
  out += "\nSolved equations:\n";
  auto solved = [&](auto&& self, const Block& block, int indent) -> void {
    const std::string space(static_cast<size_t>(indent), ' ');
    if (block.kind != BlockKind::Assign) {
      out += fmt::format("{}{} system:", space, blockKindName(block.kind));
      for (VariableId id : block.torn) out += fmt::format(" {}", name(id));
      out += '\n';
      if (!block.sweepGroups.empty())
        out += fmt::format("{}  (solved by sweeps through {} groups of at most {} unknowns)\n",
                           space, block.sweepGroups.size(), largestGroup(block));
      out += candidatesText(block, space);
    }
    const int deeper = block.kind == BlockKind::Assign ? indent : indent + 2;
    const std::string inside(static_cast<size_t>(deeper), ' ');
    for (const Assignment& a : block.inner)
      out += fmt::format("{}{} = {}\n", inside, name(a.variable), print(a.value, context));
    // A mixed block holds nonlinear ones, these linear ones: no deeper.
    for (const Block& part : block.parts) self(self, part, deeper);
    for (int r : block.residuals) {
      const StructuredEquation& e = equations[static_cast<size_t>(r)];
      out +=
          fmt::format("{}0 = {} - ({})\n", inside, print(e.left, context), print(e.right, context));
    }
    for (VariableId id : block.constraints)
      out += fmt::format("{}0 = {}  (constraint: in the least-squares sense with the residuals)\n",
                         inside, name(id));
    for (const Assignment& a : block.modes)
      out += fmt::format("{}{} = {}\n", inside, name(a.variable),
                         a.value.valid() ? print(a.value, context) : "?");
  };
  for (const Block& block : blocks) solved(solved, block, 2);
  return out;
}

nlohmann::ordered_json candidatesJson(const Block& block) {
  auto result = nlohmann::ordered_json::array();
  for (const TearingCandidate& c : block.candidates) {
    nlohmann::ordered_json entry;
    entry["heuristic"] = std::string(c.heuristic);
    entry["any_equation"] = c.anyEquation;
    entry["torn"] = c.torn;
    entry["growth"] = c.growth;
    entry["limit"] = c.limit;
    entry["kept"] = c.kept;
    entry["operations"] = c.work;
    result.push_back(std::move(entry));
  }
  return result;
}

nlohmann::ordered_json blocksJson(const StructuredDae& model,
                                  std::span<const StructuredEquation> equations,
                                  const std::vector<Block>& blocks, size_t& iterated) {
  auto result = nlohmann::ordered_json::array();
  ExprSet seen;
  FixedPointAnalysis fixedPoint(model);
  iterated = 0;
  for (const Block& block : blocks) {
    nlohmann::ordered_json entry;
    entry["size"] = block.unknowns.size();
    entry["kind"] = blockKindName(block.kind);
    entry["torn"] = tornSize(block);
    entry["numeric"] = numericSize(block);
    entry["operations"] = operations(model.pool(), block, seen);
    if (block.kind == BlockKind::Linear) {
      if (const auto schemes = fixedPoint(equations, block)) {
        auto put = [&](const char* key, const FixedPointScheme& scheme) {
          entry[key]["iterated"] = scheme.iterated;
          entry[key]["sweeps"] = scheme.sweeps;
        };
        put("relaxing_iteration", schemes->relaxed);
        put("gauss_seidel_iteration", schemes->gaussSeidel);
      }
      if (const auto reduction = relaxedReduction(model.pool(), equations, block)) {
        entry["relaxed"]["substituted"] = reduction->substituted;
        entry["relaxed"]["left"] = reduction->left;
      }
    }
    if (!block.sweepGroups.empty())
      entry["sweep"] = {{"groups", block.sweepGroups.size()}, {"largest", largestGroup(block)}};
    auto names = nlohmann::ordered_json::array();
    auto iterate = [&](const Block& b) {
      if (!isNonlinear(b)) return;
      for (VariableId id : b.torn) names.push_back(std::string(model.name(id)));
    };
    iterate(block);
    for (const Block& part : block.parts) iterate(part);
    iterated += names.size();
    entry["iteration_variables"] = std::move(names);
    if (!block.candidates.empty()) entry["candidates"] = candidatesJson(block);
    if (!block.constraints.empty()) entry["constraints"] = block.constraints.size();
    result.push_back(std::move(entry));
  }
  return result;
}

constexpr size_t kMostSteps = 200;

// What the two rules of the structure digraph do with the system.
nlohmann::ordered_json causalisationJson(const StructuredDae& model) {
  const IncidenceView view = viewIncidence(model, model.equations, model.blocks, false);
  const graph::Causalisation result = graph::causalize(view.graph);
  nlohmann::ordered_json json;
  json["assigned"] = result.steps.size();
  json["open"] = result.openEquations.size();
  json["steps"] = nlohmann::ordered_json::array();
  if (model.equations.size() > kMostSteps) return json;
  for (const graph::CausalStep& step : result.steps) {
    const StructuredEquation& e = model.equations[static_cast<size_t>(step.equation)];
    nlohmann::ordered_json entry;
    entry["rule"] = step.rule;
    entry["number"] = step.number + 1;
    entry["equation"] = equationText(model, e);
    entry["variable"] = std::string(model.name(view.columns[static_cast<size_t>(step.variable)]));
    json["steps"].push_back(std::move(entry));
  }
  return json;
}

// Which equation determines each unknown, and whose it is: "" the model's own, no name at all a
// connection; and which variable stands for each alias.
constexpr size_t kMostPairs = 20000;

void addPairs(const StructuredDae& model, const std::vector<StructuredEquation>& equations,
              const std::vector<Block>& blocks, nlohmann::ordered_json& json) {
  if (equations.size() > kMostPairs) return;
  auto& pairs = json["determined"] = nlohmann::ordered_json::array();
  for (size_t b = 0; b < blocks.size(); ++b)
    for (size_t i = 0; i < std::min(blocks[b].unknowns.size(), blocks[b].equations.size()); ++i) {
      const StructuredEquation& e = equations[static_cast<size_t>(blocks[b].equations[i])];
      nlohmann::ordered_json entry;
      entry["variable"] = std::string(model.name(blocks[b].unknowns[i]));
      entry["block"] = b + 1;
      const Symbol instance = e.origin.instance;
      if (!e.fromConnect)
        entry["component"] =
            instance.valid() ? std::string(model.pool().names.text(instance)) : std::string();
      pairs.push_back(std::move(entry));
    }
}

nlohmann::ordered_json aliasJson(const StructuredDae& model) {
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
  if (model.aliases.size() > kMostPairs) return json;
  for (const auto& alias : model.aliases)
    json[std::string(model.name(alias.variable))] = std::string(model.name(alias.of));
  return json;
}

size_t largestOf(const std::vector<Block>& blocks) {
  size_t largest = 0;
  for (const Block& block : blocks) largest = std::max(largest, block.unknowns.size());
  return largest;
}

}  // namespace

std::string inspectText(const StructuredDae& model, const InspectedInlining* inlined,
                        const InspectedInitial* initial) {
  std::string out =
      fmt::format("model {}\n\n{}\n", model.dae.model, statisticsText(summarize(model)));
  auto name = [&](VariableId id) { return model.name(id); };
  out += "States:";
  for (VariableId id : summarize(model).states) out += fmt::format(" {}", name(id));
  out += '\n';
  for (size_t i = 0; i < model.stateSets.size(); ++i) {
    const StateSet& set = model.stateSets[i];
    out += fmt::format("State set {}: {} of", i + 1, set.chosen.size());
    for (VariableId id : set.candidates[0]) out += fmt::format(" {}", name(id));
    out += set.states.size() > 1 ? ", and as many of their derivatives\n" : "\n";
  }
  out += "\nAliases:\n";
  for (const Alias& a : model.aliases)
    out += fmt::format("  {} = {}{}\n", name(a.variable), a.negated ? "-" : "", name(a.of));
  out += systemText(model, model.equations, model.blocks);
  if (initial) {
    out += fmt::format("\nWhat holds at the start: {} equations, {} iterated\n",
                       initial->equations->size(), countIterated(*initial->blocks));
    out += systemText(model, *initial->equations, *initial->blocks);
  }
  if (!inlined) return out;
  const size_t iterated = countIterated(*inlined->blocks);
  out += fmt::format(
      "\nWith the integration formula inlined ({} stage{}): {} equations, {} iteration "
      "variable{}\n",
      inlined->stages, inlined->stages == 1 ? "" : "s", inlined->equations->size(), iterated,
      iterated == 1 ? "" : "s");
  if (inlined->stepInDenominator)
    out += "The step size stands in a denominator: the model has a higher index.\n";
  if (!inlined->explicitStates.empty()) {
    out += "Integrated explicitly:";
    for (VariableId id : inlined->explicitStates) out += fmt::format(" {}", name(id));
    out += '\n';
  }
  out += systemText(model, *inlined->equations, *inlined->blocks);
  return out;
}

std::string inspectJson(const StructuredDae& model, const InspectedInlining* inlined,
                        const InspectedInitial* initial) {
  const StructureSummary summary = summarize(model);
  nlohmann::ordered_json json;
  json["model"] = model.dae.model;
  json["equations"] = summary.equations;
  json["unknowns"] = summary.unknowns;
  json["aliases"] = summary.aliases;
  json["states"] = nlohmann::ordered_json::array();
  for (VariableId id : summary.states) json["states"].push_back(std::string(model.name(id)));
  json["state_sets"] = nlohmann::ordered_json::array();
  for (const StateSet& set : model.stateSets) {
    nlohmann::ordered_json entry;
    entry["states"] = set.chosen.size();
    entry["orders"] = set.states.size();
    entry["candidates"] = nlohmann::ordered_json::array();
    for (VariableId id : set.candidates[0])
      entry["candidates"].push_back(std::string(model.name(id)));
    json["state_sets"].push_back(std::move(entry));
  }
  json["differentiated_equations"] = summary.differentiatedEquations;
  size_t iterated = 0;
  json["blocks"] = blocksJson(model, model.equations, model.blocks, iterated);
  json["iteration_variables"] = iterated;
  json["largest_block"] = summary.largestBlock;
  json["causalisation"] = causalisationJson(model);
  addPairs(model, model.equations, model.blocks, json);
  json["alias_of"] = aliasJson(model);
  if (initial) {
    nlohmann::ordered_json part;
    part["equations"] = initial->equations->size();
    part["blocks"] = blocksJson(model, *initial->equations, *initial->blocks, iterated);
    part["iteration_variables"] = iterated;
    part["largest_block"] = largestOf(*initial->blocks);
    json["initial"] = std::move(part);
  }
  if (inlined) {
    nlohmann::ordered_json part;
    part["equations"] = inlined->equations->size();
    part["blocks"] = blocksJson(model, *inlined->equations, *inlined->blocks, iterated);
    part["iteration_variables"] = iterated;
    part["largest_block"] = largestOf(*inlined->blocks);
    addPairs(model, *inlined->equations, *inlined->blocks, part);
    part["stages"] = inlined->stages;
    part["step_in_denominator"] = inlined->stepInDenominator;
    part["explicit_states"] = nlohmann::ordered_json::array();
    for (VariableId id : inlined->explicitStates)
      part["explicit_states"].push_back(std::string(model.name(id)));
    json["inline"] = std::move(part);
  }
  return json.dump(2) + "\n";
}

}  // namespace formola
