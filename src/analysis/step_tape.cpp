#include "analysis/step_tape.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace formola::analysis {

namespace {

ModePoint pointOf(const FmlData& d) {
  const FmlModel& model = *d.model;
  return {d.time,
          {d.v, d.v + model.nVariables},
          {d.pre, d.pre + model.nVariables},
          {d.relations, d.relations + model.nRelations}};
}

}  // namespace

void RunWatch::begin(const FmlData& d) {
  run_ = &d;
  choices_.emplace(*d.model);
  states_ = choices_->of(d.v);
  pieces_.clear();
  pieces_.emplace_back().begin = pointOf(d);
  last_ = d.time;
  half_ = 0;
}

// The states have been exchanged since the last step, or before an event. The tape finds out where
// the next piece begins.
void RunWatch::exchanges(double time) {
  if (choices_->empty()) return;
  StateChoice states = choices_->of(run_->v);
  if (states == states_) return;
  pieces_.back().end = time;
  pieces_.back().next = states;
  TapePiece next;
  next.begin = pieces_.back().begin;
  next.begin.time = time;
  pieces_.push_back(std::move(next));
  states_ = std::move(states);
  half_ = 0;
}

void RunWatch::step(double end, double length) {
  constexpr double kRounding = 1e-9;
  if (pieces_.empty()) return;
  // Steps that were taken back.
  const double start = end - length;
  while (!pieces_.back().stops.empty() &&
         pieces_.back().stops.back() > start + kRounding * length) {
    pieces_.back().stops.pop_back();
    half_ = 0;
  }
  last_ = pieces_.back().stops.empty() ? pieces_.back().begin.time : pieces_.back().stops.back();
  if (!(end > last_)) return;
  exchanges(last_);
  const double size = end - last_;
  std::vector<double>& stops = pieces_.back().stops;
  if (pairs_ && !(half_ > 0 && std::abs(size - half_) <= 1e-6 * half_)) {
    half_ = size / 2;
    stops.push_back(last_ + half_);
  } else {
    half_ = size;
  }
  stops.push_back(end);
  last_ = end;
}

void RunWatch::before(const FmlData& d, const std::vector<int32_t>& crossed) {
  if (!pieces_.empty()) exchanges(d.time);
  recorder_.before(d, crossed);
}

void RunWatch::after(const FmlData& d, bool passes) {
  recorder_.after(d, passes);
  if (pieces_.empty() || recorder_.events().empty()) return;
  EventRecord event = std::move(recorder_.events().back());
  recorder_.events().clear();
  // One that follows at once belongs to the same instant.
  const bool same =
      pieces_.size() > 1 && pieces_.back().stops.empty() && event.time == pieces_.back().begin.time;
  if (!same) {
    pieces_.back().end = event.time;
    pieces_.emplace_back();
  }
  TapePiece& ended = pieces_[pieces_.size() - 2];
  if (ended.events.empty()) ended.reached = event.v;
  ended.events.push_back(std::move(event));
  pieces_.back().begin = pointOf(d);
  last_ = d.time;
  half_ = 0;
}

std::vector<TapePiece> RunWatch::take() {
  if (!pieces_.empty()) {
    pieces_.back().end = run_->time;
    if (!choices_->empty()) pieces_.back().reached = pointOf(*run_).v;
  }
  return std::move(pieces_);
}

TangentRequest StateExchange::request(const CompiledModel& code,
                                      const std::vector<VariableId>& seeds) {
  TangentRequest request;
  request.seeds = seeds;
  const StateChoices choices(code.model());
  for (const int32_t place : choices.candidates())
    request.outputs.push_back(code.schedule().owner[static_cast<size_t>(place)]);
  return request;
}

