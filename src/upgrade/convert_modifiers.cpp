#include "upgrade/convert_modifiers.h"

#include <algorithm>
#include <map>
#include <set>

#include "diag/codes/upgrade.h"
#include "edit/edit_places.h"
#include "edit/walk.h"
#include "upgrade/simplify_text.h"

namespace formola::upgrade {

using namespace ast;
using edit::Document;
using edit::ModifierPlace;
using syntax::Tok;

namespace {

// A list of modifiers with what is to become of it.
struct List {
  ModifierPlace place;
  const Name* type;
  Path path;
  const Modification* list;
  const ClassDef* where;
  const ComponentDecl* component;
  std::map<const Argument*, std::string> replaced = {};  // "": removed
  std::vector<std::string> added = {};

  uint32_t begin() const { return list ? list->range.begin : type->range.begin; }
  std::span<const Argument* const> arguments() const {
    return list ? list->arguments : std::span<const Argument* const>();
  }
};

class ModifierConverter {
 public:
  ModifierConverter(const Document& document, UserClasses& classes, const ConversionRules& rules,
                    FileId file, Diagnostics& diagnostics, EditSet& edits)
      : document_(document),
        classes_(classes),
        rules_(rules),
        file_(file),
        diagnostics_(diagnostics),
        edits_(edits) {}

  void convert() {
    for (const ClassDef* top : document_.tree().classes) {
      edit::forEachModifierList(*top, [&](const edit::ModifierList& each) {
        Path path;
        for (Symbol step : *each.path) path.emplace_back(document_.nameOf(step));
        const Modification* list = each.call ? argumentsOf(*each.call) : each.list;
        lists_.push_back({each.place, each.type, path, list, each.where, each.component});
      });
    }
    // what lies inside of another list is done before it moves with that one
    std::stable_sort(lists_.begin(), lists_.end(),
                     [](const List& a, const List& b) { return a.begin() > b.begin(); });
    for (List& each : lists_) {
      plan(each);
      write(each);
    }
  }

 private:
  // The arguments of a call as modifiers; those without a name are there, so that their commas
  // count.
  const Modification* argumentsOf(const CallExpr& call) {
    std::vector<const Argument*> arguments;
    for (const Expr* value : call.arguments) {
      auto* argument = arena_.make<Argument>();
      argument->range = value->range;
      arguments.push_back(argument);
    }
    for (const NamedArgument& named : call.named) {
      auto* value = arena_.make<Modification>();
      value->binding = named.value;
      value->range = named.value->range;
      auto* argument = arena_.make<Argument>();
      const NamePart part{named.name, named.range, {}};
      argument->name = {false, arena_.copy(std::vector<NamePart>{part}), named.range};
      argument->modification = value;
      argument->range = named.range;
      argument->range.end = named.value->range.end;
      arguments.push_back(argument);
    }
    auto* list = arena_.make<Modification>();
    list->hasArguments = true;
    list->arguments = arena_.copy(arguments);
    list->range = call.range;
    list->range.begin = call.function.range.end;
    return list;
  }

  void plan(List& each) {
    // a(b(c = 1)) without c is nothing
    for (const Argument* argument : each.arguments())
      if (argument->kind == ArgumentKind::Modify && emptied_.contains(argument->modification))
        each.replaced[argument] = "";
    UserClass* where = classes_.classOf(each.where);
    if (!where) return;
    const Meaning type = classes_.resolve(*each.type, *where).meaning;
    const Meaning modified = each.path.empty() ? type : classes_.follow(type, each.path).meaning;
    const bool isDirect = each.path.empty() && type.kind == Meaning::Kind::Library &&
                          each.place != ModifierPlace::Constraint;
    if (each.path.empty() ? false : modified.kind == Meaning::Kind::Library) return;
    for (const Path& className : classes_.libraryClasses(modified)) {
      if (isDirect) classIf(each, className);
      const auto found = rules_.modifiers.find(className);
      if (found == rules_.modifiers.end()) continue;
      for (const ConversionRules::Modifiers& rule : found->second) apply(each, rule, isDirect);
    }
  }

  const Argument* argumentNamed(const List& each, const Path& name) const {
    for (const Argument* argument : each.arguments())
      if (argument->kind == ArgumentKind::Modify && partsOf(argument->name, document_) == name)
        return argument;
    return nullptr;
  }

  // ---- convertClassIf

