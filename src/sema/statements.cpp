// Typing of algorithms and the instances behind a component reference.
#include <algorithm>
#include <utility>

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

std::vector<Statement> Sema::typeStatements(std::span<const ast::Statement* const> statements,
                                            Context& context) {
  std::vector<Statement> result;
  auto condition = [&](const ast::Expr* expr, bool vectorToo = false) {
    ExprId typed = type(expr, context);
    checkCondition(typed, expr->range, context, vectorToo);
    return typed;
  };
  // Parameters and constants keep their values (spec 3.8.4).
  auto assignable = [&](ExprId target, const ast::ReferenceExpr& written) {
    const SourceRange range = written.range;
    for (const auto& iterator : context.iterators) {
      if (written.name.global || iterator.first != written.name.parts[0].name) continue;
      report(DiagCode::AssignToIterator, range, context, sources_.text(range));
      return false;
    }
    if (pool_->kind(target) == ExprKind::Local && context.function && context.function->function &&
        pool_->payload(target) < context.function->function->inputCount) {
      report(DiagCode::AssignToInput, range, context, sources_.text(range));
      return false;
    }
    if (pool_->isLiteral(target)) {
      report(DiagCode::AssignToConstant, range, context, sources_.text(range));
      return false;
    }
    VariableId variable = rootVariable(target);
    if (!variable.valid() || context.inInitial) return true;
    if (instanceOf(variable)->variability != Variability::Parameter) return true;
    report(DiagCode::AssignToParameter, range, context, sources_.text(range));
    return false;
  };
  for (const ast::Statement* source : statements) {
    Statement s;
    s.range = source->range;
    switch (source->kind) {
      case ast::StatementKind::Assign: {
        const auto& assign = source->as<ast::AssignStatement>();
        s.kind = StatementKind::Assign;
        s.target = typeReference(assign.target->name, context);
        s.value = type(assign.value, context);
        if (pool_->base(s.target) == BaseType::Error || pool_->base(s.value) == BaseType::Error)
          continue;
        if (!assignable(s.target, *assign.target)) continue;
        s.value =
            convert(s.value, pool_->type(s.target), source->range, context, "this assignment");
        if (pool_->base(s.value) == BaseType::Error) continue;
        break;
      }
      case ast::StatementKind::MultiAssign: {
        const auto& assign = source->as<ast::MultiAssignStatement>();
        s.kind = StatementKind::TupleAssign;
        TupleCall called = typeTupleCall(*assign.call, assign.targets.size(), context);
        s.value = called.value;
        if (pool_->base(s.value) == BaseType::Error) continue;
        size_t results = pool_->base(s.value) == BaseType::Tuple
                             ? pool_->types.recordOf(pool_->type(s.value)).fields.size()
                             : 1;
        if (assign.targets.size() > results) {
          report(DiagCode::TooManyResults, source->range, context, called.function, results,
                 assign.targets.size());
          continue;
        }
        bool wrong = false;
        for (size_t i = 0; i < assign.targets.size(); ++i) {
          const ast::ReferenceExpr* target = assign.targets[i];
          s.targets.push_back(target ? typeReference(target->name, context) : pool_->missing());
          if (!target) continue;
          if (pool_->base(s.targets[i]) == BaseType::Error || !assignable(s.targets[i], *target)) {
            wrong = true;
            continue;
          }
          bool single = pool_->base(s.value) != BaseType::Tuple;
          TypeId given = single ? pool_->type(s.value)
                                : pool_->types.recordOf(pool_->type(s.value)).fields[i].type;
          ExprId taken = single ? s.value
                                : pool_->make(ExprKind::TupleElement, given,
                                              static_cast<uint32_t>(i), {&s.value, 1});
          taken = convert(taken, pool_->type(s.targets[i]), target->range, context, "this result");
          wrong |= pool_->base(taken) == BaseType::Error;
        }
        if (wrong) continue;
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
        break;
      }
      case ast::StatementKind::Call: {
        const ast::CallExpr* call = source->as<ast::CallStatement>().call;
        std::string_view name = names_.text(call->function.parts[0].name);
        auto argument = [&](size_t i, std::string_view key) -> const ast::Expr* {
          if (i < call->arguments.size()) return call->arguments[i];
          for (const ast::NamedArgument& n : call->named) {
            if (names_.text(n.name) == key) return n.value;
          }
          return nullptr;
        };
        if (call->function.parts.size() == 1 && name == "assert") {
          s.kind = StatementKind::Assert;
          const ast::Expr* c = argument(0, "condition");
          const ast::Expr* m = argument(1, "message");
          if (!c || !m) {
            report(DiagCode::ArgumentCount, source->range, context, name, "2 to 3 arguments",
                   call->arguments.size());
            continue;
          }
          s.value = condition(c);
          s.message = textArgument(m, 2, name, context);
          if (const ast::Expr* l = argument(2, "level")) {
            ExprId level = assertionLevel(l, context);
            if (pool_->base(level) == BaseType::Error) continue;
            if (pool_->kind(level) == ExprKind::Enum && pool_->payload(level) == 2)
              s.level = AssertLevel::Warning;
          }
          if (pool_->base(s.value) == BaseType::Error || pool_->base(s.message) == BaseType::Error)
            continue;
        } else if (call->function.parts.size() == 1 && name == "terminate") {
          s.kind = StatementKind::Terminate;
          const ast::Expr* m = argument(0, "message");
          if (!m) {
            report(DiagCode::ArgumentCount, source->range, context, name, "1 argument",
                   call->arguments.size());
            continue;
          }
          s.message = textArgument(m, 1, name, context);
          if (pool_->base(s.message) == BaseType::Error) continue;
        } else if (call->function.parts.size() == 1 && name == "reinit" &&
                   call->arguments.size() == 2) {
          s.kind = StatementKind::Reinit;
          s.target = type(call->arguments[0], context);
          s.value = type(call->arguments[1], context);
          if (pool_->base(s.target) == BaseType::Error || pool_->base(s.value) == BaseType::Error)
            continue;
          s.value = convert(s.value, pool_->type(s.target), source->range, context, "reinit");
        } else {
          s.kind = StatementKind::Call;
          Instance* f = lookupStatementFunction(*call, context);
          if (!f) continue;
          s.value = callFunction(f, call->arguments, call->named, call->range, context);
          if (pool_->base(s.value) == BaseType::Error) continue;
        }
        break;
      }
      case ast::StatementKind::Break:
        s.kind = StatementKind::Break;
        if (!context.inLoop) {
          report(DiagCode::JumpNotAllowed, source->range, context, "break", "a loop");
          continue;
        }
        break;
      case ast::StatementKind::Return:
        s.kind = StatementKind::Return;
        if (!context.function) {
          report(DiagCode::JumpNotAllowed, source->range, context, "return", "a function");
          continue;
        }
        break;
      case ast::StatementKind::If: {
        s.kind = StatementKind::If;
        for (const auto& branch : source->as<ast::IfStatement>().branches) {
          StatementBranch b;
          if (branch.condition) b.condition = condition(branch.condition);
          // a branch that parameters rule out may be invalid
          if (b.condition && !context.function &&
              variability(b.condition) <= Variability::Parameter) {
            auto known = evaluateBoolean(b.condition, branch.condition->range, context, false);
            if (known && !*known) continue;
            if (known && *known) b.condition = ExprId();
          }
          b.body = typeStatements(branch.body, context);
          bool last = !b.condition;
          s.branches.push_back(std::move(b));
          if (last) break;
        }
        if (s.branches.empty()) continue;
        if (s.branches.size() == 1 && !s.branches[0].condition) {
          for (Statement& inner : s.branches[0].body) result.push_back(std::move(inner));
          continue;
        }
        break;
      }
      case ast::StatementKind::When: {
        s.kind = StatementKind::When;
        if (context.function) {
          report(DiagCode::NotInFunction, source->range, context, "'when'",
                 "a function has no events; use 'if'");
          continue;
        }
        if (context.inWhen || context.inInitial) {
          report(context.inWhen ? DiagCode::NestedWhen : DiagCode::WhenInInitial, source->range,
                 context);
          continue;
        }
        context.inWhen = true;
        for (const auto& branch : source->as<ast::WhenStatement>().branches) {
          StatementBranch b;
          b.condition = condition(branch.condition, true);
          b.body = typeStatements(branch.body, context);
          s.branches.push_back(std::move(b));
        }
        context.inWhen = false;
        break;
      }
      case ast::StatementKind::While: {
        const auto& loop = source->as<ast::WhileStatement>();
        s.kind = StatementKind::While;
        s.value = condition(loop.condition);
        StatementBranch b;
        const bool outside = std::exchange(context.inLoop, true);
        b.body = typeStatements(loop.body, context);
        context.inLoop = outside;
        s.branches.push_back(std::move(b));
        break;
      }
      case ast::StatementKind::For: {
        const auto& loop = source->as<ast::ForStatement>();
        const bool outside = std::exchange(context.inLoop, true);
        auto nest = [&](auto&& self, size_t k, std::vector<Statement>& to) -> void {
          if (k == loop.iterators.size()) {
            std::vector<Statement> body = typeStatements(loop.body, context);
            for (Statement& inner : body) to.push_back(std::move(inner));
            return;
          }
          const ast::ForIterator& iterator = loop.iterators[k];
          if (!context.function && !containsBreak(loop.body)) {
            auto values = iterationValues(iterator, context, {.statements = loop.body});
            if (!values) return;
            for (ExprId v : *values) {
              context.iterators.emplace_back(iterator.name, v);
              self(self, k + 1, to);
              context.iterators.pop_back();
            }
            return;
          }
          Statement inner;
          inner.range = source->range;
          inner.kind = StatementKind::For;
          ExprId range;
          if (!iterator.in) {
            range = deducedRange(iterator, {.statements = loop.body}, context);
          } else if (auto values = typeAsRange(*iterator.in, context)) {
            range = makeArray(*values);
          } else {
            range = type(iterator.in, context);
          }
          if (!range || pool_->base(range) == BaseType::Error) return;
          if (pool_->types[pool_->type(range)].dims.size() != 1) {
            report(DiagCode::IteratorRangeNotVector, iterator.in->range, context,
                   showType(pool_->type(range)));
            return;
          }
          inner.target =
              pool_->iterator(pool_->newIterator(), pool_->types.element(pool_->type(range), 1));
          inner.value = range;
          StatementBranch b;
          context.iterators.emplace_back(iterator.name, inner.target);
          self(self, k + 1, b.body);
          context.iterators.pop_back();
          inner.branches.push_back(std::move(b));
          to.push_back(std::move(inner));
        };
        nest(nest, 0, result);
        context.inLoop = outside;
        continue;
      }
    }
    result.push_back(std::move(s));
  }
  return result;
}

