// Values of loop iterators, array comprehensions and reductions.
#pragma once

#include <optional>
#include <vector>

#include "sema/iterator_uses.h"
#include "sema/sema_part.h"

namespace formola {

class ArrayValues;
class Constants;
class Declarations;
class ExprTyper;
class Instances;
class Lookup;
class ReferenceTyper;

class LoopTyper : SemaPart {
 public:
  LoopTyper(SemaShared& shared, Lookup& lookup, Instances& instances, Declarations& declarations,
            ArrayValues& values, Constants& constants, ReferenceTyper& references, ExprTyper& typer)
      : SemaPart(shared),
        lookup_(lookup),
        instances_(instances),
        declarations_(declarations),
        values_(values),
        constants_(constants),
        references_(references),
        typer_(typer) {}

  // Range values of a for-loop that is unrolled.
  std::optional<std::vector<ExprId>> iterationValues(const ast::ForIterator& iterator,
                                                     Context& context, const LoopBody& body);
  ExprId typeComprehension(const ast::ComprehensionExpr& expr, Context& context,
                           std::optional<Builtin> reduction);
  // "for i loop": the range that the uses of i as a subscript give. Invalid after a report.
  ExprId deducedRange(const ast::ForIterator& iterator, const LoopBody& body, Context& context);
  // The values of a type that is written as a range, "for e in E"; none if it is no such type.
  std::optional<std::vector<ExprId>> typeAsRange(const ast::Expr& in, const Context& context);

 private:
  ExprId rangeOfUse(const IteratorUse& use, Context& context);
  std::vector<ExprId> valuesOfType(TypeId type);
  ExprId keepComprehension(const ast::ComprehensionExpr& expr, Context& context,
                           std::optional<Builtin> reduction);
  bool tooManyIterations(int64_t more, SourceRange range, const Context& context);

  Lookup& lookup_;
  Instances& instances_;
  Declarations& declarations_;
  ArrayValues& values_;
  Constants& constants_;
  ReferenceTyper& references_;
  ExprTyper& typer_;
  int64_t iterations_ = 0;  // unrolled so far
};

}  // namespace formola
