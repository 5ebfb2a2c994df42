// Lines of the connections of a class.
#include <utility>

#include "draw/junctions.h"
#include "draw/painter.h"
#include "draw/picture_network.h"
#include "draw/primitives.h"
#include "draw/route.h"
#include "sema/deselections.h"
#include "syntax/printer.h"

namespace formola::draw {

void Painter::collectConnections() {
  for (const uint32_t part : view_.order) {
    const ClassNode* node = model_->layout->parts[part].node;
    if (!node || !node->def || !view_.parts[part].visible) continue;
    for (const ast::EquationSection& section : node->def->equations)
      for (const ast::Equation* equation : section.equations) collectFrom(*equation, part);
  }
}

void Painter::collectFrom(const ast::Equation& equation, uint32_t part) {
  switch (equation.kind) {
    case ast::EquationKind::Connect: {
      if (isLeftOut(*model_->layout, part, equation.as<ast::ConnectEquation>())) return;
      Link link;
      link.equation = &equation.as<ast::ConnectEquation>();
      link.part = part;
      link.picture.from = print(link.equation->left, sema_.names());
      link.picture.to = print(link.equation->right, sema_.names());
      link.picture.equation = equation.range;
      const Fields fields = annotationFields(equation.comment.annotation, sema_.names());
      link.line = fields.record("Line");
      link.text = fields.record("Text");
      links_.push_back(std::move(link));
      return;
    }
    case ast::EquationKind::Call:
      if (layer_ == Layer::Diagram) paintTransition(equation.as<ast::CallEquation>(), part);
      return;
    case ast::EquationKind::For:
      for (const ast::Equation* inner : equation.as<ast::ForEquation>().body)
        collectFrom(*inner, part);
      return;
    case ast::EquationKind::If:
      for (const ast::EquationBranch& branch : equation.as<ast::IfEquation>().branches)
        for (const ast::Equation* inner : branch.body) collectFrom(*inner, part);
      return;
    default:
      return;
  }
}

void Painter::indexNames() {
  byName_.clear();
  for (uint32_t i = 0; i < parts_.size(); ++i) byName_.emplace(parts_[i].picture.name, i);
}

Painter::End Painter::endOf(const ast::Name& name) {
  End end;
  const auto found = byName_.find(std::string(sema_.text(name.parts[0].name)));
  if (found == byName_.end()) return end;
  end.component = found->second;
  const ComponentPicture& picture = parts_[found->second].picture;
  end.absent = picture.absent;
  const std::string port =
      name.parts.size() > 1 ? std::string(sema_.text(name.parts[1].name)) : std::string();
  if (parts_[found->second].missingPorts.contains(port)) end.absent = true;
  for (uint32_t i = 0; i < picture.ports.size(); ++i)
    if (picture.ports[i].name == port) end.port = i;
  // a member of a connector without a place of its own
  if (!end.port && picture.connector && !picture.ports.empty()) end.port = 0;
  return end;
}

void Painter::addGivenLine(Link& link) {
  const Values values(sema_, {model_, link.part}, moving_);
  Surroundings where;
  where.map = view_.parts[link.part].map;
  where.expand = [&](const std::string& text) {
    const std::string first = lastPart(link.picture.from), second = lastPart(link.picture.to);
    std::string result = text;
    for (const auto& [macro, by] :
         {std::pair<std::string, std::string>{"%first", first}, {"%second", second}})
      for (size_t at = result.find(macro); at != std::string::npos;
           at = result.find(macro, at + by.size()))
        result.replace(at, macro.size(), by);
    return result;
  };
  where.file = [](const std::string&) { return std::string(); };
  addLine(link.line, values, where, link.picture.shapes);
  const auto points = values.points(link.line["points"]);
  if (!points || points->size() < 2) return;
  for (const Point p : *points) link.picture.points.push_back(where.map(p));
  if (!link.text.present()) return;
  const auto index = static_cast<int64_t>(values.number(link.text["index"]).value_or(1));
  const auto count = static_cast<int64_t>(points->size());
  const int64_t at = index < 0 ? count + index : index - 1;
  if (at < 0 || at >= count) return;
  where.map = where.map * shift((*points)[static_cast<size_t>(at)]);
  addText(link.text, values, where, "string", link.picture.shapes);
}

void Painter::finishConnections() {
  indexNames();
  Network network;
  std::vector<BoxPlace> places;
  for (const Part& part : parts_) addBox(part.picture, network, places);
  std::vector<Polyline> given;
  std::vector<Link*> wired;
  for (Link& link : links_) {
    const End from = endOf(link.equation->left), to = endOf(link.equation->right);
    link.picture.absent = from.absent || to.absent;
    addGivenLine(link);
    if (!from.port || !to.port) continue;
    wired.push_back(&link);
    network.wires.push_back({{*from.component, *from.port}, {*to.component, *to.port}});
    given.push_back(link.picture.points);
  }
  const std::vector<Polyline> routes = routeWires(network, places, given);
  for (size_t i = 0; i < wired.size(); ++i) {
    if (!wired[i]->picture.points.empty()) continue;
    const WireEnd& from = network.wires[i].from;
    const Stroke stroke{parts_[from.box].picture.ports[from.port].color};
    wired[i]->picture.points = routes[i];
    wired[i]->picture.routed = true;
    wired[i]->picture.shapes.emplace_back(polyline(routes[i], stroke));
  }
  for (Link& link : links_)
    if (!link.picture.shapes.empty()) picture_.connections.push_back(std::move(link.picture));
  picture_.junctions = findJunctions(picture_.connections);
}

}  // namespace formola::draw
