#include "analysis/gradient.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <map>
#include <nlohmann/json.hpp>

#include "analysis/sensitivity_start.h"
#include "analysis/step_tape.h"
#include "analysis/unknowns.h"
#include "diag/diag.h"
#include "results/memory_sink.h"
#include "support/timer.h"

namespace formola::analysis {

namespace {

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;
using RowMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

// What the number is made of: variables row by row, and what each of these counts.
struct Signal {
  std::string name;
  int32_t place = -1;      // in v
  int32_t output = -1;     // among the outputs of the tangent
  int32_t parameter = -1;  // among the parameters of the question
  int32_t held = -1;       // among what keeps its value between events
  double sign = 1;
  std::vector<double> weights;  // by row
};

// A number that is asked for.
struct Question {
  std::optional<ResultExpression> expression;  // none: what the run is away from measurements
  double value = 0;
  std::vector<std::vector<double>> weights;  // by signal, then row; a signal's are empty: none
};

// Weights of a point of the tape that rows around it have given to it.
struct PointWeights {
  std::vector<double> states, slopes;
};

// One question.
class Gradient {
 public:
  Gradient(TranslatedModel& model, const GradientRequest& request)
      : model_(model), request_(request) {}
  GradientRun run();

 private:
  std::string prepare();
  bool simulate();
  bool isInput(int32_t place) const;
  bool findSignals();
  bool makeTape();
  bool weigh();
  void weighExpression(const ResultRows& rows, Question& question) const;
  void weighDistances(const ResultRows& rows, Question& question) const;
  bool differentiate(Question& question, std::vector<double>& gradient);
  double valueAt(const Signal& signal, size_t piece, const double* x) const;
  bool backward();
  bool forward();
  bool enterOutputs(size_t piece);
  bool outputsAt(size_t piece, size_t row);
  bool evaluatesOutputs(size_t row) const;
  bool backwardRow(size_t piece, size_t row, std::map<size_t, PointWeights>& pending);
  bool backwardPiece(size_t piece);
  bool backwardEvents(const std::vector<EventRecord>& events);
  void backwardExchange(const StateChoices::Rows& exchanged);
  bool forwardRow(size_t piece, size_t row, const SensitivityState& there);
  bool forwardPiece(size_t piece, SensitivityState& now);
  bool fail(std::string why) {
    result_.problem = std::move(why);
    return false;
  }
  bool interrupted() const {
    const std::atomic<bool>* flag = request_.settings.problem.interrupt;
    return flag != nullptr && *flag;
  }

