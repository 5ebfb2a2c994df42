#include "driver/convert.h"

#include <unistd.h>

#include <cstdio>

#include "diag/codes/syntax.h"
#include "diag/diag.h"
#include "syntax/dym/reader.h"
#include "syntax/printer.h"

namespace formola {

namespace {

// Comments in braces as comment lines of Modelica.
std::string asLines(std::string_view comments) {
  std::string text, line;
  auto finish = [&] {
    const size_t begin = line.find_first_not_of(" \t\r"), end = line.find_last_not_of(" \t\r");
    if (begin != std::string::npos) text += "// " + line.substr(begin, end - begin + 1) + "\n";
    line.clear();
  };
  for (char c : comments) {
    if (c == '{' || c == '}' || c == '\n') {
      finish();
    } else {
      line += c;
    }
  }
  return text;
}

}  // namespace

int convertFiles(const Options& options) {
  SourceManager sources;
  Diagnostics diagnostics(sources);
  Interner names;
  Arena arena;
  dym::Reader reader(sources, names, arena, diagnostics, dym::CutForm::Connectors);
  std::string text;
  for (const std::string& path : options.inputs) {
    if (!dym::isDymFile(path)) {
      std::fprintf(stderr, "formola: '%s' is not a file in Dymola notation (.dym)\n", path.c_str());
      return kCommandWrong;
    }
    FileId file = sources.load(path);
    if (!file) {
      diagnostics.report(diag::CannotReadFile, {}, path,
                         "no such file, or no permission to read it");
      continue;
    }
    for (const ast::ClassDef* made : reader.read(file)->classes) {
      if (!text.empty()) text += '\n';
      if (const dym::Model* model = reader.find(made->name)) text += asLines(model->above);
      text += print(*made, names) + ";\n";
    }
  }
  if (options.jsonDiagnostics) {
    std::fputs(renderJson(diagnostics).c_str(), stderr);
  } else {
    RenderOptions render;
    render.color = isatty(STDERR_FILENO) != 0;
    std::fputs(renderText(diagnostics, render).c_str(), stderr);
  }
  if (diagnostics.hasErrors()) return kModelWrong;
  std::fputs(text.c_str(), stdout);
  return kDone;
}

}  // namespace formola
