#include "studio/parameters.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <stdexcept>

#include "draw/annotation_values.h"
#include "edit/arguments.h"
#include "edit/edits.h"
#include "sema/class_kinds.h"
#include "sema/sema.h"
#include "studio/class_answers.h"
#include "studio/type_names.h"
#include "syntax/annotation.h"
#include "syntax/printer.h"

namespace formola::studio {

namespace {

using lsp::OpenFile;
using lsp::Workspace;

constexpr size_t kDeepestField = 4;  // records in records

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
      : sema_(compilation.sema()),
        sources_(compilation.sources()),
        names_(sema_.names()),
        file_(file) {
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
    if (declared) addWritten(*declared, result);
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
      for (uint32_t i = 0; i < count; ++i) addParameter(subject, i, {}, all);
    }
    result["parameters"] = std::move(all);
    result["replaceable"] = Json::array();
    if (!component->broken && subject && subject->layout && !component->removed) {
      const size_t count = subject->layout->elements.size();
      for (uint32_t i = 0; i < count; ++i) addReplaceable(subject, i, result["replaceable"]);
    }
    return result;
  }

 private:
  // What stands in its declaration, for a copy; it may be in a library.
  void addWritten(const ast::ComponentDecl& declared, Json& result) const {
    const ast::ComponentDecl& decl = decl_ ? *decl_ : declared;
    if (!decl.nameRange.valid()) return;
    const std::string_view text = decl_ ? file_.text : sources_.text(decl.nameRange.file);
    const edit::TokenList tokens(text);
    size_t at = tokens.firstFrom(decl.nameRange.end);
    const auto bracketed = [&](syntax::Tok open) {
      if (at >= tokens.size() || tokens[at].kind != open) return std::string();
      const size_t close = edit::closingBracket(tokens, at);
      const uint32_t begin = tokens[at].begin;
      at = close + 1;
      return std::string(text.substr(begin, tokens[close].end - begin));
    };
    result["subscripts"] = bracketed(syntax::Tok::LeftBracket);
    const std::string modifiers = bracketed(syntax::Tok::LeftParen);
    result["modifiers"] = modifiers.empty() ? "" : modifiers.substr(1, modifiers.size() - 2);
  }

  // ---- replaceable classes and components

  void addReplaceable(Instance* owner, uint32_t index, Json& all) {
    const LayoutElement& element = owner->layout->elements[index];
    if (element.isProtected) return;
    const ast::ClassDef* def = element.classNode ? element.classNode->def : nullptr;
    const ast::ComponentDecl* decl = element.component;
    if (!def && !decl) return;
    const ast::ElementPrefixes& prefixes = def ? def->prefixes : decl->prefixes;
    if (!prefixes.replaceable || prefixes.final) return;
    // behind the declaration, or behind the constraining class
    const ast::Comment* comment = def ? &def->comment : &decl->comment;
    if (prefixes.constrainedBy && !comment->annotation) comment = &prefixes.constrainedBy->comment;
    const Scope scope{owner, element.scopePart};
    Instance* given = sema_.child(owner, index);
    if (!given) return;
    if (given->isComponent()) {
      sema_.resolve(given);
      if (given->broken || given->removed || given->isFinal) return;
      given = given->type;
    }
    // of "replaceable model M = A" A is meant, if M says no more
    const ast::Name* base = def && def->form == ast::ClassForm::Short ? &def->base
                            : decl                                    ? &decl->type
                                                                      : nullptr;
    Instance* original = base ? sema_.lookupClass(*base, scope, false) : given;
    Instance* constraint = original;
    if (prefixes.constrainedBy)
      constraint = sema_.lookupClass(prefixes.constrainedBy->type, scope, false);
    const std::string name(sema_.text(element.name));
    Json one = {{"name", name},
                {"kind", def ? std::string(kindText(def->classKind)) : std::string()},
                {"description", std::string(comment->text)},
                {"value", redeclaredAs(name)},
                {"default", original ? sema_.className(original) : std::string()},
                {"choices", Json::array()}};
    std::set<std::string> offered;
    auto offer = [&](const std::string& choice) {
      if (offered.insert(choice).second) one["choices"].push_back(choice);
    };
    bool matching = false;
    if (comment->annotation) {
      const draw::Fields fields(comment->annotation->arguments, names_);
      const draw::Values values(sema_, scope);
      matching = values.boolean(fields["choicesAllMatching"]).value_or(false);
      const ast::Argument* listed = findArgument(comment->annotation->arguments, names_, "choices");
      if (listed && listed->modification)
        for (const ast::Argument* choice : listed->modification->arguments)
          if (choice->modification)
            for (const ast::Argument* each : choice->modification->arguments)
              if (const std::string named = classOf(*each, scope); !named.empty()) offer(named);
    }
    if (matching && constraint && constraint->node) addMatching(constraint, offer);
    addDialogOf(comment->annotation, owner, element, one);
    all.push_back(std::move(one));
  }

