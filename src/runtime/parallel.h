// Parts of one evaluation that several threads share.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "runtime/model_abi.h"

namespace formola::runtime {

// Purpose:    threads that wait for work; whoever calls takes part.
// Requires:   one run at a time; jobs do not throw.
// Ensures:    run: job(k) in thread k for all k < size(), k = 0 in the calling one; back when all
//             are done. Between two runs that follow each other soon nobody sleeps.
class Crew {
 public:
  static constexpr int kMost = 64;
  explicit Crew(int threads);
  ~Crew();
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;

  int size() const;
  void run(const std::function<void(int)>& job);

 private:
  struct Shared;
  std::unique_ptr<Shared> shared_;
};

// Evaluations of this instance may use so many threads from now on (at most Crew::kMost).
void useThreads(FmlData* d, int threads);

// Iterations [begin, end) of a loop of generated code.
using LoopPart = FmlStatus (*)(FmlData* d, double* registers, double* out, int64_t begin,
                               int64_t end);

// Purpose:    all iterations [0, count), in parts of `part` iterations (the last one takes what is
//             left), by the threads of the instance. With d->live only by the calling one.
// Requires:   no part reads or writes what another one writes. Nothing is called but solvers of
//             blocks, each in one part only.
// Ensures:    the same bits whatever the number of threads. All parts are done, also where one
//             fails; the status and the failure are those of the first that does.
FmlStatus runInParts(FmlData* d, LoopPart loop, double* registers, double* out, int64_t count,
                     int64_t part);

}  // namespace formola::runtime
