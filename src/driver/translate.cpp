#include "driver/translate.h"

#include <algorithm>
#include <cstdio>

#include "structure/derivatives.h"
#include "structure/eliminate_aliases.h"
#include "structure/lower_events.h"
#include "structure/reduce_index.h"
#include "structure/relations.h"
#include "structure/sort_equations.h"
#include "structure/tear_blocks.h"

namespace formola {

bool PassObserver::after(std::string_view pass, const std::function<std::string()>& text) {
  if (options_.timings) {
    std::fprintf(stderr, "%-20.*s %8.3f s  %8.1f MB\n", static_cast<int>(pass.size()), pass.data(), watch_.seconds(),
                 static_cast<double>(peakMemoryBytes()) / 1e6);
  }
  if (options_.dumpAfter == pass) std::fputs(text().c_str(), stdout);
  stopped_ |= options_.stopAfter == pass;
  watch_ = Stopwatch();
  return !stopped_;
}

StructureOptions structureOptions(const Options& options) {
  auto disabled = [&](std::string_view pass) {
    return std::find(options.disabledPasses.begin(), options.disabledPasses.end(), pass) !=
           options.disabledPasses.end();
  };
  StructureOptions structure;
  structure.aliases = !disabled("eliminateAliases");
  structure.tearing = !disabled("tearBlocks");
  return structure;
}

std::optional<StructuredDae> runStructure(Dae dae, const Options& options, PassObserver& observer,
                                          Diagnostics& diagnostics) {
  const StructureOptions structure = structureOptions(options);
  StructuredDae model = lowerEvents(std::move(dae), diagnostics);
  auto text = [&] { return print(model); };
  if (diagnostics.hasErrors() || !observer.after("lowerEvents", text)) return std::nullopt;

  struct Pass {
    const char* name;
    StructuredDae (*run)(StructuredDae, const StructureOptions&, Diagnostics&);
  };
  for (const Pass& pass : {Pass{"eliminateAliases", eliminateAliases}, Pass{"introduceDerivatives", introduceDerivatives},
                           Pass{"reduceIndex", reduceIndex}, Pass{"numberRelations", numberRelations},
                           Pass{"sortEquations", sortEquations}, Pass{"tearBlocks", tearBlocks}}) {
    model = pass.run(std::move(model), structure, diagnostics);
#ifdef FORMOLA_VERIFY
    if (std::string problem = verify(model); !problem.empty()) {
      std::fprintf(stderr, "formola: internal error after %s: %s\n", pass.name, problem.c_str());
      FORMOLA_ASSERT(problem.empty());
    }
#endif
    if (diagnostics.hasErrors() || !observer.after(pass.name, text)) return std::nullopt;
  }
  return model;
}

}  // namespace formola
