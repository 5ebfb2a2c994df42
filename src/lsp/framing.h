// Messages of the Language Server Protocol in a stream of bytes: a header with the length, then
// JSON.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace formola::lsp {

class MessageReader {
 public:
  // Messages beyond this size end the conversation: no editor sends them.
  static constexpr size_t kMaxBytes = size_t{256} << 20;

  void feed(std::string_view bytes) { buffer_.append(bytes); }
  // The text of the next whole message; nothing: more bytes are needed, or broken() is true.
  std::optional<std::string> next();
  // The header is none: there is no way to find the next message.
  bool broken() const { return broken_; }

 private:
  std::string buffer_;
  bool broken_ = false;
};

std::string framed(std::string_view message);

}  // namespace formola::lsp
