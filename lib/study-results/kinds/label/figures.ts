import type { StackedRow } from "#lib/figures/drawn/stacked.ts";
import type { ForestGroup, ForestRow } from "#lib/figures/drawn/forest.ts";
import type { FigureWithData } from "#lib/figures/figure.ts";
import { asPercent } from "#lib/figures/written.ts";
import type { Locale } from "#lib/i18n/locale.ts";
import { wordsIn } from "#lib/i18n/words.ts";
import type { FigureMaker } from "#lib/study-results/figures.ts";
import { distinctName } from "#lib/study-results/models/models.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import type { View, Population } from "#lib/study-results/schema.ts";
import { readBy } from "#lib/study-results/kinds/origins.ts";
import { inFiles, writeLines } from "#lib/study-results/kinds/judged/table.ts";
import {
  computeLabels,
  type Division,
  type LabelledCases,
  type Side,
} from "#lib/study-results/kinds/label/shares.ts";
import {
  allCases,
  groupByOption,
  joinBy,
  listParts,
  optionRows,
  shareFile,
  type Part,
} from "#lib/study-results/kinds/label/tables.ts";
import type { JudgedFigure, FiguredKind, AnsweredByAll } from "#lib/study-results/kinds/figured.ts";
import { renderCodes, renderLabels } from "#lib/study-results/kinds/label/document.ts";
import { resolveLabels, type LabelsInput } from "#lib/task-kinds/label-set.ts";
import { drawBars } from "#lib/study-results/kinds/options/case-figure.ts";
import { isMany, specOf } from "#lib/task-kinds/label/spec.ts";
import { hasCode } from "#lib/task-kinds/label/value.ts";
import { listLabelSeries } from "#lib/study-results/kinds/label/series.ts";

type FigureContext = { rows: StudyRows; who: Population; locale: Locale };

/** More rows are no picture; the tables have all. */
const maxDrawn = 40;
/** The same where there are judges beside people. */
const maxDrawnCodes = 48;

/** What stands by itself under an attribute already isn't said twice. */
export function listDivisions({ byOrigin, byAttribute }: LabelledCases): Division[] {
  const { by = [], values = null } = byOrigin ?? {};
  const isKnown = by.length === 1 && byAttribute.some((one) => one.by[0] === by[0]);
  return byOrigin && values && by.length > 0 && !isKnown ? [byOrigin, ...byAttribute] : [...byAttribute];
}

const formatSideName = ({ run }: Side, { rows, who, locale }: FigureContext): string =>
  run ? distinctName(run, rows.runs) : wordsIn(locale, "resultsLabels")("who", { who });

/** A row of a forest; where there is too little for a share, something else stands in its place. */
function drawSide(side: Side, label: number, instead: string): Omit<ForestRow, "id" | "label"> {
  const { mean = null, low = null, high = null } = side.shares[label] ?? {};
  const isTold = side.isClaimable && side.shares[label] !== undefined;
  return {
    kind: side.run ? "model" : "people",
    n: side.n,
    ...(isTold ? { value: mean, low, high } : { value: null, low: null, high: null, instead }),
  };
}

/** How often people gave one label, by where cases come from, and by what is noted of them; judges over all cases. */
export function drawShares(labelled: LabelledCases, label: number, drawn: FigureContext): FigureWithData {
  const t = wordsIn(drawn.locale, "resultsLabels");
  const name = labelled.labels[label] ?? "";
  const rowOf = (side: Side, id: string, written: string): ForestRow => ({
    id,
    label: written,
    ...drawSide(side, label, t("tooFew")),
  });
  const groups: ForestGroup[] = [
    {
      rows: labelled.overall.map((side) =>
        rowOf(side, `all ${side.run?.id ?? ""}`, formatSideName(side, drawn)),
      ),
    },
  ];
  for (const division of listDivisions(labelled)) {
    const parts = listParts(division, drawn.locale);
    const known = groups.reduce((sum, { rows }) => sum + rows.length, 0);
    if (known + parts.length > maxDrawn) continue;
    const attribute = joinBy(division.by);
    groups.push({
      heading: t("forest.heading", { attribute, who: drawn.who }),
      rows: parts.flatMap(({ value, sides: [people] }) =>
        people ? [rowOf(people, `${attribute} ${value}`, value ?? "")] : [],
      ),
    });
  }
  const words = {
    axis: t("forest.axis", { label: name }),
    value: t("forest.value"),
    interval: t("interval"),
  };
  return {
    title: t("forest.title", { label: name }),
    figure: { kind: "forest", input: { groups, words: { ...words, n: t("n") } } },
    csv: writeShares(labelled, drawn),
  };
}

