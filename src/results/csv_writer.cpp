#include "results/csv_writer.h"

#include <bit>
#include <charconv>
#include <cstring>

#include "support/assert.h"

namespace formola::results {

namespace {

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

void CsvWriter::Text::set(double newValue) {
  const auto [end, status] = std::to_chars(text, text + kSize, newValue);
  FORMOLA_ASSERT(status == std::errc());
  value = newValue;
  length = static_cast<uint64_t>(end - text);
}

char* CsvWriter::Text::write(char* out, double newValue, bool negated) {
  if (std::bit_cast<uint64_t>(newValue) != std::bit_cast<uint64_t>(value) || length == 0)
    set(newValue);
  const bool dropsSign = negated && text[0] == '-';
  if (negated && !dropsSign && value != 0) *out++ = '-';
  std::memcpy(out, text, kSize);
  if (!dropsSign) return out + length;
  std::memmove(out, out + 1, kSize - 1);
  return out + length - 1;
}

bool CsvWriter::begin(const ResultLayout& layout) {
  verify(layout);
  columns_ = layout.columns;
  texts_.resize(columns_);
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
  row_.resize((fields_.size() + 1) * (Text::kSize + 2));
  file_.flush();
  return ok();
}

bool CsvWriter::row(double time, std::span<const double> values) {
  FORMOLA_ASSERT(values.size() == columns_);
  if (!file_.error().empty()) return ok();
  std::string& out = file_.buffer();
  char* end = Text().write(row_.data(), time, false);
  for (const Field& field : fields_) {
    *end++ = ',';
    end = texts_[field.column].write(end, values[field.column], field.negated);
  }
  *end++ = '\n';
  out.append(row_.data(), end);
  file_.endRecord();
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
