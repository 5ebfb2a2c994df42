#include "structure/systems/initial_system.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <tuple>

#include "dae/printer.h"
#include "diag/codes/structure.h"
#include "expr/eval_numeric.h"
#include "expr/operands.h"
#include "expr/rewrite.h"
#include "expr/substitute.h"
#include "graph/dulmage_mendelsohn.h"
#include "graph/matching.h"
#include "graph/strong_components.h"
#include "structure/index/expose_constraints.h"
#include "structure/simplify/parameter_values.h"
#include "structure/solve/relax_blocks.h"
#include "structure/solve/tear_blocks.h"
#include "structure/systems/explain_singular.h"
#include "structure/systems/incidence.h"
#include "structure/systems/initial_guesses.h"
#include "structure/systems/redundant_conditions.h"
#include "structure/systems/verify_blocks.h"

namespace formola {

namespace {

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

// Classes of the start values that fill up what is missing come after all classes of equations.
constexpr uint8_t kFirstStartClass = 16;

// What an equation x = start is for, those first that are used sooner.
enum class StartKind : uint8_t {
  MustHold,   // an equation of the model or of the user, or a fixed start value
  Given,      // a start value of a state, or of a variable that was differentiated
  Preferred,  // the default of a state that stateSelect asks for
  Instead,    // a start value of another variable of the component, where the state has none
  Default,    // the default of a state
  NotFixed,   // of a state with fixed = false
  Pre,        // pre(d) of a discrete variable
  Redundant,  // follows from the others
};

// Which start values are used first: those of states whose start no initial equation tells, then by
// kind, then by where they were given, then as stateSelect says, states before others.
struct StartRank {
  StartKind kind = StartKind::MustHold;
  Confidence given;
  int avoid = 0;
  bool isState = true;
  bool told = false;  // initial equations say how this state starts

  auto key() const {
    return std::tuple(told, kind, given.level, given.own, avoid, given.inherited, !isState);
  }
  bool mustHold() const { return kind == StartKind::MustHold; }
};

class InitialSystemBuilder {
 public:
  InitialSystemBuilder(StructuredDae& model, const StructureOptions& options,
                       Diagnostics& diagnostics)
      : model_(model),
        pool_(model_.pool()),
        build_(pool_),
        pre_(addPreUnknowns(model)),
        options_(options),
        diagnostics_(diagnostics) {}

  InitialSystem run();

 private:
  ExprId atStart(ExprId id);
  void addStart(VariableId id, StartRank rank);
  void addStart(VariableId id, ExprId value, StartRank rank);
  void addStartOf(VariableId id, bool instead);
  std::vector<uint8_t> startClasses() const;
  struct UnusedStartText {
    VariableId variable;
    ExprId start;
    std::string why;
  };
  VariableId startSource(VariableId id) const;
  void reportChosen(const EquationSystem& system, const SystemGraph& g,
                    const graph::Matching& matching);
  bool usesOthers(const graph::Matching& matching) const;
  void addUnusedAliases(const std::vector<char>& used, std::vector<UnusedStartText>& unused) const;
  std::string textOf(ExprId start) const;
  std::string textOf(const StructuredEquation& condition) const;
  static std::string givenWhere(const Confidence& given);
  void addStartsOfSets();
  void dropRedundant(const EquationSystem& system, const SystemGraph& g, graph::Matching& matching);
  bool onlyParameters(const StructuredEquation& condition) const;
  bool hasValue(const std::vector<double>& values, ExprId expression) const;
  ExprId magnitude(const StructuredEquation& condition);
  void assertAtStart(const StructuredEquation& condition, std::string_view contradicted);
  bool literalTrue(ExprId id) const {
    return id.valid() && pool_.kind(id) == ExprKind::Boolean && pool_.booleanValue(id);
  }
  bool literalFalse(ExprId id) const {
    return id.valid() && pool_.kind(id) == ExprKind::Boolean && !pool_.booleanValue(id);
  }
  ExprId startOf(VariableId id);

