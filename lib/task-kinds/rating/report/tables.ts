import { inDigits, inPercent } from "#lib/figures/written.ts";
import type { Facts } from "#lib/reports/facts.ts";
import { writeCaption } from "#lib/reports/head.ts";
import type { PrintedRow, PrintedTable } from "#lib/reports/tables/printed-table.ts";
import { t } from "#lib/reports/words.ts";
import { isClaimable } from "#lib/study-results/overview/types.ts";
import { minForClaim } from "#lib/study-results/schema.ts";
import {
  isShare,
  listParts,
  nameJudge,
  why,
  wordOrigin,
  writeBounds,
  type Part,
} from "#lib/task-kinds/rating/report/parts.ts";

type Mean = Part["origins"][number]["judges"][number];

/** Table 2 of such a paper for this study: method × model, each track by itself. */
export const makeOriginTables = (facts: Facts): PrintedTable[] =>
  listParts(facts).map((part, at) => makeOriginTable(facts, part, at + 1));

function makeOriginTable(facts: Facts, part: Part, number: number): PrintedTable {
  const by = facts.results.ratings?.by ?? [];
  const { who } = facts.view;
  const { track, scale } = part;
  const numeric = (label: string) => ({ label, numeric: true });
  const names = by.length > 0 ? by : [t("ratings.tables.origin")];
  return {
    name: `origins-${number}`,
    caption: writeCaption(facts, t("ratings.tables.origins", { track, scale, who }), "people", "rest"),
    notes: listNotes(facts, part),
    columns: [
      ...names.map((label) => ({ label, numeric: false })),
      numeric(t("ratings.tables.ratings")),
      numeric(t("ratings.tables.cases")),
      numeric(t("ratings.tables.people", { who })),
      numeric(t("ratings.tables.interval")),
      numeric(t("ratings.tables.adjusted")),
      ...part.judges.map((judge) => numeric(nameJudge(judge))),
    ],
    groups: [
      part.origins.map((origin, at) => writeOrigin(origin, part, at, names.length)),
      [writeAll(part, names.length)],
    ],
    csv: writeNumbers(facts, part, names),
  };
}

function listNotes({ view }: Facts, { judges, origins, raters }: Part): string[] {
  const hasOverlap = judges.some(({ runId }) => runId === null);
  return [
    t("ratings.tables.made", { who: view.who }),
    ...(origins.some(({ isClaimable: isTold }) => !isTold) ? [t("ratings.tables.few", minForClaim)] : []),
    ...(raters.severityReason
      ? [t("ratings.tables.uncorrected", { reason: why(raters.severityReason) })]
      : []),
    ...(judges.some(isShare) ? [t("ratings.tables.share")] : []),
    ...(hasOverlap ? [t("ratings.tables.overlap", { tokens: overlapTokens })] : []),
  ];
}

export const overlapTokens = "words in lower case without punctuation, Chinese and Japanese by characters";

function writeOrigin(origin: Part["origins"][number], part: Part, at: number, width: number): PrintedRow {
  const { values, n, people, corrected, isClaimable: isTold } = origin;
  const few = t("ratings.tables.tooFew");
  const names =
    values.length > 0 ? values.map((value) => value ?? t("ratings.tables.none")) : [wordOrigin(values)];
  return {
    id: String(at),
    cells: [
      ...names.slice(0, width),
      String(n.ratings),
      String(n.cases),
      ...(isTold
        ? [writeMean(people.mean), writeBounds(people), corrected ? writeMean(corrected.mean) : "–"]
        : [few, "–", "–"]),
      ...origin.judges.map((mean, judge) => writeGiven(mean, part, judge)),
    ],
  };
}

const writeMean = (mean: number | null) => (mean === null ? "–" : inDigits(mean, 2));

function writeGiven({ mean, n }: Mean, { judges }: Part, at: number): string {
  const judge = judges[at];
  if (mean === null || !judge) return "–";
  if (n < minForClaim.cases) return t("ratings.tables.tooFew");
  return isShare(judge) ? inPercent(mean) : inDigits(mean, 2);
}

function writeAll({ n, people }: Part, width: number): PrintedRow {
  const isTold = isClaimable({ answers: n.ratings, people: n.raters, cases: n.cases });
  return {
    id: "all",
    cells: [
      t("ratings.tables.all"),
      ...Array.from({ length: width - 1 }, () => ""),
      String(n.ratings),
      String(n.cases),
      ...(isTold ? [writeMean(people.mean), writeBounds(people)] : [t("ratings.tables.tooFew"), "–"]),
      "",
    ],
  };
}

/** Unrounded, and too little said beside what it is too little for. */
function writeNumbers({ view }: Facts, part: Part, names: readonly string[]): PrintedTable["csv"] {
  const ofMean = ({ mean, low, high, reason }: Mean) => [mean, low, high, reason];
  return [
    [
      "answers_of",
      "track",
      "scale",
      ...names,
      "ratings",
      "raters",
      "cases",
      "groups",
      "too_few",
      "mean",
      "low",
      "high",
      "reason",
      "adjusted",
      "adjusted_low",
      "adjusted_high",
      "adjusted_reason",
      ...part.judges.flatMap((judge) => {
        const name = nameJudge(judge).replace(/ × 100$/, "");
        return [name, `${name} low`, `${name} high`, `${name} reason`, `${name} cases`];
      }),
    ],
    ...part.origins.map(({ values, n, people, corrected, judges, isClaimable: isTold }) => [
      view.who,
      part.track,
      part.scale,
      ...(values.length > 0 ? values : [t("ratings.tables.all")]),
      n.ratings,
      n.raters,
      n.cases,
      n.groups,
      Number(!isTold),
      ...ofMean(people),
      ...(corrected ? ofMean(corrected) : [null, null, null, part.raters.severityReason]),
      ...judges.flatMap((mean) => [...ofMean(mean), mean.n]),
    ]),
  ];
}
