#include "source/source.h"

#include <algorithm>
#include <fstream>
#include <sstream>

namespace formola {

SourceRange cover(const SourceRange& first, const SourceRange& last) {
  if (!first.valid()) return last;
  if (!last.valid() || first.file != last.file) return first;
  return {first.file, std::min(first.begin, last.begin), std::max(first.end, last.end)};
}

FileId SourceManager::add(std::string name, std::string text) {
  auto file = std::make_unique<File>();
  file->name = std::move(name);
  file->text = std::move(text);
  files_.push_back(std::move(file));
  return FileId(files_.size() - 1);
}

FileId SourceManager::load(const std::string& path) {
  std::ifstream in(path, std::ios::binary | std::ios::ate);
  if (!in) return FileId();
  auto size = in.tellg();
  if (size < 0) return FileId();
  std::string text(static_cast<size_t>(size), '\0');
  in.seekg(0);
  if (!text.empty() && !in.read(text.data(), size)) return FileId();
  return add(path, std::move(text));
}

std::string_view SourceManager::text(const SourceRange& range) const {
  if (!range.valid()) return {};
  std::string_view all = text(range.file);
  uint32_t begin = std::min<uint32_t>(range.begin, all.size());
  uint32_t end = std::clamp<uint32_t>(range.end, begin, all.size());
  return all.substr(begin, end - begin);
}

const std::vector<uint32_t>& SourceManager::lineStarts(const File& file) const {
  std::call_once(file.counted, [&] {
    file.lineStarts.push_back(0);
    for (uint32_t i = 0; i < file.text.size(); ++i) {
      if (file.text[i] == '\n') file.lineStarts.push_back(i + 1);
    }
  });
  return file.lineStarts;
}

LineColumn SourceManager::lineColumn(FileId id, uint32_t offset) const {
  const File& file = *files_[id.index()];
  const auto& starts = lineStarts(file);
  offset = std::min<uint32_t>(offset, file.text.size());
  auto next = std::upper_bound(starts.begin(), starts.end(), offset);
  uint32_t lineIndex = static_cast<uint32_t>(next - starts.begin()) - 1;
  uint32_t column = 1;
  for (uint32_t i = starts[lineIndex]; i < offset; ++i) {
    if ((static_cast<unsigned char>(file.text[i]) & 0xC0) != 0x80) ++column;
  }
  return {lineIndex + 1, column};
}

std::string_view SourceManager::line(FileId id, uint32_t line) const {
  const File& file = *files_[id.index()];
  const auto& starts = lineStarts(file);
  if (line == 0 || line > starts.size()) return {};
  uint32_t begin = starts[line - 1];
  uint32_t end = line < starts.size() ? starts[line] - 1 : static_cast<uint32_t>(file.text.size());
  if (end > begin && file.text[end - 1] == '\r') --end;
  return std::string_view(file.text).substr(begin, end - begin);
}

}  // namespace formola
