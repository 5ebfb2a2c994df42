#include "codegen/lanes/trajectory.h"

#include <fmt/format.h>
#include <llvm/IR/IntrinsicsNVPTX.h>

#include "codegen/lanes/lane_writer.h"

namespace formola::lanes {

using llvm::Value;

namespace {

constexpr int kPasses = 100;  // of the initial system, until its discrete variables repeat

// What the model has that lanes do not do; "": nothing.
std::string obstacle(const lowered::LoweredProgram& program) {
  const Schedule& schedule = program.schedule;
  if (schedule.nStateRelations > 0) return "state events";
  if (!schedule.model.timeEvents.empty()) return "time events";
  if (!schedule.samples.empty()) return "sampled clocks";
  if (!schedule.delays.empty()) return "delays";
  if (!schedule.transports.empty()) return "spatial distributions";
  if (!schedule.model.stateSets.empty()) return "states that are chosen while the model runs";
  if (schedule.inlined && !schedule.inlined->explicitStates.empty())
    return "states with an explicit formula beside implicit ones";
  return {};
}

class TrajectoryWriter {
 public:
  TrajectoryWriter(const TrajectoryPlan& plan, const TrajectoryOptions& options,
                   llvm::Function* function)
      : plan_(plan),
        program_(*plan.program),
        schedule_(plan.program->schedule),
        code_(function, options.width, options.fuse),
        build_(code_.builder()),
        options_(options) {}

  std::string run();

 private:
  // Arguments of the function.
  enum Argument : unsigned { Given, Outputs, Status, Stride, First, Start, Step, Stop, Steps };
  Value* argument(Argument a) { return code_.function()->getArg(a); }

  void findCase();
  Value* cell(Argument array, size_t row);
  void begin(LaneWriter& w);
  void refuse(LaneWriter& w);
  void initialSystem(LaneWriter& w);
  void loop(LaneWriter& w);
  void step(LaneWriter& w, Number t, Number end, Number h);
  void euler(LaneWriter& w, Number end, Number h);
  void rungeKutta(LaneWriter& w, Number t, Number end, Number h);
  void oneStage(LaneWriter& w, Number end, Number h, Number factor, const std::vector<Number>& old);
  void diagonal(LaneWriter& w, Number t, Number end, Number h);
  void coupled(LaneWriter& w, Number end, Number h);
  void finish(LaneWriter& w);
  void status(LaneWriter& w, LaneStatus which);

  std::vector<Number> states(LaneWriter& w, int32_t from);
  void setStates(LaneWriter& w, const std::vector<Number>& x);
  int32_t place(VariableId id) const { return schedule_.slots[id].index; }
  void findScaled(Number h);
  bool actsInOutputs() const;

