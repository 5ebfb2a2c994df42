#include "driver/run_in_child.h"

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <utility>

#include "support/timer.h"

namespace formola {

namespace {

constexpr std::array kSignals = {SIGINT, SIGTERM};
std::atomic<int> asked{0};
std::atomic<bool> passOn{false};

void onSignal(int signal) {
  ++asked;
  // Ctrl-C on a terminal reaches the child, too; twice would end it at once.
  if (signal == SIGTERM) passOn = true;
}

}  // namespace

ChildEnd runInChild(const std::function<int()>& work, double graceSeconds) {
  std::fflush(nullptr);
  asked = 0;
  passOn = false;
  ChildEnd end;
  // Somebody listens before there is a child: what this thread holds back is taken by the main one,
  // which waits for it (support/large_stack.h). Signals for the child wait until it has its own
  // manners again.
  struct sigaction action{};
  action.sa_handler = onSignal;
  std::array<struct sigaction, kSignals.size()> old{};
  for (size_t i = 0; i < kSignals.size(); ++i) sigaction(kSignals[i], &action, &old[i]);
  const auto restore = [&old] {
    for (size_t i = 0; i < kSignals.size(); ++i) sigaction(kSignals[i], &old[i], nullptr);
  };
  sigset_t waiting, before;
  sigemptyset(&waiting);
  for (int signal : kSignals) sigaddset(&waiting, signal);
  sigprocmask(SIG_BLOCK, &waiting, &before);
  const pid_t parent = getpid();
  const pid_t child = fork();
  if (child <= 0) restore();
  sigprocmask(SIG_SETMASK, &before, nullptr);
  if (child < 0) {
    end.status = work();
    return end;
  }
  if (child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(1);
    int status = 1;
    try {
      status = work();
    } catch (const std::exception& error) {
      std::fprintf(stderr, "formola: the FMU threw an exception: %s\n", error.what());
      status = 3;
    } catch (...) {
      std::fputs("formola: the FMU threw an exception\n", stderr);
      status = 3;
    }
    std::fflush(nullptr);
    _exit(status);  // destructors of foreign code have nothing to do here
  }
  int state = 0;
  Stopwatch since;
  bool told = false;
  // Polled: a signal that comes just before a wait would not end it.
  for (useconds_t pause = 500;; pause = std::min<useconds_t>(2 * pause, 20000)) {
    const pid_t ended = waitpid(child, &state, WNOHANG);
    if (ended == child || (ended < 0 && errno != EINTR)) break;
    if (passOn.exchange(false)) kill(child, SIGTERM);
    if (asked > 0 && !std::exchange(told, true)) since = Stopwatch();
    if (asked > 1 || (told && since.seconds() > graceSeconds)) {
      end.cancelled = true;
      kill(child, SIGKILL);
      waitpid(child, &state, 0);
      break;
    }
    usleep(pause);
  }
  restore();
  if (WIFSIGNALED(state)) end.signal = WTERMSIG(state);
  end.status = WIFEXITED(state) ? WEXITSTATUS(state) : 3;
  return end;
}

}  // namespace formola
