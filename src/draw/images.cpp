#include "draw/images.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <system_error>

#include "results/html_page.h"

namespace formola::draw {

namespace {

constexpr uintmax_t kLargest = 8 << 20;
constexpr std::string_view kAlphabet =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

std::string_view mediaType(std::string_view bytes) {
  if (bytes.starts_with("\x89PNG")) return "image/png";
  if (bytes.starts_with("\xff\xd8\xff")) return "image/jpeg";
  if (bytes.starts_with("GIF8")) return "image/gif";
  if (bytes.starts_with("BM")) return "image/bmp";
  const std::string_view head = bytes.substr(0, 4096);
  if (head.find("<svg") != std::string_view::npos) return "image/svg+xml";
  return {};
}

std::optional<std::string> readFile(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return std::nullopt;
  const uintmax_t size = std::filesystem::file_size(path, error);
  if (error || size > kLargest) return std::nullopt;
  std::ifstream in(path, std::ios::binary);
  if (!in) return std::nullopt;
  return std::string(std::istreambuf_iterator<char>(in), {});
}

// Only what the alphabet has, and the first bytes of it decoded.
bool isBase64(std::string_view text, std::string& start) {
  uint32_t bits = 0;
  int count = 0;
  for (const char c : text) {
    if (c == '=') continue;
    const size_t value = kAlphabet.find(c);
    if (value == std::string_view::npos) return false;
    if (start.size() >= 4096) continue;
    bits = bits << 6 | static_cast<uint32_t>(value);
    count += 6;
    if (count < 8) continue;
    count -= 8;
    start += static_cast<char>(bits >> count & 0xff);
  }
  return true;
}

}  // namespace

std::string imageAddress(const ImageShape& image) {
  std::string data;
  std::string_view type;
  if (!image.data.empty()) {
    for (const char c : image.data)
      if (c != ' ' && c != '\n' && c != '\r' && c != '\t') data += c;
    std::string start;
    if (!isBase64(data, start)) return {};
    type = mediaType(start);
  } else {
    const std::optional<std::string> bytes = readFile(image.file);
    if (!bytes) return {};
    type = mediaType(*bytes);
    data = results::base64(*bytes);
  }
  if (type.empty()) return {};
  return "data:" + std::string(type) + ";base64," + data;
}

}  // namespace formola::draw
