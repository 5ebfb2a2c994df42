#include "driver/inspect.h"

#include <cstdio>

#include "compiler/inspect_text.h"
#include "compiler/structure_data.h"
#include "driver/draw.h"
#include "driver/terminal.h"
#include "results/html_page.h"

namespace formola {

int inspectModel(Compilation& compilation, const Options& options) {
  const StructuredDae* structured = compilation.structured();
  if (!structured) return outcome(compilation);
  std::optional<solver::Method> method = solver::parseMethod(options.method);
  if (!method) return complain(unknownMethod(options.method));
  method = compilation.chosen(*method);
  const Compilation::Inlined* inlined = compilation.inlined(*method);
  if (!inlined && solver::isInlined(*method)) return outcome(compilation);
  const StructuredDae& model = inlined ? inlined->model : *structured;
  const InlinedSystem* system = inlined ? &inlined->system : nullptr;
  if (!options.html.empty()) {
    std::string error;
    results::StructurePage page = describeStructure(
        model, system, std::string(solver::methodName(*method)), compilation.sources());
    page.diagram = modelDiagram(options);
    if (!results::writePage(options.html, results::renderStructurePage(page), error))
      return complain(error);
    if (!options.json) {
      if (options.quiet) return kDone;
      std::fputs(statisticsText(summarize(model)).c_str(), stdout);
      std::printf("the page is in %s\n", options.html.c_str());
      return kDone;
    }
  }
  InspectedInlining view;
  if (system)
    view = {&system->equations, &system->blocks, system->stages.size(), system->stepInDenominator,
            system->explicitStates};
  const InspectedInlining* also = system ? &view : nullptr;
  std::optional<Compilation::AtStart> started;
  if (options.initial) {
    started = compilation.atStart(*method);
    if (!started) return outcome(compilation);
  }
  InspectedInitial begin;
  if (started) begin = {&started->system.equations, &started->system.blocks};
  const InspectedInitial* start = started ? &begin : nullptr;
  const StructuredDae& shown = started ? started->model : model;
  std::string text =
      options.json ? inspectJson(shown, also, start) : inspectText(shown, also, start);
  if (!text.empty() && text.back() != '\n') text += '\n';
  std::fputs(text.c_str(), stdout);
  return kDone;
}

}  // namespace formola
