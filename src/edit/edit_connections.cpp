// Connections and their lines.
#include <fmt/format.h>

#include "edit/edit_places.h"
#include "edit/walk.h"

namespace formola::edit {

using namespace ast;

namespace {

// A reference without its blanks and comments.
std::string plain(std::string_view text) {
  const TokenList tokens(text);
  std::string out;
  for (size_t i = 0; i < tokens.size(); ++i) out += tokens.text(i);
  return out;
}

const ConnectEquation* findConnection(const Document& document, const ClassDef& def,
                                      std::string_view a, std::string_view b) {
  const std::string first = plain(a), second = plain(b);
  const ConnectEquation* found = nullptr;
  for (const EquationSection& section : def.equations)
    forEachEquation(section.equations, [&](const Equation& equation) {
      if (equation.kind != EquationKind::Connect || found) return;
      const auto& connection = equation.as<ConnectEquation>();
      const std::string left = plain(document.text(connection.left.range));
      const std::string right = plain(document.text(connection.right.range));
      if ((left == first && right == second) || (left == second && right == first))
        found = &connection;
    });
  return found;
}

}  // namespace

namespace {

std::string lineText(const std::vector<Point>& points, const std::optional<Color>& color) {
  std::string text = " annotation (Line(points=" + pointsText(points);
  if (color) text += fmt::format(", color={{{},{},{}}}", (*color)[0], (*color)[1], (*color)[2]);
  return text + "))";
}

// As the last one of the last equation section; a new section where there is none.
TextEdit equationAtEnd(const Document& document, const ClassDef& def, const std::string& text) {
  const std::string indent = bodyIndent(document, def);
  for (size_t i = def.equations.size(); i-- > 0;) {
    const EquationSection& section = def.equations[i];
    if (section.initial) continue;
    const uint32_t end = section.range.end;
    std::string own = indent;
    if (!section.equations.empty()) {
      const uint32_t last = section.equations.back()->range.begin;
      if (document.indentAt(last).size() == last - document.lineBegin(last))
        own = document.indentAt(last);
    }
    return lineBehind(document, end, own, text);
  }
  // a new section, before the annotation or the end of the class
  const uint32_t before = def.comment.annotation ? def.comment.annotation->range.begin
                                                 : document.tokens()[endToken(document, def)].begin;
  const std::string head(document.indentAt(def.range.begin));
  return lineBefore(document, before,
                    head + "equation" + std::string(document.lineEnd()) + indent + text);
}

}  // namespace

Outcome connect(const Document& document, std::string_view classPath, std::string_view a,
                std::string_view b, const std::vector<Point>& points,
                const std::optional<Color>& color) {
  const Target target = targetClass(document, classPath);
  if (!target.problem.empty()) return Outcome::failed(target.problem);
  for (std::string_view side : {a, b})
    if (!isReference(side)) return Outcome::failed(fmt::format("'{}' is no connector", side));
  const ClassDef& def = *target.def;
  if (findConnection(document, def, a, b))
    return Outcome::failed(fmt::format("'{}' and '{}' are connected already", a, b));
  std::string text = fmt::format("connect({}, {})", a, b);
  if (!points.empty()) text += lineText(points, color);
  return finished({equationAtEnd(document, def, text + ";")});
}

Outcome pin(const Document& document, std::string_view classPath, std::string_view variable) {
  const Target target = targetClass(document, classPath);
  if (!target.problem.empty()) return Outcome::failed(target.problem);
  std::string_view name = variable;
  if (name.starts_with("der(") && name.ends_with(")")) name = name.substr(4, name.size() - 5);
  if (!isReference(name)) return Outcome::failed(fmt::format("'{}' is no variable", variable));
  return finished({equationAtEnd(document, *target.def, fmt::format("residue({});", variable))});
}

Outcome disconnect(const Document& document, std::string_view classPath, std::string_view a,
                   std::string_view b) {
  const Target target = targetClass(document, classPath);
  if (!target.problem.empty()) return Outcome::failed(target.problem);
  const ConnectEquation* found = findConnection(document, *target.def, a, b);
  if (!found) return Outcome::failed(fmt::format("'{}' and '{}' are not connected", a, b));
  return finished({removeItem(document, found->range.begin, found->range.end)});
}

Outcome setLinePoints(const Document& document, std::string_view classPath, std::string_view a,
                      std::string_view b, const std::vector<Point>& points,
                      const std::optional<Color>& color) {
  const Target target = targetClass(document, classPath);
  if (!target.problem.empty()) return Outcome::failed(target.problem);
  const ConnectEquation* found = findConnection(document, *target.def, a, b);
  if (!found) return Outcome::failed(fmt::format("'{}' and '{}' are not connected", a, b));
  if (points.size() < 2) return Outcome::failed("a line has two points at least");
  Patch patch;
  if (const Annotation* annotation = found->comment.annotation) {
    setArguments(document, {annotation->arguments, annotation->arguments->range.begin},
                 {{{"Line", "points"}, pointsText(points)}}, patch);
  } else {
    patch.push_back({found->range.end, found->range.end, lineText(points, color)});
  }
  return finished(std::move(patch));
}

}  // namespace formola::edit
