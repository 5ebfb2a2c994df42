#include "dae/standalone_names.h"

#include <cctype>
#include <utility>

#include "dae/expr_printer.h"
#include "support/string_literal.h"

namespace formola {

namespace {

// x, or 'x y' as a whole.
bool isOneIdentifier(std::string_view name) {
  if (name.empty()) return false;
  if (name.front() == '\'') {
    for (size_t i = 1; i < name.size(); ++i) {
      if (name[i] == '\\') {
        ++i;
      } else if (name[i] == '\'') {
        return i + 1 == name.size();
      }
    }
    return false;
  }
  if (std::isdigit(static_cast<unsigned char>(name.front()))) return false;
  for (const char c : name)
    if (!std::isalnum(static_cast<unsigned char>(c)) && c != '_') return false;
  return true;
}

bool endsWith(std::string_view text, std::string_view end) {
  return text.size() > end.size() && text.substr(text.size() - end.size()) == end;
}

}  // namespace

std::string externalObjectOf(const Function& function, const ExprPool& pool) {
  for (const std::string_view part : {".constructor", ".destructor"}) {
    const std::string_view name = pool.names.text(function.name);
    if (!endsWith(name, part) || function.locals.empty()) continue;
    const bool makes = part == ".constructor";
    if (makes && function.outputCount != 1) continue;
    const LocalVariable& object = function.locals[makes ? function.inputCount : 0];
    if (pool.types[object.type].base == BaseType::ExternalObject)
      return std::string(name.substr(0, name.size() - part.size()));
  }
  return "";
}

StandaloneNames::StandaloneNames(const Dae& dae) : dae_(dae) {
  const ExprPool& pool = *dae.pool;
  for (const Variable& variable : dae.variables)
    taken_.insert(quoted(pool.names.text(variable.name)));
  for (const Function& function : dae.functions)
    for (const LocalVariable& local : function.locals)
      taken_.insert(quoted(pool.names.text(local.name)));
  model_ = unique(dae.model.empty() ? "Unnamed" : std::string_view(dae.model));
  for (const Function& function : dae.functions) functions_.push_back(nameFunction(function));
}

std::string StandaloneNames::nameFunction(const Function& function) {
  const ExprPool& pool = *dae_.pool;
  if (function.isRecordConstructor && function.outputCount == 1) {
    const Type& type = pool.types[function.locals[function.inputCount].type];
    if (type.base == BaseType::Record) return record(RecordId(type.which));
  }
  const std::string object = externalObjectOf(function, pool);
  if (object.empty()) return unique(pool.names.text(function.name));
  if (!objects_.contains(object)) objects_.emplace(object, unique(object));
  return objects_.at(object);
}

std::string StandaloneNames::quoted(std::string_view name) {
  if (isOneIdentifier(name)) return std::string(name);
  return quotedIdentifier(name);
}

std::string StandaloneNames::unique(std::string_view name) {
  std::string text = quoted(name);
  for (int k = 2; !taken_.insert(text).second; ++k)
    text = quoted(std::string(name) + "$" + std::to_string(k));
  return text;
}

std::string StandaloneNames::record(RecordId id) {
  const auto [it, isNew] = records_.try_emplace(id.index());
  if (isNew) {
    const Symbol name = dae_.pool->types.recordInfo(id).name;
    it->second = unique(name.valid() ? dae_.pool->names.text(name) : "record");
    newRecords_.insert(id.index());
  }
  return it->second;
}

std::string StandaloneNames::enumeration(EnumId id) {
  const std::string_view name = dae_.pool->names.text(dae_.pool->types.enumInfo(id).name);
  if (name == "StateSelect" || name == "AssertionLevel") return std::string(name);
  const auto [it, isNew] = enums_.try_emplace(id.index());
  if (isNew) {
    it->second = unique(name);
    usedEnums_.insert(id.index());
  }
  return it->second;
}

std::string StandaloneNames::externalObject(std::string_view name) const {
  const auto it = objects_.find(std::string(name));
  return it != objects_.end() ? it->second : quoted(name);
}

std::string StandaloneNames::baseType(const Type& type) {
  switch (type.base) {
    case BaseType::Enumeration:
      return enumeration(EnumId(type.which));
    case BaseType::Record:
      return record(RecordId(type.which));
    case BaseType::ExternalObject:
      return externalObject(dae_.pool->names.text(Symbol(type.which)));
    case BaseType::Function:
      cannot("functions as arguments of functions");
      return "function";
    default:
      return baseTypeText(type, *dae_.pool);
  }
}

}  // namespace formola
