#include "driver/translate.h"

#include <fmt/format.h>

#include <cstdio>

#include "codegen/text/targets.h"
#include "driver/terminal.h"
#include "solver/formulas.h"

namespace formola {

namespace {

// The coefficients of an inlined method for the text of its steps.
text::StepFormula stepFormula(solver::Method method) {
  using Kind = text::StepFormula::Kind;
  text::StepFormula formula;
  formula.name = solver::methodName(method);
  formula.sdirkGamma = solver::kSdirkGamma;
  for (int s = 0; s < solver::kSdirkStages; ++s) {
    formula.sdirkNodes.push_back(solver::kSdirkC[s]);
    formula.sdirkMatrix.emplace_back(solver::kSdirkA[s], solver::kSdirkA[s] + s);
  }
  const int order = solver::fixedBdfOrder(method);
  solver::CoupledTableau tableau = solver::coupledTableau(method);
  formula.nodes = std::move(tableau.nodes);
  if (!tableau.matrix.empty())
    formula.inverse = solver::inverseOf(std::move(tableau.matrix)).back();
  if (order > 0) {
    const solver::BdfFormula& bdf = solver::kBdf[order - 1];
    formula.kind = Kind::Bdf;
    formula.past.assign(bdf.a, bdf.a + order);
    formula.weight = bdf.b;
  } else if (!formula.nodes.empty()) {
    formula.kind = Kind::Coupled;
    formula.densePoints = solver::coupledMethod(method)->densePoints;
  } else if (method == solver::Method::InlineTrapezoid) {
    formula.kind = Kind::Trapezoid;
  } else if (method == solver::Method::InlineBi2) {
    formula.kind = Kind::Bi2;
  } else if (method == solver::Method::InlineAm3) {
    formula.kind = Kind::Am3;
    formula.densePoints = 3;
  } else if (method == solver::Method::InlineSdirk4) {
    formula.kind = Kind::Sdirk;
    formula.densePoints = 3;
  }
  return formula;
}

// Why the steps of a translated program cannot be those of the method; "": they can.
std::string wrongFormula(const Options& options, solver::Method method) {
  if (solver::familyOf(method) == solver::MethodFamily::FixedStep) return {};
  if (!solver::isInlined(method) || solver::familyOf(method) == solver::MethodFamily::InlineBdf)
    return fmt::format(
        "'{}' chooses its steps while it runs; translated programs have a fixed step: inline:be, "
        "inline:bdf1 to inline:bdf6, inline:trapezoid, ...",
        options.stepMethod);
  if (options.target != "c")
    return fmt::format("only '--to c' has inlined steps: '{}' systems integrate themselves",
                       options.target);
  return {};
}

// What Newton's method is asked for in the program, as in simulate with a fixed step.
void planNewton(const solver::SimulationProblem& problem, text::TargetOptions& target) {
  target.tolerance = problem.tolerance;
  target.blockTolerance = solver::blockNewtonTolerance(problem.tolerance);
  const double error =
      target.formula.kind == text::StepFormula::Kind::Coupled
          ? solver::embeddingIterationError(solver::coupledMethod(problem.method)->embedding)
          : solver::kOneStageIterationError;
  target.stepTolerance = solver::stepNewtonTolerance(error, problem.tolerance);
  target.stepIterations = solver::kStepIterations;
  target.realTimeIterations = problem.realTimeIterations;
}

int report(const text::Program& program, const Schedule& schedule, const Options& options,
           Compilation& compilation) {
  for (const text::Problem& problem : program.problems) {
    // What is said of the model as a whole need not be said of its operators.
    if (&problem != program.problems.data() && problem.ofEvents) continue;
    compilation.diagnostics().report(DiagCode::NotTranslatable, problem.range,
                                     schedule.model.dae.model, options.target, problem.what);
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
