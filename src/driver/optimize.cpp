// The command optimize.
#include "analysis/optimize.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>

#include "driver/analysis_commands.h"
#include "driver/fit_page.h"
#include "driver/open_model.h"
#include "driver/terminal.h"

namespace formola {

namespace {

bool writePage(const Options& options, TranslatedModel& model,
               const analysis::OptimizationRequest& request, const analysis::Optimization& found) {
  FitPage page;
  page.title = model.model().dae.model;
  page.subtitle = fmt::format("{} {}: {:.6g}, was {:.6g}", found.maximize ? "largest" : "smallest",
                              found.objective, found.after, found.before);
  std::vector<double> start, end;
  results::ReportSection parameters{"Parameters", {}};
  for (const analysis::OptimizedParameter& p : found.parameters) {
    start.push_back(p.start);
    end.push_back(p.value);
    parameters.rows.emplace_back(p.name, fmt::format("{:.6g}{}, was {:.6g}", p.value,
                                                     p.atBound ? " (at its bound)" : "", p.start));
  }
  page.sections.push_back(std::move(parameters));
  if (!found.constraints.empty()) {
    results::ReportSection conditions{"Conditions", {}};
    for (const analysis::OptimizedConstraint& c : found.constraints)
      conditions.rows.emplace_back(c.text, fmt::format("{:.6g} and {:.6g}{}", c.left, c.right,
                                                       c.holds ? "" : ", does not hold"));
    page.sections.push_back(std::move(conditions));
  }
  results::ReportSection search{"Search", {}};
  search.rows.emplace_back("runs", std::to_string(found.runs));
  search.rows.emplace_back("algorithm", found.algorithm);
  search.rows.emplace_back(
      "gradients", found.withoutGradients.empty() ? "exact" : "none: " + found.withoutGradients);
  page.sections.push_back(std::move(search));
  std::string problem;
  const analysis::Unknowns unknowns =
      analysis::findUnknowns(model, request.over, request.values, problem);
  page.runs = {{"optimised", unknowns.valuesAt(request.values, end)},
               {"before", unknowns.valuesAt(request.values, start)}};
  std::vector<std::string> texts = request.constraints;
  texts.insert(texts.begin(), request.objective);
  for (const std::string& text : texts)
    if (const auto one =
            analysis::ResultExpression::parse(text.substr(0, text.find_first_of("<>")), problem))
      page.signals.insert(page.signals.end(), one->signals().begin(), one->signals().end());
  return writeFitPage(options.report, model, request.settings, page);
}

bool writeReport(const Options& options, TranslatedModel& model,
                 const analysis::OptimizationRequest& request,
                 const analysis::Optimization& found) {
  if (options.report.empty()) return true;
  if (options.report.ends_with(".html")) return writePage(options, model, request, found);
  std::ofstream file(options.report);
  file << analysis::optimizationJson(found, model.model().dae.model);
  return static_cast<bool>(file.flush());
}

int tell(const Options& options, TranslatedModel& model,
         const analysis::OptimizationRequest& request, const analysis::Optimization& found) {
  if (!found.diagnostics.empty()) std::fputs(found.diagnostics.c_str(), stderr);
  if (!found.problem.empty()) return complain(found.problem);
  if (!found.diagnostics.empty()) return kModelWrong;
  if (!found.ok) {
    std::fprintf(stderr, "formola: %s\n", found.cancelled ? "interrupted" : found.message.c_str());
    return kSimulationFailed;
  }
  if (!options.quiet) {
    std::fputs(analysis::optimizationText(found).c_str(), stdout);
    std::string set;
    for (const analysis::OptimizedParameter& p : found.parameters)
      set += fmt::format(" --set {}={:.8g}", p.name, p.value);
    std::printf("simulate with:%s\n", set.c_str());
  }
  if (!writeReport(options, model, request, found))
    return complain("cannot write '" + options.report + "'");
  if (found.converged) return kDone;
  std::fprintf(stderr, "formola: the search did not come to its end: %s\n", found.message.c_str());
  return kSimulationFailed;
}

}  // namespace

int optimizeModel(const Options& options) {
  if (const std::string wrong = wrongReport(options.report); !wrong.empty()) return complain(wrong);
  if (options.minimize.empty() && options.maximize.empty())
    return complain("say what to make small (--minimize) or large (--maximize)");
  std::string problem;
  analysis::OptimizationRequest request;
  request.maximize = options.minimize.empty();
  request.objective = request.maximize ? options.maximize : options.minimize;
  request.constraints = options.subjectTo;
  for (const std::string& text : options.over) {
    const auto one = analysis::parseUnknown(text, problem);
    if (!one) return complain(problem);
    request.over.push_back(*one);
  }
  int status = kDone;
  const std::unique_ptr<TranslatedModel> model = openModel(options, status);
  if (!model) return status;
  if (problem = planSettings(*model, options, request.settings); !problem.empty())
    return complain(problem);
  if (request.values = setValues(*model, options, problem); !problem.empty())
    return complain(problem);
  if (options.iterations > 0) request.evaluations = options.iterations;
  const Interrupts interrupts;
  request.settings.problem.interrupt = &interrupts.flag();
  const bool bar = isatty(STDERR_FILENO) != 0 && !options.quiet;
  if (bar)
    request.progress = [](int run, double value) {
      std::fprintf(stderr, "\rrun %d, %.6g\033[K", run, value);
    };
  const analysis::Optimization found = analysis::optimize(*model, request);
  if (bar) std::fputs("\r\033[K", stderr);
  return tell(options, *model, request, found);
}

}  // namespace formola
