// The HTML report: self-contained, safe against its own data, true to it, bounded in size.
#include "results/html_report.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <nlohmann/json.hpp>

#include "test_files.h"

namespace formola::results {
namespace {

std::string decodeBase64(const std::string& text) {
  const std::string digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string bytes;
  uint32_t bits = 0;
  int count = 0;
  for (char c : text) {
    if (c == '=') break;
    bits = bits << 6 | static_cast<uint32_t>(digits.find(c));
    count += 6;
    if (count >= 8) {
      count -= 8;
      bytes += static_cast<char>(bits >> count & 255);
    }
  }
  return bytes;
}

template <typename T>
std::vector<T> decode(const nlohmann::json& text) {
  const std::string bytes = decodeBase64(text.get<std::string>());
  std::vector<T> values(bytes.size() / sizeof(T));
  std::memcpy(values.data(), bytes.data(), values.size() * sizeof(T));
  return values;
}

nlohmann::json dataOf(const std::string& page) {
  const std::string open = "<script type=\"application/json\" id=\"data\">";
  const size_t begin = page.find(open) + open.size();
  const size_t end = page.find("</script>", begin);
  return nlohmann::json::parse(page.substr(begin, end - begin));
}

Trajectory waves(size_t rows, size_t columns) {
  Trajectory trajectory;
  for (size_t k = 0; k < columns; ++k)
    trajectory.layout.addVariable("x[" + std::to_string(k) + "]");
  trajectory.columns.resize(columns);
  for (size_t i = 0; i < rows; ++i) {
    trajectory.time.push_back(0.01 * static_cast<double>(i));
    for (size_t k = 0; k < columns; ++k) {
      trajectory.columns[k].push_back(std::sin(trajectory.time.back() + static_cast<double>(k)));
    }
  }
  return trajectory;
}

HtmlReport reportOn(const Trajectory& trajectory) {
  HtmlReport report;
  report.title = "Test";
  report.results.push_back({"run", &trajectory});
  return report;
}

TEST(HtmlReport, beginsWithOnePlotForEachUnit) {
  Trajectory trajectory = waves(20, 12);
  std::vector<Signal>& signals = trajectory.layout.signals;
  for (size_t k : {1, 3}) signals[k].unit = "rad";
  signals[10].unit = "K";
  signals[11].unit = "V";  // a fourth plot: left out
  trajectory.columns[2].assign(20, 1.0);
  signals.push_back(signals[3]);  // another name of x[3]
  signals.back().name = "twin";
  std::vector<std::string> names = trajectory.names();
  names.push_back("not in the result");
  const std::vector<std::vector<std::string>> expected{
      {"x[0]", "x[4]", "x[5]", "x[6]", "x[7]", "x[8]"}, {"x[1]", "x[3]"}, {"x[10]"}};
  EXPECT_EQ(plotsByUnit(trajectory, names), expected);
  EXPECT_TRUE(plotsByUnit(trajectory, {"x[2]"}).empty());
}

TEST(HtmlReport, loadsNothingFromOutside) {
  const Trajectory trajectory = waves(10, 2);
  const std::string page = renderHtmlReport(reportOn(trajectory));
  for (const char* word : {"http:", "https:", "src=", "<link", "@import", "url(", "fetch("}) {
    EXPECT_EQ(page.find(word), std::string::npos) << word;
  }
  EXPECT_EQ(page.find("{{"), std::string::npos);
  EXPECT_TRUE(page.starts_with("<!doctype html>"));
}

TEST(HtmlReport, namesAndTitlesCannotBreakThePage) {
  Trajectory trajectory = waves(3, 1);
  trajectory.layout.signals[0].name = "</script><!--{{title}}\"'\xFF";
  HtmlReport report = reportOn(trajectory);
  report.title = "<b>&\"";
  report.statistics.push_back({"s", {{"a", "</script>"}}});
  const std::string page = renderHtmlReport(report);
  EXPECT_NE(page.find("<h1>&lt;b&gt;&amp;&quot;</h1>"), std::string::npos);
  const nlohmann::json data = dataOf(page);
  EXPECT_EQ(data["results"][0]["signals"][0]["name"], "</script><!--{{title}}\"'\xEF\xBF\xBD");
  EXPECT_EQ(data["statistics"][0]["rows"][0][1], "</script>");
}

TEST(HtmlReport, shortResultsAreKeptPointByPoint) {
  Trajectory trajectory = waves(101, 1);
  for (double& value : trajectory.columns[0]) value = 300 + 1e-6 * value;
  const nlohmann::json data = dataOf(renderHtmlReport(reportOn(trajectory)));
  const nlohmann::json& result = data["results"][0];
  EXPECT_EQ(decode<double>(result["time"]), trajectory.time);
  const nlohmann::json& column = result["columns"][0];
  const std::vector<float> scaled = decode<float>(column["data"]);
  ASSERT_EQ(scaled.size(), 101u);
  for (size_t i = 0; i < scaled.size(); ++i) {
    const double value = column["offset"].get<double>() + column["scale"].get<double>() * scaled[i];
    EXPECT_NEAR(value, trajectory.columns[0][i], 2e-13);  // 1e-7 of the range
  }
}

TEST(HtmlReport, constantsAliasesAndParameters) {
  Trajectory trajectory = waves(5, 1);
  trajectory.layout.addAlias("minus", 0, true);
  trajectory.layout.addParameter("p", 2.5, "a parameter", "m");
  trajectory.layout.addVariable("still");
  trajectory.columns.push_back(std::vector<double>(5, 7));
  trajectory.layout.addAlias("minusStill", 1, true);
  const nlohmann::json data = dataOf(renderHtmlReport(reportOn(trajectory)));
  const nlohmann::json& signals = data["results"][0]["signals"];
  EXPECT_EQ(data["results"][0]["columns"].size(), 1u);
  EXPECT_EQ(signals[1]["column"], 0);
  EXPECT_EQ(signals[1]["negated"], true);
  EXPECT_EQ(signals[2]["parameter"], true);
  EXPECT_EQ(signals[2]["value"], 2.5);
  EXPECT_EQ(signals[2]["unit"], "m");
  EXPECT_EQ(signals[3]["value"], 7);
  EXPECT_EQ(signals[4]["value"], -7);
}

TEST(HtmlReport, longResultsAreDecimatedButKeepTheirPeaks) {
  Trajectory trajectory = waves(50000, 1);
  trajectory.columns[0][12345] = 9;
  const nlohmann::json data = dataOf(renderHtmlReport(reportOn(trajectory)));
  const nlohmann::json& column = data["results"][0]["columns"][0];
  const std::vector<float> scaled = decode<float>(column["data"]);
  EXPECT_LE(scaled.size(), HtmlReportOptions().maxPoints);
  EXPECT_GE(scaled.size(), HtmlReportOptions().maxPoints / 2);
  const float peak = *std::max_element(scaled.begin(), scaled.end());
  EXPECT_NEAR(column["offset"].get<double>() + column["scale"].get<double>() * peak, 9, 1e-6);
}

TEST(HtmlReport, manyVariablesStayWithinTheBudgetAndTheWantedOnesAreKept) {
  const Trajectory trajectory = waves(700, 300);
  HtmlReport report = reportOn(trajectory);
  report.plots = {{"x[299]"}};
  HtmlReportOptions options;
  options.maxBytes = 400000;
  const std::string page = renderHtmlReport(report, options);
  EXPECT_LT(page.size(), options.maxBytes + 150000);
  const nlohmann::json data = dataOf(page);
  EXPECT_TRUE(data.contains("omitted"));
  const nlohmann::json& signals = data["results"][0]["signals"];
  EXPECT_GT(signals.size(), 50u);
  EXPECT_LT(signals.size(), 300u);
  EXPECT_EQ(signals.back()["name"], "x[299]");
}

TEST(HtmlReport, tracksEventsAndEmptyReports) {
  HtmlReport report;
  report.tracks.push_back({"step size", "s", {0, 1, 2}, {0.1, 0.2, 0.3}, true, false});
  report.events = {{2, "b"}, {1, "a"}, {std::numeric_limits<double>::quiet_NaN(), "c"}};
  nlohmann::json data = dataOf(renderHtmlReport(report));
  EXPECT_EQ(decode<double>(data["tracks"][0]["data"]), (std::vector<double>{0.1, 0.2, 0.3}));
  ASSERT_EQ(data["events"].size(), 2u);
  EXPECT_EQ(data["events"][0]["label"], "a");
  report.events.assign(100, {1, ""});
  HtmlReportOptions options;
  options.maxEvents = 30;
  data = dataOf(renderHtmlReport(report, options));
  EXPECT_LE(data["events"].size(), 30u);
  EXPECT_TRUE(dataOf(renderHtmlReport({}))["results"].empty());
}

TEST(HtmlReport, writesAFileOrSaysWhyNot) {
  TemporaryFolder folder;
  const Trajectory trajectory = waves(10, 1);
  std::string error;
  ASSERT_TRUE(writeHtmlReport(folder.file("r.html"), reportOn(trajectory), error)) << error;
  EXPECT_EQ(readFile(folder.file("r.html")), renderHtmlReport(reportOn(trajectory)));
  EXPECT_FALSE(writeHtmlReport(folder.file("missing/r.html"), reportOn(trajectory), error));
  EXPECT_FALSE(error.empty());
}

}  // namespace
}  // namespace formola::results
