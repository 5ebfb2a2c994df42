// Lines of transitions and initial states of state machines. Specification 3.6, 17.2.
#include <algorithm>

#include "draw/painter.h"
#include "draw/primitives.h"
#include "syntax/printer.h"

namespace formola::draw {

namespace {

constexpr double kHead = 4, kBar = 2.5, kDistance = 6;

Point direction(Point from, Point to) {
  const Point along = to - from;
  const double l = length(along);
  return l == 0 ? Point{1, 0} : (1 / l) * along;
}

Point across(Point along) {
  return {-along.y, along.x};
}

// At `tip`, coming from the direction `along`; filled for a reset.
PathShape head(Point tip, Point along, bool filled, const Stroke& stroke) {
  PathShape shape;
  shape.stroke = stroke;
  const Point base = tip - kHead * along, side = (kHead / 3) * across(along);
  shape.outline.move(base + side);
  shape.outline.line(tip);
  shape.outline.line(base - side);
  if (filled) {
    shape.outline.close();
    shape.fill.pattern = FillPattern::Solid;
    shape.fill.color = stroke.color;
  }
  return shape;
}

PathShape bar(Point at, Point along, const Stroke& stroke) {
  const Point side = kBar * across(along);
  return polyline({at + side, at - side}, stroke);
}

// An inverse fork: two lines that become one.
PathShape fork(Point at, Point along, const Stroke& stroke) {
  const Point side = kBar * across(along), end = at + kBar * along;
  PathShape shape = polyline({at + side, end + side, end - side, at - side}, stroke);
  return shape;
}

PathShape bullet(Point at, const Stroke& stroke) {
  constexpr double kRadius = 2, kHandle = kRadius * 0.5522847498;
  PathShape shape;
  shape.stroke = stroke;
  shape.fill.pattern = FillPattern::Solid;
  shape.fill.color = stroke.color;
  auto p = [&](double x, double y) { return Point{at.x + x, at.y + y}; };
  shape.outline.move(p(kRadius, 0));
  shape.outline.curve(p(kRadius, kHandle), p(kHandle, kRadius), p(0, kRadius));
  shape.outline.curve(p(-kHandle, kRadius), p(-kRadius, kHandle), p(-kRadius, 0));
  shape.outline.curve(p(-kRadius, -kHandle), p(-kHandle, -kRadius), p(0, -kRadius));
  shape.outline.curve(p(kHandle, -kRadius), p(kRadius, -kHandle), p(kRadius, 0));
  shape.outline.close();
  return shape;
}

// An argument by its position or its name.
const ast::Expr* argument(const ast::CallExpr& call, size_t position, std::string_view name,
                          const Interner& names) {
  if (position < call.arguments.size()) return call.arguments[position];
  for (const ast::NamedArgument& named : call.named)
    if (names.text(named.name) == name) return named.value;
  return nullptr;
}

}  // namespace

void Painter::paintTransition(const ast::CallEquation& equation, uint32_t part) {
  const ast::CallExpr& call = *equation.call;
  const std::string_view operation = call.function.parts.size() == 1
                                         ? sema_.text(call.function.parts[0].name)
                                         : std::string_view();
  const bool isInitial = operation == "initialState";
  if (!isInitial && operation != "transition") return;
  const Fields fields = annotationFields(equation.comment.annotation, sema_.names());
  const Fields line = fields.record("Line"), text = fields.record("Text");
  const Values values(sema_, {model_, part});
  Surroundings where;
  where.map = view_.parts[part].map;
  where.file = [](const std::string&) { return std::string(); };
  std::vector<Shape>& to = picture_.shapes;
  addLine(line, values, where, to);
  const auto given = values.points(line["points"]);
  if (!given || given->size() < 2) return;
  std::vector<Point> points;
  for (const Point p : *given) points.push_back(where.map(p));
  Stroke stroke;
  stroke.color = values.color(line["color"]).value_or(Color{});
  stroke.thickness = values.number(line["thickness"]).value_or(0.25);
  const Point first = points.front(), last = points.back();
  const Point leaving = direction(first, points[1]);
  const Point arriving = direction(points[points.size() - 2], last);
  if (isInitial) {
    // the line begins at the state
    if (values.words(line["arrow"]).size() != 2)
      to.emplace_back(head(first, -1 * leaving, true, stroke));
    to.emplace_back(bullet(last, stroke));
    return;
  }
  auto option = [&](size_t position, std::string_view name, bool otherwise) {
    return values.boolean(argument(call, position, name, sema_.names())).value_or(otherwise);
  };
  const bool immediate = option(3, "immediate", true);
  if (values.words(line["arrow"]).size() != 2)
    to.emplace_back(head(last, arriving, option(4, "reset", true), stroke));
  to.emplace_back(immediate ? bar(last - kDistance * arriving, arriving, stroke)
                            : bar(first + kDistance * leaving, leaving, stroke));
  if (option(5, "synchronize", false)) to.emplace_back(fork(first, leaving, stroke));
  if (!text.present()) return;
  std::string condition;
  if (const ast::Expr* e = argument(call, 2, "condition", sema_.names()))
    condition = print(*e, sema_.names());
  const double priority = values.number(argument(call, 6, "priority", sema_.names())).value_or(1);
  if (priority > 1) condition = std::to_string(static_cast<int64_t>(priority)) + ": " + condition;
  where.expand = [&](const std::string& written) {
    static constexpr std::string_view kMacro = "%condition";
    std::string result = written;
    for (size_t at = result.find(kMacro); at != std::string::npos;
         at = result.find(kMacro, at + condition.size()))
      result.replace(at, kMacro.size(), condition);
    return result;
  };
  where.map = where.map * shift(immediate ? given->back() : given->front());
  addText(text, values, where, "string", to);
}

}  // namespace formola::draw
