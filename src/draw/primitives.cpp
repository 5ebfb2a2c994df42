#include "draw/primitives.h"

#include <array>
#include <numbers>
#include <string_view>

#include "draw/text_metrics.h"

namespace formola::draw {

namespace {

constexpr double kPoint = 25.4 / 72;  // mm

template <size_t N>
size_t indexOf(const std::array<std::string_view, N>& words, std::string_view word,
               size_t otherwise) {
  for (size_t i = 0; i < N; ++i)
    if (words[i] == word) return i;
  return otherwise;
}

constexpr std::array<std::string_view, 6> kLinePatterns = {"None", "Solid",   "Dash",
                                                           "Dot",  "DashDot", "DashDotDot"};
constexpr std::array<std::string_view, 11> kFillPatterns = {
    "None",     "Solid",     "Horizontal",         "Vertical",         "Cross", "Forward",
    "Backward", "CrossDiag", "HorizontalCylinder", "VerticalCylinder", "Sphere"};

LinePattern linePattern(std::string_view word) {
  return static_cast<LinePattern>(indexOf(kLinePatterns, word, 1));
}

// origin and rotation of a GraphicItem come before everything else
Affine itemMap(const Fields& item, const Values& values, const Affine& map) {
  const Point origin = values.point(item["origin"]).value_or(Point{});
  const double turned = values.number(item["rotation"]).value_or(0);
  return map * shift(origin) * rotation(turned);
}

bool isVisible(const Fields& item, const Values& values) {
  return values.boolean(item["visible"]).value_or(true);
}

Stroke borderOf(const Fields& shape, const Values& values) {
  Stroke stroke;
  // Text and shapes of old libraries say `color`
  stroke.color = values.color(shape["lineColor"]).value_or(Color{});
  stroke.pattern = linePattern(values.word(shape["pattern"]));
  stroke.thickness = values.number(shape["lineThickness"]).value_or(0.25);
  return stroke;
}

Fill fillOf(const Fields& shape, const Values& values, const Affine& map, const Extent& own) {
  Fill fill;
  fill.color = values.color(shape["fillColor"]).value_or(Color{});
  fill.pattern =
      static_cast<FillPattern>(indexOf(kFillPatterns, values.word(shape["fillPattern"]), 0));
  fill.lineColor = values.color(shape["lineColor"]).value_or(Color{});
  fill.box = map * mapping({{-1, -1}, {1, 1}}, own.ordered());
  return fill;
}

Outline polygon(std::span<const Point> points, bool closed) {
  Outline outline;
  for (size_t i = 0; i < points.size(); ++i)
    i == 0 ? outline.move(points[i]) : outline.line(points[i]);
  if (closed) outline.close();
  return outline;
}

// A quadratic curve as a cubic one.
void quadratic(Outline& outline, Point from, Point control, Point to) {
  outline.curve(from + (2.0 / 3) * (control - from), to + (2.0 / 3) * (control - to), to);
}

// Straight to the middle of the first side, curves from middle to middle, straight to the end (spec
// 18.6.1.2). A closed outline has no ends.
Outline smooth(std::span<const Point> points, bool closed) {
  if (points.size() < 3) return polygon(points, closed);
  auto middle = [&](size_t i) { return 0.5 * (points[i] + points[(i + 1) % points.size()]); };
  Outline outline;
  if (closed) {
    if (points.front() == points.back()) points = points.first(points.size() - 1);
    const size_t n = points.size();
    auto between = [&](size_t i) { return 0.5 * (points[i % n] + points[(i + 1) % n]); };
    outline.move(between(n - 1));
    for (size_t i = 0; i < n; ++i) quadratic(outline, between(i + n - 1), points[i], between(i));
    outline.close();
    return outline;
  }
  outline.move(points[0]);
  outline.line(middle(0));
  for (size_t i = 1; i + 1 < points.size(); ++i)
    quadratic(outline, middle(i - 1), points[i], middle(i));
  outline.line(points.back());
  return outline;
}

Outline mapped(Outline outline, const Affine& map) {
  for (Point& p : outline.points) p = map(p);
  return outline;
}

bool isSmooth(const Fields& item, const Values& values) {
  return values.word(item["smooth"]) == "Bezier";
}

std::vector<Point> mappedPoints(const std::vector<Point>& points, const Affine& map) {
  std::vector<Point> result;
  for (Point p : points) result.push_back(map(p));
  return result;
}

// ---- arrows

// The head of an arrow that points to `tip`, coming from `from`.
void addArrow(std::string_view kind, Point tip, Point from, double size, const Stroke& stroke,
              std::vector<Shape>& to) {
  const Point along = tip - from;
  const double l = length(along);
  if (kind.empty() || kind == "None" || l == 0) return;
  const Point unit = (1 / l) * along;
  const Point base = tip - size * unit;
  const Point side = (size / 3) * Point{-unit.y, unit.x};
  PathShape head;
  head.stroke = stroke;
  head.stroke.pattern = LinePattern::Solid;
  head.outline.move(base + side);
  head.outline.line(tip);
  if (kind != "Half") head.outline.line(base - side);
  if (kind == "Filled") {
    head.outline.close();
    head.fill.pattern = FillPattern::Solid;
    head.fill.color = stroke.color;
  }
  to.push_back(std::move(head));
}

// ---- shapes with an extent

Outline roundedBox(const Extent& e, double radius) {
  const double r = std::min({radius, e.width() / 2, e.height() / 2});
  const Point corners[] = {e.a, {e.b.x, e.a.y}, e.b, {e.a.x, e.b.y}};
  if (r <= 0) return polygon(corners, true);
  const double k = r * 0.44771525;  // distance of the control points from the corner
  Outline o;
  o.move({e.a.x + r, e.a.y});
  o.line({e.b.x - r, e.a.y});
  o.curve({e.b.x - k, e.a.y}, {e.b.x, e.a.y + k}, {e.b.x, e.a.y + r});
  o.line({e.b.x, e.b.y - r});
  o.curve({e.b.x, e.b.y - k}, {e.b.x - k, e.b.y}, {e.b.x - r, e.b.y});
  o.line({e.a.x + r, e.b.y});
  o.curve({e.a.x + k, e.b.y}, {e.a.x, e.b.y - k}, {e.a.x, e.b.y - r});
  o.line({e.a.x, e.a.y + r});
  o.curve({e.a.x, e.a.y + k}, {e.a.x + k, e.a.y}, {e.a.x + r, e.a.y});
  o.close();
  return o;
}

// A frame inside: light above and left if raised, dark if sunken, one in the other if engraved.
void addFrame(std::string_view kind, const Extent& e, const Affine& map, std::vector<Shape>& to) {
  if (kind != "Raised" && kind != "Sunken" && kind != "Engraved") return;
  const Color light{255, 255, 255}, dark{128, 128, 128};
  auto half = [&](double by, bool upper, Color color) {
    const Extent in = e.grown(-by);
    const Point corner = upper ? Point{in.a.x, in.b.y} : Point{in.b.x, in.a.y};
    const Point ends[] = {in.a, corner, in.b};
    to.push_back(
        PathShape{mapped(polygon(ends, false), map), {color, LinePattern::Solid, 0.5}, {}});
  };
  const double by = 0.01 * std::min(e.width(), e.height());
  const bool raised = kind == "Raised";
  half(by, true, raised ? light : dark);
  half(by, false, raised ? dark : light);
  if (kind == "Engraved") {
    half(2 * by, true, light);
    half(2 * by, false, dark);
  }
}

void addRectangle(const Fields& shape, const Values& values, const Affine& map,
                  std::vector<Shape>& to) {
  const std::optional<Extent> extent = values.extent(shape["extent"]);
  if (!extent) return;
  const Extent e = extent->ordered();
  const double radius = values.number(shape["radius"]).value_or(0);
  const std::string_view border = values.word(shape["borderPattern"]);
  Stroke stroke = borderOf(shape, values);
  // the frame is the border; a thick line would cover it, and what is in the box
  if (!border.empty() && border != "None") stroke.thickness = std::min(stroke.thickness, 0.25);
  to.push_back(
      PathShape{mapped(roundedBox(e, radius), map), stroke, fillOf(shape, values, map, e)});
  addFrame(border, e, map, to);
}

// An arc of the unit circle, in pieces of at most a quarter.
void arc(Outline& o, double from, double to) {
  const int pieces = std::max(1, static_cast<int>(std::ceil(std::abs(to - from) / 90 - 1e-9)));
  const double step = (to - from) / pieces * std::numbers::pi / 180;
  const double k = 4.0 / 3 * std::tan(step / 4);
  double a = from * std::numbers::pi / 180;
  for (int i = 0; i < pieces; ++i, a += step) {
    const Point p{std::cos(a), std::sin(a)}, q{std::cos(a + step), std::sin(a + step)};
    o.curve({p.x - k * p.y, p.y + k * p.x}, {q.x + k * q.y, q.y - k * q.x}, q);
  }
}

void addEllipse(const Fields& shape, const Values& values, const Affine& map,
                std::vector<Shape>& to) {
  const std::optional<Extent> extent = values.extent(shape["extent"]);
  if (!extent) return;
  const Extent e = extent->ordered();
  const double start = values.number(shape["startAngle"]).value_or(0);
  const double end =
      start + std::clamp(values.number(shape["endAngle"]).value_or(360) - start, -360.0, 360.0);
  std::string_view closure = values.word(shape["closure"]);
  if (closure.empty()) closure = start == 0 && end == 360 ? "Chord" : "Radial";
  Outline o;
  const double a = start * std::numbers::pi / 180;
  o.move({std::cos(a), std::sin(a)});
  arc(o, start, end);
  if (closure == "Radial") o.line({0, 0});
  if (closure != "None") o.close();
  const Affine circle = map * mapping({{-1, -1}, {1, 1}}, e);
  PathShape path{mapped(std::move(o), circle), borderOf(shape, values),
                 fillOf(shape, values, map, e)};
  if (closure == "None") path.fill.pattern = FillPattern::None;
  to.push_back(std::move(path));
}

void addPolygon(const Fields& shape, const Values& values, const Affine& map,
                std::vector<Shape>& to) {
  const auto points = values.points(shape["points"]);
  if (!points || points->empty()) return;
  Extent own{points->front(), points->front()};
  for (Point p : *points) {
    own.a = {std::min(own.a.x, p.x), std::min(own.a.y, p.y)};
    own.b = {std::max(own.b.x, p.x), std::max(own.b.y, p.y)};
  }
  Outline o = isSmooth(shape, values) ? smooth(*points, true) : polygon(*points, true);
  to.push_back(PathShape{mapped(std::move(o), map), borderOf(shape, values),
                         fillOf(shape, values, map, own)});
}

void addBitmap(const Fields& item, const Values& values, const Affine& map,
               const Surroundings& where, std::vector<Shape>& to) {
  const std::optional<Extent> extent = values.extent(item["extent"]);
  if (!extent) return;
  ImageShape image;
  image.box = map * mapping({{-1, -1}, {1, 1}}, *extent);
  image.data = values.text(item["imageSource"]).value_or("");
  const std::string name = values.text(item["fileName"]).value_or("");
  if (image.data.empty() && !name.empty()) image.file = where.file(name);
  if (!image.data.empty() || !image.file.empty()) to.push_back(std::move(image));
}

std::vector<std::string> linesOf(const std::string& text) {
  std::vector<std::string> lines(1);
  for (char c : text) {
    if (c == '\n')
      lines.emplace_back();
    else
      lines.back() += c;
  }
  return lines;
}

// The font size that fits the box; a box without width or height limits only the other way.
double fittingSize(const std::vector<std::string>& lines, bool bold, double width, double height) {
  double widest = 0;
  for (const std::string& line : lines) widest = std::max(widest, textWidth(line, bold));
  const double high = height / (kLineHeight * static_cast<double>(lines.size()));
  if (width <= 0 || widest == 0) return high;
  const double broad = width / widest;
  return height <= 0 ? broad : std::min(high, broad);
}

Align alignOf(std::string_view word, Align otherwise) {
  return word == "Left"     ? Align::Left
         : word == "Right"  ? Align::Right
         : word == "Center" ? Align::Center
                            : otherwise;
}

Color textColor(const Fields& item, const Values& values) {
  if (auto color = values.color(item["textColor"])) return *color;
  return values.color(item["lineColor"]).value_or(Color{});
}

}  // namespace

PathShape polyline(const std::vector<Point>& points, const Stroke& stroke) {
  return {polygon(points, false), stroke, {}};
}

void addLine(const Fields& line, const Values& values, const Surroundings& where,
             std::vector<Shape>& to) {
  const auto points = values.points(line["points"]);
  if (!points || points->size() < 2 || !isVisible(line, values)) return;
  const Affine map = itemMap(line, values, where.map);
  const std::vector<Point> placed = mappedPoints(*points, map);
  Stroke stroke;
  stroke.color = values.color(line["color"]).value_or(Color{});
  stroke.pattern = linePattern(values.word(line["pattern"]));
  stroke.thickness = values.number(line["thickness"]).value_or(0.25);
  Outline o = isSmooth(line, values) ? smooth(placed, false) : polygon(placed, false);
  to.push_back(PathShape{std::move(o), stroke, {}});
  const std::vector<std::string_view> arrows = values.words(line["arrow"]);
  if (arrows.size() != 2) return;
  const double given = values.number(line["arrowSize"]).value_or(3);
  const double size = std::max(given * map.scale(), std::min(given, 1.0));
  addArrow(arrows[0], placed[0], placed[1], size, stroke, to);
  addArrow(arrows[1], placed.back(), placed[placed.size() - 2], size, stroke, to);
}

// The text stays readable: it is never mirrored and never upside down, its box goes where the map
// takes it.
void addText(const Fields& item, const Values& values, const Surroundings& where,
             std::string_view key, std::vector<Shape>& to) {
  const auto extent = values.extent(item["extent"]);
  const auto written = values.text(item[key]);
  if (!extent || !written || !isVisible(item, values)) return;
  const std::string text = where.expand(*written);
  if (text.find_first_not_of(" \t\n") == std::string::npos) return;
  const Affine map = itemMap(item, values, where.map);
  const Point middle = map(extent->centre());
  const Point right = map.turn({extent->width() / 2, 0});
  const Point up = map.turn({0, extent->height() / 2});
  // a box without width has a direction, too
  Point reading = map.turn({1, 0});
  const bool turned = reading.x < -1e-9 * length(reading);
  if (turned) reading = -1 * reading;
  const double degrees = std::atan2(reading.y, reading.x) * 180 / std::numbers::pi;

  TextShape shape;
  shape.macro = text != *written;
  for (std::string_view style : values.words(item["textStyle"])) {
    shape.bold |= style == "Bold";
    shape.italic |= style == "Italic";
    shape.underline |= style == "UnderLine";
  }
  Align align = alignOf(values.word(item["horizontalAlignment"]), Align::Center);
  if (turned && align != Align::Center) align = align == Align::Left ? Align::Right : Align::Left;
  const std::vector<std::string> lines = linesOf(text);
  const double width = 2 * length(right), height = 2 * length(up);
  const double points = values.number(item["fontSize"]).value_or(0);
  shape.size = points > 0 ? points * kPoint * (where.scaled ? map.scale() : 1)
                          : fittingSize(lines, shape.bold, width, height);
  if (!(shape.size > 0)) return;
  shape.align = align;
  shape.angle = std::round(degrees * 1e6) / 1e6;
  shape.color = textColor(item, values);
  shape.font = values.text(item["fontName"]).value_or("");
  const Point unit = (1 / std::max(length(reading), 1e-300)) * reading;
  const Point down{unit.y, -unit.x};
  const double sideways = align == Align::Left ? -width / 2 : align == Align::Right ? width / 2 : 0;
  for (size_t i = 0; i < lines.size(); ++i) {
    const double below = (static_cast<double>(i) - (static_cast<double>(lines.size()) - 1) / 2) *
                         shape.size * kLineHeight;
    shape.text = lines[i];
    shape.at = middle + sideways * unit + below * down;
    if (!lines[i].empty()) to.push_back(shape);
  }
}

void addPrimitives(const ast::Expr* graphics, const Values& values, const Surroundings& where,
                   std::vector<Shape>& to) {
  if (!graphics || graphics->kind != ast::ExprKind::Array) return;
  for (const ast::Expr* element : graphics->as<ast::ArrayExpr>().elements) {
    if (element->kind != ast::ExprKind::Call) continue;
    const auto& call = element->as<ast::CallExpr>();
    const Fields fields(call, values.names());
    if (!isVisible(fields, values)) continue;
    const std::string_view kind = values.names().text(call.function.parts.back().name);
    if (kind == "Line") {
      addLine(fields, values, where, to);
      continue;
    }
    if (kind == "Text") {
      addText(fields, values, where,
              fields["textString"] || !fields["string"] ? "textString" : "string", to);
      continue;
    }
    const Affine map = itemMap(fields, values, where.map);
    if (kind == "Rectangle") addRectangle(fields, values, map, to);
    if (kind == "Ellipse") addEllipse(fields, values, map, to);
    if (kind == "Polygon") addPolygon(fields, values, map, to);
    if (kind == "Bitmap") addBitmap(fields, values, map, where, to);
  }
}

}  // namespace formola::draw
