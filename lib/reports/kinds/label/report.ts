import type { Facts } from "#lib/reports/facts.ts";
import type { Judged } from "#lib/reports/judged/points.ts";
import { describeAlternative } from "#lib/reports/methods/analyses.ts";
import { makeAnnotatorsTable } from "#lib/reports/tables/agreement-tables.ts";
import { joinList, nameRun, t, writeShare } from "#lib/reports/words.ts";
import { hasRight } from "#lib/study-results/rows/choices.ts";
import { makeJudgedReport } from "#lib/reports/kinds/judged/report.ts";
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
    made: [
      ...sets.map(({ set, labels }) =>
        words("methods.figures", { set, labels: labels.filter((name) => name !== null).length }),
      ),
      ...(isOfCodes(facts) || hasRight(rows) ? [] : [t("labels.methods.noRight")]),
      words("methods.shares", { by: by.length === 0 ? "none" : joinList(by) }),
      words("methods.intervals"),
    ],
    interim: words("methods.interim"),
    others: [
      words("methods.agreement"),
      ...(sets.flatMap(listTests).length > 0 ? [words("methods.comparisons")] : []),
    ],
  };
}

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
    judges: sets.flatMap(({ set, overall: [given, ...judges] }) =>
      judges.flatMap(({ run, cases }) =>
        run ? [{ name: nameRun(run), part: set, n: cases, cases: given?.cases ?? 0 }] : [],
      ),
    ),
    parts: sets.map(countOrigins),
    figures: sets.map((one) => ({
      told: tellSet(one),
      hasInterval:
        one.overall[0]?.isClaimable === true && one.overall[0].shares.some(({ low }) => low !== null),
    })),
    tests: sets.flatMap(listTests),
  };
}

const listTables = (facts: Facts) =>
  isOfCodes(facts)
    ? [
        ...makeShareTables(facts),
        ...makeCodeAgreement(facts),
        ...makeCodeJudges(facts),
        ...makeComparisons(facts),
      ]
    : [
        ...makeShareTables(facts),
        ...makeKappaTables(facts),
        ...makeComparisons(facts),
        ...makeErrorTables(facts),
        // Where labels are right or wrong it stands among the tables of that.
        ...(hasRight(facts.rows) ? [] : [makeAnnotatorsTable(facts)]),
      ];

const listFigures = (facts: Facts) =>
  listSets(facts).flatMap(({ set }, at) => {
    const figure = (name: string, asked: Record<string, string>, note: string) => ({
      name,
      file: `${name}-${at + 1}`,
      asked: new URLSearchParams(asked),
      note,
    });
    return isOfCodes(facts)
      ? [figure("codes", { book: set }, t("codes.figures.codes"))]
      : [
          figure("label-shares", { set }, t("labels.figures.shares")),
          figure("labels", { set }, t("labels.figures.labels")),
        ];
  });

/** Of labels and of codes. */
export const labelReport = makeJudgedReport({
  tables: listTables,
  figures: listFigures,
  read: readJudged,
  methods: writeMethods,
  alternative: (facts) => (isOfCodes(facts) ? [] : describeAlternative(facts)),
  tellMeans: ({ rows, view }, change) =>
    describeLabels(rows, { ...view, ...change }, [])
      .map(tellSet)
      .join("; "),
});
