import type { CsvCell } from "#lib/files/csv/cell.ts";
import type { ForestGroup, ForestRow } from "#lib/figures/drawn/forest-input.ts";
import type { StackedRow } from "#lib/figures/drawn/bars/stacked.ts";
import { asPercent } from "#lib/figures/written.ts";
import type { Locale } from "#lib/i18n/locale.ts";
import { wordsIn } from "#lib/i18n/words.ts";
import type { FigureMaker } from "#lib/study-results/figures.ts";
import type { MadeFigure } from "#lib/figures/made-figure.ts";
import { nameAmong } from "#lib/study-results/models/models.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import type { Who } from "#lib/study-results/schema.ts";
import { readBy } from "#lib/task-kinds/asked-attributes.ts";
import type { GivenShares } from "#lib/task-kinds/label/shares/count.ts";
import { describeLabels, type LabelledCases } from "#lib/task-kinds/label/shares/labels.ts";
import { nameOrigin } from "#lib/task-kinds/origins.ts";

export type Drawn = { rows: StudyRows; who: Who; by: readonly string[]; locale: Locale };

/** Shares of some of the cases: of all, of an origin, of one value of an attribute. */
type Division = { of: string | null; value: string; sides: readonly GivenShares[] };

const wordsOf = (locale: Locale) => wordsIn(locale, "resultsLabels");

/** More rows are no picture; the tables have all. */
const mostDrawn = 40;

export const joinBy = (by: readonly string[]): string => by.join(" · ");

/** What stands by itself under an attribute already isn't said twice. */
export const listOrigins = ({ byOrigin, byAttribute }: LabelledCases, by: readonly string[]) =>
  by.length === 0 || (by.length === 1 && byAttribute.some(({ attribute }) => attribute === by[0]))
    ? []
    : (byOrigin.origins ?? []);

function listDivisions(labelled: LabelledCases, { by, locale }: Drawn): Division[] {
  return [
    { of: null, value: "", sides: labelled.overall },
    ...listOrigins(labelled, by).map(({ values, sides }) => ({
      of: joinBy(by),
      value: nameOrigin(values, locale),
      sides,
    })),
    ...labelled.byAttribute.flatMap(({ attribute, values }) =>
      values.map((one) => ({ of: attribute, ...one })),
    ),
  ];
}

const nameSide = ({ run }: GivenShares, { rows, who, locale }: Drawn): string =>
  run ? nameAmong(run, rows.runs) : wordsOf(locale)("who", { who });

/** How often people gave one label, by where cases come from, and by what is noted of them; judges over all cases. */
export function drawShares(labelled: LabelledCases, label: number, drawn: Drawn): MadeFigure {
  const t = wordsOf(drawn.locale);
  const name = labelled.labels[label] ?? "";
  const rowOf = (side: GivenShares, id: string, written: string): ForestRow => ({
    id,
    label: written,
    kind: side.run ? "model" : "people",
    n: side.n,
    ...(side.isClaimable && side.shares[label]
      ? { value: side.shares[label].mean, low: side.shares[label].low, high: side.shares[label].high }
      : { value: null, low: null, high: null, instead: t("tooFew") }),
  });
  const [all, ...others] = listDivisions(labelled, drawn);
  const groups: ForestGroup[] = [
    {
      rows: (all?.sides ?? []).map((side) => rowOf(side, `all ${side.run?.id ?? ""}`, nameSide(side, drawn))),
    },
  ];
  for (const [of, own] of Map.groupBy(others, (one) => one.of)) {
    const known = groups.reduce((sum, { rows }) => sum + rows.length, 0);
    if (known + own.length > mostDrawn) continue;
    groups.push({
      heading: t("forest.heading", { attribute: of ?? "", who: drawn.who }),
      rows: own.flatMap(({ value, sides: [people] }) =>
        people ? [rowOf(people, `${of} ${value}`, value)] : [],
      ),
    });
  }
  return {
    title: t("forest.title", { label: name }),
    figure: {
      kind: "forest",
      input: {
        groups,
        words: {
          axis: t("forest.axis", { label: name }),
          value: t("forest.value"),
          interval: t("forest.interval"),
          n: t("n"),
        },
      },
    },
    csv: writeCsv(labelled, drawn),
  };
}

