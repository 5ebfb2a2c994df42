// The moving bodies beside the plots, in time with them.
import { effect } from "@preact/signals";
import { useEffect, useRef, useState } from "preact/hooks";
import { framesOf, motionOf, type Motion } from "./bodies";
import { Pace } from "./pace";
import { slidersRest } from "./running";
import type { Stage } from "./stage";
import { complain, cursorTime, runs, translated } from "./state";
import { show } from "./plot";
import { Icon } from "./icons";

const dragged = 400; // milliseconds: a slider that moved so recently moves again
const sleep = (time: number) => new Promise((resolve) => setTimeout(resolve, time));

export const hasBodies = () => !!translated.value && framesOf(translated.value).length > 1;

export function Animation() {
  const host = useRef<HTMLDivElement>(null);
  const stage = useRef<Stage | null>(null);
  const [motion, setMotion] = useState<Motion | null>(null);
  const [time, setTime] = useState(0);
  const [playing, setPlaying] = useState(!matchMedia("(prefers-reduced-motion: reduce)").matches);
  // what is shown while the next run is on its way
  const last = [...runs.value].reverse().find((r) => r.visible && r.result);
  const wanted = useRef(last);
  wanted.current = last;
  const loading = useRef(false), gone = useRef(false);
  const pace = useRef(new Pace()).current;
  // where bodies are drawn slowly they wait for the slider, not the slider for them
  const givesWay = () => pace.slow && slidersRest() < dragged;
  useEffect(() => void load(), [last?.result]);
  // One at a time, then the newest; while a slider moves some points of each curve, all of them when it rests.
  const load = async () => {
    if (loading.current) return;
    loading.current = true;
    let fine = false;
    for (let shown: unknown = null; !gone.current && wanted.current && translated.value && (wanted.current.result !== shown || !fine); ) {
      if (givesWay()) {
        await sleep(dragged / 4);
        continue;
      }
      const run = wanted.current;
      if (run.result === shown) {
        await sleep(dragged);
        if (wanted.current?.result !== shown) continue;
      }
      fine = run.label !== "live" || run.result === shown;
      shown = run.result;
      const got = await motionOf(translated.value, run, fine).catch((why) => (complain(why), null));
      setMotion(got && got.times.length > 1 ? got : null);
    }
    loading.current = false;
  };
  useEffect(() => () => {
    gone.current = true;
    stage.current?.dispose();
    stage.current = null;
  }, []);
  useEffect(() => {
    if (!motion || !host.current) return;
    if (stage.current?.replace(motion)) return stage.current.show(time);
    let late = false;
    import("./stage").then(({ Stage }) => {
      if (late || gone.current) return;
      stage.current?.dispose();
      stage.current = new Stage(host.current!, motion, translated.value!.variables.some((v) => v.name === "world.n[3]" && v.value === -1) ? "z" : "y");
      (window as any).formolaStage = stage.current;
      setTime(motion.times[0]);
    }).catch(() => complain("the bodies cannot be shown: this browser has no WebGL"));
    return () => void (late = true);
  }, [motion]);
  // one second of the model is one second here, but no run takes longer than twenty
  useEffect(() => {
    if (!motion || !playing) return;
    const [start, end] = [motion.times[0], motion.times[motion.times.length - 1]];
    const speed = Math.max((end - start) / 20, Math.min(1, (end - start) / 3));
    let request = 0, timer = 0, before = performance.now(), now = time >= end ? start : time;
    const next = () => {
      const wait = givesWay() ? dragged / 4 : pace.rest();
      if (wait > 0) timer = window.setTimeout(next, wait);
      else request = requestAnimationFrame(step);
    };
    const step = (at: number) => {
      // behind another pane nobody looks
      if (host.current?.clientWidth) {
        now += ((at - before) / 1000) * speed;
        if (now > end) now = start;
        setTime(now);
        pace.drawn();
      }
      before = at;
      next();
    };
    request = requestAnimationFrame(step);
    return () => (cancelAnimationFrame(request), clearTimeout(timer));
  }, [motion, playing]);
  useEffect(() => {
    stage.current?.show(time);
    if (playing) cursorTime.value = time;
  }, [time]);
  // the pointer in a plot leads when it stands still
  useEffect(() => effect(() => {
    const at = cursorTime.value;
    if (!playing && at !== null) setTime(at);
  }), [playing]);
  if (!motion) return null;
  const end = motion.times[motion.times.length - 1];
  return (
    <section class="animation" aria-label="animation">
      <div class="stage" ref={host} />
      <footer>
        <button class="ghost" aria-label={playing ? "pause" : "play"} onClick={() => setPlaying(!playing)}><Icon name={playing ? "pause" : "play"} /></button>
        <input type="range" aria-label="time" min={motion.times[0]} max={end} step={(end - motion.times[0]) / 1000} value={time} onInput={(e) => { setPlaying(false); setTime(Number(e.currentTarget.value)); cursorTime.value = Number(e.currentTarget.value); }} />
        <span>{show(Number(time.toPrecision(3)))} s</span>
      </footer>
    </section>
  );
}
