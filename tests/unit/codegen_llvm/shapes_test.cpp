// Chunks of the same shape and the tables of what differs.
#include "codegen/llvm/shapes.h"

#include <gtest/gtest.h>

#include <bit>
#include <cstring>

namespace formola::native {
namespace {

using lowered::Code;
using lowered::Instruction;
using lowered::Op;

// v[to] = literal * v[from] + v[from + 1]
Code line(uint32_t from, double literal, uint32_t to) {
  Code code;
  code.instructions = {{Op::Constant, 0, 0, 0, 0}, {Op::Load, 1, from, 0, 0},
                       {Op::Mul, 2, 0, 1, 0},      {Op::Load, 3, from + 1, 0, 0},
                       {Op::Add, 4, 2, 3, 0},      {Op::Store, to, 4, 0, 0}};
  code.constants = {literal};
  code.registers = 5;
  return code;
}

ChunkShape shapeOf(const Code& code, uint32_t chunkSize = 100) {
  const lowered::RolledCode rolled{code, {}};
  const ChunkedCode chunks = cutIntoChunks(rolled, chunkSize, std::vector<uint8_t>(1000, 0));
  ShapeReader reader(rolled.code, chunks);
  EXPECT_TRUE(reader.read(chunks.chunks.back()));
  return reader.shape();
}

TEST(Shapes, PlacesAndNumbersAreNoPartOfTheShape) {
  const ChunkShape a = shapeOf(line(3, 2.5, 7)), b = shapeOf(line(13, -1, 2));
  EXPECT_EQ(a.key, b.key);
  EXPECT_EQ(a.places, (std::vector<uint32_t>{3, 4, 7}));
  EXPECT_EQ(b.places, (std::vector<uint32_t>{13, 14, 2}));
  EXPECT_EQ(a.literals, std::vector<double>{2.5});
}

TEST(Shapes, OperationsOperandsAndHomesAre) {
  Code other = line(3, 2.5, 7);
  other.instructions[4].op = Op::Sub;
  EXPECT_NE(shapeOf(other).key, shapeOf(line(3, 2.5, 7)).key);
  other = line(3, 2.5, 7);
  other.instructions[4].b = 1;  // both factors and the sum have v[from]
  EXPECT_NE(shapeOf(other).key, shapeOf(line(3, 2.5, 7)).key);
  // The last chunk finds the sum in the register file.
  const ChunkShape last = shapeOf(line(3, 2.5, 7), 5), again = shapeOf(line(20, 1, 9), 5);
  EXPECT_EQ(last.key, again.key);
  EXPECT_EQ(last.places, (std::vector<uint32_t>{7, 0}));
  EXPECT_TRUE(last.literals.empty());
}

TEST(Shapes, CallsBelongToTheirCode) {
  Code code = line(3, 2.5, 7);
  code.instructions[1] = {Op::Extract, 1, 0, 0, 0};
  code.extractions.emplace_back();
  const lowered::RolledCode rolled{code, {}};
  const ChunkedCode chunks = cutIntoChunks(rolled, 100, std::vector<uint8_t>(1000, 0));
  ShapeReader reader(rolled.code, chunks);
  EXPECT_FALSE(reader.read(chunks.chunks[0]));
}

TEST(Shapes, PlacesThatMoveTogetherShareAnEntry) {
  ShapeGroup group;
  for (uint32_t k = 0; k < 5; ++k) group.add(shapeOf(line(10 + k, 2, 90 - 3 * k)));
  const ShapeTable table = group.table();
  EXPECT_EQ(table.offsetOfPlace, (std::vector<uint32_t>{0, 0, 4}));
  EXPECT_EQ(table.offsetOfLiteral, std::vector<uint32_t>{ShapeTable::kSame});
  EXPECT_EQ(table.words, 1u);
  for (uint32_t k = 0; k < 5; ++k) {
    int32_t distances[2];
    std::memcpy(distances, table.row(k), sizeof distances);
    EXPECT_EQ(distances[0], static_cast<int32_t>(k));
    EXPECT_EQ(distances[1], -3 * static_cast<int32_t>(k));
  }
}

TEST(Shapes, NumbersThatDifferAreInTheTable) {
  ShapeGroup group;
  for (uint32_t k = 0; k < 4; ++k) group.add(shapeOf(line(10, k == 2 ? -0.0 : 0.0, 90 + k % 2)));
  const ShapeTable table = group.table();
  EXPECT_EQ(table.offsetOfLiteral, std::vector<uint32_t>{0});
  EXPECT_EQ(table.offsetOfPlace, (std::vector<uint32_t>{ShapeTable::kSame, ShapeTable::kSame, 8}));
  EXPECT_EQ(table.words, 2u);
  for (uint32_t k = 0; k < 4; ++k)
    EXPECT_EQ(table.row(k)[0], std::bit_cast<uint64_t>(k == 2 ? -0.0 : 0.0));
}

}  // namespace
}  // namespace formola::native
