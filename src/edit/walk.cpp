#include "edit/walk.h"

#include <algorithm>

namespace formola::edit {

namespace {

using namespace ast;

const std::vector<Symbol> kNoPath;

class Walker {
 public:
  Walker(const NameVisitor& visit, const ModifierListVisitor& visitList)
      : visit_(visit), visitList_(visitList) {}

  void classDef(const ClassDef& def) {
    const ClassDef* outer = std::exchange(where_, &def);
    comment(def.comment);
    constrained(def.prefixes);
    if (!def.base.parts.empty())
      name(def.form == ClassForm::Derivative ? NameRole::Function : NameRole::Type, def.base);
    for (const Expr* size : def.dimensions) expr(size);
    if (def.form == ClassForm::Extends) {
      modified_ = nullptr;  // the base is the class of the same name
    } else {
      modified_ = &def.base;
    }
    path_.clear();
    if (def.form == ClassForm::Short) list(ModifierPlace::ShortClass, def.modification);
    modification(def.modification);
    for (const Element* e : def.elements) element(*e);
    for (const EquationSection& s : def.equations) equations(s.equations);
    for (const AlgorithmSection& s : def.algorithms) statements(s.statements);
    if (def.external) external(*def.external);
    where_ = outer;
  }

 private:
  void name(NameRole role, const Name& n) {
    if (n.parts.empty()) return;
    NameUse use{role, &n, where_};
    use.iterator =
        role == NameRole::Value && !n.global &&
        std::find(iterators_.begin(), iterators_.end(), n.parts[0].name) != iterators_.end();
    use.annotation = inAnnotation_ > 0;
    visit_(use);
    for (const NamePart& part : n.parts)
      for (const Expr* subscript : part.subscripts) expr(subscript);
  }

  void exprs(std::span<const Expr* const> all) {
    for (const Expr* e : all) expr(e);
  }

  // An input of a function is named as an element of it.
  void named(const Name& function, std::span<const NamedArgument> all) {
    for (const NamedArgument& argument : all) {
      const NamePart part{argument.name, argument.range, {}};
      const Name input{false, {&part, 1}, argument.range};
      visit_({NameRole::Modifier, &input, where_, false, &function, &kNoPath, inAnnotation_ > 0});
      expr(argument.value);
    }
  }

  void withIterators(std::span<const ForIterator> iterators, const std::function<void()>& body) {
    const size_t before = iterators_.size();
    for (const ForIterator& iterator : iterators) {
      if (iterator.in) expr(iterator.in);
      iterators_.push_back(iterator.name);
    }
    body();
    iterators_.resize(before);
  }

  // Chains of operators are as long as a file: the left operand without recursion.
  void expr(const Expr* e) {
    while (e && e->kind == ExprKind::Binary) {
      expr(e->as<BinaryExpr>().right);
      e = e->as<BinaryExpr>().left;
    }
    if (!e) return;
    switch (e->kind) {
      case ExprKind::Reference:
        name(NameRole::Value, e->as<ReferenceExpr>().name);
        break;
      case ExprKind::Call: {
        const auto& call = e->as<CallExpr>();
        name(NameRole::Function, call.function);
        if (visitList_ && inAnnotation_ == 0)
          visitList_(
              {ModifierPlace::Call, &call.function, &kNoPath, nullptr, where_, nullptr, &call});
        exprs(call.arguments);
        named(call.function, call.named);
        break;
      }
      case ExprKind::PartialApplication:
        name(NameRole::Function, e->as<PartialApplicationExpr>().function);
        named(e->as<PartialApplicationExpr>().function, e->as<PartialApplicationExpr>().named);
        break;
      case ExprKind::Unary:
        expr(e->as<UnaryExpr>().operand);
        break;
      case ExprKind::If:
        for (const IfBranch& branch : e->as<IfExpr>().branches) {
          expr(branch.condition);
          expr(branch.value);
        }
        expr(e->as<IfExpr>().otherwise);
        break;
      case ExprKind::Array:
        exprs(e->as<ArrayExpr>().elements);
        break;
      case ExprKind::Matrix:
        for (const auto& row : e->as<MatrixExpr>().rows) exprs(row);
        break;
      case ExprKind::Selection:
        expr(e->as<SelectionExpr>().from);
        exprs(e->as<SelectionExpr>().subscripts);
        break;
      case ExprKind::Tuple:
        exprs(e->as<TupleExpr>().elements);
        break;
      case ExprKind::Range:
        expr(e->as<RangeExpr>().start);
        expr(e->as<RangeExpr>().step);
        expr(e->as<RangeExpr>().stop);
        break;
      case ExprKind::Comprehension: {
        const auto& all = e->as<ComprehensionExpr>();
        withIterators(all.iterators, [&] { expr(all.body); });
        break;
      }
      default:
        break;
    }
  }

