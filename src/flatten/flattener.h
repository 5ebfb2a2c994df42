// The walk over the instance tree that `flatten` consists of; internal to the layer.
#pragma once

#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "flatten/connections.h"
#include "flatten/state_machines.h"
#include "sema/sema.h"

namespace formola {

class Flattener {
 public:
  explicit Flattener(Sema& sema)
      : sema_(sema),
        pool_(sema.pool()),
        flatNames_(dae_.pool->names),
        connections_(sema, flatNames_),
        states_(sema, flatNames_) {}
  Dae run(Instance* classInstance, const ast::Modification* overrides);

 private:
  // Instances in the order of declaration, parents before their components.
  void expand(Instance* instance);
  void lookAtClasses();
  void expandModel(Instance* model);
  void expandComponent(Instance* component, bool inConnector);
  void addVariable(Instance* leaf);
  ExprId attributeOf(Instance* leaf, const Variable& v, std::string_view name, TypeId scalar,
                     Confidence* confidence = nullptr);
  Symbol textAttributeOf(Instance* leaf, std::string_view name);
  void addBinding(Instance* leaf, Variable& v);
  bool isKnownBeforeStart(ExprId root);

  // Pass 1 over the equations: connections only.
  enum class Collect { Expandable, Connections };
  void collectConnections(Instance* instance, Collect what);
  void collectConnections(std::span<const ast::Equation* const> equations, Context& context,
                          Collect what);

  // Pass 2: everything else (equations.cpp).
  void typeEquations(Instance* instance);
  void equations(std::span<const ast::Equation* const> list, Context& context,
                 std::vector<Equation>& to);
  bool isConstraint(const ast::Equation& equation) const;
  void equality(const ast::EqualityEquation& source, Context& context, std::vector<Equation>& to);
  void equalityOf(ExprId left, ExprId right, const Provenance& origin, const ast::Equation& source,
                  Context& context, std::vector<Equation>& to);
  bool hasRealUnknown(ExprId root);
  bool isOwn(ExprId left, const ast::Equation& source, const Context& context);
  void ifEquation(const ast::IfEquation& source, Context& context, std::vector<Equation>& to);
  void whenEquation(const ast::WhenEquation& source, Context& context, std::vector<Equation>& to);
  void clockedWhen(const ast::WhenEquation& source, ExprId clock, Context& context,
                   std::vector<Equation>& to);
  void callEquation(const ast::CallEquation& source, Context& context, std::vector<Equation>& to);
  // body() once for each combination of values of the iterators from number `first` on.
  void forEach(const ast::ForEquation& loop, Context& context, auto&& body, size_t first = 0) {
    if (first == loop.iterators.size()) return body();
    auto values = sema_.iterationValues(loop.iterators[first], context, {.equations = loop.body});
    if (!values) return;
    for (ExprId v : *values) {
      context.iterators.emplace_back(loop.iterators[first].name, v);
      forEach(loop, context, body, first + 1);
      context.iterators.pop_back();
    }
  }
  Provenance originOf(SourceRange range, const Context& context);
  void bindingEquation(Instance* variable);

  // state_equations.cpp: transition() and initialState(), and what becomes of them.
  void stateEquation(const ast::CallEquation& source, Context& context);
  std::vector<ExprId*> conditionsOfTransitions();
  void lowerStates(Dae& dae);

  // finish.cpp: a fresh pool with renumbered variables and functions, streams replaced.
  Dae finish(Instance* classInstance);
  ExprId streamValue(Builtin op, ExprId operand);
  void readExperiment(Instance* classInstance);

  static bool isInterface(const Instance* variable);

  Sema& sema_;
  ExprPool& pool_;
  ConnectorSizes connectorSizes_;
  Dae dae_;  // expressions, types and symbols are of Sema's pool until finish(), except for
  Interner& flatNames_;  // the names of variables and instances: they are of the result's own
  Connections connections_;
  StateMachines states_;
  std::vector<Instance*> instances_;  // with equations: the model and its components
  std::vector<Instance*> leaves_;     // variables in order
  std::vector<Instance*> unused_;     // members of expandable connectors without a connection
  uint32_t clauses_ = 0;              // clocked when-clauses so far
  int undecided_ = 0;                 // if-equations around that are decided at run time
  bool hasExpandable_ = false;
};

}  // namespace formola
