#include "upgrade/convert_text.h"

#include <algorithm>

#include "diag/codes/upgrade.h"
#include "edit/edit_places.h"
#include "edit/walk.h"
#include "upgrade/convert_modifiers.h"
#include "upgrade/edit_set.h"

namespace formola::upgrade {

using namespace ast;
using edit::Document;
using edit::NameRole;
using edit::NameUse;
using syntax::Tok;

namespace {

Path tail(const Path& path, size_t from) {
  return {path.begin() + static_cast<std::ptrdiff_t>(std::min(from, path.size())), path.end()};
}

bool isPredefined(const Path& path) {
  static constexpr std::string_view kTypes[] = {"Real", "Integer", "Boolean", "String"};
  return path.size() == 1 &&
         std::find(std::begin(kTypes), std::end(kTypes), path[0]) != std::end(kTypes);
}

class TextConverter {
 public:
  TextConverter(const Document& document, UserClasses& classes, const ConversionRules& rules,
                FileId file, Diagnostics& diagnostics)
      : document_(document),
        classes_(classes),
        rules_(rules),
        file_(file),
        diagnostics_(diagnostics),
        edits_(document.text()) {}

  ConvertedText convert() {
    for (const ClassDef* top : document_.tree().classes) {
      edit::forEachName(*top, [&](const NameUse& use) { name(use); });
      edit::forEachClass(*top, [&](const ClassDef& def) { declarations(def); });
    }
    addresses();
    convertModifiers(document_, classes_, rules_, file_, diagnostics_, edits_);
    ConvertedText result;
    result.patch = edits_.patch(result.ok);
    result.libraries = std::move(libraries_);
    return result;
  }

 private:
  SourceRange at(const SourceRange& range) const { return {file_, range.begin, range.end}; }

  Path converted(const Path& path) {
    Path now = rules_.converted(path);
    if (now[0] != path[0] && !isPredefined(now)) libraries_.insert(now[0]);
    return now;
  }

  // The parts [first, first + old.size()) of a name become others; equal ones at both ends stay.
  void replaceParts(const Name& name, size_t first, const Path& old, const Path& now) {
    if (old == now || old.empty() || now.empty()) return;
    size_t before = 0, behind = 0;
    const size_t least = std::min(old.size(), now.size()) - 1;
    while (before < least && old[before] == now[before]) ++before;
    while (before + behind < least && old[old.size() - 1 - behind] == now[now.size() - 1 - behind])
      ++behind;
    const NamePart& from = name.parts[first + before];
    const NamePart& to = name.parts[first + old.size() - 1 - behind];
    edits_.add(from.range.begin,
               to.range.begin + static_cast<uint32_t>(document_.nameOf(to.name).size()),
               joined({now.begin() + static_cast<std::ptrdiff_t>(before),
                       now.end() - static_cast<std::ptrdiff_t>(behind)}));
  }

  void name(const NameUse& use) {
    UserClass* where = classes_.classOf(use.where);
    if (!where || use.iterator || use.role == NameRole::Import) return;
    if (use.role == NameRole::Modifier) {
      if (use.modified) modifier(use, *where);
    } else {
      reference(*use.name, *where);
    }
  }

  void reference(const Name& name, UserClass& where) {
    const Resolved found = classes_.resolve(name, where);
    if (!found.library) return;
    const Path parts = partsOf(name, document_);
    const Path rest = tail(parts, found.kept);
    if (found.instance) {
      message(rules_.messageFor(found.base, rest), name.range, found.base, rest);
      replaceParts(name, found.kept, rest, rules_.convertedElements(found.base, rest));
      return;
    }
    Path whole = found.base;
    whole.insert(whole.end(), rest.begin(), rest.end());
    message(rules_.messageFor(whole), name.range, whole, {});
    for (size_t n = 1; n < whole.size(); ++n) {
      const Path owner(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(n));
      message(rules_.messageFor(owner, tail(whole, n)), name.range, owner, tail(whole, n));
    }
    const Path now = converted(whole), base = rules_.converted(found.base);
    const bool isInside = startsWith(now, base) && now.size() > base.size();
    if (isInside && !rest.empty()) {
      replaceParts(name, found.kept, rest, tail(now, base.size()));
    } else if (!rest.empty()) {
      replaceParts(name, 0, parts, now);
    }
  }

  // The element that a modifier, a redeclaration or a named argument is for.
  void modifier(const NameUse& use, UserClass& where) {
    Path parts;
    for (Symbol step : *use.path) parts.emplace_back(document_.nameOf(step));
    const size_t outer = parts.size();
    for (const std::string& part : partsOf(*use.name, document_)) parts.push_back(part);
    const Resolved found = classes_.follow(classes_.resolve(*use.modified, where).meaning, parts);
    if (!found.library || found.kept >= parts.size()) return;
    const Path rest = tail(parts, found.kept);
    message(rules_.messageFor(found.base, rest), use.name->range, found.base, rest);
    const Path now = rules_.convertedElements(found.base, rest);
    if (now == rest) return;
    const size_t own = std::max(outer, found.kept);  // the first part of this name that may change
    const Path mine = tail(parts, own);
    if (own == found.kept) {
      replaceParts(*use.name, own - outer, mine, now);
    } else if (now.size() == rest.size()) {
      replaceParts(*use.name, own - outer, mine, tail(now, own - found.kept));
    } else {
      diagnostics_.report(diag::ConversionByHand, at(use.name->range), joined(rest),
                          "it becomes '" + joined(now) + "', which lies elsewhere");
    }
  }

