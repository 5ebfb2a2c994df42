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

// Goes through the layers of a component from the outermost on: whether this one gives the value.
// "= break" is as if what is inside of it gave none (spec 7.2.7); of a whole record it takes away
// what the record is given, not what its class says about a field.
class ValueLayers {
 public:
  bool take(const ModLayer& layer) {
    const bool breaks = !layer.isRedeclare() && layer.modification && layer.modification->breaks &&
                        (!layer.argument || layer.pathDone == layer.argument->name.parts.size());
    if (breaks) (layer.bindingOnly ? ofRecord_ : ofItself_) = true;
    return !ofItself_ && !(ofRecord_ && layer.bindingOnly) && givesValue(layer);
  }

 private:
  bool ofItself_ = false, ofRecord_ = false;
};

// Whether a component is given a value, known already or not.
inline bool isGivenValue(const Instance& component) {
  ValueLayers values;
  for (const ModLayer& layer : component.layers)
    if (values.take(layer)) return true;
  return false;
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
