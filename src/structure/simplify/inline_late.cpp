#include "structure/simplify/inline_late.h"

#include <algorithm>
#include <unordered_map>

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

// Short functions of a few assignments to whole variables, which may call others of the kind.
bool isShort(const ExprPool& pool, const Function& f) {
  constexpr size_t kMostStatements = 4, kMostNodes = 60;
  if (f.isRecordConstructor) return true;
  if (f.inlining != Inlining::Default || f.external || f.impure || f.outputCount != 1 ||
      !f.inverses.empty() || f.body.size() > kMostStatements)
    return false;
  std::vector<ExprId> stack;
  for (const Statement& s : f.body) {
    if (s.kind != StatementKind::Assign || pool.kind(s.target) != ExprKind::Local) return false;
    stack.push_back(s.value);
  }
  for (size_t visited = 0; !stack.empty(); ++visited) {
    if (visited > kMostNodes) return false;
    const ExprId e = stack.back();
    stack.pop_back();
    const ExprKind kind = pool.kind(e);
    if (kind == ExprKind::If || kind == ExprKind::Comprehension || kind == ExprKind::Reduction)
      return false;
    for (ExprId child : pool.children(e)) stack.push_back(child);
  }
  return true;
}

void collectVariables(const ExprPool& pool, ExprId root, std::vector<ExprId>& found) {
  SmallExprSet seen;
  forEachNode(pool, {&root, 1}, seen, [&](ExprId id) {
    if (pool.kind(id) == ExprKind::Variable) found.push_back(id);
  });
}

bool isLate(const ExprPool& pool, const Function& f) {
  return f.inlining == Inlining::AfterIndexReduction || f.inlining == Inlining::Late ||
         leavesInputsOut(pool, f);
}

}  // namespace

LateInliner::LateInliner(StructuredDae& model) : model_(model), pool_(model.pool()), build_(pool_) {
  for (const Function& f : model.dae.functions)
    any_ = any_ || isLate(pool_, f) || (!f.isRecordConstructor && isShort(pool_, f));
}

// A record or array, or the part of one that a field or literal subscripts pick, as far as it is
// written out; invalid if it is not. `env`: the values of the locals so far.
ExprId LateInliner::expandIn(ExprId root, const std::unordered_map<uint32_t, ExprId>& env,
                             int depth) {
  bool ok = true;
  ExprTable<ExprId> memo;
  const ExprId value =
      mapExpr(pool_, root, memo, [&](ExprId node, std::span<const ExprId> children) {
        if (!ok) return node;
        switch (pool_.kind(node)) {
          case ExprKind::Local: {
            const auto known = env.find(pool_.payload(node));
            ok = known != env.end();
            return ok ? known->second : node;
          }
          case ExprKind::Index:
          case ExprKind::Field: {
            const ExprId part = selected(node, children);
            ok = part.valid();
            return ok ? part : node;
          }
          case ExprKind::Call: {
            const std::vector<ExprId> arguments(children.begin(), children.end());
            const ExprId inner = expand(pool_.functionOf(node), pool_.type(node), arguments, depth);
            ok = inner.valid();
            return ok ? inner : node;
          }
          case ExprKind::Record:
          case ExprKind::Array: {
            const ExprNode copy = pool_[node];
            return pool_.make(copy.kind, copy.type, copy.payload, children);
          }
          default:
            for (ExprId child : children) ok = ok && pool_.types.isScalar(pool_.type(child));
            ok = ok && pool_.types.isScalar(pool_.type(node));
            return ok ? build_.withChildren(node, children) : node;
        }
      });
  return ok ? value : ExprId();
}

// What a short function returns for these arguments; invalid if it is none.
ExprId LateInliner::expand(FunctionId id, TypeId type, std::span<const ExprId> arguments,
                           int depth) {
  constexpr int kDeepest = 6;
  if (!id.valid() || depth >= kDeepest) return {};
  const Function& f = model_.dae.functions[id];
  if (!isShort(pool_, f) || arguments.size() != f.inputCount) return {};
  if (f.isRecordConstructor) return pool_.make(ExprKind::Record, type, 0, arguments);
  std::unordered_map<uint32_t, ExprId> env;
  for (size_t i = 0; i < arguments.size(); ++i) env[static_cast<uint32_t>(i)] = arguments[i];
  for (size_t i = f.inputCount; i < f.locals.size(); ++i) {
    if (!f.locals[i].binding.valid()) continue;
    const ExprId value = expandIn(f.locals[i].binding, env, depth + 1);
    if (value.valid()) env[static_cast<uint32_t>(i)] = value;
  }
  for (const Statement& s : f.body) {
    const ExprId value = expandIn(s.value, env, depth + 1);
    if (!value.valid()) return {};
    env[pool_.payload(s.target)] = value;
  }
  const auto result = env.find(f.inputCount);
  return result == env.end() ? ExprId() : result->second;
}

// The value of a call that depends on less than its arguments do.
ExprId LateInliner::valueWithLess(ExprId call) {
  const std::vector<ExprId> arguments(pool_.children(call).begin(), pool_.children(call).end());
  std::vector<ExprId> all, needed;
  collectVariables(pool_, call, all);
  if (all.size() < 2) return {};
  const ExprId value = expand(pool_.functionOf(call), pool_.type(call), arguments, 0);
  if (!value.valid() || !pool_.types.isScalar(pool_.type(value)) ||
      pool_.base(value) == BaseType::Record)
    return {};
  collectVariables(pool_, value, needed);
  return needed.size() < all.size() ? value : ExprId();
}

ExprId LateInliner::withoutUnneeded(ExprId root) {
  if (!any_ || !root.valid()) return root;
  return mapExpr(pool_, root, less_, [this](ExprId id, std::span<const ExprId> children) {
    const ExprId same = build_.withChildren(id, children);
    if (pool_.kind(same) != ExprKind::Call || !pool_.types.isScalar(pool_.type(same))) return same;
    const ExprId value = valueWithLess(same);
    return value.valid() ? value : same;
  });
}

ExprId LateInliner::operator()(ExprId root) {
  if (!any_ || !root.valid()) return root;
  return mapExpr(pool_, root, memo_, [this](ExprId id, std::span<const ExprId> children) {
    const ExprId same = build_.withChildren(id, children);
    if (pool_.kind(same) != ExprKind::Call || !pool_.types.isScalar(pool_.type(same))) return same;
    ExprId value = valueOf(same);
    if (!value.valid()) value = valueWithLess(same);
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
