// Chunks of the same shape: one function for all of them, and a table of what differs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "codegen/llvm/chunks.h"
#include "codegen/lower/reroll.h"

namespace formola::native {

// What a chunk does (`key`), and apart from that the indices and numbers that it names, in the
// order in which they occur: chunks with equal keys differ in nothing else.
struct ChunkShape {
  std::vector<uint32_t> key;
  std::vector<uint32_t> places;  // in v, pre, relations, the register file, the output, ...
  std::vector<double> literals;
};

// Purpose:    the shapes of the chunks of one code.
// Requires:   the code and its chunks outlive this object.
// Complexity: linear in the instructions of a chunk; the constructor in the registers.
class ShapeReader {
 public:
  ShapeReader(const lowered::Code& code, const ChunkedCode& chunks);

  // False: the chunk is a loop, solves a block, or calls what is bound to its own code.
  bool read(const Chunk& chunk);
  const ChunkShape& shape() const { return shape_; }

  // Of the chunk read last: the numbers in `places` (of a constant: in `literals`) of what the
  // instruction names, of the place of its result in the register file, and of a register that
  // another chunk computes or that several paths write.
  uint32_t named(uint32_t instruction) const { return named_[instruction - begin_]; }
  uint32_t result(uint32_t instruction) const { return result_[instruction - begin_]; }
  uint32_t outside(uint32_t reg) const { return outside_[reg]; }

 private:
  void place(uint32_t& number, uint32_t index);
  void operand(uint32_t reg);
  void define(uint32_t instruction);

  const lowered::Code& code_;
  const ChunkedCode& chunks_;
  ChunkShape shape_;
  uint32_t begin_ = 0;
  std::vector<uint32_t> named_, result_;
  // By register; `local_` counts the registers of the chunk and is valid where `stamp_` says so.
  std::vector<uint32_t> outside_, local_, stamp_;
  uint32_t chunk_ = 0, locals_ = 0;
};

// One row for each chunk of a shape: the numbers that differ, then the distances of places from
// those of the first chunk. Places that keep their distances from each other, as those of x[i] and
// y[i + 1] do, share one entry.
struct ShapeTable {
  static constexpr uint32_t kSame = UINT32_MAX;
  std::vector<uint32_t> offsetOfPlace;    // bytes in a row, or kSame
  std::vector<uint32_t> offsetOfLiteral;  // bytes in a row, or kSame
  uint32_t words = 0;                     // 8 bytes each, in a row
  std::vector<uint64_t> rows;
  const uint64_t* row(uint32_t number) const { return rows.data() + size_t{number} * words; }
};

// The chunks of one shape, in the order in which they were added.
class ShapeGroup {
 public:
  void add(const ChunkShape& shape);
  uint32_t size() const { return size_; }
  // Complexity: linear in what was added, times the number of different columns with equal hashes.
  ShapeTable table() const;

 private:
  uint32_t size_ = 0;
  size_t nPlaces_ = 0, nLiterals_ = 0;
  std::vector<uint32_t> places_;    // size_ times nPlaces_
  std::vector<uint64_t> literals_;  // their bits
};

struct KeyHash {
  size_t operator()(const std::vector<uint32_t>& key) const;
};
// What has equal keys gets the same number.
using KeyNumbers = std::unordered_map<std::vector<uint32_t>, uint32_t, KeyHash>;

}  // namespace formola::native
