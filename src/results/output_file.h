// A file that is written from front to back through one buffer, with patches at earlier places.
#pragma once

#include <chrono>
#include <cstdint>
#include <fstream>
#include <string>
#include <string_view>

#include "results/result_sink.h"

namespace formola::results {

class OutputFile {
 public:
  OutputFile(std::string path, FlushPolicy policy) : path_(std::move(path)), policy_(policy) {}

  // Opens the file, empty. False with error() when the file system refuses.
  bool open();
  // The place to append to; follow with spill() to keep it small.
  std::string& buffer() { return buffer_; }
  // Writes the buffer out when it is large, without handing it to the operating system.
  bool spill() { return buffer_.size() < kSpillBytes || write(); }
  // True when the flush policy asks for a flush now.
  bool flushDue() const;
  bool flush();
  // Overwrites bytes that were already written (spilled or flushed).
  bool patch(uint64_t offset, std::string_view bytes);
  bool close();
  // Offset of the next byte appended to buffer().
  uint64_t position() const { return written_ + buffer_.size(); }
  const std::string& error() const { return error_; }

 private:
  static constexpr size_t kSpillBytes = size_t{4} << 20;

  bool write();
  bool check();

  std::string path_;
  FlushPolicy policy_;
  std::ofstream stream_;
  std::string buffer_;
  std::string error_;
  uint64_t written_ = 0;    // bytes given to the stream so far
  uint64_t flushedAt_ = 0;  // position() at the last flush
  std::chrono::steady_clock::time_point flushTime_;
};

}  // namespace formola::results
