// Typing of one call of a built-in; internal to the layer.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "sema/array_values.h"
#include "sema/builtin_calls.h"
#include "sema/builtin_table.h"

namespace formola {

// One function for each rule of builtin_table.h. The result is Missing after a report.
class BuiltinTyper {
 public:
  BuiltinTyper(BuiltinCalls& owner, const ast::CallExpr& expr, Context& context,
               std::string_view name, const BuiltinEntry& entry)
      : owner_(owner),
        pool_(owner.pool_),
        types_(owner.pool_->types),
        expr_(expr),
        context_(context),
        name_(name),
        builtin_(entry.builtin),
        rule_(entry.rule) {}

  std::optional<ExprId> run();

 private:
  // type_builtin.cpp: arguments that are more than their values
  std::optional<ExprId> beforeArguments();
  std::optional<ExprId> reduction();
  ExprId cardinality();
  ExprId instanceName();
  std::optional<ExprId> componentsWithoutValue(const ast::Expr* argument);
  std::optional<ExprId> sizeOfItself();
  std::optional<ExprId> byRule();

  // type_builtin_numbers.cpp
  ExprId elementary();
  ExprId sameNumber();
  ExprId signOf();
  ExprId twoReals();
  ExprId rounding();
  ExprId toInteger();
  ExprId division();
  ExprId minMax();
  ExprId stringOf();
  ExprId integerOfEnum();
  // type_builtin_arrays.cpp
  ExprId sumProduct();
  ExprId sizes();
  ExprId ndims();
  ExprId scalar();
  ExprId vector();
  ExprId matrix();
  ExprId identity();
  ExprId diagonal();
  ExprId filled();
  ExprId linspace();
  ExprId outerProduct();
  ExprId symmetric();
  ExprId crossOrSkew();
  ExprId transpose();
  ExprId cat();
  // type_builtin_events.cpp
  ExprId derivative();
  ExprId preLike();
  ExprId edgeLike();
  ExprId noArguments();
  ExprId sampled();
  ExprId passThrough();
  ExprId smooth();
  ExprId homotopy();
  ExprId semiLinear();
  ExprId delayed();
  ExprId stream();

  // False after a report.
  bool count(size_t least, size_t most);
  ExprId wrong(size_t i, std::string_view wanted);
  bool varies(size_t i);
  bool numeric(size_t i) const { return types_.isNumeric(pool_->type(a_[i])); }
  void real(size_t i) { a_[i] = owner_.values_.castTo(a_[i], BaseType::Real); }
  // A number as the text has it: what is computed may stand where it is not needed.
  bool isWritten(size_t i) const;
  // A size: known now, or unknown inside a function; kNoInteger, or kReported.
  static constexpr Size kNoInteger = -2, kReported = -3;
  Size integerArgument(size_t i);
  std::vector<Size> dimsOf(ExprId e) const;

  BuiltinCalls& owner_;
  ExprPool* pool_;
  TypeTable& types_;
  const ast::CallExpr& expr_;
  Context& context_;
  std::string_view name_;
  Builtin builtin_;
  BuiltinRule rule_;
  std::vector<ExprId> a_;  // the typed arguments
};

}  // namespace formola
