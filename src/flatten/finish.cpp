// The last step of flatten: only what is used, renumbered, in a pool of its own.
#include <functional>

#include "diag/codes/classes.h"
#include "flatten/flattener.h"
#include "syntax/annotation.h"

namespace formola {

namespace {

// Copies expressions from one pool into another. Stream operators are replaced on the way.
class Copier {
 public:
  Copier(ExprPool& from, ExprPool& to) : from_(from), to_(to) {}

  std::function<VariableId(VariableId)> variable;
  std::function<FunctionId(FunctionId)> function;
  // an expression in `from` for a variable that is not copied; invalid for all others
  std::function<ExprId(VariableId)> outside;
  // an expression in `from` that stands for inStream/actualStream(operand), or the operand
  std::function<ExprId(Builtin, ExprId)> stream;

  Symbol symbol(Symbol s) { return s.valid() ? to_.names.intern(from_.names.text(s)) : s; }

  TypeId type(TypeId t) {
    if (t.index() >= types_.size()) types_.resize(t.index() + 1);
    if (types_[t.index()].valid()) return types_[t.index()];
    const Type source = from_.types[t];
    uint32_t which = source.which;
    if (source.base == BaseType::Enumeration) {
      EnumInfo info = from_.types.enumInfo(EnumId(which));
      info.name = symbol(info.name);
      for (Symbol& s : info.literals) s = symbol(s);
      which = to_.types.addEnum(std::move(info)).index();
    } else if (source.base == BaseType::Record || source.base == BaseType::Tuple) {
      RecordInfo info = from_.types.recordInfo(RecordId(which));
      info.name = symbol(info.name);
      for (RecordField& f : info.fields) {
        f.name = symbol(f.name);
        f.type = type(f.type);
      }
      which = to_.types.addRecord(std::move(info)).index();
    } else if (source.base == BaseType::ExternalObject) {
      which = symbol(Symbol(which)).index();
    }
    TypeId result = to_.types.get(source.base, which, source.dims);
    if (t.index() >= types_.size()) types_.resize(t.index() + 1);
    types_[t.index()] = result;
    return result;
  }

  ExprId operator()(ExprId root) {
    if (!root.valid()) return root;
    std::vector<ExprId> stack{root};
    std::vector<ExprId> children;
    while (!stack.empty()) {
      ExprId e = stack.back();
      if (done(e).valid()) {
        stack.pop_back();
        continue;
      }
      ExprKind kind = from_.kind(e);
      if (kind == ExprKind::Builtin && stream &&
          (from_.builtinOf(e) == Builtin::InStream ||
           from_.builtinOf(e) == Builtin::ActualStream)) {
        ExprId replacement = stream(from_.builtinOf(e), from_.child(e, 0));
        if (done(replacement).valid()) {
          set(e, done(replacement));
          stack.pop_back();
        } else {
          stack.push_back(replacement);
        }
        continue;
      }
      if (kind == ExprKind::Variable && outside) {
        if (ExprId replacement = outside(from_.variableOf(e)); replacement.valid()) {
          if (done(replacement).valid()) {
            set(e, done(replacement));
            stack.pop_back();
          } else {
            stack.push_back(replacement);
          }
          continue;
        }
      }
      bool ready = true;
      std::span<const ExprId> own = from_.children(e);
      for (ExprId c : own) {
        if (!done(c).valid()) {
          stack.push_back(c);
          ready = false;
        }
      }
      if (!ready) continue;
      stack.pop_back();
      switch (kind) {
        case ExprKind::Integer:
          set(e, to_.integer(from_.integerValue(e)));
          break;
        case ExprKind::Real:
          set(e, to_.real(from_.realValue(e)));
          break;
        case ExprKind::Boolean:
          set(e, to_.boolean(from_.booleanValue(e)));
          break;
        case ExprKind::String:
          set(e, to_.string(std::string(from_.stringValue(e))));
          break;
        case ExprKind::Enum:
          set(e, to_.enumeration(type(from_.type(e)), from_.payload(e)));
          break;
        case ExprKind::Variable:
          set(e, to_.variable(variable(from_.variableOf(e)), type(from_.type(e))));
          break;
        default: {
          children.clear();
          for (ExprId c : own) children.push_back(done(c));
          uint32_t payload = from_.payload(e);
          if ((kind == ExprKind::Call || kind == ExprKind::FunctionRef) &&
              FunctionId(payload).valid()) {
            payload = function(FunctionId(payload)).index();
          }
          set(e, to_.make(kind, type(from_.type(e)), payload, std::span<const ExprId>(children)));
        }
      }
    }
    return done(root);
  }

 private:
  ExprId done(ExprId e) const { return e.index() < map_.size() ? map_[e.index()] : ExprId(); }
  void set(ExprId e, ExprId to) {
    if (e.index() >= map_.size()) map_.resize(std::max<size_t>(from_.size(), e.index() + 1));
    map_[e.index()] = to;
  }

