// Calls of C functions with values, and where they are found.
#include "evaluate/external_call.h"

#include <cmath>

#include "dae/resources.h"
#include "evaluate/external_libraries.h"
#include "fixed_gate.h"
#include "gtest/gtest.h"

namespace formola {
namespace {

extern "C" double formolaTestSum(const double* x, size_t n, int sign, const char* text) {
  double sum = 0;
  for (size_t i = 0; i < n; ++i) sum += x[i];
  return sign * sum + (text[0] == 'a' ? 100 : 0);
}

extern "C" void formolaTestColumns(int* rows, double* a, double* y) {
  // Fortran: everything by address, columns first.
  y[0] = a[0] + 10 * a[*rows];
}

extern "C" void ModelicaFormatMessage(const char* format, ...);
extern "C" void ModelicaWarning(const char* text);

extern "C" void formolaTestSpeaks(int number) {
  ModelicaFormatMessage("number %d\n", number);
  ModelicaWarning("many");
}

ExternalArgument real(TypeTable& types, std::vector<double> numbers, std::vector<Size> dims) {
  ExternalArgument argument;
  argument.value.type = types.get(BaseType::Real, 0, dims);
  argument.value.reals = std::move(numbers);
  return argument;
}

ExternalArgument integer(TypeTable& types, int64_t number) {
  ExternalArgument argument;
  argument.value.type = types.integer();
  argument.value.integers = {number};
  return argument;
}

TEST(ExternalCall, ArraysSizesAndTexts) {
  TypeTable types;
  std::vector<ExternalArgument> arguments{
      real(types, {1, 2, 3.5}, {3}), integer(types, 3), integer(types, -1), {}};
  arguments[1].kind = ExternalArgumentKind::SizeOf;
  arguments[3].value.type = types.string();
  arguments[3].value.strings = {"abc"};
  Value result;
  result.type = types.real();
  std::string error;
  ASSERT_TRUE(callExternal(reinterpret_cast<void*>(formolaTestSum), false, arguments, result, types,
                           nullptr, error))
      << error;
  EXPECT_EQ(result.reals.at(0), 93.5);
}

TEST(ExternalCall, FortranSeesColumns) {
  TypeTable types;
  std::vector<ExternalArgument> arguments{integer(types, 2), real(types, {1, 2, 3, 4}, {2, 2}),
                                          real(types, {0}, {})};
  arguments[2].kind = ExternalArgumentKind::Output;
  Value none;
  std::string error;
  ASSERT_TRUE(callExternal(reinterpret_cast<void*>(formolaTestColumns), true, arguments, none,
                           types, nullptr, error))
      << error;
  EXPECT_EQ(arguments[2].value.reals.at(0), 21);  // a[1,1] + 10 a[1,2]
}

TEST(ExternalCall, TheGateHearsWhatIsSaid) {
  TypeTable types;
  FixedGate gate(true);
  Value none;
  std::string error;
  std::vector<ExternalArgument> arguments{integer(types, 7)};
  void* const function = reinterpret_cast<void*>(formolaTestSpeaks);
  ASSERT_TRUE(callExternal(function, false, arguments, none, types, &gate, error)) << error;
  EXPECT_EQ(gate.said, (std::vector<std::string>{"message: number 7\n", "warning: many"}));
  // nobody listens, and nothing is printed
  testing::internal::CaptureStderr();
  ASSERT_TRUE(callExternal(function, false, arguments, none, types, nullptr, error)) << error;
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

TEST(ExternalLibraries, TheProgramItself) {
  ExternalLibraries libraries;
  FixedGate open(true);
  ExprPool pool;
  Function function;
  function.name = pool.names.intern("f");
  ExternalCall& call = function.external.emplace();
  call.language = "C";
  call.function = "getpid";
  EXPECT_NE(libraries.find(function, pool, &open).address, nullptr);
  call.function = "formola_has_no_such_function";
  const ExternalAddress missing = libraries.find(function, pool, &open);
  EXPECT_EQ(missing.address, nullptr);
  EXPECT_FALSE(missing.refused);
  EXPECT_NE(missing.error.find("formola_has_no_such_function"), std::string::npos);
}

TEST(ExternalLibraries, NothingWithoutPermission) {
  ExternalLibraries libraries;
  FixedGate closed(false);
  ExprPool pool;
  Function function;
  function.name = pool.names.intern("f");
  ExternalCall& call = function.external.emplace();
  call.language = "C";
  call.function = "getpid";
  call.file = "a.mo";
  for (EffectGate* gate : {static_cast<EffectGate*>(&closed), static_cast<EffectGate*>(nullptr)}) {
    const ExternalAddress refused = libraries.find(function, pool, gate);
    EXPECT_TRUE(refused.refused);
    EXPECT_EQ(refused.address, nullptr);
  }
  ASSERT_EQ(closed.asked.size(), 1u);
  EXPECT_EQ(closed.asked[0].what, "'getpid' of the system");
  EXPECT_EQ(closed.asked[0].function, "f");
  EXPECT_EQ(closed.asked[0].file, "a.mo");
}

// cbrt(Real) is harmless, cbrt of an array or with sources of its own is not.
TEST(ExternalLibraries, NumbersToANumber) {
  ExternalLibraries libraries;
  ExprPool pool;
  Function function;
  function.name = pool.names.intern("f");
  ExternalCall& call = function.external.emplace();
  call.language = "C";
  call.function = "cbrt";
  call.result = pool.local(1, pool.types.real());
  call.arguments = {pool.local(0, pool.types.real())};
  EXPECT_NE(libraries.find(function, pool, nullptr).address, nullptr);
  call.includes = {"double cbrt(double x) { return x; }"};
  EXPECT_TRUE(libraries.find(function, pool, nullptr).refused);
  call.includes.clear();
  call.libraries = {"evil"};
  EXPECT_TRUE(libraries.find(function, pool, nullptr).refused);
  call.libraries.clear();
  const Size dims[1] = {2};
  call.arguments = {pool.local(0, pool.types.get(BaseType::Real, 0, dims))};
  call.file = "another";  // addresses are kept by what they are looked for
  EXPECT_TRUE(libraries.find(function, pool, nullptr).refused);
}

TEST(Resources, Uris) {
  const PackageFolders packages{{"Lib", "/somewhere/Lib 1.0"}};
  EXPECT_EQ(resolveUri("modelica://Lib/Resources/a.txt", packages),
            "/somewhere/Lib 1.0/Resources/a.txt");
  EXPECT_EQ(resolveUri("file:///tmp/a", packages), "/tmp/a");
  EXPECT_EQ(resolveUri("plain.txt", packages), "plain.txt");
  EXPECT_EQ(resolveUri("modelica://Other/a", packages), std::nullopt);
}

}  // namespace
}  // namespace formola
