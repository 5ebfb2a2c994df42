#include "analysis/sensitivities.h"

#include <fmt/format.h>

#include <Eigen/Dense>
#include <algorithm>
#include <array>
#include <cmath>

#include "analysis/delayed_tangents.h"
#include "analysis/event_jump.h"
#include "analysis/sensitivity_start.h"
#include "analysis/state_choice.h"
#include "analysis/tangent_point.h"
#include "runtime/failure.h"
#include "runtime/workspace.h"

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
    if (slot.index < 0) continue;
    // Inputs do not move with parameters.
    const VariableId owner = schedule.owner[static_cast<size_t>(slot.index)];
    const bool input = !statesOnly && owner.valid() && model.info[owner].role == Role::Input;
    if (slot.index >= end && !input) continue;
    kept.names.emplace_back(name);
    kept.owners.push_back(owner);
    kept.places.push_back(slot.index);
    kept.negated.push_back(slot.negated ? 1 : 0);
  }
  return kept;
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
    double time = 0;
    Matrix a, b;           // df/dx, df/dp
    Matrix c, e;           // the same of what is delayed
    Eigen::VectorXd late;  // what is delayed
    Eigen::VectorXd x, f;  // states and their slopes
  };
  // How far the derivatives have got: by the states of this choice.
  struct Place : SensitivityState {
    StateChoice states;
  };
  // What a trial step came to.
  enum class Trial : uint8_t { Failed, Good, TooLong, Event, Jump };
  // How a trial step is to be made.
  struct Step {
    double to = 0;
    bool toEvent = false;   // it is to end at the event that is expected there
    bool smallest = false;  // taken however large its error is
    bool jumpsNot = false;  // slopes that seem to jump were looked at
    bool through = false;   // so short that events may lie anywhere in it
  };
  // Two points between which the slope of a state seems to jump.
  struct Gap {
    Node before, after;
    Eigen::Index state = 0;
    double size = 0;
  };
  bool advanceTo(double time);
  bool beginPast();
  using Rows = StateChoices::Rows;
  Eigen::Map<const Rows> derivatives() const;
  bool nodeAt(double time, const double* x, Node& node, bool begins = false);
  Trial nodeOfRun(double time, const double* v, Node& node, bool begins = false);
  bool enterStatesOf(const double* v, double time, const double* pre, const uint8_t* relations);
  bool enterRun();
  Trial nodeAtEvent(const EventRecord& event, double from, Node& node);
  bool inItsMode();
  using Stages = std::array<Matrix, 3>;
  Matrix combine(const Node* nodes, double h, const Matrix& s, Stages& stages) const;
  static DelayedTangents::Point pastOf(const Node& node, const Matrix& s);
  bool pastIsExact(const std::array<Node, 10>& nodes, const Stages& whole,
                   const std::vector<DelayedTangents::Point>& piece);
  bool advance(double to);
  bool go(double to);
  Trial tryStep(const Step& step, double& event);
  Trial tryThrough(const Step& step, double to);
  void closeIn(Step& step, double seen, double to) const;
  Matrix shortWay(const Node& begin, const Node& end, const Matrix& s) const;
  Matrix goShortWay(const Node& begin, const Node& end, const Matrix& s);
  bool isSmall(const Matrix& error, const Matrix& of) const;
  bool isShort(const Node& begin, const Node& end, const Matrix& s) const;
  bool exact(const std::array<Node, 10>& nodes, const Matrix& whole, const Matrix& both) const;
  double unexplained(const Node& before, const Node& after, Eigen::Index state) const;
  bool seemsToJump(std::array<Node, 10>& nodes);
  bool jumps(const solver::SimulationState& start);
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
  Eigen::Index nDelays_ = 0;
  StateChoices choices_;
  std::unique_ptr<DelayedTangents> past_;  // null: nothing is delayed
  double pastError_ = 0;                   // of the last trial that began where this one does
  Place now_;
  runtime::InputWriter inputs_;
  std::vector<std::vector<double>> columns_;  // by kept variable and parameter
  std::string problem_;
  double tried_ = 0;         // the last step size that was good
  double natural_ = 0;       // the last step size that was good where no event was close
  bool closes_ = false;      // events that are elsewhere each time: see advance
  bool restIsLong_ = false;  // the way behind the last events was too long to be exact
  int misses_ = 0;           // how often the next event was not where it had been seen
  Gap gap_;
  Eigen::VectorXd steepest_;  // the largest slope of each state so far
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
      choices_(run.code()->model()),
      now_{std::move(start), choices_.of(run.stepper().data().v)},
      inputs_(run.settings().problem.inputs) {
  const Schedule& schedule = run.code()->schedule();
  for (VariableId id : seeds) places_.push_back(schedule.slots[id].index);
  TangentRequest request;
  request.seeds = std::move(seeds);
  for (int32_t place : held_) request.seeds.push_back(schedule.owner[static_cast<size_t>(place)]);
  request.delays = !schedule.delays.empty();
  nDelays_ = static_cast<Eigen::Index>(schedule.delays.size());
  // Where some variable cannot be differentiated the states still can.
  for (const bool statesOnly : {false, true}) {
    kept_ = keptVariables(schedule, statesOnly);
    request.outputs = kept_.owners;
    for (const int32_t place : choices_.candidates())
      request.outputs.push_back(schedule.owner[static_cast<size_t>(place)]);
    point_ = std::make_unique<TangentPoint>(*run.code(), request);
    problem_ = point_->problem();
    if (problem_.empty()) break;
  }
  jump_ = std::make_unique<EventJump>(*run.code(), places_, held_, run.settings().problem.inputs);
  columns_.resize(kept_.names.size() * static_cast<size_t>(m_));
}

