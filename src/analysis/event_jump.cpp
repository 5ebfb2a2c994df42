#include "analysis/event_jump.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "codegen/interp/instants.h"
#include "solver/events.h"
#include "solver/integrator.h"

namespace formola::analysis {

namespace {

using Vector = Eigen::VectorXd;
constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
constexpr double kStep = 1e-3;  // of a motion that is not small

}  // namespace

void EventRecorder::before(const FmlData& d, const std::vector<int32_t>& crossed) {
  const FmlModel& model = *d.model;
  EventRecord& event = events_.emplace_back();
  event.time = d.time;
  event.reached = d.reached;
  event.passed = d.passed;
  event.v.assign(d.v, d.v + model.nVariables);
  event.pre.assign(d.pre, d.pre + model.nVariables);
  event.relations.assign(d.relations, d.relations + model.nRelations);
  event.sampleActive.assign(d.sampleActive, d.sampleActive + model.nSamples);
  event.crossingScale = d.workspace->crossingScale;
  event.crossed = crossed;
}

void EventRecorder::after(const FmlData& d, bool passes) {
  if (events_.empty()) return;
  EventRecord& event = events_.back();
  event.passes = passes;
  event.vAfter.assign(d.v, d.v + d.model->nVariables);
  event.relationsAfter.assign(d.relations, d.relations + d.model->nRelations);
}

EventJump::EventJump(const CompiledModel& code, std::vector<int32_t> parameters,
                     std::vector<int32_t> held, const std::vector<runtime::DrivenInput>& inputs)
    : parameters_(std::move(parameters)),
      held_(std::move(held)),
      signals_(inputs),
      inputs_(inputs),
      instance_(code.model()),
      n_(code.model().nStates),
      instants_(code.schedule().model.timeEvents.size()),
      lastTime_(kNone) {
  instance_->workspace->inputs = &inputs_;
  const StructuredDae& structure = code.schedule().model;
  for (const int32_t place : parameters_) {
    const std::string_view name = structure.name(code.schedule().owner[static_cast<size_t>(place)]);
    const std::string start = startParameter("");
    names_.emplace_back(name.starts_with(start) ? name.substr(start.size()) : name);
  }
  jumps_ = std::any_of(structure.actions.begin(), structure.actions.end(),
                       [](const auto& action) { return action.kind == ActionKind::Reinit; }) ||
           std::any_of(held_.begin(), held_.end(),
                       [&](int32_t place) { return place < code.model().parameterBegin; });
}

// Delayed values on one side of the event, moved by h.
void EventJump::setDelayed(bool after, const Direction& way, double h) {
  constexpr double kLater = std::numeric_limits<double>::max();  // what is before it is the same
  FmlData* d = instance_.get();
  for (size_t k = 0; k < delayed_.size(); ++k) {
    const DelayedValue& at = after ? delayed_[k].after : delayed_[k].before;
    double by = at.slope * way.time;
    if (way.parameter >= 0)
      by += at.change[way.parameter] -
            at.slope * past_->delayChange(static_cast<Eigen::Index>(k))[way.parameter];
    d->workspace->delays[k].clear();
    d->workspace->delays[k].store(kLater, at.value + h * by, 0);
  }
}

// The left limit of the event, moved by h.
bool EventJump::load(const EventRecord& event, const Direction& way, double h) {
  FmlData* d = instance_.get();
  const FmlModel& model = *d->model;
  std::copy(event.v.begin(), event.v.end(), d->v);
  if (way.parameter >= 0) d->v[parameters_[static_cast<size_t>(way.parameter)]] += h;
  for (size_t i = 0; i < held_.size(); ++i)
    if (held_[i] >= model.parameterBegin) d->v[held_[i]] += h * way.z[static_cast<Eigen::Index>(i)];
  d->time = event.time + h * way.time;
  d->lambda = 1;
  d->live = d->initial = 1;
  const FmlStatus status = model.evalParameters != nullptr ? model.evalParameters(d) : FML_OK;
  d->live = d->initial = 0;
  if (status != FML_OK) return false;
  std::copy(event.v.begin(), event.v.begin() + model.parameterBegin, d->v);
  std::copy(event.pre.begin(), event.pre.end(), d->pre);
  for (Eigen::Index i = 0; i < n_; ++i) d->v[i] += h * way.x[i];
  for (size_t i = 0; i < held_.size(); ++i) {
    if (held_[i] >= model.parameterBegin) continue;
    const double by = h * way.z[static_cast<Eigen::Index>(i)];
    d->v[held_[i]] += by;
    d->pre[held_[i]] += by;
  }
  std::copy(event.relations.begin(), event.relations.end(), d->relations);
  std::copy(event.sampleActive.begin(), event.sampleActive.end(), d->sampleActive);
  d->workspace->crossingScale = event.crossingScale;
  d->reached = event.reached;
  d->passed = event.passed;
  setDelayed(false, way, h);
  inputs_.pass(-std::numeric_limits<double>::infinity());
  fml_parameters_changed(d);
  runtime::modesChanged(d);
  runtime::discretesChanged(d);
  return true;
}

// Everything at the left limit, relations as they are.
bool EventJump::evaluate() {
  FmlData* d = instance_.get();
  runtime::clearFailure(d);
  runtime::writeInputs(d);
  if (d->model->evalDerivatives(d) != FML_OK) return false;
  return d->model->evalOutputs == nullptr || d->model->evalOutputs(d) == FML_OK;
}

// How far one may go along the way.
void EventJump::measure(const EventRecord& event, Direction& way) const {
  const FmlData& d = *const_cast<runtime::Instance&>(instance_).get();
  double largest = 0;
  auto add = [&](double by, double value, double nominal) {
    largest = std::max(largest, std::abs(by) / std::max(std::abs(value), 1e-2 * nominal));
  };
  for (Eigen::Index i = 0; i < n_; ++i)
    add(way.x[i], event.v[static_cast<size_t>(i)], d.nominal[i]);
  if (way.parameter >= 0) {
    const double value =
        event.v[static_cast<size_t>(parameters_[static_cast<size_t>(way.parameter)])];
    add(1, value, value != 0 ? 0 : 100);
  }
  for (size_t i = 0; i < held_.size(); ++i)
    add(way.z[static_cast<Eigen::Index>(i)], event.v[static_cast<size_t>(held_[i])],
        d.nominal[held_[i]]);
  way.size = largest > 0 ? 1 / largest : 1;
}

// d z / dh of a relation along a motion, relations as they are.
bool EventJump::crossing(const EventRecord& event, const Direction& way, int32_t relation,
                         double& slope) {
  FmlData* d = instance_.get();
  std::vector<double> z(static_cast<size_t>(d->model->nStateRelations));
  std::array<double, 2> quotient{};
  for (int k = 0; k < 2; ++k) {
    const double h = (k == 0 ? kStep : kStep / 2) * way.size;
    std::array<double, 2> side{};
    for (int sign = 0; sign < 2; ++sign) {
      if (!load(event, way, sign == 0 ? h : -h) || !evaluate() ||
          d->model->evalZeroCrossings(d, z.data()) != FML_OK)
        return false;
      side[static_cast<size_t>(sign)] = z[static_cast<size_t>(relation)];
    }
    quotient[static_cast<size_t>(k)] = (side[0] - side[1]) / (2 * h);
  }
  slope = (4 * quotient[1] - quotient[0]) / 3;
  return std::isfinite(slope);
}

// way.time: how the instant moves, by the relations that cross at it.
bool EventJump::stateEventMoves(const EventRecord& event, Direction& way) {
  Direction along;  // the trajectory before the event
  along.x = Eigen::Map<const Vector>(event.v.data() + n_, n_);
  along.z = Vector::Zero(static_cast<Eigen::Index>(held_.size()));
  along.time = 1;
  measure(event, along);
  double best = 0;
  for (const int32_t relation : event.crossed) {
    double moved = 0, rate = 0;
    if (!crossing(event, way, relation, moved) || !crossing(event, along, relation, rate)) {
      problem_ =
          fmt::format("the equations have no values near the event at time {:.6g}", event.time);
      return false;
    }
    // Of several relations the one that crosses fastest tells the time best.
    const double scale = std::max(event.crossingScale[static_cast<size_t>(relation)], 1e-300);
    if (std::abs(rate) / scale <= best) continue;
    best = std::abs(rate) / scale;
    way.time = -moved / rate;
  }
  if (best > 0 && std::isfinite(way.time)) return jumps_ || moveTogether(event, way, along);
  problem_ = fmt::format(
      "the event at time {:.6g} only touches its condition: derivatives do not exist there",
      event.time);
  return false;
}

// Other relations that cross at this very instant must move with it: two diodes of a bridge do, as
// long as nothing tells them apart. Between instants that move apart there would be another mode.
bool EventJump::moveTogether(const EventRecord& event, const Direction& way,
                             const Direction& along) {
  constexpr double kAtZero = 1e-6, kSame = 1e-5;
  FmlData* d = instance_.get();
  std::vector<double> z(static_cast<size_t>(d->model->nStateRelations));
  Direction none = along, still = way;
  still.time = 0;  // how this one moves by itself
  none.x.setZero();
  none.time = 0;
  if (!load(event, none, 0) || !evaluate() || d->model->evalZeroCrossings(d, z.data()) != FML_OK)
    return false;
  for (size_t i = 0; i < z.size(); ++i) {
    const auto relation = static_cast<int32_t>(i);
    const bool changes = event.relations[i] != event.relationsAfter[i];
    if (!changes || std::abs(z[i]) > kAtZero * runtime::relationScale(*d, relation)) continue;
    double moved = 0, rate = 0;
    bool known = crossing(event, still, relation, moved) && crossing(event, along, relation, rate);
    // What is zero as long as the mode before lasts, the speed of a brake that holds, only follows.
    const double nothing = 1e-9 * runtime::relationScale(*d, relation);
    if (known && std::abs(moved) * way.size <= nothing && std::abs(rate) * along.size <= nothing)
      continue;
    known = known && rate != 0;
    const double time = known ? -moved / rate : 0;
    const double size = std::max(std::abs(way.time), std::abs(time));
    if (known && std::abs(time - way.time) <= kSame * size + 1e-9 * way.size) continue;
    problem_ = fmt::format(
        "several conditions cross at time {:.6g} and would not with other values, {} among them: "
        "derivatives do not exist there",
        event.time, runtime::describeEntity(*d->model, FML_RELATION, relation));
    return false;
  }
  return true;
}

// Who announces the event: several may, at one instant.
bool EventJump::findAnnouncers(const EventRecord& event) {
  announcers_.clear();
  Direction none;
  none.x = Vector::Zero(n_);
  none.z = Vector::Zero(static_cast<Eigen::Index>(held_.size()));
  FmlData* d = instance_.get();
  if (!load(event, none, 0) || !interp::instants(d, pairs_)) return false;
  const double reached = event.time + 2 * solver::timeResolution(event.time);
  for (size_t k = 0; k < instants_.size(); ++k)
    instants_[k] = !(pairs_[2 * k] > pairs_[2 * k + 1]) ? Instant::Past
                   : pairs_[2 * k] <= reached           ? Instant::Due
                                                        : Instant::Coming;
  if (event.time == lastTime_ || !event.crossed.empty()) return true;
  for (size_t k = 0; k < instants_.size(); ++k)
    if (instants_[k] == Instant::Due) announcers_.push_back({k, false, 0, 0});
  for (size_t i = 0; i < event.sampleActive.size(); ++i)
    if (event.sampleActive[i] != 0)
      announcers_.push_back(
          {0, true, i, std::round((event.time - d->sampleStart[i]) / d->sampleInterval[i])});
  return true;
}

// The time of the event, moved by h; NaN: it is not known.
double EventJump::announced(const EventRecord& event, const Direction& way, double h,
                            const Announcer& by) {
  FmlData* d = instance_.get();
  if (!load(event, way, h)) return kNone;
  // The number of the tick does not change.
  if (by.sample) return d->sampleStart[by.number] + by.tick * d->sampleInterval[by.number];
  d->time = event.time;
  return interp::instants(d, pairs_) ? pairs_[2 * by.instant] : kNone;
}

bool EventJump::announcedMoves(const EventRecord& event, const Direction& way, const Announcer& by,
                               double& motion) {
  std::array<double, 2> quotient{};
  for (int k = 0; k < 2; ++k) {
    const double h = (k == 0 ? kStep : kStep / 2) * way.size;
    quotient[static_cast<size_t>(k)] =
        (announced(event, way, h, by) - announced(event, way, -h, by)) / (2 * h);
  }
  motion = (4 * quotient[1] - quotient[0]) / 3;
  const double difference = std::abs(quotient[0] - quotient[1]);
  const double larger = std::max(std::abs(quotient[0]), std::abs(quotient[1]));
  return difference <= 1e-3 * larger + 1e-9 * std::abs(event.time);  // not if it is NaN
}

bool EventJump::inputJumps(double time) const {
  return std::any_of(signals_.begin(), signals_.end(), [&](const runtime::DrivenInput& input) {
    return input.signal->at(time, false) != input.signal->at(time, true);
  });
}

// Or its slope does.
bool EventJump::inputBreaks(double time) const {
  const double room = 2 * solver::timeResolution(time);
  return std::any_of(signals_.begin(), signals_.end(), [&](const runtime::DrivenInput& input) {
    return input.signal->nextBreak(time - room) <= time + room;
  });
}

// Whether the instant is of no importance: nothing changes at it but the slopes of slopes, as where
// ramps begin.
bool EventJump::makesNoDifference(const EventRecord& event) const {
  constexpr double kSame = 1e-12;
  if (jumps_) return false;
  for (Eigen::Index i = 0; i < n_; ++i) {
    const double before = event.v[static_cast<size_t>(n_ + i)];
    const double after = event.vAfter[static_cast<size_t>(n_ + i)];
    if (std::abs(after - before) > kSame * (std::abs(after) + std::abs(before))) return false;
  }
  return true;
}

bool EventJump::timeEventMoves(const EventRecord& event, Direction& way) {
  constexpr double kSame = 1e-6;
  std::vector<double> motions;
  if (echoMotion_.size() > 0)
    motions.push_back(way.parameter >= 0 ? echoMotion_[way.parameter] : 0.0);
  for (const Announcer& each : announcers_) {
    motions.emplace_back();
    if (announcedMoves(event, way, each, motions.back())) continue;
    problem_ =
        fmt::format("how the event at time {:.6g} moves with a parameter is not known", event.time);
    return false;
  }
  if (motions.empty() && past_ == nullptr && event.time != lastTime_ && !inputBreaks(event.time)) {
    problem_ = fmt::format("what causes the event at time {:.6g} is not known", event.time);
    return false;
  }
  if (!motions.empty() && inputJumps(event.time)) motions.push_back(0);
  way.time = motions.empty() ? 0 : motions[0];
  const bool together = std::all_of(motions.begin(), motions.end(), [&](double motion) {
    return std::abs(motion - way.time) <=
           kSame * (std::abs(motion) + std::abs(way.time)) + 1e-9 * std::abs(event.time) / way.size;
  });
  if (together || makesNoDifference(event)) return true;
  problem_ = fmt::format(
      "several instants are one at time {:.6g} and would not with other values: derivatives do not "
      "exist there",
      event.time);
  return false;
}

// Whether no other time event has come or gone, at the time to which the event has moved.
bool EventJump::happensAlone() {
  FmlData* d = instance_.get();
  if (instants_.empty()) return true;
  if (!interp::instants(d, pairs_)) return false;
  const double reached = d->time + 2 * solver::timeResolution(d->time);
  for (size_t k = 0; k < instants_.size(); ++k)
    if ((instants_[k] == Instant::Coming) != (pairs_[2 * k] > reached)) return false;
  return true;
}

// What the event makes of states and of what holds its value, moved by h.
bool EventJump::repeat(const EventRecord& event, const Direction& way, double h, Vector& result) {
  FmlData* d = instance_.get();
  const FmlModel& model = *d->model;
  // The announced time itself: `reached` has no room for less.
  double time = kNone;
  for (const Announcer& each : announcers_) time = std::fmax(time, announced(event, way, h, each));
  if (!load(event, way, h)) return false;
  if (!std::isnan(time)) d->time = time;
  if (!evaluate() || !happensAlone()) return false;
  // Where both sides are equal the outcome is that of the event itself, the rest decides as there.
  std::vector<double> z(static_cast<size_t>(model.nStateRelations));
  if (!z.empty() && model.evalZeroCrossings(d, z.data()) != FML_OK) return false;
  std::fill(d->relationBands, d->relationBands + model.nRelations, kNone);
  for (size_t i = 0; i < z.size(); ++i) {
    const bool crossed = std::find(event.crossed.begin(), event.crossed.end(),
                                   static_cast<int32_t>(i)) != event.crossed.end();
    const double scale = runtime::relationScale(*d, static_cast<int32_t>(i));
    const double band = crossed ? std::max(4 * std::abs(z[i]), 1e-6 * scale) : 1e-9 * scale;
    if (!crossed && std::abs(z[i]) > band) continue;
    const bool holds = crossed ? event.relations[i] == 0 : event.relations[i] != 0;
    d->relationBands[i] = holds ? -band : band;
  }
  inputs_.pass(d->time);
  setDelayed(true, way, h);
  solver::EventMemory memory(model);
  bool ok = solver::iterateEvent(d, memory).ok;
  if (ok && event.passes) {
    solver::passInstant(d);
    ok = solver::iterateEvent(d, memory).ok;
  }
  std::fill(d->relationBands, d->relationBands + model.nRelations, kNone);
  if (!ok) return false;
  for (size_t i = 0; i < event.relationsAfter.size(); ++i)
    if (i < z.size() && d->relations[i] != event.relationsAfter[i]) return false;
  const auto held = static_cast<Eigen::Index>(held_.size());
  result.resize(n_ + held);
  for (Eigen::Index i = 0; i < n_; ++i) result[i] = d->v[i];
  for (Eigen::Index i = 0; i < held; ++i) result[n_ + i] = d->v[held_[static_cast<size_t>(i)]];
  return true;
}

// The derivative of what the event makes, along the way.
bool EventJump::outcome(const EventRecord& event, const Direction& way, Vector& slope) {
  if (!jumps_) {
    slope.resize(way.x.size() + way.z.size());
    slope << way.x, way.z;
    return slope.allFinite();
  }
  for (double part = kStep; part > 1e-7; part /= 10) {
    std::array<Vector, 2> quotient;
    bool ok = true;
    for (int k = 0; ok && k < 2; ++k) {
      const double h = (k == 0 ? part : part / 2) * way.size;
      Vector above, below;
      ok = repeat(event, way, h, above) && repeat(event, way, -h, below);
      if (ok) quotient[static_cast<size_t>(k)] = (above - below) / (2 * h);
    }
    if (!ok) continue;  // nearer to the event itself
    slope = (4 * quotient[1] - quotient[0]) / 3;
    // What the event left as it was moves as it did.
    for (Eigen::Index i = 0; i < n_; ++i)
      if (event.vAfter[static_cast<size_t>(i)] == event.v[static_cast<size_t>(i)] &&
          std::abs(slope[i] - way.x[i]) <= 1e-4 * std::abs(way.x[i]))
        slope[i] = way.x[i];
    return slope.allFinite();
  }
  problem_ = fmt::format(
      "the event at time {:.6g} comes out differently for parameters nearby: derivatives do not "
      "exist there",
      event.time);
  return false;
}

bool EventJump::instantMoves(const EventRecord& event, Direction& way, const SensitivityState& now,
                             Eigen::Index k) {
  way.x = now.s.col(k);
  way.z = now.z.col(k);
  measure(event, way);
  if (event.time == lastTime_) {  // one that the event before has caused
    way.time = lastMotion_[k];
    return true;
  }
  return event.crossed.empty() ? timeEventMoves(event, way) : stateEventMoves(event, way);
}

// With several parameters: others may have derivatives where this one has none.
bool EventJump::blame(int32_t parameter) {
  if (parameter >= 0 && names_.size() > 1)
    problem_ += fmt::format(" (by {})", names_[static_cast<size_t>(parameter)]);
  return false;
}

bool EventJump::pass(const EventRecord& event, SensitivityState& now, Eigen::Index firstParameter,
                     const DelayedTangents* past) {
  const Eigen::Map<const Vector> before(event.v.data() + n_, n_),
      after(event.vAfter.data() + n_, n_);
  SensitivityState next = now;
  past_ = past;
  delayed_.clear();
  for (Eigen::Index k = 0; past != nullptr && k < past->count(); ++k)
    delayed_.push_back({past->at(k, event.time, false), past->at(k, event.time, true)});
  if (past != nullptr && !past->motionOfEcho(event.time, echoMotion_)) {
    problem_ = fmt::format(
        "several jumps come out of delays at time {:.6g} and would not with other values: "
        "derivatives do not exist there",
        event.time);
    return false;
  }
  if (!findAnnouncers(event)) {
    problem_ = fmt::format("the event at time {:.6g} cannot be repeated", event.time);
    return false;
  }
  Vector motion(now.s.cols());
  for (Eigen::Index k = 0; k < now.s.cols(); ++k) {
    Direction way;
    way.parameter = k < firstParameter ? -1 : static_cast<int32_t>(k - firstParameter);
    if (!instantMoves(event, way, now, k)) return blame(way.parameter);
    motion[k] = way.time;
    way.x += before * way.time;
    measure(event, way);
    Vector made;
    if (!outcome(event, way, made)) return blame(way.parameter);
    next.s.col(k) = made.head(n_) - after * way.time;
    next.z.col(k) = made.tail(made.size() - n_);
  }
  now = std::move(next);
  lastTime_ = event.time;
  lastMotion_ = std::move(motion);
  return true;
}

}  // namespace formola::analysis
