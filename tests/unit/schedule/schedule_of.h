// The programs of a structured model, as the compiler makes them.
#pragma once

#include "schedule/schedule.h"

namespace formola::testing {

inline Schedule scheduleOf(StructuredDae model, Diagnostics& diagnostics,
                           const StructureOptions& options = {},
                           const InlineFormula* formula = nullptr) {
  SolvedSystems systems;
  if (formula) systems.inlined = inlineIntegration(model, *formula, options, diagnostics);
  systems.initial = buildInitialSystem(model, options, diagnostics);
  return buildSchedule(std::move(model), systems, diagnostics);
}

}  // namespace formola::testing
