// Lobatto IIIC of order 4: Hairer and Wanner, table 5.12; blended embedding: book, (8.110).
#include "solver/coupled.h"

namespace formola::solver {

namespace {

CoupledTableau tableau() {
  return {
      {0, 0.5, 1},
      {{1.0 / 6, -1.0 / 3, 1.0 / 6}, {1.0 / 6, 5.0 / 12, -1.0 / 12}, {1.0 / 6, 2.0 / 3, 1.0 / 6}}};
}

constexpr CoupledMethod kFormula = {"Lobatto IIIC, order 4",
                                    tableau,
                                    {4,
                                     28.649,
                                     0,
                                     3101.0 / 2276,
                                     {63.0 / 4552, 0, 0},
                                     {-91.0 / 81936, 1381.0 / 81936, 0},
                                     {-393.0 / 4552, -165.0 / 569, 0},
                                     {775.0 / 3414, 62179.0 / 81936, 12881.0 / 81936}},
                                    "(8.110)",
                                    3};

}  // namespace

constinit const IntegrationMethod kLobatto4 = coupledRungeKutta(kFormula);

}  // namespace formola::solver
