#include "codegen/llvm/chunks.h"

#include <algorithm>

#include "support/assert.h"

namespace formola::native {

using lowered::Code;
using lowered::Instruction;
using lowered::Loop;
using lowered::Op;
using lowered::RolledCode;

namespace {

std::vector<Chunk> cut(const RolledCode& rolled, uint32_t limit) {
  const Code& code = rolled.code;
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
  size_t loop = 0;
  for (uint32_t k = 0; k < n; ++k) {
    if (loop < rolled.loops.size() && rolled.loops[loop].begin == k) {
      FORMOLA_ASSERT(closed <= k);
      finish(k);
      now.loop = static_cast<int32_t>(loop);
      finish(rolled.loops[loop++].end());
      k = now.begin - 1;
      continue;
    }
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

constexpr uint32_t kNone = UINT32_MAX;

// The home of each register that is used outside of the zone that computes it; a zone is a chunk or
// one iteration of a loop.
class Homes {
 public:
  Homes(const RolledCode& rolled, ChunkedCode& result, std::vector<uint32_t>& writes)
      : code_(rolled.code), loops_(rolled.loops), result_(result), writes_(writes) {}

  void find(const std::vector<uint8_t>& blockWrites);

 private:
  template <typename F>
  void forEachInstruction(F&& f) const;
  void findDefinitions();
  void findStores(const std::vector<uint8_t>& blockWrites);
  void settle(const Loop& loop);
  void placeInFile();
  void placeLoop(const Loop& loop);
  bool isInFile(uint32_t r) const {
    return result_.merged[r] != 0 || result_.home[r] == Home::Register;
  }
  bool outside(uint32_t r) const { return result_.home[r] != Home::None || result_.merged[r] != 0; }

  const Code& code_;
  const std::vector<Loop>& loops_;
  ChunkedCode& result_;
  std::vector<uint32_t> zoneOf_, definition_;  // by register
  std::vector<uint32_t>& writes_;              // stores to each variable in this code
  std::vector<uint32_t> storedAt_;             // by register: the variable that its own zone stores
  bool changed_ = false;
};

// f(instruction, number of the instruction, zone)
template <typename F>
void Homes::forEachInstruction(F&& f) const {
  uint32_t zone = 0;
  for (const Chunk& chunk : result_.chunks) {
    const uint32_t period =
        chunk.loop < 0 ? chunk.end - chunk.begin : loops_[static_cast<size_t>(chunk.loop)].period;
    for (uint32_t k = chunk.begin; k < chunk.end; ++k) {
      if ((k - chunk.begin) % period == 0) ++zone;
      f(code_.instructions[k], k, zone);
    }
  }
}

void Homes::findDefinitions() {
  forEachInstruction([&](const Instruction& i, uint32_t k, uint32_t zone) {
    if (i.op == Op::Store) ++writes_[i.dst];
    if (i.op == Op::Call || i.op == Op::Extract) result_.needsRegisters = true;
    if (i.op == Op::SolveAgain) {
      // It works in the register file.
      for (uint32_t r = i.dst; r < i.dst + i.b; ++r) result_.merged[r] = 1;
      result_.needsRegisters = true;
    }
    if (i.op == Op::Call) {
      const lowered::CallSite& site = code_.calls[i.a];
      for (uint32_t r = site.result; r < site.result + site.results; ++r) {
        definition_[r] = k;
        zoneOf_[r] = zone;
      }
    }
    if (!hasResult(i.op)) return;
    if (definition_[i.dst] != kNone) {
      result_.merged[i.dst] = 1;
      result_.needsRegisters = true;
    }
    definition_[i.dst] = k;
    zoneOf_[i.dst] = zone;
  });
}

void Homes::findStores(const std::vector<uint8_t>& blockWrites) {
  auto settled = [&](uint32_t slot, uint32_t count) {
    return writes_[slot] == count && blockWrites[slot] == 0;
  };
  // A value that its own zone stores in v is found there.
  forEachInstruction([&](const Instruction& i, uint32_t, uint32_t zone) {
    if (i.op == Op::Store && zoneOf_[i.a] == zone && settled(i.dst, 1)) storedAt_[i.a] = i.dst;
  });
  forEachInstruction([&](const Instruction& user, uint32_t, uint32_t zone) {
    forEachOperand(code_, user, [&](uint32_t r) {
      FORMOLA_ASSERT(definition_[r] != kNone);
      if (zoneOf_[r] == zone || outside(r)) return;
      const Instruction& source = code_.instructions[definition_[r]];
      if (source.op == Op::Constant) {
        result_.home[r] = Home::Constant;
        result_.place[r] = source.a;
      } else if (source.op == Op::Load && settled(source.a, 0)) {
        result_.home[r] = Home::Variable;
        result_.place[r] = source.a;
      } else if (storedAt_[r] != kNone) {
        result_.home[r] = Home::Variable;
        result_.place[r] = storedAt_[r];
      } else {
        result_.home[r] = Home::Register;
      }
    });
  });
}

// What some iterations find in v and others in the register file goes to the file for all.
void Homes::settle(const Loop& loop) {
  for (uint32_t j = 0; j < loop.period; ++j) {
    auto operandsOf = [&](uint32_t iteration, auto&& f) {
      uint32_t n = 0;
      forEachOperand(code_, code_.instructions[loop.begin + iteration * loop.period + j],
                     [&](uint32_t r) { f(r, n++); });
    };
    uint32_t operands = 0;
    operandsOf(0, [&](uint32_t, uint32_t) { ++operands; });
    std::vector<uint8_t> seen(operands, 0);
    auto isOutside = [&](uint32_t r, uint32_t iteration) {
      const uint32_t from = loop.begin + iteration * loop.period;
      return definition_[r] < from || definition_[r] >= from + loop.period;
    };
    for (uint32_t k = 0; k < loop.count; ++k)
      operandsOf(k, [&](uint32_t r, uint32_t n) {
        if (isOutside(r, k)) seen[n] |= isInFile(r) ? 2 : 1;
      });
    if (std::find(seen.begin(), seen.end(), 3) == seen.end()) continue;
    for (uint32_t k = 0; k < loop.count; ++k)
      operandsOf(k, [&](uint32_t r, uint32_t n) {
        if (seen[n] != 3 || !isOutside(r, k) || isInFile(r)) return;
        result_.home[r] = Home::Register;
        changed_ = true;
      });
  }
}

// The file is used from its beginning to its end as the code runs, unless registers are found by
// their numbers: by calls, by blocks that are solved again, after branches.
void Homes::placeInFile() {
  const bool byNumber = result_.needsRegisters;
  result_.fileSize = byNumber ? code_.registers : 0;
  result_.file.assign(code_.registers, kNoPlace);
  for (const Chunk& chunk : result_.chunks) {
    if (chunk.loop >= 0) {
      placeLoop(loops_[static_cast<size_t>(chunk.loop)]);
      continue;
    }
    for (uint32_t k = chunk.begin; k < chunk.end; ++k) {
      const Instruction& i = code_.instructions[k];
      if (!byNumber && hasResult(i.op) && isInFile(i.dst)) result_.file[i.dst] = result_.fileSize++;
    }
  }
  for (uint32_t r = 0; r < code_.registers; ++r) {
    if (!isInFile(r)) continue;
    result_.needsRegisters = true;
    if (result_.file[r] == kNoPlace) result_.file[r] = r;
  }
}

// The results of one iteration follow each other, so that memory is read and written in the order
// of its places; those of independent iterations, which run side by side, instruction by
// instruction.
void Homes::placeLoop(const Loop& loop) {
  auto resultOf = [&](uint32_t j, uint32_t k) {
    return code_.instructions[loop.begin + k * loop.period + j].dst;
  };
  // An iteration whose result nobody needs writes it, too.
  std::vector<uint32_t> kept;
  for (uint32_t j = 0; j < loop.period; ++j) {
    if (!hasResult(code_.instructions[loop.begin + j].op)) continue;
    bool used = false;
    for (uint32_t k = 0; k < loop.count && !used; ++k) used = isInFile(resultOf(j, k));
    if (used) kept.push_back(j);
  }
  const auto width = static_cast<uint32_t>(kept.size());
  for (uint32_t n = 0; n < width; ++n)
    for (uint32_t k = 0; k < loop.count; ++k) {
      const uint32_t r = resultOf(kept[n], k);
      if (result_.merged[r] == 0)
        result_.file[r] =
            result_.fileSize + (loop.independent ? n * loop.count + k : k * width + n);
    }
  result_.fileSize += width * loop.count;
}

void Homes::find(const std::vector<uint8_t>& blockWrites) {
  zoneOf_.assign(code_.registers, kNone);
  definition_.assign(code_.registers, kNone);
  storedAt_.assign(code_.registers, kNone);
  findDefinitions();
  findStores(blockWrites);
  do {
    changed_ = false;
    for (const Loop& loop : loops_) settle(loop);
  } while (changed_);
  placeInFile();
  for (const Instruction& i : code_.instructions)
    if (i.op == Op::Store) writes_[i.dst] = 0;
}

}  // namespace

ChunkedCode cutIntoChunks(const RolledCode& rolled, uint32_t limit,
                          const std::vector<uint8_t>& blockWrites, std::vector<uint32_t>& scratch) {
  ChunkedCode result;
  result.chunks = cut(rolled, limit);
  result.home.assign(rolled.code.registers, Home::None);
  result.place.assign(rolled.code.registers, 0);
  result.merged.assign(rolled.code.registers, 0);
  Homes(rolled, result, scratch).find(blockWrites);
  return result;
}

ChunkedCode cutIntoChunks(const RolledCode& rolled, uint32_t limit,
                          const std::vector<uint8_t>& blockWrites) {
  std::vector<uint32_t> scratch(blockWrites.size(), 0);
  return cutIntoChunks(rolled, limit, blockWrites, scratch);
}

}  // namespace formola::native