  void message(const std::string* text, const SourceRange& range, const Path& className,
               const Path& element) {
    if (!text) return;
    const std::string what = joined(className) + (element.empty() ? "" : "." + joined(element));
    diagnostics_.report(diag::ConversionMessage, at(range), what, *text);
  }

  // Imports, and elements that are declared anew.
  void declarations(const ClassDef& def) {
    UserClass* own = classes_.classOf(&def);
    if (!own) return;
    for (const Import* import : own->imports) convertImport(*import, *own);
    for (const Element* element : def.elements) {
      const auto* component = element->dynAs<ComponentDecl>();
      const auto* nested = element->dynAs<ClassDef>();
      if (component && component->prefixes.redeclare)
        redeclared(*own, component->name, component->nameRange, nullptr);
      if (nested && (nested->prefixes.redeclare || nested->form == ClassForm::Extends))
        redeclared(*own, nested->name, nested->nameRange, nested);
    }
  }

  void redeclared(UserClass& owner, Symbol symbol, const SourceRange& range, const ClassDef* def) {
    const std::string name(document_.nameOf(symbol));
    const Resolved found = classes_.inheritedElement(owner, name);
    if (!found.library) return;
    const Path now = rules_.convertedElements(found.base, {name});
    if (now.size() != 1 || now[0] == name) return;
    edits_.add(range.begin, range.end, now[0]);
    if (!def || (def->form != ClassForm::Long && def->form != ClassForm::Extends)) return;
    const edit::TokenList& tokens = document_.tokens();
    const size_t last = edit::endToken(document_, *def) + 1;
    if (last < tokens.size() && tokens.text(last) == name)
      edits_.add(tokens[last].begin, tokens[last].end, now[0]);
  }

  bool isOurs(const Path& path) const {
    // what begins with a class of the texts is theirs
    for (const ClassDef* top : document_.tree().classes)
      if (document_.tree().within.parts.empty() && document_.nameOf(top->name) == path[0])
        return true;
    const auto within = document_.tree().within.parts;
    return !within.empty() && document_.nameOf(within[0].name) == path[0];
  }

  void convertImport(const Import& import, UserClass& where) {
    const Path path = partsOf(import.name, *where.document);
    if (path.empty() || isOurs(path)) return;
    if (import.form == ImportForm::List) {
      convertImportList(import, path);
      return;
    }
    message(rules_.messageFor(path), import.name.range, path, {});
    const Path now = converted(path);
    if (now == path) return;
    replaceParts(import.name, 0, path, now);
    // uses go on with the name that they have
    if (import.form == ImportForm::Qualified && now.back() != path.back())
      edits_.add(import.name.range.begin, import.name.range.begin, path.back() + " = ");
  }

  // import A.{B, C}: as one list if all stay together, else one clause for each.
  void convertImportList(const Import& import, const Path& package) {
    std::vector<std::pair<std::string, Path>> all;
    Path common;
    bool together = true, changed = false;
    for (const NamePart& part : import.names) {
      Path old = package;
      old.emplace_back(document_.nameOf(part.name));
      message(rules_.messageFor(old), part.range, old, {});
      const Path now = converted(old);
      const Path parent(now.begin(), now.end() - 1);
      if (all.empty()) common = parent;
      together = together && parent == common && now.back() == old.back();
      changed = changed || now != old;
      all.emplace_back(old.back(), now);
    }
    if (!changed) return;
    if (together) {
      replaceParts(import.name, 0, package, common);
      return;
    }
    std::string text;
    for (const auto& [alias, now] : all) {
      text += (text.empty() ? "" : "; import ");
      text += (now.back() == alias ? "" : alias + " = ") + joined(now);
    }
    const edit::TokenList& tokens = document_.tokens();
    size_t last = tokens.firstFrom(import.name.range.end);
    while (last < tokens.size() && tokens[last].kind != Tok::RightBrace) ++last;
    edits_.replace(import.name.range.begin, tokens[last].end, text);
  }

  // modelica://Library.Class in texts.
  void addresses() {
    constexpr std::string_view kScheme = "modelica://";
    const edit::TokenList& tokens = document_.tokens();
    for (size_t i = 0; i < tokens.size(); ++i) {
      if (tokens[i].kind != Tok::String) continue;
      const std::string_view text = tokens.text(i);
      for (size_t found = text.find(kScheme); found != std::string_view::npos;
           found = text.find(kScheme, found + 1))
        address(tokens[i].begin + static_cast<uint32_t>(found + kScheme.size()), tokens[i].end);
    }
  }

  void address(uint32_t begin, uint32_t limit) {
    const std::string_view text = document_.text();
    uint32_t end = begin;
    auto isNameChar = [&](char c) {
      return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.';
    };
    while (end < limit && isNameChar(text[end])) ++end;
    while (end > begin && text[end - 1] == '.') --end;
    const Path path = edit::splitPath(text.substr(begin, end - begin));
    if (path.empty() || isOurs(path)) return;
    const Path now = converted(path);
    if (now != path) edits_.add(begin, end, joined(now));
  }

  const Document& document_;
  UserClasses& classes_;
  const ConversionRules& rules_;
  FileId file_;
  Diagnostics& diagnostics_;
  EditSet edits_;
  std::set<std::string> libraries_;
};

}  // namespace

ConvertedText convertText(const Document& document, UserClasses& classes,
                          const ConversionRules& rules, FileId file, Diagnostics& diagnostics) {
  return TextConverter(document, classes, rules, file, diagnostics).convert();
}

}  // namespace formola::upgrade
