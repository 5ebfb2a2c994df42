// Structural equality of syntax trees.
#include <bit>

#include "syntax/printer.h"

namespace formola {

namespace {

using namespace ast;

// The comparisons call each other in all directions: inside one struct their order does not matter.
// `kComments`: descriptions and annotations count.
template <bool kComments>
struct Compare {
  // Lists are equal if their items are; `same` is found for each type of item.
  template <typename T>
  static bool sameAll(std::span<const T> a, std::span<const T> b) {
    if (a.size() != b.size()) return false;
    for (size_t i = 0; i < a.size(); ++i) {
      if (!same(a[i], b[i])) return false;
    }
    return true;
  }

  static bool same(const NamePart& a, const NamePart& b) {
    return a.name == b.name && sameAll(a.subscripts, b.subscripts);
  }

  static bool same(const Name& a, const Name& b) {
    return a.global == b.global && sameAll(a.parts, b.parts);
  }

  static bool same(const NamedArgument& a, const NamedArgument& b) {
    return a.name == b.name && same(a.value, b.value);
  }

  static bool same(const ForIterator& a, const ForIterator& b) {
    return a.name == b.name && same(a.in, b.in);
  }

  static bool same(const IfBranch& a, const IfBranch& b) {
    return same(a.condition, b.condition) && same(a.value, b.value);
  }

  static bool same(const CallExpr& a, const CallExpr& b) {
    return same(a.function, b.function) && sameAll(a.arguments, b.arguments) &&
           sameAll(a.named, b.named);
  }

  static bool same(std::span<const Expr* const> a, std::span<const Expr* const> b) {
    return sameAll(a, b);
  }

  // Without the left operand of a binary expression, which the caller follows in a loop: chains
  // lean to the left.
  static bool sameNode(const Expr& a, const Expr& b) {
    switch (a.kind) {
      case ExprKind::Integer:
        return a.as<IntegerExpr>().value == b.as<IntegerExpr>().value;
      case ExprKind::Real:
        return std::bit_cast<uint64_t>(a.as<RealExpr>().value) ==
               std::bit_cast<uint64_t>(b.as<RealExpr>().value);
      case ExprKind::String:
        return a.as<StringExpr>().value == b.as<StringExpr>().value;
      case ExprKind::Boolean:
        return a.as<BooleanExpr>().value == b.as<BooleanExpr>().value;
      case ExprKind::Reference:
        return same(a.as<ReferenceExpr>().name, b.as<ReferenceExpr>().name);
      case ExprKind::Call:
        return same(a.as<CallExpr>(), b.as<CallExpr>());
      case ExprKind::Unary:
        return a.as<UnaryExpr>().op == b.as<UnaryExpr>().op &&
               same(a.as<UnaryExpr>().operand, b.as<UnaryExpr>().operand);
      case ExprKind::Binary:
        return a.as<BinaryExpr>().op == b.as<BinaryExpr>().op &&
               same(a.as<BinaryExpr>().right, b.as<BinaryExpr>().right);
      case ExprKind::If:
        return sameAll(a.as<IfExpr>().branches, b.as<IfExpr>().branches) &&
               same(a.as<IfExpr>().otherwise, b.as<IfExpr>().otherwise);
      case ExprKind::Array:
        return sameAll(a.as<ArrayExpr>().elements, b.as<ArrayExpr>().elements);
      case ExprKind::Matrix:
        return sameAll(a.as<MatrixExpr>().rows, b.as<MatrixExpr>().rows);
      case ExprKind::Range: {
        const auto& left = a.as<RangeExpr>();
        const auto& right = b.as<RangeExpr>();
        return same(left.start, right.start) && same(left.step, right.step) &&
               same(left.stop, right.stop);
      }
      case ExprKind::Selection:
        return same(a.as<SelectionExpr>().from, b.as<SelectionExpr>().from) &&
               sameAll(a.as<SelectionExpr>().subscripts, b.as<SelectionExpr>().subscripts) &&
               a.as<SelectionExpr>().field == b.as<SelectionExpr>().field;
      case ExprKind::Tuple:
        return sameAll(a.as<TupleExpr>().elements, b.as<TupleExpr>().elements);
      case ExprKind::Comprehension:
        return same(a.as<ComprehensionExpr>().body, b.as<ComprehensionExpr>().body) &&
               sameAll(a.as<ComprehensionExpr>().iterators, b.as<ComprehensionExpr>().iterators);
      case ExprKind::PartialApplication:
        return same(a.as<PartialApplicationExpr>().function,
                    b.as<PartialApplicationExpr>().function) &&
               sameAll(a.as<PartialApplicationExpr>().named, b.as<PartialApplicationExpr>().named);
      case ExprKind::End:
      case ExprKind::Colon:
      case ExprKind::Missing:
        return true;
    }
    return false;
  }

