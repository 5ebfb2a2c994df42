#include "lsp/complete.h"

#include <algorithm>
#include <initializer_list>
#include <map>

#include "lsp/annotation_names.h"
#include "lsp/operator_signatures.h"
#include "sema/class_kinds.h"
#include "sema/sema.h"

namespace formola::lsp {

using syntax::Tok;

namespace {

// The innermost bracket that is open before token `end`, and the commas since.
struct OpenBracket {
  size_t token;
  size_t commas;
};

bool endsItem(Tok kind) {
  return kind == Tok::Semicolon || kind == Tok::KwEquation || kind == Tok::KwAlgorithm ||
         kind == Tok::KwPublic || kind == Tok::KwProtected;
}

bool opens(Tok kind) {
  return kind == Tok::LeftParen || kind == Tok::LeftBracket || kind == Tok::LeftBrace;
}
bool closes(Tok kind) {
  return kind == Tok::RightParen || kind == Tok::RightBracket || kind == Tok::RightBrace;
}

std::optional<OpenBracket> openBracket(const edit::TokenList& tokens, size_t end) {
  int depth = 0;
  size_t commas = 0;
  for (size_t i = end; i-- > 0;) {
    const Tok kind = tokens[i].kind;
    if (closes(kind)) ++depth;
    if (opens(kind)) {
      if (depth == 0) {
        if (kind == Tok::LeftParen) return OpenBracket{i, commas};
        commas = 0;  // within {...} or [...]: the list around it counts
        continue;
      }
      --depth;
    }
    if (kind == Tok::Comma && depth == 0) ++commas;
    if (endsItem(kind) && depth == 0) break;
  }
  return std::nullopt;
}

class Completer {
 public:
  Completer(Workspace& workspace, const OpenFile& file, uint32_t offset)
      : workspace_(workspace),
        tokens_(file.document->tokens()),
        resolver_(workspace, file),
        offset_(offset) {
    end_ = tokens_.firstFrom(offset);
    // the word that is being typed does not count
    if (end_ > 0 && tokens_[end_ - 1].end >= offset && isWord(tokens_[end_ - 1].kind)) {
      --end_;
      const syntax::Token& word = tokens_[end_];
      typed_ = tokens_.text().substr(word.begin, offset - word.begin);
    }
    scope_ = resolver_.classAt(offset);
  }

  Proposals run() {
    if (inText()) return {};
    const Tok before = end_ > 0 ? tokens_[end_ - 1].kind : Tok::EndOfFile;
    if (before == Tok::Dot) {
      afterDot(end_ - 1);
    } else if (const size_t dot = dotOfImports()) {
      afterDot(dot);
    } else if (annotations()) {
    } else if (Declared modified = modifiedAt(end_)) {
      members(resolver_.classOf(modified), false, " = ");
      words({"each", "final", "redeclare", "replaceable"});
    } else if (newName()) {
    } else {
      named();
      literalsOfTheValue();
      inScope();
      iterators();
      operators();
      keywords();
      classesOfLibraries();
    }
    Proposals result;
    result.more = more_;
    for (auto& [name, proposal] : found_) result.all.push_back(std::move(proposal));
    return result;
  }

  std::optional<CallHelp> call() {
    const auto open = openBracket(tokens_, tokens_.firstFrom(offset_));
    if (!open || open->token == 0) return std::nullopt;
    const Declared function = called(open->token);
    if (!function) {
      const TokenPath path = pathEndingAt(tokens_, open->token - 1);
      const auto keyword = tokens_.text(open->token - 1);
      Signature own = signatureOfOperator(path.parts.empty() ? keyword : path.parts[0]);
      if (own.parameters.empty() || path.parts.size() > 1) return std::nullopt;
      return CallHelp{std::move(own), open->commas};
    }
    if (function.isComponent() || !isCalled(function.instance)) return std::nullopt;
    return CallHelp{signatureOfFunction(resolver_, function.instance), open->commas};
  }

 private:
  static bool isWord(Tok kind) { return kind == Tok::Identifier || syntax::isKeyword(kind); }

  // A function, or a record, whose name is that of its constructor.
  bool isCalled(Instance* called) const {
    const ast::ClassDef* def = resolver_.defOf(called);
    return def && (isFunctionKind(def->classKind) || def->classKind == ast::ClassKind::Record ||
                   def->classKind == ast::ClassKind::OperatorRecord);
  }

