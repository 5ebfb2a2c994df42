#include <cmath>
#include <vector>

#include "runtime/workspace.h"
#include "support/lanes.h"

namespace formola::runtime {
namespace {

FmlModel emptyModel(int32_t nVariables) {
  FmlModel model{};
  model.abiVersion = FML_ABI_VERSION;
  model.name = "test";
  model.nVariables = nVariables;
  model.discreteBegin = nVariables;
  model.parameterBegin = nVariables;
  return model;
}

const int32_t kFirst[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};

// ---- linear blocks

int matrixCalls = 0;

FmlStatus matrixOfParameter(FmlData* d, int32_t, double* a) {
  ++matrixCalls;
  const double p = d->v[2];
  a[0] = p, a[1] = 1, a[2] = 2, a[3] = 1;  // [p 2; 1 1]
  return FML_OK;
}
FmlStatus rhsThreeTwo(FmlData*, int32_t, double* b) {
  b[0] = 3, b[1] = 2;
  return FML_OK;
}

TEST(LinearBlock, FactorsOnlyWhenTheMatrixChanged) {
  FmlLinearBlock block{};
  block.n = 2;
  block.unknowns = kFirst;
  block.matrix = matrixOfParameter;
  block.rhs = rhsThreeTwo;
  FmlModel model = emptyModel(3);
  model.nLinearBlocks = 1;
  model.linearBlocks = &block;
  Instance instance(model);
  instance->v[2] = 1;  // x + 2 y = 3, x + y = 2
  for (int i = 0; i < 3; ++i) ASSERT_EQ(fml_solve_linear(instance.get(), 0), FML_OK);
  EXPECT_NEAR(instance->v[0], 1, 1e-14);
  EXPECT_NEAR(instance->v[1], 1, 1e-14);
  EXPECT_EQ(instance->statistics.factorizations, 1U);
  instance->v[2] = 3;
  ASSERT_EQ(fml_solve_linear(instance.get(), 0), FML_OK);
  EXPECT_NEAR(instance->v[0], -1, 1e-14);
  EXPECT_NEAR(instance->v[1], 3, 1e-14);
  EXPECT_EQ(instance->statistics.factorizations, 2U);
}

TEST(LinearBlock, ConstantMatrixIsAskedForOnce) {
  FmlLinearBlock block{};
  block.n = 2;
  block.unknowns = kFirst;
  block.matrix = matrixOfParameter;
  block.rhs = rhsThreeTwo;
  block.change = FML_MATRIX_CONSTANT;
  FmlModel model = emptyModel(3);
  model.nLinearBlocks = 1;
  model.linearBlocks = &block;
  Instance instance(model);
  instance->v[2] = 1;
  matrixCalls = 0;
  for (int i = 0; i < 5; ++i) ASSERT_EQ(fml_solve_linear(instance.get(), 0), FML_OK);
  EXPECT_EQ(matrixCalls, 1);
  instance->v[2] = 3;
  fml_parameters_changed(instance.get());
  ASSERT_EQ(fml_solve_linear(instance.get(), 0), FML_OK);
  EXPECT_EQ(matrixCalls, 2);
  EXPECT_NEAR(instance->v[1], 3, 1e-14);
}

FmlStatus tornResidual(FmlData* d, int32_t, double* r) {
  // Unknown v[0]; inner: v[1] = 2 v[0] + 1; residual v[0] + v[1] - 7.
  d->v[1] = 2 * d->v[0] + 1;
  r[0] = d->v[0] + d->v[1] - 7;
  return FML_OK;
}

TEST(LinearBlock, TornBlockByResiduals) {
  FmlLinearBlock block{};
  block.n = 1;
  block.unknowns = kFirst;
  block.residual = tornResidual;
  FmlModel model = emptyModel(2);
  model.nLinearBlocks = 1;
  model.linearBlocks = &block;
  Instance instance(model);
  ASSERT_EQ(fml_solve_linear(instance.get(), 0), FML_OK);
  EXPECT_NEAR(instance->v[0], 2, 1e-14);
  EXPECT_NEAR(instance->v[1], 5, 1e-14);
}

double secondRight = 2;
FmlStatus singularMatrix(FmlData*, int32_t, double* a) {
  a[0] = a[1] = a[2] = a[3] = 1;
  return FML_OK;
}
FmlStatus singularRhs(FmlData*, int32_t, double* b) {
  b[0] = 2, b[1] = secondRight;
  return FML_OK;
}

TEST(LinearBlock, SingularButConsistentStaysNearThePresentValues) {
  FmlLinearBlock block{};
  block.n = 2;
  block.unknowns = kFirst;
  block.matrix = singularMatrix;
  block.rhs = singularRhs;
  FmlModel model = emptyModel(2);
  model.nLinearBlocks = 1;
  model.linearBlocks = &block;
  Instance instance(model);
  instance->v[0] = 3, instance->v[1] = 0;
  secondRight = 2;
  ASSERT_EQ(fml_solve_linear(instance.get(), 0), FML_OK);
  EXPECT_NEAR(instance->v[0], 2.5, 1e-12);
  EXPECT_NEAR(instance->v[1], -0.5, 1e-12);
  secondRight = 5;
  EXPECT_EQ(fml_solve_linear(instance.get(), 0), FML_RETRY);
  EXPECT_EQ(instance->workspace->failure.kind, FailureKind::SingularLinearSystem);
  EXPECT_GE(instance->workspace->failure.worstEquation, 0);
  EXPECT_NE(describeFailure(model, instance->workspace->failure).find("singular"),
            std::string::npos);
}

// ---- nonlinear blocks

struct OneBlock {
  FmlNonlinearBlock block{};
  FmlModel model;
  explicit OneBlock(int32_t n, FmlStatus (*residual)(FmlData*, int32_t, double*),
                    int32_t nVariables = 0)
      : model(emptyModel(std::max(n, nVariables))) {
    block.n = n;
    block.unknowns = kFirst;
    block.residual = residual;
    model.nNonlinearBlocks = 1;
    model.nonlinearBlocks = &block;
  }
};

FmlStatus circleAndLine(FmlData* d, int32_t, double* r) {
  r[0] = d->v[0] * d->v[0] + d->v[1] * d->v[1] - 25;
  r[1] = d->v[0] - 2 * d->v[1] + 5;  // solutions (3, 4), (-5, 0)
  return FML_OK;
}
FmlStatus circleAndLineJacobian(FmlData* d, int32_t, double* j) {
  j[0] = 2 * d->v[0], j[1] = 1, j[2] = 2 * d->v[1], j[3] = -2;
  return FML_OK;
}

TEST(NonlinearBlock, AnalyticAndDifferenceJacobian) {
  for (bool analytic : {false, true}) {
    OneBlock m(2, circleAndLine);
    if (analytic) m.block.jacobian = circleAndLineJacobian;
    Instance instance(m.model);
    instance->v[0] = 10, instance->v[1] = 1;
    ASSERT_EQ(fml_solve_nonlinear(instance.get(), 0), FML_OK);
    EXPECT_NEAR(instance->v[0], 3, 1e-10);
    EXPECT_NEAR(instance->v[1], 4, 1e-10);
    EXPECT_LT(instance->statistics.newtonIterations, 15U);
  }
}

FmlStatus cubeOfParameter(FmlData* d, int32_t, double* r) {
  r[0] = d->v[0] * d->v[0] * d->v[0] - d->v[1];
  return FML_OK;
}

TEST(NonlinearBlock, ReusesTheFactorisation) {
  OneBlock m(1, cubeOfParameter, 2);
  Instance instance(m.model);
  instance->v[0] = 2;
  for (int i = 0; i < 100; ++i) {
    instance->v[1] = 8 + 1e-4 * i;
    ASSERT_EQ(fml_solve_nonlinear(instance.get(), 0), FML_OK);
    EXPECT_NEAR(instance->v[0], std::cbrt(instance->v[1]), 1e-10);
  }
  EXPECT_LT(instance->statistics.factorizations, 5U);
}

int slopeCalls = 0;

// u + h u^3 = p with h = v[1], p = v[2]
FmlStatus cubeInAStep(FmlData* d, int32_t, double* r) {
  const double u = d->v[0];
  r[0] = u + d->v[1] * u * u * u - d->v[2];
  return FML_OK;
}
FmlStatus slopeInAStep(FmlData* d, int32_t, double* j) {
  ++slopeCalls;
  j[0] = 1 + 3 * d->v[1] * d->v[0] * d->v[0];
  return FML_OK;
}

TEST(NonlinearBlock, AnotherStepSizeBringsANewJacobianOfAFewUnknowns) {
  OneBlock m(1, cubeInAStep, 3);
  m.block.jacobian = slopeInAStep;
  FmlInlineForm form{};
  form.nStages = 1;
  form.stepIndex = 1;
  m.model.inlineForm = &form;
  Instance instance(m.model);
  FmlData* d = instance.get();
  auto solve = [&](double h, double p) {
    if (d->v[1] != h) {
      d->v[1] = h;
      fml_step_size_changed(d);
    }
    d->v[2] = p;
    const auto before = d->statistics.newtonIterations;
    EXPECT_EQ(fml_solve_nonlinear(d, 0), FML_OK);
    double r = 1;
    cubeInAStep(d, 0, &r);
    EXPECT_NEAR(r, 0, 1e-9);
    return d->statistics.newtonIterations - before;
  };
  solve(1, 2);
  slopeCalls = 0;
  for (int k = 1; k < 5; ++k) solve(1, 2 + 1e-5 * k);
  EXPECT_EQ(slopeCalls, 0);
  // Once it is known that the old one does not serve, the new one is made at once.
  solve(8, 2);
  EXPECT_GE(slopeCalls, 1);
  slopeCalls = 0;
  solve(8, 2 + 1e-5);
  EXPECT_EQ(slopeCalls, 0);
  d->v[0] += 1e-6;
  solve(8.01, 2 + 1e-5);
  EXPECT_GE(slopeCalls, 1);
  slopeCalls = 0;
  // What was seen when the Jacobian was made is worth something to the next inlined step.
  const double sizes[] = {1, 1, 1};
  d->workspace->newtonScale = d->workspace->newtonInverseScale = sizes;
  solve(8.02, 2);
  slopeCalls = 0;
  EXPECT_LE(solve(8.02, 2 + 1e-9), 1U);
  EXPECT_EQ(slopeCalls, 0);
}

// As from differences of large numbers that are divided by a short step.
FmlStatus noisyInAStep(FmlData* d, int32_t, double* r) {
  r[0] = d->v[0] - std::sqrt(0.5) + 1e-4 * std::sin(1e13 * d->v[0]);
  return FML_OK;
}
FmlStatus oneInAStep(FmlData*, int32_t, double* j) {
  j[0] = 1;
  return FML_OK;
}

TEST(NonlinearBlock, RoundingErrorsEndTheIterationOfAStep) {
  OneBlock m(1, noisyInAStep);
  m.block.jacobian = oneInAStep;
  const double nominal[] = {1e4};
  m.model.nominal = nominal;
  Instance instance(m.model);
  FmlData* d = instance.get();
  const double sizes[] = {1e2};
  d->workspace->newtonScale = d->workspace->newtonInverseScale = sizes;
  d->workspace->options.newtonTolerance = 1e-12;
  ASSERT_EQ(fml_solve_nonlinear(d, 0), FML_OK);
  EXPECT_NEAR(d->v[0], std::sqrt(0.5), 5e-4);
}

// A jump is none: no shorter way makes it smaller, but it is large beside the unknown.
FmlStatus jumpInAStep(FmlData* d, int32_t, double* r) {
  r[0] = d->v[0] < 1 ? d->v[0] - 2 : d->v[0] + 2;
  return FML_OK;
}

TEST(NonlinearBlock, AJumpIsNoRoundingError) {
  OneBlock m(1, jumpInAStep);
  m.block.jacobian = oneInAStep;
  Instance instance(m.model);
  FmlData* d = instance.get();
  const double sizes[] = {1};
  d->workspace->newtonScale = d->workspace->newtonInverseScale = sizes;
  EXPECT_NE(fml_solve_nonlinear(d, 0), FML_OK);
}

FmlStatus arctangent(FmlData* d, int32_t, double* r) {
  r[0] = std::atan(d->v[0]);
  return FML_OK;
}

TEST(NonlinearBlock, DampingWherePlainNewtonDiverges) {
  OneBlock m(1, arctangent);
  Instance instance(m.model);
  instance->v[0] = 20;
  ASSERT_EQ(fml_solve_nonlinear(instance.get(), 0), FML_OK);
  EXPECT_NEAR(instance->v[0], 0, 1e-10);
}

FmlStatus diodeLoop(FmlData* d, int32_t, double* r) {
  // 5 V over 1 kOhm and a diode: unknown the diode voltage.
  r[0] = 1e-12 * (std::exp(d->v[0] / 0.025) - 1) - (5 - d->v[0]) / 1000;
  return FML_OK;
}

TEST(NonlinearBlock, ExponentialFromAFarStart) {
  for (double start : {0.0, 0.7, 5.0}) {
    OneBlock m(1, diodeLoop);
    Instance instance(m.model);
    instance->v[0] = start;
    ASSERT_EQ(fml_solve_nonlinear(instance.get(), 0), FML_OK) << start;
    double r;
    diodeLoop(instance.get(), 0, &r);
    EXPECT_NEAR(r, 0, 1e-11);
    EXPECT_NEAR(instance->v[0], 0.555374039, 1e-8);
  }
}

FmlStatus logarithm(FmlData* d, int32_t, double* r) {
  if (d->v[0] <= 0) return fml_domain_error(d, 7, "log", d->v[0]);
  r[0] = std::log(d->v[0]) + 3;
  return FML_OK;
}

TEST(NonlinearBlock, StepsBackFromADomainError) {
  OneBlock m(1, logarithm);
  Instance instance(m.model);
  instance->v[0] = 10;  // the first full step is at -43
  ASSERT_EQ(fml_solve_nonlinear(instance.get(), 0), FML_OK);
  EXPECT_NEAR(instance->v[0], std::exp(-3), 1e-10);
}

FmlStatus logarithmUnguarded(FmlData* d, int32_t, double* r) {
  EXPECT_GT(d->v[0], 0);
  r[0] = std::log(d->v[0]) + 3;
  return FML_OK;
}

TEST(NonlinearBlock, RespectsBounds) {
  OneBlock m(1, logarithmUnguarded);
  const double min[] = {0};
  m.model.min = min;
  Instance instance(m.model);
  instance->v[0] = 10;
  ASSERT_EQ(fml_solve_nonlinear(instance.get(), 0), FML_OK);
  EXPECT_NEAR(instance->v[0], std::exp(-3), 1e-10);
}

FmlStatus noRoot(FmlData* d, int32_t, double* r) {
  r[0] = d->v[0] * d->v[0] + 1;
  return FML_OK;
}

TEST(NonlinearBlock, NoSolutionIsReported) {
  OneBlock m(1, noRoot);
  Instance instance(m.model);
  instance->v[0] = 3;
  EXPECT_EQ(fml_solve_nonlinear(instance.get(), 0), FML_RETRY);
  const Failure& failure = instance->workspace->failure;
  EXPECT_EQ(failure.entity, FML_NONLINEAR_BLOCK);
  EXPECT_EQ(failure.index, 0);
  EXPECT_EQ(failure.worstEquation, 0);
  EXPECT_EQ(failure.worstUnknown, 0);
  EXPECT_GT(failure.iterations, 0);
  EXPECT_FALSE(describeFailure(m.model, failure).empty());
}

FmlStatus redundant(FmlData* d, int32_t, double* r) {
  const double s = d->v[0] + d->v[1];
  r[0] = s * s * s - 8;
  r[1] = s - 2;
  return FML_OK;
}

TEST(NonlinearBlock, SingularJacobianByLeastNorm) {
  OneBlock m(2, redundant);
  Instance instance(m.model);
  instance->v[0] = 1.5, instance->v[1] = 1;
  ASSERT_EQ(fml_solve_nonlinear(instance.get(), 0), FML_OK);
  EXPECT_NEAR(instance->v[0] + instance->v[1], 2, 1e-9);
}

// ---- a large sparse block: discretised y'' = exp(y), y(0) = y(1) = 0 (Bratu with negative
// parameter)

constexpr int kCells = 100;
FmlStatus bratu(FmlData* d, int32_t, double* r) {
  const double h = 1.0 / (kCells + 1);
  for (int i = 0; i < kCells; ++i) {
    const double left = i > 0 ? d->v[i - 1] : 0, right = i + 1 < kCells ? d->v[i + 1] : 0;
    r[i] = (left - 2 * d->v[i] + right) / (h * h) - std::exp(d->v[i]);
  }
  return FML_OK;
}

TEST(NonlinearBlock, SparseWithColouredDifferences) {
  std::vector<int32_t> unknowns(kCells), colStart{0}, rows;
  for (int j = 0; j < kCells; ++j) {
    unknowns[j] = j;
    for (int i = std::max(0, j - 1); i <= std::min(kCells - 1, j + 1); ++i) rows.push_back(i);
    colStart.push_back(static_cast<int32_t>(rows.size()));
  }
  OneBlock m(kCells, bratu);
  m.block.unknowns = unknowns.data();
  m.block.pattern = {colStart.data(), rows.data(), nullptr, 0};
  Instance instance(m.model);
  ASSERT_EQ(fml_solve_nonlinear(instance.get(), 0), FML_OK);
  // y(x) = ln(2 a^2 / cos^2(a (x - 1/2))) with sqrt(2) a = cos(a / 2); discretisation error 1e-6.
  double a = 0.7;
  for (int i = 0; i < 100; ++i) a = std::cos(a / 2) / std::sqrt(2.0);
  const double middle = (instance->v[49] + instance->v[50]) / 2, x = 50.0 / 101;
  const double cosine = std::cos(a * (x - 0.5));
  EXPECT_NEAR(middle, std::log(2 * a * a / (cosine * cosine)), 2e-5);
}

// ---- mixed blocks: an ideal diode in curve-parameter form

// u = source - R i; off: i = 0, u = s; on: u = 0, i = s. Relation 0: s < 0 (off).
double source = 1;
FmlStatus diodeContinuous(FmlData* d, int32_t) {
  const bool off = d->relations[0] != 0;
  d->v[0] = off ? source : source / 10;  // s
  return FML_OK;
}
FmlStatus diodeModes(FmlData* d, int32_t) {
  d->relations[0] = d->v[0] < 0;
  return FML_OK;
}

TEST(MixedBlock, DiodeSwitches) {
  FmlMixedBlock block{};
  block.nRelations = 1;
  block.relationIndices = kFirst;
  block.evalContinuous = diodeContinuous;
  block.evalModes = diodeModes;
  FmlModel model = emptyModel(1);
  model.nRelations = 1;
  model.nStateRelations = 1;
  model.nMixedBlocks = 1;
  model.mixedBlocks = &block;
  Instance instance(model);
  instance->live = 1;
  source = -3;
  ASSERT_EQ(fml_solve_mixed(instance.get(), 0), FML_OK);
  EXPECT_EQ(instance->relations[0], 1);
  EXPECT_EQ(instance->v[0], -3);
  source = 5;
  instance->live = 0;  // frozen: the mode stays
  ASSERT_EQ(fml_solve_mixed(instance.get(), 0), FML_OK);
  EXPECT_EQ(instance->relations[0], 1);
  instance->live = 1;
  ASSERT_EQ(fml_solve_mixed(instance.get(), 0), FML_OK);
  EXPECT_EQ(instance->relations[0], 0);
  EXPECT_EQ(instance->v[0], 0.5);
}

// Linear complementarity problem w = M z + q with a P-matrix on which changing all modes at once
// cycles: mode k on means z_k > 0, w_k = 0. M = [1 2 0; 0 1 2; 2 0 1], q = (-1, -1, -1) (Murty
// 1974); solution z = (1/3, 1/3, 1/3).
FmlStatus lcpContinuous(FmlData* d, int32_t) {
  const double m[3][3] = {{1, 2, 0}, {0, 1, 2}, {2, 0, 1}};
  DenseLu lu;
  lu.resize(3);
  double a[9] = {}, b[3];
  for (int i = 0; i < 3; ++i) {
    b[i] = 1;  // M z - w = -q, with z_k or w_k zero
    for (int j = 0; j < 3; ++j) a[j * 3 + i] = d->relations[j] != 0 ? m[i][j] : (i == j ? -1 : 0);
  }
  if (!lu.factor(a)) return FML_RETRY;
  double z[kLanes];
  lu.solve(b, z);
  for (int i = 0; i < 3; ++i) d->v[i] = z[i];
  return FML_OK;
}
FmlStatus lcpModes(FmlData* d, int32_t) {
  for (int i = 0; i < 3; ++i)
    if (d->v[i] < 0) d->relations[i] = d->relations[i] == 0;
  return FML_OK;
}

TEST(MixedBlock, CycleIsLeftByTheLeastIndexRule) {
  FmlMixedBlock block{};
  block.nRelations = 3;
  block.relationIndices = kFirst;
  block.evalContinuous = lcpContinuous;
  block.evalModes = lcpModes;
  FmlModel model = emptyModel(3);
  model.nRelations = 3;
  model.nMixedBlocks = 1;
  model.mixedBlocks = &block;
  for (int start = 0; start < 8; ++start) {
    Instance instance(model);
    instance->live = 1;
    for (int i = 0; i < 3; ++i) instance->relations[i] = (start >> i & 1) != 0;
    ASSERT_EQ(fml_solve_mixed(instance.get(), 0), FML_OK) << start;
    for (int i = 0; i < 3; ++i) {
      EXPECT_EQ(instance->relations[i], 1);
      EXPECT_NEAR(instance->v[i], 1.0 / 3, 1e-12);
    }
  }
}

FmlStatus liar(FmlData* d, int32_t) {
  d->relations[0] = d->relations[0] == 0;
  return FML_OK;
}
FmlStatus nothing(FmlData*, int32_t) {
  return FML_OK;
}

// Two modes that point at each other, by rounding errors only in the second.
FmlStatus noisyCrossings(FmlData* d, double* z) {
  z[0] = d->relations[0] != 0 ? -1e-6 : 1e-14;
  return FML_OK;
}

TEST(MixedBlock, AmongContradictionsOfRoundingSizeTheSmallestIsTaken) {
  FmlMixedBlock block{};
  block.nRelations = 1;
  block.relationIndices = kFirst;
  block.evalContinuous = nothing;
  block.evalModes = liar;
  FmlModel model = emptyModel(1);
  model.nRelations = 1;
  model.nStateRelations = 1;
  model.nMixedBlocks = 1;
  model.mixedBlocks = &block;
  model.evalZeroCrossings = noisyCrossings;
  for (uint8_t start = 0; start < 2; ++start) {
    Instance instance(model);
    instance->live = 1;
    instance->relations[0] = start;
    instance->workspace->modeMoves = 8;
    instance->workspace->crossingScale[0] = 1;
    ASSERT_EQ(fml_solve_mixed(instance.get(), 0), FML_OK);
    EXPECT_EQ(instance->relations[0], 0);
  }
}

TEST(MixedBlock, NoConsistentModeIsReported) {
  FmlMixedBlock block{};
  block.nRelations = 1;
  block.relationIndices = kFirst;
  block.evalContinuous = nothing;
  block.evalModes = liar;
  FmlModel model = emptyModel(1);
  model.nRelations = 1;
  model.nMixedBlocks = 1;
  model.mixedBlocks = &block;
  Instance instance(model);
  instance->live = 1;
  // The event iteration may go on with the mode found, but not for ever.
  for (int pass = 0; pass < 8; ++pass) ASSERT_EQ(fml_solve_mixed(instance.get(), 0), FML_OK);
  EXPECT_EQ(fml_solve_mixed(instance.get(), 0), FML_RETRY);
  EXPECT_EQ(instance->workspace->failure.kind, FailureKind::NoConsistentMode);
}

// ---- the rest

TEST(DelayBuffer, CubicBetweenJumps) {
  const auto cube = [](double t) { return t * t * t - 2 * t; };
  DelayBuffer buffer;
  EXPECT_EQ(buffer.at(-1, 0, 5, true), 5);
  for (int i = 0; i <= 200; ++i) buffer.store(0.1 * i, cube(0.1 * i), 3);
  EXPECT_NEAR(buffer.at(17.123, 20, cube(20), false), cube(17.123), 1e-9);
  EXPECT_NEAR(buffer.at(20.25, 20.5, cube(20.5), false), cube(20.25), 1e-9);  // towards the present
  EXPECT_LT(buffer.size(), 70U);
  // A jump to 7 at 20.
  buffer.store(20, 7, 3);
  EXPECT_TRUE(buffer.endsInJump());
  buffer.store(21, 8, 3);
  EXPECT_NEAR(buffer.at(20, 21, 8, true), 7, 1e-9);
  EXPECT_NEAR(buffer.at(20, 21, 8, false), cube(20), 1e-9);
  EXPECT_NEAR(buffer.at(19.95, 21, 8, false), cube(19.95), 1e-9);
  EXPECT_NEAR(buffer.at(20.5, 21, 8, false), 7.5, 1e-12);
}

TEST(DelayBuffer, KinkAtABreak) {
  DelayBuffer buffer;
  for (int i = -10; i <= 10; ++i) {
    buffer.store(i, std::abs(i), 100);
    if (i == 0) buffer.markBreak();
  }
  EXPECT_NEAR(buffer.at(-0.5, 10, 10, false), 0.5, 1e-12);
  EXPECT_NEAR(buffer.at(0.5, 10, 10, false), 0.5, 1e-12);
}

TEST(Assertions, WarningOnceErrorByPhase) {
  FmlModel model = emptyModel(1);
  Instance instance(model);
  EXPECT_EQ(fml_assert_failed(instance.get(), 3, FML_WARNING, "low"), FML_OK);
  EXPECT_EQ(fml_assert_failed(instance.get(), 3, FML_WARNING, "low"), FML_OK);
  EXPECT_EQ(instance->workspace->warnings.size(), 1U);
  EXPECT_EQ(fml_assert_failed(instance.get(), 4, FML_ERROR, "high"), FML_RETRY);
  instance->live = 1;
  EXPECT_EQ(fml_assert_failed(instance.get(), 4, FML_ERROR, "high"), FML_FATAL);
  EXPECT_EQ(instance->workspace->failure.text, "high");
}

TEST(Instance, RefusesAnotherAbiVersion) {
  FmlModel model = emptyModel(1);
  model.abiVersion = FML_ABI_VERSION + 1;
  EXPECT_EQ(fml_create(&model), nullptr);
}

}  // namespace
}  // namespace formola::runtime
