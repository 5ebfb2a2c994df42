#include "structure/simplify/inline_late.h"

#include <algorithm>

#include "expr/rewrite.h"

namespace formola {

namespace {

// Whether a short function of one assignment does not need all of its inputs, e.g. the density of
// an incompressible medium, or not all fields of a record: as a call it would seem to depend on
// them, and systems of equations would be larger than they are.
bool leavesInputsOut(const ExprPool& pool, const Function& f) {
  constexpr size_t kShort = 16;  // nodes
  if (f.inlining != Inlining::Default || f.external || f.body.size() != 1 || f.inputCount == 0 ||
      f.body[0].kind != StatementKind::Assign || !f.inverses.empty())
    return false;
  std::vector<char> used(f.inputCount, 0);
  bool field = false;
  std::vector<ExprId> stack{f.body[0].value};
  for (size_t visited = 0; !stack.empty(); ++visited) {
    if (visited > kShort) return false;
    const ExprId e = stack.back();
    stack.pop_back();
    const ExprKind kind = pool.kind(e);
    if (kind == ExprKind::Call) return false;
    if (kind == ExprKind::Local && pool.payload(e) < f.inputCount) used[pool.payload(e)] = 1;
    field = field || kind == ExprKind::Field;
    for (ExprId child : pool.children(e)) stack.push_back(child);
  }
  return field || std::find(used.begin(), used.end(), 0) != used.end();
}

bool isLate(const ExprPool& pool, const Function& f) {
  return f.inlining == Inlining::AfterIndexReduction || f.inlining == Inlining::Late ||
         leavesInputsOut(pool, f);
}

}  // namespace

LateInliner::LateInliner(StructuredDae& model) : model_(model), pool_(model.pool()), build_(pool_) {
  for (const Function& f : model.dae.functions) any_ = any_ || isLate(pool_, f);
}

ExprId LateInliner::operator()(ExprId root) {
  if (!any_ || !root.valid()) return root;
  return mapExpr(pool_, root, memo_, [this](ExprId id, std::span<const ExprId> children) {
    const ExprId same = build_.withChildren(id, children);
    if (pool_.kind(same) != ExprKind::Call || !pool_.types.isScalar(pool_.type(same))) return same;
    const ExprId value = valueOf(same);
    return value.valid() ? value : same;
  });
}

void LateInliner::applyToModel() {
  if (!any_) return;
  for (auto* list : {&model_.equations, &model_.initialEquations})
    for (StructuredEquation& equation : *list) {
      equation.left = (*this)(equation.left);
      equation.right = (*this)(equation.right);
    }
}

// The element that literal subscripts or a field pick; invalid if it is not seen.
ExprId LateInliner::selected(ExprId id, std::span<const ExprId> children) const {
  if (pool_.kind(id) == ExprKind::Field)
    return pool_.kind(children[0]) == ExprKind::Record ? pool_.child(children[0], pool_.payload(id))
                                                       : ExprId();
  ExprId at = children[0];
  for (ExprId subscript : children.subspan(1)) {
    if (pool_.kind(at) != ExprKind::Array || pool_.kind(subscript) != ExprKind::Integer) return {};
    const int64_t position = pool_.integerValue(subscript);
    if (position < 1 || position > static_cast<int64_t>(pool_.children(at).size())) return {};
    at = pool_.child(at, static_cast<size_t>(position - 1));
  }
  return at;
}

ExprId LateInliner::valueOf(ExprId call) {
  const FunctionId id = pool_.functionOf(call);
  if (!id.valid()) return {};
  const Function& f = model_.dae.functions[id];
  if (!isLate(pool_, f)) return {};
  if (f.external || f.impure || f.isRecordConstructor || f.outputCount != 1 || f.body.size() != 1)
    return {};
  const Statement& statement = f.body[0];
  if (statement.kind != StatementKind::Assign || pool_.kind(statement.target) != ExprKind::Local ||
      pool_.payload(statement.target) != f.inputCount)
    return {};
  bool ok = true;
  ExprTable<ExprId> memo;
  const ExprId value =
      mapExpr(pool_, statement.value, memo, [&](ExprId node, std::span<const ExprId> children) {
        if (!ok) return node;
        const ExprKind kind = pool_.kind(node);
        if (kind == ExprKind::Local) {
          ok = pool_.payload(node) < f.inputCount;
          return ok ? pool_.child(call, pool_.payload(node)) : node;
        }
        if (kind == ExprKind::Index || kind == ExprKind::Field) {
          const ExprId element = selected(node, children);
          ok = element.valid();
          return ok ? element : node;
        }
        for (ExprId child : children) ok = ok && pool_.types.isScalar(pool_.type(child));
        return ok ? build_.withChildren(node, children) : node;
      });
  return ok && pool_.types.isScalar(pool_.type(value)) ? value : ExprId();
}

}  // namespace formola