  // In a string or a comment nothing is proposed.
  bool inText() const {
    const size_t i = tokens_.firstEndingAfter(offset_);
    if (i < tokens_.size() && tokens_[i].kind == Tok::String && tokens_[i].begin < offset_)
      return true;
    for (const edit::Trivia& piece : tokens_.trivia(i)) {
      if (piece.kind == edit::TriviaKind::LineComment && piece.begin < offset_ &&
          offset_ <= piece.end)
        return true;
      if (piece.kind == edit::TriviaKind::BlockComment && piece.begin < offset_ &&
          offset_ < piece.end)
        return true;
    }
    return false;
  }

  void add(const Resolver::Element& element, const std::string& suffix = {}) {
    Proposal proposal;
    proposal.name = element.name;
    proposal.detail = signatureOf(resolver_, element.declared);
    if (element.declared.isComponent())
      if (const std::string unit = resolver_.unitOf(element.declared); !unit.empty())
        proposal.detail += " [" + unit + "]";
    proposal.documentation = descriptionOf(resolver_, element.declared);
    if (element.declared.isComponent()) {
      const bool isParameter =
          element.declared.instance->decl->variability == ast::Variability::Parameter;
      proposal.kind = isParameter ? ProposalKind::Parameter : ProposalKind::Component;
    } else {
      proposal.kind = classKind(element.declared.instance);
    }
    if (!suffix.empty()) proposal.insert = element.name + suffix;
    found_.emplace(element.name, std::move(proposal));
  }

  ProposalKind classKind(Instance* instance) const {
    const ast::ClassDef* def = resolver_.defOf(instance);
    if (!def) return ProposalKind::Class;
    if (def->classKind == ast::ClassKind::Package) return ProposalKind::Package;
    return isFunctionKind(def->classKind) ? ProposalKind::Function : ProposalKind::Class;
  }

  // Elements of a class; of a component only what is public.
  void members(Instance* type, bool isClass, const std::string& suffix = {}) {
    for (const Resolver::Element& element : resolver_.elements(type)) {
      if (!element.declared || element.isProtected) continue;
      if (isClass && element.declared.isComponent() &&
          element.declared.instance->decl->variability != ast::Variability::Constant)
        continue;
      add(element, element.declared.isComponent() ? suffix : std::string());
    }
    if (!isClass && type && sema().layout(type)->builtin != BaseType::None && !suffix.empty())
      for (const char* attribute : {"start", "fixed", "min", "max", "unit", "displayUnit",
                                    "nominal", "stateSelect", "quantity"})
        word(attribute, ProposalKind::Parameter, attribute + suffix);
    if (!isClass) return;
    for (const std::string& name : resolver_.nestedNames(type))
      word(name, ProposalKind::Class);  // not parsed yet: its kind is not known
  }

  void word(const std::string& name, ProposalKind kind, std::string insert = {}) {
    Proposal proposal;
    proposal.name = name;
    proposal.kind = kind;
    proposal.insert = std::move(insert);
    found_.emplace(name, std::move(proposal));
  }

  // `dot`: its token.
  void afterDot(size_t dot) {
    if (dot < 1) return;
    const TokenPath path = pathBeforeDot(dot);
    if (path.parts.empty()) {  // ".": from the top
      for (const std::string& name : topNames()) word(name, ProposalKind::Package);
      return;
    }
    const bool fromTop = path.first > 0 && (tokens_[path.first - 1].kind == Tok::KwImport ||
                                            tokens_[path.first - 1].kind == Tok::KwWithin);
    const Declared owner = resolver_.find(scope_, path.parts, path.global || fromTop);
    if (!owner) return;
    Instance* type = resolver_.classOf(owner);
    if (!owner.isComponent()) literals(type, "");
    if (owner.isComponent() && inConnect()) {
      connectors(type);
    } else {
      members(type, !owner.isComponent());
    }
  }

  // The dot before the list of names that the place is in, import A.{B, C}; 0: it is in none.
  size_t dotOfImports() const {
    size_t i = end_;
    while (i > 0 && (tokens_[i - 1].kind == Tok::Comma || tokens_[i - 1].kind == Tok::Identifier))
      --i;
    const bool list =
        i > 1 && tokens_[i - 1].kind == Tok::LeftBrace && tokens_[i - 2].kind == Tok::Dot;
    return list ? i - 2 : 0;
  }

