// Functions: interface and body of called functions. Specification chapter 12.
#include "diag/codes/functions.h"

#include <algorithm>

#include "diag/codes/classes.h"
#include "diag/codes/names.h"
#include "diag/codes/syntax.h"
#include "sema/array_values.h"
#include "sema/bindings.h"
#include "sema/component_types.h"
#include "sema/dims.h"
#include "sema/functions.h"
#include "sema/instances.h"
#include "sema/lookup.h"
#include "sema/record_values.h"
#include "sema/statements.h"
#include "sema/type_expr.h"
#include "sema/type_reference.h"
#include "syntax/annotation.h"

namespace formola {

namespace {

// What LibraryDirectory and IncludeDirectory mean on this machine, behind them the defaults (spec
// 12.9.4) and the folder of the file, where sources of small models lie.
void resolveFolders(const ClassNode& node, const Library& library, ExternalCall& external) {
  const PackageFolders& packages = library.packageFolders();
  auto resolve = [&](const std::vector<std::string>& given, std::vector<std::string>& paths) {
    for (const std::string& uri : given)
      if (std::optional<std::string> path = resolveUri(uri, packages)) paths.push_back(*path);
  };
  resolve(external.libraryDirectories, external.libraryPaths);
  resolve(external.includeDirectories, external.includePaths);
  std::string name = library.qualifiedName(node);
  name.resize(std::min(name.find('.'), name.size()));
  resolve({"modelica://" + name + "/Resources/Library", "modelica://" + name},
          external.libraryPaths);
  resolve({"modelica://" + name + "/Resources/Include", "modelica://" + name + "/Resources/Source",
           "modelica://" + name},
          external.includePaths);
}

}  // namespace

FunctionId Functions::functionOf(Instance* functionClass, SourceRange range) {
  if (functionClass->function.valid()) return functionClass->function;
  Layout* shape = instances_.layout(functionClass);
  if (shape->isExternalObject) {
    Instance* constructor = instances_.member(functionClass, names_.intern("constructor"));
    if (!constructor) return {};
    const FunctionId id = functionOf(constructor, range);
    Instance* destructor = instances_.member(functionClass, names_.intern("destructor"));
    if (id.valid() && destructor && !table_[id.index()]->destructor.valid()) {
      const FunctionId end = functionOf(destructor, range);
      table_[id.index()]->destructor = end;
    }
    return id;
  }
  if (shape->classKind != ast::ClassKind::Function &&
      shape->classKind != ast::ClassKind::OperatorFunction) {
    diagnostics_.report(diag::NotAFunction, range, className(functionClass));
    return {};
  }
  if (functionClass->node && functionClass->node->def->form == ast::ClassForm::Derivative) {
    functionClass->function = derivativeFunction(functionClass, range);
    return functionClass->function;
  }
  FunctionId id(table_.size());
  table_.push_back(std::make_unique<Function>());
  functionClasses_.push_back(functionClass);
  functionClass->function = id;
  lowerFunction(functionClass, id);
  return id;
}

// Inputs first, then outputs, then the others: dimensions and defaults refer to each other by
// these numbers.
std::vector<Instance*> Functions::numberLocals(Instance* functionClass, Function& f) {
  Layout* shape = instances_.layout(functionClass);
  // the prefix of a declaration, or of its type ("type Argument = input Real")
  auto causalityOf = [&](const Instance* local, const ast::ComponentDecl* decl) {
    if (local->decl->causality != ast::Causality::None) return local->decl->causality;
    if (decl->causality != ast::Causality::None) return decl->causality;
    Instance* type = lookup_.lookupClass(local->decl->type, local->declScope, false);
    return type && !type->layoutInProgress ? instances_.layout(type)->causality
                                           : ast::Causality::None;
  };
  std::vector<Instance*> locals;
  for (int pass = 0; pass < 3; ++pass) {
    for (uint32_t i = 0; i < shape->elements.size(); ++i) {
      const ast::ComponentDecl* decl = shape->elements[i].component;
      if (!decl || decl->variability == ast::Variability::Constant) continue;
      Instance* local = instances_.child(functionClass, i);
      ast::Causality causality = causalityOf(local, decl);
      if (pass == 0 && (decl->prefixes.inner || decl->prefixes.outer)) {
        diagnostics_.report(diag::WrongPrefix, decl->nameRange,
                            decl->prefixes.inner ? "inner" : "outer",
                            "a function knows nothing of the model; give it as an input");
      }
      int wanted = causality == ast::Causality::Input    ? 0
                   : causality == ast::Causality::Output ? 1
                                                         : 2;
      if (wanted != pass) continue;
      // That a record or model is no base of functions is reported already.
      const ClassNode* of = shape->parts[shape->elements[i].part].node;
      if (wanted == 2 && !shape->elements[i].isProtected && of && of->def &&
          of->def->classKind == ast::ClassKind::Function) {
        diagnostics_.report(diag::PublicLocal, decl->nameRange, names_.text(decl->name),
                            className(functionClass));
      }
      local->local = static_cast<int32_t>(locals.size());
      locals.push_back(local);
      if (pass == 0) ++f.inputCount;
      if (pass == 1) ++f.outputCount;
    }
  }
  return locals;
}

// input F f = g: the function that a functional input has where none is given (spec 12.4.2).
ExprId Functions::defaultFunction(Instance* local, FunctionScope& functionScope) {
  for (const ModLayer& layer : local->layers) {
    if (!layer.modification || !layer.modification->binding) continue;
    Context context;
    context.scope = layer.scope;
    context.function = &functionScope;
    const ExprId value = typer_.type(layer.modification->binding, context);
    return values_.convert(value, componentTypes_.typeOfComponent(local),
                           layer.modification->binding->range, context, names_.text(local->name));
  }
  return {};
}

// Types, sizes and values of the locals.
void Functions::lowerLocals(std::span<Instance* const> locals, FunctionScope& functionScope,
                            Function& f) {
  for (size_t i = 0; i < locals.size(); ++i) {
    Instance* local = locals[i];
    instances_.resolve(local);
    LocalVariable variable;
    variable.name = local->name;
    variable.type = componentTypes_.typeOfComponent(local);
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
        dimensions.push_back(typer_.type(size, context));
      }
    }
    while (dimensions.size() < local->dims.size()) {
      Size n = local->dims[dimensions.size()];
      dimensions.push_back(n == kUnknownSize ? ExprId() : pool_->integer(n));
    }
    f.locals[i].dimensions = std::move(dimensions);
    f.locals[i].binding = pool_->types[f.locals[i].type].base == BaseType::Function
                              ? defaultFunction(local, functionScope)
                              : bindings_.binding(local);
    if (!f.locals[i].binding && i >= f.inputCount)
      f.locals[i].binding = records_.openRecords(local, f.locals[i].dimensions, functionScope);
  }
}

