// The C interface: order of calls, errors as values, results without copies.
#include <formola/formola.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <string>
#include <vector>

namespace {

constexpr const char* kDecay =
    "model Decay \"Falls\" parameter Real rate(unit = \"1/s\") = 1 \"Speed\"; "
    "Real x(start = 2, fixed = true), minus = -x; equation der(x) = -rate*x; end Decay;";

class Interface : public testing::Test {
 protected:
  ~Interface() override {
    formola_run_free(run);
    formola_model_free(model);
    formola_session_free(session);
  }
  void translate(const char* text, const char* name) {
    ASSERT_EQ(formola_session_load_text(session, "test.mo", text), FORMOLA_OK);
    ASSERT_EQ(formola_translate(session, name, nullptr, &model), FORMOLA_OK)
        << formola_model_message(model);
    run = formola_run_new(model);
    ASSERT_NE(run, nullptr);
  }

  formola_session* session = formola_session_new();
  formola_model* model = nullptr;
  formola_run* run = nullptr;
};

TEST_F(Interface, DescribesVariables) {
  translate(kDecay, "Decay");
  EXPECT_STREQ(formola_model_name(model), "Decay");
  const int64_t rate = formola_model_find(model, "rate");
  ASSERT_GE(rate, 0);
  formola_variable info = FORMOLA_INIT(formola_variable);
  ASSERT_EQ(formola_model_variable(model, static_cast<size_t>(rate), &info), FORMOLA_OK);
  EXPECT_STREQ(info.name, "rate");
  EXPECT_STREQ(info.description, "Speed");
  EXPECT_STREQ(info.unit, "1/s");
  EXPECT_EQ(info.variability, FORMOLA_PARAMETER);
  EXPECT_EQ(info.changeable, FORMOLA_AT_RUN);
  EXPECT_EQ(info.value, 1);
  const int64_t x = formola_model_find(model, "x");
  ASSERT_EQ(formola_model_variable(model, static_cast<size_t>(x), &info), FORMOLA_OK);
  EXPECT_EQ(info.is_state, 1);
  EXPECT_EQ(info.value, 2);
  EXPECT_EQ(formola_model_find(model, "nothing"), -1);
}

TEST_F(Interface, RunsAndGivesTrajectories) {
  translate(kDecay, "Decay");
  ASSERT_EQ(formola_run_set(run, "rate", 3), FORMOLA_OK);
  ASSERT_EQ(formola_run_simulate(run, nullptr), FORMOLA_OK) << formola_run_message(run);
  const size_t rows = formola_run_row_count(run);
  ASSERT_GT(rows, 2u);
  formola_signal signal = FORMOLA_INIT(formola_signal);
  ASSERT_EQ(formola_run_signal(run, "minus", &signal), FORMOLA_OK);
  for (size_t i = 0; i < rows; ++i) {
    const double t = formola_run_times(run)[i];
    EXPECT_NEAR(signal.sign * signal.data[i * signal.stride], -2 * std::exp(-3 * t), 1e-4);
  }
  ASSERT_EQ(formola_run_signal(run, "rate", &signal), FORMOLA_OK);
  EXPECT_EQ(signal.stride, 0u);
  EXPECT_EQ(signal.data[0], 3);
  formola_statistics statistics = FORMOLA_INIT(formola_statistics);
  ASSERT_EQ(formola_run_statistics(run, &statistics), FORMOLA_OK);
  EXPECT_GT(statistics.steps, 0u);
  EXPECT_EQ(statistics.end_time, 1);
}

TEST_F(Interface, WrongCallsAreToldAndNothingHappens) {
  EXPECT_EQ(formola_session_load(session, "/no/such/file.mo"), FORMOLA_USAGE_ERROR);
  EXPECT_NE(std::string(formola_session_message(session)).find("/no/such/file.mo"),
            std::string::npos);
  EXPECT_EQ(formola_session_load(nullptr, "x.mo"), FORMOLA_USAGE_ERROR);
  translate(kDecay, "Decay");
  EXPECT_EQ(formola_run_set(run, "rte", 3), FORMOLA_USAGE_ERROR);
  EXPECT_NE(std::string(formola_run_message(run)).find("did you mean 'rate'"), std::string::npos);
  formola_signal signal = FORMOLA_INIT(formola_signal);
  EXPECT_EQ(formola_run_signal(run, "x", &signal), FORMOLA_USAGE_ERROR);
  formola_options options = FORMOLA_INIT(formola_options);
  options.method = "magic";
  EXPECT_EQ(formola_run_simulate(run, &options), FORMOLA_USAGE_ERROR);
  EXPECT_NE(std::string(formola_run_message(run)).find("magic"), std::string::npos);
  options.method = nullptr;
  options.filter = "(";
  EXPECT_EQ(formola_run_simulate(run, &options), FORMOLA_USAGE_ERROR);
  options.size = 3;
  EXPECT_EQ(formola_run_simulate(run, &options), FORMOLA_USAGE_ERROR);
  // The run goes on to be of use.
  EXPECT_EQ(formola_run_simulate(run, nullptr), FORMOLA_OK);
}

TEST_F(Interface, DiagnosticsAreData) {
  ASSERT_EQ(formola_session_load_text(session, "wrong.mo",
                                      "model W\n  Real x;\nequation\n  x = speed;\nend W;\n"),
            FORMOLA_OK);
  EXPECT_EQ(formola_translate(session, "W", nullptr, &model), FORMOLA_MODEL_ERROR);
  ASSERT_NE(model, nullptr);
  ASSERT_GE(formola_model_diagnostic_count(model), 1u);
  formola_diagnostic diagnostic = FORMOLA_INIT(formola_diagnostic);
  ASSERT_EQ(formola_model_diagnostic(model, 0, &diagnostic), FORMOLA_OK);
  EXPECT_EQ(diagnostic.severity, FORMOLA_ERROR);
  EXPECT_STREQ(diagnostic.file, "wrong.mo");
  EXPECT_EQ(diagnostic.line, 4u);
  EXPECT_NE(std::strstr(diagnostic.message, "speed"), nullptr);
  EXPECT_EQ(formola_run_new(model), nullptr);
}

TEST_F(Interface, CancelsAndGoesOn) {
  translate(kDecay, "Decay");
  formola_options options = FORMOLA_INIT(formola_options);
  options.progress = [](void*, double, double, double) { return 1; };
  EXPECT_EQ(formola_run_simulate(run, &options), FORMOLA_CANCELLED);
  formola_run_cancel(run);
  EXPECT_EQ(formola_run_simulate(run, nullptr), FORMOLA_CANCELLED);
  EXPECT_EQ(formola_run_simulate(run, nullptr), FORMOLA_OK);
}

TEST_F(Interface, FailedRunsTellWhyAndKeepResults) {
  translate("model F Real x(start = 1, fixed = true); equation der(x) = x^2; end F;", "F");
  formola_options options = FORMOLA_INIT(formola_options);
  const double stop = 2;
  options.stop = &stop;
  EXPECT_EQ(formola_run_simulate(run, &options), FORMOLA_SIMULATION_FAILED);
  EXPECT_STRNE(formola_run_message(run), "");
  EXPECT_GT(formola_run_row_count(run), 10u);
}

// Nothing is printed, and nothing ends the program: it is that of somebody else.
TEST_F(Interface, WhatModelsSayIsHanded) {
  ASSERT_EQ(formola_session_load_text(session, "s.mo", R"(model Speaks
  function say
    input Real u;
    output Real y;
  protected
    function print
      input String text;
      input String file;
      external "C" ModelicaInternal_print(text, file);
    end print;
  algorithm
    print("at " + String(u), "");
    y := u;
  end say;
  function end_
    input Real u;
    output Real y = u;
    external "C" exit(17);
  end end_;
  parameter Boolean ends = false;
  discrete Real x(start = 0, fixed = true);
equation
  when time > 0.5 then
    x = if ends then end_(time) else say(2);
  end when;
end Speaks;
)"),
            FORMOLA_OK);
  std::vector<std::string> said;
  const char* everybody[] = {"all"};
  formola_translation options = FORMOLA_INIT(formola_translation);
  options.trusted = everybody;
  options.trusted_count = 1;
  options.say = [](void* context, formola_speech kind, const char* text) {
    EXPECT_EQ(kind, FORMOLA_SPEECH_TEXT);
    static_cast<std::vector<std::string>*>(context)->emplace_back(text);
  };
  options.say_context = &said;
  ASSERT_EQ(formola_translate(session, "Speaks", &options, &model), FORMOLA_OK)
      << formola_model_diagnostic_text(model);
  run = formola_run_new(model);
  testing::internal::CaptureStdout();
  EXPECT_EQ(formola_run_simulate(run, nullptr), FORMOLA_OK) << formola_run_message(run);
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
  EXPECT_EQ(said, std::vector<std::string>{"at 2\n"});
  ASSERT_EQ(formola_run_set_text(run, "ends", "true"), FORMOLA_OK);
  EXPECT_EQ(formola_run_simulate(run, nullptr), FORMOLA_SIMULATION_FAILED);
  EXPECT_NE(std::string(formola_run_message(run)).find("ends the program, with status 17"),
            std::string::npos)
      << formola_run_message(run);
}

TEST_F(Interface, RunsOutliveTheirModel) {
  translate(kDecay, "Decay");
  formola_model_free(model);
  model = nullptr;
  formola_session_free(session);
  session = nullptr;
  EXPECT_EQ(formola_run_simulate(run, nullptr), FORMOLA_OK);
}

TEST_F(Interface, TextsAsValuesTranslateAgain) {
  translate("model A parameter Real v[2] = {1, 2}; Real y; equation y = v*v + time; end A;", "A");
  ASSERT_EQ(formola_run_set_text(run, "v", "{3, 4}"), FORMOLA_OK);
  ASSERT_EQ(formola_run_simulate(run, nullptr), FORMOLA_OK) << formola_run_message(run);
  formola_signal y = FORMOLA_INIT(formola_signal);
  ASSERT_EQ(formola_run_signal(run, "y", &y), FORMOLA_OK);
  EXPECT_EQ(y.sign * y.data[0], 25);
  EXPECT_EQ(formola_model_translations(model), 2u);
  ASSERT_EQ(formola_run_set_text(run, "v", "{3"), FORMOLA_OK);
  EXPECT_EQ(formola_run_simulate(run, nullptr), FORMOLA_MODEL_ERROR);
}

}  // namespace