  void classIf(List& each, const Path& className) {
    const auto found = rules_.classesIf.find(className);
    if (found == rules_.classesIf.end()) return;
    for (const ConversionRules::ClassIf& rule : found->second) {
      const Argument* argument = argumentNamed(each, {rule.element});
      if (!argument || each.replaced.contains(argument) || !isLiteral(*argument, rule.value))
        continue;
      if (each.component && sharesItsType(*each.component)) {
        byHand(argument->range, rule.element,
               "'" + joined(className) + "' becomes '" + joined(rule.to) +
                   "' here, and the declaration has several components");
        return;
      }
      edits_.replace(each.type->range.begin, each.type->range.end,
                     (each.type->global ? "." : "") + joined(rule.to));
      each.replaced[argument] = "";
      return;
    }
  }

  // Of an enumeration the name of the literal counts.
  bool isLiteral(const Argument& argument, const std::string& wanted) const {
    const Expr* value = argument.modification ? argument.modification->binding : nullptr;
    if (!value) return false;
    const std::string_view text = document_.text(value->range);
    if (text == wanted) return true;
    const auto* reference = value->dynAs<ReferenceExpr>();
    if (!reference) return false;
    const Path literal = edit::splitPath(wanted);
    return !literal.empty() && partsOf(reference->name, document_).back() == literal.back();
  }

  // "A x, y;"
  bool sharesItsType(const ComponentDecl& component) const {
    return std::count_if(lists_.begin(), lists_.end(), [&](const List& other) {
             return other.component && other.path.empty() &&
                    other.type->range == component.type.range;
           }) > 1;
  }

  // ---- convertModifiers

  void apply(List& each, const ConversionRules::Modifiers& rule, bool isDirect) {
    std::vector<const Argument*> present;
    bool isAbout = rule.olds.empty();  // of components that set nothing, too
    std::map<std::string, std::string> values;
    for (const OldModifier& old : rule.olds) {
      if (old.kind != OldModifier::Kind::Value) {
        if (!isDirect || !each.component) return;
        const bool wanted = old.kind == OldModifier::Kind::Connected;
        if (isConnected(each, old.name) != wanted) return;
        isAbout = true;
        continue;
      }
      const Argument* argument = argumentNamed(each, old.name);
      if (argument && each.replaced.contains(argument)) argument = nullptr;
      if (argument) present.push_back(argument);
      values[joined(old.name)] = argument ? valueOf(*argument) : old.fallback;
    }
    if (present.empty() && !(isAbout && isDirect)) return;
    if (renames(each, rule, present)) return;
    for (const Argument* argument : present)
      if (!rule.news.empty() && !isPlainValue(*argument)) {
        byHand(argument->range, joined(partsOf(argument->name, document_)),
               "it is no plain value here");
        return;
      }
    std::string prefix;
    if (std::any_of(present.begin(), present.end(), [](auto* a) { return a->each; }))
      prefix += "each ";
    if (std::any_of(present.begin(), present.end(), [](auto* a) { return a->final; }))
      prefix += "final ";
    std::vector<std::pair<Path, std::string>> made;
    for (const NewModifier& one : rule.news) {
      const std::string text = written(each, one, values, rule.simplify);
      if (text.empty() || isGiven(each, one, present, text, rule.olds.empty())) continue;
      made.emplace_back(one.name, prefix + text);
    }
    distribute(each, std::move(made), present);
  }

  // New modifiers in the places of old ones: that of the same name, else the next; several in the
  // last.
  void distribute(List& each, std::vector<std::pair<Path, std::string>> made,
                  std::vector<const Argument*> places) {
    for (const Argument* argument : places) each.replaced[argument] = "";
    if (places.empty()) {
      for (auto& [name, text] : made) each.added.push_back(std::move(text));
      return;
    }
    std::vector<const Argument*> free;
    for (const Argument* argument : places) {
      const Path name = partsOf(argument->name, document_);
      const auto same = std::find_if(made.begin(), made.end(),
                                     [&](const auto& one) { return one.first == name; });
      if (same == made.end()) {
        free.push_back(argument);
        continue;
      }
      each.replaced[argument] = same->second;
      made.erase(same);
    }
    for (size_t i = 0; i < made.size(); ++i) {
      std::string& text = each.replaced[i < free.size() ? free[i] : places.back()];
      text += (text.empty() ? "" : ", ") + made[i].second;
    }
  }

