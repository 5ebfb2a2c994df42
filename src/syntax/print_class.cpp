// Printing files, classes, equations and statements.
#include "syntax/printer_impl.h"

namespace formola::syntax {

using namespace ast;

namespace {

std::string_view spelling(ClassKind kind) {
  switch (kind) {
    case ClassKind::Class:
      return "class ";
    case ClassKind::Model:
      return "model ";
    case ClassKind::Block:
      return "block ";
    case ClassKind::Connector:
      return "connector ";
    case ClassKind::Type:
      return "type ";
    case ClassKind::Package:
      return "package ";
    case ClassKind::Function:
      return "function ";
    case ClassKind::Record:
      return "record ";
    case ClassKind::Operator:
      return "operator ";
    case ClassKind::OperatorFunction:
      return "operator function ";
    case ClassKind::OperatorRecord:
      return "operator record ";
  }
  return "class ";
}

std::string_view spelling(ConnectorPrefix prefix) {
  switch (prefix) {
    case ConnectorPrefix::None:
      return "";
    case ConnectorPrefix::Flow:
      return "flow ";
    case ConnectorPrefix::Stream:
      return "stream ";
  }
  return "";
}

std::string_view spelling(Variability variability) {
  switch (variability) {
    case Variability::None:
      return "";
    case Variability::Discrete:
      return "discrete ";
    case Variability::Parameter:
      return "parameter ";
    case Variability::Constant:
      return "constant ";
  }
  return "";
}

std::string_view spelling(Causality causality) {
  switch (causality) {
    case Causality::None:
      return "";
    case Causality::Input:
      return "input ";
    case Causality::Output:
      return "output ";
  }
  return "";
}

bool isProtected(const Element& element) {
  switch (element.kind) {
    case ElementKind::Import:
      return element.as<Import>().isProtected;
    case ElementKind::Extends:
      return element.as<Extends>().isProtected;
    case ElementKind::Component:
      return element.as<ComponentDecl>().prefixes.isProtected;
    case ElementKind::Class:
      return element.as<ClassDef>().prefixes.isProtected;
  }
  return false;
}

}  // namespace

// ---------------------------------------------------------------- classes

void Printer::file(const StoredDefinition& file) {
  if (file.hasWithin) {
    out_ += "within";
    if (!file.within.parts.empty()) out_ += ' ';
    name(file.within);
    out_ += ";\n";
  }
  for (const ClassDef* def : file.classes) {
    if (!out_.empty()) out_ += '\n';
    if (def->prefixes.final) out_ += "final ";
    classDef(*def);
    out_ += ";\n";
  }
}

void Printer::classHead(const ClassDef& def) {
  if (def.encapsulated) out_ += "encapsulated ";
  if (def.partial) out_ += "partial ";
  if (def.expandable) out_ += "expandable ";
  if (def.pure) out_ += "pure ";
  if (def.impure) out_ += "impure ";
  out_ += spelling(def.classKind);
  if (def.form == ClassForm::Extends) out_ += "extends ";
  symbol(def.name);
}

void Printer::classDef(const ClassDef& def) {
  classHead(def);
  if (def.form != ClassForm::Long && def.form != ClassForm::Extends) {
    shortClass(def);
    return;
  }
  if (def.form == ClassForm::Extends) modification(def.modification);
  stringComment(def.comment.text);
  ++indent_;
  composition(def);
  --indent_;
  line();
  out_ += "end ";
  symbol(def.name);
}

void Printer::shortClass(const ClassDef& def) {
  out_ += " = ";
  switch (def.form) {
    case ClassForm::Enumeration:
      out_ += "enumeration(";
      if (def.openEnumeration) out_ += ':';
      for (size_t i = 0; i < def.literals.size(); ++i) {
        if (i > 0) out_ += ", ";
        symbol(def.literals[i].name);
        comment(def.literals[i].comment);
      }
      out_ += ')';
      break;
    case ClassForm::Derivative:
      out_ += "der(";
      name(def.base);
      for (const NamePart& input : def.derivativeInputs) {
        out_ += ", ";
        symbol(input.name);
      }
      out_ += ')';
      break;
    default:
      out_ += spelling(def.baseConnector);
      out_ += spelling(def.baseCausality);
      name(def.base);
      subscripts(def.dimensions);
      modification(def.modification);
  }
  comment(def.comment);
}

void Printer::composition(const ClassDef& def) {
  bool hidden = false;
  for (const Element* item : def.elements) {
    if (isProtected(*item) != hidden) {
      hidden = !hidden;
      --indent_;
      line();
      ++indent_;
      out_ += hidden ? "protected" : "public";
    }
    line();
    element(*item);
    out_ += ';';
  }
  for (const EquationSection& section : def.equations) {
    --indent_;
    line();
    ++indent_;
    out_ += section.initial ? "initial equation" : "equation";
    equations(section.equations);
  }
  for (const AlgorithmSection& section : def.algorithms) {
    --indent_;
    line();
    ++indent_;
    out_ += section.initial ? "initial algorithm" : "algorithm";
    statements(section.statements);
  }
  if (def.external) {
    line();
    external(*def.external);
    out_ += ';';
  }
  if (def.comment.annotation) {
    line();
    out_ += "annotation";
    modification(def.comment.annotation->arguments);
    out_ += ';';
  }
}

void Printer::elementPrefixes(const ElementPrefixes& prefixes) {
  if (prefixes.redeclare) out_ += "redeclare ";
  if (prefixes.final) out_ += "final ";
  if (prefixes.inner) out_ += "inner ";
  if (prefixes.outer) out_ += "outer ";
  if (prefixes.replaceable) out_ += "replaceable ";
}

void Printer::element(const Element& element) {
  switch (element.kind) {
    case ElementKind::Import:
      import(element.as<Import>());
      break;
    case ElementKind::Extends: {
      const auto& extends = element.as<Extends>();
      out_ += "extends ";
      name(extends.base);
      modification(extends.modification);
      annotation(extends.annotation);
      break;
    }
    case ElementKind::Component: {
      const auto& decl = element.as<ComponentDecl>();
      elementPrefixes(decl.prefixes);
      component(decl);
      constrainedBy(decl.prefixes.constrainedBy);
      break;
    }
    case ElementKind::Class: {
      const auto& def = element.as<ClassDef>();
      elementPrefixes(def.prefixes);
      classDef(def);
      constrainedBy(def.prefixes.constrainedBy);
      break;
    }
  }
}

void Printer::import(const Import& import) {
  out_ += "import ";
  if (import.form == ImportForm::Renamed) {
    symbol(import.alias);
    out_ += " = ";
  }
  name(import.name);
  if (import.form == ImportForm::All) out_ += ".*";
  if (import.form == ImportForm::List) {
    out_ += ".{";
    for (size_t i = 0; i < import.names.size(); ++i) {
      if (i > 0) out_ += ", ";
      symbol(import.names[i].name);
    }
    out_ += '}';
  }
  comment(import.comment);
}

void Printer::component(const ComponentDecl& component) {
  out_ += spelling(component.connector);
  out_ += spelling(component.variability);
  out_ += spelling(component.causality);
  name(component.type);
  subscripts(component.typeDimensions);
  out_ += ' ';
  symbol(component.name);
  subscripts(component.dimensions);
  modification(component.modification);
  if (component.condition) {
    out_ += " if ";
    expr(*component.condition);
  }
  comment(component.comment);
}

void Printer::external(const External& external) {
  out_ += "external";
  stringComment(external.language);
  if (external.hasCall) {
    out_ += ' ';
    if (external.result) {
      name(external.result->name);
      out_ += " = ";
    }
    symbol(external.function);
    out_ += '(';
    list(external.arguments);
    out_ += ')';
  }
  annotation(external.annotation);
}

// ---------------------------------------------------------------- equations and statements

void Printer::equations(std::span<const Equation* const> items) {
  for (const Equation* item : items) {
    line();
    equation(*item);
    out_ += ';';
  }
}

void Printer::statements(std::span<const Statement* const> items) {
  for (const Statement* item : items) {
    line();
    statement(*item);
    out_ += ';';
  }
}

template <typename Branch, typename Body>
void Printer::branches(std::span<const Branch> items, std::string_view keyword, Body body) {
  bool first = true;
  for (const Branch& branch : items) {
    if (!first) {
      line();
      out_ += "else";
    }
    if (branch.condition) {
      out_ += keyword;
      out_ += ' ';
      expr(*branch.condition);
      out_ += " then";
    }
    first = false;
    ++indent_;
    body(branch.body);
    --indent_;
  }
  line();
  out_ += "end ";
  out_ += keyword;
}

void Printer::equation(const Equation& equation) {
  bareEquation(equation);
  comment(equation.comment);
}

void Printer::bareEquation(const Equation& equation) {
  auto body = [this](std::span<const Equation* const> items) { equations(items); };
  switch (equation.kind) {
    case EquationKind::Equality: {
      const auto& equality = equation.as<EqualityEquation>();
      expr(*equality.left, 1);  // a simple-expression: an if-expression needs parentheses here
      out_ += " = ";
      expr(*equality.right);
      break;
    }
    case EquationKind::If:
      branches(equation.as<IfEquation>().branches, "if", body);
      break;
    case EquationKind::When:
      branches(equation.as<WhenEquation>().branches, "when", body);
      break;
    case EquationKind::For: {
      const auto& loop = equation.as<ForEquation>();
      out_ += "for ";
      iterators(loop.iterators);
      out_ += " loop";
      ++indent_;
      equations(loop.body);
      --indent_;
      line();
      out_ += "end for";
      break;
    }
    case EquationKind::Connect: {
      const auto& connect = equation.as<ConnectEquation>();
      out_ += "connect(";
      name(connect.left);
      out_ += ", ";
      name(connect.right);
      out_ += ')';
      break;
    }
    case EquationKind::Call:
      call(*equation.as<CallEquation>().call);
      break;
  }
}

void Printer::statement(const Statement& statement) {
  bareStatement(statement);
  comment(statement.comment);
}

void Printer::bareStatement(const Statement& statement) {
  auto body = [this](std::span<const Statement* const> items) { statements(items); };
  auto loop = [&](std::string_view keyword, std::span<const Statement* const> items) {
    out_ += " loop";
    ++indent_;
    statements(items);
    --indent_;
    line();
    out_ += "end ";
    out_ += keyword;
  };
  switch (statement.kind) {
    case StatementKind::Assign: {
      const auto& assign = statement.as<AssignStatement>();
      name(assign.target->name);
      out_ += " := ";
      expr(*assign.value);
      break;
    }
    case StatementKind::MultiAssign: {
      const auto& assign = statement.as<MultiAssignStatement>();
      out_ += '(';
      for (size_t i = 0; i < assign.targets.size(); ++i) {
        if (i > 0) out_ += ", ";
        if (assign.targets[i]) name(assign.targets[i]->name);
      }
      out_ += ") := ";
      call(*assign.call);
      break;
    }
    case StatementKind::Call:
      call(*statement.as<CallStatement>().call);
      break;
    case StatementKind::Break:
      out_ += "break";
      break;
    case StatementKind::Return:
      out_ += "return";
      break;
    case StatementKind::If:
      branches(statement.as<IfStatement>().branches, "if", body);
      break;
    case StatementKind::When:
      branches(statement.as<WhenStatement>().branches, "when", body);
      break;
    case StatementKind::For: {
      const auto& forLoop = statement.as<ForStatement>();
      out_ += "for ";
      iterators(forLoop.iterators);
      loop("for", forLoop.body);
      break;
    }
    case StatementKind::While: {
      const auto& whileLoop = statement.as<WhileStatement>();
      out_ += "while ";
      expr(*whileLoop.condition);
      loop("while", whileLoop.body);
      break;
    }
  }
}

}  // namespace formola::syntax

namespace formola {

std::string print(const ast::StoredDefinition& file, const Interner& names) {
  syntax::Printer printer(names);
  printer.file(file);
  return printer.take();
}

std::string print(const ast::ClassDef& classDef, const Interner& names) {
  syntax::Printer printer(names);
  printer.classDef(classDef);
  return printer.take();
}

std::string print(const ast::Equation& equation, const Interner& names) {
  syntax::Printer printer(names);
  printer.equation(equation);
  return printer.take();
}

std::string print(const ast::Statement& statement, const Interner& names) {
  syntax::Printer printer(names);
  printer.statement(statement);
  return printer.take();
}

}  // namespace formola
