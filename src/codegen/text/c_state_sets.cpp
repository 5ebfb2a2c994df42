// States that are chosen while the program runs, in C
// (docs/decisions/0005-dynamic-state-selection).
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "codegen/text/c_kernels.h"
#include "codegen/text/c_writer.h"

namespace formola::text {

namespace {

// As src/solver/state_sets.cpp, without allocation.
constexpr std::string_view kStateSets =
    R"(/* States s = A u, where constraints tie the candidates u together and A has one 1 in each row.
   Where the constraints get badly conditioned in the candidates that are no states, states and
   candidates change places. */
typedef struct STATE_SET {
  int candidates, states, orders, forced, inner, constraints, entries;
  const int *candidate, *state, *selection, *row, *column;
  const double *nominal;
  int (*jacobian)(MODEL *, double *);
} STATE_SET;

/* The constraints by candidates and forced variables, in units of the nominal values. */
static int reduce_set(MODEL *m, const STATE_SET *s, double *matrix)
{
  double value[SET_ENTRIES] = {0}, chain[SET_CHAIN] = {0};
  const int n = s->candidates + s->forced;
  int i, j, k = 0;
  if (s->jacobian(m, value)) return 1;
  for (i = 0; i < s->constraints*n; ++i) matrix[i] = 0;
  for (i = 0; i < s->inner + s->constraints; ++i) {
    const int inner = i < s->inner;
    double *row = inner ? chain + i*n : matrix + (i - s->inner)*n, own = 0, largest = 0;
    for (; k < s->entries && s->row[k] == i; ++k) {
      const int column = s->column[k];
      if (!(fabs(value[k]) <= 1e300)) return 1;
      if (column < n) {
        row[column] += value[k]*(column < s->candidates ? s->nominal[column] : 1);
      } else if (inner && column == n + i) {
        own = value[k];
      } else {
        for (j = 0; j < n; ++j) row[j] += value[k]*chain[(column - n)*n + j];
      }
    }
    if (inner) {
      if (own == 0) return 1;
      for (j = 0; j < n; ++j) row[j] /= -own;
      continue;
    }
    for (j = 0; j < n; ++j)
      if (fabs(row[j]) > largest) largest = fabs(row[j]);
    if (!(largest > 0)) return 1;
    for (j = 0; j < n; ++j) row[j] /= largest;
  }
  return 0;
}

/* The column becomes a unit vector with its 1 in the row. */
static int eliminate_set(const STATE_SET *s, double *matrix, int row, int column, int *determines)
{
  const int n = s->candidates + s->forced;
  double *own = matrix + row*n;
  const double pivot = own[column];
  int i, j;
  if (!(fabs(pivot) >= 1e-9)) return 1;
  for (j = 0; j < n; ++j) own[j] /= pivot;
  for (i = 0; i < s->constraints; ++i) {
    double *other = matrix + i*n;
    const double factor = other[column];
    if (i == row || factor == 0) continue;
    for (j = 0; j < n; ++j) other[j] -= factor*own[j];
  }
  determines[row] = column;
  return 0;
}

/* Forced variables are determined first, then candidates that are no states, else any. */
static int determine_set(const STATE_SET *s, double *matrix, const char *is_state, int *determines)
{
  const int n = s->candidates + s->forced;
  int i, j, k, any;
  for (i = 0; i < s->constraints; ++i) determines[i] = -1;
  for (k = 0; k < s->constraints; ++k) {
    int row = -1, column = -1;
    double best = 1e-9;
    for (any = 0; any < 2 && row < 0; ++any)
      for (i = 0; i < s->constraints; ++i)
        for (j = 0; j < n && determines[i] < 0; ++j) {
          const int permitted = any              ? j < s->candidates
                                : k < s->forced  ? j >= s->candidates
                                                 : j < s->candidates && !is_state[j];
          if (!permitted || fabs(matrix[i*n + j]) <= best) continue;
          best = fabs(matrix[i*n + j]);
          row = i;
          column = j;
        }
    if (row < 0 || eliminate_set(s, matrix, row, column, determines)) return 1;
  }
  return 0;
}

/* Each row says how the candidate it determines moves with the states: the largest entry first. */
static void exchange_set(const STATE_SET *s, double *matrix, double margin, int *determines)
{
  const int n = s->candidates + s->forced;
  int i, j, count;
  for (count = 0; count < 1000; ++count) {
    char determined[SET_COLUMNS] = {0};
    int row = -1, column = -1;
    double best = 0;
    for (i = 0; i < s->constraints; ++i) determined[determines[i]] = 1;
    for (i = 0; i < s->constraints; ++i)
      for (j = 0; j < s->candidates && determines[i] < s->candidates; ++j) {
        if (determined[j] || fabs(matrix[i*n + j]) <= best) continue;
        best = fabs(matrix[i*n + j]);
        row = i;
        column = j;
      }
    if (best <= (count ? 1.001 : margin)) return;
    if (eliminate_set(s, matrix, row, column, determines)) return;
  }
}

/* 1: other states than before. A candidate that stays a state keeps its place. */
static int choose_set(MODEL *m, const STATE_SET *s, double margin)
{
  double matrix[SET_MATRIX];
  char is_state[SET_COLUMNS] = {0}, determined[SET_COLUMNS] = {0};
  int determines[SET_CONSTRAINTS], j, k, next = 0, changed = 0;
  for (k = 0; k < s->states; ++k)
    for (j = 0; j < s->candidates; ++j)
      if (m->v[s->selection[k*s->candidates + j]] != 0) is_state[j] = 1;
  if (reduce_set(m, s, matrix) || determine_set(s, matrix, is_state, determines)) return 0;
  exchange_set(s, matrix, margin, determines);
  for (k = 0; k < s->constraints; ++k) determined[determines[k]] = 1;
  for (k = 0; k < s->states; ++k) {
    int now = 0;
    while (m->v[s->selection[k*s->candidates + now]] == 0) ++now;
    if (!determined[now]) continue;
    while (determined[next] || is_state[next]) ++next;
    m->v[s->selection[k*s->candidates + now]] = 0;
    m->v[s->selection[k*s->candidates + next++]] = 1;
    changed = 1;
  }
  return changed;
}

/* The states are what their candidates are. */
static void take_over(MODEL *m, const STATE_SET *s)
{
  int o, j, k;
  for (o = 0; o < s->orders; ++o)
    for (k = 0; k < s->states; ++k)
      for (j = 0; j < s->candidates; ++j)
        if (m->v[s->selection[k*s->candidates + j]] != 0)
          m->v[s->state[o*s->states + k]] = m->v[s->candidate[o*s->candidates + j]];
}

)";

constexpr std::string_view kChooseStates =
    R"(/* Everything is evaluated; 1: the states have changed and all must be evaluated again. */
static int choose_states(MODEL *m, double margin)
{
  int i, changed = 0;
  for (i = 0; i < SETS; ++i)
    if (choose_set(m, &state_set[i], margin)) {
      take_over(m, &state_set[i]);
      changed = 1;
    }
  if (changed) {
    forget_factors(m);
    forget_jacobians(m);
  }
  return changed;
}

/* For values that need not satisfy the constraints. */
static int guess_states(MODEL *m)
{
  int i, changed = 0;
  for (i = 0; i < SETS; ++i) changed |= choose_set(m, &state_set[i], 1.001);
  if (changed) {
    forget_factors(m);
    forget_jacobians(m);
  }
  return changed;
}

)";

