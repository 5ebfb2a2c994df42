#include "draw/class_layer.h"

#include <functional>

namespace formola::draw {

Fields annotationFields(const ast::Annotation* annotation, const Interner& names) {
  return Fields(annotation ? annotation->arguments : nullptr, names);
}

namespace {

constexpr double kSmallest = 1e-3;  // side of a coordinate system

std::vector<uint32_t> basesOf(const Layout& layout, uint32_t part) {
  std::vector<uint32_t> bases;
  for (uint32_t p = part + 1; p < layout.parts[part].end; p = layout.parts[p].end) {
    bases.push_back(p);
    if (layout.parts[p].end <= p) break;
  }
  return bases;
}

// The annotation of the extends clause, or of the short class definition, that names base number
// `index` of `part`.
const ast::Annotation* extendsAnnotation(const Layout& layout, uint32_t part, uint32_t base,
                                         size_t index, size_t count) {
  const ClassNode* node = layout.parts[part].node;
  if (!node || !node->def) return nullptr;
  if (node->def->form == ast::ClassForm::Short) return node->def->comment.annotation;
  if (node->extends.size() == count) return node->extends[index]->annotation;
  // a base is missing since something is wrong with it
  for (const ast::Extends* extends : node->extends)
    if (extends->modification && extends->modification == layout.parts[base].modification)
      return extends->annotation;
  return nullptr;
}

struct CoordinateSystem {
  Extent extent;
  bool preserveAspectRatio = true;
  double initialScale = 0.1;
};

class Viewer {
 public:
  Viewer(Sema& sema, Instance* instance, Layer layer)
      : sema_(sema), instance_(instance), layout_(*instance->layout), layer_(layer) {}

  LayerView view() {
    if (layout_.parts.empty()) return {};
    result_.parts.resize(layout_.parts.size());
    systems_.resize(layout_.parts.size());
    bases_.resize(layout_.parts.size());
    visit(0);
    result_.extent = systems_[0].extent.ordered();
    result_.initialScale = systems_[0].initialScale;
    place(0);
    return std::move(result_);
  }

 private:
  struct Base {
    uint32_t part;
    std::optional<Extent> extent;  // none: the coordinates of the derived class
    bool primitives = true;
  };

  Base baseOf(uint32_t part, uint32_t base, size_t index, size_t count) {
    const Fields map =
        annotationFields(extendsAnnotation(layout_, part, base, index, count), sema_.names())
            .record(layer_ == Layer::Icon ? "IconMap" : "DiagramMap");
    const Values values(sema_, {instance_, part});
    Base result{base, values.extent(map["extent"]),
                values.boolean(map["primitivesVisible"]).value_or(true)};
    if (result.extent && *result.extent == Extent{{0, 0}, {0, 0}}) result.extent.reset();
    return result;
  }

  // Coordinate systems from the bases up, and the order of drawing.
  void visit(uint32_t part) {
    const std::vector<uint32_t> bases = basesOf(layout_, part);
    std::vector<Base> described;
    for (size_t i = 0; i < bases.size(); ++i) {
      visit(bases[i]);
      described.push_back(baseOf(part, bases[i], i, bases.size()));
    }
    CoordinateSystem& system = systems_[part];
    for (const Base& base : described) {
      if (base.extent) continue;
      system = systems_[base.part];
      break;
    }
    const ClassNode* node = layout_.parts[part].node;
    const ast::Annotation* annotation = node && node->def ? node->def->comment.annotation : nullptr;
    const Fields own = annotationFields(annotation, sema_.names())
                           .record(layer_ == Layer::Icon ? "Icon" : "Diagram");
    const Fields given = own.record("coordinateSystem");
    const Values values(sema_, {instance_, part});
    if (auto extent = values.extent(given["extent"]);
        extent && extent->width() > kSmallest && extent->height() > kSmallest)
      system.extent = *extent;
    if (auto keep = values.boolean(given["preserveAspectRatio"]))
      system.preserveAspectRatio = *keep;
    if (auto scale = values.number(given["initialScale"]); scale && *scale > 0)
      system.initialScale = *scale;
    result_.parts[part].layer = own;
    result_.hasGraphics |= own["graphics"] != nullptr;
    result_.order.push_back(part);
    bases_[part] = std::move(described);
  }

  // Maps from the derived class down.
  void place(uint32_t part) {
    const LayerView::Part& derived = result_.parts[part];
    for (const Base& base : bases_[part]) {
      LayerView::Part& view = result_.parts[base.part];
      view = {view.layer, derived.map, derived.primitives && base.primitives, derived.visible};
      if (base.extent) {
        view.map = view.map * fit(systems_[base.part], *base.extent);
        view.visible = view.visible && base.extent->width() > 0 && base.extent->height() > 0;
      }
      place(base.part);
    }
  }

  static Affine fit(const CoordinateSystem& from, Extent to) {
    if (from.preserveAspectRatio && to.width() > 0 && to.height() > 0) {
      const Extent source = from.extent.ordered();
      const double scale = std::min(to.width() / source.width(), to.height() / source.height());
      const Point half{std::copysign(scale * source.width() / 2, to.b.x - to.a.x),
                       std::copysign(scale * source.height() / 2, to.b.y - to.a.y)};
      to = {to.centre() - half, to.centre() + half};
    }
    return mapping(from.extent.ordered(), to);
  }

  Sema& sema_;
  Instance* instance_;
  const Layout& layout_;
  Layer layer_;
  LayerView result_;
  std::vector<CoordinateSystem> systems_;
  std::vector<std::vector<Base>> bases_;  // of each part
};

}  // namespace

LayerView viewLayer(Sema& sema, Instance* instance, Layer layer) {
  if (!instance->layout) {
    if (instance->isComponent()) return {};
    sema.layout(instance);
  }
  if (!instance->layout) return {};
  return Viewer(sema, instance, layer).view();
}

}  // namespace formola::draw
