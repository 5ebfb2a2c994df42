// What both sides of bench_multibody share: times, and the motion at which they are evaluated.
// C++17, since the headers of Simbody 3.7 do not compile as C++20.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <ctime>
#include <functional>
#include <vector>

namespace bench {

inline double processorSeconds() {
  return static_cast<double>(std::clock()) / static_cast<double>(CLOCKS_PER_SEC);
}

// Seconds of one call, the fastest of several batches of at least 20 ms.
inline double secondsPerCall(const std::function<void(size_t)>& call) {
  double best = INFINITY;
  size_t count = 1, k = 0;
  for (int batch = 0; batch < 40;) {
    const double start = processorSeconds();
    for (size_t i = 0; i < count; ++i) call(k++);
    const double seconds = processorSeconds() - start;
    if (seconds < 0.02) {
      count *= 2;
      continue;
    }
    best = std::min(best, seconds / static_cast<double>(count));
    ++batch;
  }
  return best;
}

// The angle of joint i (from 1) at evaluation k; the speeds stay.
inline double angle(int i, size_t k) {
  return 0.4 + 0.3 * std::sin(5.0 * i) + 1e-6 * static_cast<double>(k % 1000);
}
inline double speed(int i) {
  return 0.5 * std::cos(static_cast<double>(i));
}

struct Times {
  double seconds = 0;
  std::vector<double> accelerations;  // at evaluation 0
};

// The same mechanism by Simbody.
Times measureSimbody(int joints, bool tree);

}  // namespace bench
