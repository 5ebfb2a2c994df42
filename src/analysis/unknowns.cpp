#include "analysis/unknowns.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "diag/diag.h"

namespace formola::analysis {

namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

bool readBound(std::string_view text, std::optional<double>& bound) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  if (text.empty()) return true;
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || std::isnan(value)) return false;
  bound = value;
  return true;
}

double attribute(const ExprPool& pool, ExprId id, double otherwise) {
  return id.valid() && pool.isNumber(id) ? pool.realValue(id) : otherwise;
}

std::string addUnknown(const TranslatedModel& model, const Unknown& one, const RunValues& values,
                       Unknowns& to) {
  const std::optional<VariableId> id = model.find(one.name);
  if (!id) return noVariable(model, one.name);
  if (std::find(to.ids.begin(), to.ids.end(), *id) != to.ids.end())
    return one.name + " is given twice";
  if (!model.model().isReal(*id) || model.isInput(*id) ||
      model.changeable(*id) == Changeable::Never)
    return one.name + " is no Real parameter or start value that can be changed";
  std::optional<double> start = model.value(*id);
  for (const auto& [given, number] : values.numbers)
    if (given == *id) start = number;
  const Variable& v = model.model().dae.variables[*id];
  const double lower = one.lower.value_or(attribute(model.model().pool(), v.min, -kInfinite));
  const double upper = one.upper.value_or(attribute(model.model().pool(), v.max, kInfinite));
  if (!start && std::isfinite(lower) && std::isfinite(upper)) start = lower + (upper - lower) / 2;
  if (!start)
    return fmt::format("{0} has no value to begin with: give one by --set {0}=...", one.name);
  if (lower > upper)
    return fmt::format("{}: the bounds {} and {} leave nothing", one.name, lower, upper);
  if (*start < lower || *start > upper)
    return fmt::format("{} begins at {}, outside of its bounds {} and {}", one.name, *start, lower,
                       upper);
  to.names.push_back(one.name);
  to.ids.push_back(*id);
  to.start.push_back(*start);
  to.lower.push_back(lower);
  to.upper.push_back(upper);
  double size = std::abs(*start);
  if (size == 0 && std::isfinite(upper - lower)) size = upper - lower;
  if (size == 0) size = attribute(model.model().pool(), v.nominal, 1);
  to.sizes.push_back(size > 0 ? size : 1);
  return {};
}

}  // namespace

std::optional<Unknown> parseUnknown(const std::string& text, std::string& problem) {
  const size_t equal = text.find('=');
  Unknown result;
  result.name = text.substr(0, equal);
  while (!result.name.empty() && result.name.back() == ' ') result.name.pop_back();
  const std::string form = fmt::format("--over needs name or name=low:high, not '{}'", text);
  if (result.name.empty()) problem = form;
  if (equal != std::string::npos && problem.empty()) {
    const std::string_view range = std::string_view(text).substr(equal + 1);
    const size_t colon = range.find(':');
    if (colon == std::string_view::npos || !readBound(range.substr(0, colon), result.lower) ||
        !readBound(range.substr(colon + 1), result.upper)) {
      problem = form;
    } else if (result.lower && result.upper && *result.lower > *result.upper) {
      problem = fmt::format("--over {}: the lower bound comes first", text);
    }
  }
  if (!problem.empty()) return std::nullopt;
  return result;
}

RunValues Unknowns::valuesAt(const RunValues& others, const std::vector<double>& p) const {
  RunValues values = others;
  std::erase_if(values.numbers, [&](const auto& each) {
    return std::find(ids.begin(), ids.end(), each.first) != ids.end();
  });
  for (size_t k = 0; k < ids.size(); ++k) values.numbers.emplace_back(ids[k], p[k]);
  return values;
}

Unknowns findUnknowns(const TranslatedModel& model, const std::vector<Unknown>& over,
                      const RunValues& values, std::string& problem) {
  Unknowns result;
  for (const Unknown& one : over) {
    problem = addUnknown(model, one, values, result);
    if (!problem.empty()) return result;
  }
  if (over.empty()) problem = "there is no parameter to find: name at least one";
  return result;
}

std::string noVariable(const TranslatedModel& model, const std::string& name) {
  std::vector<std::string_view> names;
  for (const VariableId each : model.variables()) names.push_back(model.model().name(each));
  const std::string similar = didYouMean(name, names);
  return fmt::format("there is no variable '{}'{}", name,
                     similar.empty() ? "" : "; did you mean '" + similar + "'?");
}

}  // namespace formola::analysis
