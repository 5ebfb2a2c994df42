// The dialog of a component's values, the documentation, the settings of a run.
import DOMPurify from "dompurify";
import { useEffect, useRef, useState } from "preact/hooks";
import { document_, open } from "./actions";
import { gesture } from "./document";
import { dialog, help, settings, settingsOpen, toasts, translated } from "./state";
import { ClassIcon } from "./palette";
import { Icon } from "./icons";
import { closing } from "./modal";
import { show } from "./plot";
import { pretty, shownIn, unitsFor, writtenFrom } from "./units";

interface Parameter {
  name: string; description: string; type: string; unit?: string; displayUnit?: string; value: string; default: string;
  tab: string; group: string; choices: string[]; enabled: boolean; record: boolean; array: boolean; min?: number | null; max?: number | null;
}

// A class or component that may be exchanged.
interface Replaceable {
  name: string; kind: string; description: string; value: string; default: string; choices: string[]; tab: string; group: string; enabled: boolean;
}

function Choice({ c, value, disabled, change }: { c: Replaceable; value: string; disabled: boolean; change: (value: string) => void }) {
  const id = `field-${c.name}`;
  const choices = c.choices.filter((each) => each !== c.default);
  if (value && value !== c.default && !choices.includes(value)) choices.unshift(value);
  // names of one library are told apart by their ends
  const short = (name: string) => name.split(".").slice(-2).join(".");
  return (
    <label for={id} class={disabled ? "field off" : "field"}>
      <span class="label" title={c.description}>{c.name}</span>
      <span class="input">
        {c.choices.length ? (
          <select id={id} value={value} disabled={disabled} onChange={(e) => change(e.currentTarget.value)}>
            <option value="">{short(c.default) || "—"}</option>
            {choices.map((each) => <option key={each} value={each} title={each}>{short(each)}</option>)}
          </select>
        ) : (
          <input id={id} value={value} placeholder={short(c.default)} disabled={disabled} spellcheck={false} autocomplete="off" onInput={(e) => change(e.currentTarget.value.trim())} />
        )}
      </span>
      <small>{c.kind || "component"}{c.description ? `: ${c.description}` : ""}</small>
    </label>
  );
}

export function ParameterDialog() {
  const shown = dialog.value;
  const [draft, setDraft] = useState<Record<string, string>>({});
  const [name, setName] = useState("");
  const [problem, setProblem] = useState("");
  const [tab, setTab] = useState("");
  const box = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (!shown) return;
    setDraft({});
    setName(shown.component);
    setTab("");
    setProblem("");
    box.current?.showModal();
    box.current?.querySelector<HTMLInputElement>(".fields input, .fields select")?.focus();
  }, [shown]);
  if (!shown) return null;
  const all: Parameter[] = shown.parameters;
  const classes: Replaceable[] = shown.replaceable ?? [];
  const tabs = [...new Set([...all, ...classes].map((p) => p.tab))];
  const current = tabs.includes(tab) ? tab : tabs[0];
  const groups = [...new Set([...all, ...classes].filter((p) => p.tab === current).map((p) => p.group))];
  const { close, events } = closing(dialog, shown, box);
  const apply = async () => {
    // a new name first: what follows is about the component of that name
    const gestures: object[] = name === shown.component ? [] : [{ do: "rename", name: shown.component, to: name }];
    for (const [key, value] of Object.entries(draft)) {
      const replaced = classes.find((c) => `class ${c.name}` === key);
      if (replaced) {
        if (value !== replaced.value) gestures.push({ do: "redeclare", name, path: replaced.name, kind: replaced.kind, value });
        continue;
      }
      const old = all.find((p) => p.name === key)!;
      if (value.trim() === old.value) continue;
      gestures.push(value.trim() ? { do: "set", name, path: key, value: value.trim(), array: old.array } : { do: "reset", name, path: key });
    }
    if (!gestures.length || (await gesture(gestures))) close();
    else setProblem(toasts.value[toasts.value.length - 1]?.text ?? ""); // the dialog lies over what is said below it
  };
  return (
    <dialog ref={box} class="dialog" {...events} aria-label={`values of ${shown.component}`}>
      <form onSubmit={(e) => (e.preventDefault(), apply())}>
        <header>
          <ClassIcon cls={shown.class} size={40} />
          <div>
            <input class="name" aria-label="name" value={name} disabled={!shown.editable} onInput={(e) => setName(e.currentTarget.value)} />
            <small>{shown.class}</small>
            <p>{shown.description || shown.classDescription}</p>
          </div>
          <button type="button" class="ghost" title="documentation" aria-label="documentation" onClick={() => document_(shown.class)}><Icon name="help" /></button>
          <button type="button" class="ghost" title="open its class" aria-label="open its class" onClick={() => (close(), open(shown.component))}><Icon name="enter" /></button>
        </header>
        {tabs.length > 1 && <nav class="tabs" role="tablist">{tabs.map((t) => <button type="button" role="tab" aria-selected={t === current} key={t} onClick={() => setTab(t)}>{t}</button>)}</nav>}
        <div class="fields">
          {groups.map((group) => (
            <fieldset key={group}>
              <legend>{group}</legend>
              {classes.filter((c) => c.tab === current && c.group === group).map((c) => <Choice key={c.name} c={c} value={draft[`class ${c.name}`] ?? c.value} disabled={!shown.editable || !c.enabled} change={(v) => setDraft({ ...draft, [`class ${c.name}`]: v })} />)}
              {all.filter((p) => p.tab === current && p.group === group).map((p) => <Field key={`${shown.component} ${p.name}`} p={p} value={draft[p.name] ?? p.value} disabled={!shown.editable || !p.enabled} change={(v) => setDraft({ ...draft, [p.name]: v })} />)}
            </fieldset>
          ))}
          {!all.length && !classes.length && <p class="empty">This component has no parameters.</p>}
        </div>
        {problem && <p class="problem" role="alert">{problem}</p>}
        <footer>
          {!shown.editable && <em>inherited: its values are given in the class that declares it</em>}
          <button type="button" class="ghost" onClick={close}>Cancel</button>
          <button class="primary" disabled={!shown.editable}>OK</button>
        </footer>
      </form>
    </dialog>
  );
}

