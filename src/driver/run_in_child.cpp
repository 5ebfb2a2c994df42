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

std::atomic<int> asked{0};
std::atomic<pid_t> childProcess{0};

void onSignal(int signal) {
  ++asked;
  const pid_t child = childProcess;
  // Ctrl-C on a terminal has reached the child, too; twice would end it at once.
  if (signal == SIGTERM && child > 0) kill(child, SIGTERM);
}

}  // namespace

ChildEnd runInChild(const std::function<int()>& work, double graceSeconds) {
  std::fflush(nullptr);
  asked = 0;
  ChildEnd end;
  // Signals wait until somebody listens.
  constexpr std::array kSignals = {SIGINT, SIGTERM};
  sigset_t waiting, before;
  sigemptyset(&waiting);
  for (int signal : kSignals) sigaddset(&waiting, signal);
  sigprocmask(SIG_BLOCK, &waiting, &before);
  const pid_t parent = getpid();
  const pid_t child = fork();
  if (child <= 0) sigprocmask(SIG_SETMASK, &before, nullptr);
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
  childProcess = child;
  struct sigaction action{};
  action.sa_handler = onSignal;
  std::array<struct sigaction, kSignals.size()> old{};
  for (size_t i = 0; i < kSignals.size(); ++i) sigaction(kSignals[i], &action, &old[i]);
  sigprocmask(SIG_SETMASK, &before, nullptr);
  int state = 0;
  Stopwatch since;
  bool told = false;
  // Polled: a signal that comes just before a wait would not end it.
  for (useconds_t pause = 500;; pause = std::min<useconds_t>(2 * pause, 20000)) {
    const pid_t ended = waitpid(child, &state, WNOHANG);
    if (ended == child || (ended < 0 && errno != EINTR)) break;
    if (asked > 0 && !std::exchange(told, true)) since = Stopwatch();
    if (asked > 1 || (told && since.seconds() > graceSeconds)) {
      end.cancelled = true;
      kill(child, SIGKILL);
      waitpid(child, &state, 0);
      break;
    }
    usleep(pause);
  }
  childProcess = 0;
  for (size_t i = 0; i < kSignals.size(); ++i) sigaction(kSignals[i], &old[i], nullptr);
  if (WIFSIGNALED(state)) end.signal = WTERMSIG(state);
  end.status = WIFEXITED(state) ? WEXITSTATUS(state) : 3;
  return end;
}

}  // namespace formola
