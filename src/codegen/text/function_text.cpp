#include "codegen/text/function_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <unordered_map>

#include "codegen/text/c_dialect.h"
#include "codegen/text/c_tables.h"
#include "codegen/text/matlab_dialect.h"
#include "codegen/text/matlab_events.h"
#include "expr/eval_numeric.h"
#include "expr/operands.h"
#include "expr/rewrite.h"
#include "scalarize/expand_array.h"

namespace formola::text {

namespace {

constexpr uint32_t kFirstIterator = 1U << 24;  // as a local variable; no function has so many

using Leaves = std::unordered_map<uint32_t, std::string>;

// Inside of a function: locals are arrays of their scalars.
template <class Base>
class FunctionDialect : public Base {
 public:
  template <class... Arguments>
  FunctionDialect(const CallFunction& call, const Leaves& leaves, Arguments&&... arguments)
      : Base(std::forward<Arguments>(arguments)...), call_(call), leaves_(leaves) {}

  std::string leaf(ExprId id) const override {
    const auto found = leaves_.find(id.index());
    return found != leaves_.end() ? found->second : "";
  }
  Text variable(VariableId) const override { return {"0"}; }  // functions see none
  std::string userFunction(FunctionId id, std::span<const CallArgument> arguments) const override {
    return call_(id, arguments);
  }
  std::string frozenRelation(uint32_t) const override { return ""; }

 private:
  const CallFunction& call_;
  const Leaves& leaves_;
};

// LAPACK's dgesv (n, nrhs, A, lda, ipiv, B, ldb, info), which Modelica.Math.Matrices.solve calls.
bool isGauss(const ExternalCall& call) {
  return call.function == "dgesv" && call.arguments.size() == 8;
}

// B := A^-1 B by rows; k > 0 if pivot k vanishes, B is left alone then (the same as in
// evaluate/standard_lapack).
constexpr std::string_view kGauss = R"(static int NAME_gauss(int n, int count, double *a, double *b)
{
  int i, j, k, p;
  for (k = 0; k < n; ++k) {
    for (p = k, i = k + 1; i < n; ++i)
      if (fabs(a[i*n + k]) > fabs(a[p*n + k])) p = i;
    if (a[p*n + k] == 0) return k + 1;
    for (j = k; j < n; ++j) {
      const double x = a[k*n + j];
      a[k*n + j] = a[p*n + j];
      a[p*n + j] = x;
    }
    for (j = 0; j < count; ++j) {
      const double x = b[k*count + j];
      b[k*count + j] = b[p*count + j];
      b[p*count + j] = x;
    }
    for (i = k + 1; i < n; ++i) {
      const double factor = a[i*n + k]/a[k*n + k];
      for (j = k + 1; j < n; ++j) a[i*n + j] -= factor*a[k*n + j];
      for (j = 0; j < count; ++j) b[i*count + j] -= factor*b[k*count + j];
    }
  }
  for (k = n - 1; k >= 0; --k)
    for (j = 0; j < count; ++j) {
      for (i = k + 1; i < n; ++i) b[k*count + j] -= a[k*n + i]*b[i*count + j];
      b[k*count + j] /= a[k*n + k];
    }
  return 0;
}

)";

class FunctionWriter {
 public:
  FunctionWriter(const Schedule& schedule, FunctionLanguage language, const CallFunction& call,
                 CalledFunction called, const FunctionSurroundings& around,
                 std::vector<Problem>& problems)
      : pool_(schedule.model.pool()),
        functions_(schedule.model.dae.functions),
        function_(functions_[called.id]),
        called_(std::move(called)),
        problems_(problems),
        matlab_(language == FunctionLanguage::Matlab),
        around_(around),
        dialect_(makeDialect(schedule, call)),
        texts_(schedule, *dialect_),
        expander_(pool_, split_, schedule.model.dae.functions,
                  [this](const std::string& why) { fail(why); }) {}

  std::string write();

