// Modelica source text -> syntax tree.
#pragma once

#include <string>

#include "diag/diag.h"
#include "support/arena.h"
#include "support/interner.h"
#include "syntax/ast.h"

namespace formola {

// Parses a whole file. Errors are reported and recovered from (all errors of the file in one run);
// the tree holds what could be understood and is never null. Nesting deeper than kMaxNesting is an
// error, not a crash.
const ast::StoredDefinition* parseFile(FileId file, const SourceManager& sources, Interner& names,
                                       Arena& arena, Diagnostics& diagnostics);

// Parses a single expression (command line `--set`, tests). Null if the text is not an expression.
const ast::Expr* parseExpression(FileId file, const SourceManager& sources, Interner& names,
                                 Arena& arena, Diagnostics& diagnostics);

inline constexpr int kMaxNesting = 1000;

}  // namespace formola
