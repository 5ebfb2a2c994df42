// Obvious simplifications of an expression as text, for rules that ask for it.
#pragma once

#include <string>

namespace formola::upgrade {

// Arithmetic and comparisons of literals, products with 0 and 1, sums with 0, decided conditions.
// What is not simplified stays as it is written; a text that is no expression does too.
std::string simplified(const std::string& expression);

}  // namespace formola::upgrade
