// The beginning: say hello to the server, open what was asked for.
import { effect } from "@preact/signals";
import { render } from "preact";
import { App } from "./app";
import { openFile, reopen } from "./document";
import { keepLook, recall } from "./history";
import { connect, notify, on, request } from "./rpc";
import { connected, project, returning, say, started, theme } from "./state";

const dark = matchMedia("(prefers-color-scheme: dark)");
const apply = () => {
  const kept = theme.value === "auto" ? (dark.matches ? "dark" : "light") : theme.value;
  document.documentElement.dataset.theme = kept;
};
try {
  const kept = localStorage.getItem("formola-theme");
  if (kept === "light" || kept === "dark") theme.value = kept;
} catch {
  // a page that may keep nothing works as well
}
effect(() => {
  apply();
  try {
    if (theme.value !== "auto") localStorage.setItem("formola-theme", theme.value);
  } catch {
    // see above
  }
});
dark.addEventListener("change", apply);

// A server that crashed is started again: come back with the text as it is. Not for ever: the text may be what it crashes on.
let returns: number[] = [];
async function comeBack() {
  connected.value = false;
  const now = Date.now();
  returns = returns.filter((at) => now - at < 30000);
  if (returns.length >= 3) return;
  returns.push(now);
  returning.value = true;
  for (let attempt = 0; attempt < 12; ++attempt) {
    await new Promise((resolve) => setTimeout(resolve, 250));
    try {
      await greet();
      connected.value = true;
      returning.value = false;
      reopen();
      say("the server had crashed and was started again; your text is as it was", "error");
      return;
    } catch {
      // not yet
    }
  }
  returning.value = false;
}
let begun = false;
on("closed", () => begun && connected.value && comeBack());

async function greet() {
  const hello = await connect(location.hash.slice(1));
  await request("initialize", { processId: null, rootUri: null, capabilities: {} });
  notify("initialized");
  return hello;
}

async function begin() {
  const place = document.getElementById("app")!;
  try {
    const hello = await greet();
    begun = true;
    project.value = hello;
    connected.value = true;
    await recall();
    let told = theme.value;
    effect(() => {
      if (theme.value !== told) keepLook();
      told = theme.value;
    });
    render(<App />, place);
    if (hello.file) {
      await openFile(hello.file);
      started.value = true;
    }
    document.body.dataset.ready = "true";
  } catch {
    render(
      <main class="start">
        <div class="hero">
          <h1>Formola Studio</h1>
          <p>The server did not let this page in. Open the whole address that <code>formola studio</code> prints, with what stands behind the #.</p>
        </div>
      </main>,
      place,
    );
  }
}
begin();
