#include "codegen/lower/verify_program.h"

#include <fmt/format.h>

#include <array>
#include <utility>
#include <vector>

#include "codegen/lower/operands.h"

namespace formola::lowered {

namespace {

// One code; the first complaint is kept.
template <typename AnyCode>
class Verifier {
 public:
  Verifier(const LoweredProgram& program, const AnyCode& code, std::string name)
      : program_(program), code_(code), name_(std::move(name)), written_(code.registers, 0) {}

  std::string run() {
    if constexpr (!kOfModel) write(0, code_.inputs);
    const auto n = static_cast<uint32_t>(code_.instructions.size());
    for (at_ = 0; at_ < n && complaint_.empty(); ++at_) {
      const Instruction& i = code_.instructions[at_];
      // The lists that operands are read from come first.
      places(i);
      if (!complaint_.empty()) break;
      forEachOperand(code_, i, [&](uint32_t operand) { read(operand); });
      if (i.op == Op::SolveAgain)
        for (uint32_t k = 0; k < i.b; ++k) read(i.dst + k);
      if (hasResult(i.op)) write(i.dst, 1);
      if (i.op == Op::Call) call(code_.calls[i.a]);
      if (i.op == Op::StoreAt) write(i.a, i.c);
    }
    if constexpr (!kOfModel)
      for (uint32_t operand : code_.results) read(operand);
    return complaint_;
  }

 private:
  static constexpr bool kOfModel = std::is_same_v<AnyCode, Code>;

  void complain(const std::string& what) {
    if (complaint_.empty()) complaint_ = fmt::format("{}, instruction {}: {}", name_, at_, what);
  }
  void expect(bool holds, const char* what) {
    if (!holds) complain(what);
  }
  void read(uint32_t operand) {
    if (!kOfModel && (operand & kConstantBit) != 0) {
      expect((operand & ~kConstantBit) < code_.constants.size(), "there is no such constant");
    } else if (operand >= code_.registers || written_[operand] == 0) {
      complain(fmt::format("register {} is read, but nothing before writes it", operand));
    }
  }
  void write(uint32_t first, size_t count) {
    if (first + count > code_.registers) return complain("a register beyond the frame is written");
    for (size_t k = 0; k < count; ++k) written_[first + k] = 1;
  }
  void jump(uint32_t to) {
    expect(to <= code_.instructions.size(), "a jump out of the code");
    if (kOfModel) expect(to > at_, "a jump back");
  }
  // `count` entries of lists from `first` on.
  void list(uint32_t first, uint32_t count) {
    expect(size_t{first} + count <= code_.lists.size(), "a list of operands is too short");
  }
  void called(size_t callee, size_t arguments, uint32_t result) {
    const CompiledFunctions& functions = *program_.functions;
    if (callee >= functions.size()) return complain("there is no such function");
    expect(functions[callee].inputs == arguments, "a call has another number of arguments");
    write(result, functions[callee].results.size());
  }
  void call(const FunctionCall& call) { called(call.callee, call.arguments.size(), call.result); }
  void call(const CallSite& site) {
    if (site.compiled < 0) return;
    const auto callee = static_cast<size_t>(site.compiled);
    called(callee, site.operands.size(), site.result);
    if (complaint_.empty())
      expect((*program_.functions)[callee].results.size() == site.results,
             "a call has another number of results");
  }
  void places(const Instruction& i);
  bool placesOfModel(const Instruction& i);
  bool placesOfFunction(const Instruction& i);

