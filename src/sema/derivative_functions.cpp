// function df = der(f, x): the partial derivative of a function with respect to inputs, as an
// algorithm made from that of f. Specification 12.7.2.
//
// Forward mode: every Real variable v of f gets a partner that holds dv/dx. Before each assignment
// v := e comes v' := e', where e' is formed symbolically from the variables and their partners;
// loops and conditions stay as they are. Reference: Griewank, Walther: Evaluating Derivatives
// (2008), ch. 3.
#include <algorithm>

#include "dae/expr_printer.h"
#include "diag/codes/functions.h"
#include "expr/differentiate.h"
#include "sema/functions.h"
#include "sema/inline_calls.h"
#include "sema/lookup.h"

namespace formola {

namespace {

bool isRealScalar(const ExprPool& pool, TypeId type) {
  return pool.types[type].base == BaseType::Real && pool.types.isScalar(type);
}

// Makes the body of the derivative of one function.
class FunctionDifferentiator {
 public:
  // `partial` gives the derivative of another function with respect to one of its inputs.
  FunctionDifferentiator(ExprPool& pool, const Function& f, uint32_t input,
                         std::function<FunctionId(FunctionId, uint32_t)> partial,
                         std::function<ExprId(ExprId, std::span<const ExprId>)> replace)
      : pool_(pool),
        f_(f),
        input_(input),
        partial_(std::move(partial)),
        replace_(std::move(replace)),
        build_(pool_),
        differentiate_(pool_,
                       {[this](ExprId e) { return leaf(e); },
                        [this](ExprId e, std::span<const ExprId> d) { return call(e, d); }}) {}

  // False: `reason` says why there is no derivative.
  bool run(Function& to) {
    to_ = &to;
    const uint32_t outputs = f_.inputCount;
    const uint32_t rest = outputs + f_.outputCount;
    // inputs; the partners of the outputs, which are the results; the variables of f; their
    // partners
    to.inputCount = f_.inputCount;
    to.outputCount = f_.outputCount;
    to.locals.assign(f_.locals.begin(), f_.locals.begin() + rest);
    primal_.resize(f_.locals.size());
    tangent_.resize(f_.locals.size());
    for (uint32_t i = 0; i < f_.inputCount; ++i) primal_[i] = pool_.local(i, f_.locals[i].type);
    for (uint32_t i = outputs; i < rest; ++i) {
      BaseType base = pool_.types[f_.locals[i].type].base;
      if (base != BaseType::Real && base != BaseType::Record)
        return fail("its result '" + std::string(nameOf(i)) + "' is no Real");
      tangent_[i] = pool_.local(i, f_.locals[i].type);
    }
    for (uint32_t i = outputs; i < f_.locals.size(); ++i) {
      primal_[i] = pool_.local(static_cast<uint32_t>(to.locals.size()), f_.locals[i].type);
      to.locals.push_back(partner(i, i < rest ? "_value" : ""));
    }
    for (uint32_t i = rest; i < f_.locals.size(); ++i) {
      BaseType base = pool_.types[f_.locals[i].type].base;
      if (base != BaseType::Real && base != BaseType::Record) continue;
      tangent_[i] = pool_.local(static_cast<uint32_t>(to.locals.size()), f_.locals[i].type);
      to.locals.push_back(partner(i, "_der"));
    }
    tangentOf_[input_] = build_.one();
    for (uint32_t i = outputs; i < f_.locals.size(); ++i) {
      if (tangent_[i].valid()) tangentOf_[pool_.payload(primal_[i])] = tangent_[i];
    }
    // sizes, defaults and first values, now that all places are known
    for (uint32_t i = 0; i < to.locals.size(); ++i) {
      LocalVariable& local = to.locals[i];
      for (ExprId& d : local.dimensions) d = d.valid() ? primal(d) : d;
      if (local.binding.valid()) local.binding = primal(local.binding);
    }
    for (uint32_t i = outputs; i < f_.locals.size(); ++i) {
      if (!tangent_[i].valid()) continue;
      ExprId value = f_.locals[i].binding.valid() ? derivative(f_.locals[i].binding) : ExprId();
      if (f_.locals[i].binding.valid() && !value.valid()) return false;
      if (!value.valid() && isRealScalar(pool_, f_.locals[i].type)) value = build_.zero();
      to.locals[pool_.payload(tangent_[i])].binding =
          value.valid() && build_.isZero(value) ? zeroOf(tangent_[i]) : value;
    }
    return statements(f_.body, to.body);
  }

