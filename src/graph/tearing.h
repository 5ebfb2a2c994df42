// Tearing: a block of simultaneous equations becomes a sequence of assignments and a few residuals.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "graph/bipartite.h"

namespace formola::graph {

// Whether an equation can be solved explicitly for a variable.
enum class Solvable : uint8_t {
  Always,     // linear, with a coefficient that cannot vanish
  MayVanish,  // linear, with a coefficient that may become zero
  Never,      // nonlinear without an inverse, or forbidden by the caller
};

struct TearingOptions {
  enum class Heuristic {
    Cellier,   // candidates are the most frequent variables of the largest equations
    Extended,  // candidates are all variables of the largest equations
    Global,    // candidates are all open variables, those of high priority first; residuals emerge
  };
  Heuristic heuristic = Heuristic::Extended;
  enum class Residuals {
    Chosen,    // the equation that suggested a torn variable becomes its residual, as in the book:
               // short inner sequences
    Emerging,  // only variables are chosen, what cannot be solved in the end is residual: smaller
               // sets, close to the optimum, but long sequences (a band matrix is torn down to its
               // bandwidth); use with limitGrowth
  };
  Residuals residuals = Residuals::Chosen;
  // Also solve inner equations for variables whose coefficient may become zero.
  bool useVanishing = false;
  // Variables to tear first, in this order, unless they are already solved (`residue` hints).
  std::span<const int> preferred = {};
  // The equations that are to be their residuals, one for each, or empty. Followed unless this
  // needs more torn variables.
  std::span<const int> preferredResiduals = {};
  // One number per variable, or empty. Between variables that are equally good otherwise the higher
  // one is torn; a negative one is torn only if there is no other candidate.
  std::span<const int> priority = {};
  // Effort for each choice: equations looked at, and edges visited while looking ahead.
  int maxCandidates = 64;
  int maxVisits = 20000;
  // Edges visited while looking ahead for all choices together; each gets its share.
  long long maxAllVisits = 10'000'000;
};

struct Tearing {
  std::vector<int> torn;                   // in the order in which they were chosen
  std::vector<int> residuals;              // ascending
  std::vector<std::pair<int, int>> inner;  // (equation, variable) in order of evaluation
  // The inner pairs before limitFill tore more variables, which it appends to `torn`. Empty: it
  // tore none.
  std::vector<std::pair<int, int>> uncut;
};

// Purpose: choose torn variables such that, with these known, the other variables follow one after
//   the other, each from one equation that can be solved for it explicitly.
// Requires: one Solvable per edge. The block need not be square or strongly connected.
// Ensures: every equation is either inner or residual, every variable inner or torn. An inner
//   equation holds only torn variables, variables of earlier inner equations, and its own. In a
//   square block there are as many residuals as torn variables. It never runs into a corner: an
//   equation that can no longer be solved for anything becomes a residual, a variable that nothing
//   can be solved for becomes torn, and the torn system is as regular as the block itself,
//   because the inner part is triangular with a diagonal that does not vanish.
// Complexity: O(edges * log(equations)) plus the bounded effort per torn variable.
// Reference: Cellier and Kofman, "Continuous System Simulation" (2006), chapter 7 and section 8.9
// (the
//   heuristic and its extended search); Elmqvist and Otter, "Methods for tearing systems of
//   equations in object-oriented modeling", ESM 1994.
Tearing tear(const Bipartite& graph, std::span<const Solvable> solvable,
             const TearingOptions& options = {});

// Purpose: the same torn variables, from which the others follow by as few steps as possible, each
//   from the equation that gives it first. Where the sequence carries a sum along a chain (the
//   torque of a drive train, from the accelerations of all inertias before) but each term follows
//   from its neighbours as well (from the spring between them), a band stays a band.
// Requires: a tearing of this graph by these edges, all of them Solvable::Always.
// Ensures: the conditions of `tear`; residuals may be other equations.
// Complexity: O(edges).
Tearing withShortSequence(const Tearing& tearing, const Bipartite& graph,
                          std::span<const Solvable> solvable);

// Inner variables that are marked, by variable, become torn and their equations residuals.
void tearInner(Tearing& tearing, const std::vector<char>& marked);

// Purpose: cut inner sequences in which errors grow too much (a tridiagonal system of 40 torn to
//   one variable loses every digit).
// Requires: logCoefficient[edge] estimates log|a| of the entry of the Jacobian; the growth of a
//   torn variable is 0, that of an inner variable v of equation e is
//   log(sum over the other variables u of e of exp(growth(u) + log|a(e,u)|)) - log|a(e,v)|. Terms
//   of edges marked in `rotating` (one flag per edge, or empty) are added as the root of the sum of
//   their squares, so that a rotation of a vector does not count as growth.
// Ensures: no growth exceeds maxGrowth (> 0); inner variables are torn and their equations made
//   residuals where it would. Returns the largest growth that is left; with an infinite maxGrowth
//   that of the tearing as it is.
// Complexity: O(edges).
double limitGrowth(Tearing& tearing, const Bipartite& graph, std::span<const double> logCoefficient,
                   double maxGrowth, std::span<const char> rotating = {});

// How much the torn system costs: on how many torn variables inner variables and residuals depend.
struct TearingWork {
  long long dependences = 0;  // of all inner variables together
  long long entries = 0;      // of the Jacobian of the torn system
  bool complete = true;       // false: counting was given up at the limit
};
// Complexity: O(edges + limit).
TearingWork tearingWork(const Tearing& tearing, const Bipartite& graph, long long limit);

// Purpose: keep the torn system sparse. A sum carried along a chain of n torn variables (the torque
//   in a drive train, the motion of a multibody chain) makes a full triangle of a band.
// Ensures: no inner variable depends on more than maxDependences torn ones; inner variables are
//   torn and their equations made residuals where it would.
// Complexity: O(edges * maxDependences).
void limitFill(Tearing& tearing, const Bipartite& graph, int maxDependences);

}  // namespace formola::graph
