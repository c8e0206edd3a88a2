import type { CsvCell } from "#lib/files/csv/cell.ts";
import { inPercent } from "#lib/figures/written.ts";
import { defaultLocale } from "#lib/i18n/locale.ts";
import { countErrorClasses, type CaseStudy } from "#lib/reports/case-studies/case-studies.ts";
import type { Facts } from "#lib/reports/facts.ts";
import { listLooks, formatCaption, listPlannedRows, subjectOf } from "#lib/reports/head.ts";
import {
  headColumns,
  printCells,
  writeNumbers,
  type PrintedRow,
  type PrintedTable,
} from "#lib/reports/tables/printed-table.ts";
import { formatFullName, formatGap, formatRunName, formatShare, namePeople, t } from "#lib/reports/words.ts";
import type { ResultsDocument } from "#lib/results/document-schema.ts";
import {
  getGaps,
  getVotes,
  type TestedRun,
  getParts,
  type PartRow,
  getStandings,
  type StandingRow,
} from "#lib/results/measures.ts";
import { renderCsv, idOf, nameSubject } from "#lib/results/render/table.ts";
import type { ResultCell, ResultTable } from "#lib/results/table.ts";
import { listTables } from "#lib/results/tables.ts";
import { wordClusters } from "#lib/study-results/cluster-words.ts";
import { getIntervals } from "#lib/study-results/overview/intervals.ts";
import type { VariantKey } from "#lib/study-results/overview/types.ts";
import type { CountedStratum, Population } from "#lib/study-results/schema.ts";

export const byGroup = <Row extends { group: unknown }>(rows: readonly Row[]): Row[][] => [
  ...Map.groupBy(rows, ({ group }) => group).values(),
];

const noteIntervals = ({ rows, view }: Facts): string =>
  t("tables.results.made", wordClusters(rows, getIntervals(rows, view).works, defaultLocale));

const resultColumns = ["n", "top1", "withMissing", "top2", "meanRank", "ece", "brier"] as const;

/** People, their vote, chance and every model over the same cases. */
export function makeResultsTable(facts: Facts): PrintedTable {
  const { rows, view } = facts;
  const { who } = view;
  const table = getStandings(rows, view);
  const told = table.rows
    .filter(({ subject }) => subject.kind !== "consensus")
    .map(({ subject }) => ({
      name: nameOf(subject, who),
      subject:
        subject.kind === "run"
          ? subjectOf(facts, subject.run)
          : subject.kind === "people"
            ? subject.kind
            : ("rest" as const),
    }));
  const caption = t("tables.results.caption", {
    cases: table.rows[0]?.cells.cases?.value ?? 0,
    who: namePeople(who),
  });
  const csv = renderCsv(table);
  return {
    name: "results",
    caption: formatCaption(facts, caption, "rest", ...told.map(({ subject }) => subject)),
    notes: [
      ...listPlannedRows(facts, told),
      noteIntervals(facts),
      ...listLooks(facts),
      t("tables.results.missing"),
    ],
    columns: headColumns(
      t("tables.results.name"),
      resultColumns.map((key) => t(`tables.results.${key}`)),
    ),
    groups: byGroup(table.rows).map((group) =>
      group.map((row) => ({
        ...aboutOf(row),
        cells: [labelOf(row, who), ...printCells(table, row, resultColumns)],
      })),
    ),
    csv: [
      ["answers_of", "kind", ...runColumns, ...csv.names, "reason"],
      ...table.rows.map((row) => [who, ...nameCells(row), ...csv.cells(row), row.cells.top1?.reason]),
    ],
  };

  function aboutOf({ subject: { kind, ...rest } }: StandingRow) {
    if ("run" in rest) return { id: `run-${rest.run.runId}`, about: { run: rest.run.runId } };
    return { id: kind, about: { page: kind === "people" ? ("people" as const) : ("cases" as const), view } };
  }
}

function nameOf(subject: StandingRow["subject"], who: Population): string {
  if (subject.kind === "run") return formatRunName(subject.run);
  return subject.kind === "people" ? namePeople(who) : t(`tables.results.${subject.kind}`);
}

export function labelOf({ subject, foreseen }: StandingRow, who: Population): string {
  if (subject.kind !== "run" || subject.run.apart === null) return nameOf(subject, who);
  return formatFullName({ ...subject.run, apart: foreseen ? "selecting" : subject.run.apart });
}

export const runColumns = ["name", "method", "version", "ran_at", "ranked"];

