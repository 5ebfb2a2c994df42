// Arena, interner and strong ids.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "support/arena.h"
#include "support/id.h"
#include "support/interner.h"

namespace formola {
namespace {

TEST(Arena, AlignsAndKeepsObjects) {
  Arena arena;
  std::vector<std::pair<char*, double*>> made;
  for (int i = 0; i < 10000; ++i) {
    char* c = arena.make<char>(static_cast<char>(i));
    double* d = arena.make<double>(i * 0.5);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(d) % alignof(double), 0u);
    made.emplace_back(c, d);
  }
  for (int i = 0; i < 10000; ++i) {
    EXPECT_EQ(*made[i].first, static_cast<char>(i));
    EXPECT_EQ(*made[i].second, i * 0.5);
  }
}

TEST(Arena, TakesObjectsLargerThanItsChunks) {
  Arena arena;
  arena.make<int>(1);
  std::string large(3 << 20, 'x');
  std::string_view copy = arena.copy(std::string_view(large));
  int* after = arena.make<int>(7);
  EXPECT_EQ(copy, large);
  EXPECT_EQ(*after, 7);
  EXPECT_GE(arena.bytes(), large.size());
}

TEST(Arena, EmptyCopiesAllocateNothing) {
  Arena arena;
  EXPECT_TRUE(arena.copy(std::vector<int>{}).empty());
  EXPECT_TRUE(arena.copy(std::string_view()).empty());
  EXPECT_EQ(arena.bytes(), 0u);
}

TEST(Interner, EqualTextsHaveEqualSymbols) {
  Interner names;
  EXPECT_FALSE(names.find("x").valid());
  Symbol x = names.intern("x");
  Symbol empty = names.intern("");
  EXPECT_EQ(names.intern(std::string("x")), x);
  EXPECT_EQ(names.find("x"), x);
  EXPECT_EQ(names.intern(""), empty);
  EXPECT_NE(x, empty);
  EXPECT_EQ(names.text(empty), "");
}

TEST(Interner, SymbolsCountUpAndSurviveGrowth) {
  Interner names;
  for (int i = 0; i < 100000; ++i) {
    ASSERT_EQ(names.intern("name_" + std::to_string(i)).index(), static_cast<uint32_t>(i));
  }
  for (int i = 0; i < 100000; i += 97) {
    std::string text = "name_" + std::to_string(i);
    EXPECT_EQ(names.text(names.find(text)), text);
    EXPECT_EQ(names.intern(text).index(), static_cast<uint32_t>(i));
  }
  EXPECT_EQ(names.size(), 100000u);
}

TEST(Interner, TextsThatDifferInLengthOnlyAreDifferent) {
  Interner names;
  std::string zeros(9, '\0');
  std::vector<Symbol> symbols;
  for (size_t n = 0; n <= zeros.size(); ++n)
    symbols.push_back(names.intern(std::string_view(zeros).substr(0, n)));
  for (size_t n = 0; n < symbols.size(); ++n) EXPECT_EQ(symbols[n].index(), n);
}

TEST(Id, DefaultIsInvalidAndOrdersByValue) {
  using TestId = Id<struct TestTag>;
  EXPECT_FALSE(TestId().valid());
  EXPECT_TRUE(TestId(0u).valid());
  EXPECT_LT(TestId(1u), TestId(2u));
  IdVector<TestId, int> values;
  TestId first = values.push_back(5);
  EXPECT_EQ(values[first], 5);
}

}  // namespace
}  // namespace formola
