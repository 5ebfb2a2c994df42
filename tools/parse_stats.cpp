// formola_parse_stats: parses every .mo file under the given files and folders and reports speed
// and errors.
//
//   formola_parse_stats [--round-trip] [--repeat N] PATH...
//
// With --round-trip each file without errors is also printed, parsed again and compared.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "diag/codes/syntax.h"
#include "diag/diag.h"
#include "syntax/parser.h"
#include "syntax/printer.h"

namespace {

using namespace formola;
namespace fs = std::filesystem;

std::vector<std::string> findModelicaFiles(const std::vector<std::string>& roots) {
  std::vector<std::string> paths;
  for (const std::string& root : roots) {
    if (!fs::is_directory(root)) {
      paths.push_back(root);
      continue;
    }
    for (const auto& entry : fs::recursive_directory_iterator(root)) {
      if (entry.is_regular_file() && entry.path().extension() == ".mo") {
        paths.push_back(entry.path().string());
      }
    }
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

// True if printing and parsing again gives an equal tree; says what went wrong if not.
bool roundTrips(const std::string& path, const ast::StoredDefinition& tree, Interner& names) {
  SourceManager sources;
  Diagnostics diagnostics(sources);
  Arena arena;
  FileId file = sources.add(path + " (printed)", print(tree, names));
  const ast::StoredDefinition* again = parseFile(file, sources, names, arena, diagnostics);
  if (!diagnostics.all().empty()) {
    fmt::print("{}", renderText(diagnostics, {}));
    return false;
  }
  if (equal(tree, *again)) return true;
  fmt::print("{}: the printed file parses to a different tree\n", path);
  return false;
}

}  // namespace

int main(int argc, char** argv) {
  bool roundTrip = false;
  int repeat = 1;
  std::vector<std::string> roots;
  for (int i = 1; i < argc; ++i) {
    std::string argument = argv[i];
    if (argument == "--round-trip") {
      roundTrip = true;
    } else if (argument == "--repeat" && i + 1 < argc) {
      repeat = std::max(1, std::atoi(argv[++i]));
    } else {
      roots.push_back(argument);
    }
  }
  if (roots.empty()) {
    fmt::print(stderr, "usage: formola_parse_stats [--round-trip] [--repeat N] PATH...\n");
    return 2;
  }

  SourceManager sources;
  Diagnostics diagnostics(sources);
  std::vector<FileId> files;
  uint64_t bytes = 0;
  for (const std::string& path : findModelicaFiles(roots)) {
    FileId file = sources.load(path);
    if (!file) {
      diagnostics.report(diag::CannotReadFile, {}, path, "the file cannot be opened");
      continue;
    }
    files.push_back(file);
    bytes += sources.text(file).size();
  }

  double best = 0;
  std::optional<Interner> names(std::in_place);
  Arena arena;
  std::vector<const ast::StoredDefinition*> trees;
  for (int run = 0; run < repeat; ++run) {
    names.emplace();
    arena = Arena();
    trees.clear();
    std::clock_t start = std::clock();  // processor time: other work on the machine does not count
    for (FileId file : files) trees.push_back(parseFile(file, sources, *names, arena, diagnostics));
    double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    if (run == 0 || seconds < best) best = seconds;
  }
  double megabytes = static_cast<double>(bytes) / 1e6;
  fmt::print(
      "{} files, {:.2f} MB, {:.3f} s of processor time, {:.1f} MB/s, tree {:.1f} MB, {} names, {} "
      "diagnostics\n",
      files.size(), megabytes, best, megabytes / best, static_cast<double>(arena.bytes()) / 1e6,
      names->size(), diagnostics.all().size());
  fmt::print("{}", renderText(diagnostics, {}));

  size_t failures = 0;
  if (roundTrip && !diagnostics.hasErrors()) {
    for (size_t i = 0; i < trees.size(); ++i) {
      if (!roundTrips(std::string(sources.name(files[i])), *trees[i], *names)) ++failures;
    }
    fmt::print("round trip: {} of {} files differ\n", failures, trees.size());
  }
  return diagnostics.hasErrors() || failures > 0 ? 1 : 0;
}
