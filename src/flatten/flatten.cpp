#include "flatten/flatten.h"

#include <algorithm>
#include <unordered_set>

#include "diag/codes/classes.h"
#include "diag/codes/equations.h"
#include "diag/codes/types.h"
#include "flatten/check_events.h"
#include "flatten/explain_balance.h"
#include "flatten/flattener.h"
#include "flatten/open_connectors.h"
#include "flatten/paths.h"
#include "sema/deselections.h"
#include "sema/dims.h"
#include "syntax/annotation.h"

namespace formola {

namespace {

bool containsConnection(std::span<const ast::Equation* const> equations, const Interner& names) {
  for (const ast::Equation* e : equations) {
    switch (e->kind) {
      case ast::EquationKind::Connect:
        return true;
      case ast::EquationKind::Call: {
        const ast::Name& f = e->as<ast::CallEquation>().call->function;
        if (f.parts.size() == 2 && names.text(f.parts[0].name) == "Connections") return true;
        break;
      }
      case ast::EquationKind::For:
        if (containsConnection(e->as<ast::ForEquation>().body, names)) return true;
        break;
      case ast::EquationKind::If:
        for (const auto& b : e->as<ast::IfEquation>().branches) {
          if (containsConnection(b.body, names)) return true;
        }
        break;
      default:
        break;
    }
  }
  return false;
}

}  // namespace

Dae flatten(Sema& sema, Instance* classInstance, const ast::Modification* overrides) {
  return Flattener(sema).run(classInstance, overrides);
}

Dae Flattener::run(Instance* classInstance, const ast::Modification* overrides) {
  dae_.model = sema_.className(classInstance);
  Instance* model = sema_.instantiateModel(classInstance, overrides);
  expandModel(model);
  if (hasExpandable_) {
    // each round brings in the members of one more level of buses in buses
    constexpr int kMostLevels = 20;
    bool again = true;
    for (int level = 0; again && level < kMostLevels; ++level) {
      for (Instance* instance : instances_) collectConnections(instance, Collect::Expandable);
      again = connections_.expand();
    }
    connections_.checkBusSources();
    instances_.clear();
    leaves_.clear();
    connections_.clearFlows();
    expandModel(model);  // again, with the members that connections added
    std::erase_if(leaves_, [&](Instance* leaf) {
      for (Instance* at = leaf; at && at->isComponent() && at->parent; at = at->parent) {
        if (connections_.isUnusedMember(at)) {
          unused_.push_back(leaf);
          return true;
        }
      }
      return false;
    });
  }
  if (sema_.diagnostics().strict()) lookAtClasses();
  sema_.checkClassRedeclarations();
  for (Instance* instance : instances_) collectConnections(instance, Collect::Connections);
  connections_.decideGraph();
  for (Instance* leaf : leaves_) sema_.variableOf(leaf);
  dae_.variables.reserve(leaves_.size());
  dae_.equations.reserve(leaves_.size());
  for (Instance* leaf : leaves_) addVariable(leaf);
  for (Instance* instance : instances_) typeEquations(instance);
  states_.organize(instances_);
  connections_.generate(dae_.equations, states_);
  // a member of an expandable connector that no connection uses exists all the same where an
  // equation names it
  for (Instance* leaf : unused_) {
    if (!leaf->variable.valid()) continue;
    leaves_.push_back(leaf);
    addVariable(leaf);
  }
  Dae result = finish(classInstance);
  lowerStates(result);
  if (!sema_.diagnostics().hasErrors()) checkParameterCycles(result, sema_.diagnostics());
  if (!sema_.diagnostics().hasErrors()) checkEvents(result, sema_.diagnostics());
  if (!sema_.diagnostics().hasErrors()) checkBalance(result, model, instances_, sema_);
  if (!sema_.diagnostics().hasErrors()) noteOpenConnectors(result, model, instances_, sema_);
  if (!sema_.diagnostics().hasErrors()) warnMissingValues(result, sema_.diagnostics());
  return result;
}

// The classes in those of the components, so that what is wrong with a redeclaration is seen where
// nothing uses the class, too.
void Flattener::lookAtClasses() {
  for (Instance* instance : instances_) {
    const size_t count = sema_.layout(instance)->elements.size();
    for (uint32_t i = 0; i < count; ++i)
      if (instance->layout->elements[i].classNode) sema_.child(instance, i);
  }
}

void Flattener::expand(Instance* instance) {
  instances_.push_back(instance);
  Layout* layout = sema_.layout(instance);
  for (uint32_t i = 0; i < layout->elements.size(); ++i) {
    if (!layout->elements[i].component) continue;
    expandComponent(sema_.child(instance, i), false);
  }
}

// The model, with the inner components that it turns out to lack (they may lack others).
void Flattener::expandModel(Instance* model) {
  size_t known = sema_.implicitInners().size();
  expand(model);
  for (size_t i = known; i < sema_.implicitInners().size(); ++i)
    expandComponent(sema_.implicitInners()[i], false);
}

// A variable of a connector, or of a model in Dymola notation, whose variables are its connectors.
bool Flattener::isInterface(const Instance* variable) {
  for (const Instance* at = variable; at && at->isComponent() && at->layout; at = at->parent) {
    if (at->layout->classKind == ast::ClassKind::Connector) return true;
    const ClassNode* node = at->type ? at->type->node : nullptr;
    if (node && node->def && node->def->cuts) return true;
  }
  return false;
}

void Flattener::expandComponent(Instance* component, bool inConnector) {
  sema_.resolve(component);
  if (component->removed || (component->broken && !component->type)) return;
  if (component->isOuter && !component->isInner) {
    sema_.target(component);  // reports a missing inner even if nothing refers to it
    return;
  }
  hasExpandable_ |= component->layout->isExpandable;
  if (component->isArray) {
    size_t total = 1;
    for (Size d : component->dims) total *= static_cast<size_t>(std::max(d, 0));
    for (size_t i = 0; i < total; ++i) expandComponent(sema_.element(component, i), inConnector);
    return;
  }
  if (sema_.isLeaf(component)) {
    leaves_.push_back(component);
    if (component->isFlow && isInterface(component)) connections_.addFlow(component);
    return;
  }
  if (!inConnector) connectorSizes_.check(sema_, component);
  expand(component);
}

// An impure function may be called once for a parameter, as in an initial equation (spec 12.3).
bool Flattener::isKnownBeforeStart(ExprId root) {
  std::vector<ExprId> open{root};
  std::unordered_set<uint32_t> seen;
  while (!open.empty()) {
    const ExprId e = open.back();
    open.pop_back();
    if (!seen.insert(e.index()).second) continue;
    switch (pool_.kind(e)) {
      case ExprKind::Time:
        return false;
      case ExprKind::Variable:
        if (sema_.variability(e) > Variability::Parameter) return false;
        break;
      case ExprKind::Builtin:
        if (pool_.builtinOf(e) >= Builtin::Der && pool_.builtinOf(e) <= Builtin::Sample)
          return false;
        if (isClockOperator(pool_.builtinOf(e))) return false;
        break;
      default:
        break;
    }
    for (ExprId child : pool_.children(e)) open.push_back(child);
  }
  return true;
}

ExprId Flattener::attributeOf(Instance* leaf, const Variable& v, std::string_view name,
                              TypeId scalar, Confidence* confidence) {
  Context context;
  context.scope = leaf->declScope;
  SourceRange place = leaf->decl->nameRange;
  ExprId e = sema_.attribute(leaf, pool_.names.intern(name), &place, confidence);
  if (!e) return e;
  const std::vector<Size> dims(pool_.types[pool_.type(e)].dims.begin(),
                               pool_.types[pool_.type(e)].dims.end());
  // one value for all, one for each element, or one for each element of an array type
  std::span<const Size> own = pool_.types[v.type].dims;
  if (dims.size() > own.size() ||
      !sameDims(dims, own.subspan(own.size() - std::min(dims.size(), own.size())))) {
    sema_.report(diag::DimensionMismatch, place, context, "attribute " + std::string(name),
                 sema_.showType(pool_.types.withDims(scalar, {own.begin(), own.end()})),
                 sema_.showType(pool_.type(e)));
    return {};
  }
  const bool constant = name == "fixed" || name == "min" || name == "max";
  if (constant && sema_.variability(e) > Variability::Parameter) {
    sema_.report(diag::AttributeVaries, place, context, name, pool_.names.text(v.name));
    return {};
  }
  TypeId wanted = pool_.types.withDims(scalar, dims);
  e = sema_.convert(e, wanted, place, context, "attribute " + std::string(name));
  return pool_.base(e) == BaseType::Error ? ExprId() : e;
}

Symbol Flattener::textAttributeOf(Instance* leaf, std::string_view name) {
  Context context;
  context.scope = leaf->declScope;
  SourceRange place = leaf->decl->nameRange;
  ExprId e = sema_.attribute(leaf, pool_.names.intern(name), &place);
  if (!e) return {};
  if (pool_.base(e) != BaseType::String) {
    sema_.report(diag::TypeMismatch, place, context, "attribute " + std::string(name), "String",
                 sema_.showType(pool_.type(e)));
    return {};
  }
  if (pool_.kind(e) != ExprKind::String) {
    auto value = sema_.evaluateNow(e, leaf->decl->nameRange, context, false);
    if (!value || value->strings.empty()) return {};
    return pool_.names.intern(value->strings[0]);
  }
  return Symbol(pool_.payload(e));
}

// The binding is typed for every variable: parameters keep it, others get an equation.
void Flattener::addBinding(Instance* leaf, Variable& v) {
  Context context;
  context.scope = leaf->declScope;
  ExprId binding = sema_.binding(leaf);
  if (binding && v.causality == Causality::Input)
    v.causality = Causality::None;  // determined by its value
  if (leaf->variability <= Variability::Parameter) {
    v.binding = binding;
    if (binding) v.bindingGiven = sema_.bindingConfidence(leaf);
    if (binding && sema_.variability(binding) > Variability::Parameter &&
        !isKnownBeforeStart(binding)) {
      sema_.report(diag::ParameterVaries, sema_.bindingPlace(leaf), context,
                   sema_.text(leaf->name));
    } else if (binding && leaf->variability == Variability::Constant &&
               sema_.variability(binding) == Variability::Parameter) {
      sema_.report(diag::ConstantVaries, sema_.bindingPlace(leaf), context, sema_.text(leaf->name));
    }
    if (leaf->variability == Variability::Constant && binding) {
      if (auto value = sema_.valueOf(leaf)) v.binding = toExpr(*value, pool_);
    }
  }
}

void Flattener::addVariable(Instance* leaf) {
  Variable v;
  v.name = flatPath(leaf, pool_.names, flatNames_);
  v.type = sema_.typeOfComponent(leaf);
  v.variability = leaf->variability;
  v.isFlow = leaf->isFlow;
  v.isProtected = leaf->isProtected;
  v.isFinal = leaf->isFinal;
  v.evaluate = leaf->structural;
  v.startDepth = levelOf(leaf->parent);
  // inputs and outputs count as such only at the top level of the model
  Instance* top = leaf;
  while (top->parent && top->parent->parent) top = top->parent;
  if (top == leaf || top->layout->classKind == ast::ClassKind::Connector) {
    if (!leaf->isProtected) v.causality = leaf->causality;
  }
  v.origin.range = leaf->decl->nameRange;
  v.origin.instance = flatPath(leaf->parent, pool_.names, flatNames_);
  if (!leaf->decl->comment.text.empty()) v.comment = pool_.names.intern(leaf->decl->comment.text);

  Context context;
  context.scope = leaf->declScope;
  TypeId scalar = pool_.types.scalarOf(v.type);
  BaseType base = pool_.types[v.type].base;
  if (base == BaseType::Real || base == BaseType::Integer || base == BaseType::Enumeration) {
    v.min = attributeOf(leaf, v, "min", scalar);
    v.max = attributeOf(leaf, v, "max", scalar);
  }
  if (base != BaseType::ExternalObject && base != BaseType::Clock) {
    v.start = attributeOf(leaf, v, "start", scalar, &v.startGiven);
    v.fixed = attributeOf(leaf, v, "fixed", pool_.types.boolean());
    v.quantity = textAttributeOf(leaf, "quantity");
  }
  if (base == BaseType::Real) {
    v.nominal = attributeOf(leaf, v, "nominal", scalar);
    v.unit = textAttributeOf(leaf, "unit");
    v.displayUnit = textAttributeOf(leaf, "displayUnit");
    if (ExprId e =
            attributeOf(leaf, v, "stateSelect", sema_.predefinedEnumeration("StateSelect"))) {
      if (pool_.kind(e) != ExprKind::Enum) {
        if (auto value = sema_.evaluateNow(e, leaf->decl->nameRange, context))
          e = toExpr(*value, pool_);
      }
      if (pool_.kind(e) == ExprKind::Enum) {
        v.stateSelect = static_cast<StateSelect>(pool_.payload(e) - 1);
      } else if (!pool_.types.isScalar(pool_.type(e))) {
        v.stateSelects = e;
      }
    }
  }
  addBinding(leaf, v);
  const ast::Annotation* annotation = leaf->decl->comment.annotation;
  if (annotation) {
    v.hideResult = booleanArgument(annotation->arguments, pool_.names, "HideResult") == true;
    v.evaluate |= booleanArgument(annotation->arguments, pool_.names, "Evaluate") == true;
    v.explicitState = booleanArgument(annotation->arguments, pool_.names, "__Formola_explicit");
    v.notTorn = booleanArgument(annotation->arguments, pool_.names, "__Formola_tear") == false;
    if (std::string kept = vendorArguments(annotation->arguments, pool_.names); !kept.empty())
      v.vendorAnnotations = pool_.names.intern(kept);
  }
  dae_.variables.push_back(std::move(v));
}

Provenance Flattener::originOf(SourceRange range, const Context& context) {
  Provenance p;
  p.range = range;
  p.instance = flatPath(context.scope.instance, pool_.names, flatNames_);
  return p;
}

// ---------------------------------------------------------------- connections

void Flattener::collectConnections(Instance* instance, Collect what) {
  const Layout& layout = *instance->layout;
  for (uint32_t p = 0; p < layout.parts.size(); ++p) {
    if (!layout.parts[p].node || !layout.parts[p].node->def) continue;
    for (const ast::EquationSection& section : layout.parts[p].node->def->equations) {
      if (section.initial) continue;
      Context context;
      context.scope = {instance, p};
      collectConnections(section.equations, context, what);
    }
  }
}

void Flattener::collectConnections(std::span<const ast::Equation* const> equations,
                                   Context& context, Collect what) {
  for (const ast::Equation* e : equations) {
    switch (e->kind) {
      case ast::EquationKind::Connect:
        if (isLeftOut(*context.scope.instance->layout, context.scope.part,
                      e->as<ast::ConnectEquation>())) {
          break;
        }
        if (what == Collect::Expandable) {
          connections_.noteExpandable(e->as<ast::ConnectEquation>(), context);
        } else {
          connections_.connect(e->as<ast::ConnectEquation>(), context);
        }
        break;
      case ast::EquationKind::Call: {
        if (what == Collect::Expandable) break;
        const ast::CallExpr* call = e->as<ast::CallEquation>().call;
        if (call->function.parts.size() == 2 &&
            sema_.text(call->function.parts[0].name) == "Connections") {
          connections_.operation(*call, context);
        }
        break;
      }
      case ast::EquationKind::For: {
        const auto& loop = e->as<ast::ForEquation>();
        if (!containsConnection(loop.body, sema_.names())) break;
        forEach(loop, context, [&] { collectConnections(loop.body, context, what); });
        break;
      }
      case ast::EquationKind::If: {
        const auto& choice = e->as<ast::IfEquation>();
        bool any = false;
        for (const auto& b : choice.branches) any |= containsConnection(b.body, sema_.names());
        if (!any) break;
        for (const auto& branch : choice.branches) {
          if (branch.condition) {
            ExprId c = sema_.type(branch.condition, context);
            if (pool_.base(c) == BaseType::Error) break;
            if (sema_.variability(c) > Variability::Parameter) {
              sema_.report(diag::ConnectInsideIf, branch.condition->range, context);
              break;
            }
            auto value = sema_.evaluateBoolean(c, branch.condition->range, context);
            if (!value) break;
            if (!*value) continue;
          }
          collectConnections(branch.body, context, what);
          break;
        }
        break;
      }
      default:
        break;
    }
  }
}

}  // namespace formola
