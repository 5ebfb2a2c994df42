// Puts a value in the place of an iterator.
#pragma once

#include "expr/expr.h"

namespace formola {

// Purpose:    expressions with one iterator replaced, for expanding comprehensions and reductions.
// Ensures:    the result is stored as given (no folding); parts without any iterator are shared,
//             not walked.
// Complexity: per call linear in the part of `expr` that contains iterators.
class IteratorSubstitution {
 public:
  explicit IteratorSubstitution(ExprPool& pool) : pool_(pool) {}

  // Several calls of `apply` after one `begin` share their work.
  void begin(ExprId iterator, ExprId value);
  ExprId apply(ExprId expr);

 private:
  bool hasIterator(ExprId expr);

  ExprPool& pool_;
  ExprId iterator_, value_;
  std::vector<uint8_t> contains_;  // per node: 0 not known, 1 no iterator inside, 2 some
  std::vector<uint32_t> epochOf_;  // per node: the epoch in which replacement_ was set
  std::vector<ExprId> replacement_;
  uint32_t epoch_ = 0;
  std::vector<ExprId> stack_, children_;
};

}  // namespace formola
