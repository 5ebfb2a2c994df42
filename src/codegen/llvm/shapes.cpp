#include "codegen/llvm/shapes.h"

#include <bit>
#include <cstring>

#include "support/assert.h"

namespace formola::native {

using lowered::Code;
using lowered::Instruction;
using lowered::Op;

namespace {

constexpr uint32_t kFirstUse = 1U << 31;  // in keys: a register that was not seen before

uint64_t mix(uint64_t hash, uint64_t value) {
  return (std::rotl(hash, 23) ^ value) * 0x9e3779b97f4a7c15U;
}

}  // namespace

ShapeReader::ShapeReader(const Code& code, const ChunkedCode& chunks)
    : code_(code),
      chunks_(chunks),
      outside_(chunks.file.size(), kNoPlace),
      local_(chunks.file.size(), 0),
      stamp_(chunks.file.size(), 0) {}

void ShapeReader::place(uint32_t& number, uint32_t index) {
  number = static_cast<uint32_t>(shape_.places.size());
  shape_.places.push_back(index);
}

void ShapeReader::operand(uint32_t reg) {
  if (stamp_[reg] == chunk_) {
    shape_.key.push_back(local_[reg]);
    return;
  }
  stamp_[reg] = chunk_;
  local_[reg] = locals_++;
  const bool merged = chunks_.merged[reg] != 0;
  const Home home = merged ? Home::Register : chunks_.home[reg];
  shape_.key.push_back(kFirstUse + 2 * static_cast<uint32_t>(home) + (merged ? 1 : 0));
  if (home == Home::Constant) {
    outside_[reg] = static_cast<uint32_t>(shape_.literals.size());
    shape_.literals.push_back(code_.constants[chunks_.place[reg]]);
  } else {
    place(outside_[reg], merged                   ? reg
                         : home == Home::Variable ? chunks_.place[reg]
                                                  : chunks_.file[reg]);
  }
}

void ShapeReader::define(uint32_t instruction) {
  const uint32_t reg = code_.instructions[instruction].dst;
  uint32_t& result = result_[instruction - begin_];
  if (chunks_.merged[reg] != 0) {
    operand(reg);
    result = outside_[reg];
    return;
  }
  FORMOLA_ASSERT(stamp_[reg] != chunk_);
  stamp_[reg] = chunk_;
  local_[reg] = locals_++;
  const bool kept = chunks_.file[reg] != kNoPlace;
  shape_.key.push_back(kept ? 1 : 0);
  if (kept) place(result, chunks_.file[reg]);
}

bool ShapeReader::read(const Chunk& chunk) {
  if (chunk.loop >= 0 || chunk.solve) return false;
  ++chunk_;
  locals_ = 0;
  begin_ = chunk.begin;
  shape_.key.clear();
  shape_.places.clear();
  shape_.literals.clear();
  named_.assign(chunk.end - chunk.begin, kNoPlace);
  result_.assign(chunk.end - chunk.begin, kNoPlace);
  for (uint32_t k = chunk.begin; k < chunk.end; ++k) {
    const Instruction& i = code_.instructions[k];
    uint32_t& named = named_[k - begin_];
    shape_.key.push_back(static_cast<uint32_t>(i.op));
    switch (i.op) {
      case Op::Constant:
        named = static_cast<uint32_t>(shape_.literals.size());
        shape_.literals.push_back(code_.constants[i.a]);
        break;
      case Op::Load:
      case Op::LoadPre:
      case Op::LoadRelation:
      case Op::Sampled:
        place(named, i.a);
        break;
      case Op::Store:
      case Op::StorePre:
      case Op::Output:
        place(named, i.dst);
        break;
      case Op::Relation:
      case Op::Delay:
      case Op::Transport:
        place(named, i.c);
        break;
      case Op::Builtin:
        shape_.key.insert(shape_.key.end(), {i.b, i.c});
        break;
      case Op::Pick:
        shape_.key.push_back(i.c);
        break;
      case Op::JumpUnless:
      case Op::Jump:
        shape_.key.push_back(i.b - begin_);
        break;
      case Op::Call:
      case Op::Extract:
      case Op::Act:
        return false;
      default:
        break;
    }
    forEachOperand(code_, i, [&](uint32_t r) { operand(r); });
    if (hasResult(i.op)) define(k);
  }
  return true;
}

void ShapeGroup::add(const ChunkShape& shape) {
  nPlaces_ = shape.places.size();
  nLiterals_ = shape.literals.size();
  places_.insert(places_.end(), shape.places.begin(), shape.places.end());
  for (double x : shape.literals) literals_.push_back(std::bit_cast<uint64_t>(x));
  ++size_;
  FORMOLA_ASSERT(places_.size() == size_ * nPlaces_);
}

namespace {

// Gives each column of a table that is not zero everywhere a number; equal columns have the same.
// at(row, column) is an entry.
template <typename At>
std::vector<uint32_t> numberColumns(size_t rows, size_t columns, At&& at,
                                    std::vector<size_t>& representatives) {
  std::vector<uint64_t> hash(columns, 0);
  std::vector<uint8_t> zero(columns, 1);
  for (size_t m = 0; m < rows; ++m)
    for (size_t c = 0; c < columns; ++c) {
      const uint64_t value = at(m, c);
      hash[c] = mix(hash[c], value);
      if (value != 0) zero[c] = 0;
    }
  std::vector<uint32_t> number(columns, ShapeTable::kSame);
  std::unordered_multimap<uint64_t, uint32_t> known;
  for (size_t c = 0; c < columns; ++c) {
    if (zero[c] != 0) continue;
    const auto [first, last] = known.equal_range(hash[c]);
    for (auto it = first; it != last && number[c] == ShapeTable::kSame; ++it) {
      bool equal = true;
      for (size_t m = 0; m < rows && equal; ++m)
        equal = at(m, c) == at(m, representatives[it->second]);
      if (equal) number[c] = it->second;
    }
    if (number[c] != ShapeTable::kSame) continue;
    number[c] = static_cast<uint32_t>(representatives.size());
    known.emplace(hash[c], number[c]);
    representatives.push_back(c);
  }
  return number;
}

}  // namespace

ShapeTable ShapeGroup::table() const {
  auto distance = [&](size_t m, size_t c) {
    return uint64_t{places_[m * nPlaces_ + c] - places_[c]};
  };
  ShapeTable table;
  std::vector<size_t> moving;
  table.offsetOfPlace = numberColumns(size_, nPlaces_, distance, moving);
  std::vector<size_t> varying;
  table.offsetOfLiteral.assign(nLiterals_, ShapeTable::kSame);
  for (size_t c = 0; c < nLiterals_; ++c)
    for (size_t m = 1; m < size_; ++m)
      if (literals_[m * nLiterals_ + c] != literals_[c]) {
        table.offsetOfLiteral[c] = static_cast<uint32_t>(sizeof(double) * varying.size());
        varying.push_back(c);
        break;
      }
  const size_t head = varying.size();
  for (uint32_t& offset : table.offsetOfPlace)
    if (offset != ShapeTable::kSame)
      offset = static_cast<uint32_t>(sizeof(double) * head + sizeof(int32_t) * offset);
  table.words = static_cast<uint32_t>(head + (moving.size() + 1) / 2);
  table.rows.assign(size_ * size_t{table.words}, 0);
  for (size_t m = 0; m < size_; ++m) {
    uint64_t* row = table.rows.data() + m * table.words;
    for (size_t c : varying) *row++ = literals_[m * nLiterals_ + c];
    for (size_t k = 0; k < moving.size(); ++k) {
      const auto step = static_cast<uint32_t>(distance(m, moving[k]));
      std::memcpy(reinterpret_cast<char*>(row) + sizeof(int32_t) * k, &step, sizeof step);
    }
  }
  return table;
}

size_t KeyHash::operator()(const std::vector<uint32_t>& key) const {
  uint64_t hash = key.size();
  for (uint32_t word : key) hash = mix(hash, word);
  return hash ^ (hash >> 29);
}

}  // namespace formola::native
