// The open document: the text, the server's copy of it, its picture and its diagnostics.
import { isolateHistory, undoDepth } from "@codemirror/commands";
import { ChangeSet, EditorState, Text, Transaction, type ChangeSpec } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { batch, computed, signal } from "@preact/signals";
import { changeOwn, editor, freshState, ownEditorState, restoreState, reveal, setDiagnostics, showText } from "./editor";
import { on, request, notify } from "./rpc";
import {
  busy, classes, complain, dirty, drawn, file, findings, progress, structural, work, equations, project, rootClass, say, see, seenOld, selectedWire, selection, shownClass, stale, textOf,
  textOpen, theirs, trail, translated, translatedFor, type Step, type ClassEntry, type Drawn, type Finding, type Picture,
} from "./state";

let version = 0;
let asked = 0;
let savedText = "";
let stamp = "";
let texts = 0;

// Another one after each change of any text that is open, or of a file.
export const textsVersion = () => texts;
(window as any).formolaVersion = () => version; // for tests

// ---- files that stay open beside the one that is seen: with changes, with steps to be taken back, or on the way that one has descended

interface Shelved {
  at: { uri: string; path: string; isNew: boolean };
  version: number;
  saved: string;
  stamp: string; // of the file on disk
  theirs: { text: string; stamp: string } | null;
  state: EditorState;
}
const shelf = signal<ReadonlyMap<string, Shelved>>(new Map());
const shelve = (one: Shelved) => (shelf.value = new Map(shelf.value).set(one.at.uri, one));
function takeOff(uri: string) {
  const rest = new Map(shelf.value);
  rest.delete(uri);
  shelf.value = rest;
}
const textIn = (state: EditorState) => state.doc.sliceString(0, undefined, state.lineBreak);
const isDirty = (one: Shelved) => one.at.isNew || textIn(one.state) !== one.saved;
// Paths of all files with changes that are not on disk.
export const unsaved = computed(() => {
  const others = [...shelf.value.values()].filter(isDirty).map((one) => one.at.path);
  return dirty.value && file.value ? [file.value.path, ...others] : others;
});
// Files of the folder, and those that are not on disk yet.
export const allFiles = computed(() => [...new Set([...(project.value?.files ?? []), ...unsaved.value])].sort());

function leave(keep: boolean) {
  const at = file.value;
  if (!at) return;
  const state = ownEditorState();
  if (keep || dirty.value || undoDepth(state) > 0) shelve({ at, version, saved: savedText, stamp, theirs: theirs.value, state });
  else notify("textDocument/didClose", { textDocument: { uri: at.uri } });
}

const folderOf = () => project.value!.folder;
const uriOf = (path: string) => "file://" + `${folderOf()}/${path}`.split("/").map(encodeURIComponent).join("/");
// Within the folder; null: it lies elsewhere.
const pathIn = (place: string) => (place.startsWith(folderOf() + "/") ? place.slice(folderOf().length + 1) : null);
const placeOf = (uri: string) => decodeURIComponent(uri.slice("file://".length));

// under: the classes that one has descended through.
export async function openText(uri: string, path: string, text: string, isNew: boolean, cls?: string, own_: { stamp?: string; under?: Step[] } = {}) {
  const under = (own_.under ?? []).map((step, i, all) => (i === all.length - 1 ? { ...step, uri } : step));
  if (file.value?.uri !== uri) {
    leave(under.some((step) => step.uri === file.value?.uri));
    const kept = shelf.value.get(uri);
    takeOff(uri);
    version = kept ? kept.version + 1 : 1;
    savedText = kept ? kept.saved : isNew ? "" : text;
    stamp = kept?.stamp ?? own_.stamp ?? "";
    // a change of nothing: what is wrong with it is told again
    if (kept) notify("textDocument/didChange", { textDocument: { uri, version }, contentChanges: [] });
    else notify("textDocument/didOpen", { textDocument: { uri, languageId: "modelica", version, text } });
    batch(() => {
      file.value = kept?.at ?? { uri, path, isNew };
      theirs.value = kept?.theirs ?? null;
      dirty.value = kept ? isDirty(kept) : isNew;
      classes.value = [];
      drawn.value = null;
      findings.value = [];
      structural.value = [];
      if (!under.length) work.value = null;
      equations.value = null;
      selection.value = new Set();
      selectedWire.value = -1;
      if (!under.length) see.value = null;
      textOf.value = "own";
      trail.value = under;
    });
    if (kept) restoreState(kept.state);
    else showText(text, false);
    await refreshClasses();
  }
  const entries = classes.value.filter((c) => !c.package);
  const first = entries.find((c) => c.name === cls) ?? entries.find((c) => c.kind === "model" && !c.partial) ?? entries[0] ?? classes.value[0];
  if (first) await showClass(first.name, under);
}

