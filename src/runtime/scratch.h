// Memory for the vectors of one solve.
#pragma once

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include "support/lanes.h"

namespace formola::runtime {

// Purpose:    blocks that do not contain each other use the same memory one after the other, so
//             that it stays in the cache however many blocks there are.
// Ensures:    what was taken stays where it is until its frame ends; memory that was once needed is
//             kept, so that nothing is allocated when the same is asked for again.
class ScratchStack {
 public:
  // Requires: no frame lives. So much is at hand without another allocation.
  void reserve(size_t n) { open(n); }

  // What is taken while a frame lives is given back at its end.
  class Frame {
   public:
    explicit Frame(ScratchStack& stack)
        : stack_(stack), next_(stack.next_), end_(stack.end_), chunk_(stack.chunk_) {}
    ~Frame() {
      stack_.next_ = next_;
      stack_.end_ = end_;
      stack_.chunk_ = chunk_;
    }
    Frame(const Frame&) = delete;
    Frame& operator=(const Frame&) = delete;

    // At least n numbers in whole lanes, of any value.
    double* take(size_t n) {
      n = wholeLanes(n);
      if (static_cast<size_t>(stack_.end_ - stack_.next_) < n) stack_.open(n);
      return std::exchange(stack_.next_, stack_.next_ + n);
    }

   private:
    ScratchStack& stack_;
    double *next_, *end_;
    size_t chunk_;
  };

 private:
  struct Chunk {
    std::unique_ptr<double[]> numbers;
    size_t size;
  };

  // The next chunk with room for n numbers.
  void open(size_t n);

  std::vector<Chunk> chunks_;
  double *next_ = nullptr, *end_ = nullptr;  // in the open chunk
  size_t chunk_ = 0;                         // the one after it
};

}  // namespace formola::runtime
