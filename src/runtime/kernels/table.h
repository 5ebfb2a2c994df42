/* Interpolation tables: curves over one abscissa and surfaces over two. C99 and C++; translated
   programs carry it as it stands. Options have the numbers of Modelica.Blocks.Types. */

enum {
  TABLE_LINEAR = 1,
  TABLE_AKIMA = 2,    /* Akima 1970 */
  TABLE_CONSTANT = 3, /* the value of the left end */
  TABLE_MONOTONE = 4, /* Fritsch and Butland 1984 */
  TABLE_STEFFEN = 5,  /* Steffen 1990 */
  TABLE_MODIFIED = 6  /* Akima with weights that do not vanish on flat pieces */
};
enum { TABLE_HOLD = 1, TABLE_TANGENT = 2, TABLE_PERIODIC = 3, TABLE_NOWHERE = 4 };

typedef struct TableCurve {
  int smoothness, extrapolation, rows;
  const double *x, *y, *slope; /* y and slope column by column; slopes of smooth curves only */
} TableCurve;

typedef struct TableSurface {
  int smoothness, extrapolation, nx, ny;
  const double *x, *y, *z, *zx, *zy, *zxy; /* z[i*ny + j]; derivatives of smooth surfaces only */
} TableSurface;

/* A value with its first and second derivatives. */
typedef struct TablePoint {
  double value, slope, bend;
} TablePoint;

typedef struct TableSurfacePoint {
  double value, slope1, slope2, bend11, bend12, bend22;
} TableSurfacePoint;

static TablePoint tablePoint(double value, double slope, double bend) {
  TablePoint p;
  p.value = value;
  p.slope = slope;
  p.bend = bend;
  return p;
}

static int tableIsSmooth(int smoothness) {
  return smoothness != TABLE_LINEAR && smoothness != TABLE_CONSTANT;
}

/* x moved by whole periods into [low, high). */
static double tableWrap(double x, double low, double high) {
  const double period = high - low;
  double wrapped;
  if (!(period > 0)) return low;
  wrapped = x - floor((x - low) / period) * period;
  return wrapped >= high || wrapped < low ? low : wrapped;
}

/* The cubic with values y0, y1 and slopes s0, s1 at the ends of an interval of width h, at u in it.
 */
static TablePoint tableCubic(double y0, double y1, double s0, double s1, double h, double u) {
  const double secant = (y1 - y0) / h;
  const double c2 = (3 * secant - 2 * s0 - s1) / h;
  const double c3 = (s0 + s1 - 2 * secant) / (h * h);
  return tablePoint(y0 + u * (s0 + u * (c2 + u * c3)), s0 + u * (2 * c2 + 3 * u * c3),
                    2 * c2 + 6 * u * c3);
}

static double tableAkimaSlope(double m1, double m2, double m3, double m4, int modified) {
  double left = fabs(m4 - m3), right = fabs(m2 - m1);
  if (modified) {
    left += fabs(m4 + m3) / 2;
    right += fabs(m2 + m1) / 2;
  }
  /* Akima 1970: where both weights vanish the mean is taken. */
  return left + right > 0 ? (left * m2 + right * m3) / (left + right)
         : modified       ? 0
                          : (m2 + m3) / 2;
}

static double tableMonotoneSlope(double m0, double m1, double h0, double h1, int smoothness) {
  double p, size;
  if (m0 * m1 <= 0) return 0;
  if (smoothness == TABLE_MONOTONE)
    return 3 * (h0 + h1) / ((2 * h1 + h0) / m0 + (h1 + 2 * h0) / m1);
  p = (m0 * h1 + m1 * h0) / (h0 + h1); /* Steffen: slope of the parabola */
  size = fabs(m0) < fabs(m1) ? fabs(m0) : fabs(m1);
  if (fabs(p) / 2 < size) size = fabs(p) / 2;
  return m0 < 0 ? -2 * size : 2 * size;
}

/* The slopes at n >= 2 points of a smooth curve, x strictly increasing; every stride-th element of
   y and slope counts. Periodic: the curve goes on at its other end. m: room for n + 3 numbers. */