 private:
  void fail(const std::string& why) {
    if (failed_) return;
    failed_ = true;
    problems_.push_back({fmt::format("its function '{}' cannot be written: {}",
                                     pool_.names.text(function_.name), why),
                         function_.range});
  }
  std::unique_ptr<Dialect> makeDialect(const Schedule& schedule, const CallFunction& call) {
    if (matlab_) return std::make_unique<FunctionDialect<MatlabSyntax<Dialect>>>(call, leaves_);
    return std::make_unique<FunctionDialect<CDialect>>(call, leaves_, schedule, names_, false,
                                                       around_.texts);
  }
  // ---- what differs between the languages
  // A scope of its own, so that its names are.
  void scope() {
    if (!matlab_) open("{");
  }
  void endScope() {
    if (!matlab_) close();
  }
  void endBlock() { close(matlab_ ? "end" : "}"); }
  void define(std::string_view type, const std::string& name, const std::string& value) {
    line(matlab_ ? fmt::format("{} = {};", name, value)
                 : fmt::format("const {} {} = {};", type, name, value));
  }
  static std::string joined(const std::vector<std::string>& list, std::string_view separator) {
    return fmt::format("{}", fmt::join(list, separator));
  }
  void defineList(const std::string& name, const std::vector<std::string>& list) {
    line(matlab_ ? fmt::format("{} = [{}];", name, joined(list, "; "))
                 : fmt::format("const double {}[] = {{{}}};", name,
                               list.empty() ? "0" : joined(list, ", ")));
  }
  void unless(const std::string& condition, std::string_view otherwise) {
    line(matlab_ ? fmt::format("if ~({}), {} end", condition, otherwise)
                 : fmt::format("if (!({})) {}", condition, otherwise));
  }
  // Leaves the function, with results that are no numbers if it failed.
  std::string leave(bool failed) {
    if (!matlab_) {
      return failed ? "goto failed;" : "goto finished;";
    }
    return failed ? fmt::format("out = NaN({}, 1); return;", results_) : copyOut_ + " return;";
  }
  void line(std::string_view text) { out_ += fmt::format("{:{}}{}\n", "", indent_, text); }
  void open(std::string_view head) {
    line(head);
    indent_ += 2;
  }
  void close(std::string_view tail = "}") {
    indent_ -= 2;
    line(tail);
  }
  size_t widthOf(uint32_t local) {
    const int64_t width = expander_.width(types_[local]);
    if (width < 0)
      fail(fmt::format("the size of '{}' is not known before it runs",
                       pool_.names.text(function_.locals[local].name)));
    return width < 0 ? 1 : static_cast<size_t>(width);
  }
  // With locals in the place of the iterators of the loops around it.
  ExprId inLoops(ExprId value) {
    value = mapExpr(pool_, value, sized_, [&](ExprId id, std::span<const ExprId> children) {
      if (children.empty()) return id;
      TypeId type = pool_.type(id);
      if (pool_.kind(id) == ExprKind::TupleElement)
        type = pool_.types.recordOf(pool_.type(children[0])).fields[pool_.payload(id)].type;
      return folded(sizedCall(pool_.make(pool_.kind(id), type, pool_.payload(id), children)));
    });
    for (const auto& [iterator, local] : iterators_) {
      substitution_.begin(iterator, local);
      value = substitution_.apply(value);
    }
    return value;
  }
  // Numbers and conditions that are known for these calls: operations on literals.
  ExprId folded(ExprId id) {
    const Type type = pool_.types[pool_.type(id)];
    if (!type.dims.empty() || pool_.kind(id) == ExprKind::Call) return id;
    for (ExprId child : pool_.children(id))
      if (!pool_.isLiteral(child) || pool_.kind(child) == ExprKind::String) return id;
    const double number = numeric_(id);
    if (!std::isfinite(number)) return id;
    switch (type.base) {
      case BaseType::Real:
        return pool_.real(number);
      case BaseType::Integer:
        return pool_.integer(static_cast<int64_t>(number));
      case BaseType::Boolean:
        return pool_.boolean(number != 0);
      default:
        return id;
    }
  }
  TypeId sizedResult(TypeId type, const Function& function, uint32_t k,
                     ExprTable<ExprId>& arguments);
  ExprId sizedCall(ExprId call);
  std::vector<std::string> values(ExprId value);
  std::string value(ExprId scalar) {
    const std::vector<std::string> all = values(scalar);
    return all.empty() ? "0" : all[0];
  }
  std::optional<int64_t> known(ExprId expression);
  std::optional<int64_t> number(ExprId expression);
  std::optional<int64_t> sizeOfBinding(uint32_t local, size_t dimension);
  void findTypes();
  void emit(const std::vector<Temporary>& before);
  void assign(ExprId target, const std::vector<std::string>& values);
  std::string elementAtRunTime(ExprId access);
  void tuple(const Statement& statement);
  bool isEmpty(ExprId list);
  void loop(const Statement& statement);
  void callStatement(ExprId value);
  void statement(const Statement& statement);
  void statements(const std::vector<Statement>& list);
  std::string typeInC(ExprId id) const;
  std::string toC(const std::string& type, const std::string& number) const;
  std::string fromC(const std::string& type, const std::string& value) const;
  std::string arrayArgument(ExprId id, bool output, std::string& type,
                            std::vector<std::string>& after);
  std::string scalarOutput(ExprId id, std::string& type, std::vector<std::string>& after);
  void externalCall(const ExternalCall& call);
  void callExternal(const ExternalCall& call, const std::string& type,
                    const std::vector<std::string>& types, std::vector<std::string> arguments,
                    const std::vector<std::string>& after);
  void tableCall(const ExternalCall& call, const std::string& reader);
  void gaussCall(const ExternalCall& call);

