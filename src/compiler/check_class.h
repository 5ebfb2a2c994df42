// What `formola check` looks at, of one class.
#pragma once

#include <string>
#include <vector>

#include "compiler/compilation.h"
#include "syntax/ast.h"

namespace formola {

// The last of the classes, each of which lies in the one before it, can be judged by itself:
// nothing in it waits for a derived class. What partial packages hold may use functions that have
// no body yet.
bool isCheckable(const std::vector<const ast::ClassDef*>& around);

// Names, types and balance of a model, the body of a function. What is found is in the diagnostics
// of the compilation.
void checkClass(Compilation& compilation, const ast::ClassDef& def, const std::string& className);

// The chosen class has connectors, inputs or outer components of its own: others give them values.
// After choose().
bool isPartOfOthers(Compilation& compilation);

}  // namespace formola
