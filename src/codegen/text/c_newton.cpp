// Nonlinear systems in C: Newton's method of runtime/kernels with the memory of a C program.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_map>

#include "codegen/text/c_kernels.h"
#include "codegen/text/c_writer.h"
#include "runtime/colouring.h"

namespace formola::text {

namespace {

const std::string_view kKeepUnknowns =
    R"(/* The largest difference of unknowns from those given, in units of what they are there. */
static double apart_from(int n, const double *from, const double *nominal, const double *other)
{
  double largest = 0;
  int i;
  for (i = 0; i < n; ++i) {
    const double size = fabs(from[i]) > nominal[i] ? fabs(from[i]) : nominal[i];
    const double apart = fabs(other[i] - from[i])/size;
    if (apart > largest) largest = apart;
  }
  return largest;
}

static void keep_unknowns(MODEL *m, int index, double *earlier, int n, const int *places,
                          const double *nominal, int after)
{
  const double alike = 0.1;
  NewtonWork *work = &m->newton[index];
  int *const orientation = work->earlierOrientation;
  double *const before = earlier + EARLIER*n;
  double now[LARGEST_KEPT];
  int i, k;
  if (!after) {
    orientation[EARLIER] = work->orientation;
    for (i = 0; i < n; ++i) before[i] = m->v[places[i]];
    return;
  }
  for (i = 0; i < n; ++i) now[i] = m->v[places[i]];
  if (orientation[EARLIER] == 0 || !allNumbers(before, n) ||
      !(apart_from(n, before, nominal, now) > alike))
    return;
  for (k = 0; k < work->earlierCount; ++k)
    if (orientation[k] == orientation[EARLIER] &&
        apart_from(n, before, nominal, earlier + k*n) <= alike)
      break;
  if (k == work->earlierCount && k < EARLIER) ++work->earlierCount;
  if (k == EARLIER) --k;
  for (; k > 0; --k) {
    newtonCopy(earlier + (k - 1)*n, n, earlier + k*n);
    orientation[k] = orientation[k - 1];
  }
  newtonCopy(before, n, earlier);
  orientation[0] = orientation[EARLIER];
}

)";

constexpr size_t kEarlier = 3;  // EARLIER below

// Needed by the structure of the model.
constexpr std::string_view kNewtonTypes =
    R"(enum { EARLIER = 3 };

/* What is kept of a nonlinear system from solution to solution; newtonRun explains it. */
typedef struct NewtonWork {
  double rate, gain, magnify, sharpen, jacobianStep, lastTime;
  double *lastGood, *accepted, *recent;
  double acceptedTime, acceptedStep;
  int orientation, nextOrientation;
  int hasLastGood, hasAccepted, followsStep, stale, otherMode;
  int factored;
  double *earlier; /* solutions that events have led away from, the last one first */
  int brief;       /* see NewtonSolve */
  int earlierCount, earlierOrientation[EARLIER + 1]; /* the one more: before the present event */
} NewtonWork;

)";

constexpr std::string_view kNewtonBlock = R"(typedef MODEL NewtonHost;

typedef struct NewtonBlock {
  int n;
  const int *unknowns, *origins; /* what these are at some stage */
  int nWatched;
  const int *watched;
  int nInner;
  const int *inner;
  const double *innerNominal;
  const double *nominal, *min, *max; /* of the unknowns; 0: no bounds */
  int (*residual)(MODEL *, double *);
  int (*jacobian)(MODEL *, double *); /* 0: by differences */
  const char *failure;                /* what is said when it cannot be solved */
@SPARSE_BLOCK@} NewtonBlock;

)";

constexpr std::string_view kNewtonHost = R"(/* A solve with its memory. */
typedef struct NewtonMemory {
  NewtonSolve solve;
  double *jacobian, *factors; /* by columns; after elimination */
  int *pivot;
  double *innerRoom;
  double *room; /* what is left for vectors */
} NewtonMemory;

static int newtonResidual(NewtonSolve *s, double *r)
{
  return s->block->residual(s->d, r);
}

static int newtonJacobianIsFinite(const NewtonSolve *s)
{
  return allNumbers(((const NewtonMemory *)s)->jacobian, @ENTRIES@);
}

static int newtonJacobian(NewtonSolve *s)
{
  if (!s->block->jacobian) return 1;
  return s->block->jacobian(s->d, ((NewtonMemory *)s)->jacobian) || !newtonJacobianIsFinite(s);
}

