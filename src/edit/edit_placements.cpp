// Where components stand in the diagram.
#include <fmt/format.h>

#include <cmath>

#include "edit/edit_places.h"
#include "edit/walk.h"
#include "syntax/component_comment.h"

namespace formola::edit {

using namespace ast;

namespace {

const Path kTransformation = {"Placement", "transformation"};

const Modification* annotationArguments(const Annotation* annotation) {
  return annotation ? annotation->arguments : nullptr;
}

const Expr* valueAt(const Document& document, const Modification* list, Path path) {
  const Argument* argument = findArgumentAt(document, list, path);
  return argument && argument->modification ? argument->modification->binding : nullptr;
}

const Expr* transformationValue(const Document& document, const ComponentDecl& component,
                                const char* name) {
  Path path = kTransformation;
  path.emplace_back(name);
  return valueAt(document, annotationArguments(formola::annotationOf(component)), path);
}

Setting transformationSetting(const char* name, std::string value) {
  Path path = kTransformation;
  path.emplace_back(name);
  return {std::move(path), std::move(value)};
}

std::string extentText(const Extent& extent) {
  return "{" + pointText(extent.first) + "," + pointText(extent.second) + "}";
}

// Numbers that changed get their new text, others stay as they are written.
void setNumber(const Expr* written, double value, Patch& patch) {
  if (*literal(written) == value) return;
  patch.push_back({written->range.begin, written->range.end, numberText(value)});
}

void setPoint(const Expr* written, const Point& point, Patch& patch) {
  const auto& pair = written->as<ArrayExpr>();
  setNumber(pair.elements[0], point.x, patch);
  setNumber(pair.elements[1], point.y, patch);
}

void setExtent(const Expr* written, const Extent& extent, Patch& patch) {
  const auto& corners = written->as<ArrayExpr>();
  setPoint(corners.elements[0], extent.first, patch);
  setPoint(corners.elements[1], extent.second, patch);
}

bool isAttached(const Document& document, const Name& side, std::string_view component) {
  return !side.parts.empty() && document.nameOf(side.parts[0].name) == component;
}

// The points of a line whose first or last one moves with its component.
void moveLine(const Document& document, const ConnectEquation& connection, bool first, bool last,
              double dx, double dy, Patch& patch) {
  const Expr* value =
      valueAt(document, annotationArguments(connection.comment.annotation), {"Line", "points"});
  const auto* list = value ? value->dynAs<ArrayExpr>() : nullptr;
  if (!list || list->elements.size() < 2) return;
  std::vector<Point> points;
  for (const Expr* element : list->elements) {
    const std::optional<Point> point = pointOf(element);
    if (!point) return;  // computed: the line stays
    points.push_back(*point);
  }
  const std::vector<Point> old = points;
  const size_t n = points.size();
  auto moveEnd = [&](size_t end, size_t next) {
    points[end].x += dx;
    points[end].y += dy;
    if (n == 2 || (n == 3 && first && last)) return;
    // a segment along an axis stays so: the next point gives way
    if (old[end].x == old[next].x) points[next].x += dx;
    if (old[end].y == old[next].y) points[next].y += dy;
  };
  if (first && last) {
    for (Point& point : points) {
      point.x += dx;
      point.y += dy;
    }
  } else if (first) {
    moveEnd(0, 1);
  } else {
    moveEnd(n - 1, n - 2);
  }
  if (!first != !last && n > 2) {
    // the point at the other end belongs to another component
    const size_t fixed = first ? n - 1 : 0;
    points[fixed] = old[fixed];
  }
  for (size_t i = 0; i < n; ++i) setPoint(list->elements[i], points[i], patch);
}

}  // namespace

std::optional<Placement> placementOf(const Document& document, const ComponentDecl& component) {
  Placement placement;
  const Expr* extent = transformationValue(document, component, "extent");
  const auto* corners = extent ? extent->dynAs<ArrayExpr>() : nullptr;
  if (!corners || corners->elements.size() != 2) return std::nullopt;
  const auto first = pointOf(corners->elements[0]), second = pointOf(corners->elements[1]);
  if (!first || !second) return std::nullopt;
  placement.extent = {*first, *second};
  if (const Expr* origin = transformationValue(document, component, "origin")) {
    const auto point = pointOf(origin);
    if (!point) return std::nullopt;
    placement.origin = *point;
  }
  if (const Expr* rotation = transformationValue(document, component, "rotation")) {
    const auto value = literal(rotation);
    if (!value) return std::nullopt;
    placement.rotation = *value;
  }
  return placement;
}

namespace {

struct Placed {
  Target target;
  Placement placement;
};

Placed placed(const Document& document, std::string_view classPath, std::string_view name) {
  Placed found{targetComponent(document, classPath, name), {}};
  if (!found.target.problem.empty()) return found;
  const auto placement = placementOf(document, *found.target.component);
  if (!placement) {
    found.target.problem = fmt::format("'{}' has no placement of plain numbers", name);
  } else {
    found.placement = *placement;
  }
  return found;
}

}  // namespace

Outcome moveComponent(const Document& document, std::string_view classPath, std::string_view name,
                      double dx, double dy) {
  const Placed found = placed(document, classPath, name);
  if (!found.target.problem.empty()) return Outcome::failed(found.target.problem);
  const ComponentDecl& component = *found.target.component;
  Patch patch;
  if (const Expr* origin = transformationValue(document, component, "origin")) {
    const Point at = found.placement.origin;
    setPoint(origin, {at.x + dx, at.y + dy}, patch);
  } else {
    Extent extent = found.placement.extent;
    for (Point* corner : {&extent.first, &extent.second}) {
      corner->x += dx;
      corner->y += dy;
    }
    setExtent(transformationValue(document, component, "extent"), extent, patch);
  }
  for (const EquationSection& section : found.target.def->equations)
    forEachEquation(section.equations, [&](const Equation& equation) {
      if (equation.kind != EquationKind::Connect) return;
      const auto& connection = equation.as<ConnectEquation>();
      const bool first = isAttached(document, connection.left, name);
      const bool last = isAttached(document, connection.right, name);
      if (first || last) moveLine(document, connection, first, last, dx, dy, patch);
    });
  return finished(std::move(patch));
}

Outcome rotateComponent(const Document& document, std::string_view classPath, std::string_view name,
                        double degrees) {
  const Placed found = placed(document, classPath, name);
  if (!found.target.problem.empty()) return Outcome::failed(found.target.problem);
  const ComponentDecl& component = *found.target.component;
  double rotation = std::fmod(found.placement.rotation + degrees, 360);
  if (rotation > 180) rotation -= 360;
  if (rotation <= -180) rotation += 360;
  Patch patch;
  std::vector<Setting> settings;
  if (const Expr* written = transformationValue(document, component, "rotation")) {
    setNumber(written, rotation, patch);
  } else {
    settings.push_back(transformationSetting("rotation", numberText(rotation)));
  }
  if (!transformationValue(document, component, "origin") && found.placement.rotation == 0) {
    // it turns about the origin, which becomes its centre
    const auto [a, b] = found.placement.extent;
    const Point centre{(a.x + b.x) / 2, (a.y + b.y) / 2};
    setExtent(transformationValue(document, component, "extent"),
              {{a.x - centre.x, a.y - centre.y}, {b.x - centre.x, b.y - centre.y}}, patch);
    settings.push_back(transformationSetting("origin", pointText(centre)));
  }
  setAnnotation(document, component, settings, patch);
  return finished(std::move(patch));
}

Outcome flipComponent(const Document& document, std::string_view classPath, std::string_view name,
                      Flip flip) {
  const Placed found = placed(document, classPath, name);
  if (!found.target.problem.empty()) return Outcome::failed(found.target.problem);
  Extent extent = found.placement.extent;
  if (flip == Flip::Horizontal) {
    std::swap(extent.first.x, extent.second.x);
  } else {
    std::swap(extent.first.y, extent.second.y);
  }
  Patch patch;
  setExtent(transformationValue(document, *found.target.component, "extent"), extent, patch);
  return finished(std::move(patch));
}

Outcome resizeComponent(const Document& document, std::string_view classPath, std::string_view name,
                        const Extent& extent) {
  const Target target = targetComponent(document, classPath, name);
  if (!target.problem.empty()) return Outcome::failed(target.problem);
  Patch patch;
  if (placementOf(document, *target.component)) {
    setExtent(transformationValue(document, *target.component, "extent"), extent, patch);
  } else {
    setAnnotation(document, *target.component,
                  {transformationSetting("extent", extentText(extent))}, patch);
  }
  return finished(std::move(patch));
}

}  // namespace formola::edit
