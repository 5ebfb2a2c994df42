// Syntax tree -> Modelica source text that parses to an equal tree.
#pragma once

#include <string>

#include "support/interner.h"
#include "syntax/ast.h"

namespace formola {

std::string print(const ast::StoredDefinition& file, const Interner& names);
std::string print(const ast::ClassDef& classDef, const Interner& names);
std::string print(const ast::Expr& expr, const Interner& names);
std::string print(const ast::Name& name, const Interner& names);
std::string print(const ast::Equation& equation, const Interner& names);

// Structural equality, ignoring source ranges (property: parse(print(t)) equals t).
bool equal(const ast::StoredDefinition& a, const ast::StoredDefinition& b);

}  // namespace formola
