// Typing of expressions: operators, if-expressions, array constructors and ranges; all others are
// sent on.
#pragma once

#include <string_view>

#include "sema/sema_part.h"

namespace formola {

class ArrayValues;
class CallTyper;
class Constants;
class LoopTyper;
class OverloadedOperators;
class ReferenceTyper;

class ExprTyper : SemaPart {
 public:
  ExprTyper(SemaShared& shared, ArrayValues& values, Constants& constants,
            OverloadedOperators& operators, ReferenceTyper& references, LoopTyper& loops,
            CallTyper& callTyper)
      : SemaPart(shared),
        values_(values),
        constants_(constants),
        operators_(operators),
        references_(references),
        loops_(loops),
        callTyper_(callTyper) {}

  // An expression as the text in `context` means it; of the type error after a report.
  ExprId type(const ast::Expr* expr, Context& context);
  ExprId binaryOp(ast::BinaryOp op, ExprId a, ExprId b, SourceRange range, Context& context);
  // Reports a condition that is no Boolean scalar (or vector, of a when-clause).
  bool checkCondition(ExprId condition, SourceRange range, const Context& context,
                      bool vectorToo = false);
  ExprId typeArray(const ast::ArrayExpr& expr, Context& context);

 private:
  ExprId typeBinary(const ast::BinaryExpr& expr, Context& context);
  ExprId wrongOperands(ast::BinaryOp op, ExprId a, ExprId b, std::string_view wanted,
                       SourceRange range, const Context& context);
  ExprId matrixPower(ExprId a, int64_t n);
  ExprId arithmetic(ast::BinaryOp op, ExprId a, ExprId b, SourceRange range, Context& context);
  ExprId typeUnary(const ast::UnaryExpr& expr, Context& context);
  ExprId typeIf(const ast::IfExpr& expr, Context& context);
  ExprId typeMatrix(const ast::MatrixExpr& expr, Context& context);
  ExprId typeRange(const ast::RangeExpr& expr, Context& context);
  ExprId typeSelection(const ast::SelectionExpr& expr, Context& context);
  ExprId bounded(ExprId value, SourceRange range, const Context& context);

  ArrayValues& values_;
  Constants& constants_;
  OverloadedOperators& operators_;
  ReferenceTyper& references_;
  LoopTyper& loops_;
  CallTyper& callTyper_;
};

}  // namespace formola
