// Where the shell's lines come from.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace formola {

class ShellInput {
 public:
  virtual ~ShellInput() = default;
  virtual std::optional<std::string> line(const char* prompt) = 0;
  // Commands are shown again in the output of scripts.
  virtual bool echoes() const = 0;
};

// A terminal with line editing, history and completion (libedit); `words` are the candidates.
std::unique_ptr<ShellInput> terminalInput(std::function<std::vector<std::string>()> words);
// A file, or standard input for "". Null if the file cannot be read.
std::unique_ptr<ShellInput> scriptInput(const std::string& path);

}  // namespace formola
