// Other programs, with what they print in files, and the files that are made on the way.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace formola {

// Files of this process in one folder, that are gone when this is.
class ScratchFiles {
 public:
  explicit ScratchFiles(const std::filesystem::path& folder);
  ~ScratchFiles();
  ScratchFiles(const ScratchFiles&) = delete;
  ScratchFiles& operator=(const ScratchFiles&) = delete;

  // A name that nobody else has; the file has the content if there is one.
  std::string file(const char* ending, std::string_view content = {});

 private:
  std::string stem_;
  std::vector<std::string> files_;
};

// Purpose: runs a program, which is looked for on the PATH, without input; what it writes goes to
//          the files.
// Ensures: its exit status; 127: a signal has ended it; -1: it can't be started.
int runProgram(const std::vector<std::string>& words, const std::filesystem::path& output,
               const std::filesystem::path& errors);

// The first lines of what a program has said, without the end of the last one.
std::string firstLines(const std::string& text, size_t count);

}  // namespace formola
