// The open document: the text, the server's copy of it, its picture and its diagnostics.
import { ChangeSet, Text, Transaction, type ChangeSpec } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { batch } from "@preact/signals";
import { editor, setDiagnostics, showText } from "./editor";
import { on, request, notify } from "./rpc";
import {
  busy, classes, complain, dirty, drawn, file, findings, progress, structural, work, equations, project, rootClass, say, see, seenOld, selectedWire, selection, shownClass, stale, textOf,
  textOpen, trail, translated, translatedFor, type ClassEntry, type Drawn, type Finding, type Picture,
} from "./state";

let version = 0;
let asked = 0;
let timer = 0;
let savedText = "";

export const textVersion = () => version;
(window as any).formolaVersion = textVersion; // for tests

// ---- opening and saving

export async function openText(uri: string, path: string, text: string, isNew: boolean, cls?: string) {
  if (file.value) notify("textDocument/didClose", { textDocument: { uri: file.value.uri } });
  version = 1;
  savedText = isNew ? "" : text;
  notify("textDocument/didOpen", { textDocument: { uri, languageId: "modelica", version, text } });
  batch(() => {
    file.value = { uri, path, isNew };
    dirty.value = isNew;
    classes.value = [];
    drawn.value = null;
    findings.value = [];
    structural.value = [];
    work.value = null;
    equations.value = null;
    selection.value = new Set();
    selectedWire.value = -1;
    see.value = null;
    textOf.value = "own";
    trail.value = [];
  });
  showText(text, false);
  await refreshClasses();
  const entries = classes.value.filter((c) => !c.package);
  const first = entries.find((c) => c.name === cls) ?? entries.find((c) => c.kind === "model" && !c.partial) ?? entries[0] ?? classes.value[0];
  if (first) await showClass(first.name);
}

// After the server was started again.
export function reopen() {
  translatedFor.value = "";
  translated.value = null;
  busy.value = "";
  progress.value = null;
  const at = file.value;
  if (!at) return;
  notify("textDocument/didOpen", { textDocument: { uri: at.uri, languageId: "modelica", version: ++version, text: ownText() } });
  refresh();
}

export async function openFile(path: string) {
  try {
    const got = await request("formola/open", { path });
    await openText(got.uri, got.path, got.text, false);
  } catch (why) {
    complain(why);
  }
}

// A name in the folder that is not taken.
export function freshPath(stem: string) {
  const taken = new Set(project.value?.files ?? []);
  for (let i = 0; ; ++i) {
    const path = `${stem}${i || ""}.mo`;
    if (!taken.has(path)) return path;
  }
}

export async function newDocument(name: string, text: string) {
  const path = freshPath(name);
  const folder = project.value!.folder;
  const uri = "file://" + `${folder}/${path}`.split("/").map(encodeURIComponent).join("/");
  await openText(uri, path, text, true);
}

export async function save() {
  const at = file.value;
  if (!at) return;
  try {
    const text = ownText();
    await request("formola/save", { path: at.path, text, new: at.isNew });
    savedText = text;
    batch(() => {
      dirty.value = ownText() !== savedText;
      file.value = { ...at, isNew: false };
      if (at.isNew) project.value = { ...project.value!, files: [...project.value!.files, at.path].sort() };
    });
    notify("textDocument/didSave", { textDocument: { uri: at.uri } });
    say(`saved ${at.path}`);
  } catch (why) {
    complain(why);
  }
}

// ---- the text, as it is on disk: with its own line ends
let own: { text: Text; separator: string } = { text: Text.empty, separator: "\n" };
export const ownText = () => own.text.sliceString(0, undefined, own.separator);
// The text that the findings are about, and what has changed in it since.
let checkedText = Text.empty;
let sinceFindings: ChangeSet = ChangeSet.empty(0);
// A changed text, or another one.
export function rememberOwn(text: Text, separator: string, changes?: ChangeSet) {
  own = { text, separator };
  if (!changes) checkedText = text;
  sinceFindings = changes ? sinceFindings.compose(changes) : ChangeSet.empty(text.length);
}

// The declaration or equation at a line.
export function statementAt(line: number): string {
  if (line >= own.text.lines) return "";
  const { from, to } = own.text.line(line + 1);
  const text = own.text.sliceString(0, undefined, "\n");
  const end = text.indexOf(";", to - 1);
  return text.slice(text.lastIndexOf(";", from) + 1, end < 0 ? undefined : end);
}

