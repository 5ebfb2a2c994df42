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
//             have predicted the last end best, and what each stage was off is added. Unknowns that
//             are iterated at some stages only are left alone.
// Complexity: a few operations for each unknown and stage.
// Reference:  Hairer and Wanner, Solving Ordinary Differential Equations II (1996), IV.8, for the
//             start from the polynomial of the last step, which this refines.
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
  static constexpr int kMost = 6;  // ends
  struct End {
    double time = 0;
    std::vector<double> values;  // by unknown
  };
  struct Stages {
    double size = 0;             // of the step; 0: none
    int points = 1;              // ends that predict best
    std::vector<double> beside;  // the polynomial through the ends; as places_
  };
  using Weights = std::array<double, kMost>;

  void choosePoints(const double* v, double end);
  // Of the newest `points` ends at time t.
  Weights weights(double t, int points) const;
  double value(const Weights& w, int points, size_t unknown) const;

  const std::vector<double>& nodes_;
  std::vector<int32_t> places_;  // of an unknown at its stages, one unknown after the other
  int count_ = 0;
  std::array<End, kMost + 1> ends_;  // the newest first; one more for undo
  Stages last_, before_;
};

}  // namespace formola::solver
