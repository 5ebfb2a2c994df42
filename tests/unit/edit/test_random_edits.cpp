// Random edits of whole files: the patch touches only what was edited, and its inverse restores
// every byte.
#include <gtest/gtest.h>

#include "corpus.h"
#include "edit/edits.h"
#include "edit/walk.h"

namespace formola::edit {
namespace {

// Where the line of `offset` ends, before its line end.
uint32_t lineStop(const Document& document, uint32_t offset) {
  const std::string_view text = document.text();
  while (offset < text.size() && text[offset] != '\n') ++offset;
  if (offset > 0 && offset < text.size() && text[offset - 1] == '\r') --offset;
  return offset;
}

class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed * 2 + 1) {}
  size_t below(size_t n) {
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    return n == 0 ? 0 : static_cast<size_t>(state_ >> 33) % n;
  }

 private:
  uint64_t state_;
};

struct Place {
  std::string path;
  const ast::ClassDef* def;
};

void collect(const Document& document, const ast::ClassDef& def, const std::string& prefix,
             std::vector<Place>& places) {
  const std::string path = prefix + std::string(document.nameOf(def.name));
  if (def.form == ast::ClassForm::Long) places.push_back({path, &def});
  for (const ast::Element* element : def.elements)
    if (const auto* nested = element->dynAs<ast::ClassDef>())
      collect(document, *nested, path + ".", places);
}

struct Span {
  uint32_t begin, end;
};

// The brackets behind a word, or behind "word =", in a part of the text.
std::vector<Span> bracketsBehind(const Document& document, const SourceRange& range,
                                 std::string_view word) {
  std::vector<Span> found;
  const TokenList& tokens = document.tokens();
  for (size_t i = tokens.firstFrom(range.begin); i < tokens.size() && tokens[i].end < range.end;
       ++i) {
    if (tokens.text(i) != word) continue;
    const size_t open = tokens.text(i + 1) == "=" ? i + 2 : i + 1;
    if (tokens.text(open) != "(" && tokens.text(open) != "{") continue;
    found.push_back({tokens[open].begin, tokens[closingBracket(tokens, open)].end});
  }
  return found;
}

// The connections of a class to a component.
std::vector<const ast::ConnectEquation*> attached(const Document& document,
                                                  const ast::ClassDef& def,
                                                  const std::string& component) {
  std::vector<const ast::ConnectEquation*> found;
  for (const ast::EquationSection& section : def.equations)
    forEachEquation(section.equations, [&](const ast::Equation& equation) {
      if (equation.kind != ast::EquationKind::Connect) return;
      const auto& connection = equation.as<ast::ConnectEquation>();
      for (const ast::Name* end : {&connection.left, &connection.right})
        if (document.nameOf(end->parts[0].name) == component) {
          found.push_back(&connection);
          return;
        }
    });
  return found;
}

// A declaration up to its ';': with what it is constrained by.
SourceRange itemOf(const Document& document, SourceRange range) {
  const TokenList& tokens = document.tokens();
  size_t i = tokens.firstFrom(range.end);
  while (i < tokens.size() && tokens[i].kind != syntax::Tok::Semicolon) ++i;
  if (i < tokens.size()) range.end = tokens[i].begin;
  return range;
}

enum Kind : size_t {
  kAdd,
  kRemove,
  kRename,
  kSetStart,
  kSetDeep,
  kReset,
  kMove,
  kRotate,
  kFlip,
  kResize,
  kConnect,
  kDisconnect,
  kLine,
  kDescribe,
  kExperiment,
  kDocument,
  kAddClass,
  kKinds
};

