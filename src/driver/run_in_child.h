// Runs a part of the program in a process of its own, so that foreign code cannot take the rest
// with it.
#pragma once

#include <functional>

namespace formola {

struct ChildEnd {
  int status = 0;          // what `work` returned, or the exit status of the process
  int signal = 0;          // that ended it; 0: none
  bool cancelled = false;  // it did not end by itself after it was asked to
};

// Purpose: runs `work` in a child process and waits. Ctrl-C and SIGTERM reach the child, which may
//          end as it likes; if it does not within `graceSeconds`, or at the second one, it is
//          killed. The child dies with its parent.
// Requires: one thread only.
ChildEnd runInChild(const std::function<int()>& work, double graceSeconds);

}  // namespace formola
