import { createTranslator } from "use-intl/core";
import type { CsvCell } from "#lib/files/csv/cell.ts";
import { inDigits } from "#lib/figures/written.ts";
import en from "#lib/i18n/messages/en.json" with { type: "json" };
import type { Bounded } from "#lib/metrics/measure.ts";
import type { Facts } from "#lib/reports/facts.ts";
import { writeCaption } from "#lib/reports/head.ts";
import { makeComparisonTable } from "#lib/reports/judged/comparison-table.ts";
import type { PrintedTable } from "#lib/reports/tables/printed-table.ts";
import { joinList, nameRun, t, wordReason, writeDecimal, writeGap, writeShare } from "#lib/reports/words.ts";
import { minForClaim } from "#lib/study-results/schema.ts";
import { readBy } from "#lib/study-results/kinds/asked-attributes.ts";
import {
  describeLabels,
  type Agreement,
  type Division,
  type LabelledCases,
  type Side,
} from "#lib/study-results/kinds/label/shares.ts";
import { isMany, specOf, type LabelSpec } from "#lib/task-kinds/label/spec.ts";

const ofLabels = createTranslator({ locale: "en", messages: en, namespace: "reports.labels" });
const ofCodes = createTranslator({ locale: "en", messages: en, namespace: "reports.codes" });

/** What is said both of labels and of codes, each in its own words: the keys are the same. */
export const wordsFor = ({ words }: LabelSpec): typeof ofLabels =>
  words.reports === "codes" ? (ofCodes as unknown as typeof ofLabels) : ofLabels;

export const listSets = ({ rows, view }: Facts): readonly LabelledCases[] =>
  describeLabels(rows, view, isMany(specOf(rows.kind)) ? [] : readBy(undefined, rows));

/** By what cases are told apart first: of codes as the drawing has it, where nobody asks otherwise. */
export const mainDivision = ({ spec, byOrigin, byAttribute }: LabelledCases): Division | null =>
  isMany(spec) ? (byAttribute.find(({ by }) => by[0] === "method") ?? byAttribute[0] ?? null) : byOrigin;

/** Whose origins are held against each other. */
export const listCompared = ({ spec, byOrigin, byAttribute }: LabelledCases): readonly Division[] =>
  isMany(spec) ? byAttribute : byOrigin ? [byOrigin] : [];

export const nameLabel = (name: string | null | undefined): string => name ?? t("codes.tables.noneFits");

export const nameSide = ({ view }: Facts, { run }: Side): string =>
  run ? nameRun(run) : t("labels.tables.people", { who: view.who });

/** The share of one label with its interval; a count where there is too little for one. */
export function writeLabelShare({ shares, counts, isClaimable, n }: Side, label: number): string {
  const { mean = null, low = null, high = null } = shares[label] ?? {};
  return isClaimable && mean !== null
    ? writeShare(mean, { low, high })
    : t("labels.tables.count", { count: counts[label] ?? 0, n });
}

const numeric = (label: string) => ({ label, numeric: true });
const plain = (label: string) => ({ label, numeric: false });

const columnsOf = (figure: string) => [figure, `${figure}_low`, `${figure}_high`, `${figure}_reason`];
const cellsOf = ({ value, low, high, reason }: Bounded): CsvCell[] => [value, low, high, reason];
const cellsOfRun = ({ run }: Side): CsvCell[] => [run?.model ?? "", run?.method ?? "", run?.version ?? ""];

/** Some of the cases: what stands in the table, by what and as what they are told apart, and who labelled them. */
type Row = { cells: string; of: string; value: string; sides: readonly Side[] };

const listRows = ({ by, values }: Division): Row[] =>
  (values ?? []).map(({ origin, sides }) => {
    const value = origin.map((part) => part ?? t("labels.tables.lacking")).join(" · ");
    return { cells: value, of: by.join(" · "), value, sides };
  });

