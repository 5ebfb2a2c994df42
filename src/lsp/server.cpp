#include "lsp/server.h"

#include <deque>
#include <functional>
#include <map>
#include <stdexcept>
#include <unordered_map>
#include <utility>

#include "edit/edits.h"
#include "lsp/answers.h"
#include "lsp/diagnose.h"
#include "lsp/outline.h"

namespace formola::lsp {

namespace {

// Errors of JSON-RPC and of the protocol.
enum Code : int {
  kParseError = -32700,
  kInvalidRequest = -32600,
  kMethodNotFound = -32601,
  kInvalidParams = -32602,
  kNotInitialized = -32002,
  kRequestFailed = -32803,
  kContentModified = -32801,
};

std::string text(const Json& json) {
  // half-typed texts may hold bytes that are no UTF-8
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

// Where the part of `after` that is not in `before` ends.
uint32_t endOfDifference(std::string_view before, std::string_view after) {
  const size_t shorter = std::min(before.size(), after.size());
  size_t head = 0, tail = 0;
  while (head < shorter && before[head] == after[head]) ++head;
  while (tail < shorter - head &&
         before[before.size() - 1 - tail] == after[after.size() - 1 - tail])
    ++tail;
  return static_cast<uint32_t>(after.size() - tail);
}

// Classes that use each other say the same twice.
bool isAmong(const Finding& finding, const std::vector<Finding>& others) {
  return std::any_of(others.begin(), others.end(), [&](const Finding& other) {
    return other.range == finding.range && other.code == finding.code &&
           other.message == finding.message;
  });
}

// Answered when nothing is left to be checked: for tests and measurements.
constexpr const char* kSettled = "formola/settled";

Json capabilities() {
  Json colours = Json::array();
  for (const char* name : kColourNames) colours.push_back(name);
  return {{"textDocumentSync", {{"openClose", true}, {"change", 2}, {"save", true}}},
          {"hoverProvider", true},
          {"definitionProvider", true},
          {"declarationProvider", true},
          {"referencesProvider", true},
          {"documentHighlightProvider", true},
          {"documentSymbolProvider", true},
          {"workspaceSymbolProvider", true},
          {"foldingRangeProvider", true},
          {"selectionRangeProvider", true},
          {"documentFormattingProvider", true},
          {"renameProvider", true},
          {"codeActionProvider", {{"codeActionKinds", {"quickfix"}}}},
          {"inlayHintProvider", true},
          {"codeLensProvider", {{"resolveProvider", true}}},
          {"completionProvider", {{"triggerCharacters", {".", "("}}}},
          {"signatureHelpProvider", {{"triggerCharacters", {"(", ","}}}},
          {"semanticTokensProvider",
           {{"legend", {{"tokenTypes", colours}, {"tokenModifiers", {"declaration"}}}},
            {"full", true}}}};
}

}  // namespace

struct Server::State {
  ServerOptions options;
  Workspace workspace;
  bool initialized = false, shutDown = false, exited = false;

  // What is to be checked when no message waits: the class of each file, by the place of the
  // change.
  struct Pending {
    uint32_t place = 0;
    bool whole = false;
  };
  std::map<std::string, Pending> pending;
  // What is to be answered when there is nothing to check.
  std::deque<Question> questions;
  // Files to be checked when that is done too; true: for what another file says.
  std::map<std::string, bool> rechecks;
  std::vector<Json> waiting;  // requests for the end of all that
  bool watches = false;       // the editor tells what others write, if it is asked to

  using Messages = std::vector<std::string>;
  using Request = std::function<Json(State&, const Json&)>;
  using LongRequest = std::function<Json(const State&, const Json&)>;
  using Notification = std::function<void(State&, const Json&, Messages&)>;
  std::unordered_map<std::string, Request> requests;
  // These take a translation. They only read what the server holds.
  std::unordered_map<std::string, LongRequest> longRequests;
  std::unordered_map<std::string, Notification> notifications;

  explicit State(ServerOptions given) : options(std::move(given)), workspace(options.libraries) {
    addRequests();
    addLongRequests();
    addNotifications();
  }

  // ---- parameters

  const OpenFile& fileAt(const std::string& uri) const {
    const auto found = workspace.files().find(pathOfUri(uri));
    if (found == workspace.files().end())
      throw std::invalid_argument("the file is not open: " + uri);
    return found->second;
  }

