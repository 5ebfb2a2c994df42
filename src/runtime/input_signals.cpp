#include "runtime/input_signals.h"

#include <algorithm>
#include <cmath>

#include "runtime/workspace.h"

namespace formola::runtime {

namespace {
// Slopes that differ by less are the same, computed from rounded numbers.
constexpr double kSameSlope = 1e-8;
}  // namespace

InputTable::InputTable(std::vector<double> times, std::vector<double> values,
                       Interpolation interpolation)
    : times_(std::move(times)), values_(std::move(values)), interpolation_(interpolation) {
  findBreaks();
}

std::string InputTable::problem(const std::vector<double>& times,
                                const std::vector<double>& values) {
  if (times.empty()) return "the table is empty";
  if (times.size() != values.size()) return "the table has not as many values as times";
  for (size_t i = 0; i < times.size(); ++i) {
    if (!std::isfinite(times[i]) || !std::isfinite(values[i]))
      return "row " + std::to_string(i + 1) +
             " of the table has a value that is missing or no "
             "finite number";
    if (i > 0 && times[i] < times[i - 1])
      return "the times of the table decrease in row " + std::to_string(i + 1);
  }
  return {};
}

// To the right of point `left`, 0 outside of the table and where it holds.
double InputTable::slope(size_t left) const {
  if (left + 1 >= times_.size() || interpolation_ == Interpolation::Hold) return 0;
  return (values_[left + 1] - values_[left]) / (times_[left + 1] - times_[left]);
}

void InputTable::findBreaks() {
  const size_t n = times_.size();
  double before = 0;  // slope to the left
  for (size_t i = 0; i < n;) {
    size_t last = i;  // of the points at this time
    while (last + 1 < n && times_[last + 1] == times_[i]) ++last;
    const double after = slope(last);
    const bool holds = interpolation_ == Interpolation::Hold;
    const double left = holds && i > 0 ? values_[i - 1] : values_[i];
    const bool jumps = left != values_[last];
    const bool bends =
        std::abs(after - before) > kSameSlope * std::max(std::abs(after), std::abs(before));
    if (jumps || bends) breaks_.push_back(times_[i]);
    before = after;
    i = last + 1;
  }
}

double InputTable::at(double time, bool fromRight) const {
  // The first point beyond: at a time of the table, whether that counts depends on the side.
  const auto beyond = fromRight ? std::upper_bound(times_.begin(), times_.end(), time)
                                : std::lower_bound(times_.begin(), times_.end(), time);
  const auto right = static_cast<size_t>(beyond - times_.begin());
  if (right == 0) return values_.front();
  const size_t left = right - 1;
  if (right == times_.size() || interpolation_ == Interpolation::Hold) return values_[left];
  const double part = (time - times_[left]) / (times_[right] - times_[left]);
  return values_[left] + part * (values_[right] - values_[left]);
}

double InputTable::nextBreak(double time) const {
  const auto found = std::upper_bound(breaks_.begin(), breaks_.end(), time);
  return found == breaks_.end() ? std::numeric_limits<double>::infinity() : *found;
}

std::shared_ptr<const InputSignal> constantInput(double value) {
  return std::make_shared<InputTable>(std::vector<double>{0}, std::vector<double>{value},
                                      Interpolation::Hold);
}

// A difference of order four that looks ahead only.
double InputSignal::slopeAfter(double time, double reach) const {
  const double step = reach / 4;
  constexpr double kWeights[] = {-25.0 / 12, 4, -3, 4.0 / 3, -1.0 / 4};
  double sum = 0;
  for (int k = 0; k < 5; ++k) sum += kWeights[k] * at(time + k * step, true);
  return sum / step;
}

double InputTable::slopeAfter(double time, double) const {
  const auto beyond = std::upper_bound(times_.begin(), times_.end(), time);
  if (beyond == times_.begin()) return 0;
  return slope(static_cast<size_t>(beyond - times_.begin()) - 1);
}

const InputSignal* InputWriter::signalOf(int32_t index) const {
  for (const DrivenInput& input : inputs_)
    if (input.index == index) return input.signal.get();
  return nullptr;
}

void InputWriter::set(int32_t index, std::shared_ptr<const InputSignal> signal) {
  for (DrivenInput& input : inputs_)
    if (input.index == index) {
      input.signal = std::move(signal);
      return;
    }
  inputs_.push_back({index, std::move(signal)});
}

void InputWriter::write(FmlData* d) const {
  const bool fromRight = d->time <= passed_;
  for (const DrivenInput& input : inputs_) d->v[input.index] = input.signal->at(d->time, fromRight);
  if (!fromRight) return;
  for (const FollowedInput& f : followed_) {
    const InputSignal* signal = signalOf(f.input);
    d->v[f.state] = d->v[f.input];
    d->v[f.slope] = signal != nullptr ? signal->slopeAfter(d->time, reach_) : 0;
  }
}

void InputWriter::follow(std::vector<FollowedInput> followed, double reach) {
  followed_ = std::move(followed);
  reach_ = reach;
}

std::vector<InputWriter::Distance> InputWriter::distances(const FmlData* d) const {
  std::vector<Distance> result;
  for (const FollowedInput& f : followed_) {
    const InputSignal* signal = signalOf(f.input);
    const double value = signal != nullptr ? signal->at(d->time, true) : d->v[f.input];
    result.push_back({f.input, std::abs(value - d->v[f.state])});
  }
  return result;
}

void InputWriter::writeStages(FmlData* d, const FmlInlineForm& form, double h) const {
  for (int32_t k = 0; k < form.nInputs; ++k) {
    const int32_t index = form.inputIndices[k];
    const InputSignal* signal = signalOf(index);
    for (int32_t s = 0; s + 1 < form.nStages; ++s) {
      const double time = d->time - (1 - form.nodes[s]) * h;
      d->v[form.stageInputIndices[s * form.nInputs + k]] =
          signal != nullptr ? signal->at(time, time <= passed_) : d->v[index];
    }
  }
}

void InputWriter::keepPre(FmlData* d) const {
  for (const DrivenInput& input : inputs_) d->pre[input.index] = d->v[input.index];
}

double InputWriter::nextBreak() const {
  double next = std::numeric_limits<double>::infinity();
  for (const DrivenInput& input : inputs_) next = std::min(next, input.signal->nextBreak(passed_));
  return next;
}

void writeInputs(FmlData* d) {
  if (const InputWriter* inputs = d->workspace->inputs) inputs->write(d);
}

void writeStageInputs(FmlData* d, const FmlInlineForm& form, double h) {
  if (const InputWriter* inputs = d->workspace->inputs) {
    inputs->write(d);
    inputs->writeStages(d, form, h);
    return;
  }
  for (int32_t k = 0; k < form.nInputs; ++k)
    for (int32_t s = 0; s + 1 < form.nStages; ++s)
      d->v[form.stageInputIndices[s * form.nInputs + k]] = d->v[form.inputIndices[k]];
}

}  // namespace formola::runtime
