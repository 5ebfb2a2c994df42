// The messages of the client library that the extension uses, against the server: npm test.
// FORMOLA_PROGRAM names the program.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { test } from "node:test";

const require = createRequire(import.meta.url);
const protocol = require("vscode-languageserver-protocol/node");

const TEXT = "model A\n  Real x;\nequation\n  x = tim;\nend A;\n";
const uri = "file:///A.mo";

test("the server speaks with the client library", async () => {
  const server = spawn(process.env.FORMOLA_PROGRAM ?? "formola", ["lsp"], { stdio: ["pipe", "pipe", "inherit"] });
  const connection = protocol.createProtocolConnection(
    new protocol.StreamMessageReader(server.stdout),
    new protocol.StreamMessageWriter(server.stdin),
  );
  const published = new Promise((resolve) =>
    connection.onNotification(protocol.PublishDiagnosticsNotification.type, resolve),
  );
  connection.listen();
  const { capabilities } = await connection.sendRequest(protocol.InitializeRequest.type, {
    processId: process.pid,
    rootUri: null,
    capabilities: {},
  });
  assert.equal(capabilities.hoverProvider, true);
  await connection.sendNotification(protocol.InitializedNotification.type, {});
  await connection.sendNotification(protocol.DidOpenTextDocumentNotification.type, {
    textDocument: { uri, languageId: "modelica", version: 1, text: TEXT },
  });
  const { diagnostics } = await published;
  assert.equal(diagnostics[0].code, "UndefinedName");
  assert.deepEqual(diagnostics[0].range.start, { line: 3, character: 6 });
  const actions = await connection.sendRequest(protocol.CodeActionRequest.type, {
    textDocument: { uri },
    range: diagnostics[0].range,
    context: { diagnostics },
  });
  assert.equal(actions[0].edit.changes[uri][0].newText, "time");
  const hover = await connection.sendRequest(protocol.HoverRequest.type, {
    textDocument: { uri },
    position: { line: 3, character: 2 },
  });
  assert.match(hover.contents.value, /Real x/);
  await connection.sendRequest(protocol.ShutdownRequest.type);
  await connection.sendNotification(protocol.ExitNotification.type);
  const status = await new Promise((resolve) => server.on("exit", resolve));
  assert.equal(status, 0);
  connection.dispose();
});
