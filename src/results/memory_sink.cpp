#include "results/memory_sink.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace formola::results {

namespace {

// Puts `value`, which comes after both, into the pair (first, second) of the extreme values so far.
void widenPair(double& first, double& second, double value) {
  if (std::isnan(value) || std::isnan(first) || std::isnan(second)) {
    second = std::isnan(second) ? second : value;
    return;
  }
  const double low = std::min(first, second);
  const double high = std::max(first, second);
  if (value < low) {
    first = high;
    second = value;
  } else if (value > high) {
    first = low;
    second = value;
  }
}

}  // namespace

bool MemorySink::begin(const ResultLayout& layout) {
  verify(layout);
  StoredColumns stored = storedColumns(layout);
  trajectory_ = {};
  trajectory_.layout = layout;
  for (Signal& signal : trajectory_.layout.signals) {
    if (signal.kind == SignalKind::Variable) signal.column = stored.position[signal.column];
  }
  used_ = std::move(stored.used);
  trajectory_.layout.columns = static_cast<uint32_t>(used_.size());
  trajectory_.columns.resize(used_.size());
  return true;
}

bool MemorySink::row(double time, std::span<const double> values) {
  ++rowsSeen_;
  if (buckets_ == 0) {
    trajectory_.time.push_back(time);
    for (size_t i = 0; i < used_.size(); ++i) trajectory_.columns[i].push_back(values[used_[i]]);
    return true;
  }
  if (rowsInLast_ == rowsPerBucket_ || trajectory_.time.empty()) {
    if (trajectory_.rows() == 2 * buckets_) mergeBuckets();
    if (rowsInLast_ == rowsPerBucket_ || trajectory_.time.empty()) {
      openBucket(time, values);
      return true;
    }
  }
  widenBucket(time, values);
  return true;
}

void MemorySink::openBucket(double time, std::span<const double> values) {
  rowsInLast_ = 1;
  trajectory_.time.insert(trajectory_.time.end(), {time, time});
  for (size_t i = 0; i < used_.size(); ++i) {
    const double value = values[used_[i]];
    trajectory_.columns[i].insert(trajectory_.columns[i].end(), {value, value});
  }
}

void MemorySink::widenBucket(double time, std::span<const double> values) {
  ++rowsInLast_;
  trajectory_.time.back() = time;
  const size_t last = trajectory_.rows() - 1;
  for (size_t i = 0; i < used_.size(); ++i) {
    std::vector<double>& column = trajectory_.columns[i];
    widenPair(column[last - 1], column[last], values[used_[i]]);
  }
}

void MemorySink::mergeBuckets() {
  const size_t count = trajectory_.rows() / 2;
  size_t target = 0;
  for (size_t bucket = 0; bucket < count; bucket += 2, ++target) {
    const bool paired = bucket + 1 < count;
    const size_t from = 2 * bucket;
    trajectory_.time[2 * target] = trajectory_.time[from];
    trajectory_.time[2 * target + 1] = trajectory_.time[from + (paired ? 3 : 1)];
    for (std::vector<double>& column : trajectory_.columns) {
      double first = column[from];
      double second = column[from + 1];
      if (paired) {
        widenPair(first, second, column[from + 2]);
        widenPair(first, second, column[from + 3]);
      }
      column[2 * target] = first;
      column[2 * target + 1] = second;
    }
  }
  trajectory_.time.resize(2 * target);
  for (std::vector<double>& column : trajectory_.columns) column.resize(2 * target);
  // An odd bucket at the end is half full under the new size.
  rowsInLast_ = count % 2 == 0 ? 2 * rowsPerBucket_ : rowsPerBucket_;
  rowsPerBucket_ *= 2;
}

bool MemorySink::finish() {
  // A bucket of one row would show it twice.
  if (buckets_ > 0 && rowsPerBucket_ == 1) {
    const auto halve = [](std::vector<double>& values) {
      for (size_t i = 0; 2 * i < values.size(); ++i) values[i] = values[2 * i];
      values.resize(values.size() / 2);
    };
    halve(trajectory_.time);
    for (std::vector<double>& column : trajectory_.columns) halve(column);
  }
  return true;
}

}  // namespace formola::results
