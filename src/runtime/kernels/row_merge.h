/* Sparse LU factorisation with partial pivoting in memory that is known beforehand. C99 and C++;
   translated programs carry it as it stands.

   All rows that have an entry in the column of a pivot may become its row: what they leave is kept
   as if each of them had the entries of all. So any of them can be chosen while the program runs,
   and all has its place beforehand (George, Ng: Symbolic factorization for sparse Gaussian
   elimination with partial pivoting, SIAM J. Sci. Stat. Comput. 8, 1987). Such rows are a dense
   matrix, a front; fronts are eliminated one after the other, and what each one leaves waits on a
   stack for the one that needs it (Duff, Reid: The multifrontal solution of unsymmetric sets
   of linear equations, SIAM J. Sci. Stat. Comput. 5, 1984). */

/* A front: `pivots` columns are eliminated from `rows` rows, of which the first `own` begin here
   and the others are what `children` fronts have left. */
typedef struct RowMergeFront {
  int rows, columns, pivots, own, children;
  int column, row, value; /* where its columns, its rows and its factors begin */
} RowMergeFront;

typedef struct RowMerge {
  int n, entries, fronts, rows; /* entries: of the matrix; rows: of all fronts */
  int numbers, stack;           /* that are kept, and that the elimination needs beside them */
  const RowMergeFront* front;   /* children first */
  const int* column;            /* of each front, pivots first */
  const int* row;               /* those that begin in each front */
  const int* entry; /* of each of these: how many entries, and for each its place in the matrix and
                       its column in the front */
  const int* place; /* of each child, the last one first: its front, and where the columns that it
                       left are in this one */
  const int* start; /* by column of the matrix, and one more: its entries */
  const int* of;    /* their rows */
} RowMerge;

/* Columns, then rows get a largest entry of one; 1: not possible. */
static int rowMergeScale(const RowMerge* p, const double* a, double* columns, double* rows) {
  int i, j, k;
  for (i = 0; i < p->n; ++i) rows[i] = 0;
  for (j = 0; j < p->n; ++j) {
    double largest = 0, sum = 0;
    for (k = p->start[j]; k < p->start[j + 1]; ++k) {
      sum += a[k] - a[k]; /* 0 for numbers */
      if (fabs(a[k]) > largest) largest = fabs(a[k]);
    }
    if (!(largest > 0) || sum != 0) return 1;
    columns[j] = 1 / largest;
    for (k = p->start[j]; k < p->start[j + 1]; ++k)
      if (fabs(a[k]) * columns[j] > rows[p->of[k]]) rows[p->of[k]] = fabs(a[k]) * columns[j];
  }
  for (i = 0; i < p->n; ++i) {
    if (!(rows[i] > 0)) return 1;
    rows[i] = 1 / rows[i];
  }
  return 0;
}

/* Pivots of a front, by rows; `id` are its rows. 1: singular. */
static int rowMergeEliminate(const RowMergeFront* f, double* a, int* id, double singular) {
  const int w = f->columns;
  int i, j, k;
  for (k = 0; k < f->pivots; ++k) {
    double* const pivot = a + k * w;
    int largest = k;
    for (i = k + 1; i < f->rows; ++i)
      if (fabs(a[i * w + k]) > fabs(a[largest * w + k])) largest = i;
    if (!(fabs(a[largest * w + k]) > singular)) return 1;
    if (largest != k) {
      double* const other = a + largest * w;
      const int row = id[k];
      id[k] = id[largest];
      id[largest] = row;
      for (j = 0; j < w; ++j) {
        const double swap = pivot[j];
        pivot[j] = other[j];
        other[j] = swap;
      }
    }
    for (i = k + 1; i < f->rows; ++i) {
      double* const to = a + i * w;
      if (to[k] == 0) continue;
      to[k] /= pivot[k];
      for (j = k + 1; j < w; ++j) to[j] -= to[k] * pivot[j];
    }
  }
  return 0;
}

/* The matrix is the first p->entries of `numbers`, by columns; behind them come the scales of
   columns and rows and the factors. rows: p->rows integers; stack: room for p->stack numbers. 1:
   singular to working precision. */
