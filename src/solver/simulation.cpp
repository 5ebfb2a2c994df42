#include "solver/simulation.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "runtime/parallel.h"
#include "runtime/workspace.h"
#include "solver/formulas.h"
#include "solver/initialize.h"
#include "solver/relaxing_counts.h"
#include "solver/simulate.h"
#include "support/timer.h"

namespace formola::solver {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kSoon = 1e-3;  // of a step

}  // namespace

bool isFixedStep(const SimulationProblem& problem) {
  return familyOf(problem.method) == MethodFamily::FixedStep ||
         (isInlined(problem.method) && problem.step > 0);
}

Simulation::Simulation(const SimulationProblem& problem, ResultObserver& observer)
    : problem_(problem),
      observer_(observer),
      inlined_(isInlined(problem.method)),
      interval_(outputInterval(problem)),
      end_(problem.stopTime),
      horizon_(problem.stopTime),
      inputs_(problem.inputs),
      instance_(*problem.model),
      d_(instance_.get()),
      evaluator_(d_),
      monitor_(evaluator_, problem.stopTime - problem.startTime),
      dips_(evaluator_, problem.tolerance),
      traces_(evaluator_, problem.tolerance),
      sources_(evaluator_, problem.tolerance, isFixedStep(problem)),
      outputs_(evaluator_),
      eventMemory_(*problem.model),
      sets_(d_),
      chatter_(problem.stopTime - problem.startTime),
      crawl_(problem.model->nStates, problem.startTime),
      timeEvents_(problem.startTime, problem.stopTime),
      accumulation_(problem.model->nStateRelations),
      bounds_(problem),
      past_(d_, problem, schedule_),
      mayFallBack_(problem.fallBack && inlined_) {
  d_->workspace->options.newtonTolerance = blockNewtonTolerance(problem.tolerance);
  d_->workspace->options.fixedStep = isFixedStep(problem);
  d_->workspace->options.predicted = inlined_;
  runtime::useThreads(d_, problem.threads);
  // Beside errors of integration these do not count.
  if (problem.relaxing)
    runtime::relaxLargeSystems(d_, std::clamp(1e-4 * problem.tolerance, 1e-13, 1e-8));
  followInputs();
  d_->workspace->inputs = &inputs_;
}

bool Simulation::stop(Outcome outcome, std::string message) {
  report_.outcome = outcome;
  report_.message = std::move(message);
  return false;
}

bool Simulation::fail(FailedStage stage, std::string message) {
  report_.stage = stage;
  report_.failure = d_->workspace->failure;
  return stop(Outcome::Failed, std::move(message));
}

bool Simulation::emit(RowKind kind) {
  if (kind != RowKind::Output && !problem_.eventRows) return true;
  report_.endTime = d_->time;
  checkFinite();
  scales_.row(*d_);
  denormals_.look(*d_);
  freedom_.look(*d_);
  bounds_.look(*d_);
  if (observer_.row(*d_, kind)) return true;
  return stop(Outcome::ObserverStopped, "the results could not be stored");
}

// Unknowns that no derivative depends on may be no numbers without anybody noticing. Parameters are
// looked at once, and first, since others follow from them; an infinite one may be meant.
void Simulation::checkFinite() {
  if (saidNotFinite_) return;
  const FmlModel& model = *d_->model;
  int32_t i = model.nVariables;
  if (!lookedAtParameters_) {
    lookedAtParameters_ = true;
    for (i = model.parameterBegin; i < model.nVariables && !std::isnan(d_->v[i]);) ++i;
  }
  if (i == model.nVariables) {
    const int32_t begin = 2 * model.nStates, end = model.parameterBegin;
    if (end <= begin || runtime::allFinite(d_->v + begin, static_cast<size_t>(end - begin))) return;
    i = begin;
    while (std::isfinite(d_->v[i])) ++i;
  }
  saidNotFinite_ = true;
  const double value = d_->v[i];
  const std::string why = runtime::explainNotFinite(d_, FML_VARIABLE, i);
  report_.warnings.push_back(fmt::format(
      "{} is {} at time {}{}{}", runtime::describeEntity(*d_->model, FML_VARIABLE, i),
      std::isnan(value) ? "not a number" : "infinite", d_->time, why.empty() ? "" : ": ", why));
}

