#include "syntax/annotation.h"

#include "syntax/printer.h"

namespace formola {

namespace {

const ast::Expr* valueOf(const ast::Argument* argument) {
  return argument && argument->modification ? argument->modification->binding : nullptr;
}

}  // namespace

const ast::Argument* findArgument(const ast::Modification* modification, const Interner& names,
                                  std::string_view name) {
  if (!modification) return nullptr;
  for (const ast::Argument* argument : modification->arguments) {
    if (argument->kind == ast::ArgumentKind::Modify && argument->name.parts.size() == 1 &&
        names.text(argument->name.parts[0].name) == name) {
      return argument;
    }
  }
  return nullptr;
}

std::optional<bool> booleanArgument(const ast::Modification* modification, const Interner& names,
                                    std::string_view name) {
  const ast::Expr* value = valueOf(findArgument(modification, names, name));
  const auto* literal = value ? value->dynAs<ast::BooleanExpr>() : nullptr;
  return literal ? std::optional(literal->value) : std::nullopt;
}

std::optional<int64_t> integerArgument(const ast::Modification* modification, const Interner& names,
                                       std::string_view name) {
  const ast::Expr* value = valueOf(findArgument(modification, names, name));
  const auto* literal = value ? value->dynAs<ast::IntegerExpr>() : nullptr;
  return literal ? std::optional(literal->value) : std::nullopt;
}

void appendStrings(const ast::Modification* modification, const Interner& names,
                   std::string_view name, std::vector<std::string>& to) {
  const ast::Expr* value = valueOf(findArgument(modification, names, name));
  if (!value) return;
  if (const auto* s = value->dynAs<ast::StringExpr>()) to.emplace_back(s->value);
  if (const auto* array = value->dynAs<ast::ArrayExpr>()) {
    for (const ast::Expr* e : array->elements) {
      if (const auto* s = e->dynAs<ast::StringExpr>()) to.emplace_back(s->value);
    }
  }
}

std::string vendorArguments(const ast::Modification* modification, const Interner& names) {
  std::string text;
  if (!modification) return text;
  for (const ast::Argument* argument : modification->arguments) {
    if (argument->kind != ast::ArgumentKind::Modify || argument->name.parts.empty() ||
        !names.text(argument->name.parts[0].name).starts_with("__")) {
      continue;
    }
    if (!text.empty()) text += ", ";
    text += print(*argument, names);
  }
  return text;
}

}  // namespace formola
