import { leastRaters } from "#lib/metrics/claim.ts";
import type { Facts } from "#lib/reports/facts.ts";
import { formatJudgedPower } from "#lib/reports/kinds/judged-power.ts";
import type { Gap, Point, PointKey } from "#lib/reports/schema.ts";
import { joinList, t, formatP, formatShare } from "#lib/reports/words.ts";
import { defaultLocale } from "#lib/i18n/locale.ts";
import { wordsIn } from "#lib/i18n/words.ts";
import { groupUnitOf } from "#lib/study-results/cluster-words.ts";
import { hasRight } from "#lib/study-results/rows/choices.ts";
import { holdsAtEveryLook } from "#lib/study-results/interim-policy.ts";
import { minForClaim } from "#lib/study-results/schema.ts";
import type { CsvCell } from "#lib/files/csv/cell.ts";
import { inDigits } from "#lib/figures/written.ts";
import { formatCaption } from "#lib/reports/head.ts";
import type { PrintedTable } from "#lib/reports/tables/printed-table.ts";
import {
  few,
  figureIn,
  isNumeric,
  formatEnds,
  formatFigure,
  writeLines,
  type TableCell,
  type TableColumn,
  type TableRow,
} from "#lib/study-results/kinds/judged/table.ts";
import { minDiffering } from "#lib/metrics/grouped/method-differences.ts";

/** What people judged in a study where nothing is right or wrong, counted the same way whatever the kind. */
export type JudgedStudy = {
  what: "ratings" | "labels" | "comparisons" | "profiles" | "codings";
  answers: number;
  cases: number;
  /** Where they are fewest. */
  raters: number;
  /** Runs and measures over the same cases, of which one may say nothing of some. */
  judges: readonly { name: string; n: number; cases: number; part: string }[];
  /** What stands by itself, and of how many origins there is enough for a figure. */
  parts: readonly { name: string; of: number; told: number }[];
  /** Of each of these parts its main figure, and whether it has an interval. */
  figures: readonly { told: string; hasInterval: boolean }[];
  /** P-values after Holm's adjustment; null where one isn't defined. */
  tests: readonly (number | null)[];
};

const gap = (key: "noAnswers" | "noModels"): Gap => ({
  what: t(`points.sameItems.${key}.what`),
  mend: t(`points.sameItems.${key}.mend`),
});

function checkSameItems(facts: Facts, { answers, cases, judges, parts }: JudgedStudy): Point {
  const partial = judges.filter((judge) => judge.n < judge.cases);
  const list = partial.map(({ name, n, cases: of, part }) =>
    t("judged.points.partial", { name, n, cases: of, track: part }),
  );
  const lacks = parts.length === 0 ? [gap("noAnswers")] : judges.length === 0 ? [gap("noModels")] : [];
  return {
    key: "sameItems",
    state: lacks.length > 0 ? "missing" : partial.length > 0 ? "partly" : "met",
    value: t("points.sameItems.value", {
      answers,
      cases,
      models: judges.length,
      full: judges.length - partial.length,
      who: t(`who.${facts.view.who}`, { count: facts.analysed.length }),
    }),
    gaps: [
      ...lacks,
      ...(partial.length > 0
        ? [
            {
              what: t("points.sameItems.partial.what", { list: joinList(list) }),
              mend: t("points.sameItems.partial.mend"),
            },
          ]
        : []),
    ],
    notes: [],
  };
}

function checkSmall({ parts }: JudgedStudy): Point {
  const gaps = parts
    .filter(({ of, told }) => told < of)
    .map(({ name, of, told }): Gap => ({
      what: t("judged.points.fewWhat", { track: name, count: of - told }),
      mend: t("judged.points.fewMend"),
    }));
  const list = parts.map(({ name, of, told }) => t("judged.points.origins", { track: name, of, told }));
  return {
    key: "smallTracks",
    state: parts.every(({ told }) => told === 0) ? "missing" : gaps.length > 0 ? "partly" : "met",
    value: list.length === 0 ? t("points.sameItems.noAnswers.what") : `${list.join("; ")}.`,
    gaps,
    notes: [],
  };
}

const formatFigures = ({ figures }: JudgedStudy): string => figures.map(({ told }) => told).join("; ");