// Where an edit may change something.
std::vector<Span> touchable(const Document& document, const Place& place,
                            const ast::ComponentDecl* component, const std::string& name,
                            const ast::ConnectEquation* connection, size_t kind) {
  std::vector<Span> spans;
  auto add = [&](const SourceRange& range) { spans.push_back({range.begin, range.end}); };
  auto addLines = [&](const SourceRange& range) {  // with what else stands on its lines
    spans.push_back({document.lineBegin(range.begin), lineStop(document, range.end) + 2});
  };
  auto addBrackets = [&](const SourceRange& range, std::string_view word) {
    for (const Span& span : bracketsBehind(document, range, word)) spans.push_back(span);
  };
  switch (kind) {
    case kRemove:
      addLines(itemOf(document, component->range));
      for (const auto* each : attached(document, *place.def, name)) addLines(each->range);
      break;
    case kMove:
      for (const auto* each : attached(document, *place.def, name))
        addBrackets(each->range, "points");
      [[fallthrough]];
    case kRotate:
    case kFlip:
      addBrackets(itemOf(document, component->range), "Placement");
      break;
    case kResize:  // with a placement where there was none
    case kSetStart:
    case kSetDeep:
    case kReset:
    case kDescribe:  // without a component of the class
      add(component ? itemOf(document, component->range) : place.def->range);
      break;
    case kDisconnect:
      addLines(connection->range);
      break;
    case kLine:  // of the first one where a text connects the same ends twice
      for (const ast::EquationSection& section : place.def->equations)
        forEachEquation(section.equations, [&](const ast::Equation& equation) {
          if (equation.kind != ast::EquationKind::Connect) return;
          const auto& other = equation.as<ast::ConnectEquation>();
          if (document.text(other.left.range) == document.text(connection->left.range) &&
              document.text(other.right.range) == document.text(connection->right.range))
            add(other.range);
        });
      break;
    case kExperiment:
    case kDocument:
      if (place.def->comment.annotation) add(place.def->comment.annotation->range);
      break;
    default:
      break;
  }
  return spans;
}

// Items of their own, and annotations that were not there.
bool insertsElsewhere(size_t kind) {
  return kind == kAdd || kind == kConnect || kind == kAddClass || kind == kExperiment ||
         kind == kDocument;
}

// What an edit takes away lies where it may; of a rename it is the name, nothing else.
void checkReach(const Document& document, const std::vector<Span>& spans, const Patch& patch,
                const std::string& name, size_t kind, const std::string& what) {
  for (const TextEdit& edit : patch) {
    const std::string_view old = document.text().substr(edit.begin, edit.end - edit.begin);
    if (kind == kRename) {
      ASSERT_EQ(old, name) << what;
      continue;
    }
    if (old.empty() && insertsElsewhere(kind)) continue;
    const bool inside = std::any_of(spans.begin(), spans.end(), [&](const Span& span) {
      return span.begin <= edit.begin && edit.end <= span.end;
    });
    ASSERT_TRUE(inside) << what << ": '" << old << "' becomes '" << edit.text << "'";
  }
}

// Edits lie in the class, the text after them is right, and the inverse restores every byte.
void check(const Document& document, const Place& place, const Outcome& outcome,
           const std::string& what) {
  const std::string text(document.text());
  uint32_t end = lineStop(document, place.def->range.end) + 2;
  for (const TextEdit& edit : outcome.patch) {
    ASSERT_GE(edit.begin, document.lineBegin(place.def->range.begin)) << what;
    ASSERT_LE(edit.end, end) << what;
  }
  const std::string after = applyPatch(text, outcome.patch);
  ASSERT_TRUE(applyPatch(after, inverse(text, outcome.patch)) == text) << what;
  const Document again(std::string(document.name()), after);
  ASSERT_FALSE(again.hasErrors()) << what << "\n" << renderText(again.diagnostics(), {});
  // Tokens before the first and behind the last edit are the same, byte for byte.
  if (outcome.patch.empty()) return;
  const size_t head = outcome.patch.front().begin, tail = text.size() - outcome.patch.back().end;
  ASSERT_EQ(after.compare(0, head, text, 0, head), 0) << what;
  ASSERT_EQ(after.compare(after.size() - tail, tail, text, text.size() - tail, tail), 0) << what;
}

// The values in a list of modifiers, and in those within it.
void addValues(const ast::Modification* given, std::vector<SourceRange>& to) {
  if (!given) return;
  if (given->binding) to.push_back(given->binding->range);
  for (const ast::Argument* argument : given->arguments) addValues(argument->modification, to);
}

