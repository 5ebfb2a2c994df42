// Products fused with the sums that they are used in.
#include "codegen/lower/fuse_products.h"

#include <gtest/gtest.h>

namespace formola::lowered {
namespace {

constexpr FusionLimits kAlways{.least = 1};

// r0 .. r3 are loaded; what follows is given, then register `result` is put out.
Code program(std::vector<Instruction> instructions, uint32_t result) {
  Code code;
  for (uint32_t k = 0; k < 4; ++k) code.instructions.push_back({Op::Load, k, k});
  for (const Instruction& i : instructions) code.instructions.push_back(i);
  code.instructions.push_back({Op::Output, 0, result});
  code.registers = 20;
  return code;
}

std::vector<Op> operations(const Code& code) {
  std::vector<Op> result;
  for (const Instruction& i : code.instructions)
    if (i.op != Op::Load && i.op != Op::Output) result.push_back(i.op);
  return result;
}

void expectInstruction(const Instruction& i, const Instruction& expected) {
  EXPECT_EQ(i.op, expected.op);
  EXPECT_EQ(i.dst, expected.dst);
  EXPECT_EQ(i.a, expected.a);
  EXPECT_EQ(i.b, expected.b);
  EXPECT_EQ(i.c, expected.c);
}

TEST(FuseProducts, SumsAndDifferencesOnEitherSide) {
  Code sum = program({{Op::Mul, 4, 0, 1}, {Op::Add, 5, 4, 2}}, 5);
  fuseProducts(sum, kAlways);
  ASSERT_EQ(operations(sum), std::vector<Op>{Op::MulAdd});
  expectInstruction(sum.instructions[4], {Op::MulAdd, 5, 0, 1, 2});

  Code left = program({{Op::Mul, 4, 0, 1}, {Op::Sub, 5, 4, 2}}, 5);
  fuseProducts(left, kAlways);
  expectInstruction(left.instructions[4], {Op::MulSub, 5, 0, 1, 2});

  Code right = program({{Op::Mul, 4, 0, 1}, {Op::Sub, 5, 2, 4}}, 5);
  fuseProducts(right, kAlways);
  expectInstruction(right.instructions[4], {Op::SubMul, 5, 0, 1, 2});
}

TEST(FuseProducts, OfTwoProductsTheLaterOne) {
  Code code = program({{Op::Mul, 4, 0, 1}, {Op::Mul, 5, 2, 3}, {Op::Sub, 6, 4, 5}}, 6);
  fuseProducts(code, kAlways);
  EXPECT_EQ(operations(code), (std::vector<Op>{Op::Mul, Op::SubMul}));
  expectInstruction(code.instructions[5], {Op::SubMul, 6, 2, 3, 4});
}

TEST(FuseProducts, AProductWithAnotherUseStays) {
  Code code = program({{Op::Mul, 4, 0, 1}, {Op::Add, 5, 4, 2}, {Op::Add, 6, 4, 5}}, 6);
  fuseProducts(code, kAlways);
  EXPECT_EQ(operations(code), (std::vector<Op>{Op::Mul, Op::Add, Op::Add}));
  Code square = program({{Op::Mul, 4, 0, 1}, {Op::Add, 5, 4, 4}}, 5);
  fuseProducts(square, kAlways);
  EXPECT_EQ(operations(square), (std::vector<Op>{Op::Mul, Op::Add}));
}

TEST(FuseProducts, JumpsAndOriginsFollow) {
  // if r0 then r8 = r1*r2 + r3 else r8 = r1
  Code code = program({{Op::JumpUnless, 0, 0, 9},
                       {Op::Mul, 4, 1, 2},
                       {Op::Add, 5, 4, 3},
                       {Op::Copy, 8, 5},
                       {Op::Jump, 0, 0, 10},
                       {Op::Copy, 8, 1}},
                      8);
  code.origins.push_back({9, {}, {}, 7});
  fuseProducts(code, kAlways);
  ASSERT_EQ(operations(code),
            (std::vector<Op>{Op::JumpUnless, Op::MulAdd, Op::Copy, Op::Jump, Op::Copy}));
  EXPECT_EQ(code.instructions[4].b, 8u);
  EXPECT_EQ(code.instructions[7].b, 9u);
  EXPECT_EQ(code.origins[0].first, 8u);
}

TEST(FuseProducts, CodeBeyondTheLimitsStays) {
  const std::vector<Instruction> pair = {{Op::Mul, 4, 0, 1}, {Op::Add, 5, 4, 2}};
  Code few = program(pair, 5);
  fuseProducts(few, {.least = 2});
  EXPECT_EQ(operations(few), (std::vector<Op>{Op::Mul, Op::Add}));
  Code many = program(pair, 5);
  fuseProducts(many, {.least = 1, .mostInstructions = 6});
  EXPECT_EQ(operations(many), (std::vector<Op>{Op::Mul, Op::Add}));
  // Solving a block again works on registers in place.
  Code solved = program({pair[0], {Op::SolveAgain, 0, 0, 2}, pair[1]}, 5);
  fuseProducts(solved, kAlways);
  EXPECT_EQ(operations(solved), (std::vector<Op>{Op::Mul, Op::SolveAgain, Op::Add}));
}

}  // namespace
}  // namespace formola::lowered
