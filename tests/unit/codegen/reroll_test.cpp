// Loops found in straight code: they compute the same, and each is what it says.
#include "codegen/lower/reroll.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <random>
#include <set>

#include "codegen/lower/operands.h"

namespace formola::lowered {
namespace {

// Writes register code as CodeBuilder does: every register once.
class Program {
 public:
  Code code;

  uint32_t emit(Op op, uint32_t a = 0, uint32_t b = 0) {
    code.instructions.push_back({op, code.registers, a, b});
    return code.registers++;
  }
  uint32_t load(uint32_t slot) { return emit(Op::Load, slot); }
  uint32_t constant(double x) {
    code.constants.push_back(x);
    return emit(Op::Constant, static_cast<uint32_t>(code.constants.size()) - 1);
  }
  void store(uint32_t slot, uint32_t r) { code.instructions.push_back({Op::Store, slot, r}); }
};

constexpr uint32_t kOutputs = 500;  // where run() puts them

// What the code leaves in v, for the operations used here.
std::vector<double> run(const Code& code, std::vector<double> v) {
  std::vector<double> r(code.registers);
  for (const Instruction& i : code.instructions) {
    switch (i.op) {
      case Op::Constant:
        r[i.dst] = code.constants[i.a];
        break;
      case Op::Load:
        r[i.dst] = v[i.a];
        break;
      case Op::Add:
        r[i.dst] = r[i.a] + r[i.b];
        break;
      case Op::Sub:
        r[i.dst] = r[i.a] - r[i.b];
        break;
      case Op::Mul:
        r[i.dst] = r[i.a] * r[i.b];
        break;
      case Op::Store:
        v[i.dst] = r[i.a];
        break;
      case Op::Output:
        v[kOutputs + i.dst] = r[i.a];
        break;
      case Op::SolveLinear:  // only ends a run here
        break;
      default:
        ADD_FAILURE() << "unexpected operation";
    }
  }
  return v;
}

RolledCode roll(const Code& code) {
  RerollOptions options;
  options.leastInstructions = 1;
  options.leastIterations = 4;
  options.leastSaved = options.leastSavedIndependent = 1;
  options.leastPercent = 30;
  return reroll(code, options);
}

// The contract of Loop.
void expectRegular(const RolledCode& rolled) {
  std::vector<uint32_t> definition(rolled.code.registers, UINT32_MAX);
  for (uint32_t k = 0; k < rolled.code.instructions.size(); ++k)
    if (hasResult(rolled.code.instructions[k].op)) definition[rolled.code.instructions[k].dst] = k;
  uint32_t last = 0;
  for (const Loop& loop : rolled.loops) {
    EXPECT_LE(last, loop.begin);
    last = loop.end();
    ASSERT_LE(last, rolled.code.instructions.size());
    for (uint32_t j = 0; j < loop.period; ++j) {
      std::vector<uint32_t> first;
      for (uint32_t k = 0; k < loop.count; ++k) {
        const uint32_t begin = loop.begin + k * loop.period;
        const Instruction& i = rolled.code.instructions[begin + j];
        ASSERT_EQ(i.op, rolled.code.instructions[loop.begin + j].op);
        std::vector<uint32_t> places;
        forEachOperand(rolled.code, i, [&](uint32_t r) {
          const bool inside = definition[r] >= begin && definition[r] < begin + loop.period;
          places.push_back(inside ? definition[r] - begin : UINT32_MAX);
          if (loop.independent && !inside) {
            EXPECT_TRUE(definition[r] < loop.begin || definition[r] >= loop.end());
          }
        });
        if (k == 0) first = places;
        EXPECT_EQ(places, first);
      }
    }
  }
}

std::vector<double> numbers(size_t n) {
  std::vector<double> v;
  std::mt19937 random(7);
  std::uniform_real_distribution<double> draw(-1, 1);
  for (size_t i = 0; i < n; ++i) v.push_back(draw(random));
  return v;
}

void expectSame(const Code& code, const RolledCode& rolled, size_t slots) {
  expectRegular(rolled);
  const std::vector<double> v = numbers(slots);
  const std::vector<double> expected = run(code, v), got = run(rolled.code, v);
  for (size_t i = 0; i < slots; ++i)  // numbers may grow beyond all bounds
    EXPECT_EQ(std::bit_cast<uint64_t>(expected[i]), std::bit_cast<uint64_t>(got[i])) << i;
}

size_t saved(const RolledCode& rolled) {
  size_t n = 0;
  for (const Loop& loop : rolled.loops) n += static_cast<size_t>(loop.period) * (loop.count - 1);
  return n;
}

TEST(Reroll, CellsOfOneShapeAreOneIndependentLoop) {
  Program p;
  const uint32_t n = 20;
  for (uint32_t i = 0; i < n; ++i) {
    const uint32_t x = p.load(i), next = p.load((i + 1) % n);
    p.store(n + i, p.emit(Op::Mul, p.constant(i), p.emit(Op::Sub, x, next)));
  }
  const RolledCode rolled = roll(p.code);
  ASSERT_EQ(rolled.loops.size(), 1u);
  EXPECT_EQ(rolled.loops[0].count, n);
  EXPECT_TRUE(rolled.loops[0].independent);
  expectSame(p.code, rolled, 2 * n);
}

// Columns first: iterations are independent and come in the order of what they write.
TEST(Reroll, IterationsComeInTheOrderOfTheirPlaces) {
  Program p;
  const uint32_t rows = 5, columns = 8;
  for (uint32_t c = 0; c < columns; ++c)
    for (uint32_t r = 0; r < rows; ++r)
      p.store(100 + r * columns + c,
              p.emit(Op::Sub, p.load(r * columns + c), p.load((r + 1) * columns + c)));
  const RolledCode rolled = roll(p.code);
  ASSERT_EQ(rolled.loops.size(), 1u);
  const Loop& loop = rolled.loops[0];
  std::vector<uint32_t> written, expected;
  for (uint32_t k = loop.begin; k < loop.end(); ++k)
    if (rolled.code.instructions[k].op == Op::Store)
      written.push_back(rolled.code.instructions[k].dst);
  for (uint32_t k = 0; k < rows * columns; ++k) expected.push_back(100 + k);
  EXPECT_EQ(written, expected);
  expectSame(p.code, rolled, 200);
}

TEST(Reroll, ARecurrenceIsALoopInItsOrder) {
  Program p;
  const uint32_t n = 20;
  uint32_t sum = p.load(0), product = p.load(1);
  for (uint32_t i = 2; i < n; ++i) {
    sum = p.emit(Op::Add, p.emit(Op::Mul, sum, product), p.load(i));
    product = p.emit(Op::Mul, sum, product);
    p.store(n + i, p.emit(Op::Sub, sum, product));
  }
  const RolledCode rolled = roll(p.code);
  expectSame(p.code, rolled, 2 * n);
  EXPECT_GT(saved(rolled) * 10, p.code.instructions.size() * 8);
  EXPECT_TRUE(std::any_of(rolled.loops.begin(), rolled.loops.end(),
                          [](const Loop& l) { return !l.independent; }));
}

TEST(Reroll, OutputsHereAndThereLeaveALoopWhole) {
  // x(k + 1) = (x(k) + v(k))*v(k); every fifth sum is asked for as well.
  Program p;
  uint32_t x = p.constant(1);
  for (uint32_t k = 0; k < 60; ++k) {
    const uint32_t v = p.load(k), sum = p.emit(Op::Add, x, v);
    if (k % 5 == 2) p.code.instructions.push_back({Op::Output, k / 5, sum});
    x = p.emit(Op::Mul, sum, v);
    p.store(100 + k, x);
  }
  const RolledCode rolled = roll(p.code);
  expectRegular(rolled);
  EXPECT_TRUE(std::any_of(rolled.loops.begin(), rolled.loops.end(),
                          [](const Loop& loop) { return loop.count >= 55; }));
  std::vector<double> v(600, 0.0);
  for (uint32_t k = 0; k < 60; ++k) v[k] = 0.5 + 0.01 * k;
  EXPECT_EQ(run(rolled.code, v), run(p.code, v));
}

TEST(Reroll, ALongSumIsALoopOfParts) {
  Program p;
  const uint32_t n = 1000;
  uint32_t sum = p.load(0);
  for (uint32_t i = 1; i < n; ++i) sum = p.emit(Op::Add, sum, p.load(i));
  p.store(n, sum);
  const RolledCode rolled = roll(p.code);
  expectSame(p.code, rolled, n + 1);
  EXPECT_GT(saved(rolled) * 10, p.code.instructions.size() * 9);
}

// A sweep there and a sweep back have the same shapes and need each other's results; what is around
// them tells them apart.
TEST(Reroll, SweepsThereAndBackAreToldApart) {
  Program p;
  const uint32_t n = 40;
  std::vector<uint32_t> there = {p.load(0)};
  for (uint32_t i = 1; i < n; ++i)
    there.push_back(p.emit(Op::Add, p.emit(Op::Mul, there.back(), p.load(i)), p.load(n + i)));
  uint32_t back = there.back();
  for (uint32_t i = n - 1; i-- > 0;) {
    back = p.emit(Op::Add, p.emit(Op::Mul, back, p.load(i)), there[i]);
    p.store(2 * n + i, back);
  }
  const RolledCode rolled = roll(p.code);
  expectSame(p.code, rolled, 3 * n);
  EXPECT_GT(saved(rolled) * 10, p.code.instructions.size() * 7);
}

TEST(Reroll, SmallCodeAndWhatHasNoShapeInCommonStaysAsItIs) {
  Program p;
  uint32_t x = p.load(0);
  for (uint32_t i = 1; i < 6; ++i) {
    for (uint32_t k = 0; k < i; ++k) x = p.emit(k % 2 == 0 ? Op::Mul : Op::Add, x, p.load(i));
    p.store(10 + i, x);
  }
  const RolledCode rolled = roll(p.code);
  EXPECT_TRUE(rolled.loops.empty());
  EXPECT_EQ(rolled.code.instructions.size(), p.code.instructions.size());
  EXPECT_TRUE(reroll(p.code).loops.empty());
}

// Values, loads and constants of a run that becomes loops are also needed by one that does not.
TEST(Reroll, RunsShareWhatTheyNeed) {
  Program p;
  const uint32_t n = 40;
  const uint32_t shared = p.constant(3), loaded = p.load(0);
  uint32_t last = shared;
  for (uint32_t i = 1; i < n; ++i) {
    last = p.emit(Op::Mul, p.load(i), shared);
    p.store(n + i, last);
  }
  p.code.instructions.push_back({Op::SolveLinear});
  p.store(n, p.emit(Op::Add, p.emit(Op::Mul, shared, loaded), last));
  const RolledCode rolled = roll(p.code);
  EXPECT_EQ(rolled.loops.size(), 1u);
  std::set<uint32_t> defined;
  for (const Instruction& i : rolled.code.instructions) {
    forEachOperand(rolled.code, i, [&](uint32_t r) { EXPECT_TRUE(defined.contains(r)) << r; });
    if (hasResult(i.op)) defined.insert(i.dst);
  }
  expectSame(p.code, rolled, 2 * n);
}

// A load that must come before the store of the same run.
TEST(Reroll, OldValuesAreReadBeforeTheyAreOverwritten) {
  Program p;
  for (uint32_t i = 0; i < 20; ++i) p.store(i, p.emit(Op::Add, p.load(i), p.load((i + 1) % 20)));
  expectSame(p.code, roll(p.code), 20);
}

TEST(Reroll, RandomProgramsComputeTheSame) {
  size_t loops = 0;
  for (unsigned seed = 1; seed <= 200; ++seed) {
    std::mt19937 random(seed);
    auto below = [&](size_t n) { return static_cast<uint32_t>(random() % n); };
    Program p;
    const uint32_t n = 6 + below(20);
    std::vector<uint32_t> known;
    for (uint32_t i = 0; i < n; ++i) known.push_back(p.load(i));
    // The same few statements again and again, with operands that are near, far or random.
    const uint32_t kinds = 1 + below(3), rounds = 10 + below(30);
    std::vector<std::vector<uint32_t>> recipe(kinds);
    for (auto& r : recipe)
      for (uint32_t k = 0; k < 6; ++k) r.push_back(below(12));
    for (uint32_t i = 0; i < rounds; ++i)
      for (const auto& r : recipe) {
        auto operand = [&](uint32_t how) {
          if (how < 8) return known[known.size() - 1 - how % known.size() % n];
          if (how < 10) return p.constant(0.5 + how);
          return known[below(known.size())];
        };
        static constexpr Op ops[] = {Op::Add, Op::Sub, Op::Mul};
        const uint32_t a = operand(r[0]), b = operand(r[1]), c = operand(r[2]);
        const uint32_t x = p.emit(ops[r[3] % 3], p.emit(ops[r[4] % 3], a, b), c);
        known.push_back(x);
        if (r[5] % 2 == 0) p.store(n + static_cast<uint32_t>(known.size()), x);
      }
    const size_t slots = n + known.size() + 1;
    const RolledCode rolled = roll(p.code);
    loops += rolled.loops.size();
    expectSame(p.code, rolled, slots);
    if (HasFailure()) FAIL() << "seed " << seed;
  }
  EXPECT_GT(loops, 100u);
}

}  // namespace
}  // namespace formola::lowered
