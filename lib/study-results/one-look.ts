import { isLooking, type StudyFacts } from "#lib/study-results/schema.ts";

/** What holds for one look at a study alone: ends of intervals, and what tests come to. */
const ofOneLook: ReadonlySet<string> = new Set([
  ...["low", "high", "icc21Low", "icc21High", "icc2kLow", "icc2kHigh"],
  ...["p", "holm", "winningRate", "passes"],
]);

/**
 * The same figures; while people still answer, without what would hold for one look alone. Where figures tell why
 * something isn't there, they tell this too.
 */
export const holdBack = <T>(study: Pick<StudyFacts, "state" | "design">, found: T): T =>
  isLooking(study) ? (without(found) as T) : found;

function without(found: unknown): unknown {
  if (Array.isArray(found)) return found.map(without);
  if (typeof found !== "object" || found === null || !isPlain(found)) return found;
  let isHeldBack = false;
  const kept = Object.entries(found).map(([name, value]: [string, unknown]) => {
    // A run is given on as it is: what it says of itself is no figure.
    if (name === "run") return [name, value];
    if (!ofOneLook.has(name) || value === null) return [name, without(value)];
    isHeldBack = true;
    return [name, null];
  });
  const told: Record<string, unknown> = Object.fromEntries(kept);
  return isHeldBack && told["reason"] === null ? { ...told, reason: "interim" } : told;
}

const isPlain = (found: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(found);
  return prototype === Object.prototype || prototype === null;
};