// Inputs that the formula differentiates: where steps begin it knows nothing yet.
void Simulation::followInputs() {
  const FmlInlineForm* form = problem_.model->inlineForm;
  if (form == nullptr || form->nFollowed == 0) return;
  constexpr double kShort = 1e-6;
  std::vector<runtime::FollowedInput> followed;
  for (int32_t k = 0; k < form->nFollowed; ++k)
    followed.push_back(
        {form->followedInputs[k], form->followingStates[k], form->followedSlopes[k]});
  const double span = problem_.stopTime - problem_.startTime;
  inputs_.follow(std::move(followed), kShort * span);
}

// Before the event at d_->time: the derivative of an input that jumps is an impulse.
void Simulation::tellJumps() {
  for (const auto& [input, distance] : inputs_.distances(d_)) {
    const double size = std::max(std::abs(d_->v[input]), d_->nominal[input]);
    if (!(distance > 1e3 * problem_.tolerance * size) ||
        std::find(saidJump_.begin(), saidJump_.end(), input) != saidJump_.end())
      continue;
    saidJump_.push_back(input);
    report_.warnings.push_back(
        fmt::format("{} jumps at time {}, and the model needs its derivative: what the impulse "
                    "would do is left out",
                    runtime::describeEntity(*d_->model, FML_VARIABLE, input), d_->time));
  }
}

void Simulation::tellTooFast() {
  for (const int32_t relation : traces_.takeTooFast())
    report_.warnings.push_back(fmt::format(
        "{} changes too fast to be followed from time {} on: events may be missed. Shorter steps "
        "(--max-step) see more of them",
        runtime::describeEntity(*d_->model, FML_RELATION, relation), d_->time));
}

bool Simulation::start() {
  const Stopwatch watch;
  report_.method = problem_.method;
  if (problem_.setParameters) problem_.setParameters(*d_);
  inputs_.pass(problem_.startTime);
  const InitializationResult result =
      initialize(d_, problem_.startTime, sets_, problem_.acceptParameters);
  report_.secondsInitialize = watch.seconds();
  report_.endTime = problem_.startTime;
  if (result.refused) return stop(Outcome::Refused, "the parameters were refused");
  if (!result.ok) return fail(FailedStage::Initialisation, result.message);
  if (!checkSamples()) return false;
  if (std::string wrong = bounds_.wrongParameter(*d_); !wrong.empty())
    return fail(FailedStage::Initialisation, std::move(wrong));
  if (result.usedHomotopy) report_.warnings.emplace_back("initialisation needed homotopy");
  if (result.usedStates)
    report_.warnings.emplace_back(
        "the start values that were given did not lead to a solution of the initial system: it was "
        "begun with what follows from those of the states");
  if (result.usedGuesses)
    report_.warnings.emplace_back(
        "the start values that were given did not lead to a solution of the initial system: for "
        "unknowns without one it was begun with what follows from the others");
  sets_.choose();

  past_.begin(isFixedStep(problem_) ? PastRecorder::kAtEndsOfSteps : 0.2 * outputInterval(problem_),
              end_);
  storePast(false);
  schedule_.begin(d_, problem_.startTime);
  const bool sampled = schedule_.activate(d_);
  if (sampled) ++report_.timeEvents;
  bool changed = false;
  if (!settle(changed)) return false;
  past_.scheduleEchoesOfStart();
  // What only steps give is missing in the first row otherwise.
  if (problem_.model->inlineForm != nullptr && problem_.model->inlineForm->nHeld > 0) {
    integrator_ = makeIntegrator(problem_, evaluator_);
    if (!restartIntegrator()) return false;
  }
  if (!emit(RowKind::Output)) return false;
  skipGrid(d_->time);
  if (changesAfter()) {
    passInstant(d_);
    if (!settle(changed)) return false;
    ++report_.timeEvents;
    if (changed && !emit(RowKind::AfterEvent)) return false;
  }
  if (d_->workspace->terminated)
    return finish(Outcome::Terminated, d_->workspace->terminateMessage);
  integrator_ = makeIntegrator(problem_, evaluator_);
  return restartIntegrator();
}

