// Single steps of an inlined method, repeated outside of a run, with their derivatives.
#pragma once

#include <string>
#include <vector>

#include "analysis/tangent_point.h"
#include "solver/formulas.h"

namespace formola::analysis {

// Everything but the states that decides about the equations between two events.
struct ModePoint {
  double time = 0;
  std::vector<double> v, pre;
  std::vector<uint8_t> relations;
};

// Purpose:    one step from x at t to t + h by the formula of the method, as the integrator makes
//             it, and how small changes of x and of the seeds spread through it: forward, or from
//             its end back to its beginning.
// Method:     the inlined equations are solved by the blocks of the compiled step; its derivatives
//             are those of the sorted equations, blocks by the implicit function theorem: one more
//             right-hand side of the factors for each direction, or one of the transposed ones.
// Requires:   a formula of one step: offers().
class InlinedStep {
 public:
  // "": the steps of this code can be repeated; else why not.
  static std::string offers(const CompiledModel& code);

  // The derivatives that a step needs.
  static TangentRequest request(const CompiledModel& code, const std::vector<VariableId>& seeds);

  // `tangent`: made for request().
  InlinedStep(std::shared_ptr<const TangentCode> tangent, const CompiledModel& code,
              std::vector<runtime::DrivenInput> inputs, double tolerance);

  const std::string& problem() const { return problem_; }
  size_t states() const { return n_; }
  size_t seeds() const { return seeds_; }
  // Numbers that keep() writes for one step: for each stage its end, then what is iterated.
  size_t keptSize() const { return stages_ * (n_ + unknowns_.size()); }
  // Where the states at the end of the step are among them.
  size_t endPlace() const { return (stages_ - 1) * (n_ + unknowns_.size()); }

  // The beginning of a smooth piece.
  bool enter(const ModePoint& point);
  // From x at `start`; x becomes the end. False: problem() says why.
  bool step(double start, double size, double* x);
  // What makes the step last made quick to repeat.
  void keep(double* kept) const;
  // der(x) at the end of the step last made, as the formula has it.
  const double* slope() const { return slope_.data(); }

  // Repeats the step from x with what was kept of it. s: by state, then direction, becomes that at
  // the end; p: the changes of the seeds, by seed, then direction; slopes: those of slope(), or
  // null.
  bool forward(double start, double size, const double* x, const double* kept, double* s,
               const double* p, int32_t directions, double* slopes);
  // weights: of the states at the end, become those at the beginning; ofSlope: of slope(), or null;
  // seeds: the weights of these are added.
  bool backward(double start, double size, const double* x, const double* kept, double* weights,
                const double* ofSlope, double* seeds);

 private:
  double stageTime(double start, double size, size_t stage) const;
  double stageSize(double size) const;
  void oldOf(size_t stage, double size, const double* x);
  bool solve(double time, double h);
  bool solveKept(double start, double size, size_t stage, const double* kept);
  void predict(const double* x, double elapsed);
  void keepOrigins();
  void spreadSlope(double size, const double* ofSlope, std::vector<double>& ofEnd,
                   std::vector<double>& ofStart) const;
  bool failed(double time);

  std::string problem_;
  TangentPoint point_;
  runtime::InputWriter inputs_;
  // der(x) at the end is the sum of these times (X - x)/h over the stages that are solved together.
  std::vector<double> slopeWeights_;
  bool diagonal_ = false;  // stages one after the other, each a solution of the inlined equations
  size_t stages_ = 1;      // solutions in one step
  size_t n_ = 0, seeds_ = 0;
  std::vector<int32_t> unknowns_;  // of nonlinear blocks, into v
  double size_ = 0;                // that the model holds
  std::vector<double> slope_;      // where the last step ended
  std::vector<double> origins_;    // what else is iterated, there
  std::vector<double> old_, kept_;
  std::vector<std::vector<double>> olds_, slopes_;  // by stage
};

}  // namespace formola::analysis
