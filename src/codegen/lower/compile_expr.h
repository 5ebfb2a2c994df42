// Expressions and steps -> register code.
#pragma once

#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "codegen/lower/bytecode.h"
#include "codegen/lower/compiled_functions.h"
#include "codegen/lower/texts.h"
#include "expr/expr_table.h"
#include "schedule/schedule.h"

namespace formola::lowered {

// Purpose:    builds one Code; common subexpressions are computed once.
// Requires:   scalar expressions over variables with slots. `frozen`: relations are only read (the
//             continuous part of mixed blocks).
// Ensures:    both branches of an if are computed unless one calls a user function; then only the
//             chosen one. No recursion on the depth of expressions.
class CodeBuilder {
 public:
  // `functions`: compiles the functions that are called; null: all of them are interpreted.
  // `texts` gets the literals of type String.
  CodeBuilder(const Schedule& schedule, Texts& texts, CompiledFunctions* functions = nullptr)
      : schedule_(schedule), pool_(schedule.model.pool()), texts_(texts), functions_(functions) {}

  // Starts another Code. One builder serves many, since its tables are as large as the pool.
  void begin(bool frozen);
  // In the modes of a mixed block a relation whose sides differ by rounding only keeps its value:
  // after breaking away from friction the relation that caused it is met with equality.
  void keepCloseRelations() { keepClose_ = true; }
  void steps(const std::vector<Step>& steps);
  // Solves what the values need of linear blocks first: it cannot be done on a branch.
  void solutions(std::span<const ExprId> values);
  void output(uint32_t place, ExprId value);
  void action(uint32_t index);
  Code finish(uint32_t id);
  // Expressions that have no value here, for a diagnostic.
  const std::vector<ExprId>& unsupported() const { return unsupported_; }
  // Whether homotopy() occurred in anything compiled so far.
  bool usesHomotopy() const { return usesHomotopy_; }

 private:
  static constexpr uint32_t kNoRegister = UINT32_MAX;
  struct Frame {
    ExprId id;
    uint8_t stage;
    uint32_t where = 0;   // an instruction to patch
    uint32_t target = 0;  // the register of the result
    size_t mark = 0;      // length of log_ when entered
  };
  uint32_t compile(ExprId root);
  void enter(Frame frame);
  void leave(ExprId id);
  void leaveBuiltin(ExprId id);
  void power(ExprId id);
  bool isLazy(ExprId id);
  uint32_t regOf(ExprId id) { return memo_.get(id); }
  void set(ExprId id, uint32_t reg);
  void forget(size_t mark);
  uint32_t emit(Op op, uint32_t a = 0, uint32_t b = 0, uint32_t c = 0);
  uint32_t constant(double value);
  void pushOperands(ExprId id);
  void relation(uint32_t number);
  bool extraction(ExprId id, Extraction& result);
  Argument argument(ExprId id);
  Argument arrayArgument(ExprId id);
  Argument argumentOf(std::span<const ExprId> items, TypeId type);
  void leaveCall(ExprId id);
  // Operations on texts are done by the reference interpreter.
  bool isTextOperation(ExprId id) const;
  void leaveTextOperation(ExprId id);
  // For calls of compiled functions: the registers of an argument's numbers; false where they can't
  // be had one by one.
  bool numbers(ExprId id, Shape& shape, std::vector<uint32_t>& registers);
  bool numbersOf(std::span<const ExprId> items, const Shape& shape,
                 std::vector<uint32_t>& registers);
  bool compiledCall(ExprId id, CallSite& site);
  // The registers of a part of a compiled call's result; false if it is not compiled.
  bool resultRegisters(ExprId id, std::vector<uint32_t>& registers);
  Argument argumentIn(TypeId type, std::span<const uint32_t> registers, size_t& next);
  void collectArgument(ExprId id, std::vector<ExprId>& operands);
  void stepsChange(const std::vector<Step>& steps);
  void changed(VariableId id) { memo_.set(schedule_.model.ref(id), kNoRegister); }
  void blockChanges(const Step& step);

  const Schedule& schedule_;
  ExprPool& pool_;
  Texts& texts_;
  CompiledFunctions* functions_;
  std::unordered_map<uint32_t, uint32_t> compiledCalls_;  // by ExprId: index into Code::calls
  bool frozen_ = false;
  bool usesHomotopy_ = false;
  bool keepClose_ = false;
  Code code_;
  ExprTable<uint32_t> memo_;  // register; kNoRegister: none
  ExprTable<uint8_t> lazy_;
  ExprSet seen_;
  std::vector<ExprId> log_;
  std::vector<Frame> stack_;
  std::vector<ExprId> unsupported_;
};

}  // namespace formola::lowered
