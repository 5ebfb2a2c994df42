// What relations do within a step, which its ends do not show (solver/trace_watch.h, dip_watch.h).
#include "codegen/lanes/lane_trace.h"
#include "codegen/lanes/trajectory_writer.h"

namespace formola::lanes {

using llvm::Value;

namespace {

// As TraceWatch and DipWatch have them.
constexpr double kDeep = 10, kNoise = 4e-12;
constexpr int kMostParts = 5000;  // of one step; with more a single run tells that it is too fast
constexpr int kMostWithStates = 300;
constexpr double kDip = 0.5, kSame = 1e-3;
constexpr int kLooks = 4;
// As passThroughStep (solver/simulation.cpp): of a step, after an event.
constexpr double kSoon = 1e-3;

}  // namespace

// Where the parabola through three points of a relation is lowest, while it is looked at.
struct TrajectoryWriter::Dip {
  llvm::AllocaInst *at, *value;  // at: not a number where there is no minimum
  llvm::AllocaInst *lowest, *looks;

  void set(LaneCode& code, Condition where, Number t0, Number g0, Number t1, Number g1, Number t2,
           Number g2) const {
    const Number first = (g1 - g0) / (t1 - t0), second = (g2 - g1) / (t2 - t1);
    const Number curvature = (second - first) / (t2 - t0), two = code.constant(2);
    const Number slope = first + curvature * (t1 - t0);  // at t1
    const Condition bent = curvature > code.constant(0);
    const Number vertex =
        choose(bent, t1 - slope / (two * curvature), code.constant(__builtin_nan("")));
    code.store(choose(where, vertex, code.load(at)), at);
    code.store(choose(where, g1 - slope * slope / (two * two * curvature), code.load(value)),
               value);
  }
};

void TrajectoryWriter::goTo(LaneWriter& w, const StepCurve& curve, Number at, Condition active) {
  const Number s = (at - curve.t) / (curve.end - curve.t);
  for (int32_t i = 0; i < schedule_.nStates; ++i)
    w.setVariable(i, curve.state(static_cast<size_t>(i), s), active);
  w.setTime(at, active);
  w.write(program_.derivatives, active);
}

// The first crossing of a relation of which a formula of time and states is known, in lanes where
// it agrees at the beginning; `until` gets the instant where it shows. Parts of the step are
// excluded, halved or taken as a whole, one after the other; each lane is where it is.
Condition TrajectoryWriter::searchTrace(LaneWriter& w, const lowered::TraceCode& trace,
                                        const StepCurve& curve, Condition active, Number deep,
                                        llvm::AllocaInst* until) {
  LaneTrace formula(w, trace, curve);
  const Condition holds = w.relationHolds(static_cast<uint32_t>(trace.relation));
  const auto distance = [&](const LaneMotion& z) {
    return LaneMotion{
        {choose(holds, z.value.low, -z.value.high), choose(holds, z.value.high, -z.value.low)},
        {choose(holds, z.slope.low, -z.slope.high), choose(holds, z.slope.high, -z.slope.low)},
        z.fixed};
  };
  const auto at = [&](Number t) { return distance(formula.at(t)).value.low; };
  const Number zero = code_.constant(0), two = code_.constant(2);
  llvm::AllocaInst *from = code_.place(code_.real()), *part = code_.place(code_.real()),
                   *open = code_.place(code_.truth()), *found = code_.place(code_.truth()),
                   *count = code_.place(build_.getInt32Ty());
  code_.store(curve.t, from);
  code_.store(code_.load(until) - curve.t, part);
  code_.store(active & (at(curve.t) >= -deep), open);
  code_.store(code_.condition(false), found);
  build_.CreateStore(build_.getInt32(0), count);
  llvm::BasicBlock *again = code_.block("part"), *after = code_.block("searched");
  build_.CreateBr(again);
  build_.SetInsertPoint(again);
  const Number left = code_.load(from), length = code_.load(part), limit = code_.load(until);
  const Condition last = left + length >= limit;
  const Number to = choose(last, limit, left + length);
  const LaneMotion g = distance(formula.over(left, to));
  // Closer bounds of the value by the slope from the middle.
  const Number steepest = larger(-g.slope.low, g.slope.high) * (to - left) / two;
  const Number lowest = larger(g.value.low, at(left + (to - left) / two) - steepest);
  const Condition clear = lowest >= -deep;
  const Number resolution =
      code_.constant(4 * 8 * 2.220446049250313e-16) * larger(size(to), code_.constant(1e-290));
  const Condition whole =
      (g.slope.low >= zero) | (g.slope.high <= zero) | (to - left <= resolution);
  const Condition going = code_.test(open);
  const Condition crosses = going & ~clear & whole & (to < curve.end) & (at(to) < -deep);
  const Condition decided = clear | whole;
  code_.store(choose(crosses, to, limit), until);
  code_.store(code_.test(found) | crosses, found);
  code_.store(choose(decided, to, left), from);
  code_.store(choose(decided, two * length, length / two), part);
  const Condition more = going & ~crosses & (~decided | (to < limit));
  code_.store(more, open);
  Value* parts =
      build_.CreateAdd(build_.CreateLoad(build_.getInt32Ty(), count), build_.getInt32(1));
  build_.CreateStore(parts, count);
  const int most = formula.hasStates() ? kMostWithStates : kMostParts;
  build_.CreateCondBr(
      build_.CreateAnd(code_.any(more), build_.CreateICmpSLT(parts, build_.getInt32(most))), again,
      after);
  build_.SetInsertPoint(after);
  if (!formula.hasStates()) w.fail(code_.test(open));
  return code_.test(found);
}

// The relations whose parabola dips towards a crossing between the last two points.
std::vector<TrajectoryWriter::Dip> TrajectoryWriter::beginDips(const Crossings& crossings, Number t,
                                                               Number end) {
  std::vector<Dip> dips;
  const Condition known = code_.load(crossings.points) > code_.constant(1.5);
  for (size_t k = 0; k < crossings.right.size(); ++k) {
    Dip dip{code_.place(code_.real()), code_.place(code_.real()), code_.place(code_.real()),
            code_.place(code_.real())};
    const Number left = code_.load(crossings.last[k]), right = code_.load(crossings.right[k]);
    const Number ends = choose(left < right, left, right);
    const Number deep =
        code_.constant(kDeep * plan_.accuracy) * scaleOf(crossings, static_cast<uint32_t>(k));
    code_.store(code_.constant(0), dip.value);
    code_.store(code_.constant(__builtin_nan("")), dip.at);
    dip.set(code_, known & (ends > deep), code_.load(crossings.before),
            code_.load(crossings.lastBefore[k]), t, left, end, right);
    code_.store(ends, dip.lowest);
    code_.store(code_.constant(0), dip.looks);
    dips.push_back(dip);
  }
  return dips;
}

// Looks at the solution where a formula or a parabola says that something crosses. In lanes where
// it does `seen` is that instant, and the distances are those there.
Condition TrajectoryWriter::lookInside(LaneWriter& w, Crossings& crossings, Condition alive,
                                       Condition crossed, Number t, Number end) {
  const StepCurve curve{t, end, x0_, f0_, states(w, 0), states(w, schedule_.nStates)};
  code_.store(end, crossings.seen);
  Condition traced = code_.condition(false);
  for (const lowered::TraceCode& trace : program_.traces) {
    const double part = (LaneTrace::hasStates(trace) ? kDeep * plan_.accuracy : 0) + kNoise;
    const Number deep =
        code_.constant(part) * scaleOf(crossings, static_cast<uint32_t>(trace.relation));
    traced = traced | searchTrace(w, trace, curve, alive, deep, crossings.seen);
  }
  const std::vector<Dip> dips = beginDips(crossings, t, end);
  llvm::AllocaInst *open = code_.place(code_.truth()), *found = code_.place(code_.truth()),
                   *formula = code_.place(code_.truth()), *fresh = code_.place(code_.truth());
  code_.store(traced, formula);
  // What is at zero after an event may leave it and be back before the step ends.
  const Condition afterCrossing = code_.test(crossings.fresh) & alive;
  const Number soon = t + code_.constant(kSoon) * (end - t);
  code_.store(afterCrossing & (soon > t), fresh);
  code_.store(code_.test(crossings.fresh) & ~alive, crossings.fresh);
  code_.store(alive & (traced | afterCrossing | ~crossed), open);
  code_.store(code_.condition(false), found);
  const Number asked = code_.load(crossings.seen);
  code_.store(end, crossings.seen);
  const auto asks = [&](const Dip& dip) {
    const Number at = code_.load(dip.at);
    return (at > t) & (at < end) &
           (code_.load(dip.value) < code_.constant(kDip) * code_.load(dip.lowest)) &
           (code_.load(dip.looks) < code_.constant(kLooks));
  };
  const auto wants = [&] {
    Condition any = code_.test(formula) | code_.test(fresh);
    for (const Dip& dip : dips) any = any | asks(dip);
    return any & code_.test(open);
  };
  code_.where(wants(), [&] {
    const std::vector<Number> atEnd = allVariables(w);
    std::vector<Number> rights;
    std::vector<llvm::AllocaInst*> kept;
    for (llvm::AllocaInst* each : crossings.right) {
      rights.push_back(code_.load(each));
      kept.push_back(code_.place(code_.real()));
      code_.store(rights.back(), kept.back());
    }
    llvm::BasicBlock *again = code_.block("look"), *after = code_.block("looked");
    build_.CreateBr(again);
    build_.SetInsertPoint(again);
    const Condition want = code_.here(wants()), first = code_.test(fresh);
    const Condition byFormula = first | code_.test(formula);
    Number at = choose(first, soon, asked);
    Condition taken = byFormula;
    std::vector<Condition> mine;
    for (const Dip& dip : dips) {
      mine.push_back(~taken & asks(dip));
      at = choose(mine.back(), code_.load(dip.at), at);
      taken = taken | mine.back();
    }
    goTo(w, curve, at, want);
    const Condition here = watch(w, crossings, want);
    Condition dipped = code_.condition(false);
    for (size_t k = 0; k < dips.size(); ++k) {
      const Number deep =
          code_.constant(kDeep * plan_.accuracy) * scaleOf(crossings, static_cast<uint32_t>(k));
      dipped = dipped | ((code_.load(crossings.right[k]) < -deep) &
                         (code_.load(crossings.last[k]) > code_.constant(0)));
    }
    const Condition shows = want & choose(byFormula, here, dipped & here);
    code_.store(choose(shows, at, code_.load(crossings.seen)), crossings.seen);
    code_.store(code_.test(found) | shows, found);
    code_.store(code_.test(open) & ~shows, open);
    // What the formula says and the equations do not is noise; then parabolas have their turn.
    code_.store(code_.test(formula) & (first | ~want), formula);
    code_.store(first & ~want, fresh);
    for (size_t k = 0; k < dips.size(); ++k) {
      const Number g = code_.load(crossings.right[k]), lowest = code_.load(dips[k].lowest);
      code_.store(choose(shows, g, code_.load(kept[k])), kept[k]);
      const Condition next = want & mine[k];
      code_.store(choose(next & (g < lowest), g, lowest), dips[k].lowest);
      code_.store(code_.load(dips[k].looks) + choose(next, code_.constant(1), code_.constant(0)),
                  dips[k].looks);
      dips[k].set(code_, next, t, code_.load(crossings.last[k]), at, g, end, rights[k]);
      const Number vertex = code_.load(dips[k].at);
      const Condition same = next & (size(vertex - at) < code_.constant(kSame) * (end - t));
      code_.store(choose(same, code_.constant(__builtin_nan("")), vertex), dips[k].at);
    }
    build_.CreateCondBr(code_.any(wants()), again, after);
    build_.SetInsertPoint(after);
    restore(w, atEnd, code_.condition(true));
    w.setTime(end);
    for (size_t k = 0; k < kept.size(); ++k) code_.store(code_.load(kept[k]), crossings.right[k]);
  });
  return crossed | code_.test(found);
}

// The point at the end of the step is one of the solution; after an event nothing is known.
void TrajectoryWriter::keepPoint(const Crossings& crossings, Condition active, Number t) {
  const auto keep = [&](Number value, llvm::AllocaInst* place) {
    code_.store(choose(active, value, code_.load(place)), place);
  };
  for (size_t k = 0; k < crossings.right.size(); ++k) {
    keep(code_.load(crossings.last[k]), crossings.lastBefore[k]);
    keep(code_.load(crossings.right[k]), crossings.last[k]);
  }
  keep(t, crossings.before);
  keep(code_.load(crossings.points) + code_.constant(1), crossings.points);
}

}  // namespace formola::lanes
