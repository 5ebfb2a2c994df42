// Semantic analysis: lookup, instantiation, types and constant evaluation of Modelica classes.
//
// Everything is done on demand: asking for a component's type instantiates its class, asking for a
// dimension evaluates the parameters in it. `flatten` walks the instance tree and asks for all of
// it. The work is done by the parts, see README.md; what other layers ask is sent on to them.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "evaluate/value.h"
#include "sema/context.h"
#include "sema/iterator_uses.h"
#include "sema/sema_part.h"

namespace formola {

class Bindings;
class Constants;
class ExprTyper;
class Functions;
class Instances;
class Lookup;

class Sema {
 public:
  using Selection = formola::Selection;
  using StateQuery = formola::StateQuery;
  using TupleCall = formola::TupleCall;

  SemaLimits limits;

  Sema(SourceManager& sources, Library& library, std::shared_ptr<ExprPool> pool,
       Diagnostics& diagnostics);
  ~Sema();
  Sema(const Sema&) = delete;
  Sema& operator=(const Sema&) = delete;

  // ---- the parts that have an interface of their own
  Lookup& lookup();
  Instances& instances();
  ExprTyper& typing();
  Bindings& bindings();
  Constants& constants();
  Functions& functions();

  // ---- classes and instances
  Instance* root();
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
  const std::vector<Instance*>& implicitInners() const;
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
  bool isSizeToCome(const Instance* component) const;
  bool takeSize(Instance* component, const std::vector<Size>& dims);

  // ---- lookup
  Found lookupSimple(Symbol name, Scope scope);
  Instance* lookupClass(const ast::Name& name, Scope scope, bool report = true);

  // ---- expressions
  ExprId type(const ast::Expr* expr, Context& context);
  // `expr` as a value of type `target` (casts, sizes checked); an error is reported at `range`.
  ExprId convert(ExprId expr, TypeId target, SourceRange range, const Context& context,
                 std::string_view what);
  // Reference to a component with all its elements and fields.
  ExprId reference(Instance* component, const Context& context, SourceRange range);
  Variability variability(ExprId expr);
  std::string showType(TypeId type) const;
  Selection select(const ast::Name& name, Context& context);
  ExprId activeState(Instance* state, SourceRange range = {});
  const std::vector<StateQuery>& stateQueries() const;
  // Whether any of activeState(), ticksInState() and timeInState() was used.
  bool asksForStates() const;
  // A function or operator of the language.
  static bool isBuiltin(std::string_view name);
  // The variable that an expression such as x, x[i] or x.f refers to; invalid: none.
  VariableId rootVariable(ExprId expr) const;
  // Array and record operations with folding.
  ExprId index(ExprId base, std::span<const ExprId> subscripts);
  ExprId field(ExprId base, uint32_t index);
  // Range values of a for-loop that is unrolled.
  std::optional<std::vector<ExprId>> iterationValues(const ast::ForIterator& iterator,
                                                     Context& context, const LoopBody& body);
  // Reports a condition that is no Boolean scalar (or vector, of a when-clause).
  bool checkCondition(ExprId condition, SourceRange range, const Context& context,
                      bool vectorToo = false);

  // ---- values
  // The typed binding of a component (from the outermost modifier that gives one), converted to its
  // type; invalid: none.
  ExprId binding(Instance* component);
  // A builtin attribute ("start", "unit") as it is written, not yet of the type of the attribute;
  // invalid: not given.
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

  // ---- functions and statements
  FunctionId functionOf(Instance* functionClass, SourceRange range);
  const Function& function(FunctionId id) const;
  size_t functionCount() const;
  ExprId callFunction(Instance* functionClass, std::span<const ast::Expr* const> arguments,
                      std::span<const ast::NamedArgument> named, SourceRange range,
                      Context& context);
  ExprId makeCall(FunctionId id, std::vector<ExprId> arguments, SourceRange range,
                  const Context& context);
  ExprId textArgument(const ast::Expr* expr, size_t position, std::string_view function,
                      Context& context);
  ExprId assertionLevel(const ast::Expr* expr, Context& context);
  TupleCall typeTupleCall(const ast::CallExpr& call, size_t targets, Context& context);
  Instance* lookupStatementFunction(const ast::CallExpr& call, const Context& context);
  std::vector<Statement> typeStatements(std::span<const ast::Statement* const> statements,
                                        Context& context);

  // ---- types and variables of components
  TypeId typeOfComponent(Instance* component);
  // StateSelect, AssertionLevel
  TypeId predefinedEnumeration(std::string_view name);
  VariableId variableOf(Instance* component);
  Instance* instanceOf(VariableId variable) const;
  size_t variableCount() const;

  // ---- what is shared
  std::string path(const Instance* instance) const { return shared_.path(instance); }
  std::string className(const Instance* instance) const { return shared_.className(instance); }
  std::string contextPath(const Context& context) const { return shared_.contextPath(context); }
  std::string_view text(Symbol symbol) const { return shared_.names.text(symbol); }
  Symbol symbol(std::string_view text) { return shared_.names.intern(text); }
  Diagnostic& report(DiagCode code, SourceRange range, const Context& context, auto&&... args) {
    return shared_.diagnostics.report(code, range, args...).in(contextPath(context));
  }
  ExprPool& pool() { return *shared_.pool; }
  Diagnostics& diagnostics() { return shared_.diagnostics; }
  Interner& names() { return shared_.names; }
  Library& library() { return shared_.library; }

 private:
  struct Parts;
  SemaShared shared_;
  std::unique_ptr<Parts> parts_;
};

}  // namespace formola
