// Typing of algorithms, and of what equations share with them.
#include "sema/statements.h"

#include <algorithm>
#include <utility>

#include "diag/codes/equations.h"
#include "diag/codes/functions.h"
#include "diag/codes/structure.h"
#include "diag/codes/types.h"
#include "expr/rewrite.h"
#include "sema/array_values.h"
#include "sema/builtin_calls.h"
#include "sema/builtin_table.h"
#include "sema/calls.h"
#include "sema/component_types.h"
#include "sema/constants.h"
#include "sema/instances.h"
#include "sema/lookup.h"
#include "sema/type_expr.h"
#include "sema/type_loops.h"
#include "sema/type_reference.h"

namespace formola {

namespace {

bool containsBreak(std::span<const ast::Statement* const> statements) {
  for (const ast::Statement* s : statements) {
    switch (s->kind) {
      case ast::StatementKind::Break:
      case ast::StatementKind::Return:
        return true;
      case ast::StatementKind::If:
        for (const auto& b : s->as<ast::IfStatement>().branches) {
          if (containsBreak(b.body)) return true;
        }
        break;
      case ast::StatementKind::When:
        for (const auto& b : s->as<ast::WhenStatement>().branches) {
          if (containsBreak(b.body)) return true;
        }
        break;
      case ast::StatementKind::For:
        if (containsBreak(s->as<ast::ForStatement>().body)) return true;
        break;
      case ast::StatementKind::While:
        return true;
      default:
        break;
    }
  }
  return false;
}

}  // namespace

// The statements of one algorithm or function, in turn.
class StatementTyper {
 public:
  StatementTyper(Statements& owner, Context& context)
      : owner_(owner), pool_(owner.pool_), context_(context) {}

  void add(const ast::Statement& source, std::vector<Statement>& result);

 private:
  // Each is false where nothing is left of the statement: after a report, or since it was taken
  // apart.
  bool assign(const ast::AssignStatement& source, Statement& s);
  bool multiAssign(const ast::MultiAssignStatement& source, Statement& s);
  bool call(const ast::CallExpr& call, Statement& s);
  bool assertion(const ast::CallExpr& call, Statement& s);
  bool termination(const ast::CallExpr& call, Statement& s);
  bool reinit(const ast::CallExpr& call, Statement& s);
  static bool restarts(const std::vector<Statement>& body);
  bool jump(const ast::Statement& source, Statement& s);
  bool choice(const ast::IfStatement& source, Statement& s, std::vector<Statement>& result);
  bool when(const ast::WhenStatement& source, Statement& s);
  void whileLoop(const ast::WhileStatement& source, Statement& s);
  void forLoop(const ast::ForStatement& loop, size_t iterator, std::vector<Statement>& to);
  ExprId loopRange(const ast::ForStatement& loop, const ast::ForIterator& iterator);

  ExprId condition(const ast::Expr* expr, bool vectorToo = false);
  bool assignable(ExprId target, const ast::ReferenceExpr& written);
  const ast::Expr* argument(const ast::CallExpr& call, size_t i, std::string_view key) const;
  bool isWrong(ExprId e) const { return pool_->base(e) == BaseType::Error; }

