// Edits of models as patches: what a diagram or a form does to the text of a class.
//
// Each function looks at a document and returns the changes that it takes, or why it cannot be
// done. Nothing else of the text changes: formatting, comments and order are the author's. The
// inverse of the patch is undo.
//
// Classes are named by their path in the file, "A.B", with or without the package that the file is
// `within`. Names, types and expressions are Modelica text; those that are none are refused.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "edit/arguments.h"
#include "edit/document.h"
#include "edit/patch.h"

namespace formola::edit {

struct Point {
  double x = 0, y = 0;
  bool operator==(const Point&) const = default;
};
struct Extent {
  Point first, second;
};

// The class with this path; null if the file has none.
const ast::ClassDef* findClass(const Document& document, std::string_view path);
const ast::ComponentDecl* findComponent(const Document& document, const ast::ClassDef& def,
                                        std::string_view name);

// ---- components (edit_components.cpp)
struct NewComponent {
  std::string type, name;
  std::string modifiers;    // "R = 1, L(start = 2)", or ""
  std::string description;  // plain text, or ""
  std::optional<Extent> extent;
  std::string subscripts = {};  // "[3]", or ""
};
// As the last public declaration.
Outcome addComponent(const Document& document, std::string_view classPath,
                     const NewComponent& component);
// With the connections to it.
Outcome removeComponent(const Document& document, std::string_view classPath,
                        std::string_view name);
// The declaration and all uses of the name in the class. Uses in other files are not looked at.
Outcome renameComponent(const Document& document, std::string_view classPath, std::string_view name,
                        std::string_view newName);

// ---- values (edit_values.cpp)
// path: "" for the value of the component, "R" or "L.start" for modifiers of it. Of an array of
// components a value is for each of them, unless it looks like an array; ofArray: what is modified
// is an array itself.
Outcome setModifier(const Document& document, std::string_view classPath,
                    std::string_view component, std::string_view path, std::string_view value,
                    bool ofArray = false);
Outcome resetModifier(const Document& document, std::string_view classPath,
                      std::string_view component, std::string_view path);
// Another class for a replaceable element of a component. kind: "model", "package", ... of a class,
// "" of a component; value: the class, "" takes the redeclaration away.
Outcome redeclare(const Document& document, std::string_view classPath, std::string_view component,
                  std::string_view element, std::string_view kind, std::string_view value);
// The description of the class, or of a component of it; component "": the class.
Outcome setDescription(const Document& document, std::string_view classPath,
                       std::string_view component, std::string_view text);
// The text (HTML) of annotation(Documentation(info = ...)).
Outcome setDocumentation(const Document& document, std::string_view classPath,
                         std::string_view html);
struct Experiment {
  std::optional<double> startTime, stopTime, tolerance, interval;
};
// Those that are given.
Outcome setExperiment(const Document& document, std::string_view classPath,
                      const Experiment& experiment);
// Any argument of the annotation of the class: "Icon.coordinateSystem.extent".
Outcome setClassAnnotation(const Document& document, std::string_view classPath,
                           const std::vector<Setting>& settings);

// The shapes of the icon of a class as they are written: "Line(points={{0,0},{10,10}})". Empty:
// none.
std::vector<std::string> iconShapes(const Document& document, std::string_view classPath);
// Other shapes in their place; those that are equal at the begin and at the end are not touched.
Outcome setIconShapes(const Document& document, std::string_view classPath,
                      const std::vector<std::string>& shapes);

// ---- placements (edit_placements.cpp)
struct Placement {
  Extent extent;
  Point origin;
  double rotation = 0;
};
// As written; nothing if there is no placement, or one that is no plain numbers.
std::optional<Placement> placementOf(const Document& document, const ast::ComponentDecl& component);
// The component and the ends of the lines that are attached to it; a line that left it straight
// does so still.
Outcome moveComponent(const Document& document, std::string_view classPath, std::string_view name,
                      double dx, double dy);
// About its centre, counter-clockwise, in degrees.
Outcome rotateComponent(const Document& document, std::string_view classPath, std::string_view name,
                        double degrees);
enum class Flip : uint8_t { Horizontal, Vertical };
Outcome flipComponent(const Document& document, std::string_view classPath, std::string_view name,
                      Flip flip);
// The extent of its icon; it is placed if it was not.
Outcome resizeComponent(const Document& document, std::string_view classPath, std::string_view name,
                        const Extent& extent);

// ---- connections (edit_connections.cpp)
// points: of the line, or none. color: of a new line, red, green and blue up to 255; without it
// lines are black.
using Color = std::array<int, 3>;
Outcome connect(const Document& document, std::string_view classPath, std::string_view a,
                std::string_view b, const std::vector<Point>& points = {},
                const std::optional<Color>& color = {});
// A statement residue(x), x a variable or its derivative.
Outcome pin(const Document& document, std::string_view classPath, std::string_view variable);
// connect(a, b) or connect(b, a).
Outcome disconnect(const Document& document, std::string_view classPath, std::string_view a,
                   std::string_view b);
Outcome setLinePoints(const Document& document, std::string_view classPath, std::string_view a,
                      std::string_view b, const std::vector<Point>& points,
                      const std::optional<Color>& color = {});

// ---- classes (edit_classes.cpp)
// text: a class definition without its ';'. parent "": at the end of the file.
Outcome addClass(const Document& document, std::string_view parent, std::string_view text);

}  // namespace formola::edit