// Ticks must be apart in time.
bool Simulation::checkSamples() {
  const double least =
      timeResolution(std::max(std::abs(problem_.startTime), std::abs(problem_.stopTime)));
  for (int32_t i = 0; i < d_->model->nSamples; ++i) {
    const double first = d_->sampleStart[i], interval = d_->sampleInterval[i];
    if (interval >= least && !std::isnan(first)) continue;
    return fail(FailedStage::Initialisation,
                fmt::format("sample({}, {}): {}", first, interval,
                            interval > 0 ? "the interval is too small for the times to differ"
                                         : "the interval must be positive"));
  }
  return true;
}

// The iteration of an event with its consequences.
bool Simulation::settle(bool& changed) {
  if (integrator_) tellJumps();
  inputs_.pass(d_->time);
  const EventIteration iteration = iterate();
  changed = iteration.changed;
  if (!iteration.ok) {
    report_.relations = iteration.relations;
    report_.variables = iteration.variables;
    return fail(FailedStage::EventIteration, iteration.message);
  }
  storePast(true);
  schedule_.ask(d_);
  return true;
}

// After an event at d_->time: does one follow right after it, where `time > t` changes? Not beyond
// the end.
bool Simulation::changesAfter() const {
  return !d_->workspace->terminated && d_->time < end_ && schedule_.changesAfter(d_);
}

// With relations frozen the derivatives may differ in rounding from those of the event's last pass.
bool Simulation::beginPiece() {
  leavePoint();
  if (evaluator_.everything() != FML_OK)
    return fail(FailedStage::Integration, evaluationFailed(d_, d_->time));
  if (!sets_.empty()) {
    if (sets_.choose() && evaluator_.everything() != FML_OK)
      return fail(FailedStage::Integration, evaluationFailed(d_, d_->time));
    keepPoint();
  }
  if (monitor_.begin() != FML_OK)
    return fail(FailedStage::EventLocation,
                runtime::describeFailure(*d_->model, d_->workspace->failure));
  return true;
}

// Where the solution turns out to be another one than the event has left, e.g. of equations with
// several solutions, the event goes on with that.
bool Simulation::settleAgain() {
  constexpr int kTries = 5;
  bool changed = true;
  for (int k = 0; changed && k < kTries && monitor_.disagrees(); ++k) {
    if (!settle(changed) || (changed && !emit(RowKind::AfterEvent)) || !beginPiece()) return false;
  }
  if (!changed) {
    monitor_.agree();
  } else if (monitor_.disagrees()) {
    monitor_.agree();
    report_.warnings.push_back(fmt::format(
        "after the event at time {} there are relations that do not agree with the solution; "
        "equations with several solutions may have been led from one to another",
        d_->time));
  }
  return true;
}

bool Simulation::restartIntegrator() {
  d_->workspace->segmentStart = d_->time;
  if (!beginPiece() || !settleAgain()) return false;
  dips_.begin();
  traces_.begin();
  sources_.begin();
  outputs_.begin();
  runtime::acceptPoint(d_, true);
  if (!integrator_->restart()) return fail(FailedStage::Integration, integrator_->message());
  return true;
}

// After a step: are the states still a good choice?
bool Simulation::checkStates() {
  if (sets_.empty()) return true;
  integrator_->interpolate(integrator_->stepEnd());
  if (evaluator_.everything() != FML_OK)
    return fail(FailedStage::Integration, evaluationFailed(d_, d_->time));
  keepPoint();
  return !sets_.choose() || restartIntegrator();
}

void Simulation::keepPoint() {
  lastPoint_.assign(d_->v, d_->v + d_->model->nVariables);
  sets_.keep();
}

