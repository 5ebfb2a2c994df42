// Equations, statements, functions and the model as flat Modelica; expressions are in
// expr_printer.cpp.
#include "dae/printer.h"

#include <map>
#include <utility>

#include "dae/expr_printer.h"
#include "dae/number_text.h"
#include "dae/standalone_names.h"
#include "support/string_literal.h"

namespace formola {

namespace {

std::string_view assertLevelText(AssertLevel level) {
  return level == AssertLevel::Warning ? ", AssertionLevel.warning" : "";
}

std::string_view stateSelectText(StateSelect select) {
  switch (select) {
    case StateSelect::Never:
      return "never";
    case StateSelect::Avoid:
      return "avoid";
    case StateSelect::Default:
      return "default";
    case StateSelect::Prefer:
      return "prefer";
    default:
      return "always";
  }
}

// Writes lines of one function, one equation or the sections of a model.
class BodyPrinter {
 public:
  BodyPrinter(const PrintContext& context, std::string& out)
      : context_(context), out_(out), expr_(context, out) {}

  void expr(ExprId e, Precedence least = Precedence::If) { expr_.print(e, least); }

  // ---- what Equation and Statement say without a body
  void simple(const Equation& e) {
    switch (e.kind) {
      case EquationKind::Equality:
        expr(e.left, Precedence::Range);  // an if-expression on the left needs parentheses
        out_ += " = ";
        expr(e.right);
        break;
      case EquationKind::TupleCall:
        tuple(e.targets, " = ", e.right);
        break;
      case EquationKind::Assert:
        assertion(e.left, e.right, e.level);
        break;
      case EquationKind::Terminate:
        function("terminate", e.right);
        break;
      case EquationKind::Reinit:
        function("reinit", e.left, e.right);
        break;
      default:
        expr(e.right);
        break;
    }
  }
  void simple(const Statement& s) {
    switch (s.kind) {
      case StatementKind::Assign:
        expr(s.target, Precedence::Range);
        out_ += " := ";
        expr(s.value);
        break;
      case StatementKind::TupleAssign:
        tuple(s.targets, " := ", s.value);
        break;
      case StatementKind::Break:
        out_ += "break";
        break;
      case StatementKind::Return:
        out_ += "return";
        break;
      case StatementKind::Assert:
        assertion(s.value, s.message, s.level);
        break;
      case StatementKind::Terminate:
        function("terminate", s.message);
        break;
      case StatementKind::Reinit:
        function("reinit", s.target, s.value);
        break;
      default:
        expr(s.value);
        break;
    }
  }

  // ---- what has a body: the word that opens and closes it
  static std::string_view word(const Equation& e) {
    if (e.kind == EquationKind::If) return "if";
    return e.kind == EquationKind::When ? "when" : "";
  }
  static std::string_view word(const Statement& s) {
    switch (s.kind) {
      case StatementKind::If:
        return "if";
      case StatementKind::When:
        return "when";
      case StatementKind::For:
        return "for";
      case StatementKind::While:
        return "while";
      default:
        return "";
    }
  }
  void head(const Equation& e, size_t branch) {
    branchHead(word(e), e.branches[branch].condition, branch);
  }
  void head(const Statement& s, size_t branch) {
    if (s.kind == StatementKind::For) {
      out_ += "for ";
      expr(s.target);
      out_ += " in ";
      expr(s.value);
      out_ += " loop\n";
    } else if (s.kind == StatementKind::While) {
      out_ += "while ";
      expr(s.value);
      out_ += " loop\n";
    } else {
      branchHead(word(s), s.branches[branch].condition, branch);
    }
  }

