#include "driver/terminal.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstdlib>

namespace formola {

namespace {

std::atomic<bool> interrupted{false};
std::atomic<bool> mayExit{false};  // there are no rows yet, and the program does nothing else

// Only what is allowed in the handler of a signal.
void onInterrupt(int) {
  interrupted = true;
  const bool exits = mayExit;
  const std::string_view text =
      !exits ? "\nformola: ends after this step and keeps the results; once more ends at once\n"
             : "\nformola: interrupted in the initialisation: there are no results\n";
  const ssize_t written = write(STDERR_FILENO, text.data(), text.size());
  (void)written;
  if (exits) _exit(kSimulationFailed);
}

// Ctrl-C (SIGINT) and SIGTERM, with which other programs and batch systems ask for the end, let the
// simulation stop after the present step; a second one ends the program as usual. In the
// initialisation there is nothing to keep, and the first one ends the program.
class InterruptGuard {
 public:
  explicit InterruptGuard(bool ownsProgram) {
    mayExit = ownsProgram;
    struct sigaction action{};
    action.sa_handler = onInterrupt;
    action.sa_flags = static_cast<int>(SA_RESETHAND);
    for (size_t i = 0; i < kSignals.size(); ++i) sigaction(kSignals[i], &action, &old_[i]);
  }
  ~InterruptGuard() {
    for (size_t i = 0; i < kSignals.size(); ++i) sigaction(kSignals[i], &old_[i], nullptr);
  }
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

 private:
  static constexpr std::array kSignals = {SIGINT, SIGTERM};
  std::array<struct sigaction, kSignals.size()> old_{};
};

class ProgressBar {
 public:
  ProgressBar(double start, double stop) : start_(start), stop_(stop) {}
  ~ProgressBar() {
    if (shown_) std::fputs("\r\033[K", stderr);
  }
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  void show(double time, double stepSize) {
    const double now = watch_.seconds();
    if (now < next_) return;
    next_ = now + 0.2;
    shown_ = true;
    const double fraction = stop_ > start_ ? (time - start_) / (stop_ - start_) : 1;
    const double left = fraction > 0 ? now * (1 - fraction) / fraction : 0;
    constexpr int kWidth = 20;
    const int done = std::clamp(static_cast<int>(fraction * kWidth), 0, kWidth);
    const std::string bar = std::string(static_cast<size_t>(done), '#') +
                            std::string(static_cast<size_t>(kWidth - done), '.');
    std::fprintf(stderr, "\r[%s] %3.0f %%  t = %.6g  step %.3g  %.3g s/s  %.0f s left\033[K",
                 bar.c_str(), 100 * fraction, time, stepSize, (time - start_) / now, left);
  }

 private:
  double start_, stop_;
  Stopwatch watch_;
  double next_ = 0.5;
  bool shown_ = false;
};

}  // namespace

struct Interrupts::Guard {
  InterruptGuard guard{false};
};

Interrupts::Interrupts() : guard_(std::make_unique<Guard>()) {}
Interrupts::~Interrupts() = default;

const std::atomic<bool>& Interrupts::flag() const {
  return interrupted;
}

std::string resultFileName(std::string model) {
  constexpr size_t kLongest = 200;  // file systems take 255 bytes
  if (model.size() > kLongest) {
    size_t end = kLongest;
    while (end > 0 && (static_cast<unsigned char>(model[end]) & 0xC0) == 0x80) --end;  // UTF-8
    model.resize(end);
  }
  std::replace(model.begin(), model.end(), '/', '_');
  return model + "_res.csv";
}

bool PassPrinter::operator()(std::string_view pass, const std::function<std::string()>& text) {
  if (options_.timings) {
    std::fprintf(stderr, "%-20.*s %8.3f s  %8.1f MB\n", static_cast<int>(pass.size()), pass.data(),
                 watch_.seconds(), static_cast<double>(peakMemoryBytes()) / 1e6);
  }
  if (options_.dumpAfter == pass) std::fputs(text().c_str(), stdout);
  watch_ = Stopwatch();
  return options_.stopAfter != pass;
}

int complain(const std::string& message) {
  std::fprintf(stderr, "formola: %s\n", message.c_str());
  return kCommandWrong;
}

ModelVoice terminalVoice() {
  ModelVoice voice;
  voice.say = [](Speech kind, const std::string& text) {
    if (kind == Speech::Warning) {
      std::fprintf(stderr, "warning: %s\n", text.c_str());
    } else {
      std::fputs(text.c_str(), kind == Speech::Text ? stdout : stderr);
    }
  };
  voice.endProgram = [](int status) { std::exit(status); };
  return voice;
}

int outcome(Compilation& compilation) {
  if (compilation.diagnostics().hasErrors()) return kModelWrong;
  return compilation.problem().empty() ? kDone : complain(compilation.problem());
}

RunResult runInTerminal(const CompiledModel& compiled, RunSettings settings,
                        results::ResultSink& sink, const TerminalOptions& terminal) {
  settings.problem.interrupt = &interrupted;
  ProgressBar bar(settings.problem.startTime, settings.problem.stopTime);
  if (terminal.progressBar)
    settings.progress = [&bar](double time, double stepSize) { bar.show(time, stepSize); };
  settings.firstRow = [] { mayExit = false; };
  const InterruptGuard guard(terminal.ownsProgram);
  return runModel(compiled, std::move(settings), sink);
}

}  // namespace formola