  void replaceAtStart();
  void addEquations();
  void findTold();
  void findToldComponents();
  std::string_view componentOf(VariableId id) const {
    const std::string_view name = model_.name(id);
    const size_t dot = name.rfind('.');
    return dot == std::string_view::npos ? std::string_view() : name.substr(0, dot);
  }
  void addBindings();
  std::vector<VariableId> addStarts();
  void classifyStarts(SystemGraph& g) const;
  bool isSingular(const graph::Matching& matching) const;
  void dropRepeated();
  void exposeConstraints(const EquationSystem& system, SystemGraph& g, graph::Matching& matching);
  void explain(const EquationSystem& system, const SystemGraph& g, const graph::Matching& matching);
  std::vector<Block> sortedBlocks(const EquationSystem& system, const SystemGraph& g,
                                  const graph::Matching& matching) const;

  StructuredDae& model_;
  ExprPool& pool_;
  ExprBuilder build_;
  const std::vector<PreUnknown> pre_;
  const StructureOptions& options_;
  Diagnostics& diagnostics_;
  ExprTable<ExprId> memo_;
  std::vector<StructuredEquation> equations_;
  std::vector<StartRank> rank_;  // of each equation
  size_t firstStart_ = 0;        // the equations from here on are start values
  std::vector<char> later_;      // by variable: a parameter that follows from unknowns
  std::vector<char> candidate_;  // by variable: a set of states contains it
  std::vector<char> told_;       // by variable: initial equations say how this state starts
};

ExprId InitialSystemBuilder::startOf(VariableId id) {
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
ExprId InitialSystemBuilder::atStart(ExprId root) {
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

void InitialSystemBuilder::addStart(VariableId id, StartRank rank) {
  addStart(id, startOf(id), rank);
}

void InitialSystemBuilder::addStart(VariableId id, ExprId value, StartRank rank) {
  StructuredEquation e;
  e.left = model_.ref(id);
  e.right = value;
  e.origin = model_.dae.variables[id].origin;
  equations_.push_back(std::move(e));
  rank_.push_back(rank);
}

int avoidance(StateSelect select) {
  return static_cast<int>(StateSelect::Always) - static_cast<int>(select);
}

// The start value of an unknown, as far as it may be used. `instead`: its component has a state
// without start value.
void InitialSystemBuilder::addStartOf(VariableId id, bool instead) {
  const Variable& v = model_.dae.variables[id];
  const Role role = model_.info[id].role;
  const bool discrete = role == Role::Discrete || role == Role::Parameter;
  const int avoid = avoidance(v.stateSelect);
  if (!discrete && literalTrue(v.fixed)) {
    addStart(id, StartRank{});
  } else if (role == Role::State && !literalFalse(v.fixed)) {
    const bool preferred = v.stateSelect >= StateSelect::Prefer;
    const StartKind kind = v.start.valid() ? StartKind::Given
                           : preferred     ? StartKind::Preferred
                                           : StartKind::Default;
    addStart(id, {kind, v.startGiven, avoid, true, told_[id.index()] != 0});
  } else if (role == Role::Algebraic && model_.info[id].derivative.valid() &&
             !candidate_[id.index()] && v.startFromOutside() && !literalFalse(v.fixed)) {
    // It could be a state as well; a default of its class would not make it count.
    addStart(id, {StartKind::Given, v.startGiven, avoid, false});
  } else if (role == Role::Algebraic && instead && v.start.valid() && !pool_.isLiteral(v.start)) {
    addStart(id, {StartKind::Instead, {}, avoid});
  } else if (role == Role::State || role == Role::Parameter) {
    addStart(id, {StartKind::NotFixed, {}, 0});
  }
}

// States that are chosen at run time start with the values of the candidates that they stand for:
// s = sum A u.start. Candidates with fixed start values are the first states, and need none.
void InitialSystemBuilder::addStartsOfSets() {
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
      StateSelect best = StateSelect::Never;
      Confidence given;
      bool any = false;
      for (VariableId id : set.candidates[o]) {
        const Variable& v = model_.dae.variables[source(id)];
        fixed += literalTrue(v.fixed) ? 1 : 0;
        best = std::max(best, v.stateSelect);
        any = any || v.start.valid();
        if (v.start.valid()) given = std::min(given, v.startGiven);
      }
      for (size_t k = fixed; k < set.states[o].size(); ++k) {
        ExprId value = build_.zero();
        for (size_t j = 0; j < n; ++j)
          value = build_.add(value, build_.mul(model_.ref(set.selection[k * n + j]),
                                               startOf(source(set.candidates[o][j]))));
        addStart(set.states[o][k], value,
                 {any ? StartKind::Given : StartKind::Default, given, avoidance(best)});
      }
    }
  }
}

// A condition about parameters alone determines nothing.
bool InitialSystemBuilder::onlyParameters(const StructuredEquation& condition) const {
  SmallExprSet seen;
  const ExprId roots[2] = {condition.left, condition.right};
  bool only = true;
  forEachNode(pool_, roots, seen, [&](ExprId id) {
    if (pool_.kind(id) == ExprKind::Time) only = false;
    if (pool_.kind(id) != ExprKind::Variable) return;
    const Variable& v = model_.dae.variables[pool_.variableOf(id)];
    only = only && v.variability <= Variability::Parameter && !literalFalse(v.fixed);
  });
  return only;
}

// Whether the values of all parameters in an expression are known, and nothing else is in it.
bool InitialSystemBuilder::hasValue(const std::vector<double>& values, ExprId expression) const {
  SmallExprSet seen;
  bool known = true;
  forEachNode(pool_, {&expression, 1}, seen, [&](ExprId id) {
    if (pool_.kind(id) == ExprKind::Time) known = false;
    if (pool_.kind(id) == ExprKind::Variable)
      known = known && !std::isnan(values[pool_.variableOf(id).index()]);
  });
  return known;
}

// 1 and the sizes of what stands in a condition, and of what is differentiated there.
ExprId InitialSystemBuilder::magnitude(const StructuredEquation& condition) {
  SmallExprSet seen;
  std::vector<VariableId> found;
  const ExprId roots[2] = {condition.left, condition.right};
  forEachNode(pool_, roots, seen, [&](ExprId id) {
    if (pool_.kind(id) == ExprKind::Variable && model_.isReal(pool_.variableOf(id)))
      found.push_back(pool_.variableOf(id));
  });
  ExprId sum = pool_.real(1);
  constexpr size_t kMost = 20;
  for (size_t i = 0; i < std::min(found.size(), kMost); ++i) {
    const VariableId integral = model_.info[found[i]].integral;
    for (VariableId id : {found[i], integral})
      if (id.valid()) sum = build_.add(sum, build_.call(Builtin::Abs, model_.ref(id)));
  }
  return sum;
}

// It must hold all the same: for numbers |l - r| is small.
void InitialSystemBuilder::assertAtStart(const StructuredEquation& condition,
                                         std::string_view contradicted) {
  const TypeId boolean = pool_.types.boolean();
  ExprId holds;
  if (pool_.base(condition.left) == BaseType::Real) {
    const ExprId limit = build_.mul(pool_.real(1e-6), magnitude(condition));
    const ExprId difference =
        build_.call(Builtin::Abs, build_.sub(condition.left, condition.right));
    holds = pool_.binary(ExprKind::LessEqual, boolean, difference, limit);
  } else {
    holds = pool_.binary(ExprKind::Equal, boolean, condition.left, condition.right);
  }
  const PrintContext context{pool_, &model_.dae, nullptr};
  Action action;
  action.kind = ActionKind::Assert;
  action.guard = pool_.builtin(Builtin::Initial, boolean, {});
  action.value = pool_.builtin(Builtin::NoEvent, boolean, {holds});
  action.message = pool_.string(fmt::format("the initial condition {} = {} contradicts {}",
                                            print(condition.left, context),
                                            print(condition.right, context), contradicted));
  action.origin = condition.origin;
  model_.actions.push_back(std::move(action));
}

// A condition x = value too many does no harm where the one that is used gives x the same value.
void InitialSystemBuilder::dropRedundant(const EquationSystem& system, const SystemGraph& g,
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
  // What is left over where all else is determined is checked at the start.
  const bool determined = std::find(matching.varToEq.begin(), matching.varToEq.end(),
                                    graph::kNone) == matching.varToEq.end();
  for (size_t e = model_.equations.size(); e < equations_.size(); ++e) {
    if (!rank_[e].mustHold() || matching.eqToVar[e] != graph::kNone) continue;
    if (!evaluate) {
      values = parameterValues(model_);
      evaluate.emplace(pool_, [&](ExprId leaf) {
        return pool_.kind(leaf) == ExprKind::Variable ? values[pool_.variableOf(leaf).index()]
                                                      : NAN;
      });
    }
    const StructuredEquation& condition = equations_[e];
    const Side left = sideOf(condition.left), right = sideOf(condition.right);
    Consistency known = consistencyOf(system, g, matching, static_cast<int>(e), values);
    if (onlyParameters(condition)) {
      assertAtStart(condition, "the values of these parameters");
      // pre(b) = false for a b that is constant: libraries write it for any input.
      if (pool_.base(condition.left) == BaseType::Boolean)
        model_.actions.back().level = AssertLevel::Warning;
      rank_[e].kind = StartKind::Redundant;
      continue;
    }
    if (known != Consistency::Holds && (isUnknown(left) || isUnknown(right))) {
      const ExprId value = isUnknown(left) ? condition.right : condition.left;
      const ExprId used = valueOf(isUnknown(left) ? left : right);
      if (used.valid() && hasValue(values, value) && hasValue(values, used)) {
        const double a = (*evaluate)(value), b = (*evaluate)(used);
        if (value == used || a == b) {
          known = Consistency::Holds;
          useValues(model_, used);
        } else if (std::isfinite(a) && std::isfinite(b)) {
          known = Consistency::Contradicts;
        }
      } else if (used == value) {
        known = Consistency::Holds;
      }
    }
    if (known == Consistency::Holds) {
      rank_[e].kind = StartKind::Redundant;
      useValues(model_, condition.left);
      useValues(model_, condition.right);
    } else if (known == Consistency::Unknown && determined) {
      assertAtStart(condition, "the others");
      rank_[e].kind = StartKind::Redundant;
      diagnostics_.report(diag::RedundantInitialCondition, condition.origin.range,
                          textOf(condition));
    }
  }
}

// Classes of edges for the matching, by equation; of no meaning for those that must hold.
std::vector<uint8_t> InitialSystemBuilder::startClasses() const {
  using Key = decltype(StartRank().key());
  std::vector<Key> keys;
  for (const StartRank& rank : rank_)
    if (!rank.mustHold()) keys.push_back(rank.key());
  std::sort(keys.begin(), keys.end());
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
  std::vector<uint8_t> result;
  for (const StartRank& rank : rank_) {
    const auto at = std::lower_bound(keys.begin(), keys.end(), rank.key()) - keys.begin();
    result.push_back(static_cast<uint8_t>(
        std::min<std::ptrdiff_t>(kFirstStartClass + at, graph::kForbiddenEdge - 1)));
  }
  return result;
}

// The variable that a used start value was given to. States of a set stand for the candidates that
// are states at first.
VariableId InitialSystemBuilder::startSource(VariableId id) const {
  for (const StateSet& set : model_.stateSets)
    for (size_t o = 0; o < set.states.size(); ++o)
      for (size_t k = 0; k < set.states[o].size(); ++k)
        if (set.states[o][k] == id) id = set.candidates[o][static_cast<size_t>(set.chosen[k])];
  // Rounds of aliases: the last one is the outermost.
  for (size_t i = model_.startSources.size(); i-- > 0;)
    if (model_.startSources[i].variable == id) id = model_.startSources[i].from;
  return id;
}

// Which start values were used though nobody fixed them, and which were not though they were given.
void InitialSystemBuilder::reportChosen(const EquationSystem& system, const SystemGraph& g,
                                        const graph::Matching& matching) {
  const std::vector<double> values = parameterValues(model_);
  std::string chosen;
  std::vector<UnusedStartText> unused;
  std::vector<char> used(model_.dae.variables.size(), 0);
  const bool others = usesOthers(matching);
  for (size_t e = 0; e < equations_.size(); ++e) {
    const StartRank& rank = rank_[e];
    if (e < firstStart_ || rank.kind >= StartKind::NotFixed) continue;
    const VariableId id = pool_.variableOf(equations_[e].left);
    if (matching.eqToVar[e] != graph::kNone) {
      used[id.index()] = 1;
      if (rank.mustHold()) continue;
      chosen += (chosen.empty() ? "" : ", ") + std::string(model_.name(startSource(id)));
    } else if (rank.kind == StartKind::Given &&
               ((others && rank.isState) || rank.given.level <= 1) &&
               consistencyOf(system, g, matching, static_cast<int>(e), values) !=
                   Consistency::Holds) {
      unused.push_back({startSource(id), equations_[e].right,
                        fmt::format("it was given {}; it follows from initial equations and from "
                                    "start values that count as much or more",
                                    givenWhere(rank.given))});
    }
  }
  if (!chosen.empty()) diagnostics_.report(diag::StartValuesChosen, {}, chosen);
  addUnusedAliases(used, unused);
  constexpr size_t kShown = 5;
  for (size_t i = 0; i < std::min(unused.size(), kShown); ++i) {
    Diagnostic& d = diagnostics_.report(
        diag::StartValueNotUsed, model_.dae.variables[unused[i].variable].origin.range,
        textOf(unused[i].start), std::string(model_.name(unused[i].variable)), unused[i].why);
    if (i + 1 == kShown && unused.size() > kShown)
      d.note(fmt::format("nor are those of {} other variables", unused.size() - kShown));
  }
}

// A number or the name of a parameter; nothing for what may be long.
std::string InitialSystemBuilder::textOf(ExprId start) const {
  const bool isShort = pool_.isLiteral(start) || pool_.kind(start) == ExprKind::Variable;
  return isShort ? ' ' + print(start, PrintContext{pool_, &model_.dae, nullptr}) : "";
}

std::string InitialSystemBuilder::textOf(const StructuredEquation& condition) const {
  const PrintContext context{pool_, &model_.dae, nullptr};
  std::string text =
      fmt::format("{} = {}", print(condition.left, context), print(condition.right, context));
  constexpr size_t kLongest = 120;
  if (text.size() > kLongest) text.replace(kLongest, std::string::npos, "...");
  return text;
}

// Is the start value of a variable used that is no state?
bool InitialSystemBuilder::usesOthers(const graph::Matching& matching) const {
  for (size_t e = firstStart_; e < equations_.size(); ++e)
    if (rank_[e].kind == StartKind::Given && !rank_[e].isState &&
        matching.eqToVar[e] != graph::kNone)
      return true;
  return false;
}

std::string InitialSystemBuilder::givenWhere(const Confidence& given) {
  return given.level == 0   ? "on the command line"
         : given.level == 1 ? "in the model"
                            : fmt::format("in the class of a component (level {})", given.level);
}

// Names of quantities whose start value is used, with another one.
void InitialSystemBuilder::addUnusedAliases(const std::vector<char>& used,
                                            std::vector<UnusedStartText>& unused) const {
  std::vector<VariableId> of(model_.dae.variables.size());
  for (const Alias& alias : model_.aliases) of[alias.variable.index()] = alias.of;
  for (const UnusedStart& start : model_.unusedStarts) {
    const VariableId id = of[start.of.index()].valid() ? of[start.of.index()] : start.of;
    const Variable& v = model_.dae.variables[id];
    if (!used[id.index()] || !start.fromOutside) continue;  // nobody relies on defaults
    const std::string_view source = model_.name(startSource(id));
    std::string why = fmt::format("'{}' is the same quantity, and its start value ", source);
    if (literalTrue(v.fixed))
      why += "is fixed";
    else if (v.startGiven.level == start.given.level)
      why += fmt::format("was given {} as well, and comes first", givenWhere(v.startGiven));
    else
      why += fmt::format("was given {}, this one {}", givenWhere(v.startGiven),
                         givenWhere(start.given));
    unused.push_back({start.variable, start.start, std::move(why)});
  }
}

// What stands for initial(), edge of a when-condition and pre(d).
void InitialSystemBuilder::replaceAtStart() {
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
}

// Those of the model and the initial ones.
void InitialSystemBuilder::addEquations() {
  // A discrete variable that an algorithm computes and an initial equation sets: its
  // when-statements are not active, so that the algorithm only says pre(d) = d.
  std::vector<char> isSet(model_.dae.variables.size(), 0);
  for (const StructuredEquation& e : model_.initialEquations)
    for (const ExprId side : {e.left, e.right})
      if (pool_.kind(side) == ExprKind::Variable) isSet[pool_.variableOf(side).index()] = 1;
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
}

// States of which der(x) = 0 or x = value says how they start: of these the start value is where an
// iteration begins, and where conditions are missing it is others that are meant.
void InitialSystemBuilder::findTold() {
  told_.assign(model_.dae.variables.size(), 0);
  IncidenceCollector collector(pool_);
  std::vector<Incidence> found;
  for (const StructuredEquation& e : model_.initialEquations) {
    const ExprId roots[2] = {e.left, e.right};
    collector.collect(roots, found);
    VariableId only;
    size_t unknowns = 0;
    for (const Incidence& in : found) {
      if (model_.info[in.variable].role == Role::Parameter) continue;
      only = in.variable;
      ++unknowns;
    }
    if (unknowns != 1) continue;
    const VariableId integral = model_.info[only].integral;
    told_[(integral.valid() ? integral : only).index()] = 1;
  }
  findToldComponents();
}

// The states of components that bring an initial equation for each of them, say about their output:
// those equations that parameters with fixed = false follow from do not count.
void InitialSystemBuilder::findToldComponents() {
  std::map<std::string_view, int> spare;
  for (const StructuredEquation& e : model_.initialEquations)
    ++spare[e.origin.instance.valid() ? pool_.names.text(e.origin.instance) : std::string_view()];
  for (uint32_t i = 0; i < model_.dae.variables.size(); ++i) {
    const VariableId id(i);
    const Variable& v = model_.dae.variables[id];
    const Role role = model_.info[id].role;
    const bool computed = role == Role::Parameter && !v.binding.valid() && literalFalse(v.fixed);
    const bool state = role == Role::State && !literalTrue(v.fixed);
    const auto at = computed || state ? spare.find(componentOf(id)) : spare.end();
    if (at != spare.end()) --at->second;
  }
  for (uint32_t i = 0; i < model_.dae.variables.size(); ++i) {
    if (model_.info[VariableId(i)].role != Role::State) continue;
    const auto at = spare.find(componentOf(VariableId(i)));
    if (at != spare.end() && at->second >= 0) told_[i] = 1;
  }
}

// Parameters that follow from others which are determined here.
void InitialSystemBuilder::addBindings() {
  later_ = dependOnInitial(model_);
  for (uint32_t i = 0; i < later_.size(); ++i) {
    const VariableId id(i);
    later_[i] = later_[i] && model_.isKept(id);
    if (!later_[i]) continue;
    StructuredEquation e;
    e.left = model_.ref(id);
    e.right = atStart(model_.dae.variables[id].binding);
    e.origin = model_.dae.variables[id].origin;
    if (!model_.isReal(id)) e.target = id;  // a Real one may as well determine what it follows from
    equations_.push_back(std::move(e));
  }
}

// The start values that may be used, as equations; returns the unknowns.
std::vector<VariableId> InitialSystemBuilder::addStarts() {
  rank_.assign(equations_.size(), {});
  firstStart_ = equations_.size();
  std::vector<char> inSet(model_.dae.variables.size(), 0);
  candidate_.assign(model_.dae.variables.size(), 0);
  for (const StateSet& set : model_.stateSets) {
    for (const auto& order : set.states)
      for (VariableId id : order) inSet[id.index()] = 1;
    for (const auto& order : set.candidates)
      for (VariableId id : order) candidate_[id.index()] = 1;
  }
  // Where a state has no start value, another variable of the same component whose start value the
  // user gave by a parameter (T(start = T0)) says more than the default 0.
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
    if (role != Role::State && !model_.isUnknown(id) && !freeParameter && !later_[i]) continue;
    unknowns.push_back(id);
    if (!later_[i] && !inSet[i]) addStartOf(id, withoutStart.contains(componentOf(id)));
  }
  // pre(d) is an unknown too; where nothing else determines it, it has the start value of d.
  for (const PreUnknown& p : pre_)
    addStart(p.pre, {literalTrue(model_.dae.variables[p.variable].fixed) ? StartKind::MustHold
                                                                         : StartKind::Pre});
  return unknowns;
}

void InitialSystemBuilder::classifyStarts(SystemGraph& g) const {
  const std::vector<uint8_t> classes = startClasses();
  for (size_t e = 0; e < equations_.size(); ++e) {
    if (rank_[e].mustHold()) continue;
    for (int edge = g.graph.firstEdge(static_cast<int>(e));
         edge < g.graph.firstEdge(static_cast<int>(e) + 1); ++edge)
      g.edgeClass[static_cast<size_t>(edge)] = classes[e];
  }
}

bool InitialSystemBuilder::isSingular(const graph::Matching& matching) const {
  for (size_t e = 0; e < equations_.size(); ++e)
    if (rank_[e].mustHold() && matching.eqToVar[e] == graph::kNone) return true;
  return std::find(matching.varToEq.begin(), matching.varToEq.end(), graph::kNone) !=
         matching.varToEq.end();
}

// Explains with what must hold and with the start values that were taken.
void InitialSystemBuilder::explain(const EquationSystem& system, const SystemGraph& g,
                                   const graph::Matching& matching) {
  std::vector<StructuredEquation> kept;
  std::vector<graph::Bipartite::Edge> usable;
  for (size_t e = 0; e < equations_.size(); ++e) {
    if (!rank_[e].mustHold() && matching.eqToVar[e] == graph::kNone) continue;
    for (int edge = g.graph.firstEdge(static_cast<int>(e));
         edge < g.graph.firstEdge(static_cast<int>(e) + 1); ++edge)
      if (g.edgeClass[static_cast<size_t>(edge)] != graph::kForbiddenEdge)
        usable.emplace_back(static_cast<int>(kept.size()), g.graph.edgeVariable(edge));
    kept.push_back(equations_[e]);
  }
  auto plain =
      graph::Bipartite::fromEdges(static_cast<int>(kept.size()), g.graph.numVariables(), usable);
  auto parts = graph::decompose(plain, graph::maximumMatching(plain));
  explainSingular(model_, kept, system.unknowns, parts.over, {}, diag::InitialOverdetermined,
                  diagnostics_);
  for (const auto& part : parts.under)
    for (int v : part.unmatched) {
      VariableId id = system.unknowns[static_cast<size_t>(v)];
      diagnostics_.report(diag::InitialUnderdetermined, model_.dae.variables[id].origin.range,
                          std::string(model_.name(id)));
    }
}

std::vector<Block> InitialSystemBuilder::sortedBlocks(const EquationSystem& system,
                                                      const SystemGraph& g,
                                                      const graph::Matching& matching) const {
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
  return blocks;
}

// Conditions that two components write for what they share, each in its own names: those that are
// the same but for variables that equations set equal say nothing new. Structurally they could
// determine two unknowns, and others that are needed would be left over.
void InitialSystemBuilder::dropRepeated() {
  std::vector<VariableId> same(model_.dae.variables.size());
  auto first = [&](VariableId id) {
    while (same[id.index()].valid()) id = same[id.index()];
    return id;
  };
  for (const StructuredEquation& e : model_.equations) {
    if (pool_.kind(e.left) != ExprKind::Variable || pool_.kind(e.right) != ExprKind::Variable)
      continue;
    const VariableId a = first(pool_.variableOf(e.left)), b = first(pool_.variableOf(e.right));
    if (a != b) same[std::max(a, b).index()] = std::min(a, b);
  }
  Substitution substitution(pool_);
  for (uint32_t i = 0; i < same.size(); ++i)
    if (same[i].valid()) substitution.set(VariableId(i), model_.ref(first(VariableId(i))));
  std::set<std::pair<uint32_t, uint32_t>> seen;
  for (size_t e = model_.equations.size(); e < firstStart_; ++e) {
    const uint32_t left = substitution.apply(equations_[e].left).index();
    const uint32_t right = substitution.apply(equations_[e].right).index();
    if (!seen.emplace(std::min(left, right), std::max(left, right)).second)
      rank_[e].kind = StartKind::Redundant;
  }
}

// Writes out what blocks say about others, and determines anew what follows from what. Not where
// that leaves something open or contradicted: equations that say the same twice are told when the
// system is solved.
void InitialSystemBuilder::exposeConstraints(const EquationSystem& system, SystemGraph& g,
                                             graph::Matching& matching) {
  constexpr int kRounds = 3;
  for (int round = 0; round < kRounds && options_.on(Pass::exposeConstraints); ++round) {
    if (isSingular(matching)) return;
    const std::vector<StructuredEquation> before = equations_;
    const size_t found = exposeInitialConstraints(
        model_, equations_, sortedBlocks(system, g, matching),
        [&](int e) { return rank_[static_cast<size_t>(e)].mustHold(); },
        [&](VariableId id) { return system.columnOf(id) >= 0; }, diagnostics_);
    if (found == 0) return;
    SystemGraph exposed = buildGraph(system);
    classifyStarts(exposed);
    graph::Matching other = graph::maximumMatching(exposed.graph, exposed.edgeClass);
    if (isSingular(other)) {
      std::copy(before.begin(), before.end(), equations_.begin());
      return;
    }
    g = std::move(exposed);
    matching = std::move(other);
  }
}

InitialSystem InitialSystemBuilder::run() {
  replaceAtStart();
  addEquations();
  findTold();
  addBindings();
  std::vector<VariableId> unknowns = addStarts();
  dropRepeated();
  EquationSystem system(model_, equations_, std::move(unknowns));
  system.atStart = true;
  SystemGraph g = buildGraph(system);
  classifyStarts(g);
  graph::Matching matching = graph::maximumMatching(g.graph, g.edgeClass);
  exposeConstraints(system, g, matching);
  dropRedundant(system, g, matching);
  InitialSystem result;
  if (isSingular(matching)) {
    explain(system, g, matching);
  } else {
    reportChosen(system, g, matching);
    result.blocks = sortedBlocks(system, g, matching);
    tearSystem(system, result.blocks, options_);
    relaxSystem(system, result.blocks, options_);
    result.guesses = guessUnknowns(system, result.blocks);
  }
  result.pre = pre_;
  result.equations = std::move(equations_);
  return result;
}

}  // namespace

InitialSystem buildInitialSystem(StructuredDae& model, const StructureOptions& options,
                                 Diagnostics& diagnostics) {
  return InitialSystemBuilder(model, options, diagnostics).run();
}

// Start values that are not used are in no block.
std::string verify(const InitialSystem& system, const StructuredDae& model) {
  std::vector<VariableId> unknowns;
  std::vector<char> used(system.equations.size(), 0);
  for (const Block& block : system.blocks) {
    unknowns.insert(unknowns.end(), block.unknowns.begin(), block.unknowns.end());
    for (int e : block.equations) used[static_cast<size_t>(e)] = 1;
  }
  return verifyBlocks(model, system.equations, unknowns, system.blocks, used);
}

}  // namespace formola
