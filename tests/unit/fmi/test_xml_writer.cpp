#include <gtest/gtest.h>

#include <cstdlib>

#include "fmi/xml_writer.h"

namespace formola::fmi {
namespace {

TEST(XmlWriter, ElementsAndAttributes) {
  XmlWriter xml;
  xml.begin("a");
  xml.attribute("text", "<\"&\n>");
  xml.begin("b");
  xml.attribute("number", 0.1);
  xml.end();
  xml.end();
  EXPECT_EQ(xml.text(),
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            "<a text=\"&lt;&quot;&amp; &gt;\">\n"
            "  <b number=\"0.1\"/>\n"
            "</a>\n");
}

TEST(XmlWriter, NumbersAreReadBackTheSame) {
  for (double value : {0.1, 1e300, -5e-324, 1.0 / 3, 0.0})
    EXPECT_EQ(std::strtod(numberText(value).c_str(), nullptr), value);
}

}  // namespace
}  // namespace formola::fmi
