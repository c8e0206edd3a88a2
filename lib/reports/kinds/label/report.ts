import { createTranslator } from "use-intl/core";
import en from "#lib/i18n/messages/en.json" with { type: "json" };
import type { Bounded } from "#lib/metrics/measure.ts";
import type { Facts } from "#lib/reports/facts.ts";
import {
  type JudgedStudy,
  makeJudgedReport,
  makeComparisonTable,
  printTable,
} from "#lib/reports/kinds/judged/report.ts";
import { formatAlternative } from "#lib/reports/methods/analyses.ts";
import { makeAnnotatorsTable } from "#lib/reports/tables/agreement-tables.ts";
import type { PrintedTable } from "#lib/reports/tables/printed-table.ts";
import { joinList, formatRunName, namePeople, t, formatReason, formatShare } from "#lib/reports/words.ts";
import { readBy, nameOrigin } from "#lib/study-results/kinds/origins.ts";
import {
  differenceRow,
  listDifferenceColumns,
  type TableCell,
} from "#lib/study-results/kinds/judged/table.ts";
import {
  computeLabels,
  type Division,
  type LabelledCases,
  type Side,
} from "#lib/study-results/kinds/label/shares.ts";
import {
  agreementColumns,
  agreementRow,
  allCases,
  errorColumns,
  groupByOption,
  kappaColumns,
  kappaRow,
  listParts,
  optionColumns,
  optionKappaColumns,
  optionRows,
  shareColumns,
  shareFiles,
  shareRows,
  type Part,
} from "#lib/study-results/kinds/label/tables.ts";
import { hasRight } from "#lib/study-results/rows/choices.ts";
import { minForClaim } from "#lib/study-results/schema.ts";
import { isMany, specOf, type LabelSpec } from "#lib/task-kinds/label/spec.ts";

const ofLabels = createTranslator({ locale: "en", messages: en, namespace: "reports.labels" });
const ofCodes = createTranslator({ locale: "en", messages: en, namespace: "reports.codes" });

/** What is said both of labels and of codes, each in its own words: the keys are the same. */
const wordsFor = ({ words }: LabelSpec): typeof ofLabels =>
  words.reports === "codes" ? (ofCodes as unknown as typeof ofLabels) : ofLabels;

/** The heading of a column; of labels and of codes alike unless the latter have their own. */
const translatorFor = (spec: LabelSpec) => (key: string) => {
  const name = `tables.${key}` as "tables.judge";
  const own = wordsFor(spec);
  return own.has(name) ? own(name) : ofLabels(name);
};

const listSets = ({ rows, view }: Facts): readonly LabelledCases[] =>
  computeLabels(rows, view, isMany(specOf(rows.kind)) ? [] : readBy(undefined, rows));

/** By what cases are told apart first: of codes as the drawing has it, where nobody asks otherwise. */
const mainDivision = ({ spec, byOrigin, byAttribute }: LabelledCases): Division | null =>
  isMany(spec) ? (byAttribute.find(({ by }) => by[0] === "method") ?? byAttribute[0] ?? null) : byOrigin;

/** Whose origins are held against each other. */
const listCompared = ({ spec, byOrigin, byAttribute }: LabelledCases): readonly Division[] =>
  isMany(spec) ? byAttribute : byOrigin ? [byOrigin] : [];

const nameLabel = (name: TableCell): string => (typeof name === "string" ? name : t("codes.tables.noneFits"));

const nameSide = ({ view }: Facts, { run }: Side): string =>
  run ? formatRunName(run) : namePeople(view.who);

/** Shares over all cases and by origin; then a table for each other attribute by itself. */
const makeShareTables = (facts: Facts): PrintedTable[] =>
  listSets(facts).flatMap((one, at) => {
    const { spec, set, byAttribute } = one;
    const words = wordsFor(spec);
    const name = `${spec.words.reports}-${at + 1}`;
    const main = mainDivision(one);
    const parts = main && main.by.length > 0 ? listParts(main, "en") : [];
    const by = main && parts.length > 0 ? joinList(main.by) : "none";
    return [
      makeShares(facts, one, {
        name,
        caption: words("tables.shares", { set, who: namePeople(facts.view.who), by }),
        parts: [allCases(one), ...parts],
      }),
      // One attribute alone stands in the first table already.
      ...byAttribute
        .filter((part) => main?.by.length !== 1 || part.by[0] !== main.by[0])
        .map((part, place) =>
          makeShares(facts, one, {
            name: `${name}-by-${place + 1}`,
            caption: words("tables.byAttribute", { attribute: part.by[0] ?? "", set }),
            parts: listParts(part, "en"),
            isDetail: true,
          }),
        ),
    ];
  });

