#include "dae/function_arguments.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <map>

#include "dae/visit.h"
#include "expr/bind_places.h"
#include "expr/rewrite.h"

namespace formola {

namespace {

constexpr std::string_view kMark = "__Formola_functionArguments = true";
constexpr size_t kMostCopies = 10000;  // a function that calls itself with ever more bound inputs

class Resolver {
 public:
  explicit Resolver(Dae& dae) : dae_(dae), pool_(*dae.pool) {}

  void run() {
    ExprTable<ExprId> memo;
    auto inModel = [&](ExprId& id) { id = resolve(id, memo, {}); };
    forEachExprInModel(dae_, inModel);
    const size_t own = dae_.functions.size();
    for (size_t i = 0; i < own; ++i) resolveBody(FunctionId(static_cast<uint32_t>(i)), {});
    for (; !open_.empty(); open_.pop_front()) resolveBody(open_.front().copy, open_.front().locals);
  }

 private:
  // A copy whose body is still that of the function, and what stands for the locals of that.
  struct Open {
    FunctionId copy;
    std::vector<ExprId> locals;
  };

  bool isFunction(TypeId type) const { return pool_.types[type].base == BaseType::Function; }
  bool takesFunctions(const Function& f) const {
    return std::any_of(f.locals.begin(), f.locals.begin() + f.inputCount,
                       [&](const LocalVariable& local) { return isFunction(local.type); });
  }

  void resolveBody(FunctionId id, const std::vector<ExprId>& locals) {
    // What takes functions itself is called by its copies only.
    if (locals.empty() && takesFunctions(dae_.functions[id])) return;
    Function body = dae_.functions[id];
    ExprTable<ExprId> memo;
    auto inBody = [&](ExprId& slot) { slot = resolve(slot, memo, locals); };
    forEachExprInFunction(body, inBody);
    dae_.functions[id] = std::move(body);
  }

  ExprId resolve(ExprId root, ExprTable<ExprId>& memo, const std::vector<ExprId>& locals) {
    return mapExpr(pool_, root, memo, [&](ExprId id, std::span<const ExprId> children) {
      if (pool_.kind(id) == ExprKind::Local && pool_.payload(id) < locals.size())
        return locals[pool_.payload(id)];
      if (pool_.kind(id) == ExprKind::Call) return call(id, children);
      if (children.empty()) return id;
      if (pool_.kind(id) == ExprKind::FunctionRef && !pool_.functionOf(id).valid() &&
          pool_.kind(children[0]) == ExprKind::FunctionRef)
        return bindPlaces(pool_, children[0], children.subspan(1));
      return pool_.make(pool_.kind(id), pool_.type(id), pool_.payload(id), children);
    });
  }

  bool isKnown(ExprId id) const {
    if (pool_.kind(id) != ExprKind::FunctionRef || !pool_.functionOf(id).valid()) return false;
    const Function& g = dae_.functions[FunctionId(pool_.payload(id))];
    const std::span<const ExprId> bound = pool_.children(id);
    return bound.size() <= g.inputCount && std::none_of(bound.begin(), bound.end(), [&](ExprId b) {
             return isFunction(pool_.type(b)) && pool_.kind(b) != ExprKind::Missing;
           });
  }

  ExprId call(ExprId id, std::span<const ExprId> children) {
    const FunctionId f(pool_.payload(id));
    const ExprId same = pool_.make(ExprKind::Call, pool_.type(id), pool_.payload(id), children);
    if (!f.valid()) return children.empty() || !isKnown(children[0]) ? same : direct(id, children);
    const Function& function = dae_.functions[f];
    if (children.size() != function.inputCount || function.external || !takesFunctions(function))
      return same;
    std::vector<ExprId> functions, arguments;
    for (size_t k = 0; k < children.size(); ++k) {
      if (!isFunction(function.locals[k].type)) {
        arguments.push_back(children[k]);
        continue;
      }
      if (!isKnown(children[k])) return same;
      functions.push_back(children[k]);
    }
    for (ExprId g : functions)
      for (ExprId bound : pool_.children(g))
        if (pool_.kind(bound) != ExprKind::Missing) arguments.push_back(bound);
    const FunctionId copy = copyOf(f, functions);
    if (!copy.valid()) return same;
    return pool_.make(ExprKind::Call, pool_.type(id), copy.index(), arguments);
  }