// A step over which the states did not serve is taken back: it goes a quarter of the way, so that
// better states may be chosen in between.
bool Simulation::retryStep() {
  if (sets_.empty() || isFixedStep(problem_) || past_.any()) return false;
  const double start = integrator_->stepStart();
  const double size = (integrator_->stepEnd() - start) / 4;
  if (size < 16 * timeResolution(start)) return false;  // short steps fail too
  retryLimit_ = start + size;
  d_->time = start;
  std::copy(lastPoint_.begin(), lastPoint_.end(), d_->v);
  return restartIntegrator();
}

// To where the last step began.
bool Simulation::takeBackStep() {
  const double start = integrator_->stepStart();
  integrator_->interpolate(start);
  if (evaluator_.everything() != FML_OK)
    return fail(FailedStage::Integration, evaluationFailed(d_, start));
  return restartIntegrator();
}

// After a step that failed: are there better states where it began?
bool Simulation::recoverStates() {
  if (sets_.empty()) return false;
  d_->time = integrator_->stepEnd();
  std::copy_n(lastPoint_.begin(), d_->model->nStates, d_->v);
  return evaluator_.everything() == FML_OK && sets_.choose(1.01) && restartIntegrator();
}

// SUNDIALS' IDA takes the place of an inlined method. The model, its events and all that is watched
// stay as they are; restartIntegrator must follow.
void Simulation::replaceIntegrator(double now, std::string why) {
  mayFallBack_ = false;
  integrator_->count(report_);
  SimulationProblem rest = problem_;
  rest.method = Method::Ida;
  integrator_ = makeIntegrator(rest, evaluator_);
  inlined_ = false;
  d_->workspace->options.predicted = false;
  tinySteps_ = 0;
  slowSteps_ = 0;
  crawl_.restart(now);
  report_.fellBackAt = now;
  report_.warnings.push_back(
      fmt::format("{} did not get beyond time {:.6g}, the rest is done by ida: {}",
                  methodName(problem_.method), now, std::move(why)));
}

// After a step that failed: can IDA go on from `now`, a point of the solution so far? Then it is
// the integrator, and restartIntegrator must follow.
bool Simulation::fallsBack(double now, const std::string& why) {
  if (!mayFallBack_) return false;
  const runtime::Failure failure = d_->workspace->failure;
  integrator_->interpolate(now);
  runtime::clearFailure(d_);
  if (evaluator_.everything() != FML_OK) {
    d_->workspace->failure = failure;
    return false;
  }
  replaceIntegrator(now, why);
  return true;
}

// SUNDIALS goes on for ever with steps that no longer move the time, e.g. towards a pole or a point
// where an assertion forbids to go on. Steps that move it hardly, as those that jump to and fro
// across a discontinuity without events (sign, noEvent), would end after days.
bool Simulation::stalled() {
  constexpr size_t kMostSteps = 200000;
  constexpr double kPart = 1e-6;  // of the simulated time
  const double end = integrator_->stepEnd(), size = end - integrator_->stepStart();
  tinySteps_ = size < 4 * timeResolution(end) ? tinySteps_ + 1 : 0;
  if (end - slowSince_ > kPart * (problem_.stopTime - problem_.startTime)) {
    slowSince_ = end;
    slowSteps_ = 0;
  }
  // Whoever asks for many small steps gets them, unless they would never end.
  constexpr double kForEver = 1e15;
  const double asked = isFixedStep(problem_) ? problem_.step : 0;
  const bool ends = kForEver * asked > problem_.stopTime - problem_.startTime;
  return tinySteps_ > 20 || (++slowSteps_ > kMostSteps && !ends);
}

// Does the solution slide along a discontinuity without events? It may take hours to the end.
bool Simulation::crawls() {
  const double end = integrator_->stepEnd();
  const auto rejected = [&] {
    SimulationReport counts;
    integrator_->count(counts);
    return counts.stepsRejected;
  };
  if (!crawl_.add(end, problem_.stopTime, rejected)) return false;
  integrator_->interpolate(end);
  const bool slides = evaluator_.derivatives(d_->time, d_->v) == FML_OK &&
                      crawl_.look(end, d_->v, d_->nominal, problem_.tolerance);
  runtime::clearFailure(d_);
  return slides;
}

