// The extension itself, as it is packed, with a stand-in for the editor, against the server: npm test.
import assert from "node:assert/strict";
import fs from "node:fs";
import Module, { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { test } from "node:test";

const require = createRequire(import.meta.url);
const { vscode, editor } = require("./vscode_stand_in.cjs");
const load = Module._load;
Module._load = (request, ...more) => (request === "vscode" ? vscode : load(request, ...more));

const TEXT = "model A\n  Real x;\nequation\n  x = tim;\nend A;\n";
const noToken = { isCancellationRequested: false, onCancellationRequested: () => ({ dispose() {} }) };

function diagnosticsOf(uri, holds) {
  return new Promise((resolve) =>
    editor.events.on("diagnostics", (of, all) => of === uri.toString() && holds(all) && resolve(all)),
  );
}

test("the extension starts the server and shows what it says", async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "formola-test-"));
  const file = path.join(folder, "A.mo");
  fs.writeFileSync(file, TEXT);
  editor.settings["formola.program"] = process.env.FORMOLA_PROGRAM ?? "formola";
  const extension = require("../out/extension.js");
  const context = { subscriptions: [] };
  await extension.activate(context);
  assert.deepEqual(editor.errors, []);
  assert.deepEqual(Object.keys(editor.commands).filter((name) => name.startsWith("formola.")).sort(), [
    "formola.restart",
    "formola.simulate",
  ]);

  const uri = vscode.Uri.file(file);
  const told = diagnosticsOf(uri, (all) => all.length > 0);
  const document = editor.open(uri, TEXT);
  const [wrong] = await told;
  assert.match(wrong.message, /tim/);
  assert.deepEqual({ ...wrong.range.start }, { line: 3, character: 6 });

  const mended = diagnosticsOf(uri, (all) => all.length === 0);
  editor.replace(document, "tim;", "time;");
  await mended;
  const hover = await editor.providers.Hover.provideHover(document, new vscode.Position(3, 2), noToken);
  assert.match([hover.contents].flat()[0].value, /Real x/);
  const items = await editor.providers.CompletionItem.provideCompletionItems(document, new vscode.Position(3, 6), noToken, {});
  assert.ok((items.items ?? items).some((item) => item.label === "time"));

  await extension.deactivate();
  fs.rmSync(folder, { recursive: true });
});

test("a program that is not there is told", async () => {
  editor.settings["formola.program"] = "/no/such/formola";
  const extension = require("../out/extension.js");
  await extension.activate({ subscriptions: [] });
  assert.match(editor.errors.join(), /formola\.program/);
  await extension.deactivate().catch(() => {});
});
