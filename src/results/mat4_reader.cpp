// Reads MAT v4 results.
#include <algorithm>
#include <bit>
#include <cctype>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <map>
#include <optional>
#include <unordered_map>

#include "results/result_reader.h"

namespace formola::results {

namespace {

constexpr size_t kBlock = size_t{4} << 20;

enum class Element : uint8_t { Double, Float, Int32, Int16, Uint16, Uint8 };  // the digit P

constexpr size_t sizeOf(Element element) {
  constexpr size_t kSizes[] = {8, 4, 4, 2, 2, 1};
  return kSizes[static_cast<size_t>(element)];
}

struct Matrix {
  Element element = Element::Double;
  bool isSwapped = false;  // written in the other byte order
  uint64_t rows = 0;
  uint64_t columns = 0;
  uint64_t offset = 0;  // of the first element in the file

  uint64_t bytes() const { return rows * columns * sizeOf(element); }
};

int32_t swapped(int32_t value) {
  const auto bits = static_cast<uint32_t>(value);
  return static_cast<int32_t>((bits >> 24) | ((bits >> 8) & 0xFF00u) | ((bits << 8) & 0xFF0000u) |
                              (bits << 24));
}

template <typename T>
double decodeAs(const char* bytes, bool isSwapped) {
  char ordered[sizeof(T)];
  std::memcpy(ordered, bytes, sizeof(T));
  if (isSwapped) std::reverse(ordered, ordered + sizeof(T));
  T value;
  std::memcpy(&value, ordered, sizeof(T));
  return static_cast<double>(value);
}

double decode(const char* bytes, const Matrix& matrix) {
  switch (matrix.element) {
    case Element::Double:
      return decodeAs<double>(bytes, matrix.isSwapped);
    case Element::Float:
      return decodeAs<float>(bytes, matrix.isSwapped);
    case Element::Int32:
      return decodeAs<int32_t>(bytes, matrix.isSwapped);
    case Element::Int16:
      return decodeAs<int16_t>(bytes, matrix.isSwapped);
    case Element::Uint16:
      return decodeAs<uint16_t>(bytes, matrix.isSwapped);
    case Element::Uint8:
      return decodeAs<uint8_t>(bytes, matrix.isSwapped);
  }
  return 0;
}

// The matrices of one file, found by their headers; elements are read when asked for.
class MatFile {
 public:
  explicit MatFile(const std::string& path) : stream_(path, std::ios::binary) {
    std::error_code failure;
    size_ = std::filesystem::file_size(path, failure);
    isOpen_ = stream_.is_open() && !failure;
  }

  bool isOpen() const { return isOpen_; }
  uint64_t size() const { return size_; }

  // Finds all matrices. What follows data_2 need not make sense: a writer that was killed may have
  // left points there that its header does not count.
  void scan() {
    uint64_t at = 0;
    while (!matrices_.contains("data_2")) {
      const std::optional<std::pair<std::string, Matrix>> found = header(at);
      if (!found) return;
      matrices_.insert(*found);
      // Cannot overflow: rows and columns are below 2^31, elements have at most 8 bytes.
      if (found->second.bytes() > size_ - found->second.offset) return;
      at = found->second.offset + found->second.bytes();
    }
  }

  const Matrix* find(const std::string& name) const {
    const auto found = matrices_.find(name);
    return found == matrices_.end() ? nullptr : &found->second;
  }

  bool isComplete(const Matrix& matrix) const { return matrix.bytes() <= size_ - matrix.offset; }

  // `count` bytes at `offset`; false when the file is shorter.
  bool read(uint64_t offset, char* bytes, uint64_t count) {
    stream_.clear();
    stream_.seekg(static_cast<std::streamoff>(offset));
    stream_.read(bytes, static_cast<std::streamsize>(count));
    return static_cast<uint64_t>(stream_.gcount()) == count;
  }

