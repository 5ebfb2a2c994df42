// A stand-in for the module `vscode`, which only the editor has: enough of it that the extension and its client library run in
// Node. What an editor would do stands in `editor`: documents are opened and changed there, and what the extension registers or
// shows is kept. Everything else of the module is there and does nothing.
const { EventEmitter } = require("node:events");
const { fileURLToPath, pathToFileURL } = require("node:url");

class Disposable {
  constructor(action) {
    this.action = action;
  }
  dispose() {
    this.action?.();
  }
}

class Position {
  constructor(line, character) {
    Object.assign(this, { line, character });
  }
}

class Range {
  constructor(...ends) {
    const [start, end] = ends.length === 4 ? [new Position(ends[0], ends[1]), new Position(ends[2], ends[3])] : ends;
    Object.assign(this, { start, end });
  }
}

class Uri {
  constructor(text) {
    this.text = text;
    this.scheme = text.slice(0, text.indexOf(":"));
  }
  get fsPath() {
    return fileURLToPath(this.text);
  }
  toString() {
    return this.text;
  }
  static parse(text) {
    return new Uri(text);
  }
  static file(file) {
    return new Uri(pathToFileURL(file).href);
  }
}

class Diagnostic {
  constructor(range, message, severity) {
    Object.assign(this, { range, message, severity });
  }
}

class CompletionItem {
  constructor(label) {
    this.label = label;
  }
}

class CancellationTokenSource {
  token = { isCancellationRequested: false, onCancellationRequested: () => new Disposable() };
  cancel() {}
  dispose() {}
}

const editor = {
  settings: {},
  documents: [],
  diagnostics: new Map(),
  providers: {},
  commands: {},
  errors: [],
  tasks: [],
  opened: [],
  events: new EventEmitter(),
  open(uri, text) {
    const document = { uri, languageId: "modelica", version: 1, text, isClosed: false, isDirty: false, getText: () => document.text };
    this.documents.push(document);
    this.events.emit("onDidOpenTextDocument", document);
    return document;
  },
  // The first place where `before` stands becomes `after`; both within a line.
  replace(document, before, after) {
    const at = document.text.indexOf(before);
    const lines = document.text.slice(0, at).split("\n");
    const start = new Position(lines.length - 1, lines.at(-1).length);
    const range = new Range(start, new Position(start.line, start.character + before.length));
    document.text = document.text.replace(before, after);
    document.version += 1;
    const change = { range, rangeOffset: at, rangeLength: before.length, text: after };
    this.events.emit("onDidChangeTextDocument", { document, contentChanges: [change] });
  },
};

const subscribe = (name) => (listener, self) => {
  const bound = listener.bind(self);
  editor.events.on(name, bound);
  return new Disposable(() => editor.events.off(name, bound));
};

// Anything else: a function, a class and an object at once.
function anything(known = {}) {
  const made = function () {};
  return new Proxy(made, {
    get(target, key) {
      if (key in known) return known[key];
      if (key in target || typeof key === "symbol" || key === "then") return target[key];
      return (target[key] = /^on(Did|Will)/.test(key) ? subscribe(key) : anything());
    },
    apply: () => new Disposable(),
  });
}

const languages = {
  match: (selector, document) => [selector].flat(2).some((each) => (each.language ?? each) === document.languageId) ? 1 : 0,
  createDiagnosticCollection: () => ({
    set: (uri, all) => {
      editor.diagnostics.set(uri.toString(), all);
      editor.events.emit("diagnostics", uri.toString(), all);
    },
    delete: (uri) => editor.diagnostics.delete(uri.toString()),
    clear: () => editor.diagnostics.clear(),
    dispose: () => {},
    get: (uri) => editor.diagnostics.get(uri.toString()),
    has: (uri) => editor.diagnostics.has(uri.toString()),
    forEach: () => {},
  }),
};
for (const kind of ["CompletionItem", "Hover", "Definition", "Rename", "CodeLens", "InlayHints", "DocumentFormattingEdit"])
  languages[`register${kind}Provider`] = (_, provider) => {
    editor.providers[kind] = provider;
    return new Disposable();
  };

const vscode = anything({
  Disposable, Position, Range, Uri, Diagnostic, CompletionItem, CancellationTokenSource,
  CodeLens: class { constructor(range) { this.range = range; } },
  CompletionList: class { constructor(items, isIncomplete) { Object.assign(this, { items, isIncomplete }); } },
  Hover: class { constructor(contents, range) { Object.assign(this, { contents, range }); } },
  MarkdownString: class { constructor(value) { this.value = value; } appendMarkdown(text) { this.value = text; return this; } },
  Location: class { constructor(uri, range) { Object.assign(this, { uri, range }); } },
  EventEmitter: class { event = () => new Disposable(); fire() {} dispose() {} },
  CancellationError: class extends Error {},
  version: "1.82.0",
  DiagnosticSeverity: { Error: 0, Warning: 1, Information: 2, Hint: 3 },
  languages: anything(languages),
  commands: anything({
    registerCommand: (name, action) => {
      editor.commands[name] = action;
      return new Disposable();
    },
  }),
  window: anything({
    showErrorMessage: async (text) => { editor.errors.push(text); },
    createOutputChannel: () => anything({ appendLine: () => {}, append: () => {}, show: () => {}, dispose: () => {} }),
    visibleTextEditors: [],
    tabGroups: anything({ all: [] }),
  }),
  workspace: anything({
    textDocuments: editor.documents,
    notebookDocuments: [],
    workspaceFolders: undefined,
    getConfiguration: (section) => ({
      get: (name, otherwise) => editor.settings[section ? `${section}.${name}` : name] ?? otherwise,
    }),
  }),
  env: anything({ language: "en", appName: "stand-in", openExternal: async (uri) => { editor.opened.push(uri); } }),
});

module.exports = { vscode, editor };