  // Each with its semicolon on a line; bodies are indented. Explicit stack: bodies may be nested at
  // will.
  template <typename Node>
  void body(const std::vector<Node>& nodes, size_t indent) {
    struct Open {
      const std::vector<Node>* nodes;
      size_t next = 0;
      const Node* parent = nullptr;
      size_t branch = 0;
    };
    std::vector<Open> open{{&nodes}};
    uint32_t clause = 0;  // of clocked equations
    ExprId active;        // the state that they are in
    auto endClause = [&](size_t spaces) {
      out_.append(spaces, ' ');
      out_ += "end when;\n";
    };
    auto begin = [&](size_t level) { out_.append(indent + 2 * level, ' '); };
    while (!open.empty()) {
      Open& top = open.back();
      const size_t level = open.size() - 1;
      if (top.next < top.nodes->size()) {
        const Node& node = (*top.nodes)[top.next++];
        if (level == 0) {
          expr_.restartIterators();
          if (activeOf(node) != active) {
            active = activeOf(node);
            begin(0);
            whileActive(active);
          }
          if (clauseOf(node) != clause) {
            if (clause) endClause(indent - 2);
            if (clause) indent -= 2;
            clause = clauseOf(node);
            if (clause) {
              begin(0);
              branchHead("when", clockOf(node), 0);
              indent += 2;
            }
          }
        }
        begin(level);
        if (word(node).empty() || node.branches.empty()) {
          simple(node);
          out_ += ";\n";
        } else {
          head(node, 0);
          open.push_back({&node.branches[0].body, 0, &node, 0});
        }
        continue;
      }
      if (!top.parent) {
        if (clause) endClause(indent - 2);
        break;
      }
      begin(level - 1);
      if (top.branch + 1 < top.parent->branches.size()) {
        ++top.branch;
        head(*top.parent, top.branch);
        top.nodes = &top.parent->branches[top.branch].body;
        top.next = 0;
      } else {
        out_ += "end ";
        out_ += word(*top.parent);
        out_ += ";\n";
        open.pop_back();
      }
    }
  }

  // Before what holds while a state of a state machine is active.
  void whileActive(ExprId active) {
    if (context_.names)
      context_.names->cannot("equations that hold in a state of a state machine only");
    if (!active.valid()) {
      out_ += "// at every tick\n";
      return;
    }
    out_ += "// while ";
    expr(active);
    out_ += "; otherwise values are kept\n";
  }

 private:
  // Equations of a clocked when-clause that follow each other are printed in one.
  static uint32_t clauseOf(const Equation& e) { return e.clause; }
  static uint32_t clauseOf(const Statement&) { return 0; }
  static ExprId clockOf(const Equation& e) { return e.clock; }
  static ExprId clockOf(const Statement&) { return {}; }
  static ExprId activeOf(const Equation& e) { return e.active; }
  static ExprId activeOf(const Statement&) { return {}; }
  void branchHead(std::string_view opening, ExprId condition, size_t branch) {
    if (!condition.valid()) {
      out_ += "else\n";
      return;
    }
    if (branch > 0) out_ += "else";  // elseif, elsewhen
    out_ += opening;
    out_ += ' ';
    expr(condition);
    out_ += " then\n";
  }
  void tuple(const std::vector<ExprId>& targets, std::string_view sign, ExprId value) {
    out_ += '(';
    for (size_t k = 0; k < targets.size(); ++k) {
      if (k > 0) out_ += ", ";
      if (context_.pool.kind(targets[k]) != ExprKind::Missing) expr(targets[k]);
    }
    out_ += ')';
    out_ += sign;
    expr(value);
  }
  void assertion(ExprId condition, ExprId message, AssertLevel level) {
    out_ += "assert(";
    expr(condition);
    out_ += ", ";
    if (message.valid()) {
      expr(message);
    } else {
      out_ += "\"\"";
    }
    out_ += assertLevelText(level);
    out_ += ')';
  }
  void function(std::string_view name, ExprId a, ExprId b = {}) {
    out_ += name;
    out_ += '(';
    if (a.valid()) expr(a);
    if (b.valid()) {
      out_ += ", ";
      expr(b);
    }
    out_ += ')';
  }

