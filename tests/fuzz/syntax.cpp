// Any bytes are either parsed or reported: no crash, no hang, and a tree is always returned. A file
// without errors is printed and parsed again, which must give an equal tree.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <utility>

#include "syntax/parser.h"
#include "syntax/printer.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace formola;
  SourceManager sources;
  Interner names;
  Arena arena;
  Diagnostics diagnostics(sources);
  const auto parse = [&](std::string text) {
    const FileId file = sources.add("fuzz.mo", std::move(text));
    const ast::StoredDefinition* tree = parseFile(file, sources, names, arena, diagnostics);
    if (tree == nullptr) std::abort();
    return tree;
  };
  const ast::StoredDefinition* tree = parse({reinterpret_cast<const char*>(data), size});
  if (diagnostics.hasErrors()) return 0;
  const ast::StoredDefinition* again = parse(print(*tree, names));
  if (diagnostics.hasErrors() || !equal(*tree, *again)) std::abort();
  return 0;
}
