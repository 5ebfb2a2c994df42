// The parts of semantic analysis put together, and what other layers ask of them.
#include "sema/sema.h"

#include <utility>

#include "sema/array_values.h"
#include "sema/bindings.h"
#include "sema/builtin_calls.h"
#include "sema/builtin_table.h"
#include "sema/calls.h"
#include "sema/component_types.h"
#include "sema/constants.h"
#include "sema/declaration_checks.h"
#include "sema/declarations.h"
#include "sema/functions.h"
#include "sema/inline_calls.h"
#include "sema/instances.h"
#include "sema/lookup.h"
#include "sema/modifiers.h"
#include "sema/overloaded_operators.h"
#include "sema/record_values.h"
#include "sema/redeclarations.h"
#include "sema/statements.h"
#include "sema/type_call.h"
#include "sema/type_expr.h"
#include "sema/type_loops.h"
#include "sema/type_reference.h"

namespace formola {

// Who may call whom: each part is given what it uses. They refer to each other in circles, since
// everything is done on demand; none calls another while it is constructed.
struct Sema::Parts {
  explicit Parts(SemaShared& all) : shared(all) {}

  SemaShared& shared;
  // first, since others take it as its base class
  Declarations declarations{shared,         lookup,   modifiers, instances, values,
                            componentTypes, bindings, constants, typer};
  Modifiers modifiers{shared};
  ArrayValues values{shared};
  Lookup lookup{shared, instances};
  Instances instances{shared, lookup, modifiers, checks, redeclarations, declarations};
  DeclarationChecks checks{shared, lookup, instances, declarations};
  Redeclarations redeclarations{shared, lookup, modifiers, instances};
  ComponentTypes componentTypes{shared, instances};
  Bindings bindings{shared, lookup,         modifiers, instances,  declarations,
                    values, componentTypes, records,   references, typer};
  RecordValues records{shared,    instances, values,     componentTypes, bindings,
                       constants, operators, references, typer};
  Constants constants{shared, instances, values, componentTypes, bindings, functions};
  Functions functions{shared,  lookup,  instances,  values, componentTypes, bindings,
                      records, inliner, references, typer,  statements};
  CallInliner inliner{shared, values, componentTypes};
  Calls calls{shared, instances, values, records, constants, functions, inliner, typer};
  OverloadedOperators operators{shared,    instances, values, componentTypes,
                                functions, inliner,   calls};
  ReferenceTyper references{shared,         lookup,    instances, declarations, values,
                            componentTypes, constants, functions, typer};
  LoopTyper loops{shared, lookup, instances, declarations, values, constants, references, typer};
  CallTyper callTyper{shared,    lookup, instances,  values,   componentTypes,
                      functions, calls,  references, builtins, typer};
  BuiltinCalls builtins{shared,    lookup,    instances,  values, componentTypes,
                        constants, operators, references, loops,  typer};
  ExprTyper typer{shared, values, constants, operators, references, loops, callTyper};
  Statements statements{shared, lookup,     instances, values,   componentTypes, constants,
                        calls,  references, loops,     builtins, typer};
};

Sema::Sema(SourceManager& sources, Library& library, std::shared_ptr<ExprPool> pool,
           Diagnostics& diagnostics)
    : shared_{sources, library, pool, diagnostics, pool->names, limits},
      parts_(std::make_unique<Parts>(shared_)) {}

Sema::~Sema() = default;

Lookup& Sema::lookup() {
  return parts_->lookup;
}
Instances& Sema::instances() {
  return parts_->instances;
}
ExprTyper& Sema::typing() {
  return parts_->typer;
}
Bindings& Sema::bindings() {
  return parts_->bindings;
}
Constants& Sema::constants() {
  return parts_->constants;
}
Functions& Sema::functions() {
  return parts_->functions;
}

bool Sema::isBuiltin(std::string_view name) {
  return formola::isBuiltin(name);
}

Instance* Sema::root() {
  return parts_->instances.root();
}

Instance* Sema::findClass(const std::vector<Symbol>& path, SourceRange range) {
  return parts_->lookup.findClass(path, range);
}

Instance* Sema::instantiateModel(Instance* classInstance, const ast::Modification* overrides) {
  return parts_->instances.instantiateModel(classInstance, overrides);
}

Layout* Sema::layout(Instance* classInstance) {
  return parts_->instances.layout(classInstance);
}

Instance* Sema::child(Instance* owner, uint32_t element) {
  return parts_->instances.child(owner, element);
}

void Sema::resolve(Instance* component) {
  return parts_->instances.resolve(component);
}

Instance* Sema::member(Instance* owner, Symbol name) {
  return parts_->instances.member(owner, name);
}

Instance* Sema::target(Instance* component) {
  return parts_->instances.target(component);
}

Instance* Sema::localTarget(Instance* component) {
  return parts_->instances.localTarget(component);
}

const std::vector<Instance*>& Sema::implicitInners() const {
  return parts_->instances.implicitInners();
}

void Sema::checkClassRedeclarations() {
  return parts_->redeclarations.checkClassRedeclarations();
}

Instance* Sema::element(Instance* array, size_t index) {
  return parts_->instances.element(array, index);
}

bool Sema::isConnector(Instance* component) {
  return parts_->instances.isConnector(component);
}

bool Sema::isRecord(Instance* component) {
  return parts_->instances.isRecord(component);
}

Instance* Sema::addMember(Instance* connector, Symbol name, Instance* like,
                          const std::vector<Size>& dims) {
  return parts_->instances.addMember(connector, name, like, dims);
}

bool Sema::isSizeToCome(const Instance* component) const {
  return parts_->declarations.isSizeToCome(component);
}

bool Sema::takeSize(Instance* component, const std::vector<Size>& dims) {
  return parts_->declarations.takeSize(component, dims);
}

Found Sema::lookupSimple(Symbol name, Scope scope) {
  return parts_->lookup.lookupSimple(name, scope);
}

Instance* Sema::lookupClass(const ast::Name& name, Scope scope, bool report) {
  return parts_->lookup.lookupClass(name, scope, report);
}

ExprId Sema::type(const ast::Expr* expr, Context& context) {
  return parts_->typer.type(expr, context);
}

ExprId Sema::convert(ExprId expr, TypeId target, SourceRange range, const Context& context,
                     std::string_view what) {
  return parts_->values.convert(expr, target, range, context, what);
}

ExprId Sema::reference(Instance* component, const Context& context, SourceRange range) {
  return parts_->references.reference(component, context, range);
}

Variability Sema::variability(ExprId expr) {
  return parts_->constants.variability(expr);
}

std::string Sema::showType(TypeId type) const {
  return parts_->values.showType(type);
}

Selection Sema::select(const ast::Name& name, Context& context) {
  return parts_->references.select(name, context);
}

ExprId Sema::activeState(Instance* state, SourceRange range) {
  return parts_->builtins.activeState(state, range);
}

const std::vector<StateQuery>& Sema::stateQueries() const {
  return parts_->builtins.stateQueries();
}

bool Sema::asksForStates() const {
  return parts_->builtins.asksForStates();
}

VariableId Sema::rootVariable(ExprId expr) const {
  return parts_->values.rootVariable(expr);
}

ExprId Sema::index(ExprId base, std::span<const ExprId> subscripts) {
  return parts_->values.index(base, subscripts);
}

ExprId Sema::field(ExprId base, uint32_t index) {
  return parts_->values.field(base, index);
}

std::optional<std::vector<ExprId>> Sema::iterationValues(const ast::ForIterator& iterator,
                                                         Context& context, const LoopBody& body) {
  return parts_->loops.iterationValues(iterator, context, body);
}

bool Sema::checkCondition(ExprId condition, SourceRange range, const Context& context,
                          bool vectorToo) {
  return parts_->typer.checkCondition(condition, range, context, vectorToo);
}

ExprId Sema::binding(Instance* component) {
  return parts_->bindings.binding(component);
}

ExprId Sema::attribute(Instance* component, Symbol name, SourceRange* place,
                       Confidence* confidence) {
  return parts_->bindings.attribute(component, name, place, confidence);
}

Confidence Sema::bindingConfidence(Instance* component) {
  return parts_->bindings.bindingConfidence(component);
}

SourceRange Sema::bindingPlace(Instance* component) {
  return parts_->bindings.bindingPlace(component);
}

std::optional<Value> Sema::evaluateNow(ExprId expr, SourceRange range, const Context& context,
                                       bool report) {
  return parts_->constants.evaluateNow(expr, range, context, report);
}

std::optional<int64_t> Sema::evaluateInteger(ExprId expr, SourceRange range,
                                             const Context& context) {
  return parts_->constants.evaluateInteger(expr, range, context);
}

std::optional<bool> Sema::evaluateBoolean(ExprId expr, SourceRange range, const Context& context,
                                          bool report) {
  return parts_->constants.evaluateBoolean(expr, range, context, report);
}

std::optional<Value> Sema::valueOf(Instance* component) {
  return parts_->constants.valueOf(component);
}

FunctionId Sema::functionOf(Instance* functionClass, SourceRange range) {
  return parts_->functions.functionOf(functionClass, range);
}

const Function& Sema::function(FunctionId id) const {
  return parts_->functions.function(id);
}

size_t Sema::functionCount() const {
  return parts_->functions.functionCount();
}

ExprId Sema::callFunction(Instance* functionClass, std::span<const ast::Expr* const> arguments,
                          std::span<const ast::NamedArgument> named, SourceRange range,
                          Context& context) {
  return parts_->calls.callFunction(functionClass, arguments, named, range, context);
}

ExprId Sema::makeCall(FunctionId id, std::vector<ExprId> arguments, SourceRange range,
                      const Context& context) {
  return parts_->calls.makeCall(id, std::move(arguments), range, context);
}

ExprId Sema::textArgument(const ast::Expr* expr, size_t position, std::string_view function,
                          Context& context) {
  return parts_->statements.textArgument(expr, position, function, context);
}

ExprId Sema::assertionLevel(const ast::Expr* expr, Context& context) {
  return parts_->statements.assertionLevel(expr, context);
}

TupleCall Sema::typeTupleCall(const ast::CallExpr& call, size_t targets, Context& context) {
  return parts_->statements.typeTupleCall(call, targets, context);
}

Instance* Sema::lookupStatementFunction(const ast::CallExpr& call, const Context& context) {
  return parts_->statements.lookupStatementFunction(call, context);
}

std::vector<Statement> Sema::typeStatements(std::span<const ast::Statement* const> statements,
                                            Context& context) {
  return parts_->statements.typeStatements(statements, context);
}

TypeId Sema::typeOfComponent(Instance* component) {
  return parts_->componentTypes.typeOfComponent(component);
}

TypeId Sema::predefinedEnumeration(std::string_view name) {
  return parts_->instances.predefinedEnumeration(name);
}

VariableId Sema::variableOf(Instance* component) {
  return parts_->componentTypes.variableOf(component);
}

Instance* Sema::instanceOf(VariableId variable) const {
  return parts_->componentTypes.instanceOf(variable);
}

size_t Sema::variableCount() const {
  return parts_->componentTypes.variableCount();
}

}  // namespace formola
