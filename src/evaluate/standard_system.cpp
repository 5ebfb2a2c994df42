#include "evaluate/standard_system.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <random>

namespace formola::standard {

namespace fs = std::filesystem;

namespace {

bool exists(const std::string& file) {
  std::error_code error;
  return fs::exists(fs::symlink_status(file, error));
}

bool cannot(StandardCall& call, const std::string& what, const std::error_code& error) {
  return call.fail(what + ": " + error.message());
}

}  // namespace

bool print(StandardCall& call) {
  const std::string& name = call.string(1);
  if (name.empty()) {
    if (call.gate != nullptr) call.gate->say(Speech::Text, call.string(0) + '\n');
    return true;
  }
  if (!call.may(Effect::Write, name)) return false;
  const bool isNew = !exists(name);
  std::ofstream file(name, std::ios::app);
  file << call.string(0) << '\n';
  if (!file.flush()) return call.fail("the file " + name + " can't be written");
  if (isNew) call.gate->made(name);
  return true;
}

bool makeFolder(StandardCall& call) {
  const std::string& name = call.string(0);
  if (!call.may(Effect::Write, name)) return false;
  std::error_code error;
  if (!fs::create_directory(name, error))
    return error ? cannot(call, "the folder " + name + " can't be made", error)
                 : call.fail("the folder " + name + " exists already");
  call.gate->made(name);
  return true;
}

bool removeFolder(StandardCall& call) {
  const std::string& name = call.string(0);
  if (!call.may(Effect::Delete, name)) return false;
  if (::rmdir(name.c_str()) == 0) return true;
  return cannot(call, "the folder " + name + " can't be removed", {errno, std::generic_category()});
}

bool removeFile(StandardCall& call) {
  const std::string& name = call.string(0);
  if (!exists(name)) return true;
  if (!call.may(Effect::Delete, name)) return false;
  if (::unlink(name.c_str()) == 0) return true;
  return cannot(call, "the file " + name + " can't be removed", {errno, std::generic_category()});
}

bool rename(StandardCall& call) {
  const std::string &from = call.string(0), &to = call.string(1);
  // What `to` names now would be gone.
  if (!call.may(Effect::Delete, from) || (exists(to) && !call.may(Effect::Delete, to)) ||
      !call.may(Effect::Write, to))
    return false;
  std::error_code error;
  fs::rename(from, to, error);
  if (error) return cannot(call, from + " can't be renamed to " + to, error);
  call.gate->made(to);
  return true;
}

bool copyFile(StandardCall& call) {
  const std::string &from = call.string(0), &to = call.string(1);
  if (!call.may(Effect::Write, to)) return false;
  if (exists(to)) return call.fail("the file " + to + " exists already");
  std::error_code error;
  if (!fs::is_regular_file(from, error)) return call.fail(from + " is not a file");
  fs::copy_file(from, to, error);
  if (error) return cannot(call, "the file " + from + " can't be copied to " + to, error);
  call.gate->made(to);
  return true;
}

// A name only, of a file that does not exist.
bool temporaryFileName(StandardCall& call) {
  std::error_code error;
  const fs::path folder = fs::temp_directory_path(error);
  if (error) return cannot(call, "there is no folder for temporary files", error);
  std::random_device random;
  std::string name;
  do {
    name = (folder / ("formola-" + std::to_string(getpid()) + "-" + std::to_string(random())))
               .generic_string();
  } while (exists(name));
  call.result.strings.assign(1, name);
  return true;
}

bool workingFolder(StandardCall& call) {
  std::error_code error;
  call.result.strings.assign(1, fs::current_path(error).generic_string());
  return error ? call.fail("there is no working directory") : true;
}

bool changeFolder(StandardCall& call) {
  if (!call.may(Effect::Process, "changing the working folder to '" + call.string(0) + "'"))
    return false;
  std::error_code error;
  fs::current_path(call.string(0), error);
  return error ? cannot(call, "the working folder can't be " + call.string(0), error) : true;
}

bool environmentVariable(StandardCall& call) {
  const char* content = std::getenv(call.string(0).c_str());
  std::string text = content ? content : "";
  if (call.integer(1) != 0) std::replace(text.begin(), text.end(), '\\', '/');
  call.setString(2, std::move(text));
  call.setInteger(3, content != nullptr);
  return true;
}

bool setEnvironmentVariable(StandardCall& call) {
  if (!call.may(Effect::Process, "setting the environment variable '" + call.string(0) + "'"))
    return false;
  if (::setenv(call.string(0).c_str(), call.string(1).c_str(), 1) == 0) return true;
  return call.fail("the environment variable " + call.string(0) + " can't be set");
}

bool localTime(StandardCall& call) {
  const auto now = std::chrono::system_clock::now();
  const std::time_t seconds = std::chrono::system_clock::to_time_t(now);
  const auto ms = std::chrono::duration_cast<std::chrono::milliseconds>(now.time_since_epoch());
  std::tm parts{};
  localtime_r(&seconds, &parts);
  const int64_t values[] = {ms.count() % 1000, parts.tm_sec,     parts.tm_min,        parts.tm_hour,
                            parts.tm_mday,     parts.tm_mon + 1, parts.tm_year + 1900};
  for (size_t i = 0; i < std::size(values); ++i) call.setInteger(i, values[i]);
  return true;
}

bool processNumber(StandardCall& call) {
  call.result.integers.assign(1, getpid());
  return true;
}

bool runCommand(StandardCall& call) {
  if (!call.may(Effect::Command, call.string(0))) return false;
  std::fflush(stdout);
  call.result.integers.assign(1, std::system(call.string(0).c_str()));
  return true;
}

bool endProgram(StandardCall& call) {
  const std::string status = std::to_string(call.integer(0));
  if (!call.may(Effect::Process, "ending the program with status " + status)) return false;
  call.gate->endProgram(static_cast<int>(call.integer(0)));
  return call.fail("the model ends the program, with status " + status);
}

}  // namespace formola::standard
