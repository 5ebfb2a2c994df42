#include "edit/arguments.h"

#include <algorithm>

namespace formola::edit {

using namespace ast;
using syntax::Tok;

Path splitPath(std::string_view dotted) {
  Path path;
  std::string part;
  bool quoted = false;
  for (char c : dotted) {
    if (c == '\'') quoted = !quoted;
    if (c == '.' && !quoted) {
      path.push_back(std::exchange(part, {}));
    } else {
      part += c;
    }
  }
  if (!part.empty() || !path.empty()) path.push_back(part);
  return path;
}

size_t closingBracket(const TokenList& tokens, size_t open) {
  int depth = 0;
  for (size_t i = open; i < tokens.size(); ++i) {
    const Tok kind = tokens[i].kind;
    if (kind == Tok::LeftParen || kind == Tok::LeftBracket || kind == Tok::LeftBrace) ++depth;
    if (kind == Tok::RightParen || kind == Tok::RightBracket || kind == Tok::RightBrace) --depth;
    if (depth == 0) return i;
  }
  return tokens.size() - 1;
}

std::string_view equalsOf(const Document& document, const Modification* list) {
  if (!list) return "=";
  for (const Argument* argument : list->arguments) {
    if (!argument->modification || !argument->modification->binding) continue;
    const TokenList& tokens = document.tokens();
    const size_t value = tokens.firstEndingAfter(argument->modification->binding->range.begin);
    return value > 0 && tokens.gap(value).empty() ? "=" : " = ";
  }
  return "=";
}

namespace {

// How far the name of an argument goes along the path; 0: another way.
size_t stepsAlong(const Document& document, const Argument& argument, const Path& path,
                  size_t from) {
  if (argument.kind != ArgumentKind::Modify) return 0;
  const auto parts = argument.name.parts;
  if (parts.empty() || parts.size() > path.size() - from) return 0;
  for (size_t i = 0; i < parts.size(); ++i)
    if (document.nameOf(parts[i].name) != path[from + i]) return 0;
  return parts.size();
}

// The arguments on the way along the path, as far as there are any.
struct Way {
  std::vector<const Argument*> arguments;
  std::vector<const Modification*> lists;  // that hold them
  size_t done = 0;                         // parts of the path
};

void follow(const Document& document, const Modification* list, const Path& path, size_t from,
            Way way, Way& best) {
  if (way.done > best.done || best.lists.empty()) best = way;
  if (!list || from == path.size()) return;
  for (const Argument* argument : list->arguments) {
    const size_t steps = stepsAlong(document, *argument, path, from);
    if (steps == 0) continue;
    Way longer = way;
    longer.arguments.push_back(argument);
    longer.lists.push_back(list);
    longer.done = from + steps;
    follow(document, argument->modification, path, from + steps, longer, best);
  }
}

Way findWay(const Document& document, const Modification* list, const Path& path) {
  Way best;
  follow(document, list, path, 0, {}, best);
  return best;
}

Modified placeOf(const Argument& argument) {
  return {argument.modification, argument.name.range.end};
}

// The brackets of a list of arguments, as tokens.
struct Brackets {
  size_t open, close;
};

Brackets bracketsOf(const Document& document, const Modification& list) {
  const TokenList& tokens = document.tokens();
  const size_t open = tokens.firstEndingAfter(list.range.begin);
  return {open, closingBracket(tokens, open)};
}

// "a(b = v)" for {"a", "b"}.
std::string written(const Path& path, size_t from, const std::string& value,
                    std::string_view equals) {
  std::string text;
  for (size_t i = from; i < path.size(); ++i) text += (i > from ? "(" : "") + path[i];
  text += std::string(equals) + value;
  text.append(path.size() - from - 1, ')');
  return text;
}

// Where a new last argument goes, and what stands before it.
void appendArgument(const Document& document, const Modification& list, const std::string& text,
                    bool first, Patch& patch) {
  const TokenList& tokens = document.tokens();
  if (list.arguments.empty()) {
    const Brackets brackets = bracketsOf(document, list);
    patch.push_back(
        {tokens[brackets.open].end, tokens[brackets.open].end, (first ? "" : ", ") + text});
    return;
  }
  const Argument& last = *list.arguments.back();
  const size_t token = tokens.firstEndingAfter(last.range.begin);
  std::string separator = ", ";
  if (tokens.gap(token).find('\n') != std::string_view::npos) {
    separator =
        "," + std::string(document.lineEnd()) + std::string(document.indentAt(last.range.begin));
  }
  patch.push_back({last.range.end, last.range.end, separator + text});
}

void setValue(const Document& document, const Modified& place, const std::string& value,
              std::string_view equals, Patch& patch) {
  const Modification* m = place.modification;
  if (m && m->binding) {
    patch.push_back({m->binding->range.begin, m->binding->range.end, value});
  } else if (m && m->breaks) {
    const size_t last = document.tokens().firstFrom(m->range.end) - 1;
    patch.push_back({document.tokens()[last].begin, document.tokens()[last].end, value});
  } else {
    const uint32_t at = m ? m->range.end : place.end;
    patch.push_back({at, at, std::string(equals) + value});
  }
}

// The word `each` of the arguments along the way: taken away, or put before the last one.
void setEach(const Document& document, const Way& way, Each wanted, Patch& patch) {
  const bool given = std::ranges::any_of(way.arguments, [](const Argument* a) { return a->each; });
  if (wanted == Each::Yes && !given && !way.arguments.empty()) {
    const uint32_t at = way.arguments.back()->range.begin;
    patch.push_back({at, at, "each "});
  }
  if (wanted != Each::No) return;
  const TokenList& tokens = document.tokens();
  for (const Argument* argument : way.arguments) {
    size_t token = tokens.firstEndingAfter(argument->range.begin);
    while (argument->each && tokens.text(token) != "each") ++token;
    if (argument->each) patch.push_back({tokens[token].begin, tokens[token + 1].begin, ""});
  }
}

// Whether the modifiers end with the value "= v" or "= break".
bool hasValue(const Modification* m) {
  return m && (m->binding || m->breaks);
}

}  // namespace

const Argument* findArgumentAt(const Document& document, const Modification* list,
                               const Path& path) {
  const Way way = findWay(document, list, path);
  return !path.empty() && way.done == path.size() ? way.arguments.back() : nullptr;
}

void setArguments(const Document& document, const Modified& place,
                  const std::vector<Setting>& settings, Patch& patch) {
  // New arguments of one list are collected: they go to one place.
  struct New {
    Modified place;
    std::vector<std::string> texts;
  };
  std::vector<New> added;
  for (const Setting& setting : settings) {
    if (setting.path.empty()) {
      setValue(document, place, setting.value, " = ", patch);
      continue;
    }
    const Way way = findWay(document, place.modification, setting.path);
    const Modified innermost = way.arguments.empty() ? place : placeOf(*way.arguments.back());
    if (way.done == setting.path.size()) {
      setEach(document, way, setting.each, patch);
      setValue(document, innermost, setting.value, equalsOf(document, way.lists.back()), patch);
      continue;
    }
    const Modification* near = innermost.modification && innermost.modification->hasArguments
                                   ? innermost.modification
                               : way.lists.empty() ? nullptr
                                                   : way.lists.back();
    const bool given =
        std::ranges::any_of(way.arguments, [](const Argument* a) { return a->each; });
    const std::string text =
        (setting.each == Each::Yes && !given ? "each " : "") +
        written(setting.path, way.done, setting.value, equalsOf(document, near));
    auto same = std::find_if(added.begin(), added.end(), [&](const New& n) {
      return n.place.modification == innermost.modification && n.place.end == innermost.end;
    });
    if (same == added.end()) same = added.insert(added.end(), New{innermost, {}});
    same->texts.push_back(text);
  }
  for (const New& n : added) {
    const Modification* m = n.place.modification;
    if (m && m->hasArguments) {
      for (size_t i = 0; i < n.texts.size(); ++i)
        appendArgument(document, *m, n.texts[i], i == 0, patch);
      continue;
    }
    std::string list;
    for (const std::string& text : n.texts) list += (list.empty() ? "" : ", ") + text;
    patch.push_back({n.place.end, n.place.end, "(" + list + ")"});
  }
}

namespace {

// "= value" with the blanks before it.
void removeValue(const Document& document, const Modified& place, Patch& patch) {
  const TokenList& tokens = document.tokens();
  const Modification& m = *place.modification;
  uint32_t from = place.end;
  if (m.hasArguments) from = tokens[bracketsOf(document, m).close].end;
  const size_t equals = tokens.firstFrom(from);
  const bool comment = tokens.gap(equals).find('/') != std::string_view::npos;
  patch.push_back({comment ? tokens[equals].begin : from, m.range.end, ""});
}

// An argument with the comma before or behind it.
void removeFromList(const Document& document, const Modification& list, const Argument& argument,
                    Patch& patch) {
  const TokenList& tokens = document.tokens();
  const size_t first = tokens.firstEndingAfter(argument.range.begin);
  const size_t behind = tokens.firstFrom(argument.range.end);
  auto isPlain = [&](size_t gap) { return tokens.gap(gap).find('/') == std::string_view::npos; };
  if (tokens[behind].kind == Tok::Comma) {
    const bool joined = isPlain(behind) && isPlain(behind + 1);
    if (!joined) {
      patch.push_back({argument.range.begin, argument.range.end, ""});
      patch.push_back({tokens[behind].begin, tokens[behind].end, ""});
      return;
    }
    patch.push_back({argument.range.begin, tokens[behind + 1].begin, ""});
    return;
  }
  if (&argument != list.arguments.front()) {
    const size_t comma = first - 1;
    if (isPlain(first)) {
      patch.push_back({tokens[comma].begin, argument.range.end, ""});
    } else {
      patch.push_back({tokens[comma].begin, tokens[comma].end, ""});
      patch.push_back({argument.range.begin, argument.range.end, ""});
    }
    return;
  }
  patch.push_back({argument.range.begin, argument.range.end, ""});
}

}  // namespace

bool removeArgument(const Document& document, const Modified& place, const Path& path,
                    Patch& patch) {
  if (path.empty()) {
    if (!hasValue(place.modification)) return false;
    removeValue(document, place, patch);
    return true;
  }
  const Way way = findWay(document, place.modification, path);
  if (way.done != path.size() || !hasValue(way.arguments.back()->modification)) return false;
  size_t i = way.arguments.size() - 1;
  if (way.arguments[i]->modification->hasArguments) {
    removeValue(document, placeOf(*way.arguments[i]), patch);
    return true;
  }
  // outwards as long as nothing else is left in the list
  while (i > 0 && way.lists[i]->arguments.size() == 1 && !hasValue(way.lists[i])) --i;
  const Modification& list = *way.lists[i];
  if (list.arguments.size() == 1) {
    const Brackets brackets = bracketsOf(document, list);
    const TokenList& tokens = document.tokens();
    const bool comment = document.text()
                                 .substr(tokens[brackets.open].end,
                                         way.arguments[i]->range.begin - tokens[brackets.open].end)
                                 .find('/') != std::string_view::npos ||
                         tokens.gap(brackets.close).find('/') != std::string_view::npos;
    if (!comment) {
      patch.push_back({tokens[brackets.open].begin, tokens[brackets.close].end, ""});
      return true;
    }
  }
  removeFromList(document, list, *way.arguments[i], patch);
  return true;
}

const Argument* findRedeclaration(const Document& document, const Modification* list,
                                  std::string_view element) {
  if (!list) return nullptr;
  for (const Argument* argument : list->arguments) {
    const Symbol name = argument->kind == ArgumentKind::RedeclareClass && argument->classDef
                            ? argument->classDef->name
                        : argument->kind == ArgumentKind::RedeclareComponent && argument->component
                            ? argument->component->name
                            : Symbol();
    if (name.valid() && document.nameOf(name) == element) return argument;
  }
  return nullptr;
}

bool setRedeclaration(const Document& document, const Modified& place, std::string_view element,
                      const std::string& text, Patch& patch) {
  const Modification* list = place.modification;
  const Argument* old = findRedeclaration(document, list, element);
  if (old && !text.empty()) {
    patch.push_back({old->range.begin, old->range.end, text});
  } else if (old && list->arguments.size() == 1) {
    const Brackets brackets = bracketsOf(document, *list);
    const TokenList& tokens = document.tokens();
    patch.push_back({tokens[brackets.open].begin, tokens[brackets.close].end, ""});
  } else if (old) {
    removeFromList(document, *list, *old, patch);
  } else if (text.empty()) {
    return false;
  } else if (list && list->hasArguments) {
    appendArgument(document, *list, text, true, patch);
  } else {
    patch.push_back({place.end, place.end, "(" + text + ")"});
  }
  return true;
}

}  // namespace formola::edit
