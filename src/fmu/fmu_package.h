// An FMU file, opened: its description, and its binary and resources unpacked where they can be
// used.
#pragma once

#include "fmu/fmu_archive.h"
#include "fmu/fmu_instance.h"

namespace formola::fmu {

struct Package {
  Archive archive;
  Description description;
  std::vector<std::string> platforms;  // folders of binaries
};

// Purpose: reads an FMU without running anything of it.
// Ensures: nothing and errors in `diagnostics` if it cannot be used.
std::optional<Package> openPackage(const std::string& path, Diagnostics& diagnostics);

// Purpose: chooses the kind: `wanted` ("me", "cs", "se"), or "" for model exchange where it is
//          offered, else co-simulation. Scheduled execution is chosen if the caller can do that.
// Ensures: nothing if that is not offered, which is reported.
std::optional<Interface> chooseKind(const Package& package, const std::string& wanted,
                                    bool scheduled, Diagnostics& diagnostics);

// Purpose: unpacks the binary for this machine and the resources into `folder`.
// Ensures: nothing if there is none, which is reported. Nothing is loaded.
std::optional<InstanceOptions> unpack(const Package& package, Interface kind,
                                      const std::filesystem::path& folder,
                                      Diagnostics& diagnostics);

// Of this machine, as FMI 3.0 ("x86_64-linux") or 2.0 ("linux64") calls it; "": FMI 2.0 has no
// name.
std::string platformName(int version);

}  // namespace formola::fmu