  // ---- enumerations

  void literals(Instance* type, const std::string& before) {
    const Layout* layout = type ? sema().layout(type) : nullptr;
    if (!layout || layout->builtin != BaseType::Enumeration) return;
    for (const Symbol literal : sema().pool().types.enumOf(layout->enumType).literals)
      word(before + std::string(sema().text(literal)), ProposalKind::Literal);
  }

  // "type name = " and "name = " in modifiers and calls, where the name is of an enumeration.
  void literalsOfTheValue() {
    if (end_ < 3 || tokens_[end_ - 1].kind != Tok::Equals ||
        tokens_[end_ - 2].kind != Tok::Identifier)
      return;
    const std::string name(tokens_.text(end_ - 2));
    Instance* type = nullptr;
    std::string path;
    if (tokens_[end_ - 3].kind == Tok::Identifier) {
      const TokenPath written = pathEndingAt(tokens_, end_ - 3);
      for (const std::string& part : written.parts) path += part + ".";
      const Declared found = resolver_.find(scope_, written.parts, written.global);
      if (!found.isComponent()) type = found.instance;
    } else {
      Declared owner = modifiedAt(end_ - 2);
      const auto open = openBracket(tokens_, end_ - 2);
      if (!owner && open && open->token > 0) owner = called(open->token);
      if (!owner) return;
      Instance* ofOwner = resolver_.classOf(owner);
      const bool attribute =
          name == "stateSelect" && ofOwner && sema().layout(ofOwner)->builtin == BaseType::Real;
      type = attribute ? resolver_.find(scope_, {"StateSelect"}).instance
                       : resolver_.classOf(resolver_.member(owner, name));
      if (type) path = shortest(sema().className(type)) + ".";
    }
    literals(type, path);
  }

  // ---- connections

  bool inConnect() const {
    const auto open = openBracket(tokens_, end_);
    return open && open->token > 0 && tokens_[open->token - 1].kind == Tok::KwConnect;
  }

  // What may stand in connect(a.: connectors, and components that may have some.
  void connectors(Instance* type) {
    for (const Resolver::Element& element : resolver_.elements(type)) {
      if (!element.declared.isComponent() || element.isProtected) continue;
      Instance* own = resolver_.classOf(element.declared);
      const Layout* layout = own ? sema().layout(own) : nullptr;
      if (!layout) continue;
      const bool plain = layout->builtin != BaseType::None && layout->builtin != BaseType::Error;
      if (plain && layout->classKind != ast::ClassKind::Connector &&
          element.declared.instance->decl->causality == ast::Causality::None)
        continue;
      if (layout->classKind != ast::ClassKind::Record) add(element);
    }
  }

  // ---- loops

  // Those of the loops around the place.
  void iterators() {
    int closed = 0;
    for (size_t i = end_; i-- > 0 && !opensClass(tokens_[i].kind);) {
      if (tokens_[i].kind != Tok::KwFor) continue;
      if (i > 0 && tokens_[i - 1].kind == Tok::KwEnd) {
        ++closed;
        continue;
      }
      size_t loop = i;
      while (loop < end_ && tokens_[loop].kind != Tok::KwLoop) ++loop;
      if (loop == end_ || closed-- > 0) continue;  // of an array, or behind us
      closed = 0;
      for (size_t k = i + 1; k < loop; ++k)
        if (tokens_[k].kind == Tok::Identifier &&
            (tokens_[k - 1].kind == Tok::KwFor || tokens_[k - 1].kind == Tok::Comma) &&
            (tokens_[k + 1].kind == Tok::KwIn || k + 1 == loop ||
             tokens_[k + 1].kind == Tok::Comma))
          word(std::string(tokens_.text(k)), ProposalKind::Component);
    }
  }

  // The functions of the language, where a value or an equation may stand.
  void operators() {
    const Section where = section();
    const bool item = atItem();
    if (where == Section::Top || behindPrefix() || behindExtends() ||
        (item && where == Section::Declarations))
      return;
    for (const Signature& each : operatorSignatures()) {
      Proposal proposal;
      proposal.name = each.label.substr(0, each.label.find('('));
      proposal.kind = ProposalKind::Operator;
      proposal.detail = each.label;
      proposal.documentation = each.description;
      found_.emplace(proposal.name, std::move(proposal));
    }
  }

