#include "driver/methods.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdio>

#include "results/html_page.h"
#include "results/methods_page.h"
#include "solver/integration_method.h"

namespace formola {

namespace {
std::string infinityText(double value) {
  return std::isfinite(value) ? fmt::format("{:.4g}", value) : std::string("inf");
}

}  // namespace

int showMethods(const Options& options) {
  const std::vector<solver::MethodFormula> formulas = solver::methodFormulas();
  results::MethodsPage page;
  page.title = "Integration methods";
  page.subtitle =
      "Stability and damping, computed from the coefficients that Formola integrates with";
  for (const solver::MethodFormula& f : formulas) {
    const solver::LocalError error = solver::localError(f.amplification);
    page.methods.push_back({f.name, f.title, f.group, error.order, f.stages, f.amplification.steps,
                            f.isEmbedding, solver::factorAtInfinity(f.amplification),
                            solver::stabilityAngle(f.amplification), error.coefficient,
                            f.amplification.p});
  }
  if (!options.html.empty()) {
    std::string error;
    if (!results::writePage(options.html, results::renderMethodsPage(page), error)) {
      std::fprintf(stderr, "formola: %s\n", error.c_str());
      return kCommandWrong;
    }
    if (!options.quiet) std::printf("the page is in %s\n", options.html.c_str());
    return kDone;
  }
  std::printf("%-20s %5s %6s %8s %9s %14s  %s\n", "method", "order", "stages", "|R(inf)|",
              "A(alpha)", "local error", "formula");
  for (bool embeddings : {false, true}) {
    if (embeddings)
      std::printf("\nError estimates; those of the fully implicit methods are over two steps:\n");
    for (const results::MethodCurve& m : page.methods) {
      if (m.isEmbedding != embeddings) continue;
      std::printf("%-20s %5d %6d %8s %9.2f %10.4g z^%d  %s\n", m.name.c_str(), m.order, m.stages,
                  infinityText(m.atInfinity).c_str(), m.angle, m.errorCoefficient, m.order + 1,
                  m.title.c_str());
    }
  }
  std::printf("\nOf variable order or step:\n");
  for (const solver::Method method : solver::allMethods())
    if (const std::string_view about = solver::descriptionOf(method).about; !about.empty())
      std::printf("%-20s %s\n", std::string(solver::methodName(method)).c_str(),
                  std::string(about).c_str());
  return kDone;
}

}  // namespace formola
