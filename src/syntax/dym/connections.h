// Which cuts a model's connect statements join.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "diag/diag.h"
#include "support/interner.h"
#include "syntax/dym/tree.h"

namespace formola::dym {

// The model types that were read so far.
class KnownModels {
 public:
  void add(const Model& model) { byName_[model.name] = &model; }
  const Model* find(Symbol name) const;
  // In alphabetical order: candidates for a name that is misspelt.
  std::vector<std::string_view> names(const Interner& names) const;

 private:
  std::unordered_map<Symbol, const Model*> byName_;
};

// A cut of a submodel, a cut of the model itself, or a node.
struct ConnectionPoint {
  const Submodel* submodel = nullptr;  // null: of the model itself
  const Cut* cut = nullptr;            // null: a node
  Symbol node;
};

// Cuts (none of them hierarchical) that are joined, in the order in which they were connected.
struct ConnectionSet {
  std::vector<ConnectionPoint> cuts;
  SourceRange range;  // of the connection that joined the last ones
};

// Everything a model has, with what it inherits; the model's own things first.
std::vector<const Model*> withInherited(const Model& model, const KnownModels& known);
const Cut* findCut(const std::vector<const Model*>& models, Symbol name);
std::string nameOf(const ConnectionPoint& point, const Interner& names);

// Purpose:    the sets of connected cuts of one model. Cuts of submodels that take no part in any
//             connection form sets of their own, after the others.
// Ensures:    in each set all cuts have the same numbers of across and, unless open, of through
//             variables; anything else is reported and left out. Sets are in the order in which
//             the first of their cuts was put there, cuts in the order that the papers print.
// Complexity: near-linear in the connections and in the cuts of the submodels.
std::vector<ConnectionSet> collectConnections(const Model& model, const KnownModels& known,
                                              const Interner& names, Diagnostics& diagnostics);

}  // namespace formola::dym
