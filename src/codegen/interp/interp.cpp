#include "codegen/interp/interp.h"

#include <cmath>
#include <limits>

#include "codegen/host/execute.h"
#include "codegen/host/instance_state.h"
#include "codegen/host/services.h"
#include "codegen/interp/instants.h"
#include "codegen/lower/explain.h"

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

// Checked: stops at the first operation without a finite result and fills explanation().
template <bool Checked = false>
class Machine {
 public:
  static constexpr bool kOfModel = true;

  Machine(FmlData* d, const Code& code, double* out)
      : d_(d),
        code_(code),
        out_(out),
        model_(HostedModel::of(d)),
        state_(stateOf(d)),
        area_(areaOf(state_, code)),
        r_(area_.registers.data()),
        services_(d) {}

  FmlStatus run() {
    if (FmlStatus status = lowered::execute(code_, *this)) return status;
    if (Checked && !stopped_) explanation_.clear();
    return FML_OK;
  }
  const std::string& explanation() const { return explanation_; }

  // ---- for execute
  double* registers() const { return r_; }
  double get(uint32_t reg) const { return r_[reg]; }
  FmlData& data() const { return *d_; }
  double* output() const { return out_; }

  FmlStatus pick(const Instruction& i) {
    const double at = r_[i.b];
    if (!(at >= 1 && at <= i.c)) return services_.indexOutside(at, i.c);
    r_[i.dst] = r_[code_.lists[i.a + static_cast<uint32_t>(at) - 1]];
    return FML_OK;
  }
  void relation(const Instruction& i) {
    if (d_->live != 0) {
      const double band = d_->relationBands[i.c];
      const bool held = r_[i.b] != 0 && std::abs(r_[i.b]) <= std::abs(band);
      d_->relations[i.c] = held ? band < 0 : r_[i.a] != 0;
    }
    r_[i.dst] = d_->relations[i.c];
  }
  void delay(const Instruction& i) {
    r_[i.dst] = fml_delay(d_, static_cast<int32_t>(i.c), r_[i.a], r_[i.b]);
  }
  void transport(const Instruction& i) {
    const uint32_t* list = code_.lists.data() + i.a;
    r_[i.dst] = fml_transport(d_, static_cast<int32_t>(i.c), r_[list[0]], r_[list[1]], r_[list[2]],
                              r_[list[3]], r_[list[4]]);
  }
  void extract(const Instruction& i) {
    r_[i.dst] = services_.scalar(code_.extractions[i.a], area_);
  }
  FmlStatus call(const Instruction& i) {
    if (services_.runCompiled(code_.calls[i.a], r_)) return FML_OK;
    return services_.callAndUnpack(code_.calls[i.a], code_, area_);
  }
  FmlStatus solve(const Instruction& i) {
    const auto block = static_cast<int32_t>(i.a);
    switch (i.op) {
      case Op::SolveLinear:
        return fml_solve_linear(d_, block);
      case Op::SolveNonlinear:
        return fml_solve_nonlinear(d_, block);
      case Op::SolveMixed:
        return fml_solve_mixed(d_, block);
      default:
        return fml_solve_linear_again(d_, block, &r_[i.dst]);
    }
  }
  FmlStatus act(const Instruction& i) { return services_.act(i.a, r_[i.c]); }

  // A branch of an if that is not chosen does no harm: what counts is the value in the end.
  bool after(const Instruction& i) {
    if (!Checked) return false;
    if (i.op == Op::Store || i.op == Op::Output) {
      stopped_ = !std::isfinite(r_[i.a]) && !explanation_.empty();
      if (!stopped_) explanation_.clear();
    } else if (explanation_.empty()) {
      const auto at = static_cast<uint32_t>(&i - code_.instructions.data());
      explanation_ = lowered::explainOperation(code_, at, r_, d_->v,
                                               {model_.program->schedule, model_.sources});
    }
    return stopped_;
  }

 private:
  FmlData* d_;
  const Code& code_;
  double* out_;
  const HostedModel::Tables& model_;
  InstanceState& state_;
  InstanceState::Area& area_;
  double* r_;
  Services services_;
  std::string explanation_;
  bool stopped_ = false;
};

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
    Machine<true> machine(d, *code, out.data());
    const FmlStatus status = machine.run();
    state.explanation = machine.explanation();
    if (!state.explanation.empty()) return state.explanation.c_str();
    if (status != FML_OK) break;
  }
  return nullptr;
}

FmlStatus run(FmlData* d, const Code& code, double* out = nullptr) {
  return Machine<>(d, code, out).run();
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
  thread_local std::vector<double> pairs;  // kept: events in real time ask for no memory
  if (!interp::instants(d, pairs)) return kInfinity;
  double next = kInfinity;
  for (size_t k = 0; k < pairs.size(); k += 2)
    if (pairs[k] > pairs[k + 1]) next = std::min(next, pairs[k]);
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

bool interp::instants(FmlData* d, std::vector<double>& pairs) {
  const LoweredProgram& m = programOf(d);
  pairs.assign(2 * m.schedule.model.timeEvents.size(), kInfinity);
  return run(d, m.instants, pairs.data()) == FML_OK;
}

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
  if (abi.nTransports > 0 || !t.program->delays.empty()) abi.storeDelays = storeDelays;
  abi.explain = explain;
}

HostedModel interpretedModel(Schedule schedule, Diagnostics& diagnostics, bool compileFunctions) {
  HostedModel model(std::move(schedule), diagnostics, compileFunctions);
  interp::attach(model);
  return model;
}

}  // namespace formola
