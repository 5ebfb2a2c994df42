// Reads CSV results.
#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <fstream>
#include <limits>
#include <optional>

#include "results/result_reader.h"

namespace formola::results {

namespace {

constexpr size_t kBlock = size_t{1} << 20;

// Lines of a file of any size; memory is one block plus the longest line.
class LineReader {
 public:
  explicit LineReader(const std::string& path) : stream_(path, std::ios::binary) {}

  bool isOpen() const { return stream_.is_open(); }
  // The next line without its end; nothing at the end of the file. Valid until the next call.
  std::optional<std::string_view> next() {
    while (true) {
      const size_t end = buffer_.find('\n', scanned_);
      if (end != std::string::npos) {
        const std::string_view line = trimmed(begin_, end);
        begin_ = scanned_ = end + 1;
        ++number_;
        return line;
      }
      scanned_ = buffer_.size();
      if (!refill()) break;
    }
    if (begin_ == buffer_.size()) return std::nullopt;
    const std::string_view line = trimmed(begin_, buffer_.size());
    begin_ = scanned_ = buffer_.size();
    ++number_;
    isTerminated_ = false;
    return line;
  }
  size_t number() const { return number_; }
  // False when the last line returned ended with the file instead of a line end.
  bool isTerminated() const { return isTerminated_; }

 private:
  std::string_view trimmed(size_t begin, size_t end) const {
    if (end > begin && buffer_[end - 1] == '\r') --end;
    return std::string_view(buffer_).substr(begin, end - begin);
  }
  bool refill() {
    buffer_.erase(0, begin_);
    scanned_ -= begin_;
    begin_ = 0;
    const size_t old = buffer_.size();
    buffer_.resize(old + kBlock);
    stream_.read(buffer_.data() + old, kBlock);
    buffer_.resize(old + static_cast<size_t>(stream_.gcount()));
    return buffer_.size() > old;
  }

  std::ifstream stream_;
  std::string buffer_;
  size_t begin_ = 0;    // of the next line
  size_t scanned_ = 0;  // no line end between begin_ and here
  size_t number_ = 0;
  bool isTerminated_ = true;
};

std::string_view trimBlanks(std::string_view text) {
  const size_t begin = text.find_first_not_of(" \t");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

bool equalIgnoringCase(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](unsigned char x, unsigned char y) {
    return std::tolower(x) == std::tolower(y);
  });
}

// Position of the end of the name that begins at `begin`: an unquoted `separator` outside brackets.
// A quote opens only at the beginning of a name; single quotes protect like in Modelica's Q-IDENT.
size_t endOfName(std::string_view line, size_t begin, char separator) {
  int depth = 0;
  bool isQuoted = false;
  bool isIdent = false;
  for (size_t i = begin; i < line.size(); ++i) {
    const char c = line[i];
    if (isQuoted) {
      isQuoted = c != '"';  // a doubled quote closes and opens again
    } else if (isIdent) {
      isIdent = c != '\'';
    } else if (c == '"') {
      isQuoted = true;
    } else if (c == '\'') {
      isIdent = true;
    } else if (c == '[' || c == '(') {
      ++depth;
    } else if (c == ']' || c == ')') {
      depth = std::max(0, depth - 1);
    } else if (c == separator && depth == 0) {
      return i;
    }
  }
  return line.size();
}

std::string unquote(std::string_view field) {
  field = trimBlanks(field);
  if (field.size() < 2 || field.front() != '"' || field.back() != '"') return std::string(field);
  std::string name;
  for (size_t i = 1; i + 1 < field.size(); ++i) {
    name += field[i];
    if (field[i] == '"' && field[i + 1] == '"') ++i;
  }
  return name;
}

std::vector<std::string> splitNames(std::string_view line, char separator) {
  std::vector<std::string> names;
  for (size_t begin = 0; begin <= line.size();) {
    const size_t end = endOfName(line, begin, separator);
    names.push_back(unquote(line.substr(begin, end - begin)));
    begin = end + 1;
  }
  return names;
}

// The separator that ends the first name; comma for a line with one name only.
char detectSeparator(std::string_view line) {
  char best = ',';
  size_t shortest = line.size();
  for (char candidate : {',', ';', '\t'}) {
    const size_t end = endOfName(line, 0, candidate);
    if (end < shortest) {
      shortest = end;
      best = candidate;
    }
  }
  return best;
}

bool parseNumber(std::string_view field, double& value) {
  const char* begin = field.data();
  const char* end = begin + field.size();
  auto [rest, status] = std::from_chars(begin, end, value);
  if (status == std::errc() && rest == end) return true;
  // The rare forms: blanks, quotes, a plus sign, words, numbers beyond the range of double.
  field = trimBlanks(field);
  if (field.size() >= 2 && field.front() == '"' && field.back() == '"') {
    field = trimBlanks(field.substr(1, field.size() - 2));
  }
  if (field.empty()) {
    value = std::numeric_limits<double>::quiet_NaN();
    return true;
  }
  if (equalIgnoringCase(field, "true") || equalIgnoringCase(field, "false")) {
    value = field.size() == 4;
    return true;
  }
  if (field.front() == '+') field.remove_prefix(1);
  begin = field.data();
  end = begin + field.size();
  std::tie(rest, status) = [&] {
    const std::from_chars_result result = std::from_chars(begin, end, value);
    return std::pair(result.ptr, result.ec);
  }();
  if (rest != end || rest == begin) return false;
  if (status == std::errc::result_out_of_range) {
    // Too large or too small for a double: decide by the sign of the exponent.
    const bool isSmall = field.find("e-") != field.npos || field.find("E-") != field.npos;
    value = isSmall ? 0.0 : std::numeric_limits<double>::infinity();
    if (field.front() == '-') value = -value;
    return true;
  }
  return status == std::errc();
}

}  // namespace

