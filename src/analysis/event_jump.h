// How sensitivities change at an event.
#pragma once

#include <Eigen/Dense>
#include <cstdint>
#include <string>
#include <vector>

#include "analysis/delayed_tangents.h"
#include "analysis/sensitivity_start.h"
#include "compiler/compiled_model.h"
#include "runtime/input_signals.h"
#include "runtime/workspace.h"
#include "solver/problem.h"

namespace formola::analysis {

// An event of a run: everything at its left limit, what causes it, and what came of it.
struct EventRecord {
  double time = 0, reached = 0, passed = 0;
  std::vector<double> v, pre, crossingScale;
  std::vector<uint8_t> relations, sampleActive;
  std::vector<int32_t> crossed;  // relations; empty: a time event
  bool passes = false;           // something changes right after the instant, too
  std::vector<double> vAfter;
  std::vector<uint8_t> relationsAfter;
};

// Keeps the events of a run.
class EventRecorder : public solver::EventWatcher {
 public:
  void before(const FmlData& d, const std::vector<int32_t>& crossed) override;
  void after(const FmlData& d, bool passes) override;
  std::vector<EventRecord>& events() { return events_; }

 private:
  std::vector<EventRecord> events_;
};

// Purpose:    the derivatives by parameters after an event from those before it.
// Method:     the instant of the event moves with the parameters: by the implicit function theorem
//             on the relation that crosses, or as the announced time moves. The event is repeated
//             at neighbouring points along that motion, with the same outcome of its relations; the
//             derivatives of what it makes of states and discrete variables are difference
//             quotients of these, central and extrapolated. Where no event of the model can
//             change states or discrete Reals there is nothing to repeat. The slopes of the
//             trajectory before and after bring the derivatives to a fixed time.
// Reference:  Rozenvasser: General sensitivity equations of discontinuous systems (1967);
//             Galan, Feehery, Barton: Parametric sensitivity functions for hybrid discrete/
//             continuous systems (1999).
class EventJump {
 public:
  // `parameters` and `held`: places in v.
  EventJump(const CompiledModel& code, std::vector<int32_t> parameters, std::vector<int32_t> held,
            const std::vector<runtime::DrivenInput>& inputs);

  // False: problem() says why. The columns of `now` move nothing but states and what is held up to
  // `firstParameter`; from there on each moves one of the parameters too, in their order. `past`:
  // of what is delayed, where something is.
  bool pass(const EventRecord& event, SensitivityState& now, Eigen::Index firstParameter = 0,
            const DelayedTangents* past = nullptr);
  // How the instant of the last event moves.
  const Eigen::VectorXd& motion() const { return lastMotion_; }
  const std::string& problem() const { return problem_; }

 private:
  // A motion of everything that an event depends on.
  struct Direction {
    Eigen::VectorXd x, z;
    int32_t parameter = -1;  // index of the one that moves
    double time = 0;
    double size = 1;  // of a step along it that is not small
  };
  // A delayed value before and after the event.
  struct Delayed {
    DelayedValue before, after;
  };
  void setDelayed(bool after, const Direction& way, double h);
  bool load(const EventRecord& event, const Direction& way, double h);
  bool evaluate();
  bool crossing(const EventRecord& event, const Direction& way, int32_t relation, double& slope);
  bool instantMoves(const EventRecord& event, Direction& way, const SensitivityState& now,
                    Eigen::Index column);
  bool stateEventMoves(const EventRecord& event, Direction& way);
  bool moveTogether(const EventRecord& event, const Direction& way, const Direction& along);
  bool timeEventMoves(const EventRecord& event, Direction& way);
  // One of those that announce a time event: the model, or a sample.
  struct Announcer {
    size_t instant = 0;  // number of a time event of the model
    bool sample = false;
    size_t number = 0;  // of the sample
    double tick = 0;    // of the sample
  };
  // A time event of the model has been, belongs to the present event, or is still to come.
  enum class Instant : uint8_t { Past, Due, Coming };
  bool findAnnouncers(const EventRecord& event);
  double announced(const EventRecord& event, const Direction& way, double h, const Announcer& by);
  bool announcedMoves(const EventRecord& event, const Direction& way, const Announcer& by,
                      double& motion);
  bool makesNoDifference(const EventRecord& event) const;
  bool happensAlone();
  bool inputJumps(double time) const;
  bool inputBreaks(double time) const;
  bool repeat(const EventRecord& event, const Direction& way, double h, Eigen::VectorXd& result);
  bool outcome(const EventRecord& event, const Direction& way, Eigen::VectorXd& slope);
  void measure(const EventRecord& event, Direction& way) const;
  bool blame(int32_t parameter);

  std::vector<int32_t> parameters_, held_;
  std::vector<std::string> names_;  // of the parameters
  std::vector<runtime::DrivenInput> signals_;
  runtime::InputWriter inputs_;
  runtime::Instance instance_;
  std::string problem_;
  Eigen::Index n_;
  bool jumps_ = false;                 // some event may change states or what is held
  std::vector<Announcer> announcers_;  // of the present event; empty: an input, or a crossing
  std::vector<Instant> instants_;      // of the time events of the model, seen from it
  std::vector<double> pairs_;          // of instants()
  const DelayedTangents* past_ = nullptr;
  std::vector<Delayed> delayed_;   // at the present event
  Eigen::RowVectorXd echoMotion_;  // of the present event; empty: nothing that was delayed jumps
  double lastTime_ = 0;            // of the event before
  Eigen::VectorXd lastMotion_;
};

}  // namespace formola::analysis
