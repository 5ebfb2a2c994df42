// Syntax tree -> Modelica source text that parses to an equal tree.
#pragma once

#include <string>

#include "support/interner.h"
#include "syntax/ast.h"

namespace formola {

// Requires a tree without MissingExpr (except in tuples) for text that parses again. The text has
// no more parentheses than needed. Chains such as a + b + c ... may have any length; other nesting
// is what the parser allows.
std::string print(const ast::StoredDefinition& file, const Interner& names);
std::string print(const ast::ClassDef& classDef, const Interner& names);
std::string print(const ast::Expr& expr, const Interner& names);
std::string print(const ast::Name& name, const Interner& names);
std::string print(const ast::Modification& modification, const Interner& names);
std::string print(const ast::Argument& argument, const Interner& names);
std::string print(const ast::Equation& equation, const Interner& names);
std::string print(const ast::Statement& statement, const Interner& names);

// A Real literal: the shortest text that gives the same value, always with '.' or an exponent.
std::string printReal(double value);
// A string literal with its quotes and escapes.
std::string printString(std::string_view text);

// Structural equality, ignoring source ranges (property: parse(print(t)) equals t). Both trees must
// use one Interner.
bool equal(const ast::StoredDefinition& a, const ast::StoredDefinition& b);
bool equal(const ast::ClassDef& a, const ast::ClassDef& b);
bool equal(const ast::Expr& a, const ast::Expr& b);
// The same, whatever their descriptions and annotations are.
bool equalButComments(const ast::ClassDef& a, const ast::ClassDef& b);

}  // namespace formola
