// Register code -> code for lanes.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "codegen/lanes/fixed_pivots.h"
#include "codegen/lanes/lane_code.h"
#include "codegen/lanes/lane_table.h"
#include "codegen/lanes/varied_part.h"
#include "codegen/lower/lowered_program.h"

namespace formola::lanes {

// What Newton's method is asked for while code is written.
struct NewtonGoal {
  double tolerance = 1e-11;
  int iterations = 40;
  // Sizes of unknowns by their place in v; null: the larger of its value and its nominal value.
  std::function<Number(int32_t place, Number value)> scale;
};

// Purpose:    writes the codes of a program for all lanes of a function, with systems of equations.
//             Every variable has a place of its own, which becomes a register: what nobody reads
//             is not computed.
// Ensures:    what cannot be written is in problem(), and the function is of no use. Conditional
//             code is evaluated in all lanes and chosen from.
class LaneWriter {
 public:
  // `tables`: what is known of those of the model.
  LaneWriter(LaneCode& code, const lowered::LoweredProgram& program, const KnownTables* tables);

  Number variable(int32_t index) { return code_.load(slot(index)); }
  void setVariable(int32_t index, Number value) { code_.store(value, slot(index)); }
  void setTime(Number t) { code_.store(t, time_); }
  Number time() { return code_.load(time_); }
  Condition relationHolds(uint32_t index) { return code_.test(relation(index)); }
  Condition failed() { return code_.test(failed_); }
  void fail(Condition c) { code_.store(failed() | c, failed_); }
  void setFailed(Condition c) { code_.store(c, failed_); }
  Number preValue(int32_t index) { return code_.load(pre(index)); }
  void setPreFromValues();

  // The state of events while what follows is written.
  void setLive(bool live, bool initial) { live_ = live, initial_ = initial; }
  NewtonGoal& goal() { return goal_; }

  // The outputs of the code, by their number. In other lanes than `active` nothing changes.
  std::vector<Number> write(const lowered::Code& code);
  std::vector<Number> write(const lowered::Code& code, Condition active);

  // Of each instruction what is needed.
  void writePart(const lowered::Code& code, const std::vector<NeededPart>& kept);

  // The same where `active`.
  void setVariable(int32_t index, Number value, Condition active) {
    setVariable(index, choose(active, value, variable(index)));
  }
  // `reached` and `passed` of time events (runtime/model_abi.h).
  Number reached() { return code_.load(reached_); }
  // An event at the present time; right after it.
  void reachInstant(Condition active);
  void passInstant(Condition active) {
    code_.store(choose(active, reached(), code_.load(passed_)), passed_);
  }
  // The next instant of what depends on time only; infinite: there is none.
  Number nextInstant(Condition active);
  // sample(first, interval): from the ticks that are not before `start` on. Lanes whose ticks are
  // not apart in time fail.
  void beginSamples(Number start, Number stop);
  Number nextTick();
  // Those that tick at the present time are active until endTicks().
  void activateTicks(Condition active);
  Condition ticks();
  void endTicks(Condition active);
  void setTime(Number t, Condition active) { setTime(choose(active, t, time())); }
  // pre(v) := v, there.
  void setPreFromValues(Condition active);

  // Purpose: evaluates `body` until discrete variables and relations repeat, in these lanes; lanes
  //          in which they do not settle fail. `between` before each pass; `body` says where there
  //          must be another one in any case.
  void settle(Condition active, const std::function<void(Condition)>& between,
              const std::function<Condition(Condition)>& body);

  // Purpose: the solutions of these nonlinear blocks are followed from point to point: where that
  //          is in doubt they are looked for once more from the last point, and lanes in which that
  //          is no straight way fail.
  // `origin`: the variable of the model that an unknown is; `algebraic`: neither a state nor a
  // derivative, so that it may jump unseen. Where an event changes the sign of a determinant, as it
  // does on the way to another solution, lanes fail too.
  void followSolutions(const lowered::Code& steps, const lowered::Code& event,
                       const std::function<int32_t(int32_t)>& origin,
                       const std::function<bool(int32_t)>& algebraic);
  // The present point is one of the trajectory; `beginning`: the first one after an event.
  void acceptPoint(Condition active, bool beginning);

  const std::string& problem() const { return problem_; }

