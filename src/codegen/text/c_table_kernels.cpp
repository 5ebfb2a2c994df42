// Tables of the Modelica Standard Library in C programs: what src/codegen/host/standard_tables.cpp
// and table_files.cpp do, over runtime/kernels/table.h.
#include "codegen/text/c_kernels.h"

namespace formola::text {

const std::string_view kTables = R"(/* Made from parameters when they are read first. */
enum { TABLE_TIME = 1, TABLE_LINE, TABLE_PLANE }; /* kinds */
enum { /* what can be read of them */
  TABLE_TIME_VALUE,
  TABLE_TIME_DER,
  TABLE_TIME_DER2,
  TABLE_LINE_VALUE,
  TABLE_LINE_DER,
  TABLE_LINE_DER2,
  TABLE_PLANE_VALUE,
  TABLE_PLANE_DER,
  TABLE_PLANE_DER2,
  TABLE_NEXT_EVENT,
  TABLE_MINIMUM,
  TABLE_MAXIMUM,
  TABLE_MINIMUM2,
  TABLE_MAXIMUM2
};

typedef struct TABLE {
  int state; /* 0: not made, 1: made, 2: it cannot be made */
  int kind, columns, events;
  double start, shift;
  TableCurve curve;
  TableSurface surface;
  double *memory;
} TABLE;

typedef struct TABLES {
  char resources[1024]; /* where files are read from */
  char error[600];
  TABLE table[@TABLES@];
} TABLES;

static int make_table(MODEL *m, int k);

/* All of them are made anew when they are needed next: parameters have changed. */
static void forget_tables(TABLES *all)
{
  int k;
  for (k = 0; k < @TABLES@; ++k) {
    free(all->table[k].memory);
    memset(&all->table[k], 0, sizeof all->table[k]);
  }
}

static int begin_tables(MODEL *m)
{
  if (!m->kept.tables) m->kept.tables = (TABLES *)calloc(1, sizeof(TABLES));
  if (!m->kept.tables) {
    m->message = "there is no memory for the tables";
    return 1;
  }
  forget_tables(m->kept.tables);
  m->broken = 0;
  return 0;
}

static void free_tables(MODEL *m)
{
  if (!m->kept.tables) return;
  forget_tables(m->kept.tables);
  free(m->kept.tables);
  m->kept.tables = 0;
}

static int table_is_wrong(TABLES *all, int k, const char *why)
{
  snprintf(all->error, sizeof all->error, "the table %d cannot be used: %s", k + 1, why);
  return 1;
}

/* Row by row; `wanted` counts columns from 1. */
static int fill_table(MODEL *m, int k, int kind, const double *matrix, int rows, int columns,
                      const int *wanted, int count, int smoothness, int extrapolation,
                      double start, double shift, int events)
{
  TABLE *const t = &m->kept.tables->table[k];
  const int plane = kind == TABLE_PLANE, smooth = tableIsSmooth(smoothness);
  const int nx = plane ? rows - 1 : rows, ny = plane ? columns - 1 : count;
  const long n = (long)nx*ny;
  double *x, *y, *z, *room;
  int i, j;
  if (smoothness < 1 || smoothness > 6 || extrapolation < 1 || extrapolation > 4)
    return table_is_wrong(m->kept.tables, k, "its smoothness or extrapolation is unknown");
  if (nx < 1 || ny < 1 || columns < 2)
    return table_is_wrong(m->kept.tables, k, "it has too few rows or columns");
  for (i = 0; i < rows*columns; ++i)
    if (!(matrix[i] - matrix[i] == 0) && !(plane && i == 0))
      return table_is_wrong(m->kept.tables, k, "it holds a number that is not finite");
  for (j = 0; j < count; ++j)
    if (wanted[j] < 1 || wanted[j] > columns)
      return table_is_wrong(m->kept.tables, k, "there is no such column");
  t->memory = (double *)calloc((size_t)(6*n + 2*(nx + ny) + 8), sizeof(double));
  if (!t->memory) return table_is_wrong(m->kept.tables, k, "there is no memory for it");
  x = t->memory;
  y = x + nx;
  z = y + ny;
  room = z + 5*n;
  for (i = 0; i < nx; ++i) {
    x[i] = matrix[(plane ? i + 1 : i)*columns];
    if (i > 0 && (x[i] < x[i - 1] || (plane && x[i] == x[i - 1])))
      return table_is_wrong(m->kept.tables, k, "its first column does not increase");
    for (j = 0; j < ny; ++j) {
      if (plane) z[i*ny + j] = matrix[(i + 1)*columns + j + 1];
      else z[(long)j*nx + i] = matrix[i*columns + wanted[j] - 1];
    }
  }
  t->kind = kind;
  t->columns = count;
  t->start = start;
  t->shift = shift;
  t->events = events;
  if (!plane) {
    const TableCurve curve = {smoothness, extrapolation, rows, x, z, z + n};
    for (j = 0; j < count && smooth; ++j)
      tableCurveSlopes(rows, x, z + (long)j*nx, smoothness, extrapolation, z + n + (long)j*nx, room);
    t->curve = curve;
    return 0;
  }
  for (j = 0; j < ny; ++j) {
    y[j] = matrix[j + 1];
    if (j > 0 && y[j] <= y[j - 1])
      return table_is_wrong(m->kept.tables, k, "its first row does not increase");
  }
  {
    const int fine = smooth && nx > 1 && ny > 1;
    const TableSurface surface = {fine || !smooth ? smoothness : TABLE_LINEAR, extrapolation, nx, ny,
                                  x, y, z, z + n, z + 2*n, z + 3*n};
    if (fine)
      tableSurfaceSlopes(nx, ny, x, y, z, smoothness, extrapolation, z + n, z + 2*n, z + 3*n,
                         z + 4*n, room);
    t->surface = surface;
  }
  return 0;
}

static const TABLE *table_of(MODEL *m, double number)
{
  const int k = (int)number;
  TABLE *t;
  if (!m->kept.tables || k < 0 || k >= @TABLES@) {
    m->message = "there is no such table";
    m->broken = 1;
    return 0;
  }
  t = &m->kept.tables->table[k];
  if (t->state == 0) {
    const int wrong = make_table(m, k);
    t->state = wrong ? 2 : 1;
  }
  if (t->state == 1) return t;
  m->message = m->kept.tables->error;
  m->broken = 1;
  return 0;
}

static double table_outside(MODEL *m)
{
  if (!m->message) m->message = "an argument is outside of a table without extrapolation";
  return 0.0/0.0;
}

/* The value at this time, 0 before the start. Until the event at `next` is over, the limit from the
   left. It is looked up a little beside the instant, since rounding may lead to the other side of
   the row at which the event was. */
static int table_at_time(const TABLE *t, int column, double time, double next, double before,
                         TablePoint *p)
{
  const double never = 1.7976931348623157e308;
  const double small = 16*2.220446049250313e-16*(fabs(time) + fabs(t->shift));
  const int left = next < never && next == before && time >= next - small;
  const int right = !left && fabs(time - before) <= small;
  const int begins = fabs(time - t->start) <= small && (left || right);
  const double low = t->curve.x[0], high = t->curve.x[t->curve.rows - 1];
  const double at = (left && next < time ? next : time) - t->shift;
  double x = left ? at - small : at + small;
  *p = tablePoint(0, 0, 0);
  if (begins ? left : time < t->start) return 1;
  if (t->curve.extrapolation == TABLE_NOWHERE) {
    if (x < low && x >= low - 2*small) x = low;
    if (x > high && x <= high + 2*small) x = high;
  }
  if (!tableCurveAt(&t->curve, column, x, !left, p)) return 0;
  p->value -= p->slope*(x - at);
  p->slope -= p->bend*(x - at);
  return 1;
}

static double table_next_event(const TABLE *t, double time)
{
  const double never = 1.7976931348623157e308;
  const double small = 16*2.220446049250313e-16*(fabs(time) + fabs(t->shift));
  double next;
  if (time < t->start - small) return t->start;
  if (t->events == 3) return never;
  next = tableNextBreak(&t->curve, t->columns, time - t->shift + small, t->events == 2);
  return next < HUGE_VAL ? next + t->shift : never;
}

/* Arguments in the order of the functions of the library. */
static double read_table(MODEL *m, int what, double number, double a, double b, double c, double d,
                         double e, double f)
{
  const TABLE *const t = table_of(m, number);
  const int kind = what <= TABLE_TIME_DER2 || what == TABLE_NEXT_EVENT ? TABLE_TIME
                   : what <= TABLE_LINE_DER2                           ? TABLE_LINE
                   : what <= TABLE_PLANE_DER2                          ? TABLE_PLANE
                                                                       : 0;
  TablePoint p;
  TableSurfacePoint s;
  if (!t) return 0.0/0.0;
  if ((kind && t->kind != kind) ||
      (what <= TABLE_LINE_DER2 && !(a >= 1 && a <= t->columns))) {
    m->message = "the table is of another kind or has no such column";
    m->broken = 1;
    return 0.0/0.0;
  }
  switch (what) {
    case TABLE_NEXT_EVENT:
      return table_next_event(t, a);
    case TABLE_MINIMUM:
      return t->kind == TABLE_PLANE ? t->surface.x[0] : t->curve.x[0];
    case TABLE_MAXIMUM:
      return t->kind == TABLE_PLANE ? t->surface.x[t->surface.nx - 1]
                                    : t->curve.x[t->curve.rows - 1];
    case TABLE_MINIMUM2:
      return t->surface.y[0];
    case TABLE_MAXIMUM2:
      return t->surface.y[t->surface.ny - 1];
    case TABLE_TIME_VALUE:
    case TABLE_TIME_DER:
    case TABLE_TIME_DER2:
      if (!table_at_time(t, (int)a - 1, b, c, d, &p)) return table_outside(m);
      return what == TABLE_TIME_VALUE ? p.value
             : what == TABLE_TIME_DER ? p.slope*e
                                      : p.slope*f + p.bend*e*e;
    case TABLE_LINE_VALUE:
    case TABLE_LINE_DER:
    case TABLE_LINE_DER2:
      if (!tableCurveAt(&t->curve, (int)a - 1, b, 1, &p)) return table_outside(m);
      return what == TABLE_LINE_VALUE ? p.value
             : what == TABLE_LINE_DER ? p.slope*c
                                      : p.slope*d + p.bend*c*c;
    default:
      if (!tableSurfaceAt(&t->surface, a, b, &s)) return table_outside(m);
      return what == TABLE_PLANE_VALUE ? s.value
             : what == TABLE_PLANE_DER
                 ? s.slope1*c + s.slope2*d
                 : s.slope1*e + s.slope2*f + s.bend11*c*c + 2*s.bend12*c*d + s.bend22*d*d;
  }
}

)";

