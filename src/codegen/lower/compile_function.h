// One Modelica function -> register code.
#pragma once

#include <initializer_list>
#include <string>
#include <unordered_map>
#include <vector>

#include "codegen/lower/compiled_functions.h"

namespace formola {
struct ArrayElement;
}

namespace formola::lowered {

// Purpose: the body of a function as register code, with the sizes of its arguments known.
// Ensures: arrays are expanded into their elements; an element whose subscript is known only at run
//          time is reached through memory. Loops remain loops. A branch of an if that can't be
//          compiled fails when it is reached.
//          `compile` gives false where the function can't be compiled; reason() says why.
class FunctionCompiler {
 public:
  FunctionCompiler(const Dae& dae, const Function& function, CompiledFunctions& library,
                   FunctionCode& code)
      : dae_(dae), pool_(*dae.pool), function_(function), library_(library), code_(code) {}

  bool compile(const std::vector<Shape>& arguments);
  const std::string& reason() const { return reason_; }

 private:
  // A value: where its numbers are, row-major; those of records in their fields.
  struct Operand {
    BaseType base = BaseType::Error;
    std::vector<Size> dims;
    std::vector<uint32_t> refs;
    std::vector<Operand> fields;
    FunctionId function;

    bool isScalar() const { return dims.empty() && refs.size() == 1; }
    uint32_t ref() const { return refs[0]; }
  };
  // A place in the code to which a failed attempt goes back.
  struct Mark {
    size_t instructions, calls, lists, breaks, returns, log, shaped;
  };
  // The places that subscripts select in one dimension, as operands that count from 1.
  struct Selection {
    bool all = true;
    bool one = false;  // a scalar subscript removes the dimension
    std::vector<uint32_t> places;
  };

  bool fail(std::string reason);
  bool unsupported(ExprId expr);

  // ---- code
  uint32_t constant(double value);
  double constantValue(uint32_t ref) const { return code_.constants[ref & ~kConstantBit]; }
  static bool isConstant(uint32_t ref) { return (ref & kConstantBit) != 0; }
  bool constantInteger(const Operand& operand, int64_t& value) const;
  uint32_t newRegister() { return code_.registers++; }
  uint32_t emit(Op op, uint32_t a, uint32_t b = 0, uint32_t c = 0);
  uint32_t emitBuiltin(Builtin function, std::initializer_list<uint32_t> operands);
  uint32_t operate(ExprKind kind, uint32_t a, uint32_t b);
  uint32_t power(uint32_t base, uint32_t exponent);
  // The function fails where this is no Integer, since it is too large, or is zero.
  void failBeyondIntegers(uint32_t ref);
  void failAtZero(uint32_t ref);
  bool isSmallStep(ExprKind kind, uint32_t a, uint32_t b) const;
  void put(Instruction instruction) { code_.instructions.push_back(instruction); }
  uint32_t here() const { return static_cast<uint32_t>(code_.instructions.size()); }
  Mark mark() const;
  void goBack(const Mark& mark);
  // The first of consecutive places with these numbers; a copy unless they are so already.
  uint32_t contiguous(const std::vector<uint32_t>& refs);

  // ---- values
  Operand allocate(const Shape& shape);
  Shape shapeOf(const Operand& operand) const;
  static void flatten(const Operand& operand, std::vector<uint32_t>& refs);
  static bool isVector(const Operand& operand);
  static bool sameShape(const Operand& a, const Operand& b);
  void copy(const Operand& from, const Operand& to);
  Operand zero(const Shape& shape);
  Operand scalar(BaseType base, uint32_t ref) const;
  // Requires: as many numbers as the dimensions say.
  Operand array(BaseType base, std::vector<Size> dims, std::vector<uint32_t> refs) const;
  Operand vector(BaseType base, std::vector<uint32_t> refs) const;

