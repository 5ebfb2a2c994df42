#include "statistics.h"

void statistics_of(const double* x, const int* weights, size_t n, double* sum, int* positive,
                   double* doubled) {
  size_t i;
  *sum = 0;
  *positive = 0;
  for (i = 0; i < n; ++i) {
    *sum += weights[i] * x[i];
    *positive += x[i] > 0;
    doubled[i] = 2 * x[i];
  }
}
