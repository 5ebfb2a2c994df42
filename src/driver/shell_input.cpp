#include "driver/shell_input.h"

#ifdef FORMOLA_HAVE_EDITLINE
#include <editline/readline.h>
#endif

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>

namespace formola {

namespace {

class Script : public ShellInput {
 public:
  explicit Script(const std::string& path) : file_(path) {}
  explicit Script(std::istream& in) : in_(&in) {}
  bool good() const { return in_ || file_.good(); }

  std::optional<std::string> line(const char*) override {
    std::string text;
    if (!std::getline(in_ ? *in_ : file_, text)) return std::nullopt;
    if (!text.empty() && text.back() == '\r') text.pop_back();
    return text;
  }
  bool echoes() const override { return true; }

 private:
  std::ifstream file_;
  std::istream* in_ = nullptr;
};

#ifdef FORMOLA_HAVE_EDITLINE

// The library asks back through a plain function.
std::function<std::vector<std::string>()> completionWords;
std::vector<std::string> matches;

char* nextMatch(const char* text, int state) {
  static size_t at = 0;
  if (state == 0) {
    matches = completionWords ? completionWords() : std::vector<std::string>();
    at = 0;
  }
  while (at < matches.size()) {
    const std::string& word = matches[at++];
    if (word.starts_with(text)) return strdup(word.c_str());
  }
  return nullptr;
}

class Terminal : public ShellInput {
 public:
  explicit Terminal(std::function<std::vector<std::string>()> words) {
    completionWords = std::move(words);
    using_history();
    rl_readline_name = const_cast<char*>("formola");
    rl_completion_entry_function = nextMatch;
    if (const char* home = std::getenv("HOME")) history_ = std::string(home) + "/.formola_history";
    if (!history_.empty()) read_history(history_.c_str());
  }
  ~Terminal() override {
    if (!history_.empty()) write_history(history_.c_str());
    completionWords = nullptr;
  }
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;

  std::optional<std::string> line(const char* prompt) override {
    char* text = readline(prompt);
    if (!text) return std::nullopt;
    std::string result(text);
    std::free(text);
    if (result.find_first_not_of(" \t") != std::string::npos) add_history(result.c_str());
    return result;
  }
  bool echoes() const override { return false; }

 private:
  std::string history_;
};

#endif

}  // namespace

std::unique_ptr<ShellInput> terminalInput(std::function<std::vector<std::string>()> words) {
#ifdef FORMOLA_HAVE_EDITLINE
  return std::make_unique<Terminal>(std::move(words));
#else
  (void)words;
  return std::make_unique<Script>(std::cin);
#endif
}

std::unique_ptr<ShellInput> scriptInput(const std::string& path) {
  if (path.empty()) return std::make_unique<Script>(std::cin);
  auto script = std::make_unique<Script>(path);
  if (!script->good()) return nullptr;
  return script;
}

}  // namespace formola
