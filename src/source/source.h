// Source files and places in them.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "support/id.h"

namespace formola {

using FileId = Id<struct FileTag>;

// A byte range in a file; `file` is invalid for things that come from no file (built-ins, command
// line).
struct SourceRange {
  FileId file;
  uint32_t begin = 0;
  uint32_t end = 0;

  bool valid() const { return file.valid(); }
  bool operator==(const SourceRange&) const = default;
};

// The smallest range that covers both; ranges of different files give the first.
SourceRange cover(const SourceRange& first, const SourceRange& last);

// Line and column, both from 1; the column counts UTF-8 code points.
struct LineColumn {
  uint32_t line = 0;
  uint32_t column = 0;
};

class SourceManager {
 public:
  // Adds a file by its text; `name` is shown in diagnostics.
  FileId add(std::string name, std::string text);
  // Reads a file from disk; an invalid id if it can't be read.
  FileId load(const std::string& path);

  std::string_view name(FileId file) const { return files_[file.index()]->name; }
  std::string_view text(FileId file) const { return files_[file.index()]->text; }
  std::string_view text(const SourceRange& range) const;
  LineColumn lineColumn(FileId file, uint32_t offset) const;
  // The text of line `line` (from 1) without its line end.
  std::string_view line(FileId file, uint32_t line) const;
  size_t fileCount() const { return files_.size(); }

 private:
  struct File {
    std::string name;
    std::string text;
    mutable std::once_flag counted;
    mutable std::vector<uint32_t> lineStarts;  // filled on first use
  };
  const std::vector<uint32_t>& lineStarts(const File& file) const;

  std::vector<std::unique_ptr<File>> files_;
};

}  // namespace formola
