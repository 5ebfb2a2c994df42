// Tables by columns in HDF5 files, by the library libhdf5, which is loaded when it is asked for.
#pragma once

#include <string>

namespace formola::results {

// Is libhdf5 there? "": yes, else why not.
std::string hdf5Problem();

// Purpose:    a table with a line of names, fields as of RFC 4180 without line ends inside, as an
//             HDF5 file: a dataset of one dimension for each column, with its name ("/" in a name
//             is written "%2F") and its place in the table as the attribute "column".
// Ensures:    columns of numbers are doubles with NaN where a field is empty, whole numbers in the
//             first column; others are texts. Each has as many elements as there are rows. False,
//             and `problem` says why; the file is there only as a whole.
// Complexity: O(size of the table) time; the memory does not grow with the rows.
bool writeHdf5Table(const std::string& table, const std::string& path, std::string& problem);

}  // namespace formola::results
