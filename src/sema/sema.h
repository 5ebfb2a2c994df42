// Semantic analysis: lookup, instantiation, types and constant evaluation of Modelica classes.
//
// Everything is done on demand: asking for a component's type instantiates its class, asking for a
// dimension evaluates the parameters in it. `flatten` walks the instance tree and asks for all of
// it.
#pragma once

#include <deque>
#include <functional>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "dae/dae.h"
#include "evaluate/evaluate.h"
#include "evaluate/external_libraries.h"
#include "sema/instance.h"
#include "sema/iterator_uses.h"

namespace formola {

struct FunctionScope;

// Surroundings of an expression.
struct Context {
  Scope scope;
  std::vector<std::pair<Symbol, ExprId>> iterators;  // for-loops and comprehensions, innermost last
  FunctionScope* function = nullptr;                 // inside a function body
  const std::unordered_map<const Instance*, ExprId>* substitutes =
      nullptr;  // record constructor: given fields
  // the array and dimension that `end` refers to
  ExprId endArray;
  size_t endDimension = 0;
  bool inWhen = false;
  bool inInitial = false;  // in an initial section, where parameters may be determined
  bool inLoop = false;     // of an algorithm
  // the component whose dimensions are being evaluated: they may refer to earlier ones (A[:,
  // size(A, 1)])
  const Instance* dimensionOf = nullptr;
};

// What a name was found to be.
struct Found {
  Instance* instance = nullptr;  // component or class
  ExprId iterator;               // valid: a loop iterator
  bool fromEnclosing = false;    // found in an enclosing class rather than in the scope itself
  explicit operator bool() const { return instance || iterator.valid(); }
};

// Sizes beyond these end in a diagnostic (TooLarge, NotEvaluable) rather than in exhausted memory
// or patience.
struct SemaLimits {
  int64_t elements = 10'000'000;    // scalars of an array
  int64_t instances = 10'000'000;   // components of the model, all levels
  int64_t iterations = 10'000'000;  // of loops and comprehensions that are unrolled
  size_t parts = 20'000;            // base classes of a class, all levels
  size_t steps = 50'000'000;        // of one evaluation at translation time
  size_t made = size_t{1} << 28;    // elements of the arrays that it makes on the way
};

class Sema {
 public:
  SemaLimits limits;

  Sema(SourceManager& sources, Library& library, std::shared_ptr<ExprPool> pool,
       Diagnostics& diagnostics);

  // ---- classes and instances (classes.cpp, components.cpp)
  Instance* root() { return root_; }
  // The class with this qualified name; null with a diagnostic if there is none.
  Instance* findClass(const std::vector<Symbol>& path, SourceRange range);
  // The model to be flattened as an instance. `overrides`: modifications from the command line, may
  // be null.
  Instance* instantiateModel(Instance* classInstance, const ast::Modification* overrides);
  // The layout of a class; never null (an empty one after an error).
  Layout* layout(Instance* classInstance);
  // The child component or class for an element of the layout, created on demand.
  Instance* child(Instance* owner, uint32_t element);
  // The type, dimensions and prefixes of a component.
  void resolve(Instance* component);
  // A member by name as seen from outside (any part); null if there is none.
  Instance* member(Instance* owner, Symbol name);
  // An outer component's inner one, else the component itself.
  Instance* target(Instance* component);
  // What its own class means by the name of a component that is both inner and outer: the one
  // around it.
  Instance* localTarget(Instance* component);
  // Inner components that were added to the model because an outer one has none (spec 5.4).
  const std::vector<Instance*>& implicitInners() const { return implicitInners_; }
  // Reports redeclarations of classes that do not fit, of all classes used so far.
  void checkClassRedeclarations();
  // Element `index` (row-major, from 0) of a component array.
  Instance* element(Instance* array, size_t index);
  // Class kind of a component's or class's layout, following short classes.
  bool isConnector(Instance* component);
  bool isRecord(Instance* component);
  bool isLeaf(Instance* component) const { return component->layout->builtin != BaseType::None; }
  // Adds the member `name` to an expandable connector, declared like the component that is
  // connected to it; `dims` are its dimensions there (spec 9.1.3).
  Instance* addMember(Instance* connector, Symbol name, Instance* like,
                      const std::vector<Size>& dims);
  // x[:] of an expandable connector waits for what is connected to it.
  bool isSizeToCome(const Instance* component) const { return sizesToCome_.contains(component); }
  bool takeSize(Instance* component, const std::vector<Size>& dims);

