#include "fmu/fmu_package.h"

#include <algorithm>

#include "diag/codes/fmu.h"

namespace formola::fmu {

namespace fs = std::filesystem;

namespace {

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

std::string offered(const Description& description) {
  std::vector<std::string> kinds;
  if (description.modelExchange) kinds.emplace_back("model exchange");
  if (description.coSimulation) kinds.emplace_back("co-simulation");
  if (description.scheduledExecution) kinds.emplace_back("scheduled execution");
  return joined(kinds);
}

}  // namespace

std::string platformName(int version) {
#if defined(__x86_64__)
  return version == 2 ? "linux64" : "x86_64-linux";
#elif defined(__aarch64__)
  return version == 2 ? "" : "aarch64-linux";
#else
  return {};
#endif
}

std::optional<Package> openPackage(const std::string& path, Diagnostics& diagnostics) {
  Package package;
  std::string text;
  if (!package.archive.open(path, diagnostics) ||
      !package.archive.read("modelDescription.xml", text, diagnostics))
    return std::nullopt;
  std::optional<Description> description = readDescription(text, path, diagnostics);
  if (!description) return std::nullopt;
  package.description = std::move(*description);
  package.platforms = package.archive.foldersBelow("binaries");
  return package;
}

std::optional<Interface> chooseKind(const Package& package, const std::string& wanted,
                                    bool scheduled, Diagnostics& diagnostics) {
  const Description& description = package.description;
  const bool exchange = description.modelExchange.has_value();
  const bool coSimulation = description.coSimulation.has_value();
  if (wanted == "me" ? exchange : wanted.empty() && exchange) return Interface::ModelExchange;
  if (wanted == "cs" ? coSimulation : wanted.empty() && coSimulation)
    return Interface::CoSimulation;
  if (scheduled && description.scheduledExecution && (wanted == "se" || wanted.empty()))
    return Interface::ScheduledExecution;
  diagnostics.report(diag::FmuKindMissing, {}, package.archive.path(),
                     wanted == "me"   ? "model exchange"
                     : wanted == "cs" ? "co-simulation"
                     : wanted == "se" ? "scheduled execution"
                                      : "model exchange or co-simulation",
                     offered(description));
  return std::nullopt;
}

std::optional<InstanceOptions> unpack(const Package& package, Interface kind,
                                      const fs::path& folder, Diagnostics& diagnostics) {
  const Description& description = package.description;
  const std::string& path = package.archive.path();
  const Kind& chosen = kind == Interface::ModelExchange  ? *description.modelExchange
                       : kind == Interface::CoSimulation ? *description.coSimulation
                                                         : *description.scheduledExecution;
  if (chosen.needsTool) {
    diagnostics.report(diag::FmuUnsupported, {}, path,
                       "the tool that it comes from would have to run beside it");
    return std::nullopt;
  }
  std::string found;
  const int other = description.version == 2 ? 3 : 2;
  for (const int version : {description.version, other}) {
    const std::string platform = platformName(version);
    if (platform.empty()) continue;
    const std::string entry = fmt::format("binaries/{}/{}.so", platform, chosen.identifier);
    if (!package.archive.has(entry)) continue;
    found = entry;
    if (version == other)
      diagnostics.report(
          diag::FmuDescriptionSloppy, {}, path,
          fmt::format("its binary is in 'binaries/{}', as in FMI {}.0", platform, other));
    break;
  }
  if (found.empty()) {
    const std::string platform = platformName(description.version);
    const bool hasPlatform = std::find(package.platforms.begin(), package.platforms.end(),
                                       platform) != package.platforms.end();
    diagnostics.report(diag::FmuBinaryMissing, {}, path,
                       platform.empty() ? platformName(3) : platform,
                       hasPlatform ? fmt::format("no '{}.so' there", chosen.identifier)
                       : package.platforms.empty() ? std::string("none at all")
                                                   : "those for " + joined(package.platforms));
    return std::nullopt;
  }
  const std::string platformFolder = found.substr(0, found.rfind('/') + 1);
  if (!package.archive.extract({platformFolder, "resources/"}, folder, diagnostics))
    return std::nullopt;
  InstanceOptions options;
  options.kind = kind;
  options.binary = (folder / found).string();
  std::error_code error;
  // FMI 2.0 has no word for a missing folder.
  if (description.version == 2) fs::create_directories(folder / "resources", error);
  if (fs::is_directory(folder / "resources", error))
    options.resources = (folder / "resources").string();
  return options;
}

}  // namespace formola::fmu
