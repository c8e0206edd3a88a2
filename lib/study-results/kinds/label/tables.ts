import type { Locale } from "#lib/i18n/locale.ts";
import type { Bounded } from "#lib/metrics/measure.ts";
import {
  csvOf,
  inFiles,
  inFilesAs,
  meanFigure,
  writeCoefficient,
  type TableCell,
  type TableColumn,
  type TableRow,
} from "#lib/study-results/kinds/judged/table.ts";
import type { Agreement, Division, LabelledCases, Side } from "#lib/study-results/kinds/label/shares.ts";
import { nameOrigin } from "#lib/study-results/kinds/origins.ts";
import type { LabelSpec } from "#lib/task-kinds/label/spec.ts";

// Tables of labels and codes, the same for screen, paper and file.

/** Some of the cases: those of one origin, or of one value of an attribute; all of them where they aren't told apart. */
export type Part = { of: string | null; value: string | null; sides: readonly Side[] };

export const joinBy = (by: readonly string[]): string => by.join(" · ");

export const allCases = ({ overall }: LabelledCases): Part => ({ of: null, value: null, sides: overall });

export const listParts = ({ by, values }: Division, locale: Locale): Part[] =>
  (values ?? []).map(({ origin, sides }) => ({ of: joinBy(by), value: nameOrigin(origin, locale), sides }));

type ShareWords = {
  nameSide: (side: Side) => string;
  /** What stands in place of a share where there is too little for one. */
  count?: (count: number, n: number) => string | null;
  /** What all cases are called before their first row. */
  all?: string;
};

const runCells = ({ run }: Side): Record<string, TableCell> => ({
  judge: run ? "judge" : "people",
  model: run?.model ?? null,
  method: run?.method ?? null,
  version: run?.version ?? null,
});

/** A share with its interval, as files have it. */
export const shareFile = "share:share,low,high,reason";

const keyOf = (label: number) => `label-${label}`;

/** A row for people and for each judge of some of the cases, with a cell for each label. */
export const shareRows = (parts: readonly Part[], { nameSide, count, all = "" }: ShareWords): TableRow[] =>
  parts.flatMap(({ of, value, sides }) =>
    sides.map((side, at) => ({
      id: `${of ?? ""} ${value ?? ""} ${side.run?.id ?? ""}`,
      cells: {
        of: of ?? "all",
        attribute: of,
        value,
        part: at === 0 ? (value ?? all) : "",
        by: nameSide(side),
        ...runCells(side),
        n: side.n,
        people: side.run ? null : side.people,
        cases: side.cases,
        groups: side.groups,
        isFew: Number(!side.isClaimable),
        ...Object.fromEntries(
          side.shares.map((share, label) => {
            const isTold = side.isClaimable && share.mean !== null;
            return [
              keyOf(label),
              isTold ? meanFigure(share) : (count?.(side.counts[label] ?? 0, side.n) ?? null),
            ];
          }),
        ),
      },
    })),
  );

/** The same with a row for each label. */
export const optionRows = (
  { set, labels }: LabelledCases,
  parts: readonly Part[],
  words: ShareWords,
): TableRow[] => {
  const sides = parts.flatMap((part) => part.sides);
  return shareRows(parts, words).flatMap(({ id, cells }, at) =>
    labels.map((option, label) => ({
      id: `${label} ${id}`,
      cells: {
        ...cells,
        set,
        option,
        count: sides[at]?.counts[label] ?? 0,
        share: sides[at]?.shares[label] ? meanFigure(sides[at].shares[label]) : null,
        told: cells[keyOf(label)],
      },
    })),
  );
};

/** Rows of each label together, which is named before the first. */
export const groupByOption = (
  rows: readonly TableRow[],
  nameOf: (label: TableCell) => string,
): TableRow[][] =>
  Array.from(Map.groupBy(rows, ({ cells }) => cells["option"]).values(), (own) =>
    own.map(({ id, cells }, at) => ({
      id,
      cells: { first: at === 0 ? nameOf(cells["option"]) : "", ...cells },
    })),
  );

const counted = ["n", "people", "cases", "groups"] as const;

