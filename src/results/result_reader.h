// Reads result files of Formola and of other tools into a Trajectory.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "results/trajectory.h"

namespace formola::results {

struct ReadOptions {
  // Which signals to keep; all when empty. Only the columns of these take memory.
  std::function<bool(std::string_view name)> select;
};

struct ReadResult {
  Trajectory trajectory;
  std::string error;       // empty when the file could be read
  bool truncated = false;  // the file ends in the middle of a row, which was dropped

  explicit operator bool() const { return error.empty(); }
};

// Comma-, semicolon- or tab-separated values under one line of names. The column named `time` (any
// case, else the first column) is the time. Names may be quoted (RFC 4180); commas inside brackets
// do not separate, for some tools write x[1,2] without quotes. Empty fields are NaN, true and false
// are 1 and 0. Complexity: one pass, linear in the size of the file.
ReadResult readCsv(const std::string& path, const ReadOptions& options = {});

// MATLAB level 4 files in the trajectory layout described in mat4_writer.h, transposed ("binTrans")
// or not ("binNormal"), any element type and byte order; files over 2 GB too. A file of a
// simulation that was killed is read up to its last complete point.
ReadResult readMat4(const std::string& path, const ReadOptions& options = {});

// By the extension: `.mat` as MAT v4, everything else as CSV.
ReadResult readResult(const std::string& path, const ReadOptions& options = {});

}  // namespace formola::results
