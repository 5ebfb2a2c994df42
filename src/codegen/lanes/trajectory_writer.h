// Writes the function of a trajectory.
#pragma once

#include <string>
#include <vector>

#include "codegen/lanes/lane_trace.h"
#include "codegen/lanes/lane_writer.h"
#include "codegen/lanes/trajectory.h"

namespace formola::lanes {

class TrajectoryWriter {
 public:
  TrajectoryWriter(const TrajectoryPlan& plan, const TrajectoryOptions& options,
                   llvm::Function* function)
      : plan_(plan),
        program_(*plan.program),
        schedule_(plan.program->schedule),
        code_(function, options.width, options.fuse),
        build_(code_.builder()),
        options_(options) {}

  std::string run();

 private:
  // Arguments of the function.
  enum Argument : unsigned {
    Given,
    Outputs,
    Status,
    Stride,
    First,
    Start,
    Step,
    Rest,
    Stop,
    Steps
  };
  llvm::Value* argument(Argument a) { return code_.function()->getArg(a); }

  void findCase();
  llvm::Value* cell(Argument array, size_t row);
  void begin(LaneWriter& w);
  void refuse(LaneWriter& w);
  void initialSystem(LaneWriter& w);
  void loop(LaneWriter& w);
  void step(LaneWriter& w, Number t, Number end, Number h);
  void euler(LaneWriter& w, Number end, Number h);
  void rungeKutta(LaneWriter& w, Number t, Number end, Number h);
  void oneStage(LaneWriter& w, Number end, Number h, Number factor, const std::vector<Number>& old);
  void diagonal(LaneWriter& w, Number t, Number end, Number h);
  void coupled(LaneWriter& w, Number end, Number h);
  void finish(LaneWriter& w);

  // trajectory_events.cpp
  // Of the state relations, for each lane.
  struct Crossings {
    std::vector<llvm::AllocaInst*> largest;           // |z| seen
    std::vector<llvm::AllocaInst*> left, right;       // while an instant is searched for
    std::vector<llvm::AllocaInst*> lastBefore, last;  // distances at the two points before
    llvm::AllocaInst *before, *points;  // when the first of these was, and how many there are
    llvm::AllocaInst* seen;             // where in the step a crossing shows
    llvm::AllocaInst* fresh;            // whether one led to the present point
  };
  Crossings beginCrossings();
  Number scaleOf(const Crossings& crossings, uint32_t relation);
  void loopWithEvents(LaneWriter& w);
  Number endOfStep(Number t, Number limit);
  void stepOf(LaneWriter& w, Condition active, Number t, Number end);
  Condition watch(LaneWriter& w, Crossings& crossings, Condition active);
  void locate(LaneWriter& w, Crossings& crossings, Condition crossed, Number t, Number end,
              llvm::AllocaInst* now);
  void event(LaneWriter& w, Condition active, llvm::AllocaInst* instant);
  void status(LaneWriter& w, LaneStatus which);
  std::vector<Number> allVariables(LaneWriter& w);
  void restore(LaneWriter& w, const std::vector<Number>& values, Condition where);

  // trajectory_watch.cpp
  struct Dip;
  void goTo(LaneWriter& w, const StepCurve& curve, Number at, Condition active);
  Condition searchTrace(LaneWriter& w, const lowered::TraceCode& trace, const StepCurve& curve,
                        Condition active, Number deep, llvm::AllocaInst* until);
  std::vector<Dip> beginDips(const Crossings& crossings, Number t, Number end);
  Condition lookInside(LaneWriter& w, Crossings& crossings, Condition alive, Condition crossed,
                       Number t, Number end);
  void keepPoint(const Crossings& crossings, Condition active, Number t);

  // trajectory_control.cpp
  bool controlled() const { return plan_.control.on; }
  void beginControl();
  void restartControl(Condition active);
  Number controlledEnd(LaneWriter& w, Number t, Number limit);
  Number firstSize(LaneWriter& w, Number t, Number span);
  Condition attempt(LaneWriter& w, Condition active, Number t, Number end);
  Condition attemptOne(LaneWriter& w, Condition active, Number t, Number end);
  void takeStep(LaneWriter& w, Number t, Number end, Number h);
  void takePair(LaneWriter& w, Number t, Number end, Number h);
  std::vector<Number> errorsOf(LaneWriter& w, Number h);
  Number kinkOf(LaneWriter& w, const std::vector<Number>& slope, Number h);
  Number norm(LaneWriter& w, const std::vector<Number>& errors);
  Condition lookCloser(LaneWriter& w, Condition crossed, Number t, Number end,
                       llvm::AllocaInst* now, const std::vector<Number>& before);
  void dormandPrince(LaneWriter& w, Number t, Number end, Number h);

