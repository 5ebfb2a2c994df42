// Plain C99.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "codegen/text/c_kernels.h"
#include "codegen/text/expr_text.h"
#include "codegen/text/names.h"
#include "codegen/text/targets.h"
#include "dae/printer.h"

namespace formola::text {

namespace {

constexpr size_t kChunk = 200;  // steps in one function: compilers are quadratic in its length

class CDialect : public Dialect {
 public:
  CDialect(const Schedule& schedule, const IdVector<VariableId, std::string>& names)
      : schedule_(schedule), names_(names) {}

  Text variable(VariableId id) const override {
    const Slot slot = schedule_.slots[id];
    const std::string text =
        fmt::format("v[{}]", names_[schedule_.owner[static_cast<size_t>(slot.index)]]);
    return slot.negated ? Text{"-" + text, Binding::Sign} : Text{text, Binding::Primary};
  }
  std::string time() const override { return "t"; }
  std::string frozenRelation(uint32_t number) const override {
    return fmt::format("m->relation[{}]", number);
  }
  Text number(double value) const override {
    if (std::isnan(value)) return {"(0.0/0.0)"};
    if (std::isinf(value)) return {value > 0 ? "HUGE_VAL" : "(-HUGE_VAL)"};
    return Dialect::number(value);
  }
  Text power(const Text& base, const Text& exponent) const override {
    return {fmt::format("pow({}, {})", base.text, exponent.text)};
  }
  Text conditional(const std::string& condition, const std::string& a,
                   const std::string& b) const override {
    return {fmt::format("({} ? {} : {})", condition, a, b)};
  }
  Text function(Builtin f, std::span<const std::string> a) const override {
    switch (f) {
      case Builtin::Abs:
        return {fmt::format("fabs({})", a[0])};
      case Builtin::Sign:
        return {fmt::format("(({0} > 0) - ({0} < 0))", a[0])};
      case Builtin::IntegerOf:
        return {fmt::format("floor({})", a[0])};
      case Builtin::Mod:
        return {fmt::format("(({0}) - floor(({0})/({1}))*({1}))", a[0], a[1])};
      case Builtin::Rem:
        return {fmt::format("fmod({}, {})", a[0], a[1])};
      case Builtin::Div:
        return {fmt::format("trunc(({})/({}))", a[0], a[1])};
      case Builtin::MinOf:
        return {fmt::format("fmin({}, {})", a[0], a[1])};
      case Builtin::MaxOf:
        return {fmt::format("fmax({}, {})", a[0], a[1])};
      default: {
        std::string text(name(f));
        for (size_t i = 0; i < a.size(); ++i) text += (i ? ", " : "(") + a[i];
        return {text + ")"};
      }
    }
  }

