#include "compiler/compile_options.h"

namespace formola {

std::string startParameter(std::string_view variable) {
  return "$start." + std::string(variable);
}

StructureOptions structureOptions(const CompileOptions& options) {
  StructureOptions structure;
  structure.off = options.disabledPasses;
  structure.hints = !options.ignoreHints;
  structure.dynamicStates = options.dynamicStates;
  structure.inputDifferences = options.inputDifferences;
  structure.candidates = options.candidates;
  structure.relaxing = options.run.relaxing();
  return structure;
}

}  // namespace formola
