"""The command run: scripts in .mos, as people write them for Dymola and OpenModelica."""

import pathlib
import re
import subprocess
import tempfile
import unittest

from formola_program import program

MODEL = """
package P
  model Decay
    parameter Real k = 1;
    Real x(start = 1, fixed = true);
    Real y[2] = {x, 2*x};
  equation
    der(x) = -k*x;
    annotation(experiment(StopTime = 2, Tolerance = 1e-8));
  end Decay;
  model Wrong
    Real x;
  equation
    x = 1;
    x = 2;
  end Wrong;
  model Fails
    Real x(start = 1, fixed = true);
  equation
    der(x) = -1/sqrt(x - 0.5);
  end Fails;
end P;
"""

# Script, what it prints (parts, in this order), exit status. In the manner of the scripts of libraries.
SCRIPTS = {
    "simulate and read": ("""
        loadFile("p.mo"); getErrorString();
        simulate(P.Decay, stopTime=1, numberOfIntervals=50, tolerance=1e-9, method="dassl", outputFormat="csv");
        abs(val(x, 1.0) - exp(-1)) < 1e-6;
        val(y[2], 0.0);
        getErrorString();
     """, ["true\n", '""\n', "record SimulationResult\n", "P.Decay_res.csv", "stopTime = 1", 'messages = ""', "end SimulationResult;\n",
           "true\n", "2.0\n", '""\n'], 0),
    "in the manner of Dymola": ("""
        // compares two runs
        openModel("p.mo");
        Advanced.StoreProtectedVariables := true;
        simulateModel("P.Decay(k=2)", startTime=0, stopTime=1, numberOfIntervals=100, method="Cvode", tolerance=1e-6,
                      resultFile="Decay");
        removePlots();
        createPlot(id = 1,
          position = {15, 10, 592, 421},
          y = {"x", "y[1]"},
          range = {0.0, 1.0, 0, 1.2},
          grid = true,
          filename = "Decay.mat",
          colors = {{28, 108, 200}, {238, 46, 47}})
        createPlot(id=2, y={"der(x)"}, subPlot=2)
     """, ["true\n", "true\n", "true\n", "true\n", "true\n"], 0),
    "values": ("""
        x := 3; y := {1, 2, 3.5}; s := "a" + "b"; b := not (x > 2 and false);
        y[3] + x; sum({1, 2, 3}); 7/2; 2^3; size(y, 1); String(x); -x;
        linspace(0, 1, 3); fill(0, 2); max(3, 4); mod(7, 4); 1:2:5;
        2*asin(1) - acos(-1); rem(-7, 4); div(7, 2); sign(-2.5); integer(2.7); cosh(0); min(1, 2.5);
     """, ["3\n", "{1,2,3.5}\n", '"ab"\n', "true\n", "6.5\n", "6\n", "3.5\n", "8.0\n", "3\n", '"3"\n', "-3\n",
           "{0.0,0.5,1.0}\n", "{0,0}\n", "4\n", "3\n", "{1,3,5}\n",
           "0.0\n", "-3\n", "3\n", "-1\n", "2\n", "1.0\n", "1.0\n"], 0),
    "loops and choices": ("""
        loadFile("p.mo"); echo(false);
        for i in 1:3 loop
          if simulateModel("P.Decay(k=" + String(i) + ")", stopTime=1, resultFile="r" + String(i)) then
            print("run " + String(i) + "\\n");
          else
            print("no run");
          end if;
        end for;
        n := 0;
        while n < 3 loop n := n + 1; end while;
        echo(true); n;
     """, ["true\n", "run 1\nrun 2\nrun 3\n", "3\n"], 0),
    "check and instantiate": ("""
        loadFile("p.mo");
        checkModel(P.Decay); checkModel("P.Decay"); checkModel("P.Wrong");
        s := instantiateModel(P.Decay);
     """, ["true\n", '"Check of P.Decay completed successfully.\nClass P.Decay has 3 equation(s) and 3 variable(s)."\n', "true\n",
           "false\n", '"', "parameter Real k"], 1),
    "a library of its own accord": ("""
        loadModel(Formola); getErrorString();
        simulate(Formola.Examples.Electrical.RLCCircuit, stopTime=0.1); getErrorString();
     """, ["true\n", '""\n', "RLCCircuit_res.mat", '""\n'], 0),
    "no such library": ("loadModel(Nowhere); getErrorString();", ["false\n", "Nowhere"], 1),
    "compare": ("""
        loadFile("p.mo");
        simulate(P.Decay, fileNamePrefix="a", stopTime=1); simulate(P.Decay, fileNamePrefix="b", stopTime=1);
        compareSimulationResults("a_res.mat", "b_res.mat", "log", 0.01, 0.0001, {"x"});
        simulateModel("P.Decay(k=3)", stopTime=1, resultFile="c");
        (equal, names) := diffSimulationResults("c.mat", "a_res.mat", "diff", vars={"x", "y[1]"});
        equal; names;
     """, ["true\n", '{"Files Equal!"}\n', "true\n", '(false,{"x","y[1]"})\n', "false\n", '{"x","y[1]"}\n'], 1),
    "results as arrays": ("""
        loadFile("p.mo"); simulate(P.Decay, stopTime=1, numberOfIntervals=2);
        readSimulationResultSize("P.Decay_res.mat"); readSimulationResult("P.Decay_res.mat", {time});
        size(readSimulationResultVars("P.Decay_res.mat"), 1) > 3;
     """, ["3\n", "{{0.0,0.5,1.0}}\n", "true\n"], 0),
    "text": ("""
        loadString("model M Real x = time; end M;"); getErrorString();
        plot({x}); simulate(M, stopTime=1);
     """, ["true\n", '""\n'], 2),
    "text and plot": ("""
        loadString("model M Real x = time; end M;");
        simulate(M, stopTime=1, method="euler"); plot({x}); plot(x, fileName="M_res.mat");
     """, ["true\n", "end SimulationResult;\n", "true\n", "true\n"], 0),
    "another script": ("""
        cd("sub"); RunScript("inner.mos"); z;
     """, ["sub", "5\n", "true\n", "5\n"], 0),
    "a failing run": ("""
        loadFile("p.mo"); simulateModel("P.Fails", stopTime=1); 1 + 1;
     """, ["true\n", "false\n", "2\n"], 3),
    "start values": ("""
        loadFile("p.mo");
        (ok, last) := simulateExtendedModel("P.Decay", stopTime=1, initialNames={"k"}, initialValues={0}, finalNames={"x"});
     """, ["true\n", "(true,{1.0})\n"], 0),
    "methods by their names elsewhere": ("""
        loadFile("p.mo"); echo(false);
        for m in {"Radau", "Dopri45", "dassl", "Lsodar", "cvode"} loop
          simulateModel("P.Decay", stopTime=1, method=m, tolerance=1e-7, resultFile="r");
          if abs(val(x, 1.0) - exp(-1)) > 1e-4 then print("wrong: " + m + "\\n"); end if;
        end for;
        simulateModel("P.Decay", stopTime=1, method="Euler", fixedstepsize=0.001, resultFile="r");
        abs(val(x, 1.0) - exp(-1)) < 1e-3;
        echo(true); print("end\\n");
     """, ["true\n", "end\n"], 0),
    "output interval": ("""
        loadFile("p.mo"); simulateModel("P.Decay", stopTime=2, outputInterval=0.5);
        readSimulationResultSize("dsres.mat");
     """, ["true\n", "true\n", "5\n"], 0),
    "filter": ("""
        loadFile("p.mo"); simulate(P.Decay, stopTime=1, variableFilter="x|k", outputFormat="csv", fileNamePrefix="f");
        readSimulationResultVars("f_res.csv");
     """, ["end SimulationResult;\n", '"x"'], 0),
    "files and comments": ("""
        /* a comment
           of two lines */ regularFileExists("p.mo"); // and one more
        regularFileExists("no.mo"); getVersion();
     """, ["true\n", "false\n", '"formola '], 0),
    "in the manner of a test of libraries": ("""
        echo(false); alarm(60); setCommandLineOptions("--running-testsuite=x"); echo(true);
        reference := "ref/" + OpenModelica.Scripting.stringReplace("P.Decay", ".", "_") + ".mat"; reference;
        if regularFileExists(reference) then cell := "compared"; else cell := "alone"; end if; cell;
        loadFile("p.mo"); res := simulate(P.Decay, stopTime=1, fileNamePrefix="d"); getErrorString();
        filter := ""; for v in {"x", "y[1]"} loop filter := filter + stringReplace(stringReplace(v, "[", "."), "]", ".") + "|"; end for; filter;
        (same, names) := diffSimulationResults("d_res.mat", "d_res.mat", "d.diff", relTol=1e-3); same; size(names, 1);
        OpenModelica.Scripting.basename("files/a.csv"); dirname("files/a.csv");
        clearProgram();
     """, ['"ref/P_Decay.mat"', '"alone"', "true\n", '"x|y.1.|"', "true\n", "0\n", '"a.csv"', '"files"', "true\n"], 0),
    "end": ("1; exit(); 2;", ["1\n"], 0),
    "settings": ('setCommandLineOptions("-d=initialization"); Evaluate = true; 1;', ["true\n", "1\n"], 0),
}

