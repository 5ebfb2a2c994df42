// Newton's method in lanes, and whether what it finds is the solution that is meant.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "codegen/lanes/lane_writer.h"

namespace formola::lanes {

using llvm::Value;

namespace {

// As runtime/kernels/newton.h and acceptPoint have them.
constexpr double kSafeRate = 0.5;  // contraction that rules another solution out
constexpr double kNoise = 1e-7;    // corrections below are not judged by their contraction
constexpr double kOfSize = 0.02, kOfNominal = 1e-6, kSuddenly = 2, kFading = 0.8;
// Two ways lead to the same solution; how many iterations the second one may take.
constexpr double kSame = 1e-6;
constexpr int kSecondWay = 40;
// Of the Jacobian by differences, whose code has the residuals once for each unknown.
constexpr double kDifference = 1.5e-8;  // sqrt of the rounding
constexpr size_t kMostByDifferences = 8;

}  // namespace

void LaneWriter::collectBlocks(const lowered::Code& code, std::vector<uint32_t>& blocks) const {
  for (const lowered::Instruction& i : code.instructions) {
    if (i.op == lowered::Op::SolveMixed) collectBlocks(program_.mixed[i.a].continuous, blocks);
    if (i.op != lowered::Op::SolveNonlinear) continue;
    blocks.push_back(i.a);
    collectBlocks(program_.nonlinear[i.a].residual, blocks);
  }
}

void LaneWriter::followSolutions(const lowered::Code& steps, const lowered::Code& event,
                                 const std::function<int32_t(int32_t)>& origin,
                                 const std::function<bool(int32_t)>& algebraic) {
  std::vector<uint32_t> blocks, atEvents;
  collectBlocks(steps, blocks);
  collectBlocks(event, atEvents);
  auto number = [&](double value) {
    llvm::AllocaInst* place = code_.place(code_.real());
    code_.store(code_.constant(value), place);
    return place;
  };
  for (const uint32_t index : std::set<uint32_t>(atEvents.begin(), atEvents.end()))
    atEvents_[index] = {number(0), number(0)};
  for (const uint32_t index : std::set<uint32_t>(blocks.begin(), blocks.end())) {
    Followed& f = followed_[index];
    for (const int32_t place : program_.nonlinear[index].unknowns) {
      f.origins.push_back(origin(place));
      f.algebraic.push_back(algebraic(place) ? 1 : 0);
      f.accepted.push_back(number(0));
      f.recent.push_back(number(0));
    }
    f.time = number(0);
    f.step = number(0);
    f.sign = number(0);
    f.next = number(0);
    for (llvm::AllocaInst** each : {&f.has, &f.again}) {
      *each = code_.place(code_.truth());
      code_.store(code_.condition(false), *each);
    }
  }
}

void LaneWriter::acceptPoint(Condition active, bool beginning) {
  const Number zero = code_.constant(0);
  for (auto& [index, f] : followed_) {
    const Condition had = code_.test(f.has);
    const Condition follows = beginning ? code_.condition(false) : had & active;
    auto keep = [&](Number value, llvm::AllocaInst* place) {
      code_.store(choose(active, value, code_.load(place)), place);
    };
    keep(choose(follows, time() - code_.load(f.time), zero), f.step);
    keep(time(), f.time);
    Condition finite = code_.condition(true);
    for (size_t k = 0; k < f.origins.size(); ++k) {
      const Number value = variable(f.origins[k]), before = code_.load(f.accepted[k]),
                   lately = code_.load(f.recent[k]);
      finite = finite & isFinite(value);
      keep(choose(follows, larger(size(value - before), code_.constant(kFading) * lately), lately),
           f.recent[k]);
      keep(value, f.accepted[k]);
    }
    code_.store(choose(active, finite, had), f.has);
    if (beginning) code_.store(code_.test(f.again) | (had & active), f.again);
    keep(code_.load(f.next), f.sign);
  }
  for (auto& [index, signs] : atEvents_) {
    if (!beginning) break;
    const Number sign = code_.load(signs.sign), next = code_.load(signs.next);
    fail(active & (sign * next < zero));
    code_.store(choose(active & (next != zero), next, sign), signs.sign);
  }
}

LaneWriter::Iteration LaneWriter::beginIteration(uint32_t index, Condition active) {
  const lowered::BlockCode& block = program_.nonlinear[index];
  Iteration i;
  i.done = code_.place(code_.truth());
  code_.store(~active | failed(), i.done);
  const auto found = followed_.find(index);
  if (found != followed_.end()) i.followed = &found->second;
  i.checked = live_ || i.followed != nullptr;
  i.confirming = code_.place(code_.truth());
  i.strayed = code_.place(code_.truth());
  i.last = code_.place(code_.real());
  code_.store(code_.condition(false), i.confirming);
  code_.store(code_.condition(false), i.strayed);
  code_.store(code_.constant(0), i.last);
  for (size_t k = 0; i.checked && k < block.unknowns.size(); ++k) {
    i.found.push_back(code_.place(code_.real()));
    i.start.push_back(code_.place(code_.real()));
    const bool fromAccepted = !live_ && i.followed != nullptr;
    code_.store(variable(block.unknowns[k]), i.found.back());
    code_.store(fromAccepted ? code_.load(i.followed->accepted[k]) : variable(block.unknowns[k]),
                i.start.back());
  }
  return i;
}

// Is what was found perhaps not the solution that was followed so far, or, in initial systems and
// at events, not the one near the start? There an iteration whose corrections did not get smaller
// all the way may have ended anywhere.
Condition LaneWriter::inDoubt(const lowered::BlockCode& block, const Iteration& i, Number sign) {
  const Number zero = code_.constant(0);
  if (live_) return code_.test(i.strayed);
  const Followed& f = *i.followed;
  const Number since = time() - code_.load(f.time), before = code_.load(f.step);
  const Condition longer = (before > zero) & (since > before);
  const Number expected =
      choose(longer, code_.constant(kSuddenly) * since / before, code_.constant(kSuddenly));
  Condition doubt = code_.load(f.sign) * sign < zero;
  for (size_t k = 0; k < block.unknowns.size(); ++k) {
    if (f.algebraic[k] == 0) continue;
    const Number now = variable(block.unknowns[k]), then = code_.load(f.accepted[k]);
    const Number change = size(now - then);
    const double nominal = program_.nominal[static_cast<size_t>(block.unknowns[k])];
    doubt = doubt | ((change > expected * code_.load(f.recent[k])) &
                     (change > code_.constant(kOfSize) * larger(size(now), size(then))) &
                     (change > code_.constant(kOfNominal * nominal)));
  }
  return doubt & code_.test(f.has);
}

// The Jacobian by differences, for functions without derivatives.
std::vector<Number> LaneWriter::differences(const lowered::BlockCode& block, Condition active,
                                            const std::vector<Number>& residual) {
  std::vector<Number> a;
  for (const int32_t at : block.unknowns) {
    const Number x = variable(at);
    const Number nominal = code_.constant(program_.nominal[static_cast<size_t>(at)]);
    const Number moved = x + code_.constant(kDifference) * larger(size(x), nominal);
    setVariable(at, moved);
    const std::vector<Number> there = write(block.residual, active);
    for (size_t k = 0; k < residual.size(); ++k)
      a.push_back((there[k] - residual[k]) / (moved - x));
    setVariable(at, x);
  }
  return a;
}

// One correction. Where the solution is in doubt the iteration begins once more: in continuous time
// from the last point of the trajectory, and then it must be a straight way, each correction at
// most half of the one before (Newton-Kantorovich theorem); else from the start with steps that do
// not exceed the sizes of the unknowns, and then it must lead to the same point.
void LaneWriter::correct(uint32_t index, const Iteration& i, const std::vector<Number>& residual) {
  const lowered::BlockCode& block = program_.nonlinear[index];
  const size_t n = block.unknowns.size();
  const Number zero = code_.constant(0), one = code_.constant(1);
  Condition singular = code_.condition(false);
  Number sign = one;
  const Condition open = code_.here(~code_.test(i.done));
  const std::vector<Number> jacobian = block.matrix.empty()
                                           ? differences(block, open, residual)
                                           : matrixOf(block.pattern, n, write(block.matrix));
  const std::vector<Number> step =
      solveSystem(code_, block.pattern, jacobian, residual, singular, &sign);
  const Condition before = ~open;
  Number norm = zero;
  for (size_t k = 0; k < n; ++k) {
    const Number old = variable(block.unknowns[k]);
    norm = larger(norm, size(step[k]) / sizeOf(block.unknowns[k], old));
  }
  const Condition confirming = code_.test(i.confirming);
  const Number last = code_.load(i.last);
  Condition strays =
      (last > zero) & (norm > code_.constant(kSafeRate) * last) & (norm > code_.constant(kNoise));
  // Far away from the start what the derivatives say there counts little.
  if (live_) strays = strays | (norm > one);
  code_.store(code_.test(i.strayed) | strays, i.strayed);
  Number factor = one;
  if (live_) factor = choose(confirming & (norm > one), one / norm, one);
  for (size_t k = 0; k < n; ++k) {
    const Number old = variable(block.unknowns[k]);
    setVariable(block.unknowns[k], choose(before, old, old - factor * step[k]));
  }
  const Condition small = norm <= code_.constant(goal_.tolerance);
  Condition doubt = code_.condition(false);
  if (i.checked) {
    const Condition arrived = ~before & small & ~singular;
    doubt = arrived & ~confirming & inDoubt(block, i, sign);
    // On a straight way the determinant keeps its sign.
    Condition wrong = code_.test(i.strayed);
    if (!live_) wrong = wrong | (code_.load(i.followed->sign) * sign < zero);
    if (live_) {
      wrong = code_.condition(false);
      for (size_t k = 0; k < n; ++k) {
        const Number now = variable(block.unknowns[k]), first = code_.load(i.found[k]);
        wrong =
            wrong | (size(now - first) > code_.constant(kSame) * sizeOf(block.unknowns[k], now));
      }
    }
    fail(arrived & confirming & wrong);
    for (size_t k = 0; k < n; ++k) {
      const Number now = variable(block.unknowns[k]);
      code_.store(choose(doubt, now, code_.load(i.found[k])), i.found[k]);
      setVariable(block.unknowns[k], code_.load(i.start[k]), doubt);
    }
    code_.store(confirming | doubt, i.confirming);
    code_.store(code_.test(i.strayed) & ~doubt, i.strayed);
    if (const auto at = atEvents_.find(index); live_ && at != atEvents_.end())
      code_.store(choose(arrived & ~doubt, sign, code_.load(at->second.next)), at->second.next);
    if (i.followed != nullptr)
      code_.store(choose(arrived, sign, code_.load(i.followed->next)), i.followed->next);
  }
  code_.store(choose(doubt, zero, norm), i.last);
  fail(~before & singular);
  code_.store(before | (small & ~doubt) | singular, i.done);
}

// Lanes that have arrived wait for the others. The residual is evaluated once more at the solution,
// so that inner variables are right.
void LaneWriter::solveNonlinear(uint32_t index, Condition active) {
  const lowered::BlockCode& block = program_.nonlinear[index];
  const size_t n = block.unknowns.size();
  if (block.matrix.empty() && n > kMostByDifferences)
    return unsupported("a large nonlinear system without a symbolic Jacobian");
  if (!canSolve(block.pattern, n)) return unsupported(fmt::format("a system of {} equations", n));
  llvm::IRBuilder<>& b = code_.builder();
  const Iteration iteration = beginIteration(index, active);
  llvm::AllocaInst* count = code_.place(b.getInt32Ty());
  b.CreateStore(b.getInt32(0), count);
  llvm::BasicBlock *again = code_.block("newton"), *inside = code_.block("correct"),
                   *after = code_.block("solved");
  b.CreateBr(again);
  b.SetInsertPoint(again);
  const std::vector<Number> r = write(block.residual, active);
  Value* passes = b.CreateLoad(b.getInt32Ty(), count);
  const Condition open = ~code_.test(iteration.done);
  Value* goesOn =
      b.CreateAnd(code_.any(open), b.CreateICmpSLT(passes, b.getInt32(goal_.iterations)));
  if (iteration.checked) {
    Value* second = b.CreateAnd(code_.any(open & code_.test(iteration.confirming)),
                                b.CreateICmpSLT(passes, b.getInt32(goal_.iterations + kSecondWay)));
    goesOn = b.CreateOr(goesOn, second);
  }
  b.CreateCondBr(goesOn, inside, after);
  b.SetInsertPoint(inside);
  b.CreateStore(b.CreateAdd(passes, b.getInt32(1)), count);
  correct(index, iteration, r);
  b.CreateBr(again);
  b.SetInsertPoint(after);
  fail(~code_.test(iteration.done));
}

}  // namespace formola::lanes
