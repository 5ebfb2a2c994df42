#include "fmi/external_code.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>

#include "evaluate/library_places.h"
#include "fmi/fmu_layer.h"

namespace formola::fmi {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kHeaders =
    "#include <math.h>\n#include <setjmp.h>\n#include <stddef.h>\n#include <stdio.h>\n"
    "#include <stdlib.h>\n#include <string.h>\n\n";

// The name occurs as that of a function.
bool mentions(const std::string& text, const std::string& name) {
  auto isOfName = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  };
  for (size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + 1)) {
    const size_t end = text.find_first_not_of(" \t\n", at + name.size());
    if ((at == 0 || !isOfName(text[at - 1])) && end != std::string::npos && text[end] == '(')
      return true;
  }
  return false;
}

// int NAME_external_7(double *result, double a1) { ... *result = f(a1); ... }
std::string callText(const text::LinkedFunction& linked, const std::string& function,
                     const std::string& prefix) {
  std::string parameters, arguments;
  if (!linked.result.empty()) parameters = linked.result + " *result";
  for (size_t i = 0; i < linked.arguments.size(); ++i) {
    parameters +=
        fmt::format("{}{} a{}", parameters.empty() ? "" : ", ", linked.arguments[i], i + 1);
    arguments += fmt::format("{}a{}", i > 0 ? ", " : "", i + 1);
  }
  const std::string head =
      fmt::format("int {}({})", linked.name, parameters.empty() ? "void" : parameters);
  return fmt::format(
      "extern {0};\n{0} {{\n  jmp_buf here;\n  jmp_buf *const outer = {1}_external_enter(&here);\n"
      "  if (setjmp(here)) {{\n    {1}_external_leave(outer);\n    return 1;\n  }}\n"
      "  {2}{3}({4});\n  {1}_external_leave(outer);\n  return 0;\n}}\n\n",
      head, prefix, linked.result.empty() ? "" : "*result = ", function, arguments);
}

std::string prototype(const text::LinkedFunction& linked, const std::string& function) {
  std::string types;
  for (const std::string& type : linked.arguments) types += (types.empty() ? "" : ", ") + type;
  return fmt::format("extern {} {}({});\n", linked.result.empty() ? "void" : linked.result,
                     function, types.empty() ? "void" : types);
}

std::string contentsOf(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// The place of a file below one of the folders of Include; "" if it is in none.
std::string relativeName(const std::string& file, const std::vector<std::string>& folders) {
  const std::string plain = fs::path(file).lexically_normal().string();
  if (plain == "ModelicaUtilities.h") return plain;
  std::string best;
  for (const std::string& folder : folders) {
    std::string base = fs::path(folder).lexically_normal().string();
    if (!base.ends_with("/")) base += "/";
    if (!plain.starts_with(base)) continue;
    // of nested folders the inner one: headers are included by their names below it
    const std::string name = plain.substr(base.size());
    if (best.empty() || name.size() < best.size()) best = name;
  }
  return best;
}

}  // namespace

ExternalCode externalCode(const Schedule& schedule, std::span<const text::LinkedFunction> linked,
                          const std::string& prefix, std::span<const char* const> platforms,
                          bool apart) {
  ExternalCode result;
  if (linked.empty()) return result;
  const Dae& dae = schedule.model.dae;
  std::vector<const Function*> functions;
  for (const text::LinkedFunction& one : linked) functions.push_back(&dae.functions[one.id]);
  result.foreign = foreignCode(functions, *dae.pool, dae.gate.get(), platforms);
  if (result.foreign.refused) return result;
  // Functions by the texts of Include that their unit has.
  std::map<std::vector<std::string>, std::vector<const text::LinkedFunction*>> units;
  for (const text::LinkedFunction& one : linked)
    units[apart ? dae.functions[one.id].external->includes : result.foreign.includes].push_back(
        &one);
  for (const auto& [includes, calls] : units) {
    std::string text(kHeaders);
    for (const std::string& include : includes) text += include + "\n";
    SharedObjectSource source;
    source.moreTexts = {text};
    source.includePaths = result.foreign.includePaths;
    const std::string known = preprocessed(source, result.error);
    if (!result.error.empty()) return result;
    text += fmt::format(
        "\nextern jmp_buf *{0}_external_enter(jmp_buf *);\n"
        "extern void {0}_external_leave(jmp_buf *);\n\n",
        prefix);
    std::vector<std::string> declared;
    for (const text::LinkedFunction* call : calls) {
      const std::string& function = dae.functions[call->id].external->function;
      const bool seen = std::find(declared.begin(), declared.end(), function) != declared.end();
      if (!seen && !mentions(known, function)) text += prototype(*call, function);
      declared.push_back(function);
    }
    for (const text::LinkedFunction* call : calls)
      text += callText(*call, dae.functions[call->id].external->function, prefix);
    const std::string number = units.size() > 1 ? fmt::format("_{}", result.texts.size() + 1) : "";
    result.texts.push_back({fmt::format("external_functions{}.c", number), text});
  }
  std::string calls(kLayerExternal);
  for (size_t at = calls.find("NAME_"); at != std::string::npos; at = calls.find("NAME_", at))
    calls.replace(at, 4, prefix);
  result.texts.push_back({"external_calls.c", calls});
  return result;
}

std::vector<SourceText> externalSources(const ExternalCode& code, std::string& error) {
  const ForeignCode& foreign = code.foreign;
  for (const auto* list : {&foreign.archives, &foreign.sharedObjects})
    if (!list->empty()) {
      error = fmt::format("'{}' has no sources that --sources could add", list->front());
      return {};
    }
  SharedObjectSource source;
  for (const SourceText& one : code.texts) source.moreTexts.push_back(one.text);
  source.files = foreign.files;
  source.includePaths = foreign.includePaths;
  std::vector<std::string> files = filesRead(source, error);
  if (!error.empty()) return {};
  std::map<std::string, std::string> byName;
  for (const SourceText& one : code.texts) byName[one.name] = "";
  std::vector<SourceText> result = code.texts;
  for (const std::string& file : files) {
    const std::string name = relativeName(file, foreign.includePaths);
    if (name.empty()) {
      error = fmt::format("'{}' is in no folder of an Include: --sources cannot add it", file);
      return {};
    }
    const auto [found, added] = byName.emplace(name, file);
    if (!added && found->second != file) {
      error = fmt::format("--sources cannot add two files as '{}'", name);
      return {};
    }
    if (added)
      result.push_back({name, file == name ? std::string(utilitiesHeader()) : contentsOf(file)});
  }
  return result;
}

}  // namespace formola::fmi
