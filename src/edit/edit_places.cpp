#include "edit/edit_places.h"

#include <fmt/format.h>

#include <cmath>

#include "support/assert.h"
#include "syntax/component_comment.h"
#include "syntax/parser.h"

namespace formola::edit {

using namespace ast;
using syntax::Tok;

// ---------------------------------------------------------------- targets

const ClassDef* findClass(const Document& document, std::string_view path) {
  Path parts = splitPath(path);
  auto find = [&](size_t from) -> const ClassDef* {
    const ClassDef* found = nullptr;
    for (size_t i = from; i < parts.size(); ++i) {
      const ClassDef* next = nullptr;
      if (i == from) {
        for (const ClassDef* def : document.tree().classes)
          if (document.nameOf(def->name) == parts[i]) next = def;
      } else {
        for (const Element* element : found->elements)
          if (const auto* def = element->dynAs<ClassDef>();
              def && document.nameOf(def->name) == parts[i])
            next = def;
      }
      if (!next) return nullptr;
      found = next;
    }
    return found;
  };
  if (const ClassDef* found = find(0)) return found;
  const auto within = document.tree().within.parts;
  if (within.empty() || parts.size() <= within.size()) return nullptr;
  for (size_t i = 0; i < within.size(); ++i)
    if (document.nameOf(within[i].name) != parts[i]) return nullptr;
  return find(within.size());
}

const ComponentDecl* findComponent(const Document& document, const ClassDef& def,
                                   std::string_view name) {
  for (const Element* element : def.elements)
    if (const auto* component = element->dynAs<ComponentDecl>();
        component && document.nameOf(component->name) == name)
      return component;
  return nullptr;
}

Target targetClass(const Document& document, std::string_view classPath) {
  Target target;
  target.def = findClass(document, classPath);
  if (!target.def) {
    target.problem = fmt::format("there is no class '{}' in {}", classPath, document.name());
  } else if (target.def->form != ClassForm::Long && target.def->form != ClassForm::Extends) {
    target.problem = fmt::format("class '{}' has no body", classPath);
  } else if (document.hasErrors()) {
    target.problem = fmt::format("{} has syntax errors", document.name());
  }
  return target;
}

Target targetComponent(const Document& document, std::string_view classPath,
                       std::string_view name) {
  Target target = targetClass(document, classPath);
  if (!target.problem.empty()) return target;
  target.component = findComponent(document, *target.def, name);
  if (!target.component) {
    target.problem = fmt::format("class '{}' declares no component '{}' itself", classPath, name);
  }
  return target;
}

// ---------------------------------------------------------------- texts that are given

namespace {

bool parses(const std::string& text) {
  const Document document("<text>", text);
  return !document.hasErrors();
}

}  // namespace

bool isExpression(std::string_view text) {
  SourceManager sources;
  Diagnostics diagnostics(sources);
  Interner names;
  Arena arena;
  const FileId file = sources.add("<text>", std::string(text));
  return parseExpression(file, sources, names, arena, diagnostics) != nullptr &&
         text.find("//") == std::string_view::npos;
}

bool isIdentifier(std::string_view text) {
  const TokenList tokens(text);
  return tokens.size() == 1 && tokens[0].kind == Tok::Identifier && tokens.text(0) == text &&
         parses("model A Real " + std::string(text) + "; end A;");
}

bool isReference(std::string_view text) {
  return parses("model A equation connect(" + std::string(text) + ", b); end A;") &&
         isExpression(text);
}

std::string numberText(double value) {
  return fmt::format("{}", value == 0 ? 0.0 : value);
}

std::string pointText(const Point& point) {
  return "{" + numberText(point.x) + "," + numberText(point.y) + "}";
}

std::string pointsText(const std::vector<Point>& points) {
  std::string text = "{";
  for (const Point& point : points) text += (text.size() > 1 ? "," : "") + pointText(point);
  return text + "}";
}

std::optional<double> literal(const Expr* expr) {
  double sign = 1;
  while (const auto* unary = expr->dynAs<UnaryExpr>()) {
    if (unary->op == UnaryOp::Minus) {
      sign = -sign;
    } else if (unary->op != UnaryOp::Plus) {
      return std::nullopt;
    }
    expr = unary->operand;
  }
  if (const auto* integer = expr->dynAs<IntegerExpr>())
    return sign * static_cast<double>(integer->value);
  if (const auto* real = expr->dynAs<RealExpr>()) return sign * real->value;
  return std::nullopt;
}

std::optional<Point> pointOf(const Expr* expr) {
  const auto* pair = expr ? expr->dynAs<ArrayExpr>() : nullptr;
  if (!pair || pair->elements.size() != 2) return std::nullopt;
  const auto x = literal(pair->elements[0]), y = literal(pair->elements[1]);
  if (!x || !y) return std::nullopt;
  return Point{*x, *y};
}

// ---------------------------------------------------------------- places

Modified modifiedOf(const Document& document, const ComponentDecl& component) {
  const TokenList& tokens = document.tokens();
  const size_t behind = tokens.firstFrom(component.nameRange.end);
  uint32_t end = component.nameRange.end;
  if (behind < tokens.size() && tokens[behind].kind == Tok::LeftBracket)
    end = tokens[closingBracket(tokens, behind)].end;
  return {component.modification, end};
}

namespace {

// The strings "a" + "b" that end at token `last`, from its begin.
uint32_t stringsBefore(const TokenList& tokens, size_t last) {
  while (last >= 2 && tokens[last - 1].kind == Tok::Plus && tokens[last - 2].kind == Tok::String)
    last -= 2;
  return tokens[last].begin;
}

}  // namespace

SourceRange descriptionOf(const Document& document, const ComponentDecl& component) {
  const TokenList& tokens = document.tokens();
  const uint32_t stop = component.comment.annotation ? component.comment.annotation->range.begin
                                                     : component.range.end;
  const size_t last = tokens.firstFrom(stop) - 1;
  const uint32_t end = tokens[last].end;
  const Expr* value = component.condition      ? component.condition
                      : component.modification ? component.modification->binding
                                               : nullptr;
  const bool isValue = value && value->range.end == end;
  if (tokens[last].kind != Tok::String || isValue) return {component.range.file, end, end};
  return {component.range.file, stringsBefore(tokens, last), end};
}

SourceRange descriptionOf(const Document& document, const ClassDef& def) {
  const TokenList& tokens = document.tokens();
  size_t i = tokens.firstFrom(def.nameRange.end);
  if (def.form == ClassForm::Extends && tokens[i].kind == Tok::LeftParen)
    i = closingBracket(tokens, i) + 1;
  const uint32_t before = tokens[i - 1].end;
  if (tokens[i].kind != Tok::String) return {def.range.file, before, before};
  size_t last = i;
  while (last + 2 < tokens.size() && tokens[last + 1].kind == Tok::Plus &&
         tokens[last + 2].kind == Tok::String)
    last += 2;
  return {def.range.file, tokens[i].begin, tokens[last].end};
}

size_t endToken(const Document& document, const ClassDef& def) {
  const TokenList& tokens = document.tokens();
  size_t i = tokens.firstFrom(def.range.end) - 1;
  while (i > 0 && !(tokens[i].kind == Tok::KwEnd && i + 1 < tokens.size() &&
                    tokens[i + 1].kind == Tok::Identifier &&
                    tokens.text(i + 1) == document.text(def.nameRange)))
    --i;
  return i;
}

std::string bodyIndent(const Document& document, const ClassDef& def) {
  for (const Element* element : def.elements) {
    const TokenList& tokens = document.tokens();
    const size_t first = tokens.firstEndingAfter(element->range.begin);
    if (tokens.gap(first).find('\n') != std::string_view::npos)
      return std::string(document.indentAt(element->range.begin));
  }
  return std::string(document.indentAt(def.range.begin)) + "  ";
}

TextEdit lineBefore(const Document& document, uint32_t offset, std::string_view text) {
  const uint32_t begin = document.lineBegin(offset);
  const bool alone = document.indentAt(offset).size() == offset - begin;
  const std::string end(document.lineEnd());
  if (alone) return {begin, begin, std::string(text) + end};
  return {offset, offset, end + std::string(text) + end};
}

TextEdit lineBehind(const Document& document, uint32_t offset, std::string_view indent,
                    std::string_view text) {
  // behind the ';' and what stands on the line after it
  const TokenList& tokens = document.tokens();
  size_t next = tokens.firstFrom(offset);
  if (next < tokens.size() && tokens[next].kind == Tok::Semicolon) offset = tokens[next++].end;
  uint32_t at = offset;
  for (const Trivia& piece : tokens.trivia(next)) {
    if (piece.begin < offset) continue;
    if (piece.kind == TriviaKind::LineEnd) break;
    if (piece.kind != TriviaKind::Blank) at = piece.end;
  }
  return {at, at, std::string(document.lineEnd()) + std::string(indent) + std::string(text)};
}

TextEdit removeItem(const Document& document, uint32_t begin, uint32_t end) {
  const TokenList& tokens = document.tokens();
  size_t next = tokens.firstFrom(end);
  if (next < tokens.size() && tokens[next].kind == Tok::Semicolon) end = tokens[next++].end;
  const uint32_t lineBegin = document.lineBegin(begin);
  const bool startsLine = document.indentAt(begin).size() == begin - lineBegin;
  uint32_t stop = end;
  for (const Trivia& piece : tokens.trivia(next)) {
    if (piece.begin < end) continue;
    if (piece.kind == TriviaKind::LineEnd)
      return {startsLine ? lineBegin : begin, startsLine ? piece.end : stop, ""};
    if (piece.kind == TriviaKind::BlockComment) break;
    stop = piece.end;
  }
  return {begin, end, ""};
}

// ---------------------------------------------------------------- annotations

namespace {

// annotation (a(b=1), c=2) for settings of a new one.
std::string newAnnotation(const std::vector<Setting>& settings) {
  // through a list that grows, so that settings with a common begin share it
  std::string text = "class A = B();";
  for (const Setting& setting : settings) {
    const Document document("<text>", text);
    Patch patch;
    const ClassDef& def = *document.tree().classes[0];
    setArguments(document, {def.modification, def.base.range.end}, {setting}, patch);
    arrange(patch);
    text = applyPatch(text, patch);
  }
  constexpr std::string_view kHead = "class A = B";
  return "annotation " + text.substr(kHead.size(), text.size() - kHead.size() - 1);
}

Modified annotationPlace(const Annotation& annotation) {
  return {annotation.arguments, annotation.arguments->range.begin};
}

}  // namespace

void setAnnotation(const Document& document, const ComponentDecl& component,
                   const std::vector<Setting>& settings, Patch& patch) {
  if (const Annotation* annotation = annotationOf(component)) {
    setArguments(document, annotationPlace(*annotation), settings, patch);
    return;
  }
  const uint32_t at = component.range.end;
  patch.push_back({at, at, " " + newAnnotation(settings)});
}

void setAnnotation(const Document& document, const ClassDef& def,
                   const std::vector<Setting>& settings, Patch& patch) {
  if (def.comment.annotation) {
    setArguments(document, annotationPlace(*def.comment.annotation), settings, patch);
    return;
  }
  const uint32_t end = document.tokens()[endToken(document, def)].begin;
  patch.push_back(
      lineBefore(document, end, bodyIndent(document, def) + newAnnotation(settings) + ";"));
}

Outcome finished(Patch patch) {
  const bool fits = arrange(patch);
  FORMOLA_ASSERT(fits);
  return {std::move(patch), {}};
}

}  // namespace formola::edit
