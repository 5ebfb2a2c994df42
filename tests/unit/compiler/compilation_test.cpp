// The pipeline: which passes run, in which order, and what stops it.
#include "compiler/compilation.h"

#include <gtest/gtest.h>

namespace formola {
namespace {

constexpr const char* kModel =
    "model M Real x(start = 1, fixed = true); discrete Real d; equation der(x) = -x; "
    "when x < 0.5 then d = pre(d) + 1; end when; end M;";

// The passes that were reported while the model was compiled.
std::vector<std::string> passesOf(solver::Method method, const std::string& last = "") {
  std::vector<std::string> passes;
  CompileOptions options;
  options.verify = true;
  Compilation compilation(options, Compilation::Keep::Last,
                          [&](std::string_view pass, const std::function<std::string()>& text) {
                            passes.emplace_back(pass);
                            text();
                            return pass != last;
                          });
  compilation.addTexts({{"test.mo", kModel}});
  EXPECT_TRUE(compilation.choose("M"));
  const bool compiled = compilation.compile(method) != nullptr;
  EXPECT_EQ(compiled, last.empty());
  EXPECT_EQ(compilation.stopped(), !last.empty());
  return passes;
}

// passes.def is the one list: all of it runs, in its order.
TEST(Compilation, RunsThePassesInTheirOrder) {
  std::vector<std::string> all;
  for (const PassInfo& pass : allPasses()) all.emplace_back(pass.name);
  EXPECT_EQ(passesOf(solver::Method::InlineBdf), all);
}

TEST(Compilation, InlinesOnlyWhatIsInlined) {
  std::vector<std::string> all;
  for (const PassInfo& pass : allPasses())
    if (pass.name != "inlineIntegration") all.emplace_back(pass.name);
  EXPECT_EQ(passesOf(solver::Method::Ida), all);
}

TEST(Compilation, StopsAfterEachPass) {
  size_t count = 0;
  for (const PassInfo& pass : allPasses()) {
    const std::vector<std::string> passes =
        passesOf(solver::Method::InlineBdf, std::string(pass.name));
    EXPECT_EQ(passes.size(), ++count) << pass.name;
    EXPECT_EQ(passes.back(), pass.name);
  }
}

}  // namespace
}  // namespace formola
