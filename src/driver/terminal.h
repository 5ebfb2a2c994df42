// What commands have in common: how they complain, show progress and listen to Ctrl-C.
#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <string_view>

#include "compiler/compilation.h"
#include "compiler/run_model.h"
#include "driver/options.h"
#include "support/timer.h"

namespace formola {

// What the options ask for between passes: --dump-after, --stop-after and --timings.
class PassPrinter {
 public:
  explicit PassPrinter(const Options& options) : options_(options) {}
  // False: the program should stop here.
  bool operator()(std::string_view pass, const std::function<std::string()>& text);

 private:
  const Options& options_;
  Stopwatch watch_;
};

// Says what is wrong with the command; its exit status.
int complain(const std::string& message);

// Where what models say goes: texts to standard output, messages and warnings to standard error. A
// model that is trusted to may end the program.
ModelVoice terminalVoice();

// The exit status where a stage of the compilation is missing. A problem of the question is told
// here, errors of the model where diagnostics are shown.
int outcome(Compilation& compilation);

// MODEL_res.csv, where a name that no file can have is shortened, and slashes are underlines.
std::string resultFileName(std::string model);

// Listens to Ctrl-C and SIGTERM while it exists; a second one ends the program as usual.
class Interrupts {
 public:
  Interrupts();
  ~Interrupts();
  Interrupts(const Interrupts&) = delete;
  Interrupts& operator=(const Interrupts&) = delete;
  const std::atomic<bool>& flag() const;

 private:
  struct Guard;
  std::unique_ptr<Guard> guard_;
};

// runModel with a progress bar, and Ctrl-C or SIGTERM to end it after the present step; a second
// one ends the program as usual.
struct TerminalOptions {
  bool progressBar = false;
  bool ownsProgram = false;  // Ctrl-C in the initialisation, with nothing to keep, ends the program
};
RunResult runInTerminal(const CompiledModel& compiled, RunSettings settings,
                        results::ResultSink& sink, const TerminalOptions& terminal);

}  // namespace formola
