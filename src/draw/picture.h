// A drawing as plain data: what stands where, in the coordinates of the layer (y points up).
//
// Everything is placed, flipped and rotated already: writers only write. A diagram keeps apart what
// belongs to which component and connection, so that an editor can move it.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "draw/geometry.h"
#include "source/source.h"

namespace formola::draw {

struct Color {
  int red = 0, green = 0, blue = 0;
  bool operator==(const Color&) const = default;
};

enum class LinePattern : uint8_t { None, Solid, Dash, Dot, DashDot, DashDotDot };
enum class FillPattern : uint8_t {
  None,
  Solid,
  Horizontal,
  Vertical,
  Cross,
  Forward,
  Backward,
  CrossDiag,
  HorizontalCylinder,
  VerticalCylinder,
  Sphere
};

struct Stroke {
  Color color;
  LinePattern pattern = LinePattern::Solid;
  double thickness = 0.25;  // mm on paper, whatever the scale of the component
  bool operator==(const Stroke&) const = default;
};

struct Fill {
  Color color;
  FillPattern pattern = FillPattern::None;
  Color lineColor;  // of hatching, and where gradients begin
  Affine box;       // gradients: from the square {{-1, -1}, {1, 1}} to the shape's own extent
  bool operator==(const Fill&) const = default;
};

// Lines and cubic curves. Points used: Move 1, Line 1, Curve 3, Close 0.
enum class Step : uint8_t { Move, Line, Curve, Close };
struct Outline {
  std::vector<Step> steps;
  std::vector<Point> points;
  bool operator==(const Outline&) const = default;

  void move(Point p);
  void line(Point p);
  void curve(Point c1, Point c2, Point p);
  void close();
};

struct PathShape {
  Outline outline;
  Stroke stroke;
  Fill fill;
  bool operator==(const PathShape&) const = default;
};

enum class Align : uint8_t { Left, Center, Right };

// One line of text, its middle (vertically) at `at`.
struct TextShape {
  std::string text;
  Point at;  // left end, middle or right end, as `align` says
  Align align = Align::Center;
  double size = 1;   // height of the font in units of the layer
  double angle = 0;  // degrees counter-clockwise, -90 to 90
  Color color;
  bool bold = false, italic = false, underline = false;
  bool macro = false;  // it shows a name or a value: %name, %par
  std::string font;    // "": the writer's choice
  bool operator==(const TextShape&) const = default;
};

struct ImageShape {
  Affine box;        // from the square {{-1, -1}, {1, 1}}
  std::string file;  // "": see data
  std::string data;  // Base64
  bool operator==(const ImageShape&) const = default;
};

using Shape = std::variant<PathShape, TextShape, ImageShape>;

// Where lines may end.
struct Port {
  std::string name;  // of the connector: "p"; "" where the component is a connector itself
  Point at;
  Point outward;  // the direction in which lines leave, of length 1
  Color color;
  int causality = 0;  // -1 input, 1 output
  // What it carries: equal for connectors that may be connected, "Real" or "flow i, v".
  std::string kind;
  bool operator==(const Port&) const = default;
};

struct ComponentPicture {
  std::string name;
  std::string className;
  Affine placement;  // from the coordinates of its own icon
  Extent icon;       // the coordinate system of the icon
  Extent box;        // ordered, in the layer
  std::vector<Shape> shapes;
  std::vector<Port> ports;
  SourceRange declaration;
  bool inherited = false;
  bool connector = false;
  bool absent = false;  // conditional, and its condition is false: drawn pale
  bool placed = true;   // false: its place was not given but found

  // Whether they look and are connected alike, wherever in the text they are declared.
  bool looksLike(const ComponentPicture& other) const;
};

struct ConnectionPicture {
  std::string from, to;  // as they are written: "a.p"
  std::vector<Point> points;
  std::vector<Shape> shapes;
  SourceRange equation;
  bool absent = false;
  bool routed = false;  // its way was not given but found

  bool looksLike(const ConnectionPicture& other) const;
};

// A dot where lines of one set of connections branch.
struct Junction {
  Point at;
  Color color;
};

enum class Layer : uint8_t { Icon, Diagram };

struct Picture {
  std::string className;
  Layer layer = Layer::Diagram;
  Extent extent;              // coordinate system of the layer, ordered
  std::vector<Shape> shapes;  // those of the class and its bases, behind the components
  std::vector<ComponentPicture> components;
  std::vector<ConnectionPicture> connections;
  std::vector<Junction> junctions;

  bool empty() const { return shapes.empty() && components.empty() && connections.empty(); }
};

// The smallest box that holds all of the picture; its extent if it is empty.
Extent boundsOf(const Picture& picture);
Extent boundsOf(const std::vector<Shape>& shapes);

}  // namespace formola::draw
