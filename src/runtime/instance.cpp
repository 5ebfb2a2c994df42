// Making and freeing instances of a compiled model.
#include <limits>
#include <new>
#include <numeric>

#include "runtime/workspace.h"
#include "support/assert.h"
#include "support/lanes.h"

namespace formola::runtime {

namespace {

std::vector<double> copyOr(const double* values, int32_t n, double otherwise) {
  if (values != nullptr) return std::vector<double>(values, values + n);
  return std::vector<double>(static_cast<size_t>(n), otherwise);
}

// Of unknowns at inner stages of an inlined method, and of what formulas take for derivatives.
void findOrigins(const FmlModel& model, FmlWorkspace& w) {
  const FmlInlineForm* form = model.inlineForm;
  if (form == nullptr) return;
  std::vector<int32_t> origin(static_cast<size_t>(model.nVariables));
  std::iota(origin.begin(), origin.end(), 0);
  for (int32_t k = 0; k < form->nIterated; ++k)
    origin[form->iteratedIndices[k]] = form->originIndices[k];
  for (int32_t k = 0; k < form->nStages * model.nStates; ++k) {
    origin[form->stageIndices[k]] = k % model.nStates;
    origin[form->derivativeIndices[k]] = model.nStates + k % model.nStates;
    origin[form->slopeIndices[k]] = model.nStates + k % model.nStates;
  }
  for (int32_t b = 0; b < model.nNonlinearBlocks; ++b) {
    const FmlNonlinearBlock& block = model.nonlinearBlocks[b];
    std::vector<int32_t>& origins = w.nonlinear[b].origins;
    for (int32_t i = 0; i < block.n; ++i) origins.push_back(origin[block.unknowns[i]]);
    if (std::equal(origins.begin(), origins.end(), block.unknowns)) origins.clear();
  }
}

void setUpBlocks(const FmlModel& model, FmlWorkspace& w) {
  size_t scratchOfLinear = 0, scratchOfNonlinear = 0;
  w.linear.resize(static_cast<size_t>(model.nLinearBlocks));
  for (int32_t i = 0; i < model.nLinearBlocks; ++i) {
    const FmlLinearBlock& block = model.linearBlocks[i];
    LinearWorkspace& work = w.linear[i];
    work.matrix.setUp(block.n, block.pattern);
    work.factoredValues.assign(work.matrix.values().size(), 0.0);
    const size_t vectors = 3 * wholeLanes(static_cast<size_t>(block.n));
    const auto formulas = static_cast<size_t>(block.nFormulas + block.nGuards);
    scratchOfLinear = std::max(scratchOfLinear, std::max(vectors, formulas));
  }
  size_t unknowns = 0;
  for (int32_t i = 0; i < model.nNonlinearBlocks; ++i)
    unknowns += static_cast<size_t>(model.nonlinearBlocks[i].n);
  w.kept.assign(3 * unknowns, 0.0);
  double* kept = w.kept.data();
  // Whole blocks are rarely needed: they get their memory then.
  w.nonlinear.resize(static_cast<size_t>(model.nNonlinearBlocks + model.nWholeBlocks));
  for (int32_t i = 0; i < model.nNonlinearBlocks; ++i) {
    const FmlNonlinearBlock& block = model.nonlinearBlocks[i];
    NonlinearWorkspace& work = w.nonlinear[i];
    work.jacobian.setUp(block.n, block.pattern);
    work.lastGood = kept;
    work.accepted = kept + block.n;
    work.recent = kept + 2 * static_cast<size_t>(block.n);
    kept += 3 * static_cast<size_t>(block.n);
    const size_t vectors = 10 * wholeLanes(static_cast<size_t>(block.n));
    const auto watched = wholeLanes(static_cast<size_t>(block.nWatched));
    scratchOfNonlinear = std::max(scratchOfNonlinear, vectors + watched);
  }
  findOrigins(model, w);
  // For a linear block inside of a nonlinear one; deeper nesting asks for more when it is met.
  w.scratch.reserve(scratchOfNonlinear + scratchOfLinear);
  w.mixed.resize(static_cast<size_t>(model.nMixedBlocks));
  for (int32_t i = 0; i < model.nMixedBlocks; ++i) {
    const FmlMixedBlock& block = model.mixedBlocks[i];
    MixedWorkspace& work = w.mixed[i];
    const auto n = static_cast<size_t>(block.nRelations) + static_cast<size_t>(block.nDiscrete);
    work.start.assign(n, 0.0);
    work.mode.assign(n, 0.0);
    work.next.assign(n, 0.0);
    work.history.reserve(n * 64);
  }
}

}  // namespace

Instance::Instance(const FmlModel& model) : data_(fml_create(&model)) {
  FORMOLA_ASSERT(model.abiVersion == FML_ABI_VERSION);
  if (data_ == nullptr) throw std::bad_alloc();
}

Instance::~Instance() {
  fml_destroy(data_);
}

void acceptPoint(FmlData* d, bool beginning) {
  constexpr double kFading = 0.8;  // of a change with each point that follows
  const FmlModel& model = *d->model;
  for (int32_t b = 0; b < model.nNonlinearBlocks; ++b) {
    const FmlNonlinearBlock& block = model.nonlinearBlocks[b];
    NonlinearWorkspace& work = d->workspace->nonlinear[b];
    const bool follows = !beginning && work.hasAccepted;
    work.acceptedStep = follows ? d->time - work.acceptedTime : 0;
    work.acceptedTime = d->time;
    const int32_t* places = work.origins.empty() ? block.unknowns : work.origins.data();
    for (int32_t i = 0; i < block.n; ++i) {
      const double value = d->v[places[i]];
      if (follows)
        work.recent[i] = std::max(std::abs(value - work.accepted[i]), kFading * work.recent[i]);
      work.accepted[i] = value;
    }
    work.hasAccepted = allFinite(work.accepted, block.n);
    work.orientation = work.nextOrientation;
  }
}

void beginEvent(FmlData* d) {
  const FmlModel& model = *d->model;
  for (int32_t b = 0; b < model.nNonlinearBlocks; ++b) {
    const FmlNonlinearBlock& block = model.nonlinearBlocks[b];
    NonlinearWorkspace& work = d->workspace->nonlinear[b];
    work.beforeEvent.orientation = work.orientation;
    if (work.orientation == 0 || !work.origins.empty()) continue;
    work.beforeEvent.unknowns.resize(static_cast<size_t>(block.n));
    for (int32_t i = 0; i < block.n; ++i) work.beforeEvent.unknowns[i] = d->v[block.unknowns[i]];
  }
}

namespace {

// The largest difference of unknowns from those given, in units of what they are there.
template <class Value>
double distanceFrom(const FmlData& d, const FmlNonlinearBlock& block, const double* from,
                    Value value) {
  double largest = 0;
  for (int32_t i = 0; i < block.n; ++i) {
    const double size = std::max(std::abs(from[i]), d.nominal[block.unknowns[i]]);
    largest = std::max(largest, std::abs(value(i) - from[i]) / size);
  }
  return largest;
}

}  // namespace

void endEvent(FmlData* d) {
  constexpr double kAlike = 0.1;
  constexpr size_t kMost = 3;
  const FmlModel& model = *d->model;
  for (int32_t b = 0; b < model.nNonlinearBlocks; ++b) {
    const FmlNonlinearBlock& block = model.nonlinearBlocks[b];
    NonlinearWorkspace& work = d->workspace->nonlinear[b];
    EarlierSolution& before = work.beforeEvent;
    if (before.orientation == 0 || before.unknowns.empty()) continue;
    const double* from = before.unknowns.data();
    const auto now = [&](int32_t i) { return d->v[block.unknowns[i]]; };
    if (!allFinite(from, before.unknowns.size()) || !(distanceFrom(*d, block, from, now) > kAlike))
      continue;
    auto old = std::find_if(work.earlier.begin(), work.earlier.end(), [&](EarlierSolution& one) {
      const auto then = [&](int32_t i) { return one.unknowns[static_cast<size_t>(i)]; };
      return one.orientation == before.orientation && distanceFrom(*d, block, from, then) <= kAlike;
    });
    if (old == work.earlier.end()) {
      if (work.earlier.size() < kMost) work.earlier.emplace_back();
      old = work.earlier.end() - 1;
    }
    *old = before;
    std::rotate(work.earlier.begin(), old, old + 1);
  }
}

void modesChanged(FmlData* d) {
  for (NonlinearWorkspace& block : d->workspace->nonlinear) {
    block.otherMode = true;
    block.magnify = block.sharpen = 0;
    block.orientation = block.nextOrientation = 0;
  }
}

void discretesChanged(FmlData* d) {
  const FmlModel& model = *d->model;
  for (int32_t i = 0; i < model.nLinearBlocks; ++i)
    if (model.linearBlocks[i].change == FML_MATRIX_AT_EVENT)
      d->workspace->linear[i].current = false;
}

void relaxLargeSystems(FmlData* d, double tolerance) {
  // Of Newton's corrections, which the next one corrects.
  constexpr double kOfCorrections = 1e-8;
  for (LinearWorkspace& work : d->workspace->linear) work.matrix.relax(tolerance);
  for (NonlinearWorkspace& work : d->workspace->nonlinear)
    work.jacobian.relax(std::max(tolerance, kOfCorrections));
}

}  // namespace formola::runtime