bool Follower::advanceTo(double time) {
  const solver::SimulationReport& report = run_.stepper().report();
  const uint64_t events = report.stateEvents;
  const size_t known = events_.events().size();
  if (!run_.stepper().advanceTo(time)) return false;
  if (report.stateEvents - events > events_.events().size() - known)
    problem_ =
        fmt::format("a branch of solutions ends before time {:.6g}: no derivative exists", time);
  return problem_.empty();
}

// Of the point: der(x), the variables that are kept, candidates for states, what is delayed.
Eigen::Map<const Follower::Rows> Follower::derivatives() const {
  const auto columns = static_cast<Eigen::Index>(point_->columns());
  return {point_->derivatives().data(),
          static_cast<Eigen::Index>(point_->derivatives().size()) / columns, columns};
}

// Requires: the modes of the piece were adopted at its beginning. `begins`: a jump that comes out
// of a delay at this time has come out.
bool Follower::nodeAt(double time, const double* x, Node& node, bool begins) {
  point_->setTime(time);
  point_->setInputs(inputs_);
  point_->setStates(x);
  if (!point_->evaluate()) {
    problem_ = point_->problem();
    return false;
  }
  const Eigen::Map<const Rows> all = derivatives();
  const auto rows = all.topRows(n_);
  node.time = time;
  node.x = Eigen::Map<const Eigen::VectorXd>(point_->data().v, n_);
  node.f = Eigen::Map<const Eigen::VectorXd>(point_->data().v + n_, n_);
  node.a = rows.leftCols(n_);
  node.b = rows.middleCols(n_, m_) + rows.middleCols(n_ + m_, q_) * now_.z;
  if (nDelays_ == 0) return true;
  const Matrix late = all.bottomRows(2 * nDelays_)(Eigen::seq(0, Eigen::last, 2), Eigen::all);
  node.c = late.leftCols(n_);
  node.e = late.middleCols(n_, m_) + late.middleCols(n_ + m_, q_) * now_.z;
  const std::vector<double> values = point_->delayedNow();
  node.late = Eigen::Map<const Eigen::VectorXd>(values.data(), nDelays_);
  if (!past_) return true;
  const Matrix changes = past_->changesAt(time, begins);
  node.b += rows.rightCols(nDelays_) * changes;
  node.e += late.rightCols(nDelays_) * changes;
  return true;
}

// The same at a point of the run, which may have exchanged states since the beginning of the step.
// TooLong: the states of the step do not lead to the point of the run any more.
Follower::Trial Follower::nodeOfRun(double time, const double* v, Node& node, bool begins) {
  constexpr double kSame = 1e-4;
  if (choices_.empty()) return nodeAt(time, v, node, begins) ? Trial::Good : Trial::Failed;
  Eigen::VectorXd x(n_);
  for (Eigen::Index i = 0; i < n_; ++i) x[i] = v[now_.states[static_cast<size_t>(i)]];
  if (!nodeAt(time, x.data(), node, begins)) {
    if (choices_.of(v) == now_.states) return Trial::Failed;
    problem_.clear();
    return Trial::TooLong;
  }
  const FmlData& d = point_->data();
  const bool same =
      std::all_of(choices_.candidates().begin(), choices_.candidates().end(), [&](int32_t place) {
        const double size = std::max(std::abs(v[place]), d.nominal[place]);
        return std::abs(d.v[place] - v[place]) <= kSame * size;
      });
  return same ? Trial::Good : Trial::TooLong;
}

// From here on derivatives are by the states that v has. Requires: v is a consistent point.
// Ensures: the point is at v.
bool Follower::enterStatesOf(const double* v, double time, const double* pre,
                             const uint8_t* relations) {
  const StateChoice chosen = choices_.of(v);
  if (chosen != now_.states) {
    std::vector<double> before(v, v + point_->data().model->nVariables);
    choices_.choose(now_.states, before.data());
    point_->setInputs(inputs_);
    if (!point_->adopt(time, before.data(), pre, relations) || !point_->evaluate()) {
      problem_ = point_->problem();
      return false;
    }
    const Rows rows = choices_.exchanged(now_.states, chosen, derivatives(),
                                         n_ + static_cast<Eigen::Index>(kept_.names.size()));
    Matrix s = rows.leftCols(n_) * now_.s + rows.middleCols(n_, m_) +
               rows.middleCols(n_ + m_, q_) * now_.z;
    if (past_) s += rows.rightCols(nDelays_) * past_->changesAt(time, true);
    now_.s = std::move(s);
    now_.states = chosen;
  }
  if (!point_->adopt(time, v, pre, relations)) problem_ = point_->problem();
  return problem_.empty();
}

