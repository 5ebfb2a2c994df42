#include "structure/sort_equations.h"

#include <optional>

#include "graph/dulmage_mendelsohn.h"
#include "graph/matching.h"
#include "graph/strong_components.h"
#include "structure/explain_singular.h"

namespace formola {

std::vector<Block> sortSystem(const EquationSystem& system, DiagCode code,
                              Diagnostics& diagnostics) {
  SystemGraph g = buildGraph(system);
  graph::Matching matching = graph::maximumMatching(g.graph, g.edgeClass);
  if (!matching.perfect()) {
    // Forbidden edges do not help to solve anything: explain without them.
    std::vector<graph::Bipartite::Edge> usable;
    for (int e = 0; e < g.graph.numEquations(); ++e)
      for (int edge = g.graph.firstEdge(e); edge < g.graph.firstEdge(e + 1); ++edge)
        if (g.edgeClass[static_cast<size_t>(edge)] != graph::kForbiddenEdge)
          usable.emplace_back(e, g.graph.edgeVariable(edge));
    auto plain =
        graph::Bipartite::fromEdges(g.graph.numEquations(), g.graph.numVariables(), usable);
    auto parts = graph::decompose(plain, graph::maximumMatching(plain));
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
  return blocks;
}

StructuredDae sortEquations(StructuredDae model, const StructureOptions& options,
                            Diagnostics& diagnostics) {
  std::vector<VariableId> unknowns;
  for (uint32_t i = 0; i < model.dae.variables.size(); ++i)
    if (model.isUnknown(VariableId(i))) unknowns.push_back(VariableId(i));
  EquationSystem system(model, model.equations, std::move(unknowns));
  std::optional<Diagnostics::Mute> mute;
  if (!options.indexReduction) mute.emplace(diagnostics);
  model.blocks = sortSystem(system, DiagCode::StructurallySingular, diagnostics);
  return model;
}

}  // namespace formola