/** All labels at one look: of people and judges over all cases, and of people by where cases come from. */
export function drawLabels(labelled: LabelledCases, drawn: FigureContext): FigureWithData {
  const t = wordsIn(drawn.locale, "resultsLabels");
  const { labels, mainLabel, overall } = labelled;
  const rowOf = (side: Side, id: string, label: string): StackedRow => {
    const share = side.shares[mainLabel]?.mean ?? null;
    const isTold = side.isClaimable && share !== null;
    const said = isTold ? asPercent(share) : t("tooFew");
    return { id, label, counts: side.counts, isMuted: !isTold, said };
  };
  return {
    title: t("bars.title"),
    figure: {
      kind: "stacked",
      input: {
        categories: labels.flatMap((name) => name ?? []),
        rows: [
          ...overall.map((side) => rowOf(side, `all ${side.run?.id ?? ""}`, formatSideName(side, drawn))),
          ...listOrigins(labelled, drawn.locale).flatMap(({ value, sides: [people] }, at) =>
            people ? [rowOf(people, String(at), value ?? "")] : [],
          ),
        ].slice(0, maxDrawn),
        words: { bars: t("bars.bars"), said: labels[mainLabel] ?? "", n: t("n") },
      },
    },
    csv: writeShares(labelled, drawn),
  };
}

/** Where cases come from, by all attributes that were asked for. */
export const listOrigins = ({ byOrigin }: LabelledCases, locale: Locale): Part[] =>
  byOrigin && byOrigin.by.length > 0 ? listParts(byOrigin, locale) : [];

function writeShares(labelled: LabelledCases, drawn: FigureContext): FigureWithData["csv"] {
  const parts = listDivisions(labelled).flatMap((division) => listParts(division, "en"));
  return writeLines(
    inFiles(
      `set of:part value by:labelled_by option:label count n:labels people cases groups isFew:too_few ${shareFile}`,
    ),
    optionRows(labelled, [allCases(labelled), ...parts], {
      nameSide: (side) => formatSideName(side, { ...drawn, locale: "en" }),
    }),
  );
}

/** By the attribute that is asked for, by the method that wrote what is judged, or by the first there is; or all cases. */
export function chooseParts(labelled: LabelledCases, asked: string | null, locale: Locale) {
  const { byAttribute } = labelled;
  const named = (name: string | null) => byAttribute.find(({ by }) => by[0] === name);
  const division = named(asked) ?? named("method") ?? byAttribute[0];
  return {
    attribute: division?.by[0] ?? null,
    parts: division ? listParts(division, locale) : [allCases(labelled)],
  };
}

/** In which share of cases each code was found, by what wrote them; judges beside people while there is room. */
export function drawCodeShares(
  labelled: LabelledCases,
  drawn: FigureContext,
  asked: string | null,
): FigureWithData {
  const t = wordsIn(drawn.locale, "resultsCodes");
  const { attribute, parts } = chooseParts(labelled, asked, drawn.locale);
  const { labels, overall } = labelled;
  const hasRoom = labels.length * parts.length * overall.length <= maxDrawnCodes;
  const nameRow = (value: string | null, side: Side) =>
    value === null || overall.length === 1
      ? { label: value ?? formatSideName(side, drawn) }
      : { label: value, note: formatSideName(side, drawn) };
  const rowsOf = (code: number): ForestRow[] =>
    parts.flatMap(({ value, sides }) =>
      sides
        .filter(({ run }) => hasRoom || !run)
        .map((side) => ({
          id: `${code} ${value ?? ""} ${side.run?.id ?? ""}`,
          ...nameRow(value, side),
          ...drawSide(side, code, t("count", { count: side.counts[code] ?? 0, n: side.n })),
        })),
    );
  const groups = labels.map((name, code) => ({ heading: name ?? t("none"), rows: rowsOf(code) }));
  const words = { axis: t("figure.axis"), value: t("figure.value"), interval: t("interval"), n: t("n") };
  const nameInFile = ({ run }: Side) => (run ? distinctName(run, drawn.rows.runs) : drawn.who);
  return {
    title: attribute === null ? t("figure.title") : t("figure.titleBy", { attribute }),
    figure: { kind: "forest", input: { groups, words } },
    csv: writeLines(
      inFiles(`set:code_book option:code attribute value by n cases groups count ${shareFile}`),
      groupByOption(optionRows(labelled, parts, { nameSide: nameInFile }), String).flat(),
    ),
  };
}