  // The file that a request is about; that of a lens stands in its data.
  const OpenFile& fileOf(const Json& params) const {
    const Json& holder =
        params.contains("textDocument") ? params.at("textDocument") : params.at("data");
    return fileAt(holder.at("uri").get<std::string>());
  }

  static uint32_t offsetOf(const OpenFile& file, const Json& params) {
    return file.lines->offset(positionOf(params.at("position")));
  }

  // ---- requests

  template <typename Answer>
  Request atPlace(Answer give) {
    return [give](State& state, const Json& params) -> Json {
      const OpenFile& file = state.fileOf(params);
      return give(state.workspace, file, offsetOf(file, params));
    };
  }

  void addRequests() {
    requests["initialize"] = [](State& state, const Json& params) -> Json {
      state.initialized = true;
      const Json::json_pointer registers(
          "/capabilities/workspace/didChangeWatchedFiles/dynamicRegistration");
      state.watches =
          params.is_object() && params.contains(registers) && params.at(registers) == true;
      return {{"capabilities", capabilities()},
              {"serverInfo", {{"name", "formola"}, {"version", state.options.version}}}};
    };
    requests["shutdown"] = [](State& state, const Json&) -> Json {
      state.shutDown = true;
      return nullptr;
    };
    requests[kSettled] = [](State&, const Json&) -> Json { return nullptr; };
    requests["textDocument/hover"] = atPlace(hover);
    requests["textDocument/definition"] = atPlace(definition);
    requests["textDocument/declaration"] = atPlace(declaration);
    requests["textDocument/documentHighlight"] = atPlace(highlights);
    requests["textDocument/completion"] = atPlace(completion);
    requests["textDocument/signatureHelp"] = atPlace(signatureHelp);
    requests["textDocument/references"] = [](State& state, const Json& params) {
      const OpenFile& file = state.fileOf(params);
      const bool all = params.value("context", Json::object()).value("includeDeclaration", true);
      return references(state.workspace, file, offsetOf(file, params), all);
    };
    requests["textDocument/rename"] = [](State& state, const Json& params) {
      const OpenFile& file = state.fileOf(params);
      return rename(state.workspace, file, offsetOf(file, params),
                    params.at("newName").get<std::string>());
    };
    requests["textDocument/documentSymbol"] = [](State& state, const Json& params) {
      return documentSymbols(state.fileOf(params));
    };
    requests["workspace/symbol"] = [](State& state, const Json& params) {
      return workspaceSymbols(state.workspace, params.at("query").get<std::string>());
    };
    requests["textDocument/foldingRange"] = [](State& state, const Json& params) {
      return foldingRanges(state.fileOf(params));
    };
    requests["textDocument/selectionRange"] = [](State& state, const Json& params) {
      const OpenFile& file = state.fileOf(params);
      Json all = Json::array();
      for (const Json& position : params.at("positions"))
        all.push_back(selectionRange(file, file.lines->offset(positionOf(position))));
      return all;
    };
    requests["textDocument/semanticTokens/full"] = [](State& state, const Json& params) {
      return semanticTokens(state.fileOf(params));
    };
    requests["textDocument/formatting"] = [](State& state, const Json& params) {
      const int indent = params.value("options", Json::object()).value("tabSize", 2);
      return formatting(state.fileOf(params), std::clamp(indent, 0, 16));
    };
    requests["textDocument/codeLens"] = [](State& state, const Json& params) {
      return codeLenses(state.fileOf(params));
    };
    requests["textDocument/codeAction"] = [](State& state, const Json& params) {
      return codeActions(state.fileOf(params), params.at("context").at("diagnostics"));
    };
  }

  void addLongRequests() {
    longRequests["textDocument/inlayHint"] = [](const State& state, const Json& params) {
      const OpenFile& file = state.fileOf(params);
      return inlayHints(state.workspace, file,
                        file.lines->offset(positionOf(params.at("range").at("start"))),
                        file.lines->offset(positionOf(params.at("range").at("end"))));
    };
    longRequests["codeLens/resolve"] = [](const State& state, const Json& params) {
      return resolvedLens(state.workspace, state.fileOf(params), params);
    };
  }

  // ---- notifications

