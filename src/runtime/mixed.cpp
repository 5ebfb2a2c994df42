// fml_solve_mixed: relations and discrete unknowns iterated around the solution of the continuous
// part.
#include <bit>

#include "runtime/workspace.h"

namespace formola::runtime {

namespace {

constexpr int32_t kLargestEnumeration = 12;  // relations; 2^12 solutions of the block at worst

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
  Result tryMode();
  bool seenBefore() const;
  bool iterate(bool leastIndexOnly);
  bool enumerate();

  FmlData* d_;
  int32_t index_;
  const FmlMixedBlock& block_;
  MixedWorkspace& work_;
  size_t size_;
  FmlStatus fatal_ = FML_OK;
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

// Solves for work_.mode and leaves in work_.next the mode that follows from the solution.
ModeSearch::Result ModeSearch::tryMode() {
  write(work_.mode);
  FmlStatus status = block_.evalContinuous(d_);
  if (status == FML_OK) status = block_.evalModes(d_);
  if (status < 0) {
    fatal_ = status;
    return Result::Fatal;
  }
  if (status > 0) return Result::Failed;
  read(work_.next);
  return work_.next == work_.mode ? Result::Consistent : Result::Changed;
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
    const Result result = tryMode();
    if (result == Result::Consistent) return true;
    if (result != Result::Changed) return false;
    if (!leastIndexOnly) {
      work_.history.insert(work_.history.end(), work_.mode.begin(), work_.mode.end());
      work_.mode = work_.next;
      if (seenBefore()) return false;  // a cycle
    } else {
      const auto nRelations = static_cast<size_t>(block_.nRelations);
      size_t first = 0;
      while (first < nRelations && work_.mode[first] == work_.next[first]) ++first;
      if (first < nRelations) work_.mode[first] = work_.next[first];
      for (size_t i = nRelations; i < size_; ++i) work_.mode[i] = work_.next[i];
    }
  }
  return false;
}

// All combinations of the relations, those with few changes from the start first; discrete
// variables follow them.
bool ModeSearch::enumerate() {
  if (block_.nRelations > kLargestEnumeration) return false;
  const uint32_t end = 1U << block_.nRelations;
  for (int changes = 1; changes <= block_.nRelations; ++changes)
    for (uint32_t mask = 0; mask < end; ++mask) {
      if (std::popcount(mask) != changes) continue;
      work_.mode = work_.start;
      for (int32_t i = 0; i < block_.nRelations; ++i)
        if ((mask >> i & 1U) != 0) work_.mode[i] = 1 - work_.mode[i];
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
  return false;
}

FmlStatus ModeSearch::run() {
  if (d_->live == 0) return block_.evalContinuous(d_);
  read(work_.start);
  if (iterate(false) || (fatal_ == FML_OK && iterate(true)) || (fatal_ == FML_OK && enumerate())) {
    clearFailure(d_);  // what another mode reported
    return FML_OK;
  }
  if (fatal_ != FML_OK) return fatal_;
  write(work_.start);
  Failure& failure = d_->workspace->failure;
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