/** The set an address names, or else the first. */
function choose(rows: StudyRows, view: View, asked: URLSearchParams): LabelledCases | undefined {
  const sets = computeLabels(rows, view, readBy(asked.getAll("by"), rows));
  const named = asked.get("set");
  return named === null ? sets[0] : sets.find(({ set }) => set === named);
}

const makeShares: FigureMaker = (rows, view, asked, locale) => {
  const labelled = choose(rows, view, asked);
  if (!labelled) return null;
  const named = asked.get("label");
  const label = named === null ? labelled.mainLabel : labelled.labels.indexOf(named);
  return label < 0 ? null : drawShares(labelled, label, { rows, who: view.who, locale });
};

const makeLabels: FigureMaker = (rows, view, asked, locale) => {
  const labelled = choose(rows, view, asked);
  return labelled ? drawLabels(labelled, { rows, who: view.who, locale }) : null;
};

/** Of the book that an address names, or of the first. */
const makeCodes: FigureMaker = (rows, view, asked, locale) => {
  const books = computeLabels(rows, view, []);
  const labelled = books.find(({ set }) => set === asked.get("book")) ?? books[0];
  return labelled ? drawCodeShares(labelled, { rows, who: view.who, locale }, asked.get("by")) : null;
};

const labelFigures = { "label-shares": makeShares, labels: makeLabels };
export const codeFigures = { codes: makeCodes };

/** How many people found each code in a case, and how many none. */
function drawCodes(answers: AnsweredByAll, locale: Locale): FigureWithData {
  const { row, who, people, chosen } = answers;
  const t = wordsIn(locale, "resultsCodes");
  const { gold, optionNames } = row;
  const count = (isGiven: (codes: number) => boolean) => chosen.filter(isGiven).length;
  const bars = [
    ...optionNames.map((label, at) => ({
      id: String(at),
      label,
      isGold: gold !== null && hasCode(gold, at),
      chosen: count((codes) => hasCode(codes, at)),
    })),
    { id: "none", label: t("none"), isGold: gold === 0, chosen: count((codes) => codes === 0) },
  ];
  return drawBars(answers, locale, {
    bars,
    csv: [
      ["by", "code", "found", "share"],
      ...bars.map(({ id, label, chosen: found }) => [
        who,
        id === "none" ? "" : label,
        found,
        people === 0 ? null : found / people,
      ]),
    ],
  });
}

/** What tells who wrote a text, in benchmarks of model output and in those made by coding a study. */
const writers = new Set(["method", "origin"]);

/** By origin as on the study's own page; over all where origins are too many, and always where many labels can fit. */
function listSideOrigins({ spec, overall, byOrigin, byAttribute }: LabelledCases) {
  const all = { origin: [], sides: overall };
  if (!isMany(spec)) return byOrigin?.values ?? [all];
  return [all, ...(byAttribute.find(({ by }) => by.some((one) => writers.has(one)))?.values ?? [])];
}

/** With all that it says: the cases of a study have one set of that name. */
function defineLabels({ cases }: StudyRows, name: string): JudgedFigure["standard"] {
  const sets = cases.map(({ noted }) => resolveLabels(noted as LabelsInput));
  return { name, definition: JSON.stringify(sets.find((set) => set.name === name)) };
}

/** How often people gave each label. */
function listLabelFigures(rows: StudyRows, view: View): JudgedFigure[] {
  const by = isMany(specOf(rows.kind)) ? [] : readBy(undefined, rows);
  return computeLabels(rows, view, by).flatMap((labelled) => {
    const standard = defineLabels(rows, labelled.set);
    return listSideOrigins(labelled).flatMap(({ origin, sides: [given] }) =>
      (given?.shares ?? []).map(({ mean, low, high, reason }, at): JudgedFigure => ({
        measure: "share",
        standard,
        track: view.track,
        origin,
        of: labelled.labels[at] ?? null,
        n: { answers: given?.n ?? 0, people: given?.people ?? 0, cases: given?.cases ?? 0 },
        isClaimable: given?.isClaimable ?? false,
        mean,
        low,
        high,
        reason,
      })),
    );
  });
}

export const figuredLabels: FiguredKind = {
  write: (rows, view, by) => ({ labels: renderLabels(rows, view, readBy(by, rows)) }),
  byAttributes: true,
  drawings: labelFigures,
  listJudged: listLabelFigures,
  listSeries: listLabelSeries,
};

export const figuredCodes: FiguredKind = {
  write: (rows, view) => ({ codes: renderCodes(rows, view) }),
  drawings: codeFigures,
  drawCase: drawCodes,
  listJudged: listLabelFigures,
  listSeries: listLabelSeries,
};
