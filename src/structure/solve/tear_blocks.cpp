#include "structure/solve/tear_blocks.h"

#include <cmath>
#include <limits>
#include <unordered_map>

#include "expr/eval_numeric.h"
#include "expr/rewrite.h"
#include "expr/solve.h"
#include "graph/linear_parts.h"
#include "graph/strong_components.h"
#include "graph/tearing.h"
#include "structure/index/function_rules.h"
#include "structure/lower/lower_hints.h"
#include "structure/simplify/parameter_values.h"
#include "structure/solve/error_growth.h"
#include "structure/solve/iteration_forms.h"
#include "structure/solve/magnified_slopes.h"
#include "structure/solve/probe_regular.h"
#include "structure/solve/relaxed_rows.h"

namespace formola {

SignAnalysis::Fact signFacts(const StructuredDae& model,
                             std::shared_ptr<const std::vector<double>> values) {
  if (!values) values = std::make_shared<std::vector<double>>(parameterValues(model));
  return [&model, values](ExprId leaf) {
    const ExprPool& pool = model.pool();
    if (pool.kind(leaf) != ExprKind::Variable) return ValueRange::all();
    const VariableId id = pool.variableOf(leaf);
    // A parameter may be changed before a run, but resistances stay positive: the sign that its
    // value has in the model is taken for granted, as is that it isn't 0.
    if (id == model.stepSize) return ValueRange::nonNegativeReals();
    const double value = id.index() < values->size() ? (*values)[id.index()] : NAN;
    // A coefficient that is switched off, as that of temperature: R*(1 + alpha*(T - T_ref)).
    if (value == 0) return ValueRange::point(0);
    if (value > 0) return ValueRange::positiveReals();
    if (value < 0) return ValueRange{-std::numeric_limits<double>::infinity(), 0, true};
    return ValueRange::all();
  };
}

SignAnalysis::Fact valueFacts(const StructuredDae& model,
                              std::shared_ptr<const std::vector<double>> values) {
  return [&model, values](ExprId leaf) {
    const ExprPool& pool = model.pool();
    if (pool.kind(leaf) != ExprKind::Variable) return ValueRange::all();
    const size_t i = pool.variableOf(leaf).index();
    const double value = i < values->size() ? (*values)[i] : NAN;
    return std::isnan(value) ? ValueRange::all() : ValueRange::point(value);
  };
}

namespace {

// A pivot whose branches differ by more than this (the 1 and Goff of an ideal diode) is poor in one
// of them: what it divides carries the rounding errors of larger terms.
constexpr double kPoorPivot = 100;

// An iteration is exact to some digits of what is iterated, whatever becomes of it: a voltage is
// not computed from the current through 1e-12 S.
constexpr double kTinyPivot = 23;    // log(1e10), of other coefficients in the equation
constexpr double kMaxGrowth = 11.5;  // log(1e5): five of sixteen digits may be lost on the way
// log(1e7): what follows from states is the slope of a formula and comes back to them with the step
// size. Beyond, digits of the states are lost beside it (a rod of 1e5 cells: nine).
constexpr double kMaxSlopeGrowth = 16.1;
// log(1e7) and log(3000), of relative errors by ErrorGrowth: of what stands in linear equations,
// and of what nonlinear functions are taken of. An iteration that begins too far from where these
// are nearly straight is led astray.
constexpr double kMaxErrors = 16.1;
constexpr double kMaxBentErrors = 8.0;

class Tearer {
 public:
  Tearer(const EquationSystem& system, const StructureOptions& options)
      : system_(system),
        model_(*system.model),
        pool_(model_.pool()),
        options_(options),
        collector_(pool_),
        values_(std::make_shared<std::vector<double>>(parameterValues(model_))),
        numeric_(pool_,
                 [this](ExprId leaf) {
                   return pool_.kind(leaf) == ExprKind::Variable
                              ? (*values_)[pool_.variableOf(leaf).index()]
                              : NAN;
                 }),
        solver_(pool_, SolveOptions{signFacts(model_, values_), inverses(), {}, false}),
        single_(pool_, SolveOptions{boundFacts(), inverses(),
                                    [this](ExprId id) { return atStart(id); }, true}),
        size_(pool_, valueFacts(model_, values_)),
        place_(model_.dae.variables.size(), -1),
        linear_(pool_, [this](ExprId leaf) { return dependence(leaf); }) {
    for (const Action& action : model_.actions) {
      if (!isHint(pool_, action)) continue;
      if (const VariableId asked = hinted(pool_.child(action.value, 0)); asked.valid())
        asked_.push_back(asked);
    }
  }

  void block(Block& b);

