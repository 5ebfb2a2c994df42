// What C programs keep beside their variables: texts that are made while they run, and external
// objects.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "codegen/text/c_kernels.h"
#include "codegen/text/c_tables.h"
#include "codegen/text/c_writer.h"

namespace formola::text {

std::vector<VariableId> CWriter::objectsOf(const Schedule& schedule) {
  const StructuredDae& model = schedule.model;
  const std::vector<VariableId> tables = tablesOf(schedule);
  std::vector<VariableId> result;
  for (uint32_t i = 0; i < model.dae.variables.size(); ++i) {
    const VariableId id(i);
    const ExprId binding = model.dae.variables[id].binding;
    if (model.pool().types[model.dae.variables[id].type].base == BaseType::ExternalObject &&
        binding.valid() && model.pool().kind(binding) == ExprKind::Call &&
        std::find(tables.begin(), tables.end(), id) == tables.end())
      result.push_back(id);
  }
  return result;
}

void CWriter::beginKept() {
  if (!tables_.empty()) line(2, "if (begin_tables(m)) return 1;");
  if (needs_.texts) line(2, "if (begin_texts(m)) return 1;");
  if (!objects_.empty()) line(2, "if (begin_objects(m)) return 1;");
  if (needs_.texts || !objects_.empty()) line(2, "m->broken = 0;");
}

void CWriter::checkKept() {
  if (keeps()) line(2, "if (m->broken) return 1;");
  if (linksExternals()) line(2, "if (m->external_error) return 1;");
}

// The function that makes one object from parameters.
void CWriter::objectFunction(size_t k) {
  const VariableId id = objects_[k];
  const ExprPool& pool = model_.pool();
  const ExprId binding = model_.dae.variables[id].binding;
  const SourceRange range = model_.dae.variables[id].origin.range;
  texts_.from(range);
  std::vector<CallArgument> types;
  std::vector<ExprId> roots, open(pool.children(binding).rbegin(), pool.children(binding).rend());
  for (ExprId argument : pool.children(binding)) {
    types.push_back({pool.type(argument)});
    if (pool.kind(argument) == ExprKind::Integer)
      types.back().integer = pool.integerValue(argument);
  }
  while (!open.empty()) {
    const ExprId e = open.back();
    open.pop_back();
    if (pool.kind(e) == ExprKind::Array || pool.kind(e) == ExprKind::Record)
      open.insert(open.end(), pool.children(e).rbegin(), pool.children(e).rend());
    else
      roots.push_back(e);
  }
  const FunctionId last = model_.dae.functions[pool.functionOf(binding)].destructor;
  const std::string constructor = dialect_.userFunction(pool.functionOf(binding), types);
  const CallArgument object[] = {{model_.dae.variables[id].type}};
  const std::string destructor = last.valid() ? dialect_.userFunction(last, object) : "";
  const bool scalars = std::all_of(roots.begin(), roots.end(), [&](ExprId e) {
    return pool.types.isScalar(pool.type(e)) && pool.base(e) != BaseType::Record;
  });
  if (constructor.empty() || (last.valid() && destructor.empty()) || !scalars)
    problems_.push_back(
        {fmt::format("the external object '{}' cannot be made", model_.name(id)), range});
  begin(fmt::format("static int make_object_{}(MODEL *m)", k));
  std::vector<Temporary> before;
  const std::vector<std::string> written =
      texts_.group(scalars ? roots : std::vector<ExprId>(), before);
  temporaries(before);
  line(2, fmt::format("const double in[] = {{{}}};",
                      written.empty() ? "0" : fmt::format("{}", fmt::join(written, ", "))));
  line(2, "double out[1] = {0};");
  line(2, fmt::format("if (has_object(m, {}, in, {})) return 0;", k, written.size()));
  line(2, "m->kept.objects->made = 0;");
  line(2, fmt::format("{}(m, out, in);", constructor));
  line(2, "if (out[0] != out[0]) return 1;");
  line(2, fmt::format("m->kept.objects->object[{}].pointer = m->kept.objects->made;", k));
  line(2, fmt::format("m->kept.objects->object[{}].state = 1;", k));
  end();

  line(0, fmt::format("static void end_object_{}(MODEL *m)", k));
  line(0, "{");
  line(2, "(void)m;");
  if (!destructor.empty()) {
    line(2, "double out[1];");
    line(2, fmt::format("{}(m, out, (const double[]){{{}}});", destructor, k));
  }
  line(0, "}\n");
}

void CWriter::keptFunctions() {
  if (!objects_.empty()) {
    for (size_t k = 0; k < objects_.size(); ++k) objectFunction(k);
    for (const auto& [head, call, last] : {std::tuple("static int make_object(MODEL *m, int k)",
                                                      "return make_object_{0}(m);", "return 1;"),
                                           std::tuple("static void end_object(MODEL *m, int k)",
                                                      "end_object_{0}(m); return;", "return;")}) {
      line(0, head);
      line(0, "{");
      line(2, "switch (k) {");
      for (size_t k = 0; k < objects_.size(); ++k)
        line(2, fmt::format(fmt::runtime("case {0}: " + std::string(call)), k));
      line(2, "}");
      line(2, last);
      line(0, "}\n");
    }
  }
  if (!keeps()) return;
  keys_ = {{"@STATIC@", fmu() ? "static " : ""}, {"@FREE@", fmu() ? "free_kept" : "NAME_free"}};
  kernel("@STATIC@void @FREE@(MODEL *m)\n{\n");
  keys_.clear();
  if (!objects_.empty()) line(2, "free_objects(m);");
  if (!tables_.empty()) line(2, "free_tables(m);");
  if (needs_.texts) line(2, "free_texts(m);");
  line(0, "}\n");
}

std::string CWriter::textKernels(const std::string& written) {
  if (!needs_.texts) return "";
  std::string literals;
  for (const std::string& text : dialect_.texts()->literals)
    literals += (literals.empty() ? "" : ", ") + quotedInC(text);
  const size_t at = out_.size();
  keys_ = {{"@COUNT@", fmt::format("{}", dialect_.texts()->literals.size())},
           {"@LITERALS@", literals}};
  kernel(kTexts);
  keys_.clear();
  for (const Helper& helper : kTextFunctions)
    if (written.find(helper.used) != std::string::npos) out_ += helper.text;
  std::string text = out_.substr(at);
  out_.resize(at);
  return text;
}

std::string CWriter::objectKernels() {
  const size_t at = out_.size();
  if (!objects_.empty()) {
    keys_ = {{"@OBJECTS@", fmt::format("{}", objects_.size())}};
    kernel(kObjectTypes);
    kernel(kObjects);
    keys_.clear();
  }
  if (linksExternals()) kernel(kExternalFailed);
  std::string text = out_.substr(at);
  out_.resize(at);
  return text;
}

// Before the functions.
std::string CWriter::keptKernels(const std::string& written) {
  return textKernels(written) + tableKernels() + objectKernels();
}

}  // namespace formola::text