static int newtonGroups(const NewtonSolve *s)
{
@SPARSE_GROUPS@  return s->n;
}

static int newtonGroup(const NewtonSolve *s, int j)
{
@SPARSE_GROUP@  (void)s;
  return j;
}

static void newtonColumn(NewtonSolve *s, int j, const double *to, const double *from, double step)
{
  double *column;
  int i;
@SPARSE_COLUMN@  column = ((NewtonMemory *)s)->jacobian + s->n*j;
  for (i = 0; i < s->n; ++i) column[i] = (to[i] - from[i])/step;
}

static void newtonColumns(const NewtonSolve *s, double *columns)
{
@SPARSE_COLUMNS@  newtonCopy(((const NewtonMemory *)s)->jacobian, s->n*s->n, columns);
}

static int newtonFactor(NewtonSolve *s)
{
  NewtonMemory *memory = (NewtonMemory *)s;
@SPARSE_FACTOR@  newtonCopy(memory->jacobian, s->n*s->n, memory->factors);
  return s->work->factored = !factor(s->n, memory->factors, memory->pivot);
}

static int newtonFactored(const NewtonSolve *s)
{
  return s->work->factored;
}

static void newtonForget(NewtonSolve *s)
{
  s->work->factored = 0;
}

static void newtonSubstitute(NewtonSolve *s, const double *r, double *x)
{
  NewtonMemory *memory = (NewtonMemory *)s;
  newtonCopy(r, s->n, x);
@SPARSE_SOLVE@  solve(s->n, memory->factors, memory->pivot, x);
}

static int newtonLeastNorm(NewtonSolve *s, const double *r, double *x)
{
  double *const copy = s->d->spare, *const right = copy + s->n*s->n;
@SPARSE_NORM@  newtonColumns(s, copy);
  newtonCopy(r, s->n, right);
  return leastNorm(s->n, copy, right, x, right + s->n);
}

static void newtonRowScale(NewtonSolve *s)
{
  const double *jacobian = ((NewtonMemory *)s)->jacobian;
  int i, j;
@SPARSE_SCALE@  for (i = 0; i < s->n; ++i) {
    s->rowScale[i] = 0;
    for (j = 0; j < s->n; ++j)
      s->rowScale[i] = newtonLarger(s->rowScale[i], fabs(jacobian[i + s->n*j])*s->scale[j]);
  }
}

static int newtonOrientation(const NewtonSolve *s)
{
  const NewtonMemory *memory = (const NewtonMemory *)s;
  int k, negative = 0;
@SPARSE_SIGN@  for (k = 0; k < s->n; ++k) {
    if (s->n > 1 && memory->pivot[k] != k) negative = !negative;
    if (memory->factors[k + s->n*k] < 0) negative = !negative;
  }
  return negative ? -1 : 1;
}

static int newtonIsAlgebraic(const NewtonSolve *s, int i)
{
  return s->block->origins[i] >= 2*NX;
}

static const double *newtonEarlier(const NewtonSolve *s, int k, int *orientation)
{
  const NewtonWork *work = s->work;
  if (k >= work->earlierCount) return 0;
  *orientation = work->earlierOrientation[k];
  return work->earlier + k*s->n;
}

static void newtonMayBeElsewhere(NewtonSolve *s)
{
  ++s->d->elsewhere;
}

static double newtonInnerChange(NewtonSolve *s)
{
  double largest = 0;
  int i;
  if (!s->inner) {
    s->inner = ((NewtonMemory *)s)->innerRoom;
    for (i = 0; i < s->block->nInner; ++i) s->inner[i] = 0;
  }
  for (i = 0; i < s->block->nInner; ++i) {
    const double value = s->d->v[s->block->inner[i]];
    const double size = newtonLarger(fabs(value), s->block->innerNominal[i]);
    largest = newtonLarger(largest, fabs(value - s->inner[i])/size);
    s->inner[i] = value;
  }
  return largest;
}

static double newtonNominal(const NewtonSolve *s, int i)
{
  return s->block->nominal[i];
}

static double newtonMin(const NewtonSolve *s, int i)
{
  return s->block->min ? s->block->min[i] : -HUGE_VAL;
}

static double newtonMax(const NewtonSolve *s, int i)
{
  return s->block->max ? s->block->max[i] : HUGE_VAL;
}

@UNITS@static double *newtonTake(NewtonSolve *s)
{
  NewtonMemory *memory = (NewtonMemory *)s;
  double *vector = memory->room;
  memory->room += s->n;
  return vector;
}

