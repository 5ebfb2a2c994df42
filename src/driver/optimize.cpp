// The command optimize.
#include "analysis/optimize.h"

#include <fmt/format.h>

#include "driver/analysis_commands.h"
#include "driver/search_command.h"

namespace formola {

namespace {

results::ReportSection parameterSection(const analysis::Optimization& found) {
  results::ReportSection section{"Parameters", {}};
  for (const analysis::FoundParameter& p : found.parameters)
    section.rows.emplace_back(p.name, fmt::format("{:.6g}{}, was {:.6g}", p.value,
                                                  p.atBound ? " (at its bound)" : "", p.start));
  return section;
}

results::ReportSection conditionSection(const analysis::Optimization& found) {
  results::ReportSection section{"Conditions", {}};
  for (const analysis::OptimizedConstraint& c : found.constraints)
    section.rows.emplace_back(c.text, fmt::format("{:.6g} and {:.6g}{}", c.left, c.right,
                                                  c.holds ? "" : ", does not hold"));
  return section;
}

results::ReportSection searchSection(const analysis::Optimization& found) {
  results::ReportSection section{"Search", {}};
  section.rows.emplace_back("runs", std::to_string(found.runs));
  section.rows.emplace_back("algorithm", found.algorithm);
  section.rows.emplace_back(
      "gradients", found.withoutGradients.empty() ? "exact" : "none: " + found.withoutGradients);
  return section;
}

FitPage pageOf(const analysis::OptimizationRequest& request, const analysis::Optimization& found) {
  FitPage page;
  page.subtitle = fmt::format("{} {}: {:.6g}, was {:.6g}", found.maximize ? "largest" : "smallest",
                              found.objective, found.after, found.before);
  page.sections.push_back(parameterSection(found));
  if (!found.constraints.empty()) page.sections.push_back(conditionSection(found));
  page.sections.push_back(searchSection(found));
  std::vector<std::string> texts = request.constraints;
  texts.insert(texts.begin(), request.objective);
  std::string problem;
  for (const std::string& text : texts)
    if (const auto one =
            analysis::ResultExpression::parse(text.substr(0, text.find_first_of("<>")), problem))
      page.signals.insert(page.signals.end(), one->signals().begin(), one->signals().end());
  return page;
}

}  // namespace

int optimizeModel(const Options& options) {
  if (options.minimize.empty() && options.maximize.empty())
    return complain("say what to make small (--minimize) or large (--maximize)");
  analysis::OptimizationRequest request;
  request.maximize = options.minimize.empty();
  request.objective = request.maximize ? options.maximize : options.minimize;
  request.constraints = options.subjectTo;
  SearchCommand command(options, request);
  if (const int status = command.open(); status != kDone) return status;
  if (options.iterations > 0) request.evaluations = options.iterations;
  command.watch("run {}, {:.6g}");
  const analysis::Optimization found = analysis::optimize(command.model(), request);
  return command.tell(found, {.what = "search",
                              .parameters = found.parameters,
                              .text = analysis::optimizationText(found),
                              .json = analysis::optimizationJson(found, command.name()),
                              .label = "optimised",
                              .page = pageOf(request, found)});
}

}  // namespace formola
