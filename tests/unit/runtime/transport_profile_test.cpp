#include "runtime/transport_profile.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

using formola::runtime::TransportInputs;
using formola::runtime::TransportProfile;

namespace {

constexpr double kEnds[2] = {0, 1};

TEST(TransportProfile, InitialProfileComesOutLinearly) {
  TransportProfile profile;
  const double points[4] = {0, 0.5, 0.5, 1}, values[4] = {1, 2, 5, 3};
  profile.begin(10, points, values);
  profile.store(0, {1, 0, 10, true});
  EXPECT_EQ(profile.at(1, 0, {1, 0, 10, true}, true), 3);
  EXPECT_NEAR(profile.at(1, 1, {1, 0, 10.25, true}, false), 4, 1e-12);
  EXPECT_NEAR(profile.at(1, 2, {1, 0, 10.75, true}, false), 1.5, 1e-12);
  // The jump in the middle, from either side.
  EXPECT_NEAR(profile.at(1, 1.5, {1, 0, 10.5, true}, false), 5, 1e-8);
  EXPECT_NEAR(profile.at(1, 1.5, {1, 0, 10.5, true}, true), 2, 1e-8);
  // The other way round.
  EXPECT_NEAR(profile.at(0, 1, {1, 7, 9.75, false}, false), 1.5, 1e-12);
  EXPECT_EQ(profile.at(1, 1, {1, 7, 9.75, false}, false), 7);
}

TEST(TransportProfile, CubicsInTime) {
  // x = sin t for t < pi/2; what enters is sin 2t.
  const auto in = [](double t) { return TransportInputs{std::sin(2 * t), 0, std::sin(t), true}; };
  TransportProfile profile;
  const double zeros[2] = {0, 0};
  profile.begin(0, kEnds, zeros);
  for (int i = 0; i <= 157; ++i) profile.store(0.01 * i, in(0.01 * i));
  // Turning round: the same particles come out in the reverse order.
  profile.store(1.57, {0, 0, std::sin(1.57), false});
  profile.markBreak();
  for (double t : {1.6, 1.7, 2.0, 2.5, 3.0}) {
    const double entered = std::acos(-1.0) - t;
    EXPECT_NEAR(profile.at(0, t, {9, 9, std::sin(t), false}, false), std::sin(2 * entered), 1e-7)
        << t;
  }
}

TEST(TransportProfile, StepsLongerThanTheLine) {
  TransportProfile profile;
  const double zeros[2] = {0, 0};
  profile.begin(0, kEnds, zeros);
  for (int i = 0; i <= 20; ++i) {
    const double t = 0.1 * i;
    const auto at = [](double s) { return s * s; };
    profile.store(t, {at(t), 0, 100 * t, true});
    // 0.05 later the medium has moved by 5 lengths.
    if (i > 3) {
      const double now = t + 0.05;
      EXPECT_NEAR(profile.at(1, now, {at(now), 0, 100 * now, true}, false), at(now - 0.01), 1e-9);
    }
  }
  EXPECT_LT(profile.size(), 9U);
}

TEST(TransportProfile, JumpsArriveAndRestingFlowKeepsThem) {
  TransportProfile profile;
  const double zeros[2] = {0, 0};
  profile.begin(0, kEnds, zeros);
  profile.store(0, {0, 4, 0, true});
  EXPECT_EQ(profile.nextArrival(), std::numeric_limits<double>::infinity());
  profile.store(1, {0, 4, 0.5, true});
  profile.store(1, {3, 4, 0.5, true});  // a jump, 1 before the end
  profile.markBreak();
  EXPECT_DOUBLE_EQ(profile.nextArrival(), 3);
  profile.store(2, {3, 4, 1.0, true});
  // At rest what enters may change, and only its last value counts.
  profile.store(3, {8, 4, 1.0, true});
  profile.store(4, {2, 4, 1.0, true});
  EXPECT_EQ(profile.at(1, 4, {2, 4, 1.0, true}, false), 0);
  profile.store(4, {2, 4, 1.0, false});  // the other end is open now
  profile.markBreak();
  EXPECT_NEAR(profile.at(0, 4, {2, 4, 1.0, false}, true), 3, 1e-12);
  profile.store(4, {2, 4, 1.0, true});
  profile.markBreak();
  EXPECT_EQ(profile.at(1, 4, {2, 4, 1.0, true}, true), 0);
  profile.store(4.5, {2, 4, 1.5, true});
  EXPECT_EQ(profile.at(1, 4.5, {2, 4, 1.5, true}, false), 0);
  profile.markBreak();
  EXPECT_EQ(profile.at(1, 4.5, {2, 4, 1.5, true}, true), 3);
  EXPECT_NEAR(profile.at(1, 4.75, {2, 4, 1.75, true}, true), 3, 1e-12);
  EXPECT_NEAR(profile.at(1, 5.25, {2, 4, 2.25, true}, true), 2, 1e-12);
}

}  // namespace