static void newtonCount(NewtonSolve *s, double norm)
{
  (void)norm;
  ++s->d->iterations;
}

static void newtonCutShort(NewtonSolve *s)
{
  ++s->d->cut_short;
}

static int newtonSolved(NewtonSolve *s)
{
  if (!s->d->terminated) s->d->message = 0; /* what was said at a point that was tried */
  return 0;
}

static int newtonFail(NewtonSolve *s, int reason)
{
  s->d->lost = reason == NEWTON_ELSEWHERE;
  newtonForget(s);
  if (!s->d->message) s->d->message = s->block->failure;
  return s->fatal ? s->fatal : 1;
}

static int newtonAllFinite(const double *x, int n)
{
  return allNumbers(x, n);
}

static int newtonAlongCurve(NewtonSolve *s)
{
  double room[CURVE_ROOM(@LARGEST_CURVE@)];
  return newtonFollow(s, room);
}

/* kept: the Jacobian, its factors with their scales, the last solution, the last accepted point. */
static int solve_nonlinear(MODEL *m, int index, const NewtonBlock *block, double *kept, int *pivot,
                           double *room)
{
  static const NewtonMemory nothing;
  NewtonMemory memory = nothing;
  NewtonSolve *s = &memory.solve;
  const int n = block->n;
  int i;
  if (!m->terminated) m->message = 0;
  s->d = m;
  s->block = block;
  s->work = &m->newton[index];
  s->index = index;
  s->n = n;
  s->inlined = m->stepping;
  s->watching = m->stepping && block->nWatched > 0;
  s->limit = m->stepping ? @STEP_ITERATIONS@ : 200;
  s->bounded = m->stepping && @BOUNDED@;
  s->fixedStep = @FIXED_STEP@;
  s->predicted = @PREDICTED@;
  s->stepSize = m->current_step;
  s->tolerance = m->stepping ? @STEP_TOLERANCE@ : @BLOCK_TOLERANCE@;
  s->longest = HUGE_VAL;
  s->brief = s->work->brief;
  memory.jacobian = kept;
  memory.factors = kept + n*n;
  s->work->lastGood = @LAST_GOOD@;
  s->work->accepted = s->work->lastGood + n;
  s->work->recent = s->work->accepted + n;
  s->work->earlier = s->work->recent + n;
  memory.pivot = pivot;
  s->watched = room;
  memory.innerRoom = room + block->nWatched;
  memory.room = memory.innerRoom + block->nInner;
  s->u = newtonTake(s);
  s->trial = newtonTake(s);
  s->r = newtonTake(s);
  s->rTrial = newtonTake(s);
  s->correction = newtonTake(s);
  s->scale = newtonTake(s);
  for (i = 0; i < block->nWatched; ++i) s->watched[i] = 0;
  for (i = 0; i < n; ++i) s->r[i] = s->correction[i] = 0;
  return newtonRun(s);
}

)";

// As solveAtStart of src/runtime/newton.cpp.
constexpr std::string_view kSolveAtStart =
    R"(/* How many unknowns are far from the start values that they have. */
static int far_from_start(const MODEL *m, int n, const int *places, const double *nominal,
                          const double *start)
{
  int i, count = 0;
  for (i = 0; i < n; ++i) {
    const double size = newtonLarger(fabs(start[i]), nominal[i]);
    if (start[i] != 0 && !(fabs(m->v[places[i]] - start[i]) <= 0.5*size)) ++count;
  }
  return count;
}

static void take_values(const MODEL *m, int n, const int *places, double *values)
{
  int i;
  for (i = 0; i < n; ++i) values[i] = m->v[places[i]];
}

static void put_values(MODEL *m, int n, const int *places, const double *values)
{
  int i;
  for (i = 0; i < n; ++i) m->v[places[i]] = values[i];
}

/* The torn form of a system of the start, and the whole one where that fails, or ends far from the
   start values and the other misses half as many of them at most: of several solutions the one near
   them is meant. */
