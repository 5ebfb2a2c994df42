#include "structure/systems/lift_stages.h"

#include <algorithm>

namespace formola {

namespace {

class Lifter {
 public:
  explicit Lifter(const StageMap& map) : map_(map) {}

  // The assignment at all stages, one after the other. False: it cannot be carried over.
  bool assignments(const Assignment& one, std::vector<Assignment>& all) const {
    for (size_t stage = 0; stage < map_.stages; ++stage) {
      const ExprId value = map_.value(one, stage);
      if (!value.valid()) return false;
      all.push_back({map_.equation(one.equation, stage), map_.unknown(one.variable, stage), value});
    }
    return true;
  }

  bool part(const Block& one, std::vector<Block>& all) const {
    if (one.kind == BlockKind::Assign) return assigned(one, all);
    if (one.kind != BlockKind::Linear) return false;
    const bool coupled = std::any_of(one.equations.begin(), one.equations.end(),
                                     [&](int e) { return map_.isFormula(e); });
    if (coupled) {
      Block& block = all.emplace_back(members(one));
      block.kind = BlockKind::Linear;
      return !one.uncut.empty() || sequence(one, block);
    }
    for (size_t stage = 0; stage < map_.stages; ++stage) {
      Block& block = all.emplace_back();
      for (size_t i = 0; i < one.equations.size(); ++i) addMember(one, i, stage, block);
    }
    return true;
  }

  // What is torn and what follows from it.
  bool sequence(const Block& one, Block& all) const {
    for (const Assignment& a : one.inner)
      if (!assignments(a, all.inner)) return false;
    for (size_t i = 0; i < one.torn.size(); ++i)
      for (size_t stage = 0; stage < map_.stages; ++stage) {
        all.torn.push_back(map_.unknown(one.torn[i], stage));
        all.residuals.push_back(map_.equation(one.residuals[i], stage));
      }
    return true;
  }

  // Equations and unknowns at all stages.
  Block members(const Block& one) const {
    Block block;
    for (size_t i = 0; i < one.equations.size(); ++i)
      for (size_t stage = 0; stage < map_.stages; ++stage) addMember(one, i, stage, block);
    return block;
  }

 private:
  void addMember(const Block& one, size_t i, size_t stage, Block& block) const {
    block.equations.push_back(map_.equation(one.equations[i], stage));
    block.unknowns.push_back(map_.unknown(one.unknowns[i], stage));
  }

  bool assigned(const Block& one, std::vector<Block>& all) const {
    std::vector<Assignment> list;
    if (!assignments(one.inner[0], list)) return false;
    for (const Assignment& a : list) {
      Block& block = all.emplace_back();
      block.kind = BlockKind::Assign;
      block.equations = {a.equation};
      block.unknowns = {a.variable};
      block.inner = {a};
    }
    return true;
  }

  const StageMap& map_;
};

}  // namespace

std::optional<Block> liftBlock(const Block& one, const StageMap& map) {
  if (one.kind != BlockKind::Nonlinear || !one.constraints.empty()) return std::nullopt;
  const Lifter lifter(map);
  Block all = lifter.members(one);
  if (!lifter.sequence(one, all)) return std::nullopt;
  for (const Block& part : one.parts)
    if (!lifter.part(part, all.parts)) return std::nullopt;
  return all;
}

}  // namespace formola