 private:
  const Schedule& schedule_;
  const IdVector<VariableId, std::string>& names_;
};

std::vector<std::string_view> reservedWords() {
  return {"auto",
          "break",
          "case",
          "char",
          "const",
          "continue",
          "default",
          "do",
          "double",
          "else",
          "enum",
          "extern",
          "float",
          "for",
          "goto",
          "if",
          "inline",
          "int",
          "long",
          "register",
          "restrict",
          "return",
          "short",
          "signed",
          "sizeof",
          "static",
          "struct",
          "switch",
          "typedef",
          "union",
          "unsigned",
          "void",
          "volatile",
          "while",
          "_Bool",
          "main",
          "NULL",
          "HUGE_VAL",
          "INFINITY",
          "NAN",
          "EOF",
          "stdin",
          "stdout",
          "stderr",
          "errno",
          "v",
          "t",
          "m",
          "r",
          "A",
          "b",
          "n",
          "J",
          "h",
          "i",
          "k",
          "NX",
          "N",
          "MODEL",
          "signgam",
          "M_PI",
          "M_E",
          "names",
          "residual",
          "initial",
          "outputs",
          "parameters",
          "factor",
          "solve",
          "newton",
          "derivatives",
          "row",
          "model",
          "LARGEST",
          "FORMOLA_MAIN",
          "solve_affine",
          "correction_size",
          "printf",
          "acos",
          "asin",
          "atan",
          "atan2",
          "cos",
          "sin",
          "tan",
          "cosh",
          "sinh",
          "tanh",
          "acosh",
          "asinh",
          "atanh",
          "exp",
          "exp2",
          "expm1",
          "frexp",
          "ilogb",
          "ldexp",
          "log",
          "log10",
          "log1p",
          "log2",
          "logb",
          "modf",
          "scalbn",
          "cbrt",
          "fabs",
          "hypot",
          "pow",
          "sqrt",
          "erf",
          "erfc",
          "lgamma",
          "tgamma",
          "ceil",
          "floor",
          "nearbyint",
          "rint",
          "lrint",
          "round",
          "lround",
          "trunc",
          "fmod",
          "remainder",
          "remquo",
          "copysign",
          "nan",
          "nextafter",
          "fdim",
          "fmax",
          "fmin",
          "fma",
          "gamma",
          "j0",
          "j1",
          "jn",
          "y0",
          "y1",
          "yn",
          "isnan",
          "isinf",
          "signbit"};
}

class CWriter {
 public:
  CWriter(const Schedule& schedule, const TargetOptions& options)
      : schedule_(schedule),
        model_(schedule.model),
        options_(options),
        id_(modelIdentifier(schedule.model.dae.model)),
        names_(makeNames(schedule, {'_', false, true, reservedWords()})),
        dialect_(schedule, names_),
        texts_(schedule, dialect_) {}

  enum class Interface { Steps, Dsblock };
  Program run(Interface interface);

 private:
  const std::string& nameOfSlot(int32_t slot) const {
    return names_[schedule_.owner[static_cast<size_t>(slot)]];
  }
  const std::string& target(VariableId id) const { return nameOfSlot(schedule_.slots[id].index); }
  void line(int indent, std::string_view text) {
    out_ += fmt::format("{:{}}{}\n", "", indent, text);
  }
  void temporaries(const std::vector<Temporary>& list);
  void comment(const Step& step);
  void assign(const Step& step);
  void enumeration();
  void parameters();
  void begin(std::string_view head);
  void end();
  void linearBlock(size_t index);
  void nonlinearBlock(size_t index);
  void mixedBlock(size_t index);
  void matrix(std::string_view array, size_t n, const std::vector<MatrixEntry>& entries,
              const std::vector<ExprId>& rhs, std::string_view vector);
  void steps(const std::vector<Step>& list);
  void program(std::string_view name, std::string_view what, const std::vector<Step>& list);
  void interfaceFunctions();
  void nameTable();
  void dsblockFunctions();
  void mainFunction();
  std::string describe(const std::vector<VariableId>& unknowns) const;

