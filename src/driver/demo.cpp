#include "driver/demo.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <limits>

#include "compiler/inspect_text.h"
#include "compiler/structure_data.h"
#include "driver/terminal.h"
#include "results/demo_page.h"
#include "results/html_page.h"
#include "results/memory_sink.h"
#include "support/timer.h"

namespace formola {

namespace {

constexpr const char* kMethods[] = {"inline:radau5", "inline:bdf", "ida", "ida:dense"};
constexpr const char* kBaseline = "ida:dense";  // the DASSL that the first paper compared with
constexpr double kTolerances[] = {1e-4, 1e-6, 1e-8};
constexpr double kShownTolerance = 1e-6;
constexpr double kReferenceTolerance = 1e-11;
constexpr double kCheckTolerance = 1e-9;
constexpr int kAxes = 6;
constexpr int kRounds = 5;
constexpr double kSecondsOfRounds = 6;
constexpr const char* kFilter =
    R"(^(mechanics\.(j\d\.(phi|n\[\d\])|base\.r\[\d\]|b\d\.r\[\d\]|load\.r_CM\[\d\])|path\.q\[\d\]|motor\[\d\]\.La\.i)$)";

std::string angleName(int axis) {
  return fmt::format("mechanics.j{}.phi", axis);
}

// A method with the model compiled for it.
struct Contender {
  std::string name;
  solver::Method method = solver::Method::Ida;
  size_t iterated = 0;
  std::shared_ptr<const CompiledModel> compiled;
};

class Demo {
 public:
  Demo(Compilation& compilation, const Dae& dae, const Options& options)
      : compilation_(compilation), dae_(dae), options_(options) {}

  int run();

 private:
  bool prepare();
  void describeEquations(const Compilation::Inlined& inlined, const Contender& c);
  std::optional<RunResult> simulate(const Contender& contender, double tolerance,
                                    results::MemorySink& sink);
  bool makeReference();
  bool measure(const Contender& contender, double tolerance);
  bool repeat();
  void printTable() const;
  void describeRobot(const results::Trajectory& trajectory);
  bool writePage();
  const Contender& contender(std::string_view name) const;

