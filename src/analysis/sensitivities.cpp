#include "analysis/sensitivities.h"

#include <fmt/format.h>

#include <Eigen/Dense>
#include <algorithm>
#include <array>
#include <cmath>

#include "analysis/event_jump.h"
#include "analysis/tangent_point.h"
#include "diag/diag.h"
#include "results/memory_sink.h"

namespace formola::analysis {

namespace {

using Matrix = Eigen::MatrixXd;

constexpr double kLeastTolerance = 1e-11;  // rounding does not allow more

// Radau IIA, three stages (Hairer, Wanner: Solving Ordinary Differential Equations II, IV.5).
struct Radau {
  std::array<double, 3> c;
  Eigen::Matrix3d a;
  Radau() {
    const double r = std::sqrt(6.0);
    c = {(4 - r) / 10, (4 + r) / 10, 1};
    a << (88 - 7 * r) / 360, (296 - 169 * r) / 1800, (-2 + 3 * r) / 225,  //
        (296 + 169 * r) / 1800, (88 + 7 * r) / 360, (-2 - 3 * r) / 225,   //
        (16 - r) / 36, (16 + r) / 36, 1.0 / 9;
  }
};

// Passes on the last row it has got when it is told to: trial steps are not shown.
class LastRow : public results::ResultSink {
 public:
  explicit LastRow(results::ResultSink& to) : to_(to) {}
  bool begin(const results::ResultLayout& layout) override { return begun_ || to_.begin(layout); }
  bool row(double time, std::span<const double> values) override {
    begun_ = true;
    time_ = time;
    values_.assign(values.begin(), values.end());
    return true;
  }
  bool finish() override { return to_.finish(); }
  bool pass() { return to_.row(time_, values_); }

 private:
  results::ResultSink& to_;
  bool begun_ = false;
  double time_ = 0;
  std::vector<double> values_;
};

// The variables of which derivatives are kept, under the names that people know.
struct Kept {
  std::vector<std::string> names;
  std::vector<VariableId> owners;
  std::vector<int32_t> places;  // in v
  std::vector<char> negated;
};

Kept keptVariables(const Schedule& schedule, bool statesOnly) {
  Kept kept;
  const StructuredDae& model = schedule.model;
  const int32_t end = statesOnly ? 2 * schedule.nStates : schedule.parameterBegin;
  for (uint32_t i = 0; i < model.dae.variables.size(); ++i) {
    const VariableId id(i);
    const std::string_view name = model.name(id);
    const Slot slot = schedule.slots[id];
    if (name.empty() || name[0] == '$' || !model.isReal(id)) continue;
    if (slot.index < 0 || slot.index >= end) continue;
    kept.names.emplace_back(name);
    kept.owners.push_back(schedule.owner[static_cast<size_t>(slot.index)]);
    kept.places.push_back(slot.index);
    kept.negated.push_back(slot.negated ? 1 : 0);
  }
  return kept;
}

VariableId named(const Schedule& schedule, const std::string& name) {
  for (uint32_t i = 0; i < schedule.model.dae.variables.size(); ++i)
    if (schedule.model.name(VariableId(i)) == name) return VariableId(i);
  return {};
}

// What of the model the sensitivities do not cover; "": nothing.
std::string notCovered(const Schedule& schedule) {
  if (!schedule.delays.empty() || !schedule.transports.empty())
    return "sensitivities of a model with delay() or spatialDistribution() are not there yet";
  return {};
}

// Places in v of what keeps its value between events and may depend on the seeds all the same:
// discrete Reals, and Real parameters that no equation of parameters gives, which the
// initialisation may determine.
std::vector<int32_t> heldPlaces(const Schedule& schedule, const std::vector<VariableId>& seeds) {
  std::vector<char> given(schedule.owner.size(), 0);
  for (VariableId id : seeds) given[static_cast<size_t>(schedule.slots[id].index)] = 1;
  for (const Step& step : schedule.parameters)
    if (step.variable.valid() && schedule.slots[step.variable].index >= 0)
      given[static_cast<size_t>(schedule.slots[step.variable].index)] = 1;
  std::vector<int32_t> places;
  for (int32_t i = schedule.discreteBegin; i < schedule.nVariables; ++i) {
    const VariableId owner = schedule.owner[static_cast<size_t>(i)];
    if (owner.valid() && given[static_cast<size_t>(i)] == 0 && schedule.model.isReal(owner))
      places.push_back(i);
  }
  return places;
}

// One run with its sensitivities.
class Follower {
 public:
  Follower(SteppedRun& run, LastRow& rows, EventRecorder& events, std::vector<VariableId> seeds,
           std::vector<int32_t> held, SensitivityState start);

