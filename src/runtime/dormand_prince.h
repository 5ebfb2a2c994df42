// The stages of Dormand and Prince's formula of order 5.
#pragma once

namespace formola::runtime {

// Stage s + 1 is x + h (a[s][0] k[0] + ... + a[s][s] k[s]) at t + c[s] h; the last one is the
// solution.
// Reference: Hairer, Norsett, Wanner, Solving Ordinary Differential Equations I (1993), table
//            II.5.2.
struct DormandPrince {
  static constexpr double a[6][6] = {
      {1.0 / 5},
      {3.0 / 40, 9.0 / 40},
      {44.0 / 45, -56.0 / 15, 32.0 / 9},
      {19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729},
      {9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656},
      {35.0 / 384, 0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84}};
  static constexpr double c[6] = {1.0 / 5, 3.0 / 10, 4.0 / 5, 8.0 / 9, 1, 1};
};

}  // namespace formola::runtime
