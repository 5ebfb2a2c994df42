// The named rewrite rules of expr/rules/*.def, compiled into patterns that can be matched.
//
// Notation of the .def files: Modelica expressions in which single letters stand for
//   x y z u v w c   any expression            a   a variable or time
//   k m             a number literal          l   any literal
//   n               a negative number literal p   a positive number literal
//   i j             an integral number        e   an even number other than 0
// A letter that occurs twice must stand for the same expression (equal ids: the DAG is
// hash-consed). On the right everything is built by ExprBuilder again, so "k + m" becomes one
// literal.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "expr/expr.h"

namespace formola {

enum class PatternKind : uint8_t { Letter, Number, Truth, Operator };

// What a letter may stand for.
enum class LetterClass : uint8_t {
  Any,
  Leaf,
  Literal,
  Number,
  Negative,
  Positive,
  Integral,
  Even,
};

struct PatternNode {
  PatternKind what = PatternKind::Letter;
  ExprKind kind = ExprKind::Missing;  // Operator; ExprKind::Builtin for calls
  Builtin builtin = Builtin::Abs;     // of calls
  uint8_t letter = 0;                 // 'x' - 'a'
  LetterClass letterClass = LetterClass::Any;
  double number = 0;  // Number; Truth: 0 or 1
  uint8_t childCount = 0;
  uint8_t child[3] = {};  // indices into Pattern::nodes
};

struct Pattern {
  std::vector<PatternNode> nodes;  // children before parents; the root is last
  const PatternNode& root() const { return nodes.back(); }
};

using LetterBindings = std::array<ExprId, 26>;

struct Rule {
  std::string_view name;
  std::string_view left, right;  // as written
  Pattern leftPattern, rightPattern;
};

// One bit for each ExprKind, and one for an operand that isn't there.
using OperandKinds = std::array<uint64_t, 3>;

// A rule and what its operands may be: rejects most rules at a glance.
struct RuleEntry {
  OperandKinds admitted = {};
  const Rule* rule = nullptr;
  bool admits(const OperandKinds& kinds) const {
    return (admitted[0] & kinds[0]) && (admitted[1] & kinds[1]) && (admitted[2] & kinds[2]);
  }
};

// Requires: at most three operands.
OperandKinds kindsOf(const ExprPool& pool, std::span<const ExprId> operands);

// All rules in the order in which they are tried. Immutable, made at first use.
std::span<const Rule> simplificationRules();

// The rules whose left side is this operator (and function, for ExprKind::Builtin).
std::span<const RuleEntry> rulesFor(ExprKind kind, Builtin builtin);

// True if `letterClass` admits the expression.
bool admits(const ExprPool& pool, LetterClass letterClass, ExprId id);

// Matches the operands of an operator against the left side of a rule for it; fills `bindings`.
// Requires: the rule's entry admits them.
bool matchOperands(const ExprPool& pool, const Rule& rule, std::span<const ExprId> operands,
                   LetterBindings& bindings);

}  // namespace formola
