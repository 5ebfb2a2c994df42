// The expression DAG: typed, hash-consed, 32-bit ids.
//
// One representation serves from the typed front end to code generation. Until the pass `scalarize`
// expressions may be arrays and records; after it every expression reachable from an equation is
// scalar. Equal expressions have equal ids. Constructors here store exactly what they are given;
// simplifying ones are in expr/build.h.
#pragma once

#include <bit>
#include <span>
#include <string_view>
#include <vector>

#include "expr/type.h"
#include "support/assert.h"
#include "support/id.h"
#include "support/interner.h"

namespace formola {

using ExprId = Id<struct ExprTag>;
using VariableId = Id<struct VariableTag>;
using FunctionId = Id<struct FunctionTag>;

enum class ExprKind : uint8_t {
  // leaves
  Integer,
  Real,
  Boolean,
  String,
  Enum,      // payload: 1-based literal
  Variable,  // payload: VariableId
  Local,     // payload: index into the locals of the enclosing function
  Iterator,  // payload: unique number; bound by Reduction, Comprehension or a for-statement
  Time,
  Colon,        // ":" as a subscript
  FunctionRef,  // FunctionId (none: of the first child, a Local), bound arguments (Missing: free)
  Missing,      // an omitted argument or an error already reported
// scalar operators; on arrays they act elementwise and a scalar operand is broadcast
#define OPERATOR(kind, text, value) kind,
#include "expr/operators.def"
  If,       // condition, then, else
  Cast,     // Integer -> Real (elementwise); Enum -> Integer
  MatMul,   // vector*vector (scalar product), matrix*vector, vector*matrix, matrix*matrix
  Builtin,  // payload: Builtin; children: arguments
  Call,  // payload: FunctionId; children: all inputs in order. A function with several results has
         // Tuple type
  // payload FunctionId::kNone: a function-typed first child (FunctionRef or Local) is called with
  // the others
  TupleElement,  // payload: index; child: a Call of Tuple type
  // arrays and records
  Array,      // children: elements along the first dimension
  Range,      // start, step, stop
  Index,      // base, subscripts: scalar Integer/Boolean/enumeration, vectors of those, or Colon
  Reduction,  // payload: Builtin (Sum, Product, Min, Max); children: body, then (iterator, range)
              // pairs
  Comprehension,  // children: body, then (iterator, range) pairs. As in Modelica (spec 10.4.1.1)
                  // the last iterator
                  // is the first dimension: {f(i, j) for i in r, j in s}[j, i]
  Record,         // children: fields in the order of the record type
  Field,  // payload: index; child: a Record-typed expression (elementwise on arrays of records)
};

// Functions and operators of the language with a meaning of their own; the list is builtins.def.
enum class Builtin : uint8_t {
#define BUILTIN(id, text) id,
#include "expr/builtins.def"
#undef BUILTIN
};

std::string_view name(Builtin function);
// Operators of clocked equations, which lowerClocks replaces.
inline bool isClockOperator(Builtin f) {
  return f >= Builtin::Clock && f <= Builtin::FirstTick;
}

struct ExprNode {
  ExprKind kind;
  TypeId type;
  uint32_t payload = 0;
  uint32_t childCount = 0;
  // Up to three children in place, else child[0] is an offset into the child table. A numeric
  // literal has no children; child[0] then is the upper half of its 64 bits.
  uint32_t child[3] = {};
};

class ExprPool {
 public:
  ExprPool();
  // The same expressions with the same ids: what is added to one is not in the other.
  ExprPool(const ExprPool&) = default;
  ExprPool& operator=(const ExprPool&) = delete;

  TypeTable types;
  Interner names;

  // ---- construction (stores what is given)
  ExprId integer(int64_t value);
  ExprId real(double value);
  ExprId boolean(bool value);
  ExprId string(std::string_view text);
  ExprId enumeration(TypeId type, uint32_t literal);
  ExprId variable(VariableId id, TypeId type) {
    return insert(ExprKind::Variable, type, id.index(), 0, {});
  }
  ExprId local(uint32_t index, TypeId type) { return insert(ExprKind::Local, type, index, 0, {}); }
  ExprId iterator(uint32_t number, TypeId type) {
    return insert(ExprKind::Iterator, type, number, 0, {});
  }
  ExprId time() { return insert(ExprKind::Time, types.real(), 0, 0, {}); }
  ExprId colon() { return insert(ExprKind::Colon, types.integer(), 0, 0, {}); }
  ExprId missing() { return insert(ExprKind::Missing, types.error(), 0, 0, {}); }

