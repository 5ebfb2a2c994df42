#include "driver/compare.h"

#include <cstdio>

#include "results/compare.h"
#include "results/result_reader.h"

namespace formola {

int compareResults(const Options& options) {
  results::ReadResult files[2];
  for (size_t i = 0; i < 2; ++i) {
    files[i] = results::readResult(options.inputs[i]);
    if (!files[i]) {
      std::fprintf(stderr, "formola: %s\n", files[i].error.c_str());
      return kCommandWrong;
    }
  }
  results::CompareOptions how;
  how.relative = options.compareTolerance;
  results::Comparison comparison = results::compare(files[0].trajectory, files[1].trajectory, how);
  std::fputs(results::toText(comparison, !options.quiet).c_str(), stdout);
  if (!comparison.error.empty()) {
    std::fprintf(stderr, "formola: %s\n", comparison.error.c_str());
    return kCommandWrong;
  }
  return comparison.ok() ? kDone : kModelWrong;
}

}  // namespace formola
