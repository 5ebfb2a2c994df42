#include "codegen/interp/interp.h"

#include <cmath>
#include <limits>

#include "codegen/host/instance_state.h"
#include "codegen/host/services.h"
#include "codegen/lower/explain.h"
#include "expr/fold.h"

namespace formola {

using lowered::Code;
using lowered::InstanceState;
using lowered::Instruction;
using lowered::LoweredProgram;
using lowered::Op;
using lowered::Services;
using lowered::stateOf;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

const LoweredProgram& programOf(const FmlData* d) {
  return *HostedModel::of(d).program;
}

class Machine {
 public:
  explicit Machine(FmlData* d)
      : d_(d), model_(HostedModel::of(d)), state_(stateOf(d)), services_(d) {}

  // Checked: stops at the first operation without a finite result and fills explanation().
  template <bool Checked = false>
  FmlStatus run(const Code& code, double* out);
  const std::string& explanation() const { return explanation_; }

 private:
  FmlData* d_;
  const HostedModel::Tables& model_;
  InstanceState& state_;
  Services services_;
  std::string explanation_;
};

// Long, since it has one case for each instruction.
template <bool Checked>
FmlStatus Machine::run(const Code& code, double* out) {
  InstanceState::Area& area = areaOf(state_, code);
  double* r = area.registers.data();
  const Instruction* const first = code.instructions.data();
  const Instruction* const last = first + code.instructions.size();
  for (const Instruction* i = first; i < last; ++i) {
    double& result = r[i->dst];
    switch (i->op) {
      case Op::Constant:
        result = code.constants[i->a];
        break;
      case Op::Time:
        result = d_->time;
        break;
      case Op::Load:
        result = d_->v[i->a];
        break;
      case Op::LoadPre:
        result = d_->pre[i->a];
        break;
      case Op::LoadRelation:
        result = d_->relations[i->a];
        break;
      case Op::Sampled:
        result = d_->sampleActive[i->a];
        break;
      case Op::Initial:
        result = d_->initial;
        break;
      case Op::Terminal:
        result = d_->terminal;
        break;
      case Op::Reached:
        result = d_->reached;
        break;
      case Op::Passed:
        result = d_->passed;
        break;
      case Op::Lambda:
        result = d_->lambda;
        break;
      case Op::Copy:
        result = r[i->a];
        break;
#define UNARY(kind, text, value) \
  case Op::kind: {               \
    const double x = r[i->a];    \
    result = value;              \
    break;                       \
  }
#define BINARY(kind, text, value)          \
  case Op::kind: {                         \
    const double x = r[i->a], y = r[i->b]; \
    result = value;                        \
    break;                                 \
  }
#include "expr/operators.def"
      case Op::MulAdd:
        result = std::fma(r[i->a], r[i->b], r[i->c]);
        break;
      case Op::MulSub:
        result = std::fma(r[i->a], r[i->b], -r[i->c]);
        break;
      case Op::SubMul:
        result = std::fma(-r[i->a], r[i->b], r[i->c]);
        break;
      case Op::Select:
        result = r[i->a] != 0 ? r[i->b] : r[i->c];
        break;
      case Op::Sqrt:
        result = std::sqrt(r[i->a]);
        break;
      case Op::Sin:
        result = std::sin(r[i->a]);
        break;
      case Op::Cos:
        result = std::cos(r[i->a]);
        break;
      case Op::Exp:
        result = std::exp(r[i->a]);
        break;
      case Op::Log:
        result = std::log(r[i->a]);
        break;
      case Op::Builtin: {
        double arguments[4];
        for (uint32_t k = 0; k < i->b && k < 4; ++k) arguments[k] = r[code.lists[i->a + k]];
        result = evaluateBuiltin(static_cast<Builtin>(i->c), {arguments, i->b}).value_or(NAN);
        break;
      }
      case Op::Pick: {
        const double at = r[i->b];
        if (!(at >= 1 && at <= i->c)) return services_.indexOutside(at, i->c);
        result = r[code.lists[i->a + static_cast<uint32_t>(at) - 1]];
        break;
      }
      case Op::Relation:
        if (d_->live != 0) {
          const double band = d_->relationBands[i->c];
          const bool held = r[i->b] != 0 && std::abs(r[i->b]) <= std::abs(band);
          d_->relations[i->c] = held ? band < 0 : r[i->a] != 0;
        }
        result = d_->relations[i->c];
        break;
      case Op::Delay:
        result = fml_delay(d_, static_cast<int32_t>(i->c), r[i->a], r[i->b]);
        break;
      case Op::Transport: {
        const uint32_t* list = code.lists.data() + i->a;
        result = fml_transport(d_, static_cast<int32_t>(i->c), r[list[0]], r[list[1]], r[list[2]],
                               r[list[3]], r[list[4]]);
        break;
      }
      case Op::JumpUnless:
        if (r[i->a] == 0) i = first + i->b - 1;
        break;
      case Op::Jump:
        i = first + i->b - 1;
        break;
      case Op::Call:
        if (services_.runCompiled(code.calls[i->a], r)) break;
        if (FmlStatus status = services_.callAndUnpack(code.calls[i->a], code, area)) return status;
        break;
      case Op::Extract:
        result = services_.scalar(code.extractions[i->a], area);
        break;
      case Op::Store:
        d_->v[i->dst] = r[i->a];
        break;
      case Op::StorePre:
        d_->pre[i->dst] = r[i->a];
        break;
      case Op::Output:
        out[i->dst] = r[i->a];
        break;
      case Op::SolveLinear:
        if (FmlStatus status = fml_solve_linear(d_, static_cast<int32_t>(i->a))) return status;
        break;
      case Op::SolveAgain:
        if (FmlStatus status = fml_solve_linear_again(d_, static_cast<int32_t>(i->a), &r[i->dst]))
          return status;
        break;
      case Op::SolveNonlinear:
        if (FmlStatus status = fml_solve_nonlinear(d_, static_cast<int32_t>(i->a))) return status;
        break;
      case Op::SolveMixed:
        if (FmlStatus status = fml_solve_mixed(d_, static_cast<int32_t>(i->a))) return status;
        break;
      case Op::Act:
        if (FmlStatus status = services_.act(i->a, r[i->c])) return status;
        break;
    }
    if constexpr (Checked) {
      // A branch of an if that is not chosen does no harm: what counts is the value in the end.
      if (i->op == Op::Store || i->op == Op::Output) {
        if (!std::isfinite(r[i->a]) && !explanation_.empty()) return FML_OK;
        explanation_.clear();
      } else if (explanation_.empty()) {
        explanation_ = lowered::explainOperation(code, static_cast<uint32_t>(i - first), r, d_->v,
                                                 {model_.program->schedule, model_.sources});
      }
    }
  }
  if constexpr (Checked) explanation_.clear();
  return FML_OK;
}

// The text is kept by the instance.
const char* explain(FmlData* d, FmlEntity entity, int32_t index) {
  const LoweredProgram& m = programOf(d);
  InstanceState& state = stateOf(d);
  const auto i = static_cast<size_t>(index);
  std::vector<const Code*> codes;
  if (entity == FML_LINEAR_BLOCK) {
    codes = {&m.linear[i].residual, &m.linear[i].rhs, &m.linear[i].matrix};
  } else if (entity == FML_NONLINEAR_BLOCK) {
    codes = {&m.nonlinear[i].residual, &m.nonlinear[i].matrix};
  } else if (entity == FML_EQUATION) {
    codes = {&m.derivatives};
  } else if (index >= d->model->parameterBegin) {
    codes = {&m.parameters};
  } else {
    codes = {&m.derivatives, &m.outputs};
  }
  std::vector<double> out;
  for (const Code* code : codes) {
    for (const Instruction& instruction : code->instructions)
      if (instruction.op == Op::Output && instruction.dst >= out.size())
        out.resize(instruction.dst + 1);
    Machine machine(d);
    const FmlStatus status = machine.run<true>(*code, out.data());
    state.explanation = machine.explanation();
    if (!state.explanation.empty()) return state.explanation.c_str();
    if (status != FML_OK) break;
  }
  return nullptr;
}

FmlStatus run(FmlData* d, const Code& code, double* out = nullptr) {
  return Machine(d).run(code, out);
}

FmlStatus evalParameters(FmlData* d) {
  const LoweredProgram& m = programOf(d);
  Services(d).destroyObjects();
  stateOf(d).tables.clear();
  if (FmlStatus status = run(d, m.parameters)) return status;
  const auto n = m.schedule.samples.size();
  std::vector<double> clocks(2 * n);
  if (FmlStatus status = run(d, m.samples, clocks.data())) return status;
  for (size_t k = 0; k < n; ++k) {
    d->sampleStart[k] = clocks[2 * k];
    d->sampleInterval[k] = clocks[2 * k + 1];
  }
  return FML_OK;
}

double nextTimeEvent(FmlData* d) {
  const LoweredProgram& m = programOf(d);
  thread_local std::vector<double> instants;  // kept: events in real time ask for no memory
  instants.assign(2 * m.schedule.model.timeEvents.size(), kInfinity);
  if (run(d, m.instants, instants.data()) != FML_OK) return kInfinity;
  double next = kInfinity;
  for (size_t k = 0; k < instants.size(); k += 2)
    if (instants[k] > instants[k + 1]) next = std::min(next, instants[k]);
  return next;
}

FmlStatus storeTransports(FmlData* d, const LoweredProgram& m) {
  const std::vector<Transport>& all = m.schedule.transports;
  std::vector<double> inputs(4 * all.size()), profiles;
  if (FmlStatus status = run(d, m.transported, inputs.data())) return status;
  size_t at = 0;
  for (size_t k = 0; k < all.size(); ++k) {
    const double* in = inputs.data() + 4 * k;
    const auto index = static_cast<int32_t>(k);
    const size_t points = all[k].points.size();
    if (fml_transport_is_empty(d, index) != 0) {
      if (profiles.empty()) {
        profiles.resize(m.profileSize);
        if (FmlStatus status = run(d, m.profiles, profiles.data())) return status;
      }
      fml_transport_begin(d, index, in[2], static_cast<int32_t>(points), profiles.data() + at,
                          profiles.data() + at + points);
    }
    at += 2 * points;
    fml_transport_store(d, index, in[0], in[1], in[2], in[3]);
  }
  return FML_OK;
}

FmlStatus storeDelays(FmlData* d) {
  const LoweredProgram& m = programOf(d);
  const size_t n = m.schedule.delays.size();
  std::vector<double> values(2 * n);
  if (FmlStatus status = run(d, m.delays, values.data())) return status;
  for (size_t k = 0; k < n; ++k)
    fml_delay_store(d, static_cast<int32_t>(k), values[2 * k], values[2 * k + 1]);
  return storeTransports(d, m);
}

size_t at(int32_t index) {
  return static_cast<size_t>(index);
}

void attachBlocks(HostedModel::Tables& t) {
  for (size_t i = 0; i < t.linearBlocks.size(); ++i) {
    const LinearBlock& block = t.program->schedule.linearBlocks[i];
    FmlLinearBlock& b = t.linearBlocks[i];
    if (!block.symbolic) {
      b.residual = [](FmlData* d, int32_t index, double* r) {
        return run(d, programOf(d).linear[at(index)].residual, r);
      };
      continue;
    }
    b.matrix = [](FmlData* d, int32_t index, double* values) {
      return run(d, programOf(d).linear[at(index)].matrix, values);
    };
    b.rhs = [](FmlData* d, int32_t index, double* values) {
      return run(d, programOf(d).linear[at(index)].rhs, values);
    };
    if (!block.formulas.empty())
      b.formulas = [](FmlData* d, int32_t index, double* values) {
        return run(d, programOf(d).linear[at(index)].formulas, values);
      };
  }
  for (size_t i = 0; i < t.nonlinearBlocks.size(); ++i) {
    FmlNonlinearBlock& b = t.nonlinearBlocks[i];
    b.residual = [](FmlData* d, int32_t index, double* r) {
      return run(d, programOf(d).nonlinear[at(index)].residual, r);
    };
    if (t.program->schedule.nonlinearBlock(i).hasJacobian)
      b.jacobian = [](FmlData* d, int32_t index, double* values) {
        return run(d, programOf(d).nonlinear[at(index)].matrix, values);
      };
  }
  for (FmlMixedBlock& b : t.mixedBlocks) {
    b.evalContinuous = [](FmlData* d, int32_t index) {
      return run(d, programOf(d).mixed[at(index)].continuous);
    };
    b.evalModes = [](FmlData* d, int32_t index) {
      return run(d, programOf(d).mixed[at(index)].modes);
    };
  }
}

// The integration formula, the state Jacobian and sets of states, as far as the model has them.
void attachForms(HostedModel::Tables& t) {
  if (t.abi.inlineForm != nullptr) {
    t.inlineForm.evalStep = [](FmlData* d) { return run(d, programOf(d).inlineStep); };
    if (t.inlineForm.nExplicit > 0)
      t.inlineForm.evalImplicitStep = [](FmlData* d) { return run(d, programOf(d).implicitStep); };
  }
  if (t.abi.tangent != nullptr) {
    t.tangent.constants = [](FmlData* d, double* values) {
      return run(d, programOf(d).tangent.constants, values);
    };
    t.tangent.partials = [](FmlData* d, double* values) {
      return run(d, programOf(d).tangent.partials, values);
    };
  }
  if (t.abi.nStateSets > 0)
    t.abi.evalSetJacobian = [](FmlData* d, int32_t set, double* values) {
      return run(d, programOf(d).sets[at(set)].jacobian, values);
    };
}

}  // namespace

