#include "results/hdf5_table.h"

#include <dlfcn.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <limits>
#include <optional>
#include <type_traits>
#include <vector>

namespace formola::results {

namespace {

// Declarations of our own for the few functions that are called (HDF5 reference manual, library
// versions 1.10 to 1.14: identifiers have 64 bits).
using Id = int64_t;
using Size = unsigned long long;

constexpr unsigned kTruncate = 2;                      // H5F_ACC_TRUNC
constexpr int kSelectSet = 0, kUtf8 = 1;               // H5S_SELECT_SET, H5T_CSET_UTF8
constexpr size_t kVariable = static_cast<size_t>(-1);  // H5T_VARIABLE
constexpr size_t kLongestFixed = 64, kRowsAtOnce = 8192;

struct Hdf5 {
  void* library = nullptr;
  std::string problem;
  int (*open)() = nullptr;
  int (*setAuto)(Id, void*, void*) = nullptr;
  Id (*fileCreate)(const char*, unsigned, Id, Id) = nullptr;
  int (*fileClose)(Id) = nullptr;
  Id (*spaceCreate)(int, const Size*, const Size*) = nullptr;
  int (*selectPart)(Id, int, const Size*, const Size*, const Size*, const Size*) = nullptr;
  int (*spaceClose)(Id) = nullptr;
  Id (*dataCreate)(Id, const char*, Id, Id, Id, Id, Id) = nullptr;
  int (*dataWrite)(Id, Id, Id, Id, Id, const void*) = nullptr;
  int (*dataClose)(Id) = nullptr;
  Id (*typeCopy)(Id) = nullptr;
  int (*typeSize)(Id, size_t) = nullptr;
  int (*typeCharacters)(Id, int) = nullptr;
  int (*typeClose)(Id) = nullptr;
  Id (*attributeCreate)(Id, const char*, Id, Id, Id, Id) = nullptr;
  int (*attributeWrite)(Id, Id, const void*) = nullptr;
  int (*attributeClose)(Id) = nullptr;
  const Id *real = nullptr, *whole = nullptr, *text = nullptr;

  Hdf5();
};

Hdf5::Hdf5() {
  for (const char* name : {"libhdf5_serial.so.103", "libhdf5.so.103", "libhdf5_serial.so.310",
                           "libhdf5.so.310", "libhdf5.so.200", "libhdf5_serial.so", "libhdf5.so"})
    if (library = dlopen(name, RTLD_NOW); library != nullptr) break;
  if (library == nullptr) {
    problem = "there is no HDF5 library (Debian's package libhdf5-103-1)";
    return;
  }
  const char* missing = nullptr;
  const auto find = [&](auto& symbol, const char* name) {
    symbol = reinterpret_cast<std::remove_reference_t<decltype(symbol)>>(dlsym(library, name));
    if (symbol == nullptr && missing == nullptr) missing = name;
  };
  find(open, "H5open");
  find(setAuto, "H5Eset_auto2");
  find(fileCreate, "H5Fcreate");
  find(fileClose, "H5Fclose");
  find(spaceCreate, "H5Screate_simple");
  find(selectPart, "H5Sselect_hyperslab");
  find(spaceClose, "H5Sclose");
  find(dataCreate, "H5Dcreate2");
  find(dataWrite, "H5Dwrite");
  find(dataClose, "H5Dclose");
  find(typeCopy, "H5Tcopy");
  find(typeSize, "H5Tset_size");
  find(typeCharacters, "H5Tset_cset");
  find(typeClose, "H5Tclose");
  find(attributeCreate, "H5Acreate2");
  find(attributeWrite, "H5Awrite");
  find(attributeClose, "H5Aclose");
  find(real, "H5T_NATIVE_DOUBLE_g");
  find(whole, "H5T_NATIVE_INT64_g");
  find(text, "H5T_C_S1_g");
  if (missing != nullptr)
    problem.append("the HDF5 library has no ").append(missing);
  else if (open() < 0)
    problem = "the HDF5 library does not start";
  else
    setAuto(0, nullptr, nullptr);  // errors are told by us
}

// Closes on every way out.
struct Handle {
  Id id = -1;
  int (*close)(Id) = nullptr;
  Handle(Id made, int (*how)(Id)) : id(made), close(how) {}
  Handle(Handle&& other) noexcept : id(other.id), close(other.close) { other.id = -1; }
  Handle(const Handle&) = delete;
  ~Handle() {
    if (id >= 0) close(id);
  }
};

// RFC 4180, one line.
void splitLine(const std::string& line, std::vector<std::string>& fields) {
  fields.assign(1, "");
  bool quoted = false;
  for (size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (c == '"' && quoted && i + 1 < line.size() && line[i + 1] == '"') {
      fields.back() += c;
      ++i;
    } else if (c == '"') {
      quoted = !quoted;
    } else if (c == ',' && !quoted) {
      fields.emplace_back();
    } else {
      fields.back() += c;
    }
  }
}

std::optional<double> numberOf(const std::string& field) {
  if (field.empty()) return std::numeric_limits<double>::quiet_NaN();
  double value = 0;
  const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), value);
  if (error != std::errc() || end != field.data() + field.size()) return std::nullopt;
  return value;
}

struct Column {
  std::string name;
  bool number = true, any = false;  // any: a field that is not empty
  size_t longest = 0;
  bool isText() const { return !number || !any; }
};

// The rows of a table, one after the other.
class Rows {
 public:
  Rows(const std::string& path, size_t columns) : file_(path), columns_(columns) {
    std::getline(file_, line_);
  }
  bool next(std::vector<std::string>& fields) {
    if (!std::getline(file_, line_)) return false;
    splitLine(line_, fields);
    fields.resize(columns_);
    return true;
  }

