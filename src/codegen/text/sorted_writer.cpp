#include "codegen/text/sorted_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <unordered_map>

#include "codegen/text/event_parts.h"
#include "expr/rewrite.h"
#include "structure/solve/probe_regular.h"

namespace formola::text {

SortedWriter::SortedWriter(const Schedule& schedule, const NamedDialect& dialect,
                           const TargetOptions& options)
    : schedule_(schedule),
      model_(schedule.model),
      options_(options),
      id_(modelIdentifier(schedule.model.dae.model)),
      texts_(schedule, dialect),
      dialect_(dialect) {
  texts_.nameTemporaries("Q", 101);  // as seed 001 does
  texts_.share(options.commonParts);
}

std::vector<SortedWriter::Copy> SortedWriter::copies() const {
  std::vector<Copy> result;
  for (VariableId id : outputs())
    if (dialect_.ownName(id) != name(id))
      result.push_back({dialect_.ownName(id), (schedule_.slots[id].negated ? "-" : "") + name(id)});
  return result;
}

std::string callText(std::string_view called, std::span<const std::string> arguments) {
  std::string text(called);
  for (size_t i = 0; i < arguments.size(); ++i) text += (i ? ", " : "(") + arguments[i];
  return text + ")";
}

std::vector<char> blocksSolvedAgain(const Schedule& schedule) {
  const ExprPool& pool = schedule.model.pool();
  std::vector<char> result(schedule.linearBlocks.size(), 0);
  ExprSet seen;
  for (const NonlinearBlock& block : schedule.nonlinearBlocks) {
    std::vector<ExprId> entries;
    for (const MatrixEntry& e : block.jacobian) entries.push_back(e.value);
    forEachNode(pool, entries, seen, [&](ExprId id) {
      if (pool.isBuiltin(id, Builtin::SolveLinear))
        result[static_cast<size_t>(pool.integerValue(pool.child(id, 0)))] = 1;
    });
  }
  return result;
}

void SortedWriter::line(int indent, std::string_view text) {
  out_ += fmt::format("{:{}}{}\n", "", indent, text);
}

std::vector<std::string> SortedWriter::texts(const std::vector<ExprId>& ids) {
  std::vector<Temporary> before;
  std::vector<ExprId> written = ids;
  if (expandsFunctions())
    for (ExprId& id : written) id = expand_(id);
  std::vector<std::string> result = texts_.group(written, before);
  for (const Temporary& t : before) {
    if (!t.condition.empty()) problem("it uses if-expressions, which the language does not have");
    assign(t.name, temporary(t));
  }
  return result;
}

std::vector<ExprId> SortedWriter::coefficients(const LinearBlock& block) {
  std::vector<ExprId> values;
  for (const MatrixEntry& e : block.matrix) values.push_back(e.value);
  values.insert(values.end(), block.rhs.begin(), block.rhs.end());
  return values;
}

std::string SortedWriter::text(ExprId id) {
  return texts({id})[0];
}

void SortedWriter::steps(const std::vector<Step>& list) {
  // Outputs come behind the derivatives, in the same section.
  if (&list != &schedule_.outputs) solved_.clear();
  for (const Step& step : list) {
    switch (step.kind) {
      case StepKind::Assign: {
        if (!schedule_.isNumber(step.variable) || solved_.contains(step.variable)) break;
        const auto [own, range] = originOf(model_, step);
        texts_.from(range);
        if (own != lastComponent_) component(own.empty() ? id_ : own);
        lastComponent_ = own;
        const std::string value = text(step.value);
        assign(name(step.variable), value);
        break;
      }
      case StepKind::Linear: {
        const LinearBlock& block = schedule_.linearBlocks[step.block];
        if (block.unknowns.size() == 1 && block.symbolic && !keepsMatrix(step.block)) {
          const std::string own = componentOf(model_.name(block.unknowns[0]));
          if (own != lastComponent_) component(own.empty() ? id_ : own);
          lastComponent_ = own;
          ExprBuilder build(model_.pool());
          assign(name(block.unknowns[0]), text(build.div(block.rhs[0], block.matrix[0].value)));
        } else {
          lastComponent_ = "\n";
          linearSystem(block, step.block);
          // Formulas are not used here: those that would follow from them are known already.
          if (!block.formulas.empty()) solved_.insert(block.unknowns.begin(), block.unknowns.end());
        }
        break;
      }
      case StepKind::Nonlinear:
        lastComponent_ = "\n";
        nonlinearSystem(schedule_.nonlinearBlocks[step.block], step.block);
        break;
      case StepKind::Mixed:
        problem("relations and equations in it depend on each other");
        break;
      case StepKind::Relations:
      case StepKind::SetPre:
        break;
    }
  }
}

void SortedWriter::linearSystem(const LinearBlock& block, size_t) {
  std::vector<CramerEntry> matrix;
  for (const MatrixEntry& e : block.matrix) matrix.push_back({e.row, e.column, e.value});
  const auto n = static_cast<int>(block.unknowns.size());
  if (block.symbolic && n <= kLargestCramer) {
    if (auto solution = solveRegular(model_.pool(), n, matrix, block.rhs)) {
      ExprBuilder build(model_.pool());
      std::vector<ExprId> values;
      for (const CramerQuotient& q : *solution)
        values.push_back(build.div(q.numerator, q.denominator));
      const std::vector<std::string> written = texts(values);
      for (size_t i = 0; i < values.size(); ++i) assign(name(block.unknowns[i]), written[i]);
      return;
    }
  }
  problem(fmt::format("it has {} simultaneous linear equations, and the language has no matrices",
                      block.unknowns.size()),
          block.equations.empty() ? SourceRange() : block.equations[0].range);
}

void SortedWriter::nonlinearSystem(const NonlinearBlock& block, size_t) {
  problem(
      fmt::format("it has {} simultaneous nonlinear equation{} (for {}), which --to c, dsblock, "
                  "acsl, matlab and simulink solve",
                  block.unknowns.size(), block.unknowns.size() == 1 ? "" : "s",
                  model_.name(block.unknowns[0])),
      block.equations.empty() ? SourceRange() : block.equations[0].range);
}

void SortedWriter::leaveOutUnused() {
  std::unordered_map<std::string, size_t> uses;  // of their names
  for (const Value& v : numbers()) {
    const Variable& variable = model_.dae.variables[v.id];
    if (variable.variability == Variability::Continuous && variable.causality == Causality::None &&
        model_.info[v.id].role != Role::Input)
      uses.emplace(name(v.id), 0);
  }
  const auto isPart = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
  };
  // Calls found(uses) for each of the names in a text.
  const auto forEachName = [&](std::string_view text, auto&& found) {
    for (size_t at = 0; at < text.size();) {
      size_t end = at;
      while (end < text.size() && isPart(text[end])) ++end;
      if (const auto name = uses.find(std::string(text.substr(at, end - at))); name != uses.end())
        found(name->second);
      at = end + 1;
    }
  };
  forEachName(out_, [](size_t& count) { ++count; });
  std::string kept;
  for (size_t at = 0, end = 0; at < out_.size(); at = end + 1) {
    end = std::min(out_.find('\n', at), out_.size());
    const std::string_view whole = std::string_view(out_).substr(at, end - at);
    bool only = false;  // the line gives a value that no other line needs
    forEachName(whole, [&](size_t count) { only = only || count == 1; });
    if (!only) kept += fmt::format("{}\n", whole);
  }
  out_ = std::move(kept);
}

