#include "structure/simplify/join_semi_linear.h"

#include <map>
#include <optional>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "expr/build.h"
#include "expr/rewrite.h"
#include "expr/substitute.h"

namespace formola {

namespace {

// negative ? -y : y = semiLinear(x, from, to)
struct Link {
  int equation;
  ExprId y, x;
  bool negative;
  ExprId from, to;
};

class Joiner {
 public:
  explicit Joiner(StructuredDae& model) : model_(model), pool_(model.pool()), build_(pool_) {}
  void run();

 private:
  std::pair<ExprId, bool> signedVariable(ExprId id) const;
  std::optional<Link> link(int equation) const;
  bool mayBeInside(ExprId id) const {
    return pool_.kind(id) == ExprKind::Variable &&
           model_.info[pool_.variableOf(id)].role == Role::Algebraic &&
           !differentiated_[pool_.variableOf(id).index()];
  }
  bool isZero(ExprId id) const { return pool_.isNumber(id) && pool_.realValue(id) == 0; }
  void equate(const Link& link);
  void join(const std::vector<Link>& links);
  void replace(const std::vector<const Link*>& chain);
  void removeZeros();

  StructuredDae& model_;
  ExprPool& pool_;
  ExprBuilder build_;
  std::vector<char> differentiated_;
};

// A variable with its sign, or zero.
std::pair<ExprId, bool> Joiner::signedVariable(ExprId id) const {
  if (isZero(id)) return {id, false};
  const bool negative = pool_.kind(id) == ExprKind::Neg;
  const ExprId variable = negative ? pool_.child(id, 0) : id;
  return {pool_.kind(variable) == ExprKind::Variable ? variable : ExprId(), negative};
}

std::optional<Link> Joiner::link(int equation) const {
  const StructuredEquation& e = model_.equations[static_cast<size_t>(equation)];
  if (e.target.valid()) return std::nullopt;
  for (auto [left, right] : {std::pair(e.left, e.right), std::pair(e.right, e.left)}) {
    if (!pool_.isBuiltin(right, Builtin::SemiLinear)) continue;
    const auto [y, yNegative] = signedVariable(left);
    const auto [x, xNegative] = signedVariable(pool_.child(right, 0));
    if (!y.valid() || !x.valid()) continue;
    ExprId from = pool_.child(right, 1), to = pool_.child(right, 2);
    // semiLinear(-x, a, b) = -semiLinear(x, b, a); the sign of zero is free
    const bool turned = isZero(x) ? yNegative : xNegative;
    if (turned) std::swap(from, to);
    return Link{equation, y, x, yNegative != turned, from, to};
  }
  return std::nullopt;
}

// x = 0, y = 0: from = to.
void Joiner::equate(const Link& link) {
  StructuredEquation& e = model_.equations[static_cast<size_t>(link.equation)];
  e.left = link.from;
  e.right = link.to;
}

void Joiner::replace(const std::vector<const Link*>& chain) {
  const Link &first = *chain.front(), &last = *chain.back();
  auto set = [&](const Link& link, ExprId left, ExprId right) {
    StructuredEquation& e = model_.equations[static_cast<size_t>(link.equation)];
    e.left = left;
    e.right = right;
  };
  // The value at x = 0 does not matter for y, so that no event is needed.
  const ExprId forward = pool_.builtin(
      Builtin::NoEvent, pool_.types.boolean(),
      {pool_.binary(ExprKind::GreaterEqual, pool_.types.boolean(), first.x, build_.zero())});
  set(first, first.negative ? build_.neg(first.y) : first.y,
      pool_.builtin(Builtin::SemiLinear, pool_.type(first.y), {first.x, first.from, last.to}));
  for (size_t i = 1; i < chain.size(); ++i)
    set(*chain[i], chain[i]->from,
        i > 1             ? chain[i - 1]->from
        : isZero(first.x) ? first.from
                          : pool_.ifThenElse(pool_.type(first.y), forward, first.from, last.to));
}

// Links with the same x and y: follows them from where nothing leads in.
void Joiner::join(const std::vector<Link>& links) {
  struct Ends {
    const Link* in = nullptr;
    const Link* out = nullptr;
    bool many = false;
  };
  std::unordered_map<uint32_t, Ends> at;
  for (const Link& l : links) {
    Ends &from = at[l.from.index()], &to = at[l.to.index()];
    from.many = from.many || from.out != nullptr;
    from.out = &l;
    to.many = to.many || to.in != nullptr;
    to.in = &l;
  }
  auto inside = [&](ExprId id) {
    const Ends& ends = at[id.index()];
    return ends.in != nullptr && ends.out != nullptr && !ends.many && mayBeInside(id);
  };
  for (const Link& l : links) {
    if (inside(l.from)) continue;  // not the first of a chain
    std::vector<const Link*> chain{&l};
    while (inside(chain.back()->to)) chain.push_back(at[chain.back()->to.index()].out);
    if (chain.size() > 1 && chain.back()->to != l.from) replace(chain);
  }
}

void Joiner::run() {
  // Ordered by the equation that comes first, so that the result does not depend on addresses.
  std::map<std::tuple<uint32_t, uint32_t, bool>, std::vector<Link>> groups;
  for (size_t e = 0; e < model_.equations.size(); ++e)
    if (auto l = link(static_cast<int>(e))) {
      if (isZero(l->x) && isZero(l->y)) {
        equate(*l);
      } else {
        groups[{l->y.index(), l->x.index(), l->negative}].push_back(*l);
      }
    }
  if (groups.empty()) return removeZeros();
  differentiated_.assign(model_.dae.variables.size(), 0);
  ExprSet seen;
  for (const auto* list : {&model_.equations, &model_.initialEquations})
    for (const StructuredEquation& e : *list) {
      const ExprId roots[2] = {e.left, e.right};
      forEachNode(pool_, roots, seen, [&](ExprId id) {
        if (!pool_.isBuiltin(id, Builtin::Der)) return;
        if (const ExprId x = pool_.child(id, 0); pool_.kind(x) == ExprKind::Variable)
          differentiated_[pool_.variableOf(x).index()] = 1;
      });
    }
  for (auto& [key, links] : groups)
    if (links.size() > 1) join(links);
  removeZeros();
}

// What is left of semiLinear(0, a, b) depends on nothing.
void Joiner::removeZeros() {
  Substitution zeros(pool_);
  bool any = false;
  for (uint32_t i = 0; i < pool_.size(); ++i) {
    const ExprId id(i);
    if (!pool_.isBuiltin(id, Builtin::SemiLinear) || !isZero(pool_.child(id, 0))) continue;
    zeros.set(id, build_.zero());
    any = true;
  }
  if (!any) return;
  for (auto* list : {&model_.equations, &model_.initialEquations})
    for (StructuredEquation& e : *list) {
      e.left = zeros.apply(e.left);
      e.right = zeros.apply(e.right);
    }
}

}  // namespace

StructuredDae joinSemiLinear(StructuredDae model, const StructureOptions&, Diagnostics&) {
  Joiner(model).run();
  return model;
}

}  // namespace formola
