#include "results/linear_page.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "results/html_page.h"

namespace formola::results {

namespace {

using nlohmann::json;

json finite(double value) {
  return std::isfinite(value) ? json(value) : json(nullptr);
}

json matrix(const std::vector<double>& values, size_t rows, size_t columns) {
  json result = json::array();
  for (size_t i = 0; i < rows; ++i) {
    json row = json::array();
    for (size_t k = 0; k < columns; ++k) row.push_back(finite(values[i * columns + k]));
    result.push_back(std::move(row));
  }
  return result;
}

json pairs(const std::vector<std::complex<double>>& values) {
  json result = json::array();
  for (const auto& value : values) result.push_back({finite(value.real()), finite(value.imag())});
  return result;
}

}  // namespace

std::string renderLinearPage(const LinearPage& page) {
  const size_t n = page.states.size(), m = page.inputs.size(), p = page.outputs.size();
  json channels = json::array();
  for (const LinearChannel& channel : page.channels) {
    json re = json::array(), im = json::array();
    for (const auto& value : channel.response) {
      re.push_back(finite(value.real()));
      im.push_back(finite(value.imag()));
    }
    channels.push_back({{"input", channel.input},
                        {"output", channel.output},
                        {"w", channel.w},
                        {"re", std::move(re)},
                        {"im", std::move(im)},
                        {"zeros", pairs(channel.zeros)}});
  }
  json locus = json::array();
  for (const auto& [value, poles] : page.locus)
    locus.push_back({{"value", finite(value)}, {"poles", pairs(poles)}});
  return renderPage({page.title,
                     page.subtitle,
                     "linear.html",
                     {"xyplot.css", "linear.css"},
                     {"xyplot.js", "linear.js"},
                     {}},
                    {{"states", page.states},
                     {"inputs", page.inputs},
                     {"outputs", page.outputs},
                     {"A", matrix(page.a, n, n)},
                     {"B", matrix(page.b, n, m)},
                     {"C", matrix(page.c, p, n)},
                     {"D", matrix(page.d, p, m)},
                     {"poles", pairs(page.poles)},
                     {"channels", std::move(channels)},
                     {"parameter", page.parameter},
                     {"locus", std::move(locus)}});
}

}  // namespace formola::results
