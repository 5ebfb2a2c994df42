#include "sema/builtin_table.h"

#include <algorithm>
#include <array>
#include <unordered_map>

namespace formola {

namespace {

const std::unordered_map<std::string_view, BuiltinEntry>& table() {
  using Rule = BuiltinRule;
  static const std::unordered_map<std::string_view, BuiltinEntry> entries = {
      {"abs", {Builtin::Abs, Rule::SameNumber}},
      {"sign", {Builtin::Sign, Rule::SignOf}},
      {"sqrt", {Builtin::Sqrt, Rule::Elementary}},
#define RULE_1 Rule::Elementary
#define RULE_2 Rule::TwoReals
#define ELEMENTARY(enumerator, name, arguments, ...) \
  {name, {Builtin::enumerator, RULE_##arguments}},
#include "expr/elementary.def"
#undef ELEMENTARY
      {"floor", {Builtin::Floor, Rule::Rounding}},
      {"ceil", {Builtin::Ceil, Rule::Rounding}},
      {"integer", {Builtin::IntegerOf, Rule::ToInteger}},
      {"mod", {Builtin::Mod, Rule::Division}},
      {"rem", {Builtin::Rem, Rule::Division}},
      {"div", {Builtin::Div, Rule::Division}},
      {"min", {Builtin::Min, Rule::MinMax}},
      {"max", {Builtin::Max, Rule::MinMax}},
      {"sum", {Builtin::Sum, Rule::SumProduct}},
      {"product", {Builtin::Product, Rule::SumProduct}},
      {"size", {Builtin::SizeOf, Rule::SizeOf}},
      {"ndims", {Builtin::Ndims, Rule::Ndims}},
      {"scalar", {Builtin::Scalar, Rule::Scalar}},
      {"vector", {Builtin::Vector, Rule::Vector}},
      {"matrix", {Builtin::Matrix, Rule::Matrix}},
      {"identity", {Builtin::Identity, Rule::Identity}},
      {"diagonal", {Builtin::Diagonal, Rule::Diagonal}},
      {"zeros", {Builtin::Zeros, Rule::ZerosOnes}},
      {"ones", {Builtin::Ones, Rule::ZerosOnes}},
      {"fill", {Builtin::Fill, Rule::Fill}},
      {"linspace", {Builtin::Linspace, Rule::Linspace}},
      {"outerProduct", {Builtin::OuterProduct, Rule::OuterProduct}},
      {"symmetric", {Builtin::Symmetric, Rule::Symmetric}},
      {"cross", {Builtin::Cross, Rule::Cross}},
      {"skew", {Builtin::Skew, Rule::Skew}},
      {"transpose", {Builtin::Transpose, Rule::Transpose}},
      {"cat", {Builtin::Cat, Rule::Cat}},
      {"array", {Builtin::Cat, Rule::ArrayOf}},
      {"String", {Builtin::StringOf, Rule::StringOf}},
      {"Integer", {Builtin::IntegerOfEnum, Rule::IntegerOfEnum}},
      {"der", {Builtin::Der, Rule::Der}},
      {"pre", {Builtin::Pre, Rule::PreLike}},
      {"edge", {Builtin::Edge, Rule::EdgeLike}},
      {"change", {Builtin::Change, Rule::EdgeLike}},
      {"initial", {Builtin::Initial, Rule::NoArguments}},
      {"terminal", {Builtin::Terminal, Rule::NoArguments}},
      {"sample", {Builtin::Sample, Rule::Sample}},
      {"noEvent", {Builtin::NoEvent, Rule::PassThrough}},
      {"smooth", {Builtin::Smooth, Rule::Smooth}},
      {"homotopy", {Builtin::Homotopy, Rule::Homotopy}},
      {"semiLinear", {Builtin::SemiLinear, Rule::SemiLinear}},
      {"delay", {Builtin::Delay, Rule::Delay}},
      {"spatialDistribution", {Builtin::SpatialDistribution, Rule::Spatial}},
      {"inStream", {Builtin::InStream, Rule::Stream}},
      {"actualStream", {Builtin::ActualStream, Rule::Stream}},
      {"cardinality", {Builtin::Cardinality, Rule::Cardinality}},
      {"getInstanceName", {Builtin::GetInstanceName, Rule::InstanceName}},
      {"residue", {Builtin::Residue, Rule::PassThrough}},
      {"relax", {Builtin::Relax, Rule::PassThrough}},
      {"Clock", {Builtin::Clock, Rule::Clocked}},
      {"previous", {Builtin::Previous, Rule::Clocked}},
      {"hold", {Builtin::Hold, Rule::Clocked}},
      {"subSample", {Builtin::SubSample, Rule::Clocked}},
      {"superSample", {Builtin::SuperSample, Rule::Clocked}},
      {"shiftSample", {Builtin::ShiftSample, Rule::Clocked}},
      {"backSample", {Builtin::BackSample, Rule::Clocked}},
      {"noClock", {Builtin::NoClock, Rule::Clocked}},
      {"interval", {Builtin::Interval, Rule::Clocked}},
      {"firstTick", {Builtin::FirstTick, Rule::Clocked}},
      {"transition", {Builtin::ActiveState, Rule::StateEquation}},
      {"initialState", {Builtin::ActiveState, Rule::StateEquation}},
      {"activeState", {Builtin::ActiveState, Rule::StateQuery}},
      {"ticksInState", {Builtin::TicksInState, Rule::StateQuery}},
      {"timeInState", {Builtin::TimeInState, Rule::StateQuery}},
  };
  return entries;
}

}  // namespace

const BuiltinEntry* findBuiltin(std::string_view name) {
  auto found = table().find(name);
  return found == table().end() ? nullptr : &found->second;
}

std::vector<std::string_view> builtinNames() {
  std::vector<std::string_view> names;
  for (const auto& [name, entry] : table()) names.push_back(name);
  std::sort(names.begin(), names.end());
  return names;
}

bool isForbiddenInFunctions(Builtin builtin) {
  switch (builtin) {
    case Builtin::Der:
    case Builtin::Pre:
    case Builtin::Edge:
    case Builtin::Change:
    case Builtin::Sample:
    case Builtin::Delay:
    case Builtin::Initial:
    case Builtin::Terminal:
    case Builtin::InStream:
    case Builtin::ActualStream:
    case Builtin::SpatialDistribution:
    case Builtin::ActiveState:
    case Builtin::TicksInState:
    case Builtin::TimeInState:
      return true;
    default:
      return isClockOperator(builtin);
  }
}

bool isOperator(std::string_view name) {
  static const std::array<std::string_view, 12> kOperators = {
      "der",     "pre",    "edge", "change", "initial",  "terminal",
      "noEvent", "smooth", "size", "String", "inStream", "actualStream"};
  return std::find(kOperators.begin(), kOperators.end(), name) != kOperators.end();
}

}  // namespace formola