  // trajectory_observe.cpp
  // Of each lane: the next point, the time of the last one that counted; by output.
  struct Observation {
    llvm::AllocaInst *point, *time, *any;
    std::vector<llvm::AllocaInst*> least, most, integral, before;
  };
  bool observes() const { return plan_.observed.points > 0; }
  void beginObserving();
  Number nextRow();
  Condition rowIsDue(Number t);
  void addToStatistics(LaneWriter& w, Condition where);
  void keepRow(LaneWriter& w, Condition where);
  void observe(LaneWriter& w, Condition where);
  void observeRow(LaneWriter& w, Condition where);
  void finishObserving();

  // trajectory_bdf.cpp
  struct BdfStep;
  // The past of each lane; in a step that is made again it is put back.
  struct Bdf {
    llvm::AllocaInst *order, *lastOrder, *equal, *lastStep, *failures;
    llvm::AllocaInst *started, *raising;
    std::vector<llvm::AllocaInst*> psi;               // sums of the last sizes
    std::vector<std::vector<llvm::AllocaInst*>> phi;  // differences, by row and state
  };
  struct BdfPast {
    std::vector<Number> values;
    Condition started;
  };
  bool isBdf() const { return plan_.formula.kind == Formula::Kind::Bdf; }
  void beginBdf();
  void restartBdf(Condition active);
  std::vector<llvm::AllocaInst*> bdfPlaces() const;
  BdfPast bdfPast();
  void restoreBdf(const BdfPast& past, Condition where);
  void startBdf(LaneWriter& w, Condition fresh, Number h);
  BdfStep bdfCoefficients(Number h);
  void solveBdf(LaneWriter& w, BdfStep& s, Number end);
  Number bdfError(BdfStep& s);
  Number bdfRatio(Number estimate, Number order);
  Number acceptBdf(const BdfStep& s, Condition made);
  Condition attemptBdf(LaneWriter& w, Condition active, Number t, Number end);

  std::vector<Number> states(LaneWriter& w, int32_t from);
  void setStates(LaneWriter& w, const std::vector<Number>& x);
  int32_t place(VariableId id) const { return schedule_.slots[id].index; }
  void findScaled();
  void follow(LaneWriter& w);
  void beginPast();
  Condition near(Number a, Number b);
  std::vector<Number> steadySlopes(const std::vector<Number>& x, const std::vector<Number>& f,
                                   Number h);
  bool actsInOutputs() const;

  const TrajectoryPlan& plan_;
  const lowered::LoweredProgram& program_;
  const Schedule& schedule_;
  LaneCode code_;
  llvm::IRBuilder<>& build_;
  TrajectoryOptions options_;
  llvm::Value* case_ = nullptr;  // number of the first one
  llvm::BasicBlock* end_ = nullptr;
  llvm::AllocaInst* status_ = nullptr;
  std::vector<Number> x0_, f0_;  // at the beginning of a step, for events in it
  // der(x) at the beginning of the step before, and whether there was one since the last event.
  std::vector<llvm::AllocaInst*> slopeBefore_;
  llvm::AllocaInst* hasPast_ = nullptr;
  // Of steps that follow the tolerance: the size wanted for the next one (0: not known), an instant
  // that is not stepped over, whether the last attempt was rejected, the error of the last step and
  // kinks in it.
  llvm::AllocaInst *size_ = nullptr, *cap_ = nullptr, *rejected_ = nullptr, *lastError_ = nullptr,
                   *kink_ = nullptr;
  std::vector<llvm::AllocaInst*> kinks_;
  // By stage and state: values and slopes, of the step at hand and of the first one of a pair.
  std::vector<std::vector<Number>> stageX_, stageF_;
  std::vector<std::vector<llvm::AllocaInst*>> beforeX_, beforeF_;
  std::vector<llvm::AllocaInst*> middle_;
  Bdf bdf_{};
  Observation observed_{};
  std::vector<int8_t> isState_, isSlope_;  // by place
  std::vector<int32_t> stateOf_;
};

}  // namespace formola::lanes
