#include "runtime/scratch.h"

#include <algorithm>

namespace formola::runtime {

void ScratchStack::open(size_t n) {
  constexpr size_t kLeast = 2048;
  while (chunk_ < chunks_.size() && chunks_[chunk_].size < n) ++chunk_;
  if (chunk_ == chunks_.size()) {
    const size_t size = std::max(n, kLeast);
    chunks_.push_back({std::make_unique<double[]>(size), size});
  }
  next_ = chunks_[chunk_].numbers.get();
  end_ = next_ + chunks_[chunk_].size;
  ++chunk_;
}

}  // namespace formola::runtime
