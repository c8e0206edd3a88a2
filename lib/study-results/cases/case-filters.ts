import { z } from "zod";
import type { CaseFigures } from "#lib/study-results/cases/case-figures.ts";
import type { ConfidenceRange } from "#lib/study-results/cases/case-confidence.ts";
import type { CaseRow, StudyRows } from "#lib/study-results/rows/rows.ts";
import { writeView, type View, one } from "#lib/study-results/schema.ts";

/** The questions that a list of cases answers. */
export const caseFilters = [
  "all",
  "people_right",
  "people_wrong",
  "split",
  "everyone_wrong",
  "tied",
  "reported",
  "attention",
  "unanswered",
] as const;
export type CaseFilter = (typeof caseFilters)[number];

/** From here on choices are as good as even. */
export const evenFrom = 0.9;

type CasePredicate = (figures: CaseFigures, row: Pick<CaseRow, "report" | "stratum">) => boolean;

const inView =
  (fits: (figures: CaseFigures) => boolean): CasePredicate =>
  (figures) =>
    figures.isInView && fits(figures);

export const fitsFilter: Readonly<Record<CaseFilter, CasePredicate>> = {
  all: inView(() => true),
  people_right: inView(({ vote, models }) => vote.credit === 1 && models.answered > 0 && models.right === 0),
  people_wrong: inView(({ vote, models }) => vote.credit === 0 && models.right > 0),
  split: inView(isSplit),
  // One person who errs says nothing about the case.
  everyone_wrong: inView(({ n, right }) => n >= 2 && right === 0),
  tied: inView(({ vote }) => vote.tied.length > 0),
  reported: (_figures, { report }) => report !== null,
  attention: (_figures, { stratum }) => stratum === "attention",
  unanswered: inView(({ n }) => n === 0),
};

/** No option was chosen by more than half, or the choices are as good as even. */
function isSplit({ n, counts, disagreement }: CaseFigures): boolean {
  return n >= 2 && (2 * Math.max(...counts) <= n || (disagreement ?? 0) > evenFrom);
}

export const caseColumns = ["key", "right", "difficulty", "disagreement", "gold", "models"] as const;
/** A model's column is called by the number of its run. */
export type CaseColumn = (typeof caseColumns)[number] | `run-${number}`;
export type CaseSorting = { column: CaseColumn; descending: boolean };

export type CaseQuery = {
  filter: CaseFilter;
  /** Only cases of which somebody was so sure; null for all. */
  sure: ConfidenceRange | null;
  find: string;
  /** Only cases of this error class; empty: whichever has an analysis; null: all. */
  errorClass: string | null;
  /** Null is the order of the benchmark. */
  sort: CaseSorting | null;
  page: number;
  /** Runs with a column of their own. */
  models: readonly number[];
  /** The run that people are set against in the plot; null for the usual one. */
  against: number | null;
};

export const wholeList: CaseQuery = {
  filter: "all",
  sure: null,
  find: "",
  errorClass: null,
  sort: null,
  page: 1,
  models: [],
  against: null,
};

export const maxModels = 3;

const id = z.coerce.number().int().positive();
const share = z
  .preprocess(one, z.string().trim().min(1).transform(Number).pipe(z.number().min(0).max(1)))
  .nullable()
  .catch(null);
const asked = z.object({
  filter: z.preprocess(one, z.enum(caseFilters)).catch("all"),
  sure: z
    .preprocess(one, z.union([z.literal("people"), id]))
    .nullable()
    .catch(null),
  above: share,
  from: share,
  to: share,
  find: z.preprocess(one, z.string().trim().max(500)).catch(""),
  class: z.preprocess(one, z.string().trim().max(200)).nullable().catch(null),
  sort: z.preprocess(one, z.string().max(40)).catch(""),
  page: z.preprocess(one, z.coerce.number().int().min(1).max(1_000_000)).catch(1),
  model: z.preprocess((value) => [value].flat(), z.array(id.nullable().catch(null))).catch([]),
  against: z.preprocess(one, id).nullable().catch(null),
});

type SearchParams = Readonly<Record<string, string | readonly string[] | undefined>>;

/** What the address of the list asks for; what the study doesn't know of is left out of it. */
export function readCaseQuery(given: SearchParams, { runs }: Pick<StudyRows, "runs">): CaseQuery {
  const { model, against, sort, sure, above, from, to, class: errorClass, ...rest } = asked.parse(given);
  const isRun = (wanted: number | null) => runs.some((run) => run.id === wanted);
  const models = [...new Set(model)]
    .filter((run) => run !== null && isRun(run))
    .slice(0, maxModels) as number[];
  return {
    ...rest,
    errorClass,
    models,
    against: isRun(against) ? against : null,
    sort: readSorting(sort, models),
    sure: sure === "people" || isRun(sure) ? readSure(sure, { above, from, to }) : null,
  };
}

type Ends = Readonly<Record<"above" | "from" | "to", number | null>>;

function readSure(of: ConfidenceRange["of"] | null, { above, from, to }: Ends): ConfidenceRange | null {
  const low = above ?? from;
  if (of === null || low === null || to === null || to < low) return null;
  return { of, from: low, to, isAbove: above !== null };
}

/** A minus in front means the largest first. */
function readSorting(written: string, models: readonly number[]): CaseSorting | null {
  const descending = written.startsWith("-");
  const named = descending ? written.slice(1) : written;
  const columns: readonly CaseColumn[] = [...caseColumns, ...models.map((run) => `run-${run}` as const)];
  const column = columns.find((known) => known === named);
  return column ? { column, descending } : null;
}

/** The part of an address after "?" that leads to the same list in the same view. */
export function writeCaseQuery(view: View, query: CaseQuery): URLSearchParams {
  const { filter, sure, find, errorClass, sort, page, models, against } = query;
  const written = writeView(view);
  if (filter !== "all") written.set("filter", filter);
  if (sure) {
    written.set("sure", String(sure.of));
    written.set(sure.isAbove ? "above" : "from", String(sure.from));
    written.set("to", String(sure.to));
  }
  if (find !== "") written.set("find", find);
  if (errorClass !== null) written.set("class", errorClass);
  if (sort) written.set("sort", `${sort.descending ? "-" : ""}${sort.column}`);
  if (page > 1) written.set("page", String(page));
  for (const run of models) written.append("model", String(run));
  if (against !== null) written.set("against", String(against));
  return written;
}
