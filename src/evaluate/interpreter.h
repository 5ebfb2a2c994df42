// The machine behind evaluate/evaluate.h: expressions on an explicit stack, functions statement by
// statement.
//
// Expressions may be a million nodes deep, so that nothing here recurses on them; only function
// calls do, and EvaluationContext::maxDepth bounds those.
#pragma once

#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "evaluate/datum.h"
#include "evaluate/evaluate.h"

namespace formola {
struct ArrayElement;
class ArrayPlan;
}  // namespace formola

namespace formola::interpreter {

// What a subscript selects in one dimension.
struct Subscript {
  enum class Kind : uint8_t { All, One, Many };
  Kind kind = Kind::All;
  size_t one = 0;            // One: from 0
  std::vector<size_t> many;  // Many: from 0
};

class Interpreter {
 public:
  explicit Interpreter(const EvaluationContext& context)
      : context_(context), pool_(*context.pool), types_(pool_.types), data_(types_) {}

  // Each function below gives false on failure; then `failure()` says why.
  bool evaluate(ExprId expr, Datum& out);
  bool call(const Function& function, std::vector<Datum> arguments, Datum& out);

  EvaluationResult failure() const { return failure_; }
  Data& data() { return data_; }

 private:
  struct Work {
    ExprId expr;
    uint32_t next = 0;  // the child to evaluate next
    size_t values = 0;  // height of values_ when the node was entered
  };
  using Memo = std::unordered_map<uint32_t, Datum>;
  // A Reduction or Comprehension that is under way.
  struct Loop {
    explicit Loop(TypeTable& types) : elements(types) {}
    std::vector<Datum> ranges;
    std::vector<size_t> counts, at;
    size_t remaining = 0;
    ArrayBuilder elements;
    Datum accumulated;  // Reduction; no type before the first element
    std::unique_ptr<Memo> outerMemo;
    size_t outerVisits = 0;
  };
  struct Frame {
    const Function* function;
    std::vector<Datum> locals;
  };

  bool fail(std::string reason);
  // Counts work, in units of about a statement.
  bool step(size_t work = 1);
  // Counts an array or text that was made.
  bool charge(const Datum& made);

  // ---- evaluate.cpp: the walk over expressions
  bool run(ExprId root, Datum& out);
  bool enter(ExprId expr);
  bool pushLeaf(ExprId expr, bool& isLeaf);
  bool advance();
  bool finish(Datum result);
  bool apply(ExprId expr, std::span<Datum> arguments, Datum& out);
  bool applyCall(ExprId expr, std::span<Datum> arguments, Datum& out);
  bool variableValue(ExprId expr, Datum& out);
  bool isTrue(const Datum& condition, bool& result);
  bool advanceLoop(Work& work);
  bool startLoop(ExprId expr, size_t firstValue);
  void bindIterators(ExprId expr);
  bool accumulate(Builtin function, Datum& accumulated, Datum element);

  // ---- evaluate_operators.cpp: scalar operators and elementary functions, elementwise on arrays
  bool unary(ExprKind kind, const Datum& a, Datum& out);
  bool binary(ExprKind kind, const Datum& a, const Datum& b, Datum& out);
  bool cast(TypeId to, Datum a, Datum& out);
  bool elementary(Builtin function, std::span<Datum> arguments, Datum& out);
  bool binaryCell(ExprKind kind, BaseType base, Cell a, Cell b, Cell& out);
  bool elementary1(Builtin function, Cell a, BaseType base, Cell& out);
  bool elementary2(Builtin function, Cell a, Cell b, BaseType base, Cell& out);
  bool broadcast(const Datum& a, const Datum& b, std::string_view what, TypeId& shape);

  // ---- evaluate_arrays.cpp
  bool builtin(ExprId expr, Builtin function, std::span<Datum> arguments, Datum& out);
  bool arrayFunction(ExprId expr, Builtin function, std::span<Datum> arguments, Datum& out);
  bool arrayOf(ExprId expr, std::span<Datum> elements, Datum& out);
  bool matMul(const Datum& a, const Datum& b, Datum& out);
  bool range(std::span<Datum> arguments, Datum& out);
  bool index(const Datum& base, std::span<Datum> subscripts, Datum& out);
  bool subscript(const Datum& datum, Size size, size_t dimension, Subscript& out);
  // The places that subscripts select of an array with dimensions `dims`, row-major, and the
  // selection's dimensions.
  void places(std::span<const Subscript> subscripts, std::span<const Size> dims,
              std::vector<size_t>& flat, std::vector<Size>& selected);
  bool reduce(Builtin function, const Datum& array, Datum& out);
  bool emptyReduction(Builtin function, TypeId type, Datum& out);
  bool sizeFunction(ExprId expr, std::span<Datum> arguments, Datum& out);
  bool plannedFunction(Builtin function, BaseType resultBase, std::span<Datum> arguments,
                       Datum& out);
  bool copiedElements(const ArrayPlan& plan, std::span<Datum> arguments, Datum& out);
  bool computedElement(const ArrayElement& element, BaseType base, std::span<const Datum> arguments,
                       Cell& out);
  // The number of elements when the first `lead` dimensions are counted.
  size_t leadCount(const Datum& datum, size_t lead) const;
  bool sizeArgument(const Datum& datum, Size& out);
  bool checkCount(std::span<const Size> dims);
  // Also the texts, where each element of the result is one of those of `of`.
  bool checkCopies(const Datum& of, std::span<const Size> dims);

  // ---- evaluate_strings.cpp: String(...)
  bool toString(std::span<Datum> arguments, Datum& out);

  // ---- evaluate_functions.cpp and evaluate_statements.cpp
  bool initializeLocals(Frame& frame);
  bool initializeLocal(Frame& frame, uint32_t index);
  // The declared size of a local in one dimension, kUnknownSize for ":".
  bool declaredSize(const LocalVariable& local, size_t dimension, Size& size);
  bool checkInput(const Frame& frame, uint32_t index);
  bool execute(Frame& frame);
  bool assign(Frame& frame, ExprId target, Datum value);
  bool assignTuple(Frame& frame, const std::vector<ExprId>& targets, const Datum& value);
  bool assignLocal(Frame& frame, uint32_t index, Datum value);
  bool assignPart(Frame& frame, ExprId target, const Datum& value);
  bool callExternal(Frame& frame, Datum& out);
  bool callLibrary(Frame& frame, const std::vector<Datum>& arguments, Datum& out);
  bool constructRecord(Frame& frame, Datum& out);
  void results(Frame& frame, Datum& out);

  const EvaluationContext& context_;
  ExprPool& pool_;
  TypeTable& types_;
  Data data_;
  EvaluationResult failure_;
  bool deferred_ = false;  // the failure was a local that has no value yet

  std::vector<Work> work_;
  std::vector<Datum> values_;
  std::vector<std::unique_ptr<Loop>> loops_;
  std::vector<std::pair<uint32_t, Datum>> iterators_;  // bound ones, innermost last
  Frame* frame_ = nullptr;
  size_t depth_ = 0;
  size_t steps_ = 0;
  size_t elements_ = 0;  // of arrays that were made

  // Expressions are DAGs; without a memo their evaluation as trees may take exponential time. It is
  // kept only for expressions beyond some size, so that the many small ones pay nothing, and for
  // one binding of the iterators.
  std::unique_ptr<Memo> memo_;
  size_t visits_ = 0;
  // Variables that were asked for: the first few in a list, which is faster to make and to search
  // than a map.
  std::vector<std::pair<uint32_t, Datum>> fewVariables_;
  std::unordered_map<uint32_t, Datum> variables_;
};

}  // namespace formola::interpreter