  static bool same(const Expr* a, const Expr* b) {
    for (;;) {
      if (!a || !b) return a == b;
      if (a->kind != b->kind || !sameNode(*a, *b)) return false;
      if (a->kind != ExprKind::Binary) return true;
      a = a->as<BinaryExpr>().left;
      b = b->as<BinaryExpr>().left;
    }
  }

  // ---------------------------------------------------------------- comments and modifications

  static bool same(const Annotation* a, const Annotation* b) {
    if (!kComments) return true;
    if (!a || !b) return a == b;
    return same(a->arguments, b->arguments);
  }

  static bool same(const Comment& a, const Comment& b) {
    return !kComments || (a.text == b.text && same(a.annotation, b.annotation));
  }

  static bool same(const ConstrainedBy* a, const ConstrainedBy* b) {
    if (!a || !b) return a == b;
    return same(a->type, b->type) && same(a->modification, b->modification) &&
           same(a->comment, b->comment);
  }

  static bool same(const Argument* a, const Argument* b) {
    if (a->kind != b->kind || a->each != b->each || a->final != b->final) return false;
    if (a->redeclare != b->redeclare || a->replaceable != b->replaceable) return false;
    return same(a->name, b->name) && same(a->modification, b->modification) &&
           (!kComments || a->comment == b->comment) &&
           same(static_cast<const Element*>(a->classDef),
                static_cast<const Element*>(b->classDef)) &&
           same(static_cast<const Element*>(a->component),
                static_cast<const Element*>(b->component)) &&
           same(static_cast<const Equation*>(a->connection),
                static_cast<const Equation*>(b->connection));
  }

  static bool same(const Modification* a, const Modification* b) {
    if (!a || !b) return a == b;
    return a->hasArguments == b->hasArguments && a->breaks == b->breaks &&
           same(a->binding, b->binding) && sameAll(a->arguments, b->arguments);
  }

  // ---------------------------------------------------------------- elements

  static bool same(const ElementPrefixes& a, const ElementPrefixes& b) {
    return a.isProtected == b.isProtected && a.redeclare == b.redeclare && a.final == b.final &&
           a.inner == b.inner && a.outer == b.outer && a.replaceable == b.replaceable &&
           same(a.constrainedBy, b.constrainedBy);
  }

  static bool same(const EnumLiteral& a, const EnumLiteral& b) {
    return a.name == b.name && same(a.comment, b.comment);
  }

  static bool same(const EquationSection& a, const EquationSection& b) {
    return a.initial == b.initial && sameAll(a.equations, b.equations);
  }

  static bool same(const AlgorithmSection& a, const AlgorithmSection& b) {
    return a.initial == b.initial && sameAll(a.statements, b.statements);
  }

  static bool same(const External* a, const External* b) {
    if (!a || !b) return a == b;
    return a->language == b->language && same(a->result, b->result) && a->function == b->function &&
           sameAll(a->arguments, b->arguments) && a->hasCall == b->hasCall &&
           same(a->annotation, b->annotation);
  }

  static bool same(const Import& a, const Import& b) {
    return a.form == b.form && a.alias == b.alias && same(a.name, b.name) &&
           sameAll(a.names, b.names) && a.isProtected == b.isProtected &&
           same(a.comment, b.comment);
  }

  static bool same(const Extends& a, const Extends& b) {
    return same(a.base, b.base) && same(a.modification, b.modification) &&
           same(a.annotation, b.annotation) && a.isProtected == b.isProtected;
  }

  static bool same(const ComponentDecl& a, const ComponentDecl& b) {
    return same(a.prefixes, b.prefixes) && a.connector == b.connector &&
           a.variability == b.variability && a.causality == b.causality && same(a.type, b.type) &&
           sameAll(a.typeDimensions, b.typeDimensions) && a.name == b.name &&
           sameAll(a.dimensions, b.dimensions) && same(a.modification, b.modification) &&
           same(a.condition, b.condition) && same(a.comment, b.comment);
  }

  static bool same(const ClassDef& a, const ClassDef& b) {
    if (a.classKind != b.classKind || a.form != b.form || a.partial != b.partial) return false;
    if (a.encapsulated != b.encapsulated || a.expandable != b.expandable) return false;
    if (a.pure != b.pure || a.impure != b.impure || a.name != b.name) return false;
    return same(a.prefixes, b.prefixes) && same(a.comment, b.comment) &&
           sameAll(a.elements, b.elements) && sameAll(a.equations, b.equations) &&
           sameAll(a.algorithms, b.algorithms) && same(a.external, b.external) &&
           a.baseCausality == b.baseCausality && a.baseConnector == b.baseConnector &&
           same(a.base, b.base) && sameAll(a.dimensions, b.dimensions) &&
           same(a.modification, b.modification) && sameAll(a.literals, b.literals) &&
           a.openEnumeration == b.openEnumeration &&
           sameAll(a.derivativeInputs, b.derivativeInputs);
  }

