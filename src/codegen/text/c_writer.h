// The C program of a schedule, written from top to bottom.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "codegen/text/c_dialect.h"
#include "codegen/text/constant_texts.h"
#include "codegen/text/event_parts.h"
#include "codegen/text/function_text.h"
#include "codegen/text/names.h"
#include "codegen/text/row_merge_plan.h"
#include "codegen/text/targets.h"

namespace formola::text {

// Purpose:    the parts of a C file; c_blocks.cpp has the systems of equations, c_newton.cpp the
//             nonlinear ones, c_events.cpp what happens at events, c_delays.cpp the past of
//             delay(), c_transports.cpp that of spatialDistribution(), c_sparse.cpp sparse systems,
//             c_state_sets.cpp states chosen at run time, c_steps.cpp the integration formulas and
//             the interface, c_fmu.cpp what is different in an FMU, c_tangent.cpp its derivatives,
//             c_tables.cpp tables, c_objects.cpp texts and external objects.
// Ensures:    functions of bounded length, since compilers are quadratic in it.
class CWriter {
 public:
  enum class Interface { Steps, Dsblock };
  // What functions and texts turned out to need when the program was written before.
  struct Needs {
    bool model = false;      // functions get the model
    bool texts = false;      // some are made while it runs
    bool externals = false;  // an FMU calls external functions
    friend bool operator==(const Needs&, const Needs&) = default;
  };
  CWriter(const Schedule& schedule, const TargetOptions& options, Interface interface, Needs needs);
  Program run();
  // Known after run().
  Needs needs() const { return found_; }

 private:
  // ---- c_writer.cpp
  const std::string& nameOfSlot(int32_t slot) const {
    return names_[schedule_.owner[static_cast<size_t>(slot)]];
  }
  const std::string& target(VariableId id) const { return nameOfSlot(schedule_.slots[id].index); }
  void line(int indent, std::string_view text);
  void temporaries(const std::vector<Temporary>& list);
  void comment(const Step& step);
  ExprId knownText(const Step& step);
  void assign(const Step& step);
  void enumeration();
  void structure();
  void parameters();
  void begin(std::string_view head);
  void end();
  void steps(const std::vector<Step>& list);
  void relations(const std::vector<uint32_t>& numbers);
  void keepClose(bool on) {
    keepClose_ = on;
    texts_.keepCloseRelations(on);
  }
  // A function of the steps, in pieces if there are many; `last` writes what follows them.
  void program(std::string_view name, std::string_view what, const std::vector<Step>& list,
               const std::function<void()>& last = {});
  // static int NAME(MODEL *m PARAMETERS) of `count` statements, of which write(begin, end) writes
  // some, in pieces if there are many. ARGUMENTS: the parameters in calls.
  void inPieces(const std::string& name, std::string_view parameters, std::string_view arguments,
                size_t count, const std::function<void(size_t, size_t)>& write);
  // A kernel with NAME_ and @KEYS@ replaced.
  void kernel(std::string_view text);
  void helpers();
  std::string places(const std::vector<VariableId>& ids) const;
  std::string describe(const std::vector<VariableId>& unknowns) const;

  // ---- c_blocks.cpp
  void findBlockKinds();
  void blocks();
  void linearBlock(size_t index);
  void mixedBlock(size_t index);
  // entries to array[row + rows*column], list to vector[first], ...
  void values(std::string_view array, size_t rows, std::span<const MatrixEntry> entries,
              std::span<const ExprId> list, std::string_view vector, size_t first = 0);
  void linearSolution(size_t index);
  void residualFunction(const std::string& name, const std::vector<Step>& inner,
                        const std::vector<ExprId>& residuals);
  size_t largestLinear() const;  // solved by dense elimination
  void blockStorage();
  // The factors stay in the model: they serve again.
  bool keepsFactors(size_t linear) const;

  // ---- c_sparse.cpp: systems with so few entries that zeros are left out
  void findSparseSystems();
  static bool anySparse(const std::vector<std::optional<RowMergePlan>>& systems);
  bool anySparse() const { return anySparse(sparseLinear_) || anySparse(sparseNonlinear_); }
  void sparseMembers();
  void sparseTables();
  void sparseLinear(size_t index);
  size_t spareNumbers() const;
  // NAME(m, A): the entries of a sparse matrix, or NAME(m, b): a list
  void entryFunction(const std::string& name, const std::vector<MatrixEntry>& entries);
  void listFunction(const std::string& name, const std::vector<ExprId>& list);

