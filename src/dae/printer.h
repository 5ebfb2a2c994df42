// Text of expressions and of the flat DAE as flat Modelica.
#pragma once

#include <functional>
#include <string>

#include "dae/dae.h"

namespace formola {

class StandaloneNames;  // dae/standalone_names.h

// Names for the leaves that a pool alone does not know.
struct PrintContext {
  const ExprPool& pool;
  const Dae* dae = nullptr;            // names of variables and functions
  const Function* function = nullptr;  // names of locals
  StandaloneNames* names = nullptr;    // of a text that stands alone
};

std::string print(ExprId expr, const PrintContext& context);
// Without the semicolon at the end; what has a body is written on several lines.
std::string print(const Equation& equation, const PrintContext& context);
std::string print(const Statement& statement, const PrintContext& context);
std::string print(const Function& function, const Dae& dae);
// The whole model as flat Modelica: functions, then the class with variables, initial equations,
// equations, algorithms.
std::string print(const Dae& dae);
// The same as a text that Modelica tools read: every name is one identifier ('a.b[2].x'), and
// records, enumerations and classes of external objects are defined in it. `names` tells afterwards
// what cannot be said so.
std::string printStandalone(const Dae& dae, StandaloneNames& names);

}  // namespace formola