 private:
  struct Pair {
    int equation;
    VariableId variable;
  };
  Dependence dependence(ExprId leaf) const {
    if (pool_.kind(leaf) != ExprKind::Variable) return Dependence::Known;
    VariableId id = pool_.variableOf(leaf);
    if (place_[id.index()] >= 0) return Dependence::Unknown;
    return model_.info[id].role == Role::Parameter ? Dependence::Constant : Dependence::Known;
  }
  const StructuredEquation& equation(int e) const {
    return system_.equations[static_cast<size_t>(e)];
  }
  bool isMode(int e, VariableId id);
  void mark(const std::vector<VariableId>& unknowns) {
    for (size_t i = 0; i < unknowns.size(); ++i) place_[unknowns[i].index()] = static_cast<int>(i);
    linear_.reset();
  }
  void unmark(const std::vector<VariableId>& unknowns) {
    for (VariableId id : unknowns) place_[id.index()] = -1;
  }
  std::vector<uint32_t> relationsOn(const Block& b);
  bool isIn(ExprId root, VariableId variable);
  bool poorPivot(const Solution& solution);
  bool dividesBySelection(const Solution& solution);
  void mixed(Block& b);
  void single(Block& b);
  void simultaneous(Block& b);
  bool leaveToSweeps(Block& b);
  struct CouplingRows {
    std::vector<std::vector<int>> variables;
    std::vector<int> equations;
  };
  struct Reading {             // what the equations of a block say about its unknowns
    std::vector<char> affine;  // by equation
    std::vector<graph::Bipartite::Edge> edges;
    CouplingRows couplings;
    bool linear = true, allReal = true;
  };
  Reading read(const Block& b);
  struct Sizes {  // for graph::limitGrowth
    std::span<const double> logCoefficient;
    std::span<const char> rotating;
  };
  static graph::Tearing tearOnce(const graph::Bipartite& graph,
                                 std::span<const graph::Solvable> solvable, const Sizes& sizes,
                                 const graph::TearingOptions& options,
                                 double maxGrowth = kMaxGrowth);
  static void keepSparse(graph::Tearing& tearing, const graph::Bipartite& graph,
                         std::span<const graph::Solvable> solvable, const Sizes& sizes,
                         const graph::TearingOptions& options, bool mayShorten);
  graph::Tearing bestTearing(const Block& b, const graph::Bipartite& graph,
                             std::span<const graph::Solvable> solvable, const Sizes& sizes);
  static std::vector<TearingCandidate> candidatesOf(const graph::Bipartite& graph,
                                                    std::span<const graph::Solvable> solvable,
                                                    std::span<const graph::Solvable> anyhow,
                                                    const Sizes& sizes, bool linear);
  double logSize(ExprId coefficient);
  std::vector<VariableId> tinyPivots(const StructuredEquation& eq);
  std::function<ExprId(ExprId, size_t, ExprId)> inverses() const {
    return [this](ExprId call, size_t argument, ExprId result) {
      return inverseOfCall(pool_, model_.dae, call, argument, result);
    };
  }
  SignAnalysis::Fact boundFacts();
  ExprId atStart(ExprId id);
  std::vector<int> tearingPriority(const Block& b) const;
  bool isNotTorn(VariableId id) const;
  struct Hints {
    // Places in the block; variables without an equation that is asked for come last.
    std::vector<int> variables, equations;
  };
  // The variable that a hint names, maybe as an alias with the other sign.
  VariableId hinted(ExprId hint) const {
    if (pool_.kind(hint) == ExprKind::Neg) hint = pool_.child(hint, 0);
    return pool_.kind(hint) == ExprKind::Variable ? pool_.variableOf(hint) : VariableId();
  }
  Hints hintsOf(const Block& b);
  std::vector<int> statesOf(const Block& b) const;
  std::vector<int> slopesOf(const Block& b, const graph::Bipartite& graph) const;
  void addCouplings(const LinearStructure& structure, int row, CouplingRows& rows) const;
  bool seemsRegular(const Block& part);
  bool poorlySolved(const Block& part);
  using NonlinearUses = std::unordered_map<VariableId, std::vector<int>>;
  static NonlinearUses nonlinearUses(const Block& b, const graph::NonlinearCouplings& couplings);
  static bool tooFarAway(const Block& part, ErrorGrowth& growth, const NonlinearUses& uses);
  void limitErrors(Block& b, const graph::NonlinearCouplings& couplings);
  // A few unknowns of a nonlinear block to iterate on; the others follow by assignments and linear
  // blocks with `numeric` torn variables.
  struct Partition {
    std::vector<VariableId> torn;
    std::vector<int> residuals;
    std::vector<Block> parts;
    size_t numeric = 0;
  };
  std::optional<Partition> partition(const Block& b, const graph::Bipartite& graph,
                                     std::span<const graph::Solvable> solvable,
                                     const graph::NonlinearCouplings& couplings,
                                     const graph::LinearPartsOptions& options, size_t mostTorn);
  bool withLinearParts(Block& b, const graph::Tearing& tearing, const graph::Bipartite& graph,
                       std::span<const graph::Solvable> solvable,
                       const graph::NonlinearCouplings& couplings);
  struct Edges {  // of the graph of a block
    std::span<const graph::Solvable> solvable;
    std::span<const ExprId> value;  // of the variable, from the equation
    Sizes sizes;
  };
  struct SolvedEdges {  // by edge of the graph of a block
    std::vector<graph::Solvable> solvable;
    std::vector<graph::Solvable> undivided;  // the same without division by formulas
    std::vector<graph::Solvable> anyhow;     // by any division, for candidates
    std::vector<ExprId> value;               // of the variable, from the equation
    std::vector<double> logCoefficient;
    std::vector<char> rotating;
  };
  SolvedEdges solveEdges(const Block& b, const Reading& reading, const graph::Bipartite& graph);
  void sizeEdges(const Block& b, int row, const graph::Bipartite& graph, SolvedEdges& edges);
  static std::vector<Assignment> assignments(const Block& b, const graph::Bipartite& graph,
                                             const Edges& edges,
                                             const std::vector<std::pair<int, int>>& pairs);
  static void takeTearing(Block& b, const graph::Tearing& tearing, const graph::Bipartite& graph,
                          const Edges& edges);
  void withoutMagnifiedSlopes(Block& b, const graph::Bipartite& graph, const Edges& edges,
                              const graph::NonlinearCouplings& couplings);
  void continuous(Block& b) { b.unknowns.size() == 1 ? single(b) : simultaneous(b); }
  Assignment solved(int e, VariableId variable);
  std::vector<Block> sortPairs(const std::vector<Pair>& pairs, bool withRelations);