// One step of the integrator with everything that lies in it; or the time event at which we stand.
bool Simulation::advance() {
  if (problem_.interrupt != nullptr && problem_.interrupt->load(std::memory_order_relaxed))
    return stop(Outcome::Interrupted, fmt::format("interrupted at time {}", report_.endTime));
  const double now = integrator_->stepEnd();
  if (integrator_->struggles() && fallsBack(now, "its equations cannot be solved again and again"))
    return restartIntegrator();
  d_->time = now;
  if (!knowsNextEvent_ || nextEvent_ <= now) {
    nextEvent_ = std::min(schedule_.next(d_), inputs_.nextBreak());
    knowsNextEvent_ = true;
  }
  double limit = std::min(horizon_, nextEvent_);
  if (retryLimit_ > now) limit = std::min(limit, retryLimit_);
  limit = sources_.limit(now, limit);
  if (tinySteps_ == 0) runtime::clearFailure(d_);  // while stalling, the cause is worth keeping
  if (limit - now <= 2 * timeResolution(now)) {
    // Two events that differ by rounding only: nothing to integrate between them.
    integrator_->interpolate(now);
    d_->time = std::max(limit, now);
    if (evaluator_.everything() != FML_OK)
      return fail(FailedStage::Integration, evaluationFailed(d_, d_->time));
    if (nextEvent_ <= d_->time) return handleEvent({}, true);
    skipGrid(d_->time);
    return emit(RowKind::Output) && integrator_->restart();
  }
  // Nobody else wants to know what the time is.
  std::optional<Stopwatch> watch;
  if (problem_.realTimeIterations > 0) watch.emplace();
  const uint64_t unconverged = d_->workspace->unconverged;
  if (!integrator_->step(limit)) {
    if (recoverStates()) return true;
    if (fallsBack(integrator_->stepEnd(), integrator_->message())) return restartIntegrator();
    return leaveBranch(integrator_->stepEnd()) ||
           fail(FailedStage::Integration, integrator_->message());
  }
  if (watch) {
    const double seconds = watch->seconds();
    report_.stepTimes.add(seconds);
    if (seconds > problem_.step) report_.overruns.add(integrator_->stepEnd());
    if (d_->workspace->unconverged > unconverged) report_.unconverged.add(integrator_->stepEnd());
  }
  if (stalled()) {
    const std::string reason = runtime::describeFailure(*d_->model, d_->workspace->failure);
    const std::string text = fmt::format(
        "the step size became too small at time {}{}", integrator_->stepEnd(),
        reason.empty() ? limitText(*d_->model, integrator_->limitingState()) : ": " + reason);
    if (fallsBack(integrator_->stepEnd(), text)) return restartIntegrator();
    return fail(FailedStage::Integration, text);
  }
  if (crawls()) {
    std::string names;
    for (const int32_t i : crawl_.sliding())
      names += (names.empty() ? "" : ", ") + runtime::describeEntity(*d_->model, FML_VARIABLE, i);
    const std::string text = fmt::format(
        "chattering at time {}: derivatives jump to and fro where no event is, so that steps are "
        "as "
        "short as {:.1g}: those of {}",
        integrator_->stepEnd(), integrator_->stepEnd() - integrator_->stepStart(), names);
    if (fallsBack(integrator_->stepEnd(), text)) return restartIntegrator();
    report_.variables = crawl_.sliding();
    return fail(FailedStage::Chattering, text);
  }
  if (sources_.missed(*integrator_)) return takeBackStep();
  const double size = integrator_->stepEnd() - integrator_->stepStart();
  observer_.progress(integrator_->stepEnd(), size);
  if (observer_.wantsSteps())
    observer_.stepped(
        {integrator_->stepEnd(), size, integrator_->order(), integrator_->limitingState()});
  if (!passThroughStep()) return false;
  // passThroughStep has handled a state event, after which the integrator stands elsewhere.
  if (integrator_->stepEnd() == limit && limit == nextEvent_) {
    integrator_->interpolate(limit);
    if (evaluator_.everything() != FML_OK)
      return fail(FailedStage::Integration, evaluationFailed(d_, limit));
    return handleEvent({}, true);
  }
  return integrator_->stepEnd() == integrator_->stepStart() || checkStates();
}

