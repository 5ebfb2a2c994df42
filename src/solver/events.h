// Events: the schedule of time events, zero crossings and their location, the event iteration.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "runtime/model_abi.h"
#include "solver/evaluator.h"
#include "solver/integrator.h"

namespace formola::solver {

// The relations and discrete variables of an instance, for comparison.
class DiscreteState {
 public:
  explicit DiscreteState(const FmlModel& model);
  void read(const FmlData& d);
  bool operator==(const DiscreteState& other) const;

  const std::vector<uint8_t>& relations() const { return relations_; }
  const std::vector<double>& variables() const { return variables_; }

 private:
  std::vector<uint8_t> relations_;
  std::vector<double> variables_;
};

// For an event at d->time: `reached` and `passed` (runtime/model_abi.h), at the instant.
void reachInstant(FmlData* d);
// Right after the instant that has been reached.
inline void passInstant(FmlData* d) {
  d->passed = d->reached;
}

// Purpose: when the next time event is, and which samples tick at it.
class TimeSchedule {
 public:
  // After initialisation: samples from `start` on.
  void begin(FmlData* d, double start);
  // After an event: asks the model for its next instant.
  void ask(FmlData* d);
  // The next time event that has not been yet, +infinity if there is none.
  double next(const FmlData* d) const;
  // Does something change right after the instant that has been reached? After `ask`.
  bool changesAfter(const FmlData* d) const { return instant_ <= d->reached; }
  // True when a sample ticks at d->time; marks the ticking samples active and moves them on.
  bool activate(FmlData* d);
  // A jump went into a delay buffer: it comes out again at `time`.
  void addEcho(double time);

 private:
  double tick(const FmlData* d, size_t sample) const;
  double instant_ = 0;           // of the model
  std::vector<uint64_t> count_;  // index of the next tick of each sample
  std::vector<double> echoes_;   // a heap, the earliest on top
};

struct EventIteration {
  bool ok = false;
  bool changed = false;                       // discrete variables, relations or states
  std::string message;                        // when not ok
  std::vector<int32_t> relations, variables;  // that cycle
};

// What an event iteration compares; kept, so that events ask for no memory.
struct EventMemory {
  explicit EventMemory(const FmlModel& model) : before(model), after(model), mark(model) {}
  DiscreteState before, after, mark;
};

// Purpose: repeat the model's equations with live relations until nothing discrete changes. Samples
// are active in the first pass only.
// Requires: v holds the left limit at d->time; passInstant(d) before the event right after it.
// Ensures: v, pre and relations are those after the event; live = 0.
// Reference: Modelica 3.6, Appendix B.1 (event iteration), 8.3.5 and 8.3.6 (when, reinit).
EventIteration iterateEvent(FmlData* d, EventMemory& memory);

// Purpose: watch the state relations along the solution.
// A relation is crossed when its z has the wrong sign by more than a hysteresis of rounding size,
// so that a relation that is exactly zero after an event does not fire at once and never fires
// because of noise.
class CrossingMonitor {
 public:
  CrossingMonitor(Evaluator& evaluator, double simulatedTime);

  bool empty() const { return n_ == 0; }
  // After a (re)start, where relations agree with the solution.
  FmlStatus begin();
  // After begin(): are there relations that are wrong there by more than noise? Then another
  // iteration of the event is due. Those that it leaves so are in branches that nobody asks for
  // now: agree() says that, and they are not told again until they were right in between.
  bool disagrees();
  void agree();
  // Evaluates at the point in data (derivatives must have been evaluated there). `crossed()` tells
  // the result.
  FmlStatus evaluate();
  bool crossed() const { return crossed_; }
  // The present point is the new left end of the interval to watch.
  void accept();
  // The instant of the earliest crossing in (left end, right], where the last `evaluate` was
  // crossed: the right end of a bracket of a few units in the last place. Leaves data evaluated
  // there. Illinois' variant of regula falsi (Dowell, Jarratt, BIT 11, 1971) on all crossed
  // relations at once, with bisection where it is slow. Ensures: not crossed(): another evaluation
  // does not confirm what was seen, or it was a relation that has just fired and falls back by the
  // noise of what computes it; it will not be seen again.
  FmlStatus locate(Integrator& integrator, double right, double& found);

