// What the commands that search for parameters, calibrate and optimize, have in common.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "analysis/search.h"
#include "driver/fit_page.h"
#include "driver/options.h"
#include "driver/terminal.h"

namespace formola {

// One search from the command line to its exit status: open, watch, then tell.
class SearchCommand {
 public:
  // `request` must stay.
  SearchCommand(const Options& options, analysis::SearchRequest& request)
      : options_(options), request_(request) {}
  SearchCommand(const SearchCommand&) = delete;
  SearchCommand& operator=(const SearchCommand&) = delete;

  // Purpose: the model, and what every search is given: --over, --set, --stop and the like.
  // Ensures: kDone, or the exit status of a command that cannot go on, which was told.
  int open();
  TranslatedModel& model() { return *model_; }
  const std::string& name() const { return model_->model().dae.model; }

  // Ctrl-C ends the search; on a terminal a line tells how far it is. `progress` formats the
  // number of the run and its value.
  void watch(const char* progress);

  // What a command says of its outcome.
  struct Telling {
    const char* what;  // "fit": what did not come to its end
    std::vector<analysis::FoundParameter> parameters;
    std::string text, json;  // for people and for programs
    const char* label;       // of the run with the found values
    FitPage page;            // with --report x.html; its title and runs are filled in here
  };
  int tell(const analysis::SearchOutcome& found, Telling telling);

 private:
  bool writeReport(Telling& telling);
  bool writePage(Telling& telling);

  const Options& options_;
  analysis::SearchRequest& request_;
  std::unique_ptr<TranslatedModel> model_;
  std::unique_ptr<Interrupts> interrupts_;
};

}  // namespace formola
