// The files that an editor has open, and what the compiler knows about them.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/compilation.h"
#include "edit/document.h"
#include "lsp/positions.h"

namespace formola::lsp {

struct OpenFile {
  std::string path;
  int64_t version = 0;     // as the editor counts
  uint64_t serial = 0;     // another one for each text
  uint32_t changedAt = 0;  // the place of the last change
  std::string text;
  // The file on disk had this text when it was last written; there is no such file, or it has
  // another one: nothing.
  std::optional<std::filesystem::file_time_type> savedAt;
  // of this text
  std::shared_ptr<const edit::Document> document;
  std::shared_ptr<const LineIndex> lines;
};

// Purpose:    open files by path, and a compilation of the libraries with the texts as they are in
//             the editor. Files on disk are parsed when a name in them is needed.
// Ensures:    texts are parsed once for each change; a compilation for look-ups is kept until a
//             text changes. Foreign code never runs: nobody is trusted but the bundled library.
//             Used by one thread at a time.
class Workspace {
 public:
  explicit Workspace(std::vector<std::string> libraries) : libraries_(std::move(libraries)) {}

  void open(const std::string& path, std::string text, int64_t version);
  void change(OpenFile& file, std::string text, int64_t version);
  // The editor wrote the file.
  void saved(OpenFile& file);
  void close(const std::string& path);
  // What was read from disk may be another text now.
  void forget();
  OpenFile* find(const std::string& path);
  const std::map<std::string, OpenFile>& files() const { return files_; }
  // Another one after each change of any text.
  uint64_t serial() const { return serial_; }
  // Other open files whose compilation reads this one as it is in the editor.
  std::vector<std::string> usersOf(const OpenFile& file) const;

  // For look-ups around this file.
  Compilation& lookups(const OpenFile& file);
  // What a compilation of this file reads: the library that it lies in ("": none), and texts that
  // stand for files.
  struct Sources {
    std::string library;
    std::vector<Compilation::Text> texts;
  };
  Sources sourcesOf(const OpenFile& file) const;
  // A new one, for a check.
  std::unique_ptr<Compilation> compilation(const OpenFile& file) const;

  // All classes of the bundled library, of the Modelica Standard Library where it is found, and of
  // the libraries that open files lie in, as they are on disk; read when first asked for.
  struct LibraryClass {
    std::string package, name, description;
    ast::ClassKind kind = ast::ClassKind::Class;
    bool partial = false;
  };
  const std::vector<LibraryClass>& libraryClasses();

  // The outermost package folder that holds the file; "": it is in none.
  static std::string libraryOf(const std::string& path);

 private:
  std::vector<std::string> libraries_;
  std::map<std::string, OpenFile> files_;
  uint64_t serial_ = 0;
  std::unique_ptr<Compilation> lookups_;
  std::string lookupsFor_;  // library or file
  std::vector<LibraryClass> libraryClasses_;
  std::set<std::string> librariesRead_;
};

// The classes around an offset, outermost first; empty: it is in none.
std::vector<const ast::ClassDef*> classesAt(const edit::Document& document, uint32_t offset);
// Their qualified name, with the package that the file is within.
std::string qualifiedName(const edit::Document& document,
                          const std::vector<const ast::ClassDef*>& classes);

}  // namespace formola::lsp
