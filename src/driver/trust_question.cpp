#include "driver/trust_question.h"

#include <unistd.h>

#include <cstdio>

namespace formola {

namespace fs = std::filesystem;

namespace {

// The first character of a line from the terminal; 0 at its end. Read directly, so that nothing of
// what comes behind it is taken away from others.
char readAnswer() {
  char first = 0;
  bool begun = false;
  for (char c = 0; read(STDIN_FILENO, &c, 1) == 1 && c != '\n';) {
    if (!begun && c != ' ') first = c;
    begun = begun || c != ' ';
  }
  return first;
}

}  // namespace

TrustAnswer askOnTerminal(const TrustQuestion& question) {
  const EffectRequest& request = question.refusal.request;
  std::string text = "\nformola: " + request.file + ": the function '" + request.function +
                     "': " + refusalText(request) + "\n  not trusted:";
  for (const std::string& one : question.refusal.untrusted) text += " " + one;
  const fs::path file = trustFile();
  text += "\n  allow it? y: this once, r: all that these do in this run";
  if (!file.empty()) text += ", a: always (kept in " + file.string() + ")";
  text += ", n: no [n] ";
  std::fflush(stdout);
  std::fputs(text.c_str(), stderr);
  switch (readAnswer()) {
    case 'y':
      return TrustAnswer::Once;
    case 'r':
      return TrustAnswer::Run;
    case 'a':
      if (!extendTrustFile(file, question.homes))
        std::fprintf(stderr, "formola: '%s' cannot be written\n", file.c_str());
      return TrustAnswer::Always;
    default:
      return TrustAnswer::No;
  }
}

bool canAsk() {
  return isatty(STDIN_FILENO) != 0 && isatty(STDERR_FILENO) != 0;
}

}  // namespace formola
