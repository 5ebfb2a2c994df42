// Which variables depend on which, by the sorted equations.
#pragma once

#include <cstdint>
#include <vector>

#include "schedule/schedule.h"

namespace formola::fmi {

// Sets of known slots, one for each slot of the schedule.
class DependencySets {
 public:
  // Purpose:    what slots depend on after these steps, in terms of the known slots.
  // Requires:   the steps are in order of evaluation.
  // Ensures:    a superset of the true dependencies: unknowns of a system depend on all that the
  //             system reads, what relations choose on both sides of these. pre(x) is no
  //             dependency. Slots that no step computes depend on themselves if they are known, or
  //             else on nothing.
  // Complexity: steps times known slots over the word size.
  DependencySets(const Schedule& schedule, const std::vector<int32_t>& known);
  void run(const std::vector<Step>& steps);

  // The known slots, as positions in `known`, ascending.
  std::vector<size_t> of(int32_t slot) const;

 private:
  using Set = std::vector<uint64_t>;
  void read(ExprId expression, Set& into);
  void readSteps(const std::vector<Step>& steps, Set& into, std::vector<VariableId>& assigned);
  void step(const Step& step);
  void assign(VariableId id, const Set& set);

  const Schedule& schedule_;
  size_t words_;
  std::vector<Set> sets_;  // by slot; empty: nothing
};

}  // namespace formola::fmi
