// @ts-check

/** How a process says that it goes on: from its event loop, so that one that hangs, or is stopped, falls silent. */
export const beat = "beat";
export const beatMs = 1000;

/** Says so for as long as the process lives; without a supervisor there is nobody to tell. */
export function startBeating() {
  if (!process.send) return;
  // Its going is noticed elsewhere.
  process.on("disconnect", () => clearInterval(timer));
  const say = () => process.connected && process.send?.(beat, undefined, undefined, () => undefined);
  const timer = setInterval(say, beatMs);
  timer.unref();
  say();
}
