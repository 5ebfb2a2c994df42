// CSV and MAT v4 writers, byte by byte, and the bounded memory sink.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "results/csv_writer.h"
#include "results/mat4_writer.h"
#include "results/memory_sink.h"
#include "test_files.h"

namespace formola::results {
namespace {

// Flushes after each row.
constexpr FlushPolicy kEveryRow{0, 0};
// Never flushes by itself.
constexpr FlushPolicy kNever{std::numeric_limits<size_t>::max(), 1e300};

TEST(CsvWriter, writesAllVariablesWithAliasesAndQuotedNames) {
  TemporaryFolder folder;
  CsvWriter writer(folder.file("r.csv"));
  ASSERT_TRUE(writer.begin(sampleLayout()));
  ASSERT_TRUE(writer.row(0, std::vector<double>{0, 0.1}));
  ASSERT_TRUE(writer.row(0.1, std::vector<double>{1.5, -2e-300}));
  ASSERT_TRUE(writer.finish());
  EXPECT_EQ(readFile(folder.file("r.csv")),
            "time,x,\"a[1,2]\",body.x,body.minus_x\n"
            "0,0,0.1,0,0\n"
            "0.1,1.5,-2e-300,1.5,-1.5\n");
}

TEST(CsvWriter, quotesAreDoubled) {
  TemporaryFolder folder;
  ResultLayout layout;
  layout.addVariable("'a\"b'");
  CsvWriter writer(folder.file("r.csv"));
  ASSERT_TRUE(writer.begin(layout));
  ASSERT_TRUE(writer.finish());
  EXPECT_EQ(readFile(folder.file("r.csv")), "time,\"'a\"\"b'\"\n");
}

TEST(CsvWriter, rowsAreOnDiskAfterEachFlushWithoutFinish) {
  TemporaryFolder folder;
  ResultLayout layout;
  layout.addVariable("x");
  CsvWriter eager(folder.file("eager.csv"), kEveryRow);
  CsvWriter lazy(folder.file("lazy.csv"), kNever);
  ASSERT_TRUE(eager.begin(layout) && lazy.begin(layout));
  ASSERT_TRUE(eager.row(1, std::vector<double>{2}) && lazy.row(1, std::vector<double>{2}));
  EXPECT_EQ(readFile(folder.file("eager.csv")), "time,x\n1,2\n");
  EXPECT_EQ(readFile(folder.file("lazy.csv")), "time,x\n");
}

TEST(CsvWriter, reportsAFileThatCannotBeCreated) {
  TemporaryFolder folder;
  CsvWriter writer(folder.file("missing/r.csv"));
  EXPECT_FALSE(writer.begin(sampleLayout()));
  EXPECT_NE(writer.error().find("missing/r.csv"), std::string::npos);
  EXPECT_FALSE(writer.row(0, std::vector<double>{0, 0}));
  EXPECT_FALSE(writer.finish());
}

TEST(CsvWriter, reportsAFullDisk) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "needs /dev/full";
  CsvWriter writer("/dev/full", kEveryRow);
  EXPECT_FALSE(writer.begin(sampleLayout()));
  EXPECT_FALSE(writer.error().empty());
}

TEST(ResultLayout, filterFindsThePatternAnywhereInTheName) {
  std::string error;
  const auto filtered = filterLayout(sampleLayout(), "^body\\.|g$", error);
  ASSERT_TRUE(filtered);
  std::vector<std::string> names;
  for (const Signal& signal : filtered->signals) names.push_back(signal.name);
  EXPECT_EQ(names, (std::vector<std::string>{"body.x", "body.minus_x", "g", "minus_g"}));
  EXPECT_EQ(filtered->columns, 2u);
}

TEST(ResultLayout, aFilterThatBeginsWithACaretMayHaveAlternatives) {
  const auto found = [](std::string_view pattern) {
    ResultLayout layout;
    for (const char* name : {"a", "ba", "b|a", "c", "xc"}) layout.addVariable(name);
    std::string error, names;
    const auto filtered = filterLayout(layout, pattern, error);
    if (!filtered) return error;
    for (const Signal& signal : filtered->signals) names += signal.name + " ";
    return names;
  };
  EXPECT_EQ(found("^$"), "");
  EXPECT_EQ(found("^a"), "a ");
  EXPECT_EQ(found("^a|c"), "a c xc ");
  EXPECT_EQ(found("^(a|c)"), "a c ");
  EXPECT_EQ(found("^(a|c)|b.a"), "a b|a c ");
  EXPECT_EQ(found("^[b|]\\|a"), "b|a ");
  EXPECT_EQ(found("^[(]|c"), "c xc ");
  EXPECT_EQ(found("a$"), "a ba b|a ");
}

TEST(ResultLayout, aWrongPatternIsAnErrorNotACrash) {
  std::string error;
  EXPECT_FALSE(filterLayout(sampleLayout(), "a[", error));
  EXPECT_NE(error.find("'a['"), std::string::npos);
}

// Builds the expected bytes of a MAT file.
struct Bytes {
  std::string text;
  Bytes& header(int32_t type, int32_t rows, int32_t columns, const std::string& name) {
    for (int32_t value : {type, rows, columns, 0, static_cast<int32_t>(name.size() + 1)}) i(value);
    text += name;
    text += '\0';
    return *this;
  }
  Bytes& i(int32_t value) {
    text.append(reinterpret_cast<const char*>(&value), sizeof value);
    return *this;
  }
  Bytes& d(double value) {
    text.append(reinterpret_cast<const char*>(&value), sizeof value);
    return *this;
  }
  Bytes& padded(std::string value, size_t width) {
    value.resize(width, '\0');
    text += value;
    return *this;
  }
};

TEST(Mat4Writer, bytesAreTheLayoutOfOtherTools) {
  TemporaryFolder folder;
  ResultLayout layout;
  layout.startTime = 0;
  layout.stopTime = 10;
  layout.addVariable("skipped");  // column 0 is filtered away below
  layout.addVariable("x", "position", "m");
  layout.addParameter("m", 2.5);
  layout.addAlias("mx", 1, true);
  std::string error;
  layout = *filterLayout(layout, "^(x|m|mx)$", error);

  Mat4Writer writer(folder.file("r.mat"));
  ASSERT_TRUE(writer.begin(layout));
  ASSERT_TRUE(writer.row(0, std::vector<double>{7, 1}));
  ASSERT_TRUE(writer.row(0.5, std::vector<double>{8, 2}));
  ASSERT_TRUE(writer.row(0.75, std::vector<double>{9, 3}));
  ASSERT_TRUE(writer.finish());

  Bytes expected;
  expected.header(51, 4, 11, "Aclass");
  expected.text += "A1 bt. ir1 na  Tj  re  ac  nt  so   r   y   ";
  expected.header(51, 4, 4, "name").padded("time", 4).padded("x", 4).padded("m", 4).padded("mx", 4);
  expected.header(51, 12, 4, "description").padded("Time in [s]", 12).padded("position [m]", 12);
  expected.padded("", 12).padded("", 12);
  expected.header(20, 4, 4, "dataInfo");
  expected.i(0).i(1).i(0).i(-1);
  expected.i(2).i(2).i(0).i(-1);
  expected.i(1).i(2).i(0).i(0);
  expected.i(2).i(-2).i(0).i(-1);
  // The stop time is the time that was reached.
  expected.header(0, 2, 2, "data_1").d(0).d(2.5).d(0.75).d(2.5);
  expected.header(0, 2, 3, "data_2").d(0).d(1).d(0.5).d(2).d(0.75).d(3);
  EXPECT_EQ(readFile(folder.file("r.mat")), expected.text);
}

TEST(Mat4Writer, headerCountsTheFlushedPointsBeforeFinish) {
  TemporaryFolder folder;
  ResultLayout layout;
  layout.addVariable("x");
  Mat4Writer writer(folder.file("r.mat"), kEveryRow);
  ASSERT_TRUE(writer.begin(layout));
  for (int32_t points = 1; points <= 3; ++points) {
    ASSERT_TRUE(writer.row(points, std::vector<double>{1.0 * points}));
    const std::string bytes = readFile(folder.file("r.mat"));
    const size_t header = bytes.find("data_2") - 20;
    int32_t columns = 0;
    std::memcpy(&columns, bytes.data() + header + 8, sizeof columns);
    EXPECT_EQ(columns, points);
    EXPECT_EQ(bytes.size(), header + 27 + 16u * static_cast<size_t>(points));
  }
}

TEST(Mat4Writer, longDescriptionsAreCutBetweenCharacters) {
  TemporaryFolder folder;
  ResultLayout layout;
  std::string text(1023, 'a');
  layout.addVariable("x", text + "ä");  // the two bytes of ä straddle the bound of 1024
  Mat4Writer writer(folder.file("r.mat"));
  ASSERT_TRUE(writer.begin(layout));
  ASSERT_TRUE(writer.finish());
  EXPECT_NE(readFile(folder.file("r.mat")).find(text + '\0'), std::string::npos);
}

TEST(FileSink, extensionChoosesTheFormat) {
  std::string error;
  EXPECT_NE(dynamic_cast<CsvWriter*>(makeFileSink("a/b.CSV", error).get()), nullptr);
  EXPECT_NE(dynamic_cast<Mat4Writer*>(makeFileSink("b.mat", error).get()), nullptr);
  EXPECT_TRUE(error.empty());
  EXPECT_EQ(makeFileSink("b.xls", error), nullptr);
  EXPECT_NE(error.find("b.xls"), std::string::npos);
}

TEST(TeeSink, aFailingSinkDoesNotStarveTheOthers) {
  TemporaryFolder folder;
  CsvWriter broken(folder.file("missing/r.csv"));
  MemorySink memory;
  TeeSink tee({&broken, &memory});
  EXPECT_FALSE(tee.begin(sampleLayout()));
  EXPECT_FALSE(tee.row(0, std::vector<double>{1, 2}));
  EXPECT_FALSE(tee.finish());
  EXPECT_EQ(tee.error(), broken.error());
  EXPECT_EQ(memory.trajectory().rows(), 1u);
}

TEST(MemorySink, keepsEverythingWithoutABound) {
  MemorySink sink;
  ASSERT_TRUE(sink.begin(sampleLayout()));
  for (int i = 0; i < 100; ++i) ASSERT_TRUE(sink.row(i, std::vector<double>{1.0 * i, 2.0 * i}));
  ASSERT_TRUE(sink.finish());
  const Trajectory& result = sink.trajectory();
  ASSERT_EQ(result.rows(), 100u);
  EXPECT_EQ(result.value(*result.find("body.minus_x"), 7), -7.0);
  EXPECT_EQ(result.values(*result.find("minus_g")), std::vector<double>(100, -9.81));
  EXPECT_EQ(result.find("nothing"), nullptr);
}

TEST(MemorySink, aShortResultIsExactUnderABound) {
  ResultLayout layout;
  layout.addVariable("x");
  MemorySink sink(20);
  ASSERT_TRUE(sink.begin(layout));
  for (int i = 0; i < 10; ++i) ASSERT_TRUE(sink.row(i, std::vector<double>{1.0 * i * i}));
  ASSERT_TRUE(sink.finish());
  ASSERT_EQ(sink.trajectory().rows(), 10u);
  EXPECT_EQ(sink.trajectory().columns[0][9], 81);
}

TEST(MemorySink, peaksSurviveTheBound) {
  ResultLayout layout;
  layout.addVariable("x");
  for (size_t maxRows : {20u, 22u, 200u}) {
    for (int rows : {11, 21, 1000, 12345}) {
      MemorySink sink(maxRows);
      ASSERT_TRUE(sink.begin(layout));
      for (int i = 0; i < rows; ++i) {
        const double value = i == 7 ? 100 : i == rows / 2 ? -50 : std::sin(0.001 * i);
        ASSERT_TRUE(sink.row(i, std::vector<double>{value}));
      }
      ASSERT_TRUE(sink.finish());
      const Trajectory& result = sink.trajectory();
      EXPECT_LE(result.rows(), maxRows);
      EXPECT_EQ(sink.rowsSeen(), static_cast<size_t>(rows));
      EXPECT_TRUE(std::is_sorted(result.time.begin(), result.time.end()));
      EXPECT_EQ(result.time.front(), 0);
      EXPECT_EQ(result.time.back(), rows - 1);
      const auto& column = result.columns[0];
      const auto high = std::max_element(column.begin(), column.end());
      const auto low = std::min_element(column.begin(), column.end());
      EXPECT_EQ(*high, 100);
      EXPECT_EQ(*low, -50);
      EXPECT_EQ(high < low, 7 < rows / 2);  // the order of the peaks is kept
    }
  }
}

}  // namespace
}  // namespace formola::results