void interp::attach(HostedModel& model) {
  HostedModel::Tables& t = model.tables();
  FmlModel& abi = t.abi;
  attachBlocks(t);
  attachForms(t);
  abi.evalParameters = evalParameters;
  if (!t.program->startActions.empty())
    abi.evalStart = [](FmlData* d) { return run(d, programOf(d).startActions); };
  abi.evalInitial = [](FmlData* d) { return run(d, programOf(d).initial); };
  if (!t.program->guesses.empty())
    abi.evalGuesses = [](FmlData* d) { return run(d, programOf(d).guesses); };
  abi.evalDerivatives = [](FmlData* d) { return run(d, programOf(d).derivatives); };
  if (!t.program->outputs.empty())
    abi.evalOutputs = [](FmlData* d) { return run(d, programOf(d).outputs); };
  if (abi.nStateRelations > 0)
    abi.evalZeroCrossings = [](FmlData* d, double* z) { return run(d, programOf(d).crossings, z); };
  if (abi.nRelations > 0 || abi.nSamples > 0 || abi.parameterBegin > abi.discreteBegin ||
      !t.program->schedule.model.actions.empty())
    abi.evalEvent = [](FmlData* d) { return run(d, programOf(d).event); };
  if (!t.program->instants.empty()) abi.nextTimeEvent = nextTimeEvent;
  if (abi.nDelays + abi.nTransports > 0) abi.storeDelays = storeDelays;
  abi.explain = explain;
}

HostedModel interpretedModel(Schedule schedule, Diagnostics& diagnostics, bool compileFunctions) {
  HostedModel model(std::move(schedule), diagnostics, compileFunctions);
  interp::attach(model);
  return model;
}

}  // namespace formola
