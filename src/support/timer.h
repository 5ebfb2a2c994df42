// Wall-clock stopwatch and the process's peak memory.
#pragma once

#include <chrono>
#include <cstdint>

namespace formola {

class Stopwatch {
 public:
  Stopwatch() : start_(std::chrono::steady_clock::now()) {}
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  std::chrono::steady_clock::time_point start_;
};

// Peak resident set of this process so far, in bytes.
uint64_t peakMemoryBytes();

}  // namespace formola
