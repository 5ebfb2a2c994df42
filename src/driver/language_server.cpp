#include "driver/language_server.h"

#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

#include "lsp/framing.h"
#include "lsp/server.h"

namespace formola {

namespace {

// False: the editor is gone.
bool send(std::FILE* out, const std::vector<std::string>& messages) {
  for (const std::string& message : messages) {
    const std::string bytes = lsp::framed(message);
    if (std::fwrite(bytes.data(), 1, bytes.size(), out) != bytes.size()) return false;
  }
  return std::fflush(out) == 0;
}

// Standard output is for the editor alone: what functions of a model print while it is checked goes
// to standard error.
std::FILE* takeOutput() {
  const int own = dup(STDOUT_FILENO);
  if (own < 0 || dup2(STDERR_FILENO, STDOUT_FILENO) < 0) return nullptr;
  return fdopen(own, "wb");
}

bool inputWaits() {
  pollfd input{STDIN_FILENO, POLLIN, 0};
  return poll(&input, 1, 0) > 0;
}

}  // namespace

int runLanguageServer(const Options& options) {
  std::FILE* out = takeOutput();
  if (out == nullptr) {
    std::fputs("formola: standard output cannot be used\n", stderr);
    return 1;
  }
  lsp::Server server({options.libraries, FORMOLA_VERSION});
  lsp::MessageReader reader;
  char bytes[65536];
  while (!server.exited()) {
    if (const auto message = reader.next()) {
      if (!send(out, server.handle(*message))) break;
      continue;
    }
    if (reader.broken()) {
      std::fputs("formola: the input is no conversation with a language server\n", stderr);
      return 1;
    }
    if (server.hasWork() && !inputWaits()) {
      if (!send(out, server.work())) break;
      continue;
    }
    const ssize_t count = read(STDIN_FILENO, bytes, sizeof bytes);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    reader.feed({bytes, static_cast<size_t>(count)});
  }
  std::fclose(out);
  return server.exitStatus();
}

}  // namespace formola
