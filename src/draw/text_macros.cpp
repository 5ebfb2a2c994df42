#include "draw/text_macros.h"

#include <fmt/format.h>

#include <optional>
#include <vector>

#include "draw/units.h"
#include "sema/sema.h"

namespace formola::draw {

namespace {

bool isNamePart(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

std::vector<std::string> splitAtDots(const std::string& path) {
  std::vector<std::string> parts(1);
  bool quoted = false;
  for (char c : path) {
    if (c == '\'') quoted = !quoted;
    if (c == '.' && !quoted)
      parts.emplace_back();
    else
      parts.back() += c;
  }
  return parts;
}

// The component behind a.b.c; null: there is none, or a part of the way is an array.
Instance* find(Instance* from, const std::string& path, Sema& sema) {
  for (const std::string& part : splitAtDots(path)) {
    if (!from || part.empty()) return nullptr;
    sema.resolve(from);
    if (from->isArray || !from->layout || from->broken) return nullptr;
    from = sema.member(from, sema.symbol(part));
    if (from && !from->isComponent()) return nullptr;
  }
  return from;
}

std::string attributeText(Instance* component, std::string_view name, Sema& sema) {
  const ExprId value = sema.attribute(component, sema.symbol(name));
  if (!value || sema.pool().kind(value) != ExprKind::String) return {};
  return std::string(sema.pool().stringValue(value));
}

// As it is written, in one line and without the blanks of its author's layout.
std::string sourceText(Instance* component, Sema& sema) {
  const SourceRange place = sema.bindingPlace(component);
  if (!place.valid()) return {};
  std::string text;
  bool blank = false;
  for (const char c : sema.diagnostics().sources().text(place)) {
    if (c == '\n' || c == '\r' || c == '\t' || c == ' ') {
      blank = true;
      continue;
    }
    if (blank && !text.empty()) text += ' ';
    blank = false;
    text += c;
  }
  return text;
}

std::optional<double> literal(ExprId expr, ExprPool& pool) {
  switch (pool.kind(expr)) {
    case ExprKind::Real:
      return pool.realValue(expr);
    case ExprKind::Integer:
      return static_cast<double>(pool.integerValue(expr));
    case ExprKind::Neg:
    case ExprKind::Cast: {
      if (pool.base(expr) != BaseType::Real && pool.base(expr) != BaseType::Integer)
        return std::nullopt;
      const std::optional<double> inner = literal(pool.children(expr)[0], pool);
      if (!inner) return std::nullopt;
      return pool.kind(expr) == ExprKind::Neg ? -*inner : *inner;
    }
    default:
      return std::nullopt;
  }
}

std::string valueText(Instance* parameter, const std::string& path, Sema& sema) {
  sema.resolve(parameter);
  if (parameter->broken || parameter->removed) return path;
  const ExprId value = sema.binding(parameter);
  if (!value) return path;
  ExprPool& pool = sema.pool();
  if (pool.kind(value) == ExprKind::String) return std::string(pool.stringValue(value));
  if (pool.kind(value) == ExprKind::Boolean) return pool.booleanValue(value) ? "true" : "false";
  if (const std::optional<double> number = literal(value, pool)) {
    return withUnit(*number, attributeText(parameter, "unit", sema),
                    attributeText(parameter, "displayUnit", sema));
  }
  std::string text = sourceText(parameter, sema);
  if (text.empty()) return path;
  if (pool.kind(value) == ExprKind::Enum) {
    const size_t dot = text.rfind('.');
    return dot == std::string::npos ? text : text.substr(dot + 1);
  }
  return text;
}

}  // namespace

std::string expandMacros(const std::string& text, const MacroNames& names, Instance* instance,
                         Sema& sema) {
  std::string result;
  size_t at = 0;
  while (at < text.size()) {
    if (text[at] != '%' || at + 1 >= text.size()) {
      result += text[at++];
      continue;
    }
    if (text[at + 1] == '%') {
      result += '%';
      at += 2;
      continue;
    }
    std::string word;
    size_t end = at + 1;
    if (text[end] == '{') {
      const size_t close = text.find('}', end);
      if (close == std::string::npos) {
        result += text[at++];
        continue;
      }
      word = text.substr(end + 1, close - end - 1);
      end = close + 1;
    } else {
      while (end < text.size() && isNamePart(text[end])) word += text[end++];
    }
    if (word == "name") {
      result += names.name;
    } else if (word == "class") {
      result += names.className;
    } else if (Instance* parameter = word.empty() ? nullptr : find(instance, word, sema)) {
      result += valueText(parameter, word, sema);
    } else {
      result += text.substr(at, end - at);
    }
    at = end;
  }
  return result;
}

}  // namespace formola::draw