  // ---- lookup (lookup.cpp)
  Found lookupSimple(Symbol name, Scope scope);
  Instance* lookupClass(const ast::Name& name, Scope scope, bool report = true);

  // ---- expressions (type_*.cpp)
  ExprId type(const ast::Expr* expr, Context& context);
  // `expr` as a value of type `target` (casts, sizes checked); an error is reported at `range`.
  ExprId withFieldsOf(ExprId expr, TypeId target, const std::vector<uint32_t>& map,
                      SourceRange range, const Context& context, std::string_view what);
  ExprId convert(ExprId expr, TypeId target, SourceRange range, const Context& context,
                 std::string_view what);
  // Reference to a component with all its elements and fields.
  ExprId reference(Instance* component, const Context& context, SourceRange range);
  Variability variability(ExprId expr);
  std::string showType(TypeId type) const;
  // Component reference -> instances, for connect: every element with constant subscripts,
  // row-major, and the dims.
  struct Selection {
    std::vector<Instance*> instances;
    std::vector<Size> dims;
    std::vector<std::vector<int64_t>>
        subscripts;             // per instance: element of an array of built-in type (or empty)
    Instance* first = nullptr;  // the component that the first name part names
    bool removed = false;       // a conditional component that isn't there
    bool ok = false;
  };
  Selection select(const ast::Name& name, Context& context);

  // What activeState() asks for; Builtin::ActiveState has a position here as operand.
  struct StateQuery {
    Instance* state;
    Provenance origin;
  };
  ExprId activeState(Instance* state, SourceRange range = {});
  const std::vector<StateQuery>& stateQueries() const { return stateQueries_; }
  // Whether any of activeState(), ticksInState() and timeInState() was used.
  bool asksForStates() const { return asksForStates_; }

  // A function or operator of the language.
  static bool isBuiltin(std::string_view name);
  // The variable that an expression such as x, x[i] or x.f refers to; invalid: none.
  VariableId rootVariable(ExprId expr) const;

  // Array and record operations with folding.
  ExprId index(ExprId base, std::span<const ExprId> subscripts);
  ExprId field(ExprId base, uint32_t index);
  // The field of that name; invalid: there is none, or it is no record.
  ExprId fieldNamed(ExprId base, Symbol name);
  ExprId makeArray(std::span<const ExprId> elements);
  ExprId arrayOfShape(std::vector<ExprId> level, std::span<const Size> dims);
  ExprId binaryOp(ast::BinaryOp op, ExprId a, ExprId b, SourceRange range, Context& context);
  // Range values of a for-loop that is unrolled.
  std::optional<std::vector<ExprId>> iterationValues(const ast::ForIterator& iterator,
                                                     Context& context, const LoopBody& body);
  // Reports a condition that is no Boolean scalar (or vector, of a when-clause).
  bool checkCondition(ExprId condition, SourceRange range, const Context& context,
                      bool vectorToo = false);

  // ---- values (constants.cpp)
  // The typed binding of a component (from the outermost modifier that gives one), converted to its
  // type; invalid: none.
  ExprId binding(Instance* component);
  // A builtin attribute ("start", "unit"); invalid: not given. Converted to the type of the
  // attribute.
  ExprId attribute(Instance* component, Symbol name, SourceRange* place = nullptr,
                   Confidence* confidence = nullptr);
  // Where the value of a component was given.
  Confidence bindingConfidence(Instance* component);
  // Where the value of a component is given; its name in the declaration if nowhere.
  SourceRange bindingPlace(Instance* component);
  // The value of an expression known at translation time; parameters in it become structural.
  std::optional<Value> evaluateNow(ExprId expr, SourceRange range, const Context& context,
                                   bool report = true);
  std::optional<int64_t> evaluateInteger(ExprId expr, SourceRange range, const Context& context);
  std::optional<bool> evaluateBoolean(ExprId expr, SourceRange range, const Context& context,
                                      bool report = true);
  std::optional<Value> valueOf(Instance* component);

