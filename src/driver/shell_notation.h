// How the founding papers write quantities and expressions.
#pragma once

#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "dae/expr_printer.h"
#include "structure/structured_dae.h"

namespace formola {

// Names as a submodel sees them, Time, ln and arcsin, ** for powers. Everything else is written as
// in Modelica.
class PaperNotation : public Notation {
 public:
  // With `differentiated` a derivative is a variable like any other: derx for der(x).
  PaperNotation(const StructuredDae& model, bool differentiated);

  void lookFrom(std::string instance) { instance_ = std::move(instance); }
  void bracket(VariableId id) { bracketed_ = id; }
  void relax(std::vector<VariableId> ids) { relaxed_ = std::move(ids); }
  // Expressions that are written by a name.
  void call(ExprId id, std::string name) { named_[id.index()] = std::move(name); }
  void callNothing() { named_.clear(); }

  // An eliminated variable has the name of the one that stands for it.
  std::string name(VariableId id) const;
  // What equations of the model itself are labelled with; no component is called so.
  const std::string& modelName() const { return modelName_; }

  ExprId shown(ExprId expr) const override;
  bool leaf(ExprId expr, std::string& out) const override;
  std::string_view power() const override { return "**"; }
  std::string_view relation(ExprKind kind) const override;
  std::string_view function(Builtin f) const override;

 private:
  VariableId standsFor(VariableId id) const;

  const StructuredDae& model_;
  bool differentiated_;
  std::string modelName_;
  std::string instance_;
  VariableId bracketed_;
  std::vector<VariableId> relaxed_;
  std::unordered_map<uint32_t, VariableId> aliases_;
  std::unordered_set<std::string_view> names_;  // of the variables
  std::unordered_map<uint32_t, std::string> named_;
};

}  // namespace formola
