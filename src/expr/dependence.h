// What an expression depends on: nothing that varies, known quantities, or unknowns.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "expr/expr.h"
#include "expr/expr_table.h"

namespace formola {

enum class Dependence : uint8_t {
  Constant,  // literals and parameters only
  Known,     // varies in time, but is known where the unknowns are sought
  Unknown,   // contains an unknown
};

// Purpose:    the largest dependence of the leaves of an expression; memoised for as long as the
//             leaves keep theirs.
// Requires:   leaf(id) classifies leaf quantities (expr/rewrite.h).
// Ensures:    relations that are frozen (Builtin::Relation) and delayed values are at most Known.
// Complexity: linear in the nodes reached for the first time.
class DependenceAnalysis {
 public:
  using Leaf = std::function<Dependence(ExprId)>;
  DependenceAnalysis(const ExprPool& pool, Leaf leaf) : pool_(&pool), leaf_(std::move(leaf)) {}
  Dependence operator()(ExprId root) { return memo_.has(root) ? memo_.at(root) : find(root); }
  bool isUnknown(ExprId root) { return (*this)(root) == Dependence::Unknown; }
  // The leaves have other dependences now.
  void reset() { memo_.clear(); }

 private:
  Dependence find(ExprId root);
  struct Frame {
    ExprId id;
    bool leave;
  };
  const ExprPool* pool_;
  Leaf leaf_;
  ExprTable<Dependence> memo_;
  std::vector<Frame> stack_;
};

}  // namespace formola
