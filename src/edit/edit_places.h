// Places in the text of a class where edits put something, and what they remove; internal to edits.
#pragma once

#include <string>
#include <string_view>

#include "edit/edits.h"

namespace formola::edit {

struct Target {
  const ast::ClassDef* def = nullptr;
  const ast::ComponentDecl* component = nullptr;
  std::string problem;  // "": found
};
Target targetClass(const Document& document, std::string_view classPath);
Target targetComponent(const Document& document, std::string_view classPath, std::string_view name);

// Whether the text is an expression, a name such as a.b[2].c, a class definition.
bool isExpression(std::string_view text);
bool isReference(std::string_view text);
bool isIdentifier(std::string_view text);

// The modifiers of a component: behind its name and dimensions.
Modified modifiedOf(const Document& document, const ast::ComponentDecl& component);

// The description of a component or class: where it stands, or would (an empty range).
SourceRange descriptionOf(const Document& document, const ast::ComponentDecl& component);
SourceRange descriptionOf(const Document& document, const ast::ClassDef& def);

// The token "end" of a class that has a body.
size_t endToken(const Document& document, const ast::ClassDef& def);
// The indentation of what stands in the body of a class.
std::string bodyIndent(const Document& document, const ast::ClassDef& def);
// A line with `text` before the line of `offset`, or behind the item that ends at `offset`.
TextEdit lineBefore(const Document& document, uint32_t offset, std::string_view text);
TextEdit lineBehind(const Document& document, uint32_t offset, std::string_view indent,
                    std::string_view text);
// An item with its ';', and its lines where nothing else stands on them but a comment behind it.
TextEdit removeItem(const Document& document, uint32_t begin, uint32_t end);

// Sets arguments of annotation(...), which is made if there is none.
void setAnnotation(const Document& document, const ast::ComponentDecl& component,
                   const std::vector<Setting>& settings, Patch& patch);
void setAnnotation(const Document& document, const ast::ClassDef& def,
                   const std::vector<Setting>& settings, Patch& patch);

// A number as short as it can be written, without -0.
std::string numberText(double value);
std::string pointText(const Point& point);
std::string pointsText(const std::vector<Point>& points);
// The value of a literal with its sign.
std::optional<double> literal(const ast::Expr* expr);
std::optional<Point> pointOf(const ast::Expr* expr);

// The patch arranged; a program error if parts of it overlap.
Outcome finished(Patch patch);

}  // namespace formola::edit