static int solve_at_start(MODEL *m, int index, int (*torn)(MODEL *), int (*whole)(MODEL *, int),
                          int n, const int *places, const double *nominal, int iterated,
                          const int *iterated_places)
{
  NewtonWork *work = &m->newton[index];
  double start[LARGEST_WHOLE], found[LARGEST_WHOLE];
  const char *message;
  int status, missed;
  take_values(m, n, places, start);
  status = torn(m);
  if (status < 0 || m->terminated) return status;
  missed = status == 0 ? far_from_start(m, n, places, nominal, start) : 0;
  if (status == 0 && missed == 0) return 0;
  message = m->message;
  take_values(m, n, places, found);
  put_values(m, n, places, start);
  if (whole(m, status == 0) == 0 &&
      (status != 0 || 2*far_from_start(m, n, places, nominal, start) <= missed)) {
    take_values(m, iterated, iterated_places, work->lastGood);
    work->hasLastGood = 1;
    work->orientation = work->nextOrientation = 0;
    work->factored = 0;
    return 0;
  }
  put_values(m, n, places, found);
  m->message = message;
  return status;
}

)";

// What stands first where some systems are sparse.
constexpr std::pair<std::string_view, std::string_view> kSparseNewton[] = {
    {"@SPARSE_BLOCK@", R"(  const RowMerge *sparse; /* 0: its matrix is dense */
  const int *colour;      /* of its columns */
  int colours;
)"},
    {"@SPARSE_GROUPS@", "  if (s->block->sparse) return s->block->colours;\n"},
    {"@SPARSE_GROUP@", "  if (s->block->sparse) return s->block->colour[j];\n"},
    {"@SPARSE_COLUMN@", R"(  if (s->block->sparse) {
    const RowMerge *p = s->block->sparse;
    for (i = p->start[j]; i < p->start[j + 1]; ++i)
      ((NewtonMemory *)s)->jacobian[i] = (to[p->of[i]] - from[p->of[i]])/step;
    return;
  }
)"},
    {"@SPARSE_COLUMNS@", R"(  if (s->block->sparse) {
    rowMergeColumns(s->block->sparse, ((const NewtonMemory *)s)->jacobian, columns);
    return;
  }
)"},
    {"@SPARSE_FACTOR@",
     R"(  if (s->block->sparse)
    return s->work->factored = !rowMergeFactor(s->block->sparse, memory->jacobian, memory->pivot,
                                               s->d->sparse_stack);
)"},
    {"@SPARSE_SOLVE@",
     R"(  if (s->block->sparse) {
    rowMergeSolve(s->block->sparse, memory->jacobian, memory->pivot, x, s->d->sparse_room);
    return;
  }
)"},
    {"@SPARSE_NORM@", "  if (s->block->sparse && s->n > LARGEST_SPARE) return 0;\n"},
    {"@SPARSE_SCALE@", R"(  if (s->block->sparse) {
    const RowMerge *p = s->block->sparse;
    for (i = 0; i < s->n; ++i) s->rowScale[i] = 0;
    for (j = 0; j < s->n; ++j)
      for (i = p->start[j]; i < p->start[j + 1]; ++i)
        s->rowScale[p->of[i]] =
            newtonLarger(s->rowScale[p->of[i]], fabs(jacobian[i])*s->scale[j]);
    return;
  }
)"},
    {"@SPARSE_SIGN@", R"(  if (s->block->sparse)
    return rowMergeOrientation(s->block->sparse, memory->jacobian, memory->pivot,
                               s->d->sparse_room);
)"}};

// The units in which corrections of an inlined step are measured.
constexpr std::string_view kUnitsOfSteps =
    R"(static double newtonGivenScale(const NewtonSolve *s, int i)
{
  return s->d->unit[s->block->unknowns[i]];
}

static double newtonChange(NewtonSolve *s)
{
  double largest = 0, sum = 0;
  int i;
  for (i = 0; i < s->block->nWatched; ++i) {
    const double value = s->d->v[s->block->watched[i]];
    const double size = fabs(value - s->watched[i])*s->d->inverse_unit[s->block->watched[i]];
    if (size > largest) largest = size;
    sum += size - size; /* no number if one of them is none */
    s->watched[i] = value;
  }
  return largest + sum;
}

)";

constexpr std::string_view kNoUnits = R"(static double newtonGivenScale(const NewtonSolve *s, int i)
{
  return s->scale[i];
}

static double newtonChange(NewtonSolve *s)
{
  return s->change;
}

)";

}  // namespace

void CWriter::newtonTypes() {
  if (!schedule_.nonlinearBlocks.empty()) out_ += kNewtonTypes;
}

