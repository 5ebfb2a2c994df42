#include "driver/run_command.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "compiler/compilation.h"
#include "dae/balance.h"
#include "dae/printer.h"
#include "dae/standalone_names.h"
#include "diag/codes/translation.h"
#include "driver/analysis_commands.h"
#include "driver/compare.h"
#include "driver/convert.h"
#include "driver/demo.h"
#include "driver/draw.h"
#include "driver/export.h"
#include "driver/foreign_fmu.h"
#include "driver/format_files.h"
#include "driver/inspect.h"
#include "driver/language_server.h"
#include "driver/methods.h"
#include "driver/open_model.h"
#include "driver/script_run.h"
#include "driver/shell.h"
#include "driver/simulate.h"
#include "driver/studio.h"
#include "driver/terminal.h"
#include "driver/translate.h"
#include "driver/upgrade_library.h"
#include "syntax/dym/reader.h"

namespace formola {

namespace {

namespace fs = std::filesystem;

int checkModel(Compilation& compilation, const Options& options) {
  const Dae* dae = compilation.flat();
  if (!dae) return outcome(compilation);
  if (!compilation.checkClocks() || options.quiet) return kDone;
  const Balance balance = countBalance(*dae);
  std::printf("%s: %lld equations, %lld unknowns\n", dae->model.c_str(),
              static_cast<long long>(balance.equations), static_cast<long long>(balance.unknowns));
  return kDone;
}

int flattenModel(Compilation& compilation, const Options& options) {
  const Dae* dae = options.scalar ? compilation.scalar() : compilation.flat();
  if (!dae) return outcome(compilation);
  if (!options.standalone) {
    std::fputs(print(*dae).c_str(), stdout);
    return kDone;
  }
  StandaloneNames names(*dae);
  const std::string text = printStandalone(*dae, names);
  for (const std::string& what : names.problems())
    compilation.diagnostics().report(diag::NotTranslatable, SourceRange{}, dae->model, "Modelica",
                                     what);
  if (!names.problems().empty()) return kModelWrong;
  std::fputs(text.c_str(), stdout);
  return kDone;
}

int runOnModel(Compilation& compilation, const Options& options) {
  switch (options.command) {
    case Command::Check:
      return checkModel(compilation, options);
    case Command::Flatten:
      return flattenModel(compilation, options);
    case Command::Inspect:
      return inspectModel(compilation, options);
    case Command::Translate:
      return translateModel(compilation, options);
    case Command::Export:
      return exportModel(compilation, options);
    case Command::Demo:
      return runDemo(compilation, options);
    default:
      return simulateModel(compilation, options);
  }
}

}  // namespace

std::string loadInputs(Compilation& compilation, const Options& options) {
  std::string name;
  for (size_t i = 0; i < options.inputs.size(); ++i) {
    const std::string& input = options.inputs[i];
    if (i + 1 == options.inputs.size() && !looksLikeFile(input)) {
      name = input;
    } else {
      compilation.load(input);
    }
  }
  compilation.parsed();
  return name;
}

int runCommand(const Options& options) {
  if (options.command == Command::Compare) return compareResults(options);
  if (options.command == Command::Convert) return convertFiles(options);
  if (options.command == Command::Format) return formatFiles(options);
  if (options.command == Command::Upgrade) return upgradeLibrary(options);
  if (options.command == Command::LanguageServer) return runLanguageServer(options);
  if (options.command == Command::Methods) return showMethods(options);
  if (options.command == Command::Shell) return runShell(options);
  if (options.command == Command::Studio) return runStudio(options);
  if (options.command == Command::Run) return runScript(options);
  for (const std::string& one : options.set)
    if (one.find('=') == std::string::npos)
      return complain("--set needs name=value, not '" + one + "'");
  if (options.inputs.empty()) return complain("give a file or the name of a model");
  if (options.command == Command::Import) return importFmu(options);
  if (isAboutFmu(options)) {
    if (options.command == Command::Simulate) return simulateFmu(options);
    if (options.command == Command::Inspect) return inspectFmu(options);
    return complain("an FMU can be simulated, inspected and imported (formola simulate x.fmu)");
  }
  if (isAboutSystem(options))
    return options.command == Command::Simulate
               ? simulateSystem(options)
               : complain("a system structure can be simulated (formola simulate x.ssp)");
  if (options.command == Command::Sweep) return sweepModel(options);
  if (options.command == Command::Linearize) return linearizeModel(options);
  if (options.command == Command::SteadyState) return steadyStateOfModel(options);
  if (options.command == Command::Sensitivities) return sensitivitiesOfModel(options);
  if (options.command == Command::Calibrate) return calibrateModel(options);
  if (options.command == Command::Optimize) return optimizeModel(options);
  const bool demo = options.command == Command::Demo;  // has several methods
  Compilation compilation(options, demo ? Compilation::Keep::All : Compilation::Keep::Last,
                          PassPrinter(options));
  const std::string name = loadInputs(compilation, options);
  int status;
  if (options.command == Command::Draw) {  // of any class
    status = !compilation.diagnostics().hasErrors() && compilation.chooseClass(name)
                 ? drawClasses(compilation, options)
                 : outcome(compilation);
  } else {
    status = compilation.choose(name) ? runOnModel(compilation, options) : outcome(compilation);
  }
  showDiagnostics(compilation.diagnostics(), options);
  if (compilation.diagnostics().hasErrors() && status == kDone) status = kModelWrong;
  return status;
}

}  // namespace formola
