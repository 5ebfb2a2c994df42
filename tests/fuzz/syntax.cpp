// The parsers of both notations never crash, and what they accept is printed as Modelica text that
// parses to an equal tree.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "diag/diag.h"
#include "syntax/dym/reader.h"
#include "syntax/parser.h"
#include "syntax/printer.h"

namespace {

[[noreturn]] void fail(const char* what, const std::string& printed,
                       const std::string& diagnostics) {
  std::fprintf(stderr, "%s\n--- printed\n%s\n--- diagnostics\n%s\n", what, printed.c_str(),
               diagnostics.c_str());
  std::abort();
}

void readDymolaNotation(std::string text) {
  using namespace formola;
  for (dym::CutForm form : {dym::CutForm::Equations, dym::CutForm::Connectors}) {
    SourceManager sources;
    Diagnostics diagnostics(sources);
    Interner names;
    Arena arena;
    FileId file = sources.add("fuzz.dym", text);
    dym::Reader reader(sources, names, arena, diagnostics, form);
    const ast::StoredDefinition* tree = reader.read(file);
    std::string printed = print(*tree, names);
    if (diagnostics.hasErrors()) {
      renderText(diagnostics, {});
      continue;
    }
    Diagnostics again(sources);
    const ast::StoredDefinition* reparsed =
        parseFile(sources.add("printed.mo", printed), sources, names, arena, again);
    if (again.hasErrors()) fail("the printed model has errors", printed, renderText(again, {}));
    if (!equal(*tree, *reparsed)) fail("the printed model parses differently", printed, "");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace formola;
  readDymolaNotation(std::string(reinterpret_cast<const char*>(data), size));
  SourceManager sources;
  Diagnostics diagnostics(sources);
  Interner names;
  Arena arena;
  FileId file = sources.add("fuzz.mo", std::string(reinterpret_cast<const char*>(data), size));
  const ast::StoredDefinition* tree = parseFile(file, sources, names, arena, diagnostics);
  if (diagnostics.hasErrors()) {
    renderText(diagnostics, {});
    renderJson(diagnostics);
    print(*tree, names);  // trees with holes can be printed too
    return 0;
  }
  std::string printed = print(*tree, names);
  FileId second = sources.add("printed.mo", printed);
  Diagnostics again(sources);
  const ast::StoredDefinition* reparsed = parseFile(second, sources, names, arena, again);
  if (again.hasErrors()) fail("the printed text has errors", printed, renderText(again, {}));
  if (!equal(*tree, *reparsed)) fail("the printed text parses to a different tree", printed, "");
  return 0;
}
