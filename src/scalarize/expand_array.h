// Array and record expressions -> their scalar elements ("leaves").
//
// The leaves of a value are its scalars in row-major order; a record contributes its fields in
// order, each with its own leaves. So {1, 2} has two leaves, and an array of n records with fields
// (Real a; Real b[3]) has 4n of them.
//
// Two numberings of variables meet here: an expression that comes in refers to the variables of the
// array DAE, a leaf to those of the scalar DAE. Both live in the same pool; a leaf must never be
// handed in again.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "dae/dae.h"
#include "dae/leaf_count.h"
#include "scalarize/iterator_substitution.h"

namespace formola {

struct ArrayElement;

// Where the scalar elements of the variables of the array DAE are.
struct SplitVariables {
  // First scalar variable of each array variable; the others follow it.
  IdVector<VariableId, VariableId> first;
  // Literal elements of Integer, Boolean and enumeration variables that are fixed at translation
  // (they decide subscripts), or empty.
  IdVector<VariableId, std::vector<ExprId>> literals;
};

// Purpose:    expands expressions, each node once however often it is shared.
// Requires:   checked expressions; sizes known, or known once iterators have values.
// Ensures:    leaves are scalar. A call of a user function stays one shared node: its array results
//             are picked by Index with literal subscripts, its record results by Field, its further
//             results by TupleElement; array arguments are Array nodes of scalars. A subscript that
//             is no literal stays as Index(Array of scalars, one Integer subscript), several
//             dimensions made linear: (i - 1)*n + j. Sums are left chains in the order of the
//             elements. What cannot be expanded is told to `fail` and becomes Missing.
// Complexity: linear in the size of the scalar result.
// Reference:  Modelica specification 3.6, chapter 10.
class ArrayExpander {
 public:
  using Fail = std::function<void(const std::string&)>;

  ArrayExpander(ExprPool& pool, const SplitVariables& variables,
                const IdVector<FunctionId, Function>& functions, Fail fail)
      : pool_(pool),
        variables_(variables),
        functions_(functions),
        fail_(std::move(fail)),
        substitution_(pool) {}

  // The elements of an expanded expression; stays valid while the expander lives.
  class Leaves {
   public:
    Leaves(const std::vector<ExprId>* store, uint32_t at, size_t count)
        : store_(store), at_(at), count_(count) {}
    size_t size() const { return count_; }
    ExprId operator[](size_t i) const { return count_ == 1 ? ExprId(at_) : (*store_)[at_ + i]; }

   private:
    const std::vector<ExprId>* store_;
    uint32_t at_;
    size_t count_;
  };

  Leaves expand(ExprId expr);
  // The type with the sizes found by expanding; `expr` must have been expanded.
  TypeId expandedType(ExprId expr) const { return memo_[expr.index()].type; }
  bool sizeKnown(ExprId expr) { return width(expandedType(expr)) >= 0; }
  // The only leaf; several of them are an error told to `fail`.
  ExprId scalar(ExprId expr);
  // One value in the scalar DAE: a scalar, or Array and Record nodes of scalars; calls stay calls.
  ExprId whole(ExprId expr);
  // The elements of `value`, already in the scalar DAE, taken as of type `type` by Index and Field.
  std::vector<ExprId> pick(ExprId value, TypeId type);
  // Number of leaves of a value of this type; -1 if a size is unknown.
  int64_t width(TypeId type) { return width_(type); }

 private:
  struct Entry {
    TypeId type;      // with actual sizes; invalid: not expanded yet
    uint32_t at = 0;  // the leaf itself if there is one, else its place in store_
  };
  // An expression that waits for others.
  struct Frame {
    ExprId expr;
    bool iterated = false;  // `parts` has been made
    std::vector<ExprId>
        parts;  // bodies of a comprehension or reduction, one per value of its first iterator
  };
  // The positions that a subscript selects: literal ones, or 0 where `expr` holds an Integer
  // expression.
  struct Axis {
    std::vector<int64_t> at;
    std::vector<ExprId> expr;
    Size size = 0;
    bool keep = false;  // a vector or ":": the dimension stays
  };

