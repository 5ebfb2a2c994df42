#include "results/mat4_writer.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>

#include "support/assert.h"

namespace formola::results {

namespace {

// The type is the decimal number MOPT: M byte order, P element type, T 1 for text.
constexpr int32_t kByteOrder = std::endian::native == std::endian::big ? 1000 : 0;
constexpr int32_t kDouble = kByteOrder + 0;
constexpr int32_t kInt32 = kByteOrder + 20;
constexpr int32_t kText = kByteOrder + 51;  // unsigned bytes shown as text

// Every description is padded to the longest one. Beyond these bounds they are cut, for a matrix of
// a million long texts would dwarf the result.
constexpr size_t kMaxDescription = 1024;
constexpr size_t kMaxDescriptionMatrix = size_t{256} << 20;

template <typename T>
void appendBytes(std::string& out, T value) {
  char bytes[sizeof(T)];
  std::memcpy(bytes, &value, sizeof(T));
  out.append(bytes, sizeof(T));
}

void appendHeader(std::string& out, std::string_view name, int32_t type, size_t rows,
                  size_t columns) {
  FORMOLA_ASSERT(rows <= std::numeric_limits<int32_t>::max());
  FORMOLA_ASSERT(columns <= std::numeric_limits<int32_t>::max());
  appendBytes(out, type);
  appendBytes(out, static_cast<int32_t>(rows));
  appendBytes(out, static_cast<int32_t>(columns));
  appendBytes(out, int32_t{0});  // no imaginary part
  appendBytes(out, static_cast<int32_t>(name.size() + 1));
  out += name;
  out += '\0';
}

void appendPadded(std::string& out, std::string_view text, size_t width) {
  out += text;
  out.append(width - text.size(), '\0');
}

// At most `limit` bytes of a UTF-8 text, not ending inside a character.
std::string_view cut(std::string_view text, size_t limit) {
  if (text.size() <= limit) return text;
  while (limit > 0 && (static_cast<unsigned char>(text[limit]) & 0xC0) == 0x80) --limit;
  return text.substr(0, limit);
}

std::string describe(const Signal& signal) {
  if (signal.unit.empty()) return signal.description;
  std::string text = signal.description;
  if (!text.empty()) text += ' ';
  return text + '[' + signal.unit + ']';
}

void appendClass(std::string& out) {
  constexpr std::string_view kLines[] = {"Atrajectory", "1.1        ", "           ",
                                         "binTrans   "};
  appendHeader(out, "Aclass", kText, std::size(kLines), kLines[0].size());
  for (size_t column = 0; column < kLines[0].size(); ++column) {
    for (std::string_view line : kLines) out += line[column];
  }
}

constexpr std::string_view kTimeName = "time";
constexpr std::string_view kTimeDescription = "Time in [s]";

void appendNames(OutputFile& file, const ResultLayout& layout) {
  size_t width = kTimeName.size();
  for (const Signal& signal : layout.signals) width = std::max(width, signal.name.size());
  appendHeader(file.buffer(), "name", kText, width, layout.signals.size() + 1);
  appendPadded(file.buffer(), kTimeName, width);
  for (const Signal& signal : layout.signals) {
    appendPadded(file.buffer(), signal.name, width);
    file.spill();
  }
}

void appendDescriptions(OutputFile& file, const ResultLayout& layout) {
  const size_t limit = std::min(
      kMaxDescription,
      std::max(kTimeDescription.size(), kMaxDescriptionMatrix / (layout.signals.size() + 1)));
  size_t width = kTimeDescription.size();
  for (const Signal& signal : layout.signals) {
    const size_t unit = signal.unit.empty() ? 0 : signal.unit.size() + 3;
    width = std::max(width, std::min(limit, signal.description.size() + unit));
  }
  appendHeader(file.buffer(), "description", kText, width, layout.signals.size() + 1);
  appendPadded(file.buffer(), kTimeDescription, width);
  for (const Signal& signal : layout.signals) {
    appendPadded(file.buffer(), cut(describe(signal), width), width);
    file.spill();
  }
}

void appendInfo(std::string& out, int32_t matrix, uint32_t position, bool negated,
                int32_t extrapolation) {
  const int32_t row = static_cast<int32_t>(position) + 2;  // one-based, behind time
  appendBytes(out, matrix);
  appendBytes(out, negated ? -row : row);
  appendBytes(out, int32_t{0});
  appendBytes(out, extrapolation);
}

}  // namespace

bool Mat4Writer::begin(const ResultLayout& layout) {
  verify(layout);
  columns_ = layout.columns;
  lastTime_ = layout.startTime;
  stored_ = storedColumns(layout);
  if (!file_.open()) return ok();

  appendClass(file_.buffer());
  appendNames(file_, layout);
  appendDescriptions(file_, layout);

  std::vector<uint32_t> constantPosition(layout.constants.size(), StoredColumns::kUnused);
  std::vector<double> constants;
  std::string& out = file_.buffer();
  appendHeader(out, "dataInfo", kInt32, 4, layout.signals.size() + 1);
  for (int32_t value : {0, 1, 0, -1}) appendBytes(out, value);
  for (const Signal& signal : layout.signals) {
    if (signal.kind == SignalKind::Variable) {
      appendInfo(out, 2, stored_.position[signal.column], signal.negated, -1);
    } else {
      uint32_t& position = constantPosition[signal.column];
      if (position == StoredColumns::kUnused) {
        position = static_cast<uint32_t>(constants.size());
        constants.push_back(layout.constants[signal.column]);
      }
      appendInfo(out, 1, position, signal.negated, 0);
    }
    file_.spill();
  }

  appendHeader(out, "data_1", kDouble, constants.size() + 1, 2);
  for (double time : {layout.startTime, layout.stopTime}) {
    stopTimeOffset_ = file_.position();  // the second time round it is the stop time's
    appendBytes(out, time);
    for (double value : constants) appendBytes(out, value);
    file_.spill();
  }

  pointsOffset_ = file_.position() + 2 * sizeof(int32_t);
  appendHeader(out, "data_2", kDouble, stored_.used.size() + 1, 0);
  flush();
  return ok();
}

bool Mat4Writer::row(double time, std::span<const double> values) {
  FORMOLA_ASSERT(values.size() == columns_);
  if (!file_.error().empty()) return ok();
  if (file_.records() == std::numeric_limits<int32_t>::max()) {
    return fail("a MAT file of level 4 holds at most 2147483647 time points");
  }
  std::string& out = file_.buffer();
  appendBytes(out, time);
  for (uint32_t column : stored_.used) appendBytes(out, values[column]);
  file_.endRecord();
  lastTime_ = time;
  if (!(file_.flushDue() ? flush() : file_.spill())) countWhole();
  return ok();
}

bool Mat4Writer::flush() {
  // First the data, then the count: a process that dies in between leaves a file whose header is
  // true, followed by points that nobody counts.
  return file_.flush() && patchCount() && file_.flush();
}

bool Mat4Writer::patchCount() {
  std::string bytes;
  appendBytes(bytes, static_cast<int32_t>(file_.records()));
  file_.patch(pointsOffset_, bytes);
  bytes.clear();
  appendBytes(bytes, lastTime_);
  return file_.records() == 0 || file_.patch(stopTimeOffset_, bytes);
}

void Mat4Writer::countWhole() {
  if (file_.records() == 0) return;
  const size_t recordSize = (stored_.used.size() + 1) * sizeof(double);
  const std::string time = file_.readBack(file_.recordsEnd() - recordSize, sizeof lastTime_);
  if (time.size() == sizeof lastTime_) std::memcpy(&lastTime_, time.data(), sizeof lastTime_);
  patchCount();
}

bool Mat4Writer::finish() {
  if (!flush()) countWhole();
  file_.close();
  return ok();
}

}  // namespace formola::results
