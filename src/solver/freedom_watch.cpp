#include "solver/freedom_watch.h"

#include <fmt/format.h>

#include <algorithm>

#include "runtime/failure.h"
#include "runtime/workspace.h"

namespace formola::solver {

namespace {

constexpr size_t kMostSystems = 5;  // that are told
constexpr size_t kMostNames = 8;    // of one of them

std::string describe(const FmlData& d, int32_t index, double since) {
  const FmlLinearBlock& block = d.model->linearBlocks[index];
  const runtime::Freedom freedom = d.workspace->linear[static_cast<size_t>(index)].matrix.freedom();
  std::string names;
  for (size_t i = 0; i < freedom.unknowns.size() && i < kMostNames; ++i)
    names += (i > 0 ? ", " : "") +
             runtime::describeEntity(*d.model, FML_VARIABLE, block.unknowns[freedom.unknowns[i]]);
  if (freedom.unknowns.size() > kMostNames)
    names += fmt::format(" and {} others", freedom.unknowns.size() - kMostNames);
  return fmt::format(
      "from time {:.6g} on the equations do not determine {} and what follows from it: of the "
      "unknowns of a linear system "
      "{} can "
      "be "
      "chosen freely, since equations say the same more than once. The values nearest to those "
      "before are used, at first to the start values; remove an equation that says nothing new and "
      "add one that determines them",
      since, names, freedom.dimension);
}

// A system of the start is solved once: states and parameters keep what it gave, all else is
// computed anew.
bool lasts(const FmlData& d, int32_t index) {
  const FmlLinearBlock& block = d.model->linearBlocks[index];
  const auto& matrix = d.workspace->linear[static_cast<size_t>(index)].matrix;
  for (const int32_t i : matrix.freedom().unknowns)
    if (block.unknowns[i] < d.model->nStates || block.unknowns[i] >= d.model->parameterBegin)
      return true;
  return false;
}

}  // namespace

void FreedomWatch::look(const FmlData& d) {
  const auto& blocks = d.workspace->linear;
  systems_.resize(blocks.size());
  for (size_t i = 0; i < blocks.size(); ++i) {
    System& system = systems_[i];
    if (!blocks[i].underdetermined) {
      system.free = false;
    } else if (!system.free) {
      system.free = true;
      system.since = d.time;
    } else if (!system.told && d.time > system.since) {
      system.told = true;
      if (blocks[i].solvedAt <= system.since && !lasts(d, static_cast<int32_t>(i))) continue;
      std::string text = describe(d, static_cast<int32_t>(i), system.since);
      // The system of the start may be that of the simulation.
      if (std::find(warnings_.begin(), warnings_.end(), text) == warnings_.end() &&
          warnings_.size() < kMostSystems)
        warnings_.push_back(std::move(text));
    }
  }
}

}  // namespace formola::solver
