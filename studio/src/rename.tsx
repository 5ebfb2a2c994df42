// A new name for what the caret stands on, everywhere it is used.
import { useEffect, useRef, useState } from "preact/hooks";
import { applyEdit } from "./document";
import { editor } from "./editor";
import { request } from "./rpc";
import { file, renaming } from "./state";

export function Rename() {
  const at = renaming.value;
  const input = useRef<HTMLInputElement>(null);
  const [name, setName] = useState("");
  const [problem, setProblem] = useState("");
  useEffect(() => {
    if (!at) return;
    setName(at.old);
    setProblem("");
    input.current?.focus();
    requestAnimationFrame(() => input.current?.select());
  }, [at]);
  if (!at) return null;
  const close = () => {
    renaming.value = null;
    editor().focus();
  };
  const apply = async () => {
    const wanted = name.trim();
    if (!wanted || wanted === at.old) return close();
    try {
      await applyEdit(await request("textDocument/rename", { textDocument: { uri: file.value!.uri }, position: at.position, newName: wanted }));
      close();
    } catch (why) {
      setProblem((why as Error).message);
    }
  };
  return (
    <div
      class="quick renaming" role="dialog" aria-label={`a new name for ${at.old}`} style={{ left: `${Math.max(8, Math.min(at.x, innerWidth - 328))}px`, top: `${Math.max(8, Math.min(at.y + 6, innerHeight - 120))}px` }}
      onKeyDown={(e) => (e.key === "Escape" ? close() : e.key === "Enter" && (e.preventDefault(), apply()))} onFocusOut={(e) => !e.currentTarget.contains(e.relatedTarget as Node | null) && (renaming.value = null)}
    >
      <input ref={input} value={name} aria-label="new name" autocomplete="off" spellcheck={false} onInput={(e) => setName(e.currentTarget.value)} />
      {problem ? <p class="problem" role="alert">{problem}</p> : <p class="empty">Enter: the new name, wherever {at.old} is used</p>}
    </div>
  );
}
