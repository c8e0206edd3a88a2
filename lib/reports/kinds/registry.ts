import type { Facts } from "#lib/reports/facts.ts";
import type { Point, PointKey } from "#lib/reports/schema.ts";
import type { PrintedTable } from "#lib/reports/tables/printed-table.ts";
import { hasRight } from "#lib/study-results/rows/choices.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { labelReport } from "#lib/reports/kinds/label/report.ts";
import { pairReport } from "#lib/reports/kinds/pair/report.ts";
import { ratingReport } from "#lib/reports/kinds/rating/report.ts";
import { textsReport } from "#lib/reports/kinds/texts/report.ts";
import { traitReport } from "#lib/reports/kinds/traits/report.ts";
import type { KindName } from "#lib/task-kinds/registry.ts";

/** A drawing as `makeFigure` knows it, with what tells it from others of its name. */
export type OwnReportFigure = { name: string; file: string; asked: URLSearchParams; note: string };

/** What a report says of one kind alone: beside what it says of right answers, or in its place. */
export type OwnReport = {
  tables(facts: Facts): (PrintedTable | null)[];
  figures(facts: Facts): OwnReportFigure[];
  /** How figures and everything else were made. */
  methods(facts: Facts): { figures: string[]; others: string[] };
  /** Where nothing is right or wrong. */
  inPlace?: InPlace;
};
export type InPlace = {
  methods(facts: Facts): { alternative: string[]; models: string };
  checks: Partial<Record<PointKey, (facts: Facts) => Point>>;
  /** The main figures in another view of the same study. */
  formatMeans(facts: Facts, change: Partial<Facts["view"]>): string;
};

const reports: Partial<Record<KindName, OwnReport>> = {
  rating: ratingReport,
  label: labelReport,
  pair: pairReport,
  traits: traitReport,
  codes: labelReport,
  texts: textsReport,
};

export const ownReportOf = ({ kind }: StudyRows): OwnReport | null => reports[kind] ?? null;

/** What stands in place of everything about right answers; null where there are some. */
export const inPlaceOf = (rows: StudyRows): InPlace | null =>
  (hasRight(rows) ? null : ownReportOf(rows)?.inPlace) ?? null;