// As Simulation::recoverStates, checkStates and initialize do.
constexpr std::string_view kStateSteps =
    R"(static int restart(MODEL *m);

/* If a step fails, better states where it began may help. */
static int try_step(MODEL *m, double end, double h, int (*method)(MODEL *, double, double))
{
  const double start = m->time;
  double x[NX + 1] = {0};
  int i;
  for (i = 0; i < NX; ++i) x[i] = m->v[i];
  if (!method(m, end, h)) return 0;
  m->time = start;
  for (i = 0; i < NX; ++i) m->v[i] = x[i];
  if (derivatives(m) || outputs(m) || !choose_states(m, 1.01) || restart(m)) return 1;
  return method(m, end, h);
}

/* After a step: are the states still a good choice? */
static int check_states(MODEL *m)
{
@KEEP@  if (derivatives(m) || outputs(m)) return 1;
  if (choose_states(m, 2)) return restart(m);
@BACK@  return 0;
}

)";

std::string numbers(const std::vector<int>& list) {
  return list.empty() ? "0" : fmt::format("{}", fmt::join(list, ", "));
}

}  // namespace

std::string CWriter::nominals(const std::vector<VariableId>& ids) const {
  std::string list;
  for (double size : nominalValues(model_, ids))
    list += (list.empty() ? "" : ", ") + realText(size);
  return list.empty() ? "1" : list;
}

