#include "evaluate/standard_externals.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "fixed_gate.h"

namespace formola {
namespace {

class StandardExternalsTest : public ::testing::Test {
 protected:
  Value s(std::string text) { return {types.string(), {}, {}, {std::move(text)}, {}}; }
  Value i(int64_t v) { return {types.integer(), {}, {v}, {}, {}}; }
  Value b(bool v) { return {types.boolean(), {}, {v}, {}, {}}; }
  Value r(double v = 0) { return {types.real(), {v}, {}, {}, {}}; }
  Value ints(std::vector<int64_t> v) {
    Size dims[1] = {static_cast<Size>(v.size())};
    return {types.get(BaseType::Integer, 0, dims), {}, std::move(v), {}, {}};
  }
  StandardCall call(std::string_view name, std::vector<Value> arguments, TypeId result = {}) {
    StandardCall c{&types, std::move(arguments), result, {}, {}};
    c.gate = gate;
    const StandardExternal* external = findStandardExternal(name);
    EXPECT_NE(external, nullptr) << name;
    if (external) ok = callStandardExternal(*external, c);
    return c;
  }
  int64_t integer(std::string_view name, std::vector<Value> arguments) {
    return call(name, std::move(arguments), types.integer()).result.integers.at(0);
  }
  std::string text(std::string_view name, std::vector<Value> arguments) {
    return call(name, std::move(arguments), types.string()).result.strings.at(0);
  }

