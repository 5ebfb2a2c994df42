// Typing of component references and their subscripts, and the instances behind them.
#pragma once

#include <span>
#include <vector>

#include "sema/context.h"
#include "sema/sema_part.h"

namespace formola {

class ArrayValues;
class ComponentTypes;
class Constants;
class Declarations;
class ExprTyper;
class Functions;
class Instances;
class Lookup;

class ReferenceTyper : SemaPart {
 public:
  ReferenceTyper(SemaShared& shared, Lookup& lookup, Instances& instances,
                 Declarations& declarations, ArrayValues& values, ComponentTypes& componentTypes,
                 Constants& constants, Functions& functions, ExprTyper& typer)
      : SemaPart(shared),
        lookup_(lookup),
        instances_(instances),
        declarations_(declarations),
        values_(values),
        componentTypes_(componentTypes),
        constants_(constants),
        functions_(functions),
        typer_(typer) {}

  ExprId typeReference(const ast::Name& name, Context& context);
  // `array`: the component that has the value, if there is one. `lead`: the dimensions before those
  // that the subscripts belong to; of these all is taken.
  ExprId applySubscripts(ExprId base, std::span<const ast::Expr* const> subscripts,
                         Context& context, SourceRange range, const Instance* array = nullptr,
                         size_t lead = 0);
  // Reference to a component with all its elements and fields.
  ExprId reference(Instance* component, const Context& context, SourceRange range);
  // The components that a name refers to, for connect: see Selection.
  Selection select(const ast::Name& name, Context& context);

 private:
  ExprId componentExpr(Instance* component, std::span<const ast::NamePart> rest,
                       std::span<const ast::Expr* const> subscripts, Context& context,
                       SourceRange range);
  ExprId literalNamed(TypeId enumeration, const ast::NamePart& part, const Context& context);
  ExprId timeHere(SourceRange range, const Context& context);
  // A subscript in which `end` means this.
  ExprId typeSubscript(const ast::Expr* subscript, const Context::End& end, Context& context);
  ExprId indexOf(ExprId subscript);
  ExprId elementSubscript(Instance* component, size_t i, const ast::Expr* subscript,
                          Context& context);
  ExprId emptyComponents(Instance* component, std::span<const ast::NamePart> rest);
  ExprId localExpr(Instance* component, std::span<const ast::NamePart> rest,
                   std::span<const ast::Expr* const> subscripts, Context& context,
                   SourceRange range);
  ExprId arrayExpr(Instance* component, std::span<const ast::NamePart> rest,
                   std::span<const ast::Expr* const> subscripts, Context& context,
                   SourceRange range);
  ExprId memberExpr(Instance* component, std::span<const ast::NamePart> rest,
                    std::span<const ast::Expr* const> subscripts, Context& context,
                    SourceRange range);
  ExprId constantThrough(Instance* component, Instance* inClass,
                         std::span<const ast::NamePart> rest, Context& context, SourceRange range);
  // base.name[subscripts], of every element where the base is an array of records. Invalid: no such
  // field.
  ExprId fieldOf(ExprId base, const ast::NamePart& part, Context& context, SourceRange range);
  // the steps of select
  bool membersNamed(const ast::NamePart& part, std::vector<Instance*>& owners,
                    const Context& context);
  bool pickElements(const ast::NamePart& part, Instance* c,
                    std::vector<std::vector<int64_t>>& picks, std::vector<Size>& own,
                    Context& context);
  void appendChosen(Instance* c, std::span<const std::vector<int64_t>> picks,
                    std::vector<Instance*>& chosen, std::vector<std::vector<int64_t>>* subscripts);

  Lookup& lookup_;
  Instances& instances_;
  Declarations& declarations_;
  ArrayValues& values_;
  ComponentTypes& componentTypes_;
  Constants& constants_;
  Functions& functions_;
  ExprTyper& typer_;
};

}  // namespace formola
