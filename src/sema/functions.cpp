// Functions: interface and body of called functions, calls, record constructors, overloaded
// operators. Specification chapters 12 and 14.
#include <algorithm>

#include "sema/dims.h"
#include "sema/sema.h"
#include "syntax/annotation.h"

namespace formola {

FunctionId Sema::functionOf(Instance* functionClass, SourceRange range) {
  if (functionClass->function.valid()) return functionClass->function;
  Layout* shape = layout(functionClass);
  if (shape->isExternalObject) {
    Instance* constructor = member(functionClass, names_.intern("constructor"));
    return constructor ? functionOf(constructor, range) : FunctionId();
  }
  if (shape->classKind != ast::ClassKind::Function &&
      shape->classKind != ast::ClassKind::OperatorFunction) {
    diagnostics_.report(DiagCode::NotAFunction, range, className(functionClass));
    return {};
  }
  if (functionClass->node && functionClass->node->def->form == ast::ClassForm::Derivative) {
    diagnostics_.report(DiagCode::NotSupportedYet, range,
                        "partial derivatives of functions (function f = der(g, x))");
    return {};
  }
  FunctionId id(functions_.size());
  functions_.push_back(std::make_unique<Function>());
  functionClasses_.push_back(functionClass);
  functionClass->function = id;
  lowerFunction(functionClass, id);
  return id;
}

void Sema::lowerFunction(Instance* functionClass, FunctionId id) {
  Layout* shape = layout(functionClass);
  Function& f = *functions_[id.index()];
  f.name = names_.intern(className(functionClass));
  f.range = functionClass->node ? functionClass->node->def->nameRange : SourceRange{};
  FunctionScope functionScope{functionClass, &f};

  // number the locals first: dimensions and defaults refer to each other
  std::vector<Instance*> locals;
  for (int pass = 0; pass < 3; ++pass) {
    for (uint32_t i = 0; i < shape->elements.size(); ++i) {
      const ast::ComponentDecl* decl = shape->elements[i].component;
      if (!decl || decl->variability == ast::Variability::Constant) continue;
      Instance* local = child(functionClass, i);
      ast::Causality causality = local->decl->causality;
      if (causality == ast::Causality::None) causality = decl->causality;
      int wanted = causality == ast::Causality::Input    ? 0
                   : causality == ast::Causality::Output ? 1
                                                         : 2;
      if (wanted != pass) continue;
      local->local = static_cast<int32_t>(locals.size());
      locals.push_back(local);
      if (pass == 0) ++f.inputCount;
      if (pass == 1) ++f.outputCount;
    }
  }
  for (size_t i = 0; i < locals.size(); ++i) {
    Instance* local = locals[i];
    resolve(local);
    LocalVariable variable;
    variable.name = local->name;
    variable.type = typeOfComponent(local);
    variable.kind = i < f.inputCount                   ? LocalKind::Input
                    : i < f.inputCount + f.outputCount ? LocalKind::Output
                                                       : LocalKind::Protected;
    variable.range = local->decl->nameRange;
    f.locals.push_back(std::move(variable));
  }
  for (size_t i = 0; i < locals.size(); ++i) {
    Instance* local = locals[i];
    Context context;
    context.scope = local->declScope;
    context.function = &functionScope;
    std::vector<const ast::Expr*> sizes(local->decl->dimensions.begin(),
                                        local->decl->dimensions.end());
    sizes.insert(sizes.end(), local->decl->typeDimensions.begin(),
                 local->decl->typeDimensions.end());
    std::vector<ExprId> dimensions;
    for (const ast::Expr* size : sizes) {
      if (size->kind == ast::ExprKind::Colon) {
        dimensions.push_back({});
      } else if (dimensions.size() < local->dims.size() &&
                 local->dims[dimensions.size()] != kUnknownSize) {
        dimensions.push_back(pool_->integer(local->dims[dimensions.size()]));
      } else {
        dimensions.push_back(type(size, context));
      }
    }
    while (dimensions.size() < local->dims.size()) {
      Size n = local->dims[dimensions.size()];
      dimensions.push_back(n == kUnknownSize ? ExprId() : pool_->integer(n));
    }
    f.locals[i].dimensions = std::move(dimensions);
    f.locals[i].binding = local->layout->classKind == ast::ClassKind::Function && !isLeaf(local)
                              ? ExprId()
                              : binding(local);
  }

  const ast::ClassDef* own = functionClass->node ? functionClass->node->def : nullptr;
  f.impure = own && own->impure;
  for (uint32_t p = 0; p < shape->parts.size(); ++p) {
    const Part& part = shape->parts[p];
    if (!part.node || !part.node->def) continue;
    const ast::ClassDef* def = part.node->def;
    Context context;
    context.scope = {functionClass, p};
    context.function = &functionScope;
    for (const ast::AlgorithmSection& section : def->algorithms) {
      std::vector<Statement> body = typeStatements(section.statements, context);
      f.body.insert(f.body.end(), std::make_move_iterator(body.begin()),
                    std::make_move_iterator(body.end()));
    }
    if (!def->equations.empty()) {
      diagnostics_.report(DiagCode::EquationInFunction, def->equations[0].range,
                          className(functionClass));
    }
    if (def->external) {
      ExternalCall external;
      external.language =
          def->external->language.empty() ? "C" : std::string(def->external->language);
      external.function = std::string(
          names_.text(def->external->function.valid() ? def->external->function : def->name));
      if (def->external->hasCall) {
        if (def->external->result)
          external.result = typeReference(def->external->result->name, context);
        for (const ast::Expr* argument : def->external->arguments)
          external.arguments.push_back(type(argument, context));
      } else {
        for (uint32_t i = 0; i < f.inputCount; ++i)
          external.arguments.push_back(pool_->local(i, f.locals[i].type));
        if (f.outputCount == 1) {
          external.result = pool_->local(f.inputCount, f.locals[f.inputCount].type);
        } else {
          for (uint32_t i = 0; i < f.outputCount; ++i) {
            external.arguments.push_back(
                pool_->local(f.inputCount + i, f.locals[f.inputCount + i].type));
          }
        }
      }
      for (const ast::Annotation* annotation :
           {def->external->annotation, def->comment.annotation}) {
        if (!annotation) continue;
        appendStrings(annotation->arguments, names_, "Library", external.libraries);
        appendStrings(annotation->arguments, names_, "LibraryDirectory",
                      external.libraryDirectories);
        appendStrings(annotation->arguments, names_, "Include", external.includes);
        appendStrings(annotation->arguments, names_, "IncludeDirectory",
                      external.includeDirectories);
      }
      f.external = std::move(external);
    }
    readAnnotations(functionClass, p, id);
  }
}

// ---------------------------------------------------------------- calls

ExprId Sema::replaceLocals(ExprId root, std::span<const ExprId> locals) {
  std::unordered_map<ExprId, ExprId> memo;
  auto walk = [&](auto&& self, ExprId e) -> ExprId {
    if (pool_->isLiteral(e)) return e;
    if (pool_->kind(e) == ExprKind::Local) {
      uint32_t i = pool_->payload(e);
      return i < locals.size() && locals[i].valid() ? locals[i] : e;
    }
    if (pool_->children(e).empty()) return e;
    if (auto known = memo.find(e); known != memo.end()) return known->second;
    std::vector<ExprId> children(pool_->children(e).begin(), pool_->children(e).end());
    bool changed = false;
    for (ExprId& c : children) {
      ExprId next = self(self, c);
      changed |= next != c;
      c = next;
    }
    ExprId result = e;
    if (changed) {
      switch (pool_->kind(e)) {
        case ExprKind::Index:
          result = index(children[0], std::span<const ExprId>(children).subspan(1));
          break;
        case ExprKind::Field:
          result = field(children[0], pool_->payload(e));
          break;
        case ExprKind::Array:
          result = makeArray(children);
          break;
        case ExprKind::Builtin:
          if (pool_->builtinOf(e) == Builtin::SizeOf && children.size() == 2 &&
              pool_->kind(children[1]) == ExprKind::Integer) {
            result = size(children[0], static_cast<size_t>(pool_->integerValue(children[1]) - 1));
            break;
          }
          [[fallthrough]];
        default:
          result = rebuild(pool_->kind(e), pool_->type(e), pool_->payload(e), children);
      }
    }
    memo[e] = result;
    return result;
  };
  return walk(walk, root);
}

// The node with other children: sizes that were unknown follow from them, decisions about sizes are
// taken.
ExprId Sema::rebuild(ExprKind kind, TypeId type, uint32_t payload,
                     std::span<const ExprId> children) {
  auto dimsOf = [&](ExprId e) { return copyDims(pool_->types[pool_->type(e)].dims); };
  auto literal = [&](ExprId e) -> std::optional<Size> {
    if (pool_->kind(e) != ExprKind::Integer) return std::nullopt;
    return static_cast<Size>(pool_->integerValue(e));
  };
  if (kind == ExprKind::If && pool_->kind(children[0]) == ExprKind::Boolean) {
    return children[pool_->booleanValue(children[0]) ? 1 : 2];
  }
  if (kind >= ExprKind::Less && kind <= ExprKind::NotEqual &&
      pool_->kind(children[0]) == ExprKind::Integer &&
      pool_->kind(children[1]) == ExprKind::Integer) {
    int64_t a = pool_->integerValue(children[0]), b = pool_->integerValue(children[1]);
    bool holds = kind == ExprKind::Less           ? a < b
                 : kind == ExprKind::LessEqual    ? a <= b
                 : kind == ExprKind::Greater      ? a > b
                 : kind == ExprKind::GreaterEqual ? a >= b
                 : kind == ExprKind::Equal        ? a == b
                                                  : a != b;
    return pool_->boolean(holds);
  }
  if ((kind == ExprKind::Add || kind == ExprKind::Sub || kind == ExprKind::Mul) &&
      literal(children[0]) && literal(children[1])) {
    int64_t a = pool_->integerValue(children[0]), b = pool_->integerValue(children[1]);
    return pool_->integer(kind == ExprKind::Add ? a + b : kind == ExprKind::Sub ? a - b : a * b);
  }
  if (kind == ExprKind::Record) {
    RecordInfo info = pool_->types.recordOf(type);
    for (size_t i = 0; i < children.size() && i < info.fields.size(); ++i)
      info.fields[i].type = pool_->type(children[i]);
    Instance* recordClass = recordClasses_[pool_->types[type].which];
    RecordId id = pool_->types.addRecord(std::move(info));
    recordClasses_.emplace(id.index(), recordClass);
    type = pool_->types.scalar(BaseType::Record, id.index());
  } else if (pool_->types.count(type) < 0) {
    std::vector<Size> dims = copyDims(pool_->types[type].dims);
    if ((kind >= ExprKind::Neg && kind <= ExprKind::Or) || kind == ExprKind::Cast) {
      for (ExprId c : children) {
        if (dimsOf(c).size() == dims.size()) dims = dimsOf(c);
      }
    } else if (kind == ExprKind::If) {
      dims = dimsOf(children[1]);
    } else if (kind == ExprKind::MatMul) {
      std::vector<Size> a = dimsOf(children[0]), b = dimsOf(children[1]);
      dims.clear();
      if (a.size() == 2) dims.push_back(a[0]);
      if (b.size() == 2) dims.push_back(b[1]);
    } else if (kind == ExprKind::Range) {
      auto a = literal(children[0]), s = literal(children[1]), b = literal(children[2]);
      if (a && s && b && *s != 0) dims = {std::max<Size>(0, (*b - *a) / *s + 1)};
    } else if (kind == ExprKind::Builtin) {
      auto f = static_cast<Builtin>(payload);
      if (f == Builtin::Cat && literal(children[0])) {
        auto d = static_cast<size_t>(*literal(children[0]) - 1);
        dims = dimsOf(children[1]);
        Size total = 0;
        for (ExprId c : children.subspan(1)) {
          std::vector<Size> own = dimsOf(c);
          total = d < own.size() && own[d] != kUnknownSize && total != kUnknownSize ? total + own[d]
                                                                                    : kUnknownSize;
        }
        if (d < dims.size()) dims[d] = total;
      } else if (f == Builtin::Fill || f == Builtin::Zeros || f == Builtin::Ones) {
        size_t first = f == Builtin::Fill ? 1 : 0;
        for (size_t i = first; i < children.size() && i - first < dims.size(); ++i) {
          if (auto n = literal(children[i])) dims[i - first] = *n;
        }
      } else if (f == Builtin::Transpose) {
        dims = dimsOf(children[0]);
        std::swap(dims[0], dims[1]);
      } else if (children.size() == 1 && dimsOf(children[0]).size() == dims.size()) {
        dims = dimsOf(children[0]);
      }
    }
    type = pool_->types.withDims(type, dims);
  }
  return pool_->make(kind, type, payload, children);
}

std::optional<ExprId> Sema::tryInline(const Function& f, std::span<const ExprId> arguments) {
  if (f.external || f.outputCount != 1 || f.impure || f.isRecordConstructor) return std::nullopt;
  if (f.body.size() > 1) return std::nullopt;
  bool operatorFunction = pool_->types[f.locals[f.inputCount].type].base == BaseType::Record;
  if (f.inlining == Inlining::Never) return std::nullopt;
  if (f.inlining == Inlining::Default && !operatorFunction) return std::nullopt;
  std::vector<ExprId> locals(arguments.begin(), arguments.end());
  locals.resize(f.locals.size());
  for (uint32_t i = f.inputCount + 1; i < f.locals.size(); ++i) {
    if (!f.locals[i].binding) return std::nullopt;
    locals[i] = replaceLocals(f.locals[i].binding, locals);
  }
  if (f.body.empty()) {
    if (!f.locals[f.inputCount].binding) return std::nullopt;
    return replaceLocals(f.locals[f.inputCount].binding, locals);
  }
  const Statement& s = f.body[0];
  if (s.kind != StatementKind::Assign || pool_->kind(s.target) != ExprKind::Local ||
      pool_->payload(s.target) != f.inputCount) {
    return std::nullopt;
  }
  ExprId value = replaceLocals(s.value, locals);
  if (pool_->types.count(pool_->type(value)) < 0) return std::nullopt;
  return value;
}

ExprId Sema::makeCall(FunctionId id, std::vector<ExprId> arguments, SourceRange range,
                      const Context& context) {
  const Function& f = function(id);
  if (auto inlined = tryInline(f, arguments)) return *inlined;
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
          if (f.locals[i].binding) locals[i] = replaceLocals(f.locals[i].binding, locals);
        }
        ExprId size = replaceLocals(output.dimensions[d], locals);
        if (pool_->kind(size) == ExprKind::Integer) {
          dims[d] = static_cast<Size>(pool_->integerValue(size));
        } else if (!context.function) {
          if (auto value = evaluateNow(size, range, context, false);
              value && !value->integers.empty()) {
            dims[d] = static_cast<Size>(value->integers[0]);
          }
        }
      }
      // an output y[:] takes the size of its default value
      if (output.binding && std::find(dims.begin(), dims.end(), kUnknownSize) != dims.end()) {
        std::vector<ExprId> locals = arguments;
        locals.resize(f.locals.size());
        ExprId value = replaceLocals(output.binding, locals);
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
    if (variability(call) <= Variability::Parameter) {
      if (auto value = evaluateNow(call, range, context, false)) {
        return pool_->call(id, value->type, arguments);
      }
    }
    report(DiagCode::ResultSizeUnknown, range, context, names_.text(f.name));
    return pool_->missing();
  }
  return call;
}

