// Register code -> code for lanes.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "codegen/lanes/fixed_pivots.h"
#include "codegen/lanes/lane_code.h"
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
  LaneWriter(LaneCode& code, const lowered::LoweredProgram& program);

  Number variable(int32_t index) { return code_.load(slot(index)); }
  void setVariable(int32_t index, Number value) { code_.store(value, slot(index)); }
  void setTime(Number t) { code_.store(t, time_); }
  Number time() { return code_.load(time_); }
  Condition relationHolds(uint32_t index) { return code_.test(relation(index)); }
  Condition failed() { return code_.test(failed_); }
  void fail(Condition c) { code_.store(failed() | c, failed_); }
  void setPreFromValues();

  // The state of events while what follows is written.
  void setLive(bool live, bool initial) { live_ = live, initial_ = initial; }
  NewtonGoal& goal() { return goal_; }

  // The outputs of the code, by their number. In other lanes than `active` nothing changes.
  std::vector<Number> write(const lowered::Code& code);
  std::vector<Number> write(const lowered::Code& code, Condition active);

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
  // The next instant of what depends on time only.
  Number nextInstant(Condition active);
  void setTime(Number t, Condition active) { setTime(choose(active, t, time())); }
  // pre(v) := v, there.
  void setPreFromValues(Condition active);

  // Purpose: evaluates `body` until discrete variables and relations repeat, in these lanes; lanes
  //          in which they do not settle fail. `between` before each pass.
  void settle(Condition active, const std::function<void(Condition)>& between,
              const std::function<void(Condition)>& body);

  const std::string& problem() const { return problem_; }

 private:
  struct Frame;  // of one code

  llvm::AllocaInst* slot(int32_t index);
  llvm::AllocaInst* pre(int32_t index);
  llvm::AllocaInst* relation(uint32_t index);
  void instruction(Frame& f, const lowered::Instruction& i);
  bool leaf(Frame& f, const lowered::Instruction& i);
  bool arithmetic(Frame& f, const lowered::Instruction& i);
  Number builtin(Frame& f, const lowered::Instruction& i);
  Number elementary(Builtin function, Number x, Number y);
  void act(Frame& f, const lowered::Instruction& i);
  void solveMixed(uint32_t block, Condition active);
  Condition applyReinits(Condition active);
  void solveLinear(uint32_t block, Condition active);
  std::vector<Number> solveAgain(uint32_t block, std::vector<Number> b, Condition active);
  void solveNonlinear(uint32_t block, Condition active);
  std::vector<Number> matrixOf(const lowered::Pattern& pattern, size_t n,
                               const std::vector<Number>& values);
  Number sizeOf(int32_t place, Number value);
  void unsupported(std::string what);

  LaneCode& code_;
  const lowered::LoweredProgram& program_;
  std::vector<llvm::AllocaInst*> slots_, pre_, relations_;
  llvm::AllocaInst *time_, *failed_, *reached_, *passed_;
  // What reinit() asks for, by state: the value, and whether it does.
  std::vector<llvm::AllocaInst*> reinitValue_, reinitAsked_;
  bool live_ = false, initial_ = false;
  NewtonGoal goal_;
  std::string problem_;
};

// Purpose:    x of A x = b for each lane, A dense by columns; its zeros are known by `pattern`.
//             `singular`: where there is no solution, or none that is finite.
// Reference:  Gaussian elimination with threshold pivoting (I. S. Duff, A. M. Erisman, J. K. Reid:
//             Direct Methods for Sparse Matrices, 1986, 5.3): lanes exchange rows only where the
//             diagonal is small against its column. Small systems are written out. Larger ones have
//             the same pivots in all lanes, chosen by the pattern alone (H. M. Markowitz, 1957);
//             lanes in which one is too small against its column are singular. Where that would
//             make too much code there are loops over a dense matrix.
std::vector<Number> solveSystem(LaneCode& code, const lowered::Pattern& pattern,
                                std::vector<Number> a, std::vector<Number> b, Condition& singular);
// False: neither would do for a system with this pattern.
bool canSolve(const lowered::Pattern& pattern, size_t n);

}  // namespace formola::lanes
