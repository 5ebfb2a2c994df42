// formola-cc: one C text as it is generated for FMUs -> a shared library.
//
//   formola-cc MACHINE SOURCE.c LIBRARY [-DNAME[=VALUE]…] [-O0|-O1|-O2]
//
// A program of its own, since the libraries of clang and lld are large, keep states that belong to
// the process, and may end it. Exit status: 0 done, 1 with words of the compiler, 2 wrong call.
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>

#include "cc/compile.h"
#include "cc/link.h"
#include "support/large_stack.h"

namespace {

int make(const formola::cc::Machine& machine, const std::string& source, const std::string& path,
         const formola::cc::CompileOptions& options) {
  std::ifstream file(source, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  std::string error;
  const std::string object = formola::cc::compile(text, machine, options, error);
  if (!object.empty() && formola::cc::link(object, machine, path, error)) return 0;
  std::fprintf(stderr, "%s\n", error.c_str());
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  const formola::cc::Machine* machine = argc > 3 ? formola::cc::machineNamed(argv[1]) : nullptr;
  if (machine == nullptr) {
    std::fprintf(stderr, "formola-cc MACHINE SOURCE.c LIBRARY [-DNAME[=VALUE]...] [-ON]; for:");
    for (const formola::cc::Machine& one : formola::cc::machines())
      std::fprintf(stderr, " %s", std::string(one.name).c_str());
    std::fprintf(stderr, "\n");
    return 2;
  }
  formola::cc::CompileOptions options;
  for (int i = 4; i < argc; ++i) {
    const std::string word = argv[i];
    if (word.starts_with("-D")) options.defines.push_back(word.substr(2));
    if (word.starts_with("-O") && word.size() == 3) options.level = word[2] - '0';
  }
  int status = 1;
  formola::onLargeStack([&] { status = make(*machine, argv[2], argv[3], options); });
  return status;
}
