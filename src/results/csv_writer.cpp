#include "results/csv_writer.h"

#include <charconv>

#include "support/assert.h"

namespace formola::results {

namespace {

// The longest shortest-round-trip double is "-2.2250738585072014e-308".
constexpr size_t kMaxDoubleText = 32;

void appendNumber(std::string& out, double value) {
  char text[kMaxDoubleText];
  const auto [end, status] = std::to_chars(text, text + kMaxDoubleText, value);
  FORMOLA_ASSERT(status == std::errc());
  out.append(text, end);
}

void appendName(std::string& out, std::string_view name) {
  if (name.find_first_of(",\"\r\n") == std::string_view::npos) {
    out += name;
    return;
  }
  out += '"';
  for (char c : name) {
    if (c == '"') out += '"';
    out += c;
  }
  out += '"';
}

}  // namespace

bool CsvWriter::begin(const ResultLayout& layout) {
  verify(layout);
  columns_ = layout.columns;
  if (!file_.open()) return ok();
  std::string& out = file_.buffer();
  out += "time";
  for (const Signal& signal : layout.signals) {
    if (signal.kind != SignalKind::Variable) continue;
    fields_.push_back({signal.column, signal.negated});
    out += ',';
    appendName(out, signal.name);
    if (!file_.spill()) return ok();
  }
  out += '\n';
  file_.flush();
  return ok();
}

bool CsvWriter::row(double time, std::span<const double> values) {
  FORMOLA_ASSERT(values.size() == columns_);
  if (!file_.error().empty()) return ok();
  std::string& out = file_.buffer();
  appendNumber(out, time);
  for (const Field& field : fields_) {
    out += ',';
    appendNumber(out, applySign(values[field.column], field.negated));
  }
  out += '\n';
  // Flushed only between rows, so that what a killed process leaves ends with a complete row.
  if (file_.flushDue()) {
    file_.flush();
  } else {
    file_.spill();
  }
  return ok();
}

bool CsvWriter::finish() {
  file_.close();
  return ok();
}

}  // namespace formola::results