  // Where the equations have no values at `right` with the relations as they are, e.g. for a
  // division by what a relation keeps away from zero: looks nearer to the last accepted point for a
  // crossing. Ensures: true: `found` is after a crossing, and everything is evaluated there.
  bool approach(Integrator& integrator, double right, double& found);
  // Around the iteration of an event. A relation whose sides have differed by rounding only for a
  // while keeps its value as long as they do: the velocity of what friction holds is noise, and
  // must not tell in which direction it slides. Where the sides pass each other at the event, where
  // it moves them, or where they are exactly equal, the relation is what they say.
  void hold();
  void release();
  // The relations crossed at the last evaluation.
  std::vector<int32_t> crossedRelations() const;
  // After an event at `time` by these crossings, as last evaluated. A relation that fires again and
  // again while no time passes is driven by the noise of what computes it, as a current through the
  // small resistance of a switch by the errors of the voltages: it then has to get further.
  void fired(double time, const std::vector<int32_t>& crossed);

 private:
  // Where the end of the bracket is not crossed when it is evaluated again: how exactly systems are
  // solved decides there. If `right` still is crossed as it was, the first point behind `found`
  // that is, a little late; else `found`, and what was seen was noise.
  FmlStatus lookFurther(Integrator& integrator, double right, double resolution, double& found);
  // Of the crossed relations, as located at `found`, those that have hardly left zero since they
  // fired last: if the solution leads on to the side on which they are, the way back was noise.
  FmlStatus weighReturns(Integrator& integrator, double found);
  // The relation has had the value z on the wrong side by noise. False: that is too much for noise.
  bool distrust(int32_t relation, double z);
  // Of relation i, in z, for the rounding of its sides.
  double hysteresis(int32_t i) const;
  double mostNoise(int32_t i) const;
  bool isWrong(int32_t i) const;  // the relation, after begin()

  Evaluator& evaluator_;
  int32_t n_;
  bool crossed_ = false;
  bool begun_ = false;
  double leftTime_ = 0;
  double noTime_;  // events that are not further apart are of one instant
  double lastingUnit_;
  std::vector<double> z_, g_, left_, right_, slack_, seen_;
  std::vector<double> noise_, restsSince_, lastFired_;  // by relation
  std::vector<double> away_;                            // its largest |z| since it fired last
  std::vector<char> idle_;                              // wrong and not asked for
};

// Purpose: notice time events that follow each other faster than numbers can tell their times
// apart: the simulation would never end.
class TimeEventGuard {
 public:
  TimeEventGuard(double start, double stop)
      : window_(kEvents * timeResolution(std::max(std::abs(start), std::abs(stop)))) {}
  // False: that is the case.
  bool add(double time);

 private:
  static constexpr size_t kEvents = 1000;
  double window_;
  std::vector<double> times_;  // ring of the last kEvents
  size_t count_ = 0;
};

// Purpose: notice that state events follow each other so closely that the simulation does not get
// anywhere.
class ChatterGuard {
 public:
  explicit ChatterGuard(double simulatedTime) : window_(1e-6 * simulatedTime) {}
  enum class Verdict : uint8_t { Fine, Suspicious, Hopeless };
  Verdict add(double time, const std::vector<int32_t>& relations);
  // That took part, ascending.
  std::vector<int32_t> relations() const;

 private:
  static constexpr size_t kSuspicious = 100, kHopeless = 1000;
  double window_;
  bool reported_ = false;
  std::vector<double> times_;   // ring of the last kHopeless events
  std::vector<int32_t> first_;  // a relation crossed at each
  size_t count_ = 0;
};

}  // namespace formola::solver
