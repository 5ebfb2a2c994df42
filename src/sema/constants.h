// Values known at translation time, and how much of an expression is.
#pragma once

#include <optional>
#include <unordered_map>

#include "evaluate/evaluate.h"
#include "evaluate/external_libraries.h"
#include "sema/sema_part.h"

namespace formola {

class ArrayValues;
class Bindings;
class ComponentTypes;
class Functions;
class Instances;

class Constants : SemaPart {
 public:
  Constants(SemaShared& shared, Instances& instances, ArrayValues& values,
            ComponentTypes& componentTypes, Bindings& bindings, Functions& functions)
      : SemaPart(shared),
        instances_(instances),
        values_(values),
        componentTypes_(componentTypes),
        bindings_(bindings),
        functions_(functions) {}

  // The value of an expression known at translation time; parameters in it become structural.
  std::optional<Value> evaluateNow(ExprId expr, SourceRange range, const Context& context,
                                   bool report = true);
  std::optional<int64_t> evaluateInteger(ExprId expr, SourceRange range, const Context& context);
  std::optional<bool> evaluateBoolean(ExprId expr, SourceRange range, const Context& context,
                                      bool report = true);
  // The value of a constant or parameter, which thereby becomes structural; none: not known.
  std::optional<Value> valueOf(Instance* component);
  // The variability of an expression (spec 3.8), from those of the components in it.
  Variability variability(ExprId expr);
  // The value of a number that no parameter changes; none: it is not constant, or no number.
  std::optional<double> constantNumber(ExprId expr, const Context& context);

 private:
  Instances& instances_;
  ArrayValues& values_;
  ComponentTypes& componentTypes_;
  Bindings& bindings_;
  Functions& functions_;
  ExternalLibraries libraries_;
  std::unordered_map<ExprId, Variability> variabilityCache_;
};

}  // namespace formola