bool StateExchange::apply(ModePoint& point, const StateChoice& to, StateChoices::Rows& exchanged) {
  const StateChoice from = choices_.of(point.v.data());
  inputs_.pass(point.time);
  auto evaluate = [&](bool withDerivatives) {
    if (!point_.adopt(point.time, point.v.data(), point.pre.data(), point.relations.data()))
      return false;
    point_.setInputs(inputs_);
    if (!point_.evaluate(withDerivatives)) return false;
    std::copy_n(point_.data().v, point.v.size(), point.v.begin());
    return true;
  };
  if (!evaluate(true)) return false;
  const auto columns = static_cast<Eigen::Index>(point_.columns());
  const Eigen::Map<const StateChoices::Rows> derivatives(
      point_.derivatives().data(), static_cast<Eigen::Index>(point_.derivatives().size()) / columns,
      columns);
  exchanged = choices_.exchanged(from, to, derivatives, static_cast<Eigen::Index>(from.size()));
  choices_.choose(to, point.v.data());
  return evaluate(false);
}

StepTape::StepTape(InlinedStep& step, StateExchange* exchange, std::vector<TapePiece> pieces,
                   std::vector<double> rows, size_t bytes)
    : step_(step),
      exchange_(exchange),
      times_(std::move(rows)),
      bytes_(bytes),
      pieces_(std::move(pieces)) {}

void StepTape::layOut() {
  steps_.clear();
  rows_.clear();
  for (size_t p = 0; p < pieces_.size(); ++p) layOut(pieces_[p], p + 1 == pieces_.size());
  const size_t each = std::max<size_t>(step_.keptSize(), 1) * sizeof(double);
  const size_t root = static_cast<size_t>(std::sqrt(static_cast<double>(steps_.size()))) + 1;
  segment_ = steps_.size() * each <= bytes_ ? std::max<size_t>(steps_.size(), 1)
                                            : std::max(root, bytes_ / 2 / each);
  start_.resize(step_.states());
  rowStates_.assign(rows_.size() * step_.states(), 0.0);
  kept_.resize(std::min(segment_, steps_.size()) * step_.keptSize());
  checkpoints_.clear();
  entered_ = SIZE_MAX;
}

// The steps of a piece end where those of the run did, and at its end. A row at an event is one
// after it.
void StepTape::layOut(TapePiece& piece, bool last) {
  const double begin = piece.begin.time, end = piece.end;
  const double near = 1e-10 * std::max({std::abs(begin), std::abs(end), end - begin});
  piece.firstStep = steps_.size();
  std::vector<double> ends;
  for (const double stop : piece.stops)
    if (stop > (ends.empty() ? begin : ends.back()) + near && stop < end - near)
      ends.push_back(stop);
  // The polynomial of a row needs three points.
  if (ends.empty() && end > begin) ends.push_back(begin + (end - begin) / 2);
  if (end > begin) ends.push_back(end);
  double at = begin;
  for (const double next : ends) {
    steps_.push_back({at, next - at});
    at = next;
  }
  piece.endStep = steps_.size();
  piece.firstRow = rows_.size();
  for (size_t k = rows_.size(); k < times_.size() && (last || times_[k] < end - near); ++k) {
    rows_.emplace_back().time = times_[k];
    placeRow(piece, rows_.back());
  }
  piece.endRow = rows_.size();
}

