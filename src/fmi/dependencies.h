// Which variables depend on which, by the sorted equations.
#pragma once

#include <cstdint>
#include <vector>

#include "expr/expr_table.h"
#include "schedule/schedule.h"

namespace formola::fmi {

// How an unknown depends on a known variable: a factor that is a number, one that is constant after
// the initialisation, one that changes at events only, or anything else (attribute dependenciesKind
// of FMI 2.0 and 3.0).
enum class DependencyKind : uint8_t { Constant, Fixed, Discrete, Dependent };

struct Dependency {
  size_t known = 0;  // position among the known ones
  DependencyKind kind = DependencyKind::Dependent;
};

// What is known: a slot, or time, and how it counts by itself. What may be set is Dependent where a
// factor that contains it counts as constant.
struct KnownSlot {
  static constexpr int32_t kTime = -1;
  int32_t slot = kTime;
  DependencyKind kind = DependencyKind::Constant;
};

// Sets of known slots, one for each slot of the schedule.
class DependencySets {
 public:
  // Purpose:    what slots depend on after these steps, in terms of the known slots.
  // Requires:   the steps are in order of evaluation.
  // Ensures:    a superset of the true dependencies: unknowns of a system depend on all that the
  //             system reads, what relations choose on both sides of these. pre(x) is no
  //             dependency. Slots that no step computes depend on themselves if they are known, or
  //             else on nothing. Kinds are never stronger than true: what is not seen to be linear
  //             is Dependent.
  //             Time that only decides between branches is no dependency: derivatives by it
  //             are zero.
  // Complexity: steps times known slots over the word size.
  DependencySets(const Schedule& schedule, const std::vector<KnownSlot>& known);
  void run(const std::vector<Step>& steps);

  // Ascending.
  std::vector<Dependency> of(int32_t slot) const;

 private:
  static constexpr size_t kKinds = 4;
  // Bits of the known ones, once for each kind: those whose kind is at least that.
  using Set = std::vector<uint64_t>;
  struct Frame {
    ExprId id;
    DependencyKind factor;
    bool chooses = false;  // only what relations and steps of time decide depends on it
  };
  void add(const Set& set, DependencyKind least, Set& into) const;
  DependencyKind variability(ExprId expression);
  void read(ExprId expression, DependencyKind factor, Set& into);
  void readNode(const Frame& frame, Set& into);
  void readSteps(const std::vector<Step>& steps, Set& into, std::vector<VariableId>& assigned);
  bool readLinear(const LinearBlock& block, Set& into);
  void step(const Step& step);
  void assign(VariableId id, const Set& set);

  const Schedule& schedule_;
  size_t words_;
  std::vector<Set> sets_;  // by slot; empty: nothing
  Set time_;
  ExprTable<uint8_t> seen_;  // in one expression: the kind of its factor plus 1, and a flag
  std::vector<Frame> stack_;
};

}  // namespace formola::fmi