  ExprId unary(ExprKind kind, TypeId type, ExprId a) { return make(kind, type, 0, {&a, 1}); }
  ExprId binary(ExprKind kind, TypeId type, ExprId a, ExprId b);
  ExprId ifThenElse(TypeId type, ExprId condition, ExprId a, ExprId b);
  ExprId builtin(Builtin function, TypeId type, std::span<const ExprId> arguments) {
    return make(ExprKind::Builtin, type, static_cast<uint32_t>(function), arguments);
  }
  ExprId builtin(Builtin function, TypeId type, std::initializer_list<ExprId> arguments) {
    return builtin(function, type, std::span<const ExprId>(arguments.begin(), arguments.size()));
  }
  ExprId call(FunctionId function, TypeId type, std::span<const ExprId> arguments) {
    return make(ExprKind::Call, type, function.index(), arguments);
  }
  ExprId make(ExprKind kind, TypeId type, uint32_t payload, std::span<const ExprId> children) {
    return insert(kind, type, payload, 0, children);
  }
  ExprId make(ExprKind kind, TypeId type, uint32_t payload,
              std::initializer_list<ExprId> children) {
    return insert(kind, type, payload, 0,
                  std::span<const ExprId>(children.begin(), children.size()));
  }

  // ---- inspection
  const ExprNode& operator[](ExprId id) const { return nodes_[id.index()]; }
  ExprKind kind(ExprId id) const { return nodes_[id.index()].kind; }
  TypeId type(ExprId id) const { return nodes_[id.index()].type; }
  BaseType base(ExprId id) const { return types[type(id)].base; }
  uint32_t payload(ExprId id) const { return nodes_[id.index()].payload; }
  // Valid until the next construction in this pool.
  std::span<const ExprId> children(ExprId id) const {
    const ExprNode& n = nodes_[id.index()];
    if (n.childCount <= 3) {
      // three ids in place: Id<> is a uint32_t without padding
      static_assert(sizeof(ExprId) == sizeof(uint32_t));
      return {reinterpret_cast<const ExprId*>(n.child), n.childCount};
    }
    return {childTable_.data() + n.child[0], n.childCount};
  }
  ExprId child(ExprId id, size_t i) const { return children(id)[i]; }
  Builtin builtinOf(ExprId id) const { return static_cast<Builtin>(payload(id)); }
  bool isBuiltin(ExprId id, Builtin f) const {
    return kind(id) == ExprKind::Builtin && builtinOf(id) == f;
  }
  VariableId variableOf(ExprId id) const { return VariableId(payload(id)); }
  FunctionId functionOf(ExprId id) const { return FunctionId(payload(id)); }
  int64_t integerValue(ExprId id) const;
  double realValue(ExprId id) const;  // of a Real or Integer literal
  bool booleanValue(ExprId id) const { return payload(id) != 0; }
  std::string_view stringValue(ExprId id) const { return names.text(Symbol(payload(id))); }
  bool isLiteral(ExprId id) const { return kind(id) <= ExprKind::Enum; }
  bool isNumber(ExprId id) const { return kind(id) <= ExprKind::Real; }
  size_t size() const { return nodes_.size(); }

  uint32_t newIterator() { return nextIterator_++; }

 private:
  ExprId insert(ExprKind kind, TypeId type, uint32_t payload, uint32_t upper,
                std::span<const ExprId> children);
  void rehash(size_t capacity);

  std::vector<ExprNode> nodes_;
  std::vector<ExprId> childTable_;
  // Open addressing, two numbers for each slot: the hash, node index + 1 (0: free).
  std::vector<uint32_t> slots_;
  uint32_t nextIterator_ = 0;
};

}  // namespace formola
