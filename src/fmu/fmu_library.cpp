#include "fmu/fmu_library.h"

#include <dlfcn.h>

namespace formola::fmu {

Library::~Library() {
  if (handle_ != nullptr) dlclose(handle_);
}

std::string Library::open(const std::string& path) {
  handle_ = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle_ != nullptr) return {};
  const char* error = dlerror();
  std::string text = error != nullptr ? error : "it cannot be loaded";
  // "/tmp/…/x.so: cannot open …": the folder is ours and tells nothing
  if (text.starts_with(path + ": ")) text.erase(0, path.size() + 2);
  return text;
}

void* Library::symbol(const char* name) const {
  return dlsym(handle_, name);
}

}  // namespace formola::fmu