export function nameCells({ subject }: StandingRow): CsvCell[] {
  if (subject.kind !== "run") return [subject.kind, ...runColumns.map(() => null)];
  const { model, method, version, ranAt, isRanked, apart } = subject.run;
  return [apart === null ? "model" : `${apart}_model`, model, method, version, ranAt, Number(isRanked)];
}

/** People less each model: the difference, its interval, and the test of this very difference. */
export function makeGapTable(facts: Facts): PrintedTable {
  const margin = facts.rows.study.design.claims?.margin ?? null;
  const columns = [
    ...(["n", "difference", "p", "holm"] as const),
    ...(margin === null ? [] : (["noWorse", "equivalence"] as const)),
  ];
  return printTested(facts, getGaps(facts.rows, facts.view), {
    name: "people-less-model",
    caption: t("tables.gap.caption", { who: namePeople(facts.view.who) }),
    notes: [
      t("tables.gap.made"),
      ...listLooks(facts),
      ...(margin === null ? [] : [t("tables.gap.margin", { margin: inPercent(margin) })]),
    ],
    columns: columns.map((key) => [key, t(`tables.gap.${key}`)]),
  });
}

/** The vote of people less each model, with McNemar's test of the pairs in which they differ. */
export const makeVoteTable = (facts: Facts): PrintedTable =>
  printTested(facts, getVotes(facts.rows, facts.view), {
    name: "consensus-less-model",
    caption: t("tables.vote.caption"),
    notes: [t("tables.vote.made"), ...listLooks(facts)],
    columns: [
      ["n", t("tables.vote.cases")],
      ...(["pairs", "difference", "p", "midP", "holm"] as const).map(
        (key) => [key, t(`tables.vote.${key}`)] as const,
      ),
    ],
  });

type Layout<Key> = Pick<PrintedTable, "name" | "caption" | "notes"> & {
  columns: readonly (readonly [key: Key, label: string])[];
};

function printTested<Key extends string>(
  facts: Facts,
  table: ResultTable<Key, TestedRun>,
  { name, caption, notes, columns }: Layout<Key>,
): PrintedTable {
  const standing = table.rows.map(({ subject: { run } }) => ({
    name: formatRunName(run),
    subject: subjectOf(facts, run),
  }));
  const [first = "rest", ...others] = standing.map(({ subject }) => subject);
  const keys = columns.map(([key]) => key);
  const csv = renderCsv(table);
  return {
    name,
    caption: formatCaption(facts, caption, first, ...others),
    notes: [...listPlannedRows(facts, standing), ...notes],
    columns: headColumns(
      t("tables.results.name"),
      columns.map(([, label]) => label),
    ),
    groups: [
      table.rows.map((row) => ({
        id: `run-${row.subject.run.runId}`,
        about: { run: row.subject.run.runId },
        cells: [formatRunName(row.subject.run), ...printCells(table, row, keys)],
      })),
    ].filter((group) => group.length > 0),
    csv: [
      ["answers_of", "name", "method", "version", ...csv.names, "reason"],
      ...table.rows.map((row) => {
        const { model, method, version } = row.subject.run;
        const { difference } = row.cells as { readonly [key: string]: ResultCell | undefined };
        return [facts.view.who, model, method, version, ...csv.cells(row), difference?.reason];
      }),
    ],
  };
}

const partColumns = [
  "people",
  "answers",
  "cases",
  "right",
  "consensus",
  "model",
  "modelRight",
  "chance",
] as const;

