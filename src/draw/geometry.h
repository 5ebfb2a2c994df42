// Points, boxes and affine maps of the plane; y points up, as in Modelica's annotations.
#pragma once

#include <algorithm>
#include <cmath>

namespace formola::draw {

struct Point {
  double x = 0, y = 0;
  bool operator==(const Point&) const = default;
};
inline Point operator+(Point a, Point b) {
  return {a.x + b.x, a.y + b.y};
}
inline Point operator-(Point a, Point b) {
  return {a.x - b.x, a.y - b.y};
}
inline Point operator*(double s, Point p) {
  return {s * p.x, s * p.y};
}
inline double length(Point p) {
  return std::hypot(p.x, p.y);
}

// Two corners as they are written: the first may lie right of or above the second.
struct Extent {
  Point a{-100, -100}, b{100, 100};
  bool operator==(const Extent&) const = default;
  Point centre() const { return 0.5 * (a + b); }
  double width() const { return std::abs(b.x - a.x); }
  double height() const { return std::abs(b.y - a.y); }
  Extent ordered() const {
    return {{std::min(a.x, b.x), std::min(a.y, b.y)}, {std::max(a.x, b.x), std::max(a.y, b.y)}};
  }
  // Requires ordered extents.
  bool overlaps(const Extent& e) const {
    return a.x < e.b.x && e.a.x < b.x && a.y < e.b.y && e.a.y < b.y;
  }
  Extent grown(double by) const { return {{a.x - by, a.y - by}, {b.x + by, b.y + by}}; }
};

// x' = xx x + xy y + dx, y' = yx x + yy y + dy
struct Affine {
  double xx = 1, xy = 0, yx = 0, yy = 1, dx = 0, dy = 0;
  bool operator==(const Affine&) const = default;

  Point operator()(Point p) const { return {xx * p.x + xy * p.y + dx, yx * p.x + yy * p.y + dy}; }
  // Of a vector: without the shift.
  Point turn(Point p) const { return {xx * p.x + xy * p.y, yx * p.x + yy * p.y}; }
  double determinant() const { return xx * yy - xy * yx; }
  // The mean factor by which lengths grow.
  double scale() const { return std::sqrt(std::abs(determinant())); }
};

// First `inner`, then `outer`.
inline Affine operator*(const Affine& outer, const Affine& inner) {
  return {outer.xx * inner.xx + outer.xy * inner.yx,
          outer.xx * inner.xy + outer.xy * inner.yy,
          outer.yx * inner.xx + outer.yy * inner.yx,
          outer.yx * inner.xy + outer.yy * inner.yy,
          outer.xx * inner.dx + outer.xy * inner.dy + outer.dx,
          outer.yx * inner.dx + outer.yy * inner.dy + outer.dy};
}

inline Affine shift(Point by) {
  return {1, 0, 0, 1, by.x, by.y};
}

// Counter-clockwise around {0, 0}; right angles are exact.
inline Affine rotation(double degrees) {
  double turned = std::fmod(degrees, 360);
  if (turned < 0) turned += 360;
  if (turned == 0) return {};
  if (turned == 90) return {0, -1, 1, 0, 0, 0};
  if (turned == 180) return {-1, 0, 0, -1, 0, 0};
  if (turned == 270) return {0, 1, -1, 0, 0, 0};
  const double angle = turned * 3.14159265358979323846 / 180;
  const double c = std::cos(angle), s = std::sin(angle);
  return {c, -s, s, c, 0, 0};
}

// The map that takes extent `from` to extent `to`, corner to corner, so that reversed corners flip.
// A side of zero length stays one.
inline Affine mapping(const Extent& from, const Extent& to) {
  const double w = from.b.x - from.a.x, h = from.b.y - from.a.y;
  const double sx = w == 0 ? 0 : (to.b.x - to.a.x) / w, sy = h == 0 ? 0 : (to.b.y - to.a.y) / h;
  return {sx, 0, 0, sy, to.a.x - sx * from.a.x, to.a.y - sy * from.a.y};
}

// The smallest upright box around the image of an extent.
inline Extent boundsOf(const Affine& map, const Extent& e) {
  Extent box{{1e300, 1e300}, {-1e300, -1e300}};
  for (Point corner : {e.a, e.b, Point{e.a.x, e.b.y}, Point{e.b.x, e.a.y}}) {
    const Point p = map(corner);
    box.a = {std::min(box.a.x, p.x), std::min(box.a.y, p.y)};
    box.b = {std::max(box.b.x, p.x), std::max(box.b.y, p.y)};
  }
  return box;
}

}  // namespace formola::draw
