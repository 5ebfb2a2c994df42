// Forward dynamics of chains and trees of revolute joints: the compiled model against Simbody.
//
//   bench_multibody FOLDER-OF-LIBRARIES MECHANISM.mo [--ignore-hints] [--longest SECONDS] [F ...]
//
// For each number of joints f: nanoseconds for one evaluation of the joint accelerations and for
// each joint, the ratio, and the largest difference of the accelerations, relative to the largest
// one. Both get the same angles and speeds, which change from evaluation to evaluation, and
// constant torques. Processor time; the fastest of several batches.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

#include "codegen/interp/interp.h"
#include "codegen/llvm/llvm_model.h"
#include "compiler/compilation.h"
#include "measure.h"

namespace {

using namespace formola;
using namespace bench;

// ---- Formola

struct Translation {
  std::optional<LlvmModel> model;
  std::string structure;  // its largest block
  double seconds = 0;
};

Translation translate(const std::string& libraries, const std::string& file, int joints, bool tree,
                      bool hints) {
  Translation result;
  const double start = processorSeconds();
  CompileOptions options;
  options.libraries = {libraries};
  options.ignoreHints = !hints;
  Compilation compilation(options);
  compilation.load(file);
  compilation.addTexts(
      {{"Bench.mo", fmt::format("model Bench extends Mechanism(f = {}, tree = {}); "
                                "end Bench;",
                                joints, tree)}});
  compilation.choose("Bench");
  Diagnostics& diagnostics = compilation.diagnostics();
  if (const StructuredDae* model = compilation.structured()) {
    const auto largest = std::max_element(
        model->blocks.begin(), model->blocks.end(),
        [](const Block& a, const Block& b) { return a.unknowns.size() < b.unknowns.size(); });
    if (largest != model->blocks.end())
      result.structure = fmt::format("{} -> {}", largest->unknowns.size(),
                                     largest->torn.empty() ? "formulas"
                                     : largest->formulas.empty()
                                         ? fmt::format("{} torn", largest->torn.size())
                                         : fmt::format("{} by formulas", largest->formulas.size()));
    if (auto schedule = compilation.schedule(solver::Method::Ida))
      result.model.emplace(interpretedModel(std::move(*schedule), diagnostics), LlvmOptions());
  }
  if (diagnostics.hasErrors()) {
    std::fputs(renderText(diagnostics, {}).c_str(), stderr);
    std::exit(1);
  }
  result.seconds = processorSeconds() - start;
  return result;
}

// Places in v of one variable of all joints.
std::vector<double*> placesOf(const LlvmModel& model, FmlData* d, int joints, const char* name,
                              std::vector<bool>& negated) {
  const Dae& dae = model.schedule().model.dae;
  std::vector<double*> places(static_cast<size_t>(joints), nullptr);
  negated.assign(places.size(), false);
  for (uint32_t v = 0; v < dae.variables.size(); ++v) {
    const std::string text(dae.pool->names.text(dae.variables[VariableId(v)].name));
    int i = 0, end = 0;
    if (std::sscanf(text.c_str(), "joint[%d].%n", &i, &end) != 1 ||
        text.substr(static_cast<size_t>(end)) != name)
      continue;
    const Slot slot = model.schedule().slots[VariableId(v)];
    places[static_cast<size_t>(i - 1)] = d->v + slot.index;
    negated[static_cast<size_t>(i - 1)] = slot.negated;
  }
  return places;
}

Times measureFormola(const LlvmModel& compiled, int joints) {
  const FmlModel& model = compiled.model();
  FmlData* d = fml_create(&model);
  if (model.evalParameters != nullptr) model.evalParameters(d);
  fml_parameters_changed(d);
  std::vector<bool> negated, ignored;
  const std::vector<double*> phi = placesOf(compiled, d, joints, "phi", ignored);
  const std::vector<double*> w = placesOf(compiled, d, joints, "w", ignored);
  const std::vector<double*> a = placesOf(compiled, d, joints, "a", negated);
  auto set = [&](size_t k) {
    for (int i = 0; i < joints; ++i) {
      *phi[static_cast<size_t>(i)] = angle(i + 1, k);
    }
  };
  for (int i = 0; i < joints; ++i) *w[static_cast<size_t>(i)] = speed(i + 1);
  set(0);
  Times times;
  if (model.evalDerivatives(d) != FML_OK) std::fputs("the evaluation failed\n", stderr);
  // joint.a may be an output that only equals the derivative
  if (model.evalOutputs != nullptr) model.evalOutputs(d);
  for (size_t i = 0; i < a.size(); ++i) times.accelerations.push_back(negated[i] ? -*a[i] : *a[i]);
  times.seconds = secondsPerCall([&](size_t k) {
    for (double* p : phi) *p += (k % 2 == 0 ? 1e-6 : -1e-6);
    model.evalDerivatives(d);
  });
  fml_destroy(d);
  return times;
}

double difference(const std::vector<double>& a, const std::vector<double>& b) {
  double largest = 0, size = 0;
  for (size_t i = 0; i < a.size(); ++i) {
    largest = std::max(largest, std::abs(a[i] - b[i]));
    size = std::max(size, std::abs(b[i]));
  }
  return largest / size;
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string> files;
  std::vector<int> sizes;
  bool hints = true;
  double longest = 60;
  for (int i = 1; i < argc; ++i) {
    if (std::strcmp(argv[i], "--ignore-hints") == 0) {
      hints = false;
    } else if (std::strcmp(argv[i], "--longest") == 0 && i + 1 < argc) {
      longest = std::atof(argv[++i]);
    } else if (std::atoi(argv[i]) > 0) {
      sizes.push_back(std::atoi(argv[i]));
    } else {
      files.emplace_back(argv[i]);
    }
  }
  if (files.size() != 2) {
    std::fputs("bench_multibody LIBRARIES MECHANISM.mo [--ignore-hints] [--longest S] [F ...]\n",
               stderr);
    return 2;
  }
  if (sizes.empty()) sizes = {2, 3, 6, 10, 30, 100, 300, 1000};
  for (const bool tree : {false, true}) {
    fmt::print("\n{} of f revolute joints\n\n", tree ? "Binary tree" : "Chain");
    fmt::print(
        "| f | Formola ns | per joint | Simbody ns | per joint | ratio | difference "
        "| largest block | translation s |\n|---:|---:|---:|---:|---:|---:|---:|---|---:|\n");
    double last = 0;
    for (const int f : sizes) {
      const Times other = measureSimbody(f, tree);
      // A translation that took long is not tried with more joints.
      if (last > longest) {
        fmt::print("| {} | – | – | {:.0f} | {:.0f} | – | – | – | – |\n", f, 1e9 * other.seconds,
                   1e9 * other.seconds / f);
        continue;
      }
      const Translation own = translate(files[0], files[1], f, tree, hints);
      last = own.seconds;
      const Times times = measureFormola(*own.model, f);
      fmt::print("| {} | {:.0f} | {:.0f} | {:.0f} | {:.0f} | {:.2f} | {:.1e} | {} | {:.2f} |\n", f,
                 1e9 * times.seconds, 1e9 * times.seconds / f, 1e9 * other.seconds,
                 1e9 * other.seconds / f, other.seconds / times.seconds,
                 difference(times.accelerations, other.accelerations), own.structure, own.seconds);
      std::fflush(stdout);
    }
  }
  return 0;
}