// Output points in the step and its end, in order; a crossing in between ends it with a state
// event.
bool Simulation::passThroughStep() {
  const double end = integrator_->stepEnd(), margin = timeResolution(end);
  const bool watch = !monitor_.empty();
  // Steps may be too long for the past of an expression that is no state.
  const bool delays = past_.any();
  double good = integrator_->stepStart();  // where everything was evaluated last
  if (nextRow_ > end + margin && !watch && !delays && outputs_.empty() && sets_.empty()) {
    acceptPoint();
    return true;
  }
  for (;;) {
    const double grid = nextRow_;
    const double sample = delays ? past_.next() : grid;
    // What is at zero after an event may leave it and be back before the step ends, as a ball that
    // hardly jumps any more: looked at soon after the event.
    const double start = integrator_->stepStart(), soon = start + kSoon * (end - start);
    const bool isSoon =
        std::exchange(afterCrossing_, false) && watch && soon > start && soon < grid;
    const double first = std::min({sample, grid, end - margin});
    const double turn = watch && !isSoon && first > good ? sources_.nextLook(good, first) : first;
    const bool isTurn = turn < first;
    const bool isSample = !isSoon && !isTurn && sample < grid && sample < end - margin;
    const bool between = isSoon || isTurn || isSample;
    const bool isGrid = !between && grid <= end + margin;
    const bool isEnd = !between && (!isGrid || grid >= end - margin);
    // At an instant that becomes a time event, the event gives the rows.
    const double t = isSoon ? soon : isTurn ? turn : isSample ? sample : isEnd ? end : grid;
    if (isGrid || watch || delays || !outputs_.empty() || !sets_.empty()) {
      integrator_->interpolate(t);
      double seen = t;  // where a crossing shows
      if (!integrator_->evaluated() && evaluator_.derivatives(d_->time, d_->v) != FML_OK &&
          !comeNearer(good, t) && !(watch && monitor_.approach(*integrator_, t, seen))) {
        integrator_->interpolate(t);
        evaluator_.derivatives(d_->time, d_->v);  // says again what is wrong
        if (retryStep()) return true;
        if (fallsBack(good, evaluationFailed(d_, t))) return restartIntegrator();
        return leaveBranchBetween(good, t) ||
               fail(FailedStage::Integration, evaluationFailed(d_, t));
      }
      // The constraints may have led to another of their solutions, or the step too far for its
      // states.
      if ((sets_.jumped(10 * problem_.tolerance) || sets_.strained()) && retryStep()) return true;
      if (watch) {
        if (monitor_.evaluate() != FML_OK)
          return fail(FailedStage::EventLocation, evaluationFailed(d_, t));
        // The end of an inlined step is as exact as its states need it: in a short step derivatives
        // and what follows from them are not.
        if (monitor_.crossed() && integrator_->evaluated() &&
            evaluator_.derivatives(d_->time, d_->v) == FML_OK && monitor_.evaluate() != FML_OK)
          return fail(FailedStage::EventLocation, evaluationFailed(d_, t));
        // Nor do ends show what was there and gone in between, or what crossed before.
        if (traces_.look(*integrator_, t, seen) ||
            (!monitor_.crossed() && dips_.look(*integrator_, t, seen))) {
          const bool known = monitor_.evaluate() == FML_OK;
          if (!known || !monitor_.crossed()) {
            seen = t;
            integrator_->interpolate(t);
            if ((!integrator_->evaluated() && evaluator_.derivatives(d_->time, d_->v) != FML_OK) ||
                monitor_.evaluate() != FML_OK)
              return fail(FailedStage::EventLocation, evaluationFailed(d_, t));
          }
        }
        if (monitor_.crossed()) {
          double found = seen;
          if (monitor_.locate(*integrator_, seen, found) != FML_OK ||
              outputs_.outputs(*integrator_, found) != FML_OK)
            return fail(FailedStage::EventLocation, evaluationFailed(d_, found));
          if (!monitor_.crossed()) continue;  // it was noise
          return handleEvent(monitor_.crossedRelations(), false);
        }
        monitor_.accept();
        traces_.accept();
        tellTooFast();
      }
      // What is delayed need not be a state nor something that a derivative needs.
      if ((isGrid || delays || !outputs_.empty()) && outputs_.outputs(*integrator_, t) != FML_OK) {
        if (fallsBack(good, evaluationFailed(d_, t))) return restartIntegrator();
        return leaveBranchBetween(good, t) ||
               fail(FailedStage::Integration, evaluationFailed(d_, t));
      }
      if (isGrid) {
        const bool eventFollows = isEnd && t == nextEvent_;
        if (!eventFollows) {
          if (!emit(RowKind::Output)) return false;
          skipGrid(t);
        }
      }
      if (isEnd || isSample) storePast(false);
      good = t;
    }
    if (isEnd) {
      acceptPoint();
      return true;
    }
  }
}

