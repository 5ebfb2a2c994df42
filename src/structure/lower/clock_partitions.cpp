#include "structure/lower/clock_partitions.h"

#include <algorithm>
#include <optional>
#include <string>
#include <unordered_map>

#include "dae/visit.h"
#include "diag/codes/equations.h"
#include "expr/rewrite.h"
#include "structure/lower/clock_operands.h"

namespace formola {

bool usesClocks(const Dae& dae) {
  const ExprPool& pool = *dae.pool;
  for (const Variable& v : dae.variables) {
    if (pool.types[v.type].base == BaseType::Clock) return true;
  }
  bool any = false;
  ExprSet seen;
  auto visit = [&](const ExprId& root) {
    const ExprId roots[1] = {root};
    forEachNode(pool, roots, seen, [&](ExprId e) {
      any = any || (pool.kind(e) == ExprKind::Builtin && isClockOperator(pool.builtinOf(e)));
    });
  };
  forEachExprInModel(dae, visit);
  return any;
}

namespace {

class DisjointSets {
 public:
  int add() {
    parent_.push_back(static_cast<int>(parent_.size()));
    return parent_.back();
  }
  int find(int a) {
    while (parent_[a] != a) {
      parent_[a] = parent_[parent_[a]];
      a = parent_[a];
    }
    return a;
  }
  void unite(int a, int b) { parent_[find(a)] = find(b); }

 private:
  std::vector<int> parent_;
};

enum class Mark : uint8_t { None, Clocked, Unclocked };

class Partitioner {
 public:
  Partitioner(const Dae& dae, Diagnostics& diagnostics)
      : dae_(dae), pool_(*dae.pool), diagnostics_(diagnostics) {}

  ClockPartitions run();

 private:
  // The clock of `to` in terms of that of `from`: period times factor, shift plus period times
  // delay.
  struct Conversion {
    int from, to;
    std::optional<Rational> factor;  // none: to be inferred
    Rational delay;
    bool back = false;    // the delay is subtracted
    bool related = true;  // false for noClock: another clock of the same base
    bool faster = false;  // superSample; else subSample: which quotient must be an integer
    Provenance where;
  };
  struct Source {
    int node;
    ExprId clock;  // Builtin::Clock
    Provenance where;
  };
  struct Method {
    int node;
    Symbol name;
    Provenance where;
  };

  int node() {
    marks_.push_back(Mark::None);
    base_.add();
    return sub_.add();
  }
  void same(int a, int b) {
    base_.unite(a, b);
    sub_.unite(a, b);
  }
  void visit(ExprId root, int at);
  void visitOperator(ExprId e, int at, std::vector<ExprId>& open);
  void clockOf(ExprId clock, int at, std::vector<ExprId>& open);
  void convert(ExprId e, int at);
  void mark(int at, Mark mark, const Provenance& where);
  VariableId exampleOf(int clock);
  void gather(ClockPartitions& result);
  void findBases(ClockPartitions& result);
  void placeSources(ClockPartitions& result);
  void setPeriod(ClockPartitions& result, int clock, Rational period);
  void setShift(ClockPartitions& result, int clock, Rational shift);
  void spread(ClockPartitions& result);
  void check(const ClockPartitions& result);
  void spreadMethods(ClockPartitions& result);
  void report(DiagCode code, int clock, const std::string& text);
  void report(const Provenance& where, int clock, const std::string& text);

