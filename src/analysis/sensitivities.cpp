#include "analysis/sensitivities.h"

#include <fmt/format.h>

#include <Eigen/Dense>
#include <algorithm>
#include <array>
#include <cmath>

#include "analysis/tangent_point.h"
#include "diag/diag.h"
#include "results/memory_sink.h"
#include "structure/systems/incidence.h"

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
  std::vector<char> negated;
};

Kept keptVariables(const Schedule& schedule, bool statesOnly) {
  Kept kept;
  const StructuredDae& model = schedule.model;
  const int32_t end = statesOnly ? 2 * schedule.nStates : schedule.discreteBegin;
  for (uint32_t i = 0; i < model.dae.variables.size(); ++i) {
    const VariableId id(i);
    const std::string_view name = model.name(id);
    const Slot slot = schedule.slots[id];
    if (name.empty() || name[0] == '$' || !model.isReal(id)) continue;
    if (slot.index < 0 || slot.index >= end) continue;
    kept.names.emplace_back(name);
    kept.owners.push_back(schedule.owner[static_cast<size_t>(slot.index)]);
    kept.negated.push_back(slot.negated ? 1 : 0);
  }
  return kept;
}

VariableId named(const Schedule& schedule, const std::string& name) {
  for (uint32_t i = 0; i < schedule.model.dae.variables.size(); ++i)
    if (schedule.model.name(VariableId(i)) == name) return VariableId(i);
  return {};
}

// Parameters that depend on the given ones, and these.
std::vector<char> dependents(const Schedule& schedule, const std::vector<VariableId>& seeds) {
  const StructuredDae& model = schedule.model;
  std::vector<char> depends(model.dae.variables.size(), 0);
  for (VariableId id : seeds) depends[id.index()] = 1;
  IncidenceCollector collector(model.pool());
  std::vector<Incidence> found;
  for (const Step& step : schedule.parameters) {
    const ExprId roots[1] = {step.value};
    collector.collect(roots, found);
    for (const Incidence& in : found)
      if (depends[in.variable.index()] != 0) depends[step.variable.index()] = 1;
  }
  return depends;
}

// What of the model the sensitivities do not cover; "": nothing.
std::string notCovered(const Schedule& schedule, const std::vector<VariableId>& seeds) {
  if (!schedule.delays.empty() || !schedule.transports.empty())
    return "sensitivities of a model with delay() or spatialDistribution() are not there yet";
  for (const Action& action : schedule.model.actions)
    if (action.kind == ActionKind::Reinit)
      return "sensitivities of a model with reinit() are not there yet";
  for (uint32_t i = 0; i < schedule.model.dae.variables.size(); ++i)
    if (schedule.model.info[VariableId(i)].role == Role::Discrete &&
        schedule.model.isReal(VariableId(i)))
      return fmt::format(
          "{} is a discrete Real variable: sensitivities through those are not there yet",
          schedule.model.name(VariableId(i)));
  const std::vector<char> depends = dependents(schedule, seeds);
  IncidenceCollector collector(schedule.model.pool());
  std::vector<Incidence> found;
  auto moves = [&](ExprId root) {
    const ExprId roots[1] = {root};
    collector.collect(roots, found);
    return std::any_of(found.begin(), found.end(),
                       [&](const Incidence& in) { return depends[in.variable.index()] != 0; });
  };
  bool any = false;
  for (const TimeEvent& event : schedule.model.timeEvents) any = any || moves(event.instant);
  for (const SampleClock& clock : schedule.samples)
    any = any || moves(clock.start) || moves(clock.interval);
  return any ? "the times of events depend on the parameters: their sensitivities are not there yet"
             : "";
}

// One run with its sensitivities.
class Follower {
 public:
  Follower(SteppedRun& run, LastRow& rows, std::vector<VariableId> seeds, Matrix start);

  // From the start to the last of the times. False: problem() or the report of the run say why.
  bool follow(const std::vector<double>& times);
  const std::string& problem() const { return problem_; }
  Sensitivities take(const std::vector<std::string>& parameters);

