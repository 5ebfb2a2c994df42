// The command behind the line over a model, run by the program: npm run compile && npm test.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { test } from "node:test";

const require = createRequire(import.meta.url);
const { simulation, sourceOf } = require("../out/simulation.js");

const MODEL = "model Decay\n  Real x(start = 1, fixed = true);\nequation\n  der(x) = -x;\nend Decay;\n";

test("a model of a file, and one in a library", () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "formola-test-"));
  const inner = path.join(folder, "Lib", "Sub");
  fs.mkdirSync(inner, { recursive: true });
  fs.writeFileSync(path.join(folder, "Decay.mo"), MODEL);
  fs.writeFileSync(path.join(folder, "Lib", "package.mo"), "package Lib\nend Lib;\n");
  fs.writeFileSync(path.join(inner, "package.mo"), "within Lib;\npackage Sub\nend Sub;\n");
  fs.writeFileSync(path.join(inner, "Decay.mo"), `within Lib.Sub;\n${MODEL}`);
  assert.equal(sourceOf(path.join(folder, "Decay.mo")), path.join(folder, "Decay.mo"));
  assert.equal(sourceOf(path.join(inner, "Decay.mo")), path.join(folder, "Lib"));
  for (const [file, model] of [
    [path.join(folder, "Decay.mo"), undefined],
    [path.join(inner, "Decay.mo"), "Lib.Sub.Decay"],
  ]) {
    const command = simulation(file, model, [folder]);
    execFileSync(process.env.FORMOLA_PROGRAM ?? "formola", command.arguments, { cwd: command.folder, stdio: "pipe" });
    assert.match(fs.readFileSync(command.report, "utf-8"), /<html/);
    fs.rmSync(command.folder, { recursive: true });
  }
  fs.rmSync(folder, { recursive: true });
});