// A new value takes away the old one, nothing else, and puts in a few bytes.
void checkValue(const ast::ComponentDecl& component, const Patch& patch, const std::string& what) {
  std::vector<SourceRange> values;
  addValues(component.modification, values);
  size_t added = 0;
  for (const TextEdit& edit : patch) {
    added += edit.text.size();
    const bool isValue = std::any_of(values.begin(), values.end(), [&](const SourceRange& value) {
      return value.begin == edit.begin && value.end == edit.end;
    });
    ASSERT_TRUE(edit.begin == edit.end || isValue) << what;
  }
  ASSERT_LE(added, 200u) << what;
}

class Session {
 public:
  Session(const std::string& path, const std::string& text, uint64_t seed)
      : random_(seed), path_(path), document_(std::make_unique<Document>(path, text)) {
    for (const ast::ClassDef* def : document_->tree().classes)
      collect(*document_, *def, "", places_);
  }

  bool usable() const { return !document_->hasErrors() && !places_.empty(); }
  int done = 0;

  void edit() {
    const Place& place = places_[random_.below(places_.size())];
    std::vector<const ast::ComponentDecl*> components;
    for (const ast::Element* element : place.def->elements)
      if (const auto* c = element->dynAs<ast::ComponentDecl>()) components.push_back(c);
    const ast::ComponentDecl* component =
        components.empty() ? nullptr : components[random_.below(components.size())];
    const std::string name(component ? document_->nameOf(component->name) : "");
    const size_t kind = random_.below(kKinds);
    const auto lines = component ? attached(*document_, *place.def, name)
                                 : std::vector<const ast::ConnectEquation*>();
    const ast::ConnectEquation* line = lines.empty() ? nullptr : lines[random_.below(lines.size())];
    if ((kind == kDisconnect || kind == kLine) && !line) return;
    const Outcome outcome = make(kind, place, name, line);
    if (!outcome.ok()) return;
    ++done;
    const std::string what = path_ + ": " + std::to_string(kind) + " " + place.path + "." + name;
    check(*document_, place, outcome, what);
    checkReach(*document_, touchable(*document_, place, component, name, line, kind), outcome.patch,
               name, kind, what);
    if (kind == kSetStart || kind == kSetDeep) checkValue(*component, outcome.patch, what);
  }

 private:
  Outcome make(size_t kind, const Place& p, const std::string& c,
               const ast::ConnectEquation* line) {
    const Document& d = *document_;
    const auto dx = static_cast<double>(random_.below(200)) - 100;
    auto endOf = [&](bool left) {
      return std::string(d.text(left ? line->left.range : line->right.range));
    };
    switch (kind) {
      case kAdd:
        return addComponent(d, p.path, {"Some.Type", "added_1", "a = 1", "\xC3\xBC", {}});
      case kRemove:
        return removeComponent(d, p.path, c);
      case kRename:
        return renameComponent(d, p.path, c, "renamed_1");
      case kSetStart:
        return setModifier(d, p.path, c, "start", "1.5");
      case kSetDeep:
        return setModifier(d, p.path, c, "a.b", "x + 1");
      case kReset:
        return resetModifier(d, p.path, c, "");
      case kMove:
        return moveComponent(d, p.path, c, dx, 10);
      case kRotate:
        return rotateComponent(d, p.path, c, 90);
      case kFlip:
        return flipComponent(d, p.path, c, Flip::Vertical);
      case kResize:
        return resizeComponent(d, p.path, c, {{dx, 0}, {dx + 20, 20}});
      case kConnect:
        return connect(d, p.path, "added_1.p", "added_2.n", {{0, 0}, {dx, 1}});
      case kDisconnect:
        return disconnect(d, p.path, endOf(true), endOf(false));
      case kLine:
        return setLinePoints(d, p.path, endOf(true), endOf(false), {{0, 0}, {dx, 0}, {dx, 7}});
      case kDescribe:
        return setDescription(d, p.path, c, "A new \"text\"");
      case kExperiment:
        return setExperiment(d, p.path, {{}, 10, 1e-6, {}});
      case kDocument:
        return setDocumentation(d, p.path, "<p>\xC3\xA4</p>");
      default:
        return addClass(d, p.path, "model Added_1\nend Added_1");
    }
  }