  ExprPool& from_;
  ExprPool& to_;
  std::vector<ExprId> map_;
  std::vector<TypeId> types_;
};

// The parameter that an expression is, or that it is one element of; invalid: it is anything else.
VariableId parameterIn(const Dae& dae, ExprId e) {
  const ExprPool& pool = *dae.pool;
  while (e.valid() && (pool.kind(e) == ExprKind::Index || pool.kind(e) == ExprKind::Cast))
    e = pool.child(e, 0);
  if (!e.valid() || pool.kind(e) != ExprKind::Variable) return {};
  const VariableId id = pool.variableOf(e);
  return dae.variables[id].variability <= Variability::Parameter ? id : VariableId();
}

// A start value that is a parameter counts as much as the best of the values in the chain of
// parameters (spec 8.6.2).
void rankStarts(Dae& dae) {
  constexpr int kLongest = 100;  // the chain may be a cycle, which is reported later
  for (Variable& v : dae.variables) {
    VariableId parameter = parameterIn(dae, v.start);
    for (int hops = 0; parameter.valid() && hops < kLongest; ++hops) {
      const Variable& p = dae.variables[parameter];
      v.startGiven.level = std::min(v.startGiven.level, p.bindingGiven.level);
      parameter = parameterIn(dae, p.binding);
    }
  }
}

// Recurses on the nesting of equations, which is that of the source text.
void copyEquation(Copier& copy, Equation& e) {
  e.left = copy(e.left);
  e.right = copy(e.right);
  e.clock = copy(e.clock);
  for (ExprId& t : e.targets) t = copy(t);
  for (EquationBranch& b : e.branches) {
    b.condition = copy(b.condition);
    for (Equation& inner : b.body) copyEquation(copy, inner);
  }
}

void copyStatement(Copier& copy, Statement& s) {
  s.target = copy(s.target);
  s.value = copy(s.value);
  s.message = copy(s.message);
  for (ExprId& t : s.targets) t = copy(t);
  for (StatementBranch& b : s.branches) {
    b.condition = copy(b.condition);
    for (Statement& inner : b.body) copyStatement(copy, inner);
  }
}

void copyFunction(Copier& copy, Function& f) {
  for (LocalVariable& v : f.locals) {
    v.name = copy.symbol(v.name);
    v.type = copy.type(v.type);
    v.binding = copy(v.binding);
    for (ExprId& d : v.dimensions) d = copy(d);
  }
  for (Statement& s : f.body) copyStatement(copy, s);
  if (f.external) {
    f.external->result = copy(f.external->result);
    for (ExprId& a : f.external->arguments) a = copy(a);
  }
  for (DerivativeAnnotation& d : f.derivatives) d.function = copy.function(d.function);
  if (f.destructor.valid()) f.destructor = copy.function(f.destructor);
  for (InverseAnnotation& inverse : f.inverses) {
    inverse.function = copy.function(inverse.function);
    for (ExprId& a : inverse.arguments) a = copy(a);
  }
}

}  // namespace

// What inStream or actualStream of an operand stands for, element by element; the operand itself
// where it is no stream variable.
ExprId Flattener::streamValue(Builtin op, ExprId e) {
  if (pool_.kind(e) == ExprKind::Array) {
    std::vector<ExprId> elements(pool_.children(e).begin(), pool_.children(e).end());
    for (ExprId& x : elements) x = streamValue(op, x);
    return pool_.make(ExprKind::Array, pool_.type(e), 0, std::span<const ExprId>(elements));
  }
  Instance* variable = nullptr;
  size_t element = 0;
  if (pool_.kind(e) == ExprKind::Variable) {
    variable = sema_.instanceOf(pool_.variableOf(e));
  } else if (pool_.kind(e) == ExprKind::Index &&
             pool_.kind(pool_.child(e, 0)) == ExprKind::Variable) {
    variable = sema_.instanceOf(pool_.variableOf(pool_.child(e, 0)));
    std::span<const ExprId> all = pool_.children(e);
    if (all.size() != variable->dims.size() + 1) return e;
    for (size_t d = 1; d < all.size(); ++d) {
      if (pool_.kind(all[d]) != ExprKind::Integer) return e;
      element = element * static_cast<size_t>(variable->dims[d - 1]) +
                static_cast<size_t>(pool_.integerValue(all[d]) - 1);
    }
  }
  if (!variable) return e;
  if (pool_.kind(e) == ExprKind::Variable && !variable->dims.empty()) {
    // every element of a stream array
    if (variable->dims.size() != 1) return e;
    std::vector<ExprId> elements;
    for (size_t i = 0; i < static_cast<size_t>(variable->dims[0]); ++i) {
      elements.push_back(op == Builtin::InStream ? connections_.inStream(variable, i)
                                                 : connections_.actualStream(variable, i));
    }
    return pool_.make(ExprKind::Array, pool_.type(e), 0, std::span<const ExprId>(elements));
  }
  return op == Builtin::InStream ? connections_.inStream(variable, element)
                                 : connections_.actualStream(variable, element);
}

// The experiment annotation of the model or, failing that, of a base class.
void Flattener::readExperiment(Instance* classInstance) {
  for (const Part& part : sema_.layout(classInstance)->parts) {
    if (!part.node || !part.node->def || !part.node->def->comment.annotation ||
        dae_.experiment.given)
      continue;
    for (const ast::Argument* a : part.node->def->comment.annotation->arguments->arguments) {
      if (a->kind != ast::ArgumentKind::Modify ||
          sema_.text(a->name.parts[0].name) != "experiment" || !a->modification) {
        continue;
      }
      dae_.experiment.given = true;
      for (const ast::Argument* option : a->modification->arguments) {
        if (option->kind != ast::ArgumentKind::Modify || !option->modification ||
            !option->modification->binding) {
          continue;
        }
        Context context;
        context.scope = {classInstance, 0};
        Diagnostics::Mute mute(sema_.diagnostics());
        auto value = sema_.evaluateNow(sema_.type(option->modification->binding, context), {},
                                       context, false);
        if (!value) continue;
        double number = !value->reals.empty()      ? value->reals[0]
                        : !value->integers.empty() ? static_cast<double>(value->integers[0])
                                                   : 0;
        std::string_view key = sema_.text(option->name.parts[0].name);
        if (key == "StartTime") dae_.experiment.startTime = number;
        if (key == "StopTime") dae_.experiment.stopTime = number;
        if (key == "Tolerance") dae_.experiment.tolerance = number;
        if (key == "Interval") dae_.experiment.interval = number;
      }
    }
    break;
  }
}

Dae Flattener::finish(Instance* classInstance) {
  Copier copy(pool_, *dae_.pool);

  // variables in the order of declaration
  std::vector<VariableId> newId(sema_.variableCount());
  for (size_t i = 0; i < leaves_.size(); ++i)
    newId[sema_.variableOf(leaves_[i]).index()] = VariableId(i);
  // A parameter outside of the instance tree (of a record or package class) stands for its value.
  copy.outside = [&](VariableId old) -> ExprId {
    if (!old.valid() || old.index() >= newId.size() || newId[old.index()].valid()) return {};
    Instance* instance = sema_.instanceOf(old);
    if (auto value = sema_.valueOf(instance)) return toExpr(*value, pool_);
    if (sema_.diagnostics().hasErrors())
      return pool_.real(0);  // a consequence of what is reported already
    Context context;
    context.scope = instance->declScope;
    sema_.report(diag::NotInModel, instance->decl->nameRange, context, sema_.text(instance->name));
    return pool_.real(0);
  };
  copy.variable = [&](VariableId old) {
    return old.valid() && old.index() < newId.size() ? newId[old.index()] : VariableId();
  };
  std::vector<FunctionId> order;
  std::vector<FunctionId> functionIds(sema_.functionCount());
  copy.function = [&](FunctionId old) {
    if (old.index() >= functionIds.size()) functionIds.resize(sema_.functionCount());
    if (!functionIds[old.index()].valid()) {
      functionIds[old.index()] = FunctionId(order.size());
      order.push_back(old);
    }
    return functionIds[old.index()];
  };
  copy.stream = [&](Builtin op, ExprId operand) { return streamValue(op, operand); };

  for (size_t i = 0; i < leaves_.size(); ++i) {
    Variable& v = dae_.variables[VariableId(i)];
    v.evaluate |= leaves_[i]->structural;
    v.type = copy.type(v.type);
    for (ExprId* e : {&v.binding, &v.start, &v.fixed, &v.min, &v.max, &v.nominal, &v.stateSelects})
      *e = copy(*e);
    for (Symbol* s : {&v.unit, &v.displayUnit, &v.quantity, &v.comment, &v.vendorAnnotations}) {
      *s = copy.symbol(*s);
    }
  }
  rankStarts(dae_);
  for (auto* list : {&dae_.equations, &dae_.initialEquations, &dae_.constraints}) {
    for (Equation& e : *list) copyEquation(copy, e);
  }
  for (ExprId* condition : conditionsOfTransitions()) *condition = copy(*condition);
  for (auto* list : {&dae_.algorithms, &dae_.initialAlgorithms}) {
    for (Algorithm& a : *list) {
      for (Statement& s : a.body) copyStatement(copy, s);
    }
  }
  std::unordered_map<std::string, int>
      used;  // one class seen through two redeclarations is two functions
  for (size_t i = 0; i < order.size(); ++i) {  // grows while bodies name further functions
    Function f = sema_.function(order[i]);
    std::string name(sema_.text(f.name));
    if (int n = ++used[name]; n > 1) name += "_" + std::to_string(n);
    f.name = dae_.pool->names.intern(name);
    copyFunction(copy, f);
    dae_.functions.push_back(std::move(f));
  }

  const Layout& layout = *sema_.layout(classInstance);
  if (!layout.parts.empty() && layout.parts[0].node && layout.parts[0].node->def) {
    if (const ast::Annotation* own = layout.parts[0].node->def->comment.annotation)
      dae_.vendorAnnotations = vendorArguments(own->arguments, sema_.names());
  }
  dae_.packages = sema_.library().packageFolders();
  dae_.gate = sema_.library().gate();
  readExperiment(classInstance);
  return std::move(dae_);
}

}  // namespace formola
