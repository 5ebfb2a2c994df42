// Tables of the Modelica Standard Library in C: external objects that are numbers of tables.
#include "codegen/text/c_tables.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "codegen/text/c_kernels.h"
#include "codegen/text/c_writer.h"
#include "codegen/text/constant_texts.h"

namespace formola::text {

namespace {

constexpr std::string_view kPrefix = "ModelicaStandardTables_";

// Where the arguments of constructors stand; -1: there is none.
struct Constructor {
  std::string_view name;  // after kPrefix
  std::string_view kind;
  int columns, start, smoothness, extrapolation, shift, events, delimiter, header;
};

constexpr Constructor kConstructors[] = {
    {"CombiTimeTable_init", "TABLE_TIME", 6, 5, 8, 9, -1, -1, -1, -1},
    {"CombiTimeTable_init2", "TABLE_TIME", 6, 5, 8, 9, 10, 11, -1, -1},
    {"CombiTimeTable_init3", "TABLE_TIME", 6, 5, 8, 9, 10, 11, 13, 14},
    {"CombiTable1D_init", "TABLE_LINE", 5, -1, 7, -1, -1, -1, -1, -1},
    {"CombiTable1D_init2", "TABLE_LINE", 5, -1, 7, 8, -1, -1, -1, -1},
    {"CombiTable1D_init3", "TABLE_LINE", 5, -1, 7, 8, -1, -1, 10, 11},
    {"CombiTable2D_init", "TABLE_PLANE", -1, -1, 5, -1, -1, -1, -1, -1},
    {"CombiTable2D_init2", "TABLE_PLANE", -1, -1, 5, 6, -1, -1, -1, -1},
    {"CombiTable2D_init3", "TABLE_PLANE", -1, -1, 5, 6, -1, -1, 8, 9},
};

const Constructor* constructorOf(const StructuredDae& model, VariableId id) {
  const ExprId binding = model.dae.variables[id].binding;
  if (!binding.valid() || model.pool().kind(binding) != ExprKind::Call) return nullptr;
  const auto& external = model.dae.functions[model.pool().functionOf(binding)].external;
  if (!external || !external->function.starts_with(kPrefix)) return nullptr;
  for (const Constructor& c : kConstructors)
    if (external->function.substr(kPrefix.size()) == c.name) return &c;
  return nullptr;
}

void flatten(const ExprPool& pool, ExprId id, std::vector<ExprId>& elements) {
  if (pool.kind(id) != ExprKind::Array) {
    elements.push_back(id);
    return;
  }
  for (ExprId child : pool.children(id)) flatten(pool, child, elements);
}

}  // namespace

std::vector<VariableId> tablesOf(const Schedule& schedule) {
  const StructuredDae& model = schedule.model;
  std::vector<VariableId> result;
  for (uint32_t i = 0; i < model.dae.variables.size(); ++i) {
    const VariableId id(i);
    if (model.pool().types[model.dae.variables[id].type].base == BaseType::ExternalObject &&
        constructorOf(model, id) != nullptr)
      result.push_back(id);
  }
  return result;
}

std::string tableReader(std::string_view external) {
  struct Reader {
    std::string_view name, code;
  };
  static constexpr Reader kReaders[] = {
      {"CombiTimeTable_getValue", "TABLE_TIME_VALUE"},
      {"CombiTimeTable_getDerValue", "TABLE_TIME_DER"},
      {"CombiTimeTable_getDer2Value", "TABLE_TIME_DER2"},
      {"CombiTable1D_getValue", "TABLE_LINE_VALUE"},
      {"CombiTable1D_getDerValue", "TABLE_LINE_DER"},
      {"CombiTable1D_getDer2Value", "TABLE_LINE_DER2"},
      {"CombiTable2D_getValue", "TABLE_PLANE_VALUE"},
      {"CombiTable2D_getDerValue", "TABLE_PLANE_DER"},
      {"CombiTable2D_getDer2Value", "TABLE_PLANE_DER2"},
      {"CombiTimeTable_nextTimeEvent", "TABLE_NEXT_EVENT"},
      {"CombiTimeTable_minimumTime", "TABLE_MINIMUM"},
      {"CombiTimeTable_maximumTime", "TABLE_MAXIMUM"},
      {"CombiTable1D_minimumAbscissa", "TABLE_MINIMUM"},
      {"CombiTable1D_maximumAbscissa", "TABLE_MAXIMUM"},
      {"CombiTable2D_minimumAbscissa", "TABLE_MINIMUM"},
      {"CombiTable2D_maximumAbscissa", "TABLE_MAXIMUM"},
  };
  if (!external.starts_with(kPrefix)) return "";
  external.remove_prefix(kPrefix.size());
  for (const Reader& reader : kReaders)
    if (reader.name == external) return std::string(reader.code);
  return "";
}

// The function that makes one table from parameters, or from a file.
void CWriter::tableFunction(size_t k) {
  const VariableId id = tables_[k];
  const ExprPool& pool = model_.pool();
  const ExprId binding = model_.dae.variables[id].binding;
  const Constructor& constructor = *constructorOf(model_, id);
  const ExternalCall& external = *model_.dae.functions[pool.functionOf(binding)].external;
  texts_.from(model_.dae.variables[id].origin.range);
  auto refuse = [&](std::string_view why) {
    problems_.push_back({fmt::format("the table of '{}' {}", model_.name(id), why),
                         model_.dae.variables[id].origin.range});
  };
  // An argument of the external function is an input of the constructor.
  auto argument = [&](int place) -> ExprId {
    if (place < 0 || static_cast<size_t>(place) >= external.arguments.size()) return {};
    const ExprId given = external.arguments[static_cast<size_t>(place)];
    if (pool.kind(given) != ExprKind::Local || pool.payload(given) >= pool.children(binding).size())
      return {};
    return pool.child(binding, pool.payload(given));
  };
  ConstantTexts text(model_);
  auto constant = [&](int place, std::string otherwise) {
    const ExprId given = argument(place);
    if (!given.valid()) return otherwise;
    const std::optional<std::string> found = text(given);
    if (!found) refuse("has a name that is not known before it runs");
    return found.value_or("");
  };
  std::string file = constant(0, "");
  const std::string name = constant(1, ""), delimiter = constant(constructor.delimiter, ",");
  const bool onFile = !file.empty() && file != "NoName";
  if (!onFile && !name.empty() && name != "NoName") refuse("has neither a file nor values");
  begin(fmt::format("static int make_table_{}(MODEL *m)", k));
  std::vector<ExprId> roots;
  auto number = [&](int place) {
    const ExprId given = argument(place);
    if (!given.valid()) return size_t{0};
    roots.push_back(given);
    return roots.size();
  };
  const size_t smoothness = number(constructor.smoothness),
               extrapolation = number(constructor.extrapolation), start = number(constructor.start),
               shift = number(constructor.shift), events = number(constructor.events),
               header = number(constructor.header);
  const size_t firstColumn = roots.size();
  if (const ExprId columns = argument(constructor.columns); columns.valid())
    flatten(pool, columns, roots);
  const size_t firstNumber = roots.size();
  const ExprId matrix = argument(2);
  std::vector<Size> dims{0, 0};
  if (matrix.valid() && pool.types[pool.type(matrix)].dims.size() == 2)
    dims.assign(pool.types[pool.type(matrix)].dims.begin(),
                pool.types[pool.type(matrix)].dims.end());
  if (!onFile && matrix.valid()) flatten(pool, matrix, roots);
  const size_t elements = roots.size() - firstNumber;
  if (!onFile && (dims[0] < 1 || dims[1] < 1 ||
                  elements != static_cast<size_t>(dims[0]) * static_cast<size_t>(dims[1]))) {
    refuse("has values that cannot be written");
    roots.resize(firstNumber);
  }
  std::vector<Temporary> before;
  const std::vector<std::string> written = texts_.group(roots, before);
  temporaries(before);
  auto at = [&](size_t place, std::string_view otherwise) {
    return place > 0 ? written[place - 1] : std::string(otherwise);
  };
  auto list = [&](size_t from, size_t to, std::string_view cast) {
    std::string all;
    for (size_t i = from; i < to; ++i)
      all += fmt::format("{}{}{}", i > from ? ", " : "", cast,
                         cast.empty() ? written[i] : "(" + written[i] + ")");
    return all.empty() ? std::string("0") : all;
  };
  line(2, fmt::format("const int wanted[] = {{{}}};", list(firstColumn, firstNumber, "(int)")));
  const std::string options =
      fmt::format("wanted, {}, (int)({}), (int)({}), {}, {}, (int)({})", firstNumber - firstColumn,
                  at(smoothness, "1"), at(extrapolation, "2"), at(start, "0"),
                  shift > 0 ? at(shift, "0") : at(start, "0"), at(events, "1"));
  if (onFile) {
    if (fmu()) {
      resources_.push_back({file, fmt::format("tables/{}", fileName(file))});
      file = resources_.back().name;
    }
    line(2, "int rows = 0, columns = 0, failed;");
    line(2,
         fmt::format("double *matrix = table_file(m, {}, {}, {}, {}, (int)({}), &rows, &columns);",
                     k, quotedInC(file), quotedInC(name),
                     static_cast<int>(delimiter.empty() ? ',' : delimiter[0]), at(header, "0")));
    line(2, "if (!matrix) return 1;");
    line(2, fmt::format("failed = fill_table(m, {}, {}, matrix, rows, columns, {});", k,
                        constructor.kind, options));
    line(2, "free(matrix);");
    line(2, "return failed;");
  } else {
    line(2, fmt::format("const double matrix[] = {{{}}};", list(firstNumber, roots.size(), "")));
    line(2, fmt::format("return fill_table(m, {}, {}, matrix, {}, {}, {});", k, constructor.kind,
                        dims[0], dims[1], options));
  }
  line(0, "}\n");
  readsFiles_ = readsFiles_ || onFile;
}

// A name in the archive that no other file has.
std::string CWriter::fileName(const std::string& path) const {
  const std::string plain = path.substr(path.find_last_of('/') + 1);
  std::string name = plain;
  for (int n = 2;; ++n) {
    bool taken = false;
    for (const Resource& r : resources_)
      taken = taken || (r.name == "tables/" + name && r.path != path);
    if (!taken) return name;
    name = fmt::format("{}_{}", n, plain);
  }
}

void CWriter::tableFunctions() {
  if (tables_.empty()) return;
  for (size_t k = 0; k < tables_.size(); ++k) tableFunction(k);
  line(0, "static int make_table(MODEL *m, int k)");
  line(0, "{");
  line(2, "switch (k) {");
  for (size_t k = 0; k < tables_.size(); ++k)
    line(2, fmt::format("case {0}: return make_table_{0}(m);", k));
  line(2, "}");
  line(2, "return 1;");
  line(0, "}\n");
}

std::string CWriter::tableKernels() {
  if (tables_.empty()) return "";
  const size_t at = out_.size();
  keys_ = {{"@TABLES@", fmt::format("{}", tables_.size())}};
  out_ += kSharedTable;
  kernel(kTables);
  if (readsFiles_) kernel(kTableFiles);
  keys_.clear();
  std::string text = out_.substr(at);
  out_.resize(at);
  return text;
}

}  // namespace formola::text
