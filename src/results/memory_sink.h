// Keeps a result in memory, in bounded space when asked to: for the report and for tests.
#pragma once

#include <span>
#include <vector>

#include "results/result_sink.h"
#include "results/trajectory.h"

namespace formola::results {

// With a bound of 2n rows the sink keeps n buckets of consecutive rows. Each bucket holds, for
// every column, the smallest and the largest value in the order in which they occurred, so that
// peaks survive; when all buckets are full, neighbours are merged and buckets become twice as long.
// The two rows of a bucket carry the times at which it begins and ends. Complexity: amortised
// O(columns) per row, memory O(maxRows · columns).
class MemorySink : public ResultSink {
 public:
  // maxRows 0 keeps every row.
  explicit MemorySink(size_t maxRows = 0) : buckets_(maxRows / 2) {}

  bool begin(const ResultLayout& layout) override;
  bool row(double time, std::span<const double> values) override;
  bool finish() override;

  // Valid after finish(). Holds only the columns that the layout uses.
  Trajectory& trajectory() { return trajectory_; }
  const Trajectory& trajectory() const { return trajectory_; }
  // Rows received, whether kept or not.
  size_t rowsSeen() const { return rowsSeen_; }

 private:
  void openBucket(double time, std::span<const double> values);
  void widenBucket(double time, std::span<const double> values);
  void mergeBuckets();

  size_t buckets_;
  size_t rowsSeen_ = 0;
  size_t rowsPerBucket_ = 1;
  size_t rowsInLast_ = 0;  // rows that went into the last bucket
  std::vector<uint32_t> used_;
  Trajectory trajectory_;
};

}  // namespace formola::results
