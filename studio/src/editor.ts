// The text: CodeMirror with the language server behind it.
import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap, type CompletionContext } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab, isolateHistory, redo, redoDepth, undo, undoDepth } from "@codemirror/commands";
import { bracketMatching, codeFolding, defaultHighlightStyle, foldEffect, foldGutter, foldService, foldKeymap, HighlightStyle, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, setDiagnostics as lint, type Diagnostic } from "@codemirror/lint";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { Compartment, EditorState, StateEffect, StateField, Transaction, type ChangeSpec } from "@codemirror/state";
import {
  crosshairCursor, Decoration, drawSelection, EditorView, highlightActiveLine, highlightActiveLineGutter, hoverTooltip, keymap,
  lineNumbers, rectangularSelection, type DecorationSet,
  type ViewUpdate,
} from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { signal } from "@preact/signals";
import { afterGestures, offsetAt, ownText, rememberOwn, showPlace, applyRepair, textChanged } from "./document";
import { modelica } from "./modelica";
import { request } from "./rpc";
import { complain, file, renaming, say, textOf, type Finding } from "./state";

export const history_ = signal({ undo: 0, redo: 0 });
export const caretLine = signal(0);

let view: EditorView | null = null;
let ownState: EditorState | null = null;
const nonce = document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')!.content;
export const editor = () => view!;

const colours = HighlightStyle.define([
  { tag: tags.keyword, class: "tok-keyword" },
  { tag: tags.comment, class: "tok-comment" },
  { tag: tags.string, class: "tok-string" },
  { tag: tags.number, class: "tok-number" },
  { tag: tags.bool, class: "tok-number" },
  { tag: tags.typeName, class: "tok-type" },
  { tag: tags.className, class: "tok-class" },
  { tag: tags.variableName, class: "tok-variable" },
]);

// ---- what a gesture has just changed glows for a moment
const glow = StateEffect.define<{ from: number; to: number }[]>();
const glowing = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, tr) {
    marks = marks.map(tr.changes);
    for (const effect of tr.effects)
      if (effect.is(glow)) marks = Decoration.set(effect.value.map((r) => Decoration.mark({ class: "cm-glow" }).range(r.from, r.to)), true);
    return marks;
  },
  provide: (field) => EditorView.decorations.from(field),
});

// ---- the language server

async function complete(context: CompletionContext) {
  const before = context.matchBefore(/[\w.]*$/);
  if (!context.explicit && (!before || before.from === before.to)) return null;
  const line = context.state.doc.lineAt(context.pos);
  const answer = await request("textDocument/completion", {
    textDocument: { uri: file.value!.uri },
    position: { line: line.number - 1, character: context.pos - line.from },
  }).catch(() => null); // a server that is away has no proposals
  const items = Array.isArray(answer) ? answer : answer?.items;
  if (!items?.length) return null;
  const word = context.matchBefore(/\w*$/);
  const kinds: Record<number, string> = { 3: "function", 5: "property", 6: "variable", 7: "class", 9: "namespace", 14: "keyword" };
  return {
    from: word ? word.from : context.pos,
    options: items.map((item: any) => ({
      label: item.label,
      apply: item.insertText ?? item.label,
      detail: item.detail?.slice(0, 60),
      type: kinds[item.kind] ?? "text",
    })),
    validFor: /^\w*$/,
  };
}

