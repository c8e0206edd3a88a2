import type { Facts } from "#lib/reports/facts.ts";
import { joinList, t } from "#lib/reports/words.ts";
import type { Design } from "#lib/studies/schema.ts";

/** What a report can tell, and whether a frozen plan names it: whatever isn't named was found. */
const named = {
  /** Cases, who is given which, what is asked, who is left out. */
  design: () => true,
  people: ({ claims }: Design) => claims != null,
  comparator: ({ claims }: Design) => claims?.comparator != null,
  /** Its epsilon. */
  alternative: ({ claims }: Design) => claims != null,
  /** Of people. */
  arms: ({ claims, assignment }: Design) => claims != null && assignment.arms !== undefined,
  rest: () => false,
} as const;
export type Subject = keyof typeof named;

export type AnalysisStatus = "planned" | "found" | "both";

export function standingOf(
  { plan }: Pick<Facts, "plan">,
  subjects: readonly [Subject, ...Subject[]],
): AnalysisStatus {
  const isPlanned = (subject: Subject) => plan !== null && named[subject](plan.design);
  if (subjects.every(isPlanned)) return "planned";
  return subjects.some(isPlanned) ? "both" : "found";
}

/** A text with what it is in front: planned, found, or some of both. */
export const mark = (
  facts: Pick<Facts, "plan">,
  text: string,
  ...subjects: [Subject, ...Subject[]]
): string => t(`standing.${standingOf(facts, subjects)}`, { text });

/** The same of a caption, which begins with what it shows. */
export const markCaption = (
  facts: Pick<Facts, "plan">,
  text: string,
  ...subjects: [Subject, ...Subject[]]
): string => t("standing.caption", { text, standing: standingOf(facts, subjects) });

/** A model is planned where it is the one that the plan holds people against. */
export const subjectOf = ({ rows }: Pick<Facts, "rows">, { runId }: { runId: number }): Subject =>
  runId === rows.study.comparatorRunId ? "comparator" : "rest";

type Row = { name: string; subject: Subject };

/** Beneath a table some of whose rows were planned: which. */
export function listPlannedRows(facts: Pick<Facts, "plan">, rows: readonly Row[]): string[] {
  const planned = rows.filter(({ subject }) => standingOf(facts, [subject]) === "planned");
  if (planned.length === 0 || planned.length === rows.length) return [];
  return [t("standing.rows", { list: joinList(planned.map(({ name }) => name)) })];
}

/** What both words mean, and that a plan without claims leaves nothing but its design. */
export const explainStanding = ({ plan }: Pick<Facts, "plan">): string =>
  [t("standing.explained"), ...(plan?.design.claims ? [] : [t("standing.unclaimed")])].join(" ");
