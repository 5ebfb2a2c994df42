#include "results/result_sink.h"

#include <algorithm>
#include <cctype>
#include <filesystem>

#include "results/csv_writer.h"
#include "results/mat4_writer.h"

namespace formola::results {

bool TeeSink::begin(const ResultLayout& layout) {
  for (ResultSink* sink : sinks_) {
    if (!sink->begin(layout)) fail(sink->error());
  }
  return error().empty();
}

bool TeeSink::row(double time, std::span<const double> values) {
  for (ResultSink* sink : sinks_) {
    if (!sink->row(time, values)) fail(sink->error());
  }
  return error().empty();
}

bool TeeSink::finish() {
  for (ResultSink* sink : sinks_) {
    if (!sink->finish()) fail(sink->error());
  }
  return error().empty();
}

std::unique_ptr<ResultSink> makeFileSink(const std::string& path, std::string& error,
                                         FlushPolicy policy) {
  std::string extension = std::filesystem::path(path).extension().string();
  std::transform(extension.begin(), extension.end(), extension.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  if (extension == ".csv") return std::make_unique<CsvWriter>(path, policy);
  if (extension == ".mat") return std::make_unique<Mat4Writer>(path, policy);
  error = "the result file '" + path + "' must end in .csv or .mat";
  return nullptr;
}

}  // namespace formola::results
