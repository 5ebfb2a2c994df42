// The LLVM back end: a schedule as a compiled model behind runtime/model_abi.h, with native code
// for everything that runs at each step.
#pragma once

#include <memory>
#include <string>

#include "codegen/host/hosted_model.h"
#include "support/disk_cache.h"

namespace formola {

struct LlvmOptions {
  // Instructions of register code in one function; the time of LLVM's back end grows faster than
  // linearly with it.
  uint32_t chunkSize = 200;
  // Chunks in one module, the unit of compilation and of parallel work.
  uint32_t chunksPerModule = 64;
  // 0 (fastest to compile) to 2, for hot code. Measured (bench/backends): level 2 compiles 5 to 10
  // times as long and the code runs at most 10 % faster, since it is straight and its common
  // subexpressions are shared already.
  unsigned optimization = 0;
  // Native code for the initial system too, at level 0; otherwise it is interpreted.
  bool cold = false;
  // Codes with at least as many instructions become loops where statements have the same shape.
  uint32_t leastRolled = 2000;
  // What threads get of a loop that they share (runtime/parallel.h), in instructions at least.
  uint32_t leastShared = 20000;
  // Threads that compile; 0: the calling thread.
  unsigned threads = 0;
  // LLVM's verifier looks at all modules.
  bool verify = false;
  // Where machine code is kept between runs; null: nowhere.
  std::shared_ptr<const DiskCache> cache;
};

struct LlvmStatistics {
  size_t instructions = 0;  // of register code
  size_t compiled = 0;      // of these, what is left when each loop counts once
  size_t loops = 0;
  size_t wide = 0;    // loops, of code or of what an entry repeats, that threads can share
  size_t chunks = 0;  // functions made of them
  size_t shared = 0;  // chunks that use the function of another one of the same shape
  size_t modules = 0;
  size_t kept = 0;            // of these, whose machine code was in the cache
  double emitSeconds = 0;     // making IR
  double compileSeconds = 0;  // LLVM's back end and linking
};

// Purpose: the register code of a lowered program as machine code, for what runs at each step.
// Requires: the functions of `model` are those of another back end, and it has no instances yet.
//          Parameters, the initial system (unless options.cold) and the like stay as they are.
// Ensures: the same values as that back end, bit for bit: operations keep their order, nothing is
//          contracted or reassociated, elementary functions are those of the same libm.
class LlvmModel {
 public:
  LlvmModel(HostedModel model, const LlvmOptions& options);
  ~LlvmModel();
  LlvmModel(LlvmModel&&) noexcept;
  LlvmModel& operator=(LlvmModel&&) noexcept;

  // Lives as long as this object. Any number of instances may run at a time, each in one thread.
  const FmlModel& model() const { return hosted_.model(); }
  const Schedule& schedule() const { return hosted_.schedule(); }
  const lowered::LoweredProgram& program() const { return hosted_.program(); }
  std::string printFunctions() const { return hosted_.printFunctions(); }

  // Not empty: LLVM could not compile for this machine, and the model is interpreted.
  const std::string& failure() const { return failure_; }
  const LlvmStatistics& statistics() const { return statistics_; }

 private:
  struct Jit;
  void compile(const LlvmOptions& options);

  HostedModel hosted_;
  std::unique_ptr<Jit> jit_;
  std::string failure_;
  LlvmStatistics statistics_;
};

}  // namespace formola