// Requires: all variables are the left limit at d_->time.
bool Simulation::handleEvent(const std::vector<int32_t>& crossed, bool timeEvent) {
  knowsNextEvent_ = false;
  if (timeEvent) {
    ++report_.timeEvents;
    if (!timeEvents_.add(d_->time))
      return fail(
          FailedStage::EventIteration,
          fmt::format("time events at time {} follow each other so closely that their times "
                      "do not differ",
                      d_->time));
  } else {
    ++report_.stateEvents;
    monitor_.fired(d_->time, crossed);
    accumulation_.add(d_->time, crossed);
    const ChatterGuard::Verdict verdict = chatter_.add(d_->time, crossed);
    if (verdict != ChatterGuard::Verdict::Fine) {
      std::string names;
      for (int32_t i : chatter_.relations())
        names += (names.empty() ? "" : ", ") + runtime::describeEntity(*d_->model, FML_RELATION, i);
      const std::string text = fmt::format(
          "chattering at time {}: these relations change again and again: {}", d_->time, names);
      report_.relations = chatter_.relations();
      if (mayFallBack_) {
        replaceIntegrator(d_->time, text);  // the event is handled as any other
        chatter_ = ChatterGuard(problem_.stopTime - problem_.startTime);
        report_.relations.clear();
      } else if (verdict == ChatterGuard::Verdict::Hopeless) {
        return fail(FailedStage::Chattering, text);
      } else {
        report_.warnings.push_back(text);
      }
    }
  }
  storePast(false);
  if (!emit(RowKind::BeforeEvent)) return false;
  if (timeEvent) schedule_.activate(d_);
  if (problem_.events != nullptr) problem_.events->before(*d_, crossed);
  bool changed = false;
  if (!settle(changed)) return false;
  const bool onGrid =
      nextGrid_ <= gridCount() && gridTime(nextGrid_) <= d_->time + timeResolution(d_->time);
  const RowKind kind = onGrid && !problem_.eventRows ? RowKind::Output : RowKind::AfterEvent;
  const bool passes = changesAfter();
  if ((changed || !passes || kind == RowKind::Output) && !emit(kind)) return false;
  skipGrid(d_->time);
  if (passes) {
    passInstant(d_);
    if (!settle(changed) || !emit(RowKind::AfterEvent)) return false;
  }
  if (problem_.events != nullptr) problem_.events->after(*d_, passes);
  if (d_->workspace->terminated)
    return finish(Outcome::Terminated, d_->workspace->terminateMessage);
  afterCrossing_ = !timeEvent;
  return restartIntegrator();
}

// With the event of terminal(). False: the run is over.
bool Simulation::finish(Outcome outcome, std::string message) {
  stop(outcome, std::move(message));
  if (d_->model->evalEvent == nullptr) return false;
  bool changed = false;
  d_->terminal = 1;
  const bool settled = settle(changed);
  d_->terminal = 0;
  if (settled && changed) emit(RowKind::AfterEvent);
  return false;
}

