// Typing of calls of the operators and functions of the language, those of clocks and state
// machines among them.
#pragma once

#include <functional>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "sema/sema_part.h"

namespace formola {

class ArrayValues;
class ComponentTypes;
class Constants;
class ExprTyper;
class Instances;
class Lookup;
class LoopTyper;
class OverloadedOperators;
class ReferenceTyper;

class BuiltinCalls : SemaPart {
 public:
  BuiltinCalls(SemaShared& shared, Lookup& lookup, Instances& instances, ArrayValues& values,
               ComponentTypes& componentTypes, Constants& constants, OverloadedOperators& operators,
               ReferenceTyper& references, LoopTyper& loops, ExprTyper& typer)
      : SemaPart(shared),
        lookup_(lookup),
        instances_(instances),
        values_(values),
        componentTypes_(componentTypes),
        constants_(constants),
        operators_(operators),
        references_(references),
        loops_(loops),
        typer_(typer) {}

  // None: the name is of no built-in.
  std::optional<ExprId> typeBuiltinCall(const ast::CallExpr& expr, Context& context);
  ExprId typeSpatialDistribution(const ast::CallExpr& expr, Context& context);
  // Whether a state is active; Builtin::ActiveState has a position in stateQueries() as operand.
  ExprId activeState(Instance* state, SourceRange range = {});
  const std::vector<StateQuery>& stateQueries() const { return stateQueries_; }
  // Whether any of activeState(), ticksInState() and timeInState() was used.
  bool asksForStates() const { return asksForStates_; }

 private:
  friend class BuiltinTyper;

  // type_clocks.cpp
  bool isClockedSample(const ast::CallExpr& expr, Context& context);
  std::optional<std::vector<const ast::Expr*>> clockOperands(const ast::CallExpr& expr,
                                                             Builtin builtin,
                                                             std::vector<std::string_view>& wanted,
                                                             const Context& context);
  ExprId typeClocked(const ast::CallExpr& expr, Builtin builtin, Context& context);
  ExprId typeClock(const std::vector<const ast::Expr*>& given, std::vector<ExprId>& a,
                   std::string_view first, std::string_view name, Context& context,
                   const std::function<ExprId(TypeId)>& finish);
  // type_states.cpp
  ExprId typeStateQuery(const ast::CallExpr& expr, Builtin builtin, Context& context);
  void reportCount(std::string_view name, size_t least, size_t most, const ast::CallExpr& call,
                   const Context& context);
  bool isVariableOrConstant(ExprId root);
  bool namesUnknown(ExprId root);

  Lookup& lookup_;
  Instances& instances_;
  ArrayValues& values_;
  ComponentTypes& componentTypes_;
  Constants& constants_;
  OverloadedOperators& operators_;
  ReferenceTyper& references_;
  LoopTyper& loops_;
  ExprTyper& typer_;
  std::vector<StateQuery> stateQueries_;
  bool asksForStates_ = false;
  std::unordered_map<const Instance*, size_t> queriedStates_;  // positions in it
};

}  // namespace formola
