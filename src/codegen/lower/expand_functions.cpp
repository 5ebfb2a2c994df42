#include "codegen/lower/expand_functions.h"

#include <algorithm>

#include "expr/rewrite.h"

namespace formola::lowered {

ExprId FunctionExpander::operator()(ExprId root) {
  return mapExpr(pool_, root, memo_, [&](ExprId id, std::span<const ExprId> children) {
    if (pool_.kind(id) == ExprKind::Call) {
      statements_ = 0;
      const std::vector<ExprId> arguments(children.begin(), children.end());
      if (const ExprId value = valueOf(id, arguments); value.valid()) return value;
    }
    return build_.withChildren(id, children);
  });
}

ExprId FunctionExpander::valueOf(ExprId call, std::span<const ExprId> arguments) {
  const FunctionId id = pool_.functionOf(call);
  if (!id.valid() || depth_ >= kDeepest) return {};
  const Function& f = schedule_.model.dae.functions[id];
  const bool scalars =
      std::all_of(f.locals.begin(), f.locals.end(),
                  [&](const LocalVariable& local) { return pool_.types.isScalar(local.type); });
  if (!scalars || f.external || f.impure || f.isRecordConstructor || f.outputCount != 1 ||
      arguments.size() != f.inputCount)
    return {};
  Locals locals(f.locals.size());
  std::copy(arguments.begin(), arguments.end(), locals.begin());
  ++depth_;
  bool ok = true;
  for (size_t i = f.inputCount; i < f.locals.size() && ok; ++i) {
    if (!f.locals[i].binding.valid()) continue;
    locals[i] = inside(f.locals[i].binding, locals);
    ok = locals[i].valid();
  }
  ok = ok && run(f.body, locals);
  --depth_;
  return ok ? locals[f.inputCount] : ExprId();
}

ExprId FunctionExpander::inside(ExprId root, const Locals& locals) {
  bool ok = true;
  ExprTable<ExprId> memo;
  for (const auto& [iterator, value] : iterators_) memo.set(iterator, value);
  const ExprId value = mapExpr(pool_, root, memo, [&](ExprId id, std::span<const ExprId> children) {
    if (!ok) return id;
    if (pool_.kind(id) == ExprKind::Local) {
      const ExprId known = locals[pool_.payload(id)];
      ok = known.valid();
      return ok ? known : id;
    }
    if (pool_.kind(id) == ExprKind::Call) {
      const std::vector<ExprId> arguments(children.begin(), children.end());
      const ExprId result = valueOf(id, arguments);
      ok = result.valid();
      return ok ? result : id;
    }
    ok = pool_.types.isScalar(pool_.type(id));
    return ok ? build_.withChildren(id, children) : id;
  });
  return ok ? value : ExprId();
}

bool FunctionExpander::run(const std::vector<Statement>& body, Locals& locals) {
  for (size_t i = 0; i < body.size(); ++i) {
    const Statement& s = body[i];
    if (++statements_ > kMostStatements) return false;
    switch (s.kind) {
      case StatementKind::Assign: {
        if (pool_.kind(s.target) != ExprKind::Local) return false;
        const ExprId value = inside(s.value, locals);
        if (!value.valid()) return false;
        locals[pool_.payload(s.target)] = value;
        break;
      }
      case StatementKind::If:
        if (!branch(s, locals)) return false;
        break;
      case StatementKind::For:
        if (!loop(s, locals)) return false;
        break;
      default:
        return false;
    }
  }
  return true;
}

// Both ways, then one value or the other for each local.
bool FunctionExpander::branch(const Statement& statement, Locals& locals) {
  struct Way {
    ExprId condition;  // invalid: else
    Locals locals;
  };
  std::vector<Way> ways;
  for (const StatementBranch& b : statement.branches) {
    Way& way = ways.emplace_back();
    if (b.condition.valid()) {
      way.condition = inside(b.condition, locals);
      if (!way.condition.valid()) return false;
    }
    way.locals = locals;
    if (!run(b.body, way.locals)) return false;
    if (!b.condition.valid()) break;
  }
  Locals result = locals;
  for (size_t k = ways.size(); k-- > 0;)
    for (size_t i = 0; i < result.size(); ++i) {
      const ExprId value = ways[k].locals[i];
      if (!ways[k].condition.valid())
        result[i] = value;
      else if (value != result[i])
        result[i] = value.valid() && result[i].valid()
                        ? build_.ifThenElse(ways[k].condition, value, result[i])
                        : ExprId();
    }
  locals = std::move(result);
  return true;
}

bool FunctionExpander::loop(const Statement& statement, Locals& locals) {
  const ExprId range = statement.value;
  if (pool_.kind(range) != ExprKind::Range) return false;
  int64_t ends[3];
  for (size_t k = 0; k < 3; ++k) {
    const ExprId end = inside(pool_.child(range, k), locals);
    if (!end.valid() || pool_.kind(end) != ExprKind::Integer) return false;
    ends[k] = pool_.integerValue(end);
  }
  if (ends[1] == 0) return false;
  for (int64_t i = ends[0]; ends[1] > 0 ? i <= ends[2] : i >= ends[2]; i += ends[1]) {
    iterators_.emplace_back(statement.target, pool_.integer(i));
    const bool ok = run(statement.branches[0].body, locals);
    iterators_.pop_back();
    if (!ok) return false;
  }
  return true;
}

}  // namespace formola::lowered
