// Typing of algorithms and the instances behind a component reference.
#include <algorithm>
#include <utility>

#include "diag/codes/equations.h"
#include "diag/codes/functions.h"
#include "diag/codes/names.h"
#include "diag/codes/structure.h"
#include "diag/codes/types.h"
#include "sema/sema.h"

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
  StatementTyper(Sema& sema, Context& context)
      : sema_(sema), pool_(sema.pool_.get()), context_(context) {}

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

  Sema& sema_;
  ExprPool* pool_;
  Context& context_;
};

ExprId StatementTyper::condition(const ast::Expr* expr, bool vectorToo) {
  const ExprId typed = sema_.type(expr, context_);
  sema_.checkCondition(typed, expr->range, context_, vectorToo);
  return typed;
}

// Parameters and constants keep their values (spec 3.8.4).
bool StatementTyper::assignable(ExprId target, const ast::ReferenceExpr& written) {
  const SourceRange range = written.range;
  for (const auto& iterator : context_.iterators) {
    if (written.name.global || iterator.first != written.name.parts[0].name) continue;
    sema_.report(diag::AssignToIterator, range, context_, sema_.sources_.text(range));
    return false;
  }
  if (pool_->kind(target) == ExprKind::Local && context_.function && context_.function->function &&
      pool_->payload(target) < context_.function->function->inputCount) {
    sema_.report(diag::AssignToInput, range, context_, sema_.sources_.text(range));
    return false;
  }
  if (pool_->isLiteral(target)) {
    sema_.report(diag::AssignToConstant, range, context_, sema_.sources_.text(range));
    return false;
  }
  VariableId variable = sema_.rootVariable(target);
  if (!variable.valid() || context_.inInitial) return true;
  if (sema_.instanceOf(variable)->variability != Variability::Parameter) return true;
  sema_.report(diag::AssignToParameter, range, context_, sema_.sources_.text(range));
  return false;
}

bool StatementTyper::assign(const ast::AssignStatement& assign, Statement& s) {
  s.kind = StatementKind::Assign;
  s.target = sema_.typeReference(assign.target->name, context_);
  s.value = sema_.type(assign.value, context_);
  if (pool_->base(s.target) == BaseType::Error || pool_->base(s.value) == BaseType::Error)
    return false;
  if (!assignable(s.target, *assign.target)) return false;
  s.value = sema_.convert(s.value, pool_->type(s.target), s.range, context_, "this assignment");
  if (pool_->base(s.value) == BaseType::Error) return false;
  return true;
}

