// The command that simulates a model of a file.
import * as fs from "fs";
import * as os from "os";
import * as path from "path";

export interface Simulation {
  name: string; // of the model, or of the file
  folder: string; // where the results are written
  report: string; // the page with the curves
  arguments: string[];
}

// What the compiler reads: the folder of the library that the file lies in, or the file.
export function sourceOf(file: string): string {
  let top: string | undefined;
  for (let folder = path.dirname(file); fs.existsSync(path.join(folder, "package.mo")); folder = path.dirname(folder)) {
    top = folder;
    if (folder === path.dirname(folder)) break;
  }
  return top ?? file;
}

export function simulation(file: string, model: string | undefined, libraries: string[]): Simulation {
  const name = model ?? path.basename(file, ".mo");
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "formola-"));
  const report = path.join(folder, "report.html");
  return {
    name,
    folder,
    report,
    arguments: [
      "simulate",
      sourceOf(file),
      ...(model ? [model] : []),
      ...libraries.flatMap((each) => ["--library", each]),
      "--report",
      report,
    ],
  };
}
