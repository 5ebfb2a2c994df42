#include "driver/shell_input.h"

#ifdef FORMOLA_HAVE_EDITLINE
#include <editline/readline.h>
#endif
#include <pthread.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
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
CompletionWords completionWords;
std::vector<std::string> matches;

char* nextMatch(const char* text, int state) {
  static size_t at = 0;
  if (state == 0) {
    const size_t typed = std::strlen(text), end = static_cast<size_t>(std::max(rl_point, 0));
    const std::string before(rl_line_buffer, end >= typed ? end - typed : 0);
    matches = completionWords ? completionWords(before) : std::vector<std::string>();
    at = 0;
  }
  if (matches.size() == 1 && matches[0] == ShellInput::kFiles)
    return filename_completion_function(text, state);
  while (at < matches.size()) {
    const std::string& word = matches[at++];
    if (strncasecmp(word.c_str(), text, std::strlen(text)) == 0) return strdup(word.c_str());
  }
  return nullptr;
}

// As an "attempt", since the library would quote the parentheses of der(x) otherwise.
char** matchesOf(const char* text, int, int) {
  rl_attempted_completion_over = 1;
  return rl_completion_matches(text, nextMatch);
}

volatile std::sig_atomic_t interrupted = 0;
pthread_t reader;  // the thread that waits for a key

// Any thread may get the signal, but only the reader's system call has to end.
void onInterrupt(int signal) {
  interrupted = 1;
  if (!pthread_equal(pthread_self(), reader)) pthread_kill(reader, signal);
}

class Terminal : public ShellInput {
 public:
  explicit Terminal(CompletionWords words) {
    completionWords = std::move(words);
    using_history();
    rl_readline_name = const_cast<char*>("formola");
    rl_attempted_completion_function = matchesOf;
    rl_catch_signals = 0;                  // Ctrl-C is ours, see line()
    static const char breaks[] = " \t\n";  // der(C.u) is one word
    rl_basic_word_break_characters = breaks;
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
    interrupted = 0;
    reader = pthread_self();
    struct sigaction action{}, before{};
    action.sa_handler = onInterrupt;  // without SA_RESTART: reading ends
    sigaction(SIGINT, &action, &before);
    char* text = readline(prompt);
    sigaction(SIGINT, &before, nullptr);
    if (interrupted) {  // the library takes an interrupted call for the end of the input
      std::free(text);
      std::fputs("\n", stdout);
      return "";
    }
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

std::unique_ptr<ShellInput> terminalInput(CompletionWords words) {
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
