#include "syntax/printer.h"
namespace formola {
std::string print(const ast::StoredDefinition&, const Interner&) { return {}; }
bool equal(const ast::StoredDefinition&, const ast::StoredDefinition&) { return false; }
}  // namespace formola
