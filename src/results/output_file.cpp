#include "results/output_file.h"

#include <cerrno>
#include <cstring>
#include <filesystem>

namespace formola::results {

bool OutputFile::open() {
  errno = 0;
  // Unbuffered: buffer_ is the only buffer, so that what reaches the disk ends where write() ended.
  stream_.rdbuf()->pubsetbuf(nullptr, 0);
  stream_.open(path_, std::ios::binary | std::ios::trunc);
  if (!stream_) {
    error_ = "cannot create '" + path_ + "'";
    if (errno != 0) error_ += std::string(": ") + std::strerror(errno);
    return false;
  }
  flushTime_ = std::chrono::steady_clock::now();
  return true;
}

bool OutputFile::flushDue() const {
  if (position() - flushedAt_ >= policy_.bytes) return true;
  const std::chrono::duration<double> age = std::chrono::steady_clock::now() - flushTime_;
  return age.count() >= policy_.seconds;
}

bool OutputFile::flush() {
  if (!write()) return false;
  stream_.flush();
  flushedAt_ = written_;
  flushTime_ = std::chrono::steady_clock::now();
  return check();
}

bool OutputFile::patch(uint64_t offset, std::string_view bytes) {
  if (!error_.empty()) return false;
  stream_.seekp(static_cast<std::streamoff>(offset));
  stream_.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  stream_.seekp(static_cast<std::streamoff>(written_));
  return check();
}

bool OutputFile::close() {
  if (!stream_.is_open()) return error_.empty();
  if (!flush()) return false;
  stream_.close();
  return check();
}

bool OutputFile::write() {
  if (!error_.empty()) return false;
  errno = 0;
  stream_.write(buffer_.data(), static_cast<std::streamsize>(buffer_.size()));
  written_ += buffer_.size();
  buffer_.clear();
  return check();
}

bool OutputFile::check() {
  if (stream_) return error_.empty();
  if (error_.empty()) {
    error_ = "cannot write '" + path_ + "'";
    if (errno != 0) error_ += std::string(": ") + std::strerror(errno);
    // Half a row at the end would spoil what can still be read: back to the last flush, which is
    // between two rows.
    stream_.close();
    std::error_code ignored;
    std::filesystem::resize_file(path_, flushedAt_, ignored);
  }
  return false;
}

}  // namespace formola::results
