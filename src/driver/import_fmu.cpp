// `formola import x.fmu --output X.mo`: an FMU as a block, with its binary unpacked beside it.
#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <fstream>

#include "diag/codes/fmu.h"
#include "driver/foreign_fmu.h"
#include "driver/open_model.h"
#include "driver/terminal.h"
#include "fmu/fmu_block_text.h"
#include "fmu/fmu_package.h"
#include "fmu/import_block.h"

namespace formola {

namespace {

namespace fs = std::filesystem;

bool writeFile(const fs::path& path, std::string_view text) {
  std::ofstream out(path, std::ios::binary);
  out << text;
  return static_cast<bool>(out.flush());
}

}  // namespace

int importFmu(const Options& options) {
  if (!isAboutFmu(options)) return complain("import needs an FMU: formola import x.fmu");
  SourceManager sources;
  Diagnostics diagnostics(sources);
  const auto finish = [&](int status) {
    showDiagnostics(diagnostics, options);
    return status;
  };
  const auto package = fmu::openPackage(options.inputs[0], diagnostics);
  if (!package) return finish(kModelWrong);
  const auto kind = fmu::chooseKind(*package, options.importKind, false, diagnostics);
  if (!kind) return finish(kModelWrong);
  const fs::path output =
      fs::absolute(options.output.empty() ? fs::path(options.inputs[0]).stem().string() + ".mo"
                                          : options.output);
  if (output.extension() != ".mo")
    return complain(fmt::format("the file '{}' must end in .mo", options.output));
  const fs::path folder = output.parent_path() / (output.stem().string() + "_fmu");
  const auto instance = fmu::unpack(*package, *kind, folder, diagnostics);
  if (!instance) return finish(kModelWrong);
  fmu::BlockOptions block;
  block.kind = *kind;
  block.name = output.stem().string();
  block.file = fs::path(options.inputs[0]).filename().string();
  block.code = (folder / "fmu_block.h").string();
  block.binary = instance->binary;
  block.resources = instance->resources;
  if (options.run.step)
    block.communicationStep = *options.run.step;
  else if (package->description.experiment.step && *package->description.experiment.step > 0)
    block.communicationStep = *package->description.experiment.step;
  std::vector<std::string> leftOut;
  std::string why;
  const auto text = fmu::writeBlock(package->description, block, leftOut, why);
  if (!text) {
    diagnostics.report(diag::FmuUnsupported, {}, options.inputs[0], why);
    return finish(kModelWrong);
  }
  for (const std::string& name : leftOut)
    diagnostics.report(diag::FmuVariableLeftOut, {}, options.inputs[0], name);
  if (!writeFile(block.code, fmu::kTextFmuBlock) || !writeFile(output, *text))
    return complain(fmt::format("'{}' cannot be written", output.string()));
  if (!options.quiet)
    std::printf(
        "%s; the binary and its data are in %s. Models that use it run foreign code: "
        "--trust %s\n",
        output.c_str(), folder.c_str(), output.c_str());
  return finish(kDone);
}

}  // namespace formola