  std::string reason;

 private:
  bool fail(std::string why) {
    if (reason.empty()) reason = std::move(why);
    return false;
  }
  std::string_view nameOf(uint32_t i) const { return pool_.names.text(f_.locals[i].name); }

  LocalVariable partner(uint32_t i, std::string_view suffix) {
    LocalVariable local = f_.locals[i];
    local.kind = LocalKind::Protected;
    std::string name = std::string(nameOf(i)) + std::string(suffix);
    while (std::any_of(to_->locals.begin(), to_->locals.end(), [&](const LocalVariable& other) {
      return pool_.names.text(other.name) == name;
    })) {
      name += '_';
    }
    local.name = pool_.names.intern(name);
    return local;
  }

  ExprId primal(ExprId e) { return replace_(e, primal_); }

  // e is in the variables of the new function.
  ExprId leaf(ExprId e) {
    if (pool_.kind(e) != ExprKind::Local) return build_.zero();
    auto found = tangentOf_.find(pool_.payload(e));
    return found == tangentOf_.end() ? build_.zero() : found->second;
  }

  // The sum over the arguments of the partial derivatives times theirs.
  ExprId call(ExprId e, std::span<const ExprId> derivatives) {
    FunctionId g = pool_.functionOf(e);
    if (!g.valid()) return {};
    const bool tuple = pool_.base(e) == BaseType::Tuple;
    if (!tuple && !isRealScalar(pool_, pool_.type(e))) return {};
    std::vector<ExprId> arguments(pool_.children(e).begin(), pool_.children(e).end());
    ExprId sum;
    for (uint32_t k = 0; k < arguments.size(); ++k) {
      if (build_.isZero(derivatives[k])) continue;
      if (!isRealScalar(pool_, pool_.type(arguments[k]))) return {};
      FunctionId partial = partial_(g, k);
      if (!partial.valid()) return {};
      ExprId term = pool_.call(partial, pool_.type(e), arguments);
      if (tuple) {
        // several results cannot be scaled or added
        if (!build_.isOne(derivatives[k]) || sum.valid()) return {};
        sum = term;
        continue;
      }
      term = build_.mul(term, derivatives[k]);
      sum = sum.valid() ? build_.add(sum, term) : term;
    }
    return sum;
  }

  // Of an expression of f, in the variables of the new function; invalid: there is none.
  ExprId derivative(ExprId e) {
    Derivative d = differentiate_(primal(e));
    if (d.ok()) return d.value;
    fail("'" + print(d.failedAt, PrintContext{pool_, nullptr, to_}) + "' has none");
    return {};
  }

  ExprId zeroOf(ExprId target) {
    TypeId type = pool_.type(target);
    if (pool_.types.isScalar(type)) return build_.zero();
    std::vector<ExprId> arguments{build_.zero()};
    size_t rank = pool_.types[type].dims.size();
    for (size_t d = 0; d < rank; ++d) {
      Size n = pool_.types[type].dims[d];
      if (n != kUnknownSize) {
        arguments.push_back(pool_.integer(n));
      } else {
        ExprId both[2] = {target, pool_.integer(static_cast<int64_t>(d) + 1)};
        arguments.push_back(pool_.builtin(Builtin::SizeOf, pool_.types.integer(), both));
      }
    }
    return pool_.builtin(Builtin::Fill, type, arguments);
  }

