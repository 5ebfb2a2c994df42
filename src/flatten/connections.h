// Connection sets, the virtual connection graph of overconstrained connectors, and stream
// connectors.
#pragma once

#include <map>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "flatten/connector_rules.h"
#include "flatten/state_machines.h"
#include "sema/context.h"

namespace formola {

class Sema;

// Collects connect equations and turns them into equations. Specification chapter 9 and 15.
class Connections {
 public:
  // `flatNames`: of the flat model, for the instances that equations come from.
  Connections(Sema& sema, Interner& flatNames) : sema_(sema), flatNames_(flatNames) {}

  // connect(left, right) written in `context.scope.instance`.
  void connect(const ast::ConnectEquation& equation, Context& context);
  // Expandable connectors (spec 9.1.3): first every connect is offered to noteExpandable, then
  // expand() adds the members that connections bring in. True if there were any: buses among them
  // may now be connected with each other, so that all is to be done again.
  void noteExpandable(const ast::ConnectEquation& equation, Context& context);
  bool expand();
  // Reports signals of buses that are read somewhere, but come from nowhere; after expand().
  void checkBusSources();
  // A declared member of an expandable connector that no connection uses does not exist.
  bool isUnusedMember(Instance* member) const;

  // Connections.branch, root, potentialRoot
  void operation(const ast::CallExpr& call, Context& context);
  // A flow variable of a connector of some component: zero if nothing is connected to it from
  // outside.
  void addFlow(Instance* variable) { flows_.push_back(variable); }
  void clearFlows() { flows_.clear(); }

  // Decides the connection graph; must run after all connects are known and before the equations
  // are typed.
  void decideGraph();
  // Equations of all connection sets.
  void generate(std::vector<Equation>& equations, const StateMachines& states);

  // The expression for inStream(variable element), specification 15.2.
  ExprId inStream(Instance* variable, size_t element);
  ExprId actualStream(Instance* variable, size_t element);

 private:
  struct Node {
    Instance* variable;
    uint32_t element;  // of an array, row-major from 0
    bool outside;
  };
  struct Origin {
    SourceRange range;
    Instance* instance;
  };
  struct Edge {
    Instance* a;
    Instance* b;
    size_t firstPending;  // the variable pairs of this connection
    size_t lastPending;
    Origin origin;
    bool broken = false;
  };
  struct Pair {
    uint32_t a, b;
  };

  uint32_t node(Instance* variable, uint32_t element, bool outside);
  uint32_t find(uint32_t n);
  void unite(uint32_t a, uint32_t b);
  struct PendingConstraint {
    Instance* a;
    Instance* b;
    std::vector<Pair> pairs;
    Origin origin;
  };
  void collectPairs(Instance* a, Instance* b, PendingConstraint& constraint);
  // The equations of one connection set.
  Provenance originOf(std::span<const uint32_t> set);
  Equation flowBalance(std::span<const uint32_t> set);
  ExprId mixture(std::span<const uint32_t> set, uint32_t into);
  void equalities(std::span<const uint32_t> set, std::vector<Equation>& equations);
  void absentEquation(Instance* bus, Symbol name, int64_t subscript,
                      std::vector<Equation>& equations);
  void brokenEquation(const Edge& edge, std::vector<Equation>& equations);
  void connectComponents(Instance* a, Instance* b, bool outsideA, bool outsideB,
                         const Origin& origin, Context& context);
  void connectVariables(Instance* a, Instance* b, uint32_t elementA, uint32_t elementB,
                        bool outsideA, bool outsideB, const Origin& origin, Context& context);
  ExprId elementExpr(Instance* variable, uint32_t element);
  // state_signals.cpp
  void connectSignals(std::vector<Equation>& equations, const StateMachines& states);
  void connectSignal(std::span<const SignalSources::Connection* const> signal,
                     std::vector<Equation>& equations, const StateMachines& states);
  Instance* flowOf(Instance* streamVariable);
  std::span<const uint32_t> members(uint32_t node);
  void buildSets();
  void tellInstances();
  size_t graphNode(Instance* instance);
  Instance* owningConnector(Instance* variable);
  bool isTooDeep(Instance* connector, const Instance* owner);
  static bool isBus(Instance* variable);