/** The headline by track and kind of case, and with and without whatever a reader may doubt. */
export function makePartsTable(facts: Facts): PrintedTable {
  const table = getParts(facts.rows, facts.view);
  const { rows } = table;
  const ofPeople = renderCsv(table, ["people", "answers", "cases", "right", "share"]);
  const ofModel = renderCsv(table, ["modelShare"]);
  const chosen = rows[0]?.subject.beside?.chosen ?? "after_looking";
  return {
    name: "parts",
    caption: formatCaption(facts, t("tables.parts.caption"), "rest"),
    notes: [noteIntervals(facts), ...listLooks(facts)],
    columns: [
      { label: t("tables.parts.name"), numeric: false },
      ...partColumns.map((key) => ({
        label: t(`tables.parts.${key}`, { chosen }),
        numeric: key !== "model",
      })),
    ],
    groups: byGroup(rows).map((group) =>
      group.map((row) => ({
        id: `${row.group} ${formatPartName(row)}`,
        about: { page: "overview" as const, view: row.subject.view },
        cells: [formatPartName(row), ...printPart(row)],
      })),
    ),
    csv: [
      [
        "answers_of",
        "kind",
        "part",
        ...ofPeople.names,
        "consensus",
        "model",
        "chosen",
        ...ofModel.names,
        "chance",
      ],
      ...rows.map((row) => {
        const { share, consensus, chance } = row.cells;
        const { beside } = row.subject;
        const isFew = share?.reason === "too_few";
        return [
          facts.view.who,
          row.group,
          formatPartName(row),
          // In place of how an interval was made, why there is none.
          ...ofPeople.cells(row).with(-1, share?.method ?? share?.reason),
          consensus?.value,
          beside && formatRunName(beside.model),
          beside?.chosen,
          ...ofModel.cells(isFew ? { cells: {} } : row),
          chance?.value,
        ];
      }),
    ],
  };
}

function formatPartName({ subject: { kind, name, view } }: PartRow): string {
  if (kind === "track") return name;
  if (kind === "all") return t("tables.parts.all");
  if (kind === "stratum") return t(`tables.parts.strata.${name as CountedStratum}`);
  return t(`tables.parts.variants.${name as VariantKey}`, { turned: view[name as VariantKey] });
}

/** Where people are too few, nobody is put beside them. */
function printPart({ cells, subject: { beside } }: PartRow): string[] {
  const { share, consensus, modelShare, chance } = cells;
  const isAlone = share?.reason === "too_few" || !beside;
  return [
    ...(["people", "answers", "cases"] as const).map((key) => String(cells[key]?.value)),
    printShare(share, cells.right, cells.answers),
    consensus ? printShare(consensus) : "",
    isAlone ? "–" : formatRunName(beside.model),
    isAlone ? "–" : printShare(modelShare, cells.modelRight, cells.modelN),
    chance ? printShare(chance) : "",
  ];
}

const printShare = (share?: ResultCell, right?: ResultCell, n?: ResultCell): string =>
  share?.reason === "too_few" && n
    ? t("tables.parts.tooFew", { right: right?.value ?? 0, n: n.value ?? 0 })
    : formatShare(share?.value ?? null, share);

/** Tables that say all of themselves. */
export const makeListedTables = (facts: Facts): PrintedTable[] =>
  listTables(facts.rows, facts.view).map(({ spec, table }) => {
    const { title, about, columns } = spec.words[defaultLocale];
    const keys = Object.keys(table.columns);
    const nameOf = (subject: (typeof table.rows)[number]["subject"]) =>
      nameSubject(subject, defaultLocale, facts.view.who);
    const csv = renderCsv(table);
    return {
      name: spec.name,
      caption: formatCaption(facts, title, "rest"),
      notes: [about, ...listLooks(facts)],
      columns: headColumns(
        t("tables.parts.name"),
        keys.map((key) => columns[key] ?? key),
      ),
      groups: byGroup(table.rows).map((group) =>
        group.map((row) => ({
          id: idOf(row.subject),
          cells: [nameOf(row.subject), ...printCells(table, row, keys)],
        })),
      ),
      csv: [
        ["answers_of", "kind", "part", ...csv.names, "reason"],
        ...table.rows.map((row) => [
          facts.view.who,
          row.subject.kind,
          nameOf(row.subject),
          ...csv.cells(row),
          row.cells[spec.drawn]?.reason,
        ]),
      ],
    };
  });

type BenchmarkResults = NonNullable<ResultsDocument["benchmark"]>;
type People = NonNullable<BenchmarkResults["people"]>;

/** People over the whole benchmark, weighted back, and every model on all of its cases; none where it can't be told. */
export function makeBenchmarkTable(facts: Facts): PrintedTable | null {
  const { benchmark } = facts.results;
  if (!benchmark?.people?.isClaimable) return null;
  const { people } = benchmark;
  const { who } = facts.view;
  return {
    name: "benchmark",
    caption: formatCaption(
      facts,
      t("tables.benchmark.caption", { cases: benchmark.cases, who: namePeople(who) }),
      "rest",
    ),
    notes: [t("tables.benchmark.made", people.n)],
    columns: headColumns(
      t("tables.benchmark.name"),
      (["n", "right", "withMissing", "less"] as const).map((key) =>
        t(`tables.benchmark.${key}`, { who: namePeople(who) }),
      ),
    ),
    groups: [[renderBenchmarkPeople(facts, people)], benchmark.models.map(renderBenchmarkModel)],
    csv: writeBenchmarkNumbers(facts, benchmark, people),
  };
}

