#include "support/read_file.h"

#include <gtest/gtest.h>

#include <fstream>

namespace formola {
namespace {

namespace fs = std::filesystem;

TEST(ReadFile, GivesAllBytes) {
  const fs::path path = fs::path(testing::TempDir()) / "formola_read_file";
  const std::string bytes("a\r\n\0b\xff", 6);
  std::ofstream(path, std::ios::binary) << bytes;
  EXPECT_EQ(readFile(path), bytes);
  std::ofstream(path, std::ios::trunc);
  EXPECT_EQ(readFile(path), "");
  fs::remove(path);
}

TEST(ReadFile, GivesNothingForWhatIsNoFile) {
  EXPECT_EQ(readFile(fs::path(testing::TempDir()) / "formola_no_such_file"), std::nullopt);
  EXPECT_EQ(readFile(testing::TempDir()), std::nullopt);
}

}  // namespace
}  // namespace formola
