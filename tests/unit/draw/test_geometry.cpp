// Maps, junctions and what is written.
#include <gtest/gtest.h>

#include "draw/images.h"
#include "draw/json_writer.h"
#include "draw/junctions.h"
#include "draw/svg_writer.h"

namespace formola::draw {
namespace {

TEST(Geometry, MapsCompose) {
  const Affine flip = mapping({{-100, -100}, {100, 100}}, {{10, -10}, {-10, 10}});
  EXPECT_EQ(flip({100, 50}), (Point{-10, 5}));
  const Affine all = shift({5, 6}) * rotation(90) * flip;
  EXPECT_EQ(all({100, 50}), (Point{5 - 5, 6 - 10}));
  EXPECT_NEAR(rotation(45)({1, 0}).x, std::sqrt(0.5), 1e-15);
  EXPECT_EQ(rotation(-90)({1, 0}), (Point{0, -1}));
  EXPECT_EQ(rotation(450)({1, 0}), (Point{0, 1}));
  EXPECT_EQ(boundsOf(rotation(90), {{0, 0}, {2, 1}}), (Extent{{-1, 0}, {0, 2}}));
}

ConnectionPicture connection(std::string from, std::string to, std::vector<Point> points) {
  ConnectionPicture c;
  c.from = std::move(from);
  c.to = std::move(to);
  c.points = std::move(points);
  return c;
}

TEST(Junctions, WhereLinesOfOneSetBranch) {
  // two lines from a: together to (10, 0), then apart
  const auto found = findJunctions(
      {connection("a", "b", {{0, 0}, {20, 0}}), connection("a", "c", {{0, 0}, {10, 0}, {10, 10}})});
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].at, (Point{10, 0}));
}

TEST(Junctions, NotWhereLinesOnlyCross) {
  EXPECT_TRUE(findJunctions({connection("a", "b", {{0, 0}, {20, 0}}),
                             connection("c", "d", {{10, -10}, {10, 0}, {10, 10}})})
                  .empty());
  // nor at the connector itself
  EXPECT_TRUE(findJunctions({connection("a", "b", {{0, 0}, {20, 0}}),
                             connection("a", "c", {{0, 0}, {0, 10}}),
                             connection("a", "d", {{0, 0}, {0, -10}})})
                  .empty());
}

Picture triangle() {
  Picture picture;
  picture.className = "A<B>&\"C\"";
  PathShape path;
  path.outline.move({0, 0});
  path.outline.line({10, 0});
  path.outline.line({0, 10});
  path.outline.close();
  path.fill.pattern = FillPattern::HorizontalCylinder;
  path.fill.color = {255, 128, 0};
  path.fill.box = mapping({{-1, -1}, {1, 1}}, {{0, 0}, {10, 10}});
  picture.shapes.push_back(path);
  picture.shapes.push_back(path);
  TextShape text;
  text.text = "<script>alert(1)</script>";
  text.angle = 90;
  picture.shapes.push_back(text);
  return picture;
}

TEST(SvgWriter, EscapesAndSharesGradients) {
  const std::string svg = writeSvg(triangle());
  EXPECT_EQ(svg, writeSvg(triangle()));
  EXPECT_EQ(svg.find("<script"), std::string::npos);
  EXPECT_NE(svg.find("&lt;script&gt;"), std::string::npos);
  EXPECT_NE(svg.find("A&lt;B&gt;&amp;&quot;C&quot;"), std::string::npos);
  EXPECT_NE(svg.find("M0 0 L10 0 L0 -10 Z"), std::string::npos);
  const size_t gradient = svg.find("<linearGradient");
  ASSERT_NE(gradient, std::string::npos);
  EXPECT_EQ(svg.find("<linearGradient", gradient + 1), std::string::npos);
}

TEST(JsonWriter, KeepsNumbersAndTexts) {
  const std::string json = writeJson(triangle());
  EXPECT_NE(json.find("\"path\":\"M0 0 L10 0 L0 10 Z\""), std::string::npos);
  EXPECT_NE(json.find("\"text\":\"<script>"), std::string::npos);
}

TEST(Images, OnlyImagesGetIn) {
  ImageShape image;
  image.data = "iVBORw0KGgo=";  // the first bytes of a PNG file
  EXPECT_EQ(imageAddress(image), "data:image/png;base64,iVBORw0KGgo=");
  image.data = "cm9vdDp4OjA6MA==";  // text
  EXPECT_EQ(imageAddress(image), "");
  image.data = "iVBORw0KGgo=\"/><script>";
  EXPECT_EQ(imageAddress(image), "");
  image.data.clear();
  image.file = "/no/such/file.png";
  EXPECT_EQ(imageAddress(image), "");
  image.file = "/etc/passwd";
  EXPECT_EQ(imageAddress(image), "");
}

}  // namespace
}  // namespace formola::draw
