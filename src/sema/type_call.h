// Typing of calls: which function a name means, functional arguments, enumerations.
#pragma once

#include "sema/sema_part.h"

namespace formola {

class ArrayValues;
class BuiltinCalls;
class Calls;
class ComponentTypes;
class ExprTyper;
class Functions;
class Instances;
class Lookup;
class ReferenceTyper;

class CallTyper : SemaPart {
 public:
  CallTyper(SemaShared& shared, Lookup& lookup, Instances& instances, ArrayValues& values,
            ComponentTypes& componentTypes, Functions& functions, Calls& calls,
            ReferenceTyper& references, BuiltinCalls& builtins, ExprTyper& typer)
      : SemaPart(shared),
        lookup_(lookup),
        instances_(instances),
        values_(values),
        componentTypes_(componentTypes),
        functions_(functions),
        calls_(calls),
        references_(references),
        builtins_(builtins),
        typer_(typer) {}

  ExprId typeCall(const ast::CallExpr& expr, Context& context);
  ExprId typePartialApplication(const ast::PartialApplicationExpr& expr, Context& context);

 private:
  bool isFunctionInput(Instance* found);
  ExprId placeOf(Instance* input);
  ExprId callInput(Instance* input, const ast::CallExpr& expr, Context& context);
  ExprId literalByNumber(Instance* enumeration, const ast::CallExpr& expr, Context& context);
  void reportUndefinedFunction(const ast::Name& function, bool isVariable, const Context& context);
  void checkFunctionPath(Instance* first, const ast::Name& name, const Context& context);

  Lookup& lookup_;
  Instances& instances_;
  ArrayValues& values_;
  ComponentTypes& componentTypes_;
  Functions& functions_;
  Calls& calls_;
  ReferenceTyper& references_;
  BuiltinCalls& builtins_;
  ExprTyper& typer_;
};

}  // namespace formola