export function checkUncertainty(judged: JudgedStudy): Point {
  const { what, figures, raters } = judged;
  const known = figures.filter(({ hasInterval }) => hasInterval);
  const none = { what: t("judged.points.noneWhat"), mend: t("judged.points.noneMend") };
  return {
    key: "uncertainty",
    state: known.length === 0 ? "missing" : known.length < figures.length ? "partly" : "met",
    value: t("judged.points.uncertainty", {
      what,
      few: areFew(raters),
      list: formatFigures(judged) || t("judged.points.nothing"),
    }),
    gaps: known.length === 0 ? [none] : [],
    notes: [],
  };
}

function checkTests({ tests }: JudgedStudy): Point {
  const tested = tests.filter((p) => p !== null);
  const none = { what: t("judged.points.noTestsWhat"), mend: t("judged.points.noTestsMend") };
  return {
    key: "pairedTests",
    state: tested.length > 0 ? "met" : "missing",
    value: t("judged.points.tests", {
      tested: tested.length,
      apart: tested.filter((p) => p < 0.05).length,
    }),
    gaps: tested.length > 0 ? [] : [none],
    notes: [],
  };
}

/** Of the tracks of the kind that the report is of. */
function checkPower({ power, rows }: Facts): Point {
  const key = "power";
  const own = (power?.judged ?? []).filter(({ track }) => rows.tracks.some(({ name }) => name === track));
  const lacking = own.filter(({ planned }) => !planned || planned.figures.half === null);
  const gap = {
    what: t("judged.points.powerWhat", { tracks: joinList(lacking.map(({ track }) => track)) }),
    mend: t("judged.points.powerMend"),
  };
  const none = { what: t("judged.points.noPlan"), mend: t("judged.points.powerMend") };
  const isPlanned = power !== null && own.length > 0;
  return {
    key,
    state: !isPlanned || lacking.length === own.length ? "missing" : lacking.length > 0 ? "partly" : "met",
    value: isPlanned ? formatJudgedPower({ ...power, judged: own }).join(" ") : none.what,
    gaps: !isPlanned ? [none] : lacking.length > 0 ? [gap] : [],
    notes: [],
  };
}

/** What can't be asked of right and wrong answers here, asked of what was judged. */
const checkJudged = (
  read: (facts: Facts) => JudgedStudy,
): Partial<Record<PointKey, (facts: Facts) => Point>> => ({
  sameItems: (facts) => checkSameItems(facts, read(facts)),
  smallTracks: (facts) => checkSmall(read(facts)),
  uncertainty: (facts) => checkUncertainty(read(facts)),
  pairedTests: (facts) => checkTests(read(facts)),
  power: checkPower,
});

const areFew = (raters: number) => (raters < leastRaters ? "yes" : "no");

/** Whom intervals and tests are about, in a paragraph of methods. */
export const formatRaters = (raters: number): string =>
  t("judged.methods.raters", { few: areFew(raters), least: leastRaters });

/** Who judged the same cases, in a paragraph of methods. */
const formatJudges = (judges: JudgedStudy["judges"]): string =>
  judges.length === 0
    ? t("judged.methods.none")
    : t("judged.methods.listed", {
        list: judges
          .map(({ name, part, n, cases }) => t("judged.methods.listedJudge", { name, track: part, n, cases }))
          .join("; "),
      });

type Methods = {
  /** How figures are made. */
  made: readonly string[];
  /** Whatever follows whom intervals are about. */
  then?: readonly string[];
  others: string[];
};

type JudgedReport<Tables, Figures> = {
  tables: (facts: Facts) => Tables;
  figures: (facts: Facts) => Figures;
  /** What people judged, counted as of every kind. */
  read: (facts: Facts) => JudgedStudy;
  methods: (facts: Facts) => Methods;
  /** What the paragraph about the alternative annotator test says. */
  alternative?: (facts: Facts) => string[];
  /** Where a point of the checklist isn't checked as of other kinds. */
  checks?: Partial<Record<PointKey, (facts: Facts) => Point>>;
  formatMeans: (facts: Facts, change: Partial<Facts["view"]>) => string;
};

