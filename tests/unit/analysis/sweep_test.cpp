#include "analysis/sweep.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <fstream>

namespace formola::analysis {
namespace {

std::string problemOf(SweepRequest request) {
  std::string problem;
  EXPECT_FALSE(planSweep(request, problem).has_value());
  return problem;
}

TEST(PlanSweep, AllCombinationsTheLastNameFastest) {
  std::string problem;
  const auto plan = planSweep({{"a=1:2:3", "b={true, false}", "c=7"}}, problem);
  ASSERT_TRUE(plan) << problem;
  EXPECT_EQ(plan->names, (std::vector<std::string>{"a", "b", "c"}));
  ASSERT_EQ(plan->cases.size(), 6U);
  EXPECT_EQ(plan->cases[0], (std::vector<std::string>{"1", "true", "7"}));
  EXPECT_EQ(plan->cases[1], (std::vector<std::string>{"1", "false", "7"}));
  EXPECT_EQ(plan->cases[2], (std::vector<std::string>{"1.5", "true", "7"}));
  EXPECT_EQ(plan->cases[5], (std::vector<std::string>{"2", "false", "7"}));
}

TEST(PlanSweep, ListsTogether) {
  std::string problem;
  SweepRequest request{{"a={1, 2}", "b={x(1, 2), \"p, q\"}"}};
  request.list = true;
  const auto plan = planSweep(request, problem);
  ASSERT_TRUE(plan) << problem;
  ASSERT_EQ(plan->cases.size(), 2U);
  EXPECT_EQ(plan->cases[1], (std::vector<std::string>{"2", "\"p, q\""}));
  request.values[1] = "b={1, 2, 3}";
  EXPECT_NE(problemOf(request).find("b has 3 values"), std::string::npos);
}

TEST(PlanSweep, SamplesAreReproducibleAndDistributedAsTheySay) {
  std::string problem;
  SweepRequest request{{"a=uniform(2, 4)", "b=normal(10, 3)"}};
  request.samples = 20000;
  const auto plan = planSweep(request, problem), again = planSweep(request, problem);
  ASSERT_TRUE(plan) << problem;
  auto all = [](const SweepPlan& each) {
    std::vector<CaseValues> cases;
    for (const CaseValues& values : each.cases) cases.push_back(values);
    return cases;
  };
  EXPECT_EQ(all(*plan), all(*again));
  // From any case on, as if all before it had been asked for.
  EXPECT_EQ(plan->cases[12345], all(*plan)[12345]);
  EXPECT_EQ(plan->cases[0], all(*plan)[0]);
  request.seed = 2;
  EXPECT_NE(all(*planSweep(request, problem)), all(*plan));
  double sum = 0, square = 0, low = 9;
  for (const CaseValues& values : plan->cases) {
    low = std::min(low, std::stod(values[0]));
    const double b = std::stod(values[1]);
    sum += b;
    square += b * b;
  }
  const double mean = sum / 20000, deviation = std::sqrt(square / 20000 - mean * mean);
  EXPECT_GE(low, 2);
  EXPECT_LT(low, 2.01);
  EXPECT_NEAR(mean, 10, 0.1);
  EXPECT_NEAR(deviation, 3, 0.1);
}

TEST(PlanSweep, SaysWhatIsWrong) {
  EXPECT_NE(problemOf({{"a"}}), "");
  EXPECT_NE(problemOf({{"a="}}), "");
  EXPECT_NE(problemOf({{"a=1:2"}}), "");
  EXPECT_NE(problemOf({{"a=1:2:0"}}), "");
  EXPECT_NE(problemOf({{"a={1,,2}"}}), "");
  EXPECT_NE(problemOf({{"a=1", "a=2"}}), "");
  EXPECT_NE(problemOf({{"a=uniform(1, 2)"}}).find("--samples"), std::string::npos);
  EXPECT_NE(problemOf({{"a=1:2:4000", "b=1:2:4000"}}).find("more than"), std::string::npos);
}

TEST(SummarySink, MeansAreOverTime) {
  results::ResultLayout layout;
  layout.addVariable("x");
  layout.addAlias("back", 0, true);
  layout.addParameter("p", 3);
  SummarySink sink({"x", "back", "p", "nothing"});
  sink.begin(layout);
  for (const auto& [time, value] : {std::pair{0.0, 0.0}, {1.0, 2.0}, {1.0, 4.0}, {3.0, 4.0}})
    sink.row(time, std::vector<double>{value});
  const std::vector<Summary>& s = sink.summaries();
  EXPECT_EQ(s[0].last, 4);
  EXPECT_EQ(s[0].least, 0);
  EXPECT_EQ(s[0].most, 4);
  EXPECT_EQ(s[0].mean, 3);
  EXPECT_EQ(s[1].least, -4);
  EXPECT_EQ(s[2].mean, 3);
  EXPECT_TRUE(std::isnan(s[3].last));
}

TEST(CaseTable, RowsAreFoundAgain) {
  std::string problem;
  const auto plan = planSweep({{"a={1, 2}"}}, problem);
  const CaseTable table{plan->names, {"x"}, {"max"}};
  const std::string path = testing::TempDir() + "/formola_cases.csv";
  const Summary summary{1, 0, 2, 1};
  const std::string row = table.row(1, plan->cases[1], "failed", {summary}, "says \"no\",\n twice");
  EXPECT_EQ(table.header(), "case,a,status,final(x),max(x),message\n");
  EXPECT_EQ(row, "2,2,failed,1,2,\"says \"\"no\"\",  twice\"\n");
  std::ofstream(path) << table.header() << row << "1,1,do";  // cut short
  const auto found = finishedRows(path, table, *plan, problem);
  ASSERT_TRUE(found) << problem;
  EXPECT_EQ((*found)[0], "");
  EXPECT_EQ((*found)[1], row);
  const auto other = planSweep({{"a={1, 3}"}}, problem);
  EXPECT_FALSE(finishedRows(path, table, *other, problem));
  EXPECT_FALSE(finishedRows(path, {plan->names, {"y"}, {}}, *plan, problem));
  std::remove(path.c_str());
  EXPECT_TRUE(finishedRows(path, table, *plan, problem));
}

}  // namespace
TEST(CaseNumbers, WithGapsAndWithout) {
  analysis::CaseNumbers all(5, 9), none(3, 3), some;
  EXPECT_EQ(all.size(), 4U);
  EXPECT_EQ(all[0], 5U);
  EXPECT_EQ(all[3], 8U);
  EXPECT_TRUE(none.empty());
  none.add(7);
  EXPECT_EQ(none[0], 7U);
  const std::vector<size_t> numbers = {2, 3, 4, 7, 9, 10};
  for (const size_t number : numbers) some.add(number);
  ASSERT_EQ(some.size(), numbers.size());
  for (size_t k = 0; k < numbers.size(); ++k) EXPECT_EQ(some[k], numbers[k]);
}

}  // namespace formola::analysis
