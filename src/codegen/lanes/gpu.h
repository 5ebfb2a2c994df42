// Trajectories on a GPU, by the CUDA driver, which is loaded when it is asked for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace formola::lanes {

struct CudaDriver;

// The first GPU of this machine, and a kernel on it.
class Gpu {
 public:
  // Null, and `problem` says why: no driver, no device, or FORMOLA_GPU=off.
  static std::unique_ptr<Gpu> open(std::string& problem);
  ~Gpu();

  const std::string& name() const { return name_; }
  int capability() const { return capability_; }  // 90: 9.0
  size_t freeMemory() const;

  // Compiles PTX for the device.
  bool load(const std::string& ptx, std::string& problem);
  int registers() const { return registers_; }    // of a thread
  int localBytes() const { return localBytes_; }  // of a thread, for what has no register

  struct Launch {
    const double* given = nullptr;  // rows of `stride` numbers
    size_t givenRows = 0;
    double* outputs = nullptr;
    size_t outputRows = 0;
    int32_t* status = nullptr;
    int64_t stride = 0, count = 0;
    double start = 0, step = 0, rest = 0, stop = 0;
    int64_t steps = 0;
  };
  // Purpose: all cases, and their results back. `seconds`: of the kernel alone.
  bool run(const Launch& launch, double& seconds, std::string& problem);

 private:
  Gpu();
  struct Memory;
  std::unique_ptr<CudaDriver> driver_;
  std::unique_ptr<Memory> memory_;
  std::string name_;
  int capability_ = 0, registers_ = 0, localBytes_ = 0;
  void* module_ = nullptr;
  void* function_ = nullptr;
};

}  // namespace formola::lanes