  void addNotifications() {
    notifications["initialized"] = [](State& state, const Json&, Messages& out) {
      if (state.watches) out.push_back(text(watchRequest()));
    };
    notifications["exit"] = [](State& state, const Json&, Messages&) { state.exited = true; };
    notifications["textDocument/didOpen"] = [](State& state, const Json& params, Messages& out) {
      const Json& document = params.at("textDocument");
      const std::string path = pathOfUri(document.at("uri").get<std::string>());
      state.workspace.open(path, document.at("text").get<std::string>(),
                           document.value("version", int64_t{0}));
      state.changed(path, {0, true}, out);
      state.recheckUsers(*state.workspace.find(path));
    };
    notifications["textDocument/didChange"] = [](State& state, const Json& params, Messages& out) {
      const Json& document = params.at("textDocument");
      const std::string path = pathOfUri(document.at("uri").get<std::string>());
      OpenFile* file = state.workspace.find(path);
      if (!file) return;
      std::string after = file->text;
      uint32_t place = 0;
      for (const Json& change : params.at("contentChanges")) {
        const std::string inserted = change.at("text").get<std::string>();
        if (!change.contains("range")) {
          place = endOfDifference(after, inserted);
          after = inserted;
          continue;
        }
        const LineIndex lines(after);
        const uint32_t begin = lines.offset(positionOf(change.at("range").at("start")));
        const uint32_t end =
            std::max(begin, lines.offset(positionOf(change.at("range").at("end"))));
        after.replace(begin, end - begin, inserted);
        place = begin + static_cast<uint32_t>(inserted.size());
      }
      state.workspace.change(*file, std::move(after), document.value("version", int64_t{0}));
      file->changedAt = place;
      state.changed(path, {place, false}, out);
      if (file->document->hasErrors()) return;
      state.rechecks.emplace(path, false);
      state.recheckUsers(*file);
    };
    notifications["textDocument/didSave"] = [](State& state, const Json& params, Messages& out) {
      const std::string path = pathOfUri(params.at("textDocument").at("uri").get<std::string>());
      OpenFile* file = state.workspace.find(path);
      if (!file) return;
      state.workspace.saved(*file);
      state.changed(path, {file->changedAt, true}, out);
    };
    notifications["textDocument/didClose"] = [](State& state, const Json& params, Messages& out) {
      const std::string path = pathOfUri(params.at("textDocument").at("uri").get<std::string>());
      if (const OpenFile* file = state.workspace.find(path)) state.recheckUsers(*file);
      state.workspace.close(path);
      state.pending.erase(path);
      state.rechecks.erase(path);
      state.dropQuestions(out);
      out.push_back(text({{"jsonrpc", "2.0"},
                          {"method", "textDocument/publishDiagnostics"},
                          {"params", {{"uri", uriOfPath(path)}, {"diagnostics", Json::array()}}}}));
    };
    // another program wrote files
    notifications["workspace/didChangeWatchedFiles"] = [](State& state, const Json&, Messages&) {
      state.workspace.forget();
      for (const auto& [path, file] : state.workspace.files()) state.rechecks[path] = true;
    };
  }

  static Json watchRequest() {
    const Json watched = {{"watchers", {{{"globPattern", "**/*.mo"}}}}};
    const Json one = {{"id", "formola.files"},
                      {"method", "workspace/didChangeWatchedFiles"},
                      {"registerOptions", watched}};
    return {{"jsonrpc", "2.0"},
            {"id", "formola.files"},
            {"method", "client/registerCapability"},
            {"params", {{"registrations", Json::array({one})}}}};
  }

  // What the files say that may use this one.
  void recheckUsers(const OpenFile& file) {
    for (const std::string& path : workspace.usersOf(file)) rechecks[path] = true;
  }

  // The next file that has something to be checked again.
  std::optional<Check> takeRecheck() {
    while (!rechecks.empty()) {
      const auto [path, elsewhere] = *rechecks.begin();
      rechecks.erase(rechecks.begin());
      const OpenFile* file = workspace.find(path);
      if (!file || file->document->hasErrors()) continue;
      const size_t count = classesToCheck(*file, file->changedAt, true).size();
      // the class of the change was checked at once
      if (count > (elsewhere ? 0u : 1u))
        return Check{path, file->serial, file->changedAt, true, workspace.serial()};
    }
    return std::nullopt;
  }

