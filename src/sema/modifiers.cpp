// Modifiers: how they reach the elements of a class, and the checks of final and unknown ones.
// Specification chapter 7.
#include <algorithm>

#include "diag/codes/classes.h"
#include "diag/codes/types.h"
#include "sema/sema.h"

namespace formola {

std::span<const Access> Sema::append(std::span<const Access> accesses, Access access) {
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
bool Sema::deriveArguments(const ModLayer& layer, Symbol name, std::vector<ModLayer>& to) {
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

void Sema::deriveFrom(const ModLayer& layer, Symbol name, std::vector<ModLayer>& to) {
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

void Sema::derive(std::span<const ModLayer> from, Symbol name, std::vector<ModLayer>& to) {
  for (const ModLayer& layer : from) deriveFrom(layer, name, to);
}

std::vector<ModLayer> Sema::layersFor(Instance* owner, const LayoutElement& element) {
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

bool Sema::givesSameValue(const ModLayer& a, const ModLayer& b) {
  if (!a.accesses.empty() || !b.accesses.empty()) return false;
  Diagnostics::Mute mute(diagnostics_);
  auto value = [&](const ModLayer& layer) -> ExprId {
    Context context;
    context.scope = layer.scope;
    const ast::Expr* binding = layer.modification->binding;
    const ExprId typed = type(binding, context);
    if (pool_->base(typed) == BaseType::Error || variability(typed) > Variability::Constant)
      return typed;
    const std::optional<Value> known = evaluateNow(typed, binding->range, context, false);
    if (!known) return typed;
    const ExprId literal = toExpr(*known, *pool_);
    return pool_->base(literal) == BaseType::Integer ? castTo(literal, BaseType::Real) : literal;
  };
  const ExprId first = value(a);
  return pool_->base(first) != BaseType::Error && first == value(b);
}

// A final declaration or modifier cannot be overridden from outside (spec 7.2.6).
void Sema::checkFinal(Instance* component, const ast::ComponentDecl* original) {
  bool finalInside = original->prefixes.final;
  for (size_t i = component->layers.size(); i-- > 0;) {
    const ModLayer& layer = component->layers[i];
    bool value = layer.argument && layer.modification && layer.modification->binding &&
                 !layer.bindingOnly && layer.pathDone == layer.argument->name.parts.size() &&
                 !layer.isRedeclare();
    if (value && finalInside) {
      Context context;
      context.scope = layer.scope;
      const auto inside = std::find_if(
          component->layers.begin() + static_cast<std::ptrdiff_t>(i) + 1, component->layers.end(),
          [](const ModLayer& inner) { return inner.modification && inner.modification->binding; });
      if (inside != component->layers.end() && givesSameValue(layer, *inside)) {
        report(diag::FinalSameValue, layer.argument->range, context, names_.text(component->name))
            .note("it is declared here", original->nameRange);
        continue;
      }
      report(diag::FinalElement, layer.argument->range, context, names_.text(component->name))
          .note("it is declared here", original->nameRange);
      return;
    }
    if (layer.final && layer.argument && !layer.isRedeclare()) {
      finalInside = true;
      component->isFinal = true;
    }
  }
}

namespace {

constexpr std::string_view kAttributes[] = {"quantity",  "unit",        "displayUnit", "min",
                                            "max",       "start",       "fixed",       "nominal",
                                            "unbounded", "stateSelect", "value"};

struct Modified {
  Symbol name;  // invalid: nothing
  SourceRange range;
};

Modified modifiedElement(const ast::Argument& argument) {
  switch (argument.kind) {
    case ast::ArgumentKind::Modify:
      if (argument.name.parts.empty()) return {};
      return {argument.name.parts[0].name, argument.name.range};
    case ast::ArgumentKind::RedeclareClass:
      return {argument.classDef->name, argument.classDef->nameRange};
    case ast::ArgumentKind::RedeclareComponent:
      return {argument.component->name, argument.component->nameRange};
    case ast::ArgumentKind::Break:
      break;
  }
  return {};
}

bool sameTarget(const ast::Argument& a, const ast::Argument& b) {
  if (a.kind != ast::ArgumentKind::Modify || b.kind != ast::ArgumentKind::Modify ||
      !a.modification || !b.modification || !a.modification->binding || !b.modification->binding ||
      a.name.parts.size() != b.name.parts.size()) {
    return false;
  }
  for (size_t i = 0; i < a.name.parts.size(); ++i) {
    if (a.name.parts[i].name != b.name.parts[i].name || !a.name.parts[i].subscripts.empty() ||
        !b.name.parts[i].subscripts.empty()) {
      return false;
    }
  }
  return true;
}

// Elements that a library once had are overlooked. Attributes are not, nor what the command line
// names, nor what looks like a slip of the pen in the model itself.
DiagCode nothingToModify(const Layout& shape, const ModLayer& layer, const std::string& hint) {
  const bool slip = layer.level <= 1 && !hint.empty();
  return shape.builtin != BaseType::None || layer.level == 0 || slip
             ? diag::NothingToModify
             : diag::ModifiedElementNotFound;
}

bool insideArray(const Instance* component) {
  for (const Instance* at = component; at && at->isComponent(); at = at->parent) {
    if (at->isElement || !at->dims.empty()) return true;
  }
  return false;
}

}  // namespace

void Sema::checkModifiers(Instance* component) {
  for (const ModLayer& layer : component->layers) {
    if (layer.isRedeclare() || layer.bindingOnly) continue;
    if (layer.argument && !checkPath(component, layer)) continue;
    if (layer.argument && layer.pathDone < layer.argument->name.parts.size()) continue;
    if (layer.modification) checkOneModification(component, layer);
  }
}

// The next part of a dotted name a.b.c = ..., and the subscripts of the one before (which only the
// command line can give). False after a report.
bool Sema::checkPath(Instance* component, const ModLayer& layer) {
  std::span<const ast::NamePart> parts = layer.argument->name.parts;
  Context context;
  context.scope = layer.scope;
  if (layer.pathDone > 0 && layer.pathDone <= parts.size()) {
    const ast::NamePart& own = parts[layer.pathDone - 1];
    if (own.subscripts.size() > component->dims.size()) {
      report(diag::TooManySubscripts, own.range, context, names_.text(own.name),
             component->dims.size());
      return false;
    }
    for (size_t d = 0; d < own.subscripts.size(); ++d) {
      const auto* literal = own.subscripts[d]->dynAs<ast::IntegerExpr>();
      if (literal && literal->value >= 1 && literal->value <= component->dims[d]) continue;
      report(diag::IndexOutOfBounds, own.subscripts[d]->range, context,
             sources_.text(own.subscripts[d]->range), d + 1, component->dims[d],
             names_.text(own.name));
      return false;
    }
  }
  const Layout& shape = *component->layout;
  if (layer.pathDone == 0 || layer.pathDone >= parts.size() || shape.isExpandable ||
      &shape == &emptyLayout_) {
    return true;
  }
  const ast::NamePart& next = parts[layer.pathDone];
  std::string_view text = names_.text(next.name);
  bool known =
      shape.builtin != BaseType::None
          ? std::find(std::begin(kAttributes), std::end(kAttributes), text) != std::end(kAttributes)
          : shape.index.count(next.name) > 0;
  if (known) return true;
  std::vector<std::string_view> candidates(std::begin(kAttributes), std::end(kAttributes));
  if (shape.builtin == BaseType::None) {
    candidates.clear();
    for (const LayoutElement& e : shape.elements) candidates.push_back(names_.text(e.name));
  }
  std::string hint = didYouMean(text, candidates);
  Diagnostic& d = report(nothingToModify(shape, layer, hint), next.range, context, text,
                         className(component->type));
  if (!hint.empty()) d.note("did you mean '" + hint + "'?");
  return false;
}

// Public parameters of a class, for a message; at most eight.
std::string Sema::parameterNames(const Layout& shape) const {
  constexpr int kShown = 8;
  std::string text;
  int shown = 0;
  for (const LayoutElement& e : shape.elements) {
    if (!e.component || e.isProtected || e.component->variability != ast::Variability::Parameter ||
        e.component->prefixes.final) {
      continue;
    }
    if (++shown > kShown) return text + ", ...";
    text += (text.empty() ? "'" : ", '") + std::string(names_.text(e.name)) + "'";
  }
  return text;
}

// Two arguments for the same element (spec 7.2.2).
void Sema::checkModifiedTwice(std::span<const ast::Argument* const> arguments,
                              const Context& context) {
  if (arguments.size() > 200) return;  // lists are short: a few attributes or parameters
  for (size_t k = 1; k < arguments.size(); ++k) {
    for (size_t j = 0; j < k; ++j) {
      if (!sameTarget(*arguments[j], *arguments[k])) continue;
      const SourceRange place = modifiedElement(*arguments[k]).range;
      report(diag::ModifiedTwice, place, context, sources_.text(place))
          .note("the first value is given here", arguments[j]->range);
      break;
    }
  }
}

void Sema::checkOneModification(Instance* component, const ModLayer& layer) {
  const Layout& shape = *component->layout;
  Context context;
  context.scope = layer.scope;
  std::span<const ast::Argument* const> arguments = layer.modification->arguments;
  checkModifiedTwice(arguments, context);
  for (const ast::Argument* argument : arguments) {
    const Modified element = modifiedElement(*argument);
    if (!element.name.valid()) continue;
    std::string_view text = names_.text(element.name);
    if (shape.builtin != BaseType::None) {
      bool known =
          std::find(std::begin(kAttributes), std::end(kAttributes), text) != std::end(kAttributes);
      if (!known) {
        std::string hint = didYouMean(text, {std::begin(kAttributes), std::end(kAttributes)});
        Diagnostic& d = report(nothingToModify(shape, layer, hint), element.range, context, text,
                               className(component->type));
        if (!hint.empty()) d.note("did you mean '" + hint + "'?");
      } else if (argument->each && !insideArray(component) && !layer.each && component->parent) {
        report(diag::EachWithoutArray, argument->range, context, names_.text(component->name),
               text);
      }
      continue;
    }
    auto found = shape.index.find(element.name);
    if (found == shape.index.end()) {
      if (shape.isExpandable || &shape == &emptyLayout_) continue;
      std::vector<std::string_view> candidates;
      for (const LayoutElement& e : shape.elements) candidates.push_back(names_.text(e.name));
      std::string hint = didYouMean(text, candidates);
      Diagnostic& d = report(nothingToModify(shape, layer, hint), element.range, context, text,
                             className(component->type));
      if (!hint.empty()) {
        d.note("did you mean '" + hint + "'?");
      } else if (argument->modification && argument->modification->hasArguments) {
        // Attributes, as h(start = 1): a variable is looked for.
        constexpr int kShown = 8;
        std::string all;
        int shown = 0;
        for (const LayoutElement& e : shape.elements) {
          if (!e.component || e.isProtected || shown > kShown ||
              e.component->variability > ast::Variability::Discrete)
            continue;
          Instance* type = lookupClass(e.component->type, {component->type, e.scopePart}, false);
          if (!type || layout(type)->builtin != BaseType::Real) continue;
          if (++shown > kShown)
            all += ", ...";
          else
            all += (all.empty() ? "'" : ", '") + std::string(names_.text(e.name)) + "'";
        }
        if (!all.empty()) d.note("its variables are " + all);
      } else if (std::string all = parameterNames(shape); !all.empty()) {
        d.note("its parameters are " + all);
      }
      continue;
    }
    const LayoutElement& target = shape.elements[found->second];
    // a layer of the class itself (each) is not from outside, nor are options of the command line
    if (layer.each || !component->parent) continue;
    if (target.isProtected) {
      SourceRange declared =
          target.component ? target.component->nameRange : target.classNode->def->nameRange;
      report(diag::ProtectedModifier, element.range, context, text, className(component->type))
          .note("it is declared protected here", declared);
    } else if (argument->each && target.component && target.component->dimensions.empty() &&
               target.component->typeDimensions.empty() && !insideArray(component)) {
      Instance* type =
          lookupClass(target.component->type, {component->type, target.scopePart}, false);
      if (type && layout(type)->dimensions.empty() && argument->modification &&
          argument->modification->arguments.empty() && argument->name.parts.size() == 1) {
        report(diag::EachWithoutArray, argument->range, context, names_.text(component->name),
               text);
      }
    }
  }
}

}  // namespace formola