// The point takes over the present point of the run, and derivatives its states.
bool Follower::enterRun() {
  const FmlData& data = run_.stepper().data();
  if (!point_->adopt(data)) problem_ = point_->problem();
  return problem_.empty() && (choices_.empty() || choices_.of(data.v) == now_.states ||
                              enterStatesOf(data.v, data.time, data.pre, data.relations));
}

// At the start: what is delayed has its first value, as it was before.
bool Follower::beginPast() {
  constexpr double kShort = 1e-6;  // of the run
  if (nDelays_ == 0) return true;
  const FmlData& data = run_.stepper().data();
  inputs_.pass(data.time);
  Node node;
  if (!point_->adopt(data)) problem_ = point_->problem();
  if (!problem_.empty() || !nodeAt(data.time, data.v, node, true)) return false;
  const Eigen::Map<const Eigen::VectorXd> times(point_->data().workspace->delayTimes.data(),
                                                nDelays_);
  const solver::SimulationProblem& problem = run_.settings().problem;
  if (!(times.minCoeff() > kShort * (problem.stopTime - problem.startTime))) {
    problem_ = times.minCoeff() != 0
                   ? fmt::format(
                         "a delay of {:.6g} is too short beside the run for its "
                         "sensitivities to be followed",
                         times.minCoeff())
                   : "sensitivities of a delay of 0, or of one that acts at events only, are not "
                     "there yet (a variable that is delayed at all times serves instead)";
    return false;
  }
  const Eigen::Map<const Rows> all = derivatives();
  const Matrix ofTimes = all.bottomRows(2 * nDelays_)(Eigen::seq(1, Eigen::last, 2), Eigen::all);
  const Matrix late = all.bottomRows(2 * nDelays_)(Eigen::seq(0, Eigen::last, 2), Eigen::all);
  past_ = std::make_unique<DelayedTangents>(
      times, ofTimes.middleCols(n_, m_) + ofTimes.middleCols(n_ + m_, q_) * now_.z);
  // Delays of delayed values: these have their first value, too.
  DelayedTangents::Point point = pastOf(node, now_.s);
  const Matrix own = Matrix::Identity(nDelays_, nDelays_) - late.rightCols(nDelays_);
  point.changes = own.partialPivLu().solve(point.changes);
  past_->add({point});
  past_->addBreak(data.time, Eigen::RowVectorXd::Zero(m_));
  return true;
}

DelayedTangents::Point Follower::pastOf(const Node& node, const Matrix& s) {
  return {node.time, node.late, node.c * s + node.e};
}

// The end of a step that begins at `from`, at an event. Events are found a little behind the
// crossing. There formulas of the mode before may be others already, as noEvent(max(f, 0)) of a
// force that ends with its contact: derivatives are those shortly before the crossing.
Follower::Trial Follower::nodeAtEvent(const EventRecord& event, double from, Node& node) {
  constexpr double kRate = 1e-3, kShortly = 1e-9;  // of the step
  if (const Trial trial = nodeOfRun(event.time, event.v.data(), node); trial != Trial::Good)
    return trial;
  FmlData& d = point_->data();
  const auto relations = static_cast<size_t>(d.model->nStateRelations);
  std::vector<double> here(relations), before(relations);
  const double length = event.time - from;
  if (event.crossed.empty() || !(length > 0)) return Trial::Good;
  Node earlier;
  auto goBack = [&](double by) {
    const Eigen::VectorXd x = node.x - by * node.f;
    return nodeAt(event.time - by, x.data(), earlier);
  };
  if (d.model->evalZeroCrossings(&d, here.data()) != FML_OK) return Trial::Good;
  if (!goBack(kRate * length)) return Trial::Failed;
  if (d.model->evalZeroCrossings(&d, before.data()) != FML_OK) return Trial::Good;
  double behind = 0;  // how long ago it has crossed
  for (const int32_t relation : event.crossed) {
    const auto i = static_cast<size_t>(relation);
    const double change = std::abs(here[i] - before[i]);
    if (change > 0) behind = std::max(behind, kRate * length * std::abs(here[i]) / change);
  }
  if (!goBack(std::min(2 * behind + kShortly * length, length / 2))) return Trial::Failed;
  node.a = earlier.a;
  node.b = earlier.b;
  return Trial::Good;
}