  // The class that a redeclaration names.
  std::string classOf(const ast::Argument& argument, const Scope& scope) {
    const ast::Name* name = argument.classDef && argument.classDef->form == ast::ClassForm::Short
                                ? &argument.classDef->base
                            : argument.component ? &argument.component->type
                                                 : nullptr;
    Instance* found = name ? sema_.lookupClass(*name, scope, false) : nullptr;
    return found ? sema_.className(found) : std::string();
  }

  std::string redeclaredAs(const std::string& name) {
    const ast::Argument* given =
        decl_ ? edit::findRedeclaration(*file_.document, decl_->modification, name) : nullptr;
    if (!given) return {};
    const ast::Name& type = given->classDef ? given->classDef->base : given->component->type;
    return std::string(file_.document->text(type.range));
  }

  // Classes of the same library as the constraining one that extend it, without those that are
  // partial. As Dymola does, by name: what only looks alike is not offered.
  template <typename Offer>
  void addMatching(Instance* constraint, const Offer& offer) {
    constexpr size_t kMostVisited = 20000;
    size_t visited = 0;
    const std::string whole = sema_.className(constraint);
    Library& library = sema_.library();
    ClassNode* top = library.nested(library.root(), sema_.symbol(whole.substr(0, whole.find('.'))));
    auto walk = [&](auto&& self, ClassNode& node, const std::string& path) -> void {
      std::vector<std::string> inside;
      for (const std::string_view each : library.nestedNames(node)) inside.emplace_back(each);
      for (const std::string& each : inside) {
        ClassNode* nested = library.nested(node, names_.intern(each));
        if (!nested || !nested->def || ++visited > kMostVisited) continue;
        const std::string name = path + "." + each;
        const ast::ClassKind kind = nested->def->classKind;
        if (!nested->def->partial && kind == constraint->node->def->classKind &&
            extends(name, whole))
          offer(name);
        if (kind == ast::ClassKind::Package) self(self, *nested, name);
      }
    };
    if (top) walk(walk, *top, whole.substr(0, whole.find('.')));
  }

  // Whether one of its base classes, or the class itself, has that name.
  bool extends(const std::string& name, const std::string& base) {
    if (name == base) return true;
    std::vector<Symbol> path;
    for (const std::string& part : edit::splitPath(name)) path.push_back(sema_.symbol(part));
    Instance* found = sema_.findClass(path, {});
    return found && reaches(found, base, 0);
  }
  bool reaches(Instance* at, const std::string& base, int depth) {
    constexpr int kDeepest = 12;
    if (!at || !at->node || !at->node->def || depth > kDeepest) return false;
    if (sema_.className(at) == base) return true;
    const ast::ClassDef& def = *at->node->def;
    // looked up from where the class stands
    const Scope scope{at->parent, at->parentPart};
    if (def.form == ast::ClassForm::Short)
      return reaches(sema_.lookupClass(def.base, scope, false), base, depth + 1);
    for (const ast::Element* element : def.elements)
      if (const auto* inherited = element->dynAs<ast::Extends>())
        if (reaches(sema_.lookupClass(inherited->base, scope, false), base, depth + 1)) return true;
    return false;
  }

