// Starts `formola lsp` for Modelica files. Everything else is in the server.
import * as vscode from "vscode";
import { LanguageClient, ServerOptions } from "vscode-languageclient/node";

let client: LanguageClient | undefined;

function serverOptions(): ServerOptions {
  const settings = vscode.workspace.getConfiguration("formola");
  const libraries = settings.get<string[]>("libraries", []);
  return {
    command: settings.get<string>("program", "formola"),
    args: ["lsp", ...libraries.flatMap((folder) => ["--library", folder])],
  };
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
