import type { Facts } from "#lib/reports/facts.ts";
import { checkJudged, nameJudges, type Judged } from "#lib/reports/judged/points.ts";
import { describeAlternative } from "#lib/reports/methods/analyses.ts";
import { makeAnnotatorsTable } from "#lib/reports/tables/agreement-tables.ts";
import { joinList, nameRun, t, writeShare } from "#lib/reports/words.ts";
import { hasRight } from "#lib/study-results/rows/choices.ts";
import { describeFigures } from "#lib/reports/kinds/judged/methods.ts";
import {
  listCompared,
  listSets,
  mainDivision,
  makeCodeAgreement,
  makeCodeJudges,
  makeComparisons,
  makeErrorTables,
  makeKappaTables,
  makeShareTables,
  nameLabel,
  wordsFor,
} from "#lib/reports/kinds/label/tables.ts";
import { describeLabels, type LabelledCases } from "#lib/study-results/kinds/label/shares.ts";
import { isMany, specOf } from "#lib/task-kinds/label/spec.ts";

const isOfCodes = ({ rows }: Facts) => isMany(specOf(rows.kind));

/** What people gave, in one line. */
function tellSet({ set, labels, overall: [people] }: LabelledCases): string {
  if (!people?.isClaimable) return t("labels.points.none", { set });
  const list = people.shares.map(({ mean, ...ends }, at) =>
    t("labels.points.one", { label: nameLabel(labels[at]), share: `${writeShare(mean, ends)}%` }),
  );
  return t("labels.points.share", { set, list: list.join(", ") });
}

const listTests = (one: LabelledCases) =>
  listCompared(one).flatMap(({ comparisons }) => (comparisons ?? []).map(({ holm }) => holm));

function writeMethods(facts: Facts) {
  const { rows } = facts;
  const sets = listSets(facts);
  const words = wordsFor(specOf(rows.kind));
  const by = sets[0]?.byOrigin?.by ?? [];
  return {
    figures: describeFigures(facts, {
      made: [
        ...sets.map(({ set, labels }) =>
          words("methods.figures", { set, labels: labels.filter((name) => name !== null).length }),
        ),
        ...(isOfCodes(facts) || hasRight(rows) ? [] : [t("labels.methods.noRight")]),
        words("methods.shares", { by: by.length === 0 ? "none" : joinList(by) }),
        words("methods.intervals"),
      ],
      raters: readJudged(facts).raters,
      interim: words("methods.interim"),
    }),
    others: [
      words("methods.agreement"),
      ...(sets.flatMap(listTests).length > 0 ? [words("methods.comparisons")] : []),
    ],
  };
}

const listJudges = (facts: Facts): Judged["judges"] =>
  listSets(facts).flatMap(({ set, overall: [people, ...judges] }) =>
    judges.flatMap(({ run, cases }) =>
      run ? [{ name: nameRun(run), part: set, n: cases, cases: people?.cases ?? 0 }] : [],
    ),
  );

/** All cases are one where nothing tells them apart. */
function countOrigins(one: LabelledCases): Judged["parts"][number] {
  const ofParts = (mainDivision(one)?.values ?? []).flatMap(({ sides }) => sides.slice(0, 1));
  const counted = ofParts.length > 0 ? ofParts : one.overall.slice(0, 1);
  return { name: one.set, of: counted.length, told: counted.filter((side) => side.isClaimable).length };
}

function readJudged(facts: Facts): Judged {
  const sets = listSets(facts);
  const people = sets.flatMap(({ overall }) => overall.slice(0, 1));
  return {
    what: isOfCodes(facts) ? "codings" : "labels",
    answers: people.reduce((sum, { n }) => sum + n, 0),
    cases: people.reduce((sum, { cases }) => sum + cases, 0),
    raters: Math.min(...people.map((one) => one.people)),
    judges: listJudges(facts),
    parts: sets.map(countOrigins),
    figures: sets.map((one) => ({
      told: tellSet(one),
      hasInterval:
        one.overall[0]?.isClaimable === true && one.overall[0].shares.some(({ low }) => low !== null),
    })),
    tests: sets.flatMap(listTests),
  };
}

const inPlace = {
  methods: (facts: Facts) => ({
    alternative: isOfCodes(facts) ? [] : describeAlternative(facts),
    models: nameJudges(listJudges(facts)),
  }),
  checks: checkJudged(readJudged),
  tellMeans: ({ rows, view }: Facts, change: Partial<Facts["view"]>) =>
    describeLabels(rows, { ...view, ...change }, [])
      .map(tellSet)
      .join("; "),
};

export const labelReport = {
  tables: (facts: Facts) => [
    ...makeShareTables(facts),
    ...makeKappaTables(facts),
    ...makeComparisons(facts),
    ...makeErrorTables(facts),
    // Where labels are right or wrong it stands among the tables of that.
    ...(hasRight(facts.rows) ? [] : [makeAnnotatorsTable(facts)]),
  ],
  figures: (facts: Facts) =>
    listSets(facts).flatMap(({ set }, at) => {
      const asked = new URLSearchParams({ set });
      return [
        { name: "label-shares", file: `label-shares-${at + 1}`, asked, note: t("labels.figures.shares") },
        { name: "labels", file: `labels-${at + 1}`, asked, note: t("labels.figures.labels") },
      ];
    }),
  methods: writeMethods,
  inPlace,
};

export const codeReport = {
  tables: (facts: Facts) => [
    ...makeShareTables(facts),
    ...makeCodeAgreement(facts),
    ...makeCodeJudges(facts),
    ...makeComparisons(facts),
  ],
  figures: (facts: Facts) =>
    listSets(facts).map(({ set }, at) => ({
      name: "codes",
      file: `codes-${at + 1}`,
      asked: new URLSearchParams({ book: set }),
      note: t("codes.figures.codes"),
    })),
  methods: writeMethods,
  inPlace,
};