/** Shares over all cases and by origin; then a table for each other attribute by itself. */
export const makeShareTables = (facts: Facts): PrintedTable[] =>
  listSets(facts).flatMap((one, at) => {
    const { set, overall, byAttribute } = one;
    const words = wordsFor(one.spec);
    const name = `${one.spec.words.reports}-${at + 1}`;
    const main = mainDivision(one);
    const rows = main && main.by.length > 0 ? listRows(main) : [];
    const by = main && rows.length > 0 ? joinList(main.by) : "none";
    return [
      makeShares(facts, one, {
        name,
        caption: words("tables.shares", { set, who: facts.view.who, by }),
        rows: [{ cells: t("labels.tables.all"), of: "all", value: "", sides: overall }, ...rows],
      }),
      // One attribute alone stands in the first table already.
      ...byAttribute
        .filter((part) => main?.by.length !== 1 || part.by[0] !== main.by[0])
        .map((part, place) => ({
          ...makeShares(facts, one, {
            name: `${name}-by-${place + 1}`,
            caption: words("tables.byAttribute", { attribute: part.by[0] ?? "", set }),
            rows: listRows(part),
          }),
          isDetail: true,
        })),
    ];
  });

type Wanted = { name: string; caption: string; rows: readonly Row[] };

function makeShares(facts: Facts, labelled: LabelledCases, { name, caption, rows }: Wanted): PrintedTable {
  const words = wordsFor(labelled.spec);
  const { spec, labels } = labelled;
  const hasFew = rows.some(({ sides }) => sides.some((side) => !side.isClaimable));
  const lead = [plain(words("tables.cases")), plain(words("tables.givenBy"))];
  const counted = [numeric(words("tables.n")), numeric(t("labels.tables.casesN"))];
  const cellsFor = (cells: string, side: Side, place: number) => [
    place === 0 ? cells : "",
    nameSide(facts, side),
    String(side.n),
    String(side.cases),
  ];
  return {
    name,
    caption: writeCaption(facts, caption, "people", "rest"),
    notes: [words("tables.made"), ...(hasFew ? [words("tables.few", minForClaim)] : [])],
    // A code is a group of rows: books have up to fifteen, too many to stand side by side on paper.
    ...(isMany(spec)
      ? {
          columns: [plain(words("tables.label")), ...lead, ...counted, numeric(t("codes.tables.share95"))],
          groups: labels.map((label, number) =>
            rows
              .flatMap(({ cells, sides }) => sides.map((side, place) => ({ cells, side, place })))
              .map(({ cells, side, place }, row) => ({
                id: `${number} ${row}`,
                cells: [
                  row === 0 ? nameLabel(label) : "",
                  ...cellsFor(cells, side, place),
                  writeLabelShare(side, number),
                ],
              })),
          ),
        }
      : {
          columns: [
            ...lead,
            ...counted,
            ...labels.map((label) => numeric(t("labels.tables.share", { label: label ?? "" }))),
          ],
          groups: rows.map(({ cells, sides }, at) =>
            sides.map((side, place) => ({
              id: `${at} ${place}`,
              cells: [
                ...cellsFor(cells, side, place),
                ...labels.map((_, number) => writeLabelShare(side, number)),
              ],
            })),
          ),
        }),
    csv: writeShareCsv(facts, labelled, rows),
  };
}

function writeShareCsv({ view }: Facts, labelled: LabelledCases, rows: readonly Row[]): PrintedTable["csv"] {
  const { spec, set, labels } = labelled;
  const { tables } = spec;
  return [
    [
      "answers_of",
      tables.standard,
      "part",
      "value",
      tables.by,
      "model",
      "method",
      "version",
      tables.answers,
      "people",
      "cases",
      "groups",
      "too_few",
      tables.option,
      "count",
      "share",
      "low",
      "high",
      "reason",
    ],
    ...rows.flatMap(({ of, value, sides }) =>
      sides.flatMap((side) =>
        side.shares.map(({ mean, low, high, reason }, label): CsvCell[] => [
          view.who,
          set,
          of,
          value,
          side.run ? "judge" : "people",
          ...cellsOfRun(side),
          side.n,
          side.run ? null : side.people,
          side.cases,
          side.groups,
          Number(!side.isClaimable),
          labels[label] ?? null,
          side.counts[label] ?? 0,
          mean,
          low,
          high,
          reason,
        ]),
      ),
    ),
  ];
}