// A condition is a Boolean; that of a when-clause may be a vector of them.
bool Sema::checkCondition(ExprId condition, SourceRange range, const Context& context,
                          bool vectorToo) {
  const BaseType base = pool_->base(condition);
  if (base == BaseType::Error) return false;
  const size_t rank = pool_->types[pool_->type(condition)].dims.size();
  if (base == BaseType::Boolean && rank <= (vectorToo ? 1u : 0u)) return true;
  report(DiagCode::ConditionNotBoolean, range, context, showType(pool_->type(condition)));
  return false;
}

// A String argument, of assert and terminate.
ExprId Sema::textArgument(const ast::Expr* expr, size_t position, std::string_view function,
                          Context& context) {
  ExprId text = type(expr, context);
  if (pool_->base(text) == BaseType::Error) return text;
  if (pool_->base(text) == BaseType::String && pool_->types.isScalar(pool_->type(text)))
    return text;
  report(DiagCode::ArgumentType, expr->range, context, position, function, "a String",
         showType(pool_->type(text)));
  return pool_->missing();
}

ExprId Sema::assertionLevel(const ast::Expr* expr, Context& context) {
  ExprId level = type(expr, context);
  if (pool_->base(level) == BaseType::Error) return level;
  TypeId wanted = predefinedEnumeration("AssertionLevel");
  if (pool_->type(level) == wanted) return level;
  report(DiagCode::ArgumentType, expr->range, context, 3, "assert",
         "AssertionLevel.error or AssertionLevel.warning", showType(pool_->type(level)));
  return pool_->missing();
}