// No relation says clearly what it did before a crossing: an event that the run has not found again
// with other steps would be lost.
bool Follower::inItsMode() {
  constexpr double kClearly = 1e-4;  // of the size of what crosses, or of 1
  const FmlData& data = run_.stepper().data();
  const auto relations = static_cast<size_t>(data.model->nStateRelations);
  if (relations == 0 || !run_.stepper().going()) return true;
  std::vector<double> z(relations);
  inputs_.pass(data.time);
  if (!point_->adopt(data)) return true;
  point_->setInputs(inputs_);
  if (!point_->evaluate(false) ||
      data.model->evalZeroCrossings(&point_->data(), z.data()) != FML_OK)
    return true;
  for (size_t i = 0; i < relations; ++i) {
    const auto relation = static_cast<int32_t>(i);
    const double size = std::max(runtime::relationScale(data, relation), 1.0);
    if ((data.relations[i] != 0) == (z[i] > 0) || std::abs(z[i]) <= kClearly * size) continue;
    problem_ = fmt::format(
        "the event where {} changes is not found again before time {:.6g}: derivatives from there "
        "on would be wrong",
        runtime::describeEntity(*data.model, FML_RELATION, relation), data.time);
    return false;
  }
  return true;
}

// K_i = A_i (s + h sum_j a_ij K_j) + B_i; s + h sum_j a_3j K_j.
Matrix Follower::combine(const Node* nodes, double h, const Matrix& s, Stages& stages) const {
  Matrix system = Matrix::Identity(3 * n_, 3 * n_), right(3 * n_, m_);
  for (Eigen::Index i = 0; i < 3; ++i) {
    for (Eigen::Index j = 0; j < 3; ++j)
      system.block(i * n_, j * n_, n_, n_) -= h * radau_.a(i, j) * nodes[i].a;
    right.middleRows(i * n_, n_) = nodes[i].a * s + nodes[i].b;
  }
  const Matrix k = system.partialPivLu().solve(right);
  for (Eigen::Index i = 0; i < 3; ++i) {
    Matrix& stage = stages[static_cast<size_t>(i)];
    stage = s;
    for (Eigen::Index j = 0; j < 3; ++j) stage += h * radau_.a(i, j) * k.middleRows(j * n_, n_);
  }
  return stages[2];
}

