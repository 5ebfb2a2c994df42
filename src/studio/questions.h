// What the panels ask of a translated model beside runs: its linear system, parameters that fit.
#pragma once

#include <string>

#include "compiler/translated_model.h"
#include "lsp/json_texts.h"

namespace formola::studio {

using lsp::Json;

// Purpose:    {time, states, inputs, outputs, A, B, C, D, poles: [[re, im]], channels: [{input,
//             output, w, gain, phase, zeros}]}; gain in decibels, phase in degrees without jumps.
// Requires:   params: inputs, outputs (names; none: those of the model), at (a time of the run),
//             steady (at a steady state near that point).
// Ensures:    throws std::invalid_argument with what is wrong.
Json linearizeAnswer(TranslatedModel& model, const RunValues& values, RunSettings settings,
                     const Json& params);

// Purpose:    parameters for which a run comes closest to measurements, as
// analysis::calibrationJson
//             tells it.
// Requires:   params: data (the text of a CSV file), over (["name=low:high"]), signals, hasStop.
// Ensures:    throws std::invalid_argument with what is wrong.
Json calibrateAnswer(TranslatedModel& model, const RunValues& values, RunSettings settings,
                     const Json& params);

}  // namespace formola::studio