  Random random_;
  std::string path_;
  std::unique_ptr<Document> document_;
  std::vector<Place> places_;
};

// The same text with CRLF and tabs.
std::string withCarriageReturns(const std::string& text) {
  std::string other;
  for (char c : text) {
    if (c == '\n' && !other.ends_with('\r')) other += '\r';
    other += c;
  }
  for (size_t at = 0; (at = other.find("\n    ", at)) != std::string::npos; ++at)
    other.replace(at + 1, 4, "\t");
  return other;
}

// With comments in annotations and behind commas, in letters beyond ASCII.
std::string withComments(const std::string& text) {
  const TokenList tokens(text);
  std::string other;
  for (size_t i = 0; i < tokens.size(); ++i) {
    other += std::string(tokens.gap(i)) + std::string(tokens.text(i));
    const std::string_view before = i > 0 ? tokens.text(i - 1) : "";
    if (tokens.text(i) == "(" && (before == "Placement" || before == "annotation"))
      other += " /* \xC3\xBC \xE2\x86\x92 { ( */ ";
    if (tokens.text(i) == "=" && (before == "points" || before == "extent"))
      other += " // \xE6\x97\xA5\n ";
    if (tokens.text(i) == "," && i % 7 == 0) other += "/*,*/";
  }
  return other + std::string(tokens.gap(tokens.size()));
}

// With lines of 300 columns and more, where no comment ends a line.
std::string withLongLines(const std::string& text) {
  const TokenList tokens(text);
  std::string other;
  for (size_t i = 0; i <= tokens.size(); ++i) {
    const std::string gap(tokens.gap(i));
    const size_t line = other.rfind('\n') + 1;  // npos + 1: from the begin
    const bool comment = gap.find('/') != std::string::npos;
    const bool joins = !comment && gap.find('\n') != std::string::npos && i < tokens.size() &&
                       other.size() - line < 300;
    other += joins ? " " : gap;
    if (i < tokens.size()) other += tokens.text(i);
  }
  return other;
}

int editFiles(const std::vector<std::string>& paths, int each, uint64_t seed) {
  int done = 0;
  for (const std::string& path : paths) {
    std::string text = readFile(path);
    if (seed % 4 == 1) text = withCarriageReturns(text);
    if (seed % 4 == 2) text = withComments(text);
    if (seed % 4 == 3) text = withLongLines(text);
    Session session(path, text, seed++);
    if (!session.usable()) continue;
    for (int i = 0; i < each; ++i) {
      session.edit();
      if (::testing::Test::HasFatalFailure()) return done;
    }
    done += session.done;
  }
  return done;
}

TEST(RandomEdits, otherFormsAreTheSameTokens) {
  const std::string text =
      "model M // c\n  A a(x = 1,\n    y = 2) annotation (Placement(extent={{1,2},\n {3,4}}));\n"
      "  B b; /* k\n */ C c;\nend M;\n";
  auto tokens = [](const std::string& from) {
    const TokenList list(from);
    std::string all;
    for (size_t i = 0; i < list.size(); ++i) all += std::string(list.text(i)) + ' ';
    return all;
  };
  for (const std::string& other :
       {withCarriageReturns(text), withComments(text), withLongLines(text)}) {
    EXPECT_NE(other, text);
    EXPECT_EQ(tokens(other), tokens(text));
  }
}

TEST(RandomEdits, library) {
  std::vector<std::string> paths = modelicaFiles(FORMOLA_ROOT "/library");
  EXPECT_GT(editFiles(paths, 4, 1), 100);
}

TEST(RandomEdits, publishedLibraries) {
  const std::vector<std::string> paths = publishedFiles();
  if (paths.empty()) GTEST_SKIP() << kNoneThere;
  std::vector<std::string> some;
  const char* all = std::getenv("FORMOLA_ALL_EDITS");
  for (size_t i = 0; i < paths.size(); i += all ? 1 : 8) some.push_back(paths[i]);
  const int done = editFiles(some, all ? 8 : 4, 1000);
  std::printf("%d edits of %zu files\n", done, some.size());
  EXPECT_GT(done, 300);
}

}  // namespace
}  // namespace formola::edit
