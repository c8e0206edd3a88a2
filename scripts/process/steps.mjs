// @ts-check
const { stdout } = process;
const live = new Map();
/** @type {NodeJS.Timeout | undefined} */
let clock;

/** @param {string} label @param {string} text */
const worded = (label, text) => `${label.padEnd(9)} ${text}`;
/** @param {number} since */
const elapsed = (since) => (performance.now() - since) / 1000;

/** @param {number} since */
export function inSeconds(since) {
  return `in ${elapsed(since).toFixed(elapsed(since) < 10 ? 1 : 0)} s`;
}

function draw() {
  if (!stdout.isTTY) return;
  const running = [...live].map(([label, { text, since }]) =>
    worded(label, `${text} ${elapsed(since).toFixed(0)} s`),
  );
  stdout.write(`\r\x1b[2K${running.join(" · ").slice(0, stdout.columns - 1)}`);
}

/** @param {string} label @param {string} text */
export function say(label, text) {
  if (stdout.isTTY) stdout.write("\r\x1b[2K");
  stdout.write(`${worded(label, text)}\n`);
  if (live.size > 0) draw();
}

/**
 * Runs something long: on a terminal its seconds count up in place, elsewhere a line says that it began.
 * @template T
 * @param {string} label
 * @param {string} text
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function during(label, text, work) {
  if (!stdout.isTTY) say(label, text);
  live.set(label, { text, since: performance.now() });
  clock ??= setInterval(draw, 1000).unref();
  draw();
  try {
    return await work();
  } finally {
    live.delete(label);
    if (live.size === 0) {
      clearInterval(clock);
      clock = undefined;
    }
    draw();
  }
}
