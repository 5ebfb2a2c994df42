// Hand-written models behind the C interface, with known solutions.
#pragma once

#include <cmath>
#include <vector>

#include "solver/problem.h"
#include "solver/simulate.h"

namespace formola::solver::test {

inline FmlModel baseModel(int32_t nStates, int32_t nAlgebraic = 0, int32_t nDiscrete = 0,
                          int32_t nParameters = 0) {
  FmlModel model{};
  model.abiVersion = FML_ABI_VERSION;
  model.name = "test";
  model.nStates = nStates;
  model.discreteBegin = 2 * nStates + nAlgebraic;
  model.parameterBegin = model.discreteBegin + nDiscrete;
  model.nVariables = model.parameterBegin + nParameters;
  return model;
}

struct Row {
  double time;
  RowKind kind;
  std::vector<double> v;
};

class Recorder : public ResultObserver {
 public:
  bool row(const FmlData& data, RowKind kind) override {
    rows.push_back({data.time, kind, std::vector<double>(data.v, data.v + data.model->nVariables)});
    return rows.size() < limit;
  }
  std::vector<double> times(RowKind kind) const {
    std::vector<double> result;
    for (const Row& row : rows)
      if (row.kind == kind) result.push_back(row.time);
    return result;
  }
  std::vector<Row> rows;
  size_t limit = SIZE_MAX;
};

// x' = -x, x(0) = 1.
inline FmlModel decay() {
  static const double start[] = {1, 0};
  FmlModel model = baseModel(1);
  model.start = start;
  model.evalDerivatives = [](FmlData* d) {
    d->v[1] = -d->v[0];
    return FML_OK;
  };
  return model;
}

// x' = w, w' = -x from (0, 1); output v[4] = x^2 + w^2.
inline FmlModel oscillator() {
  static const double start[] = {0, 1, 0, 0, 0};
  FmlModel model = baseModel(2, 1);
  model.start = start;
  model.evalDerivatives = [](FmlData* d) {
    d->v[2] = d->v[1];
    d->v[3] = -d->v[0];
    return FML_OK;
  };
  model.evalOutputs = [](FmlData* d) {
    d->v[4] = d->v[0] * d->v[0] + d->v[1] * d->v[1];
    return FML_OK;
  };
  return model;
}

// Ball dropped from 1 m: h' = w, w' = -9.81, when h <= 0 then reinit(w, -0.8 pre(w)). v[4]: the
// when-condition.
inline FmlModel bouncingBall() {
  static const double start[] = {1, 0, 0, 0, 0};
  FmlModel model = baseModel(2, 0, 1);
  model.start = start;
  model.nRelations = model.nStateRelations = 1;
  model.evalDerivatives = [](FmlData* d) {
    d->v[2] = d->v[1];
    d->v[3] = -9.81;
    return FML_OK;
  };
  model.evalZeroCrossings = [](FmlData* d, double* z) {
    z[0] = 0 - d->v[0];
    return FML_OK;
  };
  model.evalEvent = [](FmlData* d) {
    d->relations[0] = d->v[0] <= 0;
    d->v[4] = d->relations[0];
    if (d->initial == 0 && d->v[4] != 0 && d->pre[4] == 0) fml_reinit(d, 1, -0.8 * d->pre[1]);
    d->v[2] = d->v[1];
    d->v[3] = -9.81;
    return FML_OK;
  };
  return model;
}

// x' = u, u piecewise constant: when sample(0, 0.1) then u = -5 x. x(0.1 k) = 0.5^k.
// v: x, x', u, condition.
inline FmlModel sampledIntegrator() {
  static const double start[] = {1, 0, 0, 0};
  FmlModel model = baseModel(1, 0, 2);
  model.start = start;
  model.nSamples = 1;
  model.evalParameters = [](FmlData* d) {
    d->sampleStart[0] = 0;
    d->sampleInterval[0] = 0.1;
    return FML_OK;
  };
  model.evalDerivatives = [](FmlData* d) {
    d->v[1] = d->v[2];
    return FML_OK;
  };
  model.evalEvent = [](FmlData* d) {
    d->v[3] = d->sampleActive[0];
    d->v[2] = d->pre[2];
    if (d->initial == 0 && d->v[3] != 0 && d->pre[3] == 0) d->v[2] = -5 * d->v[0];
    d->v[1] = d->v[2];
    return FML_OK;
  };
  return model;
}

// x' = if time < 0.5 then 1 else -1.
inline FmlModel timeSwitch() {
  FmlModel model = baseModel(1);
  model.nRelations = 1;
  model.evalDerivatives = [](FmlData* d) {
    d->v[1] = d->relations[0] != 0 ? 1 : -1;
    return FML_OK;
  };
  model.evalEvent = [](FmlData* d) {
    d->relations[0] = d->time < 0.5;
    d->v[1] = d->relations[0] != 0 ? 1 : -1;
    return FML_OK;
  };
  model.nextTimeEvent = [](FmlData* d) { return d->time < 0.5 ? 0.5 : INFINITY; };
  return model;
}

// Robertson's reaction (Hairer, Wanner II, IV.1).
inline FmlModel robertson() {
  static const double start[] = {1, 0, 0, 0, 0, 0};
  static const double nominal[] = {1e-6, 1e-10, 1, 1, 1, 1};
  FmlModel model = baseModel(3);
  model.start = start;
  model.nominal = nominal;
  model.evalDerivatives = [](FmlData* d) {
    const double *y = d->v, slow = 0.04 * y[0], fast = 1e4 * y[1] * y[2],
                 fastest = 3e7 * y[1] * y[1];
    d->v[3] = -slow + fast;
    d->v[4] = slow - fast - fastest;
    d->v[5] = fastest;
    return FML_OK;
  };
  model.evalJacobian = [](FmlData* d, double* j) {
    const double* y = d->v;
    const double values[] = {
        -0.04,      0.04,       0,           1e4 * y[2], -1e4 * y[2] - 6e7 * y[1],
        6e7 * y[1], 1e4 * y[1], -1e4 * y[1], 0};
    std::copy(values, values + 9, j);
    return FML_OK;
  };
  return model;
}

// x' = -(1 + exp(y)) y with y + exp(y) - 1 = x: y = y0 exp(-t), y0 = 1. v: x, x', y.
inline FmlModel implicitDecay(bool withDaeForm) {
  static const int32_t unknown[] = {2};
  static const double start[] = {2.718281828459045, 0, 0};
  static const FmlNonlinearBlock block = [] {
    FmlNonlinearBlock b{};
    b.n = 1;
    b.unknowns = unknown;
    b.residual = [](FmlData* d, int32_t, double* r) {
      r[0] = d->v[2] + std::exp(d->v[2]) - 1 - d->v[0];
      return FML_OK;
    };
    b.jacobian = [](FmlData* d, int32_t, double* j) {
      j[0] = 1 + std::exp(d->v[2]);
      return FML_OK;
    };
    return b;
  }();
  static const FmlDaeForm form = [] {
    FmlDaeForm f{};
    f.nAlgebraic = 1;
    f.algebraic = unknown;
    f.residual = [](FmlData* d, double* r) {
      r[0] = d->v[1] + (1 + std::exp(d->v[2])) * d->v[2];
      r[1] = d->v[2] + std::exp(d->v[2]) - 1 - d->v[0];
      return FML_OK;
    };
    return f;
  }();
  FmlModel model = baseModel(1, 1);
  model.start = start;
  model.nNonlinearBlocks = 1;
  model.nonlinearBlocks = &block;
  if (withDaeForm) model.daeForm = &form;
  model.evalDerivatives = [](FmlData* d) {
    if (const FmlStatus status = fml_solve_nonlinear(d, 0)) return status;
    d->v[1] = -(1 + std::exp(d->v[2])) * d->v[2];
    return FML_OK;
  };
  return model;
}

// Peak detector: source sin(t), ideal diode in curve-parameter form, R = C = 1. v: c (capacitor),
// c', s; relation: s < 0. Charging from 0: c = (sin t - cos t + exp(-t)) / 2 until sin t = c; then
// c holds until sin t > c again.
inline FmlModel peakDetector() {
  static const int32_t relation[] = {0};
  static const FmlMixedBlock block = [] {
    FmlMixedBlock b{};
    b.nRelations = 1;
    b.relationIndices = relation;
    b.evalContinuous = [](FmlData* d, int32_t) {
      d->v[2] = std::sin(d->time) - d->v[0];  // off: s is the voltage; on: the current, with R = 1
      d->v[1] = d->relations[0] != 0 ? 0 : d->v[2];
      return FML_OK;
    };
    b.evalModes = [](FmlData* d, int32_t) {
      d->relations[0] = d->v[2] < 0;
      return FML_OK;
    };
    return b;
  }();
  FmlModel model = baseModel(1, 1);
  model.nRelations = model.nStateRelations = 1;
  model.nMixedBlocks = 1;
  model.mixedBlocks = &block;
  model.evalDerivatives = [](FmlData* d) { return fml_solve_mixed(d, 0); };
  model.evalEvent = model.evalDerivatives;
  model.evalZeroCrossings = [](FmlData* d, double* z) {
    z[0] = -d->v[2];
    return FML_OK;
  };
  return model;
}

// Heat equation on kHeatCells inner points; u_i(0) = sin(pi i h) decays with the exact discrete
// eigenvalue.
constexpr int32_t kHeatCells = 40;
inline double heatRate() {
  const double h = 1.0 / (kHeatCells + 1), s = std::sin(M_PI * h / 2);
  return -4 * s * s / (h * h);
}
inline FmlModel heat(bool analyticJacobian) {
  static std::vector<double> start(2 * kHeatCells, 0.0);
  static std::vector<int32_t> colStart{0}, rows;
  if (rows.empty())
    for (int32_t j = 0; j < kHeatCells; ++j) {
      start[j] = std::sin(M_PI * (j + 1) / (kHeatCells + 1));
      for (int32_t i = std::max(0, j - 1); i <= std::min(kHeatCells - 1, j + 1); ++i)
        rows.push_back(i);
      colStart.push_back(static_cast<int32_t>(rows.size()));
    }
  FmlModel model = baseModel(kHeatCells);
  model.start = start.data();
  model.jacobianPattern = {colStart.data(), rows.data(), nullptr, 0};
  model.evalDerivatives = [](FmlData* d) {
    const double h = 1.0 / (kHeatCells + 1);
    for (int32_t i = 0; i < kHeatCells; ++i) {
      const double left = i > 0 ? d->v[i - 1] : 0, right = i + 1 < kHeatCells ? d->v[i + 1] : 0;
      d->v[kHeatCells + i] = (left - 2 * d->v[i] + right) / (h * h);
    }
    return FML_OK;
  };
  if (analyticJacobian)
    model.evalJacobian = [](FmlData*, double* values) {
      const double h = 1.0 / (kHeatCells + 1);
      for (int32_t j = 0; j < kHeatCells; ++j)
        for (int32_t p = colStart[j]; p < colStart[j + 1]; ++p)
          values[p] = (rows[p] == j ? -2 : 1) / (h * h);
      return FML_OK;
    };
  return model;
}

}  // namespace formola::solver::test