  const PrintContext& context_;
  std::string& out_;
  ExprPrinter expr_;
};

// ---- functions

void appendDimensions(const LocalVariable& local, const ExprPool& pool, BodyPrinter& body,
                      std::string& out) {
  auto dims = pool.types[local.type].dims;
  if (dims.empty()) return;
  out += '[';
  for (size_t d = 0; d < dims.size(); ++d) {
    if (d > 0) out += ", ";
    if (d < local.dimensions.size() && local.dimensions[d].valid()) {
      body.expr(local.dimensions[d]);
    } else if (dims[d] == kUnknownSize) {
      out += ':';
    } else {
      out += std::to_string(dims[d]);
    }
  }
  out += ']';
}

void appendStrings(std::string_view name, const std::vector<std::string>& items,
                   std::vector<std::string>& annotations) {
  if (items.empty()) return;
  std::string text = std::string(name) + " = ";
  if (items.size() > 1) text += '{';
  for (size_t k = 0; k < items.size(); ++k) {
    if (k > 0) text += ", ";
    text += stringLiteral(items[k]);
  }
  if (items.size() > 1) text += '}';
  annotations.push_back(std::move(text));
}

void appendAnnotation(std::string_view indent, const std::vector<std::string>& parts,
                      std::string& out) {
  if (parts.empty()) return;
  out += indent;
  out += "annotation(";
  for (size_t k = 0; k < parts.size(); ++k) {
    if (k > 0) out += ", ";
    out += parts[k];
  }
  out += ')';
}

void appendExternal(const ExternalCall& external, BodyPrinter& body, std::string& out) {
  out += "external " + stringLiteral(external.language) + " ";
  if (external.result.valid()) {
    body.expr(external.result);
    out += " = ";
  }
  out += external.function + "(";
  for (size_t k = 0; k < external.arguments.size(); ++k) {
    if (k > 0) out += ", ";
    body.expr(external.arguments[k]);
  }
  out += ')';
  std::vector<std::string> annotations;
  appendStrings("Library", external.libraries, annotations);
  appendStrings("LibraryDirectory", external.libraryDirectories, annotations);
  appendStrings("Include", external.includes, annotations);
  appendStrings("IncludeDirectory", external.includeDirectories, annotations);
  appendAnnotation(" ", annotations, out);
  out += ";\n";
}

std::string derivativeText(const DerivativeAnnotation& derivative, const PrintContext& context) {
  const Function& function = *context.function;
  const Dae& dae = *context.dae;
  std::vector<std::string> options;
  if (derivative.order != 1) options.push_back("order = " + std::to_string(derivative.order));
  auto inputs = [&](std::string_view word, const std::vector<uint32_t>& indices) {
    for (uint32_t i : indices) {
      options.push_back(std::string(word) + " = " + nameText(function.locals[i].name, context));
    }
  };
  inputs("zeroDerivative", derivative.zeroDerivative);
  inputs("noDerivative", derivative.noDerivative);
  std::string text = "derivative";
  for (size_t k = 0; k < options.size(); ++k) text += (k == 0 ? "(" : ", ") + options[k];
  if (!options.empty()) text += ')';
  text += " = ";
  if (derivative.function.valid() && derivative.function.index() < dae.functions.size()) {
    text += functionText(derivative.function, context);
  }
  return text;
}

std::string inverseText(const InverseAnnotation& inverse, const PrintContext& context) {
  const Dae& dae = *context.dae;
  std::string text =
      "inverse(" + nameText(context.function->locals[inverse.input].name, context) + " = ";
  if (inverse.function.valid() && inverse.function.index() < dae.functions.size()) {
    text += functionText(inverse.function, context);
  }
  text += '(';
  for (size_t k = 0; k < inverse.arguments.size(); ++k) {
    if (k > 0) text += ", ";
    text += print(inverse.arguments[k], context);
  }
  return text + "))";
}

std::string_view inliningText(Inlining inlining) {
  switch (inlining) {
    case Inlining::Never:
      return "Inline = false";
    case Inlining::Inline:
      return "Inline = true";
    case Inlining::Late:
      return "LateInline = true";
    case Inlining::AfterIndexReduction:
      return "InlineAfterIndexReduction = true";
    case Inlining::Default:
      break;
  }
  return "";
}

void appendLocals(const Function& function, const PrintContext& context, BodyPrinter& body,
                  std::string& out) {
  const ExprPool& pool = context.pool;
  bool inProtected = false;
  for (const LocalVariable& local : function.locals) {
    if (local.kind == LocalKind::Protected && !inProtected) {
      out += "protected\n";
      inProtected = true;
    }
    out += "  ";
    if (local.kind == LocalKind::Input) out += "input ";
    if (local.kind == LocalKind::Output) out += "output ";
    out += typeText(pool.types[local.type], context) + " " + nameText(local.name, context);
    appendDimensions(local, pool, body, out);
    if (local.binding.valid()) {
      out += " = ";
      body.expr(local.binding);
    }
    out += ";\n";
  }
}

void appendFunctionAnnotation(const Function& function, const PrintContext& context,
                              std::string& out) {
  std::vector<std::string> annotations;
  if (std::string_view text = inliningText(function.inlining); !text.empty())
    annotations.emplace_back(text);
  if (function.smoothOrder >= 0) {
    annotations.push_back("smoothOrder = " + std::to_string(function.smoothOrder));
  }
  for (const DerivativeAnnotation& derivative : function.derivatives) {
    annotations.push_back(derivativeText(derivative, context));
  }
  for (const InverseAnnotation& inverse : function.inverses) {
    annotations.push_back(inverseText(inverse, context));
  }
  if (!function.vendorAnnotations.empty()) annotations.push_back(function.vendorAnnotations);
  appendAnnotation("  ", annotations, out);
  if (!annotations.empty()) out += ";\n";
}

void appendFunction(const Function& function, const std::string& name, const PrintContext& context,
                    std::string& out) {
  BodyPrinter body(context, out);
  if (function.impure) out += "impure ";
  out += "function " + name;
  if (function.isRecordConstructor) out += " \"record constructor\"";
  out += '\n';
  appendLocals(function, context, body, out);
  if (function.external) {
    appendExternal(*function.external, body, out);
  } else if (!function.body.empty()) {
    out += "algorithm\n";
    body.body(function.body, 2);
  }
  appendFunctionAnnotation(function, context, out);
  out += "end " + name + ";\n\n";
}

// ---- variables

std::string_view variabilityText(const Variable& variable, const ExprPool& pool) {
  switch (variable.variability) {
    case Variability::Constant:
      return "constant ";
    case Variability::Parameter:
      return "parameter ";
    case Variability::Discrete:
      // the other types are discrete anyway
      return pool.types[variable.type].base == BaseType::Real ? "discrete " : "";
    case Variability::Continuous:
      break;
  }
  return "";
}

void appendAttributes(const Variable& variable, const ExprPool& pool, BodyPrinter& body,
                      std::string& out) {
  bool first = true;
  auto open = [&](std::string_view name, bool each) {
    out += first ? "(" : ", ";
    first = false;
    if (each) out += "each ";
    out += name;
    out += " = ";
  };
  const bool array = !pool.types.isScalar(variable.type);
  auto text = [&](std::string_view name, Symbol value) {
    if (!value.valid()) return;
    open(name, array);
    out += stringLiteral(pool.names.text(value));
  };
  auto value = [&](std::string_view name, ExprId e) {
    if (!e.valid()) return;
    open(name, array && pool.types.isScalar(pool.type(e)));
    body.expr(e);
  };
  text("quantity", variable.quantity);
  text("unit", variable.unit);
  text("displayUnit", variable.displayUnit);
  value("min", variable.min);
  value("max", variable.max);
  value("start", variable.start);
  value("fixed", variable.fixed);
  value("nominal", variable.nominal);
  if (variable.stateSelect != StateSelect::Default) {
    open("stateSelect", array);
    out += "StateSelect.";
    out += stateSelectText(variable.stateSelect);
  }
  value("stateSelect", variable.stateSelects);
  if (!first) out += ')';
}

void appendVariable(const Variable& variable, const PrintContext& context, BodyPrinter& body,
                    std::string& out) {
  const ExprPool& pool = context.pool;
  if (context.names && variable.reset.valid())
    context.names->cannot("equations that hold in a state of a state machine only");
  out += "  ";
  if (variable.isFinal) out += "final ";
  if (variable.isFlow) out += "flow ";
  out += variabilityText(variable, pool);
  if (variable.causality == Causality::Input) out += "input ";
  if (variable.causality == Causality::Output) out += "output ";
  const Type& type = pool.types[variable.type];
  out += typeText(type, context) + " " + nameText(variable.name, context);
  for (size_t d = 0; d < type.dims.size(); ++d) {
    out += d == 0 ? "[" : ", ";
    out += type.dims[d] == kUnknownSize ? ":" : std::to_string(type.dims[d]);
  }
  if (!type.dims.empty()) out += ']';
  appendAttributes(variable, pool, body, out);
  if (variable.binding.valid()) {
    out += " = ";
    body.expr(variable.binding);
  }
  if (variable.comment.valid() && !pool.names.text(variable.comment).empty()) {
    out += " " + stringLiteral(pool.names.text(variable.comment));
  }
  std::vector<std::string> annotations;
  if (variable.evaluate) annotations.emplace_back("Evaluate = true");
  if (variable.hideResult) annotations.emplace_back("HideResult = true");
  if (variable.vendorAnnotations.valid())
    annotations.emplace_back(pool.names.text(variable.vendorAnnotations));
  appendAnnotation(" ", annotations, out);
  out += ";\n";
}

void appendModel(const std::string& name, const PrintContext& context, std::string& out) {
  const Dae& dae = *context.dae;
  out += "model " + name + "\n";
  {
    BodyPrinter body(context, out);
    bool inProtected = false;
    for (const Variable& variable : dae.variables) {
      if (variable.isProtected != inProtected) {
        inProtected = variable.isProtected;
        out += inProtected ? "protected\n" : "public\n";
      }
      appendVariable(variable, context, body, out);
    }
  }
  auto equations = [&](std::string_view heading, const std::vector<Equation>& section) {
    if (section.empty()) return;
    out += heading;
    BodyPrinter(context, out).body(section, 2);
  };
  auto algorithms = [&](std::string_view heading, const std::vector<Algorithm>& sections) {
    for (const Algorithm& section : sections) {
      out += heading;
      BodyPrinter body(context, out);
      if (section.active.valid()) {
        out += "  ";
        body.whileActive(section.active);
      }
      body.body(section.body, 2);
    }
  };
  equations("initial equation\n", dae.initialEquations);
  algorithms("initial algorithm\n", dae.initialAlgorithms);
  equations("equation\n", dae.equations);
  for (const Equation& constraint : dae.constraints) {
    if (&constraint == &dae.constraints.front() && dae.equations.empty()) out += "equation\n";
    BodyPrinter(context, out).body(std::vector<Equation>{constraint}, 2);
    const size_t end = out.rfind(';');
    out.insert(end, " annotation(__Formola_constraint = true)");
  }
  algorithms("algorithm\n", dae.algorithms);
  std::vector<std::string> annotations;
  if (dae.experiment.given) {
    const Experiment& e = dae.experiment;
    std::string text = "experiment(StartTime = " + realText(e.startTime) +
                       ", StopTime = " + realText(e.stopTime) +
                       ", Tolerance = " + realText(e.tolerance);
    if (e.interval > 0) text += ", Interval = " + realText(e.interval);
    annotations.push_back(text + ")");
  }
  if (!dae.vendorAnnotations.empty()) annotations.push_back(dae.vendorAnnotations);
  appendAnnotation("  ", annotations, out);
  if (!annotations.empty()) out += ";\n";
  out += "end " + name + ";\n";
}

// The defaults of a record's fields, by its constructor where one is there; nullptr: none.
const Function* constructorOf(const Dae& dae, uint32_t record) {
  for (const Function& function : dae.functions)
    if (function.isRecordConstructor && function.outputCount == 1 &&
        dae.pool->types[function.locals[function.inputCount].type].which == record)
      return &function;
  return nullptr;
}

void appendRecord(uint32_t record, const Dae& dae, StandaloneNames& names, std::string& out) {
  const ExprPool& pool = *dae.pool;
  const Function* constructor = constructorOf(dae, record);
  const PrintContext context{pool, &dae, constructor, &names};
  BodyPrinter body(context, out);
  const std::string name = names.record(RecordId(record));
  out += "record " + name + '\n';
  for (const RecordField& field : pool.types.recordInfo(RecordId(record)).fields) {
    const Type& type = pool.types[field.type];
    out += "  " + typeText(type, context) + " " + nameText(field.name, context);
    for (size_t d = 0; d < type.dims.size(); ++d) {
      out += d == 0 ? "[" : ", ";
      out += type.dims[d] == kUnknownSize ? ":" : std::to_string(type.dims[d]);
    }
    if (!type.dims.empty()) out += ']';
    if (constructor) {
      for (uint32_t i = 0; i < constructor->inputCount; ++i) {
        const LocalVariable& input = constructor->locals[i];
        if (input.name != field.name || !input.binding.valid()) continue;
        out += " = ";
        body.expr(input.binding);
      }
    }
    out += ";\n";
  }
  out += "end " + name + ";\n\n";
}

// Those that were asked for, and those in their fields.
std::string recordDefinitions(const Dae& dae, StandaloneNames& names) {
  std::string out;
  for (std::set<uint32_t> some = names.takeRecords(); !some.empty(); some = names.takeRecords())
    for (const uint32_t record : some) appendRecord(record, dae, names, out);
  return out;
}

std::string enumerationDefinitions(const Dae& dae, StandaloneNames& names) {
  std::string out;
  const ExprPool& pool = *dae.pool;
  for (const uint32_t id : names.enumerations()) {
    out += "type " + names.enumeration(EnumId(id)) + " = enumeration(";
    bool first = true;
    for (const Symbol literal : pool.types.enumInfo(EnumId(id)).literals) {
      if (!std::exchange(first, false)) out += ", ";
      out += nameText(pool.names.text(literal));
    }
    out += ");\n\n";
  }
  return out;
}
}  // namespace

std::string print(const Equation& equation, const PrintContext& context) {
  std::string text;
  BodyPrinter body(context, text);
  if (BodyPrinter::word(equation).empty()) {
    body.simple(equation);
    return text;
  }
  body.body(std::vector<Equation>{equation}, 0);
  text.resize(text.size() - 2);  // without the last ";" and line end
  return text;
}

std::string print(const Statement& statement, const PrintContext& context) {
  std::string text;
  BodyPrinter body(context, text);
  body.body(std::vector<Statement>{statement}, 0);
  text.resize(text.size() - 2);
  return text;
}

std::string print(const Function& function, const Dae& dae) {
  std::string text;
  const PrintContext context{*dae.pool, &dae, &function};
  appendFunction(function, nameText(function.name, context), context, text);
  text.pop_back();  // the empty line between functions
  return text;
}

std::string print(const Dae& dae) {
  std::string out;
  for (const Function& function : dae.functions) {
    const PrintContext context{*dae.pool, &dae, &function};
    appendFunction(function, nameText(function.name, context), context, out);
  }
  const std::string name = nameText(dae.model.empty() ? "Unnamed" : std::string_view(dae.model));
  appendModel(name, {*dae.pool, &dae, nullptr}, out);
  return out;
}

std::string printStandalone(const Dae& dae, StandaloneNames& names) {
  std::string body;
  std::map<std::string, std::string> objects;  // the functions of their classes
  for (size_t i = 0; i < dae.functions.size(); ++i) {
    const FunctionId id(i);
    const Function& function = dae.functions[id];
    const PrintContext context{*dae.pool, &dae, &function, &names};
    const std::string object = externalObjectOf(function, *dae.pool);
    if (!object.empty()) {
      appendFunction(function, function.outputCount == 1 ? "constructor" : "destructor", context,
                     objects[names.externalObject(object)]);
    } else if (!function.isRecordConstructor) {
      appendFunction(function, names.function(id), context, body);
    }
  }
  appendModel(names.model(), {*dae.pool, &dae, nullptr, &names}, body);
  const std::string records = recordDefinitions(dae, names);
  std::string out = enumerationDefinitions(dae, names) + records;
  for (const auto& [name, functions] : objects)
    out += "class " + name + "\n  extends ExternalObject;\n" + functions + "end " + name + ";\n\n";
  return out + body;
}

}  // namespace formola
