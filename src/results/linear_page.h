// One HTML page about a linear system: Bode and Nyquist diagrams, poles and zeros, matrices.
#pragma once

#include <complex>
#include <string>
#include <utility>
#include <vector>

namespace formola::results {

struct LinearChannel {
  size_t input = 0, output = 0;
  std::vector<double> w;  // angular frequencies
  std::vector<std::complex<double>> response, zeros;
};

struct LinearPage {
  std::string title, subtitle;
  std::vector<std::string> states, inputs, outputs;
  std::vector<double> a, b, c, d;  // row by row
  std::vector<std::complex<double>> poles;
  std::vector<LinearChannel> channels;
  // The root locus: poles for each value of a parameter; no values: there is none.
  std::string parameter;
  std::vector<std::pair<double, std::vector<std::complex<double>>>> locus;
};

std::string renderLinearPage(const LinearPage& page);

}  // namespace formola::results
