#include "syntax/dym/connections.h"

#include <algorithm>
#include <map>
#include <set>

#include "diag/codes/dymola.h"

namespace formola::dym {

namespace {

constexpr int kWrong = -1;  // reported already

struct Ends {
  int from = kWrong;
  int to = kWrong;
};

class Collector {
 public:
  Collector(const Model& model, const KnownModels& known, const Interner& names,
            Diagnostics& diagnostics)
      : model_(model),
        known_(known),
        names_(names),
        diagnostics_(diagnostics),
        own_(withInherited(model, known)) {}

  std::vector<ConnectionSet> run();

 private:
  struct Point {
    ConnectionPoint at;
    int parent = -1;  // union-find; -1: a root
    int next = -1;    // in the list of its set
    // of a root
    int head = -1, tail = -1, size = 1;
    size_t begun = 0;  // number of the join that put the first of its cuts there; 0: none
    SourceRange range;
  };

  int point(const ConnectionPoint& at);
  int root(int p);
  void join(int a, int b, SourceRange range);
  Ends ends(int connection);
  Ends endsOfName(const Connection& c, bool preferCut);
  Ends endsOfSubmodel(const Submodel& submodel, const Connection& c, bool preferCut);
  int single(int connection);
  const Submodel* submodel(Symbol name) const;
  void splitHierarchical();
  bool fits(const Point& root, const ConnectionPoint& first, const ConnectionPoint& other);
  std::string text(Symbol s) const { return std::string(names_.text(s)); }
  std::string nameOfConnection(const Connection& c) const {
    std::string name;
    for (const ast::NamePart& part : c.name)
      name += (name.empty() ? "" : ".") + std::string(names_.text(part.name));
    return name.empty() ? "the connection in parentheses" : name;
  }

