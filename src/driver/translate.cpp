#include "driver/translate.h"

#include <algorithm>
#include <cstdio>

#include "codegen/text/targets.h"
#include "schedule/schedule.h"
#include "solver/formulas.h"
#include "structure/structure_model.h"

namespace formola {

bool PassObserver::after(std::string_view pass, const std::function<std::string()>& text) {
  if (options_.timings) {
    std::fprintf(stderr, "%-20.*s %8.3f s  %8.1f MB\n", static_cast<int>(pass.size()), pass.data(),
                 watch_.seconds(), static_cast<double>(peakMemoryBytes()) / 1e6);
  }
  if (options_.dumpAfter == pass) std::fputs(text().c_str(), stdout);
  stopped_ |= options_.stopAfter == pass;
  watch_ = Stopwatch();
  return !stopped_;
}

std::optional<solver::Method> findMethod(const std::string& name) {
  const std::optional<solver::Method> method = solver::parseMethod(name);
  if (!method) {
    std::string known;
    for (std::string_view each : solver::methodNames())
      known += (known.empty() ? "" : ", ") + std::string(each);
    std::fprintf(stderr, "formola: there is no method '%s'; methods: %s\n", name.c_str(),
                 known.c_str());
  }
  return method;
}

std::optional<InlineFormula> inlineFormula(solver::Method method) {
  if (!solver::isInlined(method)) return std::nullopt;
  InlineFormula formula;
  solver::CoupledTableau tableau = solver::coupledTableau(method);
  if (!tableau.nodes.empty()) {
    formula.nodes = std::move(tableau.nodes);
    formula.matrix = std::move(tableau.matrix);
  }
  return formula;
}

StructureOptions structureOptions(const Options& options) {
  auto disabled = [&](std::string_view pass) {
    return std::find(options.disabledPasses.begin(), options.disabledPasses.end(), pass) !=
           options.disabledPasses.end();
  };
  StructureOptions structure;
  structure.aliases = !disabled("eliminateAliases");
  structure.indexReduction = !disabled("reduceIndex");
  structure.exposing = !disabled("exposeConstraints");
  structure.binding = !disabled("bindUnknowns");
  structure.tearing = !disabled("tearBlocks");
  structure.hints = !options.ignoreHints;
  structure.relaxing = !disabled("relaxBlocks");
  // Programs of other languages than C have no one who exchanges states.
  structure.dynamicStates = options.command != Command::Translate || options.target == "c";
  return structure;
}

std::optional<StructuredDae> runStructure(Dae dae, const Options& options, PassObserver& observer,
                                          Diagnostics& diagnostics) {
  StructuredDae model = structureModel(std::move(dae), structureOptions(options), diagnostics,
                                       [&](std::string_view pass, const StructuredDae& m) {
                                         return observer.after(pass, [&] { return print(m); });
                                       });
  if (diagnostics.hasErrors() || observer.stopped()) return std::nullopt;
  return model;
}

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
  formula.nodes = solver::coupledTableau(method).nodes;
  if (order > 0) {
    const solver::BdfFormula& bdf = solver::kBdf[order - 1];
    formula.kind = Kind::Bdf;
    formula.past.assign(bdf.a, bdf.a + order);
    formula.weight = bdf.b;
  } else if (!formula.nodes.empty()) {
    formula.kind = Kind::Coupled;
    formula.densePoints = method == solver::Method::InlineRadau3 ? 2 : 3;
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

// The method to put into the program; false, with a message: it cannot be done.
bool chooseFormula(const Options& options, text::TargetOptions& target,
                   std::optional<InlineFormula>& inlined) {
  if (options.stepMethod.empty()) return true;
  const std::optional<solver::Method> method = findMethod(options.stepMethod);
  if (!method) return false;
  inlined = inlineFormula(*method);
  const bool rungeKutta = *method == solver::Method::Rk4 || *method == solver::Method::Euler;
  if (rungeKutta) return true;  // C programs have both
  if (!inlined || *method == solver::Method::InlineBdf || *method == solver::Method::InlineMixed) {
    std::fprintf(stderr,
                 "formola: '%s' chooses its steps while it runs; translated programs have a fixed "
                 "step: inline:be, inline:bdf1 to inline:bdf6, inline:trapezoid, ...\n",
                 options.stepMethod.c_str());
    return false;
  }
  if (options.target != "c") {
    std::fprintf(stderr,
                 "formola: only '--to c' has inlined steps: '%s' systems integrate "
                 "themselves\n",
                 options.target.c_str());
    return false;
  }
  target.formula = stepFormula(*method);
  return true;
}

bool isOperatorOfEvents(std::string_view what) {
  for (std::string_view name : {"delay", "transported", "sample", "edge", "change", "pre"})
    if (what == fmt::format("it uses the function '{}'", name)) return true;
  return false;
}

}  // namespace

int translateModel(Dae dae, const Options& options, PassObserver& observer,
                   Diagnostics& diagnostics) {
  text::TargetOptions target;
  target.startTime = options.startTime.value_or(dae.experiment.startTime);
  target.stopTime = options.stopTime.value_or(dae.experiment.stopTime);
  target.step = options.step.value_or(dae.experiment.interval);
  std::optional<InlineFormula> inlined;
  if (!chooseFormula(options, target, inlined)) return kCommandWrong;
  std::optional<StructuredDae> structured =
      runStructure(std::move(dae), options, observer, diagnostics);
  if (!structured) return kDone;
  const Schedule schedule = buildSchedule(std::move(*structured), structureOptions(options),
                                          diagnostics, inlined ? &*inlined : nullptr);
  if (diagnostics.hasErrors() || !observer.after("buildSchedule", [&] { return print(schedule); }))
    return kDone;
  for (const text::Target& t : text::targets()) {
    if (t.name != options.target) continue;
    const text::Program program = t.translate(schedule, target);
    for (const text::Problem& problem : program.problems) {
      // What is said of the model as a whole need not be said of its operators.
      if (&problem != program.problems.data() && isOperatorOfEvents(problem.what)) continue;
      diagnostics.report(DiagCode::NotTranslatable, problem.range, schedule.model.dae.model,
                         options.target, problem.what);
    }
    if (!program.problems.empty()) return kModelWrong;
    if (options.output.empty()) {
      std::fputs(program.text.c_str(), stdout);
    } else {
      std::FILE* file = std::fopen(options.output.c_str(), "w");
      if (!file || std::fputs(program.text.c_str(), file) < 0) {
        std::fprintf(stderr, "formola: cannot write '%s'\n", options.output.c_str());
        if (file) std::fclose(file);
        return kCommandWrong;
      }
      std::fclose(file);
    }
  }
  return kDone;
}

}  // namespace formola