  // The partner of an assigned place: v, v[i], v.f; invalid: it has none.
  ExprId tangentTarget(ExprId target) {
    ExprId root = target;
    while (pool_.kind(root) == ExprKind::Index || pool_.kind(root) == ExprKind::Field)
      root = pool_.child(root, 0);
    if (pool_.kind(root) != ExprKind::Local) return {};
    uint32_t i = pool_.payload(root);
    if (i >= tangent_.size() || !tangent_[i].valid()) return {};
    std::vector<ExprId> map = primal_;
    map[i] = tangent_[i];
    return replace_(target, map);
  }

  bool statements(const std::vector<Statement>& from, std::vector<Statement>& to) {
    for (const Statement& s : from) {
      Statement copy = s;
      if (s.target.valid()) copy.target = primal(s.target);
      if (s.value.valid()) copy.value = primal(s.value);
      if (s.message.valid()) copy.message = primal(s.message);
      for (ExprId& t : copy.targets) t = primal(t);
      copy.branches.clear();
      for (const StatementBranch& branch : s.branches) {
        StatementBranch b;
        if (branch.condition.valid()) b.condition = primal(branch.condition);
        if (!statements(branch.body, b.body)) return false;
        copy.branches.push_back(std::move(b));
      }
      switch (s.kind) {
        case StatementKind::Assign:
          if (ExprId target = tangentTarget(s.target); target.valid()) {
            Statement d = copy;
            d.target = target;
            d.value = derivative(s.value);
            if (!d.value.valid()) return false;
            if (build_.isZero(d.value)) d.value = zeroOf(target);
            to.push_back(std::move(d));
          }
          break;
        case StatementKind::TupleAssign: {
          Statement d = copy;
          d.value = derivative(s.value);
          if (!d.value.valid()) return false;
          bool zero = build_.isZero(d.value);
          for (size_t i = 0; i < s.targets.size(); ++i) {
            if (pool_.kind(s.targets[i]) == ExprKind::Missing) continue;
            ExprId target = tangentTarget(s.targets[i]);
            if (zero && target.valid()) {
              Statement one;
              one.range = s.range;
              one.target = target;
              one.value = zeroOf(target);
              to.push_back(std::move(one));
            }
            d.targets[i] = target.valid() ? target : pool_.missing();
          }
          if (!zero) to.push_back(std::move(d));
          break;
        }
        case StatementKind::When:
        case StatementKind::Reinit:
          return fail("it has a when-statement");
        default:
          break;
      }
      to.push_back(std::move(copy));
    }
    return true;
  }