using formola::runtime::FailureKind;

extern "C" {

FmlData* fml_create(const FmlModel* model) {
  using formola::runtime::copyOr;
  if (model->abiVersion != FML_ABI_VERSION) return nullptr;
  try {
    auto data = std::make_unique<FmlData>();
    auto work = std::make_unique<FmlWorkspace>();
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
    const int32_t n = model->nVariables;
    work->v = copyOr(model->start, n, 0.0);
    work->pre = work->v;
    work->nominal = copyOr(model->nominal, n, 1.0);
    work->min = copyOr(model->min, n, -kInfinity);
    work->max = copyOr(model->max, n, kInfinity);
    work->sampleStart.assign(static_cast<size_t>(model->nSamples), 0.0);
    work->sampleInterval.assign(static_cast<size_t>(model->nSamples), 1.0);
    work->sampleActive.assign(static_cast<size_t>(model->nSamples), 0);
    work->relations.assign(static_cast<size_t>(model->nRelations), 0);
    work->relationBands.assign(static_cast<size_t>(model->nRelations), kNaN);
    work->crossingScale.assign(static_cast<size_t>(model->nStateRelations), 0.0);
    work->strings.assign(static_cast<size_t>(model->nStrings), "");
    if (model->strings != nullptr)
      std::copy(model->strings, model->strings + model->nStrings, work->strings.begin());
    work->externalObjects.assign(static_cast<size_t>(model->nExternalObjects), nullptr);
    work->delays.resize(static_cast<size_t>(model->nDelays));
    work->transports.resize(static_cast<size_t>(model->nTransports));
    work->delayTimes.assign(static_cast<size_t>(model->nDelays), 0.0);
    work->reinits.reserve(static_cast<size_t>(model->nStates));
    formola::runtime::setUpBlocks(*model, *work);

    *data = FmlData{};
    data->v = work->v.data();
    data->pre = work->pre.data();
    data->relations = work->relations.data();
    data->sampleActive = work->sampleActive.data();
    data->relationBands = work->relationBands.data();
    data->lambda = 1;
    data->strings = work->strings.data();
    data->externalObjects = work->externalObjects.data();
    data->nominal = work->nominal.data();
    data->min = work->min.data();
    data->max = work->max.data();
    data->sampleStart = work->sampleStart.data();
    data->sampleInterval = work->sampleInterval.data();
    data->model = model;
    data->workspace = work.release();
    return data.release();
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}

void fml_destroy(FmlData* d) {
  if (d == nullptr) return;
  if (d->model->destroyExternalObjects != nullptr) d->model->destroyExternalObjects(d);
  delete d->workspace;
  delete d;
}

void fml_parameters_changed(FmlData* d) {
  for (auto& block : d->workspace->linear) {
    block.current = false;
    block.matrix.invalidate();
  }
  for (auto& block : d->workspace->nonlinear) block.jacobian.invalidate();
}

void fml_step_size_changed(FmlData* d) {
  // A Jacobian of few unknowns costs no more than the iterations that it saves; others serve while
  // h is about the same (Brenan, Campbell, Petzold 1996, 5.2.2). Some do not depend on h at all.
  constexpr int32_t kFewUnknowns = 8;  // at each stage
  constexpr double kLargestRatio = 5.0 / 3;
  formola::runtime::discretesChanged(d);
  const double h = d->v[d->model->inlineForm->stepIndex];
  d->workspace->stepSize = h;
  for (auto& block : d->workspace->nonlinear) {
    block.rate = 1;
    const double ratio = h / block.jacobianStep;
    block.stale = block.followsStep && h != block.jacobianStep &&
                  (block.jacobian.size() <= kFewUnknowns * d->model->inlineForm->nStages ||
                   !(ratio < kLargestRatio && ratio > 1 / kLargestRatio));
  }
}

void fml_reinit(FmlData* d, int32_t state, double value) {
  d->workspace->reinits.push_back({state, value});
}

FmlStatus fml_assert_failed(FmlData* d, int32_t index, FmlSeverity severity, const char* message) {
  FmlWorkspace& w = *d->workspace;
  if (severity == FML_WARNING) {
    const auto place =
        std::lower_bound(w.warnedAssertions.begin(), w.warnedAssertions.end(), index);
    if (place == w.warnedAssertions.end() || *place != index) {
      w.warnedAssertions.insert(place, index);
      w.warnings.push_back({index, d->time, message});
    }
    return FML_OK;
  }
  formola::runtime::Failure& failure = formola::runtime::ownShare(d).failure;
  failure = {};
  failure.kind = FailureKind::Assertion;
  failure.entity = FML_EQUATION;
  failure.index = index;
  failure.time = d->time;
  failure.text = message;
  // A function may fail where an iteration looks for the solution, as that of a medium outside of
  // its range: then the iteration goes on elsewhere.
  return d->live != 0 && index >= 0 ? FML_FATAL : FML_RETRY;
}

void fml_terminate(FmlData* d, const char* message) {
  FmlWorkspace& w = *d->workspace;
  if (w.terminated) return;
  w.terminated = true;
  w.terminateMessage = message;
}

FmlStatus fml_domain_error(FmlData* d, int32_t equation, const char* what, double argument) {
  formola::runtime::Failure& failure = formola::runtime::ownShare(d).failure;
  failure = {};
  failure.kind = FailureKind::DomainError;
  failure.entity = FML_EQUATION;
  failure.index = equation;
  failure.time = d->time;
  failure.argument = argument;
  failure.text = what;
  return FML_RETRY;
}

double fml_delay(FmlData* d, int32_t index, double value, double delayTime) {
  FmlWorkspace& w = *d->workspace;
  w.delayTimes[index] = delayTime;
  // The jump at the end of a smooth piece belongs to the next one.
  const bool fromRight = d->live != 0 || d->time == w.segmentStart;
  return w.delays[index].at(d->time - delayTime, d->time, value, fromRight);
}

void fml_delay_store(FmlData* d, int32_t index, double value, double maxDelay) {
  d->workspace->delays[index].store(d->time, value, maxDelay);
}

double fml_transport(FmlData* d, int32_t indexAndEnd, double in0, double in1, double x,
                     double positiveVelocity, double time) {
  const FmlWorkspace& w = *d->workspace;
  const bool afterJump = d->live != 0 || d->time == w.segmentStart;
  return w.transports[static_cast<size_t>(indexAndEnd / 2)].at(
      indexAndEnd % 2, time, {in0, in1, x, positiveVelocity != 0}, afterJump);
}

int32_t fml_transport_is_empty(const FmlData* d, int32_t index) {
  return d->workspace->transports[index].empty() ? 1 : 0;
}

void fml_transport_begin(FmlData* d, int32_t index, double x, int32_t n, const double* points,
                         const double* values) {
  const auto count = static_cast<size_t>(n);
  d->workspace->transports[index].begin(x, {points, count}, {values, count});
}

void fml_transport_store(FmlData* d, int32_t index, double in0, double in1, double x,
                         double positiveVelocity) {
  d->workspace->transports[index].store(d->time, {in0, in1, x, positiveVelocity != 0});
}

}  // extern "C"