WRONG = {
    'loadFile("p.mo");\nfooBar(1);': (2, "there is no command 'fooBar'"),
    "1;\n\nbuildModel(P.Decay);": (3, "buildModel is not for scripts here"),
    'system("touch canary");': (1, "scripts run no commands"),
    'deleteFile("p.mo");': (1, "scripts delete nothing"),
    'loadFile("p.mo"); simulate(P.Decay, stopTim=1);': (1, "no argument 'stopTim'"),
    'simulate(P.Decay, outputFormat="plt"': (1, "')' is expected"),
    "x := {1, 2};\nx[3];": (2, "there is no element [3]"),
    'OpenModelica.Scripting.writeFile("canary", "x");': (1, "scripts write results and pages only"),
    "(a, b, c, d, e) := getSimulationOptions(P.Decay);": (1, "annotation experiment by itself"),
    "for i in 1:3 loop 1;": (1, "'end' is missing"),
    '"abc': (1, "the text has no end"),
    "val(x, 1);": (1, "nothing has been simulated yet"),
    'cd("nowhere");': (1, "there is no folder 'nowhere'"),
    'RunScript("me.mos");': (1, "without end"),
    "x := 1 + true;": (1, "does not fit"),
    "getVersion(Modelica);": (1, "of no library"),
    "{}}": (1, "expected"),
}


