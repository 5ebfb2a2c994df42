/* How many points a polynomial through values and slopes goes through. C99 and C++; translated
   programs carry it as it stands. */

/* With the newest `points` of at most three `times`, the newest first, at a t within the last
   interval; without the third one where it is so close to its neighbour, as a step that an event
   cuts short leaves it, that rounding and iteration errors of both would be magnified: by the cube
   of the ratio of the intervals. */
static int pointsApart(double t, int points, const double* times) {
  const double mostMagnified = 1e3;
  double sum = 0;
  int j, k;
  if (points < 3) return points;
  /* the polynomial takes the value at point k times (1 - 2 L'(t_k) (t - t_k)) L(t)^2, where L is
     1 there and 0 at the others */
  for (k = 0; k < 3; ++k) {
    double value = 1, slope = 0;
    for (j = 0; j < 3; ++j) {
      if (j != k) {
        value *= (t - times[j]) / (times[k] - times[j]);
        slope += 1 / (times[k] - times[j]);
      }
    }
    sum += fabs((1 - 2 * slope * (t - times[k])) * value * value);
  }
  return sum > mostMagnified ? 2 : 3;
}
