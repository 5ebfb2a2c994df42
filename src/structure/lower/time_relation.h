// Relations on time alone: their instants are known before.
#pragma once

#include <optional>

#include "expr/dependence.h"
#include "expr/linear.h"
#include "structure/structured_dae.h"

namespace formola {

// Those that have an instant at which they change; equality has none.
inline bool isInequality(ExprKind kind) {
  return kind == ExprKind::Less || kind == ExprKind::LessEqual || kind == ExprKind::Greater ||
         kind == ExprKind::GreaterEqual;
}

// A relation as a comparison of its instant with what an event has reached or passed.
struct TimeRelation {
  ExprId value;
  TimeEvent event;
  bool knownSlope = true;  // whether it holds after or before the instant is known
};

// Purpose:    finds relations that are affine in time with otherwise discrete operands.
// Requires:   roles of variables as lowerEvents gives them.
// Complexity: linear in the nodes reached for the first time.
class TimeRelations {
 public:
  explicit TimeRelations(const StructuredDae& model);

  // Of an expression. Constant: parameters and discrete variables; Known: time; Unknown: continuous
  // variables.
  Dependence varying(ExprId id) { return varying_(id); }
  AffineForm affine(ExprId id) { return time_.affine(id); }  // in time
  // Nothing if it is no such relation.
  std::optional<TimeRelation> operator()(ExprId relation);
  // What an instant is compared with where something changes at it, or right after it.
  ExprId limit(bool at) const;

 private:
  const StructuredDae& model_;
  ExprPool& pool_;
  ExprBuilder build_;
  DependenceAnalysis varying_;
  LinearAnalysis time_;  // in the unknown time
};

}  // namespace formola
