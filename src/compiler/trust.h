// Whom the user trusts: the gate of compilations.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "evaluate/effects.h"

namespace formola {

struct TrustSettings {
  bool all = false;
  std::vector<std::filesystem::path> places;   // folders and files, canonical
  std::vector<std::string> libraries;          // by name, wherever they come from
  std::vector<std::string> searchedLibraries;  // by name, where the search path has them
  std::filesystem::path folder;                // simulations may write here; empty: the present one
  std::filesystem::path file;  // with further decisions (readTrustFile); empty: none
};

enum class TrustAnswer : uint8_t {
  No,
  Once,    // this request
  Run,     // everything of those that were named, in this run
  Always,  // the same, and remember it
};

// What the user is asked.
struct TrustQuestion {
  EffectRefusal refusal;                     // what happens without an answer
  std::vector<std::filesystem::path> homes;  // that Always adds to the trust file
};

using TrustAsk = std::function<TrustAnswer(const TrustQuestion&)>;

// Who hears what the model says, and what happens where it ends the program (EffectGate); empty:
// nobody, and the call fails.
struct ModelVoice {
  std::function<void(Speech kind, const std::string& text)> say;
  std::function<void(int status)> endProgram;
};

// Purpose: decides by trust (docs/security.md).
// Ensures: foreign code runs if the file with its external clause is trusted. Commands, deletions,
//          changes of the process and writing need trust in every file of the compilation, since
//          their arguments may come from anywhere; but a simulation may write files in its folder
//          that are not hidden, no programs and no links, and remove what it has made itself.
class TrustGate : public EffectGate {
 public:
  // `ask` may be empty: then the answer is no.
  TrustGate(TrustSettings settings, TrustAsk ask, ModelVoice voice = {});

  void addSource(const SourceOrigin& source) override;
  std::shared_ptr<EffectGate> forSimulation() const override;
  bool allows(const EffectRequest& request) override;
  void made(const std::string& file) override;
  void say(Speech kind, const std::string& text) override;
  void endProgram(int status) override;
  std::vector<EffectRefusal> refusals() const override;

 private:
  const ModelVoice voice_;

  bool trusts(const SourceOrigin& source) const;
  bool mayWrite(const std::string& file) const;
  std::vector<SourceOrigin> untrusted(const EffectRequest& request) const;
  bool agreed(const TrustQuestion& question);
  void refuse(EffectRefusal refusal);

  mutable std::mutex mutex_;  // for all below
  TrustSettings settings_;
  TrustAsk ask_;
  bool simulating_ = false;
  std::vector<SourceOrigin> sources_;
  std::set<std::filesystem::path> made_;
  std::set<std::string> once_, declined_;  // requests by their text
  std::vector<EffectRefusal> refusals_;
};

// The file with the user's decisions: $XDG_CONFIG_HOME/formola/trust or ~/.config/formola/trust;
// empty if there is no home.
std::filesystem::path trustFile();
// Purpose: what the trust file says, added to `settings`.
// Ensures: a file that others can write is ignored, with a warning, as are lines that mean nothing.
void readTrustFile(const std::filesystem::path& file, TrustSettings& settings,
                   Diagnostics& diagnostics);
// Appends lines to the trust file, which is made for this user only. False: it can't be written.
bool extendTrustFile(const std::filesystem::path& file,
                     const std::vector<std::filesystem::path>& places);

// A word of --trust: `all`, the name of a library, a folder or a file.
void addTrust(const std::string& word, TrustSettings& settings);

}  // namespace formola
