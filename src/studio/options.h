// What `formola studio` was asked for.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "compiler/compile_options.h"
#include "compiler/translated_model.h"

namespace formola::studio {

// Writes a model as a program or an FMU: "c", "fmi2", "fmi3". "" or why it cannot be done.
using ExportModel =
    std::function<std::string(const ModelSources& sources, const CompileOptions& options,
                              const std::string& format, const std::string& path)>;

struct StudioOptions {
  std::filesystem::path folder;  // canonical; files are read and written here only
  std::string file;              // in it, opened first; "": none
  std::filesystem::path bundle;  // of the page
  std::string token;             // that pages must know
  CompileOptions compile;        // libraries, trust, cache
  std::string version;
  ExportModel exportModel;
};

}  // namespace formola::studio