  const Schedule& schedule_;
  const StructuredDae& model_;
  TargetOptions options_;
  std::string id_;
  IdVector<VariableId, std::string> names_;
  CDialect dialect_;
  ExprTexts texts_;
  std::string out_;
  std::string lastComponent_;
};

void CWriter::temporaries(const std::vector<Temporary>& list) {
  for (const Temporary& t : list)
    line(2, fmt::format("const {} {} = {};", t.boolean ? "int" : "double", t.name, t.text));
}

std::string CWriter::describe(const std::vector<VariableId>& unknowns) const {
  std::string text;
  for (size_t i = 0; i < unknowns.size() && i < 12; ++i)
    text += (i ? ", " : "") + std::string(model_.name(unknowns[i]));
  return unknowns.size() > 12 ? text + ", ..." : text;
}

// Which component the next equations belong to.
void CWriter::comment(const Step& step) {
  std::string component = componentOf(model_.name(step.variable));
  if (step.equation >= 0) {
    const Symbol instance = model_.equations[static_cast<size_t>(step.equation)].origin.instance;
    component = instance.valid() ? std::string(model_.pool().names.text(instance)) : "";
  }
  if (component == lastComponent_) return;
  lastComponent_ = component;
  line(2, fmt::format("/* {} */", component.empty() ? id_ : component));
}

void CWriter::assign(const Step& step) {
  if (schedule_.slots[step.variable].index < 0) return;
  comment(step);
  std::vector<Temporary> before;
  const std::string value = texts_.one(step.value, before);
  temporaries(before);
  line(2, fmt::format("v[{}] = {};", target(step.variable), value));
}

void CWriter::enumeration() {
  line(
      0,
      "/* The places of the variables: states, their derivatives, other variables, parameters. */");
  line(0, "enum {");
  for (int32_t i = 0; i < schedule_.nVariables; ++i) {
    const VariableId id = schedule_.owner[static_cast<size_t>(i)];
    const Variable& variable = model_.dae.variables[id];
    std::string about(model_.name(id));
    if (variable.unit.valid() && !model_.pool().names.text(variable.unit).empty())
      about += fmt::format(" [{}]", model_.pool().names.text(variable.unit));
    if (variable.comment.valid() && !model_.pool().names.text(variable.comment).empty())
      about += fmt::format(": {}", model_.pool().names.text(variable.comment));
    for (size_t at = about.find("*/"); at != std::string::npos; at = about.find("*/"))
      about.replace(at, 2, "* /");
    std::replace(about.begin(), about.end(), '\n', ' ');
    line(2, fmt::format("{} = {}, /* {} */", nameOfSlot(i), i, about));
  }
  line(2, fmt::format("N = {},", std::max(1, schedule_.nVariables)));
  line(2, fmt::format("NX = {}", schedule_.nStates));
  line(0, "};\n");
}

void CWriter::begin(std::string_view head) {
  line(0, head);
  line(0, "{");
  line(2, "double *const v = m->v;");
  line(2, "const double t = m->time;");
  line(2, "(void)v;");
  line(2, "(void)t;");
  lastComponent_ = "\n";
}

void CWriter::end() {
  line(2, "return 0;");
  line(0, "}\n");
}

// Values that are written as numbers come first: they are what one may want to change.
void CWriter::parameters() {
  const ExprPool& pool = model_.pool();
  line(0, "/* Parameters and start values: change them here. */");
  line(0, "static int parameters(MODEL *m)");
  line(0, "{");
  line(2, "double *const v = m->v;");
  line(2, "const double t = m->time;");
  line(2, "int i;");
  line(2, "(void)t;");
  line(2, "for (i = 0; i < N; ++i) v[i] = 0;");
  std::string component = "\n";
  for (int32_t i = 0; i < schedule_.nVariables; ++i) {
    const VariableId id = schedule_.owner[static_cast<size_t>(i)];
    const Variable& v = model_.dae.variables[id];
    const bool bound = model_.info[id].role == Role::Parameter && v.binding.valid();
    const ExprId value = bound ? v.binding : v.start;
    if (!value.valid() || !pool.isLiteral(value) || pool.kind(value) == ExprKind::String) continue;
    const std::string own = componentOf(model_.name(id));
    if (own != component) line(2, fmt::format("/* {} */", own.empty() ? id_ : own));
    component = own;
    std::vector<Temporary> none;
    line(2, fmt::format("v[{}] = {};", nameOfSlot(i), texts_.one(value, none)));
  }
  lastComponent_ = "\n";
  steps(schedule_.parameters);
  end();
}

void CWriter::matrix(std::string_view array, size_t n, const std::vector<MatrixEntry>& entries,
                     const std::vector<ExprId>& rhs, std::string_view vector) {
  std::vector<ExprId> roots;
  for (const MatrixEntry& e : entries) roots.push_back(e.value);
  roots.insert(roots.end(), rhs.begin(), rhs.end());
  std::vector<Temporary> before;
  const std::vector<std::string> texts = texts_.group(roots, before);
  temporaries(before);
  for (size_t i = 0; i < entries.size(); ++i)
    line(2, fmt::format("{}[{} + {}*{}] = {};", array, entries[i].row, n, entries[i].column,
                        texts[i]));
  for (size_t i = 0; i < rhs.size(); ++i)
    line(2, fmt::format("{}[{}] = {};", vector, i, texts[entries.size() + i]));
}

void CWriter::linearBlock(size_t index) {
  const LinearBlock& block = schedule_.linearBlocks[index];
  const size_t n = block.unknowns.size();
  line(0,
       fmt::format("/* {} simultaneous linear equations for {} */", n, describe(block.unknowns)));
  if (!block.symbolic) {
    begin(fmt::format("static int linear_residual_{}(MODEL *m, double *r)", index));
    steps(block.inner);
    matrix("", 0, {}, block.residuals, "r");
    end();
  }
  begin(fmt::format("static int linear_{}(MODEL *m)", index));
  if (!block.symbolic) {
    // r = A u - b at u = 0 and at the unit vectors
    std::string list;
    for (VariableId id : block.unknowns) list += (list.empty() ? "" : ", ") + target(id);
    line(2, fmt::format("static const int unknown[{}] = {{{}}};", n, list));
    line(2, fmt::format("return solve_affine(m, {}, unknown, linear_residual_{});", n, index));
    line(0, "}\n");
    return;
  }
  line(2, fmt::format("double A[{}] = {{0}}, b[{}];", n * n, n));
  line(2, fmt::format("int pivot[{}];", n));
  matrix("A", n, block.matrix, block.rhs, "b");
  line(2, fmt::format("if (factor({}, A, pivot)) return 1;", n));
  line(2, fmt::format("solve({}, A, pivot, b);", n));
  for (size_t i = 0; i < n; ++i)
    line(2, fmt::format("v[{}] = b[{}];", target(block.unknowns[i]), i));
  end();
}

void CWriter::nonlinearBlock(size_t index) {
  const NonlinearBlock& block = schedule_.nonlinearBlocks[index];
  const size_t n = block.unknowns.size();
  // With linear blocks inside, the derivatives are left to differences.
  const bool hasJacobian =
      block.hasJacobian && std::none_of(block.inner.begin(), block.inner.end(),
                                        [](const Step& s) { return s.kind == StepKind::Linear; });
  line(0, fmt::format("/* {} simultaneous nonlinear equations for {} */", n,
                      describe(block.unknowns)));
  begin(fmt::format("static int residual_{}(MODEL *m, double *r)", index));
  steps(block.inner);
  matrix("", 0, {}, block.residuals, "r");
  end();
  if (hasJacobian) {
    begin(fmt::format("static int jacobian_{}(MODEL *m, double *J)", index));
    line(2, fmt::format("int i;\n  for (i = 0; i < {}; ++i) J[i] = 0;", n * n));
    matrix("J", n, block.jacobian, {}, "");
    end();
  }
  std::string list;
  for (VariableId id : block.unknowns) list += (list.empty() ? "" : ", ") + target(id);
  line(0, fmt::format("static int nonlinear_{}(MODEL *m)", index));
  line(0, "{");
  line(2, fmt::format("static const int unknown[{}] = {{{}}};", n, list));
  line(2, fmt::format("return newton(m, {}, unknown, residual_{}, {});", n, index,
                      hasJacobian ? fmt::format("jacobian_{}", index) : "0"));
  line(0, "}\n");
}

// The continuous part with relations kept, until they repeat.
void CWriter::mixedBlock(size_t index) {
  const MixedBlock& block = schedule_.mixedBlocks[index];
  line(0, "/* equations and relations that depend on each other */");
  texts_.freezeRelations(true);
  begin(fmt::format("static int mixed_part_{}(MODEL *m)", index));
  steps(block.continuous);
  end();
  texts_.freezeRelations(false);
  begin(fmt::format("static int mixed_{}(MODEL *m)", index));
  line(2, "int pass;");
  line(2, "for (pass = 0; pass < 100; ++pass) {");
  line(4, "int changed = 0, now;");
  line(4, fmt::format("if (mixed_part_{}(m)) return 1;", index));
  for (uint32_t k : block.relations) {
    const RelationInfo& info = model_.relations[k];
    std::vector<Temporary> before;
    const std::string text = texts_.one(info.relation, before);
    for (const Temporary& t : before) line(4, fmt::format("{} = {};", t.name, t.text));
    line(4, fmt::format("now = {};", text));
    line(4, fmt::format("changed |= now != m->relation[{0}];\n    m->relation[{0}] = now;", k));
  }
  line(4, "if (!changed) return 0;");
  line(2, "}");
  line(2, "return 1;");
  line(0, "}\n");
}

void CWriter::steps(const std::vector<Step>& list) {
  for (const Step& step : list) {
    switch (step.kind) {
      case StepKind::Assign:
        assign(step);
        break;
      case StepKind::Linear:
        line(2, fmt::format("if (linear_{}(m)) return 1;", step.block));
        break;
      case StepKind::Nonlinear:
        line(2, fmt::format("if (nonlinear_{}(m)) return 1;", step.block));
        break;
      case StepKind::Mixed:
        line(2, fmt::format("if (mixed_{}(m)) return 1;", step.block));
        break;
      case StepKind::Relations:
      case StepKind::SetPre:
        break;
    }
  }
}

void CWriter::program(std::string_view name, std::string_view what, const std::vector<Step>& list) {
  size_t chunks = 0;
  for (size_t at = 0; at < list.size() && list.size() > kChunk; at += kChunk, ++chunks) {
    begin(fmt::format("static int {}_{}(MODEL *m)", name, chunks));
    steps({list.begin() + static_cast<std::ptrdiff_t>(at),
           list.begin() + static_cast<std::ptrdiff_t>(std::min(list.size(), at + kChunk))});
    end();
  }
  line(0, fmt::format("/* {} */", what));
  begin(fmt::format("static int {}(MODEL *m)", name));
  for (size_t i = 0; i < chunks; ++i) line(2, fmt::format("if ({}_{}(m)) return 1;", name, i));
  if (chunks == 0) steps(list);
  end();
}

void CWriter::nameTable() {
  line(0, "/* All variables, also those that are equal to another one up to the sign. */");
  line(0, fmt::format("const struct {}_variable {}_variables[] = {{", id_, id_));
  for (uint32_t i = 0; i < model_.dae.variables.size(); ++i) {
    const Slot slot = schedule_.slots[VariableId(i)];
    const std::string_view name = model_.name(VariableId(i));
    if (slot.index < 0 || name.empty() || name[0] == '$') continue;
    line(2,
         fmt::format("{{\"{}\", {}, {}}},", name, nameOfSlot(slot.index), slot.negated ? -1 : 1));
  }
  line(2, "{0, 0, 0}");
  line(0, "};\n");
}

void CWriter::interfaceFunctions() {
  std::string text(kInterface);
  for (size_t at = text.find("NAME_"); at != std::string::npos; at = text.find("NAME_", at))
    text.replace(at, 4, id_);
  out_ += text;
}

void CWriter::dsblockFunctions() {
  std::string inputs, outputs;
  size_t nu = 0, ny = 0;
  for (uint32_t i = 0; i < model_.dae.variables.size(); ++i) {
    const VariableId id(i);
    const Slot slot = schedule_.slots[id];
    if (slot.index < 0) continue;
    if (model_.info[id].role == Role::Input)
      inputs += fmt::format("  model.v[{}] = u[{}];\n", nameOfSlot(slot.index), nu++);
    if (model_.dae.variables[id].causality == Causality::Output)
      outputs += fmt::format("  y[{}] = {}model.v[{}];\n", ny++, slot.negated ? "-" : "",
                             nameOfSlot(slot.index));
  }
  std::string text(kDsblock);
  auto replace = [&](std::string_view what, const std::string& with) {
    for (size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1))
      text.replace(at, what.size(), with);
  };
  replace("@INPUTS@", inputs);
  replace("@OUTPUTS@", outputs);
  replace("@NU@", fmt::format("{}", nu));
  replace("@NY@", fmt::format("{}", ny));
  for (size_t at = text.find("NAME_"); at != std::string::npos; at = text.find("NAME_", at))
    text.replace(at, 4, id_);
  out_ += text;
}

void CWriter::mainFunction() {
  const double step =
      options_.step > 0 ? options_.step : (options_.stopTime - options_.startTime) / 500;
  std::string text(kMain);
  auto replace = [&](std::string_view what, const std::string& with) {
    for (size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1))
      text.replace(at, what.size(), with);
  };
  replace("@START@", realText(options_.startTime));
  replace("@STEP@", realText(step));
  replace("@COUNT@",
          fmt::format("{}", std::lround((options_.stopTime - options_.startTime) / step)));
  for (size_t at = text.find("NAME_"); at != std::string::npos; at = text.find("NAME_", at))
    text.replace(at, 4, id_);
  out_ += text;
}

