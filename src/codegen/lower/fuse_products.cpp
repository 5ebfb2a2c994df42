#include "codegen/lower/fuse_products.h"

#include <cmath>
#include <limits>

#include "codegen/lower/operands.h"

namespace formola::lowered {

namespace {

constexpr uint32_t kNowhere = std::numeric_limits<uint32_t>::max();

class Fusion {
 public:
  explicit Fusion(Code& code)
      : code_(code), uses_(code.registers, 0), productAt_(code.registers, kNowhere) {}

  void run(uint32_t least) {
    for (const Instruction& i : code_.instructions) {
      forEachOperand(code_, i, [&](uint32_t r) { ++uses_[r]; });
      // It works on a range of registers in place, others hide what they read.
      if (i.op == Op::SolveAgain || i.op == Op::Call) return;
    }
    const std::vector<Instruction> given = code_.instructions;
    gone_.assign(given.size(), 0);
    for (uint32_t k = 0; k < given.size(); ++k) fuse(k);
    if (fused_ < least)
      code_.instructions = given;
    else
      compact();
  }

 private:
  Code& code_;
  std::vector<uint32_t> uses_;
  std::vector<uint32_t> productAt_;  // by register: the product that it has
  std::vector<char> gone_;
  uint32_t fused_ = 0;

  bool isFree(uint32_t reg) const { return productAt_[reg] != kNowhere && uses_[reg] == 1; }

  void fuse(uint32_t k) {
    Instruction& i = code_.instructions[k];
    if (i.op == Op::Mul) productAt_[i.dst] = k;
    // A product in a branch that may not be taken is used in that branch only.
    if (i.op != Op::Add && i.op != Op::Sub) return;
    // The later product of two: the first one can be computed meanwhile.
    const bool second = isFree(i.b) && !(isFree(i.a) && productAt_[i.a] > productAt_[i.b]);
    if (!second && !isFree(i.a)) return;
    const uint32_t at = productAt_[second ? i.b : i.a];
    const Instruction& product = code_.instructions[at];
    const Op op = i.op == Op::Add ? Op::MulAdd : second ? Op::SubMul : Op::MulSub;
    i = {op, i.dst, product.a, product.b, second ? i.a : i.b};
    gone_[at] = 1;
    ++fused_;
  }

  void compact() {
    std::vector<uint32_t> place(code_.instructions.size() + 1);
    uint32_t next = 0;
    for (uint32_t k = 0; k < code_.instructions.size(); ++k) {
      place[k] = next;
      if (gone_[k] == 0) code_.instructions[next++] = code_.instructions[k];
    }
    place[code_.instructions.size()] = next;
    code_.instructions.resize(next);
    for (Instruction& i : code_.instructions)
      if (i.op == Op::Jump || i.op == Op::JumpUnless) i.b = place[i.b];
    for (Origin& origin : code_.origins) origin.first = place[origin.first];
  }
};

}  // namespace

bool hostFusesProducts() {
#if defined(__x86_64__) || defined(__i386__)
  return __builtin_cpu_supports("fma") != 0;
#elif defined(FP_FAST_FMA) || defined(__aarch64__)
  return true;
#else
  return false;
#endif
}

void fuseProducts(Code& code, const FusionLimits& limits) {
  if (code.instructions.size() <= limits.mostInstructions) Fusion(code).run(limits.least);
}

}  // namespace formola::lowered
