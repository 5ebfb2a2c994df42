// How the commands that ask several questions of one model open it.
#pragma once

#include <memory>

#include "compiler/translated_model.h"
#include "driver/options.h"

namespace formola {

// Purpose: the translated model of the command line, without the values of --set; diagnostics are
//          shown. Null: `status` is the exit status.
std::unique_ptr<TranslatedModel> openModel(const Options& options, int& status);

// The values of --set for a run.
RunValues setValues(const TranslatedModel& model, const Options& options, std::string& problem);

// What --method, --stop and the like ask for; "" or what is wrong.
std::string planSettings(const TranslatedModel& model, const Options& options,
                         RunSettings& settings);

// A run at its start, or at --at TIME, or at a steady state (--steady); a failure is told. Null:
// `status` is the exit status.
std::unique_ptr<SteppedRun> startRun(TranslatedModel& model, const Options& options,
                                     results::ResultSink& sink, int& status);

// The diagnostics of a model, as the options ask for them.
void showDiagnostics(const Diagnostics& diagnostics, const Options& options);

// Is it a file rather than the name of a model?
bool looksLikeFile(const std::string& text);

}  // namespace formola
