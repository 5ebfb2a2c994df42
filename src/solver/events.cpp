#include "solver/events.h"

#include <fmt/format.h>

#include <cmath>
#include <cstring>
#include <limits>

#include "runtime/input_signals.h"
#include "runtime/workspace.h"

namespace formola::solver {

namespace {
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kHysteresis = 1e-12;  // of the size of z
constexpr double kMostNoise = 1e-6;    // of the size of z, or 1
constexpr int kEventPasses = 1000;
#include "runtime/kernels/lasting.h"
}  // namespace

// ---- DiscreteState

DiscreteState::DiscreteState(const FmlModel& model)
    : relations_(static_cast<size_t>(model.nRelations)),
      variables_(static_cast<size_t>(model.parameterBegin - model.discreteBegin)) {}

void DiscreteState::read(const FmlData& d) {
  std::copy(d.relations, d.relations + relations_.size(), relations_.begin());
  const double* first = d.v + d.model->discreteBegin;
  std::copy(first, first + variables_.size(), variables_.begin());
}

bool DiscreteState::operator==(const DiscreteState& other) const {
  // Bytes, so that a NaN equals itself and the iteration ends.
  return relations_ == other.relations_ &&
         (variables_.empty() || std::memcmp(variables_.data(), other.variables_.data(),
                                            variables_.size() * sizeof(double)) == 0);
}

// ---- TimeSchedule

// Neither falls: two events may be of one instant up to rounding.
void reachInstant(FmlData* d) {
  const double room = timeResolution(d->time);
  d->reached = std::max(d->reached, d->time + room);
  d->passed = std::max(d->passed, d->time - room);
}

double TimeSchedule::tick(const FmlData* d, size_t sample) const {
  return d->sampleStart[sample] + static_cast<double>(count_[sample]) * d->sampleInterval[sample];
}

void TimeSchedule::begin(FmlData* d, double start) {
  count_.assign(static_cast<size_t>(d->model->nSamples), 0);
  echoes_.clear();
  for (size_t i = 0; i < count_.size(); ++i)
    while (tick(d, i) < start - timeResolution(start)) {
      const double behind = (start - d->sampleStart[i]) / d->sampleInterval[i];
      count_[i] = std::max(count_[i] + 1, static_cast<uint64_t>(std::max(0.0, behind - 1)));
    }
}

void TimeSchedule::ask(FmlData* d) {
  instant_ = d->model->nextTimeEvent != nullptr ? d->model->nextTimeEvent(d) : kInfinity;
}

double TimeSchedule::next(const FmlData* d) const {
  double result = instant_;
  for (size_t i = 0; i < count_.size(); ++i) result = std::min(result, tick(d, i));
  if (echoes_.empty()) return result;
  // What differs from an echo by rounding only is one event with it, which activate() forgets.
  const double echo = echoes_.front();
  return result <= echo + timeResolution(echo) ? result : echo;
}

bool TimeSchedule::activate(FmlData* d) {
  bool any = false;
  for (size_t i = 0; i < count_.size(); ++i) {
    // Two samples whose ticks differ only by rounding tick together. An interval may be as good as
    // infinite: only what has been added up so far is rounded.
    const double sum = tick(d, i) - d->sampleStart[i];
    const double size = std::max({std::abs(d->time), std::abs(d->sampleStart[i]), sum});
    if (tick(d, i) > d->time + timeResolution(size)) continue;
    d->sampleActive[i] = 1;
    ++count_[i];
    any = true;
  }
  // The jump has come out: DelayBuffer allows as much for rounding.
  while (!echoes_.empty() && echoes_.front() <= d->time + timeResolution(d->time)) {
    std::pop_heap(echoes_.begin(), echoes_.end(), std::greater<>());
    echoes_.pop_back();
  }
  return any;
}

void TimeSchedule::addEcho(double time) {
  echoes_.push_back(time);
  std::push_heap(echoes_.begin(), echoes_.end(), std::greater<>());
}

// ---- event iteration

namespace {

void nameDifferences(const FmlModel& model, const DiscreteState& a, const DiscreteState& b,
                     EventIteration& result) {
  for (size_t i = 0; i < a.relations().size(); ++i)
    if (a.relations()[i] != b.relations()[i]) result.relations.push_back(static_cast<int32_t>(i));
  for (size_t i = 0; i < a.variables().size(); ++i)
    if (a.variables()[i] != b.variables()[i])
      result.variables.push_back(model.discreteBegin + static_cast<int32_t>(i));
  std::string names;
  for (int32_t i : result.relations)
    names += (names.empty() ? "" : ", ") + runtime::describeEntity(model, FML_RELATION, i);
  for (int32_t i : result.variables)
    names += (names.empty() ? "" : ", ") + runtime::describeEntity(model, FML_VARIABLE, i);
  if (!names.empty()) result.message += "; these keep changing: " + names;
}

// Are both sides of all relations that keep changing as good as equal? Then either value is right:
// a diode at the instant at which its current and voltage vanish.
bool undecided(FmlData* d, const DiscreteState& a, const DiscreteState& b) {
  const FmlModel& model = *d->model;
  std::vector<double> z(static_cast<size_t>(model.nStateRelations));
  if (z.empty() || model.evalZeroCrossings(d, z.data()) != FML_OK) return false;
  bool any = false;
  for (size_t i = 0; i < a.relations().size(); ++i) {
    if (a.relations()[i] == b.relations()[i]) continue;
    any = true;
    if (i >= z.size()) return false;
    const double scale = runtime::relationScale(*d, static_cast<int32_t>(i));
    if (!(std::abs(z[i]) <= runtime::kUndecided * scale)) return false;
  }
  return any;
}

FmlStatus onePass(FmlData* d) {
  const FmlModel& model = *d->model;
  ++d->statistics.functionEvaluations;
  runtime::writeInputs(d);
  if (model.evalEvent != nullptr) return model.evalEvent(d);
  if (const FmlStatus status = model.evalDerivatives(d)) return status;
  return model.evalOutputs != nullptr ? model.evalOutputs(d) : FML_OK;
}

}  // namespace

EventIteration iterateEvent(FmlData* d, EventMemory& memory) {
  const FmlModel& model = *d->model;
  EventIteration result;
  auto& [before, after, mark] = memory;
  reachInstant(d);
  runtime::beginEvent(d);
  d->live = 1;
  d->workspace->reinits.clear();
  d->workspace->modeMoves = 0;
  runtime::clearFailure(d);
  int untilMark = 8;
  for (int pass = 0;; ++pass) {
    if (pass == kEventPasses) {
      result.message = fmt::format("the event iteration at time {} does not end", d->time);
      nameDifferences(model, before, after, result);
      break;
    }
    std::copy(d->v, d->v + model.parameterBegin, d->pre);
    if (d->workspace->inputs != nullptr) d->workspace->inputs->keepPre(d);
    before.read(*d);
    if (onePass(d) != FML_OK) {
      result.message = fmt::format("the equations could not be solved at the event at time {}: {}",
                                   d->time, runtime::describeFailure(model, d->workspace->failure));
      break;
    }
    bool reinitialised = false, sampling = false;
    // sample() is true in the first pass only: in the next one its conditions fall back.
    for (int32_t i = 0; i < model.nSamples; ++i) {
      sampling = sampling || d->sampleActive[i] != 0;
      d->sampleActive[i] = 0;
    }
    for (const runtime::Reinit& reinit : d->workspace->reinits) {
      reinitialised = true;
      d->v[reinit.state] = reinit.value;
    }
    d->workspace->reinits.clear();
    after.read(*d);
    if (reinitialised || !(before == after)) {
      result.changed = true;
      // Brent's cycle detection: compare with a mark that is set anew after 8, 16, 32, ... passes.
      // States that are reinitialised each time may still lead somewhere.
      if (!reinitialised && pass > 8 && after == mark) {
        if (undecided(d, before, after)) {
          result.ok = true;
          break;
        }
        result.message = fmt::format("the event iteration at time {} runs in a cycle", d->time);
        nameDifferences(model, before, after, result);
        break;
      }
      if (--untilMark == 0) {
        mark = after;
        untilMark = pass + 1;
      }
      continue;
    }
    if (sampling) continue;
    result.ok = true;
    break;
  }
  d->live = 0;
  if (result.ok) runtime::endEvent(d);
  if (result.changed) runtime::modesChanged(d);
  runtime::discretesChanged(d);
  return result;
}

// ---- CrossingMonitor

CrossingMonitor::CrossingMonitor(Evaluator& evaluator, double simulatedTime)
    : evaluator_(evaluator),
      n_(evaluator.data()->model->nStateRelations),
      noTime_(1e-11 * simulatedTime),
      lastingUnit_(lastingOfSpan * simulatedTime) {
  for (auto* v : {&z_, &g_, &left_, &right_, &slack_, &noise_})
    v->assign(static_cast<size_t>(n_), 0.0);
  lastFired_.assign(static_cast<size_t>(n_), -kInfinity);
  restsSince_.assign(static_cast<size_t>(n_), kInfinity);
  away_.assign(static_cast<size_t>(n_), kInfinity);
  idle_.assign(static_cast<size_t>(n_), 0);
}

double CrossingMonitor::hysteresis(int32_t i) const {
  return kHysteresis * runtime::relationScale(*evaluator_.data(), i);
}

// Half of the hysteresis, so that a relation that was found crossed is never held.
void CrossingMonitor::hold() {
  FmlData* d = evaluator_.data();
  if (n_ == 0 || d->model->evalZeroCrossings(d, z_.data()) != FML_OK) return;
  for (int32_t i = 0; i < n_; ++i) {
    const double band = hysteresis(i) / 2;
    if (std::abs(z_[i]) <= band && d->time - restsSince_[i] > noTime_)
      d->relationBands[i] = d->relations[i] != 0 ? -band : band;
  }
}

void CrossingMonitor::release() {
  FmlData* d = evaluator_.data();
  std::fill(d->relationBands, d->relationBands + n_, std::numeric_limits<double>::quiet_NaN());
}

FmlStatus CrossingMonitor::evaluate() {
  if (n_ == 0) return FML_OK;
  FmlData* d = evaluator_.data();
  if (const FmlStatus status = d->model->evalZeroCrossings(d, z_.data())) return status;
  crossed_ = false;
  for (int32_t i = 0; i < n_; ++i) {
    g_[i] = (d->relations[i] != 0 ? z_[i] : -z_[i]) + hysteresis(i) + slack_[i] + noise_[i];
    crossed_ = crossed_ || g_[i] < 0;
  }
  return FML_OK;
}

void CrossingMonitor::accept() {
  FmlData* d = evaluator_.data();
  const double passed = d->time - leftTime_;
  leftTime_ = d->time;
  for (int32_t i = 0; i < n_; ++i) {
    double& scale = d->workspace->crossingScale[i];
    scale = lastingSize(scale, z_[i], left_[i], passed, lastingUnit_);
    left_[i] = g_[i];
    away_[i] = std::max(away_[i], std::abs(z_[i]));
    if ((d->relations[i] != 0) == (z_[i] > 0)) slack_[i] = 0;
    if (!(std::abs(z_[i]) <= hysteresis(i)))
      restsSince_[i] = kInfinity;
    else if (restsSince_[i] == kInfinity)
      restsSince_[i] = begun_ ? leftTime_ : -kInfinity;  // from the start on
  }
}

FmlStatus CrossingMonitor::begin() {
  if (n_ == 0) return FML_OK;
  std::fill(slack_.begin(), slack_.end(), 0.0);
  if (const FmlStatus status = evaluate()) return status;
  // A relation that a mixed block had to leave on the wrong side of its noise fires again only when
  // it gets twice as far.
  if (crossed_) {
    for (int32_t i = 0; i < n_; ++i)
      if (g_[i] < 0) slack_[i] = 2 * std::abs(z_[i]);
    if (const FmlStatus status = evaluate()) return status;
  }
  leftTime_ = evaluator_.data()->time;
  left_ = g_;
  accept();
  begun_ = true;
  return FML_OK;
}

double CrossingMonitor::mostNoise(int32_t i) const {
  return kMostNoise * std::max(evaluator_.data()->workspace->crossingScale[i], 1.0);
}

// At a pole the sign is that of a rounding error.
bool CrossingMonitor::isWrong(int32_t i) const {
  constexpr double kPole = 1e8;  // of the size of z
  return slack_[i] > 2 * mostNoise(i) &&
         slack_[i] < kPole * runtime::relationScale(*evaluator_.data(), i);
}

bool CrossingMonitor::disagrees() {
  bool any = false;
  for (int32_t i = 0; i < n_; ++i) {
    const bool wrong = isWrong(i);
    any = any || (wrong && idle_[i] == 0);
    if (!wrong) idle_[i] = 0;
  }
  return any;
}

void CrossingMonitor::agree() {
  for (int32_t i = 0; i < n_; ++i) idle_[i] = isWrong(i) ? 1 : 0;
}

std::vector<int32_t> CrossingMonitor::crossedRelations() const {
  std::vector<int32_t> result;
  for (int32_t i = 0; i < n_; ++i)
    if (g_[i] < 0) result.push_back(i);
  return result;
}

void CrossingMonitor::fired(double time, const std::vector<int32_t>& crossed) {
  for (int32_t i : crossed) {
    const double pause = time - lastFired_[i];
    lastFired_[i] = time;
    away_[i] = 0;
    if (pause > noTime_) {
      noise_[i] = 0;
    } else {
      distrust(i, std::abs(z_[i]));
    }
  }
}

bool CrossingMonitor::distrust(int32_t relation, double z) {
  const double noise = 2 * std::max(noise_[relation], z);
  if (noise > mostNoise(relation)) return false;
  noise_[relation] = noise;
  return true;
}

FmlStatus CrossingMonitor::locate(Integrator& integrator, double right, double& found) {
  FmlData* d = evaluator_.data();
  double tl = leftTime_, tr = right;
  right_ = g_;
  seen_.assign(static_cast<size_t>(n_), 0.0);
  for (int32_t i = 0; i < n_; ++i)
    if (g_[i] < 0) seen_[i] = std::abs(z_[i]);
  const double resolution = timeResolution(std::max(std::abs(tl), std::abs(tr))) / 2;
  const double width = tr - tl;
  int side = 0;  // which end moved last: -1 left, +1 right
  double widthBefore = width;
  for (int k = 0; k < 200 && tr - tl > resolution; ++k) {
    // The earliest estimate over all relations crossed at the right end.
    double t = tr;
    for (int32_t i = 0; i < n_; ++i)
      if (right_[i] < 0 && left_[i] >= 0)
        t = std::min(t, tl + (tr - tl) * (left_[i] / (left_[i] - right_[i])));
    if (k % 3 == 2) {
      if (tr - tl > 0.25 * widthBefore) t = tl + (tr - tl) / 2;
      widthBefore = tr - tl;
    }
    // Aim a little beyond the estimate: once it is good, both ends close in.
    t = std::clamp(t, tl + resolution / 2, tr - resolution / 2);
    if (t <= tl || t >= tr) break;
    integrator.interpolate(t);
    if (const FmlStatus status = evaluator_.derivatives(d->time, d->v)) return status;
    if (const FmlStatus status = evaluate()) return status;
    if (crossed_) {
      tr = t;
      right_ = g_;
      if (side == 1)
        for (double& g : left_) g /= 2;
      side = 1;
    } else {
      tl = t;
      left_ = g_;
      if (side == -1)
        for (double& g : right_) g /= 2;
      side = -1;
    }
  }
  found = tr;
  integrator.interpolate(tr);
  if (const FmlStatus status = evaluator_.derivatives(d->time, d->v)) return status;
  if (const FmlStatus status = evaluate()) return status;
  if (!crossed_) {
    if (const FmlStatus status = lookFurther(integrator, right, resolution, found)) return status;
  }
  if (crossed_) return weighReturns(integrator, found);
  for (int32_t i = 0; i < n_; ++i)
    if (seen_[i] > 0 && !distrust(i, seen_[i])) crossed_ = true;
  return FML_OK;
}

FmlStatus CrossingMonitor::lookFurther(Integrator& integrator, double right, double resolution,
                                       double& found) {
  const double bracket = found;
  FmlData* d = evaluator_.data();
  // The end of the step is far away, and whoever solves from there may be led to another solution
  // or to none: the one that is known here is taken again.
  const std::vector<double> here(d->v, d->v + d->model->nVariables);
  const auto look = [&](double t) {
    std::copy(here.begin(), here.end(), d->v);
    found = t;
    integrator.interpolate(t);
    const FmlStatus status = evaluator_.derivatives(t, d->v);
    return status ? status : evaluate();
  };
  const auto goBack = [&] {
    runtime::clearFailure(d);
    found = d->time = bracket;
    std::copy(here.begin(), here.end(), d->v);
    return evaluate();
  };
  if (look(right) != FML_OK) return goBack();
  bool again = false;
  for (int32_t i = 0; i < n_; ++i)
    again = again || (g_[i] < 0 && seen_[i] > 0 && std::abs(z_[i]) > seen_[i] / 2);
  if (!again) return goBack();
  for (double ahead = 4 * resolution; bracket + ahead < right; ahead *= 4) {
    if (look(bracket + ahead) != FML_OK) return goBack();
    if (crossed_) return FML_OK;
  }
  return look(right);
}

FmlStatus CrossingMonitor::weighReturns(Integrator& integrator, double found) {
  constexpr double kNear = 1e-9;   // of the size of z, or 1
  constexpr double kClearly = 16;  // times as far as where it is now, or as systems are solved
  constexpr double kGrows = 4;     // times as far at the end of a short step
  FmlData* d = evaluator_.data();
  struct Return {
    int32_t relation;
    double z, clear;
  };
  std::vector<Return> open;
  for (int32_t i = 0; i < n_; ++i) {
    const double z = std::abs(z_[i]), scale = std::max(d->workspace->crossingScale[i], 1.0);
    if (!(g_[i] < 0) || std::max(away_[i], z) > kNear * scale) continue;
    open.push_back({i, z, kClearly * std::max(z, d->workspace->options.newtonTolerance * scale)});
  }
  if (open.empty()) return FML_OK;
  // Further and further on in the step, until what the solution does there is clear.
  bool noise = false;
  for (double ahead = noTime_; !open.empty(); ahead *= 16) {
    const double t = std::min(found + ahead, integrator.stepEnd());
    integrator.interpolate(t);
    if (evaluator_.derivatives(d->time, d->v) != FML_OK ||
        d->model->evalZeroCrossings(d, z_.data()) != FML_OK)
      break;
    const bool last = t == integrator.stepEnd();
    std::erase_if(open, [&](const Return& one) {
      const double z = z_[one.relation];
      if (std::abs(z) <= one.clear && !last) return false;
      const bool holds = (z > 0) == (d->relations[one.relation] != 0);
      const bool grows = std::abs(z) > kGrows * one.z;
      noise = ((holds || !grows) && distrust(one.relation, one.z)) || noise;
      return true;
    });
  }
  integrator.interpolate(found);
  if (const FmlStatus status = evaluator_.derivatives(d->time, d->v)) return status;
  return noise ? evaluate() : d->model->evalZeroCrossings(d, z_.data());
}

bool CrossingMonitor::approach(Integrator& integrator, double right, double& found) {
  constexpr int kHalvings = 60;
  FmlData* d = evaluator_.data();
  double bad = right;
  for (int k = 0; k < kHalvings; ++k) {
    const double t = leftTime_ + (bad - leftTime_) / 2;
    if (t <= leftTime_ || t >= bad) return false;
    integrator.interpolate(t);
    if (evaluator_.derivatives(d->time, d->v) != FML_OK || evaluate() != FML_OK) {
      bad = t;
    } else if (crossed_) {
      found = t;
      return true;
    } else {
      accept();
    }
  }
  return false;
}

// ---- TimeEventGuard

bool TimeEventGuard::add(double time) {
  if (times_.empty()) times_.assign(kEvents, -kInfinity);
  double& place = times_[count_++ % kEvents];
  const bool slow = time - place > window_;
  place = time;
  return slow;
}

// ---- ChatterGuard

ChatterGuard::Verdict ChatterGuard::add(double time, const std::vector<int32_t>& relations) {
  if (times_.empty()) {
    times_.assign(kHopeless, -kInfinity);
    first_.assign(kHopeless, -1);
  }
  // The entry about to be overwritten is the event kHopeless events ago.
  const size_t place = count_ % kHopeless;
  const bool hopeless = count_ >= kHopeless && time - times_[place] < window_;
  const bool suspicious =
      count_ >= kSuspicious && time - times_[(count_ - kSuspicious) % kHopeless] < window_;
  times_[place] = time;
  first_[place] = relations.empty() ? -1 : relations.front();
  ++count_;
  if (hopeless) return Verdict::Hopeless;
  if (!suspicious || reported_) return Verdict::Fine;
  reported_ = true;
  return Verdict::Suspicious;
}

std::vector<int32_t> ChatterGuard::relations() const {
  std::vector<int32_t> result;
  const size_t look = std::min(count_, kSuspicious);
  for (size_t k = 1; k <= look; ++k)
    if (const int32_t relation = first_[(count_ - k) % kHopeless]; relation >= 0)
      result.push_back(relation);
  std::sort(result.begin(), result.end());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

}  // namespace formola::solver
