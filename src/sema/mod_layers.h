// Questions about single layers of modifiers.
#pragma once

#include "sema/instance.h"

namespace formola {

// Whether the layer gives the component itself a value, and not only a part of it.
inline bool givesValue(const ModLayer& layer) {
  if (layer.isRedeclare() || !layer.modification || !layer.modification->binding) return false;
  return !layer.argument || layer.pathDone == layer.argument->name.parts.size();
}

}  // namespace formola
