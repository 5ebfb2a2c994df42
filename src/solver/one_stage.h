// Inlined methods that solve one set of equations at a time: x = h der(x) + old(x) with h and
// old(x) of the formula at hand.
#pragma once

#include "solver/hermite.h"
#include "solver/inline_integrator.h"
#include "solver/kink_watch.h"

namespace formola::solver {

// Purpose:    what these methods have in common: the past, predictions, and steps of one size.
// Requires:   a model with one stage.
class OneStageIntegrator : public InlineIntegrator {
 protected:
  // densePoints: of the past, through which x between steps is interpolated.
  OneStageIntegrator(const SimulationProblem& problem, Evaluator& evaluator, int order,
                     int densePoints);

  void begin() override;
  bool advance(double limit) override;
  void dense(double t, double* x) const override { history_.between(t, densePoints_, x); }
  int order() const override { return order_; }

  // One step of size h from the present point; the data hold its end. `regular`: the step has the
  // size asked for, and so had those since the start of the past.
  virtual bool fixedStep(double h, bool regular) = 0;
  // f_ at the end of the step just accepted, where the method has another one than the model, which
  // computes it from x: see coupled.cpp.
  virtual void takeSlopes(double /*h*/) {}
  // What the end of the step may be, at time t.
  virtual void predict(double t);

  bool isFixed() const { return problem_.step > 0; }
  // The formula with old_ and the given factor of der(x) for time t.
  bool solveStep(double t, double h);
  bool backwardEuler(double h);
  // Small steps of the Runge-Kutta method for formulas that need a longer past.
  bool startUp(double h, int pieces);
  // What the data hold becomes the present point. `byRungeKutta`: a step of sdirk().
  void finish(double end, double h, bool byRungeKutta);
  // The weighted part of error_ that belongs to states which have turned round in each of the last
  // steps; 0: there were too few.
  double ringing() const;
  // The local error of an Adams formula, into error_, from the divided difference of der(x); with
  // fewer points of a lower order, in the first step against backward Euler, on the safe side. Of
  // the trapezoidal rule, which is the formula of order 2, where there are no differences of x yet.
  void differencesOfSlopes(double h, int order);

  HermiteHistory history_;
  double before_[kMostPast] = {};  // the last steps; 0: none since the restart
  int stepsBefore_ = 0;            // since the restart
  int pastCount_ = 0;
  Vector past_[kMostPast];         // x at equal distances, the newest first
  Vector fBefore_[kMostPast - 1];  // der(x) before the present point, the newest first
  Vector old_, error_;

 private:
  // The iteration may be on der(x), from which the formula gives x: der(x) that does not fit to the
  // predicted x would begin elsewhere, far away where old(x) holds a slope that rings.
  void fitSlopes(double h);

  int order_, densePoints_;
  Vector xStart_, fStart_;
};

// Purpose:    the same with steps that follow the tolerance, unless the user asks for fixed ones.
class ControlledOneStage : public OneStageIntegrator {
 protected:
  // errorOrder: the estimate of the local error is O(h^this); startPower: that of the first step.
  ControlledOneStage(const SimulationProblem& problem, Evaluator& evaluator, int order,
                     int densePoints, int errorOrder, int startPower);

  void begin() override;
  bool advance(double limit) override { return isFixed() ? fixed(limit) : controlled(limit); }
  const double* errors() const override { return isFixed() ? nullptr : error_.data(); }

  // One step of size h of the formula, of which errorOf tells the weighted local error.
  virtual bool attempt(double h) = 0;
  virtual double errorOf(double h) = 0;
  // The next step is one of sdirk() instead.
  virtual bool takesRungeKutta() const { return false; }
  // A step with this error is tried again, by another formula and not because it is too long.
  virtual bool changesFormula(double /*error*/) { return false; }
  // How much der(x) jumps at its beginning, for KinkWatch.
  virtual double kinkOf(double /*h*/) { return 0; }
  // A step with this error is going to be accepted; by how much the next one may be longer, of
  // which the controller says `factor`.
  virtual double growth(double /*error*/, double factor) { return factor; }

  double nextStep() const { return h_; }

 private:
  bool fixed(double limit) { return OneStageIntegrator::advance(limit); }
  bool controlled(double limit);
  bool tryStep(double h, bool byRungeKutta);

  int errorOrder_, startPower_;
  double h_ = 0;
  KinkWatch kinks_{4};  // the parabola of sdirkKink
};

}  // namespace formola::solver
