#include "driver/translate.h"

#include <fmt/format.h>

#include <cstdio>

#include "codegen/text/targets.h"
#include "diag/codes/translation.h"
#include "driver/step_formula.h"
#include "driver/terminal.h"

namespace formola {

namespace {

// Why the steps of a translated program cannot be those of the method; "": they can.
std::string wrongFormula(const Options& options, solver::Method method) {
  if (solver::familyOf(method) == solver::MethodFamily::FixedStep) return {};
  if (!solver::isInlined(method) || solver::familyOf(method) == solver::MethodFamily::InlineBdf ||
      solver::familyOf(method) == solver::MethodFamily::InlineMixed)
    return fmt::format(
        "'{}' chooses its steps while it runs; translated programs have a fixed step: inline:be, "
        "inline:bdf1 to inline:bdf6, inline:trapezoid, ...",
        options.stepMethod);
  if (!hasStepFormula(method))
    return fmt::format(
        "translated programs have no steps of '{}'; inline:am3, inline:bi2 and "
        "others they have",
        options.stepMethod);
  if (options.target != "c")
    return fmt::format("only '--to c' has inlined steps: '{}' systems integrate themselves",
                       options.target);
  return {};
}

int report(const text::Program& program, const Schedule& schedule, const Options& options,
           Compilation& compilation) {
  for (const text::Problem& problem : program.problems) {
    // What is said of the model as a whole need not be said of its operators.
    if (&problem != program.problems.data() && problem.ofEvents) continue;
    compilation.diagnostics().report(diag::NotTranslatable, problem.range, schedule.model.dae.model,
                                     options.target, problem.what);
  }
  return kModelWrong;
}

// To standard output without a path.
bool writeText(const std::string& path, const std::string& text) {
  std::FILE* file = path.empty() ? stdout : std::fopen(path.c_str(), "w");
  if (!file) return false;
  const bool written = std::fputs(text.c_str(), file) >= 0;
  return (path.empty() || std::fclose(file) == 0) && written;
}

}  // namespace

int translateModel(Compilation& compilation, const Options& options) {
  const Dae* dae = compilation.scalar();
  if (!dae) return outcome(compilation);
  text::TargetOptions target;
  target.startTime = options.run.startTime.value_or(dae->experiment.startTime);
  target.stopTime = options.run.stopTime.value_or(dae->experiment.stopTime);
  target.step = options.run.step.value_or(dae->experiment.interval);
  solver::Method method = solver::Method::Rk4;
  if (!options.stepMethod.empty()) {
    const std::optional<solver::Method> given = solver::parseMethod(options.stepMethod);
    if (!given) return complain(unknownMethod(options.stepMethod));
    method = *given;
    if (const std::string wrong = wrongFormula(options, method); !wrong.empty())
      return complain(wrong);
    if (solver::isInlined(method)) target.formula = stepFormula(method);
  }
  solver::SimulationProblem problem;
  if (const std::string wrong = planRun(options.run, method, dae->experiment, problem);
      !wrong.empty())
    return complain(wrong);
  planNewton(problem, target);
  const std::optional<Schedule> schedule = compilation.schedule(method);
  if (!schedule) return outcome(compilation);
  for (const text::Target& t : text::targets()) {
    if (t.name != options.target) continue;
    const text::Program program = t.translate(*schedule, target);
    if (!program.problems.empty()) return report(program, *schedule, options, compilation);
    if (!writeText(options.output, program.text))
      return complain(fmt::format("cannot write '{}'", options.output));
  }
  return kDone;
}

}  // namespace formola
