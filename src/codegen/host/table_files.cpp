#include "codegen/host/table_files.h"

#include <fmt/format.h>

#include <bit>
#include <charconv>
#include <cstring>
#include <fstream>
#include <iterator>

namespace formola {

namespace {

// More rows or columns than any table has; keeps products of sizes within range.
constexpr uint64_t kMostElements = uint64_t{1} << 31;

bool isBlank(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && isBlank(text.front())) text.remove_prefix(1);
  while (!text.empty() && isBlank(text.back())) text.remove_suffix(1);
  return text;
}

// The next line without its end; false at the end of the text.
bool takeLine(std::string_view& text, std::string_view& line) {
  if (text.empty()) return false;
  const size_t end = text.find('\n');
  line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  if (line.ends_with('\r')) line.remove_suffix(1);
  return true;
}

bool toNumber(std::string_view text, double& value) {
  if (text.starts_with('+')) text.remove_prefix(1);
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  return code == std::errc{} && end == text.data() + text.size() && !text.empty();
}

std::string_view withoutComment(std::string_view line) {
  return trimmed(line.substr(0, line.find('#')));
}

// "double name(3, 2)"; false if the line is no such heading.
bool heading(std::string_view line, std::string_view& name, TableMatrix& matrix) {
  const bool isFloat = line.starts_with("float");
  if (!isFloat && !line.starts_with("double")) return false;
  line.remove_prefix(isFloat ? 5 : 6);
  if (line.empty() || !isBlank(line.front())) return false;
  const size_t open = line.find('('), comma = line.find(',', open), close = line.find(')', open);
  if (open == std::string_view::npos || comma == std::string_view::npos ||
      close == std::string_view::npos || close < comma)
    return false;
  name = trimmed(line.substr(0, open));
  auto size = [](std::string_view text, size_t& value) {
    text = trimmed(text);
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
    return code == std::errc{} && end == text.data() + text.size() && value < kMostElements;
  };
  return size(line.substr(open + 1, comma - open - 1), matrix.rows) &&
         size(line.substr(comma + 1, close - comma - 1), matrix.columns) &&
         matrix.rows * matrix.columns < kMostElements;
}

}  // namespace

std::optional<TableMatrix> readTextTable(std::string_view text, std::string_view name,
                                         std::string& error) {
  std::string_view line;
  if (!takeLine(text, line) || !line.starts_with("#1")) {
    error = "a text file with tables begins with #1";
    return std::nullopt;
  }
  std::optional<TableMatrix> matrix;
  size_t number = 1;
  while (takeLine(text, line)) {
    ++number;
    line = withoutComment(line);
    if (!matrix) {
      std::string_view found;
      TableMatrix sizes;
      if (heading(line, found, sizes) && found == name) {
        matrix = std::move(sizes);
        if (matrix->rows * matrix->columns == 0) return matrix;
      }
      continue;
    }
    while (!line.empty()) {
      size_t end = 0;
      while (end < line.size() && !isBlank(line[end]) && line[end] != ',' && line[end] != ';')
        ++end;
      double value = 0;
      if (end > 0) {
        if (!toNumber(line.substr(0, end), value)) {
          error = fmt::format("line {}: '{}' is no number", number, line.substr(0, end));
          return std::nullopt;
        }
        matrix->values.push_back(value);
        if (matrix->values.size() == matrix->rows * matrix->columns) return matrix;
      }
      line.remove_prefix(std::min(end + 1, line.size()));
      line = trimmed(line);
    }
  }
  error = matrix ? fmt::format("the table {} has {} numbers instead of {} x {}", name,
                               matrix->values.size(), matrix->rows, matrix->columns)
                 : fmt::format("there is no table {}", name);
  return std::nullopt;
}