  void comment(const Comment& c) { annotation(c.annotation); }

  void annotation(const Annotation* a) {
    if (!a) return;
    ++inAnnotation_;
    const Name* outer = std::exchange(modified_, nullptr);
    modification(a->arguments);
    modified_ = outer;
    --inAnnotation_;
  }

  void constrained(const ElementPrefixes& prefixes) {
    if (!prefixes.constrainedBy) return;
    typed(ModifierPlace::Constraint, prefixes.constrainedBy->type,
          prefixes.constrainedBy->modification);
    comment(prefixes.constrainedBy->comment);
  }

  // A type with the modifiers that stand behind it.
  void typed(ModifierPlace place, const Name& type, const Modification* m,
             const ComponentDecl* component = nullptr) {
    name(NameRole::Type, type);
    const Name* outerType = std::exchange(modified_, inAnnotation_ > 0 ? nullptr : &type);
    std::vector<Symbol> outerPath = std::exchange(path_, {});
    list(place, m, component);
    modification(m);
    modified_ = outerType;
    path_ = std::move(outerPath);
  }

  void list(ModifierPlace place, const Modification* m, const ComponentDecl* component = nullptr) {
    if (visitList_ && modified_ && inAnnotation_ == 0)
      visitList_({place, modified_, &path_, m, where_, component});
  }

  // The name of an element that is redeclared in a list of modifiers.
  void redeclared(Symbol element, SourceRange range) {
    const NamePart part{element, range, {}};
    const Name whole{false, {&part, 1}, range};
    visit_({NameRole::Modifier, &whole, where_, false, modified_, &path_, inAnnotation_ > 0});
  }

  void modification(const Modification* m) {
    if (!m) return;
    for (const Argument* a : m->arguments) argument(*a);
    expr(m->binding);
  }

  void argument(const Argument& a) {
    switch (a.kind) {
      case ArgumentKind::Modify: {
        if (!a.name.parts.empty())
          visit_(
              {NameRole::Modifier, &a.name, where_, false, modified_, &path_, inAnnotation_ > 0});
        const size_t before = path_.size();
        for (const NamePart& part : a.name.parts) path_.push_back(part.name);
        if (a.modification) list(ModifierPlace::Element, a.modification);
        modification(a.modification);
        path_.resize(before);
        break;
      }
      case ArgumentKind::RedeclareClass: {
        const Name* outerType = modified_;
        std::vector<Symbol> outerPath = path_;
        const ClassDef& def = *a.classDef;
        redeclared(def.name, def.nameRange);
        constrained(def.prefixes);
        comment(def.comment);
        if (!def.base.parts.empty()) typed(ModifierPlace::ShortClass, def.base, def.modification);
        modified_ = outerType;
        path_ = std::move(outerPath);
        break;
      }
      case ArgumentKind::RedeclareComponent:
        redeclared(a.component->name, a.component->nameRange);
        component(*a.component);
        break;
      case ArgumentKind::Break:
        break;
    }
  }

  void component(const ComponentDecl& c) {
    exprs(c.typeDimensions);
    exprs(c.dimensions);
    typed(ModifierPlace::Component, c.type, c.modification, &c);
    expr(c.condition);
    comment(c.comment);
    constrained(c.prefixes);
  }

  void element(const Element& e) {
    switch (e.kind) {
      case ElementKind::Import:
        name(NameRole::Import, e.as<Import>().name);
        break;
      case ElementKind::Extends:
        typed(ModifierPlace::Extends, e.as<Extends>().base, e.as<Extends>().modification);
        annotation(e.as<Extends>().annotation);
        break;
      case ElementKind::Component:
        component(e.as<ComponentDecl>());
        break;
      case ElementKind::Class:
        classDef(e.as<ClassDef>());
        break;
    }
  }

