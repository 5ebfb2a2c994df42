#include "codegen/lanes/lane_writer.h"

#include <fmt/format.h>

#include "codegen/lanes/lane_math.h"

namespace formola::lanes {

using lowered::Code;
using lowered::Instruction;
using lowered::Op;

LaneWriter::LaneWriter(LaneCode& code, const lowered::LoweredProgram& program,
                       const KnownTables* tables)
    : code_(code),
      program_(program),
      tables_(code, tables),
      slots_(program.start.size(), nullptr),
      pre_(program.start.size(), nullptr),
      relations_(program.schedule.model.relations.size(), nullptr),
      time_(code.place(code.real(), "time")),
      failed_(code.place(code.truth(), "failed")),
      reached_(code.place(code.real())),
      passed_(code.place(code.real())) {
  code_.store(code_.constant(-__builtin_inf()), reached_);
  code_.store(code_.constant(-__builtin_inf()), passed_);
  code_.store(code_.condition(false), failed_);
  for (size_t k = 0; k < slots_.size(); ++k) {
    slots_[k] = code_.place(code_.real());
    code_.store(code_.constant(program.start[k]), slots_[k]);
    pre_[k] = code_.place(code_.real());
    code_.store(code_.constant(program.start[k]), pre_[k]);
  }
  for (int32_t k = 0; k < program.schedule.nStates; ++k) {
    reinitValue_.push_back(code_.place(code_.real()));
    reinitAsked_.push_back(code_.place(code_.truth()));
    code_.store(code_.constant(0), reinitValue_.back());
    code_.store(code_.condition(false), reinitAsked_.back());
  }
  for (size_t k = 0; k < program.schedule.samples.size(); ++k) {
    Sample sample{code_.place(code_.real()), code_.place(code_.real()), code_.place(code_.real()),
                  code_.place(code_.truth())};
    for (llvm::AllocaInst* each : {sample.first, sample.interval, sample.count})
      code_.store(code_.constant(0), each);
    code_.store(code_.condition(false), sample.active);
    samples_.push_back(sample);
  }
  for (auto& place : relations_) {
    place = code_.place(code_.truth());
    code_.store(code_.condition(false), place);
  }
}

llvm::AllocaInst* LaneWriter::slot(int32_t index) {
  return slots_[static_cast<size_t>(index)];
}
llvm::AllocaInst* LaneWriter::pre(int32_t index) {
  return pre_[static_cast<size_t>(index)];
}
llvm::AllocaInst* LaneWriter::relation(uint32_t index) {
  return relations_[index];
}

void LaneWriter::setPreFromValues() {
  for (size_t k = 0; k < slots_.size(); ++k) code_.store(code_.load(slots_[k]), pre_[k]);
}

void LaneWriter::unsupported(std::string what) {
  if (problem_.empty()) problem_ = std::move(what);
}

std::vector<Number> LaneWriter::write(const Code& code) {
  return write(code, code_.condition(true));
}

void LaneWriter::writePart(const Code& code, const std::vector<NeededPart>& kept) {
  kept_ = &kept;
  write(code);
}

std::vector<Number> LaneWriter::write(const Code& code, Condition active) {
  // Codes inside of this one are written as a whole.
  const std::vector<NeededPart>* kept = kept_;
  kept_ = nullptr;
  const auto* constant = llvm::dyn_cast<llvm::Constant>(active.value);
  const bool all = constant != nullptr && constant->isAllOnesValue();
  Frame f{code,
          std::vector<Number>(code.registers),
          std::vector<Condition>(code.registers),
          {},
          {},
          active,
          active,
          all,
          all};
  // Lanes that have jumped ahead, by where they go on.
  std::map<uint32_t, Condition> ahead;
  for (uint32_t k = 0; k < code.instructions.size() && problem_.empty(); ++k) {
    if (const auto found = ahead.find(k); found != ahead.end()) {
      f.active = f.active | found->second;
      ahead.erase(found);
      // Jumps go forward and meet again: where nobody is ahead all are here.
      if (ahead.empty()) {
        f.active = f.given;
        f.all = f.allGiven;
      }
    }
    const Instruction& i = code.instructions[k];
    if (kept != nullptr && (*kept)[k] == NeededPart::Stored) {
      f.numbers[i.a] = variable(static_cast<int32_t>(i.dst));
      f.truths[i.a] = {};
    }
    if (kept != nullptr && (*kept)[k] != NeededPart::Whole) continue;
    if (i.op != Op::JumpUnless && i.op != Op::Jump) {
      instruction(f, i);
      continue;
    }
    auto [waiting, isNew] = ahead.try_emplace(i.b, code_.condition(false));
    if (i.op == Op::Jump) {
      waiting->second = waiting->second | f.active;
      f.active = code_.condition(false);
    } else {
      const Condition holds =
          f.truths[i.a].value != nullptr ? f.truths[i.a] : f.numbers[i.a] != code_.constant(0);
      waiting->second = waiting->second | (f.active & ~holds);
      f.active = f.active & holds;
    }
    f.all = false;
  }
  // All of them, also where there is a problem and nobody will use the code.
  for (const Instruction& i : code.instructions)
    if (i.op == Op::Output && f.outputs.size() <= i.dst)
      f.outputs.resize(i.dst + 1, code_.constant(0));
  return std::move(f.outputs);
}

namespace {

Number numberOf(LaneCode& code, Condition c) {
  return choose(c, code.constant(1), code.constant(0));
}

}  // namespace

bool LaneWriter::leaf(Frame& f, const Instruction& i) {
  auto define = [&](Number x) { f.numbers[i.dst] = x; };
  auto defineTruth = [&](Condition c) {
    f.truths[i.dst] = c;
    f.numbers[i.dst] = numberOf(code_, c);
  };
  switch (i.op) {
    case Op::Constant:
      define(code_.constant(f.code.constants[i.a]));
      return true;
    case Op::Time:
      define(time());
      return true;
    case Op::Load:
      define(variable(static_cast<int32_t>(i.a)));
      return true;
    case Op::LoadPre:
      define(code_.load(pre(static_cast<int32_t>(i.a))));
      return true;
    case Op::LoadRelation:
      defineTruth(code_.test(relation(i.a)));
      return true;
    case Op::Sampled:
      defineTruth(code_.test(samples_[i.a].active));
      return true;
    case Op::Initial:
      defineTruth(code_.condition(initial_));
      return true;
    case Op::Terminal:
      defineTruth(code_.condition(false));
      return true;
    case Op::Lambda:
      define(code_.constant(1));
      return true;
    case Op::Reached:
      define(reached());
      return true;
    case Op::Passed:
      define(code_.load(passed_));
      return true;
    default:
      return false;
  }
}

bool LaneWriter::arithmetic(Frame& f, const Instruction& i) {
  auto x = [&](uint32_t reg) { return f.numbers[reg]; };
  auto truth = [&](uint32_t reg) {
    return f.truths[reg].value != nullptr ? f.truths[reg] : f.numbers[reg] != code_.constant(0);
  };
  auto define = [&](Number result) {
    f.numbers[i.dst] = result;
    f.truths[i.dst] = {};
    return true;
  };
  auto decide = [&](Condition c) {
    f.truths[i.dst] = c;
    f.numbers[i.dst] = numberOf(code_, c);
    return true;
  };
  switch (i.op) {
    case Op::Copy:
      // A register of two branches: each lane has that of its own.
      return define(
          f.all || f.numbers[i.dst].value == nullptr ? x(i.a) : choose(f.active, x(i.a), x(i.dst)));
    case Op::Neg:
      return define(-x(i.a));
    case Op::Not:
      return decide(~truth(i.a));
    case Op::Add:
      return define(x(i.a) + x(i.b));
    case Op::Sub:
      return define(x(i.a) - x(i.b));
    case Op::Mul:
      return define(x(i.a) * x(i.b));
    case Op::Div:
      return define(x(i.a) / x(i.b));
    case Op::MulAdd:
      return define(fused(x(i.a), x(i.b), x(i.c)));
    case Op::MulSub:
      return define(fused(x(i.a), x(i.b), -x(i.c)));
    case Op::SubMul:
      return define(fused(-x(i.a), x(i.b), x(i.c)));
    case Op::Pow:
      return define(pow(x(i.a), x(i.b)));
    case Op::And:
      return decide(truth(i.a) & truth(i.b));
    case Op::Or:
      return decide(truth(i.a) | truth(i.b));
    case Op::Less:
      return decide(x(i.a) < x(i.b));
    case Op::LessEqual:
      return decide(x(i.a) <= x(i.b));
    case Op::Greater:
      return decide(x(i.a) > x(i.b));
    case Op::GreaterEqual:
      return decide(x(i.a) >= x(i.b));
    case Op::Equal:
      return decide(x(i.a) == x(i.b));
    case Op::NotEqual:
      return decide(x(i.a) != x(i.b));
    case Op::Select:
      return define(choose(truth(i.a), x(i.b), x(i.c)));
    case Op::Sqrt:
      return define(root(x(i.a)));
    case Op::Sin:
      return define(sin(x(i.a)));
    case Op::Cos:
      return define(cos(x(i.a)));
    case Op::Exp:
      return define(exp(x(i.a)));
    case Op::Log:
      return define(log(x(i.a)));
    case Op::Builtin:
      return define(builtin(f, i));
    default:
      return false;
  }
}

Number elementaryOf(Builtin function, Number x, Number y) {
  switch (function) {
    case Builtin::Sin:
      return sin(x);
    case Builtin::Cos:
      return cos(x);
    case Builtin::Tan:
      return tan(x);
    case Builtin::Asin:
      return asin(x);
    case Builtin::Acos:
      return acos(x);
    case Builtin::Atan:
      return atan(x);
    case Builtin::Atan2:
      return atan2(x, y);
    case Builtin::Sinh:
      return sinh(x);
    case Builtin::Cosh:
      return cosh(x);
    case Builtin::Tanh:
      return tanh(x);
    case Builtin::Exp:
      return exp(x);
    case Builtin::Log:
      return log(x);
    case Builtin::Log10:
      return log10(x);
    default:
      return {};
  }
}

Number LaneWriter::elementary(Builtin function, Number x, Number y) {
  const Number result = elementaryOf(function, x, y);
  if (result.value != nullptr) return result;
  unsupported(fmt::format("the function {}", name(function)));
  return x;
}

Number LaneWriter::builtin(Frame& f, const Instruction& i) {
  const auto function = static_cast<Builtin>(i.c);
  const Number x = f.numbers[f.code.lists[i.a]];
  const Number y = i.b > 1 ? f.numbers[f.code.lists[i.a + 1]] : x;
  const Number zero = code_.constant(0);
  auto towardsZero = [&](Number z) { return withSign(down(size(z)), z); };
  switch (function) {
    case Builtin::Abs:
      return size(x);
    case Builtin::Sign:
      return choose(x > zero, code_.constant(1), choose(x < zero, code_.constant(-1), zero));
    case Builtin::Sqrt:
      return root(x);
    case Builtin::Floor:
    case Builtin::IntegerOf:
      return down(x);
    case Builtin::Ceil:
      return -down(-x);
    case Builtin::MinOf:
      return choose(y < x, y, x);
    case Builtin::MaxOf:
      return choose(y > x, y, x);
    case Builtin::Mod:
      return x - down(x / y) * y;
    case Builtin::Rem:
      return x - towardsZero(x / y) * y;
    case Builtin::Div:
      return towardsZero(x / y);
    case Builtin::FloorOfTime:
    case Builtin::EndOfFloor:
      return floorOfTime(function == Builtin::EndOfFloor, x, y, f.numbers[f.code.lists[i.a + 2]],
                         f.numbers[f.code.lists[i.a + 3]]);
    default:
      if (i.b <= 2) return elementary(function, x, y);
      unsupported(fmt::format("the function {}", name(function)));
      return x;
  }
}

// An assertion that does not hold ends the case; so does terminate(), which a single run does
// better.
void LaneWriter::act(Frame& f, const Instruction& i) {
  const Action& action = program_.schedule.model.actions[i.a];
  switch (action.kind) {
    case ActionKind::Assert:
      if (action.level != AssertLevel::Warning)
        fail(f.active & (f.numbers[i.c] == code_.constant(0)));
      return;
    case ActionKind::Terminate:
      if (live_) fail(f.active);
      return;
    case ActionKind::Reinit: {
      if (!live_ || initial_) return;
      const Slot slot = program_.schedule.slots[action.state];
      const auto state = static_cast<size_t>(slot.index);
      const Number value = slot.negated != action.negated ? -f.numbers[i.c] : f.numbers[i.c];
      code_.store(choose(f.active, value, code_.load(reinitValue_[state])), reinitValue_[state]);
      code_.store(code_.test(reinitAsked_[state]) | f.active, reinitAsked_[state]);
      return;
    }
    case ActionKind::Call:
      return unsupported("calls of functions at events");
  }
}

// True in lanes with a state that jumped.
Condition LaneWriter::applyReinits(Condition active) {
  Condition any = code_.condition(false);
  for (size_t k = 0; k < reinitAsked_.size(); ++k) {
    const Condition asked = code_.test(reinitAsked_[k]) & active;
    setVariable(static_cast<int32_t>(k), code_.load(reinitValue_[k]), asked);
    code_.store(code_.condition(false), reinitAsked_[k]);
    any = any | asked;
  }
  return any;
}

void LaneWriter::setPreFromValues(Condition active) {
  for (size_t k = 0; k < slots_.size(); ++k)
    code_.store(choose(active, code_.load(slots_[k]), code_.load(pre_[k])), pre_[k]);
}

void LaneWriter::settle(Condition active, const std::function<void(Condition)>& between,
                        const std::function<Condition(Condition)>& body) {
  constexpr uint32_t kPasses = 100;
  const int32_t first = program_.schedule.discreteBegin, last = program_.schedule.parameterBegin;
  llvm::IRBuilder<>& b = code_.builder();
  llvm::AllocaInst *count = code_.place(b.getInt32Ty()), *going = code_.place(code_.truth());
  b.CreateStore(b.getInt32(0), count);
  code_.store(active & ~failed(), going);
  llvm::BasicBlock *again = code_.block("pass"), *after = code_.block("settled");
  b.CreateCondBr(code_.any(code_.test(going)), again, after);
  b.SetInsertPoint(again);
  const Condition now = code_.here(code_.test(going));
  if (between) between(now);
  std::vector<Number> values;
  std::vector<Condition> truths;
  for (int32_t k = first; k < last; ++k) values.push_back(variable(k));
  for (uint32_t k = 0; k < relations_.size(); ++k) truths.push_back(relationHolds(k));
  Condition changed = body(now);
  changed = changed | applyReinits(now);
  for (int32_t k = first; k < last; ++k) {
    const Number before = values[static_cast<size_t>(k - first)], value = variable(k);
    changed = changed | ((value != before) & ((value == value) | (before == before)));
  }
  for (uint32_t k = 0; k < relations_.size(); ++k) {
    const Condition holds = relationHolds(k);
    changed = changed | (holds & ~truths[k]) | (~holds & truths[k]);
  }
  changed = changed & now & ~failed();
  code_.store(changed, going);
  llvm::Value* passes = b.CreateAdd(b.CreateLoad(b.getInt32Ty(), count), b.getInt32(1));
  b.CreateStore(passes, count);
  b.CreateCondBr(b.CreateAnd(code_.any(changed), b.CreateICmpULT(passes, b.getInt32(kPasses))),
                 again, after);
  b.SetInsertPoint(after);
  fail(code_.test(going));
}

// With frozen relations only the continuous part; else both in turn until the mode repeats. Where
// it runs in a cycle a single run knows better ways.
void LaneWriter::solveMixed(uint32_t index, Condition active) {
  const lowered::MixedCode& block = program_.mixed[index];
  if (!live_) {
    write(block.continuous, active);
    return;
  }
  settle(active, {}, [&](Condition now) {
    write(block.continuous, now);
    write(block.modes, now);
    return code_.condition(false);
  });
}

void LaneWriter::instruction(Frame& f, const Instruction& i) {
  if (leaf(f, i) || arithmetic(f, i)) return;
  switch (i.op) {
    case Op::Relation: {
      Condition now = code_.test(relation(i.c));
      if (live_) {
        const Condition holds =
            f.truths[i.a].value != nullptr ? f.truths[i.a] : f.numbers[i.a] != code_.constant(0);
        now = f.all ? holds : choose(f.active, holds, now);
        code_.store(now, relation(i.c));
      }
      f.truths[i.dst] = now;
      f.numbers[i.dst] = numberOf(code_, now);
      return;
    }
    case Op::Store: {
      const auto to = static_cast<int32_t>(i.dst);
      return setVariable(to,
                         f.all ? f.numbers[i.a] : choose(f.active, f.numbers[i.a], variable(to)));
    }
    case Op::StorePre: {
      llvm::AllocaInst* to = pre(static_cast<int32_t>(i.dst));
      return code_.store(f.all ? f.numbers[i.a] : choose(f.active, f.numbers[i.a], code_.load(to)),
                         to);
    }
    case Op::Output:
      if (f.outputs.size() <= i.dst) f.outputs.resize(i.dst + 1, code_.constant(0));
      f.outputs[i.dst] = f.numbers[i.a];
      return;
    case Op::SolveLinear:
      return solveLinear(i.a, f.active);
    case Op::SolveNonlinear:
      return solveNonlinear(i.a, f.active);
    case Op::Act:
      return act(f, i);
    case Op::SolveMixed:
      return solveMixed(i.a, f.active);
    case Op::SolveAgain: {
      std::vector<Number> b(f.numbers.begin() + i.dst, f.numbers.begin() + i.dst + i.b);
      b = solveAgain(i.a, std::move(b), f.active);
      std::copy(b.begin(), b.end(), f.numbers.begin() + i.dst);
      return;
    }
    case Op::Call:
      return call(f, f.code.calls[i.a]);
    case Op::Extract:
      return extract(f, i);
    case Op::Pick:
      return pick(f, i);
    default:
      return unsupported("delays");
  }
}

}  // namespace formola::lanes
