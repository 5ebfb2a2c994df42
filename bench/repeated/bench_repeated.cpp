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

#include "compiler/compilation.h"
#include "compiler/run_model.h"
#include "results/memory_sink.h"

using namespace formola;

int main(int argc, char** argv) {
  if (argc < 7) {
    std::fputs("bench_repeated FILE... MODEL METHOD TOLERANCE INTERVALS RUNS\n", stderr);
    return 2;
  }
  const std::string name = argv[argc - 4];
  const std::optional<solver::Method> method = solver::parseMethod(name);
  if (!method) {
    fmt::print(stderr, "{}\n", unknownMethod(name));
    return 2;
  }
  Compilation compilation({}, Compilation::Keep::All);
  for (int i = 1; i < argc - 5; ++i) compilation.load(argv[i]);
  std::shared_ptr<const CompiledModel> compiled;
  if (compilation.choose(argv[argc - 5])) compiled = compilation.compile(*method);
  if (!compiled) {
    std::fputs(renderText(compilation.diagnostics(), {}).c_str(), stderr);
    return 1;
  }
  const Experiment experiment = compilation.scalar()->experiment;
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
