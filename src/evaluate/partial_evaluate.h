// What expressions and functions give whatever some of their operands are.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "dae/dae.h"

namespace formola {

// What is known of a value: nothing, a number (Booleans are 0 and 1, enumerations their ordinal),
// or something of each of its parts (the fields of a record, the results of a function, the
// elements of an array along its first dimension).
struct PartialValue {
  enum class Kind : uint8_t { Unknown, Number, Parts };
  Kind kind = Kind::Unknown;
  double number = 0;
  std::vector<PartialValue> parts;

  bool isNumber() const { return kind == Kind::Number; }
  bool is(double value) const { return isNumber() && number == value; }
};

// Purpose:    values that follow though not all operands are known: a capacitance that a function
//             of parameters and voltages computes may be zero at every voltage. Constant
//             propagation (Aho, Lam, Sethi, Ullman 2006, 9.4) by interpretation: of a condition
//             that is not known both branches are executed, and what they agree in is kept.
// Requires:   variable(id) gives the value of a scalar variable, or nothing.
// Ensures:    a number is what the expression evaluates to wherever that has a value; products
//             with 0 are 0 whatever their other factor. External and impure functions, and those
//             that may leave in the middle by a condition that is not known, have no known result.
// Complexity: that of one evaluation with every branch of a condition that isn't known; given up
//             after kMaxSteps expressions and statements for each call of operator(). Results are
//             kept for each function and what is known of its arguments, so that calls for many
//             components of the same kind cost no more than one.
class PartialEvaluator {
 public:
  PartialEvaluator(const ExprPool& pool, const IdVector<FunctionId, Function>& functions,
                   std::function<std::optional<double>(VariableId)> variable)
      : pool_(pool), functions_(functions), variable_(std::move(variable)) {}

  PartialValue operator()(ExprId root);

 private:
  static constexpr size_t kMaxSteps = 50'000;
  static constexpr size_t kMaxDepth = 200;  // of nested expressions and calls

  using Locals = std::vector<PartialValue>;
  enum class Flow : uint8_t { Next, Break, Return };

  PartialValue evaluate(ExprId id);
  PartialValue evaluateOperators(ExprId id);
  PartialValue evaluateBuiltin(ExprId id);
  PartialValue evaluateIndex(ExprId id);
  PartialValue evaluateCall(ExprId id);
  PartialValue zero(TypeId type) const;
  bool isScalarNumber(TypeId type) const;

  Flow execute(const std::vector<Statement>& body);
  Flow executeIf(const Statement& statement, size_t branch);
  Flow executeFor(const Statement& statement);
  Flow executeWhile(const Statement& statement);
  void assign(ExprId target, PartialValue value);
  void forgetAssigned(const std::vector<Statement>& body);
  bool stepped() { return ++steps_ <= kMaxSteps && !failed_; }

  const ExprPool& pool_;
  const IdVector<FunctionId, Function>& functions_;
  std::function<std::optional<double>(VariableId)> variable_;
  Locals* locals_ = nullptr;  // of the function that is executed; null outside of functions
  std::unordered_map<uint32_t, double> iterators_;
  std::unordered_map<std::string, PartialValue> calls_;  // by the function and its arguments
  size_t steps_ = 0;
  size_t depth_ = 0;
  bool failed_ = false;  // nothing is known of the function that is executed
};

}  // namespace formola
