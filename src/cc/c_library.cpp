#include "cc/c_library.h"

#include "cc/header_texts.h"

namespace formola::cc {

namespace {

const Header kHeaders[] = {
    {"math.h", kHeaderMath},     {"stdarg.h", kHeaderStdarg}, {"stdbool.h", kHeaderStdbool},
    {"stddef.h", kHeaderStddef}, {"stdint.h", kHeaderStdint}, {"stdio.h", kHeaderStdio},
    {"stdlib.h", kHeaderStdlib}, {"string.h", kHeaderString},
};

bool isOfName(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

// The names that the lines "double acos(double);" and "extern FILE *stderr;" declare.
void addDeclared(std::string_view text, SystemLibrary& library) {
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::min(text.find('\n', begin), text.size());
    std::string_view line = text.substr(begin, end - begin);
    begin = end + 1;
    if (!line.ends_with(';') || line[0] == ' ' || line[0] == '#' || line.starts_with("typedef"))
      continue;
    const bool object = line.starts_with("extern ");
    size_t last = object ? line.size() - 1 : line.find('(');
    if (last == std::string_view::npos) continue;
    size_t first = last;
    while (first > 0 && isOfName(line[first - 1])) --first;
    (object ? library.objects : library.functions).emplace_back(line.substr(first, last - first));
  }
}

void add(SystemLibrary& library, std::initializer_list<const char*> names) {
  library.functions.insert(library.functions.end(), names.begin(), names.end());
}

}  // namespace

std::span<const Header> headers() {
  return kHeaders;
}

std::vector<SystemLibrary> systemLibraries(const Machine& machine) {
  SystemLibrary math, rest;
  for (const Header& header : kHeaders)
    addDeclared(header.text, header.name == "math.h" ? math : rest);
  if (machine.windows) {
    rest.name = "ucrtbase.dll";
    rest.functions.insert(rest.functions.end(), math.functions.begin(), math.functions.end());
    rest.objects.clear();
    return {rest};
  }
  // what optimisation makes of others; the library has had them from the beginning
  add(math, {"sincos", "exp10"});
  add(rest, {"bcmp", "putchar", "puts", "stpcpy"});
  std::erase_if(rest.functions, [](const std::string& name) {
    return name.starts_with("__stdio") || name.starts_with("__acrt");
  });
  math.name = "libm.so.6";
  rest.name = "libc.so.6";
  return {math, rest};
}

}  // namespace formola::cc
