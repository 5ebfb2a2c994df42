#include "codegen/llvm/chunks.h"

#include <algorithm>

#include "support/assert.h"

namespace formola::native {

using interp::Code;
using interp::Instruction;
using interp::Op;

bool isSolve(Op op) {
  return op == Op::SolveLinear || op == Op::SolveNonlinear || op == Op::SolveMixed ||
         op == Op::SolveAgain;
}

namespace {

std::vector<Chunk> cut(const Code& code, uint32_t limit) {
  std::vector<Chunk> chunks;
  const auto n = static_cast<uint32_t>(code.instructions.size());
  Chunk now;
  uint32_t closed = 0;  // no jump of this chunk goes beyond
  auto finish = [&](uint32_t end) {
    now.end = end;
    if (now.end > now.begin) chunks.push_back(now);
    now = {};
    now.begin = end;
  };
  for (uint32_t k = 0; k < n; ++k) {
    const Instruction& i = code.instructions[k];
    if (isSolve(i.op)) {
      FORMOLA_ASSERT(closed <= k);
      finish(k);
      now.solve = true;
      finish(k + 1);
      continue;
    }
    if (k - now.begin >= limit && closed <= k) finish(k);
    if (i.op == Op::JumpUnless || i.op == Op::Jump) {
      now.branches = true;
      closed = std::max(closed, i.b);
    }
    if (i.op == Op::Call || i.op == Op::Act || i.op == Op::Pick) now.fails = true;
    // The check of a subscript leaves the function in the middle.
    if (i.op == Op::Call || i.op == Op::Act || i.op == Op::Pick) now.branches = true;
  }
  finish(n);
  return chunks;
}

}  // namespace

ChunkedCode cutIntoChunks(const Code& code, uint32_t limit,
                          const std::vector<uint8_t>& blockWrites) {
  constexpr uint32_t kNone = UINT32_MAX;
  ChunkedCode result;
  result.chunks = cut(code, limit);
  result.home.assign(code.registers, Home::None);
  result.place.assign(code.registers, 0);
  result.merged.assign(code.registers, 0);

  std::vector<uint32_t> chunkOf(code.registers, kNone), definition(code.registers, kNone);
  std::vector<uint32_t> writes(blockWrites.size(), 0);  // stores to each variable in this code
  for (uint32_t c = 0; c < result.chunks.size(); ++c) {
    for (uint32_t k = result.chunks[c].begin; k < result.chunks[c].end; ++k) {
      const Instruction& i = code.instructions[k];
      if (i.op == Op::Store) ++writes[i.dst];
      if (i.op == Op::Call || i.op == Op::Extract) result.needsRegisters = true;
      if (i.op == Op::SolveAgain) {
        // It works in the register file.
        for (uint32_t r = i.dst; r < i.dst + i.b; ++r) result.merged[r] = 1;
        result.needsRegisters = true;
      }
      if (i.op == Op::Call) {
        const interp::CallSite& site = code.calls[i.a];
        for (uint32_t r = site.result; r < site.result + site.results; ++r) {
          definition[r] = k;
          chunkOf[r] = c;
        }
      }
      if (!hasResult(i.op)) continue;
      if (definition[i.dst] != kNone) {
        result.merged[i.dst] = 1;
        result.needsRegisters = true;
      }
      definition[i.dst] = k;
      chunkOf[i.dst] = c;
    }
  }
  auto settled = [&](uint32_t slot, uint32_t count) {
    return writes[slot] == count && blockWrites[slot] == 0;
  };
  // A value that its own chunk stores in v is found there.
  std::vector<uint32_t> storedAt(code.registers, kNone);
  for (uint32_t c = 0; c < result.chunks.size(); ++c) {
    for (uint32_t k = result.chunks[c].begin; k < result.chunks[c].end; ++k) {
      const Instruction& i = code.instructions[k];
      if (i.op == Op::Store && chunkOf[i.a] == c && settled(i.dst, 1)) storedAt[i.a] = i.dst;
    }
  }
  for (uint32_t c = 0; c < result.chunks.size(); ++c) {
    for (uint32_t k = result.chunks[c].begin; k < result.chunks[c].end; ++k) {
      forEachOperand(code, code.instructions[k], [&](uint32_t r) {
        FORMOLA_ASSERT(definition[r] != kNone);
        if (chunkOf[r] == c || result.merged[r] != 0 || result.home[r] != Home::None) return;
        const Instruction& source = code.instructions[definition[r]];
        if (source.op == Op::Constant) {
          result.home[r] = Home::Constant;
          result.place[r] = source.a;
        } else if (source.op == Op::Load && settled(source.a, 0)) {
          result.home[r] = Home::Variable;
          result.place[r] = source.a;
        } else if (storedAt[r] != kNone) {
          result.home[r] = Home::Variable;
          result.place[r] = storedAt[r];
        } else {
          result.home[r] = Home::Register;
          result.needsRegisters = true;
        }
      });
    }
  }
  return result;
}

}  // namespace formola::native
