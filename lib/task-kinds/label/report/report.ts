import { makeComparisonTable } from "#lib/reports/judged/comparison-table.ts";
import { checkJudged, describeRaters, nameJudges, type Judged } from "#lib/reports/judged/points.ts";
import type { Facts } from "#lib/reports/facts.ts";
import { describeAlternative } from "#lib/reports/methods/analyses.ts";
import { makeAnnotatorsTable } from "#lib/reports/tables/agreement-tables.ts";
import type { PrintedTable } from "#lib/reports/tables/printed-table.ts";
import { joinList, nameRun, t, writeGap } from "#lib/reports/words.ts";
import { hasRight } from "#lib/study-results/rows/choices.ts";
import { holdsAtEveryLook } from "#lib/study-results/interim-policy.ts";
import { leastForClaim } from "#lib/study-results/schema.ts";
import { listSets, tellSet, type LabelledSet } from "#lib/task-kinds/label/report/parts.ts";
import { makeErrorTables, makeKappaTables, makeShareTables } from "#lib/task-kinds/label/report/tables.ts";
import { writeLabels } from "#lib/task-kinds/label/shares/document.ts";

const makeComparisons = (facts: Facts): PrintedTable[] =>
  listSets(facts).flatMap(({ set, labels, origins, comparisons }, at) => {
    if (!comparisons || comparisons.length === 0) return [];
    const name = (place: number) =>
      (origins?.[place]?.values ?? []).map((value) => value ?? t("labels.tables.none")).join(" · ");
    return makeComparisonTable(facts, {
      name: `label-comparisons-${at + 1}`,
      caption: t("labels.tables.comparisons", { set }),
      within: {
        label: t("labels.tables.label"),
        of: comparisons.map(({ label }) => labels[label] ?? ""),
      },
      csv: { columns: ["set"], cells: [set] },
      pairs: comparisons.map((pair) => ({
        ...pair,
        first: name(pair.first),
        second: name(pair.second),
      })),
      write: writeGap,
      notes: [t("labels.tables.comparisonsMade")],
    });
  });

const listFigures = (facts: Facts) =>
  listSets(facts).flatMap(({ set }, at) => {
    const asked = new URLSearchParams({ set });
    return [
      { name: "label-shares", file: `label-shares-${at + 1}`, asked, note: t("labels.figures.shares") },
      { name: "labels", file: `labels-${at + 1}`, asked, note: t("labels.figures.labels") },
    ];
  });

function writeMethods(facts: Facts) {
  const { rows, results, view } = facts;
  const by = results.labels?.by ?? [];
  const sets = listSets(facts);
  return {
    figures: [
      ...sets.map(({ set, labels }) => t("labels.methods.figures", { set, labels: labels.length })),
      ...(hasRight(rows) ? [] : [t("labels.methods.noRight")]),
      t("labels.methods.shares", { by: by.length === 0 ? "none" : joinList(by) }),
      t("labels.methods.intervals"),
      describeRaters(readJudged(facts).raters),
      ...(holdsAtEveryLook(rows, view.who) ? [t("labels.methods.interim")] : []),
      t("methods.few", {
        leastAnswers: leastForClaim.answers,
        leastPeople: leastForClaim.people,
        leastCases: leastForClaim.cases,
      }),
    ],
    others: [
      t("labels.methods.agreement"),
      ...(sets.some(({ comparisons }) => (comparisons?.length ?? 0) > 0)
        ? [t("labels.methods.comparisons")]
        : []),
    ],
  };
}

const listJudges = (facts: Facts): Judged["judges"] =>
  listSets(facts).flatMap(({ set, overall: [people, ...judges] }) =>
    judges.map((judge) => ({
      name: nameRun(judge),
      part: set,
      n: judge.n.cases,
      cases: people?.n.cases ?? 0,
    })),
  );

/** All cases are one where nothing tells them apart. */
const originsOf = ({ set, origins, overall }: LabelledSet) => {
  const sides = (origins ?? []).flatMap((origin) => origin.sides.slice(0, 1));
  const counted = sides.length > 0 ? sides : overall.slice(0, 1);
  return { name: set, of: counted.length, told: counted.filter((side) => side.isClaimable).length };
};

function readJudged(facts: Facts): Judged {
  const sets = listSets(facts);
  const people = sets.flatMap(({ overall }) => overall.slice(0, 1));
  return {
    what: "labels",
    answers: people.reduce((sum, { n }) => sum + n.labels, 0),
    cases: people.reduce((sum, { n }) => sum + n.cases, 0),
    raters: Math.min(...people.map(({ n }) => n.people)),
    judges: listJudges(facts),
    parts: sets.map(originsOf),
    figures: sets.map((one) => ({
      told: tellSet(one),
      hasInterval:
        one.overall[0]?.isClaimable === true && one.overall[0].shares.some(({ low }) => low !== null),
    })),
    tests: sets.flatMap(({ comparisons }) => (comparisons ?? []).map(({ holm }) => holm)),
  };
}

export const labelReport = {
  tables: (facts: Facts) => [
    ...makeShareTables(facts),
    ...makeKappaTables(facts),
    ...makeComparisons(facts),
    ...makeErrorTables(facts),
    // Where labels are right or wrong it stands among the tables of that.
    ...(hasRight(facts.rows) ? [] : [makeAnnotatorsTable(facts)]),
  ],
  figures: listFigures,
  methods: writeMethods,
  inPlace: {
    methods: (facts: Facts) => ({
      alternative: describeAlternative(facts),
      models: nameJudges(listJudges(facts)),
    }),
    checks: checkJudged(readJudged),
    tellMeans: ({ rows, view }: Facts, change: Partial<Facts["view"]>) =>
      writeLabels(rows, { ...view, ...change }, [])
        .sets.map(tellSet)
        .join("; "),
  },
};
