// Functions: interface and body of called functions, their annotations, and derivatives of
// functions as functions.
#pragma once

#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "sema/sema_part.h"

namespace formola {

class ArrayValues;
class Bindings;
class CallInliner;
class ComponentTypes;
class ExprTyper;
class Instances;
class Lookup;
class RecordValues;
class ReferenceTyper;
class Statements;

class Functions : SemaPart {
 public:
  Functions(SemaShared& shared, Lookup& lookup, Instances& instances, ArrayValues& values,
            ComponentTypes& componentTypes, Bindings& bindings, RecordValues& records,
            CallInliner& inliner, ReferenceTyper& references, ExprTyper& typer,
            Statements& statements)
      : SemaPart(shared),
        lookup_(lookup),
        instances_(instances),
        values_(values),
        componentTypes_(componentTypes),
        bindings_(bindings),
        records_(records),
        inliner_(inliner),
        references_(references),
        typer_(typer),
        statements_(statements) {}

  // The function of a class, with its body once it was asked for the first time; invalid after a
  // report.
  FunctionId functionOf(Instance* functionClass, SourceRange range);
  const Function& function(FunctionId id) const { return *table_[id.index()]; }
  Instance* classOf(FunctionId id) const { return functionClasses_[id.index()]; }
  size_t functionCount() const { return table_.size(); }

 private:
  void lowerFunction(Instance* functionClass, FunctionId id);
  std::vector<Instance*> numberLocals(Instance* functionClass, Function& f);
  void lowerLocals(std::span<Instance* const> locals, FunctionScope& functionScope, Function& f);
  ExprId defaultFunction(Instance* local, FunctionScope& functionScope);
  ExternalCall externalCall(const ast::ClassDef& written, const ClassNode& node, const Function& f,
                            Context& context);
  // derivative_functions.cpp
  FunctionId derivativeFunction(Instance* functionClass, SourceRange range);
  FunctionId partialDerivative(FunctionId of, uint32_t input, SourceRange range,
                               std::string& reason);
  bool derivativeByAnnotation(const Function& f, uint32_t input, Function& to);
  // function_annotations.cpp: those of one part of the function's class
  void readAnnotations(Instance* functionClass, uint32_t part, FunctionId id);
  void addDerivative(const ast::Argument& annotation, Scope scope, FunctionId id);
  bool mentionsLocal(ExprId root, uint32_t local) const;
  void addInverses(const ast::Argument& annotation, Scope scope, FunctionId id);

  Lookup& lookup_;
  Instances& instances_;
  ArrayValues& values_;
  ComponentTypes& componentTypes_;
  Bindings& bindings_;
  RecordValues& records_;
  CallInliner& inliner_;
  ReferenceTyper& references_;
  ExprTyper& typer_;
  Statements& statements_;
  std::vector<std::unique_ptr<Function>> table_;
  std::vector<Instance*> functionClasses_;
  std::unordered_map<uint64_t, FunctionId> partialDerivatives_;  // (function, input)
};

}  // namespace formola
