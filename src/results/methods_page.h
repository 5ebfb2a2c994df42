// One HTML page about integration formulas: stability domains and damping plots.
#pragma once

#include <string>
#include <vector>

namespace formola::results {

// With z = lambda h, solutions of x' = lambda x are multiplied by the roots zeta of
// sum over k of polynomial[k](z) zeta^k = 0 within `steps` steps.
struct MethodCurve {
  std::string name, title, family;
  int order = 0;
  int stages = 1;
  int steps = 1;
  bool isEmbedding = false;
  double atInfinity = 0;        // largest |zeta| for z -> -infinity, perhaps infinite
  double angle = 0;             // A(alpha)-stable, in degrees
  double errorCoefficient = 0;  // of z^(order + 1)
  std::vector<std::vector<double>> polynomial;
};

struct MethodsPage {
  std::string title;
  std::string subtitle;
  std::vector<MethodCurve> methods;  // those of a family one after the other
};

std::string renderMethodsPage(const MethodsPage& page);

}  // namespace formola::results