  // ---- functions (functions.cpp, calls.cpp)
  FunctionId functionOf(Instance* functionClass, SourceRange range);
  const Function& function(FunctionId id) const { return *functions_[id.index()]; }
  size_t functionCount() const { return functions_.size(); }
  ExprId callFunction(Instance* functionClass, std::span<const ast::Expr* const> arguments,
                      std::span<const ast::NamedArgument> named, SourceRange range,
                      Context& context);
  ExprId makeCall(FunctionId id, std::vector<ExprId> arguments, SourceRange range,
                  const Context& context);

  ExprId textArgument(const ast::Expr* expr, size_t position, std::string_view function,
                      Context& context);
  ExprId assertionLevel(const ast::Expr* expr, Context& context);
  // The right side of (a, b) = f(x): all results of the call, and the name of what is called for
  // messages. An error expression after a report.
  struct TupleCall {
    ExprId value;
    std::string function;
  };
  TupleCall typeTupleCall(const ast::CallExpr& call, size_t targets, Context& context);
  Instance* lookupStatementFunction(const ast::CallExpr& call, const Context& context);
  std::vector<Statement> typeStatements(std::span<const ast::Statement* const> statements,
                                        Context& context);

  TypeId typeOfComponent(Instance* component);
  // StateSelect, AssertionLevel
  TypeId predefinedEnumeration(std::string_view name) {
    return predefined_.at(names_.intern(name))->layout->enumType;
  }
  TypeId recordTypeOf(Instance* recordInstance);
  VariableId variableOf(Instance* component);
  Instance* instanceOf(VariableId variable) const { return variables_[variable.index()]; }
  size_t variableCount() const { return variables_.size(); }

  std::string path(const Instance* instance) const;
  std::string className(const Instance* classInstance) const;
  std::string_view text(Symbol symbol) const { return names_.text(symbol); }
  Diagnostic& report(DiagCode code, SourceRange range, const Context& context, auto&&... args) {
    return diagnostics_.report(code, range, args...).in(contextPath(context));
  }
  std::string contextPath(const Context& context) const;

  ExprPool& pool() { return *pool_; }
  Diagnostics& diagnostics() { return diagnostics_; }
  Interner& names() { return names_; }
  Library& library() { return library_; }
  Symbol symbol(std::string_view text) { return names_.intern(text); }

 private:
  friend class BuiltinTyper;
  friend class LayoutBuilder;
  friend class StatementTyper;

  // classes.cpp, components.cpp, modifiers.cpp, dimensions.cpp
  bool tooManyInstances(Instance* instance);
  bool tooManyIterations(int64_t more, SourceRange range, const Context& context);

