// The flat DAE: variables, equations, algorithms and functions, each with its provenance.
//
// Made by `flatten`; arrays of built-in type and array equations stay arrays until `scalarize` has
// run. Records and component arrays are already expanded into their elements: every variable has a
// built-in type (possibly an array). After `scalarize` every variable and every equality is scalar;
// algorithms and functions may still handle arrays.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "dae/resources.h"
#include "expr/expr.h"
#include "source/source.h"

namespace formola {

class EffectGate;  // evaluate/effects.h

// Where something comes from: the text in a class, and the instance whose class it is ("" for the
// model itself).
struct Provenance {
  SourceRange range;
  Symbol instance;  // in pool->names
};

enum class Variability : uint8_t { Constant, Parameter, Discrete, Continuous };
enum class Causality : uint8_t {
  None,
  Input,
  Output
};  // of variables at the top level of the model
enum class StateSelect : uint8_t { Never, Avoid, Default, Prefer, Always };

// How much a start value, or the value of a parameter, counts: by the level of the component
// hierarchy where it was given (spec 8.6.2). Smaller is more.
struct Confidence {
  static constexpr uint8_t kNone = 255;
  // 0: the command line, 1: the text of the model, 2: that of its components, ...; of a start value
  // that is a parameter that of the parameter's value, if that is less.
  uint8_t level = kNone;
  uint8_t own = kNone;        // of the start value itself
  uint8_t inherited = kNone;  // by how many extends clauses the text came to the class
  auto operator<=>(const Confidence&) const = default;
};

struct Variable {
  Symbol name;  // flat name in Modelica syntax: a.b[2].x
  TypeId type;  // built-in base type with dimensions
  Variability variability = Variability::Continuous;
  Causality causality = Causality::None;
  bool isFlow = false;
  bool isProtected = false;
  bool isFinal = false;
  bool hideResult = false;
  bool evaluate = false;  // annotation Evaluate=true, or a structural parameter: its value is fixed
                          // at translation
  StateSelect stateSelect = StateSelect::Default;
  ExprId stateSelects;  // of an array whose elements differ: their values; then stateSelect is not
                        // used
  // annotation(__Formola_explicit = true|false): how inline:mixed integrates it, if it is a state.
  std::optional<bool> explicitState;
  // annotation(__Formola_tear = false): it is not torn where something else can be.
  bool notTorn = false;
  ExprId
      binding;  // invalid: none. For a variable that is no parameter or constant it is an equation
                // (flatten moves it to `equations`), so only parameters and constants have one here
  ExprId start, fixed, min, max,
      nominal;  // attributes; invalid: not given. Same dimensions as the variable, or scalar
  Confidence startGiven;    // where `start` was given
  Confidence bindingGiven;  // where the value of a parameter was given
  uint8_t startDepth = 1;   // the level of the class that declares what `start` was given to
  Symbol unit, displayUnit, quantity;  // invalid: not given
  Symbol comment;
  Symbol vendorAnnotations;  // "__Tool(x = 1), __Other = 2" as text; invalid: none
  // Of a variable in a state of a state machine: where this is true at a tick, a clocked derivative
  // of it is integrated anew from its start value. A Boolean variable; invalid: never.
  ExprId reset;
  Provenance origin;

