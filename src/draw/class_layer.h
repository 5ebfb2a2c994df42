// The icon or diagram layer of a class: its coordinate system and how the layers of its base
// classes are mapped into it.
#pragma once

#include <vector>

#include "draw/annotation_values.h"
#include "draw/picture.h"
#include "sema/sema.h"

namespace formola::draw {

struct LayerView {
  struct Part {
    Fields layer;  // Icon(...) or Diagram(...) of this class or base
    Affine map;    // into the coordinates of the derived class
    bool primitives = true;
    bool visible = true;
  };
  Extent extent;                // ordered
  double initialScale = 0.1;    // size of new components of this class
  std::vector<Part> parts;      // as in the layout
  std::vector<uint32_t> order;  // bases in the order of their extends clauses, before the derived
  bool hasGraphics = false;     // some primitive is written in some part
};

// Requires: `instance` is a class, or a component that is resolved and no array; muted diagnostics.
// Reference: Modelica 3.6, sections 18.6.1.1 and 18.6.3.
LayerView viewLayer(Sema& sema, Instance* instance, Layer layer);

// The arguments of the annotation of a class, declaration, ...; an empty one if it is null.
Fields annotationFields(const ast::Annotation* annotation, const Interner& names);

}  // namespace formola::draw