  const TrajectoryPlan& plan_;
  const lowered::LoweredProgram& program_;
  const Schedule& schedule_;
  LaneCode code_;
  llvm::IRBuilder<>& build_;
  TrajectoryOptions options_;
  Value* case_ = nullptr;  // number of the first one
  llvm::BasicBlock* end_ = nullptr;
  llvm::AllocaInst* status_ = nullptr;
  std::vector<int8_t> isState_, isSlope_;  // by place
  std::vector<int32_t> stateOf_;
};

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
  auto evaluate = [&] { w.write(program_.initial); };
  const int32_t first = schedule_.discreteBegin, last = schedule_.parameterBegin;
  const auto relations = static_cast<uint32_t>(schedule_.model.relations.size());
  if (first == last && relations == 0) return evaluate();
  llvm::AllocaInst* count = code_.place(build_.getInt32Ty());
  build_.CreateStore(build_.getInt32(0), count);
  llvm::BasicBlock *again = code_.block("pass"), *after = code_.block("settled");
  build_.CreateBr(again);
  build_.SetInsertPoint(again);
  std::vector<Number> values;
  std::vector<Condition> truths;
  for (int32_t k = first; k < last; ++k) values.push_back(w.variable(k));
  for (uint32_t k = 0; k < relations; ++k) truths.push_back(w.relationHolds(k));
  evaluate();
  Condition changed = code_.condition(false);
  for (int32_t k = first; k < last; ++k)
    changed = changed | (w.variable(k) != values[static_cast<size_t>(k - first)]);
  for (uint32_t k = 0; k < relations; ++k) {
    const Condition now = w.relationHolds(k);
    changed = changed | (now & ~truths[k]) | (~now & truths[k]);
  }
  changed = changed & ~w.failed();
  Value* passes =
      build_.CreateAdd(build_.CreateLoad(build_.getInt32Ty(), count), build_.getInt32(1));
  build_.CreateStore(passes, count);
  build_.CreateCondBr(
      build_.CreateAnd(code_.any(changed), build_.CreateICmpSLT(passes, build_.getInt32(kPasses))),
      again, after);
  build_.SetInsertPoint(after);
  w.fail(changed);
}

void TrajectoryWriter::begin(LaneWriter& w) {
  for (const auto& [place, value] : plan_.fixed) w.setVariable(place, code_.constant(value));
  for (size_t k = 0; k < plan_.given.size(); ++k) {
    auto* load = build_.CreateLoad(code_.real(), cell(Given, k));
    load->setAlignment(llvm::Align(8));
    const Number x = code_.number(load);
    w.setVariable(plan_.given[k].index, plan_.given[k].negated ? -x : x);
  }
  w.setTime(code_.same(argument(Start)));
  w.setLive(true, true);
  w.goal() = {plan_.blockTolerance, 40, {}};
  w.write(program_.parameters);
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
void TrajectoryWriter::findScaled(Number) {
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

// The equations of a step with x = factor der(x) + old(x); the prediction is in the variables.
void TrajectoryWriter::oneStage(LaneWriter& w, Number end, Number h, Number factor,
                                const std::vector<Number>& old) {
  const InlineProgram& form = *schedule_.inlined;
  for (size_t i = 0; i < old.size(); ++i) w.setVariable(place(form.old[i]), old[i]);
  w.setVariable(place(form.step), factor);
  w.setTime(end);
  if (stateOf_.empty()) findScaled(h);
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

void TrajectoryWriter::diagonal(LaneWriter& w, Number t, Number end, Number h) {
  const Formula& formula = plan_.formula;
  const std::vector<Number> x = states(w, 0);
  const size_t stages = formula.nodes.size(), n = x.size();
  std::vector<Number> before = states(w, schedule_.nStates);
  std::vector<std::vector<Number>> slopes;
  const Number factor = h * code_.constant(formula.gamma);
  for (size_t s = 0; s < stages; ++s) {
    std::vector<Number> old;
    for (size_t i = 0; i < n; ++i) {
      Number sum = code_.constant(0);
      for (size_t j = 0; j < s; ++j)
        sum = sum + code_.constant(formula.matrix[s][j]) * slopes[j][i];
      old.push_back(x[i] + h * sum);
      w.setVariable(schedule_.nStates + static_cast<int32_t>(i), before[i]);
      w.setVariable(static_cast<int32_t>(i), old[i] + factor * before[i]);
    }
    const Number at = s + 1 == stages ? end : t + h * code_.constant(formula.nodes[s]);
    oneStage(w, at, h, factor, old);
    // As the formula has it: what the model computes from x would multiply errors.
    std::vector<Number> slope;
    for (size_t i = 0; i < n; ++i)
      slope.push_back((w.variable(static_cast<int32_t>(i)) - old[i]) / factor);
    before = slope;
    slopes.push_back(std::move(slope));
  }
  for (size_t i = 0; i < n; ++i)
    w.setVariable(schedule_.nStates + static_cast<int32_t>(i), slopes.back()[i]);
}

void TrajectoryWriter::coupled(LaneWriter& w, Number end, Number h) {
  const Formula& formula = plan_.formula;
  const InlineProgram& form = *schedule_.inlined;
  const std::vector<Number> x = states(w, 0), f = states(w, schedule_.nStates);
  const size_t stages = formula.nodes.size();
  for (size_t s = 0; s < stages; ++s)
    for (size_t i = 0; i < x.size(); ++i) {
      w.setVariable(place(form.stages[s][i]), x[i] + h * code_.constant(formula.nodes[s]) * f[i]);
      w.setVariable(place(form.derivatives[s][i]), f[i]);
    }
  oneStage(w, end, h, h, x);
  for (size_t i = 0; i < x.size(); ++i) {
    Number slope = code_.constant(0);
    for (size_t j = 0; j < stages; ++j)
      slope = slope + code_.constant(formula.matrix[stages - 1][j]) *
                          (w.variable(place(form.stages[j][i])) - x[i]);
    w.setVariable(schedule_.nStates + static_cast<int32_t>(i), slope / h);
  }
}

void TrajectoryWriter::step(LaneWriter& w, Number t, Number end, Number h) {
  const Formula& formula = plan_.formula;
  switch (formula.kind) {
    case Formula::Kind::Euler:
      return euler(w, end, h);
    case Formula::Kind::RungeKutta:
      return rungeKutta(w, t, end, h);
    case Formula::Kind::Diagonal:
      return diagonal(w, t, end, h);
    case Formula::Kind::Coupled:
      return coupled(w, end, h);
    case Formula::Kind::OneStage:
    case Formula::Kind::Trapezoid: {
      std::vector<Number> old = states(w, 0);
      const std::vector<Number> f = states(w, schedule_.nStates);
      const bool trapezoid = formula.kind == Formula::Kind::Trapezoid;
      const Number factor = trapezoid ? h / code_.constant(2) : h;
      for (size_t i = 0; i < old.size(); ++i) {
        const auto place = static_cast<int32_t>(i);
        w.setVariable(place, old[i] + h * f[i]);
        w.setVariable(schedule_.nStates + place, f[i]);
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

void TrajectoryWriter::loop(LaneWriter& w) {
  llvm::BasicBlock *again = code_.block("step"), *after = code_.block("stopped");
  llvm::AllocaInst *count = code_.place(build_.getInt64Ty()),
                   *now = code_.place(build_.getDoubleTy());
  build_.CreateStore(build_.getInt64(0), count);
  build_.CreateStore(argument(Start), now);
  Value* steps = argument(Steps);
  build_.CreateCondBr(
      build_.CreateAnd(build_.CreateICmpSGT(steps, build_.getInt64(0)), code_.any(~w.failed())),
      again, after);
  build_.SetInsertPoint(again);
  Value* next = build_.CreateAdd(build_.CreateLoad(build_.getInt64Ty(), count), build_.getInt64(1));
  build_.CreateStore(next, count);
  // The instants are those of single runs; so is the size of a step, to the last bit.
  Value* t = build_.CreateLoad(build_.getDoubleTy(), now);
  Value* regular = build_.CreateFAdd(
      argument(Start),
      build_.CreateFMul(build_.CreateSIToFP(next, build_.getDoubleTy()), argument(Step)));
  llvm::cast<llvm::Instruction>(regular)->setHasAllowContract(false);
  Value* end = build_.CreateSelect(build_.CreateICmpEQ(next, steps), argument(Stop), regular);
  Value* h = build_.CreateFSub(end, t);
  if (schedule_.inlined && plan_.formula.kind > Formula::Kind::RungeKutta) {
    Value* off =
        build_.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, build_.CreateFSub(h, argument(Step)));
    Value* slack =
        build_.CreateFMul(llvm::ConstantFP::get(build_.getDoubleTy(), 1e-9), argument(Step));
    h = build_.CreateSelect(build_.CreateFCmpOLE(off, slack), argument(Step), h);
  }
  build_.CreateStore(end, now);
  step(w, code_.same(t), code_.same(end), code_.same(h));
  Condition finite = code_.condition(true);
  for (int32_t i = 0; i < 2 * schedule_.nStates; ++i) finite = finite & isFinite(w.variable(i));
  w.fail(~finite);
  if (actsInOutputs()) w.write(program_.outputs);
  build_.CreateCondBr(build_.CreateAnd(build_.CreateICmpSLT(next, steps), code_.any(~w.failed())),
                      again, after);
  build_.SetInsertPoint(after);
  status(w, kLaneStep);
}

void TrajectoryWriter::finish(LaneWriter& w) {
  if (!actsInOutputs()) w.write(program_.outputs);
  for (size_t k = 0; k < plan_.outputs.size(); ++k) {
    const Number x = w.variable(plan_.outputs[k].index);
    auto* store = build_.CreateStore((plan_.outputs[k].negated ? -x : x).value, cell(Outputs, k));
    store->setAlignment(llvm::Align(8));
  }
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
  LaneWriter w(code_, program_);
  begin(w);
  loop(w);
  finish(w);
  return w.problem();
}

}  // namespace

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
      {pointer, pointer, pointer, count, count, real, real, real, count}, false);
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
  return problem.empty() ? std::move(module) : nullptr;
}

}  // namespace formola::lanes