  Instance* newInstance() {
    if (instances_.empty() || instancesUsed_ == kInstanceChunk) {
      instances_.push_back(std::make_unique<Instance[]>(kInstanceChunk));
      instancesUsed_ = 0;
    }
    return &instances_.back()[instancesUsed_++];
  }
  void addPredefined();
  Instance* classChild(Instance* owner, Symbol name, const LayoutElement* element);
  Instance* makeClass(ClassNode* node, Scope lexical, std::vector<ModLayer> layers);
  Instance* resolveShortAlias(Instance* classInstance);
  void addConstraint(Instance* instance, const ast::Modification* modification, Scope scope);
  void buildLayout(Instance* classInstance, Layout& layout);
  void addBase(Instance* derived, Layout& layout, uint32_t derivingPart, Instance* base,
               const ast::Modification* modification, bool isProtected, SourceRange range);
  void joinInherited(Instance* derived, Layout& layout, uint32_t at, const LayoutElement& copy);
  // check_bases.cpp. False after a report: the base is not to be added.
  bool checkBase(Instance* derived, const ast::Extends& extends, Instance* base);
  void checkSameClass(Instance* derived, const ClassNode& a, const ClassNode& b);
  Instance* makeComponent(Instance* owner, uint32_t elementIndex);
  void evaluateCondition(Instance* component, const ast::ComponentDecl* original);
  void takePrefixes(Instance* component, const ast::ComponentDecl* original);
  bool recursesTooDeep(Instance* component, const ast::ComponentDecl* original);
  std::vector<ModLayer> layersFor(Instance* owner, const LayoutElement& element);
  void derive(std::span<const ModLayer> from, Symbol name, std::vector<ModLayer>& to);
  void deriveFrom(const ModLayer& layer, Symbol name, std::vector<ModLayer>& to);
  bool deriveArguments(const ModLayer& layer, Symbol name, std::vector<ModLayer>& to);
  std::span<const Access> append(std::span<const Access> accesses, Access access);
  void checkModifiers(Instance* component);
  void checkOuterModifiers(Instance* component);
  // Specialised classes (check_classes.cpp).
  void checkComponentClass(Instance* component);
  void checkContents(Instance* component);
  void checkOperator(Instance* instance, const Layout& shape);
  bool isCausal(Instance* connector);
  // Prefixes of declarations (check_prefixes.cpp).
  void checkPrefixes(Instance* component);
  const ast::ComponentDecl* prefixedInside(Instance* structured, ast::ConnectorPrefix connector,
                                           ast::Causality causality);
  const ClassNode* timelessClass(Scope scope) const;
  bool isConditional(const Instance& component) const;
  void checkFinal(Instance* component, const ast::ComponentDecl* original);
  // Whether both give the same value, as far as that is seen without evaluating parameters.
  bool givesSameValue(const ModLayer& a, const ModLayer& b);
  bool checkPath(Instance* component, const ModLayer& layer);
  void checkOneModification(Instance* component, const ModLayer& layer);
  void checkModifiedTwice(std::span<const ast::Argument* const> arguments, const Context& context);
  std::string parameterNames(const Layout& shape) const;
  // redeclarations.cpp. What one of the declarations of an element says about exchanging it.
  struct Redeclarable {
    SourceRange range;
    bool isReplaceable = false;
    bool isFinal = false;
    bool isConstant = false;
    bool isProtected = false;
    bool isElement = false;  // of a class, not a modifier
    bool isGiven = false;    // not written for this element, but for the one that it replaces
  };
  struct DeclaredComponent {
    const ast::ComponentDecl* decl;
    Scope scope;
    Redeclarable how;
  };
  std::vector<DeclaredComponent> declarationsOf(Instance* component);
  bool mayRedeclare(Symbol name, const Redeclarable& old, const Redeclarable& by,
                    const Context& context);
  // False after a report: the rest of the model is not to be judged by it.
  bool checkRedeclaration(Instance* component);
  std::string unfit(Instance* constraint, Instance* type, size_t ownDimensions);
  // Why `given` cannot stand where `needed` is expected (spec 6.4); "" if it can.
  std::string incompatibility(Instance* needed, Instance* given);
  Instance* findInner(Instance* outer);
  Instance* implicitInner(Instance* outer);
  std::vector<Size> evaluateDims(Instance* component);
  std::optional<Size> typeAsDimension(const ast::Expr* size, Instance* component, size_t at,
                                      const Context& context);
  Size openDimension(const ast::Expr* size, Instance* owner, Context context);
  Size modelDimension(const ast::Expr* size, Instance* component, Context& context);
  ExprId valueOfOpenSize(Instance* component, Instance* owner, std::vector<Size>& dims,
                         bool& unknown);
  ExprId startOfOpenSize(const Instance* component);
  ExprId withKnownFields(ExprId typed, const ast::Expr* size, Context& context);
  // What indexes a dimension: Integer, Boolean or an enumeration (spec 10.5).
  TypeId indexType(const Instance* array, size_t dimension) const;
  bool subscriptFits(const Instance* array, size_t dimension, ExprId subscript, SourceRange range,
                     const Context& context);
  // type_loops.cpp
  ExprId rangeOfUse(const IteratorUse& use, Context& context);
  ExprId deducedRange(const ast::ForIterator& iterator, const LoopBody& body, Context& context);
  std::vector<ExprId> valuesOfType(TypeId type);
  std::optional<std::vector<ExprId>> typeAsRange(const ast::Expr& in, const Context& context);

