// What happens at events, in C: actions, zero crossings, instants.
#include <fmt/format.h>

#include <algorithm>

#include "codegen/text/c_kernels.h"
#include "codegen/text/c_writer.h"
#include "dae/printer.h"

namespace formola::text {

namespace {

// A C string literal.
std::string quoted(std::string_view text) {
  std::string result = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    if (c == '\n') {
      result += "\\n";
    } else if (c == '?') {
      result += "\\?";  // no trigraphs
    } else if (static_cast<unsigned char>(c) >= ' ') {
      result += c;
    }
  }
  return result + "\"";
}

}  // namespace

bool CWriter::hasEvents(const Schedule& schedule) {
  const auto& actions = schedule.model.actions;
  return !schedule.model.relations.empty() || !schedule.model.stateSets.empty() ||
         !schedule.samples.empty() || schedule.parameterBegin > schedule.discreteBegin ||
         std::any_of(actions.begin(), actions.end(),
                     [](const Action& a) { return a.kind != ActionKind::Assert; });
}

void CWriter::findProblems() {
  auto add = [&](const Problem& p) {
    if (!p.what.empty()) problems_.push_back(p);
  };
  if (interface_ == Interface::Dsblock) add(untranslatable(schedule_));
  if (interface_ != Interface::Steps) return;
  add(delayUsed(schedule_));
  Problem effects{"it calls a function for its effects", {}};
  for (const Action& action : model_.actions) {
    effects.range = action.origin.range;
    if (action.kind == ActionKind::Call) add(effects);
  }
}

// Assertions, and with `all` what when-clauses do beside assigning variables.
void CWriter::actions(bool all) {
  if (interface_ != Interface::Steps) return;
  const ExprPool& pool = model_.pool();
  for (const Action& action : model_.actions) {
    const bool plain = action.kind == ActionKind::Assert && !action.guard.valid();
    if ((!all && !plain) || action.kind == ActionKind::Call) continue;
    if (action.kind == ActionKind::Assert && action.level == AssertLevel::Warning) continue;
    texts_.from(action.origin.range);
    std::vector<ExprId> roots;
    if (action.value.valid()) roots.push_back(action.value);
    if (action.guard.valid()) roots.push_back(action.guard);
    std::vector<Temporary> before;
    line(2, "{");
    const std::vector<std::string> written = texts_.group(roots, before);
    temporaries(before);
    const std::string value = action.value.valid() ? written[0] : "1";
    std::string guard = action.guard.valid() ? written.back() : "";
    const PrintContext context{pool, &model_.dae, nullptr};
    const std::string message =
        action.message.valid() && pool.kind(action.message) == ExprKind::String
            ? std::string(pool.stringValue(action.message))
        : action.value.valid() ? formola::print(action.value, context)
                               : std::string("terminate");
    if (action.kind != ActionKind::Assert)
      guard = (guard.empty() ? "" : "(" + guard + ") && ") + "m->live && !m->starting";
    switch (action.kind) {
      case ActionKind::Assert:
        line(2, fmt::format("if ({}!({})) {{", guard.empty() ? "" : "(" + guard + ") && ", value));
        line(4, fmt::format("m->message = {};", quoted(message)));
        line(4, "return 1;");
        line(2, "}");
        break;
      case ActionKind::Terminate:
        line(2, fmt::format("if ({}) {{", guard));
        line(4, fmt::format("m->message = {};", quoted(message)));
        line(4, "m->terminated = 1;");
        line(2, "}");
        break;
      case ActionKind::Reinit: {
        const Slot slot = schedule_.slots[action.state];
        line(2, fmt::format("if ({}) {{", guard));
        line(4, fmt::format("m->reinit_place[m->reinits] = {};", nameOfSlot(slot.index)));
        line(4, fmt::format("m->reinit_value[m->reinits++] = {}({});",
                            slot.negated != action.negated ? "-" : "", value));
        line(2, "}");
        break;
      }
      case ActionKind::Call:
        break;
    }
    line(2, "}");
  }
}

void CWriter::eventFunctions() {
  const ExprPool& pool = model_.pool();
  line(0, "/* Positive where the relation holds. */");
  begin("static int crossings(MODEL *m, double *z)");
  std::vector<ExprId> sides;
  for (uint32_t k = 0; k < schedule_.nStateRelations; ++k)
    for (ExprId side : pool.children(model_.relations[k].relation)) sides.push_back(side);
  std::vector<Temporary> before;
  std::vector<std::string> written = texts_.group(sides, before);
  temporaries(before);
  line(2, "(void)z;");
  for (uint32_t k = 0; k < schedule_.nStateRelations; ++k) {
    const ExprKind kind = pool.kind(model_.relations[k].relation);
    const bool greater = kind == ExprKind::Greater || kind == ExprKind::GreaterEqual;
    line(2, fmt::format("z[{}] = ({}) - ({});", k, written[2 * k + (greater ? 0 : 1)],
                        written[2 * k + (greater ? 1 : 0)]));
  }
  end();

  line(0, "/* The next instant of a relation on time alone. */");
  line(0, "static double next_instant(MODEL *m)");
  line(0, "{");
  line(2, "double *const v = m->v;");
  line(2, "const double t = m->time;");
  line(2, "double next = HUGE_VAL;");
  line(2, "(void)v;");
  std::vector<ExprId> instants;
  for (const RelationInfo& info : model_.relations)
    if (info.kind == RelationKind::Time &&
        std::find(instants.begin(), instants.end(), info.instant) == instants.end())
      instants.push_back(info.instant);
  before.clear();
  written = texts_.group(instants, before);
  temporaries(before);
  for (const std::string& instant : written)
    line(2, fmt::format("if ({0} > t && {0} < next) next = {0};", "(" + instant + ")"));
  line(2, "(void)t;");
  line(2, "return next;");
  line(0, "}\n");

  begin("static int sample_clocks(MODEL *m)");
  std::vector<ExprId> clocks;
  for (const SampleClock& clock : schedule_.samples) {
    clocks.push_back(clock.start);
    clocks.push_back(clock.interval);
  }
  before.clear();
  written = texts_.group(clocks, before);
  temporaries(before);
  for (size_t k = 0; k < schedule_.samples.size(); ++k) {
    line(2, fmt::format("m->clock_start[{}] = {};", k, written[2 * k]));
    line(2, fmt::format("m->clock_interval[{}] = {};", k, written[2 * k + 1]));
  }
  end();
}

}  // namespace formola::text
