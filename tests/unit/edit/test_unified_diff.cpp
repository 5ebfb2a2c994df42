// Differences of texts: their form, and that they lead from one text to the other.
#include <gtest/gtest.h>

#include <random>
#include <sstream>

#include "edit/unified_diff.h"

namespace formola::edit {
namespace {

TEST(UnifiedDiff, Form) {
  EXPECT_EQ(unifiedDiff("a", "x\n", "b", "x\n"), "");
  EXPECT_EQ(unifiedDiff("a", "1\n2\n3\n4\n5\n6\n", "b", "1\n2\n3\n4\nfive\n6\n"),
            "--- a\n+++ b\n@@ -2,5 +2,5 @@\n 2\n 3\n 4\n-5\n+five\n 6\n");
  EXPECT_EQ(unifiedDiff("a", "", "b", "x"),
            "--- a\n+++ b\n@@ -0,0 +1,1 @@\n+x\n\\ No newline at end of file\n");
}

// Applies a diff as `patch` does, without any tolerance.
std::string applied(const std::string& text, const std::string& diff) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  std::istringstream hunks(diff);
  std::string out, line;
  std::getline(hunks, line);
  std::getline(hunks, line);
  size_t at = 0;
  while (std::getline(hunks, line)) {
    if (line.starts_with("@@")) {
      const size_t comma = line.find(',');
      size_t begin = std::stoul(line.substr(4));
      const size_t count = std::stoul(line.substr(comma + 1));
      if (count > 0) --begin;
      while (at < begin) out += lines[at++] + "\n";
    } else if (line[0] == '+') {
      out += line.substr(1) + "\n";
    } else {
      EXPECT_EQ(lines.at(at), line.substr(1));
      if (line[0] == ' ') out += lines[at] + "\n";
      ++at;
    }
  }
  while (at < lines.size()) out += lines[at++] + "\n";
  return out;
}

TEST(UnifiedDiff, LeadsFromOneTextToTheOther) {
  std::mt19937 random(7);
  for (int round = 0; round < 300; ++round) {
    std::string a, b;
    const unsigned count = random() % 60;
    for (unsigned i = 0; i < count; ++i) {
      const std::string line = std::to_string(random() % 9) + "\n";
      if (random() % 8 != 0) a += line;
      if (random() % 8 != 0) b += line;
    }
    const std::string diff = unifiedDiff("a", a, "b", b);
    EXPECT_EQ(a == b, diff.empty());
    if (!diff.empty()) {
      EXPECT_EQ(applied(a, diff), b) << diff;
    }
  }
}

TEST(UnifiedDiff, ManyChanges) {
  std::string a, b;
  for (int i = 0; i < 8000; ++i) {
    a += "a" + std::to_string(i) + "\n";
    b += "b" + std::to_string(i) + "\n";
  }
  EXPECT_EQ(applied(a, unifiedDiff("a", a, "b", b)), b);
}

}  // namespace
}  // namespace formola::edit
