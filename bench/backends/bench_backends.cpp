// Back ends side by side: compile time per 1000 assignments and evaluations of the right-hand side
// per second, native code against the interpreter.
//
//   bench_backends [CELLS] [THREADS]
#include <fmt/format.h>

#include <cstdlib>
#include <ctime>
#include <string>
#include <vector>

#include "codegen/interp/interp.h"
#include "codegen/llvm/llvm_model.h"
#include "dae/dae_builder.h"
#include "schedule/schedule_of.h"
#include "structure/structure_model.h"

namespace {

using namespace formola;
// Processor time of this program, since other programs may be running.
double processorSeconds() {
  return static_cast<double>(std::clock()) / static_cast<double>(CLOCKS_PER_SEC);
}
double secondsSince(double start) {
  return processorSeconds() - start;
}

// A ladder of capacitors with nonlinear resistors in between: for each cell a voltage, a current
// i = g (u + c u^3) (or with diodes i = s (exp(u) - 1)) and a balance.
void ladder(testing::DaeBuilder& m, int cells, bool diodes) {
  auto real = [&](const std::string& name) { return m.variable(name, m.real); };
  std::vector<ExprId> x, i;
  for (int k = 0; k < cells; ++k) {
    x.push_back(real(fmt::format("x[{}]", k + 1)));
    m.of(x.back()).start = m.num(k == 0 ? 1.0 : 0.0);
    m.of(x.back()).fixed = m.pool.boolean(true);
    i.push_back(real(fmt::format("i[{}]", k + 1)));
  }
  ExprId c = m.variable("c", m.real, Variability::Parameter);
  m.of(c).binding = m.num(0.1);
  for (size_t k = 0; k < x.size(); ++k) {
    ExprId u = k + 1 < x.size() ? m.sub(x[k], x[k + 1]) : x[k];
    ExprId law = diodes ? m.sub(m.fn(Builtin::Exp, m.real, {u}), m.num(1))
                        : m.add(u, m.mul(c, m.mul(u, m.mul(u, u))));
    m.equation(i[k], m.mul(m.num(0.5), law));
    m.equation(m.fn(Builtin::Der, m.real, {x[k]}),
               k == 0 ? m.sub(m.num(0), i[k]) : m.sub(i[k - 1], i[k]));
  }
}

// Products of 3 x 3 matrices along a chain, as in multibody models: values are used many times.
void chain(testing::DaeBuilder& m, int cells) {
  ExprId x = m.variable("x", m.real);
  m.of(x).start = m.num(0.1);
  m.of(x).fixed = m.pool.boolean(true);
  std::vector<ExprId> r(9, m.num(0.5));
  r[0] = r[4] = r[8] = x;
  for (int k = 0; k < (2 * cells) / 9; ++k) {
    std::vector<ExprId> next;
    for (size_t e = 0; e < 9; ++e) {
      const size_t i = e / 3, j = e % 3;
      next.push_back(m.variable(fmt::format("r{}[{}]", k, e), m.real));
      ExprId sum = m.mul(r[3 * i], m.num(0.1 * static_cast<double>(j + 1)));
      sum = m.add(sum, m.mul(r[3 * i + 1], r[3 + j]));
      sum = m.sub(sum, m.mul(r[3 * i + 2], r[6 + j]));
      m.equation(next[e], sum);
    }
    r = next;
  }
  m.equation(m.fn(Builtin::Der, m.real, {x}), m.add(r[0], m.add(r[4], r[8])));
}

enum class Kind { Polynomial, Exponential, Matrices };

Schedule scheduleOf(int cells, Kind kind, Diagnostics& diagnostics) {
  testing::DaeBuilder m;
  if (kind == Kind::Matrices) {
    chain(m, cells);
  } else {
    ladder(m, cells, kind == Kind::Exponential);
  }
  StructuredDae model = structureModel(std::move(m.dae), {}, diagnostics);
  return testing::scheduleOf(std::move(model), diagnostics);
}

double evaluationsPerSecond(const FmlModel& model) {
  FmlData* d = fml_create(&model);
  if (model.evalParameters != nullptr) model.evalParameters(d);
  model.evalDerivatives(d);
  size_t count = 0;
  const double start = processorSeconds();
  double seconds = 0;
  for (size_t batch = 1; seconds < 0.3; batch *= 2) {
    for (size_t k = 0; k < batch; ++k) {
      d->v[0] = 1.0 + 1e-9 * static_cast<double>(k);
      model.evalDerivatives(d);
    }
    count += batch;
    seconds = secondsSince(start);
  }
  fml_destroy(d);
  return static_cast<double>(count) / seconds;
}

}  // namespace

int main(int argc, char** argv) {
  const int cells = argc > 1 ? std::atoi(argv[1]) : 5000;
  const int threads = argc > 2 ? std::atoi(argv[2]) : 0;
  for (Kind kind : {Kind::Polynomial, Kind::Exponential, Kind::Matrices}) {
    SourceManager sources;
    Diagnostics diagnostics(sources);
    const double thousands = 2.0 * cells / 1000;
    fmt::print("{} with about {} assignments\n",
               kind == Kind::Polynomial    ? "polynomial"
               : kind == Kind::Exponential ? "exp"
                                           : "3 x 3 matrices",
               2 * cells);
    fmt::print("{:<28}{:>14}{:>14}{:>16}{:>10}\n", "back end", "lower ms/1000", "LLVM ms/1000",
               "evaluations/s", "ratio");
    Schedule schedule = scheduleOf(cells, kind, diagnostics);
    double start = processorSeconds();
    HostedModel reference = interpretedModel(std::move(schedule), diagnostics);
    const double lowering = secondsSince(start);
    const double base = evaluationsPerSecond(reference.model());
    fmt::print("{:<28}{:>14.2f}{:>14}{:>16.0f}{:>10.2f}\n", "interpreter",
               1e3 * lowering / thousands, "-", base, 1.0);
    for (unsigned level : {0U, 1U, 2U}) {
      for (uint32_t chunk : {50U, 200U, 800U}) {
        LlvmOptions options;
        options.optimization = level;
        options.chunkSize = chunk;
        options.threads = static_cast<unsigned>(threads);
        HostedModel interpreted =
            interpretedModel(scheduleOf(cells, kind, diagnostics), diagnostics);
        start = processorSeconds();
        LlvmModel native(std::move(interpreted), options);
        const double compiling = secondsSince(start);
        const double rate = evaluationsPerSecond(native.model());
        fmt::print("{:<28}{:>14}{:>14.2f}{:>16.0f}{:>10.2f}\n",
                   fmt::format("llvm O{}, chunks of {}", level, chunk), "same",
                   1e3 * compiling / thousands, rate, rate / base);
      }
    }
  }
  return 0;
}
