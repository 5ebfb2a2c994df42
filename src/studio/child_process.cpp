#include "studio/child_process.h"

#include <fmt/format.h>
#include <linux/close_range.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <new>

namespace formola::studio {

namespace {

constexpr size_t kHeader = 1 + 8 + 8;
constexpr uint64_t kLongestFrame = uint64_t{1} << 32;

void closeOthers(int kept) {
  const auto own = static_cast<unsigned>(kept);
  if (own > 3) syscall(SYS_close_range, 3U, own - 1, 0U);
  syscall(SYS_close_range, own + 1, ~0U, 0U);
}

uint64_t addressSpace() {
  unsigned long pages = 0;
  if (std::FILE* file = std::fopen("/proc/self/statm", "r")) {
    if (std::fscanf(file, "%lu", &pages) != 1) pages = 0;
    std::fclose(file);
  }
  return uint64_t{pages} * static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
}

}  // namespace

bool Line::send(const Frame& frame, bool wait) const {
  std::string bytes(kHeader, '\0');
  const uint64_t size = frame.bytes.size();
  bytes[0] = frame.kind;
  std::memcpy(bytes.data() + 1, &frame.request, 8);
  std::memcpy(bytes.data() + 9, &size, 8);
  bytes += frame.bytes;
  size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t count = ::send(file_, bytes.data() + done, bytes.size() - done,
                                 MSG_NOSIGNAL | (wait ? 0 : MSG_DONTWAIT));
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    done += static_cast<size_t>(count);
  }
  return true;
}

bool Line::receive(bool wait) {
  char bytes[65536];
  for (;;) {
    const ssize_t count = recv(file_, bytes, sizeof bytes, wait ? 0 : MSG_DONTWAIT);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return true;
    if (count <= 0) return false;
    buffer_.append(bytes, static_cast<size_t>(count));
    if (wait) return true;
  }
}

std::optional<Frame> Line::next() {
  if (buffer_.size() - done_ < kHeader) return std::nullopt;
  uint64_t size = 0;
  std::memcpy(&size, buffer_.data() + done_ + 9, 8);
  if (size > kLongestFrame || buffer_.size() - done_ - kHeader < size) return std::nullopt;
  Frame frame;
  frame.kind = buffer_[done_];
  std::memcpy(&frame.request, buffer_.data() + done_ + 1, 8);
  frame.bytes = buffer_.substr(done_ + kHeader, size);
  done_ += kHeader + size;
  if (done_ == buffer_.size()) {
    buffer_.clear();
    done_ = 0;
  } else if (done_ > (size_t{1} << 20)) {
    buffer_.erase(0, done_);
    done_ = 0;
  }
  return frame;
}

bool ChildProcess::start(const Work& work, uint64_t memory) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return false;
  std::fflush(nullptr);
  const pid_t parent = getpid();
  process_ = fork();
  if (process_ < 0) {
    close(ends[0]);
    close(ends[1]);
    return false;
  }
  if (process_ == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(1);
    closeOthers(ends[1]);
    std::signal(SIGINT, SIG_IGN);  // of the terminal: the parent decides
    const rlimit limit = {addressSpace() + memory, addressSpace() + memory};
    setrlimit(RLIMIT_AS, &limit);
    const rlimit core = {0, 0};
    setrlimit(RLIMIT_CORE, &core);
    Line line(ends[1]);
    try {
      work(line);
    } catch (const std::bad_alloc&) {
      _exit(12);
    } catch (...) {
      _exit(1);
    }
    _exit(0);
  }
  close(ends[1]);
  line_ = Line(ends[0]);
  return true;
}

std::string ChildProcess::stop() {
  if (!runs()) return {};
  // one that has ended already keeps its status
  kill(process_, SIGKILL);
  close(line_.file());
  int status = 0;
  while (waitpid(process_, &status, 0) < 0 && errno == EINTR) {
  }
  process_ = -1;
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return {};
  if (WIFEXITED(status) && WEXITSTATUS(status) == 12)
    return "it needed more memory than it may have";
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL) return "it was ended";
  if (WIFSIGNALED(status))
    return fmt::format("it crashed ({}), which is a bug in Formola or in external code",
                       strsignal(WTERMSIG(status)));
  return fmt::format("it ended with status {}", WEXITSTATUS(status));
}

}  // namespace formola::studio