ExternalCall Functions::externalCall(const ast::ClassDef& written, const ClassNode& node,
                                     const Function& f, Context& context) {
  const ast::ClassDef* def = &written;
  ExternalCall external;
  external.language = def->external->language.empty() ? "C" : std::string(def->external->language);
  if (external.language != "C" && external.language != "FORTRAN 77" &&
      external.language != "builtin") {
    diagnostics_.report(diag::ExternalLanguage, def->nameRange, external.language);
  }
  external.function = std::string(
      names_.text(def->external->function.valid() ? def->external->function : def->name));
  if (def->external->hasCall) {
    if (def->external->result)
      external.result = references_.typeReference(def->external->result->name, context);
    for (const ast::Expr* argument : def->external->arguments)
      external.arguments.push_back(typer_.type(argument, context));
  } else {
    // Inputs and outputs in order; an array is followed by its sizes (spec 12.9.1.3). The
    // result of C is the only output if that is a scalar.
    const bool result = f.outputCount == 1 && pool_->types.isScalar(f.locals[f.inputCount].type);
    for (uint32_t i = 0; i < f.inputCount + (result ? 0 : f.outputCount); ++i) {
      const ExprId local = pool_->local(i, f.locals[i].type);
      external.arguments.push_back(local);
      if (external.language == "builtin") continue;
      const size_t rank = pool_->types[f.locals[i].type].dims.size();
      for (size_t d = 1; d <= rank; ++d)
        external.arguments.push_back(
            pool_->builtin(Builtin::SizeOf, pool_->types.integer(),
                           {local, pool_->integer(static_cast<int64_t>(d))}));
    }
    if (result) external.result = pool_->local(f.inputCount, f.locals[f.inputCount].type);
  }
  for (const ast::Annotation* annotation : {def->external->annotation, def->comment.annotation}) {
    if (!annotation) continue;
    appendStrings(annotation->arguments, names_, "Library", external.libraries);
    appendStrings(annotation->arguments, names_, "LibraryDirectory", external.libraryDirectories);
    appendStrings(annotation->arguments, names_, "Include", external.includes);
    appendStrings(annotation->arguments, names_, "IncludeDirectory", external.includeDirectories);
  }
  resolveFolders(node, library_, external);
  if (def->nameRange.valid()) external.file = sources_.name(def->nameRange.file);
  return external;
}

