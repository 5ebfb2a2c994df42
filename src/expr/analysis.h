// What occurs in expressions and what they cost.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "expr/expr.h"
#include "expr/expr_table.h"

namespace formola {

// How a variable occurs.
enum class OccurrenceKind : uint8_t {
  Value,       // x
  Derivative,  // der(x)
  Previous,    // pre(x); edge(x) and change(x) are Value and Previous
  Old,         // old(x): the value at the last accepted step
  Delayed,     // x inside delay(x, T): a past value
};

struct Occurrence {
  VariableId variable;
  OccurrenceKind kind = OccurrenceKind::Value;
  uint8_t order = 0;  // Derivative: how often differentiated; else 0
  auto operator<=>(const Occurrence&) const = default;
};

// Purpose:    the variables in expressions (rows of the incidence matrix), x, der(x), pre(x), ...
//             told apart. One object serves many expressions.
// Ensures:    each occurrence once, in the order of first occurrence from left to right. der of
//             something other than a variable counts as Value and Derivative of every variable in
//             it.
// Complexity: linear in the nodes of the expressions given to one call.
class OccurrenceCollector {
 public:
  explicit OccurrenceCollector(const ExprPool& pool) : pool_(pool) {}
  // Appends to `result` (which isn't cleared; what is in it already may come again).
  void collect(std::span<const ExprId> roots, std::vector<Occurrence>& result);
  std::vector<Occurrence> operator()(ExprId root);

 private:
  struct Frame {
    ExprId id;
    OccurrenceKind kind;
    uint8_t order;
  };

  const ExprPool& pool_;
  ExprTable<uint32_t> seen_;  // bit set of the contexts in which a node was visited
  std::vector<Frame> stack_;
};

// Operations of a set of expressions, common subexpressions counted once.
struct OperationCount {
  uint64_t adds = 0;  // + - and negation
  uint64_t muls = 0;
  uint64_t divs = 0;
  uint64_t powers = 0;     // squares count as muls
  uint64_t functions = 0;  // elementary functions
  uint64_t calls = 0;      // user functions
  uint64_t relations = 0;  // relations and Boolean operators
  uint64_t branches = 0;   // if, min, max, abs, sign
  OperationCount& operator+=(const OperationCount& other);
  bool operator==(const OperationCount&) const = default;
};

// Rough cost of an operation in units of one addition, from latencies of current x86-64 and Arm
// cores; used only to compare forms of the same block.
struct CostModel {
  double add = 1, mul = 1, div = 5, power = 20, function = 15, call = 60, relation = 1, branch = 1;
};

// Counts what wasn't counted before, as far as `seen` remembers.
// Complexity: linear in the nodes reached for the first time.
OperationCount countOperations(const ExprPool& pool, std::span<const ExprId> roots, ExprSet& seen);
OperationCount countOperations(const ExprPool& pool, std::span<const ExprId> roots);
double cost(const OperationCount& count, const CostModel& model = {});

}  // namespace formola
