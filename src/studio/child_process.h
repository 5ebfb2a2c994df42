// A copy of the process that works beside it and talks to it in frames.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace formola::studio {

struct Frame {
  char kind = 'T';  // T: text for the page, B: bytes for the page, others are for the two processes
  uint64_t request = 0;  // that it answers; 0: none
  std::string bytes;
};

// One end of a line between two processes. Reading never waits where `wait` is false.
class Line {
 public:
  explicit Line(int file = -1) : file_(file) {}
  int file() const { return file_; }
  // False: the other end is gone, or does not read.
  bool send(const Frame& frame, bool wait) const;
  // Takes in what has come; false: the other end is gone.
  bool receive(bool wait);
  std::optional<Frame> next();

 private:
  int file_;
  std::string buffer_;
  size_t done_ = 0;
};

// Purpose:    work in a copy of the process (fork), which must have one thread only.
// Ensures:    the copy has no files open but its line and the standard ones, gets at most `memory`
//             more bytes, dies with its parent, and ends when the line is closed.
class ChildProcess {
 public:
  using Work = std::function<void(Line&)>;

  ChildProcess() = default;
  ~ChildProcess() { stop(); }
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  // False: there are no further processes to be had.
  bool start(const Work& work, uint64_t memory);
  bool runs() const { return process_ > 0; }
  Line& line() { return line_; }
  // Ends it at once, and says how it had ended: "" if by itself and well.
  std::string stop();

 private:
  pid_t process_ = -1;
  Line line_;
};

}  // namespace formola::studio
