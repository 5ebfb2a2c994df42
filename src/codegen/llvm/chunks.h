// Register code cut into chunks, each of which becomes one small function.
#pragma once

#include <cstdint>
#include <vector>

#include "codegen/lower/bytecode.h"
#include "codegen/lower/operands.h"
#include "codegen/lower/reroll.h"

namespace formola::native {

using lowered::forEachArgument;
using lowered::forEachOperand;

// Instructions [begin, end). A chunk that solves a block is that one instruction, and one that
// loops is that whole loop.
struct Chunk {
  uint32_t begin = 0, end = 0;
  bool solve = false;
  bool fails = false;     // it returns a status: calls, actions, subscripts
  bool branches = false;  // it has jumps
  int32_t loop = -1;      // index into RolledCode::loops
  uint32_t part = 0;      // a loop that threads may share: iterations in one part (wide_loops.h)
};

// Where a register is found by chunks other than the one that computes it.
enum class Home : uint8_t {
  None,      // used in its own chunk only
  Constant,  // place: index into Code::constants
  Variable,  // place: index into v; nothing overwrites it in this code
  Register,  // the register file of the instance
};

constexpr uint32_t kNoPlace = UINT32_MAX;

struct ChunkedCode {
  std::vector<Chunk> chunks;
  uint32_t fileSize = 0;        // of the register file
  std::vector<Home> home;       // by register
  std::vector<uint32_t> place;  // by register, see Home
  std::vector<uint32_t> file;  // by register: where in the register file it is written, or kNoPlace
  std::vector<uint8_t> merged;  // by register: written on several paths, lives in the register file
  bool needsRegisters = false;  // the register file is used
};

// Purpose:    cuts a code into chunks and decides how values get from one chunk, or one iteration
//             of a loop, to another.
// Requires:   jumps go forward; a register computed between a jump and its target is used only
//             there, unless it is written on several paths. blockWrites[i]: v[i] may be changed by
//             solving a block. scratch: as many zeros.
// Ensures:    chunks have about `limit` instructions and contain the targets of their jumps (or end
//             there). An operand of a loop that comes from outside of its iteration has the same
//             home in all iterations. The places of one instruction of a loop have a fixed
//             distance: 1 where the iterations are independent. scratch has only zeros again.
// Complexity: linear in instructions and registers; without scratch also in variables.
ChunkedCode cutIntoChunks(const lowered::RolledCode& code, uint32_t limit,
                          const std::vector<uint8_t>& blockWrites, std::vector<uint32_t>& scratch);
ChunkedCode cutIntoChunks(const lowered::RolledCode& code, uint32_t limit,
                          const std::vector<uint8_t>& blockWrites);

}  // namespace formola::native
