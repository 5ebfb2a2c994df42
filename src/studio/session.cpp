#include "studio/session.h"

#include <fmt/format.h>

#include <cstdlib>
#include <functional>
#include <map>
#include <set>
#include <stdexcept>
#include <unordered_map>

#include "edit/edits.h"
#include "lsp/json_texts.h"
#include "lsp/server.h"
#include "lsp/workspace.h"
#include "studio/class_answers.h"
#include "studio/folder_watch.h"
#include "studio/gestures.h"
#include "studio/parameters.h"
#include "studio/project.h"
#include "studio/runners.h"
#include "studio/structure_check.h"
#include "support/disk_cache.h"
#include "support/timer.h"

namespace formola::studio {

namespace {

namespace fs = std::filesystem;

constexpr double kQuiet = 0.03;       // seconds without a message before the text is checked
constexpr double kLongestCheck = 30;  // seconds
constexpr double kFolderQuiet = 0.1;  // seconds after a change of the folder: often others follow
constexpr uint64_t kCheckMemory = uint64_t{4} << 30;
constexpr size_t kMostNotes = size_t{4} << 20;

std::string text(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

class Session : public Conversation {
 public:
  Session(const StudioOptions& options, Connection& connection)
      : options_(options),
        connection_(connection),
        server_({options.compile.libraries, options.version, false, false}),
        project_(options.folder),
        watch_(options.folder),
        runners_(connection) {
    addMethods();
    if (watch_.file() >= 0) connection_.watch(watch_.file(), [this] { folderChanged(); });
  }
  ~Session() override {
    if (watch_.file() >= 0) connection_.unwatch(watch_.file());
    if (check_.runs()) connection_.unwatch(check_.line().file());
  }

  void handle(std::string_view given) override {
    const Json message = Json::parse(given, nullptr, false);
    const Json method = message.is_object() ? message.value("method", Json()) : Json();
    if (method.is_string() && method.get<std::string>().starts_with("formola/")) {
      own(method.get<std::string>(), message);
    } else {
      for (std::string& answer : server_.handle(given)) connection_.sendText(std::move(answer));
    }
    if (check_.runs() && !server_.isCurrent(checked_)) endCheck();
    scheduleCheck();
  }

 private:
  // The answer as JSON text; nothing: somebody else answers.
  using Method = std::function<std::optional<std::string>(uint64_t id, const Json& params)>;

  void own(const std::string& name, const Json& message) {
    const Json given = message.value("id", Json());
    const uint64_t id = given.is_number_unsigned() ? given.get<uint64_t>() : 0;
    auto refuse = [&](int code, const std::string& why) {
      connection_.sendText(
          text({{"jsonrpc", "2.0"}, {"id", given}, {"error", {{"code", code}, {"message", why}}}}));
    };
    const auto found = methods_.find(name);
    if (found == methods_.end()) return refuse(-32601, "there is no method " + name);
    try {
      const std::optional<std::string> result =
          found->second(id, message.value("params", Json::object()));
      if (result && !given.is_null())
        connection_.sendText(
            fmt::format("{{\"jsonrpc\":\"2.0\",\"id\":{},\"result\":{}}}", given.dump(), *result));
    } catch (const Json::exception& wrong) {
      refuse(-32602, wrong.what());
    } catch (const std::invalid_argument& wrong) {
      refuse(-32803, wrong.what());
    }
  }

  const lsp::OpenFile& fileOf(const Json& params) {
    const std::string uri = params.at("uri").get<std::string>();
    const lsp::OpenFile* file = server_.workspace().find(lsp::pathOfUri(uri));
    if (!file) throw std::invalid_argument("the file is not open: " + uri);
    return *file;
  }

  Compilation& libraries() {
    if (!libraries_) {
      CompileOptions plain;
      plain.libraries = options_.compile.libraries;
      libraries_ = std::make_unique<Compilation>(plain, Compilation::Keep::Last);
    }
    return *libraries_;
  }

  // From which own classes are looked up; nullptr: the page has no file open.
  const lsp::OpenFile* openFile(const Json& params) {
    const std::string uri = params.value("uri", std::string());
    return uri.empty() ? nullptr : server_.workspace().find(lsp::pathOfUri(uri));
  }
  ClassSources classSources(const Json& params) {
    return {libraries(), server_.workspace(), openFile(params)};
  }

  void addMethods() {
    methods_["formola/hello"] = [this](uint64_t, const Json&) { return text(hello()); };
    methods_["formola/files"] = [this](uint64_t, const Json&) { return text(project_.files()); };
    methods_["formola/open"] = [this](uint64_t, const Json& params) { return text(open(params)); };
    methods_["formola/save"] = [this](uint64_t, const Json& params) { return text(save(params)); };
    methods_["formola/keep"] = [this](uint64_t, const Json& params) { return text(keep(params)); };
    methods_["formola/kept"] = [this](uint64_t, const Json& params) {
      std::string problem;
      const auto kept = readText(notebook(params), problem);
      return kept ? Json(*kept).dump() : "null";
    };
    methods_["formola/classes"] = [this](uint64_t, const Json& params) {
      return text(classesOfFile(fileOf(params)));
    };
    methods_["formola/picture"] = [this](uint64_t, const Json& params) {
      return pictureAnswer(server_.workspace(), fileOf(params), params, sent_);
    };
    methods_["formola/edit"] = [this](uint64_t, const Json& params) {
      return text(applyGestures(server_.workspace(), fileOf(params), params));
    };
    methods_["formola/shapes"] = [this](uint64_t, const Json& params) {
      return text(
          edit::iconShapes(*fileOf(params).document, params.at("class").get<std::string>()));
    };
    methods_["formola/parameters"] = [this](uint64_t, const Json& params) {
      return text(parametersAnswer(server_.workspace(), fileOf(params), params));
    };
    methods_["formola/documentation"] = [this](uint64_t, const Json& params) {
      return text(documentationAnswer(server_.workspace(), fileOf(params), params));
    };
    methods_["formola/source"] = [this](uint64_t, const Json& params) {
      return text(sourceAnswer(server_.workspace(), fileOf(params), params));
    };
    methods_["formola/library"] = [this](uint64_t, const Json& params) {
      return text(libraryAnswer(classSources(params), params));
    };
    methods_["formola/search"] = [this](uint64_t, const Json& params) {
      return text(searchAnswer(classSources(params), params));
    };
    methods_["formola/icons"] = [this](uint64_t, const Json& params) {
      return iconsAnswer(classSources(params), params);
    };
    addRunMethods();
  }

  void addRunMethods() {
    methods_["formola/translate"] = [this](uint64_t id, const Json& params) {
      startRunner(id, params);
      return std::nullopt;
    };
    methods_["formola/cancel"] = [this](uint64_t, const Json& params) {
      runners_.cancel(params.at("runner").get<int>());
      return "null";
    };
    methods_["formola/pause"] = [this](uint64_t, const Json& params) {
      runners_.pause(params.at("runner").get<int>(), params.value("go", false));
      return "null";
    };
    for (const char* name : {"formola/simulate", "formola/curves", "formola/see",
                             "formola/matrices", "formola/determines", "formola/equations",
                             "formola/linearize", "formola/calibrate", "formola/export"})
      methods_[name] = [this, name](uint64_t id, const Json& params) -> std::optional<std::string> {
        const int runner = params.at("runner").get<int>();
        if (!runners_.forward(runner, id, text({{"method", name}, {"params", params}})))
          throw std::invalid_argument("the process of that simulation has ended; run it again");
        return std::nullopt;
      };
  }

  Json hello() {
    return {{"version", options_.version},
            {"folder", options_.folder.string()},
            {"file", options_.file},
            {"files", project_.files()}};
  }

  Json open(const Json& params) {
    const std::string path = params.at("path").get<std::string>();
    std::string problem;
    const std::optional<fs::path> place = project_.place(path, problem);
    std::optional<std::string> content;
    if (place) content = readText(*place, problem);
    if (!content) throw std::invalid_argument(problem);
    return {{"uri", lsp::uriOfPath(place->string())},
            {"path", path},
            {"text", *content},
            {"stamp", stampOf(*place)}};
  }

  Json save(const Json& params) {
    const std::string path = params.at("path").get<std::string>();
    std::string problem;
    const std::optional<fs::path> place = project_.place(path, problem);
    if (!place) throw std::invalid_argument(problem);
    std::error_code error;
    const bool exists = fs::exists(*place, error);
    if (exists && params.value("new", false))
      throw std::invalid_argument(fmt::format("there is a file '{}' already", path));
    // what another program has written meanwhile is not lost without a word
    const std::string known = params.value("stamp", std::string());
    if (exists && !known.empty() && stampOf(*place) != known)
      return {{"changed", true}, {"path", path}};
    problem = writeText(*place, params.at("text").get<std::string>());
    if (!problem.empty()) throw std::invalid_argument(problem);
    const std::string stamp = stampOf(*place);
    written_[*place] = stamp;
    return {{"uri", lsp::uriOfPath(place->string())}, {"path", path}, {"stamp", stamp}};
  }

  // ---- what other programs write

  void folderChanged() {
    for (const fs::path& path : watch_.changes()) {
      const auto own = written_.find(path);
      if (own == written_.end() || own->second != stampOf(path)) changed_.insert(path);
    }
    if (changed_.empty() || telling_) return;
    telling_ = true;
    connection_.after(kFolderQuiet, [this] { tellChanges(); });
  }

  void tellChanges() {
    telling_ = false;
    Json paths = Json::array();
    for (const fs::path& path : changed_)
      paths.push_back(path.lexically_relative(project_.folder()).string());
    changed_.clear();
    const Json params = {{"files", project_.files()}, {"changed", std::move(paths)}};
    handle(
        R"({"jsonrpc":"2.0","method":"workspace/didChangeWatchedFiles","params":{"changes":[]}})");
    connection_.sendText(
        text({{"jsonrpc", "2.0"}, {"method", "formola/changed"}, {"params", params}}));
  }

  // ---- what outlives the page: notes about the folder, in the user's own state folder

  fs::path notebook(const Json& params) const {
    const std::string name = params.at("name").get<std::string>();
    if (name != "runs" && name != "look") throw std::invalid_argument("nothing is kept as " + name);
    const char* given = std::getenv("XDG_STATE_HOME");
    const char* home = std::getenv("HOME");
    fs::path state = given && *given == '/' ? fs::path(given)
                     : home && *home        ? fs::path(home) / ".local" / "state"
                                            : fs::path();
    if (state.empty()) throw std::invalid_argument("there is no home folder to keep notes in");
    const std::string folder = ContentHash().add(options_.folder.string()).hex();
    return state / "formola" / "studio" / folder / (name + ".json");
  }

  Json keep(const Json& params) {
    const std::string content = params.at("text").get<std::string>();
    if (content.size() > kMostNotes) throw std::invalid_argument("that is too much to be kept");
    const std::string problem = writeText(notebook(params), content);
    if (!problem.empty()) throw std::invalid_argument(problem);
    return nullptr;
  }

  // ---- simulations

  void startRunner(uint64_t id, const Json& params) {
    const lsp::OpenFile& file = fileOf(params);
    const lsp::Workspace::Sources sources = server_.workspace().sourcesOf(file);
    RunTask task;
    if (!sources.library.empty()) task.sources.files.push_back(sources.library);
    task.sources.unsaved = sources.texts;
    task.sources.model = params.at("class").get<std::string>();
    task.path = file.path;
    task.exportModel = options_.exportModel;
    task.options = options_.compile;
    task.options.ask = nullptr;
    runners_.start(id, std::move(task));
  }

  // ---- checks: in a copy of the process, when no message waits

  void scheduleCheck() {
    if (!server_.hasChecks() || check_.runs()) return;
    const uint64_t now = ++turn_;
    connection_.after(kQuiet, [this, now] {
      if (now == turn_ && !check_.runs()) startCheck();
    });
  }

  void startCheck() {
    const auto check = server_.takeCheck();
    if (!check) return;
    checked_ = *check;
    const bool started = check_.start(
        [&](Line& line) {
          for (std::string& message : server_.run(*check)) line.send({'T', 0, message}, true);
          checkStructure(*check, line);
          line.send({'E', 0, {}}, true);
        },
        kCheckMemory);
    if (!started) return;
    connection_.watch(check_.line().file(), [this] { receiveCheck(); });
    const uint64_t serial = check->serial;
    connection_.after(kLongestCheck, [this, serial] {
      if (!check_.runs() || checked_.serial != serial) return;
      endCheck();
      tell(server_.gaveUp(checked_,
                          "the check took too long and was given up; formola check has "
                          "no limit of time"));
    });
  }

  // In the other process.
  void checkStructure(const lsp::Server::Check& check, Line& line) {
    const lsp::OpenFile* file = server_.workspace().find(check.path);
    if (!file) return;
    const Json told = {{"jsonrpc", "2.0"},
                       {"method", "formola/structure"},
                       {"params", structureAnswer(server_.workspace(), *file, check.place)}};
    line.send({'T', 0, text(told)}, true);
  }

  void receiveCheck() {
    const bool alive = check_.line().receive(false);
    bool done = false;
    while (std::optional<Frame> frame = check_.line().next()) {
      if (frame->kind == 'E')
        done = true;
      else if (server_.isCurrent(checked_))
        connection_.sendText(std::move(frame->bytes));
    }
    if (alive && !done) return;
    endCheck();
    if (!done)
      tell(server_.gaveUp(checked_,
                          "the check of this class ended with an internal error, which is a bug "
                          "in Formola; formola check shows it"));
    scheduleCheck();
  }

  void endCheck() {
    connection_.unwatch(check_.line().file());
    check_.stop();
  }

  void tell(const std::vector<std::string>& messages) {
    for (const std::string& message : messages) connection_.sendText(message);
  }

  const StudioOptions& options_;
  Connection& connection_;
  lsp::Server server_;
  Project project_;
  FolderWatch watch_;
  std::map<fs::path, std::string> written_;  // by this page, with their stamps
  std::set<fs::path> changed_;
  bool telling_ = false;
  Runners runners_;
  std::unique_ptr<Compilation> libraries_;
  std::unordered_map<std::string, Method> methods_;
  ChildProcess check_;
  lsp::Server::Check checked_;
  SentPicture sent_;
  uint64_t turn_ = 0;
};

}  // namespace

std::unique_ptr<Conversation> makeSession(const StudioOptions& options, Connection& connection) {
  return std::make_unique<Session>(options, connection);
}

}  // namespace formola::studio
