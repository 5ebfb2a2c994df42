// Text of expressions and of the flat DAE as flat Modelica.
#pragma once

#include <functional>
#include <string>

#include "dae/dae.h"

namespace formola {

// Names for the leaves that a pool alone does not know.
struct PrintContext {
  const ExprPool& pool;
  const Dae* dae = nullptr;            // names of variables and functions
  const Function* function = nullptr;  // names of locals
};

std::string print(ExprId expr, const PrintContext& context);
// Without the semicolon at the end; what has a body is written on several lines.
std::string print(const Equation& equation, const PrintContext& context);
std::string print(const Statement& statement, const PrintContext& context);
std::string print(const Function& function, const Dae& dae);
// The whole model as flat Modelica: functions, then the class with variables, initial equations,
// equations, algorithms.
std::string print(const Dae& dae);

}  // namespace formola
