// Reads the matrix of a table from a file.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace formola {

struct TableMatrix {
  size_t rows = 0, columns = 0;
  std::vector<double> values;  // row-major
};

// Purpose:    the matrix `name` of a file as the tables of the Modelica Standard Library use them.
// Ensures:    by the end of the file's name: ".csv" numbers between delimiters, one row on a line
//             after `headerLines` lines (`name` plays no part); ".mat" MATLAB level 4, full real
//             matrices; all else text: "#1", then matrices "double name(rows, columns)" with their
//             numbers in row-major order, '#' begins a comment. Nothing and `error` (without the
//             file's name) if there is no such matrix or something in it can't be read.
// Complexity: linear in the size of the file.
// Reference:  the documentation of Modelica.Blocks.Sources.CombiTimeTable; "MAT-File Format", level
//             4.
std::optional<TableMatrix> readTable(const std::string& file, const std::string& name,
                                     const std::string& delimiter, size_t headerLines,
                                     std::string& error);

// The three formats, on the contents of a file.
std::optional<TableMatrix> readTextTable(std::string_view text, std::string_view name,
                                         std::string& error);
std::optional<TableMatrix> readCsvTable(std::string_view text, char delimiter, size_t headerLines,
                                        std::string& error);
std::optional<TableMatrix> readMat4Table(std::string_view bytes, std::string_view name,
                                         std::string& error);

}  // namespace formola
