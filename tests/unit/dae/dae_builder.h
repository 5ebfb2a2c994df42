// Short names for building flat DAEs in tests.
#pragma once

#include <string>
#include <vector>

#include "dae/dae.h"
#include "diag/diag.h"

namespace formola::testing {

class DaeBuilder {
 public:
  Dae dae;
  ExprPool& pool = *dae.pool;
  TypeId real = pool.types.real();
  TypeId integer = pool.types.integer();
  TypeId boolean = pool.types.boolean();

  TypeId array(TypeId base, std::vector<Size> dims) { return pool.types.withDims(base, dims); }
  TypeId reals(std::vector<Size> dims) { return array(real, std::move(dims)); }
  TypeId integers(std::vector<Size> dims) { return array(integer, std::move(dims)); }

  // Declares a variable and gives the reference to it.
  ExprId variable(const std::string& name, TypeId type,
                  Variability variability = Variability::Continuous) {
    Variable v;
    v.name = pool.names.intern(name);
    v.type = type;
    v.variability = variability;
    return pool.variable(dae.variables.push_back(v), type);
  }
  Variable& of(ExprId reference) { return dae.variables[pool.variableOf(reference)]; }

  ExprId num(double value) { return pool.real(value); }
  ExprId lit(int64_t value) { return pool.integer(value); }
  ExprId add(ExprId a, ExprId b) { return op(ExprKind::Add, a, b); }
  ExprId sub(ExprId a, ExprId b) { return op(ExprKind::Sub, a, b); }
  ExprId mul(ExprId a, ExprId b) { return op(ExprKind::Mul, a, b); }
  ExprId less(ExprId a, ExprId b) { return pool.binary(ExprKind::Less, boolean, a, b); }
  ExprId isEqual(ExprId a, ExprId b) { return pool.binary(ExprKind::Equal, boolean, a, b); }
  ExprId notTrue(ExprId a) { return pool.unary(ExprKind::Not, boolean, a); }
  ExprId either(ExprId a, ExprId b) { return pool.binary(ExprKind::Or, boolean, a, b); }
  // The type is that of the operand with more dimensions.
  ExprId op(ExprKind kind, ExprId a, ExprId b) {
    bool left = pool.types[pool.type(a)].dims.size() >= pool.types[pool.type(b)].dims.size();
    return pool.binary(kind, pool.type(left ? a : b), a, b);
  }
  ExprId list(std::vector<ExprId> elements) {
    Size n[1] = {static_cast<Size>(elements.size())};
    TypeId type = pool.types.prependDims(pool.type(elements[0]), n);
    return pool.make(ExprKind::Array, type, 0, std::span<const ExprId>(elements));
  }
  ExprId at(ExprId base, std::vector<ExprId> subscripts) {
    std::vector<ExprId> children{base};
    children.insert(children.end(), subscripts.begin(), subscripts.end());
    TypeId type = pool.types.element(pool.type(base), subscripts.size());
    return pool.make(ExprKind::Index, type, 0, std::span<const ExprId>(children));
  }
  ExprId range(ExprId from, ExprId to, Size count) {
    return pool.make(ExprKind::Range, integers({count}), 0, {from, lit(1), to});
  }
  ExprId iff(ExprId condition, ExprId a, ExprId b) {
    return pool.ifThenElse(pool.type(a), condition, a, b);
  }
  ExprId fn(Builtin f, TypeId type, std::vector<ExprId> arguments) {
    return pool.builtin(f, type, std::span<const ExprId>(arguments));
  }
  ExprId der(ExprId x) { return fn(Builtin::Der, pool.type(x), {x}); }
  ExprId pre(ExprId x) { return fn(Builtin::Pre, pool.type(x), {x}); }

  // A function with the given types of inputs and outputs and an empty body.
  FunctionId function(const std::string& name, std::vector<TypeId> inputs,
                      std::vector<TypeId> outputs) {
    Function f;
    f.name = pool.names.intern(name);
    f.inputCount = static_cast<uint32_t>(inputs.size());
    f.outputCount = static_cast<uint32_t>(outputs.size());
    for (size_t i = 0; i < inputs.size() + outputs.size(); ++i) {
      LocalVariable local;
      bool isInput = i < inputs.size();
      local.name = pool.names.intern((isInput ? "u" : "y") + std::to_string(i + 1));
      local.type = isInput ? inputs[i] : outputs[i - inputs.size()];
      local.kind = isInput ? LocalKind::Input : LocalKind::Output;
      f.locals.push_back(local);
    }
    return dae.functions.push_back(f);
  }
  ExprId call(FunctionId f, TypeId type, std::vector<ExprId> arguments) {
    return pool.call(f, type, std::span<const ExprId>(arguments));
  }

  Equation equality(ExprId left, ExprId right) {
    Equation e;
    e.left = left;
    e.right = right;
    return e;
  }
  void equation(ExprId left, ExprId right) { dae.equations.push_back(equality(left, right)); }
};

}  // namespace formola::testing
