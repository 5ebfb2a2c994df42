// The first minute: examples that open ready to run, and the files of the folder.
import { useEffect, useRef } from "preact/hooks";
import { allFiles, newDocument, openFile, unsaved } from "./document";
import { simulate } from "./running";
import { complain, project, started, theme, tour } from "./state";
import { Icon } from "./icons";

export const examples = [
  { file: "Circuit", title: "Circuit", text: "A resistor, a coil and a capacitor ring after a step of the voltage", sketch: "M4 20h10l3-8 6 16 6-16 6 16 3-8h10c4-12 8 12 12 0 4-12 8 12 12 0" },
  { file: "Drive", title: "Drive with a controller", text: "A motor turns a load through a gear; a controller keeps the speed", sketch: "M4 34c14 0 10-26 24-26 8 0 8 6 16 6s10-3 30-3" },
  { file: "Pendulum", title: "Pendulum", text: "A swing on a stiff arm, from equations alone: index three, reduced by itself", sketch: "M40 4L62 32M62 32m-5 0a5 5 0 1010 0 5 5 0 10-10 0M20 30q20 12 40 0" },
  { file: "Tanks", title: "Tank process", text: "Two tanks, a pump and a level controller", sketch: "M6 8v26h24V8M6 20h24M46 14v20h26V14M46 26h26M30 30h16" },
  { file: "Rectifier", title: "Rectifier", text: "Four diodes make a direct voltage; events switch the model", sketch: "M4 34q5-26 10 0 5-26 10 0 5-26 10 0 5-26 10 0 5-26 10 0 5-26 10 0 5-26 10 0" },
];

export async function openExample(name: string) {
  try {
    const answer = await fetch(`examples/${name}.mo`);
    if (!answer.ok) throw new Error(`the example ${name} is missing`);
    await newDocument(name, await answer.text());
    started.value = true;
  } catch (why) {
    complain(why);
  }
}

async function blank() {
  await newDocument("Model", "model Model\n  annotation (experiment(StopTime = 1));\nend Model;\n");
  started.value = true;
}

export function Start() {
  return (
    <main class="start">
      <div class="hero">
        <h1>Formola Studio</h1>
        <p>Draw it, run it, see through it. Diagram and text are one document; the compiler's knowledge lies over both.</p>
        <div class="row">
          <button class="primary big" onClick={blank}><Icon name="plus" /> New model</button>
          <button class="ghost big" onClick={async () => { await openExample("Drive"); tour.value = 0; }}>Take the tour <small>three steps</small></button>
          <button class="ghost big" onClick={() => (theme.value = document.documentElement.dataset.theme === "dark" ? "light" : "dark")} aria-label="light or dark"><Icon name="sun" /></button>
        </div>
      </div>
      <h2>Examples, ready to run</h2>
      <div class="cards">
        {examples.map((e) => (
          <button class="card" key={e.file} data-example={e.file} onClick={async () => { await openExample(e.file); simulate(); }}>
            <svg viewBox="0 0 78 42" aria-hidden="true"><path d={e.sketch} /></svg>
            <b>{e.title}</b>
            <span>{e.text}</span>
          </button>
        ))}
        <button class="card robot" data-example="Robot" onClick={async () => { await openExample("Robot"); simulate(); }}>
          <svg viewBox="0 0 78 42" aria-hidden="true"><path d="M14 38h20M24 38V26l14-14 18 6M24 26m-3 0a3 3 0 106 0 3 3 0 10-6 0M38 12m-3 0a3 3 0 106 0 3 3 0 10-6 0M56 18l6 6M56 18l8-2" /></svg>
          <b>The demo robot</b>
          <span>Six axes with drives and controllers: 66 states, one loop through all axes</span>
        </button>
      </div>
      {!!allFiles.value.length && (
        <>
          <h2>In {project.value!.folder}</h2>
          <ul class="files">
            {allFiles.value.slice(0, 40).map((f) => <li key={f}><button class="link" onClick={() => openFile(f).then(() => (started.value = true))}>{f}{unsaved.value.includes(f) && <i title="not saved">●</i>}</button></li>)}
          </ul>
        </>
      )}
    </main>
  );
}

const steps = [
  { at: ".diagram", title: "One document", text: "Drag a component: the text changes by one patch, which glows. Type in the text and the picture follows. One undo for both." },
  { at: ".run", title: "Run it", text: "Simulate. Curves appear below while it runs; choose others in the tree of variables, and add a slider: the model runs again while you drag it." },
  { at: ".lens", title: "See through it", text: "The lens shows which way every connector is computed, paints the algebraic loops, and counts what a method iterates. Click the name of a curve for its equation." },
];

export function Tour() {
  const step = steps[tour.value];
  const next = useRef<HTMLButtonElement>(null);
  useEffect(() => next.current?.focus(), [step]);
  if (!step) return null;
  const box = document.querySelector(step.at)?.getBoundingClientRect();
  const phone = innerWidth < 720;
  const style = phone || !box ? { left: "16px", bottom: "72px" } : { left: `${Math.max(16, Math.min(box.left + 12, innerWidth - 360))}px`, top: `${Math.min(step.at === ".diagram" ? box.top + 60 : box.bottom + 10, innerHeight - 220)}px` };
  return (
    <div class="tour" style={style} role="dialog" aria-label={step.title} aria-describedby="tour-text" onKeyDown={(e) => e.key === "Escape" && (tour.value = -1)}>
      <b>{tour.value + 1}. {step.title}</b>
      <p id="tour-text">{step.text}</p>
      <div class="row">
        <button class="ghost" onClick={() => (tour.value = -1)}>Skip</button>
        <button class="primary" ref={next} onClick={() => (tour.value = tour.value + 1 < steps.length ? tour.value + 1 : -1)}>{tour.value + 1 < steps.length ? "Next" : "Done"}</button>
      </div>
    </div>
  );
}
