// The time of one simulation, repeated in one program: the shortest of the runs.
//
//   bench_repeated FILE... MODEL METHOD TOLERANCE INTERVALS RUNS
//
// Prints the seconds of the integration. A run of a small model lasts a tenth of a millisecond,
// most of which a first run spends waiting for code and data to come into the caches.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "dae/scalarize.h"
#include "driver/libraries.h"
#include "driver/mixed_states.h"
#include "driver/run_model.h"
#include "driver/translate.h"
#include "flatten/flatten.h"
#include "results/memory_sink.h"
#include "structure/structure_model.h"

namespace {

using namespace formola;

// Nothing: errors were reported.
std::optional<CompiledModel> compile(const Options& options, solver::Method method,
                                     Diagnostics& diagnostics, SourceManager& sources,
                                     Experiment& experiment) {
  auto pool = std::make_shared<ExprPool>();
  Library library(sources, pool->names, diagnostics);
  addSearchPaths(library, options);
  for (size_t i = 0; i + 1 < options.inputs.size(); ++i) library.load(options.inputs[i]);
  Sema sema(sources, library, pool, diagnostics);
  Instance* instance = sema.findClass({pool->names.intern(options.inputs.back())}, {});
  if (instance == nullptr || diagnostics.hasErrors()) return std::nullopt;
  Dae dae = scalarize(flatten(sema, instance, nullptr), diagnostics);
  experiment = dae.experiment;
  PassObserver observer(options);
  std::optional<StructuredDae> structured =
      runStructure(std::move(dae), options, observer, diagnostics);
  if (!structured || diagnostics.hasErrors()) return std::nullopt;
  std::optional<InlineFormula> formula = inlineFormula(method);
  if (method == solver::Method::InlineMixed) {
    auto chosen = explicitStates(*structured, options, diagnostics);
    if (!chosen) return std::nullopt;
    formula->explicitStates = std::move(*chosen);
  }
  Schedule schedule = buildSchedule(std::move(*structured), structureOptions(options), diagnostics,
                                    formula ? &*formula : nullptr);
  if (diagnostics.hasErrors()) return std::nullopt;
  differentiateSteps(schedule, method, options);
  return compileModel(std::move(schedule), options, diagnostics);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 7) {
    std::fputs("bench_repeated FILE... MODEL METHOD TOLERANCE INTERVALS RUNS\n", stderr);
    return 2;
  }
  Options options;
  options.quiet = true;
  options.inputs.assign(argv + 1, argv + argc - 4);
  options.method = argv[argc - 4];
  const std::optional<solver::Method> method = findMethod(options.method);
  if (!method) return 2;
  SourceManager sources;
  Diagnostics diagnostics(sources);
  Experiment experiment;
  const std::optional<CompiledModel> compiled =
      compile(options, *method, diagnostics, sources, experiment);
  if (!compiled) {
    std::fputs(renderText(diagnostics, {}).c_str(), stderr);
    return 1;
  }
  double least = HUGE_VAL;
  const int runs = std::atoi(argv[argc - 1]);
  for (int k = 0; k < runs; ++k) {
    RunSettings settings;
    settings.problem.method = *method;
    settings.problem.startTime = experiment.startTime;
    settings.problem.stopTime = experiment.stopTime;
    settings.problem.tolerance = std::atof(argv[argc - 3]);
    settings.problem.intervals = std::atoi(argv[argc - 2]);
    settings.filter = "^$";
    results::MemorySink sink;
    const RunResult result = runModel(*compiled, std::move(settings), sink);
    if (result.report.outcome != solver::Outcome::Finished) {
      fmt::print(stderr, "failed: {}\n", result.report.message);
      return 1;
    }
    least = std::min(least, result.report.secondsSimulate);
  }
  fmt::print("{:.9g}\n", least);
  return 0;
}
