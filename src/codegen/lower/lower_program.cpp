// Schedule -> register code.
#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "codegen/lower/compile_expr.h"
#include "codegen/lower/fuse_products.h"
#include "codegen/lower/lowered_program.h"
#include "codegen/lower/traces.h"
#include "dae/printer.h"
#include "diag/codes/functions.h"
#include "expr/build.h"
#include "structure/step_end_calls.h"

namespace formola::lowered {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

Pattern patternOf(const std::vector<MatrixEntry>& entries, size_t columns) {
  Pattern p;
  p.colStart.assign(columns + 1, 0);
  for (const MatrixEntry& e : entries) ++p.colStart[static_cast<size_t>(e.column) + 1];
  for (size_t j = 0; j < columns; ++j) p.colStart[j + 1] += p.colStart[j];
  for (const MatrixEntry& e : entries) p.rows.push_back(e.row);
  return p;
}

class ProgramLowerer {
 public:
  ProgramLowerer(LoweredProgram& program, Diagnostics& diagnostics)
      : program_(program), schedule_(program.schedule), diagnostics_(diagnostics) {}

  void run();

 private:
  void buildTables();
  void markFrozen(const std::vector<Step>& steps);
  void findFrozen();
  void buildLinear();
  void buildNonlinear();
  void buildMixed();
  void buildPrograms();
  void buildTimes();
  void buildInlined();
  void findInnerVariables();
  void buildStateSets();
  void buildTangent();
  std::vector<int32_t> slotsOf(const std::vector<VariableId>& ids) const;
  Code matrixCode(bool frozen, const std::vector<MatrixEntry>& entries);
  Code residualCode(bool frozen, const std::vector<Step>& inner,
                    const std::vector<ExprId>& residuals);
  template <typename Fill>
  Code make(bool frozen, Fill&& fill);

