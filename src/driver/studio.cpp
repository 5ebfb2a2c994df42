#include "driver/studio.h"

#include <fcntl.h>
#include <spawn.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "compiler/search_paths.h"
#include "driver/terminal.h"
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
  if (studio.bundle.empty())
    return complain(
        "the page of the studio is not there. In a checkout ./formola studio makes it; packages "
        "of Formola bring it");
  studio.port = options.port;
  studio.compile = options;
  studio.version = FORMOLA_VERSION;
  std::signal(SIGPIPE, SIG_IGN);
  const std::string problem = studio::serve(
      studio,
      [&](studio::Connection& connection) { return studio::makeSession(studio, connection); },
      [&](const std::string& address) {
        std::printf("Formola Studio: %s\n", address.c_str());
        if (!options.quiet) std::printf("folder %s; Ctrl+C ends it\n", studio.folder.c_str());
        std::fflush(stdout);
        if (options.openBrowser) openBrowser(address);
      });
  return problem.empty() ? kDone : complain(problem);
}

}  // namespace formola
