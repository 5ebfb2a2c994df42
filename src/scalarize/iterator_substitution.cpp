#include "scalarize/iterator_substitution.h"

namespace formola {

void IteratorSubstitution::begin(ExprId iterator, ExprId value) {
  iterator_ = iterator;
  value_ = value;
  ++epoch_;
}

bool IteratorSubstitution::hasIterator(ExprId expr) {
  if (contains_.size() < pool_.size()) contains_.resize(pool_.size() * 2, 0);
  if (contains_[expr.index()] != 0) return contains_[expr.index()] == 2;
  std::vector<ExprId> stack{expr};
  while (!stack.empty()) {
    ExprId e = stack.back();
    if (contains_[e.index()] != 0) {
      stack.pop_back();
      continue;
    }
    bool found = pool_.kind(e) == ExprKind::Iterator;
    size_t before = stack.size();
    for (ExprId c : pool_.children(e)) {
      if (contains_[c.index()] == 2) found = true;
      if (contains_[c.index()] == 0) stack.push_back(c);
    }
    if (stack.size() > before) continue;
    contains_[e.index()] = found ? 2 : 1;
    stack.pop_back();
  }
  return contains_[expr.index()] == 2;
}

ExprId IteratorSubstitution::apply(ExprId expr) {
  if (!hasIterator(expr)) return expr;
  auto done = [&](ExprId e) {
    return e.index() < epochOf_.size() && epochOf_[e.index()] == epoch_;
  };
  auto set = [&](ExprId e, ExprId to) {
    if (e.index() >= epochOf_.size()) {
      epochOf_.resize(pool_.size() * 2, 0);
      replacement_.resize(epochOf_.size());
    }
    epochOf_[e.index()] = epoch_;
    replacement_[e.index()] = to;
  };
  stack_.assign(1, expr);
  while (!stack_.empty()) {
    ExprId e = stack_.back();
    if (done(e)) {
      stack_.pop_back();
      continue;
    }
    if (e == iterator_ || !hasIterator(e)) {
      set(e, e == iterator_ ? value_ : e);
      stack_.pop_back();
      continue;
    }
    size_t before = stack_.size();
    for (ExprId c : pool_.children(e)) {
      if (!done(c)) stack_.push_back(c);
    }
    if (stack_.size() > before) continue;
    children_.clear();
    for (ExprId c : pool_.children(e)) children_.push_back(replacement_[c.index()]);
    const ExprNode node = pool_[e];
    bool leaf = children_.empty();
    set(e, leaf ? e : pool_.make(node.kind, node.type, node.payload, children_));
    stack_.pop_back();
  }
  return replacement_[expr.index()];
}

}  // namespace formola