// The points around a row: both ends of its step and the next one, or the one before. At the
// beginning of a piece the slope is not that of the formula, and is left out.
void StepTape::placeRow(const TapePiece& piece, TapeRow& row) const {
  const size_t count = piece.endStep - piece.firstStep;
  size_t step = 0;
  while (step + 1 < count &&
         row.time > steps_[piece.firstStep + step].start + steps_[piece.firstStep + step].size)
    ++step;
  if (count == 0 || row.time <= piece.begin.time) {
    row.parts.push_back({0, 1, 0});
    return;
  }
  const size_t first = step + 2 <= count ? step : step - 1, last = first + 2;
  std::vector<double> times;
  for (size_t p = first; p <= last; ++p)
    times.push_back(p == 0 ? piece.begin.time
                           : steps_[piece.firstStep + p - 1].start +
                                 steps_[piece.firstStep + p - 1].size);
  // Newton's polynomial with doubled nodes; each value and slope in turn is 1.
  std::vector<double> nodes;
  std::vector<std::pair<size_t, bool>> conditions;  // of each node: its point; a slope
  for (size_t k = 0; k < times.size(); ++k) {
    nodes.push_back(times[k]);
    conditions.emplace_back(k, false);
    if (first + k == 0) continue;
    nodes.push_back(times[k]);
    conditions.emplace_back(k, true);
  }
  for (size_t k = 0; k < times.size(); ++k) row.parts.push_back({first + k, 0, 0});
  for (const auto& [point, slope] : conditions) {
    std::vector<double> differences(nodes.size());
    for (size_t i = 0; i < nodes.size(); ++i)
      differences[i] = !slope && conditions[i].first == point ? 1 : 0;
    for (size_t order = 1; order < nodes.size(); ++order)
      for (size_t i = nodes.size(); i-- > order;) {
        const double width = nodes[i] - nodes[i - order];
        differences[i] = width != 0 ? (differences[i] - differences[i - 1]) / width
                         : slope && conditions[i].first == point ? 1.0
                                                                 : 0.0;
      }
    double value = differences.back();
    for (size_t i = nodes.size() - 1; i-- > 0;)
      value = value * (row.time - nodes[i]) + differences[i];
    (slope ? row.parts[point].ofSlope : row.parts[point].ofState) = value;
  }
}

// The rows whose points are known by now; `newest`: the last of them.
void StepTape::interpolate(const TapePiece& piece, size_t& row, size_t newest) {
  const size_t n = step_.states();
  for (; row < piece.endRow && rows_[row].parts.back().point <= newest; ++row) {
    double* x = rowStates_.data() + row * n;
    for (const TapeRow::Part& part : rows_[row].parts) {
      const std::vector<double>& point = recent_[recent_.size() - 1 - (newest - part.point)];
      for (size_t i = 0; i < n; ++i) x[i] += part.ofState * point[i] + part.ofSlope * point[n + i];
    }
  }
}

bool StepTape::enter(size_t piece) {
  if (entered_ == piece) return true;
  entered_ = piece;
  if (step_.enter(pieces_[piece].begin)) return true;
  problem_ = step_.problem();
  return false;
}

bool StepTape::make(size_t piece, size_t step, double* x, double* kept) {
  if (!enter(piece)) return false;
  const TapeStep& one = steps_[step];
  if (!step_.step(one.start, one.size, x)) {
    problem_ = step_.problem();
    return false;
  }
  if (kept != nullptr) step_.keep(kept);
  return true;
}

bool StepTape::run(const std::atomic<bool>* interrupt, double tolerance) {
  constexpr int kMostSplits = 100;
  for (int splits = 0;; ++splits) {
    layOut();
    const Made made = makeAll(interrupt, tolerance);
    if (made != Made::Split || splits == kMostSplits) return made == Made::All;
  }
}

// Split: a step could not be solved from where iterations begin here; two of half its size are made
// in its place.
StepTape::Made StepTape::makeAll(const std::atomic<bool>* interrupt, double tolerance) {
  const size_t n = step_.states(), size = step_.keptSize();
  std::vector<double> x(n), last(size, 0.0);
  for (size_t p = 0; p < pieces_.size(); ++p) {
    const TapePiece& piece = pieces_[p];
    size_t row = piece.firstRow;
    std::copy_n(piece.begin.v.begin(), n, x.begin());
    recent_.assign(1, std::vector<double>(piece.begin.v.begin(),
                                          piece.begin.v.begin() + static_cast<int64_t>(2 * n)));
    interpolate(piece, row, 0);
    for (size_t k = piece.firstStep; k < piece.endStep; ++k) {
      if (interrupt != nullptr && *interrupt) {
        problem_ = "interrupted";
        return Made::Failed;
      }
      if (k % segment_ == 0) {
        checkpoints_.insert(checkpoints_.end(), last.begin(), last.end());
        stored_ = k / segment_;
      }
      double* kept = kept_.data() + (k % segment_) * size;
      if (!make(p, k, x.data(), kept)) {
        std::vector<double>& stops = pieces_[p].stops;
        const double middle = steps_[k].start + steps_[k].size / 2;
        if (!(middle > steps_[k].start)) return Made::Failed;
        stops.insert(std::upper_bound(stops.begin(), stops.end(), middle), middle);
        return Made::Split;
      }
      std::copy_n(kept, size, last.begin());
      recent_.push_back(x);
      recent_.back().insert(recent_.back().end(), step_.slope(), step_.slope() + n);
      if (recent_.size() > 3) recent_.pop_front();
      interpolate(piece, row, k - piece.firstStep + 1);
    }
    if (!leave(p, x, tolerance)) return Made::Failed;
  }
  return Made::All;
}

