// The receiver of a simulation's results, one row at a time.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "results/result_layout.h"

namespace formola::results {

// Purpose: take rows while the simulation runs.
// Requires: begin once, then rows with non-decreasing time (an event gives two rows at one time),
//   then finish once; every row has layout.columns values.
// Ensures: memory does not grow with the number of rows; the rows of the last flush are readable by
//   the matching reader even when the process dies. Every call returns false after a failure of the
//   file system, whose text is then in error(); later calls do nothing.
class ResultSink {
 public:
  virtual ~ResultSink() = default;
  ResultSink() = default;
  ResultSink(const ResultSink&) = delete;
  ResultSink& operator=(const ResultSink&) = delete;

  virtual bool begin(const ResultLayout& layout) = 0;
  virtual bool row(double time, std::span<const double> values) = 0;
  virtual bool finish() = 0;

  const std::string& error() const { return error_; }

 protected:
  bool fail(std::string message) {
    if (error_.empty()) error_ = std::move(message);
    return false;
  }

 private:
  std::string error_;
};

// When a file writer hands its rows to the operating system: as soon as either bound is exceeded.
struct FlushPolicy {
  size_t bytes = size_t{1} << 20;
  double seconds = 1.0;
};

// Hands every row to several sinks, e.g. a file and the HTML report. When one of them fails the
// others still get their rows; error() is the first failure.
class TeeSink : public ResultSink {
 public:
  explicit TeeSink(std::vector<ResultSink*> sinks) : sinks_(std::move(sinks)) {}

  bool begin(const ResultLayout& layout) override;
  bool row(double time, std::span<const double> values) override;
  bool finish() override;

 private:
  std::vector<ResultSink*> sinks_;
};

// The writer for a file name: `.csv` or `.mat` (upper or lower case); null and `error` for others.
std::unique_ptr<ResultSink> makeFileSink(const std::string& path, std::string& error,
                                         FlushPolicy policy = {});

}  // namespace formola::results
