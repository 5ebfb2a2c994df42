/* The sign of the determinant of a sparse matrix that was factored. C99 and C++; translated
   programs carry it as it stands. Needs row_merge.h. */

/* The sign of the determinant of what was factored last; room: p->n numbers. */
static int rowMergeOrientation(const RowMerge* p, const double* numbers, const int* rows,
                               double* room) {
  const double* const values = numbers + p->entries + 2 * p->n;
  int f, i, k, negative = 0;
  for (f = 0; f < p->fronts; ++f) {
    const RowMergeFront* const front = &p->front[f];
    for (k = 0; k < front->pivots; ++k) {
      room[rows[front->row + k]] = p->column[front->column + k];
      if (values[front->value + k * (front->columns + 1)] < 0) negative = !negative;
    }
  }
  /* The sign of the permutation from rows to columns. */
  for (i = 0; i < p->n; ++i)
    while ((int)room[i] != i) {
      const int next = (int)room[i];
      room[i] = room[next];
      room[next] = next;
      negative = !negative;
    }
  return negative ? -1 : 1;
}
