// How the picture of a class comes about; used by draw_class.cpp, paint_components.cpp,
// paint_connections.cpp, paint_transitions.cpp and place_missing.cpp only.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "draw/class_layer.h"
#include "draw/draw_class.h"
#include "draw/network.h"
#include "draw/picture.h"
#include "sema/sema.h"

namespace formola::draw {

class Painter {
 public:
  Painter(Sema& sema, Instance* classInstance, Layer layer, const Moment& moment);
  Picture paint();

 private:
  // A component on its way into the picture.
  struct Part {
    ComponentPicture picture;
    Instance* instance = nullptr;  // as declared
    Instance* subject = nullptr;   // what is drawn: itself, an element, or its class
    Layer layer = Layer::Icon;     // of it
    LayerView view;
    std::unordered_set<std::string> missingPorts;  // conditional connectors that are not there

    bool isKnown() const { return instance->type && subject && !view.parts.empty(); }
  };

  // A connection on its way into the picture.
  struct Link {
    ConnectionPicture picture;
    const ast::ConnectEquation* equation = nullptr;
    uint32_t part = 0;  // of the layout
    Fields line, text;
  };

  struct Placement {
    bool visible = true;
    std::optional<Affine> map;  // from the square {{-1, -1}, {1, 1}}
  };

  // What a name in connect means.
  struct End {
    std::optional<uint32_t> component, port;
    bool absent = false;
  };

  // draw_class.cpp
  void addShapes(Instance* instance, const LayerView& view, const Affine& map, bool scaled,
                 const std::string& name, std::vector<Shape>& to);
  void reportMissingClasses();

  // paint_components.cpp
  Placement placementOf(const ast::ComponentDecl& decl, Scope scope, Layer layer);
  Placement placementOf(Instance* component, Instance* owner, uint32_t index, Layer layer);
  bool hasPlacement(const ast::ComponentDecl& decl) const;
  bool isPlainVariable(const ast::ComponentDecl& decl) const;
  Instance* drawable(Instance* owner, uint32_t index, Layer layer);
  Instance* subjectOf(Instance* component);
  std::string shownName(const Instance& component) const;
  LayerView viewOf(Instance* subject, Layer& layer);
  void collectComponents();
  void addComponent(uint32_t index, uint32_t inPart);
  void finish(Part& part);
  void addConnectors(Part& part, Instance* owner, const LayerView& view, const Affine& map,
                     Layer layer, int depth);
  Port portOf(const Part& part, Instance* connector, const Affine& local, size_t firstShape);
  void addOwnPort(Part& part);

  // paint_connections.cpp
  void collectConnections();
  void collectFrom(const ast::Equation& equation, uint32_t part);
  void indexNames();
  End endOf(const ast::Name& name);
  void addGivenLine(Link& link);
  void finishConnections();

  // paint_transitions.cpp
  void paintTransition(const ast::CallEquation& equation, uint32_t part);

  // place_missing.cpp
  void placeMissing();
  void hideLoose();
  void measurePorts(Part& part);
  void takePlaces(const std::vector<uint32_t>& missing, const Network& network,
                  const std::vector<BoxPlace>& places);

  // `square`: the map from {{-1, -1}, {1, 1}}.
  static void setPlace(Part& part, const Affine& square);
  static int causalityOf(const Instance* connector);
  std::string kindOf(Instance* connector);

  Sema& sema_;
  Layer layer_;
  bool moving_;  // the variables have the values of some moment
  Instance* model_ = nullptr;
  LayerView view_;
  Picture picture_;
  std::vector<Part> parts_;  // one for each component of the picture
  std::vector<Link> links_;
  std::unordered_map<std::string, uint32_t> byName_;  // components
};

// The last part of a qualified name.
std::string lastPart(const std::string& name);

}  // namespace formola::draw