function renderBenchmarkPeople({ view }: Facts, { n, accuracy, withMissing, interval }: People): PrintedRow {
  return {
    id: "people",
    about: { page: "people", view },
    cells: [
      namePeople(view.who),
      String(n.answers),
      formatShare(accuracy, interval),
      withMissing.missing === 0 ? "" : formatShare(withMissing.wrong),
      "",
    ],
  };
}

function renderBenchmarkModel(model: BenchmarkResults["models"][number]): PrintedRow {
  const { runId, answered, cases, top1, withMissing, peopleLessModel: less } = model;
  return {
    id: `run-${runId}`,
    about: { run: runId },
    cells: [
      formatFullName(model),
      `${answered}/${cases}`,
      formatShare(top1),
      withMissing.missing === 0 ? "" : formatShare(withMissing.wrong),
      less ? formatGap(less.value, less) : "–",
    ],
  };
}

const benchmarkColumns = [
  "answers_of",
  "kind",
  "name",
  "method",
  "version",
  "track",
  "stratum",
  "cases",
  "served",
  "n",
  "failed",
  "missing",
  "right",
  "share",
  "low",
  "high",
  "interval",
  "share_missing_wrong",
  "share_missing_right",
  "people_less_model",
  "people_less_model_low",
  "people_less_model_high",
] as const;
type BenchmarkNumbers = Partial<Record<(typeof benchmarkColumns)[number], CsvCell>>;

/** People, each cell of the frame and every model have columns of their own. */
function writeBenchmarkNumbers(
  { view }: Facts,
  { cells, models, cases }: BenchmarkResults,
  { accuracy, interval, withMissing, n }: People,
): PrintedTable["csv"] {
  const rows: BenchmarkNumbers[] = [
    {
      kind: "people",
      cases,
      served: n.cases,
      n: n.answers,
      missing: withMissing.missing,
      share: accuracy,
      low: interval.low,
      high: interval.high,
      interval: interval.method,
      share_missing_wrong: withMissing.wrong,
      share_missing_right: withMissing.right,
    },
    ...cells.map(({ answers, right, ...cell }) => ({
      kind: "cell",
      ...cell,
      n: answers,
      right,
      share: answers === 0 ? null : right / answers,
    })),
    ...models.map(({ model, answered, top1, withMissing: lacking, peopleLessModel: less, ...rest }) => ({
      ...rest,
      kind: "model",
      name: model,
      n: answered,
      share: top1,
      share_missing_wrong: lacking.wrong,
      share_missing_right: lacking.right,
      people_less_model: less?.value,
      people_less_model_low: less?.low,
      people_less_model_high: less?.high,
    })),
  ];
  return [
    benchmarkColumns,
    ...rows.map((row) => benchmarkColumns.map((name) => (name === "answers_of" ? view.who : row[name]))),
  ];
}

/** How often each class was named, and how people and models did on its cases; null without an analysis. */
export function makeErrorClassesTable(facts: Facts, studies: readonly CaseStudy[]): PrintedTable | null {
  const counted = countErrorClasses(studies);
  if (counted.length === 0) return null;
  const { who } = facts.view;
  const of = ({ right, n }: { right: number; n: number }) => t("tables.errorClasses.of", { right, n });
  return {
    name: "error-classes",
    caption: formatCaption(facts, t("tables.errorClasses.caption", { cases: studies.length }), "rest"),
    notes: [t("tables.errorClasses.made")],
    columns: headColumns(t("tables.errorClasses.name"), [
      t("tables.errorClasses.cases"),
      t("tables.errorClasses.people", { who: namePeople(who) }),
      t("tables.errorClasses.models"),
    ]),
    groups: [
      counted.map(({ errorClass, cases, people, models }) => ({
        id: errorClass,
        cells: [errorClass || t("caseStudies.noClass"), String(cases), of(people), of(models)],
      })),
    ],
    csv: writeNumbers(counted, {
      error_class: ({ errorClass }) => errorClass,
      cases: ({ cases }) => cases,
      answers_of: () => who,
      right: ({ people }) => people.right,
      answers: ({ people }) => people.n,
      models_right: ({ models }) => models.right,
      models_answered: ({ models }) => models.n,
    }),
  };
}
