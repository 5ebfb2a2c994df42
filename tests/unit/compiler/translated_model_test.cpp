// A model that is translated once: which values it takes as it is, and when it is translated again.
#include "compiler/translated_model.h"

#include <gtest/gtest.h>

#include <cmath>
#include <thread>

#include "results/memory_sink.h"

namespace formola {
namespace {

std::shared_ptr<TranslatedModel> translate(const std::string& text) {
  ModelSources sources;
  sources.texts.push_back({"test.mo", text});
  sources.model = "M";
  return std::make_shared<TranslatedModel>(sources, CompileOptions{});
}

struct Outcome {
  bool ok = false;
  double last = NAN;
  std::string problem;
};

// The last value of a variable after a run to t = 1.
Outcome simulate(TranslatedModel& model, const std::string& variable,
                 const std::vector<std::pair<std::string, double>>& values,
                 solver::Method method = solver::Method::InlineBdf) {
  RunValues given;
  for (const auto& [name, number] : values) given.numbers.emplace_back(*model.find(name), number);
  RunSettings settings;
  settings.problem.method = method;
  settings.problem.tolerance = 1e-9;
  results::MemorySink sink;
  const TranslatedModel::Run run = model.run(given, settings, sink);
  Outcome outcome;
  outcome.problem = run.problem + run.diagnostics + run.result.report.message;
  outcome.ok = run.code && run.result.report.outcome == solver::Outcome::Finished;
  const results::Trajectory& trajectory = sink.trajectory();
  if (const results::Signal* signal = trajectory.find(variable); signal && trajectory.rows() > 0)
    outcome.last = trajectory.value(*signal, trajectory.rows() - 1);
  return outcome;
}

TEST(TranslatedModel, RefusesValuesThatTypesDoNotHave) {
  const auto model = translate(
      "type E = enumeration(a, b, c); model M parameter Boolean on = true; "
      "parameter Integer n = 2; parameter E e = E.b; final parameter Real f = 1; "
      "parameter Real r = 1; Real x(start = 0, fixed = true); "
      "equation der(x) = if on then n + r + f + Integer(e) else 0; end M;");
  ASSERT_TRUE(model->ok());
  auto refused = [&](const char* name, double value) {
    return !model->refusal(*model->find(name), value).empty();
  };
  EXPECT_TRUE(refused("on", 2) && refused("on", 0.5) && refused("n", 1.5) && refused("n", 1e17));
  EXPECT_TRUE(refused("e", 0) && refused("e", 4) && refused("e", 1.5) && refused("f", 2));
  EXPECT_TRUE(refused("r", NAN));
  EXPECT_FALSE(refused("on", 0) || refused("n", -3) || refused("e", 3) || refused("r", 0.1));
  EXPECT_NEAR(simulate(*model, "x", {{"e", 3}}).last, 7, 1e-6);
}

TEST(TranslatedModel, TakesParametersWithoutTranslation) {
  const auto model = translate(
      "model M parameter Real a = 1; parameter Real b = 2*a; Real x(start = 1, fixed = true); "
      "equation der(x) = -b*x; end M;");
  ASSERT_TRUE(model->ok());
  EXPECT_EQ(model->changeable(*model->find("a")), Changeable::AtRun);
  EXPECT_EQ(model->changeable(*model->find("b")), Changeable::ByTranslation);
  EXPECT_EQ(model->changeable(*model->find("x")), Changeable::ByTranslation);
  for (const double a : {0.25, 0.5, 1.0, 3.0}) {
    const Outcome run = simulate(*model, "x", {{"a", a}});
    ASSERT_TRUE(run.ok) << run.problem;
    EXPECT_NEAR(run.last, std::exp(-2 * a), 1e-6);
  }
  EXPECT_EQ(model->translations(), 1u);
  // b follows from a: another binding is another model.
  const Outcome bound = simulate(*model, "x", {{"b", 1}});
  ASSERT_TRUE(bound.ok) << bound.problem;
  EXPECT_NEAR(bound.last, std::exp(-1), 1e-6);
  EXPECT_EQ(model->translations(), 2u);
  // Both translations are kept.
  simulate(*model, "x", {{"b", 1}});
  simulate(*model, "x", {});
  EXPECT_EQ(model->translations(), 2u);
  EXPECT_NEAR(simulate(*model, "x", {{"x", 4}, {"a", 0.5}}).last, 4 * std::exp(-1), 1e-6);
  EXPECT_EQ(model->translations(), 3u);
}

TEST(TranslatedModel, TranslatesAgainWhereASignWasTakenForGranted) {
  const auto model = translate(
      "model M parameter Real c = 1; Real u(start = 0, fixed = true), i; "
      "equation c*der(u) = i; i = 1 - u; end M;");
  ASSERT_TRUE(model->ok());
  EXPECT_NEAR(simulate(*model, "u", {{"c", 2}}).last, 1 - std::exp(-0.5), 1e-6);
  EXPECT_EQ(model->translations(), 1u);
  EXPECT_NEAR(simulate(*model, "u", {{"c", -1}}).last, 1 - std::exp(1), 1e-5);
  EXPECT_EQ(model->translations(), 2u);
}

TEST(TranslatedModel, SeesSignsOfParametersThatFollow) {
  const auto model = translate(
      "model M parameter Real a = 3; final parameter Real k = a - 2; Real x, y; "
      "equation k*x = 1; y = x + time; end M;");
  ASSERT_TRUE(model->ok());
  EXPECT_NEAR(simulate(*model, "x", {{"a", 4}}).last, 0.5, 1e-9);
  EXPECT_EQ(model->translations(), 1u);
  EXPECT_NEAR(simulate(*model, "x", {{"a", 1}}).last, -1, 1e-9);
  EXPECT_EQ(model->translations(), 2u);
}

TEST(TranslatedModel, TranslatesAgainForStructure) {
  const auto model = translate(
      "model M parameter Integer n = 2; parameter Boolean on = true; Real x[n]; Real y; "
      "equation for i in 1:n loop x[i] = i*time; end for; y = if on then sum(x) else 0; end M;");
  ASSERT_TRUE(model->ok());
  EXPECT_EQ(model->changeable(*model->find("n")), Changeable::ByTranslation);
  EXPECT_NEAR(simulate(*model, "y", {}).last, 3, 1e-12);
  EXPECT_NEAR(simulate(*model, "y", {{"n", 4}}).last, 10, 1e-12);
  EXPECT_NEAR(simulate(*model, "y", {{"on", 0}}).last, 0, 1e-12);
  EXPECT_EQ(model->translations(), 3u);
}

TEST(TranslatedModel, ValuesInAttributesAreUsed) {
  const auto model = translate(
      "model M parameter Real top = 10; Real x(start = 1, fixed = true, max = top, nominal = top); "
      "equation der(x) = x; end M;");
  ASSERT_TRUE(model->ok());
  EXPECT_NEAR(simulate(*model, "x", {{"top", 20}}).last, std::exp(1), 1e-6);
  EXPECT_EQ(model->translations(), 2u);
}

TEST(TranslatedModel, RefusesWhatNobodyMayChange) {
  const auto model = translate(
      "model M final parameter Real a = 1; constant Real c = 2; Real x(start = 1, fixed = true); "
      "protected parameter Real p = 3; equation der(x) = -a*c*p*x; end M;");
  ASSERT_TRUE(model->ok());
  for (const char* name : {"a", "c", "p"}) {
    ASSERT_TRUE(model->find(name)) << name;
    EXPECT_EQ(model->changeable(*model->find(name)), Changeable::Never) << name;
  }
}

TEST(TranslatedModel, RunsInSeveralThreads) {
  // A function that no code is made of is left to the reference interpreter, which all share.
  const auto model = translate(
      "function f input Real u; output Real y; protected String s; algorithm s := String(u); "
      "y := u*(if s == \"none\" then 2 else 1); end f; "
      "model M parameter Real a = 1; Real x(start = 1, fixed = true); Real w; "
      "equation der(x) = -f(a)*x; w = f(x); end M;");
  ASSERT_TRUE(model->ok());
  constexpr int kThreads = 4;
  std::vector<Outcome> outcomes(kThreads);
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i)
    threads.emplace_back([&, i] {
      const auto method = i % 2 == 0 ? solver::Method::InlineBdf : solver::Method::Cvode;
      outcomes[static_cast<size_t>(i)] = simulate(*model, "w", {{"a", 1.0 + i}}, method);
    });
  for (std::thread& thread : threads) thread.join();
  for (int i = 0; i < kThreads; ++i) {
    const Outcome& outcome = outcomes[static_cast<size_t>(i)];
    ASSERT_TRUE(outcome.ok) << outcome.problem;
    EXPECT_NEAR(outcome.last, std::exp(-(1.0 + i)), 1e-6);
  }
  EXPECT_EQ(model->translations(), 1u);
}

TEST(TranslatedModel, KeepsDiagnosticsOfAWrongModel) {
  const auto model = translate("model M Real x; equation der(x) = y; end M;");
  EXPECT_FALSE(model->ok());
  EXPECT_TRUE(model->diagnostics().hasErrors());
}

}  // namespace
}  // namespace formola
