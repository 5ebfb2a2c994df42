// The language server: messages in, messages out. It reads and writes no streams; `formola lsp`
// does, and whoever else holds a conversation with an editor.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace formola::lsp {

class Workspace;

struct ServerOptions {
  std::vector<std::string> libraries;  // folders, looked at before those of MODELICAPATH
  std::string version;
  // Who holds the conversation asks for questions (takeQuestion) and answers them in its own time;
  // else they are answered at once.
  bool asksForQuestions = false;
  // Models that can run by themselves are sorted too: what is missing or too much is told.
  bool sortsEquations = true;
};

// Purpose:    the Language Server Protocol 3.17 over JSON-RPC 2.0 (docs/editors.md lists what it
//             answers).
// Ensures:    every request has exactly one answer, wrong ones an error. Diagnostics are for the
//             text as it is; they are never computed while further messages wait. Nothing that a
//             text contains makes it run foreign code, and nothing is written to disk.
//             Used by one thread at a time, with a large stack (support/large_stack.h).
class Server {
 public:
  explicit Server(ServerOptions options);
  ~Server();

  // One message, as JSON; the answers and notifications that it gives at once.
  std::vector<std::string> handle(std::string_view message);

  // The check of one class or of a file, to be done when no message waits. It only reads what the
  // server holds, so that it may be done in a copy of the process, which is killed when the text
  // has changed.
  struct Check {
    std::string path;
    uint64_t serial = 0;  // of the text
    uint32_t place = 0;   // of the change
    bool whole = false;   // the file was opened or saved: all its classes, if they are few
    // Not 0: a recheck, with the number of all texts that it was taken with.
    uint64_t texts = 0;
  };
  bool hasChecks() const;
  std::optional<Check> takeCheck();
  // A recheck is what a change elsewhere asks for: of the other classes of a file, of files that
  // use what was changed. Nobody waits for it: it comes after checks and questions.
  std::optional<Check> takeRecheck();
  // It was stopped for something that comes first.
  void putBack(const Check& recheck);
  std::vector<std::string> run(const Check& check) const;
  // The text that it was asked for is still the one in the editor; of a recheck, all texts are.
  bool isCurrent(const Check& check) const;
  // What is told when a check did not come to its end: the syntax, and why.
  std::vector<std::string> gaveUp(const Check& check, const std::string& why) const;

  // A request that takes a translation (inlay hints, the line over a model), to be answered when
  // there is nothing else to do, in a copy of the process as a check.
  struct Question {
    std::string path;
    uint64_t serial = 0;  // of the text
    std::string request;  // the message
  };
  std::optional<Question> takeQuestion();
  bool hasQuestions() const;
  bool isCurrent(const Question& question) const;
  std::string answer(const Question& question) const;
  // The answer to one that was given up.
  static std::string gaveUp(const Question& question, bool overtaken, const std::string& why);
  // There are checks, questions or rechecks to be taken, or somebody waits for their end.
  bool hasWork() const;
  // To be sent when all of them are done: answers to formola/settled.
  std::vector<std::string> settled();

  // For those who ask more than the protocol knows.
  Workspace& workspace();

  bool exited() const;
  // 0 if the editor said goodbye before it left.
  int exitStatus() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace formola::lsp
