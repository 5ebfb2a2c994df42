// fml_solve_nonlinear: Newton's method of kernels/newton.h on the blocks of a model.
#include <cmath>
#include <limits>

#include "runtime/workspace.h"
#include "support/lanes.h"

namespace formola::runtime {

namespace {

using NewtonHost = FmlData;
using NewtonBlock = FmlNonlinearBlock;
using NewtonWork = NonlinearWorkspace;

#include "runtime/kernels/bracket.h"
#include "runtime/kernels/reflection.h"
// Needs reflection.h.
#include "runtime/kernels/curve.h"
// Needs bracket.h.
#include "runtime/kernels/newton.h"

// The largest change of v at the given places since the last call, each times its factor; no number
// if one of them is none. Keeps the new values.
FORMOLA_FOR_EACH_MACHINE double changeOf(const double* v, const double* factors,
                                         const int32_t* places, size_t n, double* last) {
  Lanes largest = {}, notFinite = {};
  size_t i = 0;
  for (; i + kLanes <= n; i += kLanes) {
    const int32_t* at = places + i;
    const Lanes value = {v[at[0]], v[at[1]], v[at[2]], v[at[3]]};
    const Lanes factor = {factors[at[0]], factors[at[1]], factors[at[2]], factors[at[3]]};
    const Lanes change = (value - FORMOLA_CONST_LANES(last + i)) * factor;
    const Lanes size = change < 0 ? -change : change;
    largest = largest < size ? size : largest;
    notFinite += change - change;  // 0, or no number. NOLINT(misc-redundant-expression)
    FORMOLA_LANES(last + i) = value;
  }
  double result = std::max(std::max(largest[0], largest[1]), std::max(largest[2], largest[3]));
  double sum = (notFinite[0] + notFinite[1]) + (notFinite[2] + notFinite[3]);
  for (; i < n; ++i) {
    const double value = v[places[i]];
    const double size = std::abs(value - last[i]) * factors[places[i]];
    result = size > result ? size : result;
    sum += size - size;
    last[i] = value;
  }
  return result + sum;
}

// A solve with its memory and what is told of it when it fails.
struct Solve : NewtonSolve {
  Solve(FmlData* data, int32_t blockIndex)
      : NewtonSolve{}, frame(ownShare(data).scratch), options(data->workspace->options) {
    d = data;
    index = blockIndex;
    block = &data->model->nonlinearBlocks[index];
    work = &data->workspace->nonlinear[static_cast<size_t>(index)];
    n = block->n;
    inlined = data->workspace->newtonScale != nullptr ? 1 : 0;
    watching = inlined != 0 && block->nWatched > 0 ? 1 : 0;
    limit = options.newtonIterations;
    bounded = options.bounded ? 1 : 0;
    fixedStep = options.fixedStep ? 1 : 0;
    // Outputs begin where OutputFollower says, which looks at what is found.
    const bool beside = block->besideSteps != 0;
    predicted = options.predicted || beside ? 1 : 0;
    // Steps over which states chosen at run time do not serve are found and taken back by the
    // solver, which has others then; shorter ones would go on with these.
    unchecked = (inlined != 0 && data->model->nStateSets > 0) || beside ? 1 : 0;
    stepSize = data->workspace->stepSize;
    tolerance = options.newtonTolerance;
    longest = std::numeric_limits<double>::infinity();
    u = take();
    trial = take();
    r = take();
    rTrial = take();
    correction = take();
    scale = take();
    watched = frame.take(static_cast<size_t>(block->nWatched));
    // Where the first evaluation fails, these are all that can be told.
    std::fill(r, r + n, 0.0);
    std::fill(correction, correction + n, 0.0);
  }
  double* take() { return frame.take(static_cast<size_t>(n)); }

