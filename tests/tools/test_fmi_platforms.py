"""FMUs with binaries for other machines: what is in them, and what they compute under qemu and wine where these and the
cross compilers are installed."""

import math
import os
import pathlib
import platform
import shutil
import subprocess
import tempfile
import unittest
import zipfile

import fmu
import formola_program as fp

MODELS = fp.ROOT / "tests" / "fmi" / "external.mo"
CLIENT = fp.ROOT / "tests" / "fmi" / "step_fmu.c"
LLVM = fp.program() and fp.program().with_name("formola-cc").exists()
RUNNABLE = fp.program() and shutil.which("cc") and platform.machine() == "x86_64"
# platform: compiler, folders of FMI 2.0 and 3.0, ending, first bytes and machine of the file
PLATFORMS = {
    "x86_64-linux": ("cc", "linux64", ".so"),
    "aarch64-linux": ("aarch64-linux-gnu-gcc", "linux-aarch64", ".so"),
    "x86_64-windows": ("x86_64-w64-mingw32-gcc", "win64", ".dll"),
}


def machine(binary):
    """The machine that a binary says it is for."""
    if binary[:4] == b"\x7fELF":
        return {62: "x86_64-linux", 183: "aarch64-linux"}.get(int.from_bytes(binary[18:20], "little"))
    at = int.from_bytes(binary[60:64], "little")
    if binary[:2] == b"MZ" and binary[at:at + 6] == b"PE\0\0\x64\x86":
        return "x86_64-windows"
    return None