  // The path before the dot at token `dot`; subscripts are passed over.
  TokenPath pathBeforeDot(size_t dot) const {
    size_t i = dot - 1;
    if (tokens_[i].kind == Tok::RightBracket) {
      int depth = 1;
      while (i > 0 && depth > 0) {
        --i;
        if (tokens_[i].kind == Tok::RightBracket) ++depth;
        if (tokens_[i].kind == Tok::LeftBracket) --depth;
      }
      if (i == 0) return {};
      --i;
    }
    return pathEndingAt(tokens_, i);
  }

  // "Type name(" and "extends Type(", with modifiers in modifiers: what is modified at token `end`,
  // if a name of a modifier is expected there.
  Declared modifiedAt(size_t end) {
    const Tok before = end > 0 ? tokens_[end - 1].kind : Tok::EndOfFile;
    if (before != Tok::LeftParen && before != Tok::Comma && before != Tok::KwEach &&
        before != Tok::KwFinal)
      return {};
    std::vector<std::string> path;
    for (int steps = 0; steps < 50; ++steps) {
      const auto open = openBracket(tokens_, end);
      if (!open || open->token == 0) return {};
      size_t name = open->token - 1;
      if (tokens_[name].kind == Tok::RightBracket) return {};
      if (tokens_[name].kind != Tok::Identifier) return {};
      const TokenPath names = pathEndingAt(tokens_, name);
      if (names.first == 0) return {};
      const Tok left = tokens_[names.first - 1].kind;
      if (left == Tok::KwExtends || left == Tok::KwConstrainedBy) {
        return along(resolver_.find(scope_, names.parts, names.global), path);
      }
      if (left == Tok::Identifier && names.parts.size() == 1) {  // Type name(
        const TokenPath type = pathEndingAt(tokens_, names.first - 1);
        return along(resolver_.find(scope_, type.parts, type.global), path);
      }
      // name( within the modifiers of something else
      if (left != Tok::LeftParen && left != Tok::Comma && left != Tok::KwEach &&
          left != Tok::KwFinal)
        return {};
      path.insert(path.begin(), names.parts.begin(), names.parts.end());
      end = names.first;
    }
    return {};
  }

  Declared along(Declared found, const std::vector<std::string>& path) {
    for (const std::string& part : path) found = resolver_.member(found, part);
    return found;
  }

  Declared called(size_t open) {
    const TokenPath path = pathEndingAt(tokens_, open - 1);
    if (path.parts.empty()) return {};
    return resolver_.find(scope_, path.parts, path.global);
  }

  // Names of arguments of the call around the cursor.
  void named() {
    const Tok before = end_ > 0 ? tokens_[end_ - 1].kind : Tok::EndOfFile;
    if (before != Tok::LeftParen && before != Tok::Comma) return;
    const auto open = openBracket(tokens_, end_);
    if (!open || open->token == 0) return;
    const Declared function = called(open->token);
    if (!function || function.isComponent()) return;
    for (const Resolver::Element& element : resolver_.elements(function.instance)) {
      if (!element.declared.isComponent() || element.isProtected) continue;
      if (element.declared.instance->decl->causality == ast::Causality::Input) add(element, " = ");
    }
  }

  void inScope() {
    for (Instance* at = scope_; at && at != sema().root(); at = at->parent) {
      for (const Resolver::Element& element : resolver_.elements(at))
        if (element.declared) add(element);
      for (const std::string& name : resolver_.nestedNames(at)) word(name, ProposalKind::Class);
      const ast::ClassDef* def = resolver_.defOf(at);
      if (at->node)
        for (const ast::Import* import : at->node->imports) addImport(*import);
      if (def && def->encapsulated) break;
    }
    for (const std::string& name : topNames()) word(name, ProposalKind::Package);
    for (const char* name : {"Real", "Integer", "Boolean", "String"})
      word(name, ProposalKind::Class);
    word("time", ProposalKind::Component);
  }

