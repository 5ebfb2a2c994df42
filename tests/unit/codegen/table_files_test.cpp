// Tables from files: text, CSV and MATLAB level 4.
#include "codegen/host/table_files.h"

#include <gtest/gtest.h>

#include <cstring>

namespace formola {
namespace {

TEST(TableFiles, Text) {
  const char* text =
      "#1\n"
      "# a comment: double a(1,1)\n"
      "double a(2,2) # heading\r\n"
      "1 2\r\n"
      "3.5, -4e1 # more\n"
      "\n"
      "float b ( 1 , 3 )\n"
      "+1\n2\n\t3\n";
  std::string error;
  auto a = readTextTable(text, "a", error);
  ASSERT_TRUE(a) << error;
  EXPECT_EQ(a->rows, 2u);
  EXPECT_EQ(a->columns, 2u);
  EXPECT_EQ(a->values, (std::vector<double>{1, 2, 3.5, -40}));
  auto b = readTextTable(text, "b", error);
  ASSERT_TRUE(b) << error;
  EXPECT_EQ(b->values, (std::vector<double>{1, 2, 3}));
  EXPECT_FALSE(readTextTable(text, "c", error));
  EXPECT_EQ(error, "there is no table c");
}

TEST(TableFiles, WrongText) {
  std::string error;
  EXPECT_FALSE(readTextTable("double a(1,1)\n1\n", "a", error));
  EXPECT_EQ(error, "a text file with tables begins with #1");
  EXPECT_FALSE(readTextTable("#1\ndouble a(2,1)\n1\nx\n", "a", error));
  EXPECT_EQ(error, "line 4: 'x' is no number");
  EXPECT_FALSE(readTextTable("#1\ndouble a(2,2)\n1 2\n3\n", "a", error));
  EXPECT_EQ(error, "the table a has 3 numbers instead of 2 x 2");
  EXPECT_FALSE(readTextTable("", "a", error));
  EXPECT_FALSE(readTextTable("#1\ndouble a(99999999999,9999999999)\n1 2\n", "a", error));
}

TEST(TableFiles, Csv) {
  std::string error;
  auto a = readCsvTable("time;x\n0; 1\n2;3\n\n", ';', 1, error);
  ASSERT_TRUE(a) << error;
  EXPECT_EQ(a->rows, 2u);
  EXPECT_EQ(a->values, (std::vector<double>{0, 1, 2, 3}));
  EXPECT_FALSE(readCsvTable("1,2\n3\n", ',', 0, error));
  EXPECT_EQ(error, "line 2 has 1 columns instead of 2");
  EXPECT_FALSE(readCsvTable("1,a\n", ',', 0, error));
}

std::string mat4(int32_t type, int32_t rows, int32_t columns, const char* name, const void* data,
                 size_t bytes) {
  const int32_t header[5] = {type, rows, columns, 0, static_cast<int32_t>(std::strlen(name)) + 1};
  std::string result(reinterpret_cast<const char*>(header), sizeof header);
  result.append(name, std::strlen(name) + 1);
  result.append(static_cast<const char*>(data), bytes);
  return result;
}

TEST(TableFiles, Mat4IsByColumns) {
  const double a[4] = {1, 2, 3, 4};
  const int16_t b[2] = {-5, 6};
  const std::string file = mat4(0, 2, 2, "a", a, sizeof a) + mat4(30, 1, 2, "b", b, sizeof b);
  std::string error;
  auto first = readMat4Table(file, "a", error);
  ASSERT_TRUE(first) << error;
  EXPECT_EQ(first->values, (std::vector<double>{1, 3, 2, 4}));
  auto second = readMat4Table(file, "b", error);
  ASSERT_TRUE(second) << error;
  EXPECT_EQ(second->values, (std::vector<double>{-5, 6}));
  EXPECT_FALSE(readMat4Table(file, "c", error));
  EXPECT_FALSE(readMat4Table(file.substr(0, file.size() - 1), "b", error));
  EXPECT_EQ(error, "the file ends too early");
  EXPECT_FALSE(readMat4Table("MATLAB 5.0 MAT-file", "a", error));
}

TEST(TableFiles, MissingFile) {
  std::string error;
  EXPECT_FALSE(readTable("/no/such/file.txt", "a", ",", 0, error));
  EXPECT_EQ(error, "the file can't be read");
}

}  // namespace
}  // namespace formola