// Members of the model.
void CWriter::newtonMembers() {
  const size_t count = schedule_.nonlinearBlocks.size();
  if (count == 0) return;
  line(2, fmt::format("NewtonWork newton[{}];", sparseNonlinear_.size()));
  for (size_t i = 0; i < count; ++i) {
    const size_t n = schedule_.nonlinearBlocks[i].unknowns.size();
    const auto& sparse = sparseNonlinear_[i];
    line(2, fmt::format("double newton_kept_{}[{}];", i, newtonMatrix(i) + (4 + kEarlier) * n));
    line(2, fmt::format("int newton_pivot_{}[{}];", i,
                        sparse ? static_cast<size_t>(sparse->rows) : n));
  }
  line(2, "long iterations; /* of Newton's method, so far */");
  line(2, "long cut_short;  /* solutions in real time that were not reached */");
  line(2, "long elsewhere;  /* solutions that may not be those followed before */");
  line(2, "int lost;        /* the last failure: the solution followed so far was not found */");
  if (schedule_.inlined)
    line(2, "double unit[N], inverse_unit[N]; /* what counts as large in a step */");
}

bool CWriter::isWritten(size_t index) const {
  constexpr size_t kMost = 1 << 15;  // numbers on the stack
  if (index < schedule_.nonlinearBlocks.size()) return true;
  const size_t n = schedule_.nonlinearBlock(index).unknowns.size();
  return newtonMatrix(index) + 4 * n <= kMost;
}

std::optional<size_t> CWriter::wholeOf(size_t index) const {
  if (index >= schedule_.nonlinearBlocks.size()) return std::nullopt;
  const int32_t whole = schedule_.nonlinearBlocks[index].whole;
  const size_t at = schedule_.nonlinearBlocks.size() + static_cast<size_t>(std::max(0, whole));
  if (whole < 0 || at >= sparseNonlinear_.size() || !isWritten(at)) return std::nullopt;
  return at;
}

size_t CWriter::newtonMatrix(size_t index) const {
  const size_t n = schedule_.nonlinearBlock(index).unknowns.size();
  const auto& sparse = sparseNonlinear_[index];
  return sparse ? static_cast<size_t>(sparse->numbers) : 2 * n * n + 2 * n;
}

// Vectors of a solve.
size_t CWriter::newtonRoom(size_t index) const {
  constexpr size_t kVectors = 18;  // NEWTON_VECTORS of the kernel
  const NonlinearBlock& block = schedule_.nonlinearBlock(index);
  const auto [states, others] = innerVariables(block);
  return kVectors * block.unknowns.size() + states.size() + others.size();
}

void CWriter::newtonKernels(size_t largest) {
  constexpr size_t kLargestCurve = 200;  // NEWTON_LARGEST_CURVE of the kernel
  const bool sparse = anySparse(sparseNonlinear_);
  keys_.clear();
  for (const auto& [key, text] : kSparseNewton) keys_.emplace_back(key, sparse ? text : "");
  kernel(kNewtonBlock);
  out_ += kSharedBracket;
  out_ += kSharedCurve;
  out_ += kSharedNewton;
  if (sparse) out_ += kSharedRowMergeOrientation;
  const bool realTime = options_.realTimeIterations > 0;
  const std::vector<std::pair<std::string, std::string>> more = {
      {"@ENTRIES@",
       sparse ? "s->block->sparse ? s->block->sparse->entries : s->n*s->n" : "s->n*s->n"},
      {"@LAST_GOOD@",
       sparse ? "block->sparse ? kept + block->sparse->numbers : memory.factors + n*n + 2*n"
              : "memory.factors + n*n + 2*n"},
      {"@UNITS@", std::string(schedule_.inlined ? kUnitsOfSteps : kNoUnits)},
      {"@STEP_ITERATIONS@",
       fmt::format("{}", realTime ? options_.realTimeIterations : options_.stepIterations)},
      {"@LARGEST_CURVE@", fmt::format("{}", std::min(largest, kLargestCurve))},
      {"@BOUNDED@", realTime ? "1" : "0"},
      // Steps that follow the tolerance are tried again with shorter ones, others go on and say so.
      {"@FIXED_STEP@", schedule_.inlined && !controlsSteps() ? "m->stepping" : "0"},
      {"@PREDICTED@", schedule_.inlined ? "1" : "0"},
      {"@STEP_TOLERANCE@", realText(options_.stepTolerance)},
      {"@BLOCK_TOLERANCE@", realText(options_.blockTolerance)}};
  keys_.insert(keys_.end(), more.begin(), more.end());
  kernel(kNewtonHost);
  keys_.clear();
  size_t whole = 0;
  for (size_t i = schedule_.nonlinearBlocks.size(); i < sparseNonlinear_.size(); ++i)
    if (isWritten(i)) whole = std::max(whole, schedule_.nonlinearBlock(i).unknowns.size());
  if (whole == 0) return;
  line(0, fmt::format("enum {{ LARGEST_WHOLE = {} }};\n", whole));
  out_ += kSolveAtStart;
}

