// The syntax tree of Modelica 3.6 (specification appendix A).
//
// Nodes live in an Arena, are immutable after parsing and own nothing. `kind` with as<T>() gives
// checked casts. The tree keeps what was written: nothing is looked up or evaluated here. Lists
// "Real x, y" become one ComponentDecl per name; parentheses are kept only by the shape of the
// tree.
#pragma once

#include <span>
#include <string_view>

#include "source/source.h"
#include "support/assert.h"
#include "support/interner.h"

namespace formola::ast {

struct ClassDef;
struct ComponentDecl;
struct Expr;
struct Modification;

// ---------------------------------------------------------------- names and expressions

// One part of a component reference: name[subscripts].
struct NamePart {
  Symbol name;
  SourceRange range;
  std::span<const Expr* const> subscripts;  // empty: none; a Colon node stands for ":"
};

// a.b[i].c, .Modelica.Math.sin
struct Name {
  bool global = false;  // leading dot
  std::span<const NamePart> parts;
  SourceRange range;
};

enum class ExprKind : uint8_t {
  Integer,
  Real,
  String,
  Boolean,
  Reference,
  Call,
  Unary,
  Binary,
  If,
  Array,
  Matrix,
  Range,
  Tuple,
  Selection,
  End,
  Colon,
  Comprehension,
  PartialApplication,
  Missing
};

struct Expr {
  ExprKind kind;
  SourceRange range;

  template <typename T>
  const T& as() const {
    FORMOLA_ASSERT(kind == T::kKind);
    return static_cast<const T&>(*this);
  }
  template <typename T>
  const T* dynAs() const {
    return kind == T::kKind ? static_cast<const T*>(this) : nullptr;
  }
};

template <ExprKind K>
struct ExprOf : Expr {
  static constexpr ExprKind kKind = K;
};

struct IntegerExpr : ExprOf<ExprKind::Integer> {
  int64_t value;
};
struct RealExpr : ExprOf<ExprKind::Real> {
  double value;
};
struct StringExpr : ExprOf<ExprKind::String> {
  std::string_view value;
};  // escapes resolved
struct BooleanExpr : ExprOf<ExprKind::Boolean> {
  bool value;
};
struct ReferenceExpr : ExprOf<ExprKind::Reference> {
  Name name;
};
struct EndExpr : ExprOf<ExprKind::End> {};          // "end" inside a subscript
struct ColonExpr : ExprOf<ExprKind::Colon> {};      // ":" as a subscript or dimension
struct MissingExpr : ExprOf<ExprKind::Missing> {};  // left by error recovery; already reported;
                                                    // also an empty place in a tuple "(a, , b)"

enum class UnaryOp : uint8_t { Plus, Minus, ElementwisePlus, ElementwiseMinus, Not };
struct UnaryExpr : ExprOf<ExprKind::Unary> {
  UnaryOp op;
  const Expr* operand;
};

enum class BinaryOp : uint8_t {
  Add,
  Sub,
  Mul,
  Div,
  Pow,
  ElementwiseAdd,
  ElementwiseSub,
  ElementwiseMul,
  ElementwiseDiv,
  ElementwisePow,
  And,
  Or,
  Less,
  LessEqual,
  Greater,
  GreaterEqual,
  Equal,
  NotEqual
};
struct BinaryExpr : ExprOf<ExprKind::Binary> {
  BinaryOp op;
  const Expr* left;
  const Expr* right;
};

// if c1 then e1 elseif c2 then e2 else e3; branches has at least one entry
struct IfBranch {
  const Expr* condition;
  const Expr* value;
};
struct IfExpr : ExprOf<ExprKind::If> {
  std::span<const IfBranch> branches;
  const Expr* otherwise;
};

struct ForIterator {
  Symbol name;
  SourceRange range;
  const Expr* in;  // null: the range is deduced
};

struct NamedArgument {
  Symbol name;
  SourceRange range;
  const Expr* value;
};

// f(a, b, n = c), also der(x), initial(), pure(f(x)), and operators such as cardinality.
// A reduction "sum(e for i in r)" has one positional argument of kind Comprehension.
struct CallExpr : ExprOf<ExprKind::Call> {
  Name function;
  std::span<const Expr* const> arguments;
  std::span<const NamedArgument> named;
};

// "function f(a = 1)" as an argument
struct PartialApplicationExpr : ExprOf<ExprKind::PartialApplication> {
  Name function;
  std::span<const NamedArgument> named;
};

struct ArrayExpr : ExprOf<ExprKind::Array> {
  std::span<const Expr* const> elements;
};  // {a, b}
struct MatrixExpr : ExprOf<ExprKind::Matrix> {
  std::span<const std::span<const Expr* const>> rows;
};  // [a, b; c, d]
// e for i in r, j in s: only as the single element of an ArrayExpr or single argument of a CallExpr
struct ComprehensionExpr : ExprOf<ExprKind::Comprehension> {
  const Expr* body;
  std::span<const ForIterator> iterators;
};
struct RangeExpr : ExprOf<ExprKind::Range> {
  const Expr* start;
  const Expr* step;  // null: 1
  const Expr* stop;
};
struct TupleExpr : ExprOf<ExprKind::Tuple> {
  std::span<const Expr* const> elements;
};  // (a, b), () or (a, , b)
struct SelectionExpr : ExprOf<ExprKind::Selection> {
  const Expr* from;
  std::span<const Expr* const> subscripts;  // (expression)[i], or
  Symbol field;                             // (expression).field
};

// ---------------------------------------------------------------- comments and modifications

struct Annotation {
  const Modification* arguments;  // class-modification without a binding
  SourceRange range;
};

struct Comment {
  std::string_view text;  // string comment, "a" + "b" joined, escapes resolved
  const Annotation* annotation = nullptr;
};

struct TypeName {
  Name name;
};

// constrainedby T(...)
struct ConstrainedBy {
  Name type;
  const Modification* modification;  // may be null
  Comment comment;
};

enum class ArgumentKind : uint8_t { Modify, RedeclareClass, RedeclareComponent, Break };

struct ConnectEquation;

// One argument of a class modification.
struct Argument {
  ArgumentKind kind = ArgumentKind::Modify;
  bool each = false;
  bool final = false;
  bool redeclare = false;    // "redeclare ..."
  bool replaceable = false;  // "replaceable ..." (with or without redeclare)
  SourceRange range;
  Name name;                                   // Modify: x or a.b.c
  const Modification* modification = nullptr;  // Modify; may be null ("x" alone)
  std::string_view comment;
  const ClassDef* classDef = nullptr;        // RedeclareClass (a short class definition)
  const ComponentDecl* component = nullptr;  // RedeclareComponent
  // Break, only in "extends A(break x, break connect(a, b))" (section 7.4): `name`, or if not null
  // the connection
  const ConnectEquation* connection = nullptr;
};

// (arguments) = binding; either part may be absent
struct Modification {
  bool hasArguments = false;  // "()" was written
  std::span<const Argument* const> arguments;
  const Expr* binding = nullptr;
  bool breaks = false;  // "= break": the binding of the base class is removed (section 7.2.7)
  SourceRange range;
};

// ---------------------------------------------------------------- elements

enum class Variability : uint8_t { None, Discrete, Parameter, Constant };
enum class Causality : uint8_t { None, Input, Output };
enum class ConnectorPrefix : uint8_t { None, Flow, Stream };

struct ElementPrefixes {
  bool isProtected = false;
  bool redeclare = false;
  bool final = false;
  bool inner = false;
  bool outer = false;
  bool replaceable = false;
  const ConstrainedBy* constrainedBy = nullptr;
};

enum class ElementKind : uint8_t { Import, Extends, Component, Class };

struct Element {
  ElementKind kind;
  SourceRange range;