  // above: of a field, the record with its records: what a modifier leads through.
  void addParameter(Instance* owner, uint32_t index, const std::vector<std::string>& above,
                    Json& all) {
    const LayoutElement& element = owner->layout->elements[index];
    if (!element.component || element.isProtected) return;
    const ast::Variability variability = element.component->variability;
    const bool field = !above.empty() && variability != ast::Variability::Constant;
    if (!field && variability != ast::Variability::Parameter) return;
    if (element.component->prefixes.final) return;
    Instance* parameter = sema_.child(owner, index);
    if (!parameter || !parameter->isComponent()) return;
    sema_.resolve(parameter);
    if (parameter->broken || parameter->removed || parameter->isFinal || !parameter->layout) return;
    std::vector<std::string> path = above;
    path.emplace_back(sema_.text(element.name));
    const std::string name = fmt::format("{}", fmt::join(path, "."));
    const ast::ComponentDecl& decl = *element.component;
    Json one = {{"name", name},
                {"description", std::string(decl.comment.text)},
                {"type", typeName(parameter->layout->builtin, "")},
                {"record", sema_.isRecord(parameter)},
                {"array", !parameter->dims.empty()},
                {"value", ownValue(path)},
                {"default", defaultValue(parameter, decl, path)}};
    if (sema_.isLeaf(parameter)) {
      one["unit"] = textAttribute(sema_, parameter, "unit");
      one["displayUnit"] = textAttribute(sema_, parameter, "displayUnit");
      one["min"] = numberAttribute(sema_, parameter, "min");
      one["max"] = numberAttribute(sema_, parameter, "max");
    }
    addChoices(parameter, decl, one);
    if (above.empty()) {
      addDialogOf(decl.comment.annotation, owner, element, one);
      place_ = {{"tab", one["tab"]}, {"group", one["group"]}, {"enabled", one["enabled"]}};
    } else {
      // where the record stands
      one.update(place_);
      one["group"] =
          fmt::format("{}: {}", place_["group"].get<std::string>(), fmt::join(above, "."));
    }
    // a record without a value of its own has those of its fields
    const bool open = one["record"] == true && one["array"] == false && one["value"] == "" &&
                      one["default"] == "" && path.size() < kDeepestField;
    all.push_back(std::move(one));
    if (!open) return;
    const size_t count = parameter->layout->elements.size();
    for (uint32_t i = 0; i < count; ++i) addParameter(parameter, i, path, all);
  }

  // As this class writes it.
  std::string ownValue(const std::vector<std::string>& path) const {
    if (!decl_) return {};
    const ast::Argument* given = edit::findArgumentAt(*file_.document, decl_->modification, path);
    if (!given || !given->modification || !given->modification->binding) return {};
    return std::string(file_.document->text(given->modification->binding->range));
  }

  // The next one that gives a value: a modifier further in, else the declaration.
  std::string defaultValue(Instance* parameter, const ast::ComponentDecl& decl,
                           const std::vector<std::string>& path) const {
    bool skip = !ownValue(path).empty();
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

  void addDialogOf(const ast::Annotation* annotation, Instance* owner, const LayoutElement& element,
                   Json& one) {
    std::string tab = "General", group = "Parameters";
    bool enabled = true;
    if (annotation) {
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
  const SourceManager& sources_;
  Interner& names_;
  const OpenFile& file_;
  const ast::ClassDef* classDef_ = nullptr;
  const ast::ComponentDecl* decl_ = nullptr;  // in this class; null: inherited
  Json place_;  // tab, group and whether it can be given: of the last parameter with a dialog
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
