#include "draw/draw_class.h"

#include "dae/resources.h"
#include "draw/painter.h"
#include "draw/primitives.h"
#include "draw/take_moment.h"
#include "draw/text_macros.h"

namespace formola::draw {

std::string lastPart(const std::string& name) {
  const size_t dot = name.rfind('.');
  return dot == std::string::npos ? name : name.substr(dot + 1);
}

Painter::Painter(Sema& sema, Instance* classInstance, Layer layer, const Moment& moment)
    : sema_(sema), layer_(layer), moving_(!moment.empty()) {
  picture_.layer = layer;
  picture_.className = sema.className(classInstance);
  sema.layout(classInstance);  // what is wrong with base classes is told
  const Diagnostics::Mute mute(sema.diagnostics());
  model_ = sema.instantiateModel(classInstance, nullptr);
  takeMoment(sema, model_, moment);
  view_ = viewLayer(sema, model_, layer);
  picture_.extent = view_.extent;
}

Picture Painter::paint() {
  {
    const Diagnostics::Mute mute(sema_.diagnostics());
    addShapes(model_, view_, {}, false, lastPart(picture_.className), picture_.shapes);
    collectComponents();
    if (layer_ == Layer::Diagram) placeMissing();
    for (Part& part : parts_) finish(part);
    if (layer_ == Layer::Diagram) finishConnections();
  }
  reportMissingClasses();
  for (Part& part : parts_) picture_.components.push_back(std::move(part.picture));
  return std::move(picture_);
}

void Painter::addShapes(Instance* instance, const LayerView& view, const Affine& map, bool scaled,
                        const std::string& name, std::vector<Shape>& to) {
  Surroundings where;
  where.scaled = scaled;
  Instance* type = instance->isComponent() ? instance->type : instance;
  const MacroNames names{name, type ? lastPart(sema_.className(type)) : std::string()};
  where.expand = [&](const std::string& text) {
    return expandMacros(text, names, instance, sema_);
  };
  where.file = [&](const std::string& file) {
    return resolveUri(file, sema_.library().packageFolders()).value_or("");
  };
  for (const uint32_t part : view.order) {
    const LayerView::Part& each = view.parts[part];
    if (!each.visible || !each.primitives) continue;
    where.map = map * each.map;
    addPrimitives(each.layer["graphics"], Values(sema_, {instance, part}, moving_), where, to);
  }
}

void Painter::reportMissingClasses() {
  for (const Part& part : parts_)
    if (part.instance->broken && !part.instance->type)
      sema_.lookupClass(part.instance->decl->type, part.instance->declScope);
}

Picture drawClass(Sema& sema, Instance* classInstance, Layer layer, const Moment& moment) {
  return Painter(sema, classInstance, layer, moment).paint();
}

}  // namespace formola::draw
