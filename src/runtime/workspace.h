// What the runtime keeps for one instance beside FmlData: block workspaces, delay buffers,
// messages.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "runtime/block_matrix.h"
#include "runtime/delay_buffer.h"
#include "runtime/failure.h"
#include "runtime/model_abi.h"
#include "runtime/scratch.h"
#include "runtime/transport_profile.h"
#include "runtime/vectors.h"

namespace formola::runtime {

class InputWriter;

struct LinearWorkspace {
  BlockMatrix matrix;
  std::vector<double> factoredValues;  // the values that matrix's factors belong to
  bool byFormulas = false;             // the last solve needed no matrix
  bool current = false;          // values were asked for since the last event / parameter change
  bool underdetermined = false;  // the last solution, at time solvedAt, is one of many
  double solvedAt = 0;
};

// A solution that an event has led away from, and the sign of the Jacobian's determinant there.
struct EarlierSolution {
  std::vector<double> unknowns;
  int8_t orientation = 0;
};

struct NonlinearWorkspace {
  double rate = 1;     // contraction of chord iterations with the present factors; 1: not known
  double gain = -1;    // by how much inner variables magnify errors; < 0: not known
  double magnify = 0;  // and how much more exact unknowns are for that, in the present mode
  double sharpen = 0;
  double jacobianStep = 0;  // h of an inlined step for which the Jacobian was made
  double lastTime = 0;      // of the last solve
  // The unknowns as last solved for and at the last point that the integrator accepted.
  double *lastGood = nullptr, *accepted = nullptr;
  // The largest change of each unknown between such points, lately.
  double* recent = nullptr;
  double acceptedTime = 0, acceptedStep = 0;  // of the last of them, and since the one before
  // By unknown: the variable at the end of a step of which it is the copy at an inner stage; empty:
  // they are these themselves.
  std::vector<int32_t> origins;
  // The sign of the Jacobian's determinant at the accepted point and at the last solution; 0: not
  // known.
  int8_t orientation = 0, nextOrientation = 0;
  std::vector<EarlierSolution> earlier;  // the last one first, no two alike
  EarlierSolution beforeEvent;
  bool hasLastGood = false;
  bool hasAccepted = false;
  bool followsStep = false;      // a Jacobian for another h was once found useless
  bool stale = false;            // such a one: it is not worth trying
  bool otherMode = false;        // it was made before an event, perhaps for other equations
  bool underdetermined = false;  // the last solution is one of many, that nearest to its start
  uint64_t iterations = 0;       // of Newton's method, in the whole run
  BlockMatrix jacobian;
  std::vector<double> kept;  // of a whole block: lastGood, accepted, recent; empty: not set up yet
};

struct MixedWorkspace {
  std::vector<double> start, mode, next;  // relations, then discrete variables
  std::vector<double> history;            // modes seen in this solve, one after the other
};

struct Reinit {
  int32_t state;
  double value;
};

struct AssertionWarning {
  int32_t index;
  double time;
  std::string text;
};

// Solutions of nonlinear blocks that may be others than those followed so far.
struct Elsewhere {
  uint64_t count = 0;
  double first = 0;  // the time of the first one and its block
  int32_t block = -1;
};

struct Options {
  // Newton corrections relative to max(|u|, nominal) below which a block counts as solved. Much
  // tighter than the integrator's tolerance, because the integrator differentiates through the
  // solution.
  double newtonTolerance = 1e-11;
  bool bounded = false;    // real time: at most newtonIterations, then go on with what is there
  bool fixedStep = false;  // no shorter step follows where a solution is not found
  bool predicted = false;  // an inlined method: iterations start at predictions
  int32_t newtonIterations = 200;  // an exponential is left at one unit of its argument a step
};

// What each of several threads that evaluate parts of one instance has for itself.
struct ThreadShare {
  ScratchStack scratch;
  Failure failure;  // the last one; kind None if none since clearFailure
  Elsewhere elsewhere;
  uint64_t unconverged = 0;  // solutions of nonlinear blocks cut short by Options::bounded
  bool apart = false;        // others run: what is asked of the whole instance must wait
};

class Crew;

}  // namespace formola::runtime

// What is inherited is that of the thread to which the instance belongs.
struct FmlWorkspace : formola::runtime::ThreadShare {
  FmlWorkspace();
  ~FmlWorkspace();
  FmlWorkspace(const FmlWorkspace&) = delete;
  FmlWorkspace& operator=(const FmlWorkspace&) = delete;

