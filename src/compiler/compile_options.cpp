#include "compiler/compile_options.h"

#include <algorithm>

namespace formola {

bool CompileOptions::disabled(std::string_view pass) const {
  return std::find(disabledPasses.begin(), disabledPasses.end(), pass) != disabledPasses.end();
}

StructureOptions structureOptions(const CompileOptions& options) {
  StructureOptions structure;
  structure.aliases = !options.disabled("eliminateAliases");
  structure.indexReduction = !options.disabled("reduceIndex");
  structure.exposing = !options.disabled("exposeConstraints");
  structure.binding = !options.disabled("bindUnknowns");
  structure.tearing = !options.disabled("tearBlocks");
  structure.hints = !options.ignoreHints;
  structure.relaxing = !options.disabled("relaxBlocks");
  structure.dynamicStates = options.dynamicStates;
  return structure;
}

}  // namespace formola
