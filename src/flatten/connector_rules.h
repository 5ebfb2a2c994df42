// Rules that connectors and connections must obey beside having fitting types.
// Specification 4.7, 9.1 to 9.3, 14.4.
#pragma once

#include <functional>
#include <string>
#include <unordered_set>
#include <vector>

#include "sema/instance.h"

namespace formola {

class Sema;

size_t elementCount(const Instance* variable);

// The function equalityConstraint of an overdetermined type or record (spec 9.4.1); null: it has
// none.
Instance* equalityConstraintOf(Sema& sema, Instance* component);

// Why the members m and n of two connectors cannot be connected because one of them keeps its
// value; "" if they can.
std::string rigidityMismatch(Sema& sema, Instance* m, Instance* n);

// The operator that an operator record lacks for its values to be added up at a connection; "":
// none.
std::string missingFlowOperator(Sema& sema, Instance* flow);

// A connector has as many flow as potential variables, so that connections determine all of them
// (spec 9.3.1). Reports each class once.
class ConnectorSizes {
 public:
  void check(Sema& sema, Instance* connector);

 private:
  std::unordered_set<const Layout*> judged_;
};

// Signals have one source in each class that connects them: an output of a component or an input of
// the class itself (spec 9.2). Connections are noted as they come; nodes are numbers of variables.
class SignalSources {
 public:
  struct End {
    uint32_t node;
    Instance* variable;
    bool isSource;
    Causality seenInside;  // None: not a connector of a component, seen from inside of it
  };
  void note(const Instance* owner, End a, End b, SourceRange range);
  // areAlternatives(a, b): these outputs of two states may both determine a signal, since only one
  // of the states is active (spec 17.3.6).
  // Complexity: n log n.
  using Alternatives = std::function<bool(const Instance*, const Instance*)>;
  void check(Sema& sema, const Alternatives& areAlternatives);

  struct Connection {
    const Instance* owner;
    size_t order;
    End a, b;
    SourceRange range;
  };
  // By owner, once they are checked.
  const std::vector<Connection>& connections() const { return connections_; }

 private:
  void report(Sema& sema, const End& a, const End& b, SourceRange range) const;

  std::vector<Connection> connections_;
  // Outputs of components to which no connection inside gives a value.
  std::unordered_set<const Instance*> notGiven_;
};

}  // namespace formola