  // statements.cpp: the steps of select
  bool membersNamed(const ast::NamePart& part, std::vector<Instance*>& owners,
                    const Context& context);
  bool pickElements(const ast::NamePart& part, Instance* c,
                    std::vector<std::vector<int64_t>>& picks, std::vector<Size>& own,
                    Context& context);
  void appendChosen(Instance* c, std::span<const std::vector<int64_t>> picks,
                    std::vector<Instance*>& chosen, std::vector<std::vector<int64_t>>* subscripts);

  // constants.cpp
  struct ElementValue {
    std::vector<int64_t> at;  // one subscript for each dimension
    ExprId value;
    SourceRange range;
  };
  // What one modifier gives a component: the value itself, or a part of that of a whole array or
  // record. Invalid: nothing.
  ExprId layerValue(Instance* component, const ModLayer& layer, Context& context);
  std::span<const Access> takeWrittenParts(const ast::Expr*& source,
                                           std::span<const Access> accesses,
                                           const Context& context);
  const ast::Expr* writtenPart(const ast::Expr* source, const Access& access,
                               const Context& context);
  // record_values.cpp: a record from what its declaration and its class say about the fields.
  struct RecordValue {
    const Instance* root = nullptr;                      // the local, or the class of a constructor
    FunctionScope* function = nullptr;                   // where it is made, if in a function
    bool zeros = true;                                   // fields without a value are zero
    std::unordered_map<const Instance*, ExprId> fields;  // so far: others may refer to them
    // What came out:
    bool given = false;                 // some field has a value of its own
    bool complete = true;               // every field has
    bool waits = false;                 // fields that depend on each other
    bool broken = false;                // reported elsewhere
    const Instance* missing = nullptr;  // a field without value, or of unknown size
  };
  // A class or component, or an array of components. Invalid: there is no such value.
  ExprId recordValue(Instance* record, RecordValue& made);
  ExprId recordArrayValue(Instance* array, RecordValue& made);
  ExprId fieldValue(Instance* field, RecordValue& made);
  ExprId sizeOfField(Instance* field, const ast::Expr* written, const RecordValue& made);
  TypeId typeOfField(Instance* field, const RecordValue& made);
  ExprId zerosOf(Instance* field, RecordValue& made);
  bool fieldsFit(std::span<Instance* const> fields, RecordValue& made, SourceRange range,
                 Context& context);
  std::string fieldPath(const Instance* field, const Instance* recordClass) const;
  ExprId zeroOf(TypeId type);
  // The defaults of an array of records whose size is known when the function runs, by `sizes`.
  ExprId openRecords(Instance* array, std::span<const ExprId> sizes, FunctionScope& function);
  // Some array in it has a size that is not known.
  bool hasOpenFields(TypeId record) const;
  // The binding as a whole; values of single elements are collected.
  ExprId typeBinding(Instance* component, std::vector<ElementValue>& elements);
  void replaceElements(Instance* component, std::span<const ElementValue> elements);

  // lookup.cpp
  Found lookupInPart(Symbol name, Scope scope);
  Found lookupImports(Symbol name, ClassNode* node);
  void reportImport(const ast::Name& path, Symbol visible, Symbol element, SourceRange range);
  Instance* classMember(Instance* owner, Symbol name);
  // The rest of a name from part `from` on, beginning at `first`; `scope`: where it is written.
  // With `report`, errors and what the name may not pass through are reported.
  Instance* lookupRest(Instance* first, const ast::Name& name, size_t from, Scope scope,
                       bool report);
  // check_names.cpp: one step of a name with dots, from `owner` to its member `next`.
  // `writtenOwner`: the name under which the owner was found.
  void checkStep(Instance* owner, Instance* next, const ast::NamePart& part, Scope scope,
                 Symbol writtenOwner);
  void checkImport(Instance* from, Symbol element, SourceRange range);
  bool isProtectedMember(Instance* owner, Symbol name);
  // Names that an expression in the scope could mean: what "did you mean" may suggest.
  std::vector<std::string_view> visibleNames(Scope scope);
  void reportUndefined(Symbol name, SourceRange range, Scope scope, const Context* context);

