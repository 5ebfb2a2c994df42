// Which file a result goes to, and what is said about its size.
#include "compiler/result_plan.h"

#include <gtest/gtest.h>

namespace formola::testing {
namespace {

constexpr double kPlenty = 1e15;

TEST(ResultPlan, SmallResultsGoToTextWithoutAWord) {
  const ResultChoice choice = chooseResultFile("", "M_res.csv", {9e8, 2e8}, kPlenty);
  EXPECT_EQ(choice.path, "M_res.csv");
  EXPECT_EQ(choice.told, "");
}

TEST(ResultPlan, LargeResultsAreBinaryUnlessSaidOtherwise) {
  const ResultChoice choice = chooseResultFile("", "M_res.csv", {3e9, 7e8}, kPlenty);
  EXPECT_EQ(choice.path, "M_res.mat");
  EXPECT_NE(choice.told.find("about 3 GB as CSV and go to 'M_res.mat'"), std::string::npos);
  const ResultChoice given = chooseResultFile("x.csv", "M_res.csv", {3e9, 7e8}, kPlenty);
  EXPECT_EQ(given.path, "x.csv");
  EXPECT_NE(given.told.find("take about 3 GB, as .mat about 0.7 GB"), std::string::npos);
  EXPECT_EQ(chooseResultFile("x.mat", "M_res.csv", {3e9, 7e8}, kPlenty).told, "");
}

TEST(ResultPlan, ResultsThatDoNotFitAreTold) {
  const ResultChoice choice = chooseResultFile("x.mat", "M_res.csv", {3e8, 7e7}, 5e7);
  EXPECT_EQ(choice.path, "x.mat");
  EXPECT_NE(choice.told.find("only 0.05 GB are free there"), std::string::npos);
}

// Rows of 16 bytes for each Real as text, aliases too; binary, columns alone, of 8 bytes.
TEST(ResultPlan, SizesFollowRowsAndColumns) {
  results::ResultLayout layout;
  const uint32_t x = layout.addVariable("x");
  layout.addAlias("y", x, true);
  layout.addVariable("b", {}, {}, results::SignalType::Boolean);
  layout.addParameter("p", 1);
  solver::SimulationProblem problem;
  problem.intervals = 99;
  const ResultSize size = estimateSize(layout, problem);
  EXPECT_EQ(size.csv, 100 * (16 + 16 + 16 + 2));
  EXPECT_EQ(size.mat, 100 * 3 * 8);
}

}  // namespace
}  // namespace formola::testing
