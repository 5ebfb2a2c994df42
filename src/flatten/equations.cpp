// Equations and algorithms of every instance, typed and unrolled.
#include "diag/codes/equations.h"

#include <algorithm>

#include "diag/codes/classes.h"
#include "diag/codes/functions.h"
#include "diag/codes/structure.h"
#include "diag/codes/types.h"
#include "flatten/flattener.h"
#include "syntax/annotation.h"

namespace formola {

void Flattener::bindingEquation(Instance* variable) {
  if (variable->variability <= Variability::Parameter) return;
  ExprId value = sema_.binding(variable);
  if (!value) return;
  Equation e;
  Context context;
  context.scope = {variable->parent, 0};
  e.left = sema_.reference(variable, context, variable->decl->nameRange);
  e.right = value;
  e.origin = originOf(variable->decl->nameRange, context);
  dae_.equations.push_back(std::move(e));
}

void Flattener::typeEquations(Instance* instance) {
  const Layout& layout = *instance->layout;
  // values given to variables in declarations and modifiers are equations of the instance that owns
  // the variable
  for (Instance* child : instance->children) {
    if (!child || !child->isComponent() || !child->resolved || child->removed) continue;
    if (child->isOuter && !child->isInner) continue;
    if (child->layout->builtin != BaseType::None) bindingEquation(child);
  }
  for (uint32_t p = 0; p < layout.parts.size(); ++p) {
    if (!layout.parts[p].node || !layout.parts[p].node->def) continue;
    const ast::ClassDef* def = layout.parts[p].node->def;
    Context context;
    context.scope = {instance, p};
    if (!def->equations.empty() || !def->algorithms.empty()) {
      // spec 4.7: records and connectors have no equations
      ast::ClassKind kind = layout.classKind;
      bool record = kind == ast::ClassKind::Record || kind == ast::ClassKind::OperatorRecord;
      if (record || kind == ast::ClassKind::Connector) {
        bool equation = !def->equations.empty();
        sema_.report(diag::EquationInClass,
                     equation ? def->equations[0].range : def->algorithms[0].range, context,
                     record ? "the record" : "the connector", sema_.text(def->name),
                     equation ? "an equation" : "an algorithm");
        continue;
      }
    }
    for (const ast::EquationSection& section : def->equations) {
      context.inInitial = section.initial;
      equations(section.equations, context,
                section.initial ? dae_.initialEquations : dae_.equations);
    }
    for (const ast::AlgorithmSection& section : def->algorithms) {
      context.inInitial = section.initial;
      Algorithm algorithm;
      algorithm.origin = originOf(section.range, context);
      algorithm.body = sema_.typeStatements(section.statements, context);
      if (algorithm.body.empty()) continue;
      (section.initial ? dae_.initialAlgorithms : dae_.algorithms).push_back(std::move(algorithm));
    }
  }
}

bool Flattener::isConstraint(const ast::Equation& equation) const {
  const ast::Annotation* annotation = equation.comment.annotation;
  return annotation != nullptr &&
         booleanArgument(annotation->arguments, pool_.names, "__Formola_constraint") == true;
}

void Flattener::equations(std::span<const ast::Equation* const> list, Context& context,
                          std::vector<Equation>& to) {
  for (const ast::Equation* source : list) {
    switch (source->kind) {
      case ast::EquationKind::Equality: {
        const bool constraint = isConstraint(*source);
        if (constraint && &to != &dae_.equations) {
          sema_.report(diag::ConstraintNotAllowed, source->range, context);
          break;
        }
        equality(source->as<ast::EqualityEquation>(), context, constraint ? dae_.constraints : to);
        break;
      }
      case ast::EquationKind::If:
        ifEquation(source->as<ast::IfEquation>(), context, to);
        break;
      case ast::EquationKind::When:
        whenEquation(source->as<ast::WhenEquation>(), context, to);
        break;
      case ast::EquationKind::Call:
        callEquation(source->as<ast::CallEquation>(), context, to);
        break;
      case ast::EquationKind::Connect:
        // collected before
        if (context.inWhen) sema_.report(diag::ConnectInsideWhen, source->range, context);
        break;
      case ast::EquationKind::For: {
        const auto& loop = source->as<ast::ForEquation>();
        bool onlyConnections = std::all_of(
            loop.body.begin(), loop.body.end(),
            [](const ast::Equation* e) { return e->kind == ast::EquationKind::Connect; });
        if (onlyConnections) break;
        forEach(loop, context, [&] { equations(loop.body, context, to); });
        break;
      }
    }
  }
}

// A when-equation determines variables of its own class, also in records and connectors, but not
// those of components that are models (spec 4.7: these would have an equation too many).
bool Flattener::isOwn(ExprId left, const ast::Equation& source, const Context& context) {
  std::vector<ExprId> stack{left};
  while (!stack.empty()) {
    const ExprId e = stack.back();
    stack.pop_back();
    if (pool_.kind(e) == ExprKind::Array) {
      for (ExprId c : pool_.children(e)) stack.push_back(c);
    }
    const VariableId variable = sema_.rootVariable(e);
    if (!variable.valid()) continue;
    const Instance* leaf = sema_.instanceOf(variable);
    for (const Instance* at = leaf->parent; at && at != context.scope.instance; at = at->parent) {
      if (!at->isComponent() || !at->parent) break;
      const ast::ClassKind kind = at->layout->classKind;
      if (kind != ast::ClassKind::Model && kind != ast::ClassKind::Block) continue;
      sema_.report(diag::WhenTargetInComponent, source.range, context, sema_.path(leaf),
                   kind == ast::ClassKind::Model ? "model" : "block", sema_.className(at->type));
      return false;
    }
  }
  return true;
}

void Flattener::equality(const ast::EqualityEquation& source, Context& context,
                         std::vector<Equation>& to) {
  // (a, , b) = f(x)
  if (const auto* tuple = source.left->dynAs<ast::TupleExpr>();
      tuple && tuple->elements.size() != 1) {
    const auto* call = source.right->dynAs<ast::CallExpr>();
    if (!call) {
      sema_.report(diag::TupleNotAllowed, source.range, context);
      return;
    }
    Sema::TupleCall called = sema_.typeTupleCall(*call, tuple->elements.size(), context);
    Equation e;
    e.kind = EquationKind::TupleCall;
    e.origin = originOf(source.range, context);
    e.right = called.value;
    if (pool_.base(e.right) == BaseType::Error) return;
    size_t results = pool_.base(e.right) == BaseType::Tuple
                         ? pool_.types.recordOf(pool_.type(e.right)).fields.size()
                         : (pool_.base(e.right) == BaseType::None ? 0 : 1);
    if (tuple->elements.size() > results) {
      sema_.report(diag::TooManyResults, source.range, context, called.function, results,
                   tuple->elements.size());
      return;
    }
    if (results == 0) {
      e.kind = EquationKind::Call;
      to.push_back(std::move(e));
      return;
    }
    for (size_t i = 0; i < tuple->elements.size(); ++i) {
      const ast::Expr* element = tuple->elements[i];
      ExprId target =
          element->kind == ast::ExprKind::Missing ? pool_.missing() : sema_.type(element, context);
      if (element->kind != ast::ExprKind::Missing) {
        if (pool_.base(target) == BaseType::Error) return;
        TypeId given = results == 1 ? pool_.type(e.right)
                                    : pool_.types.recordOf(pool_.type(e.right)).fields[i].type;
        ExprId result = results == 1 ? e.right
                                     : pool_.make(ExprKind::TupleElement, given,
                                                  static_cast<uint32_t>(i), {&e.right, 1});
        ExprId fits =
            sema_.convert(result, pool_.type(target), element->range, context, "this result");
        if (pool_.base(fits) == BaseType::Error) return;
      }
      e.targets.push_back(target);
    }
    if (results == 1) {
      if (pool_.kind(e.targets[0]) == ExprKind::Missing) return;
      equalityOf(e.targets[0], e.right, e.origin, source, context, to);
      return;
    }
    // a record among the targets is split into its fields
    bool records = false;
    for (ExprId t : e.targets) records |= pool_.base(t) == BaseType::Record;
    if (records) {
      for (size_t i = 0; i < e.targets.size(); ++i) {
        if (pool_.kind(e.targets[i]) == ExprKind::Missing) continue;
        TypeId given = pool_.types.recordOf(pool_.type(e.right)).fields[i].type;
        ExprId result =
            pool_.make(ExprKind::TupleElement, given, static_cast<uint32_t>(i), {&e.right, 1});
        equalityOf(e.targets[i], result, e.origin, source, context, to);
      }
      return;
    }
    to.push_back(std::move(e));
    return;
  }
  ExprId left = sema_.type(source.left, context);
  ExprId right = sema_.type(source.right, context);
  if (pool_.base(left) == BaseType::Error || pool_.base(right) == BaseType::Error) return;
  if (context.inWhen && !isOwn(left, source, context)) return;
  equalityOf(left, right, originOf(source.range, context), source, context, to);
}

bool Flattener::hasRealUnknown(ExprId root) {
  std::vector<ExprId> stack{root};
  std::unordered_set<ExprId> seen;
  while (!stack.empty()) {
    ExprId e = stack.back();
    stack.pop_back();
    if (!seen.insert(e).second) continue;
    if (pool_.kind(e) == ExprKind::Variable && pool_.base(e) == BaseType::Real &&
        sema_.variability(e) > Variability::Parameter) {
      return true;
    }
    for (ExprId c : pool_.children(e)) stack.push_back(c);
  }
  return false;
}

void Flattener::equalityOf(ExprId left, ExprId right, const Provenance& origin,
                           const ast::Equation& source, Context& context,
                           std::vector<Equation>& to) {
  const Type tl = pool_.types[pool_.type(left)];
  const Type tr = pool_.types[pool_.type(right)];
  auto wrong = [&] {
    sema_.report(diag::EquationTypes, source.range, context, sema_.showType(pool_.type(left)),
                 sema_.showType(pool_.type(right)));
  };
  if (tl.base == BaseType::Record || tr.base == BaseType::Record) {
    if (tl.base != tr.base || tl.dims.size() != tr.dims.size()) return wrong();
    if (!tl.dims.empty()) {
      if (tl.dims[0] != tr.dims[0] || tl.dims[0] == kUnknownSize) return wrong();
      Size n = tl.dims[0];
      for (Size i = 1; i <= n; ++i) {
        ExprId subscript = pool_.integer(i);
        equalityOf(sema_.index(left, {&subscript, 1}), sema_.index(right, {&subscript, 1}), origin,
                   source, context, to);
      }
      return;
    }
    const RecordInfo a = pool_.types.recordInfo(RecordId(tl.which));
    const RecordInfo b = pool_.types.recordInfo(RecordId(tr.which));
    for (uint32_t i = 0; i < a.fields.size(); ++i) {
      uint32_t j = 0;
      while (j < b.fields.size() && b.fields[j].name != a.fields[i].name) ++j;
      if (j == b.fields.size()) return wrong();
      equalityOf(sema_.field(left, i), sema_.field(right, j), origin, source, context, to);
    }
    return;
  }
  bool fits = tl.dims.size() == tr.dims.size();
  for (size_t i = 0; fits && i < tl.dims.size(); ++i) {
    fits = tl.dims[i] == tr.dims[i] || tl.dims[i] == kUnknownSize || tr.dims[i] == kUnknownSize;
  }
  bool numeric =
      pool_.types.isNumeric(pool_.type(left)) && pool_.types.isNumeric(pool_.type(right));
  if (!fits || (tl.base != tr.base && !numeric) ||
      (tl.base == BaseType::Enumeration && tl.which != tr.which) || tl.base == BaseType::Tuple ||
      tl.base == BaseType::None) {
    return wrong();
  }
  Equation e;
  e.origin = origin;
  e.left = left;
  e.right = right;
  if (tl.base != tr.base) {
    // An Integer unknown cannot be determined by a Real value; the Real side must have an unknown.
    ExprId integer = tl.base == BaseType::Integer ? left : right;
    ExprId real = tl.base == BaseType::Integer ? right : left;
    VariableId unknown = sema_.rootVariable(integer);
    if (unknown.valid() && sema_.instanceOf(unknown)->variability > Variability::Parameter &&
        !hasRealUnknown(real)) {
      return wrong();
    }
    if (tl.base == BaseType::Integer) {
      e.left =
          sema_.convert(left,
                        pool_.types.withDims(pool_.types.real(),
                                             std::vector<Size>(tl.dims.begin(), tl.dims.end())),
                        source.range, context, "");
    } else {
      e.right =
          sema_.convert(right,
                        pool_.types.withDims(pool_.types.real(),
                                             std::vector<Size>(tr.dims.begin(), tr.dims.end())),
                        source.range, context, "");
    }
  }
  if (pool_.types.count(pool_.type(left)) == 0) return;
  to.push_back(std::move(e));
}

void Flattener::ifEquation(const ast::IfEquation& source, Context& context,
                           std::vector<Equation>& to) {
  Equation e;
  e.kind = EquationKind::If;
  e.origin = originOf(source.range, context);
  for (const ast::EquationBranch& branch : source.branches) {
    EquationBranch b;
    if (branch.condition) {
      b.condition = sema_.type(branch.condition, context);
      if (!sema_.checkCondition(b.condition, branch.condition->range, context)) return;
      if (sema_.variability(b.condition) <= Variability::Parameter) {
        auto value = sema_.evaluateBoolean(b.condition, branch.condition->range, context, false);
        if (value && !*value) continue;
        if (value && *value) b.condition = ExprId();
      }
    }
    const bool decided = !b.condition && e.branches.empty();
    undecided_ += decided ? 0 : 1;
    equations(branch.body, context, b.body);
    undecided_ -= decided ? 0 : 1;
    bool last = !b.condition;
    e.branches.push_back(std::move(b));
    if (last) break;
  }
  if (e.branches.empty()) return;
  if (!e.branches[0].condition) {
    for (Equation& inner : e.branches[0].body) to.push_back(std::move(inner));
    return;
  }
  to.push_back(std::move(e));
}

void Flattener::whenEquation(const ast::WhenEquation& source, Context& context,
                             std::vector<Equation>& to) {
  Equation e;
  e.kind = EquationKind::When;
  e.origin = originOf(source.range, context);
  if (context.inInitial) {
    sema_.report(diag::WhenInInitial, source.range, context);
    return;
  }
  bool saved = context.inWhen;
  context.inWhen = true;
  for (const ast::EquationBranch& branch : source.branches) {
    EquationBranch b;
    b.condition = sema_.type(branch.condition, context);
    if (pool_.base(b.condition) == BaseType::Error) {
      context.inWhen = saved;
      return;
    }
    if (pool_.base(b.condition) == BaseType::Clock) {
      context.inWhen = saved;
      return clockedWhen(source, b.condition, context, to);
    }
    if (!sema_.checkCondition(b.condition, branch.condition->range, context, true)) {
      context.inWhen = saved;
      return;
    }
    equations(branch.body, context, b.body);
    e.branches.push_back(std::move(b));
  }
  context.inWhen = saved;
  to.push_back(std::move(e));
}

// when clock then ... end when: general equations, which hold at the ticks of the clock
// (spec 16.6).
void Flattener::clockedWhen(const ast::WhenEquation& source, ExprId clock, Context& context,
                            std::vector<Equation>& to) {
  if (context.inWhen) {
    sema_.report(diag::NestedWhen, source.range, context);
    return;
  }
  if (source.branches.size() > 1) {
    sema_.report(diag::ClockedElsewhen, source.branches[1].condition->range, context);
    return;
  }
  const size_t first = to.size();
  equations(source.branches[0].body, context, to);
  ++clauses_;
  std::vector<Equation*> open;
  for (size_t i = first; i < to.size(); ++i) open.push_back(&to[i]);
  while (!open.empty()) {
    Equation* e = open.back();
    open.pop_back();
    e->clock = clock;
    e->clause = clauses_;
    for (EquationBranch& branch : e->branches) {
      for (Equation& inner : branch.body) open.push_back(&inner);
    }
  }
}

void Flattener::callEquation(const ast::CallEquation& source, Context& context,
                             std::vector<Equation>& to) {
  const ast::CallExpr& call = *source.call;
  std::string_view name = sema_.text(call.function.parts[0].name);
  Equation e;
  e.origin = originOf(source.range, context);
  auto argument = [&](size_t i, std::string_view key) -> const ast::Expr* {
    if (i < call.arguments.size()) return call.arguments[i];
    for (const ast::NamedArgument& n : call.named) {
      if (sema_.text(n.name) == key) return n.value;
    }
    return nullptr;
  };
  if (call.function.parts.size() == 2 && name == "Connections") {
    if (context.inWhen) sema_.report(diag::ConnectInsideWhen, source.range, context);
    return;
  }
  if (call.function.parts.size() == 1 && name == "assert") {
    const ast::Expr* condition = argument(0, "condition");
    const ast::Expr* message = argument(1, "message");
    if (!condition || !message) {
      sema_.report(diag::ArgumentCount, source.range, context, name, "2 to 3 arguments",
                   call.arguments.size());
      return;
    }
    e.kind = EquationKind::Assert;
    e.left = sema_.type(condition, context);
    e.right = sema_.textArgument(message, 2, name, context);
    if (const ast::Expr* level = argument(2, "level")) {
      ExprId l = sema_.assertionLevel(level, context);
      if (pool_.base(l) == BaseType::Error) return;
      if (auto value = sema_.evaluateNow(l, level->range, context);
          value && !value->integers.empty()) {
        if (value->integers[0] == 2) e.level = AssertLevel::Warning;
      }
    }
    if (pool_.base(e.right) == BaseType::Error ||
        !sema_.checkCondition(e.left, condition->range, context))
      return;
    to.push_back(std::move(e));
    return;
  }
  if (call.function.parts.size() == 1 && name == "terminate") {
    const ast::Expr* message = argument(0, "message");
    if (!message) {
      sema_.report(diag::ArgumentCount, source.range, context, name, "1 argument",
                   call.arguments.size());
      return;
    }
    e.kind = EquationKind::Terminate;
    e.right = sema_.textArgument(message, 1, name, context);
    if (pool_.base(e.right) != BaseType::Error) to.push_back(std::move(e));
    return;
  }
  // a hint that stands alone: the unknown is iterated, in whatever equations it is found
  if (call.function.parts.size() == 1 && name == "residue" && !context.inWhen) {
    e.kind = EquationKind::Call;
    e.right = sema_.type(&call, context);
    if (pool_.base(e.right) != BaseType::Error) to.push_back(std::move(e));
    return;
  }
  if (call.function.parts.size() == 1 && name == "reinit") {
    if (call.arguments.size() != 2) {
      sema_.report(diag::ArgumentCount, source.range, context, name, "2 arguments",
                   call.arguments.size());
      return;
    }
    if (!context.inWhen) {
      sema_.report(diag::ReinitOutsideWhen, source.range, context);
      return;
    }
    e.kind = EquationKind::Reinit;
    e.left = sema_.type(call.arguments[0], context);
    e.right = sema_.type(call.arguments[1], context);
    if (pool_.base(e.left) == BaseType::Error || pool_.base(e.right) == BaseType::Error) return;
    e.right = sema_.convert(e.right, pool_.type(e.left), source.range, context, "reinit");
    if (pool_.base(e.right) != BaseType::Error) to.push_back(std::move(e));
    return;
  }
  if (call.function.parts.size() == 1 && (name == "transition" || name == "initialState")) {
    stateEquation(source, context);
    return;
  }
  Instance* f = sema_.lookupStatementFunction(call, context);
  if (!f) return;
  e.kind = EquationKind::Call;
  e.right = sema_.callFunction(f, call.arguments, call.named, call.range, context);
  if (pool_.base(e.right) == BaseType::Error) return;
  to.push_back(std::move(e));
}

}  // namespace formola
