#include "results/output_file.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <iterator>

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
  stream_.seekp(static_cast<std::streamoff>(offset));
  stream_.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  stream_.seekp(static_cast<std::streamoff>(written_));
  return check();
}

std::string OutputFile::readBack(uint64_t offset, size_t count) const {
  std::ifstream input(path_, std::ios::binary);
  std::string bytes(count, '\0');
  input.seekg(static_cast<std::streamoff>(offset));
  input.read(bytes.data(), static_cast<std::streamsize>(count));
  bytes.resize(static_cast<size_t>(input.gcount()));
  return bytes;
}

bool OutputFile::close() {
  if (!stream_.is_open()) return error_.empty();
  flush();
  stream_.close();
  return check();
}

bool OutputFile::write() {
  if (!error_.empty()) return false;
  errno = 0;
  stream_.write(buffer_.data(), static_cast<std::streamsize>(buffer_.size()));
  written_ += buffer_.size();
  buffer_.clear();
  if (!check()) return false;
  writtenRecords_ += unwrittenEnds_.size();
  if (!unwrittenEnds_.empty()) recordsEnd_ = unwrittenEnds_.back();
  unwrittenEnds_.clear();
  return true;
}

bool OutputFile::check() {
  if (stream_) return error_.empty();
  if (error_.empty()) {
    error_ = "cannot write '" + path_ + "'";
    if (errno != 0) error_ += std::string(": ") + std::strerror(errno);
    keepWholeRecords();
  }
  stream_.clear();
  return false;
}

void OutputFile::keepWholeRecords() {
  // Half a record at the end would spoil what can still be read.
  std::error_code unknown;
  const uint64_t size = std::filesystem::file_size(path_, unknown);
  if (unknown) return;
  const auto lost = std::upper_bound(unwrittenEnds_.begin(), unwrittenEnds_.end(), size);
  if (lost != unwrittenEnds_.begin()) recordsEnd_ = *std::prev(lost);
  writtenRecords_ += static_cast<uint64_t>(lost - unwrittenEnds_.begin());
  unwrittenEnds_.clear();
  written_ = std::max(recordsEnd_, flushedAt_);
  std::error_code ignored;
  std::filesystem::resize_file(path_, written_, ignored);
}

}  // namespace formola::results
