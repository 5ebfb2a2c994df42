// The shared object of an FMU and its functions by name.
#pragma once

#include <string>

namespace formola::fmu {

class Library {
 public:
  Library() = default;
  ~Library();
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;

  // "": loaded; else why not.
  std::string open(const std::string& path);
  void* symbol(const char* name) const;

  // Finds a function that must be there; the first one that is missing is kept.
  template <typename F>
  void need(F*& function, const char* name) {
    function = reinterpret_cast<F*>(symbol(name));
    if (!function && missing_.empty()) missing_ = name;
  }
  template <typename F>
  void may(F*& function, const char* name) {
    function = reinterpret_cast<F*>(symbol(name));
  }
  const std::string& missing() const { return missing_; }

 private:
  void* handle_ = nullptr;
  std::string missing_;
};

}  // namespace formola::fmu
