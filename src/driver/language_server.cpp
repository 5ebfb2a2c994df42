#include "driver/language_server.h"

#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>

#include "lsp/framing.h"
#include "lsp/server.h"
#include "support/timer.h"

namespace formola {

namespace {

constexpr double kLongestCheck = 30;  // seconds

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

bool writeAll(int to, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = write(to, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    bytes.remove_prefix(static_cast<size_t>(count));
  }
  return true;
}

// A check, or a question that takes long.
struct Job {
  std::optional<lsp::Server::Check> check;
  std::optional<lsp::Server::Question> question;

  bool isCurrent(const lsp::Server& server) const {
    return check ? server.isCurrent(*check) : server.isCurrent(*question);
  }
  bool isRecheck() const { return check && check->texts != 0; }
  std::vector<std::string> run(const lsp::Server& server) const {
    if (check) return server.run(*check);
    return {server.answer(*question)};
  }
  // What is told if it does not come to its end.
  std::vector<std::string> gaveUp(const lsp::Server& server, const std::string& why) const {
    if (question) return {lsp::Server::gaveUp(*question, !isCurrent(server), why)};
    return server.gaveUp(*check, why);
  }
};

// A job in a copy of the process: the editor is answered meanwhile, a text that changes ends it,
// and if it comes to a bad end the server goes on.
class RunningJob {
 public:
  RunningJob() = default;
  ~RunningJob() { stop(); }
  RunningJob(const RunningJob&) = delete;
  RunningJob& operator=(const RunningJob&) = delete;

  bool runs() const { return process_ > 0; }
  int file() const { return pipe_; }
  const Job& job() const { return job_; }
  double secondsLeft() const { return kLongestCheck - watch_.seconds(); }

  // False: there are no further processes to be had.
  bool start(const lsp::Server& server, Job job) {
    int ends[2];
    if (pipe(ends) != 0) return false;
    process_ = fork();
    if (process_ < 0) {
      close(ends[0]);
      close(ends[1]);
      return false;
    }
    if (process_ == 0) {
      close(ends[0]);
      std::string bytes;
      for (const std::string& message : job.run(server)) bytes += lsp::framed(message);
      _exit(writeAll(ends[1], bytes) ? 0 : 1);
    }
    close(ends[1]);
    pipe_ = ends[0];
    job_ = std::move(job);
    bytes_.clear();
    watch_ = Stopwatch();
    return true;
  }

  // Reads what is there; true: it has ended.
  bool read() {
    char bytes[65536];
    const ssize_t count = ::read(pipe_, bytes, sizeof bytes);
    if (count > 0) bytes_.append(bytes, static_cast<size_t>(count));
    return count == 0 || (count < 0 && errno != EINTR);
  }

  // After its end: its messages, as they are to be sent; nothing if it came to a bad end.
  std::optional<std::string> finish() {
    int status = 0;
    close(pipe_);
    waitpid(process_, &status, 0);
    process_ = -1;
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) return std::nullopt;
    return std::move(bytes_);
  }

  void stop() {
    if (!runs()) return;
    kill(process_, SIGKILL);
    finish();
  }

 private:
  pid_t process_ = -1;
  int pipe_ = -1;
  Job job_;
  std::string bytes_;
  Stopwatch watch_;
};

class Conversation {
 public:
  Conversation(const Options& options, std::FILE* out)
      : server_({options.libraries, FORMOLA_VERSION, true}), out_(out) {}

  int run() {
    while (!server_.exited()) {
      if (const auto message = reader_.next()) {
        if (!send(out_, server_.handle(*message))) break;
        if (running_.runs() && hasPrecedence() && !overtaken()) break;
        continue;
      }
      if (reader_.broken()) {
        std::fputs("formola: the input is no conversation with a language server\n", stderr);
        return 1;
      }
      if (!wait()) break;
    }
    return server_.exitStatus();
  }

 private:
  // Until there is input, or a check has ended. False: the editor is gone.
  bool wait() {
    pollfd files[2] = {{STDIN_FILENO, POLLIN, 0}, {running_.file(), POLLIN, 0}};
    int patience = -1;
    if (running_.runs()) {
      patience = static_cast<int>(1000 * std::max(0.0, running_.secondsLeft())) + 1;
    } else if (server_.hasWork()) {
      patience = 0;
    }
    const int ready = poll(files, running_.runs() ? 2 : 1, patience);
    if (ready < 0) return errno == EINTR;
    if (files[0].revents != 0) return readInput();
    if (running_.runs()) {
      if (files[1].revents != 0) return !running_.read() || endJob();
      if (running_.secondsLeft() > 0) return true;
      running_.stop();
      return send(out_, running_.job().gaveUp(server_,
                                              "the check took too long and was given up; formola "
                                              "check has no limit of time"));
    }
    return startJob();
  }

  // Checks come first: they are what typing waits for. Nobody waits for rechecks.
  bool startJob() {
    Job job{server_.takeCheck(), std::nullopt};
    if (!job.check) job.question = server_.takeQuestion();
    if (!job.check && !job.question) job.check = server_.takeRecheck();
    if (!job.check && !job.question) return send(out_, server_.settled());
    if (running_.start(server_, job)) return true;
    return send(out_, job.run(server_));
  }

  // What waits comes before what runs.
  bool hasPrecedence() const {
    const Job& job = running_.job();
    return !job.isCurrent(server_) ||
           (job.isRecheck() && (server_.hasChecks() || server_.hasQuestions()));
  }

  // The text has changed. A check is made again, a question has an answer all the same.
  bool overtaken() {
    running_.stop();
    if (running_.job().isRecheck()) server_.putBack(*running_.job().check);
    return !running_.job().question || send(out_, running_.job().gaveUp(server_, {}));
  }

  bool endJob() {
    const std::optional<std::string> bytes = running_.finish();
    if (!running_.job().isCurrent(server_)) return overtaken();
    if (!bytes)
      return send(out_, running_.job().gaveUp(
                            server_,
                            "the check of this class ended with an internal error, which is a bug "
                            "in Formola; formola check shows it"));
    return std::fwrite(bytes->data(), 1, bytes->size(), out_) == bytes->size() &&
           std::fflush(out_) == 0;
  }

  bool readInput() {
    char bytes[65536];
    const ssize_t count = read(STDIN_FILENO, bytes, sizeof bytes);
    if (count < 0) return errno == EINTR;
    reader_.feed({bytes, static_cast<size_t>(count)});
    return count > 0;
  }

  lsp::Server server_;
  lsp::MessageReader reader_;
  RunningJob running_;
  std::FILE* out_;
};

}  // namespace

int runLanguageServer(const Options& options) {
  std::FILE* out = takeOutput();
  if (out == nullptr) {
    std::fputs("formola: standard output cannot be used\n", stderr);
    return 1;
  }
  std::signal(SIGPIPE, SIG_IGN);  // an editor that is gone is no reason to die noisily
  const int status = Conversation(options, out).run();
  std::fclose(out);
  return status;
}

}  // namespace formola