@unittest.skipUnless(RUNNABLE, "the program or a C compiler is missing")
class PlatformTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.holder = tempfile.TemporaryDirectory()
        cls.folder = pathlib.Path(cls.holder.name)

    @classmethod
    def tearDownClass(cls):
        cls.holder.cleanup()

    def export_by_llvm(self, version, names, environment=None):
        """A model without external functions needs no C compiler."""
        path = self.folder / f"llvm{version}_{'_'.join(names)}.fmu"
        command = [fp.program(), "export", MODELS.with_name("models.mo"), "Models.Ball", "--fmi", str(version), "--tolerance", "1e-8",
                   "--compiler", "llvm", "--platform", ",".join(names), "--output", path, "--quiet"]
        subprocess.run(command, env=environment, check=True, stderr=subprocess.DEVNULL)
        return path

    def export(self, version, names):
        path = self.folder / f"{version}_{'_'.join(names)}.fmu"
        fp.run("export", MODELS, "External.Functions", "--fmi", version, "--tolerance", 1e-8, "--platform", ",".join(names),
               "--trust", MODELS, "--output", path, "--quiet")
        return path

    def compiler(self, name):
        compiler = PLATFORMS[name][0]
        if not shutil.which(compiler):
            self.skipTest(f"{compiler} is not installed")
        return compiler

    def test_binaries_are_for_their_machines(self):
        names = [n for n in PLATFORMS if shutil.which(PLATFORMS[n][0])]
        for version in (2, 3):
            self.check_machines(self.export(version, names), version, names, "Functions")

    @unittest.skipUnless(LLVM, "formola-cc was not built")
    def test_binaries_for_all_machines_without_a_compiler(self):
        nothing = self.folder / "no_programs"
        nothing.mkdir()
        environment = {**os.environ, "PATH": str(nothing), "CC": "", "XDG_CACHE_HOME": str(nothing)}
        for version in (2, 3):
            path = self.export_by_llvm(version, list(PLATFORMS), environment)
            self.check_machines(path, version, list(PLATFORMS), "Ball")

    def check_machines(self, path, version, names, model):
        with zipfile.ZipFile(path) as archive:
            files = {n for n in archive.namelist() if n.startswith("binaries/")}
            expected = set()
            for name in names:
                _, folder, ending = PLATFORMS[name]
                entry = f"binaries/{folder if version == 2 else name}/{model}{ending}"
                expected.add(entry)
                self.assertEqual(machine(archive.read(entry)), name)
            self.assertEqual(files, expected)

    def test_a_compiler_that_is_missing_is_named(self):
        tools = self.folder / "tools"
        tools.mkdir()
        (tools / "cc").symlink_to(shutil.which("cc"))
        for name, package, *more in (("x86_64-windows", "gcc-mingw-w64-x86-64", "--trust", MODELS),
                                     ("aarch64-linux", "gcc-aarch64-linux-gnu", "--compiler", "c")):
            done = subprocess.run(
                [fp.program(), "export", MODELS, "External.Functions", "--platform", name, "--output", self.folder / "no.fmu", *more],
                env={**os.environ, "PATH": str(tools)}, stderr=subprocess.PIPE, encoding="utf-8", check=False)
            self.assertEqual(done.returncode, 2)
            self.assertIn(f"apt install {package}", done.stderr)
        done = subprocess.run([fp.program(), "export", MODELS, "External.Functions", "--platform", "vax"],
                              stderr=subprocess.PIPE, encoding="utf-8", check=False)
        self.assertEqual(done.returncode, 2)
        self.assertIn("there is no platform 'vax': x86_64-linux, aarch64-linux, x86_64-windows", done.stderr)

    @unittest.skipUnless(LLVM, "formola-cc was not built")
    def test_external_functions_are_not_for_llvm(self):
        done = subprocess.run([fp.program(), "export", MODELS, "External.Functions", "--trust", MODELS, "--compiler", "llvm"],
                              cwd=self.folder, stderr=subprocess.PIPE, encoding="utf-8", check=False)
        self.assertEqual(done.returncode, 2)
        self.assertIn("external functions in C need a C compiler: --compiler c", done.stderr)
        self.assertEqual(list(self.folder.glob("External*")), [])

    def test_sources_alone_need_no_compiler(self):
        """The FMU that is made without any program at hand has the sources of the one made with a compiler."""
        models = fp.ROOT / "tests" / "fmi" / "models.mo"
        nothing = self.folder / "nothing"
        nothing.mkdir()
        for version in (2, 3):
            paths = {}
            for name, options, path in (("alone", ["--platform", "none"], nothing), ("both", [], os.environ["PATH"])):
                paths[name] = self.folder / f"{name}{version}.fmu"
                command = [fp.program(), "export", models, "Models.Ball", "--fmi", str(version), "--sources", *options,
                           "--output", paths[name], "--quiet"]
                subprocess.run(command, env={**os.environ, "PATH": str(path), "CC": ""}, check=True)
            with zipfile.ZipFile(paths["alone"]) as alone, zipfile.ZipFile(paths["both"]) as both:
                sources = {n for n in both.namelist() if n.startswith("sources/")}
                self.assertEqual({n for n in alone.namelist() if n.startswith(("sources/", "binaries/"))}, sources)
                for name in sources | {"modelDescription.xml"}:
                    self.assertEqual(alone.read(name), both.read(name), name)
        done = subprocess.run([fp.program(), "export", models, "Models.Ball", "--platform", "none"],
                              stderr=subprocess.PIPE, encoding="utf-8", check=False)
        self.assertEqual(done.returncode, 2)
        self.assertIn("add --sources", done.stderr)

    def check_run(self, name, *runner):
        """The client of that machine computes what this one does."""
        compiler = self.compiler(name)
        _, folder, ending = PLATFORMS[name]
        path = self.export(2, ["x86_64-linux", name] if name != "x86_64-linux" else [name])
        client = self.folder / f"client_{name}{'.exe' if ending == '.dll' else ''}"
        libraries = [] if ending == ".dll" else ["-ldl"]
        subprocess.run([compiler, "-O1", "-o", client, CLIENT, *libraries], check=True)

        def final(path, model, stop, *names):
            f = fmu.Fmu(path, path.with_suffix(""))
            library = f.folder / "binaries" / folder / f"{model}{ending}"
            references = [str(f.description.by_name[n].reference) for n in names]
            done = subprocess.run([*runner, client, library, f.description.token, stop, "0.05", *references],
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8", check=False,
                                  env={**os.environ, "WINEDEBUG": "-all", "WINEPREFIX": str(self.folder / "wine")})
            self.assertEqual(done.returncode, 0, done.stderr)
            return list(map(float, done.stdout.split()))

        x, total = final(path, "Functions", "0.5", "x", "sum")
        right = math.exp(-0.75)
        self.assertAlmostEqual(x, right, delta=1e-6)
        self.assertAlmostEqual(total, 5 * right, delta=5e-6)
        if LLVM:
            height, velocity, down = final(self.export_by_llvm(2, [name]), "Ball", "0.8", "h", "v", "down")
            hit = (0.5 + math.sqrt(0.25 + 2 * 9.81)) / 9.81
            after, since = 0.8 * (9.81 * hit - 0.5), 0.8 - hit
            self.assertAlmostEqual(velocity, after - 9.81 * since, delta=1e-5)
            self.assertAlmostEqual(height, after * since - 9.81 / 2 * since**2, delta=1e-5)
            self.assertEqual(down, -velocity)

    def test_on_this_machine(self):
        self.check_run("x86_64-linux")

    def test_where_there_is_nothing_but_the_c_library(self):
        """In a folder as root with the client, the binary and the libraries of glibc."""
        self.compiler("x86_64-linux")
        f = fmu.Fmu(self.export(2, ["x86_64-linux"]), self.folder / "lonely")
        root = self.folder / "root"
        root.mkdir()
        subprocess.run(["cc", "-O1", "-o", root / "client", CLIENT, "-ldl", "-Wl,--no-as-needed", "-lm"], check=True)
        shutil.copy(f.folder / "binaries" / "linux64" / "Functions.so", root)
        needed = subprocess.run(["ldd", root / "client"], stdout=subprocess.PIPE, encoding="utf-8", check=True).stdout
        libraries = [word for word in needed.split() if word.startswith("/")]
        self.assertEqual(sorted(pathlib.Path(path).name for path in libraries), ["ld-linux-x86-64.so.2", "libc.so.6", "libm.so.6"])
        for path in libraries:
            (root / path[1:]).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, root / path[1:])
        enter = [] if os.geteuid() == 0 else ["unshare", "--map-root-user"]
        command = [*enter, "chroot", root, "/client"]
        if subprocess.run(command, stderr=subprocess.DEVNULL, check=False).returncode != 2:  # it wants arguments
            self.skipTest("another root cannot be had here")
        reference = str(f.description.by_name["x"].reference)
        arguments = ["/Functions.so", f.description.token, "0.5", "0.05", reference]
        done = subprocess.run([*command, *arguments], stdout=subprocess.PIPE, encoding="utf-8", check=True)
        self.assertAlmostEqual(float(done.stdout), math.exp(-0.75), delta=1e-6)

    def test_aarch64_by_qemu(self):
        qemu = shutil.which("qemu-aarch64") or shutil.which("qemu-aarch64-static")
        if not qemu:
            self.skipTest("qemu-aarch64 is not installed (qemu-user)")
        self.check_run("aarch64-linux", qemu, "-L", "/usr/aarch64-linux-gnu")

    def test_windows_by_wine(self):
        wine = shutil.which("wine64") or shutil.which("wine") or shutil.which("/usr/lib/wine/wine64")
        if not wine:
            self.skipTest("wine is not installed (wine64)")
        self.check_run("x86_64-windows", wine)


if __name__ == "__main__":
    unittest.main()
