// Expressions in C.
#pragma once

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "codegen/text/called_functions.h"
#include "codegen/text/expr_text.h"

namespace formola::text {

// Names that generated C programs and the C library have already.
const std::vector<std::string_view>& reservedInC();

// What a program needs to know of texts; its functions share it.
struct UsedTexts {
  std::vector<std::string> literals{""};
  bool made = false;  // some are made or looked at while it runs
};

// Variables are places of the array v, relations are kept in m->relation. With `events` relations
// change at events only; else they are evaluated where they stand.
class CDialect : public Dialect {
 public:
  CDialect(const Schedule& schedule, const IdVector<VariableId, std::string>& names, bool events,
           std::shared_ptr<UsedTexts> texts)
      : schedule_(schedule), names_(names), events_(events), texts_(std::move(texts)) {}

  Text variable(VariableId id) const override;
  std::string time() const override { return "t"; }
  std::string frozenRelation(uint32_t number) const override;
  std::string liveRelation(uint32_t number, const std::string& condition, const std::string& a,
                           const std::string& b) const override;
  std::string previous(VariableId id) const override;
  std::string initialEvent() const override { return events_ ? "m->starting" : "0"; }
  std::string terminalEvent() const override { return events_ ? "m->ending" : "0"; }
  std::string reached() const override { return events_ ? "m->reached" : time(); }
  std::string passed() const override { return events_ ? "m->passed" : time(); }
  std::string sampled(size_t k) const override;
  std::string delayed(size_t k, const std::string& now, const std::string& by) const override;
  std::string transported(size_t k, bool atEnd,
                          std::span<const std::string> arguments) const override;
  std::string pick(std::span<const std::string> elements, const std::string& at) const override;
  std::string homotopy(const Text& actual, const Text& simplified) const override;
  std::string element(const std::string& list, size_t i) const override;
  std::string userFunction(FunctionId id, std::span<const CallArgument> arguments) const override;
  // Objects and texts are numbers.
  std::string object(VariableId id) const override;
  std::string textLiteral(std::string_view text) const override;
  std::string textFunction(std::string_view name,
                           std::span<const std::string> arguments) const override;
  const std::shared_ptr<UsedTexts>& texts() const { return texts_; }
  // The inputs whose values from before were asked for.
  const std::set<size_t>& inputsBefore() const { return inputsBefore_; }
  void addObject(VariableId id, size_t number) { objects_.emplace(id.index(), number); }
  // The functions that were called, in the order of their first calls.
  const CalledFunctions& called() const { return called_; }
  Text number(double value) const override;
  Text power(const Text& base, const Text& exponent) const override;
  Text conditional(const std::string& condition, const std::string& a,
                   const std::string& b) const override;
  Text function(Builtin f, std::span<const std::string> arguments) const override;

 private:
  const Schedule& schedule_;
  const IdVector<VariableId, std::string>& names_;
  bool events_;
  mutable CalledFunctions called_;
  mutable std::set<size_t> inputsBefore_;
  std::unordered_map<size_t, size_t> objects_;  // by variable
  std::shared_ptr<UsedTexts> texts_;
};

// The lines that make a call of a function of the model, where its guard holds.
std::vector<std::string> callInC(const Temporary& t, bool model);

// A C string literal.
std::string quotedInC(std::string_view text);

}  // namespace formola::text
