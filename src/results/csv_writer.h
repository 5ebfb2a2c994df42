// Results as comma-separated values: first column `time`, then every variable including aliases.
//
// Parameters are left out: a column that repeats one number helps nobody. Names with a comma or a
// quote are quoted (RFC 4180), numbers are the shortest text that reads back to the same double,
// Booleans are 0 and 1. Making that text is most of the cost of a small simulation, so each column
// keeps the text of its last value: aliases and values that stay (many do) are copied.
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

  // The shortest text of a column's last value; the longest is "-2.2250738585072014e-308". It is
  // copied whole, whatever its length.
  struct Text {
    static constexpr size_t kSize = 24;
    double value = 0;
    uint64_t length = 0;
    char text[kSize] = {};

    void set(double newValue);
    // Writes at most kSize + 1 characters; returns their end.
    char* write(char* out, double newValue, bool negated);
  };

  bool ok() {
    if (!file_.error().empty()) fail(file_.error());
    return error().empty();
  }

  OutputFile file_;
  std::vector<Field> fields_;
  std::vector<Text> texts_;  // by column
  std::vector<char> row_;    // large enough for any row
  size_t columns_ = 0;
};

}  // namespace formola::results
