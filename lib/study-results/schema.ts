import type { ClusterUnit } from "#lib/benchmarks/schema.ts";
import { z } from "zod";
import { withoutNul } from "#lib/auth/schema.ts";
import type { Paper } from "#lib/published/papers.ts";
import type { SeenStudyId } from "#lib/auth/study-scope.ts";
import { sampledStrata, type SampledStratum } from "#lib/studies/strata/schema.ts";
import { listSelectors, type Filter, type Selector } from "#lib/studies/selectors/schema.ts";
import type { KindName } from "#lib/task-kinds/registry.ts";
import { isRunning, type Design, type StudyState } from "#lib/studies/schema.ts";

/** Whose answers are looked at: of people, or of those who were made up. Never both together. */
export const populations = ["people", "simulated"] as const;
export type Population = (typeof populations)[number];

/** Attention checks and practice are in no figure. */
export const countedStrata = sampledStrata;
export type CountedStratum = SampledStratum;
export const stratumChoices = [...countedStrata, "all"] as const;

/** Which answers and cases the figures of a screen are over. */
export type View = {
  who: Population;
  /** Of which kind the cases are; null where the study has no other. */
  kind: KindName | null;
  /** Null for all tracks together. */
  track: string | null;
  stratum: (typeof stratumChoices)[number];
  /** With those whom a rule or an admin left out. Who withdrew is never in. */
  excluded: "without" | "with";
  /** With answers to cases whose work the participant knew. */
  known: "with" | "without";
  /** With cases that were reported as bad. */
  reported: "with" | "without";
  /** Null for everybody. */
  cohort: string | null;
  /** One arm alone, the first being 1: its people, or the cases that it shows. No address asks for it. */
  arm?: number | null;
};

export type StudyFacts = {
  id: SeenStudyId;
  slug: string;
  title: string;
  state: StudyState;
  isDemo: boolean;
  hasSimulated: boolean;
  design: Design;
  benchmark: {
    id: number;
    slug: string;
    name: string;
    isDemo: boolean;
    /** The paper whose published cases these are: declared, and the same still. */
    published: Paper | null;
    /** Those that it, or anything that it was made of, was filtered by. */
    filters: readonly Filter[];
    /** What cases that belong together come from, where somebody says. */
    clusterUnit?: ClusterUnit | null;
  };
  /** The run whose confident errors are the selected cases. */
  referenceRunId: number | null;
  /** The run that the plan holds people against. */
  comparatorRunId: number | null;
  /** Of how many runs it was the best, where it was chosen on cases that nobody was given. */
  comparatorCandidates?: number | null;
  openedAt: Date;
  closedAt: Date | null;
  /** How many submitted, whether they count or have withdrawn since. */
  finished: Readonly<Record<Population, number>>;
};

/** Who chose its cases, and how. */
export const selectorsOf = ({ design, benchmark }: Pick<StudyFacts, "design" | "benchmark">): Selector[] =>
  listSelectors(design, benchmark);

/** While people still answer, only what was decided before opening is shown; made-up people give nothing away. */
export const mayShow = (study: Pick<StudyFacts, "state" | "design">, who: Population): boolean =>
  who === "simulated" || !isRunning(study.state) || study.design.rules.interim;

/** Where looks end: with the most people of the stopping rule, or those that are planned. */
export const plannedEnd = ({ claims, assignment }: Design): number =>
  claims?.stopping?.mostPeople ?? assignment.people;

/** Figures that may still change. */
export const isInterim = (study: Pick<StudyFacts, "state">): boolean => isRunning(study.state);

export const exclusionReasons = [
  "by_hand",
  "failed_comprehension",
  "failed_checks",
  "haste",
  "too_few_answers",
  "incomplete",
] as const;
export type ExclusionReason = (typeof exclusionReasons)[number];
export type Exclusion = {
  reason: ExclusionReason;
  /** What an admin wrote, for one by hand. */
  note: string | null;
};

/** Of what an address says several times, the first. */
export const one = (value: unknown): unknown => (Array.isArray(value) ? value[0] : value);
const choice = <const T extends readonly [string, ...string[]]>(values: T, otherwise: T[number]) =>
  z.preprocess(one, z.enum(values)).catch(otherwise);
const name = z.preprocess(one, z.string().min(1).max(200).regex(withoutNul)).nullable().catch(null);

const viewQuery = z.object({
  who: z.preprocess(one, z.enum(populations)).nullable().catch(null),
  track: name.default(null),
  stratum: choice(stratumChoices, "selected"),
  excluded: choice(["without", "with"], "without"),
  known: choice(["with", "without"], "with"),
  reported: choice(["with", "without"], "with"),
  cohort: name.default(null),
});

export const mainView = (who: Population): View => ({
  who,
  kind: null,
  track: null,
  stratum: "selected",
  excluded: "without",
  known: "with",
  reported: "with",
  cohort: null,
});

type SearchParams = Readonly<Record<string, string | readonly string[] | undefined>>;
type StudyShape = {
  kind?: KindName;
  kinds?: readonly KindName[];
  tracks: readonly { name: string }[];
  cohorts: readonly string[];
  /** Whether anybody real, and anybody simulated, has begun. */
  has: Readonly<Record<Population, boolean>>;
};

/** What an address asks for; what the study doesn't know of is left out of it. */
export function readView(asked: SearchParams, { tracks, cohorts, has, kind, kinds = [] }: StudyShape): View {
  const { who, track, cohort, ...rest } = viewQuery.parse(asked);
  return {
    who: who ?? (has.simulated && !has.people ? "simulated" : "people"),
    kind: kinds.length > 1 && kind ? kind : null,
    track: tracks.some(({ name }) => name === track) ? track : null,
    cohort: cohort !== null && cohorts.includes(cohort) ? cohort : null,
    ...rest,
  };
}

/** The part of an address after "?" that leads back to a view; what is usual is left out. */
export function writeView(view: View, usual: View = mainView("people")): URLSearchParams {
  const query = new URLSearchParams();
  for (const key of Object.keys(usual) as Exclude<keyof View, "arm">[]) {
    const value = view[key];
    if (value !== null && value !== usual[key]) query.set(key, value);
  }
  return query;
}

/** The same view has the same key. */
export const viewKey = (view: View): string =>
  JSON.stringify([
    ...Object.keys(mainView("people")).map((key) => view[key as keyof View]),
    ...(view.arm == null ? [] : [view.arm]),
  ]);

/** Resamples and their seed: stated beside every interval. */
export const resamples = 10_000;

export { minForClaim } from "#lib/metrics/claim.ts";

export const reportReason = z
  .string()
  .trim()
  .min(1, "empty")
  .max(2000, "too_long")
  .regex(withoutNul, "wrong_character");
export const caseReportInput = z.object({
  slug: z.string().min(1).max(200).regex(withoutNul),
  track: z.string().min(1).max(60).regex(withoutNul),
  key: z.string().min(1).max(500).regex(withoutNul),
  reason: reportReason,
});
export const caseReportWithdrawal = caseReportInput.omit({ reason: true });

/** What a case is called wherever results list it: one that an arm shows otherwise, with how. */
export const formatCaseName = (key: string, variation: string | null | undefined): string =>
  variation ? `${key} (${variation})` : key;

/** What may be meant by such a name: the case of this very key, or one as an arm shows it. */
export function readCaseName(name: string): { key: string; variation: string | null }[] {
  const varied = /^(.+) \(([^()]+)\)$/s.exec(name);
  const plain = { key: name, variation: null };
  return varied ? [plain, { key: varied[1] ?? "", variation: varied[2] ?? "" }] : [plain];
}
