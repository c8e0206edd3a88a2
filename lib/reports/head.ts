import type { Facts } from "#lib/reports/facts.ts";
import { joinList, t, formatKindName, formatDate } from "#lib/reports/words.ts";
import type { Design } from "#lib/studies/schema.ts";
import { looksOf } from "#lib/study-results/interim-policy.ts";
import { plannedEnd } from "#lib/study-results/schema.ts";

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

/** What has to be read before any figure: that it may change, or that nobody gave these answers. */
export const listWarnings = ({ results, rows, view }: Facts): string[] => [
  ...(results.isSimulated ? [t("warnings.simulated")] : []),
  ...(results.isInterim ? [t("warnings.interim")] : []),
  ...(results.method.everyLook
    ? [
        t("warnings.looks", {
          looks: looksOf(rows, view.who),
          planned: plannedEnd(rows.study.design),
        }),
      ]
    : []),
];

/** Beneath a table, or a figure, of intervals that hold at every look. */
export const listLooks = ({ results }: Pick<Facts, "results">): string[] =>
  results.method.everyLook ? [t("tables.looks")] : [];

export const formatStudyTitle = ({ results }: Facts): string =>
  t("of", { title: results.study.title, slug: results.study.slug });

/** Above everything that can be taken out of a report on its own. */
export function listHead(facts: Facts): string[] {
  const { study, stamp } = facts.results;
  return [
    formatStudyTitle(facts),
    ...listWarnings(facts),
    ...(facts.rows.kinds.length > 1 ? [t("ofKind", { kind: formatKindName(facts.rows.kind) })] : []),
    t("made", {
      version: facts.version,
      stamp,
      rules: facts.results.method.rules,
      opened: formatDate(study.openedAt),
      closed: study.closedAt === null ? t("stillOpen") : t("closedAt", { date: formatDate(study.closedAt) }),
    }),
    explainStanding(facts),
  ];
}

/** A caption that can't be taken for one about people where nobody gave the answers, nor what was found for planned. */
export const formatCaption = (facts: Facts, caption: string, ...subjects: [Subject, ...Subject[]]): string =>
  t(`captions.${facts.view.who}`, { caption: markCaption(facts, caption, ...subjects) });
