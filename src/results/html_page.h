// The shell that all HTML pages of Formola share: head, colours, light and dark, embedded data.
//
// A page holds everything it needs and loads nothing, so it can be kept, sent and opened without a
// network. The files it is made of are in src/results/report.
#pragma once

#include <bit>
#include <cstring>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace formola::results {

// A file of src/results/report by its name, compiled in.
std::string_view pageAsset(std::string_view name);

struct HtmlPage {
  std::string title;
  std::string subtitle;
  std::string_view body;                // an asset; base.css and common.js are always there
  std::vector<std::string_view> style;  // names of assets
  std::vector<std::string_view> script;
  std::string diagram;  // SVG that is safe to stand in a page, shown above all else; may be empty
};

// Ensures: nothing in the title, the subtitle or the data can break out of its place in the page.
std::string renderPage(const HtmlPage& page, const nlohmann::json& data);

// False and `error` when the file cannot be written.
bool writePage(const std::string& path, std::string text, std::string& error);

// RFC 4648, section 4.
std::string base64(std::string_view bytes);

// The scripts read typed arrays, which are little-endian wherever browsers run.
template <typename T>
std::string encodeArray(std::span<const T> values) {
  std::string bytes(values.size() * sizeof(T), '\0');
  for (size_t i = 0; i < values.size(); ++i) {
    char* at = bytes.data() + i * sizeof(T);
    std::memcpy(at, &values[i], sizeof(T));
    if (std::endian::native == std::endian::big) {
      for (size_t k = 0; k < sizeof(T) / 2; ++k) std::swap(at[k], at[sizeof(T) - 1 - k]);
    }
  }
  return base64(bytes);
}

}  // namespace formola::results
