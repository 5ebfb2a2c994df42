// fml_solve_mixed: relations and discrete unknowns iterated around the solution of the continuous
// part.
#include <bit>
#include <limits>

#include "runtime/workspace.h"

namespace formola::runtime {

namespace {

constexpr int32_t kLargestEnumeration = 12;  // relations; 2^12 solutions of the block at worst
constexpr int32_t kMovesPerEvent = 8;

// One solve of one mixed block. A mode is the block's relations (0/1) followed by its discrete
// variables.
class ModeSearch {
 public:
  ModeSearch(FmlData* d, int32_t index)
      : d_(d),
        index_(index),
        block_(d->model->mixedBlocks[index]),
        work_(d->workspace->mixed[index]),
        size_(work_.mode.size()) {}

  FmlStatus run();

 private:
  enum class Result : uint8_t { Consistent, Changed, Failed, Fatal };

  void read(std::vector<double>& mode) const;
  void write(const std::vector<double>& mode);
  void backToStart();
  Result tryMode();
  bool seenBefore() const;
  bool iterate(bool leastIndexOnly);
  bool enumerate();
  bool move();
  double violation();
  bool leastViolation();
  bool search() {
    return iterate(false) || (fatal_ == FML_OK && iterate(true)) ||
           (fatal_ == FML_OK && enumerate());
  }