ExprId Sema::vectorize(FunctionId id, std::vector<ExprId> arguments, const std::vector<Size>& extra,
                       SourceRange range, const Context& context) {
  // spec 12.4.6: an argument with more dimensions than the input is mapped over
  if (extra.empty()) return makeCall(id, std::move(arguments), range, context);
  if (extra[0] == kUnknownSize) {
    // the size is known only when the function runs: {f(x[i]) for i in 1:size(x, 1)}
    ExprId iterator = pool_->iterator(pool_->newIterator(), pool_->types.integer());
    ExprId bound;
    std::vector<ExprId> one = arguments;
    for (uint32_t a = 0; a < one.size(); ++a) {
      size_t own = pool_->types[pool_->type(one[a])].dims.size();
      if (own <= pool_->types[function(id).locals[a].type].dims.size()) continue;
      if (!bound) bound = size(one[a], 0);
      one[a] = index(one[a], {&iterator, 1});
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
      size_t wanted = pool_->types[function(id).locals[a].type].dims.size();
      if (own > wanted) {
        ExprId subscript = pool_->integer(i);
        one[a] = index(one[a], {&subscript, 1});
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
    TypeId type = function(id).locals[function(id).inputCount].type;
    return pool_->make(ExprKind::Array, pool_->types.prependDims(type, extra), 0,
                       std::span<const ExprId>());
  }
  return makeArray(elements);
}

ExprId Sema::callFunction(Instance* functionClass, std::span<const ast::Expr* const> arguments,
                          std::span<const ast::NamedArgument> named, SourceRange range,
                          Context& context) {
  Layout* shape = layout(functionClass);
  if (shape->classKind == ast::ClassKind::Record ||
      shape->classKind == ast::ClassKind::OperatorRecord) {
    return constructRecord(functionClass, arguments, named, range, context);
  }
  bool externalObject = shape->isExternalObject;
  FunctionId id = functionOf(functionClass, range);
  if (!id) return pool_->missing();
  const Function* f = &function(id);
  if (arguments.size() > f->inputCount) {
    report(DiagCode::TooManyArguments, range, context, names_.text(f->name), f->inputCount,
           arguments.size());
    return pool_->missing();
  }
  std::vector<ExprId> values(f->inputCount);
  bool failed = false;
  for (size_t i = 0; i < arguments.size(); ++i) {
    values[i] = type(arguments[i], context);
    failed |= pool_->base(values[i]) == BaseType::Error;
  }
  for (const ast::NamedArgument& argument : named) {
    uint32_t at = 0;
    while (at < f->inputCount && f->locals[at].name != argument.name) ++at;
    if (at == f->inputCount) {
      Diagnostic& d = report(DiagCode::NoSuchArgument, argument.range, context,
                             names_.text(f->name), names_.text(argument.name));
      std::vector<std::string_view> candidates;
      for (uint32_t i = 0; i < f->inputCount; ++i)
        candidates.push_back(names_.text(f->locals[i].name));
      std::string hint = didYouMean(names_.text(argument.name), candidates);
      if (!hint.empty()) d.note("did you mean '" + hint + "'?");
      failed = true;
      continue;
    }
    if (values[at].valid()) {
      report(DiagCode::ArgumentTwice, argument.range, context, names_.text(argument.name));
      failed = true;
      continue;
    }
    values[at] = type(argument.value, context);
    f = &function(id);
    failed |= pool_->base(values[at]) == BaseType::Error;
  }
  f = &function(id);
  if (failed) return pool_->missing();
  for (uint32_t i = 0; i < f->inputCount; ++i) {
    if (values[i].valid()) continue;
    if (!f->locals[i].binding) {
      report(DiagCode::MissingArgument, range, context, names_.text(f->name),
             names_.text(f->locals[i].name));
      return pool_->missing();
    }
    values[i] = replaceLocals(f->locals[i].binding, values);
  }
  std::vector<Size> extra;
  for (uint32_t i = 0; i < f->inputCount; ++i) {
    TypeId wanted = f->locals[i].type;
    const std::vector<Size> own = copyDims(pool_->types[pool_->type(values[i])].dims);
    size_t rank = pool_->types[wanted].dims.size();
    if (own.size() > rank && pool_->types[wanted].base != BaseType::Function) {
      std::vector<Size> more(own.begin(), own.end() - static_cast<std::ptrdiff_t>(rank));
      if (!extra.empty() && extra != more) {
        report(DiagCode::VectorizeMismatch, range, context, names_.text(f->name));
        return pool_->missing();
      }
      extra = more;
      std::vector<Size> all = more;
      for (Size d : pool_->types[wanted].dims) all.push_back(d);
      values[i] = convert(values[i], pool_->types.withDims(wanted, all), range, context,
                          names_.text(f->locals[i].name));
    } else {
      // a Record of a derived or differently named type with the same fields is accepted by convert
      TypeId target = wanted;
      if (pool_->types[wanted].base == BaseType::Record &&
          pool_->base(values[i]) == BaseType::Record) {
        target = pool_->types.withDims(wanted, own);
        if (pool_->types.count(wanted) >= 0 || own.size() != rank) target = wanted;
      }
      values[i] = convert(values[i], target, range, context,
                          "argument '" + std::string(names_.text(f->locals[i].name)) + "' of " +
                              std::string(names_.text(f->name)));
    }
    if (pool_->base(values[i]) == BaseType::Error) return pool_->missing();
  }
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
    std::vector<ExprId> children(pool_->children(call).begin(), pool_->children(call).end());
    call = pool_->call(id, type, children);
  }
  return call;
}

ExprId Sema::constructRecord(Instance* recordClass, std::span<const ast::Expr* const> arguments,
                             std::span<const ast::NamedArgument> named, SourceRange range,
                             Context& context) {
  Layout* shape = layout(recordClass);
  // an operator record may define its own constructors
  if (shape->classKind == ast::ClassKind::OperatorRecord) {
    if (Instance* constructors = member(recordClass, names_.intern("'constructor'"))) {
      // inside a constructor the record is built from its fields
      bool inside = false;
      for (Instance* up = context.scope.instance; up;
           up = up->isComponent() ? nullptr : up->parent) {
        inside |= up == constructors;
      }
      if (!inside) {
        std::vector<ExprId> operands;
        bool positionalOnly = named.empty();
        if (positionalOnly) {
          for (const ast::Expr* a : arguments) {
            operands.push_back(type(a, context));
            if (pool_->base(operands.back()) == BaseType::Error) return pool_->missing();
          }
          size_t fields =
              pool_->types.recordInfo(RecordId(pool_->types[recordTypeOf(recordClass)].which))
                  .fields.size();
          if (operands.size() != fields)
            return overloaded("'constructor'", operands, range, context, recordClass);
        }
      }
    }
  }
  std::vector<Instance*> fields;
  for (uint32_t i = 0; i < shape->elements.size(); ++i) {
    if (!shape->elements[i].component) continue;
    Instance* part = child(recordClass, i);
    resolve(part);
    if (part->variability == Variability::Constant || part->removed) continue;
    fields.push_back(part);
  }
  if (arguments.size() > fields.size()) {
    report(DiagCode::TooManyArguments, range, context, className(recordClass), fields.size(),
           arguments.size());
    return pool_->missing();
  }
  std::unordered_map<const Instance*, ExprId> given;
  for (size_t i = 0; i < arguments.size(); ++i) given[fields[i]] = type(arguments[i], context);
  for (const ast::NamedArgument& argument : named) {
    auto it = std::find_if(fields.begin(), fields.end(),
                           [&](Instance* f) { return f->name == argument.name; });
    if (it == fields.end()) {
      // constants and removed fields may be named but have no place in the value
      if (shape->index.count(argument.name)) continue;
      Diagnostic& d = report(DiagCode::NoSuchArgument, argument.range, context,
                             className(recordClass), names_.text(argument.name));
      std::vector<std::string_view> candidates;
      for (Instance* f : fields) candidates.push_back(names_.text(f->name));
      std::string hint = didYouMean(names_.text(argument.name), candidates);
      if (!hint.empty()) d.note("did you mean '" + hint + "'?");
      return pool_->missing();
    }
    given[*it] = type(argument.value, context);
  }
  for (auto& [f, value] : given) {
    if (pool_->base(value) == BaseType::Error) return pool_->missing();
  }
  std::vector<ExprId> values;
  RecordInfo info;
  info.name = names_.intern(className(recordClass));
  for (Instance* f : fields) {
    auto it = given.find(f);
    ExprId value;
    if (it != given.end()) {
      TypeId wanted = typeOfComponent(f);
      // sizes of the fields follow the arguments: an array field with default size takes the given
      // one
      const std::vector<Size> own = copyDims(pool_->types[pool_->type(it->second)].dims);
      if (own.size() == pool_->types[wanted].dims.size())
        wanted = pool_->types.withDims(wanted, own);
      value = convert(it->second, wanted, range, context, names_.text(f->name));
    } else {
      // the default: the binding of the field in the record, with the given fields in place
      for (const ModLayer& layer : f->layers) {
        if (!layer.modification || !layer.modification->binding) continue;
        if (layer.argument && layer.pathDone < layer.argument->name.parts.size()) continue;
        Context inner;
        inner.scope = layer.scope;
        inner.function = context.function;
        inner.substitutes = &given;
        value = type(layer.modification->binding, inner);
        for (const Access& access : layer.accesses) {
          if (access.field.valid() && pool_->base(value) == BaseType::Record) {
            const auto& info2 = pool_->types.recordOf(pool_->type(value)).fields;
            for (uint32_t i = 0; i < info2.size(); ++i) {
              if (info2[i].name == access.field) {
                value = field(value, i);
                break;
              }
            }
          }
        }
        if (pool_->base(value) != BaseType::Error)
          value = convert(value, typeOfComponent(f), range, context, names_.text(f->name));
        break;
      }
      if (!value && f->layout->builtin == BaseType::None && isRecord(f)) {
        value = constructRecord(f->type, {}, {}, range, context);
      }
      if (!value) {
        report(DiagCode::MissingArgument, range, context, className(recordClass),
               names_.text(f->name));
        return pool_->missing();
      }
    }
    if (pool_->base(value) == BaseType::Error) return pool_->missing();
    given[f] = value;
    values.push_back(value);
    info.fields.push_back({f->name, pool_->type(value)});
  }
  RecordId id = pool_->types.addRecord(std::move(info));
  recordClasses_.emplace(id.index(), recordClass);
  return pool_->make(ExprKind::Record, pool_->types.scalar(BaseType::Record, id.index()), 0,
                     values);
}

ExprId Sema::overloaded(std::string_view op, std::vector<ExprId> operands, SourceRange range,
                        Context& context, Instance* recordClass) {
  // the class that defines the operator: that of the first record operand, if it isn't given
  bool arrays = false;
  for (ExprId e : operands) {
    if (pool_->base(e) == BaseType::Record && !recordClass) {
      auto found = recordClasses_.find(pool_->types[pool_->type(e)].which);
      if (found != recordClasses_.end()) recordClass = found->second;
    }
    arrays |= !pool_->types.isScalar(pool_->type(e));
  }
  auto fail = [&] {
    std::string types;
    for (ExprId e : operands) types += (types.empty() ? "" : " and ") + showType(pool_->type(e));
    report(DiagCode::NoOperator, range, context, op, types);
    return pool_->missing();
  };
  if (arrays && operands.size() <= 2 && op != "'constructor'") {
    // elementwise, or products of vectors and matrices by sums of products
    const std::vector<Size> da = copyDims(pool_->types[pool_->type(operands[0])].dims);
    const std::vector<Size> db = operands.size() > 1
                                     ? copyDims(pool_->types[pool_->type(operands[1])].dims)
                                     : std::vector<Size>{};
    auto at = [&](ExprId e, Size i) {
      ExprId s = pool_->integer(i);
      return pool_->types.isScalar(pool_->type(e)) ? e : index(e, {&s, 1});
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
        return rows.empty() ? fail() : makeArray(rows);
      }
      if (da.size() == 1 && db.size() == 2) {
        std::vector<ExprId> columns;
        for (Size j = 1; j <= db[1]; ++j) {
          ExprId subscripts[2] = {pool_->colon(), pool_->integer(j)};
          columns.push_back(
              overloaded(op, {operands[0], index(operands[1], subscripts)}, range, context));
          if (pool_->base(columns.back()) == BaseType::Error) return columns.back();
        }
        return columns.empty() ? fail() : makeArray(columns);
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
    return makeArray(elements);
  }
  if (!recordClass) return fail();
  auto candidatesOf = [&](std::string_view name) {
    std::vector<Instance*> list;
    Instance* found = member(recordClass, names_.intern(name));
    if (!found || found->isComponent()) return list;
    Layout* shape = layout(found);
    if (shape->classKind == ast::ClassKind::Function ||
        shape->classKind == ast::ClassKind::OperatorFunction) {
      list.push_back(found);
      return list;
    }
    for (uint32_t i = 0; i < shape->elements.size(); ++i) {
      if (shape->elements[i].classNode) list.push_back(child(found, i));
    }
    return list;
  };
  // "operator record ComplexVoltage = Complex(...)" has the operators of Complex: types are
  // compared by their fields
  auto sameRecord = [&](TypeId a, TypeId b) {
    const auto& fa = pool_->types.recordOf(a).fields;
    const auto& fb = pool_->types.recordOf(b).fields;
    return std::equal(fa.begin(), fa.end(), fb.begin(), fb.end(),
                      [](const RecordField& x, const RecordField& y) { return x.name == y.name; });
  };
  auto matches = [&](const Function& f, const std::vector<ExprId>& values, bool allowConstruct) {
    if (values.size() > f.inputCount) return false;
    for (uint32_t i = 0; i < f.inputCount; ++i) {
      if (i >= values.size()) {
        if (!f.locals[i].binding) return false;
        continue;
      }
      TypeId wanted = f.locals[i].type;
      TypeId own = pool_->type(values[i]);
      if (pool_->types[wanted].dims.size() != pool_->types[own].dims.size()) return false;
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
  };
  std::vector<Instance*> candidates = candidatesOf(op);
  if (candidates.empty() && op.size() > 3 && op[1] == '.') {
    std::string plain(op);
    plain.erase(1, 1);
    candidates = candidatesOf(plain);
  }
  // <> by not ==
  for (bool construct : {false, true}) {
    for (Instance* candidate : candidates) {
      FunctionId id = functionOf(candidate, range);
      if (!id || !matches(function(id), operands, construct)) continue;
      std::vector<ExprId> values;
      for (uint32_t i = 0; i < function(id).inputCount; ++i) {
        TypeId wanted = function(id).locals[i].type;
        ExprId value;
        if (i < operands.size()) {
          value = operands[i];
          if (pool_->types[wanted].base == BaseType::Record &&
              pool_->base(value) != BaseType::Record) {
            // Real -> record through its constructor
            ExprId built;
            for (Instance* constructor : candidatesOf("'constructor'")) {
              FunctionId c = functionOf(constructor, range);
              std::vector<ExprId> one{value};
              if (!c || !matches(function(c), one, false)) continue;
              std::vector<ExprId> all{castTo(value, BaseType::Real)};
              for (uint32_t k = 1; k < function(c).inputCount; ++k) {
                all.push_back(replaceLocals(function(c).locals[k].binding, all));
              }
              built = makeCall(c, all, range, context);
              break;
            }
            if (!built) return fail();
            value = built;
          } else if (pool_->types[wanted].base == BaseType::Real) {
            value = castTo(value, BaseType::Real);
          }
        } else {
          value = replaceLocals(function(id).locals[i].binding, values);
        }
        values.push_back(value);
      }
      return makeCall(id, values, range, context);
    }
  }
  return fail();
}

}  // namespace formola
