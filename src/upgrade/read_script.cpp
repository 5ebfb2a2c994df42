// Conversion scripts: their calls become rules.
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "diag/codes/upgrade.h"
#include "edit/tokens.h"
#include "syntax/parser.h"
#include "upgrade/conversion_rules.h"

namespace formola::upgrade {

using namespace ast;
using edit::TokenList;
using syntax::Tok;
using Strings = std::vector<std::string>;

namespace {

// What is wrong with a rule.
struct Wrong {
  std::string why;
};

// "a", {"a", "b"}, fill("", 0).
std::optional<Strings> stringsOf(const Expr& value, const Interner& names) {
  if (const auto* text = value.dynAs<StringExpr>()) return Strings{std::string(text->value)};
  if (const auto* sum = value.dynAs<BinaryExpr>(); sum && sum->op == BinaryOp::Add) {
    const auto left = stringsOf(*sum->left, names), right = stringsOf(*sum->right, names);
    if (!left || !right || left->size() != 1 || right->size() != 1) return std::nullopt;
    return Strings{left->front() + right->front()};
  }
  if (const auto* array = value.dynAs<ArrayExpr>()) {
    Strings all;
    for (const Expr* element : array->elements) {
      const auto* text = element->dynAs<StringExpr>();
      if (!text) return std::nullopt;
      all.emplace_back(text->value);
    }
    return all;
  }
  const auto* call = value.dynAs<CallExpr>();
  if (!call || call->function.parts.size() != 1 ||
      names.text(call->function.parts[0].name) != "fill" || call->arguments.size() != 2)
    return std::nullopt;
  const auto* text = call->arguments[0]->dynAs<StringExpr>();
  const auto* count = call->arguments[1]->dynAs<IntegerExpr>();
  if (!text || !count || count->value < 0 || count->value > 1000) return std::nullopt;
  return Strings(static_cast<size_t>(count->value), std::string(text->value));
}

std::string trimmed(std::string_view text) {
  const size_t begin = text.find_first_not_of(" \t\r\n");
  if (begin == std::string_view::npos) return {};
  return std::string(text.substr(begin, text.find_last_not_of(" \t\r\n") + 1 - begin));
}

Path pathOf(const std::string& name) {
  const Path path = edit::splitPath(trimmed(name));
  for (const std::string& part : path) {
    const TokenList tokens(part);
    if (tokens.size() != 1 || tokens[0].kind != Tok::Identifier || tokens.text(0) != part)
      throw Wrong{fmt::format("'{}' is no name", name)};
  }
  if (path.empty()) throw Wrong{"a name is empty"};
  return path;
}

// "name = default", "cardinality(a) = 0"
OldModifier oldModifier(const std::string& text) {
  OldModifier old;
  const size_t equals = text.find('=');
  std::string name = trimmed(text.substr(0, equals));
  if (equals != std::string::npos) old.fallback = trimmed(text.substr(equals + 1));
  constexpr std::string_view kCardinality = "cardinality(";
  if (name.starts_with(kCardinality) && name.ends_with(")")) {
    if (old.fallback != "0" && old.fallback != "1")
      throw Wrong{fmt::format("'{}' is compared with neither 0 nor 1", name)};
    old.kind = old.fallback == "0" ? OldModifier::Kind::Unconnected : OldModifier::Kind::Connected;
    name = name.substr(kCardinality.size(), name.size() - kCardinality.size() - 1);
  }
  old.name = pathOf(name);
  return old;
}

// "name = value", "name(start = value)"
NewModifier newModifier(const std::string& text) {
  NewModifier made;
  const size_t end = text.find_first_of("=(");
  if (end == std::string::npos) throw Wrong{fmt::format("the modifier '{}' has no value", text)};
  made.name = pathOf(text.substr(0, end));
  made.isValue = text[end] == '=';
  made.text = trimmed(text.substr(made.isValue ? end + 1 : end));
  return made;
}

// %name% must be one of the modifiers that are replaced; other percent signs are text.
void checkUses(const NewModifier& made, const std::vector<OldModifier>& olds) {
  const std::string& text = made.text;
  for (size_t begin = text.find('%'); begin != std::string::npos;) {
    const size_t end = text.find('%', begin + 1);
    if (end == std::string::npos) return;
    const std::string name = text.substr(begin + 1, end - begin - 1);
    const bool isName = !name.empty() && name.find_first_not_of(
                                             "abcdefghijklmnopqrstuvwxyz"
                                             "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                             "0123456789_.") == std::string::npos;
    const bool isKnown = std::any_of(
        olds.begin(), olds.end(), [&](const OldModifier& old) { return joined(old.name) == name; });
    if (isName && !isKnown) throw Wrong{fmt::format("'%{}%' is none of its old modifiers", name)};
    begin = isKnown ? text.find('%', end + 1) : end;
  }
}

class ScriptReader {
 public:
  ScriptReader(const SourceRange& range, const SourceManager& sources, Diagnostics& diagnostics,
               ConversionRules& rules)
      : range_(range), tokens_(sources.text(range)), diagnostics_(diagnostics), rules_(rules) {}

  void read() {
    for (size_t i = 0; i < tokens_.size();) {
      if (tokens_[i].kind == Tok::Semicolon || tokens_[i].kind == Tok::Comma) {
        ++i;
        continue;
      }
      const bool isCall = tokens_[i].kind == Tok::Identifier && i + 1 < tokens_.size() &&
                          tokens_[i + 1].kind == Tok::LeftParen;
      if (!isCall) {
        diagnostics_.report(diag::NoConversionRule, rangeOf(i, i), tokens_.text(i));
        while (i < tokens_.size() && tokens_[i].kind != Tok::Semicolon) ++i;
        continue;
      }
      const size_t last = edit::closingBracket(tokens_, i + 1);
      one(i, last);
      i = last + 1;
    }
  }

 private:
  SourceRange rangeOf(size_t first, size_t last) const {
    return {range_.file, range_.begin + tokens_[first].begin, range_.begin + tokens_[last].end};
  }

  void one(size_t first, size_t last) {
    const std::string name(tokens_.text(first));
    const SourceRange range = rangeOf(first, last);
    using Rule = void (ScriptReader::*)();
    static const std::map<std::string, Rule> kRules = {
        {"convertClass", &ScriptReader::classRule},
        {"convertClassIf", &ScriptReader::classIfRule},
        {"convertElement", &ScriptReader::elementRule},
        {"convertModifiers", &ScriptReader::modifiersRule},
        {"convertMessage", &ScriptReader::messageRule},
        {"convertClear", &ScriptReader::clear},
    };
    const auto rule = kRules.find(name);
    if (rule == kRules.end()) {
      diagnostics_.report(diag::NoConversionRule, rangeOf(first, first), name)
          .note(
              "rules are convertClass, convertClassIf, convertElement, convertModifiers and "
              "convertMessage");
      return;
    }
    try {
      arguments(std::string(tokens_.text().substr(tokens_[first].begin, range.end - range.begin)));
      (this->*rule->second)();
    } catch (const Wrong& wrong) {
      diagnostics_.report(diag::WrongConversionRule, range, name, wrong.why);
    }
  }

  // Parses the call: strings_ and simplify_.
  void arguments(const std::string& text) {
    SourceManager sources;
    Diagnostics diagnostics(sources);
    Interner names;
    Arena arena;
    const Expr* parsed = parseExpression(sources.add("", text), sources, names, arena, diagnostics);
    if (!parsed || diagnostics.hasErrors())
      throw Wrong{diagnostics.all().empty() ? "it is no call" : diagnostics.all()[0].message};
    const auto* call = parsed->dynAs<CallExpr>();
    if (!call) throw Wrong{"it is no call"};
    strings_.clear();
    simplify_ = false;
    for (const Expr* argument : call->arguments) {
      if (const auto* flag = argument->dynAs<BooleanExpr>()) {
        simplify_ = flag->value;
        continue;
      }
      auto all = stringsOf(*argument, names);
      if (!all) throw Wrong{"its arguments must be texts, or arrays of texts"};
      strings_.push_back(std::move(*all));
    }
    for (const NamedArgument& named : call->named) {
      const auto* flag = named.value->dynAs<BooleanExpr>();
      if (names.text(named.name) != "simplify" || !flag)
        throw Wrong{fmt::format("it has no argument '{}' of this type", names.text(named.name))};
      simplify_ = flag->value;
    }
  }

  // The k-th call of those that arrays stand for, each argument of which is one text.
  void forEach(size_t least, size_t most, const std::function<void(const Strings&)>& call) {
    if (strings_.size() < least || strings_.size() > most)
      throw Wrong{fmt::format("{} arguments are given, {} are needed", strings_.size(), least)};
    size_t count = 1;
    for (const Strings& each : strings_)
      if (each.size() != 1) {
        if (count != 1 && count != each.size()) throw Wrong{"its arrays differ in length"};
        count = each.size();
      }
    for (size_t k = 0; k < count; ++k) {
      Strings one;
      for (const Strings& each : strings_) one.push_back(each[each.size() == 1 ? 0 : k]);
      call(one);
    }
  }

  // The order of the rules does not matter: two for the same name must agree.
  template <typename Table, typename Key, typename Value>
  void put(Table& table, const Key& key, const Value& value) {
    const auto [place, isNew] = table.emplace(key, value);
    if (!isNew && place->second != value)
      throw Wrong{fmt::format("another rule converts '{}' differently", joined(key))};
  }

  void classRule() {
    forEach(2, 2, [&](const Strings& s) { put(rules_.classes, pathOf(s[0]), pathOf(s[1])); });
  }

  void classIfRule() {
    forEach(4, 4, [&](const Strings& s) {
      rules_.classesIf[pathOf(s[0])].push_back({joined(pathOf(s[1])), trimmed(s[2]), pathOf(s[3])});
    });
  }

  void elementRule() {
    forEach(3, 3, [&](const Strings& s) {
      if (trimmed(s[2]).empty()) {  // a form from before convertModifiers could remove
        rules_.modifiers[pathOf(s[0])].push_back({{oldModifier(s[1])}, {}, false});
        return;
      }
      put(rules_.elements[pathOf(s[0])], pathOf(s[1]), pathOf(s[2]));
    });
  }

  void modifiersRule() {
    if (strings_.size() != 3)
      throw Wrong{fmt::format("{} lists are given, 3 are needed", strings_.size())};
    ConversionRules::Modifiers rule;
    rule.simplify = simplify_;
    for (const std::string& text : strings_[1]) rule.olds.push_back(oldModifier(text));
    for (const std::string& text : strings_[2]) {
      rule.news.push_back(newModifier(text));
      checkUses(rule.news.back(), rule.olds);
    }
    for (const std::string& name : strings_[0]) rules_.modifiers[pathOf(name)].push_back(rule);
  }

  void messageRule() {
    forEach(2, 3, [&](const Strings& s) {
      if (s.size() == 2) {
        rules_.messages[pathOf(s[0])] = s[1];
      } else {
        rules_.elementMessages[pathOf(s[0])][pathOf(s[2])] = s[1];
      }
    });
  }

  // Of older tools: forgets the rules so far.
  void clear() { rules_ = {}; }

  SourceRange range_;
  TokenList tokens_;
  Diagnostics& diagnostics_;
  ConversionRules& rules_;
  std::vector<Strings> strings_;
  bool simplify_ = false;
};

}  // namespace

void readConversionRules(const SourceRange& range, const SourceManager& sources,
                         Diagnostics& diagnostics, ConversionRules& rules) {
  ScriptReader(range, sources, diagnostics, rules).read();
}

}  // namespace formola::upgrade