  FmlData* d_;
  int32_t index_;
  const FmlMixedBlock& block_;
  MixedWorkspace& work_;
  size_t size_;
  FmlStatus fatal_ = FML_OK;
  bool anySolved_ = false;
  std::vector<double> values_;  // of the start, in the initial system
  Failure firstFailure_;        // of the first mode whose equations could not be solved
  bool measure_ = false;        // every mode tried is measured by its violation
  double leastViolation_ = kUndecided;
  std::vector<double> leastViolating_;
};

void ModeSearch::read(std::vector<double>& mode) const {
  for (int32_t i = 0; i < block_.nRelations; ++i)
    mode[i] = d_->relations[block_.relationIndices[i]];
  for (int32_t i = 0; i < block_.nDiscrete; ++i)
    mode[block_.nRelations + i] = d_->v[block_.discreteIndices[i]];
}

void ModeSearch::write(const std::vector<double>& mode) {
  for (int32_t i = 0; i < block_.nRelations; ++i)
    d_->relations[block_.relationIndices[i]] = static_cast<uint8_t>(mode[i]);
  for (int32_t i = 0; i < block_.nDiscrete; ++i)
    d_->v[block_.discreteIndices[i]] = mode[block_.nRelations + i];
}

// In the initial system the values that were given are a better start than what another mode led
// to.
void ModeSearch::backToStart() {
  if (!values_.empty()) std::copy(values_.begin(), values_.end(), d_->v);
}

// Solves for work_.mode and leaves in work_.next the mode that follows from the solution.
ModeSearch::Result ModeSearch::tryMode() {
  write(work_.mode);
  FmlStatus status = block_.evalContinuous(d_, index_);
  // Another mode may have led far away: what its solution leads to says nothing of this one.
  if (status > 0 && !values_.empty()) {
    backToStart();
    write(work_.mode);
    status = block_.evalContinuous(d_, index_);
  }
  if (status == FML_OK) status = block_.evalModes(d_, index_);
  if (status < 0) {
    fatal_ = status;
    return Result::Fatal;
  }
  if (status > 0) {
    if (firstFailure_.kind == FailureKind::None) firstFailure_ = d_->workspace->failure;
    return Result::Failed;
  }
  anySolved_ = true;
  read(work_.next);
  if (work_.next == work_.mode) return Result::Consistent;
  if (measure_) {
    if (const double v = violation(); v < leastViolation_) {
      leastViolation_ = v;
      leastViolating_ = work_.mode;
    }
  }
  return Result::Changed;
}

// By how much the relations that disagree are on the wrong side, relative to what was seen of them.
double ModeSearch::violation() {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const auto nRelations = static_cast<size_t>(block_.nRelations);
  for (size_t i = nRelations; i < size_; ++i)
    if (work_.mode[i] != work_.next[i]) return kInfinity;
  const FmlModel& model = *d_->model;
  if (model.evalZeroCrossings == nullptr) return kInfinity;
  std::vector<double>& z = d_->workspace->crossings;
  z.resize(static_cast<size_t>(model.nStateRelations));
  write(work_.mode);  // relations inside the operands of others
  d_->live = 0;
  const FmlStatus status = model.evalZeroCrossings(d_, z.data());
  d_->live = 1;
  if (status != FML_OK) return kInfinity;
  double worst = 0;
  for (size_t i = 0; i < nRelations; ++i) {
    if (work_.mode[i] == work_.next[i]) continue;
    const int32_t k = block_.relationIndices[i];
    if (k >= model.nStateRelations) return kInfinity;
    worst = std::max(worst, std::abs(z[static_cast<size_t>(k)]) / relationScale(*d_, k));
  }
  return std::isfinite(worst) ? worst : kInfinity;
}

bool ModeSearch::seenBefore() const {
  for (size_t at = 0; at < work_.history.size(); at += size_)
    if (std::equal(work_.mode.begin(), work_.mode.end(),
                   work_.history.begin() + static_cast<long>(at)))
      return true;
  return false;
}

// Repeats with the mode found last; with `leastIndexOnly` only the first relation that disagrees is
// changed. That rule cannot cycle where the block is a linear complementarity problem with a
// P-matrix, e.g. ideal diodes between resistances (Murty, Note on a Bard-type scheme for solving
// the complementarity problem, Opsearch 11, 1974).
bool ModeSearch::iterate(bool leastIndexOnly) {
  work_.mode = work_.start;
  work_.history.clear();
  const size_t limit = leastIndexOnly ? 50 + 20 * size_ : 50;
  for (size_t k = 0; k < limit; ++k) {
    if (leastIndexOnly) backToStart();
    const Result result = tryMode();
    if (result == Result::Consistent) return true;
    if (result != Result::Changed) return false;
    work_.history.insert(work_.history.end(), work_.mode.begin(), work_.mode.end());
    if (!leastIndexOnly) {
      work_.mode = work_.next;
    } else {
      const auto nRelations = static_cast<size_t>(block_.nRelations);
      size_t first = 0;
      while (first < nRelations && work_.mode[first] == work_.next[first]) ++first;
      if (first < nRelations) work_.mode[first] = work_.next[first];
      for (size_t i = nRelations; i < size_; ++i) work_.mode[i] = work_.next[i];
    }
    if (seenBefore()) return false;  // a cycle
  }
  return false;
}

// All combinations of the relations, those with few changes from the start first; discrete
// variables follow them.
bool ModeSearch::enumerate() {
  if (block_.nRelations > kLargestEnumeration) return false;
  const uint32_t end = 1U << block_.nRelations;
  for (int changes = 1; changes <= block_.nRelations; ++changes) {
    // At the start equations that no mode can be solved with fail by where the iteration begins.
    if (d_->initial != 0 && !anySolved_ && changes > 1) return false;
    for (uint32_t mask = 0; mask < end; ++mask) {
      if (std::popcount(mask) != changes) continue;
      work_.mode = work_.start;
      for (int32_t i = 0; i < block_.nRelations; ++i)
        if ((mask >> i & 1U) != 0) work_.mode[i] = 1 - work_.mode[i];
      backToStart();
      for (int pass = 0; pass < 2; ++pass) {
        const Result result = tryMode();
        if (result == Result::Consistent) return true;
        if (result == Result::Fatal) return false;
        if (result == Result::Failed) break;
        // A second pass only where nothing but discrete variables moved.
        if (!std::equal(work_.mode.begin(), work_.mode.begin() + block_.nRelations,
                        work_.next.begin()))
          break;
        work_.mode = work_.next;
      }
    }
  }
  return false;
}

// No mode agrees with itself while pre has these values: take the one that the present mode leads
// to and let the event iteration go on with it as pre. Friction needs this: "starts to slide" holds
// by tau > tau_max while it is stuck, and by having started while it slides (Otter, Elmqvist,
// Mattsson: Hybrid Modeling in Modelica based on the Synchronous Data Flow Principle, CACSD 1999).
bool ModeSearch::move() {
  int32_t& moves = d_->workspace->modeMoves;
  if (moves >= kMovesPerEvent) return false;
  work_.mode = work_.start;
  if (tryMode() != Result::Changed) return false;
  ++moves;
  write(work_.next);
  const FmlStatus status = block_.evalContinuous(d_, index_);
  if (status < 0) fatal_ = status;
  return status == FML_OK;
}

// Where two modes are separated by less than rounding errors, of the solution or of numbers in the
// model, each may point at the other: the mode with the smallest contradiction is taken.
bool ModeSearch::leastViolation() {
  measure_ = true;
  if (search()) return true;
  if (fatal_ != FML_OK || leastViolating_.empty()) return false;
  work_.mode = leastViolating_;
  if (tryMode() == Result::Fatal) return false;
  write(leastViolating_);
  return true;
}

FmlStatus ModeSearch::run() {
  if (d_->live == 0) return block_.evalContinuous(d_, index_);
  read(work_.start);
  if (d_->initial != 0) values_.assign(d_->v, d_->v + d_->model->nVariables);
  if (search() || (fatal_ == FML_OK && move()) || (fatal_ == FML_OK && leastViolation())) {
    clearFailure(d_);  // what another mode reported
    return FML_OK;
  }
  if (fatal_ != FML_OK) return fatal_;
  write(work_.start);
  Failure& failure = d_->workspace->failure;
  if (!anySolved_ && firstFailure_.kind != FailureKind::None) {
    failure = firstFailure_;
    return FML_RETRY;
  }
  failure = {};
  failure.kind = FailureKind::NoConsistentMode;
  failure.entity = FML_MIXED_BLOCK;
  failure.index = index_;
  failure.time = d_->time;
  return FML_RETRY;
}

}  // namespace

}  // namespace formola::runtime

extern "C" FmlStatus fml_solve_mixed(FmlData* d, int32_t block) {
  return formola::runtime::ModeSearch(d, block).run();
}