/** Of people with each other, and of each judge with one person, over all labels. */
export const makeKappaTables = (facts: Facts): PrintedTable[] =>
  listSets(facts).map(({ set, overall, agreement: [agreed] }, at) => {
    const nameOf = ({ run }: Side) => (run ? nameRun(run) : t("labels.tables.amongPeople"));
    const kappas = agreed ? [agreed.kappa, ...agreed.ofJudges] : [];
    const rows = overall.flatMap((side, place) => (kappas[place] ? [{ side, kappa: kappas[place] }] : []));
    const write = (value: number) => inDigits(value, 2);
    return {
      name: `label-kappa-${at + 1}`,
      caption: writeCaption(facts, t("labels.tables.agreement", { set }), "rest"),
      notes: [
        t("labels.tables.agreementMade"),
        ...rows.flatMap(({ side, kappa }) => tellUndefined(nameOf(side), kappa)),
      ],
      columns: [
        plain(t("labels.tables.judge")),
        numeric(t("labels.tables.casesN")),
        numeric(t("labels.tables.kappa")),
        numeric(t("labels.tables.interval")),
      ],
      groups: [
        rows.map(({ side, kappa: { value, low, high } }, place) => ({
          id: String(place),
          cells: [
            nameOf(side),
            String(side.cases),
            writeDecimal(value, 2),
            low === null || high === null
              ? "–"
              : `${write(low)}${low < 0 || high < 0 ? " to " : "–"}${write(high)}`,
          ],
        })),
      ],
      csv: [
        "answers_of set labelled_by model method version cases kappa low high reason".split(" "),
        ...rows.map(({ side, kappa }): CsvCell[] => [
          facts.view.who,
          set,
          side.run ? "judge" : "people",
          ...cellsOfRun(side),
          side.cases,
          ...cellsOf(kappa),
        ]),
      ],
    };
  });

/** Why a figure, or its interval, isn't there. */
const tellUndefined = (name: string, { reason }: Bounded): string[] =>
  reason === null ? [] : [t("labels.tables.undefined", { name, reason: wordReason(reason) })];

const writeAgreement = ({ alpha, pairwise, kappa }: Agreement): string[] => [
  writeDecimal(alpha.value, 2, alpha),
  pairwise.value === null ? "–" : writeShare(pairwise.value, pairwise),
  writeDecimal(kappa.value, 2, kappa),
];

/** Of people on each code, found or not found. */
export const makeCodeAgreement = (facts: Facts): PrintedTable[] =>
  listSets(facts).map(({ set, labels, agreement }, at) => ({
    name: `code-agreement-${at + 1}`,
    caption: writeCaption(facts, t("codes.tables.agreement", { set }), "rest"),
    notes: [
      t("codes.tables.agreementMade"),
      ...agreement.flatMap(({ alpha }, place) => tellUndefined(nameLabel(labels[place]), alpha)),
    ],
    columns: [
      plain(t("codes.tables.label")),
      ...(["alpha", "pairwise", "kappa"] as const).map((key) => numeric(t(`codes.tables.${key}`))),
    ],
    groups: [
      agreement.map((one, place) => ({
        id: String(place),
        cells: [nameLabel(labels[place]), ...writeAgreement(one)],
      })),
    ],
    csv: [
      [
        "answers_of",
        "code_book",
        "code",
        ...columnsOf("alpha"),
        ...columnsOf("pairwise"),
        ...columnsOf("kappa"),
      ],
      ...agreement.map(({ alpha, pairwise, kappa }, place): CsvCell[] => [
        facts.view.who,
        set,
        labels[place] ?? null,
        ...cellsOf(alpha),
        ...cellsOf(pairwise),
        ...cellsOf(kappa),
      ]),
    ],
  }));