function Field({ p, value, disabled, change }: { p: Parameter; value: string; disabled: boolean; change: (value: string) => void }) {
  const id = `field-${p.name}`;
  const plain = (text: string) => text.trim() !== "" && !isNaN(Number(text));
  // expressions are in the unit of the model; so is what is typed until another unit is chosen
  const others = p.unit && !p.array && !p.record ? unitsFor(p.unit, p.displayUnit ?? "") : [];
  const wish = p.displayUnit && others.includes(p.displayUnit) ? p.displayUnit : "";
  const [unit, setUnit] = useState(wish);
  const [draft, setDraft] = useState<string | null>(null);
  const usable = !!unit && (value.trim() === "" || plain(value));
  const shown = !usable ? value : (draft ?? (plain(value) ? shownIn(Number(value), p.unit!, unit) : value));
  const hint = usable && plain(p.default) ? shownIn(Number(p.default), p.unit!, unit) : p.default;
  const typed = (text: string) => {
    if (!usable) return change(text);
    setDraft(text);
    // an expression is not converted: it goes on in the unit of the model
    if (text.trim() !== "" && !plain(text)) {
      if (/^[-+]?[\d.]*(e[-+]?\d*)?$/i.test(text.trim())) return; // a number is being typed
      setUnit("");
      setDraft(null);
      return change(text);
    }
    change(text.trim() === "" ? "" : writtenFrom(Number(text), p.unit!, unit));
  };
  const number = Number(value);
  const outside = value.trim() !== "" && !isNaN(number) && ((p.min != null && number < p.min) || (p.max != null && number > p.max));
  return (
    <label for={id} class={disabled ? "field off" : "field"}>
      <span class="label" title={p.description}>{p.name}</span>
      <span class="input">
        {p.choices.length && (!value || p.choices.includes(value)) ? (
          <select id={id} value={value} disabled={disabled} onChange={(e) => change(e.currentTarget.value)}>
            <option value="">{p.default || "—"}</option>
            {p.choices.map((c) => <option key={c} value={c}>{c.split(".").pop()}</option>)}
          </select>
        ) : (
          <input id={id} value={shown} placeholder={hint} disabled={disabled} spellcheck={false} autocomplete="off" onInput={(e) => typed(e.currentTarget.value)} class={outside ? "outside" : ""} title={usable && plain(value) ? `${value} ${p.unit}` : ""} />
        )}
        {p.unit && (others.length ? (
          <select class="unit" aria-label={`unit of ${p.name}`} value={usable ? unit : ""} disabled={disabled || (value.trim() !== "" && !plain(value))} onChange={(e) => (setUnit(e.currentTarget.value), setDraft(null))}>
            <option value="">{pretty(p.unit)}</option>
            {others.map((each) => <option key={each} value={each}>{pretty(each)}</option>)}
          </select>
        ) : <i>{pretty(p.unit)}</i>)}
        {value && !disabled && <button type="button" class="tiny" aria-label={`reset ${p.name}`} title={`back to ${p.default || "no value"}`} onClick={() => (setDraft(null), change(""))}>↺</button>}
      </span>
      <small>{p.description}{outside ? ` (outside of ${p.min ?? "-∞"} … ${p.max ?? "∞"})` : ""}</small>
    </label>
  );
}

