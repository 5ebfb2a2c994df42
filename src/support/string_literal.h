// Texts and names as they are written in Modelica (specification 2.3.1, 2.4.5).
#pragma once

#include <string>
#include <string_view>

namespace formola {

// What becomes of line ends (of any system) and tabs in a string literal: escapes, or they stay as
// they are, which suits long texts such as documentation.
enum class Layout : bool { Escaped, Kept };

// A string literal with its quotes.
std::string stringLiteral(std::string_view text, Layout layout = Layout::Escaped);
// A quoted identifier: 'a.b'.
std::string quotedIdentifier(std::string_view name);

}  // namespace formola
