// Random programs at random points, and how code is cut into chunks.
#include <bit>
#include <cmath>
#include <random>

#include "../codegen/simulation.h"
#include "codegen/llvm/chunks.h"
#include "codegen/llvm/llvm_model.h"

namespace formola::testing {
namespace {

// x' = f(x, y) with 4 states and 30 other unknowns, each an expression of those before it.
class RandomModel : public ModelBench {
 public:
  explicit RandomModel(unsigned seed) : random_(seed) {
    for (int i = 0; i < 4; ++i) known_.push_back(unknown("x" + std::to_string(i), 1 + i, true));
    known_.push_back(pool.time());
    known_.push_back(parameter("p", 0.7));
    for (int i = 0; i < 30; ++i) {
      ExprId y = unknown("y" + std::to_string(i));
      equation(y, expression());
      known_.push_back(y);
    }
    for (size_t i = 0; i < 4; ++i) equation(der(known_[i]), expression());
  }

 private:
  uint32_t below(uint32_t n) { return static_cast<uint32_t>(random_() % n); }
  ExprId leaf() {
    if (below(5) == 0) return num(static_cast<double>(below(2000)) / 100 - 10);
    return known_[below(static_cast<uint32_t>(known_.size()))];
  }
  ExprId condition(ExprId a, ExprId b) {
    static constexpr ExprKind kinds[] = {ExprKind::Less, ExprKind::LessEqual, ExprKind::Greater,
                                         ExprKind::GreaterEqual};
    ExprId one = compare(kinds[below(4)], a, b), two = compare(kinds[below(4)], b, leaf());
    switch (below(4)) {
      case 0:
        return either(one, two);
      case 1:
        return pool.binary(ExprKind::And, boolean, notTrue(one), two);
      default:
        return one;
    }
  }
  ExprId expression() {
    static constexpr ExprKind operators[] = {ExprKind::Add, ExprKind::Sub, ExprKind::Mul,
                                             ExprKind::Div, ExprKind::Pow};
    static constexpr Builtin unary[] = {Builtin::Abs,  Builtin::Sign, Builtin::Sqrt, Builtin::Sin,
                                        Builtin::Cos,  Builtin::Tan,  Builtin::Asin, Builtin::Acos,
                                        Builtin::Atan, Builtin::Sinh, Builtin::Cosh, Builtin::Tanh,
                                        Builtin::Exp,  Builtin::Log,  Builtin::Log10};
    static constexpr Builtin binary[] = {Builtin::Atan2, Builtin::MinOf, Builtin::MaxOf};
    std::vector<ExprId> work;
    for (uint32_t i = 0; i < 4 + below(8); ++i) work.push_back(leaf());
    auto take = [&] {
      ExprId id = work[below(static_cast<uint32_t>(work.size()))];
      return id;
    };
    for (int i = 0; i < 8; ++i) {
      ExprId a = take(), b = take();
      switch (below(6)) {
        case 0:
          work.push_back(f(unary[below(std::size(unary))], a));
          break;
        case 1:
          work.push_back(fn(binary[below(std::size(binary))], real, {a, b}));
          break;
        case 2: {
          // Integer functions and choices without events
          static constexpr Builtin integers[] = {Builtin::Floor, Builtin::Ceil};
          static constexpr Builtin divisions[] = {Builtin::Mod, Builtin::Rem, Builtin::Div};
          ExprId inner =
              below(2) == 0 ? f(integers[below(2)], a) : fn(divisions[below(3)], real, {a, b});
          work.push_back(f(Builtin::NoEvent, inner));
          break;
        }
        case 3: {
          ExprId choice = iff(condition(a, b), take(), b);
          work.push_back(below(3) == 0 ? choice : f(Builtin::NoEvent, choice));
          break;
        }
        default:
          work.push_back(op(operators[below(5)], a, b));
      }
    }
    ExprId sum = work.back();
    for (int i = 0; i < 3; ++i) sum = add(sum, take());
    return sum;
  }