  const EquationSystem& system_;
  const StructuredDae& model_;
  ExprPool& pool_;
  const StructureOptions& options_;
  std::vector<char> isSelection_;  // by variable; empty: not looked at yet
  std::vector<VariableId> asked_;  // of statements residue(x)
  IncidenceCollector collector_;
  std::shared_ptr<const std::vector<double>> values_;  // of parameters
  NumericEvaluator numeric_;
  ExprTable<double> probeMemo_;
  EquationSolver solver_;
  // Of one equation alone, with the bounds of unknowns and their start values.
  EquationSolver single_;
  VariableId lone_;
  SignAnalysis size_;
  std::vector<int> place_;  // of the unknowns of the block at hand
  LinearAnalysis linear_;
  ExprSet seen_;
  std::vector<Incidence> found_;
};

// Requires: mark(b.unknowns).
std::vector<uint32_t> Tearer::relationsOn(const Block& b) {
  std::vector<uint32_t> result;
  std::vector<ExprId> relations;
  seen_.clear();
  for (int e : b.equations) {
    const ExprId roots[2] = {equation(e).left, equation(e).right};
    forEachNode(pool_, roots, seen_, [&](ExprId id) {
      if (pool_.isBuiltin(id, Builtin::Relation)) relations.push_back(id);
    });
  }
  for (ExprId relation : relations) {
    ExprId root[1] = {pool_.child(relation, 1)};
    collector_.collect(root, found_);
    for (const Incidence& in : found_) {
      if (place_[in.variable.index()] < 0) continue;
      result.push_back(static_cast<uint32_t>(pool_.integerValue(pool_.child(relation, 0))));
      break;
    }
  }
  std::sort(result.begin(), result.end());
  return result;
}

bool Tearer::isIn(ExprId root, VariableId variable) {
  ExprId roots[1] = {root};
  collector_.collect(roots, found_);
  return std::any_of(found_.begin(), found_.end(),
                     [&](const Incidence& in) { return in.variable == variable; });
}

// The value of a discrete variable from its equation; invalid if it cannot be solved for it.
Assignment Tearer::solved(int e, VariableId variable) {
  const StructuredEquation& eq = equation(e);
  ExprId ref = model_.ref(variable);
  // A discrete unknown may stand on both sides: the iteration of the mixed block settles it.
  if (eq.left == ref) return {e, variable, eq.right};
  if (eq.right == ref) return {e, variable, eq.left};
  Solution solution = solver_(eq.left, eq.right, ref);
  return {e, variable, solution.solved() ? solution.value : ExprId()};
}

bool Tearer::poorPivot(const Solution& solution) {
  return std::any_of(solution.pivots.begin(), solution.pivots.end(), [&](const Pivot& pivot) {
    const ValueRange range = size_(pivot.expression);
    const double least = range.low > 0 ? range.low : -range.high;
    const double most = range.low > 0 ? range.high : -range.low;
    return least > 0 && most < std::numeric_limits<double>::infinity() && most > kPoorPivot * least;
  });
}

// s = sum A u with a selection A, most of whose entries are 0: only the whole of them, with the
// constraints on u, determines anything.
bool Tearer::dividesBySelection(const Solution& solution) {
  if (model_.stateSets.empty()) return false;
  if (isSelection_.empty()) {
    isSelection_.assign(model_.dae.variables.size(), 0);
    for (const StateSet& set : model_.stateSets)
      for (VariableId id : set.selection) isSelection_[id.index()] = 1;
  }
  for (const Pivot& pivot : solution.pivots) {
    const ExprId roots[1] = {pivot.expression};
    collector_.collect(roots, found_);
    for (const Incidence& in : found_)
      if (isSelection_[in.variable.index()]) return true;
  }
  return false;
}

// As signFacts, and unknowns are within the bounds that are declared for them.
SignAnalysis::Fact Tearer::boundFacts() {
  return [this, signs = signFacts(model_, values_)](ExprId leaf) {
    ValueRange range = signs(leaf);
    if (pool_.kind(leaf) != ExprKind::Variable) return range;
    const VariableId id = pool_.variableOf(leaf);
    if (id.index() >= model_.dae.variables.size() || !model_.isUnknown(id)) return range;
    const Variable& v = model_.dae.variables[id];
    const double low = v.min.valid() ? numeric_(v.min) : NAN;
    const double high = v.max.valid() ? numeric_(v.max) : NAN;
    if (low > range.low) range.low = low;
    if (high < range.high) range.high = high;
    return range;
  };
}

// An expression in the lone unknown and parameters, at the start value of the unknown.
ExprId Tearer::atStart(ExprId id) {
  bool known = true;
  const ExprId roots[1] = {id};
  SmallExprSet seen;
  forEachNode(pool_, roots, seen, [&](ExprId leaf) {
    if (!isLeafQuantity(pool_, leaf)) return;
    const bool variable = pool_.kind(leaf) == ExprKind::Variable &&
                          pool_.variableOf(leaf).index() < model_.dae.variables.size();
    known = known && variable &&
            (pool_.variableOf(leaf) == lone_ ||
             model_.info[pool_.variableOf(leaf)].role == Role::Parameter);
  });
  if (!known) return {};
  const ExprId start = model_.dae.variables[lone_].start;
  Substitution substitution(pool_);
  substitution.set(lone_, start.valid() ? start : ExprBuilder(pool_).real(0));
  return substitution.apply(id);
}

void Tearer::single(Block& b) {
  const int e = b.equations[0];
  const VariableId variable = b.unknowns[0];
  const StructuredEquation& eq = equation(e);
  const ExprId ref = model_.ref(variable);
  ExprId value;
  if (eq.left == ref && !isIn(eq.right, variable)) {
    value = eq.right;
  } else if (eq.right == ref && !isIn(eq.left, variable)) {
    value = eq.left;
  } else {
    Solution solution = solver_(eq.left, eq.right, ref);
    // Of one equation alone the solution is taken where it is unique; a coefficient that may vanish
    // is left to the linear solver, several branches to the iteration, unless bounds or the start
    // value say which one it is. Where a nonlinear operation is inverted (y = 1/x, exp(x) = y)
    // there may be no solution: then the value is not a number.
    if (solution.solved() && !solution.linear && !solution.safe()) {
      lone_ = variable;
      solution = single_(eq.left, eq.right, ref);
    }
    const bool unique = solution.safe() || (!solution.linear && !solution.assumesBranch);
    if (solution.solved() && unique) value = solution.value;
  }
  if (value.valid()) {
    b.kind = BlockKind::Assign;
    b.inner = {{e, variable, value}};
    return;
  }
  mark(b.unknowns);
  b.kind = linear_.structureOfResidual(eq.left, eq.right).affine() ? BlockKind::Linear
                                                                   : BlockKind::Nonlinear;
  unmark(b.unknowns);
  b.torn = b.unknowns;
  b.residuals = b.equations;
}

// log|coefficient| with the values of parameters; not a number where it has none.
double Tearer::logSize(ExprId coefficient) {
  const double value = numeric_(coefficient);
  return value == 0 ? NAN : std::log(std::abs(value));
}

// The marked unknowns of an affine equation whose coefficients are so small against the others that
// what is computed for them from iterated ones has no digits left. Derivatives are as large as
// their coefficients are small.
std::vector<VariableId> Tearer::tinyPivots(const StructuredEquation& eq) {
  std::vector<VariableId> result;
  const AffineForm form = linear_.affineResidual(eq.left, eq.right);
  auto size = [&](const AffineTerm& term) {
    const Variable& v = model_.dae.variables[pool_.variableOf(term.unknown)];
    return logSize(term.coefficient) + (v.nominal.valid() ? logSize(v.nominal) : 0.0);
  };
  double largest = -std::numeric_limits<double>::infinity();
  for (const AffineTerm& term : form.terms)
    if (pool_.kind(term.unknown) == ExprKind::Variable) largest = std::fmax(largest, size(term));
  for (const AffineTerm& term : form.terms) {
    if (pool_.kind(term.unknown) != ExprKind::Variable) continue;
    const VariableId variable = pool_.variableOf(term.unknown);
    if (size(term) < largest - kTinyPivot && !model_.info[variable].integral.valid())
      result.push_back(variable);
  }
  return result;
}

// Derivatives of states determine whole chains of bodies and joints; variables with start values
// make better starts of an iteration.
std::vector<int> Tearer::tearingPriority(const Block& b) const {
  std::vector<int> priority(b.unknowns.size(), 0);
  for (size_t i = 0; i < priority.size(); ++i) {
    const Variable& v = model_.dae.variables[b.unknowns[i]];
    priority[i] = (model_.info[b.unknowns[i]].integral.valid() ? 4 : 0) +
                  (v.start.valid() ? 2 : 0) + (v.nominal.valid() ? 1 : 0);
    if (isNotTorn(b.unknowns[i])) priority[i] = -1;
  }
  return priority;
}

// The declaration not to tear of the library's author (Elmqvist, Otter, Cellier 1995, rule 4): of
// the variable or of the state that it is the derivative of.
bool Tearer::isNotTorn(VariableId id) const {
  if (!options_.hints) return false;
  const VariableId integral = model_.info[id].integral;
  return model_.dae.variables[id].notTorn ||
         (integral.valid() && model_.dae.variables[integral].notTorn);
}

// Equations of the block with a residue(x) of one of its unknowns, and unknowns of which a
// statement residue(x) is about.
Tearer::Hints Tearer::hintsOf(const Block& b) {
  Hints result;
  if (!options_.hints) return result;
  for (size_t e = 0; e < b.equations.size(); ++e) {
    const ExprId hint = equation(b.equations[e]).residue;
    if (!hint.valid()) continue;
    const auto at = std::find(b.unknowns.begin(), b.unknowns.end(), hinted(hint));
    if (at == b.unknowns.end()) continue;
    result.variables.push_back(static_cast<int>(at - b.unknowns.begin()));
    result.equations.push_back(static_cast<int>(e));
  }
  for (const VariableId asked : asked_) {
    const auto at = std::find(b.unknowns.begin(), b.unknowns.end(), asked);
    const int place = static_cast<int>(at - b.unknowns.begin());
    if (at != b.unknowns.end() && !std::ranges::count(result.variables, place))
      result.variables.push_back(place);
  }
  return result;
}

constexpr double kPerEntry = 20;  // operations of a sparse factorisation and solution

// Operations for a solution of the torn system, roughly: the Jacobian along the inner sequence and
// its factors.
double workOf(const graph::Tearing& tearing, const graph::Bipartite& graph) {
  const auto torn = static_cast<double>(tearing.torn.size());
  const graph::TearingWork work =
      graph::tearingWork(tearing, graph, 30LL * graph.numEdges() + 100'000);
  if (!work.complete) return std::numeric_limits<double>::infinity();
  const double dense = torn * torn * torn / 3;
  const double sparse = kPerEntry * static_cast<double>(work.entries);
  return static_cast<double>(work.dependences) +
         (4 * static_cast<double>(work.entries) > torn * torn ? dense : std::min(dense, sparse));
}

constexpr double kUndivided = 1.2;      // what a large torn system without divisions may cost more
constexpr double kFewerUnknowns = 1.5;  // what a form with fewer iterated unknowns may cost more
constexpr size_t kLargestWhole = 20;    // unknowns: singular systems up to that are left whole
constexpr size_t kLarge = 24;  // torn variables from which on the work counts, not their number

bool isBetter(const graph::Tearing& a, const graph::Tearing& b, const graph::Bipartite& graph) {
  if (std::max(a.torn.size(), b.torn.size()) <= kLarge) return a.torn.size() < b.torn.size();
  return workOf(a, graph) < workOf(b, graph);
}

// Unknowns that have an integration formula.
std::vector<int> Tearer::statesOf(const Block& b) const {
  std::vector<int> result;
  if (system_.onlyFrom.empty()) return result;
  for (size_t i = 0; i < b.unknowns.size(); ++i)
    if (system_.onlyFrom[b.unknowns[i].index()] >= 0 && !isNotTorn(b.unknowns[i]))
      result.push_back(static_cast<int>(i));
  return result;
}

// What the integration formulas of these unknowns take as their derivatives, states excepted.
// Nothing where a formula takes several, of stages that are solved together.
std::vector<int> Tearer::slopesOf(const Block& b, const graph::Bipartite& graph) const {
  const auto formula = [&](int v) {
    return system_.onlyFrom[b.unknowns[static_cast<size_t>(v)].index()];
  };
  std::vector<int> result;
  for (int e = 0; e < graph.numEquations(); ++e) {
    const auto variables = graph.variablesOf(e);
    const int equation = b.equations[static_cast<size_t>(e)];
    if (std::none_of(variables.begin(), variables.end(),
                     [&](int v) { return formula(v) == equation; }))
      continue;
    if (variables.size() > 2) return {};
    std::copy_if(variables.begin(), variables.end(), std::back_inserter(result),
                 [&](int v) { return formula(v) < 0; });
  }
  return result;
}

graph::Tearing Tearer::tearOnce(const graph::Bipartite& graph,
                                std::span<const graph::Solvable> solvable, const Sizes& sizes,
                                const graph::TearingOptions& options, double maxGrowth) {
  graph::Tearing result = graph::tear(graph, solvable, options);
  graph::limitGrowth(result, graph, sizes.logCoefficient, maxGrowth, sizes.rotating);
  return result;
}

// A large torn system is made a sparse one where that is less work: by shorter sequences, which may
// have other residuals, or by cutting them.
void Tearer::keepSparse(graph::Tearing& tearing, const graph::Bipartite& graph,
                        std::span<const graph::Solvable> solvable, const Sizes& sizes,
                        const graph::TearingOptions& options, bool mayShorten) {
  constexpr int kMostDependences = 16;
  if (tearing.torn.size() <= kLarge) return;
  double work = workOf(tearing, graph);
  auto takeIfBetter = [&](graph::Tearing&& other) {
    const double otherWork = workOf(other, graph);
    if (otherWork >= work) return;
    tearing = std::move(other);
    work = otherWork;
  };
  auto shorten = [&](const graph::Tearing& from) {
    graph::Tearing result = graph::withShortSequence(from, graph, solvable);
    graph::limitGrowth(result, graph, sizes.logCoefficient, kMaxGrowth, sizes.rotating);
    return result;
  };
  if (mayShorten) {
    const size_t before = tearing.torn.size();
    graph::Tearing shorter = shorten(tearing);
    if (shorter.torn.size() > before) {
      // What had to be torn because errors grow on the way to it (torques of stiff springs, from
      // accelerations) may be enough: the other way round they shrink.
      const std::vector<int> added(shorter.torn.begin() + static_cast<std::ptrdiff_t>(before),
                                   shorter.torn.end());
      graph::TearingOptions byAdded = options;
      byAdded.heuristic = graph::TearingOptions::Heuristic::Global;
      byAdded.preferred = added;
      takeIfBetter(shorten(graph::tear(graph, solvable, byAdded)));
    }
    takeIfBetter(std::move(shorter));
  }
  graph::Tearing cut = tearing;
  graph::limitFill(cut, graph, kMostDependences);
  if (cut.torn.size() > tearing.torn.size()) takeIfBetter(std::move(cut));
}

// The better one of two tearings: with residuals chosen as in the book, and with only variables
// chosen among all of them. Where they are equal the first has the shorter sequences.
graph::Tearing Tearer::bestTearing(const Block& b, const graph::Bipartite& graph,
                                   std::span<const graph::Solvable> solvable, const Sizes& sizes) {
  const std::vector<int> priority = tearingPriority(b);
  graph::TearingOptions options;
  options.priority = priority;
  const Hints hints = hintsOf(b);
  const std::vector<int>& hinted = hints.variables;
  options.preferred = hinted;
  // A linear system has the same solution whatever its residuals are: there the work decides.
  if (b.kind == BlockKind::Nonlinear && hints.equations.size() == hinted.size())
    options.preferredResiduals = hints.equations;
  if (!hinted.empty()) options.heuristic = graph::TearingOptions::Heuristic::Global;
  // Other residuals of a nonlinear system may lead an iteration that begins afar elsewhere.
  const bool mayShorten =
      b.kind == BlockKind::Linear || (system_.fromNearby && options.preferredResiduals.empty());
  graph::Tearing best = tearOnce(graph, solvable, sizes, options);
  keepSparse(best, graph, solvable, sizes, options, mayShorten);
  // The states of an inlined system: their equations hold their neighbours, as in the model, and
  // are of one kind; where some of the derivatives are torn instead, coefficients are in other
  // units and the largest of a column is not that of its own equation.
  const std::vector<int> states = statesOf(b);
  if (hinted.empty() && best.torn.size() > kLarge && 2 * states.size() >= b.unknowns.size()) {
    graph::TearingOptions byStates = options;
    byStates.heuristic = graph::TearingOptions::Heuristic::Global;
    byStates.preferred = states;
    byStates.preferredResiduals = {};
    graph::Tearing other = tearOnce(graph, solvable, sizes, byStates, kMaxSlopeGrowth);
    if (workOf(other, graph) <= 1.25 * workOf(best, graph)) return other;
  }
  if (hinted.empty() && best.torn.size() >= 2) {
    options.heuristic = graph::TearingOptions::Heuristic::Global;
    graph::Tearing other = tearOnce(graph, solvable, sizes, options);
    keepSparse(other, graph, solvable, sizes, options, mayShorten);
    if (isBetter(other, best, graph)) best = std::move(other);
  }
  return best;
}

// What the heuristics of the book would tear, what is left of that where errors must not grow too
// much, and what a solution would cost. The book also computes states from equations of the model
// and divides formulas by the step size, where Formola takes the formula as it stands: `anyhow`.
std::vector<TearingCandidate> Tearer::candidatesOf(const graph::Bipartite& graph,
                                                   std::span<const graph::Solvable> solvable,
                                                   std::span<const graph::Solvable> anyhow,
                                                   const Sizes& sizes, bool linear) {
  using Heuristic = graph::TearingOptions::Heuristic;
  struct Entry {
    std::string_view name;
    Heuristic heuristic;
    bool anyEquation = false;
  };
  constexpr Entry kHeuristics[] = {{"book", Heuristic::Cellier},
                                   {"extended", Heuristic::Extended},
                                   {"global", Heuristic::Global},
                                   {"book", Heuristic::Cellier, true},
                                   {"extended", Heuristic::Extended, true}};
  const bool same = std::equal(solvable.begin(), solvable.end(), anyhow.begin());
  std::vector<TearingCandidate> result;
  for (const auto& [name, heuristic, anyEquation] : kHeuristics) {
    if (anyEquation && same) continue;
    graph::TearingOptions options;
    options.heuristic = heuristic;
    graph::Tearing tearing = graph::tear(graph, anyEquation ? anyhow : solvable, options);
    TearingCandidate candidate;
    candidate.heuristic = name;
    candidate.anyEquation = anyEquation;
    candidate.torn = tearing.torn.size();
    candidate.growth =
        std::exp(graph::limitGrowth(tearing, graph, sizes.logCoefficient,
                                    std::numeric_limits<double>::infinity(), sizes.rotating));
    graph::limitGrowth(tearing, graph, sizes.logCoefficient, kMaxGrowth, sizes.rotating);
    candidate.kept = tearing.torn.size();
    candidate.limit = std::exp(kMaxGrowth);
    candidate.work = workOf(tearing, graph);
    result.push_back(candidate);
  }
  if (!linear) return result;
  const auto n = static_cast<size_t>(graph.numVariables());
  result.push_back({"whole", false, n, 1, n, std::exp(kMaxGrowth), kPerEntry * graph.numEdges()});
  return result;
}

// Couplings as pairs: a product of two sums is linear outside of a set if for each pair of their
// unknowns one is in it.
void Tearer::addCouplings(const LinearStructure& structure, int row, CouplingRows& rows) const {
  constexpr size_t kMostPairs = 64;
  auto at = [&](ExprId unknown) { return place_[pool_.variableOf(unknown).index()]; };
  auto add = [&](std::vector<int> variables) {
    rows.variables.push_back(std::move(variables));
    rows.equations.push_back(row);
  };
  for (const Coupling& c : structure.couplings) {
    if (c.right.empty() || c.left.size() * c.right.size() > kMostPairs) {
      const bool left = c.right.empty() || c.left.size() <= c.right.size();
      for (ExprId unknown : left ? c.left : c.right) add({at(unknown)});
      continue;
    }
    for (ExprId l : c.left)
      for (ExprId r : c.right)
        add(l == r ? std::vector<int>{at(l)} : std::vector<int>{at(l), at(r)});
  }
}

bool Tearer::seemsRegular(const Block& part) {
  if (part.kind != BlockKind::Linear || part.equations.size() > kLargestProbed) return true;
  std::vector<SymbolicEntry> entries;
  mark(part.unknowns);
  for (size_t i = 0; i < part.equations.size(); ++i) {
    const StructuredEquation& eq = equation(part.equations[i]);
    for (const AffineTerm& term : linear_.coefficientsOfResidual(eq.left, eq.right).terms)
      entries.push_back(
          {static_cast<int>(i), place_[pool_.variableOf(term.unknown).index()], term.coefficient});
  }
  unmark(part.unknowns);
  const auto known = [this](ExprId leaf) {
    return pool_.kind(leaf) == ExprKind::Variable ? (*values_)[pool_.variableOf(leaf).index()]
                                                  : NAN;
  };
  return probeRegular(pool_, static_cast<int>(part.equations.size()), entries, known, probeMemo_);
}

// Unknowns that stand by themselves in something that is not linear, and in which equations.
Tearer::NonlinearUses Tearer::nonlinearUses(const Block& b,
                                            const graph::NonlinearCouplings& couplings) {
  NonlinearUses result;
  for (int row = 0; row < couplings.variables.numEquations(); ++row)
    if (const auto variables = couplings.variables.variablesOf(row); variables.size() == 1)
      result[b.unknowns[static_cast<size_t>(variables[0])]].push_back(
          b.equations[static_cast<size_t>(couplings.equations[static_cast<size_t>(row)])]);
  return result;
}

// Have errors of what is iterated grown too much on the way to this part?
bool Tearer::tooFarAway(const Block& part, ErrorGrowth& growth, const NonlinearUses& uses) {
  const double errors = growth.take(part);
  return errors > kMaxErrors ||
         std::any_of(part.unknowns.begin(), part.unknowns.end(), [&](VariableId id) {
           const auto found = uses.find(id);
           return found != uses.end() &&
                  (errors > kMaxBentErrors || growth.bends(id, found->second));
         });
}

// What would follow with too large errors from what is iterated is iterated, too.
void Tearer::limitErrors(Block& b, const graph::NonlinearCouplings& couplings) {
  ErrorGrowth growth(model_, system_.equations, *values_, probeMemo_);
  for (VariableId id : b.torn) growth.iterate(id);
  const NonlinearUses uses = nonlinearUses(b, couplings);
  std::erase_if(b.inner, [&](const Assignment& a) {
    Block part;
    part.kind = BlockKind::Assign;
    part.inner = {a};
    part.unknowns = {a.variable};
    if (!tooFarAway(part, growth, uses)) return false;
    growth.iterate(a.variable);
    b.torn.push_back(a.variable);
    b.residuals.push_back(a.equation);
    return true;
  });
}

bool Tearer::poorlySolved(const Block& part) {
  const StructuredEquation& eq = equation(part.equations[0]);
  const ExprId ref = model_.ref(part.unknowns[0]);
  return eq.left != ref && eq.right != ref && poorPivot(solver_(eq.left, eq.right, ref));
}

std::optional<Tearer::Partition> Tearer::partition(const Block& b, const graph::Bipartite& graph,
                                                   std::span<const graph::Solvable> solvable,
                                                   const graph::NonlinearCouplings& couplings,
                                                   const graph::LinearPartsOptions& options,
                                                   size_t mostTorn) {
  graph::LinearParts found = graph::findLinearParts(graph, solvable, couplings, options);
  if (!found.found) return std::nullopt;
  Partition result;
  std::vector<Pair> pairs;
  for (int v : found.known) result.torn.push_back(b.unknowns[static_cast<size_t>(v)]);
  for (int e : found.residuals) result.residuals.push_back(b.equations[static_cast<size_t>(e)]);
  for (auto [e, v] : found.inner)
    pairs.push_back({b.equations[static_cast<size_t>(e)], b.unknowns[static_cast<size_t>(v)]});
  result.parts = sortPairs(pairs, false);
  ErrorGrowth growth(model_, system_.equations, *values_, probeMemo_);
  for (VariableId id : result.torn) growth.iterate(id);
  const NonlinearUses uses = nonlinearUses(b, couplings);
  for (Block& part : result.parts) {
    continuous(part);
    const bool one = part.unknowns.size() == 1;
    const bool poor = one && (part.kind != BlockKind::Assign || poorlySolved(part));
    if (!poor && (part.kind == BlockKind::Nonlinear || !seemsRegular(part))) return std::nullopt;
    // One equation whose coefficient may vanish, or may be so small that errors of the iteration
    // grow beyond measure, is no step of a sequence: iterate on its unknown.
    if (poor || tooFarAway(part, growth, uses)) {
      if (!one) return std::nullopt;
      growth.iterate(part.unknowns[0]);
      result.torn.push_back(part.unknowns[0]);
      result.residuals.push_back(part.equations[0]);
      part.unknowns.clear();
      continue;
    }
    result.numeric += part.torn.size();
  }
  if (result.torn.size() > mostTorn || result.numeric > 2 * mostTorn + 12) return std::nullopt;
  std::erase_if(result.parts, [](const Block& part) { return part.unknowns.empty(); });
  return result;
}

// A nonlinear block solved by iterating on fewer unknowns than it was torn to, with linear blocks
// inside. False: there is no such form, or it is more work, and the block is unchanged.
bool Tearer::withLinearParts(Block& b, const graph::Tearing& tearing, const graph::Bipartite& graph,
                             std::span<const graph::Solvable> solvable,
                             const graph::NonlinearCouplings& couplings) {
  if (b.torn.size() < 2) return false;
  const size_t mostTorn = b.torn.size() - 1;
  const std::vector<int> priority = tearingPriority(b);
  graph::LinearPartsOptions options;
  options.priority = priority;
  options.maxKnown = static_cast<int>(mostTorn);
  // A system with few entries costs as much as it has unknowns: half of them at least must be
  // saved.
  if (system_.fromNearby && b.torn.size() > kLarge) {
    const auto torn = static_cast<long long>(b.torn.size());
    const graph::TearingWork work =
        graph::tearingWork(tearing, graph, 30LL * graph.numEdges() + 100'000);
    if (work.complete && 16 * work.entries <= torn * torn) options.maxKnown /= 2;
  }
  std::optional<Partition> best = partition(b, graph, solvable, couplings, options, mostTorn);
  if (!best) return false;
  // In an inlined system the states follow from their derivatives but not the other way round:
  // where the iteration takes another variable, the velocity of a body instead of the acceleration
  // of a joint, it must solve equations backwards and together that go forward one by one.
  const bool mayImprove = !system_.onlyFrom.empty() && best->numeric > 0;
  const std::vector<int> derivatives = mayImprove ? slopesOf(b, graph) : std::vector<int>{};
  if (!derivatives.empty()) {
    options.first = derivatives;
    options.maxKnown = static_cast<int>(best->torn.size());
    std::optional<Partition> other = partition(b, graph, solvable, couplings, options, mostTorn);
    if (other && other->torn.size() <= best->torn.size() && other->numeric < best->numeric)
      best = std::move(other);
  }
  Block form;
  form.torn = std::move(best->torn);
  form.residuals = std::move(best->residuals);
  form.parts = std::move(best->parts);
  if (system_.fromNearby && b.torn.size() > kLarge) {
    const IterationForms forms(b, graph, couplings);
    forms.cutChain(form);
    // Linear dynamics around few nonlinear equations are factored once for a step size, and the
    // iteration sees what is truly nonlinear alone.
    if (!forms.hasConstantMatrices(form) && kFewerUnknowns * forms.work(b) < forms.work(form))
      return false;
  }
  b.torn = std::move(form.torn);
  b.residuals = std::move(form.residuals);
  b.inner = std::move(form.inner);
  b.parts = std::move(form.parts);
  return true;
}

std::vector<Assignment> Tearer::assignments(const Block& b, const graph::Bipartite& graph,
                                            const Edges& edges,
                                            const std::vector<std::pair<int, int>>& pairs) {
  std::vector<Assignment> result;
  for (auto [e, v] : pairs) {
    const int edge = graph.findEdge(e, v);
    FORMOLA_ASSERT(edge >= 0 && edges.value[static_cast<size_t>(edge)].valid());
    result.push_back({b.equations[static_cast<size_t>(e)], b.unknowns[static_cast<size_t>(v)],
                      edges.value[static_cast<size_t>(edge)]});
  }
  return result;
}

void Tearer::takeTearing(Block& b, const graph::Tearing& tearing, const graph::Bipartite& graph,
                         const Edges& edges) {
  b.torn.clear();
  b.residuals.clear();
  for (int v : tearing.torn) b.torn.push_back(b.unknowns[static_cast<size_t>(v)]);
  for (int e : tearing.residuals) b.residuals.push_back(b.equations[static_cast<size_t>(e)]);
  b.inner = assignments(b, graph, edges, tearing.inner);
}

// Where nonlinear functions take what follows backwards from iterated derivatives: the iteration is
// on these arguments instead, with the rest a linear part if it is one, or equations with
// derivatives are solved for nothing else. The block is unchanged where neither helps.
void Tearer::withoutMagnifiedSlopes(Block& b, const graph::Bipartite& graph, const Edges& edges,
                                    const graph::NonlinearCouplings& couplings) {
  const MagnifiedSlopes slopes(b, graph, couplings, system_.onlyFrom);
  const std::vector<int> arguments = slopes.in(b);
  const std::vector<int> hinted = hintsOf(b).variables;
  const bool asked = std::any_of(hinted.begin(), hinted.end(), [&](int v) {
    return slopes.isSlope(v) && std::find(b.torn.begin(), b.torn.end(),
                                          b.unknowns[static_cast<size_t>(v)]) != b.torn.end();
  });
  if (arguments.empty() || asked) return;
  const std::vector<graph::Solvable> forward = slopes.forwardOnly(edges.solvable);
  Block torn = b;
  torn.parts.clear();
  takeTearing(torn, bestTearing(b, graph, forward, edges.sizes), graph, edges);
  const bool sound = slopes.in(torn).empty();
  if (system_.linearParts) {
    const std::vector<int> priority = tearingPriority(b);
    graph::LinearPartsOptions options;
    options.priority = priority;
    options.first = arguments;
    const size_t most = sound ? torn.torn.size() : b.torn.size() + arguments.size();
    options.maxKnown = static_cast<int>(most);
    if (auto found = partition(b, graph, edges.solvable, couplings, options, most)) {
      Block form = b;
      form.inner.clear();
      form.torn = std::move(found->torn);
      form.residuals = std::move(found->residuals);
      form.parts = std::move(found->parts);
      const IterationForms forms(b, graph, couplings);
      const bool cheap =
          !sound || torn.torn.size() <= kLarge || forms.work(form) <= forms.work(torn);
      if (cheap && slopes.in(form).empty()) {
        b = std::move(form);
        return;
      }
    }
  }
  if (sound) b = std::move(torn);
}

// A large block with relax(x), as a whole in the order of sweeps, if that is asked for.
bool Tearer::leaveToSweeps(Block& b) {
  constexpr size_t kFewest = 50;  // fewer unknowns are eliminated
  if (!options_.relaxing || !options_.hints || b.unknowns.size() < kFewest ||
      !hasRelaxed(system_.equations, b))
    return false;
  unmark(b.unknowns);
  const auto order = relaxedSweep(model_, system_.equations, b, place_);
  mark(b.unknowns);
  if (!order) return false;
  b.torn.clear();
  b.residuals.clear();
  for (int g = 0; g < order->groups.size(); ++g) {
    b.sweepGroups.push_back(static_cast<int32_t>(b.torn.size()));
    for (int e : order->groups[g]) {
      const int v = order->matching.eqToVar[static_cast<size_t>(e)];
      b.torn.push_back(b.unknowns[static_cast<size_t>(v)]);
      b.residuals.push_back(b.equations[static_cast<size_t>(e)]);
    }
  }
  return true;
}

// Requires: the unknowns are marked.
Tearer::Reading Tearer::read(const Block& b) {
  const size_t n = b.equations.size();
  Reading reading;
  reading.affine.assign(n, 0);
  for (size_t i = 0; i < n; ++i) {
    const StructuredEquation& eq = equation(b.equations[i]);
    const bool real = pool_.base(eq.left) == BaseType::Real;
    const LinearStructure structure =
        real ? linear_.structureOfResidual(eq.left, eq.right) : LinearStructure{};
    reading.allReal = reading.allReal && real;
    reading.affine[i] = real && structure.affine() ? 1 : 0;
    reading.linear = reading.linear && reading.affine[i];
    addCouplings(structure, static_cast<int>(i), reading.couplings);
    ExprId roots[2] = {eq.left, eq.right};
    collector_.collect(roots, found_);
    for (const Incidence& in : found_)
      if (!in.onlyInRelations && place_[in.variable.index()] >= 0)
        reading.edges.emplace_back(static_cast<int>(i), place_[in.variable.index()]);
  }
  return reading;
}

// The sizes of the coefficients of a linear equation. Those without a value at translation count
// together as one: they are often those of a rotation.
void Tearer::sizeEdges(const Block& b, int row, const graph::Bipartite& graph, SolvedEdges& edges) {
  const StructuredEquation& eq = equation(b.equations[static_cast<size_t>(row)]);
  int unsized = 0;
  for (const AffineTerm& term : linear_.coefficientsOfResidual(eq.left, eq.right).terms) {
    const int at = pool_.kind(term.unknown) == ExprKind::Variable
                       ? place_[pool_.variableOf(term.unknown).index()]
                       : -1;
    const int edge = at >= 0 ? graph.findEdge(row, at) : -1;
    if (edge < 0) continue;
    double& size = edges.logCoefficient[static_cast<size_t>(edge)];
    size = logSize(term.coefficient);
    if (std::isnan(size)) ++unsized;
  }
  for (int edge = graph.firstEdge(row); edge < graph.firstEdge(row + 1); ++edge) {
    double& size = edges.logCoefficient[static_cast<size_t>(edge)];
    if (!std::isnan(size)) continue;
    size = -0.5 * std::log(unsized);
    edges.rotating[static_cast<size_t>(edge)] = 1;
  }
}

// Which equation of a block can be solved for which unknown, and how. Requires: the unknowns are
// marked.
Tearer::SolvedEdges Tearer::solveEdges(const Block& b, const Reading& reading,
                                       const graph::Bipartite& graph) {
  const auto count = static_cast<size_t>(graph.numEdges());
  const std::vector<graph::Solvable> never(count, graph::Solvable::Never);
  SolvedEdges edges{never,
                    never,
                    never,
                    std::vector<ExprId>(count),
                    std::vector<double>(count, 0.0),
                    std::vector<char>(count, 0)};
  for (int i = 0; i < static_cast<int>(b.equations.size()); ++i) {
    const StructuredEquation& eq = equation(b.equations[static_cast<size_t>(i)]);
    const int first = graph.firstEdge(i), last = graph.firstEdge(i + 1);
    if (reading.linear) sizeEdges(b, i, graph, edges);
    // Solving a long sum for each of its terms would be quadratic; it is a residual anyway.
    if (last - first > 200) continue;
    const std::vector<VariableId> tiny = reading.linear || !reading.affine[static_cast<size_t>(i)]
                                             ? std::vector<VariableId>()
                                             : tinyPivots(eq);
    for (int edge = first; edge < last; ++edge) {
      const VariableId variable = b.unknowns[static_cast<size_t>(graph.edgeVariable(edge))];
      const ExprId ref = model_.ref(variable);
      if (eq.target.valid() && eq.target != variable) continue;
      const bool forbidden =
          !system_.onlyFrom.empty() && system_.onlyFrom[variable.index()] >= 0 &&
          system_.onlyFrom[variable.index()] != b.equations[static_cast<size_t>(i)];
      if (forbidden && !options_.candidates) continue;
      if (std::find(tiny.begin(), tiny.end(), variable) != tiny.end()) continue;
      Solution solution = solver_(eq.left, eq.right, ref);
      if (!solution.solved()) continue;
      if (solution.steep || dividesBySelection(solution)) continue;
      if (solution.linear) edges.anyhow[static_cast<size_t>(edge)] = graph::Solvable::Always;
      if (forbidden) continue;
      if (solution.safe() && !poorPivot(solution)) {
        edges.solvable[static_cast<size_t>(edge)] = graph::Solvable::Always;
        if (std::all_of(solution.pivots.begin(), solution.pivots.end(),
                        [&](const Pivot& pivot) { return pool_.isNumber(pivot.expression); }))
          edges.undivided[static_cast<size_t>(edge)] = graph::Solvable::Always;
      } else if (solution.linear) {
        edges.solvable[static_cast<size_t>(edge)] = graph::Solvable::MayVanish;
      } else {
        continue;
      }
      edges.value[static_cast<size_t>(edge)] = solution.value;
    }
  }
  return edges;
}

void Tearer::simultaneous(Block& b) {
  const size_t n = b.equations.size();
  mark(b.unknowns);
  const Reading reading = read(b);
  const bool linear = reading.linear;
  b.kind = linear ? BlockKind::Linear : BlockKind::Nonlinear;
  b.torn = b.unknowns;
  b.residuals = b.equations;
  b.inner.clear();
  b.uncut.clear();
  if (!options_.on(Pass::tearBlocks) || leaveToSweeps(b)) {
    unmark(b.unknowns);
    return;
  }
  const auto graph =
      graph::Bipartite::fromEdges(static_cast<int>(n), static_cast<int>(n), reading.edges);
  const SolvedEdges edges = solveEdges(b, reading, graph);
  unmark(b.unknowns);

  const Sizes sizes{edges.logCoefficient, edges.rotating};
  if (options_.candidates)
    b.candidates = candidatesOf(graph, edges.solvable, edges.anyhow, sizes, linear);
  graph::Tearing tearing = bestTearing(b, graph, edges.solvable, sizes);
  // Divisions are slow, and formulas of the torn system are shorter without them: a joint is torn
  // at its acceleration, not at a component of that of its body.
  if (linear && tearing.torn.size() > 1) {
    graph::Tearing other = bestTearing(b, graph, edges.undivided, sizes);
    const bool large = std::max(tearing.torn.size(), other.torn.size()) > kLarge;
    if (large ? workOf(other, graph) < kUndivided * workOf(tearing, graph)
              : other.torn.size() <= tearing.torn.size())
      tearing = std::move(other);
  }
  // Where equations say the same more than once the terms of a torn system cancel, and nothing
  // tells what is left of them from a contradiction.
  if (linear && n <= kLargestWhole && !seemsRegular(b)) return;
  // A large sparse linear system that tearing hardly shrinks is factored as it is.
  if (linear && n > 20 && tearing.torn.size() * 4 > n &&
      workOf(tearing, graph) >= kPerEntry * graph.numEdges())
    return;
  const Edges solved{edges.solvable, edges.value, sizes};
  takeTearing(b, tearing, graph, solved);
  if (linear && !tearing.uncut.empty()) {
    b.uncut = assignments(b, graph, solved, tearing.uncut);
    b.beforeFill = b.torn.size() + b.inner.size() - b.uncut.size();
  }
  if (linear || !reading.allReal) return;
  const graph::NonlinearCouplings nonlinear{
      graph::Bipartite::fromRows(graph.numVariables(), reading.couplings.variables),
      reading.couplings.equations};
  limitErrors(b, nonlinear);
  if (system_.linearParts) withLinearParts(b, tearing, graph, edges.solvable, nonlinear);
  if (!system_.onlyFrom.empty()) withoutMagnifiedSlopes(b, graph, solved, nonlinear);
}

// Sorts the given pairs among themselves; everything else counts as known.
std::vector<Block> Tearer::sortPairs(const std::vector<Pair>& pairs, bool withRelations) {
  const int n = static_cast<int>(pairs.size());
  std::vector<VariableId> variables;
  for (const Pair& p : pairs) variables.push_back(p.variable);
  mark(variables);
  std::vector<graph::Bipartite::Edge> edges;
  graph::Matching matching(n, n);
  for (int i = 0; i < n; ++i) {
    const StructuredEquation& eq = equation(pairs[static_cast<size_t>(i)].equation);
    ExprId roots[2] = {eq.left, eq.right};
    collector_.collect(roots, found_);
    for (const Incidence& in : found_)
      if (place_[in.variable.index()] >= 0 && (withRelations || !in.onlyInRelations))
        edges.emplace_back(i, place_[in.variable.index()]);
    matching.match(i, i);
  }
  matching.size = n;
  unmark(variables);
  auto groups = graph::blockLowerTriangular(graph::Bipartite::fromEdges(n, n, edges), matching);
  std::vector<Block> blocks(static_cast<size_t>(groups.size()));
  for (int g = 0; g < groups.size(); ++g) {
    for (int i : groups[g]) {
      blocks[static_cast<size_t>(g)].equations.push_back(pairs[static_cast<size_t>(i)].equation);
      blocks[static_cast<size_t>(g)].unknowns.push_back(pairs[static_cast<size_t>(i)].variable);
    }
  }
  return blocks;
}

// Is this unknown found by trying values? At the start the state of a sampled controller is solved
// for together with what it controls, as by pre(x) = x. Not what jumps, or may do so in a function.
bool Tearer::isMode(int e, VariableId id) {
  if (model_.info[id].role != Role::Discrete) return false;
  if (!system_.atStart || !model_.isReal(id)) return true;
  const auto jumps = [this](ExprId node) {
    if (pool_.kind(node) == ExprKind::Call) return true;
    if (pool_.kind(node) != ExprKind::Builtin) return false;
    switch (pool_.builtinOf(node)) {
      case Builtin::Floor:
      case Builtin::Ceil:
      case Builtin::IntegerOf:
      case Builtin::Div:
      case Builtin::Mod:
      case Builtin::Rem:
      case Builtin::Sign:
      case Builtin::FloorOfTime:
        return true;
      default:
        return false;
    }
  };
  return anyNode(pool_, equation(e).left, jumps) || anyNode(pool_, equation(e).right, jumps);
}

void Tearer::mixed(Block& b) {
  b.kind = BlockKind::Mixed;
  std::vector<Pair> continuousPairs, discretePairs;
  for (size_t i = 0; i < b.equations.size(); ++i)
    (isMode(b.equations[i], b.unknowns[i]) ? discretePairs : continuousPairs)
        .push_back({b.equations[i], b.unknowns[i]});
  b.parts = sortPairs(continuousPairs, false);
  for (Block& part : b.parts) continuous(part);
  // Loops among discrete unknowns are passed in order; the iteration over modes settles them.
  for (const Block& part : sortPairs(discretePairs, true))
    for (size_t i = 0; i < part.equations.size(); ++i)
      b.modes.push_back(solved(part.equations[i], part.unknowns[i]));
}

void Tearer::block(Block& b) {
  if (system_.frozen) {
    continuous(b);
    return;
  }
  mark(b.unknowns);
  b.relations = relationsOn(b);
  unmark(b.unknowns);
  bool anyDiscrete = false;
  for (size_t i = 0; i < b.equations.size(); ++i)
    anyDiscrete = anyDiscrete || isMode(b.equations[i], b.unknowns[i]);
  const bool lone = b.unknowns.size() == 1 && b.relations.empty();
  if (lone && model_.info[b.unknowns[0]].role == Role::Discrete) {
    Assignment a = solved(b.equations[0], b.unknowns[0]);
    const bool loop = a.value.valid() && isIn(a.value, b.unknowns[0]);
    if (a.value.valid() && !loop) {
      b.kind = BlockKind::Assign;
      b.inner = {a};
      return;
    }
  }
  if (anyDiscrete || !b.relations.empty()) {
    mixed(b);
  } else {
    continuous(b);
  }
}

}  // namespace

void tearSystem(const EquationSystem& system, std::vector<Block>& blocks,
                const StructureOptions& options) {
  Tearer tearer(system, options);
  for (Block& b : blocks) tearer.block(b);
}

StructuredDae tearBlocks(StructuredDae model, const StructureOptions& options, Diagnostics&) {
  std::vector<VariableId> unknowns;
  for (const Block& b : model.blocks)
    unknowns.insert(unknowns.end(), b.unknowns.begin(), b.unknowns.end());
  std::vector<Block> blocks = std::move(model.blocks);
  tearSystem(EquationSystem(model, model.equations, std::move(unknowns)), blocks, options);
  model.blocks = std::move(blocks);
  return model;
}

}  // namespace formola
