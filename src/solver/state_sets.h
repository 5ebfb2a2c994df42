// States that are chosen while the simulation runs.
#pragma once

#include <cstdint>
#include <vector>

#include "runtime/model_abi.h"

namespace formola::solver {

// Purpose:    watches the sets of states of a model (FmlStateSet) and exchanges states for other
//             candidates where the constraints get badly conditioned for the present choice.
// Reference:  docs/decisions/0005-dynamic-state-selection.md.
class StateSets {
 public:
  explicit StateSets(FmlData* d);

  bool empty() const { return sets_.empty(); }
  // Chooses anew where some candidate moves more than `margin` times as fast as the states (in
  // units of their nominal values). Requires: everything is evaluated at the point in the data.
  // Ensures: true: A has changed, and the states hold what their candidates have; derivatives must
  // be evaluated again and the integrator restarted.
  bool choose(double margin = kMargin);
  // A choice for the values in the data, which need not satisfy the constraints; true if it differs
  // from the present one. States are left alone.
  bool guess();
  uint64_t changes() const { return changes_; }
  // The choice that the data hold: they, or the parameters, were written from outside.
  void adopt();

  // The point in the data is one that the solution has reached: everything is evaluated there.
  void keep();
  // Whether some candidate has got from there to the point in the data in a way that its velocities
  // at both ends do not explain: constraints such as x^2 + y^2 = 1 have several solutions, and an
  // iteration that begins too far away may find the wrong one, which no error estimate of the
  // states sees. Candidates whose derivatives are no candidates are not watched, nor what is
  // smaller than `tolerance` times the nominal value.
  bool jumped(double tolerance) const;
  // Whether the point in the data lies so far beyond where states should have been exchanged that
  // candidates no longer are as exact as the states: where one moves N times as fast as a state,
  // its error is N times that of the state and that of its velocity, which changes as fast as N
  // does, about N^3 times. No error estimate of the states sees that.
  bool strained();

  static constexpr double kMargin = 2;
  static constexpr double kStrained = 2 * kMargin;

 private:
  struct Set {
    const FmlStateSet* abi;
    int32_t number;
    std::vector<int32_t> chosen;  // by state: its candidate
    std::vector<double> values, chain, matrix;
    std::vector<int32_t> pivot;  // by row of the matrix: the column it determines
    std::vector<double> kept;    // by order and candidate, of keep()
  };

  bool reduce(Set& set);
  bool eliminate(Set& set, int32_t row, int32_t column);
  bool determine(Set& set);
  // How a candidate moves with a state that it could change places with.
  struct Motion {
    double size = 0;  // 0: there are none
    int32_t row = -1, column = -1;
  };
  Motion fastest(const Set& set) const;
  bool exchange(Set& set, double margin);
  bool chooseSet(Set& set, double margin);
  void apply(const Set& set);
  // States have the nominal values of their candidates: one may be a voltage, another a charge.
  void takeSizes(const Set& set);
  void takeOver(const Set& set);
  double scale(const Set& set, int32_t column) const;
  int32_t columns(const Set& set) const { return set.abi->nCandidates + set.abi->nForced; }

  FmlData* d_;
  std::vector<Set> sets_;
  double keptTime_ = 0;
  uint64_t changes_ = 0;
};

}  // namespace formola::solver
