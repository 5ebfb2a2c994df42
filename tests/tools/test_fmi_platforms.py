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
            with zipfile.ZipFile(self.export(version, names)) as archive:
                files = {n for n in archive.namelist() if n.startswith("binaries/")}
                expected = set()
                for name in names:
                    _, folder, ending = PLATFORMS[name]
                    entry = f"binaries/{folder if version == 2 else name}/Functions{ending}"
                    expected.add(entry)
                    self.assertEqual(machine(archive.read(entry)), name)
                self.assertEqual(files, expected)

    def test_a_compiler_that_is_missing_is_named(self):
        tools = self.folder / "tools"
        tools.mkdir()
        (tools / "cc").symlink_to(shutil.which("cc"))
        for name, package in (("x86_64-windows", "gcc-mingw-w64-x86-64"), ("aarch64-linux", "gcc-aarch64-linux-gnu")):
            done = subprocess.run(
                [fp.program(), "export", MODELS, "External.Functions", "--platform", name, "--output", self.folder / "no.fmu"],
                env={**os.environ, "PATH": str(tools)}, stderr=subprocess.PIPE, encoding="utf-8", check=False)
            self.assertEqual(done.returncode, 2)
            self.assertIn(f"apt install {package}", done.stderr)
        done = subprocess.run([fp.program(), "export", MODELS, "External.Functions", "--platform", "vax"],
                              stderr=subprocess.PIPE, encoding="utf-8", check=False)
        self.assertEqual(done.returncode, 2)
        self.assertIn("there is no platform 'vax': x86_64-linux, aarch64-linux, x86_64-windows", done.stderr)

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
        f = fmu.Fmu(path, path.with_suffix(""))
        client = self.folder / f"client_{name}{'.exe' if ending == '.dll' else ''}"
        libraries = [] if ending == ".dll" else ["-ldl"]
        subprocess.run([compiler, "-O1", "-o", client, CLIENT, *libraries], check=True)
        library = f.folder / "binaries" / folder / f"Functions{ending}"
        references = [str(f.description.by_name[n].reference) for n in ("x", "sum")]
        done = subprocess.run([*runner, client, library, f.description.token, "0.5", "0.05", *references],
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8", check=False,
                              env={**os.environ, "WINEDEBUG": "-all", "WINEPREFIX": str(self.folder / "wine")})
        self.assertEqual(done.returncode, 0, done.stderr)
        x, total = map(float, done.stdout.split())
        right = math.exp(-0.75)
        self.assertAlmostEqual(x, right, delta=1e-6)
        self.assertAlmostEqual(total, 5 * right, delta=5e-6)

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
