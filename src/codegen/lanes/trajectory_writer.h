// Writes the function of a trajectory.
#pragma once

#include <string>
#include <vector>

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
  struct Crossings;
  void loopWithEvents(LaneWriter& w);
  Number endOfStep(Number t, Number limit);
  void stepOf(LaneWriter& w, Condition active, Number t, Number end);
  Condition watch(LaneWriter& w, Crossings& crossings, Condition active);
  void locate(LaneWriter& w, Crossings& crossings, Condition crossed, Number t, Number end,
              llvm::AllocaInst* now);
  void event(LaneWriter& w, Condition active, llvm::AllocaInst* instant);
  void status(LaneWriter& w, LaneStatus which);

  std::vector<Number> states(LaneWriter& w, int32_t from);
  void setStates(LaneWriter& w, const std::vector<Number>& x);
  int32_t place(VariableId id) const { return schedule_.slots[id].index; }
  void findScaled(Number h);
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
  std::vector<int8_t> isState_, isSlope_;  // by place
  std::vector<int32_t> stateOf_;
};

}  // namespace formola::lanes
