// What happens at events, in C: actions, zero crossings, instants.
#include <fmt/format.h>

#include <algorithm>

#include "codegen/text/c_kernels.h"
#include "codegen/text/c_writer.h"

namespace formola::text {

bool CWriter::hasEvents(const Schedule& schedule) {
  const auto& actions = schedule.model.actions;
  return !schedule.model.relations.empty() || !schedule.model.stateSets.empty() ||
         !schedule.samples.empty() || !schedule.delays.empty() || !schedule.transports.empty() ||
         schedule.parameterBegin > schedule.discreteBegin ||
         std::any_of(actions.begin(), actions.end(),
                     [](const Action& a) { return a.kind != ActionKind::Assert; });
}

void CWriter::findProblems() {
  auto add = [&](const Problem& p) {
    if (!p.what.empty()) problems_.push_back(p);
  };
  if (interface_ == Interface::Dsblock) add(untranslatable(schedule_));
  if (interface_ != Interface::Steps) return;
  for (const Problem& p : callsForEffects(model_, false)) add(p);
}

// Assertions, and with `all` what when-clauses do beside assigning variables.
void CWriter::actions(bool all) {
  if (interface_ != Interface::Steps) return;
  for (const WrittenAction& written : writtenActions(model_, all, true)) {
    const Action& action = *written.action;
    texts_.from(action.origin.range);
    std::vector<Temporary> before;
    line(2, "{");
    const std::vector<std::string> texts = texts_.group(written.roots, before);
    temporaries(before);
    const std::string value = written.value(texts, "1");
    std::string guard = written.guard(texts);
    const bool checks = action.kind == ActionKind::Call;
    if (action.kind != ActionKind::Assert && !(checks && guard.empty()))
      guard = (guard.empty() ? "" : "(" + guard + ") && ") +
              (countsAtStart(action, model_.pool()) ? "m->live" : "m->live && !m->starting");
    switch (action.kind) {
      case ActionKind::Assert:
        line(2, fmt::format("if ({}!({})) {{", guard.empty() ? "" : "(" + guard + ") && ", value));
        line(4, fmt::format("m->message = {};", quotedInC(written.message)));
        line(4, "return 1;");
        line(2, "}");
        break;
      case ActionKind::Terminate:
        line(2, fmt::format("if ({}) {{", guard));
        line(4, fmt::format("m->message = {};", quotedInC(written.message)));
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
      case ActionKind::Call: {
        // A function that failed gives no numbers.
        const std::string first = value.ends_with(']') ? value : value + "[0]";
        line(2,
             fmt::format("if ({0}!({1} == {1})) {{", guard.empty() ? "" : guard + " && ", first));
        line(4, fmt::format("m->message = {};", quotedInC(written.message)));
        line(4, "return 1;");
        line(2, "}");
        break;
      }
    }
    line(2, "}");
  }
}

void CWriter::eventFunctions() {
  line(0, "/* Positive where the relation holds. */");
  begin("static int crossings(MODEL *m, double *z)");
  std::vector<Temporary> before;
  std::vector<std::string> written = texts_.group(crossingSides(schedule_), before);
  temporaries(before);
  line(2, "(void)z;");
  for (uint32_t k = 0; k < schedule_.nStateRelations; ++k)
    line(2, fmt::format("z[{}] = ({}) - ({});", k, written[2 * k], written[2 * k + 1]));
  end();

  line(0, "/* The next instant of what depends on time alone. */");
  line(0, "static double next_instant(MODEL *m)");
  line(0, "{");
  line(2, "double *const v = m->v;");
  line(2, "const double t = m->time;");
  line(2, "double next = HUGE_VAL;");
  line(2, "(void)v;");
  before.clear();
  written = texts_.group(instants(model_), before);
  temporaries(before);
  for (size_t k = 0; k < written.size(); k += 2)
    line(2,
         fmt::format("if (({0}) > {1} && ({0}) < next) next = {0};", written[k], written[k + 1]));
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
    line(2, fmt::format("if (!(m->clock_interval[{}] > 0)) {{", k));
    line(4, "m->message = \"the interval of sample() must be positive\";");
    line(4, "return 1;");
    line(2, "}");
  }
  end();
  inputsFromBefore();
}

// Inputs change from outside: what they were before is that of the last event or accepted step.
void CWriter::inputsFromBefore() {
  std::vector<std::string> places;
  for (size_t i : dialect_.inputsBefore())
    places.push_back(target(VariableId(static_cast<uint32_t>(i))));
  line(0, "/* The values of inputs are those from before now. */");
  line(0, "static void keep_inputs(MODEL *m)");
  line(0, "{");
  for (const std::string& place : places) line(2, fmt::format("m->pre[{0}] = m->v[{0}];", place));
  line(2, "(void)m;");
  line(0, "}\n");
  line(0, "static int inputs_moved(const MODEL *m)");
  line(0, "{");
  for (const std::string& place : places)
    line(2, fmt::format("if (m->pre[{0}] != m->v[{0}]) return 1;", place));
  line(2, "(void)m;");
  line(2, "return 0;");
  line(0, "}\n");
}

}  // namespace formola::text
