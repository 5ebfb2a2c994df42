#include "codegen/text/c_functions.h"

#include <fmt/format.h>

#include <unordered_map>

#include "dae/expand_array.h"
#include "expr/operands.h"

namespace formola::text {

namespace {

constexpr uint32_t kFirstIterator = 1U << 24;  // as a local variable; no function has so many

// Inside of a function: locals are arrays of their scalars.
class FunctionDialect : public CDialect {
 public:
  FunctionDialect(const Schedule& schedule, const IdVector<VariableId, std::string>& names,
                  const CDialect& outer, std::unordered_map<uint32_t, std::string>& leaves)
      : CDialect(schedule, names, false), outer_(outer), leaves_(leaves) {}

  std::string leaf(ExprId id) const override {
    const auto found = leaves_.find(id.index());
    return found != leaves_.end() ? found->second : "";
  }
  std::string userFunction(FunctionId id) const override { return outer_.userFunction(id); }
  std::string frozenRelation(uint32_t) const override { return ""; }

 private:
  const CDialect& outer_;
  std::unordered_map<uint32_t, std::string>& leaves_;
};

class FunctionWriter {
 public:
  FunctionWriter(const Schedule& schedule, const CDialect& outer, FunctionId id,
                 std::vector<Problem>& problems)
      : schedule_(schedule),
        pool_(schedule.model.pool()),
        function_(schedule.model.dae.functions[id]),
        id_(id),
        problems_(problems),
        dialect_(schedule, names_, outer, leaves_),
        texts_(schedule, dialect_),
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
    const int64_t width = expander_.width(function_.locals[local].type);
    if (width < 0)
      fail(fmt::format("the size of '{}' depends on the call",
                       pool_.names.text(function_.locals[local].name)));
    return width < 0 ? 1 : static_cast<size_t>(width);
  }
  // With locals in the place of the iterators of the loops around it.
  ExprId inLoops(ExprId value) {
    for (const auto& [iterator, local] : iterators_) {
      substitution_.begin(iterator, local);
      value = substitution_.apply(value);
    }
    return value;
  }
  std::vector<std::string> values(ExprId value);
  std::string value(ExprId scalar) {
    const std::vector<std::string> all = values(scalar);
    return all.empty() ? "0" : all[0];
  }
  void emit(const std::vector<Temporary>& before);
  void assign(ExprId target, const std::vector<std::string>& values);
  void tuple(const Statement& statement);
  void loop(const Statement& statement);
  void statement(const Statement& statement);
  void statements(const std::vector<Statement>& list);