  // type_expr.cpp, type_call.cpp, type_builtin.cpp
  ExprId typeReference(const ast::Name& name, Context& context);
  ExprId componentExpr(Instance* component, std::span<const ast::NamePart> rest,
                       std::span<const ast::Expr* const> subscripts, Context& context,
                       SourceRange range);
  ExprId literalNamed(TypeId enumeration, const ast::NamePart& part, const Context& context);
  ExprId timeHere(SourceRange range, const Context& context);
  ExprId elementSubscript(Instance* component, size_t i, const ast::Expr* subscript,
                          Context& context);
  ExprId emptyComponents(Instance* component, std::span<const ast::NamePart> rest);
  ExprId localExpr(Instance* component, std::span<const ast::NamePart> rest,
                   std::span<const ast::Expr* const> subscripts, Context& context,
                   SourceRange range);
  ExprId arrayExpr(Instance* component, std::span<const ast::NamePart> rest,
                   std::span<const ast::Expr* const> subscripts, Context& context,
                   SourceRange range);
  ExprId memberExpr(Instance* component, std::span<const ast::NamePart> rest,
                    std::span<const ast::Expr* const> subscripts, Context& context,
                    SourceRange range);
  // `array`: the component that has the value, if there is one. `lead`: the dimensions before those
  // that the subscripts belong to; of these all is taken.
  ExprId applySubscripts(ExprId base, std::span<const ast::Expr* const> subscripts,
                         Context& context, SourceRange range, const Instance* array = nullptr,
                         size_t lead = 0);
  // base.name[subscripts], of every element where the base is an array of records. Invalid: no such
  // field.
  ExprId fieldOf(ExprId base, const ast::NamePart& part, Context& context, SourceRange range);
  ExprId bounded(ExprId value, SourceRange range, const Context& context);
  ExprId typeBinary(const ast::BinaryExpr& expr, Context& context);
  ExprId wrongOperands(ast::BinaryOp op, ExprId a, ExprId b, std::string_view wanted,
                       SourceRange range, const Context& context);
  ExprId matrixPower(ExprId a, int64_t n);
  ExprId arithmetic(ast::BinaryOp op, ExprId a, ExprId b, SourceRange range, Context& context);
  ExprId typeUnary(const ast::UnaryExpr& expr, Context& context);
  ExprId typeIf(const ast::IfExpr& expr, Context& context);
  ExprId typeArray(const ast::ArrayExpr& expr, Context& context);
  ExprId typeMatrix(const ast::MatrixExpr& expr, Context& context);
  ExprId typeRange(const ast::RangeExpr& expr, Context& context);
  ExprId typeSelection(const ast::SelectionExpr& expr, Context& context);
  ExprId keepComprehension(const ast::ComprehensionExpr& expr, Context& context,
                           std::optional<Builtin> reduction);
  ExprId typeComprehension(const ast::ComprehensionExpr& expr, Context& context,
                           std::optional<Builtin> reduction);
  ExprId typeCall(const ast::CallExpr& expr, Context& context);
  ExprId callInput(Instance* input, const ast::CallExpr& expr, Context& context);
  ExprId literalByNumber(Instance* enumeration, const ast::CallExpr& expr, Context& context);
  void reportUndefinedFunction(const ast::Name& function, bool isVariable, const Context& context);
  void checkFunctionPath(Instance* first, const ast::Name& name, const Context& context);
  std::optional<ExprId> typeBuiltinCall(const ast::CallExpr& expr, Context& context);
  ExprId typeSpatialDistribution(const ast::CallExpr& expr, Context& context);
  // type_clocks.cpp
  bool isClockedSample(const ast::CallExpr& expr, Context& context);
  std::optional<std::vector<const ast::Expr*>> clockOperands(const ast::CallExpr& expr,
                                                             Builtin builtin,
                                                             std::vector<std::string_view>& wanted,
                                                             const Context& context);
  ExprId typeClocked(const ast::CallExpr& expr, Builtin builtin, Context& context);
  ExprId typeClock(const std::vector<const ast::Expr*>& given, std::vector<ExprId>& a,
                   std::string_view first, std::string_view name, Context& context,
                   const std::function<ExprId(TypeId)>& finish);
  // type_states.cpp
  ExprId typeStateQuery(const ast::CallExpr& expr, Builtin builtin, Context& context);
  void reportCount(std::string_view name, size_t least, size_t most, const ast::CallExpr& call,
                   const Context& context);
  bool isVariableOrConstant(ExprId root);
  bool namesUnknown(ExprId root);
  std::optional<double> constantNumber(ExprId expr, const Context& context);
  ExprId forEachElement(ExprId e, const std::function<ExprId(ExprId)>& apply);
  ExprId promote(ExprId expr, size_t rank);
  ExprId concatenate(size_t dimension, std::vector<ExprId> parts, SourceRange range,
                     Context& context);
  bool unify(ExprId& a, ExprId& b, SourceRange range, Context& context, std::string_view what);
  ExprId castTo(ExprId expr, BaseType base);
  ExprId overloaded(std::string_view op, std::vector<ExprId> operands, SourceRange range,
                    Context& context, Instance* recordClass = nullptr);
  ExprId noOperator(std::string_view op, std::span<const ExprId> operands, SourceRange range,
                    const Context& context);
  ExprId overloadedOnArrays(std::string_view op, const std::vector<ExprId>& operands,
                            SourceRange range, Context& context);
  std::vector<Instance*> operatorsOf(Instance* recordClass, std::string_view name);
  bool takesOperands(const Function& f, std::span<const ExprId> values, bool allowConstruct) const;
  Instance* sameOperator(std::span<Instance* const> candidates, size_t c,
                         std::span<const ExprId> operands, bool construct, SourceRange range);
  ExprId constructed(Instance* recordClass, ExprId value, SourceRange range,
                     const Context& context);
  ExprId size(ExprId array, size_t dimension);

