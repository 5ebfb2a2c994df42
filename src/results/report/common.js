// What all pages share: the data, small helpers, numbers as text, light and dark.
const page = (() => {
  'use strict';
  const data = JSON.parse(document.getElementById('data').textContent);
  const byId = (id) => document.getElementById(id);
  const make = (tag, className, text) => {
    const element = document.createElement(tag);
    if (className) element.className = className;
    if (text !== undefined) element.textContent = text;
    return element;
  };
  const bytesOf = (text) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0)).buffer;

  function show(value, digits = 6) {
    if (!Number.isFinite(value)) return Number.isNaN(value) ? '–' : value > 0 ? '∞' : '−∞';
    if (value === 0) return '0';
    const size = Math.abs(value);
    const text = size >= 1e6 || size < 1e-4
      ? value.toExponential(digits - 1).replace(/\.?0+e/, 'e').replace('e+', 'e')
      : String(Number(value.toPrecision(digits)));
    return text.replace('-', '−');
  }

  const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

  // Round numbers between low and high, about `count` of them.
  function ticks(low, high, count) {
    const raw = (high - low) / Math.max(count, 1);
    const power = 10 ** Math.floor(Math.log10(raw));
    const step = power * [1, 2, 5, 10].find((factor) => factor * power >= raw * 0.999);
    const list = [];
    for (let k = Math.ceil(low / step - 1e-9); k * step <= high + step * 1e-9; ++k) list.push(k * step);
    return { list, step };
  }

  function tickText(value, step) {
    if (Math.abs(value) < step * 1e-6) return '0';
    const size = Math.abs(value);
    const decimals = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
    if (size >= 1e6 || (size < 1e-3 && decimals > 4)) {
      const digits = Math.max(0, Math.floor(Math.log10(size)) - Math.floor(Math.log10(step) + 1e-9));
      return value.toExponential(Math.min(digits, 12)).replace('e+', 'e').replace('-', '−');
    }
    return value.toFixed(Math.min(decimals, 12)).replace('-', '−');
  }

  // Sizes a canvas to its place in the page, for sharp lines on any screen.
  function prepare(canvas) {
    const ratio = window.devicePixelRatio || 1;
    const width = canvas.clientWidth;
    const height = canvas.clientHeight;
    const w = Math.round(width * ratio);
    const h = Math.round(height * ratio);
    if (canvas.width !== w || canvas.height !== h) {
      canvas.width = w;
      canvas.height = h;
    }
    const g = canvas.getContext('2d');
    g.setTransform(ratio, 0, 0, ratio, 0, 0);
    g.clearRect(0, 0, width, height);
    return { g, width, height, ratio };
  }

  // ---- Light and dark
  const listeners = [];
  const onTheme = (listener) => listeners.push(listener);
  function setTheme(theme) {
    document.documentElement.dataset.theme = theme;
    listeners.forEach((listener) => listener());
  }
  const dark = window.matchMedia('(prefers-color-scheme: dark)');
  setTheme(dark.matches ? 'dark' : 'light');
  dark.addEventListener('change', () => setTheme(dark.matches ? 'dark' : 'light'));
  byId('theme').addEventListener('click', () => {
    setTheme(document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark');
  });

  // Who asks for less motion gets none that begins by itself.
  const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;

  // The plain wheel scrolls a page that is longer than the window; with Ctrl (a pinch on a touchpad too) it zooms.
  const zoomsByWheel = (event) => event.ctrlKey || event.metaKey
    || document.documentElement.scrollHeight <= window.innerHeight + 1;

  return { data, byId, make, bytesOf, show, colour, ticks, tickText, prepare, onTheme, isCalm, zoomsByWheel };
})();
