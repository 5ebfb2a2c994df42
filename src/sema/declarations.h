// What the text of a declaration says: its condition, its sizes, the values of its modifiers.
#pragma once

#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "sema/declared_values.h"
#include "sema/sema_part.h"

namespace formola {

class ArrayValues;
class Bindings;
class ComponentTypes;
class Constants;
class ExprTyper;
class Instances;
class Lookup;
class Modifiers;

class Declarations final : public DeclaredValues, SemaPart {
 public:
  Declarations(SemaShared& shared, Lookup& lookup, Modifiers& modifiers, Instances& instances,
               ArrayValues& values, ComponentTypes& componentTypes, Bindings& bindings,
               Constants& constants, ExprTyper& typer)
      : SemaPart(shared),
        lookup_(lookup),
        modifiers_(modifiers),
        instances_(instances),
        values_(values),
        componentTypes_(componentTypes),
        bindings_(bindings),
        constants_(constants),
        typer_(typer) {}

  std::optional<bool> condition(const ast::Expr& condition, Scope scope) override;
  std::vector<Size> evaluateDims(Instance* component) override;
  bool givesSameValue(const ModLayer& a, const ModLayer& b) override;
  // What indexes a dimension: Integer, Boolean or an enumeration (spec 10.5).
  TypeId indexType(const Instance* array, size_t dimension) const;
  // False after a report.
  bool subscriptFits(const Instance* array, size_t dimension, ExprId subscript, SourceRange range,
                     const Context& context);
  // x[:] of an expandable connector waits for what is connected to it.
  bool isSizeToCome(const Instance* component) const { return sizesToCome_.contains(component); }
  // Gives it that size; false if it does not wait, or the number of dimensions differs.
  bool takeSize(Instance* component, const std::vector<Size>& dims);

 private:
  std::optional<Size> typeAsDimension(const ast::Expr* size, Instance* component, size_t at,
                                      const Context& context);
  Size openDimension(const ast::Expr* size, Instance* owner, Context context);
  Size modelDimension(const ast::Expr* size, Instance* component, Context& context);
  ExprId valueOfOpenSize(Instance* component, Instance* owner, std::vector<Size>& dims,
                         bool& unknown);
  ExprId startOfOpenSize(const Instance* component);
  ExprId withKnownFields(ExprId typed, const ast::Expr* size, Context& context);

  Lookup& lookup_;
  Modifiers& modifiers_;
  Instances& instances_;
  ArrayValues& values_;
  ComponentTypes& componentTypes_;
  Bindings& bindings_;
  Constants& constants_;
  ExprTyper& typer_;
  std::unordered_set<const Instance*> sizesToCome_;                      // see isSizeToCome
  std::unordered_map<const Instance*, std::vector<TypeId>> indexTypes_;  // where not all Integer
};

}  // namespace formola