static void tableSlopes(int n, const double* x, const double* y, int stride, int smoothness,
                        int periodic, double* slope, double* m) {
  const int intervals = n - 1;
  const int akima = smoothness == TABLE_AKIMA || smoothness == TABLE_MODIFIED;
  int i;
  /* Secants with two more at each end: m[i + 2] belongs to interval i. */
  for (i = 0; i < intervals; ++i)
    m[i + 2] = (y[(i + 1) * stride] - y[i * stride]) / (x[i + 1] - x[i]);
  if (intervals == 1) {
    slope[0] = slope[stride] = m[2];
    return;
  }
  if (periodic) {
    m[1] = m[intervals + 1];
    m[0] = m[intervals];
    m[intervals + 2] = m[2];
    m[intervals + 3] = m[3];
  } else {
    m[1] = 2 * m[2] - m[3];
    m[0] = 2 * m[1] - m[2];
    m[intervals + 2] = 2 * m[intervals + 1] - m[intervals];
    m[intervals + 3] = 2 * m[intervals + 2] - m[intervals + 1];
  }
  for (i = 0; i < n; ++i) {
    double* const at = slope + i * stride;
    if (akima)
      *at = tableAkimaSlope(m[i], m[i + 1], m[i + 2], m[i + 3], smoothness == TABLE_MODIFIED);
    else if (i > 0 && i < intervals)
      *at = tableMonotoneSlope(m[i + 1], m[i + 2], x[i] - x[i - 1], x[i + 1] - x[i], smoothness);
    else if (periodic)
      *at = tableMonotoneSlope(m[intervals + 1], m[2], x[intervals] - x[intervals - 1], x[1] - x[0],
                               smoothness);
    else
      *at = i == 0 ? m[2] : m[intervals + 1];
  }
}

/* Those of one column of a curve; two rows with the same abscissa are a jump, between which the
   curve is smooth. m: room for rows + 3 numbers. */
static void tableCurveSlopes(int rows, const double* x, const double* y, int smoothness,
                             int extrapolation, double* slope, double* m) {
  int begin, end, jumps = 0;
  for (begin = 0; begin + 1 < rows; ++begin) jumps += x[begin] == x[begin + 1];
  for (begin = 0; begin < rows; begin = end) {
    end = begin + 1;
    while (end < rows && x[end] > x[end - 1]) ++end;
    slope[begin] = 0;
    if (end - begin > 1)
      tableSlopes(end - begin, x + begin, y + begin, 1, smoothness,
                  extrapolation == TABLE_PERIODIC && jumps == 0, slope + begin, m);
  }
}