  const LoweredProgram& program_;
  const AnyCode& code_;
  std::string name_, complaint_;
  std::vector<uint8_t> written_;  // by register
  uint32_t at_ = 0;
};

// What an instruction names beside operands, where both kinds of code have it.
template <typename AnyCode>
void Verifier<AnyCode>::places(const Instruction& i) {
  switch (i.op) {
    case Op::Builtin:
      expect(i.b >= 1 && i.b <= 4, "a function of the language has one to four arguments");
      return list(i.a, i.b);
    case Op::JumpUnless:
    case Op::Jump:
      return jump(i.b);
    case Op::Call:
      return expect(i.a < code_.calls.size(), "there is no such call");
    default:
      break;
  }
  bool known = true;
  if constexpr (kOfModel) {
    known = placesOfModel(i);
  } else {
    known = placesOfFunction(i);
  }
  expect(known, "an instruction of the other kind of code");
}

// False: not in code of equations.
template <typename AnyCode>
bool Verifier<AnyCode>::placesOfModel(const Instruction& i) {
  const Schedule& schedule = program_.schedule;
  const size_t variables = program_.start.size();
  const auto below = [&](size_t index, size_t count, const char* what) {
    expect(index < count, what);
    return true;
  };
  switch (i.op) {
    case Op::Constant:
      return below(i.a, code_.constants.size(), "there is no such constant");
    case Op::Load:
    case Op::LoadPre:
      return below(i.a, variables, "there is no such variable");
    case Op::Store:
    case Op::StorePre:
      return below(i.dst, variables, "there is no such variable");
    case Op::LoadRelation:
      return below(i.a, schedule.model.relations.size(), "there is no such relation");
    case Op::Relation:
      return below(i.c, schedule.model.relations.size(), "there is no such relation");
    case Op::Sampled:
      return below(i.a, schedule.samples.size(), "there is no such sample");
    case Op::Delay:
      return below(i.c, schedule.delays.size(), "there is no such delay");
    case Op::Transport:
      list(i.a, 5);
      return below(i.c / 2, schedule.transports.size(), "there is no such profile");
    case Op::Pick:
      list(i.a, i.c);
      return true;
    case Op::Extract:
      below(i.a, code_.extractions.size(), "there is no such part of a result");
      if (complaint_.empty())
        below(code_.extractions[i.a].value, code_.values, "there is no such result");
      return true;
    case Op::SolveLinear:
    case Op::SolveAgain:
      return below(i.a, program_.linear.size(), "there is no such block");
    case Op::SolveNonlinear:
      return below(i.a, program_.nonlinear.size(), "there is no such block");
    case Op::SolveMixed:
      return below(i.a, program_.mixed.size(), "there is no such block");
    case Op::Act:
      return below(i.a, schedule.model.actions.size(), "there is no such action");
    default:
      return i.op < Op::LoadAt;
  }
}

// False: not in code of functions.
template <typename AnyCode>
bool Verifier<AnyCode>::placesOfFunction(const Instruction& i) {
  const size_t end = size_t{i.a} + i.c;
  switch (i.op) {
    case Op::LoadAt:
    case Op::StoreAt:
      expect(end <= code_.registers, "an array beyond the frame");
      return true;
    case Op::LoadConstantAt:
      expect(end <= code_.constants.size(), "an array beyond the constants");
      return true;
    default:
      return i.op >= Op::LoadAt || (i.op >= Op::Copy && i.op <= Op::Log);
  }
}

std::string check(const LoweredProgram& program, const Code& code, std::string name) {
  return Verifier(program, code, std::move(name)).run();
}

std::string checkBlocks(const LoweredProgram& program, const std::vector<BlockCode>& blocks,
                        const char* kind) {
  for (size_t k = 0; k < blocks.size(); ++k) {
    const BlockCode& b = blocks[k];
    for (const Code* code : {&b.residual, &b.matrix, &b.rhs, &b.formulas})
      if (std::string found = check(program, *code, fmt::format("{} block {}", kind, k));
          !found.empty())
        return found;
  }
  return {};
}

std::string checkFunctions(const LoweredProgram& program) {
  for (size_t k = 0; k < program.functions->size(); ++k) {
    const FunctionCode& code = (*program.functions)[k];
    if (code.name.empty()) continue;  // not compiled
    if (std::string found = Verifier(program, code, "function " + code.name).run(); !found.empty())
      return found;
  }
  return {};
}

}  // namespace

std::string verify(const LoweredProgram& program) {
  const LoweredProgram& p = program;
  const std::array<std::pair<const Code*, const char*>, 17> codes{{
      {&p.parameters, "parameters"},
      {&p.samples, "samples"},
      {&p.initial, "initial"},
      {&p.guesses, "guesses"},
      {&p.startActions, "actions at the start"},
      {&p.derivatives, "derivatives"},
      {&p.outputs, "outputs"},
      {&p.event, "event"},
      {&p.crossings, "crossings"},
      {&p.instants, "instants"},
      {&p.delays, "delays"},
      {&p.transported, "transported"},
      {&p.profiles, "profiles"},
      {&p.inlineStep, "inlined step"},
      {&p.implicitStep, "implicit step"},
      {&p.tangent.constants, "constants of the tangent"},
      {&p.tangent.partials, "partial derivatives"},
  }};
  for (const auto& [code, name] : codes)
    if (std::string found = check(p, *code, name); !found.empty()) return found;
  std::string found = checkBlocks(p, p.linear, "linear");
  if (found.empty()) found = checkBlocks(p, p.nonlinear, "nonlinear");
  for (const MixedCode& mixed : p.mixed) {
    if (found.empty()) found = check(p, mixed.continuous, "mixed block");
    if (found.empty()) found = check(p, mixed.modes, "modes of a mixed block");
  }
  for (const StateSetCode& set : p.sets)
    if (found.empty()) found = check(p, set.jacobian, "set of states");
  return found.empty() ? checkFunctions(p) : found;
}

}  // namespace formola::lowered