/** `attribute`: what parts are told apart by, on screens; null where they aren't. */
export const shareColumns = (
  headings: readonly string[],
  attribute: string | null,
  files: readonly TableColumn[] = [],
): TableColumn[] => [
  ...files,
  { key: "part", kind: "text", screen: null, print: "cases" },
  ...(attribute === null
    ? []
    : [{ key: "value", kind: "name", label: attribute, atLeast: 32, print: null } as const]),
  { key: "by", kind: "name", screen: "givenBy", print: "givenBy", atLeast: 32 },
  { key: "n", kind: "count", screen: null },
  { key: "cases", kind: "count", screen: null, print: "casesN" },
  ...headings.map((label, at): TableColumn => ({ key: keyOf(at), kind: "shareWithin", label })),
  ...counted.map((key): TableColumn => ({ key, kind: "count", print: null })),
];

/** The same on paper with a row for each label: there may be too many to stand side by side. */
export const optionColumns = (files: readonly TableColumn[]): TableColumn[] => [
  { key: "first", kind: "text", print: "label" },
  ...shareColumns([], null, files),
  { key: "told", kind: "shareWithin", print: "share95" },
];

/** Of shares of some of the cases. */
export const shareFiles = ({ tables: { standard, by, answers, option } }: LabelSpec): TableColumn[] =>
  inFiles(
    `set:${standard} of:part value judge:${by} model method version n:${answers} people cases groups isFew:too_few option:${option} count ${shareFile}`,
  );

/** How far two people, or a judge and one person, agree: over all labels, or on one of them. */
export const kappaColumns: readonly TableColumn[] = [
  { key: "name", kind: "name", screen: "figure", print: "judge", atLeast: 48 },
  { key: "cases", kind: "count", screen: null, print: "casesN" },
  ...inFiles("judge:labelled_by model method version cases figure:kappa,low,high,reason"),
  {
    key: "value",
    kind: "number",
    print: "kappa",
    write: ({ value }) => writeCoefficient({ value, low: null, high: null }),
  },
  { key: "interval", kind: "interval" },
];

export const optionKappaColumns: readonly TableColumn[] = [
  { key: "first", kind: "text", print: "label" },
  { key: "name", kind: "name", print: "judge" },
  { key: "cases", kind: "count", print: "casesN" },
  ...inFiles("option:code model method version cases"),
  ...inFilesAs({ figure: csvOf("kappa") }),
  { key: "value", kind: "bounded", print: "kappa", write: writeCoefficient },
];

type Kappa = { id: string; name: string; side?: Side | undefined; option?: string | null };

export const kappaRow = (figure: Bounded, { id, name, side, option = null }: Kappa): TableRow => ({
  id,
  cells: {
    option,
    name,
    ...(side && { ...runCells(side), cases: side.cases }),
    figure,
    value: figure,
    interval: figure,
  },
});

/** How far people agree on each code, and on screens each judge with one of them. */
export const agreementColumns = (judges: readonly string[] = []): TableColumn[] => [
  ...inFiles("option:code"),
  { key: "label", kind: "name", screen: "code", atLeast: 32 },
  { key: "alpha", kind: "bounded", write: writeCoefficient, csv: csvOf("alpha") },
  { key: "pairwise", kind: "bounded", print: null, csv: csvOf("pairwise") },
  { key: "pairwise", kind: "share", screen: null },
  { key: "kappa", kind: "bounded", write: writeCoefficient, csv: csvOf("kappa") },
  ...judges.map((label, at): TableColumn => ({ key: `judge-${at}`, kind: "bounded", label, print: null })),
];

export const agreementRow = (
  { alpha, pairwise, kappa, ofJudges }: Agreement,
  option: string | null,
  label: string,
): TableRow => ({
  id: option ?? "",
  cells: {
    option,
    label,
    alpha,
    pairwise,
    kappa,
    ...Object.fromEntries(ofJudges.map((figure, at) => [`judge-${at}`, figure])),
  },
});

/** Of the answers after which the type of an error was asked for. */
export const errorColumns: readonly TableColumn[] = [
  { key: "type", kind: "name", csv: ["type"] },
  { key: "count", kind: "count", print: "countOf", csv: ["count"] },
  ...inFiles("asked"),
  { key: "share", kind: "share", print: "shareOf" },
];
