#include "driver/format_files.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "driver/terminal.h"
#include "driver/text_files.h"
#include "edit/format.h"

namespace formola {

namespace {

void show(const Diagnostics& diagnostics, const Options& options) {
  RenderOptions render;
  render.color = isatty(STDERR_FILENO) != 0;
  std::fputs(options.jsonDiagnostics ? renderJson(diagnostics).c_str()
                                     : renderText(diagnostics, render).c_str(),
             stderr);
}

int formatFile(const std::string& path, const Options& options) {
  std::string text;
  if (!readText(path, text)) {
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
  if (formatted == text || replaceText(path, formatted)) return kDone;
  std::fprintf(stderr, "formola: '%s' cannot be written; it stays as it was\n", path.c_str());
  return kCommandWrong;
}

}  // namespace

int formatFiles(const Options& options) {
  int status = kDone;
  for (const std::string& path : modelicaFiles(options.inputs))
    status = std::max(status, formatFile(path, options));
  return status;
}

}  // namespace formola
