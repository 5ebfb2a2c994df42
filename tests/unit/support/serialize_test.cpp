#include "support/serialize.h"

#include <gtest/gtest.h>

#include <cmath>

namespace formola {
namespace {

using Number = Id<struct NumberTag>;
enum class Colour : uint8_t { Red, Green };

struct Inner {
  Number id;
  std::optional<bool> flag;
};
struct Outer {
  double value = 0;
  Colour colour = Colour::Red;
  std::string text;
  std::vector<Inner> list;
  std::vector<std::vector<int32_t>> table;
  IdVector<Number, std::string> names;
  std::vector<Outer> below;
};

TEST(Serialize, GivesBackWhatWasWritten) {
  Outer outer{1.5, Colour::Green, "a b", {{Number(3u), true}, {Number(), {}}}, {{1, 2}, {}}, {},
              {}};
  outer.names.push_back("x");
  outer.below.push_back(Outer{-0.0, Colour::Red, "", {}, {}, {}, {}});
  serial::Writer out;
  serial::write(out, outer);
  const std::string bytes = out.take();
  serial::Reader in(bytes);
  Outer back;
  serial::read(in, back);
  EXPECT_TRUE(in.atEnd());
  EXPECT_EQ(back.value, 1.5);
  EXPECT_EQ(back.colour, Colour::Green);
  EXPECT_EQ(back.text, "a b");
  ASSERT_EQ(back.list.size(), 2u);
  EXPECT_EQ(back.list[0].id, Number(3u));
  EXPECT_EQ(back.list[0].flag, true);
  EXPECT_FALSE(back.list[1].id.valid());
  EXPECT_FALSE(back.list[1].flag.has_value());
  EXPECT_EQ(back.table, outer.table);
  EXPECT_EQ(back.names.raw(), outer.names.raw());
  ASSERT_EQ(back.below.size(), 1u);
  EXPECT_TRUE(std::signbit(back.below[0].value));
}

TEST(Serialize, CutOffBytesAreNoticed) {
  serial::Writer out;
  serial::write(out, std::vector<std::string>{"one", "two", "three"});
  const std::string bytes = out.take();
  for (size_t n = 0; n < bytes.size(); ++n) {
    serial::Reader in(std::string_view(bytes).substr(0, n));
    std::vector<std::string> back;
    serial::read(in, back);
    EXPECT_FALSE(in.ok()) << n;
  }
}

}  // namespace
}  // namespace formola
