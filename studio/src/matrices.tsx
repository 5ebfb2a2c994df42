// The incidence matrices before and after sorting, and the structure digraph, as the inspect page shows them.
import { useEffect, useRef } from "preact/hooks";
import { lens, matrices } from "./state";

const key: [string, string][] = [["--c1", "solved for"], ["--event", "torn"], ["--c0", "linear block"], ["--c3", "nonlinear block"], ["--c2", "mixed block"]];

export function Matrices() {
  const m = matrices.value;
  const before = useRef<HTMLDivElement>(null), after = useRef<HTMLDivElement>(null), graph = useRef<HTMLDivElement>(null);
  const sorted = useRef<any>(null);
  const system = m?.systems[m.systems.length - 1];
  useEffect(() => {
    if (!system) return;
    let gone = false;
    import("inspect-page").then(({ decodeStructure, MatrixView, Digraph }) => {
      if (gone) return;
      const decoded = decodeStructure(system);
      new MatrixView(before.current!, decoded, 0, m!.sources);
      sorted.current = new MatrixView(after.current!, decoded, 1, m!.sources);
      if (decoded.steps.length) new Digraph(graph.current!, decoded);
    });
    return () => void (gone = true);
  }, [m]);
  if (!m || !system) return null;
  return (
    <aside class="panel wide structure" aria-label="incidence matrices and digraph">
      <button class="tiny close" aria-label="close" onClick={() => (matrices.value = null)}>×</button>
      <h4>{system.rows.length} equations, {lens.value && lens.value !== "ida" ? `with ${lens.value} inlined` : "of the model"}</h4>
      <div class="pair">
        <figure><figcaption>as written</figcaption><div ref={before} role="img" aria-label={`incidence matrix before sorting: ${system.rows.length} equations`} /></figure>
        <figure>
          <figcaption>sorted and torn <button class="link" onClick={() => { sorted.current.sorted = 0; sorted.current.animateTo(1); }}>show the way</button></figcaption>
          <div ref={after} role="img" aria-label={`incidence matrix after sorting: ${system.blocks.length} blocks`} />
        </figure>
      </div>
      <p class="keys">{key.map(([colour, text]) => <span key={text}><i class="swatch" style={{ background: `var(${colour})` }} />{text}</span>)}</p>
      {system.steps.length > 0 ? (
        <>
          <h4>Structure digraph</h4>
          <p class="hint">Equations and the unknowns in them. Red: solved for; blue: known there; black: still open.</p>
          <div class="graph" ref={graph} />
        </>
      ) : (
        <p class="hint">The digraph is drawn for up to 60 equations.</p>
      )}
    </aside>
  );
}
