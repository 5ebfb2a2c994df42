// Evaluations of the right-hand side per second: the compiled model against the same equations
// written by hand in C at -O3, for the processor at hand (as the compiled model is) and for any
// x86-64.
//
//   bench_rhs EXECUTIONBENCH.mo [LEAST]
//
// LEAST: codes of at least so many instructions become loops (LlvmOptions::leastRolled).
// Prints Markdown. Processor time, the fastest of several batches, both in turn in one program.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "../multibody/measure.h"
#include "codegen/interp/interp.h"
#include "codegen/llvm/llvm_model.h"
#include "compiler/compilation.h"
#include "hand_written.h"

namespace {

using namespace formola;
using bench::secondsPerCall;

LlvmModel translate(const std::string& file, const std::string& name, const LlvmOptions& options) {
  Compilation compilation({});
  compilation.load(file);
  compilation.choose("ExecutionBench." + name);
  if (auto schedule = compilation.schedule(solver::Method::Ida)) {
    HostedModel model = interpretedModel(std::move(*schedule), compilation.diagnostics());
    if (!compilation.diagnostics().hasErrors()) return {std::move(model), options};
  }
  std::fputs(renderText(compilation.diagnostics(), {}).c_str(), stderr);
  std::exit(1);
}

using HandWritten = void (*)(int, const double*, double*);

double state(size_t i) {
  return 0.3 * std::sin(0.7 * static_cast<double>(i));
}

void compare(const std::string& file, const LlvmOptions& options, const std::string& name, int n,
             HandWritten plain, HandWritten native) {
  const LlvmModel compiled = translate(file, name, options);
  const FmlModel& model = compiled.model();
  FmlData* d = fml_create(&model);
  if (model.evalParameters != nullptr) model.evalParameters(d);
  fml_parameters_changed(d);
  const auto states = static_cast<size_t>(model.nStates);
  std::vector<double> x(states), dx(states);
  for (size_t i = 0; i < states; ++i) x[i] = d->v[i] = state(i);
  if (model.evalDerivatives(d) != FML_OK) std::fputs("the evaluation failed\n", stderr);
  plain(n, x.data(), dx.data());
  double difference = 0, size = 0;
  for (size_t i = 0; i < states; ++i) {
    difference = std::max(difference, std::abs(dx[i] - d->v[states + i]));
    size = std::max(size, std::abs(dx[i]));
  }
  const auto move = [](double* v, size_t k) { v[0] = 1e-9 * static_cast<double>(k % 1000); };
  double generated = INFINITY, byHand = INFINITY, forProcessor = INFINITY;
  for (int round = 0; round < 3; ++round) {
    generated = std::min(generated, secondsPerCall([&](size_t k) {
                           move(d->v, k);
                           model.evalDerivatives(d);
                         }));
    byHand = std::min(byHand, secondsPerCall([&](size_t k) {
                        move(x.data(), k);
                        plain(n, x.data(), dx.data());
                      }));
    forProcessor = std::min(forProcessor, secondsPerCall([&](size_t k) {
                              move(x.data(), k);
                              native(n, x.data(), dx.data());
                            }));
  }
  fml_destroy(d);
  const LlvmStatistics& code = compiled.statistics();
  fmt::print(
      "| {} | {} | {:.0f} | {:.0f} | {:.0f} | {:.2f} | {:.2f} | {:.0e} | {} | {} | {:.1f} |\n",
      name, states, 1 / generated, 1 / byHand, 1 / forProcessor, byHand / generated,
      forProcessor / generated, difference / size, code.instructions, code.compiled,
      1e3 * (code.emitSeconds + code.compileSeconds));
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2 && argc != 3) {
    std::fputs("bench_rhs EXECUTIONBENCH.mo [LEAST]\n", stderr);
    return 2;
  }
  LlvmOptions options;
  if (argc == 3) options.leastRolled = static_cast<uint32_t>(std::atoi(argv[2]));
  fmt::print(
      "| model | states | Formola/s | C -O3/s | C -O3 -march=native/s | ratio to -O3 | ratio to "
      "-O3 -march=native | difference | instructions | left | LLVM/ms "
      "|\n|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n");
  compare(argv[1], options, "CubicLadder", 1000, cubic_ladder_o3, cubic_ladder_native);
  compare(argv[1], options, "DiodeChain", 1000, diode_chain_o3, diode_chain_native);
  compare(argv[1], options, "HeatGrid", 32, heat_grid_o3, heat_grid_native);
  compare(argv[1], options, "Pendulums", 1000, pendulums_o3, pendulums_native);
  return 0;
}
