#include "upgrade/conversion_rules.h"

#include <algorithm>

namespace formola::upgrade {

std::string joined(const Path& path) {
  std::string text;
  for (const std::string& part : path) text += (text.empty() ? "" : ".") + part;
  return text;
}

bool startsWith(const Path& path, const Path& prefix) {
  return prefix.size() <= path.size() && std::equal(prefix.begin(), prefix.end(), path.begin());
}

namespace {

Path upTo(const Path& path, size_t count) {
  return {path.begin(), path.begin() + static_cast<std::ptrdiff_t>(count)};
}

Path from(const Path& path, size_t first) {
  return {path.begin() + static_cast<std::ptrdiff_t>(first), path.end()};
}

Path both(Path first, const Path& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

// The longest beginning of `path` that the table has an entry for, at most `limit` parts.
template <typename Table>
size_t longest(const Table& table, const Path& path, size_t limit) {
  for (size_t n = std::min(limit, path.size()); n > 0; --n)
    if (table.contains(upTo(path, n))) return n;
  return 0;
}

}  // namespace

Path ConversionRules::converted(const Path& path) const {
  const size_t asClass = longest(classes, path, path.size());
  // an element of a class: both names together are as long as what the rule is about
  for (size_t n = path.size() - std::min<size_t>(path.size(), 1); n > 0; --n) {
    const auto found = elements.find(upTo(path, n));
    if (found == elements.end()) continue;
    const Path rest = from(path, n);
    const size_t steps = longest(found->second, rest, rest.size());
    if (steps == 0 || n + steps <= asClass) continue;
    const Path& name = found->second.at(upTo(rest, steps));
    return both(both(converted(upTo(path, n)), name), from(rest, steps));
  }
  return asClass == 0 ? path : both(classes.at(upTo(path, asClass)), from(path, asClass));
}

Path ConversionRules::convertedElements(const Path& className, const Path& names) const {
  const auto found = elements.find(className);
  if (found == elements.end()) return names;
  const size_t steps = longest(found->second, names, names.size());
  return steps == 0 ? names : both(found->second.at(upTo(names, steps)), from(names, steps));
}

const std::string* ConversionRules::messageFor(const Path& path) const {
  const size_t n = longest(messages, path, path.size());
  return n > longest(classes, path, path.size()) ? &messages.at(upTo(path, n)) : nullptr;
}

const std::string* ConversionRules::messageFor(const Path& className, const Path& names) const {
  const auto found = elementMessages.find(className);
  if (found == elementMessages.end()) return nullptr;
  const size_t n = longest(found->second, names, names.size());
  return n == 0 ? nullptr : &found->second.at(upTo(names, n));
}

bool ConversionRules::mentions(const Path& className, const std::string& element) const {
  auto among = [&](const auto& table) {
    const auto found = table.find(className);
    if (found == table.end()) return false;
    const auto first = found->second.lower_bound({element});
    return first != found->second.end() && first->first.front() == element;
  };
  auto below = [&](const auto& table) {
    const Path whole = both(className, {element});
    const auto first = table.lower_bound(whole);
    return first != table.end() && startsWith(first->first, whole);
  };
  return among(elements) || among(elementMessages) || below(classes) || below(classesIf) ||
         below(messages) || below(elements) || below(modifiers);
}

}  // namespace formola::upgrade
