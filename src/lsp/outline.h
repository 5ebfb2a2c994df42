// What a file looks like without looking anything up: symbols, folds, colours.
#pragma once

#include <string>
#include <vector>

#include "edit/document.h"

namespace formola::lsp {

// Numbers of the protocol.
enum class SymbolKind : int {
  Package = 4,
  Class = 5,
  Function = 12,
  Variable = 13,
  Constant = 14,
  Enum = 10,
  EnumMember = 22,
  Struct = 23,
  Interface = 11,
};

struct OutlineSymbol {
  std::string name, detail;
  SymbolKind kind;
  SourceRange range, nameRange;
  std::vector<OutlineSymbol> children;
};
std::vector<OutlineSymbol> outline(const edit::Document& document);

struct Fold {
  uint32_t begin, end;
  bool comment = false;
};
// Classes, sections, blocks, annotations and comments of several lines.
std::vector<Fold> folds(const edit::Document& document);

// The kinds that the server announces, in this order.
enum class TokenColour : uint8_t {
  Keyword,
  Comment,
  String,
  Number,
  Operator,
  Type,
  Class,
  Function,
  Namespace,
  Parameter,
  Variable,
  Property,
};
inline constexpr const char* kColourNames[] = {"keyword",   "comment",   "string",   "number",
                                               "operator",  "type",      "class",    "function",
                                               "namespace", "parameter", "variable", "property"};
struct Coloured {
  uint32_t begin, end;
  TokenColour colour;
  bool declaration = false;
};
// Ascending; tokens and comments of several lines are given as a whole.
std::vector<Coloured> colours(const edit::Document& document);

}  // namespace formola::lsp
