// How wide texts are, without a font at hand: the widths of Helvetica and of the many fonts made to
// its measure (Arial, Liberation Sans, Nimbus Sans).
#pragma once

#include <string_view>

namespace formola::draw {

// The height of a line of text of font size 1.
inline constexpr double kLineHeight = 1.15;

// Of a text in UTF-8 of font size 1. Characters beyond ASCII count as a digit.
double textWidth(std::string_view text, bool bold = false);

}  // namespace formola::draw
