#include "fmi/fmu_writer.h"

#include <fmt/format.h>
#include <zip.h>

#include <fstream>
#include <iterator>
#include <set>

#include "codegen/text/c_dialect.h"
#include "evaluate/shared_objects.h"
#include "fmi/fmu_layer.h"

namespace formola::fmi {

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
      "  char type;     /* r, i, b, e */\n"
      "  char settable; /* p: parameter, i: input, s: start value, 0: never */\n"
      "  int literals;  /* of an enumeration, else 0 */\n"
      "}} FMU_VARIABLE;\n\n"
      "static const FMU_VARIABLE fmu_variable[] = {{\n");
  size_t count = 0;
  auto row = [&](int place, int start, int sign, char type, char settable, int literals) {
    out += fmt::format("  {{{}, {}, {}, '{}', {}, {}}},\n", place, start, sign, type,
                       settable == 0 ? std::string("0") : fmt::format("'{}'", settable), literals);
    ++count;
  };
  for (const FmuReference& r : model.references)
    row(r.place, r.start, r.negated ? -1 : 1, typeLetter(r.type, options.version), r.settable,
        r.literals);
  for (size_t k = 0; k < model.eventIndicators && options.version == 3; ++k)
    row(-2 - static_cast<int>(k), -1, 1, 'r', 0, 0);
  out += fmt::format("}};\n\nenum {{ FMU_VARIABLES = {}, FMU_GRANTED = {} }};\n\n", count,
                     model.granted.size());
  out +=
      "static const struct { int place, value; const char *name; } fmu_granted[FMU_GRANTED + 1] = "
      "{\n";
  for (const GrantedParameter& p : model.granted)
    out += fmt::format("  {{{}, {}, {}}},\n", p.slot, p.value ? 1 : 0, text::quotedInC(p.name));
  out += "  {0, 0, 0}\n};\n\n";
  return out;
}

// All that stands behind the model.
std::string layer(const FmuModel& model, const text::TargetOptions& target,
                  const FmuOptions& options) {
  std::string text = fmt::format(
      "#define FMU_TOLERANCE {}\n#define FMU_STEP {}\n#define FMU_CONTROLLED {}\n"
      "#define FMU_METHOD {}\n#define FMU_KINDS {}\n#define FMU_TOKEN \"{}\"\n\n",
      text::realText(target.tolerance), text::realText(target.step > 0 ? target.step : 1),
      target.step > 0 ? 0 : 1, options.euler ? "euler_step" : "runge_kutta_step",
      (options.modelExchange ? 1 : 0) + (options.coSimulation ? 2 : 0), options.token);
  text += kLayerFmu;
  replace(text, "@TABLES@", tables(model, options));
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

std::string_view platformFolder(int version) {
#if defined(__aarch64__)
  return version == 2 ? "linux-aarch64" : "aarch64-linux";
#else
  return version == 2 ? "linux64" : "x86_64-linux";
#endif
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

}  // namespace

FmuResult writeFmu(Schedule schedule, text::TargetOptions target, FmuOptions options,
                   const std::string& path) {
  FmuResult result;
  const std::vector<int32_t> startSlots = separateStartValues(schedule);
  FmuModel model = describeModel(schedule, startSlots);
  foldParameters(schedule, model);
  model.startTime = target.startTime;
  model.stopTime = target.stopTime;
  model.tolerance = target.tolerance;
  options.step = target.step;
  options.token.clear();
  target.tangent = derivativesOf(model, schedule);
  buildStateTangent(schedule, target.tangent);
  target.fmuLayer = layer(model, target, options);
  text::Program program = text::translateToC(schedule, target);
  if (!program.problems.empty()) {
    result.problems = std::move(program.problems);
    return result;
  }
  options.token = tokenOf(describe(model, options), program.text);
  target.fmuLayer = layer(model, target, options);
  program = text::translateToC(schedule, target);
  SharedObjectSource source;
  source.text = program.text;
  source.options = {
      "-std=c99", "-O1",        "-ffp-contract=off", "-fvisibility=hidden",
      "-s",       "-Wl,-z,defs"};  // external functions that nobody has are errors now
  const std::string object = makeSharedObject(source, result.error);
  if (object.empty()) return result;
  std::vector<Entry> entries;
  entries.push_back({"modelDescription.xml", describe(model, options)});
  entries.push_back(
      {fmt::format("binaries/{}/{}.so", platformFolder(options.version), model.identifier),
       contentsOf(object)});
  if (options.sources) {
    entries.push_back({"sources/" + model.identifier + ".c", program.text});
    if (options.version == 3)
      entries.push_back({"sources/buildDescription.xml", describeBuild(model)});
  }
  std::set<std::string> added;
  for (const text::Resource& resource : program.resources) {
    if (!added.insert(resource.name).second) continue;
    if (!std::ifstream(resource.path)) {
      result.error = fmt::format("'{}' cannot be read", resource.path);
      return result;
    }
    entries.push_back({"resources/" + resource.name, contentsOf(resource.path)});
  }
  entries.push_back({"documentation/licenses/formola.txt", std::string(kLayerLICENSE)});
  result.error = writeArchive(path, entries);
  return result;
}

}  // namespace formola::fmi
