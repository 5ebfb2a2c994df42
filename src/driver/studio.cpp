#include "driver/studio.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "compiler/search_paths.h"
#include "driver/export.h"
#include "driver/terminal.h"
#include "driver/translate.h"
#include "studio/session.h"
#include "studio/web_server.h"

namespace formola {

namespace {

namespace fs = std::filesystem;

// Without a desktop, or without the program, nothing happens: the address is printed anyway.
void openBrowser(const std::string& address) {
  if (!std::getenv("DISPLAY") && !std::getenv("WAYLAND_DISPLAY")) return;
  std::string program = "xdg-open", target = address;
  char* arguments[] = {program.data(), target.data(), nullptr};
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  for (const int file : {STDOUT_FILENO, STDERR_FILENO})
    posix_spawn_file_actions_addopen(&actions, file, "/dev/null", O_WRONLY, 0);
  pid_t child = 0;
  posix_spawnp(&child, "xdg-open", &actions, nullptr, arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
}

// What is written on standard error meanwhile.
class ErrorText {
 public:
  ErrorText() : file_(std::tmpfile()), before_(dup(STDERR_FILENO)) {
    std::fflush(stderr);
    if (file_) dup2(fileno(file_), STDERR_FILENO);
  }
  ~ErrorText() {
    std::fflush(stderr);
    dup2(before_, STDERR_FILENO);
    close(before_);
    if (file_) std::fclose(file_);
  }
  ErrorText(const ErrorText&) = delete;
  ErrorText& operator=(const ErrorText&) = delete;

  std::string text() const {
    std::fflush(stderr);
    std::string all;
    if (!file_) return all;
    std::rewind(file_);
    char part[4096];
    while (const size_t count = std::fread(part, 1, sizeof part, file_)) all.append(part, count);
    return all;
  }

 private:
  std::FILE* file_;
  int before_;
};

// As the commands export and translate do it; what they would complain about is the answer.
std::string exportFor(const ModelSources& sources, const CompileOptions& compile,
                      const std::string& format, const std::string& path) {
  const ErrorText errors;
  Options options;
  static_cast<CompileOptions&>(options) = compile;
  options.quiet = true;
  options.output = path;
  Compilation compilation(compile, Compilation::Keep::Last);
  for (const std::string& file : sources.files) compilation.load(file);
  if (!sources.texts.empty()) compilation.addTexts(sources.texts);
  if (!sources.unsaved.empty()) compilation.addFiles(sources.unsaved);
  int status = kModelWrong;
  if (compilation.choose(sources.model)) {
    if (format == "c") {
      options.target = "c";
      status = translateModel(compilation, options);
    } else {
      options.fmiVersion = format == "fmi3" ? 3 : 2;
      status = exportModel(compilation, options);
    }
  }
  if (status == kDone) return {};
  const std::string told = renderText(compilation.diagnostics(), {}) + errors.text();
  return told.empty() ? "the model could not be written" : told;
}

pid_t worker = -1;

void passOn(int signal) {
  if (worker > 0) kill(worker, signal);
}

// The server in a process of its own, begun again if it crashes: the page comes back by itself, and
// its text is still in the browser. The exit status.
int serveForEver(const studio::StudioOptions& options, int socket, uint16_t port) {
  constexpr int kMostCrashes = 20;
  for (int crashes = 0; crashes < kMostCrashes; ++crashes) {
    const pid_t parent = getpid();
    worker = fork();
    if (worker < 0) return complain("no further process is to be had");
    if (worker == 0) {
      prctl(PR_SET_PDEATHSIG, SIGTERM);
      if (getppid() != parent) _exit(0);
      std::signal(SIGINT, SIG_DFL);
      std::signal(SIGTERM, SIG_DFL);
      studio::serve(options, socket, port, [&](studio::Connection& connection) {
        return studio::makeSession(options, connection);
      });
      _exit(0);
    }
    std::signal(SIGINT, passOn);
    std::signal(SIGTERM, passOn);
    int status = 0;
    while (waitpid(worker, &status, 0) < 0 && errno == EINTR) {
    }
    if (WIFEXITED(status) || WTERMSIG(status) == SIGTERM || WTERMSIG(status) == SIGINT)
      return kDone;
    std::fprintf(stderr,
                 "formola: the studio's server crashed (%s), which is a bug in Formola; it starts "
                 "again\n",
                 strsignal(WTERMSIG(status)));
  }
  return complain("the studio's server crashes again and again");
}

}  // namespace

int runStudio(const Options& options) {
  studio::StudioOptions studio;
  std::error_code error;
  const fs::path given = options.inputs.empty() ? fs::path(".") : fs::path(options.inputs[0]);
  const fs::path place = fs::canonical(given, error);
  if (error) return complain("there is no file or folder '" + given.string() + "'");
  const bool file = fs::is_regular_file(place, error);
  if (file && place.extension() != ".mo")
    return complain("'" + given.string() +
                    "' is no Modelica file (.mo); formola convert writes one");
  studio.folder = file ? place.parent_path() : place;
  if (file) studio.file = place.filename().string();
  studio.bundle = studioBundle();
  if (!fs::is_regular_file(studio.bundle / "index.html", error))
    return complain(
        "the page of the studio is not there. In a checkout ./formola studio makes it; packages "
        "of Formola bring it");
  studio.compile = options;
  studio.version = FORMOLA_VERSION;
  studio.exportModel = exportFor;
  studio.token = studio::randomWord();
  std::signal(SIGPIPE, SIG_IGN);
  std::string problem;
  uint16_t port = options.port;
  const int socket = studio::listenHere(port, problem);
  if (socket < 0) return complain(problem);
  const std::string address = "http://127.0.0.1:" + std::to_string(port) + "/#" + studio.token;
  std::printf("Formola Studio: %s\n", address.c_str());
  if (!options.quiet) std::printf("folder %s; Ctrl+C ends it\n", studio.folder.c_str());
  std::fflush(stdout);
  if (options.openBrowser) openBrowser(address);
  return serveForEver(studio, socket, port);
}

}  // namespace formola