 private:
  struct Node {
    Matrix a, b;  // df/dx, df/dp
  };
  bool advanceTo(double time);
  bool nodeAt(double time, Node& node);
  Matrix combine(const Node* nodes, double h, const Matrix& s) const;
  bool advance(double to);
  bool tryStep(double to, bool& good, double& event);
  double naturalSize(Eigen::Index p) const;
  bool record();

  SteppedRun& run_;
  LastRow& rows_;
  double tolerance_;
  Kept kept_;
  std::vector<int32_t> places_;  // of the parameters in v
  std::unique_ptr<TangentPoint> point_;
  Eigen::Index n_, m_;
  Matrix s_;
  runtime::InputWriter inputs_;
  std::vector<std::vector<double>> columns_;  // by kept variable and parameter
  std::string problem_;
  double tried_ = 0;  // the last step size that was good
  Radau radau_;
};

Follower::Follower(SteppedRun& run, LastRow& rows, std::vector<VariableId> seeds, Matrix start)
    : run_(run),
      rows_(rows),
      tolerance_(std::max(run.settings().problem.tolerance, kLeastTolerance)),
      n_(run.code()->schedule().nStates),
      m_(static_cast<Eigen::Index>(seeds.size())),
      s_(std::move(start)),
      inputs_(run.settings().problem.inputs) {
  const Schedule& schedule = run.code()->schedule();
  for (VariableId id : seeds) places_.push_back(schedule.slots[id].index);
  TangentRequest request;
  request.seeds = std::move(seeds);
  // Where some variable cannot be differentiated the states still can.
  for (const bool statesOnly : {false, true}) {
    kept_ = keptVariables(schedule, statesOnly);
    request.outputs = kept_.owners;
    point_ = std::make_unique<TangentPoint>(*run.code(), request);
    problem_ = point_->problem();
    if (problem_.empty()) break;
  }
  columns_.resize(kept_.names.size() * static_cast<size_t>(m_));
}

bool Follower::advanceTo(double time) {
  const FmlData& data = run_.stepper().data();
  const uint64_t before = run_.stepper().report().stateEvents;
  if (!run_.stepper().advanceTo(time)) return false;
  if (run_.stepper().report().stateEvents == before) return true;
  problem_ = fmt::format(
      "there is a state event at or before time {:.6g}: sensitivities through state events are not "
      "there yet",
      data.time);
  return false;
}

