#include "results/html_page.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "results/output_file.h"
#include "support/assert.h"

namespace formola::results {

// Made by CMake from the files in src/results/report.
struct PageAsset {
  std::string_view name, text;
};
extern const PageAsset kPageAssets[];
extern const size_t kPageAssetCount;

std::string_view pageAsset(std::string_view name) {
  const std::span assets(kPageAssets, kPageAssetCount);
  const auto found = std::find_if(assets.begin(), assets.end(),
                                  [&](const PageAsset& a) { return a.name == name; });
  FORMOLA_ASSERT(found != assets.end());
  return found->text;
}

namespace {

std::string escapeHtml(std::string_view text) {
  std::string out;
  for (char c : text) {
    switch (c) {
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '&':
        out += "&amp;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

// JSON inside <script>: nothing in it may look like the end of the element or a comment.
std::string escapeScript(const std::string& text) {
  std::string out;
  out.reserve(text.size());
  for (char c : text) {
    if (c == '<') {
      out += "\\u003c";
    } else {
      out += c;
    }
  }
  return out;
}

std::string join(const std::vector<std::string_view>& names) {
  std::string text;
  for (std::string_view name : names) text += pageAsset(name);
  return text;
}

}  // namespace

std::string renderPage(const HtmlPage& page, const nlohmann::json& data) {
  const std::string title = escapeHtml(page.title);
  const std::string subtitle = escapeHtml(page.subtitle);
  const std::string style = std::string(pageAsset("base.css")) + join(page.style);
  const std::string script = std::string(pageAsset("common.js")) + join(page.script);
  std::string diagram;
  if (!page.diagram.empty())
    diagram = "<details id=\"diagram\" open><summary>Diagram</summary>\n<div>" + page.diagram +
              "</div></details>\n";
  const std::string text =
      escapeScript(data.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
  const std::pair<std::string_view, std::string_view> parts[] = {
      {"title", title},     {"subtitle", subtitle},
      {"style", style},     {"body", page.body.empty() ? page.body : pageAsset(page.body)},
      {"diagram", diagram}, {"data", text},
      {"script", script}};
  std::string out;
  std::string_view shell = pageAsset("shell.html");
  while (true) {
    const size_t open = shell.find("{{");
    out += shell.substr(0, open);
    if (open == std::string_view::npos) return out;
    const size_t close = shell.find("}}", open);
    const std::string_view key = shell.substr(open + 2, close - open - 2);
    for (const auto& [name, value] : parts) {
      if (name == key) out += value;
    }
    shell.remove_prefix(close + 2);
  }
}

bool writePage(const std::string& path, std::string text, std::string& error) {
  OutputFile file(path, {});
  if (file.open()) {
    file.buffer() = std::move(text);
    file.close();
  }
  error = file.error();
  return error.empty();
}

std::string base64(std::string_view bytes) {
  constexpr char kDigits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (size_t i = 0; i < bytes.size(); i += 3) {
    const size_t count = std::min<size_t>(3, bytes.size() - i);
    uint32_t bits = 0;
    for (size_t k = 0; k < 3; ++k) {
      bits = bits << 8 | (k < count ? static_cast<unsigned char>(bytes[i + k]) : 0u);
    }
    for (size_t k = 0; k < 4; ++k) {
      text += k <= count ? kDigits[bits >> (18 - 6 * k) & 63] : '=';
    }
  }
  return text;
}

}  // namespace formola::results
