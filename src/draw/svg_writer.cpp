#include "draw/svg_writer.h"

#include <fmt/format.h>

#include <iterator>

#include "draw/images.h"

namespace formola::draw {

namespace {

constexpr double kDiagramScale = 4, kIconScale = 2;  // pixels for a unit
constexpr double kMargin = 2;
constexpr double kThinnest = 0.25, kThinnestInIcon = 0.8;
constexpr double kHatch = 2.5, kHatchInIcon = 5;  // distance of the lines of a fill pattern
constexpr double kBaseline = 0.35;                // of the middle of a text, in font sizes
constexpr double kPale = 0.25;                    // opacity of what is absent

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      default:
        // other control characters are no XML
        if (static_cast<unsigned char>(c) >= 0x20 || c == '\t') result += c;
    }
  }
  return result;
}

// Three digits, without zeros at the end.
std::string number(double x) {
  if (!std::isfinite(x)) return "0";
  std::string text = fmt::format("{:.3f}", x);
  while (text.back() == '0') text.pop_back();
  if (text.back() == '.') text.pop_back();
  return text == "-0" ? "0" : text;
}

std::string colorText(Color c) {
  return fmt::format("#{:02x}{:02x}{:02x}", c.red, c.green, c.blue);
}

// SVG's y points down.
std::string matrix(const Affine& m) {
  return fmt::format("matrix({} {} {} {} {} {})", number(m.xx), number(-m.yx), number(m.xy),
                     number(-m.yy), number(m.dx), number(-m.dy));
}

uint32_t hashOf(std::string_view text) {
  uint32_t h = 2166136261u;
  for (const char c : text) h = (h ^ static_cast<unsigned char>(c)) * 16777619u;
  return h;
}

class SvgWriter {
 public:
  explicit SvgWriter(const Picture& picture) : picture_(picture) {
    prefix_ =
        fmt::format("f{:x}{}", hashOf(picture.className), picture.layer == Layer::Icon ? "i" : "d");
  }