  ScratchStack::Frame frame;
  const Options& options;
  Failure trace;  // norms and counts, copied to the workspace when the solve fails
};

int newtonResidual(NewtonSolve* s, double* r) {
  return s->block->residual(s->d, s->index, r);
}

int newtonJacobian(NewtonSolve* s) {
  if (s->block->jacobian == nullptr) return FML_RETRY;
  std::vector<double>& values = s->work->jacobian.values();
  const FmlStatus status = s->block->jacobian(s->d, s->index, values.data());
  if (status != FML_OK) return status;
  return allFinite(values.data(), values.size()) ? FML_OK : FML_RETRY;
}

int newtonGroups(const NewtonSolve* s) {
  const BlockMatrix& jacobian = s->work->jacobian;
  return jacobian.hasPattern() ? jacobian.pattern().nColours : s->n;
}

int newtonGroup(const NewtonSolve* s, int j) {
  const BlockMatrix& jacobian = s->work->jacobian;
  return jacobian.hasPattern() ? jacobian.pattern().colour[j] : j;
}

void newtonColumn(NewtonSolve* s, int j, const double* to, const double* from, double step) {
  BlockMatrix& jacobian = s->work->jacobian;
  double* values = jacobian.values().data();
  if (!jacobian.hasPattern()) {
    for (int i = 0; i < s->n; ++i)
      values[static_cast<size_t>(j) * s->n + i] = (to[i] - from[i]) / step;
    return;
  }
  const FmlPattern& pattern = jacobian.pattern();
  for (int32_t p = pattern.colStart[j]; p < pattern.colStart[j + 1]; ++p)
    values[p] = (to[pattern.rows[p]] - from[pattern.rows[p]]) / step;
}

int newtonFactor(NewtonSolve* s) {
  ++s->d->statistics.factorizations;
  return s->work->jacobian.factor() ? 1 : 0;
}

int newtonFactored(const NewtonSolve* s) {
  return s->work->jacobian.factored() ? 1 : 0;
}

void newtonForget(NewtonSolve* s) {
  s->work->jacobian.invalidate();
}

void newtonSubstitute(NewtonSolve* s, const double* r, double* x) {
  s->work->jacobian.solve(r, x);
}

int newtonLeastNorm(NewtonSolve* s, const double* r, double* x) {
  return s->work->jacobian.solveLeastNorm(r, x) ? 1 : 0;
}

int newtonJacobianIsFinite(const NewtonSolve* s) {
  const std::vector<double>& values = s->work->jacobian.values();
  return allFinite(values.data(), values.size()) ? 1 : 0;
}

int newtonOrientation(const NewtonSolve* s) {
  return s->work->jacobian.factored() ? s->work->jacobian.orientation() : 0;
}

int newtonIsAlgebraic(const NewtonSolve* s, int i) {
  return originOf(*s->work, *s->block, i) >= 2 * s->d->model->nStates ? 1 : 0;
}

const double* newtonEarlier(const NewtonSolve* s, int k, int* orientation) {
  const auto at = static_cast<size_t>(k);
  if (at >= s->work->earlier.size()) return nullptr;
  *orientation = s->work->earlier[at].orientation;
  return s->work->earlier[at].unknowns.data();
}

void newtonMayBeElsewhere(NewtonSolve* s) {
  Elsewhere& noted = ownShare(s->d).elsewhere;
  if (noted.count++ > 0) return;
  noted.first = s->d->time;
  noted.block = s->index;
}

void newtonRowScale(NewtonSolve* s) {
  const BlockMatrix& jacobian = s->work->jacobian;
  const bool sparse = jacobian.hasPattern();
  std::fill(s->rowScale, s->rowScale + s->n, 0.0);
  for (int32_t j = 0; j < s->n; ++j) {
    const int32_t begin = sparse ? jacobian.pattern().colStart[j] : 0;
    const int32_t end = sparse ? jacobian.pattern().colStart[j + 1] : s->n;
    for (int32_t p = begin; p < end; ++p) {
      const int32_t i = sparse ? jacobian.pattern().rows[p] : p;
      const size_t at = sparse ? static_cast<size_t>(p) : static_cast<size_t>(j) * s->n + p;
      s->rowScale[i] = std::max(s->rowScale[i], std::abs(jacobian.values()[at]) * s->scale[j]);
    }
  }
}

double newtonChange(NewtonSolve* s) {
  return changeOf(s->d->v, s->d->workspace->newtonInverseScale, s->block->watched,
                  static_cast<size_t>(s->block->nWatched), s->watched);
}

double newtonInnerChange(NewtonSolve* s) {
  if (s->inner == nullptr)
    s->inner = static_cast<Solve*>(s)->frame.take(static_cast<size_t>(s->block->nInner));
  double largest = 0;
  for (int32_t i = 0; i < s->block->nInner; ++i) {
    const int32_t at = s->block->inner[i];
    const double value = s->d->v[at];
    const double change = std::abs(value - s->inner[i]);
    const double size = std::max(std::abs(value), s->d->nominal[at]);
    if (change > largest * size) largest = change / size;
    s->inner[i] = value;
  }
  return largest;
}

double newtonNominal(const NewtonSolve* s, int i) {
  return s->d->nominal[s->block->unknowns[i]];
}

double newtonMin(const NewtonSolve* s, int i) {
  return s->d->min[s->block->unknowns[i]];
}

double newtonMax(const NewtonSolve* s, int i) {
  return s->d->max[s->block->unknowns[i]];
}

double newtonGivenScale(const NewtonSolve* s, int i) {
  return s->d->workspace->newtonScale[s->block->unknowns[i]];
}

double* newtonTake(NewtonSolve* s) {
  return static_cast<Solve*>(s)->take();
}

void newtonCount(NewtonSolve* s, double norm) {
  ++s->d->statistics.newtonIterations;
  ++s->work->iterations;
  if (s->lastResort != 0) return;
  Failure& trace = static_cast<Solve*>(s)->trace;
  ++trace.iterations;
  if (trace.nNorms == Failure::kKeptNorms) {
    std::copy(trace.lastNorms.begin() + 1, trace.lastNorms.end(), trace.lastNorms.begin());
    --trace.nNorms;
  }
  trace.lastNorms[trace.nNorms++] = norm;
}

void newtonCutShort(NewtonSolve* s) {
  ++ownShare(s->d).unconverged;
}

int newtonSolved(NewtonSolve* s) {
  clearFailure(s->d);  // what a rejected trial reported
  s->work->underdetermined = s->leastNorm != 0;
  return FML_OK;
}

int newtonAllFinite(const double* x, int n) {
  return allFinite(x, static_cast<size_t>(n)) ? 1 : 0;
}

void newtonColumns(const NewtonSolve* s, double* columns) {
  s->work->jacobian.copyTo(columns);
}

int newtonAlongCurve(NewtonSolve* s) {
  std::vector<double> room(static_cast<size_t>(CURVE_ROOM(s->n)));
  return newtonFollow(s, room.data());
}

// ---- What is told of a solve that failed

FailureKind kindOf(int reason) {
  switch (reason) {
    case NEWTON_DIVERGED:
      return FailureKind::NewtonDiverged;
    case NEWTON_TOO_SLOW:
      return FailureKind::NewtonTooSlow;
    case NEWTON_SINGULAR:
      return FailureKind::SingularJacobian;
    case NEWTON_ELSEWHERE:
      return FailureKind::SolutionEnds;
    default:
      return FailureKind::NotFinite;
  }
}

// The equation with the largest residual and the unknown that is least settled.
void findWorst(Solve& s) {
  if (s.rowScale == nullptr) s.rowScale = s.take();
  newtonRowScale(&s);
  double worstRow = -1, worstUnknown = -1;
  for (int32_t i = 0; i < s.n; ++i) {
    const double relative = std::abs(s.r[i]) / (s.rowScale[i] > 0 ? s.rowScale[i] : 1);
    if (relative > worstRow) {
      worstRow = relative;
      s.trace.worstEquation = i;
      s.trace.worstResidual = s.r[i];
    }
    const double unsettled = std::abs(s.correction[i]) / s.scale[i];
    if (unsettled > worstUnknown) {
      worstUnknown = unsettled;
      s.trace.worstUnknown = s.block->unknowns[i];
      s.trace.worstUnknownValue = s.u[i];
    }
  }
}

int newtonFail(NewtonSolve* solve, int reason) {
  auto& s = *static_cast<Solve*>(solve);
  FmlData* d = s.d;
  Failure& failure = ownShare(d).failure;
  FailureKind kind = kindOf(reason);
  s.work->jacobian.invalidate();
  if (kind == FailureKind::SingularJacobian && newtonJacobianIsFinite(&s) == 0)
    kind = FailureKind::NotFinite;
  // What the residual itself reported (domain error, assertion, an inner block) says more than "not
  // solved".
  if (s.fatal == FML_OK || failure.kind == FailureKind::None) {
    const bool keep =
        failure.kind == FailureKind::DomainError || failure.kind == FailureKind::Assertion;
    if (!keep || kind != FailureKind::NotFinite) {
      s.trace.kind = kind;
      s.trace.entity = FML_NONLINEAR_BLOCK;
      s.trace.index = s.index;
      s.trace.time = d->time;
      findWorst(s);
      failure = s.trace;
      if (kind == FailureKind::NotFinite) {
        for (int32_t i = 0; i < s.n; ++i) d->v[s.block->unknowns[i]] = s.u[i];
        std::string text = explainNotFinite(d, FML_NONLINEAR_BLOCK, s.index);
        ownShare(d).failure.text = std::move(text);
      }
    }
  }
  return s.fatal != FML_OK ? s.fatal : FML_RETRY;
}

FmlStatus solveNewton(FmlData* d, int32_t block, bool brief = false) {
  Solve solve(d, block);
  solve.brief = brief ? 1 : 0;
  return static_cast<FmlStatus>(newtonRun(&solve));
}

// ---- Systems of the start, torn and whole
//
// In the torn form of an initial system only the torn variables begin with their start values: all
// others follow from these, and their own start values take no part, though those that a load flow
// gave are the best that is known of a network. From there Newton's method may end nowhere, or at a
// solution that nobody means: that of the same loads at half the voltage.

// How many unknowns ended far from the start values that they have.
int farFromStart(const FmlData& d, const FmlNonlinearBlock& block, const double* start) {
  constexpr double kFar = 0.5;
  int count = 0;
  for (int32_t i = 0; i < block.n; ++i) {
    const int32_t at = block.unknowns[i];
    const double size = std::max(std::abs(start[i]), d.nominal[at]);
    if (start[i] != 0 && !(std::abs(d.v[at] - start[i]) <= kFar * size)) ++count;
  }
  return count;
}

void load(const FmlData& d, const FmlNonlinearBlock& block, double* values) {
  for (int32_t i = 0; i < block.n; ++i) values[i] = d.v[block.unknowns[i]];
}

void store(FmlData* d, const FmlNonlinearBlock& block, const double* values) {
  for (int32_t i = 0; i < block.n; ++i) d->v[block.unknowns[i]] = values[i];
}

// What the torn form keeps of its last solution, after another one was found without it.
void takeOver(FmlData* d, int32_t block) {
  NonlinearWorkspace& work = d->workspace->nonlinear[static_cast<size_t>(block)];
  load(*d, d->model->nonlinearBlocks[block], work.lastGood);
  work.hasLastGood = true;
  work.underdetermined = false;
  work.orientation = work.nextOrientation = 0;
  work.jacobian.invalidate();
}

// The whole form from `start`. `brief`: without last resorts.
FmlStatus solveWhole(FmlData* d, int32_t whole, const double* start, bool brief) {
  const FmlNonlinearBlock& block = d->model->nonlinearBlocks[whole];
  NonlinearWorkspace& work = d->workspace->nonlinear[static_cast<size_t>(whole)];
  if (work.kept.empty()) {
    const auto n = static_cast<size_t>(block.n);
    work.jacobian.setUp(block.n, block.pattern);
    work.kept.assign(3 * n, 0.0);
    work.lastGood = work.kept.data();
    work.accepted = work.lastGood + n;
    work.recent = work.accepted + n;
  }
  work.hasLastGood = false;
  store(d, block, start);
  clearFailure(d);
  return solveNewton(d, whole, brief);
}

// The torn form, and the whole one where that fails, or ends far from the start values and the
// other misses half as many of them at most: of several solutions the one near them is meant.
FmlStatus solveAtStart(FmlData* d, int32_t torn) {
  const int32_t whole = d->model->nonlinearBlocks[torn].whole;
  const FmlNonlinearBlock& block = d->model->nonlinearBlocks[whole];
  std::vector<double> start(static_cast<size_t>(block.n));
  load(*d, block, start.data());
  const FmlStatus status = solveNewton(d, torn);
  if (status < 0) return status;
  const int missed = status == FML_OK ? farFromStart(*d, block, start.data()) : 0;
  if (status == FML_OK && missed == 0) return FML_OK;
  const Failure failure = ownShare(d).failure;
  std::vector<double> found(start.size());
  load(*d, block, found.data());
  if (solveWhole(d, whole, start.data(), status == FML_OK) == FML_OK &&
      (status != FML_OK || 2 * farFromStart(*d, block, start.data()) <= missed)) {
    takeOver(d, torn);
    return FML_OK;
  }
  store(d, block, found.data());
  ownShare(d).failure = failure;
  return status;
}

}  // namespace

}  // namespace formola::runtime

extern "C" FmlStatus fml_solve_nonlinear(FmlData* d, int32_t block) {
  using namespace formola::runtime;
  ++d->statistics.blockSolves;
  clearFailure(d);
  if (d->initial != 0 && d->model->nonlinearBlocks[block].whole != 0) return solveAtStart(d, block);
  return solveNewton(d, block);
}
