// Records from the values that their fields have, and record constructors.
#pragma once

#include <span>
#include <string>
#include <unordered_map>

#include "sema/sema_part.h"

namespace formola {

class ArrayValues;
class Bindings;
class ComponentTypes;
class Constants;
class ExprTyper;
class Instances;
struct Layout;
class OverloadedOperators;
class ReferenceTyper;

class RecordValues : SemaPart {
 public:
  RecordValues(SemaShared& shared, Instances& instances, ArrayValues& values,
               ComponentTypes& componentTypes, Bindings& bindings, Constants& constants,
               OverloadedOperators& operators, ReferenceTyper& references, ExprTyper& typer)
      : SemaPart(shared),
        instances_(instances),
        values_(values),
        componentTypes_(componentTypes),
        bindings_(bindings),
        constants_(constants),
        operators_(operators),
        references_(references),
        typer_(typer) {}

  // A record from what its declaration and its class say about the fields.
  struct RecordValue {
    const Instance* root = nullptr;                      // the local, or the class of a constructor
    FunctionScope* function = nullptr;                   // where it is made, if in a function
    bool zeros = true;                                   // fields without a value are zero
    bool constants = false;                              // are fields, too
    std::unordered_map<const Instance*, ExprId> fields;  // so far: others may refer to them
    // What came out:
    bool given = false;                 // some field has a value of its own
    bool complete = true;               // every field has
    bool waits = false;                 // fields that depend on each other
    bool broken = false;                // reported elsewhere
    const Instance* missing = nullptr;  // a field without value, or of unknown size
  };
  // R(a, b = c)
  ExprId constructRecord(Instance* recordClass, std::span<const ast::Expr* const> arguments,
                         std::span<const ast::NamedArgument> named, SourceRange range,
                         Context& context);
  // A class or component, or an array of components. Invalid: there is no such value.
  ExprId recordValue(Instance* record, RecordValue& made);
  // The defaults of an array of records whose size is known when the function runs, by `sizes`.
  ExprId openRecords(Instance* array, std::span<const ExprId> sizes, FunctionScope& function);

 private:
  ExprId constructByOperator(Instance* recordClass, const Layout& shape,
                             std::span<const ast::Expr* const> arguments,
                             std::span<const ast::NamedArgument> named, SourceRange range,
                             Context& context);
  std::vector<Instance*> inputsOf(Instance* recordClass);
  ExprId completeRecord(Instance* recordClass, std::span<Instance* const> fields, RecordValue& made,
                        SourceRange range, Context& context);
  bool isCast(const ast::Expr* argument, Selection& from, Context& context);
  ExprId castSelection(Instance* recordClass, const Selection& from, SourceRange range,
                       Context& context);
  ExprId castComponent(Instance* recordClass, Instance* from, SourceRange range, Context& context);
  ExprId recordArrayValue(Instance* array, RecordValue& made);
  ExprId fieldValue(Instance* field, RecordValue& made);
  ExprId sizeOfField(Instance* field, const ast::Expr* written, const RecordValue& made);
  TypeId typeOfField(Instance* field, const RecordValue& made);
  ExprId zerosOf(Instance* field, RecordValue& made);
  bool fieldsFit(std::span<Instance* const> fields, RecordValue& made, SourceRange range,
                 Context& context);
  std::string fieldPath(const Instance* field, const Instance* recordClass) const;
  bool mentionsMember(ExprId root, const Instance* recordClass) const;

  Instances& instances_;
  ArrayValues& values_;
  ComponentTypes& componentTypes_;
  Bindings& bindings_;
  Constants& constants_;
  OverloadedOperators& operators_;
  ReferenceTyper& references_;
  ExprTyper& typer_;
};

}  // namespace formola