Program CWriter::run(Interface interface) {
  out_ = fmt::format("/* {}: C99 program generated by Formola.\n\n", model_.dae.model);
  if (interface == Interface::Dsblock)
    out_ += fmt::format(
        "   A DSblock: {0}_ode(t, x, u, dx, y) gives derivatives and outputs, {0}_dae(t, x, dx, "
        "u,\n"
        "   r, y) residuals and outputs, {0}_start(x) the initial states. */\n\n",
        id_);
  else
    out_ += fmt::format(
        "   {0} m;  {0}_init(&m, {1}) sets parameters and initial values;  {0}_step(&m, h) goes "
        "on\n"
        "   by one step of the classical Runge-Kutta method, {0}_euler(&m, h) of Euler's;\n"
        "   {0}_outputs(&m) computes what the derivatives do not need. They return 0 if all is\n"
        "   well. m.v[R1_u] is the value of R1.u. With FORMOLA_MAIN defined there is a main(). "
        "*/\n\n",
        id_, realText(options_.startTime));
  out_ += "#include <math.h>\n\n";
  enumeration();
  line(0, fmt::format("typedef struct {0} {{", id_));
  line(2, "double time;");
  line(2, "double v[N];");
  line(2, fmt::format("int relation[{}];", std::max<size_t>(1, model_.relations.size())));
  line(0, fmt::format("}} {};", id_));
  line(0, fmt::format("typedef {} MODEL;\n", id_));
  parameters();
  bool affine = false, newton = !schedule_.nonlinearBlocks.empty();
  size_t largest = 1;
  for (const LinearBlock& b : schedule_.linearBlocks) {
    affine = affine || !b.symbolic;
    if (!b.symbolic) largest = std::max(largest, b.unknowns.size());
  }
  for (const NonlinearBlock& b : schedule_.nonlinearBlocks)
    largest = std::max(largest, b.unknowns.size());
  if (affine || newton) line(0, fmt::format("enum {{ LARGEST = {} }};\n", largest));
  if (!schedule_.linearBlocks.empty() || newton) out_ += kDenseSolver;
  if (affine) out_ += kAffineSolver;
  if (newton) out_ += kNewton;
  for (size_t i = 0; i < schedule_.linearBlocks.size(); ++i) linearBlock(i);
  for (size_t i = 0; i < schedule_.nonlinearBlocks.size(); ++i) nonlinearBlock(i);
  for (size_t i = 0; i < schedule_.mixedBlocks.size(); ++i) mixedBlock(i);
  program("initial", "Initial values.", schedule_.initial);
  program("derivatives", "What the derivatives of the states need.", schedule_.derivatives);
  program("outputs", "All other variables.", schedule_.outputs);
  if (interface == Interface::Steps) {
    interfaceFunctions();
    nameTable();
    mainFunction();
  } else {
    dsblockFunctions();
  }
  Program program;
  program.text = std::move(out_);
  if (std::string problem = untranslatable(schedule_); !problem.empty())
    program.problems.push_back(problem);
  for (const std::string& what : texts_.unsupported())
    program.problems.push_back("it uses " + what);
  return program;
}

}  // namespace

Program translateToC(const Schedule& schedule, const TargetOptions& options) {
  return CWriter(schedule, options).run(CWriter::Interface::Steps);
}

Program translateToDsblock(const Schedule& schedule, const TargetOptions& options) {
  return CWriter(schedule, options).run(CWriter::Interface::Dsblock);
}

}  // namespace formola::text
