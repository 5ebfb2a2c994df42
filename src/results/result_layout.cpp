#include "results/result_layout.h"

#include <regex>
#include <utility>

#include "support/assert.h"

namespace formola::results {

uint32_t ResultLayout::addVariable(std::string name, std::string description, std::string unit,
                                   SignalType type) {
  signals.push_back({std::move(name), std::move(description), std::move(unit), SignalKind::Variable,
                     type, columns, false});
  return columns++;
}

void ResultLayout::addAlias(std::string name, uint32_t column, bool negated,
                            std::string description, std::string unit) {
  signals.push_back({std::move(name), std::move(description), std::move(unit), SignalKind::Variable,
                     SignalType::Real, column, negated});
}

uint32_t ResultLayout::addParameter(std::string name, double value, std::string description,
                                    std::string unit, SignalType type) {
  const auto column = static_cast<uint32_t>(constants.size());
  constants.push_back(value);
  signals.push_back({std::move(name), std::move(description), std::move(unit),
                     SignalKind::Parameter, type, column, false});
  return column;
}

namespace {

// True if the pattern can be found at the beginning of a text only: it begins with ^, which no
// alternative of its own can do without. A search would try all other places as well.
bool isAnchored(std::string_view pattern) {
  if (!pattern.starts_with('^')) return false;
  int depth = 0;
  bool inClass = false;
  for (size_t i = 1; i < pattern.size(); ++i) {
    const char c = pattern[i];
    if (c == '\\') {
      ++i;
    } else if (inClass) {
      inClass = c != ']';
    } else if (c == '[') {
      inClass = true;
    } else if (c == '(') {
      ++depth;
    } else if (c == ')') {
      --depth;
    } else if (depth == 0 &&
               (c == '|' || (i == 1 && (c == '*' || c == '+' || c == '?' || c == '{')))) {
      return false;
    }
  }
  return true;
}

}  // namespace

std::optional<ResultLayout> filterLayout(ResultLayout layout, std::string_view pattern,
                                         std::string& error) {
  // std::regex reports a wrong pattern by an exception; it ends here.
  try {
    const std::regex regex(pattern.begin(), pattern.end(),
                           std::regex::ECMAScript | std::regex::optimize);
    const auto where = isAnchored(pattern) ? std::regex_constants::match_continuous
                                           : std::regex_constants::match_default;
    std::erase_if(layout.signals, [&](const Signal& signal) {
      return !std::regex_search(signal.name, regex, where);
    });
    return layout;
  } catch (const std::regex_error& failure) {
    error = "'" + std::string(pattern) + "' is not a regular expression: " + failure.what();
    return std::nullopt;
  }
}

void verify(const ResultLayout& layout) {
  for (const Signal& signal : layout.signals) {
    const bool isVariable = signal.kind == SignalKind::Variable;
    FORMOLA_ASSERT(signal.column < (isVariable ? layout.columns : layout.constants.size()));
    FORMOLA_ASSERT(!(signal.negated && signal.type == SignalType::Boolean));
  }
}

StoredColumns storedColumns(const ResultLayout& layout) {
  StoredColumns stored;
  stored.position.assign(layout.columns, StoredColumns::kUnused);
  for (const Signal& signal : layout.signals) {
    if (signal.kind == SignalKind::Variable) stored.position[signal.column] = 0;
  }
  for (uint32_t column = 0; column < layout.columns; ++column) {
    if (stored.position[column] == StoredColumns::kUnused) continue;
    stored.position[column] = static_cast<uint32_t>(stored.used.size());
    stored.used.push_back(column);
  }
  return stored;
}

}  // namespace formola::results
