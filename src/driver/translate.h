// The structural passes of the pipeline, one by one, with --dump-after, --stop-after and --timings.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "dae/dae.h"
#include "diag/diag.h"
#include "driver/options.h"
#include "schedule/schedule.h"
#include "solver/problem.h"
#include "support/timer.h"

namespace formola {

// What the options ask for between passes.
class PassObserver {
 public:
  explicit PassObserver(const Options& options) : options_(options) {}

  // After each pass of passes.def: prints the model and the time if asked to. True if the program
  // should go on.
  bool after(std::string_view pass, const std::function<std::string()>& text);
  bool stopped() const { return stopped_; }

 private:
  const Options& options_;
  Stopwatch watch_;
  bool stopped_ = false;
};

// The method of that name; without one a message lists what there is.
std::optional<solver::Method> findMethod(const std::string& name);

// What the method puts into the model; nothing if it is not an inlined one.
std::optional<InlineFormula> inlineFormula(solver::Method method);

// What --disable-pass leaves out.
StructureOptions structureOptions(const Options& options);

// The passes lowerEvents to tearBlocks. Nothing if one reported an error or --stop-after ended the
// pipeline.
std::optional<StructuredDae> runStructure(Dae dae, const Options& options, PassObserver& observer,
                                          Diagnostics& diagnostics);

// Purpose:    the translate command: the model as a program of the language options.target.
// Requires:   a scalarized DAE without errors.
// Ensures:    the exit status of the contract; what the language cannot express is reported.
int translateModel(Dae dae, const Options& options, PassObserver& observer,
                   Diagnostics& diagnostics);

}  // namespace formola
