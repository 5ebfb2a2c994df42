// Starts `formola lsp` for Modelica files, and simulations that lenses ask for. Everything else is in the server.
import * as vscode from "vscode";
import { LanguageClient, ServerOptions } from "vscode-languageclient/node";

import { simulation } from "./simulation";

let client: LanguageClient | undefined;

function serverOptions(): ServerOptions {
  const settings = vscode.workspace.getConfiguration("formola");
  const libraries = settings.get<string[]>("libraries", []);
  return {
    command: settings.get<string>("program", "formola"),
    args: ["lsp", ...libraries.flatMap((folder) => ["--library", folder])],
  };
}

// What the line over a model does: `formola simulate` in a terminal, where its progress and its
// errors are seen, and the page with the curves afterwards. Without arguments: the file that is open,
// which then has one model.
async function simulate(uri?: string, model?: string): Promise<void> {
  const file = uri ? vscode.Uri.parse(uri) : vscode.window.activeTextEditor?.document.uri;
  if (!file || file.scheme !== "file") return;
  const document = vscode.workspace.textDocuments.find((each) => each.uri.toString() === file.toString());
  if (document?.isDirty && !(await document.save())) return;
  const settings = vscode.workspace.getConfiguration("formola");
  const command = simulation(file.fsPath, model, settings.get<string[]>("libraries", []));
  const execution = new vscode.ProcessExecution(settings.get<string>("program", "formola"), command.arguments, {
    cwd: command.folder,
  });
  const task = new vscode.Task(
    { type: "formola" },
    vscode.TaskScope.Workspace,
    `simulate ${model ?? command.name}`,
    "formola",
    execution,
  );
  const running = await vscode.tasks.executeTask(task);
  const ended = vscode.tasks.onDidEndTaskProcess((event) => {
    if (event.execution !== running) return;
    ended.dispose();
    if (event.exitCode === 0) void vscode.env.openExternal(vscode.Uri.file(command.report));
  });
}

async function start(): Promise<void> {
  client = new LanguageClient("formola", "Formola", serverOptions(), {
    documentSelector: [{ scheme: "file", language: "modelica" }],
  });
  try {
    await client.start();
  } catch (error) {
    void vscode.window.showErrorMessage(
      `Formola's language server does not start: ${String(error)}. The setting formola.program names the program.`,
    );
  }
}

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  context.subscriptions.push(
    vscode.commands.registerCommand("formola.restart", async () => {
      await deactivate();
      await start();
    }),
    vscode.commands.registerCommand("formola.simulate", simulate),
    vscode.workspace.onDidChangeConfiguration(async (event) => {
      if (!event.affectsConfiguration("formola")) return;
      await deactivate();
      await start();
    }),
  );
  await start();
}

export async function deactivate(): Promise<void> {
  const running = client;
  client = undefined;
  await running?.stop();
}