  // Errors of the syntax are told at once; a text without them is checked when there is time, and
  // what was told before stands until then.
  void changed(const std::string& path, Pending what, Messages& out) {
    dropQuestions(out);
    const OpenFile& file = *workspace.find(path);
    const bool wrong = file.document->hasErrors();
    if (wrong || classesToCheck(file, what.place, what.whole).empty()) {
      pending.erase(path);
      out.push_back(published(file, syntaxFindings(file)));
    } else {
      pending[path] = what;
    }
  }

  // Those about texts that are no more.
  void dropQuestions(Messages& out) {
    for (const Question& question : questions)
      if (!isCurrent(question.path, question.serial))
        out.push_back(Server::gaveUp(question, true, {}));
    std::erase_if(questions,
                  [&](const Question& each) { return !isCurrent(each.path, each.serial); });
  }

  bool isCurrent(const std::string& path, uint64_t serial) const {
    const auto found = workspace.files().find(path);
    return found != workspace.files().end() && found->second.serial == serial;
  }

  static std::string published(const OpenFile& file, const std::vector<Finding>& findings) {
    Json diagnostics = Json::array();
    for (const Finding& finding : findings) diagnostics.push_back(diagnosticJson(file, finding));
    return text({{"jsonrpc", "2.0"},
                 {"method", "textDocument/publishDiagnostics"},
                 {"params",
                  {{"uri", uriOfPath(file.path)},
                   {"version", file.version},
                   {"diagnostics", std::move(diagnostics)}}}});
  }

  // ---- messages

  static std::string failure(const Json& id, int code, const std::string& why) {
    return text({{"jsonrpc", "2.0"}, {"id", id}, {"error", {{"code", code}, {"message", why}}}});
  }

  std::string answer(const Json& id, const std::string& method, const Json& params) {
    if (!initialized && method != "initialize")
      return failure(id, kNotInitialized, "initialize comes first");
    if (shutDown) return failure(id, kInvalidRequest, "the server was shut down");
    const auto found = requests.find(method);
    if (found != requests.end()) return answered(id, [&] { return found->second(*this, params); });
    const auto later = longRequests.find(method);
    if (later == longRequests.end())
      return failure(id, kMethodNotFound, "there is no method " + method);
    return answered(id, [&] { return later->second(*this, params); });
  }

  // The result, or why there is none.
  template <typename Make>
  static std::string answered(const Json& id, Make make) {
    try {
      return text({{"jsonrpc", "2.0"}, {"id", id}, {"result", make()}});
    } catch (const Json::exception& wrong) {
      return failure(id, kInvalidParams, wrong.what());
    } catch (const std::invalid_argument& wrong) {
      return failure(id, kInvalidParams, wrong.what());
    } catch (const std::runtime_error& refused) {
      return failure(id, kRequestFailed, refused.what());
    }
  }

  // True: the request waits for its turn.
  bool putOff(const Json& id, const std::string& method, const Json& params,
              std::string_view message) {
    if (!options.asksForQuestions || !initialized || shutDown) return false;
    if (method == kSettled) {
      waiting.push_back(id);
      return true;
    }
    if (!longRequests.contains(method)) return false;
    try {
      const OpenFile& file = fileOf(params);
      questions.push_back({file.path, file.serial, std::string(message)});
      return true;
    } catch (const std::exception&) {
      return false;  // wrong ones are answered at once
    }
  }

  Messages handle(std::string_view given) {
    Messages out;
    const Json message = Json::parse(given, nullptr, false);
    if (message.is_discarded()) return {failure(nullptr, kParseError, "the message is no JSON")};
    const Json id = message.is_object() ? message.value("id", Json()) : Json();
    const bool isRequest = message.is_object() && message.contains("id");
    if (!message.is_object() || !message.contains("method") || !message["method"].is_string()) {
      // answers to requests: we make none
      if (message.is_object() && (message.contains("result") || message.contains("error")))
        return {};
      return {failure(id, kInvalidRequest, "the message has no method")};
    }
    const std::string method = message["method"].get<std::string>();
    const Json params = message.value("params", Json::object());
    if (isRequest && putOff(id, method, params, given)) return {};
    if (isRequest) return {answer(id, method, params)};
    const auto found = notifications.find(method);
    if (found == notifications.end() || (!initialized && method != "exit")) return {};
    try {
      found->second(*this, params, out);
    } catch (const Json::exception&) {
      // a notification has no answer
    }
    return out;
  }

