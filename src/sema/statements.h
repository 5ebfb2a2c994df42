// Typing of algorithms, and of what equations share with them: assertions, calls with several
// results.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "sema/sema_part.h"

namespace formola {

class ArrayValues;
class BuiltinCalls;
class Calls;
class ComponentTypes;
class Constants;
class ExprTyper;
class Instances;
class Lookup;
class LoopTyper;
class ReferenceTyper;

class Statements : SemaPart {
 public:
  Statements(SemaShared& shared, Lookup& lookup, Instances& instances, ArrayValues& values,
             ComponentTypes& componentTypes, Constants& constants, Calls& calls,
             ReferenceTyper& references, LoopTyper& loops, BuiltinCalls& builtins, ExprTyper& typer)
      : SemaPart(shared),
        lookup_(lookup),
        instances_(instances),
        values_(values),
        componentTypes_(componentTypes),
        constants_(constants),
        calls_(calls),
        references_(references),
        loops_(loops),
        builtins_(builtins),
        typer_(typer) {}

  std::vector<Statement> typeStatements(std::span<const ast::Statement* const> statements,
                                        Context& context);
  TupleCall typeTupleCall(const ast::CallExpr& call, size_t targets, Context& context);
  // The function that a statement or equation without a left side calls; null after a report.
  Instance* lookupStatementFunction(const ast::CallExpr& call, const Context& context);
  // A String argument, of assert and terminate.
  ExprId textArgument(const ast::Expr* expr, size_t position, std::string_view function,
                      Context& context);
  ExprId assertionLevel(const ast::Expr* expr, Context& context);

 private:
  friend class StatementTyper;

  Lookup& lookup_;
  Instances& instances_;
  ArrayValues& values_;
  ComponentTypes& componentTypes_;
  Constants& constants_;
  Calls& calls_;
  ReferenceTyper& references_;
  LoopTyper& loops_;
  BuiltinCalls& builtins_;
  ExprTyper& typer_;
};

}  // namespace formola
