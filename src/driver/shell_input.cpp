#include "driver/shell_input.h"

#ifdef FORMOLA_HAVE_EDITLINE
#include <editline/readline.h>
#endif
#include <poll.h>
#include <pthread.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cwchar>
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

constexpr int kEndOfFile = 4;  // Ctrl-D
volatile std::sig_atomic_t interrupted = 0;
pthread_t reader;       // the thread that waits for a key
sigset_t whileWaiting;  // signals that are blocked while it waits: as before line()

// Any thread may get the signal, but only the reader's system call has to end.
void onInterrupt(int signal) {
  interrupted = 1;
  if (!pthread_equal(pthread_self(), reader)) pthread_kill(reader, signal);
}

// The next key, EOF at the end of the input or when Ctrl-C was pressed. Ctrl-C is let in only while
// ppoll waits, so that one that comes after the prompt and before the waiting is not lost.
int nextKey(FILE*) {
  std::mbstate_t state{};
  for (;;) {
    pollfd waiting{STDIN_FILENO, POLLIN, 0};
    if (ppoll(&waiting, 1, nullptr, &whileWaiting) < 0) {
      if (errno != EINTR || interrupted) return EOF;
      continue;
    }
    char byte = 0;
    if (read(waiting.fd, &byte, 1) != 1) return EOF;
    // Ctrl-D that was typed before the terminal gave keys one by one, while a command ran, comes as
    // the mark that the terminal's own editing left for it.
    if (byte == 0) return kEndOfFile;
    wchar_t key = 0;
    const size_t used = std::mbrtowc(&key, &byte, 1, &state);
    if (used == static_cast<size_t>(-2)) continue;  // the beginning of a character
    if (used != static_cast<size_t>(-1)) return static_cast<int>(key);
    state = {};  // no character of this locale
  }
}

// Blocks Ctrl-C but for the moments in which nextKey() waits, and gives it to onInterrupt().
class BlockedInterrupts {
 public:
  BlockedInterrupts() {
    interrupted = 0;
    reader = pthread_self();
    struct sigaction action{};
    action.sa_handler = onInterrupt;
    sigaction(SIGINT, &action, &before_);
    sigset_t blocked;
    sigemptyset(&blocked);
    sigaddset(&blocked, SIGINT);
    pthread_sigmask(SIG_BLOCK, &blocked, &whileWaiting);
  }
  ~BlockedInterrupts() {
    pthread_sigmask(SIG_SETMASK, &whileWaiting, nullptr);  // one that came late is still ours
    sigaction(SIGINT, &before_, nullptr);
  }
  BlockedInterrupts(const BlockedInterrupts&) = delete;
  BlockedInterrupts& operator=(const BlockedInterrupts&) = delete;

 private:
  struct sigaction before_{};
};

class Terminal : public ShellInput {
 public:
  explicit Terminal(CompletionWords words) {
    completionWords = std::move(words);
    rl_getc_function = nextKey;  // looked at only here, when the library is initialised
    using_history();
    rl_readline_name = const_cast<char*>("formola");
    rl_attempted_completion_function = matchesOf;
    rl_catch_signals = 0;                  // Ctrl-C is ours, see nextKey()
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
    char* text = nullptr;
    {
      const BlockedInterrupts guard;
      text = readline(prompt);
    }
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
