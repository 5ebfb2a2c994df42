// What is different in the C program of an FMU: parameters are set from outside, and functions of
// the Functional Mock-up Interface (src/fmi) take the place of an interface of its own.
#include <fmt/format.h>

#include <algorithm>

#include "codegen/text/c_kernels.h"
#include "codegen/text/c_writer.h"

namespace formola::text {

// Numbers of parameters are written once, when the instance is made; the initialisation leaves them
// and begins with the start values of the unknowns.
void CWriter::fmuParameters() {
  const int32_t first = schedule_.parameterBegin;
  keys_ = {{"@FIRST@", fmt::format("{}", first)},
           {"@KEEP@", keeps() ? "  const KEPT kept_beside = m->kept;\n" : ""},
           {"@KEPT@", keeps() ? "  m->kept = kept_beside;\n" : ""}};
  kernel(kClearFunction);
  keys_.clear();
  line(0, "/* What parameters and inputs are if nobody sets them. */");
  line(0, "static void set_defaults(MODEL *m)");
  line(0, "{");
  line(2, "double *const v = m->v;");
  if (keeps()) line(2, "const KEPT kept_beside = m->kept;");
  line(2, "memset(m, 0, sizeof *m);");
  if (keeps()) line(2, "m->kept = kept_beside;");
  line(2, "(void)v;");
  firstValueTable(first, schedule_.nVariables);
  line(0, "}\n");
  line(0, "/* Start values of the unknowns, and parameters that follow from others. */");
  begin("static int parameters(MODEL *m)");
  line(2, fmt::format("memset(v, 0, {}*sizeof v[0]);", first));
  beginKept();
  firstValueTable(0, first);
  lastComponent_.assign(1, '\n');
  steps(schedule_.parameters);
  checkKept();
  end();
}

void CWriter::fmuFunctions() {
  auto flag = [&](std::string_view name, bool value) {
    line(0, fmt::format("#define FMU_{} {}", name, value ? 1 : 0));
  };
  flag("EVENTS", events_);
  flag("INLINED", schedule_.inlined.has_value());
  flag("CHOOSES", choosesStates());
  flag("ENDS", hasEnd());
  flag("PAST", hasPast());
  flag("SDIRK", schedule_.inlined && options_.formula.kind == StepFormula::Kind::Sdirk);
  flag("BDF", schedule_.inlined && options_.formula.kind == StepFormula::Kind::VariableBdf);
  flag("PAIRS", schedule_.inlined && options_.formula.kind == StepFormula::Kind::Coupled);
  flag("NEWTON", !schedule_.nonlinearBlocks.empty());
  flag("DOUBTS", !doubtCounter().empty());
  flag("REAL_TIME", options_.realTimeIterations > 0);
  const bool coupled = schedule_.inlined && options_.formula.kind == StepFormula::Kind::Coupled;
  line(0, fmt::format("#define FMU_POWER (1.0/{})",
                      coupled ? options_.formula.embedding.order + 1 : 4));
  flag("TANGENT", hasTangent());
  flag("TABLES", !tables_.empty());
  flag("KEEPS", keeps());
  flag("TEXTS", needs_.texts);
  flag("OBJECTS", !objects_.empty());
  flag("EXTERNALS", linksExternals());
  if (!events_) line(0, "enum { NZ = 0 };");
  line(0, fmt::format("enum {{ FIRST_PARAMETER = {} }};", schedule_.parameterBegin));
  if (!schedule_.inlined) {
    std::vector<VariableId> states;
    for (int32_t i = 0; i < schedule_.nStates; ++i)
      states.push_back(schedule_.owner[static_cast<size_t>(i)]);
    line(0, fmt::format("static const double state_nominal[NX + 1] = {{{}}};", nominals(states)));
  }
  out_ += "\n";
  if (hasTangent()) tangent();
  if (hasEnd()) kernel(kEndEvent);
  kernel(options_.fmuLayer);
}

}  // namespace formola::text
