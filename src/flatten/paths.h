// Paths of instances in the flat model.
#pragma once

#include "sema/instance.h"

namespace formola {

// The path of a component (a.b[2].c; "" for the model itself) as a symbol of the flat model, made
// once per instance from the path of its owner. `names` are those of the classes, `flat` those of
// the flat model. Equal to instancePath(), without a text for every step of the way.
Symbol flatPath(Instance* instance, const Interner& names, Interner& flat);

}  // namespace formola