// Whether what a step leaves for delays is as exact as the tolerance asks: between its ends the
// stages of the whole agree with the polynomial through those of the halves, whose errors are less
// than a tenth of theirs (they are of fourth order). The points of the run have errors of their
// own, which do not become smaller with the step.
bool Follower::pastIsExact(const std::array<Node, 10>& nodes, const Stages& whole,
                           const std::vector<DelayedTangents::Point>& piece) {
  constexpr double kOfHalves = 0.1, kLeast = 1e-9, kShort = 1e-4, kNotMuch = 100;
  if (piece.back().time - piece.front().time < kShort * past_->shortest()) return true;
  double largest = 0;
  for (size_t i = 0; i < 2; ++i) {
    const DelayedTangents::Point other = pastOf(nodes[i], whole[i]);
    const Matrix error = other.changes - DelayedTangents::interpolate(piece, other.time);
    for (Eigen::Index p = 0; p < m_; ++p) {
      const double parameter = std::abs(run_.stepper().data().v[places_[static_cast<size_t>(p)]]);
      for (Eigen::Index k = 0; k < nDelays_; ++k) {
        double size = std::max(std::abs(other.values[k]) / (parameter > 0 ? parameter : 1), 1e-300);
        for (const DelayedTangents::Point& each : piece)
          size = std::max(size, std::abs(each.changes(k, p)));
        largest = std::max(largest, kOfHalves * std::abs(error(k, p)) / size);
      }
    }
  }
  const double allowed = std::max(tolerance_, kLeast);
  const bool ofRun = largest > pastError_ / 2 && largest < kNotMuch * allowed;
  pastError_ = largest;
  return largest <= allowed || ofRun;
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

// Whether a step is as exact as the tolerance asks: two halves agree with the whole, and no kink
// lies before the first node, where neither looks: what the nodes say of the beginning holds there.
bool Follower::exact(const std::array<Node, 10>& nodes, const Matrix& whole,
                     const Matrix& both) const {
  constexpr std::array<size_t, 5> kSeen = {3, 0, 4, 1, 2};
  const Node& start = nodes[9];
  const double first = nodes[3].time - start.time;
  Matrix wrong = start.a * now_.s + start.b;
  for (const size_t i : kSeen) {
    double weight = 1;  // of the polynomial through the nodes, at the beginning
    for (const size_t j : kSeen)
      if (j != i) weight *= (start.time - nodes[j].time) / (nodes[i].time - nodes[j].time);
    wrong -= weight * (nodes[i].a * now_.s + nodes[i].b);
  }
  wrong *= first;
  const Matrix missed = (Matrix::Identity(n_, n_) - first * start.a).partialPivLu().solve(wrong);
  return isSmall(whole - both, both) && isSmall(missed, both);
}

// Whether an error is small beside the derivatives that have it.
bool Follower::isSmall(const Matrix& error, const Matrix& of) const {
  for (Eigen::Index p = 0; p < m_ && n_ > 0; ++p) {
    const double size = std::max(of.col(p).cwiseAbs().maxCoeff(), naturalSize(p));
    if (!(error.col(p).cwiseAbs().maxCoeff() <= 0.1 * tolerance_ * size)) return false;
  }
  return true;
}

// By how much a slope changes between two points, without what the states bring about.
double Follower::unexplained(const Node& before, const Node& after, Eigen::Index state) const {
  const double by = (before.a.row(state) + after.a.row(state)).dot(after.x - before.x) / 2;
  return std::abs(after.f[state] - before.f[state] - by);
}

// Whether the slope of a state changes so much between two neighbouring nodes that it may jump: at
// an event that is none (noEvent, or inside a function). gap_: where.
bool Follower::seemsToJump(std::array<Node, 10>& nodes) {
  constexpr double kSmall = 1e-4, kRounding = 1e-7, kPart = 0.25;
  constexpr std::array<size_t, 9> kInOrder = {9, 3, 0, 4, 5, 6, 1, 7, 8};
  if (steepest_.size() == 0) steepest_ = Eigen::VectorXd::Zero(n_);
  for (Eigen::Index state = 0; state < n_; ++state) {
    double largest = 0, rounding = 0, sum = 0;
    for (const Node& node : nodes) {
      largest = std::max(largest, std::abs(node.f[state]));
      rounding = std::max(rounding, node.a.row(state).cwiseAbs().dot(node.x.cwiseAbs()));
    }
    steepest_[state] = std::max(steepest_[state], largest);
    gap_.size = 0;
    for (size_t i = 1; i < kInOrder.size(); ++i) {
      Node &before = nodes[kInOrder[i - 1]], &after = nodes[kInOrder[i]];
      const double change = unexplained(before, after, state);
      sum += change;
      if (change <= gap_.size) continue;
      gap_.size = change;
      gap_.before = before;
      gap_.after = after;
      gap_.state = state;
    }
    if (gap_.size > kPart * sum && gap_.size > kSmall * largest &&
        gap_.size > kRounding * std::max(rounding, steepest_[state]))
      return true;
  }
  return false;
}

// Whether the slope does jump in gap_: half of its change stays while the gap becomes smaller and
// smaller. The run is somewhere afterwards.
bool Follower::jumps(const solver::SimulationState& start) {
  const double size = gap_.size;
  const double enough = std::max(1e-8 * (gap_.after.time - gap_.before.time),
                                 1e-14 * std::max(1.0, std::abs(gap_.after.time)));
  while (gap_.after.time - gap_.before.time > enough) {
    const double middle = gap_.before.time + (gap_.after.time - gap_.before.time) / 2;
    if (!run_.stepper().restore(start)) return false;
    const FmlData& data = run_.stepper().data();
    inputs_.pass(data.time);
    events_.events().clear();
    Node node;
    if (!enterRun() || !advanceTo(middle) || !events_.events().empty() ||
        nodeOfRun(middle, data.v, node) != Trial::Good)
      return false;
    const double first = unexplained(gap_.before, node, gap_.state);
    const double second = unexplained(node, gap_.after, gap_.state);
    if (std::max(first, second) < size / 2) return false;
    (first >= second ? gap_.after : gap_.before) = node;
  }
  const Schedule& schedule = run_.code()->schedule();
  problem_ = fmt::format(
      "der({}) jumps at time {:.6g} without an event (noEvent, or a function with branches): how "
      "that instant moves with parameters is not known, and sensitivities would be wrong from "
      "there on",
      schedule.model.name(schedule.owner[static_cast<size_t>(gap_.state)]), gap_.after.time);
  return true;
}

// The run and s go on to the end of the step. Not good: nothing has changed but the run. `event`:
// the time of one before that end.
Follower::Trial Follower::tryStep(const Step& step, double& event) {
  const FmlData& data = run_.stepper().data();
  const double from = data.time, to = step.to, middle = from + (to - from) / 2;
  inputs_.pass(from);
  if (!enterRun()) return Trial::Failed;
  events_.events().clear();
  // Nodes of the whole step (0 to 2), of its first half (3 to 5), of the second (6 to 8) and its
  // beginning (9).
  std::array<std::pair<double, int>, 9> order;
  std::array<Node, 10> nodes;
  for (int i = 0; i < 3; ++i) {
    const auto k = static_cast<size_t>(i);
    order[k] = {i == 2 ? to : from + radau_.c[k] * (to - from), i};
    order[k + 3] = {i == 2 ? middle : from + radau_.c[k] * (middle - from), i + 3};
    order[k + 6] = {i == 2 ? to : middle + radau_.c[k] * (to - middle), i + 6};
  }
  std::sort(order.begin(), order.end());
  if (!nodeAt(from, data.v, nodes[9], true)) return Trial::Failed;
  double end = to;
  for (const auto& [time, node] : order) {
    if (time > data.time && !advanceTo(time)) return Trial::Failed;
    Node& here = nodes[static_cast<size_t>(node)];
    if (events_.events().empty()) {
      const Trial trial = nodeOfRun(std::min(time, end), data.v, here);
      if (trial != Trial::Good) return trial;
      continue;
    }
    const EventRecord& first = events_.events().front();
    event = first.time;
    if (!step.toEvent || time < to) return Trial::Event;
    end = std::max(first.time, middle);
    if (const Trial trial = nodeAtEvent(first, from, here); trial != Trial::Good) return trial;
    here.time = std::min(time, end);
  }
  Stages stages, first, second;
  const Matrix whole = combine(nodes.data(), end - from, now_.s, stages);
  const Matrix half = combine(nodes.data() + 3, middle - from, now_.s, first);
  const Matrix both = combine(nodes.data() + 6, end - middle, half, second);
  if (!both.allFinite()) {
    problem_ = fmt::format("the sensitivities are not finite at time {:g}", to);
    return Trial::Failed;
  }
  if (!step.smallest && !exact(nodes, whole, both)) return Trial::TooLong;
  if (past_) {
    std::vector<DelayedTangents::Point> piece{pastOf(nodes[9], now_.s)};
    for (size_t i = 0; i < 3; ++i) piece.push_back(pastOf(nodes[i + 3], first[i]));
    for (size_t i = 0; i < 3; ++i) piece.push_back(pastOf(nodes[i + 6], second[i]));
    if (!step.smallest && !pastIsExact(nodes, stages, piece)) return Trial::TooLong;
    past_->add(std::move(piece));
  }
  if (!step.jumpsNot && seemsToJump(nodes)) return Trial::Jump;
  now_.s = both;
  return events_.events().empty() || passEvents() ? Trial::Good : Trial::Failed;
}

// The jumps at the events that the last step has ended with, and the short way behind each: located
// again, an event is a little earlier.
bool Follower::passEvents() {
  restIsLong_ = false;
  const FmlData& data = run_.stepper().data();
  const std::vector<EventRecord>& events = events_.events();
  for (size_t k = 0; k < events.size(); ++k) {
    const EventRecord& event = events[k];
    if (event.vAfter.empty()) return true;  // it has ended the run
    if (choices_.of(event.v.data()) != now_.states) {
      inputs_.pass(std::nextafter(event.time, -std::numeric_limits<double>::infinity()));
      if (!enterStatesOf(event.v.data(), event.time, event.pre.data(), event.relations.data()))
        return false;
    }
    if (!jump_->pass(event, now_, 0, past_.get())) {
      problem_ = jump_->problem();
      return false;
    }
    if (past_) past_->addBreak(event.time, jump_->motion());
    const EventRecord* next = k + 1 < events.size() ? &events[k + 1] : nullptr;
    const double until = next != nullptr ? next->time : data.time;
    if (!(until > event.time)) continue;
    inputs_.pass(event.time);
    const bool adopted =
        next != nullptr
            ? point_->adopt(event.time, event.vAfter.data(), next->pre.data(),
                            next->relations.data())
            : point_->adopt(data) &&
                  (choices_.of(data.v) == now_.states ||
                   point_->adopt(event.time, event.vAfter.data(), data.pre, data.relations));
    Node begin, end;
    if (!adopted) problem_ = point_->problem();
    point_->setSegmentStart(event.time);
    if (!adopted || !nodeAt(event.time, event.vAfter.data(), begin, true) ||
        (next != nullptr ? nodeAtEvent(*next, event.time, end) : nodeOfRun(until, data.v, end)) !=
            Trial::Good)
      return false;
    if (!isShort(begin, end, now_.s)) restIsLong_ = true;
    now_.s = goShortWay(begin, end, now_.s);
  }
  return true;
}

// Over a time in which hardly anything happens: the trapezoidal rule.
Matrix Follower::shortWay(const Node& begin, const Node& end, const Matrix& s) const {
  const double half = (end.time - begin.time) / 2;
  const Matrix right = s + half * (begin.a * s + begin.b + end.b);
  return (Matrix::Identity(n_, n_) - half * end.a).partialPivLu().solve(right);
}

// The same, and what it leaves for delays.
Matrix Follower::goShortWay(const Node& begin, const Node& end, const Matrix& s) {
  Matrix result = shortWay(begin, end, s);
  if (past_) past_->add({pastOf(begin, s), pastOf(end, result)});
  return result;
}

// Whether that rule is as exact there as the tolerance asks, if the equations are smooth: what it
// adds to one slope alone is of second order, its error of third.
bool Follower::isShort(const Node& begin, const Node& end, const Matrix& s) const {
  const double h = end.time - begin.time;
  const Matrix second = h / 2 * ((end.a - begin.a) * s + end.b - begin.b) +
                        h / 2 * end.a * (h * (begin.a * s + begin.b));
  return isSmall(std::pow(0.1 * tolerance_, 1.0 / 3) * second, s);
}

// Goes on in short pieces until the event that is close has happened or has turned out not to be
// there. The run is not taken back on the way: begun again on the other side of a crossing that is
// not known yet it would take that for noise.
Follower::Trial Follower::tryThrough(const Step& step, double to) {
  const Place kept = now_;
  constexpr double kFar = 0.1;  // of a step of the Radau formula: what this one can do
  const FmlData& data = run_.stepper().data();
  const double from = data.time;
  Node begin, middle, end;
  inputs_.pass(from);
  events_.events().clear();
  if (!enterRun() || !nodeAt(from, data.v, begin, true)) return Trial::Failed;
  Matrix s = now_.s;
  double size = (step.to - from) / 4;
  const double far = std::min(kFar * natural_, past_ ? past_->shortest() : to - from);
  while (data.time < to && data.time - from < far) {
    const double reach = std::min(begin.time + size, std::min(to, from + far));
    for (Node* node : {&middle, &end}) {
      const double time = node == &end ? reach : begin.time + (reach - begin.time) / 2;
      if (!advanceTo(time)) return Trial::Failed;
      const bool event = !events_.events().empty();
      const EventRecord* first = event ? &events_.events().front() : nullptr;
      const Trial trial =
          event ? nodeAtEvent(*first, begin.time, *node) : nodeOfRun(time, data.v, *node);
      if (trial != Trial::Good) return trial;
      if (!event) continue;
      if (node == &end) s = goShortWay(begin, middle, s);
      const Node& last = node == &end ? middle : begin;
      const bool exact = isShort(last, *node, s);
      now_.s = goShortWay(last, *node, s);
      if (!passEvents()) return Trial::Failed;
      if (step.smallest || (exact && !restIsLong_)) return Trial::Good;
      now_ = kept;
      return Trial::TooLong;
    }
    const Matrix both = goShortWay(middle, end, goShortWay(begin, middle, s));
    const Matrix error = both - shortWay(begin, end, s);
    if (!step.smallest && !isSmall(error, both)) return Trial::TooLong;
    if (isSmall(8 * error, both)) size *= 2;
    s = both;
    begin = end;
  }
  now_.s = s;
  return Trial::Good;
}

// The next trial where an event is elsewhere each time that the run is repeated with other steps,
// since what crosses is as large as the errors, or since another event is closer to it than these:
// up to shortly before it, and then through it.
void Follower::closeIn(Step& step, double seen, double to) const {
  constexpr double kClose = 1e-3;  // of a step that is not short
  const double from = run_.stepper().data().time, gap = seen - from;
  step = Step();
  step.through = gap <= kClose * natural_;
  step.to = step.through ? std::min(from + 2 * gap + 16 * (std::nextafter(from, to) - from), to)
                         : from + 0.9 * gap;
}

// Mostly steps end with the events, as exact as all steps. Where an event cannot be found twice at
// the same time the way is gone once more, in pieces so short that this does not matter.
bool Follower::advance(double to) {
  const solver::SimulationState start = run_.stepper().save();
  const Place kept = now_;
  if (past_) past_->forget(start.time);
  const DelayedTangents::Mark known = past_ ? past_->mark() : DelayedTangents::Mark();
  closes_ = false;
  misses_ = 0;
  if (go(to)) return true;
  const bool interrupted = run_.stepper().report().outcome == solver::Outcome::Interrupted;
  if (interrupted || !run_.stepper().restore(start)) return false;
  problem_.clear();
  now_ = kept;
  if (past_) past_->cut(known);
  tried_ = 0;
  natural_ = to - start.time;
  closes_ = true;
  misses_ = 0;
  return go(to);
}

bool Follower::go(double to) {
  constexpr double kSmallest = 1e-9;  // of the way to go: the error is of rounding
  constexpr int kMostTrials = 200, kMostSteps = 20000, kMostMisses = 300;
  constexpr int kMostWhereClosing = 12;
  const int mostMisses = closes_ ? kMostWhereClosing : kMostMisses;
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
    if (!choices_.empty() && !enterRun()) return false;
    const Matrix before = now_.s;
    const double from = start.time;
    double h = tried_ > 0 ? std::min(to - from, 2 * tried_) : to - from;
    const DelayedTangents::Mark known = past_ ? past_->mark() : DelayedTangents::Mark();
    // What steps leave is asked for when they have ended, and is smooth in each.
    const double echo = past_ ? past_->nextEcho(from) : to;
    if (past_) h = std::min(h, past_->shortest());
    pastError_ = std::numeric_limits<double>::infinity();
    double beyond = 0;  // by how much the end of a step that missed its event is moved
    double seen = to;   // where the event was the last time
    Step step;
    step.to = from + h >= to - 1e-12 * length ? to : from + h;
    if (step.to > echo - 1e-12 * length) step.to = std::min(echo, to);
    for (int trials = 0;; ++trials) {
      double event = step.to;
      step.smallest = step.to - from < kSmallest * length;
      const Trial trial = step.through ? tryThrough(step, to) : tryStep(step, event);
      if (trial == Trial::Failed) return false;
      const bool missed = trial == Trial::Good && step.toEvent && step.to < to &&
                          events_.events().empty() && trials < kMostTrials;
      if (trial == Trial::Good && !missed) {
        if (!step.toEvent) tried_ = run_.stepper().data().time - from;
        if (!events_.events().empty()) misses_ = 0;
        if (!step.toEvent && !step.through)
          natural_ = misses_ == 0 ? tried_ : std::max(natural_, tried_);
        break;
      }
      if (trials == kMostTrials || (!closes_ && misses_ > mostMisses)) {
        problem_ = fmt::format("no step of the sensitivities succeeds at time {:.6g}", from);
        return false;
      }
      if (missed) now_.s = before;
      if (missed || (trial == Trial::Event && step.toEvent)) ++misses_;
      if (trial == Trial::Event) seen = event;
      if (!run_.stepper().restore(start)) return false;
      if (past_) past_->cut(known);
      if (trial == Trial::Jump) {
        if (jumps(start) || !problem_.empty()) return false;
        step.jumpsNot = true;
        if (!run_.stepper().restore(start)) return false;
      } else if (closes_ && (missed || trial == Trial::Event) && misses_ > mostMisses) {
        closeIn(step, seen, to);
      } else if (trial == Trial::Event) {
        step.toEvent = true;
        step.to = event > from ? std::min(event, to) : std::nextafter(from, to);
        beyond = 4 * (std::nextafter(step.to, to) - step.to);
      } else if (missed) {
        // Other steps of the run have found it a little later. It must lie in this step: else the
        // next one would be as short as that, and so on.
        step.to = std::min(step.to + beyond, to);
        beyond *= 4;
      } else if (step.through) {
        natural_ /= 10;
        closeIn(step, seen, to);
      } else {
        h = (step.to - from) / 2;
        natural_ = std::min(natural_, h);
        step.to = from + h;
        step.toEvent = step.jumpsNot = step.through = false;
      }
    }
    if (!inItsMode()) return false;
  }
  return true;
}

