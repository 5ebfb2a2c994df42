// Results as comma-separated values: first column `time`, then every variable including aliases.
//
// Parameters are left out: a column that repeats one number helps nobody. Names with a comma or a
// quote are quoted (RFC 4180), numbers are the shortest text that reads back to the same double,
// Booleans are 0 and 1.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "results/output_file.h"
#include "results/result_sink.h"

namespace formola::results {

class CsvWriter : public ResultSink {
 public:
  explicit CsvWriter(std::string path, FlushPolicy policy = {}) : file_(std::move(path), policy) {}

  bool begin(const ResultLayout& layout) override;
  bool row(double time, std::span<const double> values) override;
  bool finish() override;

 private:
  struct Field {
    uint32_t column;
    bool negated;
  };

  bool ok() {
    if (!file_.error().empty()) fail(file_.error());
    return error().empty();
  }

  OutputFile file_;
  std::vector<Field> fields_;
  size_t columns_ = 0;
};

}  // namespace formola::results
