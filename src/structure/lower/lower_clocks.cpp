#include "structure/lower/lower_clocks.h"

#include <algorithm>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "dae/visit.h"
#include "diag/codes/equations.h"
#include "expr/analysis.h"
#include "expr/build.h"
#include "expr/rewrite.h"
#include "graph/strong_components.h"
#include "structure/index/derivatives.h"
#include "structure/index/reduce_index.h"
#include "structure/lower/clock_operands.h"
#include "structure/lower/clock_partitions.h"
#include "structure/lower/clocked_assignments.h"

namespace formola {

namespace {

Equation equality(ExprId left, ExprId right, const Provenance& origin) {
  Equation e;
  e.left = left;
  e.right = right;
  e.origin = origin;
  return e;
}

Equation whenTrue(ExprId condition, std::vector<Equation> body, const Provenance& origin) {
  Equation e;
  e.kind = EquationKind::When;
  e.branches.push_back({condition, std::move(body)});
  e.origin = origin;
  return e;
}

class ClockLowering {
 public:
  ClockLowering(Dae dae, Diagnostics& diagnostics)
      : dae_(std::move(dae)), pool_(*dae_.pool), build_(pool_), diagnostics_(diagnostics) {}

  Dae run();

 private:
  // What belongs to one clock and is made when it is needed.
  struct Ticks {
    VariableId tick;         // true at the instants of the clock
    VariableId started;      // true after the first tick
    VariableId last;         // time of the last tick
    ExprTable<ExprId> memo;  // expressions in terms of pre() and the variables above
  };

  VariableId add(const std::string& name, TypeId type, Variability variability,
                 const Provenance& origin, ExprId start = {}) {
    return addHidden(dae_, name, type, variability, origin, start);
  }
  ExprId ref(VariableId id) { return pool_.variable(id, dae_.variables[id].type); }
  ExprId pre(ExprId e) { return pool_.builtin(Builtin::Pre, pool_.type(e), {e}); }
  // Divided last, so that a fifth of 0.1 is 0.02 and not its neighbour.
  ExprId times(Rational factor, ExprId e) {
    const ExprId product = build_.mul(pool_.real(static_cast<double>(factor.numerator)), e);
    return build_.div(product, pool_.real(static_cast<double>(factor.denominator)));
  }

  // ---- the ticks
  void makeTickers();
  ExprId baseCondition(const BaseClock& base);
  ExprId varyingInterval(const BaseClock& base, ExprId counter);
  ExprId intervalOf(int clock);
  ExprId firstTickOf(int clock);
  ExprId timeOfTicks(int clock, ExprId ticks, ExprId elapsed);

  // ---- the equations of one clock
  void lower(int number);
  ExprId lowered(int clock, ExprId e);
  ExprId rewriteNode(int clock, ExprId e, std::span<const ExprId> children);
  StructuredDae reduced(const SubClock& clock, ExprId reset, std::vector<Equation> equations);
  void discretize(int clock, std::vector<Equation>& equations);
  void discretizeState(int clock, std::vector<Equation>& equations);
  void assign(int clock, const std::vector<Equation>& equations,
              const std::vector<VariableId>& unknowns, Equation& when);
  Equation whileActive(Equation e);
  void reportLoops(const std::vector<Equation>& equations, const ClockedAssignments& found);
  void lowerAlgorithm(int clock, Algorithm& algorithm);
  void nameDerivatives();
  void removeClocks();