// What the residual assigns: states of inlined steps, also at inner stages, and other continuous
// variables.
CWriter::InnerVariables CWriter::innerVariables(const NonlinearBlock& block) const {
  InnerVariables list;
  std::vector<char> isState(static_cast<size_t>(schedule_.nVariables), 0);
  if (schedule_.inlined)
    for (const auto& stage : schedule_.inlined->stages)
      for (VariableId id : stage) isState[static_cast<size_t>(schedule_.slots[id].index)] = 1;
  auto watch = [&](VariableId id) {
    const int32_t slot = schedule_.slots[id].index;
    if (slot < 0) return;
    if (isState[static_cast<size_t>(slot)] != 0)
      list.states.push_back(id);
    else if (slot < schedule_.discreteBegin)
      list.others.push_back(id);
  };
  for (const Step& step : block.inner) {
    if (step.kind == StepKind::Assign) watch(step.variable);
    if (step.kind == StepKind::Linear)
      for (VariableId id : schedule_.linearBlocks[step.block].unknowns) watch(id);
  }
  return list;
}

double CWriter::attribute(VariableId id, ExprId Variable::* which, double otherwise) const {
  const int32_t slot = schedule_.slots[id].index;
  const ExprId given = model_.dae.variables[schedule_.owner[static_cast<size_t>(slot)]].*which;
  return given.valid() && model_.pool().isNumber(given) ? model_.pool().realValue(given)
                                                        : otherwise;
}

// The array of one bound of the unknowns; "0": there is none.
std::string CWriter::bounds(std::string_view name, const std::vector<VariableId>& ids,
                            ExprId Variable::* which, double otherwise) {
  std::string list;
  bool any = false;
  for (VariableId id : ids) {
    const double bound = attribute(id, which, otherwise);
    any = any || std::isfinite(bound);
    list += (list.empty() ? "" : ", ") + dialect_.number(bound).text;
  }
  if (!any) return "0";
  line(2, fmt::format("static const double {}[{}] = {{{}}};", name, ids.size(), list));
  return std::string(name);
}

