// Calls of C functions with values, and where they are found.
#include "dae/external_call.h"

#include <cmath>

#include "dae/external_libraries.h"
#include "dae/resources.h"
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
  ASSERT_TRUE(
      callExternal(reinterpret_cast<void*>(formolaTestSum), false, arguments, result, types, error))
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
                           types, error))
      << error;
  EXPECT_EQ(arguments[2].value.reals.at(0), 21);  // a[1,1] + 10 a[1,2]
}

TEST(ExternalLibraries, TheProgramItself) {
  ExternalLibraries libraries;
  ExternalCall call;
  call.language = "C";
  call.function = "cbrt";
  EXPECT_NE(libraries.find(call).address, nullptr);
  call.function = "formola_has_no_such_function";
  const ExternalAddress missing = libraries.find(call);
  EXPECT_EQ(missing.address, nullptr);
  EXPECT_NE(missing.error.find("formola_has_no_such_function"), std::string::npos);
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
