#include "driver/run_model.h"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdio>
#include <string_view>

#include "solver/simulate.h"
#include "support/timer.h"

namespace formola {

namespace {

std::atomic<bool> interrupted{false};
std::atomic<bool> mayExit{false};  // there are no rows yet, and the program does nothing else

// Only what is allowed in the handler of a signal.
void onInterrupt(int) {
  interrupted = true;
  const bool exits = mayExit;
  const std::string_view text =
      !exits ? "\nformola: ends after this step and keeps the results; Ctrl-C again ends at once\n"
             : "\nformola: interrupted in the initialisation: there are no results\n";
  const ssize_t written = write(STDERR_FILENO, text.data(), text.size());
  (void)written;
  if (exits) _exit(kSimulationFailed);
}

// Ctrl-C asks the simulation to stop after the present step; a second one ends the program as
// usual. In the initialisation there is nothing to keep, and the first one ends the program.
class InterruptGuard {
 public:
  explicit InterruptGuard(bool ownsProgram) {
    mayExit = ownsProgram;
    struct sigaction action{};
    action.sa_handler = onInterrupt;
    action.sa_flags = static_cast<int>(SA_RESETHAND);
    sigaction(SIGINT, &action, &old_);
  }
  ~InterruptGuard() { sigaction(SIGINT, &old_, nullptr); }
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

 private:
  struct sigaction old_{};
};

// Hands rows of the simulation to the result files and keeps what the report shows.
class Recorder : public solver::ResultObserver {
 public:
  Recorder(const Schedule& schedule, results::ResultSink& sink, const std::string& filter,
           double start, double stop, bool progressBar, bool keepSteps)
      : schedule_(schedule),
        sink_(sink),
        filter_(filter),
        start_(start),
        stop_(stop),
        progressBar_(progressBar),
        keepSteps_(keepSteps) {}

  bool row(const FmlData& data, solver::RowKind kind) override {
    if (!begun_ && !begin(data)) return false;
    mayExit = false;
    for (const uint32_t column : stored_) values_[column] = data.v[slots_[column]];
    if (kind == solver::RowKind::AfterEvent) eventTimes.push_back(data.time);
    ++rows;
    return sink_.row(data.time, values_);
  }

  void progress(double time, double stepSize) override {
    if (!progressBar_) return;
    double now = watch_.seconds();
    if (now < nextProgress_) return;
    nextProgress_ = now + 0.2;
    shown_ = true;
    double fraction = stop_ > start_ ? (time - start_) / (stop_ - start_) : 1;
    double left = fraction > 0 ? now * (1 - fraction) / fraction : 0;
    constexpr int kWidth = 20;
    const int done = std::clamp(static_cast<int>(fraction * kWidth), 0, kWidth);
    const std::string bar = std::string(static_cast<size_t>(done), '#') +
                            std::string(static_cast<size_t>(kWidth - done), '.');
    std::fprintf(stderr, "\r[%s] %3.0f %%  t = %.6g  step %.3g  %.3g s/s  %.0f s left\033[K",
                 bar.c_str(), 100 * fraction, time, stepSize, (time - start_) / now, left);
  }

  bool wantsSteps() const override { return keepSteps_; }
  void stepped(const solver::StepInfo& step) override {
    // An event ended the step before this one earlier.
    if (!stepTimes.empty()) stepTimes.back() = std::min(stepTimes.back(), step.end - step.size);
    stepTimes.push_back(step.end);
    stepSizes.push_back(step.size);
    stepOrders.push_back(step.order);
    limited.resize(static_cast<size_t>(schedule_.nStates), 0);
    if (step.limiting >= 0) ++limited[static_cast<size_t>(step.limiting)];
  }

  void clearProgress() const {
    if (shown_) std::fputs("\r\033[K", stderr);
  }

  std::vector<double> stepTimes, stepSizes, stepOrders, eventTimes;
  std::vector<size_t> limited;
  std::string error;
  size_t rows = 0;

