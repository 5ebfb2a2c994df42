#include "evaluate/effects.h"

#include "diag/codes/effects.h"

namespace formola {

std::string refusalText(const EffectRequest& request) {
  switch (request.effect) {
    case Effect::ForeignCode:
      return "the foreign code " + request.what + " is not trusted";
    case Effect::Command:
      return "the command '" + request.what + "' is refused";
    case Effect::Write:
      return "writing '" + request.what + "' is refused";
    case Effect::Delete:
      return "removing '" + request.what + "' is refused";
    case Effect::Process:
      break;
  }
  return request.what + " is refused";
}

namespace {

DiagCode codeOf(Effect effect) {
  switch (effect) {
    case Effect::ForeignCode:
      return diag::ForeignCodeRefused;
    case Effect::Command:
      return diag::CommandRefused;
    case Effect::Write:
      return diag::WriteRefused;
    case Effect::Delete:
      return diag::DeletionRefused;
    case Effect::Process:
      break;
  }
  return diag::ProcessChangeRefused;
}

std::string joined(const std::vector<std::string>& words, const char* before, const char* between) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : between) + (before + word);
  return text;
}

}  // namespace

Diagnostic& reportRefusal(const EffectRefusal& refusal, Diagnostics& diagnostics) {
  const EffectRequest& request = refusal.request;
  Diagnostic& d =
      diagnostics.report(codeOf(request.effect), request.range, request.function, request.what);
  if (!refusal.untrusted.empty()) d.note("not trusted: " + joined(refusal.untrusted, "", ", "));
  if (!refusal.options.empty())
    d.note("to allow it, if you know what it does: " + joined(refusal.options, "--trust ", " ") +
           " (docs/security.md)");
  return d;
}

}  // namespace formola