/** A report of a kind whose answers aren't right or wrong: what every such kind says the same way of what it counts. */
export const makeJudgedReport = <Tables, Figures>({
  read,
  methods,
  alternative = () => [],
  checks,
  formatMeans,
  ...shown
}: JudgedReport<Tables, Figures>) => ({
  ...shown,
  methods: (facts: Facts) => {
    const { made, then = [], others } = methods(facts);
    const few = {
      leastAnswers: minForClaim.answers,
      leastPeople: minForClaim.people,
      leastCases: minForClaim.cases,
    };
    const figures = [
      ...made,
      ...(hasRight(facts.rows) ? [] : [t("judged.methods.noRight")]),
      formatRaters(read(facts).raters),
      ...then,
      ...(holdsAtEveryLook(facts.rows, facts.view.who) ? [t("judged.methods.interim")] : []),
      t("methods.few", few),
    ];
    return { figures, others };
  },
  inPlace: {
    methods: (facts: Facts) => ({
      alternative: alternative(facts),
      models: formatJudges(read(facts).judges),
    }),
    checks: { ...checkJudged(read), ...checks },
    formatMeans,
  },
});

function printCell({ kind, digits = 2, write }: TableColumn, cell: TableCell, tooFew: string): string {
  if (cell === few) return kind === "interval" ? "–" : tooFew;
  if (typeof cell === "string") return cell;
  const { value, ...ends } = figureIn(cell);
  if (write) return write({ value, ...ends });
  switch (kind) {
    case "interval":
      return formatEnds(ends, digits);
    case "probability":
      return formatP(value);
    case "share":
    case "shareWithin":
      return formatShare(value, ends);
    case "bounded":
      return formatFigure({ value, ...ends }, digits);
    case "number":
      return value === null ? "–" : inDigits(value, digits);
    default:
      return value === null ? "–" : String(value);
  }
}

const clusters = wordsIn(defaultLocale, "clusters");

const isFew = ({ cells }: TableRow): boolean => Object.values(cells).includes(few);

type Printed = Pick<PrintedTable, "name" | "notes"> & {
  caption: string;
  /** What of it the plan may have named, beside the rest. */
  standing?: "people" | "alternative";
  isDetail?: true;
  columns: readonly TableColumn[];
  groups: readonly (readonly TableRow[])[];
  /** What files tell of all rows alike, before anything else. */
  of?: Readonly<Record<string, CsvCell>>;
  /** Rows of files; all that are printed unless they are others. */
  fileRows?: readonly TableRow[];
  say: (key: string) => string;
};

export function printTable(facts: Facts, table: Printed): PrintedTable {
  const { name, notes, isDetail, columns, groups, of = {}, fileRows = groups.flat(), say } = table;
  const printed = columns.filter(({ print }) => print !== null);
  const unit = groupUnitOf(facts.rows);
  const isClustered = unit !== "group" && columns.some(({ key }) => key === "groups");
  const tooFew = printed.length > 0 && groups.flat().some(isFew) ? say("tooFew") : "";
  return {
    name,
    caption: formatCaption(facts, table.caption, table.standing ?? "rest", "rest"),
    notes: isClustered ? [...notes, clusters("groups", { unit })] : notes,
    ...(isDetail && { isDetail }),
    columns: printed.map(({ key, kind, print, label }) => ({
      label: label ?? (key === "groups" ? clusters(`heads.${unit}`) : say(print ?? key)),
      numeric: isNumeric(kind),
    })),
    groups: groups.map((rows) =>
      rows.map(({ id, cells }) => ({
        id,
        cells: printed
          .filter(({ key }) => cells[key] !== undefined)
          .map((column) => printCell(column, cells[column.key], tooFew)),
      })),
    ),
    csv: writeLines(columns, fileRows, { answers_of: facts.view.who, ...of }),
  };
}

type ComparisonInput = {
  name: string;
  caption: string;
  /** The heading of what each pair is compared in, where there are several such things. */
  within?: string;
  of?: Readonly<Record<string, CsvCell>>;
  columns: readonly TableColumn[];
  rows: readonly TableRow[];
  notes?: readonly string[];
};

/** Origins against each other, over raters and groups. */
export const makeComparisonTable = (
  facts: Facts,
  { within, columns, rows, notes = [], ...table }: ComparisonInput,
): PrintedTable =>
  printTable(facts, {
    ...table,
    notes: [t("judged.comparisons.made", { least: minDiffering }), ...notes],
    isDetail: true,
    columns: [
      ...(within === undefined
        ? []
        : [{ key: "label", kind: "name" as const, label: within, csv: [within.toLowerCase()] }]),
      ...columns,
    ],
    groups: [rows],
    say: (key) => t(`judged.comparisons.${key as "first"}`),
  });