type TableRequest = { name: string; caption: string; parts: readonly Part[]; isDetail?: true };

function makeShares(facts: Facts, labelled: LabelledCases, { parts, ...table }: TableRequest): PrintedTable {
  const { spec, labels } = labelled;
  const words = wordsFor(spec);
  const hasFew = parts.some(({ sides }) => sides.some((side) => !side.isClaimable));
  const shareWords = {
    nameSide: (side: Side) => nameSide(facts, side),
    count: (count: number, n: number) => t("labels.tables.count", { count, n }),
    all: t("labels.tables.all"),
  };
  const fileRows = optionRows(labelled, parts, shareWords);
  const headings = labels.map((label) => t("labels.tables.share", { label: label ?? "" }));
  return printTable(facts, {
    ...table,
    standing: "people",
    notes: [
      words("tables.made"),
      ...(hasFew ? [t("judged.tables.few", { ...minForClaim, each: "side" })] : []),
    ],
    columns: isMany(spec) ? optionColumns(shareFiles(spec)) : shareColumns(headings, null, shareFiles(spec)),
    groups: isMany(spec)
      ? groupByOption(fileRows, nameLabel)
      : parts.map((part) => shareRows([part], shareWords)),
    fileRows,
    say: translatorFor(spec),
  });
}

/** Why a figure, or its interval, isn't there. */
const formatUndefined = (name: string, { reason }: Bounded): string[] =>
  reason === null ? [] : [t("labels.tables.undefined", { name, reason: formatReason(reason) })];

/** Of people with each other, and of each judge with one person, over all labels. */
const makeKappaTables = (facts: Facts): PrintedTable[] =>
  listSets(facts).map(({ spec, set, overall, agreement: [agreed] }, at) => {
    const kappas = agreed ? [agreed.kappa, ...agreed.ofJudges] : [];
    const rows = kappas.map((kappa, place) => {
      const side = overall[place];
      const name = side?.run ? formatRunName(side.run) : t("labels.tables.amongPeople");
      return { kappa, name, row: kappaRow(kappa, { id: String(place), name, side }) };
    });
    return printTable(facts, {
      name: `label-kappa-${at + 1}`,
      caption: t("labels.tables.agreement", { set }),
      notes: rows.flatMap(({ name, kappa }) => formatUndefined(name, kappa)),
      columns: kappaColumns,
      groups: [rows.map(({ row }) => row)],
      of: { set },
      say: translatorFor(spec),
    });
  });

/** Of people on each code, found or not found. */
const makeCodeAgreement = (facts: Facts): PrintedTable[] =>
  listSets(facts).map(({ spec, set, labels, agreement }, at) =>
    printTable(facts, {
      name: `code-agreement-${at + 1}`,
      caption: t("codes.tables.agreement", { set }),
      notes: [
        t("codes.tables.agreementMade"),
        ...agreement.flatMap(({ alpha }, place) => formatUndefined(nameLabel(labels[place]), alpha)),
      ],
      columns: agreementColumns(),
      groups: [
        agreement.map((one, place) => agreementRow(one, labels[place] ?? null, nameLabel(labels[place]))),
      ],
      of: { [spec.tables.standard]: set },
      say: translatorFor(spec),
    }),
  );

/** Of each judge with one person, on each code. */
const makeCodeJudges = (facts: Facts): PrintedTable[] =>
  listSets(facts).flatMap(({ spec, set, labels, agreement, overall: [, ...judges] }, at) => {
    if (judges.length === 0) return [];
    const met = agreement.flatMap(({ ofJudges }, place) =>
      ofJudges.map((kappa, number) => ({ kappa, option: labels[place] ?? null, side: judges[number] })),
    );
    const rows = met.map(({ kappa, side, ...one }) => {
      const name = side ? nameSide(facts, side) : "";
      return kappaRow(kappa, { id: `${one.option} ${name}`, name, side, ...one });
    });
    return printTable(facts, {
      name: `code-judges-${at + 1}`,
      caption: t("codes.tables.judges", { set }),
      notes: met.flatMap(({ option, kappa }) => formatUndefined(nameLabel(option), kappa)),
      isDetail: true,
      columns: optionKappaColumns,
      groups: groupByOption(rows, nameLabel),
      of: { [spec.tables.standard]: set },
      say: translatorFor(spec),
    });
  });

