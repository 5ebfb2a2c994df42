#include "draw/picture_network.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "draw/route.h"
#include "draw/text_metrics.h"

namespace formola::draw {

namespace {

// The box of a component with its connectors; texts do not count.
Extent visibleArea(const ComponentPicture& picture) {
  Extent area = picture.box;
  for (const Shape& shape : picture.shapes)
    if (const auto* path = std::get_if<PathShape>(&shape))
      for (const Point p : path->outline.points)
        area = {{std::min(area.a.x, p.x), std::min(area.a.y, p.y)},
                {std::max(area.b.x, p.x), std::max(area.b.y, p.y)}};
  return area;
}

// The texts of a component that stand beside it, as its name, from the centre of its area. Only
// those that are level or upright.
std::vector<Extent> labelsBeside(const ComponentPicture& picture, const Extent& area) {
  std::vector<Extent> labels;
  for (const Shape& shape : picture.shapes) {
    const auto* text = std::get_if<TextShape>(&shape);
    if (!text || std::fmod(text->angle, 90) != 0) continue;
    const double width = textWidth(text->text, text->bold) * text->size;
    const double left = text->align == Align::Left    ? 0
                        : text->align == Align::Right ? -width
                                                      : -width / 2;
    // smaller than a line is high: letters fill less
    const Extent flat{{left, -0.4 * text->size}, {left + width, 0.4 * text->size}};
    const Affine turn = shift(text->at - area.centre()) * rotation(text->angle);
    const Extent label = Extent{turn(flat.a), turn(flat.b)}.ordered();
    const Extent inside = Extent{area.a - area.centre(), area.b - area.centre()}.grown(-0.5);
    if (!inside.overlaps(label)) labels.push_back(label);
  }
  return labels;
}

// Without subscripts, which stand for elements of one connector.
std::string withoutSubscripts(const std::string& name) {
  std::string out;
  int depth = 0;
  for (const char c : name) {
    if (c == '[') ++depth;
    if (depth == 0) out += c;
    if (c == ']') --depth;
  }
  return out;
}

std::optional<WireEnd> endNamed(const Picture& picture, const std::string& name) {
  const std::string plain = withoutSubscripts(name);
  for (uint32_t i = 0; i < picture.components.size(); ++i) {
    const ComponentPicture& component = picture.components[i];
    const std::string own = withoutSubscripts(component.name);
    if (!plain.starts_with(own)) continue;
    if (plain.size() > own.size() && plain[own.size()] != '.') continue;
    const std::string rest = plain.size() > own.size() ? plain.substr(own.size() + 1) : "";
    for (uint32_t p = 0; p < component.ports.size(); ++p)
      if (component.ports[p].name == rest) return WireEnd{i, p};
  }
  return std::nullopt;
}

}  // namespace

void addBox(const ComponentPicture& component, Network& network, std::vector<BoxPlace>& places) {
  const Extent area = visibleArea(component);
  NetworkBox box{area.width(), area.height(), {}, labelsBeside(component, area)};
  for (const Port& port : component.ports)
    box.ports.push_back({port.at - area.centre(), port.outward, port.causality});
  network.boxes.push_back(std::move(box));
  places.push_back({area.centre(), false});
}

std::vector<Point> routeBetween(const Picture& picture, const std::string& from,
                                const std::string& to) {
  const auto begin = endNamed(picture, from), end = endNamed(picture, to);
  if (!begin || !end) return {};
  Network network;
  std::vector<BoxPlace> places;
  for (const ComponentPicture& each : picture.components) addBox(each, network, places);
  std::vector<Polyline> given;
  for (const ConnectionPicture& each : picture.connections) {
    const auto a = endNamed(picture, each.from), b = endNamed(picture, each.to);
    if (!a || !b || each.points.empty()) continue;
    network.wires.push_back({*a, *b});
    given.push_back(each.points);
  }
  network.wires.push_back({*begin, *end});
  given.emplace_back();
  return routeWires(network, places, given).back();
}

}  // namespace formola::draw
