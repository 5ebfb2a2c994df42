#include "dae/iterating_functions.h"

#include <algorithm>

#include "dae/visit.h"
#include "expr/rewrite.h"

namespace formola {

namespace {

using Locals = std::vector<ExprId>;

ExprId baseOf(const ExprPool& pool, ExprId target) {
  while (target.valid() &&
         (pool.kind(target) == ExprKind::Index || pool.kind(target) == ExprKind::Field))
    target = pool.child(target, 0);
  return target;
}

// The locals that statements assign but for Integers, which count and do not converge.
void assigned(const ExprPool& pool, const std::vector<Statement>& body, Locals& reals,
              Locals& others) {
  auto add = [&](ExprId target) {
    target = baseOf(pool, target);
    if (!target.valid() || pool.kind(target) != ExprKind::Local) return;
    if (pool.base(target) == BaseType::Real) reals.push_back(target);
    if (pool.base(target) == BaseType::Boolean) others.push_back(target);
  };
  for (const Statement& s : body) {  // nested as deeply as the text of the function
    if (s.kind == StatementKind::Assign) add(s.target);
    for (ExprId target : s.targets) add(target);
    for (const StatementBranch& branch : s.branches) assigned(pool, branch.body, reals, others);
  }
}

bool uses(const ExprPool& pool, ExprId value, const Locals& locals) {
  if (!value.valid()) return false;
  bool found = false;
  ExprSet seen;
  forEachNode(pool, {&value, 1}, seen, [&](ExprId id) {
    found = found || std::find(locals.begin(), locals.end(), id) != locals.end();
  });
  return found;
}

// Whether a branch in a loop that depends on its `reals` assigns Reals.
bool branches(const ExprPool& pool, const std::vector<Statement>& body, const Locals& reals) {
  for (const Statement& s : body) {
    for (const StatementBranch& branch : s.branches) {
      Locals inside, others;
      assigned(pool, branch.body, inside, others);
      if (uses(pool, branch.condition, reals) && !inside.empty()) return true;
      if (branches(pool, branch.body, reals)) return true;
    }
  }
  return false;
}

bool converges(const ExprPool& pool, const std::vector<Statement>& body) {
  for (const Statement& s : body) {
    const bool loop = s.kind == StatementKind::While || s.kind == StatementKind::For;
    for (const StatementBranch& branch : s.branches) {
      if (converges(pool, branch.body)) return true;
      if (!loop) continue;
      Locals reals, others;
      assigned(pool, branch.body, reals, others);
      if (reals.empty()) continue;
      if (s.kind == StatementKind::While &&
          (uses(pool, s.value, reals) || uses(pool, s.value, others)))
        return true;
      if (branches(pool, branch.body, reals)) return true;
    }
  }
  return false;
}

}  // namespace

bool IteratingFunctions::iterate(ExprId value) {
  known_.resize(dae_.functions.size(), Known::Nothing);
  return anyCall(value);
}

bool IteratingFunctions::anyCall(ExprId value) {
  if (!value.valid()) return false;
  const ExprPool& pool = *dae_.pool;
  std::vector<FunctionId> called;
  seen_.clear();
  forEachNode(pool, {&value, 1}, seen_, [&](ExprId id) {
    // of a function that is an argument nothing is known
    if (pool.kind(id) == ExprKind::Call && pool.functionOf(id).valid())
      called.push_back(pool.functionOf(id));
  });
  return std::any_of(called.begin(), called.end(), [&](FunctionId id) { return iterates(id); });
}

bool IteratingFunctions::anyCallIn(const std::vector<Statement>& body) {
  bool found = false;
  auto visit = [&](ExprId id) { found = found || anyCall(id); };
  for (const Statement& s : body) forEachExprInStatement(s, visit);
  return found;
}

bool IteratingFunctions::iterates(FunctionId function) {
  if (known_[function.index()] != Known::Nothing) return known_[function.index()] == Known::Yes;
  known_[function.index()] = Known::No;  // one that calls itself
  const Function& f = dae_.functions[function];
  const bool own = std::any_of(
      f.derivatives.begin(), f.derivatives.end(), [&](const DerivativeAnnotation& derivative) {
        const Symbol name = dae_.functions[derivative.function].name;
        return !std::string_view(dae_.pool->names.text(name)).starts_with("$der(");
      });
  if (!own && (converges(*dae_.pool, f.body) || anyCallIn(f.body)))
    known_[function.index()] = Known::Yes;
  return known_[function.index()] == Known::Yes;
}

}  // namespace formola
