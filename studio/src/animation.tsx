// The moving bodies beside the plots, in time with them.
import { effect } from "@preact/signals";
import { useEffect, useRef, useState } from "preact/hooks";
import { framesOf, motionOf, type Motion } from "./bodies";
import type { Stage } from "./stage";
import { complain, cursorTime, runs, translated } from "./state";
import { show } from "./plot";
import { Icon } from "./icons";

export const hasBodies = () => !!translated.value && framesOf(translated.value).length > 1;

export function Animation() {
  const host = useRef<HTMLDivElement>(null);
  const stage = useRef<Stage | null>(null);
  const [motion, setMotion] = useState<Motion | null>(null);
  const [time, setTime] = useState(0);
  const [playing, setPlaying] = useState(true);
  const last = [...runs.value].reverse().find((r) => r.visible && r.outcome !== "running");
  useEffect(() => {
    let live = true;
    if (last && translated.value)
      motionOf(translated.value, last).then((got) => live && setMotion(got && got.times.length > 1 ? got : null), complain);
    return () => void (live = false);
  }, [last?.id, last?.result]);
  useEffect(() => {
    if (!motion || !host.current) return;
    let gone = false;
    import("./stage").then(({ Stage }) => {
      if (gone) return;
      stage.current = new Stage(host.current!, motion, translated.value!.variables.some((v) => v.name === "world.n[3]" && v.value === -1) ? "z" : "y");
      (window as any).formolaStage = stage.current;
      setTime(motion.times[0]);
    }).catch(() => complain("the bodies cannot be shown: this browser has no WebGL"));
    return () => {
      gone = true;
      stage.current?.dispose();
      stage.current = null;
    };
  }, [motion]);
  // one second of the model is one second here, but no run takes longer than twenty
  useEffect(() => {
    if (!motion || !playing) return;
    const [start, end] = [motion.times[0], motion.times[motion.times.length - 1]];
    const speed = Math.max((end - start) / 20, Math.min(1, (end - start) / 3));
    let request = 0, before = performance.now(), now = time >= end ? start : time;
    const step = (at: number) => {
      now += ((at - before) / 1000) * speed;
      before = at;
      if (now > end) now = start;
      setTime(now);
      request = requestAnimationFrame(step);
    };
    request = requestAnimationFrame(step);
    return () => cancelAnimationFrame(request);
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
        <button class="ghost" aria-label={playing ? "pause" : "play"} onClick={() => setPlaying(!playing)}><Icon name={playing ? "stop" : "play"} /></button>
        <input type="range" aria-label="time" min={motion.times[0]} max={end} step={(end - motion.times[0]) / 1000} value={time} onInput={(e) => { setPlaying(false); setTime(Number(e.currentTarget.value)); cursorTime.value = Number(e.currentTarget.value); }} />
        <span>{show(Number(time.toPrecision(3)))} s</span>
      </footer>
    </section>
  );
}
