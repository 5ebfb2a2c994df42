// The parser never crashes, and what it accepts is printed as text that parses to an equal tree.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "diag/diag.h"
#include "syntax/parser.h"
#include "syntax/printer.h"

namespace {

[[noreturn]] void fail(const char* what, const std::string& printed,
                       const std::string& diagnostics) {
  std::fprintf(stderr, "%s\n--- printed\n%s\n--- diagnostics\n%s\n", what, printed.c_str(),
               diagnostics.c_str());
  std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace formola;
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
