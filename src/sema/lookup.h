// Name lookup: specification chapter 5.
//
// Names are looked for in classes as scopes; what is found are instances, which `Instances` makes
// when they are named for the first time.
#pragma once

#include <string_view>
#include <unordered_set>
#include <vector>

#include "sema/sema_part.h"

namespace formola {

class Instances;

class Lookup : SemaPart {
 public:
  Lookup(SemaShared& shared, Instances& instances) : SemaPart(shared), instances_(instances) {}

  // The class with this qualified name; null with a diagnostic if there is none.
  Instance* findClass(const std::vector<Symbol>& path, SourceRange range);
  // A name without dots, as the text of `scope` means it: in the class and its bases, by its
  // imports, in what encloses it, and at last among the predefined types and the top-level classes.
  Found lookupSimple(Symbol name, Scope scope);
  // A class by a name with dots; null if there is none, with `report` after a message.
  Instance* lookupClass(const ast::Name& name, Scope scope, bool report = true);
  // The rest of a name from part `from` on, beginning at `first`; `scope`: where it is written.
  // With `report`, errors and what the name may not pass through are reported.
  Instance* lookupRest(Instance* first, const ast::Name& name, size_t from, Scope scope,
                       bool report);
  // A class or constant of a class, own or inherited; null if there is none.
  Instance* classMember(Instance* owner, Symbol name);
  // Reports what is not allowed in one step of a name with dots, from `owner` to its member
  // `next`. `writtenOwner`: the name under which the owner was found.
  void checkStep(Instance* owner, Instance* next, const ast::NamePart& part, Scope scope,
                 Symbol writtenOwner);
  // Names that an expression in the scope, or where a class is expected, could mean: what "did you
  // mean" may suggest.
  enum class Wanted { Anything, Class };
  std::vector<std::string_view> visibleNames(Scope scope, Wanted wanted = Wanted::Anything);
  // `whole`: the name of a class that begins with it, or null.
  void reportUndefined(Symbol name, SourceRange range, Scope scope, const Context* context,
                       const ast::Name* whole = nullptr);

 private:
  Found lookupInPart(Symbol name, Scope scope);
  Found lookupImports(Symbol name, ClassNode* node);
  // What the imports of a class make visible.
  void addImportedNames(const ClassNode& node, std::vector<std::string_view>& names);
  // Classes of the library of components that a name without its beginning may mean, as a note.
  std::string meantInLibrary(const ast::Name& name);
  void reportImport(const ast::Name& path, Symbol visible, Symbol element, SourceRange range);
  void checkImport(Instance* from, Symbol element, SourceRange range);
  bool isProtectedMember(Instance* owner, Symbol name);

  Instances& instances_;
  std::unordered_set<const ast::Import*> ambiguous_;  // reported
  std::unordered_set<Symbol> missingImports_;  // names that imports do not give, reported there
};

}  // namespace formola
