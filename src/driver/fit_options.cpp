#include "driver/fit_options.h"

namespace formola {

FitCommands addFitCommands(CLI::App& app, Options& options,
                           const std::function<void(CLI::App*)>& common,
                           const std::function<void(CLI::App*, Options&)>& run) {
  FitCommands commands;
  CLI::App* calibrate = commands.calibrate =
      app.add_subcommand("calibrate", "fit parameters to measurements, with confidence intervals");
  common(calibrate);
  run(calibrate, options);
  calibrate->get_option("--stop")->description("stop time; default: the last measured time");
  calibrate
      ->add_option("--data", options.dataFile,
                   "measurements, .csv or .mat: columns with the names of variables are compared, "
                   "those of inputs drive the model")
      ->type_name("FILE")
      ->required();
  calibrate->add_option("--signals", options.signals, "only these columns are compared")
      ->delimiter(',')
      ->allow_extra_args(false);
  calibrate->add_option("--confidence", options.confidence, "level of the intervals; default: 0.95")
      ->check(CLI::Range(0.01, 0.9999));
  CLI::App* optimize = commands.optimize = app.add_subcommand(
      "optimize", "parameters for which an expression of the result is smallest");
  common(optimize);
  run(optimize, options);
  optimize->add_option("--intervals", options.run.intervals, "number of output intervals")
      ->check(CLI::NonNegativeNumber);
  const std::string form = "of final(x), initial(x), min(x), max(x), mean(x), integral(x)";
  CLI::Option* least =
      optimize->add_option("--minimize", options.minimize, "an expression " + form);
  optimize->add_option("--maximize", options.maximize, "the same, to be made large")
      ->excludes(least);
  optimize
      ->add_option("--subject-to", options.subjectTo,
                   "a condition that must hold: EXPRESSION <= EXPRESSION, or >=")
      ->allow_extra_args(false);
  for (CLI::App* command : {calibrate, optimize}) {
    command
        ->add_option("--over", options.over,
                     "a parameter or start value to find, with bounds: name or name=low:high")
        ->type_name("NAME[=LOW:HIGH]")
        ->allow_extra_args(false)
        ->required();
    command
        ->add_option("--iterations", options.iterations,
                     "at most so many; default: 100; optimize: so many "
                     "evaluations, 500")
        ->check(CLI::Range(1, 1000000));
    command->add_option("--report", options.report, "what came of it, .json or .html")
        ->type_name("FILE");
  }
  return commands;
}

}  // namespace formola