  // g with some inputs bound, the others from the call in their order (spec 12.4.2.1); those that
  // the call lacks are what g says itself.
  ExprId direct(ExprId id, std::span<const ExprId> children) {
    const ExprId same = pool_.make(ExprKind::Call, pool_.type(id), pool_.payload(id), children);
    const FunctionId g(pool_.payload(children[0]));
    const Function& function = dae_.functions[g];
    std::vector<ExprId> arguments;
    const std::span<const ExprId> bound = pool_.children(children[0]);
    size_t next = 1;
    for (size_t k = 0; k < function.inputCount; ++k) {
      if (k < bound.size() && pool_.kind(bound[k]) != ExprKind::Missing) {
        arguments.push_back(bound[k]);
      } else if (next < children.size()) {
        arguments.push_back(children[next++]);
      } else {
        const ExprId value = function.locals[k].binding;
        if (!value.valid() || !pool_.isLiteral(value)) return same;
        arguments.push_back(value);
      }
    }
    const bool tuple = pool_.types[pool_.type(id)].base == BaseType::Tuple;
    if (next < children.size() || (function.outputCount != 1 && !tuple)) return same;
    return call(pool_.make(ExprKind::Call, pool_.type(id), g.index(), arguments), arguments);
  }

  FunctionId copyOf(FunctionId f, const std::vector<ExprId>& functions) {
    std::vector<uint32_t> key{f.index()};
    for (ExprId g : functions) {
      key.push_back(pool_.payload(g));
      for (ExprId bound : pool_.children(g))
        key.push_back(pool_.kind(bound) != ExprKind::Missing ? 1 : 0);
    }
    if (const auto found = copies_.find(key); found != copies_.end()) return found->second;
    if (copies_.size() >= kMostCopies) return {};
    const FunctionId id(static_cast<uint32_t>(dae_.functions.size()));
    copies_.emplace(std::move(key), id);
    Function copy = dae_.functions[f];
    std::vector<ExprId> locals = rearrange(copy, functions);
    copy.derivatives.clear();
    copy.inverses.clear();
    copy.inlining = Inlining::Never;
    copy.vendorAnnotations +=
        fmt::format("{}{}", copy.vendorAnnotations.empty() ? "" : ", ", kMark);
    std::string name(pool_.names.text(copy.name));
    for (ExprId g : functions) name += fmt::format("${}", pool_.names.text(nameOf(g)));
    copy.name = pool_.names.intern(fmt::format("{}${}", name, copies_.size()));
    dae_.functions.push_back(std::move(copy));
    open_.push_back({id, std::move(locals)});
    return id;
  }
  Symbol nameOf(ExprId g) const { return dae_.functions[FunctionId(pool_.payload(g))].name; }

  // Inputs that are no functions, what is bound, the rest. What stands for each local of before.
  std::vector<ExprId> rearrange(Function& copy, const std::vector<ExprId>& functions) {
    const std::vector<LocalVariable> before = std::move(copy.locals);
    const uint32_t inputs = copy.inputCount;
    std::vector<ExprId> locals(before.size());
    copy.locals.clear();
    auto add = [&](const LocalVariable& local) {
      copy.locals.push_back(local);
      return pool_.local(static_cast<uint32_t>(copy.locals.size() - 1), local.type);
    };
    for (uint32_t k = 0; k < inputs; ++k)
      if (!isFunction(before[k].type)) locals[k] = add(before[k]);
    auto next = functions.begin();
    for (uint32_t k = 0; k < inputs; ++k) {
      if (!isFunction(before[k].type)) continue;
      const ExprId g = *next++;
      std::vector<ExprId> bound(pool_.children(g).begin(), pool_.children(g).end());
      for (uint32_t j = 0; j < bound.size(); ++j)
        if (pool_.kind(bound[j]) != ExprKind::Missing) bound[j] = add(inputFor(before[k], g, j));
      locals[k] = pool_.make(ExprKind::FunctionRef, pool_.type(g), pool_.payload(g), bound);
    }
    copy.inputCount = static_cast<uint32_t>(copy.locals.size());
    for (size_t k = inputs; k < before.size(); ++k) locals[k] = add(before[k]);
    return locals;
  }

  // What is bound to input j of g.
  LocalVariable inputFor(const LocalVariable& of, ExprId g, uint32_t j) {
    LocalVariable input = dae_.functions[FunctionId(pool_.payload(g))].locals[j];
    input.name = pool_.names.intern(
        fmt::format("{}.{}", pool_.names.text(of.name), pool_.names.text(input.name)));
    input.kind = LocalKind::Input;
    input.binding = {};
    // sizes by other inputs of g are what is passed
    for (ExprId& dimension : input.dimensions)
      if (dimension.valid() && !pool_.isLiteral(dimension)) dimension = {};
    return input;
  }

  Dae& dae_;
  ExprPool& pool_;
  std::map<std::vector<uint32_t>, FunctionId> copies_;
  std::deque<Open> open_;
};

}  // namespace

void resolveFunctionArguments(Dae& dae) {
  const bool any = std::any_of(dae.functions.begin(), dae.functions.end(), [&](const Function& f) {
    return std::any_of(f.locals.begin(), f.locals.begin() + f.inputCount, [&](const auto& local) {
      return dae.pool->types[local.type].base == BaseType::Function;
    });
  });
  if (any) Resolver(dae).run();
}

bool hadFunctionArguments(const Function& function) {
  return function.vendorAnnotations.find(kMark) != std::string::npos;
}

}  // namespace formola
