// Steps whose size follows the tolerance: each lane has its own.
#include <cmath>

#include "codegen/lanes/lane_math.h"
#include "codegen/lanes/trajectory_writer.h"
#include "runtime/dormand_prince.h"

namespace formola::lanes {

using llvm::Value;
using runtime::DormandPrince;

namespace {

constexpr double kFirstError = 1e-4;

Number bounded(Number x, double low, Number high) {
  const Number least = like(x, low);
  return choose(x < least, least, choose(x > high, high, x));
}

// What two instants must differ by at least, as solver/integrator.h has it.
Number resolution(Number t) {
  return like(t, 8 * 2.220446049250313e-16) * larger(size(t), like(t, 1e-290));
}

Number toPower(Number x, int n) {
  Number result = x;
  for (int k = 1; k < n; ++k) result = result * x;
  return result;
}

}  // namespace

void TrajectoryWriter::beginControl() {
  for (llvm::AllocaInst** each : {&size_, &cap_, &lastError_, &kink_})
    *each = code_.place(code_.real());
  for (int k = 0; k < 3; ++k) kinks_.push_back(code_.place(code_.real()));
  rejected_ = code_.place(code_.truth());
  code_.store(code_.constant(0), kink_);
  for (llvm::AllocaInst* each : {size_, cap_, lastError_}) code_.store(code_.constant(0), each);
  for (llvm::AllocaInst* each : kinks_) code_.store(code_.constant(0), each);
  code_.store(code_.condition(false), rejected_);
  if (isBdf()) beginBdf();
  restartControl(code_.condition(true));
}

void TrajectoryWriter::restartControl(Condition active) {
  auto set = [&](llvm::AllocaInst* place, double value) {
    code_.store(choose(active, code_.constant(value), code_.load(place)), place);
  };
  set(size_, 0);
  set(cap_, __builtin_inf());
  set(lastError_, kFirstError);
  for (llvm::AllocaInst* each : kinks_) set(each, 0);
  if (isBdf()) restartBdf(active);
  code_.store(code_.test(rejected_) & ~active, rejected_);
}

// As InlineIntegrator::firstStep has it, but without an evaluation: a thousandth of the time, less
// where der(x) is large.
Number TrajectoryWriter::firstSize(LaneWriter& w, Number t, Number span) {
  const double tolerance = plan_.control.tolerance;
  Number slope = code_.constant(0);
  for (int32_t i = 0; i < schedule_.nStates; ++i) {
    const Number weight =
        code_.constant(tolerance) *
        (code_.constant(program_.nominal[static_cast<size_t>(i)]) + size(w.variable(i)));
    slope = larger(slope, size(w.variable(schedule_.nStates + i)) / weight);
  }
  // BDF begins with order one and a slope that is known.
  const Number reach =
      code_.constant(isBdf() ? 0.5 : std::pow(tolerance, -1.0 + 1.0 / plan_.control.errorOrder));
  const Number h = code_.constant(1e-3) * span;
  return larger(choose(slope * h > reach, reach / slope, h), code_.constant(16) * resolution(t));
}

// Not beyond the limit, and no tiny rest before it (fitStep).
Number TrajectoryWriter::controlledEnd(LaneWriter& w, Number t, Number limit) {
  const Number cap = code_.load(cap_), most = code_.same(argument(Step));
  const Number to = choose(cap < limit, cap, limit), left = to - t;
  const Number known = code_.load(size_);
  const Number span = choose(left < most, left, most);
  Number h = choose(known > code_.constant(0), known, firstSize(w, t, span));
  h = choose(h < most, h, most);
  code_.store(h, size_);
  const Condition last = code_.constant(1.0000001) * h >= left;
  const Number half = left / code_.constant(2);
  const Number fitted = choose(h > half, half, h);
  return choose(last, to, t + fitted);
}

Number TrajectoryWriter::norm(LaneWriter& w, const std::vector<Number>& errors) {
  Number sum = code_.constant(0);
  for (size_t i = 0; i < errors.size(); ++i) {
    const Number largest = larger(size(x0_[i]), size(w.variable(static_cast<int32_t>(i))));
    const Number relative = errors[i] / (code_.constant(plan_.control.tolerance) *
                                         (code_.constant(program_.nominal[i]) + largest));
    sum = sum + relative * relative;
  }
  return root(sum / code_.constant(static_cast<double>(std::max<size_t>(errors.size(), 1))));
}

// KinkWatch tells why: der(x) at the beginning against the polynomial through the stages.
Number TrajectoryWriter::kinkOf(LaneWriter& w, const std::vector<Number>& slope, Number h) {
  const StepControl& control = plan_.control;
  std::vector<Number> errors;
  for (size_t i = 0; i < slope.size(); ++i) {
    Number difference = slope[i];
    for (size_t s = 0; s < control.kink.size(); ++s)
      if (control.kink[s] != 0)
        difference = difference - code_.constant(control.kink[s]) * stageF_[s][i];
    errors.push_back(code_.constant(control.kinkFactor) * h * difference);
  }
  return norm(w, errors);
}

// Two steps of the same size by one code, since only the second one can be judged.
void TrajectoryWriter::takePair(LaneWriter& w, Number t, Number end, Number h) {
  const size_t n = x0_.size(), stages = plan_.formula.nodes.size();
  if (beforeX_.empty()) {
    for (auto* list : {&beforeX_, &beforeF_}) {
      list->assign(stages, {});
      for (auto& row : *list)
        for (size_t i = 0; i < n; ++i) row.push_back(code_.place(code_.real()));
    }
    for (size_t i = 0; i < n; ++i) middle_.push_back(code_.place(code_.real()));
  }
  const Number half = h / code_.constant(2);
  llvm::Type* word = build_.getInt32Ty();
  llvm::AllocaInst* round = code_.place(word);
  build_.CreateStore(build_.getInt32(0), round);
  llvm::BasicBlock *again = code_.block("half"), *after = code_.block("pair");
  build_.CreateBr(again);
  build_.SetInsertPoint(again);
  Value* first = build_.CreateICmpEQ(build_.CreateLoad(word, round), build_.getInt32(0));
  auto either = [&](Number a, Number b) {
    return code_.number(build_.CreateSelect(first, a.value, b.value));
  };
  const Number between = t + half;
  const std::vector<Number> slope = states(w, schedule_.nStates);
  coupled(w, either(between, end), half);
  const Number kink = kinkOf(w, slope, half);
  code_.store(either(kink, larger(kink, code_.load(kink_))), kink_);
  for (size_t s = 0; s < stages; ++s)
    for (size_t i = 0; i < n; ++i) {
      code_.store(either(stageX_[s][i], code_.load(beforeX_[s][i])), beforeX_[s][i]);
      code_.store(either(stageF_[s][i], code_.load(beforeF_[s][i])), beforeF_[s][i]);
    }
  for (size_t i = 0; i < n; ++i)
    code_.store(either(w.variable(static_cast<int32_t>(i)), code_.load(middle_[i])), middle_[i]);
  build_.CreateStore(build_.getInt32(1), round);
  build_.CreateCondBr(first, again, after);
  build_.SetInsertPoint(after);
}

void TrajectoryWriter::takeStep(LaneWriter& w, Number t, Number end, Number h) {
  if (plan_.formula.kind == Formula::Kind::Coupled) return takePair(w, t, end, h);
  step(w, t, end, h);
  if (!plan_.control.kink.empty()) code_.store(kinkOf(w, f0_, h), kink_);
}

// The local errors of the step just made.
std::vector<Number> TrajectoryWriter::errorsOf(LaneWriter& w, Number h) {
  const StepControl& control = plan_.control;
  const Number half = h / code_.constant(2);
  std::vector<Number> errors;
  for (size_t i = 0; i < x0_.size(); ++i) {
    const Number x = w.variable(static_cast<int32_t>(i));
    Number sum = code_.constant(0);
    auto add = [&](double weight, Number term) {
      if (weight != 0) sum = sum + code_.constant(weight) * term;
    };
    switch (plan_.formula.kind) {
      case Formula::Kind::Coupled:
        add(control.start, x0_[i]);
        add(control.middle, code_.load(middle_[i]));
        sum = sum - x;
        for (size_t s = 0; s < stageX_.size(); ++s) {
          add(control.beforeX[s], code_.load(beforeX_[s][i]));
          add(control.beforeF[s], half * code_.load(beforeF_[s][i]));
          add(control.x[s], stageX_[s][i]);
          add(control.f[s], half * stageF_[s][i]);
        }
        errors.push_back(code_.constant(control.factor) * sum);
        break;
      case Formula::Kind::OneStage:
        // h^2/2 x''
        errors.push_back(half * ((x - x0_[i]) / h - f0_[i]));
        break;
      default:
        for (size_t s = 0; s < stageF_.size(); ++s) add(control.error[s], stageF_[s][i]);
        errors.push_back(h * sum);
    }
  }
  return errors;
}

// One step in these lanes, and the size of the next one; where it was made. What could not be
// solved, or has an error that is too large, is tried again with a shorter step.
Condition TrajectoryWriter::attempt(LaneWriter& w, Condition active, Number t, Number end) {
  const Condition made = isBdf() ? attemptBdf(w, active, t, end) : attemptOne(w, active, t, end);
  const Condition rejected = active & ~made;
  code_.store(rejected | (code_.test(rejected_) & ~active), rejected_);
  code_.store(code_.test(hasPast_) & ~rejected, hasPast_);
  w.fail(rejected & (code_.load(size_) < code_.constant(16) * resolution(t)));
  code_.store(
      choose(made & (end >= code_.load(cap_)), code_.constant(__builtin_inf()), code_.load(cap_)),
      cap_);
  return made;
}

// By a method of one step.
Condition TrajectoryWriter::attemptOne(LaneWriter& w, Condition active, Number t, Number end) {
  const Condition failedBefore = w.failed();
  const Number h = end - t, one = code_.constant(1), size = code_.load(size_);
  takeStep(w, t, end, h);
  const Number error = norm(w, errorsOf(w, h)), kink = code_.load(kink_);
  Condition solved = ~w.failed();
  for (int32_t i = 0; i < 2 * schedule_.nStates; ++i) solved = solved & isFinite(w.variable(i));
  w.setFailed(failedBefore);
  const bool explicitOne = plan_.formula.kind == Formula::Kind::DormandPrince;
  const bool pair = plan_.formula.kind == Formula::Kind::Coupled;
  const Number known = choose(isFinite(error), error, code_.constant(1e6));
  const Number least = choose(known > code_.constant(1e-12), known, code_.constant(1e-12));
  // PI control of the explicit method: Hairer and Wanner II, IV.2.
  const double beta = explicitOne ? 0.04 : 0;
  const double power = explicitOne ? 0.2 - 0.75 * beta : 1.0 / plan_.control.errorOrder;
  Number factor = code_.constant(0.9) * pow(least, code_.constant(-power));
  Condition made = active & solved & (error <= one);
  Number growth = factor;
  if (explicitOne) {
    growth = factor * pow(code_.load(lastError_), code_.constant(beta));
    const Number kept = larger(least, code_.constant(kFirstError));
    code_.store(choose(made, kept, code_.load(lastError_)), lastError_);
  }
  if (!plan_.control.kink.empty()) {
    const int stages = pair ? static_cast<int>(plan_.formula.nodes.size()) + 1 : 4;
    const Number scaled = toPower(pair ? h / code_.constant(2) : h, stages);
    const Number a = code_.load(kinks_[0]), b = code_.load(kinks_[1]), c = code_.load(kinks_[2]);
    const Number low = choose(a < b, a, b), high = larger(a, b);
    const Number median = choose(c < low, low, choose(c > high, high, c));
    const Number limit = larger(one, code_.constant(10) * median * scaled);
    const Condition sudden = made & (kink > limit);
    factor = choose(sudden, code_.constant(0.9) / root(kink), factor);
    made = made & ~sudden;
    const Number values[] = {kink / scaled, a, b};
    for (size_t k = 0; k < 3; ++k)
      code_.store(choose(made, values[k], code_.load(kinks_[k])), kinks_[k]);
  }
  const Number tenth = code_.constant(0.9);
  const Number shorter = choose(solved, h * bounded(factor, 0.1, tenth), h / code_.constant(4));
  const double most = explicitOne ? 10 : pair ? 5 : 4;
  const Number highest = choose(code_.test(rejected_), one, code_.constant(most));
  Number longer = h * bounded(growth, 0.2, highest);
  // One that was cut short says little about the next.
  longer = choose(h < code_.constant(1 - 1e-12) * size, larger(size, longer), longer);
  code_.store(choose(active, choose(made, longer, shorter), size), size_);
  return made;
}

// The cubic along which an instant was found is exact near both ends of a step only. Elsewhere the
// step is made again, up to there.
Condition TrajectoryWriter::lookCloser(LaneWriter& w, Condition crossed, Number t, Number end,
                                       llvm::AllocaInst* now, const std::vector<Number>& before) {
  constexpr double kExact = 1e-3, kShort = 1e4;
  const Number at = code_.load(now), h = end - t, one = code_.constant(1);
  const Number s = (at - t) / h, rest = s * (one - s);
  const Condition closer = crossed & (code_.constant(16) * rest * rest > code_.constant(kExact)) &
                           (h > code_.constant(kShort) * resolution(t));
  code_.store(choose(closer, at, code_.load(cap_)), cap_);
  code_.store(choose(closer, t, at), now);
  restore(w, before, closer);
  w.setTime(t, closer);
  code_.store(code_.test(hasPast_) & ~closer, hasPast_);
  return closer;
}

void TrajectoryWriter::dormandPrince(LaneWriter& w, Number t, Number end, Number h) {
  const std::vector<Number> x = states(w, 0);
  stageF_.assign(1, states(w, schedule_.nStates));
  for (size_t s = 0; s < 6; ++s) {
    std::vector<Number> stage;
    for (size_t i = 0; i < x.size(); ++i) {
      Number sum = code_.constant(0);
      for (size_t j = 0; j <= s; ++j)
        if (DormandPrince::a[s][j] != 0)
          sum = sum + code_.constant(DormandPrince::a[s][j]) * stageF_[j][i];
      stage.push_back(x[i] + h * sum);
    }
    setStates(w, stage);
    w.setTime(DormandPrince::c[s] < 1 ? t + code_.constant(DormandPrince::c[s]) * h : end);
    w.write(program_.derivatives);
    stageF_.push_back(states(w, schedule_.nStates));
  }
}

}  // namespace formola::lanes
