// The past of what `delay` gives back, and of its derivatives by parameters.
#pragma once

#include <Eigen/Dense>
#include <limits>
#include <vector>

namespace formola::analysis {

// What a delayed value is at an instant, with its derivatives by the parameters at a fixed time.
struct DelayedValue {
  double value = 0, slope = 0;  // slope: over time
  Eigen::RowVectorXd change;    // as if the delay did not move
};

// Purpose:    e(t - T) and d/dp e(t - T) of each delay, from what a run and its sensitivities went
//             through: pieces of polynomials in time, as the steps left them. Before the start e
//             has its first value. Where e or its derivatives jump the pieces meet; such a break
//             moves with the parameters, and comes out again after the delay.
// Requires:   delays that last as long as the run.
// Complexity: O(log n) look-up.
class DelayedTangents {
 public:
  // What is delayed at an instant: a row of `values` and of `changes` for each delay.
  struct Point {
    double time = 0;
    Eigen::VectorXd values;
    Eigen::MatrixXd changes;
  };
  // The place to which the past can be cut back.
  struct Mark {
    size_t pieces = 0, breaks = 0;
  };

  DelayedTangents(Eigen::VectorXd times, Eigen::MatrixXd timeChanges)
      : times_(std::move(times)), timeChanges_(std::move(timeChanges)) {}

  Eigen::Index count() const { return times_.size(); }
  double shortest() const { return times_.minCoeff(); }
  // T and its derivatives.
  double delay(Eigen::Index k) const { return times_[k]; }
  Eigen::RowVectorXd delayChange(Eigen::Index k) const { return timeChanges_.row(k); }

  // Instants ascend and follow the last ones; between them what is delayed is smooth.
  void add(std::vector<Point> piece);
  // Something happened at this time, which moves so with the parameters.
  void addBreak(double time, Eigen::RowVectorXd motion);
  Mark mark() const { return {pieces_.size(), breaks_.size()}; }
  void cut(const Mark& to);

  // At the time t; at a break from the left or from the right.
  DelayedValue at(Eigen::Index k, double t, bool fromRight) const;
  // d/dp of the delayed values at a fixed time t, with the motion of the delay: a row for each.
  Eigen::MatrixXd changesAt(double t, bool fromRight) const;
  // When the next break comes out again, later than t; infinity: none.
  double nextEcho(double t) const;
  // How the instant of an event moves at which breaks come out; empty: none does that makes a
  // difference. False: they move differently.
  bool motionOfEcho(double t, Eigen::RowVectorXd& motion) const;
  // What is older than all that is delayed at this time or later need not be kept. No mark is valid
  // afterwards.
  void forget(double now);
  // The changes of a polynomial through the points.
  static Eigen::MatrixXd interpolate(const std::vector<Point>& piece, double time);

 private:
  struct Break {
    double time;
    Eigen::RowVectorXd motion;
  };

  Eigen::VectorXd times_;
  Eigen::MatrixXd timeChanges_;
  std::vector<std::vector<Point>> pieces_;
  std::vector<Break> breaks_;
};

}  // namespace formola::analysis