  Dae dae_;
  ExprPool& pool_;
  ExprBuilder build_;
  Diagnostics& diagnostics_;
  ClockPartitions partitions_;
  std::vector<Ticks> ticks_;
  std::vector<Equation> made_;                            // unclocked equations of the result
  std::unordered_map<uint32_t, VariableId> derivatives_;  // by clocked x: the variable der(x)
  int named_ = 0;
};

// ---- ticks

// True at every tick of the base clock; its edges count.
ExprId ClockLowering::baseCondition(const BaseClock& base) {
  const TypeId boolean = pool_.types.boolean();
  const ExprId start = pool_.real(dae_.experiment.startTime);
  switch (base.source) {
    case ClockSource::Periodic:
      return pool_.builtin(Builtin::Sample, boolean, {start, pool_.real(base.tick.value())});
    case ClockSource::Interval:
      return pool_.builtin(Builtin::Sample, boolean,
                           {start, times(base.tick, pool_.child(base.interval, 0))});
    case ClockSource::Event:
      // Spec 16.3: edge(pre(condition)), so that what is sampled is from the same iteration.
      return pre(base.condition);
    case ClockSource::Varying:
      break;
  }
  // At the start, and then when the interval computed at the last tick is over.
  const ExprId never = pool_.real(1e60);
  const VariableId next =
      add(fmt::format("$next{}", ++named_), pool_.types.real(), Variability::Discrete, {}, never);
  const ExprId once = pool_.builtin(Builtin::Sample, boolean, {start, never});
  const ExprId due = build_.compare(ExprKind::GreaterEqual, pool_.time(), pre(ref(next)));
  const VariableId ticker =
      add(fmt::format("$ticker{}", ++named_), boolean, Variability::Discrete, {});
  made_.push_back(equality(ref(ticker), build_.logicalOr(once, due), {}));
  const ExprId then =
      build_.add(pool_.time(), varyingInterval(base, pool_.child(base.interval, 0)));
  made_.push_back(whenTrue(ref(ticker), {equality(ref(next), then, {})}, {}));
  return ref(ticker);
}

// In seconds, from what the clock's first operand is or was.
ExprId ClockLowering::varyingInterval(const BaseClock& base, ExprId counter) {
  counter = build_.toReal(counter);
  if (pool_.children(base.interval).size() == 1) return counter;
  return build_.div(counter, build_.toReal(pool_.child(base.interval, 1)));
}

void ClockLowering::makeTickers() {
  const TypeId boolean = pool_.types.boolean();
  std::vector<ExprId> conditions;
  std::vector<ExprId> counters(partitions_.bases.size());
  for (const BaseClock& base : partitions_.bases) conditions.push_back(baseCondition(base));
  for (size_t i = 0; i < partitions_.clocks.size(); ++i) {
    const SubClock& clock = partitions_.clocks[i];
    const BaseClock& base = partitions_.bases[clock.base];
    Provenance origin;
    if (!clock.variables.empty()) origin = dae_.variables[clock.variables[0]].origin;
    ExprId condition = conditions[clock.base];
    const int64_t period = (clock.period / base.tick).numerator;
    const int64_t shift = (clock.shift / base.tick).numerator;
    if (period != 1 || shift != 0) {
      ExprId& counter = counters[clock.base];
      if (!counter.valid()) {
        counter = ref(add(fmt::format("$ticks{}", clock.base + 1), pool_.types.integer(),
                          Variability::Discrete, origin, pool_.integer(-1)));
        const ExprId more =
            pool_.binary(ExprKind::Add, pool_.types.integer(), pre(counter), pool_.integer(1));
        made_.push_back(whenTrue(condition, {equality(counter, more, origin)}, origin));
      }
      const TypeId integer = pool_.types.integer();
      const ExprId since = pool_.binary(ExprKind::Sub, integer, counter, pool_.integer(shift));
      const ExprId rest = pool_.builtin(Builtin::Mod, integer, {since, pool_.integer(period)});
      ExprId turn = build_.compare(ExprKind::Equal, rest, pool_.integer(0));
      turn = build_.logicalAnd(
          build_.compare(ExprKind::GreaterEqual, counter, pool_.integer(shift)), turn);
      condition = build_.logicalAnd(condition, pool_.builtin(Builtin::NoEvent, boolean, {turn}));
    }
    ticks_[i].tick = add(fmt::format("$tick{}", i + 1), boolean, Variability::Discrete, origin);
    made_.push_back(equality(ref(ticks_[i].tick), condition, origin));
  }
}

ExprId ClockLowering::firstTickOf(int clock) {
  Ticks& ticks = ticks_[clock];
  if (!ticks.started.valid())
    ticks.started = add(fmt::format("$started{}", clock + 1), pool_.types.boolean(),
                        Variability::Discrete, {}, pool_.boolean(false));
  return build_.logicalNot(pre(ref(ticks.started)));
}

// Time from the tick before: the period, where there is one.
ExprId ClockLowering::intervalOf(int number) {
  const SubClock& clock = partitions_.clocks[number];
  const BaseClock& base = partitions_.bases[clock.base];
  if (base.source == ClockSource::Periodic) return pool_.real(clock.period.value());
  if (base.source == ClockSource::Interval)
    return times(clock.period, pool_.child(base.interval, 0));
  Ticks& ticks = ticks_[number];
  if (!ticks.last.valid())
    ticks.last = add(fmt::format("$last{}", number + 1), pool_.types.real(), Variability::Discrete,
                     {}, pool_.real(0));
  ExprId first = base.startInterval;
  if (base.source == ClockSource::Varying)
    first = varyingInterval(base, pre(pool_.child(base.interval, 0)));
  return build_.ifThenElse(firstTickOf(number), first,
                           build_.sub(pool_.time(), pre(ref(ticks.last))));
}

// From the first to the last of as many ticks: exact where there is a period, which counts for
// comparisons with a multiple of it.
ExprId ClockLowering::timeOfTicks(int number, ExprId ticks, ExprId elapsed) {
  const SubClock& clock = partitions_.clocks[number];
  const BaseClock& base = partitions_.bases[clock.base];
  const ExprId steps =
      build_.toReal(pool_.binary(ExprKind::Sub, pool_.types.integer(), ticks, pool_.integer(1)));
  if (base.source == ClockSource::Periodic) return times(clock.period, steps);
  if (base.source == ClockSource::Interval)
    return times(clock.period, build_.mul(steps, pool_.child(base.interval, 0)));
  return elapsed;
}

// ---- equations

ExprId ClockLowering::rewriteNode(int clock, ExprId e, std::span<const ExprId> children) {
  if (pool_.kind(e) != ExprKind::Builtin) return build_.withChildren(e, children);
  switch (pool_.builtinOf(e)) {
    case Builtin::ClockedSample:
      return isUnknown(dae_, children[0]) ? pre(children[0]) : children[0];
    case Builtin::Previous:
      return isUnknown(dae_, children[0]) ? pre(children[0]) : children[0];
    case Builtin::TimeInState:  // ticks in the state, time since it was entered
      return clock < 0 ? children[1] : timeOfTicks(clock, children[0], children[1]);
    case Builtin::Hold:
    case Builtin::SubSample:
    case Builtin::SuperSample:
    case Builtin::ShiftSample:
    case Builtin::BackSample:
    case Builtin::NoClock:
      return children[0];
    case Builtin::Interval:
      return clock < 0 ? e : intervalOf(clock);
    case Builtin::FirstTick:
      return clock < 0 ? e : firstTickOf(clock);
    default:
      break;
  }
  return build_.withChildren(e, children);
}

ExprId ClockLowering::lowered(int clock, ExprId root) {
  if (clock < 0) {
    ExprTable<ExprId> memo;
    return mapExpr(pool_, root, memo, [&](ExprId e, std::span<const ExprId> children) {
      return rewriteNode(clock, e, children);
    });
  }
  return mapExpr(pool_, root, ticks_[clock].memo, [&](ExprId e, std::span<const ExprId> children) {
    return rewriteNode(clock, e, children);
  });
}

// The differential equations of one clock in terms of variables der(x), of index one; those of one
// state where it has states. What is elsewhere is known to them.
StructuredDae ClockLowering::reduced(const SubClock& clock, ExprId reset,
                                     std::vector<Equation> equations) {
  StructuredDae model;
  std::vector<Equation> others = std::move(dae_.equations);
  std::vector<Equation> initial = std::move(dae_.initialEquations);
  model.dae = std::move(dae_);
  model.info.resize(model.dae.variables.size(), {Role::Parameter, {}, {}});
  for (VariableId v : clock.variables) {
    const Variable& variable = model.dae.variables[v];
    if (variable.variability <= Variability::Parameter) continue;
    const bool real = pool_.types[variable.type].base == BaseType::Real;
    const bool given = variable.causality == Causality::Input || variable.reset != reset;
    model.info[v].role = given ? Role::Input : real ? Role::Algebraic : Role::Discrete;
  }
  for (Equation& e : equations) {
    StructuredEquation to;
    to.left = e.left;
    to.right = e.right;
    to.origin = e.origin;
    model.equations.push_back(std::move(to));
  }
  StructureOptions options;
  options.dynamicStates = false;  // the states are those of the method's formula
  const size_t before = diagnostics_.errorCount();
  model = introduceDerivatives(std::move(model), options, diagnostics_);
  if (diagnostics_.errorCount() == before)
    model = reduceIndex(std::move(model), options, diagnostics_);
  dae_ = std::move(model.dae);
  dae_.equations = std::move(others);
  dae_.initialEquations = std::move(initial);
  return model;
}

// The equations of each state on their own, since they hold at ticks of their own.
void ClockLowering::discretize(int number, std::vector<Equation>& equations) {
  std::vector<std::vector<Equation>> groups;
  std::unordered_map<ExprId, size_t> places;
  for (Equation& e : equations) {
    const auto [place, isNew] = places.emplace(e.active, groups.size());
    if (isNew) groups.emplace_back();
    groups[place->second].push_back(std::move(e));
  }
  equations.clear();
  for (std::vector<Equation>& group : groups) {
    discretizeState(number, group);
    for (Equation& e : group) equations.push_back(std::move(e));
  }
}

// x at a tick from x at the last one: the clock's interval is the step (spec 16.8.2).
void ClockLowering::discretizeState(int number, std::vector<Equation>& equations) {
  auto isDer = [&](ExprId e) { return pool_.isBuiltin(e, Builtin::Der); };
  const bool continuous = std::any_of(equations.begin(), equations.end(), [&](const Equation& e) {
    return anyNode(pool_, e.left, isDer) || anyNode(pool_, e.right, isDer);
  });
  if (!continuous) return;
  SubClock& clock = partitions_.clocks[number];
  const size_t before = dae_.variables.size(), errors = diagnostics_.errorCount();
  const ExprId active = equations[0].active;
  ExprId reset;
  for (const Equation& e : equations) {
    // der(x): x is a variable of the state
    for (ExprId side : {e.left, e.right}) {
      anyNode(pool_, side, [&](ExprId node) {
        if (isDer(node) && isUnknown(dae_, pool_.child(node, 0)))
          reset = dae_.variables[pool_.variableOf(pool_.child(node, 0))].reset;
        return false;
      });
    }
  }
  const StructuredDae model = reduced(clock, reset, std::move(equations));
  equations.clear();
  if (diagnostics_.errorCount() > errors) return;
  for (const StructuredEquation& e : model.equations) {
    equations.push_back(equality(e.left, e.right, e.origin));
    equations.back().active = active;
  }
  for (size_t i = before; i < model.info.size(); ++i) clock.variables.push_back(VariableId(i));
  std::vector<VariableId> states;
  for (size_t i = 0; i < model.info.size(); ++i) {
    if (model.info[VariableId(i)].derivative.valid())
      derivatives_[static_cast<uint32_t>(i)] = model.info[VariableId(i)].derivative;
    if (model.info[VariableId(i)].role == Role::State) states.push_back(VariableId(i));
  }
  const std::string_view method =
      clock.method.valid() ? pool_.names.text(clock.method) : std::string_view();
  const Variable first = dae_.variables[clock.variables[0]];
  if (method.empty()) {
    Diagnostic& d =
        diagnostics_.report(diag::NoSolverMethod, first.origin.range, pool_.names.text(first.name));
    if (first.origin.instance.valid()) d.in(std::string(pool_.names.text(first.origin.instance)));
    return;
  }
  const bool isExplicit = method == "ExplicitEuler", isImplicit = method == "ImplicitEuler";
  if (!isExplicit && !isImplicit && method != "ImplicitTrapezoid")
    diagnostics_.report(diag::OtherSolverMethod, first.origin.range, method);
  const ExprId h = intervalOf(number), begins = firstTickOf(number);
  for (VariableId state : states) {
    const ExprId x = ref(state), dx = ref(model.info[state].derivative);
    ExprId slope = dx;
    if (isExplicit) slope = pre(dx);
    if (!isExplicit && !isImplicit) slope = build_.mul(pool_.real(0.5), build_.add(dx, pre(dx)));
    ExprId value = build_.ifThenElse(begins, pre(x), build_.add(pre(x), build_.mul(h, slope)));
    // A state of a state machine that is reset begins anew.
    if (reset.valid()) {
      const ExprId start = dae_.variables[state].start;
      value = build_.ifThenElse(reset, start.valid() ? start : pool_.real(0), value);
    }
    equations.push_back(equality(x, value, dae_.variables[state].origin));
    equations.back().active = active;
  }
}

void ClockLowering::lower(int number) {
  const SubClock& clock = partitions_.clocks[number];
  const size_t before = diagnostics_.errorCount();
  auto rewrite = [&](ExprId& x) { x = lowered(number, x); };
  Equation when = whenTrue(ref(ticks_[number].tick), {}, {});
  std::vector<Equation>& body = when.branches[0].body;
  std::vector<Equation> equalities;
  for (int i : clock.equations) {
    Equation& e = dae_.equations[i];
    if (e.kind == EquationKind::When) {
      const std::string_view name = clock.variables.empty()
                                        ? std::string_view()
                                        : pool_.names.text(dae_.variables[clock.variables[0]].name);
      diagnostics_.report(diag::ClockedWhen, e.origin.range, name);
      continue;
    }
    if (e.kind == EquationKind::Equality && pool_.base(e.left) == BaseType::Clock) continue;
    e.clock = {};
    forEachExprInEquation(e, rewrite);
    if (e.active.valid() && e.kind != EquationKind::Equality) e = whileActive(std::move(e));
    if (!when.origin.range.file.valid()) when.origin = e.origin;
    (e.kind == EquationKind::Equality ? equalities : body).push_back(std::move(e));
  }
  std::unordered_set<uint32_t> assigned;
  auto isAssigned = [&](VariableId id) { assigned.insert(id.index()); };
  for (int i : clock.algorithms) {
    Algorithm& algorithm = dae_.algorithms[i];
    for (Statement& statement : algorithm.body) forEachExprInStatement(statement, rewrite);
    forEachAssigned(pool_, algorithm.body, isAssigned);
    lowerAlgorithm(number, algorithm);
  }
  discretize(number, equalities);
  if (diagnostics_.errorCount() > before) return;
  std::vector<VariableId> unknowns;
  for (VariableId v : clock.variables) {
    const Variable& variable = dae_.variables[v];
    const bool known = variable.variability <= Variability::Parameter ||
                       variable.causality == Causality::Input ||
                       pool_.types[variable.type].base == BaseType::Clock;
    if (!known && !assigned.contains(v.index())) unknowns.push_back(v);
  }
  const Ticks& ticks = ticks_[number];
  if (ticks.started.valid())
    body.push_back(equality(ref(ticks.started), pool_.boolean(true), when.origin));
  if (ticks.last.valid()) body.push_back(equality(ref(ticks.last), pool_.time(), when.origin));
  assign(number, equalities, unknowns, when);
  if (!body.empty()) made_.push_back(std::move(when));
}

// Assertions and actions of a state.
Equation ClockLowering::whileActive(Equation e) {
  const ExprId active = std::exchange(e.active, ExprId());
  if (e.kind == EquationKind::Assert) {
    e.left = build_.logicalOr(build_.logicalNot(active), e.left);
    return e;
  }
  Equation choice;
  choice.kind = EquationKind::If;
  choice.origin = e.origin;
  choice.branches.push_back({active, {}});
  choice.branches[0].body.push_back(std::move(e));
  return choice;
}

// What the machine does at a tick cannot depend on itself (spec 17.3.1: the condition of an
// immediate transition is used before the state is known).
void ClockLowering::reportLoops(const std::vector<Equation>& equations,
                                const ClockedAssignments& found) {
  std::unordered_map<uint32_t, int> place;  // by variable
  for (size_t i = 0; i < found.all.size(); ++i)
    place.emplace(found.all[i].variable.index(), static_cast<int>(i));
  OccurrenceCollector occurrences(pool_);
  graph::Digraph uses;
  for (size_t i = 0; i < found.all.size(); ++i) {
    const Equation& e = equations[static_cast<size_t>(found.all[i].equation)];
    for (ExprId part : {e.left, e.right, e.active}) {
      if (!part.valid()) continue;
      for (const Occurrence& o : occurrences(part)) {
        const auto at = place.find(o.variable.index());
        if (o.kind != OccurrenceKind::Value || at == place.end()) continue;
        if (at->second != static_cast<int>(i)) uses.target.push_back(at->second);
      }
    }
    uses.start.push_back(static_cast<int>(uses.target.size()));
  }
  const graph::Groups loops = graph::strongComponents(uses);
  for (int b = 0; b < loops.size(); ++b) {
    if (loops[b].size() < 2) continue;
    std::string names;
    bool isMachine = false;
    const Equation* first = nullptr;
    for (int i : loops[b]) {
      const std::string_view name = pool_.names.text(dae_.variables[found.all[i].variable].name);
      if (name.starts_with("$machine")) {
        isMachine = true;
        // the equation with the conditions, if it is among them
        if (!first || name.ends_with(".immediate"))
          first = &equations[static_cast<size_t>(found.all[i].equation)];
      } else if (name.find('$') == std::string_view::npos) {
        names += (names.empty() ? "'" : ", '") + std::string(name) + "'";
      }
    }
    if (!isMachine) continue;
    Diagnostic& d = diagnostics_.report(diag::StateMachineLoop, first->origin.range, names);
    if (first->origin.instance.valid()) d.in(std::string(pool_.names.text(first->origin.instance)));
  }
}

void ClockLowering::assign(int number, const std::vector<Equation>& equations,
                           const std::vector<VariableId>& unknowns, Equation& when) {
  const ClockedAssignments found = assignClocked(dae_, equations, unknowns);
  if (!found.problem.empty()) {
    const Provenance origin = found.place < 0 ? when.origin : equations[found.place].origin;
    Diagnostic& d = diagnostics_.report(diag::ClockedSingular, origin.range, found.problem);
    if (origin.instance.valid()) d.in(std::string(pool_.names.text(origin.instance)));
    return;
  }
  reportLoops(equations, found);
  const TypeId real = pool_.types.real();
  const ExprId edge =
      pool_.builtin(Builtin::Edge, pool_.types.boolean(), {ref(ticks_[number].tick)});
  for (const ClockedAssignments::One& one : found.all) {
    const Equation& e = equations[one.equation];
    const ExprId x = ref(one.variable);
    if (one.value.valid()) {
      const ExprId value =
          e.active.valid() ? build_.ifThenElse(e.active, one.value, pre(x)) : one.value;
      when.branches[0].body.push_back(equality(x, value, e.origin));
      continue;
    }
    const ExprId holds = e.active.valid() ? build_.logicalAnd(edge, e.active) : edge;
    // Together with others, by the numerical solver; between ticks nothing changes, and before the
    // first one there is the start value.
    Variable& v = dae_.variables[one.variable];
    v.variability = Variability::Continuous;
    const ExprId before =
        pool_.ifThenElse(real, pool_.builtin(Builtin::Initial, pool_.types.boolean(), {}),
                         v.start.valid() ? v.start : pool_.real(0), pre(x));
    const ExprId left = pool_.builtin(Builtin::NoEvent, real, {build_.sub(e.left, e.right)});
    made_.push_back(equality(pool_.real(0),
                             pool_.ifThenElse(real, holds, left, build_.sub(x, before)), e.origin));
  }
}

// The statements act at the ticks only.
void ClockLowering::lowerAlgorithm(int clock, Algorithm& algorithm) {
  if (algorithm.active.valid()) {
    Statement choice;
    choice.kind = StatementKind::If;
    choice.range = algorithm.origin.range;
    choice.branches.push_back({algorithm.active, std::move(algorithm.body)});
    algorithm.body.clear();
    algorithm.body.push_back(std::move(choice));
    algorithm.active = {};
  }
  Statement when;
  when.kind = StatementKind::When;
  when.range = algorithm.origin.range;
  when.branches.push_back({ref(ticks_[clock].tick), std::move(algorithm.body)});
  algorithm.body.clear();
  algorithm.body.push_back(std::move(when));
}

// der(x) of a clocked x outside of the equations that determine it.
void ClockLowering::nameDerivatives() {
  if (derivatives_.empty()) return;
  auto rewrite = [&](ExprId& root) {
    ExprTable<ExprId> memo;
    root = mapExpr(pool_, root, memo, [&](ExprId e, std::span<const ExprId> children) {
      if (pool_.isBuiltin(e, Builtin::Der) && pool_.kind(children[0]) == ExprKind::Variable) {
        const auto found = derivatives_.find(pool_.variableOf(children[0]).index());
        if (found != derivatives_.end()) return ref(found->second);
      }
      return build_.withChildren(e, children);
    });
  };
  for (Equation& e : dae_.equations) forEachExprInEquation(e, rewrite);
  for (Equation& e : dae_.initialEquations) forEachExprInEquation(e, rewrite);
}

// Clocks have done their work; what is left of them has no value.
void ClockLowering::removeClocks() {
  for (Variable& v : dae_.variables) {
    v.reset = {};
    if (pool_.types[v.type].base != BaseType::Clock) continue;
    v.type = pool_.types.boolean();
    v.variability = Variability::Constant;
    v.causality = Causality::None;
    v.binding = pool_.boolean(false);
    v.isProtected = true;
    v.hideResult = true;
  }
}

Dae ClockLowering::run() {
  nameClockOperands(dae_);
  const size_t before = diagnostics_.errorCount();
  partitions_ = partitionByClocks(dae_, diagnostics_);
  if (diagnostics_.errorCount() > before) return std::move(dae_);
  ticks_.resize(partitions_.clocks.size());
  std::vector<bool> clocked(dae_.equations.size(), false);
  for (const SubClock& clock : partitions_.clocks) {
    for (int i : clock.equations) clocked[static_cast<size_t>(i)] = true;
  }
  makeTickers();
  for (size_t i = 0; i < partitions_.clocks.size(); ++i) lower(static_cast<int>(i));
  std::vector<Equation> rest;
  for (size_t i = 0; i < clocked.size(); ++i) {
    if (clocked[i]) continue;
    auto rewrite = [&](ExprId& e) { e = lowered(-1, e); };
    forEachExprInEquation(dae_.equations[i], rewrite);
    rest.push_back(std::move(dae_.equations[i]));
  }
  for (Equation& e : made_) rest.push_back(std::move(e));
  dae_.equations = std::move(rest);
  nameDerivatives();
  removeClocks();
  return std::move(dae_);
}

}  // namespace

Dae lowerClocks(Dae dae, Diagnostics& diagnostics) {
  if (!usesClocks(dae)) return dae;
  return ClockLowering(std::move(dae), diagnostics).run();
}

}  // namespace formola