  // All elements as numbers, for the small matrices.
  std::optional<std::vector<double>> numbers(const Matrix& matrix) {
    if (!isComplete(matrix)) return std::nullopt;
    std::vector<char> bytes(matrix.bytes());
    if (!read(matrix.offset, bytes.data(), bytes.size())) return std::nullopt;
    std::vector<double> result(matrix.rows * matrix.columns);
    for (size_t i = 0; i < result.size(); ++i) {
      result[i] = decode(bytes.data() + i * sizeOf(matrix.element), matrix);
    }
    return result;
  }

  // The texts in the columns (transposed) or rows of a matrix, without padding.
  std::optional<std::vector<std::string>> texts(const Matrix& matrix, bool inColumns) {
    // A damaged header may claim any number of empty texts.
    if (!isComplete(matrix) || matrix.bytes() == 0) return std::nullopt;
    std::vector<char> bytes(matrix.bytes());
    if (!read(matrix.offset, bytes.data(), bytes.size())) return std::nullopt;
    const uint64_t count = inColumns ? matrix.columns : matrix.rows;
    const uint64_t width = inColumns ? matrix.rows : matrix.columns;
    const size_t step = sizeOf(matrix.element);
    std::vector<std::string> result(count);
    for (uint64_t i = 0; i < count; ++i) {
      std::string& text = result[i];
      for (uint64_t k = 0; k < width; ++k) {
        const uint64_t at = inColumns ? i * width + k : k * count + i;
        const double code = decode(bytes.data() + at * step, matrix);
        if (!(code >= 1 && code <= 255)) break;  // padding
        text += static_cast<char>(static_cast<unsigned char>(code));
      }
      text.erase(text.find_last_not_of(' ') + 1);
    }
    return result;
  }

 private:
  std::optional<std::pair<std::string, Matrix>> header(uint64_t at) {
    int32_t fields[5];
    if (at >= size_ || size_ - at < sizeof fields) return std::nullopt;
    if (!read(at, reinterpret_cast<char*>(fields), sizeof fields)) return std::nullopt;
    Matrix matrix;
    // The type is at most 4999, so the wrong byte order shows as a huge number.
    if (fields[0] < 0 || fields[0] > 4999) {
      matrix.isSwapped = true;
      for (int32_t& field : fields) field = swapped(field);
    }
    const auto [type, rows, columns, isComplex, nameLength] = fields;
    const bool isBig = type / 1000 == 1;
    const bool isSane = type >= 0 && type < 2000 && (type / 100) % 10 == 0 &&
                        (type / 10) % 10 <= 5 && type % 10 <= 1 &&
                        matrix.isSwapped == (isBig != (std::endian::native == std::endian::big)) &&
                        rows >= 0 && columns >= 0 && isComplex == 0 && nameLength >= 1 &&
                        nameLength <= 64;
    if (!isSane) return std::nullopt;
    std::string name(static_cast<size_t>(nameLength), '\0');
    if (!read(at + sizeof fields, name.data(), name.size())) return std::nullopt;
    name.erase(std::min(name.find('\0'), name.size()));
    matrix.element = static_cast<Element>((type / 10) % 10);
    matrix.rows = static_cast<uint64_t>(rows);
    matrix.columns = static_cast<uint64_t>(columns);
    matrix.offset = at + sizeof fields + static_cast<uint64_t>(nameLength);
    return std::pair(std::move(name), matrix);
  }

  std::ifstream stream_;
  uint64_t size_ = 0;
  bool isOpen_ = false;
  std::map<std::string, Matrix> matrices_;
};

// "text [unit]", with Dymola's additions "[unit|displayUnit]" and "[unit:#(type=Integer)]".
void parseDescription(const std::string& text, Signal& signal) {
  signal.description = text;
  const size_t open = text.rfind('[');
  if (open == std::string::npos || text.back() != ']') return;
  std::string unit = text.substr(open + 1, text.size() - open - 2);
  if (unit.find("type=Boolean") != std::string::npos) signal.type = SignalType::Boolean;
  if (unit.find("type=Integer") != std::string::npos) signal.type = SignalType::Integer;
  unit.erase(std::min({unit.find('|'), unit.find(":#"), unit.size()}));
  signal.unit = unit;
  signal.description.erase(open);
  signal.description.erase(signal.description.find_last_not_of(' ') + 1);
}

// Reads the wanted series of data_2 into the columns of the trajectory.
class SeriesReader {
 public:
  SeriesReader(MatFile& file, const Matrix& matrix, bool inColumns)
      : file_(file), matrix_(matrix), inColumns_(inColumns) {}

