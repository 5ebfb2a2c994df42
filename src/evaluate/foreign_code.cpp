#include "evaluate/foreign_code.h"

#include <algorithm>

#include "evaluate/library_places.h"

namespace formola {

namespace {

void addOnce(std::vector<std::string>& list, const std::string& word) {
  if (std::find(list.begin(), list.end(), word) == list.end()) list.push_back(word);
}

void addLibrary(const std::string& name, const ExternalCall& call,
                std::span<const char* const> platforms, ForeignCode& code) {
  const LibraryPlace place = locateLibrary(name, call, platforms, true);
  std::vector<std::string>* list = nullptr;
  switch (place.kind) {
    case LibraryPlace::Kind::SharedObject:
      list = &code.sharedObjects;
      break;
    case LibraryPlace::Kind::Archive:
      list = &code.archives;
      break;
    case LibraryPlace::Kind::Sources:
      list = &code.files;
      break;
    case LibraryPlace::Kind::System:
      // Where a library is missing, sources beside the headers stand for it.
      if (const std::vector<std::string> sources = sourcesBesideHeaders(call); !sources.empty()) {
        for (const std::string& source : sources)
          for (const std::string& file : locateLibrary(source, call, {}, true).files)
            addOnce(code.files, file);
      } else if (name != "m" && name != "c") {
        addOnce(code.systemLibraries, name);
      }
      return;
  }
  for (const std::string& file : place.files) addOnce(*list, file);
  for (const std::string& path : place.includePaths) addOnce(code.includePaths, path);
}

}  // namespace

ForeignCode foreignCode(std::span<const Function* const> functions, const ExprPool& pool,
                        EffectGate* gate, std::span<const char* const> platforms) {
  ForeignCode code;
  for (const Function* function : functions) {
    const ExternalCall& call = *function->external;
    if (isScalarMath(call, pool)) continue;
    if (gate == nullptr || !gate->allows(foreignRequest(*function, pool))) {
      code.refused = true;
      continue;
    }
    for (const std::string& text : call.includes) addOnce(code.includes, text);
    for (const std::string& path : call.includePaths) addOnce(code.includePaths, path);
    for (const std::string& name : call.libraries) addLibrary(name, call, platforms, code);
  }
  return code;
}

}  // namespace formola
