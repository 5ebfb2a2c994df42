// Loops whose iterations threads may share.
#pragma once

#include <cstdint>
#include <vector>

#include "codegen/host/programs.h"
#include "codegen/llvm/chunks.h"

namespace formola::native {

// Purpose:    finds out whether the iterations of a loop can be done at the same time: none reads
//             or writes a variable or a place in the register file that another one writes,
//             itself or in the blocks that it solves, and none calls what belongs to the whole
//             instance (functions of the host, delays, actions, mixed blocks).
// Requires:   the programs outlive this object.
// Complexity: linear in the instructions of the loop and of the blocks that it solves; each block
//             is read once.
class WideLoops {
 public:
  // leastWork: of a part, in instructions.
  WideLoops(const lowered::Programs& programs, uint32_t leastWork);

  // `begins`: the first instruction of each iteration, and the one behind the last iteration.
  // The number of iterations in one part, `least` or more, such that parts are worth the trouble
  // and do not depend on the number of threads; 0: the iterations need each other, or are not
  // enough for two parts.
  uint32_t partOf(const lowered::Code& code, const ChunkedCode& chunks,
                  const std::vector<uint32_t>& begins, uint32_t least);

 private:
  // What solving a block reads and writes in v.
  struct Touched {
    bool known = false;  // computed
    bool apart = true;   // threads may solve others meanwhile
    uint64_t work = 0;   // instructions of one solution, about
    std::vector<uint32_t> reads, writes;
  };
  const Touched& ofBlock(lowered::Op solve, uint32_t block);
  void addCode(const lowered::Code& code, Touched& touched, uint32_t times);
  template <typename Read, typename Write>
  bool visit(const lowered::Code& code, const ChunkedCode& chunks, uint32_t begin, uint32_t end,
             Read&& read, Write&& write);
  uint64_t workOf(const lowered::Code& code, uint32_t begin, uint32_t end);

  const lowered::Programs& programs_;
  uint32_t leastWork_;
  std::vector<Touched> linear_, nonlinear_;
  std::vector<int32_t> writer_;  // by variable, then by place in the file: the iteration, or -1
};

}  // namespace formola::native