  // calls.cpp, inline_calls.cpp, record_constructors.cpp, overloaded_operators.cpp
  ExprId constructRecord(Instance* recordClass, std::span<const ast::Expr* const> arguments,
                         std::span<const ast::NamedArgument> named, SourceRange range,
                         Context& context);
  bool mentionsMember(ExprId root, const Instance* recordClass) const;
  bool isCallable(Instance* functionClass, const Function& f, SourceRange range,
                  const Context& context);
  bool placeArguments(FunctionId id, std::span<const ast::Expr* const> arguments,
                      std::span<const ast::NamedArgument> named, std::vector<ExprId>& values,
                      Context& context);
  bool addDefaults(FunctionId id, std::vector<ExprId>& values, SourceRange range, Context& context);
  bool fitArguments(FunctionId id, std::vector<ExprId>& values, std::vector<Size>& extra,
                    SourceRange range, Context& context);
  bool takeSizes(ExprId& value, std::span<const Size> sizes, size_t rest);
  ExprId vectorize(FunctionId id, std::vector<ExprId> arguments, const std::vector<Size>& extra,
                   SourceRange range, const Context& context);
  std::optional<ExprId> tryInline(const Function& function, std::span<const ExprId> arguments);
  bool replaceBindings(const Function& f, std::vector<ExprId>& locals);
  bool usesOtherLocals(ExprId root, std::span<const ExprId> known) const;
  bool derivativeIsDeclared(const Function& function) const;
  bool hasOpenRange(ExprId root) const;
  void lowerFunction(Instance* functionClass, FunctionId id);
  std::vector<Instance*> numberLocals(Instance* functionClass, Function& f);
  void lowerLocals(std::span<Instance* const> locals, FunctionScope& functionScope, Function& f);
  ExternalCall externalCall(const ast::ClassDef& written, const ClassNode& node, const Function& f,
                            Context& context);
  // derivative_functions.cpp
  FunctionId derivativeFunction(Instance* functionClass, SourceRange range);
  FunctionId partialDerivative(FunctionId of, uint32_t input, SourceRange range,
                               std::string& reason);
  bool derivativeByAnnotation(const Function& f, uint32_t input, Function& to);
  // function_annotations.cpp: those of one part of the function's class
  void readAnnotations(Instance* functionClass, uint32_t part, FunctionId id);
  void addDerivative(const ast::Argument& annotation, Scope scope, FunctionId id);
  bool mentionsLocal(ExprId root, uint32_t local) const;
  void addInverses(const ast::Argument& annotation, Scope scope, FunctionId id);
  ExprId replaceLocals(ExprId expr, std::span<const ExprId> locals);
  ExprId rebuild(ExprKind kind, TypeId type, uint32_t payload, std::span<const ExprId> children);

