#include "lsp/operator_signatures.h"

namespace formola::lsp {

namespace {

struct Row {
  std::string_view label, description;
};

constexpr Row kRows[] = {
    {"String(value, significantDigits, minimumLength, leftJustified)", "the value as text"},
    {"abs(v)", "absolute value"},
    {"acos(u)", "arc cosine"},
    {"actualStream(v)", "stream variable of a connector in the direction of the flow"},
    {"asin(u)", "arc sine"},
    {"assert(condition, message, level)",
     "error, or warning at AssertionLevel.warning, if the condition is false"},
    {"atan(u)", "arc tangent"},
    {"atan2(y, x)", "angle of the point (x, y)"},
    {"cardinality(c)", "number of connections to a connector; deprecated"},
    {"cat(k, A, B)", "arrays one behind the other along dimension k"},
    {"ceil(x)", "smallest integer value that is not less, as a Real"},
    {"change(v)", "true at events where v <> pre(v)"},
    {"cos(u)", "cosine"},
    {"cosh(u)", "hyperbolic cosine"},
    {"cross(x, y)", "vector product"},
    {"delay(expr, delayTime, delayMax)", "value of some time ago"},
    {"der(x)", "derivative with respect to time"},
    {"diagonal(v)", "matrix with v on its diagonal"},
    {"div(x, y)", "quotient without its fraction"},
    {"edge(b)", "true at events where b becomes true"},
    {"exp(u)", "exponential function"},
    {"fill(s, n)", "array of sizes n, ... with s everywhere"},
    {"floor(x)", "largest integer value that is not greater, as a Real"},
    {"getInstanceName()", "name of the model or component"},
    {"homotopy(actual, simplified)", "actual; initialization may begin with simplified"},
    {"identity(n)", "identity matrix"},
    {"inStream(v)", "stream variable for flow into the component"},
    {"initial()", "true while the initial values are solved"},
    {"integer(x)", "largest integer that is not greater"},
    {"linspace(x1, x2, n)", "n values from x1 to x2"},
    {"log(u)", "natural logarithm"},
    {"log10(u)", "logarithm of base 10"},
    {"matrix(A)", "matrix of the first two dimensions"},
    {"max(x, y)", "the larger one, or the largest element"},
    {"min(x, y)", "the smaller one, or the smallest element"},
    {"mod(x, y)", "x - floor(x/y)*y"},
    {"ndims(A)", "number of dimensions"},
    {"noEvent(expr)", "without events"},
    {"ones(n)", "array of ones"},
    {"outerProduct(x, y)", "matrix(x)*transpose(matrix(y))"},
    {"pre(y)", "value before the event"},
    {"product(A)", "product of all elements"},
    {"reinit(x, expr)", "new value of a state, in a when-equation"},
    {"rem(x, y)", "x - div(x, y)*y"},
    {"sample(start, interval)", "true at start, start + interval, ..."},
    {"scalar(A)", "the only element"},
    {"semiLinear(x, k1, k2)", "k1*x for positive x, else k2*x"},
    {"sign(v)", "-1, 0 or 1"},
    {"sin(u)", "sine"},
    {"sinh(u)", "hyperbolic sine"},
    {"size(A, i)", "size of dimension i, or all of them"},
    {"skew(x)", "matrix of the vector product with x"},
    {"smooth(p, expr)", "expr can be differentiated p times"},
    {"spatialDistribution(in0, in1, x, positiveVelocity, initialPoints, initialValues)",
     "transport without diffusion"},
    {"sqrt(v)", "square root"},
    {"sum(A)", "sum of all elements"},
    {"symmetric(A)", "with the upper half below"},
    {"tan(u)", "tangent"},
    {"tanh(u)", "hyperbolic tangent"},
    {"terminal()", "true at the end of a successful simulation"},
    {"terminate(message)", "ends the simulation"},
    {"transpose(A)", "rows as columns"},
    {"vector(A)", "vector of the elements"},
    {"zeros(n)", "array of zeros"},
};

Signature made(const Row& row) {
  Signature signature;
  signature.label = row.label;
  signature.description = row.description;
  const size_t open = row.label.find('(');
  std::string_view inside = row.label.substr(open + 1, row.label.size() - open - 2);
  while (!inside.empty()) {
    const size_t comma = inside.find(", ");
    signature.parameters.push_back({std::string(inside.substr(0, comma)), ""});
    inside = comma == std::string_view::npos ? "" : inside.substr(comma + 2);
  }
  return signature;
}

}  // namespace

const std::vector<Signature>& operatorSignatures() {
  static const std::vector<Signature> all = [] {
    std::vector<Signature> list;
    for (const Row& row : kRows) list.push_back(made(row));
    return list;
  }();
  return all;
}

Signature signatureOfOperator(std::string_view name) {
  for (const Signature& each : operatorSignatures())
    if (std::string_view(each.label).substr(0, each.label.find('(')) == name) return each;
  return {};
}

}  // namespace formola::lsp
