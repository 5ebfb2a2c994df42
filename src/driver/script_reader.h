// Scripts (.mos) as trees of statements and expressions.
#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "driver/script_value.h"

namespace formola::script {

struct Expression {
  enum class Kind : uint8_t { Literal, Name, Array, Range, Operation, Call, Index, Tuple };
  Kind kind = Kind::Literal;
  int line = 0;
  Value literal;
  std::string name;  // of the variable, the operator or the function
  std::vector<Expression> operands;
  std::vector<std::string> argumentNames;  // of a call, "": by place
};

struct Statement {
  enum class Kind : uint8_t { Evaluate, Assign, For, While, If };
  Kind kind = Kind::Evaluate;
  int line = 0;
  std::vector<std::string> targets;  // of an assignment; "": not kept. Of `for` its variable
  Expression expression;             // or condition, or range
  std::vector<Statement> body;
  std::vector<Statement> otherwise;  // of `if`
};

// What is wrong, and in which line.
struct ScriptError : std::runtime_error {
  ScriptError(int where, const std::string& what) : std::runtime_error(what), line(where) {}
  int line;
};

// Purpose:  the statements of a script. They end with a semicolon or, where brackets are closed, at
//           the end of a line.
// Throws:   ScriptError.
std::vector<Statement> readScript(const std::string& text);

}  // namespace formola::script
