#include "structure/systems/summary.h"

#include <algorithm>

namespace formola {

size_t numericSize(const Block& block) {
  auto own = [](const Block& b) {
    const bool formulas =
        b.kind == BlockKind::Linear && (b.torn.size() == 1 || !b.formulas.empty());
    return formulas ? 0 : b.torn.size();
  };
  size_t sum = own(block);
  if (block.kind == BlockKind::Mixed)
    for (const Block& part : block.parts) sum += own(part);
  return sum;
}

namespace {

void count(const Block& block, StructureSummary& summary) {
  switch (block.kind) {
    case BlockKind::Assign:
      break;
    case BlockKind::Linear:
      if (block.unknowns.size() == 1) break;  // a division, no system
      summary.linearSizes.push_back(block.unknowns.size());
      summary.linearTorn.push_back(numericSize(block));
      break;
    case BlockKind::Nonlinear:
      summary.nonlinearSizes.push_back(block.unknowns.size());
      summary.nonlinearTorn.push_back(block.torn.size());
      for (const Block& part : block.parts) count(part, summary);
      break;
    case BlockKind::Mixed:
      ++summary.mixedBlocks;
      for (const Block& part : block.parts) count(part, summary);
      break;
  }
}

bool isNonlinear(const Block& block) {
  return block.kind == BlockKind::Nonlinear;
}

}  // namespace

StructureSummary summarizeBlocks(const std::vector<Block>& blocks) {
  StructureSummary summary;
  for (const Block& block : blocks) {
    count(block, summary);
    summary.largestBlock = std::max(summary.largestBlock, block.unknowns.size());
  }
  return summary;
}

size_t countIterated(const std::vector<Block>& blocks) {
  size_t iterated = 0;
  for (const Block& block : blocks) {
    if (isNonlinear(block)) iterated += block.torn.size();
    for (const Block& part : block.parts)
      if (isNonlinear(part)) iterated += part.torn.size();
  }
  return iterated;
}

StructureSummary summarize(const StructuredDae& model) {
  StructureSummary summary = summarizeBlocks(model.blocks);
  summary.equations = model.originalEquations;
  summary.unknowns = model.originalUnknowns;
  summary.differentiatedEquations = model.differentiatedEquations;
  summary.aliases = model.aliases.size();
  for (uint32_t i = 0; i < model.dae.variables.size(); ++i) {
    const VariableId id(i);
    if (model.info[id].role == Role::State) summary.states.push_back(id);
    // Variables that turned out to be constant were unknowns before.
    if (model.info[id].role == Role::Parameter &&
        model.dae.variables[id].variability > Variability::Parameter)
      ++summary.aliases;
  }
  return summary;
}

std::string_view blockKindName(BlockKind kind) {
  switch (kind) {
    case BlockKind::Assign:
      return "assign";
    case BlockKind::Linear:
      return "linear";
    case BlockKind::Nonlinear:
      return "nonlinear";
    case BlockKind::Mixed:
      return "mixed";
  }
  return "";
}

}  // namespace formola
