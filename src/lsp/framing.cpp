#include "lsp/framing.h"

#include <fmt/format.h>

#include <charconv>

namespace formola::lsp {

std::optional<std::string> MessageReader::next() {
  constexpr std::string_view kEnd = "\r\n\r\n", kLength = "content-length:";
  const size_t end = buffer_.find(kEnd);
  if (end == std::string::npos) {
    broken_ = broken_ || buffer_.size() > 4096;
    return std::nullopt;
  }
  std::string head = buffer_.substr(0, end);
  for (char& c : head) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  size_t at = head.find(kLength), length = 0;
  bool known = at != std::string::npos;
  if (known) {
    at += kLength.size();
    while (at < head.size() && head[at] == ' ') ++at;
    const auto parsed = std::from_chars(head.data() + at, head.data() + head.size(), length);
    known = parsed.ec == std::errc() && length <= kMaxBytes;
  }
  if (!known) {
    broken_ = true;
    return std::nullopt;
  }
  const size_t body = end + kEnd.size();
  if (buffer_.size() - body < length) return std::nullopt;
  std::string message = buffer_.substr(body, length);
  buffer_.erase(0, body + length);
  return message;
}

std::string framed(std::string_view message) {
  return fmt::format("Content-Length: {}\r\n\r\n{}", message.size(), message);
}

}  // namespace formola::lsp
