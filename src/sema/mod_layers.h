// Questions about single layers of modifiers.
#pragma once

#include <span>

#include "sema/instance.h"

namespace formola {

// Whether the layer gives the component itself a value, and not only a part of it.
inline bool givesValue(const ModLayer& layer) {
  if (layer.isRedeclare() || !layer.modification || !layer.modification->binding) return false;
  return !layer.argument || layer.pathDone == layer.argument->name.parts.size();
}

// Whether the value of the layer is one of a single element: x[2] = 5, which only the command line
// can give.
inline bool givesElement(const ModLayer& layer) {
  return layer.argument && !layer.bindingOnly && layer.pathDone > 0 &&
         !layer.argument->name.parts[layer.pathDone - 1].subscripts.empty();
}

// Of a layer that gives an attribute: the subscripts of the element that it is for, x[2].start = 5
// or x.start[2] = 5; empty: it is for all.
inline std::span<const ast::Expr* const> elementSubscripts(const ModLayer& attribute) {
  if (!attribute.argument || attribute.pathDone < 1) return {};
  const std::span<const ast::NamePart> parts = attribute.argument->name.parts;
  if (!parts[attribute.pathDone - 1].subscripts.empty())
    return parts[attribute.pathDone - 1].subscripts;
  if (attribute.pathDone < 2) return {};
  return parts[attribute.pathDone - 2].subscripts;
}

}  // namespace formola
