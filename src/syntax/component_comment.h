// The description and the annotation of a component, wherever they stand.
#pragma once

#include "syntax/ast.h"

namespace formola {

// Those behind the declaration; of a replaceable component without them, those behind the class
// that it is constrained by.
inline const ast::Annotation* annotationOf(const ast::ComponentDecl& component) {
  const ast::ConstrainedBy* constraint = component.prefixes.constrainedBy;
  if (component.comment.annotation || !constraint) return component.comment.annotation;
  return constraint->comment.annotation;
}

inline std::string_view descriptionOf(const ast::ComponentDecl& component) {
  const ast::ConstrainedBy* constraint = component.prefixes.constrainedBy;
  if (!component.comment.text.empty() || !constraint) return component.comment.text;
  return constraint->comment.text;
}

}  // namespace formola
