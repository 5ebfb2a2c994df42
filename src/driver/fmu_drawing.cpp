#include "driver/fmu_drawing.h"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "draw/draw_class.h"
#include "draw/svg_writer.h"
#include "driver/draw.h"
#include "driver/run_command.h"
#include "sema/sema.h"

namespace formola {

namespace {

namespace fs = std::filesystem;

// PNG of a picture, or "".
std::string pngOf(const std::string& svg) {
  std::string folder = (fs::temp_directory_path() / "formola-icon-XXXXXX").string();
  if (mkdtemp(folder.data()) == nullptr) return {};
  const std::string from = folder + "/icon.svg", to = folder + "/icon.png";
  std::ofstream(from, std::ios::binary) << svg;
  std::string content;
  if (convertToPng(from, to, "none").empty()) {
    std::ifstream file(to, std::ios::binary);
    content.assign(std::istreambuf_iterator<char>(file), {});
  }
  std::error_code ignored;
  fs::remove_all(folder, ignored);
  return content;
}

fmi::Box boxOf(const draw::Extent& extent) {
  const draw::Extent e = extent.ordered();
  return {e.a.x, e.a.y, e.b.x, e.b.y};
}

// What an SVG shows, in the coordinates of the layer; `otherwise` if that is not told.
fmi::Box shownIn(const std::string& svg, const fmi::Box& otherwise) {
  const size_t at = svg.find("viewBox=\"");
  double x = 0, y = 0, width = 0, height = 0;
  if (at == std::string::npos ||
      std::sscanf(svg.c_str() + at, "viewBox=\"%lf %lf %lf %lf", &x, &y, &width, &height) != 4)
    return otherwise;
  return {x, -(y + height), x + width, -y};  // y points down there
}

// A connector by itself, where it stands.
std::string svgOf(const draw::ComponentPicture& component, const draw::Picture& around) {
  draw::Picture picture;
  picture.className = component.className;
  picture.layer = around.layer;
  picture.extent = component.box;
  picture.shapes = component.shapes;
  return draw::writeSvg(picture);
}

}  // namespace

fmi::FmuDrawing drawingOf(const Options& options) {
  CompileOptions own = options;
  own.ask = nullptr;
  Compilation compilation(own);
  const std::string name = loadInputs(compilation, options);
  if (compilation.diagnostics().hasErrors() || !compilation.chooseClass(name)) return {};
  draw::Picture picture =
      draw::drawClass(compilation.sema(), compilation.chosen(), draw::Layer::Icon);
  fmi::FmuDrawing drawing;
  drawing.extent = boxOf(picture.extent);
  for (const draw::ComponentPicture& component : picture.components) {
    if (!component.connector || component.absent) continue;
    fmi::FmuTerminal terminal;
    terminal.name = component.name;
    terminal.className = component.className;
    terminal.box = boxOf(component.box);
    if (!component.ports.empty()) {
      const draw::Color& color = component.ports[0].color;
      terminal.color = {color.red, color.green, color.blue};
    }
    const std::string svg = svgOf(component, picture);
    terminal.box = shownIn(svg, terminal.box);
    if (std::string png = pngOf(svg); !png.empty())
      drawing.icons[terminal.name] = {std::move(png), svg};
    drawing.terminals.push_back(std::move(terminal));
  }
  picture.components.clear();  // terminals are no part of the icon
  if (!picture.shapes.empty()) {
    drawing.svg = draw::writeSvg(picture);
    drawing.icon = shownIn(drawing.svg, drawing.extent);
    drawing.png = pngOf(drawing.svg);
  }
  return drawing;
}

}  // namespace formola