  void external(const External& e) {
    if (e.result) expr(e.result);
    exprs(e.arguments);
    annotation(e.annotation);
  }

  void equations(std::span<const Equation* const> all) {
    for (const Equation* equation : all) {
      comment(equation->comment);
      switch (equation->kind) {
        case EquationKind::Equality:
          expr(equation->as<EqualityEquation>().left);
          expr(equation->as<EqualityEquation>().right);
          break;
        case EquationKind::If:
          branches(equation->as<IfEquation>().branches);
          break;
        case EquationKind::When:
          branches(equation->as<WhenEquation>().branches);
          break;
        case EquationKind::For:
          withIterators(equation->as<ForEquation>().iterators,
                        [&] { equations(equation->as<ForEquation>().body); });
          break;
        case EquationKind::Connect:
          name(NameRole::Value, equation->as<ConnectEquation>().left);
          name(NameRole::Value, equation->as<ConnectEquation>().right);
          break;
        case EquationKind::Call:
          expr(equation->as<CallEquation>().call);
          break;
      }
    }
  }

  void branches(std::span<const EquationBranch> all) {
    for (const EquationBranch& branch : all) {
      expr(branch.condition);
      equations(branch.body);
    }
  }

  void branches(std::span<const StatementBranch> all) {
    for (const StatementBranch& branch : all) {
      expr(branch.condition);
      statements(branch.body);
    }
  }

  void statements(std::span<const Statement* const> all) {
    for (const Statement* statement : all) {
      comment(statement->comment);
      switch (statement->kind) {
        case StatementKind::Assign:
          expr(statement->as<AssignStatement>().target);
          expr(statement->as<AssignStatement>().value);
          break;
        case StatementKind::MultiAssign:
          for (const ReferenceExpr* target : statement->as<MultiAssignStatement>().targets)
            expr(target);
          expr(statement->as<MultiAssignStatement>().call);
          break;
        case StatementKind::Call:
          expr(statement->as<CallStatement>().call);
          break;
        case StatementKind::If:
          branches(statement->as<IfStatement>().branches);
          break;
        case StatementKind::When:
          branches(statement->as<WhenStatement>().branches);
          break;
        case StatementKind::For:
          withIterators(statement->as<ForStatement>().iterators,
                        [&] { statements(statement->as<ForStatement>().body); });
          break;
        case StatementKind::While:
          expr(statement->as<WhileStatement>().condition);
          statements(statement->as<WhileStatement>().body);
          break;
        case StatementKind::Break:
        case StatementKind::Return:
          break;
      }
    }
  }

  const NameVisitor& visit_;
  const ModifierListVisitor& visitList_;
  const ClassDef* where_ = nullptr;
  std::vector<Symbol> iterators_;
  const Name* modified_ = nullptr;
  std::vector<Symbol> path_;
  int inAnnotation_ = 0;
};

}  // namespace

void forEachName(const ClassDef& def, const NameVisitor& visit) {
  Walker(visit, {}).classDef(def);
}

void forEachModifierList(const ClassDef& def, const ModifierListVisitor& visit) {
  Walker([](const NameUse&) {}, visit).classDef(def);
}

void forEachClass(const ClassDef& def, const std::function<void(const ClassDef&)>& visit) {
  visit(def);
  for (const Element* element : def.elements)
    if (const auto* nested = element->dynAs<ClassDef>()) forEachClass(*nested, visit);
}

void forEachEquation(std::span<const Equation* const> equations,
                     const std::function<void(const Equation&)>& visit) {
  auto branches = [&](std::span<const EquationBranch> all) {
    for (const EquationBranch& branch : all) forEachEquation(branch.body, visit);
  };
  for (const Equation* equation : equations) {
    visit(*equation);
    if (equation->kind == EquationKind::If) branches(equation->as<IfEquation>().branches);
    if (equation->kind == EquationKind::When) branches(equation->as<WhenEquation>().branches);
    if (equation->kind == EquationKind::For)
      forEachEquation(equation->as<ForEquation>().body, visit);
  }
}

}  // namespace formola::edit
