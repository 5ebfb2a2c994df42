/* Solves by the transposed matrix with factors of a sparse one. C99 and C++; translated programs
   carry it as it stands. Needs row_merge.h. */

/* b := A'^-1 b with the transposed matrix. */
static void rowMergeSolveTransposed(const RowMerge* p, const double* numbers, const int* rows,
                                    double* b, double* room) {
  const double *const columnScale = numbers + p->entries, *const rowScale = columnScale + p->n,
                      *const values = rowScale + p->n;
  int f, i, k;
  for (i = 0; i < p->n; ++i) b[i] *= columnScale[i];
  for (f = 0; f < p->fronts; ++f) {
    const RowMergeFront* const front = &p->front[f];
    const int* const column = p->column + front->column;
    const int* const id = rows + front->row;
    for (k = 0; k < front->pivots; ++k) {
      const double* const u = values + front->value + k * front->columns;
      const double x = room[id[k]] = b[column[k]] / u[k];
      for (i = k + 1; i < front->columns; ++i) b[column[i]] -= u[i] * x;
    }
  }
  for (f = p->fronts - 1; f >= 0; --f) {
    const RowMergeFront* const front = &p->front[f];
    const int w = front->columns, pivots = front->pivots;
    const int* const id = rows + front->row;
    const double* const u = values + front->value;
    const double* const l = u + pivots * w;
    for (k = pivots - 1; k >= 0; --k) {
      double x = room[id[k]];
      for (i = k + 1; i < pivots; ++i) x -= u[i * w + k] * room[id[i]];
      for (i = pivots; i < front->rows; ++i) x -= l[(i - pivots) * pivots + k] * room[id[i]];
      room[id[k]] = x;
    }
  }
  for (i = 0; i < p->n; ++i) b[i] = room[i] * rowScale[i];
}