  std::mt19937 random_;
  std::vector<ExprId> known_;
};

struct Instance {
  explicit Instance(const FmlModel& model) : data(fml_create(&model)) {}
  ~Instance() { fml_destroy(data); }
  Instance(const Instance&) = delete;
  Instance& operator=(const Instance&) = delete;
  FmlData* data;
};

// Everything an evaluation leaves behind.
std::vector<double> evaluate(FmlData* d, const std::vector<double>& x, double time, bool live) {
  const FmlModel& m = *d->model;
  d->time = time;
  for (int32_t i = 0; i < m.nStates; ++i) d->v[i] = x[static_cast<size_t>(i)];
  d->live = live ? 1 : 0;
  FmlStatus status = FML_OK;
  if (live && m.evalEvent != nullptr) {
    status = m.evalEvent(d);
  } else {
    status = m.evalDerivatives(d);
    if (status == FML_OK && m.evalOutputs != nullptr) status = m.evalOutputs(d);
  }
  std::vector<double> result(d->v, d->v + m.nVariables);
  result.push_back(status);
  for (int32_t k = 0; k < m.nRelations; ++k) result.push_back(d->relations[k]);
  std::vector<double> z(static_cast<size_t>(m.nStateRelations), 0.0);
  if (m.evalZeroCrossings != nullptr) m.evalZeroCrossings(d, z.data());
  result.insert(result.end(), z.begin(), z.end());
  return result;
}

TEST(RandomProgram, NativeCodeGivesTheBitsOfTheInterpreter) {
  size_t finite = 0, relations = 0;
  for (unsigned seed = 1; seed <= 6; ++seed) {
    RandomModel reference(seed);
    ASSERT_TRUE(reference.translate()) << reference.messages();
    RandomModel same(seed);
    ASSERT_TRUE(same.translate()) << same.messages();
    LlvmOptions options;
    options.chunkSize = seed % 3 == 0 ? 200 : 7 * (seed % 5) + 3;
    options.optimization = seed % 3;
    options.cold = true;
    options.leastRolled = 1;
    LlvmModel native(std::move(*same.compiled), options);
    ASSERT_EQ(native.failure(), "");
    relations += static_cast<size_t>(native.model().nRelations);

    Instance a(reference.compiled->model()), b(native.model());
    a.data->model->evalParameters(a.data);
    b.data->model->evalParameters(b.data);
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> draw(-3, 3);
    for (int point = 0; point < 40; ++point) {
      std::vector<double> x;
      for (int32_t i = 0; i < native.model().nStates; ++i) x.push_back(draw(random));
      if (point == 1) x[0] = INFINITY;
      if (point == 2) x[1] = NAN;
      if (point == 3) x[2] = -0.0;
      const double time = draw(random);
      const bool live = point % 4 == 0;
      const std::vector<double> expected = evaluate(a.data, x, time, live);
      const std::vector<double> got = evaluate(b.data, x, time, live);
      ASSERT_EQ(expected.size(), got.size());
      for (size_t k = 0; k < got.size(); ++k) {
        if (std::isnan(expected[k]) && std::isnan(got[k])) continue;
        finite += std::isfinite(got[k]) ? 1 : 0;
        ASSERT_EQ(std::bit_cast<uint64_t>(expected[k]), std::bit_cast<uint64_t>(got[k]))
            << "seed " << seed << " point " << point << " entry " << k << ": " << expected[k]
            << " and " << got[k];
      }
    }
  }
  // The comparison is about numbers, not about NaN everywhere.
  EXPECT_GT(finite, 2500u);
  EXPECT_GT(relations, 5u);
}

using lowered::Code;
using lowered::Op;
using native::Home;

// r0 = 2, r1 = v[0], r2 = r1 * r0, v[1] = r2, r3 = r2 + r1, r4 = r3 + r0, v[2] = r4
Code smallCode() {
  Code code;
  code.constants = {2};
  code.registers = 5;
  code.instructions = {{Op::Constant, 0, 0}, {Op::Load, 1, 0},   {Op::Mul, 2, 1, 0},
                       {Op::Store, 1, 2},    {Op::Add, 3, 2, 1}, {Op::Add, 4, 3, 0},
                       {Op::Store, 2, 4}};
  return code;
}

TEST(Chunks, ValuesCrossByTheCheapestWay) {
  const Code code = smallCode();
  native::ChunkedCode cut = native::cutIntoChunks({code, {}}, 4, {0, 0, 0});
  ASSERT_EQ(cut.chunks.size(), 2u);
  EXPECT_EQ(cut.chunks[0].end, 4u);
  EXPECT_EQ(cut.home[0], Home::Constant);
  EXPECT_EQ(cut.home[1], Home::Variable);
  EXPECT_EQ(cut.home[2], Home::Variable);  // stored in v[1] by its own chunk
  EXPECT_EQ(cut.place[2], 1u);
  EXPECT_EQ(cut.home[3], Home::None);
  EXPECT_FALSE(cut.needsRegisters);
  // Where a block may overwrite v, its old value has to be kept.
  cut = native::cutIntoChunks({code, {}}, 4, {1, 1, 0});
  EXPECT_EQ(cut.home[1], Home::Register);
  EXPECT_EQ(cut.home[2], Home::Register);
  EXPECT_TRUE(cut.needsRegisters);
}

TEST(Chunks, JumpsStayInside) {
  Code code;
  code.constants = {1};
  code.registers = 6;
  // r1 = r0 ? r2 : r3; a chunk of one instruction must not end between the jump and its target.
  code.instructions = {{Op::Constant, 0, 0}, {Op::JumpUnless, 0, 0, 5}, {Op::Load, 2, 0},
                       {Op::Copy, 1, 2},     {Op::Jump, 0, 0, 7},       {Op::Load, 3, 1},
                       {Op::Copy, 1, 3},     {Op::Store, 2, 1}};
  const native::ChunkedCode cut = native::cutIntoChunks({code, {}}, 1, {0, 0, 0});
  ASSERT_EQ(cut.chunks.size(), 3u);
  EXPECT_EQ(cut.chunks[1].begin, 1u);
  EXPECT_EQ(cut.chunks[1].end, 7u);
  EXPECT_TRUE(cut.chunks[1].branches);
  EXPECT_EQ(cut.merged[1], 1);
}

TEST(Chunks, SolvingABlockStandsAlone) {
  Code code = smallCode();
  code.instructions.insert(code.instructions.begin() + 4, {Op::SolveLinear, 0, 0});
  const native::ChunkedCode cut = native::cutIntoChunks({code, {}}, 200, {0, 0, 0});
  ASSERT_EQ(cut.chunks.size(), 3u);
  EXPECT_FALSE(cut.chunks[0].solve);
  EXPECT_TRUE(cut.chunks[1].solve);
  EXPECT_EQ(cut.chunks[1].begin, 4u);
  EXPECT_EQ(cut.chunks[1].end, 5u);
}

}  // namespace
}  // namespace formola::testing