  LoweredProgram& program_;
  const Schedule& schedule_;
  Diagnostics& diagnostics_;
  std::unique_ptr<CodeBuilder> builder_;
  std::vector<char> linearFrozen_, nonlinearFrozen_;  // blocks that only read relations
};

template <typename Fill>
Code ProgramLowerer::make(bool frozen, Fill&& fill) {
  CodeBuilder& builder = *builder_;
  builder.begin(frozen);
  fill(builder);
  for (ExprId id : builder.unsupported()) {
    PrintContext context{schedule_.model.pool(), &schedule_.model.dae, nullptr};
    diagnostics_.report(diag::NotSupportedYet, {},
                        fmt::format("expressions such as '{}'", print(id, context)));
  }
  Code code = builder.finish(program_.codes++);
  for (const CallSite& site : code.calls) program_.calledFunctions.push_back(site.function);
  return code;
}

void ProgramLowerer::buildTables() {
  const StructuredDae& model = schedule_.model;
  const ExprPool& pool = model.pool();
  const auto n = static_cast<size_t>(schedule_.nVariables);
  program_.start.assign(n, 0.0);
  program_.nominal.assign(n, 1.0);
  program_.min.assign(n, -kInfinity);
  program_.max.assign(n, kInfinity);
  auto literal = [&](ExprId id, double& value) {
    if (!id.valid()) return;
    if (pool.isNumber(id)) {
      value = pool.realValue(id);
    } else if (pool.kind(id) == ExprKind::Boolean || pool.kind(id) == ExprKind::Enum) {
      value = pool.payload(id);
    } else if (pool.kind(id) == ExprKind::String) {
      value = program_.texts.number(pool.stringValue(id));
    }
  };
  for (size_t i = 0; i < n; ++i) {
    const VariableId id = schedule_.owner[i];
    program_.variableText.emplace_back(model.name(id));
    const Variable& v = model.dae.variables[id];
    if (pool.types[v.type].base == BaseType::Enumeration) program_.start[i] = 1;
    const bool parameter = model.info[id].role == Role::Parameter;
    literal(parameter && v.binding.valid() ? v.binding : v.start, program_.start[i]);
    literal(v.nominal, program_.nominal[i]);
    program_.nominal[i] = program_.nominal[i] == 0 ? 1 : std::abs(program_.nominal[i]);
    literal(v.min, program_.min[i]);
    literal(v.max, program_.max[i]);
  }
  PrintContext context{pool, &model.dae, nullptr};
  for (const RelationInfo& r : model.relations)
    program_.relationText.push_back(print(r.relation, context));
}

// Blocks that are solved inside of mixed blocks only read relations.
void ProgramLowerer::markFrozen(const std::vector<Step>& steps) {
  for (const Step& step : steps) {
    if (step.kind == StepKind::Linear) linearFrozen_[step.block] = 1;
    if (step.kind != StepKind::Nonlinear) continue;
    nonlinearFrozen_[step.block] = 1;
    if (const int32_t whole = schedule_.nonlinearBlocks[step.block].whole; whole >= 0)
      nonlinearFrozen_[schedule_.nonlinearBlocks.size() + static_cast<size_t>(whole)] = 1;
    for (const Step& inner : schedule_.nonlinearBlocks[step.block].inner)
      if (inner.kind == StepKind::Linear) linearFrozen_[inner.block] = 1;
  }
}

void ProgramLowerer::findFrozen() {
  linearFrozen_.assign(schedule_.linearBlocks.size(), 0);
  nonlinearFrozen_.assign(schedule_.nonlinearBlocks.size() + schedule_.wholeBlocks.size(), 0);
  for (const MixedBlock& m : schedule_.mixedBlocks) markFrozen(m.continuous);
  if (!schedule_.inlined) return;
  markFrozen(schedule_.inlined->steps);
  markFrozen(schedule_.inlined->implicitSteps);
}

std::vector<int32_t> ProgramLowerer::slotsOf(const std::vector<VariableId>& ids) const {
  std::vector<int32_t> result;
  for (VariableId id : ids) result.push_back(schedule_.slots[id].index);
  return result;
}

// Inner variables have their values in v: the residual was evaluated at the same point.
Code ProgramLowerer::matrixCode(bool frozen, const std::vector<MatrixEntry>& entries) {
  return make(frozen, [&](CodeBuilder& b) {
    std::vector<ExprId> values;
    for (const MatrixEntry& entry : entries) values.push_back(entry.value);
    b.solutions(values);
    for (size_t i = 0; i < entries.size(); ++i)
      b.output(static_cast<uint32_t>(i), entries[i].value);
  });
}

Code ProgramLowerer::residualCode(bool frozen, const std::vector<Step>& inner,
                                  const std::vector<ExprId>& residuals) {
  return make(frozen, [&](CodeBuilder& b) {
    b.steps(inner);
    for (size_t i = 0; i < residuals.size(); ++i) b.output(static_cast<uint32_t>(i), residuals[i]);
  });
}

void ProgramLowerer::buildLinear() {
  for (size_t i = 0; i < schedule_.linearBlocks.size(); ++i) {
    const LinearBlock& block = schedule_.linearBlocks[i];
    const bool frozen = linearFrozen_[i] != 0;
    BlockCode code;
    code.unknowns = slotsOf(block.unknowns);
    if (block.symbolic) {
      code.pattern = patternOf(block.matrix, block.unknowns.size());
      code.pattern.groups = block.sweepGroups;
      code.matrix = matrixCode(frozen, block.matrix);
      code.rhs = residualCode(frozen, {}, block.rhs);
      if (!block.formulas.empty()) {
        // The guards come first: in the order of pivots they take the elimination forward step by
        // step, whatever the caller asks for then.
        code.formulas = make(frozen, [&](CodeBuilder& b) {
          const auto n = static_cast<uint32_t>(block.formulas.size());
          for (uint32_t k = 0; k < block.guards.size(); ++k) b.output(n + k, block.guards[k]);
          for (uint32_t k = 0; k < n; ++k) b.output(k, block.formulas[k]);
        });
        if (hostFusesProducts()) fuseProducts(code.formulas);
      }
    } else {
      code.residual = residualCode(frozen, block.inner, block.residuals);
    }
    program_.linear.push_back(std::move(code));
  }
}

void ProgramLowerer::buildNonlinear() {
  for (size_t i = 0; i < nonlinearFrozen_.size(); ++i) {
    const NonlinearBlock& block = schedule_.nonlinearBlock(i);
    const bool frozen = nonlinearFrozen_[i] != 0;
    BlockCode code;
    code.unknowns = slotsOf(block.unknowns);
    code.residual = residualCode(frozen, block.inner, block.residuals);
    if (block.hasJacobian) {
      code.pattern = patternOf(block.jacobian, block.unknowns.size());
      code.pattern.groups = block.sweepGroups;
      code.matrix = matrixCode(frozen, block.jacobian);
    }
    program_.nonlinear.push_back(std::move(code));
  }
}

void ProgramLowerer::buildMixed() {
  for (const MixedBlock& block : schedule_.mixedBlocks) {
    MixedCode code;
    code.relations.assign(block.relations.begin(), block.relations.end());
    code.discrete = slotsOf(block.discrete);
    code.continuous = make(true, [&](CodeBuilder& b) { b.steps(block.continuous); });
    code.modes = make(false, [&](CodeBuilder& b) {
      b.keepCloseRelations();
      b.steps(block.modes);
    });
    program_.mixed.push_back(std::move(code));
  }
}

void ProgramLowerer::buildPrograms() {
  const StructuredDae& model = schedule_.model;
  auto actions = [&](CodeBuilder& b, bool all) {
    for (uint32_t i = 0; i < model.actions.size(); ++i)
      if (all ? !actsAtStepEnds(model, model.actions[i])
              : model.actions[i].kind == ActionKind::Assert && !model.actions[i].guard.valid())
        b.action(i);
  };
  program_.startActions = make(false, [&](CodeBuilder& b) {
    for (uint32_t i = 0; i < model.actions.size(); ++i)
      // An algorithm says only that it got to its terminate().
      if (model.actions[i].kind == ActionKind::Terminate ||
          countsAtStart(model.actions[i], model.pool()))
        b.action(i);
  });
  program_.parameters = make(false, [&](CodeBuilder& b) { b.steps(schedule_.parameters); });
  program_.samples = make(false, [&](CodeBuilder& b) {
    for (uint32_t k = 0; k < schedule_.samples.size(); ++k) {
      b.output(2 * k, schedule_.samples[k].start);
      b.output(2 * k + 1, schedule_.samples[k].interval);
    }
  });
  program_.initial = make(false, [&](CodeBuilder& b) {
    b.steps(schedule_.initial);
    actions(b, false);
  });
  program_.guesses = make(false, [&](CodeBuilder& b) { b.steps(schedule_.guesses); });
  program_.derivatives = make(false, [&](CodeBuilder& b) { b.steps(schedule_.derivatives); });
  program_.outputs = make(false, [&](CodeBuilder& b) {
    b.steps(schedule_.outputs);
    actions(b, false);
  });
  program_.event = make(false, [&](CodeBuilder& b) {
    b.steps(schedule_.event);
    actions(b, true);
  });
  program_.crossings = make(false, [&](CodeBuilder& b) {
    ExprBuilder expression(model.pool());
    for (uint32_t k = 0; k < schedule_.nStateRelations; ++k) {
      ExprId relation = model.relations[k].relation;
      ExprKind kind = model.pool().kind(relation);
      ExprId left = model.pool().child(relation, 0), right = model.pool().child(relation, 1);
      const bool greater = kind == ExprKind::Greater || kind == ExprKind::GreaterEqual;
      b.output(k, greater ? expression.sub(left, right) : expression.sub(right, left));
    }
  });
}

// Time events, what delays and transports keep, and what else happens at the ends of steps.
void ProgramLowerer::buildTimes() {
  const StructuredDae& model = schedule_.model;
  program_.instants = make(false, [&](CodeBuilder& b) {
    for (uint32_t k = 0; k < model.timeEvents.size(); ++k) {
      b.output(2 * k, model.timeEvents[k].instant);
      b.output(2 * k + 1, model.timeEvents[k].limit);
    }
  });
  program_.delays = make(false, [&](CodeBuilder& b) {
    for (uint32_t k = 0; k < schedule_.delays.size(); ++k) {
      b.output(2 * k, schedule_.delays[k].value);
      b.output(2 * k + 1, schedule_.delays[k].maximum);
    }
    for (uint32_t i = 0; i < model.actions.size(); ++i)
      if (actsAtStepEnds(model, model.actions[i])) b.action(i);
  });

  program_.transported = make(false, [&](CodeBuilder& b) {
    for (uint32_t k = 0; k < schedule_.transports.size(); ++k) {
      const Transport& t = schedule_.transports[k];
      b.output(4 * k, t.in0);
      b.output(4 * k + 1, t.in1);
      b.output(4 * k + 2, t.x);
      b.output(4 * k + 3, t.positiveVelocity);
    }
  });
  program_.profiles = make(false, [&](CodeBuilder& b) {
    for (const Transport& t : schedule_.transports)
      for (const auto* list : {&t.points, &t.values})
        for (ExprId element : *list) b.output(program_.profileSize++, element);
  });
}

void ProgramLowerer::buildInlined() {
  if (!schedule_.inlined) return;
  program_.inlineStep = make(true, [&](CodeBuilder& b) { b.steps(schedule_.inlined->steps); });
  if (!schedule_.inlined->implicitSteps.empty())
    program_.implicitStep =
        make(true, [&](CodeBuilder& b) { b.steps(schedule_.inlined->implicitSteps); });
}

// What the residuals of nonlinear blocks assign, also by linear blocks inside: states of inlined
// steps, and other continuous variables.
void ProgramLowerer::findInnerVariables() {
  std::vector<char> isState(static_cast<size_t>(schedule_.nVariables), 0);
  if (schedule_.inlined)
    for (const auto& stage : schedule_.inlined->stages)
      for (VariableId id : stage) isState[static_cast<size_t>(schedule_.slots[id].index)] = 1;
  for (BlockCode& code : program_.nonlinear) {
    auto watch = [&](int32_t at) {
      if (isState[static_cast<size_t>(at)] != 0)
        code.watched.push_back(at);
      else if (at < schedule_.discreteBegin)
        code.inner.push_back(at);
    };
    for (const Instruction& i : code.residual.instructions) {
      if (i.op == Op::Store) watch(static_cast<int32_t>(i.dst));
      if (i.op == Op::SolveLinear)
        for (int32_t at : program_.linear[i.a].unknowns) watch(at);
    }
  }
}

void ProgramLowerer::buildStateSets() {
  auto append = [&](const std::vector<VariableId>& ids, std::vector<int32_t>& indices) {
    for (VariableId id : ids) indices.push_back(schedule_.slots[id].index);
  };
  for (const StateSet& set : schedule_.model.stateSets) {
    StateSetCode& code = program_.sets.emplace_back();
    for (const auto& order : set.candidates) append(order, code.candidates);
    for (const auto& order : set.states) append(order, code.states);
    append(set.selection, code.selection);
    for (const StateSet::Entry& entry : set.jacobian) {
      code.rows.push_back(entry.row);
      code.columns.push_back(entry.column);
    }
    code.jacobian = make(true, [&](CodeBuilder& b) {
      for (size_t i = 0; i < set.jacobian.size(); ++i)
        b.output(static_cast<uint32_t>(i), set.jacobian[i].value);
    });
  }
}

void ProgramLowerer::buildTangent() {
  if (!schedule_.tangent || !schedule_.tangent->failure.empty()) return;
  const StateTangent& source = *schedule_.tangent;
  TangentCode& code = program_.tangent;
  for (const StateTangent::Operation& o : source.operations) {
    const int32_t kind = o.kind == StateTangent::Kind::Sum      ? FML_TANGENT_SUM
                         : o.kind == StateTangent::Kind::Zero   ? FML_TANGENT_ZERO
                         : o.kind == StateTangent::Kind::Linear ? FML_TANGENT_LINEAR
                                                                : FML_TANGENT_NONLINEAR;
    code.operations.push_back({kind, static_cast<int32_t>(o.row), static_cast<int32_t>(o.begin),
                               static_cast<int32_t>(o.end), static_cast<int32_t>(o.count),
                               static_cast<int32_t>(o.block)});
  }
  for (const StateTangent::Term& t : source.terms)
    code.terms.push_back({static_cast<int32_t>(t.row), static_cast<int32_t>(t.partial)});
  for (uint32_t k = 0; k < source.numbers; ++k)
    code.literals.push_back(schedule_.model.pool().realValue(source.partials[k]));
  auto compile = [&](size_t begin, size_t end, const std::vector<Step>& before) {
    return make(true, [&](CodeBuilder& b) {
      b.steps(before);
      for (size_t k = begin; k < end; ++k)
        b.output(static_cast<uint32_t>(k - begin), source.partials[k]);
    });
  };
  const size_t varying = size_t{source.numbers} + source.constants;
  code.constants = compile(source.numbers, varying, {});
  const std::vector<Step>& program =
      source.ofStep ? schedule_.inlined->steps : schedule_.derivatives;
  code.partials = compile(varying, source.partials.size(), innerOutputs(schedule_, program));
}

void ProgramLowerer::run() {
  program_.functions = std::make_unique<CompiledFunctions>(schedule_.model.dae);
  builder_ = std::make_unique<CodeBuilder>(
      schedule_, program_.texts, program_.compileFunctions ? program_.functions.get() : nullptr);
  buildTables();
  findFrozen();
  buildLinear();
  buildNonlinear();
  buildMixed();
  buildPrograms();
  buildTimes();
  buildInlined();
  findInnerVariables();
  buildStateSets();
  buildTangent();
  program_.traces = traceRelations(schedule_);
  program_.sources = traceSources(schedule_, program_.traces);
  program_.usesHomotopy = builder_->usesHomotopy();
}

}  // namespace

std::unique_ptr<LoweredProgram> lowerProgram(Schedule schedule, Diagnostics& diagnostics,
                                             bool compileFunctions) {
  auto program = std::make_unique<LoweredProgram>();
  program->schedule = std::move(schedule);
  program->compileFunctions = compileFunctions;
  ProgramLowerer(*program, diagnostics).run();
  return program;
}

}  // namespace formola::lowered
