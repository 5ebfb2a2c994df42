// `formola simulate x.ssp`: a system structure of FMUs and Modelica models, as one model.
#include <fmt/format.h>

#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "driver/foreign_fmu.h"
#include "driver/open_model.h"
#include "driver/run_command.h"
#include "driver/run_in_child.h"
#include "driver/terminal.h"
#include "fmu/system_model.h"

namespace formola {

namespace fs = std::filesystem;

namespace {

constexpr double kGraceSeconds = 2;

// The command on the model that the structure became.
std::optional<Options> commandOnModel(const Options& options, const fs::path& folder,
                                      Diagnostics& diagnostics) {
  fmu::Archive archive;
  if (!archive.open(options.inputs[0], diagnostics)) return std::nullopt;
  const auto structure = fmu::readStructure(archive, diagnostics);
  if (!structure || !archive.extract({"resources/"}, folder, diagnostics)) return std::nullopt;
  Options result = options;
  if (!result.run.startTime && structure->start) result.run.startTime = structure->start;
  if (!result.run.stopTime && structure->stop) result.run.stopTime = structure->stop;
  const double length = result.run.stopTime.value_or(1) - result.run.startTime.value_or(0);
  fmu::SystemOptions system;
  system.coSimulationStep = fmt::format("{}", options.run.step.value_or(length / 500));
  system.linearExtrapolation = options.extrapolation == "linear";
  // The step is that of communication; methods with fixed steps are asked for by name.
  if (!options.methodGiven) result.run.step.reset();
  const auto model = fmu::writeSystem(*structure, folder, system, diagnostics);
  if (!model) return std::nullopt;
  const fs::path file = folder / "unpacked" / "System.mo";
  std::ofstream(file, std::ios::binary) << model->text;
  result.inputs = model->files;
  result.inputs.push_back(file.string());
  result.inputs.emplace_back("System");
  // To simulate it is to run the FMUs in it; other foreign code is asked about as always.
  addTrust((folder / "unpacked").string(), result.trust);
  if (result.output.empty()) result.output = fs::path(options.inputs[0]).stem().string() + ".csv";
  return result;
}

}  // namespace

bool isAboutSystem(const Options& options) {
  return options.inputs.size() == 1 && options.inputs[0].size() > 4 &&
         options.inputs[0].ends_with(".ssp");
}

int simulateSystem(const Options& options) {
  SourceManager sources;
  Diagnostics diagnostics(sources);
  fmu::TemporaryFolder folder;
  if (const std::string why = folder.make(); !why.empty())
    return complain("no folder for the files of the system can be made: " + why);
  const std::optional<Options> command = commandOnModel(options, folder.path(), diagnostics);
  showDiagnostics(diagnostics, options);
  if (!command) return kModelWrong;
  if (options.inProcess) return runCommand(*command);
  const ChildEnd end = runInChild([&] { return runCommand(*command); }, kGraceSeconds);
  if (end.cancelled) {
    std::fputs("formola: the system did not answer and was ended\n", stderr);
    return kSimulationFailed;
  }
  if (end.signal != 0) {
    std::fprintf(stderr, "formola: an FMU of the system crashed (%s)\n", strsignal(end.signal));
    return kSimulationFailed;
  }
  return end.status;
}

}  // namespace formola
