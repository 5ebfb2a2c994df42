// Many runs of one model.
#pragma once

#include <atomic>
#include <functional>
#include <string>
#include <vector>

#include "compiler/translated_model.h"

namespace formola::analysis {

struct EnsembleCase {
  RunValues values;
  RunSettings settings;
  results::ResultSink* sink = nullptr;
};

// Purpose:    runs all cases, `workers` of them at a time, each as it would run alone: the numbers
//             do not depend on the workers.
// Ensures:    prepare(i) is called before case i, in the thread that runs it; done(i, run) after it
//             in the thread of the caller, in the order of the cases. idle() is called in that
//             thread about twenty times a second; false: cases that have not begun are left out,
//             and those that run should be cancelled by what their settings say. True: all ran.
bool runCases(TranslatedModel& model, size_t count, int workers,
              const std::function<EnsembleCase(size_t)>& prepare,
              const std::function<void(size_t, TranslatedModel::Run&&)>& done,
              const std::function<bool()>& idle = {});

}  // namespace formola::analysis
