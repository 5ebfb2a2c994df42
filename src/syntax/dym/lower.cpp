#include "syntax/dym/lower.h"

#include <algorithm>
#include <set>

#include "diag/codes/dymola.h"

namespace formola::dym {

// ---------------------------------------------------------------- small pieces of tree

ast::Name Lowering::name(std::initializer_list<Symbol> parts, SourceRange range) {
  std::vector<ast::NamePart> list;
  for (Symbol part : parts) list.push_back({part, range, {}});
  return {false, arena_.copy(list), range};
}

const ast::Expr* Lowering::reference(std::initializer_list<Symbol> parts, SourceRange range) {
  return arena_.make<ast::ReferenceExpr>(
      ast::ExprOf<ast::ExprKind::Reference>{{ast::ExprKind::Reference, range}}, name(parts, range));
}

const ast::Expr* Lowering::variableOf(const ConnectionPoint& at, const CutVariable& v,
                                      SourceRange range) {
  return at.submodel ? reference({at.submodel->name, v.name}, range) : reference({v.name}, range);
}

const ast::Expr* Lowering::negated(const ast::Expr* e) {
  return arena_.make<ast::UnaryExpr>(
      ast::ExprOf<ast::ExprKind::Unary>{{ast::ExprKind::Unary, e->range}}, ast::UnaryOp::Minus, e);
}

const ast::Expr* Lowering::sum(const std::vector<const ast::Expr*>& terms, SourceRange range) {
  const ast::Expr* total = terms[0];
  for (size_t i = 1; i < terms.size(); ++i)
    total = arena_.make<ast::BinaryExpr>(
        ast::ExprOf<ast::ExprKind::Binary>{{ast::ExprKind::Binary, range}}, ast::BinaryOp::Add,
        total, terms[i]);
  return total;
}

const ast::Expr* Lowering::zero(std::span<const ast::Expr* const> dimensions, SourceRange range) {
  if (dimensions.empty())
    return arena_.make<ast::IntegerExpr>(
        ast::ExprOf<ast::ExprKind::Integer>{{ast::ExprKind::Integer, range}}, int64_t{0});
  return arena_.make<ast::CallExpr>(ast::ExprOf<ast::ExprKind::Call>{{ast::ExprKind::Call, range}},
                                    name({names_.intern("zeros")}, range), dimensions,
                                    std::span<const ast::NamedArgument>());
}

const ast::Equation* Lowering::equality(const ast::Expr* left, const ast::Expr* right,
                                        SourceRange range) {
  return arena_.make<ast::EqualityEquation>(ast::Equation{ast::EquationKind::Equality, range, {}},
                                            left, right);
}

ast::ComponentDecl* Lowering::component(Symbol type, Symbol symbol, SourceRange range) {
  auto* made = arena_.make<ast::ComponentDecl>(ast::Element{ast::ElementKind::Component, range});
  made->type = name({type}, range);
  made->name = symbol;
  made->nameRange = range;
  return made;
}

const ast::Modification* Lowering::binding(const ast::Expr* value) {
  auto* made = arena_.make<ast::Modification>();
  made->binding = value;
  made->range = value->range;
  return made;
}

const ast::Modification* Lowering::start(const ast::Expr* value) {
  return argument("start", value);
}

// (name = value)
const ast::Modification* Lowering::argument(std::string_view called, const ast::Expr* value) {
  auto* argument = arena_.make<ast::Argument>();
  argument->range = value->range;
  argument->name = name({names_.intern(called)}, value->range);
  argument->modification = binding(value);
  auto* made = arena_.make<ast::Modification>();
  made->hasArguments = true;
  made->arguments = arena_.copy(std::vector<const ast::Argument*>{argument});
  made->range = value->range;
  return made;
}

// ---------------------------------------------------------------- declarations

void Lowering::addVariables(const Model& model, Elements& elements) {
  const Symbol real = names_.intern("Real");
  for (const VariableDecl& v : model.variables) {
    ast::ComponentDecl* made = component(real, v.name, v.range);
    made->dimensions = v.dimensions;
    made->comment.text = v.comment;
    switch (v.kind) {
      case VariableKind::Parameter:
        made->variability = ast::Variability::Parameter;
        break;
      case VariableKind::Constant:
        made->variability = ast::Variability::Constant;
        break;
      case VariableKind::Input:
        made->causality = ast::Causality::Input;
        break;
      case VariableKind::Output:
        made->causality = ast::Causality::Output;
        break;
      case VariableKind::Local:
      case VariableKind::Terminal:
        break;
    }
    if (v.value) {
      const bool bound = v.kind == VariableKind::Parameter || v.kind == VariableKind::Constant ||
                         v.kind == VariableKind::Output;
      made->modification = bound ? binding(v.value) : start(v.value);
    }
    elements.push_back(made);
  }
  // Variables that only a cut declares.
  std::set<Symbol> done;
  for (const Cut& cut : model.cuts) {
    for (const auto* list : {&cut.across, &cut.through}) {
      for (const CutVariable& v : *list) {
        if (declared_.contains(v.name) || !done.insert(v.name).second) continue;
        ast::ComponentDecl* made = component(real, v.name, v.range);
        made->dimensions = v.dimensions;
        elements.push_back(made);
      }
    }
  }
}

void Lowering::addSubmodels(const Model& model, Elements& elements) {
  for (const Submodel& s : model.submodels) {
    ast::ComponentDecl* made = component(s.type, s.name, s.range);
    made->type = name({s.type}, s.typeRange);
    // "submodel Common" names the type by the instance's name: look outside of the model.
    made->type.global = known_.find(s.type) != nullptr && s.type == s.name;
    made->comment.text = s.comment;
    if (!s.arguments.empty()) {
      std::vector<const ast::Argument*> arguments;
      for (const ast::NamedArgument& a : s.arguments) {
        auto* argument = arena_.make<ast::Argument>();
        argument->range = a.range;
        argument->name = name({a.name}, a.range);
        argument->modification = binding(a.value);
        arguments.push_back(argument);
      }
      auto* modification = arena_.make<ast::Modification>();
      modification->hasArguments = true;
      modification->arguments = arena_.copy(arguments);
      modification->range = s.range;
      made->modification = modification;
    }
    elements.push_back(made);
  }
}

void Lowering::checkCuts(const Model& model) {
  const std::vector<const Model*> models = withInherited(model, known_);
  auto text = [&](Symbol s) { return std::string(names_.text(s)); };
  for (const Cut& cut : model.cuts)
    for (Symbol part : cut.parts)
      if (!findCut(models, part) || part == cut.name)
        diagnostics_.report(diag::DymCutPart, cut.range, text(cut.name), text(part),
                            text(model.name));
  for (const Path& path : model.paths)
    for (Symbol end : {path.from, path.to})
      if (!findCut(models, end))
        diagnostics_.report(diag::DymPathCut, path.range, text(path.name), text(end),
                            text(model.name));
}

// ---------------------------------------------------------------- connections as equations

// Through variable k of all cuts: what flows into the submodels comes from outside.
void Lowering::addBalance(const ConnectionSet& set, size_t k, Equations& equations) {
  std::vector<const ast::Expr*> into, from;
  for (const ConnectionPoint& at : set.cuts) {
    const CutVariable& v = at.cut->through[k];
    const bool positive = v.negative == (at.submodel == nullptr);
    (positive ? into : from).push_back(variableOf(at, v, set.range));
  }
  const auto dimensions = set.cuts[0].cut->through[k].dimensions;
  if (into.empty()) std::swap(into, from);
  equations.push_back(equality(sum(into, set.range),
                               from.empty() ? zero(dimensions, set.range) : sum(from, set.range),
                               set.range));
}

void Lowering::addConnectionEquations(const Model& model, Equations& equations) {
  std::set<std::pair<Symbol, Symbol>> zeroed;  // a through variable of two open ends is zero once
  for (const ConnectionSet& set : collectConnections(model, known_, names_, diagnostics_)) {
    for (size_t i = 1; i < set.cuts.size(); ++i) {
      const ConnectionPoint &a = set.cuts[i - 1], &b = set.cuts[i];
      for (size_t k = 0; k < a.cut->across.size(); ++k) {
        const CutVariable &va = a.cut->across[k], &vb = b.cut->across[k];
        if (a.submodel == b.submodel && va.name == vb.name) continue;
        const ast::Expr* left = variableOf(b, vb, set.range);
        const ast::Expr* right = variableOf(a, va, set.range);
        equations.push_back(
            equality(left, va.negative != vb.negative ? negated(right) : right, set.range));
      }
    }
    bool balanced = true;
    for (const ConnectionPoint& at : set.cuts) balanced = balanced && !at.cut->open;
    // A cut of the model itself that leads nowhere: outside decides.
    if (set.cuts.size() == 1 && !set.cuts[0].submodel) balanced = false;
    if (!balanced) continue;
    for (size_t k = 0; k < set.cuts[0].cut->through.size(); ++k) {
      if (set.cuts.size() == 1 &&
          !zeroed.emplace(set.cuts[0].submodel->name, set.cuts[0].cut->through[k].name).second)
        continue;
      addBalance(set, k, equations);
    }
  }
}

// ---------------------------------------------------------------- connections as in Modelica

void Lowering::notePartners(const Model& model) {
  Diagnostics::Mute mute(diagnostics_);
  for (const ConnectionSet& set : collectConnections(model, known_, names_, diagnostics_)) {
    const Cut* closed = nullptr;
    for (const ConnectionPoint& at : set.cuts)
      if (!at.cut->open) closed = at.cut;
    for (const ConnectionPoint& at : set.cuts)
      if (at.cut->open && closed) connectors_.partner.emplace(at.cut, closed);
  }
}

namespace {

// across1, across2, ... or across alone
std::string memberName(std::string_view kind, size_t k, size_t count) {
  return count == 1 ? std::string(kind) : fmt::format("{}{}", kind, k + 1);
}

}  // namespace

const ast::ClassDef* Lowering::makeConnector(Symbol symbol, const Cut& cut, const Cut& through) {
  const Symbol real = names_.intern("Real");
  Elements elements;
  std::string comment = "cut (";
  for (size_t k = 0; k < cut.across.size(); ++k) {
    const std::string member = memberName("across", k, cut.across.size());
    ast::ComponentDecl* made = component(real, names_.intern(member), cut.range);
    made->dimensions = cut.across[k].dimensions;
    elements.push_back(made);
    comment += (k ? ", " : "") + member;
  }
  comment += " /";
  for (size_t k = 0; k < through.through.size(); ++k) {
    const std::string member = memberName("through", k, through.through.size());
    ast::ComponentDecl* made = component(real, names_.intern(member), cut.range);
    made->dimensions = through.through[k].dimensions;
    made->connector = ast::ConnectorPrefix::Flow;
    elements.push_back(made);
    comment += (k ? ", " : " ") + member;
  }
  auto* def = arena_.make<ast::ClassDef>(ast::Element{ast::ElementKind::Class, cut.range});
  def->classKind = ast::ClassKind::Connector;
  def->name = symbol;
  def->nameRange = cut.range;
  def->comment.text = arena_.copy(std::string_view(comment + ")"));
  def->elements = arena_.copy(elements);
  if (cut.across.size() != through.through.size()) {
    // Modelica wants as many of both (section 9.3.1).
    auto* yes = arena_.make<ast::BooleanExpr>(
        ast::ExprOf<ast::ExprKind::Boolean>{{ast::ExprKind::Boolean, cut.range}}, true);
    def->comment.annotation =
        arena_.make<ast::Annotation>(argument("__Formola_cut", yes), cut.range);
  }
  return def;
}

Symbol Lowering::connectorClass(const Cut& cut) {
  const Cut* through = &cut;
  if (cut.open) {
    auto found = connectors_.partner.find(&cut);
    if (found != connectors_.partner.end()) through = found->second;
  }
  auto sizes = [&](const std::vector<CutVariable>& list) {
    std::string text;
    for (const CutVariable& v : list) {
      text += '_';
      for (const ast::Expr* d : v.dimensions) {
        const auto* n = d->dynAs<ast::IntegerExpr>();
        text += n ? std::to_string(n->value) : "n";
      }
    }
    return text;
  };
  const std::string shape = sizes(cut.across) + "/" + sizes(through->through);
  auto [found, isNew] = connectors_.byShape.emplace(shape, Symbol());
  if (isNew) {
    std::string text = fmt::format("Cut_{}_{}", cut.across.size(), through->through.size());
    size_t same = 0;
    for (const auto& [other, symbol] : connectors_.byShape)
      same += symbol.valid() && names_.text(symbol).starts_with(text) ? 1 : 0;
    if (same > 0) text += fmt::format("_{}", static_cast<char>('a' + same));
    found->second = names_.intern(text);
    connectors_.made.push_back(makeConnector(found->second, cut, *through));
  }
  return found->second;
}

// Cuts have names of their own in this notation; in Modelica they share those of the variables.
Symbol Lowering::connectorName(const Model& model, const Cut& cut) {
  for (const Model* m : withInherited(model, known_)) {
    bool taken = false;
    for (const VariableDecl& v : m->variables) taken = taken || v.name == cut.name;
    for (const Submodel& s : m->submodels) taken = taken || s.name == cut.name;
    for (const Cut& other : m->cuts)
      for (const auto* list : {&other.across, &other.through})
        for (const CutVariable& v : *list) taken = taken || v.name == cut.name;
    if (taken) return names_.intern(std::string(names_.text(cut.name)) + "_cut");
  }
  return cut.name;
}

void Lowering::addConnectors(const Model& model, Elements& elements, Equations& equations) {
  for (const Cut& cut : model.cuts) {
    if (!cut.parts.empty()) continue;  // its parts are connected one by one
    const Symbol own = connectorName(model, cut);
    ast::ComponentDecl* made = component(connectorClass(cut), own, cut.range);
    made->comment.text = cut.comment;
    elements.push_back(made);
    auto tie = [&](const CutVariable& v, const std::string& member) {
      const ast::Expr* value = reference({v.name}, v.range);
      equations.push_back(equality(reference({own, names_.intern(member)}, v.range),
                                   v.negative ? negated(value) : value, v.range));
    };
    for (size_t k = 0; k < cut.across.size(); ++k)
      tie(cut.across[k], memberName("across", k, cut.across.size()));
    for (size_t k = 0; k < cut.through.size(); ++k)
      tie(cut.through[k], memberName("through", k, cut.through.size()));
  }
  for (const ConnectionSet& set : collectConnections(model, known_, names_, diagnostics_)) {
    auto nameOfPoint = [&](const ConnectionPoint& at) {
      if (!at.submodel) return name({connectorName(model, *at.cut)}, set.range);
      const Model* type = known_.find(at.submodel->type);
      return name({at.submodel->name, connectorName(*type, *at.cut)}, set.range);
    };
    for (size_t i = 1; i < set.cuts.size(); ++i)
      equations.push_back(arena_.make<ast::ConnectEquation>(
          ast::Equation{ast::EquationKind::Connect, set.range, {}}, nameOfPoint(set.cuts[i - 1]),
          nameOfPoint(set.cuts[i])));
  }
}

// ---------------------------------------------------------------- a model

const ast::ClassDef* Lowering::lower(const Model& model) {
  declared_.clear();
  for (const Model* m : withInherited(model, known_)) {
    for (const VariableDecl& v : m->variables) declared_.emplace(v.name, &v);
    if (m == &model) continue;
    for (const Cut& cut : m->cuts)
      for (const auto* list : {&cut.across, &cut.through})
        for (const CutVariable& v : *list) declared_.emplace(v.name, nullptr);
  }
  checkCuts(model);
  Elements elements;
  Equations equations = model.equations;
  for (const auto& [base, range] : model.inherits) {
    auto* extends = arena_.make<ast::Extends>(ast::Element{ast::ElementKind::Extends, range});
    extends->base = name({base}, range);
    extends->modification = nullptr;
    extends->annotation = nullptr;
    elements.push_back(extends);
  }
  addSubmodels(model, elements);
  addVariables(model, elements);
  if (form_ == CutForm::Equations) {
    addConnectionEquations(model, equations);
  } else {
    addConnectors(model, elements, equations);
  }
  std::stable_sort(elements.begin(), elements.end(),
                   [](const auto* a, const auto* b) { return a->range.begin < b->range.begin; });
  auto* def = arena_.make<ast::ClassDef>(ast::Element{ast::ElementKind::Class, model.range});
  def->cuts = true;
  def->classKind = ast::ClassKind::Model;
  def->name = model.name;
  def->nameRange = model.range;
  def->comment.text = model.comment;
  def->elements = arena_.copy(elements);
  if (!equations.empty()) {
    const std::vector<ast::EquationSection> sections{{false, arena_.copy(equations), model.range}};
    def->equations = arena_.copy(sections);
  }
  return def;
}

}  // namespace formola::dym
