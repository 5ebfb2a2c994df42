// Typing of the operators of clocked equations. Specification 3.6, chapter 16.
#include <algorithm>

#include "diag/codes/functions.h"
#include "diag/codes/types.h"
#include "sema/array_values.h"
#include "sema/builtin_calls.h"
#include "sema/constants.h"
#include "sema/type_expr.h"

namespace formola {

namespace {

// The operands of each operator by position; calls may name all but a leading "u".
std::vector<std::string_view> operandNames(Builtin builtin) {
  switch (builtin) {
    case Builtin::ClockedSample:
      return {"u", "clock"};
    case Builtin::SubSample:
    case Builtin::SuperSample:
      return {"u", "factor"};
    case Builtin::ShiftSample:
      return {"u", "shiftCounter", "resolution"};
    case Builtin::BackSample:
      return {"u", "backCounter", "resolution"};
    default:
      return {"u"};
  }
}

struct ClockForm {
  std::string_view first, second;
};
constexpr ClockForm kClockForms[] = {{"intervalCounter", "resolution"},
                                     {"interval", ""},
                                     {"condition", "startInterval"},
                                     {"c", "solverMethod"}};

}  // namespace

// sample(u), sample(u, clock) in contrast to sample(start, interval), which causes events.
bool BuiltinCalls::isClockedSample(const ast::CallExpr& expr, Context& context) {
  for (const ast::NamedArgument& named : expr.named) {
    if (names_.text(named.name) == "clock") return true;
  }
  if (expr.arguments.size() == 1) return expr.named.empty();
  if (expr.arguments.size() != 2) return false;
  return pool_->base(typer_.type(expr.arguments[1], context)) == BaseType::Clock;
}

// The operands of an operator of clocks at their places; null where one is not given. `wanted`:
// their names. Nothing after a report.
std::optional<std::vector<const ast::Expr*>> BuiltinCalls::clockOperands(
    const ast::CallExpr& expr, Builtin builtin, std::vector<std::string_view>& wanted,
    const Context& context) {
  const std::string_view name = names_.text(expr.function.parts[0].name);
  wanted = operandNames(builtin);
  if (builtin == Builtin::Clock) {
    // The first named operand says which of the constructors is meant.
    wanted = {"", ""};
    for (const ast::NamedArgument& named : expr.named) {
      for (const ClockForm& form : kClockForms) {
        const std::string_view key = names_.text(named.name);
        if (key == form.first || key == form.second) wanted = {form.first, form.second};
      }
    }
  }
  std::vector<const ast::Expr*> given(wanted.size(), nullptr);
  if (expr.arguments.size() > wanted.size()) {
    reportCount(name, builtin == Builtin::Clock ? 0 : 1, wanted.size(), expr, context);
    return std::nullopt;
  }
  std::copy(expr.arguments.begin(), expr.arguments.end(), given.begin());
  for (const ast::NamedArgument& named : expr.named) {
    const auto at = std::find(wanted.begin(), wanted.end(), names_.text(named.name));
    if (at == wanted.end()) {
      report(diag::NoSuchArgument, named.range, context, name, names_.text(named.name));
      return std::nullopt;
    }
    given[static_cast<size_t>(at - wanted.begin())] = named.value;
  }
  const bool mayBeEmpty =
      builtin == Builtin::Clock || builtin == Builtin::Interval || builtin == Builtin::FirstTick;
  if (!given[0] && !mayBeEmpty) {
    reportCount(name, 1, wanted.size(), expr, context);
    return std::nullopt;
  }
  return given;
}

ExprId BuiltinCalls::typeClocked(const ast::CallExpr& expr, Builtin builtin, Context& context) {
  const std::string_view name = names_.text(expr.function.parts[0].name);
  std::vector<std::string_view> wanted;
  const auto operands = clockOperands(expr, builtin, wanted, context);
  if (!operands) return pool_->missing();
  const std::vector<const ast::Expr*>& given = *operands;
  auto wrong = [&](size_t i, std::string_view what, ExprId e) {
    report(diag::ArgumentType, given[i]->range, context, i + 1, name, what,
           values_.showType(pool_->type(e)));
    return pool_->missing();
  };
  std::vector<ExprId> a;
  if (given[0]) a.push_back(typer_.type(given[0], context));
  if (!a.empty() && pool_->base(a[0]) == BaseType::Error) return pool_->missing();
  // A counter, a factor or a resolution: the analysis of clocks needs its value.
  auto counter = [&](size_t i, int64_t least, int64_t otherwise) -> ExprId {
    if (!given[i]) return pool_->integer(otherwise);
    const ExprId e = typer_.type(given[i], context);
    if (pool_->base(e) == BaseType::Error) return e;
    if (pool_->base(e) != BaseType::Integer || !pool_->types.isScalar(pool_->type(e)))
      return wrong(i, "an Integer", e);
    const std::optional<int64_t> value = constants_.evaluateInteger(e, given[i]->range, context);
    if (!value) return pool_->missing();
    if (*value < least) {
      report(diag::OutsideDomain, given[i]->range, context, name,
             fmt::format("{} = {}", wanted[i].empty() ? "a value" : wanted[i], *value),
             fmt::format("at least {}", least));
      return pool_->missing();
    }
    return pool_->integer(*value);
  };
  auto finish = [&](TypeId result) {
    for (ExprId e : a) {
      if (pool_->base(e) == BaseType::Error) return pool_->missing();
    }
    return pool_->builtin(builtin, result, a);
  };
  if (builtin == Builtin::Clock) return typeClock(given, a, wanted[0], name, context, finish);
  if (!a.empty() && pool_->base(a[0]) == BaseType::Record)
    return wrong(0, "of a built-in type", a[0]);
  const bool ofClock = !a.empty() && pool_->base(a[0]) == BaseType::Clock;
  switch (builtin) {
    case Builtin::Interval:
      return finish(pool_->types.real());
    case Builtin::FirstTick:
      return finish(pool_->types.boolean());
    case Builtin::ClockedSample:
      if (ofClock) return wrong(0, "a value that is not clocked", a[0]);
      if (given[1]) {
        a.push_back(typer_.type(given[1], context));
        if (pool_->base(a[1]) == BaseType::Error) return pool_->missing();
        if (pool_->base(a[1]) != BaseType::Clock || !pool_->types.isScalar(pool_->type(a[1])))
          return wrong(1, "a Clock", a[1]);
      }
      break;
    case Builtin::SubSample:
    case Builtin::SuperSample:
      a.push_back(counter(1, 0, 0));
      break;
    case Builtin::ShiftSample:
    case Builtin::BackSample:
      if (!given[1]) {
        reportCount(name, 2, 3, expr, context);
        return pool_->missing();
      }
      a.push_back(counter(1, 0, 0));
      a.push_back(counter(2, 1, 1));
      break;
    default:  // hold, previous, noClock
      if (ofClock) return wrong(0, "a clocked variable", a[0]);
  }
  // Before its first tick a variable has its start value; an expression has none (spec 16.2.3).
  const bool needsVariable = builtin == Builtin::Hold || builtin == Builtin::Previous ||
                             (builtin == Builtin::BackSample && !ofClock);
  if (builtin == Builtin::Hold && pool_->isBuiltin(a[0], Builtin::Previous)) {
    report(diag::HeldPrevious, given[0]->range, context, sources_.text(given[0]->range));
  } else if (needsVariable && !isVariableOrConstant(a[0])) {
    report(diag::NeedsVariable, given[0]->range, context, name);
    return pool_->missing();
  }
  for (ExprId e : a) {
    if (pool_->base(e) == BaseType::Error) return pool_->missing();
  }
  return values_.forEachElement(a[0], [&](ExprId e) {
    std::vector<ExprId> each = a;
    each[0] = e;
    return pool_->builtin(builtin, pool_->type(e), each);
  });
}

// Clock(), Clock(counter, resolution), Clock(interval), Clock(condition, start), Clock(c, method).
ExprId BuiltinCalls::typeClock(const std::vector<const ast::Expr*>& given, std::vector<ExprId>& a,
                               std::string_view first, std::string_view name, Context& context,
                               const std::function<ExprId(TypeId)>& finish) {
  const TypeId clock = pool_->types.get(BaseType::Clock, 0, {});
  auto wrong = [&](size_t i, std::string_view what, ExprId e) {
    report(diag::ArgumentType, given[i]->range, context, i + 1, name, what,
           values_.showType(pool_->type(e)));
    return pool_->missing();
  };
  if (a.empty()) return finish(clock);
  if (!pool_->types.isScalar(pool_->type(a[0]))) return wrong(0, "a scalar", a[0]);
  if (first == "interval") a[0] = values_.castTo(a[0], BaseType::Real);
  const ExprId second = given[1] ? typer_.type(given[1], context) : ExprId();
  if (second.valid() && pool_->base(second) == BaseType::Error) return pool_->missing();
  switch (pool_->base(a[0])) {
    case BaseType::Integer: {
      int64_t resolution = 1;
      if (second.valid()) {
        if (pool_->base(second) != BaseType::Integer) return wrong(1, "an Integer", second);
        const std::optional<int64_t> value =
            constants_.evaluateInteger(second, given[1]->range, context);
        if (!value) return pool_->missing();
        resolution = *value;
      }
      if (constants_.variability(a[0]) <= Variability::Parameter) {
        const std::optional<int64_t> value =
            constants_.evaluateInteger(a[0], given[0]->range, context);
        if (!value) return pool_->missing();
        if (*value == 0) {  // to be inferred
          a.clear();
          return finish(clock);
        }
        a[0] = pool_->integer(*value);
        if (*value < 0) return wrong(0, "positive", a[0]);
      }
      if (resolution < 1) return wrong(1, "positive", second);
      a.push_back(pool_->integer(resolution));
      return finish(clock);
    }
    case BaseType::Real:
      if (second.valid()) return wrong(1, "left out after a Real interval", second);
      return finish(clock);
    case BaseType::Boolean:
      a.push_back(pool_->real(0));
      if (second.valid()) {
        if (!pool_->types.isNumeric(pool_->type(second))) return wrong(1, "a number", second);
        a[1] = values_.castTo(second, BaseType::Real);
      }
      return finish(clock);
    case BaseType::Clock: {
      if (!second.valid()) return finish(clock);
      if (pool_->base(second) != BaseType::String) return wrong(1, "a String", second);
      const auto method = constants_.evaluateNow(second, given[1]->range, context);
      if (!method || method->strings.empty()) return pool_->missing();
      a.push_back(pool_->string(method->strings[0]));
      return finish(clock);
    }
    default:
      return wrong(0, "an Integer counter, a Real interval, a Boolean condition or a Clock", a[0]);
  }
}

}  // namespace formola
