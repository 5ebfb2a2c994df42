#include "fmi/fmu_writer.h"

#include <fmt/format.h>
#include <zip.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

#include "codegen/text/c_dialect.h"
#include "evaluate/shared_objects.h"
#include "fmi/external_code.h"
#include "fmi/fmu_layer.h"
#include "fmi/native_binary.h"

namespace formola::fmi {

namespace fs = std::filesystem;

namespace {

// FNV-1a, 64 bits (Fowler, Noll, Vo)
uint64_t hash(std::string_view text, uint64_t seed) {
  for (unsigned char c : text) seed = (seed ^ c) * 0x100000001b3U;
  return seed;
}

// In the form of a GUID.
std::string tokenOf(std::string_view description, std::string_view code) {
  const uint64_t a = hash(code, hash(description, 0xcbf29ce484222325U)),
                 b = hash(description, hash(code, 0x9e3779b97f4a7c15U));
  return fmt::format("{{{:08x}-{:04x}-{:04x}-{:04x}-{:012x}}}", a >> 32, (a >> 16) & 0xffff,
                     a & 0xffff, b >> 48, b & 0xffffffffffffU);
}

void replace(std::string& text, std::string_view key, std::string_view value) {
  for (size_t at = text.find(key); at != std::string::npos; at = text.find(key, at + value.size()))
    text.replace(at, key.size(), value);
}

char typeLetter(Type type, int version) {
  switch (type) {
    case Type::Real:
      return 'r';
    case Type::Integer:
      return 'i';
    case Type::Boolean:
      return 'b';
    case Type::String:
      return 's';
    case Type::Enumeration:
      break;
  }
  return version == 2 ? 'i' : 'e';
}

// The value references as tables of the C text.
std::string tables(const FmuModel& model, const FmuOptions& options) {
  std::string out = fmt::format(
      "typedef struct FMU_VARIABLE {{\n"
      "  int place;     /* of the value; -1: time, -2 and below: event indicators */\n"
      "  int start;     /* of the start value */\n"
      "  signed char sign;\n"
      "  char type;     /* r, i, b, e, s; c: a clock, by its number */\n"
      "  char settable; /* p: parameter, i: input, s: start value, 0: never */\n"
      "  int literals;  /* of an enumeration, else 0 */\n"
      "  int count;     /* of values: of an array with its first element, 0 with the others */\n"
      "}} FMU_VARIABLE;\n\n"
      "static const FMU_VARIABLE fmu_variable[] = {{\n");
  size_t count = 0;
  auto row = [&](int place, int start, int sign, char type, char settable, int literals,
                 int values) {
    out += fmt::format("  {{{}, {}, {}, '{}', {}, {}, {}}},\n", place, start, sign, type,
                       settable == 0 ? std::string("0") : fmt::format("'{}'", settable), literals,
                       values);
    ++count;
  };
  for (const FmuReference& r : model.references)
    row(r.place, r.start, r.negated ? -1 : 1, typeLetter(r.type, options.version), r.settable,
        r.literals, r.count);
  for (size_t k = 0; k < model.eventIndicators && options.version == 3; ++k)
    row(-2 - static_cast<int>(k), -1, 1, 'r', 0, 0, 1);
  for (size_t k = 0; k < model.clocks.size(); ++k) row(static_cast<int>(k), -1, 1, 'c', 0, 0, 1);
  out += fmt::format("}};\n\nenum {{ FMU_VARIABLES = {}, FMU_GRANTED = {} }};\n\n", count,
                     model.granted.size());
  out +=
      "static const struct { int place, value; const char *name; } fmu_granted[FMU_GRANTED + 1] = "
      "{\n";
  for (const GrantedParameter& p : model.granted)
    out += fmt::format("  {{{}, {}, {}}},\n", p.slot, p.value ? p.text ? 2 : 1 : 0,
                       text::quotedInC(p.name));
  out += "  {0, 0, 0}\n};\n\n";
  std::string places;
  for (int32_t slot : model.textSlots) places += fmt::format("{}, ", slot);
  out += fmt::format(
      "#if FMU_TEXTS\nenum {{ FMU_TEXT_PLACES = {} }};\n"
      "static const int fmu_text_place[FMU_TEXT_PLACES + 1] = {{{}0}};\n#endif\n\n",
      model.textSlots.size(), places);
  return out;
}

// What elements of arrays depend on, which the description tells of whole arrays only.
std::string elementDependencies(const FmuModel& model) {
  std::string unknowns, dependencies;
  size_t nUnknowns = 0, nDependencies = 0;
  auto element = [&](size_t variable) {
    const FmuVariable& v = model.variables[variable];
    return v.array ? v.reference - model.arrays[*v.array].reference + 1 : 0;
  };
  auto whole = [&](size_t variable) {
    const FmuVariable& v = model.variables[variable];
    return v.array ? model.arrays[*v.array].reference : v.reference;
  };
  auto add = [&](const std::vector<FmuUnknown>& list, int initial) {
    for (const FmuUnknown& u : list) {
      unknowns += fmt::format("  {{{}, {}, {}, {}, {}}},\n", whole(u.variable), element(u.variable),
                              nDependencies, nDependencies + u.dependencies.size(), initial);
      ++nUnknowns;
      nDependencies += u.dependencies.size();
      for (const FmuDependency& d : u.dependencies) {
        static constexpr int kKinds[] = {1, 2, 4, 5};  // of fmi3DependencyKind
        const bool time = d.variable == FmuDependency::kTime;
        dependencies +=
            fmt::format("  {{{}, {}, {}}},\n", time ? 0 : whole(d.variable),
                        time ? 0 : element(d.variable), kKinds[static_cast<size_t>(d.kind)]);
      }
    }
  };
  if (!model.arrays.empty()) {
    add(model.outputs, 0);
    add(model.derivatives, 0);
    add(model.initialUnknowns, 1);
  }
  return fmt::format(
      "enum {{ FMU_UNKNOWNS = {} }};\n\n"
      "static const struct {{ unsigned variable, element; int begin, end, initial; }}\n"
      "fmu_unknown[FMU_UNKNOWNS + 1] = {{\n{}  {{0, 0, 0, 0, 0}}\n}};\n\n"
      "static const struct {{ unsigned variable, element; int kind; }} fmu_dependency[] = "
      "{{\n{}  {{0, 0, 0}}\n}};\n\n",
      nUnknowns, unknowns, dependencies);
}

// All that stands behind the model.
std::string layer(const FmuModel& model, const text::TargetOptions& target,
                  const FmuOptions& options) {
  std::string text = fmt::format(
      "#define FMU_TOLERANCE {}\n#define FMU_STEP {}\n#define FMU_CONTROLLED {}\n"
      "#define FMU_METHOD {}\n#define FMU_KINDS {}\n#define FMU_TOKEN \"{}\"\n"
      "#define FMU_VERSION {}\n#define FMU_SPAN {}\n\n",
      text::realText(target.tolerance), text::realText(target.step > 0 ? target.step : 1),
      target.step > 0 ? 0 : 1, options.euler ? "euler_step" : "runge_kutta_step",
      (options.modelExchange ? 1 : 0) + (options.coSimulation ? 2 : 0) +
          (options.scheduledExecution ? 4 : 0),
      options.token, options.version,
      text::realText(model.stopTime > model.startTime ? model.stopTime - model.startTime : 1));
  text += kLayerFmu;
  replace(text, "@TABLES@",
          tables(model, options) + (options.version == 3 ? elementDependencies(model) : ""));
  std::string mark;
  for (size_t i = 0; i < 8; ++i)
    mark += fmt::format("{}{}", i > 0 ? ", " : "",
                        (hash(options.token, 0xcbf29ce484222325U) >> (8 * i)) & 0xff);
  replace(text, "@MARK@", mark);
  text += kLayerDerivatives;
  text += options.version == 2 ? kLayerFmi2 : kLayerFmi3;
  return text;
}

std::string contentsOf(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

struct Entry {
  std::string name, content;
};

// An archive whose bytes depend on the entries alone; "" or what went wrong.
std::string writeArchive(const std::string& path, const std::vector<Entry>& entries) {
  int code = 0;
  zip_t* archive = zip_open(path.c_str(), ZIP_CREATE | ZIP_TRUNCATE, &code);
  if (archive == nullptr) return fmt::format("cannot write '{}'", path);
  for (const Entry& entry : entries) {
    zip_source_t* source =
        zip_source_buffer(archive, entry.content.data(), entry.content.size(), 0);
    const zip_int64_t index =
        source == nullptr ? -1
                          : zip_file_add(archive, entry.name.c_str(), source, ZIP_FL_ENC_UTF_8);
    constexpr time_t kDate = 946684800;  // 2000-01-01
    if (index < 0 || zip_file_set_mtime(archive, static_cast<zip_uint64_t>(index), kDate, 0) != 0) {
      zip_discard(archive);
      return fmt::format("cannot write '{}' into '{}'", entry.name, path);
    }
  }
  if (zip_close(archive) != 0) {
    const std::string why = zip_strerror(archive);
    zip_discard(archive);
    return fmt::format("cannot write '{}': {}", path, why);
  }
  return {};
}

// The unknowns and inputs that the interface may ask derivatives for.
TangentRequest derivativesOf(const FmuModel& model, const Schedule& schedule) {
  TangentRequest request;
  auto isReal = [&](const FmuVariable& v) { return v.type == Type::Real; };
  std::set<int32_t> places;
  for (const FmuVariable& v : model.variables)
    if (v.causality == Causality::Input && isReal(v)) {
      places.insert(schedule.slots[v.id].index);
      request.seeds.push_back(v.id);
    }
  for (const FmuUnknown& u : model.outputs) {
    const FmuVariable& v = model.variables[u.variable];
    const int32_t place = schedule.slots[v.id].index;
    if (!isReal(v) || place < 2 * schedule.nStates || place >= schedule.parameterBegin) continue;
    if (places.insert(place).second)
      request.outputs.push_back(schedule.owner[static_cast<size_t>(place)]);
  }
  return request;
}

std::string describe(const FmuModel& model, const FmuOptions& options) {
  return options.version == 2 ? describeFmi2(model, options) : describeFmi3(model, options);
}

// The binary of one platform, and libraries that it needs beside it.
class Binaries {
 public:
  Binaries(const Schedule& schedule, const text::Program& program, const FmuModel& model,
           const FmuOptions& options, std::vector<Entry>& entries)
      : schedule_(schedule),
        program_(program),
        model_(model),
        options_(options),
        prefix_("model_" + model.identifier),
        entries_(entries) {}

  // The external functions; false: result says why they are refused.
  bool findCode(const Platform& platform, FmuResult& result) {
    code_ = externalCode(schedule_, program_.linked, prefix_, platform.libraryFolders, false);
    if (!code_.foreign.refused) return true;
    if (const auto& gate = schedule_.model.dae.gate) result.refusals = gate->refusals();
    if (result.refusals.empty()) result.error = "external functions are not trusted";
    return false;
  }
  // False: result says why.
  bool add(const Platform& platform, FmuResult& result) {
    if (!findCode(platform, result)) return false;
    const std::string content = contentFor(platform, result);
    if (content.empty()) return false;
    const std::string folder =
        fmt::format("binaries/{}/", options_.version == 2 ? platform.folder2 : platform.name);
    entries_.push_back({folder + model_.identifier + std::string(platform.ending), content});
    for (const std::string& library : code_.foreign.sharedObjects)
      for (const std::string& name : namesOf(library, content))
        entries_.push_back({folder + name, contentsOf(library)});
    return true;
  }
  const ExternalCode& code() const { return code_; }

 private:
  // "": result says why there is none.
  std::string contentFor(const Platform& platform, FmuResult& result) {
    const bool external = !program_.linked.empty();
    const bool can = !external && !options_.nativeProgram.empty();
    if (can && options_.maker != CodeMaker::CCompiler)
      return nativeBinary(program_.text, platform, options_.nativeProgram, result.error);
    if (options_.maker == CodeMaker::Llvm)
      result.error = external ? "external functions in C need a C compiler: --compiler c"
                              : "this Formola was built without formola-cc: --compiler c";
    else
      result.error = missingCompiler(platform);
    return result.error.empty() ? compiled(platform, result) : "";
  }
  std::string compiled(const Platform& platform, FmuResult& result) {
    std::string error = code_.error;
    std::string object = error.empty() ? make(platform, error) : "";
    if (object.empty() && !code_.empty()) {
      // Texts of Include may define the same names.
      ExternalCode apart =
          externalCode(schedule_, program_.linked, prefix_, platform.libraryFolders, true);
      std::string ignored = apart.error;
      std::swap(code_, apart);
      if (ignored.empty()) object = make(platform, ignored);
    }
    if (object.empty()) result.error = error;
    return object.empty() ? "" : contentsOf(object);
  }
  std::string make(const Platform& platform, std::string& error) const {
    SharedObjectSource source;
    source.text = program_.text;
    // Code of others is written for what compilers do of themselves.
    source.options = {code_.empty() ? "-std=c99" : "-std=gnu99", "-O1", "-ffp-contract=off",
                      "-fvisibility=hidden", "-DFMU_OLD_GLIBC"};
    source.options.insert(source.options.end(), platform.options.begin(), platform.options.end());
    source.compiler = compilerFor(platform);
    for (const SourceText& one : code_.texts) source.moreTexts.push_back(one.text);
    const ForeignCode& foreign = code_.foreign;
    source.files = foreign.files;
    source.includePaths = foreign.includePaths;
    source.archives = foreign.archives;
    for (const std::string& library : foreign.sharedObjects) {
      const fs::path path = library;
      source.linked.insert(source.linked.end(),
                           {"-L" + path.parent_path().string(), "-l:" + path.filename().string()});
    }
    if (!foreign.sharedObjects.empty()) source.linked.emplace_back("-Wl,-rpath,$ORIGIN");
    for (const std::string& name : foreign.systemLibraries) source.linked.push_back("-l" + name);
    return makeSharedObject(source, error);
  }

  // A shared library under its name, and under the one that the binary looks for.
  static std::vector<std::string> namesOf(const std::string& library, const std::string& binary) {
    std::vector<std::string> names{fs::path(library).filename().string()};
    const size_t at = binary.find(std::string(1, '\0') + names[0] + ".");
    if (at != std::string::npos) names.emplace_back(binary.c_str() + at + 1);
    return names;
  }

  const Schedule& schedule_;
  const text::Program& program_;
  const FmuModel& model_;
  const FmuOptions& options_;
  std::string prefix_;
  std::vector<Entry>& entries_;
  ExternalCode code_;
};

// The C text and that of external functions.
bool addSources(const text::Program& program, const ExternalCode& code, const FmuModel& model,
                FmuOptions& options, std::vector<Entry>& entries, std::string& error) {
  std::vector<SourceText> texts{{model.identifier + ".c", program.text}};
  if (!code.empty())
    for (SourceText& one : externalSources(code, error)) texts.push_back(std::move(one));
  if (!error.empty()) return false;
  for (const SourceText& one : texts) {
    if (one.name.ends_with(".c")) options.sourceFiles.push_back(one.name);
    entries.push_back({"sources/" + one.name, one.text});
  }
  if (texts.size() > 1) options.includeFolders.emplace_back(".");
  options.libraries = code.foreign.systemLibraries;
  if (options.version == 3)
    entries.push_back({"sources/buildDescription.xml", describeBuild(model, options)});
  return true;
}

bool addResources(const text::Program& program, std::vector<Entry>& entries, std::string& error) {
  std::set<std::string> added;
  for (const text::Resource& resource : program.resources) {
    if (!added.insert(resource.name).second) continue;
    if (!std::ifstream(resource.path)) {
      error = fmt::format("'{}' cannot be read", resource.path);
      return false;
    }
    entries.push_back({"resources/" + resource.name, contentsOf(resource.path)});
  }
  return true;
}

// Terminals and icons of version 3; version 2 has the icon alone.
void addDrawing(const FmuModel& model, const FmuOptions& options, std::vector<Entry>& entries) {
  const FmuDrawing& drawing = options.drawing;
  if (options.version == 2) {
    if (!drawing.png.empty()) entries.push_back({"model.png", drawing.png});
    return;
  }
  const std::string folder = "terminalsAndIcons/", text = describeTerminals(model, drawing);
  if (text.empty()) return;
  entries.push_back({folder + "terminalsAndIcons.xml", text});
  auto add = [&](const std::string& name, const std::string& png, const std::string& svg) {
    if (png.empty()) return;
    entries.push_back({folder + name + ".png", png});
    entries.push_back({folder + name + ".svg", svg});
  };
  add("icon", drawing.png, drawing.svg);
  for (const auto& [name, icon] : drawing.icons)
    if (text.find("\"" + iconBaseName(name) + "\"") != std::string::npos)
      add(iconBaseName(name), icon.first, icon.second);
}

// Why nobody but the model itself can say when things happen in it.
std::vector<text::Problem> problemsOfScheduling(const Schedule& schedule) {
  std::vector<text::Problem> problems;
  const StructuredDae& model = schedule.model;
  if (schedule.nStates > 0)
    problems.push_back({fmt::format("scheduled execution has no solver for its continuous states, "
                                    "such as '{}' (--kind me,cs has)",
                                    model.name(schedule.owner[0])),
                        model.dae.variables[schedule.owner[0]].origin.range});
  if (schedule.samples.empty()) problems.push_back({"it has no clock that ticks by the time", {}});
  if (!model.timeEvents.empty() || !schedule.delays.empty() || !schedule.transports.empty())
    problems.push_back({"it has events of time that are no ticks of a clock", {}});
  return problems;
}

}  // namespace

FmuResult writeFmu(Schedule schedule, text::TargetOptions target, FmuOptions options,
                   const std::string& path) {
  FmuResult result;
  if (options.scheduledExecution) {
    result.problems = problemsOfScheduling(schedule);
    if (!result.problems.empty()) return result;
    target.scheduled = true;
  }
  const std::vector<int32_t> startSlots = separateStartValues(schedule);
  FmuModel model = describeModel(schedule, startSlots, {options.version, options.exposed});
  foldParameters(schedule, model);
  if (options.scheduledExecution) model.clocks = clocksOf(schedule);
  model.startTime = target.startTime;
  model.stopTime = target.stopTime;
  model.tolerance = target.tolerance;
  options.step = target.step;
  options.token.clear();
  target.texts = !model.textSlots.empty();
  target.tangent = derivativesOf(model, schedule);
  buildStateTangent(schedule, target.tangent);
  target.fmuLayer = layer(model, target, options);
  text::Program program = text::translateToC(schedule, target);
  if (!program.problems.empty()) {
    result.problems = std::move(program.problems);
    return result;
  }
  model.canCopyState = !program.objects;
  options.token = tokenOf(describe(model, options), program.text);
  target.fmuLayer = layer(model, target, options);
  program = text::translateToC(schedule, target);
  std::vector<Entry> entries(1);
  Binaries binaries(schedule, program, model, options, entries);
  for (const Platform* platform : options.platforms)
    if (!binaries.add(*platform, result)) return result;
  if (options.platforms.empty()) {
    if (!binaries.findCode(ownPlatform(), result)) return result;
    result.error = binaries.code().error;
    if (!result.error.empty()) return result;
  }
  if (options.sources &&
      !addSources(program, binaries.code(), model, options, entries, result.error))
    return result;
  if (!addResources(program, entries, result.error)) return result;
  if (const auto& libraries = binaries.code().foreign.systemLibraries; !libraries.empty()) {
    std::string text = "The binary needs these shared libraries of the system:\n";
    for (const std::string& name : libraries) text += "  " + name + "\n";
    entries.push_back({"documentation/externalDependencies.txt", text});
  }
  addDrawing(model, options, entries);
  entries.push_back({"documentation/licenses/formola.txt", std::string(kLayerLICENSE)});
  entries[0] = {"modelDescription.xml", describe(model, options)};
  result.error = writeArchive(path, entries);
  return result;
}

}  // namespace formola::fmi
