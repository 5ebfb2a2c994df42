// What matrix.js and digraph.js of the inspect page expect of the page that they are in.
import { effect } from "@preact/signals";
import { theme } from "./state";

export const page = {
  make(tag: string, className?: string, text?: string) {
    const element = document.createElement(tag);
    if (className) element.className = className;
    if (text !== undefined) element.textContent = text;
    return element;
  },
  bytesOf: (text: string) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0)).buffer,
  colour: (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim(),
  // Sharp lines on any screen.
  prepare(canvas: HTMLCanvasElement) {
    const ratio = devicePixelRatio || 1, width = canvas.clientWidth, height = canvas.clientHeight;
    const w = Math.round(width * ratio), h = Math.round(height * ratio);
    if (canvas.width !== w || canvas.height !== h) {
      canvas.width = w;
      canvas.height = h;
    }
    const g = canvas.getContext("2d")!;
    g.setTransform(ratio, 0, 0, ratio, 0, 0);
    g.clearRect(0, 0, width, height);
    return { g, width, height, ratio };
  },
  onTheme: (listener: () => void) => void effect(() => (theme.value, requestAnimationFrame(listener), undefined)),
  isCalm: matchMedia("(prefers-reduced-motion: reduce)").matches,
  // the panel scrolls
  zoomsByWheel: (event: WheelEvent) => event.ctrlKey || event.metaKey,
};
