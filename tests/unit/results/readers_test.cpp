// CSV and MAT v4 readers: round trips, files of other tools, truncated and damaged files.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <random>

#include "results/csv_writer.h"
#include "results/mat4_writer.h"
#include "results/result_reader.h"
#include "test_files.h"

namespace formola::results {
namespace {

const double kInf = std::numeric_limits<double>::infinity();
const double kNan = std::numeric_limits<double>::quiet_NaN();

using Rows = std::vector<std::vector<double>>;

Rows awkwardRows() {
  Rows rows{{0, 1.0 / 3, -0.0},
            {0.1, 5e-324, 1.7976931348623157e308},
            {0.1, kInf, -kInf},
            {1e22, -1e-7, 123456789012345678.0}};
  std::mt19937_64 random(7);
  double time = 1e22;
  for (int i = 0; i < 500; ++i) {
    const auto next = [&] {
      uint64_t bits = random();
      double value;
      std::memcpy(&value, &bits, sizeof value);
      return std::isnan(value) ? 0.0 : value;
    };
    time = std::nextafter(time, kInf);
    rows.push_back({time, next(), next()});
  }
  return rows;
}

void writeRows(ResultSink& sink, const Rows& rows) {
  ASSERT_TRUE(sink.begin(sampleLayout())) << sink.error();
  for (const std::vector<double>& row : rows) {
    ASSERT_TRUE(sink.row(row[0], std::span(row).subspan(1))) << sink.error();
  }
  ASSERT_TRUE(sink.finish()) << sink.error();
}

void expectRows(const Trajectory& result, const Rows& rows) {
  ASSERT_EQ(result.rows(), rows.size());
  const Signal* x = result.find("x");
  const Signal* a = result.find("a[1,2]");
  const Signal* minus = result.find("body.minus_x");
  ASSERT_TRUE(x && a && minus);
  for (size_t i = 0; i < rows.size(); ++i) {
    EXPECT_EQ(result.time[i], rows[i][0]);
    EXPECT_EQ(result.value(*x, i), rows[i][1]);
    EXPECT_EQ(result.value(*minus, i), -rows[i][1]);
    EXPECT_EQ(result.value(*a, i), rows[i][2]);
  }
}

TEST(RoundTrip, csvKeepsEveryBit) {
  TemporaryFolder folder;
  CsvWriter writer(folder.file("r.csv"));
  writeRows(writer, awkwardRows());
  const ReadResult read = readCsv(folder.file("r.csv"));
  ASSERT_TRUE(read) << read.error;
  EXPECT_EQ(read.trajectory.names(),
            (std::vector<std::string>{"x", "a[1,2]", "body.x", "body.minus_x"}));
  expectRows(read.trajectory, awkwardRows());
}

TEST(RoundTrip, matKeepsEverythingAboutTheSignals) {
  TemporaryFolder folder;
  Mat4Writer writer(folder.file("r.mat"));
  writeRows(writer, awkwardRows());
  const ReadResult read = readResult(folder.file("r.mat"));
  ASSERT_TRUE(read) << read.error;
  EXPECT_FALSE(read.truncated);
  expectRows(read.trajectory, awkwardRows());
  const ResultLayout expected = sampleLayout();
  const ResultLayout& layout = read.trajectory.layout;
  EXPECT_EQ(layout.columns, 2u);
  EXPECT_EQ(layout.constants, expected.constants);
  ASSERT_EQ(layout.signals.size(), expected.signals.size());
  for (size_t i = 0; i < layout.signals.size(); ++i) {
    EXPECT_EQ(layout.signals[i].name, expected.signals[i].name);
    EXPECT_EQ(layout.signals[i].description, expected.signals[i].description);
    EXPECT_EQ(layout.signals[i].unit, expected.signals[i].unit);
    EXPECT_EQ(layout.signals[i].kind, expected.signals[i].kind);
    EXPECT_EQ(layout.signals[i].column, expected.signals[i].column);
    EXPECT_EQ(layout.signals[i].negated, expected.signals[i].negated);
  }
}

TEST(RoundTrip, nanAndResultsWithoutRowsOrSignals) {
  TemporaryFolder folder;
  for (const char* name : {"r.csv", "r.mat"}) {
    std::string error;
    auto sink = makeFileSink(folder.file(name), error);
    writeRows(*sink, {{0, kNan, 1}});
    ReadResult read = readResult(folder.file(name));
    ASSERT_TRUE(read) << read.error;
    EXPECT_TRUE(std::isnan(read.trajectory.columns[0][0]));

    sink = makeFileSink(folder.file(name), error);
    writeRows(*sink, {});
    read = readResult(folder.file(name));
    ASSERT_TRUE(read) << read.error;
    EXPECT_EQ(read.trajectory.rows(), 0u);

    sink = makeFileSink(folder.file(name), error);
    ASSERT_TRUE(sink->begin({}) && sink->row(3, {}) && sink->finish());
    read = readResult(folder.file(name));
    ASSERT_TRUE(read) << read.error;
    EXPECT_EQ(read.trajectory.time, std::vector<double>{3});
    EXPECT_TRUE(read.trajectory.names().empty());
  }
}

// A killed process leaves the file as it is between two flushes.
TEST(Readers, resultsAreReadableWhileTheyAreWritten) {
  TemporaryFolder folder;
  for (const char* name : {"r.csv", "r.mat"}) {
    std::string error;
    auto sink = makeFileSink(folder.file(name), error, FlushPolicy{0, 0});
    ASSERT_TRUE(sink->begin(sampleLayout()));
    for (int i = 0; i < 5; ++i) {
      const ReadResult read = readResult(folder.file(name));
      ASSERT_TRUE(read) << read.error;
      EXPECT_EQ(read.trajectory.rows(), static_cast<size_t>(i));
      EXPECT_FALSE(read.truncated);
      ASSERT_TRUE(sink->row(i, std::vector<double>{1.0 * i, 2.0 * i}));
    }
    sink.reset();  // without finish
    const ReadResult read = readResult(folder.file(name));
    ASSERT_TRUE(read) << read.error;
    EXPECT_EQ(read.trajectory.columns[1], (std::vector<double>{0, 2, 4, 6, 8}));
  }
}

TEST(Readers, selectKeepsOnlyTheColumnsAskedFor) {
  TemporaryFolder folder;
  ReadOptions options;
  options.select = [](std::string_view name) { return name == "a[1,2]" || name == "g"; };
  for (const char* name : {"r.csv", "r.mat"}) {
    std::string error;
    writeRows(*makeFileSink(folder.file(name), error), {{0, 1, 2}, {1, 3, 4}});
    const ReadResult read = readResult(folder.file(name), options);
    ASSERT_TRUE(read) << read.error;
    ASSERT_EQ(read.trajectory.columns.size(), 1u);
    EXPECT_EQ(read.trajectory.columns[0], (std::vector<double>{2, 4}));
  }
}

TEST(CsvReader, formsOfOtherTools) {
  TemporaryFolder folder;
  const std::string path = folder.file("r.csv");
  const struct {
    const char* text;
    std::vector<std::string> names;
    std::vector<double> time;
    std::vector<double> first;
  } cases[] = {
      {"\"time\",\"x\",\"der(x)\"\n0,1,2\n1,3,4\n", {"x", "der(x)"}, {0, 1}, {1, 3}},
      {"Time,x\r\n0, 1\r\n1,+3\r\n", {"x"}, {0, 1}, {1, 3}},
      {"time;a[1,2];b\n0;1;2\n", {"a[1,2]", "b"}, {0}, {1}},
      {"time,a[1,2],f(b,c)\n0,1,2\n", {"a[1,2]", "f(b,c)"}, {0}, {1}},
      {"\xEF\xBB\xBF\"TIME\"\tx\n0\t1\n", {"x"}, {0}, {1}},
      {"x,time\n1,0\n3,1", {"x"}, {0, 1}, {1, 3}},
      {"t,x\n0,true\n1,False\n", {"x"}, {0, 1}, {1, 0}},
      {"time,'odd,name',y\n0,1,2\n", {"'odd,name'", "y"}, {0}, {1}},
      {"time,\"say \"\"x\"\"\"\n0,1\n", {"say \"x\""}, {0}, {1}},
      {"time,x,\n0,1,\n1,3,\n", {"x"}, {0, 1}, {1, 3}},
      {"time,x\n0,1e400\n1,-1e400\n2,1e-400\n", {"x"}, {0, 1, 2}, {kInf, -kInf, 0}},
      {"time,x\n\n0,1\n\n", {"x"}, {0}, {1}},
  };
  for (const auto& sample : cases) {
    writeFile(path, sample.text);
    const ReadResult read = readCsv(path);
    ASSERT_TRUE(read) << sample.text << read.error;
    EXPECT_EQ(read.trajectory.names(), sample.names) << sample.text;
    EXPECT_EQ(read.trajectory.time, sample.time) << sample.text;
    EXPECT_EQ(read.trajectory.columns[0], sample.first) << sample.text;
    EXPECT_FALSE(read.truncated);
  }
}

TEST(CsvReader, faultsAreNamedWithTheirLine) {
  TemporaryFolder folder;
  const std::string path = folder.file("r.csv");
  const struct {
    const char* text;
    const char* fault;
  } cases[] = {
      {"", "no line of names"},
      {"time,x\n0,1\n1,abc\n2,2\n", "line 3: 'abc' is not a number"},
      {"time,x\n0,1\n1\n2,2\n", "line 3: 1 values for 2 names"},
      {"time,x\n0,1,5\n1,2\n", "line 2: more values than the 2 names"},
  };
  for (const auto& sample : cases) {
    writeFile(path, sample.text);
    const ReadResult read = readCsv(path);
    EXPECT_FALSE(read);
    EXPECT_NE(read.error.find(sample.fault), std::string::npos) << read.error;
  }
  EXPECT_FALSE(readCsv(folder.file("none.csv")));
}

TEST(CsvReader, everyTruncationOfAFileIsReadable) {
  TemporaryFolder folder;
  const std::string path = folder.file("r.csv");
  const std::string header = "time,x,y\n";
  const std::string text = header + "0,1.5,-2.5e-10\n0.25,3.5,4.5\n";
  for (size_t size = header.size(); size <= text.size(); ++size) {
    writeFile(path, text.substr(0, size));
    const ReadResult read = readCsv(path);
    ASSERT_TRUE(read) << read.error;
    for (const std::vector<double>& column : read.trajectory.columns) {
      EXPECT_EQ(column.size(), read.trajectory.rows());
    }
    EXPECT_LE(read.trajectory.rows(), 2u);
  }
}

TEST(Mat4Reader, everyTruncationGivesTheCompletePointsOrAnError) {
  TemporaryFolder folder;
  Mat4Writer writer(folder.file("r.mat"));
  writeRows(writer, {{0, 1, 2}, {1, 3, 4}, {2, 5, 6}});
  const std::string bytes = readFile(folder.file("r.mat"));
  const size_t dataBegin = bytes.size() - 3 * 24;
  for (size_t size = 0; size <= bytes.size(); ++size) {
    // A new file each time: overwriting one makes some file systems wait for the disk.
    const std::string path = folder.file("cut" + std::to_string(size) + ".mat");
    writeFile(path, bytes.substr(0, size));
    const ReadResult read = readMat4(path);
    ASSERT_EQ(static_cast<bool>(read), size >= dataBegin) << size;
    if (!read) continue;
    EXPECT_EQ(read.trajectory.rows(), (size - dataBegin) / 24);
    EXPECT_EQ(read.truncated, size < bytes.size());
  }
}

TEST(Mat4Reader, pointsThatTheHeaderDoesNotCountDoNoHarm) {
  TemporaryFolder folder;
  Mat4Writer writer(folder.file("r.mat"));
  writeRows(writer, {{0, 1, 2}, {1, 3, 4}});
  const std::string bytes = readFile(folder.file("r.mat"));
  writeFile(folder.file("r.mat"), bytes + std::string(37, '\x3F'));
  const ReadResult read = readMat4(folder.file("r.mat"));
  ASSERT_TRUE(read) << read.error;
  EXPECT_EQ(read.trajectory.rows(), 2u);
}

TEST(Mat4Reader, damagedFilesNeverCrash) {
  TemporaryFolder folder;
  Mat4Writer writer(folder.file("r.mat"));
  writeRows(writer, {{0, 1, 2}, {1, 3, 4}});
  const std::string bytes = readFile(folder.file("r.mat"));
  std::mt19937 random(3);
  for (int round = 0; round < 1000; ++round) {
    std::string damaged = bytes;
    const size_t at = random() % damaged.size();
    damaged[at] = static_cast<char>(random());
    const std::string path = folder.file("damaged" + std::to_string(round) + ".mat");
    writeFile(path, damaged);
    const ReadResult read = readMat4(path);
    if (!read) continue;
    for (const Signal& signal : read.trajectory.layout.signals) {
      EXPECT_EQ(read.trajectory.values(signal).size(), read.trajectory.rows());
    }
  }
}

// A file as Dymola may write it: not transposed, single precision, the other byte order on demand.
std::string normalFile(bool bigEndian) {
  std::string out;
  const auto number = [&](auto value) {
    char bytes[sizeof value];
    std::memcpy(bytes, &value, sizeof value);
    if (bigEndian) std::reverse(bytes, bytes + sizeof value);
    out.append(bytes, sizeof value);
  };
  const auto header = [&](int32_t type, int32_t rows, int32_t columns, std::string name) {
    number(bigEndian ? type + 1000 : type);
    for (int32_t value : {rows, columns, 0, static_cast<int32_t>(name.size() + 1)}) number(value);
    out += name + '\0';
  };
  const auto text = [&](std::vector<std::string> lines, std::string name) {
    header(51, static_cast<int32_t>(lines.size()), static_cast<int32_t>(lines[0].size()), name);
    for (size_t k = 0; k < lines[0].size(); ++k) {
      for (const std::string& line : lines) out += line[k];
    }
  };
  text({"Atrajectory", "1.1        ", "           ", "binNormal  "}, "Aclass");
  text({"Time", "x   ", "p   "}, "name");
  text({"Time in [s]         ", "speed [rad/s|rpm]   ", "[:#(type=Boolean)]  "}, "description");
  header(20, 3, 4, "dataInfo");
  for (int32_t value : {0, 2, 1, 1, -2, 2, 0, 0, 0, -1, -1, 0}) number(value);
  header(0, 2, 2, "data_1");
  for (double value : {0.0, 1.0, 7.0, 7.0}) number(value);
  header(10, 3, 2, "data_2");
  for (float value : {0.0f, 0.5f, 1.0f, 10.0f, 11.0f, 12.0f}) number(value);
  return out;
}

TEST(Mat4Reader, normalOrientationSinglePrecisionAndByteOrder) {
  TemporaryFolder folder;
  for (bool bigEndian : {false, true}) {
    writeFile(folder.file("r.mat"), normalFile(bigEndian));
    const ReadResult read = readMat4(folder.file("r.mat"));
    ASSERT_TRUE(read) << read.error;
    const Trajectory& result = read.trajectory;
    EXPECT_EQ(result.time, (std::vector<double>{0, 0.5, 1}));
    ASSERT_EQ(result.names(), (std::vector<std::string>{"x", "p"}));
    EXPECT_EQ(result.values(*result.find("x")), (std::vector<double>{-10, -11, -12}));
    EXPECT_EQ(result.find("x")->unit, "rad/s");
    EXPECT_EQ(result.find("x")->description, "speed");
    EXPECT_EQ(result.find("p")->type, SignalType::Boolean);
    EXPECT_EQ(result.value(*result.find("p"), 0), 7);
  }
}

// Writes and reads about 2.2 GB; set FORMOLA_TEST_BIG_FILES=1 to run it.
TEST(Mat4, filesBeyondTwoGigabytes) {
  if (!std::getenv("FORMOLA_TEST_BIG_FILES")) GTEST_SKIP() << "set FORMOLA_TEST_BIG_FILES=1";
  TemporaryFolder folder;
  const std::string path = folder.file("big.mat");
  ResultLayout layout;
  for (int i = 0; i < 1023; ++i) layout.addVariable("x[" + std::to_string(i + 1) + "]");
  constexpr int kPoints = 270000;
  {
    Mat4Writer writer(path);
    ASSERT_TRUE(writer.begin(layout));
    std::vector<double> row(1023, 0.0);
    for (int i = 0; i < kPoints; ++i) {
      row.front() = 2.0 * i;
      row.back() = 3.0 * i;
      ASSERT_TRUE(writer.row(i, row)) << writer.error();
    }
    ASSERT_TRUE(writer.finish());
  }
  ASSERT_GT(std::filesystem::file_size(path), uint64_t{1} << 31);
  ReadOptions options;
  options.select = [](std::string_view name) { return name == "x[1]" || name == "x[1023]"; };
  const ReadResult read = readMat4(path, options);
  ASSERT_TRUE(read) << read.error;
  ASSERT_EQ(read.trajectory.rows(), static_cast<size_t>(kPoints));
  EXPECT_EQ(read.trajectory.time.back(), kPoints - 1);
  EXPECT_EQ(read.trajectory.columns[0].back(), 2.0 * (kPoints - 1));
  EXPECT_EQ(read.trajectory.columns[1].back(), 3.0 * (kPoints - 1));
}

}  // namespace
}  // namespace formola::results
