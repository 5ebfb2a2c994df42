// Calls of functions: arguments by position, by name and by default; elementwise calls on arrays.
// Specification 12.4.
#include "sema/calls.h"

#include <fmt/format.h>

#include <algorithm>

#include "dae/visit.h"
#include "diag/codes/functions.h"
#include "diag/codes/types.h"
#include "expr/rewrite.h"
#include "sema/array_values.h"
#include "sema/constants.h"
#include "sema/dims.h"
#include "sema/functions.h"
#include "sema/inline_calls.h"
#include "sema/instances.h"
#include "sema/mod_layers.h"
#include "sema/record_values.h"
#include "sema/type_expr.h"

namespace formola {

ExprId Calls::makeCall(FunctionId id, std::vector<ExprId> arguments, SourceRange range,
                       const Context& context) {
  const Function& f = functions_.function(id);
  if (auto inlined = inliner_.tryInline(f, arguments)) return *inlined;
  std::vector<TypeId> results;
  for (uint32_t o = 0; o < f.outputCount; ++o) {
    const LocalVariable& output = f.locals[f.inputCount + o];
    TypeId type = output.type;
    if (pool_->types.count(type) < 0) {
      std::vector<Size> dims = copyDims(pool_->types[type].dims);
      for (size_t d = 0; d < dims.size(); ++d) {
        if (dims[d] != kUnknownSize || d >= output.dimensions.size() || !output.dimensions[d])
          continue;
        // protected variables in a dimension take their default value
        std::vector<ExprId> locals = arguments;
        locals.resize(f.locals.size());
        for (uint32_t i = f.inputCount + f.outputCount; i < f.locals.size(); ++i) {
          if (f.locals[i].binding) locals[i] = inliner_.replaceLocals(f.locals[i].binding, locals);
        }
        ExprId size = inliner_.replaceLocals(output.dimensions[d], locals);
        if (pool_->kind(size) == ExprKind::Integer) {
          dims[d] = static_cast<Size>(pool_->integerValue(size));
        } else if (!context.function) {
          if (auto value = constants_.evaluateNow(size, range, context, false);
              value && !value->integers.empty()) {
            dims[d] = static_cast<Size>(value->integers[0]);
          }
        }
      }
      // an output y[:] takes the size of its default value
      if (output.binding && std::find(dims.begin(), dims.end(), kUnknownSize) != dims.end()) {
        std::vector<ExprId> locals = arguments;
        locals.resize(f.locals.size());
        ExprId value = inliner_.replaceLocals(output.binding, locals);
        std::span<const Size> given = pool_->types[pool_->type(value)].dims;
        for (size_t d = 0; d < dims.size() && d < given.size(); ++d) {
          if (dims[d] == kUnknownSize) dims[d] = given[d];
        }
      }
      type = pool_->types.withDims(type, dims);
    }
    results.push_back(type);
  }
  TypeId type = results.empty()       ? pool_->types.none()
                : results.size() == 1 ? results[0]
                                      : pool_->types.tuple(results);
  ExprId call = pool_->call(id, type, arguments);
  // a size that depends on the body: run it if the arguments are known
  if (!context.function && results.size() == 1 && pool_->types.count(type) < 0) {
    if (constants_.variability(call) <= Variability::Parameter) {
      if (auto value = constants_.evaluateNow(call, range, context, false)) {
        return pool_->call(id, value->type, arguments);
      }
    }
    report(diag::ResultSizeUnknown, range, context, names_.text(f.name));
    return pool_->missing();
  }
  return call;
}

ExprId Calls::vectorize(FunctionId id, std::vector<ExprId> arguments,
                        const std::vector<Size>& extra, SourceRange range, const Context& context) {
  // spec 12.4.6: an argument with more dimensions than the input is mapped over
  if (extra.empty()) return makeCall(id, std::move(arguments), range, context);
  if (extra[0] == kUnknownSize) {
    // the size is known only when the function runs: {f(x[i]) for i in 1:size(x, 1)}
    ExprId iterator = pool_->iterator(pool_->newIterator(), pool_->types.integer());
    ExprId bound;
    std::vector<ExprId> one = arguments;
    for (uint32_t a = 0; a < one.size(); ++a) {
      size_t own = pool_->types[pool_->type(one[a])].dims.size();
      if (own <= pool_->types[functions_.function(id).locals[a].type].dims.size()) continue;
      if (!bound) bound = values_.size(one[a], 0);
      one[a] = values_.index(one[a], {&iterator, 1});
    }
    ExprId body = vectorize(id, std::move(one), {extra.begin() + 1, extra.end()}, range, context);
    if (pool_->base(body) == BaseType::Error || !bound) return pool_->missing();
    ExprId three[3] = {pool_->integer(1), pool_->integer(1), bound};
    ExprId all[3] = {
        body, iterator,
        pool_->make(ExprKind::Range, pool_->types.get(BaseType::Integer, 0, {extra.data(), 1}), 0,
                    three)};
    return pool_->make(ExprKind::Comprehension,
                       pool_->types.prependDims(pool_->type(body), {extra.data(), 1}), 0, all);
  }
  std::vector<ExprId> elements;
  std::vector<Size> rest(extra.begin() + 1, extra.end());
  for (Size i = 1; i <= extra[0]; ++i) {
    std::vector<ExprId> one = arguments;
    for (uint32_t a = 0; a < one.size(); ++a) {
      size_t own = pool_->types[pool_->type(one[a])].dims.size();
      size_t wanted = pool_->types[functions_.function(id).locals[a].type].dims.size();
      if (own > wanted) {
        ExprId subscript = pool_->integer(i);
        one[a] = values_.index(one[a], {&subscript, 1});
      }
    }
    ExprId e = vectorize(id, std::move(one), rest, range, context);
    if (pool_->base(e) == BaseType::Error) return e;
    if (pool_->base(e) == BaseType::Tuple) {
      e = pool_->make(ExprKind::TupleElement, pool_->types.recordOf(pool_->type(e)).fields[0].type,
                      0, {&e, 1});
    }
    elements.push_back(e);
  }
  if (elements.empty()) {
    TypeId type = functions_.function(id).locals[functions_.function(id).inputCount].type;
    return pool_->make(ExprKind::Array, pool_->types.prependDims(type, extra), 0,
                       std::span<const ExprId>());
  }
  return values_.makeArray(elements);
}

// A function with results needs something that computes them (spec 12.2).
bool Calls::isCallable(Instance* functionClass, const Function& f, SourceRange range,
                       const Context& context) {
  const Layout& shape = *instances_.layout(functionClass);
  if (shape.isExternalObject) return true;
  if (shape.isPartial) {
    // A package that is still to be chosen has one message, not one for each use.
    const Instance* package = functionClass->parent;
    const bool isOpen = package && package->layout && package->layout->isPartial;
    if (isOpen && !openPackages_.insert(package->node).second && diagnostics_.hasErrors())
      return false;
    Diagnostic& partial = report(diag::PartialFunction, range, context, names_.text(f.name));
    partial.note("it is declared here", f.range);
    if (isOpen)
      partial.note(
          fmt::format("its package '{}' is partial: give the component a complete one, as in "
                      "(redeclare package Medium = ...)",
                      className(package)));
    return false;
  }
  for (const Part& part : shape.parts) {
    if (!part.node || !part.node->def) continue;
    const ast::ClassDef* def = part.node->def;
    if (!def->algorithms.empty() || def->external || def->form == ast::ClassForm::Derivative ||
        !def->equations.empty())
      return true;
  }
  // While the value of a result is read, which may call its function again, it has no binding yet.
  for (uint32_t i = f.inputCount; i < f.inputCount + f.outputCount; ++i) {
    if (i >= f.locals.size() || f.locals[i].binding) continue;
    const Instance* local = instances_.member(functionClass, f.locals[i].name);
    if (local && isGivenValue(*local)) continue;
    report(diag::FunctionWithoutBody, range, context, names_.text(f.name),
           names_.text(f.locals[i].name))
        .note("it is declared here", f.range);
    return false;
  }
  return true;
}

// A value whose first sizes are to be `sizes`: where they are not known, an operation that needs
// them checks them when it runs. False: there is none for its type.
bool Calls::takeSizes(ExprId& value, std::span<const Size> sizes, size_t rest) {
  std::vector<Size> dims = copyDims(pool_->types[pool_->type(value)].dims);
  if (dims.size() != sizes.size() + rest) return false;
  bool open = false;
  for (size_t d = 0; d < sizes.size(); ++d) {
    open |= dims[d] == kUnknownSize && sizes[d] != kUnknownSize;
    dims[d] = sizes[d];
  }
  if (!open) return true;
  const TypeId type = pool_->types.withDims(pool_->type(value), dims);
  const ExprId zeros = values_.zeroOf(type);
  if (!zeros || !pool_->types.isNumeric(type)) return false;
  value = pool_->binary(ExprKind::Add, type, value, zeros);
  return true;
}

bool Calls::placeArguments(FunctionId id, std::span<const ast::Expr* const> arguments,
                           std::span<const ast::NamedArgument> named, std::vector<ExprId>& values,
                           Context& context) {
  const Function* f = &functions_.function(id);
  bool failed = false;
  for (size_t i = 0; i < arguments.size(); ++i) {
    values[i] = typer_.type(arguments[i], context);
    failed |= pool_->base(values[i]) == BaseType::Error;
  }
  for (const ast::NamedArgument& argument : named) {
    uint32_t at = 0;
    while (at < f->inputCount && f->locals[at].name != argument.name) ++at;
    if (at == f->inputCount) {
      Diagnostic& d = report(diag::NoSuchArgument, argument.range, context, names_.text(f->name),
                             names_.text(argument.name));
      std::vector<std::string_view> candidates;
      for (uint32_t i = 0; i < f->inputCount; ++i)
        candidates.push_back(names_.text(f->locals[i].name));
      std::string hint = didYouMean(names_.text(argument.name), candidates);
      if (!hint.empty()) d.note("did you mean '" + hint + "'?");
      failed = true;
      continue;
    }
    if (values[at].valid()) {
      report(diag::ArgumentTwice, argument.range, context, names_.text(argument.name));
      failed = true;
      continue;
    }
    values[at] = typer_.type(argument.value, context);
    f = &functions_.function(id);
    failed |= pool_->base(values[at]) == BaseType::Error;
  }
  return !failed;
}

bool Calls::addDefaults(FunctionId id, std::vector<ExprId>& values, SourceRange range,
                        Context& context) {
  const Function* f = &functions_.function(id);
  // Defaults are expressions of the inputs, which are Real where their arguments may be Integer.
  for (uint32_t i = 0; i < f->inputCount; ++i) {
    const TypeId wanted = f->locals[i].type;
    if (!values[i].valid() || pool_->base(values[i]) != BaseType::Integer ||
        pool_->types[wanted].base != BaseType::Real)
      continue;
    const std::vector<Size> own = copyDims(pool_->types[pool_->type(values[i])].dims);
    values[i] = values_.convert(values[i], pool_->types.withDims(wanted, own), range, context,
                                names_.text(f->locals[i].name));
  }
  for (uint32_t i = 0; i < f->inputCount; ++i) {
    if (values[i].valid()) continue;
    if (!f->locals[i].binding) {
      report(diag::MissingArgument, range, context, names_.text(f->name),
             names_.text(f->locals[i].name));
      return false;
    }
    values[i] = inliner_.replaceLocals(f->locals[i].binding, values);
  }
  return true;
}

// Whether an argument of these sizes may stand for an input of numbers; sizes that are not known
// are checked when the function runs.
bool Calls::sizesFit(const Function& f, uint32_t input, std::span<const Size> own) const {
  const Type& wanted = pool_->types[f.locals[input].type];
  if (!pool_->types.isNumeric(f.locals[input].type) || wanted.dims.size() != own.size())
    return true;
  for (size_t d = 0; d < own.size(); ++d)
    if (wanted.dims[d] == kUnknownSize) return true;
  for (size_t d = 0; d < own.size(); ++d)
    if (own[d] != wanted.dims[d] && own[d] != kUnknownSize) return false;
  return true;
}

// Whether anything in a function with a body of its own depends on an input.
bool Calls::usesInput(const Function& f, uint32_t input) const {
  bool used = f.body.empty();  // perhaps it is still to come
  const auto look = [&](ExprId root) {
    used = used || anyNode(*pool_, root, [&](ExprId e) {
             return pool_->kind(e) == ExprKind::Local && pool_->payload(e) == input;
           });
  };
  forEachExprInFunction(f, look);
  return used;
}

// Why a function cannot be called as `wanted` is (spec 12.4.2): "" if it can. Names may differ.
std::string Calls::functionMisfit(const Function& wanted, ExprId given) const {
  const Function& f = functions_.function(pool_->functionOf(given));
  for (const Function* one : {&f, &wanted})  // still being read
    if (one->locals.size() < one->inputCount + one->outputCount) return {};
  const std::span<const ExprId> bound = pool_->children(given);
  auto typeFits = [&](TypeId to, TypeId from) {
    const Type &a = pool_->types[to], &b = pool_->types[from];
    return a.dims.size() == b.dims.size() &&
           (a.base == b.base || (a.base == BaseType::Real && b.base == BaseType::Integer));
  };
  uint32_t next = 0;
  for (uint32_t i = 0; i < f.inputCount && i < bound.size(); ++i) {
    if (pool_->kind(bound[i]) != ExprKind::Missing) continue;
    const std::string input(names_.text(f.locals[i].name));
    if (next == wanted.inputCount) {
      if (f.locals[i].binding) continue;
      return fmt::format("nothing gives its input '{}' a value; bind it, 'function {}({} = ...)'",
                         input, names_.text(f.name), input);
    }
    if (!typeFits(f.locals[i].type, wanted.locals[next].type))
      return fmt::format("its input '{}' is {}, and is given {}", input,
                         values_.showType(f.locals[i].type),
                         values_.showType(wanted.locals[next].type));
    ++next;
  }
  if (next < wanted.inputCount)
    return fmt::format("it has no free input for '{}'", names_.text(wanted.locals[next].name));
  if (f.outputCount < wanted.outputCount) return "it has too few results";
  for (uint32_t o = 0; o < wanted.outputCount; ++o)
    if (!typeFits(wanted.locals[wanted.inputCount + o].type, f.locals[f.inputCount + o].type))
      return fmt::format("its result '{}' is {} where {} is needed",
                         names_.text(f.locals[f.inputCount + o].name),
                         values_.showType(f.locals[f.inputCount + o].type),
                         values_.showType(wanted.locals[wanted.inputCount + o].type));
  return {};
}

// False after a report.
bool Calls::functionFits(FunctionId id, uint32_t input, ExprId given, SourceRange range,
                         const Context& context) {
  const Symbol name = functions_.function(id).locals[input].name;
  if (pool_->kind(given) != ExprKind::FunctionRef || !pool_->functionOf(given).valid()) return true;
  Instance* local = instances_.member(functions_.classOf(id), name);
  const FunctionId wanted =
      local && local->isComponent() ? functions_.functionOf(local->type, range) : FunctionId();
  if (!wanted) return true;
  const std::string reason = functionMisfit(functions_.function(wanted), given);
  if (reason.empty()) return true;
  const Function& f = functions_.function(pool_->functionOf(given));
  report(diag::FunctionIncompatible, range, context, names_.text(f.name), names_.text(name),
         names_.text(functions_.function(id).name), reason)
      .note("it is declared here", f.range);
  return false;
}

// Arguments as the types of the inputs want them. `extra`: the dimensions by which some have more
// than their inputs; the call is then made for each element (spec 12.4.6).
bool Calls::fitArguments(FunctionId id, std::vector<ExprId>& values, std::vector<Size>& extra,
                         SourceRange range, Context& context) {
  const Function* f = &functions_.function(id);
  for (uint32_t i = 0; i < f->inputCount; ++i) {
    TypeId wanted = f->locals[i].type;
    if (pool_->types[wanted].base == BaseType::Function &&
        !functionFits(id, i, values[i], range, context))
      return false;
    const std::vector<Size> own = copyDims(pool_->types[pool_->type(values[i])].dims);
    size_t rank = pool_->types[wanted].dims.size();
    if (own.size() > rank && pool_->types[wanted].base != BaseType::Function) {
      std::vector<Size> more(own.begin(), own.end() - static_cast<std::ptrdiff_t>(rank));
      if (!extra.empty() && !sameDims(extra, more)) {
        report(diag::VectorizeMismatch, range, context, names_.text(f->name));
        return false;
      }
      extra = extra.empty() ? more : joinDims(extra, more);
      std::vector<Size> all = more;
      for (Size d : pool_->types[wanted].dims) all.push_back(d);
      values[i] = values_.convert(values[i], pool_->types.withDims(wanted, all), range, context,
                                  names_.text(f->locals[i].name));
    } else {
      // a Record of a derived or differently named type with the same fields is accepted by convert
      TypeId target = wanted;
      if (pool_->types[wanted].base == BaseType::Record &&
          pool_->base(values[i]) == BaseType::Record) {
        target = pool_->types.withDims(wanted, own);
        if (pool_->types.count(wanted) >= 0 || own.size() != rank) target = wanted;
      }
      if (!sizesFit(*f, i, own) && !usesInput(*f, i)) {
        report(diag::UnusedArgumentSize, range, context, names_.text(f->locals[i].name),
               names_.text(f->name), values_.showType(wanted),
               values_.showType(pool_->type(values[i])));
        values[i] = values_.zeroOf(wanted);
      }
      values[i] = values_.convert(values[i], target, range, context,
                                  "argument '" + std::string(names_.text(f->locals[i].name)) +
                                      "' of " + std::string(names_.text(f->name)));
    }
    if (pool_->base(values[i]) == BaseType::Error) return false;
  }
  for (uint32_t i = 0; i < f->inputCount && !extra.empty(); ++i) {
    const size_t rank = pool_->types[f->locals[i].type].dims.size();
    if (pool_->types[pool_->type(values[i])].dims.size() > rank &&
        !takeSizes(values[i], extra, rank)) {
      report(diag::VectorizeMismatch, range, context, names_.text(f->name));
      return false;
    }
  }
  return true;
}

ExprId Calls::callFunction(Instance* functionClass, std::span<const ast::Expr* const> arguments,
                           std::span<const ast::NamedArgument> named, SourceRange range,
                           Context& context) {
  Layout* shape = instances_.layout(functionClass);
  if (shape->classKind == ast::ClassKind::Record ||
      shape->classKind == ast::ClassKind::OperatorRecord) {
    return records_.constructRecord(functionClass, arguments, named, range, context);
  }
  bool externalObject = shape->isExternalObject;
  FunctionId id = functions_.functionOf(functionClass, range);
  if (!id) return pool_->missing();
  const Function* f = &functions_.function(id);
  if (!isCallable(functionClass, *f, range, context)) return pool_->missing();
  if (arguments.size() > f->inputCount) {
    report(diag::TooManyArguments, range, context, names_.text(f->name), f->inputCount,
           arguments.size());
    return pool_->missing();
  }
  std::vector<ExprId> values(f->inputCount);
  std::vector<Size> extra;
  if (!placeArguments(id, arguments, named, values, context) ||
      !addDefaults(id, values, range, context) ||
      !fitArguments(id, values, extra, range, context)) {
    return pool_->missing();
  }
  f = &functions_.function(id);
  // functions of the language itself: external "builtin"
  if (f->external && f->external->language == "builtin" && f->outputCount == 1) {
    for (int b = 0; b <= static_cast<int>(Builtin::Relax); ++b) {
      auto builtin = static_cast<Builtin>(b);
      if (name(builtin) != f->external->function || f->external->arguments.size() != values.size())
        continue;
      TypeId type = f->locals[f->inputCount].type;
      if (!extra.empty()) type = pool_->types.withDims(type, extra);
      return pool_->builtin(builtin, type, values);
    }
  }
  ExprId call = vectorize(id, std::move(values), extra, range, context);
  if (externalObject && pool_->base(call) != BaseType::Error) {
    TypeId type = pool_->types.scalar(BaseType::ExternalObject,
                                      names_.intern(className(functionClass)).index());
    call = values_.forEachElement(call, [&](ExprId one) {
      const std::vector<ExprId> children(pool_->children(one).begin(), pool_->children(one).end());
      return pool_->call(id, type, children);
    });
  }
  return call;
}

}  // namespace formola