// After the server was started again.
export function reopen() {
  translatedFor.value = "";
  translated.value = null;
  busy.value = "";
  progress.value = null;
  const open = (one: { uri: string }, at: number, text: string) => notify("textDocument/didOpen", { textDocument: { uri: one.uri, languageId: "modelica", version: at, text } });
  for (const one of shelf.value.values()) open(one.at, one.version, textIn(one.state));
  if (!file.value) return;
  open(file.value, ++version, ownText());
  refresh();
}

export async function openFile(path: string, cls?: string, under: Step[] = []) {
  try {
    const kept = [...shelf.value.values()].find((one) => one.at.path === path) ?? (file.value?.path === path ? { at: file.value } : undefined);
    const got = kept ? { uri: kept.at.uri, path, text: "", stamp: "" } : await request("formola/open", { path });
    await openText(got.uri, got.path, got.text, false, cls, { stamp: got.stamp, under });
  } catch (why) {
    complain(why);
  }
}

// A name in the folder that is not taken.
export function freshPath(stem: string) {
  const taken = new Set([...allFiles.value, file.value?.path]);
  for (let i = 0; ; ++i) {
    const path = `${stem}${i || ""}.mo`;
    if (!taken.has(path)) return path;
  }
}

export async function newDocument(name: string, text: string) {
  const path = freshPath(name);
  await openText(uriOf(path), path, text, true);
}

// A model in a file of its own beside the one that is seen: in its package, if it lies in one.
export async function newModel(name: string) {
  const folder = file.value?.path.includes("/") ? file.value.path.replace(/[^/]*$/, "") : "";
  const path = `${folder}${name}.mo`;
  if (allFiles.value.includes(path)) return say(`there is a file ${path} already`, "error");
  const package_ = allFiles.value.includes(`${folder}package.mo`) ? classes.value[0]?.name : undefined;
  const within = package_ && (file.value!.path === `${folder}package.mo` ? package_ : package_.split(".").slice(0, -1).join("."));
  await openText(uriOf(path), path, `${within ? `within ${within};\n` : ""}model ${name}\n  annotation (experiment(StopTime = 1));\nend ${name};\n`, true);
}

const isThere = (path: string) => {
  if (!project.value!.files.includes(path)) project.value = { ...project.value!, files: [...project.value!.files, path].sort() };
};

export async function save() {
  const at = file.value;
  if (!at) return;
  if (theirs.value) return say(`${at.path} was changed by another program: choose first whose text it shall have`, "error");
  try {
    const text = ownText();
    const answer = await request("formola/save", { path: at.path, text, new: at.isNew, stamp });
    if (answer.changed) return await lookAtDisk(at.path);
    if (file.value?.uri !== at.uri) return;
    savedText = text;
    stamp = answer.stamp;
    batch(() => {
      dirty.value = ownText() !== savedText;
      file.value = { ...at, isNew: false };
      isThere(at.path);
    });
    notify("textDocument/didSave", { textDocument: { uri: at.uri } });
    say(`saved ${at.path}`);
  } catch (why) {
    complain(why);
  }
}

export async function saveAll() {
  if (dirty.value) await save();
  for (const one of [...shelf.value.values()].filter(isDirty)) {
    try {
      const text = textIn(one.state);
      const answer = await request("formola/save", { path: one.at.path, text, new: one.at.isNew, stamp: one.stamp });
      if (answer.changed || one.theirs) {
        say(`${one.at.path} was changed by another program and is not saved; open it and choose`, "error");
        if (answer.changed) await lookAtDisk(one.at.path);
        continue;
      }
      shelve({ ...one, at: { ...one.at, isNew: false }, saved: text, stamp: answer.stamp });
      isThere(one.at.path);
      notify("textDocument/didSave", { textDocument: { uri: one.at.uri } });
      say(`saved ${one.at.path}`);
    } catch (why) {
      complain(why);
    }
  }
}

// ---- what other programs write

// What leads from one text to another: the part that differs.
function difference(from: Text, to: Text): ChangeSpec {
  const [a, b] = [from.toString(), to.toString()];
  let begin = 0, end = 0;
  const most = Math.min(a.length, b.length);
  while (begin < most && a.charCodeAt(begin) === b.charCodeAt(begin)) ++begin;
  while (end < most - begin && a.charCodeAt(a.length - 1 - end) === b.charCodeAt(b.length - 1 - end)) ++end;
  return { from: begin, to: a.length - end, insert: to.slice(begin, b.length - end) };
}
const textFrom = (written: string) => Text.of(written.split(/\r\n|\n/));

function editShelved(one: Shelved, changes: ChangeSpec, more: Partial<Shelved> = {}) {
  const transaction = one.state.update({ changes, annotations: isolateHistory.of("full") });
  const next = { ...one, ...more, version: one.version + 1, state: transaction.state };
  tellChanges(transaction, one.state.lineBreak, one.at.uri, next.version);
  shelve(next);
}