  template <typename T>
  const T& as() const {
    FORMOLA_ASSERT(kind == T::kKind);
    return static_cast<const T&>(*this);
  }
  template <typename T>
  const T* dynAs() const {
    return kind == T::kKind ? static_cast<const T*>(this) : nullptr;
  }
};

// import A.B.C; import D = A.B.C; import A.B.*; import A.B.{C, D};
enum class ImportForm : uint8_t { Qualified, Renamed, All, List };
struct Import : Element {
  static constexpr ElementKind kKind = ElementKind::Import;
  ImportForm form;
  Symbol alias;                     // Renamed
  Name name;                        // the package or class
  std::span<const NamePart> names;  // List
  bool isProtected = false;
  Comment comment;
};

struct Extends : Element {
  static constexpr ElementKind kKind = ElementKind::Extends;
  Name base;
  const Modification* modification;  // may be null
  const Annotation* annotation;
  bool isProtected = false;
};

struct ComponentDecl : Element {
  static constexpr ElementKind kKind = ElementKind::Component;
  ElementPrefixes prefixes;
  ConnectorPrefix connector = ConnectorPrefix::None;
  Variability variability = Variability::None;
  Causality causality = Causality::None;
  Name type;
  std::span<const Expr* const> typeDimensions;  // Real[3] x
  Symbol name;
  SourceRange nameRange;
  std::span<const Expr* const>
      dimensions;  // x[3]; effective dimensions are x's first, then the type's
  const Modification* modification = nullptr;
  const Expr* condition = nullptr;  // "if c"
  Comment comment;
};

enum class ClassKind : uint8_t {
  Class,
  Model,
  Block,
  Connector,
  Type,
  Package,
  Function,
  Record,
  Operator,
  OperatorFunction,
  OperatorRecord
};
// class A ... end A; class A = B(...); type E = enumeration(...); function f = der(g, x, y);
// class extends A(...) ... end A;
enum class ClassForm : uint8_t { Long, Short, Enumeration, Derivative, Extends };

struct EnumLiteral {
  Symbol name;
  SourceRange range;
  Comment comment;
};

struct Equation;
struct Statement;

struct EquationSection {
  bool initial;
  std::span<const Equation* const> equations;
  SourceRange range;
};
struct AlgorithmSection {
  bool initial;
  std::span<const Statement* const> statements;
  SourceRange range;
};

// external "C" y = f(a, b) annotation(...);
struct External {
  std::string_view language;              // "" if not given
  const ReferenceExpr* result = nullptr;  // may be null
  Symbol function;                        // invalid if not given
  std::span<const Expr* const> arguments;
  bool hasCall = false;
  const Annotation* annotation = nullptr;
  SourceRange range;
};

struct ClassDef : Element {
  static constexpr ElementKind kKind = ElementKind::Class;
  ClassKind classKind = ClassKind::Class;
  ClassForm form = ClassForm::Long;
  ElementPrefixes prefixes;
  bool partial = false;
  bool encapsulated = false;
  bool expandable = false;
  bool pure = false;
  bool impure = false;
  bool cuts = false;  // Dymola notation: its variables are connected themselves, without connectors
  Symbol name;
  SourceRange nameRange;
  Comment comment;  // its annotation is the class annotation