void CWriter::nonlinearBlock(size_t index) {
  const NonlinearBlock& block = schedule_.nonlinearBlock(index);
  const bool isWhole = index >= schedule_.nonlinearBlocks.size();
  const std::optional<size_t> whole = wholeOf(index);
  const size_t n = block.unknowns.size();
  texts_.freezeRelations(frozen_.nonlinear[index] != 0);
  if (!block.equations.empty()) texts_.from(block.equations[0].range);
  const std::string about = describe(block.unknowns);
  line(0, fmt::format("/* {} simultaneous nonlinear equations for {}{} */", n, about,
                      isWhole ? ", at the start" : ""));
  residualFunction(fmt::format("residual_{}", index), block.inner, block.residuals);
  const auto& sparse = sparseNonlinear_[index];
  if (sparse) {
    entryFunction(fmt::format("jacobian_{}", index), block.jacobian);
  } else if (block.hasJacobian) {
    begin(fmt::format("static int jacobian_{}(MODEL *m, double *J)", index));
    line(2, fmt::format("int i;\n  for (i = 0; i < {}; ++i) J[i] = 0;", n * n));
    values("J", n, block.jacobian, {}, "");
    end();
  }
  const auto [states, others] = innerVariables(block);
  const size_t watched = states.size(), inner = others.size();
  line(0, fmt::format("static int {}_{}(MODEL *m{})", whole ? "torn" : "nonlinear", index,
                      isWhole ? ", int brief" : ""));
  line(0, "{");
  line(2, fmt::format("static const int unknown[{}] = {{{}}};", n, places(block.unknowns)));
  const std::vector<VariableId> origins = originsOf(block.unknowns);
  if (origins != block.unknowns)
    line(2, fmt::format("static const int origin[{}] = {{{}}};", n, places(origins)));
  if (watched > 0)
    line(2, fmt::format("static const int watched[{}] = {{{}}};", watched, places(states)));
  if (inner > 0) {
    line(2, fmt::format("static const int inner[{}] = {{{}}};", inner, places(others)));
    line(2,
         fmt::format("static const double inner_nominal[{}] = {{{}}};", inner, nominals(others)));
  }
  line(2, fmt::format("static const double nominal[{}] = {{{}}};", n, nominals(block.unknowns)));
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const std::string low = bounds("low", block.unknowns, &Variable::min, -kInfinity),
                    high = bounds("high", block.unknowns, &Variable::max, kInfinity);
  line(2, "static const NewtonBlock block = {");
  line(4, fmt::format("{}, unknown, {}, {}, {}, {}, {}, nominal, {}, {}, residual_{}, {},", n,
                      origins != block.unknowns ? "origin" : "unknown", watched,
                      watched > 0 ? "watched" : "0", inner,
                      inner > 0 ? "inner, inner_nominal" : "0, 0", low, high, index,
                      block.hasJacobian ? fmt::format("jacobian_{}", index) : "0"));
  std::string ofMatrix;
  if (sparse) {
    const auto colours =
        runtime::colourColumns(sparse->n, sparse->n, sparse->start.data(), sparse->of.data());
    ofMatrix = fmt::format(", &sparse_nonlinear_{0}, sparse_nonlinear_{0}_colour, {1}", index,
                           colours.count);
  } else if (anySparse(sparseNonlinear_)) {
    ofMatrix = ", 0, 0, 0";
  }
  line(4, fmt::format(
              "{}{}}};",
              quotedInC("the nonlinear system of equations for " + about + " could not be solved"),
              ofMatrix));
  if (sparse)
    line(2, "double *const room = m->newton_room;");
  else
    line(2, fmt::format("double room[{}*NEWTON_VECTORS + {}];", n, watched + inner));
  if (std::find(algebraicBlocks_.begin(), algebraicBlocks_.end(), index) !=
      algebraicBlocks_.end()) {
    // In the order of blocks, as in `algebraic`.
    size_t before = 0;
    for (size_t k : algebraicBlocks_) {
      if (k == index) break;
      before += schedule_.nonlinearBlocks[k].unknowns.size();
    }
    line(2,
         fmt::format("if (m->residual) return residual_{}(m, m->residual + {});", index, before));
    algebraicUnknowns_ += n;
  }
  if (isWhole) {
    line(2, "static const NewtonWork nothing;");
    line(2, fmt::format("double kept[{}] = {{0}};", newtonMatrix(index) + 4 * n));
    line(2, fmt::format("int pivot[{}] = {{0}};", sparse ? static_cast<size_t>(sparse->rows) : n));
    line(2, fmt::format("m->newton[{0}] = nothing;\n  m->newton[{0}].rate = 1;", index));
    line(2, fmt::format("m->newton[{0}].brief = brief;", index));
    line(2, fmt::format("return solve_nonlinear(m, {}, &block, kept, pivot, room);", index));
  } else {
    line(2, fmt::format("return solve_nonlinear(m, {0}, &block, m->newton_kept_{0}, "
                        "m->newton_pivot_{0}, room);",
                        index));
  }
  line(0, "}\n");
  texts_.freezeRelations(false);
  if (whole) solveAtStart(index, *whole);
}

void CWriter::solveAtStart(size_t torn, size_t whole) {
  const std::vector<VariableId>& own = schedule_.nonlinearBlock(torn).unknowns;
  const std::vector<VariableId>& all = schedule_.nonlinearBlock(whole).unknowns;
  line(0, fmt::format("static int nonlinear_{}(MODEL *m)", torn));
  line(0, "{");
  line(2, fmt::format("static const int unknown[{}] = {{{}}};", own.size(), places(own)));
  line(2, fmt::format("static const int all[{}] = {{{}}};", all.size(), places(all)));
  line(2, fmt::format("static const double nominal[{}] = {{{}}};", all.size(), nominals(all)));
  line(2, fmt::format("return solve_at_start(m, {0}, torn_{0}, nonlinear_{1}, {2}, all, nominal, "
                      "{3}, unknown);",
                      torn, whole, all.size(), own.size()));
  line(0, "}\n");
}