  const Model& model_;
  const KnownModels& known_;
  const Interner& names_;
  Diagnostics& diagnostics_;
  std::vector<const Model*> own_;
  std::vector<Point> points_;
  std::map<std::tuple<const Submodel*, const Cut*, uint32_t>, int> index_;
  std::set<Symbol> unknownType_;  // reported already
  size_t joins_ = 0;
};

int Collector::point(const ConnectionPoint& at) {
  const auto key = std::make_tuple(at.submodel, at.cut, at.cut ? 0U : at.node.index());
  auto [found, isNew] = index_.emplace(key, static_cast<int>(points_.size()));
  if (isNew) {
    Point p;
    p.at = at;
    p.head = p.tail = static_cast<int>(points_.size());
    points_.push_back(p);
  }
  return found->second;
}

int Collector::root(int p) {
  int r = p;
  while (points_[static_cast<size_t>(r)].parent >= 0) r = points_[static_cast<size_t>(r)].parent;
  while (p != r) {
    const int next = points_[static_cast<size_t>(p)].parent;
    points_[static_cast<size_t>(p)].parent = r;
    p = next;
  }
  return r;
}

// The list of b follows that of a. Equations are listed in the order in which the first cut of a
// set was put there, as in all listings of seed 001.
void Collector::join(int a, int b, SourceRange range) {
  if (a < 0 || b < 0) return;
  const int ra = root(a), rb = root(b);
  if (ra == rb) return;
  Point& pa = points_[static_cast<size_t>(ra)];
  Point& pb = points_[static_cast<size_t>(rb)];
  points_[static_cast<size_t>(pa.tail)].next = pb.head;
  Point& keep = pa.size >= pb.size ? pa : pb;
  Point& drop = pa.size >= pb.size ? pb : pa;
  const int head = pa.head, tail = pb.tail;
  ++joins_;
  const size_t begun = pa.begun != 0 ? pa.begun : joins_;
  drop.parent = pa.size >= pb.size ? ra : rb;
  keep.size += drop.size;
  keep.head = head;
  keep.tail = tail;
  keep.begun = begun;
  keep.range = range;
}

const Submodel* Collector::submodel(Symbol name) const {
  for (const Model* m : own_)
    for (const Submodel& s : m->submodels)
      if (s.name == name) return &s;
  return nullptr;
}

Ends Collector::endsOfSubmodel(const Submodel& s, const Connection& c, bool preferCut) {
  const Model* type = known_.find(s.type);
  if (!type) {
    if (unknownType_.insert(s.type).second) {
      auto& d =
          diagnostics_.report(diag::DymUnknownModelType, s.typeRange, text(s.type), text(s.name));
      const std::string meant = didYouMean(names_.text(s.type), known_.names(names_));
      if (!meant.empty()) d.note(fmt::format("did you mean '{}'?", meant));
    }
    return {};
  }
  const std::vector<const Model*> models = withInherited(*type, known_);
  auto cutEnds = [&](const Cut& cut) {
    const int p = point({&s, &cut, {}});
    return Ends{p, p};
  };
  auto pathEnds = [&](const Path& path) {
    const Cut* from = findCut(models, path.from);
    const Cut* to = findCut(models, path.to);
    if (!from || !to) return Ends{};  // reported where the path is declared
    return Ends{point({&s, from, {}}), point({&s, to, {}})};
  };
  if (c.name.size() > 1) {
    const Symbol name = c.name[1].name;
    if (c.name.size() == 2) {
      if (const Cut* cut = findCut(models, name)) return cutEnds(*cut);
      for (const Model* m : models)
        for (const Path& path : m->paths)
          if (path.name == name) return pathEnds(path);
    }
    std::vector<std::string_view> candidates;
    for (const Model* m : models) {
      for (const Cut& cut : m->cuts) candidates.push_back(names_.text(cut.name));
      for (const Path& path : m->paths) candidates.push_back(names_.text(path.name));
    }
    auto& d = diagnostics_.report(diag::DymNoSuchCut, c.name.back().range, text(s.type),
                                  text(s.name), text(c.name.back().name));
    const std::string meant = didYouMean(names_.text(name), candidates);
    if (!meant.empty()) d.note(fmt::format("did you mean '{}.{}'?", text(s.name), meant));
    return {};
  }
  const Path* mainPath = nullptr;
  const Cut* mainCut = nullptr;
  const Cut* only = nullptr;
  size_t cuts = 0;
  std::string all;
  for (const Model* m : models) {
    for (const Path& path : m->paths)
      if (path.main && !mainPath) mainPath = &path;
    for (const Cut& cut : m->cuts) {
      if (cut.main && !mainCut) mainCut = &cut;
      only = &cut;
      ++cuts;
      all += (all.empty() ? "" : ", ") + text(s.name) + "." + text(cut.name);
    }
  }
  if (!mainCut && cuts == 1) mainCut = only;
  if (preferCut ? !mainCut && mainPath != nullptr : mainPath != nullptr) return pathEnds(*mainPath);
  if (mainCut) return cutEnds(*mainCut);
  diagnostics_.report(diag::DymNoMainCut, c.range, text(s.name), preferCut ? "cut" : "path",
                      all.empty() ? "it has no cuts" : all);
  return {};
}

Ends Collector::endsOfName(const Connection& c, bool preferCut) {
  const Symbol name = c.name[0].name;
  if (c.name.size() == 1) {
    for (const Model* m : own_)
      for (const auto& [node, range] : m->nodes)
        if (node == name) {
          const int p = point({nullptr, nullptr, node});
          return {p, p};
        }
  }
  if (const Submodel* s = submodel(name)) return endsOfSubmodel(*s, c, preferCut);
  if (c.name.size() == 1) {
    if (const Cut* cut = findCut(own_, name)) {
      const int p = point({nullptr, cut, {}});
      return {p, p};
    }
    for (const Model* m : own_) {
      for (const Path& path : m->paths) {
        if (path.name != name) continue;
        const Cut* from = findCut(own_, path.from);
        const Cut* to = findCut(own_, path.to);
        if (!from || !to) return {};
        return {point({nullptr, from, {}}), point({nullptr, to, {}})};
      }
    }
  }
  std::vector<std::string_view> candidates;
  for (const Model* m : own_) {
    for (const Submodel& s : m->submodels) candidates.push_back(names_.text(s.name));
    for (const auto& [node, range] : m->nodes) candidates.push_back(names_.text(node));
    for (const Cut& cut : m->cuts) candidates.push_back(names_.text(cut.name));
  }
  auto& d = diagnostics_.report(diag::DymNoSuchEnd, c.name[0].range, text(name), text(model_.name));
  const std::string meant = didYouMean(names_.text(name), candidates);
  const bool nodes =
      std::any_of(own_.begin(), own_.end(), [](const Model* m) { return !m->nodes.empty(); });
  if (preferCut && !nodes) {
    d.note(fmt::format("nodes are declared: node {}", text(name)));
  } else if (!meant.empty()) {
    d.note(fmt::format("did you mean '{}'?", meant));
  }
  return {};
}

// The one point that a connection stands for.
int Collector::single(int connection) {
  const Connection& c = model_.connections[static_cast<size_t>(connection)];
  const Ends e = c.kind == ConnectKind::Name ? endsOfName(c, true) : ends(connection);
  if (e.from == e.to || e.from == kWrong || e.to == kWrong) return std::min(e.from, e.to);
  diagnostics_.report(diag::DymNotACut, c.range, nameOfConnection(c), nameOfConnection(c));
  return kWrong;
}

Ends Collector::ends(int connection) {
  const Connection& c = model_.connections[static_cast<size_t>(connection)];
  switch (c.kind) {
    case ConnectKind::Name:
      return endsOfName(c, false);
    case ConnectKind::Reversed: {
      const Ends e = ends(c.operands[0]);
      return {e.to, e.from};
    }
    case ConnectKind::Series: {
      Ends whole = ends(c.operands[0]);
      for (size_t i = 1; i < c.operands.size(); ++i) {
        const Ends next = ends(c.operands[i]);
        join(whole.to, next.from, c.range);
        whole.to = next.to;
      }
      return whole;
    }
    case ConnectKind::Parallel: {
      const Ends whole = ends(c.operands[0]);
      Ends last = whole;
      for (size_t i = 1; i < c.operands.size(); ++i) {
        const Ends next = ends(c.operands[i]);
        join(last.from, next.from, c.range);
        join(last.to, next.to, c.range);
        last = next;
      }
      return whole;
    }
    case ConnectKind::At: {
      const int what = single(c.operands[0]), where = single(c.operands[1]);
      join(what, where, c.range);
      return {what, what};
    }
    case ConnectKind::FromTo: {
      const Ends what = ends(c.operands[0]);
      if (what.from == what.to && what.from != kWrong) {
        const Connection& inner = model_.connections[static_cast<size_t>(c.operands[0])];
        diagnostics_.report(diag::DymNotAPath, inner.range, nameOfConnection(inner),
                            "'from ... to'");
      }
      join(what.from, single(c.operands[1]), c.range);
      join(what.to, single(c.operands[2]), c.range);
      return what;
    }
  }
  return {};
}

// Joined hierarchical cuts: their parts are joined one by one. New points may be hierarchical too.
void Collector::splitHierarchical() {
  for (size_t i = 0; i < points_.size(); ++i) {
    if (points_[i].parent >= 0) continue;
    std::vector<ConnectionPoint> hierarchical;
    const ConnectionPoint* plain = nullptr;
    std::vector<ConnectionPoint> members;
    for (int p = points_[i].head; p >= 0; p = points_[static_cast<size_t>(p)].next)
      members.push_back(points_[static_cast<size_t>(p)].at);
    for (const ConnectionPoint& at : members) {
      if (!at.cut) continue;
      if (at.cut->parts.empty()) {
        plain = &at;
      } else {
        hierarchical.push_back(at);
      }
    }
    if (hierarchical.empty()) continue;
    const SourceRange range = points_[i].range;
    const ConnectionPoint& first = hierarchical[0];
    auto partsText = [&](const ConnectionPoint& at) {
      return at.cut->parts.empty() ? std::string("one is a cut of variables")
                                   : fmt::format("{} parts", at.cut->parts.size());
    };
    if (plain) {
      diagnostics_.report(diag::DymCutMismatch, range, nameOf(first, names_),
                          nameOf(*plain, names_), "one consists of cuts",
                          "the other one of variables");
      continue;
    }
    std::vector<int> previous;
    for (const ConnectionPoint& at : hierarchical) {
      if (at.cut->parts.size() != first.cut->parts.size()) {
        diagnostics_.report(diag::DymCutMismatch, range, nameOf(first, names_), nameOf(at, names_),
                            partsText(first), partsText(at));
        break;
      }
      const Model* type = at.submodel ? known_.find(at.submodel->type) : &model_;
      if (!type) break;
      const std::vector<const Model*> models = withInherited(*type, known_);
      std::vector<int> parts;
      for (Symbol name : at.cut->parts) {
        const Cut* part = findCut(models, name);
        parts.push_back(part ? point({at.submodel, part, {}}) : kWrong);
      }
      for (size_t k = 0; k < previous.size(); ++k) join(previous[k], parts[k], range);
      previous = std::move(parts);
    }
  }
}

std::string shape(const Cut& cut) {
  auto count = [](size_t n, std::string_view what) {
    return fmt::format("{} {} variable{}", n == 0 ? "no" : std::to_string(n), what,
                       n == 1 ? "" : "s");
  };
  return count(cut.across.size(), "across") + " and " + count(cut.through.size(), "through");
}

bool Collector::fits(const Point& set, const ConnectionPoint& first, const ConnectionPoint& other) {
  const Cut &a = *first.cut, &b = *other.cut;
  if (a.across.size() == b.across.size() &&
      (a.open || b.open || a.through.size() == b.through.size()))
    return true;
  diagnostics_
      .report(diag::DymCutMismatch, set.range, nameOf(first, names_), nameOf(other, names_),
              "the first has " + shape(a), "the second " + shape(b))
      .note(fmt::format("'{}' is declared here", nameOf(first, names_)), a.range)
      .note(fmt::format("'{}' is declared here", nameOf(other, names_)), b.range);
  return false;
}

std::vector<ConnectionSet> Collector::run() {
  for (const Model* m : own_) {
    if (m != &model_) continue;  // inherited connections are those of the inherited model
    for (int connect : m->connects) ends(connect);
  }
  for (const Submodel& s : model_.submodels) {
    const Model* type = known_.find(s.type);
    if (!type) continue;
    for (const Model* m : withInherited(*type, known_))
      for (const Cut& cut : m->cuts)
        if (cut.parts.empty()) point({&s, &cut, {}});
  }
  splitHierarchical();
  std::vector<int> roots;
  for (size_t i = 0; i < points_.size(); ++i)
    if (points_[i].parent < 0) roots.push_back(static_cast<int>(i));
  std::stable_sort(roots.begin(), roots.end(), [&](int a, int b) {
    const size_t ca = points_[static_cast<size_t>(a)].begun;
    const size_t cb = points_[static_cast<size_t>(b)].begun;
    return ca - 1 < cb - 1;  // sets that were never joined (0) come last
  });
  std::vector<ConnectionSet> sets;
  for (int r : roots) {
    const Point& set = points_[static_cast<size_t>(r)];
    ConnectionSet result;
    result.range = set.range;
    const ConnectionPoint* reference = nullptr;  // with through variables, if there is one
    for (int p = set.head; p >= 0; p = points_[static_cast<size_t>(p)].next) {
      const ConnectionPoint& at = points_[static_cast<size_t>(p)].at;
      if (!at.cut || !at.cut->parts.empty()) continue;
      if (reference && !fits(set, *reference, at)) continue;
      if (!reference || reference->cut->open) reference = &at;
      result.cuts.push_back(at);
    }
    if (result.cuts.empty()) continue;
    if (!result.range.valid()) {  // never joined with another
      const ConnectionPoint& only = result.cuts[0];
      result.range = only.submodel ? only.submodel->range : only.cut->range;
    }
    sets.push_back(std::move(result));
  }
  return sets;
}

}  // namespace

const Model* KnownModels::find(Symbol name) const {
  const auto found = byName_.find(name);
  return found == byName_.end() ? nullptr : found->second;
}

std::vector<std::string_view> KnownModels::names(const Interner& names) const {
  std::vector<std::string_view> all;
  for (const auto& [name, model] : byName_) all.push_back(names.text(name));
  std::sort(all.begin(), all.end());
  return all;
}

std::vector<const Model*> withInherited(const Model& model, const KnownModels& known) {
  std::vector<const Model*> models{&model};
  for (size_t i = 0; i < models.size(); ++i) {
    for (const auto& [name, range] : models[i]->inherits) {
      const Model* base = known.find(name);
      if (base && std::find(models.begin(), models.end(), base) == models.end())
        models.push_back(base);
    }
  }
  return models;
}

const Cut* findCut(const std::vector<const Model*>& models, Symbol name) {
  for (const Model* m : models)
    for (const Cut& cut : m->cuts)
      if (cut.name == name) return &cut;
  return nullptr;
}

std::string nameOf(const ConnectionPoint& point, const Interner& names) {
  if (!point.cut) return std::string(names.text(point.node));
  std::string text(names.text(point.cut->name));
  return point.submodel ? std::string(names.text(point.submodel->name)) + "." + text : text;
}

std::vector<ConnectionSet> collectConnections(const Model& model, const KnownModels& known,
                                              const Interner& names, Diagnostics& diagnostics) {
  return Collector(model, known, names, diagnostics).run();
}

}  // namespace formola::dym
