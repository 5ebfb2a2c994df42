#include "analysis/study_statistics.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "analysis/statistics.h"

namespace formola::analysis {
namespace {

std::vector<double> numbers(size_t count) {
  std::mt19937_64 engine(7);
  std::vector<double> result;
  for (size_t k = 0; k < count; ++k)
    result.push_back(std::log(static_cast<double>(engine() >> 11) * 0x1p-53 + 1e-9));
  return result;
}

TEST(QuantileSketch, IsExactForFewNumbers) {
  std::vector<double> all = numbers(QuantileSketch::kBuffer);
  QuantileSketch sketch;
  for (const double x : all) sketch.add(x);
  std::sort(all.begin(), all.end());
  for (const double p : {0.0, 0.05, 0.3, 0.5, 0.95, 1.0})
    EXPECT_DOUBLE_EQ(sketch.quantile(p), quantileOf(all, p));
  EXPECT_TRUE(std::isnan(QuantileSketch().quantile(0.5)));
}

TEST(QuantileSketch, IsNearForManyNumbersInAnyOrder) {
  constexpr size_t kCount = 500'000;
  std::vector<double> all = numbers(kCount), sorted = all;
  std::sort(sorted.begin(), sorted.end());
  const double levels = std::log2(static_cast<double>(kCount) / QuantileSketch::kBuffer);
  const double bound = (levels + 1) / QuantileSketch::kBuffer;
  for (const bool inOrder : {false, true}) {
    QuantileSketch sketch;
    for (const double x : inOrder ? sorted : all) sketch.add(x);
    for (const double p : {0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99}) {
      const double x = sketch.quantile(p);
      EXPECT_GE(x, quantileOf(sorted, std::max(p - bound, 0.0)));
      EXPECT_LE(x, quantileOf(sorted, std::min(p + bound, 1.0)));
    }
  }
}

TEST(StudyStatistics, GoesOnFromWhatWasSavedToTheSameNumbers) {
  const std::vector<double> all = numbers(40'000);
  const std::string path = testing::TempDir() + "/formola_study.state";
  for (const size_t part : {size_t{0}, size_t{1}, size_t{8193}, size_t{39'999}}) {
    StudyStatistics whole({"x", "y"}, "a study"), first = whole, second = whole;
    for (size_t k = 0; k < all.size(); ++k) {
      StudyStatistics& now = k < part ? first : second;
      if (k == part) {
        ASSERT_TRUE(first.save(path));
        ASSERT_EQ(second.load(path), "");
      }
      for (StudyStatistics* each : {&whole, &now})
        if (k % 100 == 3)
          each->addFailed();
        else
          each->add({all[k], 1 / all[k]});
    }
    EXPECT_EQ(second.json(), whole.json());
    EXPECT_EQ(second.cases(), all.size());
  }
  StudyStatistics other({"x", "y"}, "another study");
  EXPECT_NE(other.load(path), "");
}

}  // namespace
}  // namespace formola::analysis
