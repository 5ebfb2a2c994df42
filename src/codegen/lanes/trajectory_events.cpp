// Events of trajectories: each lane has its own time, finds its crossings and goes on from there.
#include <optional>

#include "codegen/lanes/trajectory_writer.h"

namespace formola::lanes {

using llvm::Value;

namespace {

// As in single runs (solver/events.cpp): relations are crossed when they are wrong by more than
// rounding, against the values seen.
constexpr double kHysteresis = 1e-12, kSmallestScale = 1e-2;
constexpr int64_t kMostSearches = 100;
// Events in a step, on average; with more a single run tells what is wrong.
constexpr int64_t kEventsInStep = 8, kMoreEvents = 10000;

}  // namespace

TrajectoryWriter::Crossings TrajectoryWriter::beginCrossings() {
  Crossings crossings;
  const auto zero = [&] {
    llvm::AllocaInst* place = code_.place(code_.real());
    code_.store(code_.constant(0), place);
    return place;
  };
  for (uint32_t k = 0; k < schedule_.nStateRelations; ++k)
    for (auto* list : {&crossings.largest, &crossings.left, &crossings.right, &crossings.lastBefore,
                       &crossings.last})
      list->push_back(zero());
  for (llvm::AllocaInst** each : {&crossings.before, &crossings.points, &crossings.seen})
    *each = zero();
  crossings.fresh = code_.place(code_.truth());
  code_.store(code_.condition(false), crossings.fresh);
  return crossings;
}

Number TrajectoryWriter::scaleOf(const Crossings& crossings, uint32_t relation) {
  return larger(code_.load(crossings.largest[relation]), code_.constant(kSmallestScale));
}

// Where the next step from t ends: the instants are those of fixedStepEnd (solver/integrator.h).
Number TrajectoryWriter::endOfStep(Number t, Number limit) {
  const Number start = code_.same(argument(Start)), h = code_.same(argument(Step));
  const Number steps = (t - start) / h;
  const Number slack = larger(code_.constant(1e-9), code_.constant(1e-15) * steps);
  const Number end = start + (down(steps + slack) + code_.constant(1)) * h;
  return choose(end > limit - code_.constant(1e-9) * h, limit, end);
}

std::vector<Number> TrajectoryWriter::allVariables(LaneWriter& w) {
  std::vector<Number> values;
  const auto count = static_cast<int32_t>(program_.start.size());
  for (int32_t k = 0; k < count; ++k) values.push_back(w.variable(k));
  return values;
}

void TrajectoryWriter::restore(LaneWriter& w, const std::vector<Number>& values, Condition where) {
  for (size_t k = 0; k < values.size(); ++k)
    w.setVariable(static_cast<int32_t>(k), values[k], where);
}

// One step in the lanes that have not arrived; the others keep what they have.
void TrajectoryWriter::stepOf(LaneWriter& w, Condition active, Number t, Number end) {
  const Number size = code_.same(argument(Step));
  Number h = end - t;
  if (plan_.formula.kind > Formula::Kind::RungeKutta)
    h = choose(lanes::size(h - size) <= code_.constant(1e-9) * size, size, h);
  // A single lane that goes on is active.
  if (options_.width == 1) return step(w, t, end, h);
  const std::vector<Number> before = allVariables(w);
  const Condition failed = w.failed();
  step(w, t, end, h);
  restore(w, before, ~active);
  w.setFailed(choose(active, w.failed(), failed));
}

// Which lanes have crossed a relation at the present point; keeps how far each is.
Condition TrajectoryWriter::watch(LaneWriter& w, Crossings& crossings, Condition active) {
  const std::vector<Number> z = w.write(program_.crossings, active);
  Condition crossed = code_.condition(false);
  for (uint32_t k = 0; k < schedule_.nStateRelations; ++k) {
    const Number g = choose(w.relationHolds(k), z[k], -z[k]) +
                     code_.constant(kHysteresis) * scaleOf(crossings, k);
    code_.store(choose(active, g, code_.load(crossings.right[k])), crossings.right[k]);
    crossed = crossed | (g < code_.constant(0));
  }
  return crossed & active;
}

// The first instant after a crossing between t and where it was seen, by regula falsi and bisection
// in turn; then everything is evaluated there.
void TrajectoryWriter::locate(LaneWriter& w, Crossings& crossings, Condition crossed, Number t,
                              Number end, llvm::AllocaInst* now) {
  const std::vector<Number> x1 = states(w, 0), f1 = states(w, schedule_.nStates);
  const Number zero = code_.constant(0), two = code_.constant(2);
  llvm::AllocaInst *tl = code_.place(code_.real()), *tr = code_.place(code_.real()),
                   *count = code_.place(build_.getInt64Ty());
  code_.store(t, tl);
  code_.store(code_.load(crossings.seen), tr);
  build_.CreateStore(build_.getInt64(0), count);
  std::vector<Number> atEnd;
  for (llvm::AllocaInst* each : crossings.right) atEnd.push_back(code_.load(each));
  const Number resolution = code_.constant(4 * 2.220446049250313e-16) *
                            larger(larger(size(t), size(end)), code_.constant(1e-290));
  // The first pass looks at the beginning, the last one goes to what was found: so the equations
  // are written once.
  llvm::BasicBlock *again = code_.block("search"), *after = code_.block("found");
  build_.CreateBr(again);
  build_.SetInsertPoint(again);
  Value* passes = build_.CreateLoad(build_.getInt64Ty(), count);
  build_.CreateStore(build_.CreateAdd(passes, build_.getInt64(1)), count);
  const Number low = code_.load(tl), high = code_.load(tr);
  const Condition searched = crossed & (high - low > resolution);
  Value* first = build_.CreateICmpEQ(passes, build_.getInt64(0));
  Value* last = build_.CreateAnd(
      build_.CreateNot(first),
      build_.CreateOr(build_.CreateNot(code_.any(searched)),
                      build_.CreateICmpSGT(passes, build_.getInt64(kMostSearches))));
  const auto where = [&](Value* scalar) {
    return code_.condition(options_.width == 1 ? scalar
                                               : build_.CreateVectorSplat(options_.width, scalar));
  };
  const Condition atFirst = where(first), atLast = where(last),
                  open = searched & ~atFirst & ~atLast;
  Number estimate = high;
  std::vector<Number> left, right;
  for (size_t k = 0; k < crossings.right.size(); ++k) {
    left.push_back(code_.load(crossings.left[k]));
    right.push_back(code_.load(crossings.right[k]));
    const Number root = low + (high - low) * (left[k] / (left[k] - right[k]));
    const Condition here = (right[k] < zero) & (left[k] >= zero) & (root < estimate);
    estimate = choose(here, root, estimate);
  }
  // Every other time the middle; else a little beyond the estimate, so that both ends close in.
  Value* odd =
      build_.CreateICmpEQ(build_.CreateAnd(passes, build_.getInt64(1)), build_.getInt64(0));
  const Number middle = low + (high - low) / two;
  Number at = code_.number(build_.CreateSelect(odd, middle.value, (estimate + resolution).value));
  at = choose(at > low + resolution / two, at, low + resolution / two);
  at = choose(at < high - resolution / two, at, high - resolution / two);
  at = choose(atFirst, t, choose(atLast, high, at));
  goTo(w, StepCurve{t, end, x0_, f0_, x1, f1}, at,
       code_.here(open | (crossed & (atFirst | atLast))));
  const Condition beyond = watch(w, crossings, code_.here(choose(atFirst, crossed, open)));
  code_.store(choose(open & beyond, at, high), tr);
  code_.store(choose(open & ~beyond, at, low), tl);
  for (size_t k = 0; k < left.size(); ++k) {
    const Number g = code_.load(crossings.right[k]);
    code_.store(choose((open & ~beyond) | atFirst, g, left[k]), crossings.left[k]);
    code_.store(choose(atFirst, atEnd[k], choose(open & beyond, g, right[k])), crossings.right[k]);
  }
  build_.CreateCondBr(last, after, again);
  build_.SetInsertPoint(after);
  code_.store(choose(crossed, code_.load(tr), code_.load(now)), now);
}

// At the present time of these lanes, and right after it where something changes there. `instant`
// then has the next one but for samples.
void TrajectoryWriter::event(LaneWriter& w, Condition active, llvm::AllocaInst* instant) {
  w.goal() = {plan_.blockTolerance, 40, {}};
  auto iterate = [&](Condition where) {
    w.setLive(true, false);
    w.settle(
        where, [&](Condition now) { w.setPreFromValues(now); },
        [&](Condition now) {
          w.write(program_.event, now);
          // Their conditions fall back in the next pass.
          const Condition ticked = w.ticks() & now;
          w.endTicks(now);
          return ticked;
        });
    w.setLive(false, false);
    if (!schedule_.model.timeEvents.empty())
      code_.store(choose(where, w.nextInstant(where), code_.load(instant)), instant);
  };
  w.reachInstant(active);
  w.activateTicks(active);
  iterate(active);
  if (!schedule_.model.timeEvents.empty()) {
    // Not beyond the end.
    const Condition more =
        active & (code_.load(instant) <= w.reached()) & (w.time() < code_.same(argument(Stop)));
    code_.where(more, [&] {
      w.passInstant(code_.here(more));
      iterate(code_.here(more));
    });
  }
  code_.store(code_.test(hasPast_) & ~active, hasPast_);
  if (controlled()) restartControl(active);
  w.acceptPoint(active, true);
  // What is iterated in steps begins at the point after the event.
  if (schedule_.inlined && plan_.formula.kind > Formula::Kind::RungeKutta) {
    const InlineProgram& form = *schedule_.inlined;
    for (size_t k = 0; k < form.iterated.size(); ++k)
      w.setVariable(place(form.iterated[k]), w.variable(place(form.origins[k])), active);
  }
}

void TrajectoryWriter::loopWithEvents(LaneWriter& w) {
  Crossings crossings = beginCrossings();
  llvm::AllocaInst *now = code_.place(code_.real()), *count = code_.place(build_.getInt64Ty()),
                   *instant = code_.place(code_.real());
  code_.store(code_.same(argument(Start)), now);
  code_.store(code_.constant(__builtin_inf()), instant);
  // What lasts counts, not a peak, as in runtime/kernels/lasting.h; here by steps.
  auto follow = [&](Number largest, Number seen) {
    const Number most = code_.constant(10) * larger(largest, code_.constant(kSmallestScale));
    return larger(largest, choose(seen < most, seen, most));
  };
  const Number stop = code_.same(argument(Stop));
  w.beginSamples(code_.same(argument(Start)), stop);
  if (controlled()) beginControl();
  // At the start everything is evaluated as at an event. Events of a step are at the beginning of
  // the next one: so they are written once.
  llvm::AllocaInst *pending = code_.place(code_.truth()), *arrived = code_.place(code_.truth());
  code_.store(~w.failed(), pending);
  code_.store(~w.failed(), arrived);
  if (observes()) beginObserving();
  build_.CreateStore(build_.getInt64(0), count);
  Value* most = build_.CreateAdd(build_.CreateMul(argument(Steps), build_.getInt64(kEventsInStep)),
                                 build_.getInt64(kMoreEvents));
  auto going = [&] { return (code_.load(now) < stop) & ~w.failed(); };
  llvm::BasicBlock *again = code_.block("step"), *goes = code_.block("goes"),
                   *after = code_.block("stopped");
  build_.CreateCondBr(code_.any(code_.test(pending)), again, after);
  build_.SetInsertPoint(again);
  const Condition event = code_.test(pending);
  code_.store(code_.condition(false), pending);
  code_.where(event, [&] {
    // pre() of what only outputs determine: its value now, not that of the last event.
    w.write(program_.outputs, code_.here(event));
    this->event(w, code_.here(event), instant);
  });
  const Condition there = code_.test(arrived) & ~w.failed();
  if (observes()) {
    observe(w, event & ~w.failed());
    observeRow(w, there);
  }
  if (actsInOutputs()) w.write(program_.outputs, there);
  build_.CreateCondBr(code_.any(going()), goes, after);
  build_.SetInsertPoint(goes);
  const Condition active = code_.here(going());
  const Number tick = w.nextTick(), other = code_.load(instant);
  const Number t = code_.load(now), next = choose(tick < other, tick, other);
  Number limit = choose(next < stop, next, stop);
  if (observes()) limit = choose(nextRow() < limit, nextRow(), limit);
  Number end = controlled() ? controlledEnd(w, t, limit) : endOfStep(t, limit);
  // Lanes that have arrived do harmless steps, too.
  end = choose(active, end, t + code_.same(argument(Step)));
  x0_ = states(w, 0);
  f0_ = states(w, schedule_.nStates);
  const std::vector<Number> before = controlled() ? allVariables(w) : std::vector<Number>();
  std::optional<BdfPast> past;
  if (isBdf()) past = bdfPast();
  Condition made = active;
  if (controlled()) {
    made = attempt(w, active, t, end);
    restore(w, before, ~made);
  } else {
    stepOf(w, active, t, end);
    Condition finite = code_.condition(true);
    for (int32_t i = 0; i < 2 * schedule_.nStates; ++i) finite = finite & isFinite(w.variable(i));
    w.fail(active & ~finite);
  }
  code_.store(choose(made, end, t), now);
  // Those that have arrived, or try again, are not where the step went.
  w.setTime(code_.load(now));
  const Condition alive = made & ~w.failed();
  Condition crossed = watch(w, crossings, alive);
  crossed = lookInside(w, crossings, alive, crossed, t, end);
  for (uint32_t k = 0; k < schedule_.nStateRelations; ++k)
    code_.store(follow(code_.load(crossings.largest[k]), size(code_.load(crossings.right[k]))),
                crossings.largest[k]);
  code_.where(crossed, [&] { locate(w, crossings, code_.here(crossed), t, end, now); });
  Condition closer = code_.condition(false);
  if (controlled()) closer = lookCloser(w, crossed, t, end, now, before);
  if (past) restoreBdf(*past, closer);
  w.acceptPoint(alive & ~crossed, false);
  keepPoint(crossings, alive & ~crossed, t);
  const Condition happens = (crossed | (alive & (code_.load(now) >= next))) & ~closer;
  code_.store(choose(happens, code_.constant(0), code_.load(crossings.points)), crossings.points);
  code_.store(code_.test(crossings.fresh) | (crossed & happens), crossings.fresh);
  const Condition passed = made & ~closer & ~w.failed();
  if (observes()) observe(w, passed & (happens | rowIsDue(code_.load(now))));
  code_.store(happens & ~w.failed(), pending);
  code_.store(passed, arrived);
  Value* passes =
      build_.CreateAdd(build_.CreateLoad(build_.getInt64Ty(), count), build_.getInt64(1));
  build_.CreateStore(passes, count);
  Condition more = going() | code_.test(pending);
  if (observes() || actsInOutputs()) more = more | passed;
  build_.CreateCondBr(build_.CreateAnd(code_.any(more), build_.CreateICmpSLT(passes, most)), again,
                      after);
  build_.SetInsertPoint(after);
  w.fail(going() | code_.test(pending));
  status(w, kLaneStep);
}

}  // namespace formola::lanes
