#include "lsp/describe.h"

#include <fmt/format.h>

#include "sema/class_kinds.h"
#include "sema/sema.h"
#include "syntax/annotation.h"
#include "syntax/component_comment.h"
#include "syntax/printer.h"

namespace formola::lsp {

namespace {

constexpr size_t kLongestValue = 80, kLongestDocumentation = 1200;

std::string prefixesOf(const ast::ComponentDecl& decl) {
  std::string text;
  if (decl.prefixes.isProtected) text += "protected ";
  if (decl.prefixes.final) text += "final ";
  if (decl.prefixes.inner) text += "inner ";
  if (decl.prefixes.outer) text += "outer ";
  if (decl.prefixes.replaceable) text += "replaceable ";
  if (decl.connector == ast::ConnectorPrefix::Flow) text += "flow ";
  if (decl.connector == ast::ConnectorPrefix::Stream) text += "stream ";
  if (decl.variability == ast::Variability::Discrete) text += "discrete ";
  if (decl.variability == ast::Variability::Parameter) text += "parameter ";
  if (decl.variability == ast::Variability::Constant) text += "constant ";
  if (decl.causality == ast::Causality::Input) text += "input ";
  if (decl.causality == ast::Causality::Output) text += "output ";
  return text;
}

std::string sizesOf(Resolver& resolver, const ast::ComponentDecl& decl) {
  std::string text;
  auto add = [&](std::span<const ast::Expr* const> sizes) {
    for (const ast::Expr* size : sizes)
      text += (text.empty() ? "" : ", ") + print(*size, resolver.sema().names());
  };
  add(decl.dimensions);
  add(decl.typeDimensions);
  return text.empty() ? text : "[" + text + "]";
}

// HTML as text: tags go, paragraphs and items begin lines.
std::string plainText(std::string_view html) {
  std::string text;
  for (size_t i = 0; i < html.size(); ++i) {
    if (html[i] == '<') {
      const size_t end = html.find('>', i);
      if (end == std::string_view::npos) break;
      const std::string_view tag = html.substr(i + 1, end - i - 1);
      if (tag.starts_with("p") || tag.starts_with("li") || tag.starts_with("h") ||
          tag.starts_with("br") || tag.starts_with("tr"))
        text += text.ends_with("\n") ? "" : "\n";
      i = end;
    } else if (std::isspace(static_cast<unsigned char>(html[i]))) {
      if (!text.empty() && text.back() != ' ' && text.back() != '\n') text += ' ';
    } else {
      text += html[i];
    }
  }
  const size_t begin = text.find_first_not_of(" \n");
  return begin == std::string::npos ? std::string() : text.substr(begin);
}

std::string documentationOf(Resolver& resolver, const ast::ClassDef& def) {
  if (!def.comment.annotation) return {};
  const Interner& names = resolver.sema().names();
  const ast::Argument* documentation =
      findArgument(def.comment.annotation->arguments, names, "Documentation");
  const ast::Argument* info =
      documentation ? findArgument(documentation->modification, names, "info") : nullptr;
  const ast::Expr* value = info && info->modification ? info->modification->binding : nullptr;
  const auto* text = value ? value->dynAs<ast::StringExpr>() : nullptr;
  if (!text) return {};
  std::string plain = plainText(text->value);
  if (plain.size() > kLongestDocumentation) {
    size_t end = kLongestDocumentation;
    while (end > 0 && (static_cast<unsigned char>(plain[end]) & 0xC0) == 0x80) --end;
    plain = plain.substr(0, end) + " …";
  }
  return plain;
}

}  // namespace

std::string signatureOf(Resolver& resolver, const Declared& declared) {
  if (!declared) return {};
  Sema& sema = resolver.sema();
  if (!declared.isComponent()) {
    const ast::ClassDef* def = resolver.defOf(declared.instance);
    if (!def) return std::string(sema.text(declared.instance->name));
    return fmt::format("{}{} {}", def->partial ? "partial " : "", kindText(def->classKind),
                       sema.className(declared.instance));
  }
  const ast::ComponentDecl& decl = *declared.instance->decl;
  Instance* type = resolver.classOf(declared);
  const std::string typeText = type ? sema.className(type) : print(decl.type, sema.names());
  std::string text = prefixesOf(decl) + typeText + " " + std::string(sema.text(decl.name)) +
                     sizesOf(resolver, decl);
  if (decl.modification && decl.modification->binding) {
    const std::string value = print(*decl.modification->binding, sema.names());
    if (value.size() <= kLongestValue) text += " = " + value;
  }
  return text;
}

std::string descriptionOf(Resolver& resolver, const Declared& declared) {
  if (!declared) return {};
  if (declared.isComponent()) return std::string(formola::descriptionOf(*declared.instance->decl));
  const ast::ClassDef* def = resolver.defOf(declared.instance);
  return def ? std::string(def->comment.text) : std::string();
}

std::string hoverText(Resolver& resolver, const Declared& declared) {
  if (!declared) return {};
  std::string text = "```modelica\n" + signatureOf(resolver, declared) + "\n```";
  const std::string description = descriptionOf(resolver, declared);
  if (!description.empty()) text += "\n\n" + description;
  const std::string unit = resolver.unitOf(declared);
  if (!unit.empty()) text += fmt::format("\n\nUnit: `{}`", unit);
  if (!declared.isComponent()) {
    const ast::ClassDef* def = resolver.defOf(declared.instance);
    const std::string documentation = def ? documentationOf(resolver, *def) : std::string();
    if (!documentation.empty()) text += "\n\n" + documentation;
  }
  return text;
}

Signature signatureOfFunction(Resolver& resolver, Instance* function) {
  Signature signature;
  if (!function) return signature;
  const Declared declared{function};
  signature.description = descriptionOf(resolver, declared);
  std::string inside;
  for (const Resolver::Element& element : resolver.elements(function)) {
    if (!element.declared.isComponent() || element.isProtected) continue;
    const ast::ComponentDecl& decl = *element.declared.instance->decl;
    const bool isFunction =
        resolver.defOf(function) && resolver.defOf(function)->classKind != ast::ClassKind::Record;
    if (isFunction && decl.causality != ast::Causality::Input) continue;
    Parameter parameter;
    parameter.label = element.name;
    parameter.description = signatureOf(resolver, element.declared);
    const std::string text = descriptionOf(resolver, element.declared);
    if (!text.empty()) parameter.description += " — " + text;
    inside += (inside.empty() ? "" : ", ") + parameter.label;
    signature.parameters.push_back(std::move(parameter));
  }
  signature.label = resolver.sema().className(function) + "(" + inside + ")";
  return signature;
}

}  // namespace formola::lsp
