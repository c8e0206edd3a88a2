import { readdirSync } from "node:fs";
import { readStat } from "#scripts/process/liveness.mjs";

// Clock ticks a second: what Linux gives every program, whatever the kernel counts by.
const ticksPerSecond = 100;

const listPids = (): number[] => readdirSync("/proc").map(Number).filter(Number.isInteger);

type Stat = NonNullable<ReturnType<typeof readStat>>;

function readAll(): Map<number, Stat> {
  const all = new Map<number, Stat>();
  for (const pid of listPids()) {
    const stat = readStat(pid);
    if (stat) all.set(pid, stat);
  }
  return all;
}

const canMeasure = process.platform === "linux";

function isBelow(pid: number, root: number, all: ReadonlyMap<number, Stat>): boolean {
  for (let at = pid; at > 1; at = all.get(at)?.parent ?? 0) if (at === root) return true;
  return false;
}

/** What a process, its descendants and those that they have waited for took so far, in seconds; null where the system doesn't say. */
export function processorTimeBelow(root: number): number | null {
  if (!canMeasure) return null;
  const all = readAll();
  let ticks = 0;
  for (const [pid, { computed, reaped }] of all) if (isBelow(pid, root, all)) ticks += computed + reaped;
  return ticks / ticksPerSecond;
}

/** What a process and those that it has waited for took so far, in seconds; null where the system doesn't say. */
export function processorTimeOf(pid: number): number | null {
  const stat = canMeasure ? readStat(pid) : null;
  return stat && (stat.computed + stat.reaped) / ticksPerSecond;
}

/** Ids are given out again. */
const keyOf = (pid: number, { started }: Stat) => `${pid} ${started}`;

type TrackedProcess = { pid: number; stat: Stat; label: string; beyond: number; isGone: boolean };

/**
 * Processor time of all that this process starts, by what it was started for, orphans included: they are known from
 * when their parents lived. What lives for less than a look is known from who waited for it.
 */
export class ProcessorTime {
  readonly #tracked = new Map<string, TrackedProcess>();
  readonly #labels = new Map<number, string>();
  #clock: NodeJS.Timeout | undefined;

  start(): this {
    if (!canMeasure) return this;
    this.look();
    this.#clock = setInterval(() => this.look(), 1000).unref();
    return this;
  }

  stop(): void {
    clearInterval(this.#clock);
  }

  /** A process that was started just now, and all that it starts, work for this. */
  assign(pid: number, label: string): void {
    this.#labels.set(pid, label);
    this.look();
  }

  /** In seconds; null where the system doesn't say. */
  of(label: string): number | null {
    if (!canMeasure) return null;
    this.look();
    return this.#sum((one) => one.label === label);
  }

  total(): number | null {
    if (!canMeasure) return null;
    this.look();
    return this.#sum(() => true);
  }

  #sum(counts: (one: TrackedProcess) => boolean): number {
    let ticks = 0;
    for (const one of this.#tracked.values()) if (counts(one)) ticks += one.stat.computed + one.beyond;
    return ticks / ticksPerSecond;
  }

  look(): void {
    if (!canMeasure) return;
    const all = readAll();
    const known = [...this.#tracked.values()].filter((one) => !one.isGone);
    for (const one of known) one.isGone = all.get(one.pid)?.started !== one.stat.started;
    const goneNow = Map.groupBy(
      known.filter((one) => one.isGone),
      (one) => one.stat.parent,
    );
    const whole = (pid: number): number =>
      (goneNow.get(pid) ?? []).reduce(
        (sum, { pid: child, stat }) => sum + stat.computed + stat.reaped + whole(child),
        0,
      );
    for (const one of known) {
      const stat = all.get(one.pid);
      if (one.isGone || !stat) continue;
      // What was waited for without having been seen, or went on after it was last seen.
      const beyond = Math.max(0, stat.reaped - one.stat.reaped - whole(one.pid));
      const heir = one.pid === process.pid ? goneNow.get(one.pid)?.[0] : undefined;
      (heir ?? one).beyond += beyond;
      one.stat = stat;
    }
    this.#meet(all);
  }

  /** Whoever descends from a process that is known. */
  #meet(all: ReadonlyMap<number, Stat>): void {
    const knownAt = (pid: number) => {
      const stat = all.get(pid);
      return stat && this.#tracked.get(keyOf(pid, stat));
    };
    const meet = (pid: number): TrackedProcess | undefined => {
      const stat = all.get(pid);
      if (!stat || pid <= 1) return undefined;
      const known = knownAt(pid);
      if (known) return known;
      const parent = pid === process.pid ? undefined : meet(stat.parent);
      if (!parent && pid !== process.pid) return undefined;
      const label = this.#labels.get(pid) ?? parent?.label ?? "run";
      const one: TrackedProcess = { pid, stat, label, beyond: parent ? stat.reaped : 0, isGone: false };
      this.#tracked.set(keyOf(pid, stat), one);
      return one;
    };
    for (const pid of all.keys()) meet(pid);
  }
}