  const Schedule& schedule_;
  ExprPool& pool_;
  const Function& function_;
  FunctionId id_;
  std::vector<Problem>& problems_;
  IdVector<VariableId, std::string> names_;
  std::unordered_map<uint32_t, std::string> leaves_;
  FunctionDialect dialect_;
  ExprTexts texts_;
  SplitVariables split_;
  ArrayExpander expander_;
  IteratorSubstitution substitution_{pool_};
  std::vector<std::pair<ExprId, ExprId>> iterators_;
  std::string out_;
  int indent_ = 0;
  int depth_ = 0;
  bool failed_ = false;
  bool jumps_ = false;
};

void FunctionWriter::emit(const std::vector<Temporary>& before) {
  for (const Temporary& t : before) {
    if (t.function.empty()) {
      line(fmt::format("const {} {} = {};", t.boolean ? "int" : "double", t.name, t.text));
      continue;
    }
    std::string arguments;
    for (const std::string& a : t.rhs) arguments += (arguments.empty() ? "" : ", ") + a;
    line(fmt::format("double {}[{}];", t.name, t.width));
    line(fmt::format("{}({}, (const double[]){{{}}});", t.function, t.name,
                     arguments.empty() ? "0" : arguments));
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

void FunctionWriter::assign(ExprId target, const std::vector<std::string>& from) {
  if (pool_.kind(target) == ExprKind::Missing) return;
  const ArrayExpander::Leaves leaves = expander_.expand(inLoops(target));
  if (leaves.size() != from.size()) return fail("an assignment between different sizes");
  std::vector<std::string> to;
  for (size_t i = 0; i < leaves.size(); ++i) {
    to.push_back(dialect_.leaf(leaves[i]));
    if (!to.back().empty()) continue;
    // An element whose number is known when it runs: the elements of a local follow each other.
    if (!isArrayAccess(pool_, leaves[i])) return fail("an assignment to a part of a variable");
    const ExprId list = pool_.child(leaves[i], 0);
    const std::string first = dialect_.leaf(pool_.child(list, 0));
    const size_t bracket = first.find('[');
    if (bracket == std::string::npos) return fail("an assignment to a part of a variable");
    std::vector<Temporary> before;
    const std::string at = texts_.one(pool_.child(leaves[i], 1), before);
    emit(before);
    const std::string number = fmt::format("n{}", ++depth_);
    line(fmt::format("const double {} = {};", number, at));
    line(fmt::format("if (!({0} >= 1 && {0} <= {1})) goto failed;", number,
                     pool_.children(list).size()));
    jumps_ = true;
    to.back() = fmt::format("{}[{} + (int){} - 1]", first.substr(0, bracket),
                            first.substr(bracket + 1, first.size() - bracket - 2), number);
  }
  if (to.size() == 1) {
    line(fmt::format("{} = {};", to[0], from[0]));
    return;
  }
  // The values may depend on what is assigned.
  const std::string copy = fmt::format("w{}", ++depth_);
  std::string list;
  for (const std::string& f : from) list += (list.empty() ? "" : ", ") + f;
  line(fmt::format("const double {}[] = {{{}}};", copy, list));
  for (size_t i = 0; i < to.size(); ++i) line(fmt::format("{} = {}[{}];", to[i], copy, i));
}

void FunctionWriter::tuple(const Statement& s) {
  const Type type = pool_.types[pool_.type(s.value)];
  if (pool_.kind(s.value) != ExprKind::Call || type.base != BaseType::Tuple)
    return fail("several results of something else than a function");
  const auto fields = pool_.types.recordOf(pool_.type(s.value)).fields;
  // One group, so that the function is called once.
  std::vector<ExprId> roots;
  std::vector<size_t> counts;
  for (size_t k = 0; k < s.targets.size(); ++k) {
    const ExprId part =
        pool_.make(ExprKind::TupleElement, fields[k].type, static_cast<uint32_t>(k), {s.value});
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

void FunctionWriter::loop(const Statement& s) {
  const std::string iterator = fmt::format("i{}", pool_.payload(s.target));
  const ExprId local = pool_.local(kFirstIterator + pool_.payload(s.target), pool_.type(s.target));
  leaves_[local.index()] = iterator;
  line(fmt::format("double {};", iterator));
  if (pool_.kind(s.value) == ExprKind::Range) {
    const bool stepped = pool_.kind(pool_.child(s.value, 1)) != ExprKind::Missing;
    const std::string from = value(pool_.child(s.value, 0)),
                      by = stepped ? value(pool_.child(s.value, 1)) : "1",
                      to = value(pool_.child(s.value, 2));
    const std::string k = fmt::format("{}", ++depth_);
    line(fmt::format("const double from{0} = {1}, by{0} = {2}, to{0} = {3};", k, from, by, to));
    open(
        fmt::format("for ({0} = from{1}; by{1} > 0 ? {0} <= to{1} : {0} >= to{1}; {0} += by{1}) {{",
                    iterator, k));
  } else {
    const std::vector<std::string> all = values(s.value);
    std::string list;
    for (const std::string& v : all) list += (list.empty() ? "" : ", ") + v;
    const std::string k = fmt::format("{}", ++depth_);
    line(fmt::format("const double list{}[] = {{{}}};\n{:{}}int at{};", k,
                     list.empty() ? "0" : list, "", indent_, k));
    open(fmt::format("for (at{0} = 0; at{0} < {1}; ++at{0}) {{", k, all.size()));
    line(fmt::format("{} = list{}[at{}];", iterator, k, k));
  }
  iterators_.emplace_back(s.target, local);
  statements(s.branches[0].body);
  iterators_.pop_back();
  close();
}

void FunctionWriter::statement(const Statement& s) {
  if (failed_) return;
  texts_.from(s.range);
  switch (s.kind) {
    case StatementKind::Assign:
      open("{");
      assign(s.target, values(s.value));
      close();
      break;
    case StatementKind::TupleAssign:
      open("{");
      tuple(s);
      close();
      break;
    case StatementKind::Call:
      break;  // without effects
    case StatementKind::If: {
      size_t opened = 0;
      for (const StatementBranch& branch : s.branches) {
        if (!branch.condition.valid()) {
          statements(branch.body);
          continue;
        }
        open("{");
        const std::string condition = value(branch.condition);
        open(fmt::format("if ({}) {{", condition));
        statements(branch.body);
        close("} else {");
        indent_ += 2;
        opened += 2;
      }
      for (; opened > 0; --opened) close();
      break;
    }
    case StatementKind::For:
      open("{");
      loop(s);
      close();
      break;
    case StatementKind::While: {
      open("for (;;) {");
      const std::string condition = value(s.value);
      line(fmt::format("if (!({})) break;", condition));
      statements(s.branches[0].body);
      close();
      break;
    }
    case StatementKind::Break:
      line("break;");
      break;
    case StatementKind::Return:
      line("goto finished;");
      jumps_ = true;
      break;
    case StatementKind::Assert: {
      if (s.level == AssertLevel::Warning) break;
      open("{");
      const std::string condition = value(s.value);
      line(fmt::format("if (!({})) goto failed;", condition));
      close();
      jumps_ = true;
      break;
    }
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

std::string FunctionWriter::write() {
  if (function_.external) fail("it is an external function");
  const auto count = static_cast<uint32_t>(function_.locals.size());
  const uint32_t inputs = function_.inputCount, results = function_.outputCount;
  size_t in = 0, out = 0;
  std::string copyIn, copyOut, used;
  std::string declarations;
  for (uint32_t k = 0; k < count && !failed_; ++k) {
    const LocalVariable& local = function_.locals[k];
    const BaseType base = pool_.types[local.type].base;
    if (base == BaseType::String || base == BaseType::ExternalObject || base == BaseType::Function)
      fail(fmt::format("'{}' is no number", pool_.names.text(local.name)));
    const size_t width = widthOf(k);
    declarations += fmt::format("  double l{}[{}] = {{0}}; /* {} */\n", k,
                                std::max<size_t>(1, width), pool_.names.text(local.name));
    used += fmt::format("  (void)l{};\n", k);
    const ArrayExpander::Leaves leaves = expander_.expand(pool_.local(k, local.type));
    for (size_t i = 0; i < leaves.size(); ++i)
      leaves_[leaves[i].index()] = fmt::format("l{}[{}]", k, i);
    if (k < inputs)
      for (size_t i = 0; i < width; ++i) copyIn += fmt::format("  l{}[{}] = in[{}];\n", k, i, in++);
    if (k >= inputs && k < inputs + results)
      for (size_t i = 0; i < width; ++i)
        copyOut += fmt::format("  out[{}] = l{}[{}];\n", out++, k, i);
  }
  indent_ = 2;
  for (uint32_t k = inputs; k < count && !failed_; ++k) {
    if (!function_.locals[k].binding.valid()) continue;
    open("{");
    assign(pool_.local(k, function_.locals[k].type), values(function_.locals[k].binding));
    close();
  }
  statements(function_.body);
  for (const Problem& p : texts_.unsupported()) fail("it uses " + p.what);
  std::string text = fmt::format(
      "/* {} */\nstatic void function_{}(double *out, const double *in)\n{{\n{}  (void)in;\n{}{}",
      pool_.names.text(function_.name), id_.index(), declarations + used, copyIn, out_);
  if (out_.find("goto finished") != std::string::npos) text += "finished:\n";
  text += copyOut + "  return;\n";
  if (out_.find("goto failed") != std::string::npos)
    text += fmt::format(
        "failed:\n  {{\n    int i;\n    for (i = 0; i < {}; ++i) out[i] = "
        "0.0/0.0;\n  }}\n",
        out);
  return text + "}\n\n";
}

}  // namespace

std::string CFunctions::write(std::vector<Problem>& problems) {
  std::string heads, bodies;
  // The list grows while functions are written.
  for (size_t i = 0; i < dialect_.called().size(); ++i) {
    const FunctionId id = dialect_.called()[i];
    heads += fmt::format("static void function_{}(double *out, const double *in);\n", id.index());
    bodies += FunctionWriter(schedule_, dialect_, id, problems).write();
  }
  return heads.empty() ? "" : heads + "\n" + bodies;
}

}  // namespace formola::text
