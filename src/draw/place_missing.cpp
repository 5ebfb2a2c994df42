// Places of components that nobody placed.
#include "draw/painter.h"
#include "draw/place.h"

namespace formola::draw {

namespace {

// The size of a component that nobody gave one.
Point naturalSize(const ComponentPicture& picture, double initialScale) {
  const Extent& e = picture.icon;
  const double scale = picture.connector ? 0.1 : std::clamp(initialScale, 0.1, 0.2);
  const double largest = std::max(e.width(), e.height()) * scale;
  const double factor = scale * std::clamp(largest, 16.0, 40.0) / std::max(largest, 1e-9);
  return {std::max(2.0, factor * e.width()), std::max(2.0, factor * e.height())};
}

}  // namespace

// Authors who place components leave out what is not to be seen: outer ones, visualizers, protected
// and conditional connectors behind those that are seen. What else is connected was forgotten.
void Painter::hideLoose() {
  auto isPlaced = [](const Part& part) { return part.picture.placed; };
  if (std::none_of(parts_.begin(), parts_.end(), isPlaced)) return;
  std::unordered_set<std::string> connected;
  for (const Link& link : links_)
    for (const ast::Name* end : {&link.equation->left, &link.equation->right})
      connected.insert(std::string(sema_.text(end->parts[0].name)));
  auto isInner = [](const Part& part) {
    const ast::ComponentDecl& decl = *part.instance->decl;
    return decl.prefixes.outer ||
           (part.picture.connector && (decl.prefixes.isProtected || decl.condition));
  };
  std::erase_if(parts_, [&](const Part& part) {
    return !isPlaced(part) && (isInner(part) || !connected.contains(part.picture.name));
  });
}

void Painter::placeMissing() {
  collectConnections();
  hideLoose();
  indexNames();
  std::vector<uint32_t> missing;
  for (uint32_t i = 0; i < parts_.size(); ++i)
    if (!parts_[i].picture.placed) missing.push_back(i);
  Network network;
  std::unordered_map<uint32_t, uint32_t> boxOf;
  for (const uint32_t i : missing) {
    Part& part = parts_[i];
    const Point half = 0.5 * naturalSize(part.picture, part.view.initialScale);
    setPlace(part, Affine{half.x, 0, 0, half.y, 0, 0});
    measurePorts(part);
    NetworkBox box{2 * half.x, 2 * half.y, {}, {}};
    for (const Port& port : part.picture.ports)
      box.ports.push_back({port.at, port.outward, port.causality});
    boxOf[i] = static_cast<uint32_t>(network.boxes.size());
    network.boxes.push_back(std::move(box));
  }
  for (const Link& link : links_) {
    const End from = endOf(link.equation->left), to = endOf(link.equation->right);
    if (!from.port || !to.port || !boxOf.contains(*from.component) ||
        !boxOf.contains(*to.component))
      continue;
    network.wires.push_back(
        {{boxOf[*from.component], *from.port}, {boxOf[*to.component], *to.port}});
  }
  if (!missing.empty()) takePlaces(missing, network, placeBoxes(network));
}

// The ports in the icon, before the place is known.
void Painter::measurePorts(Part& part) {
  Part scratch = part;
  if (scratch.isKnown())
    addConnectors(scratch, scratch.subject, scratch.view, scratch.picture.placement, scratch.layer,
                  0);
  part.picture.ports = std::move(scratch.picture.ports);
  part.missingPorts = std::move(scratch.missingPorts);
  if (!part.picture.connector) return;
  Port own;
  own.outward = {1, 0};
  own.causality = -causalityOf(part.instance);
  if (own.causality < 0) own.outward = {-1, 0};
  part.picture.ports.insert(part.picture.ports.begin(), own);
}

// Below what is placed already, if there is something.
void Painter::takePlaces(const std::vector<uint32_t>& missing, const Network& network,
                         const std::vector<BoxPlace>& places) {
  Extent all{{1e300, 1e300}, {-1e300, -1e300}};
  for (size_t k = 0; k < missing.size(); ++k) {
    const Extent area = boxArea(network.boxes[k], places[k]);
    all.a = {std::min(all.a.x, area.a.x), std::min(all.a.y, area.a.y)};
    all.b = {std::max(all.b.x, area.b.x), std::max(all.b.y, area.b.y)};
  }
  Point move{};
  const bool alone = missing.size() == parts_.size();
  if (!alone) {
    double lowest = picture_.extent.a.y;
    for (const Part& part : parts_)
      if (part.picture.placed) lowest = std::min(lowest, part.picture.box.a.y);
    move = {2 * std::round((picture_.extent.centre().x - all.centre().x) / 2),
            2 * std::round((lowest - 20 - all.b.y) / 2)};
  }
  for (size_t k = 0; k < missing.size(); ++k) {
    Part& part = parts_[missing[k]];
    const NetworkBox& box = network.boxes[k];
    const double side = places[k].mirrored ? -1 : 1;
    setPlace(part, shift(places[k].centre + move) *
                       Affine{side * box.width / 2, 0, 0, box.height / 2, 0, 0});
  }
  if (alone && picture_.shapes.empty()) picture_.extent = all.grown(10);
}

}  // namespace formola::draw