  // Given by the model itself or by a modifier, and no default of the class that declares it.
  bool startFromOutside() const {
    return start.valid() && (startGiven.level <= 1 || startGiven.level < startDepth);
  }
};

enum class EquationKind : uint8_t {
  Equality,   // left = right; left may be a Record/Tuple-free expression of any dimensions, or
              // an Array kind Record "tuple" target: see `targets`
  TupleCall,  // (targets...) = call
  If,         // branches; a last branch without condition is "else"
  When,       // branches with conditions
  Assert,     // left: condition, right: message, level
  Terminate,  // right: message
  Reinit,     // left: variable, right: value (inside When only)
  Call,       // right: a call without result
};

enum class AssertLevel : uint8_t { Error, Warning };

struct EquationBranch;

struct Equation {
  EquationKind kind = EquationKind::Equality;
  ExprId left;
  ExprId right;
  std::vector<ExprId> targets;           // TupleCall; a Missing expression where one is omitted
  std::vector<EquationBranch> branches;  // If, When
  // Of an equation in a clocked when-clause, which flatten takes apart: its clock, and the number
  // of the clause, whose equations have the same clock.
  ExprId clock;
  uint32_t clause = 0;
  // Of an equation in a state of a state machine: it holds at ticks where this Boolean variable is
  // true; at others what it determines keeps its value. Invalid: at all.
  ExprId active;
  AssertLevel level = AssertLevel::Error;
  bool fromConnect = false;  // made from connections (equality of potentials or sum of flows)
  Provenance origin;
};

struct EquationBranch {
  ExprId condition;  // invalid: else
  std::vector<Equation> body;
};

enum class StatementKind : uint8_t {
  Assign,
  TupleAssign,
  Call,
  If,
  For,
  While,
  When,
  Break,
  Return,
  Assert,
  Terminate,
  Reinit
};

struct StatementBranch;

struct Statement {
  StatementKind kind = StatementKind::Assign;
  ExprId target;   // Assign: Variable/Local, Index or Field of one, or an Array of those; For: the
                   // Iterator
  ExprId value;    // Assign, Call, For (range), While (condition), Assert (condition), Reinit
  ExprId message;  // Assert, Terminate
  AssertLevel level = AssertLevel::Error;
  std::vector<ExprId> targets;            // TupleAssign (Missing where omitted)
  std::vector<StatementBranch> branches;  // If, When; For and While: one branch with the body
  SourceRange range;
};

struct StatementBranch {
  ExprId condition;  // invalid: else, or the body of For/While
  std::vector<Statement> body;
};

struct Algorithm {
  std::vector<Statement> body;
  ExprId active;  // as of an Equation
  Provenance origin;
};

enum class LocalKind : uint8_t { Input, Output, Protected };

// An input, output or protected variable of a function.
struct LocalVariable {
  Symbol name;
  TypeId type;  // dimensions kUnknownSize where they depend on the call
  LocalKind kind = LocalKind::Protected;
  std::vector<ExprId>
      dimensions;  // per dimension an expression in the function's locals, or invalid for ":"
  ExprId binding;  // default of an input, initial value of others; invalid: none
  SourceRange range;
};

// annotation(derivative(...) = f)
struct DerivativeAnnotation {
  FunctionId function;
  int order = 1;
  std::vector<uint32_t> zeroDerivative;  // indices of inputs
  std::vector<uint32_t> noDerivative;
};

// annotation(inverse(x = g(y, a), ...)) of a function y = f(x, a) (spec 12.8): where y and the
// other inputs are known, x = g(y, a). One entry for each input that can be computed. `arguments`
// has one expression for every input of g, in g's order and of g's types; its ExprKind::Local are
// those of f (inputs other than `input`, and the output). g has one output, of the type of `input`.
struct InverseAnnotation {
  uint32_t input;       // the input of this function that is computed
  FunctionId function;  // g
  std::vector<ExprId> arguments;
};

// What annotations say about inlining (spec 12.8). Calls of functions that are one assignment are
// already replaced by flatten for all but Default and Never, and for Default when the result is a
// record.
enum class Inlining : uint8_t { Default, Never, Inline, Late, AfterIndexReduction };

struct ExternalCall {
  std::string language;  // "C", "builtin", "FORTRAN 77"
  std::string function;
  ExprId result;  // Local or invalid
  std::vector<ExprId> arguments;
  std::vector<std::string> libraries, libraryDirectories, includes, includeDirectories;
  // The folders on this machine that the annotations (or their defaults) mean.
  std::vector<std::string> libraryPaths, includePaths;
  std::string file;  // with the external clause: whose code this is
};

struct Function {
  Symbol name;
  std::vector<LocalVariable>
      locals;  // inputs first, then outputs, then protected: ExprKind::Local is an index here
  uint32_t inputCount = 0;
  uint32_t outputCount = 0;
  std::vector<Statement> body;
  std::optional<ExternalCall> external;
  std::vector<DerivativeAnnotation> derivatives;
  std::vector<InverseAnnotation> inverses;
  int smoothOrder = -1;           // how often it can be differentiated; -1: not given
  std::string vendorAnnotations;  // "__Tool(x = 1), __Other = 2" as text; "" if there are none
  Inlining inlining = Inlining::Default;
  bool impure = false;
  FunctionId destructor;             // of a constructor of external objects
  bool isRecordConstructor = false;  // then body is empty: the result is the record of the inputs
  SourceRange range;
};

struct Experiment {
  double startTime = 0;
  double stopTime = 1;
  double tolerance = 1e-6;
  double interval = 0;  // 0: not given
  bool given = false;
};

struct Dae {
  std::string model;
  std::shared_ptr<ExprPool> pool = std::make_shared<ExprPool>();
  IdVector<VariableId, Variable> variables;  // in the order of declaration
  std::vector<Equation> equations;
  std::vector<Equation> initialEquations;
  // Equations with annotation(__Formola_constraint = true): more than are needed. They determine
  // nothing; inlined methods fulfil them in the least-squares sense.
  std::vector<Equation> constraints;
  std::vector<Algorithm> algorithms;
  std::vector<Algorithm> initialAlgorithms;
  IdVector<FunctionId, Function> functions;
  Experiment experiment;
  PackageFolders packages;  // where modelica:// URIs lead
  // Decides what functions may do beyond computing; null: nothing.
  std::shared_ptr<EffectGate> gate;
  std::string vendorAnnotations;  // of the model's class, as text: "__Tool(x = 1)"
};

}  // namespace formola