static int rowMergeFactor(const RowMerge* p, double* numbers, int* rows, double* stack) {
  double *const columnScale = numbers + p->entries, *const rowScale = columnScale + p->n,
                *const values = rowScale + p->n;
  const double singular = 4 * 2.220446049250313e-16 * p->n;
  const int *begins = p->row, *entry = p->entry, *place = p->place;
  double* top = stack;
  int f, i, j, k;
  if (rowMergeScale(p, numbers, columnScale, rowScale)) return 1;
  for (f = 0; f < p->fronts; ++f) {
    const RowMergeFront* const front = &p->front[f];
    const int w = front->columns, h = front->rows, pivots = front->pivots;
    const int* const column = p->column + front->column;
    int* const id = rows + front->row;
    double *const a = top, *out = values + front->value, *to = a;
    for (i = 0; i < h * w; ++i) a[i] = 0;
    for (i = 0; i < front->own; ++i, to += w) {
      const int count = *entry++;
      id[i] = *begins++;
      for (k = 0; k < count; ++k, entry += 2)
        to[entry[1]] = numbers[entry[0]] * columnScale[column[entry[1]]] * rowScale[id[i]];
    }
    for (k = 0; k < front->children; ++k) {
      const RowMergeFront* const child = &p->front[*place++];
      const int width = child->columns - child->pivots;
      const int left = child->rows - child->pivots;
      const double* from = top -= left * width;
      for (j = 0; j < left; ++j, ++i, to += w, from += width) {
        int m;
        id[i] = rows[child->row + child->pivots + j];
        for (m = 0; m < width; ++m) to[place[m]] = from[m];
      }
      place += width;
    }
    if (rowMergeEliminate(front, a, id, singular)) return 1;
    for (i = 0; i < pivots * w; ++i) *out++ = a[i];
    for (i = pivots; i < h; ++i) {
      for (k = 0; k < pivots; ++k) *out++ = a[i * w + k];
      for (k = pivots; k < w; ++k) *top++ = a[i * w + k]; /* never behind where it is read */
    }
  }
  return 0;
}

/* b := A^-1 b; room: p->n numbers. */
static void rowMergeSolve(const RowMerge* p, const double* numbers, const int* rows, double* b,
                          double* room) {
  const double *const columnScale = numbers + p->entries, *const rowScale = columnScale + p->n,
                      *const values = rowScale + p->n;
  int f, i, k;
  for (i = 0; i < p->n; ++i) b[i] *= rowScale[i];
  for (f = 0; f < p->fronts; ++f) {
    const RowMergeFront* const front = &p->front[f];
    const int w = front->columns, pivots = front->pivots;
    const int* const id = rows + front->row;
    const double* const u = values + front->value;
    const double* const l = u + pivots * w;
    for (k = 0; k < pivots; ++k) {
      const double x = b[id[k]];
      for (i = k + 1; i < pivots; ++i) b[id[i]] -= u[i * w + k] * x;
      for (i = pivots; i < front->rows; ++i) b[id[i]] -= l[(i - pivots) * pivots + k] * x;
    }
  }
  for (f = p->fronts - 1; f >= 0; --f) {
    const RowMergeFront* const front = &p->front[f];
    const int* const column = p->column + front->column;
    const int* const id = rows + front->row;
    for (k = front->pivots - 1; k >= 0; --k) {
      const double* const u = values + front->value + k * front->columns;
      double x = b[id[k]];
      for (i = k + 1; i < front->columns; ++i) x -= u[i] * room[column[i]];
      room[column[k]] = x / u[k];
    }
  }
  for (i = 0; i < p->n; ++i) b[i] = room[i] * columnScale[i];
}

/* y := A with zeros, by columns */
static void rowMergeColumns(const RowMerge* p, const double* a, double* y) {
  int i, j;
  for (i = 0; i < p->n * p->n; ++i) y[i] = 0;
  for (j = 0; j < p->n; ++j)
    for (i = p->start[j]; i < p->start[j + 1]; ++i) y[p->of[i] + p->n * j] = a[i];
}
