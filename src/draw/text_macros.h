// %name, %class and %par in texts of annotations (spec 18.6.5.5).
#pragma once

#include <string>

namespace formola {
class Sema;
struct Instance;
}  // namespace formola

namespace formola::draw {

struct MacroNames {
  std::string name;       // for %name
  std::string className;  // for %class: the last part of the name
};

// Purpose:  the text with its macros replaced for the component `instance` (or the class drawn).
// Requires: muted diagnostics.
// Ensures:  %par is the value with its display unit where it is a literal, the last part of the
//           name of an enumeration's literal, else the expression as it is written; the name of the
//           parameter if it has no value. What is no parameter stays as it is.
std::string expandMacros(const std::string& text, const MacroNames& names, Instance* instance,
                         Sema& sema);

}  // namespace formola::draw
