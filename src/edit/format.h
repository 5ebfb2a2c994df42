// A layout of Modelica text that keeps its tokens, its comments and its line breaks.
#pragma once

#include <string>

#include "edit/document.h"

namespace formola::edit {

struct FormatOptions {
  int indent = 2;         // blanks for each level
  int maxBlankLines = 1;  // in a row
};

// Purpose:    the text with one indentation and one spacing: levels of classes, equations and
//             brackets, blanks around operators on both sides or on none as the author chose, no
//             blanks at the ends of lines, lines ended as the first one is.
// Requires:   a document without syntax errors.
// Ensures:    the same tokens and comments in the same order (blanks at the end of a line comment
//             aside); formatting the result again changes nothing.
// Complexity: linear in the text.
std::string format(const Document& document, const FormatOptions& options = {});

// Whether both texts have the same tokens and comments in the same order.
bool sameTokensAndComments(std::string_view a, std::string_view b);

}  // namespace formola::edit
