import { isSameModel, isSameRun, type RunName } from "#lib/studies/run-names.ts";

/** How a benchmark was filtered: by how sure a run was of the right options; or in a way that an admin alone knows of. */
export const filterWays = ["confidence", "marked"] as const;
export type Filter = RunName & {
  way: (typeof filterWays)[number];
  /** Null where it isn't known. */
  threshold: number | null;
};
/** Or the run whose errors a study's plan selects. */
export type Selector = Omit<Filter, "way"> & { way: "errors" | Filter["way"] };

type ReferenceChoice = { frame: { reference: (RunName & { threshold: number }) | null } };

/**
 * Who chose the cases of a study, and how: the run whose errors its plan selects, then those that filtered the benchmark,
 * or anything that it was made of. Nobody where every case came into question.
 */
export const listSelectors = (
  { frame: { reference } }: ReferenceChoice,
  benchmark: { filters: readonly Filter[] } | null,
): Selector[] => [
  ...(reference ? [{ ...reference, way: "errors" } as const] : []),
  ...listFilters(benchmark),
];

/** Those of a benchmark alone. */
export function listFilters(benchmark: { filters: readonly Filter[] } | null): Filter[] {
  const filters = (benchmark?.filters ?? []).toSorted((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1));
  const known = filters.filter(({ way }) => way !== "marked");
  return [
    ...known,
    // The mark of what the lineage names anyway says no more.
    ...filters.filter((one) => one.way === "marked" && !known.some((other) => isSameModel(one, other))),
  ];
}

/** Whether a run had a part in that: any of a model that a lineage names, else the very run. */
export const hasFiltered = (run: RunName, filters: readonly Filter[]): boolean =>
  filters.some((one) => (one.way === "marked" ? isSameRun(one, run) : isSameModel(one, run)));

/** The same order on every machine. */
const nameOf = ({ model, method, version, threshold }: Filter) =>
  JSON.stringify([model, method, version, threshold]);

export const isFilter = (selector: Selector): selector is Filter => selector.way !== "errors";
