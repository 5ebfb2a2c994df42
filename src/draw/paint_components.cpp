// Pictures of the components of a class.
#include "draw/painter.h"
#include "draw/primitives.h"
#include "syntax/component_comment.h"
#include "syntax/printer.h"

namespace formola::draw {

namespace {

constexpr int kMaxNesting = 4;  // connectors in connectors

// The axis that is nearest to a direction.
Point axis(Point d) {
  if (std::abs(d.x) >= std::abs(d.y)) return {d.x < 0 ? -1.0 : 1.0, 0};
  return {0, d.y < 0 ? -1.0 : 1.0};
}

// The side of the extent that a point is nearest to, as a direction from the middle.
Point sideOf(Point p, const Extent& e) {
  const Point d = p - e.centre();
  return axis({d.x / std::max(e.width(), 1e-9), d.y / std::max(e.height(), 1e-9)});
}

void addPlaceholder(ComponentPicture& picture) {
  const Extent& e = picture.box;
  const Stroke thin{{120, 120, 120}, LinePattern::Dash, 0.25};
  PathShape frame = polyline({e.a, {e.b.x, e.a.y}, e.b, {e.a.x, e.b.y}}, thin);
  frame.outline.close();
  picture.shapes.emplace_back(std::move(frame));
  TextShape text;
  text.text = picture.name;
  text.at = e.centre();
  text.size = std::min(4.0, e.height() / 3);
  text.color = {80, 80, 80};
  picture.shapes.emplace_back(std::move(text));
}

// The colour of the lines of a connector.
Color colorOf(const std::vector<Shape>& shapes, size_t from) {
  for (size_t i = from; i < shapes.size(); ++i)
    if (const auto* path = std::get_if<PathShape>(&shapes[i]);
        path && path->stroke.pattern != LinePattern::None)
      return path->stroke.color;
  return {};
}

}  // namespace

// What the annotation says about the place of a component in `layer`.
Painter::Placement Painter::placementOf(const ast::ComponentDecl& decl, Scope scope, Layer layer) {
  const Fields placement = annotationFields(annotationOf(decl), sema_.names()).record("Placement");
  const Values values(sema_, scope, moving_);
  Placement result;
  result.visible = values.boolean(placement["visible"]).value_or(true);
  Fields transformation = placement.record("transformation");
  if (layer == Layer::Icon) {
    result.visible = values.boolean(placement["iconVisible"]).value_or(result.visible);
    if (Fields own = placement.record("iconTransformation"); own.present()) transformation = own;
  } else if (!transformation.present()) {
    transformation = placement.record("iconTransformation");
  }
  const auto extent = values.extent(transformation["extent"]);
  if (!extent) return result;
  const Point origin = values.point(transformation["origin"]).value_or(Point{});
  const double turned = values.number(transformation["rotation"]).value_or(0);
  result.map = shift(origin) * rotation(turned) * mapping({{-1, -1}, {1, 1}}, *extent);
  return result;
}

bool Painter::hasPlacement(const ast::ComponentDecl& decl) const {
  return annotationFields(annotationOf(decl), sema_.names()).record("Placement").present();
}

// Declared as one of the predefined types, as most variables are.
bool Painter::isPlainVariable(const ast::ComponentDecl& decl) const {
  if (decl.type.parts.size() != 1) return false;
  const std::string_view name = sema_.text(decl.type.parts[0].name);
  return name == "Real" || name == "Integer" || name == "Boolean" || name == "String";
}

// The instance whose icon is drawn: of an array its first element, else, where there is none, its
// class.
Instance* Painter::subjectOf(Instance* component) {
  if (!component->isArray) return component;
  for (const Size d : component->dims)
    if (d <= 0) return component->type;
  Instance* first = sema_.element(component, 0);
  return first && first->layout ? first : component->type;
}

// A resolved component of an instance; null where it has no picture in that layer.
Instance* Painter::drawable(Instance* owner, uint32_t index, Layer layer) {
  const LayoutElement& element = owner->layout->elements[index];
  if (!element.component) return nullptr;
  const bool given = hasPlacement(*element.component);
  if (layer == Layer::Icon && (element.isProtected || !given)) return nullptr;
  if (!given && isPlainVariable(*element.component)) return nullptr;
  Instance* component = sema_.child(owner, index);
  if (!component || !component->isComponent()) return nullptr;
  sema_.resolve(component);
  if (layer == Layer::Icon && !sema_.isConnector(component)) return nullptr;
  if (given) return component;
  const Layout& shape = *component->layout;
  if (component->broken && component->type == nullptr) return component;
  const bool structured = shape.classKind == ast::ClassKind::Model ||
                          shape.classKind == ast::ClassKind::Block ||
                          shape.classKind == ast::ClassKind::Connector ||
                          (shape.classKind == ast::ClassKind::Class &&
                           shape.builtin == BaseType::None && !shape.isExternalObject);
  return structured ? component : nullptr;
}

// Placement annotation of the declaration that counts, else of the one that it replaces.
Painter::Placement Painter::placementOf(Instance* component, Instance* owner, uint32_t index,
                                        Layer layer) {
  const LayoutElement& element = owner->layout->elements[index];
  if (component->decl && component->decl != element.component && hasPlacement(*component->decl))
    return placementOf(*component->decl, component->declScope, layer);
  return placementOf(*element.component, {owner, element.scopePart}, layer);
}

void Painter::collectComponents() {
  // in the order of drawing: those of bases first
  std::vector<std::vector<uint32_t>> byPart(view_.parts.size());
  const Layout& layout = *model_->layout;
  for (uint32_t i = 0; i < layout.elements.size(); ++i)
    if (layout.elements[i].component && layout.elements[i].part < byPart.size())
      byPart[layout.elements[i].part].push_back(i);
  for (const uint32_t part : view_.order) {
    if (!view_.parts[part].visible) continue;
    for (const uint32_t element : byPart[part]) addComponent(element, part);
  }
}

void Painter::addComponent(uint32_t index, uint32_t inPart) {
  Instance* component = drawable(model_, index, layer_);
  if (!component) return;
  const Placement placement = placementOf(component, model_, index, layer_);
  if (!placement.visible) return;
  Part part;
  part.instance = component;
  part.subject = subjectOf(component);
  part.picture.name = std::string(sema_.text(component->name));
  part.picture.className = component->type ? sema_.className(component->type) : std::string();
  part.picture.declaration = component->decl->range;
  part.picture.inherited = inPart != 0;
  part.picture.connector = sema_.isConnector(component);
  part.picture.absent = component->removed;
  part.layer = part.picture.connector ? layer_ : Layer::Icon;
  part.view = viewOf(part.subject, part.layer);
  part.picture.icon = part.view.extent;
  part.picture.placed = placement.map.has_value();
  if (placement.map) {
    setPlace(part, view_.parts[inPart].map * *placement.map);
  } else if (layer_ == Layer::Icon) {
    return;
  }
  parts_.push_back(std::move(part));
}

// A connector without a diagram of its own shows its icon there.
LayerView Painter::viewOf(Instance* subject, Layer& layer) {
  LayerView view = viewLayer(sema_, subject, layer);
  if (layer == Layer::Diagram && !view.hasGraphics) {
    layer = Layer::Icon;
    view = viewLayer(sema_, subject, layer);
  }
  return view;
}

// `square`: the map from {{-1, -1}, {1, 1}}.
void Painter::setPlace(Part& part, const Affine& square) {
  part.picture.placement = square * mapping(part.picture.icon, {{-1, -1}, {1, 1}});
  part.picture.box = boundsOf(part.picture.placement, part.picture.icon);
}

// The name of a component with its dimensions as they are written: "phase[3]".
std::string Painter::shownName(const Instance& component) const {
  std::string name(sema_.text(component.name));
  std::string sizes;
  for (const ast::Expr* size : component.decl->dimensions)
    sizes += (sizes.empty() ? "" : ", ") + print(*size, sema_.names());
  return sizes.empty() ? name : name + "[" + sizes + "]";
}

void Painter::finish(Part& part) {
  ComponentPicture& picture = part.picture;
  if (!part.isKnown()) {
    addPlaceholder(picture);
  } else {
    addShapes(part.subject, part.view, picture.placement, true, shownName(*part.instance),
              picture.shapes);
    picture.ports.clear();
    addConnectors(part, part.subject, part.view, picture.placement, part.layer, 0);
    // what has no graphics at all is still to be seen
    if (picture.shapes.empty() && !part.view.hasGraphics) addPlaceholder(picture);
  }
  if (picture.connector) addOwnPort(part);
}

// The connectors of a component, in its icon.
void Painter::addConnectors(Part& part, Instance* owner, const LayerView& view, const Affine& map,
                            Layer layer, int depth) {
  if (depth > kMaxNesting) return;
  const Layout& layout = *owner->layout;
  for (uint32_t i = 0; i < layout.elements.size(); ++i) {
    const LayoutElement& element = layout.elements[i];
    if (!element.component || element.part >= view.parts.size() ||
        !view.parts[element.part].visible)
      continue;
    Instance* connector = drawable(owner, i, Layer::Icon);
    if (!connector) continue;
    const std::string name(sema_.text(connector->name));
    if (connector->removed) {
      if (depth == 0) part.missingPorts.insert(name);
      continue;
    }
    const Placement placement = placementOf(connector, owner, i, layer);
    if (!placement.map) continue;
    const Affine square = map * view.parts[element.part].map * *placement.map;
    const size_t before = part.picture.shapes.size();
    if (placement.visible) {
      Instance* subject = subjectOf(connector);
      const LayerView inner = viewLayer(sema_, subject, Layer::Icon);
      const Affine to = square * mapping(inner.extent, {{-1, -1}, {1, 1}});
      addShapes(subject, inner, to, true, name, part.picture.shapes);
      addConnectors(part, subject, inner, to, Layer::Icon, depth + 1);
    }
    if (depth > 0) continue;
    const Affine local = view.parts[element.part].map * *placement.map;
    part.picture.ports.push_back(portOf(part, connector, local, before));
  }
}

// `local`: the map from the square of the connector to the icon of the component.
Port Painter::portOf(const Part& part, Instance* connector, const Affine& local,
                     size_t firstShape) {
  const Point at = local({0, 0});
  Port port;
  port.name = std::string(sema_.text(connector->name));
  port.at = part.picture.placement(at);
  port.outward = axis(part.picture.placement.turn(sideOf(at, part.picture.icon)));
  port.color = colorOf(part.picture.shapes, firstShape);
  port.causality = causalityOf(connector);
  port.kind = kindOf(connector);
  return port;
}

void Painter::addOwnPort(Part& part) {
  ComponentPicture& picture = part.picture;
  Port port;
  port.at = picture.placement(picture.icon.centre());
  port.outward = -1 * sideOf(port.at, picture_.extent);
  port.color = colorOf(picture.shapes, 0);
  // seen from inside an input is where signals come from
  port.causality = -causalityOf(part.instance);
  port.kind = kindOf(part.instance);
  picture.ports.insert(picture.ports.begin(), std::move(port));
}

int Painter::causalityOf(const Instance* connector) {
  return connector->causality == Causality::Input    ? -1
         : connector->causality == Causality::Output ? 1
                                                     : 0;
}

std::string Painter::kindOf(Instance* connector) {
  sema_.resolve(connector);
  if (connector->broken || !connector->layout) return {};
  Instance* subject = subjectOf(connector);  // of arrays an element, of empty ones the class
  if (!subject) return {};
  const Layout& layout = subject->isComponent() ? *subject->layout : *sema_.layout(subject);
  if (layout.builtin != BaseType::None)
    return layout.builtin == BaseType::Boolean   ? "Boolean"
           : layout.builtin == BaseType::Integer ? "Integer"
                                                 : "Real";
  if (layout.isExpandable) return "expandable";
  std::vector<std::string> members;
  for (const LayoutElement& element : layout.elements) {
    if (!element.component) continue;
    const ast::ComponentDecl& decl = *element.component;
    if (decl.variability == ast::Variability::Parameter ||
        decl.variability == ast::Variability::Constant)
      continue;
    const char* prefix = decl.connector == ast::ConnectorPrefix::Flow     ? "flow "
                         : decl.connector == ast::ConnectorPrefix::Stream ? "stream "
                                                                          : "";
    members.push_back(prefix + std::string(sema_.text(element.name)));
  }
  std::sort(members.begin(), members.end());
  std::string text;
  for (const std::string& member : members) text += (text.empty() ? "" : ", ") + member;
  return text;
}

}  // namespace formola::draw