 private:
  // The solution of a nonlinear block along the trajectory (runtime/kernels/newton.h, "Staying with
  // the solution followed so far").
  struct Followed {
    std::vector<int32_t> origins;                     // by unknown
    std::vector<int8_t> algebraic;                    // by unknown
    std::vector<llvm::AllocaInst*> accepted, recent;  // by unknown: last point, changes lately
    llvm::AllocaInst *time, *step;                    // of the last point, and since the one before
    llvm::AllocaInst *has, *again;                    // there is such a point; an event led to it
    llvm::AllocaInst *sign, *next;  // of the determinant there, and of the last solve
  };
  // Of a nonlinear block at events: signs of the determinant after the last one, and of the last
  // solve.
  struct AtEvents {
    llvm::AllocaInst *sign, *next;
  };
  // While a nonlinear block is solved.
  struct Iteration {
    llvm::AllocaInst *done, *confirming, *strayed, *last;
    std::vector<llvm::AllocaInst*> start, found;
    const Followed* followed = nullptr;
    bool checked = false;
  };
  struct Frame {  // of one code
    const lowered::Code& code;
    std::vector<Number> numbers;
    std::vector<Condition> truths;  // where a register is known as a condition
    std::vector<Number> outputs;
    std::map<uint32_t, Number> values;  // of calls that are not compiled
    Condition active;                   // lanes that are here
    Condition given;                    // that were here at the beginning
    bool all = true;                    // these are in fact all
    bool allGiven = true;
  };

  llvm::AllocaInst* slot(int32_t index);
  llvm::AllocaInst* pre(int32_t index);
  llvm::AllocaInst* relation(uint32_t index);
  void instruction(Frame& f, const lowered::Instruction& i);
  bool leaf(Frame& f, const lowered::Instruction& i);
  bool arithmetic(Frame& f, const lowered::Instruction& i);
  Number builtin(Frame& f, const lowered::Instruction& i);
  Number elementary(Builtin function, Number x, Number y);
  Number floorOfTime(bool end, Number slope, Number offset, Number reached, Number passed);
  void act(Frame& f, const lowered::Instruction& i);
  void call(Frame& f, const lowered::CallSite& site);
  bool readTable(Frame& f, const lowered::CallSite& site);
  void extract(Frame& f, const lowered::Instruction& i);
  void pick(Frame& f, const lowered::Instruction& i);
  Number tick(size_t sample);
  void solveMixed(uint32_t block, Condition active);
  Condition applyReinits(Condition active);
  void solveLinear(uint32_t block, Condition active);
  std::vector<Number> solveAgain(uint32_t block, std::vector<Number> b, Condition active);
  void solveNonlinear(uint32_t block, Condition active);
  Iteration beginIteration(uint32_t block, Condition active);
  void correct(uint32_t block, const Iteration& iteration, const std::vector<Number>& residual);
  std::vector<Number> differences(const lowered::BlockCode& block, Condition active,
                                  const std::vector<Number>& residual);
  Condition inDoubt(const lowered::BlockCode& block, const Iteration& iteration, Number sign);
  void collectBlocks(const lowered::Code& code, std::vector<uint32_t>& blocks) const;
  std::vector<Number> matrixOf(const lowered::Pattern& pattern, size_t n,
                               const std::vector<Number>& values);
  Number sizeOf(int32_t place, Number value);
  void unsupported(std::string what);

  LaneCode& code_;
  const lowered::LoweredProgram& program_;
  LaneTables tables_;
  std::vector<llvm::AllocaInst*> slots_, pre_, relations_;
  llvm::AllocaInst *time_, *failed_, *reached_, *passed_;
  // Of each sample: the first tick, the interval, how many have been, and whether it ticks now.
  struct Sample {
    llvm::AllocaInst *first, *interval, *count, *active;
  };
  std::vector<Sample> samples_;
  // What reinit() asks for, by state: the value, and whether it does.
  std::vector<llvm::AllocaInst*> reinitValue_, reinitAsked_;
  bool live_ = false, initial_ = false;
  const std::vector<NeededPart>* kept_ = nullptr;  // of the code that is written in part
  NewtonGoal goal_;
  std::map<uint32_t, Followed> followed_;
  std::map<uint32_t, AtEvents> atEvents_;
  std::string problem_;
};

// sin(x), atan2(x, y) and so on; no value: there is no code for the function.
Number elementaryOf(Builtin function, Number x, Number y);

// Purpose:    x of A x = b for each lane, A dense by columns; its zeros are known by `pattern`.
//             `singular`: where there is no solution, or none that is finite.
// Reference:  Gaussian elimination with threshold pivoting (I. S. Duff, A. M. Erisman, J. K. Reid:
//             Direct Methods for Sparse Matrices, 1986, 5.3): lanes exchange rows only where the
//             diagonal is small against its column. Small systems are written out. Larger ones have
//             the same pivots in all lanes, chosen by the pattern alone (H. M. Markowitz, 1957);
//             lanes in which one is too small against its column are singular. Where that would
//             make too much code there are loops over a dense matrix.
//             `sign`: gets that of the determinant, or its opposite in all solves of the pattern.
std::vector<Number> solveSystem(LaneCode& code, const lowered::Pattern& pattern,
                                std::vector<Number> a, std::vector<Number> b, Condition& singular,
                                Number* sign = nullptr);
// False: neither would do for a system with this pattern.
bool canSolve(const lowered::Pattern& pattern, size_t n);

}  // namespace formola::lanes
