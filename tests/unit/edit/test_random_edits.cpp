// Random edits of whole files: the patch touches only what was edited, and its inverse restores
// every byte.
#include <gtest/gtest.h>

#include "corpus.h"
#include "edit/edits.h"
#include "edit/walk.h"

namespace formola::edit {
namespace {

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

// Where a patch may reach: within the class that was edited.
void check(const Document& document, const Place& place, const Outcome& outcome,
           const std::string& what) {
  const std::string text(document.text());
  uint32_t end = document.lineStop(place.def->range.end) + 2;
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

// Bytes that a patch takes away or puts in.
size_t sizeOf(const Patch& patch) {
  size_t size = 0;
  for (const TextEdit& edit : patch) size += edit.end - edit.begin + edit.text.size();
  return size;
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
    std::string component;
    if (!components.empty())
      component = document_->nameOf(components[random_.below(components.size())]->name);
    const size_t kind = random_.below(14);
    const Outcome outcome = make(kind, place, component);
    if (!outcome.ok()) return;
    ++done;
    check(*document_, place, outcome,
          path_ + ": " + std::to_string(kind) + " " + place.path + "." + component);
    if (kind == 3 || kind == 4) {  // one value: a few bytes
      ASSERT_LE(sizeOf(outcome.patch), 200u) << path_;
    }
  }

 private:
  Outcome make(size_t kind, const Place& p, const std::string& c) {
    const Document& d = *document_;
    const auto dx = static_cast<double>(random_.below(200)) - 100;
    switch (kind) {
      case 0:
        return addComponent(d, p.path, {"Some.Type", "added_1", "a = 1", "\xC3\xBC", {}});
      case 1:
        return removeComponent(d, p.path, c);
      case 2:
        return renameComponent(d, p.path, c, "renamed_1");
      case 3:
        return setModifier(d, p.path, c, "start", "1.5");
      case 4:
        return setModifier(d, p.path, c, "a.b", "x + 1");
      case 5:
        return resetModifier(d, p.path, c, "");
      case 6:
        return moveComponent(d, p.path, c, dx, 10);
      case 7:
        return rotateComponent(d, p.path, c, 90);
      case 8:
        return flipComponent(d, p.path, c, Flip::Vertical);
      case 9:
        return resizeComponent(d, p.path, c, {{dx, 0}, {dx + 20, 20}});
      case 10:
        return connect(d, p.path, "added_1.p", "added_2.n", {{0, 0}, {dx, 1}});
      case 11:
        return setDescription(d, p.path, c, "A new \"text\"");
      case 12:
        return setExperiment(d, p.path, {{}, 10, 1e-6, {}});
      default:
        return setDocumentation(d, p.path, "<p>\xC3\xA4</p>");
    }
  }

  Random random_;
  std::string path_;
  std::unique_ptr<Document> document_;
  std::vector<Place> places_;
};

int editFiles(const std::vector<std::string>& paths, int each, uint64_t seed) {
  int done = 0;
  for (const std::string& path : paths) {
    std::string text = readFile(path);
    if (seed % 2 == 1) {  // the same file with CRLF and tabs
      std::string other;
      for (char c : text) {
        if (c == '\n') other += '\r';
        other += c;
      }
      text = other;
      for (size_t at = 0; (at = text.find("\n    ", at)) != std::string::npos; ++at)
        text.replace(at + 1, 4, "\t");
    }
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

TEST(RandomEdits, library) {
  std::vector<std::string> paths = modelicaFiles(FORMOLA_ROOT "/library");
  EXPECT_GT(editFiles(paths, 4, 1), 100);
}

TEST(RandomEdits, standardLibrary) {
  const std::string root = standardLibrary();
  if (root.empty()) GTEST_SKIP() << "MODELICAPATH has no Modelica Standard Library";
  std::vector<std::string> some;
  const std::vector<std::string> paths = modelicaFiles(root);
  const char* all = std::getenv("FORMOLA_ALL_EDITS");
  for (size_t i = 0; i < paths.size(); i += all ? 1 : 8) some.push_back(paths[i]);
  const int done = editFiles(some, all ? 8 : 4, 1000);
  std::printf("%d edits\n", done);
  EXPECT_GT(done, 300);
}

}  // namespace
}  // namespace formola::edit
