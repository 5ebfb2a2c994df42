// Equality of expressions by value: numbers in a finite field that stand for rational functions.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <unordered_map>
#include <vector>

#include "expr/build.h"
#include "expr/expr.h"
#include "expr/expr_table.h"

namespace formola {

// Purpose:    a number for each expression such that expressions that are equal as rational
//             functions of their atoms have the same one, however they are associated or factored.
//             Atoms are variables and all other operations; sin and cos of equal angles lie on the
//             unit circle.
// Requires:   scalar expressions.
// Ensures:    deterministic. Different functions have the same number with a probability of about
//             degree / 2^122 (two independent values modulo 2^61 - 1). Literals count with their
//             exact binary value, so that sums of rounded literals may differ: equality is lost,
//             never invented.
// Complexity: linear in the nodes reached; a division costs about a hundred
//             multiplications.
// Reference:  Schwartz, "Fast probabilistic algorithms for verification of polynomial identities",
//             J. ACM 27 (1980); Gonnet, "Determining equivalence of expressions in random
//             polynomial time", STOC 1984.
class Fingerprints {
 public:
  struct Value {
    std::array<uint64_t, 2> at = {};
    bool operator==(const Value&) const = default;
    bool isZero() const { return at == std::array<uint64_t, 2>{}; }
  };

  // `meaning`: an expression that a variable always has the value of; invalid: it is an atom.
  explicit Fingerprints(const ExprPool& pool, std::function<ExprId(ExprId)> meaning = {})
      : pool_(pool), meaning_(std::move(meaning)) {}
  // No value: division by zero.
  std::optional<Value> operator()(ExprId root);
  static Value negated(const Value& value);

 private:
  // What the number of an expression is made of; none: it is an atom.
  std::vector<ExprId> operandsOf(ExprId id) const;
  std::optional<Value> compute(ExprId id);
  Value atom(ExprId id) const;

  const ExprPool& pool_;
  std::function<ExprId(ExprId)> meaning_;
  ExprTable<std::optional<Value>> memo_;
  ExprSet entered_;
};

// Purpose:    one expression for each value: of those that are equal, or equal up to the sign, the
//             first one met.
// Ensures:    the result has the value of what was given, up to rounding; 0 is the literal.
// Complexity: that of Fingerprints.
class EqualExpressions {
 public:
  EqualExpressions(ExprPool& pool, Fingerprints& fingerprints)
      : build_(pool), fingerprints_(fingerprints) {}
  ExprId operator()(ExprId id);
  void clear() { known_.clear(); }

 private:
  struct Hash {
    size_t operator()(const Fingerprints::Value& value) const { return value.at[0]; }
  };

  ExprBuilder build_;
  Fingerprints& fingerprints_;
  std::unordered_map<Fingerprints::Value, ExprId, Hash> known_;  // looked up only, never iterated
};

}  // namespace formola
