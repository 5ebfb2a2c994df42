// One run of a model: the loop of steps, rows and events, for those who run it through and those
// who go step by step.
#pragma once

#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "runtime/workspace.h"
#include "solver/accumulation_watch.h"
#include "solver/bounds_watch.h"
#include "solver/crawl_watch.h"
#include "solver/denormal_watch.h"
#include "solver/dip_watch.h"
#include "solver/evaluator.h"
#include "solver/events.h"
#include "solver/freedom_watch.h"
#include "solver/integrator.h"
#include "solver/output_follower.h"
#include "solver/past_recorder.h"
#include "solver/scale_watch.h"
#include "solver/source_watch.h"
#include "solver/state_sets.h"
#include "solver/stepper.h"
#include "solver/trace_watch.h"

namespace formola::solver {

bool isFixedStep(const SimulationProblem& problem);

// Purpose:    initialises the model, integrates between events, handles events, hands out rows.
// Requires:   as simulate() or Stepper.
// Ensures:    functions that return false have ended the run; the report then tells why.
class Simulation {
 public:
  Simulation(const SimulationProblem& problem, ResultObserver& observer);
  Simulation(const Simulation&) = delete;
  Simulation& operator=(const Simulation&) = delete;

  SimulationReport run();

  // Step by step, see Stepper.
  bool begin();
  bool advanceTo(double time);
  void setInput(int32_t index, std::shared_ptr<const runtime::InputSignal> signal);
  bool applyInputs();
  bool moveStates(const double* x);
  SimulationState save() const;
  bool restore(const SimulationState& state);
  SimulationReport& close();
  FmlData* data() { return d_; }
  SimulationReport& report() { return report_; }

 private:
  void followInputs();
  void tellJumps();
  void tellTooFast();
  bool start();
  bool advance();
  bool stalled();
  bool crawls();
  bool passThroughStep();
  bool handleEvent(const std::vector<int32_t>& crossed, bool timeEvent);
  bool restartIntegrator();
  bool checkStates();
  bool retryStep();
  bool takeBackStep();
  void keepPoint();
  bool recoverStates();
  void replaceIntegrator(double now, std::string why);
  bool fallsBack(double now, const std::string& why);
  bool leaveBranch(double now);
  bool leaveBranchBetween(double good, double bad);
  bool comeNearer(double good, double t);
  bool checkSamples();
  bool settle(bool& changed);
  bool beginPiece();
  bool settleAgain();
  bool changesAfter() const;
  bool finish(Outcome outcome, std::string message);
  // Requires: all variables are the left limit at d_->time.
  EventIteration iterate() {
    monitor_.hold();
    EventIteration result = iterateEvent(d_, eventMemory_);
    monitor_.release();
    return result;
  }
  bool emit(RowKind kind);
  bool fail(FailedStage stage, std::string message);
  bool stop(Outcome outcome, std::string message);
  void checkFinite();
  void storePast(bool afterEvent) {
    if (past_.store(afterEvent)) knowsNextEvent_ = false;
  }
  // The end of a step; an inlined method says so itself.
  void acceptPoint() {
    if (!inlined_) runtime::acceptPoint(d_, false);
  }
  // What follows does not continue the last accepted point.
  void leavePoint() {
    for (runtime::NonlinearWorkspace& block : d_->workspace->nonlinear) block.hasAccepted = false;
  }
  void emitLastPoint();
  void complete();

  double gridTime(int64_t i) const {
    if (i >= gridCount()) return problem_.stopTime;
    return problem_.startTime + static_cast<double>(i) * interval_;
  }
  int64_t gridCount() const { return std::max(problem_.intervals, 1); }
  // Grid points up to and including t have been served.
  void skipGrid(double t) {
    while (nextGrid_ <= gridCount() && gridTime(nextGrid_) <= t + timeResolution(t)) ++nextGrid_;
    nextRow_ = nextGrid_ <= gridCount() ? gridTime(nextGrid_) : problem_.stopTime + 1;
    if (end_ == std::numeric_limits<double>::infinity())
      nextRow_ = std::numeric_limits<double>::infinity();  // rows are asked for
  }

  const SimulationProblem& problem_;
  ResultObserver& observer_;
  bool inlined_;
  double interval_;  // of the output
  double end_;       // infinite: step by step, as far as somebody asks for
  double horizon_;   // steps do not go beyond
  runtime::InputWriter inputs_;
  bool inputsChanged_ = false;     // by setInput
  std::vector<int32_t> saidJump_;  // followed inputs that have jumped
  runtime::Instance instance_;
  FmlData* d_;
  Evaluator evaluator_;
  CrossingMonitor monitor_;
  DipWatch dips_;
  TraceWatch traces_;
  SourceWatch sources_;
  OutputFollower outputs_;
  EventMemory eventMemory_;
  StateSets sets_;
  std::vector<double> lastPoint_;  // all variables at the last accepted point, with sets of states
  double retryLimit_ = -std::numeric_limits<double>::infinity();  // of retryStep
  ChatterGuard chatter_;
  CrawlWatch crawl_;
  TimeEventGuard timeEvents_;
  AccumulationWatch accumulation_;
  bool afterCrossing_ = false;  // the next step begins at a state event
  ScaleWatch scales_;
  FreedomWatch freedom_;
  BoundsWatch bounds_;
  DenormalWatch denormals_;
  TimeSchedule schedule_;
  PastRecorder past_;
  std::unique_ptr<Integrator> integrator_;
  int64_t nextGrid_ = 0;
  double nextRow_ = 0;  // the time of that point
  int tinySteps_ = 0;
  double slowSince_ = -std::numeric_limits<double>::infinity();  // the time moved little since
                                                                 // then, in so many steps
  size_t slowSteps_ = 0;
  bool saidNotFinite_ = false;
  bool lookedAtParameters_ = false;
  double lastJump_ = -std::numeric_limits<double>::infinity();  // by leaveBranch
  double lastLater_ = 0;  // so much later than the end of a solution
  NotedSteps jumps_;
  int32_t jumpingBlock_ = 0;  // of the first one
  double nextEvent_ = 0;      // the next time event as of the present step
  // Instants depend on parameters and discrete variables only: an event may change them, and what a
  // medium carries may arrive earlier than was expected.
  bool knowsNextEvent_ = false;
  bool mayFallBack_;
  SimulationReport report_;
};

}  // namespace formola::solver
