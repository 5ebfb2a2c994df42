// The options of the commands that search: calibrate and optimize.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>

#include "driver/options.h"

namespace formola {

struct FitCommands {
  CLI::App *calibrate = nullptr, *optimize = nullptr;
};

// `common` adds what all commands on models have, `run` the experiment and the method.
FitCommands addFitCommands(CLI::App& app, Options& options,
                           const std::function<void(CLI::App*)>& common,
                           const std::function<void(CLI::App*, Options&)>& run);

}  // namespace formola