  ExprPool& pool_;
  const IdVector<FunctionId, Function>& functions_;
  const Function& function_;
  CalledFunction called_;
  std::vector<TypeId> types_;                      // of the locals, with their sizes
  std::vector<std::optional<int64_t>> constants_;  // locals that have one value in such calls
  ExprTable<ExprId> memo_;
  ExprTable<ExprId> sized_;  // locals without sizes -> with them
  std::vector<Problem>& problems_;
  bool matlab_;
  const FunctionSurroundings& around_;
  IdVector<VariableId, std::string> names_;
  Leaves leaves_;
  std::unique_ptr<Dialect> dialect_;
  ExprTexts texts_;
  SplitVariables split_;
  ArrayExpander expander_;
  IteratorSubstitution substitution_{pool_};
  std::vector<std::pair<ExprId, ExprId>> iterators_;
  std::string out_;
  int indent_ = 0;
  int depth_ = 0;
  bool failed_ = false;
  NumericEvaluator numeric_{pool_, [](ExprId) { return std::nan(""); }};
  std::string prototype_;  // of an external function, which the user links
  size_t results_ = 0;     // scalars
  std::string copyOut_;    // MATLAB
};

void FunctionWriter::emit(const std::vector<Temporary>& before) {
  for (const Temporary& t : before) {
    if (t.function.empty()) {
      define(t.boolean ? "int" : "double", t.name, t.text);
    } else if (matlab_) {
      line(fmt::format("{} = {};", t.name, matlabTemporary(t, "")));
    } else {
      for (const std::string& part : callInC(t, around_.model)) line(part);
    }
  }
}

// All scalars of an expression.
std::vector<std::string> FunctionWriter::values(ExprId value) {
  const ArrayExpander::Leaves leaves = expander_.expand(inLoops(value));
  std::vector<ExprId> roots;
  for (size_t i = 0; i < leaves.size(); ++i) roots.push_back(leaves[i]);
  std::vector<Temporary> before;
  std::vector<std::string> result = texts_.group(roots, before);
  emit(before);
  return result;
}

// An element of a local whose number is known when it runs; "" if the elements are not of one
// local. They need not follow each other: A[i, 2], p[i].x.
std::string FunctionWriter::elementAtRunTime(ExprId access) {
  const ExprId list = pool_.child(access, 0);
  std::string name;
  std::vector<std::string> places;
  bool consecutive = true;
  for (ExprId element : pool_.children(list)) {
    const std::string text = dialect_->leaf(element);
    const size_t bracket = text.find(matlab_ ? '(' : '[');
    if (bracket == std::string::npos || (!name.empty() && name != text.substr(0, bracket)))
      return "";
    name = text.substr(0, bracket);
    places.push_back(text.substr(bracket + 1, text.size() - bracket - 2));
    consecutive =
        consecutive && std::stoul(places.back()) == std::stoul(places[0]) + places.size() - 1;
  }
  std::vector<Temporary> before;
  const std::string at = texts_.one(pool_.child(access, 1), before);
  emit(before);
  const std::string number = fmt::format("n{}", ++depth_);
  define("double", number, at);
  unless(fmt::format("{0} >= 1 && {0} <= {1}", number, places.size()), leave(true));
  if (consecutive)
    return fmt::format(fmt::runtime(matlab_ ? "{}({} + {} - 1)" : "{}[{} + (int){} - 1]"), name,
                       places[0], number);
  const std::string table = fmt::format("p{}", ++depth_);
  line(matlab_ ? fmt::format("{} = [{}];", table, joined(places, ", "))
               : fmt::format("static const int {}[] = {{{}}};", table, joined(places, ", ")));
  return fmt::format(fmt::runtime(matlab_ ? "{}({}({}))" : "{}[{}[(int){} - 1]]"), name, table,
                     number);
}

void FunctionWriter::assign(ExprId target, const std::vector<std::string>& from) {
  if (pool_.kind(target) == ExprKind::Missing) return;
  const ArrayExpander::Leaves leaves = expander_.expand(inLoops(target));
  if (leaves.size() != from.size()) return fail("an assignment between different sizes");
  std::vector<std::string> to;
  for (size_t i = 0; i < leaves.size(); ++i) {
    to.push_back(dialect_->leaf(leaves[i]));
    if (!to.back().empty()) continue;
    if (!isArrayAccess(pool_, leaves[i])) return fail("an assignment to a part of a variable");
    to.back() = elementAtRunTime(leaves[i]);
    if (to.back().empty()) return fail("an assignment to a part of a variable");
  }
  if (to.size() == 1) {
    line(fmt::format("{} = {};", to[0], from[0]));
    return;
  }
  if (to.empty()) return;
  // The values may depend on what is assigned.
  const std::string copy = fmt::format("w{}", ++depth_);
  defineList(copy, from);
  for (size_t i = 0; i < to.size(); ++i)
    line(fmt::format("{} = {};", to[i], dialect_->element(copy, i)));
}

void FunctionWriter::tuple(const Statement& s) {
  const ExprId call = inLoops(s.value);
  if (pool_.kind(call) != ExprKind::Call || pool_.types[pool_.type(call)].base != BaseType::Tuple)
    return fail("several results of something else than a function");
  const auto fields = pool_.types.recordOf(pool_.type(call)).fields;
  // One group, so that the function is called once.
  std::vector<ExprId> roots;
  std::vector<size_t> counts;
  for (size_t k = 0; k < s.targets.size(); ++k) {
    const ExprId part =
        pool_.make(ExprKind::TupleElement, fields[k].type, static_cast<uint32_t>(k), {call});
    const ArrayExpander::Leaves leaves = expander_.expand(inLoops(part));
    counts.push_back(leaves.size());
    for (size_t i = 0; i < leaves.size(); ++i) roots.push_back(leaves[i]);
  }
  std::vector<Temporary> before;
  const std::vector<std::string> all = texts_.group(roots, before);
  emit(before);
  auto from = all.begin();
  for (size_t k = 0; k < s.targets.size(); ++k) {
    const auto to = from + static_cast<std::ptrdiff_t>(counts[k]);
    assign(s.targets[k], {from, to});
    from = to;
  }
}

// Nothing happens in it: 1:size(x, 1) for an x without elements.
bool FunctionWriter::isEmpty(ExprId list) {
  if (pool_.kind(list) != ExprKind::Range) return false;
  const bool stepped = pool_.kind(pool_.child(list, 1)) != ExprKind::Missing;
  const std::optional<int64_t> from = known(pool_.child(list, 0)), to = known(pool_.child(list, 2)),
                               by = stepped ? known(pool_.child(list, 1)) : 1;
  return from && to && by && (*by > 0 ? *from > *to : *from < *to);
}

void FunctionWriter::loop(const Statement& s) {
  if (isEmpty(s.value)) return;
  const std::string iterator = fmt::format("i{}", pool_.payload(s.target));
  const ExprId local = pool_.local(kFirstIterator + pool_.payload(s.target), pool_.type(s.target));
  leaves_[local.index()] = iterator;
  if (!matlab_) line(fmt::format("double {};", iterator));
  if (pool_.kind(s.value) == ExprKind::Range) {
    const bool stepped = pool_.kind(pool_.child(s.value, 1)) != ExprKind::Missing;
    const std::string from = value(pool_.child(s.value, 0)),
                      by = stepped ? value(pool_.child(s.value, 1)) : "1",
                      to = value(pool_.child(s.value, 2));
    const std::string k = fmt::format("{}", ++depth_);
    if (matlab_) {
      open(fmt::format("for {} = {}:{}:{}", iterator, from, by, to));
    } else {
      line(fmt::format("const double from{0} = {1}, by{0} = {2}, to{0} = {3};", k, from, by, to));
      open(fmt::format(
          "for ({0} = from{1}; by{1} > 0 ? {0} <= to{1} : {0} >= to{1}; {0} += by{1}) {{", iterator,
          k));
    }
  } else {
    const std::vector<std::string> all = values(s.value);
    const std::string k = fmt::format("{}", ++depth_);
    if (matlab_) {
      open(fmt::format("for {} = [{}]", iterator, joined(all, ", ")));
    } else {
      defineList("list" + k, all);
      line(fmt::format("int at{};", k));
      open(fmt::format("for (at{0} = 0; at{0} < {1}; ++at{0}) {{", k, all.size()));
      line(fmt::format("{} = list{}[at{}];", iterator, k, k));
    }
  }
  iterators_.emplace_back(s.target, local);
  statements(s.branches[0].body);
  iterators_.pop_back();
  endBlock();
}

// Of a function without effects: it fails, or nothing happens.
void FunctionWriter::callStatement(ExprId value) {
  const ExprId call = expander_.whole(inLoops(value));
  if (matlab_ || pool_.kind(call) != ExprKind::Call) return;
  if (const auto& external = functions_[pool_.functionOf(call)].external) {
    const std::string& name = external->function;
    if (name == "ModelicaError" || name == "ModelicaFormatError") return line(leave(true));
    if (name == "ModelicaMessage" || name == "ModelicaFormatMessage" || name == "ModelicaWarning" ||
        name == "ModelicaFormatWarning")
      return;
  }
  std::vector<Temporary> before;
  const std::string result = texts_.one(call, before);
  emit(before);
  const std::string first = result.ends_with(']') ? result : result + "[0]";
  unless(fmt::format("{0} == {0}", first), leave(true));
}

void FunctionWriter::statement(const Statement& s) {
  if (failed_) return;
  texts_.from(s.range);
  switch (s.kind) {
    case StatementKind::Assign:
      scope();
      assign(s.target, values(s.value));
      endScope();
      break;
    case StatementKind::TupleAssign:
      scope();
      tuple(s);
      endScope();
      break;
    case StatementKind::Call:
      scope();
      callStatement(s.value);
      endScope();
      break;
    case StatementKind::If: {
      size_t opened = 0;
      for (const StatementBranch& branch : s.branches) {
        if (!branch.condition.valid()) {
          statements(branch.body);
          continue;
        }
        // Of a branch that no such call takes the sizes may not fit.
        const ExprId known = inLoops(branch.condition);
        if (pool_.kind(known) == ExprKind::Boolean) {
          if (!pool_.booleanValue(known)) continue;
          statements(branch.body);
          break;
        }
        scope();
        const std::string condition = value(branch.condition);
        open(fmt::format(fmt::runtime(matlab_ ? "if {}" : "if ({}) {{"), condition));
        statements(branch.body);
        close(matlab_ ? "else" : "} else {");
        indent_ += 2;
        ++opened;
      }
      for (; opened > 0; --opened) {
        endBlock();
        endScope();
      }
      break;
    }
    case StatementKind::For:
      scope();
      loop(s);
      endScope();
      break;
    case StatementKind::While: {
      open(matlab_ ? "while true" : "for (;;) {");
      unless(value(s.value), "break;");
      statements(s.branches[0].body);
      endBlock();
      break;
    }
    case StatementKind::Break:
      line("break;");
      break;
    case StatementKind::Return:
      line(leave(false));
      break;
    case StatementKind::Assert:
      if (s.level == AssertLevel::Warning) break;
      scope();
      unless(value(s.value), leave(true));
      endScope();
      break;
    case StatementKind::When:
    case StatementKind::Terminate:
    case StatementKind::Reinit:
      fail("it has statements of models");
      break;
  }
}

void FunctionWriter::statements(const std::vector<Statement>& list) {
  for (const Statement& s : list) statement(s);
}

// Numbers follow the table; two results are written to an array.
void FunctionWriter::tableCall(const ExternalCall& call, const std::string& reader) {
  std::vector<std::string> numbers;
  std::string array;
  for (ExprId id : call.arguments) {
    if (pool_.types[pool_.type(id)].dims.empty())
      numbers.push_back(value(id));
    else
      array = fmt::format("l{}", pool_.payload(id));
  }
  numbers.resize(7, "0");
  const std::string list = joined(numbers, ", ");
  if (!array.empty()) {
    line(fmt::format("{}[0] = read_table(m, {}, {});", array, reader, list));
    line(fmt::format("{}[1] = read_table(m, {}2, {});", array, reader, list));
    return;
  }
  if (!call.result.valid()) return fail("it reads a table without a result");
  line(fmt::format("l{}[0] = read_table(m, {}, {});", pool_.payload(call.result), reader, list));
}

// The C type of a scalar (specification 3.6, 12.9.1): Real is double, Integer, Boolean and
// enumerations are int, String is const char *, an external object void *.
std::string FunctionWriter::typeInC(ExprId id) const {
  switch (pool_.types[pool_.type(id)].base) {
    case BaseType::Real:
      return "double";
    case BaseType::String:
      return "const char *";
    case BaseType::ExternalObject:
      return "void *";
    default:
      return "int";
  }
}

// A number of this program as a value of the C type, and back.
std::string FunctionWriter::toC(const std::string& type, const std::string& number) const {
  if (type == "double") return number;
  if (type == "int") return fmt::format("(int)({})", number);
  if (type == "const char *") around_.texts->made = true;
  return fmt::format("{}(m, {})", type == "void *" ? "object_of" : "text_of", number);
}

std::string FunctionWriter::fromC(const std::string& type, const std::string& value) const {
  if (type != "const char *") return value;
  around_.texts->made = true;
  return fmt::format("text_number(m, {})", value);
}

// An array is a pointer to its first element, by rows; `after` gets what copies it back.
std::string FunctionWriter::arrayArgument(ExprId id, bool output, std::string& type,
                                          std::vector<std::string>& after) {
  const bool local = pool_.kind(id) == ExprKind::Local;
  const std::string own = local ? fmt::format("l{}", pool_.payload(id)) : "";
  const std::string name = fmt::format("n{}", ++depth_);
  if (type == "double" && local) {
    type = output ? "double *" : "const double *";
    return own;
  }
  const std::vector<std::string> all = values(id);
  std::vector<std::string> elements;
  for (const std::string& x : all) elements.push_back(toC(type, x));
  line(fmt::format("{}{} {}[] = {{{}}};", output || type == "const char *" ? "" : "const ", type,
                   name, elements.empty() ? "0" : joined(elements, ", ")));
  if (output)
    for (size_t i = 0; i < all.size(); ++i)
      after.push_back(
          fmt::format("{}[{}] = {};", own, i, fromC(type, fmt::format("{}[{}]", name, i))));
  type = type == "const char *" ? "const char **" : (output ? "" : "const ") + type + " *";
  return name;
}

// Outputs are pointers.
std::string FunctionWriter::scalarOutput(ExprId id, std::string& type,
                                         std::vector<std::string>& after) {
  const std::string name = fmt::format("n{}", ++depth_);
  line(fmt::format("{} {} = {};", type, name, toC(type, value(id))));
  after.push_back(fmt::format("l{}[0] = {};", pool_.payload(id), fromC(type, name)));
  type = type == "const char *" ? "const char **" : type + " *";
  return "&" + name;
}

void FunctionWriter::externalCall(const ExternalCall& call) {
  if (isGauss(call)) return gaussCall(call);
  std::vector<std::string> types, arguments, after;
  if (const std::string reader = tableReader(call.function); around_.tables && !reader.empty())
    return tableCall(call, reader);
  for (ExprId id : call.arguments) {
    if (pool_.types[pool_.type(id)].base == BaseType::Record)
      return fail(
          fmt::format("an argument of the external function '{}' is a record", call.function));
    const bool output =
        pool_.kind(id) == ExprKind::Local && pool_.payload(id) >= function_.inputCount;
    std::string type = typeInC(id);
    if (!pool_.types[pool_.type(id)].dims.empty()) {
      arguments.push_back(arrayArgument(id, output, type, after));
    } else if (output) {
      arguments.push_back(scalarOutput(id, type, after));
    } else {
      arguments.push_back(toC(type, value(id)));
      if (type == "int" && pool_.isBuiltin(id, Builtin::SizeOf)) type = "size_t";
    }
    types.push_back(type);
  }
  std::string type;
  if (call.result.valid()) {
    type = typeInC(call.result);
    if (!pool_.types[pool_.type(call.result)].dims.empty() ||
        pool_.types[pool_.type(call.result)].base == BaseType::Record)
      return fail(
          fmt::format("the external function '{}' returns more than a scalar", call.function));
  }
  callExternal(call, type, types, arguments, after);
}

// The matrix and the right sides are locals of the function; the pivots are told to nobody.
void FunctionWriter::gaussCall(const ExternalCall& call) {
  const ExprId a = call.arguments[2], b = call.arguments[5], info = call.arguments[7];
  for (ExprId id : {a, b, info})
    if (pool_.kind(id) != ExprKind::Local)
      return fail("an argument of 'dgesv' is no variable of the function");
  const std::string n = value(call.arguments[0]), count = value(call.arguments[1]);
  const uint32_t matrix = pool_.payload(a), sides = pool_.payload(b);
  const size_t entries = widthOf(matrix), values = widthOf(sides);
  prototype_ = kGauss;
  prototype_.replace(prototype_.find("NAME"), 4, called_.name);
  open("{");
  line(fmt::format("double matrix[{}], sides[{}];", std::max<size_t>(1, entries),
                   std::max<size_t>(1, values)));
  line("int i;");
  line(fmt::format("for (i = 0; i < {}; ++i) matrix[i] = l{}[i];", entries, matrix));
  line(fmt::format("for (i = 0; i < {}; ++i) sides[i] = l{}[i];", values, sides));
  line(fmt::format("l{}[0] = {}_gauss((int)({}), (int)({}), matrix, sides);", pool_.payload(info),
                   called_.name, n, count));
  open(fmt::format("if (l{}[0] == 0) {{", pool_.payload(info)));
  line(fmt::format("for (i = 0; i < {}; ++i) l{}[i] = sides[i];", values, sides));
  close();
  close();
}

// The call itself, of the function or of what stands for it.
void FunctionWriter::callExternal(const ExternalCall& call, const std::string& type,
                                  const std::vector<std::string>& types,
                                  std::vector<std::string> arguments,
                                  const std::vector<std::string>& after) {
  const std::string list = types.empty() ? "void" : joined(types, ", ");
  const bool sized = std::find(types.begin(), types.end(), "size_t") != types.end();
  std::string text = fmt::format("{}({})", call.function, joined(arguments, ", "));
  if (around_.linked != nullptr) {
    const std::string name = fmt::format("{}_external_{}", around_.prefix, called_.name.substr(9));
    around_.linked->push_back({called_.id, name, type, types});
    prototype_ = fmt::format("extern int {}({}{}{});\n\n", name, type.empty() ? "" : type + " *",
                             type.empty() || types.empty() ? "" : ", ",
                             type.empty() || !types.empty() ? list : "");
    if (!type.empty()) {
      line(fmt::format("{} given = 0;", type));
      arguments.insert(arguments.begin(), "&given");
    }
    text = fmt::format("{}({})", name, joined(arguments, ", "));
    line(fmt::format("if ({}) {{", text));
    line("  external_failed(m);");
    line("  goto failed;");
    line("}");
    text = "given";
  } else {
    prototype_ = fmt::format("{}/* external: to be linked */\nextern {} {}({});\n\n",
                             sized ? "#include <stddef.h>\n" : "", type.empty() ? "void" : type,
                             call.function, list);
    if (type.empty()) line(text + ";");
  }
  if (type == "void *")
    line(fmt::format("m->kept.objects->made = {};", text));
  else if (!type.empty())
    line(fmt::format("l{}[0] = {};", pool_.payload(call.result), fromC(type, text)));
  for (const std::string& s : after) line(s);
  if (around_.linked != nullptr) line(fmt::format("{}_external_release();", around_.prefix));
}

namespace {

// The local variables that statements give values to.
void findAssigned(const ExprPool& pool, const std::vector<Statement>& body,
                  std::vector<char>& assigned) {
  auto mark = [&](ExprId target) {
    std::vector<ExprId> open{target};
    while (!open.empty()) {
      const ExprId id = open.back();
      open.pop_back();
      if (!id.valid()) continue;
      if (pool.kind(id) == ExprKind::Local && pool.payload(id) < assigned.size())
        assigned[pool.payload(id)] = 1;
      if (pool.kind(id) == ExprKind::Index || pool.kind(id) == ExprKind::Field)
        open.push_back(pool.child(id, 0));
      if (pool.kind(id) == ExprKind::Array)
        open.insert(open.end(), pool.children(id).begin(), pool.children(id).end());
    }
  };
  for (const Statement& s : body) {
    if (s.kind == StatementKind::Assign) mark(s.target);
    for (ExprId target : s.targets) mark(target);
    for (const StatementBranch& branch : s.branches) findAssigned(pool, branch.body, assigned);
  }
}

}  // namespace

// The type of the k-th result of a function with the sizes that it has for these arguments.
TypeId FunctionWriter::sizedResult(TypeId type, const Function& function, uint32_t k,
                                   ExprTable<ExprId>& arguments) {
  const std::span<const Size> now = pool_.types[type].dims;
  std::vector<Size> dims(now.begin(), now.end());
  const LocalVariable& result = function.locals[function.inputCount + k];
  for (size_t d = 0; d < dims.size() && d < result.dimensions.size(); ++d) {
    if (dims[d] != kUnknownSize || !result.dimensions[d].valid()) continue;
    const ExprId size = mapExpr(
        pool_, result.dimensions[d], arguments, [&](ExprId id, std::span<const ExprId> children) {
          return children.empty() ? id
                                  : folded(pool_.make(pool_.kind(id), pool_.type(id),
                                                      pool_.payload(id), children));
        });
    if (const std::optional<int64_t> n = number(size)) dims[d] = static_cast<Size>(*n);
  }
  return pool_.types.withDims(type, dims);
}

// A call with the sizes that its results have for these arguments.
ExprId FunctionWriter::sizedCall(ExprId call) {
  if (pool_.kind(call) != ExprKind::Call) return call;
  const FunctionId id = pool_.functionOf(call);
  if (!id.valid() || id.index() >= functions_.size()) return call;
  const Function& function = functions_[id];
  const TypeId type = pool_.type(call);
  const bool several = pool_.types[type].base == BaseType::Tuple;
  std::vector<TypeId> results{type};
  if (several) {
    results.clear();
    for (const RecordField& field : pool_.types.recordOf(type).fields)
      results.push_back(field.type);
  }
  const auto isOpen = [&](TypeId t) {
    const std::span<const Size> dims = pool_.types[t].dims;
    return std::find(dims.begin(), dims.end(), kUnknownSize) != dims.end();
  };
  if (std::none_of(results.begin(), results.end(), isOpen) ||
      results.size() > function.outputCount || (!several && function.outputCount != 1))
    return call;
  ExprTable<ExprId> arguments;
  for (uint32_t k = 0; k < function.inputCount && k < pool_.children(call).size(); ++k)
    arguments.set(pool_.local(k, function.locals[k].type), pool_.child(call, k));
  for (uint32_t k = 0; k < results.size(); ++k)
    if (isOpen(results[k])) results[k] = sizedResult(results[k], function, k, arguments);
  const std::vector<ExprId> children(pool_.children(call).begin(), pool_.children(call).end());
  return pool_.make(ExprKind::Call, several ? pool_.types.tuple(results) : results[0],
                    pool_.payload(call), children);
}

// The number that an expression is once inputs are known as far as the call tells.
std::optional<int64_t> FunctionWriter::known(ExprId expression) {
  return number(inLoops(expression));
}

std::optional<int64_t> FunctionWriter::number(ExprId expression) {
  // What cannot be expanded yet may be later.
  const bool failed = failed_;
  const size_t problems = problems_.size();
  const ArrayExpander::Leaves leaves = expander_.expand(expression);
  failed_ = failed;
  problems_.resize(problems);
  if (leaves.size() != 1) return std::nullopt;
  // Sizes of arguments are numbers by now.
  memo_.clear();
  const ExprId leaf = mapExpr(pool_, leaves[0], memo_, [&](ExprId id, std::span<const ExprId> of) {
    return of.empty() ? id
                      : folded(pool_.make(pool_.kind(id), pool_.type(id), pool_.payload(id), of));
  });
  if (!pool_.isNumber(leaf)) return std::nullopt;
  return static_cast<int64_t>(pool_.realValue(leaf));
}

// A dimension ":" of a local variable is that of its binding.
std::optional<int64_t> FunctionWriter::sizeOfBinding(uint32_t local, size_t dimension) {
  const LocalVariable& variable = function_.locals[local];
  if (local < function_.inputCount || !variable.binding.valid()) return std::nullopt;
  const std::span<const Size> dims = pool_.types[pool_.type(inLoops(variable.binding))].dims;
  if (dimension >= dims.size() || dims[dimension] == kUnknownSize) return std::nullopt;
  return dims[dimension];
}

// Sizes of inputs are those of the call; others may follow from them, from Integers in the call,
// and from local variables that keep such a value.
void FunctionWriter::findTypes() {
  const size_t count = function_.locals.size();
  std::vector<char> assigned(count, 0);
  findAssigned(pool_, function_.body, assigned);
  constants_.resize(count);
  for (uint32_t k = 0; k < count; ++k) {
    const bool input = k < called_.inputs.size();
    types_.push_back(input ? called_.inputs[k].type : function_.locals[k].type);
    if (input) constants_[k] = called_.inputs[k].integer;
  }
  auto note = [&] {
    sized_.clear();
    for (uint32_t k = 0; k < count; ++k) {
      const ExprId local = pool_.local(k, function_.locals[k].type);
      if (constants_[k]) {
        sized_.set(local, pool_.integer(*constants_[k]));
      } else if (types_[k] != function_.locals[k].type) {
        sized_.set(local, pool_.local(k, types_[k]));
      }
    }
  };
  note();
  for (bool again = true; again;) {
    again = false;
    for (uint32_t k = 0; k < count; ++k) {
      const LocalVariable& local = function_.locals[k];
      const Type type = pool_.types[types_[k]];
      if (type.base == BaseType::Integer && type.dims.empty() && !constants_[k] &&
          k >= function_.inputCount && assigned[k] == 0 && local.binding.valid()) {
        constants_[k] = known(local.binding);
        again = again || constants_[k];
      }
      std::vector<Size> dims(type.dims.begin(), type.dims.end());
      for (size_t d = 0; d < dims.size() && d < local.dimensions.size(); ++d) {
        if (dims[d] != kUnknownSize) continue;
        if (const std::optional<int64_t> size =
                local.dimensions[d].valid() ? known(local.dimensions[d]) : sizeOfBinding(k, d)) {
          dims[d] = static_cast<Size>(*size);
          types_[k] = pool_.types.withDims(types_[k], dims);
          again = true;
        }
      }
    }
    if (again) note();
  }
}

std::string FunctionWriter::write() {
  findTypes();
  const bool external = function_.external.has_value();
  if (external &&
      (matlab_ || (function_.external->language == "FORTRAN 77" && !isGauss(*function_.external))))
    fail("it is an external function");
  const auto count = static_cast<uint32_t>(function_.locals.size());
  const uint32_t inputs = function_.inputCount, results = function_.outputCount;
  size_t in = 0;
  std::string head;
  std::vector<std::string> out;
  for (uint32_t k = 0; k < count && !failed_; ++k) {
    const LocalVariable& local = function_.locals[k];
    const std::string_view name = pool_.names.text(local.name);
    const BaseType base = pool_.types[local.type].base;
    if ((base == BaseType::String && matlab_) || base == BaseType::Function ||
        (base == BaseType::ExternalObject && !around_.tables && !around_.objects))
      fail(fmt::format("'{}' is no number", name));
    const size_t width = widthOf(k);
    const size_t room = std::max<size_t>(1, width);
    head += matlab_ ? fmt::format("  l{} = zeros({}, 1); % {}\n", k, room, name)
                    : fmt::format("  double l{}[{}] = {{0}}; /* {} */\n", k, room, name);
    const ArrayExpander::Leaves leaves = expander_.expand(pool_.local(k, types_[k]));
    const std::string array = fmt::format("l{}", k);
    if (!pool_.types.isScalar(types_[k]) || base == BaseType::Record)
      leaves_[pool_.local(k, types_[k]).index()] = array;
    for (size_t i = 0; i < leaves.size(); ++i)
      leaves_[leaves[i].index()] = dialect_->element(array, i);
    if (k >= inputs && k < inputs + results)
      for (size_t i = 0; i < width; ++i) out.push_back(dialect_->element(array, i));
  }
  if (!matlab_)
    for (uint32_t k = 0; k < count; ++k) head += fmt::format("  (void)l{};\n", k);
  if (!matlab_) head += around_.model ? "  (void)in;\n  (void)out;\n  (void)m;\n" : "  (void)in;\n";
  for (uint32_t k = 0; k < inputs && !failed_; ++k)
    for (size_t i = 0; i < widthOf(k); ++i)
      head += fmt::format("  {} = {};\n", dialect_->element(fmt::format("l{}", k), i),
                          dialect_->element("in", in++));
  results_ = out.size();
  copyOut_ = fmt::format("out = [{}];", joined(out, "; "));
  indent_ = 2;
  for (uint32_t k = inputs; k < count && !failed_; ++k) {
    if (!function_.locals[k].binding.valid()) continue;
    if (constants_[k]) {
      line(fmt::format("{} = {};", dialect_->element(fmt::format("l{}", k), 0), *constants_[k]));
      continue;
    }
    scope();
    assign(pool_.local(k, types_[k]), values(function_.locals[k].binding));
    endScope();
  }
  if (external) {
    externalCall(*function_.external);
  } else {
    statements(function_.body);
  }
  for (const Problem& p : texts_.unsupported()) fail("it uses " + p.what);
  if (matlab_)
    return fmt::format("\n% {}\nfunction out = {}(in)\n{}{}  {}\nend\n",
                       pool_.names.text(function_.name), called_.name, head, out_, copyOut_);
  std::string text =
      prototype_ +
      fmt::format("/* {} */\nstatic void {}({}double *out, const double *in)\n{{\n{}{}",
                  pool_.names.text(function_.name), called_.name, around_.model ? "MODEL *m, " : "",
                  head, out_);
  if (out_.find("goto finished") != std::string::npos) text += "finished:\n";
  for (size_t i = 0; i < out.size(); ++i) text += fmt::format("  out[{}] = {};\n", i, out[i]);
  if (out.empty()) text += "  out[0] = 0;\n";
  text += "  return;\n";
  if (out_.find("goto failed") != std::string::npos)
    text += fmt::format(
        "failed:\n  {{\n    int i;\n    for (i = 0; i < {}; ++i) out[i] = "
        "0.0/0.0;\n  }}\n",
        std::max<size_t>(1, out.size()));
  return text + "}\n\n";
}

}  // namespace

std::string writeFunctions(const Schedule& schedule, FunctionLanguage language,
                           const CallFunction& call, const CalledFunctions& called,
                           const FunctionSurroundings& around, std::vector<Problem>& problems) {
  std::string heads, bodies;
  // The list grows while functions are written.
  for (size_t i = 0; i < called.list().size(); ++i) {
    const CalledFunction& function = called.list()[i];
    heads += fmt::format("static void {}({}double *out, const double *in);\n", function.name,
                         around.model ? "MODEL *m, " : "");
    bodies += FunctionWriter(schedule, language, call, function, around, problems).write();
  }
  if (language == FunctionLanguage::Matlab) return bodies;
  return heads.empty() ? "" : heads + "\n" + bodies;
}

}  // namespace formola::text
