// How deep each item of a text stands: classes, declarations, sections, equations, statements.
#pragma once

#include <vector>

#include "edit/document.h"

namespace formola::edit {

struct Item {
  size_t token;         // its first one
  int level;            // 0: of a class at the top
  bool closes = false;  // "end", "else": comments above it belong to what it closes
};

// The items of a document without syntax errors, ascending by their token. Linear.
std::vector<Item> itemsOf(const Document& document);

}  // namespace formola::edit