  // One side of a connect that goes through an expandable connector.
  struct ExpandableEnd {
    Instance* connector = nullptr;  // the expandable connector; null: none on this side
    Symbol member;                  // valid: connector.member, else the connector itself
    Instance* component = nullptr;  // what is connected, if it exists
    std::vector<Size> dims;         // of the component after its subscripts
    int64_t subscript = 0;          // connector.member[subscript]
    bool removed = false;           // a conditional component that isn't there
    // Where the name goes through arrays of components: all connectors that it means, the first of
    // which is `connector`, and how many dimensions come from those arrays.
    std::vector<Instance*> connectors;
    size_t outerDims = 0;
  };
  ExpandableEnd expandableEnd(const ast::Name& name, Context& context);
  // What subscripts leave of a component: constant ones pick an element, the other dimensions stay.
  struct Picked {
    std::vector<Size> dims;
    int64_t subscript = 0;          // the last constant one
    std::optional<size_t> element;  // where one is left, row-major
  };
  std::optional<Picked> pick(const Instance* at, const ast::NamePart& part, Context& context);
  bool isSignalSink(const ast::Name& name, const ExpandableEnd& end, const Context& context);
  Instance* expandableTop(Instance* connector);
  void uniteExpandable(Instance* a, Instance* b);
  void useInOwners(Instance* bus);

  struct Use {
    Instance* connector;
    Symbol member;
    Instance* like;  // null: known from another use
    std::vector<Size> dims;
    int64_t subscript;
    const ast::ConnectEquation* sink = nullptr;  // it is connected to an input here
  };
  struct Sinks {
    const ast::ConnectEquation* sink = nullptr;  // one of them
    bool only = true;
  };

  Sema& sema_;
  Interner& flatNames_;
  std::vector<Use> uses_;
  std::unordered_map<Instance*, Instance*> expandableParent_;
  std::vector<Instance*> expandables_;
  std::unordered_map<Instance*, std::unordered_set<Symbol>> addedMembers_;  // of buses
  // bus.member[subscript] that nothing is connected to, though to others of member
  struct Absent {
    Instance* bus;
    Symbol member;
    int64_t subscript;
  };
  std::vector<Absent> absent_;
  std::vector<Node> nodes_;
  std::vector<uint32_t> parent_;
  std::vector<Origin> origins_;  // per node: the connection that brought it in
  // per element of a connected variable its nodes (inside, outside); Instance::connectionSlot is
  // that of the first
  std::vector<std::pair<uint32_t, uint32_t>> slots_;
  std::vector<Instance*> flows_;
  SignalSources sources_;
  std::vector<uint32_t> uncausal_;           // a node of each connection that is no signal
  std::unordered_set<uint32_t> signalSets_;  // made by connectSignals
  // set s: setNodes_[setStart_[s]] .. setNodes_[setStart_[s + 1] - 1], in the order of their first
  // nodes
  std::vector<uint32_t> setStart_;
  std::vector<uint32_t> setNodes_;
  std::vector<uint32_t> setOf_;  // by representative
  bool setsBuilt_ = false;
  int streamDepth_ = 0;

  // virtual connection graph
  std::vector<Edge> edges_;
  std::vector<std::pair<Instance*, Instance*>> branches_;
  std::vector<Instance*> roots_;
  std::vector<std::pair<Instance*, int64_t>> potentialRoots_;
  std::unordered_map<Instance*, size_t> graphIndex_;
  std::vector<Instance*> graphNodes_;
  std::vector<bool> isRoot_;
  std::vector<size_t> distance_;
  std::vector<std::vector<size_t>> tree_;
  bool graphDecided_ = false;
  std::vector<Edge> brokenEdges_;
  std::vector<PendingConstraint> pending_;
};

}  // namespace formola