  void addImport(const ast::Import& import) {
    auto parts = [&] {
      std::vector<std::string> path;
      for (const ast::NamePart& part : import.name.parts) path.emplace_back(sema().text(part.name));
      return path;
    };
    const Declared found = resolver_.find(nullptr, parts(), true);
    switch (import.form) {
      case ast::ImportForm::Qualified:
        if (found && !import.name.parts.empty())
          add({std::string(sema().text(import.name.parts.back().name)), found, false});
        break;
      case ast::ImportForm::Renamed:
        if (found) add({std::string(sema().text(import.alias)), found, false});
        break;
      case ast::ImportForm::List:
        for (const ast::NamePart& part : import.names)
          if (Declared one = resolver_.member(found, sema().text(part.name)))
            add({std::string(sema().text(part.name)), one, false});
        break;
      case ast::ImportForm::All:
        if (found) members(resolver_.classOf(found), true);
        break;
    }
  }

  // Libraries that are loaded.
  std::vector<std::string> topNames() {
    std::vector<std::string> names;
    for (std::string_view name : sema().library().nestedNames(sema().library().root()))
      names.emplace_back(name);
    for (const char* known : {"Modelica", "Formola"})
      if (resolver_.find(nullptr, {known}, true)) names.emplace_back(known);
    return names;
  }

  void words(std::initializer_list<std::string_view> all) {
    for (const std::string_view each : all) word(std::string(each), ProposalKind::Keyword);
  }

  // ---- annotations

  // The names around the place in annotation(...); false: it is in none.
  bool annotationPath(std::vector<std::string>& path) const {
    size_t end = end_;
    for (int steps = 0; steps < 50; ++steps) {
      const auto open = openBracket(tokens_, end);
      if (!open || open->token == 0) return false;
      const size_t name = open->token - 1;
      if (tokens_[name].kind == Tok::KwAnnotation) return true;
      if (tokens_[name].kind != Tok::Identifier) return false;
      path.insert(path.begin(), std::string(tokens_.text(name)));
      end = name;
    }
    return false;
  }

  // The name of the list {...} whose next element is typed; "": none is.
  std::string_view listHere() const {
    int depth = 0;
    for (size_t i = end_; i-- > 2;) {
      const Tok kind = tokens_[i].kind;
      if (kind == Tok::RightParen || kind == Tok::RightBrace) ++depth;
      if (kind != Tok::LeftParen && kind != Tok::LeftBrace) continue;
      if (depth-- > 0) continue;
      if (kind == Tok::LeftBrace && tokens_[i - 1].kind == Tok::Equals) return tokens_.text(i - 2);
      return {};
    }
    return {};
  }

  // True: the place is in an annotation.
  bool annotations() {
    std::vector<std::string> path;
    if (!annotationPath(path)) return false;
    const Tok before = end_ > 0 ? tokens_[end_ - 1].kind : Tok::EndOfFile;
    if (before == Tok::Equals && end_ > 1) {
      for (const std::string_view value : annotationValues(tokens_.text(end_ - 2)))
        word(std::string(value), ProposalKind::Keyword);
      if (found_.empty()) inScope();  // conditions and values are expressions
      return true;
    }
    const bool isNext = before == Tok::LeftBrace || before == Tok::Comma;
    if (const std::string_view list = listHere(); isNext && !list.empty()) {
      for (const std::string_view element : annotationElements(list))
        word(std::string(element), ProposalKind::Class, std::string(element) + "(");
      return true;
    }
    if (before != Tok::LeftParen && before != Tok::Comma) {
      inScope();
      return true;
    }
    for (const std::string_view name : annotationNames(path)) {
      const bool isList = path.empty() ? false : !annotationElements(name).empty();
      std::vector<std::string> inside = path;
      inside.emplace_back(name);
      const bool isCall = !isList && !annotationNames(inside).empty();
      word(std::string(name), ProposalKind::Parameter,
           std::string(name) + (isList   ? " = {"
                                : isCall ? "("
                                         : " = "));
    }
    return true;
  }

  // ---- the place in its class

  enum class Section : uint8_t { Top, Declarations, Equations, Statements };

  static bool opensClass(Tok kind) {
    switch (kind) {
      case Tok::KwModel:
      case Tok::KwBlock:
      case Tok::KwClass:
      case Tok::KwPackage:
      case Tok::KwConnector:
      case Tok::KwRecord:
      case Tok::KwFunction:
      case Tok::KwType:
      case Tok::KwOperator:
        return true;
      default:
        return false;
    }
  }

