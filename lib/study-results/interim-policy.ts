import { memoize } from "#lib/study-results/rows/memoize.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { isInterim, type Population } from "#lib/study-results/schema.ts";
import { endedAsPlanned } from "#lib/study-results/stopping/stopping.ts";

/**
 * What figures of a study have to hold for. `one`: a single look, since results were not shown before the study closed, or it
 * ended as planned. `running`: every look so far, and nothing is tested yet. `off_plan`: results could be seen, and the study
 * closed before its plan ends it, or went on after that, so that figures keep the interval of every look.
 */
export type LookState = "one" | "running" | "off_plan";

type Course = {
  isRunning: boolean;
  /** Whether the plan shows results while people answer. */
  interim: boolean;
  endedAsPlanned: () => boolean;
};

/** The one place that decides it: whoever may stop at the best look has an interval that holds at every look. */
export function decideLooks({ isRunning, interim, endedAsPlanned: isAsPlanned }: Course): LookState {
  if (!interim) return "one";
  if (isRunning) return "running";
  return isAsPlanned() ? "one" : "off_plan";
}

export const looksOf = (rows: StudyRows, who: Population): LookState =>
  memoize(rows, `looks ${who}`, () =>
    decideLooks({
      isRunning: isInterim(rows.study),
      interim: rows.study.design.rules.interim,
      endedAsPlanned: () => endedAsPlanned(rows, who),
    }),
  );

export const holdsAtEveryLook = (rows: StudyRows, who: Population): boolean => looksOf(rows, who) !== "one";

/** What holds for one look at a study alone: ends of intervals, and what tests come to. */
const ofOneLook: ReadonlySet<string> = new Set([
  "low",
  "high",
  "icc21Low",
  "icc21High",
  "icc2kLow",
  "icc2kHigh",
  "p",
  "holm",
  "winningRate",
  "passes",
]);

/** The same figures, without what holds for one look alone where they have to hold at every look; with the reason, where they give one. */
export const withhold = <T>(rows: StudyRows, who: Population, found: T): T =>
  holdsAtEveryLook(rows, who) ? (without(found) as T) : found;

function without(found: unknown): unknown {
  if (Array.isArray(found)) return found.map(without);
  if (typeof found !== "object" || found === null || !isPlain(found)) return found;
  let isWithheld = false;
  const kept = Object.entries(found).map(([name, value]: [string, unknown]) => {
    // A run is given on as it is: what it says of itself is no figure.
    if (name === "run") return [name, value];
    if (!ofOneLook.has(name) || value === null) return [name, without(value)];
    isWithheld = true;
    return [name, null];
  });
  const left: Record<string, unknown> = Object.fromEntries(kept);
  return isWithheld && left["reason"] === null ? { ...left, reason: "interim" } : left;
}

const isPlain = (found: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(found);
  return prototype === Object.prototype || prototype === null;
};
