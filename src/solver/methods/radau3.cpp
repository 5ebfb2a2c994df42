// Radau IIA of order 3: Hairer and Wanner, table 5.5; blended embedding: book, (8.105).
#include "solver/coupled.h"

namespace formola::solver {

namespace {

CoupledTableau tableau() {
  return {{1.0 / 3, 1}, {{5.0 / 12, -1.0 / 12}, {3.0 / 4, 1.0 / 4}}};
}

constexpr CoupledMethod kFormula = {"Radau IIA, order 3",
                                    tableau,
                                    {3,
                                     6.5,
                                     -1.0 / 13,
                                     14.0 / 13,
                                     {2.0 / 13, 0, 0},
                                     {0, 0, 0},
                                     {-2.0 / 13, 0, 0},
                                     {11.0 / 13, 3.0 / 13, 0}},
                                    "(8.105)",
                                    2};

}  // namespace

constinit const IntegrationMethod kRadau3 = coupledRungeKutta(kFormula);

}  // namespace formola::solver