  uint64_t series() const { return inColumns_ ? matrix_.rows : matrix_.columns; }

  // Sets `truncated` when points that the header counts are missing.
  bool read(const std::vector<uint64_t>& wanted, std::vector<std::vector<double>*> targets,
            bool& truncated) {
    return inColumns_ ? readTransposed(wanted, targets, truncated) : readNormal(wanted, targets);
  }

 private:
  bool readTransposed(const std::vector<uint64_t>& wanted,
                      const std::vector<std::vector<double>*>& targets, bool& truncated) {
    const size_t step = sizeOf(matrix_.element);
    const uint64_t pointBytes = matrix_.rows * step;
    if (pointBytes == 0) return false;
    uint64_t points = matrix_.columns;
    const uint64_t present = (file_.size() - matrix_.offset) / pointBytes;
    if (present < points) {
      points = present;
      truncated = true;
    }
    for (std::vector<double>* target : targets) target->resize(points);
    const uint64_t perBlock = std::max<uint64_t>(1, kBlock / pointBytes);
    std::vector<char> block(std::min(perBlock, points) * pointBytes);
    for (uint64_t first = 0; first < points; first += perBlock) {
      const uint64_t count = std::min(perBlock, points - first);
      if (!file_.read(matrix_.offset + first * pointBytes, block.data(), count * pointBytes)) {
        return false;
      }
      for (size_t i = 0; i < wanted.size(); ++i) {
        const char* at = block.data() + wanted[i] * step;
        double* out = targets[i]->data() + first;
        for (uint64_t k = 0; k < count; ++k, at += pointBytes) out[k] = decode(at, matrix_);
      }
    }
    return true;
  }

  bool readNormal(const std::vector<uint64_t>& wanted,
                  const std::vector<std::vector<double>*>& targets) {
    if (!file_.isComplete(matrix_)) return false;
    const size_t step = sizeOf(matrix_.element);
    std::vector<char> block(matrix_.rows * step);
    for (size_t i = 0; i < wanted.size(); ++i) {
      if (!file_.read(matrix_.offset + wanted[i] * block.size(), block.data(), block.size())) {
        return false;
      }
      targets[i]->resize(matrix_.rows);
      for (uint64_t k = 0; k < matrix_.rows; ++k) {
        (*targets[i])[k] = decode(block.data() + k * step, matrix_);
      }
    }
    return true;
  }