bool StatementTyper::multiAssign(const ast::MultiAssignStatement& assign, Statement& s) {
  s.kind = StatementKind::TupleAssign;
  Sema::TupleCall called = sema_.typeTupleCall(*assign.call, assign.targets.size(), context_);
  s.value = called.value;
  if (pool_->base(s.value) == BaseType::Error) return false;
  size_t results = pool_->base(s.value) == BaseType::Tuple
                       ? pool_->types.recordOf(pool_->type(s.value)).fields.size()
                       : 1;
  if (assign.targets.size() > results) {
    sema_.report(diag::TooManyResults, s.range, context_, called.function, results,
                 assign.targets.size());
    return false;
  }
  bool wrong = false;
  for (size_t i = 0; i < assign.targets.size(); ++i) {
    const ast::ReferenceExpr* target = assign.targets[i];
    s.targets.push_back(target ? sema_.typeReference(target->name, context_) : pool_->missing());
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
    taken = sema_.convert(taken, pool_->type(s.targets[i]), target->range, context_, "this result");
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
    if (sema_.names_.text(n.name) == key) return n.value;
  return nullptr;
}

bool StatementTyper::assertion(const ast::CallExpr& call, Statement& s) {
  s.kind = StatementKind::Assert;
  const std::string_view name = "assert";
  const ast::Expr* c = argument(call, 0, "condition");
  const ast::Expr* m = argument(call, 1, "message");
  if (!c || !m) {
    sema_.report(diag::ArgumentCount, s.range, context_, name, "2 to 3 arguments",
                 call.arguments.size());
    return false;
  }
  s.value = condition(c);
  s.message = sema_.textArgument(m, 2, name, context_);
  if (const ast::Expr* l = argument(call, 2, "level")) {
    const ExprId level = sema_.assertionLevel(l, context_);
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
    sema_.report(diag::ArgumentCount, s.range, context_, name, "1 argument", call.arguments.size());
    return false;
  }
  s.message = sema_.textArgument(m, 1, name, context_);
  return !isWrong(s.message);
}

bool StatementTyper::reinit(const ast::CallExpr& call, Statement& s) {
  s.kind = StatementKind::Reinit;
  s.target = sema_.type(call.arguments[0], context_);
  s.value = sema_.type(call.arguments[1], context_);
  if (isWrong(s.target) || isWrong(s.value)) return false;
  s.value = sema_.convert(s.value, pool_->type(s.target), s.range, context_, "reinit");
  return true;
}

bool StatementTyper::call(const ast::CallExpr& call, Statement& s) {
  const std::string_view name = sema_.names_.text(call.function.parts[0].name);
  if (call.function.parts.size() == 1) {
    if (name == "assert") return assertion(call, s);
    if (name == "terminate") return termination(call, s);
    if (name == "reinit" && call.arguments.size() == 2) return reinit(call, s);
  }
  s.kind = StatementKind::Call;
  Instance* f = sema_.lookupStatementFunction(call, context_);
  if (!f) return false;
  s.value = sema_.callFunction(f, call.arguments, call.named, call.range, context_);
  return !isWrong(s.value);
}

// break and return
bool StatementTyper::jump(const ast::Statement& source, Statement& s) {
  const bool isBreak = source.kind == ast::StatementKind::Break;
  s.kind = isBreak ? StatementKind::Break : StatementKind::Return;
  if (isBreak ? context_.inLoop : context_.function != nullptr) return true;
  sema_.report(diag::JumpNotAllowed, s.range, context_, isBreak ? "break" : "return",
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
        sema_.variability(b.condition) <= Variability::Parameter) {
      auto known = sema_.evaluateBoolean(b.condition, branch.condition->range, context_, false);
      if (known && !*known) continue;
      if (known && *known) b.condition = ExprId();
    }
    b.body = sema_.typeStatements(branch.body, context_);
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
    sema_.report(diag::NotInFunction, s.range, context_, "'when'",
                 "a function has no events; use 'if'");
    return false;
  }
  if (context_.inWhen || context_.inInitial) {
    sema_.report(context_.inWhen ? diag::NestedWhen : diag::WhenInInitial, s.range, context_);
    return false;
  }
  context_.inWhen = true;
  for (const auto& branch : source.branches) {
    StatementBranch b;
    b.condition = condition(branch.condition, true);
    b.body = sema_.typeStatements(branch.body, context_);
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
  b.body = sema_.typeStatements(loop.body, context_);
  context_.inLoop = outside;
  s.branches.push_back(std::move(b));
}

// Invalid after a report.
ExprId StatementTyper::loopRange(const ast::ForStatement& loop, const ast::ForIterator& iterator) {
  ExprId range;
  if (!iterator.in) {
    range = sema_.deducedRange(iterator, {.statements = loop.body}, context_);
  } else if (auto values = sema_.typeAsRange(*iterator.in, context_)) {
    range = sema_.makeArray(*values);
  } else {
    range = sema_.type(iterator.in, context_);
  }
  if (!range || isWrong(range)) return {};
  if (pool_->types[pool_->type(range)].dims.size() == 1) return range;
  sema_.report(diag::IteratorRangeNotVector, iterator.in->range, context_,
               sema_.showType(pool_->type(range)));
  return {};
}

// Unrolled outside of functions; recurses on the iterators of one loop.
void StatementTyper::forLoop(const ast::ForStatement& loop, size_t k, std::vector<Statement>& to) {
  if (k == loop.iterators.size()) {
    std::vector<Statement> body = sema_.typeStatements(loop.body, context_);
    for (Statement& inner : body) to.push_back(std::move(inner));
    return;
  }
  const ast::ForIterator& iterator = loop.iterators[k];
  if (!context_.function && !containsBreak(loop.body)) {
    auto values = sema_.iterationValues(iterator, context_, {.statements = loop.body});
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

std::vector<Statement> Sema::typeStatements(std::span<const ast::Statement* const> statements,
                                            Context& context) {
  std::vector<Statement> result;
  StatementTyper typer(*this, context);
  for (const ast::Statement* source : statements) typer.add(*source, result);
  return result;
}

// A condition is a Boolean; that of a when-clause may be a vector of them.
bool Sema::checkCondition(ExprId condition, SourceRange range, const Context& context,
                          bool vectorToo) {
  const BaseType base = pool_->base(condition);
  if (base == BaseType::Error) return false;
  const size_t rank = pool_->types[pool_->type(condition)].dims.size();
  if (base == BaseType::Boolean && rank <= (vectorToo ? 1u : 0u)) return true;
  report(diag::ConditionNotBoolean, range, context, showType(pool_->type(condition)));
  return false;
}

// A String argument, of assert and terminate.
ExprId Sema::textArgument(const ast::Expr* expr, size_t position, std::string_view function,
                          Context& context) {
  ExprId text = type(expr, context);
  if (pool_->base(text) == BaseType::Error) return text;
  if (pool_->base(text) == BaseType::String && pool_->types.isScalar(pool_->type(text)))
    return text;
  report(diag::ArgumentType, expr->range, context, position, function, "a String",
         showType(pool_->type(text)));
  return pool_->missing();
}

ExprId Sema::assertionLevel(const ast::Expr* expr, Context& context) {
  ExprId level = type(expr, context);
  if (pool_->base(level) == BaseType::Error) return level;
  TypeId wanted = predefinedEnumeration("AssertionLevel");
  if (pool_->type(level) == wanted) return level;
  report(diag::ArgumentType, expr->range, context, 3, "assert",
         "AssertionLevel.error or AssertionLevel.warning", showType(pool_->type(level)));
  return pool_->missing();
}

// The function that a statement or equation without a left side calls.
Instance* Sema::lookupStatementFunction(const ast::CallExpr& call, const Context& context) {
  Instance* f = lookupClass(call.function, context.scope, false);
  if (f) return f;
  std::string_view name = names_.text(call.function.parts[0].name);
  if (call.function.parts.size() == 1 && isBuiltin(name)) {
    report(diag::NotAnEquation, call.range, context, name);
    return nullptr;
  }
  return lookupClass(call.function, context.scope);
}

Sema::TupleCall Sema::typeTupleCall(const ast::CallExpr& call, size_t targets, Context& context) {
  Instance* f = lookupClass(call.function, context.scope, false);
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
    return {typeSpatialDistribution(call, context), std::string(name)};
  }
  if (!f) f = lookupClass(call.function, context.scope);
  if (!f) return {pool_->missing(), {}};
  return {callFunction(f, call.arguments, call.named, call.range, context), className(f)};
}

// The member that a part of a name names, of each owner; false after a report.
bool Sema::membersNamed(const ast::NamePart& part, std::vector<Instance*>& owners,
                        const Context& context) {
  std::vector<Instance*> next;
  for (Instance* owner : owners) {
    Instance* m = member(owner, part.name);
    if (!m || !m->isComponent()) {
      Diagnostic& d = report(diag::NoSuchMember, part.range, context, names_.text(part.name),
                             owner->type ? className(owner->type) : path(owner));
      std::vector<std::string_view> candidates;
      for (const LayoutElement& e : owner->layout->elements) {
        if (e.component) candidates.push_back(names_.text(e.name));
      }
      std::string hint = didYouMean(names_.text(part.name), candidates);
      if (!hint.empty()) d.note("did you mean '" + hint + "'?");
      return false;
    }
    next.push_back(m);
  }
  owners = std::move(next);
  return true;
}

// Which elements the subscripts of a part of a name choose: in each dimension of `c` the indices,
// and in `own` how many where they are not one. False after a report.
bool Sema::pickElements(const ast::NamePart& part, Instance* c,
                        std::vector<std::vector<int64_t>>& picks, std::vector<Size>& own,
                        Context& context) {
  if (part.subscripts.size() > c->dims.size()) {
    report(diag::TooManySubscripts, part.range, context, names_.text(part.name), c->dims.size());
    return false;
  }
  for (size_t d = 0; d < c->dims.size(); ++d) {
    std::vector<int64_t> pick;
    if (d < part.subscripts.size() && part.subscripts[d]->kind != ast::ExprKind::Colon) {
      ExprId savedArray = context.endArray;
      size_t savedDimension = context.endDimension;
      context.endArray =
          pool_->variable(VariableId(), pool_->types.get(BaseType::Integer, 0, c->dims));
      context.endDimension = d;
      ExprId s = type(part.subscripts[d], context);
      context.endArray = savedArray;
      context.endDimension = savedDimension;
      if (!subscriptFits(c, d, s, part.subscripts[d]->range, context)) return false;
      auto value = evaluateNow(s, part.subscripts[d]->range, context);
      if (!value) return false;
      if (pool_->base(s) == BaseType::Boolean) {
        for (int64_t& v : value->integers) v = v ? 2 : 1;
      }
      if (value->integers.empty() && !value->reals.empty()) {
        report(diag::SubscriptNotInteger, part.subscripts[d]->range, context,
               showType(pool_->type(s)));
        return false;
      }
      pick = value->integers;
      if (!pool_->types.isScalar(value->type)) {
        own.push_back(static_cast<Size>(pick.size()));
      }
      for (int64_t v : pick) {
        if (v < 1 || v > c->dims[d]) {
          report(diag::IndexOutOfBounds, part.subscripts[d]->range, context, v, d + 1, c->dims[d],
                 names_.text(part.name));
          return false;
        }
      }
    } else {
      for (int64_t i = 1; i <= c->dims[d]; ++i) pick.push_back(i);
      own.push_back(c->dims[d]);
    }
    picks.push_back(std::move(pick));
  }
  return true;
}

// The chosen elements in all combinations, row-major; with `subscripts` also which they are in an
// array of a built-in type.
void Sema::appendChosen(Instance* c, std::span<const std::vector<int64_t>> picks,
                        std::vector<Instance*>& chosen,
                        std::vector<std::vector<int64_t>>* subscripts) {
  std::vector<size_t> at(picks.size(), 0);
  bool empty = std::any_of(picks.begin(), picks.end(), [](const auto& v) { return v.empty(); });
  while (!empty) {
    size_t linear = 0;
    std::vector<int64_t> chosenAt;
    for (size_t d = 0; d < picks.size(); ++d) {
      linear = linear * static_cast<size_t>(c->dims[d]) + static_cast<size_t>(picks[d][at[d]] - 1);
      chosenAt.push_back(picks[d][at[d]]);
    }
    if (c->isArray) {
      chosen.push_back(element(c, linear));
      if (subscripts) subscripts->emplace_back();
    } else {
      chosen.push_back(c);
      if (subscripts) subscripts->push_back(chosenAt);
    }
    size_t d = picks.size();
    while (d > 0 && ++at[d - 1] == picks[d - 1].size()) at[--d] = 0;
    if (d == 0) break;
  }
}

Sema::Selection Sema::select(const ast::Name& name, Context& context) {
  Selection selection;
  Found found = lookupSimple(name.parts[0].name, context.scope);
  if (!found.instance || !found.instance->isComponent()) {
    reportUndefined(name.parts[0].name, name.parts[0].range, context.scope, &context);
    return selection;
  }
  // current: instances chosen so far, row-major over dims
  std::vector<Instance*> current{localTarget(found.instance)};
  selection.first = current[0];
  std::vector<Size> dims;
  for (size_t p = 0; p < name.parts.size(); ++p) {
    const ast::NamePart& part = name.parts[p];
    if (p > 0 && !membersNamed(part, current, context)) return selection;
    std::vector<Instance*> chosen;
    std::vector<Size> added;
    bool last = p + 1 == name.parts.size();
    for (Instance* raw : current) {
      Instance* c = target(raw);
      resolve(c);
      if (c->removed) {
        selection.removed = true;
        continue;
      }
      if (c->broken && c->layout == &emptyLayout_) return selection;
      std::vector<std::vector<int64_t>> picks;
      added.clear();
      if (!pickElements(part, c, picks, added, context)) return selection;
      appendChosen(c, picks, chosen, last ? &selection.subscripts : nullptr);
    }
    dims.insert(dims.end(), added.begin(), added.end());
    current = std::move(chosen);
    if (p == 0 && selection.first) selection.first = target(selection.first);
  }
  selection.instances = std::move(current);
  selection.dims = std::move(dims);
  selection.ok = !selection.removed || !selection.instances.empty();
  return selection;
}

}  // namespace formola
