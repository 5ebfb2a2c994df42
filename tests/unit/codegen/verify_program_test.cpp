// What the verifier of lowered programs finds: each test breaks one thing in a program that is
// right.
#include "codegen/lower/verify_program.h"

#include <algorithm>
#include <string>

#include "simulation.h"

namespace formola::testing {
namespace {

using lowered::FunctionCode;
using lowered::Instruction;
using lowered::Op;

class VerifyProgram : public ::testing::Test {
 protected:
  // der(x) = atan2(x, 1) - x
  void SetUp() override {
    const ExprId x = bench_.unknown("x", 1, true);
    const ExprId angle = bench_.fn(Builtin::Atan2, bench_.real, {x, bench_.num(1)});
    bench_.equation(bench_.der(x), bench_.op(ExprKind::Sub, angle, x));
    StructuredDae model = structureModel(std::move(bench_.dae), {}, bench_.diagnostics);
    ASSERT_FALSE(bench_.diagnostics.hasErrors()) << bench_.messages();
    Schedule schedule = scheduleOf(std::move(model), bench_.diagnostics);
    program_ = lowered::lowerProgram(std::move(schedule), bench_.diagnostics);
    ASSERT_EQ(lowered::verify(*program_), "");
  }
  Instruction& find(Op op) {
    std::vector<Instruction>& all = program_->derivatives.instructions;
    const auto found = std::ranges::find(all, op, &Instruction::op);
    EXPECT_NE(found, all.end());
    return *found;
  }
  void expectFound(const std::string& what) {
    const std::string found = lowered::verify(*program_);
    EXPECT_NE(found.find("derivatives, instruction "), std::string::npos) << found;
    EXPECT_NE(found.find(what), std::string::npos) << found;
  }

  ModelBench bench_;
  std::unique_ptr<lowered::LoweredProgram> program_;
};

TEST_F(VerifyProgram, RegistersThatNothingWrote) {
  find(Op::Store).a = program_->derivatives.registers++;
  expectFound("nothing before writes it");
}

TEST_F(VerifyProgram, RegistersBeyondTheFrame) {
  find(Op::Load).dst = program_->derivatives.registers;
  expectFound("beyond the frame");
}

TEST_F(VerifyProgram, VariablesAndConstants) {
  Instruction& store = find(Op::Store);
  const uint32_t place = store.dst;
  store.dst = static_cast<uint32_t>(program_->start.size());
  expectFound("no such variable");
  store.dst = place;
  find(Op::Constant).a = 100;
  expectFound("no such constant");
}

TEST_F(VerifyProgram, ListsOfOperands) {
  find(Op::Builtin).a = static_cast<uint32_t>(program_->derivatives.lists.size());
  expectFound("list of operands is too short");
}

TEST_F(VerifyProgram, JumpsBack) {
  Instruction& load = find(Op::Load);
  load = {Op::Jump, 0, 0, 0, 0};
  expectFound("a jump back");
  load.b = 1000;
  expectFound("a jump out of the code");
}

TEST_F(VerifyProgram, InstructionsOfFunctions) {
  find(Op::Load) = {Op::Fail};
  expectFound("of the other kind of code");
}

TEST_F(VerifyProgram, Blocks) {
  find(Op::Load) = {Op::SolveLinear, 0, 3};
  expectFound("no such block");
}

}  // namespace
}  // namespace formola::testing
