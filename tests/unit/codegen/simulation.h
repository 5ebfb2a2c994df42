// From a flat DAE to trajectories, in one call.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "../dae/dae_builder.h"
#include "../schedule/schedule_of.h"
#include "codegen/interp/interp.h"
#include "schedule/schedule.h"
#include "solver/simulate.h"
#include "structure/structure_model.h"

namespace formola::testing {

// A model under construction, translated and simulated by run().
class ModelBench : public DaeBuilder {
 public:
  SourceManager sources;
  Diagnostics diagnostics{sources};
  std::unique_ptr<HostedModel> compiled;
  solver::SimulationReport report;

  ExprId unknown(const std::string& name, double start, bool fixed) {
    ExprId id = variable(name, real);
    of(id).start = num(start);
    of(id).fixed = pool.boolean(fixed);
    return id;
  }
  ExprId unknown(const std::string& name) { return variable(name, real); }
  ExprId parameter(const std::string& name, double value) {
    ExprId id = variable(name, real, Variability::Parameter);
    of(id).binding = num(value);
    return id;
  }
  ExprId div(ExprId a, ExprId b) { return op(ExprKind::Div, a, b); }
  ExprId neg(ExprId a) { return pool.unary(ExprKind::Neg, pool.type(a), a); }
  ExprId compare(ExprKind kind, ExprId a, ExprId b) { return pool.binary(kind, boolean, a, b); }
  ExprId f(Builtin function, ExprId a) { return fn(function, real, {a}); }

  Equation when(ExprId condition, std::vector<Equation> body) {
    Equation e;
    e.kind = EquationKind::When;
    e.branches.push_back({condition, std::move(body)});
    return e;
  }
  Equation reinit(ExprId state, ExprId value) {
    Equation e;
    e.kind = EquationKind::Reinit;
    e.left = state;
    e.right = value;
    return e;
  }

  std::string messages() const {
    std::string text;
    for (const Diagnostic& d : diagnostics.all()) {
      text += std::string(codeName(d.code)) + ": " + d.message + "\n";
      for (const DiagNote& note : d.notes) text += "  " + note.message + "\n";
    }
    return text;
  }

  // False if translation failed.
  bool translate(const StructureOptions& options = {}) {
    StructuredDae model = structureModel(std::move(dae), options, diagnostics);
    if (diagnostics.hasErrors()) return false;
    Schedule schedule = scheduleOf(std::move(model), diagnostics, options);
    if (diagnostics.hasErrors()) return false;
    compiled = std::make_unique<HostedModel>(interpretedModel(std::move(schedule), diagnostics));
    return !diagnostics.hasErrors();
  }

  struct Row {
    double time;
    solver::RowKind kind;
    std::vector<double> v;
  };
  std::vector<Row> rows;

  bool simulate(double stop, solver::Method method = solver::Method::Cvode,
                double tolerance = 1e-8) {
    struct Recorder : solver::ResultObserver {
      std::vector<Row>* rows;
      bool row(const FmlData& d, solver::RowKind kind) override {
        rows->push_back({d.time, kind, std::vector<double>(d.v, d.v + d.model->nVariables)});
        return true;
      }
    } recorder;
    recorder.rows = &rows;
    solver::SimulationProblem problem;
    problem.model = &compiled->model();
    problem.method = method;
    problem.stopTime = stop;
    problem.tolerance = tolerance;
    problem.intervals = 50;
    report = solver::simulate(problem, recorder);
    return report.outcome == solver::Outcome::Finished;
  }

  double value(const Row& row, const std::string& name) const {
    const Schedule& s = compiled->schedule();
    for (uint32_t i = 0; i < s.model.dae.variables.size(); ++i) {
      if (s.model.name(VariableId(i)) != name) continue;
      const Slot slot = s.slots[VariableId(i)];
      if (slot.index < 0) return NAN;
      return (slot.negated ? -1 : 1) * row.v[static_cast<size_t>(slot.index)];
    }
    ADD_FAILURE() << "no variable " << name;
    return NAN;
  }
  double last(const std::string& name) const { return value(rows.back(), name); }
};

}  // namespace formola::testing