  TypeTable types;
  bool ok = false;
  FixedGate open{true}, closed{false};
  EffectGate* gate = &open;
};

TEST_F(StandardExternalsTest, lookup) {
  EXPECT_EQ(findStandardExternal("ModelicaStrings_none"), nullptr);
  EXPECT_EQ(findStandardExternal(""), nullptr);
  EXPECT_EQ(findStandardExternal("zzz"), nullptr);
  // wrong arguments are noticed, not trusted
  call("ModelicaStrings_length", {i(1)});
  EXPECT_FALSE(ok);
  call("ModelicaStrings_length", {});
  EXPECT_FALSE(ok);
}

TEST_F(StandardExternalsTest, lengthSubstringCompare) {
  EXPECT_EQ(integer("ModelicaStrings_length", {s("hello")}), 5);
  // the examples and rules of the library's documentation
  const Value line = s("This is line 111");
  EXPECT_EQ(text("ModelicaStrings_substring", {line, i(9), i(12)}), "line");
  EXPECT_EQ(text("ModelicaStrings_substring", {line, i(9), i(0)}), "");
  EXPECT_EQ(text("ModelicaStrings_substring", {line, i(-3), i(4)}), "This");
  EXPECT_EQ(text("ModelicaStrings_substring", {line, i(14), i(100)}), "111");
  EXPECT_EQ(text("ModelicaStrings_substring", {line, i(3), i(-1)}), "i");
  EXPECT_EQ(text("ModelicaStrings_substring", {line, i(40), i(41)}), "");
  EXPECT_EQ(integer("ModelicaStrings_compare", {s("abc"), s("abd"), b(true)}), 1);
  EXPECT_EQ(integer("ModelicaStrings_compare", {s("ABC"), s("abc"), b(false)}), 2);
  EXPECT_EQ(integer("ModelicaStrings_compare", {s("b"), s("abc"), b(true)}), 3);
}

TEST_F(StandardExternalsTest, hashIsThatOfTheDocumentation) {
  EXPECT_EQ(integer("ModelicaStrings_hashString", {s("this is a test")}), 1827717433);
  EXPECT_EQ(integer("ModelicaStrings_hashString", {s("Controller.noise1")}), -1025762750);
}

TEST_F(StandardExternalsTest, scanners) {
  auto real = [&](std::string whole, int64_t start, bool isUnsigned) {
    StandardCall c =
        call("ModelicaStrings_scanReal", {s(whole), i(start), b(isUnsigned), i(0), r()});
    return std::pair(c.integer(3), c.arguments[4].reals[0]);
  };
  EXPECT_EQ(real("  -1.5e3 x", 1, false), std::pair(int64_t{9}, -1500.0));
  EXPECT_EQ(real("a +2.", 2, false), std::pair(int64_t{6}, 2.0));
  EXPECT_EQ(real("-.5", 1, false), std::pair(int64_t{4}, -0.5));
  EXPECT_EQ(real(".", 1, false), std::pair(int64_t{1}, 0.0));
  EXPECT_EQ(real("-1", 1, true), std::pair(int64_t{1}, 0.0));
  EXPECT_EQ(real("abc", 2, false), std::pair(int64_t{2}, 0.0));
  EXPECT_EQ(real("1e", 1, false), std::pair(int64_t{1}, 0.0));
  EXPECT_EQ(real("", 1, false), std::pair(int64_t{1}, 0.0));

  auto integerToken = [&](std::string whole) {
    StandardCall c = call("ModelicaStrings_scanInteger", {s(whole), i(1), b(false), i(0), i(0)});
    return std::pair(c.integer(3), c.integer(4));
  };
  EXPECT_EQ(integerToken(" +42,"), std::pair(int64_t{5}, int64_t{42}));
  EXPECT_EQ(integerToken("123.4"), std::pair(int64_t{1}, int64_t{0}));
  EXPECT_EQ(integerToken("99999999999"), std::pair(int64_t{1}, int64_t{0}));

  StandardCall c = call("ModelicaStrings_scanString", {s(" \"a b\" c"), i(1), i(0), s("")});
  EXPECT_EQ(c.integer(2), 7);
  EXPECT_EQ(c.string(3), "a b");
  c = call("ModelicaStrings_scanString", {s("\"open"), i(1), i(0), s("")});
  EXPECT_EQ(c.integer(2), 1);
  c = call("ModelicaStrings_scanIdentifier", {s("  ab_1+"), i(1), i(0), s("")});
  EXPECT_EQ(c.integer(2), 7);
  EXPECT_EQ(c.string(3), "ab_1");
  c = call("ModelicaStrings_scanIdentifier", {s("1a"), i(1), i(0), s("")});
  EXPECT_EQ(c.integer(2), 1);
  EXPECT_EQ(integer("ModelicaStrings_skipWhiteSpace", {s("a \t\n b"), i(2)}), 6);
}

TEST_F(StandardExternalsTest, randomNumbersAreInTheUnitIntervalAndDiffer) {
  struct Generator {
    const char* name;
    size_t states;
  };
  for (Generator g : {Generator{"ModelicaRandom_xorshift64star", 2},
                      Generator{"ModelicaRandom_xorshift128plus", 4},
                      Generator{"ModelicaRandom_xorshift1024star", 33}}) {
    std::vector<int64_t> state(g.states);
    for (size_t k = 0; k < g.states; ++k) state[k] = static_cast<int64_t>(k * 7919 + 12345);
    if (g.states == 33) state[32] = 0;
    double sum = 0, previous = -1;
    const int n = 4000;
    for (int k = 0; k < n; ++k) {
      StandardCall c = call(g.name, {ints(state), ints(std::vector<int64_t>(g.states)), r()});
      ASSERT_TRUE(ok);
      const double x = c.arguments[2].reals[0];
      ASSERT_GE(x, 0.0);
      ASSERT_LE(x, 1.0);
      ASSERT_NE(x, previous);
      previous = x;
      if (k >= 100) sum += x;  // the beginning shows the poor state
      state = c.arguments[1].integers;
      for (int64_t v : state) ASSERT_EQ(v, static_cast<int32_t>(v));
    }
    // the standard deviation of the mean is 0.29/sqrt(3900) = 0.0046
    EXPECT_NEAR(sum / (n - 100), 0.5, 0.025) << g.name;
    call(g.name, {ints({1}), ints({1}), r()});
    EXPECT_FALSE(ok);
  }
}

// One step each from states that are easy to write down; computed with the library's own functions.
TEST_F(StandardExternalsTest, randomNumbersAreThoseOfTheLibrary) {
  auto step = [&](std::string_view name, std::vector<int64_t> state) {
    const size_t n = state.size();
    return call(name, {ints(std::move(state)), ints(std::vector<int64_t>(n)), r()});
  };
  StandardCall c = step("ModelicaRandom_xorshift64star", {17, 1234567908});
  EXPECT_EQ(c.arguments[2].reals[0], 0.51305090367242223);
  EXPECT_EQ(c.arguments[1].integers, (std::vector<int64_t>{0x74d01050, 0x03574dd4}));
  c = step("ModelicaRandom_xorshift64star", c.arguments[1].integers);
  EXPECT_EQ(c.arguments[2].reals[0], 0.36888350562599725);
}

TEST_F(StandardExternalsTest, files) {
  namespace fs = std::filesystem;
  const fs::path folder = fs::path(::testing::TempDir()) / "formola_standard_externals";
  fs::remove_all(folder);
  fs::create_directories(folder);
  const std::string file = (folder / "lines.txt").string();
  call("ModelicaInternal_print", {s("first"), s(file)});
  call("ModelicaInternal_print", {s("second"), s(file)});
  EXPECT_TRUE(ok);
  EXPECT_EQ(integer("ModelicaInternal_countLines", {s(file)}), 2);
  StandardCall c = call("ModelicaInternal_readLine", {s(file), i(2), b(false)}, types.string());
  EXPECT_EQ(c.result.strings.at(0), "second");
  EXPECT_EQ(c.integer(2), 0);
  c = call("ModelicaInternal_readLine", {s(file), i(3), b(false)}, types.string());
  EXPECT_EQ(c.integer(2), 1);
  EXPECT_EQ(integer("ModelicaInternal_stat", {s(file)}), 2);
  EXPECT_EQ(integer("ModelicaInternal_stat", {s(folder.string())}), 3);
  EXPECT_EQ(integer("ModelicaInternal_stat", {s(file + "x")}), 1);
  EXPECT_EQ(integer("ModelicaInternal_getNumberOfFiles", {s(folder.string())}), 1);
  EXPECT_EQ(text("ModelicaInternal_fullPathName", {s((folder / "." / "lines.txt").string())}),
            fs::canonical(file).generic_string());
  call("ModelicaInternal_countLines", {s(file + "x")});
  EXPECT_FALSE(ok);
  call("ModelicaInternal_countLines", {s("/dev/zero")});
  EXPECT_FALSE(ok);
  fs::remove_all(folder);
}

TEST_F(StandardExternalsTest, filesThatChange) {
  namespace fs = std::filesystem;
  const fs::path folder = fs::path(::testing::TempDir()) / "formola_standard_system";
  fs::remove_all(folder);
  const std::string top = folder.string(), a = top + "/a", b2 = top + "/b";
  call("ModelicaInternal_mkdir", {s(top)});
  EXPECT_TRUE(ok && fs::is_directory(folder));
  call("ModelicaInternal_mkdir", {s(top)});
  EXPECT_FALSE(ok);
  call("ModelicaInternal_print", {s("text"), s(a)});
  call("ModelicaInternal_copyFile", {s(a), s(b2)});
  EXPECT_TRUE(ok && fs::file_size(b2) == 5);
  call("ModelicaInternal_copyFile", {s(a), s(b2)});
  EXPECT_FALSE(ok);
  call("ModelicaInternal_rename", {s(a), s(top + "/c")});
  EXPECT_TRUE(ok && !fs::exists(a) && fs::exists(top + "/c"));
  call("ModelicaInternal_rmdir", {s(top)});
  EXPECT_FALSE(ok);  // it is not empty
  call("ModelicaInternal_removeFile", {s(b2)});
  call("ModelicaInternal_removeFile", {s(top + "/c")});
  EXPECT_TRUE(ok);
  call("ModelicaInternal_rmdir", {s(top)});
  EXPECT_TRUE(ok && !fs::exists(folder));
  EXPECT_EQ(open.madeFiles, (std::vector<std::string>{top, a, b2, top + "/c"}));
}

TEST_F(StandardExternalsTest, theSystem) {
  EXPECT_EQ(integer("system", {s("exit 3")}), 3 * 256);
  EXPECT_EQ(integer("ModelicaInternal_getpid", {}), getpid());
  StandardCall c = call("ModelicaInternal_getTime", {i(0), i(0), i(0), i(0), i(0), i(0), i(0)});
  EXPECT_TRUE(c.integer(5) >= 1 && c.integer(5) <= 12 && c.integer(6) >= 2026);
  EXPECT_FALSE(std::filesystem::exists(text("ModelicaInternal_temporaryFileName", {})));
  call("ModelicaInternal_setenv", {s("FORMOLA_TEST_NAME"), s("value"), b(false)});
  EXPECT_STREQ(std::getenv("FORMOLA_TEST_NAME"), "value");
}

// Each asks before it does anything.
TEST_F(StandardExternalsTest, nothingWithoutPermission) {
  namespace fs = std::filesystem;
  const std::string victim = ::testing::TempDir() + "formola_standard_victim";
  std::ofstream(victim) << "text";
  const std::string made = ::testing::TempDir() + "formola_standard_made";
  const std::string here = fs::current_path().string();
  const std::vector<std::pair<const char*, std::vector<Value>>> calls{
      {"system", {s("touch " + made)}},
      {"exit", {i(0)}},
      {"ModelicaInternal_print", {s("x"), s(made)}},
      {"ModelicaInternal_mkdir", {s(made)}},
      {"ModelicaInternal_copyFile", {s(victim), s(made)}},
      {"ModelicaInternal_rename", {s(victim), s(made)}},
      {"ModelicaInternal_removeFile", {s(victim)}},
      {"ModelicaInternal_rmdir", {s(::testing::TempDir())}},
      {"ModelicaInternal_chdir", {s("/")}},
      {"ModelicaInternal_setenv", {s("FORMOLA_TEST_REFUSED"), s("x"), b(false)}},
  };
  for (EffectGate* one : {static_cast<EffectGate*>(&closed), static_cast<EffectGate*>(nullptr)}) {
    gate = one;
    for (const auto& [name, arguments] : calls) {
      const StandardCall c = call(name, arguments, types.integer());
      EXPECT_FALSE(ok) << name;
      EXPECT_TRUE(c.refused) << name;
    }
  }
  EXPECT_EQ(closed.asked.size(), calls.size());
  EXPECT_TRUE(fs::exists(victim));
  EXPECT_FALSE(fs::exists(made));
  EXPECT_EQ(fs::current_path().string(), here);
  EXPECT_EQ(std::getenv("FORMOLA_TEST_REFUSED"), nullptr);
  fs::remove(victim);
}

}  // namespace
}  // namespace formola