  SourceManager& sources_;
  Library& library_;
  ExternalLibraries libraries_;
  std::shared_ptr<ExprPool> pool_;
  Diagnostics& diagnostics_;
  Interner& names_;
  Arena arena_;
  static constexpr size_t kInstanceChunk = 256;
  std::vector<std::unique_ptr<Instance[]>> instances_;  // they never move
  size_t instancesUsed_ = 0;                            // of the last chunk
  std::deque<Layout> layouts_;
  Layout emptyLayout_;
  Instance* root_ = nullptr;
  std::unordered_map<Symbol, Instance*> predefined_;
  std::unordered_map<const Instance*, std::vector<ModLayer>> constraints_;  // of short classes
  struct DeclaredClass {
    ClassNode* node;
    Scope scope;
    Redeclarable how;
  };
  struct ClassRedeclaration {
    std::vector<DeclaredClass> declared;  // from the original to the one that counts
    Instance* replacement;
  };
  void checkClassRedeclaration(const ClassRedeclaration& redeclaration);
  std::vector<DeclaredClass> declarationsOf(Instance* owner, ClassNode& node, Scope lexical,
                                            const LayoutElement* element,
                                            std::span<const ModLayer> layers);
  std::vector<ClassRedeclaration> classRedeclarations_;
  std::vector<Instance*> implicitInners_;
  std::unordered_set<const ast::ComponentDecl*> judged_;  // declarations with a class that is wrong
  std::unordered_set<const ast::ComponentDecl*> prefixesChecked_;
  std::unordered_set<const Instance*> sizesToCome_;                      // see isSizeToCome
  std::unordered_map<const Instance*, std::vector<TypeId>> indexTypes_;  // where not all Integer
  std::unordered_set<const ast::Import*> ambiguous_;                     // reported
  std::unordered_set<Symbol> missingImports_;  // names that imports do not give, reported there
  std::unordered_set<const ast::Expr*> wrongRecords_;  // values reported as of another type
  std::vector<Instance*> variables_;
  std::vector<std::unique_ptr<Function>> functions_;
  std::vector<Instance*> functionClasses_;
  std::unordered_map<uint64_t, FunctionId> partialDerivatives_;  // (function, input)
  std::unordered_map<uint32_t, Instance*> recordClasses_;        // RecordId -> a class instance
  std::unordered_map<ExprId, Variability> variabilityCache_;
  struct BindingKey {
    const ast::Expr* expr;
    const Instance* instance;
    uint32_t part;
    bool operator==(const BindingKey&) const = default;
  };
  struct BindingKeyHash {
    size_t operator()(const BindingKey& k) const {
      return (reinterpret_cast<size_t>(k.expr) * 31 + reinterpret_cast<size_t>(k.instance)) * 31 +
             k.part;
    }
  };
  std::unordered_map<BindingKey, ExprId, BindingKeyHash> sharedBindings_;
  std::vector<StateQuery> stateQueries_;
  bool asksForStates_ = false;
  std::unordered_map<const Instance*, size_t> queriedStates_;  // positions in it
  int64_t iterations_ = 0;                                     // unrolled so far
  int instantiationDepth_ = 0;
  int classDepth_ = 0;
};

// Locals of the function whose body is being typed.
struct FunctionScope {
  Instance* functionClass = nullptr;
  Function* function = nullptr;
};

}  // namespace formola