  Compilation& compilation_;
  const Dae& dae_;
  const Options& options_;
  std::vector<Contender> contenders_;
  results::DemoPage page_;
  results::Trajectory reference_;
  double referenceError_ = 0;
  std::vector<results::Trajectory> shown_;  // by contender
};

double parameter(const results::Trajectory& trajectory, const std::string& name) {
  const results::Signal* signal = trajectory.find(name);
  return signal && trajectory.rows() > 0 ? trajectory.value(*signal, 0) : 0;
}

std::array<double, 3> vectorOf(const results::Trajectory& trajectory, const std::string& name) {
  std::array<double, 3> r{};
  for (int i = 0; i < 3; ++i)
    r[static_cast<size_t>(i)] = parameter(trajectory, fmt::format("{}[{}]", name, i + 1));
  return r;
}

// The largest difference of a joint angle at times that both have.
double largestDifference(const results::Trajectory& a, const results::Trajectory& b) {
  double largest = 0;
  for (int axis = 1; axis <= kAxes; ++axis) {
    const results::Signal* x = a.find(angleName(axis));
    const results::Signal* y = b.find(angleName(axis));
    if (!x || !y) return std::numeric_limits<double>::quiet_NaN();
    size_t k = 0;
    for (size_t i = 0; i < a.rows(); ++i) {
      while (k < b.rows() && b.time[k] < a.time[i] - 1e-12) ++k;
      if (k == b.rows()) break;
      if (std::abs(b.time[k] - a.time[i]) <= 1e-12)
        largest = std::max(largest, std::abs(a.value(*x, i) - b.value(*y, k)));
    }
  }
  return largest;
}

const Contender& Demo::contender(std::string_view name) const {
  return *std::find_if(contenders_.begin(), contenders_.end(),
                       [&](const Contender& c) { return c.name == name; });
}

bool Demo::prepare() {
  for (const char* name : kMethods) {
    Contender c;
    c.name = name;
    c.method = *solver::parseMethod(name);
    if (const Compilation::Inlined* inlined = compilation_.inlined(c.method)) {
      c.iterated = countIterated(inlined->system.blocks);
      if (c.name == "inline:bdf") describeEquations(*inlined, c);
    }
    c.compiled = compilation_.compile(c.method);
    if (!c.compiled) return false;
    if (!solver::isInlined(c.method))
      c.iterated = static_cast<size_t>(c.compiled->schedule().nStates);
    contenders_.push_back(std::move(c));
  }
  return true;
}

void Demo::describeEquations(const Compilation::Inlined& inlined, const Contender& c) {
  page_.structure =
      describeStructure(inlined.model, &inlined.system, c.name, compilation_.sources());
  const StructuredDae& structured = *compilation_.structured();
  const StructureSummary summary = summarize(structured);
  page_.facts = {{std::to_string(summary.equations), "equations of the model"},
                 {std::to_string(structured.equations.size()), "left to sort, without aliases"},
                 {std::to_string(summary.states.size()), "states"},
                 {std::to_string(c.iterated), "unknowns left to iterate with inline:bdf"}};
}

std::optional<RunResult> Demo::simulate(const Contender& c, double tolerance,
                                        results::MemorySink& sink) {
  RunSettings settings;
  settings.problem.method = c.method;
  settings.problem.startTime = dae_.experiment.startTime;
  settings.problem.stopTime = dae_.experiment.stopTime;
  settings.problem.tolerance = tolerance;
  settings.problem.intervals = 500;
  settings.stored.filter = kFilter;
  settings.keepSteps = tolerance == kShownTolerance;
  RunResult result = runInTerminal(*c.compiled, std::move(settings), sink, {});
  if (result.report.outcome == solver::Outcome::Finished) return result;
  std::fprintf(stderr, "formola: %s at tolerance %g failed at t = %g: %s\n", c.name.c_str(),
               tolerance, result.report.endTime, result.report.message.c_str());
  return std::nullopt;
}

// Two methods of different kind at a tight tolerance: the one is the reference, their distance says
// how good it is.
bool Demo::makeReference() {
  results::MemorySink first, second;
  if (!simulate(contender("ida"), kReferenceTolerance, first) ||
      !simulate(contender("inline:bdf"), kCheckTolerance, second))
    return false;
  reference_ = std::move(first.trajectory());
  referenceError_ = largestDifference(reference_, second.trajectory());
  page_.referenceText = fmt::format(
      "Reference: ida at tolerance {:g}; inline:bdf at {:g} differs from it by {:.1e} rad. "
      "inline:radau5 solves its three stages together, hence the many unknowns; their matrix is "
      "sparse.",
      kReferenceTolerance, kCheckTolerance, referenceError_);
  return true;
}

bool Demo::measure(const Contender& c, double tolerance) {
  results::MemorySink sink;
  std::optional<RunResult> result = simulate(c, tolerance, sink);
  if (!result) return false;
  const solver::SimulationReport& report = result->report;
  page_.runs.push_back({c.name, tolerance, c.iterated, report.stepsAccepted, report.stepsRejected,
                        report.newtonIterations + report.blockNewtonIterations,
                        report.functionEvaluations, report.factorizations, report.secondsSimulate,
                        largestDifference(sink.trajectory(), reference_)});
  if (tolerance != kShownTolerance) return true;
  shown_.push_back(std::move(sink.trajectory()));
  page_.plots.tracks.push_back({"step size of " + c.name, "s", std::move(result->stepTimes),
                                std::move(result->stepSizes), true, false});
  return true;
}

// The shortest time of a run counts: what lasted longer was disturbed. Rounds over all runs let a
// disturbance hit all methods alike.
bool Demo::repeat() {
  Stopwatch watch;
  for (int round = 1; round < kRounds && watch.seconds() < kSecondsOfRounds; ++round) {
    for (results::DemoRun& run : page_.runs) {
      results::MemorySink sink;
      const std::optional<RunResult> result = simulate(contender(run.method), run.tolerance, sink);
      if (!result) return false;
      run.seconds = std::min(run.seconds, result->report.secondsSimulate);
    }
  }
  return true;
}

void Demo::printTable() const {
  std::printf("\n%-14s %9s %11s %7s %10s %10s %9s\n", "method", "tolerance", "iterated on", "steps",
              "Newton", "seconds", "error/rad");
  for (const results::DemoRun& r : page_.runs)
    std::printf("%-14s %9.0e %11zu %7zu %10zu %10.3f %9.1e\n", r.method.c_str(), r.tolerance,
                r.iterated, r.steps, r.newtonIterations, r.seconds, r.error);
  std::printf("\n%s\n", page_.referenceText.c_str());
  double target = 0;
  for (const results::DemoRun& r : page_.runs)
    if (r.method == kBaseline && r.tolerance == kShownTolerance) target = r.error;
  const auto baseline = results::secondsAtError(page_.runs, kBaseline, target);
  const auto sparse = results::secondsAtError(page_.runs, "ida", target);
  if (!baseline || !sparse) return;
  std::printf("\nAt equal accuracy (%.1e rad, interpolated between the runs):\n", target);
  for (const Contender& c : contenders_) {
    if (const auto seconds = results::secondsAtError(page_.runs, c.name, target))
      std::printf("%-14s %8.3f s   %5.1f x as fast as ida:dense, %5.1f x as fast as ida\n",
                  c.name.c_str(), *seconds, *baseline / *seconds, *sparse / *seconds);
  }
}

void Demo::describeRobot(const results::Trajectory& trajectory) {
  page_.base = vectorOf(trajectory, "mechanics.base.r");
  for (int i = 1; i <= kAxes; ++i) {
    results::DemoLink link;
    link.axis = vectorOf(trajectory, fmt::format("mechanics.j{}.n", i));
    link.offset = vectorOf(trajectory, i < kAxes ? fmt::format("mechanics.b{}.r", i)
                                                 : std::string("mechanics.load.r_CM"));
    link.angle = angleName(i);
    page_.links.push_back(link);
  }
}

bool Demo::writePage() {
  const std::filesystem::path folder = options_.output.empty() ? "out/demo" : options_.output;
  std::error_code failure;
  std::filesystem::create_directories(folder, failure);
  const std::string path = (folder / "index.html").string();
  page_.title = "Formola";
  page_.subtitle = "Six-axis robot Manutec r3 with drives and controllers";
  page_.errorUnit = "rad";
  page_.shownTolerance = kShownTolerance;
  page_.baseline = kBaseline;
  describeRobot(shown_.front());
  // All methods draw the same curves at this scale; the first one stands for them.
  page_.plots.results.push_back({contenders_.front().name, &shown_.front()});
  std::vector<std::string> angles, currents;
  for (int i = 1; i <= kAxes; ++i) {
    angles.push_back(angleName(i));
    currents.push_back(fmt::format("motor[{}].La.i", i));
  }
  page_.plots.plots = {angles, currents};
  std::string error;
  if (results::writePage(path, results::renderDemoPage(page_), error)) {
    std::printf("\nThe arm in motion, the matrices and the plots are in %s\n", path.c_str());
    return true;
  }
  std::fprintf(stderr, "formola: %s\n", error.c_str());
  return false;
}

int Demo::run() {
  std::printf("%s, smooth, %g s\n", dae_.model.c_str(), dae_.experiment.stopTime);
  if (!prepare()) return outcome(compilation_);
  for (const auto& [value, label] : page_.facts)
    std::printf("%8s %s\n", value.c_str(), label.c_str());
  std::printf("\nA reference at tolerance %g, then four methods at three tolerances ...\n",
              kReferenceTolerance);
  std::fflush(stdout);
  if (!makeReference()) return kSimulationFailed;
  for (const Contender& c : contenders_)
    for (double tolerance : kTolerances)
      if (!measure(c, tolerance)) return kSimulationFailed;
  if (!repeat()) return kSimulationFailed;
  printTable();
  return writePage() ? kDone : kCommandWrong;
}

}  // namespace

Options demoModel(Options options) {
  options.inputs = {"Formola.Examples.Robot.R3Robot66"};
  options.set.emplace_back("friction=false");
  return options;
}

int runDemo(Compilation& compilation, const Options& options) {
  const Dae* dae = compilation.scalar();
  return dae ? Demo(compilation, *dae, options).run() : outcome(compilation);
}

}  // namespace formola