  // ---- c_newton.cpp
  void newtonTypes();
  void newtonMembers();
  void newtonKernels(size_t largest);
  size_t newtonMatrix(size_t index) const;  // the Jacobian and its factors
  size_t newtonRoom(size_t index) const;
  // Nonlinear systems by the numbers of Schedule::nonlinearBlock: a whole one is left out where it
  // would need too much memory.
  bool isWritten(size_t index) const;
  std::optional<size_t> wholeOf(size_t index) const;  // the number of its whole form
  void solveAtStart(size_t torn, size_t whole);
  void nonlinearBlock(size_t index);
  void acceptPoint();
  void keepSolutions();
  std::string doubtCounter() const;
  bool hasEnd() const;
  std::vector<VariableId> originsOf(std::vector<VariableId> ids) const;
  struct InnerVariables {
    std::vector<VariableId> states, others;
  };
  InnerVariables innerVariables(const NonlinearBlock& block) const;
  double attribute(VariableId id, ExprId Variable::* which, double otherwise) const;
  std::string bounds(std::string_view name, const std::vector<VariableId>& ids,
                     ExprId Variable::* which, double otherwise);

  // ---- c_events.cpp
  static bool hasEvents(const Schedule& schedule);
  void findProblems();
  void eventFunctions();
  void inputsFromBefore();
  void actions(bool all);

  // ---- c_delays.cpp
  bool hasDelays() const { return events_ && !schedule_.delays.empty(); }
  void delayTypes();
  void delayMembers();
  void delayFunctions();
  void pastFunctions();
  void addPastKeys();

  // ---- c_transports.cpp
  bool hasLines() const { return events_ && !schedule_.transports.empty(); }
  bool hasPast() const { return hasDelays() || hasLines(); }
  void lineTypes();
  void lineMembers();
  void lineFunctions();

  // ---- c_state_sets.cpp
  bool choosesStates() const { return events_ && !model_.stateSets.empty(); }
  void stateSets();
  std::string nominals(const std::vector<VariableId>& ids) const;

  // ---- c_steps.cpp
  void inlinedStep();
  void unitTables();
  bool usesSdirk() const;
  bool controlsSteps() const;
  void controlMembers();
  void formulaKernels();
  void interfaceFunctions();
  void nameTable();
  void dsblockFunctions();
  void mainFunction();
  double stepSize() const {
    return options_.step > 0 ? options_.step : (options_.stopTime - options_.startTime) / 500;
  }

  // ---- c_fmu.cpp
  bool fmu() const { return !options_.fmuLayer.empty(); }
  void fmuParameters();
  void fmuFunctions();
  void firstValueLines(int32_t begin, int32_t end);
  void firstValueTable(int32_t begin, int32_t end);
  bool linksExternals() const { return needs_.externals; }

  // ---- c_tables.cpp
  static std::vector<VariableId> objectsOf(const Schedule& schedule);
  void tableFunction(size_t k);
  void tableFunctions();
  // ---- c_objects.cpp: what models keep beside their variables
  bool keeps() const { return !tables_.empty() || !objects_.empty() || needs_.texts; }
  void beginKept();
  void checkKept();
  void keptFunctions();
  void objectFunction(size_t k);
  std::string textKernels(const std::string& written);
  std::string objectKernels();
  std::string keptKernels(const std::string& written);
  std::string tableKernels();
  std::string fileName(const std::string& path) const;

  // ---- c_tangent.cpp
  bool hasTangent() const;
  void tangentMatrices();
  void tangentPartials();
  std::vector<int32_t> tangentRows() const;
  void tangent();

  const Schedule& schedule_;
  const StructuredDae& model_;
  TargetOptions options_;
  Interface interface_;
  bool events_;
  Needs needs_, found_;
  std::vector<VariableId> tables_;   // of the Modelica Standard Library
  std::vector<VariableId> objects_;  // other external objects
  std::optional<ConstantTexts> constants_;
  std::vector<LinkedFunction> linked_;
  bool readsFiles_ = false;
  std::vector<Resource> resources_;
  std::string id_;
  std::vector<std::string> reserved_;
  IdVector<VariableId, std::string> names_;
  CDialect dialect_;
  ExprTexts texts_;
  std::string out_;
  std::string lastComponent_;
  bool keepClose_ = false;  // in the modes of a mixed block
  std::vector<Problem> problems_;
  FrozenBlocks frozen_;
  std::vector<char> solvedAgain_;
  std::vector<std::optional<RowMergePlan>> sparseLinear_, sparseNonlinear_;
  // DSblock: nonlinear blocks that the DAE form leaves to its solver.
  std::vector<size_t> algebraicBlocks_;
  size_t algebraicUnknowns_ = 0;
  std::vector<std::pair<std::string, std::string>> keys_;  // of kernel()
};

}  // namespace formola::text
