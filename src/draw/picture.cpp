#include "draw/picture.h"

#include "draw/text_metrics.h"

namespace formola::draw {

void Outline::move(Point p) {
  steps.push_back(Step::Move);
  points.push_back(p);
}

void Outline::line(Point p) {
  steps.push_back(Step::Line);
  points.push_back(p);
}

void Outline::curve(Point c1, Point c2, Point p) {
  steps.push_back(Step::Curve);
  points.insert(points.end(), {c1, c2, p});
}

void Outline::close() {
  steps.push_back(Step::Close);
}

namespace {

struct Bounds {
  Extent box{{1e300, 1e300}, {-1e300, -1e300}};

  bool any() const { return box.a.x <= box.b.x; }
  void add(Point p) {
    box.a = {std::min(box.a.x, p.x), std::min(box.a.y, p.y)};
    box.b = {std::max(box.b.x, p.x), std::max(box.b.y, p.y)};
  }
  void add(const Extent& e) {
    add(e.a);
    add(e.b);
  }
  void add(const PathShape& path) {
    for (Point p : path.outline.points) add(p);
  }
  void add(const TextShape& text) {
    const double width = text.size * textWidth(text.text, text.bold);
    const double left = text.align == Align::Left    ? 0
                        : text.align == Align::Right ? -width
                                                     : -width / 2;
    const Affine turned = shift(text.at) * rotation(text.angle);
    add(boundsOf(turned, {{left, -text.size / 2}, {left + width, text.size / 2}}));
  }
  void add(const ImageShape& image) { add(boundsOf(image.box, {{-1, -1}, {1, 1}})); }
  void add(const std::vector<Shape>& shapes) {
    for (const Shape& shape : shapes) std::visit([&](const auto& s) { add(s); }, shape);
  }
};

}  // namespace

Extent boundsOf(const std::vector<Shape>& shapes) {
  Bounds bounds;
  bounds.add(shapes);
  return bounds.any() ? bounds.box : Extent{};
}

bool ComponentPicture::looksLike(const ComponentPicture& o) const {
  return name == o.name && className == o.className && placement == o.placement && icon == o.icon &&
         box == o.box && shapes == o.shapes && ports == o.ports && inherited == o.inherited &&
         connector == o.connector && absent == o.absent && placed == o.placed;
}

bool ConnectionPicture::looksLike(const ConnectionPicture& o) const {
  return from == o.from && to == o.to && points == o.points && shapes == o.shapes &&
         absent == o.absent && routed == o.routed;
}

Extent boundsOf(const Picture& picture) {
  Bounds bounds;
  bounds.add(picture.shapes);
  for (const ComponentPicture& c : picture.components) {
    bounds.add(c.shapes);
    if (c.shapes.empty()) bounds.add(c.box);
  }
  for (const ConnectionPicture& c : picture.connections) bounds.add(c.shapes);
  return bounds.any() ? bounds.box : picture.extent;
}

}  // namespace formola::draw
