#include "studio/parameters.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "draw/annotation_values.h"
#include "edit/edits.h"
#include "sema/sema.h"
#include "studio/class_answers.h"
#include "studio/type_names.h"
#include "syntax/annotation.h"
#include "syntax/printer.h"

namespace formola::studio {

namespace {

using lsp::OpenFile;
using lsp::Workspace;

std::string textAttribute(Sema& sema, Instance* component, std::string_view name) {
  const ExprId value = sema.attribute(component, sema.symbol(name));
  if (!value.valid() || sema.pool().kind(value) != ExprKind::String) return {};
  return std::string(sema.pool().stringValue(value));
}

Json numberAttribute(Sema& sema, Instance* component, std::string_view name) {
  const ExprId value = sema.attribute(component, sema.symbol(name));
  if (!value.valid() || !sema.pool().isNumber(value)) return nullptr;
  return sema.pool().realValue(value);
}

class Dialog {
 public:
  Dialog(Compilation& compilation, const OpenFile& file, const std::string& className)
      : sema_(compilation.sema()), names_(sema_.names()), file_(file) {
    classDef_ = edit::findClass(*file.document, className);
    model_ = sema_.instantiateModel(classNamed(compilation, className), nullptr);
  }

  Json describe(const std::string& name) {
    Instance* component = sema_.member(model_, sema_.symbol(name));
    if (!component || !component->isComponent())
      throw std::invalid_argument(fmt::format("there is no component '{}'", name));
    sema_.resolve(component);
    decl_ = classDef_ ? edit::findComponent(*file_.document, *classDef_, name) : nullptr;
    const ast::ComponentDecl* declared = component->decl;
    Json result = {{"component", name},
                   {"class", component->type ? sema_.className(component->type) : std::string()},
                   {"description", declared ? std::string(declared->comment.text) : std::string()},
                   {"editable", decl_ != nullptr}};
    if (component->type && component->type->node && component->type->node->def)
      result["classDescription"] = std::string(component->type->node->def->comment.text);
    Json all = Json::array();
    Instance* subject = component;
    const bool none = std::any_of(component->dims.begin(), component->dims.end(),
                                  [](const Size size) { return size <= 0; });
    if (component->isArray && !component->broken)
      subject = none ? nullptr : sema_.element(component, 0);
    if (!component->broken && subject && subject->layout && !component->removed) {
      const size_t count = subject->layout->elements.size();
      for (uint32_t i = 0; i < count; ++i) addParameter(subject, i, all);
    }
    result["parameters"] = std::move(all);
    return result;
  }

 private:
  void addParameter(Instance* owner, uint32_t index, Json& all) {
    const LayoutElement& element = owner->layout->elements[index];
    if (!element.component || element.isProtected) return;
    if (element.component->variability != ast::Variability::Parameter) return;
    if (element.component->prefixes.final) return;
    Instance* parameter = sema_.child(owner, index);
    if (!parameter || !parameter->isComponent()) return;
    sema_.resolve(parameter);
    if (parameter->broken || parameter->removed || parameter->isFinal || !parameter->layout) return;
    const std::string name(sema_.text(element.name));
    const ast::ComponentDecl& decl = *element.component;
    Json one = {{"name", name},
                {"description", std::string(decl.comment.text)},
                {"type", typeName(parameter->layout->builtin, "")},
                {"record", sema_.isRecord(parameter)},
                {"array", !parameter->dims.empty()},
                {"value", ownValue(name)},
                {"default", defaultValue(parameter, decl, name)}};
    if (sema_.isLeaf(parameter)) {
      one["unit"] = textAttribute(sema_, parameter, "unit");
      one["displayUnit"] = textAttribute(sema_, parameter, "displayUnit");
      one["min"] = numberAttribute(sema_, parameter, "min");
      one["max"] = numberAttribute(sema_, parameter, "max");
    }
    addChoices(parameter, decl, one);
    addDialog(owner, element, decl, one);
    all.push_back(std::move(one));
  }

  // As this class writes it.
  std::string ownValue(const std::string& name) const {
    if (!decl_) return {};
    const ast::Argument* given = edit::findArgumentAt(*file_.document, decl_->modification, {name});
    if (!given || !given->modification || !given->modification->binding) return {};
    return std::string(file_.document->text(given->modification->binding->range));
  }

  // The next one that gives a value: a modifier further in, else the declaration.
  std::string defaultValue(Instance* parameter, const ast::ComponentDecl& decl,
                           const std::string& name) const {
    bool skip = !ownValue(name).empty();
    for (const ModLayer& layer : parameter->layers) {
      if (!layer.modification || !layer.modification->binding || !layer.accesses.empty()) continue;
      if (skip) {
        skip = false;
        continue;
      }
      return print(*layer.modification->binding, names_);
    }
    if (decl.modification && decl.modification->binding)
      return print(*decl.modification->binding, names_);
    return {};
  }

  void addChoices(Instance* parameter, const ast::ComponentDecl& decl, Json& one) const {
    Json choices = Json::array();
    if (parameter->layout->builtin == BaseType::Boolean) choices = {"true", "false"};
    if (parameter->layout->builtin == BaseType::Enumeration &&
        parameter->layout->enumType.valid()) {
      const EnumInfo& info = sema_.pool().types.enumOf(parameter->layout->enumType);
      for (const Symbol literal : info.literals)
        choices.push_back(fmt::format("{}.{}", sema_.text(info.name), sema_.text(literal)));
    }
    if (const ast::Annotation* annotation = decl.comment.annotation) {
      const ast::Argument* given = findArgument(annotation->arguments, names_, "choices");
      if (given && given->modification)
        for (const ast::Argument* choice : given->modification->arguments)
          if (choice->modification && choice->modification->binding)
            choices.push_back(print(*choice->modification->binding, names_));
    }
    one["choices"] = std::move(choices);
  }

  void addDialog(Instance* owner, const LayoutElement& element, const ast::ComponentDecl& decl,
                 Json& one) {
    std::string tab = "General", group = "Parameters";
    bool enabled = true;
    if (const ast::Annotation* annotation = decl.comment.annotation) {
      const draw::Fields dialog = draw::Fields(annotation->arguments, names_).record("Dialog");
      const draw::Values values(sema_, {owner, element.scopePart});
      tab = values.text(dialog["tab"]).value_or(tab);
      group = values.text(dialog["group"]).value_or(group);
      enabled = values.boolean(dialog["enable"]).value_or(true);
    }
    one["tab"] = tab;
    one["group"] = group;
    one["enabled"] = enabled;
  }

  Sema& sema_;
  Interner& names_;
  const OpenFile& file_;
  const ast::ClassDef* classDef_ = nullptr;
  const ast::ComponentDecl* decl_ = nullptr;  // in this class; null: inherited
  Instance* model_ = nullptr;
};

}  // namespace

Json parametersAnswer(Workspace& workspace, const OpenFile& file, const Json& params) {
  Compilation& compilation = workspace.lookups(file);
  const Diagnostics::Mute mute(compilation.diagnostics());
  return Dialog(compilation, file, params.at("class").get<std::string>())
      .describe(params.at("component").get<std::string>());
}

}  // namespace formola::studio
