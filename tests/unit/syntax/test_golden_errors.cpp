// The wrong models of tests/golden/syntax_errors, checked on the parser alone: exactly the expected
// errors, and a model for every diagnostic of this layer.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <regex>
#include <set>

#include "parse_helper.h"

namespace formola {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> goldenFiles() {
  std::vector<std::string> paths;
  for (const auto& entry : fs::directory_iterator(FORMOLA_ROOT "/tests/golden/syntax_errors")) {
    if (entry.path().extension() == ".mo") paths.push_back(entry.path().string());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

// "Code@line" for each "// expect-error@+N: Code"
std::multiset<std::string> expectations(std::string_view text) {
  static const std::regex kExpectation(R"(^\s*// expect-(?:error|warning)@([+-]\d+): (\w+))");
  std::multiset<std::string> out;
  std::istringstream in{std::string(text)};
  std::string line;
  for (int number = 1; std::getline(in, line); ++number) {
    std::smatch match;
    if (line.size() < 500 && std::regex_search(line, match, kExpectation)) {
      out.insert(match[2].str() + "@" + std::to_string(number + std::stoi(match[1].str())));
    }
  }
  return out;
}

std::vector<std::string> codesOfFamily(std::string_view wanted) {
  std::vector<std::string> names;
  std::string_view family;
#define DIAG_FAMILY(name) family = #name;
#define DIAG(severity, code, text) \
  if (family == wanted) names.push_back(#code);
#include "diag/diagnostics.def"
#undef DIAG
#undef DIAG_FAMILY
  return names;
}

TEST(GoldenErrors, AreExactlyTheExpectedOnes) {
  ASSERT_FALSE(goldenFiles().empty());
  for (const std::string& path : goldenFiles()) {
    Parsed parsed;
    FileId file = parsed.sources.load(path);
    ASSERT_TRUE(file.valid()) << path;
    parseFile(file, parsed.sources, parsed.names, parsed.arena, parsed.diagnostics);
    std::multiset<std::string> found;
    std::istringstream codes(parsed.codes());
    for (std::string code; codes >> code;) found.insert(code);
    EXPECT_EQ(found, expectations(parsed.sources.text(file))) << path << "\n" << parsed.text();
  }
}

TEST(GoldenErrors, CoverEveryDiagnosticOfTheLayer) {
  ASSERT_FALSE(codesOfFamily("syntax").empty());
  // Those that a text file in UTF-8 cannot show are tested in test_lexer.cpp.
  std::set<std::string> covered{"CannotReadFile", "NotUtf8", "NotATextFile", "FileTooLarge"};
  for (const std::string& path : goldenFiles()) {
    SourceManager sources;
    for (const std::string& code : expectations(sources.text(sources.load(path)))) {
      covered.insert(code.substr(0, code.find('@')));
    }
  }
  for (const std::string& name : codesOfFamily("syntax")) {
    EXPECT_TRUE(covered.count(name)) << name << " has no model in tests/golden/syntax_errors";
  }
}

}  // namespace
}  // namespace formola