  bool has(ExprId e) const { return e.index() < memo_.size() && memo_[e.index()].type.valid(); }
  void need(ExprId e) {
    if (!has(e)) pending_.push_back(e);
  }
  Leaves leaves(ExprId e) {
    const Entry& entry = memo_[e.index()];
    return {&store_, entry.at, leafCount(entry.type)};
  }
  TypeId typeOf(ExprId e) const { return memo_[e.index()].type; }
  std::vector<Size> dimsOf(TypeId type) const;
  size_t leafCount(TypeId type) {
    int64_t n = width(type);
    return n < 0 ? 1 : static_cast<size_t>(n);  // a value of unknown size is one leaf: itself
  }

  // expand_array.cpp: order of work and operators
  void prepare(Frame& frame);
  void makeParts(Frame& frame);
  void compute(const Frame& frame);
  void finish(ExprId e, TypeId type);     // stores out_
  void finishAs(ExprId e, ExprId other);  // the same leaves
  void failed(ExprId e, const std::string& why);
  void poison(ExprId e);   // after a failure that was already told
  bool decided(ExprId e);  // the left operand of and/or decides
  bool isRecordConstructor(ExprId e) const;
  ExprId emit(ExprKind kind, TypeId type, uint32_t payload, std::span<const ExprId> children);
  ExprId emit(ExprKind kind, TypeId type, ExprId a, ExprId b);
  ExprId wholeOfExpanded(ExprId e);
  void setWhole(ExprId e, ExprId value);
  ExprId pack(TypeId type, const Leaves& from, size_t& at);
  ExprId packScalar(TypeId scalarType, const Leaves& from, size_t& at);
  void pickInto(ExprId value, TypeId type);
  void computeVariable(ExprId e);
  void computeOpaque(ExprId e);
  void computeTransported(ExprId e);
  void computeElementwise(ExprId e);
  void computeIf(ExprId e);
  void computeArray(ExprId e);
  void computeRange(ExprId e);
  std::pair<ExprId, int64_t> offsetOf(ExprId e) const;
  void computeRecord(ExprId e);
  void computeField(ExprId e);
  void computeComprehension(const Frame& frame);
  void computeReduction(const Frame& frame);

  // expand_index.cpp: subscripts
  void computeIndex(ExprId e);
  bool computeLiteralIndex(ExprId e);
  bool readAxis(ExprId subscript, Size size, Axis& axis);
  ExprId integerSubscript(ExprId leaf);
  ExprId dynamicElement(ExprId base, const std::vector<Axis>& axes, const std::vector<size_t>& at,
                        size_t leafWidth, size_t leaf);

  // expand_builtins.cpp: functions of the language
  void computeBuiltin(ExprId e);
  void computeMatMul(ExprId e);
  void computeSize(ExprId e);
  void computeLiteral(ExprId e);
  void computePlanned(ExprId e, Builtin function);
  ExprId computedLeaf(ExprId e, const ArrayElement& element, TypeId one);
  std::optional<int64_t> sizeArgument(ExprId e, Builtin function, size_t argument);
  void computeArrayReduction(ExprId e, Builtin function);
  ExprId reduceLeaves(Builtin function, TypeId scalar, std::span<const ExprId> items);
  ExprId neutral(Builtin function, TypeId scalar);
  ExprId number(TypeId scalar, int64_t value);
  ExprId product(TypeId scalar, ExprId a, ExprId b);

  ExprPool& pool_;
  const SplitVariables& variables_;
  const IdVector<FunctionId, Function>& functions_;
  Fail fail_;
  IteratorSubstitution substitution_;
  std::vector<Entry> memo_;    // per expression of the array DAE
  std::vector<ExprId> store_;  // leaves of values that have not exactly one
  std::vector<ExprId> whole_;  // per expression of the array DAE, where it was asked for
  std::vector<ExprId> flat_;   // the same: all leaves as a vector, for subscripts known at run time
  LeafCounter width_{pool_.types};
  std::vector<ExprId> pending_;
  std::vector<ExprId> out_;  // leaves of the expression that is being computed
  std::vector<ExprId> operands_;
};

}  // namespace formola