/** All labels at one look: of people and judges over all cases, and of people by where cases come from. */
export function drawLabels(labelled: LabelledCases, drawn: Drawn): MadeFigure {
  const t = wordsOf(drawn.locale);
  const { labels, mainLabel } = labelled;
  const rowOf = (side: GivenShares, id: string, label: string): StackedRow => {
    const share = side.shares[mainLabel]?.mean ?? null;
    const isTold = side.isClaimable && share !== null;
    return {
      id,
      label,
      counts: side.counts,
      isMuted: !isTold,
      said: isTold ? asPercent(share) : t("tooFew"),
    };
  };
  const origins = labelled.byOrigin.origins ?? [];
  return {
    title: t("bars.title"),
    figure: {
      kind: "stacked",
      input: {
        categories: labels,
        rows: [
          ...labelled.overall.map((side) => rowOf(side, `all ${side.run?.id ?? ""}`, nameSide(side, drawn))),
          ...(drawn.by.length === 0 ? [] : origins).flatMap(({ values, sides: [people] }, at) =>
            people ? [rowOf(people, String(at), nameOrigin(values, drawn.locale))] : [],
          ),
        ].slice(0, mostDrawn),
        words: { bars: t("bars.bars"), said: labels[mainLabel] ?? "", n: t("n") },
      },
    },
    csv: writeCsv(labelled, drawn),
  };
}

function writeCsv(labelled: LabelledCases, drawn: Drawn): MadeFigure["csv"] {
  const inEnglish = { ...drawn, locale: "en" as const };
  return [
    [
      "set",
      "part",
      "value",
      "labelled_by",
      "label",
      "count",
      "labels",
      "people",
      "cases",
      "groups",
      "too_few",
      "share",
      "low",
      "high",
      "reason",
    ],
    ...listDivisions(labelled, inEnglish).flatMap(({ of, value, sides }) =>
      sides.flatMap((side) =>
        labelled.labels.map((label, at): CsvCell[] => {
          const { mean = null, low = null, high = null, reason = null } = side.shares[at] ?? {};
          return [
            labelled.set,
            of ?? "all",
            value,
            nameSide(side, inEnglish),
            label,
            side.counts[at] ?? 0,
            side.n,
            side.run ? null : side.people,
            side.cases,
            side.groups,
            Number(!side.isClaimable),
            mean,
            low,
            high,
            reason,
          ];
        }),
      ),
    ),
  ];
}

/** The set an address names, or else the first. */
function choose(rows: StudyRows, view: Parameters<FigureMaker>[1], asked: URLSearchParams) {
  const by = readBy(asked.getAll("by"), rows);
  const sets = describeLabels(rows, view, by);
  const named = asked.get("set");
  const labelled = named === null ? sets[0] : sets.find(({ set }) => set === named);
  return labelled ? { labelled, by } : null;
}

const makeShares: FigureMaker = (rows, view, asked, locale) => {
  const found = choose(rows, view, asked);
  if (!found) return null;
  const { labelled, by } = found;
  const named = asked.get("label");
  const label = named === null ? labelled.mainLabel : labelled.labels.indexOf(named);
  return label < 0 ? null : drawShares(labelled, label, { rows, who: view.who, by, locale });
};

const makeLabels: FigureMaker = (rows, view, asked, locale) => {
  const found = choose(rows, view, asked);
  return found && drawLabels(found.labelled, { rows, who: view.who, by: found.by, locale });
};

export const labelFigures = { "label-shares": makeShares, labels: makeLabels };
