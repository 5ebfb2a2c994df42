#include "driver/search_command.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>

#include "driver/open_model.h"

namespace formola {

int SearchCommand::open() {
  if (const std::string wrong = wrongReport(options_.report); !wrong.empty())
    return complain(wrong);
  std::string problem;
  for (const std::string& text : options_.over) {
    const auto one = analysis::parseUnknown(text, problem);
    if (!one) return complain(problem);
    request_.over.push_back(*one);
  }
  int status = kDone;
  model_ = openModel(options_, status);
  if (!model_) return status;
  if (problem = planSettings(*model_, options_, request_.settings); !problem.empty())
    return complain(problem);
  if (request_.values = setValues(*model_, options_, problem); !problem.empty())
    return complain(problem);
  return kDone;
}

void SearchCommand::watch(const char* progress) {
  interrupts_ = std::make_unique<Interrupts>();
  request_.settings.problem.interrupt = &interrupts_->flag();
  if (isatty(STDERR_FILENO) == 0 || options_.quiet) return;
  request_.progress = [progress](int run, double value) {
    const std::string line = fmt::format(fmt::runtime(progress), run, value);
    std::fprintf(stderr, "\r%s\033[K", line.c_str());
  };
}

bool SearchCommand::writePage(Telling& telling) {
  std::vector<double> start, end;
  for (const analysis::FoundParameter& p : telling.parameters) {
    start.push_back(p.start);
    end.push_back(p.value);
  }
  std::string problem;
  const analysis::Unknowns unknowns =
      analysis::findUnknowns(*model_, request_.over, request_.values, problem);
  telling.page.title = name();
  telling.page.runs = {{telling.label, unknowns.valuesAt(request_.values, end)},
                       {"before", unknowns.valuesAt(request_.values, start)}};
  return writeFitPage(options_.report, *model_, request_.settings, telling.page);
}

bool SearchCommand::writeReport(Telling& telling) {
  if (options_.report.empty()) return true;
  if (options_.report.ends_with(".html")) return writePage(telling);
  std::ofstream file(options_.report);
  file << telling.json;
  return static_cast<bool>(file.flush());
}

int SearchCommand::tell(const analysis::SearchOutcome& found, Telling telling) {
  if (request_.progress) std::fputs("\r\033[K", stderr);
  if (!found.diagnostics.empty()) std::fputs(found.diagnostics.c_str(), stderr);
  if (!found.problem.empty()) return complain(found.problem);
  if (!found.diagnostics.empty()) return kModelWrong;
  if (!found.ok) {
    std::fprintf(stderr, "formola: %s\n", found.cancelled ? "interrupted" : found.message.c_str());
    return kSimulationFailed;
  }
  if (!options_.quiet) {
    std::fputs(telling.text.c_str(), stdout);
    std::string set;
    for (const analysis::FoundParameter& p : telling.parameters)
      set += fmt::format(" --set {}={:.8g}", p.name, p.value);
    std::printf("simulate with:%s\n", set.c_str());
  }
  if (!writeReport(telling)) return complain("cannot write '" + options_.report + "'");
  if (found.converged) return kDone;
  std::fprintf(stderr, "formola: the %s did not come to its end: %s\n", telling.what,
               found.message.c_str());
  return kSimulationFailed;
}

}  // namespace formola
