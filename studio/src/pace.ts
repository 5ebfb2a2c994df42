// How often pictures may be drawn: where drawing is slow, as without a graphics processor, it leaves two thirds of the time to everything else.
const frames = 2; // what is drawn may hold up the frame after the next one only
const slowFrame = 35; // milliseconds

export class Pace {
  private free = 0;
  slow = false;

  // Something was changed in this frame.
  drawn() {
    const began = performance.now();
    if (this.slow) this.free = began + 2 * frames * slowFrame; // until it is known
    const measure = (left: number) => requestAnimationFrame(() => {
      if (left > 1) return measure(left - 1);
      const now = performance.now(), took = now - began;
      this.slow = took > frames * slowFrame;
      this.free = this.slow ? now + 2 * took : 0;
    });
    measure(frames);
  }

  // Milliseconds until the next picture may be drawn.
  rest() {
    return Math.max(0, this.free - performance.now());
  }
}
