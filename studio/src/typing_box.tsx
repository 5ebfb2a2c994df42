// A box in which one types some letters and chooses what they find: with the arrow keys and Enter, or a click.
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { complain } from "./state";

export interface Typed<T> {
  label: string;
  placeholder: string;
  place: { x: number; y: number };
  search: (query: string) => Promise<T[]>; // what the letters find, best first
  row: (hit: T, active: boolean, choose: () => void) => ComponentChildren;
  choose: (hit: T) => void;
  look?: (hit: T | null) => void; // what Enter would choose; null when the box closes
  close: () => void;
}

export function TypingBox<T>({ label, placeholder, place, search, row, choose, look, close }: Typed<T>) {
  const [query, setQuery] = useState("");
  const [found, setFound] = useState<{ query: string; hits: T[] }>({ query: "", hits: [] });
  const [at, setAt] = useState(0);
  const [hasty, setHasty] = useState<string | null>(null); // Enter came before the answer to this
  const { hits } = found;
  const box = useRef<HTMLDivElement>(null), input = useRef<HTMLInputElement>(null);
  const take = (hit: T) => {
    choose(hit);
    close();
  };
  useLayoutEffect(() => input.current?.focus(), []);
  useEffect(() => {
    let live = true;
    search(query).then((all) => live && (setFound({ query, hits: all.slice(0, 30) }), setAt(0)), complain);
    return () => void (live = false);
  }, [query]);
  useEffect(() => void (hasty === query && found.query === query && hits[0] && take(hits[0])), [found, hasty]);
  useEffect(() => {
    look?.(hits[at] ?? null);
    box.current?.querySelector(".active")?.scrollIntoView({ block: "nearest" });
  }, [found, at]);
  useEffect(() => () => look?.(null), []);
  return (
    <div
      class="quick" ref={box} style={{ left: `${Math.max(8, Math.min(place.x, innerWidth - 328))}px`, top: `${Math.max(8, Math.min(place.y, innerHeight - 328))}px` }} role="dialog" aria-label={label}
      onFocusOut={(e) => !e.currentTarget.contains(e.relatedTarget as Node | null) && setTimeout(() => box.current && !box.current.contains(document.activeElement) && close(), 150)}
    >
      <input
        ref={input} value={query} placeholder={placeholder} aria-label={label} autocomplete="off" spellcheck={false} onInput={(e) => setQuery(e.currentTarget.value)}
        onKeyDown={(e) => {
          if (e.key === "Escape") close();
          if (e.key === "ArrowDown") setAt(Math.min(at + 1, hits.length - 1));
          if (e.key === "ArrowUp") setAt(Math.max(at - 1, 0));
          if (e.key === "Enter") found.query !== query ? setHasty(query) : hits[at] && take(hits[at]);
          if (["ArrowDown", "ArrowUp", "Enter", "Escape"].includes(e.key)) e.preventDefault();
        }}
      />
      <div role="listbox" aria-label={label}>{hits.map((hit, i) => row(hit, i === at, () => take(hit)))}</div>
      {query.trim() && found.query === query && !hits.length && <p class="empty">nothing found</p>}
    </div>
  );
}
