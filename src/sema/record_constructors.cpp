// Record constructors. Specification 12.6 and 14.3.
#include <algorithm>

#include "expr/rewrite.h"
#include "sema/dims.h"
#include "sema/sema.h"

namespace formola {

// Something of the class itself, which has no value, stands in the expression.
bool Sema::mentionsMember(ExprId root, const Instance* recordClass) const {
  return anyNode(*pool_, root, [&](ExprId e) {
    if (pool_->kind(e) != ExprKind::Variable || !pool_->variableOf(e).valid()) return false;
    const Instance* at = instanceOf(pool_->variableOf(e));
    while (at && at != recordClass) at = at->parent;
    return at != nullptr;
  });
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
  // The value of a field; invalid: it has none, or one that depends on a field still to come.
  bool waits = false;
  auto valueOfField = [&](Instance* f) -> ExprId {
    if (auto it = given.find(f); it != given.end()) {
      TypeId wanted = typeOfComponent(f);
      // sizes of the fields follow the arguments: an array field with default size takes the given
      // one
      const std::vector<Size> own = copyDims(pool_->types[pool_->type(it->second)].dims);
      if (own.size() == pool_->types[wanted].dims.size())
        wanted = pool_->types.withDims(wanted, own);
      return convert(it->second, wanted, range, context, names_.text(f->name));
    }
    // the default: the binding of the field in the record, with the given fields in place
    for (const ModLayer& layer : f->layers) {
      if (!layer.modification || !layer.modification->binding) continue;
      if (layer.argument && layer.pathDone < layer.argument->name.parts.size()) continue;
      Context inner;
      inner.scope = layer.scope;
      inner.function = context.function;
      inner.substitutes = &given;
      ExprId value = type(layer.modification->binding, inner);
      if (mentionsMember(value, recordClass)) {
        waits = true;
        return {};
      }
      for (const Access& access : layer.accesses) {
        if (!access.field.valid()) continue;
        if (const ExprId part = fieldNamed(value, access.field); part.valid()) value = part;
      }
      if (pool_->base(value) != BaseType::Error)
        value = convert(value, typeOfComponent(f), range, context, names_.text(f->name));
      return value;
    }
    if (f->layout->builtin == BaseType::None && isRecord(f))
      return constructRecord(f->type, {}, {}, range, context);
    return {};
  };
  // A default may use fields that are declared later: as many rounds as needed.
  std::unordered_map<const Instance*, ExprId> made;
  for (bool progress = true; progress && made.size() < fields.size();) {
    progress = false;
    for (Instance* f : fields) {
      if (made.contains(f)) continue;
      waits = false;
      const ExprId value = valueOfField(f);
      if (!value && waits) continue;
      if (!value) {
        report(DiagCode::MissingArgument, range, context, className(recordClass),
               names_.text(f->name));
        return pool_->missing();
      }
      if (pool_->base(value) == BaseType::Error) return pool_->missing();
      made[f] = given[f] = value;
      progress = true;
    }
  }
  std::vector<ExprId> values;
  RecordInfo info;
  info.name = names_.intern(className(recordClass));
  for (Instance* f : fields) {
    const auto value = made.find(f);
    if (value == made.end()) {
      report(DiagCode::CyclicConstant, f->decl->nameRange, context, names_.text(f->name));
      return pool_->missing();
    }
    values.push_back(value->second);
    info.fields.push_back({f->name, pool_->type(value->second)});
  }
  RecordId id = pool_->types.addRecord(std::move(info));
  recordClasses_.emplace(id.index(), recordClass);
  return pool_->make(ExprKind::Record, pool_->types.scalar(BaseType::Record, id.index()), 0,
                     values);
}

}  // namespace formola
