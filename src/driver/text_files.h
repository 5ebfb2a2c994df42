// Files of text that commands read and write again.
#pragma once

#include <string>
#include <vector>

namespace formola {

// Files as they are, folders as the .mo files in them.
std::vector<std::string> modelicaFiles(const std::vector<std::string>& inputs);

// "-": standard input. False: it cannot be read.
bool readText(const std::string& path, std::string& text);

// Through a file beside it, so that a full disk leaves the old text. False: it stays as it was.
bool replaceText(const std::string& path, const std::string& text);

}  // namespace formola
