#include "lsp/annotation_names.h"

#include <map>

namespace formola::lsp {

namespace {

using Names = std::vector<std::string_view>;
using Table = std::map<std::string_view, Names>;

// By the innermost name around the place; Modelica 3.6, chapter 18.
const Table& names() {
  static const Names kFilled = {"visible", "origin",        "rotation",  "extent",     "lineColor",
                                "pattern", "lineThickness", "fillColor", "fillPattern"};
  auto filled = [](std::initializer_list<std::string_view> more) {
    Names all = kFilled;
    all.insert(all.end(), more);
    return all;
  };
  static const Table kTable = {
      {"",
       {"Placement",
        "Line",
        "Icon",
        "Diagram",
        "Documentation",
        "Dialog",
        "choices",
        "choicesAllMatching",
        "experiment",
        "Evaluate",
        "HideResult",
        "Inline",
        "LateInline",
        "InlineAfterIndexReduction",
        "GenerateEvents",
        "derivative",
        "inverse",
        "smoothOrder",
        "defaultComponentName",
        "defaultComponentPrefixes",
        "missingInnerMessage",
        "preferredView",
        "DocumentationClass",
        "IconMap",
        "DiagramMap",
        "Include",
        "IncludeDirectory",
        "Library",
        "LibraryDirectory",
        "SourceDirectory",
        "version",
        "uses",
        "conversion",
        "versionDate",
        "versionBuild",
        "dateModified",
        "revisionId",
        "obsolete",
        "unassignedMessage",
        "absoluteValue",
        "defaultConnectionStructurallyInconsistent",
        "singleInstance",
        "TestCase",
        "Protection",
        "License",
        "mustBeConnected",
        "mayOnlyConnectOnce",
        "Text"}},
      {"Placement", {"transformation", "iconTransformation", "visible", "iconVisible"}},
      {"transformation", {"extent", "origin", "rotation"}},
      {"iconTransformation", {"extent", "origin", "rotation"}},
      {"Icon", {"coordinateSystem", "graphics"}},
      {"Diagram", {"coordinateSystem", "graphics"}},
      {"coordinateSystem", {"extent", "preserveAspectRatio", "initialScale", "grid"}},
      {"IconMap", {"extent", "primitivesVisible"}},
      {"DiagramMap", {"extent", "primitivesVisible"}},
      {"Line",
       {"points", "color", "pattern", "thickness", "arrow", "arrowSize", "smooth", "visible",
        "origin", "rotation"}},
      {"Polygon",
       {"points", "smooth", "visible", "origin", "rotation", "lineColor", "pattern",
        "lineThickness", "fillColor", "fillPattern"}},
      {"Rectangle", filled({"borderPattern", "radius"})},
      {"Ellipse", filled({"startAngle", "endAngle", "closure"})},
      {"Text",
       {"extent", "textString", "string", "index", "fontSize", "fontName", "textStyle", "textColor",
        "horizontalAlignment", "visible", "origin", "rotation"}},
      {"Bitmap", {"extent", "fileName", "imageSource", "visible", "origin", "rotation"}},
      {"Documentation", {"info", "revisions", "figures"}},
      {"Figure", {"title", "identifier", "group", "preferred", "plots", "caption"}},
      {"Plot", {"title", "identifier", "curves", "x", "y"}},
      {"Curve", {"x", "y", "legend", "zOrder"}},
      {"Axis", {"min", "max", "unit", "label", "scale"}},
      {"Dialog",
       {"tab", "group", "enable", "showStartAttribute", "colorSelector", "loadSelector",
        "saveSelector", "directorySelector", "groupImage", "connectorSizing"}},
      {"loadSelector", {"filter", "caption"}},
      {"saveSelector", {"filter", "caption"}},
      {"choices", {"choice", "checkBox"}},
      {"experiment", {"StartTime", "StopTime", "Interval", "Tolerance"}},
      {"derivative", {"order", "noDerivative", "zeroDerivative"}},
      {"conversion", {"from", "noneFromVersion"}},
      {"from", {"version", "to", "script", "change"}},
      {"change",
       {"convertClass", "convertClassIf", "convertElement", "convertModifiers", "convertMessage"}},
      {"TestCase", {"shouldPass"}},
  };
  return kTable;
}

std::span<const std::string_view> find(const Table& table, std::string_view key) {
  const auto found = table.find(key);
  return found == table.end() ? std::span<const std::string_view>() : found->second;
}

}  // namespace

std::span<const std::string_view> annotationNames(const std::vector<std::string>& path) {
  return find(names(), path.empty() ? "" : path.back());
}

std::span<const std::string_view> annotationElements(std::string_view list) {
  static const Table kTable = {
      {"graphics", {"Line", "Polygon", "Rectangle", "Ellipse", "Text", "Bitmap"}},
      {"figures", {"Figure"}},
      {"plots", {"Plot"}},
      {"curves", {"Curve"}},
  };
  return find(kTable, list);
}

std::span<const std::string_view> annotationValues(std::string_view argument) {
  static const Names kTruth = {"true", "false"};
  static const Names kArrows = {"Arrow.None", "Arrow.Open", "Arrow.Filled", "Arrow.Half"};
  static const Table kTable = {
      {"pattern",
       {"LinePattern.None", "LinePattern.Solid", "LinePattern.Dash", "LinePattern.Dot",
        "LinePattern.DashDot", "LinePattern.DashDotDot"}},
      {"fillPattern",
       {"FillPattern.None", "FillPattern.Solid", "FillPattern.Horizontal", "FillPattern.Vertical",
        "FillPattern.Cross", "FillPattern.Forward", "FillPattern.Backward", "FillPattern.CrossDiag",
        "FillPattern.HorizontalCylinder", "FillPattern.VerticalCylinder", "FillPattern.Sphere"}},
      {"borderPattern",
       {"BorderPattern.None", "BorderPattern.Raised", "BorderPattern.Sunken",
        "BorderPattern.Engraved"}},
      {"smooth", {"Smooth.None", "Smooth.Bezier"}},
      {"closure", {"EllipseClosure.None", "EllipseClosure.Chord", "EllipseClosure.Radial"}},
      {"arrow", kArrows},
      {"textStyle", {"TextStyle.Bold", "TextStyle.Italic", "TextStyle.UnderLine"}},
      {"horizontalAlignment",
       {"TextAlignment.Left", "TextAlignment.Center", "TextAlignment.Right"}},
      {"visible", kTruth},
      {"iconVisible", kTruth},
      {"preserveAspectRatio", kTruth},
      {"primitivesVisible", kTruth},
      {"Evaluate", kTruth},
      {"HideResult", kTruth},
      {"Inline", kTruth},
      {"LateInline", kTruth},
      {"choicesAllMatching", kTruth},
      {"showStartAttribute", kTruth},
      {"connectorSizing", kTruth},
      {"checkBox", kTruth},
      {"preferredView", {"\"info\"", "\"diagram\"", "\"text\"", "\"icon\""}},
  };
  return find(kTable, argument);
}

}  // namespace formola::lsp
