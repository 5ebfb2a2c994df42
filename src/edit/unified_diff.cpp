#include "edit/unified_diff.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace formola::edit {

namespace {

using Lines = std::vector<std::string_view>;

// With their line ends.
Lines linesOf(std::string_view text) {
  Lines lines;
  while (!text.empty()) {
    const size_t end = text.find('\n');
    const size_t size = end == std::string_view::npos ? text.size() : end + 1;
    lines.push_back(text.substr(0, size));
    text.remove_prefix(size);
  }
  return lines;
}

enum class Kind : char { Same = ' ', Removed = '-', Added = '+' };

// Beyond so many changed lines the rest counts as changed as a whole.
constexpr int kMostChanges = 3000;

// Reference: Myers, An O(ND) difference algorithm and its variations, 1986, section 3.
std::vector<Kind> shortestScript(const Lines& a, size_t fromA, size_t toA, const Lines& b,
                                 size_t fromB, size_t toB) {
  const int n = static_cast<int>(toA - fromA), m = static_cast<int>(toB - fromB);
  std::vector<std::vector<int>> trace;
  std::vector<int> reach(static_cast<size_t>(2 * std::min(n + m, kMostChanges) + 3), 0);
  const int middle = static_cast<int>(reach.size() / 2);
  auto at = [&](std::vector<int>& v, int k) -> int& { return v[static_cast<size_t>(middle + k)]; };
  int steps = -1;
  for (int d = 0; d <= std::min(n + m, kMostChanges) && steps < 0; ++d) {
    trace.push_back(reach);
    for (int k = -d; k <= d; k += 2) {
      const bool down = k == -d || (k != d && at(reach, k - 1) < at(reach, k + 1));
      int x = down ? at(reach, k + 1) : at(reach, k - 1) + 1;
      int y = x - k;
      while (x < n && y < m && y >= 0 &&
             a[fromA + static_cast<size_t>(x)] == b[fromB + static_cast<size_t>(y)])
        ++x, ++y;
      at(reach, k) = x;
      if (x >= n && y >= m) steps = d;
    }
  }
  std::vector<Kind> script;
  if (steps < 0) {
    script.assign(static_cast<size_t>(n), Kind::Removed);
    script.insert(script.end(), static_cast<size_t>(m), Kind::Added);
    return script;
  }
  int x = n, y = m;
  for (int d = steps; d >= 0; --d) {
    std::vector<int>& before = trace[static_cast<size_t>(d)];
    const int k = x - y;
    const bool down = k == -d || (k != d && at(before, k - 1) < at(before, k + 1));
    const int fromK = down ? k + 1 : k - 1;
    const int startX = d == 0 ? 0 : at(before, fromK), startY = d == 0 ? 0 : startX - fromK;
    while (x > startX && y > startY) {
      script.push_back(Kind::Same);
      --x, --y;
    }
    if (d == 0) break;
    script.push_back(down ? Kind::Added : Kind::Removed);
    x = startX;
    y = startY;
  }
  std::reverse(script.begin(), script.end());
  return script;
}

std::vector<Kind> compareLines(const Lines& a, const Lines& b) {
  size_t head = 0, tail = 0;
  const size_t least = std::min(a.size(), b.size());
  while (head < least && a[head] == b[head]) ++head;
  while (head + tail < least && a[a.size() - 1 - tail] == b[b.size() - 1 - tail]) ++tail;
  std::vector<Kind> script(head, Kind::Same);
  const auto middle = shortestScript(a, head, a.size() - tail, b, head, b.size() - tail);
  script.insert(script.end(), middle.begin(), middle.end());
  script.insert(script.end(), tail, Kind::Same);
  return script;
}

// The lines [first, last) of the script as a hunk that begins at these lines of the texts.
void writeHunk(const std::vector<Kind>& script, size_t first, size_t last, const Lines& a,
               size_t lineA, const Lines& b, size_t lineB, std::string& out) {
  std::string body;
  size_t i = lineA, j = lineB;
  for (size_t s = first; s < last; ++s) {
    const std::string_view line = script[s] == Kind::Added ? b[j] : a[i];
    if (script[s] != Kind::Added) ++i;
    if (script[s] != Kind::Removed) ++j;
    body += static_cast<char>(script[s]);
    body += line;
    if (!line.ends_with('\n')) body += "\n\\ No newline at end of file\n";
  }
  auto place = [](size_t begin, size_t count) {
    return fmt::format("{},{}", count == 0 ? begin : begin + 1, count);
  };
  out += fmt::format("@@ -{} +{} @@\n", place(lineA, i - lineA), place(lineB, j - lineB)) + body;
}

}  // namespace

std::string unifiedDiff(std::string_view oldName, std::string_view oldText,
                        std::string_view newName, std::string_view newText) {
  if (oldText == newText) return {};
  constexpr size_t kAround = 3;
  const Lines a = linesOf(oldText), b = linesOf(newText);
  const std::vector<Kind> script = compareLines(a, b);
  std::string out = fmt::format("--- {}\n+++ {}\n", oldName, newName);
  size_t i = 0, j = 0, s = 0;
  auto pass = [&](size_t to) {
    for (; s < to; ++s) {
      if (script[s] != Kind::Added) ++i;
      if (script[s] != Kind::Removed) ++j;
    }
  };
  while (true) {
    const size_t change = static_cast<size_t>(
        std::find_if(script.begin() + static_cast<std::ptrdiff_t>(s), script.end(),
                     [](Kind kind) { return kind != Kind::Same; }) -
        script.begin());
    if (change == script.size()) return out;
    pass(change - std::min(change - s, kAround));
    // up to a stretch of equal lines that separates two hunks
    size_t last = change, end = change;
    for (; end < script.size() && end - last <= 2 * kAround; ++end)
      if (script[end] != Kind::Same) last = end;
    end = std::min(last + 1 + kAround, script.size());
    writeHunk(script, s, end, a, i, b, j, out);
    pass(end);
  }
}

}  // namespace formola::edit