std::optional<TableMatrix> readCsvTable(std::string_view text, char delimiter, size_t headerLines,
                                        std::string& error) {
  TableMatrix matrix;
  std::string_view line;
  for (size_t number = 1; takeLine(text, line); ++number) {
    if (number <= headerLines || trimmed(line).empty()) continue;
    size_t columns = 0;
    for (bool more = true; more; ++columns) {
      const size_t end = line.find(delimiter);
      const std::string_view cell = trimmed(line.substr(0, end));
      more = end != std::string_view::npos;
      if (more) line.remove_prefix(end + 1);
      double value = 0;
      if (!toNumber(cell, value)) {
        error = fmt::format("line {}: '{}' is no number", number, cell);
        return std::nullopt;
      }
      matrix.values.push_back(value);
    }
    if (matrix.rows > 0 && columns != matrix.columns) {
      error = fmt::format("line {} has {} columns instead of {}", number, columns, matrix.columns);
      return std::nullopt;
    }
    matrix.columns = columns;
    ++matrix.rows;
  }
  return matrix;
}

namespace {

// "MAT-File Format", level 4: type = 1000 M + 100 O + 10 P + T.
struct Mat4Header {
  int32_t type, rows, columns, imaginary, nameLength;
};

constexpr size_t kMat4Sizes[] = {8, 4, 4,
                                 2, 2, 1};  // by P: double, float, int32, int16, uint16, uint8

double mat4Number(const char* at, int32_t precision) {
  auto as = [at](auto sample) {
    std::memcpy(&sample, at, sizeof sample);
    return static_cast<double>(sample);
  };
  switch (precision) {
    case 0:
      return as(double{});
    case 1:
      return as(float{});
    case 2:
      return as(int32_t{});
    case 3:
      return as(int16_t{});
    case 4:
      return as(uint16_t{});
    default:
      return as(uint8_t{});
  }
}

}  // namespace

std::optional<TableMatrix> readMat4Table(std::string_view bytes, std::string_view name,
                                         std::string& error) {
  static_assert(std::endian::native == std::endian::little);
  if (bytes.starts_with("MATLAB ")) {
    error = "only MATLAB files of level 4 can be read (save with -v4)";
    return std::nullopt;
  }
  while (bytes.size() >= sizeof(Mat4Header)) {
    Mat4Header header;
    std::memcpy(&header, bytes.data(), sizeof header);
    bytes.remove_prefix(sizeof header);
    const int32_t precision = header.type / 10 % 10;
    if (header.type < 0 || header.type >= 100 || precision > 5 || header.rows < 0 ||
        header.columns < 0 || header.nameLength < 1) {
      error = "this is no MATLAB file of level 4";
      return std::nullopt;
    }
    const auto rows = static_cast<size_t>(header.rows),
               columns = static_cast<size_t>(header.columns);
    const auto nameLength = static_cast<size_t>(header.nameLength);
    const size_t width = kMat4Sizes[precision];
    const bool fits = rows == 0 || columns <= kMostElements / rows;
    const size_t length = fits ? rows * columns * width * (header.imaginary != 0 ? 2 : 1) : 0;
    if (!fits || bytes.size() < nameLength || bytes.size() - nameLength < length) {
      error = "the file ends too early";
      return std::nullopt;
    }
    std::string_view found = bytes.substr(0, nameLength);
    found = found.substr(0, found.find('\0'));
    bytes.remove_prefix(nameLength);
    if (found == name && header.type % 10 == 0) {
      TableMatrix matrix{rows, columns, std::vector<double>(rows * columns)};
      for (size_t j = 0; j < columns; ++j)
        for (size_t i = 0; i < rows; ++i)
          matrix.values[i * columns + j] =
              mat4Number(bytes.data() + (j * rows + i) * width, precision);
      return matrix;
    }
    bytes.remove_prefix(length);
  }
  error = fmt::format("there is no table {}", name);
  return std::nullopt;
}

std::optional<TableMatrix> readTable(const std::string& file, const std::string& name,
                                     const std::string& delimiter, size_t headerLines,
                                     std::string& error) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) {
    error = "the file can't be read";
    return std::nullopt;
  }
  const std::string bytes{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
  if (file.ends_with(".mat")) return readMat4Table(bytes, name, error);
  if (file.ends_with(".csv"))
    return readCsvTable(bytes, delimiter.empty() ? ',' : delimiter[0], headerLines, error);
  return readTextTable(bytes, name, error);
}

}  // namespace formola