// Requires: the run is at `time`; the modes of the piece were adopted at its beginning.
bool Follower::nodeAt(double time, Node& node) {
  point_->setTime(time);
  point_->setInputs(inputs_);
  point_->setStates(run_.stepper().data().v);
  if (!point_->evaluate()) {
    problem_ = point_->problem();
    return false;
  }
  using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const Eigen::Map<const Rows> rows(point_->derivatives().data(), n_, n_ + m_);
  node.a = rows.leftCols(n_);
  node.b = rows.rightCols(m_);
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

// The run and s go on to `to`. Not good: nothing has changed but the run; `event`: a time event
// before `to`.
bool Follower::tryStep(double to, bool& good, double& event) {
  const FmlData& data = run_.stepper().data();
  const double from = data.time, h = to - from, middle = from + h / 2;
  inputs_.pass(from);
  if (!point_->adopt(data)) return false;
  const uint64_t events = run_.stepper().report().timeEvents;
  // Nodes of the whole step (0 to 2), of its first half (3 to 5) and of the second (6 to 8).
  std::array<std::pair<double, int>, 9> order;
  std::array<Node, 9> nodes;
  for (int i = 0; i < 3; ++i) {
    const auto k = static_cast<size_t>(i);
    order[k] = {i == 2 ? to : from + radau_.c[k] * h, i};
    order[k + 3] = {i == 2 ? middle : from + radau_.c[k] * h / 2, i + 3};
    order[k + 6] = {i == 2 ? to : middle + radau_.c[k] * h / 2, i + 6};
  }
  std::sort(order.begin(), order.end());
  for (const auto& [time, node] : order) {
    if (!advanceTo(time)) return false;
    const double last = data.workspace->segmentStart;
    if (run_.stepper().report().timeEvents != events && last < to) {
      event = last;
      good = false;
      return true;
    }
    if (!nodeAt(time, nodes[static_cast<size_t>(node)])) return false;
  }
  const Matrix whole = combine(nodes.data(), h, s_);
  const Matrix both = combine(nodes.data() + 6, h / 2, combine(nodes.data() + 3, h / 2, s_));
  if (!both.allFinite()) {
    problem_ = fmt::format("the sensitivities are not finite at time {:g}", to);
    return false;
  }
  good = true;
  for (Eigen::Index p = 0; p < m_; ++p) {
    const double size = std::max(both.col(p).cwiseAbs().maxCoeff(), naturalSize(p));
    const double error = (whole.col(p) - both.col(p)).cwiseAbs().maxCoeff();
    good = good && error <= 0.1 * tolerance_ * size;
  }
  if (good) s_ = both;
  return true;
}

bool Follower::advance(double to) {
  constexpr double kSmallest = 1e-9;  // of the way to go: the error is of rounding, or an event
  const double length = to - run_.stepper().data().time;
  while (run_.stepper().data().time < to) {
    const solver::SimulationState start = run_.stepper().save();
    const double from = start.time;
    double h = tried_ > 0 ? std::min(to - from, 2 * tried_) : to - from;
    for (double next = 0;;) {
      double end = from + h >= to - 1e-12 * length ? to : from + h;
      if (next > from) end = next;
      const Matrix before = s_;
      bool good = false;
      double event = end;
      if (!tryStep(end, good, event)) return false;
      if (good || h < kSmallest * length) {
        if (!good) s_ = before;
        tried_ = good ? h : 0;
        break;
      }
      next = event < end ? event : 0;
      h = next > from ? next - from : h / 2;
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
    for (Eigen::Index p = 0; p < m_; ++p) {
      double sum = row[n_ + p];
      for (Eigen::Index j = 0; j < n_; ++j) sum += row[j] * s_(j, p);
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

// The states of the initialised model; empty: it failed.
std::vector<double> initialStates(TranslatedModel& model, const RunValues& values,
                                  const RunSettings& settings, const CompiledModel* same) {
  results::MemorySink ignored(2);
  const TranslatedModel::Started started = model.start(values, settings, ignored);
  if (!started.run || !started.ok || (same != nullptr && started.run->code().get() != same))
    return {};
  const FmlData& data = started.run->stepper().data();
  return {data.v, data.v + data.model->nStates};
}

// d x(start) / d p by central differences with two steps, extrapolated. False: some run failed.
bool initialSensitivities(TranslatedModel& model, const RunValues& values,
                          const RunSettings& settings, const CompiledModel& code,
                          const std::vector<VariableId>& ids, Matrix& start) {
  const Eigen::Index n = code.schedule().nStates;
  start = Matrix::Zero(n, static_cast<Eigen::Index>(ids.size()));
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
        const std::vector<double> x = initialStates(model, moved, settings, &code);
        if (static_cast<Eigen::Index>(x.size()) != n) return false;
        side[static_cast<size_t>(sign)] = Eigen::Map<const Eigen::VectorXd>(x.data(), n);
      }
      quotient[static_cast<size_t>(k)] = (side[0] - side[1]) / (2 * h);
    }
    start.col(static_cast<Eigen::Index>(p)) = (4 * quotient[1] - quotient[0]) / 3;
  }
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
  TranslatedModel::Started started = model.start(values, settings, rows);
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
  if (ok) result.problem = notCovered(schedule, seeds);
  Matrix start;
  if (ok && result.problem.empty() &&
      !initialSensitivities(model, values, settings, *result.code, ids, start))
    result.problem = "the initialisation fails for values of the parameters nearby";
  if (ok && result.problem.empty()) {
    Follower follower(*started.run, rows, seeds, std::move(start));
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