  // From the start to the last of the times. False: problem() or the report of the run say why.
  bool follow(const std::vector<double>& times);
  const std::string& problem() const { return problem_; }
  Sensitivities take(const std::vector<std::string>& parameters);

 private:
  struct Node {
    Matrix a, b;  // df/dx, df/dp
  };
  // What a trial step came to.
  enum class Trial : uint8_t { Failed, Good, TooLong, Event };
  bool advanceTo(double time);
  bool nodeAt(double time, const double* x, Node& node);
  Matrix combine(const Node* nodes, double h, const Matrix& s) const;
  bool advance(double to);
  Trial tryStep(double to, bool toEvent, double& event);
  bool passEvents();
  double naturalSize(Eigen::Index p) const;
  bool record();

  SteppedRun& run_;
  LastRow& rows_;
  EventRecorder& events_;
  double tolerance_;
  Kept kept_;
  std::vector<int32_t> places_, held_;  // of the parameters and of what keeps its value, in v
  std::unique_ptr<TangentPoint> point_;
  std::unique_ptr<EventJump> jump_;
  Eigen::Index n_, m_, q_;
  SensitivityState now_;
  runtime::InputWriter inputs_;
  std::vector<std::vector<double>> columns_;  // by kept variable and parameter
  std::string problem_;
  double tried_ = 0;  // the last step size that was good
  Radau radau_;
};

Follower::Follower(SteppedRun& run, LastRow& rows, EventRecorder& events,
                   std::vector<VariableId> seeds, std::vector<int32_t> held, SensitivityState start)
    : run_(run),
      rows_(rows),
      events_(events),
      tolerance_(std::max(run.settings().problem.tolerance, kLeastTolerance)),
      held_(std::move(held)),
      n_(run.code()->schedule().nStates),
      m_(static_cast<Eigen::Index>(seeds.size())),
      q_(static_cast<Eigen::Index>(held_.size())),
      now_(std::move(start)),
      inputs_(run.settings().problem.inputs) {
  const Schedule& schedule = run.code()->schedule();
  for (VariableId id : seeds) places_.push_back(schedule.slots[id].index);
  TangentRequest request;
  request.seeds = std::move(seeds);
  for (int32_t place : held_) request.seeds.push_back(schedule.owner[static_cast<size_t>(place)]);
  // Where some variable cannot be differentiated the states still can.
  for (const bool statesOnly : {false, true}) {
    kept_ = keptVariables(schedule, statesOnly);
    request.outputs = kept_.owners;
    point_ = std::make_unique<TangentPoint>(*run.code(), request);
    problem_ = point_->problem();
    if (problem_.empty()) break;
  }
  jump_ = std::make_unique<EventJump>(*run.code(), places_, held_, run.settings().problem.inputs);
  columns_.resize(kept_.names.size() * static_cast<size_t>(m_));
}

bool Follower::advanceTo(double time) {
  const solver::SimulationReport& report = run_.stepper().report();
  const uint64_t exchanged = report.stateChanges, events = report.stateEvents;
  const size_t known = events_.events().size();
  if (!run_.stepper().advanceTo(time)) return false;
  if (report.stateChanges != exchanged)
    problem_ = fmt::format(
        "the states are exchanged for others before time {:.6g}: sensitivities through that are "
        "not there yet",
        time);
  if (report.stateEvents - events > events_.events().size() - known)
    problem_ =
        fmt::format("a branch of solutions ends before time {:.6g}: no derivative exists", time);
  return problem_.empty();
}

// Requires: the modes of the piece were adopted at its beginning.
bool Follower::nodeAt(double time, const double* x, Node& node) {
  point_->setTime(time);
  point_->setInputs(inputs_);
  point_->setStates(x);
  if (!point_->evaluate()) {
    problem_ = point_->problem();
    return false;
  }
  using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const Eigen::Map<const Rows> rows(point_->derivatives().data(), n_, n_ + m_ + q_);
  node.a = rows.leftCols(n_);
  node.b = rows.middleCols(n_, m_) + rows.rightCols(q_) * now_.z;
  return true;
}

// K_i = A_i (s + h sum_j a_ij K_j) + B_i; s + h sum_j a_3j K_j.
Matrix Follower::combine(const Node* nodes, double h, const Matrix& s) const {
  Matrix system = Matrix::Identity(3 * n_, 3 * n_), right(3 * n_, m_);
  for (Eigen::Index i = 0; i < 3; ++i) {
    for (Eigen::Index j = 0; j < 3; ++j)
      system.block(i * n_, j * n_, n_, n_) -= h * radau_.a(i, j) * nodes[i].a;
    right.middleRows(i * n_, n_) = nodes[i].a * s + nodes[i].b;
  }
  const Matrix k = system.partialPivLu().solve(right);
  Matrix result = s;
  for (Eigen::Index j = 0; j < 3; ++j) result += h * radau_.a(2, j) * k.middleRows(j * n_, n_);
  return result;
}

// What counts as large for the derivatives by a parameter: the states change as much as they are
// when it changes as much as it is.
double Follower::naturalSize(Eigen::Index p) const {
  const FmlData& data = run_.stepper().data();
  double state = 0;
  for (Eigen::Index i = 0; i < n_; ++i) state = std::max(state, std::abs(data.v[i]));
  const double parameter = std::abs(data.v[places_[static_cast<size_t>(p)]]);
  return std::max(state, 1e-300) / (parameter > 0 ? parameter : 1);
}

// The run and s go on to `to`. Not good: nothing has changed but the run. `event`: the time of one
// before `to`; with toEvent the step is to end at the one that is expected there.
Follower::Trial Follower::tryStep(double to, bool toEvent, double& event) {
  const FmlData& data = run_.stepper().data();
  const double from = data.time, middle = from + (to - from) / 2;
  inputs_.pass(from);
  if (!point_->adopt(data)) {
    problem_ = point_->problem();
    return Trial::Failed;
  }
  events_.events().clear();
  // Nodes of the whole step (0 to 2), of its first half (3 to 5) and of the second (6 to 8).
  std::array<std::pair<double, int>, 9> order;
  std::array<Node, 9> nodes;
  for (int i = 0; i < 3; ++i) {
    const auto k = static_cast<size_t>(i);
    order[k] = {i == 2 ? to : from + radau_.c[k] * (to - from), i};
    order[k + 3] = {i == 2 ? middle : from + radau_.c[k] * (middle - from), i + 3};
    order[k + 6] = {i == 2 ? to : middle + radau_.c[k] * (to - middle), i + 6};
  }
  std::sort(order.begin(), order.end());
  double end = to;
  for (const auto& [time, node] : order) {
    if (time > data.time && !advanceTo(time)) return Trial::Failed;
    const double* x = data.v;
    if (!events_.events().empty()) {
      const EventRecord& first = events_.events().front();
      event = first.time;
      if (!toEvent || time < to) return Trial::Event;
      x = first.v.data();
      end = std::max(first.time, middle);
    }
    if (!nodeAt(std::min(time, end), x, nodes[static_cast<size_t>(node)])) return Trial::Failed;
  }
  const Matrix whole = combine(nodes.data(), end - from, now_.s);
  const Matrix both =
      combine(nodes.data() + 6, end - middle, combine(nodes.data() + 3, middle - from, now_.s));
  if (!both.allFinite()) {
    problem_ = fmt::format("the sensitivities are not finite at time {:g}", to);
    return Trial::Failed;
  }
  for (Eigen::Index p = 0; p < m_ && n_ > 0; ++p) {
    const double size = std::max(both.col(p).cwiseAbs().maxCoeff(), naturalSize(p));
    const double error = (whole.col(p) - both.col(p)).cwiseAbs().maxCoeff();
    if (!(error <= 0.1 * tolerance_ * size)) return Trial::TooLong;
  }
  now_.s = both;
  return events_.events().empty() || passEvents() ? Trial::Good : Trial::Failed;
}

// The jumps at the events that the last step has ended with. Located again, an event is a little
// earlier: the rest of the way is short.
bool Follower::passEvents() {
  double last = 0;
  for (const EventRecord& event : events_.events()) {
    last = event.time;
    if (event.vAfter.empty()) continue;  // it has ended the run
    if (jump_->pass(event, now_)) continue;
    problem_ = jump_->problem();
    return false;
  }
  const FmlData& data = run_.stepper().data();
  if (!(data.time > last)) return true;
  Node node;
  inputs_.pass(data.time);
  if (!point_->adopt(data) || !nodeAt(data.time, data.v, node)) {
    if (problem_.empty()) problem_ = point_->problem();
    return false;
  }
  now_.s += (data.time - last) * (node.a * now_.s + node.b);
  return true;
}

bool Follower::advance(double to) {
  constexpr double kSmallest = 1e-9;  // of the way to go: the error is of rounding
  constexpr int kMostTrials = 200, kMostSteps = 20000;
  const double length = to - run_.stepper().data().time;
  for (int steps = 0; run_.stepper().data().time < to; ++steps) {
    if (steps == kMostSteps) {
      problem_ = fmt::format(
          "the sensitivities cannot be followed at time {:.6g}: it seems that derivatives do not "
          "exist there, as where a relation is touched and not crossed",
          run_.stepper().data().time);
      return false;
    }
    const solver::SimulationState start = run_.stepper().save();
    const double from = start.time;
    double h = tried_ > 0 ? std::min(to - from, 2 * tried_) : to - from;
    double end = from + h >= to - 1e-12 * length ? to : from + h;
    bool toEvent = false;
    for (int trials = 0;; ++trials) {
      double event = end;
      const Trial trial = tryStep(end, toEvent, event);
      if (trial == Trial::Failed) return false;
      if (trial == Trial::Good) {
        if (!toEvent) tried_ = h;
        break;
      }
      if (trials == kMostTrials) {
        problem_ = fmt::format("no step of the sensitivities succeeds at time {:.6g}", from);
        return false;
      }
      if (trial == Trial::Event) {
        toEvent = true;
        end = event > from ? std::min(event, to) : std::nextafter(from, to);
      } else {
        if (end - from < kSmallest * length) break;
        h = (end - from) / 2;
        end = from + h;
        toEvent = false;
      }
      if (!run_.stepper().restore(start)) return false;
    }
  }
  return true;
}

bool Follower::record() {
  const FmlData& data = run_.stepper().data();
  inputs_.pass(data.time);
  if (!point_->adopt(data) || !point_->evaluate()) {
    problem_ = point_->problem();
    return false;
  }
  for (size_t k = 0; k < kept_.names.size(); ++k) {
    const double* row =
        point_->derivatives().data() + (static_cast<size_t>(n_) + k) * point_->columns();
    const auto at = std::find(held_.begin(), held_.end(), kept_.places[k]);
    for (Eigen::Index p = 0; p < m_; ++p) {
      double sum = at != held_.end() ? now_.z(at - held_.begin(), p) : row[n_ + p];
      if (at == held_.end()) {
        for (Eigen::Index j = 0; j < n_; ++j) sum += row[j] * now_.s(j, p);
        for (Eigen::Index j = 0; j < q_; ++j) sum += row[n_ + m_ + j] * now_.z(j, p);
      }
      columns_[k * static_cast<size_t>(m_) + static_cast<size_t>(p)].push_back(
          kept_.negated[k] != 0 ? 0.0 - sum : sum);
    }
  }
  if (rows_.pass()) return true;
  problem_ = "the results could not be stored";
  return false;
}

bool Follower::follow(const std::vector<double>& times) {
  if (!problem_.empty()) return false;
  for (const double time : times)
    if ((time > run_.stepper().data().time && !advance(time)) || !record()) return false;
  return true;
}

Sensitivities Follower::take(const std::vector<std::string>& parameters) {
  Sensitivities result;
  result.parameters = parameters;
  result.variables = kept_.names;
  result.rows = columns_.empty() ? 0 : columns_[0].size();
  for (const std::vector<double>& column : columns_)
    result.values.insert(result.values.end(), column.begin(), column.end());
  return result;
}

// The instants of the output grid.
std::vector<double> gridOf(const solver::SimulationProblem& plan) {
  const int32_t count = std::max(plan.intervals, 1);
  std::vector<double> times{plan.startTime};
  for (int32_t i = 1; i <= count; ++i) {
    const double part = static_cast<double>(i) / count;
    const double time =
        i == count ? plan.stopTime : plan.startTime + part * (plan.stopTime - plan.startTime);
    if (time > times.back()) times.push_back(time);
  }
  return times;
}

// All variables of the initialised model; empty: it failed.
std::vector<double> initialValues(TranslatedModel& model, const RunValues& values,
                                  const RunSettings& settings, const CompiledModel* same) {
  results::MemorySink ignored(2);
  const TranslatedModel::Started started = model.start(values, settings, ignored);
  if (!started.run || !started.ok || (same != nullptr && started.run->code().get() != same))
    return {};
  const FmlData& data = started.run->stepper().data();
  return {data.v, data.v + data.model->nVariables};
}

// d x(start) / d p and those of what keeps its value, by central differences with two steps,
// extrapolated. What the initialisation does not change is taken from `held`. False: some run
// failed.
bool initialSensitivities(TranslatedModel& model, const RunValues& values,
                          const RunSettings& settings, const CompiledModel& code,
                          const std::vector<VariableId>& ids, std::vector<int32_t>& held,
                          SensitivityState& start) {
  const Eigen::Index n = code.schedule().nStates;
  Matrix all(code.schedule().nVariables, static_cast<Eigen::Index>(ids.size()));
  for (size_t p = 0; p < ids.size(); ++p) {
    double value = model.value(ids[p]).value_or(0);
    for (const auto& [id, number] : values.numbers)
      if (id == ids[p]) value = number;
    const double size = value != 0 ? std::abs(value) : 1;
    std::array<Eigen::VectorXd, 2> quotient;
    for (int k = 0; k < 2; ++k) {
      const double h = (k == 0 ? 1e-3 : 5e-4) * size;
      std::array<Eigen::VectorXd, 2> side;
      for (int sign = 0; sign < 2; ++sign) {
        RunValues moved = values;
        std::erase_if(moved.numbers, [&](const auto& each) { return each.first == ids[p]; });
        moved.numbers.emplace_back(ids[p], value + (sign == 0 ? h : -h));
        const std::vector<double> v = initialValues(model, moved, settings, &code);
        if (static_cast<Eigen::Index>(v.size()) != all.rows()) return false;
        side[static_cast<size_t>(sign)] =
            Eigen::Map<const Eigen::VectorXd>(v.data(), static_cast<Eigen::Index>(v.size()));
      }
      quotient[static_cast<size_t>(k)] = (side[0] - side[1]) / (2 * h);
    }
    all.col(static_cast<Eigen::Index>(p)) = (4 * quotient[1] - quotient[0]) / 3;
  }
  std::erase_if(held, [&](int32_t place) {
    return place >= code.schedule().parameterBegin && all.row(place).isZero(0);
  });
  start.s = all.topRows(n);
  start.z.resize(static_cast<Eigen::Index>(held.size()), all.cols());
  for (size_t i = 0; i < held.size(); ++i)
    start.z.row(static_cast<Eigen::Index>(i)) = all.row(held[i]);
  return true;
}

// The parameters in the translated model, or what is wrong with them.
std::string findParameters(const TranslatedModel& model, const std::vector<std::string>& names,
                           std::vector<VariableId>& ids) {
  for (const std::string& name : names) {
    const std::optional<VariableId> id = model.find(name);
    if (!id) {
      std::vector<std::string_view> all;
      for (const VariableId each : model.variables()) all.push_back(model.model().name(each));
      const std::string similar = didYouMean(name, all);
      return fmt::format("there is no variable '{}'{}", name,
                         similar.empty() ? "" : "; did you mean '" + similar + "'?");
    }
    if (model.isInput(*id) || model.changeable(*id) != Changeable::AtRun)
      return name + " is no Real parameter that can be changed without a new translation";
    ids.push_back(*id);
  }
  return {};
}

}  // namespace

SensitivityRun simulateWithSensitivities(TranslatedModel& model, const RunValues& values,
                                         const RunSettings& settings,
                                         const std::vector<std::string>& parameters,
                                         results::ResultSink& sink,
                                         const std::vector<double>* times) {
  SensitivityRun result;
  std::vector<VariableId> ids;
  result.problem = findParameters(model, parameters, ids);
  if (!result.problem.empty()) return result;
  LastRow rows(sink);
  EventRecorder events;
  RunSettings watched = settings;
  watched.problem.events = &events;
  watched.problem.eventRows = true;
  TranslatedModel::Started started = model.start(values, watched, rows);
  if (!started.run) {
    result.problem = started.problem;
    result.diagnostics = started.diagnostics;
    return result;
  }
  result.code = started.run->code();
  const Schedule& schedule = result.code->schedule();
  bool ok = started.ok;
  std::vector<VariableId> seeds;
  for (const std::string& name : parameters) seeds.push_back(named(schedule, name));
  if (ok) result.problem = notCovered(schedule);
  SensitivityState start;
  std::vector<int32_t> held = heldPlaces(schedule, seeds);
  if (ok && result.problem.empty() &&
      !initialSensitivities(model, values, settings, *result.code, ids, held, start))
    result.problem = "the initialisation fails for values of the parameters nearby";
  if (ok && result.problem.empty()) {
    Follower follower(*started.run, rows, events, seeds, std::move(held), std::move(start));
    ok = follower.follow(times != nullptr ? *times : gridOf(settings.problem));
    result.problem = follower.problem();
    result.sensitivities = follower.take(parameters);
  }
  rows.finish();
  result.report = started.run->stepper().finish();
  if (ok) result.report.outcome = solver::Outcome::Finished;
  return result;
}

}  // namespace formola::analysis
