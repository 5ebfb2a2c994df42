#include "structure/systems/sort_equations.h"

#include <optional>

#include "diag/codes/structure.h"
#include "graph/matching.h"
#include "graph/strong_components.h"
#include "structure/systems/explain_singular.h"

namespace formola {

namespace {

// What enters a transported profile should be computed before the profile is asked, unless that is
// a circle: then blocks keep the order in which they can be solved.
void orderByTransportInputs(const EquationSystem& system, std::vector<Block>& blocks) {
  std::vector<int> blockOf(system.unknowns.size(), -1);
  for (size_t b = 0; b < blocks.size(); ++b)
    for (VariableId id : blocks[b].unknowns)
      blockOf[static_cast<size_t>(system.columnOf(id))] = static_cast<int>(b);
  IncidenceCollector collector(system.model->pool());
  collector.countTransportInputs();
  std::vector<Incidence> found;
  graph::Digraph needs;
  for (size_t b = 0; b < blocks.size(); ++b) {
    for (int e : blocks[b].equations) {
      const StructuredEquation& equation = system.equations[static_cast<size_t>(e)];
      const ExprId roots[2] = {equation.left, equation.right};
      collector.collect(roots, found);
      for (const Incidence& in : found) {
        const int column = system.columnOf(in.variable);
        if (column < 0 || (system.frozen && in.onlyInRelations)) continue;
        const int other = blockOf[static_cast<size_t>(column)];
        if (other >= 0 && other != static_cast<int>(b)) needs.target.push_back(other);
      }
    }
    needs.start.push_back(static_cast<int>(needs.target.size()));
  }
  std::vector<Block> sorted;
  sorted.reserve(blocks.size());
  for (int b : graph::strongComponents(needs).members)
    sorted.push_back(std::move(blocks[static_cast<size_t>(b)]));
  blocks = std::move(sorted);
}

}  // namespace

// Forbidden edges do not help to solve anything: without them.
graph::DulmageMendelsohn determinedParts(const SystemGraph& g) {
  std::vector<graph::Bipartite::Edge> usable;
  for (int e = 0; e < g.graph.numEquations(); ++e)
    for (int edge = g.graph.firstEdge(e); edge < g.graph.firstEdge(e + 1); ++edge)
      if (g.edgeClass[static_cast<size_t>(edge)] != graph::kForbiddenEdge)
        usable.emplace_back(e, g.graph.edgeVariable(edge));
  auto plain = graph::Bipartite::fromEdges(g.graph.numEquations(), g.graph.numVariables(), usable);
  return graph::decompose(plain, graph::maximumMatching(plain));
}

std::vector<Block> sortSystem(const EquationSystem& system, DiagCode code,
                              Diagnostics& diagnostics) {
  return sortSystem(system, buildGraph(system), code, diagnostics);
}

std::vector<Block> sortSystem(const EquationSystem& system, const SystemGraph& g, DiagCode code,
                              Diagnostics& diagnostics) {
  graph::Matching matching = graph::maximumMatching(g.graph, g.edgeClass);
  if (!matching.perfect()) {
    const auto parts = determinedParts(g);
    explainSingular(*system.model, system.equations, system.unknowns, parts.over, parts.under, code,
                    diagnostics);
    return {};
  }
  graph::Groups groups = graph::blockLowerTriangular(g.graph, matching);
  std::vector<Block> blocks(static_cast<size_t>(groups.size()));
  for (int i = 0; i < groups.size(); ++i) {
    Block& block = blocks[static_cast<size_t>(i)];
    for (int e : groups[i]) {
      block.equations.push_back(e);
      block.unknowns.push_back(
          system.unknowns[static_cast<size_t>(matching.eqToVar[static_cast<size_t>(e)])]);
    }
  }
  if (g.hasTransport) orderByTransportInputs(system, blocks);
  return blocks;
}

StructuredDae sortEquations(StructuredDae model, const StructureOptions& options,
                            Diagnostics& diagnostics) {
  std::vector<VariableId> unknowns;
  for (uint32_t i = 0; i < model.dae.variables.size(); ++i)
    if (model.isUnknown(VariableId(i))) unknowns.push_back(VariableId(i));
  EquationSystem system(model, model.equations, std::move(unknowns));
  std::optional<Diagnostics::Mute> mute;
  if (!options.on(Pass::reduceIndex)) mute.emplace(diagnostics);
  model.blocks = sortSystem(system, diag::StructurallySingular, diagnostics);
  return model;
}

}  // namespace formola