// The last accepted point as a row, so that results end where the computation did.
void Simulation::emitLastPoint() {
  if (!integrator_ || integrator_->stepEnd() <= report_.endTime) return;
  integrator_->interpolate(integrator_->stepEnd());
  if (evaluator_.everything() != FML_OK) return;
  report_.endTime = d_->time;
  observer_.row(*d_, RowKind::Output);
}

void Simulation::complete() {
  if (report_.outcome == Outcome::Interrupted ||
      (report_.outcome == Outcome::Failed && report_.stage == FailedStage::Integration))
    emitLastPoint();
  if (integrator_) integrator_->count(report_);
  const FmlStatistics& statistics = d_->statistics;
  report_.functionEvaluations += statistics.functionEvaluations;
  report_.jacobianEvaluations += statistics.jacobianEvaluations;
  report_.differencedJacobians += statistics.differencedJacobians;
  report_.factorizations += statistics.factorizations;
  report_.blockNewtonIterations += statistics.newtonIterations;
  report_.formulaFallbacks += statistics.formulaFallbacks;
  for (const runtime::NonlinearWorkspace& block : d_->workspace->nonlinear)
    report_.iterationsOfBlocks.push_back(block.iterations);
  if (problem_.relaxing) countRelaxing(*d_, report_);
  report_.stateChanges = sets_.changes();
  for (const runtime::AssertionWarning& warning : d_->workspace->warnings)
    report_.warnings.push_back(
        fmt::format("assertion violated at time {}: {}", warning.time, warning.text));
  for (const auto& told : {freedom_.warnings(), bounds_.warnings()})
    report_.warnings.insert(report_.warnings.end(), told.begin(), told.end());
  // A run that failed has another story to tell; a step of fixed size knows no tolerance.
  if (report_.outcome != Outcome::Failed && !isFixedStep(problem_))
    if (std::string text = scales_.warning(*d_, problem_.tolerance); !text.empty())
      report_.warnings.push_back(std::move(text));
  if (report_.outcome != Outcome::Failed && jumps_.count > 0)
    report_.warnings.push_back(fmt::format(
        "{}: its solution ended at time {:.6g}, and another one was taken{}; if the model is not "
        "meant to jump, smaller steps are needed",
        runtime::describeEntity(*d_->model, FML_NONLINEAR_BLOCK, jumpingBlock_), jumps_.first,
        jumps_.count > 1 ? fmt::format(" ({} times in all)", jumps_.count) : ""));
  if (const runtime::Elsewhere& elsewhere = d_->workspace->elsewhere; elsewhere.count > 0)
    report_.warnings.push_back(fmt::format(
        "{}: at time {:.6g} a solution was taken that may not be the one followed so far{}; a "
        "smaller "
        "--step is needed to tell",
        runtime::describeEntity(*d_->model, FML_NONLINEAR_BLOCK, elsewhere.block), elsewhere.first,
        elsewhere.count > 1 ? fmt::format(" ({} times in all)", elsewhere.count) : ""));
  if (report_.outcome == Outcome::Finished)
    if (std::string text = accumulation_.warning(d_); !text.empty())
      report_.warnings.push_back(std::move(text));
  report_.denormals = denormals_.found();
  report_.finalValues.assign(d_->v, d_->v + d_->model->nVariables);
}

SimulationReport Simulation::run() {
  bool going = start();
  const Stopwatch watch;
  while (going && integrator_->stepEnd() < problem_.stopTime) going = advance();
  if (going) {
    integrator_->interpolate(problem_.stopTime);
    if (evaluator_.everything() == FML_OK) finish(Outcome::Finished, "");
  }
  report_.secondsSimulate = watch.seconds();
  complete();
  return std::move(report_);
}

SimulationReport simulate(const SimulationProblem& problem, ResultObserver& observer) {
  return Simulation(problem, observer).run();
}

}  // namespace formola::solver