void CWriter::stateSets() {
  if (!choosesStates()) return;
  size_t entries = 1, chain = 1, columns = 1, constraints = 1, matrix = 1;
  for (const StateSet& set : model_.stateSets) {
    const size_t n = set.candidates[0].size() + set.forced;
    entries = std::max(entries, set.jacobian.size());
    chain = std::max(chain, std::max<size_t>(1, set.inner) * n);
    columns = std::max(columns, n);
    constraints = std::max(constraints, set.constraints);
    matrix = std::max(matrix, set.constraints * n);
  }
  line(0, fmt::format("enum {{\n  SETS = {}, SET_ENTRIES = {}, SET_CHAIN = {}, SET_COLUMNS = {}, "
                      "SET_CONSTRAINTS = {},\n  SET_MATRIX = {}\n}};\n",
                      model_.stateSets.size(), entries, chain, columns, constraints, matrix));
  out_ += kStateSets;
  std::string table;
  for (size_t i = 0; i < model_.stateSets.size(); ++i) {
    const StateSet& set = model_.stateSets[i];
    line(0, fmt::format("/* {} of {} */", set.chosen.size(), describe(set.candidates[0])));
    texts_.from(model_.dae.variables[set.candidates[0][0]].origin.range);
    begin(fmt::format("static int set_jacobian_{}(MODEL *m, double *r)", i));
    std::vector<ExprId> values;
    std::vector<int> rows, places;
    for (const StateSet::Entry& entry : set.jacobian) {
      values.push_back(entry.value);
      rows.push_back(entry.row);
      places.push_back(entry.column);
    }
    this->values("", 0, {}, values, "r");
    end();
    std::vector<VariableId> candidates, states;
    for (const auto& order : set.candidates)
      candidates.insert(candidates.end(), order.begin(), order.end());
    for (const auto& order : set.states) states.insert(states.end(), order.begin(), order.end());
    line(0,
         fmt::format("static const int set_candidate_{}[] = {{{}}},", i, this->places(candidates)));
    line(2, fmt::format("set_state_{}[] = {{{}}},", i, this->places(states)));
    line(2, fmt::format("set_selection_{}[] = {{{}}},", i, this->places(set.selection)));
    line(2, fmt::format("set_row_{}[] = {{{}}}, set_column_{}[] = {{{}}};", i, numbers(rows), i,
                        numbers(places)));
    line(0, fmt::format("static const double set_nominal_{}[] = {{{}}};\n", i,
                        nominals(set.candidates[0])));
    table += fmt::format(
        "{0}  {{{1}, {2}, {3}, {4}, {5}, {6}, {7},\n   set_candidate_{8}, set_state_{8}, "
        "set_selection_{8}, set_row_{8}, set_column_{8}, set_nominal_{8}, set_jacobian_{8}}}",
        i ? ",\n" : "", set.candidates[0].size(), set.chosen.size(), set.states.size(), set.forced,
        set.inner, set.constraints, set.jacobian.size(), i);
  }
  line(0, fmt::format("static const STATE_SET state_set[SETS] = {{\n{}\n}};\n", table));
  out_ += kChooseStates;
  kernel(kStateSteps);
}

}  // namespace formola::text
