// Changes in lists of modifiers, which annotations are too: set, change, remove an argument.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "edit/document.h"
#include "edit/patch.h"

namespace formola::edit {

// A place that has, or may get, modifiers: "x[3]" in "Real x[3](start = 1) = 2".
struct Modified {
  const ast::Modification* modification = nullptr;  // may be null
  uint32_t end = 0;                                 // behind the name, where modifiers would stand
};

using Path = std::vector<std::string>;
Path splitPath(std::string_view dotted);

// Of a value for an array of components: for each of them, or with an element for each.
enum class Each : uint8_t { AsWritten, Yes, No };

struct Setting {
  Path path;          // {}: the value itself; {"start"}: (start = ...); {"a", "b"}: (a(b = ...))
  std::string value;  // an expression
  Each each = Each::AsWritten;
};

// Each setting is given its value, in the argument that has its path or in a new one at the end of
// the innermost list on the way to it. Existing text is not touched but for the values and what the
// setting says of `each`. A binding "= break" becomes the value.
void setArguments(const Document& document, const Modified& place,
                  const std::vector<Setting>& settings, Patch& patch);

// Removes the value at the path; arguments and parentheses that become empty go too. False: there
// is none.
bool removeArgument(const Document& document, const Modified& place, const Path& path,
                    Patch& patch);

// The redeclaration of an element in a list of modifiers; null: none.
const ast::Argument* findRedeclaration(const Document& document, const ast::Modification* list,
                                       std::string_view element);
// Puts `text`, "redeclare model M = A", in the place of the redeclaration of that element, or adds
// it; "" removes it. False: there is none to remove.
bool setRedeclaration(const Document& document, const Modified& place, std::string_view element,
                      const std::string& text, Patch& patch);

// The argument with exactly this path; null: none.
const ast::Argument* findArgumentAt(const Document& document, const ast::Modification* list,
                                    const Path& path);

// "=" or " = ", as the list has it.
std::string_view equalsOf(const Document& document, const ast::Modification* list);

// The token that closes the bracket at token `open`.
size_t closingBracket(const TokenList& tokens, size_t open);

}  // namespace formola::edit
