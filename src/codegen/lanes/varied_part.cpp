#include "codegen/lanes/varied_part.h"

#include <algorithm>

#include "codegen/lower/operands.h"

namespace formola::lanes {

using lowered::Argument;
using lowered::CallSite;
using lowered::Code;
using lowered::Instruction;
using lowered::Op;

namespace {

class VariedPart {
 public:
  VariedPart(const lowered::LoweredProgram& program, const Code& code, std::vector<uint8_t>& varied)
      : program_(program),
        code_(code),
        varied_(varied),
        registers_(code.registers, 0),
        values_(code.values, 0),
        own_(code.instructions.size(), 0) {}

  std::vector<NeededPart> find() {
    forward();
    return backward();
  }

 private:
  void forward();
  std::vector<NeededPart> backward() const;
  bool depends(const Instruction& i) const;
  bool depends(const CallSite& site) const;
  void assign(const Instruction& i, bool differs);

  const lowered::LoweredProgram& program_;
  const Code& code_;
  std::vector<uint8_t>& varied_;
  std::vector<uint8_t> registers_, values_;  // that differ
  std::vector<uint8_t> own_;                 // instructions that do
};

bool VariedPart::depends(const CallSite& site) const {
  if (site.function.valid() && program_.schedule.model.dae.functions[site.function].impure)
    return true;
  if (site.whole.valid() && dependsOn(program_, site.whole, varied_)) return true;
  std::vector<const Argument*> open;
  for (const Argument& each : site.arguments) open.push_back(&each);
  while (!open.empty()) {
    const Argument* a = open.back();
    open.pop_back();
    if (a->kind == Argument::Kind::Expression && dependsOn(program_, a->expression, varied_))
      return true;
    if (a->kind == Argument::Kind::Result && values_[code_.extractions[a->extraction].value] != 0)
      return true;
    for (const Argument& field : a->fields) open.push_back(&field);
  }
  return false;
}

bool VariedPart::depends(const Instruction& i) const {
  if (lowered::isSolve(i.op)) return true;
  bool any = false;
  lowered::forEachOperand(code_, i, [&](uint32_t r) { any = any || registers_[r] != 0; });
  if (any) return true;
  switch (i.op) {
    case Op::Load:
    case Op::LoadPre:
      return varied_[i.a] != 0;
    case Op::Extract:
      return values_[code_.extractions[i.a].value] != 0;
    case Op::Call:
      return depends(code_.calls[i.a]);
    case Op::Relation:
    case Op::LoadRelation:
    case Op::Output:
    case Op::StorePre:
    case Op::Delay:
    case Op::Transport:
      return true;
    default:
      return false;
  }
}

void VariedPart::assign(const Instruction& i, bool differs) {
  const auto mark = static_cast<uint8_t>(differs ? 1 : 0);
  if (lowered::hasResult(i.op)) {
    registers_[i.dst] = mark;
  } else if (i.op == Op::Store) {
    varied_[i.dst] = mark;
  } else if (i.op == Op::Call) {
    const CallSite& site = code_.calls[i.a];
    values_[site.value] = mark;
    for (uint32_t k = 0; k < site.results; ++k) registers_[site.result + k] = mark;
  } else if (i.op == Op::SolveAgain) {
    for (uint32_t k = 0; k < i.b; ++k) registers_[i.dst + k] = 1;
  } else if (i.op == Op::SolveLinear || i.op == Op::SolveNonlinear) {
    const auto& blocks = i.op == Op::SolveLinear ? program_.linear : program_.nonlinear;
    for (const int32_t place : blocks[i.a].unknowns) varied_[static_cast<size_t>(place)] = 1;
    for (const int32_t place : blocks[i.a].inner) varied_[static_cast<size_t>(place)] = 1;
  }
}

// What is computed on one side of a condition that differs differs, too.
void VariedPart::forward() {
  uint32_t under = 0;  // up to this instruction
  for (uint32_t k = 0; k < code_.instructions.size(); ++k) {
    const Instruction& i = code_.instructions[k];
    const bool differs = k < under || depends(i);
    if (differs && (i.op == Op::JumpUnless || i.op == Op::Jump)) under = std::max(under, i.b);
    own_[k] = differs ? 1 : 0;
    assign(i, differs);
  }
}

std::vector<NeededPart> VariedPart::backward() const {
  const size_t n = code_.instructions.size();
  std::vector<NeededPart> kept(n, NeededPart::Nothing);
  std::vector<uint8_t> needed(code_.registers, 0), values(code_.values, 0), branch(n, 0);
  uint32_t inside = 0;
  for (uint32_t k = 0; k < n; ++k) {
    const Instruction& i = code_.instructions[k];
    branch[k] = k < inside ? 1 : 0;
    if (i.op == Op::JumpUnless || i.op == Op::Jump) inside = std::max(inside, i.b);
  }
  std::vector<uint32_t> keptFrom(n + 1, 0);  // how many are kept from an instruction on
  for (size_t k = n; k-- > 0;) {
    const Instruction& i = code_.instructions[k];
    bool keep = false;
    switch (i.op) {
      case Op::JumpUnless:
      case Op::Jump:
        keep = own_[k] != 0 || keptFrom[k + 1] > keptFrom[std::min<size_t>(i.b, n)];
        break;
      case Op::Call: {
        const CallSite& site = code_.calls[i.a];
        keep = own_[k] != 0 || values[site.value] != 0;
        for (uint32_t r = 0; r < site.results; ++r) keep = keep || needed[site.result + r] != 0;
        break;
      }
      default:
        keep = lowered::hasResult(i.op) ? own_[k] != 0 || needed[i.dst] != 0 : own_[k] != 0;
    }
    kept[k] = keep ? NeededPart::Whole : NeededPart::Nothing;
    keptFrom[k] = keptFrom[k + 1] + (keep ? 1 : 0);
    if (!keep) {
      // What was to be stored is known: it is read from there.
      if (i.op != Op::Store || branch[k] != 0 || needed[i.a] == 0) continue;
      kept[k] = NeededPart::Stored;
      needed[i.a] = 0;
      continue;
    }
    lowered::forEachOperand(code_, i, [&](uint32_t r) { needed[r] = 1; });
    if (i.op == Op::Extract) values[code_.extractions[i.a].value] = 1;
    if (i.op == Op::SolveAgain)
      for (uint32_t r = 0; r < i.b; ++r) needed[i.dst + r] = 1;
  }
  return kept;
}

}  // namespace

bool dependsOn(const lowered::LoweredProgram& program, ExprId expression,
               const std::vector<uint8_t>& marked) {
  const Schedule& schedule = program.schedule;
  const ExprPool& pool = schedule.model.pool();
  std::vector<ExprId> open{expression}, seen;
  while (!open.empty()) {
    const ExprId e = open.back();
    open.pop_back();
    if (!e.valid() || std::find(seen.begin(), seen.end(), e) != seen.end()) continue;
    if (pool.kind(e) == ExprKind::Variable) {
      seen.push_back(e);
      const VariableId id = pool.variableOf(e);
      if (id.index() >= schedule.model.dae.variables.size()) continue;  // an argument
      const int32_t place = schedule.slots[id].index;
      if (place >= 0 && marked[static_cast<size_t>(place)] != 0) return true;
      if (place < 0) open.push_back(schedule.model.dae.variables[id].binding);
    } else {
      for (const ExprId child : pool.children(e)) open.push_back(child);
    }
  }
  return false;
}

std::vector<NeededPart> variedPart(const lowered::LoweredProgram& program, const Code& code,
                                   std::vector<uint8_t>& varied) {
  return VariedPart(program, code, varied).find();
}

}  // namespace formola::lanes
