import type { Facts } from "#lib/reports/facts.ts";
import type { Point, PointKey } from "#lib/reports/schema.ts";
import type { PrintedTable } from "#lib/reports/tables/printed-table.ts";
import { ratingReport } from "#lib/task-kinds/rating/report/report.ts";
import type { KindName } from "#lib/task-kinds/registry.ts";

/** A drawing as `makeFigure` knows it, with what tells it from others of its name. */
export type OwnReportFigure = { name: string; file: string; asked: URLSearchParams; note: string };

/** What a report says of a kind whose answers are neither right nor wrong, in place of everything about right answers. */
export type OwnReport = {
  tables(facts: Facts): PrintedTable[];
  figures(facts: Facts): OwnReportFigure[];
  /** How figures, the alternative annotator test and everything else were made; and who the judges are. */
  methods(facts: Facts): { figures: string[]; alternative: string[]; others: string[]; models: string };
  checks: Partial<Record<PointKey, (facts: Facts) => Point>>;
  /** The main figures in another view of the same study. */
  tellMeans(facts: Facts, change: Partial<Facts["view"]>): string;
};

const reports: Partial<Record<KindName, OwnReport>> = { rating: ratingReport };

export const ownReportOf = (kind: KindName): OwnReport | null => reports[kind] ?? null;