  // {"a"} to {"b = %a%"} is another name, whatever the modifier has: a(min = 0), a(fixed = true)
  // = 1.
  bool renames(List& each, const ConversionRules::Modifiers& rule,
               const std::vector<const Argument*>& present) {
    if (rule.olds.size() != 1 || rule.news.size() != 1 || present.size() != 1) return false;
    const NewModifier& made = rule.news[0];
    if (!made.isValue || made.text != "%" + joined(rule.olds[0].name) + "%") return false;
    if (argumentNamed(each, made.name)) return false;
    const Argument& argument = *present[0];
    const std::string text = edits_.textOf(argument.name.range.end, argument.range.end);
    each.replaced[&argument] =
        std::string(document_.text().substr(argument.range.begin,
                                            argument.name.range.begin - argument.range.begin)) +
        joined(made.name) + text;
    return true;
  }

  static bool isPlainValue(const Argument& argument) {
    return argument.modification && argument.modification->binding &&
           argument.modification->arguments.empty();
  }

  std::string valueOf(const Argument& argument) const {
    if (!argument.modification || !argument.modification->binding) return {};
    const SourceRange& range = argument.modification->binding->range;
    return edits_.textOf(range.begin, range.end);
  }

  // "" where a value is missing that the rule needs.
  std::string written(const List& each, const NewModifier& made,
                      const std::map<std::string, std::string>& values, bool simplify) {
    std::string text;
    const std::string& form = made.text;
    for (size_t i = 0; i < form.size();) {
      const size_t end = form[i] == '%' ? form.find('%', i + 1) : std::string::npos;
      const auto value =
          end == std::string::npos ? values.end() : values.find(form.substr(i + 1, end - i - 1));
      if (value == values.end()) {
        text += form[i++];
        continue;
      }
      if (value->second.empty()) {
        byHand(each.type->range, joined(made.name),
               "'" + value->first + "' is not set, and the rule has no value for that case");
        return {};
      }
      const bool alone = i == 0 && end + 1 == form.size();
      const bool needs = !alone && !edit::isReference(value->second) && !isSingle(value->second);
      text += needs ? "(" + value->second + ")" : value->second;
      i = end + 1;
    }
    if (!made.isValue) return joined(made.name) + text;
    return joined(made.name) + std::string(edit::equalsOf(document_, each.list)) +
           (simplify ? simplified(text) : text);
  }

  // One token, or all of it in brackets.
  static bool isSingle(const std::string& text) {
    const edit::TokenList tokens(text);
    if (tokens.size() <= 1) return true;
    const Tok first = tokens[0].kind;
    size_t name = 0;  // behind a.b.c
    while (name + 1 < tokens.size() && tokens[name].kind == Tok::Identifier &&
           tokens[name + 1].kind == Tok::Dot)
      name += 2;
    const bool call = name + 1 < tokens.size() && tokens[name].kind == Tok::Identifier &&
                      tokens[name + 1].kind == Tok::LeftParen;
    if (call) return edit::closingBracket(tokens, name + 1) + 1 == tokens.size();
    const bool opens =
        first == Tok::LeftParen || first == Tok::LeftBrace || first == Tok::LeftBracket;
    return opens && edit::closingBracket(tokens, 0) + 1 == tokens.size();
  }

  // Whether the list has the new modifier already.
  bool isGiven(const List& each, const NewModifier& made,
               const std::vector<const Argument*>& present, const std::string& text,
               bool isDefault) {
    const Argument* existing = argumentNamed(each, made.name);
    if (!existing || std::find(present.begin(), present.end(), existing) != present.end())
      return false;
    const std::string value = made.isValue ? valueOf(*existing) : std::string();
    const bool same = made.isValue && text.ends_with("=" + value);
    if (!isDefault && !same)
      byHand(existing->range, joined(made.name),
             "it is set already, and a rule would set it to '" + text + "'");
    return true;
  }

  // Whether a connection of the class leads to this connector of the component.
  bool isConnected(const List& each, const Path& connector) const {
    bool found = false;
    const std::string name(document_.nameOf(each.component->name));
    auto leads = [&](const Name& end) {
      const Path parts = partsOf(end, document_);
      return parts.size() > connector.size() && parts[0] == name &&
             std::equal(connector.begin(), connector.end(), parts.begin() + 1);
    };
    for (const EquationSection& section : each.where->equations)
      edit::forEachEquation(section.equations, [&](const Equation& equation) {
        if (equation.kind != EquationKind::Connect) return;
        const auto& connect = equation.as<ConnectEquation>();
        found = found || leads(connect.left) || leads(connect.right);
      });
    return found;
  }

  void byHand(const SourceRange& range, const std::string& what, const std::string& why) {
    diagnostics_.report(diag::ConversionByHand, SourceRange{file_, range.begin, range.end}, what,
                        why);
  }

  // ---- the text