// HTML of models is foreign: no scripts, no frames, nothing that is loaded from elsewhere.
export function purify(html: string): string {
  // what the policy of the page would refuse, with a message each; the guard is what follows
  const quiet = html.replace(/<style[\s\S]*?<\/style>/gi, "").replace(/\s(on\w+|style)\s*=\s*("[^"]*"|'[^']*'|[^\s>]+)/gi, "");
  const clean = DOMPurify.sanitize(quiet, {
    USE_PROFILES: { html: true },
    FORBID_TAGS: ["style", "form", "input", "button", "iframe", "object", "embed", "base", "link", "meta", "audio", "video", "img"],
    FORBID_ATTR: ["style", "id", "name", "target"],
    ALLOWED_URI_REGEXP: /^(https?:|modelica:|#)/i,
  });
  return clean;
}

export function Documentation() {
  const shown = help.value;
  if (!shown) return null;
  return (
    <aside class="documentation" aria-label={`documentation of ${shown.cls}`}>
      <header>
        <ClassIcon cls={shown.cls} size={40} />
        <div><b>{shown.cls.split(".").pop()}</b><small>{shown.kind}{shown.cls.includes(".") && ` ${shown.cls}`}</small></div>
        <button class="tiny" aria-label="close" onClick={() => (help.value = null)}>×</button>
      </header>
      <p class="lead">{shown.description}</p>
      <div
        class="html"
        onClick={(e) => {
          const link = (e.target as Element).closest("a");
          if (!link) return;
          e.preventDefault();
          const target = link.getAttribute("href") ?? "";
          if (/^modelica:\/\//i.test(target)) document_(target.slice(11).replace(/[#/].*$/, ""));
          else if (/^https?:/.test(target)) window.open(target, "_blank", "noopener,noreferrer");
        }}
        dangerouslySetInnerHTML={{ __html: purify(shown.html) }}
      />
      {!shown.html && !shown.description && <p class="empty">This class is not documented.</p>}
    </aside>
  );
}

export function RunSettings() {
  if (!settingsOpen.value) return null;
  const e = translated.value?.experiment;
  const s = settings.value;
  const set = (key: keyof typeof s) => (event: any) => (settings.value = { ...s, [key]: event.currentTarget.value });
  const methods = translated.value?.methods ?? ["auto", "ida", "inline:bdf", "inline:radau5", "cvode", "dopri5"];
  // as the annotation has it: intervals by their length
  const number = (text: string) => (text.trim() === "" || isNaN(Number(text)) ? undefined : Number(text));
  const length = (number(s.stop) ?? e?.stop ?? NaN) - (number(s.start) ?? e?.start ?? 0), count = number(s.intervals);
  const given = { start: number(s.start), stop: number(s.stop), tolerance: number(s.tolerance), interval: count && length > 0 ? length / count : undefined };
  const written = Object.fromEntries(Object.entries(given).filter(([, v]) => v !== undefined));
  const row = (key: keyof typeof s, label: string, hint: string) => (
    <label class="field"><span class="label">{label}</span><span class="input"><input value={s[key]} placeholder={hint} inputMode="decimal" onInput={set(key)} aria-label={label} /></span></label>
  );
  return (
    <div class="popover settings" role="dialog" aria-label="experiment">
      {row("start", "start", e ? show(e.start) : "as the model says")}
      {row("stop", "stop", e ? show(e.stop) : "as the model says")}
      {row("tolerance", "tolerance", e ? show(e.tolerance) : "1e-6")}
      {row("intervals", "intervals", e && e.interval > 0 ? String(Math.round((e.stop - e.start) / e.interval)) : "500")}
      {row("step", "step size", "as the tolerance asks")}
      <label class="field"><span class="label">method</span><span class="input"><select value={s.method} onChange={set("method")} aria-label="method">{methods.map((m) => <option key={m}>{m}</option>)}</select></span></label>
      <footer>
        <button class="ghost" onClick={() => gesture([{ do: "experiment", ...written }])} disabled={!Object.keys(written).length}>write into the model</button>
        <button class="primary" onClick={() => (settingsOpen.value = false)}>Done</button>
      </footer>
    </div>
  );
}