const hover = hoverTooltip(async (target, pos) => {
  if (textOf.value !== "own") return null;
  const line = target.state.doc.lineAt(pos);
  const answer = await request("textDocument/hover", {
    textDocument: { uri: file.value!.uri },
    position: { line: line.number - 1, character: pos - line.from },
  }).catch(() => null);
  if (!answer?.contents) return null;
  return {
    pos,
    create() {
      const dom = document.createElement("div");
      dom.className = "cm-hover";
      const text: string = answer.contents.value ?? String(answer.contents);
      for (const part of text.split(/```(?:modelica)?\n?/)) {
        if (!part.trim()) continue;
        const block = document.createElement(text.includes("```") && dom.childElementCount === 0 ? "code" : "p");
        block.textContent = part.trim().replace(/`/g, "");
        dom.append(block);
      }
      return { dom };
    },
  };
});

const placeIn = (v: EditorView, pos: number) => {
  const line = v.state.doc.lineAt(pos);
  return { line: line.number - 1, character: pos - line.from };
};

async function definition(v: EditorView, pos: number) {
  if (textOf.value !== "own") return say("definitions are found from your own text");
  try {
    const found = await request("textDocument/definition", { textDocument: { uri: file.value!.uri }, position: placeIn(v, pos) });
    const first = Array.isArray(found) ? found[0] : found;
    if (first) await showPlace(first.uri, first.range);
    else say("there is no declaration of this name");
  } catch (why) {
    complain(why);
  }
}

function askName(v: EditorView) {
  const head = v.state.selection.main.head, word = v.state.wordAt(head), at = word && v.coordsAtPos(word.from);
  if (!word || !at || textOf.value !== "own") return;
  renaming.value = { x: at.left, y: at.bottom, old: v.state.sliceDoc(word.from, word.to), position: placeIn(v, word.from) };
}

export function setDiagnostics(all: Finding[]) {
  if (!view) return;
  const doc = view.state.doc;
  const severities = ["error", "error", "warning", "info", "hint"] as const;
  const marks: Diagnostic[] = all.map((d: any) => {
    const from = offsetAt(doc, d.range.start);
    return {
      from,
      to: Math.max(from, offsetAt(doc, d.range.end)),
      severity: severities[d.severity ?? 1],
      message: d.message,
      actions: d.data?.replaceBy
        ? [{ name: `change to ${d.data.replaceBy}`, apply: (v: EditorView, a: number, b: number) => v.dispatch({ changes: { from: a, to: b, insert: d.data.replaceBy } }) }]
        : d.data?.edits ? [{ name: d.data.title, apply: () => applyRepair(d) }] : undefined,
    };
  });
  view.dispatch(lint(view.state, marks));
}

// ---- places of components and lines are folded: the diagram shows them

const layout = /\bannotation\s*\(\s*(?=(Placement|Line)\b)/g;

// Behind the bracket that closes the one before `from`, texts left out; -1: it is not closed.
function closing(text: string, from: number): number {
  let depth = 1, quoted = false;
  for (let i = from; i < text.length; ++i) {
    const c = text[i];
    if (c === "\\" && quoted) ++i;
    else if (c === '"') quoted = !quoted;
    else if (!quoted && c === "(") ++depth;
    else if (!quoted && c === ")" && --depth === 0) return i;
  }
  return -1;
}

const annotations = foldService.of((state, lineStart, lineEnd) => {
  layout.lastIndex = 0;
  const line = state.sliceDoc(lineStart, lineEnd), found = layout.exec(line);
  if (!found) return null;
  const from = lineStart + found.index + found[0].length, to = closing(state.sliceDoc(from, Math.min(state.doc.length, from + 20000)), 0);
  return to > 0 ? { from, to: from + to } : null;
});

// Of what a gesture has put in.
function foldInserted(update: ViewUpdate) {
  const effects: StateEffect<unknown>[] = [];
  update.changes.iterChanges((_a, _b, from, to) => {
    const text = update.state.sliceDoc(from, to);
    layout.lastIndex = 0;
    for (let found = layout.exec(text); found; found = layout.exec(text)) {
      const begin = found.index + found[0].length, end = closing(text, begin);
      if (end > begin) effects.push(foldEffect.of({ from: from + begin, to: from + end }));
    }
  });
  const doc = update.state.doc;
  if (effects.length) queueMicrotask(() => view && view.state.doc === doc && view.dispatch({ effects }));
}

function foldLayout() {
  if (!view || view.state.doc.length > 400000) return;
  const text = view.state.sliceDoc(), effects = [];
  layout.lastIndex = 0;
  for (let found = layout.exec(text); found; found = layout.exec(text)) {
    const from = found.index + found[0].length, to = closing(text, from);
    if (to > from) effects.push(foldEffect.of({ from, to }));
  }
  if (effects.length) view.dispatch({ effects });
}

// ---- the view

const readOnly = new Compartment();

function extensions(separator: string, fixed: boolean) {
  return [
    EditorView.cspNonce.of(nonce),
    EditorState.lineSeparator.of(separator),
    readOnly.of(EditorState.readOnly.of(fixed)),
    lineNumbers(),
    lintGutter(),
    foldGutter(),
    codeFolding({ placeholderText: "…" }),
    annotations,
    highlightActiveLineGutter(),
    history(),
    drawSelection(),
    EditorState.allowMultipleSelections.of(true),
    EditorView.clickAddsSelectionRange.of(() => false), // Ctrl: to the definition
    EditorView.domEventHandlers({
      mousedown(e, v) {
        const at = (e.ctrlKey || e.metaKey) && e.button === 0 ? v.posAtCoords({ x: e.clientX, y: e.clientY }) : null;
        if (at === null) return false;
        definition(v, at);
        return true;
      },
    }),
    syntaxHighlighting(colours),
    syntaxHighlighting(defaultHighlightStyle, { fallback: true }),
    indentUnit.of("  "),
    bracketMatching(),
    closeBrackets(),
    autocompletion({ override: fixed ? [] : [complete] }),
    rectangularSelection(),
    crosshairCursor(),
    highlightActiveLine(),
    highlightSelectionMatches(),
    search({ top: true }),
    modelica,
    glowing,
    hover,
    EditorView.contentAttributes.of({ "aria-label": "Modelica text" }),
    keymap.of([
      { key: "Mod-Enter", run: () => true }, // simulates, on its way up
      { key: "F12", run: (v) => (definition(v, v.state.selection.main.head), true) },
      { key: "F2", run: (v) => (!fixed && askName(v), true) },
      ...closeBracketsKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap, ...foldKeymap, ...completionKeymap, indentWithTab,
    ]),
    EditorView.updateListener.of((update) => {
      if (update.selectionSet || update.docChanged) caretLine.value = update.state.doc.lineAt(update.state.selection.main.head).number - 1;
      if (textOf.value !== "own" || fixed) return;
      for (const transaction of update.transactions)
        if (transaction.docChanged) textChanged(transaction, update.state.lineBreak);
      if (update.docChanged) {
        history_.value = { undo: undoDepth(update.state), redo: redoDepth(update.state) };
        if (update.transactions.some((t) => t.annotation(Transaction.userEvent) === "gesture")) {
          foldInserted(update);
          const ranges: { from: number; to: number }[] = [];
          update.changes.iterChangedRanges((_a, _b, from, to) => to > from && ranges.push({ from, to }));
          if (ranges.length)
            queueMicrotask(() => {
              view!.dispatch({ effects: glow.of(ranges) });
              setTimeout(() => view!.dispatch({ effects: glow.of([]) }), 1600);
            });
        }
      }
    }),
  ];
}

// As the text of a file that is opened behind the one that is seen.
export const freshState = (text: string) => EditorState.create({ doc: text, extensions: extensions(lineEnd(text), false) });
const lineEnd = (text: string) => (text.includes("\r\n") ? "\r\n" : "\n");

// The own text with its undo, also while one of a library is shown.
export const ownEditorState = () => ownState ?? view!.state;
export function restoreState(state: EditorState) {
  ownState = null;
  view!.setState(state);
  rememberOwn(state.doc, state.lineBreak);
  history_.value = { undo: undoDepth(state), redo: redoDepth(state) };
}

// Changes of the own text that nobody has typed, one step of undo.
export function changeOwn(changes: ChangeSpec) {
  if (!view) return;
  const annotations = [Transaction.userEvent.of("gesture"), isolateHistory.of("full")];
  if (!ownState) return view.dispatch({ changes, annotations });
  const transaction = ownState.update({ changes, annotations });
  ownState = transaction.state;
  textChanged(transaction, ownState.lineBreak);
}

export function mountEditor(parent: HTMLElement) {
  view = new EditorView({ parent, state: EditorState.create({ doc: "", extensions: [EditorView.cspNonce.of(nonce)] }) });
  (window as any).formolaText = () => ownText();
}

// null: the own text again.
export function showText(text: string | null, fixed: boolean, line = 0) {
  if (!view) return;
  if (fixed && ownState === null) ownState = view.state;
  if (text === null) {
    if (ownState) view.setState(ownState);
    ownState = null;
    return;
  }
  const separator = lineEnd(text);
  view.setState(EditorState.create({ doc: text, extensions: extensions(separator, fixed) }));
  if (!fixed) {
    ownState = null;
    rememberOwn(view.state.doc, separator);
    history_.value = { undo: 0, redo: 0 };
  } else reveal(line);
  foldLayout();
}

export function reveal(line: number, column = 0, endLine = line, endColumn = column) {
  if (!view) return;
  const doc = view.state.doc;
  const from = offsetAt(doc, { line, character: column }), to = offsetAt(doc, { line: endLine, character: endColumn });
  view.dispatch({ selection: { anchor: from, head: to }, effects: EditorView.scrollIntoView(from, { y: "center" }) });
}

export const undoText = () => afterGestures(() => view && textOf.value === "own" && undo(view));
export const redoText = () => afterGestures(() => view && textOf.value === "own" && redo(view));

// One step of undo, as a gesture.
export function replaceRange(range: Finding["range"], text: string) {
  if (!view) return;
  const doc = view.state.doc;
  view.dispatch({ changes: { from: offsetAt(doc, range.start), to: offsetAt(doc, range.end), insert: text }, annotations: Transaction.userEvent.of("gesture") });
}

// A term at the end of an equation that ends on this line.
export function appendToEquation(line: number, equation: string, term: string) {
  if (!view || textOf.value !== "own" || line >= view.state.doc.lines) return;
  const { from, text } = view.state.doc.line(line + 1);
  const last = equation.split("\n").pop()!.trim();
  const at = text.indexOf(last);
  if (at < 0) return;
  const place = from + at + last.length;
  view.dispatch({ changes: { from: place, to: place, insert: term }, annotations: Transaction.userEvent.of("gesture") });
}
