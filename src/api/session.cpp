// Sessions and translation.
#include <filesystem>

#include "api/handles.h"
#include "support/large_stack.h"

using formola::api::complain;
using formola::api::guarded;
using formola::api::take;

namespace {

using namespace formola;

formola_severity severityOf(Severity severity) {
  return severity == Severity::Error     ? FORMOLA_ERROR
         : severity == Severity::Warning ? FORMOLA_WARNING
                                         : FORMOLA_NOTE;
}

void place(formola_model::Entry& entry, const SourceRange& range, const SourceManager& sources) {
  if (!range.valid()) return;
  entry.file = sources.name(range.file);
  const LineColumn begin = sources.lineColumn(range.file, range.begin);
  const LineColumn end = sources.lineColumn(range.file, range.end);
  entry.line = begin.line;
  entry.column = begin.column;
  entry.endLine = end.line;
  entry.endColumn = end.column;
}

void keepDiagnostics(formola_model& model, const Diagnostics& diagnostics) {
  const SourceManager& sources = diagnostics.sources();
  for (const Diagnostic& d : diagnostics.all()) {
    formola_model::Entry entry{
        severityOf(d.severity), std::string(codeName(d.code)), d.message, {}, d.instance};
    place(entry, d.range, sources);
    model.diagnostics.push_back(std::move(entry));
    for (const DiagNote& note : d.notes) {
      formola_model::Entry noted{FORMOLA_NOTE, std::string(codeName(d.code)), note.message, {}, {}};
      place(noted, note.range, sources);
      model.diagnostics.push_back(std::move(noted));
    }
  }
  model.diagnosticText = renderText(diagnostics, {});
}

void keepTexts(formola_model& model) {
  const StructuredDae& structured = model.translated->model();
  const Interner& names = structured.pool().names;
  auto text = [&](Symbol s) { return s.valid() ? std::string(names.text(s)) : std::string(); };
  for (const VariableId id : model.translated->variables()) {
    const Variable& v = structured.dae.variables[id];
    model.texts.push_back({text(v.name), text(v.comment), text(v.unit), text(v.displayUnit)});
  }
}

formola_speech speechOf(Speech kind) {
  switch (kind) {
    case Speech::Text:
      return FORMOLA_SPEECH_TEXT;
    case Speech::Message:
      return FORMOLA_SPEECH_MESSAGE;
    case Speech::Warning:
      break;
  }
  return FORMOLA_SPEECH_WARNING;
}

CompileOptions optionsOf(const formola_session& session, const formola_translation& given) {
  CompileOptions options;
  options.inputDifferences = true;  // the method is not known yet; others will refuse
  options.libraries = session.libraries;
  if (given.backend != nullptr) options.backend = given.backend;
  for (size_t i = 0; i < given.modifier_count; ++i) options.set.emplace_back(given.modifiers[i]);
  for (size_t i = 0; i < given.trusted_count; ++i) addTrust(given.trusted[i], options.trust);
  if (given.use_trust_file != 0) options.trust.file = trustFile();
  if (given.say != nullptr)
    options.voice.say = [say = given.say, context = given.say_context](Speech kind,
                                                                       const std::string& text) {
      say(context, speechOf(kind), text.c_str());
    };
  return options;
}

}  // namespace

const char* formola_version(void) {
  return FORMOLA_VERSION;
}

formola_session* formola_session_new(void) {
  return new (std::nothrow) formola_session;
}

void formola_session_free(formola_session* session) {
  delete session;
}

const char* formola_session_message(const formola_session* session) {
  return session == nullptr ? "" : session->message.c_str();
}

formola_status formola_session_add_library_path(formola_session* session, const char* folder) {
  return guarded(session, [&] {
    if (folder == nullptr || !std::filesystem::is_directory(folder))
      return complain(session, std::string("there is no folder '") + (folder ? folder : "") + "'");
    session->libraries.emplace_back(folder);
    return FORMOLA_OK;
  });
}

formola_status formola_session_load(formola_session* session, const char* path) {
  return guarded(session, [&] {
    if (path == nullptr || !std::filesystem::exists(path))
      return complain(session,
                      std::string("there is no file or folder '") + (path ? path : "") + "'");
    session->sources.files.emplace_back(path);
    return FORMOLA_OK;
  });
}

formola_status formola_session_load_text(formola_session* session, const char* name,
                                         const char* text) {
  return guarded(session, [&] {
    if (name == nullptr || text == nullptr) return complain(session, "a name or text is missing");
    session->sources.texts.push_back({name, text});
    return FORMOLA_OK;
  });
}

formola_status formola_translate(formola_session* session, const char* name,
                                 const formola_translation* options, formola_model** model) {
  return guarded(session, [&] {
    if (model == nullptr) return complain(session, "there is no place for the model");
    *model = nullptr;
    formola_translation given;
    if (!take(options, given))
      return complain(session, "formola_translation.size is wrong; use FORMOLA_INIT");
    if ((given.modifier_count > 0 && given.modifiers == nullptr) ||
        (given.trusted_count > 0 && given.trusted == nullptr))
      return complain(session, "a count is not 0, but there is no list");
    auto result = std::make_unique<formola_model>();
    formola::ModelSources sources = session->sources;
    sources.model = name == nullptr ? "" : name;
    result->translated =
        std::make_shared<formola::TranslatedModel>(sources, optionsOf(*session, given));
    const formola::TranslatedModel& translated = *result->translated;
    keepDiagnostics(*result, translated.diagnostics());
    result->message = translated.problem();
    result->name = sources.model;
    formola_status status = FORMOLA_OK;
    if (translated.ok()) {
      result->name = translated.model().dae.model;
      keepTexts(*result);
    } else {
      const bool wrong = translated.diagnostics().hasErrors();
      status = wrong ? FORMOLA_MODEL_ERROR : FORMOLA_USAGE_ERROR;
      for (const formola_model::Entry& entry : result->diagnostics)
        if (entry.severity == FORMOLA_ERROR && result->message.empty())
          result->message = entry.text;
    }
    session->message = result->message;
    *model = result.release();
    return status;
  });
}
