// The classes that are to be converted, and what names in them mean: theirs, or paths in libraries.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "edit/document.h"
#include "upgrade/conversion_rules.h"

namespace formola::upgrade {

// A class of the texts.
struct UserClass {
  const ast::ClassDef* def = nullptr;
  const edit::Document* document = nullptr;
  UserClass* parent = nullptr;  // null: at the top level
  std::map<std::string, UserClass*, std::less<>> nested;
  std::map<std::string, const ast::ComponentDecl*, std::less<>> components;
  std::vector<const ast::Extends*> extends;
  std::vector<const ast::Import*> imports;
};

// What a name means.
struct Meaning {
  enum class Kind : uint8_t { None, Class, Component, Library };
  Kind kind = Kind::None;
  UserClass* userClass = nullptr;                 // Class; Component: that declares it
  const ast::ComponentDecl* component = nullptr;  // Component
  Path path;                                      // Library: a class, seen from the top
  Path element;  // Library: not empty for an element of that class, reached through an instance
  explicit operator bool() const { return kind != Kind::None; }
};

// A name a.b.c.d, and where it leaves the classes of the texts: its first `kept` parts mean
// something that is the library class `base`, derives from it or has it as its type; what follows
// lies in that class.
struct Resolved {
  Meaning meaning;  // of the whole
  bool library = false;
  size_t kept = 0;
  Path base;
  bool instance = false;  // what follows are elements of an instance of `base`
};

// Purpose:    look-ups as the language has them (own elements, inherited ones, imports, enclosing
//             classes) in texts whose libraries are not at hand, since they are those of an older
//             version. A name that is none of the texts' own leads to a path in a library.
// Requires:   documents without syntax errors that outlive the object.
// Ensures:    circles of classes end in Meaning::Kind::None.
// Reference:  Modelica 3.7, sections 5.3 and 18.8.2.1 (only inheritance among user models counts).
class UserClasses {
 public:
  // Whether a class of a library, by its old path, has an element of that name; asked where a name
  // may be inherited from a library or lie further out.
  using Known = std::function<bool(const Path& className, const std::string& element)>;

  UserClasses(const std::vector<std::shared_ptr<const edit::Document>>& documents, Known known);

  UserClass* classOf(const ast::ClassDef* def) const;
  // A name in the text of `where`.
  Resolved resolve(const ast::Name& name, UserClass& where);
  // The element that `parts` leads to from a class or type.
  Resolved follow(Meaning start, const Path& parts);
  // An element that a class inherits and declares anew, by a rule for it.
  Resolved inheritedElement(UserClass& userClass, const std::string& name);
  // The class itself, or the type of a component.
  Meaning typeOf(const Meaning& meaning);
  // The classes of libraries that a class is or derives from, by classes of the texts alone.
  std::vector<Path> libraryClasses(const Meaning& meaning);

 private:
  struct Found {
    Meaning meaning;
    Path base;        // of a Library meaning: the class that it was found in
    size_t kept = 0;  // whether the name itself stands for `base`
  };
  UserClass* add(const ast::ClassDef& def, const edit::Document& document, UserClass* parent);
  const std::vector<Meaning>& bases(UserClass& userClass);
  Found member(UserClass& userClass, const std::string& name, bool mustBeKnown,
               std::vector<const UserClass*>& seen);
  Found inherited(UserClass& userClass, const std::string& name, bool mustBeKnown,
                  std::vector<const UserClass*>& seen);
  Found imported(UserClass& userClass, const std::string& name);
  Found lookup(const std::string& name, UserClass& where, bool isBase);
  Resolved fromTop(const Path& path);
  void step(Resolved& resolved, const std::string& name, size_t index);

  Known known_;
  std::vector<std::unique_ptr<UserClass>> all_;
  std::unordered_map<const ast::ClassDef*, UserClass*> byDef_;
  std::map<std::string, UserClass*, std::less<>> top_;
  std::unordered_map<const UserClass*, std::vector<Meaning>> bases_;
  std::unordered_set<const ast::Name*> baseNames_;  // of extends clauses
  std::unordered_set<const UserClass*> busy_;       // whose bases are being looked up
};

// The parts of a name as texts.
Path partsOf(const ast::Name& name, const edit::Document& document);

}  // namespace formola::upgrade
