#include "support/run_program.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <fstream>

extern char** environ;

namespace formola {

namespace fs = std::filesystem;

ScratchFiles::ScratchFiles(const fs::path& folder) {
  static std::atomic<int> count = 0;
  stem_ = (folder / ("work-" + std::to_string(getpid()) + "-" + std::to_string(count++))).string();
}

ScratchFiles::~ScratchFiles() {
  std::error_code ignored;
  for (const std::string& file : files_) fs::remove(file, ignored);
}

std::string ScratchFiles::file(const char* ending, std::string_view content) {
  files_.push_back(stem_ + "-" + std::to_string(files_.size()) + ending);
  if (!content.empty()) std::ofstream(files_.back(), std::ios::binary) << content;
  return files_.back();
}

int runProgram(const std::vector<std::string>& words, const fs::path& output,
               const fs::path& errors) {
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  constexpr int kFlags = O_WRONLY | O_CREAT | O_TRUNC;
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, output.c_str(), kFlags, 0600);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, errors.c_str(), kFlags, 0600);
  pid_t process = 0;
  const int failed =
      posix_spawnp(&process, arguments[0], &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (failed != 0) return -1;
  int status = 0;
  while (waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 127;
}

std::string firstLines(const std::string& text, size_t count) {
  size_t end = 0;
  for (size_t i = 0; i < count && end < text.size(); ++i)
    end = std::min(text.find('\n', end), text.size() - 1) + 1;
  std::string result = text.substr(0, end);
  while (!result.empty() && result.back() == '\n') result.pop_back();
  return result;
}

}  // namespace formola
