#include "codegen/lanes/trajectory.h"

#include <fmt/format.h>
#include <llvm/IR/IntrinsicsNVPTX.h>

#include "codegen/lanes/lane_call.h"
#include "codegen/lanes/trajectory_writer.h"
#include "codegen/lanes/varied_part.h"
#include "structure/step_end_calls.h"

namespace formola::lanes {

using llvm::Value;

namespace {

// What the model has that lanes do not do; "": nothing.
std::string obstacle(const lowered::LoweredProgram& program) {
  const Schedule& schedule = program.schedule;
  if (!schedule.delays.empty()) return "delays";
  if (callAtStepEnds(schedule.model)) return "functions that are called at the ends of steps";
  if (!schedule.transports.empty()) return "spatial distributions";
  if (!schedule.model.stateSets.empty()) return "states that are chosen while the model runs";
  if (schedule.inlined && !schedule.inlined->explicitStates.empty())
    return "states with an explicit formula beside implicit ones";
  return {};
}

}  // namespace

void TrajectoryWriter::findCase() {
  end_ = code_.block("end");
  case_ = argument(First);
  if (options_.machine == Machine::Gpu) {
    auto special = [&](llvm::Intrinsic::ID id) {
      return build_.CreateSExt(build_.CreateIntrinsic(id, {}, {}), build_.getInt64Ty());
    };
    case_ = build_.CreateAdd(build_.CreateMul(special(llvm::Intrinsic::nvvm_read_ptx_sreg_ctaid_x),
                                              special(llvm::Intrinsic::nvvm_read_ptx_sreg_ntid_x)),
                             special(llvm::Intrinsic::nvvm_read_ptx_sreg_tid_x));
    llvm::BasicBlock* inside = code_.block("case");
    build_.CreateCondBr(build_.CreateICmpSLT(case_, argument(First)), inside, end_);
    build_.SetInsertPoint(inside);
  }
}

// Where row `row` of an array has the numbers of these cases.
Value* TrajectoryWriter::cell(Argument array, size_t row) {
  Value* at = build_.CreateAdd(build_.CreateMul(argument(Stride), build_.getInt64(row)), case_);
  return build_.CreateInBoundsGEP(build_.getDoubleTy(), argument(array), at);
}

void TrajectoryWriter::status(LaneWriter& w, LaneStatus which) {
  llvm::Type* type = status_->getAllocatedType();
  Value* now = build_.CreateLoad(type, status_);
  Value* fresh = llvm::ConstantInt::get(type, static_cast<uint64_t>(which));
  Value* none = build_.CreateICmpEQ(now, llvm::ConstantInt::get(type, 0));
  build_.CreateStore(build_.CreateSelect(build_.CreateAnd(none, w.failed().value), fresh, now),
                     status_);
}

// As TranslatedModel has it for single runs.
void TrajectoryWriter::refuse(LaneWriter& w) {
  const Number zero = code_.constant(0);
  for (size_t k = 0; k < plan_.translated.size(); ++k) {
    const Number now = w.variable(schedule_.parameterBegin + static_cast<int32_t>(k));
    const double then = plan_.translated[k];
    if (then != then) {
      w.fail(now == now);
    } else if (plan_.exact[k] != 0) {
      w.fail(now != code_.constant(then));
    } else {
      w.fail(then > 0 ? ~(now > zero) : then < 0 ? ~(now < zero) : now != zero);
    }
  }
}

void TrajectoryWriter::initialSystem(LaneWriter& w) {
  if (schedule_.discreteBegin == schedule_.parameterBegin && schedule_.model.relations.empty()) {
    w.write(program_.initial);
    return;
  }
  w.settle(code_.condition(true), {}, [&](Condition now) {
    w.write(program_.initial, now);
    return code_.condition(false);
  });
}

void TrajectoryWriter::begin(LaneWriter& w) {
  for (size_t k = 0; k < plan_.known.size(); ++k)
    w.setVariable(static_cast<int32_t>(k), code_.constant(plan_.known[k]));
  for (const auto& [place, value] : plan_.fixed) w.setVariable(place, code_.constant(value));
  for (size_t k = 0; k < plan_.given.size(); ++k) {
    auto* load = build_.CreateLoad(code_.real(), cell(Given, k));
    load->setAlignment(llvm::Align(8));
    const Number x = code_.number(load);
    w.setVariable(plan_.given[k].index, plan_.given[k].negated ? -x : x);
  }
  w.setTime(code_.same(argument(Start)));
  w.setLive(true, true);
  w.reachInstant(code_.condition(true));
  w.goal() = {plan_.blockTolerance, 40, {}};
  if (plan_.known.empty()) {
    w.write(program_.parameters);
  } else {
    std::vector<uint8_t> varied(program_.start.size(), 0);
    for (const Place& each : plan_.given) varied[static_cast<size_t>(each.index)] = 1;
    w.writePart(program_.parameters, variedPart(program_, program_.parameters, varied));
  }
  refuse(w);
  status(w, kLaneRefused);
  w.setPreFromValues();
  initialSystem(w);
  w.setPreFromValues();
  w.write(program_.startActions);
  status(w, kLaneInitial);
  w.setLive(false, false);
}

std::vector<Number> TrajectoryWriter::states(LaneWriter& w, int32_t from) {
  std::vector<Number> x;
  for (int32_t i = 0; i < schedule_.nStates; ++i) x.push_back(w.variable(from + i));
  return x;
}

void TrajectoryWriter::setStates(LaneWriter& w, const std::vector<Number>& x) {
  for (int32_t i = 0; i < schedule_.nStates; ++i) w.setVariable(i, x[static_cast<size_t>(i)]);
}

void TrajectoryWriter::euler(LaneWriter& w, Number end, Number h) {
  std::vector<Number> x = states(w, 0);
  const std::vector<Number> f = states(w, schedule_.nStates);
  for (size_t i = 0; i < x.size(); ++i) x[i] = x[i] + h * f[i];
  setStates(w, x);
  w.setTime(end);
  w.write(program_.derivatives);
}

void TrajectoryWriter::rungeKutta(LaneWriter& w, Number t, Number end, Number h) {
  const std::vector<Number> x = states(w, 0), k1 = states(w, schedule_.nStates);
  const size_t n = x.size();
  const Number half = h / code_.constant(2);
  auto slope = [&](Number time, Number factor, const std::vector<Number>& k) {
    std::vector<Number> stage;
    for (size_t i = 0; i < n; ++i) stage.push_back(x[i] + factor * k[i]);
    setStates(w, stage);
    w.setTime(time);
    w.write(program_.derivatives);
    return states(w, schedule_.nStates);
  };
  const std::vector<Number> k2 = slope(t + half, half, k1), k3 = slope(t + half, half, k2),
                            k4 = slope(t + h, h, k3);
  std::vector<Number> next;
  const Number sixth = h / code_.constant(6), two = code_.constant(2);
  for (size_t i = 0; i < n; ++i)
    next.push_back(x[i] + sixth * (k1[i] + two * (k2[i] + k3[i]) + k4[i]));
  setStates(w, next);
  w.setTime(end);
  w.write(program_.derivatives);
}

// What counts as large for the unknowns of a step, as the inlined integrators have it.
void TrajectoryWriter::findScaled() {
  const InlineProgram& form = *schedule_.inlined;
  const size_t n = program_.start.size();
  isState_.assign(n, 0);
  isSlope_.assign(n, 0);
  stateOf_.assign(n, -1);
  for (size_t s = 0; s < form.stages.size(); ++s)
    for (size_t i = 0; i < form.stages[s].size(); ++i) {
      for (const VariableId id : {form.slopes[s][i], form.derivatives[s][i]}) {
        isSlope_[static_cast<size_t>(place(id))] = 1;
        stateOf_[static_cast<size_t>(place(id))] = static_cast<int32_t>(i);
      }
      isState_[static_cast<size_t>(place(form.stages[s][i]))] = 1;
      stateOf_[static_cast<size_t>(place(form.stages[s][i]))] = static_cast<int32_t>(i);
    }
}

// The solutions that steps go from one to the next of.
void TrajectoryWriter::follow(LaneWriter& w) {
  const bool inlined = plan_.formula.kind > Formula::Kind::RungeKutta;
  std::vector<int32_t> origins;
  for (size_t k = 0; k < program_.start.size(); ++k) origins.push_back(static_cast<int32_t>(k));
  if (inlined) {
    const InlineProgram& form = *schedule_.inlined;
    findScaled();
    for (size_t k = 0; k < form.iterated.size(); ++k)
      origins[static_cast<size_t>(place(form.iterated[k]))] = place(form.origins[k]);
    for (size_t k = 0; k < origins.size(); ++k)
      if (stateOf_[k] >= 0) origins[k] = stateOf_[k] + (isSlope_[k] != 0 ? schedule_.nStates : 0);
  }
  w.followSolutions(
      inlined ? program_.inlineStep : program_.derivatives, program_.event,
      [&](int32_t at) { return origins[static_cast<size_t>(at)]; },
      [&](int32_t at) { return origins[static_cast<size_t>(at)] >= 2 * schedule_.nStates; });
}

void TrajectoryWriter::beginPast() {
  hasPast_ = code_.place(code_.truth());
  code_.store(code_.condition(false), hasPast_);
  for (int32_t i = 0; i < schedule_.nStates; ++i) {
    slopeBefore_.push_back(code_.place(code_.real()));
    code_.store(code_.constant(0), slopeBefore_.back());
  }
}

// As runtime/kernels/near.h.
Condition TrajectoryWriter::near(Number a, Number b) {
  return size(a - b) <= code_.constant(0.5) * larger(size(a), size(b));
}

// The slopes along which states are predicted: where they change little from step to step, else
// zero. In a fast transition any other prediction may lead to another solution of the equations
// (runtime/kernels/extrapolate.h).
std::vector<Number> TrajectoryWriter::steadySlopes(const std::vector<Number>& x,
                                                   const std::vector<Number>& f, Number h) {
  std::vector<Number> slopes;
  const Condition past = code_.test(hasPast_);
  for (size_t i = 0; i < x.size(); ++i) {
    const Number most = larger(size(x[i]), code_.constant(program_.nominal[i]));
    const Condition small = size(h * f[i]) <= code_.constant(0.5) * most;
    const Condition steady = choose(past, near(f[i], code_.load(slopeBefore_[i])), small);
    slopes.push_back(choose(steady, f[i], code_.constant(0)));
    code_.store(f[i], slopeBefore_[i]);
  }
  code_.store(code_.condition(true), hasPast_);
  return slopes;
}

// The equations of a step with x = factor der(x) + old(x); the prediction is in the variables.
void TrajectoryWriter::oneStage(LaneWriter& w, Number end, Number h, Number factor,
                                const std::vector<Number>& old) {
  const InlineProgram& form = *schedule_.inlined;
  for (size_t i = 0; i < old.size(); ++i) w.setVariable(place(form.old[i]), old[i]);
  w.setVariable(place(form.step), factor);
  w.setTime(end);
  w.goal() = {plan_.tolerance, plan_.iterations, [this, &w, h](int32_t at, Number u) {
                const auto k = static_cast<size_t>(at);
                if (stateOf_[k] < 0)
                  return larger(size(u), code_.constant(1e-3 * program_.nominal[k]));
                const auto state = static_cast<size_t>(stateOf_[k]);
                const Number nominal = code_.constant(program_.nominal[state]);
                if (isState_[k] != 0) return size(u) + nominal;
                return (size(w.variable(static_cast<int32_t>(state))) + nominal) / h;
              }};
  w.write(program_.inlineStep);
}

// The prediction is that of runtime/kernels/sdirk.h.
void TrajectoryWriter::diagonal(LaneWriter& w, Number t, Number end, Number h) {
  const Formula& formula = plan_.formula;
  const std::vector<Number> x = states(w, 0), f = states(w, schedule_.nStates);
  const size_t stages = formula.nodes.size(), n = x.size();
  std::vector<std::vector<Number>>& slopes = stageF_;
  slopes.clear();
  const Number factor = h * code_.constant(formula.gamma);
  const Condition past = code_.test(hasPast_);
  for (size_t s = 0; s < stages; ++s) {
    std::vector<Number> old;
    for (size_t i = 0; i < n; ++i) {
      const auto at = static_cast<int32_t>(i);
      Number sum = code_.constant(0);
      for (size_t j = 0; j < s; ++j)
        sum = sum + code_.constant(formula.matrix[s][j]) * slopes[j][i];
      old.push_back(x[i] + h * sum);
      const Number slope = s == 0 ? f[i] : slopes[s - 1][i];
      Condition follow = code_.condition(false);
      if (s > 0) {
        follow = near(slope, s > 1 ? slopes[s - 2][i] : f[i]);
      } else {
        const Number most = larger(size(x[i]), code_.constant(program_.nominal[i]));
        follow = choose(past, near(slope, code_.load(slopeBefore_[i])), size(h * slope) <= most);
      }
      const Number stays = ((s == 0 ? x[i] : w.variable(at)) - old[i]) / factor;
      const Number predicted = choose(follow, slope, stays);
      w.setVariable(schedule_.nStates + at, predicted);
      w.setVariable(at, old[i] + factor * predicted);
    }
    oneStage(w, s + 1 == stages ? end : t + h * code_.constant(formula.nodes[s]), h, factor, old);
    // As the formula has it: what the model computes from x would multiply errors.
    std::vector<Number> slope;
    for (size_t i = 0; i < n; ++i)
      slope.push_back((w.variable(static_cast<int32_t>(i)) - old[i]) / factor);
    slopes.push_back(std::move(slope));
  }
  for (size_t i = 0; i < n; ++i) {
    w.setVariable(schedule_.nStates + static_cast<int32_t>(i), slopes.back()[i]);
    code_.store(slopes[stages - 2][i], slopeBefore_[i]);
  }
  code_.store(code_.condition(true), hasPast_);
}

void TrajectoryWriter::coupled(LaneWriter& w, Number end, Number h) {
  const Formula& formula = plan_.formula;
  const InlineProgram& form = *schedule_.inlined;
  const std::vector<Number> x = states(w, 0);
  const std::vector<Number> f = steadySlopes(x, states(w, schedule_.nStates), h);
  const size_t stages = formula.nodes.size();
  for (size_t s = 0; s < stages; ++s)
    for (size_t i = 0; i < x.size(); ++i) {
      w.setVariable(place(form.stages[s][i]), x[i] + h * code_.constant(formula.nodes[s]) * f[i]);
      w.setVariable(place(form.derivatives[s][i]), f[i]);
    }
  oneStage(w, end, h, h, x);
  stageX_.assign(stages, {});
  stageF_.assign(stages, {});
  for (size_t s = 0; s < stages; ++s)
    for (size_t i = 0; i < x.size(); ++i) {
      stageX_[s].push_back(w.variable(place(form.stages[s][i])));
      Number slope = code_.constant(0);
      for (size_t j = 0; j < stages; ++j)
        slope = slope + code_.constant(formula.matrix[s][j]) *
                            (w.variable(place(form.stages[j][i])) - x[i]);
      stageF_[s].push_back(slope / h);
    }
  for (size_t i = 0; i < x.size(); ++i)
    w.setVariable(schedule_.nStates + static_cast<int32_t>(i), stageF_.back()[i]);
}

void TrajectoryWriter::step(LaneWriter& w, Number t, Number end, Number h) {
  const Formula& formula = plan_.formula;
  switch (formula.kind) {
    case Formula::Kind::Euler:
      return euler(w, end, h);
    case Formula::Kind::DormandPrince:
      return dormandPrince(w, t, end, h);
    case Formula::Kind::RungeKutta:
      return rungeKutta(w, t, end, h);
    case Formula::Kind::Diagonal:
      return diagonal(w, t, end, h);
    case Formula::Kind::Coupled:
      return coupled(w, end, h);
    case Formula::Kind::Bdf:
      return;  // attemptBdf
    case Formula::Kind::OneStage:
    case Formula::Kind::Trapezoid: {
      std::vector<Number> old = states(w, 0), f = states(w, schedule_.nStates);
      const bool trapezoid = formula.kind == Formula::Kind::Trapezoid;
      if (!trapezoid) f = steadySlopes(old, f, h);
      const Number factor = trapezoid ? h / code_.constant(2) : h;
      for (size_t i = 0; i < old.size(); ++i) {
        const auto place = static_cast<int32_t>(i);
        // The slope of a stiff state rings with the trapezoidal rule: it predicts nothing.
        if (!trapezoid) w.setVariable(place, old[i] + h * f[i]);
        w.setVariable(schedule_.nStates + place, trapezoid ? -f[i] : f[i]);
        if (trapezoid) old[i] = old[i] + factor * f[i];
      }
      return oneStage(w, end, h, factor, old);
    }
  }
}

bool TrajectoryWriter::actsInOutputs() const {
  for (const lowered::Instruction& i : program_.outputs.instructions)
    if (i.op == lowered::Op::Act) return true;
  return false;
}

// Two rounds: the steps of the size asked for, then what is left of the time. So nothing that
// depends on the size alone is computed in a step.
void TrajectoryWriter::loop(LaneWriter& w) {
  llvm::Type *word = build_.getInt64Ty(), *real = build_.getDoubleTy();
  Value *none = build_.getInt64(0), *one = build_.getInt64(1), *steps = argument(Steps);
  llvm::AllocaInst *round = code_.place(word), *count = code_.place(word), *now = code_.place(real);
  build_.CreateStore(none, round);
  build_.CreateStore(argument(Start), now);
  llvm::BasicBlock *rounds = code_.block("round"), *again = code_.block("step"),
                   *next = code_.block("next"), *after = code_.block("stopped");
  build_.CreateBr(rounds);
  build_.SetInsertPoint(rounds);
  Value* regular = build_.CreateICmpEQ(build_.CreateLoad(word, round), none);
  Value* rest = build_.CreateFCmpOGT(argument(Rest), llvm::ConstantFP::get(real, 0));
  Value* most = build_.CreateSelect(regular, steps, build_.CreateSelect(rest, one, none));
  Value* size = build_.CreateSelect(regular, argument(Step), argument(Rest));
  build_.CreateStore(none, count);
  auto goesOn = [&](Value* done) {
    return build_.CreateAnd(build_.CreateICmpSLT(done, most), code_.any(~w.failed()));
  };
  build_.CreateCondBr(goesOn(none), again, next);
  build_.SetInsertPoint(again);
  Value* done = build_.CreateAdd(build_.CreateLoad(word, count), one);
  build_.CreateStore(done, count);
  // The instants are those of single runs.
  Value* t = build_.CreateLoad(real, now);
  Value* end = build_.CreateFAdd(
      argument(Start), build_.CreateFMul(build_.CreateSIToFP(done, real), argument(Step)));
  end = build_.CreateSelect(regular, end, argument(Stop));
  build_.CreateStore(end, now);
  step(w, code_.same(t), code_.same(end), code_.same(size));
  w.acceptPoint(~w.failed(), false);
  if (actsInOutputs()) w.write(program_.outputs);
  build_.CreateCondBr(goesOn(done), again, next);
  build_.SetInsertPoint(next);
  Value* passed = build_.CreateAdd(build_.CreateLoad(word, round), one);
  build_.CreateStore(passed, round);
  build_.CreateCondBr(build_.CreateICmpSLT(passed, build_.getInt64(2)), rounds, after);
  build_.SetInsertPoint(after);
  // What is not finite once is never again: it is enough to look here.
  Condition finite = code_.condition(true);
  for (int32_t i = 0; i < 2 * schedule_.nStates; ++i) finite = finite & isFinite(w.variable(i));
  w.fail(~finite);
  status(w, kLaneStep);
}

void TrajectoryWriter::finish(LaneWriter& w) {
  if (!actsInOutputs()) w.write(program_.outputs);
  for (size_t k = 0; k < plan_.outputs.size(); ++k) {
    const Number x = w.variable(plan_.outputs[k].index);
    auto* store = build_.CreateStore((plan_.outputs[k].negated ? -x : x).value, cell(Outputs, k));
    store->setAlignment(llvm::Align(8));
  }
  if (observes()) finishObserving();
  Value* at = build_.CreateInBoundsGEP(build_.getInt32Ty(), argument(Status), case_);
  build_.CreateStore(build_.CreateLoad(status_->getAllocatedType(), status_), at)
      ->setAlignment(llvm::Align(4));
  build_.CreateBr(end_);
  build_.SetInsertPoint(end_);
  build_.CreateRetVoid();
}

std::string TrajectoryWriter::run() {
  findCase();
  llvm::Type* word = build_.getInt32Ty();
  status_ =
      code_.place(options_.width == 1 ? word : llvm::FixedVectorType::get(word, options_.width));
  build_.CreateStore(llvm::Constant::getNullValue(status_->getAllocatedType()), status_);
  LaneWriter w(code_, program_, &plan_.tables);
  beginPast();
  begin(w);
  follow(w);
  w.acceptPoint(code_.condition(true), true);
  if (schedule_.nStateRelations > 0 || !schedule_.model.timeEvents.empty() ||
      !schedule_.samples.empty() || controlled() || observes()) {
    loopWithEvents(w);
  } else {
    loop(w);
  }
  finish(w);
  return w.problem();
}

std::unique_ptr<llvm::Module> writeTrajectory(const TrajectoryPlan& plan,
                                              const TrajectoryOptions& options,
                                              llvm::LLVMContext& context, std::string& problem) {
  problem = obstacle(*plan.program);
  if (!problem.empty()) return nullptr;
  if (plan.formula.kind > Formula::Kind::RungeKutta && !plan.program->schedule.inlined) {
    problem = "a method whose formula is not in the model";
    return nullptr;
  }
  auto module = std::make_unique<llvm::Module>("formola", context);
  llvm::Type *pointer = llvm::PointerType::getUnqual(context),
             *count = llvm::Type::getInt64Ty(context), *real = llvm::Type::getDoubleTy(context);
  auto* type = llvm::FunctionType::get(
      llvm::Type::getVoidTy(context),
      {pointer, pointer, pointer, count, count, real, real, real, real, count}, false);
  auto* function =
      llvm::Function::Create(type, llvm::Function::ExternalLinkage, kTrajectoryName, *module);
  function->setDoesNotThrow();
  for (unsigned k = 0; k < 3; ++k) function->addParamAttr(k, llvm::Attribute::NoAlias);
  if (options.machine == Machine::Gpu) {
    llvm::Metadata* kernel[] = {
        llvm::ValueAsMetadata::get(function), llvm::MDString::get(context, "kernel"),
        llvm::ConstantAsMetadata::get(llvm::ConstantInt::get(llvm::Type::getInt32Ty(context), 1))};
    module->getOrInsertNamedMetadata("nvvm.annotations")
        ->addOperand(llvm::MDNode::get(context, kernel));
  }
  problem = TrajectoryWriter(plan, options, function).run();
  if (problem.empty())
    problem = defineCalledFunctions(plan.program->functions.get(), *module, options.fuse);
  return problem.empty() ? std::move(module) : nullptr;
}

}  // namespace formola::lanes
