// Lists of methods as messages give them.
#pragma once

#include <initializer_list>
#include <string>

#include "solver/method.h"

namespace formola::solver {

// "inline:radau3, inline:radau5 and inline:lobatto4": all methods of these families.
std::string methodsOf(std::initializer_list<MethodFamily> families);

}  // namespace formola::solver