  // The text that a check was asked for; null: it has changed.
  const OpenFile* current(const Check& check) const {
    if (check.texts != 0 && check.texts != workspace.serial()) return nullptr;
    return isCurrent(check.path, check.serial) ? &workspace.files().at(check.path) : nullptr;
  }

  Messages run(const Check& check) const {
    const OpenFile* file = current(check);
    if (!file) return {};
    std::vector<Finding> findings = syntaxFindings(*file);
    for (const std::string& name : classesToCheck(*file, check.place, check.whole))
      for (Finding& finding : checkFindings(workspace, *file, name, options.sortsEquations))
        if (!isAmong(finding, findings)) findings.push_back(std::move(finding));
    return {published(*file, findings)};
  }

  Messages gaveUp(const Check& check, const std::string& why) const {
    const OpenFile* file = current(check);
    if (!file || check.texts != 0) return {};  // what was told before stands
    std::vector<Finding> findings = syntaxFindings(*file);
    const std::vector<std::string> names = classesToCheck(*file, check.place, check.whole);
    const ast::ClassDef* def =
        names.empty() ? nullptr : edit::findClass(*file->document, names.front());
    if (def) {
      Finding finding;
      finding.range = def->nameRange;
      finding.severity = Severity::Note;
      finding.message = why;
      findings.push_back(std::move(finding));
    }
    return {published(*file, findings)};
  }
};

Server::Server(ServerOptions options) : state_(std::make_unique<State>(std::move(options))) {}
Server::~Server() = default;

std::vector<std::string> Server::handle(std::string_view message) {
  return state_->handle(message);
}
bool Server::hasChecks() const {
  return !state_->pending.empty();
}
std::optional<Server::Check> Server::takeCheck() {
  if (state_->pending.empty()) return std::nullopt;
  const auto [path, what] = *state_->pending.begin();
  state_->pending.erase(state_->pending.begin());
  const OpenFile* file = state_->workspace.find(path);
  if (!file) return std::nullopt;
  return Check{path, file->serial, what.place, what.whole};
}
std::optional<Server::Check> Server::takeRecheck() {
  return state_->takeRecheck();
}
void Server::putBack(const Check& recheck) {
  state_->rechecks[recheck.path] = true;
}
std::vector<std::string> Server::run(const Check& check) const {
  return state_->run(check);
}
bool Server::isCurrent(const Check& check) const {
  return state_->current(check) != nullptr;
}
std::vector<std::string> Server::gaveUp(const Check& check, const std::string& why) const {
  return state_->gaveUp(check, why);
}
std::optional<Server::Question> Server::takeQuestion() {
  if (state_->questions.empty()) return std::nullopt;
  Question next = std::move(state_->questions.front());
  state_->questions.pop_front();
  return next;
}
bool Server::hasQuestions() const {
  return !state_->questions.empty();
}
bool Server::isCurrent(const Question& question) const {
  return state_->isCurrent(question.path, question.serial);
}
std::string Server::answer(const Question& question) const {
  const Json message = Json::parse(question.request);
  const auto& request = state_->longRequests.at(message.at("method").get<std::string>());
  return State::answered(message.at("id"),
                         [&] { return request(*state_, message.value("params", Json::object())); });
}
std::string Server::gaveUp(const Question& question, bool overtaken, const std::string& why) {
  const Json id = Json::parse(question.request).at("id");
  return overtaken ? State::failure(id, kContentModified, "the text has changed")
                   : State::failure(id, kRequestFailed, why);
}
bool Server::hasWork() const {
  return hasChecks() || hasQuestions() || !state_->rechecks.empty() || !state_->waiting.empty();
}
std::vector<std::string> Server::settled() {
  std::vector<std::string> answers;
  for (const Json& id : std::exchange(state_->waiting, {}))
    answers.push_back(text({{"jsonrpc", "2.0"}, {"id", id}, {"result", nullptr}}));
  return answers;
}
Workspace& Server::workspace() {
  return state_->workspace;
}
bool Server::exited() const {
  return state_->exited;
}
int Server::exitStatus() const {
  return state_->shutDown ? 0 : 1;
}

}  // namespace formola::lsp
