// Modifiers as layers: which of them reach an element of a class. Specification chapter 7.
#include "sema/modifiers.h"

#include <algorithm>

namespace formola {

std::span<const Access> Modifiers::append(std::span<const Access> accesses, Access access) {
  std::vector<Access> all(accesses.begin(), accesses.end());
  all.push_back(access);
  return arena_.copy(all);
}

namespace {

// Whether an argument is about the element `name`.
bool concerns(const ast::Argument& argument, Symbol name) {
  switch (argument.kind) {
    case ast::ArgumentKind::Modify:
      return !argument.name.parts.empty() && argument.name.parts[0].name == name;
    case ast::ArgumentKind::RedeclareClass:
      return argument.classDef->name == name;
    case ast::ArgumentKind::RedeclareComponent:
      return argument.component->name == name;
    default:
      return false;
  }
}

}  // namespace

// What the arguments of a layer say about the element `name`. False: the layer is not about the
// whole of what contains the element, so that its value, if any, does not reach it.
bool Modifiers::deriveArguments(const ModLayer& layer, Symbol name, std::vector<ModLayer>& to) {
  if (layer.isRedeclare()) return false;
  if (layer.argument && layer.pathDone < layer.argument->name.parts.size()) {
    // inside a dotted name: a.b.c = ...
    if (layer.argument->name.parts[layer.pathDone].name != name) return false;
    ModLayer next = layer;
    ++next.pathDone;
    if (next.pathDone == layer.argument->name.parts.size())
      next.modification = layer.argument->modification;
    to.push_back(next);
    return false;
  }
  const ast::Modification* modification = layer.modification;
  if (!modification) return false;
  if (layer.bindingOnly) return true;
  for (const ast::Argument* argument : modification->arguments) {
    if (!concerns(*argument, name)) continue;
    ModLayer next;
    next.argument = argument;
    next.scope = layer.scope;
    next.final = argument->final;
    if (!argument->each) next.accesses = layer.accesses;
    next.mayBeEach = layer.mayBeEach;
    next.fromConstraint = layer.fromConstraint;
    next.level = layer.level;
    next.inherited = layer.inherited;
    if (argument->kind == ast::ArgumentKind::Modify) {
      next.pathDone = 1;
      if (argument->name.parts.size() == 1) next.modification = argument->modification;
    }
    to.push_back(next);
  }
  return true;
}

void Modifiers::deriveFrom(const ModLayer& layer, Symbol name, std::vector<ModLayer>& to) {
  if (!deriveArguments(layer, name, to)) return;
  if (!layer.modification->binding && !layer.modification->breaks) return;
  // A value given to the whole record reaches each field.
  ModLayer next = layer;
  next.argument = nullptr;
  next.each = false;
  next.bindingOnly = true;
  next.accesses = append(layer.accesses, {name, 0});
  to.push_back(next);
}

void Modifiers::derive(std::span<const ModLayer> from, Symbol name, std::vector<ModLayer>& to) {
  for (const ModLayer& layer : from) deriveFrom(layer, name, to);
}

std::vector<ModLayer> Modifiers::layersFor(Instance* owner, const LayoutElement& element) {
  std::vector<ModLayer> layers;
  derive(owner->layers, element.name, layers);
  const Layout& layout = *owner->layout;
  const size_t fromOutside = layers.size();
  if (element.part != 0) {
    uint32_t chain[64];
    size_t count = 0;
    for (uint32_t p = element.part; p != 0 && count < 64; p = layout.parts[p].deriving)
      chain[count++] = p;
    while (count-- > 0) {
      const Part& part = layout.parts[chain[count]];
      if (part.modification) {
        ModLayer layer;
        layer.modification = part.modification;
        layer.scope = modifierScope(layout, chain[count], owner);
        layer.inherited = timesInherited(layout, part.deriving);
        deriveFrom(layer, element.name, layers);
      }
      derive(part.classLayers, element.name, layers);
    }
  }
  if (layers.size() > fromOutside) {
    const uint8_t level = levelOf(owner);
    for (size_t i = fromOutside; i < layers.size(); ++i)
      layers[i].level = std::min(layers[i].level, level);
  }
  return layers;
}

}  // namespace formola
