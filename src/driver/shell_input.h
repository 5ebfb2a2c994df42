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
  // A candidate of completion that stands for the names of files.
  static constexpr const char* kFiles = "\n";

  virtual ~ShellInput() = default;
  virtual std::optional<std::string> line(const char* prompt) = 0;
  // Commands are shown again in the output of scripts.
  virtual bool echoes() const = 0;
};

// The candidates for the word that follows this text.
using CompletionWords = std::function<std::vector<std::string>(const std::string& before)>;

// A terminal with line editing, history and completion (libedit). Ctrl-C gives a line up, the end
// of file ends the input.
std::unique_ptr<ShellInput> terminalInput(CompletionWords words);
// A file, or standard input for "". Null if the file cannot be read.
std::unique_ptr<ShellInput> scriptInput(const std::string& path);

}  // namespace formola
