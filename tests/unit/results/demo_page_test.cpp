// The pages of the demo and of the methods: self-contained; times at equal accuracy.
#include "results/demo_page.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "results/methods_page.h"

namespace formola::results {
namespace {

DemoRun run(const char* method, double tolerance, double seconds, double error) {
  DemoRun r;
  r.method = method;
  r.tolerance = tolerance;
  r.seconds = seconds;
  r.error = error;
  return r;
}

void expectSelfContained(const std::string& text) {
  for (const char* word : {"http:", "https:", "src=", "<link", "@import", "url(", "fetch("})
    EXPECT_EQ(text.find(word), std::string::npos) << word;
  EXPECT_EQ(text.find("{{"), std::string::npos);
  EXPECT_TRUE(text.starts_with("<!doctype html>"));
}

TEST(DemoPage, secondsAtEqualErrorAreInterpolatedOnLogarithmicAxes) {
  const std::vector<DemoRun> runs = {run("a", 1e-4, 1, 1e-2), run("a", 1e-6, 4, 1e-4),
                                     run("a", 1e-8, 64, 1e-6), run("b", 1e-4, 1, 1e-2)};
  EXPECT_NEAR(*secondsAtError(runs, "a", 1e-4), 4, 1e-12);
  EXPECT_NEAR(*secondsAtError(runs, "a", 1e-3), 2, 1e-12);
  EXPECT_NEAR(*secondsAtError(runs, "a", 1e-5), 16, 1e-11);
  EXPECT_NEAR(*secondsAtError(runs, "a", 1e-1), 0.5, 1e-12);
  EXPECT_NEAR(*secondsAtError(runs, "a", 1e-7), 256, 1e-9);
  EXPECT_FALSE(secondsAtError(runs, "b", 1e-3));
  EXPECT_FALSE(secondsAtError(runs, "c", 1e-3));
  EXPECT_FALSE(secondsAtError(runs, "a", 0));
}

TEST(DemoPage, loadsNothingFromOutside) {
  DemoPage page;
  page.runs = {run("inline:bdf", 1e-6, 1, 1e-3), run("ida:dense", 1e-6, 2, 1e-3)};
  page.baseline = "ida:dense";
  page.shownTolerance = 1e-6;
  expectSelfContained(renderDemoPage(page));
}

TEST(MethodsPage, loadsNothingFromOutside) {
  MethodsPage page;
  MethodCurve curve;
  curve.name = "euler";
  curve.atInfinity = std::numeric_limits<double>::infinity();
  curve.polynomial = {{-1, -1}, {1}};
  page.methods.push_back(curve);
  const std::string text = renderMethodsPage(page);
  expectSelfContained(text);
  EXPECT_NE(text.find("\"infinity\":null"), std::string::npos);
}

}  // namespace
}  // namespace formola::results