  // The token of a class whose end is at token `end`; 0: it is not there.
  size_t beginOfClass(size_t end) const {
    const std::string_view name = tokens_.text(end + 1);
    for (size_t i = end; i-- > 0;)
      if (opensClass(tokens_[i].kind) && tokens_.text(i + 1) == name) return i;
    return 0;
  }

  Section section() const {
    for (size_t i = end_; i-- > 0;) {
      const Tok kind = tokens_[i].kind;
      if (kind == Tok::KwEnd && i + 1 < end_ && tokens_[i + 1].kind == Tok::Identifier) {
        i = beginOfClass(i);
        if (i == 0) return Section::Top;
        continue;
      }
      if (kind == Tok::KwEquation) return Section::Equations;
      if (kind == Tok::KwAlgorithm) return Section::Statements;
      if (kind == Tok::KwPublic || kind == Tok::KwProtected) return Section::Declarations;
      // "model A", and not "model A = B;"
      const bool isShort = i + 2 < end_ && tokens_[i + 2].kind == Tok::Equals;
      if (opensClass(kind) && !isShort) return Section::Declarations;
    }
    return Section::Top;
  }

  bool atItem() const { return beginsItem(end_); }
  bool behindPrefix() const { return followsPrefix(end_); }

  // Where a declaration, an equation or a statement begins.
  bool beginsItem(size_t at) const {
    if (at == 0) return true;
    switch (tokens_[at - 1].kind) {
      case Tok::Semicolon:
      case Tok::KwEquation:
      case Tok::KwAlgorithm:
      case Tok::KwPublic:
      case Tok::KwProtected:
      case Tok::KwThen:
      case Tok::KwElse:
      case Tok::KwLoop:
        return true;
      case Tok::String:  // the description of a class
        return at > 2 && opensClass(tokens_[at - 3].kind);
      case Tok::Identifier:  // "model A"
        return at > 1 && opensClass(tokens_[at - 2].kind);
      default:
        return false;
    }
  }

  // Prefixes of declarations that have begun.
  bool followsPrefix(size_t at) const {
    if (at == 0) return false;
    const Tok before = tokens_[at - 1].kind;
    return isDeclarationPrefix(before) || before == Tok::KwPartial || before == Tok::KwEncapsulated;
  }

  // True: the word is a name that the author chooses, behind a type, a comma between such names or
  // the word that opens a class.
  bool newName() {
    const Tok before = end_ > 0 ? tokens_[end_ - 1].kind : Tok::EndOfFile;
    if (opensClass(before)) {
      words({"extends"});
      if (before == Tok::KwOperator) words({"function", "record"});
      return true;
    }
    if (section() != Section::Declarations) return false;
    size_t i = end_;
    if (before == Tok::Comma) {
      for (int closed = 0; i > 0 && !endsItem(tokens_[i - 1].kind); --i) {
        const Tok kind = tokens_[i - 1].kind;
        if (closes(kind)) ++closed;
        if (opens(kind) && closed-- == 0) return false;  // of arguments, elements or subscripts
      }
      return true;
    }
    if (before == Tok::RightBracket)  // Real[3] x
      while (i > 0 && tokens_[i].kind != Tok::LeftBracket) --i;
    if (i == 0 || tokens_[i - 1].kind != Tok::Identifier) return false;
    --i;
    while (i > 1 && tokens_[i - 1].kind == Tok::Dot && tokens_[i - 2].kind == Tok::Identifier)
      i -= 2;
    if (i > 0 && tokens_[i - 1].kind == Tok::Dot) --i;
    return beginsItem(i) || followsPrefix(i);
  }

  bool behindExtends() const {
    if (end_ == 0) return false;
    const Tok before = tokens_[end_ - 1].kind;
    return before == Tok::KwExtends || before == Tok::KwConstrainedBy;
  }