class Run(unittest.TestCase):
    def setUp(self):
        self.scratch = tempfile.TemporaryDirectory()
        self.addCleanup(self.scratch.cleanup)
        self.folder = pathlib.Path(self.scratch.name)
        (self.folder / "p.mo").write_text(MODEL)
        (self.folder / "sub").mkdir()
        (self.folder / "sub/inner.mos").write_text("z := 5;\n")

    def run_script(self, text):
        (self.folder / "me.mos").write_text(text)
        return subprocess.run([str(program()), "run", "me.mos"], cwd=self.folder, capture_output=True, text=True, check=False,
                              timeout=120)

    def test_scripts(self):
        self.assertGreaterEqual(len(SCRIPTS), 20)
        for name, (text, parts, status) in SCRIPTS.items():
            with self.subTest(name):
                done = self.run_script(text)
                self.assertEqual(done.returncode, status, done.stderr + done.stdout)
                rest = done.stdout
                for part in parts:
                    self.assertIn(part, rest, done.stdout)
                    rest = rest[rest.index(part) + len(part):]

    def test_pages(self):
        done = self.run_script(SCRIPTS["in the manner of Dymola"][0])
        self.assertIn("me.mos:4: note: Advanced.StoreProtectedVariables is a setting of another tool", done.stderr)
        page = (self.folder / "Decay.html").read_text()
        self.assertTrue('"plots":[["x","y[1]"],["der(x)"]]' in page)
        self.assertIn("Decay.html", done.stderr)

    def test_wrong_scripts_name_file_and_line(self):
        for text, (line, message) in WRONG.items():
            with self.subTest(text):
                done = self.run_script(text)
                self.assertEqual(done.returncode, 2, done.stderr)
                self.assertRegex(done.stderr, rf"me\.mos:{line}: error: .*{re.escape(message)}")
        self.assertFalse((self.folder / "canary").exists())
        done = subprocess.run([str(program()), "run", "nowhere.mos"], cwd=self.folder, capture_output=True, text=True,
                              check=False)
        self.assertEqual(done.returncode, 2)
        self.assertIn("nowhere.mos", done.stderr)

    def test_what_nobody_asked_for_is_told(self):
        done = self.run_script('loadFile("p.mo"); checkModel("P.Wrong");')
        self.assertIn("Unbalanced", done.stderr)


if __name__ == "__main__":
    unittest.main()
