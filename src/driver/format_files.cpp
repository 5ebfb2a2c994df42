#include "driver/format_files.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>

#include "driver/terminal.h"
#include "edit/format.h"

namespace formola {

namespace {

namespace fs = std::filesystem;

// Files as they are, folders as the .mo files in them.
std::vector<std::string> expand(const std::vector<std::string>& inputs) {
  std::vector<std::string> paths;
  for (const std::string& input : inputs) {
    std::error_code error;
    if (!fs::is_directory(input, error)) {
      paths.push_back(input);
      continue;
    }
    std::vector<std::string> found;
    for (auto it = fs::recursive_directory_iterator(input, error);
         it != fs::recursive_directory_iterator(); it.increment(error)) {
      if (it->is_regular_file(error) && it->path().extension() == ".mo")
        found.push_back(it->path().string());
    }
    std::sort(found.begin(), found.end());
    paths.insert(paths.end(), found.begin(), found.end());
  }
  return paths;
}

bool read(const std::string& path, std::string& text) {
  if (path == "-") {
    text.assign(std::istreambuf_iterator<char>(std::cin), {});
    return true;
  }
  std::error_code error;
  std::ifstream in(path, std::ios::binary);
  if (!in || fs::is_directory(path, error)) return false;
  text.assign(std::istreambuf_iterator<char>(in), {});
  return true;
}

// Through a file beside it, so that a full disk leaves the old text.
bool replace(const std::string& path, const std::string& text) {
  std::error_code error;
  const fs::path target = fs::canonical(path, error);
  const fs::path aside = target.string() + ".formola-new";
  {
    std::ofstream out(aside, std::ios::binary);
    out << text;
    out.close();
    if (!out) {
      fs::remove(aside, error);
      return false;
    }
  }
  fs::permissions(aside, fs::status(target, error).permissions(), error);
  fs::rename(aside, target, error);
  if (!error) return true;
  std::error_code ignored;
  fs::remove(aside, ignored);
  return false;
}

void show(const Diagnostics& diagnostics, const Options& options) {
  RenderOptions render;
  render.color = isatty(STDERR_FILENO) != 0;
  std::fputs(options.jsonDiagnostics ? renderJson(diagnostics).c_str()
                                     : renderText(diagnostics, render).c_str(),
             stderr);
}

int formatFile(const std::string& path, const Options& options) {
  std::string text;
  if (!read(path, text)) {
    std::fprintf(stderr, "formola: '%s' cannot be read: no such file, or no permission\n",
                 path.c_str());
    return kCommandWrong;
  }
  const edit::Document document(path == "-" ? "<standard input>" : path, text);
  if (document.hasErrors()) {
    show(document.diagnostics(), options);
    return kModelWrong;
  }
  edit::FormatOptions layout;
  layout.indent = options.indent;
  const std::string formatted = edit::format(document, layout);
  FORMOLA_ASSERT(edit::sameTokensAndComments(text, formatted));
  if (options.formatCheck) {
    if (formatted == text) return kDone;
    std::printf("%s\n", path.c_str());
    return kModelWrong;
  }
  if (options.formatToOutput || path == "-") {
    std::fwrite(formatted.data(), 1, formatted.size(), stdout);
    return kDone;
  }
  if (formatted == text || replace(path, formatted)) return kDone;
  std::fprintf(stderr, "formola: '%s' cannot be written; it stays as it was\n", path.c_str());
  return kCommandWrong;
}

}  // namespace

int formatFiles(const Options& options) {
  int status = kDone;
  for (const std::string& path : expand(options.inputs))
    status = std::max(status, formatFile(path, options));
  return status;
}

}  // namespace formola
