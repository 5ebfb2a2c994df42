#include "draw/json_writer.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "draw/images.h"

namespace formola::draw {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kLinePatterns[] = {"none", "solid",   "dash",
                                              "dot",  "dashDot", "dashDotDot"};
constexpr std::string_view kFillPatterns[] = {
    "none",     "solid",     "horizontal",         "vertical",         "cross", "forward",
    "backward", "crossDiag", "horizontalCylinder", "verticalCylinder", "sphere"};
constexpr std::string_view kAligns[] = {"left", "center", "right"};

double rounded(double x) {
  return std::isfinite(x) ? std::round(x * 1e4) / 1e4 + 0.0 : 0.0;
}

Json json(Point p) {
  return {rounded(p.x), rounded(p.y)};
}
Json json(const Extent& e) {
  return {json(e.a), json(e.b)};
}
Json json(Color c) {
  return {c.red, c.green, c.blue};
}
Json json(const Affine& m) {
  Json result = Json::array();
  for (const double x : {m.xx, m.xy, m.yx, m.yy, m.dx, m.dy})
    result.push_back(std::round(x * 1e6) / 1e6 + 0.0);
  return result;
}

std::string pathText(const Outline& outline) {
  std::string text;
  size_t at = 0;
  auto next = [&] {
    const Point p = outline.points[at++];
    text += fmt::format("{} {} ", rounded(p.x), rounded(p.y));
  };
  for (const Step step : outline.steps) {
    text += step == Step::Move ? "M" : step == Step::Line ? "L" : step == Step::Curve ? "C" : "Z ";
    const int count = step == Step::Curve ? 3 : step == Step::Close ? 0 : 1;
    for (int i = 0; i < count; ++i) next();
  }
  if (!text.empty()) text.pop_back();
  return text;
}

Json json(const PathShape& path) {
  Json result{{"path", pathText(path.outline)}};
  result["line"] = {{"color", json(path.stroke.color)},
                    {"pattern", kLinePatterns[static_cast<size_t>(path.stroke.pattern)]},
                    {"thickness", path.stroke.thickness}};
  if (path.fill.pattern == FillPattern::None) return result;
  result["fill"] = {{"color", json(path.fill.color)},
                    {"pattern", kFillPatterns[static_cast<size_t>(path.fill.pattern)]}};
  if (path.fill.pattern != FillPattern::Solid) {
    result["fill"]["lineColor"] = json(path.fill.lineColor);
    result["fill"]["box"] = json(path.fill.box);
  }
  return result;
}

Json json(const TextShape& text) {
  Json result{{"text", text.text},
              {"at", json(text.at)},
              {"size", rounded(text.size)},
              {"angle", rounded(text.angle)},
              {"align", kAligns[static_cast<size_t>(text.align)]},
              {"color", json(text.color)}};
  if (text.macro) result["macro"] = true;
  if (text.bold) result["bold"] = true;
  if (text.italic) result["italic"] = true;
  if (text.underline) result["underline"] = true;
  if (!text.font.empty()) result["font"] = text.font;
  return result;
}

Json json(const ImageShape& image) {
  return {{"image", imageAddress(image)}, {"box", json(image.box)}};
}

Json json(const std::vector<Shape>& shapes) {
  Json result = Json::array();
  for (const Shape& shape : shapes)
    result.push_back(std::visit([](const auto& s) { return json(s); }, shape));
  return result;
}

Json json(const Port& port) {
  return {{"name", port.name},
          {"at", json(port.at)},
          {"outward", json(port.outward)},
          {"color", json(port.color)},
          {"kind", port.kind},
          {"causality", port.causality < 0   ? "input"
                        : port.causality > 0 ? "output"
                                             : ""}};
}

Json json(const ComponentPicture& c, bool ranges) {
  Json result{{"name", c.name},
              {"class", c.className},
              {"box", json(c.box)},
              {"icon", json(c.icon)},
              {"placement", json(c.placement)}};
  if (ranges) result["range"] = {c.declaration.begin, c.declaration.end};
  result["inherited"] = c.inherited;
  result["connector"] = c.connector;
  result["absent"] = c.absent;
  result["placed"] = c.placed;
  result["ports"] = Json::array();
  for (const Port& port : c.ports) result["ports"].push_back(json(port));
  result["shapes"] = json(c.shapes);
  return result;
}

Json json(const ConnectionPicture& c, bool ranges) {
  Json points = Json::array();
  for (const Point p : c.points) points.push_back(json(p));
  Json result{{"from", c.from}, {"to", c.to}, {"points", std::move(points)}};
  if (ranges) result["range"] = {c.equation.begin, c.equation.end};
  result["absent"] = c.absent;
  result["routed"] = c.routed;
  result["shapes"] = json(c.shapes);
  return result;
}

Json json(const std::vector<Junction>& junctions) {
  Json all = Json::array();
  for (const Junction& j : junctions) all.push_back({{"at", json(j.at)}, {"color", json(j.color)}});
  return all;
}

Json headOf(const Picture& picture) {
  return {{"class", picture.className},
          {"layer", picture.layer == Layer::Icon ? "icon" : "diagram"},
          {"extent", json(picture.extent)},
          {"shapes", json(picture.shapes)}};
}

std::string dumped(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

std::string writeJson(const Picture& picture) {
  Json result = headOf(picture);
  result["components"] = Json::array();
  for (const ComponentPicture& c : picture.components)
    result["components"].push_back(json(c, true));
  result["connections"] = Json::array();
  for (const ConnectionPicture& c : picture.connections)
    result["connections"].push_back(json(c, true));
  result["junctions"] = json(picture.junctions);
  return dumped(result) + "\n";
}

std::string writeHead(const Picture& picture) {
  const std::string head = dumped(headOf(picture));
  return head.substr(1, head.size() - 2);
}

std::string writeJson(const ComponentPicture& component) {
  return dumped(json(component, false));
}

std::string writeJson(const ConnectionPicture& connection) {
  return dumped(json(connection, false));
}

std::string writeJson(const std::vector<Junction>& junctions) {
  return dumped(json(junctions));
}

}  // namespace formola::draw