  const Dae& dae_;
  const ExprPool& pool_;
  Diagnostics& diagnostics_;
  DisjointSets base_, sub_;
  std::vector<Mark> marks_;                         // by node
  std::vector<std::pair<int, Provenance>> places_;  // where a node was marked
  std::vector<Conversion> conversions_;
  std::vector<Source> sources_;
  std::vector<Method> methods_;
  std::vector<int> numberOf_;                    // clock by root in sub_; -1: none
  std::vector<bool> hasPeriod_, hasShift_;       // by clock: these are determined
  std::vector<std::vector<int>> conversionsOf_;  // by clock
  std::vector<int> changed_;                     // clocks whose neighbours are to be looked at
  Provenance where_;
};

void Partitioner::mark(int at, Mark mark, const Provenance& where) {
  if (marks_[at] == mark) return;
  marks_[at] = mark;
  places_.emplace_back(at, where);
}

// The first operand says from which clock one comes; see the contract of partitionByClocks.
void Partitioner::convert(ExprId e, int at) {
  mark(at, Mark::Clocked, where_);
  const ExprId u = pool_.child(e, 0);
  Conversion c;
  if (isUnknown(dae_, u)) {
    c.from = static_cast<int>(pool_.variableOf(u).index());
  } else if (pool_.base(u) == BaseType::Clock) {
    c.from = node();
    visit(u, c.from);
  } else {
    return;  // a parameter has no clock
  }
  mark(c.from, Mark::Clocked, where_);
  c.to = at;
  base_.unite(c.from, c.to);
  auto operand = [&](size_t i) { return pool_.integerValue(pool_.child(e, i)); };
  c.factor = Rational{1, 1};
  switch (pool_.builtinOf(e)) {
    case Builtin::SubSample:
    case Builtin::SuperSample:
      c.faster = pool_.builtinOf(e) == Builtin::SuperSample;
      c.factor.reset();
      if (operand(1) > 0)
        c.factor = c.faster ? Rational::of(1, operand(1)) : Rational::of(operand(1));
      break;
    case Builtin::ShiftSample:
    case Builtin::BackSample:
      c.delay = Rational::of(operand(1), operand(2));
      c.back = pool_.builtinOf(e) == Builtin::BackSample;
      break;
    default:
      c.related = false;
  }
  c.where = where_;
  conversions_.push_back(c);
}

void Partitioner::clockOf(ExprId clock, int at, std::vector<ExprId>& open) {
  mark(at, Mark::Clocked, where_);
  if (pool_.children(clock).empty()) return;
  const ExprId first = pool_.child(clock, 0);
  if (pool_.base(first) == BaseType::Clock) {
    open.push_back(first);
    if (pool_.children(clock).size() > 1) {
      const Symbol method(pool_.payload(pool_.child(clock, 1)));
      if (!pool_.names.text(method).empty()) methods_.push_back({at, method, where_});
    }
    return;
  }
  sources_.push_back({at, clock, where_});
  if (pool_.base(first) == BaseType::Boolean) {
    if (isUnknown(dae_, first))
      mark(static_cast<int>(pool_.variableOf(first).index()), Mark::Unclocked, where_);
  } else {
    open.push_back(first);  // a clocked variable gives the interval
  }
}

void Partitioner::visitOperator(ExprId e, int at, std::vector<ExprId>& open) {
  const ExprId first = pool_.children(e).empty() ? ExprId() : pool_.child(e, 0);
  switch (pool_.builtinOf(e)) {
    case Builtin::Clock:
      return clockOf(e, at, open);
    case Builtin::ClockedSample:
      mark(at, Mark::Clocked, where_);
      if (isUnknown(dae_, first))
        mark(static_cast<int>(pool_.variableOf(first).index()), Mark::Unclocked, where_);
      if (pool_.children(e).size() > 1) open.push_back(pool_.child(e, 1));
      return;
    case Builtin::Hold:
      mark(at, Mark::Unclocked, where_);
      if (isUnknown(dae_, first))
        mark(static_cast<int>(pool_.variableOf(first).index()), Mark::Clocked, where_);
      return;
    case Builtin::SubSample:
    case Builtin::SuperSample:
    case Builtin::ShiftSample:
    case Builtin::BackSample:
    case Builtin::NoClock:
      return convert(e, at);
    case Builtin::Previous:
    case Builtin::Interval:
    case Builtin::FirstTick:
      mark(at, Mark::Clocked, where_);
      break;
    default:
      break;
  }
  for (ExprId c : pool_.children(e)) open.push_back(c);
}

// All variables of an expression have the clock of `at`, but for operands of the operators that go
// from one clock to another. Recurses on clocks inside of clocks, as deep as the text.
void Partitioner::visit(ExprId root, int at) {
  if (!root.valid()) return;
  std::vector<ExprId> open{root};
  SmallExprSet seen;
  while (!open.empty()) {
    const ExprId e = open.back();
    open.pop_back();
    if (!seen.insert(e)) continue;
    if (pool_.kind(e) == ExprKind::Variable) {
      if (isUnknown(dae_, e)) same(at, static_cast<int>(pool_.variableOf(e).index()));
    } else if (pool_.kind(e) == ExprKind::Builtin) {
      visitOperator(e, at, open);
    } else {
      for (ExprId c : pool_.children(e)) open.push_back(c);
    }
  }
}

// At the declaration of a variable with the clock.
void Partitioner::report(DiagCode code, int clock, const std::string& text) {
  const VariableId id = exampleOf(clock);
  if (!id.valid()) return;
  const Variable& v = dae_.variables[id];
  Diagnostic& d = diagnostics_.report(code, v.origin.range, pool_.names.text(v.name), text);
  if (v.origin.instance.valid()) d.in(std::string(pool_.names.text(v.origin.instance)));
}

// At an equation that asks for another clock.
void Partitioner::report(const Provenance& where, int clock, const std::string& text) {
  const VariableId id = exampleOf(clock);
  const std::string_view name =
      id.valid() ? pool_.names.text(dae_.variables[id].name) : std::string_view("this equation");
  Diagnostic& d = diagnostics_.report(diag::ClockConflict, where.range, name, text);
  if (where.instance.valid()) d.in(std::string(pool_.names.text(where.instance)));
}

// Which variables and equations each clock has; conflicts of clocked and unclocked.
void Partitioner::gather(ClockPartitions& result) {
  const size_t variables = dae_.variables.size(), equations = dae_.equations.size();
  std::vector<Mark> ofBase(marks_.size(), Mark::None);
  std::vector<bool> told(marks_.size(), false);
  for (const auto& [at, where] : places_) {
    Mark& known = ofBase[base_.find(at)];
    if (known == Mark::None) known = marks_[at];
    if (known == marks_[at] || told[base_.find(at)]) continue;
    told[base_.find(at)] = true;
    std::string name;
    for (size_t i = 0; i < variables && name.empty(); ++i) {
      const bool clock = pool_.types[dae_.variables[VariableId(i)].type].base == BaseType::Clock;
      if (!clock && base_.find(static_cast<int>(i)) == base_.find(at))
        name = pool_.names.text(dae_.variables[VariableId(i)].name);
    }
    Diagnostic& d = diagnostics_.report(diag::ClockedAndNot, where.range, name, "is clocked",
                                        "is used as an unclocked value");
    if (where.instance.valid()) d.in(std::string(pool_.names.text(where.instance)));
  }
  numberOf_.assign(marks_.size(), -1);
  auto clockAt = [&](int at) -> int {
    if (ofBase[base_.find(at)] != Mark::Clocked) return -1;
    int& number = numberOf_[sub_.find(at)];
    if (number < 0) {
      number = static_cast<int>(result.clocks.size());
      result.clocks.emplace_back();
    }
    return number;
  };
  for (size_t i = 0; i < marks_.size(); ++i) {
    const int number = clockAt(static_cast<int>(i));
    if (i < variables) {
      result.ofVariable.push_back(number);
      if (number >= 0) result.clocks[number].variables.push_back(VariableId(i));
    } else if (number >= 0 && i < variables + equations) {
      result.clocks[number].equations.push_back(static_cast<int>(i - variables));
    } else if (number >= 0 && i < variables + equations + dae_.algorithms.size()) {
      result.clocks[number].algorithms.push_back(static_cast<int>(i - variables - equations));
    }
  }
}

// A variable with this clock, best one of the model's own.
VariableId Partitioner::exampleOf(int clock) {
  VariableId other;
  for (size_t i = 0; i < dae_.variables.size(); ++i) {
    if (numberOf_[sub_.find(static_cast<int>(i))] != clock) continue;
    const Variable& v = dae_.variables[VariableId(i)];
    const bool own =
        pool_.names.text(v.name)[0] != '$' && pool_.types[v.type].base != BaseType::Clock;
    if (own) return VariableId(i);
    if (!other.valid()) other = VariableId(i);
  }
  return other;
}

void Partitioner::findBases(ClockPartitions& result) {
  std::vector<int> baseOf(marks_.size(), -1);
  for (size_t i = 0; i < marks_.size(); ++i) {
    const int clock = numberOf_[sub_.find(static_cast<int>(i))];
    if (clock < 0) continue;
    int& base = baseOf[base_.find(static_cast<int>(i))];
    if (base < 0) {
      base = static_cast<int>(result.bases.size());
      result.bases.emplace_back();
    }
    result.clocks[clock].base = base;
  }
}

// The clocks that are given: their kind for the base clock, their period for the clock itself.
void Partitioner::placeSources(ClockPartitions& result) {
  std::vector<ExprId> given(result.bases.size());
  for (const Source& source : sources_) {
    const int number = numberOf_[sub_.find(source.node)];
    if (number < 0) continue;
    SubClock& clock = result.clocks[number];
    BaseClock& base = result.bases[clock.base];
    const ExprId first = pool_.child(source.clock, 0);
    const bool isLiteral = pool_.kind(first) == ExprKind::Integer;
    ExprId& before = given[clock.base];
    const bool both = isLiteral && before.valid() && base.source == ClockSource::Periodic;
    if (before.valid() && !both && before != source.clock) {
      report(source.where, number,
             "two clocks are given, and it cannot be known that they tick together; use the same "
             "Clock variable at both places, or noClock()");
      continue;
    }
    before = source.clock;
    Rational period{1, 1};
    if (isLiteral) {
      base.source = ClockSource::Periodic;
      period =
          Rational::of(pool_.integerValue(first), pool_.integerValue(pool_.child(source.clock, 1)));
    } else if (pool_.base(first) == BaseType::Boolean) {
      base.source = ClockSource::Event;
      base.condition = first;
      base.startInterval = pool_.child(source.clock, 1);
    } else {
      base.source = isUnknown(dae_, first) ? ClockSource::Varying : ClockSource::Interval;
      base.interval = source.clock;
    }
    setPeriod(result, number, period);
    setShift(result, number, {});
  }
  for (size_t b = 0; b < given.size(); ++b) {
    if (given[b].valid()) continue;
    // No clock at all: a period of one second for the fastest (spec 16.3.1).
    auto of = [&](const SubClock& clock) { return clock.base == static_cast<int>(b); };
    const auto first = std::find_if(result.clocks.begin(), result.clocks.end(), of);
    const auto number = static_cast<int>(first - result.clocks.begin());
    report(diag::DefaultClock, number, "");
    setPeriod(result, number, {1, 1});
    setShift(result, number, {});
    spread(result);
    Rational least = first->period;
    for (const SubClock& clock : result.clocks) {
      if (of(clock) && clock.period.numerator > 0 && clock.period < least) least = clock.period;
    }
    for (SubClock& clock : result.clocks) {
      if (!of(clock)) continue;
      clock.period = clock.period / least;
      clock.shift = clock.shift / least;
    }
  }
}

void Partitioner::setPeriod(ClockPartitions& result, int clock, Rational period) {
  if (hasPeriod_[clock]) return;  // whether they agree is checked in the end
  hasPeriod_[clock] = true;
  result.clocks[clock].period = period;
  changed_.push_back(clock);
}

void Partitioner::setShift(ClockPartitions& result, int clock, Rational shift) {
  if (hasShift_[clock]) return;
  hasShift_[clock] = true;
  result.clocks[clock].shift = shift;
  changed_.push_back(clock);
}

// From the clocks that are known to those that conversions tie to them.
void Partitioner::spread(ClockPartitions& result) {
  while (!changed_.empty()) {
    const int at = changed_.back();
    changed_.pop_back();
    for (int i : conversionsOf_[at]) {
      const Conversion& c = conversions_[i];
      const int from = numberOf_[sub_.find(c.from)], to = numberOf_[sub_.find(c.to)];
      const SubClock& a = result.clocks[from];
      const SubClock& b = result.clocks[to];
      if (c.factor && hasPeriod_[from]) setPeriod(result, to, a.period * *c.factor);
      if (c.factor && hasPeriod_[to]) setPeriod(result, from, b.period / *c.factor);
      if (c.delay.numerator != 0 && !hasPeriod_[from]) continue;
      const Rational delay = c.delay.numerator == 0 ? Rational{} : a.period * c.delay;
      if (hasShift_[from]) setShift(result, to, c.back ? a.shift - delay : a.shift + delay);
      if (hasShift_[to]) setShift(result, from, c.back ? b.shift + delay : b.shift - delay);
    }
  }
}

void Partitioner::check(const ClockPartitions& result) {
  for (size_t i = 0; i < result.clocks.size(); ++i) {
    const SubClock& clock = result.clocks[i];
    const auto number = static_cast<int>(i);
    if (!hasPeriod_[i] || !hasShift_[i]) {
      report(diag::ClockUnknown, number,
             "it is tied to other clocks by factors to be inferred only; give the factor");
      continue;
    }
    if (clock.shift.numerator < 0) {
      report(diag::ClockConflict, number,
             "backSample() lets it tick before the clock it comes from starts");
    }
    const ClockSource source = result.bases[clock.base].source;
    const bool whole = clock.period.isInteger() && clock.shift.isInteger();
    if (!whole && (source == ClockSource::Event || source == ClockSource::Varying)) {
      report(diag::ClockConflict, number,
             "it would tick between the ticks of an event clock, which are not known before");
    }
  }
  for (const Source& source : sources_) {
    const int number = numberOf_[sub_.find(source.node)];
    const ExprId first = pool_.child(source.clock, 0);
    if (number < 0 || pool_.kind(first) != ExprKind::Integer) continue;
    const SubClock& clock = result.clocks[number];
    const Rational given =
        Rational::of(pool_.integerValue(first), pool_.integerValue(pool_.child(source.clock, 1)));
    if (clock.period == given && clock.shift.numerator == 0) continue;
    report(source.where, number,
           fmt::format("its period is {:g}, but this clock has {:g}", clock.period.value(),
                       given.value()));
  }
  for (const Conversion& c : conversions_) {
    const int from = numberOf_[sub_.find(c.from)], to = numberOf_[sub_.find(c.to)];
    if (!c.related || from < 0 || !hasPeriod_[from] || !hasPeriod_[to]) continue;
    const SubClock& a = result.clocks[from];
    const SubClock& b = result.clocks[to];
    const Rational delay = a.period * c.delay;
    const Rational shift = c.back ? a.shift - delay : a.shift + delay;
    const bool fits = c.factor ? b.period == a.period * *c.factor
                               : (c.faster ? a.period / b.period : b.period / a.period).isInteger();
    if (fits && shift == b.shift) continue;
    auto text = [](Rational period, Rational first) {
      std::string t = fmt::format("a period of {:g}", period.value());
      if (first.numerator != 0) t += fmt::format(" and a first tick at {:g}", first.value());
      return t;
    };
    const Rational wanted = c.factor ? a.period * *c.factor : b.period;
    report(c.where, to,
           c.factor ? fmt::format("it has {}, but this conversion leads to {}",
                                  text(b.period, b.shift), text(wanted, shift))
                    : fmt::format("no integer factor leads from {} to {}", text(a.period, a.shift),
                                  text(b.period, b.shift)));
  }
}

// A method given for one clock holds for those it is converted to and from (spec 16.8.4).
void Partitioner::spreadMethods(ClockPartitions& result) {
  for (const Method& method : methods_) {
    const int number = numberOf_[sub_.find(method.node)];
    if (number < 0) continue;
    Symbol& known = result.clocks[number].method;
    if (known.valid() && known != method.name)
      report(method.where, number, "two integration methods are given for it; use two clocks");
    if (known.valid()) continue;
    known = method.name;
    changed_.push_back(number);
  }
  while (!changed_.empty()) {
    const int at = changed_.back();
    changed_.pop_back();
    for (int i : conversionsOf_[at]) {
      for (int node : {conversions_[i].from, conversions_[i].to}) {
        const int other = numberOf_[sub_.find(node)];
        if (result.clocks[other].method.valid()) continue;
        result.clocks[other].method = result.clocks[at].method;
        changed_.push_back(other);
      }
    }
  }
}

ClockPartitions Partitioner::run() {
  ClockPartitions result;
  const size_t count = dae_.variables.size() + dae_.equations.size() + dae_.algorithms.size();
  for (size_t i = 0; i < count; ++i) node();
  auto at = static_cast<int>(dae_.variables.size());
  std::unordered_map<uint32_t, int> clauses;  // an equation of each clocked when-clause
  for (const Equation& equation : dae_.equations) {
    where_ = equation.origin;
    auto look = [&](const ExprId& e) { visit(e, at); };
    forEachExprInEquation(equation, look);
    if (equation.clock) {
      mark(at, Mark::Clocked, where_);
      same(at, clauses.emplace(equation.clause, at).first->second);
    }
    ++at;
  }
  for (const Algorithm& algorithm : dae_.algorithms) {
    where_ = algorithm.origin;
    auto look = [&](const ExprId& e) { visit(e, at); };
    visit(algorithm.active, at);
    for (const Statement& statement : algorithm.body) forEachExprInStatement(statement, look);
    ++at;
  }
  const size_t before = diagnostics_.errorCount();
  gather(result);
  if (diagnostics_.errorCount() > before) return result;
  findBases(result);
  hasPeriod_.assign(result.clocks.size(), false);
  hasShift_.assign(result.clocks.size(), false);
  conversionsOf_.resize(result.clocks.size());
  for (size_t i = 0; i < conversions_.size(); ++i) {
    const int from = numberOf_[sub_.find(conversions_[i].from)];
    const int to = numberOf_[sub_.find(conversions_[i].to)];
    if (from < 0 || to < 0) continue;
    if (!conversions_[i].related) continue;
    conversionsOf_[from].push_back(static_cast<int>(i));
    conversionsOf_[to].push_back(static_cast<int>(i));
  }
  placeSources(result);
  spread(result);
  if (diagnostics_.errorCount() > before) return result;
  check(result);
  spreadMethods(result);
  for (const SubClock& clock : result.clocks) {
    Rational& tick = result.bases[clock.base].tick;
    tick = commonMeasure(tick, clock.period);
    tick = commonMeasure(tick, clock.shift);
  }
  return result;
}

}  // namespace

ClockPartitions partitionByClocks(const Dae& dae, Diagnostics& diagnostics) {
  return Partitioner(dae, diagnostics).run();
}

}  // namespace formola
