// The graphical primitives of annotations (spec 18.6.5) as shapes.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "draw/annotation_values.h"
#include "draw/picture.h"

namespace formola::draw {

// What primitives need to know of where they are drawn.
struct Surroundings {
  Affine map;           // from the coordinates of the annotation to those of the picture
  bool scaled = false;  // in the icon of a component: fonts of a given size shrink with it
  // The text with %name, %class and %par replaced.
  std::function<std::string(const std::string&)> expand;
  // The file behind the name in a Bitmap; "": none.
  std::function<std::string(const std::string&)> file;
};

// Purpose:    appends the shapes of `graphics = {Line(...), Rectangle(...), ...}`.
// Requires:   muted diagnostics, see Values.
// Ensures:    what is invisible or has no geometry adds nothing; unknown primitives neither.
void addPrimitives(const ast::Expr* graphics, const Values& values, const Surroundings& where,
                   std::vector<Shape>& to);

// A line as in graphics or on a connection: its points, mapped.
void addLine(const Fields& line, const Values& values, const Surroundings& where,
             std::vector<Shape>& to);
// A polyline drawn by hand.
PathShape polyline(const std::vector<Point>& points, const Stroke& stroke);
// One text as in graphics or, with `key` "string", on a connection.
void addText(const Fields& text, const Values& values, const Surroundings& where,
             std::string_view key, std::vector<Shape>& to);

}  // namespace formola::draw
