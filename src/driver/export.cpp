#include "driver/export.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <regex>

#include "compiler/search_paths.h"
#include "diag/codes/translation.h"
#include "driver/fmu_drawing.h"
#include "driver/step_formula.h"
#include "driver/terminal.h"
#include "fmi/fmu_writer.h"
#include "solver/method_lists.h"

namespace formola {

namespace {

// "me", "cs", "me,cs", "se"; what is wrong with it, or "".
std::string readKinds(const std::string& kinds, fmi::FmuOptions& fmu) {
  fmu.modelExchange = fmu.coSimulation = false;
  for (size_t begin = 0; begin <= kinds.size();) {
    const size_t end = std::min(kinds.find(',', begin), kinds.size());
    const std::string kind = kinds.substr(begin, end - begin);
    begin = end + 1;
    if (kind == "me") {
      fmu.modelExchange = true;
    } else if (kind == "cs") {
      fmu.coSimulation = true;
    } else if (kind == "se") {
      fmu.scheduledExecution = true;
    } else {
      return fmt::format(
          "there is no kind '{}' of FMUs: me (model exchange), cs (co-simulation), se (scheduled "
          "execution)",
          kind);
    }
  }
  // The environment says when clocks tick; in the other kinds they do so by themselves.
  if (fmu.scheduledExecution && (fmu.modelExchange || fmu.coSimulation))
    return "scheduled execution is a kind for itself: --kind se";
  if (fmu.scheduledExecution && fmu.version != 3) return "scheduled execution needs --fmi 3";
  return {};
}

// The names that are visible; what is wrong with the pattern, or "".
std::string readExposed(const std::string& pattern, fmi::FmuOptions& fmu) {
  if (pattern.empty()) return {};
  try {  // std::regex reports a wrong pattern by an exception; it ends here
    fmu.exposed = [regex = std::regex(pattern)](const std::string& name) {
      return std::regex_search(name, regex);
    };
  } catch (const std::regex_error& failure) {
    return fmt::format("'{}' is not a regular expression: {}", pattern, failure.what());
  }
  return {};
}

// Whose steps can follow the tolerance inside of an FMU.
constexpr auto kControlled = {solver::MethodFamily::InlineBdf, solver::MethodFamily::InlineDiagonal,
                              solver::MethodFamily::InlineCoupled};

// Why co-simulation cannot have the method; "": it can.
std::string wrongMethod(const Options& options, solver::Method method) {
  const solver::MethodFamily family = solver::familyOf(method);
  const bool controlled =
      std::find(kControlled.begin(), kControlled.end(), family) != kControlled.end();
  const auto controlledMethods = [] {
    return solver::methodsOf(kControlled) + " follow the tolerance";
  };
  const bool exists = family == solver::MethodFamily::FixedStep ||
                      (solver::isInlined(method) && hasStepFormula(method));
  if (!exists)
    return fmt::format(
        "'{}' cannot be the method inside of an FMU: {}; with --step H there are inline:be, "
        "inline:bdf1 to inline:bdf6, inline:trapezoid, ..., rk4 and euler, too",
        options.stepMethod, controlledMethods());
  if (!options.run.step && !controlled)
    return fmt::format("'{}' in an FMU needs --step H; {}", options.stepMethod,
                       controlledMethods());
  if (options.run.step && family == solver::MethodFamily::InlineBdf)
    return "inline:bdf chooses its steps by the tolerance; with --step take inline:bdf1 to "
           "inline:bdf6";
  return {};
}

}  // namespace

int exportModel(Compilation& compilation, const Options& options) {
  fmi::FmuOptions fmu;
  fmu.version = options.fmiVersion;
  fmu.sources = options.fmuSources;
  fmu.tool = "Formola " FORMOLA_VERSION;
  if (const std::string wrong = readKinds(options.fmuKinds, fmu); !wrong.empty())
    return complain(wrong);
  std::string wrongPlatform;
  fmu.platforms = fmi::readPlatforms(options.fmuPlatforms, wrongPlatform);
  if (!wrongPlatform.empty()) return complain(wrongPlatform);
  fmu.maker = options.fmuCompiler == "llvm" ? fmi::CodeMaker::Llvm
              : options.fmuCompiler == "c"  ? fmi::CodeMaker::CCompiler
                                            : fmi::CodeMaker::Any;
  fmu.nativeProgram = nativeCompiler();
  if (fmu.maker == fmi::CodeMaker::CCompiler)
    for (const fmi::Platform* platform : fmu.platforms)
      if (const std::string wrong = fmi::missingCompiler(*platform); !wrong.empty())
        return complain(wrong);
  if (fmu.platforms.empty() && !fmu.sources)
    return complain("--platform none leaves nothing that could be run; add --sources");
  if (const std::string wrong = readExposed(options.filter, fmu); !wrong.empty())
    return complain(wrong);
  solver::Method method = fmu.coSimulation ? solver::Method::InlineSdirk4 : solver::Method::Rk4;
  if (!options.stepMethod.empty()) {
    const std::optional<solver::Method> given = solver::parseMethod(options.stepMethod);
    if (!given) return complain(unknownMethod(options.stepMethod));
    if (!fmu.coSimulation) return complain("--method is that of co-simulation: --kind cs");
    method = *given;
    if (const std::string wrong = wrongMethod(options, method); !wrong.empty())
      return complain(wrong);
  }
  fmu.euler = solver::familyOf(method) == solver::MethodFamily::FixedStep &&
              solver::fixedOrder(method) == 1;
  const Dae* dae = compilation.scalar();
  if (!dae) return outcome(compilation);
  text::TargetOptions target;
  target.startTime = options.run.startTime.value_or(dae->experiment.startTime);
  target.stopTime = options.run.stopTime.value_or(dae->experiment.stopTime);
  target.step = options.run.step.value_or(0);
  if (!fmu.coSimulation) target.step = 1;
  if (solver::isInlined(method)) target.formula = stepFormula(method);
  solver::SimulationProblem problem;
  if (const std::string wrong = planRun(options.run, method, dae->experiment, problem);
      !wrong.empty())
    return complain(wrong);
  planNewton(problem, target);
  const std::optional<Schedule> schedule = compilation.schedule(method);
  if (!schedule) return outcome(compilation);
  fmu.drawing = drawingOf(options);
  // Without states nothing has an error that steps could follow; they find the events.
  if (!schedule->inlined && !(target.step > 0)) {
    const double row = (target.stopTime - target.startTime) / std::max(1, problem.intervals);
    target.step = row > 0 ? row : 1;
  }
  const std::string path =
      options.output.empty() ? fmt::format("{}.fmu", schedule->model.dae.model) : options.output;
  const fmi::FmuResult result = fmi::writeFmu(*schedule, target, fmu, path);
  for (const text::Problem& p : result.problems)
    compilation.diagnostics().report(diag::NotTranslatable, p.range, schedule->model.dae.model,
                                     "FMU", p.what);
  for (const EffectRefusal& refusal : result.refusals)
    reportRefusal(refusal, compilation.diagnostics());
  if (!result.problems.empty() || !result.refusals.empty()) return kModelWrong;
  if (!result.error.empty()) return complain(result.error);
  if (!options.quiet) std::printf("%s\n", path.c_str());
  return kDone;
}

}  // namespace formola
