// A file that is written from front to back through one buffer, with patches at earlier places. It
// consists of records after a head: where the disk gets full in the midst of a record, the file is
// cut back to the last whole one.
#pragma once

#include <chrono>
#include <cstdint>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "results/result_sink.h"

namespace formola::results {

class OutputFile {
 public:
  OutputFile(std::string path, FlushPolicy policy) : path_(std::move(path)), policy_(policy) {}

  // Opens the file, empty. False with error() when the file system refuses.
  bool open();
  // The place to append to; follow with spill() to keep it small.
  std::string& buffer() { return buffer_; }
  // What was appended since the last record, or since the head, is one more record.
  void endRecord() { unwrittenEnds_.push_back(position()); }
  // Records that are in the file or in the buffer; after an error those that the file kept.
  uint64_t records() const { return writtenRecords_ + unwrittenEnds_.size(); }
  // Writes the buffer out when it is large, without handing it to the operating system.
  bool spill() { return buffer_.size() < kSpillBytes || write(); }
  // True when the flush policy asks for a flush now.
  bool flushDue() const;
  bool flush();
  // Overwrites bytes that were already written (spilled or flushed), also after an error: that
  // needs no space.
  bool patch(uint64_t offset, std::string_view bytes);
  // Where the last whole record that was written ends; 0 without one.
  uint64_t recordsEnd() const { return recordsEnd_; }
  // Bytes that were written before; shorter when the file is.
  std::string readBack(uint64_t offset, size_t count) const;
  bool close();
  // Offset of the next byte appended to buffer().
  uint64_t position() const { return written_ + buffer_.size(); }
  const std::string& error() const { return error_; }

 private:
  static constexpr size_t kSpillBytes = size_t{4} << 20;

  bool write();
  bool check();
  void keepWholeRecords();

  std::string path_;
  FlushPolicy policy_;
  std::ofstream stream_;
  std::string buffer_;
  std::string error_;
  uint64_t written_ = 0;                 // bytes given to the stream so far
  uint64_t flushedAt_ = 0;               // position() at the last flush
  std::vector<uint64_t> unwrittenEnds_;  // of the records in the buffer
  uint64_t writtenRecords_ = 0;
  uint64_t recordsEnd_ = 0;
  std::chrono::steady_clock::time_point flushTime_;
};

}  // namespace formola::results
