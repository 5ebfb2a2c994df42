// Radau IIA of order 5: Hairer and Wanner, table 5.6; blended embedding: book, (8.108), (8.109).
#include <cmath>

#include "solver/coupled.h"

namespace formola::solver {

namespace {

CoupledTableau tableau() {
  const double q = std::sqrt(6.0);
  return {{(4 - q) / 10, (4 + q) / 10, 1},
          {{(88 - 7 * q) / 360, (296 - 169 * q) / 1800, (-2 + 3 * q) / 225},
           {(296 + 169 * q) / 1800, (88 + 7 * q) / 360, (-2 - 3 * q) / 225},
           {(16 - q) / 36, (16 + q) / 36, 1.0 / 9}}};
}

constexpr CoupledMethod kFormula = {"Radau IIA, order 5",
                                    tableau,
                                    {5,
                                     20.0132,
                                     -0.00517140382204,
                                     1.41786808325433,
                                     {0, -0.04060469717694, 0},
                                     {-0.00094714677404, -0.01364429384901, 0},
                                     {-0.17475783086782, -0.19733415138754, 0},
                                     {0.48299282769491, 0.55942205973218, 0.10695524944855}},
                                    "(8.108)",
                                    3};

}  // namespace

constinit const IntegrationMethod kRadau5 = coupledRungeKutta(kFormula);

}  // namespace formola::solver
