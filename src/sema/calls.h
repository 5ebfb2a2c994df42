// Calls of functions: arguments by position, by name and by default; elementwise calls on arrays.
#pragma once

#include <span>
#include <unordered_set>
#include <vector>

#include "sema/sema_part.h"

namespace formola {

class ArrayValues;
class CallInliner;
class Constants;
class ExprTyper;
class Functions;
class Instances;
class RecordValues;

class Calls : SemaPart {
 public:
  Calls(SemaShared& shared, Instances& instances, ArrayValues& values, RecordValues& records,
        Constants& constants, Functions& functions, CallInliner& inliner, ExprTyper& typer)
      : SemaPart(shared),
        instances_(instances),
        values_(values),
        records_(records),
        constants_(constants),
        functions_(functions),
        inliner_(inliner),
        typer_(typer) {}

  ExprId callFunction(Instance* functionClass, std::span<const ast::Expr* const> arguments,
                      std::span<const ast::NamedArgument> named, SourceRange range,
                      Context& context);
  // A call with all arguments in place; its type has the sizes that these give it.
  ExprId makeCall(FunctionId id, std::vector<ExprId> arguments, SourceRange range,
                  const Context& context);
  // The arguments of a call at the places of their inputs; those that are not given stay invalid.
  // False after a report.
  bool placeArguments(FunctionId id, std::span<const ast::Expr* const> arguments,
                      std::span<const ast::NamedArgument> named, std::vector<ExprId>& values,
                      Context& context);
  // Defaults in the places that no argument has. False after a report: there is none.
  bool addDefaults(FunctionId id, std::vector<ExprId>& values, SourceRange range, Context& context);

 private:
  bool isCallable(Instance* functionClass, const Function& f, SourceRange range,
                  const Context& context);
  std::string functionMisfit(const Function& wanted, ExprId given) const;
  bool functionFits(FunctionId id, uint32_t input, ExprId given, SourceRange range,
                    const Context& context);
  bool fitArguments(FunctionId id, std::vector<ExprId>& values, std::vector<Size>& extra,
                    SourceRange range, Context& context);
  bool sizesFit(const Function& f, uint32_t input, std::span<const Size> own) const;
  bool usesInput(const Function& f, uint32_t input) const;
  bool takeSizes(ExprId& value, std::span<const Size> sizes, size_t rest);
  ExprId vectorize(FunctionId id, std::vector<ExprId> arguments, const std::vector<Size>& extra,
                   SourceRange range, const Context& context);

  Instances& instances_;
  ArrayValues& values_;
  RecordValues& records_;
  Constants& constants_;
  Functions& functions_;
  CallInliner& inliner_;
  ExprTyper& typer_;
  std::unordered_set<const ClassNode*> openPackages_;  // partial, told
};

}  // namespace formola