  void write(const List& each) {
    if (each.replaced.empty() && each.added.empty()) return;
    std::string added;
    for (const std::string& text : each.added) added += (added.empty() ? "" : ", ") + text;
    const auto arguments = each.arguments();
    if (arguments.empty()) {
      insert(each, added);
      return;
    }
    const auto isKept = [&](const Argument* argument) {
      const auto found = each.replaced.find(argument);
      return found == each.replaced.end() || !found->second.empty();
    };
    const bool anyKept = std::any_of(arguments.begin(), arguments.end(), isKept);
    const edit::TokenList& tokens = document_.tokens();
    const size_t open = tokens.firstEndingAfter(each.list->range.begin);
    const size_t close = edit::closingBracket(tokens, open);
    if (!anyKept && (!added.empty() || !hasComment(tokens[open].end, tokens[close].begin))) {
      if (added.empty() && each.place == ModifierPlace::Element && !each.list->binding) {
        emptied_.insert(each.list);
      } else if (added.empty() && each.place != ModifierPlace::Call) {
        edits_.replace(tokens.gapBegin(open), tokens[close].end, "");
      } else {
        edits_.replace(tokens[open].end, tokens[close].begin, added);
      }
      return;
    }
    const Argument* last = nullptr;
    for (size_t i = 0; i < arguments.size(); ++i) {
      const Argument& argument = *arguments[i];
      const auto found = each.replaced.find(&argument);
      if (isKept(&argument)) last = &argument;
      if (found == each.replaced.end()) continue;
      if (!found->second.empty()) {
        edits_.replace(argument.range.begin, argument.range.end, found->second);
      } else if (last) {
        removeBetween(arguments[i - 1]->range.end, argument.range.begin, argument);
      } else if (i + 1 < arguments.size()) {
        removeBetween(argument.range.end, arguments[i + 1]->range.begin, argument);
      } else {
        edits_.replace(argument.range.begin, argument.range.end, "");
      }
    }
    if (!added.empty() && last) edits_.add(last->range.end, last->range.end, ", " + added);
  }

  bool hasComment(uint32_t begin, uint32_t end) const {
    const edit::TokenList& tokens = document_.tokens();
    for (size_t i = tokens.firstFrom(begin); i <= tokens.size() && tokens.gapBegin(i) < end; ++i)
      if (tokens.gapEnd(i) <= end && tokens.gap(i).find('/') != std::string_view::npos) return true;
    return false;
  }

  // The argument with the separator beside it; comments there stay.
  void removeBetween(uint32_t begin, uint32_t end, const Argument& argument) {
    const edit::TokenList& tokens = document_.tokens();
    const size_t comma = tokens.firstFrom(begin);
    const bool comment = tokens.gap(comma).find('/') != std::string_view::npos ||
                         tokens.gap(comma + 1).find('/') != std::string_view::npos;
    if (comment) {
      edits_.replace(argument.range.begin, argument.range.end, "");
      edits_.replace(tokens[comma].begin, tokens[comma].end, "");
      return;
    }
    edits_.replace(std::min(begin, argument.range.begin), std::max(end, argument.range.end), "");
  }

  // Where there are no modifiers yet.
  void insert(const List& each, const std::string& added) {
    const edit::TokenList& tokens = document_.tokens();
    if (each.list && each.list->hasArguments) {  // "()"
      const uint32_t behind = tokens[tokens.firstEndingAfter(each.list->range.begin)].end;
      edits_.add(behind, behind, added);
      return;
    }
    uint32_t end = each.type->range.end;
    if (each.component && each.path.empty()) {
      end = edit::modifiedOf(document_, *each.component).end;
    } else if (const size_t next = tokens.firstFrom(end);
               next < tokens.size() && tokens[next].kind == Tok::LeftBracket) {  // type V = A[3]
      end = tokens[edit::closingBracket(tokens, next)].end;
    }
    edits_.add(end, end, "(" + added + ")");
  }

  const Document& document_;
  UserClasses& classes_;
  const ConversionRules& rules_;
  FileId file_;
  Diagnostics& diagnostics_;
  EditSet& edits_;
  std::vector<List> lists_;
  Arena arena_;                            // arguments of calls
  std::set<const Modification*> emptied_;  // of elements, nothing of which is left
};

}  // namespace

void convertModifiers(const Document& document, UserClasses& classes, const ConversionRules& rules,
                      FileId file, Diagnostics& diagnostics, EditSet& edits) {
  ModifierConverter(document, classes, rules, file, diagnostics, edits).convert();
}

}  // namespace formola::upgrade