  // Long and Extends
  std::span<const Element* const> elements;
  std::span<const EquationSection> equations;
  std::span<const AlgorithmSection> algorithms;
  const External* external = nullptr;

  // Short: base with prefixes, dimensions and modification. Extends: modification of "extends
  // A(...)".
  Causality baseCausality = Causality::None;
  ConnectorPrefix baseConnector = ConnectorPrefix::None;
  Name base;
  std::span<const Expr* const> dimensions;
  const Modification* modification = nullptr;

  // Enumeration
  std::span<const EnumLiteral> literals;
  bool openEnumeration = false;  // enumeration(:)

  // Derivative: base is the function, the names are its inputs
  std::span<const NamePart> derivativeInputs;
};

// ---------------------------------------------------------------- equations

enum class EquationKind : uint8_t { Equality, If, For, When, Connect, Call };

struct Equation {
  EquationKind kind;
  SourceRange range;
  Comment comment;

  template <typename T>
  const T& as() const {
    FORMOLA_ASSERT(kind == T::kKind);
    return static_cast<const T&>(*this);
  }
};

struct EqualityEquation : Equation {
  static constexpr EquationKind kKind = EquationKind::Equality;
  const Expr* left;
  const Expr* right;
};
struct EquationBranch {
  const Expr* condition;  // null: else
  std::span<const Equation* const> body;
  SourceRange range;
};
struct IfEquation : Equation {
  static constexpr EquationKind kKind = EquationKind::If;
  std::span<const EquationBranch> branches;
};
struct WhenEquation : Equation {
  static constexpr EquationKind kKind = EquationKind::When;
  std::span<const EquationBranch> branches;
};
struct ForEquation : Equation {
  static constexpr EquationKind kKind = EquationKind::For;
  std::span<const ForIterator> iterators;
  std::span<const Equation* const> body;
};
struct ConnectEquation : Equation {
  static constexpr EquationKind kKind = EquationKind::Connect;
  Name left;
  Name right;
};
// assert(...), terminate(...), reinit(...), Connections.root(...), f(x)
struct CallEquation : Equation {
  static constexpr EquationKind kKind = EquationKind::Call;
  const CallExpr* call;
};

// ---------------------------------------------------------------- statements

enum class StatementKind : uint8_t {
  Assign,
  MultiAssign,
  Call,
  Break,
  Return,
  If,
  For,
  While,
  When
};

struct Statement {
  StatementKind kind;
  SourceRange range;
  Comment comment;

  template <typename T>
  const T& as() const {
    FORMOLA_ASSERT(kind == T::kKind);
    return static_cast<const T&>(*this);
  }
};

struct AssignStatement : Statement {
  static constexpr StatementKind kKind = StatementKind::Assign;
  const ReferenceExpr* target;
  const Expr* value;
};
// (a, , b) := f(x); an omitted target is null
struct MultiAssignStatement : Statement {
  static constexpr StatementKind kKind = StatementKind::MultiAssign;
  std::span<const ReferenceExpr* const> targets;
  const CallExpr* call;
};
struct CallStatement : Statement {
  static constexpr StatementKind kKind = StatementKind::Call;
  const CallExpr* call;
};
struct BreakStatement : Statement {
  static constexpr StatementKind kKind = StatementKind::Break;
};
struct ReturnStatement : Statement {
  static constexpr StatementKind kKind = StatementKind::Return;
};
struct StatementBranch {
  const Expr* condition;  // null: else
  std::span<const Statement* const> body;
  SourceRange range;
};
struct IfStatement : Statement {
  static constexpr StatementKind kKind = StatementKind::If;
  std::span<const StatementBranch> branches;
};
struct WhenStatement : Statement {
  static constexpr StatementKind kKind = StatementKind::When;
  std::span<const StatementBranch> branches;
};
struct ForStatement : Statement {
  static constexpr StatementKind kKind = StatementKind::For;
  std::span<const ForIterator> iterators;
  std::span<const Statement* const> body;
};
struct WhileStatement : Statement {
  static constexpr StatementKind kKind = StatementKind::While;
  const Expr* condition;
  std::span<const Statement* const> body;
};

// ---------------------------------------------------------------- a file

struct StoredDefinition {
  bool hasWithin = false;
  Name within;  // "within A.B;" (no parts for "within;")
  std::span<const ClassDef* const> classes;
};

}  // namespace formola::ast