// ---- changes

const positionAt = (doc: Text, offset: number) => {
  const line = doc.lineAt(offset);
  return { line: line.number - 1, character: offset - line.from };
};
export const offsetAt = (doc: Text, p: { line: number; character: number }) => {
  if (p.line >= doc.lines) return doc.length;
  const line = doc.line(p.line + 1);
  return Math.min(line.from + p.character, line.to);
};

export function textChanged(transaction: Transaction, separator: string) {
  const at = file.value;
  if (!at) return;
  // ranges of the old text, last ones first, so that none of them moves
  const changes: object[] = [];
  transaction.changes.iterChanges((from, to, _a, _b, inserted) => {
    const start = positionAt(transaction.startState.doc, from), end = positionAt(transaction.startState.doc, to);
    changes.unshift({ range: { start, end }, text: inserted.sliceString(0, undefined, separator) });
  });
  notify("textDocument/didChange", { textDocument: { uri: at.uri, version: ++version }, contentChanges: changes });
  rememberOwn(transaction.newDoc, separator, transaction.changes);
  seenOld.value = true;
  dirty.value = at.isNew || ownText() !== savedText;
  clearTimeout(timer);
  timer = window.setTimeout(refresh, 25);
}

async function refreshClasses() {
  const at = file.value;
  if (!at) return;
  const answer = await request<{ classes: ClassEntry[]; wrong: boolean }>("formola/classes", { uri: at.uri });
  if (file.value?.uri !== at.uri) return;
  if (!answer.wrong || !classes.value.length) classes.value = answer.classes;
  stale.value = answer.wrong;
}

export async function refresh() {
  try {
    await refreshClasses();
    await refreshPicture();
  } catch (why) {
    complain(why);
  }
}

export async function refreshPicture() {
  const at = file.value;
  const cls = shownClass.value;
  if (!at || !cls) return;
  const serial = ++asked;
  const before = drawn.value;
  let answer: Drawn;
  try {
    answer = await request<Drawn>("formola/picture", { uri: at.uri, class: cls, base: before?.serial });
  } catch (why) {
    // the class was renamed while it was typed
    const names = classes.value.map((c) => c.name);
    if (serial === asked && trail.value.length === 1 && !names.includes(cls)) {
      const other = classes.value.find((c) => !c.package);
      if (other && !stale.value) return showClass(other.name);
    }
    stale.value = true;
    return;
  }
  if (serial !== asked || shownClass.value !== cls) return;
  batch(() => {
    stale.value = answer.picture === null;
    if (answer.picture) {
      if (answer.base !== undefined) takeOver(answer.picture, before!.picture);
      // of arrays, controller[6], the text knows the name alone
      for (const part of answer.picture.components) part.name = part.name.replace(/\[.*\]$/, "");
      drawn.value = answer;
      // what a later edit has added is selected already, and on its way
      if (answer.version !== version) return;
      const names = new Set(answer.picture.components.map((c) => c.name));
      const kept = [...selection.value].filter((name) => names.has(name));
      if (kept.length !== selection.value.size) selection.value = new Set(kept);
    }
  });
}

// What an edit has left alone is the same object as before: the canvas does not draw it again.
function takeOver(picture: Picture, before: Picture) {
  const same = <T>(list: (T | number)[], old: T[]) => list.map((each) => (typeof each === "number" ? old[each] : each));
  picture.components = same(picture.components, before.components);
  picture.connections = same(picture.connections, before.connections);
}

// ---- gestures: one patch of the text, one step of undo

let chain: Promise<unknown> = Promise.resolve();
// What is done when the gestures on their way are in the text: undo means the last one of them.
export const afterGestures = (then: () => unknown) => void (chain = chain.then(then).catch(() => null));
(window as any).formolaSettled = () => chain.then(() => true); // for tests

export function gesture(gestures: object[], options: { class?: string } = {}): Promise<string[] | null> {
  const work = chain.then(() => perform(gestures, options));
  chain = work.catch(() => null);
  return work;
}