void Functions::lowerFunction(Instance* functionClass, FunctionId id) {
  Layout* shape = instances_.layout(functionClass);
  Function& f = *table_[id.index()];
  f.name = names_.intern(className(functionClass));
  f.range = functionClass->node ? functionClass->node->def->nameRange : SourceRange{};
  FunctionScope functionScope{functionClass, &f};

  lowerLocals(numberLocals(functionClass, f), functionScope, f);

  const ast::ClassDef* own = functionClass->node ? functionClass->node->def : nullptr;
  f.impure = own && own->impure;
  const ast::AlgorithmSection* first = nullptr;  // its body, inherited or its own
  uint32_t partOfFirst = 0;
  for (uint32_t p = 0; p < shape->parts.size(); ++p) {
    const Part& part = shape->parts[p];
    if (!part.node || !part.node->def) continue;
    const ast::ClassDef* def = part.node->def;
    Context context;
    context.scope = {functionClass, p};
    context.function = &functionScope;
    for (const ast::AlgorithmSection& section : def->algorithms) {
      if (first && !section.statements.empty()) {
        diagnostics_.report(diag::ClassRestriction, p == partOfFirst ? section.range : first->range,
                            "the function", className(functionClass), "a second algorithm section",
                            "its body is one algorithm, inherited or its own; put all statements "
                            "into that, or extend a partial function without any");
      }
      if (!first && !section.statements.empty()) {
        first = &section;
        partOfFirst = p;
      }
      if (section.initial) {
        report(diag::NotInFunction, section.range, context, "'initial algorithm'",
               "it has no start of its own; write 'algorithm'");
      }
      std::vector<Statement> body = statements_.typeStatements(section.statements, context);
      f.body.insert(f.body.end(), std::make_move_iterator(body.begin()),
                    std::make_move_iterator(body.end()));
    }
    if (!def->equations.empty()) {
      diagnostics_.report(diag::EquationInFunction, def->equations[0].range,
                          className(functionClass));
    }
    if (def->external) f.external = externalCall(*def, *part.node, f, context);
    readAnnotations(functionClass, p, id);
  }
  if (first && f.external) {
    diagnostics_.report(diag::ClassRestriction, first->range, "the function",
                        className(functionClass), "an algorithm section beside an external call",
                        "its body, inherited or its own, is one of them; extend a partial function "
                        "without any");
  }
}

}  // namespace formola
