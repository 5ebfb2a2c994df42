// The other process that translates one model and runs it, as often as the page likes.
#pragma once

#include <string>

#include "compiler/translated_model.h"
#include "studio/child_process.h"
#include "studio/options.h"

namespace formola::studio {

struct RunTask {
  int runner = 0;  // its number, for messages
  ModelSources sources;
  CompileOptions options;
  std::string path;  // of the text that is edited
  ExportModel exportModel;
};

// Purpose:    answers requests until the line is closed. Kinds of frames that come in: T a request
//             (JSON with method and params), C the end of the run under way, P its pause, G on with
//             it. Curves are given while a run is under way, other requests wait for its end.
// Ensures:    answers carry the number of their request. Results of the last runs are kept here;
//             curves of them are given as bytes: the length of a JSON head (4 bytes), the head, and
//             the numbers (8 bytes each, as this machine has them).
void runProcess(const RunTask& task, Line& line);

}  // namespace formola::studio
