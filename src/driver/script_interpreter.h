// Runs the statements of a script; commands about models are somebody else's.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "driver/script_reader.h"

namespace formola::script {

// A call with its arguments evaluated.
struct Call {
  std::string name;
  int line = 0;
  std::vector<Value> values;
  std::vector<std::string> names;  // of the arguments, "": by place
};

// The arguments of a call by the names of its parameters.
class Arguments {
 public:
  // Throws ScriptError: too many, or one of another name. "*" as the last: others are accepted.
  Arguments(const Call& call, const std::vector<std::string>& parameters);
  const Value* find(const std::string& name) const;
  std::string text(const std::string& name, const std::string& otherwise = {}) const;
  std::optional<double> number(const std::string& name) const;
  bool flag(const std::string& name, bool otherwise) const;
  // A text, or an array of texts.
  std::vector<std::string> texts(const std::string& name) const;

 private:
  [[noreturn]] void wrong(const std::string& name, const char* wanted, const Value& value) const;
  const Call& call_;
  std::map<std::string, const Value*> values_;
};

class Interpreter {
 public:
  // Commands return nothing where there is none of that name.
  using Commands = std::function<std::optional<Value>(const Call&)>;
  // Assignments to settings of other tools (Advanced.X := ...); true: that was one.
  using Setting = std::function<bool(const std::string& name, int line)>;
  using Print = std::function<void(const std::string&)>;

  Interpreter(Commands commands, Setting setting, Print print)
      : commands_(std::move(commands)), setting_(std::move(setting)), print_(std::move(print)) {}

  // Throws ScriptError.
  void run(const std::vector<Statement>& statements);
  void echo(bool on) { echo_ = on; }
  bool echoes() const { return echo_; }
  void end() { ended_ = true; }
  bool ended() const { return ended_; }
  void clear() { variables_.clear(); }

 private:
  void run(const Statement& statement);
  void assign(const Statement& statement);
  Value evaluate(const Expression& expression);
  Value call(const Expression& expression);
  Value operation(const Expression& expression);
  Value binary(int line, const std::string& sign, const Value& a, const Value& b) const;
  Value index(const Expression& expression);
  Value range(const Expression& expression);
  bool condition(const Expression& expression);

  Commands commands_;
  Setting setting_;
  Print print_;
  std::map<std::string, Value> variables_;
  bool echo_ = true, ended_ = false;
};

}  // namespace formola::script
