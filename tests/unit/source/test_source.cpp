// Source files: lines, columns, ranges.
#include <gtest/gtest.h>

#include "source/source.h"

namespace formola {
namespace {

TEST(SourceManager, LinesAndColumnsCountFromOne) {
  SourceManager sources;
  FileId file = sources.add("a.mo", "ab\ncd\r\n\nlast");
  EXPECT_EQ(sources.lineColumn(file, 0).line, 1u);
  EXPECT_EQ(sources.lineColumn(file, 0).column, 1u);
  EXPECT_EQ(sources.lineColumn(file, 3).line, 2u);
  EXPECT_EQ(sources.lineColumn(file, 4).column, 2u);
  EXPECT_EQ(sources.line(file, 1), "ab");
  EXPECT_EQ(sources.line(file, 2), "cd");
  EXPECT_EQ(sources.line(file, 3), "");
  EXPECT_EQ(sources.line(file, 4), "last");
  EXPECT_EQ(sources.line(file, 5), "");
  EXPECT_EQ(sources.line(file, 0), "");
}

TEST(SourceManager, ColumnsCountCodePoints) {
  SourceManager sources;
  FileId file = sources.add("a.mo", "\"\u00FC\u20AC\" x");
  EXPECT_EQ(sources.lineColumn(file, 8).column, 6u);  // ü is 2 bytes, € is 3
}

TEST(SourceManager, OffsetsPastTheEndAreClamped) {
  SourceManager sources;
  FileId file = sources.add("a.mo", "ab\n");
  EXPECT_EQ(sources.lineColumn(file, 100).line, 2u);
  EXPECT_EQ(sources.lineColumn(file, 100).column, 1u);
  EXPECT_EQ(sources.text(SourceRange{file, 1, 100}), "b\n");
  EXPECT_EQ(sources.text(SourceRange{file, 50, 100}), "");
  EXPECT_EQ(sources.text(SourceRange{}), "");
}

TEST(SourceManager, AMissingFileGivesAnInvalidId) {
  SourceManager sources;
  EXPECT_FALSE(sources.load("/there/is/no/such/file.mo").valid());
  EXPECT_EQ(sources.fileCount(), 0u);
}

TEST(SourceRange, CoverTakesTheOuterEnds) {
  SourceManager sources;
  FileId a = sources.add("a.mo", "");
  FileId b = sources.add("b.mo", "");
  EXPECT_EQ(cover({a, 5, 6}, {a, 1, 2}), (SourceRange{a, 1, 6}));
  EXPECT_EQ(cover({a, 5, 6}, {b, 1, 2}), (SourceRange{a, 5, 6}));
  EXPECT_EQ(cover({}, {b, 1, 2}), (SourceRange{b, 1, 2}));
  EXPECT_EQ(cover({a, 5, 6}, {}), (SourceRange{a, 5, 6}));
}

}  // namespace
}  // namespace formola
