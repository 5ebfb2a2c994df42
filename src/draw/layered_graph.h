// A graph drawn in layers from left to right.
#pragma once

#include <cstdint>
#include <vector>

namespace formola::draw {

struct LayeredNode {
  double above = 10, below = 10;  // the space that it needs, from its middle
  int layer = 0;
  double height = 0;  // of its middle
};

struct LayeredEdge {
  uint32_t from = 0, to = 0;
  double weight = 1;                    // how much it should lead to the right; 0: either way
  double pull = 1;                      // how much it should be straight
  double fromHeight = 0, toHeight = 0;  // where it ends, from the middles of its nodes
};

struct LayeredGraph {
  std::vector<LayeredNode> nodes;
  std::vector<LayeredEdge> edges;  // no loops at one node
};

// Purpose:    gives each node a layer, so that edges lead to the right; on cycles some lead back.
// Ensures:    no edge stays within a layer; the layers are 0, 1, ...
//             What is reached from nodes that have no edge to them is ordered as it is reached, so
//             that a loop is cut where it comes back.
// Reference:  Eades, Lin, Smyth (1993), with weights, where there are no such nodes; longest paths.
void assignLayers(LayeredGraph& graph);

// Purpose:    heights of the nodes: few edges cross, and they are straight where that is possible.
// Requires:   layers.
// Ensures:    in each layer the nodes with their space do not overlap.
// Reference:  Sugiyama et al. (1981): barycentres, with nodes where long edges pass.
void orderAndAlign(LayeredGraph& graph);

}  // namespace formola::draw