  // ---- expressions
  bool expr(ExprId id, Operand& out);
  bool compute(ExprId id, Operand& out);
  bool scalarExpr(ExprId id, uint32_t& ref);
  bool children(ExprId id, std::vector<Operand>& out);
  bool bindPlaces(Operand& function);
  bool elementwise(ExprId id, const Operand& a, const Operand& b, Operand& out);
  bool shortCircuit(ExprId id, Operand& out);
  bool ifExpr(ExprId id, Operand& out);
  bool matMul(const Operand& a, const Operand& b, Operand& out);
  bool rangeOf(const std::vector<Operand>& bounds, Operand& out);
  bool arrayOf(ExprId id, Operand& out);
  bool join(const std::vector<Operand>& elements, std::vector<Size> lead, Operand& out);
  bool index(ExprId id, Operand& out);
  bool select(ExprId subscript, Size size, Selection& selection);
  void gather(const Operand& from, const std::vector<Selection>& selection, Operand& out);
  // Row-major places that a selection reaches in a leaf with these dimensions: constants from 0 in
  // `fixed`, or operands from 1 in `moving` (then fixed is unused).
  struct Place {
    uint32_t fixed = 0;
    uint32_t moving = 0;
    bool isFixed = true;
  };
  void places(const std::vector<Size>& dims, const std::vector<Selection>& selection,
              std::vector<Place>& out);
  bool iterate(ExprId id, Operand& out);
  bool callExpr(ExprId id, Operand& out);
  bool callOf(FunctionId function, std::vector<Operand> arguments, Operand& out);
  bool builtin(ExprId id, Operand& out);
  bool arrayBuiltin(ExprId id, Builtin function, std::vector<Operand>& arguments, Operand& out);
  bool reduce(Builtin function, const Operand& array, Operand& out);
  bool planned(ExprId id, Builtin function, std::vector<Operand>& arguments, Operand& out);
  uint32_t computedElement(const ArrayElement& element, const std::vector<Operand>& arguments);
  bool sizes(ExprId id, const std::vector<Operand>& arguments, Operand& out);
  bool sizeOf(const Operand& operand, Size& size);
  void forget(size_t mark);

  // ---- statements
  bool initializeLocals(const std::vector<Shape>& arguments);
  bool initializeLocal(uint32_t index);
  void findAssigned(const std::vector<Statement>& body);
  bool statements(const std::vector<Statement>& body);
  bool statement(const Statement& s);
  bool ifStatement(const Statement& s);
  bool forStatement(const Statement& s);
  bool forBody(const Statement& s, const Operand* values, uint32_t first, uint32_t step,
               uint32_t last);
  bool worthUnrolling(size_t begin, uint32_t first, uint32_t step, uint32_t last) const;
  bool unrolled(const Statement& s, const Operand& values);
  bool whileStatement(const Statement& s);
  bool assign(ExprId target, const Operand& value);
  bool assignLocal(uint32_t index, const Operand& value);
  bool assignPart(ExprId target, const Operand& value);
  bool scatter(Operand& to, const std::vector<Selection>& selection, const Operand& from);
  Operand detached(const Operand& value, const Operand& from);

  const Dae& dae_;
  const ExprPool& pool_;
  const Function& function_;
  CompiledFunctions& library_;
  FunctionCode& code_;
  std::string reason_;

  struct Local {
    Operand operand;
    bool known = false;     // it has its registers
    bool assigned = false;  // somewhere in the body
  };
  std::vector<Local> locals_;
  std::vector<uint32_t> shaped_;  // locals that got their size by an assignment
  bool deferred_ = false;         // the failure was a local without a value yet
  std::unordered_map<uint32_t, uint32_t> iterators_;
  std::unordered_map<uint64_t, uint32_t> constantAt_;
  // Values of the present statement; constant ones for good.
  std::unordered_map<uint32_t, Operand> memo_, constantMemo_;
  std::vector<uint32_t> log_;
  std::vector<uint32_t> breaks_, returns_;  // jumps to patch
  std::unordered_map<uint32_t, uint32_t> memory_;
  size_t depth_ = 0;
  size_t loopDepth_ = 0;
};

}  // namespace formola::lowered