  Statements& owner_;
  ExprPool* pool_;
  Context& context_;
};

ExprId StatementTyper::condition(const ast::Expr* expr, bool vectorToo) {
  const ExprId typed = owner_.typer_.type(expr, context_);
  owner_.typer_.checkCondition(typed, expr->range, context_, vectorToo);
  return typed;
}

// Parameters and constants keep their values (spec 3.8.4).
bool StatementTyper::assignable(ExprId target, const ast::ReferenceExpr& written) {
  const SourceRange range = written.range;
  for (const auto& iterator : context_.iterators) {
    if (written.name.global || iterator.first != written.name.parts[0].name) continue;
    owner_.report(diag::AssignToIterator, range, context_, owner_.sources_.text(range));
    return false;
  }
  if (pool_->kind(target) == ExprKind::Local && context_.function && context_.function->function &&
      pool_->payload(target) < context_.function->function->inputCount) {
    owner_.report(diag::AssignToInput, range, context_, owner_.sources_.text(range));
    return false;
  }
  if (pool_->isLiteral(target)) {
    owner_.report(diag::AssignToConstant, range, context_, owner_.sources_.text(range));
    return false;
  }
  VariableId variable = owner_.values_.rootVariable(target);
  if (!variable.valid() || context_.inInitial) return true;
  if (owner_.componentTypes_.instanceOf(variable)->variability != Variability::Parameter)
    return true;
  owner_.report(diag::AssignToParameter, range, context_, owner_.sources_.text(range));
  return false;
}

bool StatementTyper::assign(const ast::AssignStatement& assign, Statement& s) {
  s.kind = StatementKind::Assign;
  s.target = owner_.references_.typeReference(assign.target->name, context_);
  s.value = owner_.typer_.type(assign.value, context_);
  if (pool_->base(s.target) == BaseType::Error || pool_->base(s.value) == BaseType::Error)
    return false;
  if (!assignable(s.target, *assign.target)) return false;
  s.value =
      owner_.values_.convert(s.value, pool_->type(s.target), s.range, context_, "this assignment");
  if (pool_->base(s.value) == BaseType::Error) return false;
  return true;
}

bool StatementTyper::multiAssign(const ast::MultiAssignStatement& assign, Statement& s) {
  s.kind = StatementKind::TupleAssign;
  TupleCall called = owner_.typeTupleCall(*assign.call, assign.targets.size(), context_);
  s.value = called.value;
  if (pool_->base(s.value) == BaseType::Error) return false;
  size_t results = pool_->base(s.value) == BaseType::Tuple
                       ? pool_->types.recordOf(pool_->type(s.value)).fields.size()
                       : 1;
  if (assign.targets.size() > results) {
    owner_.report(diag::TooManyResults, s.range, context_, called.function, results,
                  assign.targets.size());
    return false;
  }
  bool wrong = false;
  for (size_t i = 0; i < assign.targets.size(); ++i) {
    const ast::ReferenceExpr* target = assign.targets[i];
    s.targets.push_back(target ? owner_.references_.typeReference(target->name, context_)
                               : pool_->missing());
    if (!target) continue;
    if (pool_->base(s.targets[i]) == BaseType::Error || !assignable(s.targets[i], *target)) {
      wrong = true;
      continue;
    }
    bool single = pool_->base(s.value) != BaseType::Tuple;
    TypeId given =
        single ? pool_->type(s.value) : pool_->types.recordOf(pool_->type(s.value)).fields[i].type;
    ExprId taken = single ? s.value
                          : pool_->make(ExprKind::TupleElement, given, static_cast<uint32_t>(i),
                                        {&s.value, 1});
    taken = owner_.values_.convert(taken, pool_->type(s.targets[i]), target->range, context_,
                                   "this result");
    wrong |= pool_->base(taken) == BaseType::Error;
  }
  if (wrong) return false;
  if (pool_->base(s.value) != BaseType::Tuple) {
    // one result: a plain assignment
    if (s.targets.empty() || pool_->kind(s.targets[0]) == ExprKind::Missing) {
      s.kind = StatementKind::Call;
    } else {
      s.kind = StatementKind::Assign;
      s.target = s.targets[0];
      s.targets.clear();
    }
  }
  return true;
}

const ast::Expr* StatementTyper::argument(const ast::CallExpr& call, size_t i,
                                          std::string_view key) const {
  if (i < call.arguments.size()) return call.arguments[i];
  for (const ast::NamedArgument& n : call.named)
    if (owner_.names_.text(n.name) == key) return n.value;
  return nullptr;
}

bool StatementTyper::assertion(const ast::CallExpr& call, Statement& s) {
  s.kind = StatementKind::Assert;
  const std::string_view name = "assert";
  const ast::Expr* c = argument(call, 0, "condition");
  const ast::Expr* m = argument(call, 1, "message");
  if (!c || !m) {
    owner_.report(diag::ArgumentCount, s.range, context_, name, "2 to 3 arguments",
                  call.arguments.size());
    return false;
  }
  s.value = condition(c);
  s.message = owner_.textArgument(m, 2, name, context_);
  if (const ast::Expr* l = argument(call, 2, "level")) {
    const ExprId level = owner_.assertionLevel(l, context_);
    if (isWrong(level)) return false;
    if (pool_->kind(level) == ExprKind::Enum && pool_->payload(level) == 2)
      s.level = AssertLevel::Warning;
  }
  return !isWrong(s.value) && !isWrong(s.message);
}

bool StatementTyper::termination(const ast::CallExpr& call, Statement& s) {
  s.kind = StatementKind::Terminate;
  const std::string_view name = "terminate";
  const ast::Expr* m = argument(call, 0, "message");
  if (!m) {
    owner_.report(diag::ArgumentCount, s.range, context_, name, "1 argument",
                  call.arguments.size());
    return false;
  }
  s.message = owner_.textArgument(m, 1, name, context_);
  return !isWrong(s.message);
}

bool StatementTyper::reinit(const ast::CallExpr& call, Statement& s) {
  s.kind = StatementKind::Reinit;
  if (!context_.inWhen || context_.inLoop) {
    owner_.report(diag::ReinitOutsideWhen, s.range, context_);
    return false;
  }
  owner_.report(diag::ReinitInAlgorithm, s.range, context_);
  s.target = owner_.typer_.type(call.arguments[0], context_);
  s.value = owner_.typer_.type(call.arguments[1], context_);
  if (isWrong(s.target) || isWrong(s.value)) return false;
  s.value = owner_.values_.convert(s.value, pool_->type(s.target), s.range, context_, "reinit");
  return true;
}

bool StatementTyper::restarts(const std::vector<Statement>& body) {
  return std::any_of(body.begin(), body.end(), [](const Statement& s) {
    return s.kind == StatementKind::Reinit ||
           std::any_of(s.branches.begin(), s.branches.end(),
                       [](const StatementBranch& branch) { return restarts(branch.body); });
  });
}

bool StatementTyper::call(const ast::CallExpr& call, Statement& s) {
  const std::string_view name = owner_.names_.text(call.function.parts[0].name);
  if (call.function.parts.size() == 1) {
    if (name == "assert") return assertion(call, s);
    if (name == "terminate") return termination(call, s);
    if (name == "reinit" && call.arguments.size() == 2) return reinit(call, s);
  }
  s.kind = StatementKind::Call;
  Instance* f = owner_.lookupStatementFunction(call, context_);
  if (!f) return false;
  s.value = owner_.calls_.callFunction(f, call.arguments, call.named, call.range, context_);
  return !isWrong(s.value);
}

// break and return
bool StatementTyper::jump(const ast::Statement& source, Statement& s) {
  const bool isBreak = source.kind == ast::StatementKind::Break;
  s.kind = isBreak ? StatementKind::Break : StatementKind::Return;
  if (isBreak ? context_.inLoop : context_.function != nullptr) return true;
  owner_.report(diag::JumpNotAllowed, s.range, context_, isBreak ? "break" : "return",
                isBreak ? "a loop" : "a function");
  return false;
}

bool StatementTyper::choice(const ast::IfStatement& source, Statement& s,
                            std::vector<Statement>& result) {
  s.kind = StatementKind::If;
  for (const auto& branch : source.branches) {
    StatementBranch b;
    if (branch.condition) b.condition = condition(branch.condition);
    // a branch that parameters rule out may be invalid
    if (b.condition && !context_.function &&
        owner_.constants_.variability(b.condition) <= Variability::Parameter) {
      auto known =
          owner_.constants_.evaluateBoolean(b.condition, branch.condition->range, context_, false);
      if (known && !*known) continue;
      if (known && *known) b.condition = ExprId();
    }
    b.body = owner_.typeStatements(branch.body, context_);
    const bool last = !b.condition;
    s.branches.push_back(std::move(b));
    if (last) break;
  }
  if (s.branches.empty()) return false;
  if (s.branches.size() > 1 || s.branches[0].condition) return true;
  for (Statement& inner : s.branches[0].body) result.push_back(std::move(inner));
  return false;
}

bool StatementTyper::when(const ast::WhenStatement& source, Statement& s) {
  s.kind = StatementKind::When;
  if (context_.function) {
    owner_.report(diag::NotInFunction, s.range, context_, "'when'",
                  "a function has no events; use 'if'");
    return false;
  }
  if (context_.inWhen || context_.inInitial) {
    owner_.report(context_.inWhen ? diag::NestedWhen : diag::WhenInInitial, s.range, context_);
    return false;
  }
  context_.inWhen = true;
  for (const auto& branch : source.branches) {
    StatementBranch b;
    b.condition = condition(branch.condition, true);
    b.body = owner_.typeStatements(branch.body, context_);
    const bool atStart = anyNode(*pool_, b.condition,
                                 [&](ExprId e) { return pool_->isBuiltin(e, Builtin::Initial); });
    if (atStart && restarts(b.body)) {
      owner_.report(diag::ReinitOutsideWhen, s.range, context_)
          .note("at the start it would be an initial equation: write one");
    }
    s.branches.push_back(std::move(b));
  }
  context_.inWhen = false;
  return true;
}

void StatementTyper::whileLoop(const ast::WhileStatement& loop, Statement& s) {
  s.kind = StatementKind::While;
  s.value = condition(loop.condition);
  StatementBranch b;
  const bool outside = std::exchange(context_.inLoop, true);
  b.body = owner_.typeStatements(loop.body, context_);
  context_.inLoop = outside;
  s.branches.push_back(std::move(b));
}

// Invalid after a report.
ExprId StatementTyper::loopRange(const ast::ForStatement& loop, const ast::ForIterator& iterator) {
  ExprId range;
  if (!iterator.in) {
    range = owner_.loops_.deducedRange(iterator, {.statements = loop.body}, context_);
  } else if (auto values = owner_.loops_.typeAsRange(*iterator.in, context_)) {
    range = owner_.values_.makeArray(*values);
  } else {
    range = owner_.typer_.type(iterator.in, context_);
  }
  if (!range || isWrong(range)) return {};
  if (pool_->types[pool_->type(range)].dims.size() == 1) return range;
  owner_.report(diag::IteratorRangeNotVector, iterator.in->range, context_,
                owner_.values_.showType(pool_->type(range)));
  return {};
}

// Unrolled outside of functions; recurses on the iterators of one loop.
void StatementTyper::forLoop(const ast::ForStatement& loop, size_t k, std::vector<Statement>& to) {
  if (k == loop.iterators.size()) {
    std::vector<Statement> body = owner_.typeStatements(loop.body, context_);
    for (Statement& inner : body) to.push_back(std::move(inner));
    return;
  }
  const ast::ForIterator& iterator = loop.iterators[k];
  if (!context_.function && !containsBreak(loop.body)) {
    auto values = owner_.loops_.iterationValues(iterator, context_, {.statements = loop.body});
    if (!values) return;
    for (ExprId v : *values) {
      context_.iterators.emplace_back(iterator.name, v);
      forLoop(loop, k + 1, to);
      context_.iterators.pop_back();
    }
    return;
  }
  const ExprId range = loopRange(loop, iterator);
  if (!range) return;
  Statement inner;
  inner.range = loop.range;
  inner.kind = StatementKind::For;
  inner.target = pool_->iterator(pool_->newIterator(), pool_->types.element(pool_->type(range), 1));
  inner.value = range;
  StatementBranch b;
  context_.iterators.emplace_back(iterator.name, inner.target);
  forLoop(loop, k + 1, b.body);
  context_.iterators.pop_back();
  inner.branches.push_back(std::move(b));
  to.push_back(std::move(inner));
}

void StatementTyper::add(const ast::Statement& source, std::vector<Statement>& result) {
  Statement s;
  s.range = source.range;
  bool whole = true;
  switch (source.kind) {
    case ast::StatementKind::Assign:
      whole = assign(source.as<ast::AssignStatement>(), s);
      break;
    case ast::StatementKind::MultiAssign:
      whole = multiAssign(source.as<ast::MultiAssignStatement>(), s);
      break;
    case ast::StatementKind::Call:
      whole = call(*source.as<ast::CallStatement>().call, s);
      break;
    case ast::StatementKind::Break:
    case ast::StatementKind::Return:
      whole = jump(source, s);
      break;
    case ast::StatementKind::If:
      whole = choice(source.as<ast::IfStatement>(), s, result);
      break;
    case ast::StatementKind::When:
      whole = when(source.as<ast::WhenStatement>(), s);
      break;
    case ast::StatementKind::While:
      whileLoop(source.as<ast::WhileStatement>(), s);
      break;
    case ast::StatementKind::For: {
      const bool outside = std::exchange(context_.inLoop, true);
      forLoop(source.as<ast::ForStatement>(), 0, result);
      context_.inLoop = outside;
      return;
    }
  }
  if (whole) result.push_back(std::move(s));
}

std::vector<Statement> Statements::typeStatements(std::span<const ast::Statement* const> statements,
                                                  Context& context) {
  std::vector<Statement> result;
  StatementTyper typer(*this, context);
  for (const ast::Statement* source : statements) typer.add(*source, result);
  return result;
}

// A String argument, of assert and terminate.
ExprId Statements::textArgument(const ast::Expr* expr, size_t position, std::string_view function,
                                Context& context) {
  ExprId text = typer_.type(expr, context);
  if (pool_->base(text) == BaseType::Error) return text;
  if (pool_->base(text) == BaseType::String && pool_->types.isScalar(pool_->type(text)))
    return text;
  report(diag::ArgumentType, expr->range, context, position, function, "a String",
         values_.showType(pool_->type(text)));
  return pool_->missing();
}

ExprId Statements::assertionLevel(const ast::Expr* expr, Context& context) {
  ExprId level = typer_.type(expr, context);
  if (pool_->base(level) == BaseType::Error) return level;
  TypeId wanted = instances_.predefinedEnumeration("AssertionLevel");
  if (pool_->type(level) == wanted) return level;
  report(diag::ArgumentType, expr->range, context, 3, "assert",
         "AssertionLevel.error or AssertionLevel.warning", values_.showType(pool_->type(level)));
  return pool_->missing();
}

// The function that a statement or equation without a left side calls.
Instance* Statements::lookupStatementFunction(const ast::CallExpr& call, const Context& context) {
  Instance* f = lookup_.lookupClass(call.function, context.scope, false);
  if (f) return f;
  std::string_view name = names_.text(call.function.parts[0].name);
  if (call.function.parts.size() == 1 && isBuiltin(name)) {
    report(diag::NotAnEquation, call.range, context, name);
    return nullptr;
  }
  return lookup_.lookupClass(call.function, context.scope);
}

TupleCall Statements::typeTupleCall(const ast::CallExpr& call, size_t targets, Context& context) {
  Instance* f = lookup_.lookupClass(call.function, context.scope, false);
  std::string_view name = names_.text(call.function.parts[0].name);
  if (!f && call.function.parts.size() == 1 && isBuiltin(name)) {
    if (name != "spatialDistribution") {
      report(diag::TooManyResults, call.range, context, name, 1, targets);
      return {pool_->missing(), {}};
    }
    if (context.function) {
      report(diag::NotInFunction, call.range, context, "'spatialDistribution'",
             "a function knows only the values of its inputs");
      return {pool_->missing(), {}};
    }
    return {builtins_.typeSpatialDistribution(call, context), std::string(name)};
  }
  if (!f) f = lookup_.lookupClass(call.function, context.scope);
  if (!f) return {pool_->missing(), {}};
  return {calls_.callFunction(f, call.arguments, call.named, call.range, context), className(f)};
}

}  // namespace formola