  static bool same(const ClassDef* a, const ClassDef* b) { return same(*a, *b); }

  static bool same(const Element* a, const Element* b) {
    if (!a || !b) return a == b;
    if (a->kind != b->kind) return false;
    switch (a->kind) {
      case ElementKind::Import:
        return same(a->as<Import>(), b->as<Import>());
      case ElementKind::Extends:
        return same(a->as<Extends>(), b->as<Extends>());
      case ElementKind::Component:
        return same(a->as<ComponentDecl>(), b->as<ComponentDecl>());
      case ElementKind::Class:
        return same(a->as<ClassDef>(), b->as<ClassDef>());
    }
    return false;
  }

  // ---------------------------------------------------------------- equations and statements

  static bool same(const EquationBranch& a, const EquationBranch& b) {
    return same(a.condition, b.condition) && sameAll(a.body, b.body);
  }

  static bool same(const StatementBranch& a, const StatementBranch& b) {
    return same(a.condition, b.condition) && sameAll(a.body, b.body);
  }

  static bool same(const Equation* a, const Equation* b) {
    if (!a || !b) return a == b;
    if (a->kind != b->kind || !same(a->comment, b->comment)) return false;
    switch (a->kind) {
      case EquationKind::Equality:
        return same(a->as<EqualityEquation>().left, b->as<EqualityEquation>().left) &&
               same(a->as<EqualityEquation>().right, b->as<EqualityEquation>().right);
      case EquationKind::If:
        return sameAll(a->as<IfEquation>().branches, b->as<IfEquation>().branches);
      case EquationKind::When:
        return sameAll(a->as<WhenEquation>().branches, b->as<WhenEquation>().branches);
      case EquationKind::For:
        return sameAll(a->as<ForEquation>().iterators, b->as<ForEquation>().iterators) &&
               sameAll(a->as<ForEquation>().body, b->as<ForEquation>().body);
      case EquationKind::Connect:
        return same(a->as<ConnectEquation>().left, b->as<ConnectEquation>().left) &&
               same(a->as<ConnectEquation>().right, b->as<ConnectEquation>().right);
      case EquationKind::Call:
        return same(*a->as<CallEquation>().call, *b->as<CallEquation>().call);
    }
    return false;
  }

  static bool same(const ReferenceExpr* a, const ReferenceExpr* b) {
    return same(static_cast<const Expr*>(a), static_cast<const Expr*>(b));
  }

  static bool same(const Statement* a, const Statement* b) {
    if (a->kind != b->kind || !same(a->comment, b->comment)) return false;
    switch (a->kind) {
      case StatementKind::Assign:
        return same(a->as<AssignStatement>().target, b->as<AssignStatement>().target) &&
               same(a->as<AssignStatement>().value, b->as<AssignStatement>().value);
      case StatementKind::MultiAssign:
        return sameAll(a->as<MultiAssignStatement>().targets,
                       b->as<MultiAssignStatement>().targets) &&
               same(*a->as<MultiAssignStatement>().call, *b->as<MultiAssignStatement>().call);
      case StatementKind::Call:
        return same(*a->as<CallStatement>().call, *b->as<CallStatement>().call);
      case StatementKind::Break:
      case StatementKind::Return:
        return true;
      case StatementKind::If:
        return sameAll(a->as<IfStatement>().branches, b->as<IfStatement>().branches);
      case StatementKind::When:
        return sameAll(a->as<WhenStatement>().branches, b->as<WhenStatement>().branches);
      case StatementKind::For:
        return sameAll(a->as<ForStatement>().iterators, b->as<ForStatement>().iterators) &&
               sameAll(a->as<ForStatement>().body, b->as<ForStatement>().body);
      case StatementKind::While:
        return same(a->as<WhileStatement>().condition, b->as<WhileStatement>().condition) &&
               sameAll(a->as<WhileStatement>().body, b->as<WhileStatement>().body);
    }
    return false;
  }
};

}  // namespace

bool equal(const ast::StoredDefinition& a, const ast::StoredDefinition& b) {
  return a.hasWithin == b.hasWithin && Compare<true>::same(a.within, b.within) &&
         Compare<true>::sameAll(a.classes, b.classes);
}

bool equal(const ast::ClassDef& a, const ast::ClassDef& b) {
  return Compare<true>::same(a, b);
}

bool equalButComments(const ast::ClassDef& a, const ast::ClassDef& b) {
  return Compare<false>::same(a, b);
}

bool equal(const ast::Expr& a, const ast::Expr& b) {
  return Compare<true>::same(&a, &b);
}

}  // namespace formola