ReadResult readCsv(const std::string& path, const ReadOptions& options) {
  ReadResult result;
  LineReader lines(path);
  if (!lines.isOpen()) {
    result.error = "cannot read '" + path + "': no such file, or no permission to read it";
    return result;
  }
  std::optional<std::string_view> header = lines.next();
  if (header && header->starts_with("\xEF\xBB\xBF")) header->remove_prefix(3);
  if (!header || trimBlanks(*header).empty()) {
    result.error = "'" + path + "' has no line of names";
    return result;
  }
  const char separator = detectSeparator(*header);
  std::vector<std::string> names = splitNames(*header, separator);
  if (names.size() > 1 && names.back().empty()) names.pop_back();  // trailing separator
  const size_t fields = names.size();

  const auto isTime = [](const std::string& name) { return equalIgnoringCase(name, "time"); };
  const auto timeAt = std::find_if(names.begin(), names.end(), isTime);
  const size_t timeField = timeAt == names.end() ? 0 : static_cast<size_t>(timeAt - names.begin());

  Trajectory& trajectory = result.trajectory;
  constexpr uint32_t kSkip = UINT32_MAX;
  std::vector<uint32_t> column(fields, kSkip);
  for (size_t i = 0; i < fields; ++i) {
    if (i == timeField || (options.select && !options.select(names[i]))) continue;
    column[i] = trajectory.layout.addVariable(std::move(names[i]));
  }
  trajectory.columns.resize(trajectory.layout.columns);

  std::vector<double> row(fields);
  while (const std::optional<std::string_view> line = lines.next()) {
    const auto where = [&] { return "'" + path + "', line " + std::to_string(lines.number()); };
    if (trimBlanks(*line).empty()) continue;
    size_t count = 0;
    bool isWrong = false;
    for (size_t begin = 0; begin <= line->size() && !isWrong;) {
      const size_t end = std::min(line->find(separator, begin), line->size());
      const std::string_view field = line->substr(begin, end - begin);
      begin = end + 1;
      if (count == fields) {
        isWrong = begin <= line->size() || !trimBlanks(field).empty();
        if (isWrong)
          result.error = where() + ": more values than the " + std::to_string(fields) + " names";
        break;
      }
      if (count != timeField && column[count] == kSkip) {
        ++count;
        continue;
      }
      if (!parseNumber(field, row[count])) {
        isWrong = true;
        result.error = where() + ": '" + std::string(field.substr(0, 40)) + "' is not a number";
        break;
      }
      ++count;
    }
    if (!isWrong && count < fields) {
      result.error = where() + ": " + std::to_string(count) + " values for " +
                     std::to_string(fields) + " names";
      isWrong = true;
    }
    if (isWrong) {
      // A last line that stops short is what a killed writer leaves.
      if (!lines.isTerminated()) {
        result.error.clear();
        result.truncated = true;
      }
      break;
    }
    trajectory.time.push_back(row[timeField]);
    for (size_t i = 0; i < fields; ++i) {
      if (column[i] != kSkip) trajectory.columns[column[i]].push_back(row[i]);
    }
  }
  if (!trajectory.time.empty()) {
    trajectory.layout.startTime = trajectory.time.front();
    trajectory.layout.stopTime = trajectory.time.back();
  }
  return result;
}

}  // namespace formola::results