  std::string write() {
    for (const Shape& shape : picture_.shapes) put(shape);
    for (const ComponentPicture& c : picture_.components) putComponent(c);
    for (const ConnectionPicture& c : picture_.connections) putConnection(c);
    for (const Junction& j : picture_.junctions)
      body_ += fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"0.8\" fill=\"{}\"/>\n", number(j.at.x),
                           number(-j.at.y), colorText(j.color));
    return head() + body_ + "</svg>\n";
  }

 private:
  Extent area() const {
    Extent all = boundsOf(picture_);
    if (picture_.layer == Layer::Icon) {
      const Extent& e = picture_.extent;
      all = {{std::min(all.a.x, e.a.x), std::min(all.a.y, e.a.y)},
             {std::max(all.b.x, e.b.x), std::max(all.b.y, e.b.y)}};
    }
    return all.grown(kMargin);
  }

  std::string head() const {
    const Extent e = area();
    const double scale = picture_.layer == Layer::Icon ? kIconScale : kDiagramScale;
    std::string text = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" viewBox=\"{} {} {} "
        "{}\" role=\"img\" font-family=\"'Liberation Sans', Arial, Helvetica, sans-serif\" "
        "stroke-linecap=\"round\" stroke-linejoin=\"round\">\n",
        number(scale * e.width()), number(scale * e.height()), number(e.a.x), number(-e.b.y),
        number(e.width()), number(e.height()));
    text +=
        fmt::format("<title>{} of {}</title>\n", picture_.layer == Layer::Icon ? "Icon" : "Diagram",
                    escaped(picture_.className));
    if (!definitions_.empty()) text += "<defs>\n" + definitions_ + "</defs>\n";
    return text;
  }

  void putComponent(const ComponentPicture& c) {
    body_ += fmt::format("<g data-component=\"{}\"{}>", escaped(c.name), pale(c.absent));
    body_ += fmt::format("<title>{}: {}{}</title>\n", escaped(c.name), escaped(c.className),
                         c.absent ? " (not there: its condition is false)" : "");
    for (const Shape& shape : c.shapes) put(shape);
    body_ += "</g>\n";
  }

  void putConnection(const ConnectionPicture& c) {
    body_ +=
        fmt::format("<g data-from=\"{}\" data-to=\"{}\"{}><title>{} – {}</title>\n",
                    escaped(c.from), escaped(c.to), pale(c.absent), escaped(c.from), escaped(c.to));
    for (const Shape& shape : c.shapes) put(shape);
    body_ += "</g>\n";
  }

  static std::string pale(bool absent) {
    return absent ? fmt::format(" opacity=\"{}\"", kPale) : std::string();
  }

  void put(const Shape& shape) {
    std::visit([&](const auto& s) { putShape(s); }, shape);
  }

  void putShape(const PathShape& path) {
    const bool invisible = path.stroke.pattern == LinePattern::None;
    if (invisible && path.fill.pattern == FillPattern::None) return;
    std::string data;
    size_t at = 0;
    auto next = [&] {
      const Point p = path.outline.points[at++];
      data += fmt::format("{} {} ", number(p.x), number(-p.y));
    };
    for (const Step step : path.outline.steps) {
      switch (step) {
        case Step::Move:
          data += "M";
          next();
          break;
        case Step::Line:
          data += "L";
          next();
          break;
        case Step::Curve:
          data += "C";
          for (int i = 0; i < 3; ++i) next();
          break;
        case Step::Close:
          data += "Z ";
          break;
      }
    }
    if (!data.empty()) data.pop_back();
    body_ += fmt::format("<path d=\"{}\" fill=\"{}\"{}/>\n", data, fillText(path.fill),
                         strokeText(path.stroke));
  }

  std::string strokeText(const Stroke& stroke) const {
    if (stroke.pattern == LinePattern::None) return {};
    const double thinnest = picture_.layer == Layer::Icon ? kThinnestInIcon : kThinnest;
    std::string text = fmt::format(" stroke=\"{}\" stroke-width=\"{}\"", colorText(stroke.color),
                                   number(std::max(stroke.thickness, thinnest)));
    static constexpr std::string_view kDashes[] = {
        "", "", "2.4 1.4", "0.4 1.2", "2.4 1.2 0.4 1.2", "2.4 1.2 0.4 1.2 0.4 1.2"};
    const std::string_view dashes = kDashes[static_cast<size_t>(stroke.pattern)];
    if (!dashes.empty())
      text += fmt::format(" stroke-dasharray=\"{}\" stroke-linecap=\"butt\"", dashes);
    return text;
  }

  std::string fillText(const Fill& fill) {
    switch (fill.pattern) {
      case FillPattern::None:
        return "none";
      case FillPattern::Solid:
        return colorText(fill.color);
      case FillPattern::HorizontalCylinder:
      case FillPattern::VerticalCylinder:
      case FillPattern::Sphere:
        if (std::abs(fill.box.determinant()) < 1e-12) return colorText(fill.color);
        return define(gradient(fill));
      default:
        return define(hatching(fill));
    }
  }

  // `text` with {} for its name; the same one is defined once.
  std::string define(const std::string& text) {
    size_t index = 0;
    while (index < defined_.size() && defined_[index] != text) ++index;
    const std::string name = fmt::format("{}{}", prefix_, index);
    if (index == defined_.size()) {
      defined_.push_back(text);
      std::string named = text;
      named.replace(named.find("{}"), 2, name);
      definitions_ += named;
    }
    return "url(#" + name + ")";
  }

  static std::string gradient(const Fill& fill) {
    const std::string line = colorText(fill.lineColor), inner = colorText(fill.color);
    const std::string where =
        "gradientUnits=\"userSpaceOnUse\" gradientTransform=\"" + matrix(fill.box) + "\"";
    auto stop = [](const char* at, const std::string& color) {
      return fmt::format("<stop offset=\"{}\" stop-color=\"{}\"/>", at, color);
    };
    if (fill.pattern == FillPattern::Sphere)
      return "<radialGradient id=\"{}\" cx=\"0\" cy=\"0\" r=\"1\" " + where + ">" +
             stop("0", inner) + stop("1", line) + "</radialGradient>\n";
    const std::string along = fill.pattern == FillPattern::HorizontalCylinder
                                  ? "x1=\"0\" y1=\"-1\" x2=\"0\" y2=\"1\" "
                                  : "x1=\"-1\" y1=\"0\" x2=\"1\" y2=\"0\" ";
    return "<linearGradient id=\"{}\" " + along + where + ">" + stop("0", line) +
           stop("0.5", inner) + stop("1", line) + "</linearGradient>\n";
  }

  std::string hatching(const Fill& fill) const {
    const bool icon = picture_.layer == Layer::Icon;
    const double distance = icon ? kHatchInIcon : kHatch;
    const std::string size = number(distance), half = number(distance / 2);
    std::string lines;
    const FillPattern p = fill.pattern;
    if (p == FillPattern::Horizontal || p == FillPattern::Cross) lines += "M0 " + half + "H" + size;
    if (p == FillPattern::Vertical || p == FillPattern::Cross) lines += "M" + half + " 0V" + size;
    // the corners continue the lines of the neighbours
    if (p == FillPattern::Forward || p == FillPattern::CrossDiag)
      lines += fmt::format("M0 {0}L{0} 0M-1 1L1 -1M{1} {2}L{2} {1}", size, number(distance - 1),
                           number(distance + 1));
    if (p == FillPattern::Backward || p == FillPattern::CrossDiag)
      lines += fmt::format("M0 0L{0} {0}M-1 {1}L1 {2}M{1} -1L{2} 1", size, number(distance - 1),
                           number(distance + 1));
    return "<pattern id=\"{}\" patternUnits=\"userSpaceOnUse\" width=\"" + size + "\" height=\"" +
           size + "\">" + "<rect width=\"" + size + "\" height=\"" + size + "\" fill=\"" +
           colorText(fill.color) + "\"/><path d=\"" + lines + "\" stroke=\"" +
           colorText(fill.lineColor) + "\" stroke-width=\"" + (icon ? "0.8" : "0.3") +
           "\" fill=\"none\"/></pattern>\n";
  }

  void putShape(const TextShape& text) {
    static constexpr std::string_view kAnchors[] = {"start", "middle", "end"};
    std::string place;
    if (text.angle == 0) {
      place = fmt::format("x=\"{}\" y=\"{}\"", number(text.at.x),
                          number(-text.at.y + kBaseline * text.size));
    } else {
      place = fmt::format("x=\"0\" y=\"{}\" transform=\"translate({} {}) rotate({})\"",
                          number(kBaseline * text.size), number(text.at.x), number(-text.at.y),
                          number(-text.angle));
    }
    std::string style;
    if (text.macro) style += " class=\"macro\"";
    if (text.bold) style += " font-weight=\"bold\"";
    if (text.italic) style += " font-style=\"italic\"";
    if (text.underline) style += " text-decoration=\"underline\"";
    if (!text.font.empty()) style += fmt::format(" font-family=\"{}\"", escaped(text.font));
    body_ += fmt::format("<text {} font-size=\"{}\" text-anchor=\"{}\" fill=\"{}\"{}>{}</text>\n",
                         place, number(text.size), kAnchors[static_cast<size_t>(text.align)],
                         colorText(text.color), style, escaped(text.text));
  }

  void putShape(const ImageShape& image) {
    const std::string address = imageAddress(image);
    const Point right = image.box.turn({1, 0}), up = image.box.turn({0, 1});
    const double w = length(right), h = length(up);
    if (address.empty() || w == 0 || h == 0) return;
    const Affine turned{right.x / w, -up.x / h, right.y / w, -up.y / h, image.box.dx, image.box.dy};
    body_ += fmt::format(
        "<image x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" transform=\"{}\" href=\"{}\"/>\n",
        number(-w), number(-h), number(2 * w), number(2 * h), matrix(turned), address);
  }

  const Picture& picture_;
  std::string prefix_;
  std::string body_, definitions_;
  std::vector<std::string> defined_;
};

}  // namespace

std::string writeSvg(const Picture& picture) {
  return SvgWriter(picture).write();
}

}  // namespace formola::draw