/* How many of x are less than `at`, or with `equal` not greater. */
static int tableCount(int n, const double* x, double at, int equal) {
  int low = 0, high = n;
  while (low < high) {
    const int middle = low + (high - low) / 2;
    if (equal ? x[middle] <= at : x[middle] < at)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* The row i with x[i] <= at <= x[i + 1] and x[i] < x[i + 1]; at a row, the interval on the side. */
static int tableInterval(const TableCurve* c, double at, int right) {
  int i = tableCount(c->rows, c->x, at, right) - 1;
  if (i < 0) i = 0;
  if (i > c->rows - 2) i = c->rows - 2;
  while (i > 0 && c->x[i] == c->x[i + 1]) --i;
  while (i + 2 < c->rows && c->x[i] == c->x[i + 1]) ++i;
  return i;
}

static TablePoint tableInside(const TableCurve* c, int column, double at, int right) {
  const double *const x = c->x, *const y = c->y + (long)column * c->rows;
  const int i = tableInterval(c, at, right);
  const double h = x[i + 1] - x[i];
  const double* s;
  if (c->smoothness == TABLE_CONSTANT || h == 0) {
    /* Constant from each row to the next; at the last row its own value. */
    return tablePoint(at >= x[c->rows - 1] && right ? y[c->rows - 1] : y[i], 0, 0);
  }
  if (c->smoothness == TABLE_LINEAR) {
    const double slope = (y[i + 1] - y[i]) / h;
    return tablePoint(at == x[i + 1] ? y[i + 1] : y[i] + slope * (at - x[i]), slope, 0);
  }
  s = c->slope + (long)column * c->rows;
  return tableCubic(y[i], y[i + 1], s[i], s[i + 1], h, at - x[i]);
}

/* At a jump the value before or, with `right`, after it. 0: the point is outside, where there is no
   value. */
static int tableCurveAt(const TableCurve* c, int column, double at, int right, TablePoint* result) {
  const double low = c->x[0], high = c->x[c->rows - 1];
  const double *const y = c->y + (long)column * c->rows, end = y[c->rows - 1];
  /* An end seen from outside belongs to the continuation. */
  const int below = at < low || (at == low && !right), above = at > high || (at == high && right);
  if (c->rows == 1) {
    *result = tablePoint(y[0], 0, 0);
    return c->extrapolation != TABLE_NOWHERE || at == low;
  }
  if (!below && !above) {
    *result = tableInside(c, column, at, right);
    return 1;
  }
  switch (c->extrapolation) {
    case TABLE_PERIODIC: {
      double wrapped = tableWrap(at, low, high);
      if (!right && wrapped == low) wrapped = high;
      *result = tableInside(c, column, wrapped, right);
      return 1;
    }
    case TABLE_NOWHERE:
      if (at < low || at > high) return 0;
      *result = tableInside(c, column, at, below);
      return 1;
    case TABLE_HOLD:
      *result = tablePoint(below ? y[0] : end, 0, 0);
      return 1;
    default:
      if (c->smoothness == TABLE_CONSTANT) {
        *result = tablePoint(below ? y[0] : end, 0, 0);
        return 1;
      }
      *result = tableInside(c, column, below ? low : high, below);
      result->value += result->slope * (at - (below ? low : high));
      result->bend = 0;
      return 1;
  }
}

/* Whether a value may jump or have a kink at row i; without kinks if only jumps count. */
static int tableIsBreak(const TableCurve* c, int columns, int i, int periodic, int jumpsOnly) {
  const int last = c->rows - 1, end = i == 0 || i == last;
  int j;
  if ((i > 0 && c->x[i - 1] == c->x[i]) || (i < last && c->x[i] == c->x[i + 1])) return 1;
  if (c->smoothness == TABLE_CONSTANT) return 1;
  if (end && periodic)
    for (j = 0; j < columns; ++j)
      if (c->y[(long)j * c->rows] != c->y[(long)j * c->rows + last]) return 1;
  return !jumpsOnly && (end || c->smoothness == TABLE_LINEAR);
}

/* The smallest abscissa beyond `at` at which a value may jump or have a kink, also through the
   periods; HUGE_VAL: there is none. */
static double tableNextBreak(const TableCurve* c, int columns, double at, int jumpsOnly) {
  const double low = c->x[0], period = c->x[c->rows - 1] - low;
  const int periodic = c->extrapolation == TABLE_PERIODIC && period > 0;
  double shift = periodic ? floor((at - low) / period) * period : 0;
  int round, i;
  for (round = 0; round < (periodic ? 3 : 1); ++round) {
    for (i = tableCount(c->rows, c->x, at - shift, 1); i < c->rows; ++i)
      if (tableIsBreak(c, columns, i, periodic, jumpsOnly) && c->x[i] + shift > at)
        return c->x[i] + shift;
    shift += period;
  }
  return HUGE_VAL;
}

/* The derivatives of a smooth surface: mixed ones are the mean of the scheme for curves in both
   orders (Akima 1974). Room for nx*ny numbers in `other`, for the larger of nx and ny and 3 more in
   m. */
static void tableSurfaceSlopes(int nx, int ny, const double* x, const double* y, const double* z,
                               int smoothness, int extrapolation, double* zx, double* zy,
                               double* zxy, double* other, double* m) {
  const int periodic = extrapolation == TABLE_PERIODIC;
  int i, j;
  for (j = 0; j < ny; ++j) tableSlopes(nx, x, z + j, ny, smoothness, periodic, zx + j, m);
  for (i = 0; i < nx; ++i) tableSlopes(ny, y, z + i * ny, 1, smoothness, periodic, zy + i * ny, m);
  for (i = 0; i < nx; ++i)
    tableSlopes(ny, y, zx + i * ny, 1, smoothness, periodic, zxy + i * ny, m);
  for (j = 0; j < ny; ++j) tableSlopes(nx, x, zy + j, ny, smoothness, periodic, other + j, m);
  for (i = 0; i < nx * ny; ++i) zxy[i] = (zxy[i] + other[i]) / 2;
}

static int tablePlace(int n, const double* x, double at) {
  int i = tableCount(n, x, at, 1) - 1;
  if (i > n - 2) i = n - 2;
  return i < 0 ? 0 : i;
}

static TableSurfacePoint tableSurfaceInside(const TableSurface* s, double x, double y) {
  const int i = tablePlace(s->nx, s->x, x), j = tablePlace(s->ny, s->y, y), n = s->ny;
  const int i1 = i + 1 < s->nx ? i + 1 : i, j1 = j + 1 < s->ny ? j + 1 : j;
  const double h = i1 > i ? s->x[i1] - s->x[i] : 1, k = j1 > j ? s->y[j1] - s->y[j] : 1;
  const double u = x - s->x[i], w = y - s->y[j];
  const int a = i * n + j, b = i1 * n + j, c = i * n + j1, d = i1 * n + j1;
  TableSurfacePoint p = {0, 0, 0, 0, 0, 0};
  if (s->smoothness == TABLE_CONSTANT) {
    p.value = s->z[(x >= s->x[i1] ? i1 : i) * n + (y >= s->y[j1] ? j1 : j)];
  } else if (s->smoothness == TABLE_LINEAR) {
    const double twist = (s->z[a] - s->z[b] - s->z[c] + s->z[d]) / (h * k);
    p.slope1 = (s->z[b] - s->z[a]) / h + twist * w;
    p.slope2 = (s->z[c] - s->z[a]) / k + twist * u;
    p.bend12 = twist;
    p.value = s->z[a] + (s->z[b] - s->z[a]) / h * u + (s->z[c] - s->z[a]) / k * w + twist * u * w;
  } else {
    /* Cubics along x at both ends of y give the data of a cubic along y. */
    const TablePoint z0 = tableCubic(s->z[a], s->z[b], s->zx[a], s->zx[b], h, u);
    const TablePoint z1 = tableCubic(s->z[c], s->z[d], s->zx[c], s->zx[d], h, u);
    const TablePoint s0 = tableCubic(s->zy[a], s->zy[b], s->zxy[a], s->zxy[b], h, u);
    const TablePoint s1 = tableCubic(s->zy[c], s->zy[d], s->zxy[c], s->zxy[d], h, u);
    const TablePoint value = tableCubic(z0.value, z1.value, s0.value, s1.value, k, w);
    const TablePoint slope = tableCubic(z0.slope, z1.slope, s0.slope, s1.slope, k, w);
    p.value = value.value;
    p.slope1 = slope.value;
    p.slope2 = value.slope;
    p.bend11 = tableCubic(z0.bend, z1.bend, s0.bend, s1.bend, k, w).value;
    p.bend12 = slope.slope;
    p.bend22 = value.bend;
  }
  return p;
}

static double tableClamp(double x, double low, double high) {
  return x < low ? low : x > high ? high : x;
}

/* 0: the point is outside, where there is no value. */
static int tableSurfaceAt(const TableSurface* s, double x, double y, TableSurfacePoint* result) {
  const double low1 = s->x[0], high1 = s->x[s->nx - 1], low2 = s->y[0], high2 = s->y[s->ny - 1];
  const int outside1 = x < low1 || x > high1, outside2 = y < low2 || y > high2;
  const double edge1 = tableClamp(x, low1, high1), edge2 = tableClamp(y, low2, high2);
  const double d1 = x - edge1, d2 = y - edge2;
  TableSurfacePoint edge;
  if ((outside1 || outside2) && s->extrapolation == TABLE_NOWHERE) return 0;
  if ((outside1 || outside2) && s->extrapolation == TABLE_PERIODIC) {
    *result = tableSurfaceInside(s, outside1 ? tableWrap(x, low1, high1) : x,
                                 outside2 ? tableWrap(y, low2, high2) : y);
    return 1;
  }
  edge = *result = tableSurfaceInside(s, edge1, edge2);
  if (s->extrapolation == TABLE_HOLD || s->smoothness == TABLE_CONSTANT) {
    if (outside1) result->slope1 = result->bend11 = result->bend12 = 0;
    if (outside2) result->slope2 = result->bend22 = result->bend12 = 0;
    return 1;
  }
  /* Along the tangent at the edge, with the twist: z + zx dx + zy dy + zxy dx dy. */
  if (outside1 || outside2)
    result->value += edge.slope1 * d1 + edge.slope2 * d2 + edge.bend12 * d1 * d2;
  if (outside1) {
    result->slope2 += edge.bend12 * d1;
    result->bend11 = 0;
  }
  if (outside2) {
    result->slope1 += edge.bend12 * d2;
    result->bend22 = 0;
  }
  return 1;
}