// What is on disk becomes the text, where that had no changes of its own; else one is asked.
async function lookAtDisk(path: string) {
  const shelved = [...shelf.value.values()].find((one) => one.at.path === path);
  const here = file.value?.path === path ? file.value : null;
  if (!here && !shelved) return;
  const got = await request("formola/open", { path }).catch(() => null);
  if (!got) {
    if (here && !here.isNew) {
      file.value = { ...here, isNew: true };
      dirty.value = true;
      say(`${path} was removed by another program; saving writes it again`, "error");
    }
    if (shelved) shelve({ ...shelved, at: { ...shelved.at, isNew: true } });
  } else if (here && file.value?.uri === here.uri) {
    const mine = ownText(), unchanged = got.text === savedText && !here.isNew;
    if (!unchanged && dirty.value && mine !== got.text) {
      theirs.value = { text: got.text, stamp: got.stamp };
      return;
    }
    stamp = got.stamp;
    if (unchanged) return; // written again as it was
    savedText = got.text;
    file.value = { ...here, isNew: false };
    if (mine === got.text) dirty.value = false;
    else takeText(got.text, `${path} was changed by another program; undo leads back`);
  } else if (shelved) {
    if (got.text === shelved.saved && !shelved.at.isNew) shelve({ ...shelved, stamp: got.stamp });
    else if (isDirty(shelved) && textIn(shelved.state) !== got.text) shelve({ ...shelved, theirs: { text: got.text, stamp: got.stamp } });
    else editShelved(shelved, difference(shelved.state.doc, textFrom(got.text)), { at: { ...shelved.at, isNew: false }, saved: got.text, stamp: got.stamp });
  }
}

function takeText(text: string, told: string) {
  changeOwn(difference(own.text, textFrom(text)));
  // other line ends
  if (ownText() !== text) showText(text, false);
  dirty.value = false;
  say(told);
}

// The choice where both have changed the file.
export function settle(take: boolean) {
  const other = theirs.value;
  if (!other || !file.value) return;
  theirs.value = null;
  stamp = other.stamp;
  savedText = other.text;
  file.value = { ...file.value, isNew: false };
  if (take) takeText(other.text, "the text of the file was taken over; undo leads back");
}

on("formola/changed", async ({ files, changed }) => {
  project.value = { ...project.value!, files };
  for (const path of changed) await lookAtDisk(path).catch(complain);
  ++texts;
  if (file.value) await refresh();
});

// What a new name changes in other files: they are open then, and wait to be saved.
async function editOthers(others: { uri: string; edits: any[] }[]) {
  for (const { uri, edits } of others) {
    let one = shelf.value.get(uri);
    if (!one) {
      const path = pathIn(placeOf(uri));
      if (!path) continue;
      const got = await request("formola/open", { path });
      notify("textDocument/didOpen", { textDocument: { uri: got.uri, languageId: "modelica", version: 1, text: got.text } });
      one = { at: { uri: got.uri, path, isNew: false }, version: 1, saved: got.text, stamp: got.stamp, theirs: null, state: freshState(got.text) };
    }
    const doc = one.state.doc;
    editShelved(one, edits.map((edit) => ({ from: offsetAt(doc, edit.range.start), to: offsetAt(doc, edit.range.end), insert: edit.newText })));
  }
  if (others.length) say(`also changed: ${others.map((o) => placeOf(o.uri).split("/").pop()).join(", ")}; save all of them (Ctrl+Shift+S)`);
}

