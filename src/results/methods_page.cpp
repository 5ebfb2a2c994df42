#include "results/methods_page.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "results/html_page.h"

namespace formola::results {

std::string renderMethodsPage(const MethodsPage& page) {
  nlohmann::json methods = nlohmann::json::array();
  for (const MethodCurve& m : page.methods) {
    methods.push_back({{"name", m.name},
                       {"title", m.title},
                       {"family", m.family},
                       {"order", m.order},
                       {"stages", m.stages},
                       {"steps", m.steps},
                       {"embedding", m.isEmbedding},
                       {"infinity", std::isfinite(m.atInfinity) ? nlohmann::json(m.atInfinity)
                                                                : nlohmann::json(nullptr)},
                       {"angle", m.angle},
                       {"error", m.errorCoefficient},
                       {"polynomial", m.polynomial}});
  }
  return renderPage({page.title, page.subtitle, "methods.html", {"methods.css"}, {"methods.js"}},
                    {{"methods", std::move(methods)}});
}

}  // namespace formola::results
