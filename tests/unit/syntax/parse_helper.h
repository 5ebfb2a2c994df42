// Parses snippets for the tests of this folder.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "diag/diag.h"
#include "syntax/parser.h"
#include "syntax/printer.h"

namespace formola {

struct Parsed {
  SourceManager sources;
  Diagnostics diagnostics{sources};
  Interner names;
  Arena arena;
  const ast::StoredDefinition* file = nullptr;
  const ast::Expr* expr = nullptr;

  // "Code@line" of each diagnostic, in order, joined by blanks
  std::string codes() const {
    std::string out;
    for (const Diagnostic& item : diagnostics.all()) {
      if (!out.empty()) out += ' ';
      out += codeName(item.code);
      out += '@';
      out += std::to_string(sources.lineColumn(item.range.file, item.range.begin).line);
    }
    return out;
  }
  std::string text() const { return renderText(diagnostics, {}); }
};

inline std::unique_ptr<Parsed> parseText(std::string text) {
  auto parsed = std::make_unique<Parsed>();
  FileId file = parsed->sources.add("test.mo", std::move(text));
  parsed->file =
      parseFile(file, parsed->sources, parsed->names, parsed->arena, parsed->diagnostics);
  return parsed;
}

inline std::unique_ptr<Parsed> parseExpr(std::string text) {
  auto parsed = std::make_unique<Parsed>();
  FileId file = parsed->sources.add("expression", std::move(text));
  parsed->expr =
      parseExpression(file, parsed->sources, parsed->names, parsed->arena, parsed->diagnostics);
  return parsed;
}

// The shape of an expression with every operation in parentheses: "(a + (b * c))".
inline std::string shape(const ast::Expr& expr, const Interner& names) {
  using namespace ast;
  if (const auto* binary = expr.dynAs<BinaryExpr>()) {
    static constexpr const char* kOps[] = {"+",  "-",   "*",  "/", "^",  ".+", ".-", ".*", "./",
                                           ".^", "and", "or", "<", "<=", ">",  ">=", "==", "<>"};
    return "(" + shape(*binary->left, names) + " " + kOps[static_cast<int>(binary->op)] + " " +
           shape(*binary->right, names) + ")";
  }
  if (const auto* unary = expr.dynAs<UnaryExpr>()) {
    static constexpr const char* kOps[] = {"+", "-", ".+", ".-", "not "};
    return std::string("(") + kOps[static_cast<int>(unary->op)] + shape(*unary->operand, names) +
           ")";
  }
  if (const auto* range = expr.dynAs<RangeExpr>()) {
    return "(" + shape(*range->start, names) + " : " +
           (range->step ? shape(*range->step, names) + " : " : "") + shape(*range->stop, names) +
           ")";
  }
  if (const auto* choice = expr.dynAs<IfExpr>()) {
    std::string out = "(";
    for (const IfBranch& branch : choice->branches) {
      out += "if " + shape(*branch.condition, names) + " then " + shape(*branch.value, names) + " ";
    }
    return out + "else " + shape(*choice->otherwise, names) + ")";
  }
  return print(expr, names);
}

}  // namespace formola
