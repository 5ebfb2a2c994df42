#include "codegen/text/c_dialect.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "expr/elementary.h"

namespace formola::text {

Text CDialect::variable(VariableId id) const {
  const Slot slot = schedule_.slots[id];
  const std::string text =
      fmt::format("v[{}]", names_[schedule_.owner[static_cast<size_t>(slot.index)]]);
  return slot.negated ? Text{"-" + text, Binding::Sign} : Text{text, Binding::Primary};
}

std::string CDialect::object(VariableId id) const {
  if (const auto found = objects_.find(id.index()); found != objects_.end())
    return std::to_string(found->second);
  const StructuredDae& model = schedule_.model;
  const bool text = model.pool().types[model.dae.variables[id].type].base == BaseType::String;
  return text && schedule_.slots[id].index >= 0 ? variable(id).text : "";
}

std::string CDialect::textLiteral(std::string_view text) const {
  std::vector<std::string>& all = texts_->literals;
  const auto found = std::find(all.begin(), all.end(), text);
  const auto number = found - all.begin();
  if (found == all.end()) all.emplace_back(text);
  return std::to_string(number);
}

std::string CDialect::textFunction(std::string_view name,
                                   std::span<const std::string> arguments) const {
  texts_->made = true;
  return fmt::format("{}(m, {})", name, fmt::join(arguments, ", "));
}

std::string CDialect::frozenRelation(uint32_t number) const {
  return fmt::format("m->relation[{}]", number);
}

std::string CDialect::liveRelation(uint32_t number, const std::string& condition,
                                   const std::string& a, const std::string& b) const {
  if (!events_) return "";
  return a.empty()
             ? fmt::format("relation_(m, {}, {})", number, condition)
             : fmt::format("relation_unless_close(m, {}, {}, {}, {})", number, condition, a, b);
}

std::string CDialect::previous(VariableId id) const {
  if (schedule_.model.info[id].role == Role::Input) inputsBefore_.insert(id.index());
  return events_ ? fmt::format("m->pre[{}]", names_[id]) : "";
}

std::string CDialect::sampled(size_t k) const {
  return events_ ? fmt::format("m->sampled[{}]", k) : "";
}

std::string CDialect::delayed(size_t k, const std::string& now, const std::string& by) const {
  return events_ ? fmt::format("delay_(m, {}, {}, {})", k, now, by) : "";
}

std::string CDialect::transported(size_t k, bool atEnd,
                                  std::span<const std::string> arguments) const {
  return events_ ? fmt::format("transported_(m, {}, {}, {})", k, atEnd ? 1 : 0,
                               fmt::join(arguments, ", "))
                 : "";
}

std::string CDialect::pick(std::span<const std::string> elements, const std::string& at) const {
  std::string list;
  for (const std::string& e : elements) list += (list.empty() ? "" : ", ") + e;
  return fmt::format("pick((const double[]){{{}}}, {}, {})", list, elements.size(), at);
}

std::string CDialect::homotopy(const Text& actual, const Text& simplified) const {
  return fmt::format("(m->lambda < 1 ? {0} + m->lambda*({1} - {2}) : {3})", simplified.text,
                     enclosed(actual, Binding::Sum), enclosed(simplified, Binding::Term),
                     actual.text);
}

std::string CDialect::element(const std::string& list, size_t i) const {
  return fmt::format("{}[{}]", list, i);
}

std::string CDialect::userFunction(FunctionId id, std::span<const CallArgument> arguments) const {
  return called_.call(schedule_, id, arguments, true);
}

Text CDialect::number(double value) const {
  if (std::isnan(value)) return {"(0.0/0.0)"};
  if (std::isinf(value)) return {value > 0 ? "HUGE_VAL" : "(-HUGE_VAL)"};
  return Dialect::number(value);
}

// Small integer exponents by multiplication, as the simulator does.
Text CDialect::power(const Text& base, const Text& exponent) const {
  char* end = nullptr;
  const double n = std::strtod(exponent.text.c_str(), &end);
  const bool literal = end != exponent.text.c_str() && *end == '\0';
  if (literal && n == 0.5) return {fmt::format("sqrt({})", base.text)};
  const double size = std::abs(n);
  if (literal && size >= 1 && size <= 16 && size == std::floor(size)) {
    if (n == 2 && base.binding == Binding::Primary && base.text.size() <= 24)
      return {fmt::format("{0}*{0}", base.text), Binding::Term};
    return {fmt::format("power({}, {})", base.text, static_cast<int>(n))};
  }
  return {fmt::format("pow({}, {})", base.text, exponent.text)};
}

Text CDialect::conditional(const std::string& condition, const std::string& a,
                           const std::string& b) const {
  return {fmt::format("({} ? {} : {})", condition, a, b)};
}

Text CDialect::function(Builtin f, std::span<const std::string> a) const {
  switch (f) {
    case Builtin::Abs:
      return {fmt::format("fabs({})", a[0])};
    case Builtin::Sign:
      return {fmt::format("(({0} > 0) - ({0} < 0))", a[0])};
    case Builtin::IntegerOf:
      return {fmt::format("floor({})", a[0])};
    case Builtin::Mod:
      return {fmt::format("(({0}) - floor(({0})/({1}))*({1}))", a[0], a[1])};
    case Builtin::Rem:
      return {fmt::format("fmod({}, {})", a[0], a[1])};
    case Builtin::Div:
      return {fmt::format("trunc(({})/({}))", a[0], a[1])};
    case Builtin::FloorOfTime:
      return {fmt::format("floor_of_time({})", fmt::join(a, ", "))};
    case Builtin::EndOfFloor:
      return {fmt::format("end_of_floor({})", fmt::join(a, ", "))};
    case Builtin::MinOf:
      return {fmt::format("fmin({}, {})", a[0], a[1])};
    case Builtin::MaxOf:
      return {fmt::format("fmax({}, {})", a[0], a[1])};
    default: {
      const Elementary* info = elementary(f);
      std::string text(info ? info->c : name(f));
      for (size_t i = 0; i < a.size(); ++i) text += (i ? ", " : "(") + a[i];
      return {text + ")"};
    }
  }
}

std::vector<std::string> callInC(const Temporary& t, bool model) {
  const std::string call =
      fmt::format("{}({}{}, (const double[]){{{}}});", t.function, model ? "m, " : "", t.name,
                  t.rhs.empty() ? "0" : fmt::format("{}", fmt::join(t.rhs, ", ")));
  if (t.guard.empty()) return {fmt::format("double {}[{}];", t.name, t.width), call};
  return {fmt::format("double {}[{}] = {{0}};", t.name, t.width),
          fmt::format("if ({}) {}", t.guard, call)};
}

std::string quotedInC(std::string_view text) {
  std::string result = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    if (c == '\n') {
      result += "\\n";
    } else if (c == '?') {
      result += "\\?";  // no trigraphs
    } else if (static_cast<unsigned char>(c) >= ' ') {
      result += c;
    } else {
      result += fmt::format("\\{:03o}", static_cast<unsigned char>(c));
    }
  }
  return result + "\"";
}

