// One model in Dymola notation -> one Modelica class.
#pragma once

#include <unordered_map>

#include "support/arena.h"
#include "syntax/ast.h"
#include "syntax/dym/connections.h"
#include "syntax/dym/reader.h"

namespace formola::dym {

// Connector classes by the shape of their cuts, shared by the models of a reader.
struct ConnectorTable {
  std::unordered_map<std::string, Symbol> byShape;
  std::vector<const ast::ClassDef*> made;  // since the table was last emptied
  // An open cut (v / .) takes the through variables of the cuts that it is connected with.
  std::unordered_map<const Cut*, const Cut*> partner;
};

class Lowering {
 public:
  Lowering(const KnownModels& known, Interner& names, Arena& arena, Diagnostics& diagnostics,
           CutForm form, ConnectorTable& connectors)
      : known_(known),
        names_(names),
        arena_(arena),
        diagnostics_(diagnostics),
        form_(form),
        connectors_(connectors) {}

  // Learns what open cuts are connected with; before any model is lowered to connectors.
  void notePartners(const Model& model);
  // Purpose:    the Modelica class of a model.
  // Ensures:    CutForm::Equations: for cuts c1, c2, ... that are connected, across variables are
  //             equal one after the other and signed through variables add up to zero, those of the
  //             model's own cuts on the other side. Through variables of a cut that is not
  //             connected are zero. CutForm::Connectors: the same by connectors with equations that
  //             tie them to the terminal variables.
  const ast::ClassDef* lower(const Model& model);

 private:
  using Elements = std::vector<const ast::Element*>;
  using Equations = std::vector<const ast::Equation*>;

  void addVariables(const Model& model, Elements& elements);
  void addSubmodels(const Model& model, Elements& elements);
  void addConnectionEquations(const Model& model, Equations& equations);
  void addConnectors(const Model& model, Elements& elements, Equations& equations);
  void addBalance(const ConnectionSet& set, size_t k, Equations& equations);
  void checkCuts(const Model& model);
  Symbol connectorClass(const Cut& cut);
  Symbol connectorName(const Model& model, const Cut& cut);
  const ast::ClassDef* makeConnector(Symbol name, const Cut& cut, const Cut& through);

  ast::Name name(std::initializer_list<Symbol> parts, SourceRange range);
  const ast::Expr* reference(std::initializer_list<Symbol> parts, SourceRange range);
  const ast::Expr* variableOf(const ConnectionPoint& at, const CutVariable& v, SourceRange range);
  const ast::Expr* negated(const ast::Expr* e);
  const ast::Expr* sum(const std::vector<const ast::Expr*>& terms, SourceRange range);
  const ast::Expr* zero(std::span<const ast::Expr* const> dimensions, SourceRange range);
  const ast::Equation* equality(const ast::Expr* left, const ast::Expr* right, SourceRange range);
  ast::ComponentDecl* component(Symbol type, Symbol name, SourceRange range);
  const ast::Modification* binding(const ast::Expr* value);
  const ast::Modification* start(const ast::Expr* value);
  const ast::Modification* argument(std::string_view called, const ast::Expr* value);

  const KnownModels& known_;
  Interner& names_;
  Arena& arena_;
  Diagnostics& diagnostics_;
  CutForm form_;
  ConnectorTable& connectors_;
  std::unordered_map<Symbol, const VariableDecl*> declared_;  // of the model, with inherited ones
};

}  // namespace formola::dym
