// The printer; internal to this layer. print_expr.cpp has expressions and modifications,
// print_class.cpp classes, equations and statements.
#pragma once

#include <string>

#include "syntax/printer.h"

namespace formola::syntax {

class Printer {
 public:
  explicit Printer(const Interner& names) : names_(names) {}

  void file(const ast::StoredDefinition& file);
  void classDef(const ast::ClassDef& def);
  void equation(const ast::Equation& equation);
  void statement(const ast::Statement& statement);

  void name(const ast::Name& name);
  void modification(const ast::Modification* modification);
  void argument(const ast::Argument& argument);
  // How loosely an expression may bind without parentheses (see precedenceOf).
  void expr(const ast::Expr& expr, int minPrecedence = 0);
  void symbol(Symbol symbol) { out_ += symbol ? names_.text(symbol) : std::string_view(); }

  std::string take() { return std::move(out_); }

 private:
  void bare(const ast::Expr& expr);  // without parentheses around it
  void binary(const ast::BinaryExpr& expr);
  void ifExpr(const ast::IfExpr& expr);
  void matrix(const ast::MatrixExpr& expr);
  void list(std::span<const ast::Expr* const> items);
  void subscripts(std::span<const ast::Expr* const> items);
  void call(const ast::CallExpr& call);
  void namedArguments(std::span<const ast::NamedArgument> named, bool first);
  void iterators(std::span<const ast::ForIterator> items);

  void annotation(const ast::Annotation* annotation);
  void stringComment(std::string_view text);
  void comment(const ast::Comment& comment);
  void constrainedBy(const ast::ConstrainedBy* clause);

  void elementPrefixes(const ast::ElementPrefixes& prefixes);
  void classHead(const ast::ClassDef& def);
  void shortClass(const ast::ClassDef& def);
  void composition(const ast::ClassDef& def);
  void element(const ast::Element& element);
  void import(const ast::Import& import);
  void component(const ast::ComponentDecl& component);
  void external(const ast::External& external);
  void equations(std::span<const ast::Equation* const> items);
  void statements(std::span<const ast::Statement* const> items);
  void bareEquation(const ast::Equation& equation);
  void bareStatement(const ast::Statement& statement);
  template <typename Branch, typename Body>
  void branches(std::span<const Branch> items, std::string_view keyword, Body body);

  void line() {  // a new line at the current indentation
    out_ += '\n';
    out_.append(2 * static_cast<size_t>(indent_), ' ');
  }

  const Interner& names_;
  std::string out_;
  int indent_ = 0;
};

}  // namespace formola::syntax