const std::string_view kTableFiles =
    R"kernel(/* A file as a whole, with a zero behind it; 0: it cannot be read. */
static char *read_file(const char *path, long *size)
{
  FILE *const file = fopen(path, "rb");
  char *text = 0;
  *size = 0;
  if (!file) return 0;
  if (!fseek(file, 0, SEEK_END) && (*size = ftell(file)) >= 0 && !fseek(file, 0, SEEK_SET))
    text = (char *)calloc((size_t)*size + 1, 1);
  if (text && fread(text, 1, (size_t)*size, file) != (size_t)*size) {
    free(text);
    text = 0;
  }
  fclose(file);
  return text;
}

static int is_blank(char c)
{
  return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/* A number that ends where `end` says; strtod would follow the locale. 0: it is none. */
static int read_number(const char *text, const char *end, double *value)
{
  double digits = 0, sign = 1;
  int scale = 0, exponent = 0, negative = 0, any = 0;
  long double power = 1;
  if (text < end && (*text == '+' || *text == '-')) sign = *text++ == '-' ? -1 : 1;
  {
    /* Seventeen digits decide; the rest counts by its place. */
    unsigned long long whole = 0;
    int taken = 0, point = 0;
    for (; text < end && ((*text >= '0' && *text <= '9') || (*text == '.' && !point)); ++text) {
      if (*text == '.') {
        point = 1;
        continue;
      }
      any = 1;
      if (taken < 19) {
        whole = whole*10 + (unsigned)(*text - '0');
        if (whole) ++taken;
        scale -= point;
      } else if (!point) {
        ++scale;
      }
    }
    if (!any) return 0;
    if (text < end && (*text == 'e' || *text == 'E' || *text == 'd' || *text == 'D')) {
      ++text;
      if (text < end && (*text == '+' || *text == '-')) negative = *text++ == '-';
      for (any = 0; text < end && *text >= '0' && *text <= '9'; ++text, any = 1)
        if (exponent < 10000) exponent = exponent*10 + (*text - '0');
      if (!any) return 0;
      scale += negative ? -exponent : exponent;
    }
    for (exponent = scale < 0 ? -scale : scale; exponent > 0 && exponent < 5000; --exponent)
      power *= 10;
    digits = (double)(scale < 0 ? (long double)whole/power : (long double)whole*power);
  }
  *value = sign*digits;
  return text == end;
}

/* The numbers of a text file behind a heading: double name(rows, columns). */
static const char* read_text_table(char* text, const char* name, double** matrix, int* rows,
                                   int* columns) {
  long count = 0, total = -1;
  char *line = text, *next;
  if (strncmp(text, "#1", 2) != 0) return "a text file with tables begins with #1";
  for (; *line; line = next) {
    char *end = line + strcspn(line, "\n"), *comment = line + strcspn(line, "#\n");
    next = *end ? end + 1 : end;
    if (comment < end) end = comment;
    while (line < end && is_blank(*line)) ++line;
    if (total < 0) {
      char *open = line, *at;
      long r, c;
      if (strncmp(line, "double", 6) == 0)
        at = line + 6;
      else if (strncmp(line, "float", 5) == 0)
        at = line + 5;
      else
        continue;
      if (!is_blank(*at)) continue;
      while (is_blank(*at)) ++at;
      for (open = at; open < end && *open != '('; ++open);
      if (open == end) continue;
      comment = open;
      while (comment > at && is_blank(comment[-1])) --comment;
      if ((size_t)(comment - at) != strlen(name) || strncmp(at, name, strlen(name)) != 0) continue;
      r = strtol(open + 1, &at, 10);
      while (is_blank(*at)) ++at;
      if (*at != ',') continue;
      c = strtol(at + 1, &at, 10);
      if (r < 1 || c < 1 || r > 100000000 / c) return "the table is empty or too large";
      *rows = (int)r;
      *columns = (int)c;
      total = r * c;
      *matrix = (double*)calloc((size_t)total, sizeof(double));
      if (!*matrix) return "there is no memory for it";
      continue;
    }
    while (line < end) {
      char* stop = line;
      while (stop < end && !is_blank(*stop) && *stop != ',' && *stop != ';') ++stop;
      if (stop > line) {
        if (!read_number(line, stop, &(*matrix)[count]))
          return "there is something else than numbers";
        if (++count == total) return 0;
      }
      line = stop < end ? stop + 1 : stop;
    }
  }
  return total < 0 ? "there is no table of this name in the file" : "there are too few numbers";
}

static const char* read_csv_table(char* text, char delimiter, int header, double** matrix,
                                  int* rows, int* columns) {
  char *line = text, *next, *cell;
  long count = 0, most = 1;
  for (cell = text; *cell; ++cell) most += *cell == delimiter || *cell == '\n';
  *matrix = (double*)calloc((size_t)most + 1, sizeof(double));
  if (!*matrix) return "there is no memory for it";
  *rows = *columns = 0;
  for (; *line; line = next) {
    char* end = line + strcspn(line, "\n");
    int found = 0;
    next = *end ? end + 1 : end;
    if (header-- > 0) continue;
    while (end > line && is_blank(end[-1]) && end[-1] != delimiter) --end;
    for (cell = line; cell < end && is_blank(*cell); ++cell);
    if (cell == end) continue;
    for (;; ++found) {
      char *stop = line, *last;
      while (stop < end && *stop != delimiter) ++stop;
      last = stop;
      while (line < last && is_blank(*line)) ++line;
      while (last > line && is_blank(last[-1])) --last;
      if (!read_number(line, last, &(*matrix)[count++]))
        return "there is something else than numbers";
      if (stop == end) break;
      line = stop + 1;
    }
    ++found;
    if (*rows > 0 && found != *columns) return "its rows have different lengths";
    *columns = found;
    ++*rows;
  }
  return *rows > 0 ? 0 : "it is empty";
}

/* MATLAB files of level 4, little-endian. */
static const char* read_mat_table(const char* bytes, long size, const char* name, double** matrix,
                                  int* rows, int* columns) {
  static const int widths[6] = {8, 4, 4, 2, 2, 1};
  if (size > 7 && strncmp(bytes, "MATLAB ", 7) == 0)
    return "only MATLAB files of level 4 can be read (save with -v4)";
  while (size >= 20) {
    int32_t head[5];
    int precision, i, j;
    double length;
    memcpy(head, bytes, 20);
    precision = (int)(head[0] / 10 % 10);
    if (head[0] < 0 || head[0] >= 100 || precision > 5 || head[1] < 0 || head[2] < 0 || head[4] < 1)
      return "this is no MATLAB file of level 4";
    bytes += 20;
    size -= 20;
    length = (double)head[1] * (double)head[2] * widths[precision] * (head[3] != 0 ? 2 : 1);
    if (size < head[4] || (double)(size - head[4]) < length) return "the file ends too early";
    if (strncmp(bytes, name, (size_t)head[4]) == 0 && strlen(name) < (size_t)head[4] &&
        head[0] % 10 == 0) {
      const char* at = bytes + head[4];
      if (length == 0) return "the table is empty";
      *rows = (int)head[1];
      *columns = (int)head[2];
      *matrix = (double*)calloc((size_t)head[1] * (size_t)head[2], sizeof(double));
      if (!*matrix) return "there is no memory for it";
      for (j = 0; j < *columns; ++j)
        for (i = 0; i < *rows; ++i, at += widths[precision]) {
          double d = 0;
          float f;
          int32_t l;
          int16_t s;
          uint16_t u;
          if (precision == 0) memcpy(&d, at, 8);
          if (precision == 1) memcpy(&f, at, 4), d = f;
          if (precision == 2) memcpy(&l, at, 4), d = l;
          if (precision == 3) memcpy(&s, at, 2), d = s;
          if (precision == 4) memcpy(&u, at, 2), d = u;
          if (precision == 5) d = (unsigned char)*at;
          (*matrix)[i * (long)*columns + j] = d;
        }
      return 0;
    }
    bytes += head[4] + (long)length;
    size -= head[4] + (long)length;
  }
  return "there is no table of this name in the file";
}

/* The matrix of a table in a file, row by row; 0: there is none. */
static double* table_file(MODEL* m, int k, const char* file, const char* name, char delimiter,
                          int header, int* rows, int* columns) {
  TABLES* const all = m->kept.tables;
  const size_t n = strlen(file);
  char path[2100], *text;
  const char* why = "the file cannot be read";
  double* matrix = 0;
  long size = 0;
  snprintf(path, sizeof path, "%s%s%s", file[0] == '/' ? "" : all->resources,
           file[0] == '/' || !all->resources[0] ? "" : "/", file);
  text = read_file(path, &size);
  if (text)
    why = n > 4 && strcmp(file + n - 4, ".mat") == 0
              ? read_mat_table(text, size, name, &matrix, rows, columns)
          : n > 4 && strcmp(file + n - 4, ".csv") == 0
              ? read_csv_table(text, delimiter, header, &matrix, rows, columns)
              : read_text_table(text, name, &matrix, rows, columns);
  free(text);
  if (!why) return matrix;
  free(matrix);
  snprintf(all->error, sizeof all->error, "the table %d cannot be used: %.400s: %s", k + 1, path,
           why);
  return 0;
}

)kernel";

}  // namespace formola::text