bool Follower::record() {
  const FmlData& data = run_.stepper().data();
  inputs_.pass(data.time);
  if (!enterRun()) return false;
  if (!point_->evaluate()) {
    problem_ = point_->problem();
    return false;
  }
  const Matrix late = past_ ? past_->changesAt(data.time, true) : Matrix();
  for (size_t k = 0; k < kept_.names.size(); ++k) {
    const double* row =
        point_->derivatives().data() + (static_cast<size_t>(n_) + k) * point_->columns();
    const auto at = std::find(held_.begin(), held_.end(), kept_.places[k]);
    for (Eigen::Index p = 0; p < m_; ++p) {
      double sum = at != held_.end() ? now_.z(at - held_.begin(), p) : row[n_ + p];
      if (at == held_.end()) {
        for (Eigen::Index j = 0; j < late.rows(); ++j) sum += row[n_ + m_ + q_ + j] * late(j, p);
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
  if (!problem_.empty() || !beginPast()) return false;
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

}  // namespace

SensitivityRun simulateWithSensitivities(TranslatedModel& model, const RunValues& values,
                                         const RunSettings& settings,
                                         const std::vector<std::string>& parameters,
                                         results::ResultSink& sink,
                                         const std::vector<double>* times) {
  SensitivityRun result;
  std::vector<VariableId> ids;
  RunValues free = values;
  result.problem = findParameters(model, parameters, ids);
  if (result.problem.empty()) result.problem = freeStarts(model, ids, free);
  if (!result.problem.empty()) return result;
  LastRow rows(sink);
  EventRecorder events;
  RunSettings watched = settings;
  watched.problem.events = &events;
  watched.problem.eventRows = true;
  TranslatedModel::Started started = model.start(free, watched, rows);
  if (!started.run) {
    result.problem = started.problem;
    result.diagnostics = started.diagnostics;
    return result;
  }
  result.code = started.run->code();
  const Schedule& schedule = result.code->schedule();
  bool ok = started.ok;
  const std::vector<VariableId> seeds = seedsOf(schedule, parameters);
  if (ok) result.problem = notCovered(schedule);
  SensitivityState start;
  std::vector<int32_t> held = heldPlaces(schedule, seeds);
  if (ok && result.problem.empty())
    result.problem = initialSensitivities(model, free, settings, *result.code,
                                          started.run->stepper().data().v, ids, seeds, held, start);
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
