// What a conversation with one page needs of its surroundings: messages out, files and times to
// wait for.
#pragma once

#include <functional>
#include <string>

namespace formola::studio {

// Implemented by the web server; everything is called in one thread.
class Connection {
 public:
  virtual ~Connection() = default;
  Connection() = default;
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  virtual void sendText(std::string message) = 0;
  virtual void sendBinary(std::string bytes) = 0;
  // Calls back whenever the file can be read, until it is no longer watched.
  virtual void watch(int file, std::function<void()> readable) = 0;
  virtual void unwatch(int file) = 0;
  // Calls back once, unless the connection is closed before.
  virtual void after(double seconds, std::function<void()> work) = 0;
};

}  // namespace formola::studio
