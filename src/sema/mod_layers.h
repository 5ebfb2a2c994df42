// Questions about single layers of modifiers.
#pragma once

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

}  // namespace formola
