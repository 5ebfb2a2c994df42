#include "schedule/initial_system.h"

#include <fmt/format.h>

#include <cmath>
#include <optional>
#include <set>

#include "dae/printer.h"
#include "expr/eval_numeric.h"
#include "expr/operands.h"
#include "expr/rewrite.h"
#include "graph/dulmage_mendelsohn.h"
#include "graph/matching.h"
#include "graph/strong_components.h"
#include "schedule/block_steps.h"
#include "schedule/parameters.h"
#include "schedule/redundant_conditions.h"
#include "structure/explain_singular.h"
#include "structure/incidence.h"
#include "structure/parameter_values.h"
#include "structure/relax_blocks.h"
#include "structure/tear_blocks.h"

namespace formola {

std::vector<PreUnknown> addPreUnknowns(StructuredDae& model) {
  ExprPool& pool = model.pool();
  std::vector<PreUnknown> result;
  ExprSet seen;
  std::vector<VariableId> found;
  std::vector<char> whens(model.dae.variables.size(), 0);
  for (const WhenCondition& when : model.whens) whens[when.variable.index()] = 1;
  for (const auto* list : {&model.equations, &model.initialEquations}) {
    for (const StructuredEquation& e : *list) {
      ExprId roots[2] = {e.left, e.right};
      forEachNode(pool, roots, seen, [&](ExprId id) {
        if (!pool.isBuiltin(id, Builtin::Pre)) return;
        if (pool.kind(pool.child(id, 0)) != ExprKind::Variable) return;
        const VariableId v = pool.variableOf(pool.child(id, 0));
        // pre of a when-condition is false at the start; pre(x) of a continuous x does not matter
        if (model.info[v].role == Role::Discrete && !whens[v.index()]) found.push_back(v);
      });
    }
  }
  for (VariableId id : found) {
    Variable v = model.dae.variables[id];
    v.name = pool.names.intern(fmt::format("$pre({})", model.name(id)));
    v.fixed = {};
    v.isProtected = v.hideResult = true;
    VariableInfo info;
    info.role = Role::Discrete;
    result.push_back({id, model.add(std::move(v), info)});
  }
  return result;
}

namespace {

// Classes of the start values that fill up what is missing come after all classes of equations.
constexpr uint8_t kFirstStartClass = 16;
constexpr int kRedundant = 100;

class InitialSystem {
 public:
  InitialSystem(Schedule& schedule, const std::vector<PreUnknown>& pre,
                const StructureOptions& options, Diagnostics& diagnostics)
      : schedule_(schedule),
        model_(schedule.model),
        pool_(model_.pool()),
        build_(pool_),
        pre_(pre),
        options_(options),
        diagnostics_(diagnostics) {}

  void run();

 private:
  ExprId atStart(ExprId id);
  void addStart(VariableId id, int startClass);
  void addStart(VariableId id, ExprId value, int startClass);
  void addStartsOfSets();
  void dropRedundant(const EquationSystem& system, const SystemGraph& g, graph::Matching& matching);
  bool onlyParameters(const StructuredEquation& condition) const;
  void assertAtStart(const StructuredEquation& condition);
  bool literalTrue(ExprId id) const {
    return id.valid() && pool_.kind(id) == ExprKind::Boolean && pool_.booleanValue(id);
  }
  bool literalFalse(ExprId id) const {
    return id.valid() && pool_.kind(id) == ExprKind::Boolean && !pool_.booleanValue(id);
  }
  ExprId startOf(VariableId id);

