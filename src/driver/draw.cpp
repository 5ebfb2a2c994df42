#include "driver/draw.h"

#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>

#include "draw/draw_class.h"
#include "draw/json_writer.h"
#include "draw/svg_writer.h"
#include "driver/run_command.h"
#include "driver/terminal.h"
#include "results/result_reader.h"
#include "sema/sema.h"

namespace formola {

namespace {

namespace fs = std::filesystem;

constexpr size_t kLargestOnPage = 1000;  // elements of a class; nobody reads a larger diagram there

bool writeFile(const std::string& path, const std::string& text) {
  std::ofstream out(path, std::ios::binary);
  out << text;
  return static_cast<bool>(out.flush());
}

std::string textFor(const draw::Picture& picture, const std::string& path) {
  return path.ends_with(".json") ? draw::writeJson(picture) : draw::writeSvg(picture);
}

int writePicture(const draw::Picture& picture, const std::string& path) {
  if (path.empty()) {
    std::fputs(draw::writeSvg(picture).c_str(), stdout);
    return kDone;
  }
  if (!path.ends_with(".png")) {
    if (!writeFile(path, textFor(picture, path)))
      return complain(fmt::format("cannot write '{}'", path));
    return kDone;
  }
  const std::string svg = path + ".svg";  // beside the result, so that it can be written
  if (!writeFile(svg, draw::writeSvg(picture)))
    return complain(fmt::format("cannot write '{}'", svg));
  const std::string problem = convertToPng(svg, path, "white");
  std::error_code ignored;
  fs::remove(svg, ignored);
  return problem.empty() ? kDone : complain(problem);
}

// Every class in the chosen one: FOLDER/NAME.icon.svg and NAME.diagram.svg where there is something
// to see.
int drawAll(Compilation& compilation, const Options& options) {
  if (options.output.empty()) return complain("draw --all needs --output FOLDER");
  std::error_code error;
  fs::create_directories(options.output, error);
  if (!fs::is_directory(options.output))
    return complain(fmt::format("cannot make the folder '{}'", options.output));
  size_t icons = 0, diagrams = 0, classes = 0;
  for (const std::string& name : compilation.classesBelow()) {
    if (!compilation.chooseClass(name)) continue;
    ++classes;
    for (const draw::Layer layer : {draw::Layer::Icon, draw::Layer::Diagram}) {
      const bool icon = layer == draw::Layer::Icon;
      const draw::Picture picture =
          draw::drawClass(compilation.sema(), compilation.chosen(), layer);
      if (picture.empty()) continue;
      std::string file = name + (icon ? ".icon.svg" : ".diagram.svg");
      for (char& c : file)
        if (c == '/') c = '_';
      if (!writeFile(options.output + "/" + file, draw::writeSvg(picture)))
        return complain(fmt::format("cannot write '{}/{}'", options.output, file));
      ++(icon ? icons : diagrams);
    }
  }
  if (!options.quiet)
    std::printf("%zu classes: %zu icons and %zu diagrams in %s\n", classes, icons, diagrams,
                options.output.c_str());
  return kDone;
}

// The last row at or before the time; events have two, of which the second counts.
draw::Moment momentOf(const results::Trajectory& trajectory, double time) {
  draw::Moment moment;
  if (trajectory.time.empty()) return moment;
  // rows are where they are written to be but for rounding
  const double slack = 1e-9 * (trajectory.time.back() - trajectory.time.front());
  const auto after = std::upper_bound(trajectory.time.begin(), trajectory.time.end(), time + slack);
  if (after == trajectory.time.begin()) return moment;
  const auto row = static_cast<size_t>(after - trajectory.time.begin()) - 1;
  for (const results::Signal& signal : trajectory.layout.signals)
    moment[signal.name] = trajectory.value(signal, row);
  return moment;
}

}  // namespace

std::string convertToPng(const std::string& from, const std::string& to,
                         const std::string& background) {
  std::string program = "rsvg-convert", output = "--output=" + to, input = from,
              behind = "--background-color=" + background;
  char* arguments[] = {program.data(), behind.data(), output.data(), input.data(), nullptr};
  pid_t child = 0;
  if (posix_spawnp(&child, "rsvg-convert", nullptr, nullptr, arguments, environ) != 0)
    return "PNG pictures are made by the program rsvg-convert, which is not there (Debian: "
           "apt-get install librsvg2-bin); write an .svg file instead";
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (WIFEXITED(status) && WEXITSTATUS(status) == 127)
    return "PNG pictures are made by the program rsvg-convert, which is not there (Debian: "
           "apt-get install librsvg2-bin); write an .svg file instead";
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
    return fmt::format("rsvg-convert could not make '{}' from '{}'", to, from);
  return {};
}

std::string modelDiagram(const Options& options) {
  CompileOptions own = options;
  own.ask = nullptr;
  Compilation compilation(own);
  const std::string name = loadInputs(compilation, options);
  if (compilation.diagnostics().hasErrors() || !compilation.chooseClass(name)) return {};
  if (compilation.sema().layout(compilation.chosen())->elements.size() > kLargestOnPage) return {};
  const draw::Picture picture =
      draw::drawClass(compilation.sema(), compilation.chosen(), draw::Layer::Diagram);
  if (picture.components.empty()) return {};
  // inside a page the name space goes without saying, and nothing looks like a link
  std::string svg = draw::writeSvg(picture);
  const std::string_view nameSpace = " xmlns=\"http://www.w3.org/2000/svg\"";
  if (const size_t at = svg.find(nameSpace); at != std::string::npos)
    svg.erase(at, nameSpace.size());
  return svg;
}

int drawClasses(Compilation& compilation, const Options& options) {
  if (options.drawAll) return drawAll(compilation, options);
  const std::string& path = options.output;
  if (!path.empty() && !path.ends_with(".svg") && !path.ends_with(".png") &&
      !path.ends_with(".json"))
    return complain(fmt::format("'{}' is none of .svg, .png and .json", path));
  const draw::Layer layer = options.layer == "icon" ? draw::Layer::Icon : draw::Layer::Diagram;
  draw::Moment moment;
  if (!options.drawResult.empty()) {
    const results::ReadResult read = results::readResult(options.drawResult);
    if (!read) return complain(fmt::format("'{}': {}", options.drawResult, read.error));
    moment = momentOf(read.trajectory, options.drawTime);
    if (moment.empty())
      return complain(
          fmt::format("'{}' begins after time {}", options.drawResult, options.drawTime));
  }
  return writePicture(draw::drawClass(compilation.sema(), compilation.chosen(), layer, moment),
                      path);
}

}  // namespace formola