  void keywords() {
    static constexpr auto kClasses = {"model",  "block",  "class",        "package",   "connector",
                                      "record", "type",   "function",     "operator",  "partial",
                                      "pure",   "impure", "encapsulated", "expandable"};
    static constexpr auto kPrefixes = {"parameter", "constant", "discrete",    "input",
                                       "output",    "flow",     "stream",      "inner",
                                       "outer",     "final",    "replaceable", "redeclare"};
    auto all = [&](const auto& list) {
      for (const char* each : list) word(each, ProposalKind::Keyword);
    };
    const Section where = section();
    if (behindExtends()) return;
    if (behindPrefix()) {
      all(kPrefixes);
      all(kClasses);
      return;
    }
    if (!atItem()) {
      words({"if", "then", "else", "elseif", "and", "or", "not", "true", "false", "der", "for",
             "in", "loop", "end", "initial", "annotation"});
      if (where == Section::Declarations) words({"constrainedby", "each", "enumeration"});
      return;
    }
    if (where == Section::Top || where == Section::Declarations) all(kClasses);
    if (where == Section::Top) {
      words({"within", "final"});
      return;
    }
    words({"equation", "algorithm", "initial", "public", "protected", "annotation", "end",
           "external"});
    if (where == Section::Declarations) {
      all(kPrefixes);
      words({"extends", "import"});
    }
    if (where == Section::Equations) words({"connect"});
    if (where == Section::Statements) words({"while", "break", "return"});
    if (where != Section::Declarations)
      words({"if", "else", "elseif", "for", "when", "elsewhen", "der"});
  }

  // ---- classes of libraries

  // A full name as short as imports around the place make it.
  std::string shortest(const std::string& path) const {
    std::string best = path;
    for (Instance* at = scope_; at; at = at->parent) {
      if (!at->node) continue;
      for (const ast::Import* import : at->node->imports) {
        std::string from;
        for (const ast::NamePart& part : import->name.parts)
          from += (from.empty() ? "" : ".") + std::string(resolver_.sema().text(part.name));
        const bool renamed = import->form == ast::ImportForm::Renamed;
        if (!renamed && import->form != ast::ImportForm::Qualified) continue;
        const bool inside = path.size() > from.size() && path[from.size()] == '.';
        if (!path.starts_with(from) || (path != from && !inside)) continue;
        const std::string alias =
            renamed ? std::string(resolver_.sema().text(import->alias))
                    : std::string(resolver_.sema().text(import->name.parts.back().name));
        std::string made = alias + path.substr(from.size());
        if (made.size() < best.size()) best = std::move(made);
      }
    }
    return best;
  }

  static std::string lower(std::string_view text) {
    std::string made(text);
    for (char& c : made) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return made;
  }

  // Those whose names begin with what is typed: functions in expressions, others in declarations.
  void classesOfLibraries() {
    constexpr size_t kMost = 100;
    const bool item = (atItem() && section() == Section::Declarations) || behindPrefix();
    const bool base = behindExtends();
    const bool value = !item && !base && !atItem();
    if (!item && !base && !value) return;
    if (typed_.size() < 2) {
      more_ = true;
      return;
    }
    const std::string typed = lower(typed_);
    size_t count = 0;
    for (const Workspace::LibraryClass& each : workspace_.libraryClasses()) {
      if (!lower(each.name).starts_with(typed)) continue;
      const bool function = isFunctionKind(each.kind);
      if (each.kind == ast::ClassKind::Package || (value ? !function : function && !base)) continue;
      if (item && each.partial) continue;
      if (++count > kMost) {
        more_ = true;
        return;
      }
      const std::string path = each.package + "." + each.name;
      Proposal proposal;
      proposal.name = each.name;
      proposal.kind = function ? ProposalKind::Function : ProposalKind::Class;
      proposal.detail = std::string(kindText(each.kind)) + " " + path;
      proposal.documentation = each.description;
      proposal.package = each.package;
      proposal.insert = shortest(path);
      // it is in scope already
      if (const auto known = found_.find(each.name);
          known != found_.end() && known->second.detail.ends_with(" " + path))
        continue;
      found_.emplace(each.name + " " + path, std::move(proposal));
    }
  }

  Sema& sema() { return resolver_.sema(); }

  Workspace& workspace_;
  const edit::TokenList& tokens_;
  mutable Resolver resolver_;
  uint32_t offset_;
  std::string typed_;  // of the word at the place
  size_t end_ = 0;     // tokens before the word that is being typed
  Instance* scope_ = nullptr;
  std::map<std::string, Proposal> found_;
  bool more_ = false;
};

}  // namespace

Proposals proposalsAt(Workspace& workspace, const OpenFile& file, uint32_t offset) {
  return Completer(workspace, file, offset).run();
}

std::optional<CallHelp> callAt(Workspace& workspace, const OpenFile& file, uint32_t offset) {
  return Completer(workspace, file, offset).call();
}

}  // namespace formola::lsp