// The function that a statement or equation without a left side calls.
Instance* Sema::lookupStatementFunction(const ast::CallExpr& call, const Context& context) {
  Instance* f = lookupClass(call.function, context.scope, false);
  if (f) return f;
  std::string_view name = names_.text(call.function.parts[0].name);
  if (call.function.parts.size() == 1 && isBuiltin(name)) {
    report(DiagCode::NotAnEquation, call.range, context, name);
    return nullptr;
  }
  return lookupClass(call.function, context.scope);
}

Sema::TupleCall Sema::typeTupleCall(const ast::CallExpr& call, size_t targets, Context& context) {
  Instance* f = lookupClass(call.function, context.scope, false);
  std::string_view name = names_.text(call.function.parts[0].name);
  if (!f && call.function.parts.size() == 1 && isBuiltin(name)) {
    if (name != "spatialDistribution") {
      report(DiagCode::TooManyResults, call.range, context, name, 1, targets);
      return {pool_->missing(), {}};
    }
    if (context.function) {
      report(DiagCode::NotInFunction, call.range, context, "'spatialDistribution'",
             "a function knows only the values of its inputs");
      return {pool_->missing(), {}};
    }
    return {typeSpatialDistribution(call, context), std::string(name)};
  }
  if (!f) f = lookupClass(call.function, context.scope);
  if (!f) return {pool_->missing(), {}};
  return {callFunction(f, call.arguments, call.named, call.range, context), className(f)};
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
    if (p > 0) {
      std::vector<Instance*> next;
      for (Instance* owner : current) {
        Instance* m = member(owner, part.name);
        if (!m || !m->isComponent()) {
          Diagnostic& d =
              report(DiagCode::NoSuchMember, part.range, context, names_.text(part.name),
                     owner->type ? className(owner->type) : path(owner));
          std::vector<std::string_view> candidates;
          for (const LayoutElement& e : owner->layout->elements) {
            if (e.component) candidates.push_back(names_.text(e.name));
          }
          std::string hint = didYouMean(names_.text(part.name), candidates);
          if (!hint.empty()) d.note("did you mean '" + hint + "'?");
          return selection;
        }
        next.push_back(m);
      }
      current = std::move(next);
    }
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
      std::vector<Size> own;
      bool scalarPick = true;
      if (part.subscripts.size() > c->dims.size()) {
        report(DiagCode::TooManySubscripts, part.range, context, names_.text(part.name),
               c->dims.size());
        return selection;
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
          if (!subscriptFits(c, d, s, part.subscripts[d]->range, context)) return selection;
          auto value = evaluateNow(s, part.subscripts[d]->range, context);
          if (!value) return selection;
          if (pool_->base(s) == BaseType::Boolean) {
            for (int64_t& v : value->integers) v = v ? 2 : 1;
          }
          if (value->integers.empty() && !value->reals.empty()) {
            report(DiagCode::SubscriptNotInteger, part.subscripts[d]->range, context,
                   showType(pool_->type(s)));
            return selection;
          }
          pick = value->integers;
          if (!pool_->types.isScalar(value->type)) {
            own.push_back(static_cast<Size>(pick.size()));
            scalarPick = false;
          }
          for (int64_t v : pick) {
            if (v < 1 || v > c->dims[d]) {
              report(DiagCode::IndexOutOfBounds, part.subscripts[d]->range, context, v, d + 1,
                     c->dims[d], names_.text(part.name));
              return selection;
            }
          }
        } else {
          for (int64_t i = 1; i <= c->dims[d]; ++i) pick.push_back(i);
          own.push_back(c->dims[d]);
          scalarPick = false;
        }
        picks.push_back(std::move(pick));
      }
      (void)scalarPick;
      added = own;
      // all combinations, row-major
      std::vector<size_t> at(picks.size(), 0);
      bool empty = std::any_of(picks.begin(), picks.end(), [](const auto& v) { return v.empty(); });
      while (!empty) {
        size_t linear = 0;
        std::vector<int64_t> subscripts;
        for (size_t d = 0; d < picks.size(); ++d) {
          linear =
              linear * static_cast<size_t>(c->dims[d]) + static_cast<size_t>(picks[d][at[d]] - 1);
          subscripts.push_back(picks[d][at[d]]);
        }
        if (c->isArray) {
          chosen.push_back(element(c, linear));
          if (last) selection.subscripts.emplace_back();
        } else {
          chosen.push_back(c);
          if (last) selection.subscripts.push_back(subscripts);
        }
        size_t d = picks.size();
        while (d > 0 && ++at[d - 1] == picks[d - 1].size()) at[--d] = 0;
        if (d == 0) break;
      }
      if (picks.empty() && empty) break;
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
