// Which unknowns stand in which equations, and how well each equation could be solved for them.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "expr/linear.h"
#include "graph/bipartite.h"
#include "structure/structured_dae.h"

namespace formola {

// A variable in an equation.
struct Incidence {
  VariableId variable;
  bool solvable = true;          // occurs outside of relations
  bool onlyInRelations = false;  // frozen between events; matters for the order at events
};

// Purpose:    the variables whose present values an expression needs: pre(x), and x of delay(x, T),
//             do not count; T, edge(x) and change(x) do. What enters a transported profile counts
//             only where asked for: it should be the latest, but nothing is solved through it.
// Ensures:    each variable once, in order of first occurrence.
// Complexity: linear in the nodes of one call; the object keeps its work arrays.
class IncidenceCollector {
 public:
  explicit IncidenceCollector(const ExprPool& pool) : pool_(pool) {}
  void collect(std::span<const ExprId> roots, std::vector<Incidence>& result);
  void countTransportInputs() { transportInputs_ = true; }
  // Some expression so far was the result of a transport.
  bool sawTransport() const { return sawTransport_; }

 private:
  // Where an expression stands, the strongest last.
  enum Context : uint8_t { kFrozen = 1, kCompared = 2, kPlain = 4 };
  struct Frame {
    ExprId id;
    Context context;
  };
  const ExprPool& pool_;
  ExprTable<uint8_t> seen_;         // contexts
  std::vector<uint32_t> position_;  // variable -> index in result, valid where stamp_ is current
  std::vector<uint32_t> stamp_;
  uint32_t now_ = 0;
  std::vector<Frame> stack_;
  bool transportInputs_ = false, sawTransport_ = false;
};

// Equations and the unknowns to solve them for.
struct EquationSystem {
  const StructuredDae* model = nullptr;
  std::span<const StructuredEquation> equations;
  std::vector<VariableId> unknowns;
  std::vector<int> column;  // variable -> index in unknowns or -1
  // Variable -> the only equation that may be solved for it while tearing, or -1; empty: any. A
  // state of an inlined system follows from its formula, not from a division by what multiplies it.
  std::vector<int> onlyFrom;
  bool frozen = false;  // relations keep their values: what stands only in them does not matter
  bool linearParts =
      true;  // nonlinear blocks may have linear blocks inside (graph::findLinearParts)
  // Each solution begins near the one before: large nonlinear blocks are iterated in the form that
  // takes the least work. From afar, as at the start, the one with the fewest iterated unknowns is
  // the surest.
  bool fromNearby = false;
  // The initial system: discrete Reals are unknowns like others.
  bool atStart = false;

  EquationSystem(const StructuredDae& m, std::span<const StructuredEquation> e,
                 std::vector<VariableId> u);
  int columnOf(VariableId id) const { return column[id.index()]; }
};

// Classes of edges for the matching, best first; kForbiddenEdge where the equation cannot be solved
// for the variable.
enum EdgeClass : uint8_t {
  kEdgeConstant = 0,  // linear, coefficient of literals and parameters
  kEdgeKnown = 1,     // linear, the coefficient varies
  kEdgeCoupled = 2,   // linear with other unknowns in the coefficient
  kEdgeNonlinear = 3,
  kEdgeDiscrete = 4,  // a discrete Real in a continuous equation
};

struct SystemGraph {
  graph::Bipartite graph;
  std::vector<uint8_t> edgeClass;
  bool hasTransport = false;  // some equation contains Builtin::Transported
};

// Purpose:    the incidence graph of a system with a class for each edge.
// Complexity: linear in the size of the equations.
SystemGraph buildGraph(const EquationSystem& system);

}  // namespace formola