 private:
  bool begin(const FmlData& data) {
    begun_ = true;
    const Dae& dae = schedule_.model.dae;
    const ExprPool& pool = *dae.pool;
    results::ResultLayout layout;
    layout.startTime = start_;
    layout.stopTime = stop_;
    layout.signals.reserve(dae.variables.size());
    std::vector<int32_t> columnOf(static_cast<size_t>(schedule_.nVariables), -1);
    for (size_t i = 0; i < dae.variables.size(); ++i) {
      const Variable& variable = dae.variables[VariableId(i)];
      const Slot slot = schedule_.slots[VariableId(i)];
      std::string name(pool.names.text(variable.name));
      if (!schedule_.isNumber(VariableId(i)) || name.empty() || name[0] == '$') continue;
      auto textOf = [&](Symbol s) {
        return s.valid() ? std::string(pool.names.text(s)) : std::string();
      };
      BaseType base = pool.types[variable.type].base;
      results::SignalType type = base == BaseType::Real      ? results::SignalType::Real
                                 : base == BaseType::Boolean ? results::SignalType::Boolean
                                                             : results::SignalType::Integer;
      // A variable that turned out to be constant is a variable to the user.
      if (slot.index >= schedule_.parameterBegin &&
          (variable.variability <= Variability::Parameter ||
           schedule_.model.info[VariableId(i)].role == Role::Input)) {
        double value = data.v[slot.index];
        layout.addParameter(std::move(name), slot.negated ? -value : value,
                            textOf(variable.comment), textOf(variable.unit), type);
        continue;
      }
      int32_t& column = columnOf[static_cast<size_t>(slot.index)];
      if (column < 0 && !slot.negated) {
        column = static_cast<int32_t>(layout.addVariable(std::move(name), textOf(variable.comment),
                                                         textOf(variable.unit), type));
        slots_.push_back(slot.index);
      } else {
        if (column < 0) {
          // the alias comes before the variable it stands for: the column is shared all the same
          column = static_cast<int32_t>(layout.columns++);
          slots_.push_back(slot.index);
        }
        layout.addAlias(std::move(name), static_cast<uint32_t>(column), slot.negated,
                        textOf(variable.comment), textOf(variable.unit));
        layout.signals.back().type = type;
      }
    }
    values_.resize(slots_.size());
    if (!filter_.empty()) {
      auto filtered = results::filterLayout(std::move(layout), filter_, error);
      if (!filtered) return false;
      layout = std::move(*filtered);
    }
    stored_ = results::storedColumns(layout).used;
    return sink_.begin(layout);
  }

  const Schedule& schedule_;
  results::ResultSink& sink_;
  const std::string& filter_;
  double start_, stop_;
  bool progressBar_, keepSteps_;
  bool begun_ = false;
  bool shown_ = false;
  std::vector<int32_t> slots_;    // by column
  std::vector<uint32_t> stored_;  // the columns that the sink keeps; it does not read the others
  std::vector<double> values_;
  Stopwatch watch_;
  double nextProgress_ = 0.5;
};

}  // namespace

void differentiateSteps(Schedule& schedule, solver::Method method, const Options& options) {
  const auto& disabled = options.disabledPasses;
  if (solver::usesStateJacobian(method) &&
      std::find(disabled.begin(), disabled.end(), "differentiateSteps") == disabled.end())
    buildStateTangent(schedule);
}

std::optional<CompiledModel> compileModel(Schedule schedule, const Options& options,
                                          Diagnostics& diagnostics) {
  CompiledModel compiled;
  const bool functions = std::find(options.disabledPasses.begin(), options.disabledPasses.end(),
                                   "compileFunctions") == options.disabledPasses.end();
#ifdef FORMOLA_HAVE_LLVM
  if (options.backend == "llvm") {
    LlvmOptions native;
    native.functions = functions;
    compiled.native = std::make_unique<LlvmModel>(std::move(schedule), native, diagnostics);
    if (diagnostics.hasErrors()) return std::nullopt;
    if (!compiled.native->failure().empty()) {
      std::fprintf(
          stderr,
          "formola: warning: no native code on this machine, the model is interpreted: %s\n",
          compiled.native->failure().c_str());
    } else if (options.timings) {
      const LlvmStatistics& n = compiled.native->statistics();
      std::fprintf(
          stderr,
          "native code: %zu instructions, as %zu with %zu loops; %zu functions, LLVM %.3f s\n",
          n.instructions, n.compiled, n.loops, n.chunks, n.emitSeconds + n.compileSeconds);
    }
    return compiled;
  }
#else
  if (options.backend == "llvm") {
    std::fputs("formola: this program was built without LLVM; use --backend interp\n", stderr);
    return std::nullopt;
  }
#endif
  compiled.interpreted =
      std::make_unique<InterpretedModel>(std::move(schedule), diagnostics, functions);
  if (diagnostics.hasErrors()) return std::nullopt;
  return compiled;
}

RunResult runModel(const CompiledModel& compiled, RunSettings settings, results::ResultSink& sink) {
  solver::SimulationProblem& problem = settings.problem;
  problem.model = &compiled.model();
  problem.interrupt = &interrupted;
  Recorder recorder(compiled.schedule(), sink, settings.filter, problem.startTime, problem.stopTime,
                    settings.progressBar, settings.keepSteps);
  RunResult result;
  {
    InterruptGuard guard(settings.ownsProgram);
    result.report = solver::simulate(problem, recorder);
  }
  result.written = recorder.rows == 0 || sink.finish();
  recorder.clearProgress();
  result.stepTimes = std::move(recorder.stepTimes);
  result.stepSizes = std::move(recorder.stepSizes);
  result.stepOrders = std::move(recorder.stepOrders);
  result.limited = std::move(recorder.limited);
  result.eventTimes = std::move(recorder.eventTimes);
  result.rows = recorder.rows;
  result.error = recorder.error;
  return result;
}

}  // namespace formola