std::vector<SortedWriter::Value> SortedWriter::numbers() {
  const ExprPool& pool = model_.pool();
  std::vector<Value> result;
  for (int32_t i = schedule_.parameterBegin; i < schedule_.nVariables; ++i) {
    const VariableId id = schedule_.owner[static_cast<size_t>(i)];
    const Variable& v = model_.dae.variables[id];
    const ExprId value = v.binding.valid() ? v.binding : v.start;
    if (value.valid() && !pool.isLiteral(value)) continue;
    result.push_back({id, value.valid() ? text(value) : "0.0"});
  }
  return result;
}

std::vector<VariableId> SortedWriter::withRole(Role role) const {
  std::vector<VariableId> result;
  for (uint32_t i = 0; i < model_.dae.variables.size(); ++i)
    if (model_.info[VariableId(i)].role == role && schedule_.isNumber(VariableId(i)))
      result.push_back(VariableId(i));
  return result;
}

std::vector<VariableId> SortedWriter::outputs() const {
  std::vector<VariableId> result;
  for (uint32_t i = 0; i < model_.dae.variables.size(); ++i)
    if (model_.dae.variables[VariableId(i)].causality == Causality::Output &&
        schedule_.isNumber(VariableId(i)))
      result.push_back(VariableId(i));
  return result;
}