async function perform(gestures: object[], options: { class?: string }): Promise<string[] | null> {
  const at = file.value;
  if (!at || textOf.value !== "own") {
    say("a class of a library cannot be changed; copy it into your own file first", "error");
    return null;
  }
  const cls = options.class ?? shownClass.value;
  try {
    // asked again where the text has changed meanwhile: gestures name what they change
    let answer, before;
    for (let attempt = 0; attempt === 0 || version !== before; ++attempt) {
      if (file.value?.uri !== at.uri || attempt === 20) return say("the text changed meanwhile; please try again", "error"), null;
      before = version;
      answer = await request("formola/edit", { uri: at.uri, class: cls, gestures });
    }
    if (file.value?.uri !== at.uri) return null;
    const view = editor();
    const separator = view.state.lineBreak;
    let doc = view.state.doc;
    let all: ChangeSet = ChangeSet.empty(doc.length);
    for (const patch of answer.patches) {
      const specs: ChangeSpec[] = patch.map((edit: any) => ({
        from: offsetAt(doc, edit.range.start),
        to: offsetAt(doc, edit.range.end),
        insert: edit.newText,
      }));
      const set = ChangeSet.of(specs, doc.length, separator);
      doc = set.apply(doc);
      all = all.compose(set);
    }
    if (!all.empty) {
      let first = -1;
      all.iterChangedRanges((_fa, _ta, fromB) => (first = first < 0 ? fromB : first));
      view.dispatch({
        changes: all,
        selection: first >= 0 ? { anchor: first } : undefined,
        // the line, from its beginning: placements stand far to the right
        effects: first >= 0 ? EditorView.scrollIntoView(doc.lineAt(first).from, { y: "nearest", x: "nearest", xMargin: 60 }) : [],
        annotations: Transaction.userEvent.of("gesture"),
      });
    }
    return answer.names;
  } catch (why) {
    complain(why);
    return null;
  }
}

// ---- which class

export async function showClass(cls: string) {
  batch(() => {
    trail.value = [{ cls, label: cls.split(".").pop()! }];
    selection.value = new Set();
    selectedWire.value = -1;
    see.value = null;
  });
  restoreOwn();
  await refreshPicture();
}

export async function descend(component: string, cls: string) {
  batch(() => {
    trail.value = [...trail.value, { cls, label: component }];
    selection.value = new Set();
    selectedWire.value = -1;
    drawn.value = null;
  });
  if (classes.value.some((c) => c.name === cls)) restoreOwn();
  else await showLibrary(cls);
  await refreshPicture();
}

export async function ascend(level: number) {
  batch(() => {
    trail.value = trail.value.slice(0, level + 1);
    selection.value = new Set();
    selectedWire.value = -1;
    drawn.value = null;
  });
  if (classes.value.some((c) => c.name === shownClass.value)) restoreOwn();
  else await showLibrary(shownClass.value);
  await refreshPicture();
}

function restoreOwn() {
  if (textOf.value === "own") return;
  textOf.value = "own";
  showText(null, false);
}

async function showLibrary(cls: string) {
  try {
    const source = await request("formola/source", { uri: file.value!.uri, class: cls });
    textOf.value = "library";
    showText(source.text, true, source.line);
  } catch (why) {
    complain(why);
  }
}

// The text of a library at a line; the path above leads back.
export async function showLibraryLine(cls: string, path: string, line: number) {
  try {
    const source = await request("formola/source", { uri: file.value!.uri, class: cls, path });
    textOf.value = "library";
    textOpen.value = true;
    showText(source.text, true, line);
  } catch (why) {
    complain(why);
  }
}
export const backToOwnText = () => restoreOwn();

// ---- diagnostics

// Where a range of the last findings is now; null: what stood there has been changed since.
export function present(range: Finding["range"]): Finding["range"] | null {
  const from = offsetAt(checkedText, range.start), to = offsetAt(checkedText, range.end);
  if (sinceFindings.touchesRange(from, to)) return null;
  return { start: positionAt(own.text, sinceFindings.mapPos(from, 1)), end: positionAt(own.text, sinceFindings.mapPos(to, -1)) };
}

on("textDocument/publishDiagnostics", (params) => {
  // of an older text: those of the present one are on their way
  if (params.uri !== file.value?.uri || (params.version !== undefined && params.version !== version)) return;
  findings.value = params.diagnostics;
  checkedText = own.text;
  sinceFindings = ChangeSet.empty(own.text.length);
  if (textOf.value === "own") setDiagnostics(params.diagnostics);
});
on("formola/structure", (params) => {
  if (params.uri !== file.value?.uri || params.version !== version) return;
  structural.value = params.findings;
  document.body.dataset.checked = `${file.value!.path} ${version}`; // for tests
});

export { rootClass };
