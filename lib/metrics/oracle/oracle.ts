import { oracleMetrics } from "#lib/metrics/oracle/metrics.ts";
import { isTwoWay, looseTolerances } from "#lib/metrics/oracle/two-way.ts";

/** What a case says and what we found instead; `message` where it couldn't even be computed. */
export type OracleFailure = {
  readonly name: string;
  readonly key?: string;
  readonly expected?: unknown;
  readonly got?: unknown;
  readonly message?: string;
};
export type OracleReport = { readonly passed: number; readonly failures: readonly OracleFailure[][] };

const defaultTolerance = 1e-9;

/** The cases of a file, or null when it isn't of the format. Each case is checked for itself later. */
export function listCases(file: unknown): readonly unknown[] | null {
  if (Array.isArray(file)) return file;
  const cases = isObject(file) ? file.cases : undefined;
  return Array.isArray(cases) ? cases : null;
}

export function checkCases(cases: readonly unknown[]): OracleReport {
  const failures = cases.map((each, i) => checkCase(each, i + 1)).filter((found) => found.length > 0);
  return { passed: cases.length - failures.length, failures };
}

/** Everything in which we differ from a case; empty when it passes. */
export function checkCase(given: unknown, position = 1): OracleFailure[] {
  const name = isObject(given) && typeof given.name === "string" ? given.name : `case ${position}`;
  const refuse = (message: string) => [{ name, message }];
  if (!isObject(given)) return refuse("the case is not an object");
  const { input, expected, tolerance = defaultTolerance } = given;
  const metric = given.metric ?? (isTwoWay(input) ? "two_way" : undefined);
  if (typeof metric !== "string") return refuse("the case names no metric");
  const compute = Object.hasOwn(oracleMetrics, metric) ? oracleMetrics[metric] : undefined;
  if (!compute) return refuse(`unknown metric ${JSON.stringify(metric)}`);
  if (!isObject(input)) return refuse("the case has no input");
  if (!isObject(expected) || Object.keys(expected).length === 0) return refuse("the case expects nothing");
  if (typeof tolerance !== "number" || !(tolerance >= 0)) return refuse("the tolerance is no number");
  try {
    return compare(expected, compute(input), tolerance).map((difference) => ({ name, ...difference }));
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error));
  }
}

type Difference = { readonly key: string; readonly expected: unknown; readonly got: unknown };

function compare(expected: unknown, got: unknown, tolerance: number, key = ""): Difference[] {
  const inside = (name: string | number) => (key === "" ? `${name}` : `${key}.${name}`);
  if (Array.isArray(expected)) {
    if (!Array.isArray(got) || got.length !== expected.length) return [{ key, expected, got }];
    return expected.flatMap((entry, i) => compare(entry, got[i], tolerance, inside(i)));
  }
  if (isObject(expected)) {
    if (!isObject(got)) return [{ key, expected, got }];
    return Object.entries(expected).flatMap(([name, entry]) => {
      const own = Math.max(tolerance, looseTolerances[name] ?? 0);
      return compare(entry, Object.hasOwn(got, name) ? got[name] : undefined, own, inside(name));
    });
  }
  const same =
    typeof expected === "number" && typeof got === "number"
      ? Math.abs(expected - got) <= tolerance
      : expected === got;
  return same ? [] : [{ key, expected, got }];
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