const std::vector<std::string_view>& reservedInC() {
  static constexpr std::string_view kAll =
      "auto break case char const continue default do double else enum extern float for goto "
      "if inline int long register restrict return short signed sizeof static struct switch "
      "typedef union unsigned void volatile while _Bool main NULL HUGE_VAL INFINITY NAN EOF "
      "stdin stdout stderr errno v t m r A b n J h i k NX N MODEL signgam M_PI M_E names "
      "residual initial outputs parameters factor solve newton derivatives row model LARGEST "
      "FORMOLA_MAIN solve_affine correction_size printf acos asin atan atan2 cos sin tan cosh "
      "sinh tanh acosh asinh atanh exp exp2 expm1 frexp ilogb ldexp log log10 log1p log2 logb "
      "modf scalbn cbrt fabs hypot pow sqrt erf erfc lgamma tgamma ceil floor nearbyint rint "
      "lrint round lround trunc fmod remainder remquo copysign nan nextafter fdim fmax fmin "
      "fma gamma j0 j1 jn y0 y1 yn isnan isinf signbit NR NZ NS DISCRETE UNKNOWNS LARGEST_MODE "
      "pre event_pass crossings instants sample_clocks start_program inlined relation_ same_ "
      "power_ pick_ event_ resolution_ z mixed_ step_program stage_place rate_place old_place "
      "STEP STAGES ORDER PAST FORMOLA_TIMING assert time size_t ptrdiff_t clock_t clock "
      "timespec int8_t int16_t int32_t int64_t div abs labs exit abort free malloc calloc "
      "realloc qsort bsearch system atoi atof strtod rand srand signal raise index gamma_r "
      "lgamma_r y0f fabsf fabsl sinf cosf tanf expf logf sqrtf powf floorf ceilf fmodf scalb "
      "significand drem finite gammaf isinff isnanf pow10 exp10 sincos double_t float_t "
      "_Complex _Imaginary asm typeof unix linux fputs fprintf puts getchar putchar remove "
      "rename tmpfile perror relation_unless_close pick power handle_event next_event "
      "next_instant start_samples iterate_event watch keep_watch restart locate go_on hermite "
      "remember begin_history solve_stage predict take_step sdirk euler_step runge_kutta_step "
      "forget_factors read_mode write_mode same_mode measure_mode try_mode iterate_modes "
      "enumerate_modes solve_mixed MIXED failed seconds by_size STEPS differ node memcpy "
      "memset guard pivot next now pass changed unknown initialize solve_initial "
      "follow_homotopy solution damped_newton fired RUNS STATE_SET SETS SET_ENTRIES SET_CHAIN "
      "SET_COLUMNS SET_CONSTRAINTS SET_MATRIX state_set reduce_set eliminate_set determine_set "
      "exchange_set choose_set take_over choose_states guess_states try_step check_states "
      "initial_by_other_states ND ECHOES FORMOLA_DELAY_ENTRIES PAST_ entry_ time_ corner_ "
      "before_ behind_ interpolate_ delay_ delayed store_ store_delays echo_start next_echo "
      "drop_echoes keep_inputs inputs_moved store_past LINES FORMOLA_LINE_ENTRIES LINE_ PARTICLE_ "
      "ARRIVED_ line_rounding "
      "inlet_depth line_place line_depth particle_ last_not_below line_neighbour divided_ "
      "polynomial_ when_entered between_ transported_ drop_front add_front begin_line begin_lines "
      "turn_line line_ends_at push_line next_arrival next_arrivals expect_arrival mark_line "
      "store_line store_lines line_inputs drop_arrivals floor_of_time end_of_floor has_begun "
      "reach_instant "
      "LARGEST_LINEAR scale_matrix solve_linear solve_nonlinear NewtonWork NewtonHost "
      "NewtonBlock NewtonMemory finite_rates begin_newton modes_changed forget_jacobians "
      "accept_point accept_unknowns look_soon state_nominal iterated_place origin_place "
      "ITERATED step_size_changed DECIDED read_decided is_decided undecided disagrees settle "
      "keep_solutions keep_unknowns apart_from EARLIER LARGEST_KEPT solve_at_start "
      "far_from_start take_values put_values LARGEST_WHOLE "
      "set_units "
      "stay fit_rates solve_step keep_iterated unit_states unit_rates unit_watched unit_others";
  static const std::vector<std::string_view> kWords = [] {
    std::vector<std::string_view> words;
    for (size_t begin = 0; begin < kAll.size();) {
      const size_t end = std::min(kAll.find(' ', begin), kAll.size());
      words.push_back(kAll.substr(begin, end - begin));
      begin = end + 1;
    }
    return words;
  }();
  return kWords;
}

}  // namespace formola::text