 private:
  std::ifstream file_;
  size_t columns_;
  std::string line_;
};

class Writer {
 public:
  Writer(const Hdf5& h5, const std::string& table, const std::string& path)
      : h5_(h5), table_(table), path_(path) {}

  bool write() {
    if (!look()) return false;
    const Handle file(h5_.fileCreate(path_.c_str(), kTruncate, 0, 0), h5_.fileClose);
    if (file.id < 0) return false;
    for (size_t k = 0; k < columns_.size(); ++k)
      if (!create(file.id, k)) return false;
    Rows rows(table_, columns_.size());
    std::vector<std::string> fields;
    std::vector<std::vector<std::string>> part(columns_.size());
    for (Size first = 0; first < count_;) {
      for (auto& each : part) each.clear();
      while (part[0].size() < kRowsAtOnce && rows.next(fields))
        for (size_t k = 0; k < fields.size(); ++k) part[k].push_back(std::move(fields[k]));
      if (part[0].empty()) return false;
      for (size_t k = 0; k < columns_.size(); ++k)
        if (!append(k, first, part[k])) return false;
      first += part[0].size();
    }
    data_.clear();
    return true;
  }

 private:
  // Names and kinds of the columns, and how many rows there are.
  bool look() {
    std::ifstream file(table_);
    std::string line;
    if (!std::getline(file, line)) return false;
    std::vector<std::string> fields;
    splitLine(line, fields);
    for (const std::string& name : fields) columns_.push_back({name});
    Rows rows(table_, columns_.size());
    for (; rows.next(fields); ++count_)
      for (size_t k = 0; k < fields.size(); ++k) {
        Column& column = columns_[k];
        column.any = column.any || !fields[k].empty();
        column.number = column.number && numberOf(fields[k]);
        column.longest = std::max(column.longest, fields[k].size());
      }
    // What is numbers in other cases is so where all have failed.
    for (Column& column : columns_)
      if (!column.any && column.name != "message") column.any = true;
    return true;
  }

  bool create(Id file, size_t k) {
    const Column& column = columns_[k];
    std::string name;
    for (const char c : column.name) name += c == '/' ? std::string("%2F") : std::string(1, c);
    Handle type(h5_.typeCopy(column.isText() ? *h5_.text
                             : k == 0        ? *h5_.whole
                                             : *h5_.real),
                h5_.typeClose);
    if (column.isText()) {
      const bool fixed = column.longest < kLongestFixed;
      if (h5_.typeSize(type.id, fixed ? column.longest + 1 : kVariable) < 0 ||
          h5_.typeCharacters(type.id, kUtf8) < 0)
        return false;
    }
    const Handle space(h5_.spaceCreate(1, &count_, nullptr), h5_.spaceClose);
    Handle data(h5_.dataCreate(file, name.c_str(), type.id, space.id, 0, 0, 0), h5_.dataClose);
    if (data.id < 0) return false;
    const Size one = 1;
    const Handle single(h5_.spaceCreate(1, &one, nullptr), h5_.spaceClose);
    const Handle place(h5_.attributeCreate(data.id, "column", *h5_.whole, single.id, 0, 0),
                       h5_.attributeClose);
    const auto at = static_cast<int64_t>(k);
    if (place.id < 0 || h5_.attributeWrite(place.id, *h5_.whole, &at) < 0) return false;
    types_.push_back(std::move(type));
    data_.push_back(std::move(data));
    return true;
  }

  bool append(size_t k, Size first, const std::vector<std::string>& fields) {
    const Column& column = columns_[k];
    const Size count = fields.size();
    const Handle all(h5_.spaceCreate(1, &count_, nullptr), h5_.spaceClose);
    const Handle part(h5_.spaceCreate(1, &count, nullptr), h5_.spaceClose);
    if (h5_.selectPart(all.id, kSelectSet, &first, nullptr, &count, nullptr) < 0) return false;
    const auto store = [&](const void* values) {
      return h5_.dataWrite(data_[k].id, types_[k].id, part.id, all.id, 0, values) >= 0;
    };
    if (!column.isText() && k == 0) {
      std::vector<int64_t> values;
      for (const std::string& field : fields)
        values.push_back(static_cast<int64_t>(*numberOf(field)));
      return store(values.data());
    }
    if (!column.isText()) {
      std::vector<double> values;
      for (const std::string& field : fields) values.push_back(*numberOf(field));
      return store(values.data());
    }
    if (column.longest < kLongestFixed) {
      std::string values(fields.size() * (column.longest + 1), '\0');
      for (size_t i = 0; i < fields.size(); ++i)
        fields[i].copy(values.data() + i * (column.longest + 1), column.longest);
      return store(values.data());
    }
    std::vector<const char*> values;
    for (const std::string& field : fields) values.push_back(field.c_str());
    return store(values.data());
  }

  const Hdf5& h5_;
  const std::string &table_, &path_;
  std::vector<Column> columns_;
  Size count_ = 0;
  std::vector<Handle> types_, data_;
};

const Hdf5& library() {
  static const Hdf5 h5;
  return h5;
}

}  // namespace

std::string hdf5Problem() {
  return library().problem;
}

bool writeHdf5Table(const std::string& table, const std::string& path, std::string& problem) {
  problem = hdf5Problem();
  if (!problem.empty()) return false;
  const std::string fresh = path + ".part";
  std::error_code error;
  if (Writer(library(), table, fresh).write()) {
    std::filesystem::rename(fresh, path, error);
    if (!error) return true;
  }
  std::filesystem::remove(fresh, error);
  problem = "cannot write '" + path + "'";
  return false;
}

}  // namespace formola::results