/** Of each judge with one person, on each code. */
export const makeCodeJudges = (facts: Facts): PrintedTable[] =>
  listSets(facts).flatMap(({ set, labels, agreement, overall: [, ...judges] }, at) => {
    if (judges.length === 0) return [];
    const rows = agreement.map(({ ofJudges }, place) => ({
      label: labels[place] ?? null,
      met: judges.flatMap((judge, number) => (ofJudges[number] ? [{ judge, kappa: ofJudges[number] }] : [])),
    }));
    return {
      name: `code-judges-${at + 1}`,
      caption: writeCaption(facts, t("codes.tables.judges", { set }), "rest"),
      notes: [
        t("codes.tables.judgesMade"),
        ...rows.flatMap(({ label, met }) =>
          met.flatMap(({ kappa }) => tellUndefined(nameLabel(label), kappa)),
        ),
      ],
      isDetail: true,
      columns: [
        plain(t("codes.tables.label")),
        plain(t("labels.tables.judge")),
        numeric(t("labels.tables.casesN")),
        numeric(t("codes.tables.kappa")),
      ],
      groups: rows.map(({ label, met }, place) =>
        met.map(({ judge, kappa }, row) => ({
          id: `${place} ${row}`,
          cells: [
            row === 0 ? nameLabel(label) : "",
            nameSide(facts, judge),
            String(judge.cases),
            writeDecimal(kappa.value, 2, kappa),
          ],
        })),
      ),
      csv: [
        ["answers_of", "code_book", "code", "model", "method", "version", "cases", ...columnsOf("kappa")],
        ...rows.flatMap(({ label, met }) =>
          met.map(({ judge, kappa }): CsvCell[] => [
            facts.view.who,
            set,
            label,
            ...cellsOfRun(judge),
            judge.cases,
            ...cellsOf(kappa),
          ]),
        ),
      ],
    };
  });

export const makeComparisons = (facts: Facts): PrintedTable[] =>
  listSets(facts).flatMap((one, at) =>
    listCompared(one).flatMap(({ by: [attribute = ""], values, comparisons }, place) => {
      if (!comparisons || comparisons.length === 0) return [];
      const { spec, set, labels } = one;
      const words = wordsFor(spec);
      const many = isMany(spec);
      const name = (origin: number) =>
        (values?.[origin]?.origin ?? []).map((part) => part ?? t("labels.tables.lacking")).join(" · ");
      return makeComparisonTable(facts, {
        name: many ? `code-comparisons-${at + 1}-${place + 1}` : `label-comparisons-${at + 1}`,
        caption: words("tables.comparisons", { attribute, set }),
        within: {
          label: words("tables.label"),
          of: comparisons.map(({ label }) => nameLabel(labels[label])),
        },
        csv: {
          columns: many ? [spec.tables.standard, "attribute"] : [spec.tables.standard],
          cells: many ? [set, attribute] : [set],
        },
        pairs: comparisons.map((pair) => ({ ...pair, first: name(pair.first), second: name(pair.second) })),
        write: writeGap,
        notes: [words("tables.comparisonsMade")],
      });
    }),
  );

export const makeErrorTables = (facts: Facts): PrintedTable[] =>
  listSets(facts).flatMap(({ set, errors }, at) => {
    if (!errors || errors.asked === 0) return [];
    const { asked, counts } = errors;
    const isTold = asked >= minForClaim.answers;
    return {
      name: `label-errors-${at + 1}`,
      caption: writeCaption(facts, t("labels.tables.errors", { set, asked }), "rest"),
      notes: [],
      isDetail: true,
      columns: [
        plain(t("labels.tables.type")),
        numeric(t("labels.tables.countOf")),
        numeric(t("labels.tables.shareOf")),
      ],
      groups: [
        counts.map(({ type, count }) => ({
          id: type,
          cells: [type, String(count), isTold ? inDigits((100 * count) / asked, 1) : "–"],
        })),
      ],
      csv: [
        "answers_of set type count asked".split(" "),
        ...counts.map(({ type, count }): CsvCell[] => [facts.view.who, set, type, count, asked]),
      ],
    };
  });