// The changes that the language server proposes, one step of undo in each file.
export async function applyEdit(edit: { changes?: Record<string, any[]> }) {
  const here = file.value!.uri;
  const mine = edit.changes?.[here] ?? [];
  const doc = own.text;
  if (mine.length) changeOwn(mine.map((each) => ({ from: offsetAt(doc, each.range.start), to: offsetAt(doc, each.range.end), insert: each.newText })));
  await editOthers(Object.entries(edit.changes ?? {}).filter(([uri]) => uri !== here).map(([uri, edits]) => ({ uri, edits })));
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
let plain: { of: Text; text: string } | null = null; // asked for each finding
export function statementAt(line: number): string {
  if (line >= own.text.lines) return "";
  const { from, to } = own.text.line(line + 1);
  if (plain?.of !== own.text) plain = { of: own.text, text: own.text.sliceString(0, undefined, "\n") };
  const { text } = plain;
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

function tellChanges(transaction: Transaction, separator: string, uri: string, version: number) {
  // ranges of the old text, last ones first, so that none of them moves
  const changes: object[] = [];
  transaction.changes.iterChanges((from, to, _a, _b, inserted) => {
    const start = positionAt(transaction.startState.doc, from), end = positionAt(transaction.startState.doc, to);
    changes.unshift({ range: { start, end }, text: inserted.sliceString(0, undefined, separator) });
  });
  notify("textDocument/didChange", { textDocument: { uri, version }, contentChanges: changes });
  ++texts;
}

export function textChanged(transaction: Transaction, separator: string) {
  const at = file.value;
  if (!at) return;
  tellChanges(transaction, separator, at.uri, ++version);
  rememberOwn(transaction.newDoc, separator, transaction.changes);
  seenOld.value = true;
  dirty.value = at.isNew || ownText() !== savedText;
  refresh();
}

async function refreshClasses() {
  const at = file.value;
  if (!at) return;
  const answer = await request<{ classes: ClassEntry[]; wrong: boolean }>("formola/classes", { uri: at.uri });
  if (file.value?.uri !== at.uri) return;
  if (!answer.wrong || !classes.value.length) classes.value = answer.classes;
  stale.value = answer.wrong;
}

// The classes and the picture of the text as it is by now. What changes while they are on their way is asked for when they are there.
let refreshing: Promise<void> | null = null, outdated = false;
export function refresh(): Promise<void> {
  outdated = true;
  return (refreshing ??= (async () => {
    while (outdated) {
      outdated = false;
      await Promise.all([refreshClasses(), refreshPicture()]).catch(complain);
    }
    refreshing = null;
  })());
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
    await editOthers(answer.others);
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

export async function showClass(cls: string, under: Step[] = []) {
  const last = under[under.length - 1];
  batch(() => {
    trail.value = last?.cls === cls ? under : [...under, { cls, label: cls.split(".").pop()!, uri: file.value!.uri }];
    selection.value = new Set();
    selectedWire.value = -1;
    if (!under.length) see.value = null;
  });
  restoreOwn();
  await refreshPicture();
}

export async function descend(component: string, cls: string) {
  await goTo([...trail.value, { cls, label: component, uri: file.value!.uri }]);
}
export const ascend = (level: number) => goTo(trail.value.slice(0, level + 1));

// To the last of these classes: in the text that is open, in another file of the folder, or in a library.
async function goTo(steps: Step[]) {
  const last = steps[steps.length - 1];
  try {
    if (last.uri !== file.value!.uri) return await openFile(pathIn(placeOf(last.uri))!, last.cls, steps);
    const known = classes.value.some((c) => c.name === last.cls);
    const source = known ? null : await request("formola/source", { uri: last.uri, class: last.cls });
    const path = source ? pathIn(source.path) : null;
    if (path && allFiles.value.includes(path)) return await openFile(path, last.cls, [...steps.slice(0, -1), { ...last, uri: uriOf(path) }]);
    batch(() => {
      trail.value = steps;
      selection.value = new Set();
      selectedWire.value = -1;
      drawn.value = null;
    });
    if (!source) restoreOwn();
    else {
      textOf.value = "library";
      showText(source.text, true, source.line);
    }
    await refreshPicture();
  } catch (why) {
    complain(why);
  }
}

function restoreOwn() {
  if (textOf.value === "own") return;
  textOf.value = "own";
  showText(null, false);
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

// A place that the language server has found: in a file of the folder, or in a library.
export async function showPlace(uri: string, range: Finding["range"]) {
  const { start, end } = range;
  if (uri !== file.value?.uri) {
    const place = placeOf(uri), path = pathIn(place);
    if (!path) return showLibraryLine(shownClass.value, place, start.line);
    await openFile(path);
  }
  textOpen.value = true;
  // the class that is declared around it
  const around = classes.value.filter((c) => !c.package && (c.line ?? 0) <= start.line).pop();
  if (around && around.name !== shownClass.value) await showClass(around.name);
  reveal(start.line, start.character, end.line, end.character);
}

// ---- diagnostics

// Where a range of the last findings is now; null: what stood there has been changed since.
export function present(range: Finding["range"]): Finding["range"] | null {
  const from = offsetAt(checkedText, range.start), to = offsetAt(checkedText, range.end);
  if (sinceFindings.touchesRange(from, to)) return null;
  return { start: positionAt(own.text, sinceFindings.mapPos(from, 1)), end: positionAt(own.text, sinceFindings.mapPos(to, -1)) };
}

// What the compiler proposes, where the text has not changed there meanwhile.
export function applyRepair(finding: Finding) {
  const changes = finding.data!.edits!.map(({ range, newText }) => ({ at: present(range), newText }));
  if (changes.some(({ at }) => !at)) return say("the text has changed there meanwhile", "error");
  changeOwn(changes.map(({ at, newText }) => ({ from: offsetAt(own.text, at!.start), to: offsetAt(own.text, at!.end), insert: newText })));
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
