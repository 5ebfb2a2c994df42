// Checks of modifiers: final, unknown and repeated ones. Specification chapter 7.
#include <algorithm>

#include "diag/codes/classes.h"
#include "diag/codes/types.h"
#include "sema/declaration_checks.h"
#include "sema/declared_values.h"
#include "sema/instances.h"
#include "sema/lookup.h"

namespace formola {

// The inner component alone is modified (spec 5.4).
void DeclarationChecks::checkOuterModifiers(Instance* component) {
  const ast::ComponentDecl* decl = component->decl;
  Context context;
  context.scope = component->declScope;
  if (decl->modification &&
      (!decl->modification->arguments.empty() || decl->modification->binding)) {
    report(diag::OuterModifier, decl->nameRange, context, names_.text(component->name));
  }
  for (const ModLayer& layer : component->layers) {
    if (!layer.argument || layer.isRedeclare() || layer.bindingOnly) continue;
    context.scope = layer.scope;
    report(diag::OuterModifier, layer.argument->range, context, names_.text(component->name))
        .note("it is declared as outer here", decl->nameRange);
  }
}

// A final declaration or modifier cannot be overridden from outside (spec 7.2.6).
void DeclarationChecks::checkFinal(Instance* component, const ast::ComponentDecl* original) {
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
      if (inside != component->layers.end() && declared_.givesSameValue(layer, *inside)) {
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

void DeclarationChecks::checkModifiers(Instance* component) {
  for (const ModLayer& layer : component->layers) {
    if (layer.isRedeclare() || layer.bindingOnly) continue;
    if (layer.argument && !checkPath(component, layer)) continue;
    if (layer.argument && layer.pathDone < layer.argument->name.parts.size()) continue;
    if (layer.modification) checkOneModification(component, layer);
  }
}

// The next part of a dotted name a.b.c = ..., and the subscripts of the one before (which only the
// command line can give). False after a report.
bool DeclarationChecks::checkPath(Instance* component, const ModLayer& layer) {
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
      &shape == instances_.emptyLayout()) {
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
std::string DeclarationChecks::parameterNames(const Layout& shape) const {
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
void DeclarationChecks::checkModifiedTwice(std::span<const ast::Argument* const> arguments,
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

void DeclarationChecks::checkOneModification(Instance* component, const ModLayer& layer) {
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
      if (shape.isExpandable || &shape == instances_.emptyLayout()) continue;
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
          Instance* type =
              lookup_.lookupClass(e.component->type, {component->type, e.scopePart}, false);
          if (!type || instances_.layout(type)->builtin != BaseType::Real) continue;
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
          lookup_.lookupClass(target.component->type, {component->type, target.scopePart}, false);
      if (type && instances_.layout(type)->dimensions.empty() && argument->modification &&
          argument->modification->arguments.empty() && argument->name.parts.size() == 1) {
        report(diag::EachWithoutArray, argument->range, context, names_.text(component->name),
               text);
      }
    }
  }
}

}  // namespace formola