  ExprPool& pool_;
  const Function& f_;
  const Function* to_ = nullptr;
  uint32_t input_;
  std::function<FunctionId(FunctionId, uint32_t)> partial_;
  std::function<ExprId(ExprId, std::span<const ExprId>)> replace_;
  ExprBuilder build_;
  Differentiator differentiate_;
  std::unordered_map<uint32_t, ExprId> tangentOf_;  // per local of the new function
  std::vector<ExprId> primal_;                      // per local of f: the same in the new function
  std::vector<ExprId> tangent_;                     // per local of f: its partner; invalid: none
};

}  // namespace

// f with derivative = df, where df(inputs, their derivatives) is the derivative in any direction:
// the partial derivative is the one in the direction of that input. For functions without a body.
bool Functions::derivativeByAnnotation(const Function& f, uint32_t input, Function& to) {
  if (f.outputCount != 1) return false;
  for (const DerivativeAnnotation& annotation : f.derivatives) {
    if (annotation.order != 1 || !annotation.function.valid()) continue;
    if (std::count(annotation.noDerivative.begin(), annotation.noDerivative.end(), input) ||
        std::count(annotation.zeroDerivative.begin(), annotation.zeroDerivative.end(), input)) {
      continue;
    }
    std::vector<ExprId> arguments;
    for (uint32_t i = 0; i < f.inputCount; ++i)
      arguments.push_back(pool_->local(i, f.locals[i].type));
    bool fits = true;
    for (uint32_t i = 0; i < f.inputCount; ++i) {
      if (std::count(annotation.noDerivative.begin(), annotation.noDerivative.end(), i) ||
          std::count(annotation.zeroDerivative.begin(), annotation.zeroDerivative.end(), i) ||
          pool_->types[f.locals[i].type].base != BaseType::Real) {
        continue;
      }
      fits &= pool_->types.isScalar(f.locals[i].type);
      arguments.push_back(pool_->real(i == input ? 1 : 0));
    }
    if (!fits || arguments.size() != function(annotation.function).inputCount) continue;
    to.inputCount = f.inputCount;
    to.outputCount = 1;
    to.locals.assign(f.locals.begin(), f.locals.begin() + f.inputCount + 1);
    Statement s;
    s.range = f.range;
    s.target = pool_->local(f.inputCount, f.locals[f.inputCount].type);
    s.value = pool_->call(annotation.function, f.locals[f.inputCount].type, arguments);
    to.body.push_back(std::move(s));
    return true;
  }
  return false;
}

FunctionId Functions::partialDerivative(FunctionId of, uint32_t input, SourceRange range,
                                        std::string& reason) {
  const uint64_t key = (uint64_t{of.index()} << 32) | input;
  if (auto known = partialDerivatives_.find(key); known != partialDerivatives_.end())
    return known->second;
  const Function& f = function(of);
  if (input >= f.inputCount || !isRealScalar(*pool_, f.locals[input].type)) {
    reason = "only a scalar Real input can be differentiated for";
    return {};
  }
  FunctionId id(table_.size());
  table_.push_back(std::make_unique<Function>());
  functionClasses_.push_back(functionClasses_[of.index()]);
  partialDerivatives_[key] = id;  // before its body: the function may call itself
  Function& to = *table_[id.index()];
  to.name = names_.intern(std::string(names_.text(f.name)) + "_der_" +
                          std::string(names_.text(f.locals[input].name)));
  to.range = f.range;
  to.impure = f.impure;
  if (f.smoothOrder > 0) to.smoothOrder = f.smoothOrder - 1;
  if (f.external || f.body.empty()) {
    if (derivativeByAnnotation(f, input, to)) return id;
    reason = "'" + std::string(names_.text(f.name)) +
             "' has no algorithm to differentiate, and no annotation 'derivative' that fits";
  } else {
    FunctionDifferentiator differentiator(
        *pool_, f, input,
        [&](FunctionId g, uint32_t k) { return partialDerivative(g, k, range, reason); },
        [this](ExprId e, std::span<const ExprId> locals) {
          return inliner_.replaceLocals(e, locals);
        });
    if (differentiator.run(to)) return id;
    if (reason.empty()) reason = differentiator.reason;
  }
  partialDerivatives_[key] = FunctionId();
  return {};
}

FunctionId Functions::derivativeFunction(Instance* functionClass, SourceRange range) {
  const ast::ClassDef* def = functionClass->node->def;
  Instance* base =
      lookup_.lookupClass(def->base, {functionClass->parent, functionClass->parentPart});
  FunctionId id = base ? functionOf(base, range) : FunctionId();
  if (!id) return {};
  for (const ast::NamePart& part : def->derivativeInputs) {
    const Function& f = function(id);
    uint32_t input = 0;
    while (input < f.inputCount && f.locals[input].name != part.name) ++input;
    if (input == f.inputCount) {
      diagnostics_.report(diag::NoSuchArgument, part.range, names_.text(f.name),
                          names_.text(part.name));
      return {};
    }
    std::string reason;
    FunctionId next = partialDerivative(id, input, range, reason);
    if (!next) {
      diagnostics_.report(diag::CannotDifferentiateFunction, def->nameRange, names_.text(f.name),
                          reason);
      return {};
    }
    id = next;
  }
  return id;
}

}  // namespace formola
