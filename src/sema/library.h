// The declared classes: a tree of ClassNodes over the syntax trees, loaded from files when a name
// is needed.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "dae/resources.h"
#include "diag/diag.h"
#include "evaluate/effects.h"
#include "sema/library_versions.h"
#include "support/arena.h"
#include "support/interner.h"
#include "syntax/ast.h"
#include "syntax/dym/reader.h"

namespace formola {

// One declared class. Nested classes of a package that lie in files of their own are parsed on
// first use.
struct ClassNode {
  const ast::ClassDef* def = nullptr;  // null for the root
  ClassNode* parent = nullptr;         // lexically enclosing class; null for the root
  Symbol name;
  std::string directory;  // of a package stored as a folder

  // Elements written in the class itself, by name. Filled once, see Library::index.
  struct Member {
    const ast::ComponentDecl* component = nullptr;
    ClassNode* classNode = nullptr;
  };
  std::unordered_map<Symbol, Member> members;
  std::unordered_map<Symbol, std::string> files;  // classes not parsed yet: name -> path
  std::vector<Symbol> stored;  // classes in files of their own, parsed or not, by name
  std::vector<const ast::Extends*> extends;
  std::vector<const ast::Import*> imports;
};

class Library {
 public:
  Library(SourceManager& sources, Interner& names, Diagnostics& diagnostics);

  ClassNode& root() { return root_; }

  // Decides what models may do beyond computing; it is told of every file. Null: nothing.
  void setGate(std::shared_ptr<EffectGate> gate) { gate_ = std::move(gate); }
  const std::shared_ptr<EffectGate>& gate() const { return gate_; }

  // Where top-level names that are not loaded yet are looked for. Of several versions of a library
  // the one is taken that those who use it ask for, else a later one whose conversion annotation
  // says that it serves them as well, else the newest (spec 13.4, 18.8.2).
  void addSearchPath(const std::string& folder);
  // Loads a .mo or .dym file or a package folder given by the user. False if it can't be read. The
  // classes it defines at the top level (or `within` some package) are appended to `defined`.
  bool load(const std::string& path, std::vector<ClassNode*>* defined = nullptr);
  // Adds the classes of a parsed file; `directory`: of a package stored as a folder, else empty.
  bool add(const ast::StoredDefinition& tree, const std::string& directory,
           std::vector<ClassNode*>* defined);

  // The class `name` written directly in `node` (or, for the root, found on the search path); null
  // if there is none.
  ClassNode* nested(ClassNode& node, Symbol name);
  // The component `name` written directly in `node`; null if there is none.
  const ast::ComponentDecl* component(const ClassNode& node, Symbol name) const;
  // All class names directly in `node`, loaded or not, for "did you mean".
  std::vector<std::string_view> nestedNames(const ClassNode& node) const;

  // Whole names of the classes in `node` and its packages that the end of a name, `parts`, may
  // mean; `Examples` are passed over. All files down to `depth` packages are read for that.
  std::vector<std::string> namesEndingIn(ClassNode& node, std::span<const Symbol> parts, int depth);

  // A class definition that stands in a modifier (redeclare), enclosed by `parent`.
  ClassNode* adopt(const ast::ClassDef* def, ClassNode* parent);

  std::string qualifiedName(const ClassNode& node) const;
  // The folders of the top-level classes that are loaded.
  const PackageFolders& packageFolders() const { return packageFolders_; }
  double parseSeconds() const { return parseSeconds_; }
  size_t parsedBytes() const { return parsedBytes_; }
  Arena& arena() { return arena_; }

 private:
  const ast::StoredDefinition* parse(const std::string& path);
  void addImport(ClassNode& node, const ast::Import& import);
  void checkName(Symbol name, SourceRange range, std::string_view what);
  ClassNode* addClass(const ast::ClassDef* def, ClassNode& parent, std::string directory);
  void checkFile(const ast::StoredDefinition& tree, const ClassNode& node, Symbol name);
  void scanDirectory(ClassNode& node);
  ClassNode* loadTopLevel(Symbol name);
  // library_search.cpp: versions side by side
  struct Candidate {
    std::string path;
    std::string version;  // in the name of the folder or file; "": none
  };
  struct Request {
    std::string user, version;
    SourceRange range;
  };
  std::vector<Candidate> candidates(const std::string& library) const;
  Candidate chooseVersion(const std::string& library, const std::vector<Candidate>& all);
  LibraryVersion peek(const Candidate& candidate);
  void noteVersion(const ast::ClassDef& def);
  void checkVersion(const std::string& library);
  void tellGate(const ast::StoredDefinition& tree, const ClassNode& parent, bool within);

  SourceManager& sources_;
  Interner& names_;
  Diagnostics& diagnostics_;
  Arena arena_;
  ClassNode root_;
  std::vector<std::unique_ptr<ClassNode>> nodes_;
  std::vector<std::string> searchPath_;
  std::unordered_map<const ast::ClassDef*, ClassNode*> adopted_;
  dym::Reader dymReader_;
  PackageFolders packageFolders_;
  std::shared_ptr<EffectGate> gate_;
  std::unordered_map<Symbol, std::string> homes_;  // of top-level classes: folder or file
  std::unordered_set<Symbol> searched_;            // those found on the search path
  bool searching_ = false;
  std::unordered_map<std::string, std::vector<Request>> requests_;  // by the library asked for
  std::unordered_map<std::string, LibraryVersion> versions_;        // of what is loaded
  double parseSeconds_ = 0;
  size_t parsedBytes_ = 0;
};

}  // namespace formola
