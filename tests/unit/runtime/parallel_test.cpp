#include "runtime/parallel.h"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "runtime/workspace.h"

namespace formola::runtime {
namespace {

TEST(Crew, EveryThreadWorksOnceInEachRun) {
  Crew crew(4);
  ASSERT_EQ(crew.size(), 4);
  std::vector<int> runs(4, 0);
  for (int round = 0; round < 100; ++round)
    crew.run([&](int thread) { ++runs[static_cast<size_t>(thread)]; });
  EXPECT_EQ(runs, std::vector<int>(4, 100));
}

constexpr int32_t kUnknowns = 100;

// Squares; where v is negative there is no solution.
FmlStatus squares(FmlData* d, double*, double* out, int64_t begin, int64_t end) {
  for (int64_t k = begin; k < end; ++k) {
    if (d->v[k] < 0) return fml_domain_error(d, static_cast<int32_t>(k), "sqrt", d->v[k]);
    out[k] = d->v[k] * d->v[k];
    ++d->statistics.blockSolves;
    if (d->v[k] == 3) {
      Elsewhere& elsewhere = ownShare(d).elsewhere;
      if (elsewhere.count++ == 0) elsewhere.block = static_cast<int32_t>(k);
    }
  }
  return FML_OK;
}

class InParts : public testing::TestWithParam<int> {
 protected:
  InParts() {
    model_.abiVersion = FML_ABI_VERSION;
    model_.name = "test";
    model_.nVariables = model_.discreteBegin = model_.parameterBegin = kUnknowns;
    instance_ = std::make_unique<Instance>(model_);
    useThreads(data(), GetParam());
    for (int32_t k = 0; k < kUnknowns; ++k) data()->v[k] = k % 10;
  }
  FmlData* data() { return instance_->get(); }
  FmlStatus run(LoopPart loop = squares) {
    return runInParts(data(), loop, nullptr, out_.data(), kUnknowns, 7);
  }

  FmlModel model_{};
  std::unique_ptr<Instance> instance_;
  std::vector<double> out_ = std::vector<double>(kUnknowns, -1);
};

TEST_P(InParts, DoesEachIterationOnce) {
  ASSERT_EQ(run(), FML_OK);
  for (int32_t k = 0; k < kUnknowns; ++k) EXPECT_EQ(out_[k], (k % 10) * (k % 10));
  EXPECT_EQ(data()->statistics.blockSolves, 100U);
  EXPECT_EQ(data()->workspace->elsewhere.count, 10U);
  EXPECT_EQ(data()->workspace->elsewhere.block, 3);
  ASSERT_EQ(run(), FML_OK);
  EXPECT_EQ(data()->workspace->elsewhere.count, 20U);
}

TEST_P(InParts, TellsTheFirstFailureAndDoesTheOtherParts) {
  data()->v[50] = -5;
  data()->v[20] = -2;
  EXPECT_EQ(run(), FML_RETRY);
  EXPECT_EQ(data()->workspace->failure.kind, FailureKind::DomainError);
  EXPECT_EQ(data()->workspace->failure.index, 20);
  EXPECT_EQ(data()->workspace->failure.argument, -2);
  EXPECT_EQ(out_[19], 81);
  EXPECT_EQ(out_[20], -1);
  EXPECT_EQ(out_[21], 1);
  EXPECT_EQ(out_[99], 81);
}

// Parts that have parts of their own.
FmlStatus tensOfSquares(FmlData* d, double* registers, double* out, int64_t begin, int64_t end) {
  for (int64_t k = begin; k < end; ++k) {
    FmlData moved = *d;
    moved.v += 10 * k;
    moved.statistics = {};
    const FmlStatus status = runInParts(&moved, squares, registers, out + 10 * k, 10, 3);
    if (status != FML_OK) return status;
    d->statistics.blockSolves += moved.statistics.blockSolves;
  }
  return FML_OK;
}

TEST_P(InParts, PartsOfPartsStayInTheirThread) {
  ASSERT_EQ(runInParts(data(), tensOfSquares, nullptr, out_.data(), 10, 2), FML_OK);
  for (int32_t k = 0; k < kUnknowns; ++k) EXPECT_EQ(out_[k], (k % 10) * (k % 10));
  EXPECT_EQ(data()->statistics.blockSolves, 100U);
}

TEST_P(InParts, EventsAreLeftToOneThread) {
  data()->live = 1;
  ASSERT_EQ(run(), FML_OK);
  EXPECT_EQ(out_[99], 81);
}

INSTANTIATE_TEST_SUITE_P(Threads, InParts, testing::Values(1, 2, 5));

}  // namespace
}  // namespace formola::runtime