// x: the states at the end of the piece.
bool StepTape::leave(size_t p, const std::vector<double>& x, double tolerance) {
  TapePiece& piece = pieces_[p];
  // What the run was there; another solution of the equations is none of this run.
  const double allowed = std::max(1e-2, 1e3 * tolerance);
  StateChoice states;
  if (exchange_ != nullptr) states = exchange_->choices().of(piece.begin.v.data());
  for (size_t i = 0; i < x.size() && !piece.reached.empty(); ++i) {
    const size_t place = states.empty() ? i : static_cast<size_t>(states[i]);
    const double there = piece.reached[place];
    const double scale = std::max({std::abs(there), std::abs(piece.begin.v[i]), 1e-6});
    if (std::abs(x[i] - there) <= allowed * scale) continue;
    problem_ = fmt::format("steps that are repeated lead elsewhere before time {:.6g}", piece.end);
    return false;
  }
  if (piece.next.empty()) return true;
  ModePoint point = piece.begin;
  point.time = piece.end;
  std::copy(x.begin(), x.end(), point.v.begin());
  if (!exchange_->apply(point, piece.next, piece.exchanged)) {
    problem_ = exchange_->problem();
    return false;
  }
  if (piece.events.empty()) pieces_[p + 1].begin = std::move(point);
  return true;
}

size_t StepTape::pieceOf(size_t step) const {
  const auto found =
      std::upper_bound(pieces_.begin(), pieces_.end(), step,
                       [](size_t k, const TapePiece& piece) { return k < piece.endStep; });
  return static_cast<size_t>(found - pieces_.begin());
}

bool StepTape::makeAgain(size_t segment) {
  const size_t n = step_.states(), size = step_.keptSize();
  const size_t first = segment * segment_, end = std::min(first + segment_, steps_.size());
  std::vector<double> x(n);
  const double* before = checkpoints_.data() + segment * size;
  std::copy_n(before + step_.endPlace(), n, x.begin());
  entered_ = SIZE_MAX;
  for (size_t k = first; k < end; ++k) {
    const size_t p = pieceOf(k);
    if (k == pieces_[p].firstStep) std::copy_n(pieces_[p].begin.v.begin(), n, x.begin());
    if (!make(p, k, x.data(), kept_.data() + (k - first) * size)) return false;
    ++repeated_;
  }
  stored_ = segment;
  return true;
}

bool StepTape::find(size_t piece, size_t step, Found& found) {
  const size_t segment = step / segment_, size = step_.keptSize(), n = step_.states();
  if (segment != stored_ && !makeAgain(segment)) return false;
  found.kept = kept_.data() + (step % segment_) * size;
  if (step == pieces_[piece].firstStep) {
    std::copy_n(pieces_[piece].begin.v.begin(), n, start_.begin());
  } else {
    const double* before = step % segment_ > 0 ? kept_.data() + (step % segment_ - 1) * size
                                               : checkpoints_.data() + segment * size;
    std::copy_n(before + step_.endPlace(), n, start_.begin());
  }
  found.start = start_.data();
  return enter(piece);
}

}  // namespace formola::analysis