  formola::runtime::Options options;
  // By variable: what counts as large for the unknowns of nonlinear blocks, in place of
  // max(|u|, nominal); null: not given. The inlined integrators know how much an error of an
  // iterated variable matters.
  const double* newtonScale = nullptr;
  const double* newtonInverseScale = nullptr;             // 1 / newtonScale
  double stepSize = 0;                                    // h of an inlined step
  const formola::runtime::InputWriter* inputs = nullptr;  // null: inputs keep their values
  std::unique_ptr<formola::runtime::Crew> crew;           // null: no other threads take part
  std::vector<std::unique_ptr<formola::runtime::ThreadShare>> others;
  std::vector<formola::runtime::ThreadShare*> shares;  // by thread; this one is the first
  std::vector<formola::runtime::LinearWorkspace> linear;
  std::vector<formola::runtime::NonlinearWorkspace> nonlinear;
  std::vector<formola::runtime::MixedWorkspace> mixed;
  std::vector<double> kept;  // behind NonlinearWorkspace
  std::vector<formola::runtime::DelayBuffer> delays;
  std::vector<formola::runtime::TransportProfile> transports;
  double segmentStart = 0;  // time of the last event: a delayed jump at it is seen from the right
  std::vector<double> delayTimes;  // last delayTime asked for, to schedule the echo of a jump

  std::vector<double> crossingScale;  // of each state relation: the size of z (kernels/lasting.h)
  std::vector<double> crossings;      // scratch
  int32_t modeMoves = 0;  // of mixed blocks without a consistent mode, in this event iteration

  std::vector<formola::runtime::Reinit> reinits;
  std::vector<formola::runtime::AssertionWarning> warnings;  // one for each assertion
  std::vector<int32_t> warnedAssertions;                     // sorted
  bool terminated = false;
  std::string terminateMessage;

  // Storage behind the arrays of FmlData.
  std::vector<double> v, pre, nominal, min, max, sampleStart, sampleInterval, relationBands;
  std::vector<uint8_t> relations, sampleActive;
  std::vector<const char*> strings;
  std::vector<void*> externalObjects;
};

namespace formola::runtime {

// Owns an instance. Requires a model with FML_ABI_VERSION.
class Instance {
 public:
  explicit Instance(const FmlModel& model);
  ~Instance();
  Instance(const Instance&) = delete;
  Instance& operator=(const Instance&) = delete;

  FmlData* operator->() { return data_; }
  FmlData& operator*() { return *data_; }
  FmlData* get() { return data_; }

 private:
  FmlData* data_;
};

// What counts as large for the difference of a state relation's sides.
inline double relationScale(const FmlData& d, int32_t relation) {
  constexpr double kSmallest = 1e-2;
  return std::max(d.workspace->crossingScale[static_cast<size_t>(relation)], kSmallest);
}

// Where a relation contradicts what follows from it, whichever value it is given, either is right
// if its sides differ by less than this part of relationScale: rounding and iteration errors, and
// curves whose pieces were joined with numbers of six digits.
constexpr double kUndecided = 1e-6;

// Of the thread that works on d (parallel.h), whose number is d->reserved[0].
inline ThreadShare& ownShare(FmlData* d) {
  return *d->workspace->shares[d->reserved[0]];
}

inline void clearFailure(FmlData* d) {
  ownShare(d).failure.kind = FailureKind::None;
}

// The present values of v belong to a point of the solution: the end of an accepted step, or the
// beginning of a smooth piece. Iterations for earlier times than the last one start from here, and
// later solutions must be those that this one continues to.
void acceptPoint(FmlData* d, bool beginning);

// Where the value of an unknown at an accepted point is.
inline int32_t originOf(const NonlinearWorkspace& work, const FmlNonlinearBlock& block, int32_t i) {
  return work.origins.empty() ? block.unknowns[i] : work.origins[static_cast<size_t>(i)];
}

// Around an event: the solutions that it leads away from are kept. Where nonlinear blocks seem to
// be led to one that is not meant by later events, as when a fault is cleared, iterations begin at
// these.
void beginEvent(FmlData* d);
void endEvent(FmlData* d);

// Relations or discrete variables have other values: Jacobians of nonlinear blocks may belong to
// other equations.
void modesChanged(FmlData* d);

// The matrices that depend on discrete variables must be asked for again.
void discretesChanged(FmlData* d);

// Large systems are solved by relaxing from now on (BlockMatrix::relax).
void relaxLargeSystems(FmlData* d, double tolerance);

}  // namespace formola::runtime
