"""formola shell on a pseudo-terminal: prompt, completion, history, and how it ends."""

import fcntl
import os
import pathlib
import pty
import select
import signal
import subprocess
import tempfile
import termios
import time
import unittest

import formola_program as fp

TAB, UP, END_OF_FILE, CTRL_C = "\t", "\x1b[A", "\x04", "\x03"
HANG_SECONDS = 600  # not a limit on speed: only so that a hang ends as a failure


class Dialogue:
    """A shell with a terminal; what it shows is collected in `seen`."""

    def __init__(self, folder, **environment):
        self.main, terminal = pty.openpty()
        settings = {"HOME": str(folder), "TERM": "xterm", "NO_COLOR": "1", **environment}
        self.process = subprocess.Popen(
            [str(fp.program()), "shell"], cwd=folder, stdin=terminal, stdout=terminal, stderr=terminal,
            env=dict(os.environ, **settings), start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),  # or Ctrl-C reaches nobody
        )
        os.close(terminal)
        self.seen = ""

    def send(self, text):
        os.write(self.main, text.encode())

    def wait_for(self, text):
        """Reads until the text appears behind what was waited for before."""
        end = time.monotonic() + HANG_SECONDS
        while text not in self.seen:
            if time.monotonic() > end or not self.read(0.2):
                raise AssertionError(f"{text!r} did not appear in {self.seen!r}")
        self.seen = self.seen[self.seen.index(text) + len(text) :]

    def read(self, patience):
        """More of what is shown; False at the end."""
        if not select.select([self.main], [], [], patience)[0]:
            return True
        try:
            part = os.read(self.main, 65536)
        except OSError:
            return False
        self.seen += part.decode(errors="replace")
        return bool(part)

    def finish(self):
        """Reads until the shell has ended: one that is not read might wait for a reader."""
        end = time.monotonic() + HANG_SECONDS
        while self.read(0.2) and self.process.poll() is None:
            if time.monotonic() > end:
                raise AssertionError(f"the shell goes on after {self.seen!r}")
        self.process.wait(timeout=HANG_SECONDS)

    def close(self):
        if self.process.poll() is None:
            os.kill(self.process.pid, signal.SIGKILL)
        self.process.wait()
        os.close(self.main)


@unittest.skipUnless(fp.program(), "the program is not built")
class ShellTerminalTest(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = pathlib.Path(holder.name)

    def start(self, **environment):
        dialogue = Dialogue(self.folder, **environment)
        self.addCleanup(dialogue.close)
        dialogue.wait_for("> ")
        return dialogue

    def test_completion_history_and_end(self):
        shell = self.start()
        shell.send("hel" + TAB + "\n")
        shell.wait_for("output solved equations")
        shell.wait_for("> ")
        shell.send("enter model\nmodel decay\n  local slowly = 1\n  der(slowly) = -slowly\nend\n")
        shell.send("output equations\n")
        shell.wait_for("der(slowly) = -slowly")
        shell.send("variable state slo" + TAB + "\n")  # names of the model are completed too
        shell.wait_for("wly")
        shell.wait_for("> ")
        shell.send("frobnicate\n")
        shell.wait_for("there is no command 'frobnicate'")
        shell.send(UP + UP + UP + "\n")  # output equations again
        shell.wait_for("der(slowly) = -slowly")
        shell.send(END_OF_FILE)
        shell.finish()
        self.assertIn("frobnicate", (self.folder / ".formola_history").read_text(encoding="utf-8"))

    def test_end_while_a_command_runs(self):
        """Ctrl-D before the prompt: the terminal is not yet in the hands of the shell."""
        shell = self.start()
        shell.send("help\n" * 20 + END_OF_FILE)
        shell.finish()

    def test_completion_knows_the_place(self):
        model = self.folder / "cooling.dym"
        text = "model cooling\n  local Temperature = 1\n  der(Temperature) = -Temperature\nend\n"
        model.write_text(text, encoding="utf-8")
        shell = self.start()
        shell.send("enter model coo" + TAB + "\n")
        shell.wait_for("> ")
        shell.send("set eli" + TAB + "on\noutput equa" + TAB + "\n")  # settings in any case
        shell.wait_for("der(Temperature) = -Temperature")
        shell.send("simulate 1\n")
        shell.wait_for("cooling_res.csv")
        shell.send("plot der(" + TAB + "\n")  # one word
        shell.wait_for("cooling.svg")

    def test_interrupt_gives_the_line_up(self):
        shell = self.start()
        shell.send("output equa" + CTRL_C)
        shell.wait_for("> ")
        shell.send("help quit\n")
        shell.wait_for("quit\r\nquit")  # the rest of the line before is gone
        self.assertIsNone(shell.process.poll())

    def test_an_empty_line_ends_the_models(self):
        shell = self.start()
        shell.send("enter model\nmodel a\n\n  local x = 1\n  der(x) = -x\nend\n\n")
        shell.wait_for("> ")
        shell.send("output equatons\n")
        shell.wait_for("it is written: output equations")
        shell.send("ouput equations\n")
        shell.wait_for("did you mean 'output'?")
        shell.send("output equations\n")
        shell.wait_for("der(x) = -x")

    def test_history_of_the_last_time(self):
        first = self.start()
        first.send("set Eliminate on\nquit\n")
        first.finish()
        second = self.start()
        second.send(UP + UP)
        second.wait_for("set Eliminate on")

    def test_libraries_of_the_environment(self):
        library = self.folder / "libraries" / "Lib"
        library.mkdir(parents=True)
        text = "within;\npackage Lib\n  model Half\n    Real x(start = 4);\n  equation\n    der(x) = -x/2;\n"
        (library / "package.mo").write_text(text + "  end Half;\nend Lib;\n", encoding="utf-8")
        own = "model Own\n  extends Lib.Half;\nend Own;\n"
        (self.folder / "own.mo").write_text(own, encoding="utf-8")
        shell = self.start(MODELICAPATH=str(self.folder / "libraries"))
        shell.send("enter model own.mo\noutput equations\n")
        shell.wait_for("der(x) = -x/2")
        shell.send("simulate 1\nplot x\n")
        shell.wait_for("Own.svg")
        picture = (self.folder / "Own.svg").read_text(encoding="utf-8")
        self.assertTrue(picture.startswith("<svg") and picture.endswith("</svg>\n"))


if __name__ == "__main__":
    unittest.main()