  TranslatedModel& model_;
  const GradientRequest& request_;
  GradientRun result_;
  std::vector<Question> questions_;
  std::vector<double> times_;  // of the rows
  std::vector<Signal> signals_;
  std::vector<VariableId> ids_, seeds_;  // the parameters: in the model, in the program
  RunValues values_;                     // with the start values among them
  std::vector<int32_t> held_;
  SensitivityState start_;
  std::vector<runtime::DrivenInput> inputs_;
  std::vector<TapePiece> pieces_;
  std::unique_ptr<InlinedStep> step_;
  std::unique_ptr<StateExchange> exchange_;  // null: states are never exchanged
  std::unique_ptr<StepTape> tape_;
  std::unique_ptr<TangentPoint> point_;  // of the outputs; null: there are none
  std::unique_ptr<runtime::InputWriter> writer_;
  std::unique_ptr<EventJump> jump_;
  size_t entered_ = SIZE_MAX;
  size_t n_ = 0, m_ = 0, q_ = 0;
  std::vector<double> ofStates_, ofSeeds_;  // weights; seeds: parameters, then what is held
  std::vector<double> gradient_;            // of the present question
};

std::string Gradient::prepare() {
  values_ = request_.values;
  std::string problem = findParameters(model_, request_.over, ids_);
  if (problem.empty()) problem = freeStarts(model_, ids_, values_);
  if (!problem.empty()) return problem;
  if (ids_.empty()) return "there is no parameter to differentiate by";
  std::vector<std::string> names;
  if (!request_.measured.times.empty()) {
    if (!request_.objective.empty())
      return "an objective and measurements are given; one is enough";
    problem = wrongMeasurements(model_, request_.measured);
    if (!problem.empty()) return problem;
    times_ = request_.measured.times;
    for (const MeasuredSignal& each : request_.measured.signals) names.push_back(each.name);
    questions_.push_back({});
  } else {
    times_ = gridOf(request_.settings.problem);
    questions_.clear();
    std::vector<std::string> texts{request_.objective};
    texts.insert(texts.end(), request_.others.begin(), request_.others.end());
    for (const std::string& text : texts) {
      std::optional<ResultExpression> expression = ResultExpression::parse(text, problem);
      if (!expression) return problem;
      for (const std::string& name : expression->signals())
        if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
      questions_.push_back({std::move(expression), 0, {}});
    }
  }
  for (std::string& name : names) {
    if (!model_.find(name)) return noVariable(model_, name);
    Signal signal;
    signal.name = std::move(name);
    signals_.push_back(std::move(signal));
  }
  m_ = ids_.size();
  return {};
}

// Inputs move between events, though not with parameters.
bool Gradient::isInput(int32_t place) const {
  const Schedule& schedule = result_.code->schedule();
  const VariableId owner = schedule.owner[static_cast<size_t>(place)];
  return owner.valid() && schedule.model.info[owner].role == Role::Input;
}

// Where the variables are, and whether they can be differentiated.
bool Gradient::findSignals() {
  const Schedule& schedule = result_.code->schedule();
  const StructuredDae& model = schedule.model;
  for (Signal& signal : signals_) {
    const VariableId id = named(schedule, signal.name);
    if (!id.valid() || !schedule.isNumber(id))
      return fail(fmt::format("{} is not kept by the program", signal.name));
    const Slot slot = schedule.slots[id];
    signal.place = slot.index;
    signal.sign = slot.negated ? -1 : 1;
    auto asked = std::find(request_.over.begin(), request_.over.end(), signal.name);
    if (asked != request_.over.end() &&
        model_.isStartValue(ids_[static_cast<size_t>(asked - request_.over.begin())]))
      asked = request_.over.end();  // a trajectory
    const auto held = std::find(held_.begin(), held_.end(), slot.index);
    if (asked != request_.over.end()) {
      signal.parameter = static_cast<int32_t>(asked - request_.over.begin());
    } else if (held != held_.end()) {
      signal.held = static_cast<int32_t>(held - held_.begin());
    } else if (slot.index < schedule.discreteBegin) {
      if (!model.isReal(id)) return fail(signal.name + " is no Real: it has no derivative");
    } else if (slot.index >= schedule.parameterBegin && model.isReal(id) && !isInput(slot.index)) {
      // One that follows from others may follow from those that are asked for.
      const std::optional<VariableId> there = model_.find(signal.name);
      if (!there || model_.changeable(*there) != Changeable::AtRun)
        return fail(signal.name + " follows from other parameters: name a variable in its place");
    }
  }
  return true;
}

// The run itself: its steps and events.
bool Gradient::simulate() {
  const Stopwatch watch;
  results::MemorySink sink;
  RunSettings settings = request_.settings;
  settings.stored.filter = "^$";
  const solver::SimulationProblem& problem = settings.problem;
  RunWatch steps(solver::familyOf(problem.method) == solver::MethodFamily::InlineCoupled &&
                 problem.step == 0 && !problem.embeddedEstimate);
  settings.problem.events = &steps;
  settings.problem.eventRows = false;
  const auto tell = settings.progress;
  settings.progress = [&](double time, double size) {
    steps.step(time, size);
    if (tell) tell(time, size);
  };
  TranslatedModel::Started started = model_.start(values_, settings, sink);
  result_.problem = started.problem;
  result_.diagnostics = started.diagnostics;
  if (!started.run) return false;
  result_.code = started.run->code();
  inputs_ = started.run->settings().problem.inputs;
  solver::Stepper& stepper = started.run->stepper();
  bool ok = started.ok;
  if (ok) {
    result_.problem = InlinedStep::offers(*result_.code);
    if (result_.problem.empty()) result_.problem = notCovered(result_.code->schedule());
    if (result_.problem.empty() && !result_.code->schedule().delays.empty())
      result_.problem =
          "gradients of a model with delay() are not there yet; its sensitivities are";
    ok = result_.problem.empty();
  }
  if (ok) {
    steps.begin(stepper.data());
    const double stop = times_.back();
    ok = stop <= stepper.data().time || stepper.advanceTo(stop);
  }
  const double end = stepper.data().time;
  pieces_ = steps.take();
  result_.report = stepper.finish();
  result_.secondsRun = watch.seconds();
  if (!ok) return false;
  if (end < times_.back()) return fail("the run ends before the last row of the objective");
  if (times_.front() < problem.startTime) return fail("a row lies before the start");
  result_.report.outcome = solver::Outcome::Finished;
  return true;
}

bool Gradient::makeTape() {
  const CompiledModel& code = *result_.code;
  const double tolerance = request_.settings.problem.tolerance;
  if (n_ == 0) return fail("the model has no states");
  std::vector<VariableId> seeds = seeds_;
  for (int32_t place : held_) seeds.push_back(code.schedule().owner[static_cast<size_t>(place)]);
  TangentRequest request;
  request.seeds = seeds;
  for (Signal& signal : signals_) {
    if (signal.place < code.schedule().nStates) continue;
    if (signal.place >= code.schedule().discreteBegin && !isInput(signal.place)) continue;
    signal.output = static_cast<int32_t>(request.outputs.size());
    request.outputs.push_back(code.schedule().owner[static_cast<size_t>(signal.place)]);
  }
  if (!request.outputs.empty())
    point_ = std::make_unique<TangentPoint>(keptTangentCode(model_, result_.code, request));
  if (point_ && !point_->problem().empty()) return fail(point_->problem());
  step_ = std::make_unique<InlinedStep>(
      keptTangentCode(model_, result_.code, InlinedStep::request(code, seeds)), code, inputs_,
      tolerance);
  if (!step_->problem().empty()) return fail(step_->problem());
  writer_ = std::make_unique<runtime::InputWriter>(inputs_);
  const Stopwatch watch;
  if (code.model().nStateSets > 0)
    exchange_ = std::make_unique<StateExchange>(
        keptTangentCode(model_, result_.code, StateExchange::request(code, seeds)), code, inputs_);
  if (exchange_ && !exchange_->problem().empty()) return fail(exchange_->problem());
  tape_ = std::make_unique<StepTape>(*step_, exchange_.get(), std::move(pieces_), times_,
                                     request_.bytes);
  if (!tape_->run(request_.settings.problem.interrupt, tolerance)) return fail(tape_->problem());
  result_.secondsTape = watch.seconds();
  return true;
}

bool Gradient::enterOutputs(size_t piece) {
  if (entered_ == piece) return true;
  entered_ = piece;
  const ModePoint& begin = tape_->pieces()[piece].begin;
  writer_->pass(begin.time);
  if (point_->adopt(begin.time, begin.v.data(), begin.pre.data(), begin.relations.data()))
    return true;
  return fail(point_->problem());
}

// All variables at a row.
bool Gradient::outputsAt(size_t piece, size_t row) {
  if (!enterOutputs(piece)) return false;
  point_->setTime(tape_->rows()[row].time);
  point_->setInputs(*writer_);
  point_->setStates(tape_->statesAt(row));
  return point_->evaluate(false) || fail(point_->problem());
}

double Gradient::valueAt(const Signal& signal, size_t piece, const double* x) const {
  const double value = signal.place < static_cast<int32_t>(n_) ? x[signal.place]
                       : signal.output >= 0
                           ? point_->data().v[signal.place]
                           : tape_->pieces()[piece].begin.v[static_cast<size_t>(signal.place)];
  return signal.sign * value;
}

// The numbers, and every value that they depend on with what it counts in each.
bool Gradient::weigh() {
  ResultRows rows;
  rows.times = times_;
  rows.values.assign(signals_.size(), {});
  for (size_t p = 0; p < tape_->pieces().size(); ++p)
    for (size_t i = tape_->pieces()[p].firstRow; i < tape_->pieces()[p].endRow; ++i) {
      if (point_ && !outputsAt(p, i)) return false;
      for (size_t k = 0; k < signals_.size(); ++k)
        rows.values[k].push_back(valueAt(signals_[k], p, tape_->statesAt(i)));
    }
  for (Question& question : questions_) {
    question.weights.assign(signals_.size(), {});
    if (question.expression)
      weighExpression(rows, question);
    else
      weighDistances(rows, question);
    if (!std::isfinite(question.value)) return fail("the objective is not finite");
  }
  return true;
}

// An expression has signals in an order of its own.
void Gradient::weighExpression(const ResultRows& rows, Question& question) const {
  ResultRows own;
  own.times = rows.times;
  std::vector<size_t> places;
  for (const std::string& name : question.expression->signals()) {
    const auto at = std::find_if(signals_.begin(), signals_.end(),
                                 [&](const Signal& each) { return each.name == name; });
    places.push_back(static_cast<size_t>(at - signals_.begin()));
    own.values.push_back(rows.values[places.back()]);
  }
  std::vector<std::vector<double>> weights;
  question.value = question.expression->weigh(own, weights);
  for (size_t k = 0; k < places.size(); ++k) question.weights[places[k]] = std::move(weights[k]);
}

void Gradient::weighDistances(const ResultRows& rows, Question& question) const {
  for (size_t k = 0; k < signals_.size(); ++k) {
    const std::vector<double>& measured = request_.measured.signals[k].values;
    std::vector<double>& weights = question.weights[k];
    weights.assign(times_.size(), 0.0);
    for (size_t i = 0; i < times_.size(); ++i) {
      if (std::isnan(measured[i])) continue;
      const double distance = rows.values[k][i] - measured[i];
      question.value += distance * distance;
      weights[i] = 2 * distance;
    }
  }
}

// The gradient of one of the numbers.
bool Gradient::differentiate(Question& question, std::vector<double>& gradient) {
  for (size_t k = 0; k < signals_.size(); ++k) {
    signals_[k].weights = std::move(question.weights[k]);
    signals_[k].weights.resize(times_.size(), 0.0);
  }
  gradient_.clear();
  std::vector<int32_t> places;
  for (VariableId id : seeds_) places.push_back(result_.code->schedule().slots[id].index);
  jump_ = std::make_unique<EventJump>(*result_.code, places, held_, inputs_);
  const bool ok = request_.forward ? forward() : backward();
  if (ok) gradient = gradient_;
  return ok;
}

bool Gradient::evaluatesOutputs(size_t row) const {
  return std::any_of(signals_.begin(), signals_.end(), [&](const Signal& signal) {
    return signal.output >= 0 && signal.weights[row] != 0;
  });
}

// The weights of a row go to the points that it is interpolated from.
bool Gradient::backwardRow(size_t piece, size_t row, std::map<size_t, PointWeights>& pending) {
  std::vector<double> ofRow(n_, 0.0);
  std::vector<double> weights(n_, 0.0);  // der(x) counts nothing; then the outputs
  bool any = false;
  for (const Signal& signal : signals_) {
    const double weight = signal.sign * signal.weights[row];
    if (signal.output >= 0) weights.push_back(weight);
    if (weight == 0) continue;
    if (signal.parameter >= 0) {
      ofSeeds_[static_cast<size_t>(signal.parameter)] += weight;
    } else if (signal.held >= 0) {
      ofSeeds_[m_ + static_cast<size_t>(signal.held)] += weight;
    } else if (signal.place < static_cast<int32_t>(n_)) {
      ofRow[static_cast<size_t>(signal.place)] += weight;
      any = true;
    }
  }
  if (evaluatesOutputs(row)) {
    std::vector<double> given(n_ + m_ + q_);
    if (!outputsAt(piece, row)) return false;
    if (!point_->backward(weights.data(), given.data())) return fail(point_->problem());
    for (size_t i = 0; i < n_; ++i) ofRow[i] += given[i];
    for (size_t k = 0; k < m_ + q_; ++k) ofSeeds_[k] += given[n_ + k];
    any = true;
  }
  for (const TapeRow::Part& part : tape_->rows()[row].parts) {
    if (!any) break;
    PointWeights& there = pending[part.point];
    there.states.resize(n_, 0.0);
    if (part.ofSlope != 0) there.slopes.resize(n_, 0.0);
    for (size_t i = 0; i < n_; ++i) {
      there.states[i] += part.ofState * ofRow[i];
      if (part.ofSlope != 0) there.slopes[i] += part.ofSlope * ofRow[i];
    }
  }
  return true;
}

bool Gradient::backwardPiece(size_t p) {
  const TapePiece& piece = tape_->pieces()[p];
  std::map<size_t, PointWeights> pending;
  size_t row = piece.endRow;
  for (size_t at = piece.endStep - piece.firstStep + 1; at-- > 0;) {
    if (interrupted()) return fail("interrupted");
    for (; row > piece.firstRow && tape_->rows()[row - 1].parts.back().point >= at; --row)
      if (!backwardRow(p, row - 1, pending)) return false;
    const PointWeights here = std::move(pending[at]);
    pending.erase(at);
    for (size_t i = 0; i < here.states.size(); ++i) ofStates_[i] += here.states[i];
    if (at == 0) break;
    const size_t k = piece.firstStep + at - 1;
    StepTape::Found found;
    if (!tape_->find(p, k, found)) return fail(tape_->problem());
    const TapeStep& one = tape_->steps()[k];
    if (!step_->backward(one.start, one.size, found.start, found.kept, ofStates_.data(),
                         here.slopes.empty() ? nullptr : here.slopes.data(), ofSeeds_.data()))
      return fail(step_->problem());
  }
  return true;
}

// The transposed map of an event: what states, held values and parameters before it do to states
// and held values after it, a column for each.
bool Gradient::backwardEvents(const std::vector<EventRecord>& events) {
  const auto n = static_cast<Eigen::Index>(n_), m = static_cast<Eigen::Index>(m_),
             q = static_cast<Eigen::Index>(q_);
  SensitivityState map;
  map.s = Matrix::Zero(n, n + q + m);
  map.z = Matrix::Zero(q, n + q + m);
  map.s.leftCols(n).setIdentity();
  map.z.middleCols(n, q).setIdentity();
  for (const EventRecord& event : events)
    if (!jump_->pass(event, map, n + q)) return fail(jump_->problem());
  const Eigen::Map<const Vector> states(ofStates_.data(), n), held(ofSeeds_.data() + m, q);
  const Vector before = map.s.transpose() * states + map.z.transpose() * held;
  for (Eigen::Index i = 0; i < n; ++i) ofStates_[static_cast<size_t>(i)] = before[i];
  for (Eigen::Index k = 0; k < q; ++k) ofSeeds_[static_cast<size_t>(m + k)] = before[n + k];
  for (Eigen::Index k = 0; k < m; ++k) ofSeeds_[static_cast<size_t>(k)] += before[n + q + k];
  return true;
}

// The same for other states.
void Gradient::backwardExchange(const StateChoices::Rows& exchanged) {
  const auto n = static_cast<Eigen::Index>(n_);
  const Vector before = exchanged.transpose() * Eigen::Map<const Vector>(ofStates_.data(), n);
  for (Eigen::Index i = 0; i < n; ++i) ofStates_[static_cast<size_t>(i)] = before[i];
  for (size_t k = 0; k < m_ + q_; ++k) ofSeeds_[k] += before[n + static_cast<Eigen::Index>(k)];
}

bool Gradient::backward() {
  ofStates_.assign(n_, 0.0);
  ofSeeds_.assign(m_ + q_, 0.0);
  const std::vector<TapePiece>& pieces = tape_->pieces();
  for (size_t p = pieces.size(); p-- > 0;) {
    if (!pieces[p].events.empty() && !backwardEvents(pieces[p].events)) return false;
    if (pieces[p].exchanged.size() > 0) backwardExchange(pieces[p].exchanged);
    if (!backwardPiece(p)) return false;
  }
  const auto n = static_cast<Eigen::Index>(n_), q = static_cast<Eigen::Index>(q_);
  const Vector atStart = start_.s.transpose() * Eigen::Map<const Vector>(ofStates_.data(), n) +
                         start_.z.transpose() * Eigen::Map<const Vector>(
                                                    ofSeeds_.data() + static_cast<int64_t>(m_), q);
  for (size_t k = 0; k < m_; ++k)
    gradient_.push_back(ofSeeds_[k] + atStart[static_cast<Eigen::Index>(k)]);
  return true;
}

bool Gradient::forwardRow(size_t piece, size_t row, const SensitivityState& there) {
  const auto n = static_cast<Eigen::Index>(n_), m = static_cast<Eigen::Index>(m_),
             q = static_cast<Eigen::Index>(q_);
  Vector sum = Vector::Zero(m);
  for (const Signal& signal : signals_) {
    const double weight = signal.sign * signal.weights[row];
    if (weight == 0) continue;
    if (signal.parameter >= 0)
      sum[signal.parameter] += weight;
    else if (signal.held >= 0)
      sum += weight * there.z.row(signal.held).transpose();
    else if (signal.place < static_cast<int32_t>(n_))
      sum += weight * there.s.row(signal.place).transpose();
  }
  if (evaluatesOutputs(row)) {
    if (!outputsAt(piece, row)) return false;
    RowMatrix given(n + m + q, m), changes(n + static_cast<Eigen::Index>(signals_.size()), m);
    given.topRows(n) = there.s;
    given.middleRows(n, m).setIdentity();
    given.bottomRows(q) = there.z;
    if (!point_->forward(given.data(), static_cast<int32_t>(m_), changes.data()))
      return fail(point_->problem());
    for (const Signal& signal : signals_)
      if (signal.output >= 0)
        sum += signal.sign * signal.weights[row] * changes.row(n + signal.output).transpose();
  }
  for (size_t k = 0; k < m_; ++k) gradient_[k] += sum[static_cast<Eigen::Index>(k)];
  return true;
}

bool Gradient::forwardPiece(size_t p, SensitivityState& now) {
  const TapePiece& piece = tape_->pieces()[p];
  const auto n = static_cast<Eigen::Index>(n_), m = static_cast<Eigen::Index>(m_),
             q = static_cast<Eigen::Index>(q_);
  RowMatrix s = now.s, slopes = RowMatrix::Zero(n, m), seeds(m + q, m);
  seeds.topRows(m).setIdentity();
  seeds.bottomRows(q) = now.z;
  std::deque<std::pair<RowMatrix, RowMatrix>> recent{{s, slopes}};
  size_t row = piece.firstRow;
  for (size_t at = 0;; ++at) {
    for (; row < piece.endRow && tape_->rows()[row].parts.back().point <= at; ++row) {
      SensitivityState there{Matrix::Zero(n, m), now.z};
      for (const TapeRow::Part& part : tape_->rows()[row].parts) {
        const auto& [state, slope] = recent[recent.size() - 1 - (at - part.point)];
        there.s += part.ofState * state + part.ofSlope * slope;
      }
      if (!forwardRow(p, row, there)) return false;
    }
    if (piece.firstStep + at == piece.endStep) break;
    if (interrupted()) return fail("interrupted");
    StepTape::Found found;
    if (!tape_->find(p, piece.firstStep + at, found)) return fail(tape_->problem());
    const TapeStep& one = tape_->steps()[piece.firstStep + at];
    if (!step_->forward(one.start, one.size, found.start, found.kept, s.data(), seeds.data(),
                        static_cast<int32_t>(m_), slopes.data()))
      return fail(step_->problem());
    recent.emplace_back(s, slopes);
    if (recent.size() > 3) recent.pop_front();
  }
  now.s = s;
  return true;
}

bool Gradient::forward() {
  gradient_.assign(m_, 0.0);
  SensitivityState now = start_;
  const std::vector<TapePiece>& pieces = tape_->pieces();
  for (size_t p = 0; p < pieces.size(); ++p) {
    if (!forwardPiece(p, now)) return false;
    if (const StateChoices::Rows& rows = pieces[p].exchanged; rows.size() > 0) {
      const auto n = static_cast<Eigen::Index>(n_), m = static_cast<Eigen::Index>(m_);
      now.s = Matrix(rows.leftCols(n) * now.s + rows.middleCols(n, m) +
                     rows.rightCols(rows.cols() - n - m) * now.z);
    }
    for (const EventRecord& event : pieces[p].events)
      if (!jump_->pass(event, now)) return fail(jump_->problem());
  }
  return true;
}

GradientRun Gradient::run() {
  result_.problem = prepare();
  if (!result_.problem.empty() || !simulate()) return std::move(result_);
  const Schedule& schedule = result_.code->schedule();
  n_ = static_cast<size_t>(schedule.nStates);
  seeds_ = seedsOf(schedule, request_.over);
  held_ = heldPlaces(schedule, seeds_);
  result_.problem =
      initialSensitivities(model_, values_, request_.settings, *result_.code,
                           pieces_.front().begin.v.data(), ids_, seeds_, held_, start_);
  if (!result_.problem.empty()) return std::move(result_);
  q_ = held_.size();
  if (findSignals() && makeTape() && weigh()) {
    const Stopwatch watch;
    result_.value = questions_[0].value;
    bool ok = differentiate(questions_[0], result_.gradient);
    for (size_t k = 1; ok && k < questions_.size(); ++k) {
      GradientRun::Other& other = result_.others.emplace_back();
      other.value = questions_[k].value;
      ok = differentiate(questions_[k], other.gradient);
    }
    result_.secondsSweep = watch.seconds();
    if (!ok) result_.gradient.clear();
    result_.steps = tape_->steps().size();
    result_.repeated = tape_->repeated();
  }
  return std::move(result_);
}

}  // namespace

GradientRun gradientOfRun(TranslatedModel& model, const GradientRequest& request) {
  return Gradient(model, request).run();
}

std::string gradientJson(const GradientRun& run, const GradientRequest& request) {
  nlohmann::ordered_json json;
  json["objective"] = request.objective;
  json["value"] = run.value;
  json["gradient"] = nlohmann::ordered_json::object();
  for (size_t k = 0; k < run.gradient.size(); ++k)
    json["gradient"][request.over[k]] = run.gradient[k];
  json["sweep"] = request.forward ? "forward" : "backward";
  json["steps"] = run.steps;
  json["repeated_steps"] = run.repeated;
  json["seconds"] = {
      {"run", run.secondsRun}, {"steps", run.secondsTape}, {"sweep", run.secondsSweep}};
  return json.dump(2) + "\n";
}

}  // namespace formola::analysis