  MatFile& file_;
  const Matrix& matrix_;
  bool inColumns_;
};

ReadResult failure(const std::string& path, const std::string& reason) {
  ReadResult result;
  result.error = "'" + path + "' " + reason;
  return result;
}

// The start values of all series of data_1.
bool readConstants(MatFile& file, const Matrix& data, bool inColumns,
                   std::vector<double>& constants) {
  const auto values = file.numbers(data);
  if (!values) return false;
  if (inColumns) {
    const uint64_t count = std::min(data.rows, static_cast<uint64_t>(values->size()));
    constants.assign(values->begin(), values->begin() + static_cast<ptrdiff_t>(count));
  } else {
    for (uint64_t c = 0; c < data.columns && data.rows > 0; ++c)
      constants.push_back((*values)[c * data.rows]);
  }
  return true;
}

}  // namespace

ReadResult readMat4(const std::string& path, const ReadOptions& options) {
  MatFile file(path);
  if (!file.isOpen()) return failure(path, "cannot be read");
  file.scan();
  const Matrix* classMatrix = file.find("Aclass");
  const Matrix* nameMatrix = file.find("name");
  const Matrix* infoMatrix = file.find("dataInfo");
  const Matrix* data1 = file.find("data_1");
  const Matrix* data2 = file.find("data_2");
  if (!classMatrix || !nameMatrix || !infoMatrix || !data2) {
    return failure(path, "is not a trajectory in the MAT format of level 4");
  }
  const auto classText = file.texts(*classMatrix, false);
  if (!classText || classText->size() < 4 || (*classText)[0] != "Atrajectory") {
    return failure(path, "is not a trajectory in the MAT format of level 4");
  }
  const bool inColumns = (*classText)[3] != "binNormal";

  auto names = file.texts(*nameMatrix, inColumns);
  const auto info = file.numbers(*infoMatrix);
  if (!names || !info) return failure(path, "ends before its data");
  const Matrix* descriptionMatrix = file.find("description");
  std::optional<std::vector<std::string>> descriptions;
  if (descriptionMatrix) descriptions = file.texts(*descriptionMatrix, inColumns);
  const size_t count = names->size();
  const uint64_t infoFields = inColumns ? infoMatrix->rows : infoMatrix->columns;
  if (infoFields < 2 || info->size() != infoFields * count || count == 0) {
    return failure(path, "has a matrix dataInfo that does not fit its names");
  }
  const auto infoOf = [&](size_t signal, size_t field) {
    return (*info)[inColumns ? signal * infoFields + field : field * count + signal];
  };

  std::vector<double> constants;
  if (data1 && !readConstants(file, *data1, inColumns, constants))
    return failure(path, "ends before its data");

  ReadResult result;
  Trajectory& trajectory = result.trajectory;
  ResultLayout& layout = trajectory.layout;
  SeriesReader series(file, *data2, inColumns);
  if (series.series() == 0) return failure(path, "has no time in data_2");
  // Maps, not vectors, for a damaged header may claim any number of series; only looked up in.
  std::unordered_map<uint64_t, uint32_t> columnOf;
  std::unordered_map<uint64_t, uint32_t> constantOf;
  std::vector<uint64_t> wanted{0};
  for (size_t i = 0; i < count; ++i) {
    const double matrix = infoOf(i, 0);
    const double place = infoOf(i, 1);
    // The abscissa: matrix 0 by the book; some tools say data_2 for it.
    if (matrix == 0 || (i == 0 && (*names)[i] == "time") || (i == 0 && (*names)[i] == "Time")) {
      continue;
    }
    if (options.select && !options.select((*names)[i])) continue;
    const uint64_t limit = matrix == 1 ? constants.size() : matrix == 2 ? series.series() : 0;
    const double magnitude = place < 0 ? -place : place;
    if (!(magnitude >= 1 && magnitude <= static_cast<double>(limit))) {
      return failure(path, "says that '" + (*names)[i] + "' is where there is no data");
    }
    const auto at = static_cast<uint64_t>(magnitude) - 1;
    Signal signal;
    signal.name = std::move((*names)[i]);
    if (descriptions && i < descriptions->size()) parseDescription((*descriptions)[i], signal);
    signal.negated = place < 0;
    if (matrix == 1) {
      signal.kind = SignalKind::Parameter;
      const auto next = static_cast<uint32_t>(layout.constants.size());
      const auto [known, isNew] = constantOf.try_emplace(at, next);
      if (isNew) layout.constants.push_back(constants[at]);
      signal.column = known->second;
    } else {
      const auto [known, isNew] = columnOf.try_emplace(at, layout.columns);
      if (isNew) {
        ++layout.columns;
        wanted.push_back(at);
      }
      signal.column = known->second;
    }
    layout.signals.push_back(std::move(signal));
  }

  trajectory.columns.resize(layout.columns);
  std::vector<std::vector<double>*> targets{&trajectory.time};
  for (std::vector<double>& column : trajectory.columns) targets.push_back(&column);
  if (!series.read(wanted, targets, result.truncated)) {
    return failure(path, "ends before its data");
  }
  if (!trajectory.time.empty()) {
    layout.startTime = trajectory.time.front();
    layout.stopTime = trajectory.time.back();
  }
  return result;
}

ReadResult readResult(const std::string& path, const ReadOptions& options) {
  std::string extension = std::filesystem::path(path).extension().string();
  for (char& c : extension) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return extension == ".mat" ? readMat4(path, options) : readCsv(path, options);
}

}  // namespace formola::results
