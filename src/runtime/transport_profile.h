// What a moving medium carries along a line of length 1, for the operator `spatialDistribution`
// (Modelica 3.6, 3.7.4.2).
#pragma once

#include <cstddef>
#include <deque>
#include <span>

namespace formola::runtime {

// What the operator is given at an instant.
struct TransportInputs {
  double in0 = 0, in1 = 0;  // what enters at y = 0 and y = 1
  double x = 0;             // how far the medium has moved
  bool positiveVelocity = true;
};

// Purpose: z(y, t) with dz/dt + der(x) dz/dy = 0. A particle keeps its value and its label
// y - x, so the profile is a queue of nodes (label, value): what enters is added at one end and
// what has left is dropped at the other. Nodes that entered remember when; between two of them the
// instant at which a particle entered follows from cubics of the label in time, and its value
// from cubics of the input in time. That is as exact where the flow turns round, where the value as
// a function of the place has a root. Two nodes with the same label are a jump; between the given
// nodes of the initial profile z is linear. No interpolation across an event.
// Complexity: amortised O(1) store, O(log n) look-up; n is what is inside of the line.
// Reference: Modelica 3.6, 3.7.4.2: the solution in terms of characteristics.
class TransportProfile {
 public:
  // Requires: points ascending from 0 to 1, as many values.
  void begin(double x, std::span<const double> points, std::span<const double> values);
  // An accepted step. Requires: begin before; time >= the last stored time.
  void store(double time, const TransportInputs& in);
  // An event: the inputs have a kink or jump here, and a jump that is at the end has come out.
  void markBreak();
  // z at y = end (0 or 1). Where the medium enters this is the input itself. What has entered since
  // the last store is interpolated towards the given inputs. At a jump `afterJump` selects the
  // side.
  double at(int end, double time, const TransportInputs& in, bool afterJump) const;

  bool empty() const { return nodes_.empty(); }
  size_t size() const { return nodes_.size(); }
  // c such that storing at distances h in time has the relative error c h^4; negative: not known.
  double errorCoefficient() const;
  // When the next jump gets to the end if the velocity stays as it was between the last two stores;
  // infinity if there is none.
  double nextArrival() const;

 private:
  struct Node {
    double label, value, time;
    bool isBreak;
  };
  // The line as seen from where the medium enters: from y = 0 (side 1) or from y = 1 (side -1). The
  // depth side * label ascends from there.
  const Node& entry(int side, size_t i) const {
    return side > 0 ? nodes_[i] : nodes_[nodes_.size() - 1 - i];
  }
  Node& entry(int side, size_t i) { return side > 0 ? nodes_[i] : nodes_[nodes_.size() - 1 - i]; }
  double depth(int side, size_t i) const { return side * entry(side, i).label; }
  size_t lastNotBelow(int side, double depth) const;
  Node between(int side, size_t low, double depth, const Node* present) const;
  void turn(int side);
  void push(int side, double value, double time, double x);
  void dropBeyond(int side, double depth);

  std::deque<Node> nodes_;    // labels ascend
  std::deque<double> jumps_;  // labels where two nodes have different values, ascending
  double x_ = 0, time_ = 0;   // of the last store
  double velocity_ = 0;       // between the last two stores
  int side_ = 0;              // where something entered last; 0: nowhere yet
  double largest_ = 0;        // |value|
};

}  // namespace formola::runtime
