#include "structure/relax_blocks.h"

#include "structure/closed_form.h"
#include "structure/tear_blocks.h"

namespace formola {

void relaxSystem(const EquationSystem& system, std::vector<Block>& blocks,
                 const StructureOptions& options) {
  if (!options.tearing || !options.relaxing) return;
  ClosedForm closedForm(*system.model, signFacts(*system.model));
  std::vector<Block*> todo;
  for (Block& block : blocks) todo.push_back(&block);
  for (size_t i = 0; i < todo.size(); ++i) {
    for (Block& part : todo[i]->parts) todo.push_back(&part);
    closedForm(*todo[i], system.equations);
  }
}

StructuredDae relaxBlocks(StructuredDae model, const StructureOptions& options, Diagnostics&) {
  std::vector<Block> blocks = std::move(model.blocks);
  relaxSystem(EquationSystem(model, model.equations, {}), blocks, options);
  model.blocks = std::move(blocks);
  return model;
}

}  // namespace formola