  Schedule& schedule_;
  StructuredDae& model_;
  ExprPool& pool_;
  ExprBuilder build_;
  const std::vector<PreUnknown>& pre_;
  const StructureOptions& options_;
  Diagnostics& diagnostics_;
  ExprTable<ExprId> memo_;
  std::vector<StructuredEquation> equations_;
  std::vector<int> startClass_;  // of each equation: -1 for those that must hold
};

ExprId InitialSystem::startOf(VariableId id) {
  const Variable& v = model_.dae.variables[id];
  if (v.start.valid()) return v.start;
  switch (pool_.types[v.type].base) {
    case BaseType::Boolean:
      return pool_.boolean(false);
    case BaseType::Integer:
      return pool_.integer(0);
    case BaseType::Enumeration:
      return pool_.enumeration(v.type, 1);
    case BaseType::String:
      return pool_.string("");
    default:
      return build_.zero();
  }
}

// initial() is true, edge of a when-condition is false unless the condition is initial(), what is
// delayed is its value now (spec 3.7.4.1: expr(time.start) up to time.start + delayTime), and
// pre(v) = v for a continuous v (spec 8.6).
ExprId InitialSystem::atStart(ExprId root) {
  return mapExpr(pool_, root, memo_, [&](ExprId id, std::span<const ExprId> children) -> ExprId {
    if (pool_.isBuiltin(id, Builtin::Initial)) return pool_.boolean(true);
    if (pool_.isBuiltin(id, Builtin::Delay)) return children[0];
    // Discrete ones have unknowns of their own or are conditions of when-clauses.
    if (pool_.isBuiltin(id, Builtin::Pre) && pool_.kind(children[0]) == ExprKind::Variable &&
        model_.info[pool_.variableOf(children[0])].role != Role::Discrete)
      return children[0];
    // Nothing has moved yet: the initial profile at this end.
    if (pool_.isBuiltin(id, Builtin::Transported)) {
      const size_t points = (children.size() - kTransportPoints) / 2;
      return pool_.integerValue(children[kTransportEnd]) == 0 ? children[kTransportPoints + points]
                                                              : children.back();
    }
    return build_.withChildren(id, children);
  });
}

void InitialSystem::addStart(VariableId id, int startClass) {
  addStart(id, startOf(id), startClass);
}

void InitialSystem::addStart(VariableId id, ExprId value, int startClass) {
  StructuredEquation e;
  e.left = model_.ref(id);
  e.right = value;
  e.origin = model_.dae.variables[id].origin;
  equations_.push_back(std::move(e));
  startClass_.push_back(startClass);
}

// States that are chosen at run time start with the values of the candidates that they stand for:
// s = sum A u.start. Candidates with fixed start values are the first states, and need none.
void InitialSystem::addStartsOfSets() {
  if (model_.stateSets.empty()) return;
  // A speed w with der(phi) = w has the start value of der(phi).
  std::vector<VariableId> equal(model_.dae.variables.size());
  for (const StructuredEquation& e : model_.equations) {
    if (pool_.kind(e.left) != ExprKind::Variable || pool_.kind(e.right) != ExprKind::Variable)
      continue;
    const VariableId left = pool_.variableOf(e.left), right = pool_.variableOf(e.right);
    if (model_.dae.variables[right].start.valid()) equal[left.index()] = right;
    if (model_.dae.variables[left].start.valid()) equal[right.index()] = left;
  }
  auto source = [&](VariableId id) {
    const VariableId other = equal[id.index()];
    return model_.dae.variables[id].start.valid() || !other.valid() ? id : other;
  };
  for (const StateSet& set : model_.stateSets) {
    const size_t n = set.candidates[0].size();
    for (size_t o = 0; o < set.states.size(); ++o) {
      size_t fixed = 0;
      int best = 0;
      bool given = false;
      for (VariableId id : set.candidates[o]) {
        const Variable& v = model_.dae.variables[source(id)];
        fixed += literalTrue(v.fixed) ? 1 : 0;
        best = std::max(best, static_cast<int>(v.stateSelect));
        given = given || v.start.valid();
      }
      for (size_t k = fixed; k < set.states[o].size(); ++k) {
        ExprId value = build_.zero();
        for (size_t j = 0; j < n; ++j)
          value = build_.add(value, build_.mul(model_.ref(set.selection[k * n + j]),
                                               startOf(source(set.candidates[o][j]))));
        addStart(set.states[o][k], value, 2 * (4 - best) + (given ? 0 : 11));
      }
    }
  }
}

// A condition about parameters alone determines nothing.
bool InitialSystem::onlyParameters(const StructuredEquation& condition) const {
  ExprSet seen;
  const ExprId roots[2] = {condition.left, condition.right};
  bool only = pool_.base(condition.left) == BaseType::Real;
  forEachNode(pool_, roots, seen, [&](ExprId id) {
    if (pool_.kind(id) == ExprKind::Time) only = false;
    if (pool_.kind(id) != ExprKind::Variable) return;
    const Variable& v = model_.dae.variables[pool_.variableOf(id)];
    only = only && v.variability <= Variability::Parameter && !literalFalse(v.fixed);
  });
  return only;
}

// It must hold all the same: |l - r| is small against both.
void InitialSystem::assertAtStart(const StructuredEquation& condition) {
  const TypeId boolean = pool_.types.boolean();
  auto size = [&](ExprId id) { return build_.call(Builtin::Abs, id); };
  const ExprId limit =
      build_.mul(pool_.real(1e-6), build_.add(size(condition.left), size(condition.right)));
  const ExprId holds = pool_.binary(ExprKind::LessEqual, boolean,
                                    size(build_.sub(condition.left, condition.right)), limit);
  const PrintContext context{pool_, &model_.dae, nullptr};
  Action action;
  action.kind = ActionKind::Assert;
  action.guard = pool_.builtin(Builtin::Initial, boolean, {});
  action.value = pool_.builtin(Builtin::NoEvent, boolean, {holds});
  action.message = pool_.string(
      fmt::format("the initial condition {} = {} contradicts the values of these parameters",
                  print(condition.left, context), print(condition.right, context)));
  action.origin = condition.origin;
  model_.actions.push_back(std::move(action));
}

// A condition x = value too many does no harm where the one that is used gives x the same value.
void InitialSystem::dropRedundant(const EquationSystem& system, const SystemGraph& g,
                                  graph::Matching& matching) {
  std::vector<double> values;
  std::optional<NumericEvaluator> evaluate;
  // x or -x
  struct Side {
    ExprId x;
    bool negative = false;
  };
  auto sideOf = [&](ExprId id) {
    const bool negative = pool_.kind(id) == ExprKind::Neg;
    return Side{negative ? pool_.child(id, 0) : id, negative};
  };
  auto isUnknown = [&](const Side& side) {
    return pool_.kind(side.x) == ExprKind::Variable &&
           system.columnOf(pool_.variableOf(side.x)) >= 0;
  };
  preferEquations(g, static_cast<int>(model_.equations.size()), matching);
  // What an unknown equals by the equations that are used: x = y, y = value.
  auto valueOf = [&](Side side) {
    for (int hops = 0; hops < 100 && isUnknown(side); ++hops) {
      const auto column = static_cast<size_t>(system.columnOf(pool_.variableOf(side.x)));
      if (matching.varToEq[column] == graph::kNone) return ExprId();
      const StructuredEquation& e = equations_[static_cast<size_t>(matching.varToEq[column])];
      Side own = sideOf(e.left), other = sideOf(e.right);
      if (own.x != side.x) std::swap(own, other);
      if (own.x != side.x) return ExprId();
      side = {other.x, side.negative != (own.negative != other.negative)};
    }
    return side.negative ? build_.neg(side.x) : side.x;
  };
  for (size_t e = model_.equations.size(); e < equations_.size(); ++e) {
    if (startClass_[e] >= 0 || matching.eqToVar[e] != graph::kNone) continue;
    if (!evaluate) {
      values = parameterValues(model_);
      evaluate.emplace(pool_, [&](ExprId leaf) {
        return pool_.kind(leaf) == ExprKind::Variable ? values[pool_.variableOf(leaf).index()]
                                                      : NAN;
      });
    }
    const StructuredEquation& condition = equations_[e];
    const Side left = sideOf(condition.left), right = sideOf(condition.right);
    if (!isUnknown(left) && !isUnknown(right)) {
      if (onlyParameters(condition)) {
        assertAtStart(condition);
        startClass_[e] = kRedundant;
      } else if (holdsByItself(system, g, matching, static_cast<int>(e), values)) {
        startClass_[e] = kRedundant;
      }
      continue;
    }
    const ExprId value = isUnknown(left) ? condition.right : condition.left;
    const ExprId used = valueOf(isUnknown(left) ? left : right);
    if ((used.valid() && (value == used || (*evaluate)(value) == (*evaluate)(used))) ||
        holdsByItself(system, g, matching, static_cast<int>(e), values))
      startClass_[e] = kRedundant;
  }
}

void InitialSystem::run() {
  for (const WhenCondition& when : model_.whens)
    memo_.set(pool_.builtin(Builtin::Edge, pool_.types.boolean(), {model_.ref(when.variable)}),
              pool_.boolean(when.initial));
  for (const PreUnknown& p : pre_) {
    ExprId ref = model_.ref(p.variable);
    memo_.set(pool_.builtin(Builtin::Pre, pool_.type(ref), {ref}), model_.ref(p.pre));
    if (pool_.base(ref) == BaseType::Boolean)
      memo_.set(pool_.builtin(Builtin::Edge, pool_.types.boolean(), {ref}),
                build_.logicalAnd(ref, build_.logicalNot(model_.ref(p.pre))));
  }
  // A discrete variable that an algorithm computes and an initial equation sets: its
  // when-statements are not active, so that the algorithm only says pre(d) = d.
  std::vector<char> isSet(model_.dae.variables.size(), 0);
  for (const StructuredEquation& e : model_.initialEquations)
    if (pool_.kind(e.left) == ExprKind::Variable) isSet[pool_.variableOf(e.left).index()] = 1;
  std::vector<VariableId> preOf(model_.dae.variables.size());
  for (const PreUnknown& p : pre_) preOf[p.variable.index()] = p.pre;
  for (const auto* list : {&model_.equations, &model_.initialEquations}) {
    for (StructuredEquation e : *list) {
      if (list == &model_.equations && e.target.valid() && isSet[e.target.index()] &&
          preOf[e.target.index()].valid() && calledBy(pool_, e.right).valid())
        e.right = model_.ref(preOf[e.target.index()]);
      e.left = atStart(e.left);
      e.right = atStart(e.right);
      // d = pre(d) where the when-clause is not active: may give pre(d) from d as well
      if (pool_.kind(e.right) == ExprKind::Variable) e.target = {};
      equations_.push_back(std::move(e));
    }
  }
  // Parameters that follow from others which are determined here.
  const std::vector<char> later = dependOnInitial(model_);
  for (uint32_t i = 0; i < later.size(); ++i) {
    const VariableId id(i);
    if (!later[i] || schedule_.slots[id].index < 0) continue;
    StructuredEquation e;
    e.left = model_.ref(id);
    e.right = atStart(model_.dae.variables[id].binding);
    e.origin = model_.dae.variables[id].origin;
    if (!model_.isReal(id)) e.target = id;  // a Real one may as well determine what it follows from
    equations_.push_back(std::move(e));
  }
  startClass_.assign(equations_.size(), -1);

  std::vector<char> inSet(model_.dae.variables.size(), 0);
  for (const StateSet& set : model_.stateSets)
    for (const auto& order : set.states)
      for (VariableId id : order) inSet[id.index()] = 1;
  // Where a state has no start value, another variable of the same component whose start value the
  // user gave by a parameter (T(start = T0)) says more than the default 0.
  const auto componentOf = [&](VariableId id) {
    const std::string_view name = model_.name(id);
    const size_t dot = name.rfind('.');
    return dot == std::string_view::npos ? std::string_view() : name.substr(0, dot);
  };
  std::set<std::string_view> withoutStart;
  for (uint32_t i = 0; i < model_.dae.variables.size(); ++i)
    if (model_.info[VariableId(i)].role == Role::State && !inSet[i] &&
        !model_.dae.variables[VariableId(i)].start.valid())
      withoutStart.insert(componentOf(VariableId(i)));

  addStartsOfSets();
  std::vector<VariableId> unknowns;
  for (uint32_t i = 0; i < model_.dae.variables.size(); ++i) {
    VariableId id(i);
    const Variable& v = model_.dae.variables[id];
    const Role role = model_.info[id].role;
    const bool freeParameter =
        role == Role::Parameter && !v.binding.valid() && literalFalse(v.fixed);
    const bool boundLater = later[i] && schedule_.slots[id].index >= 0;
    if (role != Role::State && !model_.isUnknown(id) && !freeParameter && !boundLater) continue;
    unknowns.push_back(id);
    if (boundLater || inSet[i]) continue;
    const bool continuous = role != Role::Discrete && role != Role::Parameter;
    if (continuous && literalTrue(v.fixed)) {
      addStart(id, -1);
    } else if (role == Role::State && !literalFalse(v.fixed)) {
      // Always and prefer first; with a start value before those without.
      const int defaultStart = v.stateSelect >= StateSelect::Prefer ? 1 : 11;
      addStart(id,
               2 * (4 - static_cast<int>(v.stateSelect)) + (v.start.valid() ? 0 : defaultStart));
    } else if (role == Role::Algebraic && !withoutStart.empty() && v.start.valid() &&
               !pool_.isLiteral(v.start) && withoutStart.contains(componentOf(id))) {
      addStart(id, 10);
    } else if (role == Role::State || freeParameter) {
      addStart(id, 22);
    }
  }
  // pre(d) is an unknown too; where nothing else determines it, it has the start value of d.
  for (const PreUnknown& p : pre_)
    addStart(p.pre, literalTrue(model_.dae.variables[p.variable].fixed) ? -1 : 23);

  EquationSystem system(model_, equations_, std::move(unknowns));
  SystemGraph g = buildGraph(system);
  for (size_t e = 0; e < equations_.size(); ++e) {
    if (startClass_[e] < 0) continue;
    for (int edge = g.graph.firstEdge(static_cast<int>(e));
         edge < g.graph.firstEdge(static_cast<int>(e) + 1); ++edge)
      g.edgeClass[static_cast<size_t>(edge)] =
          static_cast<uint8_t>(kFirstStartClass + startClass_[e]);
  }
  graph::Matching matching = graph::maximumMatching(g.graph, g.edgeClass);
  dropRedundant(system, g, matching);
  bool singular = false;
  for (size_t e = 0; e < equations_.size(); ++e)
    singular = singular || (startClass_[e] < 0 && matching.eqToVar[e] == graph::kNone);
  for (int e : matching.varToEq) singular = singular || e == graph::kNone;
  if (singular) {
    // Explain with what must hold and with the start values that were taken.
    std::vector<StructuredEquation> kept;
    std::vector<graph::Bipartite::Edge> usable;
    for (size_t e = 0; e < equations_.size(); ++e) {
      if (startClass_[e] >= 0 && matching.eqToVar[e] == graph::kNone) continue;
      for (int edge = g.graph.firstEdge(static_cast<int>(e));
           edge < g.graph.firstEdge(static_cast<int>(e) + 1); ++edge)
        if (g.edgeClass[static_cast<size_t>(edge)] != graph::kForbiddenEdge)
          usable.emplace_back(static_cast<int>(kept.size()), g.graph.edgeVariable(edge));
      kept.push_back(equations_[e]);
    }
    auto plain =
        graph::Bipartite::fromEdges(static_cast<int>(kept.size()), g.graph.numVariables(), usable);
    auto parts = graph::decompose(plain, graph::maximumMatching(plain));
    explainSingular(model_, kept, system.unknowns, parts.over, {}, DiagCode::InitialOverdetermined,
                    diagnostics_);
    for (const auto& part : parts.under)
      for (int v : part.unmatched) {
        VariableId id = system.unknowns[static_cast<size_t>(v)];
        diagnostics_.report(DiagCode::InitialUnderdetermined, model_.dae.variables[id].origin.range,
                            std::string(model_.name(id)));
      }
    return;
  }
  // Which start values were used though nobody fixed them; of a set those of the candidates that
  // are states at first.
  std::vector<VariableId> standsFor(model_.dae.variables.size());
  for (const StateSet& set : model_.stateSets)
    for (size_t o = 0; o < set.states.size(); ++o)
      for (size_t k = 0; k < set.states[o].size(); ++k)
        standsFor[set.states[o][k].index()] = set.candidates[o][static_cast<size_t>(set.chosen[k])];
  std::string chosen;
  for (size_t e = 0; e < equations_.size(); ++e) {
    if (startClass_[e] < 0 || startClass_[e] >= 22 || matching.eqToVar[e] == graph::kNone) continue;
    const VariableId id = pool_.variableOf(equations_[e].left);
    const VariableId shown = standsFor[id.index()].valid() ? standsFor[id.index()] : id;
    chosen += (chosen.empty() ? "" : ", ") + std::string(model_.name(shown));
  }
  if (!chosen.empty()) diagnostics_.report(DiagCode::StartValuesChosen, {}, chosen);

  graph::Groups groups = graph::blockLowerTriangular(g.graph, matching);
  std::vector<Block> blocks;
  for (int i = 0; i < groups.size(); ++i) {
    Block block;
    for (int e : groups[i]) {
      int v = matching.eqToVar[static_cast<size_t>(e)];
      if (v == graph::kNone) continue;
      block.equations.push_back(e);
      block.unknowns.push_back(system.unknowns[static_cast<size_t>(v)]);
    }
    if (!block.equations.empty()) blocks.push_back(std::move(block));
  }
  tearSystem(system, blocks, options_);
  relaxSystem(system, blocks, options_);
  BlockSteps steps(schedule_, equations_, true);
  std::vector<VariableId> variableOf(model_.dae.variables.size());
  for (const PreUnknown& p : pre_) variableOf[p.pre.index()] = p.variable;
  for (const Block& block : blocks) {
    steps.append(block, schedule_.initial);
    for (VariableId id : block.unknowns) {
      if (!variableOf[id.index()].valid()) continue;
      Step set;
      set.kind = StepKind::SetPre;
      set.variable = variableOf[id.index()];
      set.value = model_.ref(id);
      schedule_.initial.push_back(std::move(set));
    }
  }
}

}  // namespace

void buildInitialSystem(Schedule& schedule, const std::vector<PreUnknown>& preUnknowns,
                        const StructureOptions& options, Diagnostics& diagnostics) {
  InitialSystem(schedule, preUnknowns, options, diagnostics).run();
}

}  // namespace formola
