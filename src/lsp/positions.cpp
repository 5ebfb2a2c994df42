#include "lsp/positions.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>

namespace formola::lsp {

namespace {

// The bytes of the UTF-8 sequence at `at`, and the UTF-16 units it takes; a wrong byte counts one.
struct Width {
  uint32_t bytes, units;
};

Width widthAt(std::string_view text, uint32_t at) {
  const auto lead = static_cast<unsigned char>(text[at]);
  uint32_t bytes = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC0 ? 2 : 1;
  for (uint32_t i = 1; i < bytes; ++i)
    if (at + i >= text.size() || (static_cast<unsigned char>(text[at + i]) & 0xC0) != 0x80)
      return {1, 1};
  return {bytes, bytes == 4 ? 2u : 1u};
}

}  // namespace

LineIndex::LineIndex(std::string_view text) : text_(text), starts_{0} {
  for (size_t at = text.find('\n'); at != std::string_view::npos; at = text.find('\n', at + 1))
    starts_.push_back(static_cast<uint32_t>(at) + 1);
}

uint32_t LineIndex::offset(Position position) const {
  if (position.line >= starts_.size()) return static_cast<uint32_t>(text_.size());
  uint32_t at = starts_[position.line];
  for (uint32_t units = 0; units < position.character && at < text_.size();) {
    if (text_[at] == '\n' || text_.substr(at, 2) == "\r\n") break;
    const Width width = widthAt(text_, at);
    at += width.bytes;
    units += width.units;
  }
  return at;
}

Position LineIndex::position(uint32_t offset) const {
  offset = std::min<uint32_t>(offset, static_cast<uint32_t>(text_.size()));
  const auto next = std::upper_bound(starts_.begin(), starts_.end(), offset);
  const auto line = static_cast<uint32_t>(next - starts_.begin()) - 1;
  Position position{line, 0};
  for (uint32_t at = starts_[line]; at < offset;) {
    const Width width = widthAt(text_, at);
    at += width.bytes;
    position.character += width.units;
  }
  return position;
}

std::string pathOfUri(std::string_view uri) {
  constexpr std::string_view kFile = "file://";
  if (!uri.starts_with(kFile)) return std::string(uri);
  uri.remove_prefix(kFile.size());
  std::string path;
  for (size_t i = 0; i < uri.size(); ++i) {
    auto digit = [&](size_t at) {
      const char c = uri[at];
      return c <= '9' ? c - '0' : (c | 32) - 'a' + 10;
    };
    if (uri[i] == '%' && i + 2 < uri.size() &&
        std::isxdigit(static_cast<unsigned char>(uri[i + 1])) &&
        std::isxdigit(static_cast<unsigned char>(uri[i + 2]))) {
      path += static_cast<char>(digit(i + 1) * 16 + digit(i + 2));
      i += 2;
    } else {
      path += uri[i];
    }
  }
  return path;
}

std::string uriOfPath(std::string_view path) {
  const size_t colon = path.find(':');
  if (!path.starts_with('/') && colon != std::string_view::npos &&
      path.find('/') > colon)  // untitled:1
    return std::string(path);
  std::string uri = "file://";
  for (char c : std::filesystem::absolute(path).lexically_normal().string()) {
    const bool plain = std::isalnum(static_cast<unsigned char>(c)) || c == '/' || c == '-' ||
                       c == '_' || c == '.' || c == '~';
    uri += plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return uri;
}

}  // namespace formola::lsp
