// Operators of operator records. Specification chapter 14.
#include "sema/overloaded_operators.h"

#include <algorithm>

#include "diag/codes/classes.h"
#include "diag/codes/functions.h"
#include "diag/codes/types.h"
#include "sema/array_values.h"
#include "sema/calls.h"
#include "sema/component_types.h"
#include "sema/dims.h"
#include "sema/functions.h"
#include "sema/inline_calls.h"
#include "sema/instances.h"

namespace formola {

ExprId OverloadedOperators::noOperator(std::string_view op, std::span<const ExprId> operands,
                                       SourceRange range, const Context& context) {
  std::string types;
  for (ExprId e : operands)
    types += (types.empty() ? "" : " and ") + values_.showType(pool_->type(e));
  report(diag::NoOperator, range, context, op, types);
  return pool_->missing();
}

// Elementwise, or products of vectors and matrices by sums of products.
ExprId OverloadedOperators::overloadedOnArrays(std::string_view op,
                                               const std::vector<ExprId>& operands,
                                               SourceRange range, Context& context) {
  auto fail = [&] { return noOperator(op, operands, range, context); };
  const std::vector<Size> da = copyDims(pool_->types[pool_->type(operands[0])].dims);
  const std::vector<Size> db = operands.size() > 1
                                   ? copyDims(pool_->types[pool_->type(operands[1])].dims)
                                   : std::vector<Size>{};
  auto at = [&](ExprId e, Size i) {
    ExprId s = pool_->integer(i);
    return pool_->types.isScalar(pool_->type(e)) ? e : values_.index(e, {&s, 1});
  };
  if (op == "'*'" && !da.empty() && !db.empty()) {
    if (da.size() == 1 && db.size() == 1 && da[0] == db[0] && da[0] > 0) {
      ExprId sum;
      for (Size i = 1; i <= da[0]; ++i) {
        ExprId product = overloaded(op, {at(operands[0], i), at(operands[1], i)}, range, context);
        if (pool_->base(product) == BaseType::Error) return product;
        sum = sum.valid() ? overloaded("'+'", {sum, product}, range, context) : product;
      }
      return sum;
    }
    if (da.size() == 2) {
      std::vector<ExprId> rows;
      for (Size i = 1; i <= da[0]; ++i)
        rows.push_back(overloaded(op, {at(operands[0], i), operands[1]}, range, context));
      for (ExprId r : rows) {
        if (pool_->base(r) == BaseType::Error) return r;
      }
      return rows.empty() ? fail() : values_.makeArray(rows);
    }
    if (da.size() == 1 && db.size() == 2) {
      std::vector<ExprId> columns;
      for (Size j = 1; j <= db[1]; ++j) {
        ExprId subscripts[2] = {pool_->colon(), pool_->integer(j)};
        columns.push_back(
            overloaded(op, {operands[0], values_.index(operands[1], subscripts)}, range, context));
        if (pool_->base(columns.back()) == BaseType::Error) return columns.back();
      }
      return columns.empty() ? fail() : values_.makeArray(columns);
    }
    return fail();
  }
  Size n = da.empty() ? db[0] : da[0];
  if ((!da.empty() && !db.empty() && da != db) || n == kUnknownSize) return fail();
  std::string scalarOp(op);
  if (scalarOp.size() > 3 && scalarOp[1] == '.') scalarOp.erase(1, 1);
  std::vector<ExprId> elements;
  for (Size i = 1; i <= n; ++i) {
    std::vector<ExprId> one;
    for (ExprId e : operands) one.push_back(at(e, i));
    elements.push_back(overloaded(scalarOp, one, range, context));
    if (pool_->base(elements.back()) == BaseType::Error) return elements.back();
  }
  if (elements.empty()) return operands[0];
  return values_.makeArray(elements);
}

// The functions of an operator record by the name of the operator.
std::vector<Instance*> OverloadedOperators::operatorsOf(Instance* recordClass,
                                                        std::string_view name) {
  std::vector<Instance*> list;
  Instance* found = instances_.member(recordClass, names_.intern(name));
  if (!found || found->isComponent()) return list;
  Layout* shape = instances_.layout(found);
  if (shape->classKind == ast::ClassKind::Function ||
      shape->classKind == ast::ClassKind::OperatorFunction) {
    list.push_back(found);
    return list;
  }
  for (uint32_t i = 0; i < shape->elements.size(); ++i) {
    if (shape->elements[i].classNode) list.push_back(instances_.child(found, i));
  }
  return list;
}

// Whether a function can be called with these values; with `allowConstruct` a number may become a
// record by its constructor.
bool OverloadedOperators::takesOperands(const Function& f, std::span<const ExprId> values,
                                        bool allowConstruct) const {
  // "operator record ComplexVoltage = Complex(...)" has the operators of Complex: types are
  // compared by their fields
  auto sameRecord = [&](TypeId a, TypeId b) {
    const auto& fa = pool_->types.recordOf(a).fields;
    const auto& fb = pool_->types.recordOf(b).fields;
    return std::equal(fa.begin(), fa.end(), fb.begin(), fb.end(),
                      [](const RecordField& x, const RecordField& y) { return x.name == y.name; });
  };
  if (values.size() > f.inputCount) return false;
  for (uint32_t i = 0; i < f.inputCount; ++i) {
    if (i >= values.size() || !values[i]) {
      if (!f.locals[i].binding) return false;
      continue;
    }
    TypeId wanted = f.locals[i].type;
    TypeId own = pool_->type(values[i]);
    if (!sameDims(pool_->types[wanted].dims, pool_->types[own].dims)) return false;
    BaseType wb = pool_->types[wanted].base;
    BaseType ob = pool_->types[own].base;
    if (wb == BaseType::Record) {
      if (ob == BaseType::Record ? !sameRecord(wanted, own)
                                 : !(allowConstruct && pool_->types.isNumeric(own))) {
        return false;
      }
    } else if (wb != ob && !(wb == BaseType::Real && ob == BaseType::Integer)) {
      return false;
    }
  }
  return true;
}

std::optional<std::vector<ExprId>> OverloadedOperators::operandsOf(
    const Function& f, std::span<const ExprId> positional, std::span<const Named> named) const {
  std::vector<ExprId> operands(positional.begin(), positional.end());
  for (const Named& argument : named) {
    size_t i = 0;
    while (i < f.inputCount && f.locals[i].name != argument.name) ++i;
    if (i == f.inputCount) return std::nullopt;
    if (operands.size() <= i) operands.resize(i + 1);
    if (operands[i].valid()) return std::nullopt;
    operands[i] = argument.value;
  }
  return operands;
}

bool OverloadedOperators::takes(const Function& f, std::span<const ExprId> positional,
                                std::span<const Named> named, bool allowConstruct) const {
  const auto operands = operandsOf(f, positional, named);
  return operands && takesOperands(f, *operands, allowConstruct);
}

// Only one may fit (spec 14.5); Integers fit Real, too, but less. Another one with the same types
// as the candidate `c`; null: there is none.
Instance* OverloadedOperators::sameOperator(std::span<Instance* const> candidates, size_t c,
                                            std::span<const ExprId> positional,
                                            std::span<const Named> named, bool construct,
                                            SourceRange range) {
  const FunctionId id = functions_.functionOf(candidates[c], range);
  for (size_t other = c + 1; other < candidates.size(); ++other) {
    const FunctionId also = functions_.functionOf(candidates[other], range);
    if (!also || !takes(functions_.function(also), positional, named, construct)) continue;
    bool same = functions_.function(id).inputCount == functions_.function(also).inputCount;
    for (uint32_t i = 0; same && i < functions_.function(id).inputCount; ++i)
      same = functions_.function(id).locals[i].type == functions_.function(also).locals[i].type;
    if (same) return candidates[other];
  }
  return nullptr;
}

// A number as a record, through its constructor; invalid: there is none.
ExprId OverloadedOperators::constructed(Instance* recordClass, ExprId value, SourceRange range,
                                        const Context& context) {
  for (Instance* constructor : operatorsOf(recordClass, "'constructor'")) {
    FunctionId make = functions_.functionOf(constructor, range);
    if (!make || !takesOperands(functions_.function(make), {&value, 1}, false)) continue;
    std::vector<ExprId> all{values_.castTo(value, BaseType::Real)};
    for (uint32_t k = 1; k < functions_.function(make).inputCount; ++k)
      all.push_back(inliner_.replaceLocals(functions_.function(make).locals[k].binding, all));
    return calls_.makeCall(make, all, range, context);
  }
  return {};
}

ExprId OverloadedOperators::overloaded(std::string_view op, std::vector<ExprId> operands,
                                       SourceRange range, Context& context, Instance* recordClass) {
  // the class that defines the operator: that of the first record operand, if it isn't given
  bool arrays = false;
  for (ExprId e : operands) {
    if (pool_->base(e) == BaseType::Record && !recordClass)
      recordClass = componentTypes_.recordClass(RecordId(pool_->types[pool_->type(e)].which));
    arrays |= !pool_->types.isScalar(pool_->type(e));
  }
  if (arrays && operands.size() <= 2) return overloadedOnArrays(op, operands, range, context);
  if (!recordClass) return noOperator(op, operands, range, context);
  std::vector<Instance*> candidates = operatorsOf(recordClass, op);
  if (candidates.empty() && op.size() > 3 && op[1] == '.') {
    std::string plain(op);
    plain.erase(1, 1);
    candidates = operatorsOf(recordClass, plain);
  }
  if (ExprId call = callMatching(op, candidates, operands, {}, recordClass, range, context))
    return call;
  return noOperator(op, operands, range, context);
}

// A call of the candidate that takes the operands, if need be with numbers made records; invalid:
// there is none.
ExprId OverloadedOperators::callMatching(std::string_view op, std::span<Instance* const> candidates,
                                         std::span<const ExprId> positional,
                                         std::span<const Named> named, Instance* recordClass,
                                         SourceRange range, Context& context) {
  for (bool construct : {false, true}) {
    for (size_t c = 0; c < candidates.size(); ++c) {
      FunctionId id = functions_.functionOf(candidates[c], range);
      if (!id || !takes(functions_.function(id), positional, named, construct)) continue;
      if (functions_.function(id).outputCount != 1) {
        report(diag::ClassRestriction, functions_.function(id).range, context, "the function",
               className(candidates[c]),
               fmt::format("{} results", functions_.function(id).outputCount),
               "an operator has one result");
        return pool_->missing();
      }
      if (const Instance* other =
              sameOperator(candidates, c, positional, named, construct, range)) {
        report(diag::AmbiguousCall, range, context, op, className(candidates[c]), className(other));
        return pool_->missing();
      }
      const std::vector<ExprId> operands = *operandsOf(functions_.function(id), positional, named);
      std::vector<ExprId> values;
      for (uint32_t i = 0; i < functions_.function(id).inputCount; ++i) {
        TypeId wanted = functions_.function(id).locals[i].type;
        ExprId value;
        if (i < operands.size() && operands[i].valid()) {
          value = operands[i];
          if (pool_->types[wanted].base == BaseType::Record &&
              pool_->base(value) != BaseType::Record) {
            value = constructed(recordClass, value, range, context);
            if (!value) return {};
          } else if (pool_->types[wanted].base == BaseType::Real) {
            value = values_.castTo(value, BaseType::Real);
          }
        } else {
          value = inliner_.replaceLocals(functions_.function(id).locals[i].binding, values);
        }
        values.push_back(value);
      }
      return calls_.makeCall(id, values, range, context);
    }
  }
  return {};
}

ExprId OverloadedOperators::constructor(Instance* recordClass, std::span<const ExprId> positional,
                                        std::span<const Named> named, SourceRange range,
                                        Context& context) {
  return callMatching("'constructor'", operatorsOf(recordClass, "'constructor'"), positional, named,
                      recordClass, range, context);
}

}  // namespace formola
