// What can be asked of a translated model.
#include <algorithm>
#include <cmath>

#include "api/handles.h"
#include "diag/diag.h"
#include "support/large_stack.h"

using formola::api::give;

namespace {

using namespace formola;

formola_type typeOf(BaseType base) {
  switch (base) {
    case BaseType::Integer:
      return FORMOLA_INTEGER;
    case BaseType::Boolean:
      return FORMOLA_BOOLEAN;
    case BaseType::String:
      return FORMOLA_STRING;
    case BaseType::Enumeration:
      return FORMOLA_ENUMERATION;
    default:
      return FORMOLA_REAL;
  }
}

formola_causality causalityOf(Causality causality) {
  return causality == Causality::Input    ? FORMOLA_INPUT
         : causality == Causality::Output ? FORMOLA_OUTPUT
                                          : FORMOLA_LOCAL;
}

double numberOr(const ExprPool& pool, ExprId id, double otherwise) {
  return id.valid() && pool.isNumber(id) ? pool.realValue(id) : otherwise;
}

}  // namespace

std::string formola::api::suggestion(const TranslatedModel& model, std::string_view name) {
  std::vector<std::string_view> names;
  for (const VariableId id : model.variables()) names.push_back(model.model().name(id));
  const std::string similar = didYouMean(name, names);
  return similar.empty() ? "" : "; did you mean '" + similar + "'?";
}

void formola_model_free(formola_model* model) {
  delete model;
}

const char* formola_model_name(const formola_model* model) {
  return model == nullptr ? "" : model->name.c_str();
}

const char* formola_model_message(const formola_model* model) {
  return model == nullptr ? "" : model->message.c_str();
}

size_t formola_model_diagnostic_count(const formola_model* model) {
  return model == nullptr ? 0 : model->diagnostics.size();
}

formola_status formola_model_diagnostic(const formola_model* model, size_t index,
                                        formola_diagnostic* diagnostic) {
  if (model == nullptr || index >= model->diagnostics.size()) return FORMOLA_USAGE_ERROR;
  const formola_model::Entry& e = model->diagnostics[index];
  const formola_diagnostic value = {sizeof(formola_diagnostic),
                                    e.severity,
                                    e.code.c_str(),
                                    e.text.c_str(),
                                    e.file.c_str(),
                                    e.line,
                                    e.column,
                                    e.endLine,
                                    e.endColumn,
                                    e.instance.c_str()};
  return give(value, diagnostic);
}

const char* formola_model_diagnostic_text(const formola_model* model) {
  return model == nullptr ? "" : model->diagnosticText.c_str();
}

size_t formola_model_variable_count(const formola_model* model) {
  return model == nullptr ? 0 : model->texts.size();
}

formola_status formola_model_variable(const formola_model* model, size_t index,
                                      formola_variable* variable) {
  if (model == nullptr || index >= model->texts.size()) return FORMOLA_USAGE_ERROR;
  const TranslatedModel& translated = *model->translated;
  const StructuredDae& structured = translated.model();
  const ExprPool& pool = structured.pool();
  const VariableId id = translated.variables()[index];
  const Variable& v = structured.dae.variables[id];
  const formola_model::Texts& texts = model->texts[index];
  formola_variable value = {};
  value.size = sizeof value;
  value.name = texts.name.c_str();
  value.description = texts.description.c_str();
  value.unit = texts.unit.c_str();
  value.display_unit = texts.displayUnit.c_str();
  value.type = typeOf(pool.types[v.type].base);
  value.variability = static_cast<formola_variability>(v.variability);
  value.causality = causalityOf(v.causality);
  value.changeable = static_cast<formola_changeable>(translated.changeable(id));
  value.is_state = structured.info[id].role == Role::State ? 1 : 0;
  const std::optional<double> known = translated.value(id);
  value.has_value = known ? 1 : 0;
  value.value = known.value_or(0);
  value.min = numberOr(pool, v.min, -HUGE_VAL);
  value.max = numberOr(pool, v.max, HUGE_VAL);
  value.nominal = numberOr(pool, v.nominal, 1);
  return give(value, variable);
}

int64_t formola_model_find(const formola_model* model, const char* name) {
  if (model == nullptr || name == nullptr || !model->translated->ok()) return -1;
  const std::optional<VariableId> id = model->translated->find(name);
  if (!id) return -1;
  const std::vector<VariableId>& all = model->translated->variables();
  // In ascending order.
  const auto at = std::lower_bound(all.begin(), all.end(), *id, [](VariableId a, VariableId b) {
    return a.index() < b.index();
  });
  return at - all.begin();
}

const char* formola_model_inspect(formola_model* model, const char* method) {
  const formola_status status = formola::api::guarded(model, [&] {
    if (!model->translated->ok()) return FORMOLA_MODEL_ERROR;
    const std::string name = method == nullptr ? "ida" : method;
    const std::optional<formola::solver::Method> parsed = formola::solver::parseMethod(name);
    if (!parsed) return formola::api::complain(model, formola::unknownMethod(name));
    std::string problem;
    formola::onLargeStack([&] { model->inspected = model->translated->inspect(*parsed, problem); });
    return problem.empty() ? FORMOLA_OK : formola::api::complain(model, std::move(problem));
  });
  return status == FORMOLA_OK ? model->inspected.c_str() : nullptr;
}

uint64_t formola_model_translations(const formola_model* model) {
  return model == nullptr ? 0 : model->translated->translations();
}
