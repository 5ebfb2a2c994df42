#include <stddef.h>
void statistics_of(const double* x, const int* weights, size_t n, double* sum, int* positive,
                   double* doubled);
