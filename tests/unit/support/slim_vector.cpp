#include "support/slim_vector.h"

#include <gtest/gtest.h>

namespace formola {
namespace {

TEST(SlimVector, IsOnePointerAndEmptyAtFirst) {
  SlimVector<int> v;
  EXPECT_EQ(sizeof v, sizeof(void*));
  EXPECT_TRUE(v.empty());
  EXPECT_EQ(v.begin(), v.end());
}

TEST(SlimVector, PushesAnElementOfItself) {
  SlimVector<int> v;
  v.push_back(7);
  for (int i = 0; i < 100; ++i) v.push_back(v[0]);
  EXPECT_EQ(v.size(), 101u);
  for (int x : v) EXPECT_EQ(x, 7);
}

TEST(SlimVector, CopiesAreIndependentAndMovesLeaveNothingBehind) {
  SlimVector<int> a;
  a = std::vector<int>{1, 2, 3};
  SlimVector<int> b = a;
  b[0] = 9;
  EXPECT_EQ(std::vector<int>(a), (std::vector<int>{1, 2, 3}));
  EXPECT_FALSE(a == b);
  SlimVector<int> c = std::move(b);
  EXPECT_TRUE(b.empty());  // NOLINT(bugprone-use-after-move): its state is part of the contract
  EXPECT_EQ(c.back(), 3);
}

TEST(SlimVector, ResizeKeepsAndFills) {
  SlimVector<int> v;
  v.resize(2, 5);
  v.resize(4, 6);
  EXPECT_EQ(std::vector<int>(v), (std::vector<int>{5, 5, 6, 6}));
  v.resize(1);
  EXPECT_EQ(std::vector<int>(v), (std::vector<int>{5}));
  v.assign(3, 1);
  EXPECT_EQ(std::vector<int>(v), (std::vector<int>{1, 1, 1}));
  v.clear();
  EXPECT_TRUE(v.empty());
}

}  // namespace
}  // namespace formola
