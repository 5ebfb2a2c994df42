// Iterated unknowns over the stages of the last steps of a coupled method.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "runtime/model_abi.h"

namespace formola::solver {

// Purpose:    the start of the iteration for unknowns that are iterated at every stage of a coupled
//             method and are no states (accelerations, forces, derivatives). The ends of the last
//             steps are as exact as the method, inner stages are not: they are off by
//             O(h^(s + 1)) for states and O(h^s) for derivatives, nearly the same in the next step.
//             So the polynomial through the ends is extrapolated, with as many of them as would
//             have predicted the last two ends best, and what each stage was off is added. Unknowns
//             that are iterated at some stages only are left alone.
// Complexity: a few operations for each unknown, stage and end that is kept.
// Reference:  Hairer and Wanner, Solving Ordinary Differential Equations II (1996), IV.8, for the
//             start from the polynomial of the last step, which this refines; Stoer and Bulirsch,
//             Introduction to Numerical Analysis (2002), 2.1.3, for Newton's form of it.
class StageHistory {
 public:
  StageHistory(const FmlModel& model, const std::vector<double>& nodes);

  // A restart at `time`: forgets the past but for the values that v has.
  void begin(const double* v, double time);
  // The values that v has at the stages of a step of size h from `start`.
  void add(const double* v, double start, double h);
  // Forgets the newest step, once after each add.
  void undo();
  // Writes to v what is expected at the stages of a step.
  void predict(double* v, double start, double h) const;

 private:
  static constexpr int kMost = 9;  // ends
  // Everything that a step changes.
  struct Past {
    int count = 0;                       // of ends
    std::array<double, kMost> times{};   // of the ends, the newest first
    std::vector<double> differences;     // divided, of the newest 1, 2, ... ends; by unknown
    std::array<double, kMost> missed{};  // the newest end, by this many ends before it
    double size = 0;                     // of the step; 0: none
    int points = 1;                      // ends that predict best
    std::vector<double>
        beside;  // of inner stages, by unknown: from the polynomial through the ends
  };

  // sum := the polynomial through the newest `points` ends at t, by unknown.
  void evaluate(const Past& past, double t, int points, double* sum) const;
  void addEnd(const double* v, double end);

  const std::vector<double>& nodes_;
  size_t unknowns_ = 0;
  std::vector<int32_t> places_;  // at the first stage by unknown, then at the next ones
  Past now_, before_;            // before_: for undo
  mutable std::vector<double> sum_;
};

}  // namespace formola::solver
