// Standard externals of the operating system: files and folders that are written, moved or removed,
// commands, the process. All that changes something asks the gate of the call first.
#pragma once

#include "evaluate/standard_externals.h"

namespace formola::standard {

// Modelica.Utilities.Internal.FileSystem and Streams.print
bool print(StandardCall& call);         // (string, fileName); "": standard output
bool makeFolder(StandardCall& call);    // (directoryName)
bool removeFolder(StandardCall& call);  // (directoryName), an empty one
bool removeFile(StandardCall& call);    // (fileName)
bool rename(StandardCall& call);        // (oldName, newName)
bool copyFile(StandardCall& call);      // (fromName, toName), which must not exist
bool temporaryFileName(StandardCall& call);

// Modelica.Utilities.System
bool workingFolder(StandardCall& call);           // directory = (0)
bool changeFolder(StandardCall& call);            // (directory)
bool environmentVariable(StandardCall& call);     // (name, convertToSlash, content, exist)
bool setEnvironmentVariable(StandardCall& call);  // (name, content, convertFromSlash)
bool localTime(StandardCall& call);               // (ms, sec, min, hour, day, mon, year)
bool processNumber(StandardCall& call);
bool runCommand(StandardCall& call);  // result = (string)
bool endProgram(StandardCall& call);  // (status)

}  // namespace formola::standard