std::vector<VariableId> SortedWriter::states() const {
  std::vector<VariableId> result;
  for (int32_t i = 0; i < schedule_.nStates; ++i) result.push_back(stateAt(i));
  return result;
}

// The unknowns of a system of equations and what is assigned inside of it.
std::vector<VariableId> SortedWriter::determinedBy(const Step& system) const {
  const bool linear = system.kind == StepKind::Linear;
  const auto& inner = linear ? schedule_.linearBlocks[system.block].inner
                             : schedule_.nonlinearBlocks[system.block].inner;
  std::vector<VariableId> result = linear ? schedule_.linearBlocks[system.block].unknowns
                                          : schedule_.nonlinearBlocks[system.block].unknowns;
  for (const Step& step : inner) {
    if (step.kind == StepKind::Assign) result.push_back(step.variable);
    if (step.kind != StepKind::Linear) continue;
    const auto& unknowns = schedule_.linearBlocks[step.block].unknowns;
    result.insert(result.end(), unknowns.begin(), unknowns.end());
  }
  return result;
}

std::string SortedWriter::initialNumber(VariableId state) {
  const ExprPool& pool = model_.pool();
  for (const Step& step : schedule_.initial) {
    if (step.kind == StepKind::Assign && step.variable == state)
      return pool.isNumber(step.value) ? text(step.value) : "";
    // an unknown of a system of equations
    if (step.kind != StepKind::Linear && step.kind != StepKind::Nonlinear) continue;
    const std::vector<VariableId> found = determinedBy(step);
    if (std::find(found.begin(), found.end(), state) != found.end()) return "";
  }
  const ExprId start = model_.dae.variables[state].start;
  if (start.valid() && !pool.isNumber(start)) return "";
  return start.valid() ? text(start) : "0.0";
}

std::vector<Step> SortedWriter::parameterSteps() const {
  std::vector<Step> kept;
  for (const Step& step : schedule_.parameters)
    if (step.kind != StepKind::Assign ||
        schedule_.slots[step.variable].index >= schedule_.parameterBegin)
      kept.push_back(step);
  return kept;
}

std::vector<Step> SortedWriter::initialSteps() const {
  const ExprPool& pool = model_.pool();
  std::vector<char> needed(model_.dae.variables.size(), 0);
  for (VariableId id : states()) needed[id.index()] = 1;
  bool all = false;  // a system of equations may need everything before it
  std::vector<Step> kept;
  for (size_t i = schedule_.initial.size(); i-- > 0;) {
    const Step& step = schedule_.initial[i];
    if (step.kind == StepKind::Assign) {
      if (schedule_.slots[step.variable].index < 0) continue;
      const VariableId owner =
          schedule_.owner[static_cast<size_t>(schedule_.slots[step.variable].index)];
      if (!all && needed[owner.index()] == 0) continue;
      const bool number = model_.info[owner].role == Role::State && pool.isNumber(step.value);
      if (number) continue;  // initialNumber
      ExprSet seen;
      const ExprId roots[1] = {step.value};
      forEachNode(pool, roots, seen, [&](ExprId id) {
        if (pool.kind(id) != ExprKind::Variable) return;
        const Slot slot = schedule_.slots[pool.variableOf(id)];
        if (slot.index >= 0) needed[schedule_.owner[static_cast<size_t>(slot.index)].index()] = 1;
      });
    } else if (step.kind == StepKind::Linear || step.kind == StepKind::Nonlinear) {
      const std::vector<VariableId> found = determinedBy(step);
      const bool wanted = std::any_of(found.begin(), found.end(),
                                      [&](VariableId id) { return needed[id.index()] != 0; });
      if (!all && !wanted) continue;
      all = true;
    } else if (!all) {
      continue;
    }
    kept.push_back(step);
  }
  std::reverse(kept.begin(), kept.end());
  return kept;
}

Program SortedWriter::finish() {
  Program program;
  program.text = std::move(out_);
  if (Problem p = untranslatable(schedule_); !p.what.empty()) program.problems.push_back(p);
  for (const Problem& p : texts_.unsupported()) program.problems.push_back(p.ofUse());
  program.problems.insert(program.problems.end(), problems_.begin(), problems_.end());
  return program;
}

}  // namespace formola::text