const makeComparisons = (facts: Facts): PrintedTable[] =>
  listSets(facts).flatMap((one, at) =>
    listCompared(one).flatMap(({ by: [attribute = ""], values, comparisons }, place) => {
      if (!comparisons || comparisons.length === 0) return [];
      const { spec, set, labels } = one;
      const words = wordsFor(spec);
      const many = isMany(spec);
      const name = (origin: number) => nameOrigin(values?.[origin]?.origin ?? [], "en");
      return makeComparisonTable(facts, {
        name: many ? `code-comparisons-${at + 1}-${place + 1}` : `label-comparisons-${at + 1}`,
        caption: words("tables.comparisons", { attribute, set }),
        within: words("tables.label"),
        of: { [spec.tables.standard]: set, ...(many && { attribute }) },
        columns: listDifferenceColumns({ kind: "points" }),
        rows: comparisons.map((pair, id) =>
          differenceRow(pair, {
            id: String(id),
            label: nameLabel(labels[pair.label]),
            first: name(pair.first),
            second: name(pair.second),
          }),
        ),
        notes: [words("tables.comparisonsMade")],
      });
    }),
  );

const makeErrorTables = (facts: Facts): PrintedTable[] =>
  listSets(facts).flatMap(({ spec, set, errors }, at) => {
    if (!errors || errors.asked === 0) return [];
    const { asked, counts } = errors;
    return printTable(facts, {
      name: `label-errors-${at + 1}`,
      caption: t("labels.tables.errors", { set, asked }),
      notes: [],
      isDetail: true,
      columns: errorColumns,
      groups: [
        counts.map(({ type, count }) => ({
          id: type,
          cells: { type, count, asked, share: asked >= minForClaim.answers ? count / asked : null },
        })),
      ],
      of: { set },
      say: translatorFor(spec),
    });
  });

const isOfCodes = ({ rows }: Facts) => isMany(specOf(rows.kind));

/** What people gave, in one line. */
function formatSet({ set, labels, overall: [people] }: LabelledCases): string {
  if (!people?.isClaimable) return t("labels.points.none", { set });
  const list = people.shares.map(({ mean, ...ends }, at) =>
    t("labels.points.one", { label: nameLabel(labels[at]), share: `${formatShare(mean, ends)}%` }),
  );
  return t("labels.points.share", { set, list: list.join(", ") });
}

const listTests = (one: LabelledCases) =>
  listCompared(one).flatMap(({ comparisons }) => (comparisons ?? []).map(({ holm }) => holm));

function writeMethods(facts: Facts) {
  const { rows } = facts;
  const sets = listSets(facts);
  const what = isOfCodes(facts) ? "codings" : "labels";
  const words = wordsFor(specOf(rows.kind));
  const by = sets[0]?.byOrigin?.by ?? [];
  return {
    made: [
      ...sets.map(({ set, labels }) =>
        words("methods.figures", { set, labels: labels.filter((name) => name !== null).length }),
      ),
      words("methods.shares", { by: by.length === 0 ? "none" : joinList(by) }),
      t("judged.methods.intervals", { what }),
    ],
    others: [
      words("methods.agreement"),
      ...(sets.flatMap(listTests).length > 0 ? [t("judged.methods.comparisons", { what })] : []),
    ],
  };
}

/** All cases are one where nothing tells them apart. */
function countOrigins(one: LabelledCases): JudgedStudy["parts"][number] {
  const ofParts = (mainDivision(one)?.values ?? []).flatMap(({ sides }) => sides.slice(0, 1));
  const counted = ofParts.length > 0 ? ofParts : one.overall.slice(0, 1);
  return { name: one.set, of: counted.length, told: counted.filter((side) => side.isClaimable).length };
}

function readJudged(facts: Facts): JudgedStudy {
  const sets = listSets(facts);
  const people = sets.flatMap(({ overall }) => overall.slice(0, 1));
  return {
    what: isOfCodes(facts) ? "codings" : "labels",
    answers: people.reduce((sum, { n }) => sum + n, 0),
    cases: people.reduce((sum, { cases }) => sum + cases, 0),
    raters: Math.min(...people.map((one) => one.people)),
    judges: sets.flatMap(({ set, overall: [given, ...judges] }) =>
      judges.flatMap(({ run, cases }) =>
        run ? [{ name: formatRunName(run), part: set, n: cases, cases: given?.cases ?? 0 }] : [],
      ),
    ),
    parts: sets.map(countOrigins),
    figures: sets.map((one) => ({
      told: formatSet(one),
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
  alternative: (facts) => (isOfCodes(facts) ? [] : formatAlternative(facts)),
  formatMeans: ({ rows, view }, change) =>
    computeLabels(rows, { ...view, ...change }, [])
      .map(formatSet)
      .join("; "),
});