// The variables that unknowns of inner stages, and what formulas take for derivatives, are at some
// stage: as findOrigins of the runtime.
std::vector<VariableId> CWriter::originsOf(std::vector<VariableId> ids) const {
  if (!schedule_.inlined) return ids;
  const InlineProgram& inlined = *schedule_.inlined;
  std::unordered_map<int32_t, VariableId> origin;
  auto note = [&](VariableId id, VariableId from) { origin[schedule_.slots[id].index] = from; };
  for (size_t k = 0; k < inlined.iterated.size(); ++k)
    note(inlined.iterated[k], inlined.origins[k]);
  const auto states = static_cast<size_t>(schedule_.nStates);
  for (size_t s = 0; s < inlined.stages.size(); ++s)
    for (size_t i = 0; i < states; ++i) {
      note(inlined.stages[s][i], schedule_.owner[i]);
      note(inlined.derivatives[s][i], schedule_.owner[states + i]);
      note(inlined.slopes[s][i], schedule_.owner[states + i]);
    }
  for (VariableId& id : ids)
    if (auto found = origin.find(schedule_.slots[id].index); found != origin.end())
      id = found->second;
  return ids;
}

// Where time goes back, iterations of explicit methods begin at the last point that was accepted.
void CWriter::acceptPoint() {
  out_ +=
      R"(static void accept_unknowns(MODEL *m, int index, double *accepted, int n, const int *places,
                            int beginning)
{
  NewtonWork *work = &m->newton[index];
  double *recent = accepted + n;
  int i;
  work->acceptedStep = !beginning && work->hasAccepted ? m->time - work->acceptedTime : 0;
  work->acceptedTime = m->time;
  for (i = 0; i < n; ++i) {
    const double value = m->v[places[i]], change = fabs(value - accepted[i]);
    if (!beginning && work->hasAccepted) recent[i] = change > 0.8*recent[i] ? change : 0.8*recent[i];
    accepted[i] = value;
  }
  work->hasAccepted = allNumbers(accepted, n);
  work->orientation = work->nextOrientation;
}

/* The present point belongs to the solution: where time goes back, iterations begin here, and later
   solutions are those that this one continues to. beginning: of a smooth piece. */
static void accept_point(MODEL *m, int beginning)
{
)";
  for (size_t i = 0; i < schedule_.nonlinearBlocks.size(); ++i) {
    line(2, fmt::format("static const int places_{}[] = {{{}}};", i,
                        places(originsOf(schedule_.nonlinearBlocks[i].unknowns))));
  }
  for (size_t i = 0; i < schedule_.nonlinearBlocks.size(); ++i) {
    const size_t n = schedule_.nonlinearBlocks[i].unknowns.size(), at = newtonMatrix(i) + n;
    line(2, fmt::format(
                "accept_unknowns(m, {0}, m->newton_kept_{0} + {1}, {2}, places_{0}, beginning);", i,
                at, n));
  }
  line(0, "}\n");
  if (events_) keepSolutions();
}

// What beginEvent and endEvent of src/runtime/instance.cpp do; systems of inlined steps are not
// solved in events.
void CWriter::keepSolutions() {
  const auto kept = [&](size_t i) {
    const std::vector<VariableId>& unknowns = schedule_.nonlinearBlocks[i].unknowns;
    return originsOf(unknowns) == unknowns;
  };
  size_t largest = 0;
  for (size_t i = 0; i < schedule_.nonlinearBlocks.size(); ++i)
    if (kept(i)) largest = std::max(largest, schedule_.nonlinearBlocks[i].unknowns.size());
  if (largest > 0) {
    line(0, fmt::format("enum {{ LARGEST_KEPT = {} }};\n", largest));
    out_ += kKeepUnknowns;
  }
  out_ += R"(/* An event begins, or has ended: solutions that it leads away from are kept. */
static void keep_solutions(MODEL *m, int after)
{
)";
  for (size_t i = 0; i < schedule_.nonlinearBlocks.size(); ++i) {
    if (!kept(i)) continue;
    const std::vector<VariableId>& unknowns = schedule_.nonlinearBlocks[i].unknowns;
    line(2, fmt::format("static const int places_{}[] = {{{}}};", i, places(unknowns)));
    line(2, fmt::format("static const double nominal_{}[] = {{{}}};", i, nominals(unknowns)));
  }
  for (size_t i = 0; i < schedule_.nonlinearBlocks.size(); ++i) {
    if (!kept(i)) continue;
    const size_t n = schedule_.nonlinearBlocks[i].unknowns.size(), at = newtonMatrix(i) + 3 * n;
    line(2, fmt::format("keep_unknowns(m, {0}, m->newton_kept_{0} + {1}, {2}, places_{0}, "
                        "nominal_{0}, after);",
                        i, at, n));
  }
  line(2, "(void)m;\n  (void)after;");
  line(0, "}\n");
}

}  // namespace formola::text
