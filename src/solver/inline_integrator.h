// What the inlined integrators have in common.
#pragma once

#include <string>
#include <vector>

#include "solver/formulas.h"
#include "solver/held_values.h"
#include "solver/integrator.h"

namespace formola::solver {

// Purpose:    integrators whose formula is part of the compiled model (FmlInlineForm): they choose
//             the step, compute old(x) from the past, predict, and judge the error; the model
//             solves the discretised equations.
// Ensures:    after a step the data hold the end of the step with everything that evalDerivatives
//             would compute, until interpolate() goes elsewhere; evaluated() says so.
// Reference:  Elmqvist, Otter, Cellier: "Inline integration", ESM 1995.
class InlineIntegrator : public Integrator {
 public:
  bool restart() final;
  bool step(double limit) final;
  void interpolate(double t) final;
  void count(SimulationReport& report) const final;
  bool evaluated() const final { return atEnd_; }
  int32_t limitingState() final;
  bool struggles() const final { return unsolved_ >= kManyUnsolved && 10 * unsolved_ >= steps_; }

 protected:
  using Vector = std::vector<double>;

  InlineIntegrator(const SimulationProblem& problem, Evaluator& evaluator);

  // Forgets the past; x_, f_ and extra_ hold the present point.
  virtual void begin() = 0;
  // One accepted step from t() to at most `limit`; calls accept. False: message_ tells why.
  virtual bool advance(double limit) = 0;
  // The estimated errors of the last step, by state, or what is in proportion; null: none.
  virtual const double* errors() const { return nullptr; }
  // States at t inside of the last step.
  virtual void dense(double t, double* x) const = 0;
  // What the user should know at the end; nothing: empty.
  virtual std::string note() const { return {}; }

  // The last point as the prediction of the end of the step.
  void predictNoChange();
  // What is iterated beside states and derivatives begins as it was at the last point, at all
  // stages: an inner one may have found another solution of the algebraic equations.
  void beginExtra();
  // After a prediction: what the equations leave open (torques of brakes that hold the same shaft)
  // begins as it was at the last point, since the solution nearest to the start is taken. An
  // extrapolation of it would go on for ever in whatever direction rounding errors once gave it.
  void keepUndetermined();

  // Solves the discretised equations at `time` with the given h and the old(x) in `old`; the
  // prediction is in the data. True: solved and, where that is checked, finite.
  bool solve(double time, double h, const double* old, bool checkFinite = true);
  // One step of size h of the SDIRK method from x at stepEnd_, where der(x) is about f_;
  // sdirkStages_ then hold der(x) of the stages (Hairer and Wanner II, table IV.6.5).
  bool sdirk(double h, const Vector& x);
  // Its local errors against the embedded formula of order 3, and their weighted norm.
  double sdirkError(double h, Vector& errors);
  // How far der(x) at the beginning of that step is from what its stages tell, for KinkWatch.
  double sdirkKink(double h);
  // The end of a step is what the data hold. f_ only where the method asks for it.
  void accept(double end, bool withSlopes = true);
  // What counts as large for the unknowns of a step of size h.
  void setNewtonScale(double h);

  // Root mean square of e, weighted.
  double norm(const double* e) const;
  void updateWeights(const double* other);
  // For a method of this order, whose estimate of the first step's error is O(h^power).
  double firstStep(double limit, int order, int power);
  double smallestStep() const { return 16 * timeResolution(stepEnd_); }
  bool tooSmall(double h) const { return h < smallestStep(); }
  bool fail(double t, double h);
  bool failFixed(double end);  // a fixed step that cannot be solved

  // Where the model has old(x) when it lies there in the order of the states; solve() then does not
  // copy it. Null: it does not.
  double* oldInModel() { return oldInModel_; }

  // Places in v.
  double& stageState(int32_t stage, int32_t i) { return d_->v[form_.stageIndices[stage * n_ + i]]; }
  double& stageDerivative(int32_t stage, int32_t i) {
    return d_->v[form_.derivativeIndices[stage * n_ + i]];
  }

  const SimulationProblem& problem_;
  Evaluator& evaluator_;
  FmlData* d_;
  const FmlInlineForm& form_;
  int32_t n_;       // states
  int32_t nExtra_;  // other iterated unknowns
  double tolerance_, maxStep_;
  // The iteration error of a step against the tolerance of its local error: small enough not to
  // disturb the estimate of that error (Brenan, Campbell, Petzold 1996, 5.2.2: 0.33 of a quantity
  // that is already scaled by the rate of convergence), which may amplify it.
  double iterationError_ = 0.05;
  Vector x_, f_, extra_;  // at stepEnd_
  Vector weights_;        // what an error of 1 means, by state
  Vector inverseWeights_;
  Vector sdirkStages_[kSdirkStages];
  uint64_t steps_ = 0, rejected_ = 0;
  uint64_t iterations_ = 0;  // in the blocks of steps
  static constexpr uint64_t kManyUnsolved = 20;
  uint64_t unsolved_ = 0;              // steps or stages for which there was no solution
  FmlStatus (*evalStep_)(FmlData* d);  // of the form, all states implicit or not

 private:
  bool findHeld();
  bool trialSteps(double h, Vector& states, Vector& held);
  std::string notConsistent(const Vector& states) const;
  void keepExtra();
  void keepAlgebraic();
  FmlStatus evaluateStep(double h);
  bool sdirkStages(double h, const Vector& x);
  void findScaled();
  double extraScale(int32_t i) const;

  // Unknowns of nonlinear blocks that are states or their derivatives, and states that blocks
  // watch.
  struct ScaledState {
    int32_t variable, state;
  };
  std::vector<ScaledState> iteratedStates_, iteratedDerivatives_, watchedStates_;
  std::vector<int32_t> others_;  // of the other iterated unknowns those that are no slopes either
  double* oldInModel_ = nullptr;
  double currentStep_ = -1;  // what v[stepIndex] holds
  double scaledFor_ = -1;
  bool atEnd_ = false;
  Vector stageOld_;
  bool sdirkPast_ = false;  // a step of the SDIRK method came before, since the restart
  Vector scale_;            // by variable, for Newton
  Vector inverseScale_;
  Vector largest_;  // of extra_, so far
  // Unknowns of nonlinear blocks, in steps or between them, that are neither states nor
  // derivatives: their places, values at stepStart_ and at stepEnd_.
  std::vector<int32_t> algebraic_;
  Vector atStart_, atEndOfStep_;
  Vector lastPoint_;  // as extra_, at inner stages too the value at stepEnd_
  HeldValues held_;
  std::vector<int32_t> extraBlock_;  // the nonlinear block that iterates on it
};

}  // namespace formola::solver
